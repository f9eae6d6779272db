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
import { BLANK, BYTE_ORDER_MARK, isLineBreak, LINE_FEED, RETURN, TAB } from './characters.js';
import { TextCursor } from './text-cursor.js';
import { requirePrintable, type Tune } from './tune.js';

/** Tempo of a melody that names none, in quarter notes per minute (iMelody 1.2; Sonivox). */
export const DEFAULT_BEAT = 120;

/** Octave of a note without prefix: `*4` of iMelody, A = 880 Hz. */
export const DEFAULT_OCTAVE = 5;

/** One line: its keyword in upper case, empty where there is none, and where its value is. */
interface MelodyLine {
  readonly key: string;
  readonly keyAt: number;
  readonly valueAt: number;
  /** One past the value, which ends at the line's end; for a melody, at the end of its last line. */
  readonly valueEnd: number;
}

/** Keywords of both objects: more than letters and a colon, because a title in a line of its own may hold one. */
const KEYWORD = /^(BEGIN|VERSION|FORMAT|NAME|COMPOSER|BEAT|STYLE|VOLUME|COPYRIGHT|MELODY|END)$/;
const OTHER_KEYWORD = /^[A-Z][A-Z-]{2,19}$/;
/** Characters in which the colon of a keyword is, so that a long line is not searched to its end. */
const KEYWORD_SEARCH = 21;

/**
 * Checks what both objects need of a tune.
 * @throws EncodeError `unencodable` for a tune without notes, and for a control character in the title.
 */
export function checkLines(title: string, { notes }: Tune): void {
  if (notes.length === 0) throw new EncodeError('unencodable', 'notes', undefined, 'a melody needs at least one note');
  requirePrintable(title);
}

/** Reads the lines of an object, and is then a cursor over its melody. */
export abstract class MelodyReader extends TextCursor {
  title = '';

  /** Reads the value of a line, other than NAME and MELODY, whose keyword is the section; false for one that it does not know. */
  protected abstract readLine(key: string, value: string, valueAt: number, keyAt: number): boolean;

  /**
   * Reads all lines, and moves to the melody. Of a keyword that occurs twice the last line counts.
   * @param required keywords of lines that have to be there, with what is assumed without them.
   * @throws DecodeError `truncated` without a MELODY line; otherwise in strict reading.
   */
  protected readLines(required: Readonly<Record<string, string>>): void {
    const { text } = this;
    const lines = this.#linesBetween();
    let melody: MelodyLine | undefined;
    const seen = new Set<string>();
    for (const line of lines) {
      const { key, keyAt, valueAt, valueEnd } = line;
      this.section = key;
      if (key === '') {
        this.fault('junk', '', keyAt, 'a line without a keyword', 'nothing');
        continue;
      }
      if (seen.has(key)) this.fault('repeated-key', '', keyAt, 'given twice', 'the later line');
      seen.add(key);
      if (key === 'MELODY') melody = line;
      else if (key === 'NAME') this.title = this.printable(text.slice(valueAt, valueEnd), valueAt);
      else if (!this.readLine(key, text.slice(valueAt, valueEnd), valueAt, keyAt)) {
        this.note('unknown-key', '', keyAt, `the keyword ${key} is not known`, 'nothing');
      }
    }
    this.section = '';
    const missingAt = (this.name === 'iMelody' ? lines[0]?.keyAt : undefined) ?? text.length;
    for (const key in required) {
      if (!seen.has(key)) this.faultMissing(key, missingAt, `no ${key} line`, required[key] as string);
    }
    if (melody === undefined) throw new DecodeError('truncated', this.path('MELODY'), text.length, 'no MELODY line');
    this.at = melody.valueAt;
    this.end = melody.valueEnd;
  }

  /** Requires that a value is one of a few. @throws DecodeError `bad-value` in strict reading. */
  protected expectOneOf(allowed: readonly string[], value: string, at: number): void {
    if (allowed.includes(value)) return;
    this.fault('out-of-range', '', at, `is ${quote(value, 20)}, allowed: ${allowed.join(' or ')}`, allowed[0] as string);
  }

  // Lines

  /** The lines between BEGIN and END, in the order of the text, without empty and blank ones. */
  #linesBetween(): MelodyLine[] {
    const object = this.name.toUpperCase();
    const lines = this.#physicalLines();
    const begin = lines[0];
    const isBegun = begin?.key === 'BEGIN';
    if (isBegun) this.#expectObject(begin, object);
    else this.faultMissing('BEGIN', begin?.keyAt ?? this.text.length, `no BEGIN:${object}`, 'the rest');

    const found: MelodyLine[] = [];
    let isEnded = false;
    for (const line of isBegun ? lines.slice(1) : lines) {
      const { key, keyAt, valueEnd } = line;
      if (isEnded) {
        this.fault('text-after', '', keyAt, `text after END:${object}`, 'nothing', undefined, 'trailing-bytes');
        break;
      }
      const last = found.at(-1);
      if (key === 'END') {
        isEnded = true;
        this.#expectObject(line, object);
      } else if (key === '' && last?.key === 'MELODY') {
        this.note('line-break', 'MELODY', keyAt, 'a line break inside the melody', 'no break');
        found[found.length - 1] = { ...last, valueEnd };
      } else found.push(line);
    }
    if (!isEnded) this.faultMissing('END', this.text.length, `no END:${object}`, 'the end');
    return found;
  }

  #expectObject({ key, valueAt, valueEnd }: MelodyLine, object: string): void {
    const found = this.text.slice(valueAt, valueEnd);
    if (found === object) return;
    if (found.toUpperCase() === object) this.fault('letter-case', key, valueAt, 'not in upper case', object);
    else this.fault('junk', key, valueAt, `${quote(found, 20)} where ${object} should be`, object);
  }

  /** Splits at CR LF, LF or CR. */
  #physicalLines(): MelodyLine[] {
    const { text } = this;
    const { length } = text;
    const lines: MelodyLine[] = [];
    let at = 0;
    if (text.charCodeAt(0) === BYTE_ORDER_MARK) {
      this.note('byte-order-mark', '', 0, 'a byte order mark', 'the text after it');
      at = 1;
    }
    let isOddEndSeen = false;
    while (at < length) {
      let isBlank = true;
      let end = at;
      for (let code = text.charCodeAt(end); end < length && !isLineBreak(code); code = text.charCodeAt(++end)) {
        if (code !== BLANK && code !== TAB) isBlank = false;
      }
      if (!isBlank) lines.push(this.#splitLine(at, end));
      const isPair = text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED;
      if (!isPair && !isOddEndSeen && end < length) {
        isOddEndSeen = true;
        this.note('line-end', '', end, 'a line end other than CR LF', 'a line end');
      }
      at = end + (isPair ? 2 : 1);
    }
    return lines;
  }

  /** A line without a keyword has an empty key, and all of it is value. */
  #splitLine(start: number, end: number): MelodyLine {
    const { text } = this;
    const colon = text.slice(start, Math.min(end, start + KEYWORD_SEARCH)).indexOf(':');
    const written = colon < 0 ? '' : text.slice(start, start + colon);
    const key = written.toUpperCase();
    if (!KEYWORD.test(key) && !OTHER_KEYWORD.test(written)) return { key: '', keyAt: start, valueAt: start, valueEnd: end };
    if (written !== key) {
      this.note('letter-case', key, start, `the keyword ${written} is not in upper case`, key);
    }
    return { key, keyAt: start, valueAt: start + colon + 1, valueEnd: end };
  }

  // Melody

  /**
   * The character here, 0 at the end. A line break is passed, with blanks after it: a melody in several lines is broken anywhere, in
   * the manual's own example between "+" and its letter, and something of it follows every break.
   */
  protected code(): number {
    if (this.at >= this.end) return 0;
    const code = this.text.charCodeAt(this.at);
    return isLineBreak(code) ? this.#passBreak() : code;
  }

  #passBreak(): number {
    let code = this.text.charCodeAt(++this.at);
    while (isLineBreak(code) || code === BLANK || code === TAB) code = this.text.charCodeAt(++this.at);
    return code;
  }

  /** Passes a character, if it is the one here. */
  protected pass(code: number): boolean {
    if (this.code() !== code) return false;
    this.at++;
    return true;
  }
}
