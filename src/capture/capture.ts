/**
 * Captures of networks: the packets of a file, whichever of the two formats it has.
 * @module
 */
import { requireObject } from '../bytes/check.js';

/** The time of a packet, since 1970-01-01T00:00:00Z. */
export interface CaptureTime {
  /** Whole seconds; negative before 1970. */
  readonly seconds: number;
  /** Nanoseconds after them, 0 to 999,999,999. */
  readonly nanoseconds: number;
}

/** The format of a capture: that of libpcap (`pcap`), or the newer one that Wireshark writes (`pcapng`). */
export type CaptureFormat = 'pcap' | 'pcapng';

/** The direction of a packet, as the capturing interface saw it: received (`in`) or sent (`out`). */
export type PacketDirection = 'in' | 'out';

/** A packet to write. */
export interface CapturePacketInput {
  /** LINKTYPE value of its first header, such as 1 for Ethernet; see {@link LINK_TYPE}. */
  readonly linkType: number;
  /** The captured octets. */
  readonly octets: Uint8Array;
  /** When it was captured; by default 0, or absent if the format allows it. */
  readonly time?: CaptureTime | undefined;
  /** Length on the network in octets, if fewer were captured. */
  readonly length?: number | undefined;
  /** Direction; only pcapng has it. */
  readonly direction?: PacketDirection | undefined;
}

/** A packet of a capture. */
export interface CapturePacket {
  /** LINKTYPE value, which names the first header of `octets`; see {@link LINK_TYPE}. */
  readonly linkType: number;
  /** The captured octets: a view of the file. */
  readonly octets: Uint8Array;
  /** When it was captured; absent in a simple packet of pcapng. */
  readonly time?: CaptureTime;
  /** Length on the network in octets; more than `octets` has if the capture truncated the packet. */
  readonly length: number;
  /** Direction, if the capture has it. */
  readonly direction?: PacketDirection;
  /** Offset in the file at which its record begins, with its header. */
  readonly start: number;
  /** Offset in the file at which its record ends. */
  readonly end: number;
  /** Offset of `octets` in the file. */
  readonly at: number;
}

/** A network capture that was read. */
export interface Capture {
  /** Format of the file. */
  readonly format: CaptureFormat;
  /** The packets, in order of the file; the first is packet 1. */
  readonly packets: readonly CapturePacket[];
}

/** The LINKTYPE values of packets that `findMessages` reads (https://www.tcpdump.org/linktypes.html). */
export const LINK_TYPE = {
  /** Four octets of an address family, in the byte order of the machine. */
  Null: 0,
  Ethernet: 1,
  Ppp: 9,
  /** IPv4 or IPv6. */
  Raw: 101,
  /** As `Null`, the high octet first. */
  Loop: 108,
  LinuxCooked: 113,
  /** MTP level 2 after four octets about the link. */
  Mtp2Phdr: 139,
  Mtp2: 140,
  Mtp3: 141,
  Sccp: 142,
  /** The first of sixteen values for private use. */
  User0: 147,
  User15: 162,
  GsmtapUm: 217,
  GsmtapAbis: 218,
  Ipv4: 228,
  Ipv6: 229,
  /** Upper-layer PDUs that Wireshark exported. */
  UpperPdu: 252,
  LinuxCooked2: 276,
} as const;

const NANOSECONDS = 1_000_000_000;

/** Formats a time as `2026-11-27T02:46:10.123456789Z`; in seconds, such as `9000000000000 s`, beyond the range of a Date. */
export function formatCaptureTime(time: CaptureTime): string {
  requireObject(time, 'time');
  const { seconds, nanoseconds } = time;
  const date = new Date(seconds * 1000);
  const digits = String(nanoseconds)
    .padStart(9, '0')
    .replace(/(?:000){1,3}$/, '');
  const fraction = digits === '' ? '' : `.${digits}`;
  if (Number.isNaN(date.getTime())) return `${seconds}${fraction} s`;
  return date.toISOString().replace('.000Z', `${fraction}Z`);
}

/** A time of so many units since 1970. @param units as two numbers of 32 bits, the high one first @param perSecond units of a second */
export function timeOfUnits(high: number, low: number, perSecond: bigint, offsetSeconds: bigint): CaptureTime {
  const units = (BigInt(high) << 32n) | BigInt(low);
  const rest = ((units % perSecond) * BigInt(NANOSECONDS)) / perSecond;
  return { seconds: Number(units / perSecond + offsetSeconds), nanoseconds: Number(rest) };
}

/** A name of a link type, for people. */
export function describeLinkType(linkType: number): string {
  const { User0, User15 } = LINK_TYPE;
  if (linkType >= User0 && linkType <= User15) return `user ${linkType - User0}`;
  return NAMES.get(linkType) ?? `link type ${linkType}`;
}

const NAMES: ReadonlyMap<number, string> = /* @__PURE__ */ new Map<number, string>([
  [LINK_TYPE.Null, 'loopback'],
  [LINK_TYPE.Ethernet, 'Ethernet'],
  [LINK_TYPE.Ppp, 'PPP'],
  [LINK_TYPE.Raw, 'raw IP'],
  [LINK_TYPE.Loop, 'loopback'],
  [LINK_TYPE.LinuxCooked, 'Linux cooked'],
  [LINK_TYPE.Mtp2Phdr, 'MTP2'],
  [LINK_TYPE.Mtp2, 'MTP2'],
  [LINK_TYPE.Mtp3, 'MTP3'],
  [LINK_TYPE.Sccp, 'SCCP'],
  [LINK_TYPE.GsmtapUm, 'GSMTAP'],
  [LINK_TYPE.GsmtapAbis, 'GSMTAP'],
  [LINK_TYPE.Ipv4, 'raw IPv4'],
  [LINK_TYPE.Ipv6, 'raw IPv6'],
  [LINK_TYPE.UpperPdu, 'exported PDU'],
  [LINK_TYPE.LinuxCooked2, 'Linux cooked'],
]);
