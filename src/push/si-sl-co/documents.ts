/**
 * The documents of WAP Push as one type, for whoever takes any of them.
 * @module
 */

import { requireObject } from '../../bytes/check.js';
import { CO, type DocumentType, documentKinds, SI, SL } from '../wbxml/document-tokens.js';
import { type CacheOperation, coTree, readCo } from './co.js';
import { readSi, type ServiceIndication, siTree } from './si.js';
import { readSl, type ServiceLoading, slTree } from './sl.js';
import type { Element } from './xml-tree.js';

/** A push document with its kind: Service Indication, Service Loading or Cache Operation. */
export type PushDocument =
  | { readonly kind: 'si'; readonly si: ServiceIndication }
  | { readonly kind: 'sl'; readonly sl: ServiceLoading }
  | { readonly kind: 'co'; readonly co: CacheOperation };

/** The content types of each kind of document, as XML and as WBXML (OMNA). */
export const PUSH_CONTENT_TYPES = {
  si: { xml: 'text/vnd.wap.si', wbxml: 'application/vnd.wap.sic' },
  sl: { xml: 'text/vnd.wap.sl', wbxml: 'application/vnd.wap.slc' },
  co: { xml: 'text/vnd.wap.co', wbxml: 'application/vnd.wap.coc' },
} as const;

/** A document's type and tree. @throws EncodeError naming the field that cannot be written, TypeError for another kind. */
export function documentTree(document: PushDocument): { readonly type: DocumentType; readonly root: Element } {
  requireObject(document, 'document');
  switch (document.kind) {
    case 'si':
      return { type: SI, root: siTree(document.si) };
    case 'sl':
      return { type: SL, root: slTree(document.sl) };
    case 'co':
      return { type: CO, root: coTree(document.co) };
    default:
      throw new TypeError(`a document's kind is ${documentKinds()}`);
  }
}

/** The document of a tree. @throws DecodeError `bad-value` where its type requires more, or something else. */
export function readDocument(type: DocumentType, root: Element): PushDocument {
  if (type === SI) return { kind: 'si', si: readSi(root) };
  return type === SL ? { kind: 'sl', sl: readSl(root) } : { kind: 'co', co: readCo(root) };
}
