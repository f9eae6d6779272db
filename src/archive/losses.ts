/**
 * What a format has no place for, told while it is written.
 * @module
 */
import { checkInteger } from '../bytes/check.js';
import { loneSurrogateIndex, toWellFormed } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import type { ArchiveFormatOptions, ArchiveMessage, ArchiveTime, RestFamily, RestField } from './model.js';

/** The last day of ECMAScript's calendar, in milliseconds. */
const MAX_MS = 8_640_000_000_000_000;

/** Offsets of the clocks of the world, in minutes. */
const MAX_OFFSET = 14 * 60;

/** Reports the losses of one message after the other. */
export class Losses {
  readonly #onLoss: ArchiveFormatOptions['onLoss'];
  /** The message that is written. */
  index = 0;

  constructor({ onLoss }: ArchiveFormatOptions) {
    this.#onLoss = onLoss;
  }

  /** Reports a field of the message. */
  lose(field: string, reason: string): void {
    this.#onLoss?.({ index: this.index, field, reason });
  }

  /** Reports a field that has a value and no place. */
  dropped(field: string, value: unknown): void {
    if (value !== undefined) this.lose(field, 'has no place in the format');
  }

  /** Reports the fields of other families than the format's, and gives its own, well formed. */
  ownRest(rest: readonly RestField[] | undefined, family: RestFamily, field = 'rest'): readonly RestField[] {
    const own: RestField[] = [];
    for (const each of rest ?? []) {
      if (each.family !== family) {
        this.lose(`${field}.${each.name}`, `is a field of ${each.family}`);
        continue;
      }
      const name = this.wellFormed(each.name, field);
      own.push({ family, name, value: this.wellFormed(each.value, `${field}.${name}`) });
    }
    return own;
  }

  /** A text without half surrogates, which no encoding has. */
  wellFormed(text: string, field: string): string {
    if (loneSurrogateIndex(text) < 0) return text;
    this.lose(field, 'half a surrogate pair, written as U+FFFD');
    return toWellFormed(text);
  }

  /** The instant of a time; of a local one as if its clock showed UTC. @param unitMs what the format counts in */
  instant(time: ArchiveTime | undefined, field: string, unitMs = 1): number | undefined {
    if (time === undefined) return undefined;
    checkTime(time, field);
    if (time.isLocal) this.lose(field, 'a local time, written as if its clock showed UTC');
    else if (time.offsetMinutes !== undefined) this.lose(field, 'the offset of its clock');
    return this.#inUnits(time.ms, field, unitMs) * unitMs;
  }

  /** What the clock showed, in milliseconds since 1970. */
  wallClock(time: ArchiveTime, field: string): number {
    checkTime(time, field);
    return this.#inUnits(time.ms, field, 1000) * 1000 + (time.offsetMinutes ?? 0) * 60_000;
  }

  #inUnits(ms: number, field: string, unitMs: number): number {
    const units = Math.floor(ms / unitMs);
    if (units * unitMs !== ms) this.lose(field, 'a part of a second');
    return units;
  }
}

/** @throws EncodeError `bad-value` for a time that is none. */
export function checkTime(time: ArchiveTime, field: string): void {
  checkInteger(time.ms, `${field}.ms`, -MAX_MS, MAX_MS);
  if (time.offsetMinutes !== undefined) checkInteger(time.offsetMinutes, `${field}.offsetMinutes`, -MAX_OFFSET, MAX_OFFSET);
}

/** @throws EncodeError `bad-value` for what is not a list of messages. */
export function checkMessages(messages: readonly ArchiveMessage[]): void {
  if (!Array.isArray(messages)) throw EncodeError.badValue('messages', `${typeof messages} is not a list`);
  messages.forEach((message: unknown, i) => {
    if (typeof message !== 'object' || message === null) throw EncodeError.badValue(`messages[${i}]`, 'is not a message');
    const { kind, text, addresses, parts } = message as ArchiveMessage;
    if (kind !== 'sms' && kind !== 'mms') throw EncodeError.badValue(`messages[${i}].kind`, "is 'sms' or 'mms'");
    if (typeof text !== 'string') throw EncodeError.badValue(`messages[${i}].text`, 'is not a text');
    if (!Array.isArray(addresses)) throw EncodeError.badValue(`messages[${i}].addresses`, 'is not a list');
    if (!addresses.every((each: unknown) => typeof each === 'object' && each !== null)) {
      throw EncodeError.badValue(`messages[${i}].addresses`, 'has what is not an address');
    }
    if (!Array.isArray(parts)) throw EncodeError.badValue(`messages[${i}].parts`, 'is not a list');
  });
}
