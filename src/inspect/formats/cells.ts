/**
 * Cell broadcast and USSD.
 * @module
 */
import { tryDecode } from '../../bytes/try-decode.js';
import { describeCbs, describeCbsDetails, readCbs } from '../../cbs/broadcast.js';
import type { CellBroadcast } from '../../cbs/index.js';
import { readUssdArgument, type UssdArgument } from '../../cbs/ussd.js';
import { findPage, judgeCbs } from './cell-evidence.js';
import { type Decoding, octetRow, type Reads } from './octets.js';
import type { Evidence, Input, Payload, Row } from './row.js';

/** Names of the formats here. */
export type CellFormat = 'cbs' | 'ussd';

const CBS: Decoding<CellBroadcast> = {
  root: 'cell broadcast',
  read: readCbs,
  describe: (broadcast) => `${describeCbs(broadcast)}; ${describeCbsDetails(broadcast)}`,
  isMessage: true,
};

const USSD: Decoding<UssdArgument> = {
  root: 'USSD',
  read: readUssdArgument,
  describe: ({ text, data }) => text ?? `${data?.length ?? 0} octets of data`,
  isMessage: true,
};

/** The rows of cell broadcast and USSD. */
export const CELLS: Readonly<Record<CellFormat, Row & Payload>> = /* @__PURE__ */ cellRows();

function cellRows(): typeof CELLS {
  const cbs = octetRow({ label: 'cell broadcast', kind: 'message', sniff: sniffCbs }, CBS);
  return {
    cbs: { ...cbs, inspect: (octets, opening) => ({ ...cbs.inspect(octets, opening), ...tryDecode(() => findPage(octets)) }) },
    ussd: octetRow({ label: 'argument of USSD', kind: 'message', sniff: sniffUssd }, USSD),
  };
}

// Lengths and places are looked at before anything is read: on the page the readers come late, and most octets need none.

const [PRIMARY_OCTETS, PAGE_OCTETS, PAGE_STEP] = [56, 88, 83];
/** The identifiers of alerts: ETWS and CMAS. */
const [FIRST_ALERT, LAST_ALERT] = [0x1100, 0x1130];

function sniffCbs(input: Input, reads: Reads<CellBroadcast>): Evidence | undefined {
  const { octets } = input;
  const { length } = octets;
  if (length <= PAGE_OCTETS ? !mayBePage(octets) : !mayBeMessage(octets)) return undefined;
  const { value, fault } = reads.twice(input);
  if (value === undefined) return undefined;
  const confidence = judgeCbs(value, length);
  const reason = describeCbs(value);
  if (fault === undefined) return { confidence, reason };
  // What modems leave out at the end is no damage.
  return { confidence: Math.min(confidence, 0.85), reason: `${reason}, with faults: ${fault.message}` };
}

/** A page or a notification of their length, or a shorter one of an alert. */
function mayBePage(octets: Uint8Array): boolean {
  const { length } = octets;
  if (length < 6) return false;
  const identifier = ((octets[2] as number) << 8) | (octets[3] as number);
  const isAlert = identifier >= FIRST_ALERT && identifier <= LAST_ALERT;
  const parameter = octets[5] as number;
  if (length === PRIMARY_OCTETS && isAlert && (parameter & 0x7f) === 0) return true;
  const [page, pages] = [parameter >> 4, parameter & 15];
  const isSound = page <= pages && pages > 0;
  return isSound && (length === PAGE_OCTETS || (isAlert && length > PRIMARY_OCTETS));
}

function mayBeMessage(octets: Uint8Array): boolean {
  const pages = octets[6] as number;
  return octets[0] === 1 && pages > 0 && pages < 16 && octets.length === 7 + PAGE_STEP * pages;
}

function sniffUssd(input: Input, reads: Reads<UssdArgument>): Evidence | undefined {
  const { octets } = input;
  // A sequence that begins with an octet string of one octet.
  const at = octets[1] === 0x81 ? 3 : 2;
  if (octets[0] !== 0x30 || octets[at] !== 4 || octets[at + 1] !== 1 || octets[at + 3] !== 4) return undefined;
  const { value, fault } = reads.twice(input);
  if (value === undefined) return undefined;
  const reason = `USSD ${value.text === undefined ? 'of data' : 'of text'}`;
  return fault === undefined
    ? { confidence: 0.96, reason }
    : { confidence: 0.7, reason: `${reason}, with faults: ${fault.message}` };
}
