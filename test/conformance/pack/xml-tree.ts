/**
 * XML as a tree in the terms of the pack: elements with their attributes and what they hold, and instructions. For the XML that converters of
 * WBXML write, which has neither comments nor sections of CDATA.
 * @module
 */
import type { Json, JsonObject } from './shape.js';

const PIECE = /<\?([\s\S]*?)\?>|<![^>]*>|<\/[^>]+>|<([^\s/>]+)((?:\s+[^\s=]+="[^"]*")*)\s*(\/?)>|[^<]+/g;
const ATTRIBUTE = /\s+([^\s=]+)="([^"]*)"/g;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (hex !== undefined) return String.fromCodePoint(Number.parseInt(hex, 16));
    if (decimal !== undefined) return String.fromCodePoint(Number(decimal));
    return NAMED[name ?? ''] ?? whole;
  });
}

/** What stands in a document: its declaration and its type are left out, and white space around the root. */
export function xmlTree(xml: string): Json[] {
  const top: Json[] = [];
  const open = [top];
  for (const [piece, instruction, name, list = '', empty] of xml.matchAll(PIECE)) {
    const within = open.at(-1) as Json[];
    if (instruction !== undefined) {
      const [, target = '', text = ''] = /^(\S*)\s*([\s\S]*)$/.exec(instruction) ?? [];
      if (target !== 'xml') within.push({ instruction: target, ...(text !== '' && { text }) });
    } else if (name !== undefined) {
      const attributes = [...list.matchAll(ATTRIBUTE)].map(([, own = '', value = '']) => ({
        name: own,
        value: unescaped(value),
      }));
      const children: Json[] = [];
      within.push({ element: name, ...(attributes.length > 0 && { attributes }), children });
      if (empty !== '/') open.push(children);
    } else if (piece.startsWith('</')) open.pop();
    else if (!piece.startsWith('<') && open.length > 1) within.push(unescaped(piece));
  }
  return top.map(withoutEmpty);
}

/** Elements that hold nothing have no list of it. */
function withoutEmpty(item: Json): Json {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  const { children, ...rest } = item as JsonObject & { readonly children?: readonly Json[] };
  return children === undefined || children.length === 0 ? rest : { ...rest, children: children.map(withoutEmpty) };
}
