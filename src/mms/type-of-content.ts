/**
 * Content-Type of a part or of a body, with its charset and its other parameters: WSP's own form, its texts in UTF-8.
 *
 * Source: WAP-230-WSP sections 8.4.2.4 and 8.4.2.24.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import type { ByteWriter } from '../bytes/writer.js';
import { readContentType, type WspParameter, writeContentType } from '../wsp/content-type.js';
import { endOfValue } from '../wsp/values.js';
import { charsetMib, charsetName } from './charsets.js';
import { UTF8 } from './forms.js';
import type { PduReading } from './header-codec.js';

/** Multiparts whose parts WSP frames, by the start of their names. */
const MULTIPART = 'application/vnd.wap.multipart.';
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
  const content = {
    contentType: digits === undefined ? contentType : Number(digits),
    charset: charset === undefined ? null : (charsetMib(charset) ?? charset),
    parameters,
  };
  writeContentType(writer, content, UTF8, path);
}

/** Reads a content type. @throws DecodeError, having read nothing. */
export function readType(reader: ByteReader, path: string, pdu: PduReading): TypeOfContent {
  const field = `${path}/Content-Type`;
  const from = reader.offset;
  const to = endOfValue(reader.octets, from, reader.end, field);
  pdu.limitHeader(from, to, field);
  const { contentType, charset, parameters } = reader.attempt(to, (value) => {
    const content = readContentType(value, UTF8, field);
    value.expectEnd(field);
    return content;
  });
  pdu.countHeaders(parameters.length, from, field);
  // A name that has a number becomes the name that the number has.
  const mib = typeof charset === 'string' ? charsetMib(charset) : charset;
  return {
    contentType: typeof contentType === 'number' ? `wsp/${contentType}` : contentType,
    ...(charset === null ? {} : { charset: typeof mib === 'number' ? charsetName(mib) : (charset as string) }),
    parameters,
  };
}
