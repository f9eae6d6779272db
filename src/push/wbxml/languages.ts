/**
 * Every document type of WBXML that is known here, SI, SL and CO among them. Nothing that only writes or reads these three imports it: the
 * tables weigh more than their codecs.
 *
 * Sources: fixtures/data/wbxml-tables.json names them for each table: the specifications of the WAP Forum and OMA, as libwbxml, Wireshark and
 * wbxml-stream have their tokens.
 * @module
 */
import { documentTypes } from './document-tokens.js';
import type { AttributeStart, CodePage, WbxmlLanguage } from './language.js';
import { WBXML_TABLES } from './tables.js';

let languages: readonly WbxmlLanguage[] | undefined;

/** The document types; of those that share a content type, the newest comes last. */
export function wbxmlLanguages(): readonly WbxmlLanguage[] {
  languages ??= [...documentTypes(), ...WBXML_TABLES.split('\n\n').map(readLanguage)];
  return languages;
}

/** The newest document type of a content type, in any case; undefined when none has it. */
export function languageOfType(contentType: string): WbxmlLanguage | undefined {
  const type = contentType.toLowerCase();
  return wbxmlLanguages()
    .filter((one) => one.contentTypes.includes(type))
    .at(-1);
}

/** Nokia's and Ericsson's settings, whose documents say that their type is unknown. */
export function otaSettings(): WbxmlLanguage {
  return wbxmlLanguages().find((one) => one.root === 'CHARACTERISTIC-LIST') as WbxmlLanguage;
}

/** A block of the table: config/generate-wbxml.mjs says what is in it. */
function readLanguage(block: string): WbxmlLanguage {
  const [head = '', ...lines] = block.split('\n');
  const [name = '', number, text, alias, systemId, root = '', types = '', extensions = ''] = head.split('|').map(given);
  const pages: CodePage[] = [];
  for (const line of lines) {
    const [page, namespace, tags, starts, values] = line.split('|').map(given);
    pages[Number(page)] = { namespace, tags: row(tags), starts: row(starts).map(readStart), values: row(values) };
  }
  return {
    name,
    publicId: number === undefined ? undefined : Number.parseInt(number, 16),
    publicIdText: text,
    publicIdAlias: alias,
    systemId,
    root,
    contentTypes: types === '' ? [] : types.split(' '),
    pages,
    extensions: extensions === 'variables' ? extensions : extensions === '' ? undefined : row(extensions),
  };
}

function given(field: string): string | undefined {
  return field === '' ? undefined : field;
}

function row(names: string | undefined): (string | undefined)[] {
  return names === undefined ? [] : names.split(' ').map(given);
}

function readStart(text: string | undefined): AttributeStart | undefined {
  if (text === undefined) return undefined;
  const at = text.indexOf('=');
  return at < 0 ? { name: text, prefix: '' } : { name: text.slice(0, at), prefix: text.slice(at + 1) };
}
