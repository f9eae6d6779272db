/** Arbitrary MMS PDUs: every type, with any of the headers, and bodies of all kinds. Written from the specification, not from the codec. */
import fc from 'fast-check';
import type { Disposition, MmsOtherHeader, MmsPdu, MmsPduType, Part } from '../../src/mms/binary.js';
import { formatMmsAddress } from '../../src/mms/binary.js';
import type { WspParameter } from '../../src/wsp/content-type.js';

const TRANSACTION = ['transactionId', 'mmsVersion'];

/** Header fields that each PDU type must have (MMS_ENC 1.3 section 6; mailbox: what Symbian writes always), and whether it has a body. */
export const PDU_NEEDS: Readonly<Record<MmsPduType, { needs: readonly string[]; body?: 'always' | 'maybe' }>> = {
  'M-Send.req': { needs: TRANSACTION, body: 'always' },
  'M-Send.conf': { needs: [...TRANSACTION, 'responseStatus'] },
  'M-Notification.ind': { needs: [...TRANSACTION, 'messageClass', 'messageSize', 'expiry', 'contentLocation'] },
  'M-NotifyResp.ind': { needs: [...TRANSACTION, 'status'] },
  'M-Retrieve.conf': { needs: ['mmsVersion', 'date'], body: 'always' },
  'M-Acknowledge.ind': { needs: TRANSACTION },
  'M-Delivery.ind': { needs: ['mmsVersion', 'messageId', 'to', 'date', 'status'] },
  'M-Read-Rec.ind': { needs: ['mmsVersion', 'messageId', 'to', 'readStatus'] },
  'M-Read-Orig.ind': { needs: ['mmsVersion', 'messageId', 'to', 'from', 'date', 'readStatus'] },
  'M-Forward.req': { needs: [...TRANSACTION, 'contentLocation'] },
  'M-Forward.conf': { needs: [...TRANSACTION, 'responseStatus'] },
  'M-Mbox-Store.req': { needs: [...TRANSACTION, 'contentLocation'] },
  'M-Mbox-Store.conf': { needs: [...TRANSACTION, 'storeStatus'] },
  'M-Mbox-View.req': { needs: TRANSACTION },
  'M-Mbox-View.conf': { needs: [...TRANSACTION, 'responseStatus'], body: 'maybe' },
  'M-Mbox-Upload.req': { needs: TRANSACTION, body: 'always' },
  'M-Mbox-Upload.conf': { needs: [...TRANSACTION, 'storeStatus'] },
  'M-Mbox-Delete.req': { needs: [...TRANSACTION, 'contentLocations'] },
  'M-Mbox-Delete.conf': { needs: [...TRANSACTION, 'responseStatuses'] },
  'M-Mbox-Descr': { needs: [], body: 'maybe' },
  'M-Delete.req': { needs: [...TRANSACTION, 'contentLocations'] },
  'M-Delete.conf': { needs: [...TRANSACTION, 'responseStatuses'] },
  'M-Cancel.req': { needs: [...TRANSACTION, 'cancelId'] },
  'M-Cancel.conf': { needs: [...TRANSACTION, 'cancelStatus'] },
};

export const PDU_TYPES = Object.keys(PDU_NEEDS) as MmsPduType[];

const chars = 'abcxyzABC012-._';
const token = fc.string({ unit: fc.constantFrom(...chars), minLength: 1, maxLength: 8 });
const ownName = token.map((name) => `x-${name.toLowerCase()}`);

/** Text of a header: no control characters, no lone surrogates; ASCII about every other time. */
export const headerText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: 'grapheme-ascii', maxLength: 12 }),
  fc
    .string({ unit: 'binary', maxLength: 12 })
    .map((text) => [...text].filter((character) => character >= ' ' && character !== '\x7f').join('')),
  fc.constantFrom('', 'Grüße 你好', 'ÿ', '\ufeff', '"quoted', '😀', '<a>', '/TYPE=PLMN', '#'),
);
/** Ids have no brackets around them: a writer adds them. */
const id = headerText.filter((text) => !/^<.*>$/.test(text));
const someText = headerText.filter((text) => text !== '');

/** Values that no model changes: an integer, octets with their length, a text. */
const rawValue: fc.Arbitrary<Uint8Array> = fc.oneof(
  fc.integer({ min: 0x80, max: 0xff }).map((octet) => Uint8Array.of(octet)),
  fc
    .uint8Array({ maxLength: 40 })
    .map((data) => (data.length < 31 ? Uint8Array.of(data.length, ...data) : Uint8Array.of(31, data.length, ...data))),
  token.map((text) => Uint8Array.of(...new TextEncoder().encode(text), 0)),
);

const seconds = fc.oneof(fc.nat({ max: 300 }), fc.integer({ min: 0, max: 4_000_000_000 }));
const date = seconds.map((s) => new Date(s * 1000));
const time = fc.oneof(
  date.map((at) => ({ kind: 'absolute' as const, at })),
  fc.oneof(seconds, fc.maxSafeNat()).map((s) => ({ kind: 'relative' as const, seconds: s })),
);
const address = fc.oneof(
  fc.constantFrom('+447700900001/TYPE=PLMN', 'user@example.com', '195.153.199.30/TYPE=IPv4', '7000/TYPE=PLMN', 'SHOP'),
  fc.constantFrom('7000', '+7000', '07700900001', '*100', '1234567890123456', '+44.7700-900001'),
  // Those become +447700900001/TYPE=PLMN.
  someText.filter((text) => !/^\+?[1-9][0-9]{6,14}$/.test(text)),
);
const addresses = fc.array(address, { minLength: 1, maxLength: 3 });
const count = fc.oneof(fc.nat({ max: 300 }), fc.maxSafeNat());
const named = (names: readonly string[], firstFree: number): fc.Arbitrary<string | number> =>
  fc.oneof(fc.constantFrom(...names), fc.integer({ min: firstFree, max: 0xff }));
const responseStatus = fc.oneof(
  fc.constantFrom('ok', 'error-unspecified', 'error-transient-partial-success', 'error-permanent-lack-of-prepaid'),
  fc.integer({ min: 0xec, max: 0xff }),
);
const countedBy = <T>(value: fc.Arbitrary<T>) =>
  fc.array(fc.record({ statusCount: count, value }), { minLength: 1, maxLength: 3 });
const some = <T>(item: fc.Arbitrary<T>) => fc.array(item, { minLength: 1, maxLength: 3 });
const boxCount = fc.record({ unit: fc.constantFrom('messages', 'octets'), count });

const element = fc
  .record({
    contentReference: headerText,
    parameters: fc.array(
      fc.record({
        name: fc.oneof(fc.constant('type'), ownName),
        value: fc.oneof(fc.constantFrom('image/gif', 'application/smil', 'image/x-up-wpng'), fc.constantFrom(89, 100, 127)),
      }),
      { maxLength: 2 },
    ),
  })
  .map(({ parameters, ...rest }) => (parameters.length === 0 ? rest : { ...rest, parameters }));

const mmState = named(['draft', 'sent', 'new', 'retrieved', 'forwarded'], 0x85);

const FIELDS: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  bcc: addresses,
  cc: addresses,
  contentLocation: headerText,
  date,
  deliveryReport: fc.boolean(),
  deliveryTime: time,
  expiry: time,
  from: address,
  messageClass: fc.oneof(
    named(['personal', 'advertisement', 'informational', 'auto'], 0x84),
    token.map((own) => `x${own}`),
  ),
  messageId: headerText,
  mmsVersion: fc.constantFrom('1.0', '1.1', '1.2', '1.3', '1', '7.14'),
  messageSize: count,
  priority: named(['low', 'normal', 'high'], 0x83),
  readReport: fc.boolean(),
  reportAllowed: fc.boolean(),
  responseStatus,
  responseText: headerText,
  senderVisibility: named(['hide', 'show'], 0x82),
  status: named(
    ['expired', 'retrieved', 'rejected', 'deferred', 'unrecognised', 'indeterminate', 'forwarded', 'unreachable'],
    0x88,
  ),
  subject: headerText,
  to: addresses,
  transactionId: headerText,
  retrieveStatus: named(['ok', 'error-transient-failure', 'error-permanent-content-unsupported'], 0xe4),
  retrieveText: headerText,
  readStatus: named(['read', 'deleted-without-being-read'], 0x82),
  replyCharging: named(['requested', 'requested-text-only', 'accepted', 'accepted-text-only'], 0x84),
  replyChargingDeadline: time,
  replyChargingId: headerText,
  replyChargingSize: count,
  previouslySentBy: some(fc.record({ forwardedCount: count, address })),
  previouslySentDate: some(fc.record({ forwardedCount: count, date })),
  store: fc.boolean(),
  mmState,
  mmFlags: some(fc.record({ action: fc.constantFrom('add', 'remove', 'filter'), keyword: headerText })),
  storeStatus: named(['success', 'error-transient-failure', 'error-permanent-mmbox-full'], 0xe5),
  storeStatusText: headerText,
  stored: fc.boolean(),
  attributes: some(
    fc.oneof(fc.constantFrom('Subject', 'Content', 'Additional-headers', 'X-Mms-MM-State'), fc.constantFrom(0, 64, 127)),
  ),
  totals: fc.boolean(),
  mboxTotals: some(boxCount),
  quotas: fc.boolean(),
  mboxQuotas: some(boxCount),
  messageCount: count,
  startIndex: count,
  distributionIndicator: fc.boolean(),
  elementDescriptor: some(element),
  limit: count,
  recommendedRetrievalMode: named(['manual'], 0x81),
  recommendedRetrievalModeText: headerText,
  statusText: headerText,
  applicId: headerText,
  replyApplicId: headerText,
  auxApplicInfo: headerText,
  contentClass: named(
    ['text', 'image-basic', 'image-rich', 'video-basic', 'video-rich', 'megapixel', 'content-basic', 'content-rich'],
    0x88,
  ),
  drmContent: fc.boolean(),
  adaptationAllowed: fc.boolean(),
  replaceId: headerText,
  cancelId: headerText,
  cancelStatus: named(['request-received', 'request-corrupted'], 0x82),
  otherHeaders: some(
    fc.oneof(
      fc.record({ name: ownName, value: headerText }),
      fc.record({ code: fc.constantFrom(0, 0x2e, 0x30, 0x40, 0x7f), value: rawValue }),
    ),
  ) as fc.Arbitrary<MmsOtherHeader[]>,
};

/** Properties that PDUs for many messages have in place of others. */
const MANY: Readonly<Record<string, Readonly<Record<string, fc.Arbitrary<unknown>>>>> = {
  'M-Mbox-View.req': { contentLocations: some(headerText), mmStates: some(mmState) },
  'M-Mbox-View.conf': { contentLocations: some(headerText), mmStates: some(mmState) },
  'M-Mbox-Delete.req': { contentLocations: some(headerText) },
  'M-Delete.req': { contentLocations: some(headerText) },
  'M-Mbox-Delete.conf': {
    contentLocations: countedBy(headerText),
    responseStatuses: countedBy(responseStatus),
    responseTexts: countedBy(headerText),
  },
  'M-Delete.conf': {
    contentLocations: countedBy(headerText),
    responseStatuses: countedBy(responseStatus),
    responseTexts: countedBy(headerText),
  },
};

/** Names of all header properties of a PDU type. */
export function headersOf(type: MmsPduType): string[] {
  return Object.keys(fieldsFor(type));
}

function fieldsFor(type: MmsPduType): Record<string, fc.Arbitrary<unknown>> {
  const fields: Record<string, fc.Arbitrary<unknown>> = { ...FIELDS, ...MANY[type] };
  if (type in MANY) delete fields.contentLocation;
  if (MANY[type]?.mmStates !== undefined) delete fields.mmState;
  if (MANY[type]?.responseStatuses !== undefined) {
    delete fields.responseStatus;
    delete fields.responseText;
  }
  return fields;
}

/** Headers of a PDU type: those that it needs, and any of the others. */
export function headers(type: MmsPduType): fc.Arbitrary<Record<string, unknown>> {
  const fields = fieldsFor(type);
  const { needs } = PDU_NEEDS[type];
  return fc
    .record(fields, { requiredKeys: [] })
    .chain((optional) => fc.tuple(fc.constant(optional), fc.record(pick(fields, needs)), addresses))
    .map(([optional, required, to]) => {
      const all: Record<string, unknown> = { ...optional, ...required };
      const wantsRecipient = type === 'M-Send.req' || type === 'M-Forward.req';
      return wantsRecipient && !('to' in all || 'cc' in all || 'bcc' in all) ? { ...all, to } : all;
    });
}

function pick(fields: Record<string, fc.Arbitrary<unknown>>, names: readonly string[]): Record<string, fc.Arbitrary<unknown>> {
  return Object.fromEntries(names.map((name) => [name, fields[name] as fc.Arbitrary<unknown>]));
}

const parameter: fc.Arbitrary<WspParameter> = fc.oneof(
  fc.record({ name: fc.constantFrom('start-info', 'comment', 'path'), value: fc.oneof(headerText, fc.maxSafeNat()) }),
  fc.record({ name: ownName, value: fc.oneof(headerText, fc.maxSafeNat()) }),
  fc.record({ code: fc.constantFrom(2, 14, 60, 70000), value: rawValue }),
);
/** A charset is a property beside the parameters of a content type, and one of the parameters of a disposition. */
const dispositionParameter: fc.Arbitrary<WspParameter> = fc.oneof(
  parameter,
  fc.record({ name: fc.constant('charset'), value: fc.constantFrom('us-ascii', 'utf-8', 'x-own', 0, 2025) }),
);
const namedParameter: fc.Arbitrary<WspParameter> = fc.record({ name: fc.constant('name'), value: headerText });

const disposition: fc.Arbitrary<Disposition> = fc
  .record(
    {
      type: fc.oneof(fc.constantFrom('form-data', 'attachment', 'inline'), ownName),
      filename: headerText,
      parameters: some(dispositionParameter),
    },
    { requiredKeys: ['type'] },
  )
  .map((value) => value as Disposition);

const charset = fc.constantFrom(
  'us-ascii',
  'iso-8859-1',
  'utf-8',
  'utf-16',
  'iso-10646-ucs-2',
  'windows-1252',
  'mib-1004',
  'x-own',
);
const contentType = fc.constantFrom(
  'text/plain',
  'image/gif',
  'image/jpeg',
  'application/smil',
  'audio/amr',
  'image/x-up-wpng',
  'application/vnd.wap.sic',
  'wsp/89',
  'wsp/5000',
);

/** What a part is called, in the order of the model. */
function labelOf(part: Omit<Part, 'name'>, index: number): string {
  const value = part.parameters?.find((item) => 'name' in item && item.name === 'name')?.value;
  const named = typeof value === 'string' ? value : '';
  return named || part.contentLocation || part.disposition?.filename || part.contentId || `part-${index + 1}`;
}

const partShape = fc.record(
  {
    contentType,
    data: fc.uint8Array({ maxLength: 40 }),
    charset,
    contentId: id,
    contentLocation: headerText,
    disposition,
    parameters: fc
      .tuple(fc.array(parameter, { maxLength: 2 }), fc.array(namedParameter, { maxLength: 1 }))
      .map((all) => all.flat()),
    otherHeaders: some(
      fc.oneof(
        fc.record({ name: ownName, value: headerText }),
        fc.record({ code: fc.constantFrom(0, 1, 0x2f, 0x44, 0x7f), value: rawValue }),
      ),
    ) as fc.Arbitrary<MmsOtherHeader[]>,
  },
  { requiredKeys: ['contentType', 'data'] },
);

/** Parts as a reader gives them. */
function partsOf(depth: number): fc.Arbitrary<Part[]> {
  const single = fc.tuple(partShape, someText).map(([shape, name]) => (index: number): Part => {
    const { parameters } = shape;
    if (parameters === undefined) return { ...shape, name } as Part;
    const label = labelOf(shape as Omit<Part, 'name'>, index);
    const [only, another] = parameters;
    const isUsual =
      another === undefined && only !== undefined && 'name' in only && only.name === 'name' && only.value === label;
    const { parameters: _, ...rest } = shape;
    return { ...(isUsual ? rest : shape), name: label } as Part;
  });
  if (depth === 0) return fc.array(single, { maxLength: 3 }).map((list) => list.map((make, index) => make(index)));
  const nested = fc
    .tuple(
      fc.constantFrom('application/vnd.wap.multipart.alternative', 'application/vnd.wap.multipart.mixed'),
      someText,
      partsOf(depth - 1),
    )
    .map(
      ([type, name, parts]) =>
        (): Part => ({ name, contentType: type, data: new Uint8Array(0), parts }),
    );
  return fc
    .array(fc.oneof({ arbitrary: single, weight: 4 }, { arbitrary: nested, weight: 1 }), { maxLength: 4 })
    .map((list) => list.map((make, index) => make(index)));
}

const RELATED = 'application/vnd.wap.multipart.related';

/** Bodies as a reader gives them. */
export const body: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  fc
    .record(
      { start: id, startType: fc.constantFrom('application/smil', 'text/plain'), parameters: some(parameter), charset },
      { requiredKeys: [] },
    )
    .chain((top) => partsOf(2).map((parts): Record<string, unknown> => ({ ...top, contentType: RELATED, parts }))),
  partsOf(1).map((parts) => ({ contentType: 'application/vnd.wap.multipart.mixed', parts })),
  fc
    .record(
      { contentType, data: fc.uint8Array({ maxLength: 40 }), charset, name: someText },
      { requiredKeys: ['contentType', 'data', 'name'] },
    )
    .map((part) => ({ contentType: part.contentType, parts: [part] })),
  fc
    .record({ contentType, data: fc.uint8Array({ maxLength: 40 }), parameters: some(parameter) })
    .map((part) => ({ contentType: part.contentType, parts: [{ ...part, name: 'part-1' }] })),
);

/** PDUs as a reader gives them. */
export function pduOf(type: MmsPduType): fc.Arbitrary<MmsPdu> {
  const { body: has } = PDU_NEEDS[type];
  const content = has === undefined ? fc.constant({}) : has === 'always' ? body : fc.oneof(fc.constant({}), body);
  return fc.tuple(headers(type), content).map(([head, rest]) => ({ type, ...head, ...rest }) as unknown as MmsPdu);
}

/** PDUs of any type. */
export const pdu: fc.Arbitrary<MmsPdu> = fc.constantFrom(...PDU_TYPES).chain(pduOf);

/** A PDU without the data of parts that hold parts, which a reader has as octets too. */
export function withoutNestedData(message: MmsPdu): MmsPdu {
  const strip = (parts: readonly Part[]): Part[] =>
    parts.map((part) => (part.parts === undefined ? part : { ...part, data: new Uint8Array(0), parts: strip(part.parts) }));
  return message.parts === undefined ? message : ({ ...message, parts: strip(message.parts) } as MmsPdu);
}

/** A PDU as it is written: an address of digits alone is an international number. */
export function inFull(message: MmsPdu): Record<string, unknown> {
  const full: Record<string, unknown> = { ...withoutNestedData(message) };
  for (const property of ['to', 'cc', 'bcc']) {
    if (property in full) full[property] = (full[property] as string[]).map((address) => formatMmsAddress(address));
  }
  if (message.from !== undefined) full.from = formatMmsAddress(message.from);
  if (message.previouslySentBy !== undefined) {
    full.previouslySentBy = message.previouslySentBy.map((sender) => ({
      ...sender,
      address: formatMmsAddress(sender.address),
    }));
  }
  return full;
}
