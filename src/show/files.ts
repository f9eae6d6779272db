/**
 * Files by their extensions: what they hold, and what octets are that come with a name or without one.
 * @module
 */
import { decodeUtf8 } from '../bytes/index.js';
import { tryDecode } from '../bytes/try-decode.js';
import { NAMES } from '../inspect/formats/names.js';
import { PICTURE_FILES } from '../inspect/formats/picture-files.js';
import { mayBeginObject } from '../inspect/object-start.js';
import { fileTypeBySignature } from '../media/signatures.js';
import { identifyVObject } from '../vobject/index.js';

/** What a file holds, in words. */
const KIND_WORDS = {
  picture: 'a picture',
  tune: 'a tune',
  sound: 'a tune',
  push: 'a push document',
  card: 'a card',
  calendar: 'a calendar',
  mms: 'a multimedia message',
  archive: 'an archive',
} as const;

/** What a file holds. */
export type FileKind = keyof typeof KIND_WORDS;

/** What is known of files with an extension. */
export interface FileType {
  /** With its dot, in lower case. */
  readonly extension: string;
  readonly kind: FileKind;
  readonly isRead: boolean;
  readonly isWritten: boolean;
}

/** Pictures that packages read which the user has installed. */
const FOREIGN = ['.webp', '.avif', '.heic', '.heif', '.tif', '.tiff', '.svg', '.jp2', '.jxl'];

const FILE_TYPES: ReadonlyMap<string, FileType> = /* @__PURE__ */ listFileTypes();

/** By what they hold; pictures of one bit come first. */
function listFileTypes(): Map<string, FileType> {
  const types = new Map<string, FileType>();
  const add = (extensions: readonly string[], kind: FileKind, isWritten: boolean) => {
    for (const extension of extensions) {
      if (!types.has(extension)) types.set(extension, { extension, kind, isRead: kind !== 'sound', isWritten });
    }
  };
  add(['.png', ...Object.keys(PICTURE_FILES)], 'picture', true);
  for (const kind of Object.keys(KIND_WORDS) as FileKind[]) {
    for (const names of Object.values(NAMES)) if (names.kind === kind) add(names.extensions, kind, kind !== 'picture');
    if (kind === 'picture') add(FOREIGN, kind, false);
  }
  return types;
}

/** What is known of an extension; undefined for one that no file here has. */
export function findFileType(extension: string): FileType | undefined {
  return FILE_TYPES.get(extension);
}

/** The extensions of files that are read, or of those that are written, too. */
export function listExtensions(how: 'isRead' | 'isWritten' = 'isRead'): string[] {
  return [...FILE_TYPES.values()].filter((type) => type[how]).map(({ extension }) => extension);
}

/** What a kind of file holds, in words: `a card`. */
export function describeKind(kind: FileKind): string {
  return KIND_WORDS[kind];
}

// ---- What octets are ----

/** Extensions of the files whose signature leaves no doubt. */
const SIGNED: Readonly<Record<string, string>> = {
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

/** The first octet of WBXML 1.3. */
const MAX_WBXML_VERSION = 0x03;

/**
 * The extension that tells how to read octets: their first ones say so where they can, else their name.
 * @param named the extension of their name, which says how to read octets that leave a doubt
 * @param as the extension that somebody says they have; it counts more than the name
 */
export function findExtension(octets: Uint8Array, named: string, as?: string): string | undefined {
  const signed = protocolForm(octets) ?? SIGNED[fileTypeBySignature(octets) ?? ''];
  if (signed === '.ott' && named === '.rng') return named;
  if (signed === '.wbxml' && (named === '.sic' || named === '.slc')) return named;
  if (signed !== undefined) return signed;
  // Other documents of WBXML begin with their version too, and may hold any text.
  if (named === '.wbxml' && (octets[0] as number) <= MAX_WBXML_VERSION) return named;
  const text = beginningOf(octets);
  const marked = text === undefined ? undefined : (melodyForm(text) ?? objectForm(text, named) ?? pushForm(text, named));
  // What has no beginning of its own is what the user says that it is.
  return marked ?? as ?? (text === undefined ? undefined : textForm(text, named)) ?? bitmapForm(octets, named);
}

/** WBXML 1.1 to 1.3, an SI, SL or CO, and UTF-8; X-Mms-Message-Type, which comes first, and the types that there are: 80 to 97. */
function protocolForm([first = 0, second = 0, third]: Uint8Array): '.wbxml' | '.mms' | undefined {
  if (first >= 1 && first <= MAX_WBXML_VERSION && second >= 5 && second <= 7 && third === 0x6a) return '.wbxml';
  return first === 0x8c && second >= 0x80 && second <= 0x97 ? '.mms' : undefined;
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
function textForm(text: string, named: string): string | undefined {
  if (/^\s*[0-9A-Fa-f][0-9A-Fa-f\s]{3,}$/.test(text)) return '.hex';
  if (/^[#. ]*[#.][#. ]*\r?\n[#. \r\n]*$/.test(text)) return '.rows';
  if (['.rtttl', '.rtx', '.txt', '.imy', '.emy', '.ino'].includes(named)) return undefined;
  return /^[^:]{0,64}:[^:]*:/.test(text) ? '.rtttl' : undefined;
}

function melodyForm(text: string): '.imy' | '.emy' | '.fmf' | undefined {
  if (/^\uFEFF?\s*Filetype: *Flipper Music Format/.test(text)) return '.fmf';
  const letter = /^\uFEFF?\s*BEGIN:([IE])MELODY/i.exec(text)?.[1];
  if (letter === undefined) return undefined;
  return letter.toUpperCase() === 'I' ? '.imy' : '.emy';
}

function objectForm(text: string, named: string): '.vcf' | '.vcs' | '.ics' | undefined {
  const kind = mayBeginObject(text) ? identifyVObject(text) : undefined;
  if (kind === 'vcard') return '.vcf';
  return kind === undefined ? undefined : named === '.ics' ? named : '.vcs';
}

/** XML, when its root can be one of the documents'. */
function pushForm(text: string, named: string): '.si' | '.sl' | '.xml' | undefined {
  if (!/^\uFEFF?\s*<(?:[?!]|(?:si|sl|co)[\s/>])/.test(text)) return undefined;
  return named === '.si' || named === '.sl' ? named : '.xml';
}

/**
 * The two formats without a beginning of their own. A WBMP's second octet is 0, which in an OTA bitmap would be a width of 0; an OTA
 * bitmap has its depth, 1, after its sides.
 */
function bitmapForm(octets: Uint8Array, named: string): string | undefined {
  const [first, second, third, fourth] = octets;
  if (first === 0x00 && second === 0x00 && third !== 0x00 && octets.length > 4) return '.wbmp';
  if (['.wbmp', '.bluejay', '.am32'].includes(named)) return undefined;
  const isOta = (first === 0x00 && fourth === 0x01) || (first === 0x10 && octets[5] === 0x01);
  return isOta ? '.otb' : undefined;
}

/** The form of a tune's text: by its beginning, else by its name; `.rtttl` for all others. */
export function findTuneForm(text: string, named: string): '.imy' | '.emy' | '.fmf' | '.rtttl' {
  return melodyForm(text) ?? (named === '.imy' || named === '.emy' || named === '.fmf' ? named : '.rtttl');
}
