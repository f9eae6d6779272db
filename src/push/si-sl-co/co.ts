/**
 * Cache Operation: what the handset must no longer take from its cache.
 *
 *   <co>
 *     <invalidate-object uri="http://www.example.com/o"/>
 *     <invalidate-service uri="https://example.org/s/"/>
 *   </co>
 *
 * Source: WAP-175-CacheOp-20010731 section 5.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { CO } from '../wbxml/document-tokens.js';
import { addText, type Element, requireElement, requireText } from './xml-tree.js';

/** An operation of a {@link CacheOperation}. */
export interface Invalidation {
  /** `object` for the object with this URI, `service` for all objects whose URIs begin with it. */
  readonly kind: 'object' | 'service';
  /** URI, without control characters. */
  readonly uri: string;
}

/** A Cache Operation: removes objects from a handset's cache (WAP-175 section 5). */
export interface CacheOperation {
  /** One operation or more, in order. */
  readonly operations: readonly Invalidation[];
}

/** The tree of a CO. @throws EncodeError `bad-value` or `unencodable` with a field such as `CO/invalidate-object[0]/uri`. */
export function coTree(co: CacheOperation): Element {
  requireObject(co, 'co');
  const [rootType, objectType, serviceType] = CO.elements;
  const root = requireElement(rootType, 'CO');
  const { operations } = co;
  if (!Array.isArray(operations) || operations.length === 0) {
    throw EncodeError.badValue('CO', 'has no operation');
  }
  for (let i = 0; i < operations.length; i++) {
    const { kind, uri } = operations[i] as Invalidation;
    if (kind !== 'object' && kind !== 'service') {
      throw EncodeError.badValue(`CO[${i}]`, 'kind is neither object nor service');
    }
    const element = requireElement(kind === 'object' ? objectType : serviceType, `CO/invalidate-${kind}[${i}]`);
    if (uri === undefined) throw EncodeError.badValue(`${element.path}/uri`, 'is missing');
    addText(element, 'uri', uri);
    root.children.push(element);
  }
  return root;
}

/** The CO of a tree. @throws DecodeError `bad-value` when it has no operation, or one without uri. */
export function readCo(root: Element): CacheOperation {
  if (root.children.length === 0) throw new DecodeError('bad-value', 'CO', root.at, 'has no operation');
  return {
    operations: root.children.map((element) => ({
      kind: element.type.name === 'invalidate-object' ? 'object' : 'service',
      uri: requireText(element, 'uri'),
    })),
  };
}
