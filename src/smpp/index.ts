/**
 * PDUs of SMPP 3.4, read and written.
 * @module
 */
export { describeDataCoding, findCoding, type MessageCoding } from './data-coding.js';
export { beginsAsSmpp, decodeSmppPdu, findSmppPdu } from './decode.js';
export { encodeSmppPdu, type SmppEncodeOptions, type SmppPduInput } from './encode.js';
export { findParameter, findParameterNumber, TAG } from './parameters.js';
export type { SmppCommand, SmppFields, SmppParameter, SmppPdu, SmppValue } from './pdus.js';
export { SmppSplitter } from './splitter.js';
export { describeStatus, findStatusName, type SmppStatus, statusNumber } from './status.js';
