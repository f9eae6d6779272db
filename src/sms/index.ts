/**
 * `handset/sms`: SMS TPDUs, user data headers, concatenation, and the layers that carry TPDUs.
 * @module
 */

export type { DecodeOptions } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export {
  type Command,
  type CommandInput,
  type DeliverReport,
  type DeliverReportInput,
  decodeCommand,
  decodeDeliverReport,
  decodeSubmitReport,
  encodeCommand,
  encodeDeliverReport,
  encodeSubmitReport,
  type SubmitReport,
  type SubmitReportInput,
} from './acknowledgements.js';
export {
  type Address,
  type AddressInput,
  encodeServiceCentre,
  formatAddress,
  type NameAddress,
  type NumberAddress,
} from './address.js';
export {
  type Datagram,
  encodeSubmitText,
  type SubmitDatagramOptions,
  type SubmitOptions,
  type SubmitTextOptions,
  submitDatagram,
  submitText,
} from './build.js';
export { type CpAck, type CpData, type CpError, type CpMessage, decodeCp, describeCpCause, encodeCp } from './cp.js';
export {
  alphabetOfDcs,
  type Dcs,
  type DcsAlphabet,
  decodeDcs,
  describeDcs,
  encodeDcs,
  type MessageClass,
  messageClassOfDcs,
  type WaitingKind,
} from './dcs.js';
export { type Deliver, type DeliverInput, decodeDeliver, encodeDeliver } from './deliver.js';
export { type ConcatElement, findConcat, findPorts, IEI, type InformationElement, ieiName } from './information-element.js';
export type { OptionalParameters } from './parameters.js';
export { describePid } from './pid.js';
export {
  type Arrival,
  type DiscardedParts,
  type MessagePart,
  type Placed,
  type PlacedElement,
  type ReassembledMessage,
  Reassembler,
  type ReassemblerOptions,
} from './reassembler.js';
export {
  decodeRp,
  describeRpCause,
  encodeRp,
  RP_CONTENT_TYPE,
  type RpAck,
  type RpData,
  type RpError,
  type RpMessage,
  type RpMessageInput,
  type RpSmma,
} from './rp.js';
export { formatSckl, parseSckl, type ScklMessage } from './sckl.js';
export {
  decodeSeo,
  encodeSeo,
  joinSeo,
  SEO_TYPES,
  type SeoFile,
  type SeoObject,
  type SeoOptions,
  type SeoPart,
  type SeoType,
} from './seo.js';
export {
  decodeStatusReport,
  describeStatus,
  encodeStatusReport,
  type StatusReport,
  type StatusReportInput,
} from './status-report.js';
export { decodeSubmit, encodeSubmit, type Submit, type SubmitInput } from './submit.js';
export { type EnhancedValidity, formatTimestamp, type Timestamp, type ValidityPeriod } from './time.js';
export { type Direction, decodeTpdu, type Tpdu, type TpduOptions } from './tpdu.js';
export { type DecodedUdh, decodeUdh, encodeUdh } from './udh.js';
export type { UserData, UserDataInput } from './user-data.js';
