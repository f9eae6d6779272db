/**
 * Documents and requests that are text: XML of any kind, HTML, JSON, descriptors of Java programs, forms and addresses.
 * @module
 */
import { describeXml, leafTextTree, type XmlText, xmlOf, xmlTree } from '../documents.js';
import { identifyPairs, pairsTree } from '../form.js';
import type { Identification } from '../formats.js';
import { identifyJad, jadTree } from '../jad.js';
import { describeJson, jsonOf } from '../json.js';
import { describeSmppJson, smppJsonTree, smppMessagesOf } from '../smpp-json.js';
import { looseTextOf } from '../texts.js';
import { pushXmlOfInput, smilOfInput } from './pushes.js';
import type { Evidence, Input, Row } from './row.js';

/** Names of the formats here. */
export type DocumentFormat = 'html' | 'soap' | 'xml' | 'smpp-json' | 'json' | 'jad' | 'kannel' | 'form';

/** The rows of documents and requests. */
export const DOCUMENTS: Readonly<Record<DocumentFormat, Row>> = /* @__PURE__ */ documentRows();

function documentRows(): typeof DOCUMENTS {
  const kind = 'document' as const;
  const xmlRow = (format: XmlText['format'], label: string, inspect: Row['inspect']): Row => ({
    label,
    kind,
    sniff: (input) => evidenceOfXml(format, input.once(xmlOfInput)),
    inspect,
  });
  const formRow = (format: 'form' | 'kannel', label: string): Row => ({
    label,
    kind,
    sniff: (input) =>
      input.text === undefined ? undefined : input.once(pairsOfInput).find((found) => found.format === format),
    inspect: (octets, opening) => pairsTree(format, octets, opening.bounds, opening),
  });
  return {
    html: xmlRow('html', 'HTML page', (octets, opening) => ({
      field: leafTextTree('HTML', octets, opening, (text) => xmlOf(text)?.words),
    })),
    soap: xmlRow('soap', 'SOAP envelope', (octets, opening) => ({ field: xmlTree('SOAP', octets, opening.bounds, opening) })),
    xml: xmlRow('xml', 'XML', (octets, opening) => ({ field: xmlTree('XML', octets, opening.bounds, opening) })),
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

/** XML that is not known for a document of a format of its own. */
function xmlOfInput(input: Input): XmlText | undefined {
  const text = input.once(documentText);
  const isKnown = input.once(pushXmlOfInput) !== undefined || input.once(smilOfInput) !== undefined;
  return text === undefined || isKnown ? undefined : xmlOf(text);
}

function evidenceOfXml(format: XmlText['format'], xml: XmlText | undefined): Evidence | undefined {
  if (xml?.format !== format) return undefined;
  const { isWhole, isDeclared, hasAttributes } = xml;
  const reason = describeXml(xml);
  if (format === 'html') return { confidence: 0.97, reason };
  if (format === 'soap') return { confidence: isWhole ? 0.98 : 0.8, reason };
  // Elements are written in many texts; what begins and ends as one element is XML.
  const confidence = isWhole ? (isDeclared ? 0.95 : 0.9) : isDeclared ? 0.7 : hasAttributes ? 0.3 : 0.15;
  return { confidence, reason };
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
  return json === undefined ? 'no JSON' : describeJson(json.value);
}

function pairsOfInput({ text }: Input): readonly Identification[] {
  return text === undefined ? [] : identifyPairs(text);
}
