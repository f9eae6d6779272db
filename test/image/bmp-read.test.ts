import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { bmpHeader, decodeBmp, decodeBmpRows } from '../../src/image/bmp/read.js';
import { type BmpPlan, bmpPixels, bmpPlans, buildBmp, labelOf } from '../support/bmp-files.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { rgbaOf, withoutHidden } from '../support/rasters.js';

const little = (value: number, octets: number) =>
  [...Array(octets).keys()].map((i) => Math.floor((value >>> 0) / 256 ** i) % 256);

/** The file header, and octets in hex after it. @param pixelsAt where the pixels begin. */
function file(pixelsAt: number, rest: string): Uint8Array {
  return Uint8Array.of(...hex('424D0000000000000000'), ...little(pixelsAt, 4), ...hex(rest));
}

/** A header of 40 octets. */
const info = (width: number, height: number, depth: number, compression = 0, colours = 0) =>
  Buffer.from([
    ...[40, width, height].flatMap((value) => little(value, 4)),
    ...[1, depth].flatMap((value) => little(value, 2)),
    ...[compression, 0, 0, 0, colours, 0].flatMap((value) => little(value, 4)),
  ]).toString('hex');

/** A header of 56, 108 or 124 octets with masks in it. */
const infoWith = (size: number, width: number, height: number, depth: number, masks: string) =>
  `${Buffer.from(little(size, 4)).toString('hex')}${info(width, height, depth, 3).slice(8)}${masks}${'00'.repeat(size - 56)}`;

const samplesOf = (octets: Uint8Array) => [...decodeBmp(octets).samples];

const RED_BLUE = '0000FF00 FF000000';

describe('by hand', () => {
  it.each<[what: string, octets: Uint8Array, samples: readonly number[]]>([
    ['1 bit, black and white: one channel', file(62, `${info(3, 1, 1)} 00000000 FFFFFF00 A0000000`), [255, 0, 255]],
    ['1 bit, two colours', file(62, `${info(2, 1, 1)} ${RED_BLUE} 40000000`), [255, 0, 0, 0, 0, 255]],
    ['1 bit, one colour', file(58, `${info(2, 1, 1, 0, 1)} 0000FF00 00000000`), [255, 0, 0, 255, 0, 0]],
    ['2 bits', file(70, `${info(4, 1, 2)} ${RED_BLUE} 00FF0000 00000000 1B000000`), [255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0]],
    [
      '4 bits, rows from the bottom',
      file(62, `${info(2, 2, 4, 0, 2)} ${RED_BLUE} 01000000 11000000`),
      [0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 255],
    ],
    [
      '4 bits, rows from the top',
      file(62, `${info(2, -2, 4, 0, 2)} ${RED_BLUE} 01000000 11000000`),
      [255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255],
    ],
    [
      '8 bits, a palette of three',
      file(66, `${info(3, 1, 8, 0, 3)} ${RED_BLUE} 00FF0000 02010000`),
      [0, 255, 0, 0, 0, 255, 255, 0, 0],
    ],
    ['8 bits of greys: one channel', file(62, `${info(2, 1, 8, 0, 2)} 11111100 22222200 01000000`), [0x22, 0x11]],
    [
      'OS/2 1.x, three octets a colour',
      file(32, '0C000000 0200 0100 0100 0100 0000FF FF0000 40000000'),
      [255, 0, 0, 0, 0, 255],
    ],
    [
      'OS/2 1.x, fewer colours than 8 bits have',
      file(32, '0C000000 0200 0100 0100 0800 0000FF FF0000 00010000'),
      [255, 0, 0, 0, 0, 255],
    ],
    [
      'OS/2 2.x, a header of 16 octets',
      file(38, '10000000 02000000 01000000 0100 0100 0000FF00 FF000000 40000000'),
      [255, 0, 0, 0, 0, 255],
    ],
    ['16 bits, 5 each: white is white', file(54, `${info(1, 1, 16)} FF7F0000`), [255, 255, 255]],
    // 1 of 31 is 8.2, 16 of 31 is 131.6 of 255.
    ['16 bits, 5 each: to the nearest', file(54, `${info(1, 1, 16)} 01 06 0000`), [8, 132, 8]],
    ['16 bits, the spare one is not alpha', file(54, `${info(1, 1, 16)} FFFF0000`), [255, 255, 255]],
    ['16 bits, 5-6-5', file(66, `${info(1, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`), [255, 255, 255]],
    ['16 bits, 4-4-4', file(66, `${info(1, 1, 16, 3)} 000F0000 F0000000 0F000000 380F0000`), [255, 51, 136]],
    ['16 bits, a field of one', file(66, `${info(1, 1, 16, 3)} 01000000 02000000 04000000 05000000`), [255, 0, 255]],
    ['24 bits', file(54, `${info(1, 2, 24)} 01020300 04050600`), [6, 5, 4, 3, 2, 1]],
    ['32 bits, the spare octet is not alpha', file(54, `${info(1, 1, 32)} 01020300`), [3, 2, 1]],
    ['32 bits, 11-11-10', file(66, `${info(1, 1, 32, 3)} 0000E0FF 00FC1F00 FF030000 FFFFFFFF`), [255, 255, 255]],
    // 1024 of 2047 is 127.6, 512 of 1023 is 127.6.
    [
      '32 bits, 11-11-10, to the nearest',
      file(66, `${info(1, 1, 32, 3)} 0000E0FF 00FC1F00 FF030000 00021080`),
      [128, 128, 128],
    ],
    [
      '32 bits, masks of version 3 with alpha',
      file(70, `${infoWith(56, 1, 1, 32, '0000FF00 00FF0000 FF000000 000000FF')} 01020380`),
      [3, 2, 1, 128],
    ],
    [
      '32 bits, masks of version 4, 10 each and 2',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      [255, 255, 255, 85],
    ],
    [
      '16 bits, masks of version 5, 1-5-5-5',
      file(138, `${infoWith(124, 2, 1, 16, '007C0000 E0030000 1F000000 00800000')} FFFFFF7F`),
      [255, 255, 255, 255, 255, 255, 255, 0],
    ],
    [
      '32 bits, four masks after the header',
      file(70, `${info(1, 1, 32, 6)} FF000000 00FF0000 0000FF00 000000FF 01020304`),
      [1, 2, 3, 4],
    ],
    [
      'octets between the palette and the pixels',
      file(66, `${info(2, 1, 1)} ${RED_BLUE} AAAAAAAA 40000000`),
      [255, 0, 0, 0, 0, 255],
    ],
    ['octets after the pixels', file(54, `${info(1, 1, 24)} 01020300 FFFF`), [3, 2, 1]],
    ['the last row without its filler', file(54, `${info(1, 1, 24)} 010203`), [3, 2, 1]],
  ])('%s', (_, octets, samples) => {
    expect(samplesOf(octets)).toEqual(samples);
  });

  /** A row of four, its palette red, blue, green; @param data runs. */
  const runs = (depth: 4 | 8, data: string, height = 1) =>
    file(66, `${info(4, height, depth, depth === 8 ? 1 : 2, 3)} ${RED_BLUE} 00FF0000 ${data}`);
  const COLOURS: Readonly<Record<string, readonly number[]>> = { r: [255, 0, 0], b: [0, 0, 255], g: [0, 255, 0] };
  const painted = (letters: string) => [...letters].flatMap((letter) => COLOURS[letter]!);

  it.each<[what: string, octets: Uint8Array, pixels: string]>([
    ['RLE8: runs, and one by one', runs(8, '0101 0003 000201 00 0001'), 'brgb'],
    ['RLE8: rows from the bottom', runs(8, '0401 0000 0402 0000 0001', 2), 'ggggbbbb'],
    ['RLE8: what is not painted has the first colour', runs(8, '0000 0101 0002 0200 0102 0001', 2), 'brrgrrrr'],
    ['RLE8: a move to another row', runs(8, '0101 0002 0101 0102 0001', 2), 'rrgrbrrr'],
    ['RLE8: whole, and no end', runs(8, '0401'), 'bbbb'],
    ['RLE8: nothing but the end', runs(8, '0001'), 'rrrr'],
    ['RLE4: two colours take turns', runs(4, '0412 0001'), 'bgbg'],
    ['RLE4: an odd number of them', runs(4, '0312 0120 0001'), 'bgbg'],
    ['RLE4: one by one, filled to an even number of octets', runs(4, '0003 1020 0102 0001'), 'brgr'],
    [
      'RLE4: five, in three octets and one of filler',
      file(66, `${info(5, 1, 4, 2, 3)} ${RED_BLUE} 00FF0000 0005 102010 00 0001`),
      'brgrb',
    ],
  ])('%s', (_, octets, pixels) => {
    expect(samplesOf(octets)).toEqual(painted(pixels));
  });

  it('RLE24 of OS/2', () => {
    const header = `40000000${info(6, 1, 24, 4).slice(8)}${'00'.repeat(24)}`;
    const octets = file(78, `${header} 02 0000FF 0002 0100 0003 FF0000 00FF00 0000FF 00 0001`);
    expect(samplesOf(octets)).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 0, ...painted('bgr')]);
  });
});

describe('what the headers say', () => {
  it.each<[string, Uint8Array, object]>([
    [
      'greys',
      file(62, `${info(3, 1, 1)} 00000000 FFFFFF00 A0000000`),
      { widthPx: 3, heightPx: 1, bitDepth: 1, colors: 2, hasAlpha: false, channels: 1 },
    ],
    [
      'a palette',
      file(66, `${info(3, -1, 8, 0, 3)} ${RED_BLUE} 00FF0000 02010000`),
      { widthPx: 3, heightPx: 1, bitDepth: 8, colors: 3, hasAlpha: false, channels: 3 },
    ],
    [
      '5-6-5',
      file(66, `${info(1, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`),
      { widthPx: 1, heightPx: 1, bitDepth: 6, hasAlpha: false, channels: 3 },
    ],
    ['24 bits', file(54, `${info(1, 1, 24)} 01020300`), { widthPx: 1, heightPx: 1, bitDepth: 8, hasAlpha: false, channels: 3 }],
    [
      'alpha',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      { widthPx: 1, heightPx: 1, bitDepth: 10, hasAlpha: true, channels: 4 },
    ],
  ])('%s', (_, octets, summary) => expect(bmpHeader(octets)).toEqual(summary));
});

/** Pixels 3 x 2 of 8 bits with four colours: palette at 54, rows at 70 and 74. */
const GOOD = file(70, `${info(3, 2, 8, 0, 4)} ${RED_BLUE} 00FF0000 FFFFFF00 00010200 01020300`);
/** The same with masks after the header: 5-6-5 of 16 bits. */
const MASKED = file(66, `${info(2, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`);
/** RLE8, 4 x 2 with two colours, runs at 62. */
const PACKED = file(62, `${info(4, 2, 8, 1, 2)} ${RED_BLUE} 0401 0000 0400 0001`);

function changed(octets: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = octets.slice();
  copy.set(values, at);
  return copy;
}

interface Faulty {
  readonly why: string;
  readonly octets: Uint8Array;
  readonly code?: string;
  readonly field: string;
  readonly offset: number;
  /** What lenient reading gives; absent where it refuses the same. */
  readonly samples?: readonly number[];
}

const [R, B, G, W, K] = [
  [255, 0, 0],
  [0, 0, 255],
  [0, 255, 0],
  [255, 255, 255],
  [0, 0, 0],
] as const;
const RIGHT = [B, G, W, R, B, G].flat();

const FAULTY: readonly Faulty[] = [
  { why: 'nothing', octets: new Uint8Array(), code: 'truncated', field: 'bmp/magic', offset: 0 },
  { why: 'another file', octets: changed(GOOD, 1, 0x41), field: 'bmp/magic', offset: 0 },
  { why: 'a header of 66 octets', octets: changed(GOOD, 14, 66), field: 'bmp/header-size', offset: 14 },
  {
    why: 'a header that is cut off',
    octets: GOOD.subarray(0, 50),
    code: 'truncated',
    field: 'bmp/colours-important',
    offset: 50,
  },
  { why: 'a width of 0', octets: changed(GOOD, 18, 0), field: 'bmp/width', offset: 18 },
  { why: 'a width below 0', octets: changed(GOOD, 18, ...little(-3, 4)), field: 'bmp/width', offset: 18 },
  {
    why: 'a width past all limits',
    octets: changed(GOOD, 18, 0, 0, 1),
    code: 'limit-exceeded',
    field: 'bmp/width',
    offset: 18,
  },
  { why: 'a height of 0', octets: changed(GOOD, 22, 0), field: 'bmp/height', offset: 22 },
  {
    why: 'the lowest height',
    octets: changed(GOOD, 22, 0, 0, 0, 0x80),
    code: 'limit-exceeded',
    field: 'bmp/height',
    offset: 22,
  },
  { why: 'two planes', octets: changed(GOOD, 26, 2), field: 'bmp/planes', offset: 26, samples: RIGHT },
  { why: '7 bits a pixel', octets: changed(GOOD, 28, 7), field: 'bmp/depth', offset: 28 },
  { why: '64 bits a pixel', octets: changed(GOOD, 28, 64), field: 'bmp/depth', offset: 28 },
  { why: 'RLE4 with 8 bits', octets: changed(GOOD, 30, 2), field: 'bmp/compression', offset: 30 },
  { why: 'bit fields with 8 bits', octets: changed(GOOD, 30, 3), field: 'bmp/compression', offset: 30 },
  { why: 'Huffman 1D', octets: changed(changed(GOOD, 28, 1), 30, 3), field: 'bmp/compression', offset: 30 },
  { why: 'an embedded JPEG', octets: changed(changed(GOOD, 28, 0), 30, 4), field: 'bmp/compression', offset: 30 },
  { why: 'an embedded PNG', octets: changed(changed(GOOD, 28, 0), 30, 5), field: 'bmp/compression', offset: 30 },
  { why: 'an unknown compression', octets: changed(GOOD, 30, 11), field: 'bmp/compression', offset: 30 },
  {
    why: 'bit fields after a header of 64',
    octets: changed(changed(GOOD, 14, 64), 28, 16, 0, 3),
    field: 'bmp/compression',
    offset: 30,
  },
  {
    why: 'more colours than 8 bits have',
    octets: Uint8Array.of(
      ...GOOD.subarray(0, 46),
      ...little(300, 4),
      ...GOOD.subarray(50, 54),
      ...new Uint8Array(1024),
      0,
      0,
      0,
      0,
      0,
      0,
      0,
      0,
    ),
    field: 'bmp/colours-used',
    offset: 46,
  },
  { why: 'pixels inside the headers', octets: changed(GOOD, 10, 40), field: 'bmp/pixel-offset', offset: 10, samples: RIGHT },
  { why: 'pixels at 0', octets: changed(GOOD, 10, 0), field: 'bmp/pixel-offset', offset: 10, samples: RIGHT },
  // The fourth colour and the first pixels are the same octets.
  {
    why: 'pixels inside the palette',
    octets: changed(GOOD, 10, 66),
    field: 'bmp/pixel-offset',
    offset: 10,
    samples: [R, B, G, K, K, K].flat(),
  },
  { why: 'pixels after the end of the file', octets: changed(GOOD, 10, 0, 1), code: 'truncated', field: 'bmp/gap', offset: 70 },
  { why: 'a palette that is cut off', octets: GOOD.subarray(0, 60), code: 'truncated', field: 'bmp/colour-1', offset: 58 },
  {
    why: 'rows that are cut off',
    octets: GOOD.subarray(0, 75),
    code: 'truncated',
    field: 'bmp/pixels',
    offset: 75,
    samples: [B, W, W, R, B, G].flat(),
  },
  {
    why: 'a colour that the palette lacks',
    octets: changed(GOOD, 75, 200),
    field: 'bmp/pixels',
    offset: 75,
    samples: [B, K, W, R, B, G].flat(),
  },
  {
    why: 'a mask with a gap',
    octets: changed(MASKED, 55, 0xe8),
    field: 'bmp/mask-red',
    offset: 54,
    samples: [255, 255, 255, 0, 0, 0],
  },
  {
    why: 'masks that overlap',
    octets: changed(MASKED, 58, 0xff),
    field: 'bmp/mask-blue',
    offset: 62,
    samples: [255, 255, 255, 0, 0, 0],
  },
  {
    why: 'no mask of blue',
    octets: changed(MASKED, 62, 0),
    field: 'bmp/mask-blue',
    offset: 62,
    samples: [255, 255, 0, 0, 0, 0],
  },
  {
    why: 'a mask outside of the pixel',
    octets: changed(MASKED, 54, 0, 0, 1, 0),
    field: 'bmp/mask-red',
    offset: 54,
    samples: [0, 255, 255, 0, 0, 0],
  },
  {
    why: 'runs from the top down',
    octets: changed(PACKED, 22, ...little(-2, 4)),
    field: 'bmp/height',
    offset: 22,
    samples: [B, B, B, B, R, R, R, R].flat(),
  },
  {
    why: 'a run past its row',
    octets: changed(PACKED, 62, 5),
    field: 'bmp/pixels',
    offset: 62,
    samples: [R, R, R, R, B, B, B, B].flat(),
  },
  {
    why: 'pixels one by one past their row',
    octets: changed(PACKED, 62, 0, 6, 1, 1, 1, 1, 0, 1),
    field: 'bmp/pixels',
    offset: 62,
    code: 'bad-value',
    samples: [R, R, R, R, B, B, B, B].flat(),
  },
  {
    why: 'a row too many',
    octets: Uint8Array.of(...PACKED.subarray(0, -2), 0, 0, 1, 1),
    field: 'bmp/pixels',
    offset: 70,
    samples: [R, R, R, R, B, B, B, B].flat(),
  },
  {
    why: 'a move out of the picture',
    octets: changed(PACKED, 62, 0, 2, 9, 0, 1, 1, 0, 1),
    field: 'bmp/pixels',
    offset: 62,
    samples: [R, R, R, R, R, R, R, R].flat(),
  },
  {
    why: 'a run of a colour that the palette lacks',
    octets: changed(PACKED, 63, 2),
    field: 'bmp/pixels',
    offset: 62,
    samples: [R, R, R, R, K, K, K, K].flat(),
  },
  {
    why: 'runs that are cut off',
    octets: PACKED.subarray(0, 65),
    code: 'truncated',
    field: 'bmp/pixels',
    offset: 65,
    samples: [R, R, R, R, B, B, B, B].flat(),
  },
  {
    why: 'pixels one by one that are cut off',
    octets: changed(PACKED, 62, 0, 4, 1, 1).subarray(0, 66),
    code: 'truncated',
    field: 'bmp/pixels',
    offset: 66,
    samples: [R, R, R, R, B, B, R, R].flat(),
  },
];

describe('faults', () => {
  it('the files that become faulty are read', () => {
    expect(samplesOf(GOOD)).toEqual(RIGHT);
    expect(samplesOf(MASKED)).toEqual([255, 255, 255, 0, 0, 0]);
    expect(samplesOf(PACKED)).toEqual([R, R, R, R, B, B, B, B].flat());
  });

  it.each(FAULTY)('$why', ({ octets, code = 'bad-value', field, offset, samples }) => {
    const issues: Issue[] = [];
    expect(refusal(() => decodeBmp(octets, { onIssue: (issue) => issues.push(issue) }))).toEqual({ code, field, offset });
    expect(issues).toEqual([]);
    const read = () => decodeBmp(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    if (samples === undefined && field !== 'bmp/colours-used') {
      expect(refusal(read)).toEqual({ code, field, offset });
      return;
    }
    const raster = read();
    if (samples !== undefined) expect([...raster.samples]).toEqual(samples);
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it('faults of headers are those of the summary too', () => {
    expect(refusal(() => bmpHeader(changed(GOOD, 26, 2)))).toEqual({ code: 'bad-value', field: 'bmp/planes', offset: 26 });
    expect(refusal(() => bmpHeader(GOOD.subarray(0, 75)))).toEqual({ code: 'truncated', field: 'bmp/pixels', offset: 75 });
  });
});

describe('limits', () => {
  it('of pixels, before there is memory for them', () => {
    expect(decodeBmp(GOOD, { limits: { imagePixels: 6 } }).samples).toHaveLength(18);
    const error = { code: 'limit-exceeded', field: 'bmp/width', offset: 18 };
    expect(refusal(() => decodeBmp(GOOD, { limits: { imagePixels: 5 } }))).toEqual(error);
    expect(refusal(() => bmpHeader(GOOD, { limits: { imagePixels: 5 } }))).toEqual(error);
  });
});

describe('properties', () => {
  const expected = (plan: BmpPlan) => withoutHidden(bmpPixels(plan));

  it('files of every kind, whole and row by row', () => {
    fc.assert(
      fc.property(bmpPlans, (plan) => {
        const octets = buildBmp(plan);
        const raster = decodeBmp(octets);
        expect(Buffer.compare(rgbaOf(raster), expected(plan)), labelOf(plan)).toBe(0);
        const { widthPx, heightPx, channels } = raster;
        expect(bmpHeader(octets)).toMatchObject({ widthPx, heightPx, channels });
        const rows: number[] = [];
        decodeBmpRows(octets, (samples, at, y) => {
          expect(y * widthPx * channels).toBe(rows.length);
          rows.push(...samples.subarray(at, at + widthPx * channels));
        });
        expect(Buffer.compare(Uint8Array.from(rows), raster.samples)).toBe(0);
      }),
    );
  });

  it('fields of every width are scaled to the nearest of 8 bits', () => {
    for (let bits = 1; bits <= 30; bits++) {
      const mask = 2 ** bits - 1;
      const pixels = [0, 1, mask, mask >> 1, (mask >> 1) + 1, Math.floor(mask / 3)];
      const masks = [mask * 4, 1, 2, 0] as const;
      const plan = { header: 40, widthPx: 6, heightPx: 1, depth: 32, masks, pixels: pixels.map((pixel) => pixel * 4) };
      expect(samplesOf(buildBmp(plan)).filter((_, i) => i % 3 === 0)).toEqual(
        pixels.map((pixel) => Math.round((pixel * 255) / mask)),
      );
    }
  });

  it('arbitrary and damaged octets give a value or a FormatError', () => {
    const head = fc.constantFrom(GOOD, MASKED, PACKED).map((octets) => octets.subarray(0, 30));
    const likely = fc.tuple(head, fc.uint8Array({ maxLength: 120 })).map(([first, rest]) => Uint8Array.of(...first, ...rest));
    const wire = fc.oneof(fc.uint8Array(), likely, damaged(bmpPlans.map(buildBmp)));
    const limits = { imagePixels: 100_000 };
    fc.assert(
      fc.property(wire, fc.boolean(), (octets, lenient) => {
        expectValueOrFormatError(() => decodeBmp(octets, { lenient, limits }), octets.length);
        const strict = expectValueOrFormatError(() => decodeBmp(octets, { limits }), octets.length);
        if (strict instanceof Error) return;
        const issues: Issue[] = [];
        expect(decodeBmp(octets, { lenient: true, limits, onIssue: (issue) => issues.push(issue) })).toEqual(strict);
        expect(issues).toEqual([]);
      }),
    );
  });
});
