/**
 * How strictly an input is read, and what is reported about it: the one engine that every decoder uses.
 *
 *   fault   what strict reading refuses: thrown, or with `lenient` reported with the severity `error`
 *   note    what both readings accept and a caller should know: reported with the severity `warning`
 *   limit   what neither accepts: a LimitError
 *
 * The trace of the inspector is not here but at the cursor (ByteReader, BitReader), which records what it reads.
 * @module
 */

import {
  DEFAULT_LIMITS,
  DecodeError,
  FORMAT_ERROR_CODES,
  type FormatErrorCode,
  LimitError,
  type Limits,
  locate,
} from '../errors.js';
import { requireLimit, requireObject } from './check.js';
import { omitUndefined } from './omit-undefined.js';

/** An edit of a text: replaces the units from `start` (inclusive) to `end` (exclusive) by `text`. */
export interface Fix {
  /** Index of the first UTF-16 unit to replace. */
  readonly start: number;
  /** One past the last; equal to `start` for an insertion. */
  readonly end: number;
  /** The replacement. */
  readonly text: string;
}

/** Optional members of an {@link Issue}. */
export interface IssueDetails {
  /** The value that was read instead. */
  readonly assumed?: string | undefined;
  /** The edit of the text that removes the issue without changing what is read. */
  readonly fix?: Fix | undefined;
}

/** A departure from a format that did not stop reading: the argument of `onIssue`, in every format. */
export class Issue<Code extends string = string> {
  /** The kind of departure: a {@link FormatErrorCode}, or one of the format's own codes. */
  readonly code: Code;
  /** `error` for what strict reading rejects, `warning` for what it accepts. */
  readonly severity: 'error' | 'warning';
  /** Path of the field, in the specification's names, such as `TP-UD/UDH/IEDL`. */
  readonly field: string;
  /** Octet offset in the input (index of the UTF-16 unit when the input is text); undefined when there is no position. */
  readonly offset: number | undefined;
  /** What was found, and what is allowed. */
  readonly reason: string;
  /** The value that was read instead, in formats that report it. */
  declare readonly assumed?: string;
  /** The edit of the text that removes the issue, if there is one. */
  declare readonly fix?: Fix;

  /** Creates an issue with these properties. */
  constructor(
    code: Code,
    severity: 'error' | 'warning',
    field: string,
    offset: number | undefined,
    reason: string,
    { assumed, fix }: IssueDetails = NO_DETAILS,
  ) {
    this.code = code;
    this.severity = severity;
    this.field = field;
    this.offset = offset;
    this.reason = reason;
    if (assumed !== undefined) this.assumed = assumed;
    if (fix !== undefined) this.fix = fix;
  }

  /** Returns field, offset and reason in one line: the message of the error that strict reading throws. */
  get message(): string {
    return locate(this.field, this.offset, this.reason);
  }
}

const NO_DETAILS: IssueDetails = {};

let strictReading: Reading | undefined;

/**
 * Every limit: the defaults, and the values that are given for some. Those of {@link inheritLimits} are whole, and not copied.
 * @throws TypeError for a limit that nothing would exceed, such as NaN
 */
export function allLimits(limits: Partial<Limits> | undefined): Limits {
  if (limits === undefined || limits === DEFAULT_LIMITS) return DEFAULT_LIMITS;
  requireObject(limits, 'limits');
  if (Object.prototype.isPrototypeOf.call(DEFAULT_LIMITS, limits)) return limits as Limits;
  return { ...DEFAULT_LIMITS, ...checkedLimits(limits) };
}

/** One limit: the value that is given for it, or the default. @throws TypeError as {@link allLimits} */
export function limitOf(limits: Partial<Limits> | undefined, name: keyof Limits): number {
  if (limits !== undefined) requireObject(limits, 'limits');
  const given = limits?.[name];
  if (given === undefined) return DEFAULT_LIMITS[name];
  requireLimit(given, `limits.${name}`);
  return given;
}

/**
 * Every limit: those that are given, and inherited defaults. For callers that read many times with the same limits.
 * @throws TypeError as {@link allLimits}
 */
export function inheritLimits(limits: Partial<Limits> = {}): Limits {
  requireObject(limits, 'limits');
  return Object.assign(Object.create(DEFAULT_LIMITS) as Limits, checkedLimits(limits));
}

function checkedLimits(limits: Partial<Limits>): Partial<Limits> {
  const given = omitUndefined(limits);
  for (const [name, value] of Object.entries(given))
    if (Object.hasOwn(DEFAULT_LIMITS, name)) requireLimit(value, `limits.${name}`);
  return given;
}

/** Options of every function that reads. */
export interface DecodeOptions<Code extends string = FormatErrorCode> {
  /** Continue past faults that leave the meaning clear, and report each to `onIssue`; false by default. Each decoder lists the faults it accepts. */
  readonly lenient?: boolean | undefined;
  /** Called with each departure that did not stop reading, strict or lenient. */
  readonly onIssue?: ((issue: Issue<Code>) => void) | undefined;
  /** Values that replace those of {@link DEFAULT_LIMITS}. */
  readonly limits?: Partial<Limits> | undefined;
}

/** One reading: its mode, its limits, and where its issues go. */
export class Reading<Code extends string = FormatErrorCode> implements DecodeOptions<Code> {
  readonly lenient: boolean;
  readonly limits: Limits;
  /** Called with each issue; without it no issue is put into words. */
  readonly onIssue: ((issue: Issue<Code>) => void) | undefined;
  readonly #maxFaults: number;
  #faults = 0;

  /** @param maxFaults faults that lenient reading passes; a LimitError ends it at the next one. */
  constructor(options?: DecodeOptions<Code>, maxFaults = Number.POSITIVE_INFINITY) {
    this.lenient = options?.lenient === true;
    this.onIssue = options?.onIssue;
    this.limits = allLimits(options?.limits);
    this.#maxFaults = maxFaults;
  }

  /**
   * The reading that options already are, or one with them: readers call each other with either. Without options it is one for all callers,
   * since strict reading keeps no state and most messages are decoded in less time than an object takes.
   */
  static of<Code extends string = FormatErrorCode>(options: DecodeOptions<Code> | undefined): Reading<Code> {
    if (options === undefined) {
      strictReading ??= new Reading();
      return strictReading as Reading<string> as Reading<Code>;
    }
    return options instanceof Reading ? options : new Reading(options);
  }

  /**
   * What strict reading refuses. A code of the format's own is thrown as `bad-value`, unless `thrown` says otherwise.
   * @throws DecodeError in strict reading; LimitError past the faults that are passed.
   */
  fault(
    code: Code,
    field: string,
    offset: number | undefined,
    reason: string,
    details?: IssueDetails,
    thrown: FormatErrorCode = isFormatErrorCode(code) ? code : 'bad-value',
  ): void {
    if (!this.lenient) throw new DecodeError(thrown, field, offset, reason);
    this.#count(field, offset);
    this.onIssue?.(new Issue(code, 'error', field, offset, reason, details));
  }

  /** {@link fault} for an error at hand. @throws what it is given, in strict reading; LimitError past the faults that are passed. */
  reportOrThrow(error: DecodeError): void {
    if (!this.lenient) throw error;
    const { code, field, offset, reason } = error;
    this.#count(field, offset);
    this.onIssue?.(new Issue(code as FormatErrorCode & Code, 'error', field, offset, reason));
  }

  /** What both readings accept. */
  note(code: Code, field: string, offset: number | undefined, reason: string, details?: IssueDetails): void {
    this.onIssue?.(new Issue(code, 'warning', field, offset, reason, details));
  }

  /** Requires that a value is within a limit. @throws LimitError `limit-exceeded` */
  limit(name: keyof Limits, value: number, field: string, offset: number | undefined): void {
    if (value > this.limits[name]) {
      throw new LimitError('limit-exceeded', field, offset, `${value} is past ${name}, which is ${this.limits[name]}`);
    }
  }

  #count(field: string, offset: number | undefined): void {
    if (++this.#faults > this.#maxFaults) {
      throw new LimitError('limit-exceeded', field, offset, `more than ${this.#maxFaults} faults`);
    }
  }
}

function isFormatErrorCode(code: string): code is FormatErrorCode {
  return (FORMAT_ERROR_CODES as readonly string[]).includes(code);
}
