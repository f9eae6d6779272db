/**
 * Comparison with an oracle under a list of its known faults.
 *
 * A rule looks at the input only, and says what the faulty oracle shows in place of the right fields; the comparison stays exact. A
 * field that the fault leaves to chance (what lies behind a wrong offset) is named as {@link UNPREDICTABLE}. A rule counts as used when the
 * oracle was off in one of its fields and agreed with it in all; one that is never used fails the file that loads it.
 * @module
 */
import type { Fields } from './expected.js';

/** Stands for a field that is not compared, because the fault makes it a matter of chance. */
export const UNPREDICTABLE: unique symbol = Symbol('unpredictable');

/** One fault of one oracle. */
export interface KnownFault<Input> {
  readonly id: string;
  /** Program and version with which it was seen. */
  readonly oracle: string;
  /** What it gets wrong. */
  readonly fault: string;
  /** Whether this input meets the fault. */
  applies(input: Input): boolean;
  /**
   * The fields that the oracle shows instead; undefined as a value: it does not show the field. `shown` is there for faults that leave a
   * part of a field to chance: the rest of it is still to be checked.
   */
  shows(input: Input, expected: Fields, shown: Fields): Fields;
}

/** Compares field by field under a list of rules, and counts. */
export class Ledger<Input> {
  readonly #rules: readonly KnownFault<Input>[];
  readonly #used = new Map<string, number>();
  #compared = 0;

  constructor(rules: readonly KnownFault<Input>[]) {
    this.#rules = rules;
    for (const { id } of rules) this.#used.set(id, 0);
  }

  /** Cases compared so far. */
  get compared(): number {
    return this.#compared;
  }

  /** How often each rule was used. */
  get uses(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#used);
  }

  /** Rules that were never used. */
  get idle(): readonly string[] {
    return [...this.#used].filter(([, count]) => count === 0).map(([id]) => id);
  }

  /** @returns the differences that no rule explains, one line a field; empty when the oracle agrees. */
  compare(input: Input, right: Fields, shown: Fields): string[] {
    this.#compared++;
    let expected = right;
    const applied: { readonly id: string; readonly mattered: boolean }[] = [];
    for (const rule of this.#rules) {
      if (!rule.applies(input)) continue;
      const instead = rule.shows(input, expected, shown);
      const mattered = Object.keys(instead).some((name) => canonical(shown[name]) !== canonical(expected[name]));
      applied.push({ id: rule.id, mattered });
      expected = { ...expected, ...instead };
    }
    const differences = [];
    for (const name of new Set([...Object.keys(expected), ...Object.keys(shown)])) {
      if (expected[name] === UNPREDICTABLE) continue;
      const [ours, theirs] = [canonical(expected[name]), canonical(shown[name])];
      if (ours !== theirs) differences.push(`${name}: expected ${ours}, the oracle shows ${theirs}`);
    }
    if (differences.length > 0) return [...differences, ...applied.map(({ id }) => `under the rule ${id}`)];
    for (const { id, mattered } of applied) if (mattered) this.#used.set(id, (this.#used.get(id) ?? 0) + 1);
    return [];
  }
}

/** A text that is equal for equal values, whatever the order of their properties. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, each: unknown) =>
      each !== null && typeof each === 'object' && !Array.isArray(each)
        ? Object.fromEntries(Object.entries(each).sort(([a], [b]) => (a < b ? -1 : 1)))
        : each,
    ) ?? 'nothing'
  );
}
