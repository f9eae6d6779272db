/**
 * Texts in parts at every limit: the last septet of one message and of each part, with pairs of septets and of UTF-16 units across the border.
 * @module
 */
import type { FamilyCase } from './family.js';
import { septetsOf } from './gsm-wire.js';

const SINGLE = { gsm7: 160, ucs2: 70 };
/** What six octets of a header, and the fill bits after it, leave (TS 23.040 section 9.2.3.24.1). */
const PART = { gsm7: 153, ucs2: 67 };

function cut(text: string, encoding: 'gsm7' | 'ucs2'): { readonly units: number; readonly parts: readonly string[] } {
  const cost = (character: string) => (encoding === 'gsm7' ? septetsOf(character).length : character.length);
  const units = [...text].reduce((sum, character) => sum + cost(character), 0);
  if (units <= SINGLE[encoding]) return { units, parts: [text] };
  const parts = [''];
  let used = 0;
  for (const character of text) {
    if (used + cost(character) > PART[encoding]) {
      parts.push('');
      used = 0;
    }
    parts[parts.length - 1] += character;
    used += cost(character);
  }
  return { units, parts };
}

/** All of it. */
export function smsPartsFamily(): FamilyCase[] {
  const of = (id: string, title: string, text: string, encoding: 'gsm7' | 'ucs2'): FamilyCase => {
    const { units, parts } = cut(text, encoding);
    return {
      ...{ id: `sms-parts/${id}`, format: 'sms-segmentation', title, direction: 'encode', options: { referenceBits: 8 } },
      ...{ specification: '3GPP TS 23.040 section 9.2.3.24.1', input: { value: { text } } },
      expected: { value: { encoding, units, count: parts.length, parts } },
    };
  };
  const latin = (length: number) => 'abcdefghij0123456789'.repeat(50).slice(0, length);
  const cyrillic = (length: number) => 'абвгдежзик'.repeat(60).slice(0, length);
  return [
    ...[152, 153, 154, 159, 160, 161, 305, 306, 307, 458, 459, 460, 612, 613].map((length) =>
      of(`septets-${length}`, `${length} septets`, latin(length), 'gsm7'),
    ),
    ...[151, 152, 153, 158, 159, 304, 305, 306].map((before) =>
      of(`escape-after-${before}`, `a pair of septets after ${before}, and ten more`, `${latin(before)}€${latin(10)}`, 'gsm7'),
    ),
    ...[66, 67, 68, 69, 70, 71, 133, 134, 135, 200, 201, 202].map((length) =>
      of(`units-${length}`, `${length} units of UCS-2`, cyrillic(length), 'ucs2'),
    ),
    ...[65, 66, 67, 68, 69, 132, 133, 134].map((before) =>
      of(
        `pair-after-${before}`,
        `a surrogate pair after ${before} units, and five more`,
        `${cyrillic(before)}😀${cyrillic(5)}`,
        'ucs2',
      ),
    ),
  ];
}
