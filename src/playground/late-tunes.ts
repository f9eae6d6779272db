/**
 * Tunes of devices: their files and tables, and what makes a tune one that a device takes. They are loaded together.
 * @module
 */
export { formatArduinoTable, parseArduinoTable } from '../ringtone/arduino-table.js';
export { fitToDevice } from '../ringtone/device-fit.js';
export { findDeviceIssues } from '../ringtone/device-lint.js';
export {
  decodeBluejayMelody,
  encodeBluejayMelody,
  measureEscMelody,
  readBluejayMelody,
} from '../ringtone/esc-melody.js';
export { formatFlipperMusic, parseFlipperMusic } from '../ringtone/flipper-music.js';
