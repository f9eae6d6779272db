/**
 * The tasks of pictures: a file in, a file for a handset out.
 * @module
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as JpegEncode from '../../src/image/jpeg/encode.js';
import type { Wanted } from '../verdict.js';
import { expand, GIFWRAP, type ImageContender, jimp, OUR_READER, OURS, otaOf, ours, packed, sharp } from './contenders.js';
import { fewOctets } from './few-octets.js';
import { manyHandsets } from './handsets.js';
import type { ImageRow } from './results.js';
import { animationScore, otaScore, type Score, stillScore, wbmpScore } from './scores.js';
import { animationSource, bmpPixels, bmpSource, photograph, stillSource } from './sources.js';

export interface ImageTask {
  readonly name: string;
  readonly source: () => Promise<Uint8Array>;
  readonly contenders: readonly ImageContender[];
  readonly score: (output: Uint8Array, source: Uint8Array) => Promise<Score>;
  readonly wanted: readonly (Wanted & { readonly of: (rows: ReadonlyMap<string, ImageRow>) => number })[];
}

const times =
  (peer: string) =>
  (rows: ReadonlyMap<string, ImageRow>): number =>
    rows.get(peer)!.runMs / rows.get(OURS)!.runMs;
const timesSharp = (rows: ReadonlyMap<string, ImageRow>): number => 1 / times('sharp (native)')(rows);
const octetsOf = (rows: ReadonlyMap<string, ImageRow>): number => rows.get(OURS)!.octets;
const octetShare = (peer: string) => (rows: ReadonlyMap<string, ImageRow>) => octetsOf(rows) / rows.get(peer)!.octets;
const memoryShare = (peer: string) => (rows: ReadonlyMap<string, ImageRow>) =>
  rows.get(OURS)!.peakBytes / rows.get(peer)!.peakBytes;
const likenessOf = (rows: ReadonlyMap<string, ImageRow>): number => rows.get(OURS)!.likeness!;

export const screen = (width: number, height: number, colors: number, images: object): object => ({
  screen: { width, height, colors },
  imageArea: { width, height },
  images,
});

/** As a limit of octets is met by halving: sizes of all, the file of the last. */
const SIX = [85, 30, 57, 71, 78, 81];

/** Encoding alone, from pixels; the file is the raw picture. */
function encodings(width: number, height: number): ImageTask {
  const encoder = (name: string, qualities: readonly number[]): ImageContender => ({
    name,
    load: async (folder) => {
      const { JpegEncoder } = (await import(pathToFileURL(join(folder, 'jpeg-encode.mjs')).href)) as typeof JpegEncode;
      return async (file) => {
        const made = new JpegEncoder({ widthPx: width, heightPx: height, channels: 3, samples: file });
        for (const quality of qualities) made.leastSize(quality);
        return made.encode(qualities.at(-1)!);
      };
    },
  });
  const six = 'six qualities';
  return {
    name: `image: JPEG of ${width}x${height} pixels at one quality (85) and at six`,
    source: () => photograph(width, height),
    contenders: [
      encoder(OURS, [85]),
      encoder(six, SIX),
      {
        name: 'jpeg-js, in jimp, one',
        load: async () => {
          const { Jimp } = await import('jimp');
          return async (rgb) => {
            const data = Buffer.alloc(width * height * 4, 255);
            for (let at = 0, to = 0; at < rgb.length; at += 3, to += 4) rgb.copy(data, to, at, at + 3);
            return Jimp.fromBitmap({ width, height, data }).getBuffer('image/jpeg', { quality: 85 });
          };
        },
      },
    ],
    score: async (output) => ({ octets: output.length }),
    wanted: [{ target: 'six qualities to one', of: times(six), must: 1.6, sense: 'at most', unit: 'x' }],
  };
}

/** Reading alone; both have the same pixels, jimp with an alpha that is none. sharp reads no BMP. */
function readings(depth: 8 | 24, must: number): ImageTask {
  const [width, height] = [2000, 1500];
  return {
    name: `image: reading a BMP of ${width}x${height} pixels with ${depth} bits each`,
    source: () => bmpSource(width, height, depth),
    contenders: [OUR_READER, jimp((image) => image.bitmap.data)],
    score: async (output) => {
      const expected = await bmpPixels(width, height, depth);
      const step = (output.length * 3) / expected.length;
      for (let i = 0, at = 0; i < expected.length; i += 3, at += step) {
        for (let c = 0; c < 3; c++) if (output[at + c] !== expected[i + c]) throw new Error(`pixel ${i / 3} is wrong`);
      }
      return { octets: output.length };
    },
    wanted: [
      { target: 'times jimp', of: times('jimp'), must, sense: 'at least', unit: 'x' },
      { target: "share of jimp's memory", of: memoryShare('jimp'), must: 0.9, sense: 'at most', unit: 'x' },
    ],
  };
}

export const IMAGE_TASKS: readonly ImageTask[] = [
  {
    name: 'image: JPEG 1632x1224 to JPEG within 176x132 and 30000 octets',
    source: () => stillSource(1632, 1224, 'jpeg'),
    contenders: [
      ours(screen(176, 132, 65_536, { jpg: true, gif: true, png: true }), { maxOctets: 30_000 }),
      jimp((image) => image.scaleToFit({ w: 176, h: 132 }).getBuffer('image/jpeg', { quality: 85 })),
      sharp((image) => image.resize(176, 132, { fit: 'inside' }).jpeg({ quality: 85 }).toBuffer()),
    ],
    score: stillScore,
    wanted: [
      { target: 'times jimp', of: times('jimp'), must: 20, sense: 'at least', unit: 'x' },
      { target: 'times the time of sharp', of: timesSharp, must: 1.54, aim: 1.11, sense: 'at most', unit: 'x' },
      { target: 'octets', of: octetsOf, must: 30_000, sense: 'at most', unit: 'octets' },
      { target: 'likeness', of: likenessOf, must: 0.983, sense: 'at least', unit: '' },
      { target: "share of jimp's memory", of: memoryShare('jimp'), must: 0.5, sense: 'at most', unit: 'x' },
    ],
  },
  {
    name: 'image: JPEG 4000x3000 to JPEG within 176x132 and 30000 octets',
    source: () => stillSource(4000, 3000, 'jpeg'),
    contenders: [
      ours(screen(176, 132, 65_536, { jpg: true, gif: true, png: true }), { maxOctets: 30_000 }),
      sharp((image) => image.resize(176, 132, { fit: 'inside' }).jpeg({ quality: 85 }).toBuffer()),
    ],
    score: stillScore,
    wanted: [{ target: 'times the time of sharp', of: timesSharp, must: 3, sense: 'at most', unit: 'x' }],
  },
  manyHandsets('jpeg'),
  manyHandsets('png'),
  {
    name: 'image: PNG 1024x768 to PNG of 256 colours, 128x96',
    source: () => stillSource(1024, 768, 'png'),
    contenders: [
      ours(screen(128, 96, 65_536, { png: true }), { format: 'png' }),
      jimp((image) => image.resize({ w: 128, h: 96 }).quantize({ colors: 256 }).getBuffer('image/png')),
      sharp((image) => image.resize(128, 96).png({ palette: true, colours: 256 }).toBuffer()),
    ],
    score: stillScore,
    wanted: [
      { target: 'times jimp', of: times('jimp'), must: 35, sense: 'at least', unit: 'x' },
      { target: 'likeness', of: likenessOf, must: 0.955, aim: 0.97, sense: 'at least', unit: '' },
      { target: "share of jimp's octets", of: octetShare('jimp'), must: 0.45, sense: 'at most', unit: 'x' },
    ],
  },
  {
    name: 'image: GIF 640x480 to WBMP within 96x65',
    source: () => stillSource(640, 480, 'gif'),
    contenders: [
      ours(screen(96, 65, 2, { wbmp: true }), {}),
      jimp((image) => {
        const { data } = image.resize({ w: 87, h: 65 }).greyscale().dither().bitmap;
        return packed(data, 87, 65, [0, 0, 87, 65]);
      }, 'jimp, packed here'),
      sharp(async (image) =>
        packed(expand(await image.resize(87, 65).toColourspace('b-w').raw().toBuffer()), 87, 65, [0, 0, 87, 65]),
      ),
    ],
    score: wbmpScore,
    wanted: [
      { target: 'times jimp', of: times('jimp, packed here'), must: 1.5, aim: 2.5, sense: 'at least', unit: 'x' },
      { target: 'likeness of gradients', of: likenessOf, must: 0.89, aim: 0.95, sense: 'at least', unit: '' },
    ],
  },
  {
    name: 'image: animated GIF, 20 frames of 320x240 to 128x96',
    source: animationSource,
    contenders: [
      ours(screen(128, 128, 65_536, { gif: true, gifAnimated: true }), {}),
      GIFWRAP,
      sharp((image) => image.resize(128, 96).gif().toBuffer(), { animated: true }),
    ],
    score: animationScore,
    wanted: [
      { target: 'times jimp and gifwrap', of: times('jimp, gifwrap'), must: 19, aim: 25, sense: 'at least', unit: 'x' },
      { target: 'likeness', of: likenessOf, must: 0.95, aim: 0.97, sense: 'at least', unit: '' },
      { target: "share of gifwrap's octets", of: octetShare('jimp, gifwrap'), must: 1, sense: 'at most', unit: 'x' },
      { target: 'frames', of: (rows) => rows.get(OURS)!.frames!, must: 20, sense: 'at least', unit: '' },
    ],
  },
  {
    name: 'image: PNG 640x480 to an OTA bitmap of 72x28',
    source: () => stillSource(640, 480, 'png'),
    contenders: [
      ours(screen(84, 48, 2, { wbmp: true }), { format: 'ota' }),
      jimp((image) => otaOf(image.resize({ w: 37, h: 28 }).greyscale().dither().bitmap.data, 37), 'jimp, packed here'),
      sharp(async (image) => otaOf(expand(await image.resize(37, 28).toColourspace('b-w').raw().toBuffer()), 37)),
    ],
    score: otaScore,
    wanted: [
      { target: 'likeness of gradients', of: likenessOf, must: 0.9, aim: 0.95, sense: 'at least', unit: '' },
      { target: 'times jimp', of: times('jimp, packed here'), must: 2.5, aim: 4, sense: 'at least', unit: 'x' },
      { target: 'times sharp', of: times('sharp (native)'), must: 1, sense: 'at least', unit: 'x' },
    ],
  },
  readings(24, 5),
  readings(8, 3),
  fewOctets(3000),
  fewOctets(5000),
  fewOctets(8000),
  encodings(640, 480),
  encodings(176, 132),
];
