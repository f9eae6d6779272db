/**
 * MIME multipart bodies, as far as PAP needs them: parts one after another, none inside another.
 *
 *   --boundary CRLF
 *   name: value CRLF ... CRLF
 *   content CRLF
 *   --boundary CRLF ... --boundary-- CRLF
 *
 * The line end before a boundary belongs to the boundary. A reader takes LF for CRLF, since clients written by hand send it, and skips what
 * comes before the first boundary and after the last.
 * Source: RFC 2046 section 5.1, RFC 2045 section 5.1, RFC 2387.
 * @module
 */
import { requireText } from '../../bytes/check.js';
import { ByteWriter } from '../../bytes/writer.js';
import { DecodeError, EncodeError, LimitError } from '../../errors.js';
import { TOKEN } from '../../wsp/values.js';

/** A header of a part; its name is matched in any letter case. */
export interface MimeHeader {
  /** Name of the header, verbatim. */
  readonly name: string;
  /** Its value, unfolded. */
  readonly value: string;
}

/** A part to write, or one that was read: its content is then a view. */
export interface MimePart {
  readonly headers: readonly MimeHeader[];
  readonly content: Uint8Array;
  /** Where a read part's headers and content begin in the body. */
  readonly headersAt?: number;
  readonly contentAt?: number;
}

/** A Content-Type with its parameters, whose names are lower case. */
export interface MediaType {
  /** Lower case. */
  readonly type: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const MEDIA_TYPE = /[ \t]*([!#$%&'*+\-.^_`|~0-9A-Za-z]+\/[!#$%&'*+\-.^_`|~0-9A-Za-z]+)[ \t]*/y;
const PARAMETER = /;[ \t]*(?:([!#$%&'*+\-.^_`|~0-9A-Za-z]+)=(?:"((?:[^"\\]|\\.)*)"|([^ \t;"]+))[ \t]*)?/y;
/** Characters of a boundary that need no quotation marks, so that every reader finds it. */
const BOUNDARY = /^[0-9A-Za-z'+_.-]{1,70}$/;
const LF = 0x0a;
const CR = 0x0d;
const DASH = 0x2d;

/**
 * Joins parts. Without a boundary, one is made of their octets, so that the same parts give the same body.
 * @param parts their headers hold to {@link checkHeader}.
 * @throws EncodeError `bad-value` for a boundary that is malformed or occurs in a part.
 */
export function joinParts(
  parts: readonly MimePart[],
  boundary?: string,
): { readonly boundary: string; readonly body: Uint8Array } {
  const blocks = parts.map(({ headers }) => headerBlock(headers));
  const used = boundary ?? freeBoundary(parts, blocks);
  if (!BOUNDARY.test(used)) {
    throw EncodeError.badValue('boundary', "1 to 70 letters, digits and ' + _ . -");
  }
  if (parts.some(({ content }) => holds(content, used))) {
    throw EncodeError.badValue('boundary', 'occurs in a part');
  }
  const writer = new ByteWriter(1024);
  parts.forEach(({ content }, index) => {
    writer.bytes(ascii(`--${used}\r\n`)).bytes(blocks[index] as Uint8Array);
    writer.bytes(content).bytes(ascii('\r\n'));
  });
  return { boundary: used, body: writer.bytes(ascii(`--${used}--\r\n`)).finish() };
}

/**
 * Takes a body apart; contents are views.
 * @param most how many parts there may be.
 * @throws DecodeError `truncated` without the last boundary, `bad-value` for a malformed header, `trailing-bytes` past `most` parts;
 *   LimitError past the octets of headers. Offsets count octets of the body.
 */
export function splitParts(body: Uint8Array, boundary: string, most: number, headerOctets: number): MimePart[] {
  const parts: MimePart[] = [];
  const delimiter = ascii(`--${boundary}`);
  let contentFrom = -1;
  for (let lineAt = 0; lineAt <= body.length; ) {
    const lineEnd = endOfLine(body, lineAt, body.length);
    const kind = delimiterAt(body, lineAt, lineEnd, delimiter);
    if (kind !== undefined) {
      if (contentFrom >= 0) parts.push(readPart(body, contentFrom, beforeLineEnd(body, lineAt, contentFrom), headerOctets));
      if (kind === 'last') return parts;
      if (parts.length === most) {
        throw new DecodeError('trailing-bytes', 'PAP/part', lineAt, `more than ${most} parts`);
      }
      contentFrom = Math.min(lineEnd + 1, body.length);
    }
    lineAt = lineEnd + 1;
  }
  const what = contentFrom < 0 ? 'no part begins with' : 'the last part does not end with';
  throw new DecodeError('truncated', 'PAP/boundary', body.length, `${what} the boundary`);
}

/**
 * Reads the value of a Content-Type.
 * @throws DecodeError `bad-value` with the index in the text, to which `offset` is added.
 */
export function parseMediaType(text: string, field: string, offset = 0): MediaType {
  MEDIA_TYPE.lastIndex = 0;
  const type = MEDIA_TYPE.exec(text)?.[1];
  if (type === undefined) throw new DecodeError('bad-value', field, offset, 'does not begin with type/subtype');
  const parameters = new Map<string, string>();
  let at = MEDIA_TYPE.lastIndex;
  while (at < text.length) {
    PARAMETER.lastIndex = at;
    const match = PARAMETER.exec(text);
    if (match === null) throw new DecodeError('bad-value', field, offset + at, 'is not ; name=value');
    const [, name, quoted, plain] = match;
    if (name !== undefined) {
      const key = name.toLowerCase();
      if (parameters.has(key)) throw new DecodeError('bad-value', field, offset + at, `${key} is given twice`);
      parameters.set(key, plain ?? (quoted as string).replace(/\\(.)/g, '$1'));
    }
    at = PARAMETER.lastIndex;
  }
  return { type: type.toLowerCase(), parameters };
}

/** Octets of ISO 8859-1 text; all that is written with it was checked. */
function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}

function headerBlock(headers: readonly MimeHeader[]): Uint8Array {
  let block = '';
  for (const { name, value } of headers) block += `${name}: ${value}\r\n`;
  return ascii(`${block}\r\n`);
}

/**
 * Requires a header that a caller gave.
 * @throws EncodeError `bad-value` for a name that is not a token, `unencodable` for a value that would be read as another.
 */
export function checkHeader({ name, value }: MimeHeader, field: string): void {
  if (!TOKEN.test(name)) throw EncodeError.badValue(`${field}.name`, `${JSON.stringify(name)} is not a header name`);
  requireText(value, `${field}.value`);
  const wrong = value.search(/[^\t\x20-\x7e\xa0-\xff]/);
  if (wrong >= 0)
    throw new EncodeError('unencodable', `${field}.value`, wrong, `a character that no header of ${name} can hold`);
  if (value !== value.trim()) throw new EncodeError('unencodable', `${field}.value`, 0, 'blanks at an end are lost');
}

/** A boundary of the parts' own octets (FNV-1a), counted on until no part has it. */
function freeBoundary(parts: readonly MimePart[], blocks: readonly Uint8Array[]): string {
  let hash = 0x811c9dc5;
  const mix = (octets: Uint8Array) => {
    for (let i = 0; i < octets.length; i++) hash = Math.imul(hash ^ (octets[i] as number), 0x01000193);
  };
  parts.forEach(({ content }, index) => {
    mix(blocks[index] as Uint8Array);
    mix(content);
  });
  for (let count = 0; ; count++) {
    const boundary = `part-${(hash >>> 0).toString(16).padStart(8, '0')}-${count}`;
    if (!parts.some(({ content }) => holds(content, boundary))) return boundary;
  }
}

/** Whether a line begins with the boundary. */
function holds(content: Uint8Array, boundary: string): boolean {
  const delimiter = ascii(`--${boundary}`);
  for (let at = 0; at < content.length; at = endOfLine(content, at, content.length) + 1) {
    if (startsWith(content, at, content.length, delimiter)) return true;
  }
  return false;
}

function startsWith(octets: Uint8Array, at: number, end: number, wanted: Uint8Array): boolean {
  if (end - at < wanted.length) return false;
  for (let i = 0; i < wanted.length; i++) if (octets[at + i] !== wanted[i]) return false;
  return true;
}

/** Index of the LF of the line, or the end. */
function endOfLine(octets: Uint8Array, at: number, end: number): number {
  const lf = octets.indexOf(LF, at);
  return lf < 0 || lf > end ? end : lf;
}

/** Whether the line is a boundary, and which; blanks may follow it. */
function delimiterAt(body: Uint8Array, at: number, lineEnd: number, delimiter: Uint8Array): 'next' | 'last' | undefined {
  if (!startsWith(body, at, lineEnd, delimiter)) return undefined;
  let rest = at + delimiter.length;
  const isLast = body[rest] === DASH && body[rest + 1] === DASH && rest + 1 < lineEnd;
  if (isLast) rest += 2;
  for (; rest < lineEnd; rest++) if (body[rest] !== 0x20 && body[rest] !== 9 && body[rest] !== CR) return undefined;
  return isLast ? 'last' : 'next';
}

/** Where the content ends whose boundary begins at `at`. */
function beforeLineEnd(body: Uint8Array, at: number, from: number): number {
  let end = at;
  if (end > from && body[end - 1] === LF) end--;
  if (end > from && body[end - 1] === CR) end--;
  return end;
}

function readPart(body: Uint8Array, from: number, to: number, headerOctets: number): MimePart {
  const lines: { text: string; at: number }[] = [];
  let at = from;
  for (;;) {
    if (at >= to) break;
    const lineEnd = endOfLine(body, at, to);
    const end = lineEnd > at && body[lineEnd - 1] === CR ? lineEnd - 1 : lineEnd;
    if (lineEnd - from > headerOctets) {
      throw new LimitError('limit-exceeded', 'PAP/part/headers', from, `more than ${headerOctets} octets of headers`);
    }
    const next = Math.min(lineEnd + 1, to);
    if (end === at) {
      at = next;
      break;
    }
    addLine(lines, body, at, end);
    at = next;
  }
  return { headers: lines.map(readHeader), content: body.subarray(at, to), headersAt: from, contentAt: at };
}

/** Adds a line; one that begins with a blank goes on with the line before. */
function addLine(lines: { text: string; at: number }[], body: Uint8Array, at: number, end: number): void {
  let text = '';
  for (let i = at; i < end; i++) {
    const octet = body[i] as number;
    if ((octet < 0x20 && octet !== 9) || octet === 0x7f) {
      throw new DecodeError('bad-value', 'PAP/part/headers', i, `control character ${octet}`);
    }
    text += String.fromCharCode(octet);
  }
  const last = lines.at(-1);
  if (/^[ \t]/.test(text) && last !== undefined) last.text += ` ${text.trim()}`;
  else lines.push({ text, at });
}

function readHeader({ text, at }: { text: string; at: number }): MimeHeader {
  const colon = text.indexOf(':');
  const name = text.slice(0, Math.max(0, colon));
  if (!TOKEN.test(name)) throw new DecodeError('bad-value', 'PAP/part/headers', at, 'a line is not name: value');
  return { name, value: text.slice(colon + 1).trim() };
}
