/**
 * The headers of a packet down to what its transport carries. The fields go to a trace, a group for each layer.
 *
 * Source: IEEE 802.3 and 802.1Q, RFC 791, RFC 8200, RFC 768, RFC 9293, RFC 9260, Q.703, Q.704, www.tcpdump.org/linktypes.html.
 * @module
 */
import { type Column, opaque, readColumns } from '../bytes/file-fields.js';
import { pairHex, u16be } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';
import { describeLinkType, LINK_TYPE } from './capture.js';

/** Where a datagram comes from and goes to: addresses of IP as text. */
export interface Path {
  readonly source: string;
  readonly destination: string;
}

/** A piece of a datagram of IP. */
export interface Fragment extends Path {
  readonly kind: 'fragment';
  readonly protocol: number;
  readonly id: number;
  /** Octets of the datagram before it. */
  readonly offset: number;
  readonly isLast: boolean;
  readonly payload: Uint8Array;
}

/** A segment of TCP. */
export interface Segment extends Path {
  readonly kind: 'tcp';
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly sequence: number;
  readonly isSyn: boolean;
  readonly payload: Uint8Array;
}

/** A datagram of UDP. */
export interface Datagram extends Path {
  readonly kind: 'udp';
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly payload: Uint8Array;
  /** Whether octets of it were not captured. */
  readonly isCut: boolean;
}

/** A DATA chunk of SCTP. */
export interface DataChunk {
  readonly tsn: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** Payload protocol identifier. */
  readonly protocol: number;
  readonly payload: Uint8Array;
}

/** The DATA chunks of a packet of SCTP. */
export interface Chunks extends Path {
  readonly kind: 'sctp';
  readonly sourcePort: number;
  readonly destinationPort: number;
  readonly tag: number;
  readonly chunks: readonly DataChunk[];
}

/** What a link carries without IP. */
export interface Bare {
  readonly kind: 'gsmtap' | 'mtp3' | 'sccp' | 'user';
  readonly payload: Uint8Array;
}

/** A PDU that Wireshark exported. */
export interface Exported {
  readonly kind: 'exported';
  /** The dissector that it is for. */
  readonly dissector: string;
  readonly direction?: 'in' | 'out';
  readonly payload: Uint8Array;
}

/** What a packet has below its headers; `other` says why nothing of it is read. */
export type Content =
  | Fragment
  | Segment
  | Datagram
  | Chunks
  | Bare
  | Exported
  | { readonly kind: 'other'; readonly reason: string };

/** A packet down to its transport. */
export interface Frame {
  /** The headers, the outermost first: `Ethernet`, `IPv4`, `TCP`. */
  readonly layers: string[];
  readonly content: Content;
}

const [ETHERTYPE_IPV4, ETHERTYPE_IPV6] = [0x0800, 0x86dd] as const;
const TAGS: readonly number[] = [0x8100, 0x88a8, 0x9100];
/** Tags of VLANs inside of each other, and headers of IPv6. */
const MAX_HEADERS = 8;
/** Protocols of PPP: IPv4 and IPv6 (RFC 1332, RFC 5072). */
const PPP_IP: readonly number[] = [0x21, 0x57];
/** Below it the field is a length (IEEE 802.3). */
const MIN_ETHERTYPE = 0x600;
const ETHERTYPES = new Map([
  [0x0806, 'ARP'],
  [0x8847, 'MPLS'],
  [0x8864, 'PPPoE'],
  [0x88cc, 'LLDP'],
]);

/**
 * Reads the headers of a packet. @param reader over its octets alone
 * @throws DecodeError `truncated`, `bad-value` for a header that cannot be
 */
export function readFrame(reader: ByteReader, linkType: number): Frame {
  const layers: string[] = [];
  return { layers, content: readLink(reader, linkType, layers) };
}

/** Reads a layer as a group of the trace. */
function layer<T>(reader: ByteReader, layers: string[], name: string, read: () => T): T {
  layers.push(name);
  reader.open(name);
  const value = read();
  reader.close();
  return value;
}

function columns(reader: ByteReader, field: string, ...all: readonly (readonly [name: string, octets: 1 | 2 | 4])[]): number[] {
  return readColumns(
    reader,
    field,
    all.map(([name, octets]): Column => ({ name, octets })),
    'big',
  );
}

const other = (reason: string): Content => ({ kind: 'other', reason });

function readLink(reader: ByteReader, linkType: number, layers: string[]): Content {
  const { User0, User15 } = LINK_TYPE;
  if (linkType >= User0 && linkType <= User15) {
    layers.push(`DLT ${describeLinkType(linkType)}`);
    return { kind: 'user', payload: rest(reader) };
  }
  switch (linkType) {
    case LINK_TYPE.Ethernet:
      return readByEthertype(
        reader,
        layer(reader, layers, 'Ethernet', () => readEthernet(reader)),
        layers,
      );
    case LINK_TYPE.LinuxCooked:
      return readByEthertype(
        reader,
        layer(reader, layers, 'Linux cooked', () => {
          opaque(reader, 14, 'Linux cooked/header');
          return reader.u16('Linux cooked/protocol');
        }),
        layers,
      );
    case LINK_TYPE.LinuxCooked2:
      return readByEthertype(
        reader,
        layer(reader, layers, 'Linux cooked', () => {
          const protocol = reader.u16('Linux cooked/protocol');
          opaque(reader, 18, 'Linux cooked/header');
          return protocol;
        }),
        layers,
      );
    case LINK_TYPE.Null:
    case LINK_TYPE.Loop:
      layer(reader, layers, 'loopback', () => opaque(reader, 4, 'loopback/family'));
      return readIp(reader, layers);
    case LINK_TYPE.Ppp: {
      const protocol = layer(reader, layers, 'PPP', () => readPpp(reader));
      return PPP_IP.includes(protocol) ? readIp(reader, layers) : other(`PPP protocol ${pairHex(protocol)}`);
    }
    case LINK_TYPE.Raw:
    case LINK_TYPE.Ipv4:
    case LINK_TYPE.Ipv6:
    // Systems of BSD have these for raw IP.
    case 12:
    case 14:
      return readIp(reader, layers);
    case LINK_TYPE.Mtp2Phdr:
    case LINK_TYPE.Mtp2: {
      const length = layer(reader, layers, 'MTP2', () => {
        if (linkType === LINK_TYPE.Mtp2Phdr) opaque(reader, 4, 'MTP2/link');
        const [, , indicator] = columns(reader, 'MTP2', ['backward number', 1], ['forward number', 1], ['length indicator', 1]);
        return (indicator as number) & 0x3f;
      });
      // Fill-in and status units have up to two octets.
      return length <= 2 ? other('MTP2 without a message') : { kind: 'mtp3', payload: rest(reader) };
    }
    case LINK_TYPE.Mtp3:
      return { kind: 'mtp3', payload: rest(reader) };
    case LINK_TYPE.Sccp:
      return { kind: 'sccp', payload: rest(reader) };
    case LINK_TYPE.GsmtapUm:
    case LINK_TYPE.GsmtapAbis:
      return { kind: 'gsmtap', payload: rest(reader) };
    case LINK_TYPE.UpperPdu:
      return readExported(reader, layers);
    default:
      return other(linkType < 0 ? 'no interface' : `${describeLinkType(linkType)} is not read`);
  }
}

/** What is left, in the trace as it is. */
function rest(reader: ByteReader): Uint8Array {
  return reader.remaining === 0 ? reader.octets.subarray(reader.end, reader.end) : reader.take(reader.remaining, 'payload');
}

function readEthernet(reader: ByteReader): number {
  reader.take(6, 'Ethernet/destination');
  reader.take(6, 'Ethernet/source');
  let type = reader.u16('Ethernet/type');
  for (let tags = 0; TAGS.includes(type) && tags < MAX_HEADERS; tags++) {
    reader.u16('Ethernet/VLAN');
    type = reader.u16('Ethernet/type');
  }
  return type;
}

/** Address and control may be left out. */
function readPpp(reader: ByteReader): number {
  if (u16be(reader.octets, reader.offset) === 0xff03) reader.u16('PPP/address and control');
  return reader.u16('PPP/protocol');
}

function readByEthertype(reader: ByteReader, type: number, layers: string[]): Content {
  if (type === ETHERTYPE_IPV4 || type === ETHERTYPE_IPV6) return readIp(reader, layers);
  if (type < MIN_ETHERTYPE) return other('frame of LLC');
  return other(ETHERTYPES.get(type) ?? `ethertype ${pairHex(type)}`);
}

// ---- IP ----

function readIp(reader: ByteReader, layers: string[]): Content {
  const version = (reader.octets[reader.offset] as number) >> 4;
  if (reader.remaining === 0) throw new DecodeError('truncated', 'IP/version', reader.offset, 'needs 1 octet, 0 left');
  if (version === 4) return readIpv4(reader, layers);
  if (version === 6) return readIpv6(reader, layers);
  throw new DecodeError('bad-value', 'IP/version', reader.offset, `is ${version}, known: 4, 6`);
}

const MORE_FRAGMENTS = 0x2000;

function readIpv4(reader: ByteReader, layers: string[]): Content {
  const start = reader.offset;
  const header = layer(reader, layers, 'IPv4', () => {
    const first = reader.u8('IPv4/version and length');
    const headerOctets = 4 * (first & 15);
    const [, total, id, flags, , protocol] = columns(
      reader,
      'IPv4',
      ['service', 1],
      ['length', 2],
      ['identification', 2],
      ['flags and offset', 2],
      ['time to live', 1],
      ['protocol', 1],
      ['checksum', 2],
    ) as [number, number, number, number, number, number, number];
    const source = ipv4Text(reader.take(4, 'IPv4/source'));
    const destination = ipv4Text(reader.take(4, 'IPv4/destination'));
    if (headerOctets < 20)
      throw new DecodeError('bad-value', 'IPv4/length', start, `${headerOctets} octets of header, at least 20`);
    opaque(reader, headerOctets - 20, 'IPv4/options');
    // What the network card cuts has no length yet.
    if (total !== 0 && total < headerOctets)
      throw new DecodeError('bad-value', 'IPv4/length', start + 2, `${total} octets, of which the header is ${headerOctets}`);
    return { total: total === 0 ? reader.end - start : total, id, flags, protocol, source, destination };
  });
  const { total, id, flags, protocol, source, destination } = header;
  const offset = 8 * (flags & 0x1fff);
  const body = bounded(reader, start + total);
  const isLast = (flags & MORE_FRAGMENTS) === 0;
  if (offset === 0 && isLast) return readBody(body, protocol, { source, destination }, layers);
  if (start + total > reader.end) return other('fragment that is cut');
  return { kind: 'fragment', source, destination, protocol, id, offset, isLast, payload: rest(body) };
}

/** A cursor up to the end of a datagram, or to where its capture ends; what pads the frame is left to the caller's cursor. */
function bounded(reader: ByteReader, end: number): ByteReader {
  return reader.sub(Math.max(0, Math.min(reader.end, end) - reader.offset), 'IP/payload');
}

/** Reads the transport of a whole datagram; what is left of the datagram then is in the trace as it is. */
function readBody(body: ByteReader, protocol: number, path: Path, layers: string[]): Content {
  const content = readTransport(body, protocol, path, layers);
  opaque(body, body.remaining, 'IP/trailing octets');
  return content;
}

/** Headers of IPv6 that come before the transport's: hop-by-hop, routing, destination; fragment; authentication. */
const [EXTENSIONS, FRAGMENT, AUTHENTICATION]: readonly [readonly number[], number, number] = [[0, 43, 60], 44, 51];

function readIpv6(reader: ByteReader, layers: string[]): Content {
  const start = reader.offset;
  const header = layer(reader, layers, 'IPv6', () => {
    opaque(reader, 4, 'IPv6/version and flow');
    const [length, next] = columns(reader, 'IPv6', ['payload length', 2], ['next header', 1], ['hop limit', 1]) as [
      number,
      number,
    ];
    const source = ipv6Text(reader.take(16, 'IPv6/source'));
    return { length, next, source, destination: ipv6Text(reader.take(16, 'IPv6/destination')) };
  });
  const { source, destination } = header;
  const end = header.length === 0 ? reader.end : start + 40 + header.length;
  const body = bounded(reader, end);
  let { next } = header;
  for (let headers = 0; headers < MAX_HEADERS; headers++) {
    if (next === FRAGMENT) {
      const [following, , flags, high, low] = columns(
        body,
        'IPv6/fragment',
        ['next header', 1],
        ['reserved', 1],
        ['offset and flags', 2],
        ['identification, high', 2],
        ['identification, low', 2],
      ) as [number, number, number, number, number];
      const isLast = (flags & 1) === 0;
      const offset = flags & 0xfff8;
      next = following;
      if (offset === 0 && isLast) continue;
      if (end > reader.end) return other('fragment that is cut');
      return {
        ...{ kind: 'fragment', source, destination, protocol: next, id: high * 0x1_0000 + low },
        ...{ offset, isLast, payload: rest(body) },
      };
    }
    if (!EXTENSIONS.includes(next) && next !== AUTHENTICATION) break;
    const [following, units] = columns(body, 'IPv6/extension', ['next header', 1], ['length', 1]) as [number, number];
    opaque(body, next === AUTHENTICATION ? 4 * units + 6 : 8 * units + 6, 'IPv6/extension');
    next = following;
  }
  return readBody(body, next, { source, destination }, layers);
}

function ipv4Text(octets: Uint8Array): string {
  return octets.join('.');
}

/** As RFC 5952 writes it: the longest run of zeros is left out. */
function ipv6Text(octets: Uint8Array): string {
  const groups = Array.from({ length: 8 }, (_, i) => u16be(octets, 2 * i));
  let [from, length] = [0, 1];
  for (let i = 0; i < groups.length; i++) {
    let end = i;
    while (groups[end] === 0) end++;
    if (end - i > length) [from, length] = [i, end - i];
  }
  const text = (some: readonly number[]) => some.map((group) => group.toString(16)).join(':');
  return length === 1 ? text(groups) : `${text(groups.slice(0, from))}::${text(groups.slice(from + length))}`;
}

// ---- transports ----

/** Numbers of protocols over IP. */
const PROTOCOL = { Tcp: 6, Udp: 17, Sctp: 132 } as const;
const PROTOCOLS = new Map([
  [1, 'ICMP'],
  [2, 'IGMP'],
  [47, 'GRE'],
  [50, 'ESP'],
  [58, 'ICMPv6'],
]);

/** Reads the transport of a datagram, which may have come in pieces. @throws DecodeError */
export function readTransport(reader: ByteReader, protocol: number, path: Path, layers: string[]): Content {
  switch (protocol) {
    case PROTOCOL.Tcp:
      return readTcp(reader, path, layers);
    case PROTOCOL.Udp:
      return readUdp(reader, path, layers);
    case PROTOCOL.Sctp:
      return readSctp(reader, path, layers);
    default:
      return other(PROTOCOLS.get(protocol) ?? `IP protocol ${protocol}`);
  }
}

function readTcp(reader: ByteReader, path: Path, layers: string[]): Content {
  const header = layer(reader, layers, 'TCP', () => {
    const start = reader.offset;
    const [sourcePort, destinationPort, sequence, , flags] = columns(
      reader,
      'TCP',
      ['source port', 2],
      ['destination port', 2],
      ['sequence number', 4],
      ['acknowledgement number', 4],
      ['offset and flags', 2],
      ['window', 2],
      ['checksum', 2],
      ['urgent pointer', 2],
    ) as [number, number, number, number, number];
    const headerOctets = 4 * (flags >> 12);
    if (headerOctets < 20) throw new DecodeError('bad-value', 'TCP/offset', start + 12, `${headerOctets} octets, at least 20`);
    opaque(reader, headerOctets - 20, 'TCP/options');
    return { sourcePort, destinationPort, sequence, isSyn: (flags & 2) !== 0 };
  });
  return { kind: 'tcp', ...path, ...header, payload: rest(reader) };
}

function readUdp(reader: ByteReader, path: Path, layers: string[]): Content {
  const [sourcePort, destinationPort, length] = layer(reader, layers, 'UDP', () =>
    columns(reader, 'UDP', ['source port', 2], ['destination port', 2], ['length', 2], ['checksum', 2]),
  ) as [number, number, number];
  // A length of 0 is that of a jumbogram.
  const wanted = length === 0 ? reader.remaining : Math.max(0, length - 8);
  const payload = rest(reader.sub(Math.min(wanted, reader.remaining), 'UDP/payload'));
  return { kind: 'udp', ...path, sourcePort, destinationPort, payload, isCut: payload.length < wanted };
}

function readSctp(reader: ByteReader, path: Path, layers: string[]): Content {
  return layer(reader, layers, 'SCTP', () => {
    const [sourcePort, destinationPort, tag] = columns(
      reader,
      'SCTP',
      ['source port', 2],
      ['destination port', 2],
      ['verification tag', 4],
      ['checksum', 4],
    ) as [number, number, number];
    const chunks: DataChunk[] = [];
    while (reader.remaining >= 4) {
      const [type, flags, length] = columns(reader, 'SCTP/chunk', ['chunk type', 1], ['flags', 1], ['length', 2]) as [
        number,
        number,
        number,
      ];
      if (length < 4) throw new DecodeError('bad-value', 'SCTP/chunk/length', reader.offset - 2, `${length}, at least 4`);
      const body = reader.sub(length - 4, 'SCTP/chunk');
      if (type === 0) {
        const [tsn, , , protocol] = columns(
          body,
          'SCTP/DATA',
          ['TSN', 4],
          ['stream', 2],
          ['sequence number', 2],
          ['payload protocol', 4],
        ) as [number, number, number, number];
        chunks.push({ tsn, isFirst: (flags & 2) !== 0, isLast: (flags & 1) !== 0, protocol, payload: rest(body) });
      } else opaque(body, body.remaining, 'SCTP/chunk/value');
      opaque(reader, Math.min(-length & 3, reader.remaining), 'padding');
    }
    return { kind: 'sctp', ...path, sourcePort, destinationPort, tag, chunks };
  });
}

// ---- what Wireshark exports ----

/** Tags of exported PDUs. */
const TAG = { End: 0, Dissector: 12, Direction: 35 } as const;

function readExported(reader: ByteReader, layers: string[]): Content {
  let dissector = '';
  let direction: Exported['direction'];
  layer(reader, layers, 'exported PDU', () => {
    for (;;) {
      const [tag, length] = columns(reader, 'exported PDU', ['tag', 2], ['length', 2]) as [number, number];
      if (tag === TAG.End) return;
      const at = reader.offset;
      opaque(reader, length, 'exported PDU/value');
      const value = reader.octets.subarray(at, at + length);
      if (tag === TAG.Dissector) dissector = String.fromCharCode(...value.subarray(0, 64)).replace(/\0.*/s, '');
      else if (tag === TAG.Direction && value[3] !== undefined) direction = value[3] === 0 ? 'out' : 'in';
    }
  });
  return { kind: 'exported', dissector, ...(direction && { direction }), payload: rest(reader) };
}
