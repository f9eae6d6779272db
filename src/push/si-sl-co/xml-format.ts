/**
 * Writing SI, SL and CO as XML in one line, with the public doctype of each.
 *
 * Sources: WAP-167-ServiceInd, WAP-168-ServiceLoad, WAP-175-CacheOp.
 * @module
 */
import { Reading } from '../../bytes/reading.js';
import type { Limits } from '../../errors.js';
import { escapeLine } from '../../xml/characters.js';
import { formatElement, formatProlog } from '../../xml/format.js';
import { CO, type DocumentType, SI, SL } from '../wbxml/document-tokens.js';
import { type CacheOperation, coTree } from './co.js';
import { formatDateTime } from './datetime.js';
import { documentTree, type PushDocument } from './documents.js';
import { type ServiceIndication, siTree } from './si.js';
import { type ServiceLoading, slTree } from './sl.js';
import { checkSize, type Element } from './xml-tree.js';

/** Options of functions that format an SI, SL or CO. */
export interface FormatPushOptions {
  /** Values that replace `pushCharacters`, `pushHrefCharacters` and `pushItems` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Formats a Service Indication as XML in one line, with declaration and doctype (WAP-167). White space at the ends of its text is removed.
 * @throws EncodeError `bad-value` or `unencodable` with a field such as `SI/indication/href`.
 * @throws LimitError `limit-exceeded`, see {@link FormatPushOptions}.
 * @example
 * ```ts
 * import { formatSi } from 'handset/push';
 *
 * formatSi({ href: 'http://a.com/?a=1&b=2' }).slice(-55);
 * // -> '<si><indication href="http://a.com/?a=1&amp;b=2"/></si>'
 * ```
 */
export function formatSi(si: ServiceIndication, options?: FormatPushOptions): string {
  return format(SI, siTree(si), options);
}

/** Formats a Service Loading as XML (WAP-168). @throws EncodeError, LimitError as {@link formatSi}. */
export function formatSl(sl: ServiceLoading, options?: FormatPushOptions): string {
  return format(SL, slTree(sl), options);
}

/** Formats a Cache Operation as XML (WAP-175). @throws EncodeError, LimitError as {@link formatSi}. */
export function formatCo(co: CacheOperation, options?: FormatPushOptions): string {
  return format(CO, coTree(co), options);
}

/** Formats an SI, SL or CO as XML. @throws EncodeError, LimitError as {@link formatSi}. */
export function formatPushXml(document: PushDocument, options?: FormatPushOptions): string {
  const { type, root } = documentTree(document);
  return format(type, root, options);
}

function format(type: DocumentType, root: Element, options: FormatPushOptions | undefined): string {
  checkSize(root, Reading.of(options).limits);
  return formatProlog(type.kind, { publicId: type.publicIdText, systemId: type.systemId }) + formatTree(root);
}

/** Calls itself for children; a tree made of a model is three deep at most. */
function formatTree({ type, attributes, text, children }: Element): string {
  const values: Record<string, string> = {};
  for (const { name, value } of attributes) values[name] = typeof value === 'string' ? value : formatDateTime(value);
  return formatElement(type.name, values, escapeLine(text) + children.map(formatTree).join(''));
}
