/**
 * What PDUs of SMPP carry, opened: the header, then the text by its data_coding, or what the application of the port reads. The parts of a
 * message are joined, whether a header or optional parameters number them.
 * Source: SMPP Protocol Specification v3.4 sections 5.2.12, 5.2.19, 5.2.22, 5.3.2.20 to 5.3.2.24 and 5.3.2.32.
 * @module
 */

import type { Field } from '../bytes/index.js';
import { LimitError } from '../errors.js';
import { decodeMessageText, findCoding } from '../smpp/data-coding.js';
import { concatOfParameters, findParameter, findParameterNumber, TAG } from '../smpp/parameters.js';
import type { SmppPdu } from '../smpp/pdus.js';
import { UDHI } from '../smpp/values.js';
import type { InformationElement } from '../sms/index.js';
import type { Bounds } from './call-limits.js';
import { type Decoding, octetTree } from './formats/octets.js';
import { type InspectedPart, withJoined, withParts } from './join-parts.js';
import type { Inspected } from './nested-payloads.js';
import { describePdus, formatAddress, readSmpp } from './smpp.js';
import { openChildren } from './trees.js';
import { type UserDataOptions, userDataTree } from './user-data.js';

/** The tree of PDUs in a row. */
export function smppTree(octets: Uint8Array, bounds: Bounds): Inspected {
  let pdus: SmppPdu[] = [];
  let part: InspectedPart | undefined;
  const complete = (tree: Field): Field => {
    if (pdus.length === 0) return tree;
    const shown = { ...tree, meaning: describePdus(pdus) };
    // A tree that the budget has ended stays as it is.
    if (shown.error instanceof LimitError) return shown;
    const opened = withMessages(shown, pdus, octets, bounds);
    part = opened.part;
    return opened.field;
  };
  const read: Decoding<SmppPdu[]>['read'] = (reader, options) => {
    pdus = [];
    return readSmpp(reader, options, pdus);
  };
  const field = octetTree({ root: 'SMPP', read, complete }, { octets, bounds, isPart: false }, 0, octets.length);
  return part === undefined ? { field } : { field, part };
}

function withMessages(tree: Field, pdus: readonly SmppPdu[], octets: Uint8Array, bounds: Bounds): Inspected {
  const parts: InspectedPart[] = [];
  const children = tree.children.map((field, i) => {
    const pdu = pdus[i];
    if (pdu === undefined || bounds.fields.isSpent) return field;
    const message = readMessage(pdu);
    if (message === undefined) return field;
    const { field: opened, part } = messageTree(octets, pdu, message, bounds);
    const isCut = tree.error !== undefined && i === pdus.length - 1;
    if (part !== undefined && !isCut) parts.push(part);
    return withMessage(field, opened);
  });
  const shown = { ...tree, children };
  return pdus.length === 1 ? withParts(shown, parts, bounds, false) : { field: withJoined(shown, parts, bounds) };
}

/** Shows user data in place of the octets of short_message or message_payload. */
function withMessage(field: Field, opened: Field): Field {
  const { start, end } = opened;
  return openChildren(field, ['message_payload'], (child) => {
    const isPlace = child.start === start && child.end === end && end > start && child.children.length === 0;
    const isMessage = isPlace && (child.name === 'short_message' || child.name === 'value');
    return isMessage ? { ...child, value: undefined, children: [opened] } : undefined;
  });
}

/** The octets of short_message, or of message_payload in its place; undefined where both are empty. */
function readMessage({ fields = {}, parameters }: SmppPdu): Uint8Array | undefined {
  for (const octets of [fields.short_message, findParameter(parameters, TAG.MessagePayload)]) {
    if (octets instanceof Uint8Array && octets.length > 0) return octets;
  }
  return undefined;
}

/** The user data of a message, which is a view of `octets`. */
function messageTree(octets: Uint8Array, pdu: SmppPdu, message: Uint8Array, bounds: Bounds): Inspected {
  const { fields: { esm_class = 0, data_coding = 0 } = {}, parameters } = pdu;
  const start = message.byteOffset - octets.byteOffset;
  return userDataTree(octets, start, start + message.length, bounds, {
    ...userDataOptions(esm_class as number, data_coding as number),
    elements: readElements(parameters),
    from: formatAddress(pdu),
  });
}

/** How the user data of an esm_class and a data_coding is read. */
export function userDataOptions(esmClass: number, dataCoding: number): UserDataOptions {
  const coding = findCoding(dataCoding);
  const options = { hasHeader: (esmClass & UDHI) !== 0 };
  if (coding === 'octets') return options;
  // Stated for joining, which repairs escapes that were cut from their code.
  return { ...options, tpDcs: coding === 'gsm7' ? 0 : 8, textOf: (data, udh) => decodeMessageText(data, coding, udh) };
}

/** The parameters that mean the same as elements of a header. */
function readElements(parameters: SmppPdu['parameters']): InformationElement[] {
  const findNumber = (tag: number) => findParameterNumber(parameters, tag);
  const elements: InformationElement[] = [];
  const destination = findNumber(TAG.DestinationPort);
  if (destination !== undefined) elements.push({ kind: 'ports16', destination, source: findNumber(TAG.SourcePort) ?? 0 });
  const concat = concatOfParameters(parameters);
  return concat === undefined ? elements : [...elements, concat];
}
