/**
 * XML as text: where its root begins and ends, and its tags. Enough to know a document by, not to read it.
 * @module
 */

/** Characters in which the root begins: declaration, comments and document type stand before it. */
const LOOK = 2_048;

/** What stands in front of the root, and the root's beginning. */
export function beginningOf(text: string): { readonly prolog: string; readonly root: string } {
  const head = text.slice(0, LOOK);
  const prolog = /^\ufeff?\s*(?:(?:<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*>)\s*)*/.exec(head)?.[0] ?? '';
  return { prolog, root: head.slice(prolog.length) };
}

/** How a text ends, blanks not counted. */
export function endOf(text: string): string {
  return text.slice(-LOOK).trimEnd();
}

/** Tags with the blanks behind them, and what stands between. A `>` in an attribute ends the piece, not the document. */
export const TAGS = /<[^>]*>?\s*|[^<]+/g;

/**
 * The pieces of a document: tags with the blanks behind them, comments, CDATA sections, instructions, and what stands between. A `>` in
 * an attribute's value ends nothing, unless the value never ends: then the tag does at its first `>`.
 */
export function xmlPieces(text: string): string[] {
  const pieces: string[] = [];
  const finder = new Finder(text);
  for (let at = 0; at < text.length; ) {
    const end = text[at] === '<' ? afterBlanks(text, finder.endOfTag(at)) : (finder.find('<', at) ?? text.length);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

/** What opens a section, and what closes it. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/** Looks for closing marks. What was not found once is not looked for again, so that a text full of opened sections costs no more than any other. */
class Finder {
  readonly #text: string;
  readonly #missing = new Set<string>();

  constructor(text: string) {
    this.#text = text;
  }

  find(mark: string, from: number): number | undefined {
    if (this.#missing.has(mark)) return undefined;
    const at = this.#text.indexOf(mark, from);
    if (at >= 0) return at;
    this.#missing.add(mark);
    return undefined;
  }

  /** One past the end of what begins with `<` at an index. */
  endOfTag(start: number): number {
    const text = this.#text;
    for (const [opening, closing] of SECTIONS) {
      if (!text.startsWith(opening, start)) continue;
      const close = this.find(closing, start + opening.length);
      if (close !== undefined) return close + closing.length;
    }
    // As far as the next tag, which no value may hold.
    let first: number | undefined;
    let quote: string | undefined;
    for (let at = start + 1; at < text.length; at++) {
      const character = text[at] as string;
      if (character === '<') break;
      if (character === '>') {
        if (quote === undefined) return at + 1;
        first ??= at + 1;
      } else if (character === quote) quote = undefined;
      else if (quote === undefined && (character === '"' || character === "'")) quote = character;
    }
    return first ?? this.find('<', start + 1) ?? text.length;
  }
}

function afterBlanks(text: string, from: number): number {
  let at = from;
  while (at < text.length && /\s/.test(text[at] as string)) at++;
  return at;
}
