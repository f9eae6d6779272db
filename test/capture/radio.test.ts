/** GSMTAP: frames of the radio, of a base station, of LTE and for SIMs, and what of them has no message. */
import { describe, expect, it } from 'vitest';
import { ethernet, find, gsmtap, ipv4, udp } from '../support/captures.js';
import { hex } from '../support/hex.js';

/** TS 24.011 7.2.1 with an RP-ACK, and the acknowledgement of a CP-DATA. */
const CP = [0x99, 1, 2, 2, 5];
const ACK = hex('9904');
const DELIVER = hex('040B917283010010F500000111211290000005E8329BFD06');
const GSMTAP = 217;
const skippedOf = (...packets: readonly (readonly number[])[]) => find(packets, GSMTAP);
const none = (reason: string) => ({ found: [], skipped: { [reason]: [1] } });
const foundAs = (layers: string, format: string, octets: Uint8Array) => ({
  found: [[1, `GSMTAP > ${layers}`, format, octets]],
  skipped: {},
});

describe('the header of GSMTAP', () => {
  it.each<[reason: string, octets: readonly number[]]>([
    ['GSMTAP that is not version 2', [3, ...gsmtap(1, []).slice(1)]],
    ['GSMTAP that is not version 2', gsmtap(1, []).slice(0, 15)],
    ['GSMTAP that is cut', [2, 3, ...gsmtap(1, []).slice(2)]],
    ['GSMTAP that is cut', [2, 5, ...gsmtap(1, []).slice(2)]],
    ['GSMTAP of type 3', gsmtap(3, CP)],
  ])('%s', (reason, octets) => {
    expect(skippedOf(octets)).toEqual(none(reason));
  });
});

describe('LAPDm', () => {
  const frame = (control: number, payload: Iterable<number>, more = false) => {
    const octets = [...payload];
    return gsmtap(1, [0x0d, control, (octets.length << 2) | (more ? 3 : 1), ...octets]);
  };
  const information = (number: number, payload: Iterable<number>, more = false) => frame(number << 1, payload, more);
  /** TS 44.006 3.8.1: control fields of SABM, of UI, and of RR that waits for frame 0. */
  const [SABM, UI, RR] = [0x3f, 0x03, 0x01];

  it.each<[reason: string, octets: readonly number[]]>([
    ['LAPDm that is cut', gsmtap(1, [0x0d, 0])],
    ['LAPDm that is cut', gsmtap(1, [0x0d, 0, 0x0d, 0x99, 4])],
    ['LAPDm without a message', frame(SABM, [])],
    ['LAPDm without a message', frame(UI, CP, true)],
    // Call control: protocol discriminator 3.
    ['LAPDm with another protocol', information(0, [0x03, 0x25])],
    ['LAPDm with another protocol', information(0, [0x99])],
    ['LAPDm with another protocol', information(0, [0x99, 1])],
    ['LAPDm with another protocol', information(0, [0x99, 1, 5, 2, 5])],
    ['LAPDm with another protocol', information(0, [0xf9, 0x81])],
    // A CP-DATA of three octets that has two, its transaction identifier of 7 in the first octet.
    ['LAPDm with another protocol', information(0, [0x79, 1, 3, 2, 5])],
  ])('%s', (reason, octets) => {
    expect(skippedOf(octets)).toEqual(none(reason));
  });

  // TS 24.007 11.2.3.1.3: a transaction identifier of 7 has another octet, whose highest bit is set.
  it.each([
    ['a frame without a number', frame(UI, CP), hex('9901020205')],
    ['an acknowledgement', information(0, ACK), ACK],
    ['a transaction identifier in another octet', information(0, hex('7985 01 02 0205')), hex('798501020205')],
    ['a transaction identifier of 7 in its own', information(0, hex('79 01 02 0205')), hex('7901020205')],
    ['an acknowledgement with a transaction identifier of 7', information(0, hex('7904')), hex('7904')],
    ['a type that is not known, above 80', information(0, hex('1984')), hex('1984')],
  ])('%s', (_, octets, message) => {
    expect(skippedOf(octets)).toEqual(foundAs('LAPDm > CP', 'cp', message));
  });

  it('numbers go on over supervisory frames and begin again after SABM', () => {
    const packets = [information(3, CP), frame(RR, []), information(3, CP), frame(SABM, []), information(3, CP)];
    const { found, skipped } = skippedOf(...packets);
    expect(found.map(([packet]) => packet)).toEqual([1, 5]);
    expect(skipped).toEqual({ 'LAPDm without a message': [2, 4], 'LAPDm frame sent again': [3] });
  });

  it('numbers go on over a frame without one', () => {
    const { found, skipped } = skippedOf(information(0, CP), frame(UI, ACK), information(0, CP));
    expect([found.map(([packet]) => packet), skipped]).toEqual([[1, 2], { 'LAPDm frame sent again': [3] }]);
  });

  it('a message after a frame that is missing between two messages', () => {
    const packets = [information(0, CP), information(2, CP), information(4, CP.slice(0, 2), true), information(5, CP.slice(2))];
    const { found, skipped } = skippedOf(...packets);
    expect([found.map(([packet]) => packet), skipped]).toEqual([[1, 2, 4], {}]);
  });

  /** A frame on a channel: its ARFCN with the bits of its direction, timeslot, type, subslot; and the SAPI of its link. */
  const on = (octets: readonly number[], arfcn: number, timeslot: number, channel: number, subslot: number, sapi = 3) => {
    const [header, [, ...rest]] = [octets.slice(0, 16), octets.slice(16)] as [number[], number[]];
    header.splice(3, 3, timeslot, arfcn >> 8, arfcn & 255);
    header[12] = channel;
    header[14] = subslot;
    // A slow associated channel has two octets more.
    return [...header, ...(channel >= 0x80 ? [0, 0] : []), (sapi << 2) | 1, ...rest];
  };
  type Channel = readonly [arfcn: number, timeslot: number, channel: number, subslot: number, sapi?: number];
  it.each<[what: string, one: Channel, other: Channel]>([
    ['frequencies', [1, 1, 8, 0], [2, 1, 8, 0]],
    ['directions', [1, 1, 8, 0], [0x4001, 1, 8, 0]],
    ['timeslots', [1, 1, 8, 0], [1, 2, 8, 0]],
    ['types of channels', [1, 1, 8, 0], [1, 1, 7, 0]],
    ['a channel and the one beside it', [1, 1, 8, 0], [1, 1, 0x88, 0]],
    ['subslots', [1, 1, 8, 0], [1, 1, 8, 1]],
    ['links', [1, 1, 8, 0, 3], [1, 1, 8, 0, 0]],
    ['channels whose numbers have the same digits', [1, 1, 0x88, 0], [111, 3, 6, 0]],
  ])('the frames of two %s are apart', (_, one, other) => {
    const packets = (at: Channel) => [on(information(0, CP.slice(0, 3), true), ...at), on(information(1, CP.slice(3)), ...at)];
    const [[first, second], [third, fourth]] = [packets(one), packets(other)] as [[number[], number[]], [number[], number[]]];
    const { found, skipped } = skippedOf(first, third, second, fourth);
    expect(found.map(([packet, , , octets]) => [packet, octets])).toEqual([
      [3, Uint8Array.from(CP)],
      [4, Uint8Array.from(CP)],
    ]);
    expect(skipped).toEqual({});
  });

  it('frames of two senders are apart', () => {
    const datagram = (from: number, octets: Iterable<number>) =>
      ethernet(ipv4(17, udp(octets, { fromPort: 40_000, toPort: 4729 }), { from, to: 9 }));
    const [first, second] = [information(0, CP.slice(0, 3), true), information(1, CP.slice(3))];
    const { found } = find([datagram(1, first), datagram(2, first), datagram(1, second), datagram(2, second)]);
    expect(found.map(([packet]) => packet)).toEqual([3, 4]);
  });

  it('a frame that is missing in the middle of a message', () => {
    const packets = [information(0, CP.slice(0, 2), true), information(2, CP.slice(3, 4), true), information(3, CP.slice(4))];
    expect(skippedOf(...packets)).toEqual({
      found: [],
      skipped: {
        'part of a message that is not whole': [1],
        'LAPDm frames with a gap': [2],
        'LAPDm with another protocol': [3],
      },
    });
  });

  it('no message of more than 32 frames', () => {
    const packets = Array.from({ length: 33 }, (_, i) => information(i & 7, [0x99, 4], true));
    const { found, skipped } = skippedOf(...packets);
    expect(found).toEqual([]);
    expect(skipped).toMatchObject({ 'LAPDm message that is too long': [33] });
  });
});

describe('cell broadcast', () => {
  const page = Uint8Array.from({ length: 88 }, (_, i) => i);
  const LAST = 0x10;
  const block = (type: number, arfcn = 1, channel = 12) => {
    const at = 22 * (type & 3);
    return gsmtap(1, [0x20 | type, ...page.subarray(at, at + 22)], channel, arfcn);
  };

  it('four blocks are a page, though none says that it is the last (TS 44.012 3.3)', () => {
    expect(skippedOf(block(0), block(1), block(2), block(3)).found).toEqual([[4, 'GSMTAP > CBCH', 'cbs', page]]);
  });

  it.each<[reason: string, octets: readonly number[]]>([
    ['CBCH that is cut', gsmtap(1, [], 12)],
    ['CBCH that is cut', block(0).slice(0, -1)],
    ['CBCH without a message', block(15)],
    ['CBCH of another protocol', block(4)],
    ['CBCH of another protocol', block(7)],
    ['CBCH of another protocol', block(9)],
    // Bits 6 and 7 are the link protocol discriminator, 01 for cell broadcast.
    ['CBCH of another protocol', block(0x40)],
    ['CBCH blocks with a gap', block(1)],
  ])('%s', (reason, octets) => {
    expect(skippedOf(octets)).toEqual(none(reason));
  });

  it('a page begins with block 0 though a schedule has not ended', () => {
    expect(skippedOf(block(8), block(0), block(1 | LAST))).toEqual({
      found: [[3, 'GSMTAP > CBCH', 'cbs', page.subarray(0, 44)]],
      skipped: { 'CBCH schedule': [1] },
    });
  });

  it('blocks after the last one of a schedule are not of it', () => {
    expect(skippedOf(block(8 | LAST), block(1)).skipped).toEqual({ 'CBCH schedule': [1], 'CBCH blocks with a gap': [2] });
    expect(skippedOf(block(8), block(1 | LAST), block(2)).skipped).toEqual({
      'CBCH schedule': [1, 2],
      'CBCH blocks with a gap': [3],
    });
  });

  it('a schedule ends a page that is not whole', () => {
    expect(skippedOf(block(0), block(8 | LAST), block(1)).skipped).toEqual({
      'part of a message that is not whole': [1],
      'CBCH schedule': [2],
      'CBCH blocks with a gap': [3],
    });
  });

  it('the blocks of two channels are apart', () => {
    const last = 1 | LAST;
    expect(skippedOf(block(0), block(0, 2), block(last), block(last, 2)).found.map(([packet]) => packet)).toEqual([3, 4]);
    const beside = [block(0), block(0, 1, 15), block(last), block(last, 1, 15)];
    expect(skippedOf(...beside).found.map(([packet]) => packet)).toEqual([3, 4]);
  });
});

describe('between base station and controller', () => {
  const rsl = (...rest: readonly number[]) => gsmtap(2, [0x0e, 0x03, 0, 0, ...rest]);
  it.each<[reason: string, octets: readonly number[]]>([
    ['LAPD without a message', rsl(2)],
    ['RSL without a message', rsl(2, 2)],
    // The control field of RR.
    ['LAPD without a message', gsmtap(2, [0x0e, 0x03, 1, 0, 2, 2, 0x0b, 0, 2, 0x99, 4])],
    // Message discriminator 8 is dedicated channel management (TS 48.058 9.1).
    ['RSL without a message', rsl(8, 2, 0x0b, 0, 2, 0x99, 4)],
    ['RSL without a message', rsl(2, 4, 1, 0x20, 2, 3)],
    ['RSL without a message', rsl(2, 4, 1, 0x20, 0x99, 1, 1)],
    ['RSL without a message', rsl(2, 2, 1, 0x20)],
    ['RSL that is cut', rsl(2, 2, 1, 0x20, 0x0b, 0, 3, 0x99, 4)],
    ['RSL that is cut', rsl(2, 2, 1, 0x20, 0x0b)],
    ['RSL that is cut', rsl(2, 2, 1, 0x20, 0x0b, 0)],
    ['RSL with another protocol', rsl(2, 2, 0x0b, 0, 2, 0x03, 0x25)],
    ['RSL with another protocol', rsl(2, 2, 0x0b, 0, 0)],
  ])('%s', (reason, octets) => {
    expect(skippedOf(octets)).toEqual(none(reason));
  });
});

describe('LTE', () => {
  it.each<[reason: string, octets: readonly number[]]>([
    ['NAS without a short message', gsmtap(18, [])],
    // Session management, and an attach request (TS 24.301 9.2 and 9.8).
    ['NAS without a short message', gsmtap(18, [0x52, 1, 0xd0])],
    ['NAS without a short message', gsmtap(18, [7, 0x41, 2, 0x99, 4])],
    ['NAS without a short message', gsmtap(18, [0x27, 1, 2, 3, 4, 5, 0xaa, 0xbb, 0xcc])],
    // Session management has no security header, and what such a header protects is mobility management.
    ['NAS without a short message', gsmtap(18, [0x52, 1, 2, 3, 4, 5, 7, 0x62, 2, ...ACK])],
    ['NAS without a short message', gsmtap(18, [0x17, 1, 2, 3, 4, 5, 0x52, 0x62, 2, ...ACK])],
    ['NAS that is cut', gsmtap(18, [7, 0x62, 3, 0x99, 4])],
    ['NAS that is cut', gsmtap(18, [7, 0x62])],
    ['NAS with another protocol', gsmtap(18, [7, 0x62, 2, 0x03, 0x25])],
  ])('%s', (reason, octets) => {
    expect(skippedOf(octets)).toEqual(none(reason));
  });

  it('a transport to the handset', () => {
    expect(skippedOf(gsmtap(18, [7, 0x62, 2, ...ACK]))).toEqual(foundAs('NAS > CP', 'cp', ACK));
  });
});

describe('a SIM', () => {
  const NONE = none('SIM command without a message');
  const command = (instruction: number, data: readonly number[]) =>
    skippedOf(gsmtap(4, [0xa0, instruction, 0, 0, data.length, ...data]));
  const envelope = (tag: number, ...rest: readonly number[]) => command(0xc2, [tag, ...rest]);
  const record = (status: number, message: Iterable<number>, instruction = 0xdc) => {
    const octets = [status, ...message];
    return command(instruction, [...octets, ...Array(176 - octets.length).fill(0xff)]);
  };

  const TPDU = [0x8b, DELIVER.length, ...DELIVER];
  it.each<[what: string, read: () => ReturnType<typeof find>]>([
    ['nothing', () => skippedOf(gsmtap(4, []))],
    // A menu selection (TS 31.111 9.1).
    ['an envelope of another kind', () => envelope(0xd3, TPDU.length, ...TPDU)],
    // TERMINAL RESPONSE (TS 31.111 table 7.1).
    ['another command with the data of a download', () => command(0x14, [0xd1, TPDU.length, ...TPDU])],
    ['a download without a TPDU', () => envelope(0xd1, 4, 0x82, 2, 0x83, 0x81)],
    ['a download with an element past its end', () => envelope(0xd1, 4, 0x82, 9, 0x83, 0x81)],
    ['a download that ends inside of its TPDU', () => envelope(0xd1, TPDU.length - 1, ...TPDU)],
    ['a download that the command cuts', () => envelope(0xd1, TPDU.length, ...TPDU.slice(0, -1))],
    ['a record that is free', () => record(0, [0, ...DELIVER])],
    ['a record with octets that are no message', () => record(1, [0xff, 0xff])],
    ['a record of another file', () => command(0xdc, [1, 0, ...DELIVER])],
    // UPDATE BINARY.
    ['another command with the data of a record', () => record(3, [0, ...DELIVER], 0xd6)],
  ])('none in %s', (_, read) => {
    expect(read()).toEqual(NONE);
  });

  it('a download whose lengths take two octets, and one without the bit that asks for comprehension', () => {
    const tpdu = Uint8Array.of(...hex('040B917283010010F5000421112190000000 8C'), ...Array(140).fill(0x55));
    const inner = [0x82, 2, 0x83, 0x81, 0x8b, 0x81, tpdu.length, ...tpdu];
    expect(envelope(0xd1, 0x81, inner.length, ...inner)).toEqual(foundAs('SIM', 'tpdu-mt', tpdu));
    expect(envelope(0xd1, DELIVER.length + 2, 0x0b, DELIVER.length, ...DELIVER)).toEqual(foundAs('SIM', 'tpdu-mt', DELIVER));
  });

  // TS 51.011 10.5.3: 3 is a message that is to be read, 5 one that was sent, 7 one that is to be sent.
  it('records of what came, and of what is to be sent', () => {
    const submit = hex('0001000B917283010010F500000AE8329BFD4697D9EC37');
    expect(record(3, [0, ...DELIVER])).toEqual(foundAs('SIM', 'pdu-mt', Uint8Array.of(0, ...DELIVER)));
    expect(record(5, submit)).toEqual(foundAs('SIM', 'pdu-mo', submit));
    expect(record(7, submit)).toEqual(foundAs('SIM', 'pdu-mo', submit));
  });

  it('a record that its message fills', () => {
    const centre = [10, 0x91, ...Array(9).fill(0x21)];
    const tpdu = [0x19, 0, 20, 0x91, ...Array(10).fill(0x21), 0, 4, ...hex('62112112000000'), 140, ...Array(140).fill(0x55)];
    const message = Uint8Array.of(...centre, ...tpdu);
    expect(message).toHaveLength(175);
    expect(record(7, message)).toEqual(foundAs('SIM', 'pdu-mo', message));
  });
});
