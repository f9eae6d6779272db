/**
 * What `handset archive` does; loaded when it is asked for, as other commands need none of it.
 * @module
 */
import { mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
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
import { type MediaFile, MediaMaker, type MessageMedia } from '../../show/archive/media.js';
import { type ArchivePage, archivePage, type FileCount } from '../../show/archive/page.js';
import { SafePaths } from '../../show/safe-path.js';
import type { VCard } from '../../vobject/index.js';
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
  readonly counts: FileCount[];
  readonly unknown: { file: string; name: string; text: string; reason: string }[];
  /** Files that were not understood as a whole. */
  readonly others: ArchiveFile[];
}

/** Reads archives, writes what was asked for, and says what there was. */
export async function run(session: Session, paths: readonly string[], options: Options): Promise<void> {
  const { output, to } = options;
  const found: Collected = { messages: [], cards: [], counts: [], unknown: [], others: [] };
  const own = realPath(output);
  for (const { name, data } of await readAll(session, paths, own, found)) collect(session, name, data, found, 0);
  if (found.messages.length === 0 && found.cards.length === 0) {
    tell(session, found, options);
    throw new UsageError(`no archive of messages among ${pluralize(found.counts.length, 'file')}: see handset inspect`);
  }
  if (to === undefined) writePage(session, paths, found, output);
  else convert(session, to, found, output);
  tell(session, found, options);
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
    for (const file of listing.files) take(`${prefix}${file.name}`, readArchiveFile(file, most));
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
  return { name, format: '', messages: 0, cards: 0, withRest: 0, unknown: 0, reason };
}

/** Archives in archives that are opened. */
const MAX_DEPTH = 2;

/** Reads one file; those of a ZIP are read one by one. */
function collect(session: Session, name: string, data: Uint8Array, found: Collected, depth: number): void {
  try {
    const format = identifyArchive(data);
    if (format === undefined && isZip(data) && depth < MAX_DEPTH) {
      for (const file of unpackArchive(data)) collect(session, `${name}/${file.name}`, file.data, found, depth + 1);
      return;
    }
    if (format === undefined) {
      found.others.push({ name, data });
      found.counts.push(emptyCount(name, 'no archive of messages'));
      return;
    }
    const faults: string[] = [];
    let count = 0;
    const onIssue = ({ message, severity }: { readonly message: string; readonly severity: string }) => {
      if (severity !== 'error') return;
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
  for (const piece of unknown) found.unknown.push({ file: name, name: piece.name, text: piece.text, reason: piece.reason });
  const entries = calendars.reduce((sum, { events = [], todos = [] }) => sum + events.length + todos.length, 0);
  const notes = [...(entries === 0 ? [] : [pluralize(entries, 'event')]), ...faults];
  if (faultCount > faults.length) notes.push(`${faultCount - faults.length} more faults`);
  found.counts.push({
    name,
    format,
    messages: messages.length,
    cards: cards.length,
    withRest: messages.filter(({ rest }) => rest !== undefined).length,
    unknown: unknown.length,
    ...(notes.length > 0 && { reason: notes.join('; ') }),
  });
}

// ---- Writing ----

function writePage(session: Session, paths: readonly string[], found: Collected, output: string): void {
  const isAlone = /^\.html?$/.test(extensionOf(output));
  const conversations = groupConversations(joinMessages(found.messages), found.cards);
  const maker = new MediaMaker();
  const media = new Map<ArchiveMessage, MessageMedia>();
  const files: MediaFile[] = [];
  for (const message of conversations.flatMap(({ messages }) => messages)) {
    if (message.parts.length === 0) continue;
    const made = maker.make(message);
    media.set(message, made);
    files.push(...made.files);
  }
  const title = `Messages of ${paths.map(inputName).join(', ')}`;
  const page: ArchivePage = { title, conversations, media, files: found.counts, unknown: found.unknown };
  const html = encodeUtf8(toWellFormed(archivePage(page, isAlone)));
  if (isAlone) session.write(html, output);
  else
    writeFiles(session, output, [
      { name: 'index.html', data: html },
      ...files.map(({ path, data }) => ({ name: path, data })),
      ...kept(found),
    ]);
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

function convert(session: Session, to: ArchiveFormat, found: Collected, output: string): void {
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
  for (const [kind, count] of kinds.slice(0, MAX_LOSSES))
    session.warn(`${to} has no place for this in ${pluralize(count, 'message')}: ${kind}`);
  if (kinds.length > MAX_LOSSES) session.warn(`${kinds.length - MAX_LOSSES} more kinds of losses`);
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

function tell(session: Session, { counts, messages, unknown, others }: Collected, { json, output }: Options): void {
  if (json === true) {
    session.write(toJson(counts), undefined);
    return;
  }
  for (const { name, format, messages: read, cards, withRest, unknown: pieces, reason } of counts.slice(0, MAX_TOLD)) {
    if (format === '') session.warn(`not understood: ${name}: ${reason}`);
    else {
      const what = [pluralize(read, 'message')];
      if (cards > 0) what.push(pluralize(cards, 'card'));
      if (withRest > 0) what.push(`${withRest} with fields kept unread`);
      if (pieces > 0) what.push(`${pluralize(pieces, 'piece')} not understood`);
      session.note(`${name}: ${format}, ${what.join(', ')}${reason === undefined ? '' : `; ${reason}`}`);
    }
  }
  if (counts.length > MAX_TOLD) session.note(`and ${counts.length - MAX_TOLD} more files`);
  const left = unknown.length + others.length;
  session.note(
    `${output}: ${pluralize(messages.length, 'message')}${left === 0 ? '' : `; ${left} kept without being understood`}`,
  );
}
