/**
 * PDUs of SMPP 3.4, one or several in a row, as they stand on a connection.
 *
 *   command_length (4, itself included) | command_id (4) | command_status (4) | sequence_number (4) | mandatory fields |
 *   optional parameters: tag (2), length (2), value
 *
 * Source: SMPP Protocol Specification v3.4 sections 3.2, 4 and 5.
 * @module
 */

import { decodeLatin1 } from '../bytes/latin1.js';
import { u32be } from '../bytes/octets.js';
import { type ByteReader, leafName } from '../bytes/reader.js';
import { DecodeError, FormatError } from '../errors.js';
import { u32 } from './file-reads.js';
import { addressFields, LIST_NAME, MANDATORY, type MandatoryField, PARAMETERS, TAG } from './smpp-fields.js';
import { COMMANDS, describeStatus, esmClassLayout, REGISTERED_DELIVERY } from './smpp-values.js';

/** Octets of the header. */
const HEADER_OCTETS = 16;
/** Octets up to the command, which names a PDU. */
const COMMAND_OCTETS = 8;

/** What a PDU carries for a handset, and where it stands. */
export interface CarriedMessage {
  /** Octets of short_message, or of the parameter message_payload in its place. */
  readonly start: number;
  readonly end: number;
  readonly esmClass: number;
  readonly dataCoding: number;
  /** Values of optional parameters, the last of each tag. */
  readonly parameters: ReadonlyMap<number, Uint8Array>;
}

/** A PDU that was read. */
export interface SmppPdu {
  /** By the specification; `command 0x...` for one that it does not have. */
  readonly command: string;
  readonly status: number;
  readonly sequence: number;
  readonly start: number;
  readonly end: number;
  /** Whose message it is: who it goes to, or who it comes from where it comes from a handset. */
  readonly address?: string;
  readonly message?: CarriedMessage;
}

/** How PDUs are read. */
export interface SmppReadOptions {
  readonly lenient?: boolean | undefined;
  /** Gets the error that strict reading would throw. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
}

/**
 * Reads PDUs up to the end of the input; there has to be one. `pdus` gets each as it is read.
 *
 * Leniently a PDU may have a body that its fields do not fill or overrun, an unknown command, a text longer than allowed, and no body behind
 * an answer. Its length has to be right in any case.
 * @throws DecodeError `truncated` for a PDU that is cut, `bad-value` for a length below 16, and strictly for an unknown command, a status in
 *   a request and a text that is too long.
 */
export function readSmpp(reader: ByteReader, options: SmppReadOptions = {}, pdus: SmppPdu[] = []): SmppPdu[] {
  do pdus.push(readPdu(reader, options));
  while (reader.remaining > 0);
  return pdus;
}

/** Names of the commands, each once, with their number: `submit_sm to 447700900123, 2 enquire_link`. */
export function describePdus(pdus: readonly SmppPdu[]): string {
  const counts = new Map<string, number>();
  for (const { command } of pdus) counts.set(command, (counts.get(command) ?? 0) + 1);
  const [only] = pdus;
  if (pdus.length === 1 && only !== undefined) return `${only.command}${addressWords(only)}`;
  const shown = [...counts].slice(0, MAX_COMMANDS).map(([command, count]) => (count === 1 ? command : `${count} ${command}`));
  return `${shown.join(', ')}${counts.size > MAX_COMMANDS ? ' and others' : ''}`;
}

/** Commands that words name. */
const MAX_COMMANDS = 6;

function addressWords({ command, address }: SmppPdu): string {
  if (address === undefined || address === '') return '';
  return ` ${FROM_HANDSETS.has(command) ? 'from' : 'to'} ${address}`;
}

/** What comes from a handset, by way of the service centre: a message, and word that it can be reached (4.6.1, 4.12.1). */
const FROM_HANDSETS: ReadonlySet<string> = /* @__PURE__ */ new Set(['deliver_sm', 'alert_notification']);

/** What is gathered while a body is read. */
interface Body {
  address?: string;
  start?: number;
  end?: number;
  esmClass: number;
  dataCoding: number;
  readonly parameters: Map<number, Uint8Array>;
}

function readPdu(reader: ByteReader, options: SmppReadOptions): SmppPdu {
  const start = reader.offset;
  const length = lengthAt(reader);
  const id = idAt(reader);
  const known = COMMANDS.get(id);
  const command = known?.name ?? `command 0x${id.toString(16).toUpperCase().padStart(8, '0')}`;
  const issue = (code: 'bad-value' | 'trailing-bytes', field: string, at: number, reason: string) => {
    const error = new DecodeError(code, `${command}/${field}`, at, reason);
    if (options.lenient !== true) throw error;
    options.onIssue?.(error);
  };
  reader.open(command, known?.spec);
  const pdu = reader.sub(length, `${command}/command_length`);
  u32(pdu, 'command_length', 'SMPP 3.4 5.1.1');
  u32(pdu, 'command_id', 'SMPP 3.4 5.1.2');
  reader.trace?.mean(command);
  if (known === undefined) issue('bad-value', 'command_id', start + 4, 'is no command of SMPP 3.4');
  const status = u32(pdu, 'command_status', 'SMPP 3.4 5.1.3');
  reader.trace?.mean(describeStatus(status));
  const isAnswer = id >= 0x80000000;
  if (!isAnswer && status !== 0) issue('bad-value', 'command_status', start + 8, `is ${status} in a request`);
  const sequence = u32(pdu, 'sequence_number', 'SMPP 3.4 5.1.4');
  const body: Body = { esmClass: 0, dataCoding: 0, parameters: new Map() };
  // The body of an answer is left out when the request failed, and some leave it out anyway.
  const hasNoBody = isAnswer && pdu.remaining === 0 && (status !== 0 || options.lenient === true);
  if (!hasNoBody && known !== undefined) readBody(pdu, command, body, issue, options);
  if (pdu.remaining > 0) pdu.take(pdu.remaining, `${command}/${known === undefined ? 'body' : 'undecoded'}`);
  reader.close();
  const { address, start: from, end: to, esmClass, dataCoding, parameters } = body;
  const hasMessage = from !== undefined && to !== undefined && to > from;
  return {
    command,
    status,
    sequence,
    start,
    end: reader.offset,
    ...(address !== undefined && { address }),
    ...(hasMessage && { message: { start: from, end: to, esmClass, dataCoding, parameters } }),
  };
}

type Issue = (code: 'bad-value' | 'trailing-bytes', field: string, at: number, reason: string) => void;

/**
 * Octets of the PDU that begins here; nothing is read yet, for its group is still to be opened. Of one that is cut, what is there when a
 * trace reads on.
 */
function lengthAt(reader: ByteReader): number {
  const { offset, octets, remaining, trace } = reader;
  if (remaining < HEADER_OCTETS) {
    const error = new DecodeError('truncated', 'SMPP/header', offset, `needs ${HEADER_OCTETS} octets, ${remaining} left`);
    if (remaining < COMMAND_OCTETS || trace?.keepCut(error, reader.end) !== true) throw error;
    return remaining;
  }
  const length = u32be(octets, offset);
  if (length < HEADER_OCTETS) {
    throw new DecodeError('bad-value', 'SMPP/command_length', offset, `is ${length}, less than the header's own 16`);
  }
  if (length > remaining) {
    const error = new DecodeError('truncated', 'SMPP/command_length', offset, `is ${length}, ${remaining} octets left`);
    if (trace?.keepCut(error, reader.end) !== true) throw error;
    return remaining;
  }
  return length;
}

function idAt({ octets, offset }: ByteReader): number {
  return u32be(octets, offset + 4);
}

/** The fields of a command and its parameters; leniently what cannot be read is left for the caller. */
function readBody(reader: ByteReader, command: string, body: Body, issue: Issue, options: SmppReadOptions): void {
  try {
    for (const field of MANDATORY[command] ?? []) readField(reader, command, field, body, issue);
    while (reader.remaining > 0) readParameter(reader, command, body);
  } catch (error) {
    if (options.lenient !== true || !(error instanceof DecodeError)) throw error;
    // That a cut PDU lacks the rest of its fields is known.
    if (reader.trace?.cut === undefined) options.onIssue?.(error);
  }
}

function readField(reader: ByteReader, command: string, field: MandatoryField, body: Body, issue: Issue): void {
  const { trace } = reader;
  switch (field.kind) {
    case 'text': {
      const value = readText(reader, command, field, issue);
      if (field.name === (FROM_HANDSETS.has(command) ? 'source_addr' : 'destination_addr')) body.address = value;
      return;
    }
    case 'number': {
      const value = reader.u8(`${command}/${field.name}`, field.spec);
      const words = trace && field.words?.(value);
      if (words !== undefined) trace?.mean(words);
      if (field.name === 'data_coding') body.dataCoding = value;
      return;
    }
    case 'esm_class':
      body.esmClass = reader.octet(esmClassLayout(command === 'deliver_sm'), `${command}/esm_class`);
      return;
    case 'registered_delivery':
      reader.octet(REGISTERED_DELIVERY, `${command}/registered_delivery`);
      return;
    case 'short_message': {
      const length = reader.u8(`${command}/sm_length`, 'SMPP 3.4 5.2.21');
      body.start = reader.offset;
      takeHeld(reader, length, `${command}/short_message`, 'SMPP 3.4 5.2.22');
      body.end = reader.offset;
      return;
    }
    case 'dest_address':
      readDestinations(reader, command, body, issue);
      return;
    case 'unsuccess_sme':
      readFailures(reader, command, body, issue);
  }
}

/** Octets of a message; of a PDU that is cut, those that are there. */
function takeHeld(reader: ByteReader, length: number, field: string, spec?: string): void {
  const held = reader.trace?.cut === undefined ? length : Math.min(length, reader.remaining);
  if (held > 0) reader.take(held, field, spec);
}

type TextField = Extract<MandatoryField, { kind: 'text' }>;

/** Text with the zero octet that ends it, as one field. */
function readText(reader: ByteReader, command: string, { name, spec, most, words }: TextField, issue: Issue): string {
  const field = `${command}/${name}`;
  const { octets, offset, end, trace } = reader;
  const zero = octets.indexOf(0, offset);
  if (zero < 0 || zero >= end) throw new DecodeError('truncated', field, offset, 'no zero octet ends it');
  const length = zero - offset;
  if (length >= most) issue('bad-value', name, offset, `${length + 1} octets with the zero at its end, at most ${most}`);
  reader.skip(length + 1, field);
  const value = decodeLatin1(octets.subarray(offset, zero));
  if (trace === undefined) return value;
  trace.leaf(leafName(field), value, offset * 8, reader.offset * 8, spec);
  const meaning = value === '' ? undefined : words?.(value);
  if (meaning !== undefined) trace.mean(meaning);
  return value;
}

const DEST_FLAGS = [undefined, 'an address', 'a distribution list'] as const;

/** The recipients of submit_multi (4.5.1.1). */
function readDestinations(reader: ByteReader, command: string, body: Body, issue: Issue): void {
  const count = reader.u8(`${command}/number_of_dests`, 'SMPP 3.4 5.2.24');
  for (let i = 0; i < count; i++) {
    group(reader, 'dest_address', 'SMPP 3.4 4.5.1.1', () => {
      const at = reader.offset;
      const flag = reader.u8(`${command}/dest_flag`, 'SMPP 3.4 5.2.25');
      const meaning = DEST_FLAGS[flag];
      if (meaning === undefined) {
        throw new DecodeError('bad-value', `${command}/dest_flag`, at, `is ${flag}, allowed: 1, 2`);
      }
      reader.trace?.mean(meaning);
      if (flag === 1) for (const field of DESTINATION) readField(reader, command, field, body, issue);
      else readText(reader, command, LIST_NAME as TextField, issue);
    });
  }
  if (count > 1) body.address = `${count} recipients`;
}

const DESTINATION = /* @__PURE__ */ addressFields('dest_addr', 'destination_addr', '5.2.9', 21);

/** The recipients whom a message could not be sent to (4.5.2.1). */
function readFailures(reader: ByteReader, command: string, body: Body, issue: Issue): void {
  const count = reader.u8(`${command}/no_unsuccess`, 'SMPP 3.4 5.2.26');
  for (let i = 0; i < count; i++) {
    group(reader, 'unsuccess_sme', 'SMPP 3.4 4.5.2.1', () => {
      for (const field of DESTINATION) readField(reader, command, field, body, issue);
      const status = u32(reader, `${command}/error_status_code`, 'SMPP 3.4 5.1.3');
      reader.trace?.mean(describeStatus(status));
    });
  }
}

/** Fields under one name; an error closes the group too, since a lenient reading goes on behind it. */
function group(reader: ByteReader, name: string, spec: string, read: () => void): void {
  reader.open(name, spec);
  try {
    read();
  } finally {
    reader.close();
  }
}

/** An optional parameter (5.3.1). A length that its tag does not have is told, and the value shown for what it is. */
function readParameter(reader: ByteReader, command: string, body: Body): void {
  const { octets, offset, trace } = reader;
  const tag = ((octets[offset] ?? 0) << 8) | (octets[offset + 1] ?? 0);
  const known = PARAMETERS.get(tag);
  const name = known?.name ?? 'parameter';
  group(reader, name, known?.spec ?? 'SMPP 3.4 5.3.1', () => {
    reader.u16(`${command}/${name}/tag`);
    trace?.mean(known?.name ?? (tag >= 0x1400 && tag <= 0x3fff ? 'of the service centre’s own' : 'reserved'));
    const length = reader.u16(`${command}/${name}/length`);
    const start = reader.offset;
    const field = `${command}/${name}/value`;
    const isNumber = typeof known?.value === 'number';
    if (isNumber && (length === 1 || length === 2 || length === 4)) readNumber(reader, length, field, known.values);
    else if (known?.value === 'text') readParameterText(reader, length, field);
    else takeHeld(reader, length, field);
    if (isNumber && length !== known.value) trace?.warn(`${length} octets, where the parameter has ${known.value}`);
    body.parameters.set(tag, octets.subarray(start, reader.offset));
    if (tag !== TAG.MessagePayload || (body.start ?? 0) !== (body.end ?? 0)) return;
    body.start = start;
    body.end = reader.offset;
  });
}

function readNumber(reader: ByteReader, length: number, field: string, values: readonly (string | undefined)[] | undefined) {
  const value = length === 4 ? u32(reader, field) : length === 2 ? reader.u16(field) : reader.u8(field);
  const meaning = values === undefined ? undefined : (values[value] ?? 'reserved');
  if (meaning !== undefined) reader.trace?.mean(meaning);
}

/** Text of a parameter: the zero octet at its end, which some leave out, is part of it. */
function readParameterText(reader: ByteReader, length: number, field: string): void {
  const at = reader.skip(length, field);
  if (reader.trace === undefined || length === 0) return;
  const value = decodeLatin1(reader.octets.subarray(at, at + length));
  reader.trace.leaf(leafName(field), value.replace(/\0$/, ''), at * 8, reader.offset * 8);
  if (!value.endsWith('\0')) reader.trace.warn('no zero octet ends it');
}

/** Whether octets begin as a PDU: a length that is possible, a known command, and no status in a request, as far as they go. */
export function beginsAsSmpp(octets: Uint8Array): boolean {
  if (octets.length < COMMAND_OCTETS) return false;
  const length = u32be(octets, 0);
  const id = u32be(octets, 4);
  if (length < HEADER_OCTETS || length > MAX_OCTETS || !COMMANDS.has(id)) return false;
  const status = octets.length < COMMAND_OCTETS + 4 ? 0 : u32be(octets, COMMAND_OCTETS);
  return id >= 0x80000000 ? status <= MAX_STATUS : status === 0;
}

/** The longest payload of a message, and as much again for the rest. */
const MAX_OCTETS = 0x20000;
/** The highest status that a service centre may define for itself (5.1.3). */
const MAX_STATUS = 0x4ff;

/** What came of reading PDUs without a tree. */
export type SmppReading =
  | { readonly pdus: readonly SmppPdu[]; readonly issues: readonly string[] }
  | { readonly error: FormatError };

/** Reads PDUs to the end; a FormatError is returned. */
export function tryReadSmpp(reader: ByteReader, lenient: boolean): SmppReading {
  const issues: string[] = [];
  try {
    return { pdus: readSmpp(reader, { lenient, onIssue: ({ message }) => void issues.push(message) }), issues };
  } catch (error) {
    if (error instanceof FormatError) return { error };
    throw error;
  }
}
