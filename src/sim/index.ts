/**
 * `handset/sim`: SIM card records: messages, message parameters, phone books. Decodes, but does not encode, packets and envelopes to the card.
 * @module
 */

export type { DecodeOptions } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export { type AdnRecord, decodeAdn, encodeAdn } from './adn.js';
export { decodeAlpha, type EncodeAlphaOptions, encodeAlpha } from './alpha.js';
export { decodeEnvelope, describeEnvelope, ENVELOPE_TAGS, type Envelope, type EnvelopeItem } from './envelope.js';
export {
  decodeExt1,
  type Ext1Record,
  encodeExt1,
  type JoinedNumber,
  joinAdn,
  type SplitAdn,
  splitAdn,
} from './ext1.js';
export { type DialledNumber, formatDialled } from './numbers.js';
export {
  type CommandPacket,
  decodeCommandPacket,
  decodeResponsePacket,
  describeResponseStatus,
  describeSpi,
  describeTar,
  type ResponsePacket,
  SECURED_PACKET_IEI,
} from './secured-packet.js';
export {
  decodeSimSms,
  encodeSimSms,
  SIM_SMS_OCTETS,
  SIM_SMS_STATUSES,
  type SimSms,
  type SimSmsInput,
  type SimSmsStatus,
} from './sms-record.js';
export { decodeSmsParameters, encodeSmsParameters, type SmsParameters, type SmsParametersInput } from './smsp.js';
