/**
 * The octets that files begin with. Each format has its signature here and nowhere else.
 *
 * Sources: the formats' own specifications.
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
  ['image/jp2', '\0\0\0\x0cjP  \r\n\x87\n', '\xff\x4f\xff\x51'],
  ['image/jxl', '\0\0\0\x0cJXL \r\n\x87\n', '\xff\n'],
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
  return findType(SIGNATURES, octets);
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
  return SIGNATURES.map(([type]) => type);
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
