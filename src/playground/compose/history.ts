/**
 * What was there before, to go back to, and what was there before that. No DOM here.
 * @module
 */

/** Steps that can be taken back. */
const MAX_STEPS = 200;

/** States one after the other; one of them is the present one. */
export class History<T> {
  #states: T[];
  #at = 0;
  #key: string | undefined;

  /** @param first the present state, before which there is none */
  constructor(first: T) {
    this.#states = [first];
  }

  /**
   * Another state becomes the present one; what was taken back is gone.
   * @param key what changes step by step, such as a slider: its steps in a row are taken back together
   */
  add(state: T, key?: string): void {
    const isSameStep = key !== undefined && key === this.#key && this.#at > 0;
    this.#states.length = isSameStep ? this.#at : this.#at + 1;
    this.#states.push(state);
    if (this.#states.length > MAX_STEPS) this.#states.shift();
    this.#at = this.#states.length - 1;
    this.#key = key;
  }

  get canUndo(): boolean {
    return this.#at > 0;
  }

  get canRedo(): boolean {
    return this.#at < this.#states.length - 1;
  }

  /** The state before, which becomes the present one; undefined where there is none. */
  undo(): T | undefined {
    return this.#go(-1);
  }

  /** The state that was taken back last. */
  redo(): T | undefined {
    return this.#go(1);
  }

  #go(step: 1 | -1): T | undefined {
    const state = this.#states[this.#at + step];
    if (state === undefined) return undefined;
    this.#at += step;
    this.#key = undefined;
    return state;
  }
}
