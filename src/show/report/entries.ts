/**
 * What a report says of each content, and of all of them together: one entry for the same octets, whatever names they have.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { type Field, toHex } from '../../bytes/index.js';
import type { Limits } from '../../errors.js';
import { FORMATS, type Format, type Identification, identify, treeToJson } from '../../inspect/index.js';
import { shorten } from '../../inspect/printable.js';
import { distinctEffects, findEffects } from '../effects.js';
import { readDrawing } from '../file-readers.js';
import type { Pack } from '../png.js';
import { openOne } from '../readings.js';
import { exhibit, faultOf } from './exhibits.js';
import {
  type Displayed,
  type Exhibit,
  type Findings,
  REPORT_MARK,
  type Report,
  type ReportEntry,
  type ShownFormat,
  type Unread,
} from './model.js';
import { HIDDEN, isSecret, withoutSecrets } from './secrets.js';

/** Fields and characters of a value that the JSON of a tree holds. */
const MAX_FIELDS = 5_000;
const MAX_VALUE = 2_000;

/** Warnings or errors of a content that are named, and characters of each. */
const MAX_NAMED = 3;
const MAX_FINDING = 300;

/** Findings of a content that are told. */
const MAX_EFFECTS = 32;

/** Where the conversions of contents go. */
export interface ReportFolder {
  /** Whether the JSON of trees is left out. */
  readonly isWithoutTrees?: boolean;
  /** @returns the name of the conversion; undefined when there is no room for it. */
  write(sha256: string, number: number, extension: string, content: Uint8Array | string): string | undefined;
}

/** What octets are to a report. */
export interface Recognised {
  readonly format: ShownFormat | undefined;
  readonly octets: Uint8Array;
  readonly tree: Field;
  /** What the payload is written in: hex or base64. */
  readonly within: readonly Format[];
  readonly confidence: number;
  readonly reason: string;
  readonly readings: readonly Identification[];
}

/** Recognises octets: of a wrapped payload what it holds, of a text that is a drawing the picture. */
export function recognise(octets: Uint8Array, limits?: Partial<Limits>): Recognised {
  const opened = openOne(octets, { limits });
  const inner = identify(opened.octets, limits);
  // Hex digits of nothing that is known are a text of hex digits.
  const isInside = opened.within.length > 0 && inner.length > 0;
  const readings = isInside || opened.within.length === 0 ? inner : identify(octets, limits);
  const [reading] = readings;
  const within = isInside ? opened.within : [];
  const payload = isInside ? opened.octets : octets;
  const common = { octets: payload, tree: opened.tree, within, readings };
  const drawing = reading === undefined || reading.format === 'text' ? readDrawing(payload) : undefined;
  if (drawing !== undefined) {
    const reason = `${drawing.widthPx} x ${drawing.heightPx} pixels, drawn in lines of # and .`;
    return { ...common, format: 'rows', confidence: 0.9, reason };
  }
  const { format, confidence = 0, reason = unknownReason(octets) } = reading ?? {};
  return { ...common, format, confidence, reason };
}

/**
 * The entry of a content; its conversions go into a folder.
 * @param pack makes the streams of PNGs
 * @throws LimitError past the limits of `inspect`
 */
export function makeEntry(
  sha256: string,
  octets: Uint8Array,
  files: ReportFolder,
  { pack, limits }: { readonly pack?: Pack; readonly limits?: Partial<Limits> } = {},
): Omit<ReportEntry, 'names'> {
  const { format, within, confidence, reason, readings, tree, octets: payload } = recognise(octets, limits);
  const { exhibits, faults } = exhibit(format, payload, tree, { pack });
  const shown = display(sha256, exhibits, files);
  const findings = findingsOf(tree);
  const effects = distinctEffects(findEffects(tree, payload));
  // What ended the tree's decoding ended that of the conversion as well.
  const told = findings.errors.first.map(faultOf);
  const others = faults.filter((fault) => !told.includes(fault));
  const { isWithoutTrees = false } = files;
  const treeOf = () => treeJson(sha256, octets.length, within, readings, tree);
  const json = isWithoutTrees ? undefined : files.write(sha256, 1, '.json', treeOf());
  return {
    sha256,
    octets: octets.length,
    format,
    within,
    confidence,
    reason,
    ...findings,
    exhibits: shown.displayed,
    effects: { count: effects.length, first: effects.slice(0, MAX_EFFECTS) },
    faults: [...others, ...(shown.isWhole && (isWithoutTrees || json !== undefined) ? [] : [NO_ROOM])],
    json,
  };
}

const NO_ROOM = 'not all of its files are there: the report has its largest size';

/** Why octets are unknown. */
export function unknownReason(octets: Uint8Array): string {
  if (octets.length === 0) return 'it is empty';
  return `nothing known begins with ${toHex(octets.subarray(0, 8)).replace(/..(?!$)/g, '$& ')}`;
}

/** Writes the files of exhibits. */
function display(
  sha256: string,
  exhibits: readonly Exhibit[],
  files: ReportFolder,
): { displayed: Displayed[]; isWhole: boolean } {
  const numbers = new Map<string, number>();
  let isWhole = true;
  const write = (extension: string, octets: Uint8Array): string | undefined => {
    const number = (numbers.get(extension) ?? 0) + 1;
    numbers.set(extension, number);
    const name = files.write(sha256, number, extension, octets);
    if (name === undefined) isWhole = false;
    return name;
  };
  const displayed = exhibits.map((one): Displayed => {
    if (one.kind === 'text') return one;
    if (one.kind === 'sound') {
      const { wav, midi, ...words } = one;
      return { ...words, wav: wav && write('.wav', wav), midi: midi && write('.mid', midi) };
    }
    const frames = one.frames.flatMap(({ file: octets, extension = '.png', widthPx, heightPx }) => {
      const file = write(extension, octets);
      return file === undefined ? [] : [{ file, widthPx, heightPx }];
    });
    return { ...one, frames };
  });
  return { displayed, isWhole };
}

function findingsOf(tree: Field): { warnings: Findings; errors: Findings } {
  const warnings = { count: 0, first: [] as string[] };
  const errors = { count: 0, first: [] as string[] };
  const note = (findings: typeof warnings, text: string) => {
    findings.count++;
    if (findings.first.length < MAX_NAMED) findings.first.push(withoutSecrets(shorten(text, MAX_FINDING)));
  };
  const walk = ({ name, children, error, warnings: own = [] }: Field): void => {
    for (const warning of own) note(warnings, `${name}: ${warning}`);
    if (error !== undefined) note(errors, error.message);
    for (const child of children) walk(child);
  };
  walk(tree);
  return { warnings, errors };
}

// ---- JSON ----

/** A content's readings and its tree; of a large tree the upper levels, with the number of the fields that are left out. */
function treeJson(
  sha256: string,
  octets: number,
  within: readonly Format[],
  readings: readonly Identification[],
  tree: Field,
): string {
  const levels = levelsWithin(tree, MAX_FIELDS);
  return `${JSON.stringify({ sha256, octets, within, readings, tree: boundedTree(tree, levels) })}\n`;
}

/** Levels below a tree's root that together have no more fields than this; one at least. */
function levelsWithin(tree: Field, mostFields: number): number {
  let level: readonly Field[] = tree.children;
  let fields = 0;
  for (let levels = 0; level.length > 0; levels++) {
    fields += level.length;
    if (fields > mostFields) return Math.max(1, levels);
    level = level.flatMap(({ children }) => children);
  }
  return Number.POSITIVE_INFINITY;
}

/** Octets of a space of its own stand in the tree only where nothing is below them: the rest is in its fields. */
function boundedTree(field: Field, levels: number): object {
  const { name, children, value, meaning, octets } = field;
  if (isSecret(name)) return { ...(treeToJson({ ...field, children: [] }) as object), value: HIDDEN, meaning: undefined };
  const shown = levels === 0 ? [] : children.slice(0, MAX_FIELDS);
  const left = children.length - shown.length;
  const own = children.length > 0 ? undefined : octets?.subarray(0, MAX_VALUE / 2);
  return {
    ...(treeToJson({ ...field, octets: own, children: [] } as Field) as object),
    ...(typeof value === 'string' && { value: withoutSecrets(shorten(value, MAX_VALUE)) }),
    ...(meaning !== undefined && { meaning: withoutSecrets(meaning) }),
    ...(left > 0 && { leftOut: pluralize(left, 'field') }),
    children: shown.map((child) => boundedTree(child, levels - 1)),
  };
}

// ---- Summing up ----

/**
 * All that a report says.
 * @param source what was looked at, as it was named
 * @param folder the folder of the conversions, as the page refers to it
 */
export function sumUp(source: string, folder: string, entries: readonly ReportEntry[], unread: readonly Unread[]): Report {
  const counts = new Map<ShownFormat | undefined, { files: number; contents: number; octets: number }>();
  for (const { format, names, octets } of entries) {
    const count = counts.get(format) ?? { files: 0, contents: 0, octets: 0 };
    counts.set(format, {
      files: count.files + names.length,
      contents: count.contents + 1,
      octets: count.octets + names.length * octets,
    });
  }
  const formats = [...counts].map(([format, count]) => ({ format, ...count })).sort((a, b) => rank(a.format) - rank(b.format));
  return {
    source,
    folder,
    files: formats.reduce((sum, { files }) => sum + files, 0),
    octets: formats.reduce((sum, { octets }) => sum + octets, 0),
    formats,
    // They come in the order of their first names, which sorting keeps.
    entries: [...entries].sort((a, b) => rank(a.format) - rank(b.format)),
    unread,
  };
}

function rank(format: ShownFormat | undefined): number {
  if (format === 'rows') return FORMATS.indexOf('bmp') + 0.5;
  return format === undefined ? FORMATS.length : FORMATS.indexOf(format);
}

/** The index of a report, as JSON has it. @param written names of the conversions */
export function indexOf({ source, files, octets, formats, entries, unread }: Report, written: readonly string[]): object {
  return {
    report: REPORT_MARK,
    version: 1,
    source,
    counts: { files, contents: entries.length, octets, unread: unread.length },
    formats: formats.map((count) => ({ ...count, format: count.format ?? 'unknown' })),
    contents: entries.map(({ format, exhibits, ...entry }) => ({
      ...entry,
      format: format ?? 'unknown',
      shown: exhibits,
    })),
    unread,
    files: written,
  };
}
