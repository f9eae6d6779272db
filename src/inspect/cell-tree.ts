/**
 * Cell broadcast and USSD: how likely octets are one, by what they say; their trees; pages as parts of messages; what a person is told of them. The page
 * loads this with the readers.
 * @module
 */
import { ByteReader, type Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { describeCbs, describeCbsDetails, readCbs } from '../cbs/broadcast.js';
import { findCbsAlert } from '../cbs/identifiers.js';
import type { CellBroadcast } from '../cbs/index.js';
import { readUssdArgument, type UssdArgument } from '../cbs/ussd.js';
import type { FormatError, Limits } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { type Decoding, octetTree } from './formats/octets.js';
import type { Evidence } from './formats/row.js';
import type { Inspected } from './nested-payloads.js';
import { findRefusal, readTwice } from './read-twice.js';

/** Names of the formats here. */
export type CellFormat = 'cbs' | 'ussd';

const CBS: Decoding<CellBroadcast> = {
  root: 'cell broadcast',
  read: (reader, options) => readCbs(reader, options),
  describe: (broadcast) => `${describeCbs(broadcast)}; ${describeCbsDetails(broadcast)}`,
  isMessage: true,
};

const USSD: Decoding<UssdArgument> = {
  root: 'USSD',
  read: (reader, options) => readUssdArgument(reader, options),
  describe: ({ text, data }) => text ?? `${data?.length ?? 0} octets of data`,
  isMessage: true,
};

/** The tree of cell broadcast or USSD; a page of several is a part as well. */
export function inspectCell(format: CellFormat, octets: Uint8Array, bounds: Bounds): Inspected {
  const source = { octets, bounds, isPart: false };
  if (format === 'ussd') return { field: octetTree(USSD, source, 0, octets.length) };
  return { field: octetTree(CBS, source, 0, octets.length), ...findPage(octets) };
}

/** What a reading of cell broadcast or USSD refuses. */
export function refuseCell(
  format: CellFormat,
  octets: Uint8Array,
  lenient: boolean,
  limits: Partial<Limits> | undefined,
): FormatError | undefined {
  const { read } = format === 'ussd' ? USSD : CBS;
  return findRefusal((options) => read(new ByteReader(octets), options), lenient, limits);
}

/** The text of cell broadcast or USSD, read leniently; undefined for data and notifications. */
export function readCellText(format: CellFormat, octets: Uint8Array): string | undefined {
  const reader = new ByteReader(octets);
  if (format === 'ussd') return readUssdArgument(reader, { lenient: true }).text;
  const broadcast = readCbs(reader, { lenient: true });
  return broadcast.kind === 'etws-primary' ? undefined : broadcast.text;
}

/** A page of several, as a part that others are joined with: those of the same message are from the same place. */
function findPage(octets: Uint8Array): Pick<Inspected, 'part'> {
  const page = tryDecode(() => readCbs(new ByteReader(octets), { lenient: true }));
  if (page?.kind !== 'page' || page.pages === 1) return {};
  const { serialNumber, messageIdentifier, dcs, text, data } = page;
  const udh = [{ kind: 'concat8', reference: 0, total: page.pages, sequence: page.page }] as const;
  return { part: { udh, text, data, from: JSON.stringify([serialNumber, messageIdentifier, dcs]) } };
}

// ---- how likely ----

/** How likely octets are it whose lengths and places fit. */
export function judgeCell(format: CellFormat, octets: Uint8Array): Evidence | undefined {
  return format === 'ussd'
    ? judge(octets, USSD, ({ text }) => ({ confidence: 0.96, reason: `USSD ${text === undefined ? 'of data' : 'of text'}` }))
    : judge(octets, CBS, (value) => ({ confidence: judgeCbs(value, octets.length), reason: describeCbs(value) }));
}

function judge<T>(octets: Uint8Array, { read }: Decoding<T>, evidenceOf: (value: T) => Evidence): Evidence | undefined {
  const { value, fault } = readTwice((options) => read(new ByteReader(octets), options));
  if (value === undefined) return undefined;
  const { confidence, reason } = evidenceOf(value);
  if (fault === undefined) return { confidence, reason };
  return { confidence: Math.min(confidence, WITH_FAULTS), reason: `${reason}, with faults: ${fault.message}` };
}

/** What modems leave out at the end of a page is hardly damage. */
const WITH_FAULTS = 0.85;

/** The length, the type and the number of pages of a message hardly fit by chance; what a page says has to speak for it. */
function judgeCbs(broadcast: CellBroadcast, length: number): number {
  if (broadcast.kind === 'message') return 0.97;
  const { messageIdentifier } = broadcast;
  const isAlert = findCbsAlert(messageIdentifier) !== undefined;
  if (broadcast.kind === 'etws-primary') return length === PRIMARY_OCTETS && broadcast.warningType < 5 ? 0.97 : 0.5;
  const { text } = broadcast;
  if (text === undefined) return isAlert ? 0.6 : 0.2;
  if (text === '') return isAlert ? 0.7 : 0.3;
  return isWords(text) ? (isAlert ? 0.97 : 0.93) : isAlert ? 0.7 : 0.3;
}

const PRIMARY_OCTETS = 56;

/** Whether nearly all of a text is of one script, with signs: of septets and units at random few are. */
function isWords(text: string): boolean {
  const common = text.match(/[\s!-~]/g)?.length ?? 0;
  if (common >= 0.9 * text.length) return true;
  const rows = new Map<number, number>();
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Ideographs and their signs are many rows.
    const row = unit >= 0x3000 && unit < 0xa000 ? 0x30 : unit >> 8;
    rows.set(row, (rows.get(row) ?? 0) + 1);
  }
  const most = Math.max(...[...rows].filter(([row]) => row > 3).map(([, count]) => count), 0);
  return most + common >= 0.9 * text.length;
}

// ---- what a person is told ----

/** Of the fields that tell how a message is sent and coded, the name and what it means. */
export function listCellFields(field: Field): [name: string, value: string | undefined][] {
  const found = new Map<string, string | undefined>();
  const visit = ({ name, value, meaning, children }: Field): void => {
    if (TOLD.includes(name) && !found.has(name)) found.set(name, meaning ?? (value === undefined ? undefined : `${value}`));
    for (const child of children) if (child.name !== 'content') visit(child);
  };
  visit(field);
  const language = field.children.flatMap(({ children }) => children).find(({ name }) => name === 'language')?.value;
  if (language !== undefined) found.set('language', `${language}`);
  const named = [...TOLD, 'language'].filter((name) => found.has(name));
  return named.map((name) => [`${name.charAt(0).toUpperCase()}${name.slice(1)}`, found.get(name)]);
}

const TOLD: readonly string[] = [
  'message identifier',
  'geographical scope',
  'message code',
  'update number',
  'data coding scheme',
  'emergency user alert',
  'popup',
];
