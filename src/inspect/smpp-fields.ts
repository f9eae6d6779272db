/**
 * The fields of each PDU of SMPP 3.4 in wire order, and the optional parameters by tag.
 * Source: SMPP Protocol Specification v3.4 chapters 4 and 5.
 * @module
 */
import {
  describeDataCoding,
  describeProtocolId,
  describeTime,
  describeVersion,
  MESSAGE_STATES,
  NPI,
  TON,
} from './smpp-values.js';

/** How a mandatory field is written. */
export type MandatoryField =
  /** Text that ends with a zero octet; `most` counts that octet. */
  | {
      readonly kind: 'text';
      readonly name: string;
      readonly spec: string;
      readonly most: number;
      readonly words?: Words<string>;
    }
  /** One octet. */
  | { readonly kind: 'number'; readonly name: string; readonly spec: string; readonly words?: Words<number> }
  /** Fields that are more than a number or a text. */
  | { readonly kind: 'esm_class' | 'registered_delivery' | 'short_message' | 'dest_address' | 'unsuccess_sme' };

type Words<T> = (value: T) => string | undefined;

const text = (name: string, section: string, most: number, words?: Words<string>): MandatoryField => ({
  kind: 'text',
  name,
  spec: `SMPP 3.4 ${section}`,
  most,
  ...(words && { words }),
});

const number = (name: string, section: string, words?: Words<number>): MandatoryField => ({
  kind: 'number',
  name,
  spec: `SMPP 3.4 ${section}`,
  ...(words && { words }),
});

const listed = (values: readonly (string | undefined)[]) => (value: number) => values[value] ?? 'reserved';

/** The three fields of an address. @param prefix of the type and the plan. @param most octets of the address. */
export function addressFields(prefix: string, name: string, section: string, most: number): readonly MandatoryField[] {
  return [
    number(`${prefix}_ton`, '5.2.5', listed(TON)),
    number(`${prefix}_npi`, '5.2.6', listed(NPI)),
    text(name, section, most),
  ];
}

/** Name of a distribution list (5.2.27). */
export const LIST_NAME: MandatoryField = /* @__PURE__ */ text('dl_name', '5.2.27', 21);

/** Of a PDU by the name of its command; one that is not here has no body but optional parameters. */
export const MANDATORY: Readonly<Record<string, readonly MandatoryField[] | undefined>> = /* @__PURE__ */ mandatory();

function mandatory(): Record<string, readonly MandatoryField[]> {
  const source = addressFields('source_addr', 'source_addr', '5.2.8', 21);
  const destination = addressFields('dest_addr', 'destination_addr', '5.2.9', 21);
  const serviceType = text('service_type', '5.2.11', 6);
  const messageId = text('message_id', '5.2.23', 65);
  const systemId = text('system_id', '5.2.1', 16);
  const password = text('password', '5.2.2', 9);
  const schedule = [
    text('schedule_delivery_time', '5.2.15', 17, describeTime),
    text('validity_period', '5.2.16', 17, describeTime),
  ];
  const coding = number('data_coding', '5.2.19', describeDataCoding);
  const predefined = number('sm_default_msg_id', '5.2.20');
  const content = [
    { kind: 'esm_class' },
    number('protocol_id', '5.2.13', describeProtocolId),
    number('priority_flag', '5.2.14', (value) => (value > 3 ? 'reserved' : value === 0 ? 'normal' : 'priority')),
    ...schedule,
    { kind: 'registered_delivery' },
    number('replace_if_present_flag', '5.2.18', listed(['do not replace', 'replace'])),
    coding,
    predefined,
    { kind: 'short_message' },
  ] as const;
  const bind = [
    systemId,
    password,
    text('system_type', '5.2.3', 13),
    number('interface_version', '5.2.4', describeVersion),
    number('addr_ton', '5.2.5', listed(TON)),
    number('addr_npi', '5.2.6', listed(NPI)),
    text('address_range', '5.2.7', 41),
  ];
  const submit = [serviceType, ...source, ...destination, ...content];
  return {
    bind_receiver: bind,
    bind_receiver_resp: [systemId],
    bind_transmitter: bind,
    bind_transmitter_resp: [systemId],
    bind_transceiver: bind,
    bind_transceiver_resp: [systemId],
    outbind: [systemId, password],
    submit_sm: submit,
    submit_sm_resp: [messageId],
    deliver_sm: submit,
    deliver_sm_resp: [messageId],
    submit_multi: [serviceType, ...source, { kind: 'dest_address' }, ...content],
    submit_multi_resp: [messageId, { kind: 'unsuccess_sme' }],
    data_sm: [
      serviceType,
      ...addressFields('source_addr', 'source_addr', '5.2.8', 65),
      ...addressFields('dest_addr', 'destination_addr', '5.2.9', 65),
      { kind: 'esm_class' },
      { kind: 'registered_delivery' },
      coding,
    ],
    data_sm_resp: [messageId],
    query_sm: [messageId, ...source],
    query_sm_resp: [
      messageId,
      text('final_date', '4.8.2', 17, describeTime),
      number('message_state', '5.2.28', listed(MESSAGE_STATES)),
      number('error_code', '4.8.2'),
    ],
    cancel_sm: [serviceType, messageId, ...source, ...destination],
    replace_sm: [messageId, ...source, ...schedule, { kind: 'registered_delivery' }, predefined, { kind: 'short_message' }],
    alert_notification: [
      ...addressFields('source_addr', 'source_addr', '5.2.8', 65),
      ...addressFields('esme_addr', 'esme_addr', '5.2.10', 65),
    ],
  };
}

/** Tags of parameters that say how to read a message. */
export const TAG = {
  DestinationPort: 0x020b,
  SourcePort: 0x020a,
  SarMsgRefNum: 0x020c,
  SarTotalSegments: 0x020e,
  SarSegmentSeqnum: 0x020f,
  MessagePayload: 0x0424,
} as const;

/** An optional parameter. */
export interface Parameter {
  readonly name: string;
  readonly spec: string;
  /** Octets of a number; otherwise text that ends with a zero octet, or octets. */
  readonly value: 1 | 2 | 4 | 'text' | 'octets';
  readonly values?: readonly (string | undefined)[] | undefined;
}

/** Optional parameters by tag (5.3.2). */
export const PARAMETERS: ReadonlyMap<number, Parameter> = /* @__PURE__ */ parameters();

type Row = readonly [tag: number, name: string, n: number, value: Parameter['value'], values?: readonly (string | undefined)[]];

function parameters(): Map<number, Parameter> {
  const subunit = ['unknown', 'MS display', 'mobile equipment', 'smart card', 'external unit'];
  const network = ['unknown', 'GSM', 'ANSI-136/TDMA', 'IS-95/CDMA', 'PDC', 'PHS', 'iDEN', 'AMPS', 'paging network'];
  const bearer = [
    'unknown',
    'SMS',
    'circuit switched data',
    'packet data',
    'USSD',
    'CDPD',
    'DataTAC',
    'FLEX/ReFLEX',
    'cell broadcast',
  ];
  const rows: readonly Row[] = [
    [0x0005, 'dest_addr_subunit', 1, 1, subunit],
    [0x000d, 'source_addr_subunit', 2, 1, subunit],
    [0x0006, 'dest_network_type', 3, 1, network],
    [0x000e, 'source_network_type', 4, 1, network],
    [0x0007, 'dest_bearer_type', 5, 1, bearer],
    [0x000f, 'source_bearer_type', 6, 1, bearer],
    [0x0008, 'dest_telematics_id', 7, 2],
    // One octet by the specification; some write two, as in that of the destination.
    [0x0010, 'source_telematics_id', 8, 1],
    [0x0017, 'qos_time_to_live', 9, 4],
    [0x0019, 'payload_type', 10, 1, ['WDP, or the default', 'WCMP']],
    [0x001d, 'additional_status_info_text', 11, 'text'],
    [0x001e, 'receipted_message_id', 12, 'text'],
    [0x0030, 'ms_msg_wait_facilities', 13, 1],
    [0x0201, 'privacy_indicator', 14, 1, ['not restricted', 'restricted', 'confidential', 'secret']],
    [0x0202, 'source_subaddress', 15, 'octets'],
    [0x0203, 'dest_subaddress', 16, 'octets'],
    [0x0204, 'user_message_reference', 17, 2],
    [0x0205, 'user_response_code', 18, 1],
    [0x020d, 'language_indicator', 19, 1, ['unspecified', 'English', 'French', 'Spanish', 'German', 'Portuguese']],
    [TAG.SourcePort, 'source_port', 20, 2],
    [TAG.DestinationPort, 'destination_port', 21, 2],
    [TAG.SarMsgRefNum, 'sar_msg_ref_num', 22, 2],
    [TAG.SarTotalSegments, 'sar_total_segments', 23, 1],
    [TAG.SarSegmentSeqnum, 'sar_segment_seqnum', 24, 1],
    [0x0210, 'sc_interface_version', 25, 1],
    [0x1201, 'display_time', 26, 1, ['temporary', 'default', 'invoke']],
    [0x1204, 'ms_validity', 27, 1, ['store indefinitely', 'until power down', 'in the area', 'display only']],
    [0x0420, 'dpf_result', 28, 1, ['not set', 'set']],
    [0x0421, 'set_dpf', 29, 1, ['not asked for', 'asked for']],
    [0x0422, 'ms_availability_status', 30, 1, ['available', 'denied', 'unavailable']],
    [0x0423, 'network_error_code', 31, 'octets'],
    [TAG.MessagePayload, 'message_payload', 32, 'octets'],
    [
      0x0425,
      'delivery_failure_reason',
      33,
      1,
      ['unavailable', 'invalid', 'permanent network error', 'temporary network error'],
    ],
    [0x0426, 'more_messages_to_send', 34, 1, ['none', 'more']],
    [0x0427, 'message_state', 35, 1, MESSAGE_STATES],
    [0x0381, 'callback_num', 36, 'octets'],
    [0x0302, 'callback_num_pres_ind', 37, 1],
    [0x0303, 'callback_num_atag', 38, 'octets'],
    [0x0304, 'number_of_messages', 39, 1],
    [0x1203, 'sms_signal', 40, 2],
    [0x130c, 'alert_on_message_delivery', 41, 'octets'],
    [0x1380, 'its_reply_type', 42, 1],
    [0x1383, 'its_session_info', 43, 'octets'],
    [0x0501, 'ussd_service_op', 44, 1],
  ];
  return new Map(rows.map(([tag, name, n, value, values]) => [tag, { name, spec: `SMPP 3.4 5.3.2.${n}`, value, values }]));
}
