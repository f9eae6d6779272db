/**
 * Names of ZIP entries: their alphabets, and the paths that they mean. A path that would leave the folder it is unpacked to is refused.
 *
 *   name     code page 437, or UTF-8 by a flag
 *   extra    id(2) length(2) octets | ...           id 7075: 01 crc32(4) of the name, the path in UTF-8
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 sections 4.4.17, 4.5 and 4.6.9 (Info-ZIP's Unicode Path), appendix D. Names that are UTF-8 without
 * saying so are what Info-ZIP's zip 3.0 and the Archive Utility of macOS write.
 * @module
 */
import { crc32 } from '../bytes/crc32.js';
import { octetHex, u16le, u32le } from '../bytes/octets.js';
import { quote } from '../bytes/quote.js';
import { tryDecode } from '../bytes/try-decode.js';
import { decodeUtf8 } from '../bytes/utf8.js';
import { DecodeError, LimitError, type Limits } from '../errors.js';
import { isJunkPath } from './junk.js';
import { ZIP_FLAG } from './records.js';

/** Extra fields (section 4.5.2). */
const EXTRA_ZIP64 = 0x0001;
const EXTRA_UNICODE_PATH = 0x7075;

/** Octets 80 to FF of code page 437, the alphabet of names without the UTF-8 flag (appendix D.1). */
const CP437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/** The place in an archive's error paths of an entry. */
export function zipEntryField(name: string): string {
  return `ZIP/entry ${quote(name, 60)}`;
}

/** What extra fields say. */
export interface Extra {
  readonly isZip64: boolean;
  /** The path in UTF-8, beside a name in another alphabet. */
  readonly path: string | undefined;
}

/** Reads the extra fields of an entry with this name. @throws DecodeError `truncated`, or `bad-value` for a path that is not UTF-8 */
export function readExtra(octets: Uint8Array, start: number, end: number, rawName: Uint8Array, field: string): Extra {
  let isZip64 = false;
  let path: string | undefined;
  for (let at = start; at < end; ) {
    const length = u16le(octets, at + 2);
    if (at + 4 + length > end) throw new DecodeError('truncated', `${field}/extra`, at, `goes on past its end at ${end}`);
    const id = u16le(octets, at);
    if (id === EXTRA_ZIP64) isZip64 = true;
    // Version 1, and the CRC of the name that it is for: a program that renames the entry may not know this field.
    if (id === EXTRA_UNICODE_PATH && length >= 5 && octets[at + 4] === 1 && u32le(octets, at + 5) === crc32(rawName)) {
      path = utf8At(octets.subarray(at + 9, at + 4 + length), at + 9, `${field}/extra`);
    }
    at += 4 + length;
  }
  return { isZip64, path };
}

/** A name by its flag; without it ASCII, UTF-8 if it is that, else code page 437. @throws DecodeError for what is flagged as UTF-8 and is not */
export function decodeName(raw: Uint8Array, flags: number, at: number, field: string): string {
  if (flags & ZIP_FLAG.Utf8) return utf8At(raw, at, `${field}/name`);
  if (raw.every((octet) => octet < 0x80)) return String.fromCharCode(...raw);
  return looseName(raw);
}

/** UTF-8 or else code page 437: names in the latter that are UTF-8 by chance are hard to make up. */
export function looseName(raw: Uint8Array): string {
  return tryDecode(() => decodeUtf8(raw)) ?? Array.from(raw, cp437).join('');
}

/** A character of code page 437. */
function cp437(octet: number): string {
  return octet < 0x80 ? String.fromCharCode(octet) : CP437.charAt(octet - 0x80);
}

function utf8At(octets: Uint8Array, at: number, field: string): string {
  try {
    return decodeUtf8(octets, field);
  } catch (cause) {
    const { code, offset, reason } = cause as DecodeError;
    throw new DecodeError(code, field, at + (offset as number), reason, { cause });
  }
}

/** The path that a name means, if it stays below the folder that it would be unpacked to. */
export function checkedName(raw: string, at: number, unnamed: string, limits: Limits): string {
  if (raw === '') throw new DecodeError('bad-value', `${unnamed}/name`, at, 'is empty');
  const path = raw.replaceAll('\\', '/').normalize('NFC');
  const field = `${zipEntryField(path)}/name`;
  const bad = (reason: string) => new DecodeError('bad-value', field, at, reason);
  const control = /[\0-\x1f\x7f]/.exec(path);
  if (control !== null) throw bad(`has the control character ${octetHex(control[0].charCodeAt(0))}`);
  if (path.startsWith('/')) throw bad('is absolute');
  if (/^[A-Za-z]:/.test(path)) throw bad('begins with a drive');
  const segments = path.split('/');
  // Windows drops blanks and dots at the end of a name.
  if (segments.some((segment) => /^\.\.[. ]*$/.test(segment))) throw bad('leads out of the archive (..)');
  const kept = segments.filter((segment) => segment !== '' && segment !== '.');
  if (kept.length === 0) throw bad('names nothing');
  const name = kept.join('/') + (segments.at(-1) === kept.at(-1) ? '' : '/');
  const characters = countCharacters(name);
  if (characters > limits.zipPathCharacters) throw pathTooLong(`${characters} characters`, zipEntryField(name), at, limits);
  const ownCharacters = countCharacters(kept.at(-1) as string);
  if (ownCharacters > limits.zipNameCharacters && !isJunkPath(name)) {
    throw new LimitError('limit-exceeded', field, at, `${ownCharacters} characters, at most ${limits.zipNameCharacters}`);
  }
  return name;
}

/** The refusal of a path with more than `zipPathCharacters`. */
export function pathTooLong(found: string, entry: string, at: number, { zipPathCharacters }: Limits): LimitError {
  return new LimitError(
    'limit-exceeded',
    `${entry}/name`,
    at,
    `${found} with its folders, at most ${zipPathCharacters} characters`,
  );
}

/** Characters as a reader counts them: a surrogate pair is one. */
function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
