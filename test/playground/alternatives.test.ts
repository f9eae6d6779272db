import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alternativesOf } from '../../src/playground/compose/alternatives.js';
import { carriageOf } from '../../src/playground/compose/ruler.js';
import { countSegments, segmentText } from '../../src/text/index.js';
import { unicodeText } from '../support/arbitraries.js';

const told = (text: string) => alternativesOf(text, 8).map(({ id, messages, saved }) => ({ id, messages, saved }));
const find = (text: string, id: string) => alternativesOf(text, 8).find((each) => each.id === id);

describe('ways to send a text', () => {
  it('are none for GSM 7-bit, and for what cannot be sent', () => {
    expect(alternativesOf('Löwen, 25 €', 8)).toEqual([]);
    expect(alternativesOf('', 8)).toEqual([]);
    expect(alternativesOf('a\ud800', 8)).toEqual([]);
  });

  it('Turkish: two messages in UCS-2, one with either table or with look-alikes', () => {
    const text = `${'İyi akşamlar, ağaçların altında '.repeat(3)}ğ`;
    expect(told(text)).toEqual([
      { id: 'as-is', messages: 2, saved: 0 },
      { id: 'single', messages: 1, saved: 1 },
      { id: 'locking', messages: 1, saved: 1 },
      { id: 'look-alikes', messages: 1, saved: 1 },
    ]);
    expect(find(text, 'locking')).toMatchObject({
      title: 'Turkish locking shift table',
      detail: 'header 25 01 01 in each message',
      tables: { locking: 1 },
      changes: [],
    });
    expect(find(text, 'single')?.detail).toBe('header 24 01 01 in each message');
    expect(find(text, 'look-alikes')?.changes).toContainEqual({ from: 'ğ', to: 'g' });
  });

  it('a pair of tables where one is not enough, with both elements of the header', () => {
    expect(find('ş ã', 'national')).toMatchObject({
      detail: expect.stringMatching(/^header 25 01 0\d 24 01 0\d in each message$/),
      alphabet: 'national',
    });
    expect(find('ş ã', 'single')).toBeUndefined();
  });

  it('a table and look-alikes, where that leaves more of the text than look-alikes alone', () => {
    const found = find('“Yarın akşam”', 'table-and-look-alikes');
    expect(found).toMatchObject({
      title: 'Turkish single shift table and look-alikes',
      changes: [
        { from: '“', to: '"' },
        { from: '”', to: '"' },
      ],
      alphabet: 'single',
    });
    expect(found?.apply('“Yarın akşam”')).toBe('"Yarın akşam"');
    expect(find('“Anna”', 'table-and-look-alikes')).toBeUndefined();
  });

  it('look-alikes that leave something are said to be of no use', () => {
    expect(find('“😀”', 'look-alikes')).toMatchObject({
      encoding: 'ucs2',
      detail: '2 characters changed, 1 without a look-alike: still UCS-2',
    });
    expect(told('😀')).toEqual([{ id: 'as-is', messages: 1, saved: 0 }]);
    expect(find('e\u0301', 'look-alikes')?.changes).toEqual([{ from: 'e\u0301', to: '\u00e9' }]);
  });

  it('that take more than 255 messages are told', () => {
    const [asIs, , locking] = alternativesOf('हिन्दी'.repeat(5_000), 8);
    expect(asIs).toMatchObject({ messages: 448, isSendable: false });
    expect(locking ?? find('हिन्दी'.repeat(5_000), 'locking')).toMatchObject({ isSendable: true });
  });

  it('take what the choice of their alphabet takes', () => {
    const text = fc.oneof(
      unicodeText(200),
      fc.string({ unit: fc.constantFrom('ğ', 'a', 'ş', '“', 'ã', '€', 'é', '😀'), maxLength: 200 }),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(8 as const, 16 as const), (words, concat) => {
        for (const { alphabet, apply, encoding, messages, units } of alternativesOf(words, concat)) {
          const applied = apply(words);
          const build = carriageOf(applied, alphabet, concat);
          expect(countSegments(applied, build)).toMatchObject({ encoding, units, segments: messages });
          expect(segmentText(applied, build)).toHaveLength(messages);
        }
      }),
    );
  });
});
