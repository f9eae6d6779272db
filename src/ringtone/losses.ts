/**
 * What a MIDI file loses on its way to a tune: one issue for each kind, however often it happens.
 * @module
 */
import { type Issue, type IssueCode, reportLoss } from './issues.js';

/** Counts losses by their message. */
export class Losses {
  readonly #byMessage = new Map<string, { code: IssueCode; index: number; message: string; assumed: string; count: number }>();

  /** One more case, or `count` of them; the first one's index is kept. */
  note(code: IssueCode, index: number, message: string, assumed: string, count = 1): void {
    const known = this.#byMessage.get(message);
    if (known !== undefined) known.count += count;
    else this.#byMessage.set(message, { code, index, message, assumed, count });
  }

  /** Hands over one issue for each kind, in the order of their first cases. */
  report(onIssue: ((issue: Issue) => void) | undefined): void {
    if (onIssue === undefined) return;
    const inOrder = [...this.#byMessage.values()].sort((a, b) => a.index - b.index);
    for (const { code, index, message, assumed, count } of inOrder) {
      reportLoss(onIssue, code, 'MIDI', index, count === 1 ? message : `${message} (${count} times)`, assumed);
    }
  }
}
