/**
 * A message of cell broadcast as UMTS sends it: all its pages together.
 *
 *   message type(1): 1 | message identifier(2) | serial number(2) | data coding scheme(1) | pages(1) | { content(82) | length(1) } ...
 *
 * Source: 3GPP TS 23.041 section 9.4.2.2, TS 25.324 section 10.1.
 * @module
 */

import { checkInteger, requireObject } from '../bytes/check.js';
import { copyOctets } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError } from '../errors.js';
import { type CbsContent, readContent, splitContent, writePageContent } from './content.js';
import { alphabetOfCbsDcs } from './dcs.js';
import { type CbsHeader, readCbsDcs, readMessageIdentifier, readSerialNumber, serialNumberOctets } from './fields.js';
import { type CbsPage, CONTENT_OCTETS, MAX_PAGES } from './page.js';

/** A whole message: of UMTS, or joined from pages of GSM. */
export interface CbsMessage extends CbsHeader, CbsContent {
  readonly kind: 'message';
  /** Data coding scheme, 0 to 255; see `describeCbsDcs`. */
  readonly dcs: number;
}

const MESSAGE_TYPE = 1;

/** Octets of a message; its text is put into as many pages as it needs. @throws EncodeError */
export function encodeMessage(message: CbsMessage): Uint8Array {
  const { messageIdentifier, serialNumber, dcs } = message;
  checkInteger(messageIdentifier, 'messageIdentifier', 0, 0xffff);
  const pages = splitContent(message, dcs, CONTENT_OCTETS, MAX_PAGES);
  const writer = new ByteWriter(7 + 83 * pages.length);
  writer.u8(MESSAGE_TYPE).u16(messageIdentifier).u16(serialNumberOctets(serialNumber)).u8(dcs).u8(pages.length);
  for (const page of pages) {
    const content = new Uint8Array(CONTENT_OCTETS);
    const octets = writePageContent(page, dcs, content, 0, CONTENT_OCTETS);
    writer.bytes(content).u8(octets);
  }
  return writer.finish();
}

/** Reads a message. Lenient: a page's length past 82, pages that are missing, and octets after the last one. */
export function readMessage(reader: ByteReader, reading: Reading): CbsMessage {
  const start = reader.offset;
  const type = reader.u8('message type', '25.324 11.1');
  if (type !== MESSAGE_TYPE)
    throw new DecodeError('bad-value', 'message type', start, `${type} is not a CBS message (${MESSAGE_TYPE})`);
  reader.trace?.mean('CBS message');
  const messageIdentifier = readMessageIdentifier(reader);
  const serialNumber = readSerialNumber(reader);
  const dcs = readCbsDcs(reader);
  const at = reader.offset;
  const count = reader.u8('pages', '23.041 9.4.2.2.5');
  if (count < 1 || count > MAX_PAGES) reading.fault('bad-value', 'pages', at, `${count} pages, not 1 to ${MAX_PAGES}`);
  const contents: CbsContent[] = [];
  for (let i = 0; i < Math.min(count, MAX_PAGES); i++) {
    if (reader.remaining <= CONTENT_OCTETS) {
      reading.fault('truncated', `page[${i}]`, reader.offset, `needs ${CONTENT_OCTETS + 1} octets, ${reader.remaining} left`);
      break;
    }
    contents.push(readUmtsPage(reader, dcs, i, reading));
  }
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'CBS message', reader.offset, `${reader.remaining} octets follow the last page`);
    reader.take(reader.remaining, 'trailing octets');
  }
  return { kind: 'message', serialNumber, messageIdentifier, dcs, ...joinContents(contents, dcs) };
}

function readUmtsPage(reader: ByteReader, dcs: number, index: number, reading: Reading): CbsContent {
  const start = reader.offset;
  const said = reader.octets[start + CONTENT_OCTETS] as number;
  const length = Math.min(said, CONTENT_OCTETS);
  reader.open(`page ${index + 1}`, '23.041 9.4.2.2.5');
  const content = readContent(reader.sub(length, 'content'), dcs, reading, 'page');
  if (length < CONTENT_OCTETS) reader.take(CONTENT_OCTETS - length, 'padding');
  const at = reader.offset;
  reader.u8(`page[${index}]/length`);
  if (said > CONTENT_OCTETS)
    reading.fault('bad-value', `page[${index}]/length`, at, `${said} octets, limit is ${CONTENT_OCTETS}`);
  reader.close();
  return content;
}

/** The contents of pages, in order, as that of a message. */
export function joinContents(contents: readonly CbsContent[], dcs: number): CbsContent {
  const language = contents.find((content) => content.language !== undefined)?.language;
  if (alphabetOfCbsDcs(dcs) === '8bit') {
    const data = new Uint8Array(contents.reduce((sum, content) => sum + (content.data?.length ?? 0), 0));
    let at = 0;
    for (const content of contents) {
      if (content.data === undefined) continue;
      data.set(content.data, at);
      at += content.data.length;
    }
    return { data };
  }
  const text = contents.map((content) => content.text ?? '').join('');
  return language === undefined ? { text } : { text, language };
}

/**
 * Splits a message into the pages in which GSM sends it (TS 23.041 section 9.4.1): 93 characters of GSM 7-bit each, 41 of UCS-2, or 82 octets. A
 * language at the beginning of the text takes 3 characters of GSM 7-bit, or 1 of UCS-2.
 * @throws EncodeError `too-long` above 15 pages, `unencodable` for a character that the alphabet lacks, `bad-value` for content that the data coding
 * scheme does not take.
 * @example
 * ```ts
 * import { splitCbsMessage } from 'handset/cbs';
 *
 * const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 0 } as const;
 * const pages = splitCbsMessage({ serialNumber, messageIdentifier: 4371, dcs: 1, text: 'x'.repeat(100) });
 * pages.map(({ page, pages, text }) => [page, pages, text?.length]); // -> [[1, 2, 93], [2, 2, 7]]
 * ```
 */
export function splitCbsMessage(message: Omit<CbsMessage, 'kind'>): CbsPage[] {
  requireObject(message, 'message');
  const { serialNumber, messageIdentifier, dcs } = message;
  const contents = splitContent(message, dcs, CONTENT_OCTETS, MAX_PAGES);
  return contents.map((content, i) => ({
    kind: 'page',
    ...{ serialNumber, messageIdentifier, dcs, page: i + 1, pages: contents.length },
    ...(content.data === undefined ? content : { data: copyOctets(content.data) }),
  }));
}
