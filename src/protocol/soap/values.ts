/**
 * Values of SOAP as the parameters of the form interface have them.
 * @module
 */
import { decodeBase64 } from '../../bytes/base64.js';
import { DecodeError } from '../../errors.js';
import { formatDateTime, parseDateTime } from '../../push/si-sl-co/datetime.js';
import { trim } from '../../xml/characters.js';

/** Minutes that a zone may be away from UTC (XML Schema part 2, section 3.2.7.3). */
const MAX_OFFSET_MINUTES = 14 * 60;
const MINUTE_MS = 60_000;

/**
 * A dateTime as UTC, `YYYY-MM-DDThh:mm:ssZ`; without an offset it is UTC, and a part of a second is left out (G-SOAP-10).
 * Midnight at the end of a day may be 24:00:00.
 * @throws DecodeError `bad-value`
 */
export function utcOf(text: string, field: string): string {
  const match = /^([\d-]{10}T)(\d\d)(:\d\d:\d\d)(?:\.(\d+))?(?:Z|([+-])(\d\d):([0-5]\d))?$/.exec(trim(text));
  const [, day, hour, rest, fraction = '', sign, hours, minutes] = match ?? [];
  const isEndOfDay = hour === '24' && rest === ':00:00' && !/[1-9]/.test(fraction);
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  if (match === null || Math.abs(offset) > MAX_OFFSET_MINUTES) {
    throw new DecodeError('bad-value', field, 0, 'is not a dateTime: YYYY-MM-DDThh:mm:ss, with Z or an offset or without');
  }
  const local = parseDateTime(`${day}${isEndOfDay ? '23' : hour}${isEndOfDay ? ':00:00' : rest}Z`, field);
  const ms = local.getTime() + ((isEndOfDay ? 60 : 0) - offset) * MINUTE_MS;
  try {
    return formatDateTime(new Date(ms), field);
  } catch (cause) {
    throw new DecodeError('bad-value', field, 0, 'is not in the years 0 to 9999', { cause });
  }
}

/** Digits of a whole number that is not negative, without a plus sign; leading zeros stay. @throws DecodeError `bad-value` */
export function digitsOf(text: string, field: string): string {
  const digits = /^\+?(\d{1,20})$/.exec(trim(text))?.[1];
  if (digits === undefined) throw new DecodeError('bad-value', field, 0, 'is not a whole number');
  return digits;
}

/** Octets of base64, white space left out; undefined for what is not base64 or lacks its padding. */
export function base64Octets(text: string): Uint8Array | undefined {
  const digits = text.replace(/[ \t\r\n]+/g, '');
  if (digits.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(digits)) return undefined;
  return decodeBase64(digits, { onFault: () => undefined });
}
