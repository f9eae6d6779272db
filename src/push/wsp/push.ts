/**
 * The WSP push PDU: what a handset gets at its push port.
 *
 *   TID | 06 | HeadersLen | Content-Type | header ... | data
 *
 * HeadersLen is a uintvar and counts the content type and the headers. 06 is Push, 07 ConfirmedPush. A push travels in 8-bit messages to
 * port 2948 of the handset ({@link PUSH_PORTS}).
 * Source: WAP-230-WSP section 8.2.4.3; WAP-235 (Push OTA). The headers are those of headers.ts.
 * @module
 */
import { requireObject, requireText } from '../../bytes/check.js';
import { copyOctets, requireOctets } from '../../bytes/octets.js';
import { ByteReader } from '../../bytes/reader.js';
import { Reading } from '../../bytes/reading.js';
import { ByteWriter } from '../../bytes/writer.js';
import { DecodeError, EncodeError } from '../../errors.js';
import { describeContentType, readContentType, type WspParameter, writeContentType } from '../../wsp/content-type.js';
import { LATIN1 } from '../../wsp/values.js';
import { PUSH_CONTENT_TYPES } from '../si-sl-co/documents.js';
import { type PushDecodeOptions, type PushHeaders, readHeaders, writeHeaders } from './headers.js';

/** The ports of connectionless push (WAP-259 appendix B). */
export const PUSH_PORTS = {
  /** The handset's port. */
  Push: 2948,
  /** The port that a push comes from. */
  Source: 9200,
  /** The handset's port for pushes inside WTLS. */
  SecurePush: 2949,
  /** The port that a push inside WTLS comes from. */
  SecureSource: 9202,
} as const;

/** The content type of a push (WAP-230-WSP section 8.4.2.24). */
export interface WspContentType {
  /** The type without parameters; a number for an unregistered code. */
  readonly contentType: string | number;
  /**
   * Charset by name, or by MIBenum number if WSP does not list it; null for no parameter. By default `utf-8` for the WBXML forms of SI, SL and CO,
   * and no parameter for all others.
   */
  readonly charset?: string | number | null | undefined;
  /** The other parameters, in order. */
  readonly parameters?: readonly WspParameter[] | undefined;
}

/** A push: content with its headers. */
export interface Push extends WspContentType, PushHeaders {
  /** The content. */
  readonly body: Uint8Array;
  /** TID, the transaction identifier, 0 to 255; 0 by default. */
  readonly transactionId?: number | undefined;
  /** Whether it is a ConfirmedPush, which needs a connection; false by default. */
  readonly confirmed?: boolean | undefined;
}

/** A push that was read. */
export interface DecodedPush extends Push {
  readonly transactionId: number;
  readonly contentLength?: number | undefined;
}

/** PDU types (WAP-230-WSP table 34). */
const PUSH = 0x06;
const CONFIRMED_PUSH = 0x07;

/**
 * Encodes a push (WAP-230-WSP section 8.2.4.3, WAP-235) with the smallest header: for a Service Indication `TID 06 04 03 AE 81 EA`, the content type
 * with the charset utf-8. Some handsets refuse pushes with headers that they do not need, so other headers are written only if they are given.
 * @throws EncodeError `bad-value` or `unencodable` naming the property.
 * @throws TypeError when the body is not a Uint8Array.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodePush, encodeSi } from 'handset/push';
 *
 * const body = encodeSi({ href: 'http://a.com/', text: 'Hi' });
 * toHex(encodePush({ contentType: 'application/vnd.wap.sic', body, transactionId: 0x29 }).subarray(0, 7)); // -> '29060403AE81EA'
 * ```
 */
export function encodePush(push: Push): Uint8Array {
  requireObject(push, 'push');
  requireOctets(push.body, 'body');
  const { transactionId = 0 } = push;
  if (!Number.isInteger(transactionId) || transactionId < 0 || transactionId > 0xff) {
    throw EncodeError.badValue('transactionId', `${transactionId} is not 0 to 255`);
  }
  const headers = new ByteWriter();
  const { contentType, charset = usualCharset(contentType), parameters = [] } = push;
  writeContentType(headers, { contentType, charset, parameters }, LATIN1);
  writeHeaders(headers, push, push.body.length);
  const octets = headers.finish();
  const writer = new ByteWriter(8 + octets.length + push.body.length);
  writer.u8(transactionId).u8(push.confirmed === true ? CONFIRMED_PUSH : PUSH);
  return writer.uintvar(octets.length).bytes(octets).bytes(push.body).finish();
}

/**
 * Decodes a push (WAP-230-WSP section 8.2.4.3, WAP-235). All values of all headers are kept. Encoding the result writes types and names in their
 * short form, and other headers after those of {@link PushHeaders}.
 * @throws DecodeError `truncated`, or `bad-value` for another PDU type and for headers that cannot be read, with field and octet offset.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodePush } from 'handset/push';
 *
 * const { contentType, body } = decodePush(fromHex('290601AE02056A0045060101'));
 * [contentType, body.length]; // -> ['application/vnd.wap.sic', 8]
 * ```
 */
export function decodePush(octets: Uint8Array, options?: PushDecodeOptions): DecodedPush {
  return readPush(new ByteReader(octets), options);
}

/**
 * {@link decodePush} on a cursor, which is left at its end. `readBody` reads the data in place of the reader, for a trace of what is in
 * it; it gets the push that the headers tell of.
 */
export function readPush(
  reader: ByteReader,
  options?: PushDecodeOptions,
  readBody?: (body: ByteReader, push: DecodedPush) => void,
): DecodedPush {
  const { trace } = reader;
  const transactionId = reader.u8('WSP/TID', 'WAP-230 8.2.1');
  const typeAt = reader.offset;
  const type = reader.u8('WSP/Type', 'WAP-230 8.2.1');
  if (type !== PUSH && type !== CONFIRMED_PUSH) {
    throw new DecodeError('bad-value', 'WSP/Type', typeAt, `PDU type ${type} is neither Push (6) nor ConfirmedPush (7)`);
  }
  if (trace !== undefined) trace.mean(type === PUSH ? 'Push' : 'ConfirmedPush');
  const length = reader.uintvar('WSP/HeadersLen', 'WAP-230 8.2.4.3');
  reader.open('Headers', 'WAP-230 8.4');
  const headers = reader.subToCut(length, 'WSP/Headers');
  const content = readContentType(headers, LATIN1);
  const found = readHeaders(headers, Reading.of(options));
  reader.close();
  const body = reader.octets.subarray(reader.offset, reader.end);
  if (trace !== undefined) {
    trace.mean(describeContentType(content));
    const { contentLength } = found;
    if (typeof contentLength === 'number' && contentLength !== body.length) {
      trace.warn(`Content-Length says ${contentLength}, but ${body.length} octets follow`);
    }
  }
  const { contentType, charset, parameters } = content;
  const push = {
    contentType,
    ...(charset === usualCharset(contentType) ? {} : { charset }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...found,
    transactionId,
    ...(type === CONFIRMED_PUSH ? { confirmed: true } : {}),
    body: copyOctets(body),
  } as DecodedPush;
  if (readBody !== undefined) {
    reader.open('Data');
    const data = reader.sub(body.length, 'WSP/Data');
    readBody(data, push);
    if (data.remaining > 0) data.take(data.remaining, 'WSP/Data/rest');
    reader.close();
  } else if (body.length > 0) {
    reader.take(body.length, 'WSP/Data');
  }
  return push;
}

/** The charset that is written unless the caller forbids it: that of the documents of WBXML. */
function usualCharset(contentType: string | number): string | null {
  if (typeof contentType === 'number') return null;
  const { si, sl, co } = PUSH_CONTENT_TYPES;
  requireText(contentType, 'contentType');
  const name = contentType.toLowerCase();
  return name === si.wbxml || name === sl.wbxml || name === co.wbxml ? 'utf-8' : null;
}
