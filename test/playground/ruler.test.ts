import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSubmits } from '../../src/message/index.js';
import {
  ALPHABETS,
  type AlphabetChoice,
  alphabetName,
  carriageOf,
  MAX_CELLS,
  offendersOf,
  rulerOf,
  savingOf,
} from '../../src/playground/compose/ruler.js';
import { onAir } from '../../src/playground/result/on-air.js';
import { segmentText } from '../../src/text/index.js';
import { gsm7Text, unicodeText } from '../support/arbitraries.js';
import { refusal } from '../support/hostile.js';

const summary = (text: string, options = {}) => rulerOf(text, options).summary;

describe('sizes of TS 23.040', () => {
  it.each([
    ['', {}, '1 message, GSM 7-bit, 0 septets, 160 left'],
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

describe('characters', () => {
  it('cost what their messages say, and are all there', () => {
    fc.assert(
      fc.property(fc.oneof(gsm7Text(undefined, 500), unicodeText(200)), (text) => {
        const { cells, parts, charactersLeftOut, units } = rulerOf(text, {});
        expect(charactersLeftOut).toBe(0);
        expect(cells.map(({ character }) => character).join('')).toBe(text);
        for (const [i, { character, index, part, cost }] of cells.entries()) {
          expect(text.startsWith(character, index)).toBe(true);
          expect(cost).toBeGreaterThan(0);
          if (i > 0) expect(part).toBeGreaterThanOrEqual(cells[i - 1]!.part);
        }
        const spent = parts.map((_, part) =>
          cells.filter((cell) => cell.part === part).reduce((sum, { cost }) => sum + cost, 0),
        );
        expect(spent).toEqual(parts.map((part) => part.units));
        expect(parts.map((part) => part.text)).toEqual(segmentText(text).map((segment) => segment.text));
        expect(units).toBe(spent.reduce((sum, cost) => sum + cost, 0));
      }),
    );
  });

  it('tells escapes, pairs, and what forces UCS-2', () => {
    expect(rulerOf('a€', {}).cells).toEqual([
      { character: 'a', index: 0, cost: 1, part: 0, isForcing: false },
      { character: '€', index: 1, cost: 2, part: 0, isForcing: false },
    ]);
    expect(rulerOf('€😀“', {}).cells).toEqual([
      { character: '€', index: 0, cost: 1, part: 0, isForcing: false },
      { character: '😀', index: 1, cost: 2, part: 0, isForcing: true },
      { character: '“', index: 3, cost: 1, part: 0, isForcing: true },
    ]);
  });

  it('asks national tables for their own characters', () => {
    expect(rulerOf('şé', { locking: 1, encoding: 'gsm7' }).cells.map(({ cost }) => cost)).toEqual([1, 1]);
    expect(rulerOf('ş', { single: 1, encoding: 'gsm7' }).cells.map(({ cost }) => cost)).toEqual([2]);
  });

  it('lists no more than anybody looks at', () => {
    const { cells, charactersLeftOut } = rulerOf('a'.repeat(MAX_CELLS + 5), {});
    expect(cells).toHaveLength(MAX_CELLS);
    expect(charactersLeftOut).toBe(5);
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
  });

  it('gives every choice a name', () => {
    expect(Object.keys(ALPHABETS) as AlphabetChoice[]).toEqual(['automatic', 'gsm7', 'ucs2', 'national']);
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

  it('may cost messages', () => {
    expect(savingOf(`${'a'.repeat(80)}“`)).toBe('2 → 1 message');
    expect(savingOf(`${'a'.repeat(300)}“`)).toBe('5 → 2 messages');
    expect(savingOf('“a”')).toBeUndefined();
    expect(savingOf(`${'a'.repeat(80)}😀`)).toBeUndefined();
    expect(savingOf('\ud800')).toBeUndefined();
    expect(savingOf('я'.repeat(40_000))).toBeUndefined();
  });
});
