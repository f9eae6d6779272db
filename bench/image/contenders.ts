/**
 * Who adapts pictures: this package, jimp (with gifwrap for animations), sharp for information. Each loads what it needs before it is measured.
 * @module
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Image from '../../src/image/index.js';
import type * as Profile from '../../src/profile/index.js';

export type Run = (file: Buffer) => Promise<Uint8Array>;

/** One contender of a task: `load` imports what it needs, outside of what is measured. */
export interface ImageContender {
  readonly name: string;
  readonly load: (folder: string) => Promise<Run>;
}

export const OURS = 'handset';

type Module = typeof Image & typeof Profile;

export async function moduleIn(folder: string): Promise<Module> {
  const load = (name: string): Promise<object> => import(pathToFileURL(join(folder, `${name}.mjs`)).href) as Promise<object>;
  return { ...(await load('image')), ...(await load('profile')) } as Module;
}

/** Our module, with a profile as JSON would have it. */
export function ours(profile: object, options: Image.RepurposeOptions, name = OURS): ImageContender {
  return {
    name,
    load: async (folder) => {
      const { repurpose, checkProfile } = await moduleIn(folder);
      const handset = checkProfile(profile);
      return async (file) => (await repurpose(file, handset, options)).octets;
    },
  };
}

/** Our module, reading alone. */
export const OUR_READER: ImageContender = {
  name: OURS,
  load: async (folder) => {
    const { decodeImage } = await moduleIn(folder);
    return async (file) => (await decodeImage(file)).frames[0]!.raster.samples;
  },
};

type JimpImage = Awaited<ReturnType<typeof import('jimp')['Jimp']['fromBuffer']>>;

export function jimp(work: (image: JimpImage) => Promise<Uint8Array> | Uint8Array, name = 'jimp'): ImageContender {
  return {
    name,
    load: async () => {
      const { Jimp } = await import('jimp');
      return async (file) => work((await Jimp.fromBuffer(file)) as JimpImage);
    },
  };
}

type SharpImage = ReturnType<typeof import('sharp')['default']>;

export function sharp(work: (image: SharpImage) => Promise<Uint8Array>, options: object = {}): ImageContender {
  return {
    name: 'sharp (native)',
    load: async () => {
      const { default: open } = await import('sharp');
      return async (file) => work(open(file, options));
    },
  };
}

/** The dots of a grey picture of four octets a pixel; 1 is white. */
export function packed(rgba: Uint8Array, widthPx: number, heightPx: number, header: readonly number[]): Uint8Array {
  const stride = (widthPx + 7) >> 3;
  const octets = new Uint8Array(header.length + stride * heightPx);
  octets.set(header);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++, at += 4) {
      if (rgba[at]! >= 128) octets[header.length + y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return octets;
}

export function expand(grey: Uint8Array): Uint8Array {
  return Uint8Array.from({ length: grey.length * 4 }, (_, i) => grey[i >> 2]!);
}

/** Picture message of a picture in the middle of 72x28. */
export function otaOf(rgba: Uint8Array, widthPx: number): Uint8Array {
  const octets = new Uint8Array(256);
  octets.set([0, 72, 28, 1]);
  const left = (72 - widthPx) >> 1;
  for (let y = 0, at = 0; y < 28; y++) {
    for (let x = left; x < left + widthPx; x++, at += 4) {
      if (rgba[at]! < 128) octets[4 + y * 9 + (x >> 3)]! |= 0x80 >> (x & 7);
    }
  }
  return octets;
}

/** gifwrap unpacks and writes, jimp scales. */
export const GIFWRAP: ImageContender = {
  name: 'jimp, gifwrap',
  load: async () => {
    const [{ Jimp }, { GifUtil, GifCodec, GifFrame, BitmapImage }] = await Promise.all([
      import('jimp'),
      import('gifwrap').then((m) => m.default),
    ]);
    return async (file) => {
      const gif = await GifUtil.read(file);
      const frames = gif.frames.map(({ bitmap, delayCentisecs }) => {
        const { width, height, data } = Jimp.fromBitmap(bitmap).resize({ w: 128, h: 96 }).bitmap;
        return new GifFrame(new BitmapImage({ width, height, data: data as Buffer }), { delayCentisecs });
      });
      GifUtil.quantizeWu(frames, 256);
      return (await new GifCodec().encodeGif(frames, { loops: gif.loops })).buffer;
    };
  },
};
