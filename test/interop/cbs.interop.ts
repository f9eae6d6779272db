/**
 * Cell broadcast and USSD of our encoders, read by tshark: every field of a page and its text, the header of a message of UMTS, the coding and the text of
 * an argument of USSD.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/index.js';
import {
  alphabetOfCbsDcs,
  type CbsHeader,
  type CbsPage,
  decodeUssdArgument,
  encodeCbs,
  encodeUssdArgument,
  encodeUssdString,
  GEOGRAPHICAL_SCOPES,
  type UssdArgument,
} from '../../src/cbs/index.js';
import { cbsMessage, cbsPage, USSD_ARGUMENT, ussdArgument } from '../support/cbs.js';
import { draw, SEED } from './arbitraries.js';
import { dissectProtocols, type Payload, type PdmlField, tsharkVersion, walk } from './drivers/tshark.js';
import { hex, report } from './report.js';

const PAGES = 400;
const MESSAGES = 100;
const ARGUMENTS = 300;

async function shownOf(frames: readonly Uint8Array[], payload: Payload): Promise<Map<string, PdmlField>[]> {
  const dissected = await dissectProtocols(
    frames.map((octets) => ({ octets, direction: 'MT' as const })),
    payload,
  );
  return dissected.map((protocols) => {
    const found = new Map<string, PdmlField>();
    for (const field of walk(protocols)) if (!found.has(field.name)) found.set(field.name, field);
    return found;
  });
}

/** The serial number and the identifier, as tshark shows them. */
function headerOf(found: Map<string, PdmlField>): object {
  const number = (name: string) => Number(found.get(name)?.show);
  return {
    scope: number('gsm_cbs.geographic_scope'),
    code: number('gsm_cbs.message_code'),
    update: number('gsm_cbs.update_number'),
    identifier: number('gsm_cbs.message-identifier'),
  };
}

/** The same of what was written. */
function expectedHeader({ serialNumber, messageIdentifier }: CbsHeader): object {
  return {
    scope: GEOGRAPHICAL_SCOPES.indexOf(serialNumber.geographicalScope),
    code: serialNumber.messageCode,
    update: serialNumber.updateNumber,
    identifier: messageIdentifier,
  };
}

/** Each page is the first of a message of its own, so that none is joined with another. */
const isAlone = ({ pages }: CbsPage) => pages === 1;

/** UTF-8 of each unit by itself, as tshark shows UCS-2: characters of two units are two. */
function utf8OfUnits(text: string): Uint8Array {
  return Uint8Array.from(
    Array.from({ length: text.length }, (_, i) => text.charCodeAt(i)).flatMap((unit) =>
      unit < 0x80
        ? [unit]
        : unit < 0x800
          ? [0xc0 | (unit >> 6), 0x80 | (unit & 63)]
          : [0xe0 | (unit >> 12), 0x80 | ((unit >> 6) & 63), 0x80 | (unit & 63)],
    ),
  );
}

/** What tshark takes for text: with the language before it, since it leaves that there. It does not show a text of the reserved alphabet. */
function textOf({ text, language, dcs }: CbsPage): string | undefined {
  if (text === undefined || alphabetOfCbsDcs(dcs) === '8bit') return undefined;
  if (dcs === 0x11 || dcs === 0x5c) return undefined;
  return dcs === 0x10 ? `${language}\r${text}` : text;
}

/** The bits of each octet the other way round: as the radio of UMTS sends them, and as tshark's dissector takes them. */
const reversed = (octets: Uint8Array) =>
  octets.map((octet) => Number.parseInt([...octet.toString(2).padStart(8, '0')].reverse().join(''), 2));

/** A request of the argument, as a handset registers it (TS 24.080). */
function registering(argument: Uint8Array): Uint8Array {
  const length = (octets: readonly number[]) => (octets.length < 0x80 ? [octets.length] : [0x81, octets.length]);
  const invoke = [2, 1, 3, 2, 1, 0x3b, ...argument];
  const component = [0xa1, ...length(invoke), ...invoke];
  return Uint8Array.of(0x0b, 0x7b, 0x1c, component.length, ...component, 0x7f, 1, 0);
}

describe(`cell broadcast and USSD, read by tshark (seed ${SEED})`, () => {
  it(`pages: ${PAGES}`, async () => {
    const pages = draw(
      cbsPage.map((page): CbsPage => ({ ...page, page: 1, pages: page.page === page.pages ? 1 : page.pages })),
      PAGES,
    );
    const shown = await shownOf(pages.map(encodeCbs), 'gsm_cbs');
    const failures: string[] = [];
    let texts = 0;
    pages.forEach((page, index) => {
      const found = shown[index] as Map<string, PdmlField>;
      const fields = {
        ...headerOf(found),
        page: Number(found.get('gsm_cbs.current_page')?.show),
        pages: Number(found.get('gsm_cbs.total_pages')?.show),
      };
      const wanted = { ...expectedHeader(page), page: page.page, pages: page.pages };
      const text = textOf(page);
      const content = found.get('gsm_cbs.page_content');
      const said = content?.value ?? '';
      // Of the octets of a text in UTF-8 tshark shows as many as it has characters.
      const isSame = text === undefined || (hex(utf8OfUnits(text)).startsWith(said) && said.length >= 2 * text.length);
      if (JSON.stringify(fields) !== JSON.stringify(wanted) || !isSame)
        failures.push(`${hex(encodeCbs(page))}\n  ${JSON.stringify([wanted, text])}\n  ${JSON.stringify([fields, said])}`);
      else if (text !== undefined) texts++;
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${PAGES} pages compared, ${texts} texts among them`);
    expect(pages.some(isAlone)).toBe(true);
    expect(texts).toBeGreaterThan(PAGES / 3);
  });

  it(`headers of messages of UMTS: ${MESSAGES}`, async () => {
    const messages = draw(cbsMessage, MESSAGES);
    const shown = await shownOf(messages.map(encodeCbs).map(reversed), 'bmc');
    const fields = shown.map((found) => ({ type: found.get('bmc.message_type')?.show, ...headerOf(found) }));
    expect(fields).toEqual(messages.map((message) => ({ type: '1', ...expectedHeader(message) })));
  });

  it(`arguments of USSD: ${ARGUMENTS}`, async () => {
    const words = fc.constantFrom('Balance: 3.50 EUR', '*100#', 'ÄÖÜ äöü ß', 'x'.repeat(7), 'y'.repeat(8), 'Для');
    // A register holds what one octet counts.
    const drawn = fc.oneof(
      ussdArgument.map(({ others: _, ...argument }): UssdArgument => argument),
      words.map((text): UssdArgument => ({ dcs: text === 'Для' ? 72 : 15, text })),
    );
    const all = draw(drawn, ARGUMENTS);
    const shown = await shownOf(all.map(encodeUssdArgument).map(registering), 'gsm_a_dtap');
    const failures: string[] = [];
    let texts = 0;
    all.forEach((argument, index) => {
      const found = shown[index] as Map<string, PdmlField>;
      const string = encodeUssdString(argument, argument.dcs);
      const fields = {
        dcs: Number.parseInt(found.get('gsm_map.ss.ussd_DataCodingScheme')?.show ?? '', 16),
        string: found.get('gsm_map.ss.ussd_String')?.value ?? '',
      };
      const wanted = { dcs: argument.dcs, string: hex(string) };
      // tshark shows a CR at the end as it is, and escapes what is not printable.
      const isPlain = [15, 72].includes(argument.dcs) && /^[ -Za-z\u0400-\u04ff]+$/.test(argument.text ?? '');
      const said = found.get('gsm_map.ussd_string')?.show;
      const isSame = !isPlain || said?.replace(/(?:\\r|\r)$/, '') === argument.text;
      if (JSON.stringify(fields) !== JSON.stringify(wanted) || !isSame)
        failures.push(
          `${hex(encodeUssdArgument(argument))}\n  ${JSON.stringify([wanted, argument.text])}\n  ${JSON.stringify([fields, said])}`,
        );
      else if (isPlain) texts++;
    });
    report(failures);
    console.log(`tshark ${await tsharkVersion()}: ${ARGUMENTS} arguments compared, ${texts} texts among them`);
    expect(texts).toBeGreaterThan(30);
    expect(decodeUssdArgument(fromHex(USSD_ARGUMENT.replaceAll(' ', ''))).text).toBe('**321#');
  });
});
