/**
 * What tshark shows of an MMS PDU, and what it should show: values by the names of its fields, in the order of the wire.
 * @module
 */
import { MMS_PDU_TYPES, type MmsBody, type MmsPdu, type MmsTime, type Part } from '../../src/mms/binary.js';
import { type PdmlField, walk } from './drivers/tshark.js';
import type { Fields } from './expected.js';

/** Values of the fields that tshark has no name for, by the octets of each: what `rawOf` says. */
export type RawHeaders = (property: string) => readonly { readonly code: number; readonly value: Uint8Array }[];

/** Fields that tshark 4.0 shows as texts, by property. */
export const TEXT_FIELDS: Readonly<Record<string, string>> = {
  transactionId: 'mmse.transaction_id',
  messageId: 'mmse.message_id',
  to: 'mmse.to',
  cc: 'mmse.cc',
  bcc: 'mmse.bcc',
  subject: 'mmse.subject',
  responseText: 'mmse.response_text',
  retrieveText: 'mmse.retrieve_text',
  replyChargingId: 'mmse.reply_charging_id',
  contentLocation: 'mmse.content_location',
  contentLocations: 'mmse.content_location',
};

/** Fields with names for their octets. */
const CODES: Readonly<Record<string, readonly [name: string, values: readonly string[]]>> = {
  priority: ['mmse.priority', ['low', 'normal', 'high']],
  senderVisibility: ['mmse.sender_visibility', ['hide', 'show']],
  status: [
    'mmse.status',
    ['expired', 'retrieved', 'rejected', 'deferred', 'unrecognised', 'indeterminate', 'forwarded', 'unreachable'],
  ],
  readStatus: ['mmse.read_status', ['read', 'deleted-without-being-read']],
  replyCharging: ['mmse.reply_charging', ['requested', 'requested-text-only', 'accepted', 'accepted-text-only']],
};

const STATUSES: Readonly<Record<string, number>> = {
  ok: 0x80,
  'error-unspecified': 0x81,
  'error-transient-failure': 0xc0,
  'error-transient-partial-success': 0xc4,
  'error-permanent-content-unsupported': 0xe3,
  'error-permanent-lack-of-prepaid': 0xeb,
};

const YES_NO: Readonly<Record<string, string>> = {
  deliveryReport: 'mmse.delivery_report',
  readReport: 'mmse.read_report',
  reportAllowed: 'mmse.report_allowed',
};

const TIMES: Readonly<Record<string, string>> = {
  expiry: 'mmse.expiry',
  deliveryTime: 'mmse.delivery_time',
  replyChargingDeadline: 'mmse.reply_charging_deadline',
};

/** Fields that tshark shows without a look into them, by the names that it knows of them. */
const NAMED_ONLY: Readonly<Record<string, string>> = {
  store: 'X-Mms-Store',
  mmState: 'X-Mms-MM-State',
  mmStates: 'X-Mms-MM-State',
  mmFlags: 'X-Mms-MM-Flags',
  storeStatus: 'X-Mms-Store-Status',
  storeStatusText: 'X-Mms-Store-Status-Text',
  stored: 'X-Mms-Stored',
  attributes: 'X-Mms-Attributes',
  totals: 'X-Mms-Totals',
  mboxTotals: 'X-Mms-Mbox-Totals',
  quotas: 'X-Mms-Quotas',
  mboxQuotas: 'X-Mms-Mbox-Quotas',
  messageCount: 'X-Mms-Message-Count',
  startIndex: 'X-Mms-Start',
  limit: 'X-Mms-Limit',
  distributionIndicator: 'X-Mms-Distribution-Indicator',
  elementDescriptor: 'X-Mms-Element-Descriptor',
};

/** Fields of MMS 1.2 and 1.3 that it does not know at all. */
const UNKNOWN = [
  'recommendedRetrievalMode',
  'recommendedRetrievalModeText',
  'statusText',
  'applicId',
  'replyApplicId',
  'auxApplicInfo',
  'contentClass',
  'drmContent',
  'adaptationAllowed',
  'replaceId',
  'cancelId',
  'cancelStatus',
];

/** What tshark should show of a PDU. */
export function expectedMms(pdu: MmsPdu, rawOf: RawHeaders): Fields {
  const given = pdu as unknown as Readonly<Record<string, unknown>>;
  const fields: Record<string, unknown[]> = {};
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    fields[name] ??= [];
    fields[name].push(value);
  };
  const octet = (value: unknown, names: readonly string[]): string | undefined =>
    value === undefined ? undefined : hexOctet(typeof value === 'number' ? value : 0x80 + names.indexOf(value as string));
  add('mmse.message_type', hexOctet(0x80 + MMS_PDU_TYPES.indexOf(pdu.type)));
  add('mmse.mms_version', pdu.mmsVersion);
  for (const [property, name] of Object.entries(TEXT_FIELDS)) {
    for (const value of listOf(given[property])) add(name, value);
  }
  const asksForSender = ['M-Send.req', 'M-Forward.req', 'M-Read-Rec.ind'].includes(pdu.type);
  add('mmse.from', pdu.from ?? (asksForSender ? '<insert address>' : undefined));
  add('mmse.date', pdu.date?.toISOString());
  for (const [property, usual] of Object.entries(YES_NO)) {
    // Its name of MMS 1.0, which stands for no version too.
    const name = property === 'readReport' && pdu.mmsVersion === undefined ? 'mmse.read_reply' : usual;
    add(name, given[property] === undefined ? undefined : hexOctet(given[property] === true ? 0x80 : 0x81));
  }
  for (const [property, name] of Object.entries(TIMES)) {
    const time = given[property] as MmsTime | undefined;
    if (time?.kind === 'absolute') add(`${name}.abs`, time.at.toISOString());
    else add(`${name}.rel`, time?.seconds);
  }
  for (const [property, [name, values]] of Object.entries(CODES)) add(name, octet(given[property], values));
  for (const [property, name] of [
    ['responseStatus', 'mmse.response_status'],
    ['retrieveStatus', 'mmse.retrieve_status'],
  ] as const) {
    const value = given[property];
    add(
      name,
      value === undefined ? undefined : hexOctet(typeof value === 'number' ? value : (STATUSES[value as string] as number)),
    );
  }
  const classes = ['personal', 'advertisement', 'informational', 'auto'];
  const { messageClass } = pdu;
  if (typeof messageClass === 'string' && !classes.includes(messageClass)) add('mmse.message_class.str', messageClass);
  else add('mmse.message_class.id', octet(messageClass, classes));
  add('mmse.message_size', pdu.messageSize);
  add('mmse.reply_charging_size', pdu.replyChargingSize);
  for (const { forwardedCount, address } of pdu.previouslySentBy ?? [])
    add('mmse.previously_sent_by', [forwardedCount, address]);
  for (const { forwardedCount, date } of pdu.previouslySentDate ?? []) {
    add('mmse.previously_sent_date', [forwardedCount, date.toISOString()]);
  }
  for (const [property, name] of Object.entries(NAMED_ONLY)) {
    for (const { code, value } of rawOf(property)) add(name, rawValue(code, value));
  }
  for (const property of UNKNOWN) for (const raw of rawOf(property)) add(unknownName(raw.code), rawValue(raw.code, raw.value));
  for (const header of pdu.otherHeaders ?? []) {
    if ('name' in header) add('mmse.ffheader', `${header.name}: ${header.value}`);
    else if ('code' in header) add(OTHER_NAMES[header.code] ?? unknownName(header.code), rawValue(header.code, header.value));
  }
  return { ...fields, ...(pdu.parts === undefined ? {} : { body: expectedBody(pdu) }), malformed: false };
}

const OTHER_NAMES: Readonly<Record<number, string>> = { 46: 'Content', 48: 'Additional-headers' };

function expectedBody(pdu: MmsPdu): Fields {
  const { contentType, start, startType, parts = [] } = pdu as Partial<MmsBody>;
  return {
    contentType,
    ...(start === undefined ? {} : { 'wsp.parameter.start': `<${String(start)}>` }),
    ...(startType === undefined ? {} : { 'wsp.parameter.upart.type': startType }),
    parts: parts.map(expectedPart),
  };
}

function expectedPart({ name, contentType, charset, contentId, contentLocation, disposition, data }: Part): Fields {
  return {
    contentType,
    name,
    length: data.length,
    ...(charset === undefined ? {} : { charset: charset.toUpperCase() }),
    ...(contentId === undefined ? {} : { contentId: `"<${contentId}>"` }),
    ...(contentLocation === undefined ? {} : { contentLocation }),
    ...(disposition === undefined ? {} : { disposition: disposition.type }),
    ...(disposition?.filename === undefined ? {} : { filename: disposition.filename }),
  };
}

/** What tshark shows of a PDU behind the header of a push. */
export function shownMms(protocols: readonly PdmlField[]): Fields {
  const mmse = protocols.find(({ name }) => name === 'mmse');
  const malformed = protocols.some((protocol) => [...walk([protocol])].some(({ name }) => name === '_ws.malformed'));
  if (mmse === undefined) return { protocols: protocols.map(({ name }) => name), malformed };
  const fields: Record<string, unknown[]> = {};
  for (const field of mmse.children) {
    const [name, value] = shownHeader(field);
    if (name === undefined) continue;
    fields[name] ??= [];
    fields[name].push(value);
  }
  const type = mmse.children.find(({ name }) => name === 'wsp.header.content_type');
  return { ...fields, ...(type === undefined ? {} : { body: shownBody(type, mmse) }), malformed };
}

function shownHeader(field: PdmlField): [name?: string, value?: unknown] {
  const { name, show, showName } = field;
  if (name === 'mmse.header.uint' || name === 'mmse.header.bytes' || name === 'mmse.header.string') {
    return [showName.slice(0, showName.indexOf(': ')), name === 'mmse.header.uint' ? Number(show) : show];
  }
  if (name === 'mmse.ffheader') return [name, showName];
  if (name === 'mmse.previously_sent_by')
    return [name, [Number(childOf(field, `${name}.forward_count`)), childOf(field, `${name}.address`)]];
  if (name === 'mmse.previously_sent_date') {
    return [name, [Number(childOf(field, `${name}.forward_count`)), instant(childOf(field, `${name}.date`))]];
  }
  if (!name.startsWith('mmse.')) return [];
  if (name === 'mmse.date' || name.endsWith('.abs')) return [name, instant(show)];
  return [name, name.endsWith('.rel') || name.endsWith('_size') ? Number(show) : show];
}

function shownBody(type: PdmlField, mmse: PdmlField): Fields {
  const parts = [...walk(mmse.children)].filter(({ name }) => name === 'wsp.multipart');
  const start = childOf(type, 'wsp.parameter.start');
  const startType = childOf(type, 'wsp.parameter.upart.type');
  return {
    contentType: type.show,
    ...(start === undefined ? {} : { 'wsp.parameter.start': start }),
    ...(startType === undefined ? {} : { 'wsp.parameter.upart.type': startType }),
    parts: parts.map(shownPart),
  };
}

function shownPart(part: PdmlField): Fields {
  const all = [...walk(part.children)];
  const shown = (name: string): string | undefined => all.find((field) => field.name === name)?.show;
  // What stands behind the headers is the tree of the dissector of its type.
  const data = part.children.filter(({ name }) => !name.startsWith('wsp.') && name !== '');
  const found: Fields = {
    contentType: shown('wsp.header.content_type'),
    name: shown('wsp.parameter.name'),
    length: data.reduce((sum, { size }) => sum + size, 0),
    charset: shown('wsp.parameter.charset'),
    contentId: shown('wsp.header.content_id'),
    contentLocation: shown('wsp.header.content_location'),
    disposition: shown('wsp.header.content_disposition'),
    filename: shown('wsp.parameter.filename'),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}

function childOf(field: PdmlField, name: string): string | undefined {
  return field.children.find((child) => child.name === name)?.show;
}

function hexOctet(octet: number): string {
  return `0x${octet.toString(16).padStart(2, '0')}`;
}

function unknownName(code: number): string {
  return `Unknown field (${hexOctet(code | 0x80)})`;
}

/** A value as the first octet says: a number, a text, or the octets of the whole header. */
function rawValue(code: number, value: Uint8Array): number | string {
  const first = value[0] as number;
  if (first >= 0x80) return first;
  if (first === 0 || first >= 0x20) return new TextDecoder().decode(value.subarray(first === 0x7f ? 1 : 0, -1));
  return [code | 0x80, ...value].map((octet) => octet.toString(16).padStart(2, '0')).join(':');
}

function listOf(value: unknown): readonly unknown[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** From a wording such as `Sep  9, 2001 01:46:40.000000000 UTC`. */
function instant(wording: string | undefined): string | undefined {
  if (wording === undefined) return undefined;
  const date = new Date(wording.replace(/\.\d+ UTC$/, ' UTC'));
  return Number.isNaN(date.getTime()) ? wording : date.toISOString();
}
