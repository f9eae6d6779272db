/**
 * EF_SMS: short messages on a SIM, each in a record of 176 octets.
 *
 *   status | service centre's address | TPDU | FF up to the end
 *
 * Nothing says how long the TPDU is: its own fields do. Of one with 164 octets after an address of 12 the last octet is not stored.
 * Source: 3GPP TS 51.011 section 10.5.3; TS 31.102 section 4.2.25.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { copyOctets, octetHex, requireOctets } from '../bytes/octets.js';
import { ByteReader, type OctetLayout } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { EncodeError } from '../errors.js';
import { type Address, type AddressInput, readServiceCentre, writeServiceCentre } from '../sms/address.js';
import { type Direction, readTpdu } from '../sms/tpdu.js';
import { isUnused, readPadding, UNUSED } from './padding.js';

/** The statuses of a record of EF_SMS, and their values in its first octet (TS 51.011 section 10.5.3). */
export const SIM_SMS_STATUSES = {
  free: 0x00,
  read: 0x01,
  unread: 0x03,
  unsent: 0x07,
  /** Sent; no status report was requested. */
  sent: 0x05,
  /** Sent; the status report has not arrived. */
  'sent, report awaited': 0x0d,
  /** Sent; the status report arrived, and is not in EF_SMSR. */
  'sent, report received': 0x15,
  /** Sent; the status report is in EF_SMSR. */
  'sent, report stored': 0x1d,
} as const;

/** A name of {@link SIM_SMS_STATUSES}. */
export type SimSmsStatus = keyof typeof SIM_SMS_STATUSES;

/** A record of EF_SMS, a message on a SIM (TS 51.011 section 10.5.3). */
export interface SimSms {
  /** Status of the message; `free` if the record may be overwritten. */
  readonly status: SimSmsStatus;
  /** Direction of the TPDU, for `decodeTpdu`: `MT` for a received message. It follows from the status, in a free record from the TPDU left there. */
  readonly direction?: Direction | undefined;
  /** The service centre. */
  readonly smsc?: Address | undefined;
  /**
   * The TPDU of the message. A free record may have it, too: phones often delete a message by changing only the status. A TPDU of 164 octets after an
   * address of 12 lacks its last octet, which does not fit into the record.
   */
  readonly tpdu?: Uint8Array | undefined;
  /** Octets of a free record that are not a message, up to the last that is not FF. */
  readonly remains?: Uint8Array | undefined;
}

/** A record of EF_SMS to write. `direction` is ignored: it follows from the status. */
export type SimSmsInput = Omit<SimSms, 'smsc'> & {
  /** The service centre, as an address or an international number. */
  readonly smsc?: AddressInput | undefined;
};

/** Length of a record of EF_SMS in octets. */
export const SIM_SMS_OCTETS = 176;
const SPEC = '51.011 10.5.3';
const MAX_TPDU = 164;
const NAMES = /* @__PURE__ */ Object.keys(SIM_SMS_STATUSES) as SimSmsStatus[];

const STATUS: OctetLayout = {
  name: 'status',
  spec: SPEC,
  bits: [
    { name: 'reserved', width: 3 },
    { name: 'status report', width: 2, values: ['not asked for', 'awaited', 'received', 'stored in EF_SMSR'] },
    {
      name: 'use',
      width: 3,
      values: ['free', 'received and read', 'free', 'received, not read', 'free', 'sent', 'free', 'to be sent'],
    },
  ],
};

/**
 * Encodes a record of EF_SMS (TS 51.011 section 10.5.3), 176 octets.
 * @throws EncodeError `bad-value` for a status without the message that it needs, and for a message that could not be read back with this status;
 * `too-long`.
 * @example
 * ```ts
 * import { encodeSimSms } from 'handset/sim';
 * import { encodeSubmit } from 'handset/sms';
 *
 * const tpdu = encodeSubmit({ tpDa: '447700900123', text: 'Hello' });
 * encodeSimSms({ status: 'unsent', smsc: '447785016005', tpdu }).length; // -> 176
 * ```
 */
export function encodeSimSms(record: SimSmsInput): Uint8Array {
  requireObject(record, 'record');
  const { status, smsc, tpdu, remains } = record;
  const value = SIM_SMS_STATUSES[status];
  if (value === undefined) throw EncodeError.badValue('status', `${JSON.stringify(status)} is not ${NAMES.join('; ')}`);
  const octets = new Uint8Array(SIM_SMS_OCTETS).fill(UNUSED);
  octets[0] = value;
  if (tpdu === undefined) {
    if (status !== 'free') throw EncodeError.badValue('tpdu', `a record that is ${status} has a TPDU`);
    return remains === undefined ? octets : withOctets(octets, remains, 1, 'remains');
  }
  requireOctets(tpdu, 'tpdu');
  if (tpdu.length > MAX_TPDU)
    throw new EncodeError('too-long', 'tpdu', undefined, `${tpdu.length} octets, limit is ${MAX_TPDU}`);
  const at = writeServiceCentre(smsc, octets, 1, 'smsc');
  // The one octet that the record has no place for.
  const isCut = at + tpdu.length === SIM_SMS_OCTETS + 1;
  withOctets(octets, isCut ? tpdu.subarray(0, -1) : tpdu, at, 'tpdu');
  const directions = status === 'free' ? (['MT', 'MO'] as const) : [directionOf(status) as Direction];
  const end = Math.min(at + tpdu.length, octets.length);
  if (!directions.some((direction) => findMessage(octets, at, octets.length, direction)?.end === end))
    throw EncodeError.badValue('tpdu', `is not a TPDU${describeDirection(status)}, whose own fields say where it ends`);
  return octets;
}

function withOctets(octets: Uint8Array, given: Uint8Array, at: number, field: string): Uint8Array {
  requireOctets(given, field);
  const limit = octets.length - at;
  if (given.length > limit) throw new EncodeError('too-long', field, undefined, `${given.length} octets, limit is ${limit}`);
  octets.set(given, at);
  return octets;
}

function describeDirection(status: SimSmsStatus): string {
  const direction = directionOf(status);
  return direction === undefined ? '' : direction === 'MT' ? ' to the handset' : ' from the handset';
}

/** Where messages of a status go; undefined for those of free records. */
function directionOf(status: SimSmsStatus): Direction | undefined {
  return status === 'free' ? undefined : status === 'read' || status === 'unread' ? 'MT' : 'MO';
}

/**
 * Decodes a record of EF_SMS (TS 51.011 section 10.5.3), 176 octets.
 * @param options.lenient read a reserved status by its low bits, a TPDU with faults, and one of unknown length up to the last octet that is not FF.
 * @throws DecodeError `truncated`, `bad-value`, `trailing-bytes` for more than 176 octets.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeSimSms } from 'handset/sim';
 *
 * const record = fromHex(`07${'07914477580610F5'}01000C91447700091032000005C8329BFD06`.padEnd(2 * 176, 'F'));
 * const { status, direction } = decodeSimSms(record);
 * [status, direction]; // -> ['unsent', 'MO']
 * ```
 */
export function decodeSimSms(octets: Uint8Array, options?: DecodeOptions): SimSms {
  return readSimSms(new ByteReader(octets), options);
}

/** {@link decodeSimSms} on a cursor, which is left at the end. */
export function readSimSms(reader: ByteReader, options?: DecodeOptions): SimSms {
  const reading = Reading.of(options);
  const status = readStatus(reader, reading);
  const rest = reader.sub(SIM_SMS_OCTETS - 1, 'EF_SMS');
  const record = readContent(rest, status, reading);
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'EF_SMS', reader.offset, `${reader.remaining} octets follow a record of ${SIM_SMS_OCTETS}`);
    reader.take(reader.remaining, 'trailing octets');
  }
  return record;
}

function readStatus(reader: ByteReader, reading: Reading): SimSmsStatus {
  const at = reader.offset;
  const value = reader.octet(STATUS);
  const found = NAMES.find((name) => SIM_SMS_STATUSES[name] === value);
  if (found === undefined) reading.fault('bad-value', 'status', at, `${octetHex(value)} is reserved`);
  // An even one is free, and only what was sent has a report.
  const status =
    found ??
    NAMES.find((name) => SIM_SMS_STATUSES[name] === ((value & 7) === 5 ? value & 0x1f : value & 7)) ??
    ('free' as const);
  reader.trace?.mean(status);
  return status;
}

function readContent(rest: ByteReader, status: SimSmsStatus, reading: Reading): SimSms {
  const { octets, offset: start, end } = rest;
  const direction = directionOf(status);
  if (status === 'free') {
    if (isUnused(octets, start, end)) {
      rest.take(rest.remaining, 'unused');
      return { status };
    }
    const left = findLeft(octets, start, end);
    if (left === undefined) {
      const length = usedOctets(octets, start, end);
      const remains = copyOctets(rest.take(length, 'remains'));
      readPadding(rest, reading, 'EF_SMS');
      return { status, remains };
    }
    return readMessage(rest, { status, direction: left }, reading);
  }
  return readMessage(rest, { status, direction: direction as Direction }, reading);
}

/** Octets up to the last that is not FF. */
function usedOctets(octets: Uint8Array, start: number, end: number): number {
  let length = end - start;
  while (length > 0 && octets[start + length - 1] === UNUSED) length--;
  return length;
}

/** Which way the message went that is left in a free record; undefined where there is none. */
function findLeft(octets: Uint8Array, start: number, end: number): Direction | undefined {
  return (['MT', 'MO'] as const).find((direction) => {
    const at = skipCentre(octets, start, end);
    const found = at === undefined ? undefined : findMessage(octets, at, end, direction);
    return found?.isSound === true && isUnused(octets, found.end, end);
  });
}

function skipCentre(octets: Uint8Array, start: number, end: number): number | undefined {
  return tryDecode(() => {
    const reader = new ByteReader(octets, undefined, start, end);
    readServiceCentre(reader, Reading.of(undefined));
    return reader.offset;
  });
}

/** How a TPDU ends that was read: with or without faults of its own. */
interface FoundMessage {
  readonly end: number;
  readonly isSound: boolean;
}

/** Where a TPDU ends, by its own fields; undefined where it cannot be read. */
function findMessage(octets: Uint8Array, start: number, end: number, direction: Direction): FoundMessage | undefined {
  // FF after a status report would be its TP-PI: it ends at the last octet that is not FF, or after a TP-ST of FF.
  if (direction === 'MT' && ((octets[start] as number) & 3) === STATUS_REPORT) {
    const used = start + usedOctets(octets, start, end);
    for (const last of [used, used + 1]) {
      const found = last > end ? undefined : readToEnd(octets, start, last, direction);
      if (found?.isSound === true) return found;
    }
  }
  return readToEnd(octets, start, end, direction) ?? findCut(octets, start, end, direction);
}

const STATUS_REPORT = 2;

/** The longest TPDU after the longest address, whose last octet the record has no place for: any octet stands for it. */
function findCut(octets: Uint8Array, start: number, end: number, direction: Direction): FoundMessage | undefined {
  if (end - start !== MAX_TPDU - 1) return undefined;
  const whole = new Uint8Array(MAX_TPDU);
  whole.set(octets.subarray(start, end));
  const found = readToEnd(whole, 0, MAX_TPDU, direction);
  return found?.end === MAX_TPDU ? { end, isSound: found.isSound } : undefined;
}

function readToEnd(octets: Uint8Array, start: number, end: number, direction: Direction): FoundMessage | undefined {
  let found = end;
  let isSound = true;
  const read = tryDecode(() =>
    readTpdu(new ByteReader(octets, undefined, start, end), {
      direction,
      lenient: true,
      onIssue: ({ code, field, offset, severity }) => {
        if (code === 'trailing-bytes' && field === 'TPDU') found = offset as number;
        else if (severity === 'error') isSound = false;
      },
    }),
  );
  return read === undefined ? undefined : { end: found, isSound };
}

function readMessage(
  rest: ByteReader,
  { status, direction }: { status: SimSmsStatus; direction: Direction },
  reading: Reading,
): SimSms {
  const smsc = readServiceCentre(rest, reading);
  const { octets, offset: start, end } = rest;
  const found = findMessage(octets, start, end, direction);
  if (found === undefined) reading.fault('bad-value', 'TPDU', start, `is not a TPDU${describeDirection(status)}`);
  const length = found === undefined ? usedOctets(octets, start, end) : found.end - start;
  const tpdu = copyOctets(octets.subarray(start, start + length));
  if (length > 0) rest.take(length, 'TPDU');
  readPadding(rest, reading, 'EF_SMS');
  return { status, direction, ...(smsc !== undefined && { smsc }), tpdu };
}
