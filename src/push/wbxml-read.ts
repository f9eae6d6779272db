/**
 * Reading WBXML: one tokenizer for SI, SL and CO, strict, without recursion.
 *
 *   document   head body                                                 the head is that of wbxml-head.ts
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
import { encodeUtf8 } from '../bytes/utf8.js';
import { DEFAULT_LIMITS, DecodeError, LimitError, type Limits } from '../errors.js';
import { formatDateTime, parseDateTime, readDateTime } from './datetime.js';
import { documentOf, type PushDocument } from './documents.js';
import { doubtfulScheme } from './si.js';
import {
  type DocumentKind,
  type DocumentType,
  FIRST_CODE,
  FIRST_VALUE,
  isAddressAttribute,
  isDateAttribute,
  VALUES,
} from './tokens.js';
import { readHead } from './wbxml-head.js';
import { decodeString, endOfEntry, endOfString, type Strings, tableOffset, UCS2, UTF8 } from './wbxml-strings.js';
import {
  END,
  ENTITY,
  LITERAL,
  OPAQUE,
  SPEC,
  STR_I,
  STR_T,
  SWITCH_PAGE,
  TOKEN_NAMES,
  WITH_ATTRIBUTES,
  WITH_CONTENT,
} from './wbxml-tokens.js';
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
  readonly #strings: Strings;
  readonly #charset: number;
  readonly #assembler: Assembler;

  constructor(reader: ByteReader, options: WbxmlOptions, kind: DocumentKind | undefined) {
    const maxOctets = options.limits?.wbxmlOctets ?? DEFAULT_LIMITS.wbxmlOctets;
    if (reader.remaining > maxOctets) {
      const at = reader.offset + maxOctets;
      throw new LimitError('limit-exceeded', 'WBXML', at, `${reader.remaining} octets, the limit is ${maxOctets}`);
    }
    this.#reader = reader;
    this.#options = options;
    const { type, strings } = readHead(reader, options.charset, kind);
    this.#type = type;
    this.#strings = strings;
    this.#charset = strings.charset;
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
      const end = endOfString(reader.octets, this.#charset, at + 1, reader.end, field, at);
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
        const start = tableOffset(this.#strings, number, field, numberAt);
        text = this.#string(start, endOfEntry(this.#strings, start, field, numberAt), before, field);
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
    const start = tableOffset(this.#strings, index, path, indexAt);
    const end = endOfEntry(this.#strings, start, path, indexAt);
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
