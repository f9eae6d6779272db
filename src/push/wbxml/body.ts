/**
 * The body of a WBXML document: one tokeniser for all document types, without recursion.
 *
 *   body       PI* element PI*
 *   element    tag [attributes END] [content END]                        tag: code, 80 with attributes, 40 with content
 *   attribute  start value*                                              start below 80, values from 80 on, and strings
 *
 *   00 SWITCH_PAGE page     03 STR_I text NUL            40-42 EXT_I text NUL      C0-C2 EXT
 *   01 END                  04 44 84 C4 LITERAL index    43 PI attribute END       C3 OPAQUE length octets
 *   02 ENTITY code          80-82 EXT_T number           83 STR_T index
 *
 * Lengths, indexes and codes are multi-byte integers; an index counts octets of the string table. What the tokens mean is for a
 * {@link WbxmlLanguage} to say, and what is made of them for a {@link WbxmlSink}.
 * Source: WAP-192-WBXML-20010725 sections 5.8.2, 5.8.3, 5.8.4 and 5.8.4.7.2.
 * @module
 */
import { octetHex } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { DecodeError } from '../../errors.js';
import { illegalIndex } from '../../xml/characters.js';
import { formatDateTime } from '../si-sl-co/datetime.js';
import { type CodePage, FIRST_CODE, FIRST_VALUE, type WbxmlLanguage } from './language.js';
import { decodeString, endOfEntry, endOfString, nulOctets, type Strings, tableOffset, UCS2, UTF8 } from './strings.js';
import {
  END,
  ENTITY,
  LITERAL,
  OPAQUE,
  PI,
  SPEC,
  STR_I,
  STR_T,
  SWITCH_PAGE,
  TOKEN_NAMES,
  WITH_ATTRIBUTES,
  WITH_CONTENT,
} from './tokens.js';

/** What a code without a name is a code of. */
export type CodeKind = 'tag' | 'attribute' | 'value';

/**
 * What a document is put together in. Its methods throw for what the document type does not have. Positions count octets of the
 * input.
 */
export interface WbxmlSink<E> {
  /** Path of the innermost open element, or of the document. */
  readonly path: string;
  /** Elements that are open. */
  readonly depth: number;
  /** Whether the root was closed. */
  readonly isComplete: boolean;
  /** Takes what not every document type has; undefined where it is refused. */
  readonly extended: ExtendedSink | undefined;
  /** Begins an element and returns the last component of its path. @param page undefined for a name of the string table, which is on no page. */
  open(name: string, at: number, page: number | undefined): string;
  /** Ends the innermost element and returns it. */
  close(): E;
  /** An element in words, for a tree. */
  describe(element: E): string | undefined;
  /** Begins an attribute of the innermost element and returns its path. */
  attribute(name: string, at: number): string;
  /** Gives that attribute its value. */
  value(name: string, value: string | Date, at: number): void;
  /** What to warn of in an attribute, in a tree. */
  doubt(name: string, value: string): string | undefined;
  /** Adds text, its characters already counted. */
  text(text: string, at: number): void;
  /** Counts characters before they are joined to the `before` ones of the same attribute; `before` is undefined in content. */
  count(characters: number, before: number | undefined, field: string, at: number): void;
  /** Reads opaque data: what they mean as text, or a date, which is the whole of an attribute. */
  opaque(reader: ByteReader, length: number, before: number | undefined, field: string, at: number): string | Date;
  /** The name, or the piece of a value, of a code that the document type has none for. @param error makes the error to refuse it with. */
  unnamed(kind: CodeKind, page: number, code: number, error: () => DecodeError): string;
  /** Passes a fault that leaves a meaning, or throws it. */
  fault(error: DecodeError): void;
  /** What is left of the meaning of a string that cannot be read, or that XML cannot hold. */
  repaired(error: DecodeError, start: number, end: number): string;
}

/** Takes processing instructions, extension tokens, and opaque data in content. */
export interface ExtendedSink {
  /** Begins a processing instruction, which has an attribute and is closed as an element is. */
  instruction(at: number): void;
  /** What an extension token means, with the string or number after it. */
  extension(token: number, argument: string | number | undefined, index: TableString, field: string, at: number): string;
}

/** The string of the string table at an index. */
export type TableString = (index: number) => string;

/** Octets of a name in the string table: no document type has one of more than half of them. */
const MAX_NAME = 64;

/**
 * Reads a body up to the end of its root, and the processing instructions after it.
 * @param language undefined for a document type that is not known: then every code is one without a name.
 * @throws DecodeError `truncated` or `bad-value` with field and octet, and what the sink throws.
 */
export function readBody(
  reader: ByteReader,
  strings: Strings,
  language: WbxmlLanguage | undefined,
  sink: WbxmlSink<unknown>,
): void {
  new BodyReader(reader, strings, language, sink).read();
}

class BodyReader {
  readonly #reader: ByteReader;
  readonly #strings: Strings;
  readonly #language: WbxmlLanguage | undefined;
  readonly #sink: WbxmlSink<unknown>;
  #tagPage = 0;
  #attributePage = 0;
  #tags: CodePage['tags'];
  #starts: CodePage['starts'];
  #values: CodePage['values'];

  constructor(reader: ByteReader, strings: Strings, language: WbxmlLanguage | undefined, sink: WbxmlSink<unknown>) {
    this.#reader = reader;
    this.#strings = strings;
    this.#language = language;
    this.#sink = sink;
    const { tags, starts, values } = language?.pages[0] ?? NO_PAGE;
    this.#tags = tags;
    this.#starts = starts;
    this.#values = values;
  }

  read(): void {
    const reader = this.#reader;
    const sink = this.#sink;
    // Without recursion: the sink keeps the open elements.
    while (!sink.isComplete) {
      const at = reader.offset;
      const token = this.#peek(sink.depth === 0 ? `WBXML/${this.#language?.root ?? 'element'}` : sink.path);
      if (token === SWITCH_PAGE) this.#readSwitchPage(false);
      else if (token === END) {
        if (sink.depth === 0) throw this.#unexpected(token, at);
        reader.u8(`${sink.path}/END`, `${SPEC} 5.8.4.7.1`);
        this.#closeElement();
      } else if (isText(token) || (sink.extended !== undefined && isData(token))) {
        if (sink.depth === 0) throw this.#unexpected(token, at);
        const field = sink.path;
        const text = isText(token) ? this.#readText(token, undefined, field) : this.#readData(token, undefined, field);
        // Dates are read in attributes alone.
        sink.text(text as string, at);
      } else if (token === PI && sink.extended !== undefined) this.#readInstruction(sink.extended);
      else this.#readTag(token);
    }
    while (sink.extended !== undefined && reader.remaining > 0 && reader.octets[reader.offset] === PI) {
      this.#readInstruction(sink.extended);
    }
  }

  /** A tag with its attributes; its content follows in the loop of {@link read}. */
  #readTag(token: number): void {
    const reader = this.#reader;
    const sink = this.#sink;
    const at = reader.offset;
    const code = token & 0x3f;
    const name = code === LITERAL ? this.#peekLiteral(at) : (this.#tags[code - FIRST_CODE] ?? this.#unnamed('tag', code, at));
    const label = sink.open(name, at, code === LITERAL ? undefined : this.#tagPage);
    const path = sink.path;
    if (reader.trace !== undefined) {
      reader.open(label);
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
    const element = this.#sink.close();
    const { trace } = this.#reader;
    if (trace === undefined) return;
    this.#reader.close();
    const words = this.#sink.describe(element);
    if (words !== undefined) trace.mean(words);
  }

  /** The attributes of a tag, and the END after them. */
  #readAttributes(tagAt: number): void {
    const reader = this.#reader;
    const { path } = this.#sink;
    for (let count = 0; ; ) {
      const at = reader.offset;
      const token = this.#peek(path);
      if (token === END) {
        if (count === 0) {
          this.#sink.fault(new DecodeError('bad-value', path, tagAt, 'the tag announces attributes, and none follow'));
        }
        reader.u8(`${path}/END`, `${SPEC} 5.8.4.7.1`);
        return;
      }
      if (token === SWITCH_PAGE) this.#readSwitchPage(true);
      else {
        this.#readAttribute(token, at);
        count++;
      }
    }
  }

  #readAttribute(token: number, at: number): void {
    const reader = this.#reader;
    const sink = this.#sink;
    const start = this.#starts[token - FIRST_CODE];
    const name =
      token === LITERAL ? this.#peekLiteral(at) : start !== undefined ? start.name : this.#unnamed('attribute', token, at);
    const field = sink.attribute(name, at);
    let text = start?.prefix ?? '';
    if (reader.trace !== undefined) {
      reader.open(name);
      reader.u8(`${field}/start`, `${SPEC} 5.8.3`);
      reader.trace.mean(text === '' ? name : `${name}="${text}"`);
    } else reader.offset++;
    if (token === LITERAL) this.#readIndex(`${field}/index`, name);
    sink.count(text.length, 0, field, at);
    let date: Date | undefined;
    for (let value = this.#peek(field); this.#isValue(value); value = this.#peek(field)) {
      const valueAt = reader.offset;
      if (value === SWITCH_PAGE) this.#readSwitchPage(true);
      else if (date !== undefined) {
        throw new DecodeError('bad-value', field, valueAt, 'a date is one piece of opaque data, and nothing follows it');
      } else if (isText(value)) text += this.#readText(value, text.length, field);
      else if (value !== OPAQUE && (sink.extended === undefined || !isData(value)))
        text += this.#readValue(value, text.length, field);
      else {
        const data = this.#readData(value, text.length, field);
        if (typeof data === 'string') text += data;
        else date = data;
      }
    }
    sink.value(name, date ?? text, at);
    if (reader.trace === undefined) return;
    reader.close();
    reader.trace.mean(date === undefined ? text : formatDateTime(date));
    const doubt = sink.doubt(name, text);
    if (doubt !== undefined) reader.trace.warn(doubt);
  }

  /** Whether a token continues the value of an attribute: the next start and END lie below 80, and so do some kinds of value. */
  #isValue(token: number): boolean {
    return token >= 0x80 || isText(token) || token === SWITCH_PAGE || (this.#sink.extended !== undefined && isData(token));
  }

  /** One attribute value token. */
  #readValue(token: number, before: number, field: string): string {
    const reader = this.#reader;
    const at = reader.offset;
    const value = this.#values[token - FIRST_VALUE] ?? this.#unnamed('value', token, at, field);
    this.#sink.count(value.length, before, field, at);
    reader.u8(`${field}/value`, `${SPEC} 5.8.3`);
    reader.trace?.mean(value);
    return value;
  }

  /** What a code without a name is called. */
  #unnamed(kind: CodeKind, code: number, at: number, field?: string): string {
    // Codes below 5 are global tokens on each side, and starts end where values begin.
    const isCode = (code & 0x3f) >= FIRST_CODE && (kind === 'value') === code >= 0x80;
    const error = () => this.#unexpected(this.#reader.octets[at] as number, at, field);
    if (!isCode) throw error();
    return this.#sink.unnamed(kind, kind === 'tag' ? this.#tagPage : this.#attributePage, code, error);
  }

  /** An attribute without an element. */
  #readInstruction(sink: ExtendedSink): void {
    const reader = this.#reader;
    sink.instruction(reader.offset);
    const { path } = this.#sink;
    reader.open('PI', `${SPEC} 5.8.4.4`);
    reader.u8(`${path}/token`);
    while (this.#peek(path) === SWITCH_PAGE) this.#readSwitchPage(true);
    this.#readAttribute(this.#peek(path), reader.offset);
    const at = reader.offset;
    const token = this.#peek(path);
    if (token !== END) throw this.#unexpected(token, at);
    reader.u8(`${path}/END`);
    this.#closeElement();
  }

  /** Opaque data, or an extension token with what belongs to it. @param before as in {@link WbxmlSink.count}. */
  #readData(token: number, before: number | undefined, field: string): string | Date {
    const reader = this.#reader;
    const at = reader.offset;
    const isOpaque = token === OPAQUE;
    reader.open(TOKEN_NAMES[token] as string, isOpaque ? `${SPEC} 5.8.4.6` : `${SPEC} 5.8.4.2`);
    reader.u8(`${field}/token`);
    const data = isOpaque
      ? this.#sink.opaque(reader, reader.uintvar(`${field}/length`), before, field, at)
      : this.#readExtension(token, before, field, at);
    reader.close();
    if (!isOpaque) reader.trace?.mean(data as string);
    return data;
  }

  /** What follows an extension token, and what the two mean. */
  #readExtension(token: number, before: number | undefined, field: string, at: number): string {
    const reader = this.#reader;
    let argument: string | number | undefined;
    if (token < 0x80) argument = this.#readInline('text', reader.offset, before, field);
    else if (token < 0xc0) argument = reader.uintvar(`${field}/number`);
    const index = (number: number) => this.#tableString(number, at + 1, before, field);
    const text = (this.#sink.extended as ExtendedSink).extension(token, argument, index, field, at);
    this.#sink.count(text.length, before, field, at);
    return text;
  }

  /** Text of STR_I, STR_T or ENTITY. @param before characters of the same attribute so far; undefined in content. */
  #readText(token: number, before: number | undefined, field: string): string {
    const reader = this.#reader;
    const at = reader.offset;
    if (token === STR_I) return this.#readInline('STR_I', at + 1, before, field);
    let text: string;
    reader.open(TOKEN_NAMES[token] as string, token === ENTITY ? `${SPEC} 5.8.4.3` : `${SPEC} 5.8.4.1`);
    reader.u8(`${field}/token`);
    const numberAt = reader.offset;
    const number = reader.uintvar(token === ENTITY ? `${field}/code` : `${field}/index`);
    if (token === ENTITY) {
      text = this.#entity(number, numberAt, field);
      this.#sink.count(text.length, before, field, at);
    } else text = this.#tableString(number, numberAt, before, field);
    reader.close();
    reader.trace?.mean(JSON.stringify(text));
    return text;
  }

  /** A string up to its NUL. @param start where it begins, which the reader may be one octet short of. */
  #readInline(name: string, start: number, before: number | undefined, field: string): string {
    const reader = this.#reader;
    const at = reader.offset;
    const end = endOfString(this.#strings, start, reader.end, field, at);
    const text = this.#string(start, end, before, field);
    const next = end + nulOctets(this.#strings);
    reader.offset = next;
    reader.trace?.leaf(name, text, at * 8, next * 8, `${SPEC} 5.8.4.1`);
    return text;
  }

  #tableString(index: number, at: number, before: number | undefined, field: string): string {
    const start = tableOffset(this.#strings, index, field, at);
    return this.#string(start, endOfEntry(this.#strings, start, field, at), before, field);
  }

  #entity(code: number, at: number, field: string): string {
    if (code <= 0x10ffff && illegalIndex(String.fromCodePoint(code)) < 0) return String.fromCodePoint(code);
    this.#sink.fault(new DecodeError('bad-value', field, at, `the entity ${code} is not a character of XML`));
    return '\ufffd';
  }

  /** Decodes a string strictly, and counts it. */
  #string(start: number, end: number, before: number | undefined, field: string): string {
    // The fewest characters that so many octets can be are counted first, so that nothing long is decoded in vain.
    const { charset } = this.#strings;
    const least = charset === UCS2 ? (end - start) >> 1 : charset === UTF8 ? Math.ceil((end - start) / 3) : end - start;
    this.#sink.count(least, before, field, start);
    const text = this.#decode(start, end, field);
    this.#sink.count(text.length - least, before === undefined ? undefined : before + least, field, start);
    return text;
  }

  /** Text that XML can hold. */
  #decode(start: number, end: number, field: string): string {
    let text: string;
    try {
      text = decodeString(this.#strings, start, end, field);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      return this.#sink.repaired(error, start, end);
    }
    const illegal = illegalIndex(text);
    if (illegal < 0) return text;
    const { charset } = this.#strings;
    const width = charset === UCS2 ? 2 * illegal : charset === UTF8 ? encodeUtf8(text.slice(0, illegal)).length : illegal;
    return this.#sink.repaired(new DecodeError('bad-value', field, start + width, 'XML has no such character'), start, end);
  }

  /** The name that a LITERAL token points to; the reader stays at the token. */
  #peekLiteral(at: number): string {
    const reader = this.#reader;
    const { path } = this.#sink;
    const indexAt = at + 1;
    const index = new ByteReader(reader.octets, undefined, indexAt, reader.end).uintvar(`${path}/index`);
    const start = tableOffset(this.#strings, index, path, indexAt);
    const end = endOfEntry(this.#strings, start, path, indexAt);
    const name = end - start > MAX_NAME ? '' : decodeString(this.#strings, start, end, path);
    if (name === '') throw new DecodeError('bad-value', path, at, 'the string table has no name of this document there');
    return name;
  }

  #readIndex(field: string, name: string): void {
    this.#reader.uintvar(field, `${SPEC} 5.8.4.5`);
    this.#reader.trace?.mean(name);
  }

  /** Turns the page of attributes, or that of tags: each has its own. */
  #readSwitchPage(isOfAttributes: boolean): void {
    const reader = this.#reader;
    const { path } = this.#sink;
    reader.open('SWITCH_PAGE', `${SPEC} 5.8.4.7.2`);
    reader.u8(`${path}/token`);
    const at = reader.offset;
    const page = reader.u8(`${path}/page`);
    const codes = this.#language?.pages[page];
    if (codes === undefined && this.#language !== undefined) {
      const known = Object.keys(this.#language.pages).join(', ');
      this.#sink.fault(new DecodeError('bad-value', `${path}/page`, at, `there is no code page ${page}, only ${known}`));
    }
    if (codes?.namespace !== undefined) reader.trace?.mean(codes.namespace);
    reader.close();
    const { tags, starts, values } = codes ?? NO_PAGE;
    if (isOfAttributes) {
      this.#attributePage = page;
      this.#starts = starts;
      this.#values = values;
    } else {
      this.#tagPage = page;
      this.#tags = tags;
    }
  }

  /** The next token, not yet read. */
  #peek(field: string): number {
    const reader = this.#reader;
    if (reader.offset < reader.end) return reader.octets[reader.offset] as number;
    throw new DecodeError('truncated', field, reader.offset, 'the document ends before its END');
  }

  #unexpected(token: number, at: number, field = this.#sink.path): DecodeError {
    const name = TOKEN_NAMES[token];
    const what = name === undefined ? `token ${octetHex(token)} is not defined` : `${name} (${octetHex(token)}) is not allowed`;
    return new DecodeError('bad-value', field, at, `${what} here`);
  }
}

const NO_PAGE: CodePage = { tags: [], starts: [], values: [] };

/** Whether a token means text, in content and in attribute values alike. */
function isText(token: number): boolean {
  return token === STR_I || token === STR_T || token === ENTITY;
}

/** Whether a token is an extension token, or opaque data. */
function isData(token: number): boolean {
  return token === OPAQUE || (token >= 0x40 && (token & 0x3f) <= 2);
}
