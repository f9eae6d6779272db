/** Issues in short, for tables of them. */
import type { TuneIssue } from '../../src/ringtone/index.js';

/**
 * What a reading reports, each issue as `code field offset = assumed [start-end text]`, with a ! before the code of an error; the last part is the fix.
 * Fields are named without the notation, offsets count from `from`.
 */
export function spelledIssues(read: (onIssue: (issue: TuneIssue) => void) => unknown, from = 0): string[] {
  const found: string[] = [];
  read(({ code, severity, field, offset, assumed, fix }) => {
    const change = fix === undefined ? '' : ` [${fix.start - from}-${fix.end - from} ${fix.text}]`;
    const place = `${field.replace(/^[\w ]+\/?/, '') || 'all'} ${offset === undefined ? '-' : offset - from}`;
    const taken = assumed === undefined ? '' : ` = ${assumed}`;
    found.push(`${severity === 'error' ? '!' : ''}${code} ${place}${taken}${change}`);
  });
  return found;
}
