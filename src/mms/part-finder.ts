/**
 * Which part of a message a presentation means by a `src`.
 *
 * It is looked for among the Content-IDs (after `cid:`, percent-decoded), then the Content-Locations, then the names, then all of these
 * in any letter case and percent-decoded, then the last components of paths.
 * Source: RFC 2392 for `cid:`; the test data of public decoders for what senders write.
 * @module
 */

import { percentDecode } from '../bytes/percent.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { Part } from './body.js';
import { withoutBrackets } from './multipart.js';
import { baseName } from './names.js';

/** Looks up references, and remembers which parts were shown. */
export class PartFinder {
  readonly #parts: readonly Part[];
  readonly #used = new Set<Part>();
  readonly #byId: PartIndex = new Map();
  readonly #byLocation: PartIndex = new Map();
  readonly #byName: PartIndex = new Map();
  readonly #byAnything: PartIndex = new Map();
  readonly #byBaseName: PartIndex = new Map();

  /** @param parts the ones that can be referred to, without multiparts. */
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    for (const part of parts) {
      const id = part.contentId && withoutBrackets(part.contentId);
      const keys = [
        [this.#byId, id],
        [this.#byLocation, part.contentLocation],
        [this.#byName, part.name],
      ] as const;
      for (const [index, key] of keys) {
        if (key === undefined) continue;
        const folded = fold(decodeReference(key));
        addToList(index, key, part);
        addToList(this.#byAnything, folded, part);
        addToList(this.#byBaseName, baseName(folded), part);
      }
    }
  }

  /** The part that a `src` refers to; of several, the first one that was not used. */
  find(src: string): Part | undefined {
    const isId = /^cid:/i.test(src);
    const written = withoutBrackets(isId ? src.slice(4) : src);
    const key = withoutBrackets(decodeReference(written));
    const indexes = isId ? [this.#byId, this.#byLocation, this.#byName] : [this.#byLocation, this.#byName, this.#byId];
    const folded = fold(key);
    const exact = indexes.map((index) => index.get(key) ?? index.get(written)).find((list) => list !== undefined);
    const candidates = exact ?? this.#byAnything.get(folded) ?? this.#byBaseName.get(baseName(folded));
    return candidates?.find((part) => !this.#used.has(part)) ?? candidates?.[0];
  }

  /** Notes that a part was shown. */
  use(part: Part): void {
    this.#used.add(part);
  }

  /** The parts that were not shown, in order. */
  unused(): Part[] {
    return this.#parts.filter((part) => !this.#used.has(part));
  }
}

type PartIndex = Map<string, Part[]>;

/** Adds an item to the list of a key. */
export function addToList<Item>(map: Map<string, Item[]>, key: string, item: Item): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [item]);
  else list.push(item);
}

/** A reference without its escapes; verbatim when they are not valid. */
export function decodeReference(text: string): string {
  return tryDecode(() => percentDecode(text)) ?? text;
}

/** A name for comparing in any letter case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
