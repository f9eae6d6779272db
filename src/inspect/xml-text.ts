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
