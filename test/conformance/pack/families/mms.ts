/**
 * PDUs of multimedia messaging: each type with what it has to have, each header with each of its values, strings in their character sets,
 * addresses, times and sizes at the ends of their codings, bodies, and PDUs that are cut.
 * @module
 */
import type { BareCase, Json, JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, integer, latinHex, longInteger, nulHex, withLength as sized, sizeOf, uintvar, utf8Hex } from './wire.js';

const HEADERS = 'OMA-TS-MMS_ENC-V1_3 section 7.3';
const PDUS = 'OMA-TS-MMS_ENC-V1_3 section 6';
const BODIES = 'OMA-TS-MMS_ENC-V1_3 section 8; WAP-230-WSP section 8.5';

/** A text: ASCII as it is, all others as UTF-8 with its number; one that begins above 127 after 7F. */
function encoded(text: string): string {
  const hex = utf8Hex(text);
  if (sizeOf(hex) === text.length) return `${hex}00`;
  return sized(`EA${/^[89A-F]/.test(hex) ? '7F' : ''}${hex}00`);
}

const seconds = (text: string) => new Date(text).getTime() / 1000;

/** A form of values: the octets of one. */
type Write = (value: Json) => string;
const textOf: Write = (value) => `${utf8Hex(value as string)}00`;
const stringOf: Write = (value) => encoded(value as string);
const longOf: Write = (value) => longInteger(value as number);
const dateOf: Write = (value) => longInteger(seconds(value as string));
const countOf: Write = (value) => integer(value as number);
const tokens =
  (...names: readonly string[]): Write =>
  (value) =>
    hexOf(typeof value === 'number' ? value : 0x80 + names.indexOf(value as string));
const codes =
  (table: Readonly<Record<string, number>>): Write =>
  (value) =>
    hexOf(typeof value === 'number' ? value : (table[value as string] as number));
const YES_NO = tokens('Yes', 'No');
const timeOf: Write = (value) => {
  const { seconds: relative, time } = value as { seconds?: number; time?: string };
  return sized(time === undefined ? `81${longInteger(relative as number)}` : `80${longInteger(seconds(time))}`);
};
const fromOf: Write = (value) => (value === 'insert-address' ? '0181' : sized(`80${encoded(value as string)}`));
const versionOf: Write = (value) => {
  const [major, minor = '15'] = (value as string).split('.');
  return hexOf(0x80 + Number(major) * 16 + Number(minor));
};
const classOf: Write = (value) => {
  const index = CLASSES.indexOf(value as string);
  return index < 0 ? nulHex(value as string) : hexOf(0x80 + index);
};

/** How often a message was forwarded, and who or when it was. */
const previousOf =
  (member: string, write: Write): Write =>
  (value) => {
    const record = value as JsonObject;
    return sized(countOf(record.forwardedCount as Json) + write(record[member] as Json));
  };
const flagOf: Write = (value) => {
  const { action, keyword } = value as { action: string; keyword: string };
  return sized(hexOf(0x80 + ['add', 'remove', 'filter'].indexOf(action)) + stringOf(keyword));
};
const totalOf: Write = (value) => {
  const { unit, count } = value as { unit: string; count: number };
  return sized((unit === 'messages' ? '80' : '81') + countOf(count));
};
/** Codes of fields that a view shows. */
const ATTRIBUTES: Readonly<Record<string, number>> = { Date: 0x05, From: 0x09, Subject: 0x16, To: 0x17 };
const attributeOf: Write = (value) =>
  hexOf(0x80 + (typeof value === 'number' ? value : (ATTRIBUTES[value as string] as number)));
const elementOf: Write = (value) => sized(textOf((value as JsonObject).contentReference as Json));

const CLASSES = ['Personal', 'Advertisement', 'Informational', 'Auto'];
const STATUSES = ['Expired', 'Retrieved', 'Rejected', 'Deferred', 'Unrecognised', 'Indeterminate', 'Forwarded', 'Unreachable'];
const RESPONSES: Readonly<Record<string, number>> = {
  Ok: 0x80,
  'Error-unspecified': 0x81,
  'Error-service-denied': 0x82,
  'Error-message-format-corrupt': 0x83,
  'Error-sending-address-unresolved': 0x84,
  'Error-message-not-found': 0x85,
  'Error-network-problem': 0x86,
  'Error-content-not-accepted': 0x87,
  'Error-unsupported-message': 0x88,
  'Error-transient-failure': 0xc0,
  'Error-transient-sending-address-unresolved': 0xc1,
  'Error-transient-message-not-found': 0xc2,
  'Error-transient-network-problem': 0xc3,
  'Error-transient-partial-success': 0xc4,
  'Error-permanent-failure': 0xe0,
  'Error-permanent-service-denied': 0xe1,
  'Error-permanent-message-format-corrupt': 0xe2,
  'Error-permanent-sending-address-unresolved': 0xe3,
  'Error-permanent-message-not-found': 0xe4,
  'Error-permanent-content-not-accepted': 0xe5,
  'Error-permanent-reply-charging-limitations-not-met': 0xe6,
  'Error-permanent-reply-charging-request-not-accepted': 0xe7,
  'Error-permanent-reply-charging-forwarding-denied': 0xe8,
  'Error-permanent-reply-charging-not-supported': 0xe9,
  'Error-permanent-address-hiding-not-supported': 0xea,
  'Error-permanent-lack-of-prepaid': 0xeb,
};
const RETRIEVALS: Readonly<Record<string, number>> = {
  Ok: 0x80,
  'Error-transient-failure': 0xc0,
  'Error-transient-message-not-found': 0xc1,
  'Error-transient-network-problem': 0xc2,
  'Error-permanent-failure': 0xe0,
  'Error-permanent-service-denied': 0xe1,
  'Error-permanent-message-not-found': 0xe2,
  'Error-permanent-content-unsupported': 0xe3,
};
const STORES: Readonly<Record<string, number>> = {
  Success: 0x80,
  'Error-transient-failure': 0xc0,
  'Error-transient-network-problem': 0xc1,
  'Error-permanent-failure': 0xe0,
  'Error-permanent-service-denied': 0xe1,
  'Error-permanent-message-format-corrupt': 0xe2,
  'Error-permanent-message-not-found': 0xe3,
  'Error-permanent-mmbox-full': 0xe4,
};
const CONTENT_CLASSES = [
  'text',
  'image-basic',
  'image-rich',
  'video-basic',
  'video-rich',
  'megapixel',
  'content-basic',
  'content-rich',
];
const REPLY_CHARGINGS = ['Requested', 'Requested-text-only', 'Accepted', 'Accepted-text-only'];
const STATES = ['Draft', 'Sent', 'New', 'Retrieved', 'Forwarded'];

/** Headers with their codes and forms, in the order of the tables of section 6. */
const FIELDS: Readonly<Record<string, readonly [code: number, write: Write]>> = {
  'X-Mms-Transaction-ID': [0x18, textOf],
  'X-Mms-MMS-Version': [0x0d, versionOf],
  'Message-Id': [0x0b, textOf],
  Date: [0x05, dateOf],
  From: [0x09, fromOf],
  To: [0x17, stringOf],
  Cc: [0x02, stringOf],
  Bcc: [0x01, stringOf],
  Subject: [0x16, stringOf],
  'X-Mms-Message-Class': [0x0a, classOf],
  'X-Mms-Message-Size': [0x0e, longOf],
  'X-Mms-Expiry': [0x08, timeOf],
  'X-Mms-Delivery-Time': [0x07, timeOf],
  'X-Mms-Priority': [0x0f, tokens('Low', 'Normal', 'High')],
  'X-Mms-Sender-Visibility': [0x14, tokens('Hide', 'Show')],
  'X-Mms-Delivery-Report': [0x06, YES_NO],
  'X-Mms-Read-Report': [0x10, YES_NO],
  'X-Mms-Report-Allowed': [0x11, YES_NO],
  'X-Mms-Response-Status': [0x12, codes(RESPONSES)],
  'X-Mms-Response-Text': [0x13, stringOf],
  'X-Mms-Status': [0x15, tokens(...STATUSES)],
  'X-Mms-Status-Text': [0x36, stringOf],
  'X-Mms-Retrieve-Status': [0x19, codes(RETRIEVALS)],
  'X-Mms-Retrieve-Text': [0x1a, stringOf],
  'X-Mms-Read-Status': [0x1b, tokens('Read', 'Deleted-without-being-read')],
  'X-Mms-Reply-Charging': [0x1c, tokens(...REPLY_CHARGINGS)],
  'X-Mms-Reply-Charging-Deadline': [0x1d, timeOf],
  'X-Mms-Reply-Charging-ID': [0x1e, textOf],
  'X-Mms-Reply-Charging-Size': [0x1f, longOf],
  'X-Mms-Previously-Sent-By': [0x20, previousOf('address', stringOf)],
  'X-Mms-Previously-Sent-Date': [0x21, previousOf('date', dateOf)],
  'X-Mms-Store': [0x22, YES_NO],
  'X-Mms-MM-State': [0x23, tokens(...STATES)],
  'X-Mms-MM-Flags': [0x24, flagOf],
  'X-Mms-Store-Status': [0x25, codes(STORES)],
  'X-Mms-Store-Status-Text': [0x26, stringOf],
  'X-Mms-Stored': [0x27, YES_NO],
  'X-Mms-Attributes': [0x28, attributeOf],
  'X-Mms-Totals': [0x29, YES_NO],
  'X-Mms-Mbox-Totals': [0x2a, totalOf],
  'X-Mms-Quotas': [0x2b, YES_NO],
  'X-Mms-Mbox-Quotas': [0x2c, totalOf],
  'X-Mms-Message-Count': [0x2d, countOf],
  'X-Mms-Start': [0x2f, countOf],
  'X-Mms-Limit': [0x33, countOf],
  'X-Mms-Distribution-Indicator': [0x31, YES_NO],
  'X-Mms-Element-Descriptor': [0x32, elementOf],
  'X-Mms-Recommended-Retrieval-Mode': [0x34, tokens('Manual')],
  'X-Mms-Recommended-Retrieval-Mode-Text': [0x35, stringOf],
  'X-Mms-Applic-ID': [0x37, textOf],
  'X-Mms-Reply-Applic-ID': [0x38, textOf],
  'X-Mms-Aux-Applic-Info': [0x39, textOf],
  'X-Mms-Content-Class': [0x3a, tokens(...CONTENT_CLASSES)],
  'X-Mms-DRM-Content': [0x3b, YES_NO],
  'X-Mms-Adaptation-Allowed': [0x3c, YES_NO],
  'X-Mms-Replace-ID': [0x3d, textOf],
  'X-Mms-Cancel-ID': [0x3e, textOf],
  'X-Mms-Cancel-Status': [0x3f, tokens('Request-received', 'Request-corrupted')],
  'X-Mms-Content-Location': [0x03, textOf],
};

/** Types of PDUs from 80 hex on. */
const TYPES = [
  ...['m-send-req', 'm-send-conf', 'm-notification-ind', 'm-notifyresp-ind', 'm-retrieve-conf', 'm-acknowledge-ind'],
  ...['m-delivery-ind', 'm-read-rec-ind', 'm-read-orig-ind', 'm-forward-req', 'm-forward-conf', 'm-mbox-store-req'],
  ...[
    'm-mbox-store-conf',
    'm-mbox-view-req',
    'm-mbox-view-conf',
    'm-mbox-upload-req',
    'm-mbox-upload-conf',
    'm-mbox-delete-req',
  ],
  ...['m-mbox-delete-conf', 'm-mbox-descr', 'm-delete-req', 'm-delete-conf', 'm-cancel-req', 'm-cancel-conf'],
];

/** What the PDUs without a body have to have. */
const TRANSACTION = { 'X-Mms-Transaction-ID': 'T1', 'X-Mms-MMS-Version': '1.2' } as const;
const TO = { To: ['+447700900001/TYPE=PLMN'] } as const;
const NEEDED: Readonly<Record<string, JsonObject>> = {
  'm-send-conf': { ...TRANSACTION, 'X-Mms-Response-Status': 'Ok' },
  'm-notification-ind': {
    ...{ ...TRANSACTION, 'X-Mms-Message-Class': 'Personal', 'X-Mms-Message-Size': 3000, 'X-Mms-Expiry': { seconds: 86400 } },
    'X-Mms-Content-Location': 'http://mmsc/1',
  },
  'm-notifyresp-ind': { ...TRANSACTION, 'X-Mms-Status': 'Retrieved' },
  'm-acknowledge-ind': TRANSACTION,
  'm-delivery-ind': {
    'X-Mms-MMS-Version': '1.2',
    'Message-Id': 'm1',
    ...TO,
    Date: '2024-02-29T12:34:56Z',
    'X-Mms-Status': 'Retrieved',
  },
  'm-read-rec-ind': {
    'X-Mms-MMS-Version': '1.2',
    'Message-Id': 'm1',
    From: 'insert-address',
    ...TO,
    'X-Mms-Read-Status': 'Read',
  },
  'm-read-orig-ind': {
    ...{ 'X-Mms-MMS-Version': '1.2', 'Message-Id': 'm1', From: '+447700900002/TYPE=PLMN', ...TO },
    ...{ Date: '2024-02-29T12:34:56Z', 'X-Mms-Read-Status': 'Read' },
  },
  'm-forward-req': { ...TRANSACTION, From: 'insert-address', ...TO, 'X-Mms-Content-Location': 'http://mmsc/1' },
  'm-forward-conf': { ...TRANSACTION, 'X-Mms-Response-Status': 'Ok' },
  'm-mbox-store-req': { ...TRANSACTION, 'X-Mms-Content-Location': 'http://mmsc/1' },
  'm-mbox-store-conf': { ...TRANSACTION, 'X-Mms-Store-Status': 'Success' },
  'm-mbox-view-req': TRANSACTION,
  'm-mbox-view-conf': { ...TRANSACTION, 'X-Mms-Response-Status': 'Ok' },
  'm-mbox-upload-conf': { ...TRANSACTION, 'X-Mms-Store-Status': 'Success' },
  'm-cancel-req': { ...TRANSACTION, 'X-Mms-Cancel-ID': 'c1' },
  'm-cancel-conf': { ...TRANSACTION, 'X-Mms-Cancel-Status': 'Request-received' },
};

/** A header, or one for each item of a list. */
function headerHex(name: string, value: Json): string {
  const [code, write] = FIELDS[name] as (typeof FIELDS)[string];
  const values = Array.isArray(value) ? (value as readonly Json[]) : [value];
  return values.map((each) => hexOf(code + 0x80) + write(each)).join('');
}

const typeHex = (type: string) => `8C${hexOf(0x80 + TYPES.indexOf(type))}`;

/** Headers in the order of the tables. */
function headersHex(values: JsonObject): string {
  const order = Object.keys(FIELDS);
  const sorted = Object.entries(values).sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
  return sorted.map(([name, value]) => headerHex(name, value)).join('');
}

function read(
  id: string,
  title: string,
  hex: string,
  value: JsonObject,
  direction: BareCase['direction'] = 'both',
  specification = HEADERS,
): FamilyCase {
  return { id: `mms/${id}`, format: 'mms', title, direction, input: { hex }, expected: { value }, specification };
}

/** A PDU with what it needs and more. */
function pdu(id: string, title: string, type: string, more: JsonObject = {}, specification = HEADERS): FamilyCase {
  const values = { ...NEEDED[type], ...more };
  return read(id, title, typeHex(type) + headersHex(values), { 'X-Mms-Message-Type': type, ...values }, 'both', specification);
}

const plain = (value: Json) => (typeof value === 'object' ? JSON.stringify(value).replaceAll(/[[\]{}"]/g, '') : String(value));

/** Each value of a header in a PDU. */
const each = (name: string, type: string, values: readonly Json[], more: JsonObject = {}): FamilyCase[] =>
  values.map((value, index) =>
    pdu(`${name.toLowerCase()}/${index}`, `${name}: ${plain(value)}`, type, { ...more, [name]: value }),
  );

const BOOLEAN = ['Yes', 'No'];

/** Every type, and every header with every value. */
function headers(): FamilyCase[] {
  const types = Object.keys(NEEDED).map((type) => pdu(`pdu/${type}`, `${type} with what it has to have`, type, {}, PDUS));
  return [
    ...types,
    ...each('X-Mms-Message-Class', 'm-notification-ind', [...CLASSES.slice(1), 'x-own']),
    ...each('X-Mms-Delivery-Report', 'm-notification-ind', BOOLEAN),
    ...each('X-Mms-Report-Allowed', 'm-acknowledge-ind', BOOLEAN),
    ...each('X-Mms-Read-Report', 'm-forward-req', BOOLEAN),
    ...each(
      'X-Mms-Status',
      'm-notifyresp-ind',
      STATUSES.filter((status) => status !== 'Retrieved'),
    ),
    ...each('X-Mms-Response-Status', 'm-send-conf', [...Object.keys(RESPONSES).slice(1), 0xc5, 0xff]),
    ...each('X-Mms-Read-Status', 'm-read-rec-ind', ['Deleted-without-being-read']),
    ...each('X-Mms-Store-Status', 'm-mbox-store-conf', Object.keys(STORES).slice(1)),
    ...each('X-Mms-MM-State', 'm-mbox-store-req', STATES),
    ...each('X-Mms-Store', 'm-forward-req', BOOLEAN),
    ...each('X-Mms-Stored', 'm-notification-ind', BOOLEAN),
    ...each('X-Mms-Totals', 'm-mbox-view-req', BOOLEAN),
    ...each('X-Mms-Quotas', 'm-mbox-view-req', BOOLEAN),
    ...each('X-Mms-Distribution-Indicator', 'm-notification-ind', BOOLEAN),
    ...each('X-Mms-Reply-Charging', 'm-notification-ind', REPLY_CHARGINGS),
    ...each('X-Mms-Recommended-Retrieval-Mode', 'm-notification-ind', ['Manual']),
    ...each('X-Mms-Cancel-Status', 'm-cancel-conf', ['Request-corrupted']),
    ...each('X-Mms-MMS-Version', 'm-acknowledge-ind', ['1.0', '1.1', '1.3', '1', '2.0', '7.14']),
    ...each('X-Mms-Transaction-ID', 'm-acknowledge-ind', ['a', '0123456789'.repeat(4), 'T=1;x/y']),
    ...each('Message-Id', 'm-send-conf', ['AB12@mmsc.example.com', '<x@y>']),
    ...each('X-Mms-Response-Text', 'm-send-conf', ['OK', 'Zu groß']),
    ...each('X-Mms-Store-Status-Text', 'm-mbox-store-conf', ['full', '満杯']),
    ...each('X-Mms-Status-Text', 'm-notifyresp-ind', ['later']),
    ...each('X-Mms-Applic-ID', 'm-notification-ind', ['com.example.chess']),
    ...each('X-Mms-Reply-Applic-ID', 'm-notification-ind', ['com.example.chess.reply']),
    ...each('X-Mms-Aux-Applic-Info', 'm-notification-ind', ['move=e4']),
    ...each('X-Mms-Replace-ID', 'm-notification-ind', ['m0']),
    ...each('X-Mms-Reply-Charging-ID', 'm-notification-ind', ['m7']),
    ...each('X-Mms-Recommended-Retrieval-Mode-Text', 'm-notification-ind', ['large']),
    ...each('X-Mms-Previously-Sent-By', 'm-notification-ind', [
      [{ forwardedCount: 1, address: '+447700900005/TYPE=PLMN' }],
      [
        { forwardedCount: 1, address: 'a@b.example' },
        { forwardedCount: 2, address: '+447700900006/TYPE=PLMN' },
      ],
      [{ forwardedCount: 127, address: 'Jörg@b.example' }],
    ]),
    ...each('X-Mms-Previously-Sent-Date', 'm-notification-ind', [
      [{ forwardedCount: 1, date: '2024-02-29T12:00:00Z' }],
      [
        { forwardedCount: 1, date: '2001-09-09T01:46:40Z' },
        { forwardedCount: 2, date: '2038-01-19T03:14:08Z' },
      ],
    ]),
    ...each('X-Mms-MM-Flags', 'm-mbox-store-req', [
      [{ action: 'add', keyword: 'work' }],
      [{ action: 'remove', keyword: 'wörk' }],
      [
        { action: 'filter', keyword: 'a' },
        { action: 'add', keyword: 'b' },
      ],
    ]),
    ...each('X-Mms-Mbox-Totals', 'm-mbox-view-conf', [[{ unit: 'messages', count: 5 }], [{ unit: 'octets', count: 100000 }]]),
    ...each('X-Mms-Mbox-Quotas', 'm-mbox-view-conf', [
      [
        { unit: 'messages', count: 127 },
        { unit: 'octets', count: 128 },
      ],
    ]),
    ...each('X-Mms-Attributes', 'm-mbox-view-req', [['Subject'], ['Date', 'From', 'To', 'Subject'], [0x7e]]),
    ...each('X-Mms-Element-Descriptor', 'm-notification-ind', [
      [{ contentReference: 'cid:1' }],
      [{ contentReference: 'a.gif' }, { contentReference: 'b.txt' }],
    ]),
    ...each('X-Mms-Message-Count', 'm-mbox-view-conf', [0, 1, 127, 128, 300]),
    ...each('X-Mms-Start', 'm-mbox-view-req', [0, 127, 128]),
    ...each('X-Mms-Limit', 'm-mbox-view-req', [1, 127, 65536]),
  ];
}

/** Deletion, whose answers say of each message what became of it; nested multiparts. */
function others(): FamilyCase[] {
  const locations = ['http://mmsc/1', 'http://mmsc/2'];
  const request = (type: string) =>
    read(
      `pdu/${type}`,
      `${type} of two messages`,
      `${typeHex(type)}${headersHex(TRANSACTION)}${locations.map((each) => headerHex('X-Mms-Content-Location', each)).join('')}`,
      {
        ...{ 'X-Mms-Message-Type': type, ...TRANSACTION, 'X-Mms-Content-Locations': locations },
      },
      'both',
      PDUS,
    );
  const answer = (type: string) => {
    const statuses = ['Ok', 'Error-permanent-message-not-found'];
    const hex = statuses
      .map((status, index) => `92${sized(hexOf(0x81 + index) + hexOf(RESPONSES[status] as number))}`)
      .join('');
    return read(
      `pdu/${type}`,
      `${type} of two messages`,
      typeHex(type) + headersHex(TRANSACTION) + hex,
      {
        ...{ 'X-Mms-Message-Type': type, ...TRANSACTION },
        'X-Mms-Response-Statuses': statuses.map((value, index) => ({ statusCount: index + 1, value })),
      },
      'both',
      PDUS,
    );
  };
  const inner = '020101835A01029D4749';
  const nested = read(
    'body/nested',
    'a multipart inside a multipart',
    `${typeHex('m-send-req')}${headersHex({ ...TRANSACTION, From: 'insert-address', ...TO })}84A301${uintvar(1)}${uintvar(sizeOf(inner))}A6${inner}`,
    {
      ...{ 'X-Mms-Message-Type': 'm-send-req', ...TRANSACTION, From: 'insert-address', ...TO },
      'Content-Type': 'application/vnd.wap.multipart.mixed',
      parts: [
        {
          'Content-Type': 'application/vnd.wap.multipart.alternative',
          octets: sizeOf(inner),
          parts: [
            { 'Content-Type': 'text/plain', octets: 1, data: '5A' },
            { 'Content-Type': 'image/gif', octets: 2, data: '4749' },
          ],
        },
      ],
    },
    'decode',
    BODIES,
  );
  return [
    ...['m-mbox-delete-req', 'm-delete-req'].map(request),
    ...['m-mbox-delete-conf', 'm-delete-conf'].map(answer),
    nested,
  ];
}

/** Sizes and times at the ends of an octet more. */
function numbers(): FamilyCase[] {
  const sizes = [0, 1, 127, 128, 255, 256, 65535, 65536, 0xffffff, 0x1000000, 0xffffffff];
  const relative = [0, 1, 127, 128, 255, 256, 65535, 65536, 604800, 0x7fffffff].map((value) => ({ seconds: value }));
  const absolute = [
    '1970-01-01T00:00:00Z',
    '1970-01-01T00:04:15Z',
    '1999-12-31T23:59:59Z',
    '2038-01-19T03:14:08Z',
    '2106-02-07T06:28:15Z',
  ].map((time) => ({ time }));
  return [
    ...each('X-Mms-Message-Size', 'm-notification-ind', sizes),
    ...each('X-Mms-Reply-Charging-Size', 'm-notification-ind', [255, 256]),
    ...each('X-Mms-Expiry', 'm-notification-ind', [...relative, ...absolute]),
    ...each('X-Mms-Reply-Charging-Deadline', 'm-notification-ind', [{ seconds: 300 }, { time: '2024-03-01T00:00:00Z' }]),
    ...each('Date', 'm-delivery-ind', [
      '1970-01-01T00:00:00Z',
      '2001-09-09T01:46:40Z',
      '2038-01-19T03:14:07Z',
      '2100-01-01T00:00:00Z',
    ]),
    read(
      'number/long-zeros',
      'a size with leading zeros',
      `${typeHex('m-notification-ind')}${headersHex({ ...NEEDED['m-notification-ind'], 'X-Mms-Message-Size': 1 }).replace('8E0101', '8E0400000001')}`,
      {
        ...{ ...NEEDED['m-notification-ind'], 'X-Mms-Message-Size': 1 },
      },
      'decode',
    ),
    {
      // Section 7.3.15: a long integer.
      ...read(
        'number/relative-short',
        'seconds as a short integer',
        `${typeHex('m-notification-ind')}${headersHex({ ...NEEDED['m-notification-ind'], 'X-Mms-Expiry': { seconds: 60 } }).replace('880381013C', '880281BC')}`,
        { ...NEEDED['m-notification-ind'], 'X-Mms-Expiry': { seconds: 60 } },
        'decode',
      ),
      level: 'lenient',
    },
  ];
}

/** Strings in their character sets, around the ends of the codings of lengths. */
function strings(): FamilyCase[] {
  const base = { ...NEEDED['m-notification-ind'] };
  const subject = (id: string, title: string, value: string, text: string, direction: BareCase['direction'] = 'decode') => {
    const values = { ...base, Subject: text };
    const hex = headersHex(values).replace(headerHex('Subject', text), `96${value}`);
    return read(
      `string/${id}`,
      title,
      typeHex('m-notification-ind') + hex,
      { 'X-Mms-Message-Type': 'm-notification-ind', ...values },
      direction,
    );
  };
  const utf16 = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex').toUpperCase();
  const long = (octets: number) => `é${'x'.repeat(octets - 5)}`;
  return [
    subject('empty', 'an empty text', '00', '', 'both'),
    subject('blank', 'a text that begins with a blank', `${latinHex(' a')}00`, ' a', 'both'),
    subject('ascii', 'US-ASCII with its number', sized(`83${nulHex('Hello')}`), 'Hello'),
    subject('latin', 'ISO-8859-1', sized(`84${nulHex('Grüße')}`), 'Grüße'),
    subject('latin-quoted', 'ISO-8859-1, first octet above 127, after 7F', sized(`847F${nulHex('Übung')}`), 'Übung'),
    subject('latin-not-quoted', 'ISO-8859-1, first octet above 127, without 7F', sized(`84${nulHex('Übung')}`), 'Übung'),
    subject('latin-2', 'ISO-8859-2', sized('85B1E600'), 'ąć'),
    subject('latin-9', 'ISO-8859-15', sized('016FA400'), '€'),
    subject('cyrillic', 'ISO-8859-5', sized('88BFE0D8D2D5E200'), 'Привет'),
    subject('utf-8-ascii', 'UTF-8 of ASCII with its number', sized(`EA${nulHex('Hello')}`), 'Hello'),
    subject('utf-8-long-number', 'the number of UTF-8 as a long integer', sized(`016A7F${utf8Hex('é')}00`), 'é'),
    subject('utf-8-4', 'UTF-8 of four octets a character', encoded('a\u{1f600}'), 'a\u{1f600}', 'both'),
    subject('utf-8-quoted', 'UTF-8, first octet above 127', encoded('éa'), 'éa', 'both'),
    subject('utf-16', 'UTF-16 with a byte order mark', sized(`0203F7FEFF${utf16('Ж1')}0000`), 'Ж1'),
    subject('utf-16-little', 'UTF-16 with the other byte order mark', sized('0203F7FFFE16040000'), 'Ж'),
    subject('ucs-2', 'UCS-2', sized(`0203E8${utf16('Ж1')}0000`), 'Ж1'),
    subject('ucs-2-one-nul', 'UCS-2 with one 00 at its end', sized(`0203E8${utf16('Ж1')}00`), 'Ж1'),
    subject('big5', 'Big5', sized('0207EAA7DA00'), '我'),
    subject('shift-jis', 'Shift_JIS', sized('9182A000'), 'あ'),
    ...[29, 30, 31, 32, 126, 127, 128, 129].map((octets) =>
      subject(`length-${octets}`, `${octets} octets after the length`, encoded(long(octets)), long(octets), 'both'),
    ),
    ...[30, 31, 32, 100].map((length) =>
      subject(`plain-${length}`, `${length} characters of ASCII`, encoded('s'.repeat(length)), 's'.repeat(length), 'both'),
    ),
    subject('length-1f', 'a length of one octet after 1F', `1F07EA${nulHex('Hello')}`, 'Hello'),
  ];
}

/** Addresses of each type, in each place. */
function addresses(): FamilyCase[] {
  const list = [
    '+447700900001/TYPE=PLMN',
    '07700900001/TYPE=PLMN',
    '1234/TYPE=PLMN',
    '192.0.2.1/TYPE=IPv4',
    '2001:0DB8:0:0:0:0:0:1/TYPE=IPv6',
    'user@example.com',
    'Jörg <joerg@example.com>',
    'a'.repeat(120),
  ];
  const base = { ...TRANSACTION, From: 'insert-address', 'X-Mms-Content-Location': 'http://mmsc/1' };
  const of = (id: string, title: string, values: JsonObject) =>
    read(
      `address/${id}`,
      title,
      typeHex('m-forward-req') + headersHex({ ...base, ...values }),
      { 'X-Mms-Message-Type': 'm-forward-req', ...base, ...values },
      'both',
      `${HEADERS}; section 8`,
    );
  return [
    ...list.map((address, index) => of(`to-${index}`, `to ${address}`, { To: [address] })),
    ...list.slice(0, 7).map((address, index) => of(`from-${index}`, `from ${address}`, { From: address, ...TO })),
    of('cc', 'a copy alone', { Cc: ['+447700900002/TYPE=PLMN'] }),
    of('bcc', 'a blind copy alone', { Bcc: ['+447700900003/TYPE=PLMN'] }),
    of('many', 'three, two copies, two blind copies', {
      ...{ To: ['a@b.c', '+1/TYPE=PLMN', 'd@e.f'], Cc: ['g@h.i', '+2/TYPE=PLMN'], Bcc: ['+3/TYPE=PLMN', 'j@k.l'] },
    }),
    read(
      'address/from-later',
      'From after To',
      `${typeHex('m-forward-req')}98${nulHex('T1')}8D92${headerHex('To', ['a@b.c'])}890181${headerHex('X-Mms-Content-Location', 'http://mmsc/1')}`,
      {
        ...{ ...base, To: ['a@b.c'] },
      },
      'decode',
    ),
    read(
      'address/order',
      'headers in another order',
      `${typeHex('m-forward-req')}98${nulHex('T1')}8D92${headerHex('X-Mms-Content-Location', 'http://mmsc/1')}${headerHex('Bcc', ['a@b.c'])}${headerHex('To', ['d@e.f'])}890181`,
      {
        ...{ ...base, To: ['d@e.f'], Bcc: ['a@b.c'] },
      },
      'decode',
    ),
  ];
}

/** A part: its headers after their length and that of its data. */
interface Part {
  readonly type: string;
  readonly headers?: string;
  readonly data: string;
  readonly value: JsonObject;
}

const partHex = ({ type, headers = '', data }: Part) =>
  uintvar(sizeOf(type + headers)) + uintvar(sizeOf(data)) + type + headers + data;
const partValue = ({ data, value }: Part): JsonObject => ({ ...value, octets: sizeOf(data), data });

/** Bodies: none, one, many parts; content types by code and text; names, identifiers, locations. */
function bodies(): FamilyCase[] {
  const head = { ...TRANSACTION, From: 'insert-address', ...TO };
  const sent = (
    id: string,
    title: string,
    type: string,
    parts: readonly Part[],
    value: JsonObject,
    direction: BareCase['direction'] = 'both',
  ) =>
    read(
      `body/${id}`,
      title,
      `${typeHex('m-send-req')}${headersHex(head)}84${type}${uintvar(parts.length)}${parts.map(partHex).join('')}`,
      { 'X-Mms-Message-Type': 'm-send-req', ...head, ...value, parts: parts.map(partValue) },
      direction,
      BODIES,
    );
  const mixed = { 'Content-Type': 'application/vnd.wap.multipart.mixed' };
  const related = { 'Content-Type': 'application/vnd.wap.multipart.related' };
  const text = (data: string, more = ''): Part => ({
    type: sized('8381EA'),
    headers: more,
    data: utf8Hex(data),
    value: { 'Content-Type': 'text/plain', charset: 'utf-8' },
  });
  const gif: Part = { type: '9D', data: '474946383961', value: { 'Content-Type': 'image/gif' } };
  const id = (value: string) => `C022${nulHex(`<${value}>`)}`;
  const location = (value: string) => `8E${nulHex(value)}`;
  const smil: Part = {
    type: nulHex('application/smil'),
    headers: id('s'),
    data: utf8Hex('<smil></smil>'),
    value: { 'Content-Type': 'application/smil', 'Content-ID': '<s>' },
  };
  const types: readonly (readonly [hex: string, type: string])[] = [
    ['9E', 'image/jpeg'],
    ['A0', 'image/png'],
    ['A1', 'image/vnd.wap.wbmp'],
    ['86', 'text/x-vCalendar'],
    ['87', 'text/x-vCard'],
    [nulHex('audio/amr'), 'audio/amr'],
    [nulHex('audio/midi'), 'audio/midi'],
    [nulHex('video/3gpp'), 'video/3gpp'],
    [nulHex('application/x-own'), 'application/x-own'],
    ['CA', 'application/vnd.oma.drm.rights+xml'],
  ];
  const charsets: readonly (readonly [number: string, name: string])[] = [
    ['83', 'us-ascii'],
    ['84', 'iso-8859-1'],
    ['EA', 'utf-8'],
    ['0203E8', 'iso-10646-ucs-2'],
    ['0203F7', 'utf-16'],
  ];
  const sizes = [0, 1, 127, 128, 16383, 16384].map((size) =>
    sent(`octets-${size}`, `a part of ${size} octets`, 'A3', [{ ...gif, data: '5A'.repeat(size) }], mixed),
  );
  const counts = [0, 2, 127, 128].map((count) =>
    sent(
      `parts-${count}`,
      `${count} parts`,
      'A3',
      Array.from({ length: count }, (_, index) => ({ ...gif, data: hexOf(index + 1) })),
      mixed,
    ),
  );
  const named: Part = { ...gif, type: sized(`9D85${nulHex('a.gif')}`), value: { ...gif.value, name: 'a.gif' } };
  const disposed = (hex: string, more: JsonObject): Part => ({
    ...gif,
    headers: `AE${sized(hex)}`,
    value: { ...gif.value, ...more },
  });
  return [
    ...sizes,
    ...counts,
    ...types.map(([type, name], index) =>
      sent(`type-${index}`, `a part of ${name}`, 'A3', [{ type, data: '4142', value: { 'Content-Type': name } }], mixed),
    ),
    ...charsets.map(([number, charset]) =>
      sent(
        `charset-${charset}`,
        `a text in ${charset}`,
        'A3',
        [{ type: sized(`8381${number}`), data: '00410042', value: { 'Content-Type': 'text/plain', charset } }],
        mixed,
      ),
    ),
    sent(
      'text-bare',
      'a text without a charset',
      'A3',
      [{ type: '83', data: utf8Hex('abc'), value: { 'Content-Type': 'text/plain' } }],
      mixed,
    ),
    sent('alternative', 'alternatives', 'A6', [text('a'), gif], {
      'Content-Type': 'application/vnd.wap.multipart.alternative',
    }),
    sent(
      'related',
      'related parts without a start',
      'B3',
      [{ ...gif, headers: id('g'), value: { ...gif.value, 'Content-ID': '<g>' } }],
      related,
    ),
    sent('start', 'a start and its type', sized(`B38A${nulHex('<s>')}89${nulHex('application/smil')}`), [smil, gif], {
      ...related,
      Start: '<s>',
      Type: 'application/smil',
    }),
    sent(
      'start-newer',
      'a start and its type with the newer codes',
      sized(`B389${nulHex('application/smil')}99${nulHex('<s>')}`),
      [smil, gif],
      { ...related, Start: '<s>', Type: 'application/smil' },
      'decode',
    ),
    sent(
      'start-code',
      'a type of the start that has a code',
      sized(`B38A${nulHex('<t>')}8983`),
      [{ ...text('x', id('t')), value: { 'Content-Type': 'text/plain', charset: 'utf-8', 'Content-ID': '<t>' } }],
      { ...related, Start: '<t>', Type: 'text/plain' },
    ),
    sent('name', 'a name', 'A3', [named], mixed),
    sent(
      'name-newer',
      'a name with the newer code',
      'A3',
      [{ ...named, type: sized(`9D97${nulHex('a.gif')}`) }],
      mixed,
      'decode',
    ),
    sent(
      'name-charset',
      'a charset and a name',
      'A3',
      [
        {
          type: sized(`8381EA85${nulHex('t.txt')}`),
          data: utf8Hex('é'),
          value: { 'Content-Type': 'text/plain', charset: 'utf-8', name: 't.txt' },
        },
      ],
      mixed,
    ),
    sent(
      'location',
      'a location',
      'A3',
      [{ ...gif, headers: location('a.gif'), value: { ...gif.value, 'Content-Location': 'a.gif' } }],
      mixed,
    ),
    sent('id', 'an identifier', 'A3', [{ ...gif, headers: id('1@x'), value: { ...gif.value, 'Content-ID': '<1@x>' } }], mixed),
    sent(
      'id-location',
      'an identifier and a location',
      'A3',
      [
        {
          ...gif,
          headers: id('g') + location('g.gif'),
          value: { ...gif.value, 'Content-ID': '<g>', 'Content-Location': 'g.gif' },
        },
      ],
      mixed,
    ),
    sent(
      'location-id',
      'a location before an identifier',
      'A3',
      [
        {
          ...gif,
          headers: location('g.gif') + id('g'),
          value: { ...gif.value, 'Content-ID': '<g>', 'Content-Location': 'g.gif' },
        },
      ],
      mixed,
      'decode',
    ),
    sent(
      'id-text',
      'an identifier without a quotation mark',
      'A3',
      [{ ...gif, headers: `C0${nulHex('<g>')}`, value: { ...gif.value, 'Content-ID': '<g>' } }],
      mixed,
      'decode',
    ),
    sent(
      'disposition',
      'an attachment with the name of a file',
      'A3',
      [disposed(`8186${nulHex('a.gif')}`, { 'Content-Disposition': 'attachment', filename: 'a.gif' })],
      mixed,
    ),
    sent('disposition-inline', 'inline', 'A3', [disposed('82', { 'Content-Disposition': 'inline' })], mixed),
    sent(
      'disposition-newer',
      'the name of a file with the newer code',
      'A3',
      [disposed(`8198${nulHex('a.gif')}`, { 'Content-Disposition': 'attachment', filename: 'a.gif' })],
      mixed,
      'decode',
    ),
    sent(
      'headers-30',
      'headers of a part at 30 octets',
      'A3',
      [{ ...gif, headers: location('x'.repeat(27)), value: { ...gif.value, 'Content-Location': 'x'.repeat(27) } }],
      mixed,
    ),
    sent(
      'headers-128',
      'headers of a part at 128 octets',
      'A3',
      [{ ...gif, headers: location('x'.repeat(125)), value: { ...gif.value, 'Content-Location': 'x'.repeat(125) } }],
      mixed,
    ),
    read(
      'body/one',
      'a body that is not a multipart',
      `${typeHex('m-send-req')}${headersHex(head)}84${sized('8381EA')}${utf8Hex('hi')}`,
      {
        ...{ 'X-Mms-Message-Type': 'm-send-req', ...head, 'Content-Type': 'text/plain' },
        parts: [{ 'Content-Type': 'text/plain', charset: 'utf-8', octets: 2, data: utf8Hex('hi') }],
      },
      'decode',
      BODIES,
    ),
    ...[
      ['X-Mms-Retrieve-Status', [...Object.keys(RETRIEVALS)]],
      ['X-Mms-Content-Class', CONTENT_CLASSES],
      ['X-Mms-DRM-Content', BOOLEAN],
      ['X-Mms-Adaptation-Allowed', BOOLEAN],
      ['X-Mms-Priority', ['Low', 'Normal', 'High']],
      ['X-Mms-Sender-Visibility', ['Hide', 'Show']],
      ['X-Mms-Delivery-Time', [{ seconds: 3600 }, { time: '2030-01-01T00:00:00Z' }]],
      ['X-Mms-Retrieve-Text', ['gone', 'weg ist’s']],
    ].flatMap(([name, values]) =>
      (values as readonly Json[]).map((value, index) => {
        const isRetrieve = (name as string).startsWith('X-Mms-Retrieve');
        const own = isRetrieve ? { 'X-Mms-MMS-Version': '1.3', Date: '2024-02-29T12:34:56Z' } : head;
        const type = isRetrieve ? 'm-retrieve-conf' : 'm-send-req';
        const headers = { ...own, [name as string]: value };
        return read(
          `${(name as string).toLowerCase()}/${index}`,
          `${name}: ${plain(value)}`,
          `${typeHex(type)}${headersHex(headers)}84A301${partHex(gif)}`,
          {
            ...{ 'X-Mms-Message-Type': type, ...headers, ...mixed, parts: [partValue(gif)] },
          },
        );
      }),
    ),
  ];
}

/** Uploads to a box, by the fields of section 6. */
function uploads(): FamilyCase[] {
  const TYPE = 'm-mbox-upload-req';
  const mixed = { 'Content-Type': 'application/vnd.wap.multipart.mixed' };
  const gif: Part = { type: '9D', data: '474946383961', value: { 'Content-Type': 'image/gif' } };
  const note: Part = {
    ...{ type: sized('8381EA'), data: utf8Hex('Hi'), value: { 'Content-Type': 'text/plain', charset: 'utf-8' } },
  };
  const of = (id: string, title: string, values: JsonObject, parts: readonly Part[] = [gif]) =>
    read(
      `pdu/${TYPE}${id}`,
      title,
      `${typeHex(TYPE)}${headersHex({ ...TRANSACTION, ...values })}84A3${uintvar(parts.length)}${parts.map(partHex).join('')}`,
      { 'X-Mms-Message-Type': TYPE, ...TRANSACTION, ...values, ...mixed, parts: parts.map(partValue) },
      'both',
      PDUS,
    );
  return [
    of('', `${TYPE} with what it has to have`, {}),
    of('/text', `${TYPE} with a text`, {}, [note]),
    of('/two', `${TYPE} with a text and a picture`, {}, [note, gif]),
    of('/none', `${TYPE} without parts`, {}, []),
    ...STATES.map((state) => of(`/${state.toLowerCase()}`, `${TYPE} with the state ${state}`, { 'X-Mms-MM-State': state })),
    ...['add', 'remove', 'filter'].map((action) =>
      of(`/flags-${action}`, `${TYPE} with a keyword to ${action}`, { 'X-Mms-MM-Flags': [{ action, keyword: 'work' }] }),
    ),
  ];
}

/** What is to be refused. */
function refusals(): FamilyCase[] {
  const refused = (id: string, title: string, hex: string, reason: Refusal['reason'], specification = HEADERS): FamilyCase => ({
    ...{
      id: `mms/refused/${id}`,
      format: 'mms',
      title,
      direction: 'decode',
      input: { hex },
      expected: { refused: { reason } },
      specification,
    },
  });
  const whole = typeHex('m-notification-ind') + headersHex(NEEDED['m-notification-ind'] as JsonObject);
  const without = (name: string) => {
    const values = Object.fromEntries(
      Object.entries(NEEDED['m-notification-ind'] as JsonObject).filter(([each]) => each !== name),
    );
    return refused(
      `without-${name.toLowerCase()}`,
      `m-notification-ind without ${name}`,
      typeHex('m-notification-ind') + headersHex(values),
      'bad-value',
      PDUS,
    );
  };
  const sent = `${typeHex('m-send-req')}${headersHex({ ...TRANSACTION, From: 'insert-address', ...TO })}84A3`;
  return [
    ...Object.keys(NEEDED['m-notification-ind'] as JsonObject).map(without),
    refused('type-7f', 'a type below 80 hex', `8C7F98${nulHex('T')}8D92`, 'bad-value'),
    refused('type-98', 'a type that is not defined', `8C9898${nulHex('T')}8D92`, 'bad-value'),
    refused('type-last', 'the type after other headers', `8D9298${nulHex('T')}8C85`, 'bad-value', PDUS),
    ...[1, 2, 5, 6, 7].map((octets) =>
      refused(
        `cut-${octets}`,
        `ends after ${octets} octets`,
        whole.slice(0, 2 * octets),
        octets === 2 || octets === 6 ? 'bad-value' : 'truncated',
      ),
    ),
    refused('cut-text', 'a text without its 00', whole.slice(0, -2), 'truncated'),
    refused('cut-size', 'a long integer of more octets than there are', `${whole}8E04FFFF`, 'truncated'),
    refused('token-range', 'a report that is neither yes nor no', `${whole}8682`, 'bad-value'),
    refused(
      'time-token',
      'a time that is neither absolute nor relative',
      `${typeHex('m-notification-ind')}${headersHex(NEEDED['m-notification-ind'] as JsonObject).replace('880581', '880582')}`,
      'bad-value',
    ),
    refused('twice', 'a header twice', `${whole}${headerHex('X-Mms-Message-Size', 5)}`, 'bad-value'),
    refused(
      'from-token',
      'From that neither has an address nor asks for one',
      `${typeHex('m-forward-req')}98${nulHex('T')}8D92890182${headerHex('To', ['a'])}${headerHex('X-Mms-Content-Location', 'b')}`,
      'bad-value',
    ),
    refused('utf-8', 'a subject that is not UTF-8', `${whole}96${sized('EAC3C300')}`, 'bad-value'),
    refused('string-past', 'a subject longer than the PDU', `${whole}961EEA4100`, 'truncated'),
    refused('parts-fewer', 'fewer parts than counted', `${sent}0201019D5A`, 'truncated', BODIES),
    refused('part-data', 'data longer than the PDU', `${sent}0101059D5A`, 'truncated', BODIES),
    refused('part-headers', 'headers longer than the PDU', `${sent}0120019D5A`, 'truncated', BODIES),
    refused('parts-trailing', 'an octet after the last part', `${sent}0101019D5A00`, 'trailing', BODIES),
    refused('part-cut-lengths', 'ends between the lengths of a part', `${sent}0101`, 'truncated', BODIES),
    refused(
      'upload-no-transaction',
      'm-mbox-upload-req without a transaction',
      `${typeHex('m-mbox-upload-req')}8D9284A30101069D474946383961`,
      'bad-value',
      PDUS,
    ),
    refused(
      'upload-no-version',
      'm-mbox-upload-req without a version',
      `${typeHex('m-mbox-upload-req')}98${nulHex('T1')}84A30101069D474946383961`,
      'bad-value',
      PDUS,
    ),
    refused(
      'upload-no-body',
      'm-mbox-upload-req without a body',
      `${typeHex('m-mbox-upload-req')}${headersHex(TRANSACTION)}`,
      'bad-value',
      PDUS,
    ),
    refused(
      'upload-cut',
      'm-mbox-upload-req whose part ends too early',
      `${typeHex('m-mbox-upload-req')}${headersHex(TRANSACTION)}84A30101069D4749`,
      'truncated',
      BODIES,
    ),
  ];
}

/** All of it. */
export function mmsFamily(): FamilyCase[] {
  return [...headers(), ...others(), ...numbers(), ...strings(), ...addresses(), ...bodies(), ...uploads(), ...refusals()];
}
