/**
 * Reports and commands by the tables of TS 23.040: each status, each cause of failure, each command, the parameters that TP-PI announces.
 * @module
 */
import type { JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import { addressHex, type Clock, timeHex, timeText, userDataHex } from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 23.040 section';
const SENT: Clock = [2026, 11, 28, 6, 30, 15];
const DONE: Clock = [2026, 11, 28, 6, 31, 7];
const ADDRESS = { TON: 1, NPI: 1, address: '27381000015' };
const ADDRESS_HEX = addressHex(1, 1, '27381000015');

type Part = readonly [name: string, hex: string];
const joined = (parts: readonly Part[]) => parts.map(([, hex]) => hex).join('');

/** What TP-PI announces, with its values. */
interface Parameters {
  readonly id: string;
  readonly title: string;
  readonly parts: readonly Part[];
  readonly value: JsonObject;
}

/** Each combination of TP-PID, TP-DCS and user data (TS 23.040 section 9.2.3.27). */
function parameterSets(): Parameters[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].map((pi) => {
    const [hasPid, hasDcs, hasText] = [1, 2, 4].map((bit) => (pi & bit) !== 0) as [boolean, boolean, boolean];
    const isUcs2 = hasDcs && hasText && !hasPid;
    const dcs = isUcs2 ? 8 : 0xf0;
    const text = isUcs2 ? 'Готово' : 'Done at 7';
    const userData = userDataHex(isUcs2 ? 'ucs2' : 'gsm7', text);
    const names = [hasPid && 'TP-PID', hasDcs && 'TP-DCS', hasText && 'user data'].filter((name) => name !== false);
    return {
      ...{ id: `pi-${pi}`, title: `TP-PI announces ${names.length === 0 ? 'nothing' : names.join(', ')}` },
      parts: [
        ['TP-PI', hexOf(pi)],
        ...(hasPid ? [['TP-PID', '3F'] as const] : []),
        ...(hasDcs ? [['TP-DCS', hexOf(dcs)] as const] : []),
        ...(hasText
          ? ([
              ['TP-UDL', userData.slice(0, 2)],
              ['TP-UD', userData.slice(2)],
            ] as const)
          : []),
      ],
      value: {
        ...{ 'TP-PI': pi, ...(hasPid && { 'TP-PID': 0x3f }), ...(hasDcs && { 'TP-DCS': dcs }) },
        ...(hasText && { text }),
      },
    };
  });
}

const of = (format: string, id: string, title: string, section: string, hex: string, value: JsonObject): FamilyCase => ({
  ...{ id: `sms-reports/${format.slice(4)}/${id}`, format, title, direction: 'both', specification: `${TS} ${section}` },
  ...{ input: { hex }, expected: { value } },
});

/** Ends before each field after the first octet, and inside those of several octets. */
function cuts(format: string, section: string, parts: readonly Part[], from = 1): FamilyCase[] {
  return parts.slice(from).flatMap(([field, hex], index) => {
    const before = joined(parts.slice(0, from + index));
    const places = [0, ...(sizeOf(hex) > 1 ? [1, sizeOf(hex) - 1] : [])].filter(
      (octets, at, all) => all.indexOf(octets) === at,
    );
    return places.map(
      (octets): FamilyCase => ({
        id: `sms-reports/${format.slice(4)}/cut-${field}-${octets}`,
        format,
        title: octets === 0 ? `ends before ${field}` : `ends inside ${field}, after ${octets} of its octets`,
        direction: 'decode',
        specification: `${TS} ${section}`,
        input: { hex: before + hex.slice(0, 2 * octets) },
        expected: { refused: { reason: 'truncated', field } },
      }),
    );
  });
}

/** TP-ST (TS 23.040 section 9.2.3.15). */
const STATUSES: readonly (readonly [status: number, words: string])[] = [
  [0x00, 'received by the handset'],
  [0x01, 'forwarded, delivery not confirmed'],
  [0x02, 'replaced by the centre'],
  [0x03, 'completed, reserved'],
  [0x0f, 'completed, reserved, the last'],
  [0x10, 'completed, specific to the centre'],
  [0x1f, 'completed, specific to the centre, the last'],
  [0x20, 'still trying: congestion'],
  [0x21, 'still trying: recipient busy'],
  [0x22, 'still trying: no response'],
  [0x23, 'still trying: service rejected'],
  [0x24, 'still trying: quality of service not available'],
  [0x25, 'still trying: error in the recipient'],
  [0x26, 'still trying, reserved'],
  [0x30, 'still trying, specific to the centre'],
  [0x3f, 'still trying, specific to the centre, the last'],
  [0x40, 'no more tries: error of a remote procedure'],
  [0x41, 'no more tries: incompatible destination'],
  [0x42, 'no more tries: rejected by the recipient'],
  [0x43, 'no more tries: not obtainable'],
  [0x44, 'no more tries: quality of service not available'],
  [0x45, 'no more tries: no interworking'],
  [0x46, 'no more tries: validity expired'],
  [0x47, 'no more tries: deleted by the sender'],
  [0x48, 'no more tries: deleted by the centre'],
  [0x49, 'no more tries: the message does not exist'],
  [0x4a, 'no more tries, reserved'],
  [0x50, 'no more tries, specific to the centre'],
  [0x5f, 'no more tries, specific to the centre, the last'],
  [0x60, 'temporary error, no more tries: congestion'],
  [0x61, 'temporary error, no more tries: recipient busy'],
  [0x62, 'temporary error, no more tries: no response'],
  [0x63, 'temporary error, no more tries: service rejected'],
  [0x64, 'temporary error, no more tries: quality of service not available'],
  [0x65, 'temporary error, no more tries: error in the recipient'],
  [0x66, 'temporary error, no more tries, reserved'],
  [0x70, 'temporary error, no more tries, specific to the centre'],
  [0x7f, 'temporary error, no more tries, specific to the centre, the last'],
  [0x80, 'a reserved status with the high bit'],
  [0xff, 'the last status'],
];

interface Status {
  readonly MMS?: number;
  readonly LP?: number;
  readonly SRQ?: number;
  readonly mr?: number;
  readonly done?: Clock;
  readonly quarters?: number;
  readonly status?: number;
}

function statusParts({ MMS = 1, LP = 0, SRQ = 0, mr = 42, done = DONE, quarters = 8, status = 0 }: Status): Part[] {
  return [
    ['first octet', hexOf(2 | (MMS << 2) | (LP << 3) | (SRQ << 5))],
    ['TP-MR', hexOf(mr)],
    ['TP-RA', ADDRESS_HEX],
    ['TP-SCTS', timeHex(SENT, quarters)],
    ['TP-DT', timeHex(done, quarters)],
    ['TP-ST', hexOf(status)],
  ];
}

function statusReport(id: string, title: string, section: string, fields: Status, more?: Parameters): FamilyCase {
  const { MMS = 1, LP = 0, SRQ = 0, mr = 42, done = DONE, quarters = 8, status = 0 } = fields;
  const value = {
    ...{ 'TP-MTI': 'SMS-STATUS-REPORT', 'TP-MMS': MMS, 'TP-LP': LP, 'TP-SRQ': SRQ, 'TP-MR': mr, 'TP-RA': ADDRESS },
    ...{ 'TP-SCTS': timeText(SENT, quarters), 'TP-DT': timeText(done, quarters), 'TP-ST': status },
    ...more?.value,
  };
  return of('sms-status-report', id, title, section, joined([...statusParts(fields), ...(more?.parts ?? [])]), value);
}

function statusReports(): FamilyCase[] {
  const all = parameterSets();
  return [
    ...STATUSES.map(([status, words]) => statusReport(`status-${hexOf(status)}`, `a status: ${words}`, '9.2.3.15', { status })),
    ...all.map((more) => statusReport(more.id, more.title, '9.2.3.27', {}, more)),
    statusReport('more', 'more messages wait', '9.2.3.2', { MMS: 0 }),
    statusReport('loop', 'the loop prevention', '9.2.3.28', { LP: 1 }),
    statusReport('command', 'about a command', '9.2.3.26', { SRQ: 1 }),
    ...[0, 128, 255].map((mr) => statusReport(`reference-${mr}`, `message reference ${mr}`, '9.2.3.6', { mr })),
    ...([-48, -14, 0, 23, 56] as const).map((quarters) =>
      statusReport(
        `zone${quarters < 0 ? '-west' : ''}-${Math.abs(quarters)}`,
        `both times in the zone of ${quarters} quarters`,
        '9.2.3.13',
        { quarters },
      ),
    ),
    ...(
      [
        [2026, 11, 28, 6, 30, 15],
        [2026, 11, 29, 0, 0, 0],
        [2027, 1, 1, 0, 0, 1],
        [2028, 2, 29, 23, 59, 59],
      ] as const
    ).map((done) => statusReport(`done-${done.join('-')}`, `delivered at ${timeText(done, 8)}`, '9.2.3.13', { done })),
    ...cuts('sms-status-report', '9.2.2.3', statusParts({})),
    ...cuts('sms-status-report', '9.2.2.3', [...statusParts({}), ...(all[7] as Parameters).parts], 7),
  ];
}

/** TP-FCS (TS 23.040 section 9.2.3.22). */
const CAUSES: readonly (readonly [cause: number, words: string])[] = [
  [0x80, 'telematic interworking not supported'],
  [0x81, 'type 0 not supported'],
  [0x82, 'cannot replace'],
  [0x8f, 'unspecified error of TP-PID'],
  [0x90, 'alphabet not supported'],
  [0x91, 'class not supported'],
  [0x9f, 'unspecified error of TP-DCS'],
  [0xa0, 'command cannot be done'],
  [0xa1, 'command not supported'],
  [0xaf, 'unspecified error of a command'],
  [0xb0, 'TPDU not supported'],
  [0xc0, 'the centre is busy'],
  [0xc1, 'no subscription at the centre'],
  [0xc2, 'failure of the centre'],
  [0xc3, 'invalid address'],
  [0xc4, 'destination barred'],
  [0xc5, 'duplicate rejected'],
  [0xc6, 'validity period format not supported'],
  [0xc7, 'validity period not supported'],
  [0xd0, 'storage of the SIM full'],
  [0xd1, 'no storage in the SIM'],
  [0xd2, 'error in the handset'],
  [0xd3, 'memory exceeded'],
  [0xd4, 'application of the SIM busy'],
  [0xd5, 'error of data download'],
  [0xe0, 'specific to an application'],
  [0xff, 'unspecified cause'],
];

function deliverReports(): FamilyCase[] {
  const format = 'sms-deliver-report';
  const all = parameterSets();
  const make = (id: string, title: string, section: string, more: Parameters, cause?: number) =>
    of(format, id, title, section, `00${cause === undefined ? '' : hexOf(cause)}${joined(more.parts)}`, {
      ...{ 'TP-MTI': 'SMS-DELIVER-REPORT', ...(cause !== undefined && { 'TP-FCS': cause }) },
      ...more.value,
    });
  return [
    ...CAUSES.map(([cause, words]) =>
      make(`cause-${hexOf(cause)}`, `a cause: ${words}`, '9.2.3.22', all[0] as Parameters, cause),
    ),
    ...all.map((more) => make(more.id, `an acknowledgement, ${more.title}`, '9.2.2.1a', more)),
    ...all.map((more) => make(`cause-${more.id}`, `an error, ${more.title}`, '9.2.2.1a', more, 0xd3)),
    ...cuts(format, '9.2.2.1a', [['first octet', '00'], ['TP-FCS', 'D3'], ...(all[7] as Parameters).parts], 2),
  ];
}

function submitReports(): FamilyCase[] {
  const format = 'sms-submit-report';
  const all = parameterSets();
  const parts = (more: Parameters, quarters: number): Part[] => {
    const [pi, ...rest] = more.parts as [Part, ...Part[]];
    return [pi, ['TP-SCTS', timeHex(SENT, quarters)], ...rest];
  };
  const make = (id: string, title: string, section: string, more: Parameters, cause?: number, quarters = 8) =>
    of(format, id, title, section, `01${cause === undefined ? '' : hexOf(cause)}${joined(parts(more, quarters))}`, {
      ...{ 'TP-MTI': 'SMS-SUBMIT-REPORT', ...(cause !== undefined && { 'TP-FCS': cause }) },
      ...{ 'TP-SCTS': timeText(SENT, quarters), ...more.value },
    });
  return [
    ...CAUSES.map(([cause, words]) =>
      make(`cause-${hexOf(cause)}`, `a cause: ${words}`, '9.2.3.22', all[0] as Parameters, cause),
    ),
    ...all.map((more) => make(more.id, `an acknowledgement, ${more.title}`, '9.2.2.2a', more)),
    ...all.map((more) => make(`cause-${more.id}`, `an error, ${more.title}`, '9.2.2.2a', more, 0xc5)),
    ...[-20, 0, 56].map((quarters) =>
      make(
        `zone${quarters < 0 ? '-west' : ''}-${Math.abs(quarters)}`,
        `a zone of ${quarters} quarters`,
        '9.2.3.11',
        all[0] as Parameters,
        undefined,
        quarters,
      ),
    ),
    ...cuts(format, '9.2.2.2a', [['first octet', '01'], ['TP-FCS', 'C5'], ...parts(all[7] as Parameters, 8)], 2),
  ];
}

/** TP-CT (TS 23.040 section 9.2.3.19). */
const COMMANDS: readonly (readonly [command: number, words: string])[] = [
  [0x00, 'enquiry about a message'],
  [0x01, 'cancel the request for a status report'],
  [0x02, 'delete a message'],
  [0x03, 'enable the request for a status report'],
  [0x04, 'reserved, the first'],
  [0x1f, 'reserved, the last'],
  [0xe0, 'specific to the centre, the first'],
  [0xff, 'specific to the centre, the last'],
];

function commands(): FamilyCase[] {
  const format = 'sms-command';
  const parts = (SRR: number, mr: number, pid: number, command: number, number: number, data: string): Part[] => [
    ['first octet', hexOf(2 | (SRR << 5))],
    ['TP-MR', hexOf(mr)],
    ['TP-PID', hexOf(pid)],
    ['TP-CT', hexOf(command)],
    ['TP-MN', hexOf(number)],
    ['TP-DA', ADDRESS_HEX],
    ['TP-CDL', hexOf(sizeOf(data))],
    ['TP-CD', data],
  ];
  const make = (
    id: string,
    title: string,
    section: string,
    { SRR = 0, mr = 7, pid = 0, command = 0, number = 42, data = '' },
  ) =>
    of(format, id, title, section, joined(parts(SRR, mr, pid, command, number, data)), {
      ...{ 'TP-MTI': 'SMS-COMMAND', 'TP-SRR': SRR, 'TP-MR': mr, 'TP-PID': pid, 'TP-CT': command, 'TP-MN': number },
      ...{ 'TP-DA': ADDRESS, data },
    });
  return [
    ...COMMANDS.map(([command, words]) => make(`type-${hexOf(command)}`, `a command: ${words}`, '9.2.3.19', { command })),
    ...[0, 128, 255].map((number) => make(`number-${number}`, `about message ${number}`, '9.2.3.18', { command: 2, number })),
    make('report', 'a status report is asked for', '9.2.3.5', { SRR: 1, command: 1 }),
    make('protocol', 'a protocol', '9.2.3.9', { pid: 0x41, mr: 255 }),
    ...[1, 2, 127, 128, 156].map((length) =>
      make(`data-${length}`, `${length} octets of data`, '9.2.3.21', { command: 0xe1, data: 'C3'.repeat(length) }),
    ),
    ...cuts(format, '9.2.2.4', parts(0, 7, 0, 0xe1, 42, 'AABBCC')),
  ];
}

/** All of it. */
export function smsReportsFamily(): FamilyCase[] {
  return [...statusReports(), ...deliverReports(), ...submitReports(), ...commands()];
}
