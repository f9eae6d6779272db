/**
 * Messages: TPDUs in their four forms, what carries them, user data with its header, PDUs of SMPP, Siemens objects.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { ByteReader } from '../../bytes/index.js';
import { fromSwappedBcd } from '../../bytes/semi-octets.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { FormatError, type Limits } from '../../errors.js';
import { beginsAsSmpp } from '../../smpp/decode.js';
import { decodeCp, describeCpCause, readCp } from '../../sms/cp.js';
import {
  type Direction,
  decodeTpdu,
  decodeUdh,
  findConcat,
  formatAddress,
  type InformationElement,
  type Tpdu,
} from '../../sms/index.js';
import { decodeRp, describeRpCause, type RpMessage, readRp } from '../../sms/rp.js';
import { TPDU_FORMS, type TpduForm } from '../formats.js';
import { findRefusal, readTwice } from '../read-twice.js';
import { cpTree, rpTree } from '../relay.js';
import { sipTree, sniffSip } from '../sip.js';
import { describePdus, readSmpp } from '../smpp.js';
import { smppTree } from '../smpp-messages.js';
import { tpduTree, userDataTree, withObject } from '../user-data.js';
import { ascii, marked, octetRow } from './octets.js';
import { findPayload, isAlcatel, packetOf, SEO_DECODING } from './ports.js';
import { SECURE_PUSH } from './pushes.js';
import type { Evidence, Input, Payload, Row } from './row.js';

/** Names of the forms of a TPDU. */
export type TpduFormat = 'tpdu-mo' | 'tpdu-mt' | 'pdu-mo' | 'pdu-mt';

/** Names of the formats here. */
export type MessageFormat = TpduFormat | 'rp' | 'cp' | 'sip' | 'udh' | 'smpp';

/** The rows of messages. */
export const MESSAGES: Readonly<Record<MessageFormat, Row> & Record<'seo', Row & Payload>> = /* @__PURE__ */ messageRows();

function messageRows() {
  const seo = octetRow(
    { label: 'Siemens exchange object', kind: 'message', sniff: marked('part of a Siemens object', [ascii('//SEO', 1)]) },
    SEO_DECODING,
  );
  return {
    seo: {
      ...seo,
      inspect: (octets, opening) => {
        const { field } = seo.inspect(octets, opening);
        return { field: withObject(field, octets, opening.bounds), part: { seo: octets } };
      },
    },
    smpp: {
      label: 'SMPP PDUs',
      kind: 'message',
      sniff: sniffSmpp,
      inspect: (octets, { bounds }) => smppTree(octets, bounds),
      refusal: (octets) => findRefusal((options) => readSmpp(new ByteReader(octets), options), false),
    },
    'tpdu-mo': tpduRow('tpdu-mo', 'message from a handset (SMS-SUBMIT)'),
    'tpdu-mt': tpduRow('tpdu-mt', 'message to a handset (SMS-DELIVER)'),
    'pdu-mo': tpduRow('pdu-mo', 'message from a handset, with service centre'),
    'pdu-mt': tpduRow('pdu-mt', 'message to a handset, with service centre'),
    rp: {
      label: 'message of the relay layer (RP), as SIP MESSAGE has it',
      kind: 'message',
      contentTypes: ['application/vnd.3gpp.sms'],
      sniff: ({ octets }) => sniffRp(octets),
      inspect: (octets, { bounds }) => rpTree(octets, bounds),
      refusal: (octets, lenient) => findRefusal((options) => readRp(new ByteReader(octets), options), lenient),
    },
    cp: {
      label: 'message of the connection layer (CP)',
      kind: 'message',
      sniff: ({ octets }) => sniffCp(octets),
      inspect: (octets, { bounds }) => cpTree(octets, bounds),
      refusal: (octets, lenient) => findRefusal((options) => readCp(new ByteReader(octets), options), lenient),
    },
    sip: {
      label: 'SIP request MESSAGE',
      kind: 'wrapper',
      sniff: ({ octets }) => sniffSip(octets),
      inspect: sipTree,
    },
    udh: {
      label: 'user data with its header',
      kind: 'user data',
      sniff: sniffUdh,
      inspect: (octets, { bounds }) => userDataTree(octets, 0, octets.length, bounds),
    },
  } satisfies typeof MESSAGES;
}

function tpduRow(format: TpduFormat, label: string): Row {
  const form = TPDU_FORMS[format];
  return {
    label,
    kind: 'message',
    sniff: (input) => sniffTpdu(input, form),
    inspect: (octets, { bounds }) => tpduTree(octets, form, bounds),
    refusal: (octets) => findRefusal(() => decodeTpdu(octets, form), false),
  };
}

// ---- TPDUs ----

function sniffTpdu({ octets, text }: Input, form: TpduForm): Evidence | undefined {
  const { direction, smsc } = form;
  if (octets.length > MAX_DAMAGED || !mayBegin(octets, direction, smsc)) return undefined;
  const isWord = text !== undefined;
  try {
    const tpdu = decodeTpdu(octets, form);
    const confidence = plausibility(tpdu, smsc);
    // A report is hardly more than its first octet, which any short text may begin with.
    return { confidence: isWord && confidence <= REPORT ? 0.1 : confidence, reason: describe(tpdu, smsc) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { offset = 0, code } = error;
    const evidence = code === 'truncated' && octets.length >= MIN_READ ? judgeEvidence(octets, direction, smsc) : 0;
    // Past the address and the two octets after it there is more than chance in it: a message cut short or damaged.
    if (offset < MIN_READ && evidence === 0) return undefined;
    // Addresses and times have octets that no text has.
    if (isWord) return { confidence: 0.1, reason: `${evidence > 0 ? 'cut' : 'damaged'}: ${error.message}` };
    if (evidence > 0) return { confidence: Math.min(MAX_CUT, 0.35 + evidence / 50), reason: `cut: ${error.message}` };
    return { confidence: 0.1 + 0.2 * (offset / octets.length), reason: `damaged: ${error.message}` };
  }
}

/** Octets of two TPDUs, each after a service centre: longer input is a file that begins like one. */
const MAX_DAMAGED = 2 * (12 + 164);

/** Octets that a TPDU has to be read for before what stops the reading counts as damage. */
const MIN_READ = 8;

/**
 * Whether octets pass what the readers ask of the first of them. Most octets fail in three or four of the forms, and finding that out takes a
 * tenth of the time that an error takes. Looked at is only what would stop a reader before it has read enough for a damaged message.
 */
function mayBegin(octets: Uint8Array, direction: Direction, hasPrefix: boolean): boolean {
  const { length } = octets;
  const [prefix = 0] = octets;
  if (hasPrefix && prefix > 0 && !isAddress(2 * prefix - 2, octets[1])) return false;
  if (hasPrefix && prefix >= length) return judgeEvidence(octets, direction, hasPrefix) > 0;
  const start = hasPrefix ? 1 + prefix : 0;
  if (start + 2 > MIN_READ) return true;
  const type = (octets[start] ?? 3) & 3;
  if (type === 3) return false;
  const isReport = direction === 'MO' ? type === 0 : type === 1;
  if (isReport) return mayBeReport(octets, start, type === 1);
  const address = start + (direction === 'MT' && type === 0 ? 1 : direction === 'MO' && type === 2 ? 5 : 2);
  return address + 2 > MIN_READ || isAddress(octets[address], octets[address + 1]);
}

/** What is cut is less certain than what ends where it should. */
const MAX_CUT = 0.85;

/** Bits of evidence in an octet that holds two decimal digits, in the type of an address, and in each octet of a time beyond its digits. */
const [DIGITS_BITS, TYPE_BITS, TIME_BITS] = [1.4, 5, 1];

/**
 * How much speaks for a TPDU that is cut, in bits: one in 2^bits of random octet strings would pass. The addresses and the time count, as far
 * as they are there. 0 when one of them is not sound.
 */
function judgeEvidence(octets: Uint8Array, direction: Direction, hasPrefix: boolean): number {
  const [prefix = 0] = octets;
  const start = hasPrefix ? 1 + prefix : 0;
  const centre = hasPrefix && prefix > 0 ? evidenceOfAddress(octets, 1, 2 * prefix - 2) : 0;
  if (centre < 0 || start >= octets.length) return Math.max(0, centre);
  const type = (octets[start] as number) & 3;
  if (type === 3 || type === (direction === 'MO' ? 0 : 1)) return 0;
  const at = start + (direction === 'MT' && type === 0 ? 1 : direction === 'MO' && type === 2 ? 5 : 2);
  const digits = octets[at] ?? 0;
  const address = evidenceOfAddress(octets, at + 1, digits);
  const timeAt = at + 2 + ((digits + 1) >> 1) + (type === 0 ? 2 : 0);
  const time = direction === 'MT' ? evidenceOfTime(octets, timeAt) : 0;
  return address < 0 || time < 0 ? 0 : centre + address + time;
}

/** The type of an address and its digits; -1 for one that hardly exists. */
function evidenceOfAddress(octets: Uint8Array, at: number, digits: number): number {
  const type = octets[at];
  if (type === undefined) return digits > 20 ? -1 : 0;
  const ton = (type >> 4) & 7;
  if (digits > 20 || type < 0x80 || ton === 7 || (type & 15) > 1) return -1;
  if (ton === 5) return TYPE_BITS;
  const shown = octets.subarray(at + 1, at + 1 + (digits >> 1));
  // The last digit of a service centre may be a filler.
  const isSound = shown.every(
    (octet, i) => (octet & 15) < 10 && (octet >> 4 < 10 || (octet >> 4 === 15 && i === (digits >> 1) - 1)),
  );
  return isSound ? TYPE_BITS + shown.length * DIGITS_BITS : -1;
}

/** The year, month, day, hour, minute and second of a service centre; -1 for digits that are not a date and time. */
function evidenceOfTime(octets: Uint8Array, at: number): number {
  const shown = [...octets.subarray(at, at + LAST_OF_TIME.length)].map(fromSwappedBcd);
  const isSound = shown.every((value, i) => value >= 0 && value <= (LAST_OF_TIME[i] as number));
  return isSound ? shown.length * (DIGITS_BITS + TIME_BITS) : -1;
}

const LAST_OF_TIME = [99, 12, 31, 23, 59, 59] as const;

/** The length of an address in digits, and the octet of its type. */
function isAddress(digits: number | undefined, type: number | undefined): boolean {
  return digits !== undefined && digits <= 20 && type !== undefined && type >= 0x80;
}

/** An acknowledgement: perhaps a cause, TP-PI, the time of one that answers an SMS-SUBMIT, and what TP-PI announces. */
function mayBeReport(octets: Uint8Array, start: number, hasTime: boolean): boolean {
  const { length } = octets;
  const at = start + ((octets[start + 1] ?? 0) >= 0x80 ? 2 : 1);
  if (at >= MIN_READ) return true;
  const indicator = octets[at];
  if (indicator === undefined || indicator >= 0x80) return false;
  if (hasTime) {
    const month = fromSwappedBcd(octets[at + 2] ?? 0);
    return at + 1 >= MIN_READ || at + 8 > length || (month >= 1 && month <= 12);
  }
  if ((indicator & 4) !== 0) return true;
  const end = at + 1 + (indicator & 1) + ((indicator >> 1) & 1);
  return end >= MIN_READ || end === length;
}

/** What speaks for the short reports. */
const REPORT = 0.3;

/** The short reports fit many octet strings; whole messages with a sound address hardly fit by chance. */
function plausibility(tpdu: Tpdu, hasPrefix: boolean): number {
  const base = { 'SMS-SUBMIT': 0.9, 'SMS-DELIVER': 0.92, 'SMS-STATUS-REPORT': 0.9 }[tpdu.type as string] ?? REPORT;
  const address = findAddress(tpdu);
  if (address === undefined) return base;
  let confidence = base;
  if ('digits' in address ? address.digits.length < 3 : address.text.length < 2) confidence -= 0.25;
  if (address.ton > 1 && address.ton !== 5) confidence -= 0.1;
  if (address.npi > 1) confidence -= 0.2;
  if (hasPrefix && tpdu.smsc !== undefined && tpdu.smsc.ton > 2) confidence -= 0.3;
  return Math.max(0.05, confidence);
}

function findAddress(tpdu: Tpdu) {
  if ('tpDa' in tpdu) return tpdu.tpDa;
  if ('tpOa' in tpdu) return tpdu.tpOa;
  return 'tpRa' in tpdu ? tpdu.tpRa : undefined;
}

function describe(tpdu: Tpdu, hasPrefix: boolean): string {
  const address = findAddress(tpdu);
  const way = 'tpOa' in tpdu ? 'from' : 'to';
  const centre = hasPrefix
    ? `, service centre ${tpdu.smsc === undefined ? 'stored in the modem' : formatAddress(tpdu.smsc)}`
    : '';
  return `${tpdu.type}${address === undefined ? '' : ` ${way} ${formatAddress(address)}`}${centre}`;
}

// ---- The layers that carry TPDUs ----

function sniffRp(octets: Uint8Array): Evidence | undefined {
  const [first = 0xff] = octets;
  if (octets.length < 2 || octets.length > MAX_RP || first >= RESERVED_RP_MTI) return undefined;
  const message = tryDecode(() => decodeRp(octets));
  return message && judgeRp(message);
}

/** An RP-DATA with two addresses, a cause, a deliver report of refusal, and any TPDU, with their lengths. */
const MAX_RP = 2 + 2 * 12 + 3 + 2 + 233;
const RESERVED_RP_MTI = 7;

/** The short ones fit many octet strings; the TPDU in a message, read to its end, hardly fits by chance. */
function judgeRp(message: RpMessage): Evidence | undefined {
  const { type, direction } = message;
  if (type === 'RP-SMMA') return { confidence: 0.05, reason: type };
  const { rpUd } = message;
  const tpdu = rpUd === undefined ? undefined : tryDecode(() => decodeTpdu(rpUd, { direction }));
  if (type === 'RP-DATA') {
    const centre = direction === 'MO' ? message.rpDa : message.rpOa;
    if (tpdu === undefined) return centre === undefined ? undefined : { confidence: 0.2, reason: `${type} with another TPDU` };
    const confidence = centre === undefined ? 0.6 : Math.min(0.97, 0.05 + plausibility(tpdu, false));
    return { confidence, reason: `${type} ${direction === 'MO' ? 'from' : 'to'} the handset, with ${describe(tpdu, false)}` };
  }
  if (type === 'RP-ERROR') {
    const cause = describeRpCause(message.rpCause);
    return { confidence: tpdu === undefined ? 0.35 : 0.7, reason: `${type}: ${cause}` };
  }
  return tpdu === undefined ? { confidence: 0.05, reason: type } : { confidence: 0.7, reason: `${type} with ${tpdu.type}` };
}

function sniffCp(octets: Uint8Array): Evidence | undefined {
  if (octets.length < 2 || octets.length > MAX_CP_HEADER + MAX_RP || ((octets[0] as number) & 15) !== SMS_PROTOCOL)
    return undefined;
  const message = tryDecode(() => decodeCp(octets, { lenient: true }));
  if (message === undefined) return undefined;
  const { type } = message;
  if (type === 'CP-ACK') return octets.length === 2 ? { confidence: 0.1, reason: type } : undefined;
  if (type === 'CP-ERROR')
    return octets.length === 3 ? { confidence: 0.2, reason: `${type}: ${describeCpCause(message.cpCause)}` } : undefined;
  const inner = tryDecode(() => decodeRp(message.cpUd));
  const evidence = inner && judgeRp(inner);
  const headerOctets = octets.length - message.cpUd.length;
  if (evidence === undefined || headerOctets < 3 || headerOctets > MAX_CP_HEADER) return undefined;
  // A protocol, a type and a length at their places, beside what speaks for the message.
  return { confidence: Math.min(0.98, evidence.confidence + 0.2), reason: `${type} with ${evidence.reason}` };
}

const SMS_PROTOCOL = 9;

/** Octets before the user data of a CP-DATA, an extension octet among them. */
const MAX_CP_HEADER = 4;

// ---- User data ----

function sniffUdh({ octets, limits }: Input): Evidence | undefined {
  if (!holdsUdh(octets)) return undefined;
  const { elements, lengthOctets } = decodeUdh(octets);
  const rest = octets.length - lengthOctets;
  const isKnown = elements.some((element) => element.kind !== 'raw' || isAlcatel(element) || packetOf(element) !== undefined);
  const isObject = (element: InformationElement) => element.kind === 'raw' && EMS_OBJECTS.has(element.iei);
  // gammu writes animations of fewer frames than the four of the specification.
  if (!isKnown && !(rest === 0 && elements.every(isObject))) return undefined;
  // No user data follows a header that no message has room for: files begin so by chance.
  if (rest > 0 && lengthOctets > MAX_USER_DATA) return undefined;
  const count = pluralize(elements.length, 'header element');
  if (rest === 0) return { confidence: isKnown ? 0.85 : 0.5, reason: count };
  const reason = `${count}, then ${rest} octets of user data`;
  return { confidence: userDataConfidence(octets.subarray(lengthOctets), elements, limits), reason };
}

/** Whether elements fill a header to its end, which is all that its reader asks. */
function holdsUdh(octets: Uint8Array): boolean {
  const [length = 0] = octets;
  const end = 1 + length;
  if (length === 0 || end > octets.length) return false;
  let at = 1;
  while (at + 2 <= end) at += 2 + (octets[at + 1] as number);
  return at === end;
}

/** Octets of user data in a message. */
const MAX_USER_DATA = 140;

/** Elements kept verbatim whose content handsets know. */
const EMS_OBJECTS: ReadonlySet<number> = /* @__PURE__ */ new Set([0x0e, 0x0f, 0x14]);

/** A header may fit by chance; what its port's application reads after it does not. */
function userDataConfidence(
  data: Uint8Array,
  elements: readonly InformationElement[],
  limits: Partial<Limits> | undefined,
): number {
  const payload = findPayload(elements);
  if (payload === undefined) return 0.4;
  // The octets of one part of several say nothing by themselves. Any octets may be encrypted ones.
  if ((findConcat(elements)?.total ?? 1) > 1 || payload === SECURE_PUSH) return 0.6;
  const isRead = (lenient: boolean) => payload.refusal !== undefined && payload.refusal(data, lenient, limits) === undefined;
  return isRead(false) ? 0.95 : isRead(true) ? 0.9 : 0.4;
}

// ---- SMPP ----

/** A length, a command and a state at their places are more than chance; that the fields of every PDU fill it, all the more. */
function sniffSmpp({ octets }: Input): Evidence | undefined {
  // The first octets of a length, and of a command_id: 00 of a request, 80 of an answer.
  const mayBe = octets[0] === 0 && (octets[4] === 0 || octets[4] === 0x80);
  if (!mayBe || !beginsAsSmpp(octets)) return undefined;
  const { value: pdus, fault } = readTwice((options) => readSmpp(new ByteReader(octets), options));
  if (pdus === undefined) {
    // A length that is missing octets goes with what is cut.
    return { confidence: fault?.code === 'truncated' ? 0.85 : 0.7, reason: `begins as SMPP, but ${fault?.message}` };
  }
  const words = describePdus(pdus);
  return fault === undefined
    ? { confidence: 0.98, reason: words }
    : { confidence: 0.92, reason: `${words}, with faults: ${fault.message}` };
}
