/**
 * PDUs of SMPP 3.4 and 5.0 from octets.
 *
 *   command_length (4, itself included) | command_id (4) | command_status (4) | sequence_number (4) | mandatory fields |
 *   optional parameters: tag (2), length (2), value
 *
 * Nearly all traffic are submit_sm, deliver_sm and their answers: quick.ts reads those that have nothing special, with the same result.
 * Source: SMPP Protocol Specification v3.4 sections 3.2, 4 and 5; v5.0 sections 3 and 4.
 * @module
 */
import { decodeLatin1 } from '../bytes/latin1.js';
import { copyOctets, requireOctets, u16be, u32be } from '../bytes/octets.js';
import { ByteReader, leafName } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError } from '../errors.js';
import {
  findLengthFault,
  type ParameterTable,
  type ParameterType,
  parameterTable,
  type SmppParameterDeclaration,
  type ValueField,
} from './parameters.js';
import {
  commandName,
  findPduType,
  type IntegerField,
  isAnswer,
  type ListField,
  type PduType,
  type SmppField,
  type SmppParameter,
  type SmppParameterValue,
  type SmppPdu,
  type SmppValue,
  type TextField,
} from './pdus.js';
import { HEADER_OCTETS, NONE, readQuickly } from './quick.js';
import { describeStatus } from './status.js';

/** Options for decoding a PDU. */
export interface SmppDecodeOptions extends DecodeOptions {
  /** Declarations of the service centre's own optional parameters. Reuse the array: its table is cached. */
  readonly parameters?: readonly SmppParameterDeclaration[] | undefined;
  /** Whether octets of the result are views of the input, which must not change afterwards. By default they are copies, which is slower. */
  readonly views?: boolean | undefined;
}

/** Octets up to the command_id and with it, which names a PDU. */
const COMMAND_OCTETS = 8;

/**
 * Decodes one PDU of SMPP 3.4 or 5.0.
 *
 * Strict decoding accepts what the specification allows. Lenient decoding reports and tolerates an unknown command, a status in a request, texts and
 * parameters of a wrong length, a missing body of an answer, fields that do not fill the PDU or exceed it (`rest` has the octets that were not decoded), and
 * octets after the PDU.
 * @throws DecodeError `truncated`, `bad-value` or `trailing-bytes` with the field's path and its offset.
 * @throws LimitError above `smppOctets` or `smppParameters`.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { decodeSmppPdu } from 'handset/smpp';
 *
 * const { command, fields } = decodeSmppPdu(fromHex('000000158000000400000000000000013546334100'));
 * [command, fields]; // -> ['submit_sm_resp', { message_id: '5F3A' }]
 * ```
 */
export function decodeSmppPdu(octets: Uint8Array, options?: SmppDecodeOptions): SmppPdu {
  requireOctets(octets, 'the input');
  const isView = options?.views === true;
  const pdu = options?.limits === undefined ? readQuickly(octets, isView) : undefined;
  return pdu ?? readSmppPdu(new ByteReader(isView ? octets : copyOctets(octets)), options);
}

/** {@link decodeSmppPdu} on a cursor, which is left at the end. Octets of the result are views of the input. */
export function readSmppPdu(reader: ByteReader, options?: SmppDecodeOptions): SmppPdu {
  const reading = Reading.of(options);
  const pdu = readNextPdu(reader, reading, parameterTable(options?.parameters));
  if (reader.remaining > 0) {
    reading.fault('trailing-bytes', 'SMPP', reader.offset, `${reader.remaining} octets follow the PDU`);
    reader.take(reader.remaining, 'trailing octets');
  }
  return pdu;
}

/** Reads a PDU after which others may follow; see {@link decodeSmppPdu}. Octets of the result are views of the input. */
export function readNextPdu(reader: ByteReader, reading: Reading, table: ParameterTable = parameterTable(undefined)): SmppPdu {
  const start = reader.offset;
  const length = lengthAt(reader, reading);
  const id = u32be(reader.octets, start + 4);
  const type = findPduType(id);
  const command = type?.name ?? id;
  const path = commandName(command);
  const { trace } = reader;
  reader.open(path, type?.spec);
  const body = reader.sub(length, `${path}/command_length`);
  u32(body, 'command_length', 'SMPP 3.4 5.1.1');
  u32(body, 'command_id', 'SMPP 3.4 5.1.2');
  trace?.mean(path);
  if (type === undefined) reading.fault('bad-value', `${path}/command_id`, start + 4, 'not a command of SMPP 3.4 or 5.0');
  const status = u32(body, 'command_status', 'SMPP 3.4 5.1.3');
  trace?.mean(describeStatus(status));
  if (!isAnswer(id) && status !== 0) {
    reading.fault('bad-value', `${path}/command_status`, start + 8, `${status} in a request, which has 0`);
  }
  const sequence = u32(body, 'sequence_number', 'SMPP 3.4 5.1.4');
  const pdu =
    type === undefined
      ? { command, status, sequence, parameters: NONE, ...readRest(body) }
      : readBody(body, type, status, sequence, reading, table);
  if (body.remaining > 0) body.take(body.remaining, `${path}/${type === undefined ? 'body' : 'undecoded'}`);
  reader.close();
  return pdu;
}

/**
 * Returns the octets of the first PDU in `octets`, as a view; undefined if it is not complete.
 * @throws DecodeError `bad-value` for an impossible command_length; LimitError above `smppOctets`.
 */
export function findSmppPdu(octets: Uint8Array, options?: DecodeOptions): Uint8Array | undefined {
  requireOctets(octets, 'octets');
  if (octets.length < 4) return undefined;
  const length = u32be(octets, 0);
  checkLength(length, 0, Reading.of(options));
  return octets.length < length ? undefined : octets.subarray(0, length);
}

/** Whether octets may be the beginning of a PDU: a length that is possible, a known command, and no status in a request, as far as they go. */
export function beginsAsSmpp(octets: Uint8Array): boolean {
  if (octets.length < COMMAND_OCTETS) return false;
  const length = u32be(octets, 0);
  const id = u32be(octets, 4);
  if (length < HEADER_OCTETS || length > MAX_OCTETS || findPduType(id) === undefined) return false;
  const status = octets.length < COMMAND_OCTETS + 4 ? 0 : u32be(octets, COMMAND_OCTETS);
  return isAnswer(id) ? status <= MAX_STATUS : status === 0;
}

/** The longest message_payload, and as much again for the rest. */
const MAX_OCTETS = 0x20000;
/** The highest status that a service centre may define for itself (5.1.3). */
const MAX_STATUS = 0x4ff;

/** A command_length that can be. @throws DecodeError `bad-value`; LimitError */
export function checkLength(length: number, offset: number, reading: Reading): void {
  if (length < HEADER_OCTETS) {
    throw new DecodeError('bad-value', 'SMPP/command_length', offset, `${length} is less than the header's ${HEADER_OCTETS}`);
  }
  reading.limit('smppOctets', length, 'SMPP/command_length', offset);
}

/**
 * Octets of the PDU that begins here. Nothing is read yet, since its group is still to be opened. Of a PDU that is cut, the octets that are there
 * when a trace reads on.
 */
function lengthAt({ offset, octets, remaining, end, trace }: ByteReader, reading: Reading): number {
  const isHeader = remaining >= HEADER_OCTETS;
  const length = isHeader ? u32be(octets, offset) : HEADER_OCTETS;
  checkLength(length, offset, reading);
  if (length <= remaining) return length;
  const error = isHeader
    ? new DecodeError('truncated', 'SMPP/command_length', offset, `needs ${length} octets, ${remaining} left`)
    : new DecodeError('truncated', 'SMPP/header', offset, `needs ${HEADER_OCTETS} octets, ${remaining} left`);
  if (remaining < COMMAND_OCTETS || trace?.keepCut(error, end) !== true) throw error;
  return remaining;
}

/** The fields of a command and its parameters; leniently up to the first that cannot be read. */
function readBody(
  reader: ByteReader,
  type: PduType,
  status: number,
  sequence: number,
  reading: Reading,
  table: ParameterTable,
): SmppPdu {
  const { id, name, fields } = type;
  // The body of an answer is left out when the request failed; some leave it out anyway.
  const hasNoBody = reader.remaining === 0 && isAnswer(id) && (status !== 0 || reading.lenient);
  if (hasNoBody) {
    const [first] = fields;
    if (status === 0 && first !== undefined && reader.trace?.cut === undefined) {
      reading.fault('truncated', `${name}/${first.name}`, reader.offset, NO_NUL);
    }
    return { command: name, status, sequence, parameters: NONE };
  }
  const values: Record<string, SmppValue> = {};
  let parameters: SmppParameter[] | undefined;
  // Where the field begins that is being read.
  let start = reader.offset;
  let rest: Uint8Array | undefined;
  try {
    for (const field of fields) {
      start = reader.offset;
      values[field.name] = readField(reader, name, field, reading);
    }
    while (reader.remaining > 0) {
      start = reader.offset;
      parameters ??= [];
      reading.limit('smppParameters', parameters.length + 1, `${name}/parameters`, start);
      parameters.push(readParameter(reader, name, reading, table));
    }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error;
    // That a PDU which is cut lacks the rest of its fields is known.
    if (reader.trace?.cut === undefined || !reading.lenient) reading.reportOrThrow(error);
    rest = reader.octets.subarray(start, reader.end);
  }
  const pdu: { -readonly [K in keyof SmppPdu]: SmppPdu[K] } = {
    command: name,
    status,
    sequence,
    parameters: parameters ?? NONE,
  };
  if (fields.length > 0) pdu.fields = values;
  if (rest !== undefined) pdu.rest = rest;
  return pdu;
}

/** The first field of every body of an answer is a text. */
const NO_NUL = 'no NUL ends it';

/** What was not decoded, where there is any. */
function readRest({ octets, offset, end }: ByteReader): Pick<SmppPdu, 'rest'> {
  return offset === end ? {} : { rest: octets.subarray(offset, end) };
}

function readField(reader: ByteReader, command: string, field: SmppField, reading: Reading): SmppValue {
  switch (field.kind) {
    case 'text':
      return readText(reader, command, field, reading);
    case 'integer':
      return readInteger(reader, command, field);
    case 'octets': {
      const length = reader.u8(`${command}/${field.length.name}`, field.length.spec);
      return takeHeld(reader, length, `${command}/${field.name}`, field.spec);
    }
    case 'list':
      return readList(reader, command, field, reading);
  }
}

function readInteger(reader: ByteReader, command: string, { name, spec, size, describe, layout }: IntegerField): number {
  // Most fields of most PDUs: the path is made where it is needed.
  if (reader.trace === undefined && size === 1 && reader.remaining > 0) return reader.octets[reader.offset++] as number;
  const field = `${command}/${name}`;
  if (layout !== undefined) return reader.octet(layout, field);
  const value = size === 4 ? u32(reader, field, spec) : reader.u8(field, spec);
  if (reader.trace !== undefined) mean(reader, describe?.(value));
  return value;
}

/** Text with its NUL, as one field. */
function readText(reader: ByteReader, command: string, { name, spec, max, describe }: TextField, reading: Reading): string {
  const { octets, offset, end, trace } = reader;
  const nul = octets.indexOf(0, offset);
  if (nul < 0 || nul >= end) throw new DecodeError('truncated', `${command}/${name}`, offset, NO_NUL);
  const length = nul - offset;
  if (length >= max)
    reading.fault('bad-value', `${command}/${name}`, offset, `${length + 1} octets with its NUL, at most ${max}`);
  reader.offset = nul + 1;
  const value = length === 0 ? '' : decodeLatin1(octets.subarray(offset, nul));
  if (trace !== undefined) {
    trace.leaf(name, value, offset * 8, reader.offset * 8, spec);
    mean(reader, value === '' ? undefined : describe?.(value));
  }
  return value;
}

function readList(reader: ByteReader, command: string, list: ListField, reading: Reading): Record<string, SmppValue>[] {
  const count = reader.u8(`${command}/${list.count.name}`, list.count.spec);
  const items: Record<string, SmppValue>[] = [];
  for (let i = 0; i < count; i++) {
    items.push(group(reader, list.name, list.spec, () => readItem(reader, command, list, reading)));
  }
  return items;
}

function readItem(reader: ByteReader, command: string, { fields, choices }: ListField, reading: Reading) {
  const item: Record<string, SmppValue> = {};
  for (const field of fields) {
    const at = reader.offset;
    const value = readField(reader, command, field, reading);
    item[field.name] = value;
    if (choices === undefined) continue;
    const chosen = choices[value as number];
    if (chosen === undefined)
      throw new DecodeError('bad-value', `${command}/${field.name}`, at, `${value} is not ${listKeys(choices)}`);
    for (const each of chosen) item[each.name] = readField(reader, command, each, reading);
  }
  return item;
}

/** The values that choose: `1 or 2`. */
export function listKeys(choices: readonly unknown[]): string {
  return choices.flatMap((choice, key) => (choice === undefined ? [] : [key])).join(' or ');
}

/** Octets of a message; of a PDU that is cut, those that are there. */
function takeHeld(reader: ByteReader, length: number, field: string, spec?: string): Uint8Array {
  const held = reader.trace?.cut === undefined ? length : Math.min(length, reader.remaining);
  return held > 0 ? reader.take(held, field, spec) : reader.octets.subarray(reader.offset, reader.offset);
}

/** Fields under one name; an error closes the group as well, since a lenient reading goes on after it. */
function group<T>(reader: ByteReader, name: string, spec: string, read: () => T): T {
  reader.open(name, spec);
  try {
    return read();
  } finally {
    reader.close();
  }
}

/** An optional parameter (5.3.1). A value of another length than its tag has is shown for what it is, and kept as octets. */
function readParameter(reader: ByteReader, command: string, reading: Reading, { byTag }: ParameterTable): SmppParameter {
  const { octets, offset, trace } = reader;
  const tag = u16be(octets, offset);
  const type = byTag.get(tag);
  const path = `${command}/${type?.name ?? 'parameter'}`;
  return group(reader, type?.name ?? 'parameter', type?.spec ?? 'SMPP 3.4 5.3.1', () => {
    reader.u16(`${path}/tag`);
    trace?.mean(type?.name ?? (tag >= 0x1400 && tag <= 0x3fff ? 'of the service centre’s own' : 'reserved'));
    const length = reader.u16(`${path}/length`);
    const field = `${path}/value`;
    if (type === undefined) return { tag, value: takeHeld(reader, length, field) };
    const { name } = type;
    const start = reader.offset;
    const { value, fault } = readValue(reader, type, length, field);
    if (fault === undefined) return { tag, name, value };
    trace?.warn(fault);
    reading.fault('bad-value', field, start, fault);
    return { tag, name, value: octets.subarray(start, reader.offset) };
  });
}

interface Value {
  readonly value: SmppParameterValue;
  readonly fault?: string | undefined;
}

/** A value and what is wrong with it, if anything is. */
function readValue(reader: ByteReader, type: ParameterType, length: number, field: string): Value {
  const { kind } = type;
  const wrongLength = findLengthFault(type, length);
  if (kind === 'text') return readTextValue(reader, type, length, wrongLength, field);
  if (typeof kind === 'number' && (length === 1 || length === 2 || length === 4)) {
    if (type.layout !== undefined && length === kind) return { value: reader.octet(type.layout, field) };
    const value = length === 4 ? u32(reader, field) : length === 2 ? reader.u16(field) : reader.u8(field);
    mean(reader, type.describe?.(value));
    return { value, fault: wrongLength };
  }
  if (wrongLength === undefined && kind === 'structure') return { value: readStructure(reader, type, length, field) };
  if (wrongLength === undefined && kind === 'characters') return { value: readCharacters(reader, length, field) };
  return { value: takeHeld(reader, length, field), fault: wrongLength };
}

function readTextValue(
  reader: ByteReader,
  { describeText, max }: ParameterType,
  length: number,
  wrongLength: string | undefined,
  field: string,
): Value {
  const start = reader.skip(length, field);
  const value = decodeLatin1(reader.octets.subarray(start, start + length)).replace(/\0$/, '');
  if (length > 0) reader.trace?.leaf('value', value, start * 8, reader.offset * 8);
  if (reader.trace !== undefined && value !== '') mean(reader, describeText?.(value));
  if (value.length === length) return { value, fault: 'no NUL ends it' };
  if (value.includes('\0')) return { value, fault: 'a NUL inside of it' };
  return { value, fault: wrongLength && `${length} octets with its NUL, at most ${max}` };
}

/** Octets as text. */
function readCharacters(reader: ByteReader, length: number, field: string): string {
  const start = reader.skip(length, field);
  const value = decodeLatin1(reader.octets.subarray(start, reader.offset));
  if (length > 0) reader.trace?.leaf(leafName(field), value, start * 8, reader.offset * 8);
  return value;
}

/** Fields of a value whose length is right: the last ones may be left out. */
function readStructure(reader: ByteReader, { fields = [] }: ParameterType, length: number, path: string): SmppParameterValue {
  const end = reader.offset + length;
  // Nothing is shown of a value without octets.
  if (length > 0) reader.open('value');
  const value: Record<string, number | string | Uint8Array> = {};
  for (const field of fields) {
    if (reader.offset === end && typeof field.kind === 'number') break;
    value[field.name] = readPart(reader, field, end - reader.offset, `${path}/${field.name}`);
  }
  if (length > 0) reader.close();
  return value;
}

function readPart(
  reader: ByteReader,
  { kind, describe, layout }: ValueField,
  left: number,
  path: string,
): number | string | Uint8Array {
  if (kind === 'octets') return takeHeld(reader, left, path);
  if (kind === 'characters') return readCharacters(reader, left, path);
  if (layout !== undefined) return reader.octet(layout, path);
  const value = kind === 4 ? u32(reader, path) : kind === 2 ? reader.u16(path) : reader.u8(path);
  mean(reader, describe?.(value));
  return value;
}

/** Four octets, the high one first. @throws DecodeError `truncated` */
function u32(reader: ByteReader, field: string, spec?: string): number {
  const at = reader.skip(4, field);
  const value = u32be(reader.octets, at);
  if (reader.trace !== undefined) reader.trace.leaf(leafName(field), value, at * 8, at * 8 + 32, spec);
  return value;
}

function mean({ trace }: ByteReader, meaning: string | undefined): void {
  if (meaning !== undefined) trace?.mean(meaning);
}
