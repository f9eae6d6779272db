/** Messages in packets, in every way that they are carried. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeCapture, encodeCapture, encodeMessageCapture, findMessages } from '../../src/capture/index.js';
import { decodeCp, decodeRp } from '../../src/sms/index.js';
import * as frames from '../support/captures.js';
import { ascii, find } from '../support/captures.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
const DELIVER = hex('040B917283010010F500000111211290000005E8329BFD06');
const ENDS = { from: 1, to: 2, fromPort: 40_000, toPort: 2775 };
const enquire = (sequence: number) => hex(`0000001000000015000000000000${sequence.toString(16).padStart(4, '0')}`);

const over = (protocol: number, payload: readonly number[], ends = ENDS) =>
  frames.ethernet(frames.ipv4(protocol, payload, ends));
const segment = (payload: Iterable<number>, sequence: number, flags?: number, ends = ENDS) =>
  over(6, frames.tcp(payload, sequence, ends, flags), ends);
const push = (ends = { ...ENDS, toPort: 2948 }) => over(17, frames.udp([1, 6, 1], ends), ends);
/** A capture of Ethernet. */
const captured = (packets: readonly Uint8Array[]) =>
  decodeCapture(encodeCapture({ format: 'pcap', packets: packets.map((octets) => ({ linkType: 1, octets })) }));

describe('streams of TCP', () => {
  const SMPP = 'Ethernet > IPv4 > TCP > SMPP';

  it('a PDU in several packets, out of order, one of them twice', () => {
    const pdu = enquire(1);
    const pieces = [segment([], 99, 2), segment(pdu.subarray(9), 109), segment(pdu.subarray(0, 9), 100)];
    expect(find([...pieces, segment(pdu.subarray(4, 9), 104)])).toEqual({
      found: [[3, SMPP, 'smpp', pdu]],
      skipped: { 'TCP without data': [1], 'TCP sent again': [4] },
    });
  });

  it('several PDUs in a packet, sequence numbers that begin again at 0', () => {
    const two = [...enquire(1), ...enquire(2)];
    const split = [segment(two.slice(0, 20), 0xfffffff8), segment(two.slice(20), 12)];
    expect(find(split).found).toEqual([
      [1, SMPP, 'smpp', enquire(1)],
      [2, SMPP, 'smpp', enquire(2)],
    ]);
  });

  it('goes on after a gap, and where the capture begins in the middle', () => {
    const middle = [...enquire(1).subarray(3), ...enquire(2), ...enquire(3)];
    const gap = [segment(middle, 100), segment([...enquire(4).subarray(7), ...enquire(5)], 200)];
    const { found } = find(gap);
    expect(found.map(([packet, , , octets]) => [packet, (octets as Uint8Array).at(-1)])).toEqual([
      [1, 2],
      [1, 3],
      [2, 5],
    ]);
  });

  it('tells two connections of the same ports apart', () => {
    const packets = [
      segment([], 0, 2),
      segment(enquire(1), 1),
      segment([], 0, 2),
      segment([], 5_000, 2),
      segment(enquire(2), 5_001),
    ];
    expect(find(packets).found.map(([packet]) => packet)).toEqual([2, 5]);
  });

  it('SIP and HTTP by their lengths, in chunks, and up to the end', () => {
    const body = '\x00\x01\x00\x00\x00';
    const headers = 'Content-Type: application/vnd.3gpp.sms\r\n';
    const stream =
      `MESSAGE sip:smsc@example.com SIP/2.0\r\nl: 5\r\nc: application/vnd.3gpp.sms;x=1\r\n\r\n${body}` +
      `SIP/2.0 202 Accepted\r\nContent-Length: 0\r\n\r\n` +
      `POST / HTTP/1.1\r\n${headers}Transfer-Encoding: chunked\r\n\r\n2\r\n\x00\x01\r\n3;a\r\n\x00\x00\x00\r\n0\r\n\r\n` +
      `HTTP/1.1 200 OK\r\nContent-Type: application/vnd.wap.mms-message\r\n\r\n\x8c\x80`;
    const { found, skipped } = find([segment(ascii(stream.slice(0, 200)), 1), segment(ascii(stream.slice(200)), 201)]);
    expect(found.map(([, layers, format, octets]) => [layers, format, (octets as Uint8Array).length])).toEqual([
      ['Ethernet > IPv4 > TCP > SIP MESSAGE', 'rp', 5],
      ['Ethernet > IPv4 > TCP > HTTP POST', 'rp', 5],
      ['Ethernet > IPv4 > TCP > HTTP', 'mms', 2],
    ]);
    expect(skipped).toEqual({});
  });

  it('are known by addresses and ports of both ends', () => {
    const ends = [ENDS, { ...ENDS, fromPort: 40_001 }, { ...ENDS, from: 3 }, { ...ENDS, to: 3 }, { ...ENDS, toPort: 3_000 }];
    const back = { from: 2, to: 1, fromPort: 2775, toPort: 40_000 };
    // All have the same sequence numbers, and half a PDU each in turn.
    const half = (part: number) =>
      [...ends, back].map((each, i) => segment(enquire(i + 1).subarray(8 * part, 8 * part + 8), 100 + 8 * part, 0x18, each));
    const { messages, skipped } = findMessages(captured([...half(0), ...half(1)]));
    expect(messages.map(({ packet, source, destination, octets }) => [packet, source, destination, octets.at(-1)])).toEqual([
      [7, '10.0.0.1:40000', '10.0.0.2:2775', 1],
      [8, '10.0.0.1:40001', '10.0.0.2:2775', 2],
      [9, '10.0.0.3:40000', '10.0.0.2:2775', 3],
      [10, '10.0.0.1:40000', '10.0.0.3:2775', 4],
      [11, '10.0.0.1:40000', '10.0.0.2:3000', 5],
      [12, '10.0.0.2:2775', '10.0.0.1:40000', 6],
    ]);
    expect(skipped).toEqual([]);
  });

  /** A PDU of SMPP 3.4 with a status. */
  const pdu = (command: string, status: string, sequence = 1, octets = 16) =>
    Uint8Array.of(
      ...hex(`${octets.toString(16).padStart(8, '0')}${command}${status}${sequence.toString(16).padStart(8, '0')}`),
      ...Array(octets - 16).fill(0xff),
    );
  const [SUBMIT_SM, SUBMIT_SM_RESP] = ['00000004', '80000004'];
  const REST = Array(20).fill(0xff);
  const CENTRE = { from: 2, to: 1, fromPort: 2775, toPort: 40_000 };
  const OTHER = { ...ENDS, toPort: 3_000 };

  // A request has the status 0 (SMPP 3.4 section 5.1.3): what else begins a stream is told by the port.
  it.each<[what: string, ends: frames.Ends, octets: readonly number[], sequences: readonly number[]]>([
    ['a request with a status, to the port of SMPP', ENDS, [...pdu(SUBMIT_SM, '00000008')], [1]],
    ['a request with a status, from the port of SMPP', CENTRE, [...pdu(SUBMIT_SM, '00000008')], [1]],
    ['a request with a status, of another port', OTHER, [...pdu(SUBMIT_SM, '00000008')], []],
    ['a request that something else follows, of another port', OTHER, [...pdu(SUBMIT_SM, '00000000'), ...REST], [1]],
    ['an answer with a high status, after another PDU', OTHER, [...enquire(1), ...pdu(SUBMIT_SM_RESP, 'FFFFFFFF', 2)], [1, 2]],
    ['an answer with a high status, after something else', OTHER, [...REST, ...pdu(SUBMIT_SM_RESP, 'FFFFFFFF', 2)], []],
    ['a PDU that is cut, then nothing', ENDS, [...enquire(1), ...enquire(2).subarray(0, 15)], [1]],
    ['a longer PDU that is cut', ENDS, [...enquire(1), ...pdu(SUBMIT_SM, '00000000', 2, 40).subarray(0, 39)], [1]],
    ['a length of 15', ENDS, [...hex('0000000F 00000015 00000000 00000001')], []],
    ['a length of 0', ENDS, [...hex('00000000 00000015 00000000 00000001')], []],
    ['one after a PDU of no known command', ENDS, [...pdu('000000FF', '00000000'), ...enquire(2)], [2]],
  ])('SMPP: %s', (_, ends, octets, sequences) => {
    const { found } = find([segment(octets, 1, 0x18, ends)]);
    expect(found.map(([, , , message]) => (message as Uint8Array)[15])).toEqual(sequences);
  });

  it('SMPP: PDUs of up to 0x2FFFF octets', () => {
    const longest = (octets: number) => {
      const whole = pdu(SUBMIT_SM, '00000000', 1, octets);
      const packets = [0, 1, 2, 3].map((i) => segment(whole.subarray(i * 50_000, (i + 1) * 50_000), 1 + i * 50_000));
      return find(packets).found.map(([packet, , , message]) => [packet, (message as Uint8Array).length]);
    };
    expect(longest(0x2_ffff)).toEqual([[4, 0x2_ffff]]);
    expect(longest(0x3_0000)).toEqual([]);
  });

  const WEB = { ...ENDS, toPort: 80 };
  const http = (type: string, body: string) =>
    `POST / HTTP/1.1\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const MMS = http('application/vnd.wap.mms-message', '\x8c\x80');
  const latin1 = (octets: Iterable<number>) => String.fromCharCode(...octets);

  it('of HTTP have no PDUs of SMPP, and those of SMPP no messages of HTTP', () => {
    const octets = ascii(http('application/octet-stream', latin1([...enquire(1), ...enquire(2)])));
    expect(find([segment(octets, 1, 0x18, WEB)])).toEqual({
      found: [],
      skipped: { 'HTTP with application/octet-stream': [1] },
    });
    const text = [...enquire(1), ...ascii(`\n${MMS}`)];
    const SMPP_ALONE = [[1, SMPP, 'smpp', enquire(1)]];
    expect(find([segment(text, 1, 0x18, WEB)]).found).toEqual(SMPP_ALONE);
    // The same after a gap.
    const after = find([segment([0xff], 1, 0x18, WEB), segment(text, 1_000, 0x18, WEB)]);
    expect(after).toEqual({ found: [[2, SMPP, 'smpp', enquire(1)]], skipped: { 'TCP port 80': [1] } });
  });

  it('have messages of HTTP from the beginning, or after a gap', () => {
    const text = ascii(`220 hello\r\n${MMS}`);
    expect(find([segment(text, 1, 0x18, WEB)])).toEqual({ found: [], skipped: { 'TCP port 80': [1] } });
    const pieces = [segment(ascii(MMS), 1, 0x18, WEB), segment(ascii('a tail\r\n'), 1_000, 0x18, WEB)];
    expect(find([...pieces, segment(ascii(MMS), 1_008, 0x18, WEB)])).toEqual({
      found: [
        [1, 'Ethernet > IPv4 > TCP > HTTP POST', 'mms', hex('8C80')],
        [3, 'Ethernet > IPv4 > TCP > HTTP POST', 'mms', hex('8C80')],
      ],
      skipped: { 'SIP or HTTP that is not whole': [2] },
    });
    expect(find(pieces).skipped).toEqual({ 'TCP port 80': [2] });
  });

  it('have texts in MESSAGE of SIP, not in a method of HTTP with that name; none without a length', () => {
    const fields = 'Content-Type: text/plain\r\nContent-Length: 2\r\n\r\nhi';
    const text = ascii(`MESSAGE / HTTP/1.1\r\n${fields}MESSAGE sip:a SIP/2.0\r\n${fields}`);
    expect(find([segment(text, 1, 0x18, WEB)]).found).toEqual([
      [1, 'Ethernet > IPv4 > TCP > SIP MESSAGE', 'text', ascii('hi')],
    ]);
    const open = segment(ascii('MESSAGE sip:a SIP/2.0\r\nContent-Type: text/plain\r\n\r\nhi'), 1, 0x18, WEB);
    expect(find([open])).toEqual({ found: [], skipped: { 'SIP without a body': [1] } });
  });

  it('gives the same messages whatever the order and the size of the packets', () => {
    const pdus = Array.from({ length: 8 }, (_, i) => enquire(i + 1));
    const stream = pdus.flatMap((pdu) => [...pdu]);
    const cuts = fc.uniqueArray(fc.integer({ min: 1, max: stream.length - 1 }), { maxLength: 20 });
    const shuffled = cuts.chain((some) => {
      const at = [0, ...some.sort((a, b) => a - b), stream.length];
      const pieces = at.slice(1).map((end, i) => segment(stream.slice(at[i], end), 1 + (at[i] as number)));
      return fc.shuffledSubarray([...pieces, ...pieces.slice(0, 2)], { minLength: pieces.length + Math.min(2, pieces.length) });
    });
    fc.assert(
      fc.property(shuffled, (packets) => {
        const octets = find(packets).found.map(([, , , message]) => message);
        expect(octets.map((one) => (one as Uint8Array).at(-1)).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
      }),
    );
  });
});

describe('what is found', () => {
  it('is in order of the packets that complete it, those of streams between the others', () => {
    const packets = [segment(enquire(1), 1), push(), segment(enquire(2), 17), push()];
    expect(find(packets).found.map(([packet, , format]) => [packet, format])).toEqual([
      [1, 'smpp'],
      [2, 'wsp-push'],
      [3, 'smpp'],
      [4, 'wsp-push'],
    ]);
  });

  it('has the packets without a message by reason, the most frequent first', () => {
    const [arp, icmp, igmp] = [frames.ethernet([0, 1], 0x0806), over(1, [8, 0]), over(2, [])];
    expect(findMessages(captured([arp, icmp, push(), icmp, igmp, icmp, igmp])).skipped).toEqual([
      { reason: 'ICMP', packets: [2, 4, 6] },
      { reason: 'IGMP', packets: [5, 7] },
      { reason: 'ARP', packets: [1] },
    ]);
  });

  it('has the number and the time of its packet, also on a link for users', () => {
    const octets = encodeCapture({
      format: 'pcap',
      packets: [1, 2].map((seconds) => ({ linkType: 147, octets: hex('9904'), time: { seconds, nanoseconds: 0 } })),
    });
    expect(findMessages(decodeCapture(octets))).toEqual({
      messages: [1, 2].map((packet) => ({
        ...{ packet, time: { seconds: packet, nanoseconds: 0 }, layers: ['DLT user 0'], octets: hex('9904') },
      })),
      skipped: [],
    });
  });

  const ends = { ...ENDS, toPort: 2948 };
  const datagram = frames.udp([1, 6, 1], ends);
  const fragments = [
    frames.ethernet(frames.ipv4(17, datagram.slice(0, 8), ends, { more: true })),
    frames.ethernet(frames.ipv4(17, datagram.slice(8), ends, { offset: 8 })),
  ];
  it.each<[what: string, packets: readonly Uint8Array[]]>([
    ['a datagram', [push()]],
    ['fragments of a datagram', fragments],
    ['a stream', [segment(enquire(1), 1)]],
  ])('is bounded: %s', (_, packets) => {
    const read = (captureMessages: number) => findMessages(captured(packets), { limits: { captureMessages } });
    expect(read(1).messages).toHaveLength(1);
    expect(refusal(() => read(0))).toEqual({ code: 'limit-exceeded', field: 'capture/messages', offset: undefined });
  });

  it.each<[what: string, capture: unknown, message: RegExp]>([
    ['no capture', undefined, /^capture is undefined/],
    ['a list of packets', [], /^capture is /],
    ['no packets', { format: 'pcap' }, /^capture\.packets is undefined/],
    ['a packet of text', { packets: [{ linkType: 1, octets: 'text', length: 4 }] }, /^the input is /],
  ])('is refused as an argument: %s', (_, capture, message) => {
    let error: unknown;
    try {
      findMessages(capture as Parameters<typeof findMessages>[0]);
    } catch (thrown) {
      error = thrown;
    }
    expect(error).toBeInstanceOf(TypeError);
    expect((error as TypeError).message).toMatch(message);
  });
});

describe('layers', () => {
  const UDP_ENDS = { ...ENDS, toPort: 2948 };
  const datagram = frames.udp([1, 6, 1], UDP_ENDS);
  const ip = frames.ipv4(17, datagram, UDP_ENDS);

  it.each([
    ['Ethernet', 1, frames.ethernet(ip)],
    ['Ethernet', 1, frames.ethernet(ip, 0x0800, 7, 8)],
    ['Ethernet', 1, [...frames.ethernet(ip), 0, 0, 0]],
    ['Linux cooked', 113, [0, 0, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, 8, 0, ...ip]],
    ['Linux cooked', 276, [8, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 6, 2, 0, 0, 0, 0, 1, 0, 0, ...ip]],
    ['loopback', 0, [2, 0, 0, 0, ...ip]],
    ['loopback', 108, [0, 0, 0, 2, ...ip]],
    ['PPP', 9, [0xff, 3, 0, 0x21, ...ip]],
  ])('%s (link type %i)', (name, linkType, octets) => {
    expect(find([octets], linkType)).toEqual({
      found: [[1, `${name} > IPv4 > UDP > WSP`, 'wsp-push', hex('010601')]],
      skipped: {},
    });
  });

  it('IPv6, with a fragment that is whole', () => {
    const fragment = [17, 0, 0, 0, 0, 0, 0, 1, ...datagram];
    const packet = frames.ethernet(frames.ipv6(44, fragment, ENDS), 0x86dd);
    const { packets } = decodeCapture(encodeCapture({ format: 'pcap', packets: [{ linkType: 1, octets: packet }] }));
    expect(findMessages({ format: 'pcap', packets }).messages[0]).toMatchObject({
      source: '[2001:db8::1]:40000',
      destination: '[2001:db8::2]:2948',
      octets: hex('010601'),
    });
  });

  it('fragments of IPv4 in any order; none of those that overlap', () => {
    const cut = (from: number, to: number, id: number) =>
      frames.ethernet(frames.ipv4(17, datagram.slice(from, to), UDP_ENDS, { id, offset: from, more: to < datagram.length }));
    expect(find([cut(8, 11, 1), cut(0, 8, 1)])).toEqual({
      found: [[2, 'Ethernet > IPv4 > UDP > WSP', 'wsp-push', hex('010601')]],
      skipped: {},
    });
    const overlapping = [cut(0, 11, 2), cut(0, 8, 3), cut(8, 11, 3), cut(8, 11, 3)];
    expect(find(overlapping).skipped).toEqual({ 'part of a message that is not whole': [4] });
    const over8 = frames.ethernet(frames.ipv4(17, datagram, UDP_ENDS, { id: 4, more: true }));
    expect(find([over8, cut(8, 11, 4)]).skipped).toEqual({
      'fragment of IP, overlapping': [2],
      'part of a message that is not whole': [1],
    });
  });

  it('says why a packet has no message', () => {
    const arp = frames.ethernet([0, 1], 0x0806);
    const icmp = over(1, [8, 0]);
    const damaged = frames.ethernet([0x44, ...Array(30).fill(0)]);
    expect(find([arp, icmp, damaged, over(17, frames.udp([1], { fromPort: 5, toPort: 53 })), [1, 2]]).skipped).toEqual({
      ...{ ARP: [1], ICMP: [2], 'damaged IPv4': [3], 'UDP port 5': [4], 'damaged Ethernet': [5] },
    });
    expect(find([[1]], 127).skipped).toEqual({ 'link type 127 is not read': [1] });
    const cut = encodeCapture({
      format: 'pcap',
      packets: [{ linkType: 1, octets: over(17, datagram).subarray(0, 40), length: 53 }],
    });
    expect(findMessages(decodeCapture(cut)).skipped).toEqual([{ reason: 'cut by the capture', packets: [1] }]);
  });
});

describe('signalling', () => {
  const MAP = 'Ethernet > IPv4 > SCTP > M3UA > SCCP > TCAP > MAP';
  const ends = { ...ENDS, fromPort: 2905, toPort: 2905 };
  const sctp = (...chunks: frames.Chunk[]) => over(132, frames.sctp(chunks, ends), ends);
  const carried = (tpdu: Uint8Array, direction: 'MO' | 'MT') => frames.m3ua(frames.udt(frames.forwardSm(tpdu, direction)));

  it('MAP in both directions, in one packet; what is sent again once', () => {
    const chunks = [
      { tsn: 1, payload: carried(SUBMIT, 'MO') },
      { tsn: 2, payload: carried(DELIVER, 'MT') },
    ];
    expect(find([sctp(...chunks), sctp({ tsn: 2, payload: carried(DELIVER, 'MT') })])).toEqual({
      found: [
        [1, MAP, 'tpdu-mo', SUBMIT],
        [1, MAP, 'tpdu-mt', DELIVER],
      ],
      skipped: { 'SCTP sent again': [2] },
    });
  });

  it('fragments of SCTP, elements of indefinite length, segments of SCCP', () => {
    const whole = frames.m3ua(frames.udt(frames.forwardSm(SUBMIT, 'MO', 'indefinite')));
    const pieces = [whole.slice(0, 40), whole.slice(40, 80), whole.slice(80)];
    const [a, b, c] = pieces.map((payload, i) => sctp({ tsn: 0xffffffff + i, payload, first: i === 0, last: i === 2 }));
    expect(find([b!, a!, c!]).found).toEqual([[3, MAP, 'tpdu-mo', SUBMIT]]);
    const tcap = frames.forwardSm(DELIVER, 'MT');
    const segments = [tcap.slice(0, 50), tcap.slice(50)].map((data, i) => frames.m3ua(frames.xudt(data, i === 0, 1 - i, 7)));
    expect(find(segments.map((payload, tsn) => sctp({ tsn, payload })))).toEqual({
      found: [[2, MAP, 'tpdu-mt', DELIVER]],
      skipped: {},
    });
  });

  it('is not sent again on another association or in the other direction', () => {
    const [mo, mt] = [carried(SUBMIT, 'MO'), carried(DELIVER, 'MT')];
    const on = (payload: readonly number[], path: frames.Ends) => over(132, frames.sctp([{ tsn: 1, payload }], path), path);
    const back = { ...ends, from: 2, to: 1 };
    const packets = [on(mo, ends), on(mt, back), on(mo, { ...ends, fromPort: 2906 }), on(mt, { ...ends, to: 3 })];
    const { messages, skipped } = findMessages(captured(packets));
    expect(messages.map(({ packet, source, destination, octets }) => [packet, source, destination, octets])).toEqual([
      [1, '10.0.0.1:2905', '10.0.0.2:2905', SUBMIT],
      [2, '10.0.0.2:2905', '10.0.0.1:2905', DELIVER],
      [3, '10.0.0.1:2906', '10.0.0.2:2905', SUBMIT],
      [4, '10.0.0.1:2905', '10.0.0.3:2905', DELIVER],
    ]);
    expect(skipped).toEqual([]);
  });

  it('MTP without IP', () => {
    const mtp3 = [0x83, 1, 0, 0, 0, ...frames.udt(frames.forwardSm(SUBMIT, 'MO'))];
    expect(find([mtp3], 141).found).toEqual([[1, 'MTP3 > SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT]]);
    expect(
      find(
        [
          [0x80, 0x80, 0x3f, ...mtp3],
          [0x80, 0x80, 0],
        ],
        140,
      ),
    ).toEqual({
      found: [[1, 'MTP2 > MTP3 > SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT]],
      skipped: { 'MTP2 without a message': [2] },
    });
  });

  it('a result has the report', () => {
    const result = frames.ber(0xa2, [2, 1, 1, ...frames.ber(0x30, [2, 1, 44, ...frames.ber(0x30, frames.ber(4, [0, 0]))])]);
    const end = frames.ber(0x64, [...frames.ber(0x49, [0, 0, 0, 1]), ...frames.ber(0x6c, result)]);
    expect(find([frames.udt(end)], 142).found).toEqual([[1, 'SCCP > TCAP > MAP', 'tpdu-mo', hex('0000')]]);
  });
});

describe('radio', () => {
  const gsmtap = (type: number, payload: Iterable<number>, channel = 8, arfcn = 0x4001) => {
    const header = [2, 4, type, 0, arfcn >> 8, arfcn & 255, 0, 0, 0, 0, 0, 0, channel, 0, 0, 0];
    return over(17, frames.udp([...header, ...payload], { fromPort: 4729, toPort: 4729 }));
  };
  /** TS 24.011 7.2.1 with an RP-ACK. */
  const CP = [0x99, 1, 2, 2, 5];
  const lapdm = (number: number, payload: readonly number[], more = false) => [
    ...[0x0d, number << 1, (payload.length << 2) | (more ? 3 : 1), ...payload],
  ];

  it('LAPDm: one frame, several, on a channel beside, sent again, and one that is missing', () => {
    const UM = 'Ethernet > IPv4 > UDP > GSMTAP > LAPDm > CP';
    const packets = [
      gsmtap(1, [...lapdm(0, CP), 0x2b, 0x2b]),
      gsmtap(1, lapdm(1, CP.slice(0, 3), true)),
      gsmtap(1, lapdm(1, CP.slice(0, 3), true)),
      gsmtap(1, [0x0d, 0x21, 1]),
      gsmtap(1, lapdm(2, CP.slice(3))),
      gsmtap(1, [5, 0, ...lapdm(0, CP)], 0x88),
      gsmtap(1, lapdm(3, CP.slice(0, 2), true)),
      gsmtap(1, lapdm(5, CP.slice(3))),
      gsmtap(1, [0x55, 6, 0x19], 1),
    ];
    expect(find(packets)).toEqual({
      found: [
        [1, UM, 'cp', hex('9901020205')],
        [5, UM, 'cp', hex('9901020205')],
        [6, UM, 'cp', hex('9901020205')],
      ],
      skipped: {
        'LAPDm frame sent again': [3],
        'LAPDm without a message': [4],
        'part of a message that is not whole': [7],
        'LAPDm frames with a gap': [8],
        'GSM on a common channel': [9],
      },
    });
  });

  it('GSMTAP by either port; channels of several senders apart', () => {
    const at = (payload: readonly number[], ports: Partial<frames.Ends>) => {
      const path = { ...ENDS, fromPort: 4729, toPort: 4729, ...ports };
      return over(17, frames.udp(frames.gsmtap(1, payload), path), path);
    };
    const GSM = 'Ethernet > IPv4 > UDP > GSMTAP > LAPDm > CP';
    for (const ports of [{ fromPort: 5_000 }, { toPort: 2948 }, { toPort: 5_000 }]) {
      expect(find([at(lapdm(0, CP), ports)]).found).toEqual([[1, GSM, 'cp', hex('9901020205')]]);
    }
    const [first, last] = [lapdm(0, CP.slice(0, 3), true), lapdm(1, CP.slice(3))];
    expect(find([at(first, {}), at(first, { from: 3 }), at(last, {}), at(last, { from: 3 })])).toEqual({
      found: [3, 4].map((packet) => [packet, GSM, 'cp', hex('9901020205')]),
      skipped: {},
    });
  });

  it('blocks of cell broadcast: a page, a short one, a schedule, nothing sent, one that is missing, another protocol', () => {
    const page = Array.from({ length: 88 }, (_, i) => i);
    const block = (number: number, isLast = false) =>
      gsmtap(1, [0x20 | (isLast ? 0x10 : 0) | number, ...page.slice(22 * (number & 3), 22 * ((number & 3) + 1))], 12, 1);
    const packets = [
      ...[block(0), block(1), block(2), block(3, true)],
      ...[block(0), block(1, true)],
      ...[block(8), block(1, true), block(15)],
      ...[block(0), block(2), block(3, true), block(9)],
      gsmtap(1, [0x41, ...page.slice(0, 22)], 15, 1),
      gsmtap(1, [0x20, 1, 2], 15, 1),
    ];
    const CBCH = 'Ethernet > IPv4 > UDP > GSMTAP > CBCH';
    expect(find(packets)).toEqual({
      found: [
        [4, CBCH, 'cbs', Uint8Array.from(page)],
        [6, CBCH, 'cbs', Uint8Array.from(page.slice(0, 44))],
      ],
      skipped: {
        'CBCH schedule': [7, 8],
        'CBCH without a message': [9],
        'part of a message that is not whole': [10],
        'CBCH blocks with a gap': [11, 12],
        'CBCH of another protocol': [13, 14],
        'CBCH that is cut': [15],
      },
    });
  });

  it('between base station and controller, in NAS, to a SIM', () => {
    const rsl = [0x0e, 0x03, 0, 0, 0x02, 0x02, 0x01, 0x20, 0x02, 0x03, 0x0b, 0, CP.length, ...CP];
    const nas = [0x07, 0x63, CP.length, ...CP];
    const tlv = [0x82, 2, 0x83, 0x81, 0x86, 2, 0x81, 0x21, 0x8b, DELIVER.length, ...DELIVER];
    const envelope = [0xa0, 0xc2, 0, 0, tlv.length + 2, 0xd1, tlv.length, ...tlv];
    const record = [0xa0, 0xdc, 1, 4, 176, 1, 0, ...DELIVER, ...Array(174 - DELIVER.length).fill(0xff)];
    const packets = [
      gsmtap(2, rsl),
      gsmtap(18, nas),
      gsmtap(18, [0x17, 1, 2, 3, 4, 5, ...nas]),
      gsmtap(4, envelope),
      gsmtap(4, record),
      gsmtap(4, [0xa0, 0xa4, 0, 0, 2, 0x3f, 0]),
    ];
    const { found, skipped } = find(packets);
    expect(found.map(([packet, layers, format, octets]) => [packet, String(layers).slice(33), format, octets])).toEqual([
      [1, 'RSL > CP', 'cp', hex('9901020205')],
      [2, 'NAS > CP', 'cp', hex('9901020205')],
      [3, 'NAS > CP', 'cp', hex('9901020205')],
      [4, 'SIM', 'tpdu-mt', DELIVER],
      [5, 'SIM', 'pdu-mt', Uint8Array.of(0, ...DELIVER)],
    ]);
    expect(skipped).toEqual({ 'SIM command without a message': [6] });
  });
});

describe('messages that are written', () => {
  const messages = [
    { format: 'pdu-mo', octets: Uint8Array.of(...hex('07914477000900F1'), ...SUBMIT) },
    { format: 'tpdu-mt', octets: DELIVER },
    { format: 'tpdu-mo', octets: hex('0000') },
    { format: 'rp', octets: hex('0305') },
    { format: 'cp', octets: hex('9904'), direction: 'MO' },
    { format: 'smpp', octets: enquire(1) },
  ] as const;

  it.each(['pcap', 'pcapng'] as const)('come back from the network, in %s', (format) => {
    const capture = decodeCapture(encodeMessageCapture(messages, { format }));
    const { messages: found, skipped } = findMessages(capture);
    expect([capture.format, skipped, found.map((each) => each.format)]).toEqual([
      format,
      [],
      ['cp', 'cp', 'cp', 'cp', 'cp', 'smpp'],
    ]);
    const relayed = found.slice(0, 4).map(({ octets }) => decodeRp((decodeCp(octets) as { cpUd: Uint8Array }).cpUd));
    expect(relayed).toMatchObject([
      { type: 'RP-DATA', direction: 'MO', rpDa: { digits: '44770090001' }, rpUd: SUBMIT },
      { type: 'RP-DATA', direction: 'MT', rpUd: DELIVER },
      { type: 'RP-ACK', direction: 'MO', rpUd: hex('0000') },
      { type: 'RP-ACK', direction: 'MT', rpMr: 5 },
    ]);
    expect(found.at(-1)?.octets).toEqual(enquire(1));
  });

  it('come back from links for users, with their direction', () => {
    const { messages: found } = findMessages(decodeCapture(encodeMessageCapture(messages, { link: 'user' })));
    expect(found.map(({ layers, direction, octets }) => [layers.join(), direction, octets])).toEqual([
      ['DLT user 0', 'MO', SUBMIT],
      ['DLT user 0', 'MT', DELIVER],
      ['DLT user 0', 'MO', hex('0000')],
      ['DLT user 1', 'MT', hex('0305')],
      ['DLT user 2', 'MO', hex('9904')],
      ['DLT user 3', undefined, enquire(1)],
    ]);
  });

  it.each([
    ['unencodable', 'packets[3].linkType', messages, { format: 'pcap', link: 'user' }],
    ['too-long', 'rpUd', [{ format: 'tpdu-mo', octets: new Uint8Array(233).fill(1) }], {}],
    ['bad-value', 'SMSC', [{ format: 'pdu-mo', octets: hex('07') }], {}],
    ['bad-value', 'messages[0].format', [{ format: 'udh' as 'rp', octets: hex('07') }], {}],
    ['bad-value', 'link', [], { link: 'wire' as 'user' }],
  ] as const)('are not written with %s in %s', (code, field, some, options) => {
    expect(refusal(() => encodeMessageCapture(some, options))).toMatchObject({ code, field });
  });

  const endsOf = (octets: Uint8Array) =>
    findMessages(decodeCapture(encodeMessageCapture([{ format: 'smpp', octets }]))).messages.map(({ source, destination }) => [
      source,
      destination,
    ]);
  const pdu = (command: string, length = 16) =>
    Uint8Array.of(...hex(`${length.toString(16).padStart(8, '0')}${command}0000000000000001`), ...Array(length - 16).fill(0));

  // SMPP 3.4 section 5.1.2.1: what a centre asks, and what an ESME does.
  it.each([
    ['outbind', true, '0000000B'],
    ['deliver_sm', true, '00000005'],
    ['alert_notification', true, '00000102'],
    ['submit_sm_resp', true, '80000004'],
    ['submit_sm', false, '00000004'],
    ['deliver_sm_resp', false, '80000005'],
  ])('%s comes from the centre: %s', (_, fromCentre, command) => {
    const ends = ['192.0.2.1:2775', '192.0.2.2:50000'];
    expect(endsOf(pdu(command))).toEqual([fromCentre ? ends : ends.reverse()]);
  });

  it('a PDU in several segments, with the checksums that receivers verify (RFC 1071)', () => {
    const octets = pdu('00000004', 3_001);
    const capture = decodeCapture(
      encodeMessageCapture([
        { format: 'smpp', octets },
        { format: 'smpp', octets: enquire(2) },
      ]),
    );
    expect(capture.packets.map((packet) => packet.octets.length)).toEqual([1440, 1440, 241, 56]);
    expect(findMessages(capture)).toMatchObject({
      messages: [
        { packet: 3, octets },
        { packet: 4, octets: enquire(2) },
      ],
      skipped: [],
    });
    const sum = (...some: readonly number[]) => {
      let total = 0;
      for (let at = 0; at < some.length; at += 2) total += (some[at] as number) * 256 + (some[at + 1] ?? 0);
      return total % 0xffff;
    };
    for (const { octets: packet } of capture.packets) {
      const [header, rest] = [packet.subarray(0, 20), packet.subarray(20)];
      expect(sum(...header)).toBe(0);
      expect(sum(...header.subarray(12), 0, 6, rest.length >> 8, rest.length & 255, ...rest)).toBe(0);
    }
  });

  it.each([
    ['MO', 'rp', hex('0205')],
    ['MT', 'rp', hex('0305')],
    ['MO', 'cp', hex('9901020205')],
    ['MT', 'cp', hex('9901020305')],
    ['MO', 'cp', hex('798501020205')],
    ['MT', 'cp', hex('798501020305')],
    ['MT', 'cp', hex('9904')],
    ['MT', 'cp', hex('9901')],
  ] as const)('to or from the handset: %s, %s %s', (direction, format, octets) => {
    const { messages: found } = findMessages(decodeCapture(encodeMessageCapture([{ format, octets }], { link: 'user' })));
    expect(found.map((each) => [each.direction, each.octets])).toEqual([[direction, octets]]);
  });

  it('in a pcap file of one link type, without their direction; none, as raw IP', () => {
    const octets = encodeMessageCapture([{ format: 'tpdu-mo', octets: SUBMIT }], { format: 'pcap', link: 'user' });
    const { messages: found } = findMessages(decodeCapture(octets));
    expect(found).toMatchObject([{ layers: ['DLT user 0'], octets: SUBMIT }]);
    expect(found[0]).not.toHaveProperty('direction');
    expect(encodeMessageCapture([], { format: 'pcap' })[20]).toBe(101);
  });

  it('are bounded when they are read', () => {
    const capture = decodeCapture(encodeMessageCapture(messages));
    expect(refusal(() => findMessages(capture, { limits: { captureMessages: 5 } }))).toMatchObject({ code: 'limit-exceeded' });
  });
});
