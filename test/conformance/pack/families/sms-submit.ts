/**
 * SMS-SUBMIT by the tables of TS 23.040: its flags, every form of the validity period, and each information element of a header.
 * @module
 */
import type { JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import {
  type Alphabet,
  addressHex,
  type Clock,
  type Element,
  headerValue,
  timeHex,
  timeText,
  userDataHex,
} from './gsm-wire.js';
import { hexOf, sizeOf } from './wire.js';

const TS = '3GPP TS 23.040 section';

/** TP-VPF with TP-VP and its value. */
interface Validity {
  readonly vpf: number;
  readonly hex: string;
  readonly value: JsonObject;
}

interface Fields {
  readonly flags?: { readonly RD?: number; readonly SRR?: number; readonly RP?: number };
  readonly mr?: number;
  readonly validity?: Validity;
  readonly dcs?: number;
  readonly alphabet?: Alphabet;
  readonly content?: string;
  readonly header?: readonly Element[];
}

const NUMBER = [1, 1, '27381000015'] as const;

/** The fields on the wire, one by one and in their order. */
function fieldsOf(fields: Fields): readonly (readonly [name: string, hex: string])[] {
  const { flags = {}, mr = 0, validity, dcs = 0, alphabet = 'gsm7', content = 'Text', header = [] } = fields;
  const { RD = 0, SRR = 0, RP = 0 } = flags;
  const vpf = validity?.vpf ?? 0;
  const first = 1 | (RD << 2) | (vpf << 3) | (SRR << 5) | ((header.length > 0 ? 1 : 0) << 6) | (RP << 7);
  const userData = userDataHex(alphabet, content, header);
  return [
    ['first octet', hexOf(first)],
    ['TP-MR', hexOf(mr)],
    ['TP-DA', addressHex(...NUMBER)],
    ['TP-PID', '00'],
    ['TP-DCS', hexOf(dcs)],
    ...(validity === undefined ? [] : [['TP-VP', validity.hex] as const]),
    ['TP-UDL', userData.slice(0, 2)],
    ['TP-UD', userData.slice(2)],
  ];
}

const joined = (list: readonly (readonly [string, string])[]) => list.map(([, hex]) => hex).join('');

function told(id: string, title: string, section: string, fields: Fields): FamilyCase {
  const { flags = {}, mr = 0, validity, dcs = 0, alphabet = 'gsm7', content = 'Text', header = [] } = fields;
  const { RD = 0, SRR = 0, RP = 0 } = flags;
  const [TON, NPI, address] = NUMBER;
  const value: JsonObject = {
    ...{ 'TP-MTI': 'SMS-SUBMIT', 'TP-RD': RD, 'TP-SRR': SRR, 'TP-RP': RP, 'TP-MR': mr },
    ...{ 'TP-DA': { TON, NPI, address }, 'TP-PID': 0, 'TP-DCS': dcs },
    ...(validity !== undefined && { 'TP-VP': validity.value }),
    ...(header.length > 0 && { UDH: headerValue(header) }),
    ...(alphabet === 'data' ? { data: content } : { text: content }),
  };
  return {
    ...{ id: `sms-submit/${id}`, format: 'sms-submit', title, direction: 'both', specification: `${TS} ${section}` },
    ...{ input: { hex: joined(fieldsOf(fields)) }, expected: { value } },
  };
}

function refused(id: string, title: string, section: string, hex: string, field: string): FamilyCase {
  return {
    ...{ id: `sms-submit/${id}`, format: 'sms-submit', title, direction: 'decode', specification: `${TS} ${section}` },
    ...{ input: { hex }, expected: { refused: { reason: 'truncated', field } } },
  };
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

/** Octets at the edges of the four ranges (TS 23.040 section 9.2.3.12.1). */
const RELATIVE: readonly (readonly [octet: number, seconds: number, words: string])[] = [
  [0, 5 * MINUTE, '5 minutes'],
  [1, 10 * MINUTE, '10 minutes'],
  [11, HOUR, 'an hour'],
  [142, 12 * HOUR - 5 * MINUTE, '5 minutes less than 12 hours'],
  [143, 12 * HOUR, '12 hours, the last step of 5 minutes'],
  [144, 12 * HOUR + 30 * MINUTE, '12 hours and a half, the first step of 30 minutes'],
  [145, 13 * HOUR, '13 hours'],
  [166, 23 * HOUR + 30 * MINUTE, '23 hours and a half'],
  [167, DAY, '24 hours, the last step of 30 minutes'],
  [168, 2 * DAY, '2 days, the first step of a day'],
  [169, 3 * DAY, '3 days'],
  [195, 29 * DAY, '29 days'],
  [196, 30 * DAY, '30 days, the last step of a day'],
  [197, 5 * WEEK, '5 weeks, the first step of a week'],
  [198, 6 * WEEK, '6 weeks'],
  [254, 62 * WEEK, '62 weeks'],
  [255, 63 * WEEK, '63 weeks, the most'],
];

const ABSOLUTE: readonly (readonly [time: Clock, quarters: number])[] = [
  [[2026, 11, 29, 6, 30, 15], 0],
  [[2026, 12, 31, 23, 59, 59], 8],
  [[2027, 1, 1, 0, 0, 0], -20],
  [[2028, 2, 29, 12, 0, 0], 22],
  [[2026, 3, 1, 0, 30, 0], 56],
  [[2026, 2, 28, 23, 30, 0], -48],
];

const enhanced = (indicator: number, rest: string, kind: string, seconds?: number): Validity => ({
  ...{ vpf: 1, hex: (hexOf(indicator) + rest).padEnd(14, '0') },
  value: { format: 'enhanced', kind, singleShot: (indicator >> 6) & 1, ...(seconds !== undefined && { seconds }) },
});

function validities(): FamilyCase[] {
  const last = fieldsOf({ validity: enhanced(1, '8F', 'relative', 12 * HOUR) });
  const [absoluteTime, quarters] = ABSOLUTE[0] as (typeof ABSOLUTE)[number];
  const absolute: Validity = { vpf: 3, hex: timeHex(absoluteTime, quarters), value: {} };
  const cut = (validity: Validity, octets: number) =>
    joined(fieldsOf({ validity }).slice(0, 5)) + validity.hex.slice(0, 2 * octets);
  return [
    ...RELATIVE.map(([octet, seconds, words]) =>
      told(`relative-${octet}`, `a relative period of ${words}`, '9.2.3.12.1', {
        validity: { vpf: 2, hex: hexOf(octet), value: { format: 'relative', seconds } },
      }),
    ),
    ...ABSOLUTE.map(([time, zone]) =>
      told(`absolute-${time.join('-')}`, `an absolute time, ${timeText(time, zone)}`, '9.2.3.12.2', {
        validity: { vpf: 3, hex: timeHex(time, zone), value: { format: 'absolute', time: timeText(time, zone) } },
      }),
    ),
    ...[0, 0x40].flatMap((shot) => {
      const words = shot === 0 ? '' : ', a single shot';
      const of = (id: string, title: string, validity: Validity) =>
        told(`enhanced-${id}${shot === 0 ? '' : '-shot'}`, `the enhanced format: ${title}${words}`, '9.2.3.12.3', { validity });
      return [
        of('none', 'no period', enhanced(shot, '', 'none')),
        of('relative-0', 'relative, 5 minutes', enhanced(shot | 1, '00', 'relative', 5 * MINUTE)),
        of('relative-167', 'relative, 24 hours', enhanced(shot | 1, 'A7', 'relative', DAY)),
        of('relative-255', 'relative, 63 weeks', enhanced(shot | 1, 'FF', 'relative', 63 * WEEK)),
        of('seconds-1', 'one second', enhanced(shot | 2, '01', 'seconds', 1)),
        of('seconds-59', '59 seconds, a number and no pair of digits', enhanced(shot | 2, '3B', 'seconds', 59)),
        of('seconds-255', '255 seconds', enhanced(shot | 2, 'FF', 'seconds', 255)),
        of(
          'time',
          'hours, minutes, seconds in swapped digits',
          enhanced(shot | 3, '214365', 'time', 12 * HOUR + 34 * MINUTE + 56),
        ),
        of('time-most', '99 hours, 59 minutes, 59 seconds', enhanced(shot | 3, '999595', 'time', 99 * HOUR + 59 * MINUTE + 59)),
        of('time-second', 'one second in swapped digits', enhanced(shot | 3, '000010', 'time', 1)),
      ];
    }),
    ...[0, 1, 3, 6].map((octets) =>
      refused(
        `absolute-cut-${octets}`,
        `ends after ${octets} octets of an absolute time`,
        '9.2.3.12.2',
        cut(absolute, octets),
        'TP-VP',
      ),
    ),
    ...[0, 1, 6].map((octets) =>
      refused(
        `enhanced-cut-${octets}`,
        `ends after ${octets} octets of the enhanced format, which always has seven`,
        '9.2.3.12.3',
        joined(last.slice(0, 5)) + (last[5]?.[1] ?? '').slice(0, 2 * octets),
        'TP-VP',
      ),
    ),
  ];
}

const FLAGS = [
  ['rd', 'duplicates are rejected', '9.2.3.25', { RD: 1 }],
  ['srr', 'a status report is asked for', '9.2.3.5', { SRR: 1 }],
  ['rp', 'a reply path', '9.2.3.17', { RP: 1 }],
  ['rd-srr', 'duplicates are rejected, and a status report is asked for', '9.2.2.2', { RD: 1, SRR: 1 }],
  ['all', 'all flags', '9.2.2.2', { RD: 1, SRR: 1, RP: 1 }],
] as const;

/** Elements by their identifiers (TS 23.040 section 9.2.3.24). */
const ELEMENTS: readonly (readonly [iei: number, data: string, name: string, section: string])[] = [
  [0x00, '010201', 'part 1 of 2', '9.2.3.24.1'],
  [0x00, 'FFFFFF', 'part 255 of 255', '9.2.3.24.1'],
  [0x01, '0003', 'special message indication: voicemail, 3 messages', '9.2.3.24.2'],
  [0x01, '8105', 'special message indication: fax, store', '9.2.3.24.2'],
  [0x01, '82FF', 'special message indication: electronic mail, 255 messages', '9.2.3.24.2'],
  [0x01, '0700', 'special message indication: video messages, none left', '9.2.3.24.2'],
  [0x04, 'E2F0', 'ports of 8 bits', '9.2.3.24.3'],
  [0x05, '15820000', 'ports of 16 bits', '9.2.3.24.4'],
  [0x05, '0B8423F0', 'ports of WAP', '9.2.3.24.4'],
  [0x05, 'FFFF0001', 'ports at their ends', '9.2.3.24.4'],
  [0x06, '80', 'control of the service centre', '9.2.3.24.5'],
  [0x06, '41', 'control of the service centre: a report on completion, and one of an error ends the others', '9.2.3.24.5'],
  [0x07, '01', 'source of the header: the sender', '9.2.3.24.6'],
  [0x07, '02', 'source of the header: the receiver', '9.2.3.24.6'],
  [0x07, '03', 'source of the header: the centre', '9.2.3.24.6'],
  [0x08, '12340201', 'part 1 of 2 with a reference of 16 bits', '9.2.3.24.8'],
  [0x08, 'FFFFFFFF', 'part 255 of 255 with the last reference of 16 bits', '9.2.3.24.8'],
  [0x09, '0102030405', 'a control message of wireless protocols', '9.2.3.24.7'],
  [0x0a, '000410', 'a format of text: bold', '9.2.3.24.10.1.1'],
  [0x0a, '00042031', 'a format of text with colours', '9.2.3.24.10.1.1'],
  [0x0b, '0003', 'a predefined sound', '9.2.3.24.10.1.2'],
  [0x0d, '0205', 'a predefined animation', '9.2.3.24.10.1.4'],
  [0x0f, `00${'F0'.repeat(32)}`, 'a small animation', '9.2.3.24.10.1.4'],
  [0x11, `00${'81'.repeat(32)}`, 'a small picture', '9.2.3.24.10.1.5'],
  [0x10, `00${'A5'.repeat(128)}`, 'a large picture', '9.2.3.24.10.1.5'],
  [0x0e, `00${'3C'.repeat(128)}`, 'a large animation', '9.2.3.24.10.1.4'],
  [0x12, '000102F00F', 'a picture of another size', '9.2.3.24.10.1.5'],
  [0x13, '02', 'user prompt indicator', '9.2.3.24.10.1.6'],
  [0x17, '0101', 'object distribution: not to be passed on', '9.2.3.24.10.1.10'],
  [0x20, '05', 'length of the header of an electronic mail', '9.2.3.24.11'],
  [0x21, '00040A0F', 'a hyperlink', '9.2.3.24.12'],
  [0x22, '0B917283010010F5', 'an address to reply to', '9.2.3.24.10.1.17'],
  [0x70, '0102', 'SIM toolkit security header 1', '9.2.3.24'],
  [0x71, '', 'SIM toolkit security header 2, which is empty', '9.2.3.24'],
  [0x7f, 'FF', 'SIM toolkit security header 16', '9.2.3.24'],
  [0x80, '010203', 'for the sender and the receiver, the first', '9.2.3.24'],
  [0x9f, 'AA', 'for the sender and the receiver, the last', '9.2.3.24'],
  [0xa0, '01', 'an identifier that is reserved', '9.2.3.24'],
  [0xbf, '', 'an identifier that is reserved, and no data', '9.2.3.24'],
  [0xc0, '0102', 'for the centre, the first', '9.2.3.24'],
  [0xdf, '03', 'for the centre, the last', '9.2.3.24'],
  [0xff, '00FF', 'the last identifier', '9.2.3.24'],
  [0x02, '', 'a reserved identifier, the first', '9.2.3.24'],
  [0x03, '', 'the identifier that is not used, since it would be read as a line feed', '9.2.3.24'],
  [0x1b, '01', 'an identifier between those in use', '9.2.3.24'],
  [0x5a, '0102030405060708', 'an identifier in the reserved range', '9.2.3.24'],
];

/** Several elements in one header. */
const HEADERS: readonly (readonly [id: string, title: string, header: readonly Element[]])[] = [
  [
    'concat-ports',
    'a part of a message to a port',
    [
      [0, '2A0301'],
      [5, '15820000'],
    ],
  ],
  [
    'ports-concat',
    'the same in the other order',
    [
      [5, '15820000'],
      [0, '2A0301'],
    ],
  ],
  [
    'concat16-ports8',
    'a part by 16 bits to ports of 8 bits',
    [
      [8, '2A2B0302'],
      [4, 'E2E3'],
    ],
  ],
  [
    'waiting-twice',
    'two messages that wait',
    [
      [1, '8001'],
      [1, '8103'],
    ],
  ],
  [
    'unknown-between',
    'an unknown element between two that are known',
    [
      [0, '010202'],
      [0xa7, 'BEEF'],
      [5, 'C34FC34F'],
    ],
  ],
  [
    'unknown-first',
    'an unknown element before the parts',
    [
      [0xb1, '00'],
      [0, '070201'],
    ],
  ],
  [
    'five',
    'five elements',
    [
      [0, '010101'],
      [6, '40'],
      [7, '01'],
      [0x70, ''],
      [0x80, '01'],
    ],
  ],
];

function elements(): FamilyCase[] {
  const length = (header: readonly Element[]) => header.reduce((sum, [, data]) => sum + 2 + sizeOf(data), 0);
  const data = (header: readonly Element[]) => ({
    ...{ dcs: 4, alphabet: 'data' as const, header },
    content: length(header) > 130 ? '01' : 'CAFE01',
  });
  const body = (hex: string) => {
    const [first, ...rest] = joined(fieldsOf({ dcs: 4, alphabet: 'data', content: hex }).slice(0, 5)).match(/../g) as string[];
    return hexOf(Number.parseInt(first as string, 16) | 0x40) + rest.join('') + hexOf(sizeOf(hex)) + hex;
  };
  return [
    ...ELEMENTS.map(([iei, hex, name, section]) =>
      told(
        `element-${hexOf(iei)}-${hex.slice(0, 8).toLowerCase() || 'empty'}`,
        `an element: ${name}`,
        section,
        data([[iei, hex]]),
      ),
    ),
    ...ELEMENTS.filter(([iei]) => [0, 1, 4, 5, 6, 8, 0x20, 0x80, 0xa0].includes(iei)).map(([iei, hex, name, section]) =>
      told(
        `text-element-${hexOf(iei)}-${hex.slice(0, 8).toLowerCase()}`,
        `an element before GSM 7-bit text: ${name}`,
        section,
        { header: [[iei, hex]] },
      ),
    ),
    ...HEADERS.map(([id, title, header]) => told(`header-${id}`, `a header: ${title}`, '9.2.3.24', data(header))),
    ...HEADERS.map(([id, title, header]) =>
      told(`text-header-${id}`, `a header before GSM 7-bit text: ${title}`, '9.2.3.24', { header }),
    ),
    ...(
      [
        ['element-over', 'an element that goes on past the header', '0500050102'],
        ['element-no-length', 'an identifier without a length', '0100'],
        ['element-over-last', 'the second of two elements goes on past the header', '0700030102018003'],
        ['header-over', 'a header that goes on past the user data', '0600030102'],
      ] as const
    ).map(([id, title, hex]) => refused(`bad-${id}`, title, '9.2.3.24', body(hex), 'UDH')),
  ];
}

function cuts(): FamilyCase[] {
  const fields = fieldsOf({ content: 'cut off', validity: { vpf: 2, hex: 'A7', value: {} } });
  return fields.slice(1).flatMap(([name, hex], index) => {
    const before = joined(fields.slice(0, index + 1));
    return Array.from({ length: sizeOf(hex) }, (_, octets) =>
      refused(
        `cut-${name}-${octets}`,
        octets === 0 ? `ends before ${name}` : `ends inside ${name}, after ${octets} of its octets`,
        '9.2.2.2',
        before + hex.slice(0, 2 * octets),
        name,
      ),
    );
  });
}

/** All of it. */
export function smsSubmitFamily(): FamilyCase[] {
  return [
    ...FLAGS.map(([id, title, section, flags]) => told(`flags-${id}`, title, section, { flags })),
    ...[1, 127, 128, 255].map((mr) => told(`reference-${mr}`, `message reference ${mr}`, '9.2.3.6', { mr })),
    ...validities(),
    ...elements(),
    ...cuts(),
  ];
}
