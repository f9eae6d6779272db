/** M3UA, MTP3, SCCP and TCAP octet by octet: bounds, lengths, parameters beside those that are read, segments. */
import { describe, expect, it } from 'vitest';
import { type Piece, SegmentJoiner } from '../../src/capture/fragments.js';
import { findMapTpdus, readSccp, sccpOfM3ua, sccpOfMtp3 } from '../../src/capture/tcap.js';
import { ber, forwardSm, u16 } from '../support/captures.js';
import { hex } from '../support/hex.js';

const octetsOf = (octets: Iterable<number>) => Uint8Array.from(octets);
const count = (length: number) => Array.from({ length }, (_, i) => i & 255);

describe('MTP3', () => {
  // Q.704 14.2: the service information octet, whose low half is the service indicator, then four octets of the routing label.
  it.each<[what: string, octets: string, sccp: Uint8Array | string]>([
    ['SCCP, 3', '83 01020304 090102', hex('090102')],
    ['SCCP of a national network with a priority', 'F3 01020304 09', hex('09')],
    ['SCCP without octets', '83 01020304', hex('')],
    ['a routing label of three octets', '83 010203', 'MTP3 that is cut'],
    ['nothing', '', 'MTP3 that is cut'],
    ['ISUP, 5', '85 01020304 09', 'MTP3 without SCCP'],
    ['management, 0', '80 01020304 09', 'MTP3 without SCCP'],
  ])('%s', (_, octets, sccp) => {
    expect(sccpOfMtp3(hex(octets))).toEqual(sccp);
  });
});

describe('M3UA', () => {
  /** RFC 4666 3.1.3: version, reserved, class, type, length of all; `DATA` is class 1, type 1. */
  const message = (parameters: readonly number[], { type = [1, 1], version = 1, length = 8 + parameters.length } = {}) =>
    octetsOf([version, 0, ...type, 0, 0, ...u16(length), ...parameters]);
  /** RFC 4666 3.2: tag, length with these four octets and without the padding. */
  const parameter = (tag: number, value: readonly number[]) => [
    ...u16(tag),
    ...u16(4 + value.length),
    ...value,
    ...Array(-value.length & 3).fill(0),
  ];
  /** RFC 4666 3.3.1: point codes, service indicator, network indicator, priority, selection. */
  const label = (service: number) => [0, 0, 0, 1, 0, 0, 0, 2, service, 2, 0, 0];
  const data = (sccp: readonly number[], service = 3) => parameter(0x0210, [...label(service), ...sccp]);
  const INFO = 4;

  it.each<[what: string, octets: Uint8Array, sccp: Uint8Array]>([
    ['SCCP of octets that need no padding', message(data([9, 1, 2, 3])), hex('09010203')],
    ['SCCP without its padding', message(data([9])), hex('09')],
    ['SCCP without octets', message(data([])), hex('')],
    ['SCCP at the end without padding', message(data([9]).slice(0, 17)), hex('09')],
    ['SCCP in a message that says that it is longer', message(data([9]), { length: 400 }), hex('09')],
    ['the first of two', message([...data([9]), ...data([8])]), hex('09')],
    ...[0, 1, 2, 3, 4, 11, 12].map((size): [string, Uint8Array, Uint8Array] => [
      `SCCP after a text of ${size} octets`,
      message([...parameter(INFO, count(size)), ...data([9])]),
      hex('09'),
    ]),
    // 12 octets of routing contexts, in place of which a service indicator could come.
    ['SCCP after three routing contexts', message([...parameter(6, count(12)), ...data([9])]), hex('09')],
    ['SCCP after protocol data that has no SCCP octets', message([...parameter(0x0210, count(11)), ...data([9])]), hex('09')],
  ])('%s', (_, octets, sccp) => {
    expect(sccpOfM3ua(octets)).toEqual(sccp);
  });

  it.each<[what: string, octets: Uint8Array, reason: string]>([
    ['version 0', message(data([9]), { version: 0 }), 'M3UA that is not version 1'],
    ['version 2', message(data([9]), { version: 2 }), 'M3UA that is not version 1'],
    ['a header of seven octets', hex('01000101 000000'), 'M3UA that is not version 1'],
    ['a header alone', message([]), 'M3UA without data'],
    // Class 0 is of management, class 3 of the states of servers; type 3 of class 1 does not exist.
    ['a class that is not that of transfer', message(data([9]), { type: [3, 1] }), 'M3UA without data'],
    ['a type that is not DATA', message(data([9]), { type: [1, 3] }), 'M3UA without data'],
    ['an error', message(data([9]), { type: [0, 0] }), 'M3UA without data'],
    ['data after the length of the message', message(data([9]), { length: 8 }), 'M3UA without data'],
    ['data that the length of the message cuts', message(data([9, 1]), { length: 25 }), 'M3UA without data'],
    ['data that is cut', message(data([9, 1]).slice(0, 17)), 'M3UA without data'],
    [
      'protocol data without the last octet of its label',
      message(parameter(0x0210, label(3).slice(0, 11))),
      'M3UA without data',
    ],
    ['a parameter with a length of three, before data', message([0, INFO, 0, 3, ...data([9])]), 'M3UA without data'],
    ['ISUP', message(data([9], 5)), 'M3UA without SCCP'],
    ['ISUP, whose label alone is there', message(data([], 5)), 'M3UA without SCCP'],
  ])('%s', (_, octets, reason) => {
    expect(sccpOfM3ua(octets)).toBe(reason);
  });
});

/** What segments of one message have in common. */
interface Segments {
  readonly calling?: readonly number[];
  readonly reference?: number[];
  readonly key?: string;
}

describe('SCCP', () => {
  const [CALLED, CALLING] = [
    [2, 0x42, 8],
    [2, 0x42, 6],
  ] as const;
  const DATA = [0x61, 0, 7];
  const IMPORTANCE = [0x12, 1, 3];
  /** Q.713 3.17: whether it is the first, and how many follow; a reference of three octets. */
  const segmentation = (first: boolean, left: number, reference = [1, 2, 3]) => [
    ...[0x10, 4, (first ? 0x80 : 0) | left],
    ...reference,
  ];
  /** Q.713 4.18: XUDT with class 1 and a hop counter, pointers that count from themselves, and an optional part. */
  const xudt = (data: readonly number[], optional: readonly number[], calling: readonly number[] = CALLING) => {
    const [called, parts] = [4, [...CALLED, ...calling, data.length, ...data]];
    return octetsOf([0x11, 1, 15, called, 6, 5 + calling.length, 1 + parts.length, ...parts, ...optional]);
  };
  /** Q.713 4.20: LUDT, whose pointers and length have two octets, the low one first. */
  const ludt = (data: readonly number[], optional?: readonly number[]) => {
    const low = (value: number) => [value & 255, value >> 8];
    const parts = [...CALLED, ...CALLING, ...low(data.length), ...data];
    const pointers = [7, 8, 9, optional === undefined ? 0 : 1 + parts.length].flatMap(low);
    return octetsOf([0x13, 1, 15, ...pointers, ...parts, ...(optional ?? [])]);
  };
  const piece = (octets: Uint8Array, ...packets: readonly number[]): Piece => ({ octets, packets });
  const read = (octets: Uint8Array) => readSccp(piece(octets, 1), '', new SegmentJoiner());
  /** What comes of segments, one after the other. */
  const readAll = (segments: readonly Uint8Array[], keys: readonly string[] = []) => {
    const joiner = new SegmentJoiner();
    return segments.map((octets, i) => readSccp(piece(octets, i + 1), keys[i] ?? '', joiner));
  };

  it.each<[what: string, octets: Uint8Array]>([
    ['the end of the optional parameters', xudt(DATA, [0])],
    ['no end of the optional parameters', xudt(DATA, IMPORTANCE)],
    ['the length of a parameter missing', xudt(DATA, [0x12])],
    ['a parameter that is cut', xudt(DATA, [0x12, 9, 3])],
    ['segmentation after the end of the parameters', xudt(DATA, [0, 0, ...segmentation(true, 1)])],
    ['segmentation that is cut', xudt(DATA, segmentation(true, 1).slice(0, 5))],
    ['segmentation of three octets', xudt(DATA, [0x10, 3, 0x81, 1, 2, 0])],
    ['segmentation of five octets', xudt(DATA, [0x10, 5, 0x81, 1, 2, 3, 4, 0])],
    ['another parameter of four octets', xudt(DATA, [0x40, 4, 0x81, 1, 2, 3, 0])],
    ['the only segment', xudt(DATA, [...segmentation(true, 0), 0])],
    ['LUDT without an optional part', ludt(DATA)],
    ['LUDT with an optional part', ludt(DATA, [...IMPORTANCE, 0])],
    // UDT has three pointers: what follows them is an address.
    ['UDT', octetsOf([9, 1, 3, 5, 7, ...CALLED, ...CALLING, ...[DATA.length, ...DATA]])],
  ])('the data of one message: %s', (_, octets) => {
    expect(read(octets)).toEqual(piece(octetsOf(DATA), 1));
  });

  it.each<[what: string, before: readonly number[], after: readonly number[]]>([
    ['alone', [], [0]],
    ['at the end of the message', [], []],
    ['after importance', IMPORTANCE, [0]],
    ['after a parameter of four octets', [0x40, 4, 0, 0, 0, 0], [0]],
    ['after an empty parameter', [0x40, 0], [0]],
    ['before importance', [], [...IMPORTANCE, 0]],
  ])('two segments whose segmentation is %s', (_, before, after) => {
    const optional = (first: boolean, left: number) => [...before, ...segmentation(first, left), ...after];
    expect(readAll([xudt([1, 2], optional(true, 1)), xudt([3], optional(false, 0))])).toEqual([
      undefined,
      piece(hex('010203'), 1, 2),
    ]);
  });

  it('segments of LUDT whose optional part is more than 255 octets from its pointer', () => {
    const [first, second] = [count(300), count(256)];
    expect(readAll([ludt(first, segmentation(true, 1)), ludt(second, segmentation(false, 0))])).toEqual([
      undefined,
      piece(octetsOf([...first, ...second]), 1, 2),
    ]);
  });

  it.each<[what: string, one: Segments, other: Segments]>([
    ['of two callers', { calling: [2, 0x42, 6] }, { calling: [2, 0x42, 7] }],
    ['of a caller whose address goes on', { calling: [1, 0x42] }, { calling: [2, 0x42, 0] }],
    ['with two references, in their first octet', { reference: [1, 2, 3] }, { reference: [2, 2, 3] }],
    ['with two references, in their last octet', { reference: [1, 2, 3] }, { reference: [1, 2, 4] }],
    ['of two associations', { key: 'a' }, { key: 'b' }],
  ])('segments %s are apart', (_, one, other) => {
    const make = (from: Segments, data: number, first: boolean) =>
      xudt([data], segmentation(first, first ? 1 : 0, from.reference), from.calling);
    const segments = [make(one, 1, true), make(other, 2, true), make(one, 3, false), make(other, 4, false)];
    expect(readAll(segments, [one.key ?? '', other.key ?? '', one.key ?? '', other.key ?? ''])).toEqual([
      undefined,
      undefined,
      piece(hex('0103'), 1, 3),
      piece(hex('0204'), 2, 4),
    ]);
  });

  it('the number of segments that follow is in the low four bits', () => {
    const segments = Array.from({ length: 16 }, (_, i) => xudt([i], [0x10, 4, (i === 0 ? 0xf0 : 0x70) | (15 - i), 1, 2, 3]));
    expect(readAll(segments).at(-1)).toEqual(piece(octetsOf(count(16)), ...count(17).slice(1)));
  });

  it.each<[what: string, octets: Uint8Array, reason: string]>([
    ['nothing', hex(''), 'SCCP without user data'],
    [
      'a service message, which returns data',
      octetsOf([0x0a, 1, 3, 5, 7, ...CALLED, ...CALLING, 1, 9]),
      'SCCP without user data',
    ],
    ['a pointer of 0 to the data', octetsOf([9, 1, 3, 5, 0, ...CALLED, ...CALLING, 1, 9]), 'SCCP without user data'],
    ['a pointer of 0 to the data, in LUDT', octetsOf([0x13, 1, 15, 7, 0, 8, 0, 0, 0, 0, 0]), 'SCCP without user data'],
    ['pointers that are cut', octetsOf([9, 1, 3, 5]), 'SCCP without user data'],
    ['data without its last octet', xudt(DATA, []).subarray(0, -1), 'SCCP that is cut'],
    ['data without its last octet, in LUDT', ludt(count(300)).subarray(0, -1), 'SCCP that is cut'],
    ['a pointer past the end', octetsOf([9, 1, 3, 5, 200, ...CALLED, ...CALLING, 1, 9]), 'SCCP that is cut'],
    ['a second segment alone', xudt(DATA, segmentation(false, 0)), 'SCCP segment without the ones before it'],
  ])('none in %s', (_, octets, reason) => {
    expect(read(octets)).toBe(reason);
  });
});

describe('TCAP', () => {
  const TPDU = hex('01000B917283010010F500000AE8329BFD4697D9EC37');
  /** An originating transaction id. */
  const ID = [0x48, 4, 0, 0, 0, 1];
  const NO_TCAP = 'no TCAP, or TCAP without components';
  const NO_COMPONENTS = 'TCAP without components';
  const find = (octets: Iterable<number>) => findMapTpdus(octetsOf(octets));
  const invoke = (operation: number, destination: number) =>
    ber(0xa1, [
      2,
      1,
      1,
      2,
      1,
      operation,
      ...ber(0x30, [...ber(destination, [0x91, 0x44]), ...ber(0x82, [0x91, 0x44]), ...ber(4, TPDU)]),
    ]);
  const COMPONENTS = ber(0x6c, invoke(46, 0x84));
  const MO = [{ direction: 'MO', tpdu: TPDU }];

  // Q.773 3.1: Unidirectional, Begin, End, Continue, which have components; Abort has none.
  it.each([0x61, 0x62, 0x64, 0x65])('a transaction with the tag %i', (tag) => {
    expect(find(ber(tag, COMPONENTS))).toEqual(MO);
  });
  it.each([0x60, 0x63, 0x66, 0x67, 0x42, 0x6c])('no transaction with the tag %i', (tag) => {
    expect(find(ber(tag, COMPONENTS))).toBe(NO_TCAP);
  });

  it('the directions of operations and of their results', () => {
    const result = (operation: number) => ber(0xa2, [2, 1, 1, ...ber(0x30, [2, 1, operation, ...ber(0x30, ber(4, [1, 0]))])]);
    const components = [invoke(46, 0x84), invoke(46, 0x80), invoke(44, 0x80), result(46), result(44)].flat();
    expect(find(ber(0x64, ber(0x6c, components)))).toEqual([
      { direction: 'MO', tpdu: TPDU },
      { direction: 'MT', tpdu: TPDU },
      { direction: 'MT', tpdu: TPDU },
      { direction: 'MT', tpdu: hex('0100') },
      { direction: 'MO', tpdu: hex('0100') },
    ]);
  });

  // X.690 8.1.3.5: a long form may have more octets than it needs; here three at most.
  it.each<[what: string, length: readonly number[], found: unknown]>([
    ['one octet', [COMPONENTS.length], MO],
    ['one octet after the first', [0x81, COMPONENTS.length], MO],
    ['two octets after the first', [0x82, 0, COMPONENTS.length], MO],
    ['three octets after the first', [0x83, 0, 0, COMPONENTS.length], MO],
    ['four octets after the first', [0x84, 0, 0, 0, COMPONENTS.length], NO_TCAP],
    ['one more than there are', [COMPONENTS.length + 1], NO_TCAP],
    ['256 more than there are', [0x82, 1, COMPONENTS.length], NO_TCAP],
    ['65,536 more than there are', [0x83, 1, 0, COMPONENTS.length], NO_TCAP],
    ['one octet less, which cuts the last component', [COMPONENTS.length - 1], NO_COMPONENTS],
  ])('a length of %s', (_, length, found) => {
    expect(find([0x62, ...length, ...COMPONENTS])).toEqual(found);
  });

  it.each<[what: string, octets: readonly number[], found: unknown]>([
    ['nothing', [], NO_TCAP],
    ['a tag alone', [0x62], NO_TCAP],
    ['a length of two octets without the last one', [0x62, 0x82, 0], NO_TCAP],
    ['octets after the transaction', [...ber(0x62, COMPONENTS), 0x62], MO],
    ['a tag alone after the components', ber(0x62, [...COMPONENTS, 0x48]), MO],
    ['a tag of more octets before the components', ber(0x62, [0x5f, 1, 0, ...COMPONENTS]), NO_COMPONENTS],
    ['a tag of more octets, constructed', ber(0x62, [0x7f, 1, 0, ...COMPONENTS]), NO_COMPONENTS],
    ['the last tag of one octet before them', ber(0x62, [0x5e, 1, 0, ...COMPONENTS]), MO],
    // X.690 8.1.3.2: what is primitive has a definite length.
    ['an indefinite length of what is primitive before them', ber(0x62, [0x48, 0x80, 0, 0, ...COMPONENTS]), NO_COMPONENTS],
    ['an indefinite length of what is constructed before them', ber(0x62, [0x6b, 0x80, 0, 0, ...COMPONENTS]), MO],
    ['an indefinite length with elements', ber(0x62, [...ID, ...COMPONENTS], 'indefinite'), MO],
    ['octets after an indefinite length', [...ber(0x62, COMPONENTS, 'indefinite'), 0x62, 0], MO],
    ['an end of one octet', ber(0x62, COMPONENTS, 'indefinite').slice(0, -1), NO_TCAP],
    ['no end', ber(0x62, COMPONENTS, 'indefinite').slice(0, -2), NO_TCAP],
    // The end has two octets of 0: an element may begin with one, or have one as its length.
    ['an element of the tag 0 with octets', ber(0x62, [0, 1, 7, ...COMPONENTS], 'indefinite'), MO],
    ['an element of no octets', ber(0x62, [0x6b, 0, ...COMPONENTS], 'indefinite'), MO],
  ])('%s', (_, octets, found) => {
    expect(find(octets)).toEqual(found);
  });

  it('16 elements of an indefinite length around another, and no more', () => {
    const nested = (depth: number): number[] => (depth === 0 ? [0x6b, 0] : ber(0x62, nested(depth - 1), 'indefinite'));
    expect(find(nested(16))).toBe(NO_COMPONENTS);
    expect(find(nested(17))).toBe(NO_TCAP);
  });

  it('a message in elements of an indefinite length', () => {
    expect(find(forwardSm(TPDU, 'MT', 'indefinite'))).toEqual([{ direction: 'MT', tpdu: TPDU }]);
  });
});
