/**
 * What a reader of tunes says about a text that departs from its grammar: where, what, what it took instead, and which edit
 * of the text would mend it.
 * @module
 */
import type { Limits } from '../errors.js';

/** Departures from a grammar, and losses. Those of the first groups are read in both modes, the last group only leniently. */
export type IssueCode =
  // RTTTL and RTX.
  /** A byte order mark in front of the title. */
  | 'byte-order-mark'
  /** No characters before the first colon. */
  | 'missing-title'
  /** More than the 10 characters of the grammar. */
  | 'long-title'
  /** One or more of d, o and b are not given. */
  | 'missing-defaults'
  /** A key with its value straight after it: `d4`. Published RTX does so, RTTTL 1.0 does not. */
  | 'missing-equals'
  /** Two commas in the defaults with nothing between them. */
  | 'empty-default'
  /** A key in the defaults that is none of d, o, b, s, l, v; passed over. */
  | 'unknown-key'
  /** A tempo that the Nokia binary form can only approximate. */
  | 'off-table-tempo'
  /** `h`, the German and the grammar's letter for B natural; many readers know only `b`. */
  | 'letter-h'
  /** `_` in place of `#`. */
  | 'underscore-sharp'
  /** A dot anywhere but at the end of the note. */
  | 'dot-place'
  /** A pause with an octave number, which says nothing. */
  | 'pause-octave'
  /** A number written with leading zeros. */
  | 'leading-zero'
  /** Line breaks before the last note; reported once before the title and once behind it. */
  | 'line-break'
  /** A comma after the last command. */
  | 'trailing-comma'
  /** A semicolon after the last command. */
  | 'terminator'
  /** Tempo, octave, style or volume changed after the last note. */
  | 'unused-control'
  /** More notes than the handset plays, by the limit that the caller of lintRtttl names. */
  | 'long-tune'
  // All forms.
  /** Something that a tune has no place for: a light, a vibration, a composer. */
  | 'dropped'
  /** A value that stands for one that the tune or the text cannot hold. */
  | 'approximated'
  /** Line ends other than CR LF; reported once. */
  | 'line-end'
  /** A keyword or note in the other letter case. */
  | 'letter-case'
  // Only lenient from here on.
  /** One colon instead of two. */
  | 'missing-section'
  /** A control character in the title; read as a blank. */
  | 'control-character'
  /** A colon inside the title. */
  | 'colon-in-title'
  /** Text in front of the tune. */
  | 'text-before'
  /** Another tune, or any other text with a colon, on the lines after the tune. */
  | 'text-after'
  /** A key or a line given twice. */
  | 'repeated-key'
  /** A line that has to be there and is not. */
  | 'missing-line'
  /** A number outside its range or set. */
  | 'out-of-range'
  /** A key or control without a readable value. */
  | 'missing-value'
  /** `#` or `_` in front of the letter, as in a Nokia phone's own composer. */
  | 'sharp-place'
  /** A sharp or flat that does not exist: e#, b#, p#. */
  | 'impossible-sharp'
  /** More than one dot. */
  | 'double-dot'
  /** Two notes with no comma between them. */
  | 'missing-comma'
  /** Nothing between two commas. */
  | 'empty-command'
  /** A command whose letter is no note, pause or control. */
  | 'unknown-letter'
  /** Characters left over after a readable command or value. */
  | 'junk'
  /** A repeat that is not closed, not opened, empty, or inside another. */
  | 'repeat'
  /** A checksum that does not come out. */
  | 'checksum'
  /** Not a single note. */
  | 'no-notes'
  /** What ended the reading; lintRtttl alone gives it, as its last issue. */
  | 'fatal';

/** An edit of the text: what stands from `start` up to `end` becomes `text`. */
export interface Fix {
  /** Index of the first UTF-16 unit to go. */
  readonly start: number;
  /** One past the last; equal to `start` where text is only put in. */
  readonly end: number;
  /** What stands there instead. */
  readonly text: string;
}

/** One departure from the grammar, or one loss. */
export interface Issue {
  /** What departs from the grammar. */
  readonly code: IssueCode;
  /** Index of the UTF-16 unit in the text; in a binary form, of the octet; of the note, when a writer reports what it lost. */
  readonly index: number;
  /** What was found, in words. */
  readonly message: string;
  /** What was read instead. */
  readonly assumed: string;
  /** The edit that mends this and leaves the tune as it was read; missing where there is no such edit, or another issue's mends it too. */
  readonly fix?: Fix;
}

/** How to read a text. */
export interface TuneTextOptions {
  /** Clamp, assume or skip what the strict reading refuses; each is reported. For tunes from the wild. */
  readonly lenient?: boolean;
  /** Called once for each departure from the grammar, in both modes. */
  readonly onIssue?: (issue: Issue) => void;
  /** Other values for `tuneCharacters` and `tuneNotes` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits>;
}

/** The text with the fixes of its issues in place. Fixes of one text by lintRtttl do not overlap; of others, the first in the text counts. */
export function applyFixes(text: string, issues: readonly Issue[]): string {
  const fixes = issues.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
  fixes.sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = 0;
  for (const { start, end, text: replacement } of fixes) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}
