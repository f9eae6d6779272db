/**
 * Media types of the files that messages carry: by extension, and by the octets a file begins with.
 *
 * General registers lack these types (.mms .imy .otb .emy .sic) or have others (.rtx as RichText, .rng as RELAX NG). Types
 * that WSP has a code for are spelt as in its register. Types of tunes and logos that are not registered are those that handsets of the
 * time listed in their profiles, or else begin with x-.
 * Sources: IANA media types; WAP-230-WSP table 40; accept lists of UAProf documents; the formats' own specifications for the signatures.
 * @module
 */

import { requireText } from '../bytes/check.js';
import { requireOctets } from '../bytes/octets.js';
import { isSvg, typeBySignature, typesWithSignature } from '../media/signatures.js';

/** The role of a part on a slide; parts of role `other` are attachments. */
export type MediaClass = 'image' | 'text' | 'sound' | 'video' | 'presentation' | 'other';

/** Type, and its extensions; the first one is what a file of the type is called. */
const TYPES: readonly (readonly [type: string, ...extensions: string[]])[] = [
  ['image/jpeg', 'jpg', 'jpeg', 'jpe', 'jfif'],
  ['image/gif', 'gif'],
  ['image/png', 'png'],
  ['image/vnd.wap.wbmp', 'wbmp', 'wbm'],
  ['image/bmp', 'bmp', 'dib'],
  ['image/tiff', 'tif', 'tiff'],
  ['image/svg+xml', 'svg'],
  ['image/webp', 'webp'],
  ['image/avif', 'avif'],
  ['image/heic', 'heic', 'heif', 'hif'],
  ['image/jp2', 'jp2', 'jpf', 'j2k', 'j2c'],
  ['image/jxl', 'jxl'],
  ['image/x-ota-bitmap', 'otb', 'ota'],
  ['image/x-nokia-logo', 'nol', 'ngg'],
  ['text/plain', 'txt', 'text'],
  ['text/x-vCard', 'vcf', 'vcard'],
  ['text/x-vCalendar', 'vcs'],
  ['text/calendar', 'ics'],
  ['text/x-vnote', 'vnt'],
  ['text/html', 'htm', 'html'],
  ['application/xhtml+xml', 'xhtml', 'xht'],
  ['text/css', 'css'],
  ['text/xml', 'xml'],
  ['text/vnd.wap.wml', 'wml'],
  ['application/vnd.wap.wmlc', 'wmlc'],
  ['text/vnd.wap.si', 'si'],
  ['application/vnd.wap.sic', 'sic'],
  ['text/vnd.wap.sl', 'sl'],
  ['application/vnd.wap.slc', 'slc'],
  ['application/vnd.wap.wbxml', 'wbxml'],
  ['application/smil', 'smil', 'smi', 'sml'],
  ['audio/amr', 'amr'],
  ['audio/amr-wb', 'awb'],
  ['audio/midi', 'mid', 'midi', 'kar'],
  ['audio/sp-midi', 'spmid', 'smid'],
  ['audio/imelody', 'imy', 'ime'],
  ['text/x-emelody', 'emy'],
  ['text/x-rtttl', 'rtttl'],
  ['text/x-rtx', 'rtx'],
  ['application/vnd.nokia.ringing-tone', 'rng', 'ott'],
  ['application/vnd.smaf', 'mmf', 'smaf'],
  ['audio/xmf', 'xmf'],
  ['audio/mobile-xmf', 'mxmf'],
  ['audio/x-wav', 'wav'],
  ['audio/mpeg', 'mp3'],
  ['audio/aac', 'aac'],
  ['audio/mp4', 'm4a'],
  ['audio/qcelp', 'qcp'],
  ['audio/basic', 'au', 'snd'],
  ['video/3gpp', '3gp', '3gpp'],
  ['video/3gpp2', '3g2', '3gpp2'],
  ['video/mp4', 'mp4', 'm4v', 'mpg4'],
  ['video/mpeg', 'mpg', 'mpeg'],
  ['video/x-msvideo', 'avi'],
  ['text/vnd.sun.j2me.app-descriptor', 'jad'],
  ['application/java-archive', 'jar'],
  ['application/vnd.symbian.install', 'sis'],
  ['application/vnd.eri.thm', 'thm'],
  ['application/vnd.nok-s40theme', 'nth'],
  ['application/vnd.oma.drm.message', 'dm'],
  ['application/vnd.oma.drm.content', 'dcf'],
  ['application/vnd.oma.drm.rights+xml', 'dr'],
  ['application/vnd.oma.drm.rights+wbxml', 'drc'],
  ['application/pdf', 'pdf'],
  ['application/vnd.wap.mms-message', 'mms'],
  ['application/zip', 'zip'],
];

/** Other names of types above, as profiles and senders write them. */
const ALIASES: Readonly<Record<string, string>> = {
  'image/jpg': 'image/jpeg',
  'image/pjpeg': 'image/jpeg',
  'image/wbmp': 'image/vnd.wap.wbmp',
  'image/x-bmp': 'image/bmp',
  'image/ms-bmp': 'image/bmp',
  'image/x-ms-bmp': 'image/bmp',
  'image/x-png': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'application/smil+xml': 'application/smil',
  'audio/x-amr': 'audio/amr',
  'audio/mid': 'audio/midi',
  'audio/x-mid': 'audio/midi',
  'audio/x-midi': 'audio/midi',
  'text/imelody': 'audio/imelody',
  'text/x-imelody': 'audio/imelody',
  'audio/x-imelody': 'audio/imelody',
  'audio/imy': 'audio/imelody',
  'audio/wav': 'audio/x-wav',
  'audio/wave': 'audio/x-wav',
  'audio/x-wave': 'audio/x-wav',
  'audio/mp3': 'audio/mpeg',
  'audio/x-mp3': 'audio/mpeg',
  'audio/mpg': 'audio/mpeg',
  'audio/x-mpg': 'audio/mpeg',
  'audio/mpeg3': 'audio/mpeg',
  'audio/x-mpeg': 'audio/mpeg',
  'audio/x-mpeg3': 'audio/mpeg',
  'audio/m4a': 'audio/mp4',
  'audio/x-m4a': 'audio/mp4',
  'application/x-smaf': 'application/vnd.smaf',
  'application/x-java-archive': 'application/java-archive',
  'video/3gp': 'video/3gpp',
  'text/vcard': 'text/x-vCard',
  'multipart/mixed': 'application/vnd.wap.multipart.mixed',
  'multipart/related': 'application/vnd.wap.multipart.related',
};

let typesByExtension: ReadonlyMap<string, string> | undefined;
let rowsByType: ReadonlyMap<string, (typeof TYPES)[number]> | undefined;

/** Returns the content type of a file by the extension of its name or path, in any letter case; undefined for an unknown extension. */
export function mediaTypeOfName(name: string): string | undefined {
  requireText(name, 'name');
  typesByExtension ??= new Map(TYPES.flatMap(([type, ...extensions]) => extensions.map((extension) => [extension, type])));
  const dot = name.lastIndexOf('.');
  return dot < 0 ? undefined : typesByExtension.get(name.slice(dot + 1).toLowerCase());
}

/** Returns the file name extensions of a content type, without the dot, the usual one first; none for an unknown type. */
export function extensionsOfType(contentType: string): readonly string[] {
  requireText(contentType, 'contentType');
  return findRow(contentType)?.slice(1) ?? [];
}

/** A type as messages spell it: without parameters; one that is known here by its first name, any other as it was given. */
export function registeredType(contentType: string): string {
  return findRow(contentType)?.[0] ?? (contentType.split(';', 1)[0] as string).trim();
}

function findRow(contentType: string): (typeof TYPES)[number] | undefined {
  rowsByType ??= new Map(TYPES.map((row) => [row[0].toLowerCase(), row]));
  return rowsByType.get(plainType(contentType));
}

/** A type and the charset beside it, of `text/plain; charset="utf-8"`; undefined for what is not a media type. */
export function parseMediaType(text: string): { contentType: string; charset?: string } | undefined {
  const [type = '', ...parameters] = text.split(';');
  const contentType = type.trim();
  if (!/^[A-Za-z0-9!#$&^_.+-]{1,64}\/[A-Za-z0-9!#$&^_.+-]{1,64}$/.test(contentType)) return undefined;
  const charset = parameters.map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/i.exec(parameter)?.[1]).find(Boolean);
  return charset === undefined ? { contentType } : { contentType, charset };
}

/** Normalizes a content type for comparison: lower case, without parameters, aliases such as `image/jpg` replaced. */
export function plainType(contentType: string): string {
  requireText(contentType, 'contentType');
  const semicolon = contentType.indexOf(';');
  const type = (semicolon < 0 ? contentType : contentType.slice(0, semicolon)).trim().toLowerCase();
  return Object.hasOwn(ALIASES, type) ? (ALIASES[type] as string).toLowerCase() : type;
}

/** Sounds that are not `audio/...`. */
const SOUND_TYPES = new Set([
  'application/vnd.smaf',
  'application/vnd.nokia.ringing-tone',
  'text/x-emelody',
  'text/x-rtttl',
  'text/x-rtx',
]);

/** Returns the role on a slide of a part with this content type. Cards, calendars, web pages, applications and protected content are `other`. */
export function classifyMedia(contentType: string): MediaClass {
  requireText(contentType, 'contentType');
  const type = plainType(contentType);
  if (type === 'application/smil') return 'presentation';
  if (type === 'text/plain') return 'text';
  if (type.startsWith('image/')) return 'image';
  if (type.startsWith('video/')) return 'video';
  return type.startsWith('audio/') || SOUND_TYPES.has(type) ? 'sound' : 'other';
}

/** First lines of texts; in any letter case, after a byte order mark and white space. */
const FIRST_LINES: readonly (readonly [begins: string, type: string])[] = [
  ['begin:vcard', 'text/x-vCard'],
  ['begin:vcalendar', 'text/x-vCalendar'],
  ['begin:imelody', 'audio/imelody'],
  ['begin:emelody', 'text/x-emelody'],
  ['<smil', 'application/smil'],
];

/** Octets that {@link sniffMediaType} looks at. */
const SNIFFED_OCTETS = 512;

/**
 * Returns the content type that a file's first octets prove, by a signature, a first line, or the header of an MMS PDU; otherwise undefined. WBMP and
 * most formats of logos and tunes have no signature, and plain text proves nothing.
 */
export function sniffMediaType(octets: Uint8Array): string | undefined {
  requireOctets(octets, 'octets');
  const signature = signatureType(octets);
  if (signature !== undefined) return signature;
  const text = beginning(octets).toLowerCase();
  const found = FIRST_LINES.find(([begins]) => text.startsWith(begins));
  if (found !== undefined) return found[1];
  if (isSvg(octets)) return 'image/svg+xml';
  return /^<(?:\?xml|!doctype smil)[\s\S]*<smil[\s>]/.test(text) ? 'application/smil' : undefined;
}

/** Returns the content type that a file's binary signature proves; undefined without a known signature. */
export function signatureType(octets: Uint8Array): string | undefined {
  requireOctets(octets, 'octets');
  // X-Mms-Message-Type, and the octet of another header field.
  const [first, type = 0, next = 0] = octets;
  if (first === 0x8c && type >= 0x80 && type <= 0x97 && next > 0x80 && next <= 0xbf) return 'application/vnd.wap.mms-message';
  return typeBySignature(octets);
}

/** Types that share a signature. */
const FAMILIES: readonly (readonly string[])[] = [
  ['audio/midi', 'audio/sp-midi'],
  ['audio/xmf', 'audio/mobile-xmf'],
  // One box format; an .mp4 of sound alone, a .3gp made as .mp4.
  ['video/3gpp', 'video/3gpp2', 'video/mp4', 'audio/mp4', 'audio/3gpp', 'audio/3gpp2'],
  ['application/zip', 'application/java-archive', 'application/vnd.nok-s40theme'],
];

/** Whether a file of one type may begin as the signature of another says. */
export function agreesWithSignature(contentType: string, signature: string): boolean {
  const type = plainType(contentType);
  const found = plainType(signature);
  return type === found || FAMILIES.some((family) => family.includes(type) && family.includes(found));
}

/** Whether every file of a type has a signature that {@link signatureType} knows. */
export function hasSignature(contentType: string): boolean {
  const type = plainType(contentType);
  // MPEG sound may begin with a frame, AAC has two forms.
  return type !== 'audio/mpeg' && typesWithSignature().some((known) => plainType(known) === type);
}

/** Whether octets begin like a text: no control characters but those of lines, tabs, pages and escapes. */
export function beginsLikeText(octets: Uint8Array): boolean {
  return octets.subarray(0, SNIFFED_OCTETS).every((octet) => octet >= 0x20 || (octet >= 9 && octet <= 13) || octet === 0x1b);
}

/** The first characters of a text whose octets are ASCII, byte order mark and white space left out. */
function beginning(octets: Uint8Array): string {
  const start = octets[0] === 0xef && octets[1] === 0xbb && octets[2] === 0xbf ? 3 : 0;
  return String.fromCharCode(...octets.subarray(start, start + SNIFFED_OCTETS)).trimStart();
}
