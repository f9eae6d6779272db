/**
 * Documents of WBXML. Their tokens have to nest and end with the octets; they also need a known public identifier with its root, or more elements
 * than occur by chance.
 * @module
 */
import { ByteReader } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import type { Limits } from '../../errors.js';
import { type DocumentType, documentTypes } from '../../push/wbxml/document-tokens.js';
import { findLanguage, type WbxmlLanguage } from '../../push/wbxml/language.js';
import { wbxmlLanguages } from '../../push/wbxml/languages.js';
import { CHARSETS, ISO_8859_1, UTF8 } from '../../push/wbxml/strings.js';
import { mayBeCharset, readWbxmlBeginning, type WbxmlElement } from '../../push/wbxml/tree.js';
import { nameDocument, readDocument, type WbxmlDocument } from '../push-data.js';
import { NAMES } from './names.js';
import { octetRow, type Reads } from './octets.js';
import type { Evidence, Input } from './row.js';

/** The row of WBXML, whatever its document type. */
export const WBXML = /* @__PURE__ */ octetRow<WbxmlDocument>(
  {
    label: 'document in WBXML',
    ...NAMES.wbxml,
    sniff: sniffWbxml,
  },
  { root: 'WBXML', read: (reader, options) => readDocument(reader, options), describe: nameDocument },
);

function sniffWbxml(input: Input, { twice }: Reads<WbxmlDocument>): Evidence | undefined {
  const { octets, limits } = input;
  const head = readHead(octets);
  if (head === undefined) return undefined;
  const { value: document, issues, fault } = twice(input);
  const faults = fault?.message;
  if (document === undefined) {
    return isMarked(octets, head, limits) ? { confidence: 0.7, reason: `begins as WBXML, but ${faults}` } : undefined;
  }
  const confidence = judgeDocument(document, head, faults === undefined ? 0 : Math.max(1, issues.length));
  if (confidence === undefined) return undefined;
  const isWhole = document.kind !== 'tree' && faults === undefined;
  const name = isWhole ? nameDocument(document).replace('a ', 'a whole ') : nameDocument(document);
  const title = name.startsWith('WBXML') ? name : `${name} in WBXML`;
  return { confidence, reason: faults === undefined ? title : `${title}, with faults: ${faults}` };
}

/** What the first octets of a document say. */
interface Head {
  /** Its charset, when it is one that documents have; WBXML 1.0 has none. */
  readonly charset: number | undefined;
  readonly language: WbxmlLanguage | undefined;
  /** Where the string table begins. */
  readonly tableAt: number;
  /** Where the body begins. */
  readonly bodyAt: number;
}

/** The octet of WBXML 1.3, the last version. */
const MAX_VERSION = 0x03;

/** Octets of a public identifier as a text, of which `-//WAPFORUM//DTD SI 1.0//EN` is a short one. */
const MIN_PUBLIC_ID = 16;

/** Undefined for octets that do not begin as a document: nearly all, and found out without an error, which takes longer. */
function readHead(octets: Uint8Array): Head | undefined {
  const [version = 0xff] = octets;
  if (version > MAX_VERSION) return undefined;
  const id = readNumber(octets, 1);
  const index = id?.number === 0 ? readNumber(octets, id.next) : id;
  const charset = version > 0 && index !== undefined ? readNumber(octets, index.next) : index;
  const table = charset === undefined ? undefined : readNumber(octets, charset.next);
  if (id === undefined || charset === undefined || table === undefined) return undefined;
  // Neither can be read.
  if (id.number === 0 && (index?.number ?? 0) >= table.number) return undefined;
  if (version > 0 && charset.number !== 0 && !mayBeCharset(charset.number)) return undefined;
  const language = findLanguage(wbxmlLanguages(), id.number);
  const known = version > 0 && CHARSETS[charset.number] !== undefined ? charset.number : undefined;
  // A type by its name takes a string table; a number that is not known says nothing without a charset.
  if (id.number === 0 ? table.number < MIN_PUBLIC_ID : language === undefined && known === undefined) return undefined;
  return { charset: known, language, tableAt: table.next, bodyAt: table.next + table.number };
}

/** A multi-byte integer of five octets at most, with where the next one begins. */
function readNumber(octets: Uint8Array, at: number): { readonly number: number; readonly next: number } | undefined {
  let number = 0;
  for (let i = at; i < at + 5; i++) {
    const octet = octets[i];
    if (octet === undefined) return undefined;
    number = number * 128 + (octet & 0x7f);
    if (octet < 0x80) return { number, next: i + 1 };
  }
  return undefined;
}

/** How much speaks for a document; undefined for what may as well be a chance. */
function judgeDocument(document: WbxmlDocument, { charset }: Head, faults: number): number | undefined {
  if (document.kind !== 'tree') return faults === 0 ? 0.98 : 0.95;
  const { publicId, language, children } = document.tree;
  const root = children.find((child) => !child.isInstruction) as WbxmlElement;
  const nodes = countNodes(root);
  if (language === undefined && typeof publicId === 'string' && /^[-+]\/\//.test(publicId)) return faults === 0 ? 0.95 : 0.9;
  if (language === undefined || !hasRoot(language, root.name)) return faults === 0 && nodes >= MIN_NODES ? 0.6 : undefined;
  if (charset === undefined) return faults === 0 && nodes >= MIN_NODES ? 0.85 : undefined;
  if (faults > 0) return faults < nodes ? 0.9 : 0.6;
  return nodes > 1 ? 0.98 : 0.8;
}

/** Elements and attributes of which there can hardly be so many by chance. */
const MIN_NODES = 3;

function countNodes({ attributes, children }: WbxmlElement): number {
  const own = 1 + attributes.length;
  return children.reduce((count, child) => (typeof child === 'string' ? count : count + countNodes(child)), own);
}

/** Whether a name is that of the root of a document type. DRM rights are written with prefixes and without, WTA in capitals. */
function hasRoot(language: WbxmlLanguage, name: string | undefined): boolean {
  const [root, found] = [language.root.toLowerCase(), name?.toLowerCase()];
  return found === root || root.endsWith(`:${found}`);
}

/**
 * Whether octets that cannot be read begin as a document of a type that is known: its public identifier, a usual charset and its root, or texts in a
 * string table that is cut.
 */
function isMarked(
  octets: Uint8Array,
  { charset, language, tableAt, bodyAt }: Head,
  limits: Partial<Limits> | undefined,
): boolean {
  if (charset !== UTF8 && charset !== ISO_8859_1) return false;
  // Of the root there is no more than its first octet.
  if (bodyAt + 1 >= octets.length && octets.length >= MIN_CUT) {
    return language !== undefined && octets.subarray(tableAt, bodyAt).every(isTableOctet);
  }
  if (documentTypes().includes(language as DocumentType)) return true;
  const tree = tryDecode(() => readWbxmlBeginning(new ByteReader(octets), { lenient: true, ...(limits && { limits }) }));
  const root = tree?.children.find((child) => !child.isInstruction);
  return tree?.language !== undefined && hasRoot(tree.language, root?.name);
}

/** Octets of a document that is cut in its string table: fewer may be a chance. */
const MIN_CUT = 8;

/** Whether an octet is ASCII that is printed, or the NUL after a string. */
function isTableOctet(octet: number): boolean {
  return octet === 0 || (octet >= 0x20 && octet < 0x7f);
}
