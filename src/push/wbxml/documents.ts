/**
 * SI, SL and CO as WBXML, both ways: what a push message carries.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { DEFAULT_LIMITS, type Limits } from '../../errors.js';
import { type CacheOperation, coTree } from '../si-sl-co/co.js';
import { documentTree, type PushDocument } from '../si-sl-co/documents.js';
import { type ServiceIndication, siTree } from '../si-sl-co/si.js';
import { type ServiceLoading, slTree } from '../si-sl-co/sl.js';
import { checkSize, type Element } from '../si-sl-co/xml-tree.js';
import { CO, type DocumentKind, type DocumentType, SI, SL } from './document-tokens.js';
import { readWbxml, type WbxmlOptions } from './read.js';
import type { WbxmlVersion } from './tokens.js';
import { writeWbxml } from './write.js';

/** How to write a document. */
export interface EncodeWbxmlOptions {
  /** 1.2 by default, which readers of every version take; 1.0 has no place for the charset. */
  readonly version?: WbxmlVersion | undefined;
  /** Other values for `wbxmlOctets`, `pushCharacters`, `pushHrefCharacters` and `pushItems` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * WBXML of an SI: UTF-8, no string table, the shortest tokens, attributes in the order href, si-id, created, si-expires, action.
 * @throws EncodeError `bad-value` or `unencodable` with a field such as `SI/indication/href`, LimitError past the limits.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeSi } from 'handset/push';
 *
 * toHex(encodeSi({ href: 'http://wap.example.com/n/1', text: 'New mail' }).subarray(0, 7)); // -> '02056A0045C60C'
 * ```
 */
export function encodeSi(si: ServiceIndication, options?: EncodeWbxmlOptions): Uint8Array {
  return encode(SI, siTree(si), options);
}

/** WBXML of an SL, as {@link encodeSi}. @throws EncodeError, LimitError as there. */
export function encodeSl(sl: ServiceLoading, options?: EncodeWbxmlOptions): Uint8Array {
  return encode(SL, slTree(sl), options);
}

/** WBXML of a CO, as {@link encodeSi}. @throws EncodeError, LimitError as there. */
export function encodeCo(co: CacheOperation, options?: EncodeWbxmlOptions): Uint8Array {
  return encode(CO, coTree(co), options);
}

/** WBXML of any of the documents. @throws EncodeError, LimitError as {@link encodeSi}. */
export function encodeWbxml(document: PushDocument, options?: EncodeWbxmlOptions): Uint8Array {
  requireObject(document, 'document');
  const { type, root } = documentTree(document);
  return encode(type, root, options);
}

/**
 * Reads the WBXML of an SI.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet, LimitError past the limits.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeSi } from 'handset/push';
 *
 * decodeSi(fromHex('02056A0045C60C03612E636F6D2F00010348690001' + '01')); // -> { href: 'http://a.com/', text: 'Hi' }
 * ```
 */
export function decodeSi(octets: Uint8Array, options?: WbxmlOptions): ServiceIndication {
  return (decode(octets, options, 'si') as { si: ServiceIndication }).si;
}

/** Reads the WBXML of an SL. @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeSl(octets: Uint8Array, options?: WbxmlOptions): ServiceLoading {
  return (decode(octets, options, 'sl') as { sl: ServiceLoading }).sl;
}

/** Reads the WBXML of a CO. @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeCo(octets: Uint8Array, options?: WbxmlOptions): CacheOperation {
  return (decode(octets, options, 'co') as { co: CacheOperation }).co;
}

/** Reads the WBXML of whichever document its public identifier names. @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeWbxml(octets: Uint8Array, options?: WbxmlOptions): PushDocument {
  return decode(octets, options);
}

function encode(type: DocumentType, root: Element, options: EncodeWbxmlOptions | undefined): Uint8Array {
  const limits = options?.limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...options.limits };
  checkSize(root, limits);
  return writeWbxml(type, root, options?.version ?? '1.2', limits.wbxmlOctets);
}

function decode(octets: Uint8Array, options: WbxmlOptions | undefined, kind?: DocumentKind): PushDocument {
  requireOctets(octets, 'a WBXML document');
  return readWbxml(new ByteReader(octets), options, kind);
}
