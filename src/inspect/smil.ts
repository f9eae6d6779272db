/**
 * What the elements of SMIL, the presentation of a multimedia message, say in words. Whether a document keeps to the subset of MMS is for `parseSmil`
 * of `handset/mms` to say: its XML parser is a package of its own, which a page that only inspects does without.
 * @module
 */
import { shorten } from './printable.js';
import { readAttributes, type Words } from './xml-tokens.js';

/** Says which part of a message a `src` refers to, in words; undefined for none. */
export type DescribePart = (src: string) => string | undefined;

/** What elements of SMIL say. */
export class SmilWords {
  readonly #describePart: DescribePart | undefined;
  #slides = 0;

  constructor(describePart: DescribePart | undefined) {
    this.#describePart = describePart;
  }

  describe(name: string, tag: string): Words {
    const media = MEDIA.get(name);
    if (media === undefined && name !== 'par' && name !== 'region' && name !== 'root-layout') return {};
    const values = readAttributes(tag);
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
