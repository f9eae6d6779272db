/**
 * The handset that the page shows things on, and who else wants to know which one it is. No DOM here.
 * @module
 */
import { findHandset, type HandsetProfile } from '../../profile/index.js';

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

/** The handset that a multimedia message is made for: one that takes none gives way to a phone of 2006 that does. */
export function mmsHandset(profile: HandsetProfile): HandsetProfile {
  return profile.mms === null ? (findHandset({ make: 'Nokia', model: '6300' }) as HandsetProfile) : profile;
}
