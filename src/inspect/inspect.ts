/**
 * Any payload, field by field. The tree comes from the decoders themselves, which read through a cursor that records (see `Trace`).
 * @module
 */
import { encodeUtf8, type Field } from '../bytes/index.js';
import type { Limits } from '../errors.js';
import { concatOf, type Direction, formatAddress, type InformationElement, type Tpdu } from '../sms/index.js';
import { isSeo } from '../sms/seo.js';
import { readTpdu } from '../sms/tpdu.js';
import { readUdh } from '../sms/udh.js';
import { type Bounds, boundsOf } from './bounds.js';
import { carriedBy } from './carried.js';
import { joinObjects, withSounds } from './ems.js';
import { checkInput, FORMATS, type Format, identify, TPDU_FORMS } from './identify.js';
import { type InspectedPart, joinParts, loneObject } from './join.js';
import { isPayloadKind, type PayloadKind, payloadOf, payloadTree } from './payloads.js';
import { pushXmlTree } from './push-xml.js';
import { scklTree } from './sckl.js';
import { smilTree } from './smil.js';
import { hexOf, holdHexLines, textOf } from './texts.js';
import { traced } from './traced.js';
import { checkItems, leafTree, notText, withWarnings } from './trees.js';
import { rtttlTree, tuneTextTree } from './tune-texts.js';

/** How to look at a payload. */
export interface InspectOptions {
  /** What it is; by default the likeliest reading. */
  readonly as?: Format | undefined;
  /** Direction of a TPDU; by default what its TP-MTI makes likelier. */
  readonly direction?: Direction | undefined;
  /** Other values for `inspectOctets`, `inspectItems` and `inspectFields` of DEFAULT_LIMITS, and for the limits of the decoders that are run. */
  readonly limits?: Partial<Limits> | undefined;
}

/** The options of one call, with its bounds. */
interface Run extends InspectOptions {
  readonly limits: Bounds;
}

/** A tree, and the part of a message or object that it shows, for joining. */
interface Inspected {
  readonly field: Field;
  readonly part?: InspectedPart;
}

/**
 * The fields of a payload, down to bits. The children of every field tile it. Octets that cannot be read do not throw: the tree ends with a
 * field `undecoded` and the root carries the `error`. Several PDUs in a text (hex or AT, a line each) come as one tree; the parts of a
 * message are joined and shown behind them.
 * @throws LimitError past `inspectOctets` or `inspectItems`; TypeError for what is no octets, no format or no direction.
 */
export function inspect(octets: Uint8Array, options?: InspectOptions): Field {
  checkInput(octets, options?.limits);
  const run: Run = { ...options, limits: boundsOf(options?.limits) };
  const { as, direction } = run;
  if (as !== undefined && !FORMATS.includes(as)) throw new TypeError(`as is ${as}, which is none of FORMATS`);
  if (direction !== undefined && direction !== 'MO' && direction !== 'MT')
    throw new TypeError(`direction is ${direction}, allowed: MO, MT`);
  // Whoever says what a file of hex lines holds means the octets, not their digits.
  const isListing = as !== undefined && isBinary(as) && holdHexLines(octets);
  return inspectAs(octets, isListing ? 'hex' : (as ?? likeliest(octets, run)), run).field;
}

/** Whether a format is one of octets, which a listing of hex lines may hold. */
function isBinary(format: Format): boolean {
  return format === 'udh' || Object.hasOwn(TPDU_FORMS, format) || isPayloadKind(format);
}

function likeliest(octets: Uint8Array, options: Run): Format | undefined {
  const readings = identify(octets, options.limits);
  const { direction } = options;
  if (direction === undefined) return readings[0]?.format;
  const fits = (format: Format) => TPDU_FORMS[format] === undefined || TPDU_FORMS[format].direction === direction;
  const best = readings.find(({ format }) => fits(format))?.format;
  // With a direction given, octets that nothing can read are taken for the TPDU that the caller believes them to be.
  return best ?? (direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt');
}

function inspectAs(octets: Uint8Array, format: Format | undefined, options: Run): Inspected {
  const { limits: bounds } = options;
  switch (format) {
    case undefined:
      return { field: leafTree('unknown octets', octets, bounds) };
    case 'udh':
      return userDataTree(octets, bounds);
    case 'rtttl':
      return { field: rtttlTree(octets, bounds) };
    case 'imelody':
    case 'emelody':
    case 'motorola':
      return { field: tuneTextTree(format, octets, 0, octets.length, bounds) };
    case 'push-xml':
      return { field: pushXmlTree(octets, 0, octets.length, bounds) };
    case 'smil':
      return { field: smilTree(octets, 0, octets.length, bounds) };
    case 'sckl':
      return { field: inspectSckl(octets, bounds) };
    case 'hex':
    case 'at':
      return { field: inspectLines(octets, format, options) };
    case 'text':
      return { field: inspectText(octets, bounds) };
    case 'tpdu-mo':
    case 'tpdu-mt':
    case 'pdu-mo':
    case 'pdu-mt':
      return inspectTpdu(octets, format, bounds);
    case 'seo':
      return {
        field: withObject(payloadTree(format, octets, 0, octets.length, bounds), octets, bounds),
        part: { seo: octets },
      };
    default:
      return { field: payloadTree(format, octets, 0, octets.length, bounds) };
  }
}

function inspectTpdu(octets: Uint8Array, format: Format, bounds: Bounds): Inspected {
  const { direction, smsc } = TPDU_FORMS[format] as { direction: Direction; smsc: boolean };
  let tpdu: Tpdu | undefined;
  const tree = traced('TPDU', octets, 0, octets.length, bounds, (reader) => {
    tpdu = readTpdu(reader, { direction, smsc, lenient: true, onIssue: (issue) => reader.trace?.warn(issue.message) });
  });
  if (tpdu === undefined) return { field: tree };
  const field = { ...tree, name: tpdu.type };
  if (!('udh' in tpdu) || tpdu.udh === undefined) return { field };
  const address = 'tpOa' in tpdu ? tpdu.tpOa : 'tpDa' in tpdu ? tpdu.tpDa : undefined;
  const part = { ...tpdu, udh: tpdu.udh, from: address === undefined ? '' : formatAddress(address) };
  const data = 'data' in tpdu ? tpdu.data : undefined;
  if (data !== undefined && tpdu.udh.length === 0 && isSeo(data)) {
    return { field: withObject(withPayload(field, octets, 'seo', bounds), data, bounds), part: { ...part, seo: data } };
  }
  const shown = withContents(field, octets, tpdu.udh, bounds);
  const carried = 'text' in tpdu && tpdu.text !== undefined && isWhole(tpdu.udh) ? carriedBy(tpdu.text, bounds) : undefined;
  if (carried === undefined) return { field: shown, part };
  const behind = { name: `text as ${carried.field.name}`, value: undefined, start: field.end, end: field.end };
  const inside = { ...behind, octets: carried.octets, children: [carried.field] };
  const own = carried.part === undefined ? part : { ...carried.part, from: part.from };
  return { field: { ...shown, children: [...shown.children, inside] }, part: own };
}

/** What the elements of a header hold, and what the application of its port reads behind it. */
function withContents(field: Field, octets: Uint8Array, udh: readonly InformationElement[], bounds: Bounds): Field {
  const shown = withSounds(field, octets, bounds);
  // A part of several says little by itself: the message is shown once it is joined.
  if (!isWhole(udh)) return shown;
  const whole = withPayload(shown, octets, payloadOf(udh), bounds);
  const { fields, warnings } = joinObjects(udh, field.end, bounds);
  return withWarnings({ ...whole, children: [...whole.children, ...fields] }, warnings);
}

function isWhole(udh: readonly InformationElement[]): boolean {
  return (concatOf(udh)?.total ?? 1) === 1;
}

/** Puts the file of a block that is its whole object behind it. */
function withObject(field: Field, seo: Uint8Array, bounds: Bounds): Field {
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

/** A header, and what the application of its port reads behind it. */
function userDataTree(octets: Uint8Array, bounds: Bounds): Inspected {
  let udh: readonly InformationElement[] = [];
  let data = octets.subarray(0, 0);
  const tree = traced('user data', octets, 0, octets.length, bounds, (reader) => {
    udh = readUdh(reader).elements;
    if (reader.remaining > 0) data = reader.take(reader.remaining, 'data');
  });
  return { field: withContents(tree, octets, udh, bounds), part: { udh, data, from: '' } };
}

/** Lines of hex, alone or among AT commands: each is read for itself, then parts are joined. */
function inspectLines(octets: Uint8Array, format: 'hex' | 'at', options: Run): Field {
  const text = textOf(octets);
  if (text === undefined) return notText(format, octets, options.limits);
  const lines: Field[] = [];
  const parts: InspectedPart[] = [];
  let at = 0;
  for (const line of text.match(/[^\r\n]*(?:\r\n|[\r\n]|$)/g) ?? []) {
    if (line === '') continue;
    const end = at + encodeUtf8(line).length;
    const hex = hexOf(line.replace(/^\s*>\s*/, ''));
    if (hex === undefined) lines.push({ name: 'line', value: line.trim(), start: at, end, children: [] });
    else {
      const inner = inspectHexLine(hex, format, lines.at(-1), options);
      lines.push({ name: `hex: ${inner.field.name}`, value: undefined, start: at, end, octets: hex, children: [inner.field] });
      if (inner.part !== undefined) parts.push(inner.part);
    }
    at = end;
    checkItems(lines.length, at, options.limits);
  }
  const { fields, warnings } = joinParts(parts, at, options.limits);
  return withWarnings(
    { name: format, value: undefined, start: 0, end: octets.length, children: [...lines, ...fields] },
    warnings,
  );
}

/** A line of hex; in an AT script the command before it tells that a service centre's address stands in front, and the direction. */
function inspectHexLine(octets: Uint8Array, format: 'hex' | 'at', previous: Field | undefined, options: Run): Inspected {
  const as = options.as;
  if (format === 'hex') {
    const isGiven = as !== undefined && isBinary(as);
    return inspectAs(octets, isGiven ? as : likeliest(octets, options), options);
  }
  const isSent = /^(AT)?\+CMG[SW]/i.test(String(previous?.value ?? ''));
  if (isSent) return inspectAs(octets, 'pdu-mo', options);
  const stored = identify(octets, options.limits).find(({ format: reading }) => reading === 'pdu-mt' || reading === 'pdu-mo');
  return inspectAs(octets, stored?.format ?? 'pdu-mt', options);
}

/** One message of the text transport, or several, each from the begin of a line on. */
function inspectSckl(octets: Uint8Array, bounds: Bounds): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('SCKL', octets, bounds);
  const messages = text.split(/(?<=[\r\n])(?=\/\/SCKL)/);
  checkItems(messages.length, octets.length, bounds);
  if (messages.length === 1) return scklTree(text, 0, octets.length, bounds).field;
  const children: Field[] = [];
  const parts: InspectedPart[] = [];
  let at = 0;
  for (const message of messages) {
    const end = at + encodeUtf8(message).length;
    const { field, part } = scklTree(message, at, end, bounds);
    children.push(field);
    if (part !== undefined) parts.push({ ...part, from: '' });
    at = end;
  }
  const { fields, warnings } = joinParts(parts, at, bounds);
  return withWarnings({ name: 'sckl', value: undefined, start: 0, end: at, children: [...children, ...fields] }, warnings);
}

function inspectText(octets: Uint8Array, bounds: Bounds): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('text', octets, bounds);
  return { name: 'text', value: text, start: 0, end: octets.length, children: [] };
}
