/**
 * Numbers of the gateway's library, which stand in the parameter of the content that they replace.
 *
 *   PictureMessage=20017        five decimal digits; everything else is not a number of the library (G-MMS-53)
 *
 * Source: the gateway interface document (G-LIB-01, G-MMS-53).
 * @module
 */
import { DecodeError, EncodeError } from '../errors.js';
import { LIBRARY_RANGES } from './model.js';
import { bad, type Fault, missing, notAllowed, type Parameters } from './parameters.js';

/** Kinds of content that the library has items of. */
export type LibraryKind = keyof typeof LIBRARY_RANGES;

/** Whether a value is a number of the library, be it in the range of its kind or not. */
export function isLibraryNumber(value: string): boolean {
  return /^\d{5}$/.test(value);
}

function checkLibraryNumber(value: number, kind: LibraryKind, name: string, Fault: Fault): void {
  const [first, last] = LIBRARY_RANGES[kind];
  if (!Number.isInteger(value) || value < first || value > last) {
    throw notAllowed(Fault, name, value, `numbers of the library from ${first} to ${last}`);
  }
}

/** Adds the item's number, when it has one; tells whether it did. An item has a number or what is in `other`, not both. @throws EncodeError `bad-value` */
export function addNumber(
  parameters: Parameters,
  { libraryNumber }: { readonly libraryNumber?: number | undefined },
  other: unknown,
  kind: LibraryKind,
  name: string,
): boolean {
  if (libraryNumber === undefined) {
    if (other === undefined) throw missing(EncodeError, name, 'is required');
    return false;
  }
  if (other !== undefined) throw bad(EncodeError, name, 'has both a number of the library and content of its own');
  checkLibraryNumber(libraryNumber, kind, name, EncodeError);
  parameters.push([name, String(libraryNumber)]);
  return true;
}

/** The number that a value is. @throws DecodeError `bad-value` outside of the range of its kind */
export function numberOf(value: string, kind: LibraryKind, name: string): { libraryNumber: number } {
  const libraryNumber = Number(value);
  checkLibraryNumber(libraryNumber, kind, name, DecodeError);
  return { libraryNumber };
}
