/** The directory and the local headers: what is refused, by which field and at which octet, and what is just allowed. */
import { crc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, FormatError } from '../../src/errors.js';
import { readZipDirectory } from '../../src/zip/directory.js';
import { readZip } from '../../src/zip/read.js';
import { findEnds } from '../../src/zip/records.js';
import { refusal } from '../support/hostile.js';
import { extraField, type HeaderFields, le, type MadeEntry, type MadeZip, makeZip } from '../support/zips.js';

const DESCRIPTOR = 8;
const SIGNED = le(4, 0x08074b50);
const LOCAL = le(4, 0x04034b50);
const RECORD = le(4, 0x02014b50);

type Made = [what: string, made: MadeZip, field: string, at: (made: MadeZip) => number];

/** What is refused, at which octet, and with which words. */
function faultOf({ octets }: Pick<MadeZip, 'octets'>, limits = {}) {
  try {
    readZipDirectory(octets, { ...DEFAULT_LIMITS, ...limits });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, field, offset, reason } = error;
    return { code, field, offset, reason };
  }
  return expect.fail('nothing was refused');
}

const namesOf = ({ octets }: MadeZip, limits = {}) =>
  readZipDirectory(octets, { ...DEFAULT_LIMITS, ...limits }).map(({ name }) => name);
const record = (i: number, offset: number) => (made: MadeZip) => (made.records[i] as number) + offset;
const header = (i: number, offset: number) => (made: MadeZip) => (made.headers[i] as number) + offset;
const end = (offset: number) => (made: MadeZip) => made.end + offset;

it('arguments of another type are refused by name', async () => {
  const notOctets = 'PK' as unknown as Uint8Array;
  expect(() => readZipDirectory(notOctets)).toThrow(new TypeError('the archive is "PK", not a Uint8Array'));
  await expect(readZip(notOctets)).rejects.toThrow(new TypeError('the archive is "PK", not a Uint8Array'));
  await expect(readZip(makeZip([]).octets, 5 as never)).rejects.toThrow(new TypeError('options is 5, not an object'));
});

describe('the end record', () => {
  const locator = [...le(4, 0x07064b50), ...new Array<number>(16).fill(0)];

  it.each<[what: string, made: MadeZip]>([
    ['the locator of ZIP64 before it', makeZip([{}], { afterDirectory: locator })],
    ['nothing but the locator before it', makeZip([], { afterDirectory: locator })],
    ['65,535 entries', makeZip([{}], { end: { entries: 0xffff } })],
    ['a directory of 4 GiB', makeZip([{}], { end: { size: 0xffffffff } })],
    ['a directory at 4 GiB', makeZip([{}], { end: { offset: 0xffffffff } })],
  ])('is one of ZIP64 with %s', (_, made) => {
    expect(faultOf(made)).toEqual({
      code: 'bad-value',
      field: 'ZIP/end',
      offset: made.end,
      reason: 'is a ZIP64 archive; nothing of this size needs to be one',
    });
  });

  it.each<Made>([
    ['more entries than the directory has octets for', makeZip([{}, {}], { end: { entries: 3 } }), 'ZIP/end/entries', end(10)],
    ['another number of entries on this disk', makeZip([{}, {}], { end: { here: 1 } }), 'ZIP/end/entries', end(8)],
    ['the number of another disk', makeZip([{}], { end: { disk: 1 } }), 'ZIP/end/disk', end(4)],
    ['a directory on another disk', makeZip([{}], { end: { directoryDisk: 1 } }), 'ZIP/end/disk', end(4)],
  ])('is refused with %s', (_, made, field, at) => {
    expect(faultOf(made)).toMatchObject({ code: 'bad-value', field, offset: at(made) });
  });

  it('may have a comment of 65,535 octets, all that its length can say', () => {
    const { octets, end: at } = makeZip([{}], { comment: new Array(0xffff).fill(0x20) });
    expect(findEnds(octets, 0, octets.length)).toEqual({ fitting: [at], last: at });
    expect(readZipDirectory(octets)).toHaveLength(1);
  });

  it('is looked for from the end on, until there are as many as asked for', () => {
    const inner = [...makeZip([]).octets];
    const { octets, end: at } = makeZip([], { comment: inner });
    expect(findEnds(octets, 0, octets.length)).toEqual({ fitting: [at + 22, at], last: at + 22 });
    expect(findEnds(octets, 0, octets.length, 1)).toEqual({ fitting: [at + 22], last: at + 22 });
    expect(findEnds(octets, at + 1, octets.length)).toEqual({ fitting: [at + 22], last: at + 22 });
  });
});

describe('a record of the directory', () => {
  it.each<Made>([
    ['the extra field of ZIP64', makeZip([{ record: { extra: extraField(1) } }]), 'size', record(0, 20)],
    ['a packed size of 4 GiB', makeZip([{ record: { packed: 0xffffffff } }]), 'size', record(0, 20)],
    ['a size of 4 GiB', makeZip([{ record: { size: 0xffffffff } }]), 'size', record(0, 20)],
    ['a local header at 4 GiB', makeZip([{ record: { offset: 0xffffffff } }]), 'size', record(0, 20)],
  ])('is one of ZIP64 with %s', (_, made, part, at) => {
    expect(faultOf(made)).toEqual({
      code: 'bad-value',
      field: `ZIP/entry "0.txt"/${part}`,
      offset: at(made),
      reason: 'is given in ZIP64; nothing of this size needs it',
    });
  });

  it('is not one when fewer than 46 octets are left of the directory', () => {
    // The comment of the first is as long as a record: by their octets there may be two. The second is cut after 20.
    const cut = [...RECORD, ...new Array<number>(16).fill(0)];
    const comment = 'x'.repeat(60);
    const whole = makeZip([{ record: { comment } }]);
    const size = whole.end - whole.directory + cut.length;
    const made = makeZip([{ record: { comment } }], { afterDirectory: cut, end: { entries: 2, size } });
    const fault = { code: 'bad-value', field: 'ZIP/entry 1', offset: whole.end };
    expect(faultOf(made)).toEqual({ ...fault, reason: 'is not a directory record, though there should be 2' });
  });

  it('may have a name of as many characters of four octets as a path may have', () => {
    const made = makeZip([{ both: { name: '🌊🌊' } }]);
    expect(namesOf(made, { zipPathCharacters: 2 })).toEqual(['🌊🌊']);
    expect(faultOf(made, { zipPathCharacters: 1 })).toMatchObject({ code: 'limit-exceeded', field: 'ZIP/entry 0/name' });
  });

  it.each(['zipPathCharacters', 'zipNameCharacters'])('may have a name of %s characters', (limit) => {
    const made = makeZip([{}]);
    expect(namesOf(made, { [limit]: 5 })).toEqual(['0.txt']);
    expect(faultOf(made, { [limit]: 4 })).toMatchObject({ code: 'limit-exceeded', field: 'ZIP/entry "0.txt"/name' });
  });

  it('may unpack to zipRatio octets of each one, and to 64 KiB of any', () => {
    const sized = (size: number) => makeZip([{ both: { method: 8, packed: 8, size }, data: 'deflated' }]);
    expect(namesOf(sized(80_000), { zipRatio: 10_000 })).toEqual(['0.txt']);
    expect(namesOf(sized(65_536), { zipRatio: 1 })).toEqual(['0.txt']);
    for (const [size, zipRatio] of [
      [80_001, 10_000],
      [65_537, 1],
    ] as const) {
      const made = sized(size);
      expect(faultOf(made, { zipRatio })).toMatchObject({
        code: 'limit-exceeded',
        field: 'ZIP/entry "0.txt"/size',
        offset: record(0, 24)(made),
      });
    }
  });
});

describe('a local header', () => {
  it.each<[what: string, between: readonly number[]]>([
    ['its signature alone', LOCAL],
    ['29 octets', [...LOCAL, ...new Array<number>(25).fill(0)]],
  ])('is not one when %s are left before the directory', (_, between) => {
    const made = makeZip([{ record: { offset: 41 } }], { between });
    expect(faultOf(made)).toEqual({
      code: 'bad-value',
      field: 'ZIP/entry "0.txt"/local header',
      offset: record(0, 42)(made),
      reason: 'is not at 41',
    });
  });

  it.each<Made>([
    ['without a name, in the last 30 octets', makeZip([{ data: '', local: { name: '' } }]), 'name', header(0, 30)],
    ['with the beginning of the name', makeZip([{ local: { name: '0.tx' } }]), 'name', header(0, 30)],
    ['with more than the name', makeZip([{ local: { name: '0.txt~' } }]), 'name', header(0, 30)],
    ['with another octet in the name', makeZip([{}, { local: { name: '1.txT' } }]), 'name', header(1, 30)],
    ['with another flag', makeZip([{ local: { flags: 0x800 } }]), 'flags', header(0, 6)],
    ['with another method', makeZip([{ local: { method: 8 } }]), 'method', header(0, 8)],
    ['without a CRC-32', makeZip([{ local: { crc: 0 } }]), 'CRC-32', header(0, 14)],
    ['without a packed size', makeZip([{ local: { packed: 0 } }]), 'size', header(0, 18)],
    ['without a size', makeZip([{ local: { size: 0 } }]), 'size', header(0, 22)],
  ])('is refused %s', (_, made, part, at) => {
    const field = `ZIP/entry "${made.headers.length - 1}.txt"/local header/${part}`;
    expect(faultOf(made)).toMatchObject({ code: 'bad-value', field, offset: at(made) });
  });

  it('may have other flags for how hard the compressor worked (APPNOTE 4.4.4, bits 1 and 2)', () => {
    expect(namesOf(makeZip([{ local: { flags: 6 } }]))).toEqual(['0.txt']);
  });

  it('is refused in the order of the archive: what lies between two entries belongs to nothing', () => {
    const made = makeZip([{ descriptor: [1, 2, 3] }, {}]);
    expect(faultOf(made)).toEqual({
      code: 'bad-value',
      field: 'ZIP',
      offset: 41,
      reason: '3 octets after entry "0.txt" belong to nothing',
    });
    const first = makeZip([{}], { before: [1, 2] });
    expect(faultOf(first)).toMatchObject({ offset: 0, reason: '2 octets before the first entry belong to nothing' });
  });
});

describe('a data descriptor (APPNOTE 4.3.9)', () => {
  const sum = crc32(new TextEncoder().encode('Hi'));
  const numbers = (crc = sum, packed = 2, size = 2) => [crc, packed, size].flatMap((value) => le(4, value));
  const late = (descriptor: readonly number[], more: MadeEntry = {}): MadeEntry => ({
    data: 'Hi',
    descriptor,
    ...more,
    both: { flags: DESCRIPTOR, ...more.both },
    local: { crc: 0, packed: 0, size: 0, ...more.local },
  });
  /** Where the descriptor is: after a header of 30 octets, a name of five and two of data. */
  const AT = 37;

  it.each<[what: string, entry: MadeEntry]>([
    ['with a signature', late([...SIGNED, ...numbers()])],
    ['without one', late(numbers())],
    ['beside a header that has them', late(numbers(), { local: { crc: sum, packed: 2, size: 2 } })],
    // The four octets have this CRC-32.
    ['without one, of data whose CRC-32 is the signature', late(numbers(0x08074b50, 4, 4), { data: [0xac, 0x0a, 0x7a, 0xd5] })],
  ])('has the numbers, %s', async (_, entry) => {
    const { octets } = makeZip([entry, {}]);
    expect(readZipDirectory(octets).map(({ name }) => name)).toEqual(['0.txt', '1.txt']);
    expect((await readZip(octets)).map(({ name }) => name)).toEqual(['0.txt', '1.txt']);
  });

  it.each<[what: string, descriptor: readonly number[], part: string, offset: number, reason: string]>([
    ['CRC-32', numbers(7), '/CRC-32', 0, `is 7, in the directory ${sum}`],
    ['packed size', numbers(sum, 3), '/size', 4, 'is 3, in the directory 2'],
    ['size', numbers(sum, 2, 3), '/size', 8, 'is 3, in the directory 2'],
    ['CRC-32, after a signature', [...SIGNED, ...numbers(7)], '/CRC-32', 4, `is 7, in the directory ${sum}`],
    ['packed size, after a signature', [...SIGNED, ...numbers(sum, 3)], '/size', 8, 'is 3, in the directory 2'],
    ['size, after a signature', [...SIGNED, ...numbers(sum, 2, 3)], '/size', 12, 'is 3, in the directory 2'],
    ['length, one octet more', [...numbers(), 0], '', 0, 'has 13 octets, allowed: 12, or 16 with a signature'],
    ['length, one octet less', numbers().slice(1), '', 0, 'has 11 octets, allowed: 12, or 16 with a signature'],
    [
      'length, a signature and one octet more',
      [...SIGNED, ...numbers(), 0],
      '',
      0,
      'has 17 octets, allowed: 12, or 16 with a signature',
    ],
    ['length, that of ZIP64', [...numbers(), ...le(8, 0)], '', 0, 'is one of ZIP64'],
    ['length, that of ZIP64 with a signature', [...SIGNED, ...numbers(), ...le(8, 0)], '', 0, 'is one of ZIP64'],
  ])('is refused with another %s', (_, descriptor, part, offset, reason) => {
    const field = `ZIP/entry "0.txt"/data descriptor${part}`;
    expect(faultOf(makeZip([late(descriptor), {}]))).toEqual({ code: 'bad-value', field, offset: AT + offset, reason });
  });

  it('of 16 octets begins with the signature', () => {
    expect(faultOf(makeZip([late([1, 2, 3, 4, ...numbers()])]))).toEqual({
      code: 'bad-value',
      field: 'ZIP/entry "0.txt"/data descriptor',
      offset: AT,
      reason: 'has 16 octets, allowed: 12, or 16 with a signature',
    });
  });

  it.each<[what: string, local: Partial<HeaderFields>, part: string, offset: number]>([
    ['CRC-32', { crc: 7 }, 'CRC-32', 14],
    ['packed size', { packed: 3 }, 'size', 18],
    ['size', { size: 3 }, 'size', 22],
  ])('lets the local header leave out the %s, not have another', (_, local, part, offset) => {
    const field = `ZIP/entry "0.txt"/local header/${part}`;
    expect(refusal(() => readZipDirectory(makeZip([late(numbers(), { local })]).octets))).toEqual({
      code: 'bad-value',
      field,
      offset,
    });
  });
});

describe('names', () => {
  it.each<[what: string, name: readonly number[], expected: string]>([
    ['the first octet of code page 437 above ASCII', [0x80], 'Ç'],
    ['its last one', [0x61, 0xff], 'a\u00a0'],
    ['nothing but such octets', [0x82, 0x83], 'éâ'],
    ['ASCII', [0x7e], '~'],
    ['UTF-8 without the flag', [0xc3, 0xa9], 'é'],
  ])('%s', (_, name, expected) => {
    expect(namesOf(makeZip([{ both: { name } }]))).toEqual([expected]);
  });

  it.each(['notes/C:x', 'ab:c', 'a..', 'a/b.. ', '..a', 'a/...b', '.. .a'])('%j is a path in the archive', (name) => {
    expect(namesOf(makeZip([{ both: { name } }]))).toEqual([name]);
  });

  it.each([
    ['c:x', 'begins with a drive'],
    ['..', 'leads out of the archive (..)'],
    ['a/...', 'leads out of the archive (..)'],
    ['a/.. ./b', 'leads out of the archive (..)'],
    ['a\x7f', 'has the control character 7F'],
  ])('%j is not one', (name, reason) => {
    const made = makeZip([{ both: { name } }]);
    const field = `ZIP/entry ${JSON.stringify(name)}/name`;
    expect(faultOf(made)).toEqual({ code: 'bad-value', field, offset: record(0, 46)(made), reason });
  });
});

describe('extra fields (APPNOTE 4.5)', () => {
  const sum = crc32(new TextEncoder().encode('0.txt'));
  const crc = le(4, sum);
  const [C, P] = [0x63, 0x70];
  /** The number of Info-ZIP's Unicode Path (APPNOTE 4.6.9). */
  const PATH = 0x7075;

  it.each<[what: string, extra: readonly number[], name: string]>([
    ['the path in UTF-8', extraField(PATH, 1, ...crc, C, P), 'cp'],
    ['after another field', [...extraField(0x5455, 0), ...extraField(PATH, 1, ...crc, C, P)], 'cp'],
    ['a field without data at the end', extraField(0x5455), '0.txt'],
    ['the same layout under another number', extraField(0x6375, 1, ...crc, C, P), '0.txt'],
    ['another version of it', extraField(PATH, 2, ...crc, C, P), '0.txt'],
    ['the CRC-32 of another name', extraField(PATH, 1, ...le(4, (sum ^ 1) >>> 0), C, P), '0.txt'],
    // The fourth octet of the CRC-32 is that of the next field's number.
    ['one octet too few', [...extraField(PATH, 1, ...crc.slice(0, 3)), ...extraField(crc[3] as number)], '0.txt'],
  ])('%s', (_, extra, name) => {
    expect(namesOf(makeZip([{ both: { extra } }]))).toEqual([name]);
  });

  it('a path in UTF-8 without a character is refused as an empty name', () => {
    const made = makeZip([{ both: { extra: extraField(PATH, 1, ...crc) } }]);
    expect(faultOf(made)).toEqual({
      code: 'bad-value',
      field: 'ZIP/entry 0/name',
      offset: record(0, 46)(made),
      reason: 'is empty',
    });
  });

  it('a path that is not UTF-8 is refused at its octet, with the error of the decoder', () => {
    const made = makeZip([{ both: { extra: extraField(PATH, 1, ...crc, C, 0xff) } }]);
    // After the fixed fields, the name, the number and length of the field, its version and CRC-32, and a C.
    const where = { code: 'bad-value', field: 'ZIP/entry 0/extra', offset: record(0, 46 + 5 + 4 + 5 + 1)(made) };
    expect(faultOf(made)).toMatchObject(where);
    expect(() => readZipDirectory(made.octets)).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ code: 'bad-value', offset: 1 }) }),
    );
  });

  it.each([
    ['one octet', [0x55]],
    ['three octets', [0x55, 0x54, 0]],
    ['a field that says one octet too many', [...le(2, 0x5455), 2, 0, 9]],
  ])('%s at the end are refused', (_, extra) => {
    const made = makeZip([{ record: { extra, comment: '\0\0\0' } }]);
    expect(faultOf(made)).toMatchObject({ code: 'truncated', field: 'ZIP/entry 0/extra', offset: record(0, 46 + 5)(made) });
  });
});

it('a broken stream is refused with the error of the inflater', async () => {
  // A block of the reserved type.
  const { octets } = makeZip([{ both: { method: 8 }, data: [0x07] }]);
  await expect(readZip(octets)).rejects.toThrow(
    expect.objectContaining({ code: 'bad-value', field: 'ZIP/entry "0.txt"/data', cause: expect.any(Error) }),
  );
});
