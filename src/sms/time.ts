/**
 * Times: TP-SCTS, TP-DT, and the forms of the validity period TP-VP.
 *
 *   timestamp   YY MM DD hh mm ss ZZ, each two swapped digits; local time; ZZ in quarters of an hour from UTC,
 *               its sign in bit 3 of the octet (1: west)
 *   relative    one octet, 5 minutes to 63 weeks
 *   absolute    a timestamp
 *   enhanced    functionality indicator, then up to three octets, zeros to seven
 *
 * A year of two digits is read as 1990 to 2089: nothing in the specification pivots it.
 * Source: 3GPP TS 23.040 sections 9.2.3.11, 9.2.3.12.1, 9.2.3.12.2 and 9.2.3.12.3.
 * @module
 */

import { utcMs } from '../bytes/calendar.js';
import { requireObject, wrongArgument } from '../bytes/check.js';
import { copyOctets } from '../bytes/octets.js';
import type { ByteReader, OctetLayout } from '../bytes/reader.js';
import type { Reading } from '../bytes/reading.js';
import { fromSwappedBcd, toSwappedBcd } from '../bytes/semi-octets.js';
import type { Trace } from '../bytes/trace.js';
import { EncodeError } from '../errors.js';

/** A moment with the offset of its local time (TS 23.040 section 9.2.3.11). */
export interface Timestamp {
  /** The moment, in whole seconds, of the years 1990 to 2089 in local time. Lenient reading gives an invalid Date for digits that are not a time. */
  readonly at: Date;
  /** Offset of local time from UTC in minutes, positive to the east: a multiple of 15 from -1185 to 1185. */
  readonly offsetMinutes: number;
}

/**
 * TP-VP: how long the service centre keeps trying to deliver the message (TS 23.040 section 9.2.3.12), as a period, until a time, or in the enhanced
 * format.
 */
export type ValidityPeriod =
  /** Minutes from the submission, at most 63 weeks. The format has steps of 5 minutes to a week: other values are rounded up to the next step. */
  { readonly kind: 'relative'; readonly minutes: number } | ({ readonly kind: 'absolute' } & Timestamp) | EnhancedValidity;

/**
 * TP-VP in the enhanced format (TS 23.040 section 9.2.3.12.3): `none` for no period, or a period in minutes, in seconds (0 to 255), or as a time.
 * With `singleShot` the message is tried once. `raw` holds the seven octets of any other content: an extended indicator, reserved bits, or octets
 * that the format leaves unused.
 */
export type EnhancedValidity =
  | { readonly kind: 'enhanced'; readonly format: 'none'; readonly singleShot: boolean }
  | { readonly kind: 'enhanced'; readonly format: 'relative'; readonly singleShot: boolean; readonly minutes: number }
  | { readonly kind: 'enhanced'; readonly format: 'seconds'; readonly singleShot: boolean; readonly seconds: number }
  | {
      readonly kind: 'enhanced';
      readonly format: 'time';
      readonly singleShot: boolean;
      readonly hours: number;
      readonly minutes: number;
      readonly seconds: number;
    }
  | { readonly kind: 'enhanced'; readonly format: 'raw'; readonly octets: Uint8Array };

/** TP-VPF: bits 4 and 3 of the first octet. */
export const VPF = { none: 0, enhanced: 1, relative: 2, absolute: 3 } as const;

const HOUR = 60;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
const QUARTER = 15;
const TIMESTAMP_PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'] as const;

/** Minutes of a relative validity octet. */
export function relativeMinutes(octet: number): number {
  if (octet <= 143) return (octet + 1) * 5;
  if (octet <= 167) return 12 * HOUR + (octet - 143) * 30;
  if (octet <= 196) return (octet - 166) * DAY;
  return (octet - 192) * WEEK;
}

/**
 * The smallest octet whose period covers the minutes, so that a message is never given up earlier than asked.
 * @throws EncodeError `bad-value` for what is not over 0, `too-long` beyond 63 weeks.
 */
export function relativeOctet(minutes: number, field: string): number {
  if (!(minutes > 0)) throw EncodeError.badValue(field, `${minutes} minutes`);
  if (minutes <= 5) return 0;
  if (minutes <= 12 * HOUR) return Math.ceil(minutes / 5) - 1;
  if (minutes <= DAY) return Math.ceil((minutes - 12 * HOUR) / 30) + 143;
  if (minutes <= 30 * DAY) return Math.ceil(minutes / DAY) + 166;
  if (minutes <= 63 * WEEK) return Math.max(197, Math.ceil(minutes / WEEK) + 192);
  throw new EncodeError('too-long', field, undefined, `${minutes} minutes, at most 63 weeks`);
}

/** Writes seven octets and returns where they end. @throws EncodeError `bad-value` naming `field`. */
export function writeTimestamp(timestamp: Timestamp, target: Uint8Array, start: number, field: string): number {
  requireObject(timestamp, field);
  const { at, offsetMinutes } = timestamp;
  const quarters = offsetMinutes / QUARTER;
  if (!Number.isInteger(quarters) || Math.abs(quarters) > 79) {
    throw EncodeError.badValue(`${field}/zone`, `${offsetMinutes} minutes is not a number of quarter hours up to 79`);
  }
  if (typeof at?.getTime !== 'function') throw wrongArgument(at, `${field}.at`, 'a Date');
  const local = new Date(at.getTime() + offsetMinutes * 60_000);
  const year = local.getUTCFullYear();
  if (!(year >= 1990 && year <= 2089)) {
    throw EncodeError.badValue(field, `year ${year} is not within 1990 to 2089`);
  }
  target[start] = toSwappedBcd(year % 100);
  target[start + 1] = toSwappedBcd(local.getUTCMonth() + 1);
  target[start + 2] = toSwappedBcd(local.getUTCDate());
  target[start + 3] = toSwappedBcd(local.getUTCHours());
  target[start + 4] = toSwappedBcd(local.getUTCMinutes());
  target[start + 5] = toSwappedBcd(local.getUTCSeconds());
  target[start + 6] = toSwappedBcd(Math.abs(quarters)) | (quarters < 0 ? 8 : 0);
  return start + 7;
}

/**
 * Reads seven octets. Leniently a half octet that is not a decimal digit counts as 0; what is no date and time even so is an invalid Date.
 * @throws DecodeError `truncated`, or `bad-value` for digits that are not a date and time.
 */
export function readTimestamp(reader: ByteReader, field: string, reading: Reading): Timestamp {
  const start = reader.offset;
  if (reader.trace === undefined && reader.remaining >= 7) reader.skip(7, field);
  else readTimestampParts(reader, field);
  let time = timeAt(reader.octets, start);
  if (Number.isNaN(time.at.getTime())) {
    reading.fault('bad-value', field, start, 'the digits are not a date and time');
    time = timeAt(reader.octets.subarray(start, start + 7).map(zeroNonDecimal), 0);
  }
  if (reader.trace !== undefined) {
    reader.trace.mean(formatOffset(time.offsetMinutes));
    reader.close();
    reader.trace.mean(formatTimestamp(time));
  }
  return time;
}

/** The time of seven octets; an invalid Date where they are none. */
function timeAt(octets: Uint8Array, start: number): Timestamp {
  const zone = octets[start + 6] as number;
  const quarters = fromSwappedBcd(zone & ~8);
  if (quarters < 0) return { at: new Date(Number.NaN), offsetMinutes: 0 };
  const offsetMinutes = quarters * ((zone & 8) !== 0 ? -QUARTER : QUARTER) || 0;
  return { at: new Date(localMs(octets, start) - offsetMinutes * 60_000), offsetMinutes };
}

/** What a handset assumes of a half octet that is not a decimal digit: 0 (TS 23.040 9.2.3.11). Bit 3 of the last octet is the sign of the zone. */
function zeroNonDecimal(octet: number, index: number): number {
  const tens = octet & 15;
  const units = octet >> 4;
  return (units > 9 ? 0 : units << 4) | (tens > 9 && index < 6 ? 0 : tens);
}

/** The slow way, part by part: for a trace, and for the error when octets are missing. */
function readTimestampParts(reader: ByteReader, field: string): void {
  const spec = '23.040 9.2.3.11';
  reader.open(field, spec);
  for (const part of TIMESTAMP_PARTS) {
    const value = fromSwappedBcd(reader.u8(`${field}/${part}`, spec));
    if (reader.trace !== undefined) reader.trace.mean(value < 0 ? 'not decimal digits' : `${value}`);
  }
  reader.u8(`${field}/zone`, spec);
}

/**
 * Formats a timestamp as local time with its offset from UTC, in ISO 8601, such as `2026-11-21T10:00:00+01:00`; `no valid time` for an invalid Date.
 */
export function formatTimestamp(timestamp: Timestamp): string {
  requireObject(timestamp, 'timestamp');
  const { at, offsetMinutes } = timestamp;
  if (!(at instanceof Date)) throw wrongArgument(at, 'timestamp.at', 'a Date');
  if (Number.isNaN(at.getTime())) return 'no valid time';
  const local = new Date(at.getTime() + offsetMinutes * 60_000).toISOString().slice(0, 19);
  return local + formatOffset(offsetMinutes);
}

function formatOffset(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const size = Math.abs(minutes);
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** Milliseconds of the date and time in six octets, as if it were UTC; NaN for what is none. */
function localMs(octets: Uint8Array, start: number): number {
  const yy = fromSwappedBcd(octets[start] as number);
  return utcMs(
    yy < 0 ? -1 : yy < 90 ? 2000 + yy : 1900 + yy,
    fromSwappedBcd(octets[start + 1] as number),
    fromSwappedBcd(octets[start + 2] as number),
    fromSwappedBcd(octets[start + 3] as number),
    fromSwappedBcd(octets[start + 4] as number),
    fromSwappedBcd(octets[start + 5] as number),
  );
}

/** Bits 4 and 3 of the first octet for a validity period. */
export function findVpf(validity: ValidityPeriod | undefined): number {
  if (validity === undefined) return VPF.none;
  requireObject(validity, 'tpVp');
  return VPF[validity.kind] ?? VPF.none;
}

/** Writes one or seven octets and returns where they end. @throws EncodeError naming `tpVp`. */
export function writeValidity(validity: ValidityPeriod, target: Uint8Array, at: number): number {
  switch (validity.kind) {
    case 'relative':
      target[at] = relativeOctet(validity.minutes, 'tpVp/minutes');
      return at + 1;
    case 'absolute':
      return writeTimestamp(validity, target, at, 'tpVp');
    case 'enhanced':
      writeEnhanced(validity, target, at);
      return at + 7;
    default:
      throw EncodeError.badValue('tpVp/kind', `${(validity as { kind: unknown }).kind}`);
  }
}

const ENHANCED_FORMATS = ['none', 'relative', 'seconds', 'time'] as const;

function writeEnhanced(validity: EnhancedValidity, target: Uint8Array, at: number): void {
  target.fill(0, at, at + 7);
  if (validity.format === 'raw') {
    if (validity.octets.length !== 7) {
      throw EncodeError.badValue('tpVp/octets', `${validity.octets.length} octets, not 7`);
    }
    target.set(validity.octets, at);
    return;
  }
  const format = ENHANCED_FORMATS.indexOf(validity.format);
  if (format < 0) throw EncodeError.badValue('tpVp/format', `${validity.format}`);
  target[at] = (validity.singleShot ? 0x40 : 0) | format;
  if (validity.format === 'relative') target[at + 1] = relativeOctet(validity.minutes, 'tpVp/minutes');
  else if (validity.format === 'seconds') target[at + 1] = within(validity.seconds, 255, 'tpVp/seconds');
  else if (validity.format === 'time') {
    target[at + 1] = toSwappedBcd(within(validity.hours, 99, 'tpVp/hours'));
    target[at + 2] = toSwappedBcd(within(validity.minutes, 59, 'tpVp/minutes'));
    target[at + 3] = toSwappedBcd(within(validity.seconds, 59, 'tpVp/seconds'));
  }
}

function within(value: number, most: number, field: string): number {
  if (!Number.isInteger(value) || value < 0 || value > most) {
    throw EncodeError.badValue(field, `${value} is not 0 to ${most}`);
  }
  return value;
}

/** Reads TP-VP in the format that TP-VPF names. */
export function readValidity(reader: ByteReader, vpf: number, reading: Reading): ValidityPeriod | undefined {
  switch (vpf) {
    case VPF.relative: {
      const minutes = relativeMinutes(reader.u8('TP-VP', '23.040 9.2.3.12.1'));
      if (reader.trace !== undefined) reader.trace.mean(`${minutes} minutes`);
      return { kind: 'relative', minutes };
    }
    case VPF.absolute:
      return { kind: 'absolute', ...readTimestamp(reader, 'TP-VP', reading) };
    case VPF.enhanced: {
      if (reader.trace !== undefined && reader.remaining >= 7) return readTracedEnhanced(reader, reader.trace);
      return readEnhanced(reader.take(7, 'TP-VP'));
    }
    default:
      return undefined;
  }
}

const INDICATOR: OctetLayout = {
  name: 'functionality indicator',
  spec: '23.040 9.2.3.12.3',
  bits: [
    { name: 'extension', width: 1, values: ['no', 'another octet follows'] },
    { name: 'single shot', width: 1, values: ['no', 'yes'] },
    { name: 'reserved', width: 3 },
    { name: 'format', width: 3, values: ['no period', 'relative', 'seconds', 'hours, minutes, seconds'] },
  ],
};

/** The seven octets in their fields: what the indicator does not ask for is unused. */
function readTracedEnhanced(reader: ByteReader, trace: Trace): EnhancedValidity {
  const start = reader.offset;
  const validity = readEnhanced(reader.octets.subarray(start, start + 7));
  reader.open('TP-VP', INDICATOR.spec);
  const indicator = reader.octet(INDICATOR);
  const format = (indicator & 0x80) === 0 ? ENHANCED_FORMATS[indicator & 7] : undefined;
  if (format === 'relative') {
    trace.mean(`${relativeMinutes(reader.u8('TP-VP/period'))} minutes`);
  } else if (format === 'seconds') {
    reader.u8('TP-VP/seconds');
  } else if (format === 'time') {
    for (const part of ['hours', 'minutes', 'seconds']) trace.mean(`${fromSwappedBcd(reader.u8(`TP-VP/${part}`))}`);
  }
  reader.take(start + 7 - reader.offset, 'TP-VP/unused');
  reader.close();
  trace.mean(describeEnhanced(validity));
  return validity;
}

/** The model of seven octets; `raw` when re-encoding the model would not give them back. */
function readEnhanced(octets: Uint8Array): EnhancedValidity {
  const indicator = octets[0] as number;
  const singleShot = (indicator & 0x40) !== 0;
  const value = octets[1] as number;
  const format = ENHANCED_FORMATS[indicator & 7];
  let used = 1;
  let model: EnhancedValidity | undefined;
  if (format === 'none') model = { kind: 'enhanced', format, singleShot };
  else if (format === 'relative') {
    model = { kind: 'enhanced', format, singleShot, minutes: relativeMinutes(value) };
    used = 2;
  } else if (format === 'seconds') {
    model = { kind: 'enhanced', format, singleShot, seconds: value };
    used = 2;
  } else if (format === 'time') {
    const [hours, minutes, seconds] = [1, 2, 3].map((i) => fromSwappedBcd(octets[i] as number)) as [number, number, number];
    if (hours >= 0 && minutes >= 0 && minutes < 60 && seconds >= 0 && seconds < 60) {
      model = { kind: 'enhanced', format, singleShot, hours, minutes, seconds };
      used = 4;
    }
  }
  const clean = (indicator & 0xb8) === 0 && octets.subarray(used).every((octet) => octet === 0);
  return model !== undefined && clean ? model : { kind: 'enhanced', format: 'raw', octets: copyOctets(octets) };
}

function describeEnhanced(validity: EnhancedValidity): string {
  switch (validity.format) {
    case 'none':
      return 'no period';
    case 'relative':
      return `${validity.minutes} minutes`;
    case 'seconds':
      return `${validity.seconds} seconds`;
    case 'time':
      return `${validity.hours} h ${validity.minutes} min ${validity.seconds} s`;
    default:
      return 'extended or reserved';
  }
}
