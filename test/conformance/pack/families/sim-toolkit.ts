/**
 * What goes to the toolkit of a SIM: envelopes by TS 102 223, with items of every length, and secured packets by TS 102 225.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import { countingHex } from './broadcast-wire.js';
import type { FamilyCase } from './family.js';
import { hexOf, sizeOf } from './wire.js';

const ENVELOPE = 'ETSI TS 102 223 section 9';
const LENGTHS = 'ETSI TS 101 220 section 7.1.2';
const COMMAND = 'ETSI TS 102 225 section 5.1';
const RESPONSE = 'ETSI TS 102 225 section 5.2';

const read = (
  id: string,
  format: string,
  title: string,
  specification: string,
  hex: string,
  value: JsonObject,
): FamilyCase => ({
  ...{ id: `sim-toolkit/${id}`, format, title, direction: 'decode', specification, input: { hex }, expected: { value } },
});
const refused = (
  id: string,
  format: string,
  title: string,
  specification: string,
  hex: string,
  refusal: Refusal,
): FamilyCase => ({
  ...{ id: `sim-toolkit/${id}`, format, title, direction: 'decode', specification, input: { hex } },
  expected: { refused: refusal },
});

/** One octet up to 7F, two up to FF. */
const lengthHex = (octets: number): string => (octets < 0x80 ? hexOf(octets) : `81${hexOf(octets)}`);

interface Item {
  readonly tag: number;
  readonly isRequired?: boolean;
  readonly value: string;
}

const itemHex = ({ tag, isRequired = false, value }: Item): string =>
  hexOf(tag | (isRequired ? 0x80 : 0)) + lengthHex(sizeOf(value)) + value;
const envelopeHex = (tag: number, items: readonly Item[]): string => {
  const body = items.map(itemHex).join('');
  return hexOf(tag) + lengthHex(sizeOf(body)) + body;
};
const plainItems = (items: readonly Item[]) =>
  items.map(({ tag, isRequired = false, value }) => ({ tag, CR: isRequired ? 1 : 0, value }));

const [DOWNLOAD, IDENTITIES, ADDRESS, TPDU] = [0xd1, 0x02, 0x06, 0x0b];
const DEVICES: Item = { tag: IDENTITIES, isRequired: true, value: '8381' };
/** SMS-DELIVER for the card: TP-PID 7F, 8-bit data of class 2. */
const MESSAGE = '04048121437FF6621182903000080441424344';

/** Envelopes by their tags (section 9.2). */
const KINDS: readonly (readonly [tag: number, words: string, items: readonly Item[]])[] = [
  [0xd2, 'cell broadcast download', [DEVICES, { tag: 0x0c, isRequired: true, value: countingHex(88) }]],
  [
    0xd3,
    'menu selection',
    [
      { tag: IDENTITIES, isRequired: true, value: '0181' },
      { tag: 0x10, isRequired: true, value: '02' },
    ],
  ],
  [
    0xd4,
    'call control',
    [
      { tag: IDENTITIES, isRequired: true, value: '8281' },
      { tag: ADDRESS, value: '8121F3' },
    ],
  ],
  [
    0xd5,
    'control of a message that is sent',
    [
      { tag: IDENTITIES, isRequired: true, value: '8281' },
      { tag: ADDRESS, value: '9144770009F1' },
    ],
  ],
  [
    0xd6,
    'event download',
    [
      { tag: 0x19, isRequired: true, value: '04' },
      { tag: IDENTITIES, isRequired: true, value: '8281' },
    ],
  ],
  [
    0xd7,
    'timer expiration',
    [
      { tag: IDENTITIES, isRequired: true, value: '8281' },
      { tag: 0x24, isRequired: true, value: '01' },
    ],
  ],
];

function envelopes(): FamilyCase[] {
  const of = (id: string, title: string, items: readonly Item[], specification = ENVELOPE) =>
    read(`envelope-${id}`, 'sim-envelope', title, specification, envelopeHex(DOWNLOAD, items), {
      ...{ tag: DOWNLOAD, items: plainItems(items) },
    });
  const bad = (id: string, title: string, hex: string, refusal: Refusal, specification = ENVELOPE) =>
    refused(`envelope-${id}`, 'sim-envelope', title, specification, hex, refusal);
  const message: Item = { tag: TPDU, isRequired: true, value: MESSAGE };
  const items = [DEVICES, message];
  const whole = envelopeHex(DOWNLOAD, items);
  const command = (cla: string, length: number, rest: string) => `${cla}C20000${hexOf(length)}${rest}`;
  return [
    ...KINDS.map(([tag, words, list]) =>
      read(`envelope-${hexOf(tag)}`, 'sim-envelope', words, ENVELOPE, envelopeHex(tag, list), { tag, items: plainItems(list) }),
    ),
    of('download', 'a message for the card', items),
    of('download-address', 'a message for the card, with the centre', [
      DEVICES,
      { tag: ADDRESS, value: '914477581006F5' },
      message,
    ]),
    of('not-required', 'items that a card may not know', [
      { tag: IDENTITIES, value: '8381' },
      { tag: TPDU, value: MESSAGE },
    ]),
    ...[1, 2, 3, 7, 10, 20].map((digits) =>
      of(`digits-${digits}`, `an address of ${digits} digits`, [
        DEVICES,
        { tag: ADDRESS, value: `81${'21436587092143658709'.slice(0, digits - (digits % 2))}${digits % 2 === 1 ? 'F9' : ''}` },
        message,
      ]),
    ),
    ...[127, 128, 150, 200].map((octets) =>
      of(
        `octets-${octets}`,
        `an item of ${octets} octets`,
        [DEVICES, { tag: 0x0b, isRequired: true, value: countingHex(octets) }],
        LENGTHS,
      ),
    ),
    read('envelope-long-length', 'sim-envelope', 'lengths of two octets that one would hold', LENGTHS, 'D181058281028381', {
      ...{ tag: DOWNLOAD, items: [{ tag: 2, CR: 1, value: '8381' }] },
    }),
    ...['A0', '80'].map((cla) =>
      read(
        `envelope-command-${cla}`,
        'sim-envelope',
        `after a command of the class ${cla}`,
        ENVELOPE,
        command(cla, sizeOf(whole), whole),
        {
          ...{ tag: DOWNLOAD, items: plainItems(items) },
        },
      ),
    ),
    read(
      'envelope-command-le',
      'sim-envelope',
      'after a command, and before the length of the answer',
      ENVELOPE,
      `${command('A0', sizeOf(whole), whole)}00`,
      {
        ...{ tag: DOWNLOAD, items: plainItems(items) },
      },
    ),
    ...[0x00, 0xd0, 0xd8, 0xe0, 0xff].map((tag) =>
      bad(`tag-${hexOf(tag)}`, `a tag that no envelope has: ${hexOf(tag)}`, hexOf(tag) + whole.slice(2), {
        reason: 'bad-value',
        field: 'envelope',
        offset: 0,
      }),
    ),
    ...[0, 1, 2, 8].map((octets) =>
      bad(`cut-${octets}`, `ends after ${octets} octets`, whole.slice(0, 2 * octets), {
        ...{ reason: 'truncated', field: 'envelope', offset: Math.min(octets, 2) },
      }),
    ),
    bad(
      'cut-long',
      'ends inside of a length of two octets',
      'D181',
      { reason: 'truncated', field: 'envelope', offset: 2 },
      LENGTHS,
    ),
    ...['80', '83', '84', 'FF'].map((length) =>
      bad(
        `length-${length}`,
        `a length that begins with ${length}`,
        `D1${length}${whole.slice(4)}`,
        { reason: 'bad-value', field: 'envelope', offset: 1 },
        LENGTHS,
      ),
    ),
    ...(
      [
        ['tag', '82', 3],
        ['value', '820283', 4],
        ['second', '820283818B05AABB', 8],
      ] as const
    ).map(([id, body, offset]) =>
      bad(`item-cut-${id}`, 'an item that goes on past the envelope', `D1${hexOf(sizeOf(body))}${body}`, {
        reason: 'truncated',
        offset,
      }),
    ),
    bad('item-length-80', 'an item of indefinite length', 'D10482808381', { reason: 'bad-value', offset: 3 }, LENGTHS),
    ...[1, 5].map((octets) =>
      bad(`trailing-${octets}`, `octets after the envelope: ${octets}`, whole + '00'.repeat(octets), {
        ...{ reason: 'trailing', field: 'envelope', offset: sizeOf(whole) },
      }),
    ),
    ...[-2, 1, 100].map((more) =>
      bad(
        `lc-${sizeOf(whole) + more}`,
        'a command that counts another number of octets',
        command('A0', sizeOf(whole) + more, whole),
        {
          ...{ reason: 'bad-value', field: 'Lc', offset: 4 },
        },
      ),
    ),
  ];
}

interface Packet {
  readonly fields: string;
  readonly check?: string;
  readonly data: string;
}

/** The length of all, the length of the header after itself, the header, the check, the data. */
function packetHex({ fields, check = '', data }: Packet): string {
  const header = fields + check;
  const rest = hexOf(sizeOf(header)) + header + data;
  return hexOf(sizeOf(rest), 2) + rest;
}

function packets(): FamilyCase[] {
  const sent = (spi: string, kic: string, kid: string, tar: string, counter: string, padding: number) =>
    `${spi}${kic}${kid}${tar}${counter}${hexOf(padding)}`;
  const command = (
    id: string,
    title: string,
    {
      spi = '0000',
      kic = '00',
      kid = '00',
      tar = 'B00010',
      counter = '0000000001',
      padding = 0,
      check = '',
      data = 'A0A40000023F00',
    },
  ) =>
    read(
      `command-${id}`,
      'sim-command-packet',
      title,
      COMMAND,
      packetHex({ fields: sent(spi, kic, kid, tar, counter, padding), check, data }),
      {
        ...{ SPI: spi, KIc: kic, KID: kid, TAR: tar, CNTR: counter, PCNTR: padding, data },
        ...(check !== '' && { 'RC/CC/DS': check }),
      },
    );
  const answered = (tar: string, counter: string, padding: number, status: number) =>
    `${tar}${counter}${hexOf(padding)}${hexOf(status)}`;
  const response = (
    id: string,
    title: string,
    { tar = 'B00010', counter = '0000000001', padding = 0, status = 0, check = '', data = '9000' },
  ) =>
    read(
      `response-${id}`,
      'sim-response-packet',
      title,
      RESPONSE,
      packetHex({ fields: answered(tar, counter, padding, status), check, data }),
      {
        ...{ TAR: tar, CNTR: counter, PCNTR: padding, status, data },
        ...(check !== '' && { 'RC/CC/DS': check }),
      },
    );
  const bad = (id: string, format: string, title: string, hex: string, refusal: Refusal) =>
    refused(id, format, title, format === 'sim-command-packet' ? COMMAND : RESPONSE, hex, refusal);
  const [order, answer] = [
    packetHex({ fields: sent('0000', '00', '00', 'B00010', '0000000001', 0), data: 'A0A4' }),
    packetHex({ fields: answered('B00010', '0000000001', 0, 0), data: '9000' }),
  ];
  return [
    ...[1, 2, 3].map((check) =>
      command(`check-${check}`, `a check of the kind ${check}`, {
        spi: `0${check}00`,
        check: ['A1B2C3D4', 'A1B2C3D4E5F60718', 'C1'.repeat(16)][check - 1] as string,
      }),
    ),
    command('counter', 'the highest counter', { spi: '1000', counter: 'FFFFFFFFFF' }),
    command('padding', 'octets that fill a block', { padding: 7 }),
    command('empty', 'no data', { data: '' }),
    ...[0, 1, 9, 12].map((status) => response(`status-${status}`, `the status ${status}`, { status })),
    response('check', 'a response with a checksum', { check: 'A1B2C3D4E5F60718' }),
    response('empty', 'a response without data', { data: '' }),
    ...(
      [
        [0, 0],
        [1, 0],
        [2, 2],
        [12, 2],
      ] as const
    ).flatMap(([octets, offset]) => [
      bad(`command-cut-${octets}`, 'sim-command-packet', `ends after ${octets} octets`, order.slice(0, 2 * octets), {
        reason: 'truncated',
        field: 'CPL',
        offset,
      }),
      bad(`response-cut-${octets}`, 'sim-response-packet', `ends after ${octets} octets`, answer.slice(0, 2 * octets), {
        ...{ reason: 'truncated', field: 'RPL', offset },
      }),
    ]),
    ...[0, 12].map((length) =>
      bad(
        `command-header-${length}`,
        'sim-command-packet',
        `a header of ${length} octets, which are too few`,
        `${order.slice(0, 4)}${hexOf(length)}${order.slice(6)}`,
        {
          ...{ reason: 'bad-value', field: 'CHL', offset: 2 },
        },
      ),
    ),
    ...[0, 9].map((length) =>
      bad(
        `response-header-${length}`,
        'sim-response-packet',
        `a header of ${length} octets, which are too few`,
        `${answer.slice(0, 4)}${hexOf(length)}${answer.slice(6)}`,
        {
          ...{ reason: 'bad-value', field: 'RHL', offset: 2 },
        },
      ),
    ),
    bad('command-trailing', 'sim-command-packet', 'an octet after the packet', `${order}00`, {
      reason: 'trailing',
      field: 'CPL',
      offset: sizeOf(order),
    }),
    bad('response-trailing', 'sim-response-packet', 'an octet after the packet', `${answer}00`, {
      reason: 'trailing',
      field: 'RPL',
      offset: sizeOf(answer),
    }),
    bad(
      'command-check',
      'sim-command-packet',
      'a check that is longer than the packet',
      `${order.slice(0, 4)}20${order.slice(6)}`,
      {
        ...{ reason: 'truncated', offset: 2 + 1 + 13 },
      },
    ),
  ];
}

/** All of it. */
export function simToolkitFamily(): FamilyCase[] {
  return [...envelopes(), ...packets()];
}
