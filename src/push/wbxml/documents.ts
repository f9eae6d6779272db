/**
 * SI, SL and CO as WBXML, both ways: what a push message carries.
 * @module
 */
import { requireObject } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { allLimits } from '../../bytes/reading.js';
import type { Limits } from '../../errors.js';
import { type CacheOperation, coTree } from '../si-sl-co/co.js';
import { documentTree, type PushDocument } from '../si-sl-co/documents.js';
import { type ServiceIndication, siTree } from '../si-sl-co/si.js';
import { type ServiceLoading, slTree } from '../si-sl-co/sl.js';
import { checkSize, type Element } from '../si-sl-co/xml-tree.js';
import { CO, type DocumentKind, type DocumentType, SI, SL } from './document-tokens.js';
import { readWbxml, type WbxmlOptions } from './read.js';
import type { WbxmlVersion } from './tokens.js';
import { writeWbxml } from './write.js';

/** Options of {@link encodeSi}, {@link encodeSl}, {@link encodeCo} and {@link encodeWbxml}. */
export interface EncodeWbxmlOptions {
  /** Version; `1.2` by default, which all readers accept. `1.0` cannot name the charset. */
  readonly version?: WbxmlVersion | undefined;
  /** Values that replace `wbxmlOctets`, `pushCharacters`, `pushHrefCharacters` and `pushItems` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Encodes a Service Indication as WBXML (WAP-167 sections 8 and 9; WAP-192): in UTF-8, without a string table, with the shortest tokens, and
 * attributes in the order href, si-id, created, si-expires, action.
 * @throws EncodeError `bad-value` or `unencodable` with a field such as `SI/indication/href`.
 * @throws LimitError `limit-exceeded`, see {@link EncodeWbxmlOptions}.
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

/** Encodes a Service Loading as WBXML, as {@link encodeSi} (WAP-168 sections 7 and 8). @throws EncodeError, LimitError as there. */
export function encodeSl(sl: ServiceLoading, options?: EncodeWbxmlOptions): Uint8Array {
  return encode(SL, slTree(sl), options);
}

/** Encodes a Cache Operation as WBXML, as {@link encodeSi} (WAP-175 sections 6 and 7). @throws EncodeError, LimitError as there. */
export function encodeCo(co: CacheOperation, options?: EncodeWbxmlOptions): Uint8Array {
  return encode(CO, coTree(co), options);
}

/** Encodes an SI, SL or CO as WBXML. @throws EncodeError, LimitError as {@link encodeSi}. */
export function encodeWbxml(document: PushDocument, options?: EncodeWbxmlOptions): Uint8Array {
  requireObject(document, 'document');
  const { type, root } = documentTree(document);
  return encode(type, root, options);
}

/**
 * Decodes a Service Indication from WBXML (WAP-167 sections 8 and 9; WAP-192).
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet.
 * @throws LimitError `limit-exceeded`, see {@link WbxmlOptions}.
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

/** Decodes a Service Loading from WBXML (WAP-168 sections 7 and 8). @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeSl(octets: Uint8Array, options?: WbxmlOptions): ServiceLoading {
  return (decode(octets, options, 'sl') as { sl: ServiceLoading }).sl;
}

/** Decodes a Cache Operation from WBXML (WAP-175 sections 6 and 7). @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeCo(octets: Uint8Array, options?: WbxmlOptions): CacheOperation {
  return (decode(octets, options, 'co') as { co: CacheOperation }).co;
}

/** Decodes an SI, SL or CO from WBXML, whichever its public identifier names. @throws DecodeError, LimitError as {@link decodeSi}. */
export function decodeWbxml(octets: Uint8Array, options?: WbxmlOptions): PushDocument {
  return decode(octets, options);
}

function encode(type: DocumentType, root: Element, options: EncodeWbxmlOptions | undefined): Uint8Array {
  const limits = allLimits(options?.limits);
  checkSize(root, limits);
  return writeWbxml(type, root, options?.version ?? '1.2', limits.wbxmlOctets);
}

function decode(octets: Uint8Array, options: WbxmlOptions | undefined, kind?: DocumentKind): PushDocument {
  requireOctets(octets, 'a WBXML document');
  return readWbxml(new ByteReader(octets), options, kind);
}
