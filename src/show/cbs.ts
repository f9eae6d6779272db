/**
 * Cell broadcast and USSD in a sentence.
 *
 *   Emergency alert (CMAS extreme, immediate, observed; EU-Alert level 2): Take shelter
 *   Cell broadcast 50 (assigned by the GSM Association), page 1 of 2: Weather ...
 * @module
 */
import { type CellBroadcast, describeCbs } from '../cbs/index.js';

/** What a message of cell broadcast says, in one line. */
export function formatCbs(broadcast: CellBroadcast): string {
  const { text, data } = broadcast.kind === 'etws-primary' ? {} : broadcast;
  const said = text ?? (data === undefined ? '' : `${data.length} octets of data`);
  const line = said.trim().replace(/\s+/g, ' ');
  return line === '' ? describeCbs(broadcast) : `${describeCbs(broadcast)}: ${line}`;
}
