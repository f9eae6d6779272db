/**
 * Times as a form's boxes have them: `2026-01-02T03:04`, a reading of a clock. No DOM here.
 * @module
 */
import { EncodeError } from '../../errors.js';

const LOCAL = /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2})(:\d{2})?(?:\.\d+)?)?$/;

/**
 * The Date whose UTC fields a box shows; undefined for an empty box.
 * @param field what the error names.
 * @throws EncodeError `bad-value` for what is no time.
 */
export function clockTime(value: string, field: string): Date | undefined {
  if (value === '') return undefined;
  const [, day, minutes = '00:00', seconds = ':00'] = LOCAL.exec(value) ?? [];
  const at = new Date(`${day}T${minutes}${seconds}Z`);
  if (day !== undefined && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(day)) return at;
  throw EncodeError.badValue(field, `is ${JSON.stringify(value)}, allowed: a time such as 2026-01-02T03:04`);
}

/** What a box shows of the UTC fields of a Date, to the minute. */
export function boxTime(at: Date): string {
  return at.toISOString().slice(0, 16);
}

/** A Date with the UTC fields that a clock at this offset (of `Date.getTimezoneOffset`) shows, to the full hour that comes next. */
export function nextHour(now: Date, offsetMinutes: number): Date {
  const shown = new Date(now.getTime() - offsetMinutes * 60_000);
  shown.setUTCMinutes(60, 0, 0);
  return shown;
}
