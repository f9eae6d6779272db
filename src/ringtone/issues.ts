/**
 * What a reader of tunes reports about a text that departs from its grammar: where, what, what it took instead, and which edit of the
 * text fixes it.
 * @module
 */
import { requireList, requireText } from '../bytes/check.js';
import { type DecodeOptions, type Fix, Issue, type Reading } from '../bytes/reading.js';

/** Codes of departures from a grammar, and of losses. Strict reading accepts those before `missing-section`, only lenient reading the rest. */
export type TuneIssueCode =
  // RTTTL and RTX.
  /** A byte order mark before the title. */
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
  /** A key in the defaults other than d, o, b, s, l, v; ignored. */
  | 'unknown-key'
  /** A tempo that the Nokia binary form can only approximate. */
  | 'off-table-tempo'
  /** `h`, the German and the grammar's letter for B natural; many readers know only `b`. */
  | 'letter-h'
  /** `_` in place of `#`. */
  | 'underscore-sharp'
  /** A dot anywhere but at the end of the note. */
  | 'dot-place'
  /** A pause with an octave number, which has no meaning. */
  | 'pause-octave'
  /** A number written with leading zeros. */
  | 'leading-zero'
  /** Line breaks before the last note; reported once before the title and once after it. */
  | 'line-break'
  /** A comma after the last command. */
  | 'trailing-comma'
  /** A semicolon after the last command. */
  | 'terminator'
  /** Tempo, octave, style or volume changed after the last note. */
  | 'unused-control'
  /** More notes than `maxNotes` of lintRtttl allows, or than fit into the device. */
  | 'long-tune'
  // Only of lintRtttl with a device.
  /** d, o and b in another order than the device reads them. */
  | 'default-order'
  /** A space where the device does not accept one. */
  | 'blank'
  /** A tempo, octave, style or volume between notes: no device knows them. */
  | 'control'
  // All forms.
  /** Something that a tune cannot hold, and that was omitted: a light, a vibration, a composer. */
  | 'dropped'
  /** A value that the tune or the text cannot hold, and that was replaced by a near one. */
  | 'approximated'
  /** Line ends other than CR LF; reported once. */
  | 'line-end'
  /** A keyword or note in the other letter case. */
  | 'letter-case'
  // Only lenient from here on.
  /** One colon instead of two. */
  | 'missing-section'
  /** A control character in the title; read as a space. */
  | 'control-character'
  /** A colon inside the title. */
  | 'colon-in-title'
  /** Text before the tune. */
  | 'text-before'
  /** Another tune, or any other text with a colon, on the lines after the tune. */
  | 'text-after'
  /** A key or a line given twice. */
  | 'repeated-key'
  /** A required line is missing. */
  | 'missing-line'
  /** A number outside its range or set. */
  | 'out-of-range'
  /** A key or control without a readable value. */
  | 'missing-value'
  /** `#` or `_` before the letter, as in a Nokia phone's own composer. */
  | 'sharp-place'
  /** A sharp or flat that does not exist: e#, b#, p#. */
  | 'impossible-sharp'
  /** More than one dot. */
  | 'double-dot'
  /** Two notes with no comma between them. */
  | 'missing-comma'
  /** Nothing between two commas. */
  | 'empty-command'
  /** A command whose letter is not a note, pause or control. */
  | 'unknown-letter'
  /** Characters left over after a readable command or value. */
  | 'junk'
  /** A repeat that is not closed, not opened, empty, or inside another. */
  | 'repeat'
  /** A wrong checksum. */
  | 'checksum'
  /** Not a single note. */
  | 'no-notes'
  /** The error that ended reading: only of `lintRtttl`, as its last issue. */
  | 'fatal';

/**
 * A departure from a grammar, or a loss. Its `offset` is that of a UTF-16 unit in a text, of an octet in a binary form, or, when a
 * writer reports a loss, of the note.
 */
export type TuneIssue = Issue<TuneIssueCode>;

/** Options of functions that parse a tune. With `lenient`, what strict reading rejects is clamped, assumed or skipped, and reported to `onIssue`. */
export type TuneTextOptions = DecodeOptions<TuneIssueCode>;

/** The reading of a tune. */
export type TuneReading = Reading<TuneIssueCode>;

/** The same issue with another edit, or with none. */
export function withFix({ code, severity, field, offset, reason, assumed }: TuneIssue, fix: Fix | undefined): TuneIssue {
  return new Issue(code, severity, field, offset, reason, { assumed, fix });
}

/** Reports what a writer could not keep; `index` is that of the note, 0 for what is the whole tune's. */
export function reportLoss(
  onIssue: TuneTextOptions['onIssue'],
  code: TuneIssueCode,
  field: string,
  index: number,
  reason: string,
  assumed: string,
): void {
  onIssue?.(new Issue(code, 'warning', field, index, reason, { assumed }));
}

/**
 * Applies the fixes of issues to their text, and returns the result. The fixes of `lintRtttl` do not overlap; of others that do, the first in the
 * text is applied.
 * @example
 * ```ts
 * import { applyFixes, lintRtttl } from 'handset/ringtone';
 *
 * const text = 'Siren:d=4,o=5,b=125:8.c,h';
 * applyFixes(text, lintRtttl(text).issues); // -> 'Siren:d=4,o=5,b=125:8c.,b'
 * ```
 */
export function applyFixes(text: string, issues: readonly TuneIssue[]): string {
  requireText(text, 'text');
  requireList(issues, 'issues');
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
