import fc from 'fast-check';
import { SegmentedMessage } from 'sms-segments-calculator';
import splitSms from 'split-sms';
import { describe, expect, it } from 'vitest';
import { chooseShiftTables, countSegments, type SegmentOptions, type ShiftTables, segmentText } from '../../src/text/index.js';
import {
  gsm7Character,
  gsm7Text,
  LOCKING,
  naiveSeptets,
  SINGLE,
  septetsByCharacter,
  type Tables,
  unicodeText,
} from '../support/arbitraries.js';
import { refusal } from '../support/hostile.js';
import { costly } from '../support/runs.js';

const HANDS = '👨‍👩‍👧‍👦';
const FLAG = '🇿🇦';
const HINDI: Tables = { locking: 6, single: 6 };
/** An octet counts the parts of a concatenation. */
const MAX_PARTS = 255;

// --- the oracle: sms-text.md sections 2, 4 and 5 by themselves -------------------------------------------------------------------

interface Plan {
  encoding: 'gsm7' | 'ucs2';
  /** The text as characters that may not be cut, each with its units. */
  characters: { text: string; units: number }[];
  units: number;
  single: number;
  part: number;
}

function plan(text: string, options: SegmentOptions = {}): Plan {
  const of = { locking: options.locking ?? 0, single: options.single ?? 0 };
  const encoding = options.encoding ?? (naiveSeptets(text, of) === undefined ? 'ucs2' : 'gsm7');
  const shifts = encoding === 'gsm7' ? (of.locking > 0 ? 3 : 0) + (of.single > 0 ? 3 : 0) : 0;
  const room = (concat: number) => {
    const elements = (options.headerOctets ?? 0) + shifts + concat;
    const h = elements === 0 ? 0 : elements + 1;
    return encoding === 'gsm7' ? 160 - Math.ceil((8 * h) / 7) : Math.floor((140 - h) / 2);
  };
  const characters = [...text].map((character) => ({
    text: character,
    units: encoding === 'ucs2' ? character.length : (naiveSeptets(character, of)?.length ?? Number.NaN),
  }));
  const units = characters.reduce((sum, character) => sum + character.units, 0);
  return { encoding, characters, units, single: room(0), part: room(options.concat === 16 ? 6 : 5) };
}

/** Parts at least, from a character on: filled one after the other as far as they go. */
function leastParts({ characters, part }: Plan, from = 0): number {
  let parts = 0;
  let left = 0;
  for (const { units } of characters.slice(from)) {
    if (units > left) {
      parts++;
      left = part;
    }
    left -= units;
  }
  return parts;
}

function expectLaws(text: string, options: SegmentOptions): void {
  const expected = plan(text, options);
  const count = countSegments(text, options);
  const single = expected.units <= expected.single;
  if (!single && leastParts(expected) > MAX_PARTS) {
    // Headers that leave few units a part bring even a text of some hundred characters here.
    expect(count).toMatchObject({ encoding: expected.encoding, units: expected.units, segments: leastParts(expected) });
    expect(refusal(() => segmentText(text, options))).toMatchObject({ code: 'too-long', field: 'text' });
    return;
  }
  const parts = segmentText(text, options);
  const limit = single ? expected.single : expected.part;

  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.length).toBe(single ? 1 : leastParts(expected));
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const own = plan(part.text, { ...options, encoding: expected.encoding });
    // Neither an escape pair nor a surrogate pair is cut when every part has units of its own.
    expect(part).toEqual({ text: part.text, encoding: expected.encoding, units: own.units });
    expect(part.units).toBeLessThanOrEqual(limit);
    expect(/[\ud800-\udbff]$|^[\udc00-\udfff]/.test(part.text)).toBe(false);
    if (parts.length > 1) expect(part.text).not.toBe('');
    const end = at + part.text.length;
    if (index < parts.length - 1) expectWholeGrapheme(text, at, end, expected, parts.length - index - 1);
    at = end;
  }
  expect(count).toEqual({
    encoding: expected.encoding,
    units: expected.units,
    segments: parts.length,
    unitsLeft: limit - (parts.at(-1)?.units ?? 0),
    forcedBy: count.forcedBy,
  });
}

/** A cut inside a grapheme is right only where the grapheme fills its part, or where keeping it whole would take a part more. */
function expectWholeGrapheme(text: string, start: number, cut: number, expected: Plan, partsAfter: number): void {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text.slice(start));
  const begin = start + (graphemes.containing(cut - start)?.index ?? 0);
  if (begin === cut || begin === start || text.slice(cut - 1, cut + 1) === '\r\n') return;
  const characters = [...text.slice(0, begin)].length;
  expect(leastParts(expected, characters), `the grapheme at ${begin} could stay whole`).toBeGreaterThan(partsAfter);
}

const options: fc.Arbitrary<SegmentOptions> = fc.record(
  {
    encoding: fc.constantFrom(undefined, 'ucs2' as const),
    concat: fc.constantFrom(undefined, 8 as const, 16 as const),
    headerOctets: fc.oneof(fc.constantFrom(0, 6), fc.nat({ max: 120 })),
    locking: fc.oneof(fc.constant(0), fc.constantFrom(...LOCKING)),
    single: fc.oneof(fc.constant(0), fc.constantFrom(...SINGLE)),
  },
  { requiredKeys: [], noNullPrototype: true },
);

/** Texts whose pairs and graphemes meet the borders of parts. */
const aroundBorders = (unit: fc.Arbitrary<string>, filler: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(filler, fc.nat({ max: 160 }), fc.array(unit, { maxLength: 8 })), { maxLength: 5 })
    .map((pieces) => pieces.map(([fill, count, units]) => fill.repeat(count) + units.join('')).join(''));

describe('worked examples (sms-text.md sections 2, 4 and 5)', () => {
  it.each([
    ['none', [], undefined, 160],
    ['locking or single shift', [4], undefined, 155],
    ['concat 8-bit', [6], 8, 153],
    ['16-bit ports', [7], undefined, 152],
    ['concat 16-bit', [7], 16, 152],
    ['locking + single shift', [7], undefined, 152],
    ['8-bit ports', [5], undefined, 154],
    ['concat 8-bit + one shift', [9], 8, 149],
    ['concat 8-bit + two shifts', [12], 8, 146],
    ['concat 8-bit + 16-bit ports', [12], 8, 146],
    ['concat 16-bit + 16-bit ports', [13], 16, 145],
  ] as const)('%s: %o octets of header, %s, leave %i septets', (name, [h = 0], concat, septets) => {
    const further = concat === undefined ? h - 1 : h - 1 - (concat === 16 ? 6 : 5);
    const given: SegmentOptions = name.includes('shift')
      ? { locking: 1, ...(/two|\+ single/.test(name) && { single: 1 }), concat }
      : { headerOctets: Math.max(0, further), concat };
    expect(septets).toBe(160 - Math.ceil((8 * h) / 7));
    if (concat === undefined) {
      expect(countSegments('a'.repeat(septets), given)).toMatchObject({ segments: 1, unitsLeft: 0 });
      expect(countSegments('a'.repeat(septets + 1), given).segments).toBe(2);
    } else {
      expect(segmentText('a'.repeat(3 * septets), given).map(({ units }) => units)).toEqual([septets, septets, septets]);
      expect(countSegments('a'.repeat(3 * septets + 1), given).segments).toBe(4);
    }
  });

  it.each([
    ['GSM-7, 8-bit reference', 'a', undefined, 160, 153],
    ['GSM-7, 16-bit reference', 'a', 16, 160, 152],
    ['UCS-2, 8-bit reference', 'Ж', undefined, 70, 67],
    ['UCS-2, 16-bit reference', 'Ж', 16, 70, 66],
  ] as const)('%s', (_, character, concat, single, part) => {
    const counts = [0, 1, single, single + 1, 2 * part, 2 * part + 1, 255 * part].map((length) => {
      const encoding = character === 'Ж' ? 'ucs2' : 'gsm7';
      const { segments, unitsLeft } = countSegments(character.repeat(length), { concat, encoding });
      return [segments, unitsLeft];
    });
    expect(counts).toEqual([
      [1, single],
      [1, single - 1],
      [1, 0],
      [2, 2 * part - single - 1],
      [2, 0],
      [3, part - 1],
      [255, 0],
    ]);
  });

  it('152 x + € + 152 x takes 3 parts, and the escape pair is whole', () => {
    const text = `${'x'.repeat(152)}€${'x'.repeat(152)}`;
    expect(countSegments(text)).toEqual({ encoding: 'gsm7', units: 306, segments: 3, unitsLeft: 152, forcedBy: [] });
    expect(segmentText(text).map((part) => part.units)).toEqual([152, 153, 1]);
  });

  it('66 Ж + emoji + 66 Ж takes 3 parts, and the surrogate pair is whole', () => {
    const text = `${'Ж'.repeat(66)}😀${'Ж'.repeat(66)}`;
    expect(countSegments(text)).toMatchObject({ encoding: 'ucs2', units: 134, segments: 3, unitsLeft: 66 });
    expect(segmentText(text).map((part) => part.units)).toEqual([66, 67, 1]);
  });

  it('70 composed letters are one part, 70 decomposed ones are UCS-2', () => {
    expect(countSegments('é'.repeat(70))).toMatchObject({ encoding: 'gsm7', segments: 1 });
    expect(countSegments('e\u0301'.repeat(70))).toMatchObject({ encoding: 'ucs2', units: 140, segments: 3 });
  });

  it('CR and LF may be parted', () => {
    expect(segmentText(`${'a'.repeat(152)}\r\n${'a'.repeat(20)}`).map((part) => part.units)).toEqual([153, 21]);
    expect(segmentText(`${'Ж'.repeat(66)}\r\n${'Ж'.repeat(20)}`).map((part) => part.units)).toEqual([67, 21]);
  });

  it('an empty text is one empty part', () => {
    expect(segmentText('')).toEqual([{ text: '', encoding: 'gsm7', units: 0 }]);
    expect(countSegments('', { encoding: 'ucs2' })).toEqual({
      encoding: 'ucs2',
      units: 0,
      segments: 1,
      unitsLeft: 70,
      forcedBy: [],
    });
  });

  it('names the first ten characters that force UCS-2, whole and with their index', () => {
    const { forcedBy } = countSegments('aЖ€😀ç');
    expect(forcedBy).toEqual([
      { index: 1, character: 'Ж' },
      { index: 3, character: '😀' },
      { index: 5, character: 'ç' },
    ]);
    expect(countSegments('Ж'.repeat(30)).forcedBy.map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(countSegments('plain', { encoding: 'ucs2' }).forcedBy).toEqual([]);
    expect(countSegments('ş', { single: 1 }).forcedBy).toEqual([]);
    // Right after the euro sign, the last character of the table.
    expect(countSegments('a\u20ad').forcedBy).toEqual([{ index: 1, character: '\u20ad' }]);
  });

  it.each([
    ['a flag', FLAG],
    ['a family', HANDS],
    ['a skin tone', '👍🏽'],
    ['a keycap', '1️⃣'],
    ['combining marks', 'o\u0302\u0323'],
    ['Devanagari', 'क्षि'],
  ])('%s is kept whole where that takes no further part', (_, grapheme) => {
    for (let before = 67 - grapheme.length + 1; before <= 67; before++) {
      const text = 'Ж'.repeat(before) + grapheme + 'Ж'.repeat(20);
      const parts = segmentText(text);
      expect(parts.map((part) => part.text)).toEqual(['Ж'.repeat(before), grapheme + 'Ж'.repeat(20)]);
      expect(countSegments(text).unitsLeft).toBe(67 - grapheme.length - 20);
    }
  });

  it('a grapheme is cut where keeping it whole would take a further part', () => {
    const text = 'Ж'.repeat(65) + FLAG + 'Ж'.repeat(65);
    expect(segmentText(text).map((part) => part.units)).toEqual([67, 67]);
  });

  it('a grapheme longer than a part is cut between characters', () => {
    const text = `e${'\u0301'.repeat(200)}`;
    expect(segmentText(text).map((part) => part.units)).toEqual([67, 67, 67]);
  });

  it('Hindi of the national tables keeps its letters whole', () => {
    const text = `${'a'.repeat(144)}क्षि${'a'.repeat(30)}`;
    const parts = segmentText(text, HINDI);
    expect(parts.map((part) => [part.encoding, part.text.length])).toEqual([
      ['gsm7', 144],
      ['gsm7', 34],
    ]);
  });

  it('keeping a grapheme whole takes nothing from the parts after it: each is filled up', () => {
    // 146 septets a part.
    const text = `${'a'.repeat(144)}क्षि${'a'.repeat(142)}${'b'.repeat(10)}`;
    expect(segmentText(text, HINDI).map((part) => part.units)).toEqual([144, 146, 10]);
  });

  it('a sign that joins the digit after it is kept with it (Unicode prepended marks)', () => {
    const text = `${'Ж'.repeat(66)}\u06001${'Ж'.repeat(20)}`;
    expect(segmentText(text)[0]?.text).toBe('Ж'.repeat(66));
  });

  it('tables of GSM 7-bit cost a UCS-2 text nothing: its parts carry no shift', () => {
    // sms-text.md section 3: the shift elements apply to GSM-7 only.
    expect(countSegments('你'.repeat(70), { locking: 1 })).toMatchObject({ encoding: 'ucs2', segments: 1, unitsLeft: 0 });
    expect(segmentText('你'.repeat(134), { locking: 1, single: 1 }).map((part) => part.units)).toEqual([67, 67]);
  });

  it('a text that fits in one message needs no room for a concatenation', () => {
    // 134 octets of header leave 160 - ceil(1072 / 7) = 6 septets, and 3 UCS-2 units.
    expect(countSegments('abcdef', { headerOctets: 133 })).toMatchObject({ segments: 1, unitsLeft: 0 });
    expect(countSegments('ЖЖЖ', { headerOctets: 133 })).toMatchObject({ segments: 1, unitsLeft: 0 });
  });

  it('parts of two units are the least there are: an escape pair or a surrogate pair fits', () => {
    // 138 octets of header leave 160 - ceil(1104 / 7) = 2 septets; 136 leave 2 UCS-2 units.
    expect(segmentText('ab€cdefgh', { headerOctets: 132 }).map(({ text }) => text)).toEqual(['ab', '€', 'cd', 'ef', 'gh']);
    expect(segmentText('ЖЖ😀ЖЖЖ', { headerOctets: 130 }).map(({ text }) => text)).toEqual(['ЖЖ', '😀', 'ЖЖ', 'Ж']);
  });

  it('a text that its tables carry is not replaced, even where its composed form differs', () => {
    // Hindi has NA, the nukta, and both composed in one character.
    const text = 'न\u093c';
    expect(text.normalize('NFC')).toBe('ऩ');
    expect(segmentText(text, { ...HINDI, transliterate: true })).toEqual([{ text, encoding: 'gsm7', units: 2 }]);
  });

  // 1024 characters are looked through at once.
  it.each([1023, 1024, 1025, 2047, 2048, 2049, 3072])('a text of %i characters is counted once', (length) => {
    const text = 'Parcel 48213 '.repeat(240).slice(0, length);
    const parts = Math.ceil(length / 153);
    const expected = { encoding: 'gsm7', units: length, segments: parts, unitsLeft: 153 * parts - length };
    expect(countSegments(text)).toMatchObject(expected);
    expect(countSegments(text.replaceAll(' ', 'é'))).toMatchObject(expected);
  });
});

describe('properties', () => {
  it('laws for Unicode text, in every combination of options', () => {
    const text = fc.oneof(
      unicodeText(400),
      aroundBorders(fc.constantFrom(FLAG, HANDS, '😀', 'e\u0301', 'क्षि', '1️⃣', '👍🏽'), fc.constantFrom('Ж', 'a', '😀', FLAG)),
    );
    fc.assert(fc.property(text, options, (characters, given) => void expectLaws(characters, given)));
  });

  it('laws where two characters of the basic plane meet at the border of a part', () => {
    const character = fc.nat({ max: 0x32ff }).map((code) => String.fromCharCode(code));
    fc.assert(
      fc.property(character, character, character, (before, first, second) => {
        expectLaws(`${'Ж'.repeat(65)}${before}${first}${second}${'Ж'.repeat(5)}`, { encoding: 'ucs2' });
      }),
    );
  });

  it('laws for GSM 7-bit text, in every combination of options', () => {
    const text = fc.oneof(
      gsm7Text(undefined, 600),
      aroundBorders(fc.constantFrom('€', '[', 'a', '\r\n'), fc.constantFrom('x', '€', '\f')),
    );
    fc.assert(fc.property(text, options, (characters, given) => void expectLaws(characters, given)));
  });

  it('laws for text of national tables', () => {
    const given = fc
      .tuple(fc.constantFrom(...LOCKING), fc.constantFrom(...SINGLE), fc.constantFrom(8 as const, 16 as const))
      .chain(([locking, single, concat]) =>
        fc.tuple(
          fc.oneof(
            gsm7Text({ locking, single }, 500),
            aroundBorders(
              gsm7Character({ locking, single }),
              fc.constantFrom('a', 'b').filter((c) => septetsByCharacter({ locking, single }).has(c)),
            ),
          ),
          fc.constant({ locking, single, concat, encoding: 'gsm7' as const }),
        ),
      );
    fc.assert(fc.property(given, ([text, opts]) => void expectLaws(text, opts)));
  });

  it('the count is the least there is: no way of cutting takes fewer parts', () => {
    const text = aroundBorders(fc.constantFrom('€', '😀'), fc.constantFrom('x', '€', '😀'));
    fc.assert(
      fc.property(text, (characters) => {
        const expected = plan(characters);
        if (expected.units <= expected.single) return;
        // Least parts by dynamic programming over the ends of parts, not by filling them up.
        const ends = [0, ...expected.characters.map((_, i) => i + 1)];
        const sums = [0];
        for (const { units } of expected.characters) sums.push((sums.at(-1) ?? 0) + units);
        const least: number[] = [0];
        let from = 0;
        for (const end of ends.slice(1)) {
          while ((sums[end] as number) - (sums[from] as number) > expected.part) from++;
          least.push(Math.min(...least.slice(from, end)) + 1);
        }
        expect(countSegments(characters).segments).toBe(least.at(-1));
      }),
      costly(100),
    );
  });

  it('agrees with split-sms on the parts, on code points: the cases where graphemes are kept whole are left out', () => {
    // split-sms cuts at code points, so its parts differ from ours where a grapheme stands at a border; the count never differs.
    // Left out too: escape pairs at unit 152 of a text of at most 160 septets, where split-sms joins its two parts by a rule of its own.
    fc.assert(
      fc.property(
        fc.oneof(gsm7Text(undefined, 600), aroundBorders(fc.constantFrom('€', '😀', 'a'), fc.constantFrom('x', 'Ж', '€'))),
        (text) => {
          const peer = splitSms.split(text);
          const ours = segmentText(text);
          expect(peer.characterSet === 'GSM' ? 'gsm7' : 'ucs2').toBe(ours[0]?.encoding);
          expect(peer.parts.length).toBe(ours.length);
          expect(peer.parts.map((part) => (part as { content: string }).content)).toEqual(ours.map((part) => part.text));
          expect((peer as unknown as { remainingInPart: number }).remainingInPart).toBe(countSegments(text).unitsLeft);
        },
      ),
    );
  });

  it('agrees with split-sms on the count of parts of any text', () => {
    fc.assert(
      fc.property(unicodeText(300), (text) => {
        expect(splitSms.split(text, { summary: true }).parts.length).toBe(countSegments(text).segments);
      }),
    );
  });

  it('agrees with sms-segments-calculator where every character is a grapheme of its own', () => {
    // It never cuts a grapheme, which can take a part more than ours, and it normalises none: texts of graphemes of one character only.
    // CR and LF are left out as well, which it counts by rules of its own.
    const text = fc.oneof(
      gsm7Text(undefined, 600).map((characters) => characters.replace(/[\r\n\f]/g, 'a')),
      aroundBorders(fc.constantFrom('€', '😀', 'a'), fc.constantFrom('x', 'Ж', '€')),
    );
    fc.assert(
      fc.property(text, (characters) => {
        const peer = new SegmentedMessage(characters, 'auto', false);
        const { encoding, segments } = countSegments(characters);
        expect([peer.encodingName === 'GSM-7' ? 'gsm7' : 'ucs2', Math.max(1, peer.segmentsCount)]).toEqual([
          encoding,
          segments,
        ]);
      }),
      costly(300),
    );
  });
});

it('without Intl.Segmenter texts are cut between code points', () => {
  const text = `${'Ж'.repeat(66)}e\u0301${'Ж'.repeat(41)}`;
  const { Segmenter } = Intl;
  try {
    Reflect.deleteProperty(Intl, 'Segmenter');
    expect(segmentText(text).map((part) => part.units)).toEqual([67, 42]);
  } finally {
    Object.assign(Intl, { Segmenter });
  }
  expect(segmentText(text).map((part) => part.units)).toEqual([66, 43]);
});

describe('choosing tables', () => {
  /** sms-text.md section 3 by itself: the least parts, then the least septets, among all pairs. */
  /** Parts and septets of a text, those of the headers counted. */
  function naiveCost(text: string, tables: ShiftTables): { segments: number; septets: number } {
    const expected = plan(text, { ...tables, encoding: 'gsm7' });
    const segments = expected.units <= expected.single ? 1 : leastParts(expected);
    return { segments, septets: expected.units + segments * (160 - (segments === 1 ? expected.single : expected.part)) };
  }

  function naiveChoice(text: string, languages: readonly number[]): { segments: number; septets: number } | undefined {
    let best: { segments: number; septets: number } | undefined;
    for (const locking of LOCKING.filter((id) => id === 0 || languages.includes(id))) {
      for (const single of SINGLE.filter((id) => id === 0 || languages.includes(id))) {
        if (naiveSeptets(text, { locking, single }) === undefined) continue;
        const cost = naiveCost(text, { locking, single });
        const isBetter = (other: typeof cost) =>
          cost.segments < other.segments || (cost.segments === other.segments && cost.septets < other.septets);
        if (best === undefined || isBetter(best)) best = cost;
      }
    }
    return best;
  }

  it('Turkish, Spanish, Portuguese, Hindi', () => {
    expect(chooseShiftTables('plain text')).toEqual({});
    expect(chooseShiftTables('ñandú')).toEqual({ single: 2 });
    expect(chooseShiftTables('हिन्दी')).toEqual({ locking: 6 });
    expect(chooseShiftTables('ığŞ')).toEqual({ locking: 1 });
    expect(chooseShiftTables('ığŞ', [2, 3])).toBeUndefined();
    expect(chooseShiftTables('Ж')).toBeUndefined();
    expect(chooseShiftTables('')).toEqual({});
    // One septet less of text would cost five of header.
    expect(chooseShiftTables('€')).toEqual({});
  });

  it.each([
    ['saves as many septets as its header costs in one message', 0, 5, {}],
    ['saves one more than that', 0, 6, { locking: 1 }],
    ['saves as many septets as its headers cost in two parts', 200, 8, {}],
    ['saves one more than that in two parts', 200, 9, { locking: 1 }],
    ['saves a part', 0, 100, { locking: 1 }],
  ])('a locking table that %s', (_, letters, euros, tables) => {
    // The main Turkish table has the euro sign. A header of 4 octets takes 5 septets; concatenation alone 7, both together 11.
    expect(chooseShiftTables('a'.repeat(letters) + '€'.repeat(euros))).toEqual(tables);
  });

  it('identifiers that name no table are ignored', () => {
    expect(chooseShiftTables('ñandú', [14, 0, 255, -1, 2])).toEqual({ single: 2 });
    expect(chooseShiftTables('ığŞ', [14, 1])).toEqual({ locking: 1 });
    expect(chooseShiftTables('ığŞ', [14])).toBeUndefined();
    expect(chooseShiftTables('plain text', [])).toEqual({});
  });

  it('takes the least parts, then the least septets, of all pairs; never Turkish with Turkish, nor Portuguese with Spanish', () => {
    const text = fc.oneof(
      fc
        .constantFrom(...LOCKING)
        .chain((locking) => gsm7Text({ locking, single: SINGLE.includes(locking) ? locking : 0 }, 200)),
      fc.string({ unit: fc.constantFrom(...'aé€[ğşÇçãõúñ'), maxLength: 200, size: 'max' }),
    );
    const languages = fc.oneof(fc.constant(SINGLE.slice(1)), fc.subarray(SINGLE.slice(1)));
    fc.assert(
      fc.property(text, languages, (characters, allowed) => {
        const chosen = chooseShiftTables(characters, allowed);
        const expected = naiveChoice(characters, allowed);
        if (expected === undefined || chosen === undefined) {
          expect([chosen, expected]).toEqual([undefined, undefined]);
          return;
        }
        expect(naiveCost(characters, chosen)).toEqual(expected);
        expect(chosen).not.toEqual({ locking: 1, single: 1 });
        expect(chosen).not.toEqual({ locking: 3, single: 2 });
      }),
      costly(200),
    );
  });
});

describe('refusals', () => {
  it('a forced alphabet that lacks a character, a lone surrogate, an unknown table', () => {
    for (const call of [countSegments, segmentText]) {
      expect(refusal(() => call('abЖ', { encoding: 'gsm7' }))).toEqual({ code: 'unencodable', field: 'text', offset: 2 });
      expect(refusal(() => call('Жab', { encoding: 'gsm7' }))).toEqual({ code: 'unencodable', field: 'text', offset: 0 });
      expect(refusal(() => call('\ud83dab'))).toEqual({ code: 'unencodable', field: 'text', offset: 0 });
      expect(refusal(() => call('ab\ud83d'))).toEqual({ code: 'unencodable', field: 'text', offset: 2 });
      expect(refusal(() => call('Ж\ude00', { encoding: 'ucs2' }))).toEqual({ code: 'unencodable', field: 'text', offset: 1 });
      expect(refusal(() => call('a', { locking: 2 }))).toEqual({ code: 'bad-value', field: 'locking', offset: undefined });
    }
  });

  it('a header that leaves no room for a part', () => {
    expect(refusal(() => countSegments('a'.repeat(100), { headerOctets: 133 }))).toEqual({
      code: 'too-long',
      field: 'headerOctets',
      offset: undefined,
    });
    expect(refusal(() => segmentText('Ж'.repeat(100), { headerOctets: 131 }))).toMatchObject({
      code: 'too-long',
      field: 'headerOctets',
    });
  });
});

it('a count of header octets that is none is refused', () => {
  for (const headerOctets of [-1, 1.5, Number.NaN]) {
    const found = { code: 'bad-value', field: 'headerOctets', offset: undefined };
    expect(refusal(() => segmentText('x', { headerOctets }))).toEqual(found);
    expect(refusal(() => countSegments('x', { headerOctets }))).toEqual(found);
  }
});

describe('limits', () => {
  it('255 parts of six septets each, which a long header leaves', () => {
    expectLaws('a'.repeat(255 * 6), { headerOctets: 128 });
    expectLaws('a'.repeat(255 * 6 + 1), { headerOctets: 128 });
  });

  it('255 parts, and not one more', () => {
    expect(segmentText('a'.repeat(255 * 153))).toHaveLength(255);
    expect(refusal(() => segmentText('a'.repeat(255 * 153 + 1)))).toEqual({
      code: 'too-long',
      field: 'text',
      offset: undefined,
    });
    expect(countSegments('a'.repeat(255 * 153 + 1)).segments).toBe(256);
    expect(segmentText('😀'.repeat(255 * 33))).toHaveLength(255);
    expect(refusal(() => segmentText('😀'.repeat(255 * 33 + 1)))).toMatchObject({ code: 'too-long', field: 'text' });
  });

  it('graphemes are kept whole in as many as 255 parts', () => {
    // A flag takes 4 units, a part 66 of them with half a flag, or 64. 4206 flags fill 254 parts of 66 units, and 60 of the last.
    const flags = FLAG.repeat(4206);
    const units = segmentText(flags).map((part) => part.units);
    expect(units).toEqual([64, 64, 64, ...new Array<number>(252).fill(66)]);
    expect(countSegments(flags)).toMatchObject({ segments: 255, unitsLeft: 1 });
  });

  it('and without regard to them above', () => {
    // 255 parts of 66 units, and 62 of the last.
    expect(countSegments(FLAG.repeat(4223))).toMatchObject({ segments: 256, unitsLeft: 67 - 62 });
  });

  it('counts a text of a million characters as the oracle does', () => {
    const text = 'x€😀'.repeat(250_000);
    expect(countSegments(text).segments).toBe(leastParts(plan(text)));
  });
});
