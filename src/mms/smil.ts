/**
 * The presentation of a multimedia message: slides, each with a picture or video, a text and a sound, in two regions of the screen.
 *
 *   <smil><head><layout>
 *     <root-layout width="160" height="140"/>
 *     <region id="Image" left="0" top="0" width="160" height="120" fit="meet"/>
 *     <region id="Text" left="0" top="120" width="160" height="20" fit="scroll"/>
 *   </layout></head><body>
 *     <par dur="5000ms"><img src="cid:a.gif" region="Image"/><text src="cid:t.txt" region="Text"/></par>
 *   </body></smil>
 *
 * The model has what OMA-MMS-CONF lets a message use of SMIL, and `param`, by which senders of 2002 and 2003 gave texts a colour and a
 * size. Sources: OMA-MMS-CONF 1.2 section 8, SMIL 2.0; the files of public decoders for what senders wrote.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import type { HandsetProfile } from '../profile/profile.js';

/** A distance or size: whole pixels, 0 to 65535, or a share of the screen such as `50%`. */
export type RegionLength = number | `${number}%`;

/** What happens to content that is larger or smaller than its region; a reader takes a missing one for `hidden`. */
export const REGION_FITS = ['hidden', 'meet', 'scroll', 'fill', 'slice'] as const;

/** The scaling of a picture to its region (SMIL 2.0, `fit`). */
export type RegionFit = (typeof REGION_FITS)[number];

/** A rectangle of the screen in which media are shown. Conforming messages have at most two, with the ids `Image` and `Text`. */
export interface Region {
  /** Id, by which media refer to the region. */
  readonly id: string;
  /** Distance from the left edge of the layout. */
  readonly left: RegionLength;
  /** Distance from its top edge. */
  readonly top: RegionLength;
  /** Width of the region. */
  readonly width: RegionLength;
  /** Height of the region. */
  readonly height: RegionLength;
  /** How a picture of another size is scaled. */
  readonly fit?: RegionFit | undefined;
}

/** The elements that refer to a part. A `ref` is whatever the part's type says. */
export const MEDIA_KINDS = ['img', 'text', 'audio', 'video', 'ref'] as const;

/** The elements of media; `ref` may be of any kind. */
export type MediaKind = (typeof MEDIA_KINDS)[number];

/** A hint to the renderer, such as `foreground-color` `#0000F8` or `textsize` `large`. */
export interface MediaParam {
  /** Name of the parameter. */
  readonly name: string;
  /** Its value. */
  readonly value: string;
}

/** A picture, text, sound or video on a slide. */
export interface Media {
  /** Name of the element. */
  readonly kind: MediaKind;
  /** Reference to the part: `cid:` and its Content-ID, or its Content-Location or name. */
  readonly src: string;
  /** Id of the region that shows it. */
  readonly region?: string | undefined;
  /** Text to show if the part cannot be shown. */
  readonly alt?: string | undefined;
  /** When it appears, in milliseconds from the beginning of the slide. */
  readonly beginMs?: number | undefined;
  /** When it disappears, in milliseconds from the beginning of the slide. */
  readonly endMs?: number | undefined;
  /** Its `param` elements. */
  readonly params?: readonly MediaParam[] | undefined;
}

/** A slide, the element `par`: media that are shown together. */
export interface Slide {
  /** Duration in milliseconds, 0 to 2147483647; if absent, the slide stays until its sound or video ends or the user continues. */
  readonly durationMs?: number | undefined;
  /** At most one picture or video, one text, and one sound, which a video excludes. */
  readonly media: readonly Media[];
}

/** A `meta` element in the head, such as `title` or `author`. */
export interface SmilMeta {
  /** Name of the entry. */
  readonly name: string;
  /** Value of the entry. */
  readonly content: string;
}

/** The layout of a presentation. */
export interface SmilLayout {
  /** Width in pixels, 1 to 65535; that of the screen if absent. */
  readonly widthPx?: number | undefined;
  /** Height in pixels, 1 to 65535; that of the screen if absent. */
  readonly heightPx?: number | undefined;
  /** Background colour as in CSS2: `#rrggbb`, `#rgb`, or a name. */
  readonly backgroundColor?: string | undefined;
  /** At most two regions. */
  readonly regions: readonly Region[];
}

/** The presentation of a message, as SMIL expresses it: slides of media, with their regions and times (OMA-MMS-CONF 1.2 section 8). */
export interface Presentation extends SmilLayout {
  /** The slides, in order. */
  readonly slides: readonly Slide[];
  /** Its `meta` elements. */
  readonly meta?: readonly SmilMeta[] | undefined;
}

/** The media type of a presentation part. */
export const SMIL_TYPE = 'application/smil';

/** How long a slide is shown by default. */
export const SLIDE_MS = 5000;

/** Region ids of OMA-MMS-CONF; many handsets place content by them alone. */
export const IMAGE_REGION = 'Image';
export const TEXT_REGION = 'Text';

/** Regions that a conforming presentation has at most. */
export const MAX_REGIONS = 2;
/** Largest pixel number of a region. */
export const MAX_PIXELS = 65_535;
/** Longest time, in milliseconds. */
export const MAX_MS = 0x7fff_ffff;

/** Options of {@link layoutFor}. */
export interface LayoutOptions {
  /** Whether to place the text above or left of the picture; false by default. */
  readonly textFirst?: boolean | undefined;
  /** Whether any slide has a picture or video; true by default. Otherwise the text has the whole screen. */
  readonly image?: boolean | undefined;
  /** Whether any slide has a text; true by default. Otherwise the picture has the whole screen. */
  readonly text?: boolean | undefined;
}

/** A screen, by its size in pixels, or the profile of a handset. */
export type LayoutTarget = Pick<HandsetProfile, 'screen'> | { readonly widthPx: number; readonly heightPx: number };

/** The screen of OMA-MMS-CONF's smallest picture class, 160 x 120, and a line of text under it. */
const DEFAULT_SCREEN = { widthPx: 160, heightPx: 140 } as const;

/** A screen this much wider than high has picture and text side by side. */
const LANDSCAPE = 1.5;
/** A line of text on the handsets of the time, in pixels. */
const TEXT_LINE = 20;

/**
 * Places the regions `Image` and `Text` on a screen. Portrait: the picture has the width of the screen and three quarters of it as height, and the
 * text the rest, between an eighth (at least a line of 20 pixels) and half of the height. Landscape, from 3:2 on: half each, the picture on the left.
 * OMA-MMS-CONF describes both arrangements, but not the shares.
 * @param target the screen; 160 by 140 pixels if it is undefined or a handset whose screen is unknown.
 * @throws EncodeError `bad-value` for a size outside 1 to 65535.
 */
export function layoutFor(target: LayoutTarget | undefined, options: LayoutOptions = {}): SmilLayout {
  requireObject(options, 'options');
  const { widthPx, heightPx } = findScreen(target);
  checkPixels('SMIL/head/layout/root-layout/width', widthPx, 1);
  checkPixels('SMIL/head/layout/root-layout/height', heightPx, 1);
  const { textFirst = false, image = true, text = true } = options;
  const whole = { left: 0, top: 0, width: widthPx, height: heightPx };
  const regions: Region[] = [];
  if (!(image && text)) {
    if (image) regions.push({ id: IMAGE_REGION, ...whole, fit: 'meet' });
    if (text) regions.push({ id: TEXT_REGION, ...whole, fit: 'scroll' });
    return { widthPx, heightPx, regions };
  }
  const isLandscape = widthPx >= heightPx * LANDSCAPE;
  const length = isLandscape ? widthPx : heightPx;
  const textLength = isLandscape ? Math.floor(widthPx / 2) : textHeight(widthPx, heightPx);
  const place = (start: number, extent: number) =>
    isLandscape
      ? { left: start, top: 0, width: extent, height: heightPx }
      : { left: 0, top: start, width: widthPx, height: extent };
  const imageLength = length - textLength;
  regions.push({ id: IMAGE_REGION, ...place(textFirst ? textLength : 0, imageLength), fit: 'meet' });
  regions.push({ id: TEXT_REGION, ...place(textFirst ? 0 : imageLength, textLength), fit: 'scroll' });
  return { widthPx, heightPx, regions };
}

function findScreen(target: LayoutTarget | undefined): { widthPx: number; heightPx: number } {
  if (target === undefined) return DEFAULT_SCREEN;
  requireObject(target, 'target');
  if ('widthPx' in target) return target;
  requireObject(target.screen, 'target.screen');
  const { width, height } = target.screen;
  return width === null || height === null ? DEFAULT_SCREEN : { widthPx: width, heightPx: height };
}

function textHeight(widthPx: number, heightPx: number): number {
  const least = Math.max(TEXT_LINE, Math.ceil(heightPx / 8));
  const most = Math.floor(heightPx / 2);
  return Math.min(Math.max(heightPx - Math.round((widthPx * 3) / 4), least), most);
}

/** @throws EncodeError `bad-value` for what is not a whole number of pixels. */
export function checkPixels(field: string, value: unknown, least: number): void {
  if (Number.isInteger(value) && (value as number) >= least && (value as number) <= MAX_PIXELS) return;
  throw EncodeError.badValue(field, `${String(value)} is not a whole number from ${least} to ${MAX_PIXELS}`);
}

/** Whether a text is a share of the screen as {@link RegionLength} has it: up to five digits and three decimals, no leading zeros. */
export function isShare(text: string): text is `${number}%` {
  return /^(?:0|[1-9]\d{0,4})(?:\.\d{0,2}[1-9])?%$/.test(text);
}

/** Why media cannot share a slide; undefined when they can. */
export function slideFault(media: readonly Pick<Media, 'kind'>[]): string | undefined {
  const count = (...kinds: readonly MediaKind[]) => media.filter(({ kind }) => kinds.includes(kind)).length;
  if (count('img', 'video') > 1) return 'a slide shows one picture or video';
  if (count('text') > 1) return 'a slide shows one text';
  if (count('audio') > 1) return 'a slide plays one sound';
  if (count('video') > 0 && count('audio') > 0) return 'a video has its own sound, another cannot play with it';
  return undefined;
}
