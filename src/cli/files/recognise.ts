/**
 * What a file holds: its first octets say so where they can, else its name.
 * @module
 */

import { decodeUtf8 } from '../../bytes/index.js';
import { tryDecode } from '../../bytes/try-decode.js';
import { DecodeError } from '../../errors.js';
import { type EngineFormat, findForeignPicture, foreignRefusal } from '../../image/foreign/formats.js';
import { type BitmapExtension, PICTURE_FILES } from '../../inspect/formats/picture-files.js';
import { TUNE_FILES, type TuneExtension } from '../../inspect/formats/tune-files.js';
import { fileTypeBySignature } from '../../media/signatures.js';
import { identifyVObject } from '../../vobject/index.js';

import { extensionOf, inputName, UsageError } from '../io.js';

/** Extensions of pictures that are read and written: a PNG by its codec here, the others by their table. */
export const PICTURE_EXTENSIONS = ['.png', ...(Object.keys(PICTURE_FILES) as BitmapExtension[])] as const;

/** Extensions of pictures with colours that are read only; `handset repurpose` writes them. */
export const PHOTO_EXTENSIONS = ['.jpg', '.jpeg', '.gif', '.webp', '.avif', '.tif', '.tiff'] as const;

/** Extensions of tunes that are read; `.wav` is written only. */
export const TUNE_EXTENSIONS = (Object.keys(TUNE_FILES) as (keyof typeof TUNE_FILES)[]).filter(
  (extension): extension is TuneExtension => extension !== '.wav',
);

/** Extensions of WAP Push documents: XML, and WBXML. `.xml` and `.wbxml` hold any of them. */
export const PUSH_EXTENSIONS = ['.si', '.sl', '.xml', '.sic', '.slc', '.wbxml'] as const;

/** Extensions of cards, and of calendars. */
export const OBJECT_EXTENSIONS = ['.vcf', '.vcs', '.ics'] as const;

/** Extensions of multimedia messages, and of the archives that they are composed of. */
export const MESSAGE_EXTENSIONS = ['.mms', '.zip'] as const;

export type PictureExtension = (typeof PICTURE_EXTENSIONS)[number];
export type PhotoExtension = (typeof PHOTO_EXTENSIONS)[number];
export type { TuneExtension } from '../../inspect/formats/tune-files.js';
export type PushExtension = (typeof PUSH_EXTENSIONS)[number];
export type ObjectExtension = (typeof OBJECT_EXTENSIONS)[number];
export type MessageExtension = (typeof MESSAGE_EXTENSIONS)[number];

/** Extensions of what is read. */
export type FileExtension = WrittenExtension | PhotoExtension;

/** Extensions of what is written, too. */
export type WrittenExtension = PictureExtension | TuneExtension | PushExtension | ObjectExtension | MessageExtension;

/** A file's octets, and the extension that tells how to read them. */
export interface FileContent {
  readonly path: string;
  readonly octets: Uint8Array;
  readonly extension: FileExtension;
}

export function isPicture(extension: string): extension is PictureExtension | PhotoExtension {
  return isIn(PICTURE_EXTENSIONS)(extension) || isPhoto(extension);
}

/** Whether it is that of a picture which is read only. */
export const isPhoto = isIn(PHOTO_EXTENSIONS);

export const isTune = isIn(TUNE_EXTENSIONS);

export const isPush = isIn(PUSH_EXTENSIONS);

export const isVObject = isIn(OBJECT_EXTENSIONS);

export const isMessage = isIn(MESSAGE_EXTENSIONS);

function isIn<E extends string>(known: readonly E[]): (extension: string) => extension is E {
  return (extension): extension is E => (known as readonly string[]).includes(extension);
}

/** Whether a file of this extension is read. */
export function isFileExtension(extension: string): extension is FileExtension {
  return (KNOWN as readonly string[]).includes(extension);
}

/** What a file of an extension holds, in words. */
export function holds(extension: FileExtension | '.wav'): string {
  if (isPicture(extension)) return 'a picture';
  if (isPush(extension)) return 'a push document';
  if (isMessage(extension)) return extension === '.mms' ? 'a multimedia message' : 'an archive';
  if (isVObject(extension)) return extension === '.vcf' ? 'a card' : 'a calendar';
  return 'a tune';
}

/** A file that holds something else than the command takes; what is `held` defaults to what its extension says. */
export function notA(wanted: string, { path, extension }: FileContent, held: string = holds(extension)): UsageError {
  return new UsageError(`${inputName(path)} holds ${held}, not ${wanted}`);
}

/** `PNG` and `.png` of an option. */
export function extensionOption(value: string): string {
  return `.${value.replace(/^\./, '').toLowerCase()}`;
}

/**
 * What octets hold.
 * @param path where they come from, for messages; its extension says how to read octets that leave a doubt.
 * @param as what the user says that it is; it counts more than the file's name.
 * @throws DecodeError `bad-value` for a picture of a format that is known but not read, `truncated` for no octets.
 * @throws UsageError for a name that says nothing.
 */
export function recogniseFile(path: string, octets: Uint8Array, as: string | undefined): FileContent {
  const named = as ?? extensionOf(path);
  if (as !== undefined && !isFileExtension(named) && named !== '.wav') throw unknownExtension(as);
  const name = inputName(path);
  if (octets.length === 0) throw new DecodeError('truncated', name, 0, 'is empty');
  const extension = recognise(name, octets, named, as) ?? named;
  if (isFileExtension(extension)) return { path, octets, extension };
  if (extension === '.wav') throw new UsageError(`${name}: a WAV holds sound, not notes: it can be written, not read`);
  const how = `--as tells what it is: ${KNOWN.join(' ')}`;
  if (named === '') throw new DecodeError('bad-value', name, 0, `is nothing known here; ${how}`);
  throw new UsageError(`${name} is nothing known here, and there is no form for ${named}; ${how}`);
}

export function unknownExtension(name: string): UsageError {
  return new UsageError(`no form for ${name}: known are ${KNOWN.join(' ')} .wav`);
}

const KNOWN = [
  ...PICTURE_EXTENSIONS,
  ...PHOTO_EXTENSIONS,
  ...TUNE_EXTENSIONS,
  ...PUSH_EXTENSIONS,
  ...OBJECT_EXTENSIONS,
  ...MESSAGE_EXTENSIONS,
] as const;

/** Extensions of the files whose signature leaves no doubt. */
const SIGNED: Readonly<Record<string, FileExtension | '.wav'>> = {
  'image/png': '.png',
  'image/jpeg': '.jpg',
  'image/gif': '.gif',
  'image/x-nol': '.nol',
  'image/x-ngg': '.ngg',
  'image/x-nlm': '.nlm',
  'image/x-npm': '.npm',
  'image/bmp': '.bmp',
  'audio/x-ott': '.ott',
  'audio/midi': '.mid',
  'audio/x-wav': '.wav',
  'application/zip': '.zip',
};

/** WBXML 1.1 to 1.3, an SI, SL or CO, and UTF-8; X-Mms-Message-Type, which comes first, and the types that there are: 80 to 97. */
function protocolForm([first = 0, second = 0, third]: Uint8Array): '.wbxml' | '.mms' | undefined {
  if (first >= 1 && first <= MAX_WBXML_VERSION && second >= 5 && second <= 7 && third === 0x6a) return '.wbxml';
  return first === 0x8c && second >= 0x80 && second <= 0x97 ? '.mms' : undefined;
}

/** Extensions of pictures that packages read which the user has installed. */
const FOREIGN: Readonly<Record<EngineFormat, PhotoExtension>> = { webp: '.webp', avif: '.avif', tiff: '.tif' };
/** The first octet of WBXML 1.3. */
const MAX_WBXML_VERSION = 0x03;

/** @throws DecodeError `bad-value` for pictures of other formats. */
function recognise(path: string, octets: Uint8Array, named: string, as: string | undefined): string | undefined {
  const foreign = findForeignPicture(octets);
  if (foreign?.format !== undefined) return FOREIGN[foreign.format];
  if (foreign !== undefined) throw new DecodeError('bad-value', path, 0, foreignRefusal(foreign).reason);
  const signed = protocolForm(octets) ?? SIGNED[fileTypeBySignature(octets) ?? ''];
  if (signed === '.ott' && named === '.rng') return named;
  if (signed === '.wbxml' && (named === '.sic' || named === '.slc')) return named;
  if (signed !== undefined) return signed;
  // Other documents of WBXML begin with their version too, and may hold any text.
  if (named === '.wbxml' && (octets[0] as number) <= MAX_WBXML_VERSION) return named;
  const text = beginningOf(octets);
  const marked = text === undefined ? undefined : (melodyForm(text) ?? objectForm(text, named) ?? pushForm(text, named));
  // What has no beginning of its own is what the user says that it is.
  return marked ?? as ?? (text === undefined ? undefined : recogniseText(text, named)) ?? recogniseBitmap(octets, named);
}

/** Octets of a text that are looked at, and of a character in UTF-8. */
const [LOOK, MAX_CHARACTER] = [512, 4];

/** How a text begins; undefined for octets that are none. */
function beginningOf(octets: Uint8Array): string | undefined {
  // Cut where a character begins, not inside of one.
  let end = Math.min(octets.length, LOOK);
  while (end > LOOK - MAX_CHARACTER && end < octets.length && ((octets[end] as number) & 0xc0) === 0x80) end--;
  return tryDecode(() => decodeUtf8(octets.subarray(0, end)));
}

/** Texts by how they begin; a name that fits stays. */
function recogniseText(text: string, named: string): string | undefined {
  if (/^\s*[0-9A-Fa-f][0-9A-Fa-f\s]{3,}$/.test(text)) return '.hex';
  if (/^[#. ]*[#.][#. ]*\r?\n[#. \r\n]*$/.test(text)) return '.rows';
  if (['.rtttl', '.rtx', '.txt', '.imy', '.emy'].includes(named)) return undefined;
  return /^[^:]{0,64}:[^:]*:/.test(text) ? '.rtttl' : undefined;
}

function melodyForm(text: string): '.imy' | '.emy' | undefined {
  const letter = /^\uFEFF?\s*BEGIN:([IE])MELODY/i.exec(text)?.[1];
  if (letter === undefined) return undefined;
  return letter.toUpperCase() === 'I' ? '.imy' : '.emy';
}

function objectForm(text: string, named: string): ObjectExtension | undefined {
  const kind = identifyVObject(text);
  if (kind === 'vcard') return '.vcf';
  return kind === undefined ? undefined : named === '.ics' ? named : '.vcs';
}

/** XML, when its root can be one of the documents'. */
function pushForm(text: string, named: string): PushExtension | undefined {
  if (!/^\uFEFF?\s*<(?:[?!]|(?:si|sl|co)[\s/>])/.test(text)) return undefined;
  return named === '.si' || named === '.sl' ? named : '.xml';
}

/** The form of a tune's text: by its beginning, else by the file's name; `.rtttl` for all others. */
export function textForm(path: string, text: string): '.imy' | '.emy' | '.rtttl' {
  const named = extensionOf(path);
  return melodyForm(text) ?? (named === '.imy' || named === '.emy' ? named : '.rtttl');
}

/**
 * The two formats without a beginning of their own. A WBMP's second octet is 0, which in an OTA bitmap would be a width of 0; an OTA
 * bitmap has its depth, 1, behind its sides.
 */
function recogniseBitmap(octets: Uint8Array, named: string): string | undefined {
  const [first, second, third, fourth] = octets;
  if (first === 0x00 && second === 0x00 && third !== 0x00 && octets.length > 4) return '.wbmp';
  if (named === '.wbmp') return undefined;
  const isOta = (first === 0x00 && fourth === 0x01) || (first === 0x10 && octets[5] === 0x01);
  return isOta ? '.otb' : undefined;
}
