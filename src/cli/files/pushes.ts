/**
 * WAP Push documents as files: XML and WBXML of Service Indications, Service Loadings and Cache Operations, and of settings.
 * @module
 */
import { ByteReader, decodeUtf8 } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { EncodeError, FormatError } from '../../errors.js';
import { nameDocument } from '../../inspect/push-data.js';
import { identifyXml } from '../../inspect/xml-documents.js';
import {
  decodeProvisioning,
  encodeProvisioning,
  encodeWbxml,
  formatProvisioning,
  formatPushXml,
  lintSi,
  lintSl,
  type Provisioning,
  type PushDocument,
  type PushWarning,
  parseProvisioning,
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

/** Root elements of settings, and what the two kinds are called. */
const SETTINGS_ROOTS: ReadonlySet<string> = new Set(['wap-provisioningdoc', 'CHARACTERISTIC-LIST']);
const SETTINGS_NAMES = { prov: 'PROV 1.0', ota: 'OTA settings' } as const;

/** The settings of a file; undefined where its document is another. Faults that `--lenient` lets pass become warnings. */
export function readSettings(session: Session, content: FileContent, lenient: boolean): Provisioning | undefined {
  const { path, octets, extension } = content;
  const options = readingOptions(session, path, lenient);
  if (isWbxml(extension)) {
    const tree = tryDecode(() => readWbxmlBeginning(new ByteReader(octets), { lenient: true }));
    return SETTINGS_ROOTS.has(tree?.language?.root ?? '') ? inFile(path, () => decodeProvisioning(octets, options)) : undefined;
  }
  const xml = tryDecode(() => decodeUtf8(octets));
  if (xml === undefined || !SETTINGS_ROOTS.has(identifyXml(xml)?.root ?? '')) return undefined;
  return inFile(path, () => parseProvisioning(xml, options));
}

/** Settings in the form that an extension names. @throws UsageError for an extension of push documents */
export function writeSettings(
  settings: Provisioning,
  extension: string,
  inputPath: string,
): { readonly name: string; readonly file: string | Uint8Array } {
  const name = SETTINGS_NAMES[settings.kind];
  const wanted = KIND_OF[extension];
  if (wanted !== undefined) {
    const what = `${inputName(inputPath)} holds ${name}, and ${extension} is for a ${PUSH_NAMES[wanted]}`;
    throw new UsageError(`${what}: .xml and .wbxml take settings`);
  }
  return { name, file: isWbxml(extension) ? encodeProvisioning(settings) : `${formatProvisioning(settings)}\n` };
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
