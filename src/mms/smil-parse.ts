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
  MAX_MS,
  MAX_REGIONS,
  MEDIA_KINDS,
  type Media,
  type MediaKind,
  type MediaParam,
  type Presentation,
  REGION_FITS,
  type Region,
  type RegionFit,
  type SmilMeta,
  slideFault,
} from './smil.js';
import { type Attribute, Attributes, shown } from './smil-attributes.js';
import { type Mended, mend, placeBefore, unmended } from './smil-mend.js';
import { type ElementRule, RULES } from './smil-rules.js';

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
  const mended = options.lenient === true ? mend(xml, options.onIssue) : unmended(xml);
  return new SmilReader(mended, xml.length, options).read();
}

const DOCTYPE =
  /^[ \t\r\n]+smil[ \t\r\n]*(?:(?:PUBLIC[ \t\r\n]+("[^"]*"|'[^']*')[ \t\r\n]+)?(?:SYSTEM[ \t\r\n]+)?("[^"]*"|'[^']*')[ \t\r\n]*)?$/i;
const PUBLIC_ID = /^-\/\/W3C\/\/DTD SMIL [0-9.]+(?: \w+)*\/\/EN$/;

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
  #attributes: Attribute[] = [];
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
    this.#read(name, path);
  }

  #beginMeta(path: string): void {
    this.#open.push({ name: 'meta', path });
    const values = this.#read('meta', path);
    const name = values.required('name');
    if (name !== undefined) this.#meta.push({ name, content: values.text('content') ?? '' });
  }

  #beginRootLayout(path: string): void {
    this.#open.push({ name: 'root-layout', path });
    const values = this.#read('root-layout', path);
    const widthPx = values.screenLength('width');
    const heightPx = values.screenLength('height');
    const backgroundColor = values.text('background-color') ?? values.text('backgroundColor');
    if (widthPx !== undefined) this.#screen.widthPx = widthPx;
    if (heightPx !== undefined) this.#screen.heightPx = heightPx;
    if (backgroundColor !== undefined && backgroundColor !== '') this.#screen.backgroundColor = backgroundColor;
  }

  #beginRegion(path: string): void {
    this.#open.push({ name: 'region', path });
    const values = this.#read('region', path);
    const id = values.required('id');
    const region: Building<Region> = {
      id: id ?? '',
      left: values.regionLength('left') ?? 0,
      top: values.regionLength('top') ?? 0,
      width: values.regionLength('width') ?? '100%',
      height: values.regionLength('height') ?? '100%',
    };
    const fit = values.text('fit')?.trim();
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
    const durationMs = this.#read('par', path).time('dur');
    if (durationMs !== undefined) slide.durationMs = durationMs;
  }

  #beginParam(path: string, parent: Frame | undefined): void {
    this.#open.push({ name: 'param', path });
    const values = this.#read('param', path);
    const name = values.required('name');
    const media = parent?.media;
    if (name === undefined || media === undefined) return;
    media.params ??= [];
    media.params.push({ name, value: values.text('value') ?? '' });
  }

  #beginMedia(kind: MediaKind, parentPath: string): void {
    const path = `${parentPath}/${kind}`;
    const media: MediaDraft = { kind, src: '' };
    this.#open.push({ name: kind, path, media });
    const values = this.#read(kind, path);
    const src = values.required('src');
    const region = this.#region(values, path);
    const alt = values.text('alt');
    const beginMs = values.time('begin');
    const durMs = values.time('dur');
    const endMs = values.time('end') ?? (durMs === undefined ? undefined : (beginMs ?? 0) + durMs);
    if (region !== undefined) media.region = region;
    if (alt !== undefined) media.alt = alt;
    if (beginMs !== undefined) media.beginMs = beginMs;
    if (endMs !== undefined && endMs <= MAX_MS) media.endMs = endMs;
    if (src === undefined) return;
    media.src = src;
    this.#addSource(values.get('src') as Attribute, path);
    const slide = this.#slide();
    if (slide !== undefined) slide.media.push(media);
    else this.#slides.push(endMs === undefined ? { media: [media] } : { durationMs: endMs, media: [media] });
  }

  #addSource({ value, end }: Attribute, path: string): void {
    const { text } = this.#mended;
    const quote = text.charAt(end - 1);
    const start = text.lastIndexOf(quote, end - 2) + 1;
    this.#sources.push({ src: value, field: `${path}/src`, index: this.#indexOf(start), start, end: end - 1 });
  }

  /** The slide that is open. */
  #slide(): Draft | undefined {
    return innermost(this.#open, ({ slide }) => slide !== undefined)?.slide;
  }

  /** The attributes of the element that was begun. */
  #read(name: string, path: string): Attributes {
    return new Attributes(name, path, this.#attributes, (field, reason) => this.#report('bad-value', field, reason));
  }

  /** The region that media name, by its very id or in lenient reading in any letter case. */
  #region(values: Attributes, path: string): string | undefined {
    const value = values.text('region');
    if (value === undefined || this.#regions.some(({ id }) => id === value)) return value;
    this.#report('bad-value', `${path}/region`, `${shown(value)} is no region of the layout`);
    const folded = value.toLowerCase();
    return this.#regions.find(({ id }) => id.toLowerCase() === folded)?.id;
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
    return Math.min(placeBefore(this.#mended, index), this.#length);
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

function innermost(open: readonly Frame[], is: (frame: Frame) => boolean): Frame | undefined {
  for (let i = open.length - 1; i >= 0; i--) {
    const frame = open[i] as Frame;
    if (is(frame)) return frame;
  }
  return undefined;
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
