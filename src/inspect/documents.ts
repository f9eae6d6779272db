/**
 * XML at large, SOAP envelopes and HTML: known by their root. XML is shown element by element, and not checked; payloads in hex that it
 * carries are opened.
 *
 *   <Envelope> <Body> <SubmitMessage> <Username>...  <Message> <Ringtone> <Data>024A3A...
 *
 * Source: XML 1.0; SOAP 1.1 section 4; the gateway interface document, section 9.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { DEFAULT_LIMITS } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { openedHex } from './hex-values.js';
import { openText } from './log.js';
import type { BoundedOpening, Opening } from './nested-payloads.js';
import { shorten } from './printable.js';
import { textPieces } from './texts.js';
import { textTree } from './trees.js';
import { Elements, type OpenElement, unescaped } from './xml-elements.js';
import { beginningOf, endOf, xmlPieces } from './xml-text.js';

/** The operations of the gateway's SOAP interface; their answers end in `Response`. */
const OPERATIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'SubmitMessage',
  'SubmitDeliveryReceipt',
  'DeliverMessage',
  'AvailableMessages',
  'AvailableCredit',
]);

/** What a document is. */
export interface XmlText {
  readonly format: 'soap' | 'xml' | 'html';
  /** In words. */
  readonly words: string;
  /** Name of the root without its prefix; undefined where the beginning does not get so far. */
  readonly root: string | undefined;
  /** Whether it says that it is XML, or HTML, before the root. */
  readonly isDeclared: boolean;
  /** Whether it ends where its root does. */
  readonly isWhole: boolean;
  /** Whether its root has attributes, or namespaces. */
  readonly hasAttributes: boolean;
}

/** Undefined for a text that does not begin as one. */
export function xmlOf(text: string): XmlText | undefined {
  const { prolog, root: rest } = beginningOf(text);
  const [, qualified] = /^<([A-Za-z_][\w.-]{0,63}(?::[A-Za-z_][\w.-]{0,63})?)(?=\s|\/?>)/.exec(rest) ?? [];
  const isDeclared = /<\?xml\s|<!DOCTYPE\s/i.test(prolog);
  const isHtml = qualified?.toLowerCase() === 'html' || /<!DOCTYPE\s+html\b/i.test(prolog);
  // A document type with declarations of its own hides the root. An element without anything in it may stand in any text: <grin/>.
  if (!isDeclared && !isHtml && (qualified === undefined || EMPTY.test(rest))) return undefined;
  const root = qualified?.replace(/^.*:/, '');
  if (isHtml) return { format: 'html', words: htmlWords(prolog), root, isDeclared: true, isWhole: true, hasAttributes: false };
  const isWhole = isEnded(text, qualified);
  const place = { root, isDeclared, isWhole, hasAttributes: /^<[^\s/>]+\s+[\w:.-]+\s*=/.test(rest) };
  if (root === 'Envelope' && SOAP_NAMESPACE.test(rest)) return { format: 'soap', words: soapWords(text), ...place };
  const named = root === undefined ? 'XML' : `XML, root ${root}`;
  const known = KNOWN_ROOTS.get(root?.toLowerCase() ?? '');
  return { format: 'xml', words: known === undefined ? named : `${named} (${known})`, ...place };
}

/** A document in words, with whether it is cut. */
export function describeXml({ words, isWhole }: XmlText): string {
  return `${words}${isWhole ? '' : ', cut'}`;
}

/** An element without attributes and without content, and nothing behind it. */
const EMPTY = /^<[^\s/>]+(?:\s*\/>|>\s*<\/[^<>]*>)\s*$/;

const SOAP_NAMESPACE = /http:\/\/(?:schemas\.xmlsoap\.org\/soap|www\.w3\.org\/2003\/05\/soap-)/;

/** Roots that archives and services of the time are full of. */
const KNOWN_ROOTS: ReadonlyMap<string, string> = /* @__PURE__ */ new Map<string, string>([
  ['pap', 'push access protocol'],
  ['wml', 'a WAP page'],
  ['svg', 'a drawing'],
  ['wap-provisioningdoc', 'settings'],
  ['characteristic-list', 'settings of Nokia and Ericsson'],
  ['prov', 'settings'],
  ['rdf', 'a description, as of a handset (UAProf)'],
  ['manifest', 'a list of files'],
  ['definitions', 'a description of a service'],
]);

function htmlWords(prolog: string): string {
  return /\/\/DTD XHTML (Mobile|Basic)/.test(prolog) ? 'an XHTML page for handsets' : 'an HTML page';
}

/** Characters in which the body begins. */
const LOOK = 16_384;

function soapWords(text: string): string {
  const body = /<(?:[\w.-]{1,64}:)?Body(?:\s[^<>]{0,1024})?>\s*<(?:[\w.-]{1,64}:)?([\w.-]{1,64})/.exec(text.slice(0, LOOK));
  const entry = body?.[1];
  if (entry === undefined) return 'a SOAP envelope';
  if (entry === 'Fault') return 'a SOAP envelope: a fault';
  const operation = entry.replace(/Response$/, '');
  if (!OPERATIONS.has(operation)) return `a SOAP envelope: ${entry}`;
  return `a SOAP envelope: ${operation} of the gateway${operation === entry ? '' : ', the answer'}`;
}

/** Whether a text ends with the end of its root, or of any element where the root is not known; one without content ends where it begins. */
function isEnded(text: string, qualified: string | undefined): boolean {
  const tail = endOf(text)
    .replace(/(?:<!--[^-]*-->\s*){1,8}$/, '')
    .trimEnd();
  const [, last] = /<\/([^\s<>]+)\s*>$/.exec(tail) ?? [];
  return tail.endsWith('/>') || (last !== undefined && (qualified === undefined || last === qualified));
}

/** Names of what nobody should read twice. */
const SECRETS = /^(?:PIN|password|pwd)$/i;

/** Characters of a text that its element repeats. */
const MAX_SHOWN = 120;

/** The tree of SOAP and other XML. */
export function xmlTree(name: 'SOAP' | 'XML', octets: Uint8Array, bounds: Bounds, opening: Opening): Field {
  return textTree(name, octets, bounds, (text) => {
    const found = xmlOf(text);
    const onText = (element: OpenElement, characters: OpenElement) => {
      const local = element.name.replace(/^.*:/, '');
      const value = unescaped(characters.value ?? '');
      if (!SECRETS.test(local)) element.meaning = shorten(value, MAX_SHOWN);
      const opened = openedHex(local, value, opening);
      if (opened === undefined) return;
      characters.octets = opened.octets;
      characters.children.push(opened.field);
    };
    const root = { root: name, maxDepth: bounds.soapDepth ?? DEFAULT_LIMITS.soapDepth, onText };
    const children = new Elements(0, bounds, root).read(textPieces(text, xmlPieces(text), 0, octets.length));
    const isCut = found !== undefined && found.format !== 'html' && !found.isWhole;
    const warnings = found === undefined ? ['does not begin as XML'] : isCut ? ['ends before its root does'] : [];
    return {
      value: undefined,
      ...(found !== undefined && { meaning: found.words }),
      ...(warnings.length > 0 && { warnings }),
      children,
    };
  });
}

/** HTML and JSON: their text, and the payloads in it. */
export function leafTextTree(
  name: string,
  octets: Uint8Array,
  opening: BoundedOpening,
  wordsOf: (text: string) => string | undefined,
): Field {
  return textTree(name, octets, opening.bounds, (text) => {
    const meaning = wordsOf(text);
    return { ...openText(text, octets, opening, {}), ...(meaning !== undefined && { meaning }) };
  });
}
