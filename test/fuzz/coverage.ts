/** Which branches of the sources a run takes. Sources that instrument.ts has changed tell it here; others tell nothing. */

/** Branches that the sources may have. */
export const MAX_BRANCHES = 65_536;

/** 1 for each branch that was taken since this was cleared. */
export const taken = new Uint8Array(MAX_BRANCHES);
const words = new Uint32Array(taken.buffer);

/** The branches that some runs took. */
export class Coverage {
  readonly #seen = new Uint8Array(MAX_BRANCHES);
  isEmpty = true;

  /** Adds the branches that were taken since they were cleared. @returns those that are new */
  add(): number[] {
    const fresh: number[] = [];
    for (let word = 0; word < words.length; word++) {
      if (words[word] === 0) continue;
      for (let i = word * 4; i < word * 4 + 4; i++) {
        if (taken[i] === 0 || this.#seen[i] === 1) continue;
        this.#seen[i] = 1;
        fresh.push(i);
      }
    }
    if (fresh.length > 0) this.isEmpty = false;
    return fresh;
  }
}
