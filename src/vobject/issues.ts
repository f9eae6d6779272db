/**
 * Departures from the formats of cards and calendars: what `onIssue` is called with.
 * @module
 */
import type { DecodeOptions, Issue, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';

/** Codes of departures from the formats. Strict reading accepts those before `junk`, only lenient reading the rest. */
export type VObjectIssueCode =
  /** A byte order mark before the object. */
  | 'byte-order-mark'
  /** No VERSION; the older version of the two is read. */
  | 'missing-version'
  /** A known property without a value; omitted. */
  | 'empty-property'
  /** `;;` or `;:` before the value. */
  | 'empty-parameter'
  /** A bare parameter such as `;CELL` in a version that requires `TYPE=CELL`. */
  | 'bare-type'
  /** A parameter or group of a known property that the result cannot hold. */
  | 'dropped-parameter'
  /** A property of an alarm that the result cannot hold. */
  | 'dropped-property'
  /** Octets outside ASCII without CHARSET; they are UTF-8. */
  | 'missing-charset'
  /** BASE64 that continues at the beginning of a line, without a leading space. */
  | 'unfolded-base64'
  /** A recurring object in a time zone: all its times have the offset of the first occurrence, since the result has no zones. */
  | 'zoned-recurrence'
  /** A VTIMEZONE that cannot be evaluated; the platform's zone of that name is used. */
  | 'unread-zone'
  // Only lenient from here on.
  /** Text before or after the object. */
  | 'junk'
  /** A control character; read as a space. */
  | 'control-character'
  /** A line without a colon, or with an invalid name; omitted. */
  | 'unreadable-line'
  /** The text ends before the object does. */
  | 'missing-end'
  /** An END that closes another component than the innermost. */
  | 'wrong-end'
  /** A component in a place where it is not allowed; omitted. */
  | 'misplaced-component'
  /** An unknown version; read as the newer one. */
  | 'unknown-version'
  /** An unknown encoding; the value is taken verbatim. */
  | 'unknown-encoding'
  /** An unknown character set, or octets that are not valid in it; read as ISO-8859-1. */
  | 'unknown-charset'
  /** `=` without two hex digits after it, or BASE64 with other characters. */
  | 'bad-encoding'
  /** A backslash escape in a version that has none. */
  | 'foreign-escape'
  /** A value that its property does not allow; the property is kept verbatim. */
  | 'bad-value'
  /** A time zone that is not defined, or whose definition cannot be evaluated; the time is read as a floating one. */
  | 'unknown-zone';

/** A departure from the format of a card or calendar. Its offset is an index in the text. */
export type VObjectIssue = Issue<VObjectIssueCode>;

/** Options of functions that read cards or calendars. Of `limits` they use the entries whose names begin with `vobject`. */
export type VObjectOptions = DecodeOptions<VObjectIssueCode>;

/** One reading of cards or calendars. */
export type VObjectReading = Reading<VObjectIssueCode>;

/** The details of an issue about something that is left out. */
export const NOTHING = { assumed: 'nothing' };

/** Reads on past a value that its property does not allow. @throws unknown the error itself, in strict mode or when it is not a DecodeError */
export function keepRaw(error: unknown, reading: VObjectReading, index: number, assumed: string): void {
  if (!reading.lenient || !(error instanceof DecodeError)) throw error;
  reading.fault('bad-value', error.field, index, error.reason, { assumed });
}

/** Reads a text that was just written, whatever its size, and passes on what strict reading refuses of it. */
export function reportRefusals(read: (options: VObjectOptions) => unknown, onIssue: (issue: VObjectIssue) => void): void {
  const limits = {
    vobjectCharacters: Number.POSITIVE_INFINITY,
    vobjectProperties: Number.POSITIVE_INFINITY,
    vobjectLineCharacters: Number.POSITIVE_INFINITY,
    vobjectBinaryOctets: Number.POSITIVE_INFINITY,
    vobjectDepth: Number.POSITIVE_INFINITY,
  };
  const errors = (issue: VObjectIssue) => {
    if (issue.severity === 'error') onIssue(issue);
  };
  read({ lenient: true, onIssue: errors, limits });
}
