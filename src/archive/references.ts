/**
 * Character references that are no XML, as programs for Android write them: of two surrogates, and of control characters.
 *
 *   &#55357;&#56832;    a pair, which becomes its character
 *   &#0; &#55357;       a control character, half a pair: stood in for by a character of the last private plane while the XML is read
 *
 * Source: XML 1.0 section 4.1, which has references to characters alone.
 * @module
 */

/** A text that is XML, and the way back. */
export interface References {
  readonly text: string;
  /** The index in the original text. */
  readonly place: (at: number) => number;
  /** A value with the characters that XML cannot hold. */
  readonly restore: (value: string) => string;
}

const REFERENCE = /&#(?:(\d{1,7})|[xX]([0-9A-Fa-f]{1,6}));/g;
/** One of a low surrogate, where the one of a high surrogate ends. */
const LOW = /&#(?:(5[67]\d{3})|[xX]([dD][c-fC-F][0-9A-Fa-f]{2}));/y;

/** Where stand-ins begin: one for each UTF-16 unit that needs one. */
const STAND_IN = 0x100000;
/** Of the stand-ins two planes' worth of units: any of them. */
const STAND_INS = /[\udbc0-\udbff][\udc00-\udfff]/g;
/** References to stand-ins, from 1040000 on: some below are none, and do no harm. */
const OF_STAND_INS = /&#(?:0*(?:10[4-9]\d{4}|11[01]\d{4})|[xX]0*10[0-9A-Fa-f]{4});/;

/** Replaces the references that a parser of XML refuses. A text that uses the last private plane itself gets U+FFFD in place of stand-ins. */
export function replaceReferences(xml: string): References {
  if (!xml.includes('&#')) return { text: xml, place: (at) => at, restore: (value) => value };
  const isFree = xml.search(STAND_INS) < 0 && !OF_STAND_INS.test(xml);
  const standIn = (unit: number) => (isFree ? String.fromCodePoint(STAND_IN + unit) : '\ufffd');
  /** Where the replacement text goes on after a replacement, and how much longer the original is up to there. */
  const marks: number[] = [];
  const shifts: number[] = [];
  const pieces: string[] = [];
  let from = 0;
  let length = 0;
  let isUsed = false;
  const pattern = new RegExp(REFERENCE);
  for (let match = pattern.exec(xml); match !== null; match = pattern.exec(xml)) {
    const code = numberOf(match[1], match[2]);
    const isControl = code < 0x20 && code !== 9 && code !== 10 && code !== 13;
    if (!isControl && !(code >= 0xd800 && code < 0xe000) && code !== 0xfffe && code !== 0xffff) continue;
    const low = code < 0xd800 || code >= 0xdc00 ? undefined : lowAt(xml, pattern.lastIndex);
    if (low === undefined) isUsed = true;
    else pattern.lastIndex = low.end;
    const replacement = low === undefined ? standIn(code) : String.fromCharCode(code, low.code);
    pieces.push(xml.slice(from, match.index), replacement);
    length += match.index - from + replacement.length;
    from = pattern.lastIndex;
    marks.push(length);
    shifts.push(from - length);
  }
  if (marks.length === 0) return { text: xml, place: (at) => at, restore: (value) => value };
  pieces.push(xml.slice(from));
  return {
    text: pieces.join(''),
    place: (at) => at + shiftAt(marks, shifts, at),
    restore: (value) => (isUsed && isFree ? value.replace(STAND_INS, restored) : value),
  };
}

function lowAt(xml: string, at: number): { readonly code: number; readonly end: number } | undefined {
  LOW.lastIndex = at;
  const match = LOW.exec(xml);
  if (match === null) return undefined;
  const code = numberOf(match[1], match[2]);
  return code >= 0xdc00 && code < 0xe000 ? { code, end: LOW.lastIndex } : undefined;
}

function numberOf(decimal: string | undefined, hex: string | undefined): number {
  return decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
}

function restored(pair: string): string {
  return String.fromCharCode((pair.codePointAt(0) as number) - STAND_IN);
}

/** By how much the original is longer up to an index: of the last mark at or before it. */
function shiftAt(marks: readonly number[], shifts: readonly number[], at: number): number {
  let low = 0;
  let high = marks.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle] as number) <= at) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : (shifts[low - 1] as number);
}
