import { readdirSync, readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { makeBounds } from '../../src/inspect/call-limits.js';
import { ARCHIVES } from '../../src/inspect/formats/archives.js';
import { PICTURES, type PictureFormat } from '../../src/inspect/formats/pictures.js';
import { identify } from '../../src/inspect/index.js';
import { readGif } from '../../src/media/gif.js';
import { readJpeg } from '../../src/media/jpeg.js';
import { readPng } from '../../src/media/png.js';
import { findFileKind } from '../../src/media/signatures.js';
import { readWav } from '../../src/media/wav.js';
import { parseRtttl, renderWav } from '../../src/ringtone/index.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError } from '../support/hostile.js';
import { fixtureImage, imageItems } from '../support/jpegs.js';
import { expectTiling } from '../support/tiling.js';

const KINDS = ['png', 'jpeg', 'gif', 'wav'] as const;
type Kind = (typeof KINDS)[number];

const READERS = { png: readPng, jpeg: readJpeg, gif: readGif, wav: readWav } as const;

function show(kind: PictureFormat | 'zip', octets: Uint8Array): Field {
  const tree = { ...PICTURES, ...ARCHIVES }[kind].tree(octets, 0, octets.length, makeBounds(undefined));
  expectTiling(tree);
  return tree;
}

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const valuesOf = (field: Field | undefined) =>
  Object.fromEntries((field?.children ?? []).map(({ name, value, meaning }) => [name, meaning ?? value]));
const reasonOf = (octets: Uint8Array) => identify(octets).find(({ format }) => KINDS.some((kind) => kind === format));

const join = (...parts: readonly (Uint8Array | readonly number[])[]) => Uint8Array.from(parts.flatMap((part) => [...part]));
const u32be = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 0xff);
const u32le = (value: number) => u32be(value).reverse();
const u16le = (value: number) => [value & 0xff, value >> 8];

const PNG_MARK = hex('89504E470D0A1A0A');
function chunk(type: string, data: Uint8Array | readonly number[] = []): Uint8Array {
  const typed = join(encodeUtf8(type), data);
  return join(u32be(data.length), typed, u32be(crc32(typed)));
}
const header = (widthPx: number, heightPx: number, ...more: readonly number[]) =>
  chunk('IHDR', [...u32be(widthPx), ...u32be(heightPx), ...more]);
const IDAT = chunk('IDAT', [1]);
const sumOf = (octets: Uint8Array) => toHex(octets.subarray(-4));
const png = (...chunks: readonly Uint8Array[]) => join(PNG_MARK, header(2, 1, 8, 3, 0, 0, 0), ...chunks, chunk('IEND'));

const segment = (marker: number, data: readonly number[]) => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 0xff,
  ...data,
];
const frame = [8, 0, 16, 0, 8, 1, 1, 0x11, 0];
const scan = [1, 1, 0, 0, 63, 0];
const jpeg = (...segments: readonly (readonly number[])[]) =>
  Uint8Array.from([0xff, 0xd8, ...segments.flat(), ...segment(0xc0, frame), ...segment(0xda, scan), 1, 2, 3, 0xff, 0xd9]);

const GIF_HEAD = join(encodeUtf8('GIF89a'), [2, 0, 1, 0, 0x80, 0, 0], [255, 0, 0, 0, 0, 255]);
const IMAGE = [0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x44, 0x0a, 0];
const gif = (...blocks: readonly (Uint8Array | readonly number[])[]) => join(GIF_HEAD, ...blocks, IMAGE, [0x3b]);

const riffChunk = (id: string, data: Uint8Array | readonly number[]) =>
  join(encodeUtf8(id), u32le(data.length), data, data.length % 2 === 1 ? [0] : []);
const format = (tag: number, channels: number, rate: number, octetsPerSecond: number, bits: number) =>
  riffChunk('fmt ', [
    ...u16le(tag),
    ...u16le(channels),
    ...u32le(rate),
    ...u32le(octetsPerSecond),
    ...u16le(2),
    ...u16le(bits),
  ]);
function wav(...chunks: readonly Uint8Array[]): Uint8Array {
  const body = join(encodeUtf8('WAVE'), ...chunks);
  return join(encodeUtf8('RIFF'), u32le(body.length), body);
}
const silence = wav(format(1, 1, 8000, 16000, 16), riffChunk('data', new Uint8Array(24_000)));

const SAMPLES: Readonly<Record<Kind, readonly Uint8Array[]>> = {
  png: [
    png(
      chunk('PLTE', [1, 2, 3, 4, 5, 6]),
      chunk('tEXt', encodeUtf8('Title\0Hi')),
      chunk('IDAT', deflateSync(Uint8Array.of(0, 0, 1))),
    ),
    fixtureImage('palette-trns.png'),
  ],
  jpeg: [
    jpeg(segment(0xfe, [72, 105])),
    fixtureImage('jpeg/scan-each-restart.jpg'),
    fixtureImage('exif-orientation-6.jpg').slice(0, 1200),
  ],
  gif: [gif([0x21, 0xfe, 2, 72, 105, 0]), fixtureImage('gif/extensions.gif')],
  wav: [wav(format(1, 1, 8000, 8000, 8), riffChunk('LIST', encodeUtf8('INFOINAM\x02\0\0\0Hi')), riffChunk('data', [1, 2, 3]))],
};

describe('published vectors', () => {
  it.each(
    imageItems('png')
      .concat(imageItems('gif'))
      .filter(({ width }) => width !== undefined),
  )('$file is $width x $height', ({ file, kind, width, height }) => {
    const octets = fixtureImage(file);
    expect(show(kind as Kind, octets).meaning).toMatch(new RegExp(`^${width}x${height}, `));
    expect(reasonOf(octets)?.reason).toContain(`picture, ${width}x${height}, `);
  });

  it.each(imageItems('jpeg').filter(({ file }) => !file.startsWith('truncated')))(
    '$file is stored as what it shows, or turned',
    (item) => {
      const { file, width = 0, height = 0 } = item;
      const turned = /orientation-[5-8]/.test(file);
      const size = turned ? `${height}x${width}` : `${width}x${height}`;
      expect(show('jpeg', fixtureImage(file)).meaning).toMatch(new RegExp(`^${size}, `));
    },
  );

  it('says how a photograph is to be turned', () => {
    const orientation = (n: number) =>
      named(show('jpeg', fixtureImage(`exif-orientation-${n}.jpg`)), 'Orientation')[0]?.meaning;
    // Exif 2.3 section 4.6.4: 6 has row 0 at the right-hand side, 2 is mirrored, 7 is transverse.
    expect([6, 2, 7].map(orientation)).toEqual([
      'to be turned right',
      'mirrored left to right',
      'mirrored at the rising diagonal',
    ]);
  });

  const gifs = JSON.parse(readFileSync('fixtures/images/gif/index.json', 'utf8')).items as {
    file: string;
    widthPx: number;
    heightPx: number;
    delaysMs: number[];
  }[];
  it.each(gifs)('$file has its frames and delays', ({ file, widthPx, heightPx, delaysMs }) => {
    const tree = show('gif', fixtureImage(`gif/${file}`));
    const frames = `${delaysMs.length} frame${delaysMs.length === 1 ? '' : 's'}`;
    expect(tree.meaning).toMatch(new RegExp(`^${widthPx}x${heightPx}, .*${frames}$`));
    const delays = named(tree, 'delay').map(({ value }) => 10 * Number(value));
    expect(delays.concat(new Array(delaysMs.length - delays.length).fill(0))).toEqual(delaysMs);
  });

  const pngs = JSON.parse(readFileSync('fixtures/images/png/index.json', 'utf8')).items as {
    file: string;
    what: string;
    widthPx: number;
    heightPx: number;
  }[];
  it.each(pngs)('$file: $what', ({ file, widthPx, heightPx }) => {
    const [, type = '', bits = ''] = /^\D+(\d)-(\d+)/.exec(file) ?? [];
    const ihdr = named(show('png', fixtureImage(`png/${file}`)), 'IHDR')[0] as Field;
    const found = Object.fromEntries(ihdr.children.map(({ name, value }) => [name, value]));
    const interlace = file.includes('adam7') ? 1 : 0;
    expect(found).toMatchObject({ width: widthPx, height: heightPx, 'colour-type': +type, 'bit-depth': +bits, interlace });
  });

  const jpegs = readdirSync('fixtures/images/jpeg').filter((name) => name.endsWith('.jpg'));
  it.each(jpegs.filter((name) => existsAsPng(name)))('%s has the size of the picture that it shows', (name) => {
    const tree = show('jpeg', fixtureImage(`jpeg/${name}`));
    const size = (show('png', fixtureImage(`jpeg/${name.replace('.jpg', '.png')}`)).meaning ?? '').split(',')[0];
    expect(tree.meaning?.split(',')[0]).toBe(size);
  });

  function existsAsPng(name: string): boolean {
    return readdirSync('fixtures/images/jpeg').includes(name.replace('.jpg', '.png'));
  }

  it('every fixture has right check sums but the one that is made wrong', () => {
    const wrong = readdirSync('fixtures/images').filter(
      (name) =>
        name.endsWith('.png') &&
        findFileKind(fixtureImage(name)) === 'png' &&
        /CRC/.test(reasonOf(fixtureImage(name))?.reason ?? ''),
    );
    expect(wrong).toEqual(['bad-crc-or-data.png']);
  });
});

describe('data after the end of a picture', () => {
  it.each([
    ['jpeg', 'jpeg/appended.jpg', [0xff, 0xd9, ...encodeUtf8('octets')]],
    ['png', 'png/type0-8-trailing.png', [0xae, 0x42, 0x60, 0x82, 0, 0, ...encodeUtf8('GIF89a')]],
    ['gif', 'gif/trailing.gif', [0x3b, 0, 0, ...encodeUtf8('GIF89a')]],
  ] as const)('of a %s is a field of its own, with a warning', (kind, file, around) => {
    const octets = fixtureImage(file);
    const end = Buffer.from(octets).indexOf(Uint8Array.from(around)) + around.length - (kind === 'jpeg' ? 6 : 8);
    const tree = show(kind, octets);
    expect(tree.error).toBeUndefined();
    expect(tree.warnings).toEqual([expect.stringContaining(`at ${end}: ${octets.length - end} octets are left over`)]);
    expect(tree.children.at(-1)).toMatchObject({ name: 'trailing octets', start: end, end: octets.length, children: [] });
  });
});

describe('PNG', () => {
  it('is shown chunk by chunk', () => {
    const tree = show('png', SAMPLES.png[0] as Uint8Array);
    expect(tree.children.map(({ name }) => name)).toEqual(['signature', 'IHDR', 'PLTE', 'tEXt', 'IDAT', 'IEND']);
    expect(valuesOf(named(tree, 'PLTE')[0])).toMatchObject({ 'colour 0': '#010203', 'colour 1': '#040506', CRC: 'right' });
    expect(named(tree, 'tEXt')[0]).toMatchObject({ meaning: 'Title: Hi' });
    expect(named(tree, 'IHDR')[0]).toMatchObject({ meaning: '2x1, 8 bits palette', spec: 'PNG 5.3' });
  });

  it.each<[string, Uint8Array, string | undefined]>([
    ['pHYs', chunk('pHYs', [...u32be(2835), ...u32be(2835), 1]), '72x72 dpi'],
    ['pHYs', chunk('pHYs', [...u32be(1), ...u32be(2), 0]), '1:2'],
    ['zTXt', chunk('zTXt', join(encodeUtf8('Key\0\0'), [1, 2, 3])), 'Key, 3 octets deflated'],
    ['zTXt', chunk('zTXt', encodeUtf8('Key\0')), 'Key, 0 octets deflated'],
    ['iCCP', chunk('iCCP', join(encodeUtf8('sRGB\0\0'), [1, 2])), 'sRGB, 2 octets deflated'],
    ['iTXt', chunk('iTXt', encodeUtf8('Key\0\0\0de\0Titel\0Grüße')), 'Key: Grüße'],
    ['iTXt', chunk('iTXt', join(encodeUtf8('Key\0'), [1, 0], encodeUtf8('\0\0'), [9, 9])), 'Key, 2 octets deflated'],
    ['iTXt', chunk('iTXt', encodeUtf8('Key\0\0\0de')), 'Key'],
    ['iTXt', chunk('iTXt', encodeUtf8('Key\0')), 'Key'],
    ['tEXt', chunk('tEXt', encodeUtf8('no keyword')), undefined],
    ['tEXt', chunk('tEXt', encodeUtf8('\0text')), undefined],
    ['tRNS', chunk('tRNS', [0, 128]), 'alpha of 2 colours'],
    ['acTL', chunk('acTL', [...u32be(3), ...u32be(0)]), '3 frames'],
    ['PLTE', chunk('PLTE', [1, 2]), 'no palette'],
    ['eXIf', chunk('eXIf', hex('4D4D002A0000000800010112000300000001000600000000 0000')), 'Exif, to be turned right'],
  ])('%s says %j', (type, octets, meaning) => {
    const field = named(show('png', png(octets)), type)[0];
    expect(field?.meaning).toBe(meaning);
    expect(field?.end).toBe((field?.start as number) + octets.length);
  });

  it('a transparent colour of a picture without a palette', () => {
    const rgb = (data: readonly number[], type: number) =>
      named(show('png', join(PNG_MARK, header(1, 1, 8, type, 0, 0, 0), chunk('tRNS', data), chunk('IEND'))), 'tRNS')[0];
    expect(valuesOf(rgb([0, 1, 0, 2, 0, 3], 2))).toMatchObject({ red: 1, green: 2, blue: 3 });
    expect(valuesOf(rgb([0, 7], 0))).toMatchObject({ grey: 7 });
    expect(rgb([0, 7, 1], 0)).toMatchObject({ meaning: 'no transparent colour' });
  });

  it('animations are told', () => {
    const fctl = chunk('fcTL', [...u32be(0), ...u32be(2), ...u32be(1), ...u32be(0), ...u32be(0), 0, 1, 0, 0, 1, 0]);
    const octets = png(chunk('acTL', [...u32be(1), ...u32be(2)]), fctl);
    expect(reasonOf(octets)).toEqual({
      format: 'png',
      confidence: 0.99,
      reason: 'PNG picture, 2x1, 8 bits palette, animated, 1 frame',
    });
    expect(valuesOf(named(show('png', octets), 'fcTL')[0])).toMatchObject({
      'delay-unit': '1/100 s',
      disposal: 'clear',
      blend: 'replace',
    });
  });

  it.each<[string, Uint8Array, string, string]>([
    [
      'a check sum',
      png(Uint8Array.of(...IDAT.subarray(0, -1), 0)),
      'CRC',
      `is ${sumOf(IDAT).slice(0, 6)}00, and should be ${sumOf(IDAT)}`,
    ],
    [
      'a type',
      png(join(u32be(0), [1, 2, 3, 4], u32be(crc32(Uint8Array.of(1, 2, 3, 4))))),
      'type',
      'has a type that is not four letters',
    ],
    ['a second header', png(header(1, 1, 8, 0, 0, 0, 0)), 'type', 'occurs twice'],
    [
      'a header that is not the first',
      join(PNG_MARK, chunk('gAMA', u32be(45455)), header(1, 1, 8, 0, 0, 0, 0), chunk('IEND')),
      'type',
      'the first chunk must be IHDR',
    ],
    ['a chunk of another length', png(chunk('gAMA', [1])), 'type', 'has 1 octet of data instead of 4'],
    ['no width', join(PNG_MARK, header(0, 1, 8, 0, 0, 0, 0), chunk('IEND')), 'width', 'is 0, at least 1'],
    ['a depth', join(PNG_MARK, header(1, 1, 9, 0, 0, 0, 0), chunk('IEND')), 'bit-depth', 'is 9, allowed: 1, 2, 4, 8, 16'],
    ['a colour type', join(PNG_MARK, header(1, 1, 8, 5, 0, 0, 0), chunk('IEND')), 'colour-type', 'is 5, which is not defined'],
    ['an end with data', join(PNG_MARK, header(1, 1, 8, 0, 0, 0, 0), chunk('IEND', [1])), 'type', 'has data, allowed: none'],
  ])('%s that is wrong is a warning where it stands', (_, octets, name, warning) => {
    const tree = show('png', octets);
    expect(tree.error).toBeUndefined();
    expect(named(tree, name).flatMap(({ warnings = [] }) => warnings)).toContain(warning);
    expect(reasonOf(octets)).toMatchObject({ confidence: 0.95, reason: expect.stringContaining(warning) });
  });
});

describe('JPEG', () => {
  it('is shown segment by segment', () => {
    const tree = show('jpeg', jpeg(segment(0xfe, [72, 105])));
    expect(tree.children.map(({ name }) => name)).toEqual(['SOI', 'COM', 'SOF0', 'SOS', 'coded data', 'EOI']);
    expect(tree.meaning).toBe('8x16, baseline, grey');
    expect(named(tree, 'COM')[0]).toMatchObject({ meaning: 'Hi' });
    expect(named(tree, 'SOS')[0]).toMatchObject({ meaning: 'scan of 1 component, coefficients 0 to 63' });
    expect(named(tree, 'coded data')[0]).toMatchObject({ value: '010203', meaning: '3 octets' });
  });

  it('segments that end inside of a component are side by side', () => {
    const cut = [0xff, 0xc0, 0, 8, 8, 0, 1, 0, 1, 3];
    const octets = Uint8Array.of(0xff, 0xd8, ...cut, ...cut, ...cut, 0xff, 0xd9);
    const tree = show('jpeg', octets);
    expect(tree.children.map(({ name }) => name)).toEqual(['SOI', 'SOF0', 'SOF0', 'SOF0', 'EOI']);
  });

  it('an FF, fill and 0 are a reserved marker, not a segment', () => {
    const tree = show('jpeg', Uint8Array.of(0xff, 0xd8, 0xff, 0xff, 0, 0xff, 0xd9));
    expect(tree.children.map(({ name }) => name)).toEqual(['SOI', 'FF00', 'EOI']);
    expect(named(tree, 'FF00')[0]?.children.at(-1)?.warnings).toEqual(['is a reserved marker']);
  });

  const text = (words: string) => [...words].map((letter) => letter.charCodeAt(0));
  it.each<[string, number, readonly number[], string | undefined]>([
    ['JFIF', 0xe0, [...text('JFIF\0'), 1, 2, 1, 0, 72, 0, 72, 0, 0], 'JFIF 1.02'],
    ['JFIF with a thumbnail', 0xe0, [...text('JFIF\0'), 1, 1, 9, 0, 72, 0, 72, 1, 1, 1, 2, 3], 'JFIF 1.01'],
    ['JFIF cut', 0xe0, text('JFIF\0'), undefined],
    ['JFXX', 0xe0, [...text('JFXX\0'), 0x10], 'JFIF extension'],
    ['XMP', 0xe1, text('http://ns.adobe.com/xap/1.0/\0<x/>'), 'XMP'],
    ['a profile', 0xe2, text('ICC_PROFILE\0\x01\x01'), 'colour profile'],
    ['Adobe', 0xee, [...text('Adobe'), 0, 100, 0, 0, 0, 0, 1], 'Adobe, YCbCr'],
    ['Adobe of its own', 0xee, [...text('Adobe'), 0, 100, 0, 0, 0, 0, 9], 'Adobe'],
    ['Adobe cut', 0xee, text('Adobe'), undefined],
    ['restarts', 0xdd, [0, 4], 'restart every 4 units'],
    ['Huffman tables', 0xc4, [0x11, ...new Array(15).fill(0), 2, 5, 6], 'Huffman tables'],
    ['quantization', 0xdb, [0x10, ...new Array(128).fill(1), 0x01, ...new Array(64).fill(2)], 'quantization tables'],
    ['a hierarchical header', 0xde, frame, '8x16, hierarchical, grey'],
    ['arithmetic coding', 0xcc, [0, 1], 'arithmetic coding'],
  ])('%s', (_, marker, data, meaning) => {
    const octets = jpeg(segment(marker, data));
    const field = show('jpeg', octets).children[1];
    expect([field?.meaning, field?.end]).toEqual([meaning, 2 + 4 + data.length]);
  });

  it('Exif data in both orders of octets, and what is none', () => {
    const exif = (...tiff: readonly number[]) => show('jpeg', jpeg(segment(0xe1, [...text('Exif\0\0'), ...tiff])));
    const big = exif(
      0x4d,
      0x4d,
      0,
      42,
      0,
      0,
      0,
      8,
      0,
      2,
      1,
      0x12,
      0,
      3,
      0,
      0,
      0,
      1,
      0,
      8,
      0,
      0,
      1,
      0x0f,
      0,
      2,
      0,
      0,
      0,
      4,
      65,
      66,
      0,
      0,
      0,
      0,
      0,
      0,
    );
    expect(big.children[1]).toMatchObject({ meaning: 'Exif, to be turned left, AB' });
    expect(named(big, 'next-IFD')).toHaveLength(1);
    const little = exif(0x49, 0x49, 42, 0, 8, 0, 0, 0, 9, 0, 0xff, 0xff, 4, 0, 1, 0, 0, 0, 7, 0, 0, 0);
    expect(named(little, 'tag FFFF')[0]).toMatchObject({ meaning: '7' });
    expect(named(little, 'entries')[0]?.warnings).toEqual(['are 9, and there is room for 1']);
    expect(exif(0x49, 0x49, 42, 0, 9, 0, 0, 0, 0).children[1]).toMatchObject({ meaning: 'Exif' });
    expect(exif(1, 2, 3).children[1]?.children.flatMap(({ warnings = [] }) => warnings)).toEqual(['bad TIFF signature']);
    // A text whose offset lies outside.
    const outside = exif(0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x10, 1, 2, 0, 99, 0, 0, 0, 255, 255, 255, 255);
    expect(named(outside, 'Model')[0]?.meaning).toBeUndefined();
  });

  it('the height behind the first scan counts', () => {
    expect(show('jpeg', fixtureImage('jpeg/lines-behind.jpg')).meaning).toBe('37x29, baseline, colour');
  });

  it('restart markers and stuffed octets belong to the coded data', () => {
    const octets = Uint8Array.from([
      0xff,
      0xd8,
      ...segment(0xc0, frame),
      ...segment(0xda, scan),
      1,
      0xff,
      0,
      2,
      0xff,
      0xd0,
      3,
      0xff,
      0xd9,
    ]);
    expect(named(show('jpeg', octets), 'coded data')[0]).toMatchObject({ meaning: '7 octets, 1 restart marker' });
  });

  it('octets FF in front of a marker are its own', () => {
    const tree = show('jpeg', fixtureImage('jpeg/fill-octets.jpg'));
    expect(named(tree, 'fill').length).toBeGreaterThan(0);
    expect(tree.error).toBeUndefined();
  });

  it.each<[string, Uint8Array, string]>([
    ['octets between segments', jpeg(segment(0xfe, []), [1, 2, 0xff, 0]), 'is not a marker: FF expected'],
    ['a restart marker there', jpeg([0xff, 0xd3]), 'is not allowed between segments'],
    ['a reserved marker', jpeg(segment(0x02, [1])), 'is a reserved marker'],
    ['a frame too short', jpeg(segment(0xc1, [8, 0])), 'needs 2 octets, 1 left'],
    ['a frame without its components', jpeg(segment(0xc1, [8, 0, 1, 0, 1, 3, 1])), 'needs 1 octet, 0 left'],
    ['no width', jpeg(segment(0xc1, [8, 0, 1, 0, 0, 0])), 'is 0, at least 1'],
    ['a table cut', jpeg(segment(0xdb, [0, 1])), 'needs 64 octets, 1 left'],
    ['codes cut', jpeg(segment(0xc4, [0, ...new Array(15).fill(0), 9])), 'needs 9 octets, 0 left'],
    ['a Huffman table cut', jpeg(segment(0xc4, [0])), 'needs 16 octets, 0 left'],
    ['a scan of nothing', jpeg(segment(0xda, [])), 'needs 1 octet, 0 left'],
    ['a scan cut', jpeg(segment(0xda, [3, 1])), 'needs 1 octet, 0 left'],
    ['no frame', Uint8Array.of(0xff, 0xd8, 0xff, 0xd9), 'has no frame'],
  ])('%s: a warning, and the rest is read', (_, octets, warning) => {
    const tree = show('jpeg', octets);
    expect(tree.error).toBeUndefined();
    expect(everyField(tree).flatMap(({ warnings = [] }) => warnings)).toContain(warning);
    expect(reasonOf(octets)).toMatchObject({ format: 'jpeg', confidence: 0.95 });
  });
});

describe('GIF', () => {
  it('is shown block by block', () => {
    const netscape = join([0x21, 0xff, 11], encodeUtf8('NETSCAPE2.0'), [3, 1, 5, 0, 0]);
    const control = [0x21, 0xf9, 4, 0x09, 10, 0, 1, 0];
    const tree = show(
      'gif',
      gif(netscape, control, [0x21, 0xfe, 2, 72, 105, 1, 33, 0], [0x21, 0x01, 1, 9, 0], [0x21, 0x99, 0]),
    );
    const said = tree.children.map(({ name, meaning }) => [name, meaning]);
    expect(said).toEqual([
      ['signature', undefined],
      ['screen', '2x1'],
      ['global colours', '2 colours'],
      ['application', 'NETSCAPE2.0, 5 times again'],
      ['graphic control', '100 ms, colour 1 is transparent'],
      ['comment', 'Hi!'],
      ['plain text', undefined],
      ['extension 153', undefined],
      ['image 1', '2x1 at 0,0'],
      ['trailer', undefined],
    ]);
    expect(tree.meaning).toBe('2x1, 2 colours, 1 frame');
    expect(named(tree, 'global colours')[0]?.children.map(({ value }) => value)).toEqual(['#FF0000', '#0000FF']);
  });

  it('an application of another kind, and loops without an end', () => {
    const application = (name: string, ...data: readonly number[]) => join([0x21, 0xff, 11], encodeUtf8(name), data);
    const tree = show('gif', gif(application('XMP DataXMP', 2, 1, 2, 0), application('ANIMEXTS1.0', 3, 1, 0, 0, 0)));
    expect(named(tree, 'application').map(({ meaning }) => meaning)).toEqual(['XMP DataXMP', 'ANIMEXTS1.0, without an end']);
  });

  it('many sub-blocks of pixels are counted', () => {
    const blocks = new Array(40).fill([2, 7, 7]).flat();
    const tree = show('gif', join(GIF_HEAD, IMAGE.slice(0, 11), blocks, [0, 0x3b]));
    expect(named(tree, 'sub-block')).toHaveLength(16);
    expect(named(tree, 'sub-blocks')[0]).toMatchObject({ meaning: '24 more, 48 octets' });
  });

  it('a table of its own', () => {
    const image = [0x2c, 0, 0, 0, 0, 2, 0, 1, 0, 0x80, 1, 2, 3, 4, 5, 6, 2, 0];
    expect(named(show('gif', gif(image)), 'local colours')[0]).toMatchObject({ meaning: '2 colours' });
  });

  it.each<[string, Uint8Array, string]>([
    ['zeros between blocks', gif([0, 0]), 'begins with 0, allowed: 33, 44, 59'],
    ['a control with more in it', gif([0x21, 0xf9, 4, 0, 0, 0, 0, 1, 9, 0]), 'has more than one sub-block'],
    ['no image', join(GIF_HEAD, [0x3b]), 'has no image'],
  ])('%s: a warning', (_, octets, warning) => {
    const tree = show('gif', octets);
    expect(tree.error).toBeUndefined();
    expect(everyField(tree).flatMap(({ warnings = [] }) => warnings)).toEqual([warning]);
    expect(reasonOf(octets)).toMatchObject({ format: 'gif', confidence: 0.95 });
  });
});

describe('WAVE', () => {
  it('is shown chunk by chunk', () => {
    const tree = show('wav', silence);
    expect(tree.children.map(({ name }) => name)).toEqual(['RIFF', 'length', 'form', 'chunk fmt', 'chunk data']);
    expect(tree.meaning).toBe('PCM, 8000 Hz, 16 bits, mono, 1.5 s');
    expect(valuesOf(named(tree, 'chunk fmt')[0])).toMatchObject({
      format: 'PCM',
      'samples-per-second': 8000,
      'bits-per-sample': 16,
    });
    expect(reasonOf(silence)).toEqual({
      format: 'wav',
      confidence: 0.99,
      reason: 'WAVE sound, PCM, 8000 Hz, 16 bits, mono, 1.5 s',
    });
  });

  it('a tune that was rendered lasts as long as the tune', () => {
    const octets = renderWav(parseRtttl('a:d=4,o=5,b=60:c,d'));
    expect(show('wav', octets).meaning).toMatch(/, 2\.0 s$/);
  });

  it('names, dates and sample counts', () => {
    const info = riffChunk(
      'LIST',
      join(encodeUtf8('INFO'), riffChunk('INAM', encodeUtf8('A song\0')), riffChunk('ICMT', encodeUtf8('abc'))),
    );
    const tree = show(
      'wav',
      wav(format(2, 2, 8000, 8000, 4), riffChunk('fact', u32le(9)), info, riffChunk('data', new Uint8Array(400))),
    );
    expect(named(tree, 'INAM')[0]).toMatchObject({ meaning: 'A song' });
    expect(named(tree, 'ICMT')[0]).toMatchObject({ meaning: 'abc' });
    expect(tree.meaning).toBe('ADPCM, 8000 Hz, 4 bits, stereo, 50 ms');
  });

  it.each<[string, Uint8Array, string]>([
    ['a format too short', wav(riffChunk('fmt ', [1, 0]), riffChunk('data', [1, 2])), 'needs 16 octets, 2 left'],
    ['no format', wav(riffChunk('data', [1, 2])), 'no format before it tells how long it is'],
    ['no sound', wav(format(1, 5, 8000, 8000, 0)), 'has no sound'],
    ['nothing', wav(), 'has no sound'],
  ])('%s: a warning', (_, octets, warning) => {
    const tree = show('wav', octets);
    expect(tree.error).toBeUndefined();
    expect(everyField(tree).flatMap(({ warnings = [] }) => warnings)).toContain(warning);
    expect(reasonOf(octets)).toMatchObject({ format: 'wav', confidence: 0.95 });
  });

  it('lists that are cut or of another form stay octets', () => {
    const octets = wav(
      format(9, 1, 8000, 8000, 8),
      riffChunk('LIST', [1]),
      riffChunk('LIST', encodeUtf8('adtlabcd')),
      riffChunk('LIST', join(encodeUtf8('INFOINAM'), u32le(99))),
      riffChunk('abcd', [1, 2, 3]),
      riffChunk('data', [1]),
    );
    const tree = show('wav', octets);
    expect(tree.error).toBeUndefined();
    expect(named(tree, 'chunk LIST').map(({ meaning }) => meaning)).toEqual([undefined, 'adtl', 'INFO']);
  });
});

describe('ZIP', () => {
  const cases = JSON.parse(readFileSync('fixtures/zip/index.json', 'utf8')).cases as {
    file: string;
    entries?: { name: string; octets: number; crc32: number }[];
  }[];
  const archive = (name: string) => new Uint8Array(readFileSync(`fixtures/zip/${name}`));

  it.each(cases.filter(({ entries }) => entries !== undefined))('$file has its entries', ({ file, entries = [] }) => {
    const tree = show('zip', archive(file));
    expect(tree.error).toBeUndefined();
    const records = named(tree, 'record').map((record) => {
      const found = Object.fromEntries(record.children.map(({ name, value }) => [name, value]));
      return `${found['CRC-32']} ${found.size}`;
    });
    for (const { octets, crc32: sum } of entries) expect(records).toContain(`${sum} ${octets}`);
  });

  it.each(cases)('$file: fields tile it', ({ file }) => {
    show('zip', archive(file));
  });

  it.each([
    ['gap.zip', '26 octets that belong to nothing'],
    ['header-nowhere.zip', 'its local header is not where it should be'],
    ['overlap-bomb.zip', 'its local header lies upon another entry'],
    ['overlap-directory.zip', 'its data have 5886 octets, and there is room for 5866'],
    ['local-name-length.zip', 'its local header goes on into the directory'],
    ['count-more.zip', 'is 60000, and the directory has 2'],
  ])('%s: %s', (file, warning) => {
    const tree = show('zip', archive(file));
    expect(everyField(tree).flatMap(({ warnings = [] }) => warnings)).toContain(warning);
    expect(tree.warnings?.[0]).toMatch(/^refused as the archive of a multimedia message: ZIP/);
  });

  it('an archive that is whole has no warning', () => {
    const warned = ['stored.zip', 'mixed.zip', 'descriptors.zip', 'utf8-names.zip', 'empty.zip'].filter((name) =>
      everyField(show('zip', archive(name))).some(({ warnings }) => warnings !== undefined),
    );
    expect(warned).toEqual([]);
  });

  it('what stands in front of an archive, and behind it', () => {
    expect(show('zip', archive('prefix.zip')).children[0]).toMatchObject({ name: 'octets', end: 10 });
    expect(show('zip', archive('prefix-uncorrected.zip')).children[0]).toMatchObject({ name: 'octets', end: 10 });
    expect(show('zip', archive('trailing.zip')).children.at(-1)).toMatchObject({ name: 'trailing octets' });
  });

  it('is known by its end behind a program, and said to be one', () => {
    const behind = 'an archive of 2 entries after 10 octets of something else';
    for (const file of ['prefix.zip', 'prefix-uncorrected.zip']) {
      expect(identify(archive(file))[0]).toEqual({ format: 'zip', confidence: 0.9, reason: behind });
    }
    // An end that points nowhere is no archive.
    expect(identify(join([1, 2, 3, 4], archive('empty.zip'))).map(({ format }) => format)).not.toContain('zip');
  });

  it('ZIP64 tells where the directory is', () => {
    const stored = archive('stored.zip');
    const end = stored.length - 22;
    const directoryAt = new DataView(stored.buffer).getUint32(end + 16, true);
    const u64le = (value: number) => [...u32le(value), 0, 0, 0, 0];
    const sizes = [...u64le(3), ...u64le(3), ...u64le(end - directoryAt), ...u64le(directoryAt)];
    const record = [0x50, 0x4b, 6, 6, ...u64le(44), 45, 0, 45, 0, ...u32le(0), ...u32le(0), ...sizes];
    const locator = [0x50, 0x4b, 6, 7, ...u32le(0), ...u64le(end), ...u32le(1)];
    const none = [0xff, 0xff, 0xff, 0xff];
    const last = [0x50, 0x4b, 5, 6, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, ...none, ...none, 0, 0];
    const tree = show('zip', join(stored.subarray(0, end), record, locator, last));
    expect(tree.meaning).toBe('3 entries');
    expect(tree.children.map(({ name }) => name)).toEqual(['entry', 'entry', 'entry', 'directory', 'ZIP64 end', 'end']);
  });

  it('with a directory that is nowhere the local headers are followed', () => {
    const octets = archive('stored.zip');
    new DataView(octets.buffer).setUint32(octets.length - 6, 7, true);
    new DataView(octets.buffer).setUint32(octets.length - 10, 7, true);
    const names = show('zip', octets).children.map(({ name }) => name);
    expect(names).toEqual(['entry', 'entry', 'entry', 'octets', 'end']);
  });

  it('without its end the local headers are followed', () => {
    const tree = show('zip', archive('truncated-end.zip'));
    expect(tree.error).toMatchObject({ code: 'truncated', field: 'ZIP/end' });
    expect(tree.children.map(({ name }) => name)).toEqual(['entry', 'entry', 'undecoded']);
    expect(show('zip', archive('truncated-comment.zip')).error).toMatchObject({ field: 'ZIP/end/comment' });
  });

  it('a comment and extra fields', () => {
    expect(named(show('zip', archive('mixed.zip')), 'comment').length).toBeGreaterThan(0);
    expect(named(show('zip', archive('zip64-extra.zip')), 'extra').length).toBeGreaterThan(0);
  });
});

describe('refusals', () => {
  it.each<[Kind, string, string, number]>([
    ['png', '', 'PNG', 0],
    ['png', '00', 'PNG', 0],
    ['png', '0001020304050607', 'PNG', 0],
    ['png', '89504E470D0A1A0A', 'PNG', 8],
    ['png', '89504E470D0A1A0A0000', 'PNG', 8],
    ['png', '89504E470D0A1A0A0000000149454E44', 'PNG', 8],
    ['png', '89504E470D0A1A0A0000000149454E4400000000', 'PNG/IEND', 8],
    ['jpeg', 'FF', 'JPEG/SOI', 0],
    ['jpeg', 'FFD9', 'JPEG/SOI', 0],
    ['jpeg', 'FFD8', 'JPEG/marker', 2],
    ['jpeg', 'FFD8FF', 'JPEG/marker', 3],
    ['jpeg', 'FFD8FFE00001', 'JPEG/APP0/length', 4],
    ['jpeg', 'FFD8FFE00004', 'JPEG/APP0', 6],
    ['gif', '47494638', 'GIF', 0],
    ['gif', '474946383861', 'GIF', 0],
    ['gif', '474946383961010001000000', 'GIF/background', 11],
    ['gif', '47494638396101000100000000', 'GIF/block', 13],
    ['gif', '4749463839610100010000000007', 'GIF/block', 13],
    ['gif', '4749463839610100010000000021', 'GIF/extension/label', 14],
    ['gif', '4749463839610100010000000021F9', 'GIF/extension', 15],
    ['gif', '474946383961010001000000002C00000000010001000002056162', 'GIF/frame 1/LZW', 25],
    ['gif', '474946383961010001000000002C000000000100010000020161', 'GIF/frame 1/LZW', 26],
    ['wav', '52494646', 'WAV/length', 4],
    ['wav', '524946460000000041414141', 'WAV/RIFF', 0],
    ['wav', '524946460800000057415645', 'WAV', 12],
    ['wav', '524946460C0000005741564564617461FF000000', 'WAV/data', 20],
  ])('%s %s: %s at %i', (kind, octets, field, offset) => {
    const tree = show(kind, hex(octets));
    expect(tree.error).toMatchObject({ field, offset });
  });

  it('a damaged file is still what it begins as, with less confidence', () => {
    expect(reasonOf(fixtureImage('truncated.png'))).toMatchObject({
      format: 'png',
      confidence: 0.7,
      reason: expect.stringContaining('97x61'),
    });
    expect(reasonOf(fixtureImage('truncated.gif'))).toMatchObject({ format: 'gif', confidence: 0.7 });
    expect(reasonOf(fixtureImage('truncated-header.jpg'))).toMatchObject({ format: 'jpeg', confidence: 0.7 });
    expect(reasonOf(silence.subarray(0, 100))).toMatchObject({ format: 'wav', confidence: 0.7 });
  });

  it('anything else is none of them', () => {
    for (const octets of [[], [0xff], [0xff, 0xd8], encodeUtf8('GIF88a'), encodeUtf8('RIFF....AVI ')]) {
      expect(reasonOf(Uint8Array.from(octets))).toBeUndefined();
    }
  });
});

describe('laws', () => {
  const sample = fc
    .constantFrom(...KINDS)
    .chain((kind) => fc.constantFrom(...SAMPLES[kind]).map((octets) => ({ kind, octets })));

  it('arbitrary octets give a summary or a FormatError, for each reader', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.constantFrom(...KINDS), (octets, kind) => {
        const begun = join((SAMPLES[kind][0] as Uint8Array).subarray(0, 13), octets);
        expectValueOrFormatError(() => READERS[kind](new ByteReader(begun)), begun.length);
        expectValueOrFormatError(() => READERS[kind](new ByteReader(octets)), octets.length);
      }),
    );
  });

  it('damaged files are tiled, and read alike with and without a tree', () => {
    fc.assert(
      fc.property(
        sample.chain(({ kind, octets }) => damaged(damaged(fc.constant(octets))).map((broken) => ({ kind, broken }))),
        ({ kind, broken }) => {
          const tree = show(kind, broken);
          const plain = expectValueOrFormatError(() => READERS[kind](new ByteReader(broken)), broken.length);
          if ('words' in plain) expect(tree.meaning ?? '').toBe(plain.words);
          else expect(tree.error).toMatchObject({ code: plain.code, field: plain.field, offset: plain.offset });
        },
      ),
    );
  });

  it('a file inside of other octets is read as by itself', () => {
    fc.assert(
      fc.property(
        sample,
        fc.uint8Array({ maxLength: 9 }),
        fc.uint8Array({ maxLength: 9 }),
        ({ kind, octets }, before, after) => {
          const around = join(before, octets, after);
          const reader = new ByteReader(around, undefined, before.length, before.length + octets.length);
          const issues: Issue[] = [];
          const onIssue = (issue: Issue) => issues.push(issue);
          const read = (within: ByteReader) =>
            expectValueOrFormatError(() => READERS[kind](within, { onIssue }), around.length);
          const alone = read(new ByteReader(octets));
          const isSound = issues.length === 0;
          const inside = read(reader);
          if ('words' in alone && isSound) expect(inside).toEqual(alone);
          else expect('words' in inside).toBe('words' in alone);
        },
      ),
    );
  });
});

describe('limits', () => {
  it.each<[Kind, (count: number) => Uint8Array]>([
    ['png', (count) => png(...new Array(count).fill(chunk('teST')))],
    ['jpeg', (count) => jpeg(...new Array(count).fill([0xff, 0xd0]))],
    ['gif', (count) => gif(...new Array(count).fill(IMAGE))],
    ['wav', (count) => wav(...new Array(count).fill(riffChunk('abcd', [])))],
  ])('%s: too many fields end the tree, which still tiles', (kind, build) => {
    const octets = build(400);
    const tree = PICTURES[kind].tree(octets, 0, octets.length, makeBounds({ inspectFields: 300 }));
    expectTiling(tree);
    expect(tree.error).toMatchObject({ code: 'limit-exceeded' });
    expect(everyField(tree).length).toBeLessThan(310);
  });

  it('a picture of thousand million pixels costs as little as its octets', () => {
    const octets = fixtureImage('bomb-pixels.png');
    const used = process.memoryUsage().arrayBuffers;
    expect(show('png', octets).meaning).toBe('20000x20000, 1 bit grey');
    expect(show('gif', fixtureImage('bomb-declared.gif')).meaning).toMatch(/^65535x65535, /);
    expect(process.memoryUsage().arrayBuffers - used).toBeLessThan(50_000_000);
  });
});
