/** Captures of networks: packets at random, and frames to put into them, built without the package. */
import fc from 'fast-check';
import { type Capture, type CapturePacketInput, decodeCapture, encodeCapture, findMessages } from '../../src/capture/index.js';
import { damaged } from './hostile.js';

const packet = (linkType: fc.Arbitrary<number>, isBlocks: boolean): fc.Arbitrary<CapturePacketInput> =>
  fc
    .record({
      linkType,
      octets: fc.uint8Array({ maxLength: 80 }),
      time: fc.record({ seconds: fc.nat({ max: 0xffffffff }), nanoseconds: fc.nat({ max: 999_999_999 }) }),
      more: fc.constantFrom(0, 0, 0, 1, 70_000),
      direction: isBlocks ? fc.constantFrom(undefined, 'in' as const, 'out' as const) : fc.constant(undefined),
    })
    .map(({ octets, more, direction, ...rest }) => ({
      ...{ ...rest, octets, length: octets.length + more },
      ...(direction && { direction }),
    }));

/** Packets of one link type in a pcap file, of several in pcapng. */
export const capture = fc.oneof(
  fc.constantFrom(0, 1, 101, 113, 147, 217, 252).chain((linkType) =>
    fc.record({
      format: fc.constant('pcap' as const),
      packets: fc.array(packet(fc.constant(linkType), false), { maxLength: 4 }),
    }),
  ),
  fc.record({
    format: fc.constant('pcapng' as const),
    packets: fc.array(packet(fc.constantFrom(0, 1, 101, 113, 140, 147, 217, 252, 276), true), { maxLength: 4 }),
  }),
) as unknown as fc.Arbitrary<Capture>;

/** What of a capture comes back when it is written: not where its packets are. */
export const essenceOf = ({ format, packets }: Capture) => ({
  format,
  packets: packets.map(({ linkType, octets, time = { seconds: 0, nanoseconds: 0 }, length, direction }) => ({
    ...{ linkType, octets: [...octets], time, length, direction: direction ?? null },
  })),
});

/** What is found in packets, and what is skipped. */
export function find(packets: readonly Iterable<number>[], linkType = 1) {
  const octets = encodeCapture({
    format: 'pcapng',
    packets: packets.map((each) => ({ linkType, octets: Uint8Array.from(each) })),
  });
  const { messages, skipped } = findMessages(decodeCapture(octets));
  return {
    found: messages.map(({ packet, layers, format, octets: message }) => [packet, layers.join(' > '), format, message]),
    skipped: Object.fromEntries(skipped.map(({ reason, packets: numbers }) => [reason, numbers])),
  };
}

/** A text as octets. */
export const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

// ---- frames ----

export const u16 = (value: number) => [value >> 8, value & 255];
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)];

/** An address as 10.0.0.N. */
export interface Ends {
  readonly from: number;
  readonly to: number;
  readonly fromPort: number;
  readonly toPort: number;
}

export function ethernet(payload: readonly number[], type = 0x0800, ...vlans: readonly number[]): Uint8Array {
  const tags = vlans.flatMap((vlan) => [0x81, 0x00, ...u16(vlan)]);
  return Uint8Array.from([2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, ...tags, ...u16(type), ...payload]);
}

/** A datagram, or a fragment of one. */
export function ipv4(
  protocol: number,
  payload: readonly number[],
  { from, to }: Pick<Ends, 'from' | 'to'>,
  { id = 0, offset = 0, more = false } = {},
): number[] {
  const flags = (more ? 0x2000 : 0) | (offset >> 3);
  const head = [0x45, 0, ...u16(20 + payload.length), ...u16(id), ...u16(flags), 64, protocol, 0, 0];
  return [...head, 10, 0, 0, from, 10, 0, 0, to, ...payload];
}

export function ipv6(next: number, payload: readonly number[], { from, to }: Pick<Ends, 'from' | 'to'>): number[] {
  const address = (last: number) => [0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), last];
  return [0x60, 0, 0, 0, ...u16(payload.length), next, 64, ...address(from), ...address(to), ...payload];
}

export function udp(payload: Iterable<number>, { fromPort, toPort }: Pick<Ends, 'fromPort' | 'toPort'>): number[] {
  const octets = [...payload];
  return [...u16(fromPort), ...u16(toPort), ...u16(8 + octets.length), 0, 0, ...octets];
}

export function tcp(
  payload: Iterable<number>,
  sequence: number,
  { fromPort, toPort }: Pick<Ends, 'fromPort' | 'toPort'>,
  flags = 0x18,
): number[] {
  return [...u16(fromPort), ...u16(toPort), ...u32(sequence), ...u32(1), 0x50, flags, 0x20, 0, 0, 0, 0, 0, ...payload];
}

/** A packet of GSMTAP without anything around it. */
export function gsmtap(type: number, payload: Iterable<number>, channel = 8, arfcn = 0x4001): number[] {
  return [2, 4, type, 0, ...u16(arfcn), 0, 0, 0, 0, 0, 0, channel, 0, 0, 0, ...payload];
}

/** A DATA chunk. */
export interface Chunk {
  readonly tsn: number;
  readonly payload: Iterable<number>;
  readonly first?: boolean;
  readonly last?: boolean;
  readonly protocol?: number;
}

export function sctp(chunks: readonly Chunk[], { fromPort, toPort }: Pick<Ends, 'fromPort' | 'toPort'>): number[] {
  const body = chunks.flatMap(({ tsn, payload, first = true, last = true, protocol = 3 }) => {
    const octets = [...payload];
    const flags = (first ? 2 : 0) | (last ? 1 : 0);
    const padding = Array(-octets.length & 3).fill(0);
    return [0, flags, ...u16(16 + octets.length), ...u32(tsn), 0, 1, 0, 0, ...u32(protocol), ...octets, ...padding];
  });
  return [...u16(fromPort), ...u16(toPort), 0, 0, 0, 1, 0, 0, 0, 0, ...body];
}

/** DATA of M3UA with SCCP between two points. */
export function m3ua(sccp: readonly number[]): number[] {
  const parameter = [2, 0x10, ...u16(16 + sccp.length), 0, 0, 0, 1, 0, 0, 0, 2, 3, 2, 0, 0, ...sccp];
  const padding = Array(-parameter.length & 3).fill(0);
  return [1, 0, 1, 1, ...u32(8 + parameter.length + padding.length), ...parameter, ...padding];
}

/** UDT between two subsystems of MAP. */
export function udt(data: readonly number[]): number[] {
  const [called, calling] = [
    [2, 0x42, 8],
    [2, 0x42, 6],
  ];
  return [9, 0, 3, 5, 7, ...(called as number[]), ...(calling as number[]), data.length, ...data];
}

/** XUDT with segmentation. */
export function xudt(data: readonly number[], first: boolean, left: number, reference: number): number[] {
  const parts = [2, 0x42, 8, 2, 0x42, 6, data.length, ...data];
  const optional = 4 + parts.length - 3;
  const segmentation = [0x10, 4, (first ? 0x80 : 0) | left, 0, 0, reference, 0];
  return [0x11, 1, 15, 4, 6, 8, optional, ...parts, ...segmentation];
}

/** An element of BER; a long length where it needs one, or is asked for. */
export function ber(tag: number, content: Iterable<number>, length: 'definite' | 'indefinite' = 'definite'): number[] {
  const octets = [...content];
  if (length === 'indefinite') return [tag, 0x80, ...octets, 0, 0];
  const size = octets.length;
  const head = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, ...u16(size)];
  return [tag, ...head, ...octets];
}

/** A Begin of TCAP that forwards a short message, from the handset or to it, as MAP version 3 does. */
export function forwardSm(
  tpdu: Iterable<number>,
  direction: 'MO' | 'MT',
  length: 'definite' | 'indefinite' = 'definite',
): number[] {
  const centre = [0x91, 0x44, 0x77, 0x00, 0x09, 0x00, 0x10];
  const imsi = [0x32, 0x54, 0x10, 0x00, 0x00, 0x00, 0x00, 0xf1];
  const msisdn = [0x91, 0x44, 0x77, 0x00, 0x09, 0x10, 0x32];
  const addresses =
    direction === 'MO' ? [...ber(0x84, centre), ...ber(0x82, msisdn)] : [...ber(0x80, imsi), ...ber(0x84, centre)];
  const argument = ber(0x30, [...addresses, ...ber(0x04, tpdu)], length);
  const invoke = ber(0xa1, [2, 1, 1, 2, 1, direction === 'MO' ? 46 : 44, ...argument], length);
  // The dialogue portion names the context: shortMsgMO-Relay or shortMsgMT-Relay, version 3.
  const context = [0x04, 0, 0, 1, 0, direction === 'MO' ? 21 : 25, 3];
  const request = ber(0x60, [0x80, 2, 7, 0x80, ...ber(0xa1, ber(0x06, context))]);
  const dialogue = ber(0x6b, ber(0x28, [6, 7, 0, 0x11, 0x86, 5, 1, 1, 1, ...ber(0xa0, request)]));
  return ber(0x62, [...ber(0x48, [0, 0, 0, 1]), ...dialogue, ...ber(0x6c, invoke, length)], length);
}

/** What begins as a capture, and goes on with any octets; and captures with damage. */
export const likeCapture = fc.oneof(
  damaged(capture.map((value) => encodeCapture(value))),
  fc
    .tuple(
      fc.constantFrom([0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0], [0xa1, 0xb2, 0x3c, 0x4d, 0, 2, 0, 4]),
      fc.uint8Array({ maxLength: 80 }),
    )
    .map(([magic, rest]) => Uint8Array.from([...magic, ...rest])),
);
