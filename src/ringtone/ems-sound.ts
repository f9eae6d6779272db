/**
 * Tunes as EMS user defined sounds: information elements in the user data header of one or several short messages.
 *
 *   0C length position iMelody                      user defined sound: a whole iMelody of at most 128 octets
 *   13 01 n  0C ...  |  0C ...  |  0C ...           user prompt: n sounds, one per message, that belong together
 *
 * A longer tune is split: each object is a whole iMelody that names the tempo, style and volume in force where it begins, so
 * that a phone which plays only one of them plays it right. A tempo or style that changes inside the tune begins a new object.
 * The title is left out: NAME would cost notes.
 *
 * An object takes what a part of 140 octets leaves beside UDHL (1), a concatenation element (5, or 6 with a 16-bit
 * reference), in the first part the user prompt (3), and the element's own head and position (3).
 *
 * Source: 3GPP TS 23.040 sections 9.2.3.24.10.1.2, .3 and .10; iMelody 1.2.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { errorAt } from '../bytes/error-at.js';
import { Reading } from '../bytes/reading.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DecodeError, EncodeError, FormatError } from '../errors.js';
import type { InformationElement } from '../sms/information-element.js';
import { concatOctets, MAX_USER_DATA } from '../text/part-sizes.js';
import { parseImelody } from './imelody.js';
import { imelodyMelody, imelodyNote, imelodyText } from './imelody-format.js';
import type { TuneReading, TuneTextOptions } from './issues.js';
import { checkLines, DEFAULT_BEAT } from './melody-object.js';
import { checkTextTempo } from './tempo.js';
import { badField, checkTune, isWhole, type Note, type Style, type Tune } from './tune.js';
import { TuneBuilder } from './tune-builder.js';

export { PREDEFINED_SOUNDS } from '../sms/ems-names.js';

/** Options of {@link encodeEmsSound}. */
export interface EmsSoundOptions {
  /** Position in the text of the message at which the sound is played, 0 to 255; 0 by default. */
  readonly position?: number;
  /** Bits of the concatenation reference that the messages will have; 8 by default. */
  readonly concat?: 8 | 16;
  /** Maximum number of objects, and thereby of messages, 1 to 255; 255 by default. */
  readonly maxObjects?: number;
}

/** Octets of a user defined sound (TS 23.040 section 9.2.3.24.10.1.3). */
const MAX_OCTETS = 128;

/** Octets that a part has beside an object and a concatenation. */
const UDHL_OCTETS = 1;
const PROMPT_OCTETS = 3;
const HEAD_OCTETS = 3;

/**
 * Encodes a tune as elements of user defined sounds (TS 23.040 section 9.2.3.24.10.1.3): one `userSound`, or a `userPrompt` and as many sounds as it
 * announces. The prompt and the first sound go into one message, each further sound into the next one.
 * @throws EncodeError `too-long` for more than `maxObjects` objects; `unencodable` for a repeated tune that does not fit one object,
 *   one whose volume changes but which does not begin with a volume, and a tune without notes; `bad-value` for a field out of its
 *   range (tempos are whole numbers from 25 to 900).
 * @example
 * ```ts
 * import { encodeEmsSound, parseRtttl } from 'handset/ringtone';
 *
 * encodeEmsSound(parseRtttl('x:d=8,o=5,b=160:c,d,e,f,4g,4g')).map(({ kind }) => kind); // -> ['userSound']
 * ```
 */
export function encodeEmsSound(tune: Tune, options: EmsSoundOptions = {}): InformationElement[] {
  requireObject(tune, 'tune');
  const { position = 0, concat = 8, maxObjects = 255 } = options;
  if (!isWhole(position, 0, 255)) throw badField('position', position, '0 to 255');
  if (concat !== 8 && concat !== 16) throw badField('concat', concat, '8 or 16');
  if (!isWhole(maxObjects, 1, 255)) throw badField('maxObjects', maxObjects, '1 to 255');
  checkTune(tune);
  checkTextTempo('tempoBpm', tune.tempoBpm);
  checkLines('', tune);
  const texts = tune.loops > 0 ? [repeatedText(tune)] : split(tune, concat);
  if (texts.length > maxObjects) {
    throw new EncodeError('too-long', 'notes', undefined, `${texts.length} objects, at most ${maxObjects}`);
  }
  const sounds = texts.map((text): InformationElement => ({ kind: 'userSound', position, data: encodeAscii(text) }));
  return sounds.length === 1 ? sounds : [{ kind: 'userPrompt', objects: sounds.length }, ...sounds];
}

/** A repeat cannot go around several objects. */
function repeatedText(tune: Tune): string {
  const { melody, volume } = imelodyMelody(tune, {});
  const text = pieceText({ tempoBpm: tune.tempoBpm, style: tune.style, volume }, melody);
  if (text.length > MAX_OCTETS) {
    const message = `${text.length} octets, and a repeat cannot go around several objects of ${MAX_OCTETS}`;
    throw new EncodeError('unencodable', 'loops', undefined, message);
  }
  return text;
}

/** What is in force. */
interface State {
  readonly tempoBpm: number;
  readonly style: Style;
  readonly volume: number | undefined;
}

/** The texts of the objects, each as long as it may be. */
function split(tune: Tune, concat: 8 | 16): string[] {
  const roomBeside = (others: number) => Math.min(MAX_OCTETS, MAX_USER_DATA - UDHL_OCTETS - HEAD_OCTETS - others);
  const alone = pieces(tune, () => roomBeside(0));
  if (alone.length === 1) return alone;
  return pieces(tune, (object) => roomBeside(concatOctets(concat) + (object === 0 ? PROMPT_OCTETS : 0)));
}

function pieces(tune: Tune, findRoom: (object: number) => number): string[] {
  const texts: string[] = [];
  let state: State = { tempoBpm: tune.tempoBpm, style: tune.style, volume: undefined };
  let begun = state;
  let melody = '';
  let room = 0;
  for (let i = 0; i < tune.notes.length; i++) {
    const note = tune.notes[i] as Note;
    if (note.tempoBpm !== undefined) checkTextTempo(`notes[${i}].tempoBpm`, note.tempoBpm);
    const isNewLine = (note.tempoBpm ?? state.tempoBpm) !== state.tempoBpm || (note.style ?? state.style) !== state.style;
    state = {
      tempoBpm: note.tempoBpm ?? state.tempoBpm,
      style: note.style ?? state.style,
      volume: note.volume ?? state.volume,
    };
    const sound = imelodyNote(note);
    const element = note.volume === undefined ? sound : `V${note.volume}${sound}`;
    if (melody !== '' && (isNewLine || melody.length + element.length > room)) {
      texts.push(pieceText(begun, melody));
      melody = '';
    }
    if (melody === '') {
      begun = state;
      room = findRoom(texts.length) - pieceText(begun, '').length;
      melody = sound;
    } else melody += element;
  }
  texts.push(pieceText(begun, melody));
  return texts;
}

/** An object; the tempo and style that a phone begins with anyhow are left out. */
function pieceText({ tempoBpm, style, volume }: State, melody: string): string {
  return imelodyText({
    tempoBpm: tempoBpm === DEFAULT_BEAT ? undefined : tempoBpm,
    style: style === 'N' ? undefined : style,
    volume,
    melody,
  });
}

/** The text has no character outside ASCII. */
function encodeAscii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

/**
 * Decodes the tune in the user defined sounds of a message (TS 23.040 section 9.2.3.24.10.1.3), in order; other elements are ignored. Several sounds
 * become one tune: a note has a tempo, style or volume only if it differs from the current one, and the repeats of a sound are expanded into notes,
 * an endless one once.
 * @throws DecodeError `truncated` for no sound or fewer than the user prompt announces, `trailing-bytes` for more;
 *   otherwise as `parseImelody`, its field beginning with `EMS/sound[1]/`, its offset counted in the octets of that sound.
 * @throws LimitError `limit-exceeded` above `tuneNotes` for all sounds together.
 * @example
 * ```ts
 * import { decodeEmsSound, encodeEmsSound, formatRtttl, parseRtttl } from 'handset/ringtone';
 *
 * const elements = encodeEmsSound(parseRtttl('x:d=8,o=5,b=160:c,d,e,f,4g,4g'));
 * formatRtttl(decodeEmsSound(elements)); // -> ':d=8,o=5,b=160:c,d,e,f,4g,4g'
 * ```
 */
export function decodeEmsSound(elements: readonly InformationElement[], options: TuneTextOptions = {}): Tune {
  requireList(elements, 'elements');
  const reading = Reading.of(options);
  const sounds: Uint8Array[] = [];
  let promised: number | undefined;
  for (const element of elements) {
    if (element.kind === 'userSound') sounds.push(element.data);
    else if (element.kind === 'userPrompt') promised ??= element.objects;
  }
  if (sounds.length === 0) throw new DecodeError('truncated', 'EMS/sound[0]', 0, 'no user defined sound');
  if (promised !== undefined && promised !== sounds.length) {
    const reason = `${sounds.length} sounds, and the user prompt says ${promised}`;
    const thrown = sounds.length < promised ? 'truncated' : 'trailing-bytes';
    reading.fault('missing-line', 'EMS/userPrompt', 0, reason, { assumed: 'the sounds that are there' }, thrown);
  }
  const first = readSound(sounds[0] as Uint8Array, 0, reading);
  if (sounds.length === 1) return first;
  const tune = new TuneBuilder(reading, first.tempoBpm);
  tune.setTuneStyle(first.style);
  addPiece(tune, first, 0, reading);
  for (let i = 1; i < sounds.length; i++) addPiece(tune, readSound(sounds[i] as Uint8Array, i, reading), i, reading);
  return tune.tune(first.title, 0);
}

function readSound(octets: Uint8Array, index: number, reading: TuneReading): Tune {
  try {
    return parseImelody(textOfUnits(octets, octets.length), reading);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    throw errorAt(error, error.offset, `EMS/sound[${index}]/${error.field}`);
  }
}

/** Adds a piece of a tune, whose own tempo and style are those of the first piece. */
function addPiece(tune: TuneBuilder, { tempoBpm, style, loops, notes }: Tune, index: number, reading: TuneReading): void {
  const field = `EMS/sound[${index}]`;
  if (loops === 15) {
    reading.note('approximated', field, 0, `sound ${index} repeats without end`, { assumed: 'played once' });
  }
  // iMelody has no other tempo or style inside a melody.
  tune.tempo = tempoBpm;
  tune.style = style;
  const passes = loops === 15 ? 1 : loops + 1;
  for (let pass = 0; pass < passes; pass++) {
    for (const { volume, ...note } of notes) {
      if (volume !== undefined) tune.volume = volume;
      tune.add(note, field, 0);
    }
  }
}
