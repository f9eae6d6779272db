/**
 * PDUs of SMPP by the tables of the specification: each command with every field filled, texts as long as they may be, each status, each
 * parameter at both ends of its values, and PDUs that end before each field.
 * @module
 */
import type { BareCase, JsonObject } from '../shape.js';
import type { FamilyCase } from './family.js';
import { hexOf, latinHex, nulHex, sizeOf } from './wire.js';

/** A field: an octet, a number of four, a text with the octets that it may have (its NUL counted), or octets after their number. */
type Kind = 'octet' | 'number' | 'octets' | { readonly text: number };
type Field = readonly [name: string, kind: Kind];

const text = (name: string, most: number): Field => [name, { text: most }];
const octet = (name: string): Field => [name, 'octet'];
const address = (prefix: string, name: string, most = 21): readonly Field[] => [
  octet(`${prefix}_ton`),
  octet(`${prefix}_npi`),
  text(name, most),
];

const SOURCE = address('source_addr', 'source_addr');
const DESTINATION = address('dest_addr', 'destination_addr');
const SERVICE = text('service_type', 6);
const ID = text('message_id', 65);
const TIMES = [text('schedule_delivery_time', 17), text('validity_period', 17)];
const CONTENT = [
  ...['esm_class', 'protocol_id', 'priority_flag'].map(octet),
  ...TIMES,
  ...['registered_delivery', 'replace_if_present_flag', 'data_coding', 'sm_default_msg_id'].map(octet),
  ['short_message', 'octets'] as Field,
];
const BIND = [
  ...[text('system_id', 16), text('password', 9), text('system_type', 13)],
  ...[octet('interface_version'), ...address('addr', 'address_range', 41)],
];
const MESSAGE = [SERVICE, ...SOURCE, ...DESTINATION, ...CONTENT];

/** Commands with the section that defines them and their fields; those with lists of recipients have cases of their own. */
const COMMANDS: readonly (readonly [id: number, name: string, section: string, fields: readonly Field[]])[] = [
  [0x00000001, 'bind_receiver', '4.1.3', BIND],
  [0x80000001, 'bind_receiver_resp', '4.1.4', [text('system_id', 16)]],
  [0x00000002, 'bind_transmitter', '4.1.1', BIND],
  [0x80000002, 'bind_transmitter_resp', '4.1.2', [text('system_id', 16)]],
  [0x00000003, 'query_sm', '4.8.1', [ID, ...SOURCE]],
  [0x80000003, 'query_sm_resp', '4.8.2', [ID, text('final_date', 17), octet('message_state'), octet('error_code')]],
  [0x00000004, 'submit_sm', '4.4.1', MESSAGE],
  [0x80000004, 'submit_sm_resp', '4.4.2', [ID]],
  [0x00000005, 'deliver_sm', '4.6.1', MESSAGE],
  [0x80000005, 'deliver_sm_resp', '4.6.2', [ID]],
  [
    0x00000007,
    'replace_sm',
    '4.10.1',
    [ID, ...SOURCE, ...TIMES, octet('registered_delivery'), octet('sm_default_msg_id'), ['short_message', 'octets']],
  ],
  [0x00000008, 'cancel_sm', '4.9.1', [SERVICE, ID, ...SOURCE, ...DESTINATION]],
  [0x00000009, 'bind_transceiver', '4.1.5', BIND],
  [0x80000009, 'bind_transceiver_resp', '4.1.6', [text('system_id', 16)]],
  [0x0000000b, 'outbind', '4.1.7.1', [text('system_id', 16), text('password', 9)]],
  [
    0x00000102,
    'alert_notification',
    '4.12.1',
    [...address('source_addr', 'source_addr', 65), ...address('esme_addr', 'esme_addr', 65)],
  ],
  [
    0x00000103,
    'data_sm',
    '4.7.1',
    [
      ...[SERVICE, ...address('source_addr', 'source_addr', 65), ...address('dest_addr', 'destination_addr', 65)],
      ...['esm_class', 'registered_delivery', 'data_coding'].map(octet),
    ],
  ],
  [0x80000103, 'data_sm_resp', '4.7.2', [ID]],
  [
    0x00000111,
    'broadcast_sm',
    'SMPP 5.0 4.4.1',
    [
      ...[SERVICE, ...SOURCE, ID, octet('priority_flag'), ...TIMES],
      ...['replace_if_present_flag', 'data_coding', 'sm_default_msg_id'].map(octet),
    ],
  ],
  [0x80000111, 'broadcast_sm_resp', 'SMPP 5.0 4.4.1', [ID]],
  [0x00000112, 'query_broadcast_sm', 'SMPP 5.0 4.6.1', [ID, ...SOURCE]],
  [0x80000112, 'query_broadcast_sm_resp', 'SMPP 5.0 4.6.1', [ID]],
  [0x00000113, 'cancel_broadcast_sm', 'SMPP 5.0 4.6.2', [SERVICE, ID, ...SOURCE]],
];

/** Commands that are a header alone. */
const HEADERS: readonly (readonly [id: number, name: string, section: string])[] = [
  [0x80000000, 'generic_nack', '4.3.1'],
  [0x00000006, 'unbind', '4.2.1'],
  [0x80000006, 'unbind_resp', '4.2.2'],
  [0x80000007, 'replace_sm_resp', '4.10.2'],
  [0x80000008, 'cancel_sm_resp', '4.9.2'],
  [0x00000015, 'enquire_link', '4.11.1'],
  [0x80000015, 'enquire_link_resp', '4.11.2'],
  [0x80000113, 'cancel_broadcast_sm_resp', 'SMPP 5.0 4.6.2'],
];

const TEXTS: Readonly<Record<string, string>> = {
  schedule_delivery_time: '261128093015200+',
  validity_period: '000003112233000R',
  final_date: '991231235959948-',
};

/** A value of its own for each field, so that none can be taken for another. */
function filled(fields: readonly Field[]): JsonObject {
  const values: [string, string | number][] = fields.map(([name, kind], index) => {
    if (kind === 'octet') return [name, 11 + 3 * index];
    if (kind === 'number') return [name, 0x01020304 + index];
    if (kind === 'octets') return [name, latinHex('Text, a few octets')];
    return [
      name,
      TEXTS[name] ?? `${String.fromCharCode(97 + index)}${index}-`.repeat(40).slice(0, Math.min(kind.text - 2, 5 + index)),
    ];
  });
  return Object.fromEntries(values);
}

function fieldHex([name, kind]: Field, values: JsonObject): string {
  const value = values[name];
  if (kind === 'octet') return hexOf(value as number);
  if (kind === 'number') return hexOf(value as number, 4);
  if (kind === 'octets') return hexOf(sizeOf(value as string)) + (value as string);
  return nulHex(value as string);
}

const pdu = (id: number, body: string, sequence = 0x01020304, status = 0): string =>
  hexOf(16 + sizeOf(body), 4) + hexOf(id, 4) + hexOf(status, 4) + hexOf(sequence, 4) + body;

const parameterHex = (tag: number, value: string): string => hexOf(tag, 2) + hexOf(sizeOf(value), 2) + value;

const named = (section: string) => (section.startsWith('SMPP') ? section : `SMPP 3.4 section ${section}`);

function decoded(
  id: string,
  title: string,
  specification: string,
  hex: string,
  value: JsonObject,
  direction: BareCase['direction'] = 'both',
): FamilyCase {
  return { id: `smpp/${id}`, format: 'smpp', title, direction, input: { hex }, expected: { value }, specification };
}

function refused(
  id: string,
  title: string,
  specification: string,
  hex: string,
  reason: 'truncated' | 'bad-value',
  field?: string,
): FamilyCase {
  const expected = { refused: field === undefined ? { reason } : { reason, field } };
  return { id: `smpp/${id}`, format: 'smpp', title, direction: 'decode', input: { hex }, expected, specification };
}

const bodyOf = (fields: readonly Field[], values: JsonObject) => fields.map((field) => fieldHex(field, values)).join('');

const SEQUENCE = 0x01020304;

/** Each command with all fields, and with empty ones. */
function commands(): FamilyCase[] {
  return COMMANDS.flatMap(([id, command, section, fields]) => {
    const of = (variant: string, title: string, values: JsonObject) =>
      decoded(`command/${command}/${variant}`, `${command}: ${title}`, named(section), pdu(id, bodyOf(fields, values)), {
        ...{ command, status: 0, sequence: SEQUENCE, fields: values, parameters: [] },
      });
    const empty = Object.fromEntries(
      fields.map(([name, kind]) => [name, typeof kind === 'string' && kind !== 'octets' ? 0 : '']),
    );
    return [of('filled', 'each field has a different value', filled(fields)), of('empty', 'each field is empty or 0', empty)];
  });
}

/** Headers alone: sequence numbers at the ends of what an answer may repeat. */
function headers(): FamilyCase[] {
  return HEADERS.map(([id, command, section], index) => {
    const sequence = index % 2 === 0 ? 0x7fffffff : 0x80;
    return decoded(`header/${command}`, `${command} with sequence_number ${sequence}`, named(section), pdu(id, '', sequence), {
      ...{ command, status: 0, sequence, parameters: [] },
    });
  });
}

/** Every command but the last field of each: it ends inside a field, or before it. */
function cuts(): FamilyCase[] {
  const longest = ['submit_sm', 'bind_transmitter', 'query_sm_resp', 'replace_sm', 'cancel_sm', 'data_sm', 'broadcast_sm'];
  return COMMANDS.filter(([, name]) => longest.includes(name) || name === 'alert_notification').flatMap(
    ([id, command, section, fields]) =>
      fields.map((field, index) => {
        const values = filled(fields);
        const before = bodyOf(fields.slice(0, index), values);
        const [name, kind] = field;
        const part =
          typeof kind === 'object'
            ? fieldHex(field, values).slice(0, -2)
            : kind === 'octets'
              ? fieldHex(field, values).slice(0, -2)
              : '';
        const title =
          part === '' ? `ends before ${name}` : kind === 'octets' ? `${name} is an octet short` : `${name} has no NUL`;
        return refused(
          `cut/${command}/${name}`,
          `${command} ${title}`,
          named(section),
          pdu(id, before + part),
          'truncated',
          name,
        );
      }),
  );
}

/** Texts as long as they may be, and an octet longer. */
function lengths(): FamilyCase[] {
  const once = new Set<string>();
  return COMMANDS.flatMap(([id, command, section, fields]) =>
    fields.flatMap(([name, kind]) => {
      if (typeof kind === 'string' || once.has(`${name} ${kind.text}`) || TEXTS[name] !== undefined) return [];
      once.add(`${name} ${kind.text}`);
      const of = (length: number) => ({ ...filled(fields), [name]: '0123456789'.repeat(7).slice(0, length) });
      const most = kind.text - 1;
      return [
        decoded(
          `length/${command}/${name}/most`,
          `${name} of ${command} has ${most} characters, as many as it may have`,
          named(section),
          pdu(id, bodyOf(fields, of(most))),
          { command, status: 0, sequence: SEQUENCE, fields: of(most), parameters: [] },
        ),
        refused(
          `length/${command}/${name}/more`,
          `${name} of ${command} has ${most + 1} characters, one more than it may have`,
          named(section),
          pdu(id, bodyOf(fields, of(most + 1))),
          'bad-value',
          name,
        ),
      ];
    }),
  );
}

/** Texts an octet too long, and what else a lenient reader passes over. */
function lenient(): FamilyCase[] {
  const once = new Set<string>();
  const texts = COMMANDS.flatMap(([id, command, section, fields]) =>
    fields.flatMap(([name, kind]): FamilyCase[] => {
      if (typeof kind === 'string' || once.has(name) || TEXTS[name] !== undefined) return [];
      once.add(name);
      const values = { ...filled(fields), [name]: '0123456789'.repeat(7).slice(0, kind.text) };
      const value = { command, status: 0, sequence: SEQUENCE, fields: values, parameters: [] };
      const hex = pdu(id, bodyOf(fields, values));
      return [
        {
          ...decoded(
            `lenient/${command}/${name}`,
            `${name} of ${command} has ${kind.text} characters, one more than it may have`,
            named(section),
            hex,
            value,
            'decode',
          ),
          level: 'lenient',
        },
      ];
    }),
  );
  const status = decoded(
    'lenient/request-status',
    'a status in a request',
    'SMPP 3.4 section 5.1.3',
    pdu(0x15, '', SEQUENCE, 8),
    {
      ...{ command: 'enquire_link', status: 8, sequence: SEQUENCE, parameters: [] },
    },
    'decode',
  );
  return [...texts, { ...status, level: 'lenient' }];
}

/** Lengths of short_message around those at which programs have changed their minds. */
function messages(): FamilyCase[] {
  return [1, 127, 128, 140, 160, 254].map((length) => {
    const values = { ...filled(MESSAGE), short_message: latinHex('x'.repeat(length - 1) + String(length % 10)) };
    return decoded(
      `message/${length}`,
      `short_message of ${length} octets`,
      'SMPP 3.4 section 5.2.21',
      pdu(4, bodyOf(MESSAGE, values)),
      {
        ...{ command: 'submit_sm', status: 0, sequence: SEQUENCE, fields: values, parameters: [] },
      },
    );
  });
}

/** Names of command_status (SMPP 3.4 section 5.1.3), and those that SMPP 5.0 section 4.7.6 adds. */
const STATUSES: Readonly<Record<string, number>> = {
  ...{ ESME_ROK: 0x00, ESME_RINVMSGLEN: 0x01, ESME_RINVCMDLEN: 0x02, ESME_RINVCMDID: 0x03, ESME_RINVBNDSTS: 0x04 },
  ...{ ESME_RALYBND: 0x05, ESME_RINVPRTFLG: 0x06, ESME_RINVREGDLVFLG: 0x07, ESME_RSYSERR: 0x08, ESME_RINVSRCADR: 0x0a },
  ...{ ESME_RINVDSTADR: 0x0b, ESME_RINVMSGID: 0x0c, ESME_RBINDFAIL: 0x0d, ESME_RINVPASWD: 0x0e, ESME_RINVSYSID: 0x0f },
  ...{ ESME_RCANCELFAIL: 0x11, ESME_RREPLACEFAIL: 0x13, ESME_RMSGQFUL: 0x14, ESME_RINVSERTYP: 0x15, ESME_RINVNUMDESTS: 0x33 },
  ...{ ESME_RINVDLNAME: 0x34, ESME_RINVDESTFLAG: 0x40, ESME_RINVSUBREP: 0x42, ESME_RINVESMCLASS: 0x43, ESME_RCNTSUBDL: 0x44 },
  ...{ ESME_RSUBMITFAIL: 0x45, ESME_RINVSRCTON: 0x48, ESME_RINVSRCNPI: 0x49, ESME_RINVDSTTON: 0x50, ESME_RINVDSTNPI: 0x51 },
  ...{ ESME_RINVSYSTYP: 0x53, ESME_RINVREPFLAG: 0x54, ESME_RINVNUMMSGS: 0x55, ESME_RTHROTTLED: 0x58, ESME_RINVSCHED: 0x61 },
  ...{ ESME_RINVEXPIRY: 0x62, ESME_RINVDFTMSGID: 0x63, ESME_RX_T_APPN: 0x64, ESME_RX_P_APPN: 0x65, ESME_RX_R_APPN: 0x66 },
  ...{ ESME_RQUERYFAIL: 0x67, ESME_RINVOPTPARSTREAM: 0xc0, ESME_ROPTPARNOTALLWD: 0xc1, ESME_RINVPARLEN: 0xc2 },
  ...{ ESME_RMISSINGOPTPARAM: 0xc3, ESME_RINVOPTPARAMVAL: 0xc4, ESME_RDELIVERYFAILURE: 0xfe, ESME_RUNKNOWNERR: 0xff },
  ...{ ESME_RSERTYPUNAUTH: 0x100, ESME_RPROHIBITED: 0x101, ESME_RSERTYPUNAVAIL: 0x102, ESME_RSERTYPDENIED: 0x103 },
  ...{ ESME_RINVDCS: 0x104, ESME_RINVSRCADDRSUBUNIT: 0x105, ESME_RINVDSTADDRSUBUNIT: 0x106, ESME_RINVBCASTFREQINT: 0x107 },
  ...{ ESME_RINVBCASTALIAS_NAME: 0x108, ESME_RINVBCASTAREAFMT: 0x109, ESME_RINVNUMBCAST_AREAS: 0x10a },
  ...{ ESME_RINVBCASTCNTTYPE: 0x10b, ESME_RINVBCASTMSGCLASS: 0x10c, ESME_RBCASTFAIL: 0x10d, ESME_RBCASTQUERYFAIL: 0x10e },
  ...{ ESME_RBCASTCANCELFAIL: 0x10f, ESME_RINVBCAST_REP: 0x110, ESME_RINVBCASTSRVGRP: 0x111, ESME_RINVBCASTCHANIND: 0x112 },
};

function statuses(): FamilyCase[] {
  return Object.entries(STATUSES).map(([statusName, status]) =>
    decoded(
      `status/${hexOf(status, 2)}`,
      `${statusName} in a generic_nack`,
      status < 0x100 ? 'SMPP 3.4 section 5.1.3' : 'SMPP 5.0 section 4.7.6',
      pdu(0x80000000, '', SEQUENCE, status),
      { command: 'generic_nack', status, statusName, sequence: SEQUENCE, parameters: [] },
    ),
  );
}

/** Integers among the parameters (SMPP 3.4 section 5.3.2, SMPP 5.0 section 4.8.4): tag, name, octets. */
const INTEGERS: readonly (readonly [tag: number, name: string, octets: 1 | 2 | 4])[] = [
  [0x0005, 'dest_addr_subunit', 1],
  [0x0006, 'dest_network_type', 1],
  [0x0007, 'dest_bearer_type', 1],
  [0x0008, 'dest_telematics_id', 2],
  [0x000d, 'source_addr_subunit', 1],
  [0x000e, 'source_network_type', 1],
  [0x000f, 'source_bearer_type', 1],
  [0x0010, 'source_telematics_id', 1],
  [0x0017, 'qos_time_to_live', 4],
  [0x0019, 'payload_type', 1],
  [0x0030, 'ms_msg_wait_facilities', 1],
  [0x0201, 'privacy_indicator', 1],
  [0x0204, 'user_message_reference', 2],
  [0x0205, 'user_response_code', 1],
  [0x020a, 'source_port', 2],
  [0x020b, 'destination_port', 2],
  [0x020c, 'sar_msg_ref_num', 2],
  [0x020d, 'language_indicator', 1],
  [0x020e, 'sar_total_segments', 1],
  [0x020f, 'sar_segment_seqnum', 1],
  [0x0210, 'sc_interface_version', 1],
  [0x0302, 'callback_num_pres_ind', 1],
  [0x0304, 'number_of_messages', 1],
  [0x0420, 'dpf_result', 1],
  [0x0421, 'set_dpf', 1],
  [0x0422, 'ms_availability_status', 1],
  [0x0425, 'delivery_failure_reason', 1],
  [0x0426, 'more_messages_to_send', 1],
  [0x0427, 'message_state', 1],
  [0x0428, 'congestion_state', 1],
  [0x0501, 'ussd_service_op', 1],
  [0x0600, 'broadcast_channel_indicator', 1],
  [0x0603, 'broadcast_message_class', 1],
  [0x0604, 'broadcast_rep_num', 2],
  [0x0607, 'broadcast_error_status', 4],
  [0x0608, 'broadcast_area_success', 1],
  [0x0611, 'dest_addr_np_resolution', 1],
  [0x1201, 'display_time', 1],
  [0x1203, 'sms_signal', 2],
  [0x1380, 'its_reply_type', 1],
];

/** Texts: tag, name, octets with the NUL at most. */
const TEXT_PARAMETERS: readonly (readonly [tag: number, name: string, most: number])[] = [
  [0x001d, 'additional_status_info_text', 256],
  [0x001e, 'receipted_message_id', 65],
  [0x060d, 'source_network_id', 66],
  [0x060e, 'dest_network_id', 66],
];

/** Others: tag, name, octets of a value, and what they mean. */
const STRUCTURES: readonly (readonly [tag: number, name: string, title: string, hex: string, value: JsonObject | string])[] = [
  [0x0202, 'source_subaddress', 'NSAP, even', '8050123F', { subaddress_type: 0x80, subaddress: '50123F' }],
  [
    0x0203,
    'dest_subaddress',
    'user specified, as long as it may be',
    `A0${'7E'.repeat(22)}`,
    { subaddress_type: 0xa0, subaddress: '7E'.repeat(22) },
  ],
  [0x0303, 'callback_num_atag', 'a name in UCS-2', '0800480069', { data_coding: 8, display: '00480069' }],
  [
    0x0381,
    'callback_num',
    'digits in ASCII',
    `010101${latinHex('4477009')}`,
    { digit_mode: 1, ton: 1, npi: 1, digits: '4477009' },
  ],
  [0x0423, 'network_error_code', 'of GSM, two octets of the code', '038123', { network_type: 3, error_code: 0x8123 }],
  [0x0601, 'broadcast_content_type', 'of GSM', '010083', { network_type: 1, content_type: 0x83 }],
  [0x0602, 'broadcast_content_type_info', 'octets', 'C0FFEE', 'C0FFEE'],
  [0x0605, 'broadcast_frequency_interval', 'every 513 minutes', '090201', { unit: 9, count: 513 }],
  [0x0606, 'broadcast_area_identifier', 'a polygon', '02FF0010203040', { format: 2, area: 'FF0010203040' }],
  [0x060a, 'broadcast_service_group', 'octets', '8001', '8001'],
  [0x060b, 'billing_identification', 'a format and its data', '00DEAD00BEEF', { format: 0, data: 'DEAD00BEEF' }],
  [0x060f, 'source_node_id', 'six digits', latinHex('012345'), '012345'],
  [0x0610, 'dest_node_id', 'six digits', latinHex('543210'), '543210'],
  [0x0612, 'dest_addr_np_information', 'ten digits', latinHex('0123456789'), '0123456789'],
  [0x0613, 'dest_addr_np_country', 'a country code', latinHex('353'), '353'],
  [0x1204, 'ms_validity', 'the behaviour alone', '03', { behaviour: 3 }],
  [0x1204, 'ms_validity', 'a period of 257 hours', '04020101', { behaviour: 4, unit: 2, count: 257 }],
  [0x130c, 'alert_on_message_delivery', 'without a value', '', {}],
  [0x130c, 'alert_on_message_delivery', 'high priority', '03', { alert: 3 }],
  [0x1383, 'its_session_info', 'a session, its dialogue', '2A81', { session_number: 0x2a, dialogue: 0x81 }],
];

const clauseOf = (tag: number) =>
  tag === 0x0428 || (tag & 0xff00) === 0x0600 ? 'SMPP 5.0 section 4.8.4' : 'SMPP 3.4 section 5.3.2';

/** A data_sm_resp with one parameter: readers take any, also those that the table of the command does not have. */
function withParameter(id: string, title: string, tag: number, hex: string, parameter: JsonObject): FamilyCase {
  const fields = { message_id: 'm1' };
  return decoded(id, title, clauseOf(tag), pdu(0x80000103, nulHex('m1') + parameterHex(tag, hex)), {
    ...{ command: 'data_sm_resp', status: 0, sequence: SEQUENCE, fields, parameters: [{ tag, ...parameter }] },
  });
}

function parameters(): FamilyCase[] {
  const integers = INTEGERS.flatMap(([tag, name, octets]) => {
    const most = 256 ** octets - 1;
    // No value is the same with its octets turned round.
    const middle = octets === 4 ? 0x80010203 : octets === 2 ? 0x8001 : 0x81;
    const wrong = octets === 1 ? '0000' : '01';
    return [
      withParameter(`parameter/${name}/middle`, `${name} of ${octets} octets: ${middle}`, tag, hexOf(middle, octets), {
        name,
        value: middle,
      }),
      ...(octets === 1
        ? []
        : [withParameter(`parameter/${name}/most`, `${name} at its highest`, tag, hexOf(most, octets), { name, value: most })]),
      refused(
        `parameter/${name}/length`,
        `${name} has ${sizeOf(wrong)} octets, not ${octets}`,
        clauseOf(tag),
        pdu(0x80000103, nulHex('m1') + parameterHex(tag, wrong)),
        'bad-value',
        name,
      ),
    ];
  });
  const texts = TEXT_PARAMETERS.flatMap(([tag, name, most]) => [
    withParameter(`parameter/${name}/empty`, `${name} is empty`, tag, '00', { name, value: '' }),
    withParameter(
      `parameter/${name}/most`,
      `${name} of ${most - 1} characters`,
      tag,
      nulHex('a1'.repeat(most).slice(0, most - 1)),
      {
        ...{ name, value: 'a1'.repeat(most).slice(0, most - 1) },
      },
    ),
    refused(
      `parameter/${name}/more`,
      `${name} of ${most} characters, one more than it may have`,
      clauseOf(tag),
      pdu(0x80000103, nulHex('m1') + parameterHex(tag, nulHex('a1'.repeat(most).slice(0, most)))),
      'bad-value',
      name,
    ),
    refused(
      `parameter/${name}/no-nul`,
      `${name} without its NUL`,
      clauseOf(tag),
      pdu(0x80000103, nulHex('m1') + parameterHex(tag, latinHex('a1'))),
      'bad-value',
      name,
    ),
  ]);
  const structures = STRUCTURES.map(([tag, name, title, hex, value], index) =>
    withParameter(`parameter/${name}/${index}`, `${name}: ${title}`, tag, hex, { name, value }),
  );
  const short: readonly (readonly [tag: number, name: string, hex: string])[] = [
    [0x0202, 'source_subaddress', ''],
    [0x0203, 'dest_subaddress', `80${'00'.repeat(23)}`],
    [0x0381, 'callback_num', '0101'],
    [0x0423, 'network_error_code', '0381'],
    [0x0601, 'broadcast_content_type', '01008300'],
    [0x0605, 'broadcast_frequency_interval', '0902'],
    [0x060f, 'source_node_id', latinHex('01234')],
    [0x0610, 'dest_node_id', latinHex('0123456')],
    [0x1204, 'ms_validity', '0402'],
    [0x1383, 'its_session_info', '2A'],
  ];
  const faulty = short.map(([tag, name, hex]) =>
    refused(
      `parameter/${name}/length`,
      `${name} of ${sizeOf(hex)} octets`,
      clauseOf(tag),
      pdu(0x80000103, nulHex('m1') + parameterHex(tag, hex)),
      'bad-value',
      name,
    ),
  );
  const payload = [0, 1, 255, 256, 300].map((length) => {
    const hex = latinHex('y'.repeat(length));
    return withParameter(`parameter/message_payload/${length}`, `message_payload of ${length} octets`, 0x0424, hex, {
      ...{ name: 'message_payload', value: hex },
    });
  });
  const unknown = [0x0000, 0x0011, 0x1400, 0x3fff, 0xffff].map((tag) =>
    withParameter(
      `parameter/unknown/${hexOf(tag, 2)}`,
      `a parameter that the specification does not name, tag ${hexOf(tag, 2)}`,
      tag,
      '00FF',
      { value: '00FF' },
    ),
  );
  const order = [0x0427, 0x001e, 0x0427];
  const values = ['05', nulHex('x'), '02'];
  const repeated = decoded(
    'parameter/order',
    'parameters that are not in the order of their tags, one of them twice',
    'SMPP 3.4 section 3.2.4',
    pdu(0x80000103, nulHex('m1') + order.map((tag, index) => parameterHex(tag, values[index] as string)).join('')),
    {
      ...{ command: 'data_sm_resp', status: 0, sequence: SEQUENCE, fields: { message_id: 'm1' } },
      parameters: [
        { tag: 0x0427, name: 'message_state', value: 5 },
        { tag: 0x001e, name: 'receipted_message_id', value: 'x' },
        { tag: 0x0427, name: 'message_state', value: 2 },
      ],
    },
  );
  const cutLength = refused(
    'parameter/cut-length',
    'ends inside the length of a parameter',
    'SMPP 3.4 section 5.3.1',
    pdu(0x80000103, `${nulHex('m1')}042400`),
    'truncated',
  );
  const cutAll = refused(
    'parameter/cut-before-length',
    'ends after a tag',
    'SMPP 3.4 section 5.3.1',
    pdu(0x80000103, `${nulHex('m1')}0424`),
    'truncated',
  );
  return [...integers, ...texts, ...structures, ...faulty, ...payload, ...unknown, repeated, cutLength, cutAll];
}

/** Recipients: addresses and distribution lists, as many as the count can say. */
function recipients(): FamilyCase[] {
  const before = [SERVICE, ...SOURCE];
  const values = { ...filled(before), ...filled(CONTENT) };
  const one = (index: number): JsonObject => ({
    ...{ dest_flag: 1, dest_addr_ton: 1 + (index % 3), dest_addr_npi: 1, destination_addr: String(447700900000 + index) },
  });
  const list = (index: number): JsonObject => ({ dest_flag: 2, dl_name: `list ${index}` });
  const itemHex = (item: JsonObject) =>
    item.dest_flag === 2 ? `02${nulHex(item.dl_name as string)}` : `01${bodyOf(DESTINATION, item)}`;
  const of = (id: string, title: string, items: readonly JsonObject[]) =>
    decoded(
      `recipients/${id}`,
      `submit_multi to ${title}`,
      'SMPP 3.4 section 4.5.1',
      pdu(0x21, bodyOf(before, values) + hexOf(items.length) + items.map(itemHex).join('') + bodyOf(CONTENT, values)),
      { command: 'submit_multi', status: 0, sequence: SEQUENCE, fields: { ...values, dest_address: items }, parameters: [] },
    );
  const failure = (index: number): JsonObject => ({
    ...{ dest_addr_ton: 2, dest_addr_npi: 8, destination_addr: `0${index}23`, error_status_code: 0x0400 + index },
  });
  const failed = (count: number) => {
    const items = Array.from({ length: count }, (_, index) => failure(index));
    const hex = items.map((item) => bodyOf([...DESTINATION, ['error_status_code', 'number']], item)).join('');
    return decoded(
      `recipients/failed-${count}`,
      `submit_multi_resp with ${count} that failed`,
      'SMPP 3.4 section 4.5.2',
      pdu(0x80000021, nulHex('m1') + hexOf(count) + hex),
      {
        ...{ command: 'submit_multi_resp', status: 0, sequence: SEQUENCE, parameters: [] },
        fields: { message_id: 'm1', unsuccess_sme: items },
      },
    );
  };
  const cut = (id: string, title: string, hex: string, field: string) =>
    refused(`recipients/${id}`, title, 'SMPP 3.4 section 4.5.1.1', pdu(0x21, bodyOf(before, values) + hex), 'truncated', field);
  return [
    of('one', 'an address', [one(0)]),
    of('list', 'a distribution list', [list(0)]),
    of('mixed', 'lists and addresses in turn', [list(0), one(1), list(2), one(3)]),
    of('longest', 'a list and an address as long as they may be', [
      { dest_flag: 2, dl_name: 'L'.repeat(20) },
      { ...one(1), destination_addr: '1'.repeat(20) },
    ]),
    ...[127, 128, 254].map((count) =>
      of(
        `many-${count}`,
        `${count} addresses`,
        Array.from({ length: count }, (_, index) => one(index)),
      ),
    ),
    ...[0, 1, 3, 200].map(failed),
    cut('cut-count', 'ends before number_of_dests', '', 'number_of_dests'),
    cut('cut-ton', 'ends after dest_flag', '0101', 'dest_addr_ton'),
    cut('cut-npi', 'ends after dest_addr_ton', '010101', 'dest_addr_npi'),
    cut('cut-address', 'an address without its NUL', '010101013434', 'destination_addr'),
    cut('cut-list', 'the name of a list without its NUL', '01024142', 'dl_name'),
    refused(
      'recipients/flag-0',
      'dest_flag 0',
      'SMPP 3.4 section 5.2.25',
      pdu(0x21, `${bodyOf(before, values)}0100`),
      'bad-value',
      'dest_flag',
    ),
    refused(
      'recipients/flag-3',
      'dest_flag 3',
      'SMPP 3.4 section 5.2.25',
      pdu(0x21, `${bodyOf(before, values)}0103`),
      'bad-value',
      'dest_flag',
    ),
    refused(
      'recipients/failed-cut-code',
      'error_status_code of three octets',
      'SMPP 3.4 section 4.5.2',
      pdu(0x80000021, `${nulHex('m1')}0102083100000004`),
      'truncated',
      'error_status_code',
    ),
  ];
}

/** Lengths and commands that are not to be believed. */
function framing(): FamilyCase[] {
  const whole = pdu(0x15, '');
  const withLength = (length: number) => hexOf(length, 4) + whole.slice(8);
  const reserved = [0x0000000a, 0x0000000c, 0x00000100, 0x00000110, 0x80000009 + 0x40000000];
  return [
    ...[0, 4, 15].map((length) =>
      refused(
        `framing/length-${length}`,
        `command_length ${length}, less than the header has`,
        'SMPP 3.4 section 5.1.1',
        withLength(length),
        'bad-value',
        'command_length',
      ),
    ),
    refused(
      'framing/length-17',
      'command_length counts an octet more than there is',
      'SMPP 3.4 section 5.1.1',
      withLength(17),
      'truncated',
      'command_length',
    ),
    ...reserved.map((id) =>
      refused(
        `framing/command-${hexOf(id, 4)}`,
        `command_id ${hexOf(id, 4)}, which no version defines`,
        'SMPP 3.4 section 5.1.2',
        pdu(id, ''),
        'bad-value',
        'command_id',
      ),
    ),
  ];
}

/** All of it. */
export function smppFamily(): FamilyCase[] {
  return [
    ...commands(),
    ...headers(),
    ...cuts(),
    ...lengths(),
    ...lenient(),
    ...messages(),
    ...statuses(),
    ...parameters(),
    ...recipients(),
    ...framing(),
  ];
}
