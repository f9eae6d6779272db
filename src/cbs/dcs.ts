/**
 * The data coding scheme of cell broadcast, which USSD shares. It is not that of short messages: the same octet means another thing.
 *
 *   00..0F, 20..2F   GSM 7-bit in a language that the octet names      10, 11   the text begins with its language: GSM 7-bit, UCS-2
 *   40..7F           general: compressed, class given, alphabet(2), class(2)
 *   90..9F           data with a user data header                      D0..DF   I1 protocol      E0..EF   WAP
 *   F0..FF           alphabet and class
 *
 * Source: 3GPP TS 23.038 section 5. Reserved codings are read as GSM 7-bit, as section 5 asks.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import type { OctetLayout } from '../bytes/reader.js';
import { EncodeError } from '../errors.js';

/** The encoding of the content: `gsm7` and `ucs2` for text, `8bit` for octets. */
export type CbsAlphabet = 'gsm7' | '8bit' | 'ucs2';

/** Message class: 0 is shown at once, 1 is for the phone, 2 for the SIM, 3 for terminal equipment. In the group `data` the user defines 1 and 2. */
export type CbsClass = 0 | 1 | 2 | 3;

/**
 * A data coding scheme of cell broadcast or USSD by its parts (TS 23.038 section 5). `reservedBits` has the bits of the octet that the group leaves
 * undefined, at their places, if any is set.
 */
export type CbsDcs =
  /** GSM 7-bit in a language, an ISO 639 code; absent for 0x0F, language unspecified. */
  | { readonly group: 'language'; readonly alphabet: 'gsm7'; readonly language?: string }
  /** The text begins with its language. */
  | { readonly group: 'preface'; readonly alphabet: 'gsm7' | 'ucs2' }
  | {
      readonly group: 'general';
      readonly alphabet: CbsAlphabet | 'reserved';
      readonly messageClass?: CbsClass;
      readonly compressed: boolean;
      readonly reservedBits?: number;
    }
  /** A user data header, then text or data. */
  | { readonly group: 'header'; readonly alphabet: CbsAlphabet | 'reserved'; readonly messageClass: CbsClass }
  | {
      readonly group: 'data';
      readonly alphabet: 'gsm7' | '8bit';
      readonly messageClass?: CbsClass;
      readonly reservedBits?: number;
    }
  /** A message of the I1 protocol (TS 24.294), or of WAP. */
  | { readonly group: 'i1' | 'wap'; readonly bits: number }
  | { readonly group: 'reserved'; readonly octet: number };

/** ISO 639 codes by octet, from 00 and from 20 on. */
const LANGUAGES = ['de', 'en', 'it', 'fr', 'es', 'nl', 'sv', 'da', 'pt', 'fi', 'no', 'el', 'tr', 'hu', 'pl'];
const MORE_LANGUAGES = ['cs', 'he', 'ar', 'ru', 'is'];
const UNSPECIFIED = 0x0f;
const ALPHABETS = ['gsm7', '8bit', 'ucs2', 'reserved'] as const;
const ALPHABET_NAMES = {
  gsm7: 'GSM 7-bit',
  '8bit': '8-bit data',
  ucs2: 'UCS-2',
  reserved: 'reserved alphabet, read as GSM 7-bit',
};

/**
 * Decodes a data coding scheme of cell broadcast or USSD, 0 to 255 (TS 23.038 section 5). Every octet has a meaning, and {@link encodeCbsDcs} gives
 * the octet back.
 * @example
 * ```ts
 * import { decodeCbsDcs } from 'handset/cbs';
 *
 * decodeCbsDcs(0x48); // -> { group: 'general', alphabet: 'ucs2', compressed: false }
 * ```
 */
export function decodeCbsDcs(octet: number): CbsDcs {
  const low = octet & 3;
  const alphabet = ALPHABETS[(octet >> 2) & 3] as CbsAlphabet | 'reserved';
  switch (octet >> 4) {
    case 0:
    case 2: {
      const language = findLanguage(octet);
      if (language === undefined && octet !== UNSPECIFIED) return { group: 'reserved', octet };
      return { group: 'language', alphabet: 'gsm7', ...(language !== undefined && { language }) };
    }
    case 1:
      return octet > 0x11 ? { group: 'reserved', octet } : { group: 'preface', alphabet: octet === 0x10 ? 'gsm7' : 'ucs2' };
    case 4:
    case 5:
    case 6:
    case 7: {
      const hasClass = (octet & 0x10) !== 0;
      return {
        group: 'general',
        alphabet,
        ...(hasClass && { messageClass: low as CbsClass }),
        compressed: (octet & 0x20) !== 0,
        ...(!hasClass && low !== 0 && { reservedBits: low }),
      };
    }
    case 9:
      return { group: 'header', alphabet, messageClass: low as CbsClass };
    case 13:
    case 14:
      return { group: octet < 0xe0 ? 'i1' : 'wap', bits: octet & 15 };
    case 15:
      return {
        group: 'data',
        alphabet: (octet & 4) === 0 ? 'gsm7' : '8bit',
        ...(low !== 0 && { messageClass: low as CbsClass }),
        ...((octet & 8) !== 0 && { reservedBits: 8 }),
      };
    default:
      return { group: 'reserved', octet };
  }
}

/**
 * Encodes a data coding scheme of cell broadcast or USSD as its octet (TS 23.038 section 5).
 * @throws EncodeError `bad-value` for a combination that no group has.
 */
export function encodeCbsDcs(dcs: CbsDcs): number {
  requireObject(dcs, 'dcs');
  switch (dcs.group) {
    case 'language':
      return octetOfLanguage(dcs.language);
    case 'preface':
      if (dcs.alphabet !== 'gsm7' && dcs.alphabet !== 'ucs2') throw badDcs('alphabet', dcs.alphabet);
      return dcs.alphabet === 'gsm7' ? 0x10 : 0x11;
    case 'general': {
      const low = dcs.messageClass === undefined ? (dcs.reservedBits ?? 0) & 3 : 0x10 | checkClass(dcs.messageClass);
      return 0x40 | (dcs.compressed ? 0x20 : 0) | alphabetBits(dcs.alphabet) | low;
    }
    case 'header':
      return 0x90 | alphabetBits(dcs.alphabet) | checkClass(dcs.messageClass);
    case 'i1':
    case 'wap':
      if ((dcs.bits & 15) !== dcs.bits) throw badDcs('bits', dcs.bits);
      return (dcs.group === 'i1' ? 0xd0 : 0xe0) | dcs.bits;
    case 'data':
      if (dcs.alphabet !== 'gsm7' && dcs.alphabet !== '8bit') throw badDcs('alphabet', dcs.alphabet);
      return 0xf0 | ((dcs.reservedBits ?? 0) & 8) | alphabetBits(dcs.alphabet) | checkClass(dcs.messageClass ?? 0);
    default:
      if (
        !Number.isInteger(dcs.octet) ||
        decodeCbsDcs(dcs.octet & 0xff).group !== 'reserved' ||
        dcs.octet !== (dcs.octet & 0xff)
      )
        throw badDcs('octet', dcs.octet);
      return dcs.octet;
  }
}

/**
 * Returns the encoding that a data coding scheme of cell broadcast or USSD names, 0 to 255: `8bit` also for compressed text, data with a user data
 * header, I1 and WAP, and `gsm7` for reserved codings (TS 23.038 section 5).
 */
export function alphabetOfCbsDcs(octet: number): CbsAlphabet {
  const dcs = decodeCbsDcs(octet);
  switch (dcs.group) {
    case 'general':
      if (dcs.compressed) return '8bit';
      return dcs.alphabet === 'reserved' ? 'gsm7' : dcs.alphabet;
    case 'language':
    case 'preface':
    case 'data':
      return dcs.alphabet;
    case 'reserved':
      return 'gsm7';
    default:
      return '8bit';
  }
}

/** Describes a data coding scheme of cell broadcast or USSD, 0 to 255, in one line, such as `UCS-2, no class`. */
export function describeCbsDcs(octet: number): string {
  const dcs = decodeCbsDcs(octet);
  switch (dcs.group) {
    case 'language':
      return `GSM 7-bit, ${dcs.language === undefined ? 'language not specified' : `language ${dcs.language}`}`;
    case 'preface':
      return `${ALPHABET_NAMES[dcs.alphabet]}, the text begins with its language`;
    case 'general':
      return [
        ALPHABET_NAMES[dcs.alphabet],
        dcs.messageClass === undefined ? 'no class' : `class ${dcs.messageClass}`,
        ...(dcs.compressed ? ['compressed'] : []),
      ].join(', ');
    case 'header':
      return `user data header, ${ALPHABET_NAMES[dcs.alphabet]}, class ${dcs.messageClass}`;
    case 'data':
      return `${ALPHABET_NAMES[dcs.alphabet]}, ${dcs.messageClass === undefined ? 'no class' : `class ${dcs.messageClass}`}`;
    case 'i1':
      return 'message of the I1 protocol';
    case 'wap':
      return 'message of WAP';
    default:
      return 'reserved, read as GSM 7-bit';
  }
}

/** The bit fields of an octet: which they are depends on its group. */
export function layoutOfCbsDcs(octet: number): OctetLayout {
  const { group } = decodeCbsDcs(octet);
  const [name, spec] = ['data coding scheme', '23.038 5'];
  const alphabet = { name: 'alphabet', width: 2, values: ['GSM 7-bit', '8-bit data', 'UCS-2', 'reserved'] };
  if (group === 'general') {
    return {
      name,
      spec,
      bits: [
        { name: 'coding group', width: 2, values: [undefined, 'general'] },
        { name: 'compression', width: 1, values: ['not compressed', 'compressed'] },
        { name: 'class given', width: 1, values: ['no', 'yes'] },
        alphabet,
        { name: (octet & 0x10) === 0 ? 'reserved' : 'class', width: 2 },
      ],
    };
  }
  const codingGroup = { name: 'coding group', width: 4 };
  if (group === 'header') return { name, spec, bits: [codingGroup, alphabet, { name: 'class', width: 2 }] };
  if (group !== 'data') {
    return { name, spec, bits: [codingGroup, { name: group === 'language' ? 'language' : 'coding', width: 4 }] };
  }
  return {
    name,
    spec,
    bits: [
      codingGroup,
      { name: 'reserved', width: 1 },
      { name: 'alphabet', width: 1, values: ['GSM 7-bit', '8-bit data'] },
      { name: 'class', width: 2 },
    ],
  };
}

function findLanguage(octet: number): string | undefined {
  return (octet < 0x20 ? LANGUAGES : MORE_LANGUAGES)[octet & 15];
}

function octetOfLanguage(language: string | undefined): number {
  if (language === undefined) return UNSPECIFIED;
  const octet = LANGUAGES.indexOf(language);
  if (octet >= 0) return octet;
  const more = MORE_LANGUAGES.indexOf(language);
  if (more < 0) throw badDcs('language', language);
  return 0x20 | more;
}

function alphabetBits(alphabet: CbsAlphabet | 'reserved'): number {
  const at = ALPHABETS.indexOf(alphabet);
  if (at < 0) throw badDcs('alphabet', alphabet);
  return at << 2;
}

function checkClass(value: number): number {
  if ((value & 3) !== value) throw badDcs('messageClass', value);
  return value;
}

function badDcs(field: string, found: unknown): EncodeError {
  return EncodeError.badValue(`DCS/${field}`, `${found}`);
}
