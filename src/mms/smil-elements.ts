/**
 * The elements of OMA's subset of SMIL, a row each: where an element may be, its attributes, and what each attribute says, read and written.
 *
 * Source: OMA-MMS-CONF 1.2 section 8; SMIL 2.0 (timing: clock values); SMIL 1.0 section 3.3.1 for lengths; and what senders write besides
 * (see smil-parse.ts).
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { quote, shorten } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { requireXmlText } from '../xml/characters.js';
import { formatElement } from '../xml/format.js';
import {
  checkPixels,
  isShare,
  MAX_MS,
  MAX_PIXELS,
  MEDIA_KINDS,
  REGION_FITS,
  type RegionFit,
  type RegionLength,
} from './smil.js';

/** An attribute of the text. */
export interface Attribute {
  readonly name: string;
  /** Without its references to characters. */
  readonly value: string;
  /** Index after the closing quotation mark. */
  readonly end: number;
}

/** Called with a value that is not what it should be; throws in strict reading. */
type Report = (field: string, reason: string) => void;

/** What the value of an attribute depends on. */
interface Context {
  /** Ids of the regions of the layout. */
  readonly regions: readonly string[];
}

/** What an attribute says. */
interface AttributeKind {
  /** `required`: it must be there, and not be empty; `written`: it is always written, and has a default where it is missing. */
  readonly presence?: 'required' | 'written';
  /** Its name, where the property of the model has another. */
  readonly attribute?: string;
  /** Another name that it is read by. */
  readonly alias?: string;
  /** Read in lenient reading alone, and reported. */
  readonly isLenient?: true;
  /** The value of a text; undefined where it says no more than its absence does. A value that strict reading refuses is reported. */
  read(text: string, report: (reason: string) => void, context: Context): unknown;
  /** The text of a value. @throws EncodeError */
  write(value: never, field: string, context: Context): string | number;
}

const TEXT: AttributeKind = {
  read: (text) => text,
  write: (value: string, field) => {
    requireXmlText(value, field);
    return value;
  },
};

const FILLED: AttributeKind = {
  read: (text) => (text === '' ? undefined : text),
  write: (value: string, field, context) => {
    if (value === '') throw EncodeError.badValue(field, 'is empty');
    return TEXT.write(value as never, field, context);
  },
};

/** A name, or a reference to a part. */
const NAME: AttributeKind = { ...FILLED, presence: 'required' };

/** Pixels of the screen, from 1 on. `100%` and `auto` say no more than a missing attribute. */
const SCREEN: AttributeKind = {
  read: (text, report) => {
    const value = text.trim();
    if (value === '100%' || value === 'auto') return undefined;
    return parsePixels(value) || report(`${quote(value)} is not a number of pixels from 1 to ${MAX_PIXELS}`);
  },
  write: (value: number, field) => {
    checkPixels(field, value, 1);
    return value;
  },
};

/** A length of a region; leniently what another value may mean. */
const LENGTH: AttributeKind = {
  presence: 'written',
  read: (text, report) => {
    const value = text.trim();
    if (value === 'auto') return undefined;
    const length = parsePixels(value) ?? parseShare(value);
    if (length !== undefined) return length;
    report(`${quote(value)} is neither pixels nor a share such as 50%`);
    const rough = Number.parseFloat(value);
    if (!Number.isFinite(rough)) return undefined;
    const whole = Math.min(Math.max(Math.round(rough), 0), MAX_PIXELS);
    return value.endsWith('%') ? `${whole}%` : whole;
  },
  write: (value: RegionLength, field) => {
    if (typeof value !== 'string') checkPixels(field, value, 0);
    else if (!isShare(value)) throw EncodeError.badValue(field, `${quote(value)} is not a share such as 50%`);
    return value;
  },
};

/** One of a few words; leniently in any letter case. */
const FIT: AttributeKind = {
  read: (text, report) => {
    const value = text.trim();
    if (REGION_FITS.includes(value as RegionFit)) return value;
    report(unknownFit(value));
    return REGION_FITS.find((fit) => fit === value.toLowerCase());
  },
  write: (value: RegionFit, field) => {
    if (!REGION_FITS.includes(value)) throw EncodeError.badValue(field, unknownFit(value));
    return value;
  },
};

function unknownFit(value: string): string {
  return `${quote(value)}, allowed: ${REGION_FITS.join(', ')}`;
}

/** The id of a region of the layout; leniently in any letter case. */
const REGION: AttributeKind = {
  read: (value, report, { regions }) => {
    if (regions.includes(value)) return value;
    report(`${quote(value)} is not a region of the layout`);
    return regions.find((id) => id.toLowerCase() === value.toLowerCase());
  },
  write: (value: string, field, { regions }) => {
    if (regions.includes(value)) return value;
    throw EncodeError.badValue(field, `${quote(value)} is not a region of the layout`);
  },
};

/** Milliseconds; `indefinite` reads as no time. */
function time(attribute: string): AttributeKind {
  return {
    attribute,
    read: (text, report) => {
      const value = text.trim();
      if (value === 'indefinite') return undefined;
      const ms = parseClock(value);
      if (ms !== undefined) return ms;
      report(`${quote(value)} is not a time such as 5000ms, 5s or 00:05`);
      return parseClock(value.toLowerCase().replace(/\s/g, ''));
    },
    write: (ms: number, field) => {
      if (Number.isInteger(ms) && ms >= 0 && ms <= MAX_MS) return `${ms}ms`;
      throw EncodeError.badValue(field, `${quote(ms)} is not a whole number of milliseconds from 0 to ${MAX_MS}`);
    },
  };
}

/** Pixels, `96` or `96px`; undefined for other texts, and for more than there may be. */
function parsePixels(text: string): number | undefined {
  const pixels = /^\d{1,9}(?:px)?$/.test(text) ? Number.parseInt(text, 10) : -1;
  return pixels >= 0 && pixels <= MAX_PIXELS ? pixels : undefined;
}

/** A share of the screen, `50%`, in its shortest form; undefined for other texts. */
function parseShare(text: string): `${number}%` | undefined {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)%$/.exec(text);
  const share = match === null ? '' : `${Number(match[1])}%`;
  return isShare(share) ? share : undefined;
}

/** Milliseconds of a clock value: `5s`, `1.5min`, `5000ms`, `00:05`, `1:00:05.5`, or a number of seconds; undefined for other texts. */
function parseClock(text: string): number | undefined {
  const [, count, unit = 's'] = /^\+?(\d{1,10}(?:\.\d{1,9})?)(h|min|s|ms)?$/.exec(text) ?? [];
  const [, hours = 0, minutes, seconds] = /^\+?(?:(\d{1,4}):)?([0-5]\d):([0-5]\d(?:\.\d{1,9})?)$/.exec(text) ?? [];
  const ms =
    count === undefined
      ? Math.round((Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000)
      : Math.round(Number(count) * { h: 3_600_000, min: 60_000, s: 1000, ms: 1 }[unit as 'h' | 'min' | 's' | 'ms']);
  return ms <= MAX_MS ? ms : undefined;
}

/** An attribute, and the property of the model that it is. */
interface AttributeRow extends AttributeKind {
  readonly property: string;
  readonly attribute: string;
}

/** Where an element may be, and what it has. */
export interface ElementRow {
  /** The elements that it may be in; none for the root. */
  readonly parents: readonly string[];
  /** Its attributes in the order of writing. */
  readonly rows: readonly AttributeRow[];
  /** The same by their names. */
  readonly byName: ReadonlyMap<string, AttributeRow>;
  /** Whether a document has one at most. */
  readonly isSingle: boolean;
}

/** Attributes that every element may have and that show nothing (SMIL 2.0, structure). */
const CORE = new Set(['id', 'class', 'title', 'xml:lang', 'xml:id']);

/** The elements by their names. */
export const ELEMENTS: ReadonlyMap<string, ElementRow> = /* @__PURE__ */ elements();

function elements(): ReadonlyMap<string, ElementRow> {
  const times = { beginMs: time('begin'), durationMs: { ...time('dur'), isLenient: true }, endMs: time('end') } as const;
  const media = element(['par'], { src: NAME, region: REGION, alt: TEXT, ...times });
  const screen = { widthPx: { ...SCREEN, attribute: 'width' }, heightPx: { ...SCREEN, attribute: 'height' } };
  const backgroundColor = { ...FILLED, attribute: 'background-color', alias: 'backgroundColor' };
  const place = { left: LENGTH, top: LENGTH, width: LENGTH, height: LENGTH };
  const written: AttributeKind = { ...TEXT, presence: 'written' };
  return new Map<string, ElementRow>([
    ['smil', element([], {}, true)],
    ['head', element(['smil'], {}, true)],
    ['meta', element(['head'], { name: NAME, content: written })],
    ['layout', element(['head'], {}, true)],
    ['root-layout', element(['layout'], { ...screen, backgroundColor }, true)],
    ['region', element(['layout'], { id: NAME, ...place, fit: FIT })],
    ['body', element(['smil'], {}, true)],
    ['par', element(['body'], { durationMs: time('dur') })],
    ...MEDIA_KINDS.map((kind) => [kind, media] as const),
    ['param', element(MEDIA_KINDS, { name: NAME, value: written })],
  ]);
}

/** @param attributes by the properties of the model. */
function element(parents: readonly string[], attributes: Record<string, AttributeKind>, isSingle = false): ElementRow {
  const rows = Object.entries(attributes).map(([property, kind]) => ({ attribute: property, ...kind, property }));
  const byName = new Map<string, AttributeRow>();
  for (const row of rows) for (const name of [row.attribute, row.alias]) if (name !== undefined) byName.set(name, row);
  return { parents, rows, byName, isSingle };
}

/** Reads the attributes of an element into properties; those that are absent or say nothing have none. */
export function readAttributes<Model>(
  name: string,
  path: string,
  given: readonly Attribute[],
  context: Context,
  report: Report,
): Partial<Model> {
  const { rows, byName } = ELEMENTS.get(name) as ElementRow;
  const known = new Map<AttributeRow, string>();
  for (const { name: written, value } of given) {
    const row = byName.get(written);
    if (row !== undefined && row.isLenient !== true) {
      // An alias does not replace the name.
      if (written === row.attribute || !known.has(row)) known.set(row, value);
    } else if (!CORE.has(written) && !/^xmlns(:|$)/.test(written)) {
      report(path, `<${name}> has no attribute ${shorten(written)}`);
      const meant = byName.get(written.toLowerCase());
      if (meant !== undefined && !known.has(meant)) known.set(meant, value);
    }
  }
  const model: Record<string, unknown> = {};
  for (const row of rows) {
    const { property, attribute, presence } = row;
    const text = known.get(row);
    if (presence === 'required' && !text) report(`${path}/${attribute}`, text === undefined ? 'is missing' : 'is empty');
    else if (text !== undefined) {
      const value = row.read(text, (reason) => report(`${path}/${attribute}`, reason), context);
      if (value !== undefined) model[property] = value;
    }
  }
  return model as Partial<Model>;
}

/** An element with the attributes that its properties are. @throws EncodeError naming the attribute. */
export function formatModel(name: string, model: object, path: string, regions: readonly string[] = [], content = ''): string {
  requireObject(model, path);
  const context = { regions };
  const texts: Record<string, string | number> = {};
  for (const row of (ELEMENTS.get(name) as ElementRow).rows) {
    const { property, attribute, presence, isLenient } = row;
    const value = (model as Readonly<Record<string, unknown>>)[property];
    if (isLenient === true || (value === undefined && presence === undefined)) continue;
    texts[attribute] = row.write(value as never, `${path}/${attribute}`, context);
  }
  return formatElement(name, texts, content);
}
