/**
 * Choosing the levels of AC coefficients by what they cost: not always the nearest multiple of a step, but the one, or the 0, whose error and
 * bits together are least ("trellis quantisation").
 *
 * For each block the cheapest way from the first coefficient to the end of the block is looked for: a way goes from one coefficient that is
 * coded to the next, and pays for the run of zeros between them, for the code and the bits of the level, and for the error that it leaves.
 * Errors are weighed in steps and, so that a quality means the same where few bits are spent, against the rest of the block: one in a calm
 * block is seen, one among many edges is not.
 *
 * Source: the way of MozJPEG (jcdctmgr.c, quantize_trellis), with weights of its own.
 * @module
 */
import { buildCodes, END_OF_BLOCK, type HuffmanTable, type HuffmanTables, LENGTH_BITS, ZERO_RUN } from './huffman.js';
import { AMOUNT_MASK, halves, type NonZeros, PLACE_SHIFT, quantised, reciprocals, type Steps } from './scan-write.js';
import { BLOCK, type Coefficients, FRACTION_BITS } from './transform.js';

/*
 * Found by trial: 20 photographs of 240x320, mean SSIM at 3, 5 and 8 kB. It changes little about these: a third more or less of ERROR_BITS
 * loses .001 at one of the three.
 */

/** Bits that an error of a whole step is worth in a calm block. */
const ERROR_BITS = 19;
/** Mean of the squares of a block's AC coefficients at which that is half as much. */
const CALM = 1024;

/** Bits for a symbol that has no code yet: one that is rare. */
const RARE_BITS = 17;

/** Squares of amounts, which are in sixteenths, to those of coefficients. */
const SQUARE = 1 << (2 * FRACTION_BITS);

/** The places whose steps stand for all steps of a table: those that most pictures use. */
const USUAL_PLACES = 9;

/**
 * Chooses the levels of all blocks. @param tables what codes cost: those of levels that are rounded, for instance.
 * @returns entries whose amounts are multiples of their steps.
 */
export function chooseLevels(
  { components }: Coefficients,
  { entries, ends }: NonZeros,
  steps: Steps,
  tables: HuffmanTables,
): NonZeros {
  const luma = buildPrices(steps[0], tables.ac[0]);
  const chroma = buildPrices(steps[1], tables.ac[1]);
  const chosen = new Int32Array(ends.at(-1) ?? 0);
  const chosenEnds = new Int32Array(ends.length);
  const trellis = new Trellis();
  const blocks = ends.length;
  const slots = components.length;
  let count = 0;
  for (let block = 0, slot = 0, entry = 0; block < blocks; block++) {
    const end = ends[block] as number;
    trellis.fill(components[slot] === 0 ? luma : chroma, entries, entry, end);
    count = trellis.write(chosen, count);
    chosenEnds[block] = count;
    entry = end;
    slot = slot + 1 === slots ? 0 : slot + 1;
  }
  return { entries: chosen, ends: chosenEnds };
}

/** What levels of luma, or of chroma, cost. */
interface Prices {
  readonly steps: Uint8Array;
  readonly half: Int32Array;
  readonly reciprocal: Int32Array;
  /** For each symbol the bits of its code and of the value after it. */
  readonly bits: Float64Array;
  /** For each place the bits that the square of an error is worth in a calm block. */
  readonly weights: Float64Array;
}

function buildPrices(steps: Uint8Array, table: HuffmanTable): Prices {
  const bits = Float64Array.from(buildCodes(table), (code, symbol) => {
    const length = code & ((1 << LENGTH_BITS) - 1);
    return (length === 0 ? RARE_BITS : length) + (symbol & 15);
  });
  // Half way between errors that count alike, as likeness is measured, and errors that count by their steps, as an eye sees them.
  let usual = 0;
  for (let place = 1; place <= USUAL_PLACES; place++) usual += (steps[place] as number) ** 2 / USUAL_PLACES;
  const weights = Float64Array.from(steps, (step) => ERROR_BITS / (SQUARE * step * Math.sqrt(usual)));
  return { steps, half: halves(steps), reciprocal: reciprocals(steps), bits, weights };
}

/** The coefficients of a block that may be coded, and the cheapest way to each. Node 0 is the start of the block. */
class Trellis {
  readonly #places = new Int32Array(BLOCK);
  /** Amount of the level, and the sign. */
  readonly #packed = new Int32Array(BLOCK);
  /** Cost of the cheapest way that ends here, and the node before on it. */
  readonly #costs = new Float64Array(BLOCK);
  readonly #before = new Int32Array(BLOCK);
  /** Cost of leaving out all nodes up to here. */
  readonly #omitted = new Float64Array(BLOCK);
  readonly #way = new Int32Array(BLOCK);
  #last = 0;

  /** Finds the cheapest way through a block, whose entries are those from `start` to `end`. */
  fill(prices: Prices, entries: Int32Array, start: number, end: number): void {
    const { steps, half, reciprocal, bits, weights } = prices;
    const calm = findCalm(entries, start, end, half);
    let nodes = 0;
    for (let i = start; i < end; i++) {
      const packed = entries[i] as number;
      const place = packed >> PLACE_SHIFT;
      const amount = (packed & AMOUNT_MASK) >> 1;
      const nearest = quantised(amount, half[place] as number, reciprocal[place] as number);
      if (nearest === 0) continue;
      nodes++;
      const weight = (weights[place] as number) * calm;
      const unit = (steps[place] as number) << FRACTION_BITS;
      this.#places[nodes] = place;
      this.#omitted[nodes] = (this.#omitted[nodes - 1] as number) + amount * amount * weight;
      this.#costs[nodes] = Number.POSITIVE_INFINITY;
      for (let level = nearest; level > 0 && level >= nearest - 1; level--) {
        // A level further off costs less where it has fewer bits alone.
        if (level < nearest && (nearest & level) !== 0) break;
        const error = amount - level * unit;
        if (!this.#reach(nodes, place, 32 - Math.clz32(level), error * error * weight, bits)) continue;
        this.#packed[nodes] = (place << PLACE_SHIFT) | ((level * unit) << 1) | (packed & 1);
      }
    }
    this.#last = this.#findLast(nodes, bits[END_OF_BLOCK] as number);
  }

  /** Tries a level from every node before. @returns whether a way is cheaper than those that were tried. */
  #reach(node: number, place: number, size: number, error: number, bits: Float64Array): boolean {
    const omitted = this.#omitted[node - 1] as number;
    let least = this.#costs[node] as number;
    let isCheaper = false;
    for (let before = node - 1; before >= 0; before--) {
      let run = place - (this.#places[before] as number) - 1;
      let cost = (this.#costs[before] as number) + omitted - (this.#omitted[before] as number) + error;
      for (; run > 15; run -= 16) cost += bits[ZERO_RUN] as number;
      cost += bits[(run << 4) | size] as number;
      if (cost >= least) continue;
      least = cost;
      this.#before[node] = before;
      isCheaper = true;
    }
    this.#costs[node] = least;
    return isCheaper;
  }

  /** The last coefficient that is coded. */
  #findLast(nodes: number, endBits: number): number {
    const omitted = this.#omitted[nodes] as number;
    let last = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let node = 0; node <= nodes; node++) {
      const end = (this.#places[node] as number) < BLOCK - 1 ? endBits : 0;
      const cost = (this.#costs[node] as number) + omitted - (this.#omitted[node] as number) + end;
      if (cost >= least) continue;
      least = cost;
      last = node;
    }
    return last;
  }

  /** Writes the entries of the way that was found. @returns where they end. */
  write(to: Int32Array, start: number): number {
    let nodes = 0;
    for (let node = this.#last; node > 0; node = this.#before[node] as number) this.#way[nodes++] = node;
    let count = start;
    while (nodes > 0) to[count++] = this.#packed[this.#way[--nodes] as number] as number;
    return count;
  }
}

/** What an error counts in a block: 1 where there is next to nothing, less the more there is that is not 0 at this quality. */
function findCalm(entries: Int32Array, start: number, end: number, half: Int32Array): number {
  let squares = 0;
  for (let i = start; i < end; i++) {
    const packed = entries[i] as number;
    const amount = (packed & AMOUNT_MASK) >> 1;
    // Which others are listed depends on the qualities that were asked for before.
    if (amount >= (half[packed >> PLACE_SHIFT] as number)) squares += amount * amount;
  }
  return CALM / (CALM + squares / (SQUARE * (BLOCK - 1)));
}
