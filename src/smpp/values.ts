/**
 * What the values of SMPP's fields mean: kinds of addresses, the bits of esm_class and registered_delivery, states of a message,
 * times.
 * Source: SMPP Protocol Specification v3.4 sections 5.2.4 to 5.2.6, 5.2.12, 5.2.17, 5.2.28 and 7.1.1.
 * @module
 */
import type { OctetLayout } from '../bytes/index.js';
import type { Issue } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import { parseSmppTime, type SmppTime } from './time.js';

/** Names values by a list of them. */
export const listed = (values: readonly (string | undefined)[]) => (value: number) => values[value] ?? 'reserved';

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

/** State of a message (5.2.28; version 5.0 adds the first and the last). */
export const MESSAGE_STATES: readonly (string | undefined)[] = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVERED',
  'EXPIRED',
  'DELETED',
  'UNDELIVERABLE',
  'ACCEPTED',
  'UNKNOWN',
  'REJECTED',
  'SKIPPED',
];

function at(values: Readonly<Record<number, string>>): (string | undefined)[] {
  const list: (string | undefined)[] = [];
  for (const [index, value] of Object.entries(values)) list[Number(index)] = value;
  return list;
}

/** Bit of esm_class (5.2.12): short_message begins with a user data header. */
export const UDHI = 0x40;
/** Bit of esm_class: a reply path is set. */
export const REPLY_PATH = 0x80;

const MODE = {
  name: 'messaging mode',
  width: 2,
  values: ['default', 'datagram', 'forward', 'store and forward'],
} as const;

const flag = (name: string, is: string) => ({ name, width: 1, values: ['no', is] }) as const;

/** Bits 5 to 2 of esm_class (5.2.12): the type of a message to the service centre, and of one from it. */
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
      flag('UDHI', 'a header before the user data'),
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
    { name: 'receipt', width: 2, values: ['none', 'of success and failure', 'of failure', 'of success'] },
  ],
};

/** An interface_version in words (5.2.4). */
export function describeVersion(version: number): string {
  return version < 0x34 ? '3.3 or earlier' : `${version >> 4}.${version & 15}`;
}

/**
 * A time `YYMMDDhhmmsstnnp` (7.1.1) in words: absolute with its zone or, when it ends in `R`, relative to now; with what is wrong with
 * it. Undefined for a text of another form.
 */
export function describeTime(text: string): string | undefined {
  if (!/^\d{12}(?:\d{3}[-+R])?$/.test(text)) return undefined;
  const faults: string[] = [];
  const time = readLeniently(text, faults);
  const words =
    time === undefined
      ? 'not a time'
      : time.kind === 'relative'
        ? describePeriod(text)
        : describeMoment(time.at, time.zoneMinutes);
  return faults.length === 0 ? words : `${words} (${faults.join('; ')})`;
}

function readLeniently(text: string, faults: string[]): SmppTime | undefined {
  const onIssue = ({ field, reason }: Issue) => faults.push(describePart(field, reason));
  try {
    return parseSmppTime(text, { lenient: true, onIssue });
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    faults.push(describePart(error.field, error.reason));
    return undefined;
  }
}

const describePart = (field: string, reason: string) => `${field.slice(field.indexOf('/') + 1)}: ${reason}`;

function describeMoment(at: Date, zoneMinutes: number): string {
  const local = new Date(at.getTime() + zoneMinutes * 60_000)
    .toISOString()
    .replace(/(?:00)?Z$/, '')
    .replace(/\.0$/, '');
  const minutes = Math.abs(zoneMinutes);
  const zone = [Math.floor(minutes / 60), minutes % 60].map((value) => String(value).padStart(2, '0')).join(':');
  return `${local}${zoneMinutes < 0 ? '-' : '+'}${zone}`;
}

const UNITS = ['years', 'months', 'days', 'hours', 'minutes', 'seconds'] as const;

/** Each part as it is written, not what they come to. */
function describePeriod(text: string): string {
  const shown = UNITS.flatMap((unit, i) => {
    const count = Number(text.slice(2 * i, 2 * i + 2));
    return count === 0 ? [] : [`${count} ${unit}`];
  });
  return shown.length === 0 ? 'now' : `in ${shown.join(' ')}`;
}
