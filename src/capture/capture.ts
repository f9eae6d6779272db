/**
 * Captures of networks: the packets of a file, whichever of the two formats it has.
 * @module
 */
import { requireObject } from '../bytes/check.js';

/** A time of a packet: since 1970-01-01T00:00:00Z. */
export interface CaptureTime {
  /** Whole seconds; negative before 1970. */
  readonly seconds: number;
  /** 0 to 999,999,999. */
  readonly nanoseconds: number;
}

/** The formats of captures: libpcap's, and the one of blocks that Wireshark writes. */
export type CaptureFormat = 'pcap' | 'pcapng';

/** Which way a packet went, as the interface saw it. */
export type PacketDirection = 'in' | 'out';

/** A packet to write. */
export interface CapturePacketInput {
  /** LINKTYPE of its first header, such as 1 for Ethernet; see {@link LINK_TYPE}. */
  readonly linkType: number;
  /** What was captured of it. */
  readonly octets: Uint8Array;
  /** When; without it the time is 0, or absent where the format can do without. */
  readonly time?: CaptureTime | undefined;
  /** Its octets on the network, where fewer were captured. */
  readonly length?: number | undefined;
  /** Only pcapng has it. */
  readonly direction?: PacketDirection | undefined;
}

/** A packet of a capture. */
export interface CapturePacket {
  /** What its octets begin with: see {@link LINK_TYPE}. */
  readonly linkType: number;
  /** A view of the file. */
  readonly octets: Uint8Array;
  /** Absent in a simple packet of pcapng. */
  readonly time?: CaptureTime;
  /** Its octets on the network: more than `octets` has when it was cut. */
  readonly length: number;
  /** Which way it went, when the capture says so. */
  readonly direction?: PacketDirection;
  /** Where its record begins in the file, its header counted. */
  readonly start: number;
  /** Where its record ends in the file. */
  readonly end: number;
  /** Where `octets` are. */
  readonly at: number;
}

/** A capture as it was read. */
export interface Capture {
  /** The format of the file. */
  readonly format: CaptureFormat;
  /** In the order of the file; the first is packet 1. */
  readonly packets: readonly CapturePacket[];
}

/** Link types that are read here (https://www.tcpdump.org/linktypes.html). */
export const LINK_TYPE = {
  /** Four octets of an address family, in the order of the machine. */
  Null: 0,
  Ethernet: 1,
  Ppp: 9,
  /** IPv4 or IPv6. */
  Raw: 101,
  /** As Null, the high octet first. */
  Loop: 108,
  LinuxCooked: 113,
  /** MTP level 2 after four octets about the link. */
  Mtp2Phdr: 139,
  Mtp2: 140,
  Mtp3: 141,
  Sccp: 142,
  /** The first of sixteen that are free for everybody. */
  User0: 147,
  User15: 162,
  GsmtapUm: 217,
  GsmtapAbis: 218,
  Ipv4: 228,
  Ipv6: 229,
  /** What Wireshark exports of a protocol. */
  UpperPdu: 252,
  LinuxCooked2: 276,
} as const;

const NANOSECONDS = 1_000_000_000;

/** A time as `2026-11-27T02:46:10.123456789Z`; as seconds past the years that dates have. */
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
