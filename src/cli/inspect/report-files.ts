/**
 * The files of a report: a page, and beside it the folder NAME_files with conversions and an index. All names are made here, of digits and
 * an extension; the names of an archive are never a part of a path.
 *
 * A folder counts as a report's when its index.json says so. A later report of the same name removes what that index lists, as far as the
 * names are of this form, and leaves everything else alone.
 * @module
 */
import {
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join, sep } from 'node:path';
import { INDEX, PAGE_MARK, REPORT_MARK } from '../../show/report/model.js';
import { reasonOf, UsageError } from '../io.js';

/** Characters of a page that are looked at. */
const PAGE_BEGINNING = 1_024;

/** Names of conversions: a content's SHA-256, a number for all but the first of a kind, an extension. */
const OWN_NAME = /^[0-9a-f]{64}(?:-\d{1,4})?\.(?:json|png|jpg|gif|wav|mid)$/;

/** Octets of an index that is looked at before its folder is used again. */
const MAX_INDEX = 268_435_456;

/** Octets that a report may take. */
export const MAX_WRITTEN = 1_073_741_824;

/** Where a report goes. */
export class ReportFiles {
  readonly page: string;
  readonly folder: string;
  readonly #mostOctets: number;
  #octets = 0;
  readonly #written: string[] = [];
  /** Real paths of the page and the folder. */
  #own: readonly Buffer[] = [];

  /**
   * Looks at what is there; nothing is changed yet.
   * @param page path of the page, `.html` or `.htm` at its end.
   * @throws UsageError for a name that is no page's, and for a page or folder that is somebody else's.
   */
  constructor(page: string, mostOctets: number = MAX_WRITTEN) {
    const extension = extname(page);
    if (!/^\.html?$/i.test(extension) || basename(page) === extension) {
      throw new UsageError(
        '--report takes the name of a page, such as report.html; conversions go beside it into report_files',
      );
    }
    this.page = page;
    this.folder = `${page.slice(0, -extension.length)}_files`;
    this.#mostOctets = mostOctets;
    const place = inSystem('write', page, () => realpathSync(dirname(page)));
    this.#own = [page, this.folder].map((path) => Buffer.from(join(place, basename(path))));
    if (!inSystem('read', page, () => isPage(page))) {
      throw new UsageError(`${page} is there, and is not the page of an earlier report: it stays; choose another name`);
    }
    this.#earlier();
  }

  /** The folder's name, as the page refers to it. */
  get folderName(): string {
    return basename(this.folder);
  }

  /** Names of the conversions, sorted. */
  get written(): readonly string[] {
    return [...this.#written].sort();
  }

  /** Whether a real path is that of the report itself. */
  isOwn(path: Uint8Array): boolean {
    return this.#own.some((own) => Buffer.compare(own, path) === 0);
  }

  /** Whether a path leads to the report itself: its page, its folder, or something in that. */
  holds(path: string): boolean {
    let real: string;
    try {
      real = realpathSync(path);
    } catch {
      // Whoever reads it says so.
      return false;
    }
    return this.#own.some((own) => `${real}${sep}`.startsWith(`${own}${sep}`));
  }

  /** Makes the folder, or empties the one of an earlier report. */
  prepare(): void {
    const index = this.#earlier();
    inSystem('make', this.folder, () => {
      if (index === undefined) mkdirSync(this.folder);
      for (const name of index ?? []) rmSync(join(this.folder, name), { force: true });
    });
    // A report that is broken off can be made again.
    this.writeIndex(JSON.stringify({ report: REPORT_MARK, files: [] }));
  }

  /**
   * Writes a conversion, when there is room for it.
   * @returns its name; undefined past the octets that a report may take.
   */
  write(sha256: string, number: number, extension: string, content: Uint8Array | string): string | undefined {
    const name = `${sha256}${number === 1 ? '' : `-${number}`}${extension}`;
    if (!OWN_NAME.test(name)) throw new TypeError(`${name} is no name of a conversion`);
    const octets = typeof content === 'string' ? Buffer.byteLength(content) : content.length;
    if (this.#octets + octets > this.#mostOctets) return undefined;
    this.#octets += octets;
    this.#put(name, content);
    this.#written.push(name);
    return name;
  }

  /** Writes the index. */
  writeIndex(content: string): void {
    this.#put(INDEX, content);
  }

  /** Writes the page. */
  writePage(content: string): void {
    replace(this.page, content);
  }

  #put(name: string, content: Uint8Array | string): void {
    replace(join(this.folder, name), content);
  }

  /** The conversions of an earlier report; undefined when there is no folder yet. @throws UsageError for a folder of another origin. */
  #earlier(): readonly string[] | undefined {
    const held = statsOf(this.folder);
    if (held === undefined) return undefined;
    if (!held.isDirectory()) throw new UsageError(`cannot make ${this.folder}: it is there, and no folder`);
    if (inSystem('read', this.folder, () => readdirSync(this.folder)).length === 0) return [];
    const listed = this.#listed();
    if (listed === undefined) {
      throw new UsageError(
        `${this.folder} is there, and is not the folder of an earlier report: its files stay; choose another name`,
      );
    }
    return listed;
  }

  #listed(): readonly string[] | undefined {
    const path = join(this.folder, INDEX);
    const held = statsOf(path);
    if (held === undefined || !held.isFile() || held.size > MAX_INDEX) return undefined;
    try {
      const index = JSON.parse(readFileSync(path, 'utf8')) as { report?: unknown; files?: unknown } | null;
      if (index?.report !== REPORT_MARK || !Array.isArray(index.files)) return undefined;
      return index.files.filter((name) => typeof name === 'string' && OWN_NAME.test(name));
    } catch {
      return undefined;
    }
  }
}

/** Never through a link: what is there is taken away first. */
function replace(path: string, content: Uint8Array | string): void {
  inSystem('write', path, () => {
    rmSync(path, { force: true });
    writeFileSync(path, content, { flag: 'wx' });
  });
}

/** Whether there is nothing under this name, or the page of an earlier report. */
function isPage(path: string): boolean {
  const held = statsOf(path);
  if (held === undefined) return true;
  if (!held.isFile()) return false;
  const file = openSync(path, 'r');
  try {
    const beginning = Buffer.alloc(PAGE_BEGINNING);
    readSync(file, beginning);
    return beginning.includes(PAGE_MARK);
  } finally {
    closeSync(file);
  }
}

function statsOf(path: string): Stats | undefined {
  return lstatSync(path, { throwIfNoEntry: false });
}

/** @throws UsageError with what the system says. */
function inSystem<T>(what: 'make' | 'read' | 'write', path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`cannot ${what} ${path}: ${reasonOf(error, { ENOENT: 'there is no such directory' })}`);
  }
}
