/**
 * A SOAP 1.1 envelope out of a text: a tree of elements, with the references between them linked.
 *
 *   Envelope
 *     Header?    entries that must be understood are refused: none is
 *     Body
 *       the call, the answer or the fault
 *       what it refers to:  <multiRef id="x">   meant by   <anything href="#x"/>
 *
 * saxes does the parsing: it never opens anything, knows the five entities of XML and no other, and takes only what is
 * well-formed. No DOCTYPE is taken at all (SOAP 1.1 section 3). Namespaces are resolved here, since saxes, asked to, writes the
 * namespace into the name of each attribute, however long it is. Sources: SOAP 1.1 sections 3 to 5; XML 1.0; Namespaces in XML 1.0.
 * @module
 */
import { SaxesParser } from 'saxes';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, type FormatErrorCode, LimitError, type Limits } from '../errors.js';
import { brief, type Element, NAMESPACES, pathOf } from './soap-element.js';
import { collapsed } from './soap-fields.js';
import { linkReferences } from './soap-references.js';

/** Instance namespaces before that of 2001, whose `null` became `nil`. */
const OLD_INSTANCES: readonly string[] = [
  'http://www.w3.org/1999/XMLSchema-instance',
  'http://www.w3.org/2000/10/XMLSchema-instance',
];
const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
const ACTOR_NEXT = 'http://schemas.xmlsoap.org/soap/actor/next';

/** Attributes that one element may have; toolkits write some twenty. */
const MAX_ATTRIBUTES = 256;
/** Characters of a namespace: it is compared once for each element. */
const MAX_NAMESPACE = 1024;

/**
 * Reads an envelope and links its references.
 * @returns the body.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `Envelope/Body/multiRef` and the index
 *   in the text: what is no XML (`XML`) or has a DOCTYPE (`XML/doctype`); a root that is no envelope (`Envelope`) or that of
 *   another version of SOAP (`Envelope/namespace`); a header entry that must be understood (below `Envelope/Header`); no body,
 *   or two; a reference to nothing or in a circle. LimitError past `soapDepth` and `soapElements`.
 */
export function readEnvelope(xml: string, limits: Limits): Element {
  const reader = idle ?? new EnvelopeReader();
  // One that an error stops halfway is not used again.
  idle = undefined;
  const root = reader.read(xml, limits);
  idle = reader;
  const body = bodyOf(root);
  linkReferences(body, limits);
  return body;
}

/** A reader that finished its last envelope, kept because making a parser takes longer than parsing a short one. */
let idle: EnvelopeReader | undefined;

/** One envelope after the other through one parser. */
class EnvelopeReader {
  readonly #parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  #xml = '';
  #soapDepth = 0;
  #soapElements = 0;
  #root: Element | undefined;
  /** Elements that are open, and with each the prefixes that it declares. */
  readonly #open: { readonly element: Element; readonly prefixes: ReadonlyMap<string, string> | undefined }[] = [];
  #count = 0;
  #attributes: (readonly [name: string, value: string])[] = [];
  #start = 0;
  /** Whether the text is over, so that what is wrong is that something is missing. */
  #isAtEnd = false;

  constructor() {
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#malformed(error.message);
    });
    parser.on('doctype', () => {
      throw this.#error('bad-value', 'XML/doctype', 'a SOAP envelope has none');
    });
    parser.on('opentagstart', () => this.#begin());
    parser.on('attribute', ({ name, value }) => this.#attribute(name, value));
    parser.on('opentag', ({ name }) => this.#opened(name));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => {
      this.#open.pop();
    });
  }

  read(xml: string, { soapDepth, soapElements }: Limits): Element {
    this.#xml = xml;
    this.#soapDepth = soapDepth;
    this.#soapElements = soapElements;
    this.#root = undefined;
    this.#count = 0;
    this.#isAtEnd = false;
    // saxes reads a high surrogate and what follows as one character, whatever follows.
    const lone = loneSurrogateIndex(xml);
    if (lone >= 0) throw new DecodeError('bad-value', 'XML', lone, 'a lone surrogate is no character');
    this.#parser.write(xml);
    this.#isAtEnd = true;
    this.#parser.close();
    const root = this.#root as Element | undefined;
    this.#root = undefined;
    this.#xml = '';
    // It is there: the parser takes no document without a root.
    return root as Element;
  }

  #begin(): void {
    this.#start = this.#xml.lastIndexOf('<', Math.max(this.#position - 1, 0));
    this.#attributes = [];
    if (this.#open.length >= this.#soapDepth) {
      throw limit('XML', this.#start, `more than ${this.#soapDepth} levels of elements`);
    }
    this.#count++;
    if (this.#count > this.#soapElements) throw limit('XML', this.#start, `more than ${this.#soapElements} elements`);
    if (this.#root !== undefined && this.#open.length === 0) throw this.#error('trailing-bytes', 'XML', 'a second root');
  }

  #attribute(name: string, value: string): void {
    if (this.#attributes.length >= MAX_ATTRIBUTES) {
      throw limit('XML', this.#start, `an element with more than ${MAX_ATTRIBUTES} attributes`);
    }
    this.#attributes.push([name, value]);
  }

  #opened(qualified: string): void {
    const attributes = this.#attributes;
    const prefixes = this.#declared(attributes);
    const parent = this.#open.at(-1)?.element;
    const [prefix, name] = this.#split(qualified);
    const found = attributes.length === 0 ? NO_ATTRIBUTES : this.#understand(attributes, prefixes);
    const namespace = this.#resolve(prefix, prefixes);
    const element: Element = {
      namespace,
      name,
      parent,
      at: this.#start,
      text: '',
      children: [],
      target: undefined,
      isTarget: false,
      elements: 0,
      characters: 0,
      levels: 0,
      ...found,
      // Some toolkits name an independent array by its type (SOAP 1.1 section 5.4.2).
      isArray: found.isArray || (name === 'Array' && namespace === NAMESPACES.encoding),
    };
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push({ element, prefixes });
  }

  #declared(attributes: readonly (readonly [string, string])[]): ReadonlyMap<string, string> | undefined {
    let prefixes: Map<string, string> | undefined;
    for (const [name, value] of attributes) {
      if (!name.startsWith('xmlns') || (name.length > 5 && name[5] !== ':')) continue;
      if (value.length > MAX_NAMESPACE) {
        throw limit('XML', this.#start, `a namespace of more than ${MAX_NAMESPACE} characters`);
      }
      prefixes ??= new Map();
      prefixes.set(name.slice(6), value);
    }
    return prefixes;
  }

  /** What the attributes that have a meaning here say. */
  #understand(
    attributes: readonly (readonly [string, string])[],
    prefixes: ReadonlyMap<string, string> | undefined,
  ): Attributes {
    const found: { -readonly [K in keyof Attributes]: Attributes[K] } = { ...NO_ATTRIBUTES };
    let actor = ACTOR_NEXT;
    for (const [qualified, value] of attributes) {
      const colon = qualified.indexOf(':');
      if (colon < 0) {
        // White space around them does not count: their types are ID and anyURI.
        if (qualified === 'id') found.id = collapsed(value);
        else if (qualified === 'href') found.href = collapsed(value);
        continue;
      }
      const local = qualified.slice(colon + 1);
      if (!KNOWN_ATTRIBUTES.has(local)) continue;
      const namespace = this.#resolve(qualified.slice(0, colon), prefixes);
      if (local === 'nil' && namespace === NAMESPACES.instance) found.isNil = this.#boolean(value);
      else if (local === 'null' && OLD_INSTANCES.includes(namespace)) found.isNil = this.#boolean(value);
      else if (local === 'type' && (namespace === NAMESPACES.instance || OLD_INSTANCES.includes(namespace))) {
        const type = this.#typeOf(value, prefixes);
        found.isMap = type === `${NAMESPACES.apache} Map`;
        found.isArray = type === ARRAY;
        found.isBase64 = BASE64.has(type);
      } else if (namespace === NAMESPACES.encoding) {
        if (local === 'root') found.isRoot = this.#boolean(value);
        else if (local === 'arrayType') found.itemType = value.replace(/^[^:]*:/, '').replace(/\[.*$/s, '');
      } else if (namespace === NAMESPACES.envelope) {
        if (local === 'mustUnderstand') found.isMandatory = this.#boolean(value);
        else if (local === 'actor') actor = value;
      }
    }
    // An entry for somebody else on the way is not ours. One that names nobody is for the last receiver, which this is.
    if (actor !== ACTOR_NEXT && actor !== '') found.isMandatory = false;
    return found;
  }

  /** Namespace and name of a type, one of those that are looked at. */
  #typeOf(value: string, prefixes: ReadonlyMap<string, string> | undefined): string {
    const [, prefix = '', name] = /^\s*(?:([^:\s]+):)?(Map|Array|base64|base64Binary)\s*$/.exec(value) ?? [];
    return name === undefined ? '' : `${this.#resolve(prefix, prefixes)} ${name}`;
  }

  #boolean(value: string): boolean {
    const text = value.trim();
    if (text === '1' || text === 'true') return true;
    if (text === '0' || text === 'false') return false;
    throw new DecodeError('bad-value', this.#path, this.#start, 'an attribute is neither true nor false');
  }

  #split(qualified: string): readonly [prefix: string, local: string] {
    const colon = qualified.indexOf(':');
    return colon < 0 ? ['', qualified] : [qualified.slice(0, colon), qualified.slice(colon + 1)];
  }

  #resolve(prefix: string, own: ReadonlyMap<string, string> | undefined): string {
    let namespace = own?.get(prefix);
    for (let i = this.#open.length - 1; i >= 0 && namespace === undefined; i--)
      namespace = this.#open[i]?.prefixes?.get(prefix);
    if (namespace === undefined && prefix === 'xml') return XML_NAMESPACE;
    if (prefix === '') return namespace ?? '';
    if (namespace === undefined || namespace === '') {
      throw new DecodeError('bad-value', 'XML', this.#start, 'a prefix that no namespace is bound to');
    }
    return namespace;
  }

  #text(text: string): void {
    const top = this.#open.at(-1);
    // Outside of the root the parser takes white space only.
    if (top !== undefined) top.element.text += text;
  }

  get #path(): string {
    return pathOf(this.#open.at(-1)?.element) || 'Envelope';
  }

  /** Where the parser is: behind what it has just read. */
  get #position(): number {
    return this.#isAtEnd ? this.#xml.length : Math.min(this.#parser.position, this.#xml.length);
  }

  #malformed(message: string): DecodeError {
    // What saxes quotes behind a colon may be the text of a message that was not escaped.
    const reason = message.replace(/:.*$/s, '').replace(/\.$/, '');
    const isOver = this.#root !== undefined && this.#open.length === 0;
    return this.#error(this.#isAtEnd ? 'truncated' : isOver ? 'trailing-bytes' : 'bad-value', 'XML', reason);
  }

  #error(code: FormatErrorCode, field: string, reason: string): DecodeError {
    return new DecodeError(code, field, this.#position, reason);
  }
}

type Attributes = Pick<
  Element,
  'id' | 'href' | 'isNil' | 'isRoot' | 'isMap' | 'isArray' | 'isBase64' | 'itemType' | 'isMandatory'
>;

const NO_ATTRIBUTES: Attributes = {
  id: undefined,
  href: undefined,
  isNil: false,
  isRoot: undefined,
  isMap: false,
  isArray: false,
  isBase64: false,
  itemType: undefined,
  isMandatory: false,
};

const ARRAY = `${NAMESPACES.encoding} Array`;
const BASE64: ReadonlySet<string> = /* @__PURE__ */ new Set([
  `${NAMESPACES.encoding} base64`,
  `${NAMESPACES.encoding} base64Binary`,
  `${NAMESPACES.schema} base64Binary`,
]);

const KNOWN_ATTRIBUTES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'nil',
  'null',
  'type',
  'root',
  'arrayType',
  'mustUnderstand',
  'actor',
]);

function bodyOf(root: Element): Element {
  if (root.name !== 'Envelope') throw new DecodeError('bad-value', 'Envelope', root.at, 'the root is no SOAP envelope');
  if (root.namespace !== NAMESPACES.envelope) {
    throw new DecodeError('bad-value', 'Envelope/namespace', root.at, `is not that of SOAP 1.1, ${NAMESPACES.envelope}`);
  }
  let body: Element | undefined;
  for (const child of root.children) {
    if (child.namespace !== NAMESPACES.envelope) continue;
    if (child.name === 'Header') checkHeader(child);
    else if (child.name === 'Body') {
      if (body !== undefined) throw new DecodeError('bad-value', 'Envelope/Body', child.at, 'is there twice');
      body = child;
    }
  }
  if (body === undefined) throw new DecodeError('bad-value', 'Envelope/Body', root.at, 'is missing');
  return body;
}

function checkHeader(header: Element): void {
  const entry = header.children.find(({ isMandatory }) => isMandatory);
  if (entry === undefined) return;
  throw new DecodeError('bad-value', `Envelope/Header/${brief(entry.name)}`, entry.at, 'must be understood, and is not');
}

function limit(field: string, at: number, reason: string): LimitError {
  return new LimitError('limit-exceeded', field, at, reason);
}
