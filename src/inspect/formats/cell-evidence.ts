/**
 * How likely octets are cell broadcast, by what they say; and pages as parts of messages. The page loads it with the readers.
 * @module
 */
import { ByteReader } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { readCbs } from '../../cbs/broadcast.js';
import { findCbsAlert } from '../../cbs/identifiers.js';
import type { CellBroadcast } from '../../cbs/index.js';
import type { Inspected } from '../nested-payloads.js';

/** A page of several, as a part that others are joined with: those of the same message are from the same place. */
export function findPage(octets: Uint8Array): Pick<Inspected, 'part'> {
  const page = tryDecode(() => readCbs(new ByteReader(octets), { lenient: true }));
  if (page?.kind !== 'page' || page.pages === 1) return {};
  const { serialNumber, messageIdentifier, dcs, text, data } = page;
  const udh = [{ kind: 'concat8', reference: 0, total: page.pages, sequence: page.page }] as const;
  return { part: { udh, text, data, from: JSON.stringify([serialNumber, messageIdentifier, dcs]) } };
}

/** The length, the type and the number of pages of a message hardly fit by chance; what a page says has to speak for it. */
export function judgeCbs(broadcast: CellBroadcast, length: number): number {
  if (broadcast.kind === 'message') return 0.97;
  const { messageIdentifier } = broadcast;
  const isAlert = findCbsAlert(messageIdentifier) !== undefined;
  if (broadcast.kind === 'etws-primary') return length === 56 && broadcast.warningType < 5 ? 0.97 : 0.5;
  const { text } = broadcast;
  if (text === undefined) return isAlert ? 0.6 : 0.2;
  if (text === '') return isAlert ? 0.7 : 0.3;
  return isWords(text) ? (isAlert ? 0.97 : 0.93) : isAlert ? 0.7 : 0.3;
}

/** Whether nearly all of a text is of one script, with signs: of septets and units at random few are. */
function isWords(text: string): boolean {
  const common = text.match(/[\s!-~]/g)?.length ?? 0;
  if (common >= 0.9 * text.length) return true;
  const rows = new Map<number, number>();
  for (const character of text) {
    const unit = character.charCodeAt(0);
    // Ideographs and their signs are many rows.
    const row = unit >= 0x3000 && unit < 0xa000 ? 0x30 : unit >> 8;
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  const most = Math.max(...[...rows].filter(([row]) => row > 3).map(([, count]) => count), 0);
  return most + common >= 0.9 * text.length;
}
