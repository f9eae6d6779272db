/** What hostile input may do: nothing but give a value or a FormatError that points into the input. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { FormatError, type FormatErrorCode } from '../../src/errors.js';

/** Runs a decoder on an input of `length` octets or characters; anything but a value or a FormatError inside the input fails. */
export function expectValueOrFormatError<T>(decode: () => T, length: number): T | FormatError {
  try {
    return decode();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { offset } = error;
    if (offset === undefined || !Number.isInteger(offset) || offset < 0 || offset > length) {
      throw new Error(`offset ${offset} lies outside of ${length}`, { cause: error });
    }
    return error;
  }
}

/** What a refusal says. */
export interface Refusal {
  code: FormatErrorCode;
  field: string;
  offset: number | undefined;
}

/** The refusal of a call; a test fails when there is none. */
export function refusal(call: () => unknown): Refusal {
  try {
    call();
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { code, field, offset } = error;
    return { code, field, offset };
  }
  return expect.fail('nothing was refused');
}

/** Whether an error is about data after the end of a picture, which strict reading reports too and passes. */
export function isTrailing({ code, field }: { readonly code: string; readonly field: string }): boolean {
  return code === 'trailing-bytes' && ['JPEG', 'PNG', 'GIF'].includes(field);
}

/** Text of at most so many of these pieces. */
export const madeOf = (maxPieces: number, ...pieces: readonly string[]): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...pieces), { maxLength: maxPieces }).map((some) => some.join(''));

/** Octets with one octet changed, cut out, added, or with the end cut off. */
export function damaged(octets: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(octets, fc.constantFrom('change', 'cut', 'add', 'end'), fc.nat(), fc.nat({ max: 255 }))
    .map(([whole, how, where, octet]) => {
      const at = whole.length === 0 ? 0 : where % whole.length;
      const before = whole.subarray(0, at);
      if (how === 'end') return before.slice();
      if (how === 'cut') return Uint8Array.of(...before, ...whole.subarray(at + 1));
      return Uint8Array.of(...before, octet, ...whole.subarray(how === 'change' ? at + 1 : at));
    });
}

/** A text with a character or word changed, cut or added, or with the end cut off. */
export function damagedText(texts: fc.Arbitrary<string>, words: readonly string[] = []): fc.Arbitrary<string> {
  const other = fc.oneof(
    ...(words.length > 0 ? [fc.constantFrom(...words)] : []),
    fc.constantFrom(...'()<>@V+-*#&;:=%"rRcdeBL0159.,\r\n é\0'),
    fc.nat({ max: 255 }).map((code) => String.fromCharCode(code)),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  );
  return fc.tuple(texts, fc.constantFrom('change', 'cut', 'add', 'end'), fc.nat(), other).map(([whole, how, where, added]) => {
    const at = whole.length === 0 ? 0 : where % whole.length;
    if (how === 'end') return whole.slice(0, at);
    return whole.slice(0, at) + (how === 'cut' ? '' : added) + whole.slice(how === 'add' ? at : at + 1);
  });
}
