/**
 * How cards and calendars are read: strictly or leniently, within limits, with every departure from the format reported.
 * @module
 */
import { DEFAULT_LIMITS, DecodeError, type FormatErrorCode, LimitError, type Limits } from '../errors.js';

/** Departures from the formats. Those of the first group are read in both modes, the others only leniently. */
export type VObjectIssueCode =
  /** A byte order mark in front of the object. */
  | 'byte-order-mark'
  /** No VERSION; the older version of the two is read. */
  | 'missing-version'
  /** A modelled property without a value; left out. */
  | 'empty-property'
  /** `;;` or `;:` in front of the value. */
  | 'empty-parameter'
  /** A bare parameter such as `;CELL` in a version that wants `TYPE=CELL`. */
  | 'bare-type'
  /** A parameter or group of a modelled property that the model has no place for. */
  | 'dropped-parameter'
  /** A property of an alarm that the model has no place for. */
  | 'dropped-property'
  /** Octets outside ASCII without CHARSET; they are UTF-8. */
  | 'missing-charset'
  /** BASE64 lines that go on at the line's beginning instead of behind a blank. */
  | 'unfolded-base64'
  /** A recurring object in a time zone: its times are those of the first occurrence, as the model knows no zones. */
  | 'zoned-recurrence'
  /** A VTIMEZONE that cannot be evaluated; its times are in the zone of that name that the platform knows. */
  | 'unread-zone'
  // Only lenient from here on.
  /** Text in front of the object, or behind it. */
  | 'junk'
  /** A control character; read as a blank. */
  | 'control-character'
  /** A line without a colon, or with a name that is none; left out. */
  | 'unreadable-line'
  /** The text ends before the object does. */
  | 'missing-end'
  /** An END that closes another component than the innermost. */
  | 'wrong-end'
  /** A component where none belongs; left out. */
  | 'misplaced-component'
  /** A version that is not known here; read as the newer one. */
  | 'unknown-version'
  /** An encoding that is not known; the value is taken as it stands. */
  | 'unknown-encoding'
  /** A character set that is not known, or octets that are none of its characters; read as ISO-8859-1. */
  | 'unknown-charset'
  /** `=` without two hex digits behind it, or BASE64 with other characters. */
  | 'bad-encoding'
  /** A backslash escape in a version that has none. */
  | 'foreign-escape'
  /** A value that its property does not allow; the property is kept as it came. */
  | 'bad-value'
  /** A time zone that nobody defines, or by what cannot be evaluated; the time is read as a floating one. */
  | 'unknown-zone';

/** One departure from the format. */
export interface VObjectIssue {
  /** What was passed over. */
  readonly code: VObjectIssueCode;
  /** Whether strict reading refuses it (`error`), or reads it too (`warning`). */
  readonly severity: 'error' | 'warning';
  /** What it is in, such as `VEVENT/RRULE`: the field of the error that strict reading throws. */
  readonly field: string;
  /** Index of the UTF-16 unit in the text: of the property, or of its value. */
  readonly index: number;
  /** What was found, in words. */
  readonly message: string;
  /** What was read instead. */
  readonly assumed: string;
}

/** How to read a card or a calendar. */
export interface VObjectOptions {
  /** Assume or leave out what the strict reading refuses; each is reported. For objects from the wild. */
  readonly lenient?: boolean | undefined;
  /** Called once for each departure, in both modes. */
  readonly onIssue?: ((issue: VObjectIssue) => void) | undefined;
  /** Other values for the `vobject...` entries of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Reads a text that was written, whatever its size, and passes on what strict reading refuses of it. */
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

/** One reading: its mode, its limits, and where its issues go. */
export class Reading {
  readonly lenient: boolean;
  readonly limits: Limits;
  /** Characters of the text; no offset lies behind them. */
  readonly length: number;
  readonly #onIssue: ((issue: VObjectIssue) => void) | undefined;

  constructor(text: string, options: VObjectOptions) {
    this.lenient = options.lenient === true;
    this.limits = options.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...options.limits };
    this.length = text.length;
    this.#onIssue = options.onIssue;
    this.limit('vobjectCharacters', text.length, 'vObject', 0);
  }

  /** Reports what has one meaning all the same. */
  note(code: VObjectIssueCode, index: number, field: string, message: string, assumed: string): void {
    this.#onIssue?.({ code, severity: 'warning', field, index, message, assumed });
  }

  /** Refuses in the strict mode, reports in the lenient one. @throws DecodeError */
  fault(
    issue: VObjectIssueCode,
    index: number,
    field: string,
    message: string,
    assumed: string,
    code: FormatErrorCode = 'bad-value',
  ): void {
    if (!this.lenient) throw new DecodeError(code, field, index, message);
    this.#onIssue?.({ code: issue, severity: 'error', field, index, message, assumed });
  }

  /** Reads on past a value that its property does not allow. @throws unknown the error itself, in strict mode or when it is not a DecodeError */
  keepRaw(error: unknown, index: number, assumed: string): void {
    if (!this.lenient || !(error instanceof DecodeError)) throw error;
    this.fault('bad-value', index, error.field, error.reason, assumed);
  }

  /** @throws LimitError `limit-exceeded` */
  limit(name: keyof Limits & `vobject${string}`, value: number, field: string, index: number): void {
    if (value > this.limits[name]) {
      throw new LimitError('limit-exceeded', field, index, `${value} is past ${name}, which is ${this.limits[name]}`);
    }
  }
}
