import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { Jimp } from 'jimp';
import { describe, expect, it } from 'vitest';
import { checkTiff } from '../../src/image/foreign/tiff.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

/** Entries of a directory by their tags: SHORT values, or LONG ones as { long }. */
type Entries = Readonly<Record<number, readonly number[] | { readonly long: readonly number[] }>>;

interface Plan {
  readonly isBig?: boolean;
  readonly strips?: readonly (readonly number[])[];
  readonly entries?: Entries;
}

/** Tags. */
const [WIDTH, LENGTH, BITS, COMPRESSION, COLOURS, FILL, OFFSETS] = [256, 257, 258, 259, 262, 266, 273];
const [ORIENTATION, SAMPLES, ROWS, COUNTS, PLANAR, PREDICTOR, MAP, TILE] = [274, 277, 278, 279, 284, 317, 320, 322];

/** A TIFF: its header, strips, directory, and values that do not fit into an entry. */
function tiff({ isBig = false, strips = [[1, 2, 3, 4, 5, 6]], entries = {} }: Plan): Uint8Array {
  const number = (value: number, octets: number) => {
    const little = Array.from({ length: octets }, (_, i) => Math.floor(value / 256 ** i) % 256);
    return isBig ? little.reverse() : little;
  };
  const offsets = strips.map((_, i) => 8 + strips.slice(0, i).flat().length);
  const at = 8 + strips.flat().length;
  const all: Entries = {
    ...{ [WIDTH]: [2], [LENGTH]: [1], [BITS]: [8, 8, 8], [COLOURS]: [2], [SAMPLES]: [3] },
    ...{ [OFFSETS]: { long: offsets }, [COUNTS]: { long: strips.map(({ length }) => length) } },
    ...entries,
  };
  const tags = Object.keys(all);
  let far = at + 2 + tags.length * 12 + 4;
  const values: number[] = [];
  const directory = tags.flatMap((tag) => {
    const entry = all[Number(tag)]!;
    const [list, octets] = 'long' in entry ? [entry.long, 4] : [entry, 2];
    const stored = list.flatMap((value) => number(value, octets));
    const head = [...number(Number(tag), 2), ...number(octets === 2 ? 3 : 4, 2), ...number(list.length, 4)];
    if (stored.length <= 4) return [...head, ...stored, ...new Array<number>(4 - stored.length).fill(0)];
    values.push(...stored);
    far += stored.length;
    return [...head, ...number(far - stored.length, 4)];
  });
  const mark = isBig ? [0x4d, 0x4d, 0, 42] : [0x49, 0x49, 42, 0];
  return Uint8Array.from([
    ...[...mark, ...number(at, 4), ...strips.flat()],
    ...[...number(tags.length, 2), ...directory, ...number(0, 4), ...values],
  ]);
}

/** RGBA as jimp reads the copy. */
async function pixels(octets: Uint8Array): Promise<number[]> {
  return [...(await Jimp.read(Buffer.from(checkTiff(octets, undefined).octets.buffer))).bitmap.data];
}

const TWO = [1, 2, 3, 255, 4, 5, 6, 255];

/** Codes of LZW, 9 bits each. */
const lzw = (...codes: readonly number[]) =>
  (
    codes
      .map((code) => code.toString(2).padStart(9, '0'))
      .join('')
      .match(/.{1,8}/g) ?? []
  ).map((bits) => Number.parseInt(bits.padEnd(8, '0'), 2));

describe('what jimp is given', () => {
  it.each<[what: string, plan: Plan, rgba: readonly number[]]>([
    ['RGB', {}, TWO],
    ['numbers with the high octet first', { isBig: true }, TWO],
    [
      'RGBA',
      { strips: [[1, 2, 3, 4, 5, 6, 7, 8]], entries: { [BITS]: [8, 8, 8, 8], [SAMPLES]: [4] } },
      [1, 2, 3, 4, 5, 6, 7, 8],
    ],
    ['16 bits', { strips: [[9, 1, 9, 2, 9, 3, 9, 4, 9, 5, 9, 6]], entries: { [BITS]: [16, 16, 16] } }, TWO],
    ['greys', { strips: [[7, 9]], entries: { [BITS]: [8], [COLOURS]: [1], [SAMPLES]: [1] } }, [7, 7, 7, 255, 9, 9, 9, 255]],
    [
      'black and white',
      { strips: [[0x40]], entries: { [BITS]: [1], [COLOURS]: [0], [SAMPLES]: [1] } },
      [255, 255, 255, 255, 0, 0, 0, 255],
    ],
    [
      'a palette',
      {
        strips: [[0x40]],
        entries: { [BITS]: [1], [COLOURS]: [3], [SAMPLES]: [1], [MAP]: [0x100, 0x200, 0x300, 0x400, 0x500, 0x600] },
      },
      [1, 3, 5, 255, 2, 4, 6, 255],
    ],
    [
      'strips',
      {
        strips: [
          [1, 2, 3],
          [4, 5, 6],
        ],
        entries: { [WIDTH]: [1], [LENGTH]: [2], [ROWS]: [1] },
      },
      TWO,
    ],
    ['PackBits', { strips: [[5, 1, 2, 3, 4, 5, 6]], entries: { [COMPRESSION]: [32_773] } }, TWO],
    ['PackBits, runs', { strips: [[128, 251, 7]], entries: { [COMPRESSION]: [32_773] } }, [7, 7, 7, 255, 7, 7, 7, 255]],
    ['LZW', { strips: [lzw(256, 1, 2, 3, 4, 5, 6, 257)], entries: { [COMPRESSION]: [5] } }, TWO],
    // 258 is the string that is just being made.
    ['LZW, strings', { strips: [lzw(256, 7, 258, 259, 257)], entries: { [COMPRESSION]: [5] } }, [7, 7, 7, 255, 7, 7, 7, 255]],
    ['Deflate', { strips: [[...deflateSync(Uint8Array.of(1, 2, 3, 4, 5, 6))]], entries: { [COMPRESSION]: [8] } }, TWO],
    ['differences to the left', { strips: [[1, 2, 3, 3, 3, 3]], entries: { [PREDICTOR]: [2] } }, TWO],
  ])('%s', async (_, plan, rgba) => expect(await pixels(tiff(plan))).toEqual(rgba));

  it('has the directory that it needs, and no other', () => {
    const octets = tiff({ entries: { 330: { long: [8] }, 34665: { long: [8] }, 305: [65] } });
    const { octets: copy } = checkTiff(octets, undefined);
    const view = new DataView(copy.buffer);
    const at = view.getUint32(4, true);
    expect([at, view.getUint16(at, true), view.getUint32(copy.length - 4, true)]).toEqual([octets.length, 7, 0]);
    expect(copy.subarray(8, octets.length)).toEqual(octets.subarray(8));
  });

  it('says what the file is', () => {
    expect(checkTiff(tiff({ entries: { [ORIENTATION]: [6] } }), undefined)).toMatchObject({
      ...{ widthPx: 2, heightPx: 1, orientation: 6, bitDepth: 8, isGrey: false, hasAlpha: false },
    });
  });
});

describe('what it is not given', () => {
  /** Where an entry is: those of RGB come in the order of their tags, after 8 octets and 6 of pixels. */
  const entry = (index: number) => 8 + 6 + 2 + index * 12;
  const far = { long: [0, 0xffffffff, 0x7fffffff] };
  it.each<[why: string, octets: Uint8Array, code: string, field: string, offset: number]>([
    ['nothing but a header', tiff({}).subarray(0, 7), 'truncated', 'TIFF/header', 7],
    ['a BigTIFF', Uint8Array.of(0x49, 0x49, 43, 0, 8, 0, 0, 0), 'bad-value', 'TIFF/version', 2],
    ['a directory outside of the file', Uint8Array.of(0x49, 0x49, 42, 0, 200, 0, 0, 0), 'truncated', 'TIFF/IFD', 8],
    ['a directory that is cut off', tiff({}).subarray(0, 60), 'truncated', 'TIFF/IFD', 14],
    [
      'values outside of the file',
      tiff({ entries: { [ROWS]: far } }).subarray(0, -12),
      'truncated',
      'TIFF/RowsPerStrip',
      entry(6),
    ],
    ['no width', tiff({ entries: { [WIDTH]: [] } }), 'bad-value', 'TIFF/ImageWidth', entry(0)],
    ['a width of 0', tiff({ entries: { [WIDTH]: [0] } }), 'bad-value', 'TIFF/ImageWidth', entry(0)],
    [
      'a width past all limits',
      tiff({ entries: { [WIDTH]: { long: [65_536] } } }),
      'limit-exceeded',
      'TIFF/ImageWidth',
      entry(0),
    ],
    [
      'too many pixels',
      tiff({ entries: { [WIDTH]: [60_000], [LENGTH]: [60_000] } }),
      'limit-exceeded',
      'TIFF/ImageWidth',
      entry(0),
    ],
    ['bits of a sample', tiff({ entries: { [BITS]: [32] } }), 'bad-value', 'TIFF/BitsPerSample', entry(2)],
    ['a compression', tiff({ entries: { [COMPRESSION]: [7] } }), 'bad-value', 'TIFF/Compression', entry(3)],
    ['inks', tiff({ entries: { [COLOURS]: [5] } }), 'bad-value', 'TIFF/PhotometricInterpretation', entry(3)],
    ['samples of a pixel', tiff({ entries: { [SAMPLES]: [9] } }), 'bad-value', 'TIFF/SamplesPerPixel', entry(5)],
    ['bits the other way round', tiff({ entries: { [FILL]: [2] } }), 'bad-value', 'TIFF/FillOrder', entry(4)],
    ['planes', tiff({ entries: { [PLANAR]: [2] } }), 'bad-value', 'TIFF/PlanarConfiguration', entry(7)],
    ['tiles', tiff({ entries: { [TILE]: [16] } }), 'bad-value', 'TIFF/TileWidth', entry(7)],
    ['no strips', tiff({ entries: { [OFFSETS]: [] } }), 'bad-value', 'TIFF/StripOffsets', entry(4)],
    ['a strip outside of the file', tiff({ entries: { [OFFSETS]: { long: [900] } } }), 'truncated', 'TIFF/strip 1', 110],
    ['too few octets', tiff({ entries: { [LENGTH]: [2] } }), 'bad-value', 'TIFF/strip 1', 8],
    [
      'strips that share octets',
      tiff({
        entries: {
          [WIDTH]: [1],
          [LENGTH]: [40],
          [ROWS]: [1],
          [OFFSETS]: { long: Array(40).fill(8) },
          [COUNTS]: { long: Array(40).fill(90) },
        },
      }),
      'bad-value',
      'TIFF/strip 5',
      8,
    ],
    [
      'PackBits that unpacks to more',
      tiff({ strips: [[250, 7]], entries: { [COMPRESSION]: [32_773] } }),
      'bad-value',
      'TIFF/strip 1',
      8,
    ],
    [
      'LZW that unpacks to more',
      tiff({ strips: [lzw(256, 7, 258, 259, 260, 257)], entries: { [COMPRESSION]: [5] } }),
      'bad-value',
      'TIFF/strip 1',
      8,
    ],
    [
      'Deflate that unpacks to more',
      tiff({ strips: [[...deflateSync(new Uint8Array(7))]], entries: { [COMPRESSION]: [8] } }),
      'bad-value',
      'TIFF/strip 1',
      8,
    ],
    [
      'a palette that is too short',
      tiff({ strips: [[0]], entries: { [BITS]: [1], [COLOURS]: [3], [SAMPLES]: [1], [MAP]: [1] } }),
      'bad-value',
      'TIFF/ColorMap',
      8 + 1 + 2 + 7 * 12,
    ],
  ])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => checkTiff(octets, undefined))).toEqual({ code, field, offset });
  });

  it('more values than a file has, of a tag that it does not need', async () => {
    const octets = tiff({ entries: { 305: [65, 66, 67] } });
    // jimp would make a list of 4 294 967 295 numbers.
    octets.fill(0xff, 14 + 2 + 7 * 12 + 4, 14 + 2 + 7 * 12 + 8);
    expect(await pixels(octets)).toEqual(TWO);
  });

  it('arbitrary and damaged octets give a value or a FormatError', () => {
    const wire = fc.constantFrom<Plan>(
      {},
      { isBig: true },
      { strips: [lzw(256, 1, 2, 3, 4, 5, 6, 257)], entries: { [COMPRESSION]: [5] } },
    );
    const octets = fc.oneof(fc.uint8Array({ minLength: 4 }), damaged(damaged(wire.map(tiff))));
    fc.assert(
      fc.property(octets, (given) => {
        expectValueOrFormatError(() => checkTiff(given, { imagePixels: 100_000 }), given.length);
      }),
    );
  });
});
