/**
 * What TPDUs of every type share: TP-MTI, TP-PID, TP-DCS, the end, and the buffer that they are written in.
 * @module
 */
import { copyOctets } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import { MAX_USER_DATA } from '../text/part-sizes.js';
import { describeDcs, layoutOfDcs } from './dcs.js';
import { describePid, layoutOfPid } from './pid.js';
import { HEADER_SPACE } from './udh.js';
import type { UserData } from './user-data.js';

let scratch: Uint8Array | undefined;

/** Octets of an extended TP-PI after its first: more than a TPDU holds. */
export const MAX_PI_EXTENSION = 140;

/** Any TPDU fits: 32 octets of fields and a TP-PI at most, and user data, of which a header takes the most before it is refused. */
export function tpduScratch(): Uint8Array {
  scratch ??= new Uint8Array(32 + MAX_PI_EXTENSION + HEADER_SPACE + MAX_USER_DATA);
  return scratch;
}

/** Why a reader refuses the type 3. */
export const RESERVED_TYPE = "3 is reserved; a service centre's address may come first (option smsc)";

/** Requires the type in the low bits of a TPDU's first octet. @throws DecodeError `bad-value` */
export function expectType(firstOctet: number, type: number, name: string, offset: number): void {
  const found = firstOctet & 3;
  if (found !== type) throw new DecodeError('bad-value', 'TP-MTI', offset, `${found} is not ${name} (${type})`);
}

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Adds text or data to a message; member by member, since copying objects costs as much as reading the text. */
export function withContent<T extends UserData>(message: Mutable<T>, { text, data }: UserData): T {
  if (text !== undefined) message.text = text;
  else if (data !== undefined) message.data = data;
  return message;
}

/** Reads TP-PID. */
export function readPid(reader: ByteReader): number {
  if (reader.trace === undefined || reader.remaining === 0) return reader.u8('TP-PID');
  const tpPid = reader.octet(layoutOfPid(reader.octets[reader.offset] as number));
  reader.trace.mean(describePid(tpPid));
  return tpPid;
}

/** Reads TP-DCS. */
export function readDcs(reader: ByteReader): number {
  if (reader.trace === undefined || reader.remaining === 0) return reader.u8('TP-DCS');
  const tpDcs = reader.octet(layoutOfDcs(reader.octets[reader.offset] as number));
  reader.trace.mean(describeDcs(tpDcs));
  return tpDcs;
}

/** Requires that nothing follows; lenient reading reports what does and skips it. @throws DecodeError `trailing-bytes` */
export function expectEnd(reader: ByteReader, reading: Reading, field = 'TPDU'): void {
  const left = reader.remaining;
  if (left === 0) return;
  reading.fault('trailing-bytes', field, reader.offset, `${left} octets follow the last field`);
  reader.take(left, 'trailing octets');
}

/** Checks a number that takes one octet. */
export function octet(value: number, field: string): number {
  if ((value & 0xff) !== value) throw EncodeError.badValue(field, `${value} is not 0 to 255`);
  return value;
}

/** User data of a layer that carries another one. */
export interface CarriedField {
  readonly field: string;
  readonly spec: string;
  readonly maxOctets: number;
  /** What the octets are, in a tree. */
  readonly content: string;
}

/** Octets after an octet of their length. */
export function readCarried(
  reader: ByteReader,
  { field, spec, maxOctets, content }: CarriedField,
  reading: Reading,
): Uint8Array {
  reader.open(field, spec);
  const at = reader.offset;
  const length = reader.u8(`${field}/length`);
  if (length > maxOctets) reading.fault('bad-value', `${field}/length`, at, `${length} octets, limit is ${maxOctets}`);
  const body = reader.subToCut(length, field);
  const octets = copyOctets(body.octets.subarray(body.offset, body.end));
  if (octets.length > 0) body.take(octets.length, content);
  reader.close();
  return octets;
}
