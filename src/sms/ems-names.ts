/**
 * The sounds and animations that EMS handsets have built in, by their numbers (TS 23.040 sections 9.2.3.24.10.1.2 and .4).
 * @module
 */

/** The names of the predefined EMS sounds, by number (TS 23.040 section 9.2.3.24.10.3.1). */
export const PREDEFINED_SOUNDS = [
  ...['chimes high', 'chimes low', 'ding', 'tada', 'notify', 'drum', 'claps', 'fanfare', 'chord high', 'chord low'],
] as const;

/**
 * The meanings of the predefined EMS animations, by number; handsets draw them differently. 0 to 5 are those of EMS 4, the others are newer.
 */
export const PREDEFINED_ANIMATIONS = [
  ...['irony', 'gladness', 'doubt', 'sadness', 'enthusiasm', 'crying', 'wink', 'laughter', 'indifference', 'love'],
  ...['confusion', 'tiredness or tongue', 'anger', 'glasses', 'devil'],
] as const;
