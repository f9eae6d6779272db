/**
 * The octets that files begin with. Each format has its signature here and nowhere else.
 *
 * Sources: the formats' own specifications.
 * @module
 */

/** Octets, ASCII as text; `?` stands for any octet. The longer of two that begin alike comes first. */
const SIGNATURES: readonly (readonly [type: string, ...begins: string[]])[] = [
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

/** The media type of the signature that octets begin with. */
export function typeBySignature(octets: Uint8Array): string | undefined {
  return findType(octets, SIGNATURES);
}

function findType(octets: Uint8Array, all: typeof SIGNATURES): string | undefined {
  for (const signatures of all) {
    for (let i = 1; i < signatures.length; i++) if (beginsWith(octets, signatures[i] as string)) return signatures[0];
  }
  return undefined;
}

/** Media types that have a signature. */
export function typesWithSignature(): readonly string[] {
  return SIGNATURES.map(([type]) => type);
}

/** Whether octets begin as files of a type do, from `at` on. */
export function isOfType(octets: Uint8Array, type: 'image/jpeg' | 'image/png' | 'image/gif' | 'audio/x-wav', at = 0): boolean {
  const signatures = SIGNATURES.find(([name]) => name === type) as (typeof SIGNATURES)[number];
  return signatures.some((begins, i) => i > 0 && beginsWith(octets, begins, at));
}

/** Whether octets are fewer than the signature of a type, and the beginning of it. */
export function isCutSignature(octets: Uint8Array, type: 'image/png' | 'image/gif'): boolean {
  const [, ...signatures] = SIGNATURES.find(([name]) => name === type) as (typeof SIGNATURES)[number];
  const text = String.fromCharCode(...octets.subarray(0, 8));
  return octets.length > 0 && signatures.some((begins) => octets.length < begins.length && begins.startsWith(text));
}

const ANY = 0x3f;

function beginsWith(octets: Uint8Array, begins: string, at = 0): boolean {
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
export function fileKindOf(octets: Uint8Array): FileKind | undefined {
  return KINDS.get(findType(octets, FILES));
}
