/**
 * User data in a tree: the header, and what the application of its port, or the reader of a text, finds behind it. In a TPDU, alone, or as
 * another protocol carries it.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { concatOf, type Direction, formatAddress, type InformationElement, type Tpdu } from '../sms/index.js';
import { isSeo } from '../sms/seo.js';
import { readTpdu } from '../sms/tpdu.js';
import { readUdh } from '../sms/udh.js';
import type { Bounds } from './bounds.js';
import { type Carried, carriedBy } from './carried.js';
import { joinObjects, withSounds } from './ems.js';
import { type Format, TPDU_FORMS } from './formats.js';
import { loneObject } from './join.js';
import type { Inspected } from './opening.js';
import { type PayloadKind, payloadOf, payloadTree } from './payloads.js';
import { traced } from './traced.js';
import { withWarnings } from './trees.js';

/** A TPDU, read leniently. */
export function tpduTree(octets: Uint8Array, format: Format, bounds: Bounds): Inspected {
  const { direction, smsc } = TPDU_FORMS[format] as { direction: Direction; smsc: boolean };
  let tpdu: Tpdu | undefined;
  const tree = traced('TPDU', octets, 0, octets.length, bounds, (reader) => {
    tpdu = readTpdu(reader, { direction, smsc, lenient: true, onIssue: (issue) => reader.trace?.warn(issue.message) });
  });
  if (tpdu === undefined) return { field: { ...tree, name: typeOf(tree) ?? tree.name } };
  const field = { ...tree, name: tpdu.type };
  if (!('udh' in tpdu) || tpdu.udh === undefined) return { field };
  if (tree.error !== undefined) return { field: withContents(field, octets, tpdu.udh, bounds) };
  const address = 'tpOa' in tpdu ? tpdu.tpOa : 'tpDa' in tpdu ? tpdu.tpDa : undefined;
  const part = { ...tpdu, udh: tpdu.udh, from: address === undefined ? '' : formatAddress(address) };
  const data = 'data' in tpdu ? tpdu.data : undefined;
  if (data !== undefined && tpdu.udh.length === 0 && isSeo(data)) {
    return { field: withObject(withPayload(field, octets, 'seo', bounds), data, bounds), part: { ...part, seo: data } };
  }
  const shown = withContents(field, octets, tpdu.udh, bounds);
  const carried = 'text' in tpdu && tpdu.text !== undefined && isWhole(tpdu.udh) ? carriedBy(tpdu.text, bounds) : undefined;
  if (carried === undefined) return { field: shown, part };
  const own = carried.part === undefined ? part : { ...carried.part, from: part.from };
  return { field: { ...shown, children: [...shown.children, carriedField(carried, field.end)] }, part: own };
}

/** The type that the first octet of a TPDU names, when it was read. */
function typeOf(tree: Field): string | undefined {
  const first = tree.children.find(({ name }) => name === 'first octet');
  return first?.children.find(({ name }) => name === 'TP-MTI')?.meaning;
}

/** What a text carries, behind the text: a field without octets of the input. @param at where it stands. */
function carriedField(carried: Carried, at: number): Field {
  const name = `text as ${carried.field.name}`;
  return { name, value: undefined, start: at, end: at, octets: carried.octets, children: [carried.field] };
}

/** The text of user data behind its header, with what the decoder has to say of it. */
export interface UserText {
  readonly text: string;
  readonly warnings: readonly string[];
}

/** How another protocol carries user data. */
export interface UserDataOptions {
  /** Elements that stand in other fields: ports and concatenation as optional parameters. */
  readonly elements?: readonly InformationElement[];
  /** False when there is no header in front; there is one by default. */
  readonly hasHeader?: boolean;
  /** Reads the octets behind the header as text; undefined where they are none. Without it they are octets. */
  readonly textOf?: (data: Uint8Array, udh: readonly InformationElement[]) => UserText | undefined;
  /** Of the part: whose message it is, and its coding. */
  readonly from?: string;
  readonly tpDcs?: number;
}

/** A header, and what the application of its port reads behind it, from `start` to `end`. */
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
  const tree = traced('user data', octets, start, end, bounds, (reader) => {
    if (hasHeader) udh = [...readUdh(reader).elements, ...elements];
    if (reader.remaining === 0) return;
    data = reader.take(reader.remaining, 'data');
    found = textOf?.(data, udh);
    if (found === undefined) return;
    reader.trace?.mean(JSON.stringify(found.text));
    for (const warning of found.warnings) reader.trace?.warn(warning);
  });
  const coding = tpDcs === undefined ? {} : { tpDcs };
  if (found === undefined) {
    const part = { udh, data, from, ...coding };
    if (udh.length > 0 || !isSeo(data)) return { field: withContents(tree, octets, udh, bounds), part };
    return { field: withObject(withPayload(tree, octets, 'seo', bounds), data, bounds), part: { ...part, seo: data } };
  }
  const part = { udh, text: found.text, from, ...coding };
  const shown = withContents(tree, octets, udh, bounds, true);
  const carried = isWhole(udh) ? carriedBy(found.text, bounds) : undefined;
  if (carried === undefined) return { field: shown, part };
  const own = carried.part === undefined ? part : { ...carried.part, from };
  return { field: { ...shown, children: [...shown.children, carriedField(carried, shown.end)] }, part: own };
}

/** What the elements of a header hold, and what the application of its port reads behind it; of a text, what it may be is for others to say. */
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
  const whole = isText ? shown : withPayload(shown, octets, payloadOf(udh), bounds);
  const { fields, warnings } = joinObjects(udh, field.end, bounds);
  return withWarnings({ ...whole, children: [...whole.children, ...fields] }, warnings);
}

function isWhole(udh: readonly InformationElement[]): boolean {
  return (concatOf(udh)?.total ?? 1) === 1;
}

/** Puts the file of a block that is its whole object behind it. */
export function withObject(field: Field, seo: Uint8Array, bounds: Bounds): Field {
  const object = loneObject(seo, field.end, bounds);
  return object === undefined ? field : { ...field, children: [...field.children, object] };
}

/** Shows a payload in place of the bare octets of the user data. */
function withPayload(field: Field, octets: Uint8Array, kind: PayloadKind | undefined, bounds: Bounds): Field {
  if (kind === undefined) return field;
  const asPayload = (child: Field): Field => {
    if (child.name === 'TP-UD') return { ...child, children: child.children.map(asPayload) };
    if (child.name !== 'data') return child;
    return { ...child, value: undefined, children: [payloadTree(kind, octets, child.start, child.end, bounds)] };
  };
  return { ...field, children: field.children.map(asPayload) };
}
