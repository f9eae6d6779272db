/**
 * An element of an envelope, with what its attributes say, and its name in errors.
 * @module
 */
import { shorten } from '../../bytes/quote.js';

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
  /** All of its text in one piece, what stands between its children included. */
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
  /** Itself and all below with references followed, as {@link linkReferences} (references.ts) counts; levels are 0 until then. */
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
