/**
 * A message as the raw PDU parameters of the gateway's form.
 *
 *   SendTo                         digits with country code
 *   SmsSubmitPduDataCodingScheme   TP-DCS, hex
 *   SmsSubmitPduProtocolIdentifier TP-PID, hex
 *   SmsSubmitPduUserDataHeader     the header with UDHL, hex; empty when there is none
 *   SmsSubmitPduUserData           content, hex       or   Message   content as text
 *
 * TP-MR is the gateway's to set; TP-VP, TP-SRR, TP-RD and TP-RP have no parameter.
 * Source: the gateway interface document, multimedia request, PDU kind.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { fromHex, toHex } from '../bytes/index.js';
import { DecodeError, EncodeError, FormatError } from '../errors.js';
import { toAddress } from '../sms/address.js';
import { alphabetOfDcs, decodeUdh, encodeSubmit, encodeUdh, type Submit, type SubmitInput } from '../sms/index.js';
import { decodeUcs2 } from '../text/index.js';

/**
 * Formats a message as the form fields of a gateway request: values by name.
 * @throws EncodeError as `encodeSubmit`; `unencodable` for `tpVp`, `tpSrr`, `tpRd` and `tpRp`, which have no field, and for a recipient that is not a
 * number with country code.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { toGatewayForm } from 'handset/carrier';
 * import { submitDatagram } from 'handset/sms';
 *
 * const [ringtone] = submitDatagram({ destinationPort: 5505, data: fromHex('024A3A') }, { to: '447700900123' });
 * toGatewayForm(ringtone!);
 * // -> { SendTo: '447700900123', SmsSubmitPduDataCodingScheme: 'F5', SmsSubmitPduProtocolIdentifier: '00',
 * //      SmsSubmitPduUserDataHeader: '06050415810000', SmsSubmitPduUserData: '024A3A' }
 * ```
 */
export function toGatewayForm(submit: SubmitInput): Record<string, string> {
  requireObject(submit, 'submit');
  encodeSubmit(submit);
  const tpDa = toAddress(submit.tpDa, 'tpDa');
  if ('text' in tpDa || tpDa.ton !== 1 || tpDa.npi !== 1 || !/^\d+$/.test(tpDa.digits)) {
    throw new EncodeError('unencodable', 'tpDa', undefined, 'SendTo takes digits with country code');
  }
  for (const field of ['tpVp', 'tpSrr', 'tpRd', 'tpRp'] as const) {
    if (submit[field]) throw new EncodeError('unencodable', field, undefined, 'the form has no parameter for it');
  }
  const udh = submit.udh ?? [];
  return {
    SendTo: tpDa.digits,
    SmsSubmitPduDataCodingScheme: toHex(Uint8Array.of(submit.tpDcs ?? 0)),
    SmsSubmitPduProtocolIdentifier: toHex(Uint8Array.of(submit.tpPid ?? 0)),
    SmsSubmitPduUserDataHeader: udh.length === 0 ? '' : toHex(encodeUdh(udh)),
    // encodeSubmit has refused a message with neither.
    ...(submit.data === undefined ? { Message: submit.text as string } : { SmsSubmitPduUserData: toHex(submit.data) }),
  };
}

/**
 * Parses the message in the form fields of a gateway request. Names match in any letter case; other fields are ignored.
 * @throws DecodeError naming the form field: `truncated` for a missing one, `bad-value`, `trailing-bytes`, and the codes of `encodeSubmit` for a
 * message that could not be encoded.
 */
export function parseGatewayForm(form: Readonly<Record<string, string>>): Submit {
  requireObject(form, 'form');
  const fields = new Map(Object.entries(form).map(([name, value]) => [name.toLowerCase(), value]));
  const tpDcs = oneOctet(fields, 'SmsSubmitPduDataCodingScheme');
  const tpPid = oneOctet(fields, 'SmsSubmitPduProtocolIdentifier');
  const digits = required(fields, 'SendTo').replace(/^\+/, '');
  if (!/^\d{1,20}$/.test(digits)) throw new DecodeError('bad-value', 'SendTo', 0, 'is not one number of digits');
  const header = readOctets('SmsSubmitPduUserDataHeader', fields.get('smssubmitpduuserdataheader') ?? '');
  const { elements, lengthOctets } =
    header.length === 0 ? { elements: [], lengthOctets: 0 } : inField('SmsSubmitPduUserDataHeader', 2, () => decodeUdh(header));
  if (lengthOctets !== header.length) {
    throw new DecodeError('trailing-bytes', 'SmsSubmitPduUserDataHeader', 2 * lengthOctets, 'octets follow the header');
  }
  const flags = { tpSrr: false, tpRd: false, tpRp: false };
  const address = { ton: 1, npi: 1, digits };
  const submit = { tpMr: 0, tpDa: address, tpPid, tpDcs, ...flags, udh: elements, ...readContent(fields, tpDcs) };
  try {
    encodeSubmit(submit);
  } catch (error) {
    if (!(error instanceof EncodeError)) throw error;
    const { field, offset } = placeInForm(error, fields.has('message'));
    throw new DecodeError(error.code, field, offset, error.reason, { cause: error });
  }
  return submit;
}

/** Where in the form is what cannot be written: the header, a text, or user data, which may be a text too. */
function placeInForm({ field, offset }: EncodeError, hasMessage: boolean): { field: string; offset: number | undefined } {
  if (field.startsWith('udh')) return { field: 'SmsSubmitPduUserDataHeader', offset: undefined };
  return field === 'text' && hasMessage ? { field: 'Message', offset } : { field: 'SmsSubmitPduUserData', offset: undefined };
}

/** User data is octets for 8-bit codings and UTF-16 for UCS-2; for GSM 7-bit the document does not say whether septets are packed. */
function readContent(fields: ReadonlyMap<string, string>, tpDcs: number): { text: string } | { data: Uint8Array } {
  const userData = fields.get('smssubmitpduuserdata');
  const text = fields.get('message');
  const coding = alphabetOfDcs(tpDcs);
  if (text !== undefined && userData === undefined && coding !== '8bit') return { text };
  if (text !== undefined || userData === undefined || coding === 'gsm7') {
    const wanted =
      coding === '8bit' ? 'SmsSubmitPduUserData' : coding === 'gsm7' ? 'Message' : 'one of Message and SmsSubmitPduUserData';
    throw new DecodeError('bad-value', coding === '8bit' ? wanted : 'Message', undefined, `this coding takes ${wanted} only`);
  }
  const data = readOctets('SmsSubmitPduUserData', userData);
  if (coding === '8bit') return { data };
  return { text: inField('SmsSubmitPduUserData', 2, () => decodeUcs2(data)) };
}

function required(fields: ReadonlyMap<string, string>, name: string): string {
  const value = fields.get(name.toLowerCase());
  if (value === undefined) throw new DecodeError('truncated', name, undefined, 'is missing');
  return value;
}

function oneOctet(fields: ReadonlyMap<string, string>, name: string): number {
  const octets = readOctets(name, required(fields, name));
  if (octets.length !== 1) throw new DecodeError('bad-value', name, 0, `${octets.length} octets, not one`);
  return octets[0] as number;
}

function readOctets(name: string, value: string): Uint8Array {
  return inField(name, 1, () => fromHex(value));
}

/** Runs a reader, and gives its errors the form field's name, their offsets in characters of the field. */
function inField<T>(name: string, charactersPerUnit: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const offset = error.offset === undefined ? undefined : error.offset * charactersPerUnit;
    throw new DecodeError(error.code, name, offset, `${error.field}: ${error.reason}`, { cause: error });
  }
}
