/** Twilio's open calculator (sms-segments-calculator): its own cases, rebuilt, and any text. */
import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import { describe, expect, it } from 'vitest';
import { countSegments, segmentText } from '../../src/text/index.js';
import { gsm7Text, unicodeText } from '../support/arbitraries.js';

interface Counted {
  readonly encoding: string;
  readonly units: number;
  readonly segments: number;
}

function theirs(text: string): Counted {
  const { encodingName, messageSize, segmentsCount } = new SegmentedMessage(text, 'auto', false);
  const encoding = encodingName === 'GSM-7' ? 'gsm7' : 'ucs2';
  return { encoding, units: messageSize / (encoding === 'gsm7' ? 7 : 16), segments: segmentsCount };
}

function ours(text: string): Counted {
  const { encoding, units, segments } = countSegments(text);
  return { encoding, units, segments };
}

const digits = (count: number) => '1234567890'.repeat(Math.ceil(count / 10)).slice(0, count);
const gsm7 = (units: number, segments: number) => ({ encoding: 'gsm7', units, segments });
const ucs2 = (units: number, segments: number) => ({ encoding: 'ucs2', units, segments });

/** What its tests expect. */
const PUBLISHED: readonly (readonly [name: string, text: string, expected: Counted])[] = [
  ['160 digits', digits(160), gsm7(160, 1)],
  ['161 digits', digits(161), gsm7(161, 2)],
  ['307 digits', digits(307), gsm7(307, 3)],
  ['an emoji and 68 digits', `😜${digits(68)}`, ucs2(70, 1)],
  ['an emoji and 69 digits', `😜${digits(69)}`, ucs2(71, 2)],
  ['an emoji and 133 digits', `😜${digits(133)}`, ucs2(135, 3)],
  ['a flag and 66 digits', `🇮🇹${digits(66)}`, ucs2(70, 1)],
  ['a flag and 67 digits', `🇮🇹${digits(67)}`, ucs2(71, 2)],
  ['a rainbow and a flag in a row, and 64 digits', `🏳️🌈${digits(65)}`, ucs2(70, 1)],
  ['and 66 digits', `🏳️🌈${digits(66)}`, ucs2(71, 2)],
  ...[...'|^€{}[]~\\'].flatMap((sign) => [
    [`${sign} and 158 digits`, sign + digits(158), gsm7(160, 1)] as const,
    [`${sign} and 159 digits`, sign + digits(159), gsm7(161, 2)] as const,
  ]),
  ...[...'ÁÚúçíÍóÓ'].flatMap((letter) => [
    [`${letter} 70 times`, letter.repeat(70), ucs2(70, 1)] as const,
    [`${letter} 71 times`, letter.repeat(71), ucs2(71, 2)] as const,
  ]),
  ['an emoji and 68 brackets', `😀${']'.repeat(68)}`, ucs2(70, 1)],
  ['an emoji and 69 brackets', `😀${']'.repeat(69)}`, ucs2(71, 2)],
  ['CR, CR LF', '\rabcde\r\n123', gsm7(11, 1)],
  ['LF', '\nabcde\n\n123\n', gsm7(12, 1)],
  ['three accents and 66 letters', `e\u0301\u0301\u0301${'a'.repeat(66)}`, ucs2(70, 1)],
  ['three accents and 67 letters', `e\u0301\u0301\u0301${'a'.repeat(67)}`, ucs2(71, 2)],
];

describe("Twilio's calculator", () => {
  it.each(PUBLISHED)('%s', (_, text, expected) => {
    expect(ours(text)).toEqual(expected);
    expect(theirs(text)).toEqual(expected);
  });

  it('has the alphabet of TS 23.038 for each character below U+3000, after which it has none', () => {
    const other: string[] = [];
    for (let point = 0; point < 0x3000; point++) {
      const character = String.fromCharCode(point);
      const [own, peer] = [ours(character), theirs(character)];
      if (own.encoding !== peer.encoding || own.units !== peer.units) other.push(point.toString(16));
    }
    expect(other).toEqual([]);
  });

  it('agrees on any text, but for a part more where a cluster does not fit in the rest of one', () => {
    const mixed = fc.string({ unit: fc.constantFrom('👨‍👩‍👧', '🇩🇪', 'a', 'ğ', '€', '\r\n', 'e\u0301'), maxLength: 200 });
    fc.assert(
      fc.property(fc.oneof(gsm7Text(undefined, 500), unicodeText(200), mixed), (text) => {
        const [own, peer] = [ours(text), theirs(text)];
        expect([peer.encoding, peer.units]).toEqual([own.encoding, own.units]);
        expect(peer.segments).toBeGreaterThanOrEqual(own.segments);
        if (peer.segments === own.segments) return;
        // Then one of our borders is inside of what it takes for one character.
        const endsOf = (pieces: readonly string[]) => pieces.map((_, i) => pieces.slice(0, i + 1).join('').length);
        const ends = new Set(endsOf(new SegmentedMessage(text, 'auto', false).graphemes));
        const borders = endsOf(segmentText(text).map((part) => part.text));
        expect(borders.every((at) => ends.has(at))).toBe(false);
      }),
    );
  });

  it('takes four messages for 25 families, which fit in three', () => {
    const families = '👨‍👩‍👧'.repeat(25);
    expect([ours(families), theirs(families)]).toEqual([ucs2(200, 3), ucs2(200, 4)]);
  });
});
