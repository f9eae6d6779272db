/**
 * The head of a WBXML document: what it is, how its strings are written, and the strings that it points to.
 *
 *   version publicid [charset] strtbl-length strtbl      charset is missing in WBXML 1.0
 *   publicid   a number; or 00 and an index into the string table
 *
 * Numbers are multi-byte integers. Source: WAP-192-WBXML-20010725 sections 5.4 to 5.7; WAP-135-WBXML 1.0 for the missing charset.
 * @module
 */
import { octetHex } from '../../bytes/octets.js';
import type { ByteReader } from '../../bytes/reader.js';
import { DecodeError, FormatError } from '../../errors.js';
import { CHARSETS, decodeString, endOfEntry, endOfString, nulOctets, type Strings, tableOffset, UTF8 } from './strings.js';
import { SPEC, WBXML_VERSIONS, type WbxmlVersion } from './tokens.js';

/** Public identifier of a document type that is not registered, or not told. */
export const UNKNOWN_PUBLIC_ID = 1;

/** What the head says. */
export interface WbxmlHead {
  readonly version: WbxmlVersion;
  /** The public identifier: a number, or the text that is in the string table. */
  readonly publicId: number | string;
  /** Where it begins. */
  readonly publicIdAt: number;
  readonly strings: Strings;
}

/** How strings are read: see {@link Strings}. */
export type Charset = Pick<Strings, 'charset' | 'decoder'> & { readonly name: string };

/** How to read a head. */
export interface HeadOptions {
  /** MIBenum of the charset of a document that names none; UTF-8 without it. */
  readonly charset?: number | undefined;
  /** The public identifier in words, for a tree. */
  readonly describePublicId: (publicId: number) => string;
  /** How strings of a MIBenum are read, where {@link CHARSETS} lacks it. */
  readonly findCharset?: ((mib: number) => Charset | undefined) | undefined;
  /** Called with a fault that leaves a meaning: throws it or goes on. */
  readonly onFault: (error: DecodeError) => void;
}

/**
 * Reads a head.
 * @throws DecodeError `truncated` or `bad-value` with field and octet.
 */
export function readHead(reader: ByteReader, options: HeadOptions): WbxmlHead {
  const versionAt = reader.offset;
  const number = reader.u8('WBXML/version', `${SPEC} 5.4`);
  const version = WBXML_VERSIONS[number];
  if (version === undefined) {
    throw new DecodeError('bad-value', 'WBXML/version', versionAt, `is ${octetHex(number)}, allowed: 00 to 03 (1.0 to 1.3)`);
  }
  reader.trace?.mean(`WBXML ${version}`);
  const publicIdAt = reader.offset;
  const publicId = reader.uintvar('WBXML/publicid', `${SPEC} 5.5`);
  let nameAt = 0;
  let nameIndex = 0;
  if (publicId === 0) {
    reader.trace?.mean('in the string table');
    nameAt = reader.offset;
    nameIndex = reader.uintvar('WBXML/publicid-index', `${SPEC} 5.5`);
  } else if (reader.trace !== undefined) reader.trace.mean(options.describePublicId(publicId));
  const charset = number === 0 ? resolveCharset(0, versionAt, options) : readCharset(reader, options);
  const tableLength = reader.uintvar('WBXML/strtbl-length', `${SPEC} 5.7`);
  const tableStart = reader.skip(tableLength, 'WBXML/strtbl');
  const { octets, offset: tableEnd } = reader;
  const strings: Strings = { octets, charset: charset.charset, decoder: charset.decoder, tableStart, tableEnd };
  if (reader.trace !== undefined) traceTable(reader, strings);
  return { version, publicId: publicId === 0 ? nameIn(strings, nameIndex, nameAt, options) : publicId, publicIdAt, strings };
}

function readCharset(reader: ByteReader, options: HeadOptions): Charset {
  const at = reader.offset;
  const charset = resolveCharset(reader.uintvar('WBXML/charset', `${SPEC} 5.6`), at, options);
  reader.trace?.mean(charset.name);
  return charset;
}

/** The charset that a number means; 0 leaves it to the transport. */
function resolveCharset(number: number, at: number, { charset: transport = UTF8, findCharset }: HeadOptions): Charset {
  const charset = number === 0 ? transport : number;
  const name = CHARSETS[charset];
  if (name !== undefined) return { charset, name };
  const found = findCharset?.(charset);
  if (found !== undefined) return found;
  const allowed = Object.entries(CHARSETS).map(([mibEnum, one]) => `${mibEnum} ${one}`);
  throw new DecodeError('bad-value', 'WBXML/charset', at, `is ${charset}, allowed: ${allowed.join(', ')}`);
}

/** A field for each string of the table that was just read. */
function traceTable(reader: ByteReader, strings: Strings): void {
  const { tableStart, tableEnd: end } = strings;
  const { trace } = reader;
  if (trace === undefined || end === tableStart) return;
  trace.open('strtbl', tableStart * 8, `${SPEC} 5.7`);
  for (let at = tableStart, next: number; at < end; at = next) {
    try {
      const stop = endOfString(strings, at, end, 'WBXML/strtbl', at);
      next = stop + nulOctets(strings);
      trace.leaf(`[${at - tableStart}]`, decodeString(strings, at, stop, 'WBXML/strtbl'), at * 8, next * 8);
    } catch (error) {
      // An entry matters only when something points to it.
      if (!(error instanceof FormatError)) throw error;
      next = end;
      trace.leaf(`[${at - tableStart}]`, undefined, at * 8, end * 8);
      trace.warn(error.reason);
    }
  }
  trace.close(end * 8);
}

/** The public identifier in the string table. Many makers of SyncML leave its NUL out where the table ends. */
function nameIn(strings: Strings, index: number, at: number, { onFault }: HeadOptions): string {
  const field = 'WBXML/publicid-index';
  const start = tableOffset(strings, index, field, at);
  let end = strings.tableEnd;
  try {
    end = endOfEntry(strings, start, field, at);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    onFault(error);
  }
  return decodeString(strings, start, end, field);
}
