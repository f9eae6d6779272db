/**
 * Presentations of multimedia messages: sizes of regions in each form, times in each form of clock values, each kind of media, and what breaks the
 * subset of OMA-MMS-CONF.
 * @module
 */
import type { JsonObject, Refusal } from '../shape.js';
import type { FamilyCase } from './family.js';

const LAYOUT = 'OMA-MMS-CONF 1.2 section 8';
const TIMES = 'SMIL 2.0, timing: clock values';

/** The usual two regions. */
const IMAGE = '<region id="Image" left="0" top="0" width="160" height="120" fit="meet"/>';
const TEXT = '<region id="Text" left="0" top="120" width="160" height="20" fit="scroll"/>';
const REGIONS: readonly JsonObject[] = [
  { id: 'Image', left: 0, top: 0, width: 160, height: 120, fit: 'meet' },
  { id: 'Text', left: 0, top: 120, width: 160, height: 20, fit: 'scroll' },
];
const ROOT = '<root-layout width="160" height="140"/>';
const SIZE = { widthPx: 160, heightPx: 140 };

const layout = (regions: string, root = ROOT) => `<head><layout>${root}${regions}</layout></head>`;
const smil = (head: string, body: string) => `<smil>${head}<body>${body}</body></smil>`;

const PICTURE = '<img src="a.gif" region="Image"/>';
const MEDIA: JsonObject = { kind: 'img', src: 'a.gif', region: 'Image' };

function read(id: string, title: string, text: string, value: JsonObject, specification = LAYOUT): FamilyCase {
  return { id: `smil/${id}`, format: 'smil', title, direction: 'decode', input: { text }, expected: { value }, specification };
}

/** A presentation with the usual regions, and slides as told. */
const slides = (id: string, title: string, body: string, list: readonly JsonObject[], specification = LAYOUT) =>
  read(id, title, smil(layout(IMAGE + TEXT), body), { ...SIZE, regions: REGIONS, slides: list }, specification);

/** Regions and the screen. */
function regions(): FamilyCase[] {
  const one = (id: string, title: string, attributes: string, region: JsonObject) =>
    read(`region/${id}`, title, smil(layout(`<region id="Image" ${attributes}/>`), `<par>${PICTURE}</par>`), {
      ...SIZE,
      regions: [{ id: 'Image', ...region }],
      slides: [{ media: [MEDIA] }],
    });
  const place = { left: 0, top: 0, width: 100, height: 50 };
  return [
    ...['hidden', 'meet', 'scroll', 'fill', 'slice'].map((fit) =>
      one(`fit-${fit}`, `the fit ${fit}`, `left="0" top="0" width="100" height="50" fit="${fit}"`, { ...place, fit }),
    ),
    one('px', 'lengths with px', 'left="1px" top="2px" width="30px" height="40px"', { left: 1, top: 2, width: 30, height: 40 }),
    one('share', 'lengths in per cent', 'left="10%" top="0%" width="90%" height="100%"', {
      ...{ left: '10%', top: '0%', width: '90%', height: '100%' },
    }),
    one('share-part', 'a part of a per cent', 'left="0" top="0" width="33.5%" height="66.25%"', {
      ...{ left: 0, top: 0, width: '33.5%', height: '66.25%' },
    }),
    one('most', 'the largest lengths', 'left="65535" top="65535" width="65535" height="65535"', {
      ...{ left: 65535, top: 65535, width: 65535, height: 65535 },
    }),
    one('order', 'attributes in another order', 'height="50" width="100" top="0" left="0"', place),
    read(
      'region/other',
      'a region whose id is neither Image nor Text',
      smil(layout('<region id="R1" left="0" top="0" width="10" height="20"/>'), '<par><img src="a" region="R1"/></par>'),
      {
        ...SIZE,
        regions: [{ id: 'R1', left: 0, top: 0, width: 10, height: 20 }],
        slides: [{ media: [{ kind: 'img', src: 'a', region: 'R1' }] }],
      },
    ),
    read('region/text-first', 'the text above the picture', smil(layout(TEXT + IMAGE), `<par>${PICTURE}</par>`), {
      ...SIZE,
      regions: [...REGIONS].reverse(),
      slides: [{ media: [MEDIA] }],
    }),
    read(
      'screen/background',
      'a colour of the screen',
      smil(layout(IMAGE, '<root-layout width="176" height="208" background-color="#FFCC00"/>'), `<par>${PICTURE}</par>`),
      {
        ...{
          widthPx: 176,
          heightPx: 208,
          backgroundColor: '#FFCC00',
          regions: REGIONS.slice(0, 1),
          slides: [{ media: [MEDIA] }],
        },
      },
    ),
    read(
      'screen/px',
      'sizes of the screen with px',
      smil(layout(IMAGE, '<root-layout width="128px" height="96px"/>'), `<par>${PICTURE}</par>`),
      {
        ...{ widthPx: 128, heightPx: 96, regions: REGIONS.slice(0, 1), slides: [{ media: [MEDIA] }] },
      },
    ),
    read('screen/none', 'no layout', smil('', '<par><img src="a.gif"/></par>'), {
      regions: [],
      slides: [{ media: [{ kind: 'img', src: 'a.gif' }] }],
    }),
    read(
      'meta',
      'remarks in the head',
      smil(
        `<head><meta name="title" content="T"/><meta name="author" content="A &amp; B"/><layout>${ROOT}${IMAGE}</layout></head>`,
        `<par>${PICTURE}</par>`,
      ),
      {
        ...SIZE,
        ...{ regions: REGIONS.slice(0, 1), slides: [{ media: [MEDIA] }] },
        meta: [
          { name: 'title', content: 'T' },
          { name: 'author', content: 'A & B' },
        ],
      },
    ),
  ];
}

/** Clock values: text and milliseconds. */
const CLOCKS: readonly (readonly [text: string, ms: number])[] = [
  ['5s', 5000],
  ['5000ms', 5000],
  ['5', 5000],
  ['0.5s', 500],
  ['2.125s', 2125],
  ['1ms', 1],
  ['0s', 0],
  ['1min', 60000],
  ['1.5min', 90000],
  ['2h', 7200000],
  ['00:05', 5000],
  ['01:30', 90000],
  ['01:30.5', 90500],
  ['00:00:07', 7000],
  ['10:20:30', 37230000],
  ['2147483647ms', 2147483647],
];

function times(): FamilyCase[] {
  return [
    ...CLOCKS.map(([text, durationMs], index) =>
      slides(
        `duration/${String(index).padStart(2, '0')}`,
        `a slide of ${text}`,
        `<par dur="${text}">${PICTURE}</par>`,
        [{ durationMs, media: [MEDIA] }],
        TIMES,
      ),
    ),
    slides('duration/none', 'a slide without a duration', `<par>${PICTURE}</par>`, [{ media: [MEDIA] }], TIMES),
    ...CLOCKS.slice(0, 6).flatMap(([text, ms], index) => [
      slides(
        `begin/${index}`,
        `a picture from ${text} on`,
        `<par dur="9s"><img src="a.gif" region="Image" begin="${text}"/></par>`,
        [{ durationMs: 9000, media: [{ ...MEDIA, beginMs: ms }] }],
        TIMES,
      ),
      slides(
        `end/${index}`,
        `a picture until ${text}`,
        `<par dur="9s"><img src="a.gif" region="Image" end="${text}"/></par>`,
        [{ durationMs: 9000, media: [{ ...MEDIA, endMs: ms }] }],
        TIMES,
      ),
    ]),
  ];
}

/** Media, their sources, and slides. */
function media(): FamilyCase[] {
  const one = (id: string, title: string, element: string, item: JsonObject) =>
    slides(`media/${id}`, title, `<par dur="7s">${element}</par>`, [{ durationMs: 7000, media: [item] }]);
  const sources: readonly (readonly [written: string, src: string])[] = [
    ['cid:a.gif', 'cid:a.gif'],
    ['cid:&lt;1@x&gt;', 'cid:<1@x>'],
    ['a&amp;b.gif', 'a&b.gif'],
    ['a&#38;b.gif', 'a&b.gif'],
    ['a&quot;b.gif', 'a"b.gif'],
    ['bild-&#xFC;.gif', 'bild-ü.gif'],
    ['bild-ü.gif', 'bild-ü.gif'],
    ['&#x1F600;.gif', '😀.gif'],
    ['a%20b.gif', 'a%20b.gif'],
  ];
  return [
    one('img', 'a picture', PICTURE, MEDIA),
    one('text', 'a text', '<text src="t.txt" region="Text"/>', { kind: 'text', src: 't.txt', region: 'Text' }),
    one('audio', 'a sound', '<audio src="s.amr"/>', { kind: 'audio', src: 's.amr' }),
    one('video', 'a video', '<video src="v.3gp" region="Image"/>', { kind: 'video', src: 'v.3gp', region: 'Image' }),
    one('ref', 'whatever a part is', '<ref src="x" region="Image"/>', { kind: 'ref', src: 'x', region: 'Image' }),
    one('alt', 'a text for what cannot be shown', '<img src="a.gif" region="Image" alt="A &lt;cat&gt;"/>', {
      ...MEDIA,
      alt: 'A <cat>',
    }),
    one(
      'param',
      'a colour and a size of a text',
      '<text src="t.txt" region="Text"><param name="foreground-color" value="#0000F8"/><param name="textsize" value="large"/></text>',
      {
        ...{ kind: 'text', src: 't.txt', region: 'Text' },
        params: [
          { name: 'foreground-color', value: '#0000F8' },
          { name: 'textsize', value: 'large' },
        ],
      },
    ),
    one('open', 'an element with an end tag', '<img src="a.gif" region="Image"></img>', MEDIA),
    one('quotes', 'attributes in single quotation marks', "<img src='a.gif' region='Image'/>", MEDIA),
    ...sources.map(([written, src], index) =>
      one(`source-${index}`, `the source ${written}`, `<img src="${written}" region="Image"/>`, { ...MEDIA, src }),
    ),
    slides(
      'slide/three',
      'a picture, a text and a sound',
      `<par dur="5s">${PICTURE}<text src="t.txt" region="Text"/><audio src="s.amr"/></par>`,
      [{ durationMs: 5000, media: [MEDIA, { kind: 'text', src: 't.txt', region: 'Text' }, { kind: 'audio', src: 's.amr' }] }],
    ),
    slides('slide/order', 'a text before a picture', `<par dur="5s"><text src="t.txt" region="Text"/>${PICTURE}</par>`, [
      { durationMs: 5000, media: [{ kind: 'text', src: 't.txt', region: 'Text' }, MEDIA] },
    ]),
    slides('slide/empty', 'a slide without media', '<par dur="1s"></par>', [{ durationMs: 1000, media: [] }]),
    ...[2, 10].map((count) =>
      slides(
        `slide/count-${count}`,
        `${count} slides`,
        Array.from(
          { length: count },
          (_, index) => `<par dur="${index + 1}s"><img src="${index}.gif" region="Image"/></par>`,
        ).join(''),
        [
          ...Array.from({ length: count }, (_, index) => ({
            durationMs: 1000 * (index + 1),
            media: [{ kind: 'img', src: `${index}.gif`, region: 'Image' }],
          })),
        ],
      ),
    ),
  ];
}

/** What may stand around a presentation. */
function documents(): FamilyCase[] {
  const whole = smil(layout(IMAGE), `<par>${PICTURE}</par>`);
  const value = { ...SIZE, regions: REGIONS.slice(0, 1), slides: [{ media: [MEDIA] }] };
  const of = (id: string, title: string, text: string) => read(`document/${id}`, title, text, value);
  return [
    of('declaration', 'a declaration of XML', `<?xml version="1.0" encoding="UTF-8"?>${whole}`),
    of(
      'doctype-1',
      'the doctype of SMIL 1.0',
      `<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" "http://www.w3.org/TR/REC-smil/SMIL10.dtd">${whole}`,
    ),
    of(
      'doctype-2',
      'the doctype of SMIL 2.0',
      `<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 2.0//EN" "http://www.w3.org/2001/SMIL20/SMIL20.dtd">${whole}`,
    ),
    of('comment', 'comments', whole.replace('<body>', '<!-- a --><body><!-- <par/> -->')),
    of('blanks', 'line ends between elements', whole.replaceAll('><', '>\r\n\t<')),
    of('title', 'attributes that show nothing', whole.replace('<par>', '<par id="p1" class="c" title="t" xml:lang="en">')),
  ];
}

/** What is to be refused. */
function refusals(): FamilyCase[] {
  const refused = (id: string, title: string, text: string, reason: Refusal['reason'] = 'bad-value'): FamilyCase => ({
    ...{
      id: `smil/refused/${id}`,
      format: 'smil',
      title,
      direction: 'decode',
      input: { text },
      expected: { refused: { reason } },
      specification: LAYOUT,
    },
  });
  const body = (content: string) => smil(layout(IMAGE + TEXT), content);
  const whole = body(`<par>${PICTURE}</par>`);
  return [
    refused('two-pictures', 'two pictures on a slide', body(`<par>${PICTURE}${PICTURE}</par>`)),
    refused('two-texts', 'two texts on a slide', body('<par><text src="a" region="Text"/><text src="b" region="Text"/></par>')),
    refused('two-sounds', 'two sounds on a slide', body('<par><audio src="a"/><audio src="b"/></par>')),
    refused('picture-video', 'a picture and a video on a slide', body(`<par>${PICTURE}<video src="v"/></par>`)),
    refused('video-sound', 'a video and a sound on a slide', body('<par><video src="v"/><audio src="a"/></par>')),
    refused('region', 'a region that is not declared', body('<par><img src="a" region="Other"/></par>')),
    refused('region-twice', 'a region twice', smil(layout(IMAGE + IMAGE), `<par>${PICTURE}</par>`)),
    refused(
      'region-third',
      'a third region',
      smil(layout(`${IMAGE}${TEXT}<region id="R3" left="0" top="0" width="1" height="1"/>`), `<par>${PICTURE}</par>`),
    ),
    refused('region-id', 'a region without an id', smil(layout('<region left="0" top="0" width="1" height="1"/>'), '<par/>')),
    refused('region-fit', 'a fit that is not defined', smil(layout(IMAGE.replace('meet', 'stretch')), `<par>${PICTURE}</par>`)),
    refused(
      'region-negative',
      'a length below 0',
      smil(layout(IMAGE.replace('left="0"', 'left="-1"')), `<par>${PICTURE}</par>`),
    ),
    refused('source', 'media without a source', body('<par><img region="Image"/></par>')),
    refused('duration-word', 'a duration that is a word', body(`<par dur="long">${PICTURE}</par>`)),
    refused('duration-negative', 'a duration below 0', body(`<par dur="-1s">${PICTURE}</par>`)),
    refused('duration-seconds', 'a duration of 61 seconds in minutes', body(`<par dur="00:61">${PICTURE}</par>`)),
    refused('element', 'an element that the subset does not have', body(`<switch>${PICTURE}</switch>`)),
    refused('root', 'another root', '<html></html>'),
    refused('crossed', 'elements that are crossed', '<smil><body><par></body></par></smil>'),
    refused('attribute-twice', 'an attribute twice', body('<par><img src="a" src="b"/></par>')),
    refused('ampersand', 'an ampersand that begins nothing', body('<par><img src="a&b"/></par>')),
    refused('entity', 'an entity that is not declared', body('<par><img src="&nbsp;"/></par>')),
    refused('cut', 'a document that is cut', whole.slice(0, -7), 'truncated'),
    refused(
      'cut-attribute',
      'a document that ends inside an attribute',
      whole.slice(0, whole.indexOf('a.gif') + 2),
      'truncated',
    ),
    refused('empty', 'nothing', '', 'truncated'),
    refused('trailing', 'a second root', `${whole}<smil/>`, 'trailing'),
  ];
}

/** All of it. */
export function smilFamily(): FamilyCase[] {
  return [...regions(), ...times(), ...media(), ...documents(), ...refusals()];
}
