/**
 * The first look at a text that may be a card or a calendar.
 * @module
 */

/** Whether a text may begin with `BEGIN:`, folded or not: only then is the codec of cards and calendars loaded, which says what it is. */
export function mayBeginObject(text: string): boolean {
  return /^\ufeff?\s*B/i.test(text);
}
