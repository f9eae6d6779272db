import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSubmits } from '../../src/message/index.js';
import { Costs, marksOf } from '../../src/playground/compose/marks.js';
import {
  ALPHABETS,
  type AlphabetChoice,
  alphabetName,
  carriageOf,
  figuresOf,
  offendersOf,
  rulerOf,
} from '../../src/playground/compose/ruler.js';
import { onAir } from '../../src/playground/result/on-air.js';
import { countSegments, type SegmentOptions, segmentText } from '../../src/text/index.js';
import { gsm7Text, unicodeText } from '../support/arbitraries.js';
import { refusal } from '../support/hostile.js';

const summary = (text: string, options = {}) => rulerOf(text, options).summary;

describe('sizes of TS 23.040', () => {
  it.each([
    ['', {}, '0 messages: no text'],
    ['a'.repeat(160), {}, '1 message, GSM 7-bit, 160 septets, 0 left'],
    ['a'.repeat(161), {}, '2 messages, GSM 7-bit, 153 + 8 septets, 145 left'],
    ['a'.repeat(153 * 3 + 1), {}, '4 messages, GSM 7-bit, 3 × 153 + 1 septets, 152 left'],
    ['€'.repeat(80), {}, '1 message, GSM 7-bit, 160 septets, 0 left'],
    // An escape and its code stay together: 152 in the first.
    ['€'.repeat(81), {}, '2 messages, GSM 7-bit, 152 + 10 septets, 143 left'],
    ['я'.repeat(70), {}, '1 message, UCS-2, 70 UTF-16 units, 0 left'],
    ['я'.repeat(71), {}, '2 messages, UCS-2, 67 + 4 UTF-16 units, 63 left'],
    ['a', { encoding: 'ucs2' }, '1 message, UCS-2, 1 UTF-16 units, 69 left'],
    ['a'.repeat(161), { concat: 16 }, '2 messages, GSM 7-bit, 152 + 9 septets, 143 left'],
    // Four octets of header are five septets.
    ['ş'.repeat(155), { locking: 1 }, '1 message, GSM 7-bit with Turkish locking table, 155 septets, 0 left'],
    [
      'ş',
      { locking: 1, single: 1 },
      '1 message, GSM 7-bit with Turkish locking table and Turkish single table, 1 septets, 151 left',
    ],
  ])('%#: %j', (text, options, words) => {
    expect(summary(text, options)).toBe(words);
  });

  it('leaves out terms of a sum that nobody would read', () => {
    // Parts of 153 and of 152 in turns.
    const text = `${'a'.repeat(152)}€${'a'.repeat(151)}`.repeat(6);
    expect(summary(text)).toMatch(/^\d+ messages, GSM 7-bit, \d+ .*… \+ \d+ septets, \d+ left$/);
  });
});

describe('the octets of each message', () => {
  it('are those of the messages that are built', () => {
    const options = fc.record({
      encoding: fc.constantFrom(undefined, 'ucs2' as const),
      concat: fc.constantFrom(8 as const, 16 as const),
      locking: fc.constantFrom(undefined, 1, 3),
      single: fc.constantFrom(undefined, 1, 2),
    });
    fc.assert(
      fc.property(fc.oneof(gsm7Text(undefined, 700), unicodeText(300)), options, (text, carriage) => {
        const { parts, encoding } = rulerOf(text, carriage);
        // An empty message can be built, but counts for none.
        if (text === '') return void expect(parts).toEqual([]);
        const built = buildSubmits({ kind: 'text', text }, { to: '447700900123', ...carriage }).map(onAir);
        expect(
          parts.map(({ headerOctets, bodyOctets, units, unitsLeft }) => ({ headerOctets, bodyOctets, units, unitsLeft })),
        ).toEqual(
          built.map(({ headerOctets, bodyOctets, units, unitsLeft }) => ({ headerOctets, bodyOctets, units, unitsLeft })),
        );
        expect(built[0]?.unit).toBe(encoding === 'gsm7' ? 'septets' : 'UTF-16 units');
      }),
    );
  });
});

describe('marks', () => {
  const anyText = fc.oneof(gsm7Text(undefined, 500), unicodeText(200), fc.string({ unit: 'grapheme', maxLength: 100 }));

  it('joined they are the text, and cost what its messages say', () => {
    const options = fc.constantFrom<SegmentOptions>({}, { encoding: 'ucs2' });
    fc.assert(
      fc.property(anyText, options, (text, carriage) => {
        const { parts, encoding, units, messages } = rulerOf(text, carriage);
        const costs = new Costs(encoding, carriage);
        const marks = parts.map((part) => marksOf(part.text, costs));
        expect(marks.flatMap((own) => own.map((mark) => mark.text)).join('')).toBe(text);
        expect(marks.map((own) => own.reduce((sum, mark) => sum + mark.units, 0))).toEqual(parts.map((part) => part.units));
        const count = countSegments(text, carriage);
        expect([encoding, units, messages]).toEqual([count.encoding, count.units, text === '' ? 0 : count.segments]);
        expect(parts.map((part) => part.text).join('')).toBe(text);
        if (text !== '') expect(parts.map((part) => part.text)).toEqual(segmentText(text, carriage).map((own) => own.text));
      }),
    );
  });

  it('tell escapes, pairs, clusters and what forces UCS-2', () => {
    expect(marksOf('a€b', new Costs('gsm7'))).toEqual([
      { text: 'a', units: 1, isForcing: false, isWide: false },
      { text: '€', units: 2, isForcing: false, isWide: true },
      { text: 'b', units: 1, isForcing: false, isWide: false },
    ]);
    expect(marksOf('€“”👨‍👩‍👧', new Costs('ucs2'))).toEqual([
      { text: '€', units: 1, isForcing: false, isWide: false },
      { text: '“”', units: 2, isForcing: true, isWide: false },
      { text: '👨‍👩‍👧', units: 8, isForcing: true, isWide: true },
    ]);
  });

  it('know national tables', () => {
    expect(marksOf('şé', new Costs('gsm7', { locking: 1 }))).toEqual([
      { text: 'şé', units: 2, isForcing: false, isWide: false },
    ]);
    expect(new Costs('gsm7', { single: 1 }).of('ş')).toEqual({ units: 2, isForcing: false });
  });

  it('are there for what cannot be sent', () => {
    expect(new Costs('gsm7').of('“')).toEqual({ units: 1, isForcing: true });
    expect(new Costs('ucs2').of('\ud800')).toEqual({ units: 1, isForcing: true });
  });
});

describe('figures', () => {
  it('count characters as people do', () => {
    expect(figuresOf('👨‍👩‍👧 x', {})).toMatchObject({ characters: 3, codePoints: 7, units: 10, messages: 1, unitsLeft: 60 });
    expect(figuresOf('', {})).toMatchObject({ characters: 0, units: 0, messages: 0, unitsLeft: 160 });
  });

  it('go on past what can be sent', () => {
    expect(figuresOf('я'.repeat(40_000), {})).toMatchObject({ encoding: 'ucs2', messages: 598 });
  });
});

describe('the choice of an alphabet', () => {
  it.each([
    ['automatic', 8, {}],
    ['automatic', 16, { concat: 16 }],
    ['gsm7', 8, { encoding: 'gsm7' }],
    ['ucs2', 16, { encoding: 'ucs2', concat: 16 }],
  ] as const)('%s, %i bits', (choice, bits, options) => {
    expect(carriageOf('“', choice, bits)).toEqual(options);
  });

  it('finds national tables, or none', () => {
    expect(carriageOf('İstanbul ş', 'national', 8)).toEqual({ locking: 1, encoding: 'gsm7' });
    expect(carriageOf('plain', 'national', 16)).toEqual({ encoding: 'gsm7', concat: 16 });
    expect(carriageOf('😀', 'national', 8)).toBeUndefined();
    expect(carriageOf('ş', 'single', 8)).toEqual({ single: 1, encoding: 'gsm7' });
    expect(carriageOf('ş', 'locking', 16)).toEqual({ locking: 1, encoding: 'gsm7', concat: 16 });
    expect(carriageOf('plain', 'single', 8)).toEqual({ encoding: 'gsm7' });
    // Spanish has a single shift table alone, and so has none of a locking shift.
    expect(carriageOf('á', 'single', 8)).toEqual({ single: 2, encoding: 'gsm7' });
    expect(carriageOf('я', 'locking', 8)).toBeUndefined();
  });

  it('gives every choice a name', () => {
    expect(Object.keys(ALPHABETS) as AlphabetChoice[]).toEqual(['automatic', 'gsm7', 'ucs2', 'national', 'single', 'locking']);
    expect(alphabetName('ucs2', { locking: 1 })).toBe('UCS-2');
  });
});

describe('refusals', () => {
  it('names the character that an alphabet lacks', () => {
    expect(refusal(() => rulerOf('ab“', { encoding: 'gsm7' }))).toEqual({ code: 'unencodable', field: 'text', offset: 2 });
    expect(refusal(() => rulerOf('ab\ud800', {})).offset).toBe(2);
  });

  it('refuses what no 255 messages hold', () => {
    expect(refusal(() => rulerOf('a'.repeat(255 * 153 + 1), {})).code).toBe('too-long');
    expect(rulerOf('a'.repeat(255 * 153), {}).parts).toHaveLength(255);
  });
});

describe('characters that GSM 7-bit lacks', () => {
  it('are listed once, with their look-alikes', () => {
    expect(offendersOf('“a” – “b” 😀 \u200b')).toEqual([
      { character: '“', codePoint: 'U+201C', count: 2, index: 0, replacement: '"' },
      { character: '”', codePoint: 'U+201D', count: 2, index: 2, replacement: '"' },
      { character: '–', codePoint: 'U+2013', count: 1, index: 4, replacement: '-' },
      { character: '😀', codePoint: 'U+1F600', count: 1, index: 10, replacement: undefined },
      { character: '\u200b', codePoint: 'U+200B', count: 1, index: 13, replacement: '' },
    ]);
    expect(offendersOf('Löwen, 25 € {cash}')).toEqual([]);
    expect(offendersOf('a\ud800')).toEqual([
      { character: '\ud800', codePoint: 'U+D800', count: 1, index: 1, replacement: undefined },
    ]);
  });

  it('are no more than a list can hold, however many there are', () => {
    const text = Array.from({ length: 500 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join('');
    expect(offendersOf(text)).toHaveLength(50);
  });
});
