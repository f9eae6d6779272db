/**
 * The manifest that may be in a ZIP of message parts: which files in which order, and of what type.
 *
 *   # a comment
 *   01.jpg=image/jpeg
 *   hello world.txt = text/plain; charset=utf-8
 *
 * A file of Java properties, read with what file names need: a name may hold spaces and colons, since only `=` ends it (after a
 * backslash it belongs to the name); `\uXXXX`, `\t` and a backslash at the end of a line work as in Java. Source: the ZIP interface of an
 * MMS gateway of the time, by its published description; java.util.Properties.
 * @module
 */
import { requireText } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { DecodeError } from '../errors.js';
import { parseMediaType } from './media-types.js';
import { baseName } from './names.js';

/** A line of a manifest. */
export interface ManifestEntry {
  /** Name of the file in the archive. */
  readonly name: string;
  /** Its content type, without parameters. */
  readonly contentType: string;
  /** Charset of a text, by name. */
  readonly charset?: string | undefined;
}

/** Whether a file in the top folder is the manifest. */
export function isManifestName(path: string): boolean {
  return baseName(path) === path && /^manifest(?:\.properties)?$/i.test(path);
}

/**
 * Parses the manifest of an archive: lines `name=content type` in the syntax of Java properties, in the order of the parts.
 * @throws DecodeError `bad-value` with a field such as `manifest/line 3` and the index in the text, for a line without `=`, a name given twice,
 *   or a value that is not a media type.
 * @example
 * ```ts
 * import { parseManifest } from 'handset/mms';
 *
 * parseManifest('a.txt=text/plain; charset=utf-8\n'); // -> [{ name: 'a.txt', contentType: 'text/plain', charset: 'utf-8' }]
 * ```
 */
export function parseManifest(text: string): ManifestEntry[] {
  requireText(text, 'text');
  const entries: ManifestEntry[] = [];
  const names = new Set<string>();
  for (const { line, number, at } of logicalLines(text)) {
    const field = `manifest/line ${number}`;
    const fault = (reason: string) => new DecodeError('bad-value', field, at, reason);
    const equals = /^[^\\=]*(?:\\[\s\S][^\\=]*)*=/.exec(line)?.[0].length ?? 0;
    if (equals === 0) throw fault('expected name=type');
    const name = unescapeManifest(line.slice(0, equals - 1)).trim();
    const type = unescapeManifest(line.slice(equals)).trim();
    if (name === '') throw fault('the name before = is empty');
    const mediaType = parseMediaType(type);
    if (mediaType === undefined) throw fault(`${quote(type)} is not a media type`);
    if (names.has(name)) throw fault(`${quote(name)} is given twice`);
    names.add(name);
    entries.push({ name, ...mediaType });
  }
  return entries;
}

interface Line {
  readonly line: string;
  /** Counted from 1; of a line that goes on, the first. */
  readonly number: number;
  readonly at: number;
}

/** Lines without comments and blank ones, those that end in a backslash joined with the next. */
function logicalLines(text: string): Line[] {
  const lines: Line[] = [];
  let pieces: string[] = [];
  let first = { number: 1, at: 0 };
  let number = 0;
  let at = 0;
  const finish = () => {
    const line = pieces.join('');
    if (pieces.length > 0 && line.trim() !== '') lines.push({ line, ...first });
    pieces = [];
  };
  for (const raw of text.split('\n')) {
    number++;
    const line = raw.replace(/\r$/, '').trimStart();
    const isComment = pieces.length === 0 && /^[#!]/.test(line);
    if (!isComment) {
      if (pieces.length === 0) first = { number, at: at + raw.length - raw.trimStart().length };
      const goesOn = backslashesAtEnd(line) % 2 === 1;
      pieces.push(goesOn ? line.slice(0, -1) : line);
      if (!goesOn) finish();
    }
    at += raw.length + 1;
  }
  finish();
  return lines;
}

function backslashesAtEnd(line: string): number {
  let count = 0;
  while (line.charAt(line.length - 1 - count) === '\\') count++;
  return count;
}

function unescapeManifest(text: string): string {
  return text.replace(/\\(?:u([0-9A-Fa-f]{4})|([\s\S]))/g, (_, hex: string | undefined, character: string) => {
    if (hex !== undefined) return String.fromCharCode(Number.parseInt(hex, 16));
    return { t: '\t', n: '\n', r: '\r', f: '\f' }[character] ?? character;
  });
}
