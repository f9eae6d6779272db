/** Cell broadcast. The octets are those of the tests of the Android Open Source Project; see test/support/cbs.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  CbsAssembler,
  type CbsMessage,
  type CbsPage,
  type CellBroadcast,
  type DiscardedPages,
  decodeCbs,
  describeCbs,
  describeCbsDetails,
  describeMessageIdentifier,
  describeWarningType,
  type EtwsPrimary,
  encodeCbs,
  findCbsAlert,
  findEtwsFlags,
  splitCbsMessage,
} from '../../src/cbs/index.js';
import { cbsMessage, ETWS_NORMAL, ETWS_TEST, FULL, PADDED, pageContent, SWEDISH, UCS2 } from '../support/cbs.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

const PADDED_TEXT = 'A GSM default alphabet message with carriage return padding';
const FULL_TEXT = 'A GSM default alphabet message being exactly 93 characters long, meaning there is no padding!';
const UCS2_TEXT = 'A UCS2 message containing a \u0434 character';

const SERIAL = { geographicalScope: 'cell', messageCode: 0, updateNumber: 0 } as const;
const HEADER = { serialNumber: SERIAL, messageIdentifier: 50, dcs: 0x40 } as const;
const PAGE: CbsPage = { kind: 'page', ...HEADER, page: 1, pages: 1, text: 'A' };

describe('pages of GSM (TS 23.041 section 9.4.1.2)', () => {
  it.each<[string, string, Partial<CbsPage>]>([
    ['padded with CR', `C000 0032 40 11 ${PADDED}`, { text: PADDED_TEXT }],
    ['without padding', `C000 0032 40 11 ${FULL}`, { text: FULL_TEXT }],
    ['in a language that the coding names', `C000 0032 04 11 ${PADDED}`, { dcs: 4, text: PADDED_TEXT, language: 'es' }],
    ['in a language that the text begins with', `C000 0032 10 11 ${SWEDISH}`, { dcs: 0x10, text: PADDED_TEXT, language: 'sv' }],
    ['in UCS-2', `C000 0032 48 11 ${UCS2}000D000D`, { dcs: 0x48, text: UCS2_TEXT }],
    ['in UCS-2 after its language', `C000 0032 11 11 783C${UCS2}000D`, { dcs: 0x11, text: UCS2_TEXT, language: 'xx' }],
    [
      'with a code and a number',
      `2AA5 3039 40 11 ${PADDED}`,
      {
        serialNumber: { geographicalScope: 'cell, immediate', messageCode: 682, updateNumber: 5 },
        messageIdentifier: 12345,
        text: PADDED_TEXT,
      },
    ],
  ])('%s', (_, octets, rest) => {
    const page = { kind: 'page', ...HEADER, page: 1, pages: 1, ...rest };
    expect(decodeCbs(hex(octets))).toStrictEqual(page);
    expect(encodeCbs(page as CbsPage)).toEqual(hex(octets));
  });

  it('of data are octets', () => {
    const data = hex('41424344454647'.repeat(12)).subarray(0, 82);
    const octets = Uint8Array.of(...hex('C00000324411'), ...data);
    expect(decodeCbs(octets)).toMatchObject({ dcs: 0x44, data });
    expect(encodeCbs({ kind: 'page', ...HEADER, dcs: 0x44, page: 1, pages: 1, data })).toEqual(octets);
  });

  it.each([
    ['00', 'cell, immediate'],
    ['40', 'network'],
    ['80', 'area'],
    ['C0', 'cell'],
  ])('geographical scope %s is %s', (first, geographicalScope) => {
    expect(decodeCbs(hex(`${first}00 0032 40 11 ${PADDED}`))).toMatchObject({ serialNumber: { geographicalScope } });
  });

  it('a page parameter with a zero is one page (TS 23.041 9.4.1.2.4)', () => {
    expect(decodeCbs(hex(`C000 0032 40 03 ${PADDED}`))).toMatchObject({ page: 1, pages: 1 });
    expect(decodeCbs(hex(`C000 0032 40 20 ${PADDED}`))).toMatchObject({ page: 1, pages: 1 });
  });

  it('have their number among those of the message', () => {
    expect(decodeCbs(hex(`C000 0032 40 23 ${PADDED}`))).toMatchObject({ page: 2, pages: 3 });
    expect(decodeCbs(hex(`C000 0032 40 FF ${PADDED}`))).toMatchObject({ page: 15, pages: 15 });
    expect(encodeCbs({ ...PAGE, page: 2, pages: 3 })[5]).toBe(0x23);
    expect(encodeCbs({ ...PAGE, page: 15, pages: 15 })[5]).toBe(0xff);
  });

  // What comes before the content is none of it: the septet that would end there is an escape, or a CR.
  it.each(['11', '36', '1A'])('of CRs alone are empty, whatever the page parameter: %s', (parameter) => {
    const read = decodeCbs(hex(`C000 0032 40 ${parameter} ${pageContent('8D46A3')}`));
    expect(read).toMatchObject({ kind: 'page', text: '' });
  });

  it.each([
    ['at the beginning', '9B46A3', '\r'],
    ['after a character', 'C14DA3', 'A\r'],
  ])('keep an escape and a CR, which are one character, %s', (_, begin, text) => {
    expect(decodeCbs(hex(`C000 0032 40 11 ${pageContent(begin)}`))).toMatchObject({ text });
  });

  it('of less data than a page holds are filled with zeros', () => {
    const octets = encodeCbs({ kind: 'page', ...HEADER, dcs: 0x44, page: 1, pages: 1, data: hex('0102') });
    expect(octets).toEqual(hex(`C000 0032 44 11 0102${'00'.repeat(80)}`));
  });

  it('of UCS-2 are filled with CRs', () => {
    const octets = encodeCbs({ ...PAGE, dcs: 0x48 });
    expect(octets).toEqual(hex(`C000 0032 48 11 0041${'000D'.repeat(40)}`));
    expect(decodeCbs(octets)).toStrictEqual({ ...PAGE, dcs: 0x48 });
  });

  it('need no language where the coding names it', () => {
    expect(decodeCbs(encodeCbs({ ...PAGE, dcs: 0 }))).toStrictEqual({ ...PAGE, dcs: 0, language: 'de' });
  });

  it('are read leniently without the octets that a modem leaves out', () => {
    const { issues, options } = lenient();
    // libosmocore's tests: no content at all.
    expect(decodeCbs(hex('40 10 05 0D 01 11'), options)).toStrictEqual({
      kind: 'page',
      serialNumber: { geographicalScope: 'network', messageCode: 1, updateNumber: 0 },
      messageIdentifier: 1293,
      ...{ dcs: 1, page: 1, pages: 1, text: '', language: 'en' },
    });
    expect(issues).toEqual([['truncated', 'content', 6]]);
  });

  it.each<[string, string, unknown[][], Partial<CbsPage>]>([
    ['a page past the last', `C000 0032 40 21 ${PADDED}`, [['bad-value', 'page parameter', 5]], { page: 1, pages: 1 }],
    ['no letters of a language', `C000 0032 10 11 ${PADDED}`, [['bad-value', 'language', 6]], { text: PADDED_TEXT }],
    [
      'no letters of a language before UCS-2',
      `C000 0032 11 11 0D0A${UCS2}000D`,
      [['bad-value', 'language', 6]],
      { text: UCS2_TEXT },
    ],
    [
      'UCS-2 that ends before its language',
      'C000 0032 11 11',
      [
        ['truncated', 'content', 6],
        ['bad-value', 'language', 6],
      ],
      { text: '' },
    ],
    [
      'letters without the CR that fills the page',
      'C000 0032 10 11 F33B',
      [['truncated', 'content', 6]],
      { language: 'sw', text: '' },
    ],
    [
      'a lone surrogate',
      `C000 0032 48 11 0041 0042 D800${'0041'.repeat(38)}`,
      [['bad-value', 'text', 10]],
      { text: `AB\ud800${'A'.repeat(38)}` },
    ],
    [
      'half a character of UCS-2',
      'C000 0032 48 11 0041 00',
      [
        ['truncated', 'content', 6],
        ['truncated', 'text', 8],
      ],
      { text: 'A' },
    ],
  ])('are read leniently with %s', (_, octets, expected, page) => {
    const { issues, options } = lenient();
    const read = decodeCbs(hex(octets), options);
    expect(read).toMatchObject(page);
    expect('language' in read).toBe('language' in page);
    expect(issues).toEqual(expected);
  });

  it('of ETWS: CR and LF stand where the language should, and zeros fill the page', () => {
    const { issues, options } = lenient();
    const normal = decodeCbs(hex(ETWS_NORMAL), options);
    expect(normal).toMatchObject({ messageIdentifier: 0x1100, dcs: 0x11 });
    expect(normal).not.toHaveProperty('language');
    expect((normal as CbsPage).text).toMatch(/（気象庁）$/);
    expect(findCbsAlert(0x1100)?.kind).toBe('earthquake');
    expect(issues).toEqual([
      ['truncated', 'content', 6],
      ['bad-value', 'language', 6],
    ]);
    expect(decodeCbs(hex(ETWS_TEST), { lenient: true })).toMatchObject({ messageIdentifier: 0x1103 });
  });

  it.each([
    ['truncated', 'serial number', 0, 'C0'],
    ['truncated', 'message identifier', 2, 'C000 00'],
    ['truncated', 'data coding scheme', 4, 'C000 0032'],
    ['truncated', 'page parameter', 5, 'C000 0032 40'],
    ['bad-value', 'page parameter', 5, `C000 0032 40 21 ${PADDED}`],
    ['truncated', 'content', 6, 'C000 0032 40 11 41'],
    ['bad-value', 'language', 6, `C000 0032 10 11 ${PADDED}`],
    ['bad-value', 'language', 6, `C000 0032 10 11 ${pageContent('737BB0D168341A8D46A3')}`],
    ['bad-value', 'language', 6, `C000 0032 10 11 ${pageContent('3159A3')}`],
    ['bad-value', 'language', 6, `C000 0032 11 11 0D0A${UCS2}000D`],
    ['bad-value', 'text', 10, `C000 0032 11 11 783C 0041 D800${'0041'.repeat(38)}`],
    ['bad-value', 'text', 6, `C000 0032 48 11 D800${'0041'.repeat(40)}`],
  ] as const)('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeCbs(hex(octets)))).toMatchObject({ code, field, offset });
  });

  it.each<[string, string, CellBroadcast]>([
    ['bad-value', 'page', { ...PAGE, page: 2 }],
    ['bad-value', 'pages', { ...PAGE, pages: 16 }],
    ['bad-value', 'messageIdentifier', { ...PAGE, messageIdentifier: 65536 }],
    ['bad-value', 'serialNumber.messageCode', { ...PAGE, serialNumber: { ...SERIAL, messageCode: 1024 } }],
    ['bad-value', 'serialNumber.updateNumber', { ...PAGE, serialNumber: { ...SERIAL, updateNumber: 16 } }],
    ['bad-value', 'serialNumber.geographicalScope', { ...PAGE, serialNumber: { ...SERIAL, geographicalScope: 'x' as 'cell' } }],
    ['bad-value', 'dcs', { ...PAGE, dcs: 256 }],
    ['bad-value', 'text', { ...PAGE, text: 'A\r' }],
    ['bad-value', 'text', { ...PAGE, dcs: 0x44 }],
    ['bad-value', 'data', { ...PAGE, data: new Uint8Array(82) }],
    ['bad-value', 'language', { ...PAGE, dcs: 0x10 }],
    ['bad-value', 'language', { ...PAGE, dcs: 0x10, language: 'swe' }],
    ['bad-value', 'language', { ...PAGE, dcs: 0x10, language: 's1' }],
    ['bad-value', 'language', { ...PAGE, dcs: 0x11, language: 's' }],
    ['bad-value', 'language', { ...PAGE, language: 'de' }],
    ['unencodable', 'text', { ...PAGE, text: 'д' }],
    // It fills pages of UCS-2, but GSM 7-bit lacks it.
    ['unencodable', 'text', { ...PAGE, text: 'A\0' }],
    ['too-long', 'data', { ...PAGE, dcs: 0x44, text: undefined, data: new Uint8Array(83) }],
    ['too-long', 'text', { ...PAGE, text: 'a'.repeat(94) }],
    ['too-long', 'text', { ...PAGE, dcs: 0x48, text: 'a'.repeat(42) }],
    ['too-long', 'text', { ...PAGE, dcs: 0x48, text: 'a'.repeat(1_000_000) }],
  ])('does not write with %s in %s', (code, field, page) => {
    expect(refusal(() => encodeCbs(page))).toMatchObject({ code, field });
  });

  it.each<[string, (value: never) => unknown]>([
    ['broadcast', encodeCbs],
    ['broadcast', describeCbs],
    ['broadcast', describeCbsDetails],
    ['message', splitCbsMessage],
    ['broadcast.serialNumber', (serialNumber) => describeCbsDetails({ ...PAGE, serialNumber })],
  ])('%s has to be an object, which the error says', (name, call) => {
    expect(() => call(7 as never)).toThrow(new TypeError(`${name} is 7, not an object`));
  });

  it('takes no other kinds, and no text that is none', () => {
    expect(() => encodeCbs({ ...PAGE, kind: 'x' as 'page' })).toThrow(TypeError);
    expect(() => encodeCbs({ ...PAGE, text: undefined })).toThrow(TypeError);
    expect(() => encodeCbs({ ...PAGE, dcs: 0x44, text: undefined })).toThrow(/^data is /);
  });
});

describe('messages of UMTS (TS 23.041 section 9.4.2.2)', () => {
  it.each<[string, string, Partial<CbsMessage>]>([
    ['of one page', `01 0032 C000 40 01 ${PADDED} 34`, { text: PADDED_TEXT }],
    ['of a full page', `01 0032 C000 40 01 ${FULL} 52`, { text: FULL_TEXT }],
    ['with a language', `01 0032 C000 10 01 ${SWEDISH} 37`, { dcs: 0x10, text: PADDED_TEXT, language: 'sv' }],
    ['in UCS-2', `01 0032 C000 48 01 ${UCS2}000D000D 4E`, { dcs: 0x48, text: UCS2_TEXT }],
    ['in UCS-2 after its language', `01 0032 C000 11 01 783C${UCS2}000D 50`, { dcs: 0x11, text: UCS2_TEXT, language: 'xx' }],
    ['of data', `01 0032 C000 44 01 414243${'00'.repeat(79)} 03`, { dcs: 0x44, data: hex('414243') }],
  ])('%s', (_, octets, rest) => {
    const message = { kind: 'message', ...HEADER, ...rest };
    expect(decodeCbs(hex(octets))).toStrictEqual(message);
    expect(encodeCbs(message as CbsMessage)).toEqual(hex(octets));
  });

  it('of two pages', () => {
    const first = pageContent('C6B47C4E07C1C3E7F2AA');
    const second = pageContent('D3F2F8ED2683E0E173B9');
    const octets = hex(`01 0001 C000 40 02 ${first} 0A ${second} 0A`);
    expect(decodeCbs(octets)).toMatchObject({ messageIdentifier: 1, text: 'First page+Second page' });
    const ucs2 = ['41', '42'].map((unit) => `${`00${unit}`.repeat(3)}00${'0D'.repeat(75)} 06`).join('');
    expect(decodeCbs(hex(`01 0032 C000 48 02 ${ucs2}`))).toMatchObject({ text: 'AAABBB' });
  });

  it('CRs at the end of a page that its length counts are padding, too', () => {
    expect(decodeCbs(hex(`01 0032 C000 40 01 ${PADDED} 52`))).toMatchObject({ text: PADDED_TEXT });
  });

  it('data of several pages are joined', () => {
    const data = new Uint8Array(100).map((_, i) => i);
    const octets = encodeCbs({ kind: 'message', ...HEADER, dcs: 0x44, data });
    expect(octets).toHaveLength(7 + 2 * 83);
    expect(decodeCbs(octets)).toStrictEqual({ kind: 'message', ...HEADER, dcs: 0x44, data });
  });

  it('of 15 pages are read', () => {
    const octets = hex(`01 0032 C000 44 0F ${`${'00'.repeat(82)} 52`.repeat(15)}`);
    expect(decodeCbs(octets)).toMatchObject({ data: new Uint8Array(15 * 82) });
  });

  it.each<[string, string, unknown[][], Partial<CbsMessage>]>([
    [
      'no pages',
      `01 0032 C000 40 00 ${PADDED} 34`,
      [
        ['bad-value', 'pages', 6],
        ['trailing-bytes', 'CBS message', 7],
      ],
      { text: '' },
    ],
    [
      'more pages than there can be, or are',
      `01 0032 C000 40 10 ${PADDED} 34`,
      [
        ['bad-value', 'pages', 6],
        ['truncated', 'page[1]', 90],
      ],
      { text: PADDED_TEXT },
    ],
    [
      'a last page that lacks its length',
      `01 0032 C000 40 02 ${PADDED} 34 ${PADDED}`,
      [
        ['truncated', 'page[1]', 90],
        ['trailing-bytes', 'CBS message', 90],
      ],
      { text: PADDED_TEXT },
    ],
    ['a length past the page', `01 0032 C000 40 01 ${PADDED} 53`, [['bad-value', 'page[0]/length', 89]], { text: PADDED_TEXT }],
    [
      'a second length past the page',
      `01 0032 C000 40 02 ${PADDED} 34 ${FULL} FF`,
      [['bad-value', 'page[1]/length', 172]],
      { text: `${PADDED_TEXT}${FULL_TEXT}` },
    ],
    [
      'a language in the second page alone',
      `01 0032 C000 10 02 ${PADDED} 34 ${SWEDISH} 37`,
      [['bad-value', 'language', 7]],
      { text: `${PADDED_TEXT}${PADDED_TEXT}`, language: 'sv' },
    ],
  ])('are read leniently with %s', (_, octets, expected, rest) => {
    const { issues, options } = lenient();
    expect(decodeCbs(hex(octets), options)).toMatchObject({ kind: 'message', ...rest });
    expect(issues).toEqual(expected);
  });

  it('a text takes as many pages as it needs, and pairs are not split', () => {
    const message: CbsMessage = { kind: 'message', ...HEADER, dcs: 0x48, text: `${'a'.repeat(40)}😀${'b'.repeat(80)}` };
    expect(splitCbsMessage(message).map(({ page, pages, text }) => [page, pages, text?.length])).toEqual([
      [1, 3, 40],
      [2, 3, 41],
      [3, 3, 41],
    ]);
    expect(decodeCbs(encodeCbs(message))).toStrictEqual(message);
  });

  it.each<[string, number, string, number[]]>([
    ['93 septets', 0x40, 'a'.repeat(94), [93, 1]],
    ['46 characters of two septets', 0x40, '€'.repeat(47), [46, 1]],
    ['90 septets after a language', 0x10, 'a'.repeat(91), [90, 1]],
    ['41 units of UCS-2', 0x48, 'д'.repeat(42), [41, 1]],
    ['40 units of UCS-2 after a language', 0x11, 'д'.repeat(41), [40, 1]],
  ])('a page has %s', (_, dcs, text, expected) => {
    const language = dcs < 0x40 ? { language: 'xx' } : {};
    const pages = splitCbsMessage({ ...HEADER, dcs, text, ...language });
    expect(pages.map((page) => page.text?.length)).toEqual(expected);
    expect(pages.map((page) => decodeCbs(encodeCbs(page)))).toStrictEqual(pages);
  });

  it('a page has the header and its part of the text, and nothing else', () => {
    expect(splitCbsMessage({ ...HEADER, text: 'A' })).toStrictEqual([PAGE]);
    expect(splitCbsMessage({ ...HEADER, text: '' })).toStrictEqual([{ ...PAGE, text: '' }]);
    expect(splitCbsMessage({ ...HEADER, dcs: 0x10, text: 'A', language: 'sv' })).toStrictEqual([
      { ...PAGE, dcs: 0x10, language: 'sv' },
    ]);
  });

  it.each([
    [0, [0]],
    [1, [1]],
    [82, [82]],
    [83, [82, 1]],
    [164, [82, 82]],
  ])('%d octets of data take pages of %j', (length, expected) => {
    const data = new Uint8Array(length).fill(7);
    const pages = splitCbsMessage({ ...HEADER, dcs: 0x44, data });
    expect(pages.map((page) => page.data?.length)).toEqual(expected);
    data.fill(8);
    expect(pages[0]?.data, 'a copy').toEqual(new Uint8Array(expected[0] as number).fill(7));
  });

  it.each<[string, number, string, number]>([
    ['a character that GSM 7-bit lacks', 0x40, `${'a'.repeat(100)}д`, 100],
    ['a lone surrogate', 0x48, `${'a'.repeat(100)}\ud800`, 100],
  ])('%s is named by its index in the whole text', (_, dcs, text, offset) => {
    const message: CbsMessage = { kind: 'message', ...HEADER, dcs, text };
    for (const call of [splitCbsMessage, encodeCbs]) {
      expect(refusal(() => call(message))).toEqual({ code: 'unencodable', field: 'text', offset });
    }
  });

  it.each([
    [0x40, 'A\r'],
    [0x48, 'A\r'],
    [0x48, 'A\0'],
    [0x48, 'A\u0d0d'],
  ])('a text in the coding %i may not end as %j, which is padding', (dcs, text) => {
    const call = () => splitCbsMessage({ ...HEADER, dcs, text });
    expect(refusal(call)).toMatchObject({ code: 'bad-value', field: 'text' });
    expect(call).toThrow('ends in a character that fills pages');
  });

  it('no page ends in a CR, which would be padding', () => {
    const text = `${'a'.repeat(92)}\rb`;
    expect(splitCbsMessage({ ...HEADER, text }).map((page) => page.text)).toEqual(['a'.repeat(92), '\rb']);
    expect(refusal(() => splitCbsMessage({ ...HEADER, text: `${'\r'.repeat(94)}b` }))).toMatchObject({
      code: 'bad-value',
      field: 'text',
    });
  });

  it.each([
    ['bad-value', 'message type', 0, `02 0032 C000 40 01 ${PADDED} 34`],
    ['bad-value', 'pages', 6, `01 0032 C000 40 10 ${PADDED} 34`],
    ['bad-value', 'pages', 6, `01 0032 C000 40 00 ${PADDED} 34`],
    ['truncated', 'page[1]', 90, `01 0032 C000 40 02 ${PADDED} 34`],
    ['bad-value', 'page[0]/length', 89, `01 0032 C000 40 01 ${PADDED} 53`],
    ['trailing-bytes', 'CBS message', 90, `01 0032 C000 40 01 ${PADDED} 34 00`],
    ['truncated', 'text', 9, `01 0032 C000 48 01 ${UCS2}000D000D 03`],
  ] as const)('refuses with %s in %s', (code, field, offset, octets) => {
    expect(refusal(() => decodeCbs(hex(octets)))).toMatchObject({ code, field, offset });
    expect(() => decodeCbs(hex(octets), { lenient: true })).not.toThrow(field === 'message type' ? TypeError : undefined);
  });

  it('does not write more than 15 pages', () => {
    const message: CbsMessage = { kind: 'message', ...HEADER, text: 'a'.repeat(15 * 93) };
    expect(encodeCbs(message)).toHaveLength(7 + 15 * 83);
    expect(refusal(() => encodeCbs({ ...message, text: `${message.text}a` }))).toMatchObject({
      code: 'too-long',
      field: 'text',
    });
    const data = new Uint8Array(15 * 82 + 1);
    expect(refusal(() => encodeCbs({ kind: 'message', ...HEADER, dcs: 0x44, data }))).toMatchObject({ field: 'data' });
  });

  it.each([-1, 0x10000])('are not written with the identifier %d', (messageIdentifier) => {
    const message: CbsMessage = { kind: 'message', ...HEADER, messageIdentifier, text: 'A' };
    expect(refusal(() => encodeCbs(message))).toMatchObject({ code: 'bad-value', field: 'messageIdentifier' });
  });
});

describe('primary notifications of ETWS (TS 23.041 section 9.4.1.3)', () => {
  const primary: EtwsPrimary = {
    kind: 'etws-primary',
    serialNumber: { geographicalScope: 'network', messageCode: 0x300, updateNumber: 1 },
    messageIdentifier: 0x1102,
    warningType: 2,
    emergencyUserAlert: true,
    popup: true,
  };
  const octets = hex(`7001 1102 0580 ${'00'.repeat(50)}`);

  it('have a warning type and its flags', () => {
    expect(decodeCbs(octets)).toStrictEqual(primary);
    expect(encodeCbs(primary)).toEqual(octets);
    expect(findEtwsFlags(primary.serialNumber.messageCode)).toEqual({ emergencyUserAlert: true, popup: true });
    expect(describeCbs(primary)).toBe('Primary notification of ETWS: earthquake and tsunami');
    expect(describeCbsDetails(primary)).toBe('code 768, update 1, network, emergency user alert, popup');
    expect([4, 5].map(describeWarningType)).toEqual(['other', 'reserved 5']);
  });

  it.each([4352, 4359])('have the identifier %d', (messageIdentifier) => {
    const given = { ...primary, messageIdentifier };
    expect(decodeCbs(encodeCbs(given))).toStrictEqual(given);
  });

  it.each([
    ['0400', { emergencyUserAlert: false, popup: false }],
    ['0500', { emergencyUserAlert: true, popup: false }],
    ['0480', { emergencyUserAlert: false, popup: true }],
  ])('say with %s what handsets do', (flags, expected) => {
    const wire = hex(`7001 1102 ${flags} ${'00'.repeat(50)}`);
    expect(decodeCbs(wire)).toStrictEqual({ ...primary, ...expected });
    expect(encodeCbs({ ...primary, ...expected })).toEqual(wire);
  });

  it.each([
    [0, { emergencyUserAlert: false, popup: false }],
    [0x0ff, { emergencyUserAlert: false, popup: false }],
    [0x100, { emergencyUserAlert: false, popup: true }],
    [0x200, { emergencyUserAlert: true, popup: false }],
  ])('the message code %d says so, too', (messageCode, expected) => {
    expect(findEtwsFlags(messageCode)).toEqual(expected);
  });

  it('have no security information where it is cut off', () => {
    const { issues, options } = lenient();
    expect(decodeCbs(hex('7001 1102 0580 2011'), options)).toStrictEqual(primary);
    expect(issues).toEqual([['truncated', 'security information', 6]]);
  });

  it.each([50, 4351, 4360])('are refused with the identifier %d, whose octets are a page', (messageIdentifier) => {
    const given = { ...primary, messageIdentifier };
    expect(refusal(() => encodeCbs(given))).toMatchObject({ code: 'bad-value', field: 'messageIdentifier' });
  });

  it('have security information where it is not zero', () => {
    const security = octets.slice();
    security[55] = 1;
    expect(decodeCbs(security)).toStrictEqual({ ...primary, securityInformation: security.slice(6) });
    expect(refusal(() => decodeCbs(octets.subarray(0, 55)))).toMatchObject({
      code: 'truncated',
      field: 'security information',
    });
    expect(decodeCbs(octets.subarray(0, 6), { lenient: true })).toStrictEqual(primary);
  });

  it.each([
    ['warningType', { warningType: 128 }],
    ['securityInformation', { securityInformation: new Uint8Array(49) }],
  ])('are not written with a wrong %s', (field, wrong) => {
    expect(refusal(() => encodeCbs({ ...primary, ...wrong }))).toMatchObject({ code: 'bad-value', field });
  });

  it('are not written with security information that is not octets', () => {
    expect(() => encodeCbs({ ...primary, securityInformation: '00' as never })).toThrow(/^securityInformation is /);
  });
});

describe('message identifiers (TS 23.041 section 9.4.1.2.2)', () => {
  // As libosmocore (gsm_23_041.h) and Android (SmsCbConstants) name them.
  it.each([
    [4352, 'ETWS earthquake'],
    [4356, 'ETWS other emergency'],
    [4370, 'CMAS presidential (EU-Alert level 1)'],
    [4371, 'CMAS extreme, immediate, observed (EU-Alert level 2)'],
    [4374, 'CMAS extreme, expected, likely (EU-Alert level 3)'],
    [4375, 'CMAS severe, immediate, observed (EU-Alert level 3)'],
    [4378, 'CMAS severe, expected, likely (EU-Alert level 3)'],
    [4379, 'CMAS child abduction (EU-Amber)'],
    [4380, 'CMAS monthly test (EU-Monthly Test)'],
    [4381, 'CMAS exercise (EU-Exercise)'],
    [4382, 'CMAS operator defined'],
    [4383, 'CMAS presidential, in another language (EU-Alert level 1)'],
    [4391, 'CMAS severe, expected, likely, in another language (EU-Alert level 3)'],
    [4395, 'CMAS operator defined, in another language'],
    [4396, 'CMAS public safety (EU-Alert level 4)'],
    [4399, 'CMAS state or local test, in another language (EU-Test)'],
    [4400, 'CMAS geo-fencing'],
    [0, 'assigned by the GSM Association'],
    [1003, 'location services: GPS almanac and other data'],
    [4100, 'data for the SIM, in clear'],
    [4224, 'data for the SIM, secured'],
    [4357, 'ETWS, reserved'],
    [4401, 'public warning, reserved'],
    [6400, 'EU-Info'],
    [41000, 'assigned by the operator'],
    [65535, 'none'],
  ])('%i is %s', (identifier, words) => {
    expect(describeMessageIdentifier(identifier)).toBe(words);
  });

  it('are in the line that says what a message is', () => {
    expect(describeCbs({ ...PAGE, messageIdentifier: 4371, page: 1, pages: 2 })).toBe(
      'Emergency alert (CMAS extreme, immediate, observed; EU-Alert level 2), page 1 of 2',
    );
    expect(describeCbs({ kind: 'message', ...HEADER, text: '' })).toBe('Cell broadcast 50 (assigned by the GSM Association)');
    expect(describeCbs(PAGE)).toBe('Cell broadcast 50 (assigned by the GSM Association)');
    expect(describeCbsDetails({ ...PAGE, dcs: 0x44, text: undefined, data: new Uint8Array(82) })).toBe(
      'code 0, update 0, cell, 82 octets',
    );
    expect(describeCbsDetails({ ...PAGE, dcs: 0x44, text: undefined })).toBe('code 0, update 0, cell, 0 octets');
    expect(describeCbsDetails({ ...PAGE, dcs: 0, language: 'de' })).toBe('code 0, update 0, cell, language de');
  });
});

describe('the assembler', () => {
  const pages = splitCbsMessage({ ...HEADER, text: 'x'.repeat(250) });

  it('joins pages whatever their order, once', () => {
    fc.assert(
      fc.property(
        cbsMessage.chain((message) => {
          const all = splitCbsMessage(message);
          return fc.tuple(fc.constant(message), fc.shuffledSubarray(all, { minLength: all.length }));
        }),
        ([message, shuffled]) => {
          const assembler = new CbsAssembler();
          const whole = [...shuffled, ...shuffled].map((page, at) => assembler.add(page, { at }));
          const given = whole.filter((each) => each !== undefined);
          expect(given).toHaveLength(1);
          expect(given[0]?.text).toBe(message.text);
          if (message.data !== undefined) expect(given[0]?.data?.subarray(0, message.data.length)).toEqual(message.data);
        },
      ),
    );
  });

  it('does not join pages of other networks, versions and codings', () => {
    const assembler = new CbsAssembler();
    const [first, second, third] = pages as [CbsPage, CbsPage, CbsPage];
    expect(assembler.add(first, { at: 0, from: '26201' })).toBeUndefined();
    expect(assembler.add(second, { at: 0, from: '26202' })).toBeUndefined();
    expect(
      assembler.add({ ...second, serialNumber: { ...SERIAL, updateNumber: 1 } }, { at: 0, from: '26201' }),
    ).toBeUndefined();
    expect(assembler.add(third, { at: 0, from: '26201' })).toBeUndefined();
    expect(assembler.pending).toBe(3);
    expect(assembler.add(second, { at: new Date(1), from: '26201' })).toMatchObject({ kind: 'message', text: 'x'.repeat(250) });
  });

  it('does not count a page twice', () => {
    const assembler = new CbsAssembler();
    const [first, second, third] = pages as [CbsPage, CbsPage, CbsPage];
    for (const page of [first, first, second, second]) expect(assembler.add(page, { at: 0 })).toBeUndefined();
    expect(assembler.add(third, { at: 0 })).toMatchObject({ text: 'x'.repeat(250) });
  });

  it('takes pages without an origin as of the empty one', () => {
    const assembler = new CbsAssembler();
    const [first, second, third] = pages as [CbsPage, CbsPage, CbsPage];
    assembler.add(first, { at: 0 });
    assembler.add(second, { at: 0, from: '' });
    expect(assembler.add(third, { at: 0, from: undefined })).toMatchObject({ text: 'x'.repeat(250) });
  });

  it('takes a page without text or data as an empty one', () => {
    const assembler = new CbsAssembler();
    const empty = { ...PAGE, text: undefined, pages: 2 };
    assembler.add(empty, { at: 0 });
    expect(assembler.add({ ...PAGE, page: 2, pages: 2 }, { at: 0 })).toStrictEqual({ kind: 'message', ...HEADER, text: 'A' });
    assembler.add({ ...empty, dcs: 0x44 }, { at: 0 });
    const data = hex('0102');
    expect(assembler.add({ ...empty, dcs: 0x44, page: 2, data }, { at: 0 })).toStrictEqual({
      kind: 'message',
      ...{ ...HEADER, dcs: 0x44, data },
    });
  });

  it('waits as long as the timeout, counted from the first page', () => {
    const discarded: DiscardedPages[] = [];
    const assembler = new CbsAssembler({ timeoutMs: 10, onDiscard: (each) => discarded.push(each) });
    const [first, second] = pages as [CbsPage, CbsPage];
    assembler.add(first, { at: 1000 });
    assembler.add(second, { at: 1005 });
    assembler.expire(1010);
    expect(assembler.pending).toBe(1);
    expect(discarded).toEqual([]);
    assembler.expire(new Date(1011));
    expect(assembler.pending).toBe(0);
    expect(discarded).toEqual([{ reason: 'expired', pages: [first, second] }]);
  });

  it.each([undefined, {}])('waits and remembers for 24 hours by default, with the options %j', (options) => {
    const day = 24 * 3_600_000;
    const assembler = new CbsAssembler(options);
    const [first] = pages as [CbsPage];
    assembler.add(PAGE, { at: 0 });
    assembler.add(first, { at: 0 });
    expect(assembler.add(PAGE, { at: day })).toBeUndefined();
    expect(assembler.pending).toBe(1);
    expect(assembler.add(PAGE, { at: day + 1 })).toBeDefined();
    expect(assembler.pending).toBe(0);
  });

  it('remembers as many finished messages as may be pending', () => {
    const assembler = new CbsAssembler({ maxPending: 2 });
    const add = (messageIdentifier: number) => assembler.add({ ...PAGE, messageIdentifier }, { at: 0 }) !== undefined;
    expect([1, 2, 1, 2].map(add)).toEqual([true, true, false, false]);
    expect([3, 2, 1].map(add)).toEqual([true, false, true]);
  });

  it('reports nothing when there is nothing to give up', () => {
    const discarded: DiscardedPages[] = [];
    const assembler = new CbsAssembler({ maxPending: 0, onDiscard: (each) => discarded.push(each) });
    expect(assembler.add(PAGE, { at: 0 })).toBeDefined();
    expect(discarded).toEqual([]);
  });

  it('refuses a limit that nothing would exceed, and holds nothing with 0', () => {
    for (const name of ['maxPending', 'timeoutMs', 'duplicateMs'] as const) {
      expect(() => new CbsAssembler({ [name]: Number.NaN }), name).toThrow(TypeError);
    }
    const discarded: DiscardedPages[] = [];
    const assembler = new CbsAssembler({ maxPending: 0, onDiscard: (each) => discarded.push(each) });
    const [first] = pages as [CbsPage];
    expect(assembler.add(first, { at: 0 })).toBeUndefined();
    expect([assembler.pending, discarded]).toEqual([0, [{ reason: 'overflow', pages: [first] }]]);
    expect([assembler.add(PAGE, { at: 0 }), assembler.add(PAGE, { at: 0 })].map((each) => each !== undefined)).toEqual([
      true,
      true,
    ]);
  });

  it('gives up messages without a report when nobody asks for one', () => {
    const assembler = new CbsAssembler({ maxPending: 1 });
    const [first] = pages as [CbsPage];
    assembler.add(first, { at: 0 });
    assembler.add({ ...first, messageIdentifier: 51 }, { at: 0 });
    expect(assembler.pending).toBe(1);
  });

  it('gives up what waits too long, and what is too much; a finished message is known for a while', () => {
    const discarded: DiscardedPages[] = [];
    const onDiscard = (each: DiscardedPages) => discarded.push(each);
    const assembler = new CbsAssembler({ timeoutMs: 10, duplicateMs: 20, maxPending: 1, onDiscard });
    const [first] = pages as [CbsPage];
    assembler.add(first, { at: 0 });
    assembler.add({ ...first, messageIdentifier: 51 }, { at: 1 });
    assembler.expire(12);
    expect(discarded.map(({ reason, pages: given }) => [reason, given.map((page) => page.messageIdentifier)])).toEqual([
      ['overflow', [50]],
      ['expired', [51]],
    ]);
    expect(assembler.add(PAGE, { at: 13 })).toBeDefined();
    expect(assembler.add(PAGE, { at: 33 })).toBeUndefined();
    expect(assembler.add(PAGE, { at: 34 })).toBeDefined();
    expect(assembler.add({ ...PAGE, messageIdentifier: 51 }, { at: 34 })).toBeDefined();
    expect(assembler.add(PAGE, { at: 35 })).toBeDefined();
  });
});
