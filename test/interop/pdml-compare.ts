/**
 * Two trees of one payload, tshark's and that of `inspect`, field by field: the same values, in the same octets, in the same bits.
 *
 * A table says for each of tshark's fields which of ours it is and how their values are told apart; a field that the table does not know is a
 * failure, so that nothing is passed over in silence. What cannot be compared stands in the table too, with the reason. The other way round,
 * each field of ours that no field of tshark's met has to be in a list of those that only we show.
 * @module
 */
import type { Field } from '../../src/bytes/index.js';
import type { PdmlField } from './drivers/tshark.js';

/** Tells the values of two fields that stand in the same place apart; undefined when they are the same, else both in words. */
export type Reading = (shown: PdmlField, ours: Field) => string | undefined;

/** What a field of tshark's is in our tree. */
export type Rule =
  | {
      /** Names by which ours goes. */
      readonly ours: string | readonly string[] | RegExp;
      readonly read: Reading;
      /** What lies below ours is fields that tshark shows too; without it they are compared with what they stand in. */
      readonly isGroup?: true;
      /** Of a group: the fields that tshark does not show by themselves. */
      readonly covers?: readonly string[];
      /** What lies below tshark's is not compared. */
      readonly deep?: true;
      /** How much of the place is the same, when not all of it is: tshark masks bits off, or what it shows begins with ours. */
      readonly place?: 'octets' | 'start';
    }
  /** Not to be compared, and why; with `deep`, nor is what lies below it. */
  | { readonly reason: string; readonly deep?: true };

/** Rules by tshark's names. Fields without a name go by the words in front of their value, in quotes: `"TP-User-Data"`. */
export type Table = Readonly<Record<string, Rule>>;

/** Fields of ours that tshark does not show, as `group/field`, and why. */
export interface OnlyOurs {
  readonly fields: RegExp;
  readonly reason: string;
}

/** A fault of tshark's that shows in one field: which, and what it shows there in place of our value. */
export interface ShownFault {
  readonly id: string;
  readonly fault: string;
  /** Names of the fields as the table has them. */
  readonly names: RegExp;
  /** Whether the fault explains a difference. `ours` is undefined when no field of ours stands there. */
  explains(shown: PdmlField, ours: Field | undefined, octets: Uint8Array): boolean;
}

/** A fault that makes tshark lose its way: the fields from some octet on mean nothing. */
export interface LostFault {
  readonly id: string;
  readonly fault: string;
  /** The octet from which on it is lost in this payload; undefined when it is not. */
  lostFrom(ours: Field): number | undefined;
}

/** Two trees of one payload. */
export interface Trees {
  readonly label: string;
  readonly octets: Uint8Array;
  readonly shown: readonly PdmlField[];
  readonly ours: Field;
}

/** What came of a comparison. */
export interface Outcome {
  /** Payloads, and tshark's fields that were found in our trees with the same place and value. */
  readonly payloads: number;
  readonly fields: number;
  /** How often each name of tshark's was compared. */
  readonly compared: ReadonlyMap<string, number>;
  /** How often each fault explained a difference, or kept fields from being compared. */
  readonly faults: ReadonlyMap<string, number>;
  /** How often each rule without comparison was used. */
  readonly passed: ReadonlyMap<string, number>;
  /** How many fields of ours each rule of those that only we show was for, by its expression. */
  readonly onlyOurs: ReadonlyMap<string, number>;
  readonly failures: readonly string[];
}

/** How trees are compared. */
export interface Comparison {
  readonly table: Table;
  readonly onlyOurs: readonly OnlyOurs[];
  readonly shownFaults?: readonly ShownFault[];
  readonly lostFaults?: readonly LostFault[];
}

/** Compares all trees. */
export function compareTrees(all: readonly Trees[], comparison: Comparison): Outcome {
  const counts = noCounts();
  const { compared, faults, passed, onlyOurs } = counts;
  const failures: string[] = [];
  for (const { fields } of comparison.onlyOurs) onlyOurs.set(fields.source, 0);
  for (const { id } of [...(comparison.shownFaults ?? []), ...(comparison.lostFaults ?? [])]) faults.set(id, 0);
  for (const trees of all) {
    const found = compareOne(trees, comparison, counts);
    if (found.length > 0) failures.push(`${trees.label}\n  ${found.join('\n  ')}`);
  }
  const fields = [...compared.values()].reduce((sum, count) => sum + count, 0);
  return { payloads: all.length, fields, compared, faults, passed, onlyOurs, failures };
}

interface Counts {
  readonly compared: Map<string, number>;
  readonly faults: Map<string, number>;
  readonly passed: Map<string, number>;
  readonly onlyOurs: Map<string, number>;
}

function noCounts(): Counts {
  return { compared: new Map(), faults: new Map(), passed: new Map(), onlyOurs: new Map() };
}

function compareOne(trees: Trees, comparison: Comparison, counts: Counts): string[] {
  const lost = (comparison.lostFaults ?? []).flatMap(({ id, lostFrom }) => {
    const from = lostFrom(trees.ours);
    return from === undefined ? [] : [{ id, from }];
  });
  const never = Number.POSITIVE_INFINITY;
  // A fault counts where tshark is lost indeed.
  if (lost.length === 0 || compareUpTo(never, trees, comparison, noCounts()).length === 0) {
    return compareUpTo(never, trees, comparison, counts);
  }
  for (const { id } of lost) count(counts.faults, id);
  return compareUpTo(Math.min(...lost.map(({ from }) => from)), trees, comparison, counts);
}

/** Compares what begins in front of an octet. */
function compareUpTo(lostFrom: number, { shown, ours, octets }: Trees, comparison: Comparison, counts: Counts): string[] {
  const { table, onlyOurs, shownFaults = [] } = comparison;
  const failures: string[] = [];
  const own = [...walkOurs(ours)];
  const starting = new Map<number, Field[]>();
  for (const { field } of own) {
    const there = starting.get(field.start);
    if (there === undefined) starting.set(field.start, [field]);
    else there.push(field);
  }
  const met = new Set<Field>();

  const visit = (field: PdmlField, name: string): void => {
    // Behind that octet nothing means anything, and what tshark says of the packet is that it is lost.
    if (lostFrom < Number.POSITIVE_INFINITY && (field.pos >= lostFrom || field.name.startsWith('_ws.'))) return;
    const rule = table[name];
    const fault = (candidate: Field | undefined) =>
      shownFaults.find((each) => each.names.test(name) && each.explains(field, candidate, octets));
    let children = field.children;
    if (rule === undefined) {
      const explained = fault(undefined);
      if (explained === undefined) failures.push(`${name} at ${placeOf(field)} is not in the table: ${wordsOf(field)}`);
      else {
        count(counts.faults, explained.id);
        children = [];
      }
    } else if ('reason' in rule) {
      count(counts.passed, name);
      if (rule.deep === true) children = [];
    } else {
      if (rule.deep === true) children = [];
      const there = (starting.get(field.pos) ?? []).filter(
        (candidate) => isNamed(candidate, rule.ours) && isSamePlace(field, candidate, rule.place),
      );
      const differences = there.map((candidate) => rule.read(field, candidate));
      const same = differences.indexOf(undefined);
      const match = there[same] ?? there[0];
      const explained = same >= 0 ? undefined : fault(match);
      if (match !== undefined && rule.isGroup !== true) for (const each of walkOurs(match)) met.add(each.field);
      for (const each of match?.children ?? []) if (rule.covers?.includes(each.name) === true) met.add(each);
      if (same >= 0) count(counts.compared, name);
      else if (explained !== undefined) count(counts.faults, explained.id);
      else if (match !== undefined) failures.push(`${name} at ${placeOf(field)}: ${differences[0]}`);
      else {
        const named = own.filter((each) => isNamed(each.field, rule.ours));
        const places = named.map((each) => placeOfOurs(each.field)).slice(0, 5);
        failures.push(`${name} at ${placeOf(field)} (${wordsOf(field)}): ours, ${rule.ours}, stands at ${places.join(' ')}`);
      }
    }
    for (const child of children) visit(child, nameOf(child));
  };
  for (const field of shown) visit(field, nameOf(field));

  for (const { field, parent } of own) {
    if (field.children.length > 0 || met.has(field) || field.start === field.end || field.start >= lostFrom) continue;
    const name = `${parent}/${field.name}`;
    const known = onlyOurs.find(({ fields }) => fields.test(name));
    if (known === undefined) failures.push(`only ours: ${name} at ${placeOfOurs(field)} = ${field.value}`);
    else count(counts.onlyOurs, known.fields.source);
  }
  return failures;
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}

interface Own {
  readonly field: Field;
  /** Name of the field that it stands in. */
  readonly parent: string;
}

/** Our fields, without those that count in octets of their own. */
function* walkOurs(field: Field, parent = ''): Generator<Own> {
  yield { field, parent };
  for (const child of field.children) if (child.octets === undefined) yield* walkOurs(child, field.name);
}

function isNamed(field: Field, wanted: string | readonly string[] | RegExp): boolean {
  if (typeof wanted === 'string') return field.name === wanted;
  return wanted instanceof RegExp ? wanted.test(field.name) : wanted.includes(field.name);
}

/** The name that the table knows: of a field without one the words in front of a value. */
function nameOf(field: PdmlField): string {
  // What tshark says of a packet says in its description which dissector it is about.
  if (field.name.startsWith('_ws.')) return `${field.name} ${field.showName}`;
  if (field.name !== '') return field.name;
  if (field.show.startsWith('</')) return '"</"';
  if (/^\d+: '/.test(field.show)) return '"string"';
  return `"${(/^.*?(?=: | - \(| \(|$)/s.exec(field.show) as RegExpExecArray)[0]}"`;
}

/** The bits of a mask such as `.... .01. = `, as the lowest bit and how many; undefined when there is none. */
function maskOf({ showName, size }: PdmlField): { low: number; width: number } | undefined {
  const [, mask] = /^([.01]{4} [.01]{4}) = /.exec(showName) ?? [];
  if (mask === undefined || size !== 1) return undefined;
  const bits = [...mask.replace(' ', '')].reverse();
  const low = bits.findIndex((bit) => bit !== '.');
  return { low, width: bits.filter((bit) => bit !== '.').length };
}

/** Our bits inside of one octet, as the lowest bit and how many. */
function bitsOf({ bits, start, end }: Field): { low: number; width: number } | undefined {
  if (bits === undefined || end - start !== 1) return undefined;
  const width = bits.to - bits.from;
  return { low: bits.order === 'lsb' ? bits.from - start * 8 : start * 8 + 8 - bits.to, width };
}

/** Of two fields that begin at the same octet. */
function isSamePlace(shown: PdmlField, ours: Field, place: 'octets' | 'start' | undefined): boolean {
  if (place === 'start') return ours.end <= shown.pos + shown.size;
  if (ours.end !== shown.pos + shown.size) return false;
  if (place === 'octets') return ours.bits === undefined;
  const mask = maskOf(shown);
  // Without a mask tshark says nothing of bits: a text of septets begins and ends where it does.
  if (mask === undefined) return true;
  const bits = bitsOf(ours) ?? { low: 0, width: 8 };
  return mask.low === bits.low && mask.width === bits.width;
}

function placeOf(field: PdmlField): string {
  const mask = maskOf(field);
  return `${field.pos}-${field.pos + field.size}${mask === undefined ? '' : ` bit ${mask.low}, ${mask.width} wide`}`;
}

function placeOfOurs(field: Field): string {
  const bits = bitsOf(field);
  return `${field.start}-${field.end}${bits === undefined ? '' : ` bit ${bits.low}, ${bits.width} wide`}`;
}

function wordsOf({ show, showName }: PdmlField): string {
  return (show === '' ? showName : show).slice(0, 120);
}

// ---- readings ----

/** The places alone: what a field of its own says is said by those in it. */
export const extent: Reading = () => undefined;

/** A number, in whatever base tshark prints it. */
export const number: Reading = ({ show }, { value }) => differ(Number(show), value);

/** A number that the wire has in swapped digits: ours is in the words. */
export const digitPair: Reading = ({ show }, { meaning }) => differ(Number(show), Number(meaning));

/** A text. */
export const text: Reading = ({ show }, { value }) => differ(fromC(show), value);

/** Octets in hex. */
export const octets: Reading = ({ value }, ours) => differ(value, ours.value);

/** The words of ours, which are made of tshark's show by `wanted`. */
export function words(wanted: (shown: PdmlField) => string): Reading {
  return (shown, { meaning }) => differ(wanted(shown), meaning);
}

/** Reads the child of a group that holds what tshark shows of the whole. */
export function child(name: string | RegExp, read: Reading): Reading {
  return (shown, ours) => {
    const found = ours.children.find((each) => isNamed(each, name));
    return found === undefined ? `ours has no ${name}` : read(shown, found);
  };
}

/** The two values in words when they are not the same. */
export function differ(theirs: unknown, ours: unknown): string | undefined {
  return theirs === ours ? undefined : `tshark has ${JSON.stringify(theirs)}, ours is ${JSON.stringify(ours)}`;
}

/** tshark shows what does not print as in C. */
export function fromC(show: string): string {
  return show.replace(/\\(?:([tnr"\\])|u([0-9A-F]{4})|U([0-9A-F]{8}))/g, (_, sign?: string, short?: string, long?: string) => {
    if (sign !== undefined) return ({ t: '\t', n: '\n', r: '\r' } as Record<string, string>)[sign] ?? sign;
    return String.fromCodePoint(Number.parseInt((short ?? long) as string, 16));
  });
}
