/**
 * A collection as one file: an archive of today's files, or a report that shows all of them on a page.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import type { ReportEntry, Unread } from '../../show/report/model.js';
import { frameStoredZip } from '../../zip/write.js';
import { type Item, type LeftOut, moreThanNamed } from './collection.js';
import { ArchivePlan } from './export.js';
import type { WorkPool } from './pool-view.js';
import type { Reported } from './work.js';

/** What is exported, and how far it is. */
export interface Exporting {
  readonly items: readonly Item[];
  readonly pool: WorkPool;
  /** Files that the collection did not take. */
  readonly leftOut: LeftOut;
  readonly signal: AbortSignal;
  /** Called after each file. */
  readonly step: () => void;
}

/** A file for the downloads, and what is in it. */
export interface Exported {
  readonly blob: Blob;
  readonly words: string;
}

/** Octets of conversions of an archive, and of what is in a report: browsers do not open larger pages. */
const [MAX_ARCHIVE, MAX_REPORT] = [1_073_741_824, 268_435_456];

/** Files of an archive at most. */
const MAX_FILES = 65_534;

/** All files in an archive, those of then in the forms of today; undefined when it was cancelled. @throws EncodeError past the limits of a ZIP */
export async function exportZip({ items, pool, leftOut, signal, step }: Exporting): Promise<Exported | undefined> {
  const converted = new Map<Item, Awaited<ReturnType<typeof pool.run<'convert'>>>>();
  const failed = new Map<Item, string>();
  let octets = 0;
  // The summary and each file itself have a place.
  let room = MAX_FILES - 1 - items.length;
  const convert = async ({ blob, fault }: Item) => {
    if (fault !== undefined) throw new Error(fault);
    let made = await pool.run('convert', blob, octets > MAX_ARCHIVE, room);
    // Others were done meanwhile.
    if (made.files.length > room) made = await pool.run('convert', blob, octets > MAX_ARCHIVE, 0);
    room -= made.files.length;
    return made;
  };
  await pool.forEach(items, signal, async (item) => {
    try {
      const made = await convert(item);
      for (const { blob } of made.files) octets += blob.size;
      converted.set(item, made);
    } catch (error) {
      failed.set(item, (error as Error).message);
    }
    step();
  });
  if (signal.aborted) return undefined;
  const plan = new ArchivePlan();
  // In the order of the page, whichever was done first.
  for (const item of items) {
    const made = converted.get(item);
    if (made !== undefined) plan.add(item.path, item.blob, made);
    else plan.miss(item.path, failed.get(item) ?? '');
  }
  const { files, words } = plan.finish(leftOut);
  const { headers, directory } = frameStoredZip(files.map(({ name, blob, crc32 }) => ({ name, crc32, sizeOctets: blob.size })));
  const parts = [
    ...files.flatMap(({ blob }, i) => [headers[i] as Uint8Array<ArrayBuffer>, blob]),
    directory as Uint8Array<ArrayBuffer>,
  ];
  return { blob: new Blob(parts, { type: 'application/zip' }), words };
}

/** The report of `handset inspect --report` as one page; undefined when it was cancelled. */
export async function exportReport({ items, pool, leftOut, signal, step }: Exporting): Promise<Exported | undefined> {
  const entries = new Map<Item, Reported>();
  const failed = new Map<Item, string>();
  let octets = 0;
  await pool.forEach(items, signal, async (item) => {
    try {
      if (item.fault !== undefined) throw new Error(item.fault);
      const reported = await pool.run('report', item.blob, octets > MAX_REPORT);
      for (const [, { size }] of reported.files) octets += size;
      entries.set(item, reported);
    } catch (error) {
      failed.set(item, (error as Error).message);
    }
    step();
  });
  if (signal.aborted) return undefined;
  const merged = new Map<string, ReportEntry & { readonly names: string[] }>();
  const files = new Map<string, Blob>();
  const unread: Unread[] = [];
  for (const item of items) {
    const { entry, files: own = [] } = entries.get(item) ?? {};
    const reason = failed.get(item);
    if (reason !== undefined) unread.push({ name: item.path, reason });
    if (entry === undefined) continue;
    const known = merged.get(entry.sha256);
    if (known === undefined) merged.set(entry.sha256, { ...entry, names: [item.path] });
    else known.names.push(item.path);
    for (const [name, blob] of own) files.set(name, blob);
  }
  for (const name of [...leftOut.names, ...moreThanNamed(leftOut)])
    unread.push({ name, reason: 'the collection had its largest size' });
  const source = 'this collection';
  const blob = await pool.run('page', source, [...merged.values()], unread, [...files]);
  const missing = failed.size + leftOut.count;
  const words = `The report shows ${pluralize(items.length - failed.size, 'file')}${missing === 0 ? '' : `, ${pluralize(missing, 'file')} could not be read`}.`;
  return { blob, words };
}
