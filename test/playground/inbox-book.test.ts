import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Book, changed, greeted, looked, newsOf } from '../../src/playground/inbox/book.js';
import type { Handset, Handsets } from '../../src/show/inbox.js';

const handset = (number: string, messages: number): Handset => ({ number, messages, lastArrival: '2026-03-04T05:06:07Z' });
const list = (...handsets: Handset[]): Handsets => ({ publicUrl: 'http://gw.example.net', handsets, more: false });
const shown = ({ handsets }: Book) => handsets.map(({ number, messages, news }) => [number, messages, news]);

describe('the book of handsets', () => {
  it('begins with nothing new', () => {
    const book = greeted(undefined, list(handset('1', 3), handset('2', 1)));
    expect(shown(book)).toEqual([
      ['1', 3, 0],
      ['2', 1, 0],
    ]);
    expect(book.publicUrl).toBe('http://gw.example.net');
  });

  it('counts what comes until it is looked at; new handsets stand in front, others keep their place', () => {
    let book = greeted(undefined, list(handset('1', 3), handset('2', 1)));
    book = changed(book, handset('2', 2));
    book = changed(book, handset('3', 1));
    book = changed(book, handset('2', 4));
    expect(shown(book)).toEqual([
      ['3', 1, 1],
      ['1', 3, 0],
      ['2', 4, 3],
    ]);
    book = looked(book, '2');
    expect(shown(book)[2]).toEqual(['2', 4, 0]);
    expect(looked(book, '2')).toBe(book);
    expect(looked(book, '9')).toBe(book);
  });

  it('forgets a handset that was emptied; all that comes afterwards is new', () => {
    const book = greeted(undefined, list(handset('1', 3), handset('2', 1)));
    expect(shown(changed(book, handset('1', 0)))).toEqual([['2', 1, 0]]);
    expect(shown(changed(book, handset('9', 0)))).toEqual(shown(book));
    // Emptied and filled again between two events.
    expect(shown(changed(book, handset('1', 2)))[0]).toEqual(['1', 2, 2]);
  });

  it('goes on after the line was down: what came meanwhile is new, what was emptied is gone', () => {
    let book = greeted(undefined, list(handset('1', 3), handset('2', 1), handset('3', 1)));
    book = changed(book, handset('1', 4));
    book = greeted(book, { ...list(handset('4', 2), handset('3', 2), handset('1', 5)), more: true });
    expect(shown(book)).toEqual([
      ['4', 2, 2],
      ['1', 5, 2],
      ['3', 2, 1],
    ]);
    expect(book.more).toBe(true);
  });

  it('has a thousand handsets at most, and says that there are more', () => {
    const numbers = Array.from({ length: 1_000 }, (_, i) => handset(`${i}`, 1));
    const book = changed(greeted(undefined, list(...numbers)), handset('1000', 1));
    expect([book.handsets.length, book.handsets[0]?.number, book.more]).toEqual([1_000, '1000', true]);
    expect(book.handsets.at(-1)?.number).toBe('998');
    expect(changed(greeted(undefined, list(...numbers)), handset('5', 2)).more).toBe(false);
  });

  it('after any changes has the messages that were told last, and never more news than messages', () => {
    const change = fc.record({
      number: fc.constantFrom('1', '2', '3', '4'),
      messages: fc.nat(5),
      isLooked: fc.boolean(),
      isGreeted: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
        const now = new Map<string, number>();
        let book = greeted(undefined, list());
        for (const { number, messages, isLooked, isGreeted } of changes) {
          now.set(number, messages);
          const all = [...now].filter(([, count]) => count > 0).map(([each, count]) => handset(each, count));
          book = isGreeted ? greeted(book, list(...all)) : changed(book, handset(number, messages));
          if (isLooked) book = looked(book, number);
          const kept = book.handsets.map((each) => [each.number, each.messages]).sort();
          expect(kept).toEqual(all.map((each) => [each.number, each.messages]).sort());
          for (const each of book.handsets) {
            expect(each.news).toBeLessThanOrEqual(each.messages);
            expect(each.news).toBeGreaterThanOrEqual(0);
            if (isLooked && each.number === number) expect(each.news).toBe(0);
          }
        }
      }),
    );
  });
});

describe('what is told of the news', () => {
  const before = greeted(undefined, list(handset('447700900101', 1)));

  it('is how many for whom', () => {
    expect(newsOf(before, before)).toBeUndefined();
    expect(newsOf(before, changed(before, handset('447700900101', 2)))).toBe('1 new message for 447700900101');
    const two = changed(changed(before, handset('447700900101', 1_001)), handset('447700900102', 2));
    expect(newsOf(before, two)).toBe('1,002 new messages for 2 handsets');
  });

  it('is told of handsets that are looked at too, and is nothing when messages go', () => {
    const more = changed(before, handset('447700900101', 3));
    expect(newsOf(before, looked(more, '447700900101'))).toBe('2 new messages for 447700900101');
    expect(newsOf(more, looked(more, '447700900101'))).toBeUndefined();
    expect(newsOf(more, changed(more, handset('447700900101', 0)))).toBeUndefined();
  });
});
