/** Changes to octets: flips, numbers that break things, lengths that lie, blocks deleted, repeated, moved, and taken from other inputs. */
import type { Random } from './random.js';

const OCTETS = [
  0x00, 0x01, 0x02, 0x07, 0x08, 0x0f, 0x10, 0x1b, 0x1e, 0x1f, 0x20, 0x3f, 0x40, 0x7e, 0x7f, 0x80, 0x81, 0x8c, 0xa0, 0xc0, 0xfe,
  0xff,
];
const NUMBERS = [
  0, 1, 0x7f, 0x80, 0xff, 0x100, 0x7fff, 0x8000, 0xffff, 0x10000, 0xffffff, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff,
];

/** What changes take from: other inputs, and tokens of the format. */
export interface OctetDonors {
  readonly inputs: readonly Uint8Array[];
  readonly words: readonly Uint8Array[];
}

type Change = (octets: Uint8Array, random: Random, donors: OctetDonors) => Uint8Array;

/** One to eight changes, few of them most often; never more than `mostOctets`. */
export function mutateOctets(octets: Uint8Array, random: Random, donors: OctetDonors, mostOctets: number): Uint8Array {
  let mutant: Uint8Array = octets;
  let changes = 1;
  while (changes < 8 && random.oneIn(2)) changes++;
  for (; changes > 0; changes--) {
    mutant = random.pick(CHANGES)(mutant, random, donors);
    if (mutant.length > mostOctets) mutant = mutant.slice(0, mostOctets);
  }
  return mutant;
}

/** A block of octets: where it starts and ends. */
function block(octets: Uint8Array, random: Random): readonly [start: number, end: number] {
  if (octets.length === 0) return [0, 0];
  const length = random.length(octets.length);
  const start = random.below(octets.length - length + 1);
  return [start, start + length];
}

function spliced(octets: Uint8Array, start: number, end: number, piece: Uint8Array): Uint8Array {
  const result = new Uint8Array(start + piece.length + octets.length - end);
  result.set(octets.subarray(0, start));
  result.set(piece, start);
  result.set(octets.subarray(end), start + piece.length);
  return result;
}

/** A copy with octets from `at` on set, as far as there are any. */
function overwritten(octets: Uint8Array, at: number, piece: ArrayLike<number>): Uint8Array {
  const result = octets.slice();
  for (let i = 0; i < piece.length && at + i < result.length; i++) result[at + i] = piece[i] as number;
  return result;
}

function ofNumber(value: number, width: number, isLittle: boolean): number[] {
  const octets = Array.from({ length: width }, (_, i) => Math.floor(value / 256 ** (width - 1 - i)) & 0xff);
  return isLittle ? octets.reverse() : octets;
}

const flipBit: Change = (octets, random) => {
  const at = random.below(octets.length);
  return overwritten(octets, at, [(octets[at] ?? 0) ^ (1 << random.below(8))]);
};

const setOctet: Change = (octets, random) =>
  overwritten(octets, random.below(octets.length), [random.oneIn(2) ? random.pick(OCTETS) : random.below(256)]);

const addToOctet: Change = (octets, random) => {
  const at = random.below(octets.length);
  return overwritten(octets, at, [(octets[at] ?? 0) + random.below(17) - 8]);
};

const setNumber: Change = (octets, random) => {
  const width = random.pick([2, 3, 4]);
  return overwritten(octets, random.below(octets.length), ofNumber(random.pick(NUMBERS), width, random.oneIn(2)));
};

const addToNumber: Change = (octets, random) => {
  const width = random.pick([2, 4]);
  const isLittle = random.oneIn(2);
  const at = random.below(octets.length);
  const read = [...octets.subarray(at, at + width)];
  if (isLittle) read.reverse();
  const value = read.reduce((sum, octet) => sum * 256 + octet, 0) + random.below(9) - 4;
  return overwritten(octets, at, ofNumber(value >>> 0, width, isLittle));
};

/** Octets that may be the length of what follows: one less, one more, none, all that is left, and too much. */
const bendLength: Change = (octets, random) => {
  const { length } = octets;
  for (let tries = 0; tries < 20; tries++) {
    const at = random.below(length);
    const value = octets[at] ?? 0;
    const left = length - at - 1;
    if (value === 0 || value > left + 8) continue;
    return overwritten(octets, at, [random.pick([value - 1, value + 1, 0, left, left + 1, 0x7f, 0x80, 0xff])]);
  }
  return octets;
};

/** A number in groups of seven bits, far too long or too large. */
const longNumber: Change = (octets, random) => {
  const piece = new Uint8Array(random.length(12)).fill(random.pick([0x80, 0x81, 0xff]));
  if (random.oneIn(2)) piece[piece.length - 1] = 0x7f;
  const at = random.below(octets.length + 1);
  return random.oneIn(2) ? overwritten(octets, at, piece) : spliced(octets, at, at, piece);
};

const deleteBlock: Change = (octets, random) => spliced(octets, ...block(octets, random), new Uint8Array(0));

const insertRandom: Change = (octets, random) => {
  const piece = Uint8Array.from({ length: random.length(32) }, () => random.below(256));
  const at = random.below(octets.length + 1);
  return spliced(octets, at, at, piece);
};

const insertRun: Change = (octets, random) => {
  const piece = new Uint8Array(random.length(random.oneIn(8) ? 4096 : 64)).fill(random.pick(OCTETS));
  const at = random.below(octets.length + 1);
  return spliced(octets, at, at, piece);
};

const fillBlock: Change = (octets, random) => {
  const [start, end] = block(octets, random);
  return octets.slice().fill(random.pick(OCTETS), start, end);
};

/** A block several times; seldom hundreds of times. */
const repeatBlock: Change = (octets, random) => {
  const [start, end] = block(octets, random);
  const piece = octets.subarray(start, end);
  const times = 1 + random.below(random.oneIn(12) ? 500 : 6);
  const most = Math.min(times, Math.floor(65_536 / Math.max(1, piece.length)));
  const run = new Uint8Array(piece.length * most);
  for (let i = 0; i < most; i++) run.set(piece, i * piece.length);
  return spliced(octets, end, end, run);
};

/** A block inside of itself, as nesting is. */
const nestBlock: Change = (octets, random) => {
  const [start, end] = block(octets, random);
  const at = start + random.below(end - start + 1);
  return spliced(octets, at, at, octets.slice(start, end));
};

const moveBlock: Change = (octets, random) => {
  const [start, end] = block(octets, random);
  const piece = octets.slice(start, end);
  const rest = spliced(octets, start, end, new Uint8Array(0));
  const at = random.below(rest.length + 1);
  return spliced(rest, at, at, piece);
};

const copyBlock: Change = (octets, random) => {
  const [start, end] = block(octets, random);
  return overwritten(octets, random.below(octets.length), octets.subarray(start, end));
};

const transplant: Change = (octets, random, { inputs }) => {
  const donor = random.pick(inputs);
  const [start, end] = block(donor, random);
  const at = random.below(octets.length + 1);
  const piece = donor.subarray(start, end);
  return random.oneIn(2) ? overwritten(octets, at, piece) : spliced(octets, at, at, piece);
};

/** The beginning of one and the end of another. */
const cross: Change = (octets, random, { inputs }) => {
  const donor = random.pick(inputs);
  return spliced(octets, random.below(octets.length + 1), octets.length, donor.subarray(random.below(donor.length + 1)));
};

const insertWord: Change = (octets, random, { words }) => {
  if (words.length === 0) return octets;
  const at = random.below(octets.length + 1);
  const word = random.pick(words);
  return random.oneIn(2) ? overwritten(octets, at, word) : spliced(octets, at, at, word);
};

const truncate: Change = (octets, random) => octets.slice(0, random.below(octets.length));

const behead: Change = (octets, random) => octets.slice(random.length(octets.length));

const CHANGES: readonly Change[] = [
  ...[flipBit, flipBit, setOctet, setOctet, addToOctet, setNumber, addToNumber, bendLength, bendLength, longNumber],
  ...[deleteBlock, insertRandom, insertRun, fillBlock, repeatBlock, nestBlock, moveBlock, copyBlock],
  ...[transplant, transplant, cross, insertWord, insertWord, truncate, behead],
];
