import { readFileSync } from 'node:fs';
import { crc32 as zlibCrc32 } from 'node:zlib';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/bytes/crc32.js';
import { DEFAULT_LIMITS, FormatError, type FormatErrorCode } from '../../src/errors.js';
import { readZipDirectory } from '../../src/zip/directory.js';
import { isJunkPath } from '../../src/zip/junk.js';
import { readZip, type ZipEntry } from '../../src/zip/read.js';
import { frameStoredZip, writeStoredZip } from '../../src/zip/write.js';
import { damaged, refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';
import { fixture } from '../support/vectors.js';

interface Case {
  readonly file: string;
  readonly about: string;
  readonly entries?: readonly { index: number; name: string; octets: number; crc32: number }[];
  readonly error?: { name: string; code: FormatErrorCode; field: string; offset: number; words: string };
}

const { cases } = fixture('zip/index.json') as { cases: Case[] };
const path = (file: string) => new URL(`../../fixtures/zip/${file}`, import.meta.url);
const archive = (file: string) => new Uint8Array(readFileSync(path(file)));
const text = (data: Uint8Array) => new TextDecoder().decode(data);
const octetsOf = (value: string) => new TextEncoder().encode(value);

/** What a refused archive says. */
async function refusalOf(octets: Uint8Array, limits = {}): Promise<FormatError> {
  try {
    await readZip(octets, { limits });
  } catch (error) {
    if (error instanceof FormatError) return error;
    throw error;
  }
  return expect.fail('nothing was refused');
}

describe('archives of fixtures/zip', () => {
  it.each(cases.filter(({ entries }) => entries !== undefined))('$file: $about', async ({ file, entries }) => {
    const found = await readZip(archive(file));
    const shown = found.map(({ index, name, data }) => ({ index, name, octets: data.length, crc32: zlibCrc32(data) }));
    expect(shown).toEqual(entries);
  });

  it('a stored entry is a view of the archive, a deflated one is not', async () => {
    const octets = archive('mixed.zip');
    const [stored, deflated] = (await readZip(octets)) as [ZipEntry, ZipEntry];
    expect(stored.data.buffer).toBe(octets.buffer);
    expect(deflated.data.buffer).not.toBe(octets.buffer);
  });

  it('a pooled Buffer gives octets, no Buffers', async () => {
    const octets = archive('deflated.zip');
    const pool = Buffer.concat([Buffer.alloc(7), octets, Buffer.alloc(9)]);
    const view = pool.subarray(7, 7 + octets.length);
    const entries = await readZip(view);
    expect(entries).toEqual(await readZip(octets));
    expect(entries.some(({ data }) => Buffer.isBuffer(data))).toBe(false);
  });

  it('names that are the same come in the order of the directory, each with its own data', async () => {
    const entries = await readZip(archive('same-names.zip'));
    expect(entries.map(({ index, name }) => [index, name])).toEqual([
      [0, 'a/photo.jpg'],
      [1, 'b/photo.jpg'],
      [2, 'a/PHOTO.JPG'],
      [3, 'b/photo.jpg'],
    ]);
    expect(new Set(entries.map(({ data }) => crc32(data))).size).toBe(3);
    expect(entries[3]?.data).toEqual(entries[0]?.data);
  });
});

describe('refusals', () => {
  it.each(cases.filter(({ error }) => error !== undefined))('$file: $about', async ({ file, error }) => {
    const { name, code, field, offset, message } = await refusalOf(archive(file));
    expect({ name, code, field, offset }).toEqual({
      name: error?.name,
      code: error?.code,
      field: error?.field,
      offset: error?.offset,
    });
    expect(message).toContain(error?.words);
  });

  it('data that is no octets', async () => {
    await expect(readZip('PK' as unknown as Uint8Array)).rejects.toThrow(TypeError);
    await expect(readZip([] as unknown as Uint8Array)).rejects.toThrow(TypeError);
  });

  it('no octets and a few', async () => {
    expect(await refusalOf(new Uint8Array(0))).toMatchObject({ code: 'bad-value', field: 'ZIP', offset: 0 });
    expect(await refusalOf(octetsOf('PK'))).toMatchObject({ code: 'bad-value', field: 'ZIP', offset: 0 });
    expect(await refusalOf(octetsOf('PK\x03\x04'))).toMatchObject({ code: 'truncated', field: 'ZIP', offset: 4 });
  });
});

describe('limits', () => {
  const files = (...lengths: number[]) =>
    writeStoredZip(lengths.map((length, i) => ({ name: `${i}.bin`, data: new Uint8Array(length) })));

  it.each([
    ['zipOctets', files(100), { zipOctets: 100 }, 'ZIP', 100],
    ['zipEntries', files(1, 1, 1), { zipEntries: 2 }, 'ZIP/end/entries', 271],
    ['zipEntryOctets', files(5, 6), { zipEntryOctets: 5 }, 'ZIP/entry "1.bin"/size', 81 + 51 + 24],
    ['zipTotalOctets', files(5, 6), { zipTotalOctets: 10 }, 'ZIP/entry "1.bin"/size', 81 + 51 + 24],
    ['zipNameCharacters', files(5), { zipNameCharacters: 4 }, 'ZIP/entry "0.bin"/name', 40 + 46],
    ['zipPathCharacters', files(5), { zipPathCharacters: 4 }, 'ZIP/entry "0.bin"/name', 40 + 46],
  ])('%s', async (_, octets, limits, field, offset) => {
    expect(await refusalOf(octets, limits)).toMatchObject({ name: 'LimitError', code: 'limit-exceeded', field, offset });
    await expect(readZip(octets)).resolves.toBeInstanceOf(Array);
  });

  it('zipRatio', async () => {
    const octets = archive('largest-entry.zip');
    expect(await refusalOf(octets, { zipRatio: 20 })).toMatchObject({
      code: 'limit-exceeded',
      field: 'ZIP/entry "large.bin"/size',
    });
    await expect(readZip(archive('bomb-ratio.zip'), { limits: { zipRatio: 2000 } })).resolves.toHaveLength(1);
  });

  it('entries of 2 MiB in all are read, an archive above zipOctets is not looked at', async () => {
    const { zipOctets, zipEntryOctets } = DEFAULT_LIMITS;
    const entries = await readZip(files(zipEntryOctets, zipEntryOctets));
    expect(entries.map(({ data }) => data.length)).toEqual([zipEntryOctets, zipEntryOctets]);
    expect(await refusalOf(new Uint8Array(zipOctets + 1))).toMatchObject({
      code: 'limit-exceeded',
      field: 'ZIP',
      offset: zipOctets,
    });
    expect(await refusalOf(new Uint8Array(zipOctets))).toMatchObject({ code: 'bad-value', field: 'ZIP' });
  });
});

describe('properties', () => {
  /** Files as jszip takes them: one of a path, in folders. */
  const content = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.nat({ max: 20_000 }).map((length) => new Uint8Array(length).fill(7)),
  );
  const segment = fc.stringMatching(/^[a-zа-яé0-9_-]{1,12}$/);
  const name = fc
    .array(segment, { minLength: 1, maxLength: 3 })
    .map((segments) => `${segments.join('/')}.bin`.normalize('NFC'));
  const contents = fc.uniqueArray(fc.tuple(name, content), { maxLength: 8, selector: ([path]) => path });

  it('reads what jszip writes, stored and deflated, with and without descriptors', async () => {
    await fc.assert(
      fc.asyncProperty(contents, fc.boolean(), fc.boolean(), async (files, isDeflated, streamFiles) => {
        const zip = new JSZip();
        for (const [path, data] of files) zip.file(path, data, { createFolders: true });
        const compression = isDeflated ? 'DEFLATE' : 'STORE';
        const octets = await zip.generateAsync({ type: 'uint8array', compression, streamFiles });
        expect((await readZip(octets)).map(({ name, data }) => [name, data])).toEqual(files);
      }),
      costly(60),
    );
  });

  it('jszip reads what writeStoredZip writes, and so does readZip', async () => {
    await fc.assert(
      fc.asyncProperty(contents, async (files) => {
        const octets = writeStoredZip(files.map(([name, data]) => ({ name, data })));
        const zip = await JSZip.loadAsync(octets, { checkCRC32: true });
        const theirs = Object.values(zip.files).filter(({ dir }) => !dir);
        expect(await Promise.all(theirs.map(async (file) => [file.name, await file.async('uint8array')]))).toEqual(files);
        expect((await readZip(octets)).map(({ name, data }) => [name, data])).toEqual(files);
      }),
      costly(60),
    );
  });

  const expectSafe = async (octets: Uint8Array) => {
    try {
      for (const { name, data } of await readZip(octets)) {
        expect(name).not.toMatch(/^\/|^[A-Za-z]:|(^|\/)\.\.(\/|$)|[\0-\x1f\\]/);
        expect(data.length).toBeLessThanOrEqual(DEFAULT_LIMITS.zipEntryOctets);
      }
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      expect(error.offset).toBeGreaterThanOrEqual(0);
      expect(error.offset).toBeLessThanOrEqual(octets.length);
    }
  };

  it('arbitrary octets are read or refused', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), expectSafe));
  });

  const small = ['mixed.zip', 'descriptors.zip', 'unicode-path.zip', 'proto.zip', 'manifest.zip', 'other-order.zip'].map(
    archive,
  );

  it('damaged archives are read or refused', async () => {
    await fc.assert(fc.asyncProperty(damaged(fc.constantFrom(...small)), expectSafe));
  });

  it('so are those with other numbers in their headers', async () => {
    const headers = small.map((octets) => [octets, [...headersOf(octets)]] as const);
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...headers),
        fc.nat(),
        fc.nat({ max: 45 }),
        fc.nat({ max: 255 }),
        async ([octets, at], i, offset, octet) => {
          const changed = octets.slice();
          const where = Math.min((at[i % at.length] as number) + offset, changed.length - 1);
          changed[where] = octet;
          await expectSafe(changed);
        },
      ),
    );
  });

  it('no octet of an archive may change without a refusal, but in dates, versions, attributes and comments', async () => {
    // `proto` has neither comments nor extra fields.
    const octets = archive('proto.zip');
    const before = (await readZip(octets)).map(({ name, data }) => [name, text(data)]);
    const tolerated: number[] = [];
    for (let at = 0; at < octets.length; at++) {
      const changed = octets.slice();
      changed[at] = (changed[at] as number) ^ 0x55;
      const after = await readZip(changed).then(
        (entries) => entries.map(({ name, data }) => [name, text(data)]),
        () => undefined,
      );
      if (after === undefined) continue;
      expect(after).toEqual(before);
      tolerated.push(at);
    }
    const allowed = [...headersOf(octets)].flatMap((at) =>
      octets[at + 2] === 3
        ? [4, 5, 10, 11, 12, 13].map((i) => at + i)
        : octets[at + 2] === 1
          ? [4, 5, 6, 7, 12, 13, 14, 15, 36, 37, 38, 39, 40, 41].map((i) => at + i)
          : [],
    );
    expect(tolerated.filter((at) => !allowed.includes(at))).toEqual([]);
  });
});

/** Where headers begin: a P and a K and two small numbers. */
function* headersOf(octets: Uint8Array): Generator<number> {
  for (let at = 0; at + 4 <= octets.length; at++) {
    if (octets[at] === 0x50 && octets[at + 1] === 0x4b && (octets[at + 2] as number) < 9 && (octets[at + 3] as number) < 9)
      yield at;
  }
}

describe('writing', () => {
  it('the same files give the same octets', () => {
    const files = [{ name: 'a/ж.txt', data: octetsOf('a') }];
    expect(writeStoredZip(files)).toEqual(writeStoredZip(files));
    expect(writeStoredZip([])).toHaveLength(22);
  });

  it('a file is stored, of version 2.0, with the UTF-8 flag and the first date there is (APPNOTE 4.3.7, 4.3.12, 4.3.16)', () => {
    const shared = [
      ...[20, 0, 0x00, 0x08, 0, 0, 0, 0, 0x21, 0],
      // The check value of CRC-32, two sizes of 9, a name of 1, no extra field.
      ...[0x26, 0x39, 0xf4, 0xcb, 9, 0, 0, 0, 9, 0, 0, 0, 1, 0, 0, 0],
    ];
    expect([...writeStoredZip([{ name: 'a', data: octetsOf('123456789') }])]).toEqual([
      ...[0x50, 0x4b, 3, 4, ...shared, 0x61, ...octetsOf('123456789')],
      ...[0x50, 0x4b, 1, 2, 20, 0, ...shared, ...new Array(14).fill(0), 0x61],
      // One entry of one, 47 octets of directory at 40, no comment.
      ...[0x50, 0x4b, 5, 6, 0, 0, 0, 0, 1, 0, 1, 0, 47, 0, 0, 0, 40, 0, 0, 0, 0, 0],
    ]);
  });

  it('refuses arguments of another type by name', () => {
    const file = { name: 'a', data: new Uint8Array(1) };
    const write = (files: unknown) => () => writeStoredZip(files as (typeof file)[]);
    expect(write('a')).toThrow(new TypeError('files is "a", not an array'));
    expect(write([file, 5])).toThrow(new TypeError('files[1] is 5, not an object'));
    expect(write([{ ...file, data: 5 }])).toThrow(new TypeError('the data of a is 5, not a Uint8Array'));
    expect(write([{ ...file, name: 5 }])).toThrow(new TypeError('the name of a file is 5, not a string'));
  });

  it('an archive has at most 4 GiB less one octet, which its last offset can say', () => {
    // Headers of 31 and 47 octets, and an end record of 22: the content is not needed.
    const framed = (sizeOctets: number) => frameStoredZip([{ name: 'a', crc32: 0, sizeOctets }]);
    const most = 0xffff_ffff - 31 - 47 - 22;
    const { headers, directory } = framed(most);
    expect([headers.map(({ length }) => length), directory.length]).toEqual([[31], 69]);
    expect(() => framed(most + 1)).toThrow(
      expect.objectContaining({ code: 'too-long', field: 'ZIP', reason: '4294967296 octets, at most 4294967295' }),
    );
  });

  it.each([
    ['of 65,535 octets', 'n'.repeat(65_535)],
    ['with a colon in a folder', 'notes/C:x'],
    ['with a colon after two letters', 'ab:c'],
    ['that ends with dots', 'a..'],
    ['that begins with dots', '..a'],
  ])('writes a name %s', (_, name) => {
    const octets = writeStoredZip([{ name, data: octetsOf('a') }]);
    const limits = { zipPathCharacters: 65_535, zipNameCharacters: 65_535 };
    expect(readZipDirectory(octets, { ...DEFAULT_LIMITS, ...limits }).map((entry) => entry.path)).toEqual([name]);
  });

  const refused = [
    '',
    '/a',
    'a/',
    '.',
    'a//b',
    'a/./b',
    '..',
    '../a',
    'a/..',
    'a/../b',
    'a/...',
    'a/.. ./b',
    'a\\b',
    'C:a',
    'a\nb',
    'a\x7f',
  ];
  it.each(refused)('refuses the name %j', (name) => {
    const field = `ZIP/entry ${JSON.stringify(name)}/name`;
    expect(refusal(() => writeStoredZip([{ name, data: new Uint8Array(1) }]))).toEqual({
      code: 'bad-value',
      field,
      offset: undefined,
    });
  });

  it('writes no name that readZipDirectory refuses', () => {
    const segment = fc.string({ unit: fc.constantFrom('.', ' ', 'a', ':', '\\'), maxLength: 4 });
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 3 }), (segments) => {
        const name = segments.join('/');
        let octets: Uint8Array;
        try {
          octets = writeStoredZip([{ name, data: octetsOf('a') }]);
        } catch {
          return;
        }
        expect(readZipDirectory(octets, DEFAULT_LIMITS).map((entry) => entry.name)).toEqual([name]);
      }),
    );
  });

  it('refuses a name that is there twice, one that is too long, half a character, too many files', () => {
    const file = { name: 'a', data: new Uint8Array(1) };
    expect(refusal(() => writeStoredZip([file, file]))).toMatchObject({ code: 'bad-value', field: 'ZIP/entry "a"/name' });
    expect(refusal(() => writeStoredZip([{ ...file, name: 'n'.repeat(65_536) }]))).toMatchObject({ code: 'too-long' });
    expect(refusal(() => writeStoredZip([{ ...file, name: 'a\ud800' }]))).toMatchObject({ code: 'unencodable', offset: 1 });
    expect(refusal(() => writeStoredZip(new Array(65_535).fill(file)))).toMatchObject({ code: 'too-long', field: 'ZIP' });
  });
});

describe('crc32 and leftovers', () => {
  it('the check value of CRC-32, and what zlib says', () => {
    expect(crc32(octetsOf('123456789'))).toBe(0xcbf43926);
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 500 }), (octets) => {
        expect(crc32(octets)).toBe(zlibCrc32(octets));
      }),
    );
  });

  it.each([
    '__MACOSX/._a.jpg',
    'x/__MACOSX/a',
    '.DS_Store',
    'a/.hidden',
    '.git/config',
    'Thumbs.db',
    'a/THUMBS.DB',
    'desktop.ini',
    'META-INF/x',
  ])('%s is no one’s', (path) => expect(isJunkPath(path)).toBe(true));

  it.each(['a.jpg', 'macosx/a.jpg', 'thumbs.db.jpg', 'a/b.c/d', 'meta-inf'])('%s is someone’s', (path) =>
    expect(isJunkPath(path)).toBe(false),
  );
});
