/**
 * Writing SMIL, in one line without doctype: a part of the type `application/smil` needs none, and every octet counts.
 *
 * xmlbuilder2 escapes what XML requires; what a reader would change on top of that (a tab or a line break in an attribute becomes a
 * blank) is escaped here. Nothing that a name or a text holds can open an element. Sources: OMA-MMS-CONF 1.2 section 8, XML 1.0.
 * @module
 */
import { create } from 'xmlbuilder2';
import { EncodeError } from '../errors.js';
import { forBuilder } from '../push/xml-format.js';
import { illegalIndex } from '../push/xml-tree.js';
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

type Element = ReturnType<typeof create>;

/**
 * The XML of a presentation; {@link parseSmil} reads it back equal.
 * @throws EncodeError `bad-value` naming the element and attribute, such as `SMIL/body/par 2/img/src`, for a region that is not there or
 *   is there twice, a third region, media that cannot share a slide, a number out of its range; `unencodable` for a character that XML
 *   cannot hold.
 */
export function formatSmil(presentation: Presentation): string {
  if (typeof presentation !== 'object' || presentation === null) throw new TypeError('a presentation is an object');
  const smil = create().ele('smil');
  const regions = writeHead(smil.ele('head'), presentation);
  const body = smil.ele('body');
  requireList(presentation.slides, 'SMIL/body');
  presentation.slides.forEach((slide, i) => {
    writeSlide(body.ele('par'), slide, `SMIL/body/par ${i + 1}`, regions);
  });
  // Outside of values there is no line break, since nothing is indented.
  return smil
    .doc()
    .end({ headless: true })
    .replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
}

function writeHead(head: Element, presentation: Presentation): ReadonlySet<string> {
  const { widthPx, heightPx, backgroundColor, regions, meta = [] } = presentation;
  requireList(meta, 'SMIL/head');
  meta.forEach(({ name, content }, i) => {
    const path = `SMIL/head/meta ${i + 1}`;
    const element = head.ele('meta');
    addText(element, `${path}/name`, 'name', name, 1);
    addText(element, `${path}/content`, 'content', content, 0);
  });
  const layout = head.ele('layout');
  const root = layout.ele('root-layout');
  const rootPath = 'SMIL/head/layout/root-layout';
  for (const [name, value] of [
    ['width', widthPx],
    ['height', heightPx],
  ] as const) {
    if (value === undefined) continue;
    checkPixels(`${rootPath}/${name}`, value, 1);
    root.att(name, String(value));
  }
  if (backgroundColor !== undefined) addText(root, `${rootPath}/background-color`, 'background-color', backgroundColor, 1);
  requireList(regions, 'SMIL/head/layout');
  if (regions.length > MAX_REGIONS)
    throw bad('SMIL/head/layout', `${regions.length} regions; a message has at most ${MAX_REGIONS}`);
  const ids = new Set<string>();
  regions.forEach((region, i) => {
    writeRegion(layout.ele('region'), region, `SMIL/head/layout/region ${i + 1}`);
    if (ids.has(region.id)) throw bad(`SMIL/head/layout/region ${i + 1}/id`, `${shown(region.id)} is there already`);
    ids.add(region.id);
  });
  return ids;
}

function writeRegion(element: Element, region: Region, path: string): void {
  addText(element, `${path}/id`, 'id', region.id, 1);
  for (const name of ['left', 'top', 'width', 'height'] as const) {
    element.att(name, lengthText(region[name], `${path}/${name}`));
  }
  const { fit } = region;
  if (fit === undefined) return;
  if (!REGION_FITS.includes(fit)) throw bad(`${path}/fit`, `${shown(fit)}, allowed: ${REGION_FITS.join(', ')}`);
  element.att('fit', fit);
}

function writeSlide(par: Element, { durationMs, media }: Slide, path: string, regions: ReadonlySet<string>): void {
  if (durationMs !== undefined) addTime(par, `${path}/dur`, 'dur', durationMs);
  requireList(media, path);
  for (const item of media) {
    if (!MEDIA_KINDS.includes(item.kind)) throw bad(path, `${shown(item.kind)}, allowed: ${MEDIA_KINDS.join(', ')}`);
    writeMedia(par.ele(item.kind), item, `${path}/${item.kind}`, regions);
  }
  const fault = slideFault(media);
  if (fault !== undefined) throw bad(path, fault);
}

function writeMedia(element: Element, media: Media, path: string, regions: ReadonlySet<string>): void {
  const { src, region, alt, beginMs, endMs, params = [] } = media;
  addText(element, `${path}/src`, 'src', src, 1);
  if (region !== undefined) {
    if (!regions.has(region)) throw bad(`${path}/region`, `${shown(region)} is no region of the layout`);
    element.att('region', forBuilder(region));
  }
  if (alt !== undefined) addText(element, `${path}/alt`, 'alt', alt, 0);
  if (beginMs !== undefined) addTime(element, `${path}/begin`, 'begin', beginMs);
  if (endMs !== undefined) addTime(element, `${path}/end`, 'end', endMs);
  requireList(params, path);
  for (const { name, value } of params) {
    const param = element.ele('param');
    addText(param, `${path}/param/name`, 'name', name, 1);
    addText(param, `${path}/param/value`, 'value', value, 0);
  }
}

function lengthText(value: RegionLength, field: string): string {
  if (typeof value === 'string' && isShare(value)) return value;
  if (typeof value === 'string') throw bad(field, `${shown(value)} is no share such as 50%`);
  checkPixels(field, value, 0);
  return String(value);
}

function addTime(element: Element, field: string, name: string, ms: number): void {
  if (!(Number.isInteger(ms) && ms >= 0 && ms <= MAX_MS)) {
    throw bad(field, `${String(ms)} is no whole number of milliseconds from 0 to ${MAX_MS}`);
  }
  element.att(name, `${ms}ms`);
}

function addText(element: Element, field: string, name: string, value: string, least: 0 | 1): void {
  if (typeof value !== 'string' || value.length < least) throw bad(field, value === '' ? 'is empty' : 'is not a string');
  const illegal = illegalIndex(value);
  if (illegal >= 0) {
    const code = value.charCodeAt(illegal).toString(16).toUpperCase().padStart(4, '0');
    throw new EncodeError('unencodable', field, illegal, `XML cannot hold U+${code}`);
  }
  element.att(name, forBuilder(value));
}

function requireList(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw bad(field, 'is not a list');
}

function bad(field: string, reason: string): EncodeError {
  return new EncodeError('bad-value', field, undefined, reason);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.length > 40 ? `${value.slice(0, 40)}...` : value) : String(value);
}
