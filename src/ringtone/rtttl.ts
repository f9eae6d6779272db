/**
 * Reading RTTTL and RTX, the text forms of a ringtone.
 *
 *   title ":" [ pair *( "," pair ) ] ":" command *( "," command )
 *
 *   pair     key [ "=" ] value            keys d o b (RTTTL), s l (RTX), v (one Perl reader)
 *   command  [ duration ] letter [ "#" ] [ octave ] [ "." ]
 *            ( "o" / "b" / "s" / "v" ) [ "=" ] value         RTX: holds from here on
 *
 * The strict reading takes whatever has one possible meaning and reports what departs from the grammar; the lenient reading
 * also clamps, assumes and skips, and reports that too. Letter case and blanks mean nothing (RTX) and are not reported.
 *
 * Sources: RTTTL 1.0 (J. Mostelo), RTX; deviations as seen in published tunes and in gammu, gnokii and the Perl modules.
 * @module
 */

import { blankControls, findControl } from '../bytes/controls.js';
import { DecodeError } from '../errors.js';
import { BYTE_ORDER_MARK, isDigit, isLineBreak } from './characters.js';
import type { TuneTextOptions } from './issues.js';
import { readCommands } from './rtttl-commands.js';
import { COMMA, edit, RtttlCursor, styleOf } from './rtttl-cursor.js';
import { initialDefaults, readDefaults } from './rtttl-defaults.js';
import { controlMessage } from './title.js';
import type { Tune } from './tune.js';

/** How to read a text. */
export type RtttlOptions = TuneTextOptions;

/**
 * Reads a tune from RTTTL or RTX. The title is kept as it is, but for control characters. A `b`, `s` or `v` between notes becomes
 * `tempoBpm`, `style` or `volume` of the next note, also when it repeats the value in force; a default `v` becomes the first note's volume.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes`, its field a path such as `RTTTL/note[3]/octave`, its offset
 *   the index of the offending character. In lenient mode only a text without any colon is refused.
 * @throws LimitError `limit-exceeded` past `tuneCharacters` or `tuneNotes`.
 * @throws TypeError when `text` is not a string.
 */
export function parseRtttl(text: string, options: RtttlOptions = {}): Tune {
  return readRtttl(text, options);
}

/** {@link parseRtttl}, which also reports a `long-tune` of more than `playable` notes. */
export function readRtttl(text: string, options: RtttlOptions, playable = Number.POSITIVE_INFINITY): Tune {
  if (typeof text !== 'string') throw new TypeError('RTTTL is a string');
  return new SectionReader(text, options, playable).read();
}

/** Characters of a title in RTTTL 1.0. */
const TITLE_CHARACTERS = 10;

/** Finds the three sections and has them read. */
class SectionReader {
  readonly #text: string;
  readonly #cursor: RtttlCursor;
  readonly #playable: number;
  readonly #defaults = initialDefaults();

  constructor(text: string, options: RtttlOptions, playable: number) {
    this.#text = text;
    this.#cursor = new RtttlCursor(text, options);
    this.#playable = playable;
  }

  read(): Tune {
    const text = this.#text;
    const first = text.indexOf(':');
    if (first < 0) throw new DecodeError('truncated', 'RTTTL/title', text.length, 'no colon after the title');
    const second = text.indexOf(':', first + 1);
    if (second < 0) return this.#readOneColon(first);
    if (this.#cursor.complaints.lenient) return this.#readFromHeader(first, second);
    const title = this.#readTitle(0, first);
    this.#readDefaults(first + 1, second);
    return this.#tune(title, second + 1);
  }

  /** Finds the two colons with defaults between them: a title may hold a colon, and other text may come before the tune. */
  #readFromHeader(first: number, second: number): Tune {
    const text = this.#text;
    const cursor = this.#cursor;
    let from = first;
    let to = second;
    while (to >= 0 && !cursor.isDefaults(from + 1)) {
      from = to;
      to = text.indexOf(':', to + 1);
    }
    if (to < 0 || from === first) {
      from = first;
      to = second;
    }
    // A line break in a title is part of it, unless a colon shows that the lines before have nothing to do with the tune.
    const lineAt = from === first ? 0 : Math.max(text.lastIndexOf('\n', from), text.lastIndexOf('\r', from)) + 1;
    if (lineAt > 0) {
      cursor.complaints.report('text-before', 0, 'text in front of the tune', 'the tune', edit(0, lineAt, ''));
    }
    const title = this.#readTitle(lineAt, from);
    this.#readDefaults(from + 1, to);
    return this.#tune(title, to + 1);
  }

  /** `d=4,o=5:c,d`, `title:c,d` or `title:d=4,c,d`: only a lenient reader guesses which colon is missing. */
  #readOneColon(colon: number): Tune {
    const { complaints } = this.#cursor;
    const message = 'only one colon';
    if (!complaints.lenient) throw new DecodeError('truncated', 'RTTTL/defaults', this.#text.length, message);
    if (this.#cursor.isDefaults(colon + 1)) return this.#readWithoutSecondColon(colon);
    const isDefaults = this.#text.lastIndexOf('=', colon) >= 0;
    if (isDefaults) {
      // Where defaults have to be put in front of the text, the colon goes there with them.
      const isMended = this.#readDefaults(0, colon, ':');
      complaints.report('missing-section', colon, message, 'no title', isMended ? undefined : edit(0, 0, ':'));
      return this.#tune('', colon + 1);
    }
    complaints.report('missing-section', colon, message, 'no defaults', edit(colon + 1, colon + 1, ':'));
    return this.#tune(this.#readTitle(0, colon), colon + 1);
  }

  /** The defaults end where an item is no key with an equals sign, or after the digits of one. */
  #readWithoutSecondColon(colon: number): Tune {
    const text = this.#text;
    const cursor = this.#cursor;
    let end = colon + 1;
    let start = end;
    while (cursor.isDefaults(start)) {
      end = cursor.behindBlanks(text.indexOf('=', start) + 1, text.length);
      while (isDigit(text.charCodeAt(end))) end = cursor.behindBlanks(end + 1, text.length);
      const isStyle = styleOf(text.charCodeAt(end)) !== undefined;
      if (isStyle && (end + 1 === text.length || text.charCodeAt(end + 1) === COMMA)) end++;
      start = text.charCodeAt(end) === COMMA ? end + 1 : end;
      if (start === end) break;
    }
    const message = 'no colon between the defaults and the notes';
    const title = this.#readTitle(0, colon);
    this.#readDefaults(colon + 1, end);
    cursor.complaints.report('missing-section', end, message, 'a colon', edit(end, start, ':'));
    return this.#tune(title, start);
  }

  /** Without what stands in front of it: empty lines and a byte order mark. */
  #readTitle(from: number, colon: number): string {
    const text = this.#text;
    const { complaints } = this.#cursor;
    let start = from;
    for (let isMore = true; isMore; ) {
      const at = start;
      while (isLineBreak(text.charCodeAt(start))) start++;
      if (start > at) {
        complaints.report('line-break', at, 'empty lines before the tune', 'the text after them', edit(at, start, ''));
      }
      isMore = text.charCodeAt(start) === BYTE_ORDER_MARK;
      if (isMore) {
        const fix = edit(start, start + 1, '');
        complaints.report('byte-order-mark', start++, 'a byte order mark in front', 'the text after it', fix);
      }
    }
    let title = text.slice(start, colon);
    if (title.includes(':')) {
      const words = title.split(':').map((word) => word.trim());
      title = words.filter((word) => word !== '').join(' ');
      const message = 'a title with a colon in it';
      complaints.report('colon-in-title', text.indexOf(':', start), message, JSON.stringify(title), edit(start, colon, title));
    }
    const control = findControl(title);
    if (control >= 0) {
      const message = controlMessage(title, control);
      title = blankControls(title);
      const at = start + findControl(text.slice(start, colon));
      complaints.fault('control-character', 'RTTTL/title', at, message, JSON.stringify(title), edit(start, colon, title));
    }
    if (title === '') complaints.report('missing-title', colon, 'no title', 'an empty title');
    if (title.length > TITLE_CHARACTERS) {
      const message = `a title of ${title.length} characters; RTTTL has ${TITLE_CHARACTERS}, the binary form 15`;
      complaints.report('long-title', Math.min(start + TITLE_CHARACTERS, colon), message, 'the whole title');
    }
    return title;
  }

  #readDefaults(start: number, end: number, lead = ''): boolean {
    return readDefaults(this.#cursor, start, end, this.#defaults, lead);
  }

  /** The tune, with its notes from `start` on. */
  #tune(title: string, start: number): Tune {
    const notes = readCommands(this.#cursor, start, this.#defaults, this.#playable);
    const { tempoBpm, style, loops } = this.#defaults;
    return { title, tempoBpm, style, loops, notes };
  }
}
