/**
 * The content type of a WSP message, with its parameters.
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

import { copyOf } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { tryDecode } from '../bytes/try-decode.js';
import { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { charsetOfMib, codeOfContentType, contentTypeOfCode, mibOfCharset } from './content-types.js';
import { PUSH_CONTENT_TYPES } from './documents.js';
import { PARAMETERS } from './wsp-tables.js';
import {
  endOfValue,
  integerBetween,
  leafTo,
  readInteger,
  readText,
  readValueLength,
  TOKEN,
  textBetween,
  writeInteger,
  writeText,
  writeValueLength,
} from './wsp-values.js';

/** A parameter by name, or one whose typed value is kept as it came. */
export type WspParameter =
  /** A text, or an integer from 0 on. Names with a code are written as their code. */
  | { readonly name: string; readonly value: string | number }
  /** `value` is one WSP value with its length octets or its 00. */
  | { readonly code: number; readonly value: Uint8Array };

/** What a message holds. */
export interface WspContentType {
  /** The type without parameters; a number for a code that no register names. */
  readonly contentType: string | number;
  /**
   * Charset by name, or as MIBenum when WSP does not list it. Absent means the usual: `utf-8` for the WBXML forms of SI, SL and CO, no
   * parameter for all else. null: no parameter.
   */
  readonly charset?: string | number | null | undefined;
  /** The other parameters, in wire order. */
  readonly parameters?: readonly WspParameter[] | undefined;
}

const CHARSET = 0x01;
/** A media type as value (of multipart/related). */
const TYPE = 0x09;
/**
 * Parameters whose value is a text, by name. Of the two codes of each the older is written, which every version knows; the newer one
 * (17 to 1D) reads as the same name.
 */
const TEXT_PARAMETERS: readonly string[] = ['name', 'filename', 'start', 'start-info', 'comment', 'domain', 'path'];
const MEDIA_TYPE = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const SPEC = 'WAP-230 8.4.2.24';

/**
 * Writes a content type in its smallest form.
 * @throws EncodeError `bad-value` or `unencodable` naming `contentType`, `charset` or `parameters[0].value`.
 */
export function writeContentType(writer: ByteWriter, content: WspContentType): void {
  const { contentType, parameters = [] } = content;
  const charset = content.charset === undefined ? usualCharset(contentType) : content.charset;
  const code = typeof contentType === 'number' ? contentType : codeOfContentType(contentType);
  const isBare = charset === null && parameters.length === 0;
  if (isBare && (code === undefined || code < 0x80)) {
    writeMediaType(writer, contentType, code);
    return;
  }
  const general = new ByteWriter();
  writeMediaType(general, contentType, code);
  if (charset !== null) writeCharset(general, charset, 'charset');
  parameters.forEach((parameter, index) => {
    const field = `parameters[${index}]`;
    if ('name' in parameter && parameter.name.toLowerCase() === 'charset') {
      throw new EncodeError('bad-value', `${field}.name`, undefined, 'the charset is a property of its own');
    }
    writeParameter(general, parameter, field);
  });
  const octets = general.finish();
  writeValueLength(writer, octets.length);
  writer.bytes(octets);
}

/**
 * Reads a content type.
 * @throws DecodeError `truncated` or `bad-value` naming `Content-Type` or the parameter.
 */
export function readContentType(reader: ByteReader): WspContentType {
  const { trace } = reader;
  const start = reader.offset;
  const first = reader.octets[start] as number;
  if (reader.remaining === 0) throw new DecodeError('truncated', 'Content-Type', start, 'the content type is missing');
  reader.open('Content-Type', SPEC);
  let content: WspContentType;
  if (first >= 0x20) {
    const contentType = readMediaType(reader);
    content = { contentType, ...charsetProperty(contentType, null) };
  } else {
    const length = readValueLength(reader, 'Content-Type/length', SPEC);
    content = readGeneralForm(reader.subToCut(length, 'Content-Type'));
  }
  reader.close();
  if (trace !== undefined) trace.mean(describeContentType(content));
  return content;
}

/** The content type as one would write it in a mail header. */
export function describeContentType(content: WspContentType): string {
  const charset = content.charset === undefined ? usualCharset(content.contentType) : content.charset;
  const type = typeof content.contentType === 'number' ? `content type ${content.contentType}` : content.contentType;
  return charset === null ? type : `${type}; charset=${charset}`;
}

function readGeneralForm(reader: ByteReader): WspContentType {
  const contentType = readMediaType(reader);
  const parameters: WspParameter[] = [];
  let charset: string | number | null = null;
  while (reader.remaining > 0) {
    const at = reader.offset;
    reader.open('parameter', 'WAP-230 8.4.2.4');
    const parameter = readParameter(reader);
    reader.close();
    if (!('name' in parameter) || parameter.name !== 'charset') {
      parameters.push(parameter);
      continue;
    }
    if (charset !== null) throw new DecodeError('bad-value', 'Content-Type/charset', at, 'the charset is given twice');
    charset = parameter.value;
  }
  return {
    contentType,
    ...charsetProperty(contentType, charset),
    ...(parameters.length === 0 ? {} : { parameters }),
  };
}

/** The documents whose charset parameter is written unless the caller forbids it. */
function usualCharset(contentType: string | number): string | null {
  if (typeof contentType === 'number') return null;
  const { si, sl, co } = PUSH_CONTENT_TYPES;
  const name = contentType.toLowerCase();
  return name === si.wbxml || name === sl.wbxml || name === co.wbxml ? 'utf-8' : null;
}

function charsetProperty(contentType: string | number, charset: string | number | null): { charset?: string | number | null } {
  return charset === usualCharset(contentType) ? {} : { charset };
}

function writeMediaType(writer: ByteWriter, contentType: string | number, code: number | undefined): void {
  if (code !== undefined) writeInteger(writer, code, 'contentType');
  else if (MEDIA_TYPE.test(contentType as string)) writeText(writer, contentType as string, 'contentType');
  else throw new EncodeError('bad-value', 'contentType', undefined, 'is not type/subtype; parameters stand beside it');
}

function readMediaType(reader: ByteReader): string | number {
  const at = reader.offset;
  const first = reader.octets[at] as number;
  if (first >= 0x20 && first < 0x80 && reader.remaining > 0) {
    const text = readText(reader, 'Content-Type/type', SPEC);
    if (codeOfContentType(text) === undefined && !MEDIA_TYPE.test(text)) {
      throw new DecodeError('bad-value', 'Content-Type/type', at, `${JSON.stringify(text.slice(0, 40))} is not type/subtype`);
    }
    return registeredSpelling(text);
  }
  const code = readInteger(reader, 'Content-Type/type', SPEC);
  const contentType = contentTypeOfCode(code);
  if (reader.trace !== undefined) reader.trace.mean(contentType ?? 'not registered');
  return contentType ?? code;
}

function writeCharset(writer: ByteWriter, charset: string | number, field: string): void {
  writer.u8(CHARSET | 0x80);
  const mib = typeof charset === 'number' ? charset : mibOfCharset(charset);
  if (mib !== undefined) writeInteger(writer, mib, field);
  else if (TOKEN.test(charset as string)) writeText(writer, charset as string, field);
  else throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(charset)} is not a charset name`);
}

/** Writes one parameter, of a content type or of another header. @throws EncodeError `bad-value` or `unencodable` */
export function writeParameter(writer: ByteWriter, parameter: WspParameter, field: string): void {
  if ('code' in parameter) {
    writeRawParameter(writer, parameter, field);
    return;
  }
  const { name, value } = parameter;
  const known = name.toLowerCase();
  if (known === 'charset') {
    writeCharset(writer, value, `${field}.value`);
    return;
  }
  const mediaCode = known === 'type' && typeof value === 'string' ? (codeOfContentType(value) ?? 0x80) : 0x80;
  if (mediaCode < 0x80) {
    writer.u8(TYPE | 0x80).u8(mediaCode | 0x80);
  } else if (typeof value === 'string' && value !== '' && TEXT_PARAMETERS.includes(known)) {
    writer.u8(codeOfTextParameter(known) | 0x80);
    writeText(writer, value, `${field}.value`);
  } else {
    if (!TOKEN.test(name))
      throw new EncodeError('bad-value', `${field}.name`, undefined, 'a name is made of letters, digits and signs');
    writeText(writer, name, `${field}.name`);
    if (typeof value === 'number') writeInteger(writer, value, `${field}.value`);
    else writeTextValue(writer, value, `${field}.value`);
  }
}

function writeRawParameter(writer: ByteWriter, { code, value }: { code: number; value: Uint8Array }, field: string): void {
  const end = tryDecode(() => endOfRaw(code, value, 0, value.length, field));
  if (end !== value.length) throw new EncodeError('bad-value', `${field}.value`, undefined, 'is not one WSP value');
  writeInteger(writer, code, `${field}.code`);
  writer.bytes(value);
}

/** A token as it is, any other text behind a quotation mark, no text as No-value. */
function writeTextValue(writer: ByteWriter, value: string, field: string): void {
  if (value === '') writer.u8(0);
  else if (TOKEN.test(value)) writeText(writer, value, field);
  else writeText(writer, `"${value}`, field);
}

function codeOfTextParameter(name: string): number {
  return Number(Object.keys(PARAMETERS).find((code) => PARAMETERS[Number(code)] === name));
}

/** Reads one parameter. @throws DecodeError `truncated` or `bad-value` naming `Content-Type/parameter`. */
export function readParameter(reader: ByteReader): WspParameter {
  const { octets, offset: at } = reader;
  const first = octets[at] as number;
  const field = 'Content-Type/parameter';
  if (first >= 0x20 && first < 0x80) {
    const name = readText(reader, `${field}/name`);
    if (!TOKEN.test(name))
      throw new DecodeError('bad-value', `${field}/name`, at, `${JSON.stringify(name.slice(0, 40))} is not a name`);
    return readUntyped(reader, name.toLowerCase(), `${field}/value`);
  }
  const code = readInteger(reader, `${field}/name`);
  const name = PARAMETERS[code];
  if (reader.trace !== undefined) reader.trace.mean(name ?? 'not registered');
  return readTyped(reader, code, name, `${field}/value`);
}

function readUntyped(reader: ByteReader, name: string, field: string): WspParameter {
  const { octets, offset: from } = reader;
  const to = endOfValue(octets, from, reader.end, field);
  const value = integerBetween(octets, from, to) ?? textValue(octets, from, to, field);
  if (value === undefined) throw new DecodeError('bad-value', field, from, 'is neither an integer nor a text');
  const meant = name === 'charset' ? charsetOf(value, from) : value;
  leafTo(reader, to, field, value);
  return { name, value: name === 'type' && typeof meant === 'string' ? registeredSpelling(meant) : meant };
}

function readTyped(reader: ByteReader, code: number, name: string | undefined, field: string): WspParameter {
  const { octets, offset: from, trace } = reader;
  const to = endOfRaw(code, octets, from, reader.end, field);
  const integer = code === 0 ? undefined : integerBetween(octets, from, to);
  if (code === CHARSET) {
    const value = integer ?? textString(octets, from, to, field) ?? '';
    const charset = charsetOf(value, from);
    leafTo(reader, to, field, value);
    if (trace !== undefined && charset !== value) trace.mean(String(charset));
    return { name: 'charset', value: charset };
  }
  if (code === TYPE) {
    const text = textString(octets, from, to, field);
    const type = text === undefined ? contentTypeOfCode(integer ?? -1) : registeredSpelling(text);
    if (type !== undefined) {
      leafTo(reader, to, field, integer ?? type);
      if (trace !== undefined) trace.mean(type);
      return { name: 'type', value: type };
    }
  }
  const isText = name !== undefined && TEXT_PARAMETERS.includes(name);
  const text = !isText ? undefined : code < 0x11 ? textString(octets, from, to, field) : textValue(octets, from, to, field);
  if (name !== undefined && text !== undefined) {
    leafTo(reader, to, field, text);
    return { name, value: text };
  }
  const value = copyOf(reader.take(to - from, field));
  return { code, value };
}

/** Where a typed value ends: q is a uintvar, every other value tells by its first octet. */
function endOfRaw(code: number, octets: Uint8Array, from: number, end: number, field: string): number {
  if (code !== 0) return endOfValue(octets, from, end, field);
  const uintvar = new ByteReader(octets, undefined, from, end);
  uintvar.uintvar(field);
  return uintvar.offset;
}

/** A text string, or undefined when the value is none. */
function textString(octets: Uint8Array, from: number, to: number, field: string): string | undefined {
  const first = octets[from] as number;
  return first >= 0x20 && first < 0x80 ? textBetween(octets, from, to - 1, field) : undefined;
}

/** A token, a quoted string without its mark, or No-value as the empty text; undefined when the value is none of these. */
function textValue(octets: Uint8Array, from: number, to: number, field: string): string | undefined {
  const first = octets[from];
  if (first === 0) return '';
  return first === 0x22 ? textBetween(octets, from + 1, to - 1, field) : textString(octets, from, to, field);
}

function charsetOf(value: string | number, at: number): string | number {
  if (typeof value === 'number') return charsetOfMib(value) ?? value;
  if (!TOKEN.test(value)) {
    throw new DecodeError(
      'bad-value',
      'Content-Type/charset',
      at,
      `${JSON.stringify(value.slice(0, 40))} is not a charset name`,
    );
  }
  return charsetOfMib(mibOfCharset(value) ?? -1) ?? value;
}

/** A content type as the register writes it. */
function registeredSpelling(contentType: string): string {
  return contentTypeOfCode(codeOfContentType(contentType) ?? -1) ?? contentType;
}
