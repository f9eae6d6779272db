/**
 * A SOAP 1.1 envelope out of a text: a tree of elements, with the references between them linked.
 *
 *   Envelope
 *     Header?    entries that must be understood are refused: none is
 *     Body
 *       the call, the answer or the fault
 *       what it refers to:  <multiRef id="x">   the target of   <anything href="#x"/>
 *
 * No DOCTYPE is taken at all (SOAP 1.1 section 3). Namespaces are resolved here, since saxes, asked to, writes the namespace into the name of each
 * attribute, however long it is. Sources: SOAP 1.1 sections 3 to 5; Namespaces in XML 1.0.
 * @module
 */
import { shorten } from '../../bytes/quote.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError, LimitError, type Limits } from '../../errors.js';
import { isBlank, trim } from '../../xml/characters.js';
import { parseXml, startOfTag, type XmlHandler } from '../../xml/parse.js';

/** Namespaces by the name that this package gives them. */
export const NAMESPACES = {
  envelope: 'http://schemas.xmlsoap.org/soap/envelope/',
  encoding: 'http://schemas.xmlsoap.org/soap/encoding/',
  schema: 'http://www.w3.org/2001/XMLSchema',
  instance: 'http://www.w3.org/2001/XMLSchema-instance',
  /** Of the collections of Apache SOAP, which PHP writes arrays as when it has no WSDL. */
  apache: 'http://xml.apache.org/xml-soap',
} as const;

/** An element; its text, children and target are filled in while the envelope is read. */
export interface Element {
  readonly namespace: string;
  /** Without prefix. */
  readonly name: string;
  readonly parent: Element | undefined;
  /** Index of its `<`. */
  readonly at: number;
  /** All of its text in one piece, including the text between its children. */
  text: string;
  readonly children: Element[];
  /** What `id` names it. */
  readonly id: string | undefined;
  /** What `href` refers to. */
  readonly href: string | undefined;
  /** The element that is meant by `href`; no row of them ends where it began. */
  target: Element | undefined;
  /** Whether a reference means it. */
  isTarget: boolean;
  readonly isNil: boolean;
  /** Whether `root` says that it is the call, or that it is not. */
  readonly isRoot: boolean | undefined;
  /** Whether it has that type; other types are not looked at, for they say nothing that the WSDL does not. */
  readonly isMap: boolean;
  readonly isArray: boolean;
  readonly isBase64: boolean;
  /** Name of the type of an array's items, without prefix. */
  readonly itemType: string | undefined;
  /** Whether it is a header entry that has to be understood by whoever reads the envelope. */
  readonly isMandatory: boolean;
  /** Itself and all below with references followed, as {@link linkReferences} counts; levels are 0 until then. */
  elements: number;
  characters: number;
  levels: number;
}

/** Path of names from the envelope on. */
export function pathOf(element: Element | undefined): string {
  const names: string[] = [];
  for (let each = element; each !== undefined; each = each.parent) names.unshift(shorten(each.name));
  return names.join('/');
}

// ---- references ----

/*
 * References between the elements of a body: `<anything href="#x"/>` means the element with that id.
 *
 * A reference can stand for much more than it takes, so elements, characters and levels are counted as if each reference were what it
 * stands for; counting is linear, for each element is counted once. Source: SOAP 1.1 section 5.
 */

/**
 * Finds what each reference of the body means, and measures all of it.
 * @throws DecodeError `bad-value` for an id that is there twice, a reference to nothing, in a circle, or beside a content of its own;
 *   LimitError past `soapDepth`.
 */
function linkReferences(body: Element, limits: Limits): void {
  const all: Element[] = [];
  const ids = new Map<string, Element>();
  const rest = [body];
  for (let element = rest.pop(); element !== undefined; element = rest.pop()) {
    all.push(element);
    const { children } = element;
    for (let i = children.length - 1; i >= 0; i--) rest.push(children[i] as Element);
    if (element.id === undefined) continue;
    if (ids.has(element.id))
      throw new DecodeError('bad-value', `${pathOf(element)}/id`, element.at, 'is that of another element');
    ids.set(element.id, element);
  }
  for (const element of all) {
    const { href } = element;
    if (href === undefined) continue;
    const target = href.startsWith('#') ? ids.get(href.slice(1)) : undefined;
    if (target === undefined) throw new DecodeError('bad-value', `${pathOf(element)}/href`, element.at, 'refers to no element');
    if (element.children.length > 0 || !isBlank(element.text)) {
      throw new DecodeError('bad-value', pathOf(element), element.at, 'refers to another element, and is not empty');
    }
    element.target = target;
    target.isTarget = true;
  }
  measure(body, 2, limits);
}

/** The element that an element is or refers to. */
export function meantBy(element: Element): Element {
  let meant = element;
  while (meant.target !== undefined) meant = meant.target;
  return meant;
}

/**
 * Requires that an element of the body is within the limits with all that it refers to.
 * @throws LimitError past `soapElements` and `soapCharacters`.
 */
export function checkExpansion(element: Element, { soapElements, soapCharacters }: Limits): void {
  const { at, elements, characters } = element;
  const isWithin = elements <= soapElements && characters <= soapCharacters;
  if (isWithin) return;
  const most = elements > soapElements ? `${soapElements} elements` : `${soapCharacters} characters`;
  throw new LimitError('limit-exceeded', pathOf(element), at, `more than ${most}, references followed`);
}

/** Stands for the levels of an element that is being measured. */
const MEASURING = -1;

/** Counts an element with all below, once; calls itself no deeper than levels are allowed. */
function measure(element: Element, level: number, limits: Limits): void {
  const { target, children, text, at } = element;
  const { soapDepth } = limits;
  if (level + Math.max(element.levels - 1, 0) > soapDepth) {
    throw new LimitError('limit-exceeded', pathOf(element), at, `more than ${soapDepth} levels, references followed`);
  }
  if (element.levels > 0) return;
  element.levels = MEASURING;
  let elements = 1;
  let characters = text.length;
  let levels = 0;
  const parts = target === undefined ? children : [target];
  for (const part of parts) {
    if (part.levels === MEASURING) throw new DecodeError('bad-value', `${pathOf(element)}/href`, at, 'leads back to itself');
    measure(part, level + 1, limits);
    elements += part.elements;
    characters += part.characters;
    levels = Math.max(levels, part.levels);
  }
  // Doubled at each level they would pass what a number holds exactly, but not what it can tell from a limit.
  element.elements = elements;
  element.characters = characters;
  element.levels = levels + 1;
}

// ---- tree ----

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
 *   in the text: what is not XML (`XML`) or has a DOCTYPE (`XML/doctype`); a root that is no envelope (`Envelope`) or that of
 *   another version of SOAP (`Envelope/namespace`); a header entry that must be understood (below `Envelope/Header`); no body,
 *   or two; a reference to nothing or in a circle. LimitError past `soapDepth` and `soapElements`.
 */
export function readEnvelope(xml: string, reading: Reading): Element {
  const envelope = new Envelope(xml);
  parseXml(xml, envelope, reading, { depth: 'soapDepth', elements: 'soapElements' });
  const body = bodyOf(envelope.root);
  linkReferences(body, reading.limits);
  return body;
}

interface Attribute {
  readonly prefix: string;
  readonly value: string;
}
type Prefixes = ReadonlyMap<string, string>;

/** An envelope that is read. */
class Envelope implements XmlHandler {
  readonly path = 'XML';
  readonly #xml: string;
  #root: Element | undefined;
  /** Elements that are open, and with each the prefixes that it declares. */
  readonly #open: { readonly element: Element; readonly prefixes: Prefixes | undefined }[] = [];
  /** The element that begins: its name, its attributes as they are written, where it begins. */
  #name = '';
  #attributes: (readonly [name: string, value: string])[] = [];
  #start = 0;

  constructor(xml: string) {
    this.#xml = xml;
  }

  get root(): Element {
    // It is there: the parser takes no document without a root.
    return this.#root as Element;
  }

  doctype(_text: string, at: number): void {
    throw new DecodeError('bad-value', 'XML/doctype', at, 'a SOAP envelope has none');
  }

  open(name: string, at: number): void {
    this.#name = name;
    this.#start = startOfTag(this.#xml, at);
    this.#attributes = [];
  }

  attribute(name: string, value: string): void {
    if (this.#attributes.length >= MAX_ATTRIBUTES) {
      throw limit(this.#start, `an element with more than ${MAX_ATTRIBUTES} attributes`);
    }
    this.#attributes.push([name, value]);
  }

  opened(): void {
    const prefixes = this.#declared();
    const parent = this.#open.at(-1)?.element;
    const colon = this.#name.indexOf(':');
    const name = this.#name.slice(colon + 1);
    const namespace = this.#resolve(this.#name.slice(0, Math.max(colon, 0)), prefixes);
    const said = this.#attributes.length === 0 ? NOTHING_SAID : this.#understand(prefixes);
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
      ...said,
      // Some toolkits name an independent array by its type (SOAP 1.1 section 5.4.2).
      isArray: said.isArray || (name === 'Array' && namespace === NAMESPACES.encoding),
    };
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push({ element, prefixes });
  }

  text(text: string): void {
    const top = this.#open.at(-1) as { readonly element: Element };
    top.element.text += text;
  }

  close(): void {
    this.#open.pop();
  }

  #declared(): Prefixes | undefined {
    let prefixes: Map<string, string> | undefined;
    for (const [name, value] of this.#attributes) {
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      if (value.length > MAX_NAMESPACE) {
        throw limit(this.#start, `a namespace of more than ${MAX_NAMESPACE} characters`);
      }
      prefixes ??= new Map();
      prefixes.set(name.slice('xmlns:'.length), value);
    }
    return prefixes;
  }

  /** What the attributes say that have a meaning here. */
  #understand(prefixes: Prefixes | undefined): Said {
    let id: string | undefined;
    let href: string | undefined;
    let known: Map<string, Attribute[]> | undefined;
    for (const [qualified, value] of this.#attributes) {
      const colon = qualified.indexOf(':');
      const name = qualified.slice(colon + 1);
      if (colon < 0) {
        // White space around them does not count: their types are ID and anyURI.
        if (name === 'id') id = trim(value);
        else if (name === 'href') href = trim(value);
      } else if (KNOWN.has(name) && !qualified.startsWith('xmlns:')) {
        known ??= new Map();
        const others = known.get(name) ?? [];
        known.set(name, others);
        others.push({ prefix: qualified.slice(0, colon), value });
      }
    }
    if (known === undefined) return { ...NOTHING_SAID, id, href };
    /** The attribute of a name in one of the namespaces. All of that name are looked at, for their prefixes have to be bound. */
    const find = (name: string, ...namespaces: readonly string[]): string | undefined => {
      let found: string | undefined;
      for (const { prefix, value } of known.get(name) ?? []) {
        if (namespaces.includes(this.#resolve(prefix, prefixes))) found = value;
      }
      return found;
    };
    const flag = (name: string, ...namespaces: readonly string[]): boolean | undefined => {
      const value = find(name, ...namespaces);
      return value === undefined ? undefined : this.#boolean(value);
    };
    const type = this.#typeOf(find('type', NAMESPACES.instance, ...OLD_INSTANCES), prefixes);
    return {
      id,
      href,
      isNil: flag('nil', NAMESPACES.instance) ?? flag('null', ...OLD_INSTANCES) ?? false,
      isRoot: flag('root', NAMESPACES.encoding),
      isMap: type === `${NAMESPACES.apache} Map`,
      isArray: type === ARRAY,
      isBase64: BASE64.has(type),
      itemType: find('arrayType', NAMESPACES.encoding)
        ?.replace(/^[^:]*:/, '')
        .replace(/\[.*$/s, ''),
      isMandatory: flag('mustUnderstand', NAMESPACES.envelope) === true && isForUs(find('actor', NAMESPACES.envelope)),
    };
  }

  /** Namespace and name of a type, one of those that are looked at. */
  #typeOf(value: string | undefined, prefixes: Prefixes | undefined): string {
    if (value === undefined) return '';
    const [, prefix = '', name] = /^\s*(?:([^:\s]+):)?(Map|Array|base64|base64Binary)\s*$/.exec(value) ?? [];
    return name === undefined ? '' : `${this.#resolve(prefix, prefixes)} ${name}`;
  }

  #boolean(value: string): boolean {
    const text = value.trim();
    if (text === '1' || text === 'true') return true;
    if (text === '0' || text === 'false') return false;
    const path = pathOf(this.#open.at(-1)?.element) || 'Envelope';
    throw new DecodeError('bad-value', path, this.#start, 'an attribute is neither true nor false');
  }

  #resolve(prefix: string, own: Prefixes | undefined): string {
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
}

/** What the attributes of an element say of it. */
type Said = Pick<Element, 'id' | 'href' | 'isNil' | 'isRoot' | 'isMap' | 'isArray' | 'isBase64' | 'itemType' | 'isMandatory'>;

const NOTHING_SAID: Said = {
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

/** Names of the attributes with a prefix that have a meaning here. */
const KNOWN: ReadonlySet<string> = /* @__PURE__ */ new Set([
  'nil',
  'null',
  'type',
  'root',
  'arrayType',
  'mustUnderstand',
  'actor',
]);

/** Whether a header entry is for this receiver: for the next one on the way, or for nobody by name, which means the last. */
function isForUs(actor: string | undefined): boolean {
  return actor === undefined || actor === '' || actor === ACTOR_NEXT;
}

const ARRAY = `${NAMESPACES.encoding} Array`;
const BASE64: ReadonlySet<string> = /* @__PURE__ */ new Set([
  `${NAMESPACES.encoding} base64`,
  `${NAMESPACES.encoding} base64Binary`,
  `${NAMESPACES.schema} base64Binary`,
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
  throw new DecodeError('bad-value', `Envelope/Header/${shorten(entry.name)}`, entry.at, 'must be understood, and is not');
}

function limit(at: number, reason: string): LimitError {
  return new LimitError('limit-exceeded', 'XML', at, reason);
}
