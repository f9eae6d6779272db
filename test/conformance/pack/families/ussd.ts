/**
 * Strings of USSD by TS 23.038, and the argument that carries one by TS 24.080 and X.690.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import {
  CODINGS,
  codingOf,
  countingHex,
  greekText,
  latinText,
  PREFACED_GSM,
  PREFACED_UCS2,
  prefacedSeptets,
  prefacedUcs2,
} from './broadcast-wire.js';
import type { FamilyCase } from './family.js';
import { DEFAULT_ALPHABET, packed, septetsOf, ucs2Hex } from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const PACKING = '3GPP TS 23.038 section 6.1.2.3';
const CODING = '3GPP TS 23.038 section 5';
const UNITS = '3GPP TS 23.038 section 6.2.3';
const ARGUMENT = '3GPP TS 24.080 section 3.6';
const LENGTHS = 'ITU-T X.690 section 8.1.3';
const CARRIAGE_RETURN = 0x0d;
const [GSM, UCS2, DATA] = [0x0f, 0x48, 0x44];

/** Septets with the carriage return that fills seven bits which are left over (TS 23.038 section 6.1.2.3.1). */
const filled = (septets: readonly number[]): string =>
  packed(septets.length % 8 === 7 ? [...septets, CARRIAGE_RETURN] : septets);

function stringOf(id: string, title: string, specification: string, DCS: number, hex: string, value: JsonObject): FamilyCase {
  return {
    ...{ id: `ussd/${id}`, format: 'ussd-string', title, direction: 'both', specification },
    ...{ options: { DCS }, input: { hex }, expected: { value } },
  };
}

const gsm = (id: string, title: string, text: string, specification = PACKING): FamilyCase =>
  stringOf(id, title, specification, GSM, filled(septetsOf(text)), { text });

const badString = (
  id: string,
  title: string,
  specification: string,
  DCS: number,
  hex: string,
  refusal: Refusal,
): FamilyCase => ({
  ...{ id: `ussd/${id}`, format: 'ussd-string', title, direction: 'decode', specification },
  ...{ options: { DCS }, input: { hex }, expected: { refused: refusal } },
});

const unwritten = (
  id: string,
  title: string,
  specification: string,
  DCS: number,
  value: JsonObject,
  refusal: Refusal,
): FamilyCase => ({
  ...{ id: `ussd/unwritten-${id}`, format: 'ussd-string', title, direction: 'encode', specification },
  ...{ options: { DCS }, input: { value }, expected: { refused: refusal } },
});

/** A string in each coding. */
function coded(octet: number, words: string): FamilyCase {
  const { alphabet, language } = codingOf(octet);
  const [id, title] = [`coding-${hexOf(octet)}`, `data coding scheme ${hexOf(octet)}: ${words}`];
  if (alphabet === 'data') return stringOf(id, title, CODING, octet, countingHex(9), { data: countingHex(9) });
  if (alphabet === 'ucs2') return stringOf(id, title, CODING, octet, ucs2Hex('Πίστωση'), { text: 'Πίστωση' });
  const text = 'Credit: 12';
  return stringOf(id, title, CODING, octet, filled(septetsOf(text)), { text, ...(language !== undefined && { language }) });
}

/** The default alphabet without its escape and its carriage return. */
const CHARACTERS = DEFAULT_ALPHABET.replace(/[\r\0]/g, '');

function strings(): FamilyCase[] {
  const long = latinText(182);
  return [
    ...CODINGS.map(({ octet, words }) => coded(octet, words)),
    ...[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 14, 15, 16, 17, 22, 23, 24, 31, 32, 63, 64, 127, 128, 159, 160, 181, 182].map(
      (length) => gsm(`septets-${length}`, `${length} septets`, latinText(length)),
    ),
    ...['*#06#', '*123*4*5678901234#', '#31#', '**21*+447700900123#', '1', '0'].map((code) =>
      gsm(`code-${code.replaceAll('*', 's').replaceAll('#', 'h').replaceAll('+', 'p')}`, `what a user dials: ${code}`, code),
    ),
    ...Array.from({ length: 6 }, (_, index) => CHARACTERS.slice(21 * index, 21 * index + 21)).map((text, index) =>
      gsm(
        `alphabet-${index + 1}`,
        `characters of the default alphabet, ${index + 1} of 6`,
        text,
        '3GPP TS 23.038 section 6.2.1',
      ),
    ),
    ...['\f', '^', '{', '}', '\\', '[', '~', ']', '|', '€'].map((character) =>
      gsm(
        `escape-${hexOf(character.charCodeAt(0), 2)}`,
        `the extension table: ${character === '\f' ? 'form feed' : character}`,
        `1${character}2`,
        '3GPP TS 23.038 section 6.2.1.1',
      ),
    ),
    gsm('escape-last', 'an escape in the septets that an octet ends with', '123456€'),
    gsm('escape-seven', 'an escape in septets 6 and 7, and a filler', '12345€'),
    gsm('at-seven', 'an @ that is no filler: septet 7', '123456@'),
    gsm('at-eight', 'an @ that is no filler: septet 8', '1234567@'),
    gsm('return-inside', 'a carriage return before the end', '12\r34'),
    stringOf('returns-nine', 'two carriage returns, septets 8 and 9', PACKING, GSM, packed(septetsOf('1234567\r\r')), {
      text: '1234567\r\r',
    }),
    {
      ...{
        id: 'ussd/return-eight',
        format: 'ussd-string',
        title: 'a carriage return as septet 8, which needs another after it',
      },
      ...{ direction: 'encode', specification: PACKING, options: { DCS: GSM }, input: { value: { text: '1234567\r' } } },
      expected: { hex: packed([...septetsOf('1234567\r'), CARRIAGE_RETURN]) },
    },
    stringOf('return-first', 'a carriage return alone', PACKING, GSM, packed([CARRIAGE_RETURN]), { text: '\r' }),
    ...[1, 2, 3, 40, 79, 80].map((length) =>
      stringOf(`units-${length}`, `${length} units of UCS-2`, UNITS, UCS2, ucs2Hex(greekText(length)), {
        text: greekText(length),
      }),
    ),
    stringOf('pair', 'a surrogate pair', UNITS, UCS2, ucs2Hex('a😀'), { text: 'a😀' }),
    stringOf('pair-last', 'a surrogate pair in the last two of 80 units', UNITS, UCS2, ucs2Hex(`${greekText(78)}😀`), {
      text: `${greekText(78)}😀`,
    }),
    ...[1, 2, 80, 159, 160].map((octets) =>
      stringOf(`octets-${octets}`, `${octets} octets of data`, CODING, DATA, countingHex(octets), {
        data: countingHex(octets),
      }),
    ),
    ...[0, 1, 4, 5, 12, 178].map((length) =>
      stringOf(
        `preface-${length}`,
        `two letters, a carriage return and ${length} septets`,
        CODING,
        PREFACED_GSM,
        filled(prefacedSeptets('fr', latinText(length))),
        { text: latinText(length), language: 'fr' },
      ),
    ),
    ...[0, 1, 79].map((length) =>
      stringOf(
        `preface-units-${length}`,
        `two letters and ${length} units of UCS-2`,
        CODING,
        PREFACED_UCS2,
        prefacedUcs2('el', greekText(length)),
        { text: greekText(length), language: 'el' },
      ),
    ),
    badString('octets-161', '161 octets', ARGUMENT, DATA, countingHex(161), { reason: 'bad-value', offset: 0 }),
    badString('octets-200', '200 octets', ARGUMENT, GSM, packed(septetsOf(`${long}${long}`)).slice(0, 400), {
      reason: 'bad-value',
      offset: 0,
    }),
    ...[2, 9, 10].map((length) =>
      badString(
        `escape-end-${length}`,
        `an escape in the last of ${length} septets`,
        '3GPP TS 23.038 section 6.2.1.1',
        GSM,
        packed([...septetsOf(latinText(length - 1)), 0x1b]),
        { reason: 'truncated', offset: Math.floor((7 * (length - 1)) / 8) },
      ),
    ),
    ...[1, 3, 5, 159].map((octets) =>
      badString(`half-unit-${octets}`, `UCS-2 of ${octets} octets`, UNITS, UCS2, ucs2Hex(greekText(80)).slice(0, 2 * octets), {
        reason: 'truncated',
        field: 'text',
        offset: octets - 1,
      }),
    ),
    ...(
      [
        ['high', 'D83D0041', 0],
        ['low', '0041DE00', 2],
        ['end', '00410042D83D', 4],
      ] as const
    ).map(([id, hex, offset]) =>
      badString(`half-pair-${id}`, 'half of a surrogate pair', UNITS, UCS2, hex, {
        reason: 'bad-value',
        field: 'text',
        offset,
      }),
    ),
    ...(
      [
        ['digits', septetsOf('12\rText')],
        ['no-return', septetsOf('frText')],
        ['empty', []],
      ] as const
    ).map(([id, septets]) =>
      badString(`bad-preface-${id}`, 'the text does not begin with its language', CODING, PREFACED_GSM, packed(septets), {
        ...{ reason: 'bad-value', field: 'language', offset: 0 },
      }),
    ),
    badString('bad-preface-units', 'UCS-2 does not begin with its language', CODING, PREFACED_UCS2, prefacedUcs2('1?', 'α'), {
      ...{ reason: 'bad-value', field: 'language', offset: 0 },
    }),
    unwritten('septets-183', '183 septets', ARGUMENT, GSM, { text: latinText(183) }, { reason: 'too-long', field: 'text' }),
    unwritten('units-81', '81 units of UCS-2', ARGUMENT, UCS2, { text: greekText(81) }, { reason: 'too-long', field: 'text' }),
    unwritten(
      'octets-161',
      '161 octets of data',
      ARGUMENT,
      DATA,
      { data: countingHex(161) },
      { reason: 'too-long', field: 'data' },
    ),
    unwritten(
      'greek',
      'small Greek letters in GSM 7-bit',
      '3GPP TS 23.038 section 6.2.1',
      GSM,
      { text: 'αω' },
      {
        ...{ reason: 'unencodable', field: 'text', offset: 0 },
      },
    ),
    unwritten(
      'text-as-data',
      'a text in a coding of data',
      CODING,
      DATA,
      { text: 'Text' },
      { reason: 'bad-value', field: 'text' },
    ),
    unwritten('data-as-text', 'data in a coding of text', CODING, GSM, { data: '41' }, { reason: 'bad-value', field: 'data' }),
    unwritten(
      'no-language',
      'no language where the text begins with it',
      CODING,
      PREFACED_GSM,
      { text: 'Text' },
      {
        ...{ reason: 'bad-value', field: 'language' },
      },
    ),
    unwritten(
      'other-language',
      'a language that is not that of the coding',
      CODING,
      1,
      { text: 'Text', language: 'fr' },
      {
        ...{ reason: 'bad-value', field: 'language' },
      },
    ),
  ];
}

/** A length in as few octets as it needs (X.690 section 8.1.3). */
function lengthHex(octets: number): string {
  if (octets < 0x80) return hexOf(octets);
  return octets < 0x100 ? `81${hexOf(octets)}` : `82${hexOf(octets, 2)}`;
}

const element = (tag: string, hex: string): string => tag + lengthHex(sizeOf(hex)) + hex;
const argumentHex = (DCS: number, string: string, others = ''): string =>
  element('30', element('04', hexOf(DCS)) + element('04', string) + others);

function argument(
  id: string,
  title: string,
  specification: string,
  hex: string,
  value: JsonObject,
  isWritten = true,
): FamilyCase {
  return {
    ...{ id: `ussd/argument-${id}`, format: 'ussd-argument', title, direction: isWritten ? 'both' : 'decode', specification },
    ...{ input: { hex }, expected: { value } },
  };
}

const badArgument = (id: string, title: string, specification: string, hex: string, refusal: Refusal): FamilyCase => ({
  ...{ id: `ussd/argument-${id}`, format: 'ussd-argument', title, direction: 'decode', specification },
  ...{ input: { hex }, expected: { refused: refusal } },
});

function argumentCases(): FamilyCase[] {
  const string = filled(septetsOf('*100#'));
  const whole = argumentHex(GSM, string);
  const carried = [1, 7, 8, 100, 121, 122, 127, 128, 139, 140].map((octets) => {
    const data = countingHex(octets);
    return argument(`octets-${octets}`, `a string of ${octets} octets`, LENGTHS, argumentHex(DATA, data), { DCS: DATA, data });
  });
  return [
    ...carried,
    ...[0x00, 0x05, 0x20, 0x40, 0x51, 0xf1].map((DCS) => {
      const { language } = codingOf(DCS);
      const value = { DCS, text: '*100#', ...(language !== undefined && { language }) };
      return argument(`coding-${hexOf(DCS)}`, `data coding scheme ${hexOf(DCS)}`, CODING, argumentHex(DCS, string), value);
    }),
    ...['*#06#', 'Menu:\n1 Credit\n2 Help', 'Zum Menü 1-9', '€ 5'].map((text, index) =>
      argument(`text-${index + 1}`, `a text of GSM 7-bit, ${index + 1}`, ARGUMENT, argumentHex(GSM, filled(septetsOf(text))), {
        ...{ DCS: GSM, text },
      }),
    ),
    argument('units', 'a text of UCS-2', ARGUMENT, argumentHex(UCS2, ucs2Hex('Υπόλοιπο')), { DCS: UCS2, text: 'Υπόλοιπο' }),
    argument('alerting', 'an alerting pattern after the string', ARGUMENT, argumentHex(GSM, string, '040105'), {
      ...{ DCS: GSM, text: '*100#', others: '040105' },
    }),
    argument(
      'msisdn',
      'a number after the string',
      '3GPP TS 29.002 section 17.7.4',
      argumentHex(GSM, string, '80079144770009103A'),
      {
        ...{ DCS: GSM, text: '*100#', others: '80079144770009103A' },
      },
    ),
    argument(
      'alerting-msisdn',
      'an alerting pattern and a number after the string',
      '3GPP TS 29.002 section 17.7.4',
      argumentHex(GSM, string, '04010280079144770009103A'),
      { DCS: GSM, text: '*100#', others: '04010280079144770009103A' },
    ),
    argument(
      'length-81',
      'the long form for a length that the short form holds',
      LENGTHS,
      `3081${whole.slice(2)}`,
      { DCS: GSM, text: '*100#' },
      false,
    ),
    argument(
      'length-82',
      'the long form of two octets',
      LENGTHS,
      `308200${whole.slice(2)}`,
      { DCS: GSM, text: '*100#' },
      false,
    ),
    argument(
      'length-81-string',
      'the long form for the length of the string',
      LENGTHS,
      element('30', `04010F0481${hexOf(sizeOf(string))}${string}`),
      { DCS: GSM, text: '*100#' },
      false,
    ),
    ...(
      [
        [0, 0, 'USSD-Arg'],
        [1, 1, 'USSD-Arg'],
        [2, 2, 'USSD-Arg'],
        [5, 2, 'USSD-Arg'],
        [11, 2, 'USSD-Arg'],
      ] as const
    ).map(([octets, offset, field]) =>
      badArgument(`cut-${octets}`, `ends after ${octets} octets`, ARGUMENT, whole.slice(0, 2 * octets), {
        reason: 'truncated',
        field,
        offset,
      }),
    ),
    ...(
      [
        ['no-coding', '', 2, 'ussd-DataCodingScheme'],
        ['coding-tag', '04', 3, 'ussd-DataCodingScheme'],
        ['coding-length', '0401', 4, 'data coding scheme'],
        ['no-string', '04010F', 5, 'ussd-String'],
        ['string-tag', '04010F04', 6, 'ussd-String'],
        ['string-over', '04010F0403AA18', 7, 'ussd-String'],
        ['string-long', '04010F048201', 7, 'ussd-String'],
      ] as const
    ).map(([id, body, offset, field]) =>
      badArgument(`inside-${id}`, `what the sequence holds ends after ${sizeOf(body)} octets`, ARGUMENT, element('30', body), {
        ...{ reason: 'truncated', field, offset },
      }),
    ),
    ...['00', '04', '31', '70', 'A0'].map((tag) =>
      badArgument(`tag-${tag}`, `an element that is no sequence: tag ${tag}`, ARGUMENT, tag + whole.slice(2), {
        ...{ reason: 'bad-value', field: 'USSD-Arg', offset: 0 },
      }),
    ),
    ...['02', '80', '30'].map((tag) =>
      badArgument(`coding-tag-${tag}`, `a coding with the tag ${tag}`, ARGUMENT, whole.slice(0, 4) + tag + whole.slice(6), {
        ...{ reason: 'bad-value', field: 'ussd-DataCodingScheme', offset: 2 },
      }),
    ),
    ...['00', '02'].map((length) =>
      badArgument(
        `coding-octets-${length}`,
        `a coding of ${length} octets`,
        ARGUMENT,
        element('30', `04${length}${length === '00' ? '' : '0F0F'}${element('04', string)}`),
        {
          ...{ reason: 'bad-value', field: 'ussd-DataCodingScheme', offset: 3 },
        },
      ),
    ),
    ...['02', '84', '24'].map((tag) =>
      badArgument(
        `string-tag-${tag}`,
        `a string with the tag ${tag}`,
        ARGUMENT,
        element('30', `04010F${tag}${lengthHex(sizeOf(string))}${string}`),
        {
          ...{ reason: 'bad-value', field: 'ussd-String', offset: 5 },
        },
      ),
    ),
    badArgument('indefinite-string', 'a string of indefinite length', LENGTHS, element('30', `04010F0480${string}0000`), {
      ...{ reason: 'bad-value', field: 'ussd-String', offset: 6 },
    }),
    ...[1, 4].map((octets) =>
      badArgument(`trailing-${octets}`, `octets after the sequence: ${octets}`, ARGUMENT, whole + '00'.repeat(octets), {
        ...{ reason: 'trailing', field: 'USSD-Arg', offset: sizeOf(whole) },
      }),
    ),
  ];
}

/** All of it. */
export function ussdFamily(): FamilyCase[] {
  return [...strings(), ...argumentCases()];
}
