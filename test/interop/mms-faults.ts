/**
 * Where tshark is wrong about MMS, rule by rule (see ledger.ts).
 * @module
 */
import type { MmsPdu } from '../../src/mms/binary.js';
import type { Fields } from './expected.js';
import { type KnownFault, UNPREDICTABLE } from './ledger.js';

const TSHARK = 'tshark 4.0.17';

/** Fields whose values are encoded strings. */
const ENCODED = ['mmse.to', 'mmse.cc', 'mmse.bcc', 'mmse.from', 'mmse.subject', 'mmse.response_text', 'mmse.retrieve_text'];
const SENDERS = 'mmse.previously_sent_by';

/** The octets of a text with a charset, each on its own; with the quote that stands in front of an octet above 127. */
function octetsOf(text: string): string {
  const shown = [...new TextEncoder().encode(text)]
    .map((octet) => (octet > 0x7f ? '\ufffd' : String.fromCharCode(octet)))
    .join('');
  return shown.startsWith('\ufffd') ? `\\x7f${shown}` : shown;
}

const charsets: KnownFault<MmsPdu> = {
  id: 'tshark-mms-charset',
  oracle: TSHARK,
  fault: 'shows the octets of a text with a charset one by one, and the quote in front of them',
  applies: () => true,
  shows: (_, expected) => {
    const instead: Fields = {};
    for (const name of ENCODED) {
      const values = expected[name] as readonly string[] | undefined;
      if (values !== undefined) instead[name] = values.map(octetsOf);
    }
    const senders = expected[SENDERS] as readonly [number, string][] | undefined;
    if (senders !== undefined) instead[SENDERS] = senders.map(([count, address]) => [count, octetsOf(address)]);
    return instead;
  },
};

const LONG = [
  'mmse.message_size',
  'mmse.reply_charging_size',
  'mmse.expiry.rel',
  'mmse.delivery_time.rel',
  'mmse.reply_charging_deadline.rel',
];

const longIntegers: KnownFault<MmsPdu> = {
  id: 'tshark-mms-long-integer',
  oracle: TSHARK,
  fault: 'shows 0 for integers of more than four octets',
  applies: () => true,
  shows: (_, expected) => {
    const short = (value: number) => (value > 0xffffffff ? 0 : value);
    const instead: Fields = {};
    for (const name of LONG) {
      const values = expected[name] as readonly number[] | undefined;
      if (values !== undefined) instead[name] = values.map(short);
    }
    for (const name of [SENDERS, 'mmse.previously_sent_date']) {
      const values = expected[name] as readonly [number, unknown][] | undefined;
      if (values !== undefined) instead[name] = values.map(([count, value]) => [short(count), value]);
    }
    return instead;
  },
};

/** What we write in front of the first field with a count. */
const IN_FRONT = new Set(
  [
    ...['transaction_id', 'mms_version', 'message_id', 'date', 'from', 'to', 'cc', 'bcc', 'subject', 'message_class.id'],
    ...['message_class.str', 'message_size', 'expiry.abs', 'expiry.rel', 'delivery_time.abs', 'delivery_time.rel', 'priority'],
    ...['sender_visibility', 'delivery_report', 'read_report', 'report_allowed'],
  ].map((name) => `mmse.${name}`),
);

/** A list that begins with another, for which it may stand then: what follows was found behind the wrong offset. */
function longer(shown: unknown, expected: unknown): unknown {
  const [theirs, ours] = [shown ?? [], expected ?? []] as [readonly unknown[], readonly unknown[]];
  return JSON.stringify(theirs.slice(0, ours.length)) === JSON.stringify(ours) ? shown : expected;
}

const manyMessages: KnownFault<MmsPdu> = {
  id: 'tshark-mms-status-count',
  oracle: TSHARK,
  fault: 'takes the fields with a count, of confirmations for many messages, for those without, and is lost behind them',
  applies: ({ type }) => type === 'M-Delete.conf' || type === 'M-Mbox-Delete.conf',
  shows: (_, expected, shown) => {
    const names = [...Object.keys(expected), ...Object.keys(shown)].filter((name) => name !== 'mmse.message_type');
    return Object.fromEntries(
      names.map((name) => [name, IN_FRONT.has(name) ? longer(shown[name], expected[name]) : UNPREDICTABLE]),
    );
  },
};

/** What tshark gets wrong in PDUs of ours. */
export const MMS_FAULTS: readonly KnownFault<MmsPdu>[] = [charsets, longIntegers, manyMessages];
