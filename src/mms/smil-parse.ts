/**
 * Reading SMIL, as messages carry it.
 *
 * What OMA's subset leaves open and senders fill in different ways is normal: regions of any id, sizes in pixels, `px` and per cent, the screen given
 * as 100 % or not at all, clock values in every form of SMIL 2.0, the doctypes and namespaces of SMIL 1.0 to 3.0, `param`, and the attributes id, class,
 * title and xml:lang, which show nothing. A `dur` of `indefinite` reads as none.
 *
 * Lenient reading takes more: see {@link ParseSmilOptions}. Sources: OMA-MMS-CONF 1.2 section 8, SMIL 2.0 (timing: clock values), XML 1.0;
 * messages in the test data of public decoders for what senders write.
 * @module
 */

import { quote, shorten } from '../bytes/quote.js';
import { type DecodeOptions, Reading } from '../bytes/reading.js';
import { DecodeError, type FormatErrorCode } from '../errors.js';
import { isBlank } from '../xml/characters.js';
import { parseXml, type XmlHandler } from '../xml/parse.js';
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
import { type Attribute, Attributes } from './smil-attributes.js';
import { placeBefore, type Repaired, repair, unchanged } from './smil-repair.js';
import { type ElementRule, RULES } from './smil-rules.js';

/**
 * How to read a presentation. Lenient reading goes on past what the subset does not have: other elements are passed over (inside the body, what they hold
 * is read in their place), other attributes too; media in the body are slides, nested slides follow each other; a `dur` of media gives their end;
 * letter case does not matter; ampersands that are not escaped, white space before the document and characters after it are no obstacle.
 * `limits` takes other values for `smilCharacters`, `smilDepth` and `smilElements`.
 */
export type ParseSmilOptions = DecodeOptions;

/**
 * Reads a presentation.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `SMIL/body/par 2/img/src` and the index in the
 *   text; LimitError past the limits. XML that is not well-formed, a doctype with entities or of something else, and a root that is not
 *   `smil` are refused in both readings.
 */
export function parseSmil(xml: string, options?: ParseSmilOptions): Presentation {
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
export function readSmil(xml: string, options?: ParseSmilOptions): SmilReading {
  if (typeof xml !== 'string') throw new TypeError('SMIL is a string');
  const reading = Reading.of(options);
  reading.limit('smilCharacters', xml.length, 'SMIL', reading.limits.smilCharacters);
  const repaired = reading.lenient ? repair(xml, reading) : unchanged(xml);
  return new SmilReader(repaired, xml.length, reading).read();
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
class SmilReader implements XmlHandler {
  readonly #repaired: Repaired;
  readonly #length: number;
  readonly #reading: Reading;
  readonly #open: Frame[] = [];
  readonly #seen = new Set<string>();
  readonly #sources: SmilSource[] = [];
  readonly #regions: Region[] = [];
  readonly #meta: SmilMeta[] = [];
  readonly #slides: Draft[] = [];
  readonly #screen: { widthPx?: number; heightPx?: number; backgroundColor?: string } = {};
  /** Name and attributes of the element that begins. */
  #written = '';
  #attributes: Attribute[] = [];
  /** Where the parser is, in the text that is parsed. */
  #at = 0;
  /** Open elements below one that is passed over, it included. */
  #skipped = 0;
  #regionElements = 0;

  constructor(repaired: Repaired, length: number, reading: Reading) {
    this.#repaired = repaired;
    this.#length = length;
    this.#reading = reading;
  }

  read(): SmilReading {
    const { text } = this.#repaired;
    parseXml(text, this, this.#reading, { depth: 'smilDepth', elements: 'smilElements' });
    this.#at = text.length;
    if (!this.#seen.has('body')) this.#report('SMIL', 'there is no <body>', 'truncated');
    const presentation: Building<Presentation> = {
      ...this.#screen,
      regions: this.#regions,
      slides: this.#slides.map(({ durationMs, media }) => (durationMs === undefined ? { media } : { durationMs, media })),
    };
    if (this.#meta.length > 0) presentation.meta = this.#meta;
    return { presentation, sources: this.#sources, text };
  }

  get path(): string {
    return this.#open.at(-1)?.path ?? 'SMIL';
  }

  /** Index in the text that was given. */
  place(at: number): number {
    return Math.min(placeBefore(this.#repaired, at), this.#length);
  }

  /** The doctype of SMIL, without an internal subset. Its DTD is not read. */
  doctype(doctype: string, at: number): void {
    const match = DOCTYPE.exec(doctype);
    const publicId = match?.[1]?.slice(1, -1);
    if (match === null || (publicId !== undefined && !PUBLIC_ID.test(publicId))) {
      throw new DecodeError('bad-value', 'SMIL/doctype', this.place(at), 'declares something else than SMIL, or entities');
    }
  }

  open(name: string): void {
    this.#written = name;
    this.#attributes = [];
  }

  attribute(name: string, value: string, at: number): void {
    this.#attributes.push({ name, value, end: at });
  }

  opened(at: number): void {
    this.#at = at;
    this.#start(this.#written);
  }

  #start(written: string): void {
    if (this.#skipped > 0) {
      this.#skipped++;
      return;
    }
    const parent = this.#open.at(-1);
    const name = this.#nameOf(written, parent);
    if (parent === undefined && name !== 'smil') {
      throw new DecodeError('bad-value', 'SMIL', this.place(this.#at), `the root is <${shorten(written)}>`);
    }
    const rule = RULES.get(name);
    if (rule === undefined) {
      this.#passOver(written, parent as Frame);
      return;
    }
    if (rule.once === true && this.#seen.has(name)) {
      this.#report((parent as Frame).path, `a second <${name}>`);
    }
    this.#seen.add(name);
    if (parent !== undefined && !this.#isPlace(rule, parent)) {
      this.#report(parent.path, `<${name}> does not stand in ${nameOf(parent)}`);
    }
    this.#begin(name, parent);
  }

  /** The name that rules have; a lenient reader takes any letter case. */
  #nameOf(written: string, parent: Frame | undefined): string {
    if (RULES.has(written)) return written;
    const lower = written.toLowerCase();
    if (!RULES.has(lower)) return written;
    this.#report(parent?.path ?? 'SMIL', `<${shorten(written)}> is spelt <${lower}>`);
    return lower;
  }

  /** Passing over a grouping in the body would lose the parts that it shows. */
  #passOver(written: string, parent: Frame): void {
    const path = `${parent.path}/${shorten(written)}`;
    this.#report(parent.path, `<${shorten(written)}> is no element of the subset`);
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
      const known = this.#reading.lenient ? fit.toLowerCase() : fit;
      if (REGION_FITS.includes(known as RegionFit)) region.fit = known as RegionFit;
      else this.#report(`${path}/fit`, `${quote(fit)}, allowed: ${REGION_FITS.join(', ')}`);
    }
    if (id === undefined) return;
    if (this.#regions.some((other) => other.id === id)) {
      this.#report(`${path}/id`, `${quote(id)} is there already`);
      return;
    }
    if (this.#regions.length === MAX_REGIONS) {
      this.#report(path, `a message has at most ${MAX_REGIONS} regions`);
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
    const { text } = this.#repaired;
    const quote = text.charAt(end - 1);
    const start = text.lastIndexOf(quote, end - 2) + 1;
    this.#sources.push({ src: value, field: `${path}/src`, index: this.place(start), start, end: end - 1 });
  }

  /** The slide that is open. */
  #slide(): Draft | undefined {
    return innermost(this.#open, ({ slide }) => slide !== undefined)?.slide;
  }

  /** The attributes of the element that was begun. */
  #read(name: string, path: string): Attributes {
    return new Attributes(name, path, this.#attributes, this.#report);
  }

  /** The region that media name, by its very id or in lenient reading in any letter case. */
  #region(values: Attributes, path: string): string | undefined {
    const value = values.text('region');
    if (value === undefined || this.#regions.some(({ id }) => id === value)) return value;
    this.#report(`${path}/region`, `${quote(value)} is no region of the layout`);
    const folded = value.toLowerCase();
    return this.#regions.find(({ id }) => id.toLowerCase() === folded)?.id;
  }

  text(text: string, at: number): void {
    if (this.#skipped > 0 || isBlank(text)) return;
    this.#at = at;
    const frame = this.#open.at(-1) as Frame;
    this.#report(frame.path, `${nameOf(frame)} has no text`);
  }

  close(at: number): void {
    if (this.#skipped > 0) {
      this.#skipped--;
      return;
    }
    const { path, slide } = this.#open.pop() as Frame;
    if (slide === undefined) return;
    if (slide.media.length === 0 && slide.hasNested === true) this.#slides.splice(this.#slides.indexOf(slide), 1);
    this.#at = at;
    const fault = slideFault(slide.media);
    if (fault !== undefined) this.#report(path, fault);
  }

  /** What strict reading refuses, where the parser is. */
  readonly #report = (field: string, reason: string, code: FormatErrorCode = 'bad-value'): void => {
    this.#reading.fault(code, field, this.place(this.#at), reason);
  };
}

function innermost(open: readonly Frame[], is: (frame: Frame) => boolean): Frame | undefined {
  for (let i = open.length - 1; i >= 0; i--) {
    const frame = open[i] as Frame;
    if (is(frame)) return frame;
  }
  return undefined;
}

function nameOf({ name, path }: Frame): string {
  return `<${name === '' ? path.slice(path.lastIndexOf('/') + 1) : name}>`;
}
