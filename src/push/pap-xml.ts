/**
 * The control documents of PAP as elements and attributes, with places for errors.
 *
 * saxes reads them, which opens nothing and knows the five entities of XML. The doctype may name any DTD of `pap` (Kannel names one without a
 * version) and hold the processing instructions with which PAP tells its versions, but declare nothing. Text is refused: PAP has none.
 * Source: WAP-247-PAP section 9.
 * @module
 */
import { SaxesParser } from 'saxes';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DecodeError, LimitError, type Limits } from '../errors.js';
import { parseDateTime } from './datetime.js';
import { brief } from './xml-tree.js';

/** pap, a message, what is in it. */
const DEEPEST = 3;
const MOST_ATTRIBUTES = 16;
/** Behind the name in a doctype: identifiers, then perhaps processing instructions in brackets. */
const DOCTYPE =
  /^[ \t\r\n]+pap[ \t\r\n]*(?:(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')|SYSTEM)[ \t\r\n]+(?:"[^"]*"|'[^']*')[ \t\r\n]*)?(?:\[(?:[ \t\r\n]|<\?[^>]*\?>)*\][ \t\r\n]*)?$/;

/** An element of a control document. */
export interface Node {
  readonly name: string;
  /** Index in the text, behind its `<` and name. */
  readonly at: number;
  /** Field path, such as `PAP/push-message/address`. */
  readonly path: string;
  readonly attributes: Map<string, string>;
  readonly children: Node[];
}

/** A control document: its root, `pap`, and the public identifier of its doctype. */
export interface PapDocument {
  readonly root: Node;
  readonly publicId: string | undefined;
}

/**
 * Reads a document of elements and attributes.
 * @throws DecodeError `bad-value` or `truncated` with the index in the text; LimitError past `papXmlCharacters` and `papAddresses`.
 */
export function readXml(xml: string, limits: Limits): PapDocument {
  const length = xml.length;
  if (length > limits.papXmlCharacters) {
    throw new LimitError(
      'limit-exceeded',
      'PAP',
      limits.papXmlCharacters,
      `${length} characters, the limit is ${limits.papXmlCharacters}`,
    );
  }
  const lone = loneSurrogateIndex(xml);
  if (lone >= 0) throw new DecodeError('bad-value', 'PAP', lone, 'a lone surrogate is no character');
  const parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  const open: Node[] = [];
  let root: Node | undefined;
  let publicId: string | undefined;
  let isAtEnd = false;
  const at = () => (isAtEnd ? length : Math.min(parser.position, length));
  const path = () => open.at(-1)?.path ?? 'PAP';
  parser.on('error', (cause) => {
    // saxes quotes whole names, however long.
    const reason = cause.message.replace(/\.$/, '').slice(0, 100);
    throw new DecodeError(isAtEnd ? 'truncated' : 'bad-value', path(), at(), reason, { cause });
  });
  parser.on('doctype', (doctype) => {
    const match = DOCTYPE.exec(doctype);
    if (match === null)
      throw new DecodeError('bad-value', 'PAP/doctype', at(), 'declares something else than pap, or entities');
    publicId = match[1]?.slice(1, -1);
  });
  parser.on('opentagstart', ({ name }) => {
    const parent = open.at(-1);
    if (parent === undefined && name !== 'pap') throw new DecodeError('bad-value', 'PAP', at(), 'the root is not pap');
    if (open.length === DEEPEST) throw new DecodeError('bad-value', path(), at(), `elements more than ${DEEPEST} deep`);
    if (parent !== undefined && parent.children.length > limits.papAddresses) {
      throw new LimitError('limit-exceeded', path(), at(), `more than ${limits.papAddresses} elements`);
    }
    const node: Node = {
      name,
      at: at(),
      path: parent === undefined ? 'PAP' : `${parent.path}/${brief(name)}`,
      attributes: new Map(),
      children: [],
    };
    if (parent === undefined) root = node;
    else parent.children.push(node);
    open.push(node);
  });
  parser.on('attribute', ({ name, value }) => {
    const { attributes } = open.at(-1) as Node;
    if (attributes.has(name)) throw new DecodeError('bad-value', `${path()}/${name.slice(0, 40)}`, at(), 'is given twice');
    if (attributes.size === MOST_ATTRIBUTES)
      throw new DecodeError('bad-value', path(), at(), `more than ${MOST_ATTRIBUTES} attributes`);
    attributes.set(name, value);
  });
  const refuseText = (text: string) => {
    if (/[^ \t\r\n]/.test(text)) throw new DecodeError('bad-value', path(), at(), 'has no text');
  };
  parser.on('text', refuseText);
  parser.on('cdata', refuseText);
  parser.on('closetag', () => {
    open.pop();
  });
  parser.write(xml);
  isAtEnd = true;
  parser.close();
  // There is one: the parser takes no document without.
  return { root: root as unknown as Node, publicId };
}

/** Requires that an element has no other attributes and children than those. @throws DecodeError `bad-value` */
export function allow(node: Node, attributes: readonly string[], children: readonly string[]): void {
  for (const name of node.attributes.keys()) {
    if (!attributes.includes(name)) throw wrong(node, `has no attribute ${JSON.stringify(name.slice(0, 40))}`);
  }
  for (const child of node.children) if (!children.includes(child.name)) throw wrong(child, `cannot stand in <${node.name}>`);
}

/** The one child of the root, by its name. @throws DecodeError `bad-value` for none, several, and other names. */
export function onlyChild(root: Node, names: readonly string[]): Node {
  const [child, second] = root.children;
  if (child === undefined) throw wrong(root, `is empty, expected: ${names.join(', ')}`);
  if (!names.includes(child.name)) throw wrong(child, `is none of ${names.join(', ')}`);
  if (second !== undefined) throw wrong(second, 'is one too many');
  return child;
}

/** An attribute's value. @throws DecodeError `bad-value` when it is missing. */
export function required(node: Node, name: string): string {
  return node.attributes.get(name) ?? missing(node, name);
}

/** @throws DecodeError `bad-value`, always. */
export function missing(node: Node, name: string): never {
  throw new DecodeError('bad-value', `${node.path}/${name}`, node.at, 'is missing');
}

/** An attribute as a date, to the second. @throws DecodeError `bad-value` */
export function dateOf(node: Node, name: string): Date | undefined {
  const text = node.attributes.get(name);
  return text === undefined ? undefined : parseDateTime(text, `${node.path}/${name}`, node.at);
}

/** An attribute that has one of the values given. @throws DecodeError `bad-value` */
export function choiceOf<T extends string>(node: Node, name: string, choices: readonly T[]): T | undefined {
  const choice = node.attributes.get(name) as T | undefined;
  if (choice === undefined || choices.includes(choice)) return choice;
  throw new DecodeError(
    'bad-value',
    `${node.path}/${name}`,
    node.at,
    `${JSON.stringify(choice.slice(0, 40))}, allowed: ${choices.join(', ')}`,
  );
}

/** An attribute that is `true` or `false`. @throws DecodeError `bad-value` */
export function flagOf(node: Node, name: string): boolean | undefined {
  const flag = choiceOf(node, name, ['true', 'false']);
  return flag === undefined ? undefined : flag === 'true';
}

/** The error of an element that stands where it may not, or lacks what it has to have. */
export function wrong(node: Node, reason: string): DecodeError {
  return new DecodeError('bad-value', node.path, node.at, reason);
}
