/**
 * Reading WBXML of SI, SL and CO: strict, into their models. An {@link Assembler} refuses what the document type does not have; extension
 * tokens, processing instructions, and opaque data that is not a date mean nothing in these documents and are refused too.
 * @module
 */
import { octetHex } from '../../bytes/octets.js';
import { quote } from '../../bytes/quote.js';
import type { ByteReader } from '../../bytes/reader.js';
import { type DecodeOptions, Reading } from '../../bytes/reading.js';
import { DecodeError } from '../../errors.js';
import { formatDateTime, readDateTime } from '../si-sl-co/datetime.js';
import { type PushDocument, readDocument } from '../si-sl-co/documents.js';
import { doubtfulScheme } from '../si-sl-co/si.js';
import { Assembler, type Element } from '../si-sl-co/xml-tree.js';
import { readBody, type WbxmlSink } from './body.js';
import { type DocumentKind, type DocumentType, documentTypes, isAddressAttribute, isDateAttribute } from './document-tokens.js';
import { readHead, UNKNOWN_PUBLIC_ID, type WbxmlHead } from './head.js';
import { findLanguage } from './language.js';

/**
 * Options of functions that decode an SI, SL or CO. With `lenient`, they accept octets after the document and dates as strings. Of `limits` they use
 * `wbxmlOctets`, `pushCharacters`, `pushHrefCharacters` and `pushItems`.
 */
export interface WbxmlOptions extends DecodeOptions {
  /** MIBenum number of the charset in the content type of the transport, for a document that does not name one; by default 106, UTF-8. */
  readonly charset?: number | undefined;
}

/**
 * Reads one document up to the end of the reader.
 * @param kind what it has to be; without it, what its public identifier says.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with field and octet, LimitError past the limits.
 */
export function readWbxml(reader: ByteReader, options?: WbxmlOptions, kind?: DocumentKind): PushDocument {
  const reading = Reading.of(options);
  const { wbxmlOctets } = reading.limits;
  if (reader.remaining > wbxmlOctets) reading.limit('wbxmlOctets', reader.remaining, 'WBXML', reader.offset + wbxmlOctets);
  const head = readHead(reader, { charset: options?.charset, describePublicId, onFault: refuse });
  const type = findType(head, kind);
  const sink = new PushSink(type, reading);
  readBody(reader, head.strings, type, sink);
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'WBXML', reader.offset, `${reader.remaining} octets after the document`);
    reader.take(reader.remaining, 'WBXML/trailing');
  }
  return readDocument(type, sink.finish());
}

/** The tree of a document, with what is WBXML about it. */
class PushSink extends Assembler implements WbxmlSink<Element> {
  readonly extended = undefined;
  readonly #reading: Reading;

  constructor(type: DocumentType, reading: Reading) {
    super(type, reading.limits);
    this.#reading = reading;
  }

  describe({ text }: Element): string | undefined {
    return text === '' ? undefined : JSON.stringify(text);
  }

  override value(name: string, value: string | Date, at: number): void {
    if (typeof value === 'string' && isDateAttribute(name)) {
      this.#reading.fault('bad-value', `${this.path}/${name}`, at, 'a date is opaque data, not a string');
    }
    super.value(name, value, at);
  }

  opaque(reader: ByteReader, length: number, before: number | undefined, field: string, at: number): Date {
    if (before !== 0 || !isDateAttribute(field.slice(field.lastIndexOf('/') + 1))) {
      throw new DecodeError('bad-value', field, at, 'opaque data is for dates alone');
    }
    const start = reader.offset;
    reader.take(length, `${field}/octets`);
    const date = readDateTime(reader.octets, start, start + length, field);
    reader.trace?.mean(formatDateTime(date));
    return date;
  }

  doubt(name: string, value: string): string | undefined {
    return isAddressAttribute(name) ? doubtfulScheme(value) : undefined;
  }

  unnamed(_kind: unknown, _page: number, _code: number, error: () => DecodeError): never {
    throw error();
  }

  fault(error: DecodeError): never {
    throw error;
  }

  repaired(error: DecodeError): never {
    throw error;
  }
}

function refuse(error: DecodeError): never {
  throw error;
}

/** The document type of a public identifier. */
function findType({ publicId, publicIdAt }: WbxmlHead, kind: DocumentKind | undefined): DocumentType {
  const types = documentTypes();
  const allowed = types.filter((one) => kind === undefined || one.kind === kind);
  // A document that does not say what it is may be what its content type says.
  const type = publicId === UNKNOWN_PUBLIC_ID && kind !== undefined ? allowed[0] : findLanguage(types, publicId);
  if (type !== undefined && allowed.includes(type)) return type;
  const found = typeof publicId === 'number' ? describePublicId(publicId) : quote(publicId, 60);
  const list = allowed.map((one) => `${octetHex(one.publicId)} (${one.publicIdText})`).join(', ');
  throw new DecodeError('bad-value', 'WBXML/publicid', publicIdAt, `is ${found}, allowed: ${list}`);
}

function describePublicId(publicId: number): string {
  if (publicId === UNKNOWN_PUBLIC_ID) return 'unknown';
  return findLanguage(documentTypes(), publicId)?.publicIdText ?? `${publicId}, another document type`;
}
