/**
 * What a gateway says of its virtual handsets, checked: whatever else answers at its addresses is not a gateway.
 *
 *   { publicUrl, handsets: [{ number, messages, lastArrival }], more }     GET virtual/handsets, event hello
 *   { number, messages, lastArrival }                                      event inbox
 *   { messages, earlier, discarded, earlierDiscarded, incomplete, unread } GET virtual/handsets/NUMBER/inbox
 *
 * @module
 */
import { fromHex } from '../bytes/index.js';
import { fields, listOf, matching, otherwise, type Reader, required, text, truth, where, whole } from '../bytes/json-fields.js';

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

const octets: Reader<Uint8Array> = (value, path) => fromHex(matching(/^(?:[0-9A-Fa-f]{2})*$/, 'octets in hex')(value, path));

/** ISO 8601. */
const time = where<string>((value) => typeof value === 'string' && !Number.isNaN(Date.parse(value)), 'a time');

const ENTRY = {
  messageIdentifier: required(text),
  originator: required(text),
  receivedAt: required(time),
  parts: required(listOf(octets)),
  warnings: otherwise(listOf(text), []),
};

const readEntry = fields(ENTRY, 'skipped');
const readDiscarded = fields({ ...ENTRY, reason: required(text), by: text }, 'skipped');
const readIncomplete = fields(
  {
    originator: required(text),
    messageIdentifiers: required(listOf(text)),
    sequences: required(listOf(whole(0))),
    total: required(whole(0)),
    parts: required(listOf(octets)),
  },
  'skipped',
);
const readInbox = fields(
  {
    messages: required(listOf(readEntry)),
    earlier: otherwise(whole(0), 0),
    discarded: otherwise(listOf(readDiscarded), []),
    earlierDiscarded: otherwise(whole(0), 0),
    incomplete: otherwise(listOf(readIncomplete), []),
    unread: otherwise(whole(0), 0),
  },
  'skipped',
);
const readOne = fields(
  // It becomes part of an address.
  { number: required(matching(/^\d{1,20}$/, 'a number')), messages: required(whole(0)), lastArrival: required(time) },
  'skipped',
);
const readList = fields(
  { publicUrl: required(text), handsets: required(listOf(readOne)), more: otherwise(truth, false) },
  'skipped',
);

/**
 * The list of handsets.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readHandsets(json: unknown): Handsets {
  return readList(json, '$');
}

/**
 * A handset whose inbox has changed.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readHandset(json: unknown): Handset {
  return readOne(json, '$');
}

/**
 * An inbox.
 * @param path what errors call it.
 * @throws DecodeError `bad-value` with the path of what is missing or of another type.
 */
export function readStoredInbox(json: unknown, path = '$'): StoredInbox {
  const { messages, discarded, incomplete, ...counts } = readInbox(json, path);
  return {
    ...counts,
    messages: messages.map(storedOf),
    discarded: discarded.map(({ reason, by, ...entry }) => ({ ...storedOf(entry), reason, by })),
    incomplete: incomplete.map(({ originator: from, messageIdentifiers: ids, parts: tpdus, ...rest }) => {
      return { ids, from, tpdus, warnings: [], ...rest };
    }),
  };
}

function storedOf({ messageIdentifier, originator: from, parts: tpdus, ...rest }: ReturnType<typeof readEntry>): Stored {
  return { ids: [messageIdentifier], from, tpdus, ...rest };
}
