/**
 * Writing PAP: a control entity and a content part in multipart/related, and a gateway's answers.
 *
 *   Content-Type: multipart/related; boundary=part-...; type="application/xml"
 *
 *   application/xml                     <pap><push-message push-id="..."><address address-value="..."/></push-message></pap>
 *   text/vnd.wap.si; charset=utf-8      <si>...</si>
 *   application/xml                     capabilities (UAPROF), when given
 *
 * A text part always says its charset: Kannel 1.4.5 takes one that does not for ISO 8859-1, whatever its XML declares, and encodes it twice.
 * Source: WAP-247-PAP sections 8 and 9.
 * @module
 */
import { requireList, requireObject } from '../../bytes/check.js';
import { requireOctets } from '../../bytes/octets.js';
import { quote } from '../../bytes/quote.js';
import { encodeUtf8 } from '../../bytes/utf8.js';
import { EncodeError, FormatError } from '../../errors.js';
import { applicationOfCode, codeOfApplication } from '../../wsp/registers.js';
import { formatElement, formatProlog, type XmlAttributes } from '../../xml/format.js';
import { PUSH_CONTENT_TYPES } from '../si-sl-co/documents.js';
import { formatCo, formatSi, formatSl } from '../si-sl-co/xml-format.js';
import {
  checkText,
  formatAttributes,
  MESSAGE_ROWS,
  NOTE_ROWS,
  QUALITY_ROWS,
  RESPONSE_ROWS,
  RESULT_ROWS,
} from './attributes.js';
import { checkHeader, joinParts, type MimeHeader, type MimePart, parseMediaType } from './multipart.js';
import { PAP_VERSIONS, type PapMessage, type PapResponse, type PapResult, type PapVersion } from './pap.js';

/** Options of {@link formatPap}. */
export interface FormatPapOptions {
  /**
   * Boundary of the multipart body: 1 to 70 letters, digits and `' + _ . -`, which no line of the content may contain. By default made from the
   * content.
   */
  readonly boundary?: string | undefined;
}

/** Options of {@link formatPapResponse} and {@link formatPapResult}. */
export interface FormatPapXmlOptions {
  /** Version of the document type; `1.0` by default. */
  readonly version?: PapVersion | undefined;
}

/** A PAP request: what to post to the gateway. */
export interface PapRequest {
  /** Value of the Content-Type header, with the boundary. */
  readonly contentType: string;
  /** The body, as octets. */
  readonly body: Uint8Array;
}

/**
 * Formats a push message as a PAP request to post to a push proxy gateway (WAP-247 sections 8 and 9). Values are checked so that none can begin
 * another header, line or part.
 * @throws EncodeError `bad-value` or `unencodable` naming the property: `address[0]`, or `si/...` as `formatSi`.
 * @example
 * ```ts
 * import { formatPap, parsePap } from 'handset/push';
 *
 * const request = formatPap({ pushId: '1@example.com', address: '447700900123', si: { href: 'http://a.com/', text: 'Hi' } });
 * const { address, si } = parsePap(request);
 * [address, si?.text]; // -> [['WAPPUSH=+447700900123/TYPE=PLMN@localhost'], 'Hi']
 * ```
 */
export function formatPap(message: PapMessage, options?: FormatPapOptions): PapRequest {
  const parts: MimePart[] = [
    { headers: [{ name: 'Content-Type', value: 'application/xml' }], content: encodeUtf8(formatControl(message)) },
    contentPart(message),
  ];
  const { capabilities } = message;
  if (capabilities !== undefined) {
    parts.push({
      headers: [{ name: 'Content-Type', value: 'application/xml' }],
      content: encodeUtf8(capabilities, 'capabilities'),
    });
  }
  const { boundary, body } = joinParts(parts, options?.boundary);
  return { contentType: `multipart/related; boundary=${boundary}; type="application/xml"`, body };
}

/**
 * Formats a gateway's answer to a PAP request, of type `application/xml`: a push-response, or a badmessage-response if there is no `pushId`
 * (WAP-247 section 9).
 * @throws EncodeError `bad-value` or `unencodable` naming the property.
 */
export function formatPapResponse(response: PapResponse, options?: FormatPapXmlOptions): string {
  requireObject(response, 'response');
  const { pushId, description, senderAddress, senderName, replyTime, progressNotes = [], badMessageFragment } = response;
  const result = formatStatus(response.code, description);
  const refuse = (given: Readonly<Record<string, unknown>>, reason: string) => {
    for (const [name, value] of Object.entries(given)) {
      if (value !== undefined) throw new EncodeError('unencodable', name, undefined, reason);
    }
  };
  if (pushId === undefined) {
    const fragment = checkText(badMessageFragment, 'badMessageFragment');
    const notes = progressNotes.length === 0 ? undefined : progressNotes;
    refuse({ senderAddress, senderName, replyTime, progressNotes: notes }, 'an answer without push id does not have it');
    return papDocument(options?.version, formatElement('badmessage-response', { ...result, 'bad-message-fragment': fragment }));
  }
  refuse({ badMessageFragment }, 'an answer with a push id does not have it');
  const attributes = formatAttributes(response, RESPONSE_ROWS);
  const notes = progressNotes.map((note, index) =>
    formatElement('progress-note', formatAttributes(note, NOTE_ROWS, `progressNotes[${index}].`)),
  );
  const content = notes.join('') + formatElement('response-result', result);
  return papDocument(options?.version, formatElement('push-response', attributes, content));
}

/**
 * Formats the result of a push for its initiator, of type `application/xml`: a resultnotification-message (WAP-247 section 9).
 * @throws EncodeError `bad-value` or `unencodable` naming the property.
 */
export function formatPapResult(result: PapResult, options?: FormatPapXmlOptions): string {
  requireObject(result, 'result');
  const attributes = { ...formatAttributes(result, RESULT_ROWS), ...formatStatus(result.code, result.description) };
  const address = formatElement('address', { 'address-value': checkText(result.address, 'address') });
  return papDocument(options?.version, formatElement('resultnotification-message', attributes, address));
}

function formatControl(message: PapMessage): string {
  requireObject(message, 'message');
  const { pushId, qualityOfService, productName } = message;
  const addresses = typeof message.address === 'string' ? [message.address] : message.address;
  requireList(addresses, 'address');
  if (addresses.length === 0) throw EncodeError.badValue('address', 'a message has at least one');
  if (pushId === undefined || pushId === '') throw EncodeError.badValue('pushId', 'is empty');
  const attributes = formatAttributes(message, MESSAGE_ROWS);
  const elements = addresses.map((address, index) =>
    formatElement('address', { 'address-value': completeAddress(address, message.ppg, `address[${index}]`) }),
  );
  if (qualityOfService !== undefined) {
    elements.push(formatElement('quality-of-service', formatAttributes(qualityOfService, QUALITY_ROWS, 'qualityOfService.')));
  }
  const push = formatElement('push-message', attributes, elements.join(''));
  return papDocument(message.version, push, checkText(productName, 'productName'));
}

function completeAddress(address: string, ppg = 'localhost', field: string): string {
  if (typeof address === 'string' && /^\+?\d{3,20}$/.test(address)) {
    if (!/^[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$/.test(ppg)) {
      throw EncodeError.badValue('ppg', `${quote(ppg)} is not a domain name`);
    }
    return `WAPPUSH=+${address.replace('+', '')}/TYPE=PLMN@${ppg}`;
  }
  if (typeof address !== 'string' || !/^WAPPUSH=./i.test(address)) {
    throw EncodeError.badValue(field, `${quote(address)} is neither a number nor WAPPUSH=...`);
  }
  return checkText(address, field) as string;
}

function contentPart(message: PapMessage): MimePart {
  const { si, sl, co, content, headers = [], applicationId } = message;
  if ([si, sl, co, content].filter((given) => given !== undefined).length !== 1) {
    throw EncodeError.badValue('content', 'exactly one of si, sl, co and content is given');
  }
  const [type, octets] =
    content !== undefined
      ? [requireContentType(content.contentType), content.body]
      : si !== undefined
        ? [`${PUSH_CONTENT_TYPES.si.xml}; charset=utf-8`, encodeUtf8(formatSi(si))]
        : sl !== undefined
          ? [`${PUSH_CONTENT_TYPES.sl.xml}; charset=utf-8`, encodeUtf8(formatSl(sl))]
          : [`${PUSH_CONTENT_TYPES.co.xml}; charset=utf-8`, encodeUtf8(formatCo(co as NonNullable<typeof co>))];
  requireOctets(octets, 'content.body');
  const all: MimeHeader[] = [{ name: 'Content-Type', value: type }];
  if (applicationId !== undefined) all.push({ name: 'X-Wap-Application-Id', value: applicationUri(applicationId) });
  headers.forEach((header, index) => {
    if (/^(content-type|x-wap-application-id|content-transfer-encoding)$/i.test(header.name)) {
      throw EncodeError.badValue(`headers[${index}].name`, `${header.name} is not one of the other headers`);
    }
    checkHeader(header, `headers[${index}]`);
    all.push(header);
  });
  return { headers: all, content: octets };
}

/** The type as given, with charset utf-8 on a text that names none. */
function requireContentType(contentType: string): string {
  const field = 'content.contentType';
  if (typeof contentType !== 'string' || /[^\x20-\x7e]/.test(contentType)) {
    throw EncodeError.badValue(field, `${quote(contentType)} is not a content type`);
  }
  try {
    const { type, parameters } = parseMediaType(contentType, field);
    const isBareText = type.startsWith('text/') && !parameters.has('charset');
    return isBareText ? `${contentType.trim()}; charset=utf-8` : contentType.trim();
  } catch (cause) {
    if (!(cause instanceof FormatError)) throw cause;
    throw new EncodeError('bad-value', field, cause.offset, cause.reason, { cause });
  }
}

function applicationUri(application: number | string): string {
  const field = 'applicationId';
  const code = typeof application === 'number' ? application : codeOfApplication(application);
  if (code !== undefined) {
    const uri = applicationOfCode(code);
    if (uri === undefined) throw new EncodeError('unencodable', field, undefined, `${code} has no registered URI`);
    return uri;
  }
  if (!/^[a-z][a-z0-9+.-]*:[\x21-\x7e]+$/i.test(application as string)) {
    throw EncodeError.badValue(field, `${quote(application)} is neither a registered name nor a URI`);
  }
  return application as string;
}

function papDocument(version: PapVersion = '1.0', content: string, productName?: string): string {
  if (!Object.hasOwn(PAP_VERSIONS, version)) {
    throw EncodeError.badValue('version', `${quote(version)}, allowed: ${Object.keys(PAP_VERSIONS).join(', ')}`);
  }
  return formatProlog('pap', PAP_VERSIONS[version]) + formatElement('pap', { 'product-name': productName }, content);
}

function formatStatus(code: number, description: string | undefined): XmlAttributes {
  if (!Number.isInteger(code) || code < 1000 || code > 99_999) {
    throw EncodeError.badValue('code', `${code} is not a status code of four or five digits`);
  }
  return { code, desc: checkText(description, 'description') };
}
