/** Documents of octets: how they become text (XML 1.0 section 4.3.3 and appendix F), and where their faults are in the octets. */
import { describe, expect, it } from 'vitest';
import { DecodeError, LimitError } from '../../src/errors.js';
import { readText } from '../../src/xml/octets.js';
import { refusal } from '../support/hostile.js';

const UTF8_MARK = [0xef, 0xbb, 0xbf];
const utf8 = (text: string, mark: readonly number[] = []) => Uint8Array.of(...mark, ...new TextEncoder().encode(text));
/** UTF-16, the high octet first; a mark is U+FEFF. */
const utf16be = (text: string) =>
  Uint8Array.from(
    [...text]
      .flatMap((character) => character.split(''))
      .flatMap((unit) => [unit.charCodeAt(0) >> 8, unit.charCodeAt(0) & 255]),
  );
const utf16le = (text: string) => utf16be(text).map((_, i, octets) => octets[i ^ 1] as number);
const read = (xml: string | Uint8Array, limit = 1_000) => readText(xml, limit, (text) => text);
const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?><a/>`;

describe('the text of a document', () => {
  it.each<[what: string, xml: string | Uint8Array, text: string]>([
    ['a string', '<a/>', '<a/>'],
    ['nothing', new Uint8Array(0), ''],
    ['UTF-8', utf8('<ü😀/>'), '<ü😀/>'],
    ['UTF-8 with its mark', utf8('<a/>', UTF8_MARK), '<a/>'],
    ['UTF-16 by its first octets', utf16be('<ü😀/>'), '<ü😀/>'],
    ['UTF-16 by its first octets, the low one first', utf16le('<ü😀/>'), '<ü😀/>'],
    ['UTF-16 with its mark', utf16be('\ufeffa'), 'a'],
    ['UTF-16 with its mark, the low octet first', utf16le('\ufeffa'), 'a'],
    ['one octet', utf8('<'), '<'],
    ['what only looks like a declaration', utf8(`<a>${declared('latin-1')}</a>`), `<a>${declared('latin-1')}</a>`],
  ])('%s', (_, xml, text) => {
    expect(read(xml)).toBe(text);
  });

  it.each(['UTF-8', 'utf8', 'US-ASCII', 'ascii', 'UTF-16'])('UTF-8 that is declared as %s', (encoding) => {
    expect(read(utf8(declared(encoding)))).toBe(declared(encoding));
  });

  it.each<[xml: Uint8Array]>([[utf16be(declared('UTF-16'))], [utf16be(declared('utf-16be'))], [utf16le(declared('UTF-16LE'))]])(
    'UTF-16 that is declared: %#',
    (xml) => {
      expect(read(xml)).toMatch(/^<\?xml .*<a\/>$/);
    },
  );

  // In the declaration, the name of the encoding begins at index 30.
  it.each<[what: string, xml: Uint8Array, code: string, field: string, offset: number]>([
    ['another encoding', utf8(declared('iso-8859-1')), 'bad-value', 'XML/encoding', 30],
    ['another encoding, with blanks around the sign', utf8(`<?xml encoding = 'latin-1'?>`), 'bad-value', 'XML/encoding', 18],
    ['another encoding, after line feeds', utf8(`<?xml encoding${'\n'.repeat(300)}='x'?>`), 'bad-value', 'XML/encoding', 316],
    ['another encoding after a mark', utf8(declared('iso-8859-1'), UTF8_MARK), 'bad-value', 'XML/encoding', 33],
    ['UTF-8 that is UTF-16', utf16be(declared('UTF-8')), 'bad-value', 'XML/encoding', 60],
    ['UTF-8 that is UTF-16 with a mark', utf16le(`\ufeff${declared('UTF-8')}`), 'bad-value', 'XML/encoding', 62],
    ['the other order', utf16be(declared('UTF-16LE')), 'bad-value', 'XML/encoding', 60],
    ['half a unit', utf16be('<a/>').subarray(0, 7), 'truncated', 'XML', 6],
    ['what is no UTF-8', Uint8Array.of(0x3c, 0x61, 0xff), 'bad-value', 'XML', 2],
    ['what is no UTF-8 after a mark', Uint8Array.of(...UTF8_MARK, 0x61, 0xff), 'bad-value', 'XML', 4],
  ])('is refused of %s', (_, xml, code, field, offset) => {
    expect(refusal(() => read(xml))).toEqual({ code, field, offset });
  });

  it('has a limit, of characters and of the octets that so few may have', () => {
    expect(refusal(() => read('<a/>', 3))).toEqual({ code: 'limit-exceeded', field: 'XML', offset: 3 });
    expect(read('<a/>', 4)).toBe('<a/>');
    expect(refusal(() => read(utf8('ü<a/>', UTF8_MARK), 4))).toEqual({ code: 'limit-exceeded', field: 'XML', offset: 8 });
    // Three characters have nine octets at most, and a mark three: what has more is not decoded, and would be no UTF-8.
    expect(refusal(() => read(new Uint8Array(13).fill(0xff), 3))).toEqual({ code: 'limit-exceeded', field: 'XML', offset: 3 });
    // As many as three characters may have.
    expect(read(utf8('€€€', UTF8_MARK), 3)).toBe('€€€');
  });

  it('is a string or octets', () => {
    expect(() => read(7 as never)).toThrow(new TypeError('XML is 7, not a Uint8Array'));
  });
});

describe('errors of what reads the text', () => {
  const thrown = (xml: string | Uint8Array, error: unknown) => {
    try {
      readText(xml, 1_000, () => {
        throw error;
      });
    } catch (caught) {
      return caught as DecodeError;
    }
    return expect.fail('nothing was thrown');
  };

  // aü😀b: octets 1, 2 and 4 of UTF-8; of UTF-16 two for each unit. Index 3 is in the middle of the pair, and is where that begins.
  it.each([
    [0, 0, 0],
    [1, 1, 2],
    [2, 3, 4],
    [3, 3, 6],
    [4, 7, 8],
    [5, 8, 10],
  ])('have the octet of index %i', (index, ofUtf8, ofUtf16) => {
    const error = new DecodeError('bad-value', 'a', index, 'is wrong', { cause: 7 });
    expect(thrown(utf8('aü😀b'), error)).toMatchObject({
      name: 'DecodeError',
      field: 'a',
      offset: ofUtf8,
      reason: 'is wrong',
      cause: 7,
    });
    expect(thrown(utf8('aü😀b', UTF8_MARK), error).offset).toBe(3 + ofUtf8);
    expect(thrown(utf16be('\ufeffaü😀b'), error).offset).toBe(2 + ofUtf16);
    expect(thrown('aü😀b', error)).toBe(error);
  });

  it('keep their kind, and are left alone without a place', () => {
    const limit = thrown(utf8('ü<'), new LimitError('limit-exceeded', 'a', 1, 'too many'));
    expect(limit).toBeInstanceOf(LimitError);
    expect(limit.offset).toBe(2);
    expect(limit).not.toHaveProperty('cause');
    for (const error of [new DecodeError('bad-value', 'a', undefined, 'is wrong'), new RangeError('other')])
      expect(thrown(utf8('<a/>'), error)).toBe(error);
  });
});
