/**
 * The optional parameters (TLVs) of SMPP 3.4 and 5.0, by tag and by name, and those that a service centre declares for itself.
 * Source: SMPP Protocol Specification v3.4 section 5.3.2; v5.0 section 4.8.4 for the parameters that it adds.
 * @module
 */
import { requireList } from '../bytes/check.js';
import type { OctetLayout } from '../bytes/index.js';
import { quote } from '../bytes/quote.js';
import type { InformationElement } from '../sms/index.js';
import type { SmppParameter, SmppParameterValue } from './pdus.js';
import { describeStatus } from './status.js';
import { describeTime, describeVersion, listed, MESSAGE_STATES, NPI, TON } from './values.js';

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

/** A simple value: octets of an integer, octets, or the same as text (ISO-8859-1) without a NUL. */
type ValueKind = 1 | 2 | 4 | 'octets' | 'characters';

/** A field of a structure. One of octets or characters takes what is left, so that it is the last. */
export interface ValueField<Kind extends ValueKind = ValueKind> {
  readonly name: string;
  readonly kind: Kind;
  readonly describe?: ((value: number) => string | undefined) | undefined;
  /** Its bits, where they are fields of their own. */
  readonly layout?: OctetLayout | undefined;
}

/** A row of the table. */
export interface ParameterType {
  readonly tag: number;
  readonly name: string;
  /** Document and section. */
  readonly spec: string;
  /** A simple value; text that ends with NUL; a structure. */
  readonly kind: ValueKind | 'text' | 'structure';
  /** Octets of a value at least. */
  readonly min: number;
  /** And at most; of a text its NUL included. */
  readonly max: number;
  /** The only lengths that a structure may have. */
  readonly lengths?: readonly number[] | undefined;
  readonly fields?: readonly ValueField[] | undefined;
  /** What the values of an integer mean. */
  readonly describe?: ((value: number) => string | undefined) | undefined;
  /** What a text means. */
  readonly describeText?: ((value: string) => string | undefined) | undefined;
  readonly layout?: OctetLayout | undefined;
}

/** A declaration of a service centre's own optional parameter. */
export interface SmppParameterDeclaration {
  /** Its tag; 1400 to 3FFF hex are reserved for service centres. */
  readonly tag: number;
  /** Its name, which must be unique. */
  readonly name: string;
  /** An integer of 1, 2 or 4 octets; `text` ending with NUL; `characters` without NUL; or `octets`. */
  readonly kind: 1 | 2 | 4 | 'text' | 'characters' | 'octets';
  /** Maximum octets of a value, including the NUL of a text; 65,535 by default. */
  readonly max?: number | undefined;
}

/** Parameters by tag and by name. */
export interface ParameterTable {
  readonly byTag: ReadonlyMap<number, ParameterType>;
  readonly byName: ReadonlyMap<string, ParameterType>;
}

const MAX_LENGTH = 0xffff;

const layout = (name: string, bits: OctetLayout['bits']): OctetLayout => ({ name, bits });

const WAITING = /* @__PURE__ */ layout('ms_msg_wait_facilities', [
  { name: 'indicator', width: 1, values: ['inactive', 'active'] },
  { name: 'reserved', width: 5 },
  { name: 'type', width: 2, values: ['voicemail', 'fax', 'electronic mail', 'other'] },
]);
const PRESENTATION = /* @__PURE__ */ layout('callback_num_pres_ind', [
  { name: 'reserved', width: 4 },
  { name: 'presentation', width: 2, values: ['allowed', 'restricted', 'number not available', 'reserved'] },
  {
    name: 'screening',
    width: 2,
    values: ['user provided, not screened', 'user provided, verified', 'user provided, failed', 'network provided'],
  },
]);
const DIALOGUE = /* @__PURE__ */ layout('dialogue', [
  { name: 'sequence number', width: 7 },
  { name: 'end of session', width: 1, values: ['no', 'yes'] },
]);

const SUBUNIT = ['unknown', 'MS display', 'mobile equipment', 'smart card', 'external unit'] as const;
const NETWORK = ['unknown', 'GSM', 'ANSI-136/TDMA', 'IS-95/CDMA', 'PDC', 'PHS', 'iDEN', 'AMPS', 'paging network'] as const;
const BEARER = [
  'unknown',
  'SMS',
  'circuit switched data',
  'packet data',
  'USSD',
  'CDPD',
  'DataTAC',
  'FLEX/ReFLEX',
  'cell broadcast',
] as const;
const LANGUAGES = ['unspecified', 'English', 'French', 'Spanish', 'German', 'Portuguese'] as const;
const ERROR_NETWORKS = [
  undefined,
  'ANSI-136 access denied reason',
  'IS-95 access denied reason',
  'GSM',
  'ANSI-136 cause code',
  'IS-95 cause code',
  'ANSI-41 error',
  'SMPP error',
  'of the service centre’s own',
] as const;
const FAILURES = ['unavailable', 'invalid', 'permanent network error', 'temporary network error'] as const;
const REPLIES = [
  'digit',
  'number',
  'telephone number',
  'password',
  'character line',
  'menu',
  'date',
  'time',
  'continue',
] as const;
const VALIDITIES = ['store indefinitely', 'until power down', 'in the area', 'display only', 'for a period'] as const;
const PERIODS = ['seconds', 'minutes', 'hours', 'days', 'weeks', 'months', 'years'] as const;
const AREAS = ['alias or name', 'ellipsoid arc', 'polygon'] as const;
const PORTABILITY = ['not asked', 'asked, not ported', 'asked, ported'] as const;

/** USSD operations: requests, and from 16 on their answers. */
function describeUssd(value: number): string {
  const words = ['PSSD indication', 'PSSR indication', 'USSR request', 'USSN request'];
  const answers = ['PSSD response', 'PSSR response', 'USSR confirm', 'USSN confirm'];
  return words[value] ?? answers[value - 16] ?? 'reserved';
}

function describeSubaddress(value: number): string {
  if (value === 0x80) return 'NSAP, even';
  return value === 0x88 ? 'NSAP, odd' : value === 0xa0 ? 'user specified' : 'reserved';
}

function describeFrequency(value: number): string {
  return value === 0 ? 'as often as possible' : (PERIODS[value - 8] ?? 'reserved');
}

function describeSuccess(value: number): string {
  return value <= 100 ? `${value} %` : value === 255 ? 'not available' : 'reserved';
}

/** Load of the peer, in percent. */
function describeCongestion(value: number): string {
  if (value > 100) return 'reserved';
  if (value === 100) return 'congested';
  const levels = [
    [90, 'nearing congestion'],
    [80, 'optimum load'],
    [50, 'high load'],
    [30, 'medium load'],
    [1, 'low load'],
  ] as const;
  return levels.find(([from]) => value >= from)?.[1] ?? 'idle';
}

function field<const Name extends string, const Kind extends ValueKind>(
  name: Name,
  kind: Kind,
  words?: readonly (string | undefined)[] | ((value: number) => string | undefined) | OctetLayout,
) {
  const describe = Array.isArray(words) ? listed(words) : typeof words === 'function' ? words : undefined;
  const bits = typeof words === 'object' && 'bits' in words ? words : undefined;
  return { name, kind, describe, layout: bits } as const;
}

const TOP = '';

/** A structure. @param needed fields that are always there; all by default */
function structure<const Fields extends readonly ValueField[]>(fields: Fields, max?: number, needed: number = fields.length) {
  const sizes = fields.map(({ kind }) => (typeof kind === 'number' ? kind : 0));
  const lengthOf = (count: number) => sizes.slice(0, count).reduce<number>((sum, size) => sum + size, 0);
  const [min, all] = [lengthOf(needed), lengthOf(fields.length)];
  if (max !== undefined) return { fields, min, max } as const;
  return { fields, min, max: all, lengths: needed === fields.length ? [all] : [min, all] } as const;
}

/** Those of version 3.4, with the number of their section below 5.3.2. */
function rows34() {
  const value = <const Kind extends ValueKind>(kind: Kind, words?: Parameters<typeof field>[2]) => field(TOP, kind, words);
  const octets = (min: number, max: number) => ({ ...value('octets'), min, max });
  return [
    [0x0005, 'dest_addr_subunit', 1, value(1, SUBUNIT)],
    [0x000d, 'source_addr_subunit', 2, value(1, SUBUNIT)],
    [0x0006, 'dest_network_type', 3, value(1, NETWORK)],
    [0x000e, 'source_network_type', 4, value(1, NETWORK)],
    [0x0007, 'dest_bearer_type', 5, value(1, BEARER)],
    [0x000f, 'source_bearer_type', 6, value(1, BEARER)],
    [0x0008, 'dest_telematics_id', 7, value(2)],
    // One octet by the specification; some write two, as for the destination.
    [0x0010, 'source_telematics_id', 8, value(1)],
    [0x0017, 'qos_time_to_live', 9, value(4)],
    [0x0019, 'payload_type', 10, value(1, ['WDP, or the default', 'WCMP'])],
    [0x001d, 'additional_status_info_text', 11, { kind: 'text', max: 256 }],
    [TAG.ReceiptedMessageId, 'receipted_message_id', 12, { kind: 'text', max: 65 }],
    [0x0030, 'ms_msg_wait_facilities', 13, value(1, WAITING)],
    [0x0201, 'privacy_indicator', 14, value(1, ['not restricted', 'restricted', 'confidential', 'secret'])],
    [
      0x0202,
      'source_subaddress',
      15,
      structure([field('subaddress_type', 1, describeSubaddress), field('subaddress', 'octets')], 23),
    ],
    [
      0x0203,
      'dest_subaddress',
      16,
      structure([field('subaddress_type', 1, describeSubaddress), field('subaddress', 'octets')], 23),
    ],
    [0x0204, 'user_message_reference', 17, value(2)],
    [0x0205, 'user_response_code', 18, value(1)],
    [0x020d, 'language_indicator', 19, value(1, LANGUAGES)],
    [TAG.SourcePort, 'source_port', 20, value(2)],
    [TAG.DestinationPort, 'destination_port', 21, value(2)],
    [TAG.SarMsgRefNum, 'sar_msg_ref_num', 22, value(2)],
    [TAG.SarTotalSegments, 'sar_total_segments', 23, value(1)],
    [TAG.SarSegmentSeqnum, 'sar_segment_seqnum', 24, value(1)],
    [0x0210, 'sc_interface_version', 25, value(1, describeVersion)],
    [0x1201, 'display_time', 26, value(1, ['temporary', 'default', 'invoke'])],
    // The period is of version 5.0.
    [
      0x1204,
      'ms_validity',
      27,
      structure([field('behaviour', 1, VALIDITIES), field('unit', 1, PERIODS), field('count', 2)], undefined, 1),
    ],
    [0x0420, 'dpf_result', 28, value(1, ['not set', 'set'])],
    [0x0421, 'set_dpf', 29, value(1, ['not asked for', 'asked for'])],
    [0x0422, 'ms_availability_status', 30, value(1, ['available', 'denied', 'unavailable'])],
    [0x0423, 'network_error_code', 31, structure([field('network_type', 1, ERROR_NETWORKS), field('error_code', 2)])],
    [TAG.MessagePayload, 'message_payload', 32, octets(0, MAX_LENGTH)],
    [0x0425, 'delivery_failure_reason', 33, value(1, FAILURES)],
    [0x0426, 'more_messages_to_send', 34, value(1, ['none', 'more'])],
    [TAG.MessageState, 'message_state', 35, value(1, MESSAGE_STATES)],
    [
      0x0381,
      'callback_num',
      36,
      structure(
        [field('digit_mode', 1, ['TBCD', 'ASCII']), field('ton', 1, TON), field('npi', 1, NPI), field('digits', 'characters')],
        19,
      ),
    ],
    [0x0302, 'callback_num_pres_ind', 37, value(1, PRESENTATION)],
    [0x0303, 'callback_num_atag', 38, structure([field('data_coding', 1), field('display', 'octets')], 65)],
    [0x0304, 'number_of_messages', 39, value(1)],
    [0x1203, 'sms_signal', 40, value(2)],
    // Without a value it is the default; the levels are of version 5.0.
    [
      0x130c,
      'alert_on_message_delivery',
      41,
      structure([field('alert', 1, ['default', 'low priority', 'medium priority', 'high priority'])], undefined, 0),
    ],
    [0x1380, 'its_reply_type', 42, value(1, REPLIES)],
    [0x1383, 'its_session_info', 43, structure([field('session_number', 1), field('dialogue', 1, DIALOGUE)])],
    [0x0501, 'ussd_service_op', 44, value(1, describeUssd)],
  ] as const;
}

/** Those that version 5.0 adds, with the number of their section below 4.8.4. */
function rows50() {
  const value = <const Kind extends ValueKind>(kind: Kind, words?: Parameters<typeof field>[2]) => field(TOP, kind, words);
  const characters = (min: number, max: number) => ({ ...value('characters'), min, max });
  return [
    [0x0428, 'congestion_state', 18, value(1, describeCongestion)],
    [0x0600, 'broadcast_channel_indicator', 7, value(1, ['basic', 'extended'])],
    [
      0x0601,
      'broadcast_content_type',
      8,
      structure([field('network_type', 1, ['generic', 'GSM', 'TDMA', 'CDMA']), field('content_type', 2)]),
    ],
    [0x0602, 'broadcast_content_type_info', 6, { ...value('octets'), min: 0, max: 255 }],
    [0x0603, 'broadcast_message_class', 12, value(1, ['no class', 'class 1', 'class 2', 'class 3'])],
    [0x0604, 'broadcast_rep_num', 13, value(2)],
    [0x0605, 'broadcast_frequency_interval', 11, structure([field('unit', 1, describeFrequency), field('count', 2)])],
    [0x0606, 'broadcast_area_identifier', 4, structure([field('format', 1, AREAS), field('area', 'octets')], MAX_LENGTH)],
    [0x0607, 'broadcast_error_status', 10, value(4, describeStatus)],
    [0x0608, 'broadcast_area_success', 5, value(1, describeSuccess)],
    [0x0609, 'broadcast_end_time', 9, { kind: 'text', max: 17, describeText: describeTime }],
    [0x060a, 'broadcast_service_group', 14, { ...value('octets'), min: 1, max: 255 }],
    [0x060b, 'billing_identification', 3, structure([field('format', 1), field('data', 'octets')], 1024)],
    [0x060d, 'source_network_id', 56, { kind: 'text', max: 66 }],
    [0x060e, 'dest_network_id', 25, { kind: 'text', max: 66 }],
    [0x060f, 'source_node_id', 58, characters(6, 6)],
    [0x0610, 'dest_node_id', 27, characters(6, 6)],
    [0x0611, 'dest_addr_np_resolution', 22, value(1, PORTABILITY)],
    [0x0612, 'dest_addr_np_information', 21, characters(0, 10)],
    [0x0613, 'dest_addr_np_country', 20, characters(1, 5)],
  ] as const;
}

/** Names of version 5.0 for parameters that version 3.4 has. */
const OTHER_NAMES = {
  dest_port: 'destination_port',
  alert_on_msg_delivery: 'alert_on_message_delivery',
  failed_broadcast_area_identifier: 'broadcast_area_identifier',
} as const;

type Rows = readonly [...ReturnType<typeof rows34>, ...ReturnType<typeof rows50>];
type SimpleValue<Kind> = Kind extends number ? number : Kind extends 'octets' ? Uint8Array : string;
type StructureValue<Fields extends readonly ValueField[]> = {
  readonly [F in Fields[number] as F['name']]?: SimpleValue<F['kind']>;
};
type RowValue<Type> = Type extends { readonly fields: infer Fields extends readonly ValueField[] }
  ? StructureValue<Fields>
  : Type extends { readonly kind: infer Kind }
    ? SimpleValue<Kind>
    : never;

/** The types of the values of the specification's optional parameters, by name. */
export type SmppParameterValues = {
  readonly [Row in Rows[number] as Row[1]]: RowValue<Row[3]>;
};

/** Name of an optional parameter of the specification; that of version 3.4 if the versions differ. */
export type SmppParameterName = keyof SmppParameterValues;

/** The parameters of both versions. */
export const PARAMETERS: ParameterTable = /* @__PURE__ */ specified();

function specified(): ParameterTable {
  const typed = (spec: string, [tag, name, section, type]: readonly [number, string, number, object]): ParameterType => {
    const { kind = 'structure', ...more } = type as Partial<ParameterType>;
    return rowOf({ ...more, tag, name, kind, spec: `${spec}.${section}` });
  };
  const types = [
    ...rows34().map((row) => typed('SMPP 3.4 5.3.2', row)),
    ...rows50().map((row) => typed('SMPP 5.0 4.8.4', row)),
  ];
  const byName = new Map(types.map((type) => [type.name, type]));
  for (const [other, name] of Object.entries(OTHER_NAMES)) byName.set(other, byName.get(name) as ParameterType);
  return { byTag: new Map(types.map((type) => [type.tag, type])), byName };
}

/** A row with its lengths. */
function rowOf(type: Omit<ParameterType, 'min' | 'max'> & Partial<ParameterType>): ParameterType {
  const { kind } = type;
  if (typeof kind === 'number') return { ...type, min: kind, max: kind };
  return { ...type, min: type.min ?? (kind === 'text' ? 1 : 0), max: type.max ?? MAX_LENGTH };
}

/** Tables with declarations, which are made once for each list of them. */
const DECLARED = /* @__PURE__ */ new WeakMap<readonly SmppParameterDeclaration[], ParameterTable>();

/**
 * The parameters of both versions, and those that are declared.
 * @throws TypeError for a declaration without sense, and for a tag or name that another parameter has.
 */
export function parameterTable(declared: readonly SmppParameterDeclaration[] | undefined): ParameterTable {
  if (declared === undefined || declared.length === 0) return PARAMETERS;
  const known = DECLARED.get(declared);
  if (known !== undefined) return known;
  const byTag = new Map(PARAMETERS.byTag);
  const byName = new Map(PARAMETERS.byName);
  for (const [i, { tag, name, kind, max = MAX_LENGTH }] of declared.entries()) {
    const path = `parameters[${i}]`;
    if (!isWhole(tag, MAX_LENGTH)) throw new TypeError(`${path}.tag is ${quote(tag)}, not 0 to 65535`);
    if (typeof name !== 'string' || name === '') throw new TypeError(`${path}.name is not a name`);
    if (!KINDS.includes(kind)) throw new TypeError(`${path}.kind is ${quote(kind)}, not one of ${KINDS.join(', ')}`);
    if (!isWhole(max, MAX_LENGTH)) throw new TypeError(`${path}.max is ${quote(max)}, not 0 to 65535`);
    const taken = byTag.get(tag)?.name ?? (byName.has(name) ? name : undefined);
    if (taken !== undefined) throw new TypeError(`${path} has the tag or the name of ${quote(taken)}`);
    const type = rowOf({ tag, name, kind, max, spec: 'declared' });
    byTag.set(tag, type);
    byName.set(name, type);
  }
  const table = { byTag, byName };
  DECLARED.set(declared, table);
  return table;
}

const KINDS: readonly unknown[] = [1, 2, 4, 'text', 'characters', 'octets'];

function isWhole(value: unknown, max: number): boolean {
  return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= max;
}

/** What is wrong with the length of a value, in words; undefined where it is one that the parameter may have. */
export function findLengthFault({ min, max, lengths }: ParameterType, length: number): string | undefined {
  if (lengths === undefined ? length >= min && length <= max : lengths.includes(length)) return undefined;
  if (lengths !== undefined) return `${length} octets, the parameter has ${lengths.join(' or ')}`;
  if (min === max) return `${length} octets, the parameter has ${min}`;
  return length < min ? `${length} octets, at least ${min}` : `${length} octets, at most ${max}`;
}

/**
 * Returns the value of an optional parameter by its name in either version, or by its tag: the last one if it is repeated; undefined if there is none.
 * In a leniently decoded PDU it may be octets for any kind.
 */
export function findParameter<Name extends SmppParameterName>(
  parameters: readonly SmppParameter[],
  name: Name,
): SmppParameterValues[Name] | Uint8Array | undefined;
export function findParameter(parameters: readonly SmppParameter[], tagOrName: number | string): SmppParameterValue | undefined;
export function findParameter(
  parameters: readonly SmppParameter[],
  tagOrName: number | string,
): SmppParameterValue | undefined {
  requireList(parameters, 'parameters');
  const tag = typeof tagOrName === 'number' ? tagOrName : PARAMETERS.byName.get(tagOrName)?.tag;
  for (let i = parameters.length - 1; i >= 0; i--) {
    const parameter = parameters[i] as SmppParameter;
    if (tag === undefined ? parameter.name === tagOrName : parameter.tag === tag) return parameter.value;
  }
  return undefined;
}

/** Returns the value of an optional parameter as a number, also if it has 1 or 2 octets in place of the specified length; undefined if there is none. */
export function findParameterNumber(parameters: readonly SmppParameter[], tag: number | string): number | undefined {
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
