/**
 * A handset in words: its name, its screen and what it takes, as far as its profile knows them.
 * @module
 */

import { type Fact, pickFacts } from '../content/facts.js';
import { KINDS } from '../content/kinds.js';
import type { HandsetMatch, HandsetProfile, MatchQuality } from '../profile/index.js';

/** How a screen looks: dark on green, greys, or colours. */
export type Look = 'lcd' | 'grey' | 'colour';

/** A screen that can be drawn. */
export interface PhoneScreen {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly look: Look;
  /** Greys of a grey screen. */
  readonly greys: number;
  /** Whether the profile does not know the size, so that it is a common one. */
  readonly isAssumed: boolean;
  /** Whether it is as fine as those of smartphones, which write in smooth letters. */
  readonly isFine?: true;
}

/** Screens of which nothing is known: the one that most phones without colours had, and a common one with colours. */
const SMALL = { widthPx: 84, heightPx: 48 } as const;
const LARGE = { widthPx: 128, heightPx: 128 } as const;

/** From this width and height on, upright, a screen is that of a smartphone. */
const FINE = { widthPx: 320, heightPx: 480 } as const;

/** From this number of colours on a screen shows more than greys. */
const COLOURS = 64;

/** The screen of a handset. What the profile does not know follows from whether it takes multimedia messages. */
export function findScreen({ screen, mms }: HandsetProfile): PhoneScreen {
  const { width, height, colors, greyscale, bitsPerPixel } = screen;
  const shades = colors ?? (bitsPerPixel === null ? undefined : 2 ** bitsPerPixel);
  const isAssumed = width === null || height === null;
  const assumed = mms === null && (shades === undefined || shades < COLOURS) ? SMALL : LARGE;
  const size = isAssumed ? assumed : { widthPx: width, heightPx: height };
  if (shades === undefined) return { ...size, look: assumed === SMALL ? 'lcd' : 'colour', greys: 2, isAssumed };
  if (shades <= 2) return { ...size, look: 'lcd', greys: 2, isAssumed };
  if (greyscale === true || shades < COLOURS) return { ...size, look: 'grey', greys: shades, isAssumed };
  const isFine = size.widthPx >= FINE.widthPx && size.heightPx >= FINE.heightPx;
  return { ...size, look: 'colour', greys: 2, isAssumed, ...(isFine && { isFine }) };
}

/** Generic profiles of platforms. */
const PLATFORMS: Readonly<Record<string, string | undefined>> = {
  'generic-smartphone': 'smartphone',
  'generic-kaios': 'phone with KaiOS',
  'generic-s30plus': 'phone with Series 30+',
};

/** What a profile that is a guess was taken for; undefined where it is that of the model that was named. */
export function describeMatch({ profile, match }: HandsetMatch): string | undefined {
  if (match === 'exact') return undefined;
  const kind = match === 'similar' ? 'the model that is nearest' : 'a guess for all that it stands for';
  return `no model is known by that name: taken for ${nameHandset(profile)}, ${kind}`;
}

/** A handset that somebody chose, by a name or with a profile of his own, which has no quality of a match. */
export type ChosenHandset = Pick<HandsetMatch, 'profile'> & Partial<HandsetMatch>;

/** A chosen handset in a report: which profile it is, and how well that answers to its name. */
export function summarizeHandset({ profile: { id }, match }: ChosenHandset): {
  readonly id: string;
  readonly match?: MatchQuality;
} {
  return { id, ...(match !== undefined && { match }) };
}

/** A handset as people call it. */
export function nameHandset({ make, model, kind, id }: HandsetProfile): string {
  if (kind === 'model') return `${make} ${model}`;
  const platform = PLATFORMS[id];
  if (platform !== undefined) return `any ${platform}`;
  const takes = id.endsWith('mms') ? 'that takes MMS' : id === 'generic-ems' ? 'that takes EMS' : 'for SMS alone';
  return `any ${make ?? 'handset'} ${takes}`;
}

/** The screen in words: `84 x 48, one bit a pixel`. */
export function describeScreen({ widthPx, heightPx, look, greys, isAssumed }: PhoneScreen): string {
  const colours = { lcd: 'one bit a pixel', grey: `${greys} greys`, colour: 'colours' }[look];
  return `${widthPx} x ${heightPx}${isAssumed ? ' (assumed)' : ''}, ${colours}`;
}

/** What a handset is known to take, or is known not to take, in words. */
export function listFeatures({ sms, mms, push }: HandsetProfile, does: boolean): string {
  const features = [
    ...Object.values(KINDS).flatMap(({ feature, plural }) =>
      feature === undefined ? [] : [[sms?.[feature], plural] as const],
    ),
    [sms?.largeOperatorLogo, 'large operator logos'],
    [sms?.ems, 'EMS'],
    [sms?.siemensOta, 'exchange objects (Siemens)'],
    [push?.si ?? push?.supported, 'WAP Push'],
    [mms?.receives, mms?.maxBytes ? `MMS of ${Math.round(mms.maxBytes / 1024)} kB` : 'MMS'],
  ] as const;
  return features.flatMap(([known, words]) => (known === does ? [words] : [])).join(', ');
}

/** What a handset is known to do, and is known not to do. */
export function handsetFacts(profile: HandsetProfile): Fact[] {
  return pickFacts([
    ['Screen', describeScreen(findScreen(profile))],
    ['Takes', listFeatures(profile, true)],
    ['Does not take', listFeatures(profile, false)],
  ]);
}
