/** PNG files made by hand, sound and unsound ones, so that every kind has pixels that are known. */
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

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

/** The pixels that a plan stands for, as RGBA of eight bits. */
export function pixelsOf({ bitDepth, colorType, samples, palette = [], transparent }: PngPlan): Uint8Array {
  const count = SAMPLES[colorType] as number;
  const most = 2 ** bitDepth - 1;
  const scaled = (sample: number) => Math.round((sample * 255) / most);
  // A colour that counts as transparent has two octets a sample.
  const key = transparent?.flatMap((octet, i) => (i % 2 === 0 ? [octet * 256 + (transparent[i + 1] as number)] : []));
  const octets: number[] = [];
  for (let i = 0; i < samples.length; i += count) {
    const pixel = samples.slice(i, i + count);
    const [first = 0, second = 0, third = 0, fourth = 0] = pixel;
    if (colorType === 3) {
      octets.push(...palette.slice(first * 3, first * 3 + 3), transparent?.[first] ?? 255);
    } else if (colorType === 0 || colorType === 2) {
      const isKey = key !== undefined && pixel.every((sample, c) => sample === key[c]);
      const [red, green, blue] = colorType === 0 ? [first, first, first] : [first, second, third];
      octets.push(...(isKey ? [0, 0, 0, 0] : [scaled(red), scaled(green), scaled(blue), 255]));
    } else if (colorType === 4) octets.push(scaled(first), scaled(first), scaled(first), scaled(second));
    else octets.push(scaled(first), scaled(second), scaled(third), scaled(fourth));
  }
  return Uint8Array.from(octets);
}
