/**
 * The lines of Ericsson's melody objects, iMelody and eMelody.
 *
 *   BEGIN:IMELODY CR LF  key ":" value CR LF ...  MELODY:melody CR LF  END:IMELODY CR LF
 *
 * Writers keep lines short by breaking the melody, so a line without a keyword goes on where the last one ended. Blanks in front of
 * it are no part of the melody: vCard, whose line format this is, folds lines so.
 *
 * Sources: iMelody 1.2; the eMelody object in the manuals of the Ericsson T39 and GM47.
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import { BLANK, BYTE_ORDER_MARK, isLineBreak, LINE_FEED, RETURN, TAB } from './characters.js';
import type { Complaints } from './complaints.js';
import { requirePrintable } from './title.js';
import type { Tune } from './tune.js';

/** One line: its keyword as written, in upper case, and where its value stands. */
export interface MelodyLine {
  readonly key: string;
  readonly keyAt: number;
  readonly valueAt: number;
  /** One past the value, which ends at the line's end; for a melody, at the end of its last line. */
  readonly valueEnd: number;
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
 * Where a melody goes on that is broken at `at`: behind the line break and blanks; `at` itself where no line ends. Something of the
 * melody follows every break, so there is no end to look for.
 */
export function behindBreak(text: string, at: number): number {
  let next = at;
  let code = text.charCodeAt(next);
  if (!isLineBreak(code)) return next;
  while (isLineBreak(code) || code === BLANK || code === TAB) code = text.charCodeAt(++next);
  return next;
}

/**
 * The lines between BEGIN and END, in the order of the text; empty and blank ones are passed over.
 * @param keys the keywords that may begin a line; any other line goes on with the melody.
 */
export function melodyLines(text: string, object: 'IMELODY' | 'EMELODY', complaints: Complaints): MelodyLine[] {
  const lines = physicalLines(text, complaints);
  const name = object === 'IMELODY' ? 'iMelody' : 'eMelody';
  const begin = lines[0];
  const isBegun = begin !== undefined && begin.key === 'BEGIN';
  if (!isBegun) complaints.missing(`${name}/BEGIN`, begin?.keyAt ?? text.length, `no BEGIN:${object} in front`, 'the rest');
  else expectObject(text, begin, object, name, complaints);

  const found: MelodyLine[] = [];
  let isEnded = false;
  for (let i = isBegun ? 1 : 0; i < lines.length; i++) {
    const line = lines[i] as MelodyLine;
    if (isEnded) {
      if (!complaints.lenient) throw new DecodeError('trailing-bytes', name, line.keyAt, `text after END:${object}`);
      complaints.report('text-after', line.keyAt, `text after END:${object}`, 'nothing');
      break;
    }
    const last = found.at(-1);
    if (line.key === 'END') {
      isEnded = true;
      expectObject(text, line, object, name, complaints);
    } else if (line.key === '' && last?.key === 'MELODY') {
      complaints.report('line-break', line.keyAt, 'a line break inside the melody', 'no break');
      found[found.length - 1] = { ...last, valueEnd: line.valueEnd };
    } else found.push(line);
  }
  if (!isEnded) complaints.missing(`${name}/END`, text.length, `no END:${object} behind`, 'the end');
  return found;
}

function expectObject(text: string, line: MelodyLine, object: string, name: string, complaints: Complaints): void {
  const found = text.slice(line.valueAt, line.valueEnd);
  if (found === object) return;
  const field = `${name}/${line.key}`;
  if (found.toUpperCase() === object) complaints.fault('letter-case', field, line.valueAt, 'not in upper case', object);
  else {
    const shown = JSON.stringify(found.slice(0, 20));
    complaints.fault('junk', field, line.valueAt, `${shown} where ${object} should be`, object);
  }
}

/** Splits at CR LF, LF or CR. A line without a keyword has an empty key, and all of it is value. */
function physicalLines(text: string, complaints: Complaints): MelodyLine[] {
  const lines: MelodyLine[] = [];
  const length = text.length;
  let at = 0;
  if (length > 0 && text.charCodeAt(0) === BYTE_ORDER_MARK) {
    complaints.report('byte-order-mark', 0, 'a byte order mark in front', 'the text after it');
    at = 1;
  }
  let isOddEndSeen = false;
  while (at < length) {
    let end = at;
    while (end < length && !isLineBreak(text.charCodeAt(end))) end++;
    if (!isBlank(text, at, end)) lines.push(lineOf(text, at, end, complaints));
    const isPair = text.charCodeAt(end) === RETURN && text.charCodeAt(end + 1) === LINE_FEED;
    if (!isPair && !isOddEndSeen && end < length) {
      isOddEndSeen = true;
      complaints.report('line-end', end, 'a line end other than CR LF', 'a line end');
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

function lineOf(text: string, start: number, end: number, complaints: Complaints): MelodyLine {
  // No keyword is longer than this, so a long line is not searched to its end.
  const colon = text.slice(start, Math.min(end, start + 21)).indexOf(':');
  const written = colon < 0 ? '' : text.slice(start, start + colon);
  const key = written.toUpperCase();
  if (!KEYWORD.test(key) && !OTHER_KEYWORD.test(written)) return { key: '', keyAt: start, valueAt: start, valueEnd: end };
  if (written !== key) complaints.report('letter-case', start, `the keyword ${written} is not in upper case`, key);
  return { key, keyAt: start, valueAt: start + colon + 1, valueEnd: end };
}
