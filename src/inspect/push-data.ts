/**
 * A push with what it carries: the document in its data is read too, token by token.
 * @module
 */

import { ByteReader } from '../bytes/index.js';
import type { Issue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { DecodeError, Limits } from '../errors.js';
import { MMS_CONTENT_TYPE } from '../mms/binary.js';
import { type DocumentKind, lintSi, lintSl, mibOfCharset, PUSH_CONTENT_TYPES, type PushDocument } from '../push/binary.js';
import { documentTypes } from '../push/wbxml/document-tokens.js';
import { findLanguage } from '../push/wbxml/language.js';
import { languageOfType } from '../push/wbxml/languages.js';
import { readWbxml, type WbxmlOptions } from '../push/wbxml/read.js';
import { peekPublicId, readWbxmlTree, type WbxmlTree } from '../push/wbxml/tree.js';
import { type DecodedPush, readPush } from '../push/wsp/push.js';
import { readContentType } from '../wsp/content-type.js';
import { LATIN1 } from '../wsp/values.js';
import { DOCUMENT_NAMES, findDocumentKind, isMmsType, isWbxmlType } from './content-types.js';
import { type MmsWithParts, readMmsWithParts } from './mms.js';

/** How a push is read. */
export interface PushReadOptions {
  readonly lenient: boolean;
  readonly onIssue: (issue: Issue | DecodeError) => void;
  readonly limits: Partial<Limits>;
}

/** A document of WBXML: SI, SL and CO as their models, all others as trees. */
export type WbxmlDocument = PushDocument | { readonly kind: 'tree'; readonly tree: WbxmlTree };

/** A push, with the document of WBXML or the multimedia message in it. */
export interface PushWithData {
  readonly push: DecodedPush;
  readonly document?: WbxmlDocument;
  readonly mms?: MmsWithParts;
}

/** What a document is: `a service indication`, `EMN 1.0`, `WBXML of public id 0x1234`. */
export function nameDocument(document: WbxmlDocument): string {
  if (document.kind !== 'tree') return `a ${DOCUMENT_NAMES[document.kind]}`;
  const { language, publicId } = document.tree;
  if (language !== undefined) return language.name;
  if (typeof publicId === 'string') return `WBXML of public id ${JSON.stringify(publicId.slice(0, MAX_PUBLIC_ID))}`;
  return `WBXML of public id 0x${publicId.toString(16).toUpperCase().padStart(2, '0')}`;
}

/** Characters of a public identifier that are shown. */
const MAX_PUBLIC_ID = 60;

/**
 * Reads a document of WBXML to its end; a trace is told what handsets make trouble about.
 * @param contentType what announces it; without it, its public identifier says what it is.
 * @throws DecodeError, LimitError as `readWbxml` and `readWbxmlTree`.
 */
export function readDocument(reader: ByteReader, options: WbxmlOptions, contentType?: string): WbxmlDocument {
  const kind = contentType === undefined ? undefined : findDocumentKind(contentType);
  if (kind === undefined && findLanguage(documentTypes(), peekPublicId(reader)) === undefined) {
    return { kind: 'tree', tree: readWbxmlTree(reader, { ...options, contentType }) };
  }
  return readPushDocument(reader, options, kind);
}

function readPushDocument(reader: ByteReader, options: WbxmlOptions, kind: DocumentKind | undefined): PushDocument {
  const document = readWbxml(reader, options, kind);
  const { trace } = reader;
  if (trace === undefined || document.kind === 'co') return document;
  for (const { code, field, message } of document.kind === 'si' ? lintSi(document.si) : lintSl(document.sl)) {
    // An address in doubt is told beside the address.
    if (code !== 'scheme') trace.warn(`${field}: ${message}`);
  }
  return document;
}

/** Reads a push to its end. @throws DecodeError, LimitError as `readPush`, `readDocument` and `readMms`. */
export function readPushWithData(reader: ByteReader, options: PushReadOptions): PushWithData {
  let document: WbxmlDocument | undefined;
  let mms: MmsWithParts | undefined;
  const push = readPush(reader, options, (body, { contentType, charset }) => {
    if (isWbxmlType(contentType)) {
      const mib = typeof charset === 'string' ? mibOfCharset(charset) : (charset ?? undefined);
      document = readDocument(body, { ...options, charset: mib }, contentType as string);
    } else if (isMmsType(contentType)) {
      mms = readMmsWithParts(body, options);
    } else if (body.remaining > 0) {
      body.take(body.remaining, 'octets');
      body.trace?.mean(typeof contentType === 'number' ? `content type ${contentType}` : contentType);
    }
  });
  return { push, ...(document !== undefined && { document }), ...(mms !== undefined && { mms }) };
}

/** What octets announce as a push that is read here, though they cannot be read whole, in words; undefined for everything else. */
export function announcedContent(octets: Uint8Array): string | undefined {
  if (octets[1] !== 6 && octets[1] !== 7) return undefined;
  return tryDecode(() => {
    const reader = new ByteReader(octets, undefined, 2, octets.length);
    reader.uintvar('WSP/HeadersLen');
    const cut = cutType(octets.subarray(reader.offset));
    if (cut !== undefined) return `${cut}…`;
    const { contentType } = readContentType(reader, LATIN1);
    const kind = findDocumentKind(contentType);
    if (kind !== undefined) return `a ${DOCUMENT_NAMES[kind]}`;
    if (isWbxmlType(contentType)) return languageOfType(String(contentType))?.name ?? 'WBXML';
    return isMmsType(contentType) ? 'a multimedia message' : undefined;
  });
}

/** The beginning of a content type that the octets end in, when it may be one of those that are read here. */
function cutType(octets: Uint8Array): string | undefined {
  if (octets.length < MIN_CUT_TYPE || octets.length > MAX_CUT_TYPE) return undefined;
  const beginning = String.fromCharCode(...octets);
  const types = [...Object.values(PUSH_CONTENT_TYPES).map(({ wbxml }) => wbxml), MMS_CONTENT_TYPE];
  return types.some((type) => type.startsWith(beginning)) ? beginning : undefined;
}

/** Characters of such a beginning. */
const [MIN_CUT_TYPE, MAX_CUT_TYPE] = [4, 40];
