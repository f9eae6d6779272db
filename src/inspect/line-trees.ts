/**
 * Texts that are shown line by line: tunes, cards and calendars, descriptors. What their parser found at fault is beside the line where it is.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Bounds } from './call-limits.js';
import type { Readings, Reported } from './read-twice.js';
import { LINES, type TextPiece, textPieces } from './texts.js';
import { boundedTree, type Place, withWarnings } from './trees.js';

/** What a line is shown as. */
export type Shown = Pick<Field, 'name' | 'value' | 'meaning' | 'warnings'> & { readonly children?: readonly Field[] };

/** The name of a line that has none of its own. */
export const UNNAMED = 'line';

/** A line without a name: the one before it goes on there. @param last the name of that one */
export function unnamedLine(line: string, last: string | undefined): Shown {
  if (line === '') return { name: UNNAMED, value: undefined };
  return { name: UNNAMED, value: line, ...(last !== undefined && { meaning: `goes on with ${last}` }) };
}

/**
 * A field for each line of the text that is at a place.
 * @param show what a line is shown as, and whether anything is wrong with it
 * @throws LimitError past `inspectFields`
 */
export function lineFields(
  text: string,
  { name, start, end }: Place,
  bounds: Bounds,
  issues: readonly Reported[],
  show: (line: TextPiece, isFaulty: boolean) => Shown,
): Field[] {
  const sorted = [...issues].sort((a, b) => (a.offset ?? 0) - (b.offset ?? 0));
  const fields: Field[] = [];
  let next = 0;
  for (const line of textPieces(text, LINES, start, end)) {
    bounds.fields.spend(name, line.start);
    const after = line.index + line.piece.length;
    const warnings: string[] = [];
    for (let issue = sorted[next]; issue && ((issue.offset ?? 0) < after || after === text.length); issue = sorted[++next]) {
      const assumed = 'assumed' in issue && issue.assumed !== undefined ? `; read as ${issue.assumed}` : '';
      warnings.push(`at ${issue.offset}: ${issue.reason}${assumed}`);
    }
    const shown = show(line, warnings.length > 0);
    fields.push(withWarnings({ children: [], ...shown, start: line.start, end: line.end }, warnings));
  }
  return fields;
}

/** The tree of a text that was read twice. @param grow makes the fields of its lines */
export function readLinesTree(
  place: Place,
  { value, fault, issues }: Readings<unknown>,
  meaning: string | undefined,
  grow: () => readonly Field[],
): Field {
  return boundedTree(place, () => {
    const lines = { value: undefined, children: grow() };
    if (value === undefined) return { ...lines, ...(fault !== undefined && { error: fault }) };
    const isSilent = fault !== undefined && issues.length === 0;
    return { ...lines, ...(meaning !== undefined && { meaning }), ...(isSilent && { warnings: [fault.message] }) };
  });
}
