/**
 * XML as a tree in the terms of the pack: elements with their attributes and what they hold, and instructions.
 * @module
 */
import { SaxesParser } from 'saxes';
import type { Json, JsonObject } from './shape.js';

/** The content of a document, without its declaration, its type, and white space around the root. @throws Error where it is not well-formed. */
export function xmlTree(xml: string): Json[] {
  const top: Json[] = [];
  const open = [top];
  const add = (item: Json) => (open.at(-1) as Json[]).push(item);
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('processinginstruction', ({ target, body }) => add({ instruction: target, ...(body !== '' && { text: body }) }));
  parser.on('opentag', ({ name, attributes }) => {
    const list = Object.entries(attributes).map(([own, value]) => ({ name: own, value }));
    const children: Json[] = [];
    add({ element: name, ...(list.length > 0 && { attributes: list }), children });
    open.push(children);
  });
  parser.on('closetag', () => open.pop());
  parser.on('text', (text) => open.length > 1 && add(text));
  parser.write(xml).close();
  return top.map(withoutEmpty);
}

/** Elements that hold nothing have no list of it. */
function withoutEmpty(item: Json): Json {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { children, ...rest } = item as JsonObject & { readonly children?: readonly Json[] };
  return children === undefined || children.length === 0 ? rest : { ...rest, children: children.map(withoutEmpty) };
}
