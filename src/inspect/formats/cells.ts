/**
 * Cell broadcast and USSD. What is here only asks whether octets may be one: the readers come late on the page, and most octets need none.
 * @module
 */
import { type CellFormat, inspectCell, judgeCell, refuseCell } from '../cell-tree.js';
import type { Input, Row } from './row.js';

/** The rows of cell broadcast and USSD. */
export const CELLS: Readonly<Record<CellFormat, Row>> = /* @__PURE__ */ cellRows();

function cellRows(): typeof CELLS {
  return {
    cbs: row('cbs', 'cell broadcast', mayBeCbs),
    ussd: row('ussd', 'argument of USSD', mayBeUssd),
  };
}

function row(format: CellFormat, label: string, mayBe: (octets: Uint8Array) => boolean): Row {
  return {
    label,
    kind: 'message',
    sniff: ({ octets }: Input) => (mayBe(octets) ? judgeCell(format, octets) : undefined),
    inspect: (octets, { bounds }) => inspectCell(format, octets, bounds),
    refusal: (octets, lenient, limits) => refuseCell(format, octets, lenient, limits),
  };
}

/** Octets of a notification, of a page, and of each page of a message. */
const [PRIMARY_OCTETS, PAGE_OCTETS, PAGE_STEP] = [56, 88, 83];

/** A page or a notification of their length, a shorter page of an alert, or a message of as many pages as it says. */
function mayBeCbs(octets: Uint8Array): boolean {
  const { length } = octets;
  const [first = 0, , high = 0, low = 0, , parameter = 0, count = 0] = octets;
  if (length > PAGE_OCTETS) return first === 1 && count > 0 && count < 16 && length === 7 + PAGE_STEP * count;
  const isAlert = high === 0x11 && low <= 0x30;
  if (length === PRIMARY_OCTETS) return isAlert && (parameter & 0x7f) === 0;
  const pages = parameter & 15;
  return pages > 0 && parameter >> 4 <= pages && (length === PAGE_OCTETS || (isAlert && length > PRIMARY_OCTETS));
}

/** A sequence that begins with an octet string of one octet. */
function mayBeUssd(octets: Uint8Array): boolean {
  const at = octets[1] === 0x81 ? 3 : 2;
  return octets[0] === 0x30 && octets[at] === 4 && octets[at + 1] === 1 && octets[at + 3] === 4;
}
