/**
 * Captures made of messages, which Wireshark opens: on the radio of GSM by way of GSMTAP, in a link type for users, PDUs of SMPP over TCP.
 * @module
 */
import { checkChoice, requireList, requireObject } from '../bytes/check.js';
import { requireOctets, u32be } from '../bytes/octets.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { type Direction, encodeCp } from '../sms/index.js';
import { encodeRp } from '../sms/rp.js';
import { type CaptureFormat, type CapturePacketInput, type CaptureTime, LINK_TYPE } from './capture.js';
import { encodeCapture } from './encode.js';
import type { CapturedFormat } from './messages.js';
import { GSMTAP_TYPE } from './radio.js';

/** A message to write to a capture. */
export interface MessageToCapture {
  /** Format: a TPDU without or with the address of its service centre, a message of the relay or connection layer, or an SMPP PDU. */
  readonly format: Extract<CapturedFormat, 'tpdu-mo' | 'tpdu-mt' | 'pdu-mo' | 'pdu-mt' | 'rp' | 'cp' | 'smpp'>;
  /** The message. */
  readonly octets: Uint8Array;
  /** Time of its packets. */
  readonly time?: CaptureTime | undefined;
  /** Direction of a CP-ACK or CP-ERROR; `MT` by default. The direction of all other messages follows from their octets. */
  readonly direction?: Direction | undefined;
}

/** Options of {@link encodeMessageCapture}. */
export interface MessageCaptureOptions {
  /** Format of the file; `pcapng` by default. */
  readonly format?: CaptureFormat | undefined;
  /**
   * `network`, the default: messages of handsets in LAPDm and GSMTAP to UDP port 4729, as on a GSM channel; SMPP PDUs over TCP, with the service
   * centre on port 2775. Programs recognise both without configuration.
   *
   * `user`: each message is a packet of a link type for private use, 147 to 150, without other layers.
   */
  readonly link?: 'network' | 'user' | undefined;
}

/** Link types for users that messages are written with: TPDUs, messages of the relay and of the connection layer, PDUs of SMPP. */
export const USER_LINK_TYPE = { tpdu: 147, rp: 148, cp: 149, smpp: 150 } as const;

const FORMATS = ['tpdu-mo', 'tpdu-mt', 'pdu-mo', 'pdu-mt', 'rp', 'cp', 'smpp'] as const;

/**
 * Encodes messages as a network capture, for Wireshark and other programs. A TPDU gets an RP-DATA (a report an RP-ACK) and a CP-DATA around it, with
 * the address of its service centre if it has one. For `link: 'user'`, set the protocols of the link types in Wireshark's preferences (Protocols,
 * DLT_USER): `gsm_sms`, `gsm_a_rp`, `gsm_a_dtap`, `smpp`.
 * @throws EncodeError `too-long` for a message that does not fit in the layers around it, `unencodable` for several link types in a pcap file.
 * @example
 * ```ts
 * import { encodeMessageCapture } from 'handset/capture';
 * import { encodeSubmit } from 'handset/sms';
 *
 * const octets = encodeMessageCapture([{ format: 'tpdu-mo', octets: encodeSubmit({ tpDa: '447700900123', text: 'hello' }) }]);
 * octets.subarray(0, 4); // -> Uint8Array.of(0x0a, 0x0d, 0x0d, 0x0a)
 * ```
 */
export function encodeMessageCapture(messages: readonly MessageToCapture[], options: MessageCaptureOptions = {}): Uint8Array {
  requireList(messages, 'messages', requireObject);
  requireObject(options, 'options');
  const { format = 'pcapng', link = 'network' } = options;
  checkChoice(link, 'link', ['network', 'user'] as const);
  messages.forEach(({ format: each, octets }, index) => {
    checkChoice(each, `messages[${index}].format`, FORMATS);
    requireOctets(octets, `messages[${index}].octets`);
  });
  if (link === 'user') return encodeCapture({ format, packets: messages.map((message) => userPacket(message, format)) });
  const writer = new NetworkWriter();
  const packets = messages.flatMap((message, index) => writer.packetsOf(message, index));
  return encodeCapture({ format, packets, linkType: LINK_TYPE.Raw });
}

function userPacket(message: MessageToCapture, format: CaptureFormat): CapturePacketInput {
  const { time } = message;
  const kind = message.format === 'rp' || message.format === 'cp' || message.format === 'smpp' ? message.format : 'tpdu';
  // A dissector of TPDUs knows nothing of a service centre before it.
  const { tpdu: octets } = splitCentre(message);
  const direction = format === 'pcap' || kind === 'smpp' ? undefined : findDirection(message) === 'MO' ? 'in' : 'out';
  return { linkType: USER_LINK_TYPE[kind], octets, time, direction };
}

/** Which way a message went: a network's equipment gets what comes from a handset. */
function findDirection({ format, octets, direction }: MessageToCapture): Direction {
  if (format.endsWith('-mo')) return 'MO';
  if (format.endsWith('-mt')) return 'MT';
  if (format === 'rp') return ((octets[0] ?? 0) & 1) === 0 ? 'MO' : 'MT';
  const rpAt = ((octets[0] ?? 0) & 0x70) === 0x70 ? 4 : 3;
  const isData = octets[rpAt - 2] === 1 && octets.length > rpAt;
  return isData ? (((octets[rpAt] as number) & 1) === 0 ? 'MO' : 'MT') : (direction ?? 'MT');
}

/** A TPDU and its service centre, as the relay layer has its address. */
function splitCentre({ format, octets }: MessageToCapture): { readonly centre: Uint8Array; readonly tpdu: Uint8Array } {
  if (!format.startsWith('pdu-')) return { centre: Uint8Array.of(0), tpdu: octets };
  const end = 1 + (octets[0] ?? 0);
  if (end > octets.length) {
    throw new EncodeError('bad-value', 'SMSC', undefined, `needs ${end} octets, the message has ${octets.length}`);
  }
  return { centre: octets.subarray(0, end), tpdu: octets.subarray(end) };
}

/** Octets of a LAPDm frame on an SDCCH, and those of them that carry a message (TS 44.006 5.8.3). */
const [FRAME_OCTETS, N201] = [23, 20] as const;
/** What fills a frame up (TS 44.006 5.2). */
const FILL = 0x2b;
/** The link of short messages. */
const SAPI = 3;
/** GSMTAP's name of an SDCCH/8. */
const SDCCH8 = 8;
const [GSMTAP_PORT, SMPP_PORT, ESME_PORT] = [4729, 2775, 50_000] as const;
/** The network or service centre, and the other side (RFC 5737). */
const [NETWORK, OTHER]: readonly [readonly number[], readonly number[]] = [
  [192, 0, 2, 1],
  [192, 0, 2, 2],
];
const [UDP, TCP] = [17, 6] as const;
/** Octets of a segment. */
const SEGMENT_OCTETS = 1400;

/** Puts messages into packets of IP. What counts goes on from one to the next. */
class NetworkWriter {
  /** Numbers of the frames, by direction. */
  readonly #frames = { MO: 0, MT: 0 };
  /** Octets sent, by the side. */
  readonly #sent = { centre: 0, esme: 0 };
  #id = 0;

  packetsOf(message: MessageToCapture, index: number): CapturePacketInput[] {
    const { format, time } = message;
    const packets = format === 'smpp' ? this.#tcp(message.octets) : this.#radio(message, index);
    return packets.map((octets) => ({ linkType: LINK_TYPE.Raw, octets, time }));
  }

  #radio(message: MessageToCapture, index: number): Uint8Array[] {
    const direction = findDirection(message);
    const octets = message.format === 'cp' ? message.octets : this.#connected(message, direction, index);
    const packets: Uint8Array[] = [];
    for (let at = 0; at === 0 || at < octets.length; at += N201) {
      const piece = octets.subarray(at, at + N201);
      const isMore = at + N201 < octets.length;
      const number = this.#frames[direction]++ & 7;
      const acknowledged = this.#frames[direction === 'MO' ? 'MT' : 'MO'] & 7;
      const frame = new Uint8Array(FRAME_OCTETS).fill(FILL);
      // Commands of the network have the C/R bit.
      frame[0] = (SAPI << 2) | (direction === 'MT' ? 2 : 0) | 1;
      frame[1] = (acknowledged << 5) | (number << 1);
      frame[2] = (piece.length << 2) | (isMore ? 2 : 0) | 1;
      frame.set(piece, 3);
      packets.push(this.#udp(gsmtap(frame, direction)));
    }
    return packets;
  }

  /** A message of the connection layer. */
  #connected(message: MessageToCapture, direction: Direction, index: number): Uint8Array {
    const cpUd = message.format === 'rp' ? message.octets : relay(message, direction, index & 0xff);
    // Answers come from the side that did not begin: RP-ACK and RP-ERROR.
    const type = ((cpUd[0] ?? 0) & 7) >> 1;
    const tiFlag = type === 1 || type === 2;
    return encodeCp({ type: 'CP-DATA', ti: index % 7, tiFlag, cpUd });
  }

  #udp(payload: Uint8Array): Uint8Array {
    const out = new ByteWriter(8 + payload.length);
    // Without a checksum: 0.
    out
      .u16(GSMTAP_PORT)
      .u16(GSMTAP_PORT)
      .u16(8 + payload.length)
      .u16(0)
      .bytes(payload);
    return ipv4(OTHER, NETWORK, UDP, this.#id++, out.finish());
  }

  #tcp(pdu: Uint8Array): Uint8Array[] {
    const fromCentre = isFromCentre(pdu);
    const [own, peer] = fromCentre ? (['centre', 'esme'] as const) : (['esme', 'centre'] as const);
    const [source, destination] = fromCentre ? [NETWORK, OTHER] : [OTHER, NETWORK];
    const packets: Uint8Array[] = [];
    for (let at = 0; at < pdu.length; at += SEGMENT_OCTETS) {
      const piece = pdu.subarray(at, at + SEGMENT_OCTETS);
      const out = new ByteWriter(20 + piece.length);
      out.u16(fromCentre ? SMPP_PORT : ESME_PORT).u16(fromCentre ? ESME_PORT : SMPP_PORT);
      writeU32(out, 1 + this.#sent[own]);
      writeU32(out, 1 + this.#sent[peer]);
      // Five words of header; PSH and ACK.
      out.u16(0x5018).u16(0xffff).u16(0).u16(0).bytes(piece);
      const segment = out.finish();
      const pseudo = Uint8Array.of(...source, ...destination, 0, TCP, segment.length >> 8, segment.length & 255);
      new DataView(segment.buffer).setUint16(16, checksum(segment, checksumOf(pseudo)));
      packets.push(ipv4(source, destination, TCP, this.#id++, segment));
      this.#sent[own] += piece.length;
    }
    return packets;
  }
}

/** A TPDU in a message of the relay layer; reports answer one. */
function relay(message: MessageToCapture, direction: Direction, rpMr: number): Uint8Array {
  const { centre, tpdu } = splitCentre(message);
  const type = (tpdu[0] ?? 0) & 3;
  if (type === (direction === 'MO' ? 0 : 1)) return encodeRp({ type: 'RP-ACK', direction, rpMr, rpUd: tpdu });
  const addresses = direction === 'MO' ? [Uint8Array.of(0), centre] : [centre, Uint8Array.of(0)];
  const rest = encodeRp({ type: 'RP-DATA', direction, rpMr, rpUd: tpdu } as Parameters<typeof encodeRp>[0]);
  return new ByteWriter()
    .bytes(rest.subarray(0, 2))
    .bytes(addresses[0] as Uint8Array)
    .bytes(addresses[1] as Uint8Array)
    .bytes(rest.subarray(4))
    .finish();
}

function gsmtap(frame: Uint8Array, direction: Direction): Uint8Array {
  const out = new ByteWriter(16 + frame.length);
  // Version 2, four words, type, timeslot; channel with its direction; signal, noise; frame number; channel type, antenna, subslot.
  out.u8(2).u8(4).u8(GSMTAP_TYPE.Um).u8(0);
  out.u16(direction === 'MO' ? 0x4001 : 1).u16(0);
  writeU32(out, 0);
  return out.u8(SDCCH8).u8(0).u8(0).u8(0).bytes(frame).finish();
}

/** Command identifiers of requests that a service centre makes, and what tells answers to those of others. */
const [OUTBIND, DELIVER_SM, ALERT_NOTIFICATION, ANSWER] = [0x0b, 5, 0x102, 0x80000000] as const;

function isFromCentre(pdu: Uint8Array): boolean {
  const id = u32be(pdu, 4);
  if (id >= ANSWER) return id - ANSWER !== DELIVER_SM;
  return id === OUTBIND || id === DELIVER_SM || id === ALERT_NOTIFICATION;
}

function ipv4(
  source: readonly number[],
  destination: readonly number[],
  protocol: number,
  id: number,
  payload: Uint8Array,
): Uint8Array {
  const out = new ByteWriter(20 + payload.length);
  // Version and words; not to be fragmented; hops.
  out
    .u8(0x45)
    .u8(0)
    .u16(20 + payload.length)
    .u16(id & 0xffff)
    .u16(0x4000)
    .u8(64)
    .u8(protocol)
    .u16(0);
  out.bytes(Uint8Array.from([...source, ...destination])).bytes(payload);
  const octets = out.finish();
  new DataView(octets.buffer).setUint16(10, checksum(octets.subarray(0, 20)));
  return octets;
}

function writeU32(out: ByteWriter, value: number): void {
  out.u16(Math.floor(value / 0x1_0000) & 0xffff).u16(value & 0xffff);
}

/** The sum of pairs of octets (RFC 1071), folded. */
function checksumOf(octets: Uint8Array, before = 0): number {
  let sum = before;
  for (let at = 0; at < octets.length; at += 2) sum += ((octets[at] as number) << 8) | (octets[at + 1] ?? 0);
  while (sum > 0xffff) sum = (sum & 0xffff) + (sum >> 16);
  return sum;
}

function checksum(octets: Uint8Array, before = 0): number {
  return ~checksumOf(octets, before) & 0xffff;
}
