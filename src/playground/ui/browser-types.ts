/**
 * Media types that browsers show and play. No DOM here.
 * @module
 */

/** Pictures. */
export const BROWSER_PICTURES: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/bmp', 'image/webp'];

/** Sounds. */
export const BROWSER_SOUNDS: readonly string[] = [
  ...['audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/aac', 'audio/wav', 'audio/x-wav', 'audio/ogg'],
];
