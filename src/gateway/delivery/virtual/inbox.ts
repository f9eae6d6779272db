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
  /** Another message began under the same reference. */
  | 'parts-replaced'
  /** Too many messages were incomplete. */
  | 'parts-overflow'
  /** The same part came again. */
  | 'part-repeated'
  /** A service indication that came, or stayed, beyond its si-expires. */
  | 'si-expired'
  /** One of the same identity is there that was created later, or at the same time. */
  | 'si-older'
  /** One of the same identity came that was created later. */
  | 'si-replaced'
  /** A later one with action delete named it. */
  | 'si-deleted'
  /** It asks for others to be deleted, and is never shown itself. */
  | 'si-delete';

/** That it was thrown away. */
export interface Dropped {
  readonly reason: DiscardReason;
  /** MessageIdentifier of the message that made the handset do so. */
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

/** A message on a handset. */
export interface InboxEntry {
  /** The gateway's identifier of the message. */
  readonly messageIdentifier: string;
  /** Who it is from. */
  readonly originator: string;
  /** When the last part came, to the second, as TP-SCTS says it. */
  readonly receivedAt: string;
  /** Whole SMS-DELIVER TPDUs in hex, without a service centre's address, in part order. */
  readonly parts: readonly string[];
  /** As `handset/message` reads it. */
  readonly content: Json;
  /** What a tester should know; absent when there is nothing. */
  readonly warnings?: readonly string[];
}

/** A message that the handset threw away, and why. */
export type DiscardedEntry = InboxEntry & Dropped;

/** Parts of a message whose others have not come. */
export interface IncompleteEntry {
  /** Who it is from. */
  readonly originator: string;
  /** Of the messages that brought the parts. */
  readonly messageIdentifiers: readonly string[];
  /** Concatenation reference. */
  readonly reference: number;
  /** Numbers of the parts that are there, of `total`. */
  readonly sequences: readonly number[];
  /** Parts that the message has. */
  readonly total: number;
  /** TPDUs of those parts in hex. */
  readonly parts: readonly string[];
}

/** An inbox. The lists that follow `messages` are absent when empty, the counts when 0. */
export interface InboxView {
  /** Digits with the country code. */
  readonly number: string;
  /** What the handset shows. */
  readonly messages: readonly InboxEntry[];
  /** Messages before those that were asked for. */
  readonly earlier?: number;
  /** What it threw away, and why. */
  readonly discarded?: readonly DiscardedEntry[];
  /** How many more were thrown away before those. */
  readonly earlierDiscarded?: number;
  /** Messages of which parts are missing. */
  readonly incomplete?: readonly IncompleteEntry[];
  /** Later messages that are not shown, past the limit. */
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
