/**
 * The fields of a tree with their places: who is above whom, and in which octets they count. Made as far as they are looked at, because a
 * tree may have a quarter of a million fields. No DOM here.
 * @module
 */
import { type Field, fromHex } from '../../bytes/index.js';
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

/** Whether a field is made of parts of octets alone, whose meaning its own line mostly tells: flags, digits, septets. */
function isBits({ children }: Field): boolean {
  return children.every(({ bits }) => bits !== undefined && bits.to - bits.from < 8);
}

/** Nodes to open at first: level by level, as long as what they show fits a screen; bit fields stay folded. */
export function openedAtFirst(root: Node): Node[] {
  const opened: Node[] = [];
  let rows = 1;
  for (let level = [root]; level.length > 0; ) {
    const next: Node[] = [];
    for (const node of level) {
      const { length } = node.field.children;
      if (length === 0 || (node !== root && (rows + length > OPEN_ROWS || isBits(node.field)))) continue;
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

/** Fields that are searched, at most: those of a mebibyte of text are more than anybody goes through. */
const MAX_SEARCHED = 100_000;

/** The fields whose name, value or meaning has a text, in the order of the tree; no more than `most`. */
export function searchFields(root: Node, text: string, most: number): Node[] {
  const wanted = text.toLowerCase();
  const found: Node[] = [];
  const has = (words: string | number | undefined) => words !== undefined && `${words}`.toLowerCase().includes(wanted);
  const places: { readonly field: Field; readonly path: string }[] = [{ field: root.field, path: '' }];
  for (let seen = 0; seen < MAX_SEARCHED && found.length < most; seen++) {
    const place = places.pop();
    if (place === undefined) break;
    const { field, path } = place;
    if (has(field.name) || has(field.value) || has(field.meaning)) found.push(nodeOf(root, path) as Node);
    for (let i = field.children.length - 1; i >= 0; i--) {
      places.push({ field: field.children[i] as Field, path: path === '' ? `${i}` : `${path}.${i}` });
    }
  }
  return found;
}

/** Offsets at which octets have a sequence, given as hex digits with blanks or without; none for any other text. */
export function searchOctets(
  octets: Uint8Array,
  text: string,
  most: number,
): { readonly offsets: number[]; readonly length: number } {
  const digits = text.replace(/\s+/g, '');
  const wanted = /^(?:[0-9A-Fa-f]{2})+$/.test(digits) ? fromHex(digits) : new Uint8Array(0);
  const { length } = wanted;
  const offsets: number[] = [];
  for (let at = 0; length > 0 && at + length <= octets.length && offsets.length < most; at++) {
    if (wanted.every((octet, i) => octets[at + i] === octet)) offsets.push(at);
  }
  return { offsets, length };
}

/** Colours that neighbours are told apart by. */
export const TINTS = 6;

/** The colour of the field that an octet belongs to: fields side by side have different ones. Undefined where no field is but the root. */
export function tintAt(root: Node, space: Space, offset: number): number | undefined {
  let node = nodeAt(root, space, offset);
  while (node?.parent !== undefined && node.parent.space === space && isBits(node.parent.field)) node = node.parent;
  if (node === undefined || node.parent === undefined) return undefined;
  return [...ancestors(node), node].reduce((sum, { index }) => sum + index, 0) % TINTS;
}
