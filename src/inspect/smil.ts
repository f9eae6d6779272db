/**
 * SMIL, the presentation of a multimedia message, as text: known by its root, shown element by element. Whether it keeps to the subset of
 * MMS is for `parseSmil` of `handset/mms` to say: its XML parser is a package of its own, which a page that only inspects does without.
 * @module
 */

import { decodeUtf8, type Field } from '../bytes/index.js';
import { decodeLatin1 } from '../bytes/latin1.js';
import { tryDecode } from '../bytes/try-decode.js';
import { DEFAULT_LIMITS, LimitError } from '../errors.js';
import type { Bounds } from './call-limits.js';
import { counted, shorten } from './printable.js';
import { textPieces } from './texts.js';
import { attributesOf, Elements, type Words } from './xml-elements.js';
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
  const utf8 = tryDecode(() => decodeUtf8(own));
  const text = utf8 ?? decodeLatin1(own);
  const found = smilOf(text);
  const warnings: string[] = [];
  if (utf8 === undefined) warnings.push('is no UTF-8, and read as ISO-8859-1');
  if (found === undefined) warnings.push('does not begin with <smil>');
  else if (!found.isWhole) warnings.push('ends without </smil>');
  const place = { name: NAME, value: undefined, start, end };
  const words = new SmilWords(describePart);
  try {
    const children = new Elements(start, bounds, {
      root: NAME,
      maxDepth: bounds.smilDepth ?? DEFAULT_LIMITS.smilDepth,
      isCaseless: true,
      wordsOf: (name, tag) => words.of(name, tag),
    }).read(textPieces(text, TAGS, start, end));
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
  return counted(slides, 'slide');
}

/** What elements of SMIL say. */
class SmilWords {
  readonly #describePart: DescribePart | undefined;
  #slides = 0;

  constructor(describePart: DescribePart | undefined) {
    this.#describePart = describePart;
  }

  of(name: string, tag: string): Words {
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

/** The elements that refer to parts, in words. */
const MEDIA: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['img', 'picture'],
  ['text', 'text'],
  ['audio', 'sound'],
  ['video', 'video'],
  ['ref', 'content'],
]);
