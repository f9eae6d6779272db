/**
 * `handset/capture`: network captures (pcap and pcapng), and the messages in them.
 * @module
 */

export type { DecodeOptions } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export {
  type Capture,
  type CaptureFormat,
  type CapturePacket,
  type CapturePacketInput,
  type CaptureTime,
  formatCaptureTime,
  LINK_TYPE,
  type PacketDirection,
} from './capture.js';
export { type CaptureInput, encodeCapture } from './encode.js';
export {
  type CapturedFormat,
  type CapturedMessage,
  type CapturedMessages,
  findMessages,
  type SkippedPackets,
} from './messages.js';
export { decodeCapture } from './read.js';
export { encodeMessageCapture, type MessageCaptureOptions, type MessageToCapture } from './write.js';
