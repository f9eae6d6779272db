/**
 * A content type with its parameters.
 *
 *   AE                            a code below 128
 *   'application/x-foo' 00        a type without a code
 *   length | AE or 02 hh ll or text | parameter ...       with parameters, or a code above 127
 *
 *   parameter   code as integer | value        or        name 00 | value
 *
 * Source: WAP-230-WSP sections 8.4.2.4, 8.4.2.24 and 8.4.2.54, appendix A tables 38, 40 and 42.
 * @module
 */

import { copyOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { ByteReader } from '../bytes/reader.js';
import { tryDecode } from '../bytes/try-decode.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { charsetOfMib, codeOfContentType, contentTypeOfCode, mibOfCharset } from './registers.js';
import { PARAMETERS } from './tables.js';
import {
  beginsText,
  endOfValue,
  integerBetween,
  leafTo,
  readInteger,
  readText,
  readToken,
  readValueLength,
  requireToken,
  type Texts,
  TOKEN,
  textBetween,
  writeInteger,
  writeQuotedString,
  writeText,
  writeToken,
  writeValueLength,
} from './values.js';

/** A parameter of a content type (WAP-230-WSP section 8.4.2.4): by name, or by code with a verbatim value. */
export type WspParameter =
  /** A text, or an integer of 0 or more. Writing replaces names that have a code by the code. */
  | { readonly name: string; readonly value: string | number }
  /** `value` is one encoded WSP value, with its length octets or its terminating 0x00. */
  | { readonly code: number; readonly value: Uint8Array };

/** What the octets of a content type say. */
export interface ContentTypeValue {
  /** The type without parameters; a number for a code that no register names. */
  readonly contentType: string | number;
  /** Charset by name, or as MIBenum when WSP does not list it; null without the parameter. */
  readonly charset: string | number | null;
  /** The other parameters, in wire order. */
  readonly parameters: readonly WspParameter[];
}

const CHARSET = 0x01;
/** A media type as value (of multipart/related). */
const TYPE = 0x09;
/**
 * Parameters whose value is a text, by name. Of the two codes of each the older is written, which every version knows; the newer one
 * (17 to 1D) reads as the same name.
 */
const TEXT_PARAMETERS: readonly string[] = ['name', 'filename', 'start', 'start-info', 'comment', 'domain', 'path'];
/** The first of the newer codes, whose values may have a quotation mark. */
const NEWER_CODES = 0x11;
const MEDIA_TYPE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const SPEC = 'WAP-230 8.4.2.24';

/**
 * Writes a content type in its smallest form.
 * @param path comes before the names of properties in errors.
 * @throws EncodeError `bad-value` or `unencodable` naming `contentType`, `charset` or `parameters[0].value`.
 */
export function writeContentType(writer: ByteWriter, content: ContentTypeValue, texts: Texts, path = ''): void {
  const { contentType, charset, parameters } = content;
  const code = typeof contentType === 'number' ? contentType : codeOfContentType(contentType);
  if (charset === null && parameters.length === 0 && (code === undefined || code < 0x80)) {
    writeMediaType(writer, contentType, code, texts, path);
    return;
  }
  const general = new ByteWriter();
  writeMediaType(general, contentType, code, texts, path);
  if (charset !== null) writeCharset(general, charset, texts, `${path}charset`);
  parameters.forEach((parameter, index) => {
    const field = `${path}parameters[${index}]`;
    if ('name' in parameter && parameter.name.toLowerCase() === 'charset') {
      throw EncodeError.badValue(`${field}.name`, 'the charset has a property of its own');
    }
    writeParameter(general, parameter, texts, field);
  });
  const octets = general.finish();
  writeValueLength(writer, octets.length);
  writer.bytes(octets);
}

/**
 * Reads a content type.
 * @param field the name of the header in errors; parameters are below it.
 * @throws DecodeError `truncated` or `bad-value` naming the header or the parameter.
 */
export function readContentType(reader: ByteReader, texts: Texts, field = 'Content-Type'): ContentTypeValue {
  const { trace } = reader;
  const start = reader.offset;
  const first = reader.octets[start] as number;
  if (reader.remaining === 0) throw new DecodeError('truncated', field, start, 'the content type is missing');
  reader.open('Content-Type', SPEC);
  let content: ContentTypeValue;
  if (first >= 0x20) {
    content = { contentType: readMediaType(reader, texts, field), charset: null, parameters: [] };
  } else {
    const length = readValueLength(reader, `${field}/length`, SPEC);
    content = readGeneralForm(reader.subToCut(length, field), texts, field);
  }
  reader.close();
  if (trace !== undefined) trace.mean(describeContentType(content));
  return content;
}

/** The content type as one would write it in a mail header. */
export function describeContentType({ contentType, charset }: Omit<ContentTypeValue, 'parameters'>): string {
  const type = typeof contentType === 'number' ? `content type ${contentType}` : contentType;
  return charset === null ? type : `${type}; charset=${charset}`;
}

function readGeneralForm(reader: ByteReader, texts: Texts, field: string): ContentTypeValue {
  const contentType = readMediaType(reader, texts, field);
  const parameters: WspParameter[] = [];
  let charset: string | number | null = null;
  while (reader.remaining > 0) {
    const at = reader.offset;
    const parameter = readParameter(reader, texts, field);
    if (!('name' in parameter) || parameter.name !== 'charset') {
      parameters.push(parameter);
      continue;
    }
    if (charset !== null) throw new DecodeError('bad-value', `${field}/charset`, at, 'the charset is given twice');
    charset = parameter.value;
  }
  return { contentType, charset, parameters };
}

function writeMediaType(
  writer: ByteWriter,
  contentType: string | number,
  code: number | undefined,
  texts: Texts,
  path: string,
): void {
  const field = `${path}contentType`;
  if (code !== undefined) writeInteger(writer, code, field);
  else if (MEDIA_TYPE.test(contentType as string)) writeText(writer, contentType as string, field, texts);
  else throw EncodeError.badValue(field, `${quote(contentType)} is not type/subtype; parameters have a property of their own`);
}

function readMediaType(reader: ByteReader, texts: Texts, field: string): string | number {
  const at = reader.offset;
  if (reader.remaining > 0 && beginsText(reader.octets, at)) {
    const text = readText(reader, `${field}/type`, texts, undefined, SPEC);
    if (codeOfContentType(text) === undefined && !MEDIA_TYPE.test(text)) {
      throw new DecodeError('bad-value', `${field}/type`, at, `${quote(text)} is not type/subtype`);
    }
    return registeredSpelling(text);
  }
  const code = readInteger(reader, `${field}/type`, SPEC);
  const contentType = contentTypeOfCode(code);
  if (reader.trace !== undefined) reader.trace.mean(contentType ?? 'not registered');
  return contentType ?? code;
}

function writeCharset(writer: ByteWriter, charset: string | number, texts: Texts, field: string): void {
  writer.u8(CHARSET | 0x80);
  const mib = typeof charset === 'number' ? charset : mibOfCharset(charset);
  if (mib !== undefined) writeInteger(writer, mib, field);
  else writeToken(writer, charset as string, field, texts);
}

/** Writes one parameter, of a content type or of another header. @throws EncodeError `bad-value` or `unencodable` */
export function writeParameter(writer: ByteWriter, parameter: WspParameter, texts: Texts, field: string): void {
  if ('code' in parameter) {
    writeRawParameter(writer, parameter, field);
    return;
  }
  const { name, value } = parameter;
  const known = name.toLowerCase();
  if (known === 'charset') {
    writeCharset(writer, value, texts, `${field}.value`);
    return;
  }
  if (typeof value === 'string' && value !== '') {
    const mediaCode = known === 'type' ? (codeOfContentType(value) ?? 0x80) : 0x80;
    if (mediaCode < 0x80) {
      writer.u8(TYPE | 0x80).u8(mediaCode | 0x80);
      return;
    }
    const code = known === 'type' && texts.typesByCode ? TYPE : codeOfTextParameter(known);
    if (code !== undefined) {
      writeText(writer.u8(code | 0x80), value, `${field}.value`, texts);
      return;
    }
  }
  writeToken(writer, name, `${field}.name`, texts);
  if (typeof value === 'number') writeInteger(writer, value, `${field}.value`);
  else writeTextValue(writer, value, texts, `${field}.value`);
}

function writeRawParameter(writer: ByteWriter, { code, value }: { code: number; value: Uint8Array }, field: string): void {
  const end = tryDecode(() => endOfRaw(code, value, 0, value.length, field));
  if (end !== value.length) throw EncodeError.badValue(`${field}.value`, 'is not one WSP value');
  writeInteger(writer, code, `${field}.code`);
  writer.bytes(value);
}

/** A token as it is, any other text after a quotation mark, no text as No-value. */
function writeTextValue(writer: ByteWriter, value: string, texts: Texts, field: string): void {
  if (value === '') writer.u8(0);
  else if (TOKEN.test(value)) writeText(writer, value, field, texts);
  else writeQuotedString(writer, value, field, texts);
}

function codeOfTextParameter(name: string): number | undefined {
  if (!TEXT_PARAMETERS.includes(name)) return undefined;
  return Number(Object.keys(PARAMETERS).find((code) => PARAMETERS[Number(code)] === name));
}

/**
 * Reads one parameter, of a content type or of another header.
 * @param header the name of the header in errors.
 * @throws DecodeError `truncated` or `bad-value` naming the parameter.
 */
export function readParameter(reader: ByteReader, texts: Texts, header: string): WspParameter {
  const field = `${header}/parameter`;
  reader.open('parameter', 'WAP-230 8.4.2.4');
  let parameter: WspParameter;
  if (beginsText(reader.octets, reader.offset)) {
    const name = readToken(reader, `${field}/name`, texts).toLowerCase();
    parameter = readUntyped(reader, name, texts, `${field}/value`, header);
  } else {
    const code = readInteger(reader, `${field}/name`);
    const name = PARAMETERS[code];
    if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
    parameter = readTyped(reader, code, name, texts, `${field}/value`, header);
  }
  reader.close();
  return parameter;
}

function readUntyped(reader: ByteReader, name: string, texts: Texts, field: string, header: string): WspParameter {
  const { octets, offset: from } = reader;
  const to = endOfValue(octets, from, reader.end, field);
  const value = integerBetween(octets, from, to) ?? textValue(octets, from, to, texts, field);
  if (value === undefined) throw new DecodeError('bad-value', field, from, 'is neither an integer nor a text');
  const meant = name === 'charset' ? readCharset(value, from, header) : value;
  leafTo(reader, to, field, value);
  return { name, value: name === 'type' && typeof meant === 'string' ? registeredSpelling(meant) : meant };
}

function readTyped(
  reader: ByteReader,
  code: number,
  name: string | undefined,
  texts: Texts,
  field: string,
  header: string,
): WspParameter {
  const { octets, offset: from, trace } = reader;
  const to = endOfRaw(code, octets, from, reader.end, field);
  const integer = integerBetween(octets, from, to);
  if (code === CHARSET) {
    const value = integer ?? textString(octets, from, to, texts, field) ?? '';
    const charset = readCharset(value, from, header);
    leafTo(reader, to, field, value);
    if (trace !== undefined && charset !== value) trace.mean(String(charset));
    return { name: 'charset', value: charset };
  }
  if (code === TYPE) {
    const text = textString(octets, from, to, texts, field);
    const type = text === undefined ? contentTypeOfCode(integer ?? -1) : registeredSpelling(text);
    if (type !== undefined) {
      leafTo(reader, to, field, integer ?? type);
      if (trace !== undefined) trace.mean(type);
      return { name: 'type', value: type };
    }
  }
  if (name !== undefined && TEXT_PARAMETERS.includes(name)) {
    const text = (code < NEWER_CODES ? textString : textValue)(octets, from, to, texts, field);
    if (text !== undefined) {
      leafTo(reader, to, field, text);
      return { name, value: text };
    }
  }
  return { code, value: copyOctets(reader.take(to - from, field)) };
}

/** Where a typed value ends: q is a uintvar, every other value says it with its first octet. */
function endOfRaw(code: number, octets: Uint8Array, from: number, end: number, field: string): number {
  if (code !== 0) return endOfValue(octets, from, end, field);
  const uintvar = new ByteReader(octets, undefined, from, end);
  uintvar.uintvar(field);
  return uintvar.offset;
}

/** A text string; undefined when the value is not one. */
function textString(octets: Uint8Array, from: number, to: number, texts: Texts, field: string): string | undefined {
  return beginsText(octets, from) ? textBetween(octets, from, to - 1, field, texts) : undefined;
}

/** A token, a quoted string without its mark, or No-value as the empty text; undefined when the value is none of these. */
function textValue(octets: Uint8Array, from: number, to: number, texts: Texts, field: string): string | undefined {
  const first = octets[from];
  if (first === 0) return '';
  return first === 0x22 ? textBetween(octets, from + 1, to - 1, field, texts) : textString(octets, from, to, texts, field);
}

function readCharset(value: string | number, at: number, header: string): string | number {
  if (typeof value === 'number') return charsetOfMib(value) ?? value;
  requireToken(value, `${header}/charset`, at);
  return charsetOfMib(mibOfCharset(value) ?? -1) ?? value;
}

/** A content type as the register writes it. */
function registeredSpelling(contentType: string): string {
  return contentTypeOfCode(codeOfContentType(contentType) ?? -1) ?? contentType;
}
