/**
 * What a modem says of its own accord, at any time: between a command and its answer too.
 *
 *   +CMTI: "SM",3       a message was stored         +CDSI: "SR",1     a status report was stored
 *   +CMT: ,36 <PDU>     a message                    +CDS: 25 <PDU>    a status report
 *   +CBM: 88 <PDU>      a page of cell broadcast     +CBMI: "BM",1     one that was stored
 *   +CBM: 16,4371,1,1,1 <text>                       a page in text mode
 *   +CUSD: 0,"...",15   a supplementary service      +CREG: 1          registration
 *
 * Source: 3GPP TS 27.005 section 3.4.1, TS 27.007 sections 7.2 and 7.15.
 * @module
 */
import { fromHex } from '../bytes/hex.js';
import { ByteReader } from '../bytes/reader.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { languageOfDcs, readContent } from '../cbs/content.js';
import { splitSerialNumber } from '../cbs/fields.js';
import { alphabetOfCbsDcs, type CbsPage, type CellBroadcast, decodeCbs } from '../cbs/index.js';
import { DecodeError, FormatError } from '../errors.js';
import type { ShownLines, ShownPdu } from './stored.js';
import { readPduLine, readShownPdu } from './stored.js';
import { readUssd, type UssdMessage } from './ussd.js';
import { findName, splitValues, wholeValue } from './values.js';

/** The states of registration, indexed by the number from the modem (TS 27.007 section 7.2). */
export const REGISTRATION_STATES = [
  'not registered',
  'home',
  'searching',
  'denied',
  'unknown',
  'roaming',
  'home, messages only',
  'roaming, messages only',
  'emergency only',
  'home, CSFB not preferred',
  'roaming, CSFB not preferred',
  'restricted local services only',
] as const;

/** A state of registration with the network. */
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** Registration with the network: the state, and the cell if the modem gives it. */
export interface Registration {
  /** The state. */
  readonly state: RegistrationState;
  /** Location area code in hex. */
  readonly area?: string;
  /** Cell id in hex. */
  readonly cell?: string;
}

/** An unsolicited line of a modem, a union on `kind`. */
export type Unsolicited =
  /** A message, a status report or a page of cell broadcast was stored. */
  | {
      readonly kind: 'stored';
      readonly what: 'message' | 'report' | 'broadcast';
      readonly memory: string;
      readonly index: number;
    }
  /** A message that the modem shows without storing it. */
  | ({ readonly kind: 'message' } & ShownPdu)
  /** A status report that the modem shows without storing it. */
  | ({ readonly kind: 'report' } & ShownPdu)
  /** Cell broadcast: a page, a message or a primary notification of ETWS; with its octets, when the modem shows them. */
  | { readonly kind: 'broadcast'; readonly broadcast: CellBroadcast; readonly octets?: Uint8Array }
  | ({ readonly kind: 'ussd' } & UssdMessage)
  | ({ readonly kind: 'registration'; readonly name: string } & Registration)
  | { readonly kind: 'ring' }
  /** The storage is full, which each manufacturer reports differently. */
  | { readonly kind: 'full' }
  /** Any other line, verbatim. */
  | { readonly kind: 'unknown'; readonly text: string }
  /** A known line with values or a PDU that cannot be decoded. */
  | { readonly kind: 'damaged'; readonly text: string; readonly pdu?: string; readonly error: FormatError };

/** Lines that say of their own accord what they say, whatever command is under way; those that announce a PDU. */
const WITH_PDU: ReadonlySet<string> = /* @__PURE__ */ new Set(['+CMT', '+CDS', '+CBM']);
const STORED = { '+CMTI': 'message', '+CDSI': 'report', '+CBMI': 'broadcast' } as const;
const NAMES: ReadonlySet<string> = /* @__PURE__ */ new Set([
  ...WITH_PDU,
  ...Object.keys(STORED),
  '+CUSD',
  '+CREG',
  '+CGREG',
  '+CEREG',
  '+CRING',
  '+CLIP',
  '+CCWA',
  '+CIEV',
]);
const FULL = /^(?:\^SMMEMFULL\b|\+QIND: ?"SMSFULL"|\+CIEV: ?"?SMSFULL"?,1|\*SMSFULL\b|SMS FULL$)/i;

/** Whether the name is one that a modem says of its own accord. */
export function isUnsolicitedName(name: string): boolean {
  return NAMES.has(name) || name.startsWith('^');
}

/** Whether a PDU follows on the next line. */
export function announcesPdu(name: string): boolean {
  return WITH_PDU.has(name);
}

/** Reads what a modem says of its own accord. Never throws: what cannot be read is `damaged`, what is not known `unknown`. */
export function readUnsolicited({ line, pdu }: ShownLines, options?: DecodeOptions): Unsolicited {
  try {
    return readKnown({ line, pdu }, Reading.of(options)) ?? { kind: 'unknown', text: line };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { kind: 'damaged', text: line, ...(pdu !== undefined && { pdu }), error };
  }
}

function readKnown({ line, pdu }: ShownLines, reading: Reading): Unsolicited | undefined {
  if (line === 'RING') return { kind: 'ring' };
  if (FULL.test(line)) return { kind: 'full' };
  const found = findName(line);
  if (found === undefined) return undefined;
  const { name } = found;
  const values = splitValues(found.values);
  switch (name) {
    case '+CRING':
      return { kind: 'ring' };
    case '+CMT':
    case '+CDS': {
      const length = wholeValue(values, values.length - 1, `${name}/length`, 255);
      const shown = readShownPdu(pdu, length, name, 'MT', reading);
      const [kind, type] = name === '+CMT' ? (['message', 'SMS-DELIVER'] as const) : (['report', 'SMS-STATUS-REPORT'] as const);
      // Some modems show a report as a message.
      if (shown.tpdu.type === 'SMS-STATUS-REPORT') return { kind: 'report', ...shown };
      if (shown.tpdu.type !== type) throw new DecodeError('bad-value', name, undefined, `${shown.tpdu.type} is not ${type}`);
      return { kind, ...shown };
    }
    case '+CBM':
      return { kind: 'broadcast', ...readBroadcast(pdu, values, reading) };
    case '+CUSD':
      return { kind: 'ussd', ...readUssd(found.values) };
    case '+CREG':
    case '+CGREG':
    case '+CEREG':
      return { kind: 'registration', name, ...readRegistration(values, name) };
    default: {
      const what = STORED[name as keyof typeof STORED];
      if (what === undefined) return undefined;
      return { kind: 'stored', what, memory: values[0] as string, index: wholeValue(values, 1, `${name}/index`) };
    }
  }
}

interface ShownBroadcast {
  readonly broadcast: CellBroadcast;
  readonly octets?: Uint8Array;
}

function readBroadcast(pdu: string | undefined, values: readonly string[], reading: Reading): ShownBroadcast {
  if (values.length === TEXT_VALUES) return { broadcast: readTextPage(pdu, values) };
  const length = wholeValue(values, values.length - 1, '+CBM/length', 0xfff);
  const octets = readPduLine(pdu, '+CBM');
  if (octets.length !== length)
    reading.fault('bad-value', '+CBM/length', undefined, `says ${length} octets, found ${octets.length}`);
  // Of the fillers of a page some modems show fewer.
  const { limits, onIssue } = reading;
  return { broadcast: decodeCbs(octets, { lenient: true, limits, onIssue }), octets };
}

/** Values before a page in text mode: `<sn>,<mid>,<dcs>,<page>,<pages>`. */
const TEXT_VALUES = 5;

/** A page in text mode: a text, or octets in hex where the coding is UCS-2 or data (TS 27.005 section 3.4.1). */
function readTextPage(shown: string | undefined, values: readonly string[]): CbsPage {
  if (shown === undefined) throw new DecodeError('truncated', '+CBM', undefined, 'the page does not follow');
  const numbers = ['sn', 'mid', 'dcs', 'page', 'pages'].map((name, i) => wholeValue(values, i, `+CBM/${name}`));
  const [sn, messageIdentifier, dcs, page, pages] = numbers as [number, number, number, number, number];
  if (dcs > 0xff) throw new DecodeError('bad-value', '+CBM/dcs', undefined, `${dcs} is not 0 to 255`);
  if (page < 1 || pages > 15 || page > pages)
    throw new DecodeError('bad-value', '+CBM/page', undefined, `page ${page} of ${pages}`);
  const serialNumber = splitSerialNumber(sn);
  const header = { kind: 'page', serialNumber, messageIdentifier, dcs, page, pages } as const;
  const alphabet = alphabetOfCbsDcs(dcs);
  const octets = alphabet !== 'gsm7' && /^(?:[0-9A-F]{2})+$/i.test(shown) ? fromHex(shown) : undefined;
  if (alphabet === '8bit' && octets === undefined)
    throw new DecodeError('bad-value', '+CBM', undefined, 'data that is not hex');
  if (octets === undefined) {
    const language = languageOfDcs(dcs);
    return { ...header, text: shown, ...(language !== undefined && { language }) };
  }
  return { ...header, ...readContent(new ByteReader(octets), dcs, Reading.of({ lenient: true }), 'page') };
}

/** Reads a registration: of its own accord `1,"00C3","A1B2"`, and without the number before it, which an answer to `?` has. */
export function readRegistration(values: readonly string[], name: string, first = 0): Registration {
  const number = wholeValue(values, first, `${name}/stat`, 255);
  const state = REGISTRATION_STATES[number] ?? 'unknown';
  const area = values[first + 1];
  const cell = values[first + 2];
  return { state, ...(area && { area }), ...(cell && { cell }) };
}

/** Registration of an answer to AT+CREG?. @throws DecodeError `truncated` or `bad-value`, naming the value. */
export function readRegistrationAnswer(line: string): Registration {
  const { name, values } = findName(line) ?? { name: '+CREG', values: '' };
  const listed = splitValues(values);
  // Some modems leave the first value out.
  const first = /^\d{1,2}$/.test(listed[1] ?? '') ? 1 : 0;
  return readRegistration(listed, name, first);
}
