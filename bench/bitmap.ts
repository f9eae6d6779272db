/**
 * Bitmaps: a photograph brought to black and white, and the forms on the wire.
 *
 * No package on npm writes or reads OTA bitmaps or WBMP, so plain loops compare there. For the photograph jimp is the peer. It has no
 * error diffusion, so its octets cannot equal ours: asserted is that they are as many, and that nine in ten pixels are those of our own
 * plain threshold. The plain loop does our work, octet for octet.
 * @module
 */
import {
  type Bitmap,
  boundDither,
  boundFromOta,
  boundFromWbmp,
  boundOta,
  boundPicture,
  boundWbmp,
  type Dither,
  SEEN,
} from './bitmap-bounds.js';
import { type Contender, type Form, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import type { Modules } from './modules.js';
import { hexOf, jimpPictures, type Photo } from './peers.js';

type Module = NonNullable<Modules['bitmap']>;

const NO_PEER = [{ name: 'npm', reason: 'no package installed that writes or reads it' }];
/** Dots alone, without what is done before them. */
const BARE = { levels: 'keep', sharpen: 0 } as const;
const DITHERS: readonly Dither[] = ['floyd-steinberg', 'atkinson', 'ordered', 'none'];

export function bitmapTasks({ bitmap }: Modules): Job<TaskResult>[] {
  if (bitmap === undefined) return [];
  const photos = [1, 2, 3, 4].map((seed) => photoOf(640, 480, seed));
  const small = [1, 2, 3, 4].map((seed) => photoOf(72, 28, seed));
  return [
    taskJob(photoTask(bitmap, photos)),
    ...[photos.slice(0, 2), small].flatMap((pictures) =>
      DITHERS.map((dither) => taskJob(ditherTask(bitmap, pictures, dither))),
    ),
    ...codecTasks(bitmap, 72, 28, 'OTA'),
    ...codecTasks(bitmap, 78, 21, 'OTA'),
    ...codecTasks(bitmap, 96, 65, 'WBMP'),
    ...codecTasks(bitmap, 640, 480, 'WBMP'),
  ];
}

function photoTask({ bitmapFromPixels, encodeOtaBitmap }: Module, inputs: readonly Photo[]): Task<Photo> {
  const box = { widthPx: 72, heightPx: 28 };
  const expected = (photo: Photo): string => hexOf(boundPicture(photo));
  const view = (octets: Uint8Array): string => hexOf(octets);
  const plausible = (octets: Uint8Array, photo: Photo): string => {
    const threshold = encodeOtaBitmap(bitmapFromPixels(photo, { ...box, dither: 'none' }));
    const alike = octets.length === threshold.length ? 1 - bitsBetween(octets, threshold) / (SEEN.widthPx * SEEN.heightPx) : 0;
    return alike >= 0.9 ? expected(photo) : `only ${alike.toFixed(2)} of the pixels of a plain threshold`;
  };
  return {
    name: 'bitmap: OTA 72x28 of a photograph of 640x480 (fit, grey, levels, edges, Floyd-Steinberg, pack)',
    inputs,
    bytesPerOp: inputs[0]!.rgba.length,
    bytesOf: 'octets of RGBA',
    expected,
    contenders: [
      {
        name: 'handset',
        role: 'handset',
        form: 'octets',
        run: (photo) => encodeOtaBitmap(bitmapFromPixels(photo, box)),
        view,
      },
      {
        name: 'handset, lanczos',
        role: 'handset-part',
        form: 'octets',
        run: (photo) => encodeOtaBitmap(bitmapFromPixels(photo, { ...box, scale: 'lanczos' })),
        // Another kernel, other dots: of interest is the time.
        view: (octets: Uint8Array, photo) => (octets.length === 256 ? expected(photo) : 'not 256 octets'),
      },
      { name: 'plain loop', role: 'bound', form: 'octets', run: boundPicture, view },
      ...jimpPictures(SEEN.widthPx, SEEN.heightPx, packJimp, plausible),
    ],
    unable: [
      {
        name: "jimp resize with mode 'bilinearInterpolation'",
        reason: 'reads 4 of the 300 pixels that each of the result stands for: not the same work',
      },
    ],
    targets: [
      { against: 'clock', form: 'octets', unit: 'ms', must: 1.3 },
      { against: 'peer', form: 'octets', rivals: 'octets', must: 2.5 },
      { against: 'bound', form: 'octets', rivals: 'octets' },
    ],
  };
}

function ditherTask({ bitmapFromPixels }: Module, inputs: readonly Photo[], dither: Dither): Task<Photo> {
  const { widthPx, heightPx, rgba } = inputs[0]!;
  const view = (bitmap: Bitmap): string => hexOf(bitmap.rows);
  return {
    name: `bitmap: ${dither}, ${widthPx}x${heightPx} RGBA in its own size`,
    inputs,
    bytesPerOp: rgba.length,
    bytesOf: 'octets of RGBA',
    expected: (photo) => hexOf(boundDither(photo, dither).rows),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: (photo) => bitmapFromPixels(photo, { dither, ...BARE }), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: (photo) => boundDither(photo, dither), view },
    ],
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

interface Picture {
  readonly bitmap: Bitmap;
  readonly octets: Uint8Array;
}

function codecTasks(module: Module, widthPx: number, heightPx: number, kind: 'OTA' | 'WBMP'): Job<TaskResult>[] {
  const boundEncode = kind === 'OTA' ? boundOta : boundWbmp;
  const boundDecode = kind === 'OTA' ? boundFromOta : boundFromWbmp;
  const inputs = [1, 2, 3, 4].map((seed): Picture => {
    const bitmap = boundDither(photoOf(widthPx, heightPx, seed), 'floyd-steinberg');
    return { bitmap, octets: boundEncode(bitmap) };
  });
  const encode = kind === 'OTA' ? module.encodeOtaBitmap : module.encodeWbmp;
  const decode = kind === 'OTA' ? module.decodeOtaBitmap : module.decodeWbmp;
  const common = { inputs, bytesPerOp: inputs[0]!.octets.length, bytesOf: 'octets on the wire', unable: NO_PEER };
  const form: Form = 'octets';
  const encoders: Contender<Picture>[] = [
    { name: 'handset', role: 'handset', form, run: ({ bitmap }) => encode(bitmap), view: hexOf },
    { name: 'plain loop', role: 'bound', form, run: ({ bitmap }) => boundEncode(bitmap), view: hexOf },
  ];
  const view = ({ rows, ...size }: Bitmap): unknown => ({ ...size, rows: hexOf(rows) });
  const decoders: Contender<Picture>[] = [
    { name: 'handset', role: 'handset', form, run: ({ octets }) => decode(octets), view },
    { name: 'plain loop', role: 'bound', form, run: ({ octets }) => boundDecode(octets), view },
  ];
  const size = `${kind} ${widthPx}x${heightPx}${kind === 'OTA' && widthPx % 8 !== 0 ? ' (continuous)' : ''}`;
  const targets = [{ against: 'bound', form, rivals: form }] as const;
  const encoding: Task<Picture> = {
    ...common,
    name: `bitmap: encode ${size}`,
    expected: ({ octets }) => hexOf(octets),
    contenders: encoders,
    targets,
  };
  const decoding: Task<Picture> = {
    ...common,
    name: `bitmap: decode ${size}`,
    expected: ({ bitmap }) => view(bitmap),
    contenders: decoders,
    targets,
  };
  return [taskJob(encoding), taskJob(decoding)];
}

/** A scene with what photographs have: a sky that fades, texture, a face-like shading, hard edges, colour. */
function photoOf(widthPx: number, heightPx: number, seed: number): Photo {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  let state = 12345 + seed * 7919;
  for (let y = 0, at = 0; y < heightPx; y++) {
    const v = y / heightPx;
    for (let x = 0; x < widthPx; x++, at += 4) {
      const u = x / widthPx;
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      const noise = ((state >> 16) & 31) - 16;
      const isHill = v > 0.6 + 0.15 * Math.sin(u * 5 + seed);
      const face = Math.hypot(u - 0.3, (v - 0.5) * 0.75);
      const isSun = Math.hypot(u - 0.75, (v - 0.25) * 0.75) < 0.09;
      const level = isSun
        ? 252
        : face < 0.2
          ? 235 - face * 620
          : isHill
            ? 70 + 50 * Math.sin(u * 40) * Math.cos(v * 30)
            : 215 - v * 120;
      rgba[at] = clamped(level * (face < 0.2 ? 1.05 : 0.9) + noise);
      rgba[at + 1] = clamped(level + noise);
      rgba[at + 2] = clamped(level * (isHill ? 0.6 : 1.1) + noise);
      rgba[at + 3] = 255;
    }
  }
  return { widthPx, heightPx, rgba };
}

function clamped(level: number): number {
  return Math.max(0, Math.min(255, Math.round(level)));
}

function bitsBetween(one: Uint8Array, other: Uint8Array): number {
  let count = 0;
  for (let i = 0; i < one.length; i++) {
    for (let bits = one[i]! ^ other[i]!; bits > 0; bits &= bits - 1) count++;
  }
  return count;
}

/** An OTA bitmap of jimp's small picture, in the middle of 72x28. */
function packJimp(rgba: Uint8Array): Uint8Array {
  const octets = new Uint8Array(256);
  octets.set([0, 72, 28, 1]);
  for (let y = 0, at = 0; y < SEEN.heightPx; y++) {
    for (let x = 0; x < SEEN.widthPx; x++, at += 4) {
      const to = SEEN.left + x;
      if ((rgba[at] as number) < 128) octets[4 + y * 9 + (to >> 3)]! |= 0x80 >> (to & 7);
    }
  }
  return octets;
}
