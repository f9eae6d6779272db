/** BMP files in hex, and what is wrong with them. */
import { little } from './bmp-files.js';
import { hex } from './hex.js';

/** The file header, and octets in hex after it. @param pixelsAt where the pixels begin. */
export function file(pixelsAt: number, rest: string): Uint8Array {
  return Uint8Array.of(...hex('424D0000000000000000'), ...little(pixelsAt, 4), ...hex(rest));
}

/** A header of 40 octets. */
export const info = (width: number, height: number, depth: number, compression = 0, colours = 0) =>
  Buffer.from([
    ...[40, width, height].flatMap((value) => little(value, 4)),
    ...[1, depth].flatMap((value) => little(value, 2)),
    ...[compression, 0, 0, 0, colours, 0].flatMap((value) => little(value, 4)),
  ]).toString('hex');

/** A header of another size: cut off, or with masks after the first 40 octets, and zeros. */
export const infoWith = (size: number, width: number, height: number, depth: number, masks = '', compression = 3) =>
  `${Buffer.from(little(size, 4)).toString('hex')}${info(width, height, depth, compression).slice(8)}${masks.replaceAll(' ', '')}`
    .padEnd(size * 2, '0')
    .slice(0, size * 2);

export const RED_BLUE = '0000FF00 FF000000';

/** Pixels 3 x 2 of 8 bits with four colours: palette at 54, rows at 70 and 74. */
export const GOOD = file(70, `${info(3, 2, 8, 0, 4)} ${RED_BLUE} 00FF0000 FFFFFF00 00010200 01020300`);
/** The same with masks after the header: 5-6-5 of 16 bits. */
export const MASKED = file(66, `${info(2, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`);
/** RLE8, 4 x 2 with two colours, runs at 62. */
export const PACKED = file(62, `${info(4, 2, 8, 1, 2)} ${RED_BLUE} 0401 0000 0400 0001`);

export function changed(octets: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = octets.slice();
  copy.set(values, at);
  return copy;
}

export interface Faulty {
  readonly why: string;
  readonly octets: Uint8Array;
  readonly code?: string;
  readonly field: string;
  readonly offset: number;
  /** Words of the reason, where another fault has the same field. */
  readonly reason?: string;
  /** What lenient reading gives; absent where it refuses the same. */
  readonly samples?: readonly number[];
}

export const [R, B, G, W, K] = [
  [255, 0, 0],
  [0, 0, 255],
  [0, 255, 0],
  [255, 255, 255],
  [0, 0, 0],
] as const;
export const RIGHT = [B, G, W, R, B, G].flat();

export const FAULTY: readonly Faulty[] = [
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
  ...(
    [
      ['RLE8 with 4 bits', 1, 4, 'is 1 (RLE8) with 4 bits a pixel'],
      ['RLE8 with 16 bits', 1, 16, 'is 1 (RLE8) with 16 bits a pixel'],
      ['RLE4 with 8 bits', 2, 8, 'is 2 (RLE4) with 8 bits a pixel'],
      ['RLE24 with 8 bits', 4, 8, 'is 4 (JPEG)'],
      ['bit fields with 8 bits', 3, 8, 'is 3 (bit fields) with 8 bits a pixel'],
      ['bit fields with alpha of 24 bits', 6, 24, 'is 6 (bit fields with alpha) with 24 bits a pixel'],
      ['Huffman 1D', 3, 1, 'is 3 (Huffman 1D)'],
      ['an embedded JPEG', 4, 0, 'is 4 (JPEG)'],
      ['an embedded PNG', 5, 0, 'is 5 (PNG)'],
      ['an unknown compression', 11, 32, 'is 11 (unknown) with 32 bits a pixel'],
    ] as const
  ).map(([why, compression, depth, reason]) => ({
    ...{ why, reason, field: 'bmp/compression', offset: 30 },
    octets: changed(changed(GOOD, 28, depth), 30, compression),
  })),
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
    reason: 'is 300, at most 256 with 8 bits a pixel',
  },
  {
    why: 'pixels inside the headers',
    octets: changed(GOOD, 10, 40),
    field: 'bmp/pixel-offset',
    offset: 10,
    reason: 'is 40, inside the headers, which take 70 octets',
    samples: RIGHT,
  },
  { why: 'pixels at 0', octets: changed(GOOD, 10, 0), field: 'bmp/pixel-offset', offset: 10, samples: RIGHT },
  // The fourth colour and the first pixels are the same octets.
  {
    why: 'pixels inside the palette',
    octets: changed(GOOD, 10, 66),
    field: 'bmp/pixel-offset',
    offset: 10,
    reason: 'is 66, inside the palette of 4 colours',
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
    reason: 'is 0xe800, has a gap',
    samples: [255, 255, 255, 0, 0, 0],
  },
  {
    why: 'masks that overlap',
    octets: changed(MASKED, 58, 0xff),
    field: 'bmp/mask-blue',
    offset: 62,
    reason: 'is 0x1f, has bits of another mask',
    samples: [255, 255, 255, 0, 0, 0],
  },
  {
    why: 'no mask of blue',
    octets: changed(MASKED, 62, 0),
    field: 'bmp/mask-blue',
    offset: 62,
    reason: 'is 0x0, has no bits',
    samples: [255, 255, 0, 0, 0, 0],
  },
  {
    why: 'a mask outside of the pixel',
    octets: changed(MASKED, 54, 0, 0, 1, 0),
    field: 'bmp/mask-red',
    offset: 54,
    reason: 'is 0x10000, has bits outside of the pixel',
    samples: [0, 255, 255, 0, 0, 0],
  },
  {
    why: 'runs from the top down',
    octets: changed(PACKED, 22, ...little(-2, 4)),
    field: 'bmp/height',
    offset: 22,
    reason: 'is -2, below 0 only without runs',
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
