/**
 * A push with what it carries: the document in its data is read too, token by token.
 * @module
 */
import { ByteReader } from '../bytes/index.js';
import { type DecodeError, FormatError, type Limits } from '../errors.js';
import { type DocumentKind, lintSi, lintSl, mibOfCharset, PUSH_CONTENT_TYPES, type PushDocument } from '../push/binary.js';
import { readWbxml, type WbxmlOptions } from '../push/wbxml-read.js';
import { type DecodedPush, readPush } from '../push/wsp.js';
import { readContentType, type WspContentType } from '../push/wsp-content-type.js';

/** How a push is read. */
export interface PushReadOptions {
  readonly lenient: boolean;
  readonly onIssue: (error: DecodeError) => void;
  readonly limits: Partial<Limits>;
}

/** A push, and the document in it if that is one of WBXML. */
export interface PushWithData {
  readonly push: DecodedPush;
  readonly document?: PushDocument;
}

/** Names of the documents in words. */
export const DOCUMENT_NAMES = { si: 'service indication', sl: 'service loading', co: 'cache operation' } as const;

/** Reads a document of WBXML to its end; a trace is told what handsets make trouble about. @throws DecodeError, LimitError as `readWbxml`. */
export function readDocument(reader: ByteReader, options: WbxmlOptions, kind?: DocumentKind): PushDocument {
  const document = readWbxml(reader, options, kind);
  const { trace } = reader;
  if (trace === undefined || document.kind === 'co') return document;
  for (const { code, field, message } of document.kind === 'si' ? lintSi(document.si) : lintSl(document.sl)) {
    // An address in doubt is told beside the address.
    if (code !== 'scheme') trace.warn(`${field}: ${message}`);
  }
  return document;
}

/** Reads a push to its end. @throws DecodeError, LimitError as `readPush` and `readWbxml`. */
export function readPushWithData(reader: ByteReader, options: PushReadOptions): PushWithData {
  let document: PushDocument | undefined;
  const push = readPush(reader, options, (body, { contentType, charset }) => {
    const kind = documentKindOf(contentType);
    if (kind !== undefined) {
      const mib = typeof charset === 'string' ? mibOfCharset(charset) : (charset ?? undefined);
      document = readDocument(body, { ...options, charset: mib }, kind);
    } else if (body.remaining > 0) {
      body.take(body.remaining, 'octets');
      body.trace?.mean(typeof contentType === 'number' ? `content type ${contentType}` : contentType);
    }
  });
  return { push, ...(document !== undefined && { document }) };
}

/** The document that a content type announces as WBXML. */
function documentKindOf(contentType: string | number): DocumentKind | undefined {
  const type = String(contentType).toLowerCase();
  return (['si', 'sl', 'co'] as const).find((kind) => PUSH_CONTENT_TYPES[kind].wbxml === type);
}

/** What reads data that is text; undefined for other data. */
export function textKindOf(contentType: string | number): 'vcard' | 'vcalendar' | 'push-xml' | undefined {
  const type = String(contentType).toLowerCase();
  if (type === 'text/x-vcard' || type === 'text/vcard') return 'vcard';
  if (type === 'text/x-vcalendar' || type === 'text/calendar') return 'vcalendar';
  return Object.values(PUSH_CONTENT_TYPES).some(({ xml }) => xml === type) ? 'push-xml' : undefined;
}

/** The document that octets announce as a push of WBXML, though they cannot be read whole; undefined for everything else. */
export function announcedDocument(octets: Uint8Array): DocumentKind | undefined {
  if (octets[1] !== 6 && octets[1] !== 7) return undefined;
  try {
    const reader = new ByteReader(octets, undefined, 2, octets.length);
    reader.uintvar('WSP/HeadersLen');
    const { contentType }: WspContentType = readContentType(reader);
    return documentKindOf(contentType);
  } catch (error) {
    if (error instanceof FormatError) return undefined;
    throw error;
  }
}
