/**
 * What is wrong with the text of a tune, and the edits that fix it.
 * @module
 */
import { type Fix, Issue as ReadingIssue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError, type Limits } from '../errors.js';
import { findDeviceIssues } from './device-lint.js';
import { deviceProfile, type TuneDevice } from './devices.js';
import { fitTune } from './fit.js';
import { type Issue, type IssueCode, type TuneTextOptions, withFix } from './issues.js';
import { readRtttl } from './rtttl.js';
import { formatRtttl } from './rtttl-format.js';
import type { RtttlPlaces } from './rtttl-notes.js';
import type { Tune } from './tune.js';

/** Options of lintRtttl. */
export interface LintOptions {
  /** Notes that the handset plays; the first one past them is reported as `long-tune`. Without it, no length is too long. */
  readonly maxNotes?: number;
  /**
   * The device that is to play the text: then the issues are why it refuses it or plays something else, and what no reader is sure of. Those
   * that make it refuse the tune have the severity `error`; `assumed` says what it plays instead.
   */
  readonly device?: TuneDevice;
  /** Other values for `tuneCharacters` and `tuneNotes` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits>;
}

/** The result of lintRtttl. */
export interface RtttlLint {
  /**
   * In the order of reading. Their fixes do not overlap, so that all of them can be applied: by `applyFixes`, or from back to
   * front, the longer first where two begin together, and the last of several insertions. The text then holds the same tune, and none of what the fixes are for.
   */
  readonly issues: Issue[];
  /** The tune as read leniently; missing when nothing could be read. */
  readonly tune?: Tune;
  /**
   * The tune as canonical text, for a device as much of it as the device takes, in its spelling; missing when there is no note or the text form
   * cannot hold what was read.
   */
  readonly fixed?: string;
}

/**
 * Reads a text leniently and lists everything that is wrong with it. Never throws a FormatError: what ends the reading is the
 * last issue, with code `fatal`.
 * @example
 * ```ts
 * import { lintRtttl } from 'handset/ringtone';
 *
 * const { issues, fixed } = lintRtttl('Siren:d=4,o=5,b=125:8.c,h');
 * issues.map(({ code, index }) => [code, index]); // -> [['dot-place', 21], ['letter-h', 24]]
 * fixed; // -> 'Siren:d=4,o=5,b=125:8c.,b'
 * ```
 */
export function lintRtttl(text: string, options: LintOptions = {}): RtttlLint {
  const { maxNotes, limits, device } = options;
  if (device !== undefined) return lintForDevice(text, device, options);
  return lintText(
    (reading) => readRtttl(text, { ...reading, limits }, maxNotes),
    (tune) => formatRtttl(tune),
  );
}

function lintForDevice(text: string, device: TuneDevice, { maxNotes, limits }: LintOptions): RtttlLint {
  const profile = deviceProfile(device);
  const read = ({ lenient, onIssue }: TuneTextOptions) => {
    const faults: Issue[] = [];
    const places: RtttlPlaces = { defaults: { d: 4, o: 6 }, notes: [] };
    const keep = (issue: Issue) => {
      // What all readers take is of no concern here, but for what the caller asked for.
      if (issue.severity === 'error' || issue.code === 'long-tune') faults.push(issue);
    };
    const tune = tryReading(() => readRtttl(text, { lenient, limits, onIssue: keep }, maxNotes, places), faults, onIssue);
    const found = [...faults, ...findDeviceIssues(text, profile, tune, places, faults)];
    found.sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
    for (const issue of found) onIssue?.(issue);
    return tune;
  };
  return lintText(read, (tune) => formatRtttl(fitTune(tune, { device }), { device }));
}

/** What is read; what was found is told also when nothing can be. */
function tryReading(read: () => Tune, faults: readonly Issue[], onIssue: TuneTextOptions['onIssue']): Tune {
  try {
    return read();
  } catch (error) {
    for (const issue of faults) onIssue?.(issue);
    throw error;
  }
}

/** {@link lintRtttl} for any form: what a lenient reading reports, the tune, and the tune as `format` writes it. */
export function lintText(read: (options: TuneTextOptions) => Tune, format: (tune: Tune) => string): RtttlLint {
  const found: Issue[] = [];
  try {
    const tune = read({ lenient: true, onIssue: (issue) => found.push(issue) });
    const fixed = tryDecode(() => format(tune));
    return { issues: withoutOverlaps(found), tune, ...(fixed !== undefined && { fixed }) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { field, offset = 0, reason } = error;
    const fatal = new ReadingIssue<IssueCode>('fatal', 'error', field, offset, reason, { assumed: 'nothing' });
    return { issues: [...withoutOverlaps(found), fatal] };
  }
}

/** Leaves out the fix of an issue that lies inside the fix of another: removing a command fixes whatever is wrong inside it. */
function withoutOverlaps(issues: readonly Issue[]): Issue[] {
  const fixes = issues.flatMap(({ fix }) => (fix === undefined ? [] : [fix]));
  // The widest of those that begin together comes last, so that an insertion at its start stays.
  fixes.sort((a, b) => a.start - b.start || a.end - b.end);
  const kept: Fix[] = [];
  for (const fix of fixes) {
    let last = kept.at(-1);
    // Of two that replace the same characters the later one was made with the earlier in mind: "b=00" becomes 0, and then 25.
    while (last !== undefined && fix.start < last.end && (width(fix) > width(last) || fix.start === last.start)) {
      kept.pop();
      last = kept.at(-1);
    }
    if (last === undefined || fix.start >= last.end) kept.push(fix);
  }
  const keeps = new Set(kept);
  return issues.map((issue) => (issue.fix === undefined || keeps.has(issue.fix) ? issue : withFix(issue, undefined)));
}

function width({ start, end }: Fix): number {
  return end - start;
}
