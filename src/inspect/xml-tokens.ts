/**
 * XML as text, taken apart and put into a tree, however damaged it is: the one tokeniser of the inspector. Nothing is checked but that what is
 * opened is closed. Whether a document is right is for the parser in `xml` to say, which stops at the first fault.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Bounds } from './call-limits.js';
import { textPieces } from './texts.js';

/** Characters that are searched for the root, after declaration, comments and document type; and at the end for its end tag. */
const LOOK = 2_048;

/** What comes before the root, and the root's beginning. */
export function splitProlog(text: string): { readonly prolog: string; readonly root: string } {
  const head = text.slice(0, LOOK);
  const prolog = /^\ufeff?\s*(?:(?:<\?[^>]*>|<!--(?:[^-]|-(?!->))*-->|<!DOCTYPE[^>[]*>)\s*)*/.exec(head)?.[0] ?? '';
  return { prolog, root: head.slice(prolog.length) };
}

/** Whether a text ends with the end of an element of this name in any case, or of any; `takesEmpty` says whether an empty element is one. */
export function isEnded(text: string, name: string | undefined, takesEmpty: boolean): boolean {
  let tail = text.slice(-LOOK).trimEnd();
  if (tail.endsWith('-->')) tail = tail.replace(/(?:<!--[^-]*-->\s*){1,8}$/, '').trimEnd();
  if (takesEmpty && tail.endsWith('/>')) return true;
  const [, last] = /<\/([^\s<>]+)\s*>$/.exec(tail) ?? [];
  return last !== undefined && (name === undefined || last.toLowerCase() === name.toLowerCase());
}

/** What opens a section, and what closes it. */
const SECTIONS = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;

/**
 * The pieces of a document: tags with the blanks after them, comments, CDATA sections, instructions, and the text between. A `>` in an attribute's
 * value ends nothing, unless the value never ends: then the tag does at its first `>`.
 */
export function xmlPieces(text: string): string[] {
  const pieces: string[] = [];
  // A mark that was not found once is not looked for again, so that a text full of opened sections costs no more than any other.
  const missing = new Set<string>();
  const find = (mark: string, from: number): number | undefined => {
    const at = missing.has(mark) ? -1 : text.indexOf(mark, from);
    if (at >= 0) return at;
    missing.add(mark);
    return undefined;
  };
  const [tag, blanks] = [new RegExp(PLAIN_TAG, 'y'), /\s*/y];
  for (let at = 0, end: number; at < text.length; at = end) {
    tag.lastIndex = at;
    if (text.charCodeAt(at) !== 0x3c) end = find('<', at) ?? text.length;
    else if (isPlainTag(tag, text)) end = tag.lastIndex;
    else {
      blanks.lastIndex = endOfTag(text, at, find);
      blanks.test(text);
      end = blanks.lastIndex;
    }
    pieces.push(text.slice(at, end));
  }
  return pieces;
}

/** A tag whose values end, with the blanks after it: nearly all there are. */
const PLAIN_TAG = /<(?!\?|!--|!\[)[^<>"']*(?:"[^"<]*"[^<>"']*|'[^'<]*'[^<>"']*)*>\s*/;

/** Whether the pattern matches. A tag of millions of quotes is past what the engine's matcher holds, and then read as any other. */
function isPlainTag(tag: RegExp, text: string): boolean {
  try {
    return tag.test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** One past the end of what begins with `<` at an index. */
function endOfTag(text: string, start: number, find: (mark: string, from: number) => number | undefined): number {
  for (const [opening, closing] of SECTIONS) {
    const close = text.startsWith(opening, start) ? find(closing, start + opening.length) : undefined;
    if (close !== undefined) return close + closing.length;
  }
  // As far as the next tag, which no value may hold.
  let first: number | undefined;
  let quote: string | undefined;
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] as string;
    if (character === '<') break;
    if (character === '>') {
      if (quote === undefined) return at + 1;
      first ??= at + 1;
    } else if (character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) quote = character;
  }
  return first ?? find('<', start + 1) ?? text.length;
}

/** A field that is still being filled. */
export interface OpenElement {
  readonly name: string;
  readonly value: string | undefined;
  readonly start: number;
  end: number;
  meaning?: string;
  warnings?: string[];
  octets?: Uint8Array;
  readonly children: (OpenElement | Field)[];
}

/** What is said of an element. */
export type Words = Pick<OpenElement, 'meaning' | 'warnings'>;

/** How a kind of document is shown. */
export interface ElementOptions {
  /** The root of the tree. */
  readonly root: string;
  /** Elements inside of each other; deeper ones are shown side by side, and with 0 all of them. */
  readonly maxDepth: number;
  /** Names in lower case, as readers of SMIL take them. */
  readonly isCaseless?: boolean;
  /** What a tag says, in words. */
  readonly describe?: (name: string, tag: string) => Words;
  /** Called with each element that holds nothing but text. The text may get words, and payloads that it holds. */
  readonly onText?: (element: OpenElement, text: OpenElement) => void;
}

/**
 * The elements of the text that is in octets `start` to `end`, inside of each other: a group for each element with content, a field for every
 * other piece. An element that is closed in the wrong order, or not at all, has a warning, as deep as elements are nested in the tree.
 * @throws LimitError past `inspectFields`
 */
export function elementFields(
  text: string,
  start: number,
  end: number,
  bounds: Bounds,
  options: ElementOptions,
): readonly Field[] {
  const elements = new Elements(start, bounds, options);
  for (const piece of textPieces(text, xmlPieces(text), start, end)) elements.take(piece.piece, piece.start, piece.end);
  return elements.finish();
}

class Elements {
  readonly #open: OpenElement[];
  readonly #bounds: Bounds;
  readonly #options: ElementOptions;
  /** Elements open inside of the deepest group that is shown. */
  #deeper = 0;

  constructor(start: number, bounds: Bounds, options: ElementOptions) {
    this.#open = [{ name: options.root, value: undefined, start, end: start, children: [] }];
    this.#bounds = bounds;
    this.#options = options;
  }

  finish(): readonly Field[] {
    while (this.#open.length > 1) this.#close(true);
    return this.#inner.children as readonly Field[];
  }

  take(piece: string, start: number, end: number): void {
    const { isCaseless = false, maxDepth, describe } = this.#options;
    const [, slash, written] = (piece.charCodeAt(0) === 0x3c && TAG.exec(piece)) || [];
    if (written === undefined) {
      this.#add(piece.startsWith('<') ? nameSection(piece) : CHARACTERS, piece, start, end);
      return;
    }
    const name = isCaseless ? written.toLowerCase() : written;
    const isEmpty = piece.trimEnd().endsWith('/>');
    if (slash === '/') this.#end(name, piece, start, end);
    else if (isEmpty || this.#open.length > maxDepth) {
      if (!isEmpty) this.#deeper++;
      this.#add(name, piece, start, end, describe?.(name, piece));
    } else {
      this.#open.push(this.#add(name, undefined, start, end, describe?.(name, piece)));
      this.#add('tag', piece, start, end);
    }
  }

  #end(name: string, piece: string, start: number, end: number): void {
    const isOpen = this.#deeper === 0 && this.#open.some((element, depth) => depth > 0 && element.name === name);
    if (isOpen) while (this.#inner.name !== name) this.#close(true);
    const tag = this.#add('tag', piece, start, end);
    if (isOpen) this.#close(false);
    else if (this.#deeper > 0) this.#deeper--;
    else tag.warnings = [`<${name}> is not open here`];
  }

  #add(name: string, piece: string | undefined, start: number, end: number, words: Words = {}): OpenElement {
    this.#bounds.fields.spend(this.#options.root, start);
    const field: OpenElement = { name, value: piece?.trim(), start, end, ...words, children: [] };
    this.#inner.children.push(field);
    this.#inner.end = end;
    return field;
  }

  #close(isMissing: boolean): void {
    const closed = this.#open.pop() as OpenElement;
    if (isMissing) closed.warnings = [...(closed.warnings ?? []), `<${closed.name}> is not closed`];
    this.#inner.end = closed.end;
    const [, text, tag] = closed.children;
    const isText = closed.children.length === 3 && text !== undefined && isCharacters(text) && tag?.name === 'tag';
    if (isText) this.#options.onText?.(closed, text as OpenElement);
  }

  get #inner(): OpenElement {
    return this.#open.at(-1) as OpenElement;
  }
}

const TAG = /^<(\/?)([A-Za-z_][\w:.-]{0,63})(?=[\s/>])/;
/** The name of the text between tags. */
const CHARACTERS = 'characters';

/** An element may have that name too; its value is a tag, or it has none. */
function isCharacters({ name, value }: OpenElement | Field): boolean {
  return name === CHARACTERS && typeof value === 'string' && !value.startsWith('<');
}

/** What is in angle brackets and not an element. */
function nameSection(piece: string): string {
  if (piece.startsWith('<!--')) return 'comment';
  if (piece.startsWith('<![CDATA[')) return 'CDATA';
  if (piece.startsWith('<!DOCTYPE')) return 'document type';
  return piece.startsWith('<?') ? 'instruction' : 'tag';
}

/** Characters of a tag that are searched for attributes. */
const MAX_TAG = 1_024;

/** Attributes by name in lower case, the characters that XML escapes restored. */
export function readAttributes(tag: string): ReadonlyMap<string, string> {
  const found = tag.slice(0, MAX_TAG).matchAll(/\s([A-Za-z][\w:-]{0,63})\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(
    Array.from(found, ([, name = '', double, single = '']) => [name.toLowerCase(), unescapeXml(double ?? single)]),
  );
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text whose escapes are restored: those that XML names, and characters by their numbers. */
export function unescapeXml(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g, (written, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] as string;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0x10ffff ? written : String.fromCodePoint(point);
  });
}
