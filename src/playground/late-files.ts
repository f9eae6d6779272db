/**
 * Readers of files, which are loaded together.
 * @module
 */
export { readNgg, readNlm, readNol, readNpm } from '../bitmap/nokia-files.js';
export { readBmpFile } from '../inspect/images-bmp.js';
export { readGif } from '../media/gif.js';
export { readJpeg } from '../media/jpeg.js';
export { readPng } from '../media/png.js';
export { readWav } from '../media/wav.js';
export { readMidi } from '../ringtone/midi.js';
export { traceZip } from '../zip/tree.js';
