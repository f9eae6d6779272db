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
import { create } from 'xmlbuilder2';
import { requireOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError, FormatError } from '../errors.js';
import { applicationOfCode, codeOfApplication } from '../wsp/registers.js';
import { formatDateTime } from './datetime.js';
import { PUSH_CONTENT_TYPES } from './documents.js';
import {
  PAP_DELIVERY_METHODS,
  PAP_MESSAGE_STATES,
  PAP_PRIORITIES,
  PAP_VERSIONS,
  type PapMessage,
  type PapResponse,
  type PapResult,
  type PapVersion,
  type QualityOfService,
} from './pap.js';
import { joinParts, type MimeHeader, type MimePart, parseMediaType } from './pap-multipart.js';
import { forBuilder, formatCo, formatSi, formatSl } from './xml-format.js';
import { illegalIndex } from './xml-tree.js';

/** How to write a message. */
export interface FormatPapOptions {
  /** 1 to 70 letters, digits and `' + _ . -`, in no line of the content; made from the content when absent. */
  readonly boundary?: string | undefined;
}

/** How to write an answer. */
export interface FormatPapXmlOptions {
  /** `1.0` when absent. */
  readonly version?: PapVersion | undefined;
}

/** A body to post. */
export interface PapRequest {
  /** The Content-Type header, boundary and all. */
  readonly contentType: string;
  /** The body, as octets. */
  readonly body: Uint8Array;
}

type Attributes = Readonly<Record<string, string | Date | boolean | undefined>>;
type XmlNode = ReturnType<typeof create>;

/**
 * Writes a message to post to a gateway.
 * @throws EncodeError `bad-value` or `unencodable` naming the property (`address[0]`, `si/...` as `formatSi`): nothing given can begin
 *   another header, line or part.
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

/** Writes an answer to a message, of type `application/xml`. @throws EncodeError `bad-value` or `unencodable` naming the property. */
export function formatPapResponse(response: PapResponse, options?: FormatPapXmlOptions): string {
  const { pushId, description, senderAddress, senderName, replyTime, progressNotes = [], badMessageFragment } = response;
  const result = { code: statusCode(response.code), desc: textOf(description, 'description') };
  return papDocument(options?.version, undefined, (pap) => {
    if (pushId === undefined) {
      const bad = add(pap, 'badmessage-response', {
        ...result,
        'bad-message-fragment': textOf(badMessageFragment, 'badMessageFragment'),
      });
      for (const [name, value] of Object.entries({ senderAddress, senderName, replyTime })) {
        if (value !== undefined)
          throw new EncodeError('unencodable', name, undefined, 'an answer without push id does not have it');
      }
      if (progressNotes.length > 0) {
        throw new EncodeError('unencodable', 'progressNotes', undefined, 'an answer without push id does not have them');
      }
      return bad;
    }
    if (badMessageFragment !== undefined) {
      throw new EncodeError('unencodable', 'badMessageFragment', undefined, 'an answer with a push id does not have it');
    }
    const answer = add(pap, 'push-response', {
      'push-id': textOf(pushId, 'pushId'),
      'sender-address': textOf(senderAddress, 'senderAddress'),
      'sender-name': textOf(senderName, 'senderName'),
      'reply-time': dateOf(replyTime, 'replyTime'),
    });
    progressNotes.forEach(({ stage, note, time }, index) => {
      const field = `progressNotes[${index}]`;
      add(answer, 'progress-note', {
        stage: textOf(stage, `${field}.stage`),
        note: textOf(note, `${field}.note`),
        time: dateOf(time, `${field}.time`),
      });
    });
    return add(answer, 'response-result', result);
  });
}

/** Writes the result of a push for its initiator. @throws EncodeError `bad-value` or `unencodable` naming the property. */
export function formatPapResult(result: PapResult, options?: FormatPapXmlOptions): string {
  return papDocument(options?.version, undefined, (pap) => {
    const notification = add(pap, 'resultnotification-message', {
      'push-id': textOf(result.pushId, 'pushId'),
      'sender-address': textOf(result.senderAddress, 'senderAddress'),
      'sender-name': textOf(result.senderName, 'senderName'),
      'received-time': dateOf(result.receivedTime, 'receivedTime'),
      'event-time': dateOf(result.eventTime, 'eventTime'),
      'message-state': choiceOf(result.messageState, PAP_MESSAGE_STATES, 'messageState'),
      code: statusCode(result.code),
      desc: textOf(result.description, 'description'),
    });
    return add(notification, 'address', { 'address-value': textOf(result.address, 'address') });
  });
}

function formatControl(message: PapMessage): string {
  const { qualityOfService } = message;
  const addresses = typeof message.address === 'string' ? [message.address] : message.address;
  if (addresses.length === 0) throw new EncodeError('bad-value', 'address', undefined, 'a message has at least one');
  return papDocument(message.version, textOf(message.productName, 'productName'), (pap) => {
    const push = add(pap, 'push-message', {
      'push-id': nonEmpty(message.pushId, 'pushId'),
      'deliver-before-timestamp': dateOf(message.deliverBefore, 'deliverBefore'),
      'deliver-after-timestamp': dateOf(message.deliverAfter, 'deliverAfter'),
      'source-reference': textOf(message.sourceReference, 'sourceReference'),
      'progress-notes-requested': flagOf(message.progressNotesRequested, 'progressNotesRequested'),
      'ppg-notify-requested-to': textOf(message.notifyRequestedTo, 'notifyRequestedTo'),
    });
    addresses.forEach((address, index) => {
      add(push, 'address', { 'address-value': completeAddress(address, message.ppg, `address[${index}]`) });
    });
    if (qualityOfService !== undefined) add(push, 'quality-of-service', qualityAttributes(qualityOfService));
    return push;
  });
}

function qualityAttributes(quality: QualityOfService): Attributes {
  const field = (name: string) => `qualityOfService.${name}`;
  return {
    priority: choiceOf(quality.priority, PAP_PRIORITIES, field('priority')),
    'delivery-method': choiceOf(quality.deliveryMethod, PAP_DELIVERY_METHODS, field('deliveryMethod')),
    network: textOf(quality.network, field('network')),
    'network-required': flagOf(quality.networkRequired, field('networkRequired')),
    bearer: textOf(quality.bearer, field('bearer')),
    'bearer-required': flagOf(quality.bearerRequired, field('bearerRequired')),
  };
}

function completeAddress(address: string, ppg = 'localhost', field: string): string {
  if (typeof address === 'string' && /^\+?\d{3,20}$/.test(address)) {
    if (!/^[0-9A-Za-z]([0-9A-Za-z.-]*[0-9A-Za-z])?$/.test(ppg)) {
      throw new EncodeError('bad-value', 'ppg', undefined, `${JSON.stringify(ppg)} is no domain name`);
    }
    return `WAPPUSH=+${address.replace('+', '')}/TYPE=PLMN@${ppg}`;
  }
  if (typeof address !== 'string' || !/^WAPPUSH=./i.test(address)) {
    throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(address)} is neither a number nor WAPPUSH=...`);
  }
  return textOf(address, field) as string;
}

function contentPart(message: PapMessage): MimePart {
  const { si, sl, co, content, headers = [], applicationId } = message;
  if ([si, sl, co, content].filter((given) => given !== undefined).length !== 1) {
    throw new EncodeError('bad-value', 'content', undefined, 'exactly one of si, sl, co and content is given');
  }
  const [type, octets] =
    content !== undefined
      ? [contentTypeOf(content.contentType), content.body]
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
      throw new EncodeError('bad-value', `headers[${index}].name`, undefined, `${header.name} is not one of the other headers`);
    }
    all.push(header);
  });
  return { headers: all, content: octets };
}

/** The type as given, with charset utf-8 on a text that names none. */
function contentTypeOf(contentType: string): string {
  const field = 'content.contentType';
  if (typeof contentType !== 'string' || /[^\x20-\x7e]/.test(contentType)) {
    throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(contentType)} is no content type`);
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
    throw new EncodeError(
      'bad-value',
      field,
      undefined,
      `${JSON.stringify(application)} is neither a registered name nor a URI`,
    );
  }
  return application as string;
}

function papDocument(
  version: PapVersion | undefined,
  productName: string | undefined,
  fill: (pap: XmlNode) => unknown,
): string {
  const known = Object.hasOwn(PAP_VERSIONS, version ?? '1.0') ? PAP_VERSIONS[version ?? '1.0'] : undefined;
  if (known === undefined) {
    throw new EncodeError('bad-value', 'version', undefined, `${version}, allowed: ${Object.keys(PAP_VERSIONS).join(', ')}`);
  }
  const document = create({ version: '1.0' });
  document.dtd({ name: 'pap', pubID: known.publicId, sysID: known.systemId });
  fill(add(document, 'pap', { 'product-name': productName }));
  return document.end();
}

function add(parent: XmlNode, name: string, attributes: Attributes): XmlNode {
  const element = parent.ele(name);
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) element.att(key, forBuilder(String(value)));
  return element;
}

/** A text for an attribute. Readers make blanks of line ends and tabs there, so that these are refused. */
function textOf(text: string | undefined, field: string): string | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') throw new EncodeError('bad-value', field, undefined, 'is not a string');
  const wrong = Math.max(illegalIndex(text), text.search(/[\t\n\r\x7f-\x9f]/));
  if (wrong >= 0) throw new EncodeError('unencodable', field, wrong, 'a control character or lone surrogate');
  return text;
}

function nonEmpty(text: string, field: string): string {
  const value = textOf(text, field);
  if (value === undefined || value === '') throw new EncodeError('bad-value', field, undefined, 'is empty');
  return value;
}

function dateOf(date: Date | undefined, field: string): string | undefined {
  return date === undefined ? undefined : formatDateTime(date, field);
}

function choiceOf(choice: string | undefined, choices: readonly string[], field: string): string | undefined {
  if (choice === undefined || choices.includes(choice)) return choice;
  throw new EncodeError('bad-value', field, undefined, `${JSON.stringify(choice)}, allowed: ${choices.join(', ')}`);
}

function flagOf(flag: boolean | undefined, field: string): boolean | undefined {
  if (flag === undefined || typeof flag === 'boolean') return flag;
  throw new EncodeError('bad-value', field, undefined, 'is not true or false');
}

function statusCode(code: number): string {
  if (Number.isInteger(code) && code >= 1000 && code <= 99_999) return String(code);
  throw new EncodeError('bad-value', 'code', undefined, `${code} is no status code of four or five digits`);
}
