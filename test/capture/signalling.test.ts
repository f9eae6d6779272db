/** M3UA, SCCP, TCAP and MAP, each with what it may have beside a message, and what has none. */
import { describe, expect, it } from 'vitest';
import * as frames from '../support/captures.js';
import { find } from '../support/captures.js';
import { hex } from '../support/hex.js';

const SUBMIT = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
const ENDS = { from: 1, to: 2, fromPort: 2905, toPort: 2905 };
const { ber, forwardSm, udt } = frames;
const sctp = (...chunks: frames.Chunk[]) => frames.ethernet(frames.ipv4(132, frames.sctp(chunks, ENDS), ENDS));
const carry = (payload: Iterable<number>) => find([sctp({ tsn: 1, payload })]);
const SCCP = udt(forwardSm(SUBMIT, 'MO'));

/** Octets with some of them changed. */
function changed(octets: Iterable<number>, at: number, ...values: number[]): number[] {
  const copy = [...octets];
  copy.splice(at, values.length, ...values);
  return copy;
}

describe('SCTP', () => {
  it('joins no message of more than 256 chunks, in any order', () => {
    const whole = frames.m3ua(SCCP);
    const pieces = (count: number) =>
      Array.from({ length: count }, (_, i) =>
        sctp({ tsn: i, payload: i === 0 ? whole : [0, 0, 0, 0], first: i === 0, last: i === count - 1 }),
      );
    // What follows the message in the chunks is past the length of M3UA.
    expect(find(pieces(200)).found).toMatchObject([[200, expect.anything(), 'tpdu-mo', SUBMIT]]);
    const all = Array.from({ length: 300 }, (_, i) => i + 1);
    const none = { found: [], skipped: { 'part of a message that is not whole': all } };
    expect(find(pieces(300))).toEqual(none);
    expect(find(pieces(300).reverse())).toEqual(none);
  });
});

describe('M3UA', () => {
  const m3ua = frames.m3ua(SCCP);
  /** Network appearance and routing context (RFC 4666 3.3.1) before the protocol data. */
  const context = [2, 0, 0, 8, 0, 0, 0, 1, 0, 6, 0, 8, 0, 0, 0, 2];
  const beside = changed(m3ua, 4, 0, 0, (m3ua.length + 16) >> 8, (m3ua.length + 16) & 255);
  beside.splice(8, 0, ...context);

  it('with other parameters', () => {
    expect(carry(beside)).toEqual({
      found: [[1, 'Ethernet > IPv4 > SCTP > M3UA > SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT]],
      skipped: {},
    });
  });

  it.each<[reason: string, octets: readonly number[]]>([
    ['M3UA that is not version 1', changed(m3ua, 0, 2)],
    ['M3UA that is not version 1', m3ua.slice(0, 7)],
    // A heartbeat: class 3, type 3.
    ['M3UA without data', [1, 0, 3, 3, 0, 0, 0, 8]],
    ['M3UA without data', [1, 0, 1, 2, 0, 0, 0, 8]],
    ['M3UA without data', changed(m3ua, 10, 0, 3)],
    ['M3UA without data', changed(m3ua, 10, 0xff, 0xff)],
    ['M3UA without data', [1, 0, 1, 1, 0, 0, 0, 20, 2, 0x10, 0, 12, 0, 0, 0, 1, 0, 0, 0, 2]],
    // A message of ISUP: service indicator 5.
    ['M3UA without SCCP', changed(m3ua, 20, 5)],
  ])('%s', (reason, octets) => {
    expect(carry(octets)).toEqual({ found: [], skipped: { [reason]: [1] } });
  });
});

describe('SCCP', () => {
  const tcap = forwardSm(SUBMIT, 'MO');
  const [called, calling] = [
    [2, 0x42, 8],
    [2, 0x42, 6],
  ] as const;
  const FOUND = { found: [[1, 'SCCP > TCAP > MAP', 'tpdu-mo', SUBMIT]], skipped: {} };

  it.each<[what: string, octets: readonly number[]]>([
    // Q.713 4.18: hop counter and four pointers; the last, to the optional part, is 0.
    ['XUDT without an optional part', [0x11, 1, 15, 4, 6, 8, 0, ...called, ...calling, tcap.length, ...tcap]],
    // Importance (Q.713 3.19), then the end of the optional parameters.
    [
      'XUDT without segmentation',
      [0x11, 1, 15, 4, 6, 8, 8 + tcap.length, ...called, ...calling, tcap.length, ...tcap, 0x12, 1, 3, 0],
    ],
    // Q.713 4.20 and 2.3: pointers and the length of the data of two octets, the low one first; pointers count from their high one.
    ['LUDT', [0x13, 1, 15, 7, 0, 8, 0, 9, 0, 0, 0, ...called, ...calling, tcap.length, 0, ...tcap]],
  ])('%s', (_, octets) => {
    expect(find([octets], 142)).toEqual(FOUND);
  });

  it.each<[reason: string, octets: readonly number[]]>([
    // A connection request, and a UDT whose pointer to the data is 0.
    ['SCCP without user data', [1, 0, 0, 1, 2]],
    ['SCCP without user data', changed(SCCP, 4, 0)],
    ['SCCP that is cut', SCCP.slice(0, -1)],
    ['SCCP segment without the ones before it', frames.xudt(tcap, false, 0, 7)],
  ])('%s', (reason, octets) => {
    expect(find([octets], 142)).toEqual({ found: [], skipped: { [reason]: [1] } });
  });

  it('segments of which one is missing', () => {
    const segments = [frames.xudt(tcap.slice(0, 40), true, 2, 7), frames.xudt(tcap.slice(80), false, 0, 7)];
    expect(find(segments, 142)).toEqual({
      found: [],
      skipped: { 'part of a message that is not whole': [1], 'SCCP segment without the ones before it': [2] },
    });
  });
});

describe('TCAP', () => {
  const NONE = 'no TCAP, or TCAP without components';
  const nested = (depth: number): number[] => (depth === 0 ? [] : ber(0x62, nested(depth - 1), 'indefinite'));

  it.each<[what: string, reason: string, octets: readonly number[]]>([
    ['nothing', NONE, []],
    ['an abort', NONE, ber(0x67, [])],
    ['a tag of several octets', NONE, [0x7f, 1, 0]],
    ['a length past the end', NONE, [0x62, 5, 0]],
    ['a length of four octets', NONE, [0x62, 0x84, 0, 0, 0, 0]],
    ['an indefinite length of what is primitive', NONE, [0x42, 0x80, 0, 0]],
    ['an indefinite length without an end', NONE, [0x62, 0x80, 0x48, 1, 7]],
    ['elements in 17 others', NONE, nested(20)],
    ['a transaction alone', 'TCAP without components', ber(0x62, ber(0x48, [0, 0, 0, 1]))],
    ['components after what cannot be read', 'TCAP without components', ber(0x62, [0x48, 0x80, ...ber(0x6c, [])])],
    ['a return error', 'MAP without a TPDU', ber(0x64, ber(0x6c, ber(0xa3, [2, 1, 1, 2, 1, 32])))],
  ])('none in %s', (_, reason, octets) => {
    expect(find([udt(octets)], 142)).toEqual({ found: [], skipped: { [reason]: [1] } });
  });

  it.each([
    ['one', 0x81, 140],
    ['two', 0x82, 300],
  ])('lengths of %s octets after the first', (_, first, size) => {
    const tpdu = Uint8Array.from({ length: size }, (__, i) => i & 255);
    const tcap = forwardSm(tpdu, 'MO');
    expect(tcap[1]).toBe(first);
    // More than 255 octets of data: LUDT.
    const parts = [2, 0x42, 8, 2, 0x42, 6, tcap.length & 255, tcap.length >> 8, ...tcap];
    expect(find([[0x13, 1, 15, 7, 0, 8, 0, 9, 0, 0, 0, ...parts]], 142).found).toEqual([
      [1, 'SCCP > TCAP > MAP', 'tpdu-mo', tpdu],
    ]);
  });
});

describe('MAP', () => {
  const CENTRE = [0x91, 0x44, 0x77, 0x00, 0x09, 0x00, 0x10];
  const MSISDN = [0x91, 0x44, 0x77, 0x00, 0x09, 0x10, 0x32];
  const IMSI = [0x32, 0x54, 0x10, 0x00, 0x00, 0x00, 0x00, 0xf1];
  const UI = ber(0x04, SUBMIT);
  const component = (content: readonly number[]) => find([udt(ber(0x62, ber(0x6c, content)))], 142);
  const argument = (...parts: readonly (readonly number[])[]) => ber(0x30, parts.flat());
  const invoke = (operation: readonly number[], ...rest: readonly (readonly number[])[]) =>
    component(ber(0xa1, [2, 1, 1, ...operation, ...rest.flat()]));
  const NONE = { found: [], skipped: { 'MAP without a TPDU': [1] } };
  const found = (format: string, tpdu = SUBMIT) => ({ found: [[1, 'SCCP > TCAP > MAP', format, tpdu]], skipped: {} });
  const [MO, MT] = [
    [2, 1, 46],
    [2, 1, 44],
  ];

  // TS 29.002 17.7.6: addresses are an IMSI [0], an MSISDN [2], a service centre [4], or none [5]. Before version 3 both directions had 46.
  it.each<[what: string, format: string, result: ReturnType<typeof find>]>([
    ['to a centre', 'tpdu-mo', invoke(MO, argument(ber(0x84, CENTRE), ber(0x82, MSISDN), UI))],
    ['from a subscriber to no address', 'tpdu-mo', invoke(MO, argument(ber(0x85, []), ber(0x82, MSISDN), UI))],
    ['from a centre to no address', 'tpdu-mt', invoke(MO, argument(ber(0x85, []), ber(0x84, CENTRE), UI))],
    ['to a subscriber, before version 3', 'tpdu-mt', invoke(MO, argument(ber(0x80, IMSI), ber(0x84, CENTRE), UI))],
    ['to a subscriber', 'tpdu-mt', invoke(MT, argument(ber(0x80, IMSI), ber(0x84, CENTRE), UI))],
    ['after a linked id', 'tpdu-mt', invoke([0x80, 1, 9, ...MT], argument(ber(0x80, IMSI), ber(0x84, CENTRE), UI))],
  ])('a message %s', (_, format, result) => {
    expect(result).toEqual(found(format));
  });

  it.each<[what: string, result: ReturnType<typeof find>]>([
    ['another operation', invoke([2, 1, 45], argument(ber(0x84, CENTRE), ber(0x82, MSISDN), UI))],
    ['an operation of two octets', invoke([2, 2, 0, 46], argument(ber(0x84, CENTRE), ber(0x82, MSISDN), UI))],
    ['no operation', invoke([], argument(ber(0x84, CENTRE), ber(0x82, MSISDN), UI))],
    ['no argument', invoke(MO)],
    ['no user information', invoke(MO, argument(ber(0x84, CENTRE), ber(0x82, MSISDN)))],
    ['user information of another type', invoke(MO, argument(ber(0x84, CENTRE), ber(0x82, MSISDN), ber(0x05, [])))],
    ['a result without parameters', component(ber(0xa2, [2, 1, 1]))],
    ['a result of another operation', component(ber(0xa2, [2, 1, 1, ...argument([2, 1, 45], argument(ber(4, [0, 0])))]))],
    ['a result without an operation', component(ber(0xa2, [2, 1, 1, ...argument(argument(ber(4, [0, 0])))]))],
    ['a result without user information', component(ber(0xa2, [2, 1, 1, ...argument(MT)]))],
    ['a result with an empty one', component(ber(0xa2, [2, 1, 1, ...argument(MT, argument(ber(4, [])))]))],
    ['a result with another type of it', component(ber(0xa2, [2, 1, 1, ...argument(MT, argument(ber(5, [])))]))],
  ])('none in %s', (_, result) => {
    expect(result).toEqual(NONE);
  });

  it.each([
    ['the last one', 0xa2],
    ['one that others follow', 0xa7],
  ])('the report in a result goes the other way: %s', (_, tag) => {
    const report = (operation: readonly number[]) =>
      component(ber(tag, [2, 1, 1, ...argument(operation, argument(ber(4, [1, 0])))]));
    expect(report(MO)).toEqual(found('tpdu-mt', hex('0100')));
    expect(report(MT)).toEqual(found('tpdu-mo', hex('0100')));
  });
});
