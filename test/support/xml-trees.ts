/** XML as a tree that can be compared: elements with attributes in the order of their names, texts in one piece. */
import { SaxesParser } from 'saxes';

/** An element. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlNode | string)[];
}

/** The root of a document. @throws Error where it is not well-formed. */
export function parseXmlTree(xml: string): XmlNode {
  const parser = new SaxesParser();
  const top: (XmlNode | string)[] = [];
  const open: (XmlNode | string)[][] = [top];
  const add = (text: string) => {
    const siblings = open.at(-1)!;
    const last = siblings.at(-1);
    if (typeof last === 'string') siblings[siblings.length - 1] = last + text;
    else siblings.push(text);
  };
  parser.on('opentag', ({ name, attributes }) => {
    const children: (XmlNode | string)[] = [];
    open.at(-1)!.push({ name, attributes: { ...attributes }, children });
    open.push(children);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return top.find((child) => typeof child !== 'string') as XmlNode;
}

/** A tree with every text, and every attribute's value, put through a function; texts of nothing are left out. */
export function withTexts(node: XmlNode, change: (text: string, of: XmlNode, attribute?: string) => string): XmlNode {
  return {
    name: node.name,
    attributes: Object.fromEntries(Object.entries(node.attributes).map(([name, value]) => [name, change(value, node, name)])),
    children: node.children
      .map((child) => (typeof child === 'string' ? change(child, node) : withTexts(child, change)))
      .filter((child) => child !== ''),
  };
}
