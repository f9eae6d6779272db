import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { formatSmil, layoutFor, type Presentation, parseSmil } from '../../src/mms/index.js';
import { readSmil } from '../../src/mms/smil-parse.js';
import { refusal } from '../support/hostile.js';

const around = (body: string) => `<smil><body>${body}</body></smil>`;
const inLayout = (layout: string) => `<smil><head><layout>${layout}</layout></head><body/></smil>`;

/** What a lenient reader gives, and its issues as code, field, offset and reason. */
function lenient(xml: string): { read: Presentation; issues: string[] } {
  const issues: string[] = [];
  const onIssue = ({ code, field, offset, reason }: Issue) => issues.push(`${code} ${field} ${offset}: ${reason}`);
  return { read: parseSmil(xml, { lenient: true, onIssue }), issues };
}

/** Reads one attribute strictly, or leniently where strict reading refuses it with its field. */
function readBoth<Value>(xml: string, field: string, of: (read: Presentation) => Value): { strict?: Value; lenient?: Value } {
  const { read, issues } = lenient(xml);
  if (issues.length === 0) {
    expect(parseSmil(xml)).toStrictEqual(read);
    return { strict: of(read) };
  }
  expect(refusal(() => parseSmil(xml))).toMatchObject({ code: 'bad-value', field });
  expect(issues).toEqual([expect.stringMatching(new RegExp(`^bad-value ${field} `))]);
  return { lenient: of(read) };
}

describe('values of attributes', () => {
  it.each<[width: string, value: { strict?: number | undefined; lenient?: undefined }]>([
    ['1', { strict: 1 }],
    ['65535', { strict: 65_535 }],
    [' 176px ', { strict: 176 }],
    ['00176', { strict: 176 }],
    ['100%', { strict: undefined }],
    ['auto', { strict: undefined }],
    [' auto ', { strict: undefined }],
    ['0', { lenient: undefined }],
    ['65536', { lenient: undefined }],
    ['1234567890', { lenient: undefined }],
    ['-1', { lenient: undefined }],
    ['176 px', { lenient: undefined }],
    ['x176', { lenient: undefined }],
    ['1.5', { lenient: undefined }],
    ['AUTO', { lenient: undefined }],
    ['', { lenient: undefined }],
  ])('a screen %j wide', (width, value) => {
    const xml = inLayout(`<root-layout width="${width}"/>`);
    expect(readBoth(xml, 'SMIL/head/layout/root-layout/width', ({ widthPx }) => widthPx)).toStrictEqual(value);
    const high = inLayout(`<root-layout height="${width}"/>`);
    expect(readBoth(high, 'SMIL/head/layout/root-layout/height', ({ heightPx }) => heightPx)).toStrictEqual(value);
  });

  it.each<[width: string, value: { strict?: number | string; lenient?: number | string }]>([
    ['0', { strict: 0 }],
    ['65535', { strict: 65_535 }],
    [' 50px ', { strict: 50 }],
    [' 50% ', { strict: '50%' }],
    ['0%', { strict: '0%' }],
    ['050.50%', { strict: '50.5%' }],
    ['0.125%', { strict: '0.125%' }],
    ['99999%', { strict: '99999%' }],
    // The whole screen, as if it were not given.
    ['auto', { strict: '100%' }],
    ['65536', { lenient: 65_535 }],
    ['100000%', { lenient: '65535%' }],
    ['0.1255%', { lenient: '0%' }],
    ['50 %', { lenient: '50%' }],
    ['-3%', { lenient: '0%' }],
    ['-3', { lenient: 0 }],
    ['2.5', { lenient: 3 }],
    ['2.4em', { lenient: 2 }],
    ['%50', { lenient: '100%' }],
    ['Infinity', { lenient: '100%' }],
    ['', { lenient: '100%' }],
  ])('a region %j wide', (width, value) => {
    const xml = inLayout(`<region id="a" width="${width}"/>`);
    expect(readBoth(xml, 'SMIL/head/layout/region 1/width', ({ regions }) => regions[0]?.width)).toStrictEqual(value);
  });

  it.each([
    ['left', 0],
    ['top', 0],
    ['width', '100%'],
    ['height', '100%'],
  ] as const)('%s of a region that is not given, or auto', (name, value) => {
    for (const region of ['<region id="a"/>', `<region id="a" ${name}="auto"/>`]) {
      expect(parseSmil(inLayout(region)).regions[0]?.[name]).toBe(value);
    }
    expect(parseSmil(inLayout(`<region id="a" ${name}="7"/>`)).regions[0]?.[name]).toBe(7);
  });

  // SMIL 2.0, 10.3.1: full and partial clock values, timecounts.
  it.each<[dur: string, value: { strict?: number | undefined; lenient?: number | undefined }]>([
    ['0', { strict: 0 }],
    ['+5s', { strict: 5000 }],
    ['5', { strict: 5000 }],
    ['1h', { strict: 3_600_000 }],
    ['1min', { strict: 60_000 }],
    ['1s', { strict: 1000 }],
    ['1ms', { strict: 1 }],
    ['1.5min', { strict: 90_000 }],
    ['0.0004s', { strict: 0 }],
    ['0.0005s', { strict: 1 }],
    ['0.000000001s', { strict: 0 }],
    ['2147483647ms', { strict: 2_147_483_647 }],
    ['00:59', { strict: 59_000 }],
    ['59:00', { strict: 3_540_000 }],
    ['+00:01', { strict: 1000 }],
    ['1:00:05.5', { strict: 3_605_500 }],
    ['0596:31:23', { strict: 2_147_483_000 }],
    [' indefinite ', { strict: undefined }],
    ['2147483648ms', { lenient: undefined }],
    ['12345678901ms', { lenient: undefined }],
    ['1.0000000001s', { lenient: undefined }],
    ['00:60', { lenient: undefined }],
    ['60:00', { lenient: undefined }],
    ['1:60:00', { lenient: undefined }],
    ['0:01', { lenient: undefined }],
    ['00000:00:01', { lenient: undefined }],
    ['-5s', { lenient: undefined }],
    ['5m', { lenient: undefined }],
    ['x5s', { lenient: undefined }],
    ['5sx', { lenient: undefined }],
    ['', { lenient: undefined }],
    ['5 s', { lenient: 5000 }],
    ['5 S', { lenient: 5000 }],
    ['1 Min', { lenient: 60_000 }],
    ['00 : 05', { lenient: 5000 }],
  ])('dur="%s"', (dur, value) => {
    const read = readBoth(around(`<par dur="${dur}"/>`), 'SMIL/body/par 1/dur', ({ slides }) => slides[0]?.durationMs);
    expect(read).toStrictEqual(value);
  });

  it.each(['begin', 'end'] as const)('%s is such a time', (name) => {
    const media = (value: string) => parseSmil(around(`<par><img src="a" ${name}="${value}"/></par>`)).slides[0]?.media[0];
    expect(media('00:02')).toStrictEqual({ kind: 'img', src: 'a', [`${name}Ms`]: 2000 });
    expect(media('indefinite')).toStrictEqual({ kind: 'img', src: 'a' });
  });

  it.each<[fit: string, value: { strict?: string; lenient?: string | undefined }]>([
    ['hidden', { strict: 'hidden' }],
    ['meet', { strict: 'meet' }],
    ['scroll', { strict: 'scroll' }],
    ['fill', { strict: 'fill' }],
    ['slice', { strict: 'slice' }],
    [' meet ', { strict: 'meet' }],
    ['MEET', { lenient: 'meet' }],
    [' Slice', { lenient: 'slice' }],
    ['meets', { lenient: undefined }],
    ['', { lenient: undefined }],
  ])('fit="%s"', (fit, value) => {
    const xml = inLayout(`<region id="a" fit="${fit}"/>`);
    expect(readBoth(xml, 'SMIL/head/layout/region 1/fit', ({ regions }) => regions[0]?.fit)).toStrictEqual(value);
  });

  it('a colour by either name; that of SMIL 1.0 counts', () => {
    const colour = (attributes: string) => parseSmil(inLayout(`<root-layout ${attributes}/>`)).backgroundColor;
    expect(colour('background-color="a" backgroundColor="b"')).toBe('a');
    expect(colour('backgroundColor="b" background-color="a"')).toBe('a');
    expect(colour('backgroundColor="b"')).toBe('b');
    expect(parseSmil(inLayout('<root-layout background-color=""/>'))).toStrictEqual({ regions: [], slides: [] });
  });

  it('texts may be empty, and those that are always there are empty by default', () => {
    const xml =
      '<smil><head><meta name="a"/><meta name="b" content=""/></head><body><par><text src="a" alt="">' +
      '<param name="c"/><param name="d" value=""/></text></par></body></smil>';
    const named = (name: string, property: string) => ({ name, [property]: '' });
    expect(parseSmil(xml)).toStrictEqual({
      regions: [],
      slides: [{ media: [{ kind: 'text', src: 'a', alt: '', params: [named('c', 'value'), named('d', 'value')] }] }],
      meta: [named('a', 'content'), named('b', 'content')],
    });
  });
});

describe('names of attributes', () => {
  const elements = (attribute: string) => [
    `<smil ${attribute}><body/></smil>`,
    `<smil><head ${attribute}/><body/></smil>`,
    `<smil><body ${attribute}/></smil>`,
    inLayout(`<region id="r" ${attribute.replace(/^id=/, 'title=')}/>`),
    around(`<par ${attribute}/>`),
    around(`<par><img src="a" ${attribute}/></par>`),
  ];

  it.each(['id', 'class', 'title', 'xml:lang', 'xml:id', 'xmlns', 'xmlns:x'])('%s is allowed on every element', (name) => {
    for (const xml of elements(`${name}="http://x.example/"`)) expect(lenient(xml).issues).toEqual([]);
  });

  it.each(['lang', 'ID', 'axmlns', 'xmlnsx', 'x:xmlns'])('%s is not', (name) => {
    for (const xml of elements(`${name}="http://x.example/"`)) {
      expect(refusal(() => parseSmil(xml)).code).toBe('bad-value');
      expect(lenient(xml).issues).toEqual([expect.stringContaining(`has no attribute ${name}`)]);
    }
  });

  it('a name in another letter case does not replace the right one', () => {
    const src = (attributes: string) => lenient(around(`<par><img ${attributes}/></par>`)).read.slides[0]?.media[0]?.src;
    expect(src('src="a" SRC="b"')).toBe('a');
    expect(src('SRC="b" src="a"')).toBe('a');
    expect(src('SRC="b" Src="c"')).toBe('b');
  });

  it('the place of a reference by such a name is that of its value', () => {
    const xml = around(`<par><img alt="b" SRC = 'b&c'/></par>`);
    const { sources, text } = readSmil(xml, { lenient: true });
    const start = text.indexOf('b&amp;c');
    expect(sources).toEqual([
      { src: 'b&c', field: 'SMIL/body/par 1/img/src', index: xml.indexOf('b&c'), start, end: start + 'b&amp;c'.length },
    ]);
  });
});

describe('issues of lenient reading', () => {
  it.each<[what: string, xml: string, ...issues: [code: string, field: string, before: string, reason: string][]]>([
    // The parser knows that a text has ended when it has read the next <.
    ['text', around('<par>x</par>'), ['bad-value', 'SMIL/body/par 1', '/par>', '<par> has no text']],
    ['text in CDATA', around('<par><![CDATA[x]]></par>'), ['bad-value', 'SMIL/body/par 1', '</par>', '<par> has no text']],
    [
      'text in a group',
      around('<seq>x<par/></seq>'),
      ['bad-value', 'SMIL/body', 'x<par/>', '<seq> is not an element of the subset'],
      ['bad-value', 'SMIL/body/seq', 'par/>', '<seq> has no text'],
    ],
    [
      'an element that is skipped, not what is in it',
      '<smil><head><x y="1">text<z>text</z></x></head><body/></smil>',
      ['bad-value', 'SMIL/head', 'text<z>', '<x> is not an element of the subset'],
    ],
    [
      'a medium in a group',
      around('<a><img src="x"/></a>'),
      ['bad-value', 'SMIL/body', '<img', '<a> is not an element of the subset'],
      ['bad-value', 'SMIL/body/a', '</a>', '<img> is not allowed in <a>'],
    ],
    [
      'a slide outside of the body',
      '<smil><par/></smil>',
      ['bad-value', 'SMIL', '</smil>', '<par> is not allowed in <smil>'],
      ['truncated', 'SMIL', '', '<body> is missing'],
    ],
    ['a second body', '<smil><body/><body/></smil>', ['bad-value', 'SMIL', '</smil>', 'a second <body>']],
    [
      'two pictures',
      around('<par/><par><img src="a"/><img src="b"/></par>'),
      ['bad-value', 'SMIL/body/par 2', '</body>', 'a slide shows one picture or video'],
    ],
    [
      'two texts',
      around('<par><text src="a"/><text src="b"/></par>'),
      ['bad-value', 'SMIL/body/par 1', '</body>', 'a slide shows one text'],
    ],
    [
      'two sounds',
      around('<par><audio src="a"/><audio src="b"/></par>'),
      ['bad-value', 'SMIL/body/par 1', '</body>', 'a slide plays one sound'],
    ],
    [
      'a video and a sound',
      around('<par><video src="a"/><audio src="b"/></par>'),
      ['bad-value', 'SMIL/body/par 1', '</body>', 'a video has its own sound, another cannot play with it'],
    ],
    [
      'a third region',
      inLayout('<region id="a"/><region id="b"/><region id="c"/>'),
      ['bad-value', 'SMIL/head/layout/region 3', '</layout>', 'a message has at most 2 regions'],
    ],
    [
      'a second meta without a name',
      '<smil><head><meta name="a"/><meta/></head><body/></smil>',
      ['bad-value', 'SMIL/head/meta 2/name', '</head>', 'is missing'],
    ],
    [
      'white space before the document, and an XML declaration',
      '\ufeff \n<?xml version="1.0"?><smil><body/></smil>',
      ['bad-value', 'SMIL', '\ufeff', 'white space before the document'],
    ],
    [
      'white space that XML does not know',
      '\n\u00a0<smil><body/></smil>',
      ['bad-value', 'SMIL', '\n', 'white space before the document'],
    ],
    ['a second byte order mark', ' \ufeff<smil><body/></smil>', ['bad-value', 'SMIL', ' ', 'white space before the document']],
    [
      'characters after the document',
      '<smil><body/></smil>  \0',
      ['trailing-bytes', 'SMIL', '  \0', '3 characters after the end'],
    ],
  ])('%s', (_, xml, ...issues) => {
    const expected = issues.map(([code, field, before, reason]) => {
      const offset = before === '' ? xml.length : xml.indexOf(before);
      return `${code} ${field} ${offset}: ${reason}`;
    });
    expect(lenient(xml).issues).toEqual(expected);
  });

  it.each([
    ['a byte order mark', '\ufeff<smil><body/></smil>'],
    ['white space at the start', '\ufeff \t\r\n<smil><body/></smil>'],
    ['a processing instruction after white space', '\n<?xml-stylesheet href="a"?><smil><body/></smil>'],
    ['comments and white space at the end', '<smil><body/></smil>\r\n <!-- c -->\n'],
    ['references to characters', around('<par><img src="&amp;&lt;&gt;&quot;&apos;&#38;&#0000038;&#x26;&#x01F600;"/></par>')],
  ])('there are none of %s', (_, xml) => {
    expect(lenient(xml).issues).toEqual([]);
    expect(lenient(xml).read).toEqual(parseSmil(xml));
  });

  it.each(['&', '&;', '&amp', '&AMP;', '&copy;', '&#;', '&#00000038;', '&#x;', '&#x0000026;', '&#xG;', '&a&lt', 'x=1&y=2'])(
    '%j has an ampersand that is not escaped',
    (src) => {
      const { read, issues } = lenient(around(`<par><img src="${src}"/></par>`));
      expect(read.slides[0]?.media[0]?.src).toBe(src);
      const at = around('<par><img src="').indexOf('</body>');
      const expected = [...src.matchAll(/&/g)].map(
        ({ index }) => `bad-value SMIL ${at + index}: an ampersand that is not escaped`,
      );
      expect(issues).toEqual(expected);
    },
  );

  it('nothing is cut off a document that is not closed', () => {
    expect(refusal(() => lenient('<smil>a'))).toEqual({ code: 'truncated', field: 'SMIL', offset: 7 });
    expect(refusal(() => lenient('<smil>\n<x/>'))).toEqual({ code: 'truncated', field: 'SMIL', offset: 11 });
  });

  it('a slide of other slides alone is left out', () => {
    const slides = (body: string) => lenient(around(body)).read.slides.map(({ media }) => media.map(({ src }) => src));
    expect(slides('<par><par><img src="a"/></par><par/></par>')).toEqual([['a'], []]);
    expect(slides('<par><img src="a"/><par><img src="b"/></par><text src="c"/></par>')).toEqual([['a', 'c'], ['b']]);
  });

  it('dur of a medium gives its end, if it has none', () => {
    const media = (attributes: string) => lenient(around(`<par><img src="a" ${attributes}/></par>`)).read.slides[0]?.media[0];
    const img = { kind: 'img', src: 'a' };
    expect(media('dur="1s"')).toStrictEqual({ ...img, endMs: 1000 });
    expect(media('begin="2s" dur="1s"')).toStrictEqual({ ...img, beginMs: 2000, endMs: 3000 });
    expect(media('end="9s" dur="1s"')).toStrictEqual({ ...img, endMs: 9000 });
    expect(media('begin="2147483646ms" dur="1ms"')).toStrictEqual({ ...img, beginMs: 2_147_483_646, endMs: 2_147_483_647 });
    expect(media('begin="2147483647ms" dur="1ms"')).toStrictEqual({ ...img, beginMs: 2_147_483_647 });
  });
});

describe('what is written', () => {
  const region = { id: 'a', left: 0, top: 0, width: 1, height: 1 };
  const media = (more: object) => ({ regions: [region], slides: [{ media: [{ kind: 'img', src: 'a', ...more }] }] });

  it.each<[what: string, value: object, attribute: string]>([
    ['the smallest screen', { regions: [], slides: [], widthPx: 1 }, '<root-layout width="1"/>'],
    ['the largest screen', { regions: [], slides: [], heightPx: 65_535 }, '<root-layout height="65535"/>'],
    ['a region of no size', { regions: [{ ...region, width: 0 }], slides: [] }, ' width="0"'],
    ['a region of the largest size', { regions: [{ ...region, height: 65_535 }], slides: [] }, ' height="65535"'],
    ['a share', { regions: [{ ...region, top: '0%' }], slides: [] }, ' top="0%"'],
    ['a large share', { regions: [{ ...region, top: '99999.125%' }], slides: [] }, ' top="99999.125%"'],
    ['no time', media({ beginMs: 0 }), ' begin="0ms"'],
    ['the longest time', media({ endMs: 2_147_483_647 }), ' end="2147483647ms"'],
    ['a region', media({ region: 'a' }), '<img src="a" region="a"/>'],
    ['an empty text', media({ alt: '' }), ' alt=""'],
    ['params', media({ params: [{ name: 'b', value: '' }] }), '<img src="a"><param name="b" value=""/></img>'],
    ['a colour', { regions: [], slides: [], backgroundColor: 'red' }, '<root-layout background-color="red"/>'],
    ['meta', { regions: [], slides: [], meta: [{ name: 'b', content: '' }] }, '<head><meta name="b" content=""/><layout>'],
  ])('%s', (_, value, attribute) => {
    expect(formatSmil(value as Presentation)).toContain(attribute);
    expect(parseSmil(formatSmil(value as Presentation))).toStrictEqual(value);
  });

  it.each<[what: string, value: object, field: string]>([
    ['a screen of no width', { widthPx: 0 }, 'head/layout/root-layout/width'],
    ['a screen that is too high', { heightPx: 65_536 }, 'head/layout/root-layout/height'],
    ['half a pixel', { heightPx: 1.5 }, 'head/layout/root-layout/height'],
    ['an empty colour', { backgroundColor: '' }, 'head/layout/root-layout/background-color'],
    [
      'a second meta without a name',
      {
        meta: [
          { name: 'a', content: '' },
          { name: '', content: '' },
        ],
      },
      'head/meta 2/name',
    ],
    ['meta without content', { meta: [{ name: 'a' }] }, 'head/meta 1/content'],
    ['meta that is not a list', { meta: 5 }, 'head'],
    ['a second region at -1', { regions: [region, { ...region, id: 'b', left: -1 }] }, 'head/layout/region 2/left'],
    ['a region that is too wide', { regions: [{ ...region, width: 65_536 }] }, 'head/layout/region 1/width'],
    ['a region without a height', { regions: [{ ...region, height: undefined }] }, 'head/layout/region 1/height'],
    ...['100000%', '1.1255%', '0.50%', '.5%', '50', '5 %', '-1%', '01%', '50%%', ''].map(
      (top) =>
        [`the share ${JSON.stringify(top)}`, { regions: [{ ...region, top }] }, 'head/layout/region 1/top'] as [
          string,
          object,
          string,
        ],
    ),
    ['a region without an id', { regions: [{ ...region, id: '' }] }, 'head/layout/region 1/id'],
    ['a time below zero', media({ beginMs: -1 }), 'body/par 1/img/begin'],
    ['a time that is too long', media({ endMs: 2_147_483_648 }), 'body/par 1/img/end'],
    ['a duration that is too long', { slides: [{ media: [], durationMs: 2_147_483_648 }] }, 'body/par 1/dur'],
    ['a region in another letter case', media({ region: 'A' }), 'body/par 1/img/region'],
    ['params that are not a list', media({ params: 5 }), 'body/par 1/img'],
    ['a param without a name', media({ params: [{ name: '', value: '' }] }), 'body/par 1/img/param/name'],
    ['a param without a value', media({ params: [{ name: 'a' }] }), 'body/par 1/img/param/value'],
    ['a second slide without media', { slides: [{ media: [] }, {}] }, 'body/par 2'],
  ])('refuses %s', (_, value, field) => {
    expect(refusal(() => formatSmil({ regions: [], slides: [], ...value }))).toEqual({
      code: 'bad-value',
      field: `SMIL/${field}`,
      offset: undefined,
    });
  });

  it.each<[value: unknown, name: string]>([
    [5, 'presentation'],
    [{ regions: [], slides: [], meta: [5] }, 'SMIL/head/meta 1'],
    [{ regions: [region, 5], slides: [] }, 'SMIL/head/layout/region 2'],
    [{ regions: [], slides: [5] }, 'SMIL/body/par 1'],
    [{ regions: [], slides: [{ media: [5] }] }, 'SMIL/body/par 1/media'],
    [media({ params: [5] }), 'SMIL/body/par 1/img/param'],
  ])('takes no value of the wrong type: %j', (value, name) => {
    expect(() => formatSmil(value as Presentation)).toThrow(new TypeError(`${name} is 5, not an object`));
  });
});

describe('shares of the screen', () => {
  // Three quarters of the width for the picture; an eighth (or 20 pixels) to half of the height for the text; beside each other from 3:2 on.
  it.each<[widthPx: number, heightPx: number, image: number[], text: number[]]>([
    [176, 220, [0, 0, 176, 132], [0, 132, 176, 88]],
    [101, 101, [0, 0, 101, 76], [0, 76, 101, 25]],
    [100, 300, [0, 0, 100, 150], [0, 150, 100, 150]],
    [100, 301, [0, 0, 100, 151], [0, 151, 100, 150]],
    [200, 160, [0, 0, 200, 140], [0, 140, 200, 20]],
    [240, 170, [0, 0, 240, 148], [0, 148, 240, 22]],
    [320, 240, [0, 0, 320, 210], [0, 210, 320, 30]],
    [20, 20, [0, 0, 20, 10], [0, 10, 20, 10]],
    [149, 100, [0, 0, 149, 80], [0, 80, 149, 20]],
    [150, 100, [0, 0, 75, 100], [75, 0, 75, 100]],
    [151, 100, [0, 0, 76, 100], [76, 0, 75, 100]],
  ])('%i x %i', (widthPx, heightPx, image, text) => {
    const { regions } = layoutFor({ widthPx, heightPx });
    expect(regions.map(({ left, top, width, height }) => [left, top, width, height])).toEqual([image, text]);
    expect(regions.map(({ id, fit }) => [id, fit])).toEqual([
      ['Image', 'meet'],
      ['Text', 'scroll'],
    ]);
  });

  it('of a screen from 1 to 65535 pixels', () => {
    const size = (widthPx: number, heightPx: number) => layoutFor({ widthPx, heightPx }, { text: false });
    expect(size(1, 1)).toMatchObject({ widthPx: 1, heightPx: 1 });
    expect(size(65_535, 65_535)).toMatchObject({ widthPx: 65_535, heightPx: 65_535 });
    for (const wrong of [0, -1, 65_536, 1.5, Number.NaN]) {
      expect(refusal(() => size(wrong, 9))).toMatchObject({ code: 'bad-value', field: 'SMIL/head/layout/root-layout/width' });
      expect(refusal(() => size(9, wrong))).toMatchObject({ code: 'bad-value', field: 'SMIL/head/layout/root-layout/height' });
    }
  });

  it('of a handset whose screen is not known', () => {
    const screen = { width: 128, height: 160, colors: null, greyscale: null, bitsPerPixel: null };
    for (const unknown of [{ width: null }, { height: null }]) {
      expect(layoutFor({ screen: { ...screen, ...unknown } })).toEqual(layoutFor({ widthPx: 160, heightPx: 140 }));
    }
  });

  it.each<[target: unknown, options: unknown, name: string]>([
    [5, undefined, 'target'],
    [{ screen: 5 }, undefined, 'target.screen'],
    [undefined, 5, 'options'],
  ])('takes no %j with options %j', (target, options, name) => {
    const call = () => layoutFor(target as never, options as never);
    expect(call).toThrow(new TypeError(`${name} is 5, not an object`));
  });
});
