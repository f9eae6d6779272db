/**
 * Content-Type of a part or of a body, with its charset and its other parameters: WSP's own form, its texts in UTF-8.
 *
 * Source: WAP-230-WSP sections 8.4.2.4 and 8.4.2.24.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { codeOfContentType } from '../push/content-types.js';
import { PUSH_CONTENT_TYPES } from '../push/documents.js';
import { readContentType, type WspContentType, type WspParameter, writeContentType } from '../push/wsp-content-type.js';
import { endOfValue } from '../push/wsp-values.js';
import { charsetMib, charsetName } from './charsets.js';
import { below, countHeaders, limitHeader, type Reading, readTwice } from './reading.js';
import { fromOctetText, toOctetText, writeTextString } from './values.js';

/** Multiparts whose parts WSP frames, by the start of their names. */
const MULTIPART = 'application/vnd.wap.multipart.';
/** The parameter `type` (table 38). */
const TYPE_PARAMETER = 0x09;
/** Types by a number that no register names. */
const NUMBERED_TYPE = /^wsp\/(\d{1,15})$/;

/** A content type apart from what it is the type of. */
export interface TypeOfContent {
  readonly contentType: string;
  readonly charset?: string | undefined;
  readonly parameters: readonly WspParameter[];
}

/** Whether parts of this type are framed as here. */
export function isMultipart(contentType: string): boolean {
  return contentType.toLowerCase().startsWith(MULTIPART);
}

/** Writes a content type. @throws EncodeError; TypeError */
export function writeType(writer: ByteWriter, { contentType, charset, parameters }: TypeOfContent, path: string): void {
  if (typeof contentType !== 'string') throw new TypeError(`${path}contentType is not a string`);
  if (charset !== undefined && typeof charset !== 'string') throw new TypeError(`${path}charset is not a string`);
  const [, digits] = NUMBERED_TYPE.exec(contentType) ?? [];
  const content: WspContentType = {
    contentType: digits === undefined ? contentType : Number(digits),
    charset: charset === undefined ? null : (charsetMib(charset) ?? charset),
    parameters: parameters.map((parameter, index) => parameterToWire(parameter, `${path}parameters[${index}]`)),
  };
  inside(path, () => writeContentType(writer, content));
}

/** Reads a content type. @throws DecodeError, having read nothing. */
export function readType(reader: ByteReader, path: string, reading: Reading): TypeOfContent {
  const field = `${path}/Content-Type`;
  const from = reader.offset;
  const to = endOfValue(reader.octets, from, reader.end, field);
  limitHeader(reading, from, to, field);
  const content = below(path, () =>
    readTwice(reader, to, reading.fault, (value) => {
      const read = readContentType(value);
      value.expectEnd('Content-Type');
      return read;
    }),
  );
  countHeaders(reading, content.parameters?.length ?? 0, from, field);
  const contentType = typeof content.contentType === 'number' ? `wsp/${content.contentType}` : content.contentType;
  const charset = content.charset === undefined ? usualCharset(contentType) : content.charset;
  // A name that has a number becomes the name that the number has.
  const mib = typeof charset === 'string' ? charsetMib(charset) : charset;
  return {
    contentType,
    ...(charset === null ? {} : { charset: typeof mib === 'number' ? charsetName(mib) : (charset as string) }),
    parameters: (content.parameters ?? []).map(parameterFromWire),
  };
}

/** Runs a writer whose fields lie inside of `path`. */
function inside(path: string, write: () => void): void {
  try {
    write();
  } catch (error) {
    if (!(error instanceof EncodeError) || path === '') throw error;
    throw new EncodeError(error.code, `${path}${error.field}`, error.offset, error.reason, { cause: error });
  }
}

/** A parameter as WSP writes it: one character for each octet. @throws EncodeError `unencodable`; TypeError */
export function parameterToWire(parameter: WspParameter, field: string): WspParameter {
  if ('code' in parameter || typeof parameter.value === 'number') return parameter;
  if (
    parameter.name.toLowerCase() === 'type' &&
    parameter.value !== '' &&
    (codeOfContentType(parameter.value) ?? 0x80) > 0x7f
  ) {
    // A type without a code is a text behind the parameter's code (Constrained-encoding), as all senders of SMIL have it.
    const text = new ByteWriter();
    writeTextString(text, parameter.value, `${field}.value`);
    return { code: TYPE_PARAMETER, value: text.finish() };
  }
  return { name: parameter.name, value: toOctetText(parameter.value, `${field}.value`) };
}

/** A parameter as WSP reads it, its text decoded. */
export function parameterFromWire(parameter: WspParameter): WspParameter {
  if ('code' in parameter || typeof parameter.value === 'number') return parameter;
  return { name: parameter.name, value: fromOctetText(parameter.value) };
}

/** What an absent charset means in the model of a push, where it is not the absence of the parameter. */
function usualCharset(contentType: string): string | null {
  const { si, sl, co } = PUSH_CONTENT_TYPES;
  return contentType === si.wbxml || contentType === sl.wbxml || contentType === co.wbxml ? 'utf-8' : null;
}
