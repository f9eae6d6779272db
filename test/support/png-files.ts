/** PNG files made by hand, sound and unsound ones, so that every kind has pixels that are known; and what pngjs sees in a file. */
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import type { RgbaPixels } from '../../src/bitmap/index.js';

/** Path of a picture of fixtures/images. */
export const image = (name: string): string => fileURLToPath(new URL(`../../fixtures/images/${name}`, import.meta.url));

export const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** What a PNG is made of. Samples are numbers of `bitDepth` bits: of a palette's indices one a pixel. */
export interface PngPlan {
  widthPx: number;
  heightPx: number;
  bitDepth: number;
  colorType: number;
  interlaced?: boolean;
  /** Samples of all pixels, row by row. */
  samples: readonly number[];
  /** Content of PLTE and of tRNS. */
  palette?: readonly number[];
  transparent?: readonly number[];
}

export const SAMPLES: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First column and row of the seven passes of Adam7, and the steps to the next. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

export function chunk(type: string, data: Uint8Array): Uint8Array {
  const octets = Buffer.alloc(data.length + 12);
  octets.writeUInt32BE(data.length);
  octets.write(type, 4, 'latin1');
  octets.set(data, 8);
  octets.writeUInt32BE(crc32(octets.subarray(4, 8 + data.length)), 8 + data.length);
  return octets;
}

export function header(plan: Omit<PngPlan, 'samples'>): Uint8Array {
  const octets = Buffer.alloc(13);
  octets.writeUInt32BE(plan.widthPx, 0);
  octets.writeUInt32BE(plan.heightPx, 4);
  octets[8] = plan.bitDepth;
  octets[9] = plan.colorType;
  octets[12] = plan.interlaced === true ? 1 : 0;
  return octets;
}

export function join(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

const END = chunk('IEND', new Uint8Array());

/** A PNG of chunks between the signature and IEND. */
export function pngOf(...chunks: readonly Uint8Array[]): Uint8Array {
  return join(SIGNATURE, ...chunks, END);
}

/** A PNG with the given octets as its pixel data. */
export function pngWithData(plan: Omit<PngPlan, 'samples'>, data: Uint8Array): Uint8Array {
  return pngOf(chunk('IHDR', header(plan)), chunk('IDAT', deflateSync(data)));
}

/** A sound PNG. */
export function buildPng(plan: PngPlan): Uint8Array {
  const { palette, transparent } = plan;
  return pngOf(
    chunk('IHDR', header(plan)),
    ...(palette === undefined ? [] : [chunk('PLTE', Uint8Array.from(palette))]),
    ...(transparent === undefined ? [] : [chunk('tRNS', Uint8Array.from(transparent))]),
    chunk('IDAT', deflateSync(rawData(plan))),
  );
}

/** Rows without a filter, pass by pass. */
export function rawData(plan: PngPlan): Uint8Array {
  const passes = plan.interlaced === true ? ADAM7 : ([[0, 0, 1, 1]] as const);
  const count = SAMPLES[plan.colorType] as number;
  const octets: number[] = [];
  for (const [left, top, dx, dy] of passes) {
    if (left >= plan.widthPx) continue;
    for (let y = top; y < plan.heightPx; y += dy) {
      let bits = '';
      for (let x = left; x < plan.widthPx; x += dx) {
        for (let c = 0; c < count; c++) {
          const sample = plan.samples[(y * plan.widthPx + x) * count + c] as number;
          bits += sample.toString(2).padStart(plan.bitDepth, '0');
        }
      }
      octets.push(0, ...(bits.match(/.{1,8}/g) ?? []).map((octet) => Number.parseInt(octet.padEnd(8, '0'), 2)));
    }
  }
  return Uint8Array.from(octets);
}

/** PNGs of every colour type and bit depth, interlaced and not, with transparency where there may be some. */
export const plans: fc.Arbitrary<PngPlan> = fc
  .record({
    kind: fc.constantFrom(
      ...[0, 2, 3, 4, 6].flatMap((colorType) =>
        (colorType === 0 ? [1, 2, 4, 8, 16] : colorType === 3 ? [1, 2, 4, 8] : [8, 16]).map((bitDepth) => ({
          colorType,
          bitDepth,
        })),
      ),
    ),
    widthPx: fc.integer({ min: 1, max: 19 }),
    heightPx: fc.integer({ min: 1, max: 19 }),
    interlaced: fc.boolean(),
    seed: fc.integer({ min: 1, max: 65_535 }),
    hasTransparency: fc.boolean(),
  })
  .map(({ kind: { colorType, bitDepth }, widthPx, heightPx, interlaced, seed, hasTransparency }) => {
    const count = SAMPLES[colorType]!;
    const most = 2 ** bitDepth;
    const samples = Array.from({ length: widthPx * heightPx * count }, (_, i) => (Math.imul(i + 1, seed) >>> 3) % most);
    const plan = { widthPx, heightPx, bitDepth, colorType, interlaced, samples };
    if (colorType === 3) {
      const palette = Array.from({ length: most * 3 }, (_, i) => (i * 37 + seed) & 0xff);
      return { ...plan, palette, ...(hasTransparency && { transparent: palette.slice(0, most).reverse() }) };
    }
    if (!hasTransparency || colorType > 2) return plan;
    return { ...plan, transparent: samples.slice(0, count).flatMap((sample) => [sample >> 8, sample & 0xff]) };
  });

/** The pixels of a PNG as pngjs reads them. */
export function pngPixels(octets: Uint8Array): RgbaPixels {
  const { width: widthPx, height: heightPx, data } = PNG.sync.read(Buffer.from(octets));
  return { widthPx, heightPx, rgba: new Uint8Array(data) };
}
