/**
 * Cell broadcast by TS 23.041: pages of GSM, messages of UMTS, primary notifications of ETWS.
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

const TS = '3GPP TS 23.041 section';
const [CONTENT_OCTETS, CONTENT_SEPTETS] = [82, 93];
const CARRIAGE_RETURN = 0x0d;

interface Header {
  readonly GS?: number;
  readonly messageCode?: number;
  readonly updateNumber?: number;
  readonly messageIdentifier?: number;
}

const headerValue = ({ GS = 1, messageCode = 2, updateNumber = 0, messageIdentifier = 50 }: Header) => ({
  ...{ GS, messageCode, updateNumber, messageIdentifier },
});

/** The serial number: scope in two bits, code in ten, update in four (section 9.4.1.2.1). */
function serialHex(header: Header): string {
  const { GS, messageCode, updateNumber } = headerValue(header);
  return hexOf((GS << 14) | (messageCode << 4) | updateNumber, 2);
}

const identifierHex = (header: Header): string => hexOf(headerValue(header).messageIdentifier, 2);

/** Septets of a page, with carriage returns after them (TS 23.038 section 6.1.2.2). */
const filledSeptets = (septets: readonly number[]): string =>
  packed([...septets, ...Array(CONTENT_SEPTETS - septets.length).fill(CARRIAGE_RETURN)]);

/** Units of a page, with carriage returns after them. */
const filledUnits = (hex: string): string => hex.padEnd(2 * CONTENT_OCTETS, '000D');

/** A text or data, its coding, and the octets of the page that holds it. */
interface Content {
  readonly DCS: number;
  readonly value: JsonObject;
  readonly hex: string;
}

const gsmContent = (text: string, DCS = 0x0f): Content => {
  const { language } = codingOf(DCS);
  return { DCS, value: { text, ...(language !== undefined && { language }) }, hex: filledSeptets(septetsOf(text)) };
};
const ucs2Content = (text: string, DCS = 0x48): Content => ({ DCS, value: { text }, hex: filledUnits(ucs2Hex(text)) });
const dataContent = (data: string, DCS = 0x44): Content => ({ DCS, value: { data }, hex: data });
const prefacedGsm = (language: string, text: string): Content => ({
  ...{ DCS: PREFACED_GSM, value: { text, language } },
  hex: filledSeptets(prefacedSeptets(language, text)),
});
const prefacedUnits = (language: string, text: string): Content => ({
  ...{ DCS: PREFACED_UCS2, value: { text, language } },
  hex: filledUnits(prefacedUcs2(language, text)),
});

interface Page {
  readonly header?: Header;
  readonly page?: number;
  readonly pages?: number;
  readonly content?: Content;
}

const WARNING = gsmContent('Storm tonight');

function pageHex({ header = {}, page = 1, pages = 1, content = WARNING }: Page): string {
  return serialHex(header) + identifierHex(header) + hexOf(content.DCS) + hexOf((page << 4) | pages) + content.hex;
}

const pageValue = ({ header = {}, page = 1, pages = 1, content = WARNING }: Page) => ({
  ...headerValue(header),
  ...{ DCS: content.DCS, page, pages, ...content.value },
});

const of = (
  format: string,
  id: string,
  title: string,
  specification: string,
): Pick<FamilyCase, 'id' | 'format' | 'title' | 'specification'> => ({
  ...{ id: `broadcast/${id}`, format, title, specification },
});

const page = (id: string, title: string, section: string, fields: Page): FamilyCase => ({
  ...of('cbs-page', `page-${id}`, title, section),
  ...{ direction: 'both', input: { hex: pageHex(fields) }, expected: { value: pageValue(fields) } },
});

const refused = (format: string, id: string, title: string, section: string, hex: string, refusal: Refusal): FamilyCase => ({
  ...of(format, id, title, section),
  ...{ direction: 'decode', input: { hex }, expected: { refused: refusal } },
});

const unwritten = (
  format: string,
  id: string,
  title: string,
  section: string,
  value: JsonObject,
  refusal: Refusal,
): FamilyCase => ({
  ...of(format, id, title, section),
  ...{ direction: 'encode', input: { value }, expected: { refused: refusal } },
});

const SCOPES = ['the cell, shown at once', 'the network', 'the location area', 'the cell'];
const BITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const IDENTIFIERS: readonly (readonly [identifier: number, words: string])[] = [
  [0, 'the first'],
  [1, 'the second'],
  [911, 'one of the GSM Association'],
  [999, 'the last of the GSM Association'],
  [1000, 'location services'],
  [4095, 'the last of a block'],
  [4351, 'the last before the warnings'],
  [4370, 'the first of CMAS: presidential'],
  [4379, 'child abduction'],
  [4380, 'the monthly test'],
  [4383, 'presidential, in another language'],
  [4399, 'the last of CMAS'],
  [4400, 'the first after CMAS'],
  [6399, 'the last of EU-Info and its neighbours'],
  [6400, 'EU-Info'],
  [40959, 'the last that is reserved'],
  [40960, 'the first for networks'],
  [45055, 'the last for networks'],
  [65534, 'the last but one'],
];

function headers(): FamilyCase[] {
  return [
    ...SCOPES.map((words, GS) => page(`scope-${GS}`, `valid in ${words}`, `${TS} 9.4.1.2.1`, { header: { GS } })),
    ...BITS.map((bit) =>
      page(`code-${2 ** bit}`, `message code with bit ${bit} alone`, `${TS} 9.4.1.2.1`, { header: { messageCode: 2 ** bit } }),
    ),
    page('code-0', 'message code 0', `${TS} 9.4.1.2.1`, { header: { messageCode: 0 } }),
    page('code-1023', 'the last message code', `${TS} 9.4.1.2.1`, { header: { GS: 0, messageCode: 1023 } }),
    ...[1, 2, 4, 8, 15].map((updateNumber) =>
      page(`update-${updateNumber}`, `update number ${updateNumber}`, `${TS} 9.4.1.2.1`, { header: { updateNumber } }),
    ),
    ...IDENTIFIERS.map(([messageIdentifier, words]) =>
      page(`identifier-${messageIdentifier}`, `message identifier: ${words}`, `${TS} 9.4.1.2.2`, {
        header: { messageIdentifier },
      }),
    ),
    ...[0, 1, 2, 3, 4].map((index) =>
      page(
        `etws-${4352 + index}`,
        'a page with an identifier of ETWS: 88 octets are no primary notification',
        `${TS} 9.4.1.2.2`,
        {
          header: { messageIdentifier: 4352 + index, messageCode: 0x300 },
        },
      ),
    ),
    ...[2, 3, 15].flatMap((pages) =>
      Array.from({ length: pages }, (_, index) =>
        page(`${index + 1}-of-${pages}`, `page ${index + 1} of ${pages}`, `${TS} 9.4.1.2.4`, { page: index + 1, pages }),
      ),
    ),
    ...[
      [3, 2],
      [15, 14],
      [15, 1],
    ].map(([number = 0, pages = 0]) =>
      refused(
        'cbs-page',
        `page-past-${number}-${pages}`,
        `page ${number} of ${pages}`,
        `${TS} 9.4.1.2.4`,
        pageHex({ page: number, pages }),
        {
          ...{ reason: 'bad-value', field: 'page parameter', offset: 5 },
        },
      ),
    ),
  ];
}

/** A content of the alphabet of a coding. */
function contentOf(DCS: number): Content {
  const { alphabet } = codingOf(DCS);
  if (alphabet === 'data') return dataContent(countingHex(CONTENT_OCTETS), DCS);
  return alphabet === 'ucs2' ? ucs2Content('Πλημμύρα', DCS) : gsmContent('Storm tonight', DCS);
}

/** The default alphabet without the characters that fill pages and the escape. */
const CHARACTERS = DEFAULT_ALPHABET.replace(/[\r\0]/g, '');

function texts(): FamilyCase[] {
  const gsm = '3GPP TS 23.038 section 6.1.2.2';
  const units = '3GPP TS 23.038 section 6.2.3';
  const coding = '3GPP TS 23.038 section 5';
  return [
    ...CODINGS.map(({ octet, words }) =>
      page(`coding-${hexOf(octet)}`, `data coding scheme ${hexOf(octet)}: ${words}`, coding, { content: contentOf(octet) }),
    ),
    ...[0, 1, 2, 6, 7, 8, 9, 15, 16, 63, 64, 90, 91, 92, 93].map((length) =>
      page(`septets-${length}`, `${length} septets`, gsm, { content: gsmContent(latinText(length)) }),
    ),
    page('alphabet-1', 'the first half of the default alphabet', gsm, { content: gsmContent(CHARACTERS.slice(0, 63)) }),
    page('alphabet-2', 'the second half of the default alphabet', gsm, { content: gsmContent(CHARACTERS.slice(63)) }),
    page('extension', 'the extension table', gsm, { content: gsmContent('\f^{}\\[~]|€.') }),
    page('escape-91', 'an escape in the last two septets', gsm, { content: gsmContent(`${latinText(91)}€`) }),
    page('line-feed', 'a line feed, which does not fill', gsm, { content: gsmContent('Storm tonight\n') }),
    page('return-inside', 'a carriage return before the last character', gsm, { content: gsmContent('Storm\rtonight') }),
    ...[0, 1, 2, 39, 40, 41].map((length) =>
      page(`units-${length}`, `${length} units of UCS-2`, units, { content: ucs2Content(greekText(length)) }),
    ),
    page('pair-40', 'a surrogate pair in the last two units', units, { content: ucs2Content(`${greekText(39)}😀`) }),
    page('pair-first', 'a surrogate pair in the first two units', units, { content: ucs2Content('😀!') }),
    ...[0, 1, 4, 5, 12, 89, 90].map((length) =>
      page(`preface-septets-${length}`, `two letters, a carriage return and ${length} septets`, coding, {
        content: prefacedGsm('sv', latinText(length)),
      }),
    ),
    ...[1, 39, 40].map((length) =>
      page(`preface-units-${length}`, `two letters and ${length} units of UCS-2`, coding, {
        content: prefacedUnits('el', greekText(length)),
      }),
    ),
    page('preface-capitals', 'a language in capitals', coding, { content: prefacedGsm('EN', 'Storm tonight') }),
    ...(
      [
        ['digits', [...septetsOf('12\r'), ...septetsOf('Storm')], 'digits in place of the letters'],
        ['no-return', septetsOf('svStorm'), 'no carriage return after the letters'],
        ['one-letter', septetsOf('s\r\rStorm'), 'one letter and two carriage returns'],
      ] as const
    ).map(([id, septets, words]) =>
      refused(
        'cbs-page',
        `page-bad-preface-${id}`,
        `the text is to begin with its language: ${words}`,
        coding,
        pageHex({ content: { DCS: PREFACED_GSM, value: {}, hex: filledSeptets(septets) } }),
        { reason: 'bad-value', field: 'language', offset: 6 },
      ),
    ),
    refused(
      'cbs-page',
      'page-bad-preface-ucs2',
      'UCS-2 is to begin with a language: two digits',
      coding,
      pageHex({ content: { DCS: PREFACED_UCS2, value: {}, hex: filledUnits(prefacedUcs2('12', 'Α')) } }),
      { reason: 'bad-value', field: 'language', offset: 6 },
    ),
    ...(
      [
        ['high', 'D83D0041', 6, 'the first half of a surrogate pair before a letter'],
        ['low', '0041DE00', 8, 'the second half of a surrogate pair after a letter'],
        ['turned', '00410042DE00D83D', 10, 'the halves of a surrogate pair in the wrong order'],
      ] as const
    ).map(([id, hex, offset, words]) =>
      refused(
        'cbs-page',
        `page-half-pair-${id}`,
        words,
        units,
        pageHex({ content: { DCS: 0x48, value: {}, hex: filledUnits(hex) } }),
        {
          ...{ reason: 'bad-value', field: 'text', offset },
        },
      ),
    ),
    refused(
      'cbs-page',
      'page-escape-end',
      'an escape in the last septet',
      gsm,
      pageHex({ content: { DCS: 0x0f, value: {}, hex: packed([...septetsOf(latinText(92)), 0x1b]) } }),
      // Septet 92 begins at bit 644 of the content.
      { reason: 'truncated', offset: 6 + 80 },
    ),
  ];
}

/** Where the fields of a page begin. */
const PAGE_FIELDS: readonly (readonly [offset: number, field: string, section: string])[] = [
  [0, 'serial number', '9.4.1.2.1'],
  [2, 'message identifier', '9.4.1.2.2'],
  [4, 'data coding scheme', '9.4.1.2.3'],
  [5, 'page parameter', '9.4.1.2.4'],
  [6, 'content', '9.4.1.2.5'],
];

function pageCuts(): FamilyCase[] {
  const whole = pageHex({});
  return [0, 1, 2, 3, 4, 5, 6, 7, 47, 87].map((octets) => {
    const [offset, field, section] = PAGE_FIELDS.findLast(([from]) => from <= octets) as (typeof PAGE_FIELDS)[number];
    return refused(
      'cbs-page',
      `page-cut-${octets}`,
      octets === offset
        ? `a page that ends before its ${field}`
        : `a page that ends inside its ${field}, after ${octets} octets`,
      `${TS} ${section}`,
      whole.slice(0, 2 * octets),
      { reason: 'truncated', field, offset },
    );
  });
}

function pagesUnwritten(): FamilyCase[] {
  const value = pageValue({});
  const bad = (id: string, title: string, change: JsonObject, refusal: Refusal) =>
    unwritten('cbs-page', `page-unwritten-${id}`, title, `${TS} 9.4.1.2`, { ...value, ...change }, refusal);
  return [
    bad('page-0', 'page 0, which is read and not written', { page: 0 }, { reason: 'bad-value', field: 'page' }),
    bad('pages-0', 'no pages', { pages: 0 }, { reason: 'bad-value', field: 'pages' }),
    bad('pages-16', '16 pages', { pages: 16 }, { reason: 'bad-value', field: 'pages' }),
    bad('code-negative', 'a negative message code', { messageCode: -1 }, { reason: 'bad-value', field: 'messageCode' }),
    bad(
      'identifier-negative',
      'a negative identifier',
      { messageIdentifier: -1 },
      { reason: 'bad-value', field: 'messageIdentifier' },
    ),
    bad('coding-256', 'a coding of nine bits', { DCS: 256 }, { reason: 'bad-value' }),
    bad(
      'language',
      'a language that is not that of the coding',
      { DCS: 1, language: 'de' },
      { reason: 'bad-value', field: 'language' },
    ),
    bad('no-language', 'no language where the text begins with it', { DCS: 0x10 }, { reason: 'bad-value', field: 'language' }),
    bad(
      'long-language',
      'a language of three letters',
      { DCS: 0x10, language: 'deu' },
      { reason: 'bad-value', field: 'language' },
    ),
    bad('text-as-data', 'a text in a coding of data', { DCS: 0x44 }, { reason: 'bad-value', field: 'text' }),
    bad('septets-94', '94 septets', { text: latinText(94) }, { reason: 'too-long', field: 'text' }),
    bad('escape-92', 'an escape in septets 93 and 94', { text: `${latinText(92)}€` }, { reason: 'too-long', field: 'text' }),
    bad('units-42', '42 units', { DCS: 0x48, text: greekText(42) }, { reason: 'too-long', field: 'text' }),
    bad(
      'preface-91',
      '91 septets after a language',
      { DCS: 0x10, language: 'sv', text: latinText(91) },
      {
        ...{ reason: 'too-long', field: 'text' },
      },
    ),
    bad('greek', 'small Greek letters in GSM 7-bit', { text: 'ώρα' }, { reason: 'unencodable', field: 'text', offset: 0 }),
    bad(
      'return-last',
      'a text that ends in what fills pages',
      { DCS: 0x48, text: 'Α\r' },
      { reason: 'bad-value', field: 'text' },
    ),
  ];
}

/** The pages of a message: what each holds, and how many octets of it count. */
interface UmtsPage {
  readonly hex: string;
  readonly length: number;
}

const umtsGsm = (text: string): UmtsPage => {
  const septets = septetsOf(text);
  return { hex: filledSeptets(septets), length: Math.ceil((7 * septets.length) / 8) };
};
const umtsUnits = (text: string): UmtsPage => ({ hex: filledUnits(ucs2Hex(text)), length: 2 * text.length });
const umtsData = (hex: string): UmtsPage => ({ hex: hex.padEnd(2 * CONTENT_OCTETS, '0'), length: sizeOf(hex) });

function messageHex(header: Header, DCS: number, pages: readonly UmtsPage[], count = pages.length): string {
  const contents = pages.map(({ hex, length }) => hex + hexOf(length)).join('');
  return `01${identifierHex(header)}${serialHex(header)}${hexOf(DCS)}${hexOf(count)}${contents}`;
}

const UMTS = `${TS} 9.4.2.2`;

function message(
  id: string,
  title: string,
  section: string,
  header: Header,
  DCS: number,
  pages: readonly UmtsPage[],
  content: JsonObject,
): FamilyCase {
  return {
    ...of('cbs-message', `message-${id}`, title, section),
    ...{ direction: 'both', input: { hex: messageHex(header, DCS, pages) } },
    expected: { value: { ...headerValue(header), DCS, ...content } },
  };
}

/** A text in pages of so many characters each. */
const sliced = (text: string, length: number): string[] =>
  Array.from({ length: Math.max(1, Math.ceil(text.length / length)) }, (_, index) =>
    text.slice(length * index, length * (index + 1)),
  );

function messages(): FamilyCase[] {
  const words = 'abcdefghijklmnopqrstuvwxyz0123456789'.repeat(40);
  const letters = 'αβγδεζηθικλμνξοπρστυφχψω'.repeat(30);
  const septets = (length: number) => {
    const text = words.slice(0, length);
    return { text, pages: sliced(text, CONTENT_SEPTETS).map(umtsGsm) };
  };
  const units = (length: number) => {
    const text = letters.slice(0, length);
    return { text, pages: sliced(text, 41).map(umtsUnits) };
  };
  const two = septets(120).pages;
  const whole = messageHex({}, 0x0f, two);
  const one = messageHex({}, 0x0f, septets(12).pages);
  const bad = (id: string, title: string, section: string, hex: string, refusal: Refusal) =>
    refused('cbs-message', `message-${id}`, title, section, hex, refusal);
  return [
    ...Array.from({ length: 15 }, (_, index) => 93 * index + 40).map((length) => {
      const { text, pages } = septets(length);
      return message(`pages-${pages.length}`, `a text in ${pages.length} of 15 pages`, `${UMTS}.5`, {}, 0x0f, pages, { text });
    }),
    ...[1, 7, 8, 92, 93, 94, 186, 187, 1395].map((length) => {
      const { text, pages } = septets(length);
      return message(`septets-${length}`, `${length} septets`, `${UMTS}.5`, {}, 0x0f, pages, { text });
    }),
    ...[1, 40, 41, 42, 82, 83, 615].map((length) => {
      const { text, pages } = units(length);
      return message(`units-${length}`, `${length} units of UCS-2`, `${UMTS}.5`, {}, 0x48, pages, { text });
    }),
    ...[1, 81, 82, 83, 164, 165, 1230].map((length) => {
      const data = countingHex(length);
      const pages = sliced(data, 2 * CONTENT_OCTETS).map(umtsData);
      return message(`octets-${length}`, `${length} octets of data`, `${UMTS}.5`, {}, 0x44, pages, { data });
    }),
    message('empty', 'a text of no characters, in one page', `${UMTS}.5`, {}, 0x0f, [umtsGsm('')], { text: '' }),
    message(
      'escape-between',
      'a character of two septets that does not fit into the first page',
      `${UMTS}.5`,
      {},
      0x0f,
      [umtsGsm(words.slice(0, 92)), umtsGsm('€ today')],
      { text: `${words.slice(0, 92)}€ today` },
    ),
    message(
      'pair-between',
      'a surrogate pair that does not fit into the first page',
      `${UMTS}.5`,
      {},
      0x48,
      [umtsUnits(letters.slice(0, 40)), umtsUnits('😀!')],
      { text: `${letters.slice(0, 40)}😀!` },
    ),
    ...SCOPES.map((scope, GS) =>
      message(
        `scope-${GS}`,
        `valid in ${scope}`,
        `${UMTS}.2`,
        { GS, messageCode: 1023 - GS, updateNumber: GS },
        0x0f,
        septets(5).pages,
        {
          text: septets(5).text,
        },
      ),
    ),
    ...[0, 4352, 4370, 65535].map((messageIdentifier) =>
      message(
        `identifier-${messageIdentifier}`,
        `message identifier ${messageIdentifier}`,
        `${UMTS}.2`,
        { messageIdentifier },
        0x0f,
        septets(5).pages,
        {
          text: septets(5).text,
        },
      ),
    ),
    ...[0x00, 0x04, 0x24, 0x40, 0x50, 0xf1].map((DCS) => {
      const { language } = codingOf(DCS);
      const { text, pages } = septets(100);
      return message(`coding-${hexOf(DCS)}`, `data coding scheme ${hexOf(DCS)}`, `${UMTS}.4`, {}, DCS, pages, {
        ...{ text, ...(language !== undefined && { language }) },
      });
    }),
    bad('pages-0', 'no pages', `${UMTS}.5`, messageHex({}, 0x0f, septets(5).pages, 0), {
      reason: 'bad-value',
      field: 'pages',
      offset: 6,
    }),
    bad('pages-255', '255 pages', `${UMTS}.5`, messageHex({}, 0x0f, two, 255), {
      reason: 'bad-value',
      field: 'pages',
      offset: 6,
    }),
    bad('page-83', 'a page of 83 octets', `${UMTS}.5`, `${one.slice(0, -2)}53`, { reason: 'bad-value', offset: 7 + 82 }),
    bad('page-255', 'a second page of 255 octets', `${UMTS}.5`, `${whole.slice(0, -2)}FF`, {
      reason: 'bad-value',
      offset: 7 + 83 + 82,
    }),
    ...[0, 3, 255].map((type) =>
      bad(`type-${type}`, `message type ${type}, which is not that of a message`, UMTS, hexOf(type) + one.slice(2), {
        ...{ reason: 'bad-value', field: 'message type', offset: 0 },
      }),
    ),
    ...[89, 90, 91, 131, 172].map((octets) =>
      bad(`cut-${octets}`, `a message that ends after ${octets} octets`, `${UMTS}.5`, whole.slice(0, 2 * octets), {
        ...{ reason: 'truncated', offset: octets < 90 ? 7 : 90 },
      }),
    ),
    ...[1, 83].map((octets) =>
      bad(`trailing-${octets}`, `octets after the last page: ${octets}`, `${UMTS}.5`, one + '00'.repeat(octets), {
        ...{ reason: 'trailing', offset: 90 },
      }),
    ),
    ...[1396, 2000].map((length) =>
      unwritten(
        'cbs-message',
        `message-unwritten-${length}`,
        `${length} septets, which no 15 pages hold`,
        `${UMTS}.5`,
        {
          ...{ ...headerValue({}), DCS: 0x0f, text: words.repeat(2).slice(0, length) },
        },
        { reason: 'too-long', field: 'text' },
      ),
    ),
    unwritten(
      'cbs-message',
      'message-unwritten-units',
      '616 units, which no 15 pages hold',
      `${UMTS}.5`,
      {
        ...{ ...headerValue({}), DCS: 0x48, text: letters.slice(0, 616) },
      },
      { reason: 'too-long', field: 'text' },
    ),
    unwritten(
      'cbs-message',
      'message-unwritten-data',
      '1231 octets, which no 15 pages hold',
      `${UMTS}.5`,
      {
        ...{ ...headerValue({}), DCS: 0x44, data: countingHex(1231) },
      },
      { reason: 'too-long', field: 'data' },
    ),
  ];
}

interface Primary {
  readonly messageIdentifier?: number;
  readonly warningType?: number;
  readonly emergencyUserAlert?: number;
  readonly popup?: number;
  readonly securityInformation?: string;
}

const PRIMARY = `${TS} 9.3.24`;

function primaryFields(primary: Primary) {
  const { messageIdentifier = 4352, warningType = 0, emergencyUserAlert = 0, popup = 0, securityInformation } = primary;
  const value = {
    ...{ ...headerValue({ messageCode: 0x300, messageIdentifier }), warningType, emergencyUserAlert, popup },
    ...(securityInformation !== undefined && { securityInformation }),
  };
  const header: Header = { messageCode: 0x300, messageIdentifier };
  const type = hexOf((warningType << 1) | emergencyUserAlert) + hexOf(popup << 7);
  const hex = serialHex(header) + identifierHex(header) + type + (securityInformation ?? '00'.repeat(50));
  return { value, hex };
}

function primary(id: string, title: string, section: string, fields: Primary): FamilyCase {
  const { value, hex } = primaryFields(fields);
  return { ...of('etws-primary', `etws-${id}`, title, section), direction: 'both', input: { hex }, expected: { value } };
}

const WARNINGS: readonly (readonly [type: number, words: string])[] = [
  [0, 'earthquake'],
  [1, 'tsunami'],
  [2, 'earthquake and tsunami'],
  [3, 'a test'],
  [4, 'another danger'],
  [5, 'a reserved type'],
  [64, 'the type with the upper bit alone'],
  [127, 'the last type'],
];

/** Where the fields of a primary notification begin. */
const PRIMARY_FIELDS: readonly (readonly [offset: number, field: string])[] = [
  [4, 'warning type'],
  [5, 'popup'],
  [6, 'security information'],
];

function primaries(): FamilyCase[] {
  const { value, hex } = primaryFields({});
  const bad = (id: string, title: string, change: JsonObject, field: string) =>
    unwritten('etws-primary', `etws-unwritten-${id}`, title, PRIMARY, { ...value, ...change }, { reason: 'bad-value', field });
  return [
    ...WARNINGS.flatMap(([warningType, words]) =>
      [
        [0, 0],
        [1, 0],
        [0, 1],
        [1, 1],
      ].map(([emergencyUserAlert = 0, popup = 0]) =>
        primary(
          `warning-${warningType}-${emergencyUserAlert}${popup}`,
          `${words}; alert ${emergencyUserAlert}, popup ${popup}`,
          PRIMARY,
          { warningType, emergencyUserAlert, popup },
        ),
      ),
    ),
    ...[4353, 4354, 4355, 4356, 4357, 4358, 4359].map((messageIdentifier) =>
      primary(`identifier-${messageIdentifier}`, `message identifier ${messageIdentifier}`, `${TS} 9.4.1.2.2`, {
        messageIdentifier,
      }),
    ),
    ...(
      [
        ['time', `621182321040${'00'.repeat(44)}`, 'a time, and a signature of zeros'],
        ['signature', `00000000000000${countingHex(43)}`, 'a signature, and a time of zeros'],
        ['both', `62118232104000${countingHex(43)}`, 'a time and a signature'],
        ['first', `01${'00'.repeat(49)}`, 'the first octet alone'],
        ['last', `${'00'.repeat(49)}01`, 'the last octet alone'],
        ['filled', 'FF'.repeat(50), 'all bits'],
      ] as const
    ).map(([id, securityInformation, words]) =>
      primary(`security-${id}`, `security information: ${words}`, `${TS} 9.3.25`, { securityInformation }),
    ),
    ...[4, 5, 6, 7, 13, 55].map((octets) => {
      const [offset, field] = PRIMARY_FIELDS.findLast(([from]) => from <= octets) as (typeof PRIMARY_FIELDS)[number];
      return refused(
        'etws-primary',
        `etws-cut-${octets}`,
        octets === offset ? `ends before ${field}` : `ends inside ${field}, after ${octets} octets`,
        PRIMARY,
        hex.slice(0, 2 * octets),
        { reason: 'truncated', field, offset },
      );
    }),
    bad('type-128', 'a warning type of eight bits', { warningType: 128 }, 'warningType'),
    bad('type-negative', 'a negative warning type', { warningType: -1 }, 'warningType'),
    bad('identifier-4351', 'the identifier before those of ETWS', { messageIdentifier: 4351 }, 'messageIdentifier'),
    bad('identifier-4360', 'the identifier after those of ETWS', { messageIdentifier: 4360 }, 'messageIdentifier'),
    bad('security-49', 'security information of 49 octets', { securityInformation: '01'.repeat(49) }, 'securityInformation'),
    bad('security-51', 'security information of 51 octets', { securityInformation: '01'.repeat(51) }, 'securityInformation'),
    bad('security-0', 'security information of no octets', { securityInformation: '' }, 'securityInformation'),
  ];
}

/** All of it. */
export function broadcastFamily(): FamilyCase[] {
  return [...headers(), ...texts(), ...pageCuts(), ...pagesUnwritten(), ...messages(), ...primaries()];
}
