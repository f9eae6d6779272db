/**
 * Reading SMIL, as messages carry it.
 *
 * saxes does the parsing: it opens nothing, knows the five entities of XML and no other, and takes only what is well-formed. What OMA's
 * subset leaves open and senders fill in different ways is normal: regions of any id, sizes in pixels, `px` and per cent, the screen
 * given as 100 % or not at all, clock values in every form of SMIL 2.0, the doctypes and namespaces of SMIL 1.0 to 3.0, `param`, and the
 * attributes id, class, title and xml:lang, which show nothing. A `dur` of `indefinite` reads as none.
 *
 * Lenient reading takes more: see {@link ParseSmilOptions}. Sources: OMA-MMS-CONF 1.2 section 8, SMIL 2.0 (timing: clock values), XML 1.0;
 * messages in the test data of public decoders for what senders write.
 * @module
 */

import { SaxesParser } from 'saxes';
import { loneSurrogateIndex } from '../bytes/utf16.js';
import { DEFAULT_LIMITS, DecodeError, type FormatErrorCode, LimitError, type Limits } from '../errors.js';
import { brief } from '../push/xml-tree.js';
import {
  isShare,
  MAX_MS,
  MAX_PIXELS,
  MAX_REGIONS,
  MEDIA_KINDS,
  type Media,
  type MediaKind,
  type MediaParam,
  type Presentation,
  REGION_FITS,
  type Region,
  type RegionFit,
  type RegionLength,
  type SmilMeta,
  slideFault,
} from './smil.js';

/** How to read a presentation. */
export interface ParseSmilOptions {
  /**
   * Read on past what the subset does not have: other elements are passed over (inside the body, what they hold is read in their place),
   * other attributes too; media that stand in the body are slides, nested slides follow each other; a `dur` of media gives their end;
   * letter case does not matter; ampersands that are not escaped, white space in front and characters after the end are no obstacle.
   */
  readonly lenient?: boolean | undefined;
  /** Called with each error that strict reading would have thrown. */
  readonly onIssue?: ((error: DecodeError) => void) | undefined;
  /** Other values for `smilCharacters`, `smilDepth` and `smilElements` of DEFAULT_LIMITS. */
  readonly limits?: Partial<Limits> | undefined;
}

/**
 * Reads a presentation.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `SMIL/body/par 2/img/src` and the index in the
 *   text; LimitError past the limits. XML that is not well-formed, a doctype with entities or of something else, and a root that is not
 *   `smil` are refused in both readings.
 */
export function parseSmil(xml: string, options: ParseSmilOptions = {}): Presentation {
  return readSmil(xml, options).presentation;
}

/** A reference to a part, and where its value stands in {@link SmilReading.text}, quotation marks not counted. */
export interface SmilSource {
  readonly src: string;
  readonly field: string;
  /** Index in the text that was given. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** What was read, and of which text. */
export interface SmilReading {
  readonly presentation: Presentation;
  readonly sources: readonly SmilSource[];
  /** The text that was given; in lenient reading with what makes it XML. */
  readonly text: string;
}

/** {@link parseSmil} with the places of all references. */
export function readSmil(xml: string, options: ParseSmilOptions = {}): SmilReading {
  if (typeof xml !== 'string') throw new TypeError('SMIL is a string');
  checkLength(xml, limitsOf(options).smilCharacters);
  const mended = options.lenient === true ? mend(xml, options.onIssue) : { text: xml, inserted: [], shift: 0 };
  return new SmilReader(mended, xml.length, options).read();
}

const DOCTYPE =
  /^[ \t\r\n]+smil[ \t\r\n]*(?:(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]+)?(?:SYSTEM[ \t\r\n]+)?("[^"]*"|'[^']*')[ \t\r\n]*)?$/i;
const PUBLIC_ID = /^-\/\/W3C\/\/DTD SMIL [0-9.]+(?: \w+)*\/\/EN$/;

/** Attributes that every element may have and that show nothing (SMIL 2.0, structure). */
const CORE = new Set(['id', 'class', 'title', 'xml:lang', 'xml:id']);

interface ElementRule {
  readonly parents: readonly string[];
  readonly attributes: readonly string[];
  /** Read where strict reading takes none. */
  readonly lenientAttributes?: readonly string[];
  readonly once?: true;
}

const MEDIA_RULE: ElementRule = {
  parents: ['par'],
  attributes: ['src', 'region', 'alt', 'begin', 'end'],
  lenientAttributes: ['dur'],
};

const RULES: ReadonlyMap<string, ElementRule> = /* @__PURE__ */ new Map<string, ElementRule>([
  ['smil', { parents: [], attributes: [], once: true }],
  ['head', { parents: ['smil'], attributes: [], once: true }],
  ['meta', { parents: ['head'], attributes: ['name', 'content'] }],
  ['layout', { parents: ['head'], attributes: [], once: true }],
  ['root-layout', { parents: ['layout'], attributes: ['width', 'height', 'background-color', 'backgroundColor'], once: true }],
  ['region', { parents: ['layout'], attributes: ['id', 'left', 'top', 'width', 'height', 'fit'] }],
  ['body', { parents: ['smil'], attributes: [], once: true }],
  ['par', { parents: ['body'], attributes: ['dur'] }],
  ['img', MEDIA_RULE],
  ['text', MEDIA_RULE],
  ['audio', MEDIA_RULE],
  ['video', MEDIA_RULE],
  ['ref', MEDIA_RULE],
  ['param', { parents: MEDIA_KINDS, attributes: ['name', 'value'] }],
]);

interface Draft {
  durationMs?: number;
  media: Media[];
  hasNested?: true;
}

type Building<T> = { -readonly [K in keyof T]: T[K] };

type MediaDraft = Omit<Building<Media>, 'params'> & { params?: MediaParam[] };

interface Frame {
  /** The name in {@link RULES}, or empty for an element that is passed through. */
  readonly name: string;
  readonly path: string;
  /** The slide that begins here. */
  readonly slide?: Draft;
  /** What params inside of it belong to. */
  readonly media?: MediaDraft;
}

interface RawAttribute {
  readonly name: string;
  readonly value: string;
  /** Behind the closing quotation mark. */
  readonly end: number;
}

/** One document. */
class SmilReader {
  readonly #parser = new SaxesParser({ position: false, defaultXMLVersion: '1.0', forceXMLVersion: true });
  readonly #mended: Mended;
  readonly #length: number;
  readonly #lenient: boolean;
  readonly #onIssue: ((error: DecodeError) => void) | undefined;
  readonly #limits: Limits;
  readonly #open: Frame[] = [];
  readonly #seen = new Set<string>();
  readonly #sources: SmilSource[] = [];
  readonly #regions: Region[] = [];
  readonly #meta: SmilMeta[] = [];
  readonly #slides: Draft[] = [];
  readonly #screen: { widthPx?: number; heightPx?: number; backgroundColor?: string } = {};
  #attributes: RawAttribute[] = [];
  /** Open elements below one that is passed over, it included. */
  #skipped = 0;
  #elements = 0;
  #regionElements = 0;
  #isAtEnd = false;

  constructor(mended: Mended, length: number, options: ParseSmilOptions) {
    this.#mended = mended;
    this.#length = length;
    this.#lenient = options.lenient === true;
    this.#onIssue = options.onIssue;
    this.#limits = limitsOf(options);
    const parser = this.#parser;
    parser.on('error', (error) => {
      throw this.#malformed(error.message, error);
    });
    parser.on('doctype', (doctype) => this.#checkDoctype(doctype));
    parser.on('opentagstart', () => this.#count());
    parser.on('attribute', ({ name, value }) => this.#attributes.push({ name, value, end: this.#parser.position }));
    parser.on('opentag', ({ name }) => this.#start(name));
    parser.on('text', (text) => this.#text(text));
    parser.on('cdata', (text) => this.#text(text));
    parser.on('closetag', () => this.#end());
  }

  read(): SmilReading {
    const { text } = this.#mended;
    // saxes reads a high surrogate and what follows as one character, whatever follows.
    const lone = loneSurrogateIndex(text);
    if (lone >= 0) throw new DecodeError('bad-value', 'SMIL', this.#indexOf(lone), 'a lone surrogate is no character');
    this.#parser.write(text);
    this.#isAtEnd = true;
    this.#parser.close();
    if (!this.#seen.has('body')) this.#report('truncated', 'SMIL', 'there is no <body>');
    const presentation: Building<Presentation> = {
      ...this.#screen,
      regions: this.#regions,
      slides: this.#slides.map(({ durationMs, media }) => (durationMs === undefined ? { media } : { durationMs, media })),
    };
    if (this.#meta.length > 0) presentation.meta = this.#meta;
    return { presentation, sources: this.#sources, text };
  }

  /** The doctype of SMIL, without an internal subset. Its DTD is not read. */
  #checkDoctype(doctype: string): void {
    const match = DOCTYPE.exec(doctype);
    const publicId = match?.[1]?.slice(1, -1);
    if (match === null || (publicId !== undefined && !PUBLIC_ID.test(publicId))) {
      throw this.#error('bad-value', 'SMIL/doctype', 'declares something else than SMIL, or entities');
    }
  }

  #count(): void {
    const { smilElements, smilDepth } = this.#limits;
    this.#attributes = [];
    this.#elements++;
    const path = this.#open.at(-1)?.path ?? 'SMIL';
    if (this.#elements > smilElements) {
      throw new LimitError('limit-exceeded', path, this.#position, `more than ${smilElements} elements`);
    }
    if (this.#open.length + this.#skipped >= smilDepth) {
      throw new LimitError('limit-exceeded', path, this.#position, `elements nested deeper than ${smilDepth}`);
    }
  }

  #start(written: string): void {
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const parent = this.#open.at(-1);
    const name = this.#nameOf(written, parent);
    if (parent === undefined && name !== 'smil') throw this.#error('bad-value', 'SMIL', `the root is <${brief(written)}>`);
    const rule = RULES.get(name);
    if (rule === undefined) {
      this.#passOver(written, parent as Frame);
      return;
    }
    if (rule.once === true && this.#seen.has(name)) {
      this.#report('bad-value', (parent as Frame).path, `a second <${name}>`);
    }
    this.#seen.add(name);
    if (parent !== undefined && !this.#isPlace(rule, parent)) {
      this.#report('bad-value', parent.path, `<${name}> does not stand in ${shownName(parent)}`);
    }
    this.#begin(name, parent);
  }

  /** The name that rules have; a lenient reader takes any letter case. */
  #nameOf(written: string, parent: Frame | undefined): string {
    if (RULES.has(written)) return written;
    const lower = written.toLowerCase();
    if (!RULES.has(lower)) return written;
    this.#report('bad-value', parent?.path ?? 'SMIL', `<${brief(written)}> is spelt <${lower}>`);
    return lower;
  }

  /** Passing over a grouping in the body would lose the parts that it shows. */
  #passOver(written: string, parent: Frame): void {
    const path = `${parent.path}/${brief(written)}`;
    this.#report('bad-value', parent.path, `<${brief(written)}> is no element of the subset`);
    if (parent.media === undefined && this.#open.some(({ name }) => name === 'body')) this.#open.push({ name: '', path });
    else this.#skipped = 1;
  }

  #isPlace(rule: ElementRule, parent: Frame): boolean {
    const holder = parent.name === '' ? innermost(this.#open, ({ name }) => name !== '') : parent;
    return holder !== undefined && rule.parents.includes(holder.name);
  }

  #begin(name: string, parent: Frame | undefined): void {
    const parentPath = parent?.path ?? '';
    if (name === 'meta') this.#beginMeta(`SMIL/head/meta ${this.#meta.length + 1}`);
    else if (name === 'root-layout') this.#beginRootLayout(`${parentPath}/root-layout`);
    else if (name === 'region') this.#beginRegion(`SMIL/head/layout/region ${++this.#regionElements}`);
    else if (name === 'par') this.#beginPar(`SMIL/body/par ${this.#slides.length + 1}`);
    else if (name === 'param') this.#beginParam(`${parentPath}/param`, parent);
    else if (MEDIA_KINDS.includes(name as MediaKind)) this.#beginMedia(name as MediaKind, parentPath);
    else this.#push(name, parent === undefined ? 'SMIL' : `${parentPath}/${name}`);
  }

  /** An element that only holds others. */
  #push(name: string, path: string): void {
    this.#open.push({ name, path });
    this.#values(name, path);
  }

  #beginMeta(path: string): void {
    this.#open.push({ name: 'meta', path });
    const values = this.#values('meta', path);
    const name = this.#required(values, 'name', path);
    if (name !== undefined) this.#meta.push({ name, content: values.get('content')?.value ?? '' });
  }

  #beginRootLayout(path: string): void {
    this.#open.push({ name: 'root-layout', path });
    const values = this.#values('root-layout', path);
    const widthPx = this.#screenLength(values, 'width', path);
    const heightPx = this.#screenLength(values, 'height', path);
    const backgroundColor = (values.get('background-color') ?? values.get('backgroundColor'))?.value;
    if (widthPx !== undefined) this.#screen.widthPx = widthPx;
    if (heightPx !== undefined) this.#screen.heightPx = heightPx;
    if (backgroundColor !== undefined && backgroundColor !== '') this.#screen.backgroundColor = backgroundColor;
  }

  #beginRegion(path: string): void {
    this.#open.push({ name: 'region', path });
    const values = this.#values('region', path);
    const id = this.#required(values, 'id', path);
    const region: Building<Region> = {
      id: id ?? '',
      left: this.#regionLength(values, 'left', path) ?? 0,
      top: this.#regionLength(values, 'top', path) ?? 0,
      width: this.#regionLength(values, 'width', path) ?? '100%',
      height: this.#regionLength(values, 'height', path) ?? '100%',
    };
    const fit = values.get('fit')?.value.trim();
    if (fit !== undefined) {
      const known = this.#lenient ? fit.toLowerCase() : fit;
      if (REGION_FITS.includes(known as RegionFit)) region.fit = known as RegionFit;
      else this.#report('bad-value', `${path}/fit`, `${shown(fit)}, allowed: ${REGION_FITS.join(', ')}`);
    }
    if (id === undefined) return;
    if (this.#regions.some((other) => other.id === id)) {
      this.#report('bad-value', `${path}/id`, `${shown(id)} is there already`);
      return;
    }
    if (this.#regions.length === MAX_REGIONS) {
      this.#report('bad-value', path, `a message has at most ${MAX_REGIONS} regions`);
    }
    this.#regions.push(region);
  }

  #beginPar(path: string): void {
    const outer = this.#slide();
    if (outer !== undefined) outer.hasNested = true;
    const slide: Draft = { media: [] };
    this.#slides.push(slide);
    this.#open.push({ name: 'par', path, slide });
    const durationMs = this.#time(this.#values('par', path), 'dur', path);
    if (durationMs !== undefined) slide.durationMs = durationMs;
  }

  #beginParam(path: string, parent: Frame | undefined): void {
    this.#open.push({ name: 'param', path });
    const values = this.#values('param', path);
    const name = this.#required(values, 'name', path);
    const media = parent?.media;
    if (name === undefined || media === undefined) return;
    media.params ??= [];
    media.params.push({ name, value: values.get('value')?.value ?? '' });
  }

  #beginMedia(kind: MediaKind, parentPath: string): void {
    const path = `${parentPath}/${kind}`;
    const media: MediaDraft = { kind, src: '' };
    this.#open.push({ name: kind, path, media });
    const values = this.#values(kind, path);
    const src = this.#required(values, 'src', path);
    const region = this.#region(values, path);
    const alt = values.get('alt')?.value;
    const beginMs = this.#time(values, 'begin', path);
    const durMs = this.#time(values, 'dur', path);
    const endMs = this.#time(values, 'end', path) ?? (durMs === undefined ? undefined : (beginMs ?? 0) + durMs);
    if (region !== undefined) media.region = region;
    if (alt !== undefined) media.alt = alt;
    if (beginMs !== undefined) media.beginMs = beginMs;
    if (endMs !== undefined && endMs <= MAX_MS) media.endMs = endMs;
    if (src === undefined) return;
    media.src = src;
    this.#addSource(values.get('src') as RawAttribute, path);
    const slide = this.#slide();
    if (slide !== undefined) slide.media.push(media);
    else this.#slides.push(endMs === undefined ? { media: [media] } : { durationMs: endMs, media: [media] });
  }

  #addSource({ value, end }: RawAttribute, path: string): void {
    const { text } = this.#mended;
    const quote = text.charAt(end - 1);
    const start = text.lastIndexOf(quote, end - 2) + 1;
    this.#sources.push({ src: value, field: `${path}/src`, index: this.#indexOf(start), start, end: end - 1 });
  }

  /** The slide that is open. */
  #slide(): Draft | undefined {
    return innermost(this.#open, ({ slide }) => slide !== undefined)?.slide;
  }

  /** The attributes of the element that was begun, each known one under its name. */
  #values(name: string, path: string): ReadonlyMap<string, RawAttribute> {
    const { attributes, lenientAttributes = [] } = RULES.get(name) as ElementRule;
    const values = new Map<string, RawAttribute>();
    for (const attribute of this.#attributes) {
      const { name: written } = attribute;
      if (attributes.includes(written)) values.set(written, attribute);
      else if (!CORE.has(written) && !/^xmlns(:|$)/.test(written)) {
        this.#report('bad-value', path, `<${name}> has no attribute ${brief(written)}`);
        const lower = written.toLowerCase();
        const known = [...attributes, ...lenientAttributes].find((candidate) => candidate === lower);
        if (known !== undefined && !values.has(known)) values.set(known, attribute);
      }
    }
    return values;
  }

  #required(values: ReadonlyMap<string, RawAttribute>, name: string, path: string): string | undefined {
    const value = values.get(name)?.value;
    if (value !== undefined && value !== '') return value;
    this.#report('bad-value', `${path}/${name}`, value === undefined ? 'is missing' : 'is empty');
    return undefined;
  }

  #region(values: ReadonlyMap<string, RawAttribute>, path: string): string | undefined {
    const value = values.get('region')?.value;
    if (value === undefined || this.#regions.some(({ id }) => id === value)) return value;
    this.#report('bad-value', `${path}/region`, `${shown(value)} is no region of the layout`);
    const folded = value.toLowerCase();
    return this.#regions.find(({ id }) => id.toLowerCase() === folded)?.id;
  }

  #screenLength(values: ReadonlyMap<string, RawAttribute>, name: string, path: string): number | undefined {
    const value = values.get(name)?.value.trim();
    // The whole of a screen that is not said is what nothing says too.
    if (value === undefined || value === '100%' || value === 'auto') return undefined;
    const pixels = pixelsOf(value);
    if (pixels !== undefined && pixels > 0) return pixels;
    this.#report('bad-value', `${path}/${name}`, `${shown(value)} is no number of pixels from 1 to ${MAX_PIXELS}`);
    return undefined;
  }

  #regionLength(values: ReadonlyMap<string, RawAttribute>, name: string, path: string): RegionLength | undefined {
    const value = values.get(name)?.value.trim();
    if (value === undefined || value === 'auto') return undefined;
    const length = pixelsOf(value) ?? shareOf(value);
    if (length !== undefined) return length;
    this.#report('bad-value', `${path}/${name}`, `${shown(value)} is neither pixels nor a share such as 50%`);
    const rough = Number.parseFloat(value);
    if (!Number.isFinite(rough)) return undefined;
    const whole = Math.min(Math.max(Math.round(rough), 0), MAX_PIXELS);
    return value.endsWith('%') ? `${whole}%` : whole;
  }

  #time(values: ReadonlyMap<string, RawAttribute>, name: string, path: string): number | undefined {
    const value = values.get(name)?.value.trim();
    if (value === undefined || value === 'indefinite') return undefined;
    const ms = clockMs(value);
    if (ms !== undefined) return ms;
    this.#report('bad-value', `${path}/${name}`, `${shown(value)} is no time such as 5000ms, 5s or 00:05`);
    return clockMs(value.toLowerCase().replace(/\s/g, ''));
  }

  #text(text: string): void {
    const frame = this.#open.at(-1);
    // Outside of the root the parser takes white space only.
    if (frame === undefined || this.#skipped > 0 || !/[^ \t\r\n]/.test(text)) return;
    this.#report('bad-value', frame.path, `${shownName(frame)} has no text`);
  }

  #end(): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const { path, slide } = this.#open.pop() as Frame;
    if (slide === undefined) return;
    if (slide.media.length === 0 && slide.hasNested === true) this.#slides.splice(this.#slides.indexOf(slide), 1);
    const fault = slideFault(slide.media);
    if (fault !== undefined) this.#report('bad-value', path, fault);
  }

  /** Throws in strict reading, tells in lenient reading. */
  #report(code: FormatErrorCode, field: string, reason: string): void {
    const error = this.#error(code, field, reason);
    if (!this.#lenient) throw error;
    this.#onIssue?.(error);
  }

  /** Where the parser is: behind what it has just read. */
  get #position(): number {
    return this.#isAtEnd ? this.#length : this.#indexOf(this.#parser.position);
  }

  /** Index in the text that was given. */
  #indexOf(index: number): number {
    const { inserted, shift } = this.#mended;
    let low = 0;
    let high = inserted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((inserted[middle] as number) < index) low = middle + 1;
      else high = middle;
    }
    return Math.min(index - low * INSERTED.length + shift, this.#length);
  }

  #malformed(message: string, cause: Error): DecodeError {
    // saxes quotes whole names, however long.
    const reason = message.replace(/\.$/, '').slice(0, 100);
    const isOver = this.#open.length === 0 && this.#seen.has('smil');
    const code = this.#isAtEnd ? 'truncated' : isOver ? 'trailing-bytes' : 'bad-value';
    return new DecodeError(code, this.#open.at(-1)?.path ?? 'SMIL', this.#position, reason, { cause });
  }

  #error(code: FormatErrorCode, field: string, reason: string): DecodeError {
    return new DecodeError(code, field, this.#position, reason);
  }
}

/** What stands behind an ampersand to make it one. */
const INSERTED = 'amp;';

interface Mended {
  readonly text: string;
  /** Indexes in {@link text} at which {@link INSERTED} stands and was not given, rising. */
  readonly inserted: readonly number[];
  /** Characters that were cut off in front. */
  readonly shift: number;
}

/** Makes XML of what senders who paste texts together write. */
function mend(xml: string, onIssue: ((error: DecodeError) => void) | undefined): Mended {
  const report = (code: FormatErrorCode, index: number, reason: string) => {
    onIssue?.(new DecodeError(code, 'SMIL', index, reason));
  };
  const start = xml.search(/[^\s\ufeff]/);
  const shift = start > 0 && /\s/.test(xml.slice(0, start).replace('\ufeff', '')) ? start : 0;
  if (shift > 0) report('bad-value', 0, 'white space in front');
  const end = endOf(xml);
  if (end < xml.length) report('trailing-bytes', end, `${xml.length - end} characters after the end`);
  const inserted: number[] = [];
  const pieces: string[] = [];
  let from = shift;
  for (const { index } of xml.slice(0, end).matchAll(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9A-Fa-f]{1,6});)/g)) {
    if (index < shift) continue;
    report('bad-value', index, 'an ampersand that is not escaped');
    pieces.push(xml.slice(from, index + 1), INSERTED);
    inserted.push(index + 1 - shift + inserted.length * INSERTED.length);
    from = index + 1;
  }
  pieces.push(xml.slice(from, end));
  return { text: pieces.join(''), inserted, shift };
}

/** Where the document ends, with what may follow a root; characters of no document are left out. */
function endOf(xml: string): number {
  const close = xml.toLowerCase().lastIndexOf('</smil');
  const end = close < 0 ? -1 : xml.indexOf('>', close) + 1;
  return end > 0 && /^\s*[^\s<]/.test(xml.slice(end)) ? end : xml.length;
}

function innermost(open: readonly Frame[], is: (frame: Frame) => boolean): Frame | undefined {
  for (let i = open.length - 1; i >= 0; i--) {
    const frame = open[i] as Frame;
    if (is(frame)) return frame;
  }
  return undefined;
}

function pixelsOf(text: string): number | undefined {
  const pixels = /^\d{1,9}(?:px)?$/.test(text) ? Number.parseInt(text, 10) : -1;
  return pixels >= 0 && pixels <= MAX_PIXELS ? pixels : undefined;
}

function shareOf(text: string): `${number}%` | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)%$/.exec(text);
  const share = match === null ? '' : `${Number(match[1])}%`;
  return isShare(share) ? share : undefined;
}

/** Milliseconds of a clock value: `5s`, `1.5min`, `5000ms`, `00:05`, `1:00:05.5`, or a number of seconds. */
function clockMs(text: string): number | undefined {
  const metric = /^\+?(\d{1,10}(?:\.\d{1,9})?)(h|min|s|ms)?$/.exec(text);
  const clock = /^\+?(?:(\d{1,4}):)?([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/.exec(text);
  let ms = -1;
  if (metric !== null) {
    const unit = { h: 3_600_000, min: 60_000, s: 1000, ms: 1 }[metric[2] as 'h' | 'min' | 's' | 'ms'] ?? 1000;
    ms = Math.round(Number(metric[1]) * unit);
  } else if (clock !== null) {
    ms = Math.round((Number(clock[1] ?? 0) * 3600 + Number(clock[2]) * 60 + Number(clock[3])) * 1000);
  }
  return ms >= 0 && ms <= MAX_MS ? ms : undefined;
}

function checkLength(xml: string, limit: number): void {
  if (xml.length <= limit) return;
  throw new LimitError('limit-exceeded', 'SMIL', limit, `${xml.length} characters, the limit is ${limit}`);
}

function limitsOf({ limits }: ParseSmilOptions): Limits {
  return limits === undefined ? DEFAULT_LIMITS : { ...DEFAULT_LIMITS, ...limits };
}

function shownName({ name, path }: Frame): string {
  return `<${name === '' ? path.slice(path.lastIndexOf('/') + 1) : name}>`;
}

function shown(value: string): string {
  return JSON.stringify(brief(value));
}
