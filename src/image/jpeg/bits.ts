/**
 * The entropy-coded octets of a JPEG's scan, made of codes and values bit by bit.
 *
 * Source: ITU-T T.81 sections B.1.1.5 and F.1.2.3.
 * @module
 */

/** Codes and values that are gathered before they are written, so that either loop is a tight one. */
export const GATHERED = 2048;

/** Strings codes and values together bit by bit, the highest first. */
export class ScanWriter {
  /** Codes and values, of up to 27 bits at the upper end, with their length in the lowest five. */
  readonly words = new Int32Array(GATHERED);
  /** The scan, four octets a number, before octets of 0 are put in. */
  #scan: Int32Array;
  /** Bits that were written. */
  #length = 0;
  /** Those that are not a whole number yet, at its upper end. */
  #last = 0;

  constructor(capacity: number) {
    this.#scan = new Int32Array(capacity);
  }

  /** Forgets what was written. */
  clear(): void {
    this.#length = 0;
    this.#last = 0;
  }

  /** Writes the first of {@link ScanWriter.words}. */
  write(count: number): void {
    if ((this.#length >> 5) + count >= this.#scan.length) this.#grow(count);
    const { words } = this;
    const scan = this.#scan;
    let length = this.#length;
    let last = this.#last;
    // No branches, which would be mispredicted at every fourth or so.
    for (let i = 0; i < count; i++) {
      const packed = words[i] as number;
      const bits = packed & ~31;
      const taken = length & 31;
      last |= bits >>> taken;
      scan[length >> 5] = last;
      const more = packed & 31;
      const isFull = (31 - taken - more) >> 31;
      last ^= (last ^ (bits << (32 - taken))) & isFull;
      length += more;
    }
    this.#length = length;
    this.#last = last;
  }

  /** Octets of the scan: its last one is filled up with ones (F.1.2.3), a 0 follows each FF (B.1.1.5). */
  get lengthOctets(): number {
    const scan = this.#scan;
    const to = this.#length >> 5;
    const rest = this.#rest;
    let length = 4 * to + rest.octets;
    for (let i = 0; i < to; i++) {
      const word = scan[i] as number;
      if (hasFull(word)) length += stuffed(word, 4);
    }
    return length + stuffed(rest.word, rest.octets);
  }

  /** Writes the octets of the scan. */
  copyTo(octets: Uint8Array, start: number): void {
    const scan = this.#scan;
    const end = this.#length >> 5;
    let to = start;
    for (let i = 0; i < end; i++) {
      const word = scan[i] as number;
      if (hasFull(word)) to = writeStuffed(octets, to, word, 4);
      else {
        octets[to] = word >>> 24;
        octets[to + 1] = word >> 16;
        octets[to + 2] = word >> 8;
        octets[to + 3] = word;
        to += 4;
      }
    }
    const { word, octets: count } = this.#rest;
    writeStuffed(octets, to, word, count);
  }

  /** The last octets, at the upper end. */
  get #rest(): { readonly word: number; readonly octets: number } {
    const taken = this.#length & 31;
    return { word: this.#last | (-1 >>> taken), octets: (taken + 7) >> 3 };
  }

  #grow(count: number): void {
    const larger = new Int32Array(2 * this.#scan.length + count + 1);
    larger.set(this.#scan.subarray(0, this.#length >> 5));
    this.#scan = larger;
  }
}

/** Whether an octet is FF: adding 1 to each clears a highest bit that was set then. It is so for others now and then. */
function hasFull(word: number): boolean {
  return (word & ~(word + 0x01010101) & 0x80808080) !== 0;
}

/** How many of the first octets are FF. */
function stuffed(word: number, octets: number): number {
  let count = 0;
  for (let i = 0, shift = 24; i < octets; i++, shift -= 8) if (((word >>> shift) & 0xff) === 0xff) count++;
  return count;
}

/** Writes the first octets of a word. */
function writeStuffed(octets: Uint8Array, start: number, word: number, count: number): number {
  let to = start;
  for (let i = 0, shift = 24; i < count; i++, shift -= 8) {
    const octet = (word >>> shift) & 0xff;
    octets[to++] = octet;
    if (octet === 0xff) octets[to++] = 0;
  }
  return to;
}
