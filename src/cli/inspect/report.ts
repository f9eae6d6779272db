/**
 * `handset inspect --report`: what an archive of unknown files holds. Every content is shown once, whatever names it has; the same files
 * give the same report.
 * @module
 */

import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { pluralize } from '../../bytes/file-fields.js';
import { DEFAULT_LIMITS } from '../../errors.js';
import { identifyOne } from '../../show/readings.js';
import { indexOf, makeEntry, sumUp } from '../../show/report/entries.js';
import type { Report, ReportEntry, Unread } from '../../show/report/model.js';
import { pageOf } from '../../show/report/page.js';
import { deflate, inputName, reasonOf, type Session, UsageError } from '../io.js';
import { ARCHIVE_LIMITS, type ArchiveFile, type ArchiveLimits, listArchive, readArchiveFile } from './archive.js';
import { MAX_WRITTEN, ReportFiles } from './report-files.js';

/** Files that could not be read of which a note is made; the page and the index name all. */
const MAX_NOTES = 10;

/** How a report is made. */
export interface ReportOptions {
  readonly archive?: ArchiveLimits;
  /** Octets of all conversions. */
  readonly mostWritten?: number;
}

/**
 * Writes a report of files and folders; what could not be read becomes a warning.
 * @param page path of the page.
 * @returns the index, which stands in the folder, too.
 * @throws UsageError for a name that cannot be read or written.
 */
export async function writeReport(
  session: Session,
  paths: readonly string[],
  page: string,
  { archive = ARCHIVE_LIMITS, mostWritten = MAX_WRITTEN }: ReportOptions = {},
): Promise<object> {
  const files = new ReportFiles(page, mostWritten);
  // `*` names an earlier report as well, whose place this one takes.
  const others = paths.filter((path) => path === '-' || !files.holds(path));
  if (others.length === 0) throw new UsageError(`${page} would take the place of what it is about: choose another name`);
  const { sources, unread } = await listSources(session, others, (path) => files.isOwn(path), archive);
  files.prepare();
  const { entries, failed } = readSources(session, sources, files, archive.totalOctets);
  const report = sumUp(others.map(inputName).join(', '), files.folderName, entries, [...unread, ...failed]);
  const index = indexOf(report, files.written);
  files.writeIndex(`${JSON.stringify(index, undefined, 1)}\n`);
  files.writePage(pageOf(report));
  tell(session, page, report);
  return index;
}

/**
 * Readings of every file of folders, without a report.
 * @throws UsageError as {@link writeReport}.
 */
export async function identifyAll(
  session: Session,
  paths: readonly string[],
  archive: ArchiveLimits = ARCHIVE_LIMITS,
): Promise<{ readonly name: string; readonly readings: ReturnType<typeof identifyOne> }[]> {
  const { sources, unread } = await listSources(session, paths, () => false, archive);
  const failed: Unread[] = [];
  const found = [];
  for (const source of session.counted(sources, 'files')) {
    const octets = octetsOf(source);
    if (typeof octets === 'string') failed.push({ name: source.name, reason: octets });
    else found.push({ name: source.name, readings: identifyOne(octets) });
  }
  tellUnread(session, [...unread, ...failed]);
  return found;
}

// ---- Reading ----

/** A file that is read when its turn comes, or octets that are there. */
type Source = ArchiveFile | { readonly name: string; readonly octets: Uint8Array };

/** The files of folders, and files that are named themselves, which may be pipes. */
async function listSources(
  session: Session,
  paths: readonly string[],
  isExcluded: (path: Uint8Array) => boolean,
  limits: ArchiveLimits,
): Promise<{ sources: Source[]; unread: Unread[] }> {
  const sources: Source[] = [];
  const unread: Unread[] = [];
  for (const path of paths) {
    const stats = path === '-' ? undefined : inSystem(path, () => statSync(path));
    if (stats?.isDirectory() === true) {
      const prefix = paths.length === 1 ? '' : `${path.replace(/[/\\]+$/, '')}/`;
      const rest = { ...limits, files: Math.max(0, limits.files - sources.length) };
      const listing = inSystem(path, () => listArchive(path, isExcluded, rest));
      const named = <T extends { readonly name: string }>(one: T): T => ({ ...one, name: `${prefix}${one.name}` });
      sources.push(...listing.files.map(named));
      unread.push(...listing.unread.map(named));
    } else if (stats?.isFile() === true) {
      const file = { name: path, path: inSystem(path, () => realpathSync(path, { encoding: 'buffer' })) };
      if (!isExcluded(file.path)) sources.push(file);
    } else sources.push({ name: inputName(path), octets: await session.read(path) });
  }
  return { sources, unread };
}

function inSystem<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${reasonOf(error)}`);
  }
}

/** The octets, or why they are not read. */
function octetsOf(source: Source): Uint8Array | string {
  const most = DEFAULT_LIMITS.inspectOctets;
  if ('path' in source) return readArchiveFile(source, most);
  const { length } = source.octets;
  return length > most ? `${length} octets, at most ${most} are read` : source.octets;
}

/** Reads each file, and shows each content when it is met first: no more than one is held at a time. */
function readSources(
  session: Session,
  sources: readonly Source[],
  files: ReportFiles,
  mostOctets: number,
): { entries: ReportEntry[]; failed: Unread[] } {
  const entries = new Map<string, ReportEntry & { readonly names: string[] }>();
  const failed: Unread[] = [];
  let total = 0;
  for (const source of session.counted(sources, 'files')) {
    const { name } = source;
    const octets = total > mostOctets ? `behind more than ${mostOctets} octets of other files` : octetsOf(source);
    if (typeof octets === 'string') {
      failed.push({ name, reason: octets });
      continue;
    }
    total += octets.length;
    const sha256 = createHash('sha256').update(octets).digest('hex');
    const known = entries.get(sha256);
    if (known === undefined) entries.set(sha256, { ...makeEntry(sha256, octets, files, { pack: deflate }), names: [name] });
    else known.names.push(name);
  }
  return { entries: [...entries.values()], failed };
}

function tell(session: Session, page: string, { files, formats, entries, unread }: Report): void {
  const known = formats.filter(({ format }) => format !== undefined).length;
  const unknown = entries.filter(({ format }) => format === undefined).length;
  const what = [
    pluralize(files, 'file'),
    pluralize(entries.length, 'content'),
    pluralize(known, 'format'),
    `${unknown} unknown`,
  ];
  session.note(`${page}: ${what.join(', ')}`);
  tellUnread(session, unread);
}

function tellUnread(session: Session, unread: readonly Unread[]): void {
  for (const { name, reason } of unread.slice(0, MAX_NOTES)) session.warn(`not read: ${name}: ${reason}`);
  if (unread.length > MAX_NOTES) session.warn(`not read: ${unread.length - MAX_NOTES} more`);
}
