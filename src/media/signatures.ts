/**
 * The octets that files begin with. Each format has its signature here and nowhere else.
 *
 *   AVIF, HEIC   length(4) "ftyp" brand(4) version(4) brands(4 each): general brands are followed by those that the file goes with
 *   SVG          XML whose root is svg
 *
 * Sources: the formats' own specifications; ISO/IEC 14496-12 and 23008-12, AV1 Image File Format 1.1; SVG 1.1.
 * @module
 */
import type { ByteReader } from '../bytes/reader.js';
import { DecodeError } from '../errors.js';

/** A media type, and what its files begin with: octets, ASCII as text; `?` is any octet. */
type Signature = readonly [type: string, ...begins: string[]];

/** Types that parts of messages have. The longer of two that begin alike comes first. */
const SIGNATURES: readonly Signature[] = [
  ['image/jpeg', '\xff\xd8\xff'],
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/gif', 'GIF87a', 'GIF89a'],
  ['image/bmp', 'BM????\0\0\0\0'],
  ['image/tiff', 'II*\0', 'MM\0*'],
  ['image/webp', 'RIFF????WEBP'],
  ['image/jp2', '\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51'],
  ['image/jxl', '\0\0\0\x0cJXL \r\n\x87\n', '\xff\n'],
  ['audio/amr-wb', '#!AMR-WB\n'],
  ['audio/amr', '#!AMR\n'],
  ['audio/midi', 'MThd\0\0\0\x06'],
  ['audio/x-wav', 'RIFF????WAVE'],
  ['audio/qcelp', 'RIFF????QLCM'],
  ['video/x-msvideo', 'RIFF????AVI '],
  ['application/vnd.smaf', 'MMMD\0'],
  ['audio/mobile-xmf', 'XMF_2'],
  ['audio/xmf', 'XMF_'],
  ['audio/mpeg', 'ID3\x02\0', 'ID3\x03\0', 'ID3\x04\0'],
  ['audio/basic', '.snd\0\0\0'],
  ['video/3gpp', '????ftyp3gp'],
  ['video/3gpp2', '????ftyp3g2'],
  ['audio/mp4', '????ftypM4A'],
  ['video/mp4', '????ftyp'],
  ['application/pdf', '%PDF-'],
  ['application/zip', 'PK\x03\x04', 'PK\x05\x06'],
];

/** Files that are not parts of messages; and the first octets of two formats whose damaged files are known by their beginning alone. */
const MORE_SIGNATURES: readonly Signature[] = [
  ['image/tiff', 'II+\0', 'MM\0+'],
  ['image/x-nol', 'NOL\0'],
  ['image/x-ngg', 'NGG\0'],
  ['image/x-nlm', 'NLM '],
  ['image/x-npm', 'NPM\0'],
  ['audio/x-ott', '\x02J:', '\x03JD:'],
  ['image/gif', 'GIF8'],
  ['audio/midi', 'MThd'],
];

/** The media type of the signature that octets begin with. */
export function typeBySignature(octets: Uint8Array): string | undefined {
  return findByBrand(octets) ?? findType(SIGNATURES, octets);
}

/** Brands of pictures in the container that films have, too (ISO/IEC 23008-12 section 10, AV1 Image File Format section 8). */
const AVIF_BRANDS: readonly string[] = ['avif', 'avis'];
const HEIC_BRANDS: readonly string[] = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs'];
const GENERAL_BRANDS: readonly string[] = ['mif1', 'mif2', 'msf1', 'miaf'];
const MAX_BRANDS = 64;

function findByBrand(octets: Uint8Array): 'image/avif' | 'image/heic' | undefined {
  if (!beginsWith(octets, '????ftyp')) return undefined;
  const brandAt = (at: number) => String.fromCharCode(...octets.subarray(at, at + 4));
  const major = brandAt(8);
  if (AVIF_BRANDS.includes(major)) return 'image/avif';
  if (HEIC_BRANDS.includes(major)) return 'image/heic';
  if (!GENERAL_BRANDS.includes(major)) return undefined;
  for (let i = 0; i < MAX_BRANDS; i++) if (AVIF_BRANDS.includes(brandAt(16 + i * 4))) return 'image/avif';
  return 'image/heic';
}

/** Octets that are looked at for the root of an SVG. */
const MAX_PROLOG = 4096;

/** Whether octets begin as an SVG. It has no signature: a text may begin like it. */
export function isSvg(octets: Uint8Array): boolean {
  const first = octets[0] ?? 0;
  if (first !== 0x3c && first !== 0xef && first > 0x20) return false;
  const text = String.fromCharCode(...octets.subarray(0, MAX_PROLOG)).replace(/^\xef\xbb\xbf/, '');
  for (let at = 0; ; ) {
    at += (/^\s*/.exec(text.slice(at)) as RegExpExecArray)[0].length;
    if (/^<(?:\w{1,32}:)?svg[\s>/]/.test(text.slice(at, at + 64))) return true;
    const end = endOfProlog(text, at);
    if (end < 0) return false;
    at = end;
  }
}

/** The end of what may be before the root: an instruction, a comment, or a document type; -1 for anything else. */
function endOfProlog(text: string, at: number): number {
  const after = (closing: string, from: number) => {
    const found = text.indexOf(closing, from);
    return found < 0 ? -1 : found + closing.length;
  };
  if (text.startsWith('<?', at)) return after('?>', at);
  if (text.startsWith('<!--', at)) return after('-->', at + 4);
  if (!/^<!doctype\s/i.test(text.slice(at, at + 10))) return -1;
  const end = after('>', at);
  const subset = text.slice(at, end).indexOf('[');
  return subset < 0 ? end : after(']>', at + subset);
}

/** Pictures that handsets of the time do not show, by media type, as people write them. */
const FOREIGN: Readonly<Record<string, string>> = {
  'image/webp': 'WebP',
  'image/avif': 'AVIF',
  'image/heic': 'HEIC',
  'image/tiff': 'TIFF',
  'image/svg+xml': 'SVG',
  'image/jp2': 'JPEG 2000',
  'image/jxl': 'JPEG XL',
};

/** A picture of a format that handsets of the time do not show. */
export interface ForeignType {
  /** As people write it. */
  readonly name: string;
  readonly contentType: string;
}

/** Which of these formats octets begin as; undefined for all others. */
export function findForeignType(octets: Uint8Array): ForeignType | undefined {
  const signed = fileTypeBySignature(octets);
  const contentType = signed ?? (isSvg(octets) ? 'image/svg+xml' : '');
  return Object.hasOwn(FOREIGN, contentType) ? { name: FOREIGN[contentType] as string, contentType } : undefined;
}

function findType(table: readonly Signature[], octets: Uint8Array): string | undefined {
  // A loop, since a copy of each row without its type takes longer than the comparison.
  for (const row of table) {
    for (let i = 1; i < row.length; i++) if (beginsWith(octets, row[i] as string)) return row[0];
  }
  return undefined;
}

/** The same of any file, of a part of a message or not. */
export function fileTypeBySignature(octets: Uint8Array): string | undefined {
  return findType(MORE_SIGNATURES, octets) ?? typeBySignature(octets);
}

/** Media types of parts that have a signature. */
export function typesWithSignature(): readonly string[] {
  return [...SIGNATURES.map(([type]) => type), 'image/avif', 'image/heic'];
}

/** Whether octets begin as files of a type do, from `at` on. */
export function isOfType(octets: Uint8Array, type: 'image/jpeg' | 'image/png' | 'image/gif' | 'audio/x-wav', at = 0): boolean {
  const signatures = SIGNATURES.find(([name]) => name === type) as Signature;
  return signatures.some((begins, i) => i > 0 && beginsWith(octets, begins, at));
}

/** Whether octets are fewer than the signature of a type, and the beginning of it. */
export function isCutSignature(octets: Uint8Array, type: 'image/png' | 'image/gif'): boolean {
  const [, ...signatures] = SIGNATURES.find(([name]) => name === type) as Signature;
  const text = String.fromCharCode(...octets.subarray(0, 8));
  return octets.length > 0 && signatures.some((begins) => octets.length < begins.length && begins.startsWith(text));
}

/** Requires that octets begin as files of a type do. @throws DecodeError `truncated` within the signature, `bad-value` */
export function requireSignature({ octets, offset, end }: ByteReader, type: 'image/png' | 'image/gif', field: string): void {
  if (isOfType(octets, type, offset)) return;
  if (isCutSignature(octets.subarray(offset, end), type))
    throw new DecodeError('truncated', field, offset, 'ends in its signature');
  throw new DecodeError('bad-value', field, offset, `bad ${field} signature`);
}

const ANY = 0x3f;

/** Whether octets have those of a signature from `at` on; `?` is any octet. */
export function beginsWith(octets: Uint8Array, begins: string, at = 0): boolean {
  if (octets.length - at < begins.length) return false;
  for (let i = 0; i < begins.length; i++) {
    const code = begins.charCodeAt(i);
    if (code !== ANY && octets[at + i] !== code) return false;
  }
  return true;
}

/** The files whose containers are read here. */
export type FileKind = 'png' | 'jpeg' | 'gif' | 'wav';

const KINDS: ReadonlyMap<string | undefined, FileKind> = /* @__PURE__ */ new Map<string, FileKind>([
  ['image/png', 'png'],
  ['image/jpeg', 'jpeg'],
  ['image/gif', 'gif'],
  ['audio/x-wav', 'wav'],
]);

/** The signatures of these files. */
const FILES = /* @__PURE__ */ SIGNATURES.filter(([type]) => KINDS.has(type));

/** The kind of file that octets begin as; undefined for any other. */
export function findFileKind(octets: Uint8Array): FileKind | undefined {
  return KINDS.get(findType(FILES, octets));
}
