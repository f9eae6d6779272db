/**
 * WAP Push documents as files: XML and WBXML of Service Indications, Service Loadings and Cache Operations.
 * @module
 */
import { ByteReader } from '../../bytes/index.js';
import { EncodeError, FormatError } from '../../errors.js';
import { nameDocument } from '../../inspect/push-data.js';
import {
  encodeWbxml,
  formatPushXml,
  lintSi,
  lintSl,
  type PushDocument,
  type PushWarning,
  type SiItem,
} from '../../push/index.js';
import { parseUtc } from '../../push/si-sl-co/datetime.js';
import { documentTypes } from '../../push/wbxml/document-tokens.js';
import { findLanguage } from '../../push/wbxml/language.js';
import { peekPublicId, readWbxmlBeginning } from '../../push/wbxml/tree.js';
import { formatWbxmlTree } from '../../push/wbxml/xml.js';
import { isWbxml, loadPush } from '../../show/file-readers.js';
import { PUSH_NAMES } from '../../show/shown.js';
import { inFile, inputName, type Session, UsageError } from '../io.js';
import { type FileContent, readingOptions } from './recognise.js';

/** The document of a file. Faults that `--lenient` lets pass become warnings. */
export function readPushDocument(session: Session, content: FileContent, lenient: boolean): PushDocument {
  const { path, octets, extension } = content;
  const options = readingOptions(session, path, lenient);
  return inFile(path, () => loadPush(octets, extension, options));
}

/**
 * The XML of a file of WBXML whose document is of a type that is only read: all types but SI, SL and CO, for which it gives undefined. Faults that
 * `--lenient` lets pass become warnings.
 */
export function otherWbxmlToXml(
  session: Session,
  { path, octets, extension }: FileContent,
  lenient: boolean,
): { readonly name: string; readonly xml: string } | undefined {
  const reader = new ByteReader(octets);
  if (extension !== '.wbxml' || findLanguage(documentTypes(), peekPublicId(reader)) !== undefined) return undefined;
  const tree = inFile(path, () => readWbxmlBeginning(reader, readingOptions(session, path, lenient)));
  return { name: nameDocument({ kind: 'tree', tree }), xml: `${formatWbxmlTree(tree)}\n` };
}

/** What handsets may make of a document against its sender's intention. */
export function lintPush(document: PushDocument): PushWarning[] {
  if (document.kind === 'si') return lintSi(document.si);
  return document.kind === 'sl' ? lintSl(document.sl) : [];
}

/** A document in the form that an extension names. @throws UsageError for an extension of another kind of document. */
export function writePushDocument(document: PushDocument, extension: string, inputPath: string): string | Uint8Array {
  const wanted = KIND_OF[extension];
  if (wanted !== undefined && wanted !== document.kind) {
    const held = `${inputName(inputPath)} holds a ${PUSH_NAMES[document.kind]}`;
    throw new UsageError(`${held}, and ${extension} is for a ${PUSH_NAMES[wanted]}: .xml and .wbxml take both`);
  }
  return isWbxml(extension) ? encodeWbxml(document) : `${formatPushXml(document)}\n`;
}

const KIND_OF: Readonly<Record<string, 'si' | 'sl' | undefined>> = { '.si': 'si', '.sic': 'si', '.sl': 'sl', '.slc': 'sl' };

// ---- Options ----

/** An option's point in time: UTC, with or without the Z. */
export function dateOption(name: string): (value: string) => Date {
  return (value) => {
    try {
      return parseUtc(value);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      const reason = `takes a time in UTC such as 2026-11-21T18:30:00Z, not ${JSON.stringify(value)}`;
      throw new EncodeError('bad-value', `--${name}`, undefined, reason, { cause: error });
    }
  };
}

/** An item of `--info`, behind those before it. */
export function infoOption(value: string, before: readonly SiItem[] = []): SiItem[] {
  const at = value.indexOf('=');
  if (at < 1) throw new UsageError(`--info takes class=text, not ${JSON.stringify(value)}`);
  return [...before, { class: value.slice(0, at), pcdata: value.slice(at + 1) }];
}
