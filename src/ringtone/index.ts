/**
 * `handset/ringtone`: monophonic tunes as RTTTL or RTX text and as Nokia Smart Messaging ringing tones.
 * @module
 */
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
export { type Issue, type IssueCode, lintRtttl, parseRtttl, type RtttlLint, type RtttlOptions } from './rtttl.js';
export { formatRtttl, formatRtx } from './rtttl-format.js';
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
