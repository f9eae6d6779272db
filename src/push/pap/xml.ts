/**
 * The control documents of PAP as elements and attributes, with places for errors.
 *
 * The doctype may name any DTD of `pap` (Kannel names one without a version) and hold the processing instructions with which PAP tells its versions, but
 * declare nothing. Text is refused: PAP has none.
 * Source: WAP-247-PAP section 9.
 * @module
 */
import { quote } from '../../bytes/quote.js';
import type { Reading } from '../../bytes/reading.js';
import { DecodeError, LimitError, type Limits } from '../../errors.js';
import { isBlank } from '../../xml/characters.js';
import { parseXml } from '../../xml/parse.js';
import { type XmlElement, XmlTree } from '../../xml/tree.js';

/** pap, a message, what is in it. */
const MAX_DEPTH = 3;
const MAX_ATTRIBUTES = 16;
/** After the name in a doctype: identifiers, then perhaps processing instructions in brackets. */
const DOCTYPE =
  /^[ \t\r\n]+pap[ \t\r\n]*(?:(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')|SYSTEM)[ \t\r\n]+(?:"[^"]*"|'[^']*')[ \t\r\n]*)?(?:\[(?:[ \t\r\n]|<\?[^>]*\?>)*\][ \t\r\n]*)?$/;

/** A control document: its root, `pap`, and the public identifier of its doctype. */
export interface PapDocument {
  readonly root: XmlElement;
  readonly publicId: string | undefined;
}

/**
 * Reads a document of elements and attributes.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with the index in the text; LimitError past `papXmlCharacters` and `papAddresses`.
 */
export function readXml(xml: string, reading: Reading): PapDocument {
  const tree = new PapTree(reading.limits);
  parseXml(xml, tree, reading, { characters: 'papXmlCharacters' });
  return tree;
}

class PapTree extends XmlTree implements PapDocument {
  publicId: string | undefined;
  readonly #limits: Limits;

  constructor(limits: Limits) {
    super('PAP');
    this.#limits = limits;
  }

  override doctype(doctype: string, at: number): void {
    const match = DOCTYPE.exec(doctype);
    if (match === null) {
      throw new DecodeError('bad-value', 'PAP/doctype', at, 'declares something else than pap, or entities');
    }
    this.publicId = match[1]?.slice(1, -1);
  }

  override open(name: string, at: number): void {
    const { inner, path } = this;
    if (inner === undefined && name !== 'pap') throw new DecodeError('bad-value', path, at, 'the root is not pap');
    if (this.depth === MAX_DEPTH) throw new DecodeError('bad-value', path, at, `elements more than ${MAX_DEPTH} deep`);
    const { papAddresses } = this.#limits;
    if (inner !== undefined && inner.children.length > papAddresses) {
      throw new LimitError('limit-exceeded', path, at, `more than ${papAddresses} elements`);
    }
    super.open(name, at);
  }

  override attribute(name: string, value: string, at: number): void {
    if ((this.inner as XmlElement).attributes.size === MAX_ATTRIBUTES) {
      throw new DecodeError('bad-value', this.path, at, `more than ${MAX_ATTRIBUTES} attributes`);
    }
    super.attribute(name, value, at);
  }

  override text(text: string, at: number): void {
    if (!isBlank(text)) throw new DecodeError('bad-value', this.path, at, 'has no text');
  }
}

/** Requires that an element has no other attributes and children than those. @throws DecodeError `bad-value` */
export function allow(
  node: XmlElement,
  attributes: readonly (readonly [string, ...unknown[]])[],
  children: readonly string[],
): void {
  for (const name of node.attributes.keys()) {
    if (!attributes.some(([attribute]) => attribute === name)) throw wrong(node, `has no attribute ${quote(name)}`);
  }
  for (const child of node.children) if (!children.includes(child.name)) throw wrong(child, `is not allowed in <${node.name}>`);
}

/** The one child of the root, by its name. @throws DecodeError `bad-value` for none, several, and other names. */
export function onlyChild(root: XmlElement, names: readonly string[]): XmlElement {
  const [child, second] = root.children;
  if (child === undefined) throw wrong(root, `is empty, expected: ${names.join(', ')}`);
  if (!names.includes(child.name)) throw wrong(child, `is not one of ${names.join(', ')}`);
  if (second !== undefined) throw wrong(second, 'is one element too many');
  return child;
}

/** The error of an element in the wrong place, or without what it has to have. */
export function wrong(node: XmlElement, reason: string): DecodeError {
  return new DecodeError('bad-value', node.path, node.at, reason);
}
