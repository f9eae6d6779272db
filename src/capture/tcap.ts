/**
 * TPDUs in the operations of MAP, in TCAP, in SCCP.
 *
 * Source: Q.713 sections 2 to 4 (SCCP), Q.773 (TCAP), 3GPP TS 29.002 sections 17.6.6 and 17.7.6 (MAP), X.690 (BER).
 * @module
 */
import { toHex } from '../bytes/hex.js';
import { u16be, u16le, u32be } from '../bytes/octets.js';
import type { Direction } from '../sms/index.js';
import type { Piece, SegmentJoiner } from './fragments.js';

// ---- MTP3 and M3UA ----

const [SCCP_INDICATOR, M3UA_PROTOCOL_DATA] = [3, 0x0210] as const;

/** The user part's octets in a message of MTP3, with the routing label of the ITU; a text says why there are none. */
export function sccpOfMtp3(octets: Uint8Array): Uint8Array | string {
  if (octets.length < 5) return 'MTP3 that is cut';
  return ((octets[0] as number) & 15) === SCCP_INDICATOR ? octets.subarray(5) : 'MTP3 without SCCP';
}

/** The same of M3UA (RFC 4666 sections 3.2 and 3.3.1). */
export function sccpOfM3ua(octets: Uint8Array): Uint8Array | string {
  if (octets.length < 8 || octets[0] !== 1) return 'M3UA that is not version 1';
  if (octets[2] !== 1 || octets[3] !== 1) return 'M3UA without data';
  const end = Math.min(octets.length, u32be(octets, 4));
  for (let at = 8; ; ) {
    const [tag, length] = [u16be(octets, at), u16be(octets, at + 2)];
    // What is not there has a length of 0.
    if (length < 4 || at + length > end) return 'M3UA without data';
    if (tag === M3UA_PROTOCOL_DATA && length >= 16) {
      return octets[at + 12] === SCCP_INDICATOR ? octets.subarray(at + 16, at + length) : 'M3UA without SCCP';
    }
    at += length + (-length & 3);
  }
}

// ---- SCCP ----

/** Messages without a connection: the octets before their pointers, and of a pointer. */
const SCCP_MESSAGES = new Map([
  [0x09, { before: 2, pointer: 1, isExtended: false }],
  [0x11, { before: 3, pointer: 1, isExtended: true }],
  [0x13, { before: 3, pointer: 2, isExtended: true }],
]);
const SEGMENTATION = 0x10;

/** The user data of UDT, XUDT and LUDT, segments joined; `undefined` for a segment that others follow, a text for what has no data. */
export function readSccp({ octets, packets }: Piece, key: string, joiner: SegmentJoiner): Piece | string | undefined {
  const form = SCCP_MESSAGES.get(octets[0] as number);
  if (form === undefined) return 'SCCP without user data';
  const { before, pointer, isExtended } = form;
  /** Where a pointer, which counts from its first octet or, of two, from its last one, points to. */
  const follow = (index: number) => {
    const at = before + index * pointer;
    const distance = pointer === 1 ? (octets[at] ?? 0) : u16le(octets, at);
    return distance === 0 ? undefined : at + pointer - 1 + distance;
  };
  const lengthAt = (at: number) => (pointer === 1 ? (octets[at] ?? 0) : u16le(octets, at));
  const dataAt = follow(2);
  if (dataAt === undefined) return 'SCCP without user data';
  const start = dataAt + pointer;
  const end = start + lengthAt(dataAt);
  if (end > octets.length) return 'SCCP that is cut';
  const piece: Piece = { octets: octets.subarray(start, end), packets };
  const optionalAt = isExtended ? follow(3) : undefined;
  const segment = optionalAt === undefined ? undefined : findSegmentation(octets, optionalAt);
  if (segment === undefined) return piece;
  const callingAt = follow(1) ?? 0;
  const calling = octets.subarray(callingAt, callingAt + 1 + (octets[callingAt] ?? 0));
  const first = segment[0] as number;
  const id = `${key} ${toHex(calling)} ${toHex(segment.subarray(1, 4))}`;
  const whole = joiner.add(id, (first & 0x80) !== 0, first & 15, piece);
  return whole === 'lost' ? 'SCCP segment without the ones before it' : whole;
}

function findSegmentation(octets: Uint8Array, from: number): Uint8Array | undefined {
  // The end of the parameters is one octet of 0, or that of the message.
  for (let at = from; (octets[at] ?? 0) !== 0; at += 2 + (octets[at + 1] ?? 0)) {
    if (octets[at] === SEGMENTATION && octets[at + 1] === 4 && at + 6 <= octets.length) return octets.subarray(at + 2, at + 6);
  }
  return undefined;
}

// ---- BER ----

interface Element {
  readonly tag: number;
  readonly content: Uint8Array;
  /** One past its last octet, in the octets that it was read from. */
  readonly end: number;
}

/** Elements inside of each other. */
const MAX_DEPTH = 16;
const CONSTRUCTED = 0x20;

/** Reads the element at an offset; undefined for what is none. Tags are those of one octet, which TCAP and MAP have here. */
function readElement(octets: Uint8Array, at: number, depth = 0): Element | undefined {
  const [tag = 0, first] = [octets[at], octets[at + 1]];
  if (first === undefined || depth > MAX_DEPTH) return undefined;
  let start = at + 2;
  if ((tag & 31) === 31) return undefined;
  if (first === 0x80) {
    if ((tag & CONSTRUCTED) === 0) return undefined;
    let end = start;
    while (u16be(octets, end) !== 0 || end + 2 > octets.length) {
      const inner = readElement(octets, end, depth + 1);
      if (inner === undefined) return undefined;
      end = inner.end;
    }
    return { tag, content: octets.subarray(start, end), end: end + 2 };
  }
  let length = first;
  if (first > 0x80) {
    const count = first & 0x7f;
    if (count > 3) return undefined;
    length = 0;
    for (let i = 0; i < count; i++) length = length * 256 + (octets[start++] ?? 0);
  }
  const end = start + length;
  return end > octets.length ? undefined : { tag, content: octets.subarray(start, end), end };
}

/** The elements in octets, up to the first that cannot be read. */
function readElements(octets: Uint8Array): Element[] {
  const found: Element[] = [];
  for (let element = readElement(octets, 0); element !== undefined; element = readElement(octets, element.end))
    found.push(element);
  return found;
}

// ---- TCAP and MAP ----

const UNIDIRECTIONAL = 0x61;
const TRANSACTIONS: readonly number[] = [UNIDIRECTIONAL, 0x62, 0x64, 0x65];
const [COMPONENTS, INVOKE, RESULT, RESULT_NOT_LAST] = [0x6c, 0xa1, 0xa2, 0xa7] as const;
const [SEQUENCE, INTEGER, OCTET_STRING] = [0x30, 0x02, 0x04] as const;
/** Operations; before version 3 the first is that of both directions. */
const [MO_FORWARD, MT_FORWARD] = [46, 44] as const;
/** An address of a service centre as the destination, and that of a subscriber as the origin. */
const [CENTRE_DESTINATION, NO_DESTINATION, SUBSCRIBER_ORIGIN] = [0x84, 0x85, 0x82] as const;

/** A TPDU that MAP carries. */
export interface MapTpdu {
  readonly direction: Direction;
  readonly tpdu: Uint8Array;
}

/** The TPDUs in a message of TCAP; a text says why there are none. */
export function findMapTpdus(octets: Uint8Array): MapTpdu[] | string {
  const message = readElement(octets, 0);
  if (message === undefined || !TRANSACTIONS.includes(message.tag)) return 'no TCAP, or TCAP without components';
  const components = readElements(message.content).find(({ tag }) => tag === COMPONENTS);
  if (components === undefined) return 'TCAP without components';
  const found = readElements(components.content).flatMap(({ tag, content }) => {
    const parts = readElements(content);
    if (tag === INVOKE) return findInvoked(parts);
    return tag === RESULT || tag === RESULT_NOT_LAST ? findReturned(parts) : [];
  });
  return found.length === 0 ? 'MAP without a TPDU' : found;
}

function findInvoked(parts: readonly Element[]): MapTpdu[] {
  // The operation comes after the invoke id, and a linked one.
  const operation = readOperation(parts.filter(({ tag }) => tag === INTEGER)[1]);
  const argument = parts.find(({ tag }) => tag === SEQUENCE);
  if (argument === undefined || (operation !== MO_FORWARD && operation !== MT_FORWARD)) return [];
  const [destination, origin, ui] = readElements(argument.content);
  if (!isSignalInfo(ui)) return [];
  const isFromHandset =
    operation === MO_FORWARD &&
    (destination?.tag === CENTRE_DESTINATION || (destination?.tag === NO_DESTINATION && origin?.tag === SUBSCRIBER_ORIGIN));
  return [{ direction: isFromHandset ? 'MO' : 'MT', tpdu: ui.content }];
}

/** Reports of delivery go the other way. */
function findReturned(parts: readonly Element[]): MapTpdu[] {
  const result = parts.find(({ tag }) => tag === SEQUENCE);
  const [code, answer] = result === undefined ? [] : readElements(result.content);
  const operation = readOperation(code?.tag === INTEGER ? code : undefined);
  if (operation !== MO_FORWARD && operation !== MT_FORWARD) return [];
  const ui = answer?.tag === SEQUENCE ? readElements(answer.content)[0] : undefined;
  if (!isSignalInfo(ui)) return [];
  return [{ direction: operation === MO_FORWARD ? 'MT' : 'MO', tpdu: ui.content }];
}

/** Whether an element has the octets of a TPDU: one at least (17.7.8). */
function isSignalInfo(element: Element | undefined): element is Element {
  return element?.tag === OCTET_STRING && element.content.length > 0;
}

function readOperation(element: Element | undefined): number | undefined {
  return element?.content.length === 1 ? element.content[0] : undefined;
}
