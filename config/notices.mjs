/**
 * The licences of the packages that files in dist contain, which ask for it.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));
/** Texts of packages that come without one. */
const texts = fileURLToPath(new URL('licenses', import.meta.url));

/**
 * Writes the licence of each package, where the package may be had, and the text of the licence.
 * @param {string} file
 * @param {readonly string[]} names
 * @param {Readonly<Record<string, string>>} changes what was changed in a package
 */
export function writeNotices(file, names, changes = {}) {
  if (names.length === 0) throw new Error(`${file} would name no package`);
  const notices = [...names].sort().map((name) => noticeOf(name, changes[name]));
  writeFileSync(file, notices.join(`\n${'-'.repeat(80)}\n\n`));
}

/** A comment for a page that may be saved without the file of licences: what is in it, and where its sources may be had. */
export function noticeComment(names, changes) {
  const lines = [...names].sort().map((name) => `${headOf(name)}${name in changes ? ', changed' : ''}`);
  const comment = `This page contains these packages; their licences are in licenses.txt of handset:\n${lines.join('\n')}`;
  if (comment.includes('--')) throw new Error('the comment would end too soon');
  return `<!-- ${comment} -->`;
}

/** Names of the packages that a build by esbuild has read. */
export function packagesOf({ inputs }) {
  const names = Object.keys(inputs).map((path) => /.*(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1]);
  return [...new Set(names.filter((name) => name !== undefined))];
}

/** A package, its licence, and where it may be had. */
function headOf(name) {
  const { version, license, repository } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8'));
  const address = /https:\/\/.*?(?=\.git$|$)/.exec(repository?.url ?? repository)?.[0];
  if (address === undefined) throw new Error(`${name} does not say where it may be had`);
  return `${name} ${version}: ${license}, ${address}`;
}

function noticeOf(name, change) {
  const folder = join(modules, name);
  const own = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = own === undefined ? join(texts, `${name}.txt`) : join(folder, own);
  if (!existsSync(text)) throw new Error(`${name} has no licence: put its text into ${text}`);
  const changed = change === undefined ? '' : `${change}\n`;
  return `${headOf(name)}\n${changed}\n${readFileSync(text, 'utf8').trim()}\n`;
}
