/** Headers of packets by link type, fragments of IP, streams of TCP. Packets are made without the package. */
import { describe, expect, it } from 'vitest';
import { decodeCapture, encodeCapture, findMessages } from '../../src/capture/index.js';
import * as frames from '../support/captures.js';
import { find } from '../support/captures.js';
import { hex } from '../support/hex.js';

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
const ENDS = { from: 1, to: 2, fromPort: 40_000, toPort: 2775 };
const PUSH_ENDS = { ...ENDS, toPort: 2948 };
const PUSH = frames.udp([1, 6, 1], PUSH_ENDS);
const IP = frames.ipv4(17, PUSH, PUSH_ENDS);
const IP6 = frames.ipv6(17, PUSH, PUSH_ENDS);
const enquire = (sequence: number) => hex(`0000001000000015000000000000${sequence.toString(16).padStart(4, '0')}`);
const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
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
  const withOptions = [0x46, 0, 0, 24 + PUSH.length, ...IP.slice(4, 20), 1, 1, 1, 0, ...PUSH];

  it.each<[what: string, layers: string, octets: readonly number[]]>([
    ['options of IPv4', 'IPv4', withOptions],
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
