/**
 * What a gateway says of its virtual handsets, checked: whatever else answers at its addresses is no gateway. No DOM here.
 *
 *   { publicUrl, handsets: [{ number, messages, lastArrival }], more }     GET virtual/handsets, event hello
 *   { number, messages, lastArrival }                                      event inbox
 *   { messages, earlier, discarded, earlierDiscarded, incomplete, unread } GET virtual/handsets/NUMBER/inbox
 *
 * @module
 */
import { fromHex } from '../../bytes/index.js';
import { DecodeError } from '../../errors.js';

/** A virtual handset. */
export interface Handset {
  /** Digits. */
  readonly number: string;
  readonly messages: number;
  /** ISO 8601. */
  readonly lastArrival: string;
}

/** The virtual handsets of a gateway. */
export interface Handsets {
  /** The base of the addresses that its messages name. */
  readonly publicUrl: string;
  readonly handsets: readonly Handset[];
  /** Whether there are others. */
  readonly more: boolean;
}

/** A message, or parts of one, as they lie in an inbox. */
export interface Stored {
  readonly ids: readonly string[];
  readonly from: string;
  /** ISO 8601; parts of an incomplete message have none. */
  readonly receivedAt?: string | undefined;
  /** SMS-DELIVER TPDUs without a service centre's address, in part order. */
  readonly tpdus: readonly Uint8Array[];
  readonly warnings: readonly string[];
}

/** Why a handset does not have a message any more. */
export interface StoredDiscarded extends Stored {
  readonly reason: string;
  /** The message that made the handset throw it away. */
  readonly by?: string | undefined;
}

/** Parts whose others have not come. */
export interface StoredIncomplete extends Stored {
  readonly sequences: readonly number[];
  readonly total: number;
}

/** An inbox, oldest message first. */
export interface StoredInbox {
  readonly messages: readonly Stored[];
  /** Messages before those that are here. */
  readonly earlier: number;
  readonly discarded: readonly StoredDiscarded[];
  readonly earlierDiscarded: number;
  readonly incomplete: readonly StoredIncomplete[];
  /** Messages behind those that the gateway reads. */
  readonly unread: number;
}

/**
 * The list of handsets.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readHandsets(json: unknown): Handsets {
  const { publicUrl, handsets, more } = object(json, '$');
  return {
    publicUrl: text(publicUrl, '$.publicUrl'),
    handsets: list(handsets, '$.handsets', handset),
    more: more === true,
  };
}

/**
 * A handset whose inbox has changed.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readHandset(json: unknown): Handset {
  return handset(json, '$');
}

/**
 * An inbox.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readStoredInbox(json: unknown): StoredInbox {
  const { messages, earlier = 0, discarded = [], earlierDiscarded = 0, incomplete = [], unread = 0 } = object(json, '$');
  return {
    messages: list(messages, '$.messages', stored),
    earlier: whole(earlier, '$.earlier'),
    discarded: list(discarded, '$.discarded', (value, path) => {
      const { reason, by } = object(value, path);
      return {
        ...stored(value, path),
        reason: text(reason, `${path}.reason`),
        by: by === undefined ? undefined : text(by, `${path}.by`),
      };
    }),
    earlierDiscarded: whole(earlierDiscarded, '$.earlierDiscarded'),
    incomplete: list(incomplete, '$.incomplete', (value, path) => {
      const { originator, messageIdentifiers, sequences, total, parts } = object(value, path);
      return {
        ids: list(messageIdentifiers, `${path}.messageIdentifiers`, text),
        from: text(originator, `${path}.originator`),
        tpdus: list(parts, `${path}.parts`, octets),
        warnings: [],
        sequences: list(sequences, `${path}.sequences`, whole),
        total: whole(total, `${path}.total`),
      };
    }),
    unread: whole(unread, '$.unread'),
  };
}

function stored(value: unknown, path: string): Stored {
  const { messageIdentifier, originator, receivedAt, parts, warnings = [] } = object(value, path);
  return {
    ids: [text(messageIdentifier, `${path}.messageIdentifier`)],
    from: text(originator, `${path}.originator`),
    receivedAt: text(receivedAt, `${path}.receivedAt`),
    tpdus: list(parts, `${path}.parts`, octets),
    warnings: list(warnings, `${path}.warnings`, text),
  };
}

function handset(value: unknown, path: string): Handset {
  const { number, messages, lastArrival } = object(value, path);
  const digits = text(number, `${path}.number`);
  // It becomes part of an address.
  if (!/^\d{1,20}$/.test(digits)) throw new DecodeError('bad-value', `${path}.number`, undefined, 'no number');
  return {
    number: digits,
    messages: whole(messages, `${path}.messages`),
    lastArrival: text(lastArrival, `${path}.lastArrival`),
  };
}

function object(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad(path, 'an object');
  return value as Readonly<Record<string, unknown>>;
}

function list<T>(value: unknown, path: string, read: (value: unknown, path: string) => T): T[] {
  if (!Array.isArray(value)) return bad(path, 'a list');
  return value.map((item, index) => read(item, `${path}[${index}]`));
}

function text(value: unknown, path: string): string {
  return typeof value === 'string' ? value : bad(path, 'a text');
}

function whole(value: unknown, path: string): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : bad(path, 'a whole number from 0');
}

function octets(value: unknown, path: string): Uint8Array {
  const hex = text(value, path);
  return /^(?:[0-9A-Fa-f]{2})*$/.test(hex) ? fromHex(hex) : bad(path, 'octets in hex');
}

function bad(path: string, allowed: string): never {
  throw new DecodeError('bad-value', path, undefined, `has to be ${allowed}`);
}
