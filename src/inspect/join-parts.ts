/**
 * The parts of a listing, joined: messages, the EMS objects over their headers, and Siemens objects.
 * @module
 */

import type { Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import {
  decodeSeo,
  joinSeo,
  type MessagePart,
  type ReassembledMessage,
  Reassembler,
  type ReassemblerOptions,
  type SeoPart,
} from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import { type Joined, joinObjects } from './ems.js';
import { PICTURES } from './formats/pictures.js';
import { findPayload } from './formats/ports.js';
import type { Payload } from './formats/row.js';
import { TUNES } from './formats/tunes.js';
import type { InLine, Inspected, InspectedPart } from './nested-payloads.js';
import { findTextPayload } from './text-payloads.js';
import { leafTree, withWarnings } from './trees.js';

export type { InspectedPart } from './nested-payloads.js';

/**
 * Joins parts, whatever their order.
 * @param at where the joined fields are placed: the end of the input.
 */
export function joinParts(parts: readonly InspectedPart[], at: number, bounds: Bounds): Joined {
  const warnings: string[] = [];
  const joiner = new PartJoiner({ maxPending: Math.max(1, parts.length) }, (warning) => void warnings.push(warning));
  const fields = parts.flatMap((part) => joiner.add(part, 0, at, bounds));
  joiner.end();
  return { fields, warnings };
}

/** A tree with what its parts make together, or, where it has a single one, with that part: others may be beside it in a listing. */
export function withParts(field: Field, parts: readonly InspectedPart[], bounds: Bounds, isSeveral = true): Inspected {
  const [part] = parts;
  const shown = isSeveral && field.error === undefined ? withJoined(field, parts, bounds) : field;
  return { field: shown, ...(part !== undefined && parts.length === 1 && { part }) };
}

/** A tree with what its parts make together. */
export function withJoined(field: Field, parts: readonly InspectedPart[], bounds: Bounds): Field {
  const { fields, warnings } = joinParts(parts, field.end, bounds);
  return withWarnings({ ...field, children: [...field.children, ...fields] }, warnings);
}

/** Joins parts one by one, in any order. Its options limit the unfinished messages and objects that it holds. */
export class PartJoiner {
  readonly #messages: Reassembler;
  readonly #objects = new Map<string, Map<number, SeoPart & InLine>>();
  readonly #maxObjects: number;
  readonly #onMissing: (warning: string) => void;

  /** @param onMissing gets the warning of each message and object whose other parts did not come */
  constructor(options: Omit<ReassemblerOptions, 'onDiscard'> & { maxPending: number }, onMissing: (warning: string) => void) {
    this.#onMissing = onMissing;
    this.#maxObjects = options.maxPending;
    this.#messages = new Reassembler({
      ...options,
      onDiscard: ({ parts, total }) =>
        onMissing(`${nameLine(parts[0] as InLine | undefined)}${parts.length} of ${total} parts of a message`),
    });
  }

  /**
   * Takes a part, and returns the fields of what it completes.
   * @param time of the part, by the clock of the options.
   * @param at where the fields are placed.
   */
  add(part: InspectedPart, time: number, at: number, bounds: Bounds): Field[] {
    const fields = 'udh' in part ? this.#addMessage(part, time, at, bounds) : [];
    const block = part.seo === undefined ? undefined : attemptSeo(part.seo);
    if (block === undefined) return fields;
    return [...fields, ...this.#addBlock({ ...block, line: part.line }, at, bounds)];
  }

  /** Gives up what still waits. */
  end(): void {
    this.#messages.expire(Number.POSITIVE_INFINITY);
    for (const blocks of this.#objects.values()) this.#tellMissing(blocks);
    this.#objects.clear();
  }

  #addMessage(part: MessagePart & InLine & { readonly from: string }, time: number, at: number, bounds: Bounds): Field[] {
    const message = this.#messages.add(part, { from: part.from, at: time });
    if (message === undefined || message.parts < 2) return [];
    const objects = joinObjects(message.udh, at, bounds);
    for (const warning of objects.warnings) this.#onMissing(`${nameLine(part)}${warning}`);
    // A message may be nothing but its header.
    const isEmpty = (message.data ?? message.text)?.length === 0;
    return isEmpty && objects.fields.length > 0 ? [...objects.fields] : [messageField(message, at, bounds), ...objects.fields];
  }

  /** Blocks that say they are of one object are joined, each block once. A lone block is shown with its line. */
  #addBlock(block: SeoPart & InLine, at: number, bounds: Bounds): Field[] {
    const key = JSON.stringify([block.reference, block.parts, block.objectSize, block.dataSize, block.type, block.name]);
    const blocks = this.#objects.get(key) ?? new Map<number, SeoPart & InLine>();
    const isComplete = blocks.size === block.parts;
    if (blocks.size === 0 && this.#objects.size >= this.#maxObjects) {
      const [oldest, given] = this.#objects.entries().next().value as [string, Map<number, SeoPart & InLine>];
      this.#objects.delete(oldest);
      this.#tellMissing(given);
    }
    this.#objects.set(key, blocks.set(block.part, block));
    if (isComplete || block.parts === 1 || blocks.size < block.parts) return [];
    return [objectField([...blocks.values()], at, bounds)];
  }

  #tellMissing(blocks: ReadonlyMap<number, SeoPart & InLine>): void {
    const [first] = blocks.values();
    const { parts = 0 } = first ?? {};
    if (blocks.size < parts) this.#onMissing(`${nameLine(first)}${blocks.size} of ${parts} parts of an object`);
  }
}

/** `line 3: ` for a part in a log; empty for others. */
function nameLine(part: InLine | undefined): string {
  return part?.line === undefined ? '' : `line ${part.line}: `;
}

/** A joined message: a field without octets of the input, at its end, that opens a space of its own. */
function messageField(message: ReassembledMessage, at: number, bounds: Bounds): Field {
  const { data, text, udh, parts } = message;
  const place = { name: `joined from ${parts} parts`, start: at, end: at };
  if (data === undefined) {
    const carried = text === undefined ? undefined : findTextPayload(text, bounds);
    if (carried === undefined) return { ...place, value: text, children: [] };
    return { ...place, value: text, octets: carried.octets, children: [carried.field] };
  }
  return { ...place, value: undefined, octets: data, children: [buildTree(findPayload(udh), data, bounds)] };
}

function buildTree(payload: Payload | undefined, data: Uint8Array, bounds: Bounds): Field {
  return payload?.tree(data, 0, data.length, bounds) ?? leafTree('data', data, bounds);
}

/** The file in a block that is its whole object; undefined for any other octets. */
export function loneObject(octets: Uint8Array, at: number, bounds: Bounds): Field | undefined {
  const part = attemptSeo(octets);
  return part?.parts === 1 ? objectField([part], at, bounds) : undefined;
}

function objectField(parts: readonly SeoPart[], at: number, bounds: Bounds): Field {
  const { type, data } = joinSeo(parts);
  const name = parts.length === 1 ? `${type} object` : `${type} object joined from ${parts.length} parts`;
  const payload = type === 'mid' ? TUNES.midi : type === 'bmp' ? PICTURES.bmp : undefined;
  return { name, value: undefined, start: at, end: at, octets: data, children: [buildTree(payload, data, bounds)] };
}

function attemptSeo(octets: Uint8Array): SeoPart | undefined {
  return tryDecode(() => decodeSeo(octets, { lenient: true }));
}
