/**
 * Reading XML: saxes with one guard, for every format that is XML.
 *
 *   text  ->  saxes  ->  XmlHandler: doctype, open, attribute, opened, text, close
 *
 * saxes opens nothing, knows the five entities of XML and no other, and takes only what is well-formed. Added here: limits, lone surrogates, positions,
 * and what an error repeats of the input, which is nothing: saxes quotes names and texts, and those may be long, or secret.
 * Source: XML 1.0.
 * @module
 */
import { SaxesParser } from 'saxes';
import type { Reading } from '../bytes/reading.js';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, type FormatErrorCode, type Limits } from '../errors.js';
import { type PlainEvent, readPlain } from './plain.js';

/**
 * What a format makes of a document, called for one thing after the other; what it throws ends the reading. Each position is the index in the text one
 * past what was read: past the character that ends the name of an element, the value of an attribute, the `>` of a tag.
 */
export interface XmlHandler {
  /** Path of the field that the parser is in, for faults of the XML itself. */
  readonly path: string;
  /** A document type: what is between `<!DOCTYPE` and `>`. It is refused here, or has no effect. */
  doctype(text: string, at: number): void;
  /** An element begins. Its attributes follow, then {@link opened}. */
  open(name: string, at: number): void;
  /** An attribute of it. That one is given twice is refused by the parser, but not before {@link opened}. */
  attribute(name: string, value: string, at: number): void;
  /** All of its attributes are read. */
  opened?(at: number): void;
  /** A piece of text, or of a CDATA section, inside of the root. */
  text(text: string, at: number): void;
  /** The innermost element ends. */
  close(at: number): void;
  /** The index in the input of an index in the text that is parsed, where the two differ. */
  place?(at: number): number;
}

/** The entries of `Limits` that hold for a document. */
export interface XmlLimits {
  /** Characters of the text. */
  readonly characters?: keyof Limits;
  /** Elements inside of each other. */
  readonly depth?: keyof Limits;
  /** Elements, all together. */
  readonly elements?: keyof Limits;
}

/** What a document takes of a reading: its limits. The XML itself is read strictly. */
type XmlReading = Pick<Reading, 'limits' | 'limit'>;

/**
 * Reads a document.
 * @throws DecodeError `truncated` where something is missing at the end, `trailing-bytes` for what follows the root, `bad-value` for other XML that is not
 *   well-formed; LimitError; what the handler throws.
 */
export function parseXml(xml: string, handler: XmlHandler, reading: XmlReading, limits: XmlLimits): void {
  if (limits.characters !== undefined) {
    reading.limit(limits.characters, xml.length, handler.path, reading.limits[limits.characters]);
  }
  const kind = handler.opened === undefined ? 'plain' : 'opening';
  const parser = idle[kind] ?? new GuardedParser(kind === 'opening');
  // One that an error stops halfway is not used again.
  idle[kind] = undefined;
  parser.parse(xml, handler, reading, limits);
  idle[kind] = parser;
}

/**
 * Parsers that finished their last document, kept because making one takes longer than parsing a short document. To be told of opened tags makes saxes
 * several times slower on short ones, so that there is a parser for handlers that do without.
 */
const idle: { plain?: GuardedParser | undefined; opening?: GuardedParser | undefined } = {};

/** One document after the other through one parser. */
class GuardedParser {
  readonly #saxes = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  #xml = '';
  #handler: XmlHandler = NO_HANDLER;
  #reading: XmlReading | undefined;
  #limits: XmlLimits = {};
  #maxDepth = 0;
  #maxElements = 0;
  #depth = 0;
  #elements = 0;
  /** Where a plain document is, which saxes does not see. */
  #plainAt = -1;
  /** Whether the text is over, so that what is wrong is that something is missing. */
  #isAtEnd = false;

  constructor(tellsOpened: boolean) {
    const saxes = this.#saxes;
    saxes.on('error', ({ message }) => {
      const ampersand = this.#isAtEnd ? findBareAmpersand(this.#xml) : -1;
      if (ampersand >= 0) throw this.#error('bad-value', ampersand, 'an ampersand that begins no reference');
      // Before saxes refuses a tag that ends another element, it has closed the innermost one.
      const isOver = this.#elements > 0 && this.#depth === 0 && message !== 'unexpected close tag.';
      const code = this.#isAtEnd ? 'truncated' : isOver ? 'trailing-bytes' : 'bad-value';
      // After a colon saxes quotes the document, such as the text of a message that was not escaped.
      throw this.#error(code, this.#at, message.replace(/:.*/s, '').replace(/\.$/, ''));
    });
    saxes.on('doctype', (text) => this.#handler.doctype(text, this.#at));
    saxes.on('opentagstart', ({ name }) => this.#open(name));
    saxes.on('attribute', ({ name, value }) => this.#handler.attribute(name, value, this.#at));
    if (tellsOpened) saxes.on('opentag', () => this.#handler.opened?.(this.#at));
    saxes.on('text', (text) => this.#text(text));
    saxes.on('cdata', (text) => this.#text(text));
    saxes.on('closetag', () => this.#close());
  }

  parse(xml: string, handler: XmlHandler, reading: XmlReading, limits: XmlLimits): void {
    const { depth, elements } = limits;
    this.#xml = xml;
    this.#handler = handler;
    this.#reading = reading;
    this.#limits = limits;
    this.#maxDepth = depth === undefined ? Number.POSITIVE_INFINITY : reading.limits[depth];
    this.#maxElements = elements === undefined ? Number.POSITIVE_INFINITY : reading.limits[elements];
    this.#depth = 0;
    this.#elements = 0;
    this.#isAtEnd = false;
    this.#plainAt = -1;
    // saxes reads a high surrogate and what follows as one character, whatever follows.
    const lone = loneSurrogateIndex(xml);
    if (lone >= 0) throw this.#error('bad-value', lone, 'a lone surrogate is not a character');
    const plain = readPlain(xml);
    if (plain !== undefined) this.#tell(plain);
    else {
      this.#saxes.write(xml);
      this.#isAtEnd = true;
      this.#saxes.close();
    }
    this.#xml = '';
    this.#handler = NO_HANDLER;
    this.#reading = undefined;
  }

  #tell(events: readonly PlainEvent[]): void {
    const handler = this.#handler;
    for (const { kind, name, value, at } of events) {
      this.#plainAt = at;
      if (kind === 'attribute') handler.attribute(name, value, at);
      else if (kind === 'open') this.#open(name);
      else if (kind === 'opened') handler.opened?.(at);
      else if (kind === 'text') handler.text(value, at);
      else if (kind === 'close') this.#close();
      else handler.doctype(value, at);
    }
  }

  #close(): void {
    this.#depth--;
    this.#handler.close(this.#at);
  }

  #open(name: string): void {
    const at = this.#at;
    if (this.#depth === 0 && this.#elements > 0) throw this.#error('trailing-bytes', at, 'a second root');
    this.#depth++;
    this.#elements++;
    if (this.#depth > this.#maxDepth) this.#refuse(this.#limits.depth as keyof Limits, this.#depth, at);
    if (this.#elements > this.#maxElements) this.#refuse(this.#limits.elements as keyof Limits, this.#elements, at);
    this.#handler.open(name, at);
  }

  #text(text: string): void {
    // Outside of the root saxes takes white space only.
    if (this.#depth > 0) this.#handler.text(text, this.#at);
  }

  /** Where saxes is: one past what it has just read. */
  get #at(): number {
    if (this.#plainAt >= 0) return this.#plainAt;
    return this.#isAtEnd ? this.#xml.length : Math.min(this.#saxes.position, this.#xml.length);
  }

  /** Past a limit, at the `<` of the element. */
  #refuse(name: keyof Limits, value: number, at: number): void {
    this.#reading?.limit(name, value, this.#handler.path, this.#place(startOfTag(this.#xml, at)));
  }

  #error(code: FormatErrorCode, at: number, reason: string): DecodeError {
    return new DecodeError(code, this.#handler.path, this.#place(at), reason);
  }

  #place(at: number): number {
    return this.#handler.place?.(at) ?? at;
  }
}

const NO_HANDLER: XmlHandler = { path: 'XML', doctype: ignore, open: ignore, attribute: ignore, text: ignore, close: ignore };

function ignore(): void {}

/** What ends a place in which an ampersand is a character like any other, by what begins it. */
const VERBATIM = [
  ['<![CDATA[', ']]>'],
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!DOCTYPE', '>'],
] as const;

/**
 * Finds an ampersand after which saxes looks for a semicolon up to the end, since it begins no reference; -1 where the text ends inside of a reference, or
 * of anything else.
 */
function findBareAmpersand(xml: string): number {
  const at = xml.indexOf('&', xml.lastIndexOf(';') + 1);
  if (at < 0 || !/[^\w.:#\-\u0080-\uffff]/.test(xml.slice(at + 1))) return -1;
  return VERBATIM.some(([from, to]) => xml.lastIndexOf(from, at) > xml.lastIndexOf(to, at)) ? -1 : at;
}

/** Where the tag begins whose name ends at an index. */
export function startOfTag(xml: string, at: number): number {
  return xml.lastIndexOf('<', Math.max(at - 1, 0));
}
