/**
 * What the headers of pushes, of multimedia messages and of their parts have in common.
 *
 *   header   1ccccccc value             a code
 *            name 00 | text 00          any other header
 *
 * Source: WAP-230-WSP sections 8.4.1.1 and 8.4.2.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import type { ByteReader } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import type { ByteWriter } from '../bytes/writer.js';
import { DecodeError, EncodeError } from '../errors.js';
import { isOneValue, type Texts, writeText, writeToken } from './values.js';

/** How the values of a header are written and read. */
export interface Form {
  /** @throws EncodeError `bad-value` or `unencodable`; TypeError for a value of the wrong type. */
  write(writer: ByteWriter, value: never, field: string): void;
  /**
   * Reads a value; undefined for a legal one that has no model.
   * @throws DecodeError; a fault that leaves a meaning goes to the reading.
   */
  read(reader: ByteReader, field: string, reading: Reading): unknown;
}

/** A header without a model: by name with a text, or by code with one WSP value verbatim, length octets and 00 included. */
export type OtherHeader =
  | { readonly name: string; readonly value: string }
  /** `code` is 0 to 127. */
  | { readonly code: number; readonly value: Uint8Array };

/** Writes a header that has no model. @throws EncodeError `bad-value` or `unencodable`; TypeError */
export function writeOtherHeader(writer: ByteWriter, header: OtherHeader, texts: Texts, field: string): void {
  if ('name' in header) {
    requireText(header.name, `${field}.name`);
    requireText(header.value, `${field}.value`);
    writeToken(writer, header.name, `${field}.name`, texts);
    writeText(writer, header.value, `${field}.value`, texts);
    return;
  }
  const { code, value } = header;
  if (!Number.isInteger(code) || code < 0 || code > 0x7f)
    throw EncodeError.badValue(`${field}.code`, `${code} is not 0 to 127`);
  requireOctets(value, `${field}.value`);
  if (!isOneValue(value)) throw EncodeError.badValue(`${field}.value`, 'is not one WSP value');
  writer.u8(code | 0x80).bytes(value);
}

/**
 * Reads the value of a header that has a model, which ends at `to`. Where that fails, the fault goes to the reading, and neither the cursor
 * nor the trace has moved.
 * @param isSecond whether the header was read before, and may be there once.
 * @returns undefined for a value that has no model or a fault.
 */
export function readModelled(
  reader: ByteReader,
  to: number,
  form: Form,
  path: string,
  reading: Reading,
  isSecond: boolean,
): unknown {
  try {
    if (isSecond) throw new DecodeError('bad-value', path, reader.offset, 'the header is given twice');
    return reader.attempt(to, (part) => {
      const value = form.read(part, path, reading);
      if (value !== undefined) part.expectEnd(path);
      return value;
    });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    reading.reportOrThrow(error);
    return undefined;
  }
}
