/**
 * Cell broadcast and USSD to draw: values that come back, and octets of others.
 */
import fc from 'fast-check';
import type { CbsDcs, CbsMessage, CbsPage, CellBroadcast, EtwsPrimary, UssdArgument } from '../../src/cbs/index.js';
import { gsm7Text, octets, u16, ucs2Text } from './arbitraries.js';
import { hex } from './hex.js';

/** CRs in GSM 7-bit up to the end of a page of 82 octets, after text whose last octet of seven is whole. */
const FILL = 'D168341A8D46A3';

/** 82 octets that begin so, and go on with CRs; a page of AOSP's ends with an octet of 0. */
export function pageContent(begin: string): string {
  const digits = begin.replace(/\s/g, '');
  return `${`${digits}${FILL.repeat(12)}`.slice(0, 162)}00`;
}

/**
 * Octets of the tests of the Android Open Source Project (GsmSmsCbTest.java, Copyright 2010, Apache License 2.0), written here in hex. The texts that
 * are said of them are those of its assertions.
 */
export const PADDED = pageContent(
  '41D071DA0491CBE6709D4D0785D97074585CA683DAE5F93C7C2E83EE693A1A340ECBE5E9F0B90C9297E975B91B040F93C969F7B9',
);
export const FULL =
  '41D071DA0491CBE6709D4D0785D97074585CA683DAE5F93C7C2E83C4E5B4FB0C2AE3C3633A3B0FCACD406374581E1ED3CBF23988FD769F59A07639EC4EBBCF203ABA2C2F83D27390FB0D8287C9E4B4FB1C02';
export const SWEDISH = pageContent(
  '737B23083A4E9B2072D91CAEB3E9A0301B8E0E8BCB7450BB3C9F87CF65D03D4D4783C661B93C1D3E9741F232BD2E7783E0613239ED3E37 1A8D46A3',
);
export const UCS2 =
  '00410020005500430053003200200 06D0065007300730061006700650020 0063006F006E007400610069006E0069006E0067002000610020 04340020 006300680061007200610063007400650072'.replace(
    / /g,
    '',
  );
export const ETWS_NORMAL =
  '0000110011010D0A5BAE57CE770C531790E85C716CBF3044573065B9306757309707767A751F30025F37304463FA308C306B5099304830664E0B30553044FF086C178C615E81FF090000000000000000000000000000';
export const ETWS_TEST =
  '0000110311010D0A5BAE57CE770C531790E85C716CBF3044573065B9306757309707300263FA308C306B5099304830664E0B30553044FF086C178C615E81FF0900000000000000000000000000000000000000000000';

/** The argument of a request for **321#, of libosmocore's tests. */
export const USSD_ARGUMENT = '30 0B 04 01 0F 04 06 2A D5 4C 16 1B 01';

const serialNumber = fc.record({
  geographicalScope: fc.constantFrom('cell, immediate' as const, 'network' as const, 'area' as const, 'cell' as const),
  messageCode: fc.nat({ max: 1023 }),
  updateNumber: fc.nat({ max: 15 }),
});
const header = { serialNumber, messageIdentifier: fc.oneof(u16, fc.integer({ min: 4350, max: 4402 })) };

/** A text or data with its coding, of at most some octets: whole pages of data where they are full. */
function contentFor(maxOctets: number, data: fc.Arbitrary<Uint8Array>, isPage: boolean) {
  const language = fc.constantFrom('de', 'SV', 'xx');
  const septets = Math.floor((maxOctets * 8) / 7);
  const gsm7 = (most: number) => gsm7Text(undefined, most).map((text) => (isPage ? text.replace(/\r+$/, '') : text));
  const ucs2 = (most: number) => ucs2Text(most).map((text) => (isPage ? text.replace(/[\r\0\u0d0d]+$/, '') : text));
  return fc.oneof(
    fc.record({ dcs: fc.constantFrom(0x0f, 0x40, 0x00, 0xf1, 0x5c), text: gsm7(septets) }).map(withLanguage),
    fc.record({ dcs: fc.constant(0x10), text: gsm7(septets - 3), language }),
    fc.record({ dcs: fc.constantFrom(0x48, 0x59), text: ucs2(maxOctets >> 1) }),
    fc.record({ dcs: fc.constant(0x11), text: ucs2((maxOctets >> 1) - 1), language }),
    fc.record({ dcs: fc.constantFrom(0x44, 0x60, 0x90, 0xf4, 0xe1), data }),
  );
}

function withLanguage<T extends { readonly dcs: number }>(content: T): T & { readonly language?: string } {
  return content.dcs === 0 ? { ...content, language: 'de' } : content;
}

const pageNumbers = fc
  .integer({ min: 1, max: 15 })
  .chain((pages) => fc.record({ page: fc.integer({ min: 1, max: pages }), pages: fc.constant(pages) }));

export const cbsPage: fc.Arbitrary<CbsPage> = fc
  .tuple(fc.record(header), pageNumbers, contentFor(82, octets(82, 82), true))
  .map(([head, numbers, content]) => ({ kind: 'page', ...head, ...numbers, ...content }));

/** As many characters as 15 pages are sure to hold, wherever they begin. */
export const cbsMessage: fc.Arbitrary<CbsMessage> = fc
  .tuple(fc.record(header), contentFor(500, octets(1230), true))
  .map(([head, content]) => ({ kind: 'message', ...head, ...content }));

export const etwsPrimary: fc.Arbitrary<EtwsPrimary> = fc
  .record({
    serialNumber,
    messageIdentifier: fc.integer({ min: 4352, max: 4359 }),
    warningType: fc.nat({ max: 127 }),
    emergencyUserAlert: fc.boolean(),
    popup: fc.boolean(),
    security: fc.option(octets(50, 50).filter((all) => all.some((one) => one !== 0))),
  })
  .map(({ security, ...rest }) => ({
    kind: 'etws-primary',
    ...rest,
    ...(security !== null && { securityInformation: security }),
  }));

export const cellBroadcast: fc.Arbitrary<CellBroadcast> = fc.oneof(cbsPage, cbsMessage, etwsPrimary);

/** What begins as a page, a message or a notification, and goes on with any octets. */
export const likeCbs = fc
  .tuple(
    fc.constantFrom('40101113', '00001100', '0113', '011113'),
    fc.constantFrom('0111', '1011', '1122', '480F', '0000'),
    octets(260),
  )
  .map(([begin, next, rest]) => Uint8Array.of(...hex(begin), ...hex(next), ...rest));

const ussdContent = contentFor(160, octets(160), false)
  // With a CR at the end of an octet, a text comes back with two.
  .filter((content) => !('text' in content) || !content.text.endsWith('\r'));

export const ussdArgument: fc.Arbitrary<UssdArgument> = fc
  .tuple(ussdContent, fc.option(octets(60, 1)))
  .map(([content, others]) => ({ ...content, ...(others !== null && { others }) }));

/** What begins as an argument of USSD, and goes on with any octets. */
export const likeUssd = fc
  .tuple(fc.nat({ max: 255 }), octets(160))
  .map(([dcs, rest]) => Uint8Array.of(0x30, 0x81, rest.length + 5, 4, 1, dcs, 4, rest.length & 0x7f, ...rest));

/** Every scheme that an octet has (23.038 section 5). */
export const cbsDcs = fc.oneof(
  fc.constantFrom(
    { group: 'language', alphabet: 'gsm7' },
    { group: 'language', alphabet: 'gsm7', language: 'pl' },
    { group: 'language', alphabet: 'gsm7', language: 'is' },
    { group: 'preface', alphabet: 'gsm7' },
    { group: 'preface', alphabet: 'ucs2' },
    { group: 'reserved', octet: 0x30 },
  ),
  fc
    .tuple(
      fc.constantFrom('gsm7', '8bit', 'ucs2', 'reserved'),
      fc.boolean(),
      fc.constantFrom({}, { reservedBits: 3 }, { messageClass: 0 }, { messageClass: 2 }),
    )
    .map(([alphabet, compressed, low]) => ({ group: 'general', alphabet, compressed, ...low })),
  fc
    .tuple(fc.constantFrom('gsm7', '8bit', 'ucs2'), fc.nat({ max: 3 }))
    .map(([alphabet, messageClass]) => ({ group: 'header', alphabet, messageClass })),
  fc
    .tuple(
      fc.constantFrom('gsm7', '8bit'),
      fc.constantFrom({}, { messageClass: 1 }, { messageClass: 3 }),
      fc.constantFrom({}, { reservedBits: 8 }),
    )
    .map(([alphabet, one, bits]) => ({ group: 'data', alphabet, ...one, ...bits })),
  fc.tuple(fc.constantFrom('i1', 'wap'), fc.nat({ max: 15 })).map(([group, bits]) => ({ group, bits })),
) as fc.Arbitrary<CbsDcs>;
