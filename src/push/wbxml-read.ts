/**
 * Reading WBXML: one tokenizer for SI, SL and CO, strict, without recursion.
 *
 *   document   version publicid [charset] strtbl-length strtbl body      charset is missing in WBXML 1.0
 *   publicid   a number; or 00 and an index into the string table
 *   element    tag [attributes END] [content END]                        tag: code, 80 with attributes, 40 with content
 *   attribute  start value*                                              start below 80, values from 80 on, and strings
 *
 *   00 SWITCH_PAGE page     02 ENTITY code      04 44 84 C4 LITERAL index    43 PI
 *   01 END                  03 STR_I text NUL   83 STR_T index               C3 OPAQUE length octets
 *
 * Lengths, indexes and codes are multi-byte integers; an index counts octets of the string table. The extension tokens
 * (40 to 42, 80 to 82, C0 to C2) and processing instructions mean nothing in these documents and are refused.
 * Source: WAP-192-WBXML-20010725 section 5; WAP-135-WBXML 1.0 for the missing charset.
 * @module
 */
import { octetHex } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { decodeUtf8, encodeUtf8 } from '../bytes/utf8.js';
import { textOfUnits } from '../bytes/utf16.js';
import { DEFAULT_LIMITS, DecodeError, FormatError, LimitError, type Limits } from '../errors.js';
import { readUcs2 } from '../text/ucs2.js';
import { formatDateTime, parseDateTime, readDateTime } from './datetime.js';
import { documentOf, type PushDocument } from './documents.js';
import { doubtfulScheme } from './si.js';
import {
  type DocumentKind,
  type DocumentType,
  documentTypes,
  FIRST_CODE,
  FIRST_VALUE,
  isAddressAttribute,
  isDateAttribute,
  VALUES,
} from './tokens.js';
import { WBXML_VERSIONS } from './wbxml-write.js';
import { Assembler, illegalIndex } from './xml-tree.js';

/** How to read a document. */
export interface WbxmlOptions {
  /** IANA MIBenum of the charset in the transport's content type, for a document that names none. Without it, UTF-8. */
  readonly charset?: number | undefined;
  /** Takes what real senders get wrong and has one meaning: octets behind the document, dates as strings. */
  readonly lenient?: boolean | undefined;
  /** Called with the very error that strict reading would have thrown. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Other values for `wbxmlOctets`, `pushCharacters`, `pushHrefCharacters` and `pushItems` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Global tokens (section 5.8.4). */
const SWITCH_PAGE = 0x00;
const END = 0x01;
const ENTITY = 0x02;
const STR_I = 0x03;
const LITERAL = 0x04;
const PI = 0x43;
const STR_T = 0x83;
const OPAQUE = 0xc3;

const WITH_ATTRIBUTES = 0x80;
const WITH_CONTENT = 0x40;

/** Public identifier of a document type that is not registered, or not told. */
const UNKNOWN_PUBLIC_ID = 1;

/** Charsets by MIBenum (IANA character sets): how their strings are read. */
const CHARSETS: Readonly<Record<number, string>> = { 3: 'US-ASCII', 4: 'ISO-8859-1', 106: 'UTF-8', 1000: 'UCS-2' };
const US_ASCII = 3;
const ISO_8859_1 = 4;
const UTF8 = 106;
const UCS2 = 1000;

const SPEC = 'WAP-192';

/** Names of global tokens, for messages and the tree. */
const TOKEN_NAMES: Readonly<Record<number, string>> = {
  [SWITCH_PAGE]: 'SWITCH_PAGE',
  [END]: 'END',
  [ENTITY]: 'ENTITY',
  [STR_I]: 'STR_I',
  [LITERAL]: 'LITERAL',
  64: 'EXT_I_0',
  65: 'EXT_I_1',
  66: 'EXT_I_2',
  [PI]: 'PI',
  68: 'LITERAL_C',
  128: 'EXT_T_0',
  129: 'EXT_T_1',
  130: 'EXT_T_2',
  [STR_T]: 'STR_T',
  132: 'LITERAL_A',
  192: 'EXT_0',
  193: 'EXT_1',
  194: 'EXT_2',
  [OPAQUE]: 'OPAQUE',
  196: 'LITERAL_AC',
};

/**
 * Reads one document up to the end of the reader.
 * @param kind what it has to be; without it, what its public identifier says.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet, LimitError past the limits.
 */
export function readWbxml(reader: ByteReader, options: WbxmlOptions = {}, kind?: DocumentKind): PushDocument {
  return new WbxmlReader(reader, options, kind).document();
}

class WbxmlReader {
  readonly #reader: ByteReader;
  readonly #options: WbxmlOptions;
  readonly #type: DocumentType;
  readonly #charset: number;
  /** The string table, in octets of the input. */
  readonly #tableStart: number;
  readonly #tableEnd: number;
  readonly #assembler: Assembler;

  constructor(reader: ByteReader, options: WbxmlOptions, kind: DocumentKind | undefined) {
    const maxOctets = options.limits?.wbxmlOctets ?? DEFAULT_LIMITS.wbxmlOctets;
    if (reader.remaining > maxOctets) {
      const at = reader.offset + maxOctets;
      throw new LimitError('limit-exceeded', 'WBXML', at, `${reader.remaining} octets, the limit is ${maxOctets}`);
    }
    this.#reader = reader;
    this.#options = options;
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
    this.#charset = version === 0 ? this.#charsetOf(0, versionAt) : this.#readCharset();
    const tableLength = reader.uintvar('WBXML/strtbl-length', `${SPEC} 5.7`);
    this.#tableStart = this.#readTable(tableLength);
    this.#tableEnd = reader.offset;
    const name = publicId === 0 ? this.#tableText(nameIndex, 'WBXML/publicid-index', nameAt) : undefined;
    this.#type = typeOf(publicId, name, kind, publicIdAt);
    this.#assembler = new Assembler(this.#type, options.limits);
  }

  document(): PushDocument {
    const reader = this.#reader;
    const assembler = this.#assembler;
    // Without recursion: the assembler keeps the open elements.
    while (!assembler.isComplete) {
      const at = reader.offset;
      const token = this.#peek(assembler.depth === 0 ? `WBXML/${this.#type.kind}` : assembler.path);
      if (token === SWITCH_PAGE) this.#readSwitchPage();
      else if (token === END) {
        if (assembler.depth === 0) throw this.#unexpected(token, at);
        reader.u8(`${assembler.path}/END`, `${SPEC} 5.8.4.7.1`);
        this.#closeElement();
      } else if (isText(token)) {
        if (assembler.depth === 0) throw this.#unexpected(token, at);
        const text = this.#readText(token, undefined, assembler.path);
        assembler.text(text, at);
      } else this.#readTag(token);
    }
    if (reader.remaining > 0) {
      this.#issue(new DecodeError('trailing-bytes', 'WBXML', reader.offset, `${reader.remaining} octets behind the document`));
      reader.take(reader.remaining, 'WBXML/trailing');
    }
    return documentOf(this.#type, assembler.finish());
  }

  /** A tag with its attributes; its content follows in the loop of {@link document}. */
  #readTag(token: number): void {
    const reader = this.#reader;
    const assembler = this.#assembler;
    const at = reader.offset;
    const code = token & 0x3f;
    if (code < LITERAL || (code > LITERAL && this.#type.elements[code - FIRST_CODE] === undefined))
      throw this.#unexpected(token, at);
    const name = code === LITERAL ? this.#peekLiteral(at) : (this.#type.elements[code - FIRST_CODE] as { name: string }).name;
    assembler.open(name, at);
    const path = assembler.path;
    if (reader.trace !== undefined) {
      reader.open(path.slice(path.lastIndexOf('/') + 1));
      reader.u8(`${path}/tag`, `${SPEC} 5.8.2`);
      reader.trace.mean(
        `<${name}>${(token & WITH_ATTRIBUTES) === 0 ? '' : ', attributes'}${(token & WITH_CONTENT) === 0 ? '' : ', content'}`,
      );
    } else reader.offset++;
    if (code === LITERAL) this.#readIndex(`${path}/index`, name);
    if ((token & WITH_ATTRIBUTES) !== 0) this.#readAttributes(at);
    if ((token & WITH_CONTENT) === 0) this.#closeElement();
  }

  #closeElement(): void {
    const element = this.#assembler.close();
    const { trace } = this.#reader;
    if (trace === undefined) return;
    this.#reader.close();
    if (element.text !== '') trace.mean(JSON.stringify(element.text));
  }

  /** The attributes of a tag, and the END behind them. */
  #readAttributes(tagAt: number): void {
    const reader = this.#reader;
    const { path } = this.#assembler;
    for (let count = 0; ; ) {
      const at = reader.offset;
      const token = this.#peek(path);
      if (token === END) {
        if (count === 0) throw new DecodeError('bad-value', path, tagAt, 'the tag announces attributes, and none follow');
        reader.u8(`${path}/END`, `${SPEC} 5.8.4.7.1`);
        return;
      }
      if (token === SWITCH_PAGE) this.#readSwitchPage();
      else {
        this.#readAttribute(token, at);
        count++;
      }
    }
  }

  #readAttribute(token: number, at: number): void {
    const reader = this.#reader;
    const assembler = this.#assembler;
    const start = this.#type.starts[token - FIRST_CODE];
    if (token !== LITERAL && start === undefined) throw this.#unexpected(token, at);
    const name = token === LITERAL ? this.#peekLiteral(at) : (start as { name: string }).name;
    const field = assembler.attribute(name, at);
    let text = start?.prefix ?? '';
    if (reader.trace !== undefined) {
      reader.open(name);
      reader.u8(`${field}/start`, `${SPEC} 5.8.3`);
      reader.trace.mean(text === '' ? name : `${name}="${text}"`);
    } else reader.offset++;
    if (token === LITERAL) this.#readIndex(`${field}/index`, name);
    assembler.count(text.length, 0, field, at);
    let date: Date | undefined;
    // As long as values follow: the next start and END lie below 80, and so do two kinds of value.
    for (let value = this.#peek(field); value >= 0x80 || isText(value) || value === SWITCH_PAGE; value = this.#peek(field)) {
      const valueAt = reader.offset;
      if (value === SWITCH_PAGE) this.#readSwitchPage();
      else if (date !== undefined) {
        throw new DecodeError('bad-value', field, valueAt, 'a date is one piece of opaque data, and nothing follows it');
      } else if (value === OPAQUE) {
        if (!isDateAttribute(name) || text !== '') {
          throw new DecodeError('bad-value', field, valueAt, 'opaque data is for dates alone');
        }
        date = this.#readDate(field);
      } else text += isText(value) ? this.#readText(value, text.length, field) : this.#readValue(value, text.length, field);
    }
    this.#finishAttribute(name, field, date, text, at);
  }

  #finishAttribute(name: string, field: string, date: Date | undefined, text: string, at: number): void {
    const { trace } = this.#reader;
    let value: string | Date = date ?? text;
    if (date === undefined && isDateAttribute(name)) {
      this.#issue(new DecodeError('bad-value', field, at, 'a date is opaque data, not a string'));
      value = parseDateTime(text, field, at);
    }
    this.#assembler.value(name, value, at);
    if (trace === undefined) return;
    this.#reader.close();
    trace.mean(typeof value === 'string' ? value : formatDateTime(value));
    const doubt = isAddressAttribute(name) ? doubtfulScheme(text) : undefined;
    if (doubt !== undefined) trace.warn(doubt);
  }

  /** One attribute value token. */
  #readValue(token: number, before: number, field: string): string {
    const reader = this.#reader;
    const at = reader.offset;
    const value = VALUES[token - FIRST_VALUE];
    if (value === undefined) throw this.#unexpected(token, at, field);
    this.#assembler.count(value.length, before, field, at);
    reader.u8(`${field}/value`, `${SPEC} 5.8.3`);
    reader.trace?.mean(value);
    return value;
  }

  #readDate(field: string): Date {
    const reader = this.#reader;
    reader.open('OPAQUE', `${SPEC} 5.8.4.6`);
    reader.u8(`${field}/token`);
    const length = reader.uintvar(`${field}/length`);
    const start = reader.offset;
    reader.take(length, `${field}/octets`);
    const date = readDateTime(reader.octets, start, start + length, field);
    reader.trace?.mean(formatDateTime(date));
    reader.close();
    return date;
  }

  /** Text of STR_I, STR_T or ENTITY. @param before characters of the same attribute so far; undefined in content. */
  #readText(token: number, before: number | undefined, field: string): string {
    const reader = this.#reader;
    const at = reader.offset;
    let text: string;
    if (token === STR_I) {
      const end = this.#endOfString(at + 1, reader.end, field, at);
      text = this.#string(at + 1, end, before, field);
      const next = end + (this.#charset === UCS2 ? 2 : 1);
      reader.offset = next;
      reader.trace?.leaf('STR_I', text, at * 8, next * 8, `${SPEC} 5.8.4.1`);
    } else {
      reader.open(TOKEN_NAMES[token] as string, token === ENTITY ? `${SPEC} 5.8.4.3` : `${SPEC} 5.8.4.1`);
      reader.u8(`${field}/token`);
      const numberAt = reader.offset;
      const number = reader.uintvar(token === ENTITY ? `${field}/code` : `${field}/index`);
      if (token === ENTITY) {
        text = this.#entity(number, numberAt, field);
        this.#assembler.count(text.length, before, field, at);
      } else {
        const start = this.#tableOffset(number, field, numberAt);
        text = this.#string(start, this.#endOfString(start, this.#tableEnd, field, numberAt), before, field);
      }
      reader.close();
      reader.trace?.mean(JSON.stringify(text));
    }
    return text;
  }

  #entity(code: number, at: number, field: string): string {
    const isScalar = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    if (!isScalar || illegalIndex(String.fromCodePoint(code)) >= 0) {
      throw new DecodeError('bad-value', field, at, `the entity ${code} is no character of XML`);
    }
    return String.fromCodePoint(code);
  }

  /** Where the NUL of a string stands. */
  #endOfString(start: number, end: number, field: string, at: number): number {
    const { octets } = this.#reader;
    if (this.#charset === UCS2) {
      for (let i = start; i + 1 < end; i += 2) if (octets[i] === 0 && octets[i + 1] === 0) return i;
    } else {
      const found = octets.indexOf(0, start);
      if (found >= 0 && found < end) return found;
    }
    throw new DecodeError('truncated', field, at, 'the string has no end');
  }

  /** Decodes a string strictly, and counts it. */
  #string(start: number, end: number, before: number | undefined, field: string): string {
    // The fewest characters that so many octets can be are counted first, so that nothing long is decoded in vain.
    const { octets } = this.#reader;
    const charset = this.#charset;
    const least = charset === UCS2 ? (end - start) >> 1 : charset === UTF8 ? Math.ceil((end - start) / 3) : end - start;
    this.#assembler.count(least, before, field, start);
    const text = decodeString(octets, start, end, charset, field);
    this.#assembler.count(text.length - least, before === undefined ? undefined : before + least, field, start);
    const illegal = illegalIndex(text);
    if (illegal >= 0) {
      const width = charset === UCS2 ? 2 * illegal : charset === UTF8 ? encodeUtf8(text.slice(0, illegal)).length : illegal;
      throw new DecodeError('bad-value', field, start + width, 'XML has no such character');
    }
    return text;
  }

  /** The name that a LITERAL token points to; the reader stays at the token. */
  #peekLiteral(at: number): string {
    const reader = this.#reader;
    const { path } = this.#assembler;
    const indexAt = at + 1;
    const index = new ByteReader(reader.octets, undefined, indexAt, reader.end).uintvar(`${path}/index`);
    const start = this.#tableOffset(index, path, indexAt);
    const end = this.#endOfString(start, this.#tableEnd, path, indexAt);
    // No name here is longer; what is cut off makes none of them.
    const longest = 64;
    const name = end - start > longest ? '' : decodeString(reader.octets, start, end, this.#charset, path);
    if (name === '') throw new DecodeError('bad-value', path, at, 'the string table has no name of this document there');
    return name;
  }

  #readIndex(field: string, name: string): void {
    this.#reader.uintvar(field, `${SPEC} 5.8.4.5`);
    this.#reader.trace?.mean(name);
  }

  #readSwitchPage(): void {
    const reader = this.#reader;
    const { path } = this.#assembler;
    reader.open('SWITCH_PAGE', `${SPEC} 5.8.4.7.2`);
    reader.u8(`${path}/token`);
    const at = reader.offset;
    const page = reader.u8(`${path}/page`);
    if (page !== 0) throw new DecodeError('bad-value', `${path}/page`, at, `there is no code page ${page}, only 0`);
    reader.close();
  }

  #readCharset(): number {
    const reader = this.#reader;
    const at = reader.offset;
    const charset = this.#charsetOf(reader.uintvar('WBXML/charset', `${SPEC} 5.6`), at);
    reader.trace?.mean(CHARSETS[charset] as string);
    return charset;
  }

  /** The charset that a number stands for; 0 leaves it to the transport. */
  #charsetOf(number: number, at: number): number {
    const charset = number === 0 ? (this.#options.charset ?? UTF8) : number;
    if (CHARSETS[charset] !== undefined) return charset;
    const allowed = Object.entries(CHARSETS).map(([mibEnum, name]) => `${mibEnum} ${name}`);
    throw new DecodeError('bad-value', 'WBXML/charset', at, `is ${charset}, allowed: ${allowed.join(', ')}`);
  }

  /** Moves past the string table and returns where it begins; with a trace, a field for each string. */
  #readTable(length: number): number {
    const reader = this.#reader;
    const start = reader.skip(length, 'WBXML/strtbl');
    const { trace, offset: end } = reader;
    if (trace === undefined || length === 0) return start;
    trace.open('strtbl', start * 8, `${SPEC} 5.7`);
    const width = this.#charset === UCS2 ? 2 : 1;
    for (let at = start, next: number; at < end; at = next) {
      try {
        const stop = this.#endOfString(at, end, 'WBXML/strtbl', at);
        next = stop + width;
        trace.leaf(`[${at - start}]`, decodeString(reader.octets, at, stop, this.#charset, 'WBXML/strtbl'), at * 8, next * 8);
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

  /** The octet of the input that an index of the string table means. */
  #tableOffset(index: number, field: string, at: number): number {
    const length = this.#tableEnd - this.#tableStart;
    if (index < length) return this.#tableStart + index;
    throw new DecodeError('bad-value', field, at, `index ${index} of a string table of ${length} octets`);
  }

  #tableText(index: number, field: string, at: number): string {
    const start = this.#tableOffset(index, field, at);
    return decodeString(this.#reader.octets, start, this.#endOfString(start, this.#tableEnd, field, at), this.#charset, field);
  }

  /** The next token, not yet read. */
  #peek(field: string): number {
    const reader = this.#reader;
    if (reader.offset < reader.end) return reader.octets[reader.offset] as number;
    throw new DecodeError('truncated', field, reader.offset, 'the document ends before its END');
  }

  #unexpected(token: number, at: number, field = this.#assembler.path): DecodeError {
    const name = TOKEN_NAMES[token];
    const what = name === undefined ? `token ${octetHex(token)} is not defined` : `${name} (${octetHex(token)}) has no place`;
    return new DecodeError('bad-value', field, at, `${what} here`);
  }

  #issue(error: DecodeError): void {
    if (this.#options.lenient !== true) throw error;
    this.#options.onIssue?.(error);
  }
}

/** Whether a token stands for text, in content and in attribute values alike. */
function isText(token: number): boolean {
  return token === STR_I || token === STR_T || token === ENTITY;
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

/** Text of octets. Short ASCII, which is nearly all, does not go through the platform's decoder. */
function decodeString(octets: Uint8Array, start: number, end: number, charset: number, field: string): string {
  if (charset === UCS2) return readUcs2(octets, start, (end - start) >> 1);
  const most = charset === ISO_8859_1 ? 0xff : 0x7f;
  let i = start;
  while (i < end && (octets[i] as number) <= most) i++;
  if (i === end) return textOfUnits(octets.subarray(start, end), end - start);
  if (charset === US_ASCII) throw new DecodeError('bad-value', field, i, 'US-ASCII has 7 bits');
  try {
    return decodeUtf8(octets.subarray(start, end), field);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // What the sequence lacks is not the end of the input but of the string.
    throw new DecodeError('bad-value', field, start + (error.offset as number), error.reason, { cause: error });
  }
}
