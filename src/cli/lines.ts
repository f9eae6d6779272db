/**
 * Named values as lines for people: the names in a column, further lines of a value below its first one.
 * @module
 */

/** A name and its value; one without a value is left out. */
export type Line = readonly [name: string, value: string | undefined];

const COLUMN = 13;

/** The lines, without a line end behind the last one. @param column where values begin. */
export function linesOfText(lines: readonly Line[], column = COLUMN): string {
  return lines
    .flatMap(([name, value]) =>
      value === undefined ? [] : [`${name.padEnd(column)}${value.replaceAll('\n', `\n${' '.repeat(column)}`)}`],
    )
    .join('\n');
}

/** A point in time: `2026-11-21 18:30:00 UTC`. */
export function instant(date: Date): string {
  return `${wallClock(date)} UTC`;
}

/** What a clock shows whose reading stands in the UTC fields: `2026-11-21 18:30:00`. */
export function wallClock(date: Date): string {
  return date
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '');
}
