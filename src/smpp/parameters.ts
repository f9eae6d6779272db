/**
 * The optional parameters (TLVs) of SMPP 3.4, by tag.
 * Source: SMPP Protocol Specification v3.4 section 5.3.2.
 * @module
 */
import type { InformationElement } from '../sms/index.js';
import type { SmppParameter } from './pdus.js';
import { MESSAGE_STATES } from './values.js';

/** Tags of parameters that say how to read a message, and what it is about. */
export const TAG = {
  ReceiptedMessageId: 0x001e,
  SourcePort: 0x020a,
  DestinationPort: 0x020b,
  SarMsgRefNum: 0x020c,
  SarTotalSegments: 0x020e,
  SarSegmentSeqnum: 0x020f,
  MessagePayload: 0x0424,
  MessageState: 0x0427,
} as const;

/** A row of the table. */
export interface ParameterType {
  readonly name: string;
  /** Document and section. */
  readonly spec: string;
  /** Octets of an integer; text that ends with NUL; octets. */
  readonly kind: 1 | 2 | 4 | 'text' | 'octets';
  /** Octets of a text at most, its NUL included. */
  readonly max?: number | undefined;
  /** What the values of an integer mean. */
  readonly values?: readonly (string | undefined)[] | undefined;
}

/** Parameters by tag. */
export const PARAMETERS: ReadonlyMap<number, ParameterType> = /* @__PURE__ */ parameters();

type Row = readonly [
  tag: number,
  name: string,
  clause: number,
  kind: ParameterType['kind'],
  more?: number | readonly (string | undefined)[],
];

function parameters(): Map<number, ParameterType> {
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
    // One octet by the specification; some write two, as for the destination.
    [0x0010, 'source_telematics_id', 8, 1],
    [0x0017, 'qos_time_to_live', 9, 4],
    [0x0019, 'payload_type', 10, 1, ['WDP, or the default', 'WCMP']],
    [0x001d, 'additional_status_info_text', 11, 'text', 256],
    [TAG.ReceiptedMessageId, 'receipted_message_id', 12, 'text', 65],
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
    [TAG.MessageState, 'message_state', 35, 1, MESSAGE_STATES],
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
  return new Map(
    rows.map(([tag, name, clause, kind, more]) => {
      const type = { name, spec: `SMPP 3.4 5.3.2.${clause}`, kind };
      return [tag, typeof more === 'number' ? { ...type, max: more } : { ...type, values: more }];
    }),
  );
}

/** The value of a parameter, the last one where a tag is repeated; undefined where there is none. */
export function findParameter(parameters: readonly SmppParameter[], tag: number): SmppParameter['value'] | undefined {
  for (let i = parameters.length - 1; i >= 0; i--) {
    const parameter = parameters[i] as SmppParameter;
    if (parameter.tag === tag) return parameter.value;
  }
  return undefined;
}

/** The same as a number, whose length may be another than the specification's: 1 or 2 octets. */
export function findParameterNumber(parameters: readonly SmppParameter[], tag: number): number | undefined {
  const value = findParameter(parameters, tag);
  if (!(value instanceof Uint8Array)) return typeof value === 'number' ? value : undefined;
  if (value.length === 0 || value.length > 2) return undefined;
  return value.reduce((number, octet) => number * 256 + octet, 0);
}

/** The parameters that number the parts of a message, as the header element of the same meaning; undefined where they number none. */
export function concatOfParameters(parameters: readonly SmppParameter[]): InformationElement | undefined {
  const reference = findParameterNumber(parameters, TAG.SarMsgRefNum);
  const total = findParameterNumber(parameters, TAG.SarTotalSegments) ?? 0;
  const sequence = findParameterNumber(parameters, TAG.SarSegmentSeqnum) ?? 0;
  if (reference === undefined || sequence < 1 || sequence > total) return undefined;
  return { kind: 'concat16', reference, total, sequence };
}
