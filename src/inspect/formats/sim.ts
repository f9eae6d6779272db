/**
 * Files of SIM cards and envelopes to them. Here is what tells them from other octets at a glance; the rest is in `sim.ts` beside this folder.
 * @module
 */
import { judgeSim, type SimFormat, simRefusal, simTree } from '../sim.js';
import type { Row } from './row.js';

/** The rows of SIM cards. */
export const SIM: Readonly<Record<SimFormat, Row>> = /* @__PURE__ */ simRows();

function simRows(): typeof SIM {
  return {
    'sim-sms': simRow('sim-sms', 'messages on a SIM (EF_SMS)', mayBeSms),
    'sim-adn': simRow('sim-adn', 'phone book of a SIM (EF_ADN)', mayBeAdn),
    'sim-smsp': simRow('sim-smsp', 'message parameters on a SIM (EF_SMSP)', mayBeSmsp),
    'sim-ext1': simRow('sim-ext1', 'extensions of a SIM’s phone book (EF_EXT1)', mayBeExt1),
    'sim-envelope': simRow('sim-envelope', 'envelope to the toolkit of a SIM', mayBeEnvelope),
  };
}

function simRow(format: SimFormat, label: string, mayBe: (octets: Uint8Array) => boolean): Row {
  return {
    label,
    // A file holds several messages or numbers.
    kind: format === 'sim-envelope' ? 'message' : 'listing',
    sniff: ({ octets, text }) => (text === undefined && mayBe(octets) ? judgeSim(format, octets) : undefined),
    inspect: (octets, { bounds }) => simTree(format, octets, bounds),
    refusal: (octets, lenient) => simRefusal(format, octets, lenient),
  };
}

const SMS_OCTETS = 176;

/** Values of the first octet of a record of EF_SMS. */
const STATUSES = [0, 1, 3, 5, 7, 0x0d, 0x15, 0x1d];

function mayBeSms(octets: Uint8Array): boolean {
  if (octets.length === 0 || octets.length % SMS_OCTETS !== 0) return false;
  for (let at = 0; at < octets.length; at += SMS_OCTETS) if (!STATUSES.includes(octets[at] as number)) return false;
  return true;
}

/** The last record: a length of the number and its type, or FF. */
function mayBeAdn(octets: Uint8Array): boolean {
  const [length = 0, type = 0] = octets.subarray(-14);
  return octets.length >= 14 && type >= 0x80 && (length === 0xff || (length > 0 && length < 12));
}

/** The last record: indicators with what is reserved, and addresses or FF. */
function mayBeSmsp(octets: Uint8Array): boolean {
  const last = octets.subarray(-28);
  const isAddress = (at: number, most: number) =>
    last[at] === 0xff || ((last[at] ?? 0xff) <= most && (last[at + 1] ?? 0) >= 0x80);
  return last.length === 28 && (last[0] as number) >= 0xe0 && isAddress(1, 20) && isAddress(13, 11);
}

const EXT1_OCTETS = 13;

function mayBeExt1(octets: Uint8Array): boolean {
  if (octets.length === 0 || octets.length % EXT1_OCTETS !== 0) return false;
  for (let at = 0; at < octets.length; at += EXT1_OCTETS) {
    const type = octets[at] as number;
    if (type > 2 && type !== 0xff) return false;
  }
  return true;
}

/** The tag of an envelope, or the command that has one. */
function mayBeEnvelope([first = 0, second]: Uint8Array): boolean {
  return (first >= 0xd1 && first <= 0xd9) || ((first === 0xa0 || first >> 4 === 8) && second === 0xc2);
}
