/**
 * Captures of networks: the messages in their packets, each with the layers around it.
 * @module
 */
import { pluralize } from '../bytes/file-fields.js';
import { ByteReader, type Field } from '../bytes/index.js';
import { readFrame } from '../capture/frames.js';
import {
  type Capture,
  type CapturedMessage,
  type CapturedMessages,
  type CapturePacket,
  findMessages,
  formatCaptureTime,
} from '../capture/index.js';
import { decodeCapture, readRecord } from '../capture/read.js';
import { type FormatError, LimitError, type Limits } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { type Format, fitsDirection } from './formats.js';
import { type InspectedPart, joinParts } from './join-parts.js';
import type { BoundedOpening, Inspected } from './nested-payloads.js';
import { readTwice } from './read-twice.js';
import type { Steps } from './steps.js';
import { traceDecoder } from './trace-decoder.js';
import { leafTree, withWarnings } from './trees.js';

/** A capture that was read, strictly or as far as it goes. */
interface CaptureRead extends CapturedMessages {
  readonly capture: Capture;
  /** What strict reading refuses. */
  readonly fault: FormatError | undefined;
}

/** @throws FormatError for octets of which no packet can be read */
function readCaptureMessages(octets: Uint8Array, limits: Partial<Limits> | undefined): CaptureRead {
  const { value, fault, refusal } = readTwice((options) => decodeCapture(octets, options), limits);
  if (value === undefined) throw refusal ?? (fault as FormatError);
  return { capture: value, fault, ...findMessages(value, { limits }) };
}

/** A capture in words. @throws FormatError for what cannot be read */
export function describeCapture(octets: Uint8Array, limits: Partial<Limits> | undefined): string {
  return describeRead(readCaptureMessages(octets, limits));
}

/** Reasons that are told. */
const MAX_REASONS = 4;

function describeRead({ capture: { format, packets }, messages, skipped }: CaptureRead): string {
  const head = `${format} of ${pluralize(packets.length, 'packet')}, ${pluralize(messages.length, 'message')}`;
  const reasons = skipped.slice(0, MAX_REASONS).map((each) => `${each.packets.length} ${each.reason}`);
  if (reasons.length === 0) return head;
  return `${head}; skipped: ${reasons.join(', ')}${skipped.length > MAX_REASONS ? ' and others' : ''}`;
}

/** What a strict or lenient reading of a capture refuses. */
export function refuseCapture(octets: Uint8Array, lenient: boolean, limits: Partial<Limits> | undefined): unknown {
  return decodeCapture(octets, { lenient, limits });
}

/** The tree of a capture: a field for each packet that completes messages, the messages after it; those between them in one field. */
export function* captureSteps(octets: Uint8Array, opening: BoundedOpening): Steps<Field> {
  const { bounds } = opening;
  let read: CaptureRead;
  try {
    read = readCaptureMessages(octets, bounds);
  } catch (error) {
    return refusedTree(octets, bounds, error);
  }
  const { capture, messages, fault } = read;
  const { packets } = capture;
  const children: Field[] = [];
  const parts: InspectedPart[] = [];
  const reasons = reasonsByPacket(read);
  let shownPackets = 0;
  let at = packets[0]?.start ?? octets.length;
  if (at > 0) children.push({ ...leafTree('header', octets, bounds, 0, at), children: [] });
  /** Packets up to one, in one field. */
  const passTo = (index: number) => {
    const end = packets[index]?.start ?? octets.length;
    if (end > at) children.push(runField(packets, shownPackets, index, at, end, reasons));
    shownPackets = index;
    at = end;
  };
  const shown = messages.slice(0, bounds.inspectItems);
  for (const message of shown) {
    if (bounds.fields.isSpent) break;
    const packet = packets[message.packet - 1] as CapturePacket;
    if (message.packet > shownPackets) {
      passTo(message.packet - 1);
      children.push(packetField(octets, capture, packet, message.packet, bounds));
      shownPackets = message.packet;
      at = packet.end;
    }
    const { field, part } = openMessage(message, opening);
    children.push({
      ...{ name: `packet ${message.packet}: ${field.name}`, value: undefined, meaning: describeMessage(message) },
      ...{ start: at, end: at, octets: message.octets, children: [field] },
    });
    if (part !== undefined) parts.push(part);
    yield children;
  }
  passTo(packets.length);
  const { fields, warnings } = joinParts(parts, octets.length, bounds);
  const all = [...(fault === undefined ? [] : [fault.message]), ...warnings];
  if (shown.length < messages.length) all.push(`the first ${shown.length} messages are shown`);
  const field = { name: 'capture', value: undefined, meaning: describeRead(read), start: 0, end: octets.length };
  return withWarnings({ ...field, children: [...children, ...fields] }, all);
}

function refusedTree(octets: Uint8Array, bounds: Bounds, error: unknown): Field {
  const tree = traceDecoder('capture', octets, 0, octets.length, bounds, () => {
    throw error;
  });
  if (!(error instanceof LimitError)) return tree;
  return { ...leafTree('capture', octets, bounds), error };
}

/** Why the packets have no message that have none. */
function reasonsByPacket({ skipped }: CaptureRead): ReadonlyMap<number, string> {
  const reasons = new Map<number, string>();
  for (const { reason, packets } of skipped) for (const packet of packets) reasons.set(packet, reason);
  return reasons;
}

/** Packets from one index to another. */
function runField(
  packets: readonly CapturePacket[],
  from: number,
  to: number,
  start: number,
  end: number,
  reasons: ReadonlyMap<number, string>,
): Field {
  const place = { value: undefined, start, end, children: [] };
  if (to <= from || packets[from] === undefined) return { name: 'blocks', ...place };
  const found = new Set<string>();
  for (let number = from + 1; number <= to && found.size <= MAX_REASONS; number++) {
    found.add(reasons.get(number) ?? 'part of a message below');
  }
  const words = [...found].slice(0, MAX_REASONS).join(', ');
  const name = to - from === 1 ? `packet ${to}` : `packets ${from + 1}-${to}`;
  return { name, ...place, meaning: found.size > MAX_REASONS ? `${words} and others` : words };
}

/** The record of a packet, and the headers in it. */
function packetField(octets: Uint8Array, { format }: Capture, packet: CapturePacket, number: number, bounds: Bounds): Field {
  const tree = traceDecoder(`packet ${number}`, octets, packet.start, packet.end, bounds, (reader) => {
    readRecord(reader, format, packet, () => {
      const end = packet.at + packet.octets.length;
      const inner = new ByteReader(octets, reader.trace, packet.at, end);
      inner.open('packet');
      readFrame(inner, packet.linkType);
      // What pads a frame belongs to none of its layers.
      if (inner.remaining > 0) inner.take(inner.remaining, 'trailing octets');
      inner.close();
    });
  });
  return packet.time === undefined ? tree : { ...tree, meaning: formatCaptureTime(packet.time) };
}

function openMessage({ octets, format, direction }: CapturedMessage, opening: BoundedOpening): Inspected {
  if (format !== undefined) return opening.inspect(octets, format);
  const found = opening.identify(octets).find((reading) => fitsDirection(reading.format, opening.direction ?? direction));
  const believed: Format | undefined = direction === undefined ? undefined : direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
  return opening.inspect(octets, found?.format ?? believed);
}

/** `packet 4, 2026-11-27T02:46:10Z, Ethernet > IPv4 > TCP > SMPP, 10.0.0.1:50000 to 10.0.0.2:2775`. */
function describeMessage({ packet, time, layers, source, destination }: CapturedMessage): string {
  const words = [`packet ${packet}`, time && formatCaptureTime(time), layers.join(' > ')];
  if (source !== undefined && destination !== undefined) words.push(`${source} to ${destination}`);
  return words.filter((word) => word !== undefined).join(', ');
}
