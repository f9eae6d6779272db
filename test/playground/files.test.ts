/** The collection of files without a page: what is said of each, which are shown, how archives are opened and written. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import JSZip from 'jszip';
import { describe, expect, it, vi } from 'vitest';
import { bitmapToRows } from '../../src/bitmap/index.js';
import { crc32 } from '../../src/bytes/crc32.js';
import { encodeUtf8 } from '../../src/bytes/index.js';
import {
  countKinds,
  type Filter,
  filterItems,
  type Item,
  isFaulty,
  leaveOut,
  moreThanNamed,
  NO_FILTER,
  NONE_LEFT_OUT,
  newItem,
  placeAfter,
  visibleRange,
} from '../../src/playground/files/collection.js';
import { describeFile, findTune } from '../../src/playground/files/describe.js';
import { ArchivePlan } from '../../src/playground/files/export.js';
import { readInspected } from '../../src/playground/files/limits.js';
import { isArchive, unpack } from '../../src/playground/files/unpack.js';
import { type Question, type Reply, serve, WORK } from '../../src/playground/files/work.js';
import { SAMPLES, sampleOf } from '../../src/playground/inspect/samples.js';
import { SafePaths } from '../../src/show/safe-path.js';
import { frameStoredZip } from '../../src/zip/write.js';

const blobOf = (octets: Uint8Array | string) => new Blob([octets as Uint8Array<ArrayBuffer>]);
const octetsOf = async (blob: Blob) => new Uint8Array(await blob.arrayBuffer());
const sample = (format: Parameters<typeof sampleOf>[0]) => sampleOf(format)?.make() as Uint8Array;

describe('what is said of a file', () => {
  it.each(SAMPLES.map(({ format }) => format))('%s has a sentence and a kind', (format) => {
    const { sentence, kind, faults } = describeFile(sample(format));
    expect(sentence.length).toBeGreaterThan(3);
    expect(kind).not.toBe('unknown');
    // An example of Motorola's says its speed, which nothing tells.
    expect(faults.length, faults.join()).toBe(format === 'motorola' ? 1 : 0);
  });

  it('pictures have pixels or are the browser’s, tunes have their notes', () => {
    expect(describeFile(sample('nol'))).toMatchObject({ kind: 'picture', bitmap: { widthPx: 72, heightPx: 14 } });
    expect(describeFile(sample('png'))).toMatchObject({ kind: 'picture', picture: { type: 'image/png', octets: undefined } });
    expect(describeFile(sample('base64')).picture?.octets).toEqual(sample('png'));
    const tune = describeFile(sample('rtttl'));
    expect(tune).toMatchObject({ kind: 'tune', sound: 'tune', bitmap: { widthPx: 96, heightPx: 32 } });
    expect(bitmapToRows(tune.bitmap as never).join('')).toContain('#');
    const backup = { sentence: 'Archive of VMG: 2 messages of 1 conversation, 2005', kind: 'message' };
    expect(describeFile(sample('vmg'))).toMatchObject(backup);
    expect(describeFile(sample('wav'))).toMatchObject({ kind: 'sound', sound: { type: 'audio/wav' } });
    expect(findTune(sample('sckl'))?.notes.length).toBeGreaterThan(0);
  });

  it('what is unknown, empty or too large says so', () => {
    expect(describeFile(new Uint8Array(0))).toMatchObject({ sentence: 'Empty file', kind: 'unknown', faults: ['it is empty'] });
    expect(describeFile(Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99)).faults[0]).toContain('DE AD BE EF 99');
    expect(describeFile(new Uint8Array(1_048_577))).toMatchObject({ sentence: 'Not read', kind: 'unknown' });
  });

  it('what the inspector does not open is not read', async () => {
    const small = blobOf(sample('nol'));
    expect(await readInspected(small, 'a.nol')).toEqual(sample('nol'));
    const large = blobOf(new Uint8Array(1_048_577));
    Object.assign(large, { arrayBuffer: () => Promise.reject(new Error('read')) });
    await expect(readInspected(large, 'a.bin')).rejects.toThrow('1048577 octets, at most 1048576');
  });

  it('photographs may be larger than other files', () => {
    const small = readFileSync(new URL('../../fixtures/images/photo-baseline.jpg', import.meta.url));
    const large = new Uint8Array(1_500_000);
    large.set(small);
    expect(describeFile(large)).toMatchObject({ kind: 'picture', format: 'jpeg', picture: { type: 'image/jpeg' } });
  });
});

describe('a collection', () => {
  const items = [
    ['b/IMG_10.png', 'png', 10],
    ['b/IMG_9.png', 'png', 30],
    ['a/ode.rtttl', 'rtttl', 20],
    ['a/odd.bin', undefined, 5],
  ].map(([path, format, size], id): Item => {
    const octets = format === undefined ? Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99) : sample(format as 'png');
    const item = newItem(id, { path: path as string, blob: blobOf(new Uint8Array(size as number)) });
    return Object.assign(item, { description: describeFile(octets) });
  });
  const paths = (filter: Partial<Filter>) => filterItems(items, { ...NO_FILTER, ...filter }).map(({ path }) => path);

  it('is in the order of its names, numbers as numbers; or of kinds, or sizes', () => {
    expect(paths({})).toEqual(['a/odd.bin', 'a/ode.rtttl', 'b/IMG_9.png', 'b/IMG_10.png']);
    expect(paths({ sort: 'kind' })).toEqual(['b/IMG_9.png', 'b/IMG_10.png', 'a/ode.rtttl', 'a/odd.bin']);
    expect(paths({ sort: 'size' })).toEqual(['b/IMG_9.png', 'a/ode.rtttl', 'b/IMG_10.png', 'a/odd.bin']);
  });

  it('is filtered by names, sentences, kinds and faults', () => {
    expect(paths({ text: 'img PNG' })).toEqual(['b/IMG_9.png', 'b/IMG_10.png']);
    expect(paths({ text: 'odetojoy' })).toEqual(['a/ode.rtttl']);
    expect(paths({ kind: 'tune' })).toEqual(['a/ode.rtttl']);
    expect(paths({ onlyFaults: true })).toEqual(['a/odd.bin']);
    expect(paths({ kind: 'tune', text: 'img' })).toEqual([]);
  });

  it('counts what it leaves out, and names the first thousand', () => {
    let left = NONE_LEFT_OUT;
    for (let i = 0; i < 1_234; i++) left = leaveOut(left, `${i}.nol`);
    expect([left.count, left.names.length, left.names[0], moreThanNamed(left)]).toEqual([
      1_234,
      1_000,
      '0.nol',
      ['and 234 more'],
    ]);
  });

  it('is counted by kind', () => {
    expect(countKinds(items)).toEqual({
      kinds: [
        ['picture', 2],
        ['tune', 1],
        ['unknown', 1],
      ],
      faulty: 1,
    });
    expect(isFaulty(newItem(9, { path: 'x', blob: new Blob([]) }))).toBe(false);
    expect(isFaulty(newItem(9, { path: 'x', blob: new Blob([]), fault: 'CRC mismatch' }))).toBe(true);
  });

  it('has on the page what is in sight', () => {
    expect(visibleRange({ top: 0, height: 500, rowHeight: 250, columns: 4 }, 10_000)).toEqual({ from: 0, to: 16 });
    expect(visibleRange({ top: 250_000, height: 500, rowHeight: 250, columns: 4 }, 10_000)).toEqual({ from: 3992, to: 4016 });
    expect(visibleRange({ top: 900, height: 500, rowHeight: 250, columns: 4 }, 5)).toEqual({ from: 4, to: 5 });
    expect(visibleRange({ top: 0, height: 500, rowHeight: 250, columns: 4 }, 0)).toEqual({ from: 0, to: 0 });
  });

  it.each([
    ['ArrowRight', 0, 1],
    ['ArrowLeft', 0, 0],
    ['ArrowDown', 1, 5],
    ['ArrowDown', 6, 9],
    ['ArrowDown', 8, 8],
    ['ArrowUp', 5, 1],
    ['ArrowUp', 1, 1],
    ['Home', 7, 0],
    ['End', 2, 9],
    ['PageDown', 1, 9],
    ['PageUp', 9, 1],
    ['a', 0, undefined],
  ])('%s goes from %i to %s of ten in four columns', (key, from, to) => {
    expect(placeAfter(key, from, 4, 2, 10)).toBe(to);
  });
});

describe('archives', () => {
  it('are ZIPs by their signature and name', async () => {
    const zip = new Uint8Array(await new JSZip().file('a.txt', 'a').generateAsync({ type: 'uint8array' }));
    expect(isArchive('x/old.ZIP', zip)).toBe(true);
    expect(isArchive('x.y/old', zip)).toBe(true);
    expect(isArchive('snake.jar', zip)).toBe(false);
    expect(isArchive('old.zip', encodeUtf8('text'))).toBe(false);
  });

  it('hold what they hold; a damaged entry is a file with a fault, what systems leave is counted', async () => {
    const zip = new JSZip().file('a/logo.nol', sample('nol')).file('b.txt', 'text').file('__MACOSX/._b.txt', 'x');
    const octets = new Uint8Array(await zip.generateAsync({ type: 'uint8array' }));
    expect(unpack(octets)).toEqual({
      files: [
        { name: 'a/logo.nol', octets: sample('nol') },
        { name: 'b.txt', octets: encodeUtf8('text') },
      ],
      leftovers: 1,
    });
    const damaged = octets.slice();
    const at = Buffer.from(octets).indexOf('text', 0, 'latin1');
    damaged[at] = 0x54;
    const [, entry] = unpack(damaged).files;
    expect(entry).toMatchObject({ name: 'b.txt', fault: expect.stringContaining('CRC mismatch') });
  });

  it('are opened as long as they are not too deep; one that cannot be read is a file', async () => {
    const octets = new Uint8Array(await new JSZip().file('a.txt', 'a').generateAsync({ type: 'uint8array' }));
    expect(await WORK.look('a.zip', blobOf(octets), true)).toEqual({ kind: 'packed' });
    expect(await WORK.unpack(blobOf(octets))).toMatchObject({ kind: 'archive', files: [{ name: 'a.txt' }] });
    expect(await WORK.look('a.zip', blobOf(octets), false)).toMatchObject({ kind: 'file', description: { kind: 'archive' } });
    const cut = await WORK.unpack(blobOf(octets.subarray(0, 40)));
    expect(cut).toMatchObject({
      kind: 'file',
      description: { faults: expect.arrayContaining([expect.stringContaining('ends before its directory does')]) },
    });
  });
});

describe('names in an archive', () => {
  it('keep their folders, and get numbers', () => {
    const paths = new SafePaths();
    expect(paths.file('a/logo.png')).toBe('a/logo.png');
    expect(paths.file('A/LOGO.png')).toBe('A/LOGO-2.png');
    expect(paths.file('a/logo.png')).toBe('a/logo-3.png');
    expect(paths.files('a/tune', ['.mid', '.wav'])).toEqual(['a/tune.mid', 'a/tune.wav']);
    expect(paths.files('a/tune', ['.mid', '.wav'])).toEqual(['a/tune-2.mid', 'a/tune-2.wav']);
    expect(paths.files('a/mms', ['/index.html', '/heart.gif'])).toEqual(['a/mms/index.html', 'a/mms/heart.gif']);
    expect(paths.files('a/mms', ['/index.html'])).toEqual(['a/mms-2/index.html']);
    // A file of the name of a folder.
    expect(paths.file('a')).toBe('a-2');
    expect(paths.file('a-2/b.txt')).toBe('a-2-2/b.txt');
  });

  it.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/absolute.txt', 'absolute.txt'],
    ['C:\\windows\\x.txt', 'C_/windows/x.txt'],
    ['con.txt', '_con.txt'],
    ['a\u202egnp.exe', 'a_gnp.exe'],
    ['..', 'file'],
    ['a. /b', 'a/b'],
  ])('%j is %j', (path, expected) => {
    expect(new SafePaths().file(path)).toBe(expected);
  });

  it('are all different, below their folder, and fit for an archive, whatever they were', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('a', 'a/b', 'A', 'a/b/c.x', 'a-2'))),
        (names) => {
          const paths = new SafePaths();
          const made = names.map((name) => paths.file(name));
          expect(new Set(made.map((name) => name.toLowerCase())).size).toBe(made.length);
          for (const name of made) expect(made.some((other) => other.startsWith(`${name}/`))).toBe(false);
          frameStoredZip(made.map((name) => ({ name, crc32: 0, sizeOctets: 0 })));
        },
      ),
    );
  });
});

describe('an export', () => {
  it('converts, keeps, and loses nothing: the summary names each file', async () => {
    const sources = [
      ['set/logo.nol', sample('nol')],
      ['set/logo.otb', sample('ota-bitmap')],
      ['set/tune.ott', sample('nokia-ringtone')],
      ['set/photo.png', sample('png')],
      ['../odd.bin', Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99)],
      ['summary.txt', encodeUtf8('my own\n')],
    ] as const;
    const plan = new ArchivePlan();
    for (const [path, octets] of sources) plan.add(path, blobOf(octets), await WORK.convert(blobOf(octets), false, 100));
    plan.miss('set/gone.nol', 'a file that cannot be read');
    const { files, words } = plan.finish({ count: 3, names: ['late.png'] });
    expect(words).toBe(
      '3 files converted; 2 kept, which programs of today read; 1 not understood, or not all of it: in the archive unchanged; 1 not read: not in the archive; 3 left out of the collection',
    );
    const { headers, directory } = frameStoredZip(
      files.map(({ name, blob, crc32: sum }) => ({ name, crc32: sum, sizeOctets: blob.size })),
    );
    const archive = new Blob([
      ...files.flatMap(({ blob }, i) => [headers[i] as Uint8Array<ArrayBuffer>, blob]),
      directory as Uint8Array<ArrayBuffer>,
    ]);
    const zip = await JSZip.loadAsync(await octetsOf(archive), { checkCRC32: true });
    expect(
      Object.values(zip.files)
        .filter(({ dir }) => !dir)
        .map(({ name }) => name),
    ).toEqual([
      ...['summary.txt', 'set/logo.png', 'set/logo-2.png', 'set/tune.mid', 'set/tune.wav'],
      ...['set/photo.png', 'odd.bin', 'summary-2.txt'],
    ]);
    const summary = (await zip.file('summary.txt')?.async('string')) ?? '';
    expect(summary).toContain('set/logo.otb: converted: set/logo-2.png');
    expect(summary).toContain('../odd.bin: not understood in full: odd.bin (nothing known begins with DE AD BE EF 99)');
    expect(summary).toContain('late.png: left out');
    expect(summary).toContain('and 2 more');
    expect(summary).toContain('set/gone.nol: not read, not in the archive (a file that cannot be read)');
    expect(await zip.file('odd.bin')?.async('uint8array')).toEqual(Uint8Array.of(0xde, 0xad, 0xbe, 0xef, 0x99));
  });

  it('without room for sounds has the notes, and says so', async () => {
    const { files, reasons } = await WORK.convert(blobOf(sample('nokia-ringtone')), true, 100);
    expect(files.map(({ suffix }) => suffix)).toEqual(['.mid']);
    expect(reasons).toEqual(['its sound is left out: the archive has its largest size']);
    const [file] = files;
    expect(file?.crc32).toBe(crc32(await octetsOf(file?.blob as Blob)));
  });

  it('without room for files has the file itself, with its sum', async () => {
    const octets = new Uint8Array(2_500_000);
    octets.set(sample('nokia-ringtone'));
    const { outcome, files, own, reasons } = await WORK.convert(blobOf(sample('nokia-ringtone')), false, 1);
    expect([outcome, files, own]).toEqual(['unknown', [], crc32(sample('nokia-ringtone'))]);
    expect(reasons[0]).toContain('largest number of files');
    // One that is summed in pieces.
    expect((await WORK.convert(blobOf(octets), false, 1)).own).toBe(crc32(octets));
  });

  it('a file that cannot be read is an error of its own', async () => {
    const blob = blobOf(sample('nol'));
    const refuse = () => Promise.reject(new DOMException('gone', 'NotReadableError'));
    Object.assign(blob, { arrayBuffer: refuse, slice: () => ({ arrayBuffer: refuse }) });
    await expect(WORK.convert(blob, false, 100)).rejects.toThrow('gone');
  });

  it('a text that looks like a picture’s place in a report is a text', async () => {
    const { entry, files } = await WORK.report(blobOf(sample('nol')), false);
    const name = `data:${'a'.repeat(64)}.png \0${files[0]?.[0]}\0`;
    const page = await (await WORK.page('this collection', [{ ...entry, names: [name] }], [], files)).text();
    expect(page).toContain(`data:${'a'.repeat(64)}.png`);
    const plain = await (await WORK.page('this collection', [{ ...entry, names: ['a.nol'] }], [], files)).text();
    const pictures = (text: string) => text.split('data:image/png;base64,iVBORw0KGgo').length;
    expect(pictures(page)).toBe(pictures(plain));
  });

  it('as a report is one page with all in it', async () => {
    const { entry, files } = await WORK.report(blobOf(sample('nol')), false);
    const page = await (await WORK.page('this collection', [{ ...entry, names: ['<logo>.nol'] }], [], files)).text();
    expect(page).toContain('src="data:image/png;base64,iVBORw0KGgo');
    expect(page).toContain('&lt;logo&gt;.nol');
    const full = await WORK.report(blobOf(sample('nol')), true);
    expect(full.entry.faults).toEqual(['not all of its files are there: the report has its largest size']);
  });
});

describe('a worker', () => {
  it('says when it is ready, answers what it is asked, and tells faults in words', async () => {
    const said: Reply[] = [];
    let ask: (event: { readonly data: Question }) => Promise<void> = () => Promise.reject(new Error('nobody listens'));
    vi.stubGlobal('postMessage', (reply: Reply) => said.push(reply));
    vi.stubGlobal('addEventListener', (_: 'message', listener: typeof ask) => {
      ask = listener;
    });
    try {
      await serve();
      expect(said).toEqual([{}]);
      const tune = blobOf(sample('rtttl'));
      await ask({ data: { id: 1, name: 'tune', given: [tune] } });
      expect(said[1]).toMatchObject({ id: 1, value: findTune(sample('rtttl')) });
      await ask({ data: { id: 2, name: 'tune', given: [{ size: 1e9 }] } });
      expect(said[2]).toEqual({ id: 2, error: 'file: 1000000000 octets, at most 52428800' });
      const gone = { size: 1, arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) };
      await ask({ data: { id: 3, name: 'tune', given: [gone] } });
      expect(said[3]).toEqual({ id: 3, error: 'a folder, or a file that cannot be read' });
      await ask({ data: { id: 4, name: 'tune', given: [{ size: 1 }] } });
      expect(said[4]?.error).toContain('this page has a fault');
    } finally {
      vi.unstubAllGlobals();
    }
  });
});
