/** Archives as a trace shows them, sound and not. */
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { describeEntries, isZip, traceZip } from '../../src/zip/tree.js';
import { writeStoredZip } from '../../src/zip/write.js';
import { refusal } from '../support/hostile.js';

const octetsOf = (text: string) => new TextEncoder().encode(text);
/**
 * Entries at 0 (header of 35, data of 2) and at 37 (header of 31, data of 3); directory at 71, its records of 51 and 47 octets; end at 169, of 22.
 */
const SOUND = writeStoredZip([
  { name: 'a.txt', data: octetsOf('Hi') },
  { name: 'b', data: octetsOf('you') },
]);
const [SECOND, DIRECTORY, SECOND_RECORD, END] = [37, 71, 122, 169] as const;

function changed(octets: Uint8Array, ...changes: readonly (readonly [at: number, ...values: number[]])[]): Uint8Array {
  const copy = octets.slice();
  for (const [at, ...values] of changes) copy.set(values, at);
  return copy;
}

/** The fields of an archive, its warnings, and what ends the reading. */
function traced(octets: Uint8Array, start = 0) {
  const trace = new Trace('ZIP', start);
  const reader = new ByteReader(octets, trace, start);
  try {
    const summary = traceZip(reader);
    return { summary, error: undefined, ...shown(trace.finish(reader.offset)) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { summary: undefined, error, ...shown(trace.fail(error, octets.length)) };
  }
}

function shown(tree: Field) {
  const all = (field: Field): Field[] => [field, ...field.children.flatMap(all)];
  return {
    tree,
    places: tree.children.map(({ name, start, end }) => [name, start, end]),
    warnings: all(tree).flatMap(({ warnings }) => warnings ?? []),
  };
}

const PLACES = [
  ['entry', 0, 37],
  ['entry', 37, 71],
  ['directory', 71, 169],
  ['end', 169, 191],
];

describe('a sound archive', () => {
  it('has its entries, its directory and its end', () => {
    const { tree, summary, places, warnings } = traced(SOUND);
    expect([summary, places, warnings]).toEqual([{ entries: 2, prefixOctets: 0 }, PLACES, []]);
    expect(tree.children.map(({ meaning }) => meaning)).toEqual([
      '"a.txt", 2 octets of data',
      '"b", 3 octets of data',
      undefined,
      '2 entries',
    ]);
    expect(tree.children[2]?.children.map(({ meaning }) => meaning)).toEqual([
      '"a.txt", 2 octets, stored',
      '"b", 3 octets, stored',
    ]);
    expect(tree.children[0]?.children.find(({ name }) => name === 'flags')?.meaning).toBe('UTF-8');
  });

  it('is passed without a trace', () => {
    const reader = new ByteReader(SOUND);
    expect([traceZip(reader), reader.offset]).toEqual([{ entries: 2, prefixOctets: 0 }, 191]);
    expect([describeEntries(1), describeEntries(2)]).toEqual(['1 entry', '2 entries']);
  });

  it('with descriptors, signed and not', async () => {
    const archive = new JSZip();
    archive.file('a', 'Hi', { compression: 'STORE' });
    const signed = await archive.generateAsync({ type: 'uint8array', streamFiles: true });
    const { tree, warnings } = traced(signed);
    expect([warnings, tree.children[0]?.children.at(-1)]).toMatchObject([[], { name: 'descriptor', start: 33, end: 49 }]);
    // The same without the signature of four octets: what comes after it is nearer.
    const bare = Uint8Array.of(...signed.subarray(0, 33), ...signed.subarray(37));
    const end = bare.length - 22;
    const moved = changed(bare, [end + 16, (signed[signed.length - 6] as number) - 4]);
    expect(traced(moved).tree.children[0]?.children.at(-1)).toMatchObject({ name: 'descriptor', start: 33, end: 45 });
  });

  it('with fields beside the name, a comment of an entry and one of the archive', () => {
    // 0x7075 with one octet, then what is no field; in the directory a comment too.
    const extra = [0x75, 0x70, 1, 0, 9, 0xee, 0xee];
    const header = [...SOUND.subarray(0, 28), extra.length, 0, ...SOUND.subarray(30, 35), ...extra, ...SOUND.subarray(35, 37)];
    const record = [
      ...SOUND.subarray(71, 101),
      extra.length,
      0,
      4,
      0,
      ...SOUND.subarray(105, 122),
      ...extra,
      ...octetsOf('note'),
    ];
    const end = [
      0x50,
      0x4b,
      5,
      6,
      0,
      0,
      0,
      0,
      1,
      0,
      1,
      0,
      record.length,
      0,
      0,
      0,
      header.length,
      0,
      0,
      0,
      2,
      0,
      ...octetsOf('ok'),
    ];
    const { tree, places, warnings } = traced(Uint8Array.from([...header, ...record, ...end]));
    const [first, directory, last] = tree.children as [Field, Field, Field];
    expect([places, warnings]).toEqual([
      [
        ['entry', 0, 44],
        ['directory', 44, 106],
        ['end', 106, 130],
      ],
      [],
    ]);
    const extraOf = (field: Field) =>
      field.children.find(({ name }) => name === 'extra')?.children.map(({ name, start, end: to }) => [name, to - start]);
    const fields = [
      ['id', 2],
      ['length', 2],
      ['data', 1],
      ['octets', 2],
    ];
    expect([extraOf(first), extraOf(directory.children[0] as Field)]).toEqual([fields, fields]);
    expect(directory.children[0]?.children.at(-1)).toMatchObject({ name: 'comment', value: 'note' });
    expect(last.children.at(-1)).toMatchObject({ name: 'comment', value: 'ok' });
  });

  it('whose places are in the records of ZIP64 (APPNOTE 4.3.14 and 4.3.15)', () => {
    const record = new Uint8Array(56);
    record.set([0x50, 0x4b, 6, 6, 44]);
    record.set([DIRECTORY], 48);
    const locator = new Uint8Array(20);
    locator.set([0x50, 0x4b, 6, 7]);
    locator.set([END], 8);
    const end = changed(SOUND.subarray(END), [16, 0xff, 0xff, 0xff, 0xff]);
    const octets = Uint8Array.of(...SOUND.subarray(0, END), ...record, ...locator, ...end);
    expect(isZip(octets)).toBe(true);
    const { places, warnings } = traced(octets);
    expect([places, warnings]).toEqual([[...PLACES.slice(0, 3), ['ZIP64 end', 169, 245], ['end', 245, 267]], []]);
    // A locator that points nowhere: then the directory is where it would end before the end record.
    expect(traced(changed(octets, [END + 56 + 8, 1])).warnings).not.toEqual([]);
  });
});

describe('an archive that is not sound', () => {
  const PLACE = 'its local header is not where it should be';
  it.each<[what: string, octets: Uint8Array, warnings: readonly string[]]>([
    [
      'two records of an entry',
      changed(SOUND, [SECOND_RECORD + 42, 0]),
      ['34 octets that belong to nothing', 'its local header lies upon another entry'],
    ],
    ['a record of no entry', changed(SOUND, [SECOND_RECORD + 42, 38]), ['34 octets that belong to nothing', PLACE]],
    [
      'a record of an entry in the directory',
      changed(SOUND, [SECOND_RECORD + 42, DIRECTORY]),
      ['34 octets that belong to nothing', PLACE],
    ],
    [
      'a name that goes on into the directory',
      changed(SOUND, [SECOND + 26, 200]),
      ['34 octets that belong to nothing', 'its local header goes on into the directory'],
    ],
    [
      'data that go on into the directory',
      changed(SOUND, [SECOND_RECORD + 20, 100]),
      ['its data have 100 octets, and there is room for 3'],
    ],
    ['a descriptor that is missing', changed(SOUND, [SECOND_RECORD + 8, 8, 8]), ['its data descriptor is missing']],
    ['another number of entries', changed(SOUND, [END + 8, 3, 0, 3]), ['is 3, and the directory has 2']],
    [
      'a record that goes on into the end',
      changed(SOUND, [SECOND_RECORD + 28, 200]),
      ['34 octets that belong to nothing', '47 octets that belong to nothing', 'is 2, and the directory has 1'],
    ],
  ])('%s', (_, octets, warnings) => {
    const read = traced(octets);
    expect(read.warnings).toEqual(warnings);
    expect(read.summary?.refusal).toMatch(/^ZIP/);
    expect(read.places.at(-1)).toEqual(['end', 169, 191]);
  });

  it('after a program', () => {
    const octets = Uint8Array.of(...octetsOf('MZ...'), ...SOUND);
    expect([isZip(octets), isZip(octets.subarray(0, -1)), isZip(octetsOf('MZ...'))]).toEqual([true, false, false]);
    const { summary, places, warnings } = traced(octets);
    expect(summary).toMatchObject({ entries: 2, prefixOctets: 5, refusal: expect.stringMatching(/^ZIP/) });
    expect(places).toEqual([
      ['octets', 0, 5],
      ...PLACES.map(([name, start, end]) => [name, Number(start) + 5, Number(end) + 5]),
    ]);
    expect(warnings).toEqual(['5 octets that belong to nothing']);
    const reader = new ByteReader(octets, undefined, 5);
    expect(traceZip(reader)).toEqual({ entries: 2, prefixOctets: 0 });
  });

  it('without a directory: the headers are followed as far as they go', () => {
    const { places, warnings, summary } = traced(changed(SOUND, [DIRECTORY, 0]));
    expect(places.slice(0, 2)).toEqual(PLACES.slice(0, 2));
    expect(places.slice(2)).toEqual([
      ['octets', 71, 169],
      ['end', 169, 191],
    ]);
    expect(warnings).toEqual(['98 octets that belong to nothing', 'is 2, and the directory has 0']);
    expect(summary).toMatchObject({ entries: 0, prefixOctets: 0 });
  });

  it.each<[what: string, octets: Uint8Array, places: readonly (readonly [string, number, number])[]]>([
    [
      'after the entries',
      SOUND.subarray(0, DIRECTORY),
      [
        ['entry', 0, 37],
        ['entry', 37, 71],
      ],
    ],
    [
      'in the data',
      SOUND.subarray(0, 70),
      [
        ['entry', 0, 37],
        ['entry', 37, 68],
        ['undecoded', 68, 70],
      ],
    ],
    [
      'in a name',
      SOUND.subarray(0, 67),
      [
        ['entry', 0, 37],
        ['undecoded', 37, 67],
      ],
    ],
    [
      'in a header',
      SOUND.subarray(0, 60),
      [
        ['entry', 0, 37],
        ['undecoded', 37, 60],
      ],
    ],
    [
      'after an entry whose descriptor says where it ends',
      changed(SOUND.subarray(0, DIRECTORY), [6, 8]),
      [
        ['entry', 0, 35],
        ['undecoded', 35, 71],
      ],
    ],
  ])('that is cut %s', (_, octets, places) => {
    expect(traced(octets)).toMatchObject({ places, error: { code: 'truncated', field: 'ZIP/end', offset: octets.length } });
    expect(refusal(() => traceZip(new ByteReader(octets)))).toEqual({
      code: 'truncated',
      field: 'ZIP/end',
      offset: octets.length,
    });
    expect(isZip(octets)).toBe(true);
  });

  it('whose comment is cut, and what is none', () => {
    const cut = changed(SOUND, [END + 20, 4]);
    expect(traced(cut)).toMatchObject({ places: PLACES, error: { code: 'truncated', field: 'ZIP/end/comment', offset: END } });
    expect(refusal(() => traceZip(new ByteReader(octetsOf('no archive'))))).toEqual({
      code: 'bad-value',
      field: 'ZIP',
      offset: 0,
    });
    expect(refusal(() => traceZip(new ByteReader(octetsOf('..PK'), undefined, 2)))).toEqual({
      code: 'bad-value',
      field: 'ZIP',
      offset: 2,
    });
  });
});
