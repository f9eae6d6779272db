/**
 * Which reader a content type asks for, and what the documents of WAP Push are called.
 * @module
 */
import { MMS_CONTENT_TYPE } from '../mms/binary.js';
import { type DocumentKind, PUSH_CONTENT_TYPES } from '../push/binary.js';
import { languageOfType } from '../push/wbxml/languages.js';

/** Names of SI, SL and CO in words. */
export const DOCUMENT_NAMES = { si: 'service indication', sl: 'service loading', co: 'cache operation' } as const;

/** The document that a content type announces as WBXML. */
export function findDocumentKind(contentType: string | number): DocumentKind | undefined {
  const type = String(contentType).toLowerCase();
  return (['si', 'sl', 'co'] as const).find((kind) => PUSH_CONTENT_TYPES[kind].wbxml === type);
}

/** Whether a content type is one of WBXML, whatever document type it is for. */
export function isWbxmlType(contentType: string | number): boolean {
  const type = String(contentType).toLowerCase();
  return type.endsWith('+wbxml') || type === 'application/vnd.wap.wbxml' || languageOfType(type) !== undefined;
}

/** Whether a content type is that of a multimedia message. */
export function isMmsType(contentType: string | number): boolean {
  return String(contentType).toLowerCase() === MMS_CONTENT_TYPE;
}
