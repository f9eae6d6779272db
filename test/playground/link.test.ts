import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toBase64Url } from '../../src/bytes/base64.js';
import { FORMATS } from '../../src/inspect/index.js';
import { fromBase64 } from '../../src/playground/inspect/base64.js';
import { fragmentOf, linkOf, MAX_LINK_OCTETS, parseFragment } from '../../src/playground/inspect/link.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

const text = (words: string) => new TextEncoder().encode(words);

describe('published vectors', () => {
  // RFC 4648 section 10, without the padding.
  it.each([
    ['', ''],
    ['f', 'Zg'],
    ['fo', 'Zm8'],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg'],
    ['fooba', 'Zm9vYmE'],
    ['foobar', 'Zm9vYmFy'],
  ])('base64url of %j is %j', (words, encoded) => {
    expect(toBase64Url(text(words))).toBe(encoded);
    expect(fromBase64(encoded)).toEqual(text(words));
    expect(fromBase64(encoded.padEnd(Math.ceil(encoded.length / 4) * 4, '='))).toEqual(text(words));
  });

  it('the two digits that the alphabets differ in', () => {
    expect(toBase64Url(hex('FBFF'))).toBe('-_8');
    expect(fromBase64('+/8=')).toEqual(hex('FBFF'));
  });

  it('a link', () => {
    expect(fragmentOf(hex('06050415810000'))).toBe('#inspect/BgUEFYEAAA');
    expect(fragmentOf(hex('06050415810000'), 'udh')).toBe('#inspect/BgUEFYEAAA?as=udh');
    expect(fragmentOf(hex('0600'), undefined, 'MT')).toBe('#inspect/BgA?direction=MT');
  });
});

describe('properties', () => {
  it('octets come back from base64, in both alphabets and over lines', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
        const encoded = toBase64Url(octets);
        expect(Buffer.from(encoded, 'base64url').equals(octets)).toBe(true);
        expect(fromBase64(encoded)).toEqual(octets);
        expect(fromBase64(Buffer.from(octets).toString('base64').replace(/.{8}/g, '$&\r\n'))).toEqual(octets);
      }),
    );
  });

  it('a link comes back, with and without the name of the tab', () => {
    const as = fc.option(fc.constantFrom(...FORMATS), { nil: undefined });
    const direction = fc.option(fc.constantFrom('MO' as const, 'MT' as const), { nil: undefined });
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 200 }), as, direction, (octets, format, way) => {
        const linked = { octets, as: format, direction: way };
        expect(parseFragment(fragmentOf(octets, format, way) as string)).toEqual(linked);
        expect(parseFragment(linkOf(linked) as string)).toEqual(linked);
      }),
    );
  });

  it('any fragment is a link, none, or refused at a character of it', () => {
    const fragment = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc.stringMatching(/^#inspect\/[A-Za-z0-9_-]{0,20}(\?as=[a-z-]{0,8})?(&direction=M[OT])?$/),
    );
    fc.assert(fc.property(fragment, (any) => void expectValueOrFormatError(() => parseFragment(any), any.length)));
  });
});

describe('refusals', () => {
  it.each(['', '#inspect', '#inspect/', '?as=udh'])('%j holds nothing', (fragment) => {
    expect(parseFragment(fragment)).toBeUndefined();
  });

  it.each([
    ['#inspect/BgU.', { code: 'bad-value', field: 'link', offset: 12 }],
    ['BgUEF', { code: 'truncated', field: 'link', offset: 4 }],
    ['Zh', { code: 'bad-value', field: 'link', offset: 1 }],
    ['Zg==Zg', { code: 'bad-value', field: 'link', offset: 4 }],
    ['#inspect/BgU?as=pdf', { code: 'bad-value', field: 'link/as', offset: 16 }],
    ['BgU?as', { code: 'bad-value', field: 'link/as', offset: 6 }],
    ['BgU?x=1&direction=UP', { code: 'bad-value', field: 'link/direction', offset: 18 }],
  ])('%j', (fragment, expected) => {
    expect(refusal(() => parseFragment(fragment))).toEqual(expected);
  });
});

describe('limits', () => {
  it('no link for more than 32 KiB', () => {
    expect(fragmentOf(new Uint8Array(MAX_LINK_OCTETS))).toBeDefined();
    expect(fragmentOf(new Uint8Array(MAX_LINK_OCTETS + 1))).toBeUndefined();
  });
});
