/**
 * Reading GIF pictures and animations: their frames laid over each other as browsers show them.
 *
 * As in browsers, the background colour does not count: what no frame has painted, and what disposal 2 clears, is transparent. Frames that
 * reach out of the screen are clipped.
 *
 * Source: GIF89a specification, CompuServe 1990, section 23 (disposal); browsers for what it leaves open.
 * @module
 */
import type { DecodeOptions, Reading } from '../../bytes/reading.js';
import { imageReading } from '../leniency.js';
import type { Raster } from '../raster.js';
import { type Area, clip, fillArea, NOTHING, union } from './area.js';
import { DISPOSAL, type GifFile, NO_TRANSPARENCY, type Picture, readGif } from './file.js';
import { ONE_PASS, PASSES, requirePixels, unpacker } from './pixels.js';

/** A frame as it is shown. */
export interface GifFrame {
  /** The whole screen as RGBA. `gifFrames` uses the same samples for every frame. */
  readonly raster: Raster;
  /** How long it is shown, in milliseconds, as the file says: 0 too, where browsers take 100. */
  readonly delayMs: number;
  /** What may differ from the frame before; all of the first. */
  readonly changed: Area;
  /** Whether no pixel shines through. */
  readonly isOpaque: boolean;
}

/** A GIF with all of its frames. */
export interface DecodedGif {
  readonly widthPx: number;
  readonly heightPx: number;
  /** As in `GifHeader` in file.ts. */
  readonly loops?: number;
  readonly frames: readonly GifFrame[];
}

/**
 * Reads a GIF with all of its frames, each in memory of its own. Lenient: past a missing end, blocks that are not defined and colours
 * without an entry (black); the frames before a fault come, and what there is of the damaged one. Not a large frame of which not a sixteenth
 * can be there, and no more than 10 000 faults.
 * @throws as `gifHeader` in file.ts, and DecodeError for pixel data that is damaged or cut off.
 */
export function decodeGif(octets: Uint8Array, options?: DecodeOptions): DecodedGif {
  const reading = imageReading(options);
  const file = readGif(octets, reading);
  const { widthPx, heightPx, loops } = file.header;
  const frames: GifFrame[] = [];
  for (const frame of compose(octets, file, reading)) {
    frames.push({ ...frame, raster: { ...frame.raster, samples: frame.raster.samples.slice() } });
  }
  return { widthPx, heightPx, ...(loops !== undefined && { loops }), frames };
}

/**
 * Reads the frames of a GIF one by one, laid over each other in one canvas: samples hold until the next frame is asked for.
 * The blocks of the whole file are checked with the first one, and each frame's pixels are unpacked when it is asked for.
 * @throws as {@link decodeGif}.
 */
export function gifFrames(octets: Uint8Array, options?: DecodeOptions): Generator<GifFrame, void, undefined> {
  const reading = imageReading(options);
  return compose(octets, readGif(octets, reading), reading);
}

/** Lays the frames over each other. */
function* compose(octets: Uint8Array, { header, pictures }: GifFile, reading: Reading): Generator<GifFrame, void, undefined> {
  const { widthPx, heightPx } = header;
  const [first] = pictures as readonly [Picture];
  requirePixels(octets, first, widthPx * heightPx, reading);
  const canvas = new Uint32Array(widthPx * heightPx);
  const raster: Raster = { widthPx, heightPx, channels: 4, samples: new Uint8Array(canvas.buffer) };
  const unpack = unpacker(octets, reading);
  // Of a fresh canvas all.
  let changed: Area = { left: 0, top: 0, widthPx, heightPx };
  let isOpaque = false;
  let before: Uint32Array | undefined;
  for (const picture of pictures) {
    const { disposal, delayMs } = picture;
    const area = clip(picture, header);
    if (disposal === DISPOSAL.Restore) {
      before ??= new Uint32Array(widthPx * heightPx);
      copyArea(canvas, before, area, widthPx);
    }
    const { pixels, count } = unpack(picture);
    paint(canvas, header, picture, area, pixels, count);
    isOpaque ||= isSolid(canvas);
    yield { raster, delayMs, changed: union(changed, area), isOpaque };
    changed = NOTHING;
    if (disposal < DISPOSAL.Clear) continue;
    if (disposal === DISPOSAL.Clear) fillArea(canvas, area, widthPx, 0);
    else copyArea(before as Uint32Array, canvas, area, widthPx);
    changed = area;
    isOpaque = false;
  }
}

/** Whether nothing shines through: pixels that do are 0, and black ones are not, their alpha being 255. */
function isSolid(canvas: Uint32Array): boolean {
  for (let i = 0; i < canvas.length; i++) if (canvas[i] === 0) return false;
  return true;
}

function copyArea(from: Uint32Array, to: Uint32Array, { left, top, widthPx, heightPx }: Area, stride: number): void {
  for (let y = top; y < top + heightPx; y++) {
    const at = y * stride + left;
    to.set(from.subarray(at, at + widthPx), at);
  }
}

/** Paints the pixels that there are, leaving those out that are transparent. */
function paint(
  canvas: Uint32Array,
  screen: { readonly widthPx: number },
  { widthPx, heightPx, left, top, isInterlaced, colors, transparentIndex }: Picture,
  area: Area,
  pixels: Uint8Array,
  count: number,
): void {
  const table = buildTable(colors);
  let row = 0;
  for (const { first, step } of isInterlaced ? PASSES : ONE_PASS) {
    for (let y = first; y < heightPx; y += step, row++) {
      if (y >= area.heightPx) continue;
      let from = row * widthPx;
      const stop = Math.min(from + area.widthPx, count);
      let to = (top + y) * screen.widthPx + left;
      if (transparentIndex === NO_TRANSPARENCY) {
        while (from < stop) canvas[to++] = table[pixels[from++] as number] as number;
      } else {
        for (; from < stop; to++) {
          const index = pixels[from++] as number;
          if (index !== transparentIndex) canvas[to] = table[index] as number;
        }
      }
    }
  }
}

/** Colours as the canvas holds them, opaque black where there are none. */
function buildTable(colors: Uint8Array): Uint32Array {
  const octets = new Uint8Array(1024);
  for (let i = 0, from = 0; i < 256; i++, from += 3) {
    octets[i * 4] = colors[from] ?? 0;
    octets[i * 4 + 1] = colors[from + 1] ?? 0;
    octets[i * 4 + 2] = colors[from + 2] ?? 0;
    octets[i * 4 + 3] = 0xff;
  }
  return new Uint32Array(octets.buffer);
}
