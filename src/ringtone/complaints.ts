/**
 * What the readers of all text forms have in common: the limits of a text, and how to complain about it.
 * @module
 */
import { blankControls, findControl } from '../bytes/controls.js';
import { type Fix, Issue as ReadingIssue } from '../bytes/reading.js';
import { DEFAULT_LIMITS, DecodeError, LimitError } from '../errors.js';
import type { Issue, IssueCode, TuneTextOptions } from './issues.js';
import { controlMessage } from './title.js';

/** Hands issues to whoever listens, and throws what a strict reader does not take. */
export class Complaints {
  /** Whether faults are read over. */
  readonly lenient: boolean;
  /** Notes that a tune may have. */
  readonly maxNotes: number;
  /** Whether anybody listens. */
  readonly isHeard: boolean;
  readonly #name: string;
  readonly #onIssue: TuneTextOptions['onIssue'];
  /** Issues that wait for {@link release}. */
  #held: Issue[] | undefined;

  /**
   * @param name the form, as errors name it.
   * @throws LimitError `limit-exceeded` past `tuneCharacters`.
   */
  constructor(name: string, text: string, { lenient, onIssue, limits }: TuneTextOptions) {
    this.#name = name;
    this.lenient = lenient === true;
    this.isHeard = onIssue !== undefined;
    this.#onIssue = onIssue;
    this.maxNotes = limits?.tuneNotes ?? DEFAULT_LIMITS.tuneNotes;
    const maxCharacters = limits?.tuneCharacters ?? DEFAULT_LIMITS.tuneCharacters;
    if (text.length > maxCharacters) {
      throw new LimitError('limit-exceeded', name, maxCharacters, `${text.length} characters, at most ${maxCharacters}`);
    }
  }

  /** Something with one possible meaning, or a loss. */
  report(code: IssueCode, index: number, message: string, assumed: string, fix?: Fix): void {
    if (this.#onIssue === undefined) return;
    this.pass(new ReadingIssue(code, 'warning', this.#name, index, message, { assumed, fix }));
  }

  /**
   * Something that only a lenient reader takes.
   * @throws DecodeError `bad-value` in strict reading.
   */
  fault(code: IssueCode, field: string, index: number, message: string, assumed: string, fix?: Fix): void {
    if (!this.lenient) {
      for (const issue of this.release()) this.pass(issue);
      throw new DecodeError('bad-value', field, index, message);
    }
    this.report(code, index, message, assumed, fix);
  }

  /**
   * The title between two indexes; leniently with blanks for control characters.
   * @throws DecodeError `bad-value` in strict reading.
   */
  title(text: string, start: number, end: number, field: string): string {
    const title = text.slice(start, end);
    const control = findControl(title);
    if (control < 0) return title;
    const printable = blankControls(title);
    this.fault('control-character', field, start + control, controlMessage(title, control), JSON.stringify(printable));
    return printable;
  }

  /**
   * A part that is not there; a strict reader meets the end, or another part, at `index`.
   * @throws DecodeError `truncated` in strict reading.
   */
  missing(field: string, index: number, message: string, assumed: string): void {
    if (!this.lenient) throw new DecodeError('truncated', field, index, message);
    this.report('missing-line', index, message, assumed);
  }

  /**
   * A text without any note, known at `index`.
   * @throws DecodeError `truncated` in strict reading.
   */
  noNotes(index: number): void {
    const message = 'not a single note';
    if (!this.lenient) throw new DecodeError('truncated', `${this.#name}/note[0]`, index, message);
    this.report('no-notes', index, message, 'an empty tune');
  }

  /** Holds back what is reported from here on, until {@link release}. */
  hold(): void {
    this.#held = [];
  }

  /** What was held back; later issues are handed over at once again. */
  release(): readonly Issue[] {
    const held = this.#held ?? [];
    this.#held = undefined;
    return held;
  }

  /** Hands an issue over, or holds it back. */
  pass(issue: Issue): void {
    if (this.#held === undefined) this.#onIssue?.(issue);
    else this.#held.push(issue);
  }
}
