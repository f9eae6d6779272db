/**
 * Photographs of 240x320 pixels in few octets: how like the picture what is left of it is.
 *
 * The photographs are cut from those that packages bring along as test pictures. Source and output hold several files, each after its length
 * in four octets. sharp writes at the best quality that fits, by libjpeg-turbo with optimised coding and by MozJPEG, whose files are
 * progressive. A smaller picture is enlarged to the size that it would have had.
 * @module
 */
import { createRequire } from 'node:module';
import { type ImageContender, OURS, ours } from './contenders.js';
import type { ImageRow } from './results.js';
import { likenessTo, type Score } from './scores.js';
import type { ImageTask } from './tasks.js';

const WIDTH = 240;
const HEIGHT = 320;

/** From where they are cut: left, top, width and height. */
const CUTS: readonly (readonly [file: string, cuts: readonly (readonly [number, number, number, number])[]])[] = [
  [
    'gifwrap/test/fixtures/hairstreak.jpg',
    [
      [20, 0, 600, 800],
      [0, 0, 320, 427],
      [160, 100, 360, 480],
      [320, 373, 320, 427],
      [60, 300, 300, 400],
      [200, 180, 240, 320],
      [300, 60, 300, 400],
    ],
  ],
  [
    'gifwrap/test/fixtures/pelagrina.jpg',
    [
      [77, 0, 446, 595],
      [0, 0, 300, 400],
      [150, 100, 300, 400],
      [300, 195, 300, 400],
      [200, 150, 240, 320],
      [60, 120, 330, 440],
      [240, 20, 340, 453],
    ],
  ],
  [
    'exif-parser/test/starfish.jpg',
    [
      [0, 0, 540, 720],
      [369, 0, 540, 720],
      [738, 0, 540, 720],
      [200, 150, 360, 480],
      [600, 200, 360, 480],
      [900, 240, 300, 400],
    ],
  ],
];

/** The photographs as PNG. */
async function photographs(): Promise<Uint8Array> {
  const { default: open } = await import('sharp');
  const resolve = createRequire(import.meta.url).resolve;
  const files: Uint8Array[] = [];
  for (const [file, cuts] of CUTS) {
    for (const [left, top, width, height] of cuts) {
      const cut = open(resolve(file)).extract({ left, top, width, height }).resize(WIDTH, HEIGHT, { fit: 'fill' });
      files.push(await cut.png().toBuffer());
    }
  }
  return joined(files);
}

function joined(files: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    files.flatMap((file) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(file.length);
      return [length, file];
    }),
  );
}

function split(octets: Uint8Array): Buffer[] {
  const files: Buffer[] = [];
  const whole = Buffer.from(octets.buffer, octets.byteOffset, octets.length);
  for (let at = 0; at < whole.length; ) {
    const start = at + 4;
    at = start + whole.readUInt32BE(at);
    files.push(whole.subarray(start, at));
  }
  return files;
}

/** A contender that has one picture after the other. */
function forEach({ name, load }: ImageContender): ImageContender {
  return {
    name,
    load: async (folder) => {
      const run = await load(folder);
      return async (source) => {
        const files: Uint8Array[] = [];
        for (const file of split(source)) files.push(await run(file));
        return joined(files);
      };
    },
  };
}

/** The best quality that fits, by halving; the lowest where none does. */
async function bestWithin(maxOctets: number, write: (quality: number) => Promise<Uint8Array>): Promise<Uint8Array> {
  let best = await write(1);
  for (let low = 1, high = 101; high - low > 1; ) {
    const quality = (low + high) >> 1;
    const file = await write(quality);
    if (file.length > maxOctets) high = quality;
    else {
      low = quality;
      best = file;
    }
  }
  return best;
}

function bySharp(name: string, maxOctets: number, mozjpeg: boolean): ImageContender {
  return {
    name,
    load: async () => {
      const { default: open } = await import('sharp');
      return async (file) => {
        const { data, info } = await open(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
        const raw = { width: info.width, height: info.height, channels: 3 } as const;
        return bestWithin(maxOctets, (quality) =>
          open(data, { raw }).jpeg({ quality, mozjpeg, optimiseCoding: true }).toBuffer(),
        );
      };
    },
  };
}

function byJimp(maxOctets: number): ImageContender {
  return {
    name: 'jimp',
    load: async () => {
      const { Jimp } = await import('jimp');
      return async (file) => {
        const image = await Jimp.fromBuffer(file);
        return bestWithin(maxOctets, (quality) => image.getBuffer('image/jpeg', { quality }));
      };
    },
  };
}

/** The largest file, and the mean of how like the pictures all are. */
async function score(output: Uint8Array, source: Uint8Array): Promise<Score> {
  const [found, wanted] = [split(output), split(source)];
  let sum = 0;
  for (const [i, file] of found.entries()) sum += await likenessTo(file, wanted[i]!);
  return { octets: Math.max(...found.map(({ length }) => length)), likeness: sum / found.length };
}

const LIBJPEG = 'sharp, libjpeg-turbo';
const MOZJPEG = 'sharp, MozJPEG';

export function fewOctets(maxOctets: number): ImageTask {
  const profile = {
    screen: { width: WIDTH, height: HEIGHT, colors: 65_536 },
    imageArea: { width: WIDTH, height: HEIGHT },
    images: { jpg: true },
  };
  const likenessOf = (rows: ReadonlyMap<string, ImageRow>, name: string): number => rows.get(name)!.likeness!;
  const shareOf = (peer: string) => (rows: ReadonlyMap<string, ImageRow>) => likenessOf(rows, OURS) / likenessOf(rows, peer);
  return {
    name: `image: 20 photographs of 240x320 as JPEG within ${maxOctets} octets each`,
    source: photographs,
    contenders: [
      forEach(ours(profile, { maxOctets, format: 'jpeg' })),
      forEach(byJimp(maxOctets)),
      forEach(bySharp(LIBJPEG, maxOctets, false)),
      forEach(bySharp(MOZJPEG, maxOctets, true)),
    ],
    score,
    wanted: [
      { target: "share of libjpeg-turbo's likeness", of: shareOf(LIBJPEG), must: 1, sense: 'at least', unit: 'x' },
      { target: "share of MozJPEG's likeness", of: shareOf(MOZJPEG), must: 0.99, aim: 1, sense: 'at least', unit: 'x' },
      { target: 'octets', of: (rows) => rows.get(OURS)!.octets, must: maxOctets, sense: 'at most', unit: 'octets' },
    ],
  };
}
