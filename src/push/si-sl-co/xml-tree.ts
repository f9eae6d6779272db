/**
 * The tree between the models (SI, SL, CO) and their two forms, XML and WBXML: elements of a document type with attributes and text.
 *
 *   model  <->  Element  <->  XML, WBXML
 *
 * The readers of both forms put it together through an {@link Assembler}, which refuses whatever the document type does not have, at
 * the place where it begins. So a tree is never deeper than its type and never larger than the limits.
 * @module
 */
import { quote, shorten } from '../../bytes/quote.js';
import { DecodeError, EncodeError, LimitError, type Limits } from '../../errors.js';
import { isBlank, requireXmlText, trim } from '../../xml/characters.js';
import { type DocumentType, type ElementType, isAddressAttribute, isDateAttribute } from '../wbxml/document-tokens.js';
import { parseDateTime } from './datetime.js';

/** An attribute with its value; dates are dates. */
export interface Attribute {
  readonly name: string;
  readonly value: string | Date;
  /** Where it began in the input. */
  readonly at?: number | undefined;
}

/** An element. Its text is in one piece: no element of these types mixes text and elements. */
export interface Element {
  readonly type: ElementType;
  /** Field path, such as `SI/info/item[0]`. */
  readonly path: string;
  /** Where it began in the input. */
  readonly at?: number | undefined;
  readonly attributes: Attribute[];
  text: string;
  readonly children: Element[];
}

/** Puts a tree together from what a reader finds, and checks it against the document type. Positions are the reader's. */
export class Assembler {
  readonly #type: DocumentType;
  readonly #limits: Limits;
  readonly #open: Element[] = [];
  #root: Element | undefined;
  #characters = 0;

  constructor(type: DocumentType, limits: Limits) {
    this.#type = type;
    this.#limits = limits;
  }

  /** Path of the innermost open element, or of the document. */
  get path(): string {
    return this.#open.at(-1)?.path ?? this.#type.field;
  }

  /** Elements that are open. */
  get depth(): number {
    return this.#open.length;
  }

  /** Whether the root was closed. */
  get isComplete(): boolean {
    return this.#root !== undefined && this.#open.length === 0;
  }

  /**
   * Begins an element and returns the last component of its path.
   * @throws DecodeError `bad-value` where the document type has none of that name there, LimitError past `pushItems`.
   */
  open(name: string, at: number): string {
    const parent = this.#open.at(-1);
    const type = this.#type.elements.find((element) => element.name === name);
    const isAllowed = parent === undefined ? type === this.#type.elements[0] : parent.type.children.includes(name);
    if (type === undefined || !isAllowed) {
      const allowed = parent === undefined ? [this.#type.elements[0].name] : parent.type.children;
      const list = allowed.length === 0 ? 'no element' : allowed.join(', ');
      throw new DecodeError('bad-value', this.path, at, `<${shorten(name)}> is not allowed here, allowed: ${list}`);
    }
    let label = this.#type.field;
    if (parent !== undefined) {
      const index = parent.children.length;
      if (index >= this.#limits.pushItems) {
        throw new LimitError('limit-exceeded', parent.path, at, `more than ${this.#limits.pushItems} elements`);
      }
      label = type.isRepeated === true ? `${name}[${index}]` : name;
    }
    const path = parent === undefined ? label : `${parent.path}/${label}`;
    const element: Element = { type, path, at, attributes: [], text: '', children: [] };
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push(element);
    return label;
  }

  /**
   * Begins an attribute of the innermost element and returns its path.
   * @throws DecodeError `bad-value` for an attribute that the element does not have, or has already.
   */
  attribute(name: string, at: number): string {
    const { type, path, attributes } = this.#open.at(-1) as Element;
    if (!type.attributes.includes(name)) {
      throw new DecodeError('bad-value', path, at, `<${type.name}> has no attribute ${shorten(name)}`);
    }
    for (let i = 0; i < attributes.length; i++) {
      if ((attributes[i] as Attribute).name === name) {
        throw new DecodeError('bad-value', `${path}/${name}`, at, 'is given twice');
      }
    }
    return `${path}/${name}`;
  }

  /**
   * Gives the attribute that was begun its value. The text of a date is read as one.
   * @throws DecodeError `bad-value` for a malformed date or address.
   */
  value(name: string, value: string | Date, at: number): void {
    const { path, attributes } = this.#open.at(-1) as Element;
    if (isDateAttribute(name) && typeof value === 'string') {
      attributes.push({ name, value: parseDateTime(value, `${path}/${name}`, at), at });
      return;
    }
    if (isAddressAttribute(name) && hasControl(value as string)) {
      throw new DecodeError('bad-value', `${path}/${name}`, at, 'an address has no control characters');
    }
    attributes.push({ name, value, at });
  }

  /**
   * Counts the characters of a value against the limits, before they are joined to those that came before.
   * @param before characters of the same attribute so far; undefined in a text.
   * @throws LimitError past `pushCharacters`, or `pushHrefCharacters` for an attribute.
   */
  count(characters: number, before: number | undefined, field: string, at: number): void {
    const { pushCharacters, pushHrefCharacters } = this.#limits;
    this.#characters += characters;
    if (this.#characters > pushCharacters) {
      throw new LimitError('limit-exceeded', field, at, `more than ${pushCharacters} characters in the document`);
    }
    if (before !== undefined && before + characters > pushHrefCharacters) {
      throw new LimitError('limit-exceeded', field, at, `an attribute of more than ${pushHrefCharacters} characters`);
    }
  }

  /** Adds text, its characters already counted. @throws DecodeError `bad-value` where only white space is allowed. */
  text(text: string, at: number): void {
    const element = this.#open.at(-1) as Element;
    if (element.type.hasText) element.text += text;
    else if (!isBlank(text)) throw new DecodeError('bad-value', element.path, at, `<${element.type.name}> has no text`);
  }

  /** Ends the innermost element and returns it. */
  close(): Element {
    return this.#open.pop() as Element;
  }

  /** The tree, when its root was closed. */
  finish(): Element {
    return this.#root as Element;
  }
}

/** An attribute's value; undefined when it is not given. */
export function findAttribute({ attributes }: Element, name: string): Attribute | undefined {
  for (let i = 0; i < attributes.length; i++) {
    const attribute = attributes[i] as Attribute;
    if (attribute.name === name) return attribute;
  }
  return undefined;
}

/** The text of an attribute other than a date. */
export function findText(element: Element, name: string): string | undefined {
  return findAttribute(element, name)?.value as string | undefined;
}

/** An attribute that the document type requires. @throws DecodeError `bad-value` */
export function requireText(element: Element, name: string): string {
  const text = findText(element, name);
  if (text === undefined) throw new DecodeError('bad-value', `${element.path}/${name}`, element.at, 'is missing');
  return text;
}

/** An attribute with a closed set of values. @throws DecodeError `bad-value` */
export function findChoice<T extends string>(element: Element, name: string, choices: readonly T[]): T | undefined {
  const attribute = findAttribute(element, name);
  if (attribute === undefined) return undefined;
  const choice = attribute.value as T;
  if (choices.includes(choice)) return choice;
  throw new DecodeError(
    'bad-value',
    `${element.path}/${name}`,
    attribute.at,
    `${quote(choice)}, allowed: ${choices.join(', ')}`,
  );
}

/** An element that a writer makes, its attributes in the order to write. */
export function requireElement(type: ElementType | undefined, path: string): Element {
  return { type: type as ElementType, path, attributes: [], text: '', children: [] };
}

/**
 * Adds an attribute that a caller gave; none when it is undefined.
 * @throws EncodeError `bad-value` for what is not a string or not an address, `unencodable` for a character that XML cannot hold.
 */
export function addText(element: Element, name: string, value: string | undefined): void {
  if (value === undefined) return;
  requireXmlText(value, element.path, name);
  if (isAddressAttribute(name) && hasControl(value)) {
    throw new EncodeError('bad-value', `${element.path}/${name}`, controlIndex(value), 'an address has no control characters');
  }
  element.attributes.push({ name, value });
}

/** {@link addText} for a closed set of values. @throws EncodeError `bad-value` */
export function addChoice(element: Element, name: string, value: string | undefined, choices: readonly string[]): void {
  if (value === undefined) return;
  if (!choices.includes(value)) {
    throw EncodeError.badValue(`${element.path}/${name}`, `${quote(value)}, allowed: ${choices.join(', ')}`);
  }
  element.attributes.push({ name, value });
}

/**
 * The text of an element that a caller gave, without the white space at its ends, which readers of XML may drop.
 * @throws EncodeError `bad-value` when it is not a string, `unencodable` for a character that XML cannot hold.
 */
export function requireContent(text: string, field: string): string {
  requireXmlText(text, field);
  return trim(text);
}

/**
 * Counts all characters of a tree that a caller gave.
 * @throws LimitError past `pushCharacters`, `pushHrefCharacters` or `pushItems`.
 */
export function checkSize(root: Element, limits: Limits): void {
  const { pushCharacters, pushHrefCharacters, pushItems } = limits;
  const elements = [root];
  let characters = 0;
  for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
    const { attributes, children, text, path } = element;
    characters += text.length;
    for (let i = 0; i < attributes.length; i++) {
      const { name, value } = attributes[i] as Attribute;
      if (typeof value !== 'string') continue;
      characters += value.length;
      if (value.length > pushHrefCharacters) {
        throw new LimitError('limit-exceeded', `${path}/${name}`, undefined, `more than ${pushHrefCharacters} characters`);
      }
    }
    if (characters > pushCharacters) {
      throw new LimitError('limit-exceeded', path, undefined, `more than ${pushCharacters} characters in the document`);
    }
    if (children.length > pushItems) {
      throw new LimitError('limit-exceeded', path, undefined, `more than ${pushItems} elements`);
    }
    for (let i = 0; i < children.length; i++) elements.push(children[i] as Element);
  }
}

const CONTROL = /[\0-\x1f\x7f-\x9f]/;

function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

function controlIndex(text: string): number {
  return text.search(CONTROL);
}
