/**
 * The files that a message is composed of: what each is, its text in the form that messages carry, and finding one by a reference.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { copyOctets, requireOctets } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { EncodeError } from '../errors.js';
import { decodeText, decodeUnmarked } from './charsets.js';
import {
  agreesWithSignature,
  beginsLikeText,
  extensionsOfType,
  hasSignature,
  mediaTypeOfName,
  parseMediaType,
  plainType,
  registeredType,
  signatureType,
  sniffMediaType,
} from './media-types.js';
import { baseName } from './names.js';
import { addToList } from './part-finder.js';
import { isUtf16 } from './smil-text.js';

/** A file to include in a message. */
export interface PartInput {
  /** File name, or path with `/`, by which other parts and the SMIL refer to it. */
  readonly name: string;
  /** Content: octets, or a text. */
  readonly data: Uint8Array | string;
  /**
   * Content type, such as `image/jpeg`, or `text/plain; charset=koi8-r`; other parameters are dropped. By default it follows from the extension of
   * the name, or else from the octets.
   */
  readonly contentType?: string | undefined;
  /** Charset of a text given as octets, by name; by default UTF-8 if they are valid, otherwise ISO-8859-1. */
  readonly charset?: string | undefined;
}

/** A file whose octets may belong to the message alone, so that they need no copy. */
export interface FreshInput extends PartInput {
  readonly isFresh?: boolean;
}

/** The kinds of {@link ComposeWarning}. */
export type ComposeWarningCode =
  /** The octets have another type than the name or the manifest says; that of the octets is used. */
  | 'type-clash'
  /** The octets do not begin with the signature of the type. */
  | 'no-signature'
  /** An empty file. */
  | 'empty'
  /** A text without a charset that is not UTF-8; read as ISO-8859-1. */
  | 'charset'
  /** A file of unknown type, included as application/octet-stream. */
  | 'unknown-type'
  /** A picture of a format that few handsets show, included unchanged. */
  | 'foreign-picture'
  /** Something in the SMIL that OMA's subset lacks; it is kept. */
  | 'smil'
  /** A part that the SMIL does not show; handsets may hide it. */
  | 'not-in-smil'
  /** A file that the manifest does not name; it is placed last. */
  | 'not-in-manifest'
  /** A SMIL is to be made, but no file can be shown on a slide. */
  | 'nothing-to-show'
  /** A part that the content class does not allow. */
  | 'content-class'
  /** A part whose type the handset's profile does not list, or a picture larger than it allows. */
  | 'handset'
  /** A subject of more than 40 characters, which handsets may cut. */
  | 'long-subject';

/** A warning of `composeMms`. */
export interface ComposeWarning {
  /** The kind of warning. */
  readonly code: ComposeWarningCode;
  /** Name of the file, as given. */
  readonly part?: string | undefined;
  /** The warning in words, with the values found. */
  readonly message: string;
}

/** Called with each warning. */
export type Warn = (code: ComposeWarningCode, part: string | undefined, message: string) => void;

/** A file whose type is known. */
export interface ComposeFile {
  /** Path with `/`. */
  readonly name: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly charset?: string | undefined;
}

/** What `composeMms` does with unknown types: throw, or include them. */
export type UnknownTypes = 'refuse' | 'carry';

/**
 * A file with its type, and its text as UTF-8 with CR LF.
 * @throws EncodeError `bad-value` for a file in a message that is itself a message or an archive, `unencodable` for an unknown type that
 *   is to be refused.
 */
export function prepareFile(input: FreshInput, unknownTypes: UnknownTypes, warn: Warn): ComposeFile {
  requireObject(input, 'a part');
  const { name, data } = input;
  if (typeof name !== 'string') throw new TypeError('the name of a part is a string');
  if (typeof data !== 'string') requireOctets(data, `the data of part ${quote(name)}`);
  const claimed = readClaim(input);
  // A string becomes UTF-8, whatever it was before.
  const charset = typeof data === 'string' ? undefined : (input.charset ?? claimed?.charset);
  const octets = typeof data === 'string' ? encodeUtf8(data, partField(name)) : input.isFresh ? data : copyOctets(data);
  if (octets.length === 0) warn('empty', name, 'an empty file');
  const contentType = registeredType(findType(input, claimed?.contentType, octets, unknownTypes, warn));
  const type = plainType(contentType);
  if (type === 'application/vnd.wap.mms-message' || type === 'application/zip') {
    throw EncodeError.badValue(partField(name), `${contentType} inside a message`);
  }
  if (type === 'text/plain') {
    const text = typeof data === 'string' ? data : readFileText(octets, charset, name, warn);
    return { name, contentType, data: encodeUtf8(withCrLf(text), partField(name)), charset: 'utf-8' };
  }
  // Each property of a card names its own charset; other types are carried verbatim.
  const told = charset ?? (type.startsWith('text/') && isUtf8(octets) ? 'utf-8' : undefined);
  return { name, contentType, data: octets, charset: told };
}

/** The type that the caller gives. */
function readClaim({ name, contentType }: PartInput): { contentType: string; charset?: string } | undefined {
  if (contentType === undefined) return undefined;
  if (typeof contentType !== 'string') throw new TypeError(`the content type of part ${quote(name)} is a string`);
  const claimed = parseMediaType(contentType);
  if (claimed !== undefined) return claimed;
  throw EncodeError.badValue(partField(name), `${quote(contentType)} is not a media type`);
}

function findType(
  { name, data }: PartInput,
  contentType: string | undefined,
  octets: Uint8Array,
  unknownTypes: UnknownTypes,
  warn: Warn,
): string {
  const claimed = contentType ?? mediaTypeOfName(name);
  const signature = typeof data === 'string' ? undefined : signatureType(octets);
  if (claimed !== undefined) {
    if (signature === undefined) {
      if (octets.length > 0 && hasSignature(claimed)) warn('no-signature', name, `has no signature of ${claimed}`);
      return claimed;
    }
    // A type that is not in the table may look like anything, and a text may begin with any word.
    if (agreesWithSignature(claimed, signature) || extensionsOfType(claimed).length === 0) return claimed;
    if (plainType(claimed).startsWith('text/') && beginsLikeText(octets) && isUtf8(octets)) return claimed;
    warn('type-clash', name, `is ${signature}, not ${claimed}`);
    return signature;
  }
  const found = typeof data === 'string' ? 'text/plain' : (signature ?? sniffMediaType(octets));
  if (found !== undefined) return found;
  if (unknownTypes === 'refuse') {
    throw new EncodeError(
      'unencodable',
      partField(name),
      undefined,
      'unknown type: neither the extension nor the signature is known',
    );
  }
  warn('unknown-type', name, 'carried as application/octet-stream');
  return 'application/octet-stream';
}

function readFileText(octets: Uint8Array, charset: string | undefined, name: string, warn: Warn): string {
  if (charset !== undefined) {
    const text = decodeText(octets, charset, true);
    if (text !== undefined) return withoutMark(text);
    throw EncodeError.badValue(partField(name), `is not a text in the charset ${quote(charset)}`);
  }
  const text = isUtf16(octets) ? decodeText(octets, 'utf-16', true) : decodeText(octets, 'utf-8', true);
  if (text !== undefined) return withoutMark(text);
  warn('charset', name, 'is not UTF-8; read as ISO-8859-1');
  return decodeUnmarked(octets);
}

function withoutMark(text: string): string {
  return text.startsWith('\ufeff') ? text.slice(1) : text;
}

/** Line ends as texts of messages have them. */
function withCrLf(text: string): string {
  return text.replace(/\r\n|\r|\n/g, '\r\n');
}

function isUtf8(octets: Uint8Array): boolean {
  return decodeText(octets, 'utf-8', true) !== undefined;
}

/** Characters of a name in errors. */
const MAX_NAME = 60;

/** How errors name a part that was given. */
export function partField(name: string): string {
  return `MMS/part ${quote(name, MAX_NAME)}`;
}

/** The file that was looked for, or why it was not found. */
export type Found<File> = { readonly file: File } | { readonly fault: string };

/** Looks up files by path. */
export class FileFinder<File extends { readonly name: string }> {
  /** By path, by path in any letter case, by file name in any letter case. */
  readonly #maps: readonly Map<string, File[]>[] = [new Map(), new Map(), new Map()];

  readonly #commonFolder: string;

  /** @param commonFolder the folder that was removed from the start of the paths, with its `/`; references may have it. */
  constructor(files: readonly File[], commonFolder = '') {
    this.#commonFolder = commonFolder.toLowerCase();
    for (const file of files) {
      lookupKeys(normalizePath(file.name)).forEach((key, i) => {
        addToList(this.#maps[i] as Map<string, File[]>, key, file);
      });
    }
  }

  /**
   * A file by its whole path, from a folder (with its `/`) and then from the top, first in this letter case and then in any; then by its
   * name alone. Two that match equally well are a fault.
   */
  find(reference: string, folder = ''): Found<File> {
    const paths = [normalizePath(folder + reference), normalizePath(reference)];
    const keys = [...paths, ...paths.map((path) => this.#withoutCommonFolder(path))].map(lookupKeys);
    for (const [i, map] of this.#maps.entries()) {
      const files = keys.map((key) => map.get(key[i] as string)).find((list) => list !== undefined) ?? [];
      if (files.length > 1) return { fault: `could be any of ${files.map(({ name }) => quote(name)).join(', ')}` };
      if (files.length === 1) return { file: files[0] as File };
    }
    return { fault: 'is not a file of the message' };
  }

  #withoutCommonFolder(path: string): string {
    return path.toLowerCase().startsWith(this.#commonFolder) ? path.slice(this.#commonFolder.length) : path;
  }
}

/** @param path normalized. */
function lookupKeys(path: string): readonly [string, string, string] {
  const folded = path.toLowerCase();
  return [path, folded, baseName(folded)];
}

/** `./a/../b.gif` is `b.gif`. */
function normalizePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.normalize('NFC').replaceAll('\\', '/').split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '.' && segment !== '') segments.push(segment);
  }
  return segments.join('/');
}

/** Paths without the one folder that all of them lie in, and that folder with its `/`. */
export function withoutCommonFolder<File extends { readonly name: string }>(
  files: readonly File[],
): { files: File[]; folder: string } {
  const first = files[0]?.name ?? '';
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (!files.every(({ name }) => name.startsWith(folder))) return { files: [...files], folder: '' };
  return { files: files.map((file) => ({ ...file, name: file.name.slice(folder.length) })), folder };
}

/** Order of names as people count: `2.jpg` before `10.jpg`. */
export function compareNaturally(a: string, b: string): number {
  const left = a.toLowerCase().match(/\d+|\D+/g) ?? [];
  const right = b.toLowerCase().match(/\d+|\D+/g) ?? [];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const x = left[i] as string;
    const y = right[i] as string;
    const areNumbers = /^\d/.test(x) && /^\d/.test(y);
    const order = areNumbers ? compareDigits(x, y) : x < y ? -1 : Number(x > y);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Numbers of any length. */
function compareDigits(a: string, b: string): number {
  const x = a.replace(/^0+/, '');
  const y = b.replace(/^0+/, '');
  return x.length - y.length || (x < y ? -1 : Number(x > y));
}
