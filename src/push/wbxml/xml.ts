/**
 * WBXML of any document type as XML, read only.
 *
 *   <?xml version="1.0"?><!DOCTYPE emn PUBLIC "-//WAPFORUM//DTD EMN 1.0//EN" "http://www.wapforum.org/DTD/emn.dtd"><emn .../>
 *
 * In one line, with a document type where it is known, and a namespace where an element is in another than the one around it.
 * @module
 */
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { readWbxmlBeginning, type WbxmlElement, type WbxmlTree, type WbxmlTreeOptions } from './tree.js';

/**
 * Converts a WBXML document (WAP-192) to XML: WML, EMN, provisioning, SyncML, DRM rights, SI, SL, CO and others. Tokens of an unknown document type,
 * and in lenient reading other unknown tokens, get names such as `tag-0-2A`, made of page and code.
 * @param options.lenient convert what can be read of a truncated or damaged document, with its elements closed.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet.
 * @throws LimitError `limit-exceeded` above `wbxmlTreeOctets`, `wbxmlTreeCharacters`, `wbxmlTreeElements` or `wbxmlTreeDepth`.
 * @throws TypeError when `octets` is not a Uint8Array.
 * @example
 * ```ts
 * import { wbxmlToXml } from 'handset/inspect';
 * import { encodeSl } from 'handset/push';
 *
 * wbxmlToXml(encodeSl({ href: 'http://a.com/' })).includes('<sl href="http://a.com/"/>'); // -> true
 * ```
 */
export function wbxmlToXml(octets: Uint8Array, options?: WbxmlTreeOptions): string {
  requireOctets(octets, 'a WBXML document');
  return formatWbxmlTree(readWbxmlBeginning(new ByteReader(octets), options));
}

/** The XML of a tree. */
export function formatWbxmlTree({ language, children }: WbxmlTree): string {
  const pieces = ['<?xml version="1.0"?>'];
  for (const child of children) {
    if (!child.isInstruction && language?.publicIdText !== undefined) {
      const { publicIdText, systemId = '' } = language;
      pieces.push(`<!DOCTYPE ${child.name} PUBLIC "${publicIdText}" "${systemId}">`);
    }
    writeElement(child, undefined, pieces);
  }
  return pieces.join('');
}

/** Calls itself for children, as deep as the limit lets them be. */
function writeElement(element: WbxmlElement, outer: string | undefined, pieces: string[]): void {
  const { name, attributes, children, isInstruction } = element;
  if (isInstruction) {
    writeInstruction(element, pieces);
    return;
  }
  const namespace = element.namespace ?? outer;
  pieces.push(`<${name}`);
  if (namespace !== undefined && namespace !== outer && !attributes.some((one) => one.name === 'xmlns')) {
    pieces.push(` xmlns="${escaped(namespace)}"`);
  }
  for (const { name: attribute, value } of attributes) pieces.push(` ${attribute}="${escaped(value)}"`);
  if (children.length === 0) {
    pieces.push('/>');
    return;
  }
  pieces.push('>');
  for (const child of children) {
    if (typeof child === 'string') pieces.push(escaped(child));
    else writeElement(child, namespace, pieces);
  }
  pieces.push(`</${name}>`);
}

function writeInstruction({ attributes }: WbxmlElement, pieces: string[]): void {
  const [{ name, value } = { name: 'PI', value: '' }] = attributes;
  // Its end must not be inside of it, and one name is that of the declaration.
  pieces.push(`<?${/^xml$/i.test(name) ? 'PI' : name}${value === '' ? '' : ` ${value.replaceAll('?>', '? >')}`}?>`);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What an XML parser would change stays too: a tab or line break in an attribute, a carriage return. */
function escaped(text: string): string {
  return text.replace(/[&<>"\t\n\r]/g, (character) => ESCAPES[character] ?? `&#${character.charCodeAt(0)};`);
}
