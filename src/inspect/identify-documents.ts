/**
 * What a text is among documents and requests: XML of any kind, HTML, JSON, descriptors of Java programs, forms and addresses.
 * @module
 */
import { describeXml, xmlOf } from './documents.js';
import { identifyPairs } from './form.js';
import type { Identification } from './formats.js';
import { identifyJad } from './jad.js';
import { describeJson, jsonOf } from './json.js';
import { describeSmppJson, smppMessagesOf } from './smpp-json.js';

/** @param isKnownXml whether the text is known already for a document of a kind of its own. */
export function identifyDocuments(text: string, isKnownXml: boolean): Identification[] {
  const jad = identifyJad(text);
  return [...(isKnownXml ? [] : identifyXml(text)), ...identifyJson(text), ...(jad ? [jad] : []), ...identifyPairs(text)];
}

/** Text in ISO 8859-1 counts too when it begins as a document. */
export function identifyXml(text: string): Identification[] {
  const xml = xmlOf(text);
  if (xml === undefined) return [];
  const { format, isWhole, isDeclared, hasAttributes } = xml;
  const reason = describeXml(xml);
  if (format === 'html') return [{ format, confidence: 0.97, reason }];
  if (format === 'soap') return [{ format, confidence: isWhole ? 0.98 : 0.8, reason }];
  // Elements are written in many texts; what begins and ends as one element is XML.
  const confidence = isWhole ? (isDeclared ? 0.95 : 0.9) : isDeclared ? 0.7 : hasAttributes ? 0.3 : 0.15;
  return [{ format, confidence, reason }];
}

/** Characters of JSON below which it is a text like any other. */
const SHORT = 32;

function identifyJson(text: string): Identification[] {
  const json = jsonOf(text);
  if (json === undefined) return [];
  const messages = smppMessagesOf(json.value);
  const reason = `JSON: ${describeJson(json.value)}`;
  // A few words or numbers in brackets may stand in any message.
  const isPlain = Array.isArray(json.value) && !json.value.some((item) => typeof item === 'object' && item !== null);
  const confidence = text.length < SHORT ? 0.2 : isPlain ? 0.6 : 0.95;
  const found: Identification = { format: 'json', confidence, reason };
  if (messages === undefined) return [found];
  return [{ format: 'smpp-json', confidence: 0.98, reason: describeSmppJson(messages) }, found];
}
