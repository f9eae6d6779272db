/**
 * Reading SI, SL and CO as XML: their public doctypes and nothing else declared; elements and attributes as the document type has them, refused where
 * they begin.
 *
 * Sources: WAP-167-ServiceInd, WAP-168-ServiceLoad, WAP-175-CacheOp; XML 1.0.
 * @module
 */
import { Reading } from '../../bytes/reading.js';
import { DecodeError, type Limits } from '../../errors.js';
import { isBlank, trim } from '../../xml/characters.js';
import { parseXml, type XmlHandler } from '../../xml/parse.js';
import { CO, type DocumentType, documentKinds, documentTypes, SI, SL } from '../wbxml/document-tokens.js';
import { type CacheOperation, readCo } from './co.js';
import { type PushDocument, readDocument } from './documents.js';
import { readSi, type ServiceIndication } from './si.js';
import { readSl, type ServiceLoading } from './sl.js';
import { Assembler, type Element } from './xml-tree.js';

/** Options of functions that parse an SI, SL or CO. */
export interface ParsePushOptions {
  /** Values that replace `pushXmlCharacters`, `pushCharacters`, `pushHrefCharacters` and `pushItems` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Parses a Service Indication in XML (WAP-167). White space at the ends of its text is removed; comments and processing instructions are skipped.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `SI/indication/created` and the index in the
 *   text.
 * @throws LimitError `limit-exceeded`, see {@link ParsePushOptions}.
 * @example
 * ```ts
 * import { parseSi } from 'handset/push';
 *
 * parseSi('<si><indication href="http://wap.example.com/n/1" si-id="msg-0001">New mail</indication></si>');
 * // -> { href: 'http://wap.example.com/n/1', id: 'msg-0001', text: 'New mail' }
 * ```
 */
export function parseSi(xml: string, options?: ParsePushOptions): ServiceIndication {
  return readSi(read(xml, SI, options).root);
}

/** Parses a Service Loading in XML (WAP-168). @throws DecodeError, LimitError as {@link parseSi}. */
export function parseSl(xml: string, options?: ParsePushOptions): ServiceLoading {
  return readSl(read(xml, SL, options).root);
}

/** Parses a Cache Operation in XML (WAP-175). @throws DecodeError, LimitError as {@link parseSi}. */
export function parseCo(xml: string, options?: ParsePushOptions): CacheOperation {
  return readCo(read(xml, CO, options).root);
}

/** Parses an SI, SL or CO in XML, whichever the root element names. @throws DecodeError, LimitError as {@link parseSi}. */
export function parsePushXml(xml: string, options?: ParsePushOptions): PushDocument {
  const { type, root } = read(xml, undefined, options);
  return readDocument(type, root);
}

interface Tree {
  readonly type: DocumentType;
  readonly root: Element;
}

function read(xml: string, type: DocumentType | undefined, options: ParsePushOptions | undefined): Tree {
  if (typeof xml !== 'string') throw new TypeError('XML is a string');
  const reading = Reading.of(options);
  const document = new PushXml(type, reading.limits);
  parseXml(xml, document, reading, { characters: 'pushXmlCharacters' });
  return document.tree;
}

/** One document, put together through an {@link Assembler}. */
class PushXml implements XmlHandler {
  /** What the document has to be; once it has begun, what it is. */
  #type: DocumentType | undefined;
  readonly #limits: Limits;
  #assembler: Assembler | undefined;

  constructor(type: DocumentType | undefined, limits: Limits) {
    this.#type = type;
    this.#limits = limits;
  }

  get path(): string {
    return this.#assembler === undefined || this.#assembler.isComplete ? 'XML' : this.#assembler.path;
  }

  get tree(): Tree {
    // Both are there: the parser takes no document without a root.
    return { type: this.#type as DocumentType, root: (this.#assembler as Assembler).finish() };
  }

  /** The doctype of a known document, without an internal subset. Its DTD is not read. */
  doctype(doctype: string, at: number): void {
    const type = usualDoctypes().get(doctype) ?? findType(doctype);
    if (type === undefined || (this.#type ?? type) !== type) {
      const allowed = this.#type === undefined ? documentTypes() : [this.#type];
      const list = allowed.map(({ kind, publicIdText }) => `${kind} PUBLIC "${publicIdText}"`).join(', ');
      throw new DecodeError('bad-value', 'XML/doctype', at, `declares something else than ${list}, or entities`);
    }
    this.#type = type;
  }

  open(name: string, at: number): void {
    if (this.#assembler === undefined) {
      this.#type ??= documentTypes().find(({ kind }) => kind === name);
      if (this.#type === undefined) throw new DecodeError('bad-value', 'XML', at, `the root is not one of ${documentKinds()}`);
      this.#assembler = new Assembler(this.#type, this.#limits);
    }
    this.#assembler.open(name, at);
  }

  attribute(name: string, value: string, at: number): void {
    const assembler = this.#assembler as Assembler;
    const field = assembler.attribute(name, at);
    assembler.count(value.length, 0, field, at);
    assembler.value(name, value, at);
  }

  text(text: string, at: number): void {
    const assembler = this.#assembler as Assembler;
    // White space between elements may be as long as the text; that of a text counts.
    if (!isBlank(text)) assembler.count(text.length, undefined, assembler.path, at);
    assembler.text(text, at);
  }

  close(): void {
    const element = (this.#assembler as Assembler).close();
    element.text = trim(element.text);
  }
}

let usual: ReadonlyMap<string, DocumentType> | undefined;

/** The doctypes as they are mostly written, the way that `formatSi` does: looking one up takes a third of the time of taking it apart. */
function usualDoctypes(): ReadonlyMap<string, DocumentType> {
  usual ??= new Map(
    documentTypes().map((type) => [` ${type.kind} PUBLIC "${type.publicIdText}" "${type.systemId}"`, type] as const),
  );
  return usual;
}

/** The document that a doctype declares; undefined for another one, and for one with an internal subset. */
function findType(doctype: string): DocumentType | undefined {
  const match =
    /^[ \t\r\n]+([^ \t\r\n[]+)[ \t\r\n]*(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]*)?$/.exec(
      doctype,
    );
  const [, name, quoted] = match ?? [];
  const publicId = quoted?.slice(1, -1);
  return documentTypes().find(
    ({ kind, publicIdText }) => kind === name && (publicId === undefined || publicId === publicIdText),
  );
}
