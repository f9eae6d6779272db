/**
 * A page of cell broadcast as GSM sends it, and `+CBM` shows it: a message has up to 15.
 *
 *   serial number(2) | message identifier(2) | data coding scheme(1) | page(4 bits), pages(4 bits) | content(82)
 *
 * Source: 3GPP TS 23.041 section 9.4.1.2.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { ByteWriter } from '../bytes/writer.js';
import { type CbsContent, readContent, writePageContent } from './content.js';
import { type CbsHeader, readCbsDcs, readMessageIdentifier, readSerialNumber, writeHeader } from './fields.js';

/** A page of a GSM message (TS 23.041 section 9.4.1). */
export interface CbsPage extends CbsHeader, CbsContent {
  readonly kind: 'page';
  /** Data coding scheme, 0 to 255; see `describeCbsDcs`. */
  readonly dcs: number;
  /** The number of this page, from 1. */
  readonly page: number;
  /** The number of pages of the message, 1 to 15. */
  readonly pages: number;
}

/** Octets of a page, and of the content of one. */
export const PAGE_OCTETS = 88;
export const CONTENT_OCTETS = 82;
/** Pages of a message. */
export const MAX_PAGES = 15;

const PAGE_PARAMETER: OctetLayout = {
  name: 'page parameter',
  spec: '23.041 9.4.1.2.4',
  bits: [
    { name: 'page', width: 4 },
    { name: 'pages', width: 4 },
  ],
};

/** Octets of a page. @throws EncodeError */
export function encodePage(page: CbsPage): Uint8Array {
  const writer = new ByteWriter(PAGE_OCTETS);
  writeHeader(page, writer);
  checkInteger(page.pages, 'pages', 1, MAX_PAGES);
  checkInteger(page.page, 'page', 1, page.pages);
  const content = new Uint8Array(CONTENT_OCTETS);
  writePageContent(page, page.dcs, content, 0, CONTENT_OCTETS);
  writer.u8(page.dcs).u8((page.page << 4) | page.pages);
  return writer.bytes(content).finish();
}

/** Reads a page. Lenient: one that lacks octets at its end, and a number past that of the pages. */
export function readPage(reader: ByteReader, reading: Reading): CbsPage {
  const serialNumber = readSerialNumber(reader);
  const messageIdentifier = readMessageIdentifier(reader);
  const dcs = readCbsDcs(reader);
  const at = reader.offset;
  const parameter = reader.octet(PAGE_PARAMETER);
  let [page, pages] = [parameter >> 4, parameter & 15];
  if (page > pages && pages > 0) {
    reading.fault('bad-value', 'page parameter', at, `page ${page} of ${pages}`);
    [page, pages] = [1, 1];
  }
  // A zero means a message of one page.
  if (page === 0 || pages === 0) [page, pages] = [1, 1];
  reader.trace?.mean(`${page} of ${pages}`);
  const octets = Math.min(CONTENT_OCTETS, reader.remaining);
  if (octets < CONTENT_OCTETS)
    reading.fault('truncated', 'content', reader.offset, `needs ${CONTENT_OCTETS} octets, ${octets} left`);
  if (octets > 0) reader.open('content', '23.041 9.4.1.2.5');
  const content = readContent(reader.sub(octets, 'content'), dcs, reading, 'page');
  if (octets > 0) reader.close();
  return { kind: 'page', serialNumber, messageIdentifier, dcs, page, pages, ...content };
}
