/**
 * User data header: information elements in front of the user data.
 *
 *   UDHL | IEI IEDL IED... | IEI IEDL IED... |
 *
 * UDHL and IEDL count octets. Elements with a model here become objects with named parts; every other one, and one whose data does not
 * have the modelled length, is kept as `raw`, so that re-encoding loses nothing.
 * Source: 3GPP TS 23.040 section 9.2.3.24.
 * @module
 */
import { copyOf, requireOctets } from '../bytes/octets.js';
import { ByteReader } from '../bytes/reader.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { hasShiftTable, languageName } from '../text/gsm7.js';
import { readTracedData, readTracedOctet, readTracedRaw } from './ems-trace.js';

/** Information element identifiers (section 9.2.3.24). */
export const IEI = {
  Concat8: 0x00,
  SpecialMessage: 0x01,
  Ports8: 0x04,
  Ports16: 0x05,
  SmscControl: 0x06,
  SourceIndicator: 0x07,
  Concat16: 0x08,
  WirelessControl: 0x09,
  TextFormatting: 0x0a,
  PredefinedSound: 0x0b,
  UserSound: 0x0c,
  PredefinedAnimation: 0x0d,
  LargeAnimation: 0x0e,
  SmallAnimation: 0x0f,
  LargePicture: 0x10,
  SmallPicture: 0x11,
  VariablePicture: 0x12,
  UserPrompt: 0x13,
  ExtendedObject: 0x14,
  ReusedExtendedObject: 0x15,
  CompressionControl: 0x16,
  ObjectDistribution: 0x17,
  StandardWvg: 0x18,
  CharacterSizeWvg: 0x19,
  ExtendedObjectRequest: 0x1a,
  EmailHeaderLength: 0x20,
  Hyperlink: 0x21,
  ReplyAddress: 0x22,
  EnhancedVoiceMail: 0x23,
  SingleShift: 0x24,
  LockingShift: 0x25,
} as const;

/** An element with a model, or any other one as it came. Numbers are octets (0 to 255) where nothing else is said. */
export type InformationElement =
  /** One part of a message; parts count from 1 (9.2.3.24.1). */
  | { readonly kind: 'concat8'; readonly reference: number; readonly total: number; readonly sequence: number }
  /** The same with a reference of 0 to 65535 (9.2.3.24.8). */
  | { readonly kind: 'concat16'; readonly reference: number; readonly total: number; readonly sequence: number }
  /** Messages waiting: type with the store bit, count (9.2.3.24.2). */
  | { readonly kind: 'specialMessage'; readonly indication: number; readonly count: number }
  /** Application ports of one octet (9.2.3.24.3). */
  | { readonly kind: 'ports8'; readonly destination: number; readonly source: number }
  /** Application ports of 0 to 65535 (9.2.3.24.4). */
  | { readonly kind: 'ports16'; readonly destination: number; readonly source: number }
  | { readonly kind: 'smscControl'; readonly parameters: number }
  /** Who wrote the elements that follow (9.2.3.24.6). */
  | { readonly kind: 'sourceIndicator'; readonly source: number }
  /** EMS text formatting from a character position on (9.2.3.24.10.1.1). */
  | {
      readonly kind: 'textFormatting';
      readonly position: number;
      readonly length: number;
      readonly mode: number;
      readonly colour?: number;
    }
  | { readonly kind: 'predefinedSound'; readonly position: number; readonly sound: number }
  /** iMelody text of at most 128 octets. */
  | { readonly kind: 'userSound'; readonly position: number; readonly data: Uint8Array }
  | { readonly kind: 'predefinedAnimation'; readonly position: number; readonly animation: number }
  /** Four pictures of 16 by 16, 128 octets. */
  | { readonly kind: 'largeAnimation'; readonly position: number; readonly data: Uint8Array }
  /** Four pictures of 8 by 8, 32 octets. */
  | { readonly kind: 'smallAnimation'; readonly position: number; readonly data: Uint8Array }
  /** A picture of 32 by 32, 128 octets. */
  | { readonly kind: 'largePicture'; readonly position: number; readonly data: Uint8Array }
  /** A picture of 16 by 16, 32 octets. */
  | { readonly kind: 'smallPicture'; readonly position: number; readonly data: Uint8Array }
  | {
      readonly kind: 'variablePicture';
      readonly position: number;
      readonly widthOctets: number;
      readonly heightPx: number;
      readonly data: Uint8Array;
    }
  /** How many EMS objects that follow belong together (9.2.3.24.10.1.10). */
  | { readonly kind: 'userPrompt'; readonly objects: number }
  | { readonly kind: 'objectDistribution'; readonly objects: number; readonly attributes: number }
  | { readonly kind: 'emailHeaderLength'; readonly lengthOctets: number }
  | { readonly kind: 'hyperlink'; readonly position: number; readonly titleLength: number; readonly urlLength: number }
  /** National table behind the escape, for this part (9.2.3.24.15). */
  | { readonly kind: 'singleShift'; readonly language: number }
  /** National table in place of the default alphabet, for this part (9.2.3.24.16). */
  | { readonly kind: 'lockingShift'; readonly language: number }
  | { readonly kind: 'raw'; readonly iei: number; readonly data: Uint8Array };

/** A header that was read. */
export interface DecodedUdh {
  /** In wire order. */
  readonly elements: InformationElement[];
  /** Octets of the header, UDHL included. */
  readonly lengthOctets: number;
}

/** A part of an element's data: its name, and one octet, two, a fixed number of octets, or all that is left. */
interface Part {
  readonly name: string;
  readonly size: 'u8' | 'u16' | 'rest' | number;
  readonly optional?: true;
}

interface Model {
  readonly kind: InformationElement['kind'];
  readonly parts: readonly Part[];
}

const position: Part = { name: 'position', size: 'u8' };
const u8 = (name: string): Part => ({ name, size: 'u8' });
const u16 = (name: string): Part => ({ name, size: 'u16' });

const MODELS: Readonly<Record<number, Model>> = /* @__PURE__ */ models();

function models(): Record<number, Model> {
  return {
    [IEI.Concat8]: { kind: 'concat8', parts: [u8('reference'), u8('total'), u8('sequence')] },
    [IEI.SpecialMessage]: { kind: 'specialMessage', parts: [u8('indication'), u8('count')] },
    [IEI.Ports8]: { kind: 'ports8', parts: [u8('destination'), u8('source')] },
    [IEI.Ports16]: { kind: 'ports16', parts: [u16('destination'), u16('source')] },
    [IEI.SmscControl]: { kind: 'smscControl', parts: [u8('parameters')] },
    [IEI.SourceIndicator]: { kind: 'sourceIndicator', parts: [u8('source')] },
    [IEI.Concat16]: { kind: 'concat16', parts: [u16('reference'), u8('total'), u8('sequence')] },
    [IEI.TextFormatting]: {
      kind: 'textFormatting',
      parts: [position, u8('length'), u8('mode'), { name: 'colour', size: 'u8', optional: true }],
    },
    [IEI.PredefinedSound]: { kind: 'predefinedSound', parts: [position, u8('sound')] },
    [IEI.UserSound]: { kind: 'userSound', parts: [position, { name: 'data', size: 'rest' }] },
    [IEI.PredefinedAnimation]: { kind: 'predefinedAnimation', parts: [position, u8('animation')] },
    [IEI.LargeAnimation]: { kind: 'largeAnimation', parts: [position, { name: 'data', size: 128 }] },
    [IEI.SmallAnimation]: { kind: 'smallAnimation', parts: [position, { name: 'data', size: 32 }] },
    [IEI.LargePicture]: { kind: 'largePicture', parts: [position, { name: 'data', size: 128 }] },
    [IEI.SmallPicture]: { kind: 'smallPicture', parts: [position, { name: 'data', size: 32 }] },
    [IEI.VariablePicture]: {
      kind: 'variablePicture',
      parts: [position, u8('widthOctets'), u8('heightPx'), { name: 'data', size: 'rest' }],
    },
    [IEI.UserPrompt]: { kind: 'userPrompt', parts: [u8('objects')] },
    [IEI.ObjectDistribution]: { kind: 'objectDistribution', parts: [u8('objects'), u8('attributes')] },
    [IEI.EmailHeaderLength]: { kind: 'emailHeaderLength', parts: [u8('lengthOctets')] },
    [IEI.Hyperlink]: { kind: 'hyperlink', parts: [u16('position'), u8('titleLength'), u8('urlLength')] },
    [IEI.SingleShift]: { kind: 'singleShift', parts: [u8('language')] },
    [IEI.LockingShift]: { kind: 'lockingShift', parts: [u8('language')] },
  };
}

/** The specification's name of an element. */
export function ieiName(iei: number): string {
  const known = Object.entries(IEI).find(([, value]) => value === iei)?.[0];
  if (known !== undefined) return known.replace(/(?<=[a-z])(?=[A-Z0-9])/g, ' ').toLowerCase();
  if (iei >= 0x70 && iei <= 0x7f) return 'SIM toolkit security header';
  if (iei >= 0x80 && iei <= 0x9f) return 'SME to SME specific';
  if (iei >= 0xc0 && iei <= 0xdf) return 'service centre specific';
  return 'reserved';
}

/**
 * Header octets, UDHL included.
 * @throws EncodeError `bad-value` naming the element's part (`udh[0].total`), `too-long` past 255 octets.
 */
export function encodeUdh(elements: readonly InformationElement[]): Uint8Array {
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
 * Reads a header whose first octet is UDHL; what follows it is not looked at.
 * @throws DecodeError `truncated` when UDHL or an IEDL points past its container.
 */
export function decodeUdh(octets: Uint8Array): DecodedUdh {
  return readUdh(new ByteReader(octets));
}

/** {@link decodeUdh} on a cursor, which is left behind the header. */
export function readUdh(reader: ByteReader): DecodedUdh {
  const start = reader.offset;
  reader.open('UDH', '23.040 9.2.3.24');
  const header = reader.sub(reader.u8('UDH/UDHL', '23.040 9.2.3.24'), 'UDH');
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
  const body = header.sub(header.u8('UDH/IEDL', spec), 'UDH/IED');
  const element = readBody(iei, body);
  if (trace !== undefined) {
    header.close();
    trace.mean(describeElement(element, iei));
    const warning = warningFor(element, iei);
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
  if (model === undefined || !fits(model, data.length)) {
    if (body.trace !== undefined) readTracedRaw(body, iei, 'UDH/IED');
    return { kind: 'raw', iei, data: copyOf(data) };
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
  if (!isValidConcat(element)) return { kind: 'raw', iei, data: copyOf(data) };
  return element as unknown as InformationElement;
}

function readData(body: ByteReader, kind: string, element: Record<string, unknown>, field: string): Uint8Array {
  const data = copyOf(body.octets.subarray(body.offset, body.end));
  if (body.trace !== undefined && data.length > 0) {
    readTracedData(body, kind, Number(element.widthOctets), Number(element.heightPx), field);
  }
  return data;
}

function fits(model: Model, lengthOctets: number): boolean {
  let least = 0;
  let most = 0;
  for (const { size, optional } of model.parts) {
    const octets = size === 'u8' ? 1 : size === 'u16' ? 2 : size === 'rest' ? 0 : size;
    if (optional !== true) least += octets;
    most += size === 'rest' ? 255 : octets;
  }
  return lengthOctets >= least && lengthOctets <= most;
}

/** Receivers ignore an element with no parts, part 0, or a part past the last (9.2.3.24.1): it is not a concatenation. */
function isValidConcat(element: Record<string, unknown>): boolean {
  if (element.kind !== 'concat8' && element.kind !== 'concat16') return true;
  const { total, sequence } = element as { total: number; sequence: number };
  return sequence >= 1 && sequence <= total;
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
  switch (element.kind) {
    case 'concat8':
    case 'concat16': {
      const wide = element.kind === 'concat16';
      const { reference, total, sequence } = element;
      number(reference, wide ? 0xffff : 0xff, index, 'reference');
      if (number(total, 0xff, index, 'total') < 1 || number(sequence, 0xff, index, 'sequence') < 1 || sequence > total) {
        throw new EncodeError('bad-value', `udh[${index}].sequence`, undefined, `part ${sequence} of ${total}`);
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
      return writeData(number(element.iei, 0xff, index, 'iei'), octetsOf(element.data, index, 'data'), index, target, at);
    default:
      return writeModelled(element, index, target, at);
  }
}

function writeModelled(element: InformationElement, index: number, target: Uint8Array, at: number): number {
  const found = Object.entries(MODELS).find(([, { kind }]) => kind === element.kind);
  if (found === undefined) throw new EncodeError('bad-value', `udh[${index}].kind`, undefined, `${element.kind}`);
  const body = new ByteWriter(16);
  const values = element as unknown as Record<string, unknown>;
  for (const { name, size, optional } of found[1].parts) {
    const value = values[name];
    if (optional === true && value === undefined) continue;
    if (size === 'u8') body.u8(number(value, 0xff, index, name));
    else if (size === 'u16') body.u16(number(value, 0xffff, index, name));
    else {
      const data = octetsOf(value, index, name);
      if (size !== 'rest' && data.length !== size) {
        throw new EncodeError('bad-value', `udh[${index}].${name}`, undefined, `${data.length} octets, not ${size}`);
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
    throw new EncodeError('bad-value', `udh[${index}].${name}`, undefined, `${value} is not 0 to ${most}`);
  }
  return value;
}

function octetsOf(value: unknown, index: number, name: string): Uint8Array {
  requireOctets(value, `udh[${index}].${name}`);
  return value;
}

/** The element that says which part of a message this is; of several the last one counts (9.2.3.24.1). */
export function concatOf(
  elements: readonly InformationElement[],
): Extract<InformationElement, { kind: 'concat8' | 'concat16' }> | undefined {
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as InformationElement;
    if (element.kind === 'concat8' || element.kind === 'concat16') return element;
  }
  return undefined;
}

/** The application ports; of several elements the last one counts. */
export function portsOf(
  elements: readonly InformationElement[],
): { readonly destination: number; readonly source: number } | undefined {
  for (let i = elements.length - 1; i >= 0; i--) {
    const element = elements[i] as InformationElement;
    if (element.kind === 'ports16' || element.kind === 'ports8') {
      return { destination: element.destination, source: element.source };
    }
  }
  return undefined;
}

/** Kinds that EMS puts at a place in the text, or in front of such a one (9.2.3.24.10). */
const EMS_KINDS: ReadonlySet<InformationElement['kind']> = /* @__PURE__ */ new Set<InformationElement['kind']>([
  'textFormatting',
  'predefinedSound',
  'userSound',
  'predefinedAnimation',
  'largeAnimation',
  'smallAnimation',
  'largePicture',
  'smallPicture',
  'variablePicture',
  'userPrompt',
  'objectDistribution',
]);

/** Whether an element is one of EMS: it stands at a place of its own, and two that are equal are two. */
export function isEmsElement(element: InformationElement): boolean {
  // Reserved identifiers up to 1F are for EMS too.
  if (element.kind === 'raw') return element.iei >= IEI.TextFormatting && element.iei <= 0x1f;
  return EMS_KINDS.has(element.kind);
}

/** Elements whose data begin with a position, when their length is not the one of their model. */
const PLACED_IEIS: readonly number[] = [
  0x0a,
  0x0b,
  0x0c,
  0x0d,
  0x0e,
  0x0f,
  0x10,
  0x11,
  0x12,
  IEI.StandardWvg,
  IEI.CharacterSizeWvg,
];

/** Characters of its part's text in front of an EMS element; undefined for one that has no place, or is cut short in front of it. */
export function emsPosition(element: InformationElement): number | undefined {
  if (!isEmsElement(element)) return undefined;
  if ('position' in element) return element.position;
  if (element.kind !== 'raw') return undefined;
  const { iei, data } = element;
  if (iei === IEI.ExtendedObject) return data.length < 7 ? undefined : ((data[5] as number) << 8) | (data[6] as number);
  return PLACED_IEIS.includes(iei) ? data[0] : undefined;
}
