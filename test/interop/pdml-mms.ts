/**
 * What tshark's fields of a multimedia message are in our tree, and where its dissector of MMS is wrong.
 * @module
 */
import type { Field } from '../../src/bytes/index.js';
import { MMS_PDU_TYPES } from '../../src/mms/binary.js';
import type { PdmlField } from './drivers/tshark.js';
import {
  type Comparison,
  child,
  differ,
  extent,
  fromC,
  type LostFault,
  number,
  type OnlyOurs,
  type Reading,
  type Rule,
  type ShownFault,
  type Table,
  text,
  words,
} from './pdml-compare.js';
import { instantOf, MULTIPART_TABLE, WSP_TABLE } from './pdml-wsp.js';

/** The field of a header that holds its text. */
function textIn(ours: Field): Field | undefined {
  return ['text', 'address', ours.name].map((name) => ours.children.find((each) => each.name === name)).find(Boolean);
}

/** A text, with or without the charset in front of it. */
const headerText: Reading = (shown, ours) => {
  const found = textIn(ours);
  return found === undefined ? differ(shown.show, ours.meaning) : text(shown, found);
};

const texts = (name: string): Rule => ({ ours: name, read: headerText });
/** A code, of which we show the octet. */
const octet = (name: string): Rule => ({ ours: name, read: child(name, number) });
const instant = words(({ show }) => instantOf(show));
const seconds: Reading = child('seconds', ({ show }, { value }) => differ(Number(show), value));
const absolute = (ours: string): Rule => ({ ours, read: instant });
const relative = (ours: string): Rule => ({ ours, read: seconds });
const list = (ours: string): Rule => ({ ours, read: extent, isGroup: true, covers: ['code', 'length'] });

/** The name in front of a value, or the code of a field that tshark has no name for. */
function isNamed({ showName }: PdmlField, ours: Field): string | undefined {
  const name = showName.slice(0, showName.indexOf(': '));
  const unknown = /^Unknown field \((0x[0-9a-f]{2})\)$/.exec(name)?.[1];
  if (unknown !== undefined) return differ(Number(unknown), ours.children[0]?.value);
  return differ(name.toLowerCase(), ours.name.toLowerCase());
}

/** A field into which tshark does not look: its name, and what follows its code. */
const unopened = (read: Reading): Rule => ({
  ours: /^(X-Mms-|Content$|Additional-headers$|header$)/,
  read: (shown, ours) => isNamed(shown, ours) ?? read(shown, ours),
});

const group = (ours: string): Rule => ({ ours, read: extent, isGroup: true });
/** An empty element, whose attributes stand in its text. */
const element = (ours: string): Rule => ({ ours, read: ({ show }, { value }) => differ(show, value), deep: true });

/** The octets of a field without a model. */
function rawIn({ name, children }: Field): Buffer | undefined {
  return /^(Content|Additional-headers|header)$/.test(name) ? Buffer.from(String(children[1]?.value), 'hex') : undefined;
}

const TIMES = ['Delivery-Time', 'Expiry', 'Reply-Charging-Deadline'];

/** Headers of MMS. */
const MMS_TABLE: Table = {
  mmse: {
    ours: /^M-/,
    read: ({ showName }, { name }) => differ(/Type: (\S+)/.exec(showName)?.[1], MMS_TYPE_NAMES[name]),
    isGroup: true,
  },
  'mmse.message_type': octet('X-Mms-Message-Type'),
  'mmse.mms_version': { ours: 'X-Mms-MMS-Version', read: words(({ show }) => show) },
  'mmse.transaction_id': texts('X-Mms-Transaction-Id'),
  'mmse.message_id': texts('Message-ID'),
  'mmse.bcc': texts('Bcc'),
  'mmse.cc': texts('Cc'),
  'mmse.to': texts('To'),
  'mmse.from': {
    ours: 'From',
    read: (shown, ours) =>
      shown.show === '<insert address>' ? differ('insert address', ours.meaning) : headerText(shown, ours),
  },
  'mmse.subject': texts('Subject'),
  'mmse.content_location': texts('X-Mms-Content-Location'),
  'mmse.response_text': texts('X-Mms-Response-Text'),
  'mmse.retrieve_text': texts('X-Mms-Retrieve-Text'),
  'mmse.reply_charging_id': texts('X-Mms-Reply-Charging-ID'),
  'mmse.date': absolute('Date'),
  'mmse.delivery_report': octet('X-Mms-Delivery-Report'),
  'mmse.message_class.id': octet('X-Mms-Message-Class'),
  'mmse.message_class.str': texts('X-Mms-Message-Class'),
  'mmse.message_size': octet('X-Mms-Message-Size'),
  'mmse.priority': octet('X-Mms-Priority'),
  // The name of MMS 1.0, which a message without a version goes by.
  'mmse.read_reply': octet('X-Mms-Read-Report'),
  'mmse.read_report': octet('X-Mms-Read-Report'),
  'mmse.read_status': octet('X-Mms-Read-Status'),
  'mmse.reply_charging': octet('X-Mms-Reply-Charging'),
  'mmse.reply_charging_size': octet('X-Mms-Reply-Charging-Size'),
  'mmse.report_allowed': octet('X-Mms-Report-Allowed'),
  'mmse.response_status': octet('X-Mms-Response-Status'),
  'mmse.retrieve_status': octet('X-Mms-Retrieve-Status'),
  'mmse.sender_visibility': octet('X-Mms-Sender-Visibility'),
  'mmse.status': octet('X-Mms-Status'),
  ...Object.fromEntries(
    TIMES.flatMap((name) => [
      [`mmse.${name.toLowerCase().replaceAll('-', '_')}.abs`, absolute(`X-Mms-${name}`)],
      [`mmse.${name.toLowerCase().replaceAll('-', '_')}.rel`, relative(`X-Mms-${name}`)],
    ]),
  ),
  'mmse.previously_sent_by': list('X-Mms-Previously-Sent-By'),
  'mmse.previously_sent_by.forward_count': { ours: 'count', read: number },
  'mmse.previously_sent_by.address': { ours: 'address', read: text },
  'mmse.previously_sent_date': list('X-Mms-Previously-Sent-Date'),
  'mmse.previously_sent_date.forward_count': { ours: 'count', read: number },
  'mmse.previously_sent_date.date': { ours: 'date', read: instant },
  'mmse.ffheader': {
    ours: 'header',
    read: ({ showName }, { children }) => differ(fromC(showName), children.map(({ value }) => value).join(': ')),
  },
  // Of a short integer tshark shows the mark too.
  'mmse.header.uint': unopened(({ show }, ours) => {
    const octets = rawIn(ours);
    const value = octets === undefined ? Number(ours.children[1]?.value) | 0x80 : octets[0];
    return differ(Number(show), value);
  }),
  'mmse.header.string': unopened((shown, ours) => {
    const octets = rawIn(ours);
    return octets === undefined
      ? headerText(shown, ours)
      : differ(fromC(shown.show), octets.subarray(0, -1).toString('latin1'));
  }),
  'mmse.header.bytes': unopened(extent),

  // What the parts hold.
  smil: group('SMIL'),
  ...Object.fromEntries(['smil', 'head', 'layout', 'body', 'par'].map((name) => [`smil.${name}`, group(name)])),
  ...Object.fromEntries(
    ['root-layout', 'region', 'img', 'text', 'audio', 'video', 'ref'].map((name) => [`smil.${name}`, element(name)]),
  ),
  'smil.par.dur': { reason: 'our tree shows a tag with its attributes' },
  '"</"': { ours: 'tag', read: ({ show }, { value }) => differ(show, value) },
  'data-text-lines': { ours: 'data', read: extent, deep: true },
  media: { ours: 'data', read: extent, deep: true },
  'image-gif': { ours: 'data', read: extent, deep: true },
};

const MMS_TYPE_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  MMS_PDU_TYPES.map((type) => [type, type.toLowerCase().replace('.', '-')]),
);

const ONLY_OURS: readonly OnlyOurs[] = [
  { fields: /^M-[^/]*\/code$/, reason: 'tshark shows the content type without its code' },
  { fields: /^(smil|head|layout|body|par)\/tag$/, reason: 'tshark shows what begins with a tag, not the tag' },
  { fields: /^body\/nEntries$/, reason: 'tshark counts the parts by showing them' },
];

/** The fields below this one. */
function* fieldsIn(field: Field): Generator<Field> {
  yield field;
  for (const each of field.children) yield* fieldsIn(each);
}

const longIntegers: ShownFault = {
  id: 'tshark-mms-long-integer',
  fault: 'shows 0 for integers of more than four octets',
  names: /^mmse\.(message_size|reply_charging_size|.*\.rel|previously_sent_(by|date)\.forward_count)$/,
  explains: ({ show }, ours) =>
    Number(show) === 0 && ours !== undefined && [...fieldsIn(ours)].some(({ value }) => Number(value) > 0xffffffff),
};

const charsets: ShownFault = {
  id: 'tshark-mms-charset',
  fault: 'shows the octets of a text with a charset one by one',
  names: /^mmse\./,
  explains: ({ show }, ours) =>
    ours?.children.some(({ name }) => name === 'charset') === true &&
    /\ufffd/.test(show) &&
    /[^ -~]/.test(String(ours.meaning)),
};

const lateTypes: ShownFault = {
  id: 'tshark-mms-types',
  fault: 'has no names for the types from M-Delete.req on',
  names: /^mmse$/,
  explains: ({ showName }, ours) => showName.includes('Type: Unknown') && /^M-(Delete|Cancel)\./.test(ours?.name ?? ''),
};

const counted: LostFault = {
  id: 'tshark-mms-status-count',
  fault: 'reads fields with a count, in confirmations for many messages, as fields without one, and misreads the rest',
  lostFrom: (ours) =>
    [...fieldsIn(ours)].find(
      ({ name, children }) =>
        /^X-Mms-(Response-Status|Response-Text|Content-Location)$/.test(name) && children.some((each) => each.name === 'count'),
    )?.start,
};

/** Multimedia messages, as pushes carry them. */
export const MMS: Comparison = {
  table: { ...WSP_TABLE, ...MULTIPART_TABLE, ...MMS_TABLE },
  onlyOurs: ONLY_OURS,
  shownFaults: [longIntegers, charsets, lateTypes],
  lostFaults: [counted],
};
