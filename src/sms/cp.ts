/**
 * The connection layer of short messages in GSM and its circuit-switched successors: CP-DATA, CP-ACK and CP-ERROR, as they go over the radio.
 *
 *   CP-DATA    transaction and protocol | 01 | length, message of the relay layer
 *   CP-ACK     transaction and protocol | 04
 *   CP-ERROR   transaction and protocol | 10 | CP-Cause
 *
 *   transaction and protocol: flag(1) TI(3) 9(4); with a TI of 7 another octet has its value: 1(1) TI(7)
 *
 * Source: 3GPP TS 24.011 sections 7.2 and 8.1; TS 24.007 section 11.2.3.1.3 for the transaction identifier.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, EncodeError } from '../errors.js';
import { type CarriedField, expectEnd, octet, readCarried } from './tpdu-fields.js';

/** What all messages of the connection layer have. */
interface CpHeader {
  /** TI value: 0 to 127, of which 7 to 127 take another octet. */
  readonly ti: number;
  /** TI flag: false from the side that began the transaction, true from the other one. */
  readonly tiFlag: boolean;
}

/** CP-DATA: carries a message of the relay layer (TS 24.011 section 7.2.1). */
export interface CpData extends CpHeader {
  readonly type: 'CP-DATA';
  /** CP-User Data, at most 248 octets, for `decodeRp`. */
  readonly cpUd: Uint8Array;
}

/** CP-ACK: acknowledges a CP-DATA (TS 24.011 section 7.2.2). */
export interface CpAck extends CpHeader {
  readonly type: 'CP-ACK';
}

/** CP-ERROR: ends a transaction that failed (TS 24.011 section 7.2.3). */
export interface CpError extends CpHeader {
  readonly type: 'CP-ERROR';
  /** CP-Cause, 0 to 255; see {@link describeCpCause}. */
  readonly cpCause: number;
}

/** A message of the connection layer of short messages (TS 24.011 section 7.2), for {@link encodeCp} and {@link decodeCp}. */
export type CpMessage = CpData | CpAck | CpError;

/** Protocol discriminator of short messages (TS 24.007 11.2.3.1.1). */
const PROTOCOL = 9;
/** Value of TI in the first octet that says that another octet has it. */
const EXTENDED_TI = 7;
const EXTENSION_BIT = 0x80;
/** Octets of CP-User Data (TS 24.011 8.1.4.1). */
const MAX_USER_DATA = 248;
const USER_DATA: CarriedField = { field: 'CP-UD', spec: '24.011 8.1.4.1', maxOctets: MAX_USER_DATA, content: 'RP message' };

const MESSAGE_TYPES = { 'CP-DATA': 0x01, 'CP-ACK': 0x04, 'CP-ERROR': 0x10 } as const;

const FIRST_OCTET: OctetLayout = {
  name: 'transaction and protocol',
  spec: '24.007 11.2.3.1',
  bits: [
    { name: 'TI flag', width: 1, values: ['from the side that began', 'from the other side'] },
    { name: 'TI', width: 3 },
    { name: 'protocol', width: 4, values: Array.from({ length: 10 }, (_, i) => (i === PROTOCOL ? 'SMS' : undefined)) },
  ],
};

const TI_EXTENSION: OctetLayout = {
  name: 'TI extension',
  spec: '24.007 11.2.3.1.3',
  bits: [
    { name: 'extension', width: 1 },
    { name: 'TI', width: 7 },
  ],
};

/**
 * Encodes a message of the connection layer (TS 24.011 section 7.2).
 * @throws EncodeError `bad-value`, `too-long`, naming the field.
 * @example
 * ```ts
 * import { fromHex, toHex } from 'handset/bytes';
 * import { encodeCp } from 'handset/sms';
 *
 * toHex(encodeCp({ type: 'CP-DATA', ti: 2, tiFlag: true, cpUd: fromHex('052A0126') })); // -> 'A90104052A0126'
 * ```
 */
export function encodeCp(message: CpMessage): Uint8Array {
  requireObject(message, 'message');
  const { type, ti, tiFlag } = message;
  const messageType = MESSAGE_TYPES[type];
  if (messageType === undefined) throw new TypeError(`type is ${Object.keys(MESSAGE_TYPES).join(', ')}`);
  if ((ti & 0x7f) !== ti) throw EncodeError.badValue('ti', `${ti} is not 0 to 127`);
  const isExtended = ti >= EXTENDED_TI;
  const header = [(tiFlag ? 0x80 : 0) | ((isExtended ? EXTENDED_TI : ti) << 4) | PROTOCOL];
  if (isExtended) header.push(EXTENSION_BIT | ti);
  header.push(messageType);
  if (type === 'CP-ACK') return Uint8Array.from(header);
  if (type === 'CP-ERROR') return Uint8Array.of(...header, octet(message.cpCause, 'cpCause'));
  const { cpUd } = message;
  requireOctets(cpUd, 'cpUd');
  if (cpUd.length > MAX_USER_DATA)
    throw new EncodeError('too-long', 'cpUd', undefined, `${cpUd.length} octets, limit is ${MAX_USER_DATA}`);
  const target = new Uint8Array(header.length + 1 + cpUd.length);
  target.set(header);
  target[header.length] = cpUd.length;
  target.set(cpUd, header.length + 1);
  return target;
}

/**
 * Decodes a message of the connection layer (TS 24.011 section 7.2).
 * @param options.lenient accept a missing or needless extension of the transaction identifier, user data of more than 248 octets, and octets after
 * the last field.
 * @throws DecodeError `truncated`; `bad-value` for another protocol or message type; `trailing-bytes`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeCp } from 'handset/sms';
 *
 * decodeCp(fromHex('A904')); // -> { type: 'CP-ACK', ti: 2, tiFlag: true }
 * ```
 */
export function decodeCp(octets: Uint8Array, options?: DecodeOptions): CpMessage {
  return readCp(new ByteReader(octets), options);
}

/** {@link decodeCp} on a cursor, which is left at the end. */
export function readCp(reader: ByteReader, options?: DecodeOptions): CpMessage {
  const reading = Reading.of(options);
  const start = reader.offset;
  const first = reader.octet(FIRST_OCTET);
  if ((first & 15) !== PROTOCOL)
    throw new DecodeError('bad-value', 'protocol', start, `${first & 15} is not SMS (${PROTOCOL})`);
  const header = { ti: readTi(reader, (first >> 4) & 7, reading), tiFlag: first >= 0x80 };
  const typeAt = reader.offset;
  const messageType = reader.u8('message type', '24.011 8.1.3');
  const type = NAMES.get(messageType);
  if (type === undefined) throw new DecodeError('bad-value', 'message type', typeAt, `${messageType} is not 1, 4 or 16`);
  reader.trace?.mean(type);
  const message: CpMessage =
    type === 'CP-DATA'
      ? { type, ...header, cpUd: readCarried(reader, USER_DATA, reading) }
      : type === 'CP-ERROR'
        ? { type, ...header, cpCause: readCause(reader) }
        : { type, ...header };
  expectEnd(reader, reading, type);
  return message;
}

const NAMES: ReadonlyMap<number, CpMessage['type']> = /* @__PURE__ */ new Map([
  [MESSAGE_TYPES['CP-DATA'], 'CP-DATA'],
  [MESSAGE_TYPES['CP-ACK'], 'CP-ACK'],
  [MESSAGE_TYPES['CP-ERROR'], 'CP-ERROR'],
]);

/** A TI of 7 in the first octet is in the next one; gateways that know of no extension write none, which lenient reading takes. */
function readTi(reader: ByteReader, value: number, reading: Reading): number {
  if (value !== EXTENDED_TI) return value;
  const at = reader.offset;
  if (reader.remaining > 0 && (reader.octets[at] as number) < EXTENSION_BIT) {
    reading.fault('bad-value', 'TI extension', at, 'a TI of 7 needs an extension octet, found none');
    return value;
  }
  const ti = reader.octet(TI_EXTENSION) & 0x7f;
  if (ti < EXTENDED_TI) reading.fault('bad-value', 'TI extension', at, `${ti} fits in the first octet`);
  return ti;
}

function readCause(reader: ByteReader): number {
  const cause = reader.u8('CP-Cause', '24.011 8.1.4.2');
  reader.trace?.mean(describeCpCause(cause));
  return cause;
}

const CAUSES: ReadonlyMap<number, string> = /* @__PURE__ */ new Map([
  [17, 'network failure'],
  [22, 'congestion'],
  [81, 'invalid transaction identifier'],
  [95, 'semantically incorrect message'],
  [96, 'invalid mandatory information'],
  [97, 'unknown message type'],
  [98, 'message not compatible with the protocol state'],
  [99, 'unknown information element'],
  [111, 'protocol error'],
]);

/** Describes CP-Cause in words (TS 24.011 table 8.2): `reserved N` for a value that the table lacks. */
export function describeCpCause(cpCause: number): string {
  return CAUSES.get(cpCause) ?? `reserved ${cpCause}`;
}
