/**
 * The virtual handsets as somebody watches them: which have messages, and which of these are new to the one who watches. No DOM here.
 * @module
 */

import { count } from '../../show/facts.js';
import type { Handset, Handsets } from '../../show/inbox.js';

/** A handset, and how much of it was not looked at. */
export interface WatchedHandset extends Handset {
  /** Messages that came since it was looked at. */
  readonly news: number;
}

/** The handsets that are watched: each keeps its place, new ones stand in front. */
export interface Book {
  readonly publicUrl: string;
  readonly handsets: readonly WatchedHandset[];
  readonly more: boolean;
}

/** Handsets in the book at most: those that came first are left out. */
const MAX_HANDSETS = 1_000;

/** A book of the list that a gateway begins with, or begins again with. What was there before anybody watched is not new. */
export function greeted(before: Book | undefined, { publicUrl, handsets, more }: Handsets): Book {
  const now = new Map(handsets.map((handset) => [handset.number, handset]));
  const kept = before?.handsets.flatMap((known): WatchedHandset[] => {
    const handset = now.get(known.number);
    now.delete(known.number);
    return handset === undefined ? [] : [watched(known, handset)];
  });
  const fresh = [...now.values()].map((handset) => ({ ...handset, news: before === undefined ? 0 : handset.messages }));
  return { publicUrl, handsets: [...fresh, ...(kept ?? [])].slice(0, MAX_HANDSETS), more };
}

/** The book after a handset's inbox has changed; one that is empty is no longer in it. */
export function changed(book: Book, handset: Handset): Book {
  const { handsets } = book;
  const known = handsets.find(({ number }) => number === handset.number);
  if (handset.messages === 0) return { ...book, handsets: handsets.filter((each) => each !== known) };
  if (known !== undefined) {
    return { ...book, handsets: handsets.map((each) => (each === known ? watched(known, handset) : each)) };
  }
  return {
    ...book,
    handsets: [{ ...handset, news: handset.messages }, ...handsets].slice(0, MAX_HANDSETS),
    more: book.more || handsets.length >= MAX_HANDSETS,
  };
}

/** The book after somebody has looked at a handset. */
export function looked(book: Book, number: string): Book {
  if (!book.handsets.some((each) => each.number === number && each.news > 0)) return book;
  return { ...book, handsets: book.handsets.map((each) => (each.number === number ? { ...each, news: 0 } : each)) };
}

/** What has come between two books, looked at or not, in a sentence; undefined for nothing. */
export function newsOf(before: Book, after: Book): string | undefined {
  const known = new Map(before.handsets.map(({ number, messages }) => [number, messages]));
  const fresh = after.handsets.flatMap(({ number, messages }) => {
    const more = messages - (known.get(number) ?? 0);
    return more > 0 ? [{ number, more }] : [];
  });
  const [first] = fresh;
  if (first === undefined) return undefined;
  const messages = count(
    fresh.reduce((sum, { more }) => sum + more, 0),
    'new message',
  );
  return fresh.length === 1 ? `${messages} for ${first.number}` : `${messages} for ${fresh.length} handsets`;
}

/** Of an inbox that was emptied meanwhile all messages are new. */
function watched(known: WatchedHandset, handset: Handset): WatchedHandset {
  const more = handset.messages - known.messages;
  return { ...handset, news: more < 0 ? handset.messages : known.news + more };
}
