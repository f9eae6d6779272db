/**
 * Writes src/text/gsm7-tables.ts from fixtures/data/gsm7.json:  node config/generate-gsm7.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const data = JSON.parse(readFileSync(new URL('../fixtures/data/gsm7.json', import.meta.url), 'utf8'));

/** A TypeScript string literal: letters, digits and signs as they are, all else escaped. */
function literal(text) {
  const escaped = [...text].map((character) => {
    if (character === "'" || character === '\\') return `\\${character}`;
    if (character === '\n') return '\\n';
    if (character === '\r') return '\\r';
    if (character === ' ' || /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(character)) return character;
    return `\\u${character.codePointAt(0).toString(16).padStart(4, '0')}`;
  });
  return `'${escaped.join('')}'`;
}

/** 128 characters in septet order, U+0000 where there is none. */
const main = (codePoints) => literal(codePoints.map((point) => String.fromCharCode(point ?? 0)).join(''));

/** Pairs of septet and character. */
const pairs = (codePoints) =>
  literal(codePoints.flatMap((point, code) => (point === null ? [] : [String.fromCharCode(code, point)])).join(''));

const locking = [[0, 'default', data.default.locking], ...data.languages.map((l) => [l.id, l.name, l.locking])];
const single = [[0, 'default', data.default.single], ...data.languages.map((l) => [l.id, l.name, l.single])];
const rows = (tables, form) =>
  tables
    .filter(([, , table]) => table !== null)
    .map(([id, name, table]) => `  // ${name}\n  ${id}: ${form(table)},`)
    .join('\n');

writeFileSync(
  new URL('../src/text/gsm7-tables.ts', import.meta.url),
  `/**
 * The GSM 7-bit alphabets: ${data.source}.
 * Made by config/generate-gsm7.mjs from fixtures/data/gsm7.json, which names the sources of each cell.
 * @module
 */

/** Main tables by locking shift identifier (0: none): the characters in septet order, U+0000 where there is none. */
export const LOCKING_TABLES: Readonly<Record<number, string>> = {
${rows(locking, main)}
};

/** Tables behind the escape by single shift identifier (0: none): pairs of septet and character. */
export const SINGLE_TABLES: Readonly<Record<number, string>> = {
${rows(single, pairs)}
};

/** English names of the national languages by identifier (TS 23.038 section 6.2.1.2.4). */
export const LANGUAGE_NAMES: Readonly<Record<number, string>> = {
${data.languages.map((l) => `  ${l.id}: '${l.name}',`).join('\n')}
};
`,
);
