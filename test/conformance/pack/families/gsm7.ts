/**
 * Septets and characters by TS 23.038: packing after fill bits, the default alphabet, its extension table, national tables.
 * @module
 */
import type { FamilyCase } from './family.js';
import { DEFAULT_ALPHABET, EXTENSION, octetsHex, packed } from './gsm-wire.js';
import { hexOf } from './wire.js';

const ESCAPE = 0x1b;
const PACKING = '3GPP TS 23.038 section 6.1.2.1';

function packing(id: string, title: string, septets: readonly number[], fillBits = 0): FamilyCase {
  return {
    ...{ id: `gsm7/pack-${id}`, format: 'gsm7-packing', title, direction: 'both', specification: PACKING },
    ...{ options: { septets: septets.length, fillBits }, input: { hex: packed(septets, fillBits) } },
    expected: { value: { septets: octetsHex(septets) } },
  };
}

/** Septets of letters and digits, each another than the one before it. */
const varied = (count: number): number[] =>
  Array.from({ length: count }, (_, index) => 0x30 + ((29 * index + 17) % 10) + 0x10 * (index % 5));

function packings(): FamilyCase[] {
  const ones = (count: number) => Array<number>(count).fill(0x7f);
  return [
    ...[0, 1, 2, 3, 4, 5, 6].flatMap((fillBits) =>
      [1, 2, 3, 7, 8, 9, 15, 16].map((count) =>
        packing(`${count}-after-${fillBits}`, `${count} septets after ${fillBits} fill bits`, varied(count), fillBits),
      ),
    ),
    ...[0, 1, 2, 3, 4, 5, 6].map((fillBits) =>
      packing(`ones-after-${fillBits}`, `nine septets of all bits after ${fillBits} fill bits`, ones(9), fillBits),
    ),
    ...[0, 1, 2, 3, 4, 5, 6].map((bit) =>
      packing(`bit-${bit}`, `bit ${bit} of the second of three septets`, [0x40, 1 << bit, 0x40]),
    ),
    ...[7, 8, 15, 16].map((count) =>
      packing(`at-${count}`, `${count} septets, the last of them 0, which is an @ and no filler`, [...varied(count - 1), 0]),
    ),
    ...[7, 8].map((count) =>
      packing(`return-${count}`, `${count} septets, the last of them a carriage return`, [...varied(count - 1), 0x0d]),
    ),
    packing('160', 'the 160 septets of a message', varied(160)),
    packing('159', '159 septets, which need as many octets', varied(159)),
    packing('153-after-1', 'the 153 septets of a part, after the fill bit of its header', varied(153), 1),
    packing('152-after-0', 'the 152 septets of a part with a reference of 16 bits, which needs no fill bits', varied(152)),
    packing('156-after-4', 'the 156 septets after a header of one empty element', varied(156), 4),
  ];
}

interface Tables {
  readonly lockingShift?: number;
  readonly singleShift?: number;
}

const isEmpty = (tables: Tables): boolean => Object.keys(tables).length === 0;

function text(
  id: string,
  title: string,
  specification: string,
  septets: readonly number[],
  said: string,
  { tables = {}, isWritten = true }: { readonly tables?: Tables; readonly isWritten?: boolean } = {},
): FamilyCase {
  return {
    ...{ id: `gsm7/${id}`, format: 'gsm7-text', title, direction: isWritten ? 'both' : 'decode', specification },
    ...(!isEmpty(tables) && { options: { ...tables } }),
    ...{ input: { hex: octetsHex(septets) }, expected: { value: { text: said } } },
  };
}

const [MAIN, ESCAPED, NATIONAL] = ['6.2.1', '6.2.1.1', '6.2.1.2'].map((section) => `3GPP TS 23.038 section ${section}`) as [
  string,
  string,
  string,
];

function defaultTexts(): FamilyCase[] {
  const codes = Array.from({ length: 128 }, (_, code) => code).filter((code) => code !== ESCAPE);
  const rows = Array.from({ length: 8 }, (_, row) => codes.filter((code) => code >> 4 === row));
  const columns = Array.from({ length: 16 }, (_, column) => codes.filter((code) => (code & 15) === column));
  const said = (list: readonly number[]) => list.map((code) => DEFAULT_ALPHABET[code]).join('');
  return [
    ...rows.map((list, row) =>
      text(`row-${row}`, `codes ${hexOf(16 * row)} to ${hexOf(16 * row + 15)}`, MAIN, list, said(list)),
    ),
    ...columns.map((list, column) => text(`column-${column}`, `the codes whose low half is ${column}`, MAIN, list, said(list))),
    ...EXTENSION.map(([code, character]) =>
      text(`escape-${hexOf(code)}`, `an escape and ${hexOf(code)}`, ESCAPED, [0x41, ESCAPE, code, 0x42], `A${character}B`),
    ),
    ...[0x00, 0x01, 0x20, 0x41, 0x61, 0x64, 0x66, 0x7f].map((code) =>
      text(
        `escape-main-${hexOf(code)}`,
        `an escape and ${hexOf(code)}, which the table lacks: the character of the default alphabet`,
        ESCAPED,
        [ESCAPE, code],
        DEFAULT_ALPHABET[code] as string,
        { isWritten: false },
      ),
    ),
    text('escape-twice', 'two escapes: a blank until there is another table', ESCAPED, [0x41, ESCAPE, ESCAPE, 0x42], 'A B', {
      isWritten: false,
    }),
    text('empty', 'a text of no characters', MAIN, [], ''),
    ...(
      [
        ['latin', 'á', 0],
        ['cedilla', 'aç', 1],
        ['cyrillic', 'abж', 2],
        ['greek', 'ΔΩα', 2],
        ['tab', 'a\tb', 1],
        ['quote', 'it’s', 2],
        ['emoji', 'ok😀', 2],
      ] as const
    ).map(
      ([id, said, offset]): FamilyCase => ({
        ...{ id: `gsm7/unwritten-${id}`, format: 'gsm7-text', title: 'a character that the tables lack', direction: 'encode' },
        ...{ specification: MAIN, input: { value: { text: said } } },
        expected: { refused: { reason: 'unencodable', field: 'text', offset } },
      }),
    ),
    ...(
      [
        ['eight-bits', 'an octet of eight bits', '80', 'bad-value', 0],
        ['eight-bits-inside', 'an octet of eight bits after a letter', '41E9', 'bad-value', 1],
        ['eight-bits-escaped', 'an octet of eight bits after an escape', '411BE5', 'bad-value', 2],
        ['escape-alone', 'an escape alone', '1B', 'truncated', 0],
        ['escape-end', 'an escape at the end', '41421B', 'truncated', 2],
        ['escape-third', 'an escape after two', '1B1B1B', 'truncated', 2],
      ] as const
    ).map(
      ([id, title, hex, reason, offset]): FamilyCase => ({
        ...{ id: `gsm7/bad-${id}`, format: 'gsm7-text', title, direction: 'decode', specification: ESCAPED },
        ...{ input: { hex }, expected: { refused: { reason, offset } } },
      }),
    ),
  ];
}

/** A table after the escape: codes with their characters, besides those that all tables have. */
type National = readonly (readonly [code: number, character: string])[];

const TURKISH: National = [
  [0x47, 'Ğ'],
  [0x49, 'İ'],
  [0x53, 'Ş'],
  [0x63, 'ç'],
  [0x67, 'ğ'],
  [0x69, 'ı'],
  [0x73, 'ş'],
];
const SPANISH: National = [
  [0x09, 'ç'],
  [0x41, 'Á'],
  [0x49, 'Í'],
  [0x4f, 'Ó'],
  [0x55, 'Ú'],
  [0x61, 'á'],
  [0x69, 'í'],
  [0x6f, 'ó'],
  [0x75, 'ú'],
];
const PORTUGUESE: National = [
  [0x05, 'ê'],
  [0x09, 'ç'],
  [0x0b, 'Ô'],
  [0x0c, 'ô'],
  [0x0e, 'Á'],
  [0x0f, 'á'],
  [0x12, 'Φ'],
  [0x13, 'Γ'],
  [0x15, 'Ω'],
  [0x16, 'Π'],
  [0x17, 'Ψ'],
  [0x18, 'Σ'],
  [0x19, 'Θ'],
  [0x1f, 'Ê'],
  [0x41, 'À'],
  [0x49, 'Í'],
  [0x4f, 'Ó'],
  [0x55, 'Ú'],
  [0x5b, 'Ã'],
  [0x5c, 'Õ'],
  [0x61, 'Â'],
  [0x69, 'í'],
  [0x6f, 'ó'],
  [0x75, 'ú'],
  [0x7b, 'ã'],
  [0x7c, 'õ'],
  [0x7f, 'â'],
];

/** Where locking shift tables part from the default alphabet (annex A.3). */
const TURKISH_MAIN: National = [
  [0x04, '€'],
  [0x07, 'ı'],
  [0x0b, 'Ğ'],
  [0x0c, 'ğ'],
  [0x1c, 'Ş'],
  [0x1d, 'ş'],
  [0x40, 'İ'],
  [0x60, 'ç'],
];
const PORTUGUESE_MAIN: National = [
  [0x04, 'ê'],
  [0x06, 'ú'],
  [0x07, 'í'],
  [0x08, 'ó'],
  [0x09, 'ç'],
  [0x0b, 'Ô'],
  [0x0c, 'ô'],
  [0x0e, 'Á'],
  [0x0f, 'á'],
  [0x12, 'ª'],
  [0x13, 'Ç'],
  [0x14, 'À'],
  [0x15, '∞'],
  [0x16, '^'],
  [0x17, '\\'],
  [0x18, '€'],
  [0x19, 'Ó'],
  [0x1a, '|'],
  [0x1c, 'Â'],
  [0x1d, 'â'],
  [0x1e, 'Ê'],
  [0x24, 'º'],
  [0x40, 'Í'],
  [0x5b, 'Ã'],
  [0x5c, 'Õ'],
  [0x5d, 'Ú'],
  [0x60, '~'],
  [0x7b, 'ã'],
  [0x7c, 'õ'],
  [0x7d, '`'],
];

const SINGLE_SHIFTS = [
  [1, 'Turkish', TURKISH],
  [2, 'Spanish', SPANISH],
  [3, 'Portuguese', PORTUGUESE],
] as const;
const LOCKING_SHIFTS = [
  [1, 'Turkish', TURKISH_MAIN],
  [3, 'Portuguese', PORTUGUESE_MAIN],
] as const;

function nationalTexts(): FamilyCase[] {
  const singles = SINGLE_SHIFTS.flatMap(([singleShift, language, own]) => {
    const tables = { singleShift };
    const both = own.filter(([, character]) => !DEFAULT_ALPHABET.includes(character));
    const twice = own.filter(([, character]) => DEFAULT_ALPHABET.includes(character));
    const escaped = (list: National) => list.flatMap(([code]) => [ESCAPE, code]);
    const said = (list: National) => list.map(([, character]) => character).join('');
    return [
      text(`single-${singleShift}`, `${language} letters after an escape`, NATIONAL, escaped(both), said(both), { tables }),
      ...(twice.length === 0
        ? []
        : [
            text(
              `single-${singleShift}-twice`,
              `${language} letters after an escape that the default alphabet has, too`,
              NATIONAL,
              escaped(twice),
              said(twice),
              { tables, isWritten: false },
            ),
          ]),
      text(
        `single-${singleShift}-extension`,
        `${language}: what all tables have after an escape`,
        NATIONAL,
        escaped(EXTENSION),
        said(EXTENSION),
        {
          tables,
        },
      ),
      text(
        `single-${singleShift}-main`,
        `${language}: the default alphabet without an escape`,
        NATIONAL,
        [0x00, 0x41, 0x7f],
        '@Aà',
        { tables },
      ),
    ];
  });
  const locked = LOCKING_SHIFTS.flatMap(([lockingShift, language, own]) => {
    const characters = [...DEFAULT_ALPHABET];
    for (const [code, character] of own) characters[code] = character;
    const codes = characters.map((_, code) => code).filter((code) => code !== ESCAPE);
    const said = (list: readonly number[]) => list.map((code) => characters[code]).join('');
    return [0, 1, 2, 3].map((quarter) => {
      const list = codes.filter((code) => code >> 5 === quarter);
      const title = `the ${language} table from ${hexOf(32 * quarter)} to ${hexOf(32 * quarter + 31)}`;
      return text(`locking-${lockingShift}-${quarter}`, title, NATIONAL, list, said(list), { tables: { lockingShift } });
    });
  });
  return [
    ...singles,
    ...locked,
    text('both-1', 'both Turkish tables', NATIONAL, [0x40, ESCAPE, 0x65, 0x0b, ESCAPE, 0x28], 'İ€Ğ{', {
      tables: { lockingShift: 1, singleShift: 1 },
      // The euro sign is in the main table, too.
      isWritten: false,
    }),
    text('both-1-2', 'a Turkish table, and a Spanish one after the escape', NATIONAL, [0x40, ESCAPE, 0x41, 0x1d], 'İÁş', {
      tables: { lockingShift: 1, singleShift: 2 },
    }),
    ...(
      [
        ['spanish', 'ğ', { singleShift: 2 }],
        ['turkish', 'á', { singleShift: 1 }],
        ['locked-missing', 'ì', { lockingShift: 1, singleShift: 1 }],
      ] as const
    ).map(
      ([id, said, tables]): FamilyCase => ({
        ...{
          id: `gsm7/unwritten-${id}`,
          format: 'gsm7-text',
          title: 'a character that the national tables lack',
          direction: 'encode',
        },
        ...{ specification: NATIONAL, options: { ...tables }, input: { value: { text: said } } },
        expected: { refused: { reason: 'unencodable', field: 'text', offset: 0 } },
      }),
    ),
  ];
}

/** All of it. */
export function gsm7Family(): FamilyCase[] {
  return [...packings(), ...defaultTexts(), ...nationalTexts()];
}
