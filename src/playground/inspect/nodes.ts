/**
 * The fields of a tree with their places: who is above whom, and in which octets they count. Made as far as they are looked at, because a
 * tree may have a quarter of a million fields. No DOM here.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import { maskAt, rangeOf } from './hex-rows.js';

/** Octets that fields count in: the input, or what a field opens (a joined message, hex decoded). */
export interface Space {
  readonly octets: Uint8Array;
  /** The field that opens it; undefined for the input. */
  readonly opener: Node | undefined;
}

/** A field with its place. */
export interface Node {
  readonly field: Field;
  readonly parent: Node | undefined;
  /** Which child of its parent, from 0. */
  readonly index: number;
  /** 1 for the root. */
  readonly level: number;
  /** What its range counts in. */
  readonly space: Space;
}

/** The root of a tree. */
export function rootNode(field: Field, octets: Uint8Array): Node {
  return { field, parent: undefined, index: 0, level: 1, space: { octets, opener: undefined } };
}

const spaces = new WeakMap<Node, Space>();
const made = new WeakMap<Node, (Node | undefined)[]>();

/** The space of a node's children: its own unless it opens one. */
export function innerSpace(node: Node): Space {
  const { octets } = node.field;
  if (octets === undefined) return node.space;
  let space = spaces.get(node);
  if (space === undefined) {
    space = { octets, opener: node };
    spaces.set(node, space);
  }
  return space;
}

/** A node's child; always the same object. @throws RangeError for one that is not there. */
export function childAt(node: Node, index: number): Node {
  let children = made.get(node);
  if (children === undefined) {
    children = [];
    made.set(node, children);
  }
  const known = children[index];
  if (known !== undefined) return known;
  const field = node.field.children[index];
  if (field === undefined) throw new RangeError(`${node.field.name} has no child ${index}`);
  const child: Node = { field, parent: node, index, level: node.level + 1, space: innerSpace(node) };
  children[index] = child;
  return child;
}

/** Indexes from the root down: `0.3.1`; empty for the root. */
export function pathOf(node: Node): string {
  return node.parent === undefined ? '' : [...ancestors(node).slice(1), node].map(({ index }) => index).join('.');
}

/** The node of a path; undefined when the tree has none. */
export function nodeOf(root: Node, path: string): Node | undefined {
  let node = root;
  for (const index of path === '' ? [] : path.split('.').map(Number)) {
    if (node.field.children[index] === undefined) return undefined;
    node = childAt(node, index);
  }
  return node;
}

/** What is above a node, the root first. */
export function ancestors(node: Node): Node[] {
  const above: Node[] = [];
  for (let next = node.parent; next !== undefined; next = next.parent) above.unshift(next);
  return above;
}

/** The spaces that a space lies in, the input first, and itself. */
export function spacesOf(space: Space): Space[] {
  const all = [space];
  for (let { opener } = space; opener !== undefined; { opener } = opener.space) all.unshift(opener.space);
  return all;
}

/**
 * The deepest field of a space that covers an octet, or the bit of it at `place` (0 is the most significant one). Where several fields share
 * an octet and none is asked for by its bit, the group that has all of it stands for them, else the first that touches it.
 * @returns undefined where no field of the space has it.
 */
export function nodeAt(root: Node, space: Space, offset: number, place?: number): Node | undefined {
  let node = space.opener ?? root;
  let found: Node | undefined = space.opener === undefined && covers(root.field, offset, place) ? root : undefined;
  while (innerSpace(node) === space) {
    const child = childCovering(node, offset, place);
    if (child === undefined) break;
    // A group of nothing but this octet says more about it than one of its bits.
    if (found !== undefined && place === undefined && maskAt(rangeOf(child.field), offset) !== 0xff && isOneOctet(found.field))
      break;
    found = child;
    node = child;
  }
  return found;
}

function isOneOctet({ start, end }: Field): boolean {
  return end - start === 1;
}

function childCovering(node: Node, offset: number, place: number | undefined): Node | undefined {
  const { children } = node.field;
  // Children follow each other, so that the first one that ends behind the octet is the first that may touch it.
  let [low, high] = [0, children.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((children[middle] as Field).end <= offset) low = middle + 1;
    else high = middle;
  }
  for (let index = low; index < children.length && (children[index] as Field).start <= offset; index++) {
    if (covers(children[index] as Field, offset, place)) return childAt(node, index);
  }
  return undefined;
}

function covers(field: Field, offset: number, place: number | undefined): boolean {
  const mask = maskAt(rangeOf(field), offset);
  return place === undefined ? mask !== 0 : (mask & (0x80 >> place)) !== 0;
}

/** Rows that are open at first, at most. */
const OPEN_ROWS = 48;

/** Nodes to open at first: level by level, as long as what they show fits a screen. */
export function openedAtFirst(root: Node): Node[] {
  const opened: Node[] = [];
  let rows = 1;
  for (let level = [root]; level.length > 0; ) {
    const next: Node[] = [];
    for (const node of level) {
      const { length } = node.field.children;
      if (length === 0 || (rows + length > OPEN_ROWS && node !== root)) continue;
      rows += length;
      opened.push(node);
      for (let index = 0; index < Math.min(length, OPEN_ROWS); index++) next.push(childAt(node, index));
    }
    level = next;
  }
  return opened;
}

/** Errors and warnings of a tree, looking at no more than `most` fields. */
export function countIssues(field: Field, most = 20_000): { readonly errors: number; readonly warnings: number } {
  let [errors, warnings, seen] = [0, 0, 0];
  const fields = [field];
  for (let next = fields.pop(); next !== undefined && seen < most; next = fields.pop()) {
    seen++;
    if (next.error !== undefined) errors++;
    warnings += next.warnings?.length ?? 0;
    for (const child of next.children) fields.push(child);
  }
  return { errors, warnings };
}
