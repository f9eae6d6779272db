/**
 * What `handset archive` does; loaded when it is asked for, as other commands need none of it.
 * @module
 */
import { mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type Archive,
  type ArchiveFile,
  type ArchiveFormat,
  type ArchiveMessage,
  formatArchive,
  groupConversations,
  identifyArchive,
  joinMessages,
  readArchive,
  unpackArchive,
} from '../../archive/index.js';
import { pluralize } from '../../bytes/file-fields.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { toWellFormed } from '../../bytes/utf16.js';
import { DEFAULT_LIMITS, FormatError } from '../../errors.js';
import { TABLE } from '../../inspect/formats/table.js';
import { type MediaFile, MediaMaker, type MessageMedia } from '../../show/archive/media.js';
import { type ArchivePage, archivePage, countEntries, countWords, type FileCount } from '../../show/archive/page.js';
import { SafePaths } from '../../show/safe-path.js';
import { formatVCalendar, formatVCard, type VCalendar, type VCard } from '../../vobject/index.js';
import { isZip } from '../../zip/tree.js';
import { writeStoredZip } from '../../zip/write.js';
import { listArchive, readArchiveFile } from '../inspect/archive.js';
import { extensionOf, inputName, isFolder, reasonOf, type Session, toJson, UsageError } from '../io.js';

/** Options of the command. */
export interface Options {
  output: string;
  to?: ArchiveFormat;
  json?: boolean;
}

/** What was read of all files. */
interface Collected {
  readonly messages: ArchiveMessage[];
  readonly cards: VCard[];
  readonly calendars: VCalendar[];
  readonly counts: FileCount[];
  readonly unknown: { file: string; name: string; text: string; reason: string }[];
  /** Files that were not understood as a whole. */
  readonly others: ArchiveFile[];
}

/** Reads archives, writes what was asked for, and says what there was. */
export async function run(session: Session, paths: readonly string[], options: Options): Promise<void> {
  const { output, to } = options;
  const found: Collected = { messages: [], cards: [], calendars: [], counts: [], unknown: [], others: [] };
  const own = realPath(output);
  const files = await readAll(session, paths, own, found);
  for (const { name, data } of session.counted(files, 'files')) collect(session, name, data, found, 0);
  const { messages, cards, calendars } = found;
  if (messages.length + cards.length + countEntries(calendars) === 0) {
    tell(session, found, options);
    throw new UsageError(`no archive of messages among ${pluralize(found.counts.length, 'file')}: see handset inspect`);
  }
  if (to !== undefined && messages.length === 0) {
    tell(session, found, options);
    throw new UsageError('no message to write: cards and calendars go into a page or a ZIP');
  }
  const last = to === undefined ? writePage(session, paths, found, output) : convert(session, to, found, output);
  tell(session, found, options, last);
}

/** The real path of what will be written, as far as it is there: it is not read itself. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

// ---- Reading ----

/** Files, and the files of folders, one after the other. */
async function readAll(
  session: Session,
  paths: readonly string[],
  own: string | undefined,
  found: Collected,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  let octets = 0;
  const most = DEFAULT_LIMITS.archiveOctets;
  const refuse = (name: string, reason: string) => found.counts.push(emptyCount(name, reason));
  const take = (name: string, data: Uint8Array | string) => {
    if (typeof data === 'string') return refuse(name, data);
    octets += data.length;
    if (octets > 4 * most) return refuse(name, `more than ${4 * most} octets of other files come before it`);
    return files.push({ name, data });
  };
  for (const path of paths) {
    if (!isFolder(path)) {
      if (path !== '-' && (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > most)
        refuse(path, `more than ${most} octets`);
      else take(inputName(path), await session.read(path));
      continue;
    }
    const prefix = paths.length === 1 ? '' : `${path.replace(/[/\\]+$/, '')}/`;
    const isOwn = (real: Uint8Array) => own !== undefined && Buffer.compare(Buffer.from(real), Buffer.from(own)) === 0;
    const listing = listFolder(path, isOwn);
    for (const file of session.counted(listing.files, 'files')) take(`${prefix}${file.name}`, readArchiveFile(file, most));
    for (const { name, reason } of listing.unread) refuse(`${prefix}${name}`, reason);
  }
  return files;
}

function listFolder(path: string, isOwn: (real: Uint8Array) => boolean): ReturnType<typeof listArchive> {
  try {
    return listArchive(path, isOwn);
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

function emptyCount(name: string, reason: string): FileCount {
  return { name, format: undefined, messages: 0, cards: 0, entries: 0, withRest: 0, unknown: 0, reason };
}

/** Archives in archives that are opened. */
const MAX_DEPTH = 2;

/** Reads one file; those of a ZIP are read one by one. */
function collect(session: Session, name: string, data: Uint8Array, found: Collected, depth: number): void {
  try {
    const format = identifyArchive(data);
    if (format === undefined && isZip(data) && depth < MAX_DEPTH) {
      for (const file of session.counted(unpackArchive(data), `files of ${name}`))
        collect(session, `${name}/${file.name}`, file.data, found, depth + 1);
      return;
    }
    if (format === undefined) {
      found.others.push({ name, data });
      found.counts.push(emptyCount(name, 'no archive of messages'));
      return;
    }
    const faults: string[] = [];
    let count = 0;
    const onIssue = ({ message }: { readonly message: string }) => {
      count++;
      if (faults.length < MAX_FAULTS) faults.push(message);
    };
    add(name, readArchive(data, { lenient: true, onIssue }), found, faults, count);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    found.others.push({ name, data });
    found.counts.push(emptyCount(name, error.message));
  }
}

/** Faults of a file that are told. */
const MAX_FAULTS = 3;

function add(name: string, archive: Archive, found: Collected, faults: readonly string[], faultCount: number): void {
  const { format, messages, cards, calendars, unknown } = archive;
  for (const message of messages) found.messages.push(message);
  for (const card of cards) found.cards.push(card);
  for (const calendar of calendars) found.calendars.push(calendar);
  for (const piece of unknown) found.unknown.push({ file: name, name: piece.name, text: piece.text, reason: piece.reason });
  const notes = [...faults];
  if (faultCount > faults.length) notes.push(`${faultCount - faults.length} more such notes`);
  found.counts.push({
    name,
    format,
    messages: messages.length,
    cards: cards.length,
    entries: countEntries(calendars),
    withRest: messages.filter(({ rest }) => rest !== undefined).length,
    unknown: unknown.length,
    ...(notes.length > 0 && { reason: notes.join('; ') }),
  });
}

// ---- Writing ----

/** @returns what was written, in words */
function writePage(session: Session, paths: readonly string[], found: Collected, output: string): string {
  const isAlone = /^\.html?$/.test(extensionOf(output));
  const { cards, calendars, unknown, others } = found;
  const messages = joinMessages(found.messages);
  const conversations = groupConversations(messages, cards);
  const maker = new MediaMaker();
  const media = new Map<ArchiveMessage, MessageMedia>();
  const files: MediaFile[] = [];
  const withParts = conversations.flatMap(({ messages }) => messages).filter(({ parts }) => parts.length > 0);
  for (const message of session.counted(withParts, 'messages with media')) {
    const made = maker.make(message);
    media.set(message, made);
    files.push(...made.files);
  }
  const title = `Messages of ${paths.map((path) => (path === '-' ? inputName(path) : basename(resolve(path)))).join(', ')}`;
  const page: ArchivePage = { title, conversations, cards, calendars, media, files: found.counts, unknown };
  const html = encodeUtf8(toWellFormed(archivePage(page, isAlone)));
  if (isAlone) session.write(html, output);
  else
    writeFiles(session, output, [
      { name: 'index.html', data: html },
      ...files.map(({ path, data }) => ({ name: path, data })),
      ...objectFiles(session, found),
      ...kept(found),
    ]);
  const isJoined = messages.length < found.messages.length;
  const more = [
    ...(isJoined ? ['parts of long messages are joined'] : []),
    ...(unknown.length === 0 ? [] : [`${pluralize(unknown.length, 'piece')} not understood, shown at the end of the page`]),
    ...(others.length === 0
      ? []
      : [`${pluralize(others.length, 'file')} not understood${isAlone ? '' : ', kept in not-understood'}`]),
  ];
  return [countOf(messages.length, cards.length, countEntries(calendars)), ...more].join('; ');
}

/** Cards and calendars in the versions that programs of today read. */
function objectFiles(session: Session, { cards, calendars }: Collected): ArchiveFile[] {
  const paths = new SafePaths();
  const files: ArchiveFile[] = [];
  const losses = new Set<string>();
  const write = (name: string, format: (onLoss: (loss: string) => void) => string) => {
    try {
      const text = format((loss) => losses.add(loss));
      if (text !== '') files.push({ name: paths.file(name), data: encodeUtf8(text) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      losses.add(error.message);
    }
  };
  const tellIssue = (onLoss: (loss: string) => void) => (issue: { readonly field: string; readonly reason: string }) =>
    onLoss(`${issue.field}: ${issue.reason}`);
  write('address-book.vcf', (onLoss) =>
    cards.map((card) => formatVCard(card, { version: '3.0', onIssue: tellIssue(onLoss) })).join(''),
  );
  for (const calendar of calendars.filter((each) => countEntries([each]) > 0))
    write('calendar.ics', (onLoss) =>
      formatVCalendar(calendar, {
        version: '2.0',
        onIssue: tellIssue(onLoss),
        onDrop: (path) => onLoss(`${path}: iCalendar has no place for it`),
      }),
    );
  for (const loss of [...losses].slice(0, MAX_LOSSES)) session.warn(`cards and calendars: ${loss}`);
  if (losses.size > MAX_LOSSES) session.warn(`cards and calendars: ${losses.size - MAX_LOSSES} more losses`);
  return files;
}

/** What was not understood: whole files as they are, pieces in one text. */
function kept({ others, unknown }: Collected): ArchiveFile[] {
  const paths = new SafePaths();
  const files = others.map(({ name, data }) => ({ name: paths.file(`not-understood/${name}`), data }));
  if (unknown.length === 0) return files;
  const text = unknown.map(({ file, name, reason, text: piece }) => `---- ${file}: ${name}: ${reason}\n${piece}\n`).join('\n');
  const data = encodeUtf8(toWellFormed(text));
  return [...files, { name: paths.file('not-understood/pieces.txt'), data }];
}

/** Losses that are told one by one, each kind once. */
const MAX_LOSSES = 10;

/** @returns what was written, in words */
function convert(session: Session, to: ArchiveFormat, found: Collected, output: string): string {
  const losses = new Map<string, number>();
  const onLoss = ({ field, reason }: { readonly field: string; readonly reason: string }) => {
    const kind = `${field.replace(/\[\d+\]/g, '')}: ${reason}`;
    losses.set(kind, (losses.get(kind) ?? 0) + 1);
  };
  const messages = to === 'gammu-backup' ? found.messages : joinMessages(found.messages);
  const files = formatArchive(to, messages, { onLoss });
  const [only] = files;
  if (only !== undefined && files.length === 1 && extensionOf(output) === extensionOf(only.name))
    session.write(only.data, output);
  else writeFiles(session, output, files);
  const kinds = [...losses].sort(([, a], [, b]) => b - a);
  for (const [kind, count] of kinds.slice(0, MAX_LOSSES)) session.warn(`in ${pluralize(count, 'message')}: ${kind}`);
  if (kinds.length > MAX_LOSSES) session.warn(`${kinds.length - MAX_LOSSES} more kinds of losses`);
  const { cards, calendars, unknown, others } = found;
  const objects = cards.length + countEntries(calendars);
  if (objects > 0) session.warn(`${countOf(0, cards.length, countEntries(calendars))} not written: ${to} has messages alone`);
  const left = unknown.length + others.length;
  return `${pluralize(messages.length, 'message')}${left === 0 ? '' : `; ${left} not understood and not written`}`;
}

/** A ZIP by its extension, else a new folder; one file goes to the path itself where that has its extension. */
function writeFiles(session: Session, output: string, files: readonly ArchiveFile[]): void {
  if (extensionOf(output) === '.zip') {
    session.write(writeStoredZip(files), output);
    return;
  }
  const write = <T>(path: string, work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const reasons = { EEXIST: 'there is something of that name already', ENOENT: 'there is no such directory' };
      throw new UsageError(`cannot write ${path}: ${reasonOf(error, reasons)}`);
    }
  };
  write(output, () => mkdirSync(output));
  for (const { name, data } of files) {
    const path = join(output, name);
    write(path, () => {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, data, { flag: 'wx' });
    });
  }
}

/** Files whose counts are told; the page and --json have all. */
const MAX_TOLD = 20;

/** @param written what was written, in words */
function tell(session: Session, { counts }: Collected, { json, output }: Options, written?: string): void {
  if (json === true) {
    session.write(toJson(counts), undefined);
    return;
  }
  for (const { name, format, messages, cards, entries, withRest, unknown, reason } of counts.slice(0, MAX_TOLD)) {
    if (format === undefined) session.warn(`not understood: ${name}: ${reason}`);
    else {
      const what = [countOf(messages, cards, entries)];
      if (withRest > 0) what.push(`${pluralize(withRest, 'message')} with fields that are not shown`);
      if (unknown > 0) what.push(`${pluralize(unknown, 'piece')} not understood`);
      if (reason !== undefined) what.push(reason);
      session.note(`${name}: ${TABLE[format].label}, ${what.join('; ')}`);
    }
  }
  if (counts.length > MAX_TOLD) session.note(`and ${counts.length - MAX_TOLD} more files`);
  if (written !== undefined) session.note(`${output}: ${written}`);
}

/** What there is of each kind. */
function countOf(messages: number, cards: number, entries: number): string {
  const what = [
    ...(messages === 0 && cards + entries > 0 ? [] : [pluralize(messages, 'message')]),
    ...(cards === 0 ? [] : [pluralize(cards, 'card')]),
    ...(entries === 0 ? [] : [countWords(entries)]),
  ];
  return what.join(', ');
}
