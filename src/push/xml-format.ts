/**
 * Writing SI, SL and CO as XML, with the public doctype of each.
 *
 * xmlbuilder2 escapes what XML requires, but for an ampersand that seems to begin a reference. What a reader would change is escaped on
 * top: a tab or line break, which an attribute turns into a blank, and a carriage return, which turns into a line feed.
 * Sources: WAP-167-ServiceInd, WAP-168-ServiceLoad, WAP-175-CacheOp; XML 1.0 sections 2.11 and 3.3.3.
 * @module
 */
import { create } from 'xmlbuilder2';
import { DEFAULT_LIMITS, type Limits } from '../errors.js';
import { type CacheOperation, coTree } from './co.js';
import { formatDateTime } from './datetime.js';
import { documentTree, type PushDocument } from './documents.js';
import { type ServiceIndication, siTree } from './si.js';
import { type ServiceLoading, slTree } from './sl.js';
import { CO, type DocumentType, SI, SL } from './tokens.js';
import { checkSize, type Element } from './xml-tree.js';

/** How to write a document. */
export interface FormatPushOptions {
  /** Other values for `pushCharacters`, `pushHrefCharacters` and `pushItems` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * XML of an SI in one line, with declaration and doctype; the text is without white space at its ends.
 * @throws EncodeError `bad-value` or `unencodable` with a field such as `SI/indication/href`, LimitError past the limits.
 */
export function formatSi(si: ServiceIndication, options?: FormatPushOptions): string {
  return format(SI, siTree(si), options);
}

/** XML of an SL. @throws EncodeError, LimitError as {@link formatSi}. */
export function formatSl(sl: ServiceLoading, options?: FormatPushOptions): string {
  return format(SL, slTree(sl), options);
}

/** XML of a CO. @throws EncodeError, LimitError as {@link formatSi}. */
export function formatCo(co: CacheOperation, options?: FormatPushOptions): string {
  return format(CO, coTree(co), options);
}

/** XML of any of the documents. @throws EncodeError, LimitError as {@link formatSi}. */
export function formatPushXml(document: PushDocument, options?: FormatPushOptions): string {
  const { type, root } = documentTree(document);
  return format(type, root, options);
}

function format({ publicIdText, systemId, kind }: DocumentType, root: Element, options: FormatPushOptions | undefined): string {
  checkSize(root, options?.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...options.limits });
  const document = create({ version: '1.0' });
  document.dtd({ name: kind, pubID: publicIdText, sysID: systemId });
  write(document, root);
  // Outside of values there is no line break, since nothing is indented.
  return document.end().replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

/** Calls itself for children; a tree made of a model is three deep at most. */
function write(parent: ReturnType<typeof create>, { type, attributes, text, children }: Element): void {
  const element = parent.ele(type.name);
  for (const { name, value } of attributes)
    element.att(name, typeof value === 'string' ? forBuilder(value) : formatDateTime(value));
  if (text !== '') element.txt(forBuilder(text));
  for (const child of children) write(element, child);
}

/** A text as xmlbuilder2 has to be given it: it takes `&lt;` or `&x;` in a text for a reference and leaves it alone. */
export function forBuilder(text: string): string {
  return text.replaceAll('&', '&amp;');
}
