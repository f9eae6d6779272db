/**
 * The handset that the page shows things on: its screen as the phone draws it, and who else wants to know which one it is. No DOM here.
 * @module
 */
import { findHandset, type HandsetProfile } from '../profile/index.js';

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
}

/** Screens of which nothing is known: the one that most phones without colours had, and a common one with colours. */
const SMALL = { widthPx: 84, heightPx: 48 } as const;
const LARGE = { widthPx: 128, heightPx: 128 } as const;

/** From this number of colours on a screen shows more than greys. */
const COLOURS = 64;

/** The screen of a handset. What the profile does not know follows from whether it takes multimedia messages. */
export function screenOf({ screen, mms }: HandsetProfile): PhoneScreen {
  const { width, height, colors, greyscale, bitsPerPixel } = screen;
  const shades = colors ?? (bitsPerPixel === null ? undefined : 2 ** bitsPerPixel);
  const isAssumed = width === null || height === null;
  const assumed = mms === null && (shades === undefined || shades < COLOURS) ? SMALL : LARGE;
  const size = isAssumed ? assumed : { widthPx: width, heightPx: height };
  if (shades === undefined) return { ...size, look: assumed === SMALL ? 'lcd' : 'colour', greys: 2, isAssumed };
  if (shades <= 2) return { ...size, look: 'lcd', greys: 2, isAssumed };
  const isGrey = greyscale === true || shades < COLOURS;
  return { ...size, look: isGrey ? 'grey' : 'colour', greys: isGrey ? shades : 2, isAssumed };
}

/** A handset as people call it. */
export function nameOf({ make, model, kind, id }: HandsetProfile): string {
  if (kind === 'model') return `${make} ${model}`;
  const takes = id.endsWith('mms') ? 'that takes MMS' : id === 'generic-ems' ? 'that takes EMS' : 'for SMS alone';
  return `any ${make ?? 'handset'} ${takes}`;
}

/** The screen in words: `84 x 48, black on green`. */
export function describeScreen({ widthPx, heightPx, look, greys, isAssumed }: PhoneScreen): string {
  const colours = { lcd: 'one bit a pixel', grey: `${greys} greys`, colour: 'colours' }[look];
  return `${widthPx} x ${heightPx}${isAssumed ? ' (assumed)' : ''}, ${colours}`;
}

/** A handset that everybody on the page agrees on. */
export interface ChosenHandset {
  get(): HandsetProfile;
  set(profile: HandsetProfile): void;
  /** Calls back with each other handset that is chosen. */
  onChange(listener: (profile: HandsetProfile) => void): void;
}

/** A choice that begins with a handset. */
export function chosenHandset(first: HandsetProfile): ChosenHandset {
  const listeners: ((profile: HandsetProfile) => void)[] = [];
  let chosen = first;
  return {
    get: () => chosen,
    set: (profile) => {
      if (profile.id === chosen.id) return;
      chosen = profile;
      for (const listener of listeners) listener(profile);
    },
    onChange: (listener) => {
      listeners.push(listener);
    },
  };
}

let shared: ChosenHandset | undefined;

/** The page's handset: that of the tab Phone, for which the forms fit their pictures. A Nokia 3310 at first. */
export function phoneHandset(): ChosenHandset {
  shared ??= chosenHandset(findHandset({ make: 'Nokia', model: '3310' }) as HandsetProfile);
  return shared;
}
