/**
 * `handset inspect --report`: what an archive of unknown files holds. Every content is shown once, whatever names it has; the same files
 * give the same report.
 * @module
 */

import { createHash } from 'node:crypto';
import { realpathSync, statSync } from 'node:fs';
import { pluralize } from '../../bytes/file-fields.js';
import { type Field, toHex } from '../../bytes/index.js';
import { DEFAULT_LIMITS } from '../../errors.js';
import { FORMATS, type Format, type Identification, identify, treeToJson } from '../../inspect/index.js';
import { shorten } from '../../inspect/printable.js';
import { inputName, reasonOf, type Session, UsageError } from '../io.js';
import { ARCHIVE_LIMITS, type ArchiveFile, type ArchiveLimits, listArchive, readArchiveFile, type Unread } from './archive.js';
import { identifyOne, openOne } from './readings.js';
import { exhibit, faultOf } from './report-exhibits.js';
import { MAX_WRITTEN, REPORT_MARK, ReportFiles } from './report-files.js';
import type { Displayed, Exhibit, Findings, Report, ReportEntry } from './report-model.js';
import { pageOf } from './report-page.js';
import { HIDDEN, isSecret, withoutSecrets } from './report-secrets.js';

/** Fields and characters of a value that the JSON of a tree holds. */
const MAX_FIELDS = 5_000;
const MAX_VALUE = 2_000;

/** Warnings or errors of a content that are named, and characters of each. */
const MAX_NAMED = 3;
const MAX_FINDING = 300;

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
  const report = summed(others, files.folderName, entries, [...unread, ...failed]);
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
  const found = sources.flatMap((source) => {
    const octets = octetsOf(source);
    if (typeof octets !== 'string') return [{ name: source.name, readings: identifyOne(octets) }];
    failed.push({ name: source.name, reason: octets });
    return [];
  });
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
  for (const [i, source] of sources.entries()) {
    const { name } = source;
    if (i % PROGRESS_STEP === 0) session.streams.progress?.(`${i} of ${sources.length} files`);
    const octets = total > mostOctets ? `behind more than ${mostOctets} octets of other files` : octetsOf(source);
    if (typeof octets === 'string') {
      failed.push({ name, reason: octets });
      continue;
    }
    total += octets.length;
    const sha256 = createHash('sha256').update(octets).digest('hex');
    const known = entries.get(sha256);
    if (known === undefined) entries.set(sha256, { ...entryOf(sha256, octets, files), names: [name] });
    else known.names.push(name);
  }
  session.streams.progress?.('');
  return { entries: [...entries.values()], failed };
}

/** Files after which the progress is shown again. */
const PROGRESS_STEP = 20;

function entryOf(sha256: string, octets: Uint8Array, files: ReportFiles): Omit<ReportEntry, 'names'> {
  const opened = openOne(octets);
  const inner = identify(opened.octets);
  // Hex digits of nothing that is known are a text of hex digits.
  const isInside = opened.within.length > 0 && inner.length > 0;
  const readings = isInside || opened.within.length === 0 ? inner : identify(octets);
  const [reading] = readings;
  const payload = isInside ? opened.octets : octets;
  const { exhibits, faults } = exhibit(reading?.format, payload, opened.tree);
  const json = treeJson(sha256, octets.length, isInside ? opened.within : [], readings, opened.tree);
  const shown = display(sha256, exhibits, files);
  const findings = findingsOf(opened.tree);
  // What ended the tree's decoding ended that of the conversion as well.
  const told = findings.errors.first.map(faultOf);
  const others = faults.filter((fault) => !told.includes(fault));
  const jsonName = files.write(sha256, 1, '.json', json);
  return {
    sha256,
    octets: octets.length,
    format: reading?.format,
    within: isInside ? opened.within : [],
    confidence: reading?.confidence ?? 0,
    reason: reading?.reason ?? unknownReason(octets),
    ...findings,
    exhibits: shown.displayed,
    faults: [...others, ...(shown.isWhole && jsonName !== undefined ? [] : [NO_ROOM])],
    json: jsonName,
  };
}

const NO_ROOM = 'not all of its files are there: the report has its largest size';

function unknownReason(octets: Uint8Array): string {
  if (octets.length === 0) return 'it is empty';
  return `nothing known begins with ${toHex(octets.subarray(0, 8)).replace(/..(?!$)/g, '$& ')}`;
}

/** Writes the files of exhibits. */
function display(
  sha256: string,
  exhibits: readonly Exhibit[],
  files: ReportFiles,
): { displayed: Displayed[]; isWhole: boolean } {
  const numbers = new Map<string, number>();
  let isWhole = true;
  const write = (extension: string, octets: Uint8Array): string | undefined => {
    const number = (numbers.get(extension) ?? 0) + 1;
    numbers.set(extension, number);
    const name = files.write(sha256, number, extension, octets);
    if (name === undefined) isWhole = false;
    return name;
  };
  const displayed = exhibits.map((one): Displayed => {
    if (one.kind === 'text') return one;
    if (one.kind === 'sound') {
      const { wav, midi, ...words } = one;
      return { ...words, wav: wav && write('.wav', wav), midi: midi && write('.mid', midi) };
    }
    const frames = one.frames.flatMap(({ file: octets, extension = '.png', widthPx, heightPx }) => {
      const file = write(extension, octets);
      return file === undefined ? [] : [{ file, widthPx, heightPx }];
    });
    return { ...one, frames };
  });
  return { displayed, isWhole };
}

function findingsOf(tree: Field): { warnings: Findings; errors: Findings } {
  const warnings = { count: 0, first: [] as string[] };
  const errors = { count: 0, first: [] as string[] };
  const note = (findings: typeof warnings, text: string) => {
    findings.count++;
    if (findings.first.length < MAX_NAMED) findings.first.push(withoutSecrets(shorten(text, MAX_FINDING)));
  };
  const walk = ({ name, children, error, warnings: own = [] }: Field): void => {
    for (const warning of own) note(warnings, `${name}: ${warning}`);
    if (error !== undefined) note(errors, error.message);
    for (const child of children) walk(child);
  };
  walk(tree);
  return { warnings, errors };
}

// ---- JSON ----

/** A content's readings and its tree; of a large tree the upper levels, with the number of the fields that are left out. */
function treeJson(
  sha256: string,
  octets: number,
  within: readonly Format[],
  readings: readonly Identification[],
  tree: Field,
): string {
  const levels = levelsWithin(tree, MAX_FIELDS);
  return `${JSON.stringify({ sha256, octets, within, readings, tree: boundedTree(tree, levels) })}\n`;
}

/** Levels below a tree's root that together have no more fields than this; one at least. */
function levelsWithin(tree: Field, mostFields: number): number {
  let level: readonly Field[] = tree.children;
  let fields = 0;
  for (let levels = 0; level.length > 0; levels++) {
    fields += level.length;
    if (fields > mostFields) return Math.max(1, levels);
    level = level.flatMap(({ children }) => children);
  }
  return Number.POSITIVE_INFINITY;
}

/** Octets of a space of its own stand in the tree only where nothing is below them: the rest is in its fields. */
function boundedTree(field: Field, levels: number): object {
  const { name, children, value, meaning, octets } = field;
  if (isSecret(name)) return { ...(treeToJson({ ...field, children: [] }) as object), value: HIDDEN, meaning: undefined };
  const shown = levels === 0 ? [] : children.slice(0, MAX_FIELDS);
  const left = children.length - shown.length;
  const own = children.length > 0 ? undefined : octets?.subarray(0, MAX_VALUE / 2);
  return {
    ...(treeToJson({ ...field, octets: own, children: [] } as Field) as object),
    ...(typeof value === 'string' && { value: withoutSecrets(shorten(value, MAX_VALUE)) }),
    ...(meaning !== undefined && { meaning: withoutSecrets(meaning) }),
    ...(left > 0 && { leftOut: pluralize(left, 'field') }),
    children: shown.map((child) => boundedTree(child, levels - 1)),
  };
}

// ---- Summing up ----

function summed(paths: readonly string[], folder: string, entries: readonly ReportEntry[], unread: readonly Unread[]): Report {
  const counts = new Map<Format | undefined, { files: number; contents: number; octets: number }>();
  for (const { format, names, octets } of entries) {
    const count = counts.get(format) ?? { files: 0, contents: 0, octets: 0 };
    counts.set(format, {
      files: count.files + names.length,
      contents: count.contents + 1,
      octets: count.octets + names.length * octets,
    });
  }
  const formats = [...counts].map(([format, count]) => ({ format, ...count })).sort((a, b) => rank(a.format) - rank(b.format));
  return {
    source: paths.map(inputName).join(', '),
    folder,
    files: formats.reduce((sum, { files }) => sum + files, 0),
    octets: formats.reduce((sum, { octets }) => sum + octets, 0),
    formats,
    // They come in the order of their first names, which sorting keeps.
    entries: [...entries].sort((a, b) => rank(a.format) - rank(b.format)),
    unread,
  };
}

function rank(format: Format | undefined): number {
  return format === undefined ? FORMATS.length : FORMATS.indexOf(format);
}

function indexOf({ source, files, octets, formats, entries, unread }: Report, written: readonly string[]): object {
  return {
    report: REPORT_MARK,
    version: 1,
    source,
    counts: { files, contents: entries.length, octets, unread: unread.length },
    formats: formats.map((count) => ({ ...count, format: count.format ?? 'unknown' })),
    contents: entries.map(({ format, exhibits, ...entry }) => ({
      ...entry,
      format: format ?? 'unknown',
      shown: exhibits,
    })),
    unread,
    files: written,
  };
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
