/**
 * `handset/bytes`: readers and writers of octets and bits, traces of what they read, hex, percent-encoding, UTF-8, swapped BCD.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { BitReader, BitWriter } from './bits.js';
export { fromHex, toHex } from './hex.js';
export { percentDecode, percentEncode, percentEncodeOctets } from './percent.js';
export { ByteReader, type OctetLayout } from './reader.js';
export type { Fix, Issue, IssueDetails } from './reading.js';
export { fromSwappedBcd, toSwappedBcd } from './semi-octets.js';
export { type BitOrder, type BitRange, type Field, FieldBudget, type FieldValue, Trace, type TraceMark } from './trace.js';
export { decodeUtf8, encodeUtf8 } from './utf8.js';
export { ByteWriter } from './writer.js';
