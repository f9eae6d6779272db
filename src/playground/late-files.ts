/**
 * Readers of files, which are loaded together.
 * @module
 */
export { readGif } from '../media/gif.js';
export { readJpeg } from '../media/jpeg.js';
export { readPng } from '../media/png.js';
export { readWav } from '../media/wav.js';
export { readMidi } from '../ringtone/midi.js';
export { traceZip } from '../zip/tree.js';
