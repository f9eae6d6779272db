/** Cell broadcast. The octets are those of the tests of the Android Open Source Project; see test/support/cbs.ts. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
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

  it('are read leniently without the octets that a modem leaves out', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    // libosmocore's tests: no content at all.
    expect(decodeCbs(hex('40 10 05 0D 01 11'), options)).toStrictEqual({
      kind: 'page',
      serialNumber: { geographicalScope: 'network', messageCode: 1, updateNumber: 0 },
      messageIdentifier: 1293,
      ...{ dcs: 1, page: 1, pages: 1, text: '', language: 'en' },
    });
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([['truncated', 'content', 6]]);
  });

  it('of ETWS: CR and LF stand where the language should, and zeros fill the page', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    const normal = decodeCbs(hex(ETWS_NORMAL), options);
    expect(normal).toMatchObject({ messageIdentifier: 0x1100, dcs: 0x11 });
    expect(normal).not.toHaveProperty('language');
    expect((normal as CbsPage).text).toMatch(/（気象庁）$/);
    expect(findCbsAlert(0x1100)?.kind).toBe('earthquake');
    expect(issues.map(({ code, field }) => [code, field])).toEqual([
      ['truncated', 'content'],
      ['bad-value', 'language'],
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
    ['bad-value', 'language', 6, `C000 0032 11 11 0D0A${UCS2}000D`],
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
    ['bad-value', 'language', { ...PAGE, language: 'de' }],
    ['unencodable', 'text', { ...PAGE, text: 'д' }],
    ['too-long', 'text', { ...PAGE, text: 'a'.repeat(94) }],
    ['too-long', 'text', { ...PAGE, dcs: 0x48, text: 'a'.repeat(42) }],
    ['too-long', 'text', { ...PAGE, dcs: 0x48, text: 'a'.repeat(1_000_000) }],
  ])('does not write with %s in %s', (code, field, page) => {
    expect(refusal(() => encodeCbs(page))).toMatchObject({ code, field });
  });

  it('takes no other kinds, and no text that is none', () => {
    expect(() => encodeCbs({ ...PAGE, kind: 'x' as 'page' })).toThrow(TypeError);
    expect(() => encodeCbs({ ...PAGE, text: undefined })).toThrow(TypeError);
  });
});

describe('messages of UMTS (TS 23.041 section 9.4.2.2)', () => {
  it.each<[string, string, Partial<CbsMessage>]>([
    ['of one page', `01 0032 C000 40 01 ${PADDED} 34`, { text: PADDED_TEXT }],
    ['of a full page', `01 0032 C000 40 01 ${FULL} 52`, { text: FULL_TEXT }],
    ['with a language', `01 0032 C000 10 01 ${SWEDISH} 37`, { dcs: 0x10, text: PADDED_TEXT, language: 'sv' }],
    ['in UCS-2', `01 0032 C000 48 01 ${UCS2}000D000D 4E`, { dcs: 0x48, text: UCS2_TEXT }],
    ['in UCS-2 after its language', `01 0032 C000 11 01 783C${UCS2}000D 50`, { dcs: 0x11, text: UCS2_TEXT, language: 'xx' }],
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

  it('a text takes as many pages as it needs, and pairs are not split', () => {
    const message: CbsMessage = { kind: 'message', ...HEADER, dcs: 0x48, text: `${'a'.repeat(40)}😀${'b'.repeat(80)}` };
    expect(splitCbsMessage(message).map(({ page, pages, text }) => [page, pages, text?.length])).toEqual([
      [1, 3, 40],
      [2, 3, 41],
      [3, 3, 41],
    ]);
    expect(decodeCbs(encodeCbs(message))).toStrictEqual(message);
  });

  it('no page ends in a CR, which would be padding', () => {
    const text = `${'a'.repeat(92)}\rb`;
    expect(splitCbsMessage({ ...HEADER, text }).map((page) => page.text)).toEqual(['a'.repeat(92), '\rb']);
    expect(refusal(() => splitCbsMessage({ ...HEADER, text: `${'\r'.repeat(94)}b` }))).toMatchObject({ field: 'text' });
  });

  it.each([
    ['bad-value', 'message type', 0, `02 0032 C000 40 01 ${PADDED} 34`],
    ['bad-value', 'pages', 6, `01 0032 C000 40 10 ${PADDED} 34`],
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
    expect(describeCbsDetails({ ...PAGE, dcs: 0x44, text: undefined, data: new Uint8Array(82) })).toBe(
      'code 0, update 0, cell, 82 octets',
    );
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
