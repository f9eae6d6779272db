/**
 * Writing XML: elements as strings that are put into each other.
 *
 *   formatElement('par', { dur: '5s' }, formatElement('text', { src: 'a.txt' }))    <par dur="5s"><text src="a.txt"/></par>
 *
 * Names are the caller's own. Values are escaped here, content is XML already: other elements, or what {@link escapeText} gave. Whether XML can hold
 * a value at all is for `requireXmlText` to say, which knows its field. Source: XML 1.0 sections 2.8 and 3.1.
 * @module
 */
import { escapeAttribute } from './characters.js';

/** Attributes in the order to write; undefined ones are left out. */
export type XmlAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** One element, as an empty tag when it has no content. */
export function formatElement(name: string, attributes?: XmlAttributes, content = ''): string {
  let tag = `<${name}`;
  if (attributes !== undefined) {
    for (const key of Object.keys(attributes)) {
      const value = attributes[key];
      if (value !== undefined) tag += ` ${key}="${escapeAttribute(String(value))}"`;
    }
  }
  return content === '' ? `${tag}/>` : `${tag}>${content}</${name}>`;
}

/** The document type of a root: its public and system identifiers, which have no quotation marks. */
export interface XmlDoctype {
  readonly publicId: string;
  readonly systemId: string;
}

/** What goes before the root: the declaration, and a document type when it is given. */
export function formatProlog(root: string, doctype?: XmlDoctype): string {
  const declaration = '<?xml version="1.0"?>';
  return doctype === undefined
    ? declaration
    : `${declaration}<!DOCTYPE ${root} PUBLIC "${doctype.publicId}" "${doctype.systemId}">`;
}
