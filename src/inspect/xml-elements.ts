/**
 * The elements of XML as text, inside of each other: a group for each element with content, a field for every other piece. Nothing is checked
 * but that what is opened is closed.
 * @module
 */
import type { Field } from '../bytes/index.js';
import type { Bounds } from './call-limits.js';
import type { TextPiece } from './texts.js';

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
  /** Elements inside of each other; deeper ones stand side by side. */
  readonly maxDepth: number;
  /** Names in lower case, as readers of SMIL take them. */
  readonly isCaseless?: boolean;
  /** What a tag says, in words. */
  readonly wordsOf?: (name: string, tag: string) => Words;
  /** Called with each element that holds nothing but text. The text may get words, and payloads that it holds. */
  readonly onText?: (element: OpenElement, text: OpenElement) => void;
}

/** Puts tags into each other. What is closed in the wrong order, or not at all, says so. */
export class Elements {
  readonly #root: OpenElement;
  readonly #open: OpenElement[];
  readonly #bounds: Bounds;
  readonly #options: ElementOptions;
  /** Elements open inside of the deepest group that is shown. */
  #deeper = 0;

  constructor(start: number, bounds: Bounds, options: ElementOptions) {
    this.#root = { name: options.root, value: undefined, start, end: start, children: [] };
    this.#open = [this.#root];
    this.#bounds = bounds;
    this.#options = options;
  }

  /** The children of the root. @throws LimitError past `inspectFields` */
  read(pieces: Iterable<TextPiece>): readonly Field[] {
    for (const piece of pieces) this.#take(piece);
    while (this.#open.length > 1) this.#close(true);
    return this.#root.children as readonly Field[];
  }

  #take({ piece, start, end }: TextPiece): void {
    const { isCaseless = false, maxDepth } = this.#options;
    const [, slash, written] = TAG.exec(piece) ?? [];
    if (written === undefined) {
      this.#add(piece.startsWith('<') ? nameOf(piece) : CHARACTERS, piece, start, end);
      return;
    }
    const name = isCaseless ? written.toLowerCase() : written;
    if (slash === '/') {
      this.#end(name, piece, start, end);
    } else if (EMPTY_TAG.test(piece)) {
      this.#add(name, piece, start, end, this.#options.wordsOf?.(name, piece));
    } else if (this.#open.length > maxDepth) {
      this.#deeper++;
      this.#add(name, piece, start, end, this.#options.wordsOf?.(name, piece));
    } else {
      const group = this.#add(name, undefined, start, end, this.#options.wordsOf?.(name, piece));
      this.#open.push(group);
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
/** The name of what stands between tags. */
const CHARACTERS = 'characters';

/** An element may have that name too; its value is a tag, or it has none. */
function isCharacters({ name, value }: OpenElement | Field): boolean {
  return name === CHARACTERS && typeof value === 'string' && !value.startsWith('<');
}

const EMPTY_TAG = /\/>\s*$/;

/** What stands in angle brackets and is no element. */
function nameOf(piece: string): string {
  if (piece.startsWith('<!--')) return 'comment';
  if (piece.startsWith('<![CDATA[')) return 'CDATA';
  if (piece.startsWith('<!DOCTYPE')) return 'document type';
  return piece.startsWith('<?') ? 'instruction' : 'tag';
}

/** Characters of a tag that are searched for attributes. */
const MAX_TAG = 1_024;

/** Attributes by name in lower case, the characters that XML escapes restored. */
export function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = tag.slice(0, MAX_TAG).matchAll(/\s([A-Za-z][\w:-]{0,63})\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(Array.from(found, ([, name = '', double, single = '']) => [name.toLowerCase(), unescaped(double ?? single)]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text whose escapes are restored: those that XML names, and characters by their numbers. */
export function unescaped(text: string): string {
  return text.replace(/&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#x([0-9A-Fa-f]{1,6}));/g, (written, name, decimal, hex) => {
    if (name !== undefined) return ENTITIES[name] as string;
    const point = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return point > 0x10ffff ? written : String.fromCodePoint(point);
  });
}
