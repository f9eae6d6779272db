/**
 * XML documents, each known by its root, and their trees: SI, SL and CO, the presentation of a multimedia message (SMIL),
 * SOAP envelopes, HTML, and XML at large. Elements are shown inside of each other and not checked; payloads in hex that they hold are opened.
 *
 *   <si> <indication href="...">...                 <smil> <head> <layout>... <body> <par> <img src="...">
 *   <Envelope> <Body> <SubmitMessage> <Username>...  <Message> <Ringtone> <Data>024A3A...
 *
 * Source: XML 1.0; SOAP 1.1 section 4; the gateway interface document, section 9; WAP-167, WAP-168, WAP-175; SMIL 2.0 as MMS takes it.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import type { Field } from '../bytes/index.js';
import type { Bounds } from './call-limits.js';
import { DOCUMENT_NAMES } from './content-types.js';
import { openedHex } from './hex-values.js';
import type { Opening } from './nested-payloads.js';
import { shorten } from './printable.js';
import { type DescribePart, SmilWords } from './smil.js';
import { textTree } from './trees.js';
import { type ElementOptions, elementFields, isEnded, type OpenElement, splitProlog, unescapeXml } from './xml-tokens.js';

/** The formats of XML. */
export type XmlFormat = 'push-xml' | 'smil' | 'soap' | 'xml' | 'html';

/** What a document is, by its beginning and its end. */
export interface XmlText {
  readonly format: XmlFormat;
  /** In words, for its tree. */
  readonly words: string;
  /** Name of the root as written; undefined where the beginning does not get so far. */
  readonly root: string | undefined;
  /** Whether it ends where its root does. */
  readonly isWhole: boolean;
  /** How likely it is. */
  readonly confidence: number;
}

/** What only these documents have after the name of their root. */
const OWN = { si: /<indication\b/, sl: /<sl\s[^>]*\bhref\s*=/, co: /<invalidate-(?:object|service)\b/ } as const;

/** Undefined for a text that does not begin as XML. */
export function identifyXml(text: string): XmlText | undefined {
  if (!/^\ufeff?\s*</.test(text)) return undefined;
  const { prolog, root: rest } = splitProlog(text);
  const kind = /^<(si|sl|co)(?=[\s/>])/.exec(rest)?.[1] as keyof typeof OWN | undefined;
  if (kind !== undefined) {
    const isWhole = isEnded(text, kind, kind === 'sl');
    const isCertain = prolog.includes(`-//WAPFORUM//DTD ${kind.toUpperCase()} `) || OWN[kind].test(rest);
    const confidence = !isCertain ? 0.5 : isWhole ? 0.98 : 0.7;
    return { format: 'push-xml', words: `a ${DOCUMENT_NAMES[kind]}`, root: kind, isWhole, confidence };
  }
  const [, smil] = /^<(smil)(?=[\s/>])/i.exec(rest) ?? [];
  if (smil !== undefined) {
    const words = pluralize(text.match(/<par(?=[\s/>])/gi)?.length ?? 0, 'slide');
    const isWhole = isEnded(text, smil, false);
    return { format: 'smil', words, root: smil, isWhole, confidence: isWhole ? 0.98 : 0.7 };
  }
  const [, root] = /^<([A-Za-z_][\w.-]{0,63}(?::[A-Za-z_][\w.-]{0,63})?)(?=\s|\/?>)/.exec(rest) ?? [];
  const isDeclared = /<\?xml\s|<!DOCTYPE\s/i.test(prolog);
  if (root?.toLowerCase() === 'html' || /<!DOCTYPE\s+html\b/i.test(prolog)) {
    const words = /\/\/DTD XHTML (Mobile|Basic)/.test(prolog) ? 'an XHTML page for handsets' : 'an HTML page';
    return { format: 'html', words, root, isWhole: true, confidence: 0.97 };
  }
  // A document type with declarations of its own hides the root. An element without anything in it may be in any text: <grin/>.
  if (!isDeclared && (root === undefined || EMPTY.test(rest))) return undefined;
  const isWhole = isEnded(text, root, true);
  const local = root?.replace(/^.*:/, '');
  if (local === 'Envelope' && SOAP_NAMESPACE.test(rest)) {
    return { format: 'soap', words: describeEnvelope(text), root, isWhole, confidence: isWhole ? 0.98 : 0.8 };
  }
  const known = KNOWN_ROOTS.get(local?.toLowerCase() ?? '');
  const words = `XML${local === undefined ? '' : `, root ${local}`}${known === undefined ? '' : ` (${known})`}`;
  // Elements are written in many texts; what begins and ends as one element is XML.
  const hasAttributes = /^<[^\s/>]+\s+[\w:.-]+\s*=/.test(rest);
  const confidence = isWhole ? (isDeclared ? 0.95 : 0.9) : isDeclared ? 0.7 : hasAttributes ? 0.3 : 0.15;
  return { format: 'xml', words, root, isWhole, confidence };
}

/** An element without attributes and without content, and nothing after it. */
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

/** Characters in which the body begins. */
const LOOK = 16_384;

/** The operations of the gateway's SOAP interface; their answers end in `Response`. */
const OPERATIONS: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'SubmitMessage',
  'SubmitDeliveryReceipt',
  'DeliverMessage',
  'AvailableMessages',
  'AvailableCredit',
]);

function describeEnvelope(text: string): string {
  const body = /<(?:[\w.-]{1,64}:)?Body(?:\s[^<>]{0,1024})?>\s*<(?:[\w.-]{1,64}:)?([\w.-]{1,64})/.exec(text.slice(0, LOOK));
  const entry = body?.[1];
  if (entry === undefined) return 'a SOAP envelope';
  if (entry === 'Fault') return 'a SOAP envelope: a fault';
  const operation = entry.replace(/Response$/, '');
  if (!OPERATIONS.has(operation)) return `a SOAP envelope: ${entry}`;
  return `a SOAP envelope: ${operation} of the gateway${operation === entry ? '' : ', the answer'}`;
}

/** The names of trees. */
const NAMES = { 'push-xml': 'push XML', smil: 'SMIL', soap: 'SOAP', xml: 'XML' } as const;

/** The tree of a document that is in octets `start` to `end`. @param options what its elements say, and payloads in them */
export function xmlTree(
  format: keyof typeof NAMES,
  octets: Uint8Array,
  start: number,
  end: number,
  bounds: Bounds,
  options?: Omit<ElementOptions, 'root' | 'maxDepth'>,
): Field {
  const root = NAMES[format];
  const { soapDepth, smilDepth } = bounds;
  const grow = (text: string) => {
    const found = identifyXml(text);
    const isIt = found !== undefined && (format === 'push-xml' || format === 'smil' ? found.format === format : true);
    const cut = found?.root === undefined ? 'ends before its root does' : `ends without </${found.root}>`;
    const warnings = !isIt ? [`does not begin as ${root}`] : found.isWhole ? [] : [cut];
    // The few tags of SI, SL and CO are easier to read below each other.
    const maxDepth = format === 'push-xml' ? 0 : format === 'smil' ? smilDepth : soapDepth;
    const children = elementFields(text, start, end, bounds, { ...options, root, maxDepth });
    return { value: undefined, ...(isIt && { meaning: found.words }), ...(warnings.length > 0 && { warnings }), children };
  };
  return textTree(root, octets, bounds, grow, start, end, format === 'smil' || format === 'push-xml');
}

/** The tree of a presentation. */
export function smilTree(octets: Uint8Array, start: number, end: number, bounds: Bounds, describePart?: DescribePart): Field {
  const words = new SmilWords(describePart);
  return xmlTree('smil', octets, start, end, bounds, { isCaseless: true, describe: (name, tag) => words.describe(name, tag) });
}

/** Names of what nobody should read twice. */
const SECRETS = /^(?:PIN|password|pwd)$/i;

/** Characters of a text that its element repeats. */
const MAX_SHOWN = 120;

/** Says beside an element what its text is, and opens a payload that the text is. */
export function openTexts(opening: Opening): Pick<ElementOptions, 'onText'> {
  const onText = (element: OpenElement, characters: OpenElement) => {
    const local = element.name.replace(/^.*:/, '');
    const value = unescapeXml(characters.value ?? '');
    if (!SECRETS.test(local)) element.meaning = shorten(value, MAX_SHOWN);
    const opened = openedHex(local, value, opening);
    if (opened === undefined) return;
    characters.octets = opened.octets;
    characters.children.push(opened.field);
  };
  return { onText };
}
