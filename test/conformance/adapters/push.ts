/**
 * handset's readers and writers of WAP pushes and multimedia messages, in the terms of the pack.
 * @module
 */
import { toHex } from '../../../src/bytes/index.js';
import { decodeMms, type MmsBody, type MmsPdu, type MmsTime } from '../../../src/mms/index.js';
import { decodePush, decodeWbxml, encodeWbxml, type PushDocument, parsePushXml, type SiItem } from '../../../src/push/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

const seconds = (date: Date | undefined) => date?.toISOString().replace('.000Z', 'Z');

/** A document by the names of its attributes. */
export function plainDocument(document: PushDocument): JsonObject {
  if (document.kind === 'sl') return defined({ document: 'sl', ...document.sl });
  if (document.kind === 'co') {
    const operations = document.co.operations.map(({ kind, uri }) => ({ element: `invalidate-${kind}`, uri }));
    return { document: 'co', operations };
  }
  const { id, created, expires, ...rest } = document.si;
  return defined({ document: 'si', ...rest, 'si-id': id, created: seconds(created), 'si-expires': seconds(expires) });
}

interface PlainDocument extends JsonObject {
  readonly document: 'si' | 'sl' | 'co';
}

/** The other way round. */
export function documentFrom({ document, operations, ...value }: PlainDocument): PushDocument {
  if (document === 'sl') return { kind: 'sl', sl: value as never };
  if (document === 'co') {
    const list = (operations as unknown as { element: string; uri: string }[]).map(({ element, uri }) => ({
      kind: element.replace('invalidate-', '') as 'object',
      uri,
    }));
    return { kind: 'co', co: { operations: list } };
  }
  const { 'si-id': id, created, 'si-expires': expires, info, ...rest } = value;
  const date = (text: unknown) => (text === undefined ? undefined : new Date(text as string));
  const si = { ...rest, id, created: date(created), expires: date(expires), info: info as SiItem[] | undefined };
  return { kind: 'si', si: Object.fromEntries(Object.entries(si).filter(([, each]) => each !== undefined)) as never };
}

const wbxml = {
  decode: (wire: Uint8Array) => plainDocument(decodeWbxml(wire)),
  encode: (value: PlainDocument) => encodeWbxml(documentFrom(value)),
};

const capital = (word: unknown) => (typeof word === 'string' ? word.replace(/^./, (first) => first.toUpperCase()) : undefined);
const yesNo = (flag: boolean | undefined) => (flag === undefined ? undefined : flag ? 'Yes' : 'No');
const bracketed = (id: string | undefined) => (id === undefined ? undefined : `<${id}>`);

function plainTime(time: MmsTime | undefined): JsonObject | undefined {
  if (time === undefined) return undefined;
  return time.kind === 'relative' ? { seconds: time.seconds } : { time: seconds(time.at) as string };
}

/** A multimedia message by the names of its headers. */
function plainMms(pdu: MmsPdu): JsonObject {
  const { contentType, start, startType, parts }: Partial<MmsBody> = 'contentType' in pdu ? (pdu as MmsBody) : {};
  return defined({
    'X-Mms-Message-Type': pdu.type.toLowerCase().replace('.', '-'),
    'X-Mms-Transaction-ID': pdu.transactionId,
    'X-Mms-MMS-Version': pdu.mmsVersion,
    'Message-Id': pdu.messageId,
    Date: seconds(pdu.date),
    From: pdu.from ?? (pdu.type === 'M-Send.req' ? 'insert-address' : undefined),
    To: pdu.to,
    Cc: pdu.cc,
    Bcc: pdu.bcc,
    Subject: pdu.subject,
    'X-Mms-Message-Class': capital(pdu.messageClass),
    'X-Mms-Message-Size': pdu.messageSize,
    'X-Mms-Expiry': plainTime(pdu.expiry),
    'X-Mms-Delivery-Time': plainTime(pdu.deliveryTime),
    'X-Mms-Priority': capital(pdu.priority),
    'X-Mms-Delivery-Report': yesNo(pdu.deliveryReport),
    'X-Mms-Read-Report': yesNo(pdu.readReport),
    'X-Mms-Content-Class': pdu.contentClass,
    'X-Mms-DRM-Content': yesNo(pdu.drmContent),
    'X-Mms-Adaptation-Allowed': yesNo(pdu.adaptationAllowed),
    'X-Mms-Content-Location': pdu.contentLocation,
    'Content-Type': contentType,
    Start: bracketed(start),
    Type: startType,
    parts: parts?.map((part) => {
      const named = part.parameters === undefined || part.parameters.some((each) => 'name' in each && each.name === 'name');
      return defined({
        'Content-Type': part.contentType,
        charset: part.charset,
        name: named ? part.name : undefined,
        'Content-ID': bracketed(part.contentId),
        'Content-Location': part.contentLocation,
        octets: part.data.length,
      });
    }),
  });
}

export const pushAdapters: Adapters = {
  'si-wbxml': wbxml,
  'sl-wbxml': wbxml,
  'co-wbxml': wbxml,
  'push-xml': { decode: (wire: string) => plainDocument(parsePushXml(wire)) },
  'wsp-push': {
    decode: (wire: Uint8Array) => {
      const { body, charset, ...push } = decodePush(wire);
      // Where nothing stands there utf-8 is usual for these types: the reader says null when the header has none.
      const usual = /\.(sic|slc)$/.test(String(push.contentType)) ? 'utf-8' : undefined;
      return defined({ ...push, charset: charset === null ? undefined : (charset ?? usual), body: toHex(body) });
    },
  },
  mms: { decode: (wire: Uint8Array) => plainMms(decodeMms(wire)) },
};
