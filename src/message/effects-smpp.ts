/**
 * What a PDU of SMPP does to the phone that gets its message: the findings of a TPDU, by the fields of SMPP that become those of the TPDU, and
 * what optional parameters add.
 * Source: SMPP Protocol Specification v3.4 sections 5.2.12, 5.2.13, 5.2.17, 5.2.19 and 5.3.2.
 * @module
 */

import { requireObject } from '../bytes/check.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeMessageText, findCoding } from '../smpp/data-coding.js';
import { concatOfParameters, findParameter, findParameterNumber, TAG } from '../smpp/parameters.js';
import type { SmppPdu } from '../smpp/pdus.js';
import { REPLY_PATH, UDHI } from '../smpp/values.js';
import { WAITING_KINDS, type WaitingKind } from '../sms/dcs.js';
import { decodeUdh, type InformationElement } from '../sms/index.js';
import { findPhoneEffects, type PhoneEffect, type PhoneEffectId, type WaitingMessages } from './effects.js';

/** Commands that carry a message. */
const CARRIERS: readonly (string | number)[] = ['submit_sm', 'submit_multi', 'data_sm', 'deliver_sm'];

/** Bits of esm_class: the type of the message; 0 is a message, the others are receipts and acknowledgements (5.2.12). */
const TYPE_BITS = 0x3c;

/** Bit of registered_delivery: a receipt once the phone has the message; without it there is none, or one of failure alone (5.2.17). */
const RECEIPT_OF_SUCCESS = 1;

/** Names of the fields of SMPP for those of a TPDU. */
const FIELD_NAMES: Readonly<Record<string, string>> = {
  'TP-PID': 'protocol_id',
  'TP-DCS': 'data_coding',
  'TP-RP': 'esm_class',
  'TP-SRR': 'registered_delivery',
};

/**
 * Finds the effects of the message in a decoded SMPP PDU on the recipient's phone, in order of its fields (SMPP 3.4 sections 5.2 and 5.3.2). A PDU
 * without a message, and a delivery receipt, give an empty list. data_coding below 0x10 has no message class; from 0x10 on it is read as a TP-DCS, as
 * service centres of GSM do.
 * @param value a PDU, as `decodeSmppPdu` of `handset/smpp` returns it.
 */
export function findSmppEffects(value: Pick<SmppPdu, 'command' | 'fields' | 'parameters'>): PhoneEffect[] {
  requireObject(value, 'value');
  const { command, fields = {}, parameters } = value;
  const numberOf = (name: string) => (typeof fields[name] === 'number' ? fields[name] : undefined);
  const esmClass = numberOf('esm_class') ?? 0;
  if (!CARRIERS.includes(command) || (command === 'deliver_sm' && (esmClass & TYPE_BITS) !== 0)) return [];
  const dataCoding = numberOf('data_coding') ?? 0;
  const payload = [fields.short_message, findParameter(parameters, TAG.MessagePayload)];
  const isPayload = payload[0] instanceof Uint8Array && payload[0].length > 0 ? 0 : 1;
  const octets = payload[isPayload];
  const { header, ...content } = readContent(octets instanceof Uint8Array ? octets : undefined, esmClass, dataCoding);
  const elements = readElements(parameters);
  const effects = findPhoneEffects({
    ...content,
    tpPid: numberOf('protocol_id'),
    tpDcs: dataCoding < 0x10 ? undefined : dataCoding,
    udh: [...header, ...elements],
    tpRp: (esmClass & REPLY_PATH) !== 0,
    tpSrr: ((numberOf('registered_delivery') ?? 0) & RECEIPT_OF_SUCCESS) !== 0,
  });
  const place = isPayload === 0 ? 'short_message' : 'message_payload';
  return [...effects.map((effect) => inSmpp(effect, header.length, place)), ...effectsOfParameters(parameters)];
}

/** A finding with the names of SMPP. */
function inSmpp(effect: PhoneEffect, headerElements: number, place: string): PhoneEffect {
  const { field, element } = effect;
  if (element !== undefined && element >= headerElements) return { ...effect, field: 'destination_port', element: undefined };
  return { ...effect, field: FIELD_NAMES[field] ?? (field === 'TP-UD' ? place : field) };
}

function readContent(octets: Uint8Array | undefined, esmClass: number, dataCoding: number) {
  const none: readonly InformationElement[] = [];
  if (octets === undefined) return { header: none };
  const udh = (esmClass & UDHI) === 0 ? undefined : tryDecode(() => decodeUdh(octets));
  const header = udh?.elements ?? none;
  const data = octets.subarray(udh?.lengthOctets ?? 0);
  const coding = findCoding(dataCoding);
  const text = coding === 'octets' ? undefined : decodeMessageText(data, coding, header)?.text;
  return { header, ...(text === undefined ? { data } : { text }) };
}

/** The parameters that mean the same as elements of a header. */
function readElements(parameters: SmppPdu['parameters']): InformationElement[] {
  const destination = findParameterNumber(parameters, TAG.DestinationPort);
  const concat = concatOfParameters(parameters);
  return [
    ...(destination === undefined ? [] : [{ kind: 'ports16', destination, source: 0 } as const]),
    ...(concat === undefined ? [] : [concat]),
  ];
}

/** dest_addr_subunit: where the message goes within the phone (5.3.2.1). */
const SUBUNITS: readonly (readonly [effect: PhoneEffectId, explanation: string] | undefined)[] = [
  undefined,
  ['flash', 'It is for the display: the phone shows it at once and does not store it.'],
  ['stored-on-phone', 'It is for the phone, which stores it in its own memory, where it can.'],
  ['to-sim', 'It is for the SIM.'],
  ['to-terminal', 'It is for the device that is connected to the phone.'],
];

function effectsOfParameters(parameters: SmppPdu['parameters']): PhoneEffect[] {
  const found: PhoneEffect[] = [];
  const add = (effect: PhoneEffectId, section: number, field: string, explanation: string, waiting?: WaitingMessages) => {
    found.push({ effect, clause: `SMPP 3.4 5.3.2.${section}`, field, explanation, ...(waiting !== undefined && { waiting }) });
  };
  const has = (name: string) => findParameter(parameters, name) !== undefined;
  const subunit = SUBUNITS[findParameterNumber(parameters, 'dest_addr_subunit') ?? 0];
  if (subunit !== undefined) add(subunit[0], 1, 'dest_addr_subunit', subunit[1]);
  const indication = findParameterNumber(parameters, 'ms_msg_wait_facilities');
  const count = findParameterNumber(parameters, 'number_of_messages');
  if (indication !== undefined) {
    const kind = WAITING_KINDS[indication & 3] as WaitingKind;
    const waiting = { kind, ...(count !== undefined && { count }), stored: true };
    if (indication >= 0x80)
      add('message-waiting', 13, 'ms_msg_wait_facilities', 'The phone shows that messages wait.', waiting);
    else add('waiting-cleared', 13, 'ms_msg_wait_facilities', 'The phone takes away the sign that messages wait.', waiting);
  } else if (count !== undefined) {
    const waiting = { kind: 'voicemail', count, stored: true } as const;
    if (count > 0)
      add('message-waiting', 39, 'number_of_messages', 'The phone shows how many messages a mailbox holds.', waiting);
    else add('waiting-cleared', 39, 'number_of_messages', 'The phone takes away the sign that messages wait.', waiting);
  }
  if (findParameterNumber(parameters, 'display_time') === 0)
    add('flash', 26, 'display_time', 'The phone shows it for a time and does not store it.');
  if (behaviourOf(findParameter(parameters, 'ms_validity')) === DISPLAY_ONLY)
    add('flash', 27, 'ms_validity', 'The phone shows it and does not store it.');
  if (has('callback_num')) add('calls-back', 36, 'callback_num', 'The phone offers to call the number in it.');
  if (has('sms_signal')) add('alerts', 40, 'sms_signal', 'The phone alerts the user with the tone that it names.');
  if (has('alert_on_message_delivery'))
    add('alerts', 41, 'alert_on_message_delivery', 'The phone alerts the user when it has it.');
  return found;
}

const DISPLAY_ONLY = 3;

/** ms_validity as its structure, or as its octets. */
function behaviourOf(value: unknown): unknown {
  if (value instanceof Uint8Array) return value[0];
  return typeof value === 'object' && value !== null ? (value as { behaviour?: unknown }).behaviour : undefined;
}
