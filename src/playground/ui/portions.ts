/**
 * Work that would hold the page up, in portions. No DOM here.
 * @module
 */

/** How long a portion takes, in milliseconds; the step that it ends with may take longer. */
const PORTION_MS = 12;

/**
 * Takes steps in portions, the page drawn and keys heard between them; the first portion comes after what goes on now.
 * @param isWanted asked before each portion: what nobody wants any more ends
 */
export async function inPortions(steps: Iterator<unknown>, isWanted: () => boolean): Promise<void> {
  for (;;) {
    await new Promise((resolve) => setTimeout(resolve));
    if (!isWanted()) return;
    const until = performance.now() + PORTION_MS;
    do if (steps.next().done === true) return;
    while (performance.now() < until);
  }
}
