/**
 * A message as a modem shows it: a line of values, and its PDU in hex on the next.
 *
 *   +CMGL: 1,1,,36     index, status, name, length       +CMT: ,36      name, length
 *   +CMGR: 1,,36       status, name, length              +CDS: 25       length
 *   07911326040000F0040B...                              +CBM: 88       length
 *
 * The length counts the octets of the TPDU; the service centre's address before it is not counted.
 * Source: 3GPP TS 27.005 sections 3.4.1 to 3.4.4 and 4.1 to 4.3.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { fromHex } from '../bytes/hex.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { decodeTpdu, type Tpdu } from '../sms/index.js';
import { findName, splitValues, wholeValue } from './values.js';

/** Status of a stored message (TS 27.005 section 3.1). */
export const STORED_STATES = ['received unread', 'received read', 'stored unsent', 'stored sent'] as const;

/** The status of a stored message: received and read or not, or written and sent or not. */
export type StoredState = (typeof STORED_STATES)[number];

/** A TPDU that a modem showed. */
export interface ShownPdu {
  /** The decoded TPDU. */
  readonly tpdu: Tpdu;
  /** The octets of the TPDU, without the service centre's address. */
  readonly octets: Uint8Array;
}

/** A stored message. */
export interface StoredMessage extends ShownPdu {
  /** Its index in the storage; undefined in an answer to AT+CMGR, which does not contain it. */
  readonly index?: number | undefined;
  /** Its status. */
  readonly state: StoredState;
  /** Name of the other side in the modem's phone book; usually empty. */
  readonly name: string;
}

/** A line of an answer, and the PDU on the line after it. */
export interface ShownLines {
  /** The line, such as `+CMGL: 1,1,,36`. */
  readonly line: string;
  /** The PDU in hex; undefined if it is missing. */
  readonly pdu?: string | undefined;
}

/**
 * Reads an answer to AT+CMGL or AT+CMGR in PDU mode (TS 27.005 sections 4.1 and 4.2). Lenient reading reports and tolerates a length that does not match its PDU, a
 * missing service centre's address, and faults in TPDUs.
 * @throws DecodeError `bad-value` or `truncated`, naming the value; for the PDU as `decodeTpdu`, with offsets in the
 * octets of its line.
 */
export function parseStoredMessage(lines: ShownLines, options?: DecodeOptions): StoredMessage {
  requireObject(lines, 'lines');
  const { line, pdu } = lines;
  const found = findName(line);
  const isList = found?.name === '+CMGL';
  if (found === undefined || !(isList || found.name === '+CMGR')) {
    throw new DecodeError('bad-value', 'answer', 0, 'is not +CMGL or +CMGR');
  }
  const { name } = found;
  const values = splitValues(found.values);
  const index = isList ? wholeValue(values, 0, `${name}/index`) : undefined;
  const [first, last] = [isList ? 1 : 0, values.length - 1];
  // Some modems show the name's value only where there is a name.
  const state = STORED_STATES[wholeValue(values, first, `${name}/stat`, 3)] as StoredState;
  if (last <= first) throw new DecodeError('truncated', `${name}/length`, undefined, 'is missing');
  const length = wholeValue(values, last, `${name}/length`, 255);
  const direction = state.startsWith('stored') ? 'MO' : 'MT';
  const { tpdu, octets } = readShownPdu(pdu, length, name, direction, Reading.of(options));
  const label = last > first + 1 ? (values[first + 1] as string) : '';
  // Member by member: copying objects costs as much as reading the text.
  if (index === undefined) return { state, name: label, tpdu, octets };
  return { index, state, name: label, tpdu, octets };
}

/** Octets of the line of a PDU. @throws DecodeError `truncated` when it is missing, and what `fromHex` throws. */
export function readPduLine(pdu: string | undefined, name: string): Uint8Array {
  if (pdu === undefined) throw new DecodeError('truncated', name, undefined, 'no PDU follows');
  return fromHex(pdu.trim());
}

/** Reads the PDU that a line announces with its length; offsets of errors and issues count from the beginning of its line. */
export function readShownPdu(
  pdu: string | undefined,
  length: number,
  name: string,
  direction: 'MO' | 'MT',
  reading: Reading,
): ShownPdu {
  const octets = readPduLine(pdu, name);
  const smscOctets = 1 + (octets[0] ?? 0);
  let from = smscOctets;
  if (octets.length - smscOctets !== length) {
    // Old phones leave the service centre's address out.
    const isBare = octets.length === length;
    const found = isBare ? "no service centre's address" : `a TPDU of ${Math.max(0, octets.length - smscOctets)} octets`;
    reading.fault('bad-value', `${name}/length`, undefined, `says ${length} octets, found ${found}`);
    if (isBare) from = 0;
  }
  const { lenient, onIssue, limits } = reading;
  const tpdu = decodeTpdu(octets, { lenient, onIssue, limits, direction, smsc: from > 0 });
  return { tpdu, octets: octets.slice(from) };
}
