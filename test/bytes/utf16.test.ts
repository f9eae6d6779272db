import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/hex.js';
import {
  loneSurrogateIndex,
  pieceToScratch,
  SCRATCH_UNITS,
  textOfScratch,
  textOfUnits,
  textScratch,
  unitAt,
  utf8Scratch,
  utf8ToScratch,
  utf8Words,
  wideUnit,
} from '../../src/bytes/utf16.js';
import { decodeGsm7 } from '../../src/text/gsm7.js';

describe('lone surrogates', () => {
  it.each([
    ['', -1],
    ['a😀', -1],
    ['\ud800', 0],
    ['\udc00', 0],
    ['\udc00\udc00', 0],
    ['\udfff', 0],
    ['\ud83da', 0],
    ['😀\ud83d', 2],
    ['😀\ude00', 2],
    ['😀\ud83da', 2],
    ['\ud83d\ud83d\ude00', 0],
    ['\ud7ff\ue000\udbff', 2],
    ['ab😀c\udbff', 5],
  ])('of %j: %i', (text, index) => {
    expect(loneSurrogateIndex(text)).toBe(index);
  });

  it('are found where a string without them is well-formed, and nowhere else', () => {
    const unit = fc.constantFrom('a', '€', '😀', '\ud83d', '\ude00');
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 8 }), (units) => {
        const text = units.join('');
        const alone = /(?<![\ud800-\udbff])[\udc00-\udfff]|[\ud800-\udbff](?![\udc00-\udfff])/.exec(text);
        expect(loneSurrogateIndex(text)).toBe(alone?.index ?? -1);
      }),
    );
  });
});

/** The text of octets, put together where the readers of texts do it. */
function textOf(octets: Uint8Array): string {
  textScratch().set(octets);
  return textOfScratch(octets.length);
}

/** What the scratch holds of a text. */
function heldOf(text: string): Uint8Array {
  return utf8Scratch().slice(0, utf8ToScratch(text));
}

describe('the scratch', () => {
  it('holds UTF-8, by octets and by words', () => {
    const octets = new TextEncoder().encode('aé€😀');
    expect(heldOf('aé€😀')).toEqual(octets);
    expect(utf8Words().getUint32(0)).toBe(0x61c3a9e2);
    expect(textOf(octets)).toBe('aé€😀');
    expect(textOfScratch(1)).toBe('a');
  });

  it('has room for its units, whatever they are, and gives texts of any length back', () => {
    for (const length of [0, 1, 511, 512, 513, SCRATCH_UNITS]) {
      for (const character of ['a', '\uffff']) {
        const text = character.repeat(length);
        expect(textOf(heldOf(text))).toBe(text);
      }
    }
  });

  it('keeps a byte order mark', () => {
    expect(textOf(heldOf('\ufeffa'))).toBe('\ufeffa');
  });

  it('takes a piece of a text, and keeps nothing of it', () => {
    const text = `${'x'.repeat(30)}é€${'y'.repeat(30)}`;
    for (const [from, to] of [
      [28, 40],
      [0, 64],
      [31, 31],
    ] as const) {
      const octets = new TextEncoder().encode(text.slice(from, to));
      expect(utf8Scratch().slice(0, pieceToScratch(text, from, to))).toEqual(octets);
      expect(heldOf(text)).toEqual(new TextEncoder().encode(text));
    }
  });

  it('holds the last text, also when it comes again and others are read between', () => {
    const octets = (text: string) => new TextEncoder().encode(text);
    for (const text of ['first', 'second', 'second', 'secund', 'first']) {
      expect(heldOf(text)).toEqual(octets(text));
      textOf(octets('another'));
      toHex(Uint8Array.of(1, 2, 3));
      decodeGsm7(Uint8Array.of(0x41, 0x42));
      expect(heldOf(text)).toEqual(octets(text));
    }
  });

  it('tells every character that takes 2 or 3 octets, and U+FFFD for more', () => {
    for (let unit = 0x80; unit <= 0xffff; unit += unit < 0x900 ? 1 : 61) {
      if (unit >= 0xd800 && unit < 0xe000) continue;
      utf8ToScratch(`a${String.fromCharCode(unit)}`);
      expect(wideUnit(utf8Scratch(), 1)).toBe(unit);
    }
    utf8ToScratch('😀');
    expect(wideUnit(utf8Scratch(), 0)).toBe(0xfffd);
  });
});

it('texts of units, in pieces', () => {
  for (const length of [0, 1, 1023, 1024, 1025, 2048, 2049, 5000]) {
    const units = Uint16Array.from({ length }, (_, i) => (i * 7919) & 0xffff);
    const text = textOfUnits(units, length);
    expect(text.length).toBe(length);
    for (let i = 0; i < length; i++) if (unitAt(text, i) !== units[i]) expect.fail(`unit ${i} of ${length}`);
  }
  expect(textOfUnits([0x61, 0x62, 0x63], 2)).toBe('ab');
});
