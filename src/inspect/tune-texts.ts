/**
 * Tunes written as lines of text: iMelody, eMelody and Motorola's form. A field per line, what its key means, and what the parser found
 * at fault beside the line where it stands.
 * @module
 */
import type { Field, FieldBudget } from '../bytes/index.js';
import { DEFAULT_LIMITS, FormatError, LimitError, type Limits } from '../errors.js';
import { parseEmelody } from '../ringtone/emelody.js';
import { parseImelody } from '../ringtone/imelody.js';
import { type Issue, parseRtttl, type Tune } from '../ringtone/index.js';
import { parseMotorola } from '../ringtone/motorola.js';
import type { Bounds } from './call-limits.js';
import { anyTextOf, LINES, textOf, textPieces } from './texts.js';
import { notText, withWarnings } from './trees.js';

/** The forms here, by the root of their trees and their parsers. */
const FORMS = {
  imelody: { name: 'iMelody', parse: parseImelody },
  emelody: { name: 'eMelody', parse: parseEmelody },
  motorola: { name: 'Motorola tune', parse: parseMotorola },
} as const;

export type TuneTextFormat = keyof typeof FORMS;

/** How the forms begin. */
const BEGINNINGS: readonly (readonly [TuneTextFormat, RegExp])[] = [
  ['imelody', /^\s*BEGIN:IMELODY\b/i],
  ['emelody', /^\s*BEGIN:EMELODY\b/i],
  ['motorola', /^\s*L35&/],
];

/** The form that a text begins as, if any. */
export function tuneTextFormat(text: string): TuneTextFormat | undefined {
  return BEGINNINGS.find(([, beginning]) => beginning.test(text))?.[0];
}

/** What came of reading a tune. */
export interface TuneReading {
  /** Undefined where even the lenient reading failed. */
  readonly tune?: Tune;
  /** What the strict reading refused; undefined when it did not. */
  readonly error?: FormatError;
  /** What the reading that got to the end reported. */
  readonly issues: readonly Issue[];
}

/** Reads a text strictly, then leniently. */
export function readTuneText(format: TuneTextFormat, text: string, limits: Partial<Limits> | undefined): TuneReading {
  const strict = readAs(format, text, false, limits);
  if (strict.error === undefined) return strict;
  const lenient = readAs(format, text, true, limits);
  return lenient.error === undefined ? { ...lenient, error: strict.error } : strict;
}

function readAs(format: TuneTextFormat, text: string, lenient: boolean, limits: Partial<Limits> | undefined): TuneReading {
  const issues: Issue[] = [];
  try {
    const onIssue = (issue: Issue) => void issues.push(issue);
    return { tune: FORMS[format].parse(text, { lenient, onIssue, ...(limits !== undefined && { limits }) }), issues };
  } catch (error) {
    if (error instanceof FormatError) return { error, issues };
    throw error;
  }
}

/** The tree of a tune that stands in `octets` from `start` to `end`. */
export function tuneTextTree(format: TuneTextFormat, octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = anyTextOf(octets.subarray(start, end));
  const { tune, error, issues } = readTuneText(format, text, bounds);
  const isLong = text.length > (bounds.tuneCharacters ?? DEFAULT_LIMITS.tuneCharacters);
  const place = { name: FORMS[format].name, value: undefined, start, end };
  let children: readonly Field[] = [];
  try {
    if (!isLong) children = linesOf(format, text, start, end, issues, tune, bounds.fields);
  } catch (limit) {
    if (limit instanceof LimitError) return { ...place, error: limit, children };
    throw limit;
  }
  if (tune === undefined) return { ...place, children, ...(error !== undefined && { error }) };
  const isSilent = error !== undefined && issues.length === 0;
  return { ...place, children, meaning: describeTune(tune), ...(isSilent && { warnings: [error.message] }) };
}

/** RTTTL and RTX are one field: their separators do not end lines. */
export function rtttlTree(octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = textOf(octets.subarray(start, end));
  if (text === undefined) return notText('RTTTL', octets, bounds);
  const warnings: string[] = [];
  const place = { name: 'RTTTL', value: text.trim(), start, end, children: [] };
  try {
    const onIssue = ({ index, reason }: Issue) => void warnings.push(`at ${index}: ${reason}`);
    const meaning = describeTune(parseRtttl(text, { lenient: true, onIssue, limits: bounds }));
    return withWarnings({ ...place, meaning }, warnings);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return { ...place, error };
  }
}

/** A tune in a few words. */
export function describeTune({ title, notes, tempoBpm }: Tune): string {
  return `${JSON.stringify(title)}, ${notes.length} notes, ${tempoBpm} bpm`;
}

const placeOf = ({ offset = 0 }: Issue) => offset;

/** A field per line; an issue belongs to the line in which its index lies. */
function linesOf(
  format: TuneTextFormat,
  text: string,
  start: number,
  end: number,
  issues: readonly Issue[],
  tune: Tune | undefined,
  budget: FieldBudget,
): Field[] {
  const sorted = [...issues].sort((a, b) => placeOf(a) - placeOf(b));
  const fields: Field[] = [];
  let next = 0;
  let key: string | undefined;
  for (const { piece: line, index, start: from, end: to } of textPieces(text, LINES, start, end)) {
    budget.spend(FORMS[format].name, from);
    const after = index + line.length;
    const warnings: string[] = [];
    for (; next < sorted.length && (placeOf(sorted[next] as Issue) < after || after === text.length); next++) {
      const issue = sorted[next] as Issue;
      warnings.push(`at ${issue.index}: ${issue.reason}`);
    }
    const shown = lineOf(line.trimEnd(), key, tune);
    if (shown.name !== UNNAMED) key = shown.name;
    const children = format === 'motorola' && index === 0 ? partsOf(line, from, to) : [];
    fields.push(withWarnings({ ...shown, start: from, end: to, children }, warnings));
  }
  return fields;
}

/** The parts of Motorola's form, which is one line. */
const MOTOROLA = /^(\s*L35&)(\d?)( *)([^&]*)(&{0,2})([0-?]{0,2})(.*)$/s;
const MOTOROLA_PARTS = ['beginning', 'tempo', 'separator', 'music', 'end of music', 'checksum', 'rest'] as const;

function partsOf(line: string, start: number, end: number): Field[] {
  const pieces = MOTOROLA.exec(line)?.slice(1) ?? [];
  // Positions are known where characters are octets.
  if (line.length !== end - start) return [];
  const fields: Field[] = [];
  let at = start;
  pieces.forEach((value, i) => {
    if (value !== '')
      fields.push({ name: MOTOROLA_PARTS[i] as string, value, start: at, end: at + value.length, children: [] });
    at += value.length;
  });
  return fields;
}

/** The name of a line that does not begin with a key. */
const UNNAMED = 'line';

/** A line without a key goes on where the one before it ended. */
function lineOf(line: string, last: string | undefined, tune: Tune | undefined): Pick<Field, 'name' | 'value' | 'meaning'> {
  const [, key, rest = ''] = /^([A-Za-z]+):(.*)$/s.exec(line) ?? [];
  if (key === undefined) {
    if (line === '') return { name: UNNAMED, value: undefined };
    return { name: UNNAMED, value: line, ...(last !== undefined && { meaning: `goes on with ${last}` }) };
  }
  const meaning = meaningOf(key.toUpperCase(), rest.trim(), tune);
  return { name: key, value: rest, ...(meaning !== undefined && { meaning }) };
}

const STYLES = ['natural', 'continuous', 'staccato'] as const;

function meaningOf(key: string, value: string, tune: Tune | undefined): string | undefined {
  switch (key) {
    case 'BEAT':
      return 'quarter notes a minute';
    case 'STYLE':
      return /^S\d$/i.test(value) ? STYLES[Number(value.slice(1))] : undefined;
    case 'VOLUME':
      return /^V\d+$/i.test(value) ? `${Number(value.slice(1))} of 15` : undefined;
    case 'MELODY':
      return tune === undefined ? undefined : `${tune.notes.length} notes`;
    default:
      return undefined;
  }
}
