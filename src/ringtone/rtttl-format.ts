/**
 * Writing RTTTL and RTX.
 *
 *   title ":" d=4,o=5,b=160 [,s=S] [,l=2] [,v=7] ":" command *( "," command )
 *
 * The text is canonical: notes in the grammar's own form (duration, letter, `#`, octave, dot), lower case, with those
 * defaults for duration and octave that make it shortest. Reading it back gives the same tune.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import type { TuneDevice } from './devices.js';
import { checkTextTempo } from './tempo.js';
import { checkTune, type Duration, type Note, type Octave, requirePrintable, type Tune } from './tune.js';

/**
 * Formats a tune as RTTTL 1.0. A style, loops or volumes are written in RTX's notation, if the tune has them.
 * @throws EncodeError `unencodable` for double dots, thirds, a `:`, a control character or a leading byte order mark in the title, and a tune without
 *   notes; `bad-value` for a field out of its range (tempos are whole numbers from 25 to 900).
 * @example
 * ```ts
 * import { formatRtttl, parseRtttl } from 'handset/ringtone';
 *
 * formatRtttl(parseRtttl('Siren:d=4,o=5,b=125:4c5,4e5,4g5,2c6')); // -> 'Siren:d=4,o=5,b=125:c,e,g,2c6'
 * ```
 */
export function formatRtttl(tune: Tune, options: FormatRtttlOptions = {}): string {
  requireObject(tune, 'tune');
  return format(tune, false, options.device !== undefined && DOT_FIRST.includes(options.device));
}

/** Devices whose row in TUNE_DEVICES has the dot before the octave: the table itself is more than who only writes a text needs. */
const DOT_FIRST: readonly TuneDevice[] = ['esphome-2025', 'nonblockingrtttl'];

/** Options of {@link formatRtttl}. */
export interface FormatRtttlOptions {
  /** Write for this device, which may read the dot before the octave. Use `fitTune` first to make the tune one that it can play. */
  readonly device?: TuneDevice;
}

/**
 * Formats a tune as RTX: like {@link formatRtttl}, but always with d, o, b, s and l.
 * @throws EncodeError as {@link formatRtttl}.
 */
export function formatRtx(tune: Tune): string {
  requireObject(tune, 'tune');
  return format(tune, true, false);
}

/** Candidates for a default, the usual one first: it wins a tie. */
const DURATIONS: readonly Duration[] = [4, 8, 16, 2, 32, 1];
const OCTAVES: readonly Octave[] = [5, 6, 4, 7];

function format(tune: Tune, everyKey: boolean, isDotFirst: boolean): string {
  checkText(tune);
  const duration = cheapestDuration(tune.notes);
  const octave = commonestOctave(tune.notes);
  let text = `${tune.title}:d=${duration},o=${octave},b=${tune.tempoBpm}`;
  if (everyKey || tune.style !== 'N') text += `,s=${tune.style}`;
  if (everyKey || tune.loops !== 0) text += `,l=${tune.loops}`;
  // Readers must ignore a key they do not know, but only in this section: here v= disturbs nobody.
  const firstVolume = tune.notes[0]?.volume;
  if (firstVolume !== undefined) text += `,v=${firstVolume}`;
  for (let i = 0; i < tune.notes.length; i++) {
    const note = tune.notes[i] as Note;
    text += i === 0 ? ':' : ',';
    // Always with '=', because "b5" would be the note b in octave 5.
    if (note.tempoBpm !== undefined) text += `b=${note.tempoBpm},`;
    if (note.style !== undefined) text += `s=${note.style},`;
    if (note.volume !== undefined && i > 0) text += `v=${note.volume},`;
    text = appendRtttlNote(text, note, duration, octave, isDotFirst);
  }
  return text;
}

/** The text with a note after it, which has no double dots, by the defaults of the text. */
export function appendRtttlNote(
  before: string,
  note: Note,
  defaultDuration: Duration,
  defaultOctave: Octave,
  isDotFirst = false,
): string {
  let text = before;
  if (note.duration !== defaultDuration) text += note.duration;
  text += note.pitch ?? 'p';
  if (note.dots === 1 && isDotFirst) text += '.';
  if (note.pitch !== null && note.octave !== defaultOctave) text += note.octave;
  if (note.dots === 1 && !isDotFirst) text += '.';
  return text;
}

function checkText(tune: Tune): void {
  checkTune(tune);
  checkTextTempo('tempoBpm', tune.tempoBpm);
  if (tune.title.includes(':')) {
    throw new EncodeError('unencodable', 'title', tune.title.indexOf(':'), 'a colon would end the title');
  }
  if (tune.title.startsWith('\ufeff')) {
    throw new EncodeError('unencodable', 'title', 0, 'a leading byte order mark would be lost on reading');
  }
  requirePrintable(tune.title);
  if (tune.notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'the text needs at least one note');
  for (let i = 0; i < tune.notes.length; i++) {
    const note = tune.notes[i] as Note;
    if (note.tempoBpm !== undefined) checkTextTempo(`notes[${i}].tempoBpm`, note.tempoBpm);
    if (note.dots === 2) {
      throw new EncodeError('unencodable', `notes[${i}].dots`, undefined, 'the text has no double dot');
    }
    if (note.twoThirds === true) {
      throw new EncodeError('unencodable', `notes[${i}].twoThirds`, undefined, 'the text has no two-thirds length');
    }
  }
}

/** The duration whose omission saves most; `d=16` itself costs a character more than `d=4`. */
export function cheapestDuration(notes: readonly Note[]): Duration {
  const counts = new Uint32Array(33);
  for (const { duration } of notes) counts[duration] = (counts[duration] as number) + 1;
  const saved = (duration: Duration) => ((counts[duration] as number) - 1) * (duration > 9 ? 2 : 1);
  return DURATIONS.reduce((best, other) => (saved(other) > saved(best) ? other : best));
}

/** The octave that most notes have. */
export function commonestOctave(notes: readonly Note[]): Octave {
  const counts = new Uint32Array(8);
  for (const note of notes) {
    if (note.pitch !== null) counts[note.octave] = (counts[note.octave] as number) + 1;
  }
  const count = (octave: Octave) => counts[octave] as number;
  return OCTAVES.reduce((best, other) => (count(other) > count(best) ? other : best));
}
