/**
 * Reads the backups of gammu: messages (`gammu backupsms`), and the address book and calendar of a phone (`gammu backup`).
 *
 *   [SMSBackup000]                       [PhonePBK001]                        [Calendar001]
 *   PDU = Deliver                        Entry00Type = NumberMobile           Type = Meeting
 *   DateTime = 20050304T153010Z          Entry00Text = "+447700900123"        Text = "Team"
 *   State = Read                                                              StartTime = 20050505T100000Z
 *   Number = "+447700900123"
 *   Text00 = 00480065006C006C006F
 *   Coding = Default_No_Compression
 *
 * Times are those of the phone's clock, whose zone gammu does not keep, in spite of the Z. A part of a longer message has its user data header in
 * `UDH`; octets that are no text have the coding `8bit`.
 * Source: gammu 1.42, the chapter on backup formats of its manual, and the files that it writes.
 * @module
 */
import { fromHex } from '../bytes/index.js';
import { quote } from '../bytes/quote.js';
import { Reading } from '../bytes/reading.js';
import type { VCard, VEvent, VTodo } from '../vobject/index.js';
import { readCalendarSection, readCardSection } from './gammu-entries.js';
import { readSections, readUnicode, type Section, SectionReader, unquote, usualCoding } from './gammu-sections.js';
import type { Archive, ArchiveMessage, ArchiveOptions, ArchiveState, RestField, UnknownPiece } from './model.js';
import { requireText } from './text.js';
import { parseStamp } from './vmg-time.js';

/**
 * Parses a backup of gammu: its messages, and the entries of its address book and calendar. Other sections are kept in `unknown`, other values in
 * `rest`; those of an address book entry become properties of its card whose names begin with `X-GAMMU-`.
 *
 * Option `lenient`: report the faults below, and keep the value.
 * @throws DecodeError `bad-value` for a file without a section, a line without a value, a value that is given twice, and invalid hex or times.
 * @throws LimitError `limit-exceeded` above `archiveOctets`, `archiveMessages`, `archiveFields`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseGammuBackup } from 'handset/archive';
 *
 * const { messages } = parseGammuBackup('[SMSBackup000]\nPDU = Deliver\nNumber = "1234"\nText00 = 00480069\n');
 * messages[0]?.text; // -> 'Hi'
 * ```
 */
export function parseGammuBackup(text: string, options?: ArchiveOptions): Archive {
  const reading = Reading.of(options);
  requireText(text, reading);
  const messages: ArchiveMessage[] = [];
  const unknown: UnknownPiece[] = [];
  const rest: RestField[] = [];
  const cards: VCard[] = [];
  const events: VEvent[] = [];
  const todos: VTodo[] = [];
  const sections = readSections(text, reading);
  for (const section of sections) {
    const reader = new SectionReader(section, reading);
    if (/^SMSBackup\d*$/i.test(section.name)) messages.push(readMessage(reader, reading));
    else if (/^(?:PhonePBK|SIMPBK)\d*$/i.test(section.name)) cards.push(readCardSection(reader));
    else if (/^Calendar\d*$/i.test(section.name)) events.push(readCalendarSection(reader, 'event'));
    else if (/^TODO\d*$/i.test(section.name)) todos.push(readCalendarSection(reader, 'todo'));
    else if (/^(?:Backup|Checksum)$/i.test(section.name)) keepAll(section, rest);
    else {
      const reason = 'a section without a place in the model';
      unknown.push({ name: section.name, at: section.at, text: text.slice(section.at, section.end), reason });
    }
  }
  if (sections.length === 0) reading.fault('bad-value', 'section', 0, 'no section');
  const calendars = events.length + todos.length === 0 ? [] : [{ events, todos }];
  return { format: 'gammu-backup', messages, cards, calendars, unknown, rest };
}

function keepAll({ name: section, values, others }: Section, rest: RestField[]): void {
  for (const { name, value } of values.values())
    rest.push({ family: 'gammu', name: `${section}.${name}`, value: unquote(value) });
  for (const value of others) rest.push({ family: 'gammu', name: `${section}.`, value });
}

/** Values that gammu writes where there is nothing to say. */
export const GAMMU_DEFAULTS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['class', '-1'],
  ['replysmsc', 'False'],
  ['rejectduplicates', 'False'],
  ['replacemessage', '0'],
  ['messagereference', '0'],
]);

/** States of what came in, and of what went out. */
const IN_STATES: ReadonlyMap<string, ArchiveState> = /* @__PURE__ */ new Map<string, ArchiveState>([
  ['read', 'read'],
  ['unread', 'unread'],
]);
const OUT_STATES: ReadonlyMap<string, ArchiveState> = /* @__PURE__ */ new Map<string, ArchiveState>([
  ['sent', 'sent'],
  ['unsent', 'draft'],
]);

function readMessage(reader: SectionReader, reading: Reading): ArchiveMessage {
  const { section } = reader;
  const rest: RestField[] = [];
  const keep = (name: string, value: string | undefined) => {
    if (value !== undefined) rest.push({ family: 'gammu', name, value });
  };
  const pdu = reader.take('PDU');
  const kind = pdu?.toLowerCase();
  const direction = kind === 'deliver' || kind === 'status_report' ? 'in' : kind === 'submit' ? 'out' : undefined;
  if (kind !== 'deliver' && kind !== 'submit') keep('PDU', pdu);
  const stateName = reader.take('State');
  const state = (direction === 'out' ? OUT_STATES : direction === 'in' ? IN_STATES : NO_STATES).get(
    stateName?.toLowerCase() ?? '',
  );
  if (state === undefined) keep('State', stateName);
  const date = reader.take('DateTime');
  const time = date === undefined ? undefined : parseStamp(date);
  if (date !== undefined && time === undefined) {
    reading.fault('bad-value', `${section.name}/DateTime`, reader.at('DateTime'), `${quote(date)} is no time`);
    keep('DateTime', date);
  }
  const number = reader.takeText('Number');
  const name = reader.takeText('Name');
  if (name !== '') keep('Name', name);
  const serviceCentre = reader.takeText('SMSC');
  const content = readContent(reader, reading, keep);
  const udhHex = reader.take('UDH');
  const udh = udhHex === undefined ? undefined : hexOctets(udhHex);
  if (udhHex !== undefined && udh === undefined) {
    reading.fault('bad-value', `${section.name}/UDH`, reader.at('UDH'), 'is not hex');
    keep('UDH', udhHex);
  }
  const folder = reader.take('Folder');
  for (const { name: key, value } of reader.left()) if (GAMMU_DEFAULTS.get(key.toLowerCase()) !== value) keep(key, value);
  return {
    kind: 'sms',
    ...(direction !== undefined && { direction }),
    ...(state !== undefined && { state }),
    addresses: number === undefined || number === '' ? [] : [{ role: direction === 'out' ? 'to' : 'from', address: number }],
    ...(time !== undefined && { time: { ms: time.ms, isLocal: true } }),
    ...content,
    ...(udh !== undefined && { udh }),
    ...(serviceCentre !== undefined && serviceCentre !== '' && { serviceCentre }),
    ...(folder !== undefined && folder !== usualFolder(direction) && { folder }),
    ...(rest.length > 0 && { rest }),
    at: section.at,
  };
}

const NO_STATES: ReadonlyMap<string, ArchiveState> = /* @__PURE__ */ new Map();

/** The folder of phones with two: inbox and outbox. */
export function usualFolder(direction: ArchiveMessage['direction']): string {
  return direction === 'out' ? '2' : '1';
}

function readContent(
  reader: SectionReader,
  reading: Reading,
  keep: (name: string, value: string | undefined) => void,
): Pick<ArchiveMessage, 'text' | 'parts'> {
  const { section } = reader;
  const pieces: string[] = [];
  for (;;) {
    const piece = reader.take(`Text${String(pieces.length).padStart(2, '0')}`);
    if (piece === undefined) break;
    pieces.push(piece);
  }
  const hex = pieces.join('');
  const coding = reader.take('Coding');
  const length = reader.take('Length');
  const isText = coding === undefined || /^(?:Default|Unicode)_/i.test(coding);
  const faulty = () => {
    reading.fault('bad-value', `${section.name}/Text00`, reader.at('Text00'), isText ? 'is not UTF-16 in hex' : 'is not hex');
    keep('Text00', hex);
    keep('Coding', coding);
    return { text: '', parts: [] };
  };
  if (isText) {
    const text = readUnicode(hex);
    if (text === undefined) return faulty();
    if (coding !== usualCoding(text)) keep('Coding', coding);
    if (length !== String(text.length)) keep('Length', length);
    return { text, parts: [] };
  }
  const data = hexOctets(hex);
  if (data === undefined) return faulty();
  if (coding !== '8bit') keep('Coding', coding);
  if (length !== String(data.length)) keep('Length', length);
  return { text: '', parts: [{ contentType: 'application/octet-stream', data }] };
}

function hexOctets(hex: string): Uint8Array | undefined {
  return hex.length % 2 === 0 && /^[0-9A-Fa-f]*$/.test(hex) ? fromHex(hex) : undefined;
}
