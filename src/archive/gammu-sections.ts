/**
 * The sections of gammu's backup files, which are INI files.
 *
 *   [SMSBackup000]
 *   ; Hello
 *   Number = "+447700900123"
 *   NumberUnicode = 002B003400340037...      the same in UTF-16, which counts
 *   Text00 = 00480065006C006C006F
 * @module
 */
import { hexDigit } from '../bytes/octets.js';
import { shorten } from '../bytes/quote.js';
import type { Reading } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { textOfUnits } from '../bytes/utf16.js';
import { encodeGsm7 } from '../text/index.js';
import { Lines } from './text.js';

/** A section: its values by their names in lower case. */
export interface Section {
  readonly name: string;
  /** Index of its first line. */
  readonly at: number;
  /** Index after its last line. */
  end: number;
  readonly values: Map<string, { readonly name: string; readonly value: string; readonly at: number }>;
  /** Lines that are no value, and values of a name that was there before. */
  readonly others: string[];
}

/** The sections of a text. What comes before the first is in one without a name. @throws LimitError past `archiveMessages`, `archiveFields` */
export function readSections(text: string, reading: Reading): Section[] {
  const lines = new Lines(text);
  const sections: Section[] = [];
  let open: Section | undefined;
  const begin = (name: string, at: number): Section => {
    reading.limit('archiveMessages', sections.length + 1, 'section', at);
    open = { name, at, end: at, values: new Map(), others: [] };
    sections.push(open);
    return open;
  };
  for (let at = lines.at, line = lines.next(); line !== undefined; at = lines.at, line = lines.next()) {
    // A byte order mark is white space too.
    const trimmed = line.trim();
    const [, name] = /^\[([^\]]{1,100})\]$/.exec(trimmed) ?? [];
    if (name !== undefined) begin(name, at).end = lines.at;
    else if (trimmed !== '' && !trimmed.startsWith(';') && !trimmed.startsWith('#')) {
      const section = open ?? begin('', at);
      section.end = lines.at;
      reading.limit('archiveFields', section.values.size + section.others.length + 1, section.name, at);
      const equals = trimmed.indexOf('=');
      const key = trimmed.slice(0, Math.max(0, equals)).trim();
      if (equals <= 0 || section.values.has(key.toLowerCase())) {
        reading.fault(
          'bad-value',
          section.name || 'section',
          at,
          equals <= 0 ? 'a line without a value' : `${shorten(key)} is there twice`,
        );
        section.others.push(trimmed);
      } else section.values.set(key.toLowerCase(), { name: key, value: trimmed.slice(equals + 1).trim(), at });
    }
  }
  return sections;
}

/** Takes values out of a section, so that what is left was not understood. */
export class SectionReader {
  readonly section: Section;
  readonly #reading: Reading;
  readonly #left: Map<string, { readonly name: string; readonly value: string; readonly at: number }>;

  constructor(section: Section, reading: Reading) {
    this.section = section;
    this.#reading = reading;
    this.#left = new Map(section.values);
  }

  /** A value as it is written. */
  take(name: string): string | undefined {
    const key = name.toLowerCase();
    const found = this.#left.get(key);
    this.#left.delete(key);
    return found?.value;
  }

  /** A text: in UTF-16 where that is there, else in quotation marks. */
  takeText(name: string): string | undefined {
    const plain = this.take(name);
    const hex = this.#left.get(`${name.toLowerCase()}unicode`);
    const unicode = hex === undefined ? undefined : readUnicode(hex.value);
    if (unicode !== undefined) {
      this.take(`${name}Unicode`);
      return unicode;
    }
    // It is left over, and so kept.
    if (hex !== undefined)
      this.#reading.fault('bad-value', `${this.section.name}/${name}Unicode`, hex.at, 'is not UTF-16 in hex');
    return plain === undefined ? undefined : unquote(plain);
  }

  /** Where a value is. */
  at(name: string): number {
    return this.section.values.get(name.toLowerCase())?.at ?? this.section.at;
  }

  /** What was not taken, in the order of the section. */
  *left(): Generator<{ readonly name: string; readonly value: string }> {
    yield* this.#left.values();
    for (const value of this.section.others) yield { name: '', value };
  }
}

/** A value without the quotation marks around it and the escapes inside. */
export function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value;
  return value
    .slice(1, -1)
    .replace(/\\([nr\\"])/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped === 'r' ? '\r' : escaped));
}

/** A text in quotation marks, for readers that do not look at its UTF-16. */
export function quoted(text: string): string {
  return `"${text.replace(/[\0-\x1f\x7f"\\]|[\ud800-\udfff]/g, '?')}"`;
}

/** The coding in which a text is sent. */
export function usualCoding(text: string): string {
  return tryDecode(() => encodeGsm7(text)) === undefined ? 'Unicode_No_Compression' : 'Default_No_Compression';
}

/** The text of UTF-16 in hex, the high octet first; undefined for what is none. */
export function readUnicode(hex: string): string | undefined {
  if (hex.length % 4 !== 0) return undefined;
  const units = new Uint16Array(hex.length / 4);
  for (let i = 0; i < hex.length; i++) {
    const digit = hexDigit(hex.charCodeAt(i));
    if (digit < 0) return undefined;
    units[i >> 2] = ((units[i >> 2] as number) << 4) | digit;
  }
  return textOfUnits(units, units.length);
}

/** A text as UTF-16 in hex. */
export function formatUnicode(text: string): string {
  const pieces: string[] = [];
  for (let i = 0; i < text.length; i++) pieces.push(text.charCodeAt(i).toString(16).toUpperCase().padStart(4, '0'));
  return pieces.join('');
}
