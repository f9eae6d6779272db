/**
 * A collection of files: what is in it, what of it is shown, and in which order. No DOM here.
 * @module
 */
import { rowsInSight } from '../inspect/hex-rows.js';
import type { Description } from './describe.js';
import { FILE_KINDS, type FileKind } from './kinds.js';

/** A file, verbatim. */
export interface Source {
  /** With its folders and the archives around it, `/` between them. */
  readonly path: string;
  readonly blob: Blob;
  /** Why it has no octets: an entry of an archive that is damaged. */
  readonly fault?: string | undefined;
}

/** Files that a collection does not take. */
export interface LeftOut {
  readonly count: number;
  /** The first ones. */
  readonly names: readonly string[];
}

/** Files that were left out, whose names are kept. */
const MAX_NAMED = 1_000;

/** Nothing is left out. */
export const NONE_LEFT_OUT: LeftOut = { count: 0, names: [] };

/** One more that is left out. */
export function leaveOut({ count, names }: LeftOut, path: string): LeftOut {
  return { count: count + 1, names: names.length < MAX_NAMED ? [...names, path] : names };
}

/** What is said of those without a name. */
export function moreThanNamed({ count, names }: LeftOut): string[] {
  return count > names.length ? [`and ${count - names.length} more`] : [];
}

/** A file of the collection. */
export interface Item extends Source {
  readonly id: number;
  /** Order by name. */
  readonly key: string;
  /** Undefined until it was looked at. */
  description: Description | undefined;
}

/** What is asked for. */
export interface Filter {
  /** Words that all are in the name or the sentence; any letter case. */
  readonly text: string;
  /** All, when undefined. */
  readonly kind: FileKind | undefined;
  readonly onlyFaults: boolean;
  readonly sort: SortOrder;
}

/** Orders and their names. */
export const SORT_ORDERS = { name: 'name', kind: 'kind', size: 'size, largest first' } as const;
export type SortOrder = keyof typeof SORT_ORDERS;

/** What is shown at first. */
export const NO_FILTER: Filter = { text: '', kind: undefined, onlyFaults: false, sort: 'name' };

/** Makes an item of a source. */
export function newItem(id: number, source: Source): Item {
  // Numbers in names count as numbers: IMG_9 comes before IMG_10.
  const key = source.path.toLowerCase().replace(/\d{1,12}/g, (digits) => digits.padStart(12, '0'));
  const description: Description | undefined =
    source.fault === undefined
      ? undefined
      : { sentence: 'Not unpacked', kind: 'unknown', format: undefined, faults: [source.fault] };
  return { ...source, id, key, description };
}

/** The items that a filter leaves, in its order. */
export function filterItems(items: readonly Item[], { text, kind, onlyFaults, sort }: Filter): Item[] {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const left = items.filter((item) => {
    const { description, path } = item;
    if (kind !== undefined && description?.kind !== kind) return false;
    if (onlyFaults && !isFaulty(item)) return false;
    if (words.length === 0) return true;
    const all = `${path} ${description?.sentence ?? ''} ${description?.format ?? ''}`.toLowerCase();
    return words.every((word) => all.includes(word));
  });
  const byName = (a: Item, b: Item) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.id - b.id);
  const rank = ({ description }: Item) =>
    description === undefined ? KIND_ORDER.length : KIND_ORDER.indexOf(description.kind);
  const orders: Readonly<Record<SortOrder, (a: Item, b: Item) => number>> = {
    name: byName,
    kind: (a, b) => rank(a) - rank(b) || byName(a, b),
    size: (a, b) => b.blob.size - a.blob.size || byName(a, b),
  };
  return left.sort(orders[sort]);
}

const KIND_ORDER = Object.keys(FILE_KINDS) as readonly FileKind[];

/** Whether something is wrong with a file, or nothing is known of it. */
export function isFaulty({ description }: Item): boolean {
  return description !== undefined && description.faults.length > 0;
}

/** How many files there are of each kind, in the order of the page; and how many have faults. */
export function countKinds(items: readonly Item[]): {
  readonly kinds: readonly (readonly [kind: FileKind, count: number])[];
  readonly faulty: number;
} {
  const counts = new Map<FileKind, number>();
  for (const { description } of items) {
    if (description !== undefined) counts.set(description.kind, (counts.get(description.kind) ?? 0) + 1);
  }
  const kinds = KIND_ORDER.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [[kind, count] as const];
  });
  return { kinds, faulty: items.filter(isFaulty).length };
}

/** Rows of a grid that are in sight, and some around them. */
export function visibleRange(
  view: { readonly top: number; readonly height: number; readonly rowHeight: number; readonly columns: number },
  count: number,
): { readonly from: number; readonly to: number } {
  const { top, height, rowHeight, columns } = view;
  const { from, to } = rowsInSight({ top, height, rowHeight, count: Math.ceil(count / columns) }, SPARE);
  return { from: from * columns, to: Math.min(count, to * columns) };
}

/** Rows beside those in sight. */
const SPARE = 2;

/** The place that a key leads to from another one; undefined for a key that leads nowhere. */
export function placeAfter(key: string, at: number, columns: number, rowsShown: number, count: number): number | undefined {
  const step = {
    ...{ ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns },
    ...{ PageDown: columns * rowsShown, PageUp: -columns * rowsShown, Home: -at, End: count - 1 - at },
  }[key];
  if (step === undefined || count === 0) return undefined;
  const to = at + step;
  // Up and down stay in their column.
  const isVertical = Math.abs(step) >= columns && key !== 'Home' && key !== 'End';
  if (to < 0) return isVertical ? at % columns : 0;
  return to < count
    ? to
    : key === 'ArrowDown' && Math.floor(at / columns) === Math.floor((count - 1) / columns)
      ? at
      : count - 1;
}
