/**
 * The text of files that phones and their programs wrote: UTF-8, UTF-16 in either order, with a byte order mark or without one, or ISO 8859-1.
 * @module
 */
import { wrongArgument } from '../bytes/check.js';
import { requireOctets, u16be, u16le } from '../bytes/octets.js';
import type { Reading } from '../bytes/reading.js';
import { decodeUtf8, encodeUtf8, utf8Fault } from '../bytes/utf8.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DecodeError, LimitError } from '../errors.js';
import { decodeUnmarked } from '../mms/charsets.js';

/** The encoding of a text file. */
export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'iso-8859-1';

/** A file's text. */
export interface FileText {
  /** Its characters, without a byte order mark. */
  readonly text: string;
  readonly encoding: TextEncoding;
  /** Octets of the byte order mark. */
  readonly markOctets: number;
}

/**
 * The text of a file. Without a byte order mark, a first character of ASCII tells UTF-16 by its octet 0; what is not UTF-8 is ISO 8859-1.
 * @throws DecodeError `truncated` for half a unit of UTF-16 at the end.
 * @throws LimitError past `archiveOctets`.
 */
export function readFileText(octets: Uint8Array, reading: Reading): FileText {
  requireOctets(octets, 'the archive');
  reading.limit('archiveOctets', octets.length, 'archive', 0);
  const first = u16be(octets, 0);
  const hasMark = first === 0xfeff || first === 0xfffe;
  if (hasMark || (octets.length > 1 && (first & 0xff) === 0) !== (octets.length > 1 && first >>> 8 === 0)) {
    const isBig = hasMark ? first === 0xfeff : first >>> 8 === 0;
    const markOctets = hasMark ? 2 : 0;
    if (octets.length % 2 !== 0) {
      const reason = 'the last UTF-16 unit has one octet';
      reading.reportOrThrow(new DecodeError('truncated', 'archive', octets.length - 1, reason));
    }
    const units = new Uint16Array((octets.length - markOctets) >> 1);
    const unitOf = isBig ? u16be : u16le;
    for (let i = 0; i < units.length; i++) units[i] = unitOf(octets, markOctets + 2 * i);
    return { text: textOfUnits(units, units.length), encoding: isBig ? 'utf-16be' : 'utf-16le', markOctets };
  }
  const markOctets = first === 0xefbb && octets[2] === 0xbf ? 3 : 0;
  const body = octets.subarray(markOctets);
  if (utf8Fault(body) === undefined) return { text: decodeUtf8(body), encoding: 'utf-8', markOctets };
  return { text: decodeUnmarked(body), encoding: 'iso-8859-1', markOctets };
}

/** Gives the octet of the file at which a character is. It counts from the last one asked for, so that many faults take linear time. */
export function octetCounter({ text, encoding, markOctets }: FileText): (index: number) => number {
  if (encoding === 'iso-8859-1') return (index) => markOctets + index;
  if (encoding !== 'utf-8') return (index) => markOctets + 2 * index;
  let known = { index: 0, octet: markOctets };
  return (index) => {
    // A low surrogate is in the middle of a character's octets, which begin with its high one: UTF-8 has no half pairs.
    const start = (text.charCodeAt(index) & 0xfc00) === 0xdc00 ? index - 1 : index;
    const [from, to] = known.index <= start ? [known.index, start] : [start, known.index];
    const between = encodeUtf8(text.slice(from, to)).length;
    known = { index: start, octet: known.octet + (known.index <= start ? between : -between) };
    return known.octet;
  };
}

/** Goes through a text line by line. */
export class Lines {
  readonly text: string;
  /** Index at which the next line begins. */
  at = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next line without its end; undefined after the last. */
  next(): string | undefined {
    const { text, at } = this;
    if (at >= text.length) return undefined;
    const end = text.indexOf('\n', at);
    if (end < 0) {
      this.at = text.length;
      return text.slice(at);
    }
    this.at = end + 1;
    return text.slice(at, text.charCodeAt(end - 1) === 0x0d ? end - 1 : end);
  }
}

/** Requires a text within the limit. @throws TypeError @throws LimitError past `archiveOctets` characters. */
export function requireText(text: unknown, reading: Reading): asserts text is string {
  if (typeof text !== 'string') throw wrongArgument(text, 'the archive', 'a string');
  if (text.length > reading.limits.archiveOctets) {
    throw new LimitError('limit-exceeded', 'archive', 0, `${text.length} characters, limit is ${reading.limits.archiveOctets}`);
  }
}
