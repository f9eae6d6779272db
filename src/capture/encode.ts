/**
 * Packets of captures, to octets.
 * @module
 */
import { checkChoice, checkInteger, requireList, requireObject } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { EncodeError } from '../errors.js';
import type { CaptureFormat, CapturePacketInput } from './capture.js';
import { PCAP_MICRO, PCAP_NANO } from './pcap.js';
import { BLOCK, OPTION, ORDER_MAGIC } from './pcapng.js';

/** A capture to write. */
export interface CaptureInput {
  /** Format of the file. */
  readonly format: CaptureFormat;
  /** The packets, in order. */
  readonly packets: readonly CapturePacketInput[];
  /** LINKTYPE value of a pcap file without packets; 1, Ethernet, by default. */
  readonly linkType?: number | undefined;
}

/** Octets of a packet that tools take: the snapshot length that is written. */
const MAX_PACKET = 262_144;
const [MAX_U16, MAX_U32] = [0xffff, 0xffffffff];
/** Nanoseconds: ten to the power of minus nine. */
const NANO_EXPONENT = 9;

/**
 * Encodes a capture in little-endian order: pcapng with times in nanoseconds, or pcap with times in microseconds, or in nanoseconds if a time needs
 * them.
 * @throws EncodeError `bad-value` for an invalid member of a packet; `unencodable` in a pcap file for packets of several link types, or with a
 * direction; `too-long` for a packet of more than 262,144 octets.
 * @example
 * ```ts
 * import { encodeCapture, LINK_TYPE } from 'handset/capture';
 *
 * const time = { seconds: 1_000_000_000, nanoseconds: 5000 };
 * const packets = [{ linkType: LINK_TYPE.User0, octets: Uint8Array.of(1, 2, 3), time }];
 * encodeCapture({ format: 'pcap', packets }).length; // -> 43
 * ```
 */
export function encodeCapture(capture: CaptureInput): Uint8Array {
  requireObject(capture, 'capture');
  const { format, packets, linkType } = capture;
  checkChoice(format, 'format', ['pcap', 'pcapng'] as const);
  requireList(packets, 'packets', requireObject);
  packets.forEach(checkPacket);
  return format === 'pcap' ? encodePcap(packets, linkType) : encodePcapng(packets);
}

function checkPacket({ linkType, octets, time, length, direction }: CapturePacketInput, index: number): void {
  const field = `packets[${index}]`;
  requireOctets(octets, `${field}.octets`);
  checkInteger(linkType, `${field}.linkType`, 0, MAX_U16);
  if (octets.length > MAX_PACKET) {
    throw new EncodeError('too-long', `${field}.octets`, undefined, `${octets.length} octets, at most ${MAX_PACKET}`);
  }
  if (length !== undefined) checkInteger(length, `${field}.length`, octets.length, MAX_U32);
  if (time !== undefined) {
    checkInteger(time.seconds, `${field}.time.seconds`, 0, MAX_U32);
    checkInteger(time.nanoseconds, `${field}.time.nanoseconds`, 0, 999_999_999);
  }
  if (direction !== undefined) checkChoice(direction, `${field}.direction`, ['in', 'out'] as const);
}

function encodePcap(packets: readonly CapturePacketInput[], given: number | undefined): Uint8Array {
  const linkType = given ?? packets[0]?.linkType ?? 1;
  checkInteger(linkType, 'linkType', 0, MAX_U16);
  const isNano = packets.some(({ time }) => time !== undefined && time.nanoseconds % 1000 !== 0);
  const out = new WordWriter(24 + packets.reduce((sum, { octets }) => sum + 16 + octets.length, 0));
  out
    .u32(isNano ? PCAP_NANO : PCAP_MICRO)
    .u16(2)
    .u16(4)
    .u32(0)
    .u32(0)
    .u32(MAX_PACKET)
    .u32(linkType);
  packets.forEach((packet, index) => {
    const field = `packets[${index}]`;
    if (packet.linkType !== linkType) {
      const reason = `is ${packet.linkType} in a pcap file of link type ${linkType}; pcapng takes both`;
      throw new EncodeError('unencodable', `${field}.linkType`, undefined, reason);
    }
    if (packet.direction !== undefined)
      throw new EncodeError('unencodable', `${field}.direction`, undefined, 'is only in pcapng');
    const { seconds, nanoseconds } = packet.time ?? { seconds: 0, nanoseconds: 0 };
    const { octets, length = octets.length } = packet;
    out
      .u32(seconds)
      .u32(isNano ? nanoseconds : nanoseconds / 1000)
      .u32(octets.length)
      .u32(length)
      .bytes(octets);
  });
  return out.octets;
}

/** Octets of the blocks, and of their options. */
const [SECTION_OCTETS, INTERFACE_OCTETS, PACKET_OCTETS] = [28, 32, 32];
/** An option of four octets, and the end of the options. */
const FLAGS_OCTETS = 12;

function encodePcapng(packets: readonly CapturePacketInput[]): Uint8Array {
  const interfaces = new Map<number, number>();
  for (const { linkType } of packets) if (!interfaces.has(linkType)) interfaces.set(linkType, interfaces.size);
  const sizeOf = ({ octets, direction }: CapturePacketInput) =>
    PACKET_OCTETS + padded(octets.length) + (direction === undefined ? 0 : FLAGS_OCTETS);
  const size = SECTION_OCTETS + INTERFACE_OCTETS * interfaces.size + packets.reduce((sum, each) => sum + sizeOf(each), 0);
  const out = new WordWriter(size);
  out.u32(BLOCK.Section).u32(SECTION_OCTETS).u32(ORDER_MAGIC).u16(1).u16(0).u32(MAX_U32).u32(MAX_U32).u32(SECTION_OCTETS);
  for (const linkType of interfaces.keys()) {
    out.u32(BLOCK.Interface).u32(INTERFACE_OCTETS).u16(linkType).u16(0).u32(MAX_PACKET);
    out.u16(OPTION.TimeResolution).u16(1).u32(NANO_EXPONENT).u32(OPTION.End).u32(INTERFACE_OCTETS);
  }
  for (const packet of packets) {
    const { octets, length = octets.length, time = { seconds: 0, nanoseconds: 0 }, direction } = packet;
    const units = BigInt(time.seconds) * 1_000_000_000n + BigInt(time.nanoseconds);
    const block = sizeOf(packet);
    out
      .u32(BLOCK.EnhancedPacket)
      .u32(block)
      .u32(interfaces.get(packet.linkType) as number);
    out
      .u32(Number(units >> 32n))
      .u32(Number(units & 0xffffffffn))
      .u32(octets.length)
      .u32(length);
    out.bytes(octets).skip(padded(octets.length) - octets.length);
    if (direction !== undefined)
      out
        .u16(OPTION.PacketFlags)
        .u16(4)
        .u32(direction === 'in' ? 1 : 2)
        .u32(OPTION.End);
    out.u32(block);
  }
  return out.octets;
}

function padded(length: number): number {
  return length + (-length & 3);
}

/** Writes numbers, the low octet first, into octets whose number is known. */
class WordWriter {
  readonly octets: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(size: number) {
    this.octets = new Uint8Array(size);
    this.#view = new DataView(this.octets.buffer);
  }

  u16(value: number): this {
    this.#view.setUint16(this.#at, value, true);
    return this.skip(2);
  }

  u32(value: number): this {
    this.#view.setUint32(this.#at, value, true);
    return this.skip(4);
  }

  bytes(octets: Uint8Array): this {
    this.octets.set(octets, this.#at);
    return this.skip(octets.length);
  }

  /** Leaves octets at 0. */
  skip(count: number): this {
    this.#at += count;
    return this;
  }
}
