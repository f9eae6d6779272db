/**
 * What a handset takes of pictures: how large, which formats, how many colours, how many octets; and which format a picture gets.
 *
 * Box: in the browser the area for pictures where it is known, else the screen; in a message the smaller of screen and the largest picture
 * that messages may hold. A side of which nothing is known is that of the smallest usual colour screen, 128, with a warning.
 *
 * Format, the first line that fits:
 *
 *   profile                                   picture            format
 *   two colours, or nothing but WBMP          any                WBMP, else PNG, else GIF
 *   up to 16 greys                            any                PNG, else GIF, else WBMP, else JPEG
 *   shows animated GIF, or may in messages    animated           GIF, animated
 *   takes JPEG, and PNG or GIF                a sure photograph  JPEG
 *   takes JPEG, and PNG or GIF                any                the better, by trial (see trial.ts)
 *   takes PNG or GIF                          any                the smaller of both
 *   takes JPEG                                any                JPEG
 *   takes WBMP                                any                WBMP
 * @module
 */
import { checkChoice, requireList, requireObject, requireText } from '../../bytes/check.js';
import { EncodeError } from '../../errors.js';
import type { HandsetProfile } from '../../profile/index.js';
import type { ImageFormat, Probe } from '../probe.js';
import type { SizePx } from '../resize/fit-size.js';

/** Where an adapted picture is shown. */
export type ImageUse = 'browser' | 'mms';

/** Formats that are written. */
export const TARGET_FORMATS = ['jpeg', 'gif', 'png', 'wbmp', 'ota'] as const;

/** A format that adapted pictures can have. */
export type TargetFormat = (typeof TARGET_FORMATS)[number];

/** The limits for an adapted picture, besides those of the handset's profile. */
export interface Bounds {
  /** Where the picture is shown; `browser` by default. */
  readonly use?: ImageUse | undefined;
  /** With `use: 'mms'`: limit the picture to the size that messages may have, not to the screen; false by default. */
  readonly fullSize?: boolean | undefined;
  /** Maximum size in octets, if it is less than that of the profile. */
  readonly maxOctets?: number | undefined;
  /** Maximum width in pixels, if it is less than that of the profile. */
  readonly maxWidthPx?: number | undefined;
  /** Maximum height in pixels, if it is less than that of the profile. */
  readonly maxHeightPx?: number | undefined;
  /** Accepted content types, instead of those of the profile; empty for any. */
  readonly types?: readonly string[] | undefined;
  /** Whether the handset shows animated GIF; by default as the profile says. */
  readonly animation?: boolean | undefined;
}

/** What a handset takes. */
export interface Taken {
  /** A side is Infinity where nothing limits it. */
  readonly box: SizePx;
  readonly formats: ReadonlySet<ImageFormat>;
  readonly maxOctets: number;
  /** Bits of a pixel on the screen, 1 to 24. */
  readonly bits: number;
  /** Whether the screen shows greys alone. */
  readonly grey: boolean;
  readonly animation: boolean;
  /** What was taken for granted. */
  readonly warnings: readonly string[];
}

/** Octets of a message that are kept for its headers and its presentation, where a picture is fitted without the rest of it. */
const MESSAGE_RESERVE = 1_024;

/** A side of which nothing is known. */
const UNKNOWN_SIDE = 128;

/** Names of content types in accept lists. */
const FORMAT_OF: Readonly<Record<string, ImageFormat | undefined>> = {
  'image/jpeg': 'jpeg',
  'image/jpg': 'jpeg',
  'image/pjpeg': 'jpeg',
  'image/gif': 'gif',
  'image/png': 'png',
  'image/x-png': 'png',
  'image/vnd.wap.wbmp': 'wbmp',
  'image/x-wbmp': 'wbmp',
  'image/wbmp': 'wbmp',
  'image/bmp': 'bmp',
  'image/x-bmp': 'bmp',
  'image/x-ms-bmp': 'bmp',
};

const ALL: readonly ImageFormat[] = ['jpeg', 'gif', 'png', 'wbmp', 'bmp'];

/** What a handset takes in a use. @throws EncodeError `bad-value` naming the bound. */
export function acceptedBy(profile: HandsetProfile, bounds: Bounds): Taken {
  const { use = 'browser', maxOctets = Number.POSITIVE_INFINITY } = bounds;
  checkChoice(use, 'use', ['browser', 'mms']);
  for (const name of ['maxOctets', 'maxWidthPx', 'maxHeightPx'] as const) {
    const value = bounds[name];
    if (value !== undefined && !(value >= 1)) throw EncodeError.badValue(name, `is ${String(value)}, at least 1`);
  }
  const warnings: string[] = [];
  requireObject(profile.screen, 'profile.screen');
  requireObject(profile.imageArea, 'profile.imageArea');
  const bits = findBits(profile);
  const ofMessage = use === 'mms' ? (profile.mms?.maxBytes ?? undefined) : undefined;
  const ofHandset = ofMessage === undefined ? Number.POSITIVE_INFINITY : Math.max(1, ofMessage - MESSAGE_RESERVE);
  const box = findBox(profile, use, bounds, warnings);
  const formats = listFormats(profile, use, bits, bounds.types, warnings);
  const isUnknown = profile.screen.bitsPerPixel === null && profile.screen.colors === null;
  if (isUnknown && [...formats].some((format) => format !== 'wbmp')) {
    warnings.push(`the screen's colours are not known: taken for ${2 ** UNKNOWN_BITS}`);
  }
  return {
    box,
    formats,
    maxOctets: Math.min(maxOctets, ofHandset),
    bits,
    grey: profile.screen.greyscale === true || bits <= 2,
    animation: bounds.animation ?? showsAnimation(profile, use),
    warnings,
  };
}

function findBox(profile: HandsetProfile, use: ImageUse, bounds: Bounds, warnings: string[]): SizePx {
  const { screen, imageArea, mms } = profile;
  const side = (name: 'width' | 'height', most: number | undefined): number => {
    const ofMessage = (name === 'width' ? mms?.maxWidth : mms?.maxHeight) ?? undefined;
    const shown = screen[name] ?? undefined;
    let length: number | undefined;
    if (use === 'browser') length = imageArea[name] ?? shown;
    else if (bounds.fullSize === true) length = ofMessage ?? shown;
    else length = ofMessage === undefined ? shown : Math.min(ofMessage, shown ?? ofMessage);
    if (length === undefined && most === undefined) {
      warnings.push(`the screen's ${name} is not known: taken for ${UNKNOWN_SIDE}`);
      length = UNKNOWN_SIDE;
    }
    return Math.min(length ?? Number.POSITIVE_INFINITY, most ?? Number.POSITIVE_INFINITY);
  };
  return { widthPx: side('width', bounds.maxWidthPx), heightPx: side('height', bounds.maxHeightPx) };
}

/** Bits of a pixel where nothing is known, as most handsets have. */
const UNKNOWN_BITS = 16;

function findBits({ screen: { bitsPerPixel, colors } }: HandsetProfile): number {
  const bits = bitsPerPixel ?? (colors === null ? UNKNOWN_BITS : Math.ceil(Math.log2(colors)));
  return Math.max(1, Math.min(24, bits));
}

/** Whether animations are kept. Whoever accepts GIF in messages shows them (OMA MMS Conformance, class Image Basic), where nothing else is known. */
function showsAnimation({ images }: HandsetProfile, use: ImageUse): boolean {
  return images?.gifAnimated ?? use === 'mms';
}

function listFormats(
  { images, mms }: HandsetProfile,
  use: ImageUse,
  bits: number,
  types: readonly string[] | undefined,
  warnings: string[],
): ReadonlySet<ImageFormat> {
  if (types !== undefined) return types.length === 0 ? new Set(ALL) : formatsNamed(types);
  const inMessages = formatsNamed(mms?.types ?? []);
  const inBrowser = new Set<ImageFormat>();
  if (images?.jpg === true) inBrowser.add('jpeg');
  for (const format of ['gif', 'png', 'wbmp', 'bmp'] as const) if (images?.[format] === true) inBrowser.add(format);
  const [first, second] = use === 'mms' ? [inMessages, inBrowser] : [inBrowser, inMessages];
  if (first.size > 0) return first;
  if (second.size > 0) return second;
  if (images !== null && [images.jpg, images.gif, images.png, images.wbmp, images.bmp].every((flag) => flag === false))
    return first;
  const guess: ImageFormat[] = bits <= 4 ? ['wbmp'] : ['jpeg', 'gif', 'wbmp'];
  warnings.push(`which pictures it takes is not known: taken for ${guess.join(', ')}`);
  return new Set(guess);
}

function formatsNamed(types: readonly string[]): Set<ImageFormat> {
  requireList(types, 'types', requireText);
  const formats = new Set<ImageFormat>();
  for (const type of types) {
    const plain = type.replace(/;.*/s, '').trim().toLowerCase();
    if (plain === 'image/*' || plain === '*/*') for (const format of ALL) formats.add(format);
    const format = Object.hasOwn(FORMAT_OF, plain) ? FORMAT_OF[plain] : undefined;
    if (format !== undefined) formats.add(format);
  }
  return formats;
}

/** Formats to try for a picture: of PNG and GIF the smaller, of these and JPEG the better is taken. */
export interface Choice {
  readonly formats: readonly Exclude<TargetFormat, 'ota'>[];
  /** All frames of an animation are kept. */
  readonly animated: boolean;
  /** Why, in words. */
  readonly reason: string;
}

/** Whether the screen shows black and white alone, or the handset nothing but such pictures. */
export function isOneBit({ bits, formats }: Taken): boolean {
  return bits === 1 || [...formats].every((format) => format === 'wbmp');
}

/** Bits of a pixel up to which greys are few. */
export const MAX_GREY_BITS = 4;

/** Levels of grey that a picture gets for a screen that has no more than 16; undefined for others. Files have no 3 bits. */
export function greyLevels({ bits, grey }: Taken): 2 | 4 | 16 | undefined {
  if (bits === 1) return 2;
  if (!grey || bits > MAX_GREY_BITS) return undefined;
  return bits < 4 ? 4 : 16;
}

/**
 * The format for a picture.
 * @param isPhotograph whether it is a photograph for sure; else JPEG and others are tried.
 * @throws EncodeError `unencodable` with field `format` when the handset takes nothing that is written.
 */
export function chooseFormat(taken: Taken, source: Pick<Probe, 'animated'>, isPhotograph: () => boolean): Choice {
  const { formats, animation } = taken;
  const has = (format: ImageFormat) => formats.has(format);
  const only = (format: Choice['formats'][number], reason: string): Choice => ({ formats: [format], animated: false, reason });
  const few = (['png', 'gif'] as const).filter(has);
  if (source.animated && animation && has('gif'))
    return { formats: ['gif'], animated: true, reason: 'the handset shows animations' };
  if (isOneBit(taken)) {
    if (has('wbmp')) return only('wbmp', 'the handset shows black and white');
    if (few[0] !== undefined) return only(few[0], 'the handset shows black and white, and takes no WBMP');
  } else if (greyLevels(taken) !== undefined) {
    if (few[0] !== undefined) return only(few[0], 'the screen has few greys');
    if (has('wbmp')) return only('wbmp', 'the screen has few greys, and the handset takes no PNG or GIF');
  } else {
    if (has('jpeg') && few.length === 0) return only('jpeg', 'it is what the handset takes');
    if (has('jpeg') && isPhotograph()) return only('jpeg', 'it has the shades of a photograph');
    if (has('jpeg')) return { formats: [...few, 'jpeg'], animated: false, reason: 'whichever is better' };
    if (few.length > 0) return { formats: few, animated: false, reason: 'the handset takes no JPEG' };
    if (has('wbmp')) return only('wbmp', 'it is what the handset takes');
  }
  if (has('jpeg')) return only('jpeg', 'it is what the handset takes');
  const taking = formats.size === 0 ? 'none' : `${[...formats].join(', ')} alone`;
  throw new EncodeError('unencodable', 'format', undefined, `the handset takes no picture that is written here: ${taking}`);
}
