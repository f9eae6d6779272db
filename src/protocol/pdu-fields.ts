/**
 * Raw PDUs of a multimedia request: user data of an SMS-SUBMIT.
 *
 *   SmsSubmitPduDataCodingScheme SmsSubmitPduProtocolIdentifier   an octet each, as hex
 *   SmsSubmitPduUserDataHeader                                    hex, its length octet first; empty for none, but there
 *   SmsSubmitPduUserData                                          hex; or Message in its place
 *
 * Source: the gateway interface document (G-MMS-40 to 44).
 * @module
 */
import { octetHex, requireOctets } from '../bytes/octets.js';
import { DecodeError, EncodeError } from '../errors.js';
import { decodeUdh } from '../sms/udh.js';
import type { FormFields } from './form.js';
import type { RawPduContent } from './model.js';
import {
  bad,
  type Fault,
  missing,
  notAllowed,
  octetsOf,
  type Parameters,
  renamed,
  requiredOf,
  requireText,
  valueIn,
} from './parameters.js';

/** Parameters of a PDU. */
export const PDU_PARAMETERS = [
  'SmsSubmitPduDataCodingScheme',
  'SmsSubmitPduProtocolIdentifier',
  'SmsSubmitPduUserDataHeader',
  'SmsSubmitPduUserData',
] as const;

const [DCS, PID, UDH, USER_DATA] = PDU_PARAMETERS;

/** Adds a PDU. @throws EncodeError, TypeError */
export function addPdu(parameters: Parameters, content: RawPduContent): void {
  const { dataCodingScheme, protocolIdentifier, userDataHeader, userData, message } = content;
  addOctet(parameters, DCS, dataCodingScheme);
  addOctet(parameters, PID, protocolIdentifier);
  requireOctets(userDataHeader, UDH);
  checkHeader(userDataHeader, EncodeError);
  parameters.push([UDH, userDataHeader]);
  if (userData !== undefined) requireOctets(userData, USER_DATA);
  if (message !== undefined) requireText(message, 'Message');
  checkOneUserData(userData, message, EncodeError);
  if (userData === undefined) parameters.push(['Message', message as string]);
  else parameters.push([USER_DATA, userData]);
}

function addOctet(parameters: Parameters, name: string, octet: number): void {
  if (!Number.isInteger(octet) || octet < 0 || octet > 0xff) throw notAllowed(EncodeError, name, octet, 'an octet');
  parameters.push([name, octetHex(octet)]);
}

type Pdu = { dataCodingScheme: number; protocolIdentifier: number; userDataHeader: Uint8Array } & (
  | { userData: Uint8Array }
  | { message: string }
);

/** Reads a PDU. @throws DecodeError */
export function readPdu(fields: FormFields): Pdu {
  const dataCodingScheme = octetOf(fields, DCS);
  const protocolIdentifier = octetOf(fields, PID);
  // Empty means that there is no header, but it has to be said.
  const header = fields.get(UDH);
  if (header === undefined) throw missing(DecodeError, UDH);
  const userDataHeader = octetsOf(header, UDH);
  checkHeader(userDataHeader, DecodeError);
  const start = { dataCodingScheme, protocolIdentifier, userDataHeader };
  const message = valueIn(fields, 'Message');
  // User data may be empty: a header can be all there is to say.
  const hex = valueIn(fields, USER_DATA) ?? (message === undefined ? fields.get(USER_DATA) : undefined);
  checkOneUserData(hex, message, DecodeError);
  return hex === undefined ? { ...start, message: message as string } : { ...start, userData: octetsOf(hex, USER_DATA) };
}

function octetOf(fields: FormFields, name: string): number {
  const value = requiredOf(fields, name);
  if (!/^[0-9A-Fa-f]{2}$/.test(value)) throw notAllowed(DecodeError, name, value, 'an octet as two hex digits');
  return Number.parseInt(value, 16);
}

function checkHeader(header: Uint8Array, Fault: Fault): void {
  if (header.length === 0) return;
  const scale = Fault === DecodeError ? 2 : 1;
  let lengthOctets: number;
  try {
    lengthOctets = decodeUdh(header).lengthOctets;
  } catch (error) {
    throw renamed(error, Fault, UDH, scale);
  }
  if (lengthOctets < header.length) {
    const code = Fault === DecodeError ? 'trailing-bytes' : 'bad-value';
    throw new Fault(code, UDH, scale * lengthOctets, `${header.length - lengthOctets} octets follow the header`);
  }
}

function checkOneUserData(userData: unknown, message: string | undefined, Fault: Fault): void {
  if (userData !== undefined && message !== undefined) throw bad(Fault, 'Message', `is given together with ${USER_DATA}`);
  if (userData === undefined && !message) throw missing(Fault, USER_DATA, 'is missing, and so is Message');
}
