/** Every optional parameter of SMPP 3.4 and 5.0 with a value, and what other programs make of it. */
import type { SmppNamedParameter } from '../../src/smpp/index.js';

/** What two programs have for a parameter. */
export interface ParameterCase {
  readonly parameter: SmppNamedParameter;
  /** Its number by the specification. */
  readonly tag: number;
  /** What tshark shows, by the names of its fields; octets in hex. */
  readonly tshark: Readonly<Record<string, number | string>>;
  /** What the package smpp is given to write the same octets, under its own name. */
  readonly package: readonly [name: string, value: unknown] | { readonly different: string };
}

type Shown = ParameterCase['tshark'];
type Given = ParameterCase['package'];

const octets = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
const asHex = (text: string) => Buffer.from(text, 'latin1').toString('hex');

/** An integer, which both programs have by the same name. */
function integer(
  tag: number,
  name: Extract<SmppNamedParameter['name'], string>,
  value: number,
  more: { readonly tshark?: Shown; readonly package?: Given } = {},
): ParameterCase {
  return {
    parameter: { name, value } as SmppNamedParameter,
    ...{ tag, tshark: more.tshark ?? { [name]: value }, package: more.package ?? [name, value] },
  };
}

function other(tag: number, parameter: SmppNamedParameter, tshark: Shown, given: Given): ParameterCase {
  return { parameter, tag, tshark, package: given };
}

export const PARAMETER_CASES: readonly ParameterCase[] = [
  integer(0x0005, 'dest_addr_subunit', 3),
  integer(0x0006, 'dest_network_type', 1),
  integer(0x0007, 'dest_bearer_type', 8),
  integer(0x0008, 'dest_telematics_id', 0x1234),
  integer(0x000d, 'source_addr_subunit', 4),
  integer(0x000e, 'source_network_type', 3),
  integer(0x000f, 'source_bearer_type', 1),
  integer(0x0010, 'source_telematics_id', 0x41, { package: { different: 'it has two octets, version 3.4 one' } }),
  integer(0x0017, 'qos_time_to_live', 86_400),
  integer(0x0019, 'payload_type', 1),
  other(0x001d, { name: 'additional_status_info_text', value: 'try later' }, { additional_status_info_text: 'try later' }, [
    'additional_status_info_text',
    'try later',
  ]),
  other(0x001e, { name: 'receipted_message_id', value: '5F3A' }, { receipted_message_id: '5F3A' }, [
    'receipted_message_id',
    '5F3A',
  ]),
  integer(0x0030, 'ms_msg_wait_facilities', 0x82, { tshark: { 'msg_wait.ind': 1, 'msg_wait.type': 2 } }),
  integer(0x0201, 'privacy_indicator', 2),
  other(
    0x0202,
    { name: 'source_subaddress', value: { subaddress_type: 0x80, subaddress: octets('0102') } },
    { source_subaddress: '800102' },
    ['source_subaddress', Buffer.from('800102', 'hex')],
  ),
  other(
    0x0203,
    { name: 'dest_subaddress', value: { subaddress_type: 0xa0, subaddress: octets('03') } },
    { dest_subaddress: 'a003' },
    ['dest_subaddress', Buffer.from('a003', 'hex')],
  ),
  integer(0x0204, 'user_message_reference', 0xabcd),
  integer(0x0205, 'user_response_code', 7),
  integer(0x020a, 'source_port', 9200),
  integer(0x020b, 'destination_port', 5505, { package: ['dest_port', 5505] }),
  integer(0x020c, 'sar_msg_ref_num', 258),
  integer(0x020d, 'language_indicator', 4),
  integer(0x020e, 'sar_total_segments', 3),
  integer(0x020f, 'sar_segment_seqnum', 2),
  integer(0x0210, 'sc_interface_version', 0x50, { tshark: { SC_interface_version: 0x50 } }),
  integer(0x0302, 'callback_num_pres_ind', 0x05, {
    tshark: { 'callback_num.pres': 1, 'callback_num.scrn': 1 },
    package: ['callback_num_pres_ind', [5]],
  }),
  other(0x0303, { name: 'callback_num_atag', value: { data_coding: 3, display: octets('416E6E61') } }, {}, [
    'callback_num_atag',
    [{ encoding: 3, display: Buffer.from('Anna') }],
  ]),
  integer(0x0304, 'number_of_messages', 9),
  other(0x0381, { name: 'callback_num', value: { digit_mode: 1, ton: 1, npi: 1, digits: '4477' } }, {}, [
    'callback_num',
    [{ digit_mode: 1, ton: 1, npi: 1, number: '4477' }],
  ]),
  integer(0x0420, 'dpf_result', 1),
  integer(0x0421, 'set_dpf', 1),
  integer(0x0422, 'ms_availability_status', 2),
  other(
    0x0423,
    { name: 'network_error_code', value: { network_type: 3, error_code: 258 } },
    { 'network_error.type': 3, 'network_error.code': 258 },
    ['network_error_code', Buffer.from([3, 1, 2])],
  ),
  other(0x0424, { name: 'message_payload', value: octets('00FF41') }, { message_payload: '00ff41' }, [
    'message_payload',
    Buffer.from([0, 0xff, 0x41]),
  ]),
  integer(0x0425, 'delivery_failure_reason', 3),
  integer(0x0426, 'more_messages_to_send', 1),
  integer(0x0427, 'message_state', 2),
  integer(0x0428, 'congestion_state', 85),
  integer(0x0501, 'ussd_service_op', 17),
  integer(0x0600, 'broadcast_channel_indicator', 1),
  other(
    0x0601,
    { name: 'broadcast_content_type', value: { network_type: 1, content_type: 0x33 } },
    { 'broadcast_content_type.nw': 1, 'broadcast_content_type.type': 0x33 },
    ['broadcast_content_type', { network: 1, content_type: 0x33 }],
  ),
  other(0x0602, { name: 'broadcast_content_type_info', value: octets('6162') }, { 'broadcast_content_type.info': '6162' }, [
    'broadcast_content_type_info',
    'ab',
  ]),
  integer(0x0603, 'broadcast_message_class', 2),
  // tshark reads the first of its two octets.
  integer(0x0604, 'broadcast_rep_num', 0x0118, { tshark: { broadcast_rep_num: 1 } }),
  other(
    0x0605,
    { name: 'broadcast_frequency_interval', value: { unit: 10, count: 300 } },
    { 'broadcast_frequency_interval.unit': 10, 'broadcast_frequency_interval.value': 300 },
    ['broadcast_frequency_interval', { unit: 10, interval: 300 }],
  ),
  other(
    0x0606,
    { name: 'broadcast_area_identifier', value: { format: 0, area: octets('4E6F727468') } },
    { 'broadcast_area_identifier.format': 0, broadcast_area_identifier: `00${asHex('North')}` },
    ['broadcast_area_identifier', ['North']],
  ),
  integer(0x0607, 'broadcast_error_status', 0x10d, { package: ['broadcast_error_status', [0x10d]] }),
  integer(0x0608, 'broadcast_area_success', 99),
  other(
    0x0609,
    { name: 'broadcast_end_time', value: '260304060700000+' },
    {},
    { different: 'it writes no NUL, which ends a time (5.0 section 4.7.23)' },
  ),
  other(0x060a, { name: 'broadcast_service_group', value: octets('6731') }, { broadcast_service_group: '6731' }, [
    'broadcast_service_group',
    'g1',
  ]),
  other(0x060b, { name: 'billing_identification', value: { format: 0x80, data: octets('AABB') } }, { billing_id: '80aabb' }, [
    'billing_identification',
    { format: 0x80, data: Buffer.from('aabb', 'hex') },
  ]),
  other(0x060d, { name: 'source_network_id', value: '044abcdef' }, { source_network_id: '044abcdef' }, [
    'source_network_id',
    '044abcdef',
  ]),
  other(0x060e, { name: 'dest_network_id', value: '044abcdef' }, { dest_network_id: '044abcdef' }, [
    'dest_network_id',
    '044abcdef',
  ]),
  other(0x060f, { name: 'source_node_id', value: '000007' }, { source_node_id: asHex('000007') }, ['source_node_id', '000007']),
  other(0x0610, { name: 'dest_node_id', value: '000008' }, { dest_node_id: asHex('000008') }, ['dest_node_id', '000008']),
  integer(0x0611, 'dest_addr_np_resolution', 2),
  other(0x0612, { name: 'dest_addr_np_information', value: '2125550100' }, { dest_addr_np_info: asHex('2125550100') }, [
    'dest_addr_np_information',
    '2125550100',
  ]),
  other(
    0x0613,
    { name: 'dest_addr_np_country', value: '44' },
    { dest_addr_np_country: asHex('44') },
    { different: 'it writes a number of four octets, where the specification has 1 to 5 digits' },
  ),
  integer(0x1201, 'display_time', 2),
  integer(0x1203, 'sms_signal', 0x0102),
  other(0x1204, { name: 'ms_validity', value: { behaviour: 3 } }, { ms_validity: 3 }, ['ms_validity', Buffer.from([3])]),
  other(0x130c, { name: 'alert_on_message_delivery', value: { alert: 2 } }, { alert_on_message_delivery_type: 2 }, [
    'alert_on_message_delivery',
    2,
  ]),
  integer(0x1380, 'its_reply_type', 5),
  other(
    0x1383,
    { name: 'its_session_info', value: { session_number: 9, dialogue: 0x15 } },
    { 'its_session.number': 9, 'its_session.sequence': 10, 'its_session.ind': 1 },
    ['its_session_info', Buffer.from([9, 0x15])],
  ),
];
