/**
 * libwbxml's two converters over a batch of documents.
 * @module
 */
import { type Converted, convertFolder, forEach } from './files.js';

/** XML to WBXML of the version that stands beside each; `table` lets it collect strings in a string table. */
export async function xmlToWbxml(
  documents: readonly { readonly xml: string; readonly version: string }[],
  { table = false } = {},
): Promise<Converted[]> {
  const versions = Object.fromEntries(documents.map(({ version }, index) => [`${index}.version`, version]));
  const script = forEach(documents.length, `xml2wbxml ${table ? '' : '-n '}-v "$(cat "$i.version")" -o "$i.wbxml" "$i.xml"`);
  const inputs = documents.map(({ xml }) => xml);
  return (await convertFolder({ inputs, from: 'xml', to: ['wbxml'], script, files: versions })).wbxml;
}

/** WBXML to XML in one line; `language` is the type of documents that do not say it, as the program calls it. */
export async function wbxmlToXml(documents: readonly Uint8Array[], { language = '' } = {}): Promise<Converted[]> {
  const told = language === '' ? '' : `-l ${language} `;
  const script = forEach(documents.length, `wbxml2xml -m 0 -k ${told}-o "$i.xml" "$i.wbxml"`);
  return (await convertFolder({ inputs: documents, from: 'wbxml', to: ['xml'], script })).xml;
}
