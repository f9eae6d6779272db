/**
 * Writing SMIL, in one line without doctype: a part of the type `application/smil` needs none, and every octet counts.
 *
 * Nothing that a name or a text holds can open an element. Source: OMA-MMS-CONF 1.2 section 8.
 * @module
 */
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { requireXmlText } from '../xml/characters.js';
import { formatElement } from '../xml/format.js';
import {
  checkPixels,
  isShare,
  MAX_MS,
  MAX_REGIONS,
  MEDIA_KINDS,
  type Media,
  type Presentation,
  REGION_FITS,
  type Region,
  type RegionLength,
  type Slide,
  slideFault,
} from './smil.js';

/**
 * The XML of a presentation; {@link parseSmil} reads it back equal.
 * @throws EncodeError `bad-value` naming the element and attribute, such as `SMIL/body/par 2/img/src`, for a region that is not there or
 *   is there twice, a third region, media that cannot share a slide, a number out of its range; `unencodable` for a character that XML
 *   cannot hold.
 */
export function formatSmil(presentation: Presentation): string {
  if (typeof presentation !== 'object' || presentation === null) throw new TypeError('a presentation is an object');
  const { regions, slides, meta = [] } = presentation;
  requireList(meta, 'SMIL/head');
  const metas = meta.map(({ name, content }, i) => {
    const path = `SMIL/head/meta ${i + 1}`;
    return formatElement('meta', { name: filled(name, `${path}/name`), content: checked(content, `${path}/content`) });
  });
  const root = formatRootLayout(presentation);
  requireList(regions, 'SMIL/head/layout');
  if (regions.length > MAX_REGIONS) {
    throw EncodeError.badValue('SMIL/head/layout', `${regions.length} regions; a message has at most ${MAX_REGIONS}`);
  }
  const ids = new Set<string>();
  const areas = regions.map((region, i) => {
    const path = `SMIL/head/layout/region ${i + 1}`;
    const area = formatRegion(region, path);
    if (ids.has(region.id)) throw EncodeError.badValue(`${path}/id`, `${quote(region.id)} is there already`);
    ids.add(region.id);
    return area;
  });
  const head = formatElement('head', {}, metas.join('') + formatElement('layout', {}, root + areas.join('')));
  requireList(slides, 'SMIL/body');
  const pars = slides.map((slide, i) => formatSlide(slide, `SMIL/body/par ${i + 1}`, ids));
  return formatElement('smil', {}, head + formatElement('body', {}, pars.join('')));
}

function formatRootLayout({ widthPx, heightPx, backgroundColor }: Presentation): string {
  const path = 'SMIL/head/layout/root-layout';
  if (widthPx !== undefined) checkPixels(`${path}/width`, widthPx, 1);
  if (heightPx !== undefined) checkPixels(`${path}/height`, heightPx, 1);
  const color = backgroundColor === undefined ? undefined : filled(backgroundColor, `${path}/background-color`);
  return formatElement('root-layout', { width: widthPx, height: heightPx, 'background-color': color });
}

function formatRegion({ id, left, top, width, height, fit }: Region, path: string): string {
  const attributes = {
    id: filled(id, `${path}/id`),
    left: lengthOf(left, `${path}/left`),
    top: lengthOf(top, `${path}/top`),
    width: lengthOf(width, `${path}/width`),
    height: lengthOf(height, `${path}/height`),
    fit,
  };
  if (fit !== undefined && !REGION_FITS.includes(fit)) {
    throw EncodeError.badValue(`${path}/fit`, `${quote(fit)}, allowed: ${REGION_FITS.join(', ')}`);
  }
  return formatElement('region', attributes);
}

function formatSlide({ durationMs, media }: Slide, path: string, regions: ReadonlySet<string>): string {
  const dur = timeOf(durationMs, `${path}/dur`);
  requireList(media, path);
  const elements = media.map((item) => formatMedia(item, path, regions));
  const fault = slideFault(media);
  if (fault !== undefined) throw EncodeError.badValue(path, fault);
  return formatElement('par', { dur }, elements.join(''));
}

function formatMedia(media: Media, parent: string, regions: ReadonlySet<string>): string {
  const { kind, src, region, alt, beginMs, endMs, params = [] } = media;
  if (!MEDIA_KINDS.includes(kind)) throw EncodeError.badValue(parent, `${quote(kind)}, allowed: ${MEDIA_KINDS.join(', ')}`);
  const path = `${parent}/${kind}`;
  const source = filled(src, `${path}/src`);
  if (region !== undefined && !regions.has(region)) {
    throw EncodeError.badValue(`${path}/region`, `${quote(region)} is not a region of the layout`);
  }
  const attributes = {
    src: source,
    region,
    alt: alt === undefined ? undefined : checked(alt, `${path}/alt`),
    begin: timeOf(beginMs, `${path}/begin`),
    end: timeOf(endMs, `${path}/end`),
  };
  requireList(params, path);
  const content = params.map(({ name, value }) =>
    formatElement('param', { name: filled(name, `${path}/param/name`), value: checked(value, `${path}/param/value`) }),
  );
  return formatElement(kind, attributes, content.join(''));
}

function lengthOf(value: RegionLength, field: string): RegionLength {
  if (typeof value !== 'string') checkPixels(field, value, 0);
  else if (!isShare(value)) throw EncodeError.badValue(field, `${quote(value)} is not a share such as 50%`);
  return value;
}

function timeOf(ms: number | undefined, field: string): string | undefined {
  if (ms === undefined) return undefined;
  if (Number.isInteger(ms) && ms >= 0 && ms <= MAX_MS) return `${ms}ms`;
  throw EncodeError.badValue(field, `${quote(ms)} is not a whole number of milliseconds from 0 to ${MAX_MS}`);
}

/** A text that XML can hold. */
function checked(value: string, field: string): string {
  requireXmlText(value, field);
  return value;
}

/** The same, and not an empty one. */
function filled(value: string, field: string): string {
  if (value === '') throw EncodeError.badValue(field, 'is empty');
  return checked(value, field);
}

function requireList(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw EncodeError.badValue(field, 'is not a list');
}
