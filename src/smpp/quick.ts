/**
 * The PDUs that are nearly all traffic, read and written without a table: submit_sm and deliver_sm without optional parameters, and answers that
 * have a message_id and nothing else. What has anything special is left to the table, which knows all the rest, faults included; what is read or
 * written here is the same there.
 *
 * A literal has its members in one step, where a table adds them one by one.
 * @module
 */
import { copyOctets, u32be } from '../bytes/octets.js';
import { unitAt } from '../bytes/utf16.js';
import type { SmppCommand, SmppFields, SmppParameter, SmppPdu } from './pdus.js';

/** Octets of the header. */
export const HEADER_OCTETS = 16;

/** No optional parameters: one list for all PDUs without. */
export const NONE: readonly SmppParameter[] = [];

/** Octets of texts at most, their NUL not counted; those of the table. */
const SERVICE_TYPE = 5;
const ADDRESS = 20;
const TIME = 16;
const MESSAGE_ID = 64;

/** Commands whose body is one message_id, by command_id. */
const ANSWERS: Readonly<Record<number, SmppCommand>> = {
  2147483652: 'submit_sm_resp',
  2147483653: 'deliver_sm_resp',
  2147483907: 'data_sm_resp',
};
const SUBMIT_SM = 0x00000004;
const DELIVER_SM = 0x00000005;

/** Reads fields in a row; past anything special it is `lost`, and what it gives means nothing. */
class QuickReader {
  readonly octets: Uint8Array;
  at: number;
  readonly end: number;
  isLost = false;

  constructor(octets: Uint8Array, at: number, end: number) {
    this.octets = octets;
    this.at = at;
    this.end = end;
  }

  octet(): number {
    if (this.at >= this.end) this.isLost = true;
    return this.octets[this.at++] as number;
  }

  text(max: number): string {
    const { octets, at } = this;
    const last = Math.min(at + max, this.end - 1);
    let end = at;
    while (end <= last && octets[end] !== 0) end++;
    if (end > last) {
      this.isLost = true;
      return '';
    }
    this.at = end + 1;
    return end === at ? '' : textAt(octets, at, end);
  }

  /** Octets after their number, which are the last of the PDU. */
  message(isView: boolean): Uint8Array {
    const length = this.octet();
    if (this.isLost || this.at + length !== this.end) {
      this.isLost = true;
      return this.octets;
    }
    const view = this.octets.subarray(this.at, this.end);
    return isView ? view : copyOctets(view);
  }
}

/** A short text of ISO-8859-1: a call with its arguments written out is several times faster than one with a list of them. */
function textAt(octets: Uint8Array, from: number, end: number): string {
  let text = '';
  let i = from;
  for (; end - i >= 4; i += 4) text += fourAt(octets, i);
  for (; i < end; i++) text += String.fromCharCode(octets[i] as number);
  return text;
}

function fourAt(octets: Uint8Array, i: number): string {
  return String.fromCharCode(octets[i] as number, octets[i + 1] as number, octets[i + 2] as number, octets[i + 3] as number);
}

/**
 * The PDU that the octets are, all of them; undefined where the table has to read it.
 * @param isView whether the octets of a message are a view, and not a copy
 */
export function readQuickly(octets: Uint8Array, isView: boolean): SmppPdu | undefined {
  const { length } = octets;
  // One that is too long for the limits is too long for its fields.
  if (length < HEADER_OCTETS || u32be(octets, 0) !== length) return undefined;
  const id = u32be(octets, 4);
  const status = u32be(octets, 8);
  const sequence = u32be(octets, 12);
  const reader = new QuickReader(octets, HEADER_OCTETS, length);
  if (id === SUBMIT_SM || id === DELIVER_SM) {
    const fields = readMessage(reader, isView);
    if (reader.isLost || status !== 0) return undefined;
    return { command: id === SUBMIT_SM ? 'submit_sm' : 'deliver_sm', status, sequence, parameters: NONE, fields };
  }
  const answer = ANSWERS[id];
  if (answer === undefined) return undefined;
  const fields = { message_id: reader.text(MESSAGE_ID) };
  if (reader.isLost || reader.at !== length) return undefined;
  return { command: answer, status, sequence, parameters: NONE, fields };
}

function readMessage(reader: QuickReader, isView: boolean): SmppFields {
  return {
    service_type: reader.text(SERVICE_TYPE),
    source_addr_ton: reader.octet(),
    source_addr_npi: reader.octet(),
    source_addr: reader.text(ADDRESS),
    dest_addr_ton: reader.octet(),
    dest_addr_npi: reader.octet(),
    destination_addr: reader.text(ADDRESS),
    esm_class: reader.octet(),
    protocol_id: reader.octet(),
    priority_flag: reader.octet(),
    schedule_delivery_time: reader.text(TIME),
    validity_period: reader.text(TIME),
    registered_delivery: reader.octet(),
    replace_if_present_flag: reader.octet(),
    data_coding: reader.octet(),
    sm_default_msg_id: reader.octet(),
    short_message: reader.message(isView),
  };
}

/** Octets of texts and of all else in submit_sm and deliver_sm at most. */
const MAX_WRITTEN = HEADER_OCTETS + SERVICE_TYPE + 2 * ADDRESS + 2 * TIME + 5 + 12 + 255;

/** Writes fields in a row; as with reading, past anything special it is lost. */
class QuickWriter {
  /** Where PDUs are put together: one place for all of them, of which each gets a copy. */
  readonly octets = new Uint8Array(MAX_WRITTEN);
  at = HEADER_OCTETS;
  isLost = false;
  /** Fields that had a value. */
  given = 0;

  begin(): this {
    this.at = HEADER_OCTETS;
    this.isLost = false;
    this.given = 0;
    return this;
  }

  octet(value: unknown): void {
    if (value !== undefined) this.given++;
    const octet = (value ?? 0) as number;
    if ((octet & 0xff) !== octet) this.isLost = true;
    this.octets[this.at++] = octet;
  }

  text(value: unknown, max: number): void {
    if (value !== undefined) {
      this.given++;
      if (typeof value !== 'string' || value.length > max) {
        this.isLost = true;
        return;
      }
      const { octets } = this;
      const { length } = value;
      for (let i = 0; i < length; i++) {
        const unit = unitAt(value, i);
        if (unit === 0 || unit > 0xff) this.isLost = true;
        octets[this.at++] = unit;
      }
    }
    this.octets[this.at++] = 0;
  }
}

let quickWriter: QuickWriter | undefined;

/** The one writer, which nothing keeps between two PDUs. */
function beginWriting(): QuickWriter {
  quickWriter ??= new QuickWriter();
  return quickWriter.begin();
}

/** A PDU without optional parameters as octets; undefined where the table has to write it. */
export function writeQuickly(id: number, status: number, sequence: number, fields: SmppFields): Uint8Array | undefined {
  if (typeof sequence !== 'number' || sequence >>> 0 !== sequence || status >>> 0 !== status) return undefined;
  if (id === SUBMIT_SM || id === DELIVER_SM) return writeMessage(id, status, sequence, fields);
  return ANSWERS[id] === undefined ? undefined : writeAnswer(id, status, sequence, fields);
}

function writeAnswer(id: number, status: number, sequence: number, fields: SmppFields): Uint8Array | undefined {
  const { message_id: messageId } = fields;
  const writer = beginWriting();
  writer.text(messageId, MESSAGE_ID);
  return finish(writer, id, status, sequence, fields);
}

function writeMessage(id: number, status: number, sequence: number, fields: SmppFields): Uint8Array | undefined {
  const { short_message: message } = fields;
  if (status !== 0 || (message !== undefined && !(message instanceof Uint8Array))) return undefined;
  const length = message === undefined ? 0 : message.length;
  if (length > 255) return undefined;
  const writer = beginWriting();
  writer.text(fields.service_type, SERVICE_TYPE);
  writer.octet(fields.source_addr_ton);
  writer.octet(fields.source_addr_npi);
  writer.text(fields.source_addr, ADDRESS);
  writer.octet(fields.dest_addr_ton);
  writer.octet(fields.dest_addr_npi);
  writer.text(fields.destination_addr, ADDRESS);
  writer.octet(fields.esm_class);
  writer.octet(fields.protocol_id);
  writer.octet(fields.priority_flag);
  writer.text(fields.schedule_delivery_time, TIME);
  writer.text(fields.validity_period, TIME);
  writer.octet(fields.registered_delivery);
  writer.octet(fields.replace_if_present_flag);
  writer.octet(fields.data_coding);
  writer.octet(fields.sm_default_msg_id);
  writer.octets[writer.at++] = length;
  if (message !== undefined) {
    writer.given++;
    writer.octets.set(message, writer.at);
    writer.at += length;
  }
  return finish(writer, id, status, sequence, fields);
}

/** The PDU with its header; undefined where fields are not what they are here, or others are given. */
function finish(writer: QuickWriter, id: number, status: number, sequence: number, fields: SmppFields): Uint8Array | undefined {
  let given = 0;
  for (const _ in fields) given++;
  if (writer.isLost || given !== writer.given) return undefined;
  const { octets, at } = writer;
  putU32(octets, 0, at);
  putU32(octets, 4, id);
  putU32(octets, 8, status);
  putU32(octets, 12, sequence);
  return octets.slice(0, at);
}

/** Four octets, the high one first. */
export function putU32(octets: Uint8Array, at: number, value: number): void {
  octets[at] = value >>> 24;
  octets[at + 1] = value >>> 16;
  octets[at + 2] = value >>> 8;
  octets[at + 3] = value;
}
