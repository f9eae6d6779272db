/**
 * Tunes written as lines of text: iMelody, eMelody, Motorola's form, the Flipper's, and tables of sketches. A field per line, what its key means, and what the parser found
 * at fault beside its line.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Limits } from '../errors.js';
import { hasArduinoTable, parseArduinoTable } from '../ringtone/arduino-table.js';
import { parseEmelody } from '../ringtone/emelody.js';
import { parseFlipperMusic } from '../ringtone/flipper-music.js';
import { parseImelody } from '../ringtone/imelody.js';
import { parseRtttl, type Tune } from '../ringtone/index.js';
import { parseMotorola } from '../ringtone/motorola.js';
import type { Bounds } from './call-limits.js';
import { lineFields, readLinesTree, type Shown, UNNAMED, unnamedLine } from './line-trees.js';
import { attempt, type Readings, type ReadOptions, readTwice } from './read-twice.js';
import { readAnyText, readText } from './texts.js';
import { notText, withWarnings } from './trees.js';

export type TuneTextFormat = 'imelody' | 'emelody' | 'motorola' | 'flipper-music' | 'arduino-melody';

interface Form {
  /** Root of its trees. */
  readonly name: string;
  readonly parse: (text: string, options: ReadOptions) => Tune;
}

/** The forms. Their parsers are named inside functions, so that CommonJS loads them only when a text is read with one of them. */
const FORMS: Readonly<Record<TuneTextFormat, Form>> = {
  imelody: { name: 'iMelody', parse: (text, options) => parseImelody(text, options) },
  emelody: { name: 'eMelody', parse: (text, options) => parseEmelody(text, options) },
  motorola: { name: 'Motorola tune', parse: (text, options) => parseMotorola(text, options) },
  'flipper-music': { name: 'Flipper music', parse: (text, options) => parseFlipperMusic(text, options) },
  'arduino-melody': { name: 'Arduino', parse: (text, options) => parseArduinoTable(text, options) },
};

/** How the forms begin. */
const BEGINNINGS: readonly (readonly [TuneTextFormat, RegExp])[] = [
  ['imelody', /^\s*BEGIN:IMELODY\b/i],
  ['emelody', /^\s*BEGIN:EMELODY\b/i],
  ['motorola', /^\s*L35&/],
  ['flipper-music', /^\s*Filetype: *Flipper Music Format\b/],
];

/** The form that a text begins as, or a sketch that has a table of notes. */
export function tuneTextFormat(text: string): TuneTextFormat | undefined {
  const [begun] = BEGINNINGS.find(([, beginning]) => beginning.test(text)) ?? [];
  return begun ?? (text.includes('NOTE_') && hasArduinoTable(text) ? 'arduino-melody' : undefined);
}

/** Reads a text strictly, then leniently. */
export function readTuneText(format: TuneTextFormat, text: string, limits: Partial<Limits> | undefined): Readings<Tune> {
  return readTwice((options) => FORMS[format].parse(text, options), limits);
}

/** The tree of a tune that is in `octets` from `start` to `end`. */
export function tuneTextTree(format: TuneTextFormat, octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = readAnyText(octets.subarray(start, end));
  const readings = readTuneText(format, text, bounds);
  const { value: tune, issues } = readings;
  const place = { name: FORMS[format].name, start, end };
  return readLinesTree(place, readings, tune && describeTune(tune), () => {
    if (text.length > bounds.tuneCharacters) return [];
    let key: string | undefined;
    return lineFields(text, place, bounds, issues, ({ piece, index, start: from, end: to }) => {
      const shown = showLine(piece.trimEnd(), key, tune);
      if (shown.name !== UNNAMED) key = shown.name;
      return format === 'motorola' && index === 0 ? { ...shown, children: splitParts(piece, from, to) } : shown;
    });
  });
}

/** RTTTL and RTX are one field: their separators do not end lines. */
export function rtttlTree(octets: Uint8Array, start: number, end: number, bounds: Bounds): Field {
  const text = readText(octets.subarray(start, end));
  if (text === undefined) return notText('RTTTL', octets, bounds, start, end);
  const place = { name: 'RTTTL', value: text.trim(), start, end, children: [] };
  const read = attempt((options) => parseRtttl(text, options), true, bounds);
  if ('error' in read) return { ...place, error: read.error };
  const warnings = read.issues.map(({ offset, reason }) => `at ${offset}: ${reason}`);
  return withWarnings({ ...place, meaning: describeTune(read.value) }, warnings);
}

/** A tune in a few words. */
export function describeTune({ title, notes, tempoBpm }: Tune): string {
  return `${JSON.stringify(title)}, ${notes.length} notes, ${tempoBpm} bpm`;
}

/** The parts of Motorola's form, which is one line. */
const MOTOROLA = /^(\s*L35&)(\d?)( *)([^&]*)(&{0,2})([0-?]{0,2})(.*)$/s;
const MOTOROLA_PARTS = ['beginning', 'tempo', 'separator', 'music', 'end of music', 'checksum', 'rest'] as const;

function splitParts(line: string, start: number, end: number): Field[] {
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

function showLine(line: string, last: string | undefined, tune: Tune | undefined): Shown {
  const [, key, rest = ''] = /^([A-Za-z]+):(.*)$/s.exec(line) ?? [];
  if (key === undefined) return unnamedLine(line, last);
  const meaning = describeValue(key.toUpperCase(), rest.trim(), tune);
  return { name: key, value: rest, ...(meaning !== undefined && { meaning }) };
}

const STYLES = ['natural', 'continuous', 'staccato'] as const;

function describeValue(key: string, value: string, tune: Tune | undefined): string | undefined {
  switch (key) {
    case 'BEAT':
    case 'BPM':
      return 'quarter notes a minute';
    case 'STYLE':
      return /^S\d$/i.test(value) ? STYLES[Number(value.slice(1))] : undefined;
    case 'VOLUME':
      return /^V\d+$/i.test(value) ? `${Number(value.slice(1))} of 15` : undefined;
    case 'MELODY':
    case 'NOTES':
      return tune === undefined ? undefined : `${tune.notes.length} notes`;
    default:
      return undefined;
  }
}
