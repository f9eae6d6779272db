/**
 * What the messages in a payload do to a phone, each finding with the field of the tree that causes it: of a TPDU, of one in RP, CP or SMPP,
 * in a listing, a dialogue of AT commands or a log, and of a push alone.
 * @module
 */
import type { Field } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import {
  type EffectMessage,
  findPhoneEffects,
  findPushEffects,
  findSmppEffects,
  PHONE_EFFECTS,
  type PhoneEffect,
} from '../message/index.js';
import { decodeSmppPdu, type SmppFields } from '../smpp/index.js';
import { decodeTpdu, decodeUdh } from '../sms/index.js';

/** A finding, where it was found. */
export interface LocatedEffect extends PhoneEffect {
  /** The finding in a few words. */
  readonly title: string;
  /** The field of the tree that is the message: `SMS-DELIVER`, `submit_sm`. */
  readonly message: string;
  /** Which of the messages of the payload it is, from 1. */
  readonly number: number;
  /** Octets of the field that causes it, as the tree counts them; the end is one past the last. */
  readonly start: number;
  readonly end: number;
}

/** Fields that are looked at. */
const MAX_FIELDS = 50_000;
/** Findings that a listing has; the others are counted. */
export const MAX_LISTED = 1_000;

/**
 * Finds what the messages of a tree do to a phone.
 * @param octets those that the tree counts
 */
export function findEffects(tree: Field, octets: Uint8Array): LocatedEffect[] {
  const found: LocatedEffect[] = [];
  const places = [{ field: tree, octets }];
  let number = 0;
  for (let seen = 0; seen < MAX_FIELDS; seen++) {
    const place = places.pop();
    if (place === undefined) break;
    const { field } = place;
    const effects = readEffects(field, place.octets);
    if (effects !== undefined) {
      number++;
      for (const { effect, ...rest } of effects) {
        const title = PHONE_EFFECTS[effect];
        found.push({ effect, title, message: field.name, number, ...rest, ...locate(field, rest) });
      }
      continue;
    }
    const inside = field.octets ?? place.octets;
    for (let i = field.children.length - 1; i >= 0; i--) places.push({ field: field.children[i] as Field, octets: inside });
  }
  return found;
}

/** Findings of a payload with many messages: each once, whatever messages have it. */
export function distinctEffects(effects: readonly LocatedEffect[]): LocatedEffect[] {
  const byWords = new Map<string, LocatedEffect>();
  for (const effect of effects) {
    const words = `${effect.effect} ${effect.explanation}`;
    if (!byWords.has(words)) byWords.set(words, effect);
  }
  return [...byWords.values()];
}

/** What a message does, in words: a line for each finding, with its octets, its field and its clause; of very many the first, and how many more there are. */
export function formatEffects(effects: readonly LocatedEffect[]): string {
  const isSeveral = effects.some(({ number }) => number !== effects[0]?.number);
  const lines = effects.slice(0, MAX_LISTED).map(({ start, end, title, message, number, field, explanation, clause }) => {
    const range = end - start === 1 ? `${start}` : end === start ? '-' : `${start}-${end - 1}`;
    const whose = isSeveral ? `${message} ${number}, ${field}` : field;
    return `${range.padEnd(RANGE)} ${title} (${whose}): ${explanation} [${clause}]\n`;
  });
  if (effects.length > MAX_LISTED) lines.push(`${''.padEnd(RANGE)} and ${effects.length - MAX_LISTED} more\n`);
  return lines.join('');
}

/** Columns of a range, as trees have them. */
const RANGE = 13;

/** The findings of a field that is a message; undefined for any other field. */
function readEffects(field: Field, octets: Uint8Array): PhoneEffect[] | undefined {
  const { name, children, start, end } = field;
  // A parameter or an element of a document may have any name.
  if (field.value !== undefined) return undefined;
  if (TYPES.includes(name)) return effectsOfTpdu(field, octets.subarray(start, end));
  if (children.some((child) => child.name === 'command_id')) {
    const pdu = tryDecode(() => decodeSmppPdu(octets.subarray(start, end), { lenient: true }));
    return pdu === undefined ? undefined : findSmppEffects(pdu);
  }
  if (name === 'message' && children.some((child) => child.name === 'short_message')) return effectsOfMembers(children);
  if (name === 'user data' && children[0]?.name === 'UDH') {
    const read = tryDecode(() => decodeUdh(octets.subarray(start, end)));
    return read && findPhoneEffects({ udh: read.elements, data: octets.subarray(start + read.lengthOctets, end) });
  }
  if (name === 'WSP push' && children[0]?.name === 'TID') return findPushEffects(octets.subarray(start, end));
  return undefined;
}

/** Types of TPDUs that phones get; commands and reports of a delivery are for the service centre. */
const TYPES: readonly string[] = ['SMS-SUBMIT', 'SMS-DELIVER', 'SMS-STATUS-REPORT', 'SMS-SUBMIT-REPORT'];

/** Of a TPDU that cannot be read whole, what its first fields do. */
function effectsOfTpdu({ name, children }: Field, octets: Uint8Array): PhoneEffect[] {
  const direction = name === 'SMS-SUBMIT' ? 'MO' : 'MT';
  const smsc = children[0]?.name === 'SMSC';
  const tpdu = tryDecode(() => decodeTpdu(octets, { direction, smsc, lenient: true })) as EffectMessage | undefined;
  return findPhoneEffects(tpdu ?? { tpPid: numberOf(children, 'TP-PID'), tpDcs: numberOf(children, 'TP-DCS') });
}

function numberOf(fields: readonly Field[], name: string): number | undefined {
  const value = fields.find((field) => field.name === name)?.value;
  return typeof value === 'number' ? value : undefined;
}

/** Fields of submit_sm as JSON has them. */
function effectsOfMembers(children: readonly Field[]): PhoneEffect[] {
  const members = children.map(({ name, value, octets }) => [name, octets ?? value] as const);
  return findSmppEffects({ command: 'submit_sm', fields: Object.fromEntries(members) as SmppFields, parameters: [] });
}

/** The field that causes a finding, or the whole message where the tree does not have it. */
function locate(message: Field, place: Pick<PhoneEffect, 'field' | 'element'>): Pick<LocatedEffect, 'start' | 'end'> {
  const named = findNamed(message, place.field);
  const element = place.element === undefined ? undefined : named?.children.filter(({ name }) => name === 'IE')[place.element];
  const { start, end } = element ?? named ?? message;
  return { start, end };
}

/** Levels of a message in which a field is looked for: the first octet has its bits, user data its header. */
const LEVELS = 4;

function findNamed(field: Field, name: string): Field | undefined {
  let level: readonly Field[] = [field];
  for (let depth = 0; depth < LEVELS; depth++) {
    level = level.flatMap(({ children }) => children);
    const found = level.find((child) => child.name === name);
    if (found !== undefined) return found;
  }
  return undefined;
}
