/**
 * What tshark's fields of a TPDU are in our tree, and where its dissector of short messages is wrong.
 * @module
 */
import type { Field } from '../../src/bytes/index.js';
import { readPlainly } from './alphabets.js';
import type { PdmlField } from './drivers/tshark.js';
import {
  type Comparison,
  differ,
  digitPair,
  extent,
  type LostFault,
  number,
  type OnlyOurs,
  octets,
  type Reading,
  type Rule,
  type ShownFault,
  type Table,
  text,
  words,
} from './pdml-compare.js';

const bit = (ours: string | readonly string[]): Rule => ({ ours, read: number });
/** A number with a name, whose bits tshark shows too. */
const flags = (ours: string): Rule => ({ ours, read: number, isGroup: true });
const group = (ours: string | RegExp): Rule => ({ ours, read: extent, isGroup: true });

/** A picture of our tree is made of rows of `#` and `.`. */
const picture: Reading = ({ value }, ours) => {
  const pixels = [...rowsOf(ours)].join('');
  const bits = [...Buffer.from(value, 'hex')].map((octet) => octet.toString(2).padStart(8, '0')).join('');
  return differ(bits.replaceAll('0', '.').replaceAll('1', '#'), pixels);
};

function* rowsOf(field: Field): Generator<unknown> {
  if (field.name === 'row') yield field.value;
  for (const child of field.children) yield* rowsOf(child);
}

/** Octets of an object of EMS: rows where it is a picture. */
const object: Reading = (shown, ours) => (ours.children.length > 0 ? picture(shown, ours) : octets(shown, ours));

/** Digits are in our words; a name is a text. */
const address: Reading = (shown, ours) => (ours.name === 'text' ? text(shown, ours) : differ(shown.show, ours.meaning ?? ''));

/** From `GMT - 5 hours 30 minutes` to `-05:30`. */
function zoneOf({ showName }: PdmlField): string {
  const [, sign, hours = '', minutes = ''] = /GMT ([+-]) (\d+) hours (\d+) minutes/.exec(showName) ?? [];
  const isZero = Number(hours) === 0 && Number(minutes) === 0;
  return `${isZero ? '+' : sign}${hours.padStart(2, '0')}:${minutes.padStart(2, '0')}`;
}

const ALREADY = 'says what other fields say, in words';

/** The fields of gsm_sms. */
export const SMS_TABLE: Table = {
  gsm_sms: {
    ours: /^SMS-/,
    read: ({ showName }, { name }) => differ(/\) (SMS-.*)$/.exec(showName)?.[1]?.replace(' ', '-'), name),
    isGroup: true,
  },
  'gsm_sms.tp-rp': bit('TP-RP'),
  'gsm_sms.tp-udhi': bit('TP-UDHI'),
  'gsm_sms.tp-srr': bit('TP-SRR'),
  'gsm_sms.tp-sri': bit('TP-SRI'),
  'gsm_sms.tp-srq': bit('TP-SRQ'),
  'gsm_sms.tp-vpf': bit('TP-VPF'),
  'gsm_sms.tp-rd': bit('TP-RD'),
  'gsm_sms.tp-lp': bit('TP-LP'),
  'gsm_sms.tp-mms': bit('TP-MMS'),
  'gsm_sms.tp-mti': bit('TP-MTI'),
  'gsm_sms.tp-mr': bit('TP-MR'),

  // Addresses.
  '"TP-Destination-Address"': group('TP-DA'),
  '"TP-Originating-Address"': group('TP-OA'),
  '"TP-Recipient-Address"': group('TP-RA'),
  'gsm_sms.dis_field_addr.length': bit('length'),
  'gsm_sms.dis_field_addr.extension': bit('extension'),
  'gsm_sms.dis_field_addr.num_type': bit('type of number'),
  'gsm_sms.dis_field_addr.num_plan': bit('numbering plan'),
  'gsm_sms.tp-da': { ours: ['digits', 'text'], read: address },
  'gsm_sms.tp-oa': { ours: ['digits', 'text'], read: address },
  'gsm_sms.tp-ra': { ours: ['digits', 'text'], read: address },
  // Signs other than decimal digits are shown as question marks here, and as they are above.
  'e164.msisdn': { ours: 'digits', read: ({ show }, { meaning }) => differ(show, meaning?.replace(/[*#abc]/g, '?')) },
  'e164.country_code': { reason: 'our tree knows no country codes', deep: true },

  // Protocol identifier.
  'gsm_sms.tp-pid': flags('TP-PID'),
  'gsm_sms.tp.pid.format_subsequent_bits': bit('format'),
  'gsm_sms.tp.pid.telematic_interworking': bit('telematic interworking'),
  'gsm_sms.tp.pid.sm_al_proto': bit('protocol'),
  'gsm_sms.tp.pid.device_type': bit('device'),
  'gsm_sms.tp.pid.message_type': bit('message type'),
  'gsm_sms.tp.pid.reserved': bit('format'),
  'gsm_sms.tp.pid.undefined': bit('reserved'),
  'gsm_sms.tp.pid.sc_specific_use': bit('format'),
  'gsm_sms.tp.pid.sc_specific': bit('service centre specific'),

  // Data coding scheme.
  'gsm_sms.tp-dcs': flags('TP-DCS'),
  'gsm_sms.coding_group_bits2': bit('coding group'),
  'gsm_sms.coding_group_bits4': bit('coding group'),
  'gsm_sms.dcs.text_compressed': bit('compression'),
  'gsm_sms.dcs.message_class_defined': bit('class given'),
  'gsm_sms.dcs.character_set': bit('alphabet'),
  'gsm_sms.dcs.message_coding': bit('alphabet'),
  // Shown also when the octet says that there is none.
  'gsm_sms.dcs.message_class': bit(['class', 'reserved']),
  'gsm_sms.dcs.reserved': bit('reserved'),
  'gsm_sms.dcs.indication_sense': bit('indication'),
  'gsm_sms.dcs.message_waiting': bit('waiting'),
  'gsm_sms.gsm_7_bit_default_alphabet': { reason: ALREADY },

  // Times.
  '"TP-Validity-Period"': group('TP-VP'),
  'gsm_sms.vp.validity_period': bit(['TP-VP', 'period', 'seconds']),
  'gsm_sms.vp.extension': bit('extension'),
  'gsm_sms.vp.single_shot_sm': bit('single shot'),
  'gsm_sms.vp.reserved': bit('reserved'),
  'gsm_sms.vp.validity_period_format': bit('format'),
  'gsm_sms.vp.validity_period.hour': { ours: 'hours', read: digitPair },
  'gsm_sms.vp.validity_period.minutes': { ours: 'minutes', read: digitPair },
  'gsm_sms.vp.validity_period.seconds': { ours: 'seconds', read: digitPair },
  '"TP-Service-Centre-Time-Stamp"': group('TP-SCTS'),
  '"TP-Discharge-Time"': group('TP-DT'),
  'gsm_sms.scts.year': { ours: 'year', read: digitPair },
  'gsm_sms.scts.month': { ours: 'month', read: digitPair },
  'gsm_sms.scts.day': { ours: 'day', read: digitPair },
  'gsm_sms.scts.hour': { ours: 'hour', read: digitPair },
  'gsm_sms.scts.minutes': { ours: 'minute', read: digitPair },
  'gsm_sms.scts.seconds': { ours: 'second', read: digitPair },
  'gsm_sms.scts.timezone': { ours: 'zone', read: words(zoneOf) },

  // Reports.
  '"TP-Status"': group('TP-ST'),
  'gsm_sms.dis_field.definition': bit('definition'),
  'gsm_sms.dis_field.st_error': bit('state'),
  'gsm_sms.dis.field_st_reason': bit('reason'),
  'gsm_sms.tp.parameter_indicator': flags('TP-PI'),
  'gsm_sms.tp.extension': bit('extension'),
  'gsm_sms.tp.reserved': bit('reserved'),
  'gsm_sms.tp.udl.present': bit('TP-UDL'),
  'gsm_sms.tp.dcs.present': bit('TP-DCS'),
  'gsm_sms.tp.pid.present': bit('TP-PID'),

  'gsm_sms.tp-fcs': bit('TP-FCS'),

  // Commands, whose data tshark shows as they are.
  'gsm_sms.tp.command_type': bit('TP-CT'),
  'gsm_sms.tp.message_number': bit('TP-MN'),
  'gsm_sms.tp.command_data_length': bit('TP-CDL'),
  'gsm_sms.tp.command_data': { ours: 'TP-CD', read: extent },

  // User data.
  'gsm_sms.tp.user_data_length': bit('TP-UDL'),
  '"TP-User-Data"': group('TP-UD'),
  'gsm_sms.dis_field_udh.gsm.fill_bits': { ours: 'fill bits', read: extent },
  'gsm_sms.sms_text': { ours: 'text', read: text },
  // What is known by its port is opened in ours.
  'gsm_sms.sms_body': { ours: 'data', read: (shown, ours) => (ours.value === undefined ? undefined : octets(shown, ours)) },

  // Header.
  '"User-Data Header"': group('UDH'),
  'gsm_sms.dis_field_udh.user_data_header_length': bit('UDHL'),
  '"IE"': group('IE'),
  'gsm_sms.ie_identifier': bit('IEI'),
  'gsm_sms.dis_field_ud_iei.length': bit('IEDL'),
  'gsm_sms.ie_data': { reason: 'the octets of an element into which tshark does not look' },
  'gsm_sms.udh.mm.msg_id': bit('reference'),
  'gsm_sms.udh.mm.msg_parts': bit('total'),
  'gsm_sms.udh.mm.msg_part': bit('sequence'),
  'gsm_sms.destination_port': bit('destination'),
  'gsm_sms.originator_port': bit('source'),
  'gsm_sms.dis_iei_lang.locking_shift': bit('language'),
  'gsm_sms.dis_iei_lang.single_shift': bit('language'),
  'gsm_sms.msg_ind_type_and_stor': bit('storage'),
  'gsm_sms.profile_id': bit('profile'),
  'gsm_sms.ext_msg_ind_type': bit('extended type'),
  'gsm_sms.msg_ind_type': bit('type'),
  'gsm_sms.msg_count': bit('count'),
  'gsm_sms.status_report': flags('parameters'),
  'gsm_sms.status_report.original_udh': bit('original header'),
  'gsm_sms.status_report.active': bit('cancel further reports'),
  'gsm_sms.status_report.temp_error_transfer': bit('still trying'),
  'gsm_sms.status_report.temp_error_no_attempt': bit('given up'),
  'gsm_sms.status_report.permanent_error': bit('failed'),
  'gsm_sms.status_report.short_msg': bit('completed'),
  // tshark has one name for the source of a header and for two fields of the formatting mode.
  'gsm_sms.udh_created': bit(['source', 'alignment', 'font size']),

  // EMS.
  'gsm_sms.dis_iei_tf.start_position': bit('position'),
  'gsm_sms.dis_iei_tf.length': bit('length'),
  'gsm_sms.formatting_mode': flags('mode'),
  'gsm_sms.formatting_mode.style_strikethrough': bit('strikethrough'),
  'gsm_sms.formatting_mode.style_underlined': bit('underlined'),
  'gsm_sms.formatting_mode.style_italic': bit('italic'),
  'gsm_sms.formatting_mode.style_bold': bit('bold'),
  '"Text Colour"': group('colour'),
  'gsm_sms.dis_iei_tf.background_colour': bit('background'),
  'gsm_sms.dis_iei_tf.foreground_colour': bit('foreground'),
  'gsm_sms.dis_iei_ps.position': bit('position'),
  'gsm_sms.dis_iei_ps.sound_number': bit('sound'),
  'gsm_sms.dis_iei_uds.position': bit('position'),
  'gsm_sms.dis_iei_uds.user_defined_sound': { ours: 'data', read: object },
  'gsm_sms.dis_iei_pa.position': bit('position'),
  'gsm_sms.dis_iei_pa.animation_number': bit('animation'),
  'gsm_sms.dis_iei_sp.position': bit('position'),
  'gsm_sms.dis_iei_sp.small_picture': { ours: 'data', read: object },
  'gsm_sms.dis_iei_lp.position': bit('position'),
  'gsm_sms.dis_iei_lp.large_picture': { ours: 'data', read: object },
  'gsm_sms.dis_iei_sa.position': bit('position'),
  'gsm_sms.dis_iei_sa.small_animation': { ours: 'data', read: object },
  'gsm_sms.dis_iei_la.position': bit('position'),
  'gsm_sms.dis_iei_la.large_animation': { ours: 'data', read: object },
  'gsm_sms.dis_iei_vp.position': bit('position'),
  'gsm_sms.dis_iei_vp.horizontal_dimension': bit('widthOctets'),
  'gsm_sms.dis_iei_vp.vertical_dimension': bit('heightPx'),
  'gsm_sms.dis_iei_vp.variable_picture': { ours: 'data', read: object },
  'gsm_sms.dis_iei_upi.num_corresponding_objects': bit('objects'),
};

/** Fields of ours that gsm_sms does not show. */
const SMS_ALONE: readonly OnlyOurs[] = [
  { fields: /^(first octet|parameters|TP-DCS)\/reserved$/, reason: 'tshark passes over these reserved bits' },
  { fields: /^TP-DCS\/(compression|class given|alphabet)$/, reason: 'tshark has one line for the coding 00' },
  { fields: /^TP-VP\/unused$/, reason: 'tshark shows the octets that the format uses' },
  { fields: /^TP-UD\/fill bits$/, reason: 'tshark shows those in front of a text, not those behind it' },
  {
    fields: /^IE\/(IED|objects|position|titleLength|urlLength|lengthOctets)$|^attributes\//,
    reason: 'tshark shows the octets of these elements and does not look into them',
  },
];

const formFeed: ShownFault = {
  id: 'tshark-form-feed',
  fault: 'PDML shows a form feed as the four characters \\xc, as it shows a backslash and letters',
  names: /^gsm_sms\.(sms_text|tp-(da|oa|ra))$/,
  explains: ({ show }, ours) =>
    typeof ours?.value === 'string' && ours.value.includes('\f') && show === ours.value.replaceAll('\f', '\\xc'),
};

/** The septets of a text, from the leaves of our tree. */
function septetsOf(field: Field): number[] {
  return field.children.flatMap(({ name, value }) =>
    name === 'septet' ? [value as number] : name === 'escape pair' ? [(value as number) >> 8, (value as number) & 255] : [],
  );
}

const nationalTables: ShownFault = {
  id: 'tshark-national-tables',
  fault: 'ignores the shift elements: shows the default alphabet, and U+FFFD for a code that its extension table lacks',
  names: /^gsm_sms\.sms_text$/,
  explains: ({ show }, ours) =>
    ours !== undefined && show === readPlainly(septetsOf(ours), () => '\ufffd').replaceAll('\f', '\\xc'),
};

const noText: ShownFault = {
  id: 'tshark-no-text',
  fault: 'shows an empty text for an octet of fill bits, and an empty body after a header without data',
  names: /^gsm_sms\.sms_(text|body)$/,
  explains: ({ show, value, size }, ours) => ours === undefined && show === '' && (size === 0 || value === '00'),
};

const noSound: ShownFault = {
  id: 'tshark-no-sound',
  fault: 'treats a user defined sound with no data after its position as truncated',
  names: /^"Short Data"$/,
  explains: ({ pos, size }, _, all) => size === 1 && all[pos - 2] === 0x0c && all[pos - 1] === 1,
};

/** The first field below this one with a name. */
function fieldOf(field: Field, name: string): Field | undefined {
  if (field.name === name) return field;
  for (const child of field.children) {
    const found = fieldOf(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

const enhancedRelative: LostFault = {
  id: 'tshark-enhanced-relative',
  fault: 'skips only the first octet of a TP-VP in enhanced format 1, so that the period is read as TP-UDL',
  lostFrom: (ours) => {
    const validity = fieldOf(ours, 'TP-VP');
    return validity !== undefined && fieldOf(validity, 'period') !== undefined ? validity.start + 1 : undefined;
  },
};

/** TPDUs without a datagram that another dissector takes. */
export const TPDUS: Comparison = {
  table: SMS_TABLE,
  onlyOurs: SMS_ALONE,
  shownFaults: [formFeed, nationalTables, noText, noSound],
  lostFaults: [enhancedRelative],
};
