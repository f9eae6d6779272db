/**
 * SVG, drawn by sharp where a caller has installed it and asks for it.
 *
 * A drawing has no pixels of its own: it is drawn so that its longer side has {@link SIDE} of them, whatever size it declares, which is more
 * than handsets show. Nothing that it refers to is fetched, and it may have nothing that unpacks to more than it is: no entities of its own,
 * no references but to itself, and pictures inside of it only as PNG, JPEG or GIF, which have the limits of one picture all together.
 *
 * How long drawing takes has no bound: a few filters, or copies of copies, keep a processor busy for minutes, and nothing ends that. So only
 * drawings from people the caller trusts should be given to it.
 *
 * Source: SVG 1.1 sections 5.1 and 7.2 to 7.10; the size of a drawing that declares none, CSS 2.1 section 10.3.2.
 * @module
 */
import { decodeBase64 } from '../../bytes/base64.js';
import { quote } from '../../bytes/quote.js';
import { Reading } from '../../bytes/reading.js';
import { decodeUtf8, encodeUtf8 } from '../../bytes/utf8.js';
import { DecodeError, LimitError } from '../../errors.js';
import { parseXml, type XmlHandler } from '../../xml/parse.js';
import { requireHeld } from '../leniency.js';
import { type ImageSource, type ProbeOptions, probe } from '../probe.js';
import { type EngineFormat, foreignRefusal } from './formats.js';
import { openBySharp } from './sharp.js';

/** Pixels of the longer side. */
const SIDE = 1_024;

/** The size of a drawing that declares none. */
const DEFAULT_SIZE = { width: 300, height: 150 };

/** Octets of a drawing: those that people send have some ten thousand. */
const MAX_OCTETS = 1_048_576;

/** Pictures inside of a drawing. */
const MAX_PICTURES = 16;

/** Octets of a declaration. */
const MAX_DECLARATION = 256;

/** Elements inside of each other. */
const MAX_DEPTH = 256;

/**
 * Opens an SVG; undefined without sharp.
 * @throws DecodeError `bad-value` with field `image` where the option `svg` does not ask for it, else with a field that begins with SVG;
 *   LimitError; offsets are places in its text
 */
export async function openSvg(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  if (options.svg !== true) throw foreignRefusal({ name: 'SVG', format });
  const opened = await openBySharp(prepareSvg(octets, options), format, options);
  // What goes on is the file that was given.
  return opened && { ...opened, octets };
}

/** The drawing in the size that it is drawn in, in UTF-8. */
export function prepareSvg(octets: Uint8Array, options: ProbeOptions): Uint8Array {
  if (octets.length > MAX_OCTETS) {
    throw new LimitError('limit-exceeded', 'SVG', MAX_OCTETS, `${octets.length} octets, at most ${MAX_OCTETS}`);
  }
  const reading = Reading.of(options);
  const text = readText(octets);
  const declaration = /<\?xml-stylesheet/i.exec(text);
  if (declaration !== null) throw bad('declaration', declaration.index, 'style sheets elsewhere are not read');
  const drawing = new Drawing(text, reading, options);
  parseXml(text, drawing, reading, {});
  return encodeUtf8(drawing.withSize(), 'SVG');
}

/** UTF-8 and ASCII, as they are written. */
const UTF_8 = /^(?:utf-?8|(?:us-)?ascii)$/;

/** Encodings of one octet a character, and of ASCII as it is. */
const ONE_OCTET = /^(?:iso-8859-(?:[1-8]|1[03-6])|windows-125[0-8]|koi8-[ru])$/;

/**
 * The text of a drawing. It goes on in UTF-8 and without its declaration, so that nobody reads it in another encoding than it is checked in:
 * in UTF-7, for one, a tag has no `<`.
 */
function readText(octets: Uint8Array): string {
  const beginning = String.fromCharCode(...octets.subarray(0, MAX_DECLARATION)).replace(/^\xef\xbb\xbf/, '');
  const [, declared = 'utf-8'] = /^<\?xml\s[^?>]*?encoding\s*=\s*["']([^"']*)["']/.exec(beginning) ?? [];
  const encoding = declared.toLowerCase();
  if (UTF_8.test(encoding)) return decodeUtf8(octets, 'SVG').replace(/^\uFEFF/, '');
  if (ONE_OCTET.test(encoding)) return new TextDecoder(encoding).decode(octets);
  throw bad('declaration', 0, `encoding ${quote(declared)} is not read`);
}

const bad = (field: string, at: number, reason: string) => new DecodeError('bad-value', `SVG/${field}`, at, reason);

const PICTURE = /^data:image\/(?:png|jpe?g|gif);base64,/i;

/** What programs note of themselves has prefixes of its own: its references are not followed. */
const NOTES = /^(?:rdf|cc|dc|sodipodi|inkscape):/;

/** Namespaces whose elements are drawn, or replaced by files. */
const DRAWN: readonly string[] = ['http://www.w3.org/2000/svg', 'http://www.w3.org/2001/XInclude'];

/** A name without its prefix. */
const localName = (name: string) => name.replace(/^.*:/, '');

/** Checks a drawing while it is parsed, and finds its root. */
class Drawing implements XmlHandler {
  path = 'SVG';
  readonly #text: string;
  readonly #reading: Reading;
  readonly #options: ProbeOptions;
  readonly #open: string[] = [];
  #pictures = 0;
  #pixels = 0;
  /** What all style sheets say, which may be in pieces. */
  #styles = '';
  /** Of the root: what was parsed of it, and where its tag is. */
  #root: { readonly name: string; readonly attributes: Map<string, string>; readonly start: number; end: number } | undefined;

  constructor(text: string, reading: Reading, options: ProbeOptions) {
    this.#text = text;
    this.#reading = reading;
    this.#options = options;
  }

  doctype(text: string, at: number): void {
    if (text.includes('[')) throw bad('declaration', at, 'entities are not read');
  }

  open(name: string, at: number): void {
    this.#open.push(name);
    if (this.#open.length > MAX_DEPTH) {
      throw new LimitError('limit-exceeded', 'SVG', at, `more than ${MAX_DEPTH} elements inside of each other`);
    }
    if (this.#root !== undefined) return;
    if (localName(name) !== 'svg') throw bad('svg', at, 'is not the root');
    this.#root = { name, attributes: new Map(), start: this.#text.lastIndexOf('<', at - 1), end: 0 };
  }

  attribute(name: string, value: string, at: number): void {
    const root = this.#root;
    if (root?.end === 0) root.attributes.set(name, value);
    if (name.startsWith('xmlns:') && NOTES.test(`${name.slice('xmlns:'.length)}:`) && DRAWN.includes(value)) {
      throw bad('declaration', at, `${quote(name)} is for notes, not for what is drawn`);
    }
    const element = this.#open.at(-1) as string;
    if (NOTES.test(element)) return;
    // Links are not followed.
    if (localName(name) === 'href' && localName(element) !== 'a') this.#refer(value.trim(), at);
    // Attributes with prefixes are notes too: names of files, with all that those may have in them.
    else if (!name.includes(':')) this.#style(value, at);
  }

  opened(at: number): void {
    if (this.#root?.end === 0) this.#root.end = at;
  }

  text(text: string): void {
    if (localName(this.#open.at(-1) as string) === 'style') this.#styles += text;
  }

  close(at: number): void {
    this.#open.pop();
    if (this.#open.length === 0) this.#style(this.#styles, at);
  }

  /** What a style names. Letters may be written as escapes there, which hide names from whoever looks for them. */
  #style(text: string, at: number): void {
    if (/@import/i.test(text)) throw bad('declaration', at, 'style sheets elsewhere are not read');
    for (const [, , to = ''] of text.matchAll(/url\(\s*(["']?)([^"')]*)/gi)) this.#refer(to.trim(), at);
    if (/\\/.test(text) && /@|url|\(/i.test(text)) throw bad('declaration', at, 'escapes are not read beside references');
  }

  #refer(to: string, at: number): void {
    if (to === '' || to.startsWith('#')) return;
    const picture = PICTURE.exec(to);
    if (picture === null) throw bad('href', at, `${quote(to.slice(0, 40))} is outside of the file`);
    if (++this.#pictures > MAX_PICTURES)
      throw new LimitError('limit-exceeded', 'SVG/image', at, `more than ${MAX_PICTURES} pictures`);
    const onFault = (reason: string) => {
      throw bad('href', at, `a picture in base64: ${reason}`);
    };
    const inside = decodeBase64(to.slice(picture[0].length).replace(/\s/g, ''), { onFault });
    const { widthPx, heightPx } = probe(inside, { limits: this.#options.limits });
    this.#pixels += widthPx * heightPx;
    requireHeld(this.#pixels * 4, this.#reading, 'SVG/image', at);
  }

  /** The drawing with the width and height that it is drawn in. */
  withSize(): string {
    const root = this.#root;
    if (root === undefined) throw bad('svg', 0, 'is missing');
    const { attributes } = root;
    const viewBox = attributes.get('viewBox') ?? '';
    const [, , boxWidth = 0, boxHeight = 0] = viewBox
      .trim()
      .split(/[\s,]+/, 4)
      .map(Number);
    const hasBox = boxWidth > 0 && boxHeight > 0 && Number.isFinite(boxWidth * boxHeight);
    const width = measureLength(attributes.get('width')) ?? (hasBox ? boxWidth : DEFAULT_SIZE.width);
    const height = measureLength(attributes.get('height')) ?? (hasBox ? boxHeight : DEFAULT_SIZE.height);
    const scale = SIDE / Math.max(width, height);
    const [shownWidth, shownHeight] = [width, height].map((side) => String(Math.max(1, Math.round(side * scale))));
    const all = new Map([...attributes, ['width', shownWidth as string], ['height', shownHeight as string]]);
    all.set('viewBox', hasBox ? viewBox : `0 0 ${width} ${height}`);
    const list = [...all].map(([name, value]) => ` ${name}="${value.replace(/[&<"\t\n\r]/g, (c) => `&#${c.charCodeAt(0)};`)}"`);
    const isEmpty = this.#text[root.end - 2] === '/';
    const tag = `<${root.name}${list.join('')}${isEmpty ? '/' : ''}>`;
    const before = this.#text.slice(0, root.start).replace(/^<\?xml\s[^>]*>/, '');
    return before + tag + this.#text.slice(root.end);
  }
}

/** Units of lengths, in pixels (section 7.10). */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  pt: 4 / 3,
  pc: 16,
  mm: 96 / 25.4,
  cm: 96 / 2.54,
  in: 96,
  em: 16,
  ex: 8,
};

/** A length in pixels; undefined for none, and for a share of something else. */
function measureLength(value = ''): number | undefined {
  const [, number, unit = ''] = /^\s*\+?(\d{0,9}(?:\.\d{0,9})?(?:e[+-]?\d)?)\s*([a-z]*)\s*$/i.exec(value) ?? [];
  const length = Number(number || Number.NaN) * (UNITS[unit.toLowerCase()] ?? Number.NaN);
  return length > 0 ? length : undefined;
}
