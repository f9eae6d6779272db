/**
 * `handset/ringtone`: monophonic tunes as RTTTL, RTX, iMelody, eMelody and Motorola text, as Nokia Smart Messaging ringing tones,
 * EMS sounds, MIDI files, AnyRtttl's binary form and ESC startup melodies, as files and tables for devices, and as sound; fits tunes to a device or a message.
 * @module
 */

export type { Fix } from '../bytes/reading.js';
export { DecodeError, EncodeError, FormatError, LimitError } from '../errors.js';
export {
  type AnyRtttlNoteBits,
  type AnyRtttlOptions,
  type DecodeAnyRtttlOptions,
  decodeAnyRtttl,
  encodeAnyRtttl,
} from './any-rtttl.js';
export { type ArduinoLayout, type ArduinoTableOptions, formatArduinoTable, parseArduinoTable } from './arduino-table.js';
export {
  type DeviceEffect,
  type DeviceText,
  TUNE_DEVICES,
  type TuneDevice,
  type TuneDeviceProfile,
} from './devices.js';
export { type EmelodyOptions, formatEmelody, parseEmelody } from './emelody.js';
export { decodeEmsSound, type EmsSoundOptions, encodeEmsSound, PREDEFINED_SOUNDS } from './ems-sound.js';
export type { EscFirmware } from './esc-limits.js';
export {
  type BluejayMelodyOptions,
  type DecodeBluejayMelodyOptions,
  decodeBluejayMelody,
  encodeBluejayMelody,
} from './esc-melody.js';
export {
  type FitBudget,
  fitTune,
  type MeasureOptions,
  measureTune,
  type TuneForm,
  type TuneSize,
} from './fit.js';
export type { FitChange } from './fit-change.js';
export { type FlipperMusicOptions, formatFlipperMusic, parseFlipperMusic } from './flipper-music.js';
export { parseImelody } from './imelody.js';
export { formatImelody, type ImelodyOptions } from './imelody-format.js';
export { applyFixes, type TuneIssue, type TuneIssueCode, type TuneTextOptions } from './issues.js';
export { type LintOptions, lintRtttl, type RtttlLint } from './lint.js';
export { type DecodeMidiOptions, decodeMidi, encodeMidi, type MidiOptions } from './midi.js';
export {
  formatMotorola,
  type MotorolaDigits,
  type MotorolaOptions,
  type ParseMotorolaOptions,
  parseMotorola,
} from './motorola.js';
export {
  type DecodeNokiaOptions,
  decodeNokiaRingtone,
  encodeNokiaRingtone,
  type NokiaRingtoneOptions,
} from './nokia.js';
export {
  decodeNokiaSong,
  encodeNokiaSong,
  type Instruction,
  type NokiaPattern,
  type NokiaSong,
  type NokiaSongOptions,
  readNokiaSong,
} from './nokia-song.js';
export { parseRtttl, type RtttlOptions } from './rtttl.js';
export { type FormatRtttlOptions, formatRtttl, formatRtx } from './rtttl-format.js';
export { TEMPO_TABLE, type TempoRounding, tempoCode } from './tempo.js';
export {
  type Duration,
  type Note,
  noteHz,
  noteMidi,
  type Octave,
  type Pause,
  type Pitch,
  type SoundingNote,
  type Style,
  type Tune,
  tuneDurationMs,
} from './tune.js';
export { renderWav, type WavOptions } from './wav.js';
