/**
 * The states that a form was in, to go back to and forward again. No DOM here.
 * @module
 */

/** Steps that can be undone, and characters of JSON that all states take. */
const MAX_STEPS = 200;
const MAX_CHARACTERS = 4_000_000;

interface Step<T> {
  state: T;
  characters: number;
}

/** States one after the other; one of them is the present one. */
export class History<T> {
  readonly #steps: Step<T>[];
  #at = 0;
  #key: string;

  /**
   * @param first the present state, before which there is none
   * @param key of the changes that belong to it
   */
  constructor(first: T, key: string) {
    this.#steps = [stepOf(first)];
    this.#key = key;
  }

  /**
   * Another state becomes the present one. With another key than before it is a step of its own, and what was undone is gone; with the same key
   * it takes the place of the present one: letters typed in a row, and what follows by itself from a change.
   */
  add(state: T, key: string): void {
    if (key === this.#key) {
      this.#steps[this.#at] = stepOf(state);
      return;
    }
    this.#key = key;
    this.#steps.length = this.#at + 1;
    this.#steps.push(stepOf(state));
    let characters = this.#steps.reduce((sum, step) => sum + step.characters, 0);
    while (this.#steps.length > 2 && (this.#steps.length > MAX_STEPS || characters > MAX_CHARACTERS)) {
      characters -= (this.#steps.shift() as Step<T>).characters;
    }
    this.#at = this.#steps.length - 1;
  }

  get present(): T {
    return (this.#steps[this.#at] as Step<T>).state;
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#steps.length - 1;
  }

  /** All states, the newest first. */
  get states(): readonly T[] {
    return this.#steps.map(({ state }) => state).reverse();
  }

  /** The state before, which becomes the present one; undefined where there is none. @param key of the changes that belong to it */
  undo(key: string): T | undefined {
    return this.#go(-1, key);
  }

  /** The state that was undone last. */
  redo(key: string): T | undefined {
    return this.#go(1, key);
  }

  #go(by: 1 | -1, key: string): T | undefined {
    const step = this.#steps[this.#at + by];
    if (step === undefined) return undefined;
    this.#at += by;
    this.#key = key;
    return step.state;
  }
}

function stepOf<T>(state: T): Step<T> {
  return { state, characters: JSON.stringify(state).length };
}
