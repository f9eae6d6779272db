/**
 * How XML of any kind is recognised: once for all of its rows.
 * @module
 */
import { readLooseText } from '../texts.js';
import { identifyXml, type XmlFormat, type XmlText } from '../xml-documents.js';
import type { Input, Row } from './row.js';

/** Documents and descriptors of the time are often in ISO 8859-1: they count when they begin as nothing else does. */
export function documentText(input: Input): string | undefined {
  const { octets, text } = input;
  if (text !== undefined || !mayBeDocument(octets)) return text;
  if (!/^\s*<[!?A-Za-z]|^(?:MIDlet-|Manifest-Version:)/i.test(input.beginning)) return undefined;
  return readLooseText(octets)?.text;
}

/** Whether an M or, after blanks, a `<` begins octets: of those that are not text hardly any do. */
function mayBeDocument(octets: Uint8Array): boolean {
  let at = 0;
  while (octets[at] === 0x20 || octets[at] === 0xa0 || ((octets[at] ?? 0) >= 0x09 && (octets[at] as number) <= 0x0d)) at++;
  const octet = octets[at];
  return octet === 0x3c || octet === 0x4d || octet === 0x6d;
}

/** What the text of an input is as XML. */
function xmlOfInput(input: Input): XmlText | undefined {
  const text = input.once(documentText);
  return text === undefined ? undefined : identifyXml(text);
}

/** How a format of XML is recognised. @param before what comes before its words in a reason */
export function sniffXml(format: XmlFormat, before = ''): Row['sniff'] {
  return (input) => {
    const xml = input.once(xmlOfInput);
    if (xml?.format !== format) return undefined;
    return { confidence: xml.confidence, reason: `${before}${xml.words}${xml.isWhole ? '' : ', cut'}` };
  };
}
