/** Families of inputs that can be made twice as long again and again, for a reader that has to take time in proportion. */
import type { Input } from '../fuzz/target.js';

/** One family. */
export interface Family {
  /** The reader, `module.name`, and what the inputs have much of. */
  readonly name: string;
  /** An input of about `size` octets or characters. */
  readonly make: (size: number) => Input;
  /** Octets or characters of the longest one, the reader's own limit where it has one. */
  readonly most: number;
  readonly run: (input: never) => unknown;
}

/** Octets or characters of the longest input of most families. */
export const MOST = 262_144;

/** A family, whose reader is given what its maker makes. */
export function family<I>(name: string, run: (input: I) => unknown, make: (size: number) => I, most: number = MOST): Family {
  return { name, run: run as Family['run'], make: make as Family['make'], most };
}

/** A text with a piece as often as it takes. */
export const repeated =
  (piece: string, before = '', after = '') =>
  (size: number) =>
    before + piece.repeat(Math.max(1, Math.round((size - before.length - after.length) / piece.length))) + after;

/** A text of pieces that differ. */
export const numbered =
  (piece: (i: number) => string, before = '', after = '') =>
  (size: number) => {
    let text = before;
    for (let i = 0; text.length < size - after.length; i++) text += piece(i);
    return text + after;
  };

/** Octets with a piece as often as it takes. */
export const repeatedOctets =
  (piece: readonly number[], before: readonly number[] = [], after: readonly number[] = []) =>
  (size: number) => {
    const times = Math.max(1, Math.round((size - before.length - after.length) / piece.length));
    const octets = new Uint8Array(before.length + times * piece.length + after.length);
    octets.set(before);
    for (let i = 0; i < times; i++) octets.set(piece, before.length + i * piece.length);
    octets.set(after, octets.length - after.length);
    return octets;
  };

/** The octets of a text. */
export const octetsOf = (make: (size: number) => string) => (size: number) => new TextEncoder().encode(make(size));
