/** Smaller inputs that do the same: blocks are left out, then single octets and characters made plain, as long as the fault keeps its signature. */
import type { Input } from './target.js';

/** Runs at most. */
const MOST_RUNS = 3_000;

/**
 * The smallest input found that still does it.
 * @param does whether an input has the fault
 * @param mostRuns how often that may be asked
 */
export async function minimise<I extends Input>(
  input: I,
  does: (input: I) => Promise<boolean>,
  mostRuns = MOST_RUNS,
): Promise<I> {
  let smallest = input;
  let runs = 0;
  const take = async (candidate: I) => {
    if (runs >= mostRuns) return false;
    runs++;
    if (!(await does(candidate))) return false;
    smallest = candidate;
    return true;
  };
  for (let size = smallest.length >> 1; size >= 1 && runs < mostRuns; size >>= 1) {
    for (let at = 0; at < smallest.length && runs < mostRuns; ) {
      const isTaken = await take(without(smallest, at, at + size));
      if (!isTaken) at += size;
    }
    // Once more with single ones, while that helps.
    if (size === 1 && smallest.length > 1) {
      const before = smallest.length;
      for (let at = 0; at < smallest.length && runs < mostRuns; ) if (!(await take(without(smallest, at, at + 1)))) at++;
      if (smallest.length < before) size = 2;
    }
  }
  for (let at = 0; at < smallest.length && runs < mostRuns; at++) {
    for (const plain of plainer(smallest, at)) if (await take(plain)) break;
  }
  return smallest;
}

function without<I extends Input>(input: I, start: number, end: number): I {
  if (typeof input === 'string') return (input.slice(0, start) + input.slice(end)) as I;
  const octets = input as Uint8Array;
  const rest = new Uint8Array(octets.length - (Math.min(end, octets.length) - start));
  rest.set(octets.subarray(0, start));
  rest.set(octets.subarray(end), start);
  return rest as I;
}

/** The input with a plain character or octet in a place that has none. */
function plainer<I extends Input>(input: I, at: number): I[] {
  if (typeof input === 'string') {
    const plain = /\d/.test(input[at] as string) ? '0' : 'a';
    return /[a-z0 \r\n]/.test(input[at] as string) ? [] : [(input.slice(0, at) + plain + input.slice(at + 1)) as I];
  }
  const octets = input as Uint8Array;
  if (octets[at] === 0) return [];
  const copy = octets.slice();
  copy[at] = 0;
  return [copy as I];
}
