/**
 * SMIL, the presentation of a multimedia message, as text: known by its root, shown element by element. Whether it keeps to the subset of
 * MMS is for `parseSmil` of `handset/mms` to say: its XML parser is a package of its own, which a page that only inspects does without.
 * @module
 */
import { decodeUtf8, type Field } from '../bytes/index.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import { latin1 } from '../vobject/encodings.js';
import { attempt } from './attempt.js';
import type { Bounds } from './bounds.js';
import { shorten } from './printable.js';
import { type TextPiece, textPieces } from './texts.js';
import { beginningOf, endOf, TAGS } from './xml-text.js';

/** What a document is, from its beginning and its end. */
export interface SmilText {
  readonly slides: number;
  /** Whether it ends where its root does. */
  readonly isWhole: boolean;
}

/** Undefined for a text that does not begin as one. */
export function smilOf(text: string): SmilText | undefined {
  if (!/^<smil(?=[\s/>])/i.test(beginningOf(text).root)) return undefined;
  return { slides: text.match(/<par(?=[\s/>])/gi)?.length ?? 0, isWhole: /<\/smil\s*>$/i.test(endOf(text)) };
}

/** Says which part of a message a `src` refers to, in words; undefined for none. */
export type DescribePart = (src: string) => string | undefined;

const NAME = 'SMIL';

/** The tree of a document that stands in `octets` from `start` to `end`: a group for each element with content, a field for every other. */
export function smilTree(octets: Uint8Array, start: number, end: number, bounds: Bounds, describePart?: DescribePart): Field {
  const own = octets.subarray(start, end);
  const utf8 = attempt(() => decodeUtf8(own));
  const text = utf8 ?? latin1(own);
  const found = smilOf(text);
  const warnings: string[] = [];
  if (utf8 === undefined) warnings.push('is no UTF-8, and read as ISO-8859-1');
  if (found === undefined) warnings.push('does not begin with <smil>');
  else if (!found.isWhole) warnings.push('ends without </smil>');
  const place = { name: NAME, value: undefined, start, end };
  try {
    const children = new Elements(start, bounds, describePart).read(textPieces(text, TAGS, start, end));
    return {
      ...place,
      ...(found !== undefined && { meaning: describeSmil(found) }),
      children,
      ...(warnings.length > 0 && { warnings }),
    };
  } catch (error) {
    if (!(error instanceof LimitError)) throw error;
    return { ...place, error, children: [] };
  }
}

/** In a few words. */
export function describeSmil({ slides }: SmilText): string {
  return `${slides} slide${slides === 1 ? '' : 's'}`;
}

/** A field that is still being filled. */
interface Open {
  readonly name: string;
  readonly value: string | undefined;
  readonly start: number;
  end: number;
  readonly meaning?: string;
  warnings?: string[];
  readonly children: Open[];
}

/** What is said of an element. */
type Words = Pick<Open, 'meaning' | 'warnings'>;

/** Puts tags into each other. What is closed in the wrong order, or not at all, says so. */
class Elements {
  readonly #root: Open;
  readonly #open: Open[];
  readonly #bounds: Bounds;
  readonly #maxDepth: number;
  readonly #describePart: DescribePart | undefined;
  /** Elements open inside of the deepest group that is shown. */
  #deeper = 0;
  #slides = 0;

  constructor(start: number, bounds: Bounds, describePart: DescribePart | undefined) {
    this.#root = { name: NAME, value: undefined, start, end: start, children: [] };
    this.#open = [this.#root];
    this.#bounds = bounds;
    this.#maxDepth = bounds.smilDepth ?? DEFAULT_LIMITS.smilDepth;
    this.#describePart = describePart;
  }

  read(pieces: Iterable<TextPiece>): readonly Field[] {
    for (const piece of pieces) this.#take(piece);
    while (this.#open.length > 1) this.#close(true);
    return this.#root.children;
  }

  #take({ piece, start, end }: TextPiece): void {
    const [, slash, written] = /^<(\/?)([A-Za-z][\w:.-]{0,63})(?=[\s/>])/.exec(piece) ?? [];
    if (written === undefined) {
      this.#add(piece.startsWith('<') ? 'tag' : 'characters', piece, start, end);
      return;
    }
    const name = written.toLowerCase();
    if (slash === '/') {
      this.#end(name, piece, start, end);
    } else if (/\/>\s*$/.test(piece)) {
      this.#add(name, piece, start, end, this.#wordsOf(name, piece));
    } else if (this.#open.length > this.#maxDepth) {
      this.#deeper++;
      this.#add(name, piece, start, end, this.#wordsOf(name, piece));
    } else {
      const group = this.#add(name, undefined, start, end, this.#wordsOf(name, piece));
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

  #add(name: string, piece: string | undefined, start: number, end: number, words: Words = {}): Open {
    this.#bounds.fields.spend(NAME, start);
    const field: Open = { name, value: piece?.trim(), start, end, ...words, children: [] };
    this.#inner.children.push(field);
    this.#inner.end = end;
    return field;
  }

  #close(isMissing: boolean): void {
    const closed = this.#open.pop() as Open;
    if (isMissing) closed.warnings = [...(closed.warnings ?? []), `<${closed.name}> is not closed`];
    this.#inner.end = closed.end;
  }

  get #inner(): Open {
    return this.#open.at(-1) as Open;
  }

  #wordsOf(name: string, tag: string): Words {
    const media = MEDIA.get(name);
    if (media === undefined && name !== 'par' && name !== 'region' && name !== 'root-layout') return {};
    const values = attributesOf(tag);
    const shown = (attribute: string, missing: string) => shorten(values.get(attribute) ?? missing, MAX_SHOWN);
    if (media !== undefined) return this.#mediaWords(media, values);
    if (name === 'par') return { meaning: `slide ${++this.#slides}${values.has('dur') ? `, ${shown('dur', '')}` : ''}` };
    const size = `${shown('width', '?')} x ${shown('height', '?')}`;
    if (name === 'root-layout') return { meaning: size };
    return { meaning: `${shown('id', '?')}: ${size} at ${shown('left', '0')}, ${shown('top', '0')}` };
  }

  #mediaWords(media: string, values: ReadonlyMap<string, string>): Words {
    const src = values.get('src');
    const region = values.get('region');
    const where = region === undefined ? '' : `, in ${shorten(region, MAX_SHOWN)}`;
    if (this.#describePart === undefined || src === undefined) return { meaning: `${media}${where}` };
    const part = this.#describePart(src);
    if (part !== undefined) return { meaning: `${media}${where}: ${part}` };
    return { meaning: `${media}${where}`, warnings: [`no part is ${JSON.stringify(shorten(src, MAX_SHOWN))}`] };
  }
}

/** Characters of an attribute that are shown. */
const MAX_SHOWN = 60;
/** Characters of a tag that are searched for attributes. */
const MAX_TAG = 1_024;

/** The elements that refer to parts, in words. */
const MEDIA: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['img', 'picture'],
  ['text', 'text'],
  ['audio', 'sound'],
  ['video', 'video'],
  ['ref', 'content'],
]);

/** Attributes by name, the characters that XML escapes restored. */
function attributesOf(tag: string): ReadonlyMap<string, string> {
  const found = tag.slice(0, MAX_TAG).matchAll(/\s([A-Za-z][\w:-]{0,63})\s*=\s*(?:"([^"]*)"|'([^']*)')/g);
  return new Map(Array.from(found, ([, name = '', double, single = '']) => [name.toLowerCase(), unescaped(double ?? single)]));
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function unescaped(value: string): string {
  return value.replace(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES[name] as string);
}
