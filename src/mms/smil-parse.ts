/**
 * Reading SMIL, as messages carry it.
 *
 * Both readings take what OMA's subset leaves open: regions of any id, sizes in pixels, `px` and per cent, the screen given
 * as 100 % or not at all, clock values in every form of SMIL 2.0, the doctypes and namespaces of SMIL 1.0 to 3.0, `param`, and the attributes id,
 * class, title and xml:lang, which show nothing. A `dur` of `indefinite` reads as none.
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
  type Region,
  type Slide,
  type SmilLayout,
  type SmilMeta,
  slideFault,
} from './smil.js';
import { type Attribute, ELEMENTS, type ElementRow, readAttributes } from './smil-elements.js';
import { placeBefore, type Repaired, repair, unchanged } from './smil-repair.js';

/**
 * Options of {@link parseSmil}. With `lenient`, elements and attributes that the subset lacks are skipped (inside the
 * body, the content of such an element is read); media directly in the body become slides, and nested slides follow each other; a `dur` of media
 * gives their end; letter case does not matter; ampersands that are not escaped, white space before the document and characters
 * after it are repaired. Of `limits` it uses `smilCharacters`, `smilDepth` and `smilElements`.
 */
export type ParseSmilOptions = DecodeOptions;

/**
 * Parses SMIL, in the subset of OMA-MMS-CONF 1.2 section 8.
 * @throws DecodeError `bad-value`, `truncated` or `trailing-bytes` with a field such as `SMIL/body/par 2/img/src` and the index in the
 *   text. Strict and lenient reading reject XML that is not well-formed, a doctype with entities or of something else, and a root that is not `smil`.
 * @throws LimitError `limit-exceeded`, see {@link ParseSmilOptions}.
 * @example
 * ```ts
 * import { parseSmil } from 'handset/mms';
 *
 * const { slides } = parseSmil('<smil><body><par dur="5s"><img src="a.gif"/></par></body></smil>');
 * [slides[0]?.durationMs, slides[0]?.media[0]?.src]; // -> [5000, 'a.gif']
 * ```
 */
export function parseSmil(xml: string, options?: ParseSmilOptions): Presentation {
  return readSmil(xml, options).presentation;
}

/** A reference to a part, and where its value is in {@link SmilReading.text}, without quotation marks. */
export interface SmilSource {
  readonly src: string;
  readonly field: string;
  /** Index in the text that was given. */
  readonly index: number;
  readonly start: number;
  readonly end: number;
}

/** A presentation, and the text that it was read from. */
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

type Building<T> = { -readonly [K in keyof T]: T[K] };

/** A slide that is being read. */
interface SlideDraft {
  durationMs?: number;
  readonly media: Media[];
  hasNested?: true;
}

type MediaDraft = Building<Media> & { params?: MediaParam[] };

/** An open element. */
interface Frame {
  /** The name in {@link ELEMENTS}, or empty for an element whose content is read in its place. */
  readonly name: string;
  readonly path: string;
  /** The slide that begins here. */
  readonly slide?: SlideDraft;
  /** What params inside of it belong to. */
  readonly media?: MediaDraft;
}

/** Elements that errors number, and where they are. */
const NUMBERED: ReadonlyMap<string, string> = /* @__PURE__ */ new Map([
  ['meta', 'SMIL/head'],
  ['region', 'SMIL/head/layout'],
  ['par', 'SMIL/body'],
]);

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
  readonly #slides: SlideDraft[] = [];
  readonly #screen: Partial<SmilLayout> = {};
  /** What attributes are read by: the ids of the regions so far. */
  readonly #context: { readonly regions: string[] } = { regions: [] };
  /** Name and attributes of the element that begins. */
  #written = '';
  #attributes: Attribute[] = [];
  /** Where the parser is, in the text that is parsed. */
  #at = 0;
  /** Open elements below one that is skipped, it included. */
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
    if (!this.#seen.has('body')) this.#report('SMIL', '<body> is missing', 'truncated');
    const presentation: Presentation = {
      ...this.#screen,
      regions: this.#regions,
      slides: this.#slides.map(({ durationMs, media }) => (durationMs === undefined ? { media } : { durationMs, media })),
      ...(this.#meta.length > 0 && { meta: this.#meta }),
    };
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
      throw new DecodeError(
        'bad-value',
        'SMIL/doctype',
        this.place(at),
        'the doctype is not that of SMIL, or declares entities',
      );
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
    const name = this.#spell(written, parent);
    if (parent === undefined && name !== 'smil') {
      throw new DecodeError('bad-value', 'SMIL', this.place(this.#at), `the root is <${shorten(written)}>`);
    }
    const element = ELEMENTS.get(name);
    if (element === undefined) {
      this.#skip(written, parent as Frame);
      return;
    }
    if (element.isSingle && this.#seen.has(name)) {
      this.#report((parent as Frame).path, `a second <${name}>`);
    }
    this.#seen.add(name);
    if (parent !== undefined && !this.#mayHold(element)) {
      this.#report(parent.path, `<${name}> is not allowed in ${formatName(parent)}`);
    }
    this.#begin(name, parent);
  }

  /** The name as {@link ELEMENTS} has it; a lenient reader takes any letter case. */
  #spell(written: string, parent: Frame | undefined): string {
    if (ELEMENTS.has(written)) return written;
    const lower = written.toLowerCase();
    if (!ELEMENTS.has(lower)) return written;
    this.#report(parent?.path ?? 'SMIL', `<${shorten(written)}> is spelt <${lower}>`);
    return lower;
  }

  /** Skips an element; in the body what it holds is read, since skipping a grouping would lose the parts that it shows. */
  #skip(written: string, parent: Frame): void {
    const path = `${parent.path}/${shorten(written)}`;
    this.#report(parent.path, `<${shorten(written)}> is not an element of the subset`);
    if (parent.media === undefined && this.#open.some(({ name }) => name === 'body')) this.#open.push({ name: '', path });
    else this.#skipped = 1;
  }

  /** Whether an element is allowed in the open one, or in what holds that when its content is read in its place. */
  #mayHold({ parents }: ElementRow): boolean {
    const holder = innermost(this.#open, ({ name }) => name !== '');
    return holder !== undefined && parents.includes(holder.name);
  }

  #begin(name: string, parent: Frame | undefined): void {
    const path = this.#makePath(name, parent);
    if (MEDIA_KINDS.includes(name as MediaKind)) this.#beginMedia(name as MediaKind, path);
    else if (name === 'par') this.#beginPar(path);
    else {
      this.#open.push({ name, path });
      if (name === 'region') this.#addRegion(path, this.#read<Region>(name, path));
      else if (name === 'root-layout') Object.assign(this.#screen, this.#read<SmilLayout>(name, path));
      else {
        const values = this.#read<SmilMeta & MediaParam>(name, path);
        if (values.name === undefined) return;
        if (name === 'meta') this.#meta.push({ name: values.name, content: values.content ?? '' });
        else if (parent?.media !== undefined) {
          parent.media.params ??= [];
          parent.media.params.push({ name: values.name, value: values.value ?? '' });
        }
      }
    }
  }

  #makePath(name: string, parent: Frame | undefined): string {
    const holder = NUMBERED.get(name);
    if (holder === undefined) return parent === undefined ? 'SMIL' : `${parent.path}/${name}`;
    if (name === 'region') this.#regionElements++;
    const count = name === 'meta' ? this.#meta.length + 1 : name === 'par' ? this.#slides.length + 1 : this.#regionElements;
    return `${holder}/${name} ${count}`;
  }

  #addRegion(path: string, values: Partial<Region>): void {
    const { id } = values;
    if (id === undefined) return;
    const { regions } = this.#context;
    if (regions.includes(id)) {
      this.#report(`${path}/id`, `${quote(id)} is declared twice`);
      return;
    }
    if (regions.length === MAX_REGIONS) this.#report(path, `a message has at most ${MAX_REGIONS} regions`);
    regions.push(id);
    this.#regions.push({ id, left: 0, top: 0, width: '100%', height: '100%', ...values });
  }

  #beginPar(path: string): void {
    const outer = this.#slide();
    if (outer !== undefined) outer.hasNested = true;
    const slide: SlideDraft = { media: [] };
    this.#slides.push(slide);
    this.#open.push({ name: 'par', path, slide });
    Object.assign(slide, this.#read<Slide>('par', path));
  }

  #beginMedia(kind: MediaKind, path: string): void {
    const media: MediaDraft = { kind, src: '' };
    this.#open.push({ name: kind, path, media });
    const { durationMs, ...values } = this.#read<Media & Slide>(kind, path);
    Object.assign(media, values);
    if (durationMs !== undefined) media.endMs ??= (media.beginMs ?? 0) + durationMs;
    if (media.endMs !== undefined && media.endMs > MAX_MS) delete media.endMs;
    const { endMs } = media;
    if (values.src === undefined) return;
    this.#addSource(path);
    const slide = this.#slide();
    if (slide !== undefined) slide.media.push(media);
    else this.#slides.push(endMs === undefined ? { media: [media] } : { durationMs: endMs, media: [media] });
  }

  /** Notes where the value of `src` is. */
  #addSource(path: string): void {
    const given = this.#attributes;
    const { value, end } = (given.find(({ name }) => name === 'src') ??
      given.find(({ name }) => name.toLowerCase() === 'src')) as Attribute;
    const { text } = this.#repaired;
    const start = text.lastIndexOf(text.charAt(end - 1), end - 2) + 1;
    this.#sources.push({ src: value, field: `${path}/src`, index: this.place(start), start, end: end - 1 });
  }

  /** The slide that is open. */
  #slide(): SlideDraft | undefined {
    return innermost(this.#open, ({ slide }) => slide !== undefined)?.slide;
  }

  /** The attributes of the element that begins. */
  #read<Model>(name: string, path: string): Partial<Model> {
    return readAttributes<Model>(name, path, this.#attributes, this.#context, this.#report);
  }

  text(text: string, at: number): void {
    if (this.#skipped > 0 || isBlank(text)) return;
    this.#at = at;
    const frame = this.#open.at(-1) as Frame;
    this.#report(frame.path, `${formatName(frame)} has no text`);
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

/** The name of an element for errors. */
function formatName({ name, path }: Frame): string {
  return `<${name === '' ? path.slice(path.lastIndexOf('/') + 1) : name}>`;
}
