/**
 * What SI, SL and CO look like: their elements and attributes, and their octets in WBXML (code page 0, the only one).
 *
 *   tag octet         code, + 80 when attributes follow, + 40 when content follows
 *   attribute start   05 to 12: a name, often with the beginning of its value or all of it
 *   attribute value   85 to 88: a piece of an address
 *
 * Sources: WAP-167-ServiceInd sections 8 and 9, WAP-168-ServiceLoad sections 7 and 8, WAP-175-CacheOp sections 6 and 7.
 * @module
 */

import { type AttributeStart, type CodePage, FIRST_CODE, type WbxmlLanguage } from './language.js';

/** The kinds of push documents: Service Indication, Service Loading, Cache Operation. */
export type DocumentKind = 'si' | 'sl' | 'co';

/** An element: what it may hold. */
export interface ElementType {
  readonly name: string;
  readonly attributes: readonly string[];
  readonly children: readonly string[];
  readonly hasText: boolean;
  /** Whether its parent may have several. */
  readonly isRepeated?: true;
}

/** One of the three document types: its tokens, and what its elements may hold. */
export interface DocumentType extends WbxmlLanguage {
  readonly kind: DocumentKind;
  /** First component of a field path. */
  readonly field: string;
  readonly publicId: number;
  readonly publicIdText: string;
  /** Written in a doctype; on reading, any is taken and none is fetched. */
  readonly systemId: string;
  /** By tag code, from {@link FIRST_CODE} on; the first one is the root. */
  readonly elements: readonly [ElementType, ...ElementType[]];
  /** There is one page of codes. */
  readonly pages: readonly [CodePage & { readonly starts: readonly AttributeStart[] }];
  /** The codes of attribute starts by the attribute's name, that of the longest prefix first. */
  readonly startCodes: ReadonlyMap<string, readonly StartCode[]>;
}

/** The code of an attribute start, and what the value begins with. */
export interface StartCode {
  readonly code: number;
  readonly prefix: string;
}

/** Attribute value tokens, from {@link FIRST_VALUE} on. All have five characters and begin with a dot. */
export const VALUES: readonly string[] = ['.com/', '.edu/', '.net/', '.org/'];

/** Attributes that hold a %Datetime. */
export function isDateAttribute(name: string): boolean {
  return name === 'created' || name === 'si-expires';
}

/** Attributes that hold an address. */
export function isAddressAttribute(name: string): boolean {
  return name === 'href' || name === 'uri';
}

const start = (name: string, prefix = ''): AttributeStart => ({ name, prefix });

function documentType({
  elements,
  starts,
  ...type
}: Omit<DocumentType, 'root' | 'pages' | 'startCodes'> & { readonly starts: readonly AttributeStart[] }): DocumentType {
  const tags = elements.map(({ name }) => name);
  const startCodes = new Map<string, StartCode[]>(starts.map(({ name }) => [name, []]));
  for (const [i, { name, prefix }] of starts.entries()) startCodes.get(name)?.push({ code: FIRST_CODE + i, prefix });
  for (const codes of startCodes.values()) codes.sort((a, b) => b.prefix.length - a.prefix.length);
  return { ...type, elements, root: elements[0].name, pages: [{ tags, starts, values: VALUES }], startCodes };
}

export const SI: DocumentType = /* @__PURE__ */ (() =>
  documentType({
    name: 'SI 1.0',
    kind: 'si',
    field: 'SI',
    publicId: 0x05,
    publicIdText: '-//WAPFORUM//DTD SI 1.0//EN',
    systemId: 'http://www.wapforum.org/DTD/si.dtd',
    contentTypes: ['application/vnd.wap.sic'],
    elements: [
      { name: 'si', attributes: [], children: ['indication', 'info'], hasText: false },
      { name: 'indication', attributes: ['href', 'si-id', 'created', 'si-expires', 'action'], children: [], hasText: true },
      { name: 'info', attributes: [], children: ['item'], hasText: false },
      { name: 'item', attributes: ['class'], children: [], hasText: true, isRepeated: true },
    ],
    starts: [
      start('action', 'signal-none'),
      start('action', 'signal-low'),
      start('action', 'signal-medium'),
      start('action', 'signal-high'),
      start('action', 'delete'),
      start('created'),
      start('href'),
      start('href', 'http://'),
      start('href', 'http://www.'),
      start('href', 'https://'),
      start('href', 'https://www.'),
      start('si-expires'),
      start('si-id'),
      start('class'),
    ],
  }))();

export const SL: DocumentType = /* @__PURE__ */ (() =>
  documentType({
    name: 'SL 1.0',
    kind: 'sl',
    field: 'SL',
    publicId: 0x06,
    publicIdText: '-//WAPFORUM//DTD SL 1.0//EN',
    systemId: 'http://www.wapforum.org/DTD/sl.dtd',
    contentTypes: ['application/vnd.wap.slc'],
    elements: [{ name: 'sl', attributes: ['href', 'action'], children: [], hasText: false }],
    starts: [
      start('action', 'execute-low'),
      start('action', 'execute-high'),
      start('action', 'cache'),
      start('href'),
      start('href', 'http://'),
      start('href', 'http://www.'),
      start('href', 'https://'),
      start('href', 'https://www.'),
    ],
  }))();

export const CO: DocumentType = /* @__PURE__ */ (() =>
  documentType({
    name: 'CO 1.0',
    kind: 'co',
    field: 'CO',
    publicId: 0x07,
    publicIdText: '-//WAPFORUM//DTD CO 1.0//EN',
    // The first as in libwbxml; unconfirmed by a second source, and never fetched anyway.
    systemId: 'http://www.wapforum.org/DTD/co_1.0.dtd',
    contentTypes: ['application/vnd.wap.coc'],
    elements: [
      { name: 'co', attributes: [], children: ['invalidate-object', 'invalidate-service'], hasText: false },
      { name: 'invalidate-object', attributes: ['uri'], children: [], hasText: false, isRepeated: true },
      { name: 'invalidate-service', attributes: ['uri'], children: [], hasText: false, isRepeated: true },
    ],
    starts: [
      start('uri'),
      start('uri', 'http://'),
      start('uri', 'http://www.'),
      start('uri', 'https://'),
      start('uri', 'https://www.'),
    ],
  }))();

/** The kinds of documents, for messages. */
export function documentKinds(): string {
  return documentTypes()
    .map(({ kind }) => kind)
    .join(', ');
}

/** The three document types. */
export function documentTypes(): readonly DocumentType[] {
  return [SI, SL, CO];
}
