/**
 * User data in a tree: the header, and what the application of its port, or the reader of a text, finds after it. In a TPDU, alone, or as
 * another protocol carries it.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { findConcat, formatAddress, type InformationElement, type MessagePart, type Tpdu } from '../sms/index.js';
import { isSeo } from '../sms/seo.js';
import { readTpdu } from '../sms/tpdu.js';
import { readUdh } from '../sms/udh.js';
import { headerSeptets } from '../text/part-sizes.js';
import type { Bounds } from './call-limits.js';
import { joinObjects, withSounds } from './ems.js';
import { findPayload, SEO } from './formats/ports.js';
import type { Payload } from './formats/row.js';
import type { TpduForm } from './formats.js';
import { loneObject } from './join-parts.js';
import type { Inspected } from './nested-payloads.js';
import { findTextPayload } from './text-payloads.js';
import { traceDecoder } from './trace-decoder.js';
import { openChildren, withWarnings } from './trees.js';

/** A TPDU, read leniently, from `start` to `end`. */
export function tpduTree(
  octets: Uint8Array,
  { direction, smsc }: TpduForm,
  bounds: Bounds,
  start = 0,
  end = octets.length,
): Inspected {
  let tpdu: Tpdu | undefined;
  const tree = traceDecoder('TPDU', octets, start, end, bounds, (reader) => {
    tpdu = readTpdu(reader, { direction, smsc, lenient: true, onIssue: (issue) => reader.trace?.warn(issue.message) });
  });
  if (tpdu === undefined) return { field: { ...tree, name: findType(tree) ?? tree.name } };
  const field = { ...(tree.error === undefined ? tree : tellCut(tree)), name: tpdu.type };
  if (!('udh' in tpdu) || tpdu.udh === undefined) return { field };
  if (tree.error !== undefined) return { field: withContents(field, octets, tpdu.udh, bounds) };
  const address = 'tpOa' in tpdu ? tpdu.tpOa : 'tpDa' in tpdu ? tpdu.tpDa : undefined;
  return openUserData(
    field,
    octets,
    { ...tpdu, udh: tpdu.udh, from: address === undefined ? '' : formatAddress(address) },
    bounds,
  );
}

/** Says how much there is of a text that is cut. */
function tellCut(tree: Field): Field {
  const find = (name: string, { children }: Field = tree) => children.find((child) => child.name === name);
  const [length, data] = [find('TP-UDL'), find('TP-UD')];
  if (typeof length?.value !== 'number' || data === undefined) return tree;
  const header = find('UDH', data);
  const headerOctets = header === undefined ? 0 : header.end - header.start;
  const isPacked = length.meaning?.endsWith('septets') === true;
  const wanted = isPacked ? length.value - headerSeptets(headerOctets) : (length.value - headerOctets) >> 1;
  return openChildren(tree, ['TP-UD'], (child) => {
    if (child.name === 'undecoded' && isPacked) return { ...child, name: 'cut septet' };
    if (child.name !== 'text') return undefined;
    const { from, to } = child.bits ?? { from: child.start * 8, to: child.end * 8 };
    const count = (to - from) / (isPacked ? 7 : 16);
    return count < wanted
      ? withWarnings(child, [`cut: ${count} of ${wanted} ${isPacked ? 'septets' : 'characters'}`])
      : undefined;
  });
}

/** The type that the first octet of a TPDU names, when it was read. */
function findType(tree: Field): string | undefined {
  const first = tree.children.find(({ name }) => name === 'first octet');
  return first?.children.find(({ name }) => name === 'TP-MTI')?.meaning;
}

/** Opens what a header, the data after it or a text carries. @param part the user data, as it takes part in a message */
function openUserData(
  field: Field,
  octets: Uint8Array,
  part: MessagePart & { readonly from: string },
  bounds: Bounds,
): Inspected {
  const { udh, data, text } = part;
  if (data !== undefined && udh.length === 0 && isSeo(data)) {
    return { field: withObject(withPayload(field, octets, SEO, bounds), data, bounds), part: { ...part, seo: data } };
  }
  const shown = withContents(field, octets, udh, bounds, text !== undefined);
  const carried = text !== undefined && isWhole(udh) ? findTextPayload(text, bounds) : undefined;
  if (carried === undefined) return { field: shown, part };
  // What a text carries comes after the text: a field without octets of the input.
  const { name } = carried.field;
  const { end } = shown;
  const child = {
    name: `text as ${name}`,
    value: undefined,
    start: end,
    end,
    octets: carried.octets,
    children: [carried.field],
  };
  const own = carried.part === undefined ? part : { ...carried.part, from: part.from };
  return { field: { ...shown, children: [...shown.children, child] }, part: own };
}

/** The text of user data after its header, with the decoder's warnings. */
export interface UserText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** How another protocol carries user data. */
export interface UserDataOptions {
  /** Elements that come in other fields: ports and concatenation as optional parameters. */
  readonly elements?: readonly InformationElement[];
  /** False for user data without a header; there is one by default. */
  readonly hasHeader?: boolean;
  /** Reads the octets after the header as text, undefined where they are not. Without it they are octets. */
  readonly textOf?: (data: Uint8Array, udh: readonly InformationElement[]) => UserText | undefined;
  /** Of the part: whose message it is, and its coding. */
  readonly from?: string;
  readonly tpDcs?: number;
}

/** The tree of a header, and of what the application of its port reads after it, from `start` to `end`. */
export function userDataTree(
  octets: Uint8Array,
  start: number,
  end: number,
  bounds: Bounds,
  { elements = [], hasHeader = true, textOf, from = '', tpDcs }: UserDataOptions = {},
): Inspected {
  let udh: readonly InformationElement[] = elements;
  let data = octets.subarray(0, 0);
  let found: UserText | undefined;
  const tree = traceDecoder('user data', octets, start, end, bounds, (reader) => {
    if (hasHeader) udh = [...readUdh(reader).elements, ...elements];
    if (reader.remaining === 0) return;
    data = reader.take(reader.remaining, 'data');
    found = textOf?.(data, udh);
    if (found === undefined) return;
    reader.trace?.mean(JSON.stringify(found.text));
    for (const warning of found.warnings) reader.trace?.warn(warning);
  });
  const content = found === undefined ? { data } : { text: found.text };
  return openUserData(tree, octets, { udh, ...content, from, ...(tpDcs !== undefined && { tpDcs }) }, bounds);
}

/** What the elements of a header hold, and what the application of its port reads after it; texts are opened elsewhere. */
function withContents(
  field: Field,
  octets: Uint8Array,
  udh: readonly InformationElement[],
  bounds: Bounds,
  isText = false,
): Field {
  const shown = withSounds(field, octets, bounds);
  // A part of several says little by itself: the message is shown once it is joined.
  if (!isWhole(udh)) return shown;
  const whole = isText ? shown : withPayload(shown, octets, findPayload(udh), bounds);
  const { fields, warnings } = joinObjects(udh, field.end, bounds);
  return withWarnings({ ...whole, children: [...whole.children, ...fields] }, warnings);
}

function isWhole(udh: readonly InformationElement[]): boolean {
  return (findConcat(udh)?.total ?? 1) === 1;
}

/** Adds the file of a block that is a whole object. */
export function withObject(field: Field, seo: Uint8Array, bounds: Bounds): Field {
  const object = loneObject(seo, field.end, bounds);
  return object === undefined ? field : { ...field, children: [...field.children, object] };
}

/** Shows a payload in place of the bare octets of the user data. */
function withPayload(field: Field, octets: Uint8Array, payload: Payload | undefined, bounds: Bounds): Field {
  if (payload === undefined) return field;
  return openChildren(field, ['TP-UD'], (child) => {
    if (child.name !== 'data') return undefined;
    return { ...child, value: undefined, children: [payload.tree(octets, child.start, child.end, bounds)] };
  });
}
