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
  /** The octets of an argument or a result, whose elements follow each other. */
  const sequence = (...parts: readonly (readonly number[])[]) => ber(0x30, parts.flat());
  const invoke = (...rest: readonly (readonly number[])[]) => ber(0xa1, [2, 1, 1, ...rest.flat()]);
  const result = (...rest: readonly (readonly number[])[]) => ber(0xa2, [2, 1, 1, ...rest.flat()]);
  const carryMap = (...components: readonly (readonly number[])[]) => find([udt(ber(0x62, ber(0x6c, components.flat())))], 142);
  const NONE = { found: [], skipped: { 'MAP without a TPDU': [1] } };
  const found = (format: string, tpdu = SUBMIT) => ({ found: [[1, 'SCCP > TCAP > MAP', format, tpdu]], skipped: {} });
  const [MO, MT] = [
    [2, 1, 46],
    [2, 1, 44],
  ] as const;
  const [TO_CENTRE, FROM_CENTRE, TO_IMSI, FROM_MSISDN] = [
    ber(0x84, CENTRE),
    ber(0x84, CENTRE),
    ber(0x80, IMSI),
    ber(0x82, MSISDN),
  ];
  const [TO_NONE, FROM_NONE] = [ber(0x85, []), ber(0x85, [])];

  // TS 29.002 17.7.6: addresses are an IMSI [0], an LMSI [1], an MSISDN [2], a service centre [4], or none [5]. Before version 3 both directions had 46.
  it.each<[what: string, format: string, component: readonly number[]]>([
    ['to a centre', 'tpdu-mo', invoke(MO, sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['from a subscriber to no address', 'tpdu-mo', invoke(MO, sequence(TO_NONE, FROM_MSISDN, UI))],
    ['from a centre to no address', 'tpdu-mt', invoke(MO, sequence(TO_NONE, FROM_CENTRE, UI))],
    ['from no address to no address', 'tpdu-mt', invoke(MO, sequence(TO_NONE, FROM_NONE, UI))],
    ['to a subscriber, before version 3', 'tpdu-mt', invoke(MO, sequence(TO_IMSI, FROM_CENTRE, UI))],
    ['to an LMSI, before version 3', 'tpdu-mt', invoke(MO, sequence(ber(0x81, [0, 0, 0, 1]), FROM_CENTRE, UI))],
    ['to an LMSI from a subscriber', 'tpdu-mt', invoke(MO, sequence(ber(0x81, [0, 0, 0, 1]), FROM_MSISDN, UI))],
    ['to a subscriber', 'tpdu-mt', invoke(MT, sequence(TO_IMSI, FROM_CENTRE, UI))],
    ['to a centre by the operation that goes to a subscriber', 'tpdu-mt', invoke(MT, sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['after a linked id', 'tpdu-mt', invoke([0x80, 1, 9], MT, sequence(TO_IMSI, FROM_CENTRE, UI))],
    ['before another parameter', 'tpdu-mo', invoke(MO, sequence(TO_CENTRE, FROM_MSISDN, UI, ber(0x04, IMSI)))],
  ])('a message %s', (_, format, component) => {
    expect(carryMap(component)).toEqual(found(format));
  });

  it.each<[what: string, component: readonly number[]]>([
    ['another operation', invoke([2, 1, 45], sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['an operation of two octets', invoke([2, 2, 46, 0], sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['an operation of no octets', invoke([2, 0], sequence(TO_CENTRE, FROM_MSISDN, UI))],
    // An operation may be an OBJECT IDENTIFIER; those of MAP are numbers.
    ['an operation that is no number', invoke([6, 1, 46], sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['no operation', invoke([], sequence(TO_CENTRE, FROM_MSISDN, UI))],
    ['no argument', invoke(MO)],
    ['an argument of another type', invoke(MO, ber(0x31, [...TO_CENTRE, ...FROM_MSISDN, ...UI]))],
    ['no user information', invoke(MO, sequence(TO_CENTRE, FROM_MSISDN))],
    ['user information of another type', invoke(MO, sequence(TO_CENTRE, FROM_MSISDN, ber(0x05, SUBMIT)))],
    // TS 29.002 17.7.8: SignalInfo has an octet or more.
    ['empty user information', invoke(MO, sequence(TO_CENTRE, FROM_MSISDN, ber(0x04, [])))],
    ['a result without parameters', result()],
    ['a result of another operation', result(sequence([2, 1, 45], sequence(UI)))],
    ['a result whose operation has two octets', result(sequence([2, 2, 44, 0], sequence(UI)))],
    ['a result without an operation', result(sequence(sequence(UI)))],
    ['a result whose operation is no number', result(sequence([4, 1, 44], sequence(UI)))],
    ['a result of nothing', result(sequence())],
    ['a result without user information', result(sequence(MT))],
    ['a result with other things than user information', result(sequence(MT, ber(0x31, UI)))],
    ['a result with an empty sequence', result(sequence(MT, sequence()))],
    ['a result with empty user information', result(sequence(MT, sequence(ber(4, []))))],
    ['a result with user information of another type', result(sequence(MT, sequence(ber(5, SUBMIT))))],
    ['an error with what a result has', ber(0xa3, [2, 1, 1, ...sequence(MT, sequence(UI))])],
    ['a reject with what a result has', ber(0xa4, [2, 1, 1, ...sequence(MT, sequence(UI))])],
  ])('none in %s', (_, component) => {
    expect(carryMap(component)).toEqual(NONE);
  });

  it.each([
    ['the last one', 0xa2],
    ['one that others follow', 0xa7],
  ])('the report in a result goes the other way: %s', (_, tag) => {
    const report = (operation: readonly number[]) =>
      carryMap(ber(tag, [2, 1, 1, ...sequence(operation, sequence(ber(4, [1, 0])))]));
    expect(report(MO)).toEqual(found('tpdu-mt', hex('0100')));
    expect(report(MT)).toEqual(found('tpdu-mo', hex('0100')));
  });

  it('each component with a TPDU is a message', () => {
    const components = [
      invoke(MT, sequence(TO_IMSI, FROM_CENTRE, UI)),
      result(),
      result(sequence(MO, sequence(ber(4, [1, 0])))),
      invoke(MO, sequence(TO_CENTRE, FROM_MSISDN, UI)),
    ];
    expect(carryMap(...components).found.map(([, , format, octets]) => [format, octets])).toEqual([
      ['tpdu-mt', SUBMIT],
      ['tpdu-mt', hex('0100')],
      ['tpdu-mo', SUBMIT],
    ]);
  });
});
