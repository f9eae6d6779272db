/**
 * The parts of a listing, joined: messages, the EMS objects over their headers, and Siemens objects.
 * @module
 */

import { attempt } from '../bytes/attempt.js';
import type { Field } from '../bytes/index.js';
import { decodeSeo, joinSeo, type MessagePart, type ReassembledMessage, Reassembler, type SeoPart } from '../sms/index.js';
import type { Bounds } from './bounds.js';
import { carriedBy } from './carried.js';
import { type Joined, joinObjects } from './ems.js';
import { type PayloadKind, payloadOf, payloadTree } from './payloads.js';
import { leafTree } from './trees.js';

/** One part of a listing: of a message, or of a Siemens object (its octets), or both. */
export type InspectedPart = (MessagePart & { readonly from: string; readonly seo?: Uint8Array }) | { readonly seo: Uint8Array };

/**
 * Joins parts, whatever their order.
 * @param at where the joined fields stand: the end of the input.
 */
export function joinParts(parts: readonly InspectedPart[], at: number, bounds: Bounds): Joined {
  const fields: Field[] = [];
  const missing: string[] = [];
  const messages = parts.flatMap((part) => ('udh' in part ? [part] : []));
  const reassembler = new Reassembler({
    maxPending: Math.max(1, messages.length),
    onDiscard: ({ parts: held, total }) => missing.push(`${held.length} of ${total} parts of a message`),
  });
  for (const part of messages) {
    const message = reassembler.add(part, { from: part.from, at: 0 });
    if (message === undefined || message.parts < 2) continue;
    const objects = joinObjects(message.udh, at, bounds);
    // A message may be nothing but its header.
    const isEmpty = (message.data ?? message.text)?.length === 0;
    if (!isEmpty || objects.fields.length === 0) fields.push(messageField(message, at, bounds));
    fields.push(...objects.fields);
    missing.push(...objects.warnings);
  }
  reassembler.expire(Number.POSITIVE_INFINITY);
  joinSeoParts(parts, at, bounds, fields, missing);
  return { fields, warnings: missing };
}

/** A joined message: a field without octets of the input, at its end, that opens a space of its own. */
function messageField(message: ReassembledMessage, at: number, bounds: Bounds): Field {
  const { data, text, udh, parts } = message;
  const place = { name: `joined from ${parts} parts`, start: at, end: at };
  if (data === undefined) {
    const carried = text === undefined ? undefined : carriedBy(text, bounds);
    if (carried === undefined) return { ...place, value: text, children: [] };
    return { ...place, value: text, octets: carried.octets, children: [carried.field] };
  }
  return { ...place, value: undefined, octets: data, children: [treeOf(payloadOf(udh), data, bounds)] };
}

function treeOf(kind: PayloadKind | undefined, data: Uint8Array, bounds: Bounds): Field {
  return kind === undefined ? leafTree('data', data, bounds) : payloadTree(kind, data, 0, data.length, bounds);
}

/** Blocks that say they are of one object are joined; each block once. */
function joinSeoParts(parts: readonly InspectedPart[], at: number, bounds: Bounds, fields: Field[], missing: string[]): void {
  const objects = new Map<string, Map<number, SeoPart>>();
  for (const { seo } of parts) {
    const part = seo === undefined ? undefined : attemptSeo(seo);
    if (part === undefined) continue;
    const key = JSON.stringify([part.reference, part.parts, part.objectSize, part.dataSize, part.type, part.name]);
    const blocks = objects.get(key) ?? new Map<number, SeoPart>();
    objects.set(key, blocks.set(part.part, part));
  }
  for (const blocks of objects.values()) {
    const all = [...blocks.values()];
    const { parts: total } = all[0] as SeoPart;
    // A lone block is shown with its line.
    if (all.length < total) missing.push(`${all.length} of ${total} parts of an object`);
    else if (total > 1) fields.push(objectField(all, at, bounds));
  }
}

/** The file in a block that is its whole object; undefined for any other octets. */
export function loneObject(octets: Uint8Array, at: number, bounds: Bounds): Field | undefined {
  const part = attemptSeo(octets);
  return part?.parts === 1 ? objectField([part], at, bounds) : undefined;
}

function objectField(parts: readonly SeoPart[], at: number, bounds: Bounds): Field {
  const { type, data } = joinSeo(parts);
  const name = parts.length === 1 ? `${type} object` : `${type} object joined from ${parts.length} parts`;
  const kind = type === 'mid' ? 'midi' : type === 'bmp' ? 'bmp' : undefined;
  return { name, value: undefined, start: at, end: at, octets: data, children: [treeOf(kind, data, bounds)] };
}

function attemptSeo(octets: Uint8Array): SeoPart | undefined {
  return attempt(() => decodeSeo(octets, { lenient: true }));
}
