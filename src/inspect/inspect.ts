/**
 * Any payload, field by field. The tree comes from the decoders themselves, which read through a cursor that records (see `Trace`).
 * @module
 */
import { ByteReader, encodeUtf8, type Field, Trace } from '../bytes/index.js';
import { DEFAULT_LIMITS, DecodeError, FormatError, LimitError, type Limits } from '../errors.js';
import { PORTS } from '../message/index.js';
import { type Issue, parseRtttl, readNokiaSong } from '../ringtone/index.js';
import {
  concatOf,
  type Direction,
  formatAddress,
  type MessagePart,
  portsOf,
  type ReassembledMessage,
  Reassembler,
  type Tpdu,
} from '../sms/index.js';
import { readSckl } from '../sms/sckl.js';
import { readTpdu } from '../sms/tpdu.js';
import { readUdh } from '../sms/udh.js';
import { checkSize, type Format, hexOf, holdHexLines, identify, TPDU_FORMS, textOf } from './identify.js';

/** How to look at a payload. */
export interface InspectOptions {
  /** What it is; by default the likeliest reading. */
  readonly as?: Format | undefined;
  /** Direction of a TPDU; by default what its TP-MTI makes likelier. */
  readonly direction?: Direction | undefined;
  /** Other values for `inspectOctets` and `inspectItems` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/** A tree, and the message part that it shows, for joining. */
interface Inspected {
  readonly field: Field;
  readonly part?: MessagePart & { readonly from: string };
}

/**
 * The fields of a payload, down to bits. The children of every field tile it. Octets that cannot be read do not throw: the tree ends with a
 * field `undecoded` and the root carries the `error`. Several PDUs in a text (hex or AT, a line each) come as one tree; the parts of a
 * message are joined and shown behind them.
 * @throws LimitError past `inspectOctets` or `inspectItems`.
 */
export function inspect(octets: Uint8Array, options?: InspectOptions): Field {
  checkSize(octets, options?.limits);
  const as = options?.as;
  // Whoever says what a file of hex lines holds means the octets, not their digits.
  const isListing = as !== undefined && BINARY_FORMATS.has(as) && holdHexLines(octets);
  return inspectAs(octets, isListing ? 'hex' : (as ?? likeliest(octets, options)), options).field;
}

/** Formats of octets, which a listing of hex lines may hold. */
const BINARY_FORMATS: ReadonlySet<Format> = /* @__PURE__ */ new Set<Format>([
  'tpdu-mo',
  'tpdu-mt',
  'pdu-mo',
  'pdu-mt',
  'udh',
  'nokia-ringtone',
]);

function likeliest(octets: Uint8Array, options: InspectOptions | undefined): Format | undefined {
  const readings = identify(octets, options?.limits);
  const { direction } = options ?? {};
  if (direction === undefined) return readings[0]?.format;
  const fits = (format: Format) => TPDU_FORMS[format] === undefined || TPDU_FORMS[format].direction === direction;
  const best = readings.find(({ format }) => fits(format))?.format;
  // With a direction given, octets that nothing can read are taken for the TPDU that the caller believes them to be.
  return best ?? (direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt');
}

function inspectAs(octets: Uint8Array, format: Format | undefined, options: InspectOptions | undefined): Inspected {
  switch (format) {
    case undefined:
      return { field: leaf('unknown octets', octets) };
    case 'nokia-ringtone':
      return { field: ringtoneTree(octets, 0, octets.length) };
    case 'udh':
      return { field: userDataTree(octets) };
    case 'rtttl':
      return { field: inspectRtttl(octets) };
    case 'sckl':
      return { field: inspectSckl(octets) };
    case 'hex':
    case 'at':
      return { field: inspectLines(octets, format, options) };
    case 'text':
      return { field: inspectText(octets) };
    default:
      return inspectTpdu(octets, format);
  }
}

/** Runs a decoder with a trace; an error becomes part of the tree. */
function traced(name: string, octets: Uint8Array, start: number, end: number, read: (reader: ByteReader) => void): Field {
  const trace = new Trace(name, start);
  try {
    read(new ByteReader(octets, trace, start, end));
    return trace.finish(end);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return trace.fail(error, end);
  }
}

function inspectTpdu(octets: Uint8Array, format: Format): Inspected {
  const { direction, smsc } = TPDU_FORMS[format] as { direction: Direction; smsc: boolean };
  let tpdu: Tpdu | undefined;
  const tree = traced('TPDU', octets, 0, octets.length, (reader) => {
    tpdu = readTpdu(reader, { direction, smsc, lenient: true, onIssue: (issue) => reader.trace?.warn(issue.message) });
  });
  if (tpdu === undefined) return { field: tree };
  const field = { ...tree, name: tpdu.type };
  if (!('udh' in tpdu) || tpdu.udh === undefined) return { field };
  const address = 'tpOa' in tpdu ? tpdu.tpOa : 'tpDa' in tpdu ? tpdu.tpDa : undefined;
  const part = { ...tpdu, udh: tpdu.udh, from: address === undefined ? '' : formatAddress(address) };
  const isWhole = (concatOf(tpdu.udh)?.total ?? 1) === 1;
  return { field: isWhole ? withPayload(field, octets, portsOf(tpdu.udh)?.destination) : field, part };
}

/** Shows what a port's application would read in place of the bare octets of TP-UD. */
function withPayload(field: Field, octets: Uint8Array, port: number | undefined): Field {
  const children = field.children.map((child) =>
    child.name === 'TP-UD' ? { ...child, children: child.children.map((inner) => dataAsPayload(inner, octets, port)) } : child,
  );
  return { ...field, children };
}

function dataAsPayload(field: Field, octets: Uint8Array, port: number | undefined): Field {
  const payload = port === undefined || field.name !== 'data' ? undefined : payloadTree(octets, field.start, field.end, port);
  return payload === undefined ? field : { ...field, value: undefined, children: [payload] };
}

function payloadTree(octets: Uint8Array, start: number, end: number, port: number): Field | undefined {
  return port === PORTS.ringtone ? ringtoneTree(octets, start, end) : undefined;
}

/** Read strictly; a fault that leaves a meaning becomes a warning, as elsewhere in the tree. */
function ringtoneTree(octets: Uint8Array, start: number, end: number): Field {
  const strict = traced('Nokia ringtone', octets, start, end, (reader) => {
    readNokiaSong(reader);
    reader.expectEnd('Nokia ringtone');
  });
  if (strict.error === undefined) return strict;
  const lenient = traced('Nokia ringtone', octets, start, end, (reader) => {
    readNokiaSong(reader, { lenient: true });
    if (reader.remaining > 0) reader.take(reader.remaining, 'trailing octets');
  });
  return lenient.error === undefined ? { ...lenient, warnings: [strict.error.message] } : strict;
}

/** A header, and what the application of its port reads behind it. */
function userDataTree(octets: Uint8Array): Field {
  let port: number | undefined;
  const tree = traced('user data', octets, 0, octets.length, (reader) => {
    const { elements } = readUdh(reader);
    if ((concatOf(elements)?.total ?? 1) === 1) port = portsOf(elements)?.destination;
    if (reader.remaining > 0) reader.take(reader.remaining, 'data');
  });
  return { ...tree, children: tree.children.map((child) => dataAsPayload(child, octets, port)) };
}

/** Lines of hex, alone or among AT commands: each is read for itself, then parts are joined. */
function inspectLines(octets: Uint8Array, format: 'hex' | 'at', options: InspectOptions | undefined): Field {
  const text = textOf(octets);
  if (text === undefined) return notText(format, octets);
  const maxItems = options?.limits?.inspectItems ?? DEFAULT_LIMITS.inspectItems;
  const lines: Field[] = [];
  const parts: (MessagePart & { readonly from: string })[] = [];
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
    if (lines.length > maxItems) throw new LimitError('limit-exceeded', 'lines', at, `more than ${maxItems} lines`);
  }
  const { joined, missing } = joinParts(parts);
  const fields = joined.map((message) => joinedField(message, at));
  const root = { name: format, value: undefined, start: 0, end: octets.length, children: [...lines, ...fields] };
  return missing.length === 0 ? root : { ...root, warnings: missing };
}

/** A line of hex; in an AT script the command before it tells that a service centre's address stands in front, and the direction. */
function inspectHexLine(
  octets: Uint8Array,
  format: 'hex' | 'at',
  previous: Field | undefined,
  options: InspectOptions | undefined,
): Inspected {
  const as = options?.as;
  if (format === 'hex') {
    const isGiven = as !== undefined && BINARY_FORMATS.has(as);
    return inspectAs(octets, isGiven ? as : likeliest(octets, options), options);
  }
  const isSent = /^(AT)?\+CMG[SW]/i.test(String(previous?.value ?? ''));
  if (isSent) return inspectAs(octets, 'pdu-mo', options);
  const stored = identify(octets).find(({ format: reading }) => reading === 'pdu-mt' || reading === 'pdu-mo');
  return inspectAs(octets, stored?.format ?? 'pdu-mt', options);
}

function joinParts(parts: readonly (MessagePart & { readonly from: string })[]): {
  joined: ReassembledMessage[];
  missing: string[];
} {
  const joined: ReassembledMessage[] = [];
  const missing: string[] = [];
  const reassembler = new Reassembler({
    maxPending: Math.max(1, parts.length),
    onDiscard: ({ parts: held, total }) => missing.push(`${held.length} of ${total} parts of a message`),
  });
  for (const part of parts) {
    const message = reassembler.add(part, { from: part.from, at: 0 });
    if (message !== undefined && message.parts > 1) joined.push(message);
  }
  reassembler.expire(Number.POSITIVE_INFINITY);
  return { joined, missing };
}

/** A joined message: a field without octets of the input, at its end, that opens a space of its own. */
function joinedField(message: ReassembledMessage, at: number): Field {
  const { data, text, ports, parts } = message;
  const place = { name: `joined from ${parts} parts`, start: at, end: at };
  if (data === undefined) return { ...place, value: text, children: [] };
  const tree = ports === undefined ? undefined : payloadTree(data, 0, data.length, ports.destination);
  return { ...place, value: undefined, octets: data, children: [tree ?? leaf('data', data)] };
}

function inspectText(octets: Uint8Array): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('text', octets);
  return { name: 'text', value: text, start: 0, end: octets.length, children: [] };
}

function notText(name: string, octets: Uint8Array): Field {
  return { ...leaf(name, octets), error: new DecodeError('bad-value', name, 0, 'is not text') };
}

function inspectRtttl(octets: Uint8Array): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('RTTTL', octets);
  const warnings: string[] = [];
  const place = { name: 'RTTTL', value: text.trim(), start: 0, end: octets.length, children: [] };
  try {
    const onIssue = ({ index, message }: Issue) => void warnings.push(`at ${index}: ${message}`);
    const tune = parseRtttl(text, { lenient: true, onIssue });
    const meaning = `${JSON.stringify(tune.title)}, ${tune.notes.length} notes, ${tune.tempoBpm} bpm`;
    return warnings.length === 0 ? { ...place, meaning } : { ...place, meaning, warnings };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...place, error };
  }
}

function inspectSckl(octets: Uint8Array): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('SCKL', octets);
  const place = { name: 'SCKL', start: 0, end: octets.length };
  try {
    const { message, textAt } = readSckl(text);
    const { destinationPort, sequence, total = 1 } = message;
    const meaning = `to port ${destinationPort}${total > 1 ? `, part ${sequence} of ${total}` : ''}`;
    // The header is ASCII: characters are octets.
    const header = { name: 'header', value: text.slice(0, textAt), start: 0, end: textAt, children: [] };
    const hex = total > 1 ? undefined : hexOf(message.text);
    const payload = hex === undefined ? undefined : payloadTree(hex, 0, hex.length, destinationPort);
    const rest = { name: 'text', start: textAt, end: octets.length };
    const body =
      hex === undefined || payload === undefined
        ? { ...rest, value: message.text, children: [] }
        : { ...rest, value: undefined, octets: hex, children: [payload] };
    return { ...place, value: undefined, meaning, children: [header, body] };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...place, value: text, error, children: [] };
  }
}

function leaf(name: string, octets: Uint8Array): Field {
  return traced(name, octets, 0, octets.length, (reader) => {
    if (reader.remaining > 0) reader.take(reader.remaining, 'octets');
  });
}
