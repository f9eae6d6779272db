/**
 * The text of an archive of messages in pieces that are shown: lines of VMG, of gammu's sections and of mail, elements of SMS Backup &
 * Restore and their attributes, rows of sms-ie and their columns. The readers of `handset/archive` say what the messages are and where they
 * begin; here nothing is checked.
 * @module
 */
import { readUnicode } from '../archive/gammu-sections.js';
import { decodeWords, readParameters } from '../archive/mime.js';
import type { ArchiveFormat } from '../archive/model.js';
import { isBodyProperty } from '../archive/vmg-parse.js';
import { encodeLatin1 } from '../bytes/latin1.js';
import { decodeUnmarked } from '../mms/charsets.js';
import { shorten } from './printable.js';
import { unescapeXml, xmlPieces } from './xml-tokens.js';

/** A piece of a text, as it is shown. */
export interface Piece {
  readonly text: string;
  readonly name: string;
  readonly value: string | undefined;
  /** What an encoding hides. */
  readonly meaning?: string | undefined;
  /** What it is made of; together they are its text. */
  readonly parts?: readonly Piece[];
  /** Whether a message that is open goes on after it. */
  readonly isEnd?: boolean;
  /** Set where it begins a group of its own that is not a message. */
  readonly group?: string;
}

/** Characters of names and meanings; values are whole. */
const MAX_SHOWN = 200;

/** Lines with their ends. */
const LINE = /[^\n]*\n|[^\n]+$/g;

/** The pieces of a text in their order, which together are the text. */
export function archivePieces(format: ArchiveFormat, text: string): Iterable<Piece> {
  switch (format) {
    case 'vmg':
      return vmgPieces(text);
    case 'sms-backup-restore':
      return xmlPieces(text).map(elementPiece);
    case 'gammu-backup':
      return linesOf(text).map(gammuPiece);
    case 'sms-ie':
      return rowPieces(text);
    case 'eml':
      return mailPieces(text);
  }
}

function linesOf(text: string): readonly string[] {
  return text.match(LINE) ?? [];
}

const withoutEnd = (line: string) => line.replace(/\r?\n$/, '');

// ---- VMG ----

function* vmgPieces(text: string): Generator<Piece> {
  /** Where a body is: after its BEGIN, and once its text has begun. */
  let body: 'none' | 'head' | 'text' = 'none';
  for (const line of linesOf(text)) {
    const shown = withoutEnd(line);
    const [, edge, component] = /^\s*(BEGIN|END):([A-Za-z]{1,32})\s*$/i.exec(shown) ?? [];
    const name = component?.toUpperCase();
    if (edge !== undefined && (body === 'none' || name === 'VBODY' || name === 'VMSG')) {
      const isEnd = edge.toUpperCase() === 'END';
      body = !isEnd && name === 'VBODY' ? 'head' : 'none';
      yield { text: line, name: edge.toUpperCase(), value: component, isEnd: isEnd && name === 'VMSG' };
      continue;
    }
    const [, head, value] = /^([A-Za-z][A-Za-z0-9-]{0,63}(?:;[^:]{0,200})?):(.*)$/s.exec(shown) ?? [];
    const isEncoded = head !== undefined && /^(?:(?:TEXT|SUBJECT|X-BODY-CONTENTS);|SUBJECT$)/i.test(head);
    const isProperty = head !== undefined && (body === 'none' || (body === 'head' && (isEncoded || isBodyProperty(shown))));
    if (body === 'head' && !isProperty && shown.trim() !== '') body = 'text';
    if (isProperty) yield { text: line, name: head, value };
    else yield { text: line, name: body === 'text' ? 'words' : 'line', value: shown === '' ? undefined : shown };
  }
}

// ---- gammu ----

function gammuPiece(line: string): Piece {
  const shown = withoutEnd(line);
  const [, section] = /^\s*\[([^\]]{1,100})\]\s*$/.exec(shown) ?? [];
  if (section !== undefined) return { text: line, name: 'section', value: section, isEnd: false, group: section };
  const equals = shown.indexOf('=');
  if (equals <= 0 || /^\s*[;#]/.test(shown)) {
    const isComment = /^\s*[;#]/.test(shown);
    return { text: line, name: isComment ? 'comment' : 'line', value: shown.trim() === '' ? undefined : shown.trim() };
  }
  const name = shown.slice(0, equals).trim();
  const value = shown.slice(equals + 1).trim();
  const unicode = /(?:Unicode|^Text\d\d)$/i.test(name) && value !== '' ? readUnicode(value) : undefined;
  return {
    text: line,
    name: shorten(name, MAX_SHOWN),
    value,
    ...(unicode !== undefined && { meaning: shorten(unicode, MAX_SHOWN) }),
  };
}

// ---- SMS Backup & Restore ----

const ATTRIBUTE = /\s+([\w:.-]{1,64})\s*=\s*(?:"([^"]*)"|'([^']*)')/y;

function elementPiece(tag: string): Piece {
  const [, slash, name] = /^<(\/?)([A-Za-z_][\w:.-]{0,63})/.exec(tag) ?? [];
  if (name === undefined) {
    const kind = tag.startsWith('<!--') ? 'comment' : tag.startsWith('<?') ? 'instruction' : 'characters';
    return { text: tag, name: kind, value: tag.trim() === '' ? undefined : tag.trim() };
  }
  const isMessage = name === 'sms' || name === 'mms';
  if (slash === '/') return { text: tag, name: `/${name}`, value: tag.trim(), isEnd: isMessage };
  const parts: Piece[] = [];
  let at = 1 + name.length;
  parts.push({ text: tag.slice(0, at), name: 'tag', value: tag.slice(0, at) });
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(tag);
    if (found === null) break;
    const [whole, attribute = '', double, single = ''] = found;
    const value = double ?? single;
    const meaning = value.length <= MAX_SHOWN && value.includes('&') ? unescapeXml(value) : undefined;
    parts.push({ text: whole, name: attribute, value, ...(meaning !== undefined && meaning !== value && { meaning }) });
    at += whole.length;
  }
  if (at < tag.length) parts.push({ text: tag.slice(at), name: 'tag', value: tag.slice(at).trim() });
  const isEmpty = tag.trimEnd().endsWith('/>');
  return { text: tag, name, value: undefined, parts, isEnd: isMessage && isEmpty };
}

// ---- sms-ie ----

function* rowPieces(text: string): Generator<Piece> {
  if (/^\s*\[/.test(text.slice(0, 100))) {
    for (const piece of jsonPieces(text)) {
      yield piece.trimStart().startsWith('{') ? rowPiece(piece) : { text: piece, name: 'list', value: piece.trim() };
    }
    return;
  }
  for (const line of linesOf(text)) {
    if (line.trimStart().startsWith('{')) yield rowPiece(line);
    else yield { text: line, name: 'line', value: line.trim() === '' ? undefined : withoutEnd(line) };
  }
}

function rowPiece(row: string): Piece {
  const parts = jsonPieces(row).map((text): Piece => {
    const [, key, value] = /^\s*"([^"\\]{1,64})"\s*:\s*(.*)$/s.exec(text) ?? [];
    if (key === undefined) return { text, name: 'row', value: text.trim() };
    // One comma at most: it ends the piece.
    const plain = (value as string).trimEnd().replace(/,$/, '').trimEnd();
    const [, inner] = /^"([^\\]*)"$/.exec(plain) ?? [];
    const meaning = inner === undefined && plain.startsWith('"') && plain.length <= MAX_SHOWN ? parseText(plain) : undefined;
    return { text, name: key, value: inner ?? plain, ...(meaning !== undefined && { meaning }) };
  });
  return { text: row, name: 'row', value: undefined, parts, isEnd: true };
}

function parseText(json: string): string | undefined {
  try {
    return String(JSON.parse(json));
  } catch {
    return undefined;
  }
}

/** An object or list in pieces: what opens it, its members with the commas after them, and what closes it. */
export function jsonPieces(json: string): string[] {
  const pieces: string[] = [];
  let [from, depth] = [0, 0];
  const cut = (to: number) => {
    if (to > from) pieces.push(json.slice(from, to));
    from = to;
  };
  for (let at = 0; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === 0x22) at = endOfString(json, at);
    else if (unit === 0x7b || unit === 0x5b) {
      if (++depth === 1) cut(at + 1);
    } else if (unit === 0x7d || unit === 0x5d) {
      if (depth-- === 1) cut(at);
    } else if (unit === 0x2c && depth === 1) cut(at + 1);
  }
  cut(json.length);
  return pieces;
}

/** Index of the quotation mark that ends a string, or of the last character. */
function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at++) {
    const unit = json.charCodeAt(at);
    if (unit === 0x5c) at++;
    else if (unit === 0x22) return at;
  }
  return json.length - 1;
}

// ---- mail ----

/** Headers and bodies; a part is between two boundaries. */
function* mailPieces(mail: string): Generator<Piece> {
  const boundaries = new Set<string>();
  let isHead = true;
  let held = '';
  let header = '';
  const lines = linesOf(mail);
  for (const line of lines) {
    const shown = withoutEnd(line);
    const isBoundary = shown.startsWith('--') && boundaries.has(shown.trimEnd().slice(2).replace(/--$/, ''));
    if (isBoundary || (isHead && !/^[ \t]/.test(line))) {
      if (header !== '') yield headerPiece(header, boundaries);
      header = '';
    }
    if (isBoundary) {
      if (held !== '') yield bodyPiece(held);
      held = '';
      yield { text: line, name: 'boundary', value: shown };
      isHead = !shown.trimEnd().endsWith('--') || boundaries.has(shown.trimEnd().slice(2));
    } else if (!isHead) held += line;
    else if (shown === '') {
      yield { text: line, name: 'line', value: undefined };
      isHead = false;
    } else header += line;
  }
  if (header !== '') yield headerPiece(header, boundaries);
  if (held !== '') yield bodyPiece(held);
}

function headerPiece(text: string, boundaries: Set<string>): Piece {
  const [, name, value = ''] = /^([!-9;-~]{1,80})[ \t]*:(.*)$/s.exec(text) ?? [];
  const unfolded = value.replace(/\r?\n[ \t]/g, ' ').trim();
  if (name === undefined) return { text, name: 'line', value: withoutEnd(text) };
  if (name.toLowerCase() === 'content-type') {
    const boundary = readParameters(unfolded).params.get('boundary');
    if (boundary !== undefined && boundary !== '') boundaries.add(boundary);
  }
  const words = decodeWords(unfolded);
  return { text, name, value: unfolded, ...(words !== unfolded && { meaning: shorten(words, MAX_SHOWN) }) };
}

function bodyPiece(text: string): Piece {
  return { text, name: 'body', value: text.trim() === '' ? undefined : decodeUnmarked(encodeLatin1(text, 'body')) };
}
