/**
 * What octets are by their first ones (archives, tunes, logo files), and what they are by sizes that they fill (bitmaps).
 * @module
 */
import { BMP_HEADERS } from '../bitmap/bmp-header.js';
import { type Bitmap, decodeOtaBitmap, type MultipartItem, type OperatorLogo } from '../bitmap/index.js';
import { logoHeaderOctets } from '../bitmap/operator-logo.js';
import { tryDecode } from '../bytes/try-decode.js';
import type { Limits } from '../errors.js';
import { describeEntries, isZip, type ZipSummary } from '../zip/tree.js';
import type { Format, Identification } from './formats.js';
import { type PayloadKind, readPayload } from './payloads.js';

export function identifyZip(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
  const format = 'zip';
  if (!isZip(octets)) return [];
  const strict = readPayload(format, octets, false, limits);
  const lenient = 'error' in strict ? readPayload(format, octets, true, limits) : strict;
  if ('error' in lenient) return [{ format, confidence: 0.7, reason: `begins as an archive, but ${lenient.error.message}` }];
  const { entries, prefixOctets } = lenient.value as ZipSummary;
  const archive = `an archive of ${describeEntries(entries)}`;
  if (prefixOctets > 0)
    return [{ format, confidence: 0.9, reason: `${archive} behind ${prefixOctets} octets of something else` }];
  if ('error' in strict) return [{ format, confidence: 0.95, reason: `${archive}, with faults: ${strict.error.message}` }];
  return [{ format, confidence: 0.99, reason: archive }];
}

/** What begins with octets that hardly anything else begins with. */
export function identifyMarked(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
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
  const bmp = [...BMP_HEADERS].map((length) => [...ascii('BM'), ...reserved, length, 0, 0, 0]);
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
export function identifyBitmaps(octets: Uint8Array, limits: Partial<Limits> | undefined): Identification[] {
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
    const bitmap = tryDecode(() => decodeOtaBitmap(Uint8Array.of(0, ...octets.subarray(1))));
    if (bitmap !== undefined) found.push({ ...exactly('ota-bitmap', bitmap, ''), confidence: 0.7 });
  }
  if (first === 0x00 && octets[1] === 0x00) {
    const bitmap = read('wbmp') as Bitmap | undefined;
    if (bitmap !== undefined) found.push(exactly('wbmp', bitmap, ''));
  }
  const hasNetwork = logoHeaderOctets(octets, 0) !== undefined;
  const logo = hasNetwork ? (read('operator-logo') as OperatorLogo | undefined) : undefined;
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
