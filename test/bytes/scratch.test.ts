import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/hex.js';
import {
  pieceToScratch,
  putUnit,
  SCRATCH_UNITS,
  textOfScratch,
  textScratch,
  unitAtOctet,
  utf8Scratch,
  utf8ToScratch,
  utf8Words,
  widthAtOctet,
} from '../../src/bytes/scratch.js';
import { decodeSubmit, encodeSubmit } from '../../src/sms/index.js';
import { decodeGsm7, decodeUcs2, encodeGsm7, packSeptets } from '../../src/text/index.js';

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

  it('tells every character of the basic plane and its octets, and U+FFFD for others', () => {
    for (let unit = 0; unit <= 0xffff; unit += unit < 0x900 ? 1 : 61) {
      if (unit >= 0xd800 && unit < 0xe000) continue;
      utf8ToScratch(`a${String.fromCharCode(unit)}`);
      expect(unitAtOctet(utf8Scratch(), 1)).toBe(unit);
      expect(widthAtOctet(utf8Scratch(), 1)).toBe(new TextEncoder().encode(String.fromCharCode(unit)).length);
    }
    utf8ToScratch('😀');
    expect(unitAtOctet(utf8Scratch(), 0)).toBe(0xfffd);
    expect(widthAtOctet(utf8Scratch(), 0)).toBe(4);
  });
});

describe('an onIssue that encodes and decodes', () => {
  /** Uses every buffer that the text before it may lie in. */
  const disturb = () => {
    expect(decodeGsm7(encodeGsm7('quite another text: €'))).toBe('quite another text: €');
    expect(fromHex(toHex(Uint8Array.of(1, 2, 3)))).toEqual(Uint8Array.of(1, 2, 3));
    expect(decodeSubmit(encodeSubmit({ tpDa: '447700900123', text: 'one more' })).text).toBe('one more');
  };
  // Text, two escapes, text, an escape at the end.
  const septets = Uint8Array.of(0x61, 0x62, 0x1b, 0x1b, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x1b);
  // A name and a text that end with an escape.
  const name = packSeptets(septets.subarray(5));
  const text = packSeptets(septets);
  const tpdu = Uint8Array.of(1, 0, 14, 0xd0, ...name, 0, 0, septets.length, ...text);
  const readings: [string, (onIssue?: () => void) => unknown][] = [
    ['decodeGsm7', (onIssue) => decodeGsm7(septets, { locking: 4, lenient: true, onIssue })],
    ['decodeSubmit', (onIssue) => decodeSubmit(tpdu, { lenient: true, onIssue })],
    ['decodeUcs2', (onIssue) => decodeUcs2(Uint8Array.of(0, 0x61, 0xd8, 0, 0, 0x62, 0), { lenient: true, onIssue })],
  ];

  it.each(readings)('does not change what %s reads', (_, read) => {
    let issues = 0;
    const loud = read(() => {
      issues++;
      disturb();
    });
    expect(loud).toEqual(read());
    expect(issues).toBeGreaterThan(0);
  });
});

it.each([0, 0x41, 0x7f, 0x80, 0xe9, 0x7ff, 0x800, 0x20ac, 0xd7ff, 0xe000, 0xffff])(
  'unit %i is put as the platform writes it',
  (unit) => {
    const octets = new Uint8Array(5);
    const expected = new TextEncoder().encode(String.fromCharCode(unit));
    const end = putUnit(octets, 1, unit);
    expect([end, octets.subarray(1, end)]).toEqual([1 + expected.length, expected]);
  },
);
