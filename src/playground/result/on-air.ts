/**
 * How a message uses its 140 octets. No DOM here.
 * @module
 */
import { toHex } from '../../bytes/index.js';
import { alphabetOfDcs, encodeSubmit, encodeUdh, ieiName, type Submit } from '../../sms/index.js';
import type { InformationElement } from '../../sms/information-element.js';
import { languageName } from '../../text/index.js';
import { MAX_SEPTETS, MAX_USER_DATA } from '../../text/part-sizes.js';

/** A message as it goes out. */
export interface OnAir {
  /** The TPDU, and its hex. */
  readonly octets: Uint8Array;
  readonly hex: string;
  /** Octets of TP-UD that the header takes, with its length octet. */
  readonly headerOctets: number;
  /** Octets of TP-UD behind it, of 7-bit text with the bits that fill up to a septet. */
  readonly bodyOctets: number;
  /** Of the 140 of a message. */
  readonly freeOctets: number;
  /** The content of the body: septets, UTF-16 units or octets, and how many more would fit. */
  readonly unit: 'septets' | 'UTF-16 units' | 'octets';
  readonly units: number;
  readonly unitsLeft: number;
  /** The elements of the header, in words. */
  readonly elements: readonly string[];
}

/** How a message uses its 140 octets. */
export function onAir(submit: Submit): OnAir {
  const octets = encodeSubmit(submit);
  const alphabet = alphabetOfDcs(submit.tpDcs);
  const isData = alphabet === '8bit';
  // The same without user data ends with its length, 0: so what is more is TP-UD, and TP-UDL stands where that one ends.
  const { text: _, data: __, ...bare } = submit;
  const empty = encodeSubmit({ ...bare, udh: [], ...(isData ? { data: new Uint8Array(0) } : { text: '' }) });
  const userDataOctets = octets.length - empty.length;
  const headerOctets = submit.udh.length === 0 ? 0 : encodeUdh(submit.udh).length;
  const bodyOctets = userDataOctets - headerOctets;
  const freeOctets = MAX_USER_DATA - userDataOctets;
  const elements = submit.udh.map(elementWords);
  const base = { octets, hex: toHex(octets), headerOctets, bodyOctets, freeOctets, elements };
  if (isData) return { ...base, unit: 'octets', units: bodyOctets, unitsLeft: freeOctets };
  if (alphabet !== 'gsm7') return { ...base, unit: 'UTF-16 units', units: bodyOctets / 2, unitsLeft: freeOctets >> 1 };
  const septets = octets[empty.length - 1] as number;
  const units = septets - Math.ceil((headerOctets * 8) / 7);
  return { ...base, unit: 'septets', units, unitsLeft: MAX_SEPTETS - septets };
}

function elementWords(element: InformationElement): string {
  switch (element.kind) {
    case 'concat8':
    case 'concat16':
      return `part ${element.sequence} of ${element.total}, reference ${element.reference}`;
    case 'ports8':
    case 'ports16':
      return `to port ${element.destination}${element.source === 0 ? '' : ` from ${element.source}`}`;
    case 'lockingShift':
      return `locking shift, ${languageName(element.language)}`;
    case 'singleShift':
      return `single shift, ${languageName(element.language)}`;
    case 'raw':
      return ieiName(element.iei);
    default:
      // userSound: user sound
      return element.kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  }
}

/** A message in a line, and what its header says beside it. */
export function wordsOfMessage({ headerOctets, bodyOctets, freeOctets, unit, units, unitsLeft, elements }: OnAir): {
  readonly words: string;
  readonly hint: string | undefined;
} {
  const header = headerOctets === 0 ? '' : `header ${headerOctets} octets, `;
  const body = unit === 'octets' ? `data ${bodyOctets} octets` : `${units} ${unit} in ${bodyOctets} octets`;
  const words = `${header}${body}, ${unit === 'octets' ? `${freeOctets} free` : `${unitsLeft} left`}`;
  return { words, hint: elements.length === 0 ? undefined : elements.join('; ') };
}
