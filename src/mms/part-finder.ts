/**
 * Which part of a message a presentation means by a `src`.
 *
 * It is looked for among the Content-IDs (after `cid:`, percent-decodeReference), then the Content-Locations, then the names, then all of these
 * in any letter case and percent-decodeReference, then the last components of paths.
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
  readonly #byId = new Map<string, Part[]>();
  readonly #byLocation = new Map<string, Part[]>();
  readonly #byName = new Map<string, Part[]>();
  readonly #byAnything = new Map<string, Part[]>();
  readonly #byBaseName = new Map<string, Part[]>();

  /** @param parts the ones that can be referred to, without multiparts. */
  constructor(parts: readonly Part[]) {
    this.#parts = parts;
    for (const part of parts) {
      const { contentId, contentLocation, name } = part;
      if (contentId !== undefined) addTo(this.#byId, withoutBrackets(contentId), part);
      if (contentLocation !== undefined) addTo(this.#byLocation, contentLocation, part);
      addTo(this.#byName, name, part);
      for (const key of [contentId && withoutBrackets(contentId), contentLocation, name]) {
        if (key === undefined) continue;
        const folded = fold(decodeReference(key));
        addTo(this.#byAnything, folded, part);
        addTo(this.#byBaseName, baseName(folded), part);
      }
    }
  }

  /** The part that a `src` refers to; of several, the first one that was not used. */
  find(src: string): Part | undefined {
    const isId = /^cid:/i.test(src);
    const written = withoutBrackets(isId ? src.slice(4) : src);
    const key = withoutBrackets(decodeReference(written));
    const maps = isId ? [this.#byId, this.#byLocation, this.#byName] : [this.#byLocation, this.#byName, this.#byId];
    for (const map of maps) {
      const part = this.#pick(map.get(key) ?? map.get(written));
      if (part !== undefined) return part;
    }
    const folded = fold(key);
    return this.#pick(this.#byAnything.get(folded) ?? this.#byBaseName.get(baseName(folded)));
  }

  #pick(candidates: readonly Part[] | undefined): Part | undefined {
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

function addTo(map: Map<string, Part[]>, key: string, part: Part): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [part]);
  else list.push(part);
}

/** A reference without its escapes; verbatim when they are not valid. */
export function decodeReference(text: string): string {
  return tryDecode(() => percentDecode(text)) ?? text;
}

/** A name for comparing in any letter case. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}
