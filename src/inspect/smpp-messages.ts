/**
 * What PDUs of SMPP carry, opened: the header, and behind it the text by its data_coding, or what the application of the port reads. The parts of a
 * message are joined, whether a header or optional parameters number them.
 * Source: SMPP Protocol Specification v3.4 sections 5.2.12, 5.2.19, 5.2.22, 5.3.2.20 to 5.3.2.24 and 5.3.2.32.
 * @module
 */

import { ByteReader, type Field } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { tryDecode } from '../bytes/try-decode.js';
import { codingOf, type MessageCoding } from '../carrier/smpp-coding.js';
import { LimitError } from '../errors.js';
import type { InformationElement } from '../sms/index.js';
import { shiftTablesOf } from '../sms/user-data.js';
import { decodeGsm7, decodeUcs2 } from '../text/index.js';
import type { Bounds } from './bounds.js';
import { type InspectedPart, joinParts } from './join.js';
import type { Inspected } from './opening.js';
import { type CarriedMessage, describePdus, readSmpp, type SmppPdu, tryReadSmpp } from './smpp.js';
import { TAG } from './smpp-fields.js';
import { UDHI } from './smpp-values.js';
import { traced } from './traced.js';
import { withWarnings } from './trees.js';
import { type UserDataOptions, type UserText, userDataTree } from './user-data.js';

/** Faults that a tree lists at most. */
const MAX_ISSUES = 20;

/** The tree of PDUs in a row. */
export function smppTree(octets: Uint8Array, bounds: Bounds): Inspected {
  const strict = tryReadSmpp(new ByteReader(octets), false);
  const lenient = 'error' in strict ? tryReadSmpp(new ByteReader(octets), true) : strict;
  // A PDU that is cut has its fields up to there.
  const isLenient = 'error' in strict && (!('error' in lenient) || lenient.error.code === 'truncated');
  const issues: string[] = [];
  const pdus: SmppPdu[] = [];
  const tree = traced('SMPP', octets, 0, octets.length, bounds, (reader) => {
    readSmpp(reader, { lenient: isLenient, onIssue: ({ message }) => void issues.push(message) }, pdus);
  });
  if (pdus.length === 0) return { field: tree };
  const shown = withWarnings({ ...tree, meaning: describePdus(pdus) }, issues.slice(0, MAX_ISSUES));
  // A tree that the budget has ended stays as it is.
  return shown.error instanceof LimitError ? { field: shown } : withMessages(shown, pdus, octets, bounds);
}

function withMessages(tree: Field, pdus: readonly SmppPdu[], octets: Uint8Array, bounds: Bounds): Inspected {
  const parts: InspectedPart[] = [];
  const children = tree.children.map((field, i) => {
    const { message, address = '' }: Partial<SmppPdu> = pdus[i] ?? {};
    if (message === undefined || bounds.fields.isSpent) return field;
    const { field: opened, part } = messageTree(octets, message, address, bounds);
    const isCut = tree.error !== undefined && i === pdus.length - 1;
    if (part !== undefined && !isCut) parts.push(part);
    return withMessage(field, opened);
  });
  const [part] = parts;
  // One PDU may be a part of a message whose others stand beside it in a listing.
  if (pdus.length === 1) return { field: { ...tree, children }, ...(part !== undefined && { part }) };
  const { fields, warnings } = joinParts(parts, tree.end, bounds);
  return { field: withWarnings({ ...tree, children: [...children, ...fields] }, warnings) };
}

/** Shows user data in place of the octets of short_message or message_payload. */
function withMessage(field: Field, opened: Field): Field {
  const into = (leaf: Field): Field => ({ ...leaf, value: undefined, children: [opened] });
  const isPlace = ({ start, end, children }: Field) =>
    start === opened.start && end === opened.end && end > start && children.length === 0;
  const children = field.children.map((child) => {
    if (child.name === 'short_message' && isPlace(child)) return into(child);
    if (child.name !== 'message_payload') return child;
    return { ...child, children: child.children.map((leaf) => (leaf.name === 'value' && isPlace(leaf) ? into(leaf) : leaf)) };
  });
  return { ...field, children };
}

/** The user data of a message. @param from whose it is */
function messageTree(octets: Uint8Array, message: CarriedMessage, from: string, bounds: Bounds): Inspected {
  const { start, end, esmClass, dataCoding, parameters } = message;
  return userDataTree(octets, start, end, bounds, {
    ...userDataOptions(esmClass, dataCoding),
    elements: elementsOf(parameters),
    from,
  });
}

/** How the user data of an esm_class and a data_coding is read. */
export function userDataOptions(esmClass: number, dataCoding: number): UserDataOptions {
  const coding = codingOf(dataCoding);
  const options = { hasHeader: (esmClass & UDHI) !== 0 };
  if (coding === 'octets') return options;
  // Stated for joining, which mends escapes that were cut from their code.
  return { ...options, tpDcs: coding === 'gsm7' ? 0 : 8, textOf: (data, udh) => textIn(coding, data, udh) };
}

/** The parameters that mean the same as elements of a header. */
function elementsOf(parameters: ReadonlyMap<number, Uint8Array>): InformationElement[] {
  const elements: InformationElement[] = [];
  const destination = numberIn(parameters, TAG.DestinationPort);
  if (destination !== undefined) {
    elements.push({ kind: 'ports16', destination, source: numberIn(parameters, TAG.SourcePort) ?? 0 });
  }
  const reference = numberIn(parameters, TAG.SarMsgRefNum);
  const total = numberIn(parameters, TAG.SarTotalSegments) ?? 0;
  const sequence = numberIn(parameters, TAG.SarSegmentSeqnum) ?? 0;
  if (reference !== undefined && sequence >= 1 && sequence <= total) {
    elements.push({ kind: 'concat16', reference, total, sequence });
  }
  return elements;
}

function numberIn(parameters: ReadonlyMap<number, Uint8Array>, tag: number): number | undefined {
  const value = parameters.get(tag);
  if (value === undefined || value.length === 0 || value.length > 2) return undefined;
  return value.reduce((number, octet) => number * 256 + octet, 0);
}

/** Undefined for octets that are no text of the coding. */
function textIn(coding: MessageCoding, data: Uint8Array, udh: readonly InformationElement[]): UserText | undefined {
  switch (coding) {
    case 'gsm7': {
      const text = tryDecode(() => decodeGsm7(data, { ...shiftTablesOf(udh), lenient: true }));
      if (text !== undefined) return { text, warnings: [] };
      return { text: decodeLatin1(data), warnings: ['no septets, one an octet: read as ISO-8859-1'] };
    }
    case 'ucs2': {
      const text = tryDecode(() => decodeUcs2(data));
      if (text !== undefined) return { text, warnings: [] };
      const loose = tryDecode(() => decodeUcs2(data, { lenient: true }));
      return loose === undefined ? undefined : { text: loose, warnings: ['no whole UCS-2'] };
    }
    case 'iso-8859-1':
      return { text: decodeLatin1(data), warnings: [] };
    default:
      try {
        return { text: new TextDecoder(coding).decode(data), warnings: [] };
      } catch {
        // Small builds of an engine lack the table.
        return undefined;
      }
  }
}
