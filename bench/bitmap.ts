/**
 * Bitmaps: a photograph brought to black and white, and the forms on the wire.
 *
 * No package on npm writes or reads OTA bitmaps or WBMP, so plain loops compare there. For the photograph jimp is the peer. It has no
 * error diffusion, so its octets cannot equal ours: asserted is that they are as many, and that nine in ten pixels are those of our own
 * plain threshold. The plain loop does our work, octet for octet.
 * @module
 */
import { type Contender, type Form, type Job, type Task, type TaskResult, taskJob } from './harness.js';
import { hexOf, jimpPictures, type Photo } from './peers.js';
import type { Rooms } from './rooms.js';

type Room = NonNullable<Rooms['bitmap']>;
type Bitmap = ReturnType<Room['bitmapFromPixels']>;
type Dither = NonNullable<NonNullable<Parameters<Room['bitmapFromPixels']>[1]>['dither']>;

const NO_PEER = [{ name: 'npm', reason: 'no package installed that writes or reads it' }];
const DITHERS: readonly Dither[] = ['floyd-steinberg', 'atkinson', 'ordered', 'none'];

export function bitmapTasks({ bitmap }: Rooms): Job<TaskResult>[] {
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

/** Size of the picture inside of a picture message: 640x480 to fit 72x28. */
const SEEN = { widthPx: 37, heightPx: 28, left: 17 };

function photoTask({ bitmapFromPixels, encodeOtaBitmap }: Room, inputs: readonly Photo[]): Task<Photo> {
  const box = { widthPx: 72, heightPx: 28 };
  const expected = (photo: Photo): string => hexOf(boundPicture(photo));
  const view = (octets: Uint8Array): string => hexOf(octets);
  const plausible = (octets: Uint8Array, photo: Photo): string => {
    const threshold = encodeOtaBitmap(bitmapFromPixels(photo, { ...box, dither: 'none' }));
    const alike = octets.length === threshold.length ? 1 - bitsBetween(octets, threshold) / (SEEN.widthPx * SEEN.heightPx) : 0;
    return alike >= 0.9 ? expected(photo) : `only ${alike.toFixed(2)} of the pixels of a plain threshold`;
  };
  return {
    name: 'bitmap: OTA 72x28 of a photograph of 640x480 (fit, grey, Floyd-Steinberg, pack)',
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
      { against: 'clock', form: 'octets', atMostMs: 1.3 },
      { against: 'peer', form: 'octets', rivals: 'octets', atLeast: 2.5 },
      { against: 'bound', form: 'octets', rivals: 'octets' },
    ],
  };
}

function ditherTask({ bitmapFromPixels }: Room, inputs: readonly Photo[], dither: Dither): Task<Photo> {
  const { widthPx, heightPx, rgba } = inputs[0]!;
  const view = (bitmap: Bitmap): string => hexOf(bitmap.rows);
  return {
    name: `bitmap: ${dither}, ${widthPx}x${heightPx} RGBA in its own size`,
    inputs,
    bytesPerOp: rgba.length,
    bytesOf: 'octets of RGBA',
    expected: (photo) => hexOf(boundDither(photo, dither).rows),
    contenders: [
      { name: 'handset', role: 'handset', form: 'octets', run: (photo) => bitmapFromPixels(photo, { dither }), view },
      { name: 'plain loop', role: 'bound', form: 'octets', run: (photo) => boundDither(photo, dither), view },
    ],
    targets: [{ against: 'bound', form: 'octets', rivals: 'octets' }],
  };
}

interface Picture {
  readonly bitmap: Bitmap;
  readonly octets: Uint8Array;
}

function codecTasks(room: Room, widthPx: number, heightPx: number, kind: 'OTA' | 'WBMP'): Job<TaskResult>[] {
  const boundEncode = kind === 'OTA' ? boundOta : boundWbmp;
  const boundDecode = kind === 'OTA' ? boundFromOta : boundFromWbmp;
  const inputs = [1, 2, 3, 4].map((seed): Picture => {
    const bitmap = boundDither(photoOf(widthPx, heightPx, seed), 'floyd-steinberg');
    return { bitmap, octets: boundEncode(bitmap) };
  });
  const encode = kind === 'OTA' ? room.encodeOtaBitmap : room.encodeWbmp;
  const decode = kind === 'OTA' ? room.decodeOtaBitmap : room.decodeWbmp;
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

// The bounds: opaque pictures, no options.

const LINEAR = Array.from({ length: 256 }, (_, level) =>
  level <= 10 ? level / 255 / 12.92 : ((level / 255 + 0.055) / 1.055) ** 2.4,
);
const [RED, GREEN, BLUE] = [212_600, 715_200, 72_200].map((weight) =>
  Int32Array.from(LINEAR, (v) => Math.round(v * weight)),
) as [Int32Array, Int32Array, Int32Array];
const WHITE = 1_000_000;

function lightOf(rgba: Uint8Array): Int32Array {
  const { length } = rgba;
  const light = new Int32Array(length >> 2);
  for (let i = 0, at = 0; at < length; i++, at += 4) {
    light[i] = RED[rgba[at] as number]! + GREEN[rgba[at + 1] as number]! + BLUE[rgba[at + 2] as number]!;
  }
  return light;
}

/** Fit, grey, Floyd-Steinberg and pack of 640x480, each as straight as it can be said. */
function boundPicture({ widthPx, heightPx, rgba }: Photo): Uint8Array {
  const light = lightOf(rgba);
  const sums = new Float64Array(SEEN.widthPx * SEEN.heightPx);
  for (let y = 0, at = 0; y < heightPx; y++) {
    const top = y * SEEN.heightPx;
    const row = Math.floor(top / heightPx);
    const upper = Math.min(SEEN.heightPx, (row + 1) * heightPx - top);
    for (let x = 0; x < widthPx; x++) {
      const value = light[at++] as number;
      const start = x * SEEN.widthPx;
      const column = Math.floor(start / widthPx);
      const left = Math.min(SEEN.widthPx, (column + 1) * widthPx - start);
      const i = row * SEEN.widthPx + column;
      sums[i]! += value * upper * left;
      if (left < SEEN.widthPx) sums[i + 1]! += value * upper * (SEEN.widthPx - left);
      if (upper === SEEN.heightPx) continue;
      sums[i + SEEN.widthPx]! += value * (SEEN.heightPx - upper) * left;
      if (left < SEEN.widthPx) sums[i + SEEN.widthPx + 1]! += value * (SEEN.heightPx - upper) * (SEEN.widthPx - left);
    }
  }
  const small = Int32Array.from(sums, (sum) => sum / (widthPx * heightPx));
  const black = boundFloydSteinberg(small, SEEN.widthPx, SEEN.heightPx);
  const octets = new Uint8Array(256);
  octets.set([0, 72, 28, 1]);
  for (let y = 0, i = 0; y < SEEN.heightPx; y++) {
    for (let x = 0; x < SEEN.widthPx; x++) {
      const to = SEEN.left + x;
      if (black[i++] === 1) octets[4 + y * 9 + (to >> 3)]! |= 0x80 >> (to & 7);
    }
  }
  return octets;
}

function boundDither({ widthPx, heightPx, rgba }: Photo, dither: Dither): Bitmap {
  let black: Uint8Array;
  switch (dither) {
    case 'floyd-steinberg':
      black = boundFloydSteinberg(lightOf(rgba), widthPx, heightPx);
      break;
    case 'atkinson':
      black = boundAtkinson(lightOf(rgba), widthPx, heightPx);
      break;
    case 'ordered':
      black = boundOrdered(lightOf(rgba), widthPx);
      break;
    case 'none':
      black = boundThreshold(rgba);
  }
  const stride = (widthPx + 7) >> 3;
  const rows = new Uint8Array(stride * heightPx);
  for (let y = 0, i = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) if (black[i++] === 1) rows[y * stride + (x >> 3)]! |= 0x80 >> (x & 7);
  }
  return { widthPx, heightPx, rows };
}

/** Adds a share to the pixel ahead or below; what lies outside goes below the edge, and below the last row nowhere. */
function give(light: Int32Array, widthPx: number, x: number, y: number, ahead: number, down: number, share: number): void {
  const to = x + ahead;
  const isInside = to >= 0 && to < widthPx;
  const column = isInside ? to : to < 0 ? 0 : widthPx - 1;
  const at = (y + (isInside ? down : 1)) * widthPx + column;
  if (at < light.length) light[at]! += share;
}

function boundFloydSteinberg(light: Int32Array, widthPx: number, heightPx: number): Uint8Array {
  const black = new Uint8Array(light.length);
  for (let y = 0; y < heightPx; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : widthPx - 1; i < widthPx; i++, x += step) {
      const value = light[y * widthPx + x] as number;
      const isBlack = value < WHITE / 2;
      if (isBlack) black[y * widthPx + x] = 1;
      const error = isBlack ? value : value - WHITE;
      const seven = (error * 7) >> 4;
      const three = (error * 3) >> 4;
      const five = (error * 5) >> 4;
      give(light, widthPx, x, y, step, 0, seven);
      give(light, widthPx, x, y, -step, 1, three);
      give(light, widthPx, x, y, 0, 1, five);
      give(light, widthPx, x, y, step, 1, error - seven - three - five);
    }
  }
  return black;
}

function boundAtkinson(light: Int32Array, widthPx: number, heightPx: number): Uint8Array {
  const black = new Uint8Array(light.length);
  for (let y = 0; y < heightPx; y++) {
    const step = y % 2 === 0 ? 1 : -1;
    for (let i = 0, x = step > 0 ? 0 : widthPx - 1; i < widthPx; i++, x += step) {
      const value = light[y * widthPx + x] as number;
      const isBlack = value < WHITE / 2;
      if (isBlack) black[y * widthPx + x] = 1;
      const eighth = (isBlack ? value : value - WHITE) >> 3;
      give(light, widthPx, x, y, step, 0, eighth);
      give(light, widthPx, x, y, 2 * step, 0, eighth);
      give(light, widthPx, x, y, -step, 1, eighth);
      give(light, widthPx, x, y, 0, 1, eighth);
      give(light, widthPx, x, y, step, 1, eighth);
      give(light, widthPx, x, y, 0, 2, eighth);
    }
  }
  return black;
}

/** Levels of the first row and column of the cell, the others are sums of them without carry. */
function boundOrdered(light: Int32Array, widthPx: number): Uint8Array {
  const levels = Float64Array.from({ length: 64 }, (_, i) => {
    const [x, y] = [i & 7, i >> 3];
    let order = 0;
    for (let bit = 0; bit < 3; bit++) order |= ((((x ^ y) >> bit) & 1) << (5 - 2 * bit)) | (((y >> bit) & 1) << (4 - 2 * bit));
    return ((order + 0.5) / 64) * WHITE;
  });
  const { length } = light;
  const black = new Uint8Array(length);
  for (let i = 0, x = 0, y = 0; i < length; i++) {
    if ((light[i] as number) < (levels[(y & 7) * 8 + (x & 7)] as number)) black[i] = 1;
    if (++x === widthPx) {
      x = 0;
      y++;
    }
  }
  return black;
}

function boundThreshold(rgba: Uint8Array): Uint8Array {
  const { length } = rgba;
  const black = new Uint8Array(length >> 2);
  for (let i = 0, at = 0; at < length; i++, at += 4) {
    const luma = 299 * (rgba[at] as number) + 587 * (rgba[at + 1] as number) + 114 * (rgba[at + 2] as number);
    if (luma < 128_000) black[i] = 1;
  }
  return black;
}

function boundOta({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const octets = new Uint8Array(4 + ((widthPx * heightPx + 7) >> 3));
  octets[1] = widthPx;
  octets[2] = heightPx;
  octets[3] = 1;
  if (widthPx % 8 === 0) {
    octets.set(rows, 4);
    return octets;
  }
  const stride = (widthPx + 7) >> 3;
  for (let y = 0, bit = 0; y < heightPx; y++, bit += widthPx) {
    for (let i = 0; i < stride; i++) {
      const octet = rows[y * stride + i] as number;
      const to = bit + i * 8;
      octets[4 + (to >> 3)]! |= octet >> (to & 7);
      octets[5 + (to >> 3)]! |= octet << (8 - (to & 7));
    }
  }
  return octets;
}

function boundFromOta(octets: Uint8Array): Bitmap {
  const widthPx = octets[1] as number;
  const heightPx = octets[2] as number;
  if (widthPx % 8 === 0) return { widthPx, heightPx, rows: octets.slice(4) };
  const stride = (widthPx + 7) >> 3;
  const rows = new Uint8Array(stride * heightPx);
  const last = 0xff << (8 - (widthPx & 7));
  for (let y = 0, bit = 0; y < heightPx; y++, bit += widthPx) {
    for (let i = 0; i < stride; i++) {
      const from = bit + i * 8;
      const two = ((octets[4 + (from >> 3)] as number) << 8) | (octets[5 + (from >> 3)] as number);
      rows[y * stride + i] = two >> (8 - (from & 7));
    }
    rows[(y + 1) * stride - 1]! &= last;
  }
  return { widthPx, heightPx, rows };
}

/** Sides below 128 take one octet, those here at most two; widths are multiples of 8. */
function boundWbmp({ widthPx, heightPx, rows }: Bitmap): Uint8Array {
  const header = [0, 0];
  for (const side of [widthPx, heightPx]) {
    if (side > 127) header.push(0x80 | (side >> 7));
    header.push(side & 127);
  }
  const octets = new Uint8Array(header.length + rows.length);
  octets.set(header);
  for (let i = 0; i < rows.length; i++) octets[header.length + i] = ~(rows[i] as number);
  return octets;
}

function boundFromWbmp(octets: Uint8Array): Bitmap {
  let at = 2;
  let widthPx = octets[at++] as number;
  if (widthPx > 127) widthPx = ((widthPx & 127) << 7) | (octets[at++] as number);
  let heightPx = octets[at++] as number;
  if (heightPx > 127) heightPx = ((heightPx & 127) << 7) | (octets[at++] as number);
  const rows = new Uint8Array(octets.length - at);
  for (let i = 0; i < rows.length; i++) rows[i] = ~(octets[at + i] as number);
  return { widthPx, heightPx, rows };
}
