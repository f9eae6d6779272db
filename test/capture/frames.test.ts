/** Headers of packets by link type, fragments of IP, streams of TCP. Packets are made without the package. */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { Trace } from '../../src/bytes/trace.js';
import { type Frame, readFrame } from '../../src/capture/frames.js';
import { decodeCapture, encodeCapture, findMessages } from '../../src/capture/index.js';
import { DecodeError } from '../../src/errors.js';
import * as frames from '../support/captures.js';
import { ascii, find } from '../support/captures.js';
import { hex } from '../support/hex.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
const ENDS = { from: 1, to: 2, fromPort: 40_000, toPort: 2775 };
const PUSH_ENDS = { ...ENDS, toPort: 2948 };
const PUSH = frames.udp([1, 6, 1], PUSH_ENDS);
const IP = frames.ipv4(17, PUSH, PUSH_ENDS);
const IP6 = frames.ipv6(17, PUSH, PUSH_ENDS);
const enquire = (sequence: number) => hex(`0000001000000015000000000000${sequence.toString(16).padStart(4, '0')}`);
const zeros = (count: number): number[] => Array(count).fill(0);
const over = (protocol: number, payload: readonly number[], ends = ENDS) =>
  frames.ethernet(frames.ipv4(protocol, payload, ends));
const segment = (payload: Iterable<number>, sequence: number, flags?: number, ends = ENDS) =>
  over(6, frames.tcp(payload, sequence, ends, flags), ends);
const overIpv6 = (next: number, payload: readonly number[]) => frames.ethernet(frames.ipv6(next, payload, PUSH_ENDS), 0x86dd);

/** Octets with some of them changed. */
function changed(octets: Iterable<number>, at: number, ...values: number[]): number[] {
  const copy = [...octets];
  copy.splice(at, values.length, ...values);
  return copy;
}

/** Headers with four octets of options, and a packet of SCTP. */
const WITH_OPTIONS = [0x46, 0, 0, 24 + PUSH.length, ...IP.slice(4, 20), 1, 1, 1, 0, ...PUSH];
const TCP_WITH_OPTIONS = [...changed(frames.tcp([], 1, ENDS), 12, 0x60), 1, 1, 1, 0];
const DATA = frames.sctp([{ tsn: 1, payload: [1, 2, 3, 4] }], ENDS);

describe('link types', () => {
  it.each([
    ['IPv4', 'raw', 101, IP],
    ['IPv6', 'raw', 101, IP6],
    ['IPv4', 'raw on OpenBSD', 14, IP],
    ['IPv4', 'raw on other systems of BSD', 12, IP],
    ['IPv4', 'IPv4 alone', 228, IP],
    ['IPv6', 'IPv6 alone', 229, IP6],
    ['PPP > IPv4', 'PPP without address and control', 9, [0, 0x21, ...IP]],
    ['PPP > IPv6', 'PPP with IPv6 (RFC 5072)', 9, [0xff, 3, 0, 0x57, ...IP6]],
    ['Ethernet > IPv6', 'Ethernet with IPv6', 1, frames.ethernet(IP6, 0x86dd)],
    ['Ethernet > IPv4', 'eight tags of VLANs', 1, frames.ethernet(IP, 0x0800, 1, 2, 3, 4, 5, 6, 7, 8)],
  ])('%s: %s (%i)', (layers, _, linkType, octets) => {
    expect(find([octets], linkType)).toEqual({
      found: [[1, `${layers} > UDP > WSP`, 'wsp-push', hex('010601')]],
      skipped: {},
    });
  });

  const SS7 = [0x83, 1, 0, 0, 0, ...frames.udt(frames.forwardSm(SUBMIT, 'MO'))];
  it.each([
    ['MTP2 > MTP3 > SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT, 140, [0x80, 0x80, 3, ...SS7]],
    ['MTP2 > MTP3 > SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT, 139, [0, 0, 0, 0, 0x80, 0x80, 0x3f, ...SS7]],
    ['GSMTAP > LAPDm > CP', 'cp', hex('9904'), 217, frames.gsmtap(1, [0x0d, 0, 9, 0x99, 4])],
    ['GSMTAP > RSL > CP', 'cp', hex('9904'), 218, frames.gsmtap(2, [...hex('0E03 0000 0202 0B0002 9904')])],
  ])('%s', (layers, format, message, linkType, octets) => {
    expect(find([octets], linkType)).toEqual({ found: [[1, layers, format, message]], skipped: {} });
  });

  it.each<[reason: string, linkType: number, octets: Iterable<number>]>([
    ['frame of LLC', 1, frames.ethernet([0x42, 0x42, 3], 38)],
    ['MPLS', 1, frames.ethernet([0, 0, 1, 64], 0x8847)],
    ['ethertype 88F7', 1, frames.ethernet([0, 2], 0x88f7)],
    ['frame of LLC', 1, frames.ethernet(IP, 0x05ff)],
    ['ethertype 0600', 1, frames.ethernet(IP, 0x0600)],
    ['ARP', 113, [...zeros(14), 8, 6]],
    // RFC 1661 and RFC 1332: LCP, IPCP; and a number that is IPv4 in Ethernet, not in PPP.
    ['PPP protocol C021', 9, [0xff, 3, 0xc0, 0x21, 1, 1, 0, 4]],
    ['PPP protocol 8021', 9, [0x80, 0x21, 1, 1, 0, 4]],
    ['PPP protocol 0800', 9, [8, 0, ...IP]],
    // Q.703 2.3.3: a fill-in unit has a length of 0, a status unit one of 1 or 2.
    ['MTP2 without a message', 140, [0x80, 0x80, 0, ...zeros(9)]],
    ['MTP2 without a message', 140, [0x80, 0x80, 2, 0x83, ...zeros(8)]],
    ['MTP2 without a message', 140, [0x80, 0x80, 0xc2, 0x83, ...zeros(8)]],
    ['link type 146 is not read', 146, IP],
    ['link type 163 is not read', 163, IP],
    ['ethertype 8100', 1, frames.ethernet(IP, 0x0800, 1, 2, 3, 4, 5, 6, 7, 8, 9)],
    ['damaged IP', 101, []],
    ['damaged IP', 101, [0x50, ...zeros(19)]],
    ['damaged IPv4', 101, changed(IP, 2, 0, 19)],
    ['damaged IPv6', 101, frames.ipv6(0, [17], PUSH_ENDS)],
    ['fragment that is cut', 101, frames.ipv4(17, PUSH, PUSH_ENDS, { more: true }).slice(0, -1)],
    ['fragment that is cut', 101, frames.ipv6(44, [17, 0, 0, 1, 0, 0, 0, 7, ...PUSH], PUSH_ENDS).slice(0, -1)],
    ['IGMP', 101, frames.ipv4(2, [], ENDS)],
    ['ICMPv6', 101, frames.ipv6(58, [128, 0], ENDS)],
    ['IP protocol 99', 101, frames.ipv4(99, [], ENDS)],
    ['damaged TCP', 101, frames.ipv4(6, changed(frames.tcp([], 1, ENDS), 12, 0x40), ENDS)],
    ['cut by the capture', 101, frames.ipv4(17, changed(PUSH, 5, 12), PUSH_ENDS)],
    ['damaged SCTP', 101, frames.ipv4(132, [...zeros(12), 0, 3, 0, 3], ENDS)],
    ['SCTP without data', 101, frames.ipv4(132, [...zeros(12), 4, 0, 0, 6, 1, 2, 0, 0, 11, 0, 0, 4], ENDS)],
    ['SCTP of payload protocol 46', 101, frames.ipv4(132, frames.sctp([{ tsn: 1, payload: [1], protocol: 46 }], ENDS), ENDS)],
    ['exported PDU of nothing named', 252, [0, 0, 0, 0, 1]],
    ['exported PDU of http', 252, [0, 12, 0, 4, ...ascii('http'), 0, 0, 0, 0, 1]],
    ['damaged exported PDU', 252, [0, 12, 0, 4, ...ascii('htt')]],
    ['empty', 147, []],
    ['MTP3 that is cut', 141, [0x83, 1, 0, 0]],
    ['MTP3 without SCCP', 141, [0x80, 1, 0, 0, 0, 1]],
  ])('none of %s (%i)', (reason, linkType, octets) => {
    expect(find([octets], linkType)).toEqual({ found: [], skipped: { [reason]: [1] } });
  });

  it('packets of links for users that the capture cut', () => {
    const octets = encodeCapture({ format: 'pcap', packets: [{ linkType: 147, octets: SUBMIT, length: SUBMIT.length + 1 }] });
    expect(findMessages(decodeCapture(octets))).toEqual({
      messages: [],
      skipped: [{ reason: 'cut by the capture', packets: [1] }],
    });
  });
});

describe('the content of a frame', () => {
  const contentOf = (octets: Iterable<number>, linkType = 1): Frame['content'] =>
    readFrame(new ByteReader(Uint8Array.from(octets)), linkType).content;
  const [source, destination] = ['10.0.0.1', '10.0.0.2'];
  const PIECE = { kind: 'fragment', source, destination, protocol: 17, id: 0x1234 };
  const IPV6_ENDS = { source: '2001:db8::1', destination: '2001:db8::2' };

  it.each([147, 162])('of the link type %i for users: all octets', (linkType) => {
    expect(readFrame(new ByteReader(SUBMIT), linkType)).toEqual({
      layers: [`DLT user ${linkType - 147}`],
      content: { kind: 'user', payload: SUBMIT },
    });
  });

  it.each<[what: string, octets: Iterable<number>, linkType: number, reason: string]>([
    ['of a link type that is not read', [], 163, 'link type 163 is not read'],
    ['of a packet whose interface is not known', [], -1, 'no interface'],
    ['of a protocol that is not read', frames.ethernet([], 0x0806), 1, 'ARP'],
  ])('%s: why it is not read', (_, octets, linkType, reason) => {
    expect(contentOf(octets, linkType)).toEqual({ kind: 'other', reason });
  });

  it.each<[what: string, octets: Iterable<number>, linkType: number, content: Frame['content'] | object]>([
    [
      'the first fragment of IPv4',
      over(17, PUSH.slice(0, 8)).with(20, 0x20).with(18, 0x12).with(19, 0x34),
      1,
      { ...PIECE, offset: 0, isLast: false, payload: Uint8Array.from(PUSH.slice(0, 8)) },
    ],
    [
      'a fragment of IPv4 at the last offset',
      over(17, [1, 2, 3]).with(20, 0x1f).with(21, 0xff).with(18, 0x12).with(19, 0x34),
      1,
      { ...PIECE, offset: 65_528, isLast: true, payload: hex('010203') },
    ],
    [
      'a fragment of IPv4 with a length of 0 goes on to the end of the frame',
      over(17, [1, 2, 3]).with(16, 0).with(17, 0).with(21, 1).with(18, 0x12).with(19, 0x34),
      1,
      { ...PIECE, offset: 8, isLast: true, payload: hex('010203') },
    ],
    [
      'a fragment of IPv4 in a frame with padding',
      [...over(17, [1, 2, 3]).with(21, 1).with(18, 0x12).with(19, 0x34), 0, 0],
      1,
      { ...PIECE, offset: 8, isLast: true, payload: hex('010203') },
    ],
    // RFC 8200 4.5: next header, reserved, offset in 8 octets in the 13 high bits and the flag for more, identification of four octets.
    [
      'a fragment of IPv6, whose identification has 32 bits',
      overIpv6(44, [17, 0, 0xff, 0xf9, 0xfe, 0xdc, 0xba, 0x98, 1, 2, 3, 4, 5, 6, 7, 8]),
      1,
      {
        ...{ ...IPV6_ENDS, kind: 'fragment', protocol: 17, id: 0xfedcba98, offset: 0xfff8, isLast: false },
        payload: hex('0102030405060708'),
      },
    ],
    // RFC 6946: such a datagram is whole.
    [
      'a fragment of IPv6 that is the only one',
      overIpv6(44, [17, 0, 0, 0, 0, 0, 0, 7, ...PUSH]),
      1,
      { ...IPV6_ENDS, kind: 'udp', sourcePort: 40_000, destinationPort: 2948, payload: hex('010601'), isCut: false },
    ],
    [
      'a datagram of UDP without octets',
      over(17, [0x9c, 0x40, 0x0b, 0x84, 0, 8, 0, 0]),
      1,
      { kind: 'udp', source, destination, sourcePort: 40_000, destinationPort: 2948, payload: hex(''), isCut: false },
    ],
    [
      'a datagram of UDP whose length is less than that of its header',
      over(17, [0x9c, 0x40, 0x0b, 0x84, 0, 7, 0, 0, 1]),
      1,
      { kind: 'udp', source, destination, sourcePort: 40_000, destinationPort: 2948, payload: hex(''), isCut: false },
    ],
    [
      'a datagram of UDP with an octet less than its length',
      over(17, [0x9c, 0x40, 0x0b, 0x84, 0, 10, 0, 0, 1]),
      1,
      { kind: 'udp', source, destination, sourcePort: 40_000, destinationPort: 2948, payload: hex('01'), isCut: true },
    ],
    [
      'a segment of TCP with the highest sequence number',
      over(6, frames.tcp([7], 0xffffffff, ENDS, 2)),
      1,
      {
        ...{ kind: 'tcp', source, destination, sourcePort: 40_000, destinationPort: 2775 },
        ...{ sequence: 0xffffffff, isSyn: true, payload: hex('07') },
      },
    ],
  ])('%s', (_, octets, linkType, content) => {
    expect(contentOf(octets, linkType)).toEqual(content);
  });

  it.each([5, 6, 7, 8])('a chunk of SCTP of %i octets has padding up to the next four', (length) => {
    const heartbeat = [4, 0, 0, length, ...zeros(8 - 4)];
    const packet = frames.sctp([{ tsn: 0xfffffffe, payload: [9], first: false }], ENDS);
    expect(contentOf(over(132, [...packet.slice(0, 12), ...heartbeat, ...packet.slice(12)]))).toEqual({
      ...{ kind: 'sctp', source, destination, sourcePort: 40_000, destinationPort: 2775, tag: 1 },
      chunks: [{ tsn: 0xfffffffe, isFirst: false, isLast: true, protocol: 3, payload: hex('09') }],
    });
  });

  it('chunks of SCTP: the last has no padding; fewer than four octets after one are none', () => {
    const packet = frames.sctp([{ tsn: 1, payload: [9], last: false }], ENDS);
    const chunk = { tsn: 1, isFirst: true, isLast: false, protocol: 3, payload: hex('09') };
    expect(contentOf(over(132, packet.slice(0, -3)))).toMatchObject({ chunks: [chunk] });
    expect(contentOf(over(132, [...packet, 0, 0, 0]))).toMatchObject({ chunks: [chunk] });
    expect(contentOf(over(132, [...packet, ...packet.slice(12)]))).toMatchObject({ chunks: [chunk, chunk] });
    // Padding between chunks is in the packet, or the packet ends in it.
    expect(contentOf(over(132, packet.slice(0, -1)))).toMatchObject({ chunks: [chunk] });
  });
});

describe('headers that cannot be', () => {
  const errorOf = (octets: Iterable<number>, linkType: number) => {
    try {
      return readFrame(new ByteReader(Uint8Array.from(octets)), linkType).layers;
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return [error.code, error.field, error.offset];
    }
  };

  it.each<[what: string, octets: Iterable<number>, field: string, offset: number]>([
    ['IP of version 5', frames.ethernet(changed(IP, 0, 0x55)), 'IP/version', 14],
    ['a header of IPv4 of 16 octets', frames.ethernet(changed(IP, 0, 0x44)), 'IPv4/length', 14],
    ['a length of IPv4 of 19', frames.ethernet(changed(IP, 2, 0, 19)), 'IPv4/length', 16],
    ['a length of IPv4 without its options', frames.ethernet(changed([...IP, 0], 0, 0x46, 0, 0, 23)), 'IPv4/length', 16],
    ['a header of TCP of 16 octets', over(6, changed(frames.tcp([], 1, ENDS), 12, 0x40)), 'TCP/offset', 46],
    ['a chunk of SCTP of 3 octets', over(132, [...zeros(12), 0, 3, 0, 3, ...zeros(12)]), 'SCTP/chunk/length', 48],
    ['a chunk of SCTP of no octets', over(132, [...zeros(12), 4, 0, 0, 4, 0, 3, 0, 0]), 'SCTP/chunk/length', 52],
  ])('%s', (_, octets, field, offset) => {
    expect(errorOf(octets, 1)).toEqual(['bad-value', field, offset]);
  });

  type Place = readonly [field: string, offset: number, length: number];
  it.each<[what: string, linkType: number, octets: Iterable<number>, places: readonly Place[]]>([
    [
      'Ethernet with a VLAN',
      1,
      frames.ethernet(IP, 0x0800, 7),
      [
        ['Ethernet/destination', 0, 6],
        ['Ethernet/source', 6, 6],
        ['Ethernet/type', 12, 2],
        ['Ethernet/VLAN', 14, 2],
        ['Ethernet/type', 16, 2],
        ['IP/version', 18, 1],
      ],
    ],
    [
      'Linux cooked',
      113,
      [...zeros(14), 8, 0, ...IP],
      [
        ['Linux cooked/header', 0, 14],
        ['Linux cooked/protocol', 14, 2],
      ],
    ],
    [
      'Linux cooked, version 2',
      276,
      [8, 0, ...zeros(18), ...IP],
      [
        ['Linux cooked/protocol', 0, 2],
        ['Linux cooked/header', 2, 18],
      ],
    ],
    ['loopback', 0, [2, 0, 0, 0, ...IP], [['loopback/family', 0, 4]]],
    ['loopback of OpenBSD', 108, [0, 0, 0, 2, ...IP], [['loopback/family', 0, 4]]],
    [
      'PPP',
      9,
      [0xff, 3, 0, 0x21, ...IP],
      [
        ['PPP/protocol', 0, 2],
        ['PPP/protocol', 2, 2],
      ],
    ],
    [
      'MTP2 after octets about the link',
      139,
      zeros(8),
      [
        ['MTP2/link', 0, 4],
        ['MTP2', 4, 3],
      ],
    ],
    ['MTP2', 140, zeros(4), [['MTP2', 0, 3]]],
    [
      'IPv4',
      228,
      WITH_OPTIONS,
      [
        ['IP/version', 0, 1],
        ['IPv4', 1, 11],
        ['IPv4/source', 12, 4],
        ['IPv4/destination', 16, 4],
        ['IPv4/options', 20, 4],
        ['UDP', 24, 8],
      ],
    ],
    [
      'IPv6',
      229,
      frames.ipv6(60, [44, 0, ...zeros(6), 17, ...zeros(7), ...PUSH], PUSH_ENDS),
      [
        ['IP/version', 0, 1],
        ['IPv6/version and flow', 0, 4],
        ['IPv6', 4, 4],
        ['IPv6/source', 8, 16],
        ['IPv6/destination', 24, 16],
        ['IPv6/extension', 40, 2],
        ['IPv6/extension', 42, 6],
        ['IPv6/fragment', 48, 8],
        ['UDP', 56, 8],
      ],
    ],
    [
      'TCP',
      228,
      frames.ipv4(6, TCP_WITH_OPTIONS, ENDS),
      [
        ['TCP', 20, 20],
        ['TCP/options', 40, 4],
      ],
    ],
    ['SCTP', 228, frames.ipv4(132, DATA, ENDS), [['SCTP', 20, 12]]],
    // Fewer than four octets after the header are no chunk.
    ['a chunk of SCTP', 228, frames.ipv4(132, DATA, ENDS), [['SCTP/chunk', 36, 16]]],
    [
      'an exported PDU',
      252,
      [0, 12, 0, 4, ...ascii('smpp'), 0, 0, 0, 0],
      [
        ['exported PDU', 0, 4],
        ['exported PDU/value', 4, 4],
        ['exported PDU', 8, 4],
      ],
    ],
  ])('%s that ends in one of its fields', (_, linkType, octets, places) => {
    let length = places[0]?.[1] as number;
    for (const [field, offset, size] of places) {
      for (; length < offset + size; length++) {
        const error = errorOf([...octets].slice(0, length), linkType);
        expect([length, ...error]).toEqual([length, 'truncated', field, offset]);
      }
    }
    expect(errorOf(octets, linkType)[0]).not.toBe('truncated');
  });

  it('DATA of SCTP of 15 octets', () => {
    expect(errorOf(over(132, changed(DATA, 15, 15)), 1)).toEqual(['truncated', 'SCTP/DATA', 50]);
  });
});

describe('headers in a trace', () => {
  const linesFor = (octets: Iterable<number>, linkType: number) => {
    const all = Uint8Array.from(octets);
    const trace = new Trace('packet');
    readFrame(new ByteReader(all, trace), linkType);
    const tree = trace.finish(all.length);
    expectTiling(tree);
    return linesOf(tree.children);
  };
  const PUSH_LINES = ['UDP', '  source port 40000', '  destination port 2948', '  length 11', '  checksum 0', 'payload 010601'];
  const IPV4_LINES = (length: number, protocol: number, first = 0x45) => [
    ...['IPv4', `  version and length ${first}`, '  service 0', `  length ${length}`, '  identification 0'],
    ...['  flags and offset 0', '  time to live 64', `  protocol ${protocol}`, '  checksum 0'],
    ...['  source 0A000001', '  destination 0A000002'],
  ];

  it('Ethernet with a VLAN, IPv4 with options, UDP', () => {
    expect(linesFor(frames.ethernet(WITH_OPTIONS, 0x0800, 7), 1)).toEqual([
      ...['Ethernet', '  destination 020000000002', '  source 020000000001', '  type 33024', '  VLAN 7', '  type 2048'],
      ...[...IPV4_LINES(24 + PUSH.length, 17, 0x46), '  options 01010100: 4 octets'],
      ...PUSH_LINES,
    ]);
  });

  it('an empty payload has no field', () => {
    const octets = frames.ipv4(17, frames.udp([], PUSH_ENDS), PUSH_ENDS);
    expect(linesFor(octets, 228).slice(-5)).toEqual([
      ...['UDP', '  source port 40000', '  destination port 2948', '  length 8', '  checksum 0'],
    ]);
  });

  it('what a transport leaves of a whole datagram is in none of its layers', () => {
    const beyond = [...frames.udp(PUSH.slice(8), PUSH_ENDS), 4, 5];
    expect(linesFor(frames.ipv4(17, beyond, PUSH_ENDS), 228).slice(-2)).toEqual([
      'payload 010601',
      'trailing octets 0405: 2 octets',
    ]);
    expect(linesFor(frames.ipv6(17, beyond, PUSH_ENDS), 229).slice(-2)).toEqual([
      'payload 010601',
      'trailing octets 0405: 2 octets',
    ]);
    const chunk = frames.ipv4(132, [...DATA.slice(0, 12), 11, 0, 0, 4, 6], ENDS);
    expect(linesFor(chunk, 101).slice(-2)).toEqual(['  length 4', 'trailing octets 06: 1 octet']);
  });

  it('IPv6 with its extensions and a fragment', () => {
    const octets = frames.ipv6(60, [44, 0, ...zeros(6), 17, 0, 0, 1, 0, 1, 0, 2, ...PUSH.slice(0, 8)], PUSH_ENDS);
    expect(linesFor(octets, 229)).toEqual([
      ...['IPv6', '  version and flow 60000000: 4 octets', '  payload length 24', '  next header 60', '  hop limit 64'],
      ...['  source 20010DB8000000000000000000000001', '  destination 20010DB8000000000000000000000002'],
      ...['next header 44', 'length 0', 'extension 000000000000: 6 octets'],
      ...['next header 17', 'reserved 0', 'offset and flags 1', 'identification, high 1', 'identification, low 2'],
      'payload 9C400B84000B0000',
    ]);
  });

  it('TCP with options', () => {
    const octets = frames.ipv4(6, [...TCP_WITH_OPTIONS, 7], ENDS);
    expect(linesFor(octets, 101)).toEqual([
      ...IPV4_LINES(45, 6),
      ...['TCP', '  source port 40000', '  destination port 2775', '  sequence number 1', '  acknowledgement number 1'],
      ...['  offset and flags 24600', '  window 8192', '  checksum 0', '  urgent pointer 0', '  options 01010100: 4 octets'],
      'payload 07',
    ]);
  });

  it('SCTP with a heartbeat, DATA, and a chunk without a value', () => {
    const octets = [...DATA.slice(0, 12), 4, 0, 0, 5, 7, 0, 0, 0, ...changed(DATA, 15, 17).slice(12), 11, 0, 0, 4];
    expect(linesFor(frames.ipv4(132, octets, ENDS), 101).slice(11)).toEqual([
      ...['SCTP', '  source port 40000', '  destination port 2775', '  verification tag 1', '  checksum 0'],
      ...['  chunk type 4', '  flags 0', '  length 5', '  value 07: 1 octet', '  padding 000000: 3 octets'],
      ...['  chunk type 0', '  flags 3', '  length 17', '  TSN 1', '  stream 1', '  sequence number 0', '  payload protocol 3'],
      ...['  payload 01', '  padding 020304: 3 octets', '  chunk type 11', '  flags 0', '  length 4'],
    ]);
  });

  it.each<[what: string, linkType: number, octets: readonly number[], lines: readonly string[]]>([
    [
      'Linux cooked',
      113,
      [0, 4, 0, 1, 0, 6, 1, 2, 3, 4, 5, 6, 0, 0, 8, 6],
      ['Linux cooked', '  header 0004000100060102030405060000: 14 octets', '  protocol 2054'],
    ],
    [
      'Linux cooked, version 2',
      276,
      [8, 6, ...zeros(2), 0, 0, 0, 2, 0, 1, 4, 6, 1, 2, 3, 4, 5, 6, 0, 0],
      ['Linux cooked', '  protocol 2054', '  header 000000000002000104060102030405060000: 18 octets'],
    ],
    ['PPP', 9, [0xff, 3, 0xc0, 0x21], ['PPP', '  address and control 65283', '  protocol 49185']],
    [
      'MTP2 after octets about the link',
      139,
      [0, 1, 0, 2, 0x81, 0x82, 3, 0x83],
      [
        ...['MTP2', '  link 00010002: 4 octets', '  backward number 129', '  forward number 130', '  length indicator 3'],
        'payload 83',
      ],
    ],
    ['octets for users', 150, [1, 2], ['payload 0102']],
    [
      'an exported PDU',
      252,
      [0, 12, 0, 4, ...ascii('smpp'), 0, 0, 0, 0, 9],
      ['exported PDU', '  tag 12', '  length 4', '  value 736D7070: 4 octets', '  tag 0', '  length 0', 'payload 09'],
    ],
  ])('%s', (_, linkType, octets, lines) => {
    expect(linesFor(octets, linkType)).toEqual(lines);
  });

  it('loopback', () => {
    expect(linesFor([2, 0, 0, 0, ...IP], 0).slice(0, 3)).toEqual(['loopback', '  family 02000000: 4 octets', 'IPv4']);
  });
});

describe('what Wireshark exports', () => {
  /** Tags by exported_pdu_tlvs.h: 12 the dissector, 20 an IPv4 address, 35 the direction, 0 sent and 1 received. */
  const exported = (dissector: string, payload: Iterable<number>, ...direction: readonly number[]) => {
    const name = ascii(`${dissector}\0`);
    const tags = [0, 12, 0, name.length, ...name, 0, 20, 0, 4, 10, 0, 0, 1];
    if (direction.length > 0) tags.push(0, 35, 0, direction.length, ...direction);
    return Uint8Array.from([...tags, 0, 0, 0, 0, ...payload]);
  };

  it('has its dissector and its direction', () => {
    const packets = [
      exported('gsm_sms', SUBMIT, 0, 0, 0, 1),
      exported('gsm_sms', SUBMIT, 0, 0, 0, 0),
      exported('gsm_a_rp', hex('0205'), 0, 1),
      exported('gsm_a_dtap', hex('9904')),
      exported('smpp', enquire(1)),
    ].map((octets) => ({ linkType: 252, octets }));
    const { messages, skipped } = findMessages(decodeCapture(encodeCapture({ format: 'pcap', packets })));
    expect(messages.map(({ format, direction, octets }) => [format, direction, octets])).toEqual([
      ['tpdu-mo', 'MO', SUBMIT],
      ['tpdu-mt', 'MT', SUBMIT],
      ['rp', undefined, hex('0205')],
      ['cp', undefined, hex('9904')],
      ['smpp', undefined, enquire(1)],
    ]);
    expect([messages[0]?.layers, skipped]).toEqual([['exported PDU'], []]);
  });
});

describe('headers of IP and above', () => {
  const WSP = (layers: string) => ({ found: [[1, `${layers} > UDP > WSP`, 'wsp-push', hex('010601')]], skipped: {} });

  it.each<[what: string, layers: string, octets: readonly number[]]>([
    ['options of IPv4', 'IPv4', WITH_OPTIONS],
    ['a length of 0, which a network card would have filled in', 'IPv4', changed(IP, 2, 0, 0)],
    ['a jumbogram: its length of IPv6 is 0 (RFC 2675)', 'IPv6', changed(IP6, 4, 0, 0)],
    ['a length of UDP of 0, as that of a jumbogram', 'IPv4', changed(IP, 24, 0, 0)],
    [
      'extensions of IPv6: hop-by-hop, destination of 16 octets, authentication of 24',
      'IPv6',
      frames.ipv6(0, [60, ...zeros(7), 51, 1, ...zeros(14), 17, 4, ...zeros(22), ...PUSH], PUSH_ENDS),
    ],
  ])('%s', (_, layers, octets) => {
    expect(find([octets], 101)).toEqual(WSP(layers));
  });

  it('options of TCP', () => {
    const [header, options] = [frames.tcp([], 100, ENDS), [1, 1, 1, 0]];
    const octets = frames.ipv4(6, [...changed(header, 12, 0x60), ...options, ...enquire(1)], ENDS);
    expect(find([octets], 101).found).toEqual([[1, 'IPv4 > TCP > SMPP', 'smpp', enquire(1)]]);
  });

  it('no more than eight extensions', () => {
    const chain = (count: number) => [...Array.from({ length: count - 1 }, () => [60, ...zeros(7)]).flat(), 17, ...zeros(7)];
    expect(find([frames.ipv6(60, [...chain(8), ...PUSH], PUSH_ENDS)], 101)).toEqual(WSP('IPv6'));
    expect(find([frames.ipv6(60, [...chain(9), ...PUSH], PUSH_ENDS)], 101).skipped).toEqual({ 'IP protocol 60': [1] });
  });

  /** RFC 5952 sections 4.1 to 4.3, and two addresses of RFC 4291. */
  it.each([
    ['20010DB8000000000001000000000001', '2001:db8::1:0:0:1'],
    ['20010DB8000000010001000100010001', '2001:db8:0:1:1:1:1:1'],
    ['20010000000000010000000000000001', '2001:0:0:1::1'],
    ['20010DB8AAAABBBBCCCCDDDDEEEE0001', '2001:db8:aaaa:bbbb:cccc:dddd:eeee:1'],
    ['00000000000000000000000000000001', '::1'],
    ['00000000000000000000000000000000', '::'],
  ])('the address %s is %s', (address, text) => {
    const octets = Uint8Array.from(changed(IP6, 8, ...hex(address)));
    const capture = decodeCapture(encodeCapture({ format: 'pcap', packets: [{ linkType: 101, octets }] }));
    expect(findMessages(capture).messages[0]?.source).toBe(`[${text}]:40000`);
  });
});

describe('fragments of IP', () => {
  const cut = (from: number, to: number, more: boolean, id = 1) =>
    frames.ethernet(frames.ipv4(17, [...PUSH, ...zeros(24)].slice(from, to), PUSH_ENDS, { id, offset: from, more }));

  it('of IPv6', () => {
    const pieces = [
      overIpv6(44, [17, 0, 0, 1, 0, 1, 0, 2, ...PUSH.slice(0, 8)]),
      overIpv6(44, [17, 0, 0, 8, 0, 1, 0, 2, ...PUSH.slice(8)]),
    ];
    expect(find(pieces)).toEqual({ found: [[2, 'Ethernet > IPv6 > UDP > WSP', 'wsp-push', hex('010601')]], skipped: {} });
    // Of two datagrams, since the numbers differ in their high half.
    const other = overIpv6(44, [17, 0, 0, 8, 0, 2, 0, 2, ...PUSH.slice(8)]);
    expect(find([pieces[0]!, other])).toEqual({ found: [], skipped: { 'part of a message that is not whole': [1, 2] } });
  });

  it('that is sent again', () => {
    expect(find([cut(0, 8, true), cut(0, 8, true), cut(8, 11, false)])).toEqual({
      found: [[3, 'Ethernet > IPv4 > UDP > WSP', 'wsp-push', hex('010601')]],
      skipped: { 'fragment of IP, repeated': [2] },
    });
  });

  it('that overlap, though their octets add up', () => {
    expect(find([cut(0, 16, true), cut(8, 16, true), cut(24, 27, false)]).skipped).toEqual({
      'part of a message that is not whole': [1, 2],
      'fragment of IP, overlapping': [3],
    });
  });

  it('that are more than a datagram has', () => {
    const many = Array.from({ length: 47 }, (_, i) =>
      frames.ethernet(frames.ipv4(17, zeros(1400), PUSH_ENDS, { id: 9, offset: 8 * i, more: true })),
    );
    expect(find(many).skipped).toMatchObject({ 'fragment of IP, overlapping': [47] });
  });

  it('in a stream of TCP, and of a damaged header', () => {
    const tcp = frames.tcp(enquire(1), 100, ENDS);
    const pieces = (octets: readonly number[]) => [
      frames.ethernet(frames.ipv4(6, octets.slice(0, 24), ENDS, { more: true })),
      frames.ethernet(frames.ipv4(6, octets.slice(24), ENDS, { offset: 24 })),
    ];
    expect(find(pieces(tcp))).toEqual({
      found: [[2, 'Ethernet > IPv4 > TCP > SMPP', 'smpp', enquire(1)]],
      skipped: { 'fragment of IP, in a stream': [1] },
    });
    expect(find(pieces(changed(tcp, 12, 0x10)))).toEqual({ found: [], skipped: { 'damaged TCP': [1, 2] } });
  });
});

describe('streams of TCP', () => {
  const packetsOf = (packets: readonly Uint8Array[]) =>
    find(packets).found.map(([packet, , , octets]) => [packet, (octets as Uint8Array).at(-1)]);

  it('data in the segment that opens the connection (RFC 7413), which is sent twice', () => {
    const pdu = enquire(1);
    const first = segment(pdu.subarray(0, 9), 99, 2);
    expect(find([first, first, segment(pdu.subarray(9), 109)])).toEqual({
      found: [[3, 'Ethernet > IPv4 > TCP > SMPP', 'smpp', pdu]],
      skipped: { 'TCP sent again': [2] },
    });
  });

  it('another connection after one whose beginning was not captured', () => {
    const packets = [segment(enquire(1), 1), segment([], 9_000, 2), segment(enquire(2), 9_001)];
    expect(packetsOf(packets)).toEqual([
      [1, 1],
      [3, 2],
    ]);
  });

  it('packets that overlap in part', () => {
    const pdu = enquire(1);
    expect(find([segment(pdu.subarray(0, 9), 100), segment(pdu.subarray(4), 104)])).toEqual({
      found: [[2, 'Ethernet > IPv4 > TCP > SMPP', 'smpp', pdu]],
      skipped: {},
    });
  });

  const OTHER = { ...ENDS, toPort: 9_999 };
  const SKIPPED = { 'TCP port 9999': [1] };
  it.each<[what: string, octets: readonly number[], sequences: readonly number[]]>([
    ['two in a row', [0xff, ...enquire(1), ...enquire(2)], [1, 2]],
    ['one at the end', [0xff, ...enquire(1)], [1]],
    ['one that something else follows', [0xff, ...enquire(1), ...Array(20).fill(0xff)], []],
    ['one that a few octets follow', [0xff, ...enquire(1), 0, 0, 0, 0x10], []],
    ['one of another length than it has', [0xff, ...changed(enquire(1), 3, 0x11)], []],
    ['one that is shorter than a header', [0xff, ...changed(enquire(1), 3, 0x0f), 0], []],
  ])('PDUs on another port, not from the beginning: %s', (_, octets, sequences) => {
    const { found, skipped } = find([segment(octets, 1, 0x18, OTHER)]);
    expect(found.map(([, , , message]) => (message as Uint8Array).at(-1))).toEqual(sequences);
    expect(skipped).toEqual(sequences.length > 0 ? {} : SKIPPED);
  });

  it('a PDU of no known command on the port of SMPP, and one right after a gap', () => {
    expect(find([segment(changed(enquire(1), 7, 0x99), 1)])).toEqual({ found: [], skipped: { 'TCP port 2775': [1] } });
    expect(packetsOf([segment(enquire(1), 100), segment(enquire(2), 200)])).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('SIP and HTTP', () => {
  const MMS = 'Content-Type: application/vnd.wap.mms-message\r\n';
  const WEB = { ...ENDS, toPort: 80 };
  const stream = (...texts: readonly string[]) => {
    let sequence = 1;
    const packets = texts.map((text) => {
      const packet = segment(ascii(text), sequence, 0x18, WEB);
      sequence += text.length;
      return packet;
    });
    return brief(find(packets));
  };
  const datagram = (text: string) => brief(find([over(17, frames.udp(ascii(text), { fromPort: 5060, toPort: 5060 }))]));
  const brief = ({ found, skipped }: ReturnType<typeof find>) => ({
    found: found.map(([packet, layers, format, octets]) => [
      ...[packet, String(layers).split(' > ').at(-1), format, String.fromCharCode(...(octets as Uint8Array))],
    ]),
    skipped,
  });
  const BROKEN = { found: [], skipped: { 'SIP or HTTP that is not whole': [1] } };

  it.each<[what: string, text: string, message: readonly string[]]>([
    ['a chat', 'MESSAGE sip:a@b SIP/2.0\r\nc: text/plain\r\nl: 2\r\n\r\nhi', ['SIP MESSAGE', 'text', 'hi']],
    [
      'lines that go on',
      'POST / HTTP/1.1\r\nContent-Type:\r\n application/vnd.wap.mms-message\r\nContent-Length: 2\r\n\r\nhi',
      ['HTTP POST', 'mms', 'hi'],
    ],
    [
      'lines that end in LF alone',
      'POST / HTTP/1.1\nContent-Type: application/vnd.wap.sic\nContent-Length: 2\n\nhi',
      ['HTTP POST', 'wbxml', 'hi'],
    ],
    ['a line without a colon', `POST / HTTP/1.0\r\nnothing\r\n${MMS}Content-Length: 2\r\n\r\nhi`, ['HTTP POST', 'mms', 'hi']],
    [
      'chunks with trailers',
      `POST / HTTP/1.1\r\n${MMS}Transfer-Encoding: gzip, chunked\r\n\r\n2\r\nhi\r\n0\r\nA: b\r\n\r\n`,
      ['HTTP POST', 'mms', 'hi'],
    ],
    [
      'chunks that end in LF alone',
      `POST / HTTP/1.1\n${MMS}Transfer-Encoding: chunked\n\n2\nhi\n0\n\n`,
      ['HTTP POST', 'mms', 'hi'],
    ],
    [
      'an answer that has no body whatever it says, then one that has',
      `HTTP/1.1 304 Not Modified\r\n${MMS}Content-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\n${MMS}Content-Length: 2\r\n\r\nhi`,
      ['HTTP', 'mms', 'hi'],
    ],
  ])('%s', (_, text, message) => {
    expect(stream(text)).toEqual({ found: [[1, ...message]], skipped: {} });
  });

  it.each([
    ['SIP with application/sdp', 'INVITE sip:a@b SIP/2.0\r\nc: application/sdp\r\nl: 2\r\n\r\nhi'],
    ['SIP with a body of no type', 'MESSAGE sip:a@b SIP/2.0\r\nl: 2\r\n\r\nhi'],
    ['SIP with text/plain', 'INVITE sip:a@b SIP/2.0\r\nc: text/plain\r\nl: 2\r\n\r\nhi'],
    ['HTTP with text/plain', 'HTTP/1.1 200 OK\r\nContent-Type: Text/Plain; charset=utf-8\r\nContent-Length: 2\r\n\r\nhi'],
    ['HTTP with a body of no type', 'POST / HTTP/1.1\r\nc: application/vnd.wap.mms-message\r\nContent-Length: 2\r\n\r\nhi'],
    ['HTTP without a body', `HTTP/1.1 204 No Content\r\n${MMS}\r\n`],
    ['SIP without a body', 'MESSAGE sip:a@b SIP/2.0\r\nc: text/plain\r\n\r\n'],
  ])('none: %s', (reason, text) => {
    expect(stream(text)).toEqual({ found: [], skipped: { [reason]: [1] } });
  });

  const CHUNKED = `POST / HTTP/1.1\r\n${MMS}Transfer-Encoding: chunked\r\n\r\n`;
  it.each([
    ['a header without an end', `POST / HTTP/1.1\r\n${MMS}`],
    ['a length that is no number', `POST / HTTP/1.1\r\n${MMS}Content-Length: two\r\n\r\nhi`],
    ['fewer octets than the length', `POST / HTTP/1.1\r\n${MMS}Content-Length: 3\r\n\r\nhi`],
    ['a chunk without a length', `${CHUNKED}xyz\r\n`],
    ['a length of a chunk without the end of its line', `${CHUNKED}2`],
    ['a length of a chunk in a line of 2,200 octets', `${CHUNKED}2;${'a'.repeat(2_200)}\r\nhi\r\n0\r\n\r\n`],
    ['a chunk longer than its length', `${CHUNKED}2\r\nhi you\r\n0\r\n\r\n`],
    ['a chunk that is cut', `${CHUNKED}9\r\nhi`],
    ['trailers without an end', `${CHUNKED}2\r\nhi\r\n0\r\nA: b\r\n`],
  ])('none of %s', (_, text) => {
    expect(stream(text)).toEqual(BROKEN);
  });

  it('no line longer than a first line may be', () => {
    const line = (length: number) => `GET /${'a'.repeat(length)} HTTP/1.1\r\n\r\n`;
    expect(stream(line(2_000)).skipped).toEqual({ 'HTTP without a body': [1] });
    expect(stream(line(2_200)).skipped).toEqual({ 'TCP port 80': [1] });
  });

  it('after a gap, from the next first line; a body up to a gap is not whole', () => {
    const answer = `HTTP/1.1 200 OK\r\n${MMS}\r\nhi`;
    const packets = [segment(ascii(answer), 1, 0x18, WEB), segment(ascii(`rest\r\n${answer}`), 1_000, 0x18, WEB)];
    expect(brief(find(packets))).toEqual({
      found: [[2, 'HTTP', 'mms', 'hi']],
      skipped: { 'SIP or HTTP that is not whole': [1] },
    });
  });

  it('in a datagram, where a body without a length goes on to the end (RFC 3261 18.3)', () => {
    const header = 'MESSAGE sip:a@b SIP/2.0\r\nContent-Type: text/plain\r\n';
    expect(datagram(`${header}\r\nhi`)).toEqual({ found: [[1, 'SIP MESSAGE', 'text', 'hi']], skipped: {} });
    expect(datagram(`${header}Content-Length: 3\r\n\r\nhi`)).toEqual({
      found: [],
      skipped: { 'SIP or HTTP that is cut': [1] },
    });
  });
});
