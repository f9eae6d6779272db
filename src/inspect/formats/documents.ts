/**
 * Documents and requests that are text: XML of any kind, HTML, JSON, descriptors of Java programs, forms and addresses.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import { identifyPairs, pairsTree } from '../form.js';
import type { Identification } from '../formats.js';
import { identifyJad, jadTree } from '../jad.js';
import { describeJson, jsonOf } from '../json.js';
import { openText } from '../log.js';
import type { BoundedOpening } from '../nested-payloads.js';
import { describeSmppJson, smppJsonTree, smppMessagesOf } from '../smpp-json.js';
import { looseTextOf } from '../texts.js';
import { textTree } from '../trees.js';
import { identifyXml, openTexts, type XmlFormat, type XmlText, xmlTree } from '../xml-documents.js';
import type { Evidence, Input, Row } from './row.js';

/** Names of the formats here. */
export type DocumentFormat = 'html' | 'soap' | 'xml' | 'smpp-json' | 'json' | 'jad' | 'kannel' | 'form';

/** The rows of documents and requests. */
export const DOCUMENTS: Readonly<Record<DocumentFormat, Row>> = /* @__PURE__ */ documentRows();

function documentRows(): typeof DOCUMENTS {
  const kind = 'document' as const;
  const xmlRow = (format: 'soap' | 'xml', label: string): Row => ({
    label,
    kind,
    sniff: sniffXml(format),
    inspect: (octets, opening) => ({ field: xmlTree(format, octets, 0, octets.length, opening.bounds, openTexts(opening)) }),
  });
  const formRow = (format: 'form' | 'kannel', label: string): Row => ({
    label,
    kind,
    sniff: (input) =>
      input.text === undefined ? undefined : input.once(pairsOfInput).find((found) => found.format === format),
    inspect: (octets, opening) => pairsTree(format, octets, opening.bounds, opening),
  });
  return {
    html: {
      label: 'HTML page',
      kind,
      sniff: sniffXml('html'),
      inspect: (octets, opening) => ({ field: leafTextTree('HTML', octets, opening, (text) => identifyXml(text)?.words) }),
    },
    soap: xmlRow('soap', 'SOAP envelope'),
    xml: xmlRow('xml', 'XML'),
    'smpp-json': {
      label: 'fields of submit_sm as JSON',
      kind,
      sniff: (input) => {
        if (input.text === undefined) return undefined;
        const json = input.once(jsonOfInput);
        const messages = json && smppMessagesOf(json.value);
        return messages && { confidence: 0.98, reason: describeSmppJson(messages) };
      },
      inspect: (octets, { bounds }) => smppJsonTree(octets, bounds),
    },
    json: {
      label: 'JSON',
      kind,
      sniff: sniffJson,
      inspect: (octets, opening) => ({ field: leafTextTree('JSON', octets, opening, describeJsonText) }),
    },
    jad: {
      label: 'Java application descriptor',
      kind,
      sniff: (input) => {
        const text = input.once(documentText);
        return text === undefined ? undefined : identifyJad(text);
      },
      inspect: (octets, { bounds }) => ({ field: jadTree(octets, bounds) }),
    },
    kannel: formRow('kannel', "request to Kannel's sendsms"),
    form: formRow('form', 'form body'),
  };
}

/** Documents and descriptors of the time are often in ISO 8859-1: they count when they begin as nothing else does. */
function documentText(input: Input): string | undefined {
  const { octets, text } = input;
  if (text !== undefined || !mayBeDocument(octets)) return text;
  if (!/^\s*<[!?A-Za-z]|^(?:MIDlet-|Manifest-Version:)/i.test(input.beginning)) return undefined;
  return looseTextOf(octets)?.text;
}

/** Whether an M or, after blanks, a `<` begins octets: of those that are not text hardly any do. */
function mayBeDocument(octets: Uint8Array): boolean {
  let at = 0;
  while (octets[at] === 0x20 || octets[at] === 0xa0 || ((octets[at] ?? 0) >= 0x09 && (octets[at] as number) <= 0x0d)) at++;
  const octet = octets[at];
  return octet === 0x3c || octet === 0x4d || octet === 0x6d;
}

/** What the text of an input is as XML. */
export function xmlOfInput(input: Input): XmlText | undefined {
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

/** HTML and JSON: their text, and the payloads in it. */
function leafTextTree(
  name: string,
  octets: Uint8Array,
  opening: BoundedOpening,
  describe: (text: string) => string | undefined,
): Field {
  return textTree(name, octets, opening.bounds, (text) => {
    const meaning = describe(text);
    return { ...openText(text, octets, opening, {}), ...(meaning !== undefined && { meaning }) };
  });
}

function jsonOfInput({ text }: Input) {
  return text === undefined ? undefined : jsonOf(text);
}

/** Characters of JSON below which it is a text like any other. */
const SHORT = 32;

function sniffJson(input: Input): Evidence | undefined {
  const json = input.text === undefined ? undefined : input.once(jsonOfInput);
  if (json === undefined) return undefined;
  const { value } = json;
  // Any message may have a few words or numbers in brackets.
  const isPlain = Array.isArray(value) && !value.some((item) => typeof item === 'object' && item !== null);
  const confidence = (input.text ?? '').length < SHORT ? 0.2 : isPlain ? 0.6 : 0.95;
  return { confidence, reason: `JSON: ${describeJson(value)}` };
}

function describeJsonText(text: string): string {
  const json = jsonOf(text);
  return json === undefined ? 'not JSON' : describeJson(json.value);
}

function pairsOfInput({ text }: Input): readonly Identification[] {
  return text === undefined ? [] : identifyPairs(text);
}
