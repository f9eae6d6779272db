/**
 * The licences of packages that are part of files in dist, as they ask for.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

/**
 * Writes the licence of each package, where it may be had, and the text that comes with it.
 * @param {string} file
 * @param {readonly string[]} names
 */
export function writeNotices(file, names) {
  writeFileSync(
    file,
    `${[...names]
      .sort()
      .map(noticeOf)
      .join(`\n${'-'.repeat(80)}\n\n`)}`,
  );
}

function noticeOf(name) {
  const folder = join(modules, name);
  const { version, license, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const address = (repository?.url ?? repository).replace(/^git\+|\.git$/g, '');
  const text = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const words = text === undefined ? '' : `\n${readFileSync(join(folder, text), 'utf8').trim()}\n`;
  return `${name} ${version}: ${license}, ${address}\n${words}`;
}
