/**
 * `handset/smpp`: encodes and decodes the PDUs of SMPP 3.4 and 5.0, and runs sessions as state machines.
 * @module
 */
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export {
  describeDataCoding as describeSmppDataCoding,
  findCoding as findSmppCoding,
  type MessageCoding as SmppCoding,
} from './data-coding.js';
export { decodeSmppPdu, findSmppPdu, type SmppDecodeOptions } from './decode.js';
export {
  encodeSmppPdu,
  type SmppEncodeOptions,
  type SmppNamedParameter,
  type SmppParameterInput,
  type SmppPduInput,
} from './encode.js';
export {
  findParameter as findSmppParameter,
  findParameterNumber as findSmppParameterNumber,
  type SmppParameterDeclaration,
  type SmppParameterName,
  type SmppParameterValues,
} from './parameters.js';
export type {
  SmppCommand,
  SmppFields,
  SmppParameter,
  SmppParameterValue,
  SmppPdu,
  SmppStructure,
  SmppValue,
} from './pdus.js';
export {
  type SmppAnswer,
  type SmppEndReason,
  type SmppRequest,
  type SmppRole,
  type SmppSentRequest,
  SmppSession,
  SmppSessionError,
  type SmppSessionEvent,
  type SmppSessionFault,
  type SmppSessionOptions,
  type SmppSessionState,
} from './session.js';
export { SmppSplitter } from './splitter.js';
export {
  describeStatus as describeSmppStatus,
  findStatusName as findSmppStatus,
  type SmppStatus,
  statusNumber as smppStatusNumber,
} from './status.js';
export {
  formatAbsoluteTime as formatSmppTime,
  formatRelativeTime as formatSmppPeriod,
  parseSmppTime,
  type SmppTime,
  type SmppTimeOptions,
} from './time.js';
