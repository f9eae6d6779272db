/**
 * Writing GIF pictures and animations with one palette.
 *
 * A still without a transparent colour is a GIF87a of one block; anything else a GIF89a, whose wire picture is that of the reader. Of each
 * further frame only the rectangle that changed is written, as it is or with runs of pixels that stay as they are left transparent: the
 * smaller of both. Where a pixel becomes transparent, the frame before it is cleared when its time is over. Colours that no pixel has
 * are not written.
 *
 * Delays below 20 ms become 100 ms, as browsers show them. Source: GIF89a specification, CompuServe 1990, sections 17 to 27 and appendix F.
 * @module
 */
import { checkSide } from '../../bitmap/bitmap.js';
import { checkInteger } from '../../bytes/check.js';
import { ByteWriter } from '../../bytes/writer.js';
import { EncodeError } from '../../errors.js';
import { checkIndices, countColors, type Palette, withUsedColors } from '../colour/palette.js';
import { type Area, fillArea, union } from './area.js';
import { packLzw } from './lzw.js';

/** A frame of an animation, or a still. */
export interface GifPicture {
  /** Colours of the palette, row by row, one octet a pixel. */
  readonly indices: Uint8Array;
  /** How long it is shown, in milliseconds, 0 to 655350; told in hundredths of a second. */
  readonly delayMs?: number | undefined;
}

/** What a GIF is made of. */
export interface GifAnimation {
  /** 1 to 65535. */
  readonly widthPx: number;
  /** 1 to 65535. */
  readonly heightPx: number;
  /** 1 to 256 colours, of all frames. One that is not taken makes room for small differences between frames. */
  readonly palette: Palette;
  /** At least one. */
  readonly frames: readonly GifPicture[];
  /** How often the animation is played again, 0 without an end; played once when absent. */
  readonly loops?: number | undefined;
}

const SHORTEST_DELAY_MS = 20;
const BROWSER_DELAY_MS = 100;
const MAX_DELAY_MS = 655_350;
const MAX_LOOPS = 0xffff;

/** Disposal (section 23). */
const KEEP = 1;
const CLEAR = 2;

/** Runs of unchanged pixels shorter than this stay as they are: cut in pieces by them, strings of pixels do not come again. */
const SPARED_RUN = 6;

/** No pixel narrower than this can be packed (appendix F). */
const MIN_PIXEL_BITS = 2;
const PART_OCTETS = 255;

/** Pixels of a frame, packed. */
interface Packed {
  readonly bits: number;
  readonly data: Uint8Array;
  /** Whether pixels of the transparent colour are among them. */
  readonly isTransparent: boolean;
}

/** A frame ready to be written. */
interface Block extends Area {
  readonly disposal: number;
  readonly delayMs: number;
  readonly whole: Packed;
  /** With unchanged pixels left out, where there are such runs, and a colour for them. */
  readonly sparing: Packed | undefined;
}

/**
 * A GIF of all frames. The same frames give the same octets.
 * @throws EncodeError `bad-value` naming the field: sides, palette, number of indices, an index without a colour, delays, loops.
 */
export function encodeGif(given: GifAnimation): Uint8Array {
  check(given);
  const animation = inUsedColors(given);
  const { widthPx, heightPx, palette, frames, loops } = animation;
  const colors = palette.rgb.length / 3;
  const isAnimated = frames.length > 1;
  // A colour that is not in the palette is one more; where that doubles the table, it has to be worth it.
  const other = palette.transparentIndex ?? (colors < 256 ? colors : undefined);
  const blocks = buildBlocks(animation, other);
  const doubled = other === colors && countBits(colors) > countBits(colors - 1) ? 3 * colors : 0;
  const isSparing = sumSizes(blocks, smaller) + doubled < sumSizes(blocks, ({ whole }) => whole);
  const chosen = blocks.map(isSparing ? smaller : ({ whole }) => whole);
  const transparentIndex = isSparing ? other : palette.transparentIndex;
  const isPlain = !isAnimated && !(chosen[0] as Packed).isTransparent;
  const table = Math.max(colors, (transparentIndex ?? 0) + 1);
  const writer = new ByteWriter(sumSizes(blocks, ({ whole }) => whole) + 1024);
  writer.bytes(writeScreen(isPlain ? '87a' : '89a', widthPx, heightPx, palette.rgb, Math.max(1, countBits(table - 1))));
  if (isAnimated && loops !== undefined) writer.bytes(writeLoops(loops));
  blocks.forEach((block, i) => {
    const packed = chosen[i] as Packed;
    // Programs clear a frame to the background colour, unless its control names a transparent one: so that does, even without such pixels.
    const needsIndex = packed.isTransparent || block.disposal === CLEAR;
    if (!isPlain) writer.bytes(writeControl(block, isAnimated, needsIndex ? transparentIndex : undefined));
    writer.bytes(writePicture(block, packed));
  });
  return writer.u8(0x3b).finish();
}

function inUsedColors(animation: GifAnimation): GifAnimation {
  const { frames } = animation;
  const { palette, pictures } = withUsedColors({ palette: animation.palette, pictures: frames.map(({ indices }) => indices) });
  return { ...animation, palette, frames: frames.map((frame, i) => ({ ...frame, indices: pictures[i] as Uint8Array })) };
}

/** @throws EncodeError as {@link encodeGif} says. */
function check({ widthPx, heightPx, palette, frames, loops = 0 }: GifAnimation): void {
  checkSide(widthPx, 'widthPx');
  checkSide(heightPx, 'heightPx');
  const colors = countColors(palette);
  checkInteger(loops, 'loops', 0, MAX_LOOPS);
  if (frames.length === 0) throw EncodeError.badValue('frames', 'there are none');
  frames.forEach(({ indices, delayMs = 0 }, i) => {
    if (!(delayMs >= 0 && delayMs <= MAX_DELAY_MS)) {
      throw EncodeError.badValue(`frames[${i}].delayMs`, `is ${delayMs}, allowed: 0 to ${MAX_DELAY_MS}`);
    }
    checkIndices(indices, { widthPx, heightPx }, colors, `frames[${i}].indices`);
  });
}

/** @param other colour that leaves a pixel as it is. */
function buildBlocks(animation: GifAnimation, other: number | undefined): Block[] {
  const { widthPx, heightPx, palette, frames } = animation;
  const { transparentIndex } = palette;
  const screen: Area = { left: 0, top: 0, widthPx, heightPx };
  let shown: Uint8Array | undefined;
  return frames.map(({ indices, delayMs = 0 }, i) => {
    // A frame has a pixel at least.
    let box =
      shown === undefined ? screen : (findBox(shown, indices, widthPx, undefined) ?? { ...screen, widthPx: 1, heightPx: 1 });
    const following = frames[i + 1]?.indices;
    const cleared =
      transparentIndex === undefined || following === undefined
        ? undefined
        : findBox(indices, following, widthPx, transparentIndex);
    if (cleared !== undefined) box = union(box, cleared);
    const pixels = cut(indices, box, widthPx);
    const whole = packed(pixels, transparentIndex);
    const hasSpared = shown !== undefined && other !== undefined && spare(pixels, cut(shown, box, widthPx), other);
    const sparing = hasSpared ? packed(pixels, other) : undefined;
    const block: Block = { ...box, disposal: cleared === undefined ? KEEP : CLEAR, delayMs, whole, sparing };
    shown = indices;
    if (cleared !== undefined) {
      shown = indices.slice();
      fillArea(shown, box, widthPx, transparentIndex as number);
    }
    return block;
  });
}

/** The area around all pixels that differ, or that differ and are of one colour afterwards. */
function findBox(before: Uint8Array, after: Uint8Array, widthPx: number, color: number | undefined): Area | undefined {
  let left = widthPx;
  let right = 0;
  let top = -1;
  let bottom = 0;
  for (let at = 0, y = 0; at < after.length; at += widthPx, y++) {
    let x = 0;
    while (x < widthPx && (before[at + x] === after[at + x] || (color !== undefined && after[at + x] !== color))) x++;
    if (x === widthPx) continue;
    if (top < 0) top = y;
    bottom = y + 1;
    if (x < left) left = x;
    let end = widthPx;
    while (
      end > right &&
      (before[at + end - 1] === after[at + end - 1] || (color !== undefined && after[at + end - 1] !== color))
    )
      end--;
    if (end > right) right = end;
  }
  return top < 0 ? undefined : { left, top, widthPx: right - left, heightPx: bottom - top };
}

/** The pixels of an area. */
function cut(indices: Uint8Array, { left, top, widthPx, heightPx }: Area, pitch: number): Uint8Array {
  const pixels = new Uint8Array(widthPx * heightPx);
  for (let to = 0, from = top * pitch + left; to < pixels.length; to += widthPx, from += pitch) {
    pixels.set(indices.subarray(from, from + widthPx), to);
  }
  return pixels;
}

/** Makes runs of pixels that are shown already the colour that leaves them so. @returns whether there are any. */
function spare(pixels: Uint8Array, shown: Uint8Array, other: number): boolean {
  let hasRuns = false;
  for (let at = 0; at < pixels.length; at++) {
    const from = at;
    while (at < pixels.length && pixels[at] === shown[at]) at++;
    if (at - from < SPARED_RUN) continue;
    pixels.fill(other, from, at);
    hasRuns = true;
  }
  return hasRuns;
}

function packed(pixels: Uint8Array, transparentIndex: number | undefined): Packed {
  let highest = 0;
  let isTransparent = false;
  const { length } = pixels;
  for (let i = 0; i < length; i++) {
    const index = pixels[i] as number;
    if (index > highest) highest = index;
    if (index === transparentIndex) isTransparent = true;
  }
  const bits = Math.max(MIN_PIXEL_BITS, countBits(highest));
  return { bits, data: packLzw(pixels, bits), isTransparent };
}

/** Bits that an index takes. */
function countBits(index: number): number {
  return 32 - Math.clz32(index);
}

function smaller({ whole, sparing }: Block): Packed {
  return sparing !== undefined && sparing.data.length < whole.data.length ? sparing : whole;
}

function sumSizes(blocks: readonly Block[], choose: (block: Block) => Packed): number {
  return blocks.reduce((sum, block) => sum + choose(block).data.length, 0);
}

/** Signature, screen and table of colours (sections 17 to 19). */
function writeScreen(version: string, widthPx: number, heightPx: number, rgb: Uint8Array, bits: number): Uint8Array {
  const octets = new Uint8Array(13 + 3 * 2 ** bits);
  const flags = 0x80 | 0x70 | (bits - 1);
  octets.set([...`GIF${version}`].map((letter) => letter.charCodeAt(0)));
  octets.set([widthPx & 0xff, widthPx >> 8, heightPx & 0xff, heightPx >> 8, flags, 0, 0], 6);
  octets.set(rgb, 13);
  return octets;
}

function writeLoops(loops: number): Uint8Array {
  const name = [...'NETSCAPE2.0'].map((letter) => letter.charCodeAt(0));
  return Uint8Array.of(0x21, 0xff, name.length, ...name, 3, 1, loops & 0xff, loops >> 8, 0);
}

/** Graphic control extension (section 23). */
function writeControl({ disposal, delayMs }: Block, isAnimated: boolean, transparentIndex: number | undefined): Uint8Array {
  const shownMs = delayMs < SHORTEST_DELAY_MS ? BROWSER_DELAY_MS : delayMs;
  const delay = isAnimated ? Math.round(shownMs / 10) : 0;
  const flags = (isAnimated ? disposal << 2 : 0) | (transparentIndex === undefined ? 0 : 1);
  return Uint8Array.of(0x21, 0xf9, 4, flags, delay & 0xff, delay >> 8, transparentIndex ?? 0, 0);
}

/** Image descriptor and data (sections 20 and 22). */
function writePicture({ left, top, widthPx, heightPx }: Block, { bits, data }: Packed): Uint8Array {
  const head = [left, top, widthPx, heightPx].flatMap((value) => [value & 0xff, value >> 8]);
  const octets = new Uint8Array(12 + data.length + Math.ceil(data.length / PART_OCTETS));
  octets.set([0x2c, ...head, 0, bits]);
  let to = 11;
  for (let from = 0; from < data.length; from += PART_OCTETS) {
    const part = data.subarray(from, from + PART_OCTETS);
    octets[to] = part.length;
    octets.set(part, to + 1);
    to += part.length + 1;
  }
  return octets;
}
