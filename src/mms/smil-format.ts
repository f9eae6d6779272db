/**
 * Writing SMIL, in one line without doctype: a part of the type `application/smil` needs none, and every octet counts.
 *
 * Nothing that a name or a text holds can open an element. Source: OMA-MMS-CONF 1.2 section 8.
 * @module
 */
import { requireObject } from '../bytes/check.js';
import { quote } from '../bytes/quote.js';
import { EncodeError } from '../errors.js';
import { formatElement } from '../xml/format.js';
import { MAX_REGIONS, MEDIA_KINDS, type Media, type Presentation, type Slide, slideFault } from './smil.js';
import { formatModel } from './smil-elements.js';

/**
 * Formats a presentation as SMIL, in the subset of OMA-MMS-CONF 1.2 section 8. {@link parseSmil} gives an equal presentation.
 * @throws EncodeError `bad-value` naming the element and attribute, such as `SMIL/body/par 2/img/src`, for a region that is not declared or
 *   is declared twice, a third region, media that cannot share a slide, a number out of its range; `unencodable` for a character that XML
 *   cannot hold.
 * @example
 * ```ts
 * import { formatSmil, layoutFor } from 'handset/mms';
 *
 * const slides = [{ durationMs: 5000, media: [{ kind: 'img' as const, src: 'cid:a&b.gif', region: 'Image' }] }];
 * const xml = formatSmil({ ...layoutFor({ widthPx: 176, heightPx: 208 }), slides });
 * xml.slice(xml.indexOf('<body>'));
 * // -> '<body><par dur="5000ms"><img src="cid:a&amp;b.gif" region="Image"/></par></body></smil>'
 * ```
 */
export function formatSmil(presentation: Presentation): string {
  requireObject(presentation, 'presentation');
  const { regions, slides, meta = [] } = presentation;
  requireList(meta, 'SMIL/head');
  const metas = meta.map((item, i) => formatModel('meta', item, `SMIL/head/meta ${i + 1}`));
  const root = formatModel('root-layout', presentation, 'SMIL/head/layout/root-layout');
  requireList(regions, 'SMIL/head/layout');
  if (regions.length > MAX_REGIONS) {
    throw EncodeError.badValue('SMIL/head/layout', `${regions.length} regions; a message has at most ${MAX_REGIONS}`);
  }
  const ids: string[] = [];
  const areas = regions.map((region, i) => {
    const path = `SMIL/head/layout/region ${i + 1}`;
    const area = formatModel('region', region, path);
    if (ids.includes(region.id)) throw EncodeError.badValue(`${path}/id`, `${quote(region.id)} is declared twice`);
    ids.push(region.id);
    return area;
  });
  const head = formatElement('head', {}, metas.join('') + formatElement('layout', {}, root + areas.join('')));
  requireList(slides, 'SMIL/body');
  const pars = slides.map((slide, i) => formatSlide(slide, `SMIL/body/par ${i + 1}`, ids));
  return formatElement('smil', {}, head + formatElement('body', {}, pars.join('')));
}

function formatSlide(slide: Slide, path: string, regions: readonly string[]): string {
  requireObject(slide, path);
  const { media } = slide;
  requireList(media, path);
  const elements = media.map((item) => formatMedia(item, path, regions));
  const fault = slideFault(media);
  if (fault !== undefined) throw EncodeError.badValue(path, fault);
  return formatModel('par', slide, path, regions, elements.join(''));
}

function formatMedia(media: Media, parent: string, regions: readonly string[]): string {
  requireObject(media, `${parent}/media`);
  const { kind, params = [] } = media;
  if (!MEDIA_KINDS.includes(kind)) throw EncodeError.badValue(parent, `${quote(kind)}, allowed: ${MEDIA_KINDS.join(', ')}`);
  const path = `${parent}/${kind}`;
  requireList(params, path);
  const content = params.map((param) => formatModel('param', param, `${path}/param`));
  return formatModel(kind, media, path, regions, content.join(''));
}

function requireList(value: unknown, field: string): void {
  if (!Array.isArray(value)) throw EncodeError.badValue(field, 'is not a list');
}
