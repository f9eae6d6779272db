/**
 * PDUs of SMPP 3.4 and 5.0 as octets: the reverse of decode.ts, by the same tables.
 * Source: SMPP Protocol Specification v3.4 sections 3.2, 4 and 5; v5.0 sections 3 and 4.
 * @module
 */
import { requireList, requireObject } from '../bytes/check.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { requireOctets } from '../bytes/octets.js';
import { quote, shorten } from '../bytes/quote.js';
import { ByteWriter } from '../bytes/writer.js';
import { EncodeError } from '../errors.js';
import { listKeys } from './decode.js';
import {
  findLengthFault,
  type ParameterTable,
  type ParameterType,
  parameterTable,
  type SmppParameterDeclaration,
  type SmppParameterName,
  type SmppParameterValues,
} from './parameters.js';
import {
  commandName,
  findPduType,
  isAnswer,
  type ListField,
  type SmppField,
  type SmppFields,
  type SmppParameterValue,
  type SmppPdu,
  type SmppValue,
} from './pdus.js';
import { HEADER_OCTETS, putU32, writeQuickly } from './quick.js';

/** An optional parameter of the specification to encode, by its name: `{ name: 'message_state', value: 2 }`. */
export type SmppNamedParameter = {
  [Name in SmppParameterName]: {
    /** Its name; that of version 3.4 if the versions differ. */
    readonly name: Name;
    /** Its value, or the octets of it. */
    readonly value: SmppParameterValues[Name] | Uint8Array;
  };
}[SmppParameterName];

/** An optional parameter to encode: by its name, by its tag, or by both, which then must match. */
export type SmppParameterInput =
  | SmppNamedParameter
  | {
      /** Its tag; that of `name` by default. */
      readonly tag?: number | undefined;
      /** Its name in either version of the specification, or in a declaration. */
      readonly name?: string | undefined;
      /** Its value, or the octets of it. */
      readonly value: SmppParameterValue;
    };

/** A PDU to encode. Absent mandatory fields, `status` and `parameters` are 0 or empty. */
export interface SmppPduInput {
  /** Its name, or its command_id. */
  readonly command: SmppPdu['command'];
  /** sequence_number: 1 to 7FFFFFFF hex in a request, that of the request in an answer. */
  readonly sequence: number;
  /** command_status; 0 by default. */
  readonly status?: number | undefined;
  /** Mandatory fields. */
  readonly fields?: SmppFields | undefined;
  /** Optional parameters, in wire order. */
  readonly parameters?: readonly SmppParameterInput[] | undefined;
  /** Octets that replace the fields from the first absent one on. */
  readonly rest?: Uint8Array | undefined;
}

/** Options for encoding a PDU. */
export interface SmppEncodeOptions {
  /** Whether texts may be longer than the specification allows, as credentials of some service centres are; false by default. */
  readonly lenient?: boolean | undefined;
  /** Declarations of the service centre's own optional parameters. Reuse the array: its table is cached. */
  readonly parameters?: readonly SmppParameterDeclaration[] | undefined;
}

/**
 * Encodes a PDU of SMPP 3.4 or 5.0. Without `fields` an answer to a failed request has no body. With `rest`, fields are written up to the first
 * absent one, then `rest`, so that a leniently decoded PDU is encoded as it was. Octets as the value of a parameter are
 * written verbatim, for any tag.
 * @throws EncodeError `bad-value`, `too-long` or `unencodable` with the field's path, for what strict decoding would refuse.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeSmppPdu } from 'handset/smpp';
 *
 * toHex(encodeSmppPdu({ command: 'submit_sm_resp', sequence: 1, fields: { message_id: '5F3A' } }));
 * // -> '000000158000000400000000000000013546334100'
 * ```
 */
export function encodeSmppPdu(pdu: SmppPduInput, options?: SmppEncodeOptions): Uint8Array {
  requireObject(pdu, 'pdu');
  const { command, status = 0, sequence, fields, parameters = NO_PARAMETERS, rest } = pdu;
  if (fields !== undefined) requireObject(fields, 'pdu.fields');
  requireList(parameters, 'pdu.parameters');
  const isLenient = options?.lenient === true;
  const type = findPduType(command);
  if (type !== undefined && fields !== undefined && parameters.length === 0 && rest === undefined) {
    const octets = writeQuickly(type.id, status, sequence, fields);
    if (octets !== undefined) return octets;
  }
  const id = type?.id ?? integer(command, 4, 'command');
  const path = commandName(type?.name ?? id);
  if (!isAnswer(id) && status !== 0)
    throw EncodeError.badValue(`${path}/command_status`, `${status} in a request, which has 0`);
  const writer = new ByteWriter(64).bytes(EMPTY_HEADER);
  const known = type?.fields ?? [];
  if (fields !== undefined) writeFields(writer, path, known, fields, rest !== undefined, isLenient);
  else if (known.length > 0 && rest === undefined && (status === 0 || parameters.length > 0)) {
    throw EncodeError.badValue(`${path}/fields`, 'missing');
  }
  if (parameters.length > 0) {
    const table = parameterTable(options?.parameters);
    for (const parameter of parameters) writeParameter(writer, path, parameter, table);
  }
  if (rest !== undefined) {
    requireOctets(rest, `${path}/rest`);
    writer.bytes(rest);
  }
  const octets = writer.finish();
  putU32(octets, 0, integer(octets.length, 4, 'SMPP/command_length'));
  putU32(octets, 4, id);
  putU32(octets, 8, integer(status, 4, `${path}/command_status`));
  putU32(octets, 12, integer(sequence, 4, `${path}/sequence_number`));
  return octets;
}

const NO_PARAMETERS: readonly SmppParameterInput[] = [];
const EMPTY_HEADER = /* @__PURE__ */ new Uint8Array(HEADER_OCTETS);

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

function writeParameter(writer: ByteWriter, command: string, given: SmppParameterInput, table: ParameterTable): void {
  requireObject(given, `${command}/parameter`);
  const { tag, name, value } = given as { tag?: number; name?: string; value: unknown };
  const named = name === undefined ? undefined : table.byName.get(name);
  if (named === undefined && name !== undefined && tag === undefined) {
    throw EncodeError.badValue(`${command}/parameter/name`, `${quote(name)} is neither specified nor declared`);
  }
  const number = tag ?? named?.tag;
  const type = typeof number === 'number' ? table.byTag.get(number) : undefined;
  const path = `${command}/${type?.name ?? 'parameter'}`;
  writeInteger(writer, number, 2, `${path}/tag`);
  if (named !== undefined && named !== type) {
    throw EncodeError.badValue(`${path}/tag`, `that of ${quote(named.name)} is ${named.tag}`);
  }
  const content = new ByteWriter(16);
  const field = `${path}/value`;
  // Octets are written as they are, whatever the tag.
  if (typeof value === 'object' && (type?.kind !== 'structure' || value instanceof Uint8Array)) {
    requireOctets(value, field);
    content.bytes(value);
  } else writeValue(content, value, type, field);
  writer.u16(checkSize(content.length, 0xffff, field)).bytes(content.finish());
}

/** A value that is no octets. */
function writeValue(writer: ByteWriter, value: unknown, type: ParameterType | undefined, field: string): void {
  const kind = type?.kind;
  if (typeof value === 'number') {
    if (typeof kind !== 'number') throw EncodeError.badValue(field, 'a number, the parameter has none');
    writeInteger(writer, value, kind, field);
  } else if (typeof value === 'string') {
    if (kind === 'text') writeText(writer, value, type?.max as number, field);
    else if (kind === 'characters') writer.bytes(encodeLatin1(value, field));
    else throw EncodeError.badValue(field, 'a text, the parameter has none');
  } else if (kind === 'structure' && typeof value === 'object' && value !== null) {
    writeStructure(writer, value as Readonly<Record<string, unknown>>, type as ParameterType, field);
  } else throw new TypeError(`${field} is ${quote(value)}: a value is a number, a text, octets, or an object with fields`);
  const fault = kind === 'text' ? undefined : findLengthFault(type as ParameterType, writer.length);
  if (fault !== undefined) throw EncodeError.badValue(field, fault);
}

/** Fields of a structure, as far as they are given; none is left out before another. */
function writeStructure(
  writer: ByteWriter,
  values: Readonly<Record<string, unknown>>,
  { fields = [] }: ParameterType,
  path: string,
): void {
  let left: string | undefined;
  for (const { name, kind } of fields) {
    const value = values[name];
    const field = `${path}/${name}`;
    if (value === undefined) {
      left ??= field;
      continue;
    }
    if (left !== undefined) throw EncodeError.badValue(left, `missing, before ${name}`);
    if (kind === 'octets') {
      requireOctets(value, field);
      writer.bytes(value);
    } else if (kind === 'characters') {
      if (typeof value !== 'string') throw new TypeError(`${field} is not a string`);
      writer.bytes(encodeLatin1(value, field));
    } else writeInteger(writer, value, kind, field);
  }
  for (const name in values) {
    if (values[name] !== undefined && !fields.some((field) => field.name === name)) {
      throw EncodeError.badValue(`${path}/${shorten(name)}`, 'not a field of this parameter');
    }
  }
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
