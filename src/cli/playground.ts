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
}

/** Adds the command. */
export function addPlayground(program: Command, session: Session): void {
  program
    .command('playground')
    .description('write the playground: in files for a web server, or as one page')
    .requiredOption('--out <path>', 'a folder to be served; a name that ends in .html gets it all in one file')
    .action(({ out }: Options) => writePlayground(session, out));
}

/** Where the build puts it. */
const BUILT = new URL('./playground/', import.meta.url);

/** By what a folder is known that holds a page of an earlier version. */
const WORKER = 'worker.js';
const PAGE = 'index.html';

/**
 * Writes the page.
 * @param built where it is, when it is not beside this package's other files.
 */
export function writePlayground(session: Session, out: string, built: URL = BUILT): void {
  if (/\.html?$/i.test(out)) {
    session.write(readBuilt(new URL(PAGE, built)), out);
    session.note(`${out}: open it in a browser`);
    return;
  }
  const hosted = new URL('hosted/', built);
  const names = listBuilt(hosted);
  if (isFile(out)) throw new UsageError(`cannot write into ${out}: it is a file`);
  if (isFolder(out) && readdirSync(out).length > 0 && !(isFile(join(out, WORKER)) && isFile(join(out, PAGE)))) {
    throw new UsageError(`cannot write into ${out}: it holds something other than an earlier playground`);
  }
  try {
    mkdirSync(join(out, 'assets'), { recursive: true });
  } catch (error) {
    throw new UsageError(`cannot make ${out}: ${reasonOf(error)}`);
  }
  // Whoever asks meanwhile gets a page whose files are there: it comes last.
  for (const name of names) session.write(readBuilt(new URL(name, hosted)), join(out, name));
  session.note(`${out}: ${names.length} files; serve them by HTTPS, or on this machine`);
}

/** The files in their order: the page after what it loads, and the worker after the page. */
function listBuilt(hosted: URL): string[] {
  if (!existsSync(hosted)) throw missing();
  const assets = readdirSync(new URL('assets/', hosted)).sort();
  const others = readdirSync(hosted).filter((name) => name !== 'assets' && name !== PAGE && name !== WORKER);
  return [...assets.map((name) => `assets/${name}`), ...others.sort(), PAGE, WORKER];
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
