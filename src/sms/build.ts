/**
 * From a text or a datagram to the SMS-SUBMITs that carry it.
 * @module
 */
import { requireFlag, requireObject, requireText } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { SCRATCH_UNITS, utf8Scratch, utf8ToScratch } from '../bytes/scratch.js';
import { unitAt } from '../bytes/utf16.js';
import { EncodeError } from '../errors.js';
import { findAlphabet } from '../text/alphabet.js';
import { packPart, tryPackText } from '../text/packed-text.js';
import { concatOctets, headerSeptets, MAX_PARTS, MAX_SEPTETS, MAX_USER_DATA, type TextEncoding } from '../text/part-sizes.js';
import {
  cutParts,
  cutSegments,
  isSingle,
  type Measure,
  measureText,
  type Segment,
  type SegmentOptions,
} from '../text/segment.js';
import { writeUnits } from '../text/ucs2.js';
import { type Address, type AddressInput, toAddress } from './address.js';
import type { InformationElement } from './information-element.js';
import { encodeSubmit, requireFlags, type Submit, writeHead } from './submit.js';
import type { ValidityPeriod } from './time.js';
import { octet, tpduScratch } from './tpdu-fields.js';
import { encodeUdh, writeUdh } from './udh.js';

/** Options of all functions that build SMS-SUBMITs. */
export interface SubmitOptions {
  /** Recipient: an address, or an international number such as `+44 7700 900123`. */
  readonly to: AddressInput;
  /**
   * Concatenation reference, 0 to 255 (with `concat: 16` 0 to 65535). By default a checksum of the content, so that the same content gives the same
   * octets, and different contents to one recipient most likely different references.
   */
  readonly reference?: number | undefined;
  /** Bits of the concatenation reference, 8 by default. */
  readonly concat?: 8 | 16 | undefined;
  /** TP-MR of the first message, 0 to 255; it counts up, modulo 256. By default it is 0 in all messages, and the phone chooses. */
  readonly tpMr?: number | undefined;
  /** TP-PID, 0 to 255 (see `describePid`); 0 by default. */
  readonly tpPid?: number | undefined;
  /** TP-VP, the validity period; the service centre's own by default. */
  readonly tpVp?: ValidityPeriod | undefined;
  /** Request a status report; false by default. */
  readonly tpSrr?: boolean | undefined;
  /** Let the service centre reject duplicates; false by default. */
  readonly tpRd?: boolean | undefined;
  /** Set a reply path; false by default. */
  readonly tpRp?: boolean | undefined;
}

/** Options of {@link submitText} and {@link encodeSubmitText}. */
export interface SubmitTextOptions extends SubmitOptions, Omit<SegmentOptions, 'headerOctets' | 'concat'> {
  /** Message class 0: the handset shows the text at once and does not store it; false by default. */
  readonly flash?: boolean | undefined;
}

/** Options of {@link submitDatagram}. */
export interface SubmitDatagramOptions extends SubmitOptions {
  /** TP-DCS, of an 8-bit coding; 0xF5 (8-bit, class 1) by default. */
  readonly tpDcs?: number | undefined;
  /** Bits of the port numbers, 16 by default. */
  readonly portBits?: 8 | 16 | undefined;
}

/** Octets for an application on the handset, which listens on a port (TS 23.040 sections 9.2.3.24.3 and 9.2.3.24.4). */
export interface Datagram {
  /** Port of the application: 0 to 65535, with `portBits: 8` 0 to 255. */
  readonly destinationPort: number;
  /** Port of the sender, in the same range; 0 by default. */
  readonly sourcePort?: number | undefined;
  /** The content; it is split into as many messages as needed. */
  readonly data: Uint8Array;
}

/**
 * Builds the SMS-SUBMITs of a text, split as by `segmentText`: GSM 7-bit if it has all characters, otherwise UCS-2, with the shift
 * elements that the tables need, and a concatenation element if there are several parts.
 * @throws EncodeError `unencodable` with the index in the text, `too-long` above 255 parts, `bad-value` naming the option.
 * @example
 * ```ts
 * import { submitText } from 'handset/sms';
 *
 * const parts = submitText('x'.repeat(161), { to: '+447700900123', reference: 7 });
 * parts.map(({ udh, text }) => [udh[0], text?.length]);
 * // -> [[{ kind: 'concat8', reference: 7, total: 2, sequence: 1 }, 153],
 * //     [{ kind: 'concat8', reference: 7, total: 2, sequence: 2 }, 8]]
 * ```
 */
export function submitText(text: string, options: SubmitTextOptions): Submit[] {
  requireText(text, 'text');
  requireObject(options, 'options');
  return submitMeasured(text, measureText(text, options), options);
}

function submitMeasured(source: string, measure: Measure, options: SubmitTextOptions): Submit[] {
  const { encoding } = measure;
  const tpDcs = chooseDcs(encoding, options);
  if (isSingle(measure, options)) {
    return [
      makeSubmit(options, toAddress(options.to, 'to'), 0, tpDcs, shiftElements(encoding, options), measure.text, undefined),
    ];
  }
  const segments = cutSegments(measure, options);
  const total = segments.length;
  const tpDa = toAddress(options.to, 'to');
  const reference = referenceOfText(source, encoding, options);
  const submits = new Array<Submit>(total);
  for (let i = 0; i < total; i++) {
    const udh = [concatElement(options.concat, reference, total, i + 1)];
    addShiftElements(udh, encoding, options);
    submits[i] = makeSubmit(options, tpDa, i, tpDcs, udh, (segments[i] as Segment).text, undefined);
  }
  return submits;
}

/** TP-DCS of a text: its alphabet, and the class of what is shown at once. */
function chooseDcs(encoding: TextEncoding, { flash }: SubmitTextOptions): number {
  requireFlag(flash, 'flash');
  return (encoding === 'ucs2' ? 0x08 : 0) | (flash === true ? 0x10 : 0);
}

/**
 * Encodes a text as the TPDUs of SMS-SUBMITs, without a service centre address: the result of {@link submitText} and `encodeSubmit` of each
 * message, in one call and less time. The parts of a text are views of one buffer, which nothing else uses.
 * @throws EncodeError as {@link submitText}; those of `encodeSubmit` name an option.
 * @example
 * ```ts
 * import { toHex } from 'handset/bytes';
 * import { encodeSubmitText } from 'handset/sms';
 *
 * encodeSubmitText('hello [€]', { to: '+27381000015' }).map(toHex);
 * // -> ['01000B917283010010F500000CE8329BFD066D789BF2C607']
 * ```
 */
export function encodeSubmitText(text: string, options: SubmitTextOptions): Uint8Array[] {
  requireText(text, 'text');
  requireObject(options, 'options');
  const plain = encodePlain(text, options);
  if (plain !== undefined) return [plain];
  const measure = measureText(text, options);
  const parts = isSingle(measure, options) ? undefined : encodeParts(text, measure, options);
  return parts ?? submitMeasured(text, measure, options).map((submit) => encodeSubmit(submit));
}

/** The one message of a text in the default alphabet, without the objects in between; undefined for every other text, and for bad options. */
function encodePlain(text: string, options: SubmitTextOptions): Uint8Array | undefined {
  const { encoding, concat, transliterate, locking, single, to, tpMr = 0 } = options;
  // What is not allowed goes the longer way too.
  if (text.length > MAX_SEPTETS || locking || single) return undefined;
  if ((encoding !== undefined && encoding !== 'gsm7') || (transliterate !== undefined && transliterate !== false))
    return undefined;
  if (concat !== undefined && concat !== 8 && concat !== 16) return undefined;
  const target = tpduScratch();
  let at: number;
  try {
    at = writeHead(options, to, tpMr, chooseDcs('gsm7', options), false, target);
  } catch {
    // The longer way says what is wrong with an option, by its name, and first what is wrong with the text.
    return undefined;
  }
  const septets = tryPackText(text, findAlphabet(), target, at + 1);
  if (septets < 0) return undefined;
  target[at] = septets;
  return target.slice(0, at + 1 + Math.ceil((septets * 7) / 8));
}

/**
 * The parts of a text that needs several. Head and header are written once; all parts lie in one buffer, since making one takes longer than
 * writing a part. Undefined for bad options.
 */
function encodeParts(source: string, measure: Measure, options: SubmitTextOptions): Uint8Array[] | undefined {
  const { encoding, text } = measure;
  const { concat, tpMr, to } = options;
  const cuts = cutParts(measure, options);
  const total = cuts.length / 2;
  const head = tpduScratch();
  let lengthAt: number;
  let textAt: number;
  try {
    const udh = [concatElement(concat, referenceOfText(source, encoding, options), total, 1)];
    addShiftElements(udh, encoding, options);
    lengthAt = writeHead(options, to, tpMr ?? 0, chooseDcs(encoding, options), true, head);
    textAt = writeUdh(udh, head, lengthAt + 1);
  } catch {
    // The longer way says what is wrong.
    return undefined;
  }
  // After TP-UDL and UDHL comes the concatenation element, and its last octet is the part's number.
  const sequenceAt = lengthAt + (concat === 16 ? 7 : 6);
  const headerOctets = textAt - lengthAt - 1;
  const before = encoding === 'gsm7' ? headerSeptets(headerOctets) : headerOctets;
  const fillBits = before * 7 - headerOctets * 8;
  const alphabet = findAlphabet(options);
  const whole = new Uint8Array(total * textAt + octetsOfText(cuts, encoding, fillBits));
  const parts = new Array<Uint8Array>(total);
  for (let i = 0, at = 0, start = 0; i < total; i++) {
    const end = cuts[2 * i] as number;
    const units = cuts[2 * i + 1] as number;
    for (let k = 0; k < textAt; k++) whole[at + k] = head[k] as number;
    if (tpMr !== undefined) whole[at + 1] = tpMr + i;
    whole[at + lengthAt] = before + units * (encoding === 'gsm7' ? 1 : 2);
    whole[at + sequenceAt] = i + 1;
    // Of a measured text no surrogate is alone, and no cut falls between two.
    if (encoding === 'ucs2') writeUnits(text, whole, at + textAt, start, end);
    else packPart(text, start, end, alphabet, whole, at + textAt, fillBits);
    const length = textAt + partOctets(units, encoding, fillBits);
    parts[i] = new Uint8Array(whole.buffer, at, length);
    at += length;
    start = end;
  }
  return parts;
}

/** Octets of the text of a part, fill bits before it included. */
function partOctets(units: number, encoding: TextEncoding, fillBits: number): number {
  return encoding === 'gsm7' ? (fillBits + 7 * units + 7) >> 3 : 2 * units;
}

/** Octets of the text of all parts. */
function octetsOfText(cuts: readonly number[], encoding: TextEncoding, fillBits: number): number {
  let octets = 0;
  for (let i = 1; i < cuts.length; i += 2) octets += partOctets(cuts[i] as number, encoding, fillBits);
  return octets;
}

/** The shift elements that a text in national tables needs in every part. */
export function shiftElements(encoding: TextEncoding, options: SubmitTextOptions): InformationElement[] {
  const elements: InformationElement[] = [];
  addShiftElements(elements, encoding, options);
  return elements;
}

function addShiftElements(
  elements: InformationElement[],
  encoding: TextEncoding,
  { locking, single }: SubmitTextOptions,
): void {
  if (encoding !== 'gsm7') return;
  if (locking) elements.push({ kind: 'lockingShift', language: locking });
  if (single) elements.push({ kind: 'singleShift', language: single });
}

/**
 * Builds the SMS-SUBMITs that carry octets to an application port. The ports element comes first, then the concatenation: with 16-bit
 * ports one message holds 133 octets, each of several 128 (127 with a 16-bit reference).
 * @throws EncodeError `bad-value` for a port or an option out of range, `too-long` above 255 parts.
 * @example
 * ```ts
 * import { fromHex, toHex } from 'handset/bytes';
 * import { encodeSubmit, submitDatagram } from 'handset/sms';
 *
 * const datagram = { destinationPort: 2948, sourcePort: 9200, data: fromHex('0605') };
 * submitDatagram(datagram, { to: '27381000015' }).map((part) => toHex(encodeSubmit(part)));
 * // -> ['41000B917283010010F500F5090605040B8423F00605']
 * ```
 */
export function submitDatagram(datagram: Datagram, options: SubmitDatagramOptions): Submit[] {
  requireObject(datagram, 'datagram');
  requireObject(options, 'options');
  const { data, destinationPort, sourcePort = 0 } = datagram;
  const ports: InformationElement = {
    kind: options.portBits === 8 ? 'ports8' : 'ports16',
    destination: destinationPort,
    source: sourcePort,
  };
  return splitData(data, [ports], options.tpDcs ?? 0xf5, options);
}

/**
 * SMS-SUBMITs of octets, with header elements that every part repeats.
 * @throws EncodeError `too-long` when the header leaves no room or there would be more than 255 parts.
 */
export function splitData(
  data: Uint8Array,
  elements: readonly InformationElement[],
  tpDcs: number,
  options: SubmitOptions,
): Submit[] {
  requireOctets(data, 'data');
  const tpDa = toAddress(options.to, 'to');
  const header = elements.length === 0 ? 0 : encodeUdh(elements).length - 1;
  const single = MAX_USER_DATA - (header === 0 ? 0 : header + 1);
  if (data.length <= single) return [makeSubmit(options, tpDa, 0, tpDcs, [...elements], undefined, copyOctets(data))];
  const room = MAX_USER_DATA - header - 1 - concatOctets(options.concat);
  const total = room > 0 ? Math.ceil(data.length / room) : Number.POSITIVE_INFINITY;
  if (total > MAX_PARTS) {
    throw new EncodeError('too-long', 'data', undefined, `${data.length} octets need ${total} parts, limit is ${MAX_PARTS}`);
  }
  const reference = chooseReference(options, () => checksum(data));
  return Array.from({ length: total }, (_, index) => {
    const udh = [...elements, concatElement(options.concat, reference, total, index + 1)];
    return makeSubmit(options, tpDa, index, tpDcs, udh, undefined, copyOctets(data.subarray(index * room, (index + 1) * room)));
  });
}

/** A part that was cut before, with its elements besides the concatenation. */
export interface CutPart {
  readonly udh: readonly InformationElement[];
  readonly text: string;
}

/**
 * SMS-SUBMITs of text parts that were cut before. When there are several, each begins with a concatenation element.
 * @throws EncodeError `too-long` past 255 parts.
 */
export function submitParts(parts: readonly CutPart[], tpDcs: number, options: SubmitOptions): Submit[] {
  const tpDa = toAddress(options.to, 'to');
  const total = parts.length;
  if (total > MAX_PARTS) throw new EncodeError('too-long', 'parts', undefined, `${total} parts, at most ${MAX_PARTS}`);
  if (total === 1) return parts.map(({ udh, text }) => makeSubmit(options, tpDa, 0, tpDcs, [...udh], text, undefined));
  const reference = chooseReference(options, () => {
    const values = parts.flatMap(({ udh, text }) => [...encodeUdh(udh), ...text.split('').map((_, i) => unitAt(text, i))]);
    return checksum(values);
  });
  return parts.map(({ udh, text }, index) => {
    const elements = [concatElement(options.concat, reference, total, index + 1), ...udh];
    return makeSubmit(options, tpDa, index, tpDcs, elements, text, undefined);
  });
}

function concatElement(concat: 8 | 16 | undefined, reference: number, total: number, sequence: number): InformationElement {
  return { kind: concat === 16 ? 'concat16' : 'concat8', reference, total, sequence };
}

/** Of the text as it was given, whatever is put in place of its characters. */
function referenceOfText(text: string, encoding: TextEncoding, options: SubmitOptions): number {
  return chooseReference(options, () => checksumOfText(text, encoding));
}

function chooseReference(options: SubmitOptions, derive: () => number): number {
  const most = options.concat === 16 ? 0xffff : 0xff;
  const { reference } = options;
  if (reference === undefined) return derive() & most;
  if (!Number.isInteger(reference) || reference < 0 || reference > most) {
    throw EncodeError.badValue('reference', `${reference} is not 0 to ${most}`);
  }
  return reference;
}

/** FNV-1a of octets or UTF-16 units, folded to 16 bits whose low octet depends on all of them: only to make references differ. */
export function checksum(values: ArrayLike<number>, length = values.length): number {
  let hash = FNV_BASIS;
  for (let i = 0; i < length; i++) hash = hashed(hash, values[i] as number);
  return folded(hash);
}

/** {@link checksum} of the units of a text; those of ASCII, which GSM 7-bit texts mostly are, are found in the scratch, in half the time. */
function checksumOfText(text: string, encoding: TextEncoding): number {
  const { length } = text;
  const isShort = encoding === 'gsm7' && length <= SCRATCH_UNITS;
  if (isShort && utf8ToScratch(text) === length) return checksum(utf8Scratch(), length);
  let hash = FNV_BASIS;
  for (let i = 0; i < length; i++) hash = hashed(hash, unitAt(text, i));
  return folded(hash);
}

const FNV_BASIS = 0x811c9dc5;

function hashed(hash: number, value: number): number {
  return Math.imul(hash ^ value, 0x01000193);
}

function folded(hash: number): number {
  const half = (hash >>> 16) ^ (hash & 0xffff);
  return (half >> 8) ^ half;
}

/** One message of a content. Each shape is written out: copying objects costs more than packing text. */
function makeSubmit(
  options: SubmitOptions,
  tpDa: Address,
  index: number,
  tpDcs: number,
  udh: InformationElement[],
  text: string | undefined,
  data: Uint8Array | undefined,
): Submit {
  const { tpMr: firstMr, tpVp, tpPid = 0 } = options;
  const tpMr = firstMr === undefined ? 0 : (octet(firstMr, 'tpMr') + index) & 0xff;
  requireFlags(options);
  const tpSrr = options.tpSrr === true;
  const tpRd = options.tpRd === true;
  const tpRp = options.tpRp === true;
  if (text !== undefined) {
    return tpVp === undefined
      ? { tpMr, tpDa, tpPid, tpDcs, tpSrr, tpRd, tpRp, udh, text }
      : { tpMr, tpDa, tpPid, tpDcs, tpVp, tpSrr, tpRd, tpRp, udh, text };
  }
  const content = data as Uint8Array;
  return tpVp === undefined
    ? { tpMr, tpDa, tpPid, tpDcs, tpSrr, tpRd, tpRp, udh, data: content }
    : { tpMr, tpDa, tpPid, tpDcs, tpVp, tpSrr, tpRd, tpRp, udh, data: content };
}
