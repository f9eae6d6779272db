/** Arbitrary presentations, and the rules of OMA-MMS-CONF for what a message may hold, read from the XML alone. */
import fc from 'fast-check';
import type { Media, MediaKind, Presentation, Region, RegionLength, Slide } from '../../src/mms/smil.js';

const xmlText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isXml),
  fc.constantFrom('a&b.jpg', '<x>', '"', "'", ' a\tb\nc\rd ', '&amp;', ']]>', 'Фото', '&#60;', '%e;', '</smil>', '-->'),
);
const value = xmlText.filter((text) => text !== '');

function isXml(text: string): boolean {
  return !/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/.test(text) && !/\p{Cs}/u.test(text);
}

const length: fc.Arbitrary<RegionLength> = fc.oneof(
  fc.integer({ min: 0, max: 65_535 }),
  fc.integer({ min: 0, max: 99_999_999 }).map((thousandths): RegionLength => `${thousandths / 1000}%`),
);
const time = fc.integer({ min: 0, max: 0x7fffffff });
const pixels = fc.integer({ min: 1, max: 65_535 });

function region(id: string): fc.Arbitrary<Region> {
  return fc.record(
    {
      id: fc.constant(id),
      left: length,
      top: length,
      width: length,
      height: length,
      fit: fc.constantFrom('hidden', 'meet', 'scroll', 'fill', 'slice'),
    },
    { requiredKeys: ['id', 'left', 'top', 'width', 'height'] },
  );
}

function media(kind: MediaKind, ids: readonly string[]): fc.Arbitrary<Media> {
  return fc.record(
    {
      kind: fc.constant(kind),
      src: value,
      ...(ids.length === 0 ? {} : { region: fc.constantFrom(...ids) }),
      alt: xmlText,
      beginMs: time,
      endMs: time,
      params: fc.array(fc.record({ name: value, value: xmlText }), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ['kind', 'src'] },
  );
}

/** At most one picture or video, one text, one sound, and no sound beside a video. */
function slide(ids: readonly string[]): fc.Arbitrary<Slide> {
  return fc
    .subarray<MediaKind>(['img', 'text', 'audio', 'video', 'ref', 'ref'])
    .filter((kinds) => !(kinds.includes('video') && (kinds.includes('img') || kinds.includes('audio'))))
    .chain((kinds) =>
      fc.record({ durationMs: time, media: fc.tuple(...kinds.map((kind) => media(kind, ids))) }, { requiredKeys: ['media'] }),
    );
}

/** Any presentation that may be written. */
export const presentation: fc.Arbitrary<Presentation> = fc.uniqueArray(value, { maxLength: 2 }).chain((ids) =>
  fc.record(
    {
      widthPx: pixels,
      heightPx: pixels,
      backgroundColor: value,
      regions: fc.tuple(...ids.map(region)),
      slides: fc.array(slide(ids), { maxLength: 4 }),
      meta: fc.array(fc.record({ name: value, content: xmlText }), { minLength: 1, maxLength: 2 }),
    },
    { requiredKeys: ['regions', 'slides'] },
  ),
);

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/**
 * What OMA-MMS-CONF would say of a presentation that a composer made: nothing when it conforms. Reads tags by itself: composed SMIL has
 * plain attribute values.
 */
export function conformanceFaults(xml: string): string[] {
  const faults: string[] = [];
  const shape =
    /^<smil><head><layout><root-layout width="\d+" height="\d+"\/>(<region [^<>]*\/>)*<\/layout><\/head>(<body\/>|<body>(<par [^<>]*>(<(img|text|audio|video) [^<>]*\/>)+<\/par>)+<\/body>)<\/smil>$/;
  if (!shape.test(xml)) faults.push(`not the shape of a message: ${xml}`);
  const [head = '', body = ''] = xml.split('<body>');
  const regions = tags(head).filter(({ name }) => name === 'region');
  const root = tags(head).find(({ name }) => name === 'root-layout')?.attributes ?? {};
  const ids = regions.map(({ attributes }) => attributes.id);
  if (ids.some((id) => id !== 'Image' && id !== 'Text') || new Set(ids).size !== ids.length)
    faults.push(`regions ${ids.join(' ')}`);
  for (const { attributes } of regions) {
    const [left = 0, top = 0, width = 0, height = 0] = ['left', 'top', 'width', 'height'].map((name) =>
      Number(attributes[name]),
    );
    const isInside = left >= 0 && top >= 0 && width > 0 && height > 0;
    if (!isInside || left + width > Number(root.width) || top + height > Number(root.height)) faults.push('a region outside');
  }
  for (const par of body.split('<par ').slice(1)) {
    if (!/^dur="\d+ms">/.test(par)) faults.push(`a slide without dur: ${par}`);
    const media = tags(par).filter(({ name }) => ['img', 'text', 'audio', 'video'].includes(name));
    const count = (...names: string[]) => media.filter(({ name }) => names.includes(name)).length;
    if (media.length === 0) faults.push('an empty slide');
    if (count('img', 'video') > 1 || count('text') > 1 || count('audio') > 1) faults.push(`too much on a slide: ${par}`);
    if (count('video') + count('audio') > 1) faults.push('a video with audio');
    for (const { name, attributes } of media) {
      if (!/^cid:[A-Za-z0-9._-]{1,40}$/.test(attributes.src ?? '')) faults.push(`src ${attributes.src}`);
      const wanted = name === 'text' ? 'Text' : name === 'audio' ? undefined : 'Image';
      if (attributes.region !== wanted || (wanted !== undefined && !ids.includes(wanted))) faults.push(`region of ${name}`);
    }
  }
  return faults;
}

function tags(xml: string): Tag[] {
  return [...xml.matchAll(/<([a-z-]+)((?: [a-z-]+="[^"<>&]*")*)\/?>/g)].map(([, name = '', attributes = '']) => ({
    name,
    attributes: Object.fromEntries([...attributes.matchAll(/ ([a-z-]+)="([^"]*)"/g)].map(([, key, text]) => [key, text])),
  }));
}
