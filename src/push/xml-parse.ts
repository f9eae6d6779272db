/**
 * Reading SI, SL and CO as XML.
 *
 * saxes does the parsing: it never opens anything, knows the five entities of XML and no other, and takes only what is well-formed. On top
 * of that: the public doctypes of these documents and nothing else declared; elements and attributes as the document type has them,
 * refused where they begin; the characters limited before the first one is read.
 * Sources: WAP-167-ServiceInd, WAP-168-ServiceLoad, WAP-175-CacheOp; XML 1.0.
 * @module
 */
import { SaxesParser } from 'saxes';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { type CacheOperation, coOf } from './co.js';
import { documentOf, type PushDocument } from './documents.js';
import { type ServiceIndication, siOf } from './si.js';
import { type ServiceLoading, slOf } from './sl.js';
import { CO, type DocumentType, documentKinds, documentTypes, SI, SL } from './tokens.js';
import { Assembler, type Element, isBlank, trim } from './xml-tree.js';

/** How to read a document. */
export interface ParsePushOptions {
  /** Other values for `pushXmlCharacters`, `pushCharacters`, `pushHrefCharacters` and `pushItems` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Reads an SI. White space at the ends of a text is left out; comments and processing instructions are passed over.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `SI/indication/created` and the index in the
 *   text, LimitError past the limits.
 */
export function parseSi(xml: string, options?: ParsePushOptions): ServiceIndication {
  return siOf(read(xml, SI, options).root);
}

/** Reads an SL. @throws DecodeError, LimitError as {@link parseSi}. */
export function parseSl(xml: string, options?: ParsePushOptions): ServiceLoading {
  return slOf(read(xml, SL, options).root);
}

/** Reads a CO. @throws DecodeError, LimitError as {@link parseSi}. */
export function parseCo(xml: string, options?: ParsePushOptions): CacheOperation {
  return coOf(read(xml, CO, options).root);
}

/** Reads whichever document the root element names. @throws DecodeError, LimitError as {@link parseSi}. */
export function parsePushXml(xml: string, options?: ParsePushOptions): PushDocument {
  const { type, root } = read(xml, undefined, options);
  return documentOf(type, root);
}

interface Tree {
  readonly type: DocumentType;
  readonly root: Element;
}

/** A reader that finished its last document, kept because making a parser takes longer than parsing an SI. */
let idle: XmlReader | undefined;

function read(xml: string, type: DocumentType | undefined, options: ParsePushOptions | undefined): Tree {
  if (typeof xml !== 'string') throw new TypeError('XML is a string');
  const limits = options?.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...options.limits };
  const { pushXmlCharacters } = limits;
  if (xml.length > pushXmlCharacters) {
    throw new LimitError(
      'limit-exceeded',
      'XML',
      pushXmlCharacters,
      `${xml.length} characters, the limit is ${pushXmlCharacters}`,
    );
  }
  const reader = idle ?? new XmlReader();
  // One that an error stops halfway is not used again.
  idle = undefined;
  const tree = reader.read(xml, type, limits);
  idle = reader;
  return tree;
}

/** One document after the other through one parser. */
class XmlReader {
  readonly #parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  #limits: Limits = DEFAULT_LIMITS;
  /** What the document has to be; once it has begun, what it is. */
  #type: DocumentType | undefined;
  #assembler: Assembler | undefined;
  #length = 0;
  /** Whether the text is over, so that what is wrong is that something is missing. */
  #isAtEnd = false;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#malformed(error.message, error);
    });
    parser.on('doctype', (doctype) => this.#checkDoctype(doctype));
    parser.on('opentagstart', ({ name }) => this.#open(name));
    parser.on('attribute', ({ name, value }) => this.#attribute(name, value));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => this.#close());
  }

  read(xml: string, type: DocumentType | undefined, limits: Limits): Tree {
    this.#limits = limits;
    this.#type = type;
    this.#assembler = undefined;
    this.#length = xml.length;
    this.#isAtEnd = false;
    // saxes reads a high surrogate and what follows as one character, whatever follows.
    const lone = loneSurrogateIndex(xml);
    if (lone >= 0) throw new DecodeError('bad-value', 'XML', lone, 'a lone surrogate is no character');
    this.#parser.write(xml);
    this.#isAtEnd = true;
    this.#parser.close();
    return this.#tree();
  }

  #tree(): Tree {
    // Both are there: the parser takes no document without a root.
    return { type: this.#type as DocumentType, root: (this.#assembler as Assembler).finish() };
  }

  /** The doctype of a known document, without an internal subset. Its DTD is not read. */
  #checkDoctype(doctype: string): void {
    const match =
      /^[ \t\r\n]+([^ \t\r\n[]+)[ \t\r\n]*(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]*)?$/.exec(
        doctype,
      );
    const [, name, quoted] = match ?? [];
    const publicId = quoted?.slice(1, -1);
    const type = documentTypes().find(({ kind }) => kind === name);
    const isKnown = type !== undefined && (this.#type ?? type) === type;
    if (!isKnown || (publicId !== undefined && publicId !== type.publicIdText)) {
      const allowed = this.#type === undefined ? documentTypes() : [this.#type];
      const list = allowed.map(({ kind, publicIdText }) => `${kind} PUBLIC "${publicIdText}"`).join(', ');
      throw this.#error('XML/doctype', `declares something else than ${list}, or entities`);
    }
    this.#type = type;
  }

  #open(name: string): void {
    if (this.#assembler === undefined) {
      this.#type ??= documentTypes().find(({ kind }) => kind === name);
      if (this.#type === undefined) throw this.#error('XML', `the root is none of ${documentKinds()}`);
      this.#assembler = new Assembler(this.#type, this.#limits);
    }
    if (this.#assembler.isComplete) throw new DecodeError('trailing-bytes', 'XML', this.#position, 'a second root');
    this.#assembler.open(name, this.#position);
  }

  #attribute(name: string, value: string): void {
    const assembler = this.#assembler as Assembler;
    const at = this.#position;
    const field = assembler.attribute(name, at);
    assembler.count(value.length, 0, field, at);
    assembler.value(name, value, at);
  }

  #text(text: string): void {
    const assembler = this.#assembler;
    // Outside of the root the parser takes white space only.
    if (assembler === undefined || assembler.isComplete) return;
    const at = this.#position;
    // White space between elements may be as long as the text; that of a text counts.
    if (!isBlank(text)) assembler.count(text.length, undefined, assembler.path, at);
    assembler.text(text, at);
  }

  #close(): void {
    const element = (this.#assembler as Assembler).close();
    element.text = trim(element.text);
  }

  /** Where the parser is: behind what it has just read. */
  get #position(): number {
    return this.#isAtEnd ? this.#length : Math.min(this.#parser.position, this.#length);
  }

  #malformed(message: string, cause: Error): DecodeError {
    // saxes quotes whole names, however long.
    const reason = message.replace(/\.$/, '').slice(0, 100);
    const isOver = this.#assembler?.isComplete === true;
    const code = this.#isAtEnd ? 'truncated' : isOver ? 'trailing-bytes' : 'bad-value';
    return new DecodeError(code, isOver ? 'XML' : (this.#assembler?.path ?? 'XML'), this.#position, reason, { cause });
  }

  #error(field: string, reason: string): DecodeError {
    return new DecodeError('bad-value', field, this.#position, reason);
  }
}
