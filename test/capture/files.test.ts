/** The files of captures. Those that are read are what text2pcap and editcap 4.0.17 write of a PDU of SMPP over TCP, but for names of programs. */
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { decodeCapture, encodeCapture, findMessages, formatCaptureTime } from '../../src/capture/index.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

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

  it('bounds the packets', () => {
    const limits = { capturePackets: 1 };
    expect(refusal(() => decodeCapture(hex(`${PCAP}${RECORD}`), { limits }))).toMatchObject({ code: 'limit-exceeded' });
  });

  const packet = { linkType: 1, octets: hex(FRAME), time: { seconds: 0x6b08f5b0, nanoseconds: 1000 } };
  it('writes what other programs write', () => {
    expect(encodeCapture({ format: 'pcap', packets: [packet] })).toEqual(hex(PCAP));
    const inNanoseconds = { ...packet, time: { ...packet.time, nanoseconds: 1001 } };
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
    ['too-long', 'packets[0].octets', { format: 'pcapng', packets: [{ linkType: 1, octets: new Uint8Array(262_145) }] }],
    ['bad-value', 'format', { format: 'snoop' as 'pcap', packets: [] }],
  ] as const)('does not write with %s in %s', (code, field, capture) => {
    expect(refusal(() => encodeCapture(capture))).toMatchObject({ code, field });
  });
});
