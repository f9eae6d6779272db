/**
 * Reading PAP: a posted message, and a gateway's answers.
 *
 * The multipart body is split flat, so that nothing nests; xml.ts reads the control entity. A message has no elements and attributes but
 * those of PAP; in answers, which come from gateways with additions of their own, unknown attributes are skipped.
 * Source: WAP-247-PAP sections 8 and 9; RFC 2387.
 * @module
 */

import { requireObject, requireText } from '../../bytes/check.js';
import { errorAt } from '../../bytes/error-at.js';
import { copyOctets, requireOctets } from '../../bytes/octets.js';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import { quote } from '../../bytes/quote.js';
import { Reading } from '../../bytes/reading.js';
import { decodeUtf8, encodeUtf8 } from '../../bytes/utf8.js';
import { loneSurrogateIndex, textOfUnits } from '../../bytes/utf16.js';
import { DecodeError, FormatError, LimitError, type Limits } from '../../errors.js';
import { codeOfApplication } from '../../wsp/registers.js';
import type { XmlElement } from '../../xml/tree.js';
import { PUSH_CONTENT_TYPES } from '../si-sl-co/documents.js';
import { parseCo, parseSi, parseSl } from '../si-sl-co/xml-parse.js';
import {
  MESSAGE_ROWS,
  NOTE_ROWS,
  QUALITY_ROWS,
  RESPONSE_ROWS,
  RESULT_ROWS,
  readAttributes,
  requireAttribute,
} from './attributes.js';
import { type MimePart, parseMediaType, splitParts } from './multipart.js';
import {
  PAP_VERSIONS,
  type PapMessage,
  type PapResponse,
  type PapResult,
  type PapVersion,
  type ParsedPapMessage,
  type ProgressNote,
  type QualityOfService,
} from './pap.js';
import { allow, onlyChild, readXml, wrong } from './xml.js';

/** Options of {@link parsePap}, {@link parsePapResponse} and {@link parsePapResult}. */
export interface ParsePapOptions {
  /** Values that replace `papOctets`, `papHeaderOctets`, `papXmlCharacters`, `papAddresses` and those of `parseSi` in `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Control entity, content, capabilities. */
const MAX_PARTS = 3;
/** Characters of the request's Content-Type. */
const MAX_TYPE = 8_192;

/**
 * Parses a PAP request that was posted to a gateway (WAP-247 sections 8 and 9). An SI, SL or CO in XML becomes `si`, `sl` or `co`, any other content
 * `content`.
 * @param request the value of the Content-Type header, and the body.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`; its offset counts octets of the body, or characters of the
 *   Content-Type in the field `Content-Type`.
 * @throws LimitError `limit-exceeded`, see {@link ParsePapOptions}.
 */
export function parsePap(
  request: { readonly contentType: string; readonly body: Uint8Array | string },
  options?: ParsePapOptions,
): ParsedPapMessage {
  requireObject(request, 'request');
  requireText(request.contentType, 'contentType');
  const body = typeof request.body === 'string' ? encodeBody(request.body) : request.body;
  requireOctets(body, 'body');
  const reading = Reading.of(options);
  const { limits } = reading;
  reading.limit('papOctets', body.length, 'PAP', limits.papOctets);
  const { contentType } = request;
  if (contentType.length > MAX_TYPE) {
    const message = `${contentType.length} characters, the limit is ${MAX_TYPE}`;
    throw new LimitError('limit-exceeded', 'Content-Type', MAX_TYPE, message);
  }
  const parts = splitParts(body, readBoundary(contentType), MAX_PARTS, limits.papHeaderOctets);
  const [control, content, capabilities] = parts;
  if (control === undefined || content === undefined) {
    throw new DecodeError('truncated', 'PAP/part', body.length, 'a message has a control entity and a content');
  }
  requireXml(control, 'PAP/control');
  return {
    ...inPart(control, 'PAP', (text) => readMessage(text, reading)),
    ...readContent(content, reading),
    ...(capabilities === undefined ? {} : { capabilities: decodePart(capabilities, 'PAP/capabilities') }),
  };
}

/**
 * Parses a gateway's answer to a PAP request (WAP-247 section 9).
 * @throws DecodeError `bad-value` or `truncated` with the index in the text.
 * @throws LimitError `limit-exceeded`, see {@link ParsePapOptions}.
 */
export function parsePapResponse(xml: string | Uint8Array, options?: ParsePapOptions): PapResponse {
  const { root } = readXml(readText(xml), Reading.of(options));
  const answer = onlyChild(root, ['push-response', 'badmessage-response']);
  if (answer.name === 'badmessage-response') {
    const fragment = answer.attributes.get('bad-message-fragment');
    return { ...readStatus(answer), ...(fragment === undefined ? {} : { badMessageFragment: fragment }) };
  }
  const result = answer.children.filter(({ name }) => name === 'response-result');
  if (result.length !== 1) throw wrong(answer, `has ${result.length} response-result, not one`);
  const progressNotes = answer.children
    .filter(({ name }) => name === 'progress-note')
    .map((node) => readAttributes<ProgressNote>(node, NOTE_ROWS));
  return {
    ...readAttributes<Omit<PapResponse, 'code'>>(answer, RESPONSE_ROWS),
    ...readStatus(result[0] as XmlElement),
    ...(progressNotes.length > 0 && { progressNotes }),
  };
}

/** Parses the result of a push message (WAP-247 section 9). @throws DecodeError, LimitError as {@link parsePapResponse}. */
export function parsePapResult(xml: string | Uint8Array, options?: ParsePapOptions): PapResult {
  const { root } = readXml(readText(xml), Reading.of(options));
  const result = onlyChild(root, ['resultnotification-message']);
  const address = result.children.find(({ name }) => name === 'address');
  if (address === undefined) throw wrong(result, 'has no address');
  return {
    ...readAttributes<Omit<PapResult, 'address' | 'code'>>(result, RESULT_ROWS),
    address: requireAttribute(address, 'address-value'),
    ...readStatus(result),
  };
}

function readText(xml: string | Uint8Array): string {
  return typeof xml === 'string' ? xml : decodeUtf8(xml, 'PAP');
}

function encodeBody(body: string): Uint8Array {
  const lone = loneSurrogateIndex(body);
  if (lone >= 0) throw new DecodeError('bad-value', 'PAP', lone, 'a lone surrogate is not a character');
  return encodeUtf8(body);
}

function readBoundary(contentType: string): string {
  const { type, parameters } = parseMediaType(contentType, 'Content-Type');
  if (type !== 'multipart/related') {
    throw new DecodeError('bad-value', 'Content-Type', 0, `${quote(type)} is not multipart/related`);
  }
  const boundary = parameters.get('boundary');
  if (boundary === undefined) throw new DecodeError('bad-value', 'Content-Type', 0, 'names no boundary');
  // RFC 2046 section 5.1.1, where a blank may not be the last one.
  if (!/^[0-9A-Za-z'()+_,\-./:=? ]{0,69}[0-9A-Za-z'()+_,\-./:=?]$/.test(boundary)) {
    throw new DecodeError('bad-value', 'Content-Type', 0, 'the boundary is not 1 to 70 characters of those allowed');
  }
  return boundary;
}

/** A header's value; undefined when it is not there. @throws DecodeError `bad-value` when it is there twice. */
function readHeader({ headers, headersAt = 0 }: MimePart, wanted: string): string | undefined {
  const found = headers.filter(({ name }) => name.toLowerCase() === wanted);
  if (found.length > 1) throw new DecodeError('bad-value', 'PAP/part/headers', headersAt, `${wanted} is given twice`);
  return found[0]?.value;
}

function readType(part: MimePart, field: string): ReturnType<typeof parseMediaType> {
  const value = readHeader(part, 'content-type');
  const at = part.headersAt as number;
  if (value === undefined) throw new DecodeError('bad-value', field, at, 'has no Content-Type');
  const encoding = readHeader(part, 'content-transfer-encoding');
  if (encoding !== undefined && !/^(7bit|8bit|binary)$/i.test(encoding)) {
    throw new DecodeError(
      'bad-value',
      field,
      at,
      `Content-Transfer-Encoding ${quote(encoding)}; HTTP carries octets as they are`,
    );
  }
  try {
    return parseMediaType(value, field);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw errorAt(error, at);
  }
}

function requireXml(part: MimePart, field: string): void {
  const { type } = readType(part, field);
  if (type !== 'application/xml' && type !== 'text/xml') {
    throw new DecodeError('bad-value', field, part.headersAt, `${quote(type)} is not application/xml`);
  }
}

/** Reads the text of a part; the positions of errors, indexes in the text, become offsets in the body. */
function inPart<T>(part: MimePart, field: string, read: (text: string) => T): T {
  const text = decodePart(part, field);
  try {
    return read(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const index = Math.min(error.offset ?? 0, text.length);
    // ISO 8859-1 has as many octets as characters.
    const isUtf8 = text.length !== part.content.length;
    const octets = isUtf8 ? new TextEncoder().encode(text.slice(0, index)).length : index;
    throw errorAt(error, (part.contentAt as number) + octets);
  }
}

/** Text of a part by its charset; UTF-8 (with ASCII in it) where none is named, as XML has it. */
function decodePart(part: MimePart, field: string): string {
  const { parameters } = readType(part, field);
  const charset = parameters.get('charset')?.toLowerCase() ?? 'utf-8';
  const at = part.contentAt as number;
  if (charset === 'iso-8859-1') {
    return textOfUnits(part.content, part.content.length);
  }
  if (charset !== 'utf-8' && charset !== 'us-ascii') {
    throw new DecodeError(
      'bad-value',
      field,
      part.headersAt,
      `charset ${quote(charset)}, readable: utf-8, us-ascii, iso-8859-1`,
    );
  }
  try {
    return decodeUtf8(part.content, field);
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    throw errorAt(error, at + (error.offset ?? 0), field);
  }
}

type Content = Pick<PapMessage, 'si' | 'sl' | 'co' | 'content' | 'applicationId' | 'headers'>;

function readContent(part: MimePart, reading: Reading): Content {
  const field = 'PAP/content';
  const { type } = readType(part, field);
  const applicationId = readHeader(part, 'x-wap-application-id');
  const headers = part.headers.filter(
    ({ name }) => !/^(content-type|content-transfer-encoding|x-wap-application-id)$/i.test(name),
  );
  const { si, sl, co } = PUSH_CONTENT_TYPES;
  let content: Content;
  // The registered types begin with text; application is what some initiators write.
  if (type === si.xml || type === 'application/vnd.wap.si') {
    content = { si: inPart(part, field, (text) => parseSi(text, reading)) };
  } else if (type === sl.xml) {
    content = { sl: inPart(part, field, (text) => parseSl(text, reading)) };
  } else if (type === co.xml) {
    content = { co: inPart(part, field, (text) => parseCo(text, reading)) };
  } else {
    content = { content: { contentType: readHeader(part, 'content-type') as string, body: copyOctets(part.content) } };
  }
  return omitUndefined({
    ...content,
    applicationId: applicationId === undefined ? undefined : (codeOfApplication(applicationId) ?? applicationId),
    headers: headers.length === 0 ? undefined : headers,
  });
}

function readMessage(xml: string, reading: Reading): Omit<ParsedPapMessage, keyof Content | 'capabilities'> {
  const { root, publicId } = readXml(xml, reading);
  allow(root, [['product-name']], ['push-message']);
  const push = onlyChild(root, ['push-message']);
  allow(push, MESSAGE_ROWS, ['address', 'quality-of-service']);
  const address = push.children
    .filter(({ name }) => name === 'address')
    .map((node) => {
      allow(node, [['address-value']], []);
      return requireAttribute(node, 'address-value');
    });
  if (address.length === 0) throw wrong(push, 'has no address');
  const qualities = push.children.filter(({ name }) => name === 'quality-of-service');
  if (qualities.length > 1) throw wrong(qualities[1] as XmlElement, 'is given twice');
  const [quality] = qualities;
  if (quality !== undefined) allow(quality, QUALITY_ROWS, []);
  const message = readAttributes<Pick<PapMessage, 'pushId'>>(push, MESSAGE_ROWS);
  if (message.pushId === '') throw wrong(push, 'the push-id is empty');
  return omitUndefined({
    ...message,
    address,
    version: findVersion(publicId),
    productName: root.attributes.get('product-name'),
    qualityOfService: quality && readAttributes<QualityOfService>(quality, QUALITY_ROWS),
  });
}

function findVersion(publicId: string | undefined): PapVersion | undefined {
  const versions = Object.keys(PAP_VERSIONS) as PapVersion[];
  return versions.find((version) => PAP_VERSIONS[version].publicId === publicId);
}

function readStatus(node: XmlElement): { code: number; description?: string } {
  const code = requireAttribute(node, 'code');
  if (!/^[1-9]\d{3,4}$/.test(code)) throw wrong(node, `code ${quote(code)} is not four or five digits`);
  const description = node.attributes.get('desc');
  return { code: Number(code), ...(description === undefined ? {} : { description }) };
}
