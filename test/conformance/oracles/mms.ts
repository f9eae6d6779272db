/**
 * Multimedia messages as tshark shows them. It has words for the values of MMS 1.0 and 1.1; of later headers it shows the octets, which are named
 * here by the tables of the specification.
 * @module
 */
import { type PdmlField, walk } from '../../interop/drivers/tshark.js';
import { partOf } from '../pack/mms.js';
import { defined } from '../pack/read.js';
import type { BareCase, Json, JsonObject } from '../pack/shape.js';
import type { Shown } from './oracle.js';

/** Fields with texts, words or numbers, by the names of headers. */
const FIELDS: Readonly<Record<string, string>> = {
  'X-Mms-Message-Type': 'message_type',
  'X-Mms-Transaction-ID': 'transaction_id',
  'X-Mms-MMS-Version': 'mms_version',
  'Message-Id': 'message_id',
  Date: 'date',
  From: 'from',
  Subject: 'subject',
  'X-Mms-Message-Class': 'message_class.id',
  'X-Mms-Message-Size': 'message_size',
  'X-Mms-Priority': 'priority',
  'X-Mms-Sender-Visibility': 'sender_visibility',
  'X-Mms-Delivery-Report': 'delivery_report',
  'X-Mms-Report-Allowed': 'report_allowed',
  'X-Mms-Response-Status': 'response_status',
  'X-Mms-Response-Text': 'response_text',
  'X-Mms-Status': 'status',
  'X-Mms-Retrieve-Status': 'retrieve_status',
  'X-Mms-Retrieve-Text': 'retrieve_text',
  'X-Mms-Read-Status': 'read_status',
  'X-Mms-Reply-Charging': 'reply_charging',
  'X-Mms-Reply-Charging-ID': 'reply_charging_id',
  'X-Mms-Reply-Charging-Size': 'reply_charging_size',
  'X-Mms-Content-Location': 'content_location',
};
const LISTS: Readonly<Record<string, string>> = { To: 'to', Cc: 'cc', Bcc: 'bcc' };
const TIMES: Readonly<Record<string, string>> = {
  'X-Mms-Expiry': 'expiry',
  'X-Mms-Delivery-Time': 'delivery_time',
  'X-Mms-Reply-Charging-Deadline': 'reply_charging_deadline',
};
const NUMBERS = ['X-Mms-Message-Size', 'X-Mms-Reply-Charging-Size'];

const YES_NO = ['Yes', 'No'];
const STORES = new Map([
  [0x80, 'Success'],
  [0xc0, 'Error-transient-failure'],
  [0xc1, 'Error-transient-network-problem'],
  [0xe0, 'Error-permanent-failure'],
  [0xe1, 'Error-permanent-service-denied'],
  [0xe2, 'Error-permanent-message-format-corrupt'],
  [0xe3, 'Error-permanent-message-not-found'],
  [0xe4, 'Error-permanent-mmbox-full'],
]);
/** Headers that it shows as octets, by its names: the header, and names from 80 hex on. */
const LATER: Readonly<Record<string, readonly [header: string, values?: readonly string[]]>> = {
  'X-Mms-Store': ['X-Mms-Store', YES_NO],
  'X-Mms-Stored': ['X-Mms-Stored', YES_NO],
  'X-Mms-Totals': ['X-Mms-Totals', YES_NO],
  'X-Mms-Quotas': ['X-Mms-Quotas', YES_NO],
  'X-Mms-Distribution-Indicator': ['X-Mms-Distribution-Indicator', YES_NO],
  'X-Mms-MM-State': ['X-Mms-MM-State', ['Draft', 'Sent', 'New', 'Retrieved', 'Forwarded']],
  'X-Mms-Store-Status': ['X-Mms-Store-Status'],
  'X-Mms-Store-Status-Text': ['X-Mms-Store-Status-Text'],
  'X-Mms-Message-Count': ['X-Mms-Message-Count'],
  'X-Mms-Start': ['X-Mms-Start'],
  'X-Mms-Limit': ['X-Mms-Limit'],
  'Unknown field (0xb4)': ['X-Mms-Recommended-Retrieval-Mode', ['Manual']],
  'Unknown field (0xb5)': ['X-Mms-Recommended-Retrieval-Mode-Text'],
  'Unknown field (0xb6)': ['X-Mms-Status-Text'],
  'Unknown field (0xb7)': ['X-Mms-Applic-ID'],
  'Unknown field (0xb8)': ['X-Mms-Reply-Applic-ID'],
  'Unknown field (0xb9)': ['X-Mms-Aux-Applic-Info'],
  'Unknown field (0xba)': [
    'X-Mms-Content-Class',
    ['text', 'image-basic', 'image-rich', 'video-basic', 'video-rich', 'megapixel', 'content-basic', 'content-rich'],
  ],
  'Unknown field (0xbb)': ['X-Mms-DRM-Content', YES_NO],
  'Unknown field (0xbc)': ['X-Mms-Adaptation-Allowed', YES_NO],
  'Unknown field (0xbd)': ['X-Mms-Replace-ID'],
  'Unknown field (0xbe)': ['X-Mms-Cancel-ID'],
  'Unknown field (0xbf)': ['X-Mms-Cancel-Status', ['Request-received', 'Request-corrupted']],
};

/** From a wording such as `Nov 14, 2023 22:13:20.000000000 UTC`. */
const instant = (wording: string) => new Date(wording.replace(/\.\d+ UTC$/, ' UTC')).toISOString().replace('.000Z', 'Z');

/** The words of a value, without the name of the field and the code. */
const wordsOf = ({ showName }: PdmlField) => showName.slice(showName.indexOf(': ') + 2).replace(/ \(0x[0-9a-f]+\)$/, '');

/** Words as the specification has them. */
function wordOf(header: string, field: PdmlField): string | number {
  const words = wordsOf(field);
  if (/^Unknown/.test(words) || /^<Unknown/.test(words)) return Number(field.show);
  if (header === 'X-Mms-Message-Type') return words;
  const joined = words.replace('Unrecognized', 'Unrecognised').replace(': ', '-').replaceAll(' ', '-');
  if (!/-Status$/.test(header) || /^(?:X-Mms-Status|X-Mms-Read-Status)$/.test(header) || joined === 'Ok') return joined;
  return `Error-${joined.toLowerCase()}`;
}

function valueBy(header: string, field: PdmlField): Json {
  if (header === 'Date') return instant(field.show);
  if (NUMBERS.includes(header)) return Number(field.show);
  if (header === 'From') return field.show.replace('<insert address>', 'insert-address');
  return /^0x[0-9a-f]{2}$/.test(field.show) && /\(0x[0-9a-f]+\)$/.test(field.showName) ? wordOf(header, field) : field.show;
}

/** A later header: a number is a token or a count, others are texts. */
function laterOf({ name, show, showName }: PdmlField, told: JsonObject): readonly [string, Json] | undefined {
  const [header, values] = LATER[showName.slice(0, showName.indexOf(': '))] ?? [];
  if (header === undefined) return undefined;
  if (name !== 'mmse.header.uint') return name === 'mmse.header.string' ? [header, show] : undefined;
  const octet = Number(show);
  if (header === 'X-Mms-Store-Status') return [header, STORES.get(octet) ?? octet];
  if (values !== undefined) return [header, values[octet - 0x80] ?? octet];
  // A short integer is shown with its high bit, or without.
  return [header, octet - 0x80 === told[header] ? octet - 0x80 : octet];
}

function headersBy(fields: readonly PdmlField[], told: JsonObject): JsonObject {
  const find = (name: string) => fields.filter((field) => field.name === `mmse.${name}`);
  const plain = Object.entries(FIELDS).flatMap(([header, name]) =>
    find(name).map((field) => [header, valueBy(header, field)] as const),
  );
  const own = find('message_class.str').map((field) => ['X-Mms-Message-Class', field.show] as const);
  const lists = Object.entries(LISTS).flatMap(([header, name]) => {
    const list = find(name).map(({ show }) => show);
    return list.length === 0 ? [] : [[header, list] as const];
  });
  const times = Object.entries(TIMES).flatMap(([header, name]) => [
    ...find(`${name}.abs`).map(({ show }) => [header, { time: instant(show) }] as const),
    ...find(`${name}.rel`).map(({ show }) => [header, { seconds: Number(show) }] as const),
  ]);
  // Its name of MMS 1.0 stands for the report of MMS 1.1 too.
  const reports = [...find('read_report'), ...find('read_reply')].map(
    (field) => ['X-Mms-Read-Report', wordsOf(field)] as const,
  );
  const later = fields.flatMap((field) => {
    const found = laterOf(field, told);
    return found === undefined ? [] : [found];
  });
  const child = (field: PdmlField, name: string) => field.children.find((each) => each.name === `${field.name}.${name}`)?.show;
  const senders = find('previously_sent_by').map((field) =>
    defined({ forwardedCount: Number(child(field, 'forward_count')), address: child(field, 'address') }),
  );
  const dates = find('previously_sent_date').map((field) =>
    defined({ forwardedCount: Number(child(field, 'forward_count')), date: instant(child(field, 'date') as string) }),
  );
  const previous = [
    ...(senders.length > 0 ? [['X-Mms-Previously-Sent-By', senders] as const] : []),
    ...(dates.length > 0 ? [['X-Mms-Previously-Sent-Date', dates] as const] : []),
  ];
  return Object.fromEntries([...plain, ...own, ...lists, ...previous, ...times, ...reports, ...later]);
}

/** The parts, of which data without a dissector have no tree. */
function partsBy(mmse: PdmlField): JsonObject[] {
  const parts = [...walk(mmse.children)].filter(({ name }) => name === 'wsp.multipart');
  return parts.map((part) => {
    const lines = [...walk(part.children)].map(({ showName, show }) => (showName === '' ? show : showName));
    const all = [...walk(part.children)];
    const shown = (name: string) => all.find((field) => field.name === name)?.show;
    const data = part.children.filter(({ name }) => !name.startsWith('wsp.') && name !== '');
    const octets = data.reduce((sum, { size }) => sum + size, 0);
    const { octets: _, charset, ...rest } = partOf(lines, octets);
    return defined({
      ...rest,
      charset: shown('wsp.parameter.charset')?.toLowerCase() ?? charset,
      name: shown('wsp.parameter.name') ?? rest.name,
      'Content-Disposition': shown('wsp.header.content_disposition')?.split(';')[0]?.toLowerCase(),
      filename: shown('wsp.parameter.filename'),
      octets: octets === 0 ? undefined : octets,
    });
  });
}

/** A PDU in the terms of the pack. */
export function shownMmsPdu(bare: BareCase, protocols: readonly PdmlField[]): Shown {
  const mmse = protocols.find(({ name }) => name === 'mmse');
  const isMalformed = [...walk(protocols)].some(({ name }) => name === '_ws.malformed');
  if (mmse === undefined || isMalformed) return { refused: true };
  const told = 'value' in bare.expected ? bare.expected.value : {};
  const type = mmse.children.find(({ name }) => name === 'wsp.header.content_type');
  const within = type === undefined ? [] : [...walk(type.children)];
  const shown = (name: string) => within.find((field) => field.name === name)?.show;
  const parts = partsBy(mmse);
  const isMultipart = type?.show.includes('multipart') === true;
  return {
    shows: defined({
      ...headersBy(mmse.children, told),
      'Content-Type': type?.show.split(';')[0],
      Start: shown('wsp.parameter.start'),
      Type: shown('wsp.parameter.upart.type'),
      parts: isMultipart ? parts : undefined,
    }),
  };
}
