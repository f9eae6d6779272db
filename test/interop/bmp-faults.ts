/**
 * Where ImageMagick reads BMP files in another way than the plans of test/support/bmp-files.ts mean them, rule by rule (see
 * ledger.ts).
 * @module
 */
import { type BmpPlan, bmpPixels, buildBmp, DEFAULT_MASKS, endsInPalette, type Masks } from '../support/bmp-files.js';
import { sha256, withoutHidden } from '../support/rasters.js';
import type { Fields } from './expected.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';

const MAGICK = 'ImageMagick 6.9.11-60';

/** What a program shows of a file that it refuses. */
const refusing = (): Fields => ({ pixels: undefined, refused: true });

// ---- ImageMagick ----

const twoBits: KnownFault<BmpPlan> = {
  id: 'magick-2-bits',
  oracle: MAGICK,
  fault: 'refuses 2 bits a pixel',
  applies: ({ depth }) => depth === 2,
  shows: refusing,
};

const rle24: KnownFault<BmpPlan> = {
  id: 'magick-rle24',
  oracle: MAGICK,
  fault: 'takes RLE24, compression 4 of OS/2, for JPEG, and refuses it',
  applies: ({ depth, hasRuns }) => hasRuns === true && depth === 24,
  shows: refusing,
};

const alphaFields: KnownFault<BmpPlan> = {
  id: 'magick-alpha-bit-fields',
  oracle: MAGICK,
  fault: 'refuses compression 6, bit fields with alpha after a header of 40 octets',
  applies: ({ header, masks }) => header === 40 && masks !== undefined && masks[3] !== 0,
  shows: refusing,
};

const fewColours: KnownFault<BmpPlan> = {
  id: 'magick-few-colours',
  oracle: MAGICK,
  fault: 'reads a palette of all colours after a header of 12 octets, through the pixels, and refuses a file that ends before',
  applies: endsInPalette,
  shows: refusing,
};

const endOfRuns: KnownFault<BmpPlan> = {
  id: 'magick-end-of-runs',
  oracle: MAGICK,
  fault:
    'looks for two octets after the end of the picture where no run painted its last pixel, and complains of the end of the file',
  applies: (plan) => hasRunsFor(plan) && lastPixel(plan) < 0,
  shows: refusing,
};

const hasRunsFor = ({ header, depth, hasRuns }: BmpPlan) => hasRuns === true && depth < 24 && header > 32;

/** The one at the end of the file. */
const lastPixel = ({ widthPx, pixels }: BmpPlan) => pixels[widthPx - 1]!;

const shortHeader: KnownFault<BmpPlan> = {
  id: 'magick-short-header',
  oracle: MAGICK,
  fault: 'takes what follows a header of OS/2 of 16 to 32 octets for the rest of one of 40',
  applies: ({ header }) => header >= 16 && header <= 32,
  shows: () => ({ pixels: UNPREDICTABLE, refused: UNPREDICTABLE }),
};

const longPalette: KnownFault<BmpPlan> = {
  id: 'magick-os2-palette',
  oracle: MAGICK,
  fault: 'takes three octets for a colour after a header of 64 octets, where there are four',
  applies: ({ header, depth }) => header === 64 && depth <= 8,
  shows: (plan) => {
    const octets = plan.palette!.flatMap((colour) => [colour & 0xff, (colour >> 8) & 0xff, colour >> 16, 0]);
    const palette = plan.palette!.map((_, i) => octets[i * 3]! | (octets[i * 3 + 1]! << 8) | (octets[i * 3 + 2]! << 16));
    return { pixels: sha256(bmpPixels({ ...plan, palette })) };
  },
};

/** Widths of fields of 16 bits a pixel whose bits are repeated twice, by channel: after that they fill 16 bits. */
const REPEATED_TWICE = [[5], [5, 6], [5], []] as const;

/** The bits of a field as the highest of 16, some of them repeated, then of 8. */
function shifted(pixel: number, mask: number, depth: number, channel: number): number {
  if (mask === 0) return 255;
  const top = Math.clz32(mask);
  const bits = 32 - top - (31 - Math.clz32(mask & -mask));
  let value = (((pixel & mask) << top) >>> 16) & 0xffff;
  if (depth === 16 && REPEATED_TWICE[channel]!.some((width) => width === bits))
    value |= (value & (bits === 5 ? 0xe000 : 0xc000)) >> bits;
  if (depth === 16 ? bits <= 8 : bits === 8) value |= (value & 0xff00) >> 8;
  // What is kept of alpha is how much shines through.
  return channel === 3 ? 255 - Math.floor((0xffff - value) / 257) : Math.floor(value / 257);
}

function magickFields({ depth, masks = DEFAULT_MASKS[depth]!, pixels }: BmpPlan): Uint8Array {
  return Uint8Array.from(pixels.flatMap((pixel) => masks.map((mask, channel) => shifted(pixel, mask, depth, channel))));
}

const fields: KnownFault<BmpPlan> = {
  id: 'magick-bit-fields',
  oracle: MAGICK,
  fault: 'fills bit fields up to 8 bits in a way of its own: not all values become the nearest, and white is not always white',
  applies: ({ depth }) => depth === 16 || depth === 32,
  shows: (plan, { refused }) => (refused === true ? {} : { pixels: sha256(withoutHidden(magickFields(plan))) }),
};

const alphaAfterHeader: KnownFault<BmpPlan> = {
  id: 'magick-header-52',
  oracle: MAGICK,
  fault: 'takes the four octets after a header of 52 for a mask of alpha, which the header does not have',
  applies: ({ header, masks }) => header === 52 && masks !== undefined,
  shows: (plan) => {
    const [red, green, blue] = plan.masks!;
    const mask = new DataView(buildBmp(plan).buffer).getUint32(14 + 52, true);
    return { pixels: sha256(withoutHidden(magickFields({ ...plan, masks: [red, green, blue, mask] }))) };
  },
};

const spareOctet: KnownFault<BmpPlan> = {
  id: 'magick-spare-octet',
  oracle: MAGICK,
  fault: 'takes the spare octet of 32 bits without masks for alpha where any of them is not 0, after a header of 40 octets',
  applies: ({ header, depth, masks, pixels }) =>
    header === 40 && depth === 32 && masks === undefined && pixels.some((pixel) => pixel >= 2 ** 24),
  shows: (plan) => {
    const [red, green, blue] = DEFAULT_MASKS[32]!;
    const masks: Masks = [red, green, blue, 0xff000000];
    return { pixels: sha256(withoutHidden(bmpPixels({ ...plan, masks }))) };
  },
};

/** For ImageMagick. */
export const MAGICK_BMP_FAULTS: readonly KnownFault<BmpPlan>[] = [
  twoBits,
  rle24,
  alphaFields,
  longPalette,
  fields,
  alphaAfterHeader,
  spareOctet,
  fewColours,
  endOfRuns,
  shortHeader,
];

/** Whether ImageMagick may refuse a file: such are read one by one. */
export function mayRefuse(plan: BmpPlan): boolean {
  return [twoBits, rle24, alphaFields, fewColours, endOfRuns, shortHeader].some(({ applies }) => applies(plan));
}
