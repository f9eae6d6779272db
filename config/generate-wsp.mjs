/**
 * Writes src/wsp/tables.ts from fixtures/data/wsp-content-types.json:  node config/generate-wsp.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';

const data = JSON.parse(readFileSync(new URL('../fixtures/data/wsp-content-types.json', import.meta.url), 'utf8'));

const literal = (text) => (text === null ? 'undefined' : `'${text}'`);

/** One line an entry; the tables without a code per row count from 0. */
const list = (rows) =>
  rows
    .map(([code, text], index) => {
      if (code !== index) throw new Error(`code ${code} stands in row ${index}`);
      return `  ${literal(text)},`;
    })
    .join('\n');
const byCode = (rows) => rows.map(([code, text]) => `  ${code}: ${literal(text)},`).join('\n');

writeFileSync(
  new URL('../src/wsp/tables.ts', import.meta.url),
  `/**
 * Numbers of content types, charsets, parameters and push applications in WSP: WAP-230-WSP appendix A and the OMNA registers.
 * Made by config/generate-wsp.mjs from fixtures/data/wsp-content-types.json, which names the sources of each row.
 * @module
 */

/** Content types by their code, 0 to 127. */
export const CONTENT_TYPES: readonly (string | undefined)[] = [
${list(data.types.map(({ code, type }) => [code, type]))}
];

/** Content types of the registered range, by codes that take two octets. */
export const REGISTERED_CONTENT_TYPES: Readonly<Record<number, string>> = {
${byCode(data.registered.map(({ code, type }) => [code, type]))}
};

/** Charset names by MIBenum. */
export const CHARSETS: Readonly<Record<number, string>> = {
${byCode(data.charsets.map(({ mib, name }) => [mib, name]))}
};

/** Parameter names by their code; several codes share a name. */
export const PARAMETERS: Readonly<Record<number, string>> = {
${byCode(data.parameters.map(({ code, name }) => [code, name]))}
};

/** Push applications by their code. */
export const APPLICATIONS: readonly string[] = [
${list(data.pushApplicationIds.map(({ code, uri }) => [code, uri]))}
];
`,
);
