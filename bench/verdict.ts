/**
 * What was wanted, what was measured, and whether the one reaches the other.
 * @module
 */

/** A line to reach: `must` is required, `aim` hoped for. Without either a figure is shown for information. */
export interface Line {
  readonly sense: 'at least' | 'at most';
  readonly must?: number | undefined;
  readonly aim?: number | undefined;
}

export type Outcome = 'PASS' | 'PASS, aim missed' | 'aim missed' | 'missed' | 'info' | 'no peer' | 'not run';

export interface Verdict extends Line {
  /** What was timed. */
  readonly task: string;
  /** What of it is judged, and against whom: `times the best peer`. */
  readonly target: string;
  /** `x` for ratios, else what the figures count: `ms`, `/s`. */
  readonly unit: string;
  /** The rival found, where there was a choice. */
  readonly against?: string | undefined;
  /** Absent when it was not run, or nobody was there to compare with. */
  readonly measured?: number | undefined;
  readonly outcome: Outcome;
  /** Why it was not run. */
  readonly reason?: string | undefined;
}

/** Whether a figure reaches its line, and its aim. */
export function outcomeOf(measured: number, { sense, must, aim }: Line): Outcome {
  if (must === undefined && aim === undefined) return 'info';
  const reaches = (line: number): boolean => (sense === 'at least' ? measured >= line : measured <= line);
  // A figure that is no number reaches nothing.
  if (must !== undefined && !reaches(must)) return 'missed';
  if (aim === undefined || reaches(aim)) return 'PASS';
  return must === undefined ? 'aim missed' : 'PASS, aim missed';
}

/** What is asked of something outside the harness's timing. */
export interface Wanted extends Line {
  readonly target: string;
  readonly unit: string;
}

export function judge(task: string, wanted: Wanted, measured: number): Verdict {
  return { task, ...wanted, measured, outcome: outcomeOf(measured, wanted) };
}

/** What could not be measured: listed all the same. */
export function notRun(task: string, wanted: Wanted, reason: string): Verdict {
  return { task, ...wanted, outcome: 'not run', reason };
}

/** A figure with its unit: `1.27 ms`, `3,645 /s`, `0.98`. */
export function figure(value: number | undefined, unit: string): string {
  if (value === undefined || Number.isNaN(value)) return '-';
  const digits = value >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  return unit === 'x' || unit === '' ? digits : `${digits} ${unit}`;
}

/** What was wanted, as a cell: `>= 10`, `<= 1.3 ms`. */
export function lineOf(value: number | undefined, { sense, unit }: { sense: Line['sense']; unit: string }): string {
  return value === undefined ? '-' : `${sense === 'at least' ? '>=' : '<='} ${figure(value, unit)}`;
}

/** One line for a terminal. */
export function verdictLine(verdict: Verdict): string {
  const { outcome, target, against, unit, measured, must, aim, reason } = verdict;
  const found =
    outcome === 'no peer' ? 'nobody to compare with' : outcome === 'not run' ? `(${reason})` : figure(measured, unit);
  const rival = against === undefined ? '' : ` (against ${against})`;
  const wanted = must === undefined ? '' : `, wanted ${lineOf(must, verdict)}`;
  const hoped = aim === undefined ? '' : `, aim ${figure(aim, unit)}`;
  return `${outcome.padEnd(7)} ${target}: ${found}${rival}${wanted}${hoped}`;
}
