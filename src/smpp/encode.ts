/**
 * PDUs of SMPP 3.4 as octets: the reverse of decode.ts, by the same tables.
 * Source: SMPP Protocol Specification v3.4 sections 3.2, 4 and 5.
 * @module
 */
import { encodeLatin1 } from '../bytes/latin1.js';
import { requireOctets } from '../bytes/octets.js';
import { quote, shorten } from '../bytes/quote.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { HEADER_OCTETS, listKeys } from './decode.js';
import { PARAMETERS } from './parameters.js';
import {
  commandName,
  findPduType,
  isAnswer,
  type ListField,
  type SmppField,
  type SmppFields,
  type SmppParameter,
  type SmppPdu,
  type SmppValue,
} from './pdus.js';

/** A PDU to write. Mandatory fields that are left out are 0 or empty, as `status` and `parameters` are. */
export type SmppPduInput = Pick<SmppPdu, 'command' | 'sequence'> & Partial<SmppPdu>;

/** How a PDU is written. */
export interface SmppEncodeOptions {
  /** Texts may be longer than the specification allows, as some service centres want their credentials. */
  readonly lenient?: boolean | undefined;
}

/**
 * Octets of a PDU. Without `fields` an answer to a failed request has no body. With `rest` fields are written up to the first that is left out, then
 * `rest`: what was read leniently is written as it was read. Octets as the value of a parameter are written verbatim, whatever its tag.
 * @throws EncodeError `bad-value`, `too-long` or `unencodable` with the field's path, for what strict reading would refuse.
 */
export function encodeSmppPdu(pdu: SmppPduInput, options?: SmppEncodeOptions): Uint8Array {
  const { command, status = 0, sequence, fields, parameters = [], rest } = pdu;
  const isLenient = options?.lenient === true;
  const type = findPduType(command);
  const id = type?.id ?? integer(command, 4, 'command');
  const path = commandName(type?.name ?? id);
  if (!isAnswer(id) && status !== 0)
    throw EncodeError.badValue(`${path}/command_status`, `${status} in a request, which has 0`);
  const writer = new ByteWriter(64);
  const known = type?.fields ?? [];
  if (fields !== undefined) writeFields(writer, path, known, fields, rest !== undefined, isLenient);
  else if (known.length > 0 && rest === undefined && (status === 0 || parameters.length > 0)) {
    throw EncodeError.badValue(`${path}/fields`, 'missing');
  }
  for (const parameter of parameters) writeParameter(writer, path, parameter);
  if (rest !== undefined) {
    requireOctets(rest, `${path}/rest`);
    writer.bytes(rest);
  }
  const header = new ByteWriter(HEADER_OCTETS + writer.length);
  writeInteger(header, HEADER_OCTETS + writer.length, 4, 'SMPP/command_length');
  writeInteger(header, id, 4, `${path}/command_id`);
  writeInteger(header, status, 4, `${path}/command_status`);
  writeInteger(header, sequence, 4, `${path}/sequence_number`);
  return header.bytes(writer.finish()).finish();
}

/** Fields in wire order. @param isPartial whether the first that is left out ends them. */
function writeFields(
  writer: ByteWriter,
  path: string,
  known: readonly SmppField[],
  values: SmppFields,
  isPartial: boolean,
  isLenient: boolean,
): void {
  let written = 0;
  for (const field of known) {
    const value = values[field.name];
    if (value === undefined && isPartial) break;
    if (value !== undefined) written++;
    writeField(writer, path, field, value, isLenient);
  }
  let given = 0;
  for (const name in values) if (values[name] !== undefined) given++;
  if (given !== written) checkNames(path, known, values);
}

/** Requires that every value has a field, and that lengths and counts, which follow from others, are right where they are given. */
function checkNames(path: string, known: readonly SmppField[], values: SmppFields): void {
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || known.some((field) => field.name === name)) continue;
    const owner = known.find((field) => sizeName(field) === name);
    if (owner === undefined) throw EncodeError.badValue(`${path}/${shorten(name)}`, 'not a field of this PDU');
    const { length = 0 } = (values[owner.name] ?? {}) as { length?: number };
    if (value !== length) throw EncodeError.badValue(`${path}/${name}`, `${quote(value)}, but ${owner.name} has ${length}`);
  }
}

/** The field that holds the length of another, or the number of its items. */
function sizeName(field: SmppField): string | undefined {
  return field.kind === 'octets' ? field.length.name : field.kind === 'list' ? field.count.name : undefined;
}

function writeField(
  writer: ByteWriter,
  command: string,
  field: SmppField,
  value: SmppValue | undefined,
  isLenient: boolean,
): void {
  const path = `${command}/${field.name}`;
  switch (field.kind) {
    case 'text':
      writeText(writer, value ?? '', isLenient ? Number.POSITIVE_INFINITY : field.max, path);
      return;
    case 'integer':
      writeInteger(writer, value ?? 0, field.size, path);
      return;
    case 'octets': {
      const octets = value ?? NO_OCTETS;
      requireOctets(octets, path);
      writer.u8(checkSize(octets.length, field.max, path)).bytes(octets);
      return;
    }
    case 'list': {
      const items = value ?? [];
      if (!Array.isArray(items)) throw new TypeError(`${path} is not an array`);
      writer.u8(checkSize(items.length, field.max, path));
      for (const item of items as readonly SmppFields[]) writeItem(writer, command, field, item, isLenient);
    }
  }
}

const NO_OCTETS = /* @__PURE__ */ new Uint8Array(0);

function writeItem(
  writer: ByteWriter,
  command: string,
  { name, fields, choices }: ListField,
  item: SmppFields,
  isLenient: boolean,
): void {
  if (typeof item !== 'object' || item === null) throw new TypeError(`an item of ${command}/${name} is not an object`);
  const [flag] = fields as readonly [SmppField];
  const chosen = choices?.[item[flag.name] as number];
  if (choices !== undefined && chosen === undefined) {
    throw EncodeError.badValue(`${command}/${flag.name}`, `${quote(item[flag.name])} is not ${listKeys(choices)}`);
  }
  writeFields(writer, command, chosen === undefined ? fields : [...fields, ...chosen], item, false, isLenient);
}

function writeParameter(writer: ByteWriter, command: string, { tag, value }: SmppParameter): void {
  const type = PARAMETERS.get(tag);
  const path = `${command}/${type?.name ?? 'parameter'}`;
  writeInteger(writer, tag, 2, `${path}/tag`);
  const content = new ByteWriter(4);
  const field = `${path}/value`;
  if (typeof value === 'number') {
    if (typeof type?.kind !== 'number') throw EncodeError.badValue(field, 'a number, the parameter has none');
    writeInteger(content, value, type.kind, field);
  } else if (typeof value === 'string') {
    if (type?.kind !== 'text') throw EncodeError.badValue(field, 'a text, the parameter has none');
    writeText(content, value, type.max as number, field);
  } else {
    requireOctets(value, field);
    content.bytes(value);
  }
  writer.u16(checkSize(content.length, 0xffff, field)).bytes(content.finish());
}

function writeText(writer: ByteWriter, value: unknown, max: number, field: string): void {
  if (typeof value !== 'string') throw new TypeError(`${field} is not a string`);
  const nul = value.indexOf('\0');
  if (nul >= 0) throw new EncodeError('unencodable', field, nul, 'NUL ends a text');
  checkSize(value.length + 1, max, field);
  writer.bytes(encodeLatin1(value, field)).u8(0);
}

function checkSize(size: number, max: number, field: string): number {
  if (size > max) throw new EncodeError('too-long', field, undefined, `${size} is past ${max}`);
  return size;
}

/** Writes an integer, the high octet first. */
function writeInteger(writer: ByteWriter, value: unknown, size: 1 | 2 | 4, field: string): void {
  const number = integer(value, size, field);
  if (size === 4) writer.u16(number >>> 16);
  if (size === 1) writer.u8(number);
  else writer.u16(number & 0xffff);
}

function integer(value: unknown, size: 1 | 2 | 4, field: string): number {
  const max = 2 ** (8 * size) - 1;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max) return value;
  throw EncodeError.badValue(field, `${quote(value)} is not 0 to ${max}`);
}
