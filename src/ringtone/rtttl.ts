/**
 * Reading RTTTL and RTX, the text forms of a ringtone.
 *
 *   title ":" [ pair *( "," pair ) ] ":" command *( "," command )
 *
 *   pair     key [ "=" ] value
 *            d  duration   o  octave   b  tempo          RTTTL; what is missing is d=4, o=6, b=63
 *            s  style      l  loops                      RTX
 *            v  volume                                   one Perl reader; here it is the first note's
 *   command  [ duration ] letter [ "#" ] [ octave ] [ "." ]
 *            ( "o" / "b" / "s" / "v" ) [ "=" ] value     RTX: holds from here on
 *
 * The strict reading takes whatever has one possible meaning and reports what departs from the grammar; the lenient reading
 * also clamps, assumes and skips, and reports that too. Letter case and blanks mean nothing (RTX) and are not reported.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX; deviations as seen in published tunes and in gammu, gnokii and the Perl modules.
 * @module
 */
import { DecodeError } from '../errors.js';
import { BYTE_ORDER_MARK, isDigit, isLineBreak } from './characters.js';
import type { TuneIssueCode, TuneTextOptions } from './issues.js';
import { COMMA, edit, findKey, findStyle, isLetter, type RtttlKey } from './rtttl-cursor.js';
import { NotesReader, type RtttlPlaces } from './rtttl-notes.js';
import type { Tune } from './tune.js';

/** Options of {@link parseRtttl}. */
export type RtttlOptions = TuneTextOptions;

/**
 * Parses RTTTL 1.0 or RTX. The title is kept verbatim, except for control characters. A `b`, `s` or `v` between notes becomes
 * `tempoBpm`, `style` or `volume` of the next note, even if it repeats the current value; a default `v` becomes the first note's volume.
 *
 * Option `lenient`: accept every text that has a colon.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `RTTTL/note[3]/octave`, its offset
 *   the index of the offending character.
 * @throws LimitError `limit-exceeded` above `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 * @example
 * ```ts
 * import { parseRtttl } from 'handset/ringtone';
 *
 * const { title, tempoBpm, notes } = parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6');
 * [title, tempoBpm, notes.length]; // -> ['Siren', 125, 4]
 * parseRtttl('Siren:d=4,o=5,b=125:c,x'); // throws DecodeError bad-value RTTTL/note[1]/pitch at 22
 * ```
 */
export function parseRtttl(text: string, options?: RtttlOptions): Tune {
  return readRtttl(text, options);
}

/** {@link parseRtttl}, which also reports a `long-tune` of more than `playable` notes, and tells where it found what. */
export function readRtttl(
  text: string,
  options: RtttlOptions | undefined,
  playable = Number.POSITIVE_INFINITY,
  places?: RtttlPlaces,
): Tune {
  return new SectionReader(text, options, playable, places).read();
}

/** Characters of a title in RTTTL 1.0. */
const MAX_TITLE = 10;

/** Finds the three sections, and reads the title and the defaults. */
class SectionReader extends NotesReader {
  /** Pairs that were read: where the item begins, and the comma or the end after it. */
  readonly #seen = new Map<RtttlKey, { readonly start: number; readonly end: number }>();

  read(): Tune {
    const { text } = this;
    const first = text.indexOf(':');
    if (first < 0) throw new DecodeError('truncated', 'RTTTL/title', text.length, 'no colon after the title');
    const second = text.indexOf(':', first + 1);
    if (second < 0) return this.#readOneColon(first);
    if (this.lenient) return this.#readFromHeader(first, second);
    return this.#readSections(0, first, second);
  }

  #readSections(titleAt: number, first: number, second: number): Tune {
    const title = this.#readTitle(titleAt, first);
    this.#readDefaults(first + 1, second);
    return this.#tune(title, second + 1);
  }

  /** Finds the two colons with defaults between them: a title may hold a colon, and other text may come before the tune. */
  #readFromHeader(first: number, second: number): Tune {
    const { text } = this;
    let from = first;
    let to = second;
    while (to >= 0 && !this.isDefaults(from + 1)) {
      from = to;
      to = text.indexOf(':', to + 1);
    }
    if (to < 0 || from === first) return this.#readSections(0, first, second);
    // A line break in a title is part of it, unless a colon shows that the lines before have nothing to do with the tune.
    const lineAt = Math.max(text.lastIndexOf('\n', from), text.lastIndexOf('\r', from)) + 1;
    if (lineAt > 0) this.fault('text-before', '', 0, 'text before the tune', 'the tune', edit(0, lineAt, ''));
    return this.#readSections(lineAt, from, to);
  }

  /** `d=4,o=5:c,d`, `title:c,d` or `title:d=4,c,d`: only a lenient reader guesses which colon is missing. */
  #readOneColon(colon: number): Tune {
    const { lenient } = this;
    if (lenient && this.isDefaults(colon + 1)) return this.#readWithoutSecondColon(colon);
    if (lenient && this.text.lastIndexOf('=', colon) >= 0) {
      // Where defaults have to be inserted before the text, the colon goes there with them.
      const isFixed = this.#readDefaults(0, colon, ':');
      this.#reportColon(colon, 'only one colon', 'no title', isFixed ? undefined : 0);
      return this.#tune('', colon + 1);
    }
    this.#reportColon(lenient ? colon : this.text.length, 'only one colon', 'no defaults', colon + 1);
    return this.#tune(this.#readTitle(0, colon), colon + 1);
  }

  /** @param fixFrom where the edit that inserts the colon begins, when there is one. */
  #reportColon(at: number, reason: string, assumed: string, fixFrom: number | undefined, fixTo = fixFrom): void {
    const fix = fixFrom === undefined ? undefined : edit(fixFrom, fixTo as number, ':');
    this.section = 'defaults';
    this.fault('missing-section', '', at, reason, assumed, fix, 'truncated');
  }

  /** The defaults end where an item is not a key with an equals sign, or after the digits of one. */
  #readWithoutSecondColon(colon: number): Tune {
    const { text } = this;
    let end = colon + 1;
    let start = end;
    while (this.isDefaults(start)) {
      end = this.afterBlanks(text.indexOf('=', start) + 1);
      while (isDigit(this.codeAt(end))) end = this.afterBlanks(end + 1);
      const isStyle = findStyle(this.codeAt(end)) !== undefined;
      if (isStyle && (end + 1 === text.length || this.codeAt(end + 1) === COMMA)) end++;
      start = this.codeAt(end) === COMMA ? end + 1 : end;
      if (start === end) break;
    }
    const title = this.#readTitle(0, colon);
    this.#readDefaults(colon + 1, end);
    this.#reportColon(end, 'no colon between the defaults and the notes', 'a colon', end, start);
    return this.#tune(title, start);
  }

  // Title

  /** The title after empty lines and byte order marks. */
  #readTitle(from: number, colon: number): string {
    const { text } = this;
    this.section = 'title';
    let start = from;
    for (let isMore = true; isMore; ) {
      const at = start;
      while (isLineBreak(text.charCodeAt(start))) start++;
      if (start > at) this.#noteSkipped('line-break', at, start, 'empty lines before the tune');
      isMore = text.charCodeAt(start) === BYTE_ORDER_MARK;
      if (isMore) this.#noteSkipped('byte-order-mark', start, ++start, 'a byte order mark');
    }
    let title = text.slice(start, colon);
    if (title.includes(':')) {
      const words = title.split(':').map((word) => word.trim());
      title = words.filter((word) => word !== '').join(' ');
      const fix = edit(start, colon, title);
      this.fault('colon-in-title', '', text.indexOf(':', start), 'a title with a colon in it', JSON.stringify(title), fix);
    }
    title = this.printable(title, start, (printable) => edit(start, colon, printable));
    if (title === '') this.note('missing-title', '', colon, 'no title', 'an empty title');
    if (title.length > MAX_TITLE) {
      const reason = `a title of ${title.length} characters; RTTTL has ${MAX_TITLE}, the binary form 15`;
      this.note('long-title', '', Math.min(start + MAX_TITLE, colon), reason, 'the whole title');
    }
    return title;
  }

  #noteSkipped(code: TuneIssueCode, start: number, end: number, reason: string): void {
    this.note(code, '', start, reason, 'the text after it', edit(start, end, ''));
  }

  // Defaults

  /**
   * Reads the pairs from `start` up to `end`.
   * @param lead what the edit that inserts missing pairs begins with.
   * @returns whether pairs are missing.
   */
  #readDefaults(start: number, end: number, lead = ''): boolean {
    this.section = 'defaults';
    this.startItems(start, end);
    const isEmpty = this.at === end;
    while (!isEmpty) {
      this.skipBlanks();
      if (this.at === end || this.code() === COMMA) {
        const at = Math.min(this.at, end - 1);
        this.note('empty-default', '', at, 'a comma without a default', 'no default', this.removal());
      } else this.#readPair();
      if (this.at === end) break;
      // Anything but a comma is a pair whose comma is missing.
      if (this.code() === COMMA) this.passComma();
    }
    const missing = (['d', 'o', 'b'] as const).filter((key) => !this.#seen.has(key));
    if (missing.length === 0) return false;
    const assumed = missing.map((key) => `${key}=${this.values[key]}`).join(',');
    const fix = edit(start, start, `${lead}${assumed}${this.isKept ? ',' : ''}`);
    this.note('missing-defaults', '', start, 'not all of d, o and b are given', assumed, fix);
    return true;
  }

  #readPair(): void {
    const { at: keyAt, itemAt } = this;
    const key = this.#readKey();
    if (key === undefined) {
      this.skipToComma();
      return;
    }
    this.skipEquals(keyAt, key);
    const value = this.readValue(key);
    const hasValue = value !== undefined;
    // A volume without a value is removed; any other key stays, with the value in force.
    const stays = hasValue || key !== 'v';
    if (hasValue) (this.values as Record<RtttlKey, unknown>)[key] = value;
    else this.#reportNoValue(key, keyAt);
    if (stays) {
      this.isKept = true;
      this.reportJoin();
    }
    const earlier = this.#seen.get(key);
    if (earlier !== undefined) {
      const isBeforeComma = this.text.charCodeAt(earlier.end) === COMMA;
      const fix = isBeforeComma && stays ? edit(earlier.start, earlier.end + 1, '') : undefined;
      this.fault('repeated-key', key, keyAt, 'given twice', 'the later value', fix);
    }
    // A value that could not be read was reported, with all that is in its place.
    if (hasValue) this.expectComma(key);
    else this.skipToComma();
    this.#seen.set(key, { start: itemAt, end: this.at });
  }

  /** Passes a key; undefined for one that is not known, reported. */
  #readKey(): RtttlKey | undefined {
    const { at } = this;
    while (isLetter(this.code())) this.at++;
    const length = this.at - at;
    const key = findKey(this.codeAt(at));
    if (length === 1 && key !== undefined) return key;
    // "sS" is the key s with its value; any other run of letters is a key that we do not know.
    if (length === 2 && key === 's' && findStyle(this.codeAt(at + 1)) !== undefined) {
      this.at--;
      return key;
    }
    const fix = this.removal();
    if (length === 0) this.fault('junk', '', at, `${this.shown(at)} where a key should be`, 'no default', fix);
    else {
      const name = this.text.slice(at, Math.min(this.at, at + 20));
      this.note('unknown-key', '', at, `the key "${name}" is not known`, 'no default', fix);
    }
    return undefined;
  }

  /** A key without a readable value: the value in force stays. */
  #reportNoValue(key: RtttlKey, keyAt: number): void {
    const reason = `${this.shown()} where ${key === 's' ? 'N, C or S' : 'a number'} should be`;
    const inForce = key === 'v' ? 'no volume' : String(this.values[key]);
    const kept = edit(keyAt, this.itemEnd(), `${this.text[keyAt]}=${inForce}`);
    this.fault('missing-value', key, this.at, reason, inForce, key === 'v' ? this.removal() : kept);
  }

  /** The tune, with its notes from `start` on. */
  #tune(title: string, start: number): Tune {
    if (this.places !== undefined) this.places.defaults = { d: this.values.d, o: this.values.o };
    this.readNotes(start);
    const { b, s, l } = this.values;
    return { title, tempoBpm: b, style: s, loops: l, notes: this.notes };
  }
}
