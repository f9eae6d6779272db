/**
 * What a blob is: every reading that holds, the likeliest first, each with its reason.
 *
 * Few formats here begin with a mark of their own, so the readers themselves are asked: a strict reading that ends exactly where the octets
 * end is strong evidence for a TPDU, and the only evidence for a bitmap whose header is four octets of which two are sizes.
 * @module
 */
import { type Bitmap, decodeOtaBitmap, type MultipartItem, type OperatorLogo } from '../bitmap/index.js';
import { requireOctets } from '../bytes/octets.js';
import { DEFAULT_LIMITS, FormatError, LimitError, type Limits } from '../errors.js';
import type { MmsPdu } from '../mms/binary.js';
import type { PushDocument } from '../push/binary.js';
import { parseRtttl } from '../ringtone/index.js';
import {
  concatOf,
  type Direction,
  decodeTpdu,
  decodeUdh,
  formatAddress,
  type InformationElement,
  type Tpdu,
} from '../sms/index.js';
import { decodeVObjectText, identifyVObject } from '../vobject/index.js';
import { attempt } from './attempt.js';
import { beginsAsMms, describeMms, type MmsWithParts, mmsTypeOf } from './mms.js';
import { isAlcatel, type PayloadKind, payloadOf, readPayload } from './payloads.js';
import { announcedContent, DOCUMENT_NAMES, type PushWithData } from './push-data.js';
import { pushXmlOf } from './push-xml.js';
import { describeSmil, smilOf } from './smil.js';
import { isHexListing, linesOf, textOf } from './texts.js';
import { readTuneText, type TuneTextFormat, tuneTextFormat } from './tune-texts.js';
import { readVObject } from './vobject-trees.js';
import { isZip, type ZipSummary } from './zip.js';

/**
 * The formats known here. `tpdu` is bare, `pdu` has a service centre's address in front, as modems show it; `mo` comes from the handset,
 * `mt` goes to it. `hex` and `at` are text that holds PDUs, a line each. A group graphic is an `ota-bitmap`: only its port tells.
 */
export const FORMATS = [
  'tpdu-mo',
  'tpdu-mt',
  'pdu-mo',
  'pdu-mt',
  'udh',
  'nokia-ringtone',
  'ota-bitmap',
  'operator-logo',
  'picture-message',
  'wbmp',
  'nol',
  'ngg',
  'nlm',
  'npm',
  'bmp',
  'midi',
  'seo',
  'rtttl',
  'imelody',
  'emelody',
  'motorola',
  'wsp-push',
  'wbxml',
  'push-xml',
  'mms',
  'smil',
  'zip',
  'vcard',
  'vcalendar',
  'sckl',
  'at',
  'hex',
  'text',
] as const;

export type Format = (typeof FORMATS)[number];

/** One reading of a blob. */
export interface Identification {
  readonly format: Format;
  /** 0 to 1: how much speaks for it. */
  readonly confidence: number;
  readonly reason: string;
}

/** How to read the four forms of a TPDU. */
export const TPDU_FORMS: Readonly<Record<string, { readonly direction: Direction; readonly smsc: boolean }>> = {
  'tpdu-mo': { direction: 'MO', smsc: false },
  'tpdu-mt': { direction: 'MT', smsc: false },
  'pdu-mo': { direction: 'MO', smsc: true },
  'pdu-mt': { direction: 'MT', smsc: true },
};

/**
 * All readings that hold, the likeliest first; none for octets that nothing here can read.
 * @param limits another value for `inspectOctets` of DEFAULT_LIMITS.
 * @throws LimitError past `inspectOctets`; TypeError for what is no octets.
 */
export function identify(octets: Uint8Array, limits?: Partial<Limits>): Identification[] {
  checkInput(octets, limits);
  const found = [
    ...identifyText(octets, limits),
    ...identifyVObjects(octets, limits),
    ...identifyMarked(octets, limits),
    ...identifyPushes(octets, limits),
    ...identifyMms(octets, limits),
    ...identifyZip(octets, limits),
    ...identifyTpdus(octets),
    ...identifyUdh(octets, limits),
    ...identifyBitmaps(octets, limits),
  ];
  // Of readings as likely as each other the one further up stays in front.
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** @throws LimitError past `inspectOctets`; TypeError for what is no octets. */
export function checkInput(octets: Uint8Array, limits: Partial<Limits> | undefined): void {
  requireOctets(octets, 'the input');
  const most = limits?.inspectOctets ?? DEFAULT_LIMITS.inspectOctets;
  if (octets.length > most) {
    throw new LimitError('limit-exceeded', 'input', undefined, `${octets.length} octets, at most ${most}`);
  }
}

function identifyText(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const text = textOf(octets);
  if (text === undefined) return [];
  const found: Identification[] = [{ format: 'text', confidence: 0.2, reason: 'printable UTF-8' }];
  const lines = linesOf(text);
  if (isHexListing(lines)) {
    // A few digits may also be a telephone number or a count, and a few letters words: bad, face.
    const [hasDigit, hasLetter] = [/\d/.test(text), /[A-Fa-f]/.test(text)];
    const confidence = hasDigit && text.length > 20 ? 0.95 : hasDigit && hasLetter ? 0.8 : 0.5;
    found.push({ format: 'hex', confidence, reason: `${lines.length} line${lines.length === 1 ? '' : 's'} of hex` });
  }
  if (lines.some((line) => /^[ \t]*(?:>[ \t]*)?(?:AT)?\+C(?:MGS|MGW|MGR|MGL|MT|DS)\b/i.test(line))) {
    found.push({ format: 'at', confidence: 0.96, reason: 'AT commands or answers' });
  }
  const xml = pushXmlOf(text);
  if (xml !== undefined) {
    const confidence = !xml.isCertain ? 0.5 : xml.isWhole ? 0.98 : 0.7;
    const reason = `XML of a ${DOCUMENT_NAMES[xml.kind]}${xml.isWhole ? '' : ', cut'}`;
    found.push({ format: 'push-xml', confidence, reason });
  }
  const smil = smilOf(text);
  if (smil !== undefined) {
    const reason = `SMIL, ${describeSmil(smil)}${smil.isWhole ? '' : ', cut'}`;
    found.push({ format: 'smil', confidence: smil.isWhole ? 0.98 : 0.7, reason });
  }
  if (text.startsWith('//SCKL')) found.push({ format: 'sckl', confidence: 0.99, reason: 'begins with //SCKL' });
  if (text.length <= DEFAULT_LIMITS.tuneCharacters) {
    const form = tuneTextFormat(text);
    if (form !== undefined) found.push(identifyTuneText(form, text, limits));
    else if (/^[^:]*:[^:]*:/.test(text)) found.push(...identifyRtttl(text));
  }
  return found;
}

/** The words in front of the Ericsson forms say enough; Motorola's four characters may begin any text, so that its notes have to speak. */
function identifyTuneText(format: TuneTextFormat, text: string, limits: Partial<Limits> | undefined): Identification {
  const { tune, error, issues } = readTuneText(format, text, limits);
  const isMarked = format !== 'motorola';
  if (tune === undefined) {
    return { format, confidence: isMarked ? 0.7 : 0.1, reason: `begins as a tune, but ${error?.message}` };
  }
  const count = `a tune of ${tune.notes.length} notes`;
  if (error === undefined) return { format, confidence: 0.98, reason: count };
  const share = tune.notes.length / (tune.notes.length + issues.length);
  const confidence = isMarked ? 0.7 + 0.2 * share : share < 0.5 ? 0.1 : 0.9 * share;
  return { format, confidence, reason: `${count} with faults: ${error.message}` };
}

function identifyRtttl(text: string): Identification[] {
  try {
    let hasUnknownKeys = false;
    const tune = parseRtttl(text, { onIssue: ({ code }) => (hasUnknownKeys ||= code === 'unknown-key') });
    // Readers ignore keys they do not know, so that any text with two colons and a few letters would pass.
    // Two colons and a note or two, with no default named, may be anything: std::a.
    const isBare = tune.notes.length < 3 && /^[^:]*:\s*:/.test(text);
    const confidence = hasUnknownKeys ? 0.15 : isBare ? 0.5 : 0.97;
    return [{ format: 'rtttl', confidence, reason: `a tune of ${tune.notes.length} notes` }];
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  try {
    let issues = 0;
    const tune = parseRtttl(text, { lenient: true, onIssue: () => issues++ });
    const share = tune.notes.length / (tune.notes.length + issues);
    if (tune.notes.length < 2 || share < 0.5) return [];
    return [{ format: 'rtttl', confidence: 0.8 * share, reason: `a tune of ${tune.notes.length} notes with ${issues} faults` }];
  } catch (error) {
    if (error instanceof FormatError) return [];
    throw error;
  }
}

/** A card or a calendar says so in its first line; it may be in ISO 8859-1, which is no text of UTF-8. */
function identifyVObjects(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const beginning = octets.subarray(0, MAX_BEGINNING);
  if (!/BEGIN:V/i.test(String.fromCharCode(...beginning))) return [];
  const text = decodeVObjectText(octets);
  const format = identifyVObject(text);
  if (format === undefined) return [];
  const { meaning, error } = readVObject(format, text, limits);
  if (meaning === undefined) return [{ format, confidence: 0.7, reason: `begins as one, but ${error?.message}` }];
  if (error === undefined) return [{ format, confidence: 0.98, reason: meaning }];
  return [{ format, confidence: 0.9, reason: `${meaning}, with faults: ${error.message}` }];
}

/** Octets in which an object begins: the blanks and lines before it are few. */
const MAX_BEGINNING = 128;

/** Documents of WBXML, bare or pushed: their tokens have to nest and end with the octets, which nothing else does by chance. */
function identifyPushes(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const [version = -1, type = -1] = octets;
  const found: Identification[] = [];
  if (version <= MAX_WBXML_VERSION) found.push(...identifyWbxml(octets, limits));
  if (type === 0x06 || type === 0x07) found.push(...identifyPush(octets, limits));
  return found;
}

/** The octet of WBXML 1.3, the last version. */
const MAX_WBXML_VERSION = 0x03;

function identifyWbxml(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'wbxml';
  const strict = readPayload(format, octets, false, limits);
  if (!('error' in strict)) {
    const name = DOCUMENT_NAMES[(strict.value as PushDocument).kind];
    return [{ format, confidence: 0.98, reason: `a whole ${name} in WBXML` }];
  }
  const lenient = readPayload(format, octets, true, limits);
  if (!('error' in lenient)) {
    const name = DOCUMENT_NAMES[(lenient.value as PushDocument).kind];
    return [{ format, confidence: 0.95, reason: `a ${name} in WBXML, with faults: ${strict.error.message}` }];
  }
  // Version 1.1 to 1.3, one of the three public identifiers, and a charset in use.
  const [version = 0, publicId = 0, charset = 0] = octets;
  const isMarked = version > 0 && publicId >= 0x05 && publicId <= 0x07 && (charset === 0x6a || charset === 0x04);
  return isMarked ? [{ format, confidence: 0.7, reason: `begins as WBXML, but ${strict.error.message}` }] : [];
}

function identifyPush(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'wsp-push';
  const strict = readPayload(format, octets, false, limits);
  const reading = 'error' in strict ? readPayload(format, octets, true, limits) : strict;
  if ('error' in reading) {
    const content = announcedContent(octets);
    if (content === undefined) return [];
    return [{ format, confidence: 0.6, reason: `begins as a push of ${content}, but ${reading.error.message}` }];
  }
  const { push, document, mms } = reading.value as PushWithData;
  const faults = 'error' in strict ? `, with faults: ${strict.error.message}` : '';
  const content = document !== undefined ? `a ${DOCUMENT_NAMES[document.kind]}` : mms && `an ${mms.pdu.type}`;
  if (content !== undefined) {
    const reason = `a push of ${content}${faults}`;
    return [{ format, confidence: faults === '' ? 0.98 : 0.95, reason }];
  }
  // Of other contents nothing is read. A type by its name is no chance; one octet that stands for one may be.
  const { contentType, body } = push;
  if (typeof contentType === 'number') return [{ format, confidence: 0.2, reason: `a push of content type ${contentType}` }];
  const shown = contentType.slice(0, MAX_TYPE);
  const confidence = (isSpelt(octets, shown) ? 0.95 : 0.8) - (body.length === 0 || faults !== '' ? 0.3 : 0);
  return [{ format, confidence, reason: `a push of ${shown}${faults}` }];
}

/** Characters of a content type that are looked at. */
const MAX_TYPE = 60;

/** Whether a content type stands at the beginning of a push by its letters. */
function isSpelt(octets: Uint8Array, contentType: string): boolean {
  const beginning = String.fromCharCode(...octets.subarray(0, 16 + MAX_TYPE));
  return beginning.toLowerCase().includes(contentType.toLowerCase());
}

/** The type of a message stands in its first two octets, and all the fields that it requires behind them. */
function identifyMms(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'mms';
  const type = mmsTypeOf(octets);
  if (type === undefined) return [];
  const strict = readPayload(format, octets, false, limits);
  if (!('error' in strict)) {
    const words = describeMms(strict.value as MmsWithParts);
    return [{ format, confidence: 0.98, reason: `a whole ${type}${words === '' ? '' : `: ${words}`}` }];
  }
  const lenient = readPayload(format, octets, true, limits);
  // Unknown fields are passed over, so that a lenient reading says less than of other formats, and of nothing but those nothing.
  if (!('error' in lenient) && hasVersionOrParts(lenient.value as MmsWithParts)) {
    return [{ format, confidence: 0.85, reason: `an ${type} with faults: ${strict.error.message}` }];
  }
  const confidence = beginsAsMms(octets) ? 0.6 : 0.3;
  return [{ format, confidence, reason: `begins as an ${type}, but ${strict.error.message}` }];
}

/** Every message has a version, and hardly anything else has parts. */
function hasVersionOrParts({ pdu, parts }: MmsWithParts): boolean {
  const { mmsVersion }: Partial<MmsPdu> = pdu;
  return mmsVersion !== undefined || parts.length > 0;
}

function identifyZip(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'zip';
  if (!isZip(octets)) return [];
  const reading = readPayload(format, octets, false, limits);
  if ('error' in reading) return [{ format, confidence: 0.7, reason: `begins as an archive, but ${reading.error.message}` }];
  const { entries } = reading.value as ZipSummary;
  return [{ format, confidence: 0.99, reason: `an archive of ${entries} entr${entries === 1 ? 'y' : 'ies'}` }];
}

/** What begins with octets that hardly anything else begins with. */
function identifyMarked(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const mark = MARKS.find(({ begins }) => begins.some((beginning) => startsWith(octets, beginning)));
  if (mark === undefined) return [];
  const { format, what, lenient: takesFaults = false } = mark;
  const strict = readPayload(format, octets, takesFaults, limits);
  if (!('error' in strict)) return [{ format, confidence: 0.99, reason: `a whole ${what}` }];
  const lenient = readPayload(format, octets, true, limits);
  if (!('error' in lenient)) {
    return [{ format, confidence: 0.95, reason: `a ${what} with faults: ${strict.error.message}` }];
  }
  return [{ format, confidence: 0.7, reason: `begins as a ${what}, but ${strict.error.message}` }];
}

const ascii = (text: string, ...more: readonly number[]) => [...[...text].map((letter) => letter.charCodeAt(0)), ...more];

/** The first octets of a format. */
interface Mark {
  readonly format: Format & PayloadKind;
  readonly what: string;
  readonly begins: readonly (readonly (number | undefined)[])[];
  /** What begins so is no fault, though only the lenient reading takes it. */
  readonly lenient?: boolean;
}

const MARKS: readonly Mark[] = /* @__PURE__ */ marks();

function marks(): Mark[] {
  const ringtone = { format: 'nokia-ringtone', what: 'ringing tone programming command' } as const;
  // Two letters are little: a BMP's four reserved octets are 0, and its header is of a length that was in use.
  const reserved = [undefined, undefined, undefined, undefined, 0, 0, 0, 0, undefined, undefined, undefined, undefined];
  const bmp = [12, 40, 52, 56, 64, 108, 124].map((length) => [...ascii('BM'), ...reserved, length, 0, 0, 0]);
  return [
    // Two command parts, ringing tone programming, sound: the 3A has the first bit of the song type in it.
    { ...ringtone, begins: [[0x02, 0x4a, 0x3a]] },
    // With a title in UCS-2 there are three, and unicode stands before sound.
    { ...ringtone, begins: [[0x03, 0x4a, 0x44, 0x3a]], lenient: true },
    { format: 'nol', what: 'NOL file', begins: [ascii('NOL', 0)] },
    { format: 'ngg', what: 'NGG file', begins: [ascii('NGG', 0)] },
    { format: 'nlm', what: 'NLM file', begins: [ascii('NLM ', 1)] },
    { format: 'npm', what: 'NPM file', begins: [ascii('NPM', 0)] },
    { format: 'bmp', what: 'BMP file', begins: bmp },
    { format: 'midi', what: 'MIDI file', begins: [ascii('MThd')] },
    { format: 'seo', what: 'part of a Siemens object', begins: [ascii('//SEO', 1)] },
  ];
}

function startsWith(octets: Uint8Array, beginning: readonly (number | undefined)[]): boolean {
  return beginning.every((octet, i) => octet === undefined || octets[i] === octet);
}

/**
 * What has no mark: sizes, and pixels that fill the octets to the last one. A message that happens to fit, its address and time
 * included, is likelier than a picture of unusual size.
 */
function identifyBitmaps(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const [first = -1] = octets;
  const found: Identification[] = [];
  const read = (format: Format & PayloadKind) => {
    const reading = readPayload(format, octets, false, limits);
    return 'error' in reading ? undefined : reading.value;
  };
  if (first === 0x00 || first === 0x10) {
    const bitmap = read('ota-bitmap') as Bitmap | undefined;
    if (bitmap !== undefined) found.push(exactly('ota-bitmap', bitmap, ''));
  }
  // gnokii's files announce an image that is not there.
  if (first === 0x01 && octets[3] === 0x01 && octets.length < MAX_OTB) {
    const bitmap = attempt(() => decodeOtaBitmap(Uint8Array.of(0, ...octets.subarray(1))));
    if (bitmap !== undefined) found.push({ ...exactly('ota-bitmap', bitmap, ''), confidence: 0.7 });
  }
  if (first === 0x00 && octets[1] === 0x00) {
    const bitmap = read('wbmp') as Bitmap | undefined;
    if (bitmap !== undefined) found.push(exactly('wbmp', bitmap, ''));
  }
  const logo = read('operator-logo') as OperatorLogo | undefined;
  if (logo !== undefined) found.push(exactly('operator-logo', logo.bitmap, `network ${logo.mcc} ${logo.mnc}, `));
  if (first === 0x30)
    found.push(...identifyPictureMessage(octets, read('picture-message') as readonly MultipartItem[] | undefined));
  return found;
}

/** Octets of an OTA bitmap of 255x255, whose rows may be padded. */
const MAX_OTB = 4 + 32 * 255 + 1;

/** Sizes that phones and services used. */
const USUAL_SIZES: ReadonlySet<string> = /* @__PURE__ */ new Set(['72x14', '72x28', '78x21', '84x48', '96x60', '96x65']);

function exactly(format: Format, { widthPx, heightPx }: Bitmap, network: string): Identification {
  const size = `${widthPx}x${heightPx}`;
  const [usual, other, tiny] = network === '' ? [0.97, 0.9, 0.6] : [0.97, 0.95, 0.7];
  const confidence = USUAL_SIZES.has(size) ? usual : widthPx * heightPx >= 64 ? other : tiny;
  return { format, confidence, reason: `${network}${size}, and exactly as many pixels` };
}

/** Items that a reason names. */
const MAX_SHOWN = 8;

/** Items by their lengths, to the last octet; a message cut short shows itself by a picture whose length is right. */
function identifyPictureMessage(octets: Uint8Array, items: readonly MultipartItem[] | undefined): Identification[] {
  const format = 'picture-message';
  if (items === undefined) {
    const picture = octets.length > 8 && octets[1] === 0x02 && octets[4] === 0x00 && octets[7] === 0x01;
    const [, , high = 0, low = 0, , widthPx = 0, heightPx = 0] = octets;
    if (!picture || (high << 8) + low !== 4 + Math.ceil((widthPx * heightPx) / 8)) return [];
    return [{ format, confidence: 0.7, reason: `begins with a picture of ${widthPx}x${heightPx}, and is cut` }];
  }
  const known = items.filter(({ kind }) => kind !== 'raw');
  if (known.length === 0) return [];
  const isVisible = known.some(({ kind }) => kind === 'picture' || kind === 'screenSaver');
  const shown = items.slice(0, MAX_SHOWN).map(({ kind }) => kind);
  const more = items.length - shown.length;
  const reason = `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  return [{ format, confidence: isVisible ? 0.97 : 0.8, reason }];
}

function identifyTpdus(octets: Uint8Array): Identification[] {
  const found: Identification[] = [];
  for (const [format, { direction, smsc }] of Object.entries(TPDU_FORMS)) {
    try {
      const tpdu = decodeTpdu(octets, { direction, smsc });
      found.push({ format: format as Format, confidence: plausibility(tpdu, smsc), reason: describe(tpdu, smsc) });
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      // Past the address and the two octets behind it there is more than chance in it: a message cut short or damaged.
      const read = (error.offset ?? 0) / octets.length;
      if ((error.offset ?? 0) < 8) continue;
      found.push({ format: format as Format, confidence: 0.1 + 0.2 * read, reason: `damaged: ${error.message}` });
    }
  }
  return found;
}

/** The short reports fit many octet strings; whole messages with a sound address hardly fit by chance. */
function plausibility(tpdu: Tpdu, hasPrefix: boolean): number {
  const base = { 'SMS-SUBMIT': 0.9, 'SMS-DELIVER': 0.92, 'SMS-STATUS-REPORT': 0.9 }[tpdu.type as string] ?? 0.3;
  const address = addressOf(tpdu);
  if (address === undefined) return base;
  let confidence = base;
  if ('digits' in address ? address.digits.length < 3 : address.text.length < 2) confidence -= 0.25;
  if (address.ton > 1 && address.ton !== 5) confidence -= 0.1;
  if (address.npi > 1) confidence -= 0.2;
  if (hasPrefix && tpdu.smsc !== undefined && tpdu.smsc.ton > 2) confidence -= 0.3;
  return Math.max(0.05, confidence);
}

function addressOf(tpdu: Tpdu) {
  if ('tpDa' in tpdu) return tpdu.tpDa;
  if ('tpOa' in tpdu) return tpdu.tpOa;
  return 'tpRa' in tpdu ? tpdu.tpRa : undefined;
}

function describe(tpdu: Tpdu, hasPrefix: boolean): string {
  const address = addressOf(tpdu);
  const way = 'tpOa' in tpdu ? 'from' : 'to';
  const centre = hasPrefix
    ? `, service centre ${tpdu.smsc === undefined ? 'stored in the modem' : formatAddress(tpdu.smsc)}`
    : '';
  return `${tpdu.type}${address === undefined ? '' : ` ${way} ${formatAddress(address)}`}${centre}`;
}

function identifyUdh(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const header = octets.length > 2 ? attempt(() => decodeUdh(octets)) : undefined;
  if (header === undefined || header.elements.length === 0) return [];
  const { elements, lengthOctets } = header;
  const rest = octets.length - lengthOctets;
  const isKnown = elements.some((element) => element.kind !== 'raw' || isAlcatel(element));
  const isObject = (element: InformationElement) => element.kind === 'raw' && EMS_OBJECTS.has(element.iei);
  // gammu writes animations of fewer frames than the four of the specification.
  if (!isKnown && !(rest === 0 && elements.every(isObject))) return [];
  const count = `${elements.length} header element${elements.length === 1 ? '' : 's'}`;
  if (rest === 0) return [{ format: 'udh', confidence: isKnown ? 0.85 : 0.5, reason: count }];
  const reason = `${count}, then ${rest} octets of user data`;
  return [{ format: 'udh', confidence: userDataConfidence(octets.subarray(lengthOctets), elements, limits), reason }];
}

/** Elements that are kept as they came, of which handsets know what they hold. */
const EMS_OBJECTS: ReadonlySet<number> = /* @__PURE__ */ new Set([0x0e, 0x0f, 0x14]);

/** A header may fit by chance; what its port's application reads behind it does not. */
function userDataConfidence(
  data: Uint8Array,
  elements: readonly InformationElement[],
  limits: Partial<Limits> | undefined,
): number {
  const kind = payloadOf(elements);
  if (kind === undefined) return 0.4;
  // The octets of one part of several say nothing by themselves.
  if ((concatOf(elements)?.total ?? 1) > 1) return 0.6;
  // Any octets may be encrypted ones.
  if (kind === 'secure-push') return 0.6;
  if (!('error' in readPayload(kind, data, false, limits))) return 0.95;
  return 'error' in readPayload(kind, data, true, limits) ? 0.4 : 0.9;
}
