/**
 * Any payload, field by field. The tree comes from the decoders themselves, which read through a cursor that records (see `Trace`).
 * @module
 */
import type { Field } from '../bytes/index.js';
import { LimitError, type Limits } from '../errors.js';
import type { Direction } from '../sms/index.js';
import { base64Tree } from './base64.js';
import { type Bounds, boundsOf } from './bounds.js';
import { leafTextTree, xmlOf, xmlTree } from './documents.js';
import { pairsTree } from './form.js';
import { FORMATS, type Format, type Identification, TPDU_FORMS } from './formats.js';
import { readHexLine } from './hex-digits.js';
import { fileOfLines } from './hex-dumps.js';
import { checkInput, identifyNested } from './identify.js';
import { jadTree } from './jad.js';
import { type InspectedPart, joinParts } from './join.js';
import { describeJson, jsonOf } from './json.js';
import { findField, openText } from './log.js';
import { findStoredFormat } from './log-lines.js';
import { type Announced, findAnnounced } from './modem-lines.js';
import type { BoundedOpening, Inspected } from './opening.js';
import { MAX_NESTING } from './opening.js';
import { isPayloadKind, payloadTree } from './payloads.js';
import { pushXmlTree } from './push-xml.js';
import { scklTree } from './sckl.js';
import { smilTree } from './smil.js';
import { smppJsonTree } from './smpp-json.js';
import { smppTree } from './smpp-messages.js';
import { LINES, linesOf, textOf, textPieces } from './texts.js';
import { checkItems, leafTree, notText, textTree, withWarnings } from './trees.js';
import { rtttlTree, tuneTextTree } from './tune-texts.js';
import { tpduTree, userDataTree, withObject } from './user-data.js';

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
  /** Payloads of text around this one. */
  readonly depth: number;
}

/**
 * The fields of a payload, down to bits. The children of every field tile it. Octets that cannot be read do not throw: the tree ends with a
 * field `undecoded` and the root carries the `error`. Several PDUs in a text (hex or AT, a line each, or among the words of a log) come as
 * one tree; the parts of a message are joined and shown after them.
 * @throws LimitError past `inspectOctets` or `inspectItems`; TypeError for what is no octets, no format or no direction.
 */
export function inspect(octets: Uint8Array, options?: InspectOptions): Field {
  checkInput(octets, options?.limits);
  const run: Run = { ...options, limits: boundsOf(options?.limits), depth: 0 };
  const { as, direction } = run;
  if (as !== undefined && !FORMATS.includes(as)) throw new TypeError(`as is ${as}, which is none of FORMATS`);
  if (direction !== undefined && direction !== 'MO' && direction !== 'MT')
    throw new TypeError(`direction is ${direction}, allowed: MO, MT`);
  // Whoever says what a file of hex lines holds, or which way it went, means the octets, not their digits.
  if ((as === undefined ? direction !== undefined : isBinary(as)) && holdHex(octets, run))
    return inspectAs(octets, 'hex', run).field;
  if (as !== undefined) return inspectAs(octets, as, run).field;
  const [best, ...others] = readingsOf(octets, run);
  const { field } = inspectAs(octets, best?.format ?? believed(direction), run);
  return best === undefined || field.error === undefined ? field : withOtherReadings(field, best, others);
}

/** Opens payloads in a text as {@link inspect} would; with bounds of its own. */
export function openPayloads(options: InspectOptions = {}): BoundedOpening {
  return openingOf({ ...options, limits: boundsOf(options.limits), depth: 0 });
}

/** How much less likely a reading may be than the one that is shown, to be named beside it. */
const NEAR = 0.15;

/** Octets that end too early may be several things. */
function withOtherReadings(field: Field, best: Identification, others: readonly Identification[]): Field {
  const near = others.filter(({ confidence }) => confidence >= LEAST_NAMED && confidence >= best.confidence - NEAR);
  if (near.length === 0) return field;
  return withWarnings(field, [`taken for ${best.format}; may also be ${near.map(({ format }) => format).join(', ')}`]);
}

/** Confidence of a reading that is named. */
const LEAST_NAMED = 0.25;

/** Whether a format is one of octets, which a listing of hex lines may hold. */
export function isBinary(format: Format): boolean {
  return format === 'udh' || format === 'smpp' || Object.hasOwn(TPDU_FORMS, format) || isPayloadKind(format);
}

/** Whether octets are lines of hex, of faulty digits too, or a dump of them. */
function holdHex(octets: Uint8Array, run: Run): boolean {
  const lines = linesOf(textOf(octets) ?? '');
  return (lines.length > 0 && lines.every((line) => readHexLine(line) !== undefined)) || fileOf(octets, run) !== undefined;
}

/** The one file that a text of several lines stands for. */
function fileOf(octets: Uint8Array, run: Run): Uint8Array | undefined {
  const text = textOf(octets);
  return text === undefined ? undefined : fileOfLines(linesOf(text), openingOf(run));
}

/** The way down into what a text holds. */
function openingOf(run: Run): BoundedOpening {
  const inner: Run = { ...run, as: undefined, depth: run.depth + 1 };
  const { limits: bounds, depth } = inner;
  return {
    bounds,
    identify: (octets) => identifyNested(octets, bounds, depth),
    inspect: (octets, as) => {
      if (depth > MAX_NESTING || bounds.fields.isSpent) return { field: leafTree('octets', octets, bounds) };
      try {
        return inspectAs(octets, as ?? likeliest(octets, inner), inner);
      } catch (error) {
        if (!(error instanceof LimitError)) throw error;
        return { field: { ...leafTree('octets', octets, bounds), error } };
      }
    },
  };
}

/** The readings that the direction leaves. */
function readingsOf(octets: Uint8Array, { limits, depth, direction }: Run): Identification[] {
  const fits = (format: Format) => direction === undefined || (TPDU_FORMS[format]?.direction ?? direction) === direction;
  return identifyNested(octets, limits, depth).filter(({ format }) => fits(format));
}

function likeliest(octets: Uint8Array, options: Run): Format | undefined {
  return readingsOf(octets, options)[0]?.format ?? believed(options.direction);
}

/** With a direction given, octets that nothing can read are taken for the TPDU that the caller believes them to be. */
function believed(direction: Direction | undefined): Format | undefined {
  return direction === undefined ? undefined : direction === 'MO' ? 'tpdu-mo' : 'tpdu-mt';
}

function inspectAs(octets: Uint8Array, format: Format | undefined, options: Run): Inspected {
  const { limits: bounds } = options;
  switch (format) {
    case undefined:
      return { field: leafTree('unknown octets', octets, bounds) };
    case 'udh':
      return userDataTree(octets, 0, octets.length, bounds);
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
    case 'smpp':
      return smppTree(octets, bounds);
    case 'smpp-json':
      return smppJsonTree(octets, bounds);
    case 'form':
    case 'kannel':
      return pairsTree(format, octets, bounds, openingOf(options));
    case 'soap':
      return { field: xmlTree('SOAP', octets, bounds, openingOf(options)) };
    case 'xml':
      return { field: xmlTree('XML', octets, bounds, openingOf(options)) };
    case 'html':
      return { field: leafTextTree('HTML', octets, openingOf(options), (text) => xmlOf(text)?.words) };
    case 'json':
      return { field: leafTextTree('JSON', octets, openingOf(options), describeJsonText) };
    case 'jad':
      return { field: jadTree(octets, bounds) };
    case 'base64':
      return { field: base64Tree(octets, bounds, openingOf(options)) };
    case 'hex':
    case 'at':
      return { field: inspectLines(octets, format, options) };
    case 'log':
      return { field: inspectLog(octets, options) };
    case 'text':
      return { field: inspectText(octets, bounds) };
    case 'tpdu-mo':
    case 'tpdu-mt':
    case 'pdu-mo':
    case 'pdu-mt':
      return tpduTree(octets, format, bounds);
    case 'seo':
      return {
        field: withObject(payloadTree(format, octets, 0, octets.length, bounds), octets, bounds),
        part: { seo: octets },
      };
    default:
      return { field: payloadTree(format, octets, 0, octets.length, bounds) };
  }
}

/** Lines of hex, alone or among AT commands: each is read for itself, then parts are joined. */
function inspectLines(octets: Uint8Array, format: 'hex' | 'at', options: Run): Field {
  const text = textOf(octets);
  if (text === undefined) return notText(format, octets, options.limits);
  const file = format === 'hex' ? fileOf(octets, options) : undefined;
  if (file !== undefined) return inspectFile(octets, file, options);
  const lines: Field[] = [];
  const parts: InspectedPart[] = [];
  const opening = openingOf({ ...options, depth: options.depth - 1 });
  const isAlone = linesOf(text).length === 1;
  let command = '';
  let number = 0;
  for (const { piece: line, start, end } of textPieces(text, LINES, 0, octets.length)) {
    number++;
    const run = readHexLine(line);
    const words = line.trim();
    if (run === undefined) lines.push({ name: 'line', value: words, start, end, children: [] });
    else {
      const announced = format === 'at' ? findAnnounced(command) : undefined;
      const find = { octets: run.octets, format: formatOfLine(run.octets, format, announced, options), run, announced };
      const { field, part } = findField(find, start, end, opening, isAlone ? 'hex' : `line ${number}`);
      lines.push(field);
      if (part !== undefined) parts.push(part);
    }
    // A modem that repeats what it gets puts an empty line between a command and its prompt.
    if (words !== '') command = words;
    checkItems(lines.length, end, options.limits);
  }
  const { fields, warnings } = joinParts(parts, octets.length, options.limits);
  return withWarnings(
    { name: format, value: undefined, start: 0, end: octets.length, children: [...lines, ...fields] },
    warnings,
  );
}

/** What a line of hex is read as; in an AT script the command before it tells the direction, and that a service centre's address comes first. */
function formatOfLine(
  octets: Uint8Array,
  format: 'hex' | 'at',
  announced: Announced | undefined,
  options: Run,
): Format | undefined {
  const { as } = options;
  if (format === 'hex') return as !== undefined && isBinary(as) ? as : likeliest(octets, options);
  if (announced?.isSent === true) return 'pdu-mo';
  return findStoredFormat(identifyNested(octets, options.limits, options.depth));
}

function inspectLog(octets: Uint8Array, options: Run): Field {
  const { as, direction } = options;
  const opening = openingOf(options);
  const wanted = { as: as === 'log' ? undefined : as, direction };
  return textTree('log', octets, opening.bounds, (text) => openText(text, octets, opening, wanted));
}

/** The one file of a dump, or of digits that were wrapped. */
function inspectFile(octets: Uint8Array, file: Uint8Array, options: Run): Field {
  const { as } = options;
  const opening = openingOf(options);
  const { field } = as !== undefined && isBinary(as) ? opening.inspect(file, as) : opening.inspect(file);
  const place = { value: undefined, start: 0, end: octets.length };
  return { ...place, name: 'hex', children: [{ ...place, name: `hex: ${field.name}`, octets: file, children: [field] }] };
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
  for (const { piece: message, start, end } of textPieces(text, messages, 0, octets.length)) {
    const { field, part } = scklTree(message, start, end, bounds);
    children.push(field);
    if (part !== undefined) parts.push({ ...part, from: '' });
  }
  const place = { value: undefined, start: 0, end: octets.length };
  const { fields, warnings } = joinParts(parts, place.end, bounds);
  return withWarnings({ name: 'sckl', ...place, children: [...children, ...fields] }, warnings);
}

function inspectText(octets: Uint8Array, bounds: Bounds): Field {
  const text = textOf(octets);
  if (text === undefined) return notText('text', octets, bounds);
  return { name: 'text', value: text, start: 0, end: octets.length, children: [] };
}

function describeJsonText(text: string): string {
  const json = jsonOf(text);
  return json === undefined ? 'no JSON' : describeJson(json.value);
}
