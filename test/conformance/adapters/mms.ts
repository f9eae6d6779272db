/**
 * handset's reader and writer of multimedia messages, in the terms of the pack: headers by their names in the specification.
 * @module
 */
import { fromHex, toHex } from '../../../src/bytes/index.js';
import {
  decodeMms,
  encodeMms,
  MMS_PDU_TYPES,
  type MmsBody,
  type MmsPdu,
  type MmsTime,
  type Part,
} from '../../../src/mms/index.js';
import { defined } from '../pack/read.js';
import type { Json, JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

/** A value both ways. */
interface Form {
  readonly plain: (value: never) => Json;
  readonly from: (value: never) => unknown;
}

const same: Form = { plain: (value: Json) => value, from: (value: Json) => value };
const seconds = (date: Date) => date.toISOString().replace('.000Z', 'Z');
const date: Form = { plain: seconds, from: (text: string) => new Date(text) };
const yesNo: Form = { plain: (flag: boolean) => (flag ? 'Yes' : 'No'), from: (word: string) => word === 'Yes' };
/** Names with a capital; the octet of one that is not registered. */
const named: Form = {
  plain: (name: string | number) => (typeof name === 'string' ? name.replace(/^./, (first) => first.toUpperCase()) : name),
  from: (name: string | number) => (typeof name === 'string' ? name.replace(/^./, (first) => first.toLowerCase()) : name),
};
/** A class of an operator's own is a text of any letters. */
const CLASSES = ['Personal', 'Advertisement', 'Informational', 'Auto'];
const messageClass: Form = {
  plain: (name: string) => (CLASSES.map((each) => each.toLowerCase()).includes(name) ? named.plain(name as never) : name),
  from: (name: string) => (CLASSES.includes(name) ? named.from(name as never) : name),
};
const time: Form = {
  plain: (value: MmsTime) => (value.kind === 'relative' ? { seconds: value.seconds } : { time: seconds(value.at) }),
  from: (value: { seconds: number } | { time: string }) =>
    'seconds' in value ? { kind: 'relative', seconds: value.seconds } : { kind: 'absolute', at: new Date(value.time) },
};
const previousDates: Form = {
  plain: (list: readonly { forwardedCount: number; date: Date }[]) =>
    list.map((each) => ({ ...each, date: seconds(each.date) })),
  from: (list: readonly { forwardedCount: number; date: string }[]) =>
    list.map((each) => ({ ...each, date: new Date(each.date) })),
};
const counted: Form = {
  plain: (list: readonly { statusCount: number; value: string }[]) =>
    list.map(({ statusCount, value }) => ({ statusCount, value: named.plain(value as never) })),
  from: (list: readonly { statusCount: number; value: string }[]) =>
    list.map(({ statusCount, value }) => ({ statusCount, value: named.from(value as never) })),
};
const states: Form = {
  plain: (list: readonly string[]) => list.map((each) => named.plain(each as never)),
  from: (list: readonly string[]) => list.map((each) => named.from(each as never)),
};

/** Headers by their names: the property that has each, and its form. */
const HEADERS: Readonly<Record<string, readonly [property: string, form: Form]>> = {
  'X-Mms-Transaction-ID': ['transactionId', same],
  'X-Mms-MMS-Version': ['mmsVersion', same],
  'Message-Id': ['messageId', same],
  Date: ['date', date],
  To: ['to', same],
  Cc: ['cc', same],
  Bcc: ['bcc', same],
  Subject: ['subject', same],
  'X-Mms-Message-Class': ['messageClass', messageClass],
  'X-Mms-Message-Size': ['messageSize', same],
  'X-Mms-Expiry': ['expiry', time],
  'X-Mms-Delivery-Time': ['deliveryTime', time],
  'X-Mms-Priority': ['priority', named],
  'X-Mms-Sender-Visibility': ['senderVisibility', named],
  'X-Mms-Delivery-Report': ['deliveryReport', yesNo],
  'X-Mms-Read-Report': ['readReport', yesNo],
  'X-Mms-Report-Allowed': ['reportAllowed', yesNo],
  'X-Mms-Response-Status': ['responseStatus', named],
  'X-Mms-Response-Text': ['responseText', same],
  'X-Mms-Status': ['status', named],
  'X-Mms-Status-Text': ['statusText', same],
  'X-Mms-Retrieve-Status': ['retrieveStatus', named],
  'X-Mms-Retrieve-Text': ['retrieveText', same],
  'X-Mms-Read-Status': ['readStatus', named],
  'X-Mms-Reply-Charging': ['replyCharging', named],
  'X-Mms-Reply-Charging-Deadline': ['replyChargingDeadline', time],
  'X-Mms-Reply-Charging-ID': ['replyChargingId', same],
  'X-Mms-Reply-Charging-Size': ['replyChargingSize', same],
  'X-Mms-Previously-Sent-By': ['previouslySentBy', same],
  'X-Mms-Previously-Sent-Date': ['previouslySentDate', previousDates],
  'X-Mms-Store': ['store', yesNo],
  'X-Mms-MM-State': ['mmState', named],
  'X-Mms-MM-States': ['mmStates', states],
  'X-Mms-MM-Flags': ['mmFlags', same],
  'X-Mms-Store-Status': ['storeStatus', named],
  'X-Mms-Store-Status-Text': ['storeStatusText', same],
  'X-Mms-Stored': ['stored', yesNo],
  'X-Mms-Attributes': ['attributes', same],
  'X-Mms-Totals': ['totals', yesNo],
  'X-Mms-Mbox-Totals': ['mboxTotals', same],
  'X-Mms-Quotas': ['quotas', yesNo],
  'X-Mms-Mbox-Quotas': ['mboxQuotas', same],
  'X-Mms-Message-Count': ['messageCount', same],
  'X-Mms-Start': ['startIndex', same],
  'X-Mms-Limit': ['limit', same],
  'X-Mms-Distribution-Indicator': ['distributionIndicator', yesNo],
  'X-Mms-Element-Descriptor': ['elementDescriptor', same],
  'X-Mms-Recommended-Retrieval-Mode': ['recommendedRetrievalMode', named],
  'X-Mms-Recommended-Retrieval-Mode-Text': ['recommendedRetrievalModeText', same],
  'X-Mms-Applic-ID': ['applicId', same],
  'X-Mms-Reply-Applic-ID': ['replyApplicId', same],
  'X-Mms-Aux-Applic-Info': ['auxApplicInfo', same],
  'X-Mms-Content-Class': ['contentClass', same],
  'X-Mms-DRM-Content': ['drmContent', yesNo],
  'X-Mms-Adaptation-Allowed': ['adaptationAllowed', yesNo],
  'X-Mms-Replace-ID': ['replaceId', same],
  'X-Mms-Cancel-ID': ['cancelId', same],
  'X-Mms-Cancel-Status': ['cancelStatus', named],
  'X-Mms-Content-Location': ['contentLocation', same],
  'X-Mms-Content-Locations': ['contentLocations', same],
  'X-Mms-Response-Statuses': ['responseStatuses', counted],
  'X-Mms-Response-Texts': ['responseTexts', same],
};

/** PDUs in which the MMSC is asked to insert the sender. */
const ASKS = ['M-Send.req', 'M-Forward.req', 'M-Read-Rec.ind'];

const bracketed = (id: string | undefined) => (id === undefined ? undefined : `<${id}>`);
const unbracketed = (id: string | undefined) => id?.replace(/^<(.*)>$/, '$1');

const typeName = (type: string) => type.toLowerCase().replace('.', '-');

function plainPart(part: Part): JsonObject {
  const named = part.parameters === undefined || part.parameters.some((each) => 'name' in each && each.name === 'name');
  return defined({
    'Content-Type': part.contentType,
    charset: part.charset,
    name: named ? part.name : undefined,
    'Content-ID': bracketed(part.contentId),
    'Content-Location': part.contentLocation,
    'Content-Disposition': part.disposition?.type,
    filename: part.disposition?.filename,
    octets: part.data.length,
    data: toHex(part.data),
    parts: part.parts?.map(plainPart),
  });
}

/** A multimedia message by the names of its headers. */
function plainMms(pdu: MmsPdu): JsonObject {
  const { contentType, start, startType, parts }: Partial<MmsBody> = 'contentType' in pdu ? (pdu as MmsBody) : {};
  const given = pdu as unknown as Readonly<Record<string, unknown>>;
  const headers = Object.entries(HEADERS).map(([name, [property, { plain }]]): [string, Json | undefined] => [
    name,
    given[property] === undefined ? undefined : plain(given[property] as never),
  ]);
  const others = pdu.otherHeaders?.map((header) =>
    defined({ ...header, ...('code' in header && { value: toHex(header.value) }) }),
  );
  return defined({
    'X-Mms-Message-Type': typeName(pdu.type),
    From: pdu.from ?? (ASKS.includes(pdu.type) ? 'insert-address' : undefined),
    ...Object.fromEntries(headers),
    others,
    ...{ 'Content-Type': contentType, Start: bracketed(start), Type: startType },
    parts: parts?.map(plainPart),
  });
}

interface PlainPart {
  readonly 'Content-Type': string;
  readonly charset?: string;
  readonly name?: string;
  readonly 'Content-ID'?: string;
  readonly 'Content-Location'?: string;
  readonly 'Content-Disposition'?: string;
  readonly filename?: string;
  readonly data: string;
  readonly parts?: readonly PlainPart[];
}

function partFrom(part: PlainPart): Part {
  const { name, charset, data, parts, filename, 'Content-Disposition': disposition } = part;
  return defined({
    contentType: part['Content-Type'],
    ...(name === undefined ? { name: '', parameters: [] } : { name }),
    ...{ charset, contentId: unbracketed(part['Content-ID']), contentLocation: part['Content-Location'] },
    disposition: disposition === undefined ? undefined : defined({ type: disposition, filename }),
    data: fromHex(data),
    parts: parts?.map(partFrom),
  }) as unknown as Part;
}

/** The other way round. */
function mmsFrom({
  'X-Mms-Message-Type': type,
  From: from,
  Start: start,
  Type: startType,
  parts,
  others,
  ...rest
}: JsonObject): MmsPdu {
  const headers = Object.entries(rest).flatMap(([name, value]): [string, unknown][] => {
    if (name === 'Content-Type') return [['contentType', value]];
    const [property, form] = HEADERS[name] as (typeof HEADERS)[string];
    return [[property, form.from(value as never)]];
  });
  const otherHeaders = (others as readonly JsonObject[] | undefined)?.map((header) =>
    'code' in header ? { ...header, value: fromHex(header.value as string) } : header,
  );
  return defined({
    type: MMS_PDU_TYPES.find((each) => typeName(each) === type),
    from: from === 'insert-address' ? undefined : from,
    ...Object.fromEntries(headers),
    ...{ otherHeaders, start: unbracketed(start as string | undefined), startType },
    parts: (parts as readonly unknown[] | undefined)?.map((part) => partFrom(part as PlainPart)),
  }) as unknown as MmsPdu;
}

export const mmsAdapters: Adapters = {
  mms: {
    decode: (wire: Uint8Array, { lenient }) => plainMms(decodeMms(wire, { lenient })),
    encode: (value: JsonObject) => encodeMms(mmsFrom(value)),
  },
};
