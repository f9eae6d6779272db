/**
 * User data header: information elements before the user data.
 *
 *   UDHL | IEI IEDL IED... | IEI IEDL IED... |
 *
 * UDHL and IEDL count octets. Elements with a model here become objects with named parts; every other one, and one whose data does not
 * have the modelled length, is kept as `raw`, so that re-encoding loses nothing.
 * Source: 3GPP TS 23.040 section 9.2.3.24.
 * @module
 */
import { requireList, wrongArgument } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { hasShiftTable, languageName } from '../text/alphabet.js';
import { readTracedData, readTracedOctet, readTracedRaw } from './ems-trace.js';
import {
  type ConcatElement,
  hasPlace,
  IEI,
  type InformationElement,
  ieiName,
  MODELS,
  type Model,
} from './information-element.js';

/** A user data header that was read. */
export interface DecodedUdh {
  /** Its elements, in order. */
  readonly elements: InformationElement[];
  /** Length of the header in octets, UDHL included. */
  readonly lengthOctets: number;
}

/**
 * Encodes a user data header, including UDHL (TS 23.040 section 9.2.3.24).
 * @throws EncodeError `bad-value` naming the element's member (`udh[0].total`), `too-long` above 255 octets.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeUdh } from 'handset/sms';
 *
 * toHex(encodeUdh([{ kind: 'ports16', destination: 5505, source: 0 }])); // -> '06050415810000'
 * ```
 */
export function encodeUdh(elements: readonly InformationElement[]): Uint8Array {
  requireList(elements, 'elements');
  scratch ??= new Uint8Array(HEADER_SPACE);
  return scratch.slice(0, writeUdh(elements, scratch, 0));
}

/** Octets that {@link writeUdh} may touch: a header, and the element with which it grew too long. */
export const HEADER_SPACE = 1 + 255 + 257;

let scratch: Uint8Array | undefined;

/** Writes a header into a target with {@link HEADER_SPACE} octets from `start` on, and returns where it ends. */
export function writeUdh(elements: readonly InformationElement[], target: Uint8Array, start: number): number {
  let at = start + 1;
  for (let index = 0; index < elements.length; index++) {
    at = writeElement(elements[index] as InformationElement, index, target, at);
    if (at - start > 256) throw new EncodeError('too-long', 'udh', undefined, `${at - start - 1} octets, at most 255`);
  }
  target[start] = at - start - 1;
  return at;
}

/**
 * Decodes a user data header, whose first octet is UDHL (TS 23.040 section 9.2.3.24). Octets after the header are ignored.
 * @throws DecodeError `truncated` when UDHL or an IEDL points past its container.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeUdh, findConcat, findPorts } from 'handset/sms';
 *
 * const { elements } = decodeUdh(fromHex('0B0504158100000003070201'));
 * findPorts(elements); // -> { destination: 5505, source: 0 }
 * findConcat(elements); // -> { kind: 'concat8', reference: 7, total: 2, sequence: 1 }
 * ```
 */
export function decodeUdh(octets: Uint8Array): DecodedUdh {
  return readUdh(new ByteReader(octets));
}

/** {@link decodeUdh} on a cursor, which is left after the header. */
export function readUdh(reader: ByteReader): DecodedUdh {
  const start = reader.offset;
  reader.open('UDH', '23.040 9.2.3.24');
  const header = reader.subToCut(reader.u8('UDH/UDHL', '23.040 9.2.3.24'), 'UDH');
  const elements: InformationElement[] = [];
  while (header.remaining > 0) elements.push(readElement(header));
  reader.close();
  return { elements, lengthOctets: reader.offset - start };
}

function readElement(header: ByteReader): InformationElement {
  const spec = '23.040 9.2.3.24';
  const { trace } = header;
  header.open('IE', spec);
  const iei = header.u8('UDH/IEI', spec);
  if (trace !== undefined) trace.mean(ieiName(iei));
  const body = header.subToCut(header.u8('UDH/IEDL', spec), 'UDH/IED');
  const element = readBody(iei, body);
  if (trace !== undefined) {
    header.close();
    trace.mean(describeElement(element, iei));
    const warning = trace.cut === undefined ? warningFor(element, iei) : undefined;
    if (warning !== undefined) trace.warn(warning);
  }
  return element;
}

function describeElement(element: InformationElement, iei: number): string {
  const name = ieiName(iei);
  switch (element.kind) {
    case 'concat8':
    case 'concat16':
      return `${name}: part ${element.sequence} of ${element.total}, reference ${element.reference}`;
    case 'ports8':
    case 'ports16':
      return `${name}: to ${element.destination}, from ${element.source}`;
    case 'singleShift':
    case 'lockingShift':
      return `${name}: ${languageName(element.language) ?? 'unknown language'}`;
    default:
      return name;
  }
}

function readBody(iei: number, body: ByteReader): InformationElement {
  const model = MODELS[iei];
  const data = body.octets.subarray(body.offset, body.end);
  if (model === undefined || !fits(model, data.length, body.trace?.cut !== undefined)) {
    if (body.trace !== undefined) readTracedRaw(body, iei, 'UDH/IED');
    return { kind: 'raw', iei, data: copyOctets(data) };
  }
  const element: Record<string, unknown> = { kind: model.kind };
  for (const { name, size } of model.parts) {
    if (body.remaining === 0 && size !== 'rest') break;
    const field = `UDH/IE/${name}`;
    if (size === 'u8')
      element[name] = body.trace === undefined ? body.u8(field) : readTracedOctet(body, model.kind, name, field);
    else if (size === 'u16') element[name] = body.u16(field);
    else element[name] = readData(body, model.kind, element, field);
  }
  if (!isValidConcat(element)) return { kind: 'raw', iei, data: copyOctets(data) };
  return element as unknown as InformationElement;
}

function readData(body: ByteReader, kind: string, element: Record<string, unknown>, field: string): Uint8Array {
  const data = copyOctets(body.octets.subarray(body.offset, body.end));
  if (body.trace !== undefined && data.length > 0) {
    readTracedData(body, kind, Number(element.widthOctets), Number(element.heightPx), field);
  }
  return data;
}

/** @param isCut whether octets of the header are missing, perhaps of this element. */
function fits(model: Model, lengthOctets: number, isCut: boolean): boolean {
  let least = 0;
  let most = 0;
  for (const { size, optional } of model.parts) {
    const octets = size === 'u8' ? 1 : size === 'u16' ? 2 : size === 'rest' ? 0 : size;
    if (optional !== true) least += octets;
    most += size === 'rest' ? 255 : octets;
  }
  return (isCut || lengthOctets >= least) && lengthOctets <= most;
}

function isValidConcat(element: Record<string, unknown>): boolean {
  if (element.kind !== 'concat8' && element.kind !== 'concat16') return true;
  return hasPlace(element as unknown as ConcatElement);
}

function warningFor(element: InformationElement, iei: number): string | undefined {
  if (element.kind === 'raw') {
    return MODELS[iei] === undefined ? undefined : 'not the length or the values of this element; receivers ignore it';
  }
  if (element.kind === 'singleShift' && !hasShiftTable('single', element.language)) return 'no such table; the default is used';
  if (element.kind === 'lockingShift' && !hasShiftTable('locking', element.language))
    return 'no such table; the default is used';
  return undefined;
}

function writeElement(element: InformationElement, index: number, target: Uint8Array, at: number): number {
  if (typeof element !== 'object' || element === null) throw wrongArgument(element, `udh[${index}]`, 'an object');
  switch (element.kind) {
    case 'concat8':
    case 'concat16': {
      const wide = element.kind === 'concat16';
      const { reference, total, sequence } = element;
      number(reference, wide ? 0xffff : 0xff, index, 'reference');
      if (number(total, 0xff, index, 'total') < 1 || number(sequence, 0xff, index, 'sequence') < 1 || sequence > total) {
        throw EncodeError.badValue(`udh[${index}].sequence`, `part ${sequence} of ${total}`);
      }
      target[at++] = wide ? IEI.Concat16 : IEI.Concat8;
      target[at++] = wide ? 4 : 3;
      if (wide) target[at++] = reference >> 8;
      target[at++] = reference;
      target[at++] = total;
      target[at++] = sequence;
      return at;
    }
    case 'ports16': {
      const destination = number(element.destination, 0xffff, index, 'destination');
      const source = number(element.source, 0xffff, index, 'source');
      target[at++] = IEI.Ports16;
      target[at++] = 4;
      target[at++] = destination >> 8;
      target[at++] = destination;
      target[at++] = source >> 8;
      target[at++] = source;
      return at;
    }
    case 'raw':
      return writeData(number(element.iei, 0xff, index, 'iei'), requireData(element.data, index, 'data'), index, target, at);
    default:
      return writeModelled(element, index, target, at);
  }
}

function writeModelled(element: InformationElement, index: number, target: Uint8Array, at: number): number {
  const found = Object.entries(MODELS).find(([, { kind }]) => kind === element.kind);
  if (found === undefined) throw EncodeError.badValue(`udh[${index}].kind`, `${element.kind}`);
  const body = new ByteWriter(16);
  const values = element as unknown as Record<string, unknown>;
  for (const { name, size, optional } of found[1].parts) {
    const value = values[name];
    if (optional === true && value === undefined) continue;
    if (size === 'u8') body.u8(number(value, 0xff, index, name));
    else if (size === 'u16') body.u16(number(value, 0xffff, index, name));
    else {
      const data = requireData(value, index, name);
      if (size !== 'rest' && data.length !== size) {
        throw EncodeError.badValue(`udh[${index}].${name}`, `${data.length} octets, not ${size}`);
      }
      body.bytes(data);
    }
  }
  return writeData(Number(found[0]), body.finish(), index, target, at);
}

function writeData(iei: number, data: Uint8Array, index: number, target: Uint8Array, at: number): number {
  if (data.length > 255) {
    throw new EncodeError('too-long', `udh[${index}].data`, undefined, `${data.length} octets, at most 255`);
  }
  target[at] = iei;
  target[at + 1] = data.length;
  target.set(data, at + 2);
  return at + 2 + data.length;
}

function number(value: unknown, most: number, index: number, name: string): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > most) {
    throw EncodeError.badValue(`udh[${index}].${name}`, `${value} is not 0 to ${most}`);
  }
  return value;
}

function requireData(value: unknown, index: number, name: string): Uint8Array {
  requireOctets(value, `udh[${index}].${name}`);
  return value;
}
