/**
 * Cell broadcast as modems and radio layers hand it over: a page of GSM, a message of UMTS, or a primary notification of ETWS. Their lengths tell
 * them apart.
 *
 *   up to 56 octets, identifier of ETWS    primary notification
 *   up to 88 octets                        page
 *   more                                   message
 *
 * Source: 3GPP TS 23.041 section 9.4.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { u16be } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { alphabetOfCbsDcs } from './dcs.js';
import { describeWarningType, type EtwsPrimary, encodeEtwsPrimary, PRIMARY_OCTETS, readEtwsPrimary } from './etws.js';
import { describeHeader } from './fields.js';
import { describeMessageIdentifier, findCbsAlert, isEtws } from './identifiers.js';
import { type CbsMessage, encodeMessage, readMessage } from './message.js';
import { type CbsPage, encodePage, PAGE_OCTETS, readPage } from './page.js';

/** A cell broadcast (TS 23.041 section 9.4): a page of GSM, a whole message of UMTS, or a primary notification of ETWS; see `kind`. */
export type CellBroadcast = CbsPage | CbsMessage | EtwsPrimary;

/**
 * Encodes a page of GSM (88 octets), a message of UMTS (with as many pages as its text needs), or a primary notification of ETWS (56 octets), after
 * TS 23.041 section 9.4.
 * @throws EncodeError `bad-value`, `too-long` or `unencodable`, naming the field.
 * @example
 * ```ts
 * import { encodeCbs, splitCbsMessage } from 'handset/cbs';
 *
 * const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 0 } as const;
 * const pages = splitCbsMessage({ serialNumber, messageIdentifier: 4371, dcs: 1, text: 'Severe storm. Stay indoors.' });
 * pages.map((page) => encodeCbs(page).length); // -> [88]
 * ```
 */
export function encodeCbs(broadcast: CellBroadcast): Uint8Array {
  requireObject(broadcast, 'broadcast');
  switch (broadcast.kind) {
    case 'page':
      return encodePage(broadcast);
    case 'message':
      return encodeMessage(broadcast);
    case 'etws-primary':
      return encodeEtwsPrimary(broadcast);
    default:
      throw new TypeError("kind is 'page', 'message' or 'etws-primary'");
  }
}

/**
 * Decodes a page of GSM, a message of UMTS, or a primary notification of ETWS, which differ in length (TS 23.041 section 9.4). CRs that fill the last
 * octets of a page are not part of the text.
 * @param options.lenient accept octets missing at the end of a page or notification, a language that is not two letters, and characters that the
 * alphabet lacks.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes`, naming the field.
 * @example
 * ```ts
 * import { decodeCbs, encodeCbs, splitCbsMessage } from 'handset/cbs';
 *
 * const serialNumber = { geographicalScope: 'network', messageCode: 2, updateNumber: 0 } as const;
 * const [page] = splitCbsMessage({ serialNumber, messageIdentifier: 4371, dcs: 1, text: 'Severe storm.' });
 * const read = decodeCbs(encodeCbs(page!));
 * read.kind === 'page' && [read.messageIdentifier, read.text]; // -> [4371, 'Severe storm.']
 * ```
 */
export function decodeCbs(octets: Uint8Array, options?: DecodeOptions): CellBroadcast {
  return readCbs(new ByteReader(octets), options);
}

/** {@link decodeCbs} on a cursor, which is left at the end. */
export function readCbs(reader: ByteReader, options?: DecodeOptions): CellBroadcast {
  const reading = Reading.of(options);
  if (reader.remaining > PAGE_OCTETS) return readMessage(reader, reading);
  if (reader.remaining <= PRIMARY_OCTETS && isEtws(u16be(reader.octets.subarray(0, reader.end), reader.offset + 2)))
    return readEtwsPrimary(reader, reading);
  return readPage(reader, reading);
}

/**
 * Describes a cell broadcast in one line, such as `Emergency alert (CMAS extreme, immediate, observed; EU-Alert level 2), page 1 of 2`.
 */
export function describeCbs(broadcast: CellBroadcast): string {
  requireObject(broadcast, 'broadcast');
  const { messageIdentifier } = broadcast;
  const words = describeMessageIdentifier(messageIdentifier).replace(/ \((.*)\)$/, '; $1');
  const isAlert = findCbsAlert(messageIdentifier) !== undefined;
  const name = isAlert ? `Emergency alert (${words})` : `Cell broadcast ${messageIdentifier} (${words})`;
  switch (broadcast.kind) {
    case 'page':
      return broadcast.pages === 1 ? name : `${name}, page ${broadcast.page} of ${broadcast.pages}`;
    case 'message':
      return name;
    case 'etws-primary':
      return `Primary notification of ETWS: ${describeWarningType(broadcast.warningType)}`;
  }
}

/** Describes the serial number, the language and the size of data, which {@link describeCbs} omits, in one line. */
export function describeCbsDetails(broadcast: CellBroadcast): string {
  requireObject(broadcast, 'broadcast');
  requireObject(broadcast.serialNumber, 'broadcast.serialNumber');
  const header = describeHeader(broadcast);
  if (broadcast.kind === 'etws-primary') return header;
  const { language, dcs, data } = broadcast;
  const octets = alphabetOfCbsDcs(dcs) === '8bit' ? `, ${data?.length ?? 0} octets` : '';
  return `${header}${language === undefined ? '' : `, language ${language}`}${octets}`;
}
