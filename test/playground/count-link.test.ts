import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linkOf, MAX_LINK, readLink } from '../../src/playground/count/link.js';
import { refusal } from '../support/hostile.js';

const state = { text: 'a', alphabet: 'automatic', concat: '8', price: '', recipients: '' } as const;

describe('links to the page that counts', () => {
  it.each([
    ['#text=Hello%20world', { text: 'Hello world' }],
    ['#text=Hello world+1', { text: 'Hello world+1' }],
    ['#text=ığ&alphabet=single&concat=16', { text: 'ığ', alphabet: 'single', concat: '16' }],
    ['#price=%240.0079&recipients=12000&text=Hi', { text: 'Hi', price: '$0.0079', recipients: '12000' }],
    ['#text=a%3Db%26c=d&colour=red', { text: 'a=b&c=d' }],
    ['#text=a%0D%0Ab%0Dc', { text: 'a\nb\nc' }],
    ['#text=', { text: '' }],
    ['#price=1', undefined],
    ['#compose-text', undefined],
    ['#', undefined],
    ['', undefined],
  ])('%s', (hash, linked) => {
    expect(readLink(hash)).toEqual(linked);
  });

  it('say what is not the default, and are read back', () => {
    expect(linkOf(state)).toBe('#text=a');
    const linked = fc.record({
      text: fc.string({ unit: 'grapheme', maxLength: 200 }).map((text) => text.replace(/\r\n?/g, '\n')),
      alphabet: fc.constantFrom('automatic' as const, 'ucs2' as const, 'locking' as const),
      concat: fc.constantFrom('8' as const, '16' as const),
      price: fc.constantFrom('', '0,075 €', '$1'),
      recipients: fc.constantFrom('', '12,000'),
    });
    fc.assert(
      fc.property(linked, (own) => {
        expect({ ...state, ...readLink(linkOf(own) as string) }).toEqual(own);
        // A link of JavaScript's own function is read alike.
        expect(readLink(`#text=${encodeURIComponent(own.text)}`)).toEqual({ text: own.text });
      }),
    );
  });

  it('are none for a text that is too long for one, or has half a pair', () => {
    expect(linkOf({ ...state, text: 'a'.repeat(MAX_LINK - 7) })).toHaveLength(MAX_LINK - 1);
    expect(linkOf({ ...state, text: 'a'.repeat(MAX_LINK) })).toBeUndefined();
    expect(linkOf({ ...state, text: '\ud800' })).toBeUndefined();
  });

  it('are refused at what is wrong', () => {
    expect(refusal(() => readLink('#price=1&text=ab%2'))).toEqual({ code: 'bad-value', field: 'link/text', offset: 16 });
    expect(refusal(() => readLink('#text=%FF'))).toMatchObject({ code: 'bad-value', field: 'link/text', offset: 6 });
    expect(refusal(() => readLink('#text=a&alphabet=morse'))).toEqual({
      code: 'bad-value',
      field: 'link/alphabet',
      offset: 17,
    });
    expect(refusal(() => readLink('#text=a&alphabet=toString'))).toMatchObject({ field: 'link/alphabet' });
    expect(refusal(() => readLink('#concat=9'))).toMatchObject({ field: 'link/concat' });
    expect(refusal(() => readLink(`#text=${'a'.repeat(40_001)}`))).toMatchObject({ code: 'limit-exceeded' });
  });
});
