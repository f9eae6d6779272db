/**
 * Tunes as the tables of Arduino sketches, in C: notes by the names of pitches.h, lengths by the number that a whole note is divided by.
 *
 *   int tempo = 125;                              pairs: note, length; a negative length is dotted
 *   int melody[] = { NOTE_E5, 4, REST, 8, NOTE_C5, -4 };
 *
 *   int melody[] = { NOTE_E5, 0 };                arrays: the tables of the example toneMelody, which has neither dots nor a tempo
 *   int noteDurations[] = { 4, 8 };
 *
 * NOTE_FS4 is f#4, 370 Hz; a table may also have the hertz, and 0 or REST is a pause.
 *
 * Sources: github.com/robsoncouto/arduino-songs (pairs); Arduino, example 02.Digital/toneMelody with its pitches.h (arrays).
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { EncodeError } from '../errors.js';
import { dividedLength, divisorOf, nearDivision } from './divided-lengths.js';
import { reportLoss, type TuneTextOptions } from './issues.js';
import { reportLostChange, reportLostSettings } from './losses.js';
import { checkTextTempo, FASTEST_TEXT_BPM, SLOWEST_TEXT_BPM } from './tempo.js';
import { TextCursor } from './text-cursor.js';
import { badField, checkTune, makeNote, makePause, type Note, noteHz, type SoundingNote, type Tune } from './tune.js';

/** `pairs`: one table of notes with their lengths; `arrays`: a table of notes and a table of lengths. */
export type ArduinoLayout = 'pairs' | 'arrays';

/** Options of {@link formatArduinoTable}. */
export interface ArduinoTableOptions {
  /** Layout of the tables; `pairs` by default. */
  readonly layout?: ArduinoLayout;
  /** Called for each loss: what the tables cannot hold is omitted. The offset is that of the note. */
  readonly onIssue?: TuneTextOptions['onIssue'];
}

/** Notes in a line. */
const NOTES_IN_LINE = 8;

/** The tempo at which toneMelody plays: a quarter is a quarter of a second, and 30 percent of it until the next. */
const TONE_MELODY_BPM = 185;

/**
 * Formats a tune as C tables for an Arduino sketch, with the `#define` lines of its notes. The title is the first line, as a comment. The style,
 * repeats, volumes and later tempos are omitted, and reported to `onIssue`. The layout `arrays` is that of Arduino's example toneMelody, plus the
 * variable `tempo`.
 * @throws EncodeError `unencodable` for double dots, two thirds of a whole note, dots in arrays and a tune without notes; `bad-value` for a field out
 *   of its range.
 * @example
 * ```ts
 * import { formatArduinoTable, parseRtttl } from 'handset/ringtone';
 *
 * formatArduinoTable(parseRtttl('x:d=4,o=5,b=125:e,8c.')).includes('NOTE_E5, 4, NOTE_C5, -8,'); // -> true
 * ```
 */
export function formatArduinoTable(tune: Tune, { layout = 'pairs', onIssue }: ArduinoTableOptions = {}): string {
  requireObject(tune, 'tune');
  checkTune(tune);
  if (layout !== 'pairs' && layout !== 'arrays') throw badField('layout', layout, 'pairs or arrays');
  const { notes, tempoBpm, title } = tune;
  checkTextTempo('tempoBpm', tempoBpm);
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'there is not a single note');
  const lengths = notes.map((note, i) => {
    if (layout === 'pairs') return divisorOf(note, i) * (note.dots === 1 ? -1 : 1);
    if (note.dots === 0) return divisorOf(note, i);
    throw new EncodeError('unencodable', `notes[${i}].dots`, undefined, 'toneMelody has no dots: the layout pairs has');
  });
  reportLostSettings(tune, onIssue);
  for (let i = 0; i < notes.length; i++) reportLostChange(notes[i] as Note, i, onIssue);
  const name = title
    .replace(/[\p{Cc}\u2028\u2029]/gu, ' ')
    .replace(/\\+$/, '')
    .trim();
  if (name !== title) reportLoss(onIssue, 'approximated', 'title', 0, 'a title that is no comment', JSON.stringify(name));
  const names = notes.map((note) => (note.pitch === null ? 'REST' : nameOf(note)));
  const defines = [...new Map(notes.map((note, i) => [names[i] as string, Math.round(noteHz(note) ?? 0)]))]
    .sort(([, a], [, b]) => a - b)
    .map(([defined, hz]) => `#define ${defined} ${hz}\n`);
  const items = layout === 'pairs' ? names.map((note, i) => `${note}, ${lengths[i]}`) : names;
  const tables = [table('melody', items), ...(layout === 'arrays' ? [table('noteDurations', lengths)] : [])];
  return `${name === '' ? '' : `// ${name}\n`}${defines.join('')}\nint tempo = ${tempoBpm};\n\n${tables.join('\n')}`;
}

function nameOf({ pitch, octave }: SoundingNote): string {
  return `NOTE_${pitch.replace('#', 's').toUpperCase()}${octave}`;
}

function table(name: string, items: readonly (string | number)[]): string {
  let text = '';
  for (let i = 0; i < items.length; i += NOTES_IN_LINE) text += `  ${items.slice(i, i + NOTES_IN_LINE).join(', ')},\n`;
  return `int ${name}[] = {\n${text}};\n`;
}

/**
 * Parses the first table of an Arduino sketch whose name begins with `melody`, in either layout, and its `tempo`. Without a tempo it is 185 quarter
 * notes per minute, as in Arduino's example toneMelody, which is reported. A number in hertz becomes the nearest note. A first line that is a comment
 * is the title.
 *
 * Option `lenient`: replace octaves below 4 and above 7, and lengths that a tune cannot have, by the nearest.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `Arduino/note[3]/duration`, its offset the index of
 *   the offending character.
 * @throws LimitError `limit-exceeded` above `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseArduinoTable(text: string, options?: TuneTextOptions): Tune {
  return new TableReader(text, options).read();
}

/** An item of a table. */
interface Item {
  readonly text: string;
  readonly at: number;
}

const MELODY = /\bmelody\w{0,40}\s{0,20}\[[^\]]{0,40}\][^={;]{0,40}=\s{0,20}\{/i;
const DURATIONS = /\b\w{0,40}duration\w{0,40}\s{0,20}\[[^\]]{0,40}\][^={;]{0,40}=\s{0,20}\{/i;
const TEMPO = /\b(?:tempo|bpm)\s{0,20}=\s{0,20}(\d{1,9})\s{0,20};|#define\s{1,20}(?:tempo|bpm)\s{1,20}(\d{1,9})\b/i;

/** How C begins, apart from what calls functions. */
const C_BEGINNING = /^\uFEFF?\s*(?:\/[/*]|#(?:define|include|if)|(?:static|const|unsigned|int|uint\w{1,9}|float|long|byte)\b)/;

/** Whether a text is C with such a table: other texts show such code too. */
export function hasArduinoTable(text: string): boolean {
  if (!C_BEGINNING.test(text) || !MELODY.test(text)) return false;
  return /\bNOTE_[A-G]S?\d/.test(text) && !/^(?:import|export)\b/m.test(text);
}

class TableReader extends TextCursor {
  /** The text with blanks for comments, so that places stay. */
  readonly #code: string;

  constructor(text: string, options: TuneTextOptions | undefined) {
    super('Arduino', text, options);
    this.#code = blankComments(text);
  }

  read(): Tune {
    const tempoBpm = this.#readTempo();
    const items = this.#readTable('melody', MELODY);
    if (DURATIONS.test(this.#code)) this.#readNotes(items, this.#readTable('noteDurations', DURATIONS));
    else {
      this.#readNotes(
        items.filter((_, i) => i % 2 === 0),
        items.filter((_, i) => i % 2 === 1),
      );
    }
    if (this.notes.length === 0) this.faultNoNotes(this.text.length);
    const [, title = ''] = /^\/\/ ?([^\r\n]*)/.exec(this.text) ?? [];
    this.section = 'title';
    return { title: this.printable(title.trim(), 0), tempoBpm, style: 'N', loops: 0, notes: this.notes };
  }

  #readTempo(): number {
    this.section = 'tempo';
    const found = TEMPO.exec(this.#code);
    if (found === null) {
      this.note('missing-line', '', 0, 'no tempo', `${TONE_MELODY_BPM}, as toneMelody plays`);
      return TONE_MELODY_BPM;
    }
    const tempo = Number(found[1] ?? found[2]);
    if (tempo >= SLOWEST_TEXT_BPM && tempo <= FASTEST_TEXT_BPM) return tempo;
    const near = tempo < SLOWEST_TEXT_BPM ? SLOWEST_TEXT_BPM : FASTEST_TEXT_BPM;
    this.fault(
      'out-of-range',
      '',
      found.index,
      `is ${tempo}, allowed: ${SLOWEST_TEXT_BPM} to ${FASTEST_TEXT_BPM}`,
      String(near),
    );
    return near;
  }

  #readTable(name: string, beginning: RegExp): Item[] {
    this.section = name;
    const code = this.#code;
    const found = beginning.exec(code);
    if (found === null) {
      this.faultMissing('', this.text.length, 'no table of this name', 'an empty one');
      return [];
    }
    const start = found.index + found[0].length;
    const close = code.indexOf('}', start);
    if (close < 0)
      this.fault('missing-section', '', this.text.length, 'no brace ends the table', 'the end', undefined, 'truncated');
    const items: Item[] = [];
    const end = close < 0 ? code.length : close;
    for (let at = start; at < end; ) {
      const comma = code.indexOf(',', at);
      const itemEnd = comma < 0 || comma > end ? end : comma;
      const item = code.slice(at, itemEnd);
      const text = item.trim();
      const itemAt = at + item.length - item.trimStart().length;
      if (text !== '') items.push({ text, at: itemAt });
      else if (itemEnd < end) this.fault('empty-command', '', at, 'nothing between two commas', 'no item');
      at = itemEnd + 1;
    }
    return items;
  }

  #readNotes(names: readonly Item[], lengths: readonly Item[]): void {
    this.section = 'melody';
    const count = Math.min(names.length, lengths.length);
    if (names.length !== lengths.length) {
      const extra = (names[count] ?? lengths[count]) as Item;
      const reason = `${names.length} notes and ${lengths.length} lengths`;
      this.fault('missing-value', '', extra.at, reason, `${count} notes`, undefined, 'truncated');
    }
    for (let i = 0; i < count; i++) {
      const { text, at } = names[i] as Item;
      this.beginNote(at);
      const midi = this.#readName(text, at);
      const length = this.#readLength(lengths[i] as Item);
      if (midi === undefined) continue;
      const { duration, dots, twoThirds } = length;
      if (midi === null) this.notes.push(makePause(duration, dots, twoThirds));
      else this.notes.push(makeNote(midi % 12, Math.floor(midi / 12) - 1, duration, dots, twoThirds));
    }
    this.noteIndex = -1;
  }

  /** The number of a note, null for a pause; undefined for what is none, leniently. */
  #readName(name: string, at: number): number | null | undefined {
    if (/^(?:REST|NOTE_REST|0)$/i.test(name)) return null;
    const [, letter, sharp, octave] = /^NOTE_([A-G])(S?)(\d)$/i.exec(name) ?? [];
    let midi: number;
    if (letter !== undefined) {
      midi = this.semitone(letter.charCodeAt(0) | 0x20, sharp === '' ? 0 : 1, at) + 12 * (Number(octave) + 1);
    } else if (/^[1-9]\d{0,5}$/.test(name)) {
      const exact = 69 + 12 * Math.log2(Number(name) / 440);
      midi = Math.round(exact);
      if (Math.round(440 * 2 ** ((midi - 69) / 12)) !== Number(name)) {
        this.note('approximated', 'pitch', at, `${name} Hz are between two notes`, 'the nearest');
      }
    } else {
      this.fault('unknown-letter', 'pitch', at, `${this.shown(at)} where a note should be`, 'no note');
      return undefined;
    }
    let near = midi;
    while (near < 60) near += 12;
    while (near > 107) near -= 12;
    if (near !== midi) {
      const reason = `octave ${Math.floor(midi / 12) - 1}, allowed in a tune: 4 to 7`;
      this.fault('out-of-range', 'octave', at, reason, String(Math.floor(near / 12) - 1));
    }
    return near;
  }

  #readLength({ text, at }: Item) {
    const divisor = /^-?\d{1,5}$/.test(text) ? Number(text) : 0;
    const size = Math.abs(divisor);
    const length = dividedLength(size);
    const isDotted = divisor < 0;
    if (length !== undefined && !(isDotted && length.twoThirds)) return { ...length, dots: isDotted ? 1 : 0 } as const;
    const near = length ?? (size === 0 ? { duration: 4 as const, twoThirds: false } : nearDivision(size));
    const assumed = length === undefined ? near.duration : size;
    this.fault('out-of-range', 'duration', at, `${this.shown(at)} begins no length of a tune`, `1/${assumed}`);
    return { ...near, dots: isDotted && !near.twoThirds ? 1 : 0 } as const;
  }
}

/** The code with a blank for each character of a comment. */
function blankComments(text: string): string {
  return text.replace(/\/\/[^\r\n]*|\/\*[\s\S]*?(?:\*\/|$)/g, (comment) => comment.replace(/[^\r\n]/g, ' '));
}
