/**
 * What is wrong with the text of a tune, and the edits that fix it.
 * @module
 */
import { type Fix, Issue } from '../bytes/reading.js';
import { tryDecode } from '../bytes/try-decode.js';
import { FormatError, type Limits } from '../errors.js';
import { findDeviceIssues } from './device-lint.js';
import { deviceProfile, type TuneDevice } from './devices.js';
import { fitTune } from './fit.js';
import { type TuneIssue, type TuneIssueCode, type TuneTextOptions, withFix } from './issues.js';
import { readRtttl } from './rtttl.js';
import { formatRtttl } from './rtttl-format.js';
import type { RtttlPlaces } from './rtttl-notes.js';
import type { Tune } from './tune.js';

/** Options of {@link lintRtttl}. */
export interface LintOptions {
  /** The number of notes that the handset plays; the first one beyond it is reported as `long-tune`. Unlimited by default. */
  readonly maxNotes?: number;
  /**
   * The device that plays the text. The issues are then the reasons why it refuses the text, with severity `error`, or plays something else, named by
   * `assumed`; and spellings that readers understand differently.
   */
  readonly device?: TuneDevice;
  /** Values that replace `tuneCharacters` and `tuneNotes` of `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits>;
}

/** The result of {@link lintRtttl}. */
export interface RtttlLint {
  /**
   * The issues, in order of reading. Their fixes do not overlap: `applyFixes` applies all of them, and gives a text with the same tune and none of
   * the issues that had a fix.
   */
  readonly issues: TuneIssue[];
  /** The tune as read leniently; absent if nothing could be read. */
  readonly tune?: Tune;
  /**
   * The tune as canonical RTTTL; with a device, as much of the tune as it plays, in its spelling. Absent if there is no note or RTTTL cannot hold the
   * tune.
   */
  readonly fixed?: string;
}

/**
 * Checks RTTTL or RTX: reads it leniently, and lists every departure from the grammar. Never throws a FormatError: an error that ends reading is the
 * last issue, with code `fatal`.
 * @example
 * ```ts
 * import { lintRtttl } from 'handset/ringtone';
 *
 * const { issues, fixed } = lintRtttl('Siren:d=4,o=5,b=125:8.c,h');
 * issues.map(({ code, offset }) => [code, offset]); // -> [['dot-place', 21], ['letter-h', 24]]
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
    const faults: TuneIssue[] = [];
    const places: RtttlPlaces = { defaults: { d: 4, o: 6 }, notes: [] };
    const keep = (issue: TuneIssue) => {
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
function tryReading(read: () => Tune, faults: readonly TuneIssue[], onIssue: TuneTextOptions['onIssue']): Tune {
  try {
    return read();
  } catch (error) {
    for (const issue of faults) onIssue?.(issue);
    throw error;
  }
}

/** {@link lintRtttl} for any form: what a lenient reading reports, the tune, and the tune as `format` writes it. */
export function lintText(read: (options: TuneTextOptions) => Tune, format: (tune: Tune) => string): RtttlLint {
  const found: TuneIssue[] = [];
  try {
    const tune = read({ lenient: true, onIssue: (issue) => found.push(issue) });
    const fixed = tryDecode(() => format(tune));
    return { issues: withoutOverlaps(found), tune, ...(fixed !== undefined && { fixed }) };
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const { field, offset = 0, reason } = error;
    const fatal = new Issue<TuneIssueCode>('fatal', 'error', field, offset, reason, { assumed: 'nothing' });
    return { issues: [...withoutOverlaps(found), fatal] };
  }
}

/** Leaves out the fix of an issue that lies inside the fix of another: removing a command fixes whatever is wrong inside it. */
function withoutOverlaps(issues: readonly TuneIssue[]): TuneIssue[] {
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
