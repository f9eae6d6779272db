/**
 * The messages of a virtual handset, and what people see of them: plain JSON, octets as hex, times in UTC with `Z`.
 * @module
 */
import { toHex } from '../../../bytes/index.js';
import type { Content } from '../../../message/index.js';

/** Why the handset threw a message away. */
export type DiscardReason =
  /** TP-PID 40: acknowledged, and not shown. */
  | 'type-0'
  /** TP-PID 41 to 47: a later message took its place. */
  | 'replaced'
  /** The rest did not come within a day. */
  | 'parts-expired'
  /** Another message began with the same reference. */
  | 'parts-replaced'
  /** Too many messages were incomplete. */
  | 'parts-overflow'
  /** The same part arrived again. */
  | 'part-repeated'
  /** A service indication after its si-expires. */
  | 'si-expired'
  /** A service indication with the same id that was created at the same time or later had arrived before. */
  | 'si-older'
  /** A service indication with the same id that was created later has arrived. */
  | 'si-replaced'
  /** A later service indication with action delete named it. */
  | 'si-deleted'
  /** A service indication with action delete, which is never shown. */
  | 'si-delete';

/** Why the handset discarded a message. */
export interface Dropped {
  /** The reason. */
  readonly reason: DiscardReason;
  /** MessageIdentifier of the message that caused it. */
  readonly by?: string;
}

/** A message as the handset has it. */
export interface HandsetMessage {
  readonly messageIdentifier: string;
  readonly originator: string;
  /** When the last part came, in milliseconds. */
  readonly receivedAt: number;
  /** TPDUs, in part order. */
  readonly parts: readonly Uint8Array[];
  readonly tpPid: number;
  readonly tpDcs: number;
  readonly content: Content;
  readonly warnings: string[];
  /** Set by the rules. */
  dropped?: Dropped;
}

/** A value as JSON holds it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A message on a virtual handset, as JSON. */
export interface InboxEntry {
  /** MessageIdentifier. */
  readonly messageIdentifier: string;
  /** The originator that the handset shows. */
  readonly originator: string;
  /** When the last part arrived, as `2026-03-04T05:06:07Z`. */
  readonly receivedAt: string;
  /** SMS-DELIVER TPDUs in hex, without service centre addresses, in part order. */
  readonly parts: readonly string[];
  /** The content as `readContent` of `handset/message` returns it, with octets as hex. */
  readonly content: Json;
  /** How some handsets would treat it differently; absent without warnings. */
  readonly warnings?: readonly string[];
}

/** A message that the handset discarded, with the reason. */
export type DiscardedEntry = InboxEntry & Dropped;

/** The parts of a message that is not complete yet. */
export interface IncompleteEntry {
  /** The originator that the handset shows. */
  readonly originator: string;
  /** MessageIdentifiers of the messages with the parts. */
  readonly messageIdentifiers: readonly string[];
  /** Concatenation reference. */
  readonly reference: number;
  /** Numbers of the parts that arrived, from 1. */
  readonly sequences: readonly number[];
  /** The number of parts of the whole message. */
  readonly total: number;
  /** TPDUs of the parts that arrived, in hex. */
  readonly parts: readonly string[];
}

/** The JSON of an inbox. Lists after `messages` are absent when empty, counts when 0. */
export interface InboxView {
  /** Digits with the country code. */
  readonly number: string;
  /** The messages that the handset shows, oldest first. */
  readonly messages: readonly InboxEntry[];
  /** The number of messages before the requested ones. */
  readonly earlier?: number;
  /** The messages that the handset discarded. */
  readonly discarded?: readonly DiscardedEntry[];
  /** The number of discarded messages before those. */
  readonly earlierDiscarded?: number;
  /** Messages with missing parts. */
  readonly incomplete?: readonly IncompleteEntry[];
  /** The number of later messages above the limit, which are not shown. */
  readonly unread?: number;
}

/** A message as JSON. */
export function entryOf({ messageIdentifier, originator, receivedAt, parts, content, warnings }: HandsetMessage): InboxEntry {
  return {
    messageIdentifier,
    originator,
    receivedAt: toTheSecond(receivedAt),
    parts: parts.map(toHex),
    content: jsonOf(content),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** A time in epoch milliseconds as JSON has it, its milliseconds left out. */
export function toTheSecond(at: number): string {
  return new Date(at).toISOString().replace(/[.]\d+Z$/, 'Z');
}

/** A model as JSON: what is undefined is left out. */
export function jsonOf(value: unknown): Json {
  if (value instanceof Uint8Array) return toHex(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : timeOf(value);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(entries.map(([name, member]) => [name, jsonOf(member)]));
  }
  return value as Json;
}

/** To the second, unless there are milliseconds. */
function timeOf(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
