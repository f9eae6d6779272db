/**
 * Records of SIM cards and envelopes to them, opened: files of one record or many, with the TPDU in each.
 * @module
 */

import { pluralize } from '../bytes/file-fields.js';
import { ByteReader, type Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { type CellBroadcast, describeCbs, readCbs } from '../cbs/broadcast.js';
import { DecodeError, type FormatError } from '../errors.js';
import { ADN_FIXED_OCTETS, type AdnRecord, readAdn } from '../sim/adn.js';
import { describeEnvelope, type Envelope, readEnvelope } from '../sim/envelope.js';
import { EXT1_OCTETS, type Ext1Record, readExt1 } from '../sim/ext1.js';
import { formatDialled } from '../sim/numbers.js';
import { readSimSms, SIM_SMS_OCTETS, type SimSms } from '../sim/sms-record.js';
import { readSmsParameters, SMSP_FIXED_OCTETS, type SmsParameters } from '../sim/smsp.js';
import { decodeTpdu, formatAddress } from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import { type Decoding, octetTree } from './formats/octets.js';
import type { Evidence } from './formats/row.js';
import type { Inspected } from './nested-payloads.js';
import { findRefusal, type ReadOptions } from './read-twice.js';
import { carrying } from './relay.js';
import { openChildren } from './trees.js';
import { tpduTree } from './user-data.js';

/** The formats of records. */
type FileFormat = 'sim-sms' | 'sim-adn' | 'sim-smsp' | 'sim-ext1';

/** The formats here. */
export type SimFormat = FileFormat | 'sim-envelope';

/** A file of records. */
interface RecordFile<T> {
  readonly name: string;
  /** What it is to people. */
  readonly words: string;
  read(reader: ByteReader, options: ReadOptions): T;
  /** What a record says; undefined where it is empty. */
  describe(record: T): string | undefined;
  /** Octets of a record where all cards have the same. */
  readonly recordOctets?: number;
  /** Octets that a record has besides its name. */
  readonly fixedOctets: number;
  /** How much speaks for a record that holds something and was read without a fault. */
  judge(record: T, octets: Uint8Array): number;
}

const MAX_RECORD = 255;
const MAX_RECORDS = 255;

const SMS = (): RecordFile<SimSms> => ({
  name: 'EF_SMS',
  words: 'messages on a SIM',
  read: readSimSms,
  describe: describeSms,
  recordOctets: SIM_SMS_OCTETS,
  fixedOctets: SIM_SMS_OCTETS,
  judge: (record) => (isSoundMessage(record) ? 0.97 : 0.4),
});

const ADN = (): RecordFile<AdnRecord> => ({
  name: 'EF_ADN',
  words: 'phone book of a SIM',
  read: readAdn,
  describe: ({ alpha, number }) => {
    const words = [alpha, number === undefined ? '' : formatDialled(number)].filter((word) => word !== '');
    return words.length === 0 ? undefined : words.join(' ');
  },
  fixedOctets: ADN_FIXED_OCTETS,
  judge: ({ number }, octets) => judgeFiller(octets, (number?.digits.length ?? 0) >= 3),
});

const SMSP = (): RecordFile<SmsParameters> => ({
  name: 'EF_SMSP',
  words: 'message parameters on a SIM',
  read: readSmsParameters,
  describe: ({ alpha, smsc, tpDa }) => {
    const centre = smsc === undefined ? '' : `service centre ${formatAddress(smsc)}`;
    const words = [alpha, centre, tpDa === undefined ? '' : `to ${formatAddress(tpDa)}`].filter((word) => word !== '');
    return words.length === 0 ? undefined : words.join(', ');
  },
  fixedOctets: SMSP_FIXED_OCTETS,
  judge: ({ smsc }, octets) => judgeFiller(octets, smsc !== undefined && smsc.ton < 5),
});

const EXT1 = (): RecordFile<Ext1Record> => ({
  name: 'EF_EXT1',
  words: 'extensions of a phone book',
  read: readExt1,
  describe: (record) =>
    record.kind === 'free' ? undefined : record.kind === 'digits' ? record.digits : 'called party subaddress',
  recordOctets: EXT1_OCTETS,
  fixedOctets: EXT1_OCTETS,
  judge: (record, octets) => Math.min(0.9, judgeFiller(octets, record.kind === 'digits')),
});

/** Called, so that CommonJS loads the records' modules when one is read. */
const FILES: Readonly<Record<FileFormat, () => RecordFile<unknown>>> = {
  'sim-sms': SMS,
  'sim-adn': ADN,
  'sim-smsp': SMSP,
  'sim-ext1': EXT1,
};

function describeSms({ status, direction, smsc, tpdu }: SimSms): string | undefined {
  if (tpdu === undefined) return undefined;
  const centre = smsc === undefined ? '' : `, service centre ${formatAddress(smsc)}`;
  return `${status === 'free' ? 'deleted' : status}, ${direction === 'MT' ? 'to' : 'from'} the handset${centre}`;
}

/** Octets of FF where the record says that nothing is there are hardly chance. */
function judgeFiller(octets: Uint8Array, isNumber: boolean): number {
  const filler = octets.reduce((count, octet) => count + (octet === 0xff ? 1 : 0), 0);
  return !isNumber || filler < 2 ? 0.3 : filler < 4 ? 0.8 : 0.95;
}

function isSoundMessage({ direction, tpdu }: SimSms): boolean {
  return direction !== undefined && tpdu !== undefined && tryDecode(() => decodeTpdu(tpdu, { direction })) !== undefined;
}

// ---- what octets are ----

/** How much speaks for octets as a file of a SIM, or an envelope to it. */
export function judgeSim(format: SimFormat, octets: Uint8Array): Evidence | undefined {
  if (format === 'sim-envelope') return judgeEnvelope(octets);
  const file = FILES[format]();
  const recordOctets = findRecordOctets(octets, file);
  const records = recordOctets === undefined ? undefined : readAll(octets, recordOctets, file);
  if (recordOctets === undefined || records === undefined) return undefined;
  const used = records.flatMap((record, i) => {
    const words = file.describe(record);
    const at = i * recordOctets;
    return words === undefined ? [] : [{ words, confidence: file.judge(record, octets.subarray(at, at + recordOctets)) }];
  });
  const [first] = used;
  if (first === undefined) {
    // Of the other files an empty record is FF alone.
    return format === 'sim-sms' ? { confidence: 0.6, reason: `${file.words} (${file.name}): nothing` } : undefined;
  }
  const confidence = Math.max(...used.map((each) => each.confidence));
  const count = records.length === 1 ? '' : `, ${countRecords(records.length, used.length)}`;
  return { confidence, reason: `${file.words} (${file.name})${count}: ${first.words}` };
}

function judgeEnvelope(octets: Uint8Array): Evidence | undefined {
  const envelope = tryDecode(() => readEnvelope(new ByteReader(octets)));
  if (envelope === undefined || envelope.items.length === 0) return undefined;
  const hasDevices = envelope.items.some(({ tag, value }) => tag === 2 && value.length === 2);
  return { confidence: hasDevices ? 0.96 : 0.5, reason: describeEnvelope(envelope.tag) };
}

/** What one reading makes of all records; undefined where one of them is not sound. */
function readAll<T>(octets: Uint8Array, recordOctets: number, { read }: RecordFile<T>): T[] | undefined {
  const records: T[] = [];
  for (let at = 0; at < octets.length; at += recordOctets) {
    let isSound = true;
    const onIssue = () => {
      isSound = false;
    };
    const reader = new ByteReader(octets, undefined, at, at + recordOctets);
    const record = tryDecode(() => read(reader, { lenient: false, onIssue, limits: {} }));
    if (record === undefined || !isSound) return undefined;
    records.push(record);
  }
  return records;
}

/** Octets of a record: of files whose cards choose it, the shortest that all records can be read with; of one record all. */
function findRecordOctets<T>(octets: Uint8Array, file: RecordFile<T>): number | undefined {
  const { length } = octets;
  if (length === 0 || length > MAX_RECORD * MAX_RECORDS) return undefined;
  const { recordOctets, fixedOctets } = file;
  if (recordOctets !== undefined) return length % recordOctets === 0 ? recordOctets : undefined;
  for (let each = fixedOctets; each <= MAX_RECORD && 2 * each <= length; each++) {
    if (length % each !== 0 || length / each > MAX_RECORDS) continue;
    const records = readAll(octets, each, file);
    if (records?.some((record) => file.describe(record) !== undefined) === true) return each;
  }
  return length <= MAX_RECORD ? length : undefined;
}

// ---- trees ----

/** The tree of a file of a SIM, or of an envelope. */
export function simTree(format: SimFormat, octets: Uint8Array, bounds: Bounds): Inspected {
  if (format === 'sim-envelope') return envelopeTree(octets, bounds);
  const file = FILES[format]();
  const recordOctets = findRecordOctets(octets, file) ?? file.recordOctets ?? octets.length;
  if (recordOctets === 0 || octets.length <= recordOctets) return recordTree(format, octets, bounds);
  return { field: fileTree(format, octets, recordOctets, bounds) };
}

function countRecords(count: number, used: number): string {
  return `${pluralize(count, 'record')}, ${used} in use`;
}

function fileTree(format: FileFormat, octets: Uint8Array, recordOctets: number, bounds: Bounds): Field {
  const { name } = FILES[format]();
  const count = Math.ceil(octets.length / recordOctets);
  const children: Field[] = [];
  let used = 0;
  for (let at = 0; at < octets.length; at += recordOctets) {
    if (bounds.fields.isSpent) {
      children.push({ name: 'more records', value: undefined, start: at, end: octets.length, children: [] });
      break;
    }
    const record = octets.subarray(at, at + recordOctets);
    const { field } = recordTree(format, record, bounds);
    if (field.meaning !== EMPTY) used++;
    // Its fields count in the record's own octets.
    children.push({
      ...{ name: 'record', value: undefined, meaning: `record ${children.length + 1} of ${count}` },
      ...{ start: at, end: at + record.length, octets: record, children: [field] },
    });
  }
  return { name, value: undefined, meaning: countRecords(count, used), start: 0, end: octets.length, children };
}

const EMPTY = 'empty';

function recordTree(format: FileFormat, octets: Uint8Array, bounds: Bounds): Inspected {
  const { name, read, describe } = FILES[format]();
  const decoding: Decoding<unknown> = { root: name, read, describe: (record) => describe(record) ?? EMPTY, isMessage: true };
  const source = { octets, bounds, isPart: false };
  if (format !== 'sim-sms') return { field: octetTree(decoding, source, 0, octets.length) };
  return carrying(
    decoding as Decoding<SimSms>,
    octets,
    bounds,
    0,
    octets.length,
    undefined,
    'TPDU',
    ({ direction = 'MT' }, from, to) => tpduTree(octets, { direction, smsc: false }, bounds, from, to),
  );
}

const ENVELOPE: Decoding<Envelope> = {
  root: 'envelope',
  read: readEnvelope,
  describe: ({ tag }) => describeEnvelope(tag),
  isMessage: true,
};

/** A message that a card looks at before it is sent. */
const MO_CONTROL = 0xd5;

const PAGE: Decoding<CellBroadcast> = {
  root: 'cell broadcast',
  read: (reader, options) => readCbs(reader, options),
  describe: (page) => describeCbs(page),
  isMessage: true,
};

function envelopeTree(octets: Uint8Array, bounds: Bounds): Inspected {
  const opened = carrying(ENVELOPE, octets, bounds, 0, octets.length, 'SMS TPDU', 'TPDU', ({ tag }, from, to) =>
    tpduTree(octets, { direction: tag === MO_CONTROL ? 'MO' : 'MT', smsc: false }, bounds, from, to),
  );
  const field = openChildren(opened.field, ['cell broadcast page'], (child) => {
    if (child.name !== 'page' || bounds.fields.isSpent) return undefined;
    const page = octetTree(PAGE, { octets, bounds, isPart: false }, child.start, child.end);
    return { ...child, value: undefined, children: [page] };
  });
  return { ...opened, field };
}

// ---- what a reading refuses, and what there is for a phone ----

/** What a reading of the octets refuses; undefined where it gets to the end. */
export function simRefusal(format: SimFormat, octets: Uint8Array, lenient: boolean): FormatError | undefined {
  if (format === 'sim-envelope') return findRefusal((options) => readEnvelope(new ByteReader(octets), options), lenient);
  const file = FILES[format]();
  const each = findRecordOctets(octets, file) ?? file.recordOctets ?? octets.length;
  if (octets.length === 0) return new DecodeError('truncated', file.name, 0, 'needs a record, found no octets');
  for (let at = 0; at < octets.length; at += each) {
    const end = Math.min(at + each, octets.length);
    const refused = findRefusal((options) => file.read(new ByteReader(octets, undefined, at, end), options), lenient);
    if (refused !== undefined) return refused;
  }
  return undefined;
}

/** The message in a record of EF_SMS, or in an envelope; undefined where there is none. */
export function simMessage(format: SimFormat, octets: Uint8Array): Pick<SimSms, 'direction' | 'tpdu'> | undefined {
  const options: ReadOptions = { lenient: true, onIssue: () => {}, limits: {} };
  if (format === 'sim-sms') return readSimSms(new ByteReader(octets.subarray(0, SIM_SMS_OCTETS)), options);
  if (format !== 'sim-envelope') return undefined;
  const { tag, items } = readEnvelope(new ByteReader(octets), options);
  const tpdu = items.find((item) => item.tag === 0x0b)?.value;
  return tpdu === undefined ? undefined : { direction: tag === MO_CONTROL ? 'MO' : 'MT', tpdu };
}
