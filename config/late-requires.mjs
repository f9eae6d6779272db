/**
 * Makes CommonJS load a chunk when one of its names is first used, not when the chunk that requires it is loaded.
 * With it, the command line starts in a third of the time, and `require('handset')` loads only what a program uses.
 */
import { readFileSync, writeFileSync } from 'node:fs';

/** A chunk or a module of Node, as Rollup requires it: chunks have names that nothing else in a file has. */
const REQUIRED = /^var (chunk\w+_cjs|node_\w+) = require\('(\.[^']+|node:[^']+)'\);$/gm;

/** The default export of a package, whose `require` is some lines above. */
const DEFAULT = /^var (\w+)__default = [^\n]*_interopDefault\(\1\);$/gm;

/** A package: if it is missing, that has to be reported when the file that requires it is loaded. */
const PACKAGE = /^var \w+ = require\('(?!\.|node:)([^']+)'\);$/gm;

/** A chunk that is loaded by a command: Node's import() reads the names of a CommonJS module before it runs it, which takes longer than to run it. */
const IMPORTED = /\bimport\('(\.[^']+\.cjs)'\)/g;

/**
 * A plugin of tsup, for its build of CommonJS.
 * @param {readonly string[]} optional packages that may be missing: what requires one of them is loaded at once, and so is what leads to it
 * @returns {NonNullable<import('tsup').Options['plugins']>[number]}
 */
export function lateRequires(optional) {
  return {
    name: 'late-requires',
    buildEnd({ writtenFiles }) {
      const names = writtenFiles.map(({ name }) => name).filter((name) => name.endsWith('.cjs'));
      const sources = new Map(names.map((name) => [baseOf(name), readFileSync(name, 'utf8')]));
      const early = earlyOf(sources, optional);
      for (const name of names) writeFileSync(name, withLateRequires(sources.get(baseOf(name)), early));
    },
  };
}

const baseOf = (path) => path.slice(path.lastIndexOf('/') + 1);

/** Files that require an optional package, by way of others too. */
function earlyOf(sources, optional) {
  const early = new Set();
  const isEarly = (source) =>
    [...source.matchAll(PACKAGE)].some(([, name]) => optional.some((one) => name === one || name.startsWith(`${one}/`))) ||
    [...source.matchAll(REQUIRED)].some(([, , path]) => early.has(baseOf(path)));
  for (let size = -1; size < early.size; ) {
    size = early.size;
    for (const [name, source] of sources) if (isEarly(source)) early.add(name);
  }
  return early;
}

/** @returns the chunk with its requires put off, except those of files that have to be loaded at once */
function withLateRequires(source, early) {
  const late = [];
  const postpone = (line, name, path, value) => {
    // A name that is used in another way than for its members is left as it is.
    if (early.has(baseOf(path)) || new RegExp(`${nameOf(name)}(?!\\.| = )`).test(source)) return line;
    late.push(name);
    return `var ${name}; var ${name}$ = () => ${name} ??= ${value};`;
  };
  let text = source.replace(REQUIRED, (line, name, path) => postpone(line, name, path, `require('${path}')`));
  for (const [line, name] of source.matchAll(DEFAULT)) {
    const [required, path = name] = new RegExp(`^var ${name} = require\\('([^']+)'\\);\\n`, 'm').exec(source) ?? [];
    // Named exports of the package are asked of the package itself.
    if (new RegExp(`${nameOf(name)}\\.`).test(source)) continue;
    const postponed = postpone(line, `${name}__default`, path, `_interopDefault(require('${path}'))`);
    if (postponed !== line) text = text.replace(required, '').replace(line, () => postponed);
  }
  // In parentheses for `new`.
  if (late.length > 0) text = text.replace(new RegExp(`${nameOf(late.join('|'))}\\.`, 'g'), '($1$()).');
  return text.replace(IMPORTED, "Promise.resolve().then(() => require('$1'))");
}

/** A name, not the member of that name (`.name`), but what is spread too (`...name`). */
const nameOf = (name) => `(?<![\\w$]|(?<!\\.\\.)\\.)(${name})(?![\\w$])`;
