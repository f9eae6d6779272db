import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8, encodeUtf8 } from '../../src/bytes/index.js';
import { utf8Fault } from '../../src/bytes/utf8.js';
import { loneSurrogateIndex } from '../../src/bytes/utf16.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';

const text = fc.string({ unit: 'binary', maxLength: 60 });

describe('worked examples', () => {
  // The examples of RFC 3629 section 7.
  it.each([
    ['A\u2262\u0391.', '41 E2 89 A2 CE 91 2E'],
    ['\ud55c\uad6d\uc5b4', 'ED 95 9C EA B5 AD EC 96 B4'],
    ['\u65e5\u672c\u8a9e', 'E6 97 A5 E6 9C AC E8 AA 9E'],
    ['\ufeff\u{233b4}', 'EF BB BF F0 A3 8E B4'],
  ])('%s is %s', (characters, octets) => {
    expect(encodeUtf8(characters)).toEqual(hex(octets));
    expect(decodeUtf8(hex(octets))).toBe(characters);
  });

  it.each([0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xe000, 0xffff, 0x10000, 0x10ffff])('a border of lengths: U+%s', (point) => {
    const character = String.fromCodePoint(point);
    expect(encodeUtf8(character)).toEqual(new Uint8Array(Buffer.from(character)));
    expect(decodeUtf8(encodeUtf8(character))).toBe(character);
  });
});

describe('properties', () => {
  it('decoding gives back every text', () => {
    fc.assert(
      fc.property(text, (characters) => {
        expect(decodeUtf8(encodeUtf8(characters))).toBe(characters);
        expect(encodeUtf8(characters)).toEqual(new Uint8Array(Buffer.from(characters)));
      }),
    );
  });

  it('arbitrary and damaged octets give the text that encodes to them, or a FormatError inside them', () => {
    const octets = fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      damaged(text.map((characters) => new Uint8Array(Buffer.from(characters)))),
    );
    fc.assert(
      fc.property(octets, (bytes) => {
        const result = expectValueOrFormatError(() => decodeUtf8(bytes, 'SI'), bytes.length);
        if (typeof result === 'string') expect(new Uint8Array(Buffer.from(result))).toEqual(bytes);
        else {
          expect(result.field).toBe('SI');
          // What stands before the fault is whole, and the sequence at the fault is not.
          const whole = bytes.subarray(0, result.offset);
          expect(new Uint8Array(Buffer.from(decodeUtf8(whole)))).toEqual(whole);
          for (let length = 1; length <= 4; length++) {
            const sequence = bytes.subarray(result.offset, (result.offset ?? 0) + length);
            expect(new Uint8Array(Buffer.from(Buffer.from(sequence).toString()))).not.toEqual(sequence);
          }
        }
      }),
    );
  });

  it('finds the first lone surrogate', () => {
    const units = fc.array(fc.constantFrom('a', '\ud83d', '\ude00', '😀'), { maxLength: 8 });
    fc.assert(
      fc.property(units, (characters) => {
        const joined = characters.join('');
        expect(loneSurrogateIndex(joined)).toBe(joined.search(/\p{Cs}/u));
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    ['a stray continuation', '41 80', 'bad-value', 1],
    ['C0, never a lead', 'C0 80', 'bad-value', 0],
    ['C1, never a lead', '41 C1 BF', 'bad-value', 1],
    ['F5, never a lead', 'F5 80 80 80', 'bad-value', 0],
    ['FF, never a lead', 'FF', 'bad-value', 0],
    ['overlong in three', 'E0 9F BF', 'bad-value', 0],
    ['overlong in four', 'F0 8F BF BF', 'bad-value', 0],
    ['the first surrogate', 'ED A0 80', 'bad-value', 0],
    ['the last surrogate', 'C3 A9 ED BF BF', 'bad-value', 2],
    ['past U+10FFFF', 'F4 90 80 80', 'bad-value', 0],
    ['two of two missing one', '41 C3', 'truncated', 1],
    ['three missing one', 'E2 82', 'truncated', 0],
    ['four missing one', 'F0 9F 98', 'truncated', 0],
    ['four missing three', '41 42 F4', 'truncated', 2],
    ['a sequence that another ends', 'E2 82 E2 82 AC', 'bad-value', 0],
    ['the second continuation wrong', 'E2 82 C0', 'bad-value', 0],
  ])('%s: %s', (_, octets, code, offset) => {
    expect(refusal(() => decodeUtf8(hex(octets)))).toEqual({ code, field: 'text', offset });
  });

  it.each([
    ['\ud83d', 0],
    ['a\ude00', 1],
    ['😀\ud83d\ud83d\ude00', 2],
    ['\ude00\ud83d', 0],
  ])('the lone surrogate of %j', (characters, offset) => {
    expect(refusal(() => encodeUtf8(characters, 'title'))).toEqual({ code: 'unencodable', field: 'title', offset });
  });
});

describe('faults', () => {
  // Octets that begin, go on with and break sequences are rare among all.
  const octet = fc.constantFrom(0x41, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4, 0xf5);

  it('are found where the platform finds one, and nowhere else', () => {
    const isRefused = (octets: Uint8Array) => {
      try {
        new TextDecoder('utf-8', { fatal: true }).decode(octets);
        return false;
      } catch {
        return true;
      }
    };
    fc.assert(
      fc.property(fc.array(octet, { maxLength: 5 }), (values) => {
        const octets = Uint8Array.from(values);
        expect(utf8Fault(octets) !== undefined).toBe(isRefused(octets));
      }),
    );
  });

  it('leave nothing behind for the next text', () => {
    expect(() => decodeUtf8(Uint8Array.of(0x41, 0xe2, 0x82))).toThrowError(expect.objectContaining({ code: 'truncated' }));
    expect(decodeUtf8(Uint8Array.of(0xef, 0xbb, 0xbf, 0x41))).toBe('\ufeffA');
  });
});
