/**
 * What the values of SMPP mean: commands, states of a command, kinds of addresses, codings, the bits of esm_class, times.
 * Source: SMPP Protocol Specification v3.4 sections 5.1.2.1, 5.1.3, 5.2.5, 5.2.6, 5.2.12, 5.2.17, 5.2.19, 5.2.28 and 7.1.1.
 * @module
 */
import type { OctetLayout } from '../bytes/index.js';
import { describeDcs, describePid } from '../sms/index.js';

/** Commands by command_id (5.1.2.1): the name, the section that defines the PDU. An answer has the highest bit set. */
export const COMMANDS: ReadonlyMap<number, { readonly name: string; readonly spec: string }> = /* @__PURE__ */ new Map(
  (
    [
      [0x80000000, 'generic_nack', '4.3.1'],
      [0x00000001, 'bind_receiver', '4.1.3'],
      [0x80000001, 'bind_receiver_resp', '4.1.4'],
      [0x00000002, 'bind_transmitter', '4.1.1'],
      [0x80000002, 'bind_transmitter_resp', '4.1.2'],
      [0x00000003, 'query_sm', '4.8.1'],
      [0x80000003, 'query_sm_resp', '4.8.2'],
      [0x00000004, 'submit_sm', '4.4.1'],
      [0x80000004, 'submit_sm_resp', '4.4.2'],
      [0x00000005, 'deliver_sm', '4.6.1'],
      [0x80000005, 'deliver_sm_resp', '4.6.2'],
      [0x00000006, 'unbind', '4.2.1'],
      [0x80000006, 'unbind_resp', '4.2.2'],
      [0x00000007, 'replace_sm', '4.10.1'],
      [0x80000007, 'replace_sm_resp', '4.10.2'],
      [0x00000008, 'cancel_sm', '4.9.1'],
      [0x80000008, 'cancel_sm_resp', '4.9.2'],
      [0x00000009, 'bind_transceiver', '4.1.5'],
      [0x80000009, 'bind_transceiver_resp', '4.1.6'],
      [0x0000000b, 'outbind', '4.1.7.1'],
      [0x00000015, 'enquire_link', '4.11.1'],
      [0x80000015, 'enquire_link_resp', '4.11.2'],
      [0x00000021, 'submit_multi', '4.5.1'],
      [0x80000021, 'submit_multi_resp', '4.5.2'],
      [0x00000102, 'alert_notification', '4.12.1'],
      [0x00000103, 'data_sm', '4.7.1'],
      [0x80000103, 'data_sm_resp', '4.7.2'],
    ] as const
  ).map(([id, name, section]) => [id, { name, spec: `SMPP 3.4 ${section}` }]),
);

/** command_status (5.1.3): the specification's name without ESME_, and what it says. */
const STATES: ReadonlyMap<number, readonly [name: string, words: string]> = /* @__PURE__ */ new Map([
  [0x00, ['ROK', 'no error']],
  [0x01, ['RINVMSGLEN', 'the length of the message is invalid']],
  [0x02, ['RINVCMDLEN', 'the length of the command is invalid']],
  [0x03, ['RINVCMDID', 'the command is unknown']],
  [0x04, ['RINVBNDSTS', 'the command does not go with the state of the session']],
  [0x05, ['RALYBND', 'bound already']],
  [0x06, ['RINVPRTFLG', 'invalid priority_flag']],
  [0x07, ['RINVREGDLVFLG', 'invalid registered_delivery']],
  [0x08, ['RSYSERR', 'a fault of the system']],
  [0x0a, ['RINVSRCADR', 'invalid source address']],
  [0x0b, ['RINVDSTADR', 'invalid destination address']],
  [0x0c, ['RINVMSGID', 'invalid message_id']],
  [0x0d, ['RBINDFAIL', 'the bind failed']],
  [0x0e, ['RINVPASWD', 'invalid password']],
  [0x0f, ['RINVSYSID', 'invalid system_id']],
  [0x11, ['RCANCELFAIL', 'cancel_sm failed']],
  [0x13, ['RREPLACEFAIL', 'replace_sm failed']],
  [0x14, ['RMSGQFUL', 'the queue is full']],
  [0x15, ['RINVSERTYP', 'invalid service_type']],
  [0x33, ['RINVNUMDESTS', 'invalid number of destinations']],
  [0x34, ['RINVDLNAME', 'invalid name of a distribution list']],
  [0x40, ['RINVDESTFLAG', 'invalid dest_flag']],
  [0x42, ['RINVSUBREP', 'invalid request to replace']],
  [0x43, ['RINVESMCLASS', 'invalid esm_class']],
  [0x44, ['RCNTSUBDL', 'cannot submit to the distribution list']],
  [0x45, ['RSUBMITFAIL', 'the submission failed']],
  [0x48, ['RINVSRCTON', 'invalid source_addr_ton']],
  [0x49, ['RINVSRCNPI', 'invalid source_addr_npi']],
  [0x50, ['RINVDSTTON', 'invalid dest_addr_ton']],
  [0x51, ['RINVDSTNPI', 'invalid dest_addr_npi']],
  [0x53, ['RINVSYSTYP', 'invalid system_type']],
  [0x54, ['RINVREPFLAG', 'invalid replace_if_present_flag']],
  [0x55, ['RINVNUMMSGS', 'invalid number of messages']],
  [0x58, ['RTHROTTLED', 'too many messages in this time']],
  [0x61, ['RINVSCHED', 'invalid schedule_delivery_time']],
  [0x62, ['RINVEXPIRY', 'invalid validity_period']],
  [0x63, ['RINVDFTMSGID', 'the predefined message is invalid or unknown']],
  [0x64, ['RX_T_APPN', 'a temporary fault of the receiver']],
  [0x65, ['RX_P_APPN', 'a permanent fault of the receiver']],
  [0x66, ['RX_R_APPN', 'refused by the receiver']],
  [0x67, ['RQUERYFAIL', 'query_sm failed']],
  [0xc0, ['RINVOPTPARSTREAM', 'a fault in the optional parameters']],
  [0xc1, ['ROPTPARNOTALLWD', 'an optional parameter is not allowed']],
  [0xc2, ['RINVPARLEN', 'invalid length of a parameter']],
  [0xc3, ['RMISSINGOPTPARAM', 'an optional parameter is missing']],
  [0xc4, ['RINVOPTPARAMVAL', 'invalid value of an optional parameter']],
  [0xfe, ['RDELIVERYFAILURE', 'the delivery failed']],
  [0xff, ['RUNKNOWNERR', 'an unknown error']],
]);

/** A command_status in words. */
export function describeStatus(status: number): string {
  const [name, words] = STATES.get(status) ?? [];
  if (name !== undefined) return `ESME_${name}: ${words}`;
  return status >= 0x400 && status <= 0x4ff ? 'an error of the service centre’s own' : 'reserved';
}

/** Type of number (5.2.5). */
export const TON = [
  'unknown',
  'international',
  'national',
  'network specific',
  'subscriber number',
  'alphanumeric',
  'abbreviated',
] as const;

/** Numbering plan indicator (5.2.6). */
export const NPI: readonly (string | undefined)[] = /* @__PURE__ */ at({
  0: 'unknown',
  1: 'ISDN (E.163, E.164)',
  3: 'data (X.121)',
  4: 'telex (F.69)',
  6: 'land mobile (E.212)',
  8: 'national',
  9: 'private',
  10: 'ERMES',
  14: 'Internet (IP)',
  18: 'WAP client id',
});

/** State of a message (5.2.28). */
export const MESSAGE_STATES: readonly (string | undefined)[] = [
  undefined,
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
];

function at(values: Readonly<Record<number, string>>): (string | undefined)[] {
  const list: (string | undefined)[] = [];
  for (const [index, value] of Object.entries(values)) list[Number(index)] = value;
  return list;
}

/** Bits of esm_class: a header stands in front of the user data. */
export const UDHI = 0x40;

const MODE = {
  name: 'messaging mode',
  width: 2,
  values: ['default', 'datagram', 'forward', 'store and forward'],
} as const;

const flag = (name: string, is: string) => ({ name, width: 1, values: ['no', is] }) as const;

/** The four bits between: what a message to the service centre is, and what one from it (5.2.12). */
const TYPE_TO = ['a message', undefined, 'delivery acknowledgement', undefined, 'manual acknowledgement'] as const;
const TYPE_FROM = [
  'a message',
  'delivery receipt of the service centre',
  'delivery acknowledgement',
  undefined,
  'manual acknowledgement',
  undefined,
  'conversation abort',
  undefined,
  'intermediate delivery notification',
] as const;

/** esm_class (5.2.12), of what goes to the service centre and what comes from it. */
export function esmClassLayout(isDelivered: boolean): OctetLayout {
  return {
    name: 'esm_class',
    spec: 'SMPP 3.4 5.2.12',
    bits: [
      flag('reply path', 'set'),
      flag('UDHI', 'a header in front of the user data'),
      { name: 'message type', width: 4, values: isDelivered ? TYPE_FROM : TYPE_TO },
      MODE,
    ],
  };
}

/** registered_delivery (5.2.17). */
export const REGISTERED_DELIVERY: OctetLayout = {
  name: 'registered_delivery',
  spec: 'SMPP 3.4 5.2.17',
  bits: [
    { name: 'reserved', width: 3 },
    { name: 'intermediate notification', width: 1, values: ['none', 'asked for'] },
    { name: 'acknowledgement', width: 2, values: ['none', 'of delivery', 'manual', 'both'] },
    { name: 'receipt', width: 2, values: ['none', 'of success and failure', 'of failure'] },
  ],
};

const CODINGS = [
  'default alphabet of the service centre',
  'IA5, ASCII',
  'octets',
  'ISO-8859-1',
  'octets',
  'JIS X 0208',
  'ISO-8859-5, Cyrillic',
  'ISO-8859-8, Hebrew',
  'UCS-2',
  'pictograms',
  'ISO-2022-JP',
  'reserved',
  'reserved',
  'JIS X 0212',
  'KS C 5601',
  'reserved',
] as const;

/** A data_coding in words (5.2.19): below 10 hex by a table, from there on as service centres of GSM take it, as a TP-DCS. */
export function describeDataCoding(dataCoding: number): string {
  return CODINGS[dataCoding] ?? describeDcs(dataCoding);
}

/** A protocol_id in words: on GSM it is TP-PID (5.2.13). */
export function describeProtocolId(protocolId: number): string {
  return describePid(protocolId);
}

/** An interface_version in words (5.2.4). */
export function describeVersion(version: number): string {
  return version < 0x34 ? '3.3 or earlier' : `${version >> 4}.${version & 15}`;
}

/**
 * A time `YYMMDDhhmmsstnnp` (7.1.1) in words: absolute with its zone in quarters of an hour, or behind `R` how long from now on. Undefined for
 * what is none.
 */
export function describeTime(text: string): string | undefined {
  const parts = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([-+R])$/.exec(text);
  if (parts === null) return undefined;
  const [, year = '', month, day, hour, minute, second, , quarters = '', sign] = parts;
  if (sign === 'R') {
    const units = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'];
    const shown = [year, month, day, hour, minute, second].flatMap((count, i) =>
      Number(count) === 0 ? [] : [`${Number(count)} ${units[i]}`],
    );
    return shown.length === 0 ? 'now' : `in ${shown.join(' ')}`;
  }
  const isDate = inRange(month, 1, 12) && inRange(day, 1, 31);
  if (!isDate || !inRange(hour, 0, 23) || !inRange(minute, 0, 59) || !inRange(second, 0, 59) || !inRange(quarters, 0, 48))
    return undefined;
  const offset = Number(quarters) * 15;
  const zone = `${String(Math.floor(offset / 60)).padStart(2, '0')}:${String(offset % 60).padStart(2, '0')}`;
  return `20${year}-${month}-${day}T${hour}:${minute}:${second}${sign}${zone}`;
}

function inRange(digits: string | undefined, least: number, most: number): boolean {
  return Number(digits) >= least && Number(digits) <= most;
}
