/**
 * Writes src/push/wbxml/tables.ts from fixtures/data/wbxml-tables.json:  node config/generate-wbxml.mjs
 *
 *   name|public id in hex|public id|its other form|system id|root|content types|extension tokens
 *   page|namespace|tags|attribute starts|attribute values
 *
 * Names of a page are separated by blanks, in the order of their codes; a code without a name leaves nothing between two blanks. SI, SL and
 * CO have their tables in src/push/wbxml/document-tokens.ts.
 */
import { readFileSync, writeFileSync } from 'node:fs';

const data = JSON.parse(readFileSync(new URL('../fixtures/data/wbxml-tables.json', import.meta.url), 'utf8'));

const BY_HAND = ['si-1.0', 'sl-1.0', 'co-1.0'];

/** What people call the document types; the version comes after it. */
const NAMES = {
  wml: 'WML',
  wta: 'WTA',
  'wta-wml': 'WTA-WML',
  channel: 'Channel',
  prov: 'PROV',
  emn: 'EMN',
  drmrel: 'DRMREL',
  'ota-settings': 'OTA settings',
  syncml: 'SyncML',
  devinf: 'DevInf',
  metinf: 'MetInf',
  dmddf: 'DM DDF',
  'wv-csp': 'Wireless Village CSP',
  'wv-csp-1.3': 'IMPS CSP 1.3',
  conml: 'ConML',
};

/** Document types whose extension tokens are variables (WAP-191-WML section 14.3). */
const WITH_VARIABLES = ['wml', 'wta-wml'];

/** The first code of a tag and of an attribute start, of an attribute value, and of a value of EXT_T_0. */
const [CODE, VALUE, EXTENSION] = [0x05, 0x85, 0x00];

/** Names in the order of their codes. */
function row(names, first) {
  const list = [];
  for (const [hex, name] of Object.entries(names ?? {})) {
    const code = Number.parseInt(hex, 16);
    // Four values of PROV have codes of global tokens, which no reader can tell from them; a name that only says its code is none.
    if (code < first || name.startsWith('Unknown_')) continue;
    if (/[ |\n]/.test(name)) throw new Error(`${name} has a separator in it`);
    list[code - first] = name;
  }
  return Array.from(list, (name) => name ?? '').join(' ');
}

const start = ({ name, value }) => (value === undefined ? name : `${name}=${value}`);

function block([kind, language]) {
  const [, family, version] = /^(.*?)(?:-([\d.]+))?$/.exec(kind);
  const { publicIdNumber, publicId, publicIdAliases = [], systemId, root, contentTypes, namespaces = {} } = language;
  // WTA-WML shares its type with WML, which a document that does not say its own is likelier to be.
  const binary = contentTypes.map(({ type }) => type).filter((type) => !/^text\/|[+.]xml$/.test(type));
  const types = family === 'wta-wml' ? [] : binary;
  const extensions = WITH_VARIABLES.includes(family) ? 'variables' : row(language.extensionTokensT0, EXTENSION);
  const name = NAMES[kind] ?? `${NAMES[family]} ${version}`;
  const head = [
    name,
    publicIdNumber?.toString(16),
    publicId,
    publicIdAliases.join(' '),
    systemId,
    root,
    types.join(' '),
    extensions,
  ];
  const pages = Object.entries(language.codePages).map(([page, { tags, attributeStarts = {}, attributeValues }]) => {
    const starts = Object.fromEntries(Object.entries(attributeStarts).map(([code, one]) => [code, start(one)]));
    return [page, namespaces[page], row(tags, CODE), row(starts, CODE), row(attributeValues, VALUE)];
  });
  return [head, ...pages].map((fields) => fields.map((field) => field ?? '').join('|')).join('\n');
}

const blocks = Object.entries(data.kinds).filter(([kind]) => !BY_HAND.includes(kind));

writeFileSync(
  new URL('../src/push/wbxml/tables.ts', import.meta.url),
  `/**
 * Tokens of the document types of WBXML, but for SI, SL and CO: languages.ts reads them.
 * Made by config/generate-wbxml.mjs from fixtures/data/wbxml-tables.json, which names the sources of each table.
 * @module
 */

/** A block for each document type: a line of its names, and a line for each code page. */
export const WBXML_TABLES = \`${blocks.map(block).join('\n\n')}\`;
`,
);
