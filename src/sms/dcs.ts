/**
 * TP-DCS, the data coding scheme: alphabet, message class, message waiting.
 *
 *   00..3F  general: 00 compressed, class given, alphabet(2), class(2)     40..7F  the same, marked for automatic deletion
 *   80..BF  reserved                                                       C0..CF  waiting, discard      D0..DF  waiting, store
 *   E0..EF  waiting, store, UCS-2                                          F0..FF  alphabet and class
 *
 * Source: 3GPP TS 23.038 section 4. Reserved codings are read as GSM 7-bit, as section 4 asks.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import type { OctetLayout } from '../bytes/reader.js';
import { EncodeError } from '../errors.js';

/** The encoding of user data: `gsm7` and `ucs2` for text, `8bit` for octets. */
export type DcsAlphabet = 'gsm7' | '8bit' | 'ucs2';

/** Message class: 0 is shown at once (flash), 1 is for the phone, 2 for the SIM, 3 for terminal equipment. */
export type MessageClass = 0 | 1 | 2 | 3;

/** The kind of message that waits, in the group `waiting`. */
export type WaitingKind = 'voicemail' | 'fax' | 'email' | 'other';

/**
 * A data coding scheme by its parts (TS 23.038 section 4): `general` 0x00 to 0x7F, `reserved` 0x80 to 0xBF, `waiting` (message waiting indication)
 * 0xC0 to 0xEF, `class` 0xF0 to 0xFF. `reservedBits` has the bits of the octet that the group leaves undefined, at their places, if any is set.
 */
export type Dcs =
  | {
      readonly group: 'general';
      readonly alphabet: DcsAlphabet | 'reserved';
      readonly messageClass?: MessageClass;
      readonly compressed: boolean;
      readonly autoDelete: boolean;
      readonly reservedBits?: number;
    }
  | {
      readonly group: 'waiting';
      readonly alphabet: 'gsm7' | 'ucs2';
      readonly store: boolean;
      readonly active: boolean;
      readonly waiting: WaitingKind;
      readonly reservedBits?: number;
    }
  | {
      readonly group: 'class';
      readonly alphabet: 'gsm7' | '8bit';
      readonly messageClass: MessageClass;
      readonly reservedBits?: number;
    }
  | { readonly group: 'reserved'; readonly octet: number };

const ALPHABETS = ['gsm7', '8bit', 'ucs2', 'reserved'] as const;
/** Kinds of waiting messages at the values of their two bits. */
export const WAITING_KINDS = ['voicemail', 'fax', 'email', 'other'] as const;
const CLASS_NAMES = ['flash', 'phone', 'SIM', 'terminal'] as const;

/**
 * Decodes a data coding scheme, 0 to 255 (TS 23.038 section 4). Every octet has a meaning, and {@link encodeDcs} gives the octet back.
 * @example
 * ```ts
 * import { decodeDcs } from 'handset/sms';
 *
 * decodeDcs(0xf5); // -> { group: 'class', alphabet: '8bit', messageClass: 1 }
 * ```
 */
export function decodeDcs(octet: number): Dcs {
  const low = octet & 3;
  if (octet < 0x80) {
    const hasClass = (octet & 0x10) !== 0;
    return {
      group: 'general',
      alphabet: ALPHABETS[(octet >> 2) & 3] as DcsAlphabet | 'reserved',
      ...(hasClass && { messageClass: low as MessageClass }),
      compressed: (octet & 0x20) !== 0,
      autoDelete: octet >= 0x40,
      ...(!hasClass && low !== 0 && { reservedBits: low }),
    };
  }
  if (octet < 0xc0) return { group: 'reserved', octet };
  if (octet < 0xf0) {
    return {
      group: 'waiting',
      alphabet: octet >= 0xe0 ? 'ucs2' : 'gsm7',
      store: octet >= 0xd0,
      active: (octet & 8) !== 0,
      waiting: WAITING_KINDS[low] as WaitingKind,
      ...((octet & 4) !== 0 && { reservedBits: 4 }),
    };
  }
  return {
    group: 'class',
    alphabet: (octet & 4) !== 0 ? '8bit' : 'gsm7',
    messageClass: low as MessageClass,
    ...((octet & 8) !== 0 && { reservedBits: 8 }),
  };
}

/**
 * Encodes a data coding scheme as its octet (TS 23.038 section 4).
 * @throws EncodeError `bad-value` for a combination that no group has, in the field `TP-DCS/` and the member's name.
 * @example
 * ```ts
 * import { encodeDcs } from 'handset/sms';
 *
 * encodeDcs({ group: 'general', alphabet: 'ucs2', messageClass: 0, compressed: false, autoDelete: false }); // -> 0x18
 * ```
 */
export function encodeDcs(dcs: Dcs): number {
  requireObject(dcs, 'dcs');
  switch (dcs.group) {
    case 'general': {
      const alphabet = ALPHABETS.indexOf(dcs.alphabet);
      if (alphabet < 0) throw badDcs('alphabet', dcs.alphabet);
      const low = dcs.messageClass === undefined ? (dcs.reservedBits ?? 0) & 3 : 0x10 | messageClass(dcs.messageClass);
      return (dcs.autoDelete ? 0x40 : 0) | (dcs.compressed ? 0x20 : 0) | (alphabet << 2) | low;
    }
    case 'waiting': {
      if (dcs.alphabet !== 'gsm7' && dcs.alphabet !== 'ucs2') throw badDcs('alphabet', dcs.alphabet);
      if (dcs.alphabet === 'ucs2' && !dcs.store) throw badDcs('store', 'UCS-2 indications are always stored');
      const waiting = WAITING_KINDS.indexOf(dcs.waiting);
      if (waiting < 0) throw badDcs('waiting', dcs.waiting);
      const group = dcs.alphabet === 'ucs2' ? 0xe0 : dcs.store ? 0xd0 : 0xc0;
      return group | (dcs.active ? 8 : 0) | ((dcs.reservedBits ?? 0) & 4) | waiting;
    }
    case 'class':
      if (dcs.alphabet !== 'gsm7' && dcs.alphabet !== '8bit') throw badDcs('alphabet', dcs.alphabet);
      return 0xf0 | ((dcs.reservedBits ?? 0) & 8) | (dcs.alphabet === '8bit' ? 4 : 0) | messageClass(dcs.messageClass);
    default:
      if (!(Number.isInteger(dcs.octet) && dcs.octet >= 0x80 && dcs.octet < 0xc0)) throw badDcs('octet', dcs.octet);
      return dcs.octet;
  }
}

/**
 * Returns the encoding of user data with this TP-DCS, 0 to 255: `8bit` for compressed text (TS 23.042) too, and `gsm7` for reserved codings, as
 * TS 23.038 section 4 asks.
 */
export function alphabetOfDcs(octet: number): DcsAlphabet {
  if (octet < 0x80) {
    if ((octet & 0x20) !== 0) return '8bit';
    const alphabet = octet & 0x0c;
    return alphabet === 4 ? '8bit' : alphabet === 8 ? 'ucs2' : 'gsm7';
  }
  if (octet < 0xe0) return 'gsm7';
  if (octet < 0xf0) return 'ucs2';
  return (octet & 4) !== 0 ? '8bit' : 'gsm7';
}

/** Returns the message class that a TP-DCS names, 0 to 3; undefined without one. */
export function messageClassOfDcs(octet: number): MessageClass | undefined {
  const dcs = decodeDcs(octet);
  return 'messageClass' in dcs ? dcs.messageClass : undefined;
}

/** Describes a data coding scheme, 0 to 255, in one line, such as `8-bit data, class 1 (phone)`. */
export function describeDcs(octet: number): string {
  const dcs = decodeDcs(octet);
  const alphabet = { gsm7: 'GSM 7-bit', '8bit': '8-bit data', ucs2: 'UCS-2', reserved: 'reserved alphabet, read as GSM 7-bit' };
  switch (dcs.group) {
    case 'general':
      return [
        alphabet[dcs.alphabet],
        dcs.messageClass === undefined ? 'no class' : describeClass(dcs.messageClass),
        dcs.compressed ? 'compressed' : '',
        dcs.autoDelete ? 'automatic deletion' : '',
      ]
        .filter((part) => part !== '')
        .join(', ');
    case 'waiting':
      return `${dcs.waiting} waiting ${dcs.active ? 'on' : 'off'}, ${dcs.store ? 'store' : 'discard'}, ${alphabet[dcs.alphabet]}`;
    case 'class':
      return `${alphabet[dcs.alphabet]}, ${describeClass(dcs.messageClass)}`;
    default:
      return 'reserved group, read as GSM 7-bit';
  }
}

/** The bit fields of an octet: which they are depends on its group. */
export function layoutOfDcs(octet: number): OctetLayout {
  const { group } = decodeDcs(octet);
  const name = 'TP-DCS';
  const spec = '23.038 4';
  if (group === 'general') {
    return {
      name,
      spec,
      bits: [
        { name: 'coding group', width: 2, values: ['general', 'general, automatic deletion'] },
        { name: 'compression', width: 1, values: ['not compressed', 'compressed'] },
        { name: 'class given', width: 1, values: ['no', 'yes'] },
        { name: 'alphabet', width: 2, values: ['GSM 7-bit', '8-bit data', 'UCS-2', 'reserved'] },
        (octet & 0x10) === 0 ? { name: 'reserved', width: 2 } : { name: 'class', width: 2, values: CLASS_NAMES },
      ],
    };
  }
  const codingGroup = { name: 'coding group', width: 4, values: groupsOfFourBits() };
  if (group === 'reserved') return { name, spec, bits: [codingGroup, { name: 'reserved', width: 4 }] };
  if (group === 'waiting') {
    return {
      name,
      spec,
      bits: [
        codingGroup,
        { name: 'indication', width: 1, values: ['off', 'on'] },
        { name: 'reserved', width: 1 },
        { name: 'waiting', width: 2, values: WAITING_KINDS },
      ],
    };
  }
  return {
    name,
    spec,
    bits: [
      codingGroup,
      { name: 'reserved', width: 1 },
      { name: 'alphabet', width: 1, values: ['GSM 7-bit', '8-bit data'] },
      { name: 'class', width: 2, values: CLASS_NAMES },
    ],
  };
}

/** Names of the groups from 8 on, at their values. */
function groupsOfFourBits(): readonly (string | undefined)[] {
  const reserved = ['reserved', 'reserved', 'reserved', 'reserved'];
  const names = [...reserved, 'waiting, discard', 'waiting, store', 'waiting, store, UCS-2', 'alphabet and class'];
  return [...Array.from({ length: 8 }, () => undefined), ...names];
}

function describeClass(value: MessageClass): string {
  return `class ${value} (${CLASS_NAMES[value]})`;
}

function messageClass(value: number): number {
  if ((value & 3) !== value) throw badDcs('messageClass', value);
  return value;
}

function badDcs(field: string, found: unknown): EncodeError {
  return EncodeError.badValue(`TP-DCS/${field}`, `${found}`);
}
