/**
 * The head of a WBXML document: what it is, how its strings are written, and the strings that it points to.
 *
 *   version publicid [charset] strtbl-length strtbl      charset is missing in WBXML 1.0
 *   publicid   a number; or 00 and an index into the string table
 *
 * Numbers are multi-byte integers. Source: WAP-192-WBXML-20010725 sections 5.4 to 5.7; WAP-135-WBXML 1.0 for the missing charset.
 * @module
 */
import { octetHex } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError, FormatError } from '../errors.js';
import { type DocumentKind, type DocumentType, documentTypes } from './tokens.js';
import { CHARSETS, decodeString, endOfEntry, endOfString, type Strings, tableOffset, UCS2, UTF8 } from './wbxml-strings.js';
import { SPEC, WBXML_VERSIONS } from './wbxml-tokens.js';

/** Public identifier of a document type that is not registered, or not told. */
const UNKNOWN_PUBLIC_ID = 1;

/** What the head says. */
export interface WbxmlHead {
  readonly type: DocumentType;
  readonly strings: Strings;
}

/**
 * Reads a head.
 * @param transportCharset MIBenum of the charset of a document that names none; UTF-8 without it.
 * @param kind what the document has to be; without it, what its public identifier says.
 * @throws DecodeError `truncated` or `bad-value` with field and octet.
 */
export function readHead(reader: ByteReader, transportCharset: number | undefined, kind: DocumentKind | undefined): WbxmlHead {
  const versionAt = reader.offset;
  const version = reader.u8('WBXML/version', `${SPEC} 5.4`);
  const versionName = WBXML_VERSIONS[version];
  if (versionName === undefined) {
    throw new DecodeError('bad-value', 'WBXML/version', versionAt, `is ${octetHex(version)}, allowed: 00 to 03 (1.0 to 1.3)`);
  }
  reader.trace?.mean(`WBXML ${versionName}`);
  const publicIdAt = reader.offset;
  const publicId = reader.uintvar('WBXML/publicid', `${SPEC} 5.5`);
  let nameAt = 0;
  let nameIndex = 0;
  if (publicId === 0) {
    reader.trace?.mean('in the string table');
    nameAt = reader.offset;
    nameIndex = reader.uintvar('WBXML/publicid-index', `${SPEC} 5.5`);
  } else reader.trace?.mean(publicIdMeaning(publicId));
  const charset = version === 0 ? charsetOf(0, transportCharset, versionAt) : readCharset(reader, transportCharset);
  const tableLength = reader.uintvar('WBXML/strtbl-length', `${SPEC} 5.7`);
  const tableStart = readTable(reader, tableLength, charset);
  const strings: Strings = { octets: reader.octets, charset, tableStart, tableEnd: reader.offset };
  const name = publicId === 0 ? nameIn(strings, nameIndex, nameAt) : undefined;
  return { type: typeOf(publicId, name, kind, publicIdAt), strings };
}

function readCharset(reader: ByteReader, transportCharset: number | undefined): number {
  const at = reader.offset;
  const charset = charsetOf(reader.uintvar('WBXML/charset', `${SPEC} 5.6`), transportCharset, at);
  reader.trace?.mean(CHARSETS[charset] as string);
  return charset;
}

/** The charset that a number stands for; 0 leaves it to the transport. */
function charsetOf(number: number, transportCharset = UTF8, at: number): number {
  const charset = number === 0 ? transportCharset : number;
  if (CHARSETS[charset] !== undefined) return charset;
  const allowed = Object.entries(CHARSETS).map(([mibEnum, name]) => `${mibEnum} ${name}`);
  throw new DecodeError('bad-value', 'WBXML/charset', at, `is ${charset}, allowed: ${allowed.join(', ')}`);
}

/** Moves past the string table and returns where it begins; with a trace, a field for each string. */
function readTable(reader: ByteReader, length: number, charset: number): number {
  const start = reader.skip(length, 'WBXML/strtbl');
  const { trace, offset: end, octets } = reader;
  if (trace === undefined || length === 0) return start;
  trace.open('strtbl', start * 8, `${SPEC} 5.7`);
  const width = charset === UCS2 ? 2 : 1;
  for (let at = start, next: number; at < end; at = next) {
    try {
      const stop = endOfString(octets, charset, at, end, 'WBXML/strtbl', at);
      next = stop + width;
      trace.leaf(`[${at - start}]`, decodeString(octets, at, stop, charset, 'WBXML/strtbl'), at * 8, next * 8);
    } catch (error) {
      // An entry matters only when something points to it.
      if (!(error instanceof FormatError)) throw error;
      next = end;
      trace.leaf(`[${at - start}]`, undefined, at * 8, end * 8);
      trace.warn(error.reason);
    }
  }
  trace.close(end * 8);
  return start;
}

/** The public identifier that stands in the string table. */
function nameIn(strings: Strings, index: number, at: number): string {
  const field = 'WBXML/publicid-index';
  const start = tableOffset(strings, index, field, at);
  return decodeString(strings.octets, start, endOfEntry(strings, start, field, at), strings.charset, field);
}

/** The document type of a public identifier. */
function typeOf(publicId: number, name: string | undefined, kind: DocumentKind | undefined, at: number): DocumentType {
  const types = documentTypes();
  // A document that does not say what it is may be what its content type says.
  const isOpen = publicId === UNKNOWN_PUBLIC_ID && kind !== undefined;
  const type = types.find((one) => (isOpen ? one.kind === kind : one.publicId === publicId || one.publicIdText === name));
  const allowed = types.filter((one) => kind === undefined || one.kind === kind);
  if (type !== undefined && allowed.includes(type)) return type;
  const found = name === undefined ? publicIdMeaning(publicId) : JSON.stringify(name.slice(0, 60));
  const list = allowed.map((one) => `${octetHex(one.publicId)} (${one.publicIdText})`).join(', ');
  throw new DecodeError('bad-value', 'WBXML/publicid', at, `is ${found}, allowed: ${list}`);
}

function publicIdMeaning(publicId: number): string {
  if (publicId === UNKNOWN_PUBLIC_ID) return 'unknown';
  return documentTypes().find((type) => type.publicId === publicId)?.publicIdText ?? `${publicId}, another document type`;
}
