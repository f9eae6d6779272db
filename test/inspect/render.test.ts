import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field } from '../../src/bytes/index.js';
import { DecodeError } from '../../src/errors.js';
import { formatTree, inspect, treeToJson } from '../../src/inspect/index.js';
import { hex } from '../support/hex.js';

const tree = inspect(hex('41000B917283010010F500F5080605042400000030'));

describe('formatTree', () => {
  const shown = formatTree(tree).split('\n');

  it.each([
    '0-20          SMS-SUBMIT',
    '0               first octet = 65 (0x41)',
    '0.7               TP-RP = 0 (no reply path)',
    '0.1-0.0           TP-MTI = 1 (SMS-SUBMIT)',
    '1               TP-MR = 0',
    '2-9             TP-DA (+27381000015)',
    '12              TP-UDL = 8 (8 octets)',
    '13-20           TP-UD',
    '20                data = 30',
  ])('has the line %j', (line) => {
    expect(shown).toContain(line);
  });

  it('ends with one line break and has a line for every field', () => {
    const count = (field: Field): number => 1 + field.children.reduce((sum, child) => sum + count(child), 0);
    expect(shown.at(-1)).toBe('');
    expect(shown).toHaveLength(count(tree) + 1);
  });

  it('adds where things are specified on request', () => {
    expect(formatTree(tree, { spec: true })).toContain('TP-MR = 0 [23.040 9.2.3.6]\n');
    expect(formatTree(tree)).not.toContain('[23.040');
  });

  it('paints the parts of a line', () => {
    const painted = formatTree(
      { name: 'n', value: 1, meaning: 'm', start: 0, end: 1, warnings: ['w'], children: [] },
      { paint: (part, text) => `<${part}:${text}>` },
    );
    expect(painted).toBe('<range:0            > <name:n> <value:= 1> <meaning:(m)>\n                <warning:! w>\n');
  });

  it.each([
    ['a', '= a'],
    [' a', '= " a"'],
    ['a\nb', '= "a\\nb"'],
    ['x'.repeat(73), `= ${'x'.repeat(71)}…`],
    // No character is cut in two.
    ['😀'.repeat(40), `= ${'😀'.repeat(35)}…`],
    [`x${'😀'.repeat(40)}`, `= x${'😀'.repeat(35)}…`],
    [9, '= 9'],
    [255, '= 255 (0xFF)'],
  ])('shows the value %j', (value, expected) => {
    expect(formatTree({ name: 'n', value, start: 2, end: 4, children: [] })).toBe(`2-3           n ${expected}\n`);
  });

  it('shows octets of a leaf, empty fields, bits of septets and errors', () => {
    const error = new DecodeError('bad-value', 'TP-MTI', 0, 'no');
    const field = {
      name: 'root',
      value: undefined,
      start: 0,
      end: 2,
      error,
      children: [
        { name: 'leaf', value: undefined, start: 0, end: 0, octets: hex('0A'), children: [] },
        { name: 'septet', value: 3, start: 0, end: 2, bits: { order: 'lsb', from: 7, to: 14 }, children: [] },
      ],
    } as const;
    expect(formatTree(field).split('\n')).toEqual([
      '0-1           root',
      '                ! TP-MTI at 0: no',
      '-               leaf = 0A',
      '0.7-1.5         septet = 3',
      '',
    ]);
  });

  it.each([
    [
      'a message in UCS-2 with escapes',
      inspect(hex('01000B917283010010F500080A001B005B0033003100'.concat('6D')), { as: 'tpdu-mo' }),
    ],
    ['a text with a C1 control', inspect(encodeUtf8('x\u009b31m'))],
  ])('never lets a payload speak to the terminal: %s', (_, hostile) => {
    const text = formatTree(hostile);
    expect(/[\x00-\x09\x0b-\x1f\x7f-\x9f]/.test(text)).toBe(false);
  });
});

describe('a picture', () => {
  const row = (value: string, start: number, end: number, name = 'row'): Field => ({ name, value, start, end, children: [] });
  const picture = (children: Field[]): Field => ({ name: 'pixels', value: undefined, start: 0, end: 9, children });

  it('is shown with its rows below each other', () => {
    const bits = { order: 'msb', from: 799_999, to: 800_015 } as const;
    const shown = formatTree(
      picture([
        row('#'.repeat(16), 0, 2),
        { ...row('.'.repeat(16), 99_999, 100_002, 'row 10'), bits },
        { ...row('filler', 2, 3), value: 0 },
        row('#.'.repeat(8), 7, 9),
      ]),
    );
    expect(shown.split('\n')).toEqual([
      '0-8           pixels',
      '0-1                row    = ################',
      '99999.0-100001.1   row 10 = ................',
      '2               row = 0',
      '7-8                row    = #.#.#.#.#.#.#.#.',
      '',
    ]);
  });

  it.each([
    [72, 72],
    [128, 128],
    [129, 128],
    [255, 128],
  ])('of %i pixels in a row is shown with %i', (width, count) => {
    const shown = formatTree(picture([row('#'.repeat(width), 0, 9)]));
    const wanted = width > count ? `${'#'.repeat(count - 1)}…` : '#'.repeat(count);
    expect(shown.split('\n')[1]).toBe(`0-8             row = ${wanted}`);
  });
});

describe('depth', () => {
  const pdu = inspect(hex('01000B917283010010F500000AE8329BFD4697D9EC37'), { as: 'tpdu-mo' });

  it('shows so many levels, and counts what lies deeper', () => {
    // First octet 7, TP-MR, TP-DA 7, TP-PID 4, TP-DCS 6, TP-UDL, TP-UD with its text, ten septets and the fill bits.
    expect(formatTree(pdu, { depth: 0 })).toBe('0-21          SMS-SUBMIT\n                … 39 fields\n');
    const lines = formatTree(pdu, { depth: 1 }).split('\n');
    expect(lines.slice(0, 4)).toEqual([
      '0-21          SMS-SUBMIT',
      '0               first octet = 1',
      '                  … 6 fields',
      '1               TP-MR = 0',
    ]);
    expect(formatTree(pdu, { depth: 9 })).toBe(formatTree(pdu));
  });
});

describe('treeToJson', () => {
  it('is plain data that survives JSON', () => {
    const error = new DecodeError('truncated', 'TP-UD', 5, 'short', { cause: 'x' });
    const field: Field = {
      name: 'n',
      value: 1,
      start: 0,
      end: 1,
      octets: hex('0AFF'),
      error,
      children: [{ name: 'c', value: undefined, start: 0, end: 1, children: [] }],
    };
    expect(JSON.parse(JSON.stringify(treeToJson(field)))).toEqual({
      name: 'n',
      value: 1,
      start: 0,
      end: 1,
      octets: '0AFF',
      error: { code: 'truncated', field: 'TP-UD', offset: 5, message: 'TP-UD at 5: short' },
      children: [{ name: 'c', start: 0, end: 1, children: [] }],
    });
    expect(() => JSON.stringify(treeToJson(tree))).not.toThrow();
  });
});
