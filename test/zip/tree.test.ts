/** Archives as a trace shows them, sound and not. */
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, type Issue, Trace } from '../../src/bytes/index.js';
import { FormatError } from '../../src/errors.js';
import { readDescriptor, readDirectoryRecord, readEndRecord, readLocalHeader } from '../../src/zip/records.js';
import { describeEntries, isZip, traceZip } from '../../src/zip/tree.js';
import { writeStoredZip } from '../../src/zip/write.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';
import { extraField, le, type MadeEntry, makeZip } from '../support/zips.js';

const octetsOf = (text: string) => new TextEncoder().encode(text);
const octetsOfList = (text: string) => [...octetsOf(text)];
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

/** The fields of an archive, its warnings, the places of its issues, and what ends the reading. */
function traced(octets: Uint8Array, start = 0) {
  const trace = new Trace('ZIP', start);
  const reader = new ByteReader(octets, trace, start);
  const issues: [field: string, offset: number | undefined][] = [];
  const onIssue = ({ field, offset }: Issue) => issues.push([field, offset]);
  try {
    const summary = traceZip(reader, { onIssue });
    return { summary, error: undefined, issues, ...shown(trace.finish(reader.offset)) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { summary: undefined, error, issues, ...shown(trace.fail(error, octets.length)) };
  }
}

function shown(tree: Field) {
  expectTiling(tree);
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

  it('limits of another type are a wrong argument, not a refusal', () => {
    const reader = new ByteReader(SOUND, new Trace('ZIP'));
    expect(() => traceZip(reader, { limits: 5 as never })).toThrow(TypeError);
  });

  it('is passed without a trace', () => {
    const reader = new ByteReader(SOUND);
    expect([traceZip(reader), reader.offset]).toEqual([{ entries: 2, prefixOctets: 0 }, 191]);
    expect([describeEntries(1), describeEntries(2)]).toEqual(['1 entry', '2 entries']);
  });

  it('has every field of APPNOTE 4.3.7, 4.3.12 and 4.3.16, with what it means', () => {
    const extra = extraField(0x5455, 7);
    // 13:45:58 on the ninth of July 2004; made on Unix by version 3.0.
    const [time, date] = [(13 << 11) | (45 << 5) | 29, (24 << 9) | (7 << 5) | 9];
    const both = { name: 'a', flags: 0x800, time, date, extra };
    const record = { madeBy: 0x031e, comment: 'note', attributes: 0x81a4_0000 };
    const { octets } = makeZip([{ data: 'Hi', both, record }], { comment: [0x6f, 0x6b] });
    const shared = [
      'version-needed 20: version 2.0',
      'flags 2048: UTF-8',
      'method 0: stored',
      `time ${time}: 13:45:58`,
      `date ${date}: 2004-07-09`,
      `CRC-32 ${0x4d17_0e0e}`,
      'compressed-size 2',
      'size 2',
      'name-length 1',
      'extra-length 5',
    ];
    const named = ['name a', 'extra', '  id 21589', '  length 1', '  data 07: 1 octet'];
    const { tree } = traced(octets);
    expect(linesOf(tree.children)).toEqual([
      'entry: "a", 2 octets of data',
      ...['signature 504B0304', ...shared, ...named, 'data 4869: 2 octets'].map((line) => `  ${line}`),
      'directory',
      '  record: "a", 2 octets, stored',
      ...[
        'signature 504B0102',
        'version-made-by 798: version 3.0',
        ...shared,
        'comment-length 4',
        'disk 0',
        'internal-attributes 0',
        `external-attributes ${0x81a4_0000}`,
        'local-header 0',
        ...named,
        'comment note',
      ].map((line) => `    ${line}`),
      'end: 1 entry',
      ...[
        'signature 504B0506',
        'disk 0',
        'directory-disk 0',
        'entries-on-disk 1',
        'entries 1',
        'directory-size 56',
        'directory-offset 38',
        'comment-length 2',
        'comment ok',
      ].map((line) => `  ${line}`),
    ]);
  });

  it.each<[both: MadeEntry['both'], field: string, meaning: string | undefined]>([
    [{ version: 10 }, 'version-needed', 'version 1.0'],
    [{ version: 63 }, 'version-needed', 'version 6.3'],
    [{ version: 0x032d }, 'version-needed', 'version 4.5'],
    [{ time: (1 << 11) | (2 << 5) | 2 }, 'time', '01:02:04'],
    [{ time: (23 << 11) | (59 << 5) | 29 }, 'time', '23:59:58'],
    [{ date: (0 << 9) | (1 << 5) | 1 }, 'date', '1980-01-01'],
    [{ date: (127 << 9) | (12 << 5) | 31 }, 'date', '2107-12-31'],
    [{ flags: 0 }, 'flags', undefined],
    [{ flags: 1 << 0 }, 'flags', 'encrypted'],
    [{ flags: 1 << 3 }, 'flags', 'sizes in a descriptor'],
    [{ flags: 1 << 5 }, 'flags', 'a patch'],
    [{ flags: 1 << 6 }, 'flags', 'strong encryption'],
    [{ flags: 1 << 11 }, 'flags', 'UTF-8'],
    [{ flags: 1 << 13 }, 'flags', 'masked headers'],
    [{ flags: (1 << 0) | (1 << 3) | (1 << 11) }, 'flags', 'encrypted, sizes in a descriptor, UTF-8'],
    [{ method: 0 }, 'method', 'stored'],
    [{ method: 8 }, 'method', 'deflated'],
    [{ method: 9 }, 'method', 'Deflate64'],
    [{ method: 12 }, 'method', 'BZIP2'],
    [{ method: 14 }, 'method', 'LZMA'],
    [{ method: 93 }, 'method', 'Zstandard'],
    [{ method: 95 }, 'method', 'XZ'],
    [{ method: 99 }, 'method', 'AES'],
    [{ method: 7 }, 'method', 'method 7'],
  ])('with %j: what the %s of both headers means is %j (APPNOTE 4.4)', (both, field, meaning) => {
    const [entry, directory] = traced(makeZip([both === undefined ? {} : { both }]).octets).tree.children as [Field, Field];
    const record = directory.children[0] as Field;
    const meanings = [entry, record].map(({ children }) => children.find(({ name }) => name === field)?.meaning);
    expect(meanings).toEqual([meaning, meaning]);
    expect(record.meaning).toBe(`"0.txt", 6 octets, ${field === 'method' ? meaning : 'stored'}`);
  });

  it('names the sections of its groups', () => {
    const both = { flags: 8, extra: extraField(0x5455) };
    const { octets } = makeZip([{ both, descriptor: new Array(12).fill(0) }]);
    const specs: string[] = [];
    const note = ({ name, spec, children }: Field) => {
      if (spec !== undefined) specs.push(`${name}: ${spec}`);
      children.forEach(note);
    };
    note(traced(octets).tree);
    expect(specs).toEqual([
      'entry: APPNOTE 4.3.7',
      'extra: APPNOTE 4.5',
      'descriptor: APPNOTE 4.3.9',
      'directory: APPNOTE 4.3.12',
      'record: APPNOTE 4.3.12',
      'extra: APPNOTE 4.5',
      'end: APPNOTE 4.3.16',
    ]);
  });

  it.each<[what: string, extra: readonly number[], fields: readonly string[]]>([
    ['a field without data', extraField(0x5455), ['id 21589', 'length 0']],
    ['two fields', [...extraField(1, 2), ...extraField(3)], ['id 1', 'length 1', 'data 02: 1 octet', 'id 3', 'length 0']],
    ['three octets', [1, 0, 9], ['octets 010009: 3 octets']],
    ['a field that goes on past the end', [1, 0, 2, 0, 9], ['octets 0100020009: 5 octets']],
    ['a field after which two octets are left', [...extraField(1), 5, 6], ['id 1', 'length 0', 'octets 0506: 2 octets']],
  ])('shows %s beside the name', (_, extra, fields) => {
    const [entry] = traced(makeZip([{ both: { extra } }]).octets).tree.children as [Field];
    expect(linesOf(entry.children.find(({ name }) => name === 'extra')?.children ?? [])).toEqual(fields);
  });

  it('may have an entry without a name or data, whose two headers end with their numbers', () => {
    const { tree, places, warnings } = traced(makeZip([{ data: '', both: { name: '' } }]).octets);
    expect([places, warnings]).toEqual([
      [
        ['entry', 0, 30],
        ['directory', 30, 76],
        ['end', 76, 98],
      ],
      [],
    ]);
    const [entry, directory] = tree.children as [Field, Field];
    expect([entry.meaning, directory.children[0]?.meaning]).toEqual(['"", 0 octets of data', '"", 0 octets, stored']);
    for (const { children } of [entry, directory.children[0] as Field]) {
      const names = children.map(({ name }) => name);
      expect([names.includes('size'), names.includes('name'), names.includes('extra')]).toEqual([true, false, false]);
    }
  });

  it('may have its entries in another order than its directory', () => {
    const made = makeZip([{ record: { offset: 41 } }, { record: { offset: 0 } }]);
    const { summary, places, warnings } = traced(made.octets);
    expect([summary?.entries, places.slice(0, 2), warnings]).toEqual([
      2,
      [
        ['entry', 0, 41],
        ['entry', 41, 82],
      ],
      [],
    ]);
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
    // What only looks like one, without its signature.
    expect(traced(changed(octets, [END + 56 + 2, 8])).summary).toMatchObject({ entries: 0 });
  });
});

describe('an archive that is not sound', () => {
  const PLACE = 'its local header is not where it should be';
  const STRAY = ['ZIP', SECOND] as const;
  const RECORD = ['ZIP/record', SECOND_RECORD] as const;
  it.each<
    [what: string, octets: Uint8Array, warnings: readonly string[], issues: readonly (readonly [field: string, at: number])[]]
  >([
    [
      'two records of an entry',
      changed(SOUND, [SECOND_RECORD + 42, 0]),
      ['34 octets that belong to nothing', 'its local header lies upon another entry'],
      [STRAY, RECORD],
    ],
    [
      'a record of no entry',
      changed(SOUND, [SECOND_RECORD + 42, 38]),
      ['34 octets that belong to nothing', PLACE],
      [STRAY, RECORD],
    ],
    [
      'a record of an entry in the directory',
      changed(SOUND, [SECOND_RECORD + 42, DIRECTORY]),
      ['34 octets that belong to nothing', PLACE],
      [STRAY, RECORD],
    ],
    [
      'a name that goes on into the directory',
      changed(SOUND, [SECOND + 26, 200]),
      ['34 octets that belong to nothing', 'its local header goes on into the directory'],
      [STRAY, RECORD],
    ],
    [
      'data that go on into the directory',
      changed(SOUND, [SECOND_RECORD + 20, 100]),
      ['its data have 100 octets, and there is room for 3'],
      [RECORD],
    ],
    [
      'a descriptor that is missing',
      changed(SOUND, [SECOND_RECORD + 8, 8, 8]),
      ['its data descriptor is missing'],
      [['ZIP/entry', DIRECTORY]],
    ],
    ['another number of entries', changed(SOUND, [END + 8, 3, 0, 3]), ['is 3, and the directory has 2'], [['ZIP/end', END]]],
    [
      'a record that goes on into the end',
      changed(SOUND, [SECOND_RECORD + 28, 200]),
      ['34 octets that belong to nothing', '47 octets that belong to nothing', 'is 2, and the directory has 1'],
      [STRAY, ['ZIP', SECOND_RECORD], ['ZIP/end', END]],
    ],
  ])('%s', (_, octets, warnings, issues) => {
    const read = traced(octets);
    expect([read.warnings, read.issues]).toEqual([warnings, issues]);
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
    expect(traceZip(new ByteReader(octets, undefined, 2))).toEqual({ entries: 2, prefixOctets: 3 });
  });

  it('is passed without a trace, and without a word of why it would be refused', () => {
    const octets = changed(SOUND, [END + 8, 3, 0, 3]);
    const reader = new ByteReader(octets);
    expect([traceZip(reader), reader.offset]).toEqual([{ entries: 2, prefixOctets: 0 }, 191]);
    expect(traced(octets).summary?.refusal).toMatch(/^ZIP/);
  });

  it('has octets before it only when the first of its entries has', () => {
    // Its first entry is not in the directory.
    const unlisted = makeZip([{}], { before: [...makeZip([{}]).octets.subarray(0, 41)] });
    expect(traced(unlisted.octets).summary).toMatchObject({ entries: 1, prefixOctets: 0 });
    // No entry at all, and one that is said to be where the directory is.
    expect(traced(makeZip([], { before: octetsOfList('MZ') }).octets).summary).toMatchObject({ entries: 0, prefixOctets: 0 });
    const { octets } = makeZip([{ record: { offset: 43 } }], { before: octetsOfList('MZ') });
    expect(traced(octets).summary).toMatchObject({ entries: 1, prefixOctets: 0 });
  });

  it.each([
    [0, 3, 'bad-value', 0],
    [0, 4, 'truncated', 4],
    [SECOND, SECOND + 3, 'bad-value', SECOND],
    [SECOND, SECOND + 4, 'truncated', SECOND + 4],
  ])('from %i to %i of it only: %s', (start, end, code, offset) => {
    expect(refusal(() => traceZip(new ByteReader(SOUND, undefined, start, end)))).toMatchObject({ code, offset });
  });

  describe('has its directory', () => {
    it('from where the reader begins on, not before', () => {
      const entriesFrom = (start: number) => traceZip(new ByteReader(SOUND, undefined, start)).entries;
      // By the end record's offset it would come after the end; by its size it is at 71.
      expect([DIRECTORY - 1, DIRECTORY, DIRECTORY + 1, END].map(entriesFrom)).toEqual([2, 2, 0, 0]);
    });

    it('before the end record, whatever the comment looks like', () => {
      const comment = [...le(4, 0x02014b50), ...new Array<number>(42).fill(0)];
      const { end } = makeZip([{}]);
      const { octets } = makeZip([{}], { comment, end: { offset: end + 22 } });
      expect(traced(octets)).toMatchObject({ summary: { entries: 1 }, warnings: [] });
    });
  });

  it.each<[what: string, between: readonly number[], reason: string | undefined]>([
    ['the signature of one', le(4, 0x04034b50), PLACE],
    ['29 octets', [...le(4, 0x04034b50), ...new Array<number>(25).fill(0)], PLACE],
    ['30 octets', [...le(4, 0x04034b50), ...new Array<number>(26).fill(0)], undefined],
    [
      '30 octets and a name',
      [...le(4, 0x04034b50), ...new Array<number>(22).fill(0), 1, 0, 0, 0],
      'its local header goes on into the directory',
    ],
  ])('with %s before the directory as a local header', (_, between, reason) => {
    // The one record says that its local header comes after the first entry.
    const { warnings } = traced(makeZip([{ record: { offset: 41, packed: 0 } }], { between }).octets);
    expect(warnings.filter((warning) => !warning.endsWith('belong to nothing'))).toEqual(reason === undefined ? [] : [reason]);
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
      'after a header',
      SOUND.subarray(0, 68),
      [
        ['entry', 0, 37],
        ['entry', 37, 68],
      ],
    ],
    [
      'after the numbers of a header without a name',
      changed(SOUND.subarray(0, 67), [SECOND + 26, 0]),
      [
        ['entry', 0, 37],
        ['entry', 37, 67],
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
    [
      'after such an entry whose data begin as another',
      Uint8Array.of(...changed(SOUND.subarray(0, 35), [6, 8]), ...SOUND.subarray(SECOND, DIRECTORY)),
      [
        ['entry', 0, 35],
        ['undecoded', 35, 69],
      ],
    ],
  ])('that is cut %s', (_, octets, places) => {
    const { tree, ...read } = traced(octets);
    expect(read).toMatchObject({ places, error: { code: 'truncated', field: 'ZIP/end', offset: octets.length } });
    expect(tree.children[0]?.meaning).toBe('"a.txt"');
    const isLate = octets[6] === 8;
    expect(linesOf(tree.children[0]?.children ?? []).at(-1)).toBe(isLate ? 'name a.txt' : 'data 4869: 2 octets');
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
    expect(refusal(() => traceZip(new ByteReader(cut)))).toEqual({ code: 'truncated', field: 'ZIP/end/comment', offset: END });
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

describe('whether octets are an archive', () => {
  it.each<[what: string, octets: Uint8Array, is: boolean]>([
    ['an archive after something else', makeZip([{}], { before: octetsOfList('MZ') }).octets, true],
    ['one with a comment', makeZip([{}], { before: octetsOfList('MZ'), comment: octetsOfList('ok') }).octets, true],
    ['one and an octet more', Uint8Array.of(...makeZip([{}], { before: octetsOfList('MZ') }).octets, 0), false],
    ['one that says it has no entries', makeZip([{}], { before: octetsOfList('MZ'), end: { entries: 0 } }).octets, false],
    ['one without its directory', makeZip([], { before: octetsOfList('MZ'), end: { entries: 1 } }).octets, false],
    ['an empty one after something else', makeZip([], { before: octetsOfList('MZ') }).octets, false],
    ['an empty one', makeZip([]).octets, true],
    ['the signature of a local header', SOUND.subarray(0, 4), true],
    ['three octets of it', SOUND.subarray(0, 3), false],
  ])('%s', (_, octets, is) => {
    expect(isZip(octets)).toBe(is);
  });
});

describe('a record that is cut', () => {
  const reads: Record<string, (reader: ByteReader) => unknown> = {
    'local header': readLocalHeader,
    'record of the directory': readDirectoryRecord,
    'end record': readEndRecord,
    descriptor: (reader) => readDescriptor(reader, false),
    'signed descriptor': (reader) => readDescriptor(reader, true),
  };

  it.each([
    ['local header', 3, 'ZIP/entry/signature', 0],
    ['local header', 29, 'ZIP/entry', 4],
    ['record of the directory', 3, 'ZIP/record/signature', 0],
    ['record of the directory', 45, 'ZIP/record', 4],
    ['end record', 3, 'ZIP/end/signature', 0],
    ['end record', 21, 'ZIP/end', 4],
    ['descriptor', 11, 'ZIP/descriptor', 0],
    ['signed descriptor', 3, 'ZIP/descriptor/signature', 0],
    ['signed descriptor', 15, 'ZIP/descriptor', 4],
  ])('%s of %i octets: %s', (what, octets, field, offset) => {
    const read = reads[what] as (reader: ByteReader) => unknown;
    const fault = { code: 'truncated', field, offset };
    expect(refusal(() => read(new ByteReader(new Uint8Array(octets))))).toEqual(fault);
    expect(refusal(() => read(new ByteReader(new Uint8Array(octets), new Trace('ZIP'))))).toEqual(fault);
  });
});
