/**
 * `handset playground`: the page, to be put where others reach it.
 * @module
 */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import { isFile, isFolder, reasonOf, type Session, UsageError } from './io.js';

interface Options {
  readonly out: string;
  readonly count?: boolean;
}

/** Adds the command. */
export function addPlayground(command: Command, session: Session): void {
  command
    .requiredOption('--out <path>', 'a folder to be served; a name that ends in .html gets it all in one file')
    .option('--count', 'the page that counts messages alone, in one file')
    .action(({ out, count }: Options) => (count === true ? writeCount(session, out) : writePlayground(session, out)));
}

/** A name of a page in one file. */
const IS_PAGE = /\.html?$/i;

/** Where the build puts it. */
const BUILT = new URL('./playground/', import.meta.url);

/** By what a folder is known that holds a page of an earlier version. */
const WORKER = 'worker.js';
const PAGE = 'index.html';
const COUNT_PAGE = 'count.html';

/** Writes the page that counts. @param built where it is, when it is not beside this package's other files. */
export function writeCount(session: Session, out: string, built: URL = BUILT): void {
  if (!IS_PAGE.test(out)) throw new UsageError(`cannot write to ${out}: --count is one page, whose name ends in .html`);
  writePage(session, out, new URL(COUNT_PAGE, built));
}

function writePage(session: Session, out: string, page: URL): void {
  session.write(readBuilt(page), out);
  session.note(`${out}: open it in a browser`);
}

/**
 * Writes the page.
 * @param built where it is, when it is not beside this package's other files.
 */
export function writePlayground(session: Session, out: string, built: URL = BUILT): void {
  if (IS_PAGE.test(out)) {
    writePage(session, out, new URL(PAGE, built));
    return;
  }
  const hosted = new URL('hosted/', built);
  const names = listBuilt(hosted);
  if (isFile(out)) throw new UsageError(`cannot write into ${out}: it is a file`);
  if (isFolder(out) && readdirSync(out).length > 0 && !(isFile(join(out, WORKER)) && isFile(join(out, PAGE)))) {
    throw new UsageError(`cannot write into ${out}: it holds something other than an earlier playground`);
  }
  try {
    for (const folder of FOLDERS) mkdirSync(join(out, folder), { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot make ${out}: ${reasonOf(error)}`);
  }
  // Whoever asks meanwhile gets a page whose files are there: it comes last.
  for (const name of names) session.write(readBuilt(new URL(name, hosted)), join(out, name));
  session.note(`${out}: ${names.length} files; serve them by HTTPS, or on this machine`);
}

/** Folders of the page in files. */
const FOLDERS = ['assets', 'count'];

/** The files in their order: the page after what it loads, and the worker after the page. */
function listBuilt(hosted: URL): string[] {
  if (!existsSync(hosted)) throw missing();
  const within = FOLDERS.flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, hosted))
      .sort()
      .map((name) => `${folder}/${name}`),
  );
  const others = readdirSync(hosted).filter((name) => !FOLDERS.includes(name) && name !== PAGE && name !== WORKER);
  return [...within, ...others.sort(), PAGE, WORKER];
}

function readBuilt(file: URL): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw missing();
    throw new UsageError(`cannot read ${fileURLToPath(file)}: ${reasonOf(error)}`);
  }
}

function missing(): UsageError {
  return new UsageError('the playground is not beside these files: the build of the package makes it');
}
