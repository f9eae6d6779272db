/** What the readers of files share, for now. @module */
import type { ByteReader } from '../bytes/reader.js';
import { shorten } from './printable.js';

export { latin1, lengthToNul, opaque, u32 } from '../bytes/file-fields.js';

/** What a file says of itself. */
export interface FileSummary {
  /** Such as `101x80, 8 bits palette`; empty when nothing in it tells. */
  readonly words: string;
  /** The first fault that did not end the reading. */
  readonly fault: string | undefined;
}

/** Faults that do not end a reading: each a warning of the last field in the tree, the first one kept for who wants no tree. */
export class Faults {
  first: string | undefined;
  readonly #reader: ByteReader;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  /** @param field the path of what is wrong. @param at its octet. */
  note(field: string, at: number, reason: string): void {
    this.first ??= `${field} at ${at}: ${reason}`;
    this.#reader.trace?.warn(reason);
  }
}

/** A text short enough to stand beside a field. */
export function inWords(text: string): string {
  return shorten(text, 80);
}
