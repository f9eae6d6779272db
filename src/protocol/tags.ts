/**
 * The two shapes of every answer, read with the tolerance that real services need and no more.
 *
 *   158 - Message Sent OK                                           a line: report code, blank, hyphen, blank, words
 *   MessageIdentifier=-1&Report=2&Text=Invalid%20Login&Units=0      tags: values percent-encoded or raw, in any order
 *
 * Around either may stand a byte order mark, blanks, line ends and HTML tags. A value ends at an `&` only where a known tag follows, since a raw
 * Text may hold one. Where two readings are possible (a tag twice, a second line), there is no reading. Source: the gateway interface document,
 * section 12 (G-CLI-11 to 14) and section 6.
 * @module
 */
import { hexDigit } from '../bytes/octets.js';
import { limitOf } from '../bytes/reading.js';
import { unitAt } from '../bytes/utf16.js';
import type { Limits } from '../errors.js';
import { ProtocolError } from './errors.js';

/** Tags that an answer may have. */
export const TAGS = [
  'MessageIdentifier',
  'Report',
  'Text',
  'Units',
  'LibraryNumber',
  'Currency',
  'AvailableCredit',
  'AvailableMessages',
  'PermittedReplyTo',
  'Username',
  'PIN',
] as const;

/** One of {@link TAGS}. */
export type Tag = (typeof TAGS)[number];

/** A deviation in an answer that was tolerated. `message` contains no value of the answer; `text` is the server's, and may repeat the message sent. */
export interface AnswerWarning {
  /** The kind of deviation. */
  readonly code: /** A list has fewer values than Report: the last recipients have none. */
    | 'fewer-values'
    /** A list has more values than Report: no recipient has one. */
    | 'more-values'
    /** A value does not have the form of its tag, and is treated as absent. */
    | 'bad-value'
    /** A tag occurs twice, and is treated as absent. */
    | 'repeated-tag'
    /** An unknown tag precedes the known ones. */
    | 'unknown-tag';
  /** The tag concerned. */
  readonly tag?: Tag | undefined;
  /** A description with what was found. */
  readonly message: string;
  /** The whole Text, if its pieces cannot be assigned to recipients. */
  readonly text?: string | undefined;
}

/** Options for reading an answer. */
export interface AnswerOptions {
  /** HTTP status; any except 200 is refused. Not checked when absent. */
  readonly status?: number | undefined;
  /** Texts to blank out in errors, such as the PIN and the message. */
  readonly secrets?: readonly string[] | undefined;
  /** Called with each tolerated deviation. */
  readonly onWarning?: ((warning: AnswerWarning) => void) | undefined;
  /** A value for `answerOctets` in place of that of DEFAULT_LIMITS; it counts the UTF-16 units of a text. */
  readonly limits?: Partial<Limits> | undefined;
}

/** An answer taken apart: a line, or the raw values of tags. */
export type Answer = LineAnswer | TagAnswer;

/** `<report> - <text>`; the words as they are, escapes and all. */
export interface LineAnswer {
  readonly kind: 'line';
  readonly report: number;
  readonly text: string | undefined;
}

/** Raw values by tag. */
export interface TagAnswer {
  readonly kind: 'tags';
  readonly values: ReadonlyMap<Tag, string>;
}

const TAG_OF_NAME: ReadonlyMap<string, Tag> = /* @__PURE__ */ new Map(TAGS.map((tag) => [tag.toLowerCase(), tag]));

/** What stands before a value; the longest tag has 17 letters. */
const NAME = /([A-Za-z]{3,17})=/y;
const UNKNOWN_NAME = /^[A-Za-z][\w.-]{0,63}=/;
/** No leading zero and no plus sign: a code has one spelling. Six digits are twice what the document allows. */
const INTEGER = /^(?:0|-?[1-9]\d{0,5})$/;
const LINE = /^(0|-?[1-9]\d{0,5})[ \t]+-(?:[ \t]+([\s\S]*))?$/;
/** A line that goes on as something else: another line, markup, tags. */
const NOT_ONE_LINE = /[\r\n]|<[A-Za-z/!?][^<>]*>|&(?:MessageIdentifier|Report)=/i;
/** A second set of tags, on a separate line or after markup. */
const SECOND_SET = /[\r\n>][ \t]*(?:MessageIdentifier|Report)=/i;

/**
 * Takes an answer apart.
 * @throws ProtocolError `status`, `too-long`, `empty`, or `unreadable` when it has neither shape.
 */
export function readAnswer(body: string, options: AnswerOptions = {}): Answer {
  if (typeof body !== 'string') throw new TypeError('body must be a string');
  if (options.status !== undefined && options.status !== 200) {
    throw refused('status', `the answer has status ${options.status}, not 200`, body, options);
  }
  const most = limitOf(options.limits, 'answerOctets');
  if (body.length > most) {
    throw refused('too-long', `the answer has ${body.length} characters, more than ${most}`, body, options);
  }
  const text = unwrapped(body);
  if (text === '') {
    const isBlank = !/[^\s\uFEFF]/.test(body);
    throw refused(isBlank ? 'empty' : 'unreadable', isBlank ? 'the answer is empty' : 'the answer has no text', body, options);
  }
  return lineOf(text) ?? tagsOf(text, body, options);
}

/** A ProtocolError about an answer. */
export function refused(
  reason: ProtocolError['reason'],
  message: string,
  body: string,
  { status, secrets }: AnswerOptions,
): ProtocolError {
  return new ProtocolError(reason, message, { status, body, secrets });
}

/** Whether words can stand in a line without looking like a second line, markup or tags. */
export function isOneLine(words: string): boolean {
  return !NOT_ONE_LINE.test(words);
}

/** A report code, or undefined when the value is no integer of a few digits. */
export function reportValue(raw: string): number | undefined {
  return integerOf(decodeValue(raw).trim());
}

/** The integer that a text spells in the one way that counts: six digits at most. Undefined for all else. */
export function integerOf(text: string): number | undefined {
  return INTEGER.test(text) ? Number(text) : undefined;
}

/** A count of at most nine digits, or undefined. */
export function countValue(raw: string): number | undefined {
  const value = decodeValue(raw).trim();
  return /^\d{1,9}$/.test(value) ? Number(value) : undefined;
}

/**
 * Decodes the percent escapes of a value, once. A broken escape stays as it is, and so does one whose octet is no part of a UTF-8 character;
 * `+` is a plus sign.
 */
export function decodeValue(raw: string): string {
  let text = '';
  let from = 0; // beginning of what is not yet in the text
  let at = raw.indexOf('%');
  while (at >= 0) {
    const lead = escapeAt(raw, at);
    const count = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    const point = lead < 0x80 ? lead : wideCharacter(raw, at, lead, count);
    if (point >= 0) {
      if (from < at) text += raw.slice(from, at);
      text += String.fromCodePoint(point);
      from = at + 3 * count;
      at = from;
    } else {
      at++;
    }
    at = raw.indexOf('%', at);
  }
  return from === 0 ? raw : text + raw.slice(from);
}

/** The character of two to four escaped octets, or -1 when they are not one in UTF-8. */
function wideCharacter(raw: string, at: number, lead: number, count: number): number {
  if (lead < 0xc2 || lead > 0xf4) return -1;
  let point = lead & (0x7f >> count);
  for (let i = 1; i < count; i++) {
    const octet = escapeAt(raw, at + 3 * i);
    if ((octet & 0xc0) !== 0x80) return -1; // of -1 too, where there is no escape
    point = (point << 6) | (octet & 0x3f);
  }
  // Overlong forms, surrogates and what lies past U+10FFFF.
  if (count === 3 && (point < 0x800 || (point & 0xf800) === 0xd800)) return -1;
  return count === 4 && (point < 0x10000 || point > 0x10ffff) ? -1 : point;
}

/** Octet of the escape at an index, or -1. */
function escapeAt(text: string, at: number): number {
  if (at + 2 >= text.length || unitAt(text, at) !== 0x25) return -1;
  const high = hexDigit(unitAt(text, at + 1));
  const low = hexDigit(unitAt(text, at + 2));
  return high < 0 || low < 0 ? -1 : 16 * high + low;
}

/** The answer without byte order mark, blanks, line ends and HTML tags at its ends. Each step consumes what it has looked at. */
function unwrapped(body: string): string {
  let from = 0;
  let to = body.length;
  while (true) {
    while (from < to && isBlank(unitAt(body, from))) from++;
    if (!isMarkupAt(body, from)) break;
    const end = body.indexOf('>', from);
    if (end < 0) break;
    from = end + 1;
  }
  while (true) {
    while (to > from && isBlank(unitAt(body, to - 1))) to--;
    if (to <= from || unitAt(body, to - 1) !== 0x3e) break;
    const open = body.lastIndexOf('<', to - 1);
    if (open < from || !isMarkupAt(body, open) || body.indexOf('>', open) !== to - 1) break;
    to = open;
  }
  return body.slice(from, to);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || unit === 0x0d || unit === 0x0a || unit === 0x09 || unit === 0xfeff;
}

/** `<` with a letter, `/`, `!` or `?` behind it: `<447700900123>` is words. */
function isMarkupAt(text: string, at: number): boolean {
  if (at + 1 >= text.length || unitAt(text, at) !== 0x3c) return false;
  const unit = unitAt(text, at + 1);
  const letter = unit | 0x20;
  return (letter >= 0x61 && letter <= 0x7a) || unit === 0x2f || unit === 0x21 || unit === 0x3f;
}

function lineOf(text: string): LineAnswer | undefined {
  const [, report, words = ''] = LINE.exec(text) ?? [];
  if (report === undefined || !isOneLine(words)) return undefined;
  return { kind: 'line', report: Number(report), text: words === '' ? undefined : words };
}

function tagsOf(text: string, body: string, options: AnswerOptions): TagAnswer {
  const values = new Map<Tag, string>();
  const repeated = new Set<Tag>();
  let tag = tagAt(text, 0);
  if (tag === undefined && UNKNOWN_NAME.test(text)) {
    options.onWarning?.({ code: 'unknown-tag', message: 'the answer begins with a tag of another name' });
  } else if (tag === undefined) {
    throw refused('unreadable', 'the answer is neither a line nor tags', body, options);
  }
  let from = tag === undefined ? 0 : tag.length + 1;
  let at = text.indexOf('&', from);
  while (true) {
    const next = at < 0 ? undefined : tagAt(text, at + 1);
    if (at < 0 || next !== undefined) {
      if (tag !== undefined && values.has(tag)) repeated.add(tag);
      if (tag !== undefined) values.set(tag, at < 0 ? text.slice(from) : text.slice(from, at));
      if (next === undefined) break;
      tag = next;
      from = at + next.length + 2;
    }
    at = text.indexOf('&', Math.max(at + 1, from));
  }
  if (values.size === 0) throw refused('unreadable', 'the answer is neither a line nor tags', body, options);
  if (hasSecondSet(text)) throw refused('unreadable', 'the answer has a second set of tags', body, options);
  for (const name of repeated) {
    if (name !== 'Text' && name !== 'Units' && name !== 'LibraryNumber') {
      throw refused('unreadable', `the answer has ${name} more than once`, body, options);
    }
    values.delete(name);
    options.onWarning?.({ code: 'repeated-tag', tag: name, message: `${name} comes more than once and is passed over` });
  }
  return { kind: 'tags', values };
}

/** The search for one unit is many times faster than that for a pattern, and an answer has none of the three. */
function hasSecondSet(text: string): boolean {
  return (text.includes('>') || text.includes('\n') || text.includes('\r')) && SECOND_SET.test(text);
}

/** The known tag whose name begins at an index and ends at an equals sign. */
function tagAt(text: string, at: number): Tag | undefined {
  NAME.lastIndex = at;
  const name = NAME.exec(text)?.[1];
  return name === undefined ? undefined : TAG_OF_NAME.get(name.toLowerCase());
}
