/**
 * What a project writes to run the pack: for each format a function from the wire to a value in the pack's terms, one from a value to the
 * wire, or both.
 * @module
 */
import type { BareCase, JsonObject } from '../pack/shape.js';

/** What is on the wire: octets, several pieces of them, or text. */
export type Wire = Uint8Array | readonly Uint8Array[] | string;

/** How to read or write: `options` of the case, and whether faults are to be passed over. */
export interface How {
  readonly options: JsonObject;
  readonly lenient: boolean;
}

/** Reader and writer of one format. They throw FormatError when they refuse. */
export interface Adapter {
  readonly decode?: (wire: never, how: How) => JsonObject | Promise<JsonObject>;
  readonly encode?: (value: never, how: How) => Wire | JsonObject;
}

/** Adapters by format. */
export type Adapters = Readonly<Record<string, Adapter>>;

/** The forms in which an adapter may answer to `encode`: on the wire, or as another value. */
export type Written = ReturnType<NonNullable<Adapter['encode']>>;

/** How a case is to be read or written. */
export function howOf({ options = {}, level }: Pick<BareCase, 'options' | 'level'>): How {
  return { options, lenient: level === 'lenient' };
}
