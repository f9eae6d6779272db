import { describe, expect, it } from 'vitest';
import { Trace } from '../../src/bytes/index.js';
import { Reading } from '../../src/bytes/reading.js';
import { findAlphabet } from '../../src/text/alphabet.js';
import { encodeGsm7, packSeptets } from '../../src/text/index.js';
import { packPart, packText, traceText, tryPackText, unpackText } from '../../src/text/packed-text.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';

const DEFAULT = findAlphabet();
const STRICT = Reading.of(undefined);
/** Shows in a target what was not written. */
const UNTOUCHED = 0xee;

const target = (length: number) => new Uint8Array(length).fill(UNTOUCHED);

/** The octets before and after what was written, which have to be as they were. */
function expectOnly(written: Uint8Array, at: number, octets: Uint8Array): void {
  expect(written.subarray(at, at + octets.length)).toEqual(octets);
  const rest = [...written.subarray(0, at), ...written.subarray(at + octets.length)];
  expect(rest.every((octet) => octet === UNTOUCHED)).toBe(true);
}

describe('packing a text', () => {
  it('writes ceil((fillBits + 7 * count) / 8) octets, of which an empty text without fill has none', () => {
    for (const text of ['', 'a', '€', 'abcdefg', 'abcdefgh', 'abcd€fg']) {
      for (let fillBits = 0; fillBits <= 6; fillBits++) {
        const octets = target(20);
        packText(text, DEFAULT, octets, 4, fillBits, 160);
        expectOnly(octets, 4, packSeptets(encodeGsm7(text), fillBits));
      }
    }
  });

  // The last character of the table is the euro sign, U+20AC.
  it.each(['\u20ad', '你', '\uffff', '😀'])(
    'a character past the end of the table is none of the alphabet: %j',
    (character) => {
      const refused = { code: 'unencodable', field: 'text', offset: 2 };
      expect(refusal(() => packText(`ab${character}`, DEFAULT, target(20), 0, 0, 160))).toEqual(refused);
      expect(refusal(() => encodeGsm7(`ab${character}`))).toEqual(refused);
    },
  );

  it('half an escape pair at the end is packed after any count of septets, where it fits', () => {
    for (let count = 0; count <= 17; count++) {
      const text = 'Parcel 48213 comes'.slice(0, count);
      const septets = Uint8Array.of(...encodeGsm7(text), 0x1b);
      for (let fillBits = 0; fillBits <= 6; fillBits++) {
        const octets = target(30);
        expect(packText(`${text}\u001b`, DEFAULT, octets, 1, fillBits, count + 1, true)).toBe(count + 1);
        expectOnly(octets, 1, packSeptets(septets, fillBits));
        expect(refusal(() => packText(`${text}\u001b`, DEFAULT, target(30), 1, fillBits, count, true))).toEqual({
          code: 'too-long',
          field: 'text',
          offset: count,
        });
      }
    }
  });

  it('only an escape may be half a pair: another character outside the alphabet is refused there too', () => {
    expect(refusal(() => packText('abЖ', DEFAULT, target(20), 0, 0, 160, true))).toEqual({
      code: 'unencodable',
      field: 'text',
      offset: 2,
    });
  });
});

describe('trying to pack a text of one message', () => {
  it.each(['', 'a', 'Parcel 48213', 'é€Δ', 'a'.repeat(160), '€'.repeat(80), `${'a'.repeat(158)}€`])(
    'gives the septets of %j, and the same octets',
    (text) => {
      const septets = encodeGsm7(text);
      const octets = target(150);
      expect(tryPackText(text, DEFAULT, octets, 3)).toBe(septets.length);
      expectOnly(octets, 3, packSeptets(septets));
    },
  );

  it.each([
    ['161 septets', 'a'.repeat(161)],
    ['162 septets of 81 characters', '€'.repeat(81)],
    ['an escape pair past the last septet', `${'a'.repeat(159)}€`],
    ['a character outside the alphabet', 'abЖ'],
    ['a character past the end of the table', 'ab你'],
    ['an escape by itself', 'ab\u001b'],
  ])('gives -1 for %s', (_, text) => {
    expect(tryPackText(text, DEFAULT, target(150), 0)).toBe(-1);
  });
});

describe('packing a part of a text', () => {
  it.each([
    ['ASCII alone', 'Parcel 48213 comes at nine, '.repeat(12)],
    ['accents', 'Réponse à Zoé: '.repeat(20)],
    ['characters after the escape', '{[€]} '.repeat(40)],
    ['ASCII up to a character at the end', `${'x'.repeat(299)}à`],
    ['a character at the start and ASCII after it', `à${'x'.repeat(299)}`],
    ['as much ASCII as is taken at once', 'Parcel 48213 comes'.repeat(60).slice(0, 1024)],
    ['more ASCII than is taken at once', 'Parcel 48213 comes'.repeat(60).slice(0, 1025)],
    ['much more ASCII', 'Parcel 48213 comes'.repeat(300)],
    ['much more of accents', 'Réponse à Zoé: '.repeat(300)],
  ])('gives the octets of these units alone, whatever the text is: %s', (_, text) => {
    for (const [from, to] of [
      [0, 70],
      [1, 2],
      [37, 110],
      [text.length - 60, text.length],
    ] as const) {
      for (const fillBits of [0, 1, 6]) {
        const octets = target(150);
        packPart(text, from, to, DEFAULT, octets, 2, fillBits);
        expectOnly(octets, 2, packSeptets(encodeGsm7(text.slice(from, to)), fillBits));
      }
    }
  });
});

describe('unpacking a text', () => {
  // The buffer has 3072 octets.
  it.each([3064, 3068, 3069, 3070, 3072, 3073, 3080, 8000])('of %i plain characters, more than a message has', (count) => {
    const text = 'Parcel 48213 comes at nine; '.repeat(300).slice(0, count);
    expect(unpackText(packSeptets(encodeGsm7(text)), 0, 0, count, DEFAULT, STRICT)).toBe(text);
    expect(unpackText(packSeptets(encodeGsm7(text), 3), 0, 3, count, DEFAULT, STRICT)).toBe(text);
  });
});

describe('tracing a text', () => {
  it('records the bits of each septet, from the start of the input on', () => {
    const octets = Uint8Array.of(0xff, 0xff, ...packSeptets(hex('7F 1B 65 41'), 2));
    const trace = new Trace('text', 2);
    traceText(trace, octets, 2, 2, 4, DEFAULT);
    const shown = trace.finish(octets.length).children.filter(({ name }) => name !== 'undecoded');
    expect(shown.map(({ name, value, meaning, bits }) => ({ name, value, meaning, bits }))).toEqual([
      { name: 'septet', value: 0x7f, meaning: '"à"', bits: { order: 'lsb', from: 18, to: 25 } },
      { name: 'escape pair', value: 0x1b65, meaning: '"€"', bits: { order: 'lsb', from: 25, to: 39 } },
      { name: 'septet', value: 0x41, meaning: '"A"', bits: { order: 'lsb', from: 39, to: 46 } },
    ]);
  });
});
