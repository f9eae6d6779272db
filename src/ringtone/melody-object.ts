/**
 * What Ericsson's melody objects, iMelody and eMelody, share: their lines, and a cursor over their melodies.
 *
 *   BEGIN:IMELODY CR LF  key ":" value CR LF ...  MELODY:melody CR LF  END:IMELODY CR LF
 *
 * Writers keep lines short by breaking the melody, so a line without a keyword goes on where the last one ended. Blanks before it
 * are not part of the melody: vCard, whose line format this is, folds lines so.
 *
 * Sources: iMelody 1.2 and Sonivox for its defaults; the eMelody object in the manuals of the Ericsson T39 and GM47.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { DecodeError, EncodeError } from '../errors.js';
import { A, BLANK, BYTE_ORDER_MARK, isLineBreak, LINE_FEED, RETURN, SEMITONES, shownAt, TAB } from './characters.js';
import type { IssueCode, TuneTextOptions } from './issues.js';
import type { Tune } from './tune.js';
import { requirePrintable } from './tune.js';
import { readTitle, reportMissing, startReading, type TuneReading } from './tune-reading.js';

/** Tempo of a melody that names none, in quarter notes per minute (iMelody 1.2; Sonivox). */
export const DEFAULT_BEAT = 120;

/** Octave of a note without prefix: `*4` of iMelody, A = 880 Hz. */
export const DEFAULT_OCTAVE = 5;

/** One line: its keyword as written, in upper case, and where its value is. */
interface MelodyLine {
  readonly key: string;
  readonly keyAt: number;
  readonly valueAt: number;
  /** One past the value, which ends at the line's end; for a melody, at the end of its last line. */
  readonly valueEnd: number;
}

/** A melody object whose lines were read. */
export interface MelodyObject {
  readonly text: string;
  /** The form, as errors name it. */
  readonly name: 'iMelody' | 'eMelody';
  readonly reading: TuneReading;
  readonly title: string;
  /** Where the melody begins and ends in the text. */
  readonly start: number;
  readonly end: number;
}

/**
 * Checks what both objects need of a tune.
 * @throws EncodeError `unencodable` for a tune without notes, and for a control character in the title.
 */
export function checkLines(title: string, { notes }: Tune): void {
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'a melody needs at least one note');
  requirePrintable(title);
}

/**
 * Reads the lines of an object. Of a keyword that occurs twice the last line counts.
 * @param required keywords of lines that have to be there, with what is assumed without them.
 * @param readLine reads the value of a line, other than NAME and MELODY; false for a keyword that it does not know.
 * @throws DecodeError `truncated` without a MELODY line; otherwise in strict reading.
 */
export function readMelodyObject(
  text: string,
  name: MelodyObject['name'],
  options: TuneTextOptions | undefined,
  required: Readonly<Record<string, string>>,
  readLine: (reading: TuneReading, key: string, value: string, valueAt: number, keyAt: number) => boolean,
): MelodyObject {
  const reading = startReading(name, text, options);
  const lines = linesBetween(text, name, reading);
  let title = '';
  let melody: MelodyLine | undefined;
  const seen = new Set<string>();
  for (const line of lines) {
    const { key, keyAt, valueAt, valueEnd } = line;
    const field = `${name}/${key}`;
    if (key === '') {
      reading.fault('junk', name, keyAt, 'a line without a keyword', { assumed: 'nothing' });
      continue;
    }
    if (seen.has(key)) reading.fault('repeated-key', field, keyAt, 'given twice', { assumed: 'the later line' });
    seen.add(key);
    if (key === 'MELODY') melody = line;
    else if (key === 'NAME') title = readTitle(reading, text, valueAt, valueEnd, field);
    else if (!readLine(reading, key, text.slice(valueAt, valueEnd), valueAt, keyAt)) {
      reading.note('unknown-key', field, keyAt, `the keyword ${key} is not known`, { assumed: 'nothing' });
    }
  }
  const missingAt = (name === 'iMelody' ? lines[0]?.keyAt : undefined) ?? text.length;
  for (const [key, assumed] of Object.entries(required)) {
    if (!seen.has(key)) reportMissing(reading, `${name}/${key}`, missingAt, `no ${key} line`, assumed);
  }
  if (melody === undefined) throw new DecodeError('truncated', `${name}/MELODY`, text.length, 'no MELODY line');
  return { text, name, reading, title, start: melody.valueAt, end: melody.valueEnd };
}

/** Requires that a value is one of a few. @throws DecodeError `bad-value` in strict reading. */
export function expectOneOf(reading: TuneReading, allowed: readonly string[], field: string, value: string, at: number): void {
  if (allowed.includes(value)) return;
  const reason = `is ${quote(value, 20)}, allowed: ${allowed.join(' or ')}`;
  reading.fault('out-of-range', field, at, reason, { assumed: allowed[0] });
}

/** The lines between BEGIN and END, in the order of the text, without empty and blank ones. */
function linesBetween(text: string, name: MelodyObject['name'], reading: TuneReading): MelodyLine[] {
  const object = name.toUpperCase();
  const lines = physicalLines(text, name, reading);
  const begin = lines[0];
  const isBegun = begin?.key === 'BEGIN';
  if (isBegun) expectObject(reading, text, begin, object, name);
  else reportMissing(reading, `${name}/BEGIN`, begin?.keyAt ?? text.length, `no BEGIN:${object}`, 'the rest');

  const found: MelodyLine[] = [];
  let isEnded = false;
  for (const line of isBegun ? lines.slice(1) : lines) {
    const { key, keyAt, valueEnd } = line;
    if (isEnded) {
      const reason = `text after END:${object}`;
      reading.fault('text-after', name, keyAt, reason, { assumed: 'nothing' }, 'trailing-bytes');
      break;
    }
    const last = found.at(-1);
    if (key === 'END') {
      isEnded = true;
      expectObject(reading, text, line, object, name);
    } else if (key === '' && last?.key === 'MELODY') {
      reading.note('line-break', `${name}/MELODY`, keyAt, 'a line break inside the melody', { assumed: 'no break' });
      found[found.length - 1] = { ...last, valueEnd };
    } else found.push(line);
  }
  if (!isEnded) reportMissing(reading, `${name}/END`, text.length, `no END:${object}`, 'the end');
  return found;
}

function expectObject(reading: TuneReading, text: string, line: MelodyLine, object: string, name: string): void {
  const found = text.slice(line.valueAt, line.valueEnd);
  if (found === object) return;
  const field = `${name}/${line.key}`;
  const isOtherCase = found.toUpperCase() === object;
  const reason = isOtherCase ? 'not in upper case' : `${quote(found, 20)} where ${object} should be`;
  reading.fault(isOtherCase ? 'letter-case' : 'junk', field, line.valueAt, reason, { assumed: object });
}

/** Splits at CR LF, LF or CR. A line without a keyword has an empty key, and all of it is value. */
function physicalLines(text: string, name: string, reading: TuneReading): MelodyLine[] {
  const lines: MelodyLine[] = [];
  const length = text.length;
  let at = 0;
  if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
    reading.note('byte-order-mark', name, 0, 'a byte order mark', { assumed: 'the text after it' });
    at = 1;
  }
  let isOddEndSeen = false;
  while (at < length) {
    let end = at;
    while (end < length && !isLineBreak(text.charCodeAt(end))) end++;
    if (!isBlank(text, at, end)) lines.push(lineOf(text, at, end, name, reading));
    const isPair = text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED;
    if (!isPair && !isOddEndSeen && end < length) {
      isOddEndSeen = true;
      reading.note('line-end', name, end, 'a line end other than CR LF', { assumed: 'a line end' });
    }
    at = end + (isPair ? 2 : 1);
  }
  return lines;
}

function isBlank(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && (text.charCodeAt(at) === BLANK || text.charCodeAt(at) === TAB)) at++;
  return at === end;
}

/** Keywords of both objects: more than letters and a colon, because a title in a line of its own may hold one. */
const KEYWORD = /^(BEGIN|VERSION|FORMAT|NAME|COMPOSER|BEAT|STYLE|VOLUME|COPYRIGHT|MELODY|END)$/;
const OTHER_KEYWORD = /^[A-Z][A-Z-]{2,19}$/;

function lineOf(text: string, start: number, end: number, name: string, reading: TuneReading): MelodyLine {
  // No keyword is longer than this, so a long line is not searched to its end.
  const colon = text.slice(start, Math.min(end, start + 21)).indexOf(':');
  const written = colon < 0 ? '' : text.slice(start, start + colon);
  const key = written.toUpperCase();
  if (!KEYWORD.test(key) && !OTHER_KEYWORD.test(written)) return { key: '', keyAt: start, valueAt: start, valueEnd: end };
  if (written !== key) {
    const reason = `the keyword ${written} is not in upper case`;
    reading.note('letter-case', `${name}/${key}`, start, reason, { assumed: key });
  }
  return { key, keyAt: start, valueAt: start + colon + 1, valueEnd: end };
}

/** Positions in PITCHES of the notes without a sharp, and of those without a flat. */
const NO_SHARP: readonly number[] = [4, 11];
const NO_FLAT: readonly number[] = [0, 5];

/** One pass over a melody; every step moves `at` forward. */
export class MelodyCursor {
  readonly text: string;
  readonly end: number;
  readonly reading: TuneReading;
  at: number;
  readonly #name: string;

  constructor({ text, name, reading, start, end }: MelodyObject) {
    this.text = text;
    this.#name = name;
    this.reading = reading;
    this.at = start;
    this.end = end;
  }

  /**
   * The character here, 0 at the end. A line break is passed, with blanks after it: a melody in several lines is broken anywhere, in
   * the manual's own example between "+" and its letter, and something of it follows every break.
   */
  code(): number {
    if (this.at >= this.end) return 0;
    const code = this.text.charCodeAt(this.at);
    return isLineBreak(code) ? this.#passBreak() : code;
  }

  #passBreak(): number {
    let code = this.text.charCodeAt(++this.at);
    while (isLineBreak(code) || code === BLANK || code === TAB) code = this.text.charCodeAt(++this.at);
    return code;
  }

  /** The character at an index as a message names it. */
  shown(at = this.at): string {
    return shownAt(this.text, at, this.end);
  }

  /** Reports what only a lenient reading takes. @throws DecodeError in strict reading. */
  fault(code: IssueCode, part: string, at: number, reason: string, assumed: string): void {
    this.reading.fault(code, `${this.#name}/${part}`, at, reason, { assumed });
  }

  /** Half a tone above or below a letter, -1 to 12. @throws DecodeError in strict reading, for sharps and flats that do not exist. */
  semitone(letter: number, sign: -1 | 0 | 1, part: string, at: number): number {
    const natural = SEMITONES[letter - A] as number;
    if ((sign === 1 && NO_SHARP.includes(natural)) || (sign === -1 && NO_FLAT.includes(natural))) {
      this.fault('impossible-sharp', `${part}/pitch`, at, 'no such sharp or flat exists', 'the next semitone');
    }
    return natural + sign;
  }
}
