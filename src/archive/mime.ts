/**
 * MIME of mail: header lines, their parameters and encoded words, quoted-printable.
 *
 * A message is looked at as characters of one octet each.
 * Source: RFC 5322 sections 2.2 and 3.4, RFC 2045 sections 5 and 6, RFC 2047, RFC 2231.
 * @module
 */
import { decodeBase64, toBase64 } from '../bytes/base64.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { hexDigit, joinOctets } from '../bytes/octets.js';
import { encodeUtf8 } from '../bytes/utf8.js';
import { decodeText, decodeUnmarked } from '../mms/charsets.js';

/** A header line, unfolded. */
export interface MailHeader {
  readonly name: string;
  readonly value: string;
  readonly at: number;
}

/** The headers from an index on, and where the body begins. */
export interface MailHead {
  readonly headers: readonly MailHeader[];
  /** Lines that are no header. */
  readonly others: readonly string[];
  readonly bodyAt: number;
}

/** Reads header lines up to an empty line, or to `end`. @param onHeader is called with the count of them */
export function readHead(mail: string, start: number, end: number, onHeader: (count: number, at: number) => void): MailHead {
  const headers: { name: string; pieces: string[]; at: number }[] = [];
  const others: string[] = [];
  let at = start;
  while (at < end) {
    const found = mail.indexOf('\n', at);
    const lineEnd = found < 0 || found >= end ? end : found;
    const line = mail.slice(at, mail.charCodeAt(lineEnd - 1) === 0x0d ? lineEnd - 1 : lineEnd);
    const lineAt = at;
    at = Math.min(end, lineEnd + 1);
    if (line === '') break;
    const last = headers.at(-1);
    if (/^[ \t]/.test(line)) {
      if (last === undefined) others.push(line);
      else last.pieces.push(line);
      continue;
    }
    onHeader(headers.length + others.length + 1, lineAt);
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd();
    if (/^[!-9;-~]+$/.test(name)) headers.push({ name, pieces: [line.slice(colon + 1)], at: lineAt });
    else others.push(line);
  }
  const unfolded = headers.map(({ name, pieces, at: place }) => ({ name, value: pieces.join('').trim(), at: place }));
  return { headers: unfolded, others, bodyAt: at };
}

const WORD = /=\?([^?\s]{1,40})\?([bBqQ])\?([^?\s]*)\?=/g;

/** The text of a header, its encoded words decoded. Octets outside ASCII are UTF-8, or else ISO 8859-1. */
export function decodeWords(value: string): string {
  const text = /[\x80-\xff]/.test(value) ? decodeUnmarked(encodeLatin1(value, 'header')) : value;
  if (!text.includes('=?')) return text;
  // White space between two words is none of the text; a character may be cut by the end of a word.
  const joined = text.replace(/\?=[ \t\r\n]{1,100}(?==\?)/g, '?=');
  let run: { charset: string; octets: Uint8Array[] } | undefined;
  let out = '';
  let from = 0;
  const flush = () => {
    if (run !== undefined) out += textOf(joinOctets(run.octets), run.charset);
    run = undefined;
  };
  for (const match of joined.matchAll(WORD)) {
    const between = joined.slice(from, match.index);
    const [charset, kind, body] = match.slice(1) as [string, string, string];
    const name = charset.replace(/\*.*$/, '').toLowerCase();
    if (between !== '' || run?.charset !== name) flush();
    out += between;
    const octets = kind.toUpperCase() === 'B' ? lenientBase64(body) : decodeQuoted(body.replace(/_/g, ' '));
    run ??= { charset: name, octets: [] };
    run.octets.push(octets);
    from = match.index + match[0].length;
  }
  flush();
  return out + joined.slice(from);
}

function textOf(octets: Uint8Array, charset: string | undefined): string {
  return decodeText(octets, charset) ?? decodeUnmarked(octets);
}

/** Octets of base64 that may be faulty. */
export function lenientBase64(text: string, onFault?: () => void): Uint8Array {
  return decodeBase64(text, {
    onFault: (fault) => {
      if (fault !== 'spare-bits') onFault?.();
    },
  });
}

/** Octets of quoted-printable; line ends stay as they are, soft breaks go. Characters outside ASCII are their octets. */
export function decodeQuoted(text: string, onFault?: () => void): Uint8Array {
  const octets = new Uint8Array(text.length);
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 0x20 || unit === 0x09) {
      // White space at the end of a line was added on the way.
      let end = i + 1;
      while (end < text.length && (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09)) end++;
      const after = text.charCodeAt(end);
      const isEnd = after === 0x0a || (after === 0x0d && text.charCodeAt(end + 1) === 0x0a);
      if (!isEnd) for (let j = i; j < end; j++) octets[count++] = text.charCodeAt(j);
      i = end - 1;
      continue;
    }
    if (unit !== 0x3d) {
      octets[count++] = unit;
      continue;
    }
    const high = hexDigit(text.charCodeAt(i + 1));
    const low = hexDigit(text.charCodeAt(i + 2));
    if (high >= 0 && low >= 0) {
      octets[count++] = (high << 4) | low;
      i += 2;
      continue;
    }
    let end = i + 1;
    while (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09) end++;
    if (text.charCodeAt(end) === 0x0d && text.charCodeAt(end + 1) === 0x0a) i = end + 1;
    else if (text.charCodeAt(end) === 0x0a) i = end;
    else if (end >= text.length) i = end;
    else {
      onFault?.();
      octets[count++] = unit;
    }
  }
  return octets.slice(0, count);
}

/** Characters of a line of quoted-printable, and of base64. */
const LINE = 76;

/** Octets as quoted-printable: CRLF is a line end, any other control an escape. */
export function encodeQuoted(octets: Uint8Array): string {
  const lines: string[] = [];
  let line = '';
  const { length } = octets;
  for (let i = 0; i < length; i++) {
    const octet = octets[i] as number;
    if (octet === 0x0d && octets[i + 1] === 0x0a) {
      lines.push(line);
      line = '';
      i++;
      continue;
    }
    const isLast = i + 1 === length || (octets[i + 1] === 0x0d && octets[i + 2] === 0x0a);
    const isPlain = octet > 0x20 ? octet < 0x7f && octet !== 0x3d : octet === 0x20 && !isLast;
    // A dot or `From ` at the beginning of a line is changed by some on the way.
    const isRisky = line === '' && (octet === 0x2e || octet === 0x46);
    const piece = isPlain && !isRisky ? String.fromCharCode(octet) : `=${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    if (line.length + piece.length > LINE - 1) {
      lines.push(`${line}=`);
      line = '';
    }
    line += piece;
  }
  lines.push(line);
  return lines.join('\r\n');
}

/** Octets as base64 in lines. */
export function encodeBase64Lines(octets: Uint8Array): string {
  return toBase64(octets).replace(/.{76}(?=.)/g, '$&\r\n');
}

/** Octets of UTF-8 in one encoded word. */
const WORD_OCTETS = 42;

/** A text as a header has it: as it is in ASCII, else in encoded words, a line for each. */
export function encodeWords(text: string): string {
  if (/^[!-~]+(?: [!-~]+)*$/.test(text) && !text.includes('=?') && text.length <= 900) return text;
  const words: string[] = [];
  let piece = '';
  let octets = 0;
  const flush = () => {
    if (piece !== '') words.push(`=?UTF-8?B?${toBase64(encodeUtf8(piece))}?=`);
    piece = '';
    octets = 0;
  };
  for (const character of text) {
    const size = encodeUtf8(character).length;
    if (octets + size > WORD_OCTETS) flush();
    piece += character;
    octets += size;
  }
  flush();
  return words.join('\r\n ');
}

/** A value with parameters. */
export interface Parameters {
  /** In lower case. */
  readonly value: string;
  /** By their names in lower case. */
  readonly params: ReadonlyMap<string, string>;
}

/** Pieces of a parameter by their numbers, and the charset that the first one names. */
interface Pieces {
  charset?: string;
  readonly texts: Map<number, { readonly text: string; readonly isEncoded: boolean }>;
}

/** The stack of regular expressions holds no longer values in quotation marks. */
const PARAMETER = /;[ \t]*([^\s=;"]{1,100})[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.){0,65535})"|([^;]*))/gs;

/** Reads a value such as `text/plain; charset=utf-8; name*=utf-8''a%20b`; continued parameters are joined. Without a charset they are UTF-8, or else ISO 8859-1. */
export function readParameters(header: string): Parameters {
  const semicolon = header.indexOf(';');
  const value = (semicolon < 0 ? header : header.slice(0, semicolon)).trim().toLowerCase();
  const params = new Map<string, string>();
  const pieces = new Map<string, Pieces>();
  for (const match of header.matchAll(PARAMETER)) {
    const key = (match[1] as string).toLowerCase();
    const text = match[2] === undefined ? (match[3] as string).trim() : match[2].replace(/\\(.)/gs, '$1');
    const [, base, number, star] = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(key) ?? [];
    if (base === undefined || (number === undefined && star === undefined)) {
      if (!params.has(key)) params.set(key, decodeWords(text));
      continue;
    }
    const held: Pieces = pieces.get(base) ?? { texts: new Map() };
    const index = Number(number ?? 0);
    const [, charset, body] = index === 0 && star !== undefined ? (/^([^']*)'[^']*'(.*)$/s.exec(text) ?? []) : [];
    if (charset !== undefined) held.charset = charset;
    held.texts.set(index, { text: body ?? text, isEncoded: star !== undefined });
    pieces.set(base, held);
  }
  for (const [name, { charset, texts }] of pieces) {
    const octets: Uint8Array[] = [];
    for (let i = 0; texts.has(i); i++) {
      const { text, isEncoded } = texts.get(i) as { text: string; isEncoded: boolean };
      octets.push(isEncoded ? decodeQuoted(text.replace(/=/g, '=3D').replace(/%/g, '=')) : encodeLatin1(text, name));
    }
    params.set(name, textOf(joinOctets(octets), charset));
  }
  return { value, params };
}

/** A parameter, on a line of its own. */
export function formatParameter(name: string, value: string): string {
  if (/^[\x20-\x7e]*$/.test(value) && value.length <= 200 && !value.includes('=?')) {
    return `;\r\n ${name}="${value.replace(/["\\]/g, '\\$&')}"`;
  }
  const octets = encodeUtf8(value);
  const pieces: string[] = [''];
  for (const octet of octets) {
    const isPlain = (octet >= 0x30 && octet <= 0x39) || (octet >= 0x41 && octet <= 0x5a) || (octet >= 0x61 && octet <= 0x7a);
    const piece = isPlain ? String.fromCharCode(octet) : `%${octet.toString(16).toUpperCase().padStart(2, '0')}`;
    if ((pieces.at(-1) as string).length + piece.length > 60) pieces.push('');
    pieces[pieces.length - 1] += piece;
  }
  if (pieces.length === 1) return `;\r\n ${name}*=utf-8''${pieces[0]}`;
  return pieces.map((piece, i) => `;\r\n ${name}*${i}*=${i === 0 ? "utf-8''" : ''}${piece}`).join('');
}
