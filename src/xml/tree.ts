/**
 * A document as a tree of elements, for formats that are small and look at it as a whole.
 * @module
 */
import { nestPath, shorten } from '../bytes/quote.js';
import { DecodeError } from '../errors.js';
import type { XmlHandler } from './parse.js';

/** An element, its attributes by name, its children in order. */
export interface XmlElement {
  readonly name: string;
  /** Field path: the names of the elements around it and its own, such as `PAP/push-message/address`. */
  readonly path: string;
  /** Index in the text one past its name. */
  readonly at: number;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  /** All of its text in one piece, without that of its children. */
  readonly text: string;
}

interface OpenElement extends XmlElement {
  readonly attributes: Map<string, string>;
  readonly children: OpenElement[];
  text: string;
}

/** Puts a tree together. What a format refuses where it begins, it refuses in an override. */
export class XmlTree implements XmlHandler {
  readonly #rootPath: string;
  readonly #open: OpenElement[] = [];
  #root: OpenElement | undefined;

  /** @param rootPath the path of the root, whatever its name. */
  constructor(rootPath: string) {
    this.#rootPath = rootPath;
  }

  get path(): string {
    return this.#open.at(-1)?.path ?? this.#rootPath;
  }

  /** The root, once the document is read: the parser takes none without. */
  get root(): XmlElement {
    return this.#root as OpenElement;
  }

  /** The innermost element that is open. */
  protected get inner(): XmlElement | undefined {
    return this.#open.at(-1);
  }

  /** Elements that are open. */
  protected get depth(): number {
    return this.#open.length;
  }

  /** @throws DecodeError `bad-value`, always: a document type may declare entities. */
  doctype(_text: string, at: number): void {
    throw new DecodeError('bad-value', `${this.path}/doctype`, at, 'is not allowed here');
  }

  open(name: string, at: number): void {
    const parent = this.#open.at(-1);
    const path = parent === undefined ? this.#rootPath : nestPath(parent.path, shorten(name));
    const element: OpenElement = { name, path, at, attributes: new Map(), children: [], text: '' };
    if (parent === undefined) this.#root = element;
    else parent.children.push(element);
    this.#open.push(element);
  }

  /** @throws DecodeError `bad-value` for an attribute that the element has already. */
  attribute(name: string, value: string, at: number): void {
    const { attributes, path } = this.#open.at(-1) as OpenElement;
    if (attributes.has(name)) throw new DecodeError('bad-value', `${path}/${shorten(name)}`, at, 'is given twice');
    attributes.set(name, value);
  }

  text(text: string, _at: number): void {
    (this.#open.at(-1) as OpenElement).text += text;
  }

  close(_at: number): void {
    this.#open.pop();
  }
}
