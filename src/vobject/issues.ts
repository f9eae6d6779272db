/**
 * Departures from the formats of cards and calendars: what `onIssue` is called with.
 * @module
 */
import type { DecodeOptions, Issue, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';

/** Departures from the formats. Those of the first group are read in both modes, the others only leniently. */
export type VObjectIssueCode =
  /** A byte order mark before the object. */
  | 'byte-order-mark'
  /** No VERSION; the older version of the two is read. */
  | 'missing-version'
  /** A modelled property without a value; left out. */
  | 'empty-property'
  /** `;;` or `;:` before the value. */
  | 'empty-parameter'
  /** A bare parameter such as `;CELL` in a version that wants `TYPE=CELL`. */
  | 'bare-type'
  /** A parameter or group of a modelled property that the model cannot hold. */
  | 'dropped-parameter'
  /** A property of an alarm that the model cannot hold. */
  | 'dropped-property'
  /** Octets outside ASCII without CHARSET; they are UTF-8. */
  | 'missing-charset'
  /** BASE64 that continues at the beginning of a line, without a leading blank. */
  | 'unfolded-base64'
  /** A recurring object in a time zone: its times are those of the first occurrence, as the model knows no zones. */
  | 'zoned-recurrence'
  /** A VTIMEZONE that cannot be evaluated; its times are in the zone of that name that the platform knows. */
  | 'unread-zone'
  // Only lenient from here on.
  /** Text before or after the object. */
  | 'junk'
  /** A control character; read as a blank. */
  | 'control-character'
  /** A line without a colon, or whose name is not valid; left out. */
  | 'unreadable-line'
  /** The text ends before the object does. */
  | 'missing-end'
  /** An END that closes another component than the innermost. */
  | 'wrong-end'
  /** A component in a place where it is not allowed; left out. */
  | 'misplaced-component'
  /** An unknown version; read as the newer one. */
  | 'unknown-version'
  /** An unknown encoding; the value is taken verbatim. */
  | 'unknown-encoding'
  /** An unknown character set, or octets that are not valid in it; read as ISO-8859-1. */
  | 'unknown-charset'
  /** `=` that two hex digits do not follow, or BASE64 with other characters. */
  | 'bad-encoding'
  /** A backslash escape in a version that has none. */
  | 'foreign-escape'
  /** A value that its property does not allow; the property is kept verbatim. */
  | 'bad-value'
  /** A time zone that is not defined, or whose definition cannot be evaluated; the time is read as a floating one. */
  | 'unknown-zone';

/** One departure from the format: {@link Issue} with the codes of cards and calendars. Its offset is an index in the text. */
export type VObjectIssue = Issue<VObjectIssueCode>;

/** How to read a card or a calendar: {@link DecodeOptions}, of which `limits` are the `vobject...` entries of DEFAULT_LIMITS. */
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
