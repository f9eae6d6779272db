/** The files of captures. Those that are read are what text2pcap and editcap 4.0.17 write of a PDU of SMPP over TCP, but for names of programs. */
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { decodeCapture, encodeCapture, findMessages, formatCaptureTime } from '../../src/capture/index.js';
import { beginsAsCapture, readCapture, readRecord } from '../../src/capture/read.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

const FRAME =
  '2052454356002053454E440008004500003812340000FF0695890A0000010A000002C3500AD7000000000000000050002000AD840000' +
  '00000010000000150000000000000001';
const RECORD = `B0F5086B01000000 46000000 46000000 ${FRAME}`;
const PCAP = `D4C3B2A1 0200 0400 00000000 00000000 00000400 01000000 ${RECORD}`;
const NANO = PCAP.replace('D4C3B2A1', '4D3CB2A1').replace('B0F5086B01000000', 'B0F5086BE8030000');
const PATCHED = PCAP.replace('D4C3B2A1', '34CDB2A1').replace('46000000 46000000', '46000000 46000000 00000000 0000 00 00');
const BIG = `A1B2C3D4 0002 0004 00000000 00000000 00040000 00000001 6B08F5B0 00000001 00000046 00000046 ${FRAME}`;
const SECTION = '0A0D0D0A 1C000000 4D3C2B1A 01000000 FFFFFFFF FFFFFFFF 1C000000';
const INTERFACE = '01000000 20000000 0100 0000 00000400 0900 0100 09000000 00000000 20000000';
const BLOCK = `06000000 68000000 00000000 78C8EB18 E8E3BC6D 46000000 46000000 ${FRAME} 0000 68000000`;
const PCAPNG = `${SECTION} ${INTERFACE} ${BLOCK}`;
/** The same with the high octet first, two options of time, a block of names, and a simple packet. */
const BIG_BLOCKS =
  '0A0D0D0A 0000001C 1A2B3C4D 00010000 FFFFFFFF FFFFFFFF 0000001C' +
  '00000001 0000002C 0001 0000 00000000 0009 0001 8A000000 000E 0008 0000000000000064 00000000 0000002C' +
  '00000004 00000010 00000000 00000010' +
  '00000003 00000014 00000002 ABCD 0000 00000014' +
  '00000006 00000030 00000000 00000000 00000601 00000001 00000002 EF000000 0002 0004 00000002 00000000 00000030';

/** A block of pcapng, with its length before and after the body. */
function block(type: number, body: string): string {
  const word = (value: number) => [0, 8, 16, 24].map((bits) => ((value >> bits) & 255).toString(16).padStart(2, '0')).join('');
  const octets = word(hex(body).length + 12);
  return `${word(type)} ${octets} ${body} ${octets}`;
}

const ENQUIRE = hex('00000010000000150000000000000001');

describe('files of captures', () => {
  it.each([
    ['pcap', PCAP, '2026-11-27T03:14:56.000001Z'],
    ['pcap in nanoseconds', NANO, '2026-11-27T03:14:56.000001Z'],
    ['pcap with the longer records of a patch', PATCHED, '2026-11-27T03:14:56.000001Z'],
    ['pcap of the other order', BIG, '2026-11-27T03:14:56.000001Z'],
    ['pcapng', PCAPNG, '2026-11-27T03:14:56.000001Z'],
  ])('%s', (_, octets, time) => {
    const capture = decodeCapture(hex(octets));
    expect(capture.packets.map(({ linkType, length }) => [linkType, length])).toEqual([[1, 70]]);
    const { messages, skipped } = findMessages(capture);
    expect(messages.map((message) => formatCaptureTime(message.time!))).toEqual([time]);
    expect(messages[0]).toMatchObject({
      packet: 1,
      layers: ['Ethernet', 'IPv4', 'TCP', 'SMPP'],
      format: 'smpp',
      octets: ENQUIRE,
      source: '10.0.0.1:50000',
      destination: '10.0.0.2:2775',
    });
    expect(skipped).toEqual([]);
  });

  it('blocks of all kinds, with times in 1,024ths of a second and from another beginning', () => {
    const { format, packets } = decodeCapture(hex(BIG_BLOCKS));
    expect([format, packets.length]).toEqual(['pcapng', 2]);
    expect(packets[0]).toMatchObject({ linkType: 1, octets: hex('ABCD'), length: 2 });
    expect(packets[0]).not.toHaveProperty('time');
    // 0x601 of 1,024ths is a second and 513 of them; 100 seconds later.
    expect(packets[1]).toMatchObject({
      octets: hex('EF'),
      length: 2,
      direction: 'out',
      time: { seconds: 101, nanoseconds: 500_976_562 },
    });
  });

  it.each([
    ['bad-value', 'pcap/magic', 0, ''],
    ['bad-value', 'pcap/magic', 0, '00010203'],
    ['truncated', 'pcap/header', 0, 'D4C3B2A1 0200'],
    ['bad-value', 'pcap/version', 4, PCAP.replace('0200 0400', '0300 0000')],
    ['truncated', 'pcap/record', 24, PCAP.slice(0, PCAP.indexOf('B0F5') + 8)],
    ['truncated', 'pcap/record/packet', 40, `${PCAP.slice(0, -2)}`],
    ['bad-value', 'pcap/record/time', 28, PCAP.replace('01000000 46', '40420F00 46')],
    ['bad-value', 'pcapng/block/length', 64, PCAPNG.replace('68000000', '69000000')],
    ['bad-value', 'pcapng/block/length', 160, `${PCAPNG.slice(0, -8)}6C000000`],
    ['bad-value', 'pcapng/block/interface', 68, PCAPNG.replace('68000000 00000000', '68000000 01000000')],
    ['bad-value', 'pcapng/block/packet', 88, PCAPNG.replace('46000000', '4D000000')],
    ['truncated', 'pcapng/block', 160, `${PCAPNG.slice(0, -4)}`],
    ['bad-value', 'pcapng/version', 12, PCAPNG.replace('01000000', '02000000')],
    ['bad-value', 'pcap/record/time', 114, `${PCAP}${RECORD.replace('01000000', '40420F00')}`],
    ['bad-value', 'pcapng/block/length', 64, PCAPNG.replace('68000000', '08000000')],
    ['truncated', 'pcapng/block', 164, `${PCAPNG} 0A0D0D0A`],
    ['bad-value', 'pcapng/section', 164, `${PCAPNG} ${SECTION.replace('4D3C2B1A', '4D3C2B1B')}`],
    ['truncated', 'pcap/record', 40, PATCHED.slice(0, PATCHED.indexOf('2052') - 3)],
    // A section of 12 octets has its order, and no version.
    ['bad-value', 'pcapng/block', 8, '0A0D0D0A 0C000000 4D3C2B1A'],
    // 9,000,000,000,000 seconds, both ways: more than a date has (ECMA-262 21.4.1.1).
    ['bad-value', 'pcapng/block/if_tsoffset', 44, `${SECTION} ${block(1, '0100 0000 00000400 0E00 0800 0090CD792F080000')}`],
    ['bad-value', 'pcapng/block/if_tsoffset', 44, `${SECTION} ${block(1, '0100 0000 00000400 0E00 0800 00703286D0F7FFFF')}`],
  ] as const)('refuses with %s in %s at %i', (code, field, offset, octets) => {
    expect(refusal(() => decodeCapture(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it.each([PCAP, PCAPNG])('reads leniently what is whole', (octets) => {
    const issues: Issue[] = [];
    const twice = `${octets}${octets === PCAP ? RECORD : BLOCK}`;
    const cut = hex(twice).subarray(0, -1);
    const { packets } = decodeCapture(cut, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect([packets.length, issues.map(({ code }) => code)]).toEqual([1, ['truncated']]);
  });

  it.each<[what: string, code: string, field: string, offset: number, octets: string, limits?: { capturePackets: number }]>([
    ['no packet is whole', 'truncated', 'pcap/record/packet', 40, PCAP.slice(0, -2)],
    ['no block is whole', 'truncated', 'pcapng/block', 24, SECTION.slice(0, -2)],
    ['a block has no length that can be', 'bad-value', 'pcapng/block/length', 168, `${PCAPNG} ${BLOCK.replace('68', '69')}`],
    ['there are more packets than the limit', 'limit-exceeded', 'capture/packets', 110, PCAP + RECORD, { capturePackets: 1 }],
  ])('refuses leniently, too, where %s', (_, code, field, offset, octets, limits) => {
    expect(refusal(() => decodeCapture(hex(octets), { lenient: true, limits }))).toEqual({ code, field, offset });
  });

  it('reports a packet that is longer than its block, and goes on after the block', () => {
    const { issues, options } = lenient();
    const { packets } = decodeCapture(hex(`${PCAPNG.replace('46000000', '4D000000')} ${BLOCK}`), options);
    expect(issues).toEqual([['bad-value', 'pcapng/block/packet', 88]]);
    expect(packets.map(({ start }) => start)).toEqual([164]);
  });

  it('only what the block cuts is a fault of the block', () => {
    const reasonOf = (octets: string) => {
      const reasons: string[] = [];
      decodeCapture(hex(octets), { lenient: true, onIssue: ({ reason }) => reasons.push(reason) });
      return reasons;
    };
    expect(reasonOf(PCAPNG.replace('46000000', '4D000000'))).toEqual([expect.stringMatching(/ of the block$/)]);
    expect(() => decodeCapture(hex(PCAPNG.replace('01000000', '02000000')))).toThrow(/ is 2\.0, known: 1\.0$/);
  });

  it('blocks of another type are passed over, one of 12 octets, too', () => {
    const octets = `${SECTION} ${block(0x0bad, '')} ${INTERFACE} ${block(0x0bad, '01020304')} ${BLOCK}`;
    expect(decodeCapture(hex(octets)).packets.map(({ start, linkType }) => [start, linkType])).toEqual([[88, 1]]);
  });

  it('packets of the second interface, the high octet first', () => {
    const other = '00000001 00000014 0065 0000 00000000 00000014';
    const packet = '00000006 00000024 00000001 00000000 00000000 00000001 00000001 EF000000 00000024';
    const { packets } = decodeCapture(hex(`${BIG_BLOCKS} ${other} ${packet}`));
    expect(packets.at(-1)).toMatchObject({ linkType: 101, octets: hex('EF'), time: { seconds: 0, nanoseconds: 0 } });
  });

  it.each<[field: string, octets: string, packet: object]>([
    ['pcap/version', PCAP.replace('0200 0400', '0300 0000'), { linkType: 1, time: { seconds: 0x6b08f5b0, nanoseconds: 1000 } }],
    // A million microseconds: the last moment of the second.
    [
      'pcap/record/time',
      PCAP.replace('01000000 46', '40420F00 46'),
      { linkType: 1, time: { seconds: 0x6b08f5b0, nanoseconds: 999_999_999 } },
    ],
    ['pcapng/version', PCAPNG.replace('01000000', '02000000'), { linkType: 1, start: 60, end: 164 }],
    ['pcapng/block/length', `${PCAPNG.slice(0, -8)}6C000000`, { linkType: 1, start: 60, end: 164 }],
    ['pcapng/block/interface', PCAPNG.replace('68000000 00000000', '68000000 01000000'), { linkType: -1 }],
    [
      'pcapng/block/if_tsoffset',
      `${SECTION} ${block(1, '0100 0000 00000000 0E00 0800 0090CD792F080000')} ${block(6, `00000000 00000000 01000000 46000000 46000000 ${FRAME} 0000`)}`,
      { linkType: 1, time: { seconds: 0, nanoseconds: 1000 } },
    ],
  ])('reads leniently, with a fault of %s', (field, octets, packet) => {
    const issues: Issue[] = [];
    const { packets } = decodeCapture(hex(octets), { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues.map((issue) => [issue.code, issue.severity, issue.field])).toEqual([['bad-value', 'error', field]]);
    expect(packets).toMatchObject([{ ...packet, octets: hex(FRAME) }]);
  });

  it('skips a packet of an interface that is not there', () => {
    const octets = hex(PCAPNG.replace('68000000 00000000', '68000000 01000000'));
    const capture = decodeCapture(octets, { lenient: true });
    expect(capture.packets[0]).not.toHaveProperty('time');
    expect(findMessages(capture).skipped).toEqual([{ reason: 'no interface', packets: [1] }]);
    const simple = decodeCapture(hex(`${SECTION} ${block(3, '01000000 EF000000')}`), { lenient: true });
    expect(simple.packets).toMatchObject([{ linkType: -1, octets: hex('EF'), length: 1 }]);
  });

  it('blocks of packets as they were before, in microseconds', () => {
    const octets = `${SECTION} ${block(1, '0100 0000 00000000')} ${block(2, '0000 FFFF 01000000 02000000 01000000 05000000 EF000000')}`;
    // 2^32 + 2 microseconds.
    expect(decodeCapture(hex(octets)).packets).toMatchObject([
      { linkType: 1, octets: hex('EF'), length: 5, time: { seconds: 4294, nanoseconds: 967_298_000 } },
    ]);
  });

  it('simple packets, cut to the snapshot length of the first interface', () => {
    const octets = `${SECTION} ${block(1, '0100 0000 02000000')} ${block(3, '05000000 ABCD0000')} ${block(3, '01000000 EF000000')}`;
    expect(decodeCapture(hex(octets)).packets).toMatchObject([
      { octets: hex('ABCD'), length: 5 },
      { octets: hex('EF'), length: 1 },
    ]);
  });

  // draft-ietf-opsawg-pcapng 4.3.1: the two low bits of the flags, 0 for no information.
  it.each<[options: string, direction: string | undefined]>([
    ['0200 0400 01000000 00000000', 'in'],
    ['0200 0400 02000000', 'out'],
    ['0200 0400 00000000 00000000', undefined],
    ['0100 0300 61626300 0200 0400 FD000000', 'in'],
    ['0200 0200 01000000', undefined],
    ['0200 0800 01000000', undefined],
    ['00000000 0200 0400 01000000', undefined],
    // The number of a queue, which has four octets, too.
    ['0600 0400 01000000', undefined],
    ['', undefined],
  ])('options of a packet: %s', (options, direction) => {
    const packet = block(6, `00000000 00000000 00000000 00000000 00000000 ${options}`);
    const { packets } = decodeCapture(hex(`${SECTION} ${block(1, '0100 0000 00000000')} ${packet}`));
    expect(packets.map((each) => each.direction)).toEqual([direction]);
  });

  // 4.2: the resolution is 10^-6 without if_tsresol; the offset has eight octets.
  it.each<[options: string, seconds: number]>([
    ['', 2],
    ['0900 0000', 2],
    ['0900 0100 05000000', 20],
    ['0900 0100 94000000', 1],
    ['0E00 0400 64000000', 2],
    ['0E00 0800 6400000000000000', 102],
    ['0E00 0800 FFFFFFFFFFFFFFFF', 1],
    // The seconds that a date has at most, 8,640,000,000,000, both ways.
    ['0E00 0800 008021A8DB070000', 8_640_000_000_002],
    ['0E00 0800 0080DE5724F8FFFF', -8_639_999_999_998],
    // The speed of the interface, which has eight octets, too.
    ['0800 0800 6400000000000000', 2],
    // An option without its octets.
    ['0900 0100', 2],
  ])('options of an interface: %s', (options, seconds) => {
    const packet = block(6, '00000000 00000000 80841E00 00000000 00000000');
    const { packets } = decodeCapture(hex(`${SECTION} ${block(1, `0100 0000 00000000 ${options}`)} ${packet}`));
    expect(packets[0]?.time?.seconds).toBe(seconds);
  });

  it('bounds the packets', () => {
    const limits = { capturePackets: 1 };
    const refused = { code: 'limit-exceeded', field: 'capture/packets' };
    expect(refusal(() => decodeCapture(hex(`${PCAP}${RECORD}`), { limits }))).toEqual({ ...refused, offset: 110 });
    expect(refusal(() => decodeCapture(hex(`${PCAPNG}${BLOCK}`), { limits }))).toEqual({ ...refused, offset: 164 });
    expect([PCAP, PCAPNG].map((octets) => decodeCapture(hex(octets), { limits }).packets.length)).toEqual([1, 1]);
  });

  const packet = { linkType: 1, octets: hex(FRAME), time: { seconds: 0x6b08f5b0, nanoseconds: 1000 } };
  it('writes what other programs write', () => {
    expect(encodeCapture({ format: 'pcap', packets: [packet] })).toEqual(hex(PCAP));
    const inNanoseconds = { ...packet, time: { ...packet.time, nanoseconds: 1001 } };
    // One time that needs nanoseconds is enough.
    const both = decodeCapture(encodeCapture({ format: 'pcap', packets: [packet, inNanoseconds] }));
    expect(both.packets.map(({ time }) => time?.nanoseconds)).toEqual([1000, 1001]);
    expect(encodeCapture({ format: 'pcap', packets: [inNanoseconds] })).toEqual(hex(NANO.replace('E8030000', 'E9030000')));
    const units = 0x18ebc878n * 2n ** 32n + 0x6dbce3e8n;
    const time = { seconds: Number(units / 1_000_000_000n), nanoseconds: Number(units % 1_000_000_000n) };
    expect(encodeCapture({ format: 'pcapng', packets: [{ ...packet, time }] })).toEqual(hex(PCAPNG));
  });

  it.each([
    ['unencodable', 'packets[1].linkType', { format: 'pcap', packets: [packet, { ...packet, linkType: 101 }] }],
    ['unencodable', 'packets[0].direction', { format: 'pcap', packets: [{ ...packet, direction: 'in' }] }],
    ['bad-value', 'packets[0].linkType', { format: 'pcapng', packets: [{ ...packet, linkType: 0x10000 }] }],
    ['bad-value', 'packets[0].length', { format: 'pcapng', packets: [{ ...packet, length: 1 }] }],
    [
      'bad-value',
      'packets[0].time.seconds',
      { format: 'pcap', packets: [{ ...packet, time: { seconds: -1, nanoseconds: 0 } }] },
    ],
    [
      'bad-value',
      'packets[1].time.nanoseconds',
      { format: 'pcap', packets: [packet, { ...packet, time: { seconds: 0, nanoseconds: 1_000_000_000 } }] },
    ],
    ['bad-value', 'packets[0].direction', { format: 'pcapng', packets: [{ ...packet, direction: 'both' as 'in' }] }],
    ['too-long', 'packets[0].octets', { format: 'pcapng', packets: [{ linkType: 1, octets: new Uint8Array(262_145) }] }],
    ['bad-value', 'format', { format: 'snoop' as 'pcap', packets: [] }],
  ] as const)('does not write with %s in %s', (code, field, capture) => {
    expect(refusal(() => encodeCapture(capture))).toMatchObject({ code, field });
  });

  it('writes a packet of 262,144 octets', () => {
    const octets = new Uint8Array(262_144);
    expect(decodeCapture(encodeCapture({ format: 'pcapng', packets: [{ linkType: 1, octets }] })).packets[0]?.length).toBe(
      262_144,
    );
  });

  it.each<[name: string, call: () => unknown]>([
    ['capture', () => encodeCapture('pcap' as never)],
    ['packets', () => encodeCapture({ format: 'pcap', packets: 'none' as never })],
    ['packets\\[0\\]', () => encodeCapture({ format: 'pcap', packets: ['none' as never] })],
    ['packets\\[0\\]\\.octets', () => encodeCapture({ format: 'pcap', packets: [{ linkType: 1, octets: 'EF' as never }] })],
    ['time', () => formatCaptureTime('now' as never)],
  ])('%s of another type', (name, call) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(new RegExp(`^${name} is `));
  });
});

describe('beginnings of captures', () => {
  it.each([
    [true, PCAP],
    [true, NANO],
    [true, PATCHED],
    [true, BIG],
    [true, PCAPNG],
    [true, BIG_BLOCKS],
    [true, `${SECTION.slice(0, 26)}`],
    [false, `${SECTION.slice(0, 24)}`],
    [false, `${SECTION.slice(0, 26)}`.replace('0A0D0D0A', '0B0D0D0A')],
    [true, PCAP.slice(0, 27)],
    [false, PCAP.slice(0, 19)],
    [false, PCAPNG.replace('4D3C2B1A', '4D3C2B1B')],
    [false, '89504E470D0A1A0A0000000D49484452'],
  ])('%s for %s', (begins, octets) => {
    expect(beginsAsCapture(hex(octets))).toBe(begins);
  });
});

describe('times', () => {
  it.each([
    [1_000_000_000, 0, '2001-09-09T01:46:40Z'],
    [1_000_000_000, 1, '2001-09-09T01:46:40.000000001Z'],
    [-1, 0, '1969-12-31T23:59:59Z'],
    [8_640_000_000_001, 0, '8640000000001 s'],
    [8_640_000_000_001, 123_456_789, '8640000000001.123456789 s'],
  ])('%i s and %i ns are %s', (seconds, nanoseconds, text) => {
    expect(formatCaptureTime({ seconds, nanoseconds })).toBe(text);
  });
});

describe('packets that are written', () => {
  const linkTypeOf = (octets: Uint8Array) => octets[20];
  it('without time, at 0; the link type of no packets', () => {
    const octets = encodeCapture({ format: 'pcap', packets: [{ linkType: 1, octets: hex('EF') }] });
    expect(octets).toEqual(hex(`${PCAP.slice(0, PCAP.indexOf('B0F5'))} 00000000 00000000 01000000 01000000 EF`));
    expect(linkTypeOf(encodeCapture({ format: 'pcap', packets: [] }))).toBe(1);
    expect(linkTypeOf(encodeCapture({ format: 'pcap', packets: [], linkType: 113 }))).toBe(113);
    expect(refusal(() => encodeCapture({ format: 'pcap', packets: [], linkType: 0x1_0000 }))).toMatchObject({
      code: 'bad-value',
      field: 'linkType',
    });
  });
});

describe('traces of captures', () => {
  const traced = (octets: Uint8Array, lenient = false) => {
    const trace = new Trace('capture');
    readCapture(new ByteReader(octets, trace), { lenient });
    return trace.finish(octets.length);
  };
  const placesOf = ({ children }: Field) => children.map(({ name, start, end }) => [name, start, end]);

  it('records of pcap, one of them empty and one cut', () => {
    const octets = hex(`${PCAP} 00000000 00000000 00000000 00000000 ${RECORD}`).subarray(0, -1);
    const tree = traced(octets, true);
    expect(placesOf(tree)).toEqual([
      ['header', 0, 24],
      ['packet 1', 24, 110],
      ['packet 2', 110, 126],
      ['packet 3', 126, 142],
      ['cut record', 142, 211],
    ]);
    expect(placesOf(tree.children[1] as Field).at(-1)).toEqual(['packet', 40, 110]);
    expect(placesOf(tree.children[2] as Field).at(-1)).toEqual(['octets', 122, 126]);
  });

  it('blocks of pcapng', () => {
    const tree = traced(hex(PCAPNG));
    expect(placesOf(tree)).toEqual([
      ['block', 0, 28],
      ['block', 28, 60],
      ['block', 60, 164],
    ]);
    expect(placesOf(tree.children[2] as Field).slice(-3)).toEqual([
      ['packet', 88, 158],
      ['padding', 158, 160],
      ['block length again', 160, 164],
    ]);
    expect(tree.children.map(({ children }) => children[0]?.meaning)).toEqual(['section', 'interface', 'enhanced packet']);
  });

  it('options of an interface, and the octets of a block that is not read', () => {
    const tree = traced(hex(`${PCAPNG} ${block(0x0bad, '01020304')}`));
    expect(placesOf(tree.children[1] as Field).slice(-2)).toEqual([
      ['rest', 44, 56],
      ['block length again', 56, 60],
    ]);
    expect(placesOf(tree.children[3] as Field)).toEqual([
      ['type', 164, 168],
      ['block length', 168, 172],
      ['rest', 172, 176],
      ['block length again', 176, 180],
    ]);
  });

  it.each([
    ['Ethernet', '0100'],
    ['user 0', '9300'],
    ['user 15', 'A200'],
    ['link type 163', 'A300'],
    ['link type 146', '9200'],
  ])('the link type %s', (name, linkType) => {
    const tree = traced(hex(`${PCAP.slice(0, PCAP.indexOf('B0F5')).replace('01000000', `${linkType}0000`)}`));
    expect(tree.children[0]?.children.at(-1)?.meaning).toBe(name);
  });

  it.each([PCAP, NANO, PATCHED, BIG, PCAPNG, BIG_BLOCKS])('a record is read once more: %s', (text) => {
    const octets = hex(text);
    const { format, packets } = decodeCapture(octets);
    for (const packet of packets) {
      const reader = new ByteReader(octets, undefined, packet.start, packet.end);
      const opened: number[] = [];
      readRecord(reader, format, packet, () => opened.push(packet.at));
      expect([opened, reader.offset]).toEqual([[packet.at], packet.end]);
    }
  });
});
