/**
 * The PDUs of SMPP 3.4 and 5.0: command_id, name, and the mandatory fields in wire order. Reading, writing and describing all go by this table.
 * Source: SMPP Protocol Specification v3.4 chapter 4 and sections 5.1.2.1 and 5.2; v5.0 chapter 4.
 * @module
 */
import type { OctetLayout } from '../bytes/index.js';
import { describePid } from '../sms/index.js';
import { describeDataCoding } from './data-coding.js';
import { describeStatus } from './status.js';
import {
  describeTime,
  describeVersion,
  esmClassLayout,
  listed,
  MESSAGE_STATES,
  NPI,
  REGISTERED_DELIVERY,
  TON,
} from './values.js';

/** The value of a mandatory field: an integer, a text (ISO-8859-1, without its NUL), octets, or the items of a list. */
export type SmppValue = number | string | Uint8Array | readonly SmppFields[];

/** Values of mandatory fields by the specification's names. */
export type SmppFields = Readonly<{ [name: string]: SmppValue | undefined }>;

interface Named {
  readonly name: string;
  /** Document and section. */
  readonly spec: string;
}

/** An integer of one or four octets. */
export interface IntegerField extends Named {
  readonly kind: 'integer';
  readonly size: 1 | 4;
  readonly describe?: ((value: number) => string | undefined) | undefined;
  /** Its bits, where they are fields of their own. */
  readonly layout?: OctetLayout | undefined;
}

/** A C-octet string: text that ends with NUL, which `max` counts. */
export interface TextField extends Named {
  readonly kind: 'text';
  readonly max: number;
  readonly describe?: ((value: string) => string | undefined) | undefined;
}

/** Octets after a length of one octet, which is a field by its own name. */
export interface OctetsField extends Named {
  readonly kind: 'octets';
  readonly length: Named;
  readonly max: number;
}

/** Groups of fields after their number, which is a field by its own name. */
export interface ListField extends Named {
  readonly kind: 'list';
  readonly count: Named;
  readonly max: number;
  readonly fields: readonly SmppField[];
  /** What follows `fields` in an item, by the value of its last integer; undefined for a list whose items are all alike. */
  readonly choices?: readonly (readonly SmppField[] | undefined)[] | undefined;
}

/** A mandatory field. */
export type SmppField = IntegerField | TextField | OctetsField | ListField;

/** @param section of version 3.4, where the version is not written before it. */
const named = (name: string, section: string): Named => ({
  name,
  spec: section.startsWith('SMPP') ? section : `SMPP 3.4 ${section}`,
});

const text = (name: string, section: string, max: number, describe?: TextField['describe']): TextField => ({
  ...named(name, section),
  ...{ kind: 'text', max, describe },
});

const integer = (name: string, section: string, describe?: IntegerField['describe'], size: 1 | 4 = 1): IntegerField => ({
  ...named(name, section),
  ...{ kind: 'integer', size, describe },
});

const bits = (layout: OctetLayout, section: string): IntegerField => ({ ...integer(layout.name, section), layout });

const describePriority = (value: number) => (value > 3 ? 'reserved' : value === 0 ? 'normal' : 'priority');

/** Type, plan and digits of an address. */
const address = (prefix: string, name: string, section: string, max: number): readonly SmppField[] => [
  integer(`${prefix}_ton`, '5.2.5', listed(TON)),
  integer(`${prefix}_npi`, '5.2.6', listed(NPI)),
  text(name, section, max),
];

/** All PDUs. An answer has the highest bit of its command_id set. */
export const PDUS: readonly PduType[] = /* @__PURE__ */ pdus();

function pdus(): PduType[] {
  const source = address('source_addr', 'source_addr', '5.2.8', 21);
  const destination = address('dest_addr', 'destination_addr', '5.2.9', 21);
  const serviceType = text('service_type', '5.2.11', 6);
  const messageId = text('message_id', '5.2.23', 65);
  const systemId = text('system_id', '5.2.1', 16);
  const password = text('password', '5.2.2', 9);
  const dataCoding = integer('data_coding', '5.2.19', describeDataCoding);
  const predefined = integer('sm_default_msg_id', '5.2.20');
  const registered = bits(REGISTERED_DELIVERY, '5.2.17');
  const toCentre = bits(esmClassLayout(false), '5.2.12');
  const times = [
    text('schedule_delivery_time', '5.2.15', 17, describeTime),
    text('validity_period', '5.2.16', 17, describeTime),
  ];
  const message: SmppField = {
    ...named('short_message', '5.2.22'),
    kind: 'octets',
    length: named('sm_length', '5.2.21'),
    // Version 3.4 has 254 here and for recipients, 5.0 has 255.
    max: 255,
  };
  const recipients: SmppField = {
    ...named('dest_address', '4.5.1.1'),
    ...{ kind: 'list', count: named('number_of_dests', '5.2.24'), max: 255 },
    fields: [integer('dest_flag', '5.2.25', (flag) => [undefined, 'an address', 'a distribution list'][flag])],
    choices: [undefined, destination, [text('dl_name', '5.2.27', 21)]],
  };
  const failures: SmppField = {
    ...named('unsuccess_sme', '4.5.2.1'),
    ...{ kind: 'list', count: named('no_unsuccess', '5.2.26'), max: 255 },
    fields: [...destination, integer('error_status_code', '5.1.3', describeStatus, 4)],
  };
  const content = (esmClass: SmppField) => [
    esmClass,
    integer('protocol_id', '5.2.13', describePid),
    integer('priority_flag', '5.2.14', describePriority),
    ...times,
    registered,
    integer('replace_if_present_flag', '5.2.18', listed(['do not replace', 'replace'])),
    dataCoding,
    predefined,
    message,
  ];
  const bind = [
    systemId,
    password,
    text('system_type', '5.2.3', 13),
    integer('interface_version', '5.2.4', describeVersion),
    ...address('addr', 'address_range', '5.2.7', 41),
  ];
  const queried = [
    messageId,
    text('final_date', '4.8.2', 17, describeTime),
    integer('message_state', '5.2.28', listed(MESSAGE_STATES)),
    integer('error_code', '4.8.2'),
  ];
  const data = [
    serviceType,
    ...address('source_addr', 'source_addr', '5.2.8', 65),
    ...address('dest_addr', 'destination_addr', '5.2.9', 65),
    ...[toCentre, registered, dataCoding],
  ];
  const broadcast = [
    serviceType,
    ...source,
    messageId,
    integer('priority_flag', '5.2.14', describePriority),
    ...times,
    integer('replace_if_present_flag', '5.2.18', listed(['do not replace', 'replace'])),
    dataCoding,
    predefined,
  ];
  const alert = [...address('source_addr', 'source_addr', '5.2.8', 65), ...address('esme_addr', 'esme_addr', '5.2.10', 65)];
  const rows: Readonly<Record<SmppCommand, readonly [id: number, section: string, fields: readonly SmppField[]]>> = {
    generic_nack: [0x80000000, '4.3.1', []],
    bind_receiver: [0x00000001, '4.1.3', bind],
    bind_receiver_resp: [0x80000001, '4.1.4', [systemId]],
    bind_transmitter: [0x00000002, '4.1.1', bind],
    bind_transmitter_resp: [0x80000002, '4.1.2', [systemId]],
    query_sm: [0x00000003, '4.8.1', [messageId, ...source]],
    query_sm_resp: [0x80000003, '4.8.2', queried],
    submit_sm: [0x00000004, '4.4.1', [serviceType, ...source, ...destination, ...content(toCentre)]],
    submit_sm_resp: [0x80000004, '4.4.2', [messageId]],
    deliver_sm: [
      0x00000005,
      '4.6.1',
      [serviceType, ...source, ...destination, ...content(bits(esmClassLayout(true), '5.2.12'))],
    ],
    deliver_sm_resp: [0x80000005, '4.6.2', [messageId]],
    unbind: [0x00000006, '4.2.1', []],
    unbind_resp: [0x80000006, '4.2.2', []],
    replace_sm: [0x00000007, '4.10.1', [messageId, ...source, ...times, registered, predefined, message]],
    replace_sm_resp: [0x80000007, '4.10.2', []],
    cancel_sm: [0x00000008, '4.9.1', [serviceType, messageId, ...source, ...destination]],
    cancel_sm_resp: [0x80000008, '4.9.2', []],
    bind_transceiver: [0x00000009, '4.1.5', bind],
    bind_transceiver_resp: [0x80000009, '4.1.6', [systemId]],
    outbind: [0x0000000b, '4.1.7.1', [systemId, password]],
    enquire_link: [0x00000015, '4.11.1', []],
    enquire_link_resp: [0x80000015, '4.11.2', []],
    submit_multi: [0x00000021, '4.5.1', [serviceType, ...source, recipients, ...content(toCentre)]],
    submit_multi_resp: [0x80000021, '4.5.2', [messageId, failures]],
    alert_notification: [0x00000102, '4.12.1', alert],
    data_sm: [0x00000103, '4.7.1', data],
    data_sm_resp: [0x80000103, '4.7.2', [messageId]],
    broadcast_sm: [0x00000111, 'SMPP 5.0 4.4.1', broadcast],
    broadcast_sm_resp: [0x80000111, 'SMPP 5.0 4.4.1', [messageId]],
    query_broadcast_sm: [0x00000112, 'SMPP 5.0 4.6.1', [messageId, ...source]],
    query_broadcast_sm_resp: [0x80000112, 'SMPP 5.0 4.6.1', [messageId]],
    cancel_broadcast_sm: [0x00000113, 'SMPP 5.0 4.6.2', [serviceType, messageId, ...source]],
    cancel_broadcast_sm_resp: [0x80000113, 'SMPP 5.0 4.6.2', []],
  };
  return Object.entries(rows).map(([name, [id, section, fields]]) => ({
    ...named(name, section),
    name: name as SmppCommand,
    id,
    fields,
  }));
}

/** Name of a PDU in the specification, such as `submit_sm`. */
export type SmppCommand =
  | 'generic_nack'
  | 'bind_receiver'
  | 'bind_receiver_resp'
  | 'bind_transmitter'
  | 'bind_transmitter_resp'
  | 'query_sm'
  | 'query_sm_resp'
  | 'submit_sm'
  | 'submit_sm_resp'
  | 'deliver_sm'
  | 'deliver_sm_resp'
  | 'unbind'
  | 'unbind_resp'
  | 'replace_sm'
  | 'replace_sm_resp'
  | 'cancel_sm'
  | 'cancel_sm_resp'
  | 'bind_transceiver'
  | 'bind_transceiver_resp'
  | 'outbind'
  | 'enquire_link'
  | 'enquire_link_resp'
  | 'submit_multi'
  | 'submit_multi_resp'
  | 'alert_notification'
  | 'data_sm'
  | 'data_sm_resp'
  | 'broadcast_sm'
  | 'broadcast_sm_resp'
  | 'query_broadcast_sm'
  | 'query_broadcast_sm_resp'
  | 'cancel_broadcast_sm'
  | 'cancel_broadcast_sm_resp';

/** A row of the table. */
export interface PduType extends Named {
  readonly id: number;
  readonly name: SmppCommand;
  readonly fields: readonly SmppField[];
}

const BY_ID: ReadonlyMap<number, PduType> = /* @__PURE__ */ new Map(/* @__PURE__ */ PDUS.map((pdu) => [pdu.id, pdu]));
const BY_NAME: ReadonlyMap<string, PduType> = /* @__PURE__ */ new Map(/* @__PURE__ */ PDUS.map((pdu) => [pdu.name, pdu]));

/** The PDU of a command_id or a name; undefined for one that neither version defines. */
export function findPduType(command: number | string): PduType | undefined {
  return typeof command === 'number' ? BY_ID.get(command) : BY_NAME.get(command);
}

/** What the value of a field means in words; undefined where it says so itself, and for a value that the field cannot have. */
export function describeField(command: SmppCommand, name: string, value: unknown): string | undefined {
  const field = BY_NAME.get(command)?.fields.find((each) => each.name === name);
  if (field?.kind === 'text') return typeof value === 'string' ? field.describe?.(value) : undefined;
  const isOctet = typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0xff;
  return field?.kind === 'integer' && isOctet ? field.describe?.(value) : undefined;
}

/** Whether a command_id is that of an answer. */
export function isAnswer(id: number): boolean {
  return id >= 0x80000000;
}

/** A command as errors and trees name it: `submit_sm`, `command 0x0000007F`. */
export function commandName(command: SmppCommand | number): string {
  return typeof command === 'number' ? `command 0x${command.toString(16).toUpperCase().padStart(8, '0')}` : command;
}

/** A decoded PDU. */
export interface SmppPdu {
  /** Its name; the command_id if the specification does not define it. */
  readonly command: SmppCommand | number;
  /** command_status: 0 in a request, the result in an answer. */
  readonly status: number;
  /** sequence_number, which an answer repeats. */
  readonly sequence: number;
  /** Mandatory fields; undefined for a PDU without any, and for an answer without a body, usually to a failed request. */
  readonly fields?: SmppFields;
  /** Optional parameters, in wire order. */
  readonly parameters: readonly SmppParameter[];
  /** Octets that were not decoded: the body of an unknown command, or those after the last field that could be decoded. */
  readonly rest?: Uint8Array;
}

/** The value of an optional parameter: an integer, a text, a structure, or octets. */
export type SmppParameterValue = number | string | Uint8Array | SmppStructure;

/** A value of an optional parameter with several fields, by the specification's names: `{ network_type: 3, error_code: 1 }`. */
export type SmppStructure = Readonly<{ [name: string]: number | string | Uint8Array | undefined }>;

/** An optional parameter (TLV). */
export interface SmppParameter {
  /** Its tag. */
  readonly tag: number;
  /** Its name in the specification or a declaration, if any. */
  readonly name?: string;
  /** A number, a text or a structure if the tag is defined so and the octets are valid; otherwise octets. */
  readonly value: SmppParameterValue;
}
