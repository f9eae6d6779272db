/**
 * Documents and requests that are text: XML of any kind, HTML, JSON, descriptors of Java programs, forms and addresses.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import { identifyPairs, pairsTree } from '../form.js';
import type { Identification } from '../formats.js';
import { identifyJad, jadTree } from '../jad.js';
import { describeJson, readJson } from '../json.js';
import { openText } from '../log.js';
import type { BoundedOpening } from '../nested-payloads.js';
import { describeSmppJson, findSmppMessages, smppJsonTree } from '../smpp-json.js';
import { textTree } from '../trees.js';
import { identifyXml, openTexts, xmlTree } from '../xml-documents.js';
import type { Evidence, Input, Row } from './row.js';
import { documentText, sniffXml } from './xml.js';

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
        const messages = json && findSmppMessages(json.value);
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
  return text === undefined ? undefined : readJson(text);
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
  const json = readJson(text);
  return json === undefined ? 'not JSON' : describeJson(json.value);
}

function pairsOfInput({ text }: Input): readonly Identification[] {
  return text === undefined ? [] : identifyPairs(text);
}
