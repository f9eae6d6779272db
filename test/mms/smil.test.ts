import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS, type FormatErrorCode } from '../../src/errors.js';
import { formatSmil, layoutFor, type Media, type ParseSmilOptions, type Presentation, parseSmil } from '../../src/mms/index.js';
import { readSmil } from '../../src/mms/smil-parse.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';
import { presentation } from '../support/presentations.js';

/** The layout that OMA-MMS-CONF shows, as docs of several gateways give it. */
const CONFORMING =
  '<smil><head><layout><root-layout width="160" height="140"/>' +
  '<region id="Image" left="0" top="0" width="160" height="120" fit="meet"/>' +
  '<region id="Text" left="0" top="120" width="160" height="20" fit="scroll"/></layout></head>' +
  '<body><par dur="5000ms"><img src="cid:a.gif" region="Image"/><text src="cid:t.txt" region="Text"/></par></body></smil>';

/** A body between the least that stands around it. */
const around = (body: string) => `<smil><body>${body}</body></smil>`;
const inLayout = (layout: string) => `<smil><head><layout>${layout}</layout></head><body/></smil>`;

/** What a lenient reader gives, and the fields and indexes it tells. */
function lenient(xml: string, options?: ParseSmilOptions): { read: Presentation; issues: string[]; errors: Issue[] } {
  const errors: Issue[] = [];
  const read = parseSmil(xml, { ...options, lenient: true, onIssue: (error) => errors.push(error) });
  return { read, issues: errors.map(({ reason }) => reason), errors };
}

describe('published vectors', () => {
  it('the layout of OMA-MMS-CONF', () => {
    const read: Presentation = {
      widthPx: 160,
      heightPx: 140,
      regions: [
        { id: 'Image', left: 0, top: 0, width: 160, height: 120, fit: 'meet' },
        { id: 'Text', left: 0, top: 120, width: 160, height: 20, fit: 'scroll' },
      ],
      slides: [
        {
          durationMs: 5000,
          media: [
            { kind: 'img', src: 'cid:a.gif', region: 'Image' },
            { kind: 'text', src: 'cid:t.txt', region: 'Text' },
          ],
        },
      ],
    };
    expect(parseSmil(CONFORMING)).toEqual(read);
    expect(formatSmil(read)).toBe(CONFORMING);
  });

  // What senders wrote, by the messages in the test data of two public decoders: layout and spelling theirs, names ours.
  it('Sony Ericsson T310: px, per cent, line breaks, end tags', () => {
    const xml =
      '<smil><head><layout><root-layout height="240px" width="160px"/>\r\n' +
      '<region id="Image" top="0" left="0" height="50%" width="100%" fit="hidden"/>\r\n' +
      '<region id="Text" top="50%" left="0" height="50%" width="100%" fit="hidden"/>\r\n</layout>\r\n</head>\r\n' +
      '<body><par dur="2000ms"><img src="x.gif" region="Image"></img>\r\n<text src="x.txt" region="Text"></text>\r\n' +
      '<audio src="x.mid"></audio>\r\n</par>\r\n</body>\r\n</smil>\r\n';
    expect(parseSmil(xml)).toEqual({
      widthPx: 160,
      heightPx: 240,
      regions: [
        { id: 'Image', left: 0, top: 0, width: '100%', height: '50%', fit: 'hidden' },
        { id: 'Text', left: 0, top: '50%', width: '100%', height: '50%', fit: 'hidden' },
      ],
      slides: [
        {
          durationMs: 2000,
          media: [
            { kind: 'img', src: 'x.gif', region: 'Image' },
            { kind: 'text', src: 'x.txt', region: 'Text' },
            { kind: 'audio', src: 'x.mid' },
          ],
        },
      ],
    });
  });

  it('Openwave: the screen as 100 %, the text on top', () => {
    const xml =
      '<smil>\n  <head>\n    <layout>\n      <root-layout width="100%" height="100%" />\n' +
      '      <region id="Text" left="0%" top="0%" width="100%" height="50%" />\n' +
      '      <region id="Image" left="0%" top="50%" width="100%" height="50%" />\n    </layout>\n  </head>\n' +
      '  <body>\n    <par dur="30000ms">\n      <img src="cid:image_0" region="Image" alt="gnu" />\n    </par>\n  </body>\n</smil>\n';
    expect(parseSmil(xml)).toEqual({
      regions: [
        { id: 'Text', left: '0%', top: '0%', width: '100%', height: '50%' },
        { id: 'Image', left: '0%', top: '50%', width: '100%', height: '50%' },
      ],
      slides: [{ durationMs: 30_000, media: [{ kind: 'img', src: 'cid:image_0', region: 'Image', alt: 'gnu' }] }],
    });
  });

  it('regions Top and Bottom, a slide with begin and end in seconds', () => {
    const xml =
      '<smil><head><layout><root-layout height="160px" width="128px"/><region id="Top" top="0"  left="0" height="50%" width="100%" />' +
      '<region id="Bottom" top="50%" left="0" height="50%" width="100%" /></layout></head><body>' +
      '<par dur="5s"><img src="cid:p.jpg" region="Top" begin="0s" end="5s"></img></par></body></smil>';
    const { slides, regions } = parseSmil(xml);
    expect(regions.map(({ id }) => id)).toEqual(['Top', 'Bottom']);
    expect(slides).toEqual([
      { durationMs: 5000, media: [{ kind: 'img', src: 'cid:p.jpg', region: 'Top', beginMs: 0, endMs: 5000 }] },
    ]);
  });

  it('one region, a colour, params of texts (2002)', () => {
    const xml =
      '<smil><head><layout><root-layout background-color="#000000"/>\r\n<region id="text" top="0" left="0" height="100%" width="100%"/>' +
      '</layout></head><body><par dur="3000ms"><text src="1.txt" region="text">\r\n <param name="foreground-color" value="#ffff00"/>\r\n' +
      ' <param name="textsize" value="large"/>\r\n</text></par></body></smil>';
    expect(parseSmil(xml)).toEqual({
      backgroundColor: '#000000',
      regions: [{ id: 'text', left: 0, top: 0, width: '100%', height: '100%' }],
      slides: [
        {
          durationMs: 3000,
          media: [
            {
              kind: 'text',
              src: '1.txt',
              region: 'text',
              params: [
                { name: 'foreground-color', value: '#ffff00' },
                { name: 'textsize', value: 'large' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('meta in the head', () => {
    const xml =
      '<smil><head><meta name="title" content="smil"/><meta name="author" content="P"/><layout><root-layout/></layout></head><body/></smil>';
    expect(parseSmil(xml)).toEqual({
      meta: [
        { name: 'title', content: 'smil' },
        { name: 'author', content: 'P' },
      ],
      regions: [],
      slides: [],
    });
  });

  // SMIL 2.0, timing and synchronization, 10.3.1: examples of clock values, and those that MMS senders write.
  it.each([
    ['02:30:03', 9_003_000],
    ['50:00:10.25', 180_010_250],
    ['02:33', 153_000],
    ['00:10.5', 10_500],
    ['00:05', 5000],
    ['3.2h', 11_520_000],
    ['45min', 2_700_000],
    ['30s', 30_000],
    ['5ms', 5],
    ['12.467', 12_467],
    ['5000ms', 5000],
    [' 5s ', 5000],
    ['indefinite', undefined],
  ])('dur="%s" is %s ms', (dur, durationMs) => {
    expect(parseSmil(around(`<par dur="${dur}"/>`)).slides).toEqual([
      durationMs === undefined ? { media: [] } : { durationMs, media: [] },
    ]);
  });
});

describe('reading and writing', () => {
  it('doctypes and namespaces of SMIL, declaration, byte order mark, comments', () => {
    for (const doctype of [
      '<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 1.0//EN" "http://www.w3.org/TR/REC-smil/SMIL10.dtd">',
      `<!DOCTYPE smil PUBLIC '-//W3C//DTD SMIL 2.0//EN'\n'http://www.w3.org/2001/SMIL20/SMIL20.dtd' >`,
      '<!DOCTYPE smil PUBLIC "-//W3C//DTD SMIL 2.1 Mobile//EN" "http://www.w3.org/2005/SMIL21/SMIL21Mobile.dtd">',
      '<!DOCTYPE smil SYSTEM "SMIL10.dtd">',
      '<!DOCTYPE smil>',
    ]) {
      const xml = `\ufeff<?xml version="1.0" encoding="UTF-8"?>${doctype}<!-- x --><smil xmlns="http://www.w3.org/2001/SMIL20/Language"><body id="b" title="t" xml:lang="en"/></smil>`;
      expect(parseSmil(xml)).toEqual({ regions: [], slides: [] });
    }
  });

  it('a region without left, top, width and height is the whole screen', () => {
    expect(
      parseSmil(inLayout('<region id="a"/><region id="b" left="auto" top="5" width="50.50%" height="007px"/>')).regions,
    ).toEqual([
      { id: 'a', left: 0, top: 0, width: '100%', height: '100%' },
      { id: 'b', left: 0, top: 5, width: '50.5%', height: 7 },
    ]);
  });

  it('backgroundColor of SMIL 2.0', () => {
    expect(parseSmil(inLayout('<root-layout backgroundColor="red"/>')).backgroundColor).toBe('red');
  });

  it('white space and markup in values come back', () => {
    const media: Media = { kind: 'img', src: 'a&b "c".jpg', alt: ' <\t\n\r> ' };
    const xml = formatSmil({ regions: [], slides: [{ media: [media] }] });
    expect(xml).toContain('src="a&amp;b &quot;c&quot;.jpg" alt=" &lt;&#9;&#10;&#13;&gt; "');
    expect(parseSmil(xml).slides[0]?.media).toEqual([media]);
  });

  it('places of references', () => {
    const xml = around(`<par><img src = 'a&amp;b.gif' alt="x"/><ref src="c"/></par>`);
    expect(readSmil(xml).sources.map(({ src, field, start, end }) => [src, field, xml.slice(start, end)])).toEqual([
      ['a&b.gif', 'SMIL/body/par 1/img/src', 'a&amp;b.gif'],
      ['c', 'SMIL/body/par 1/ref/src', 'c'],
    ]);
  });
});

describe('layouts', () => {
  it('the picture over the text, 4:3 across the screen', () => {
    expect(layoutFor(undefined)).toEqual({
      widthPx: 160,
      heightPx: 140,
      regions: [
        { id: 'Image', left: 0, top: 0, width: 160, height: 120, fit: 'meet' },
        { id: 'Text', left: 0, top: 120, width: 160, height: 20, fit: 'scroll' },
      ],
    });
    expect(layoutFor({ widthPx: 176, heightPx: 208 }).regions.map(({ top, height }) => [top, height])).toEqual([
      [0, 132],
      [132, 76],
    ]);
  });

  it('the text first', () => {
    expect(
      layoutFor({ widthPx: 128, heightPx: 128 }, { textFirst: true }).regions.map(({ id, top, height }) => [id, top, height]),
    ).toEqual([
      ['Image', 32, 96],
      ['Text', 0, 32],
    ]);
  });

  it('beside each other on a wide screen', () => {
    expect(layoutFor({ widthPx: 640, heightPx: 200 }).regions).toEqual([
      { id: 'Image', left: 0, top: 0, width: 320, height: 200, fit: 'meet' },
      { id: 'Text', left: 320, top: 0, width: 320, height: 200, fit: 'scroll' },
    ]);
    expect(layoutFor({ widthPx: 640, heightPx: 200 }, { textFirst: true }).regions.map(({ left }) => left)).toEqual([320, 0]);
  });

  it('one region when there is only one kind of content', () => {
    expect(layoutFor({ widthPx: 100, heightPx: 80 }, { image: false }).regions).toEqual([
      { id: 'Text', left: 0, top: 0, width: 100, height: 80, fit: 'scroll' },
    ]);
    expect(layoutFor({ widthPx: 100, heightPx: 80 }, { text: false }).regions).toEqual([
      { id: 'Image', left: 0, top: 0, width: 100, height: 80, fit: 'meet' },
    ]);
    expect(layoutFor(undefined, { image: false, text: false }).regions).toEqual([]);
  });

  it('of a handset; its screen may not be known', () => {
    const screen = { width: 128, height: 160, colors: null, greyscale: null, bitsPerPixel: null };
    expect(layoutFor({ screen })).toMatchObject({ widthPx: 128, heightPx: 160 });
    expect(layoutFor({ screen: { ...screen, height: null } })).toMatchObject({ widthPx: 160, heightPx: 140 });
  });

  it('regions cover the screen and do not overlap', () => {
    const side = fc.integer({ min: 2, max: 65_535 });
    fc.assert(
      fc.property(side, side, fc.boolean(), (widthPx, heightPx, textFirst) => {
        const { regions } = layoutFor({ widthPx, heightPx }, { textFirst });
        const area = regions.reduce((sum, { width, height }) => sum + Number(width) * Number(height), 0);
        expect(area).toBe(widthPx * heightPx);
        for (const { left, top, width, height } of regions) {
          expect(Math.min(Number(width), Number(height))).toBeGreaterThan(0);
          expect(Number(left) + Number(width)).toBeLessThanOrEqual(widthPx);
          expect(Number(top) + Number(height)).toBeLessThanOrEqual(heightPx);
        }
      }),
    );
  });

  it('a screen of no size is refused', () => {
    expect(refusal(() => layoutFor({ widthPx: 0, heightPx: 1 }))).toEqual({
      code: 'bad-value',
      field: 'SMIL/head/layout/root-layout/width',
      offset: undefined,
    });
  });
});

describe('lenient reading', () => {
  it('an end past the longest time is that of neither a medium nor its slide', () => {
    const { read } = lenient('<smil><body><img src="x" begin="2147483647ms" dur="5s"/></body></smil>');
    expect(read.slides).toEqual([{ media: [{ kind: 'img', src: 'x', beginMs: 2_147_483_647 }] }]);
    expect(() => formatSmil(read)).not.toThrow();
  });

  it.each<[what: string, xml: string, read: Presentation, issues: string[]]>([
    [
      'media in the body are slides',
      around('<img src="a" dur="3s"/><text src="b"/>'),
      {
        regions: [],
        slides: [
          { durationMs: 3000, media: [{ kind: 'img', src: 'a', endMs: 3000 }] },
          { media: [{ kind: 'text', src: 'b' }] },
        ],
      },
      ['<img> is not allowed in <body>', '<img> has no attribute dur', '<text> is not allowed in <body>'],
    ],
    [
      'slides in seq and in par follow each other',
      around('<seq repeatcount="4"><par dur="1s"><img src="a"/></par></seq><par><par><img src="b"/></par></par>'),
      {
        regions: [],
        slides: [{ durationMs: 1000, media: [{ kind: 'img', src: 'a' }] }, { media: [{ kind: 'img', src: 'b' }] }],
      },
      ['<seq> is not an element of the subset', '<par> is not allowed in <par>'],
    ],
    [
      'unknown elements in the head go with all they hold',
      '<smil><head><x><region id="r"/></x><layout><region id="a" z-index="1"/></layout><transition id="t"/></head><body/></smil>',
      { regions: [{ id: 'a', left: 0, top: 0, width: '100%', height: '100%' }], slides: [] },
      [
        '<x> is not an element of the subset',
        '<region> has no attribute z-index',
        '<transition> is not an element of the subset',
      ],
    ],
    [
      'unknown elements in media go too',
      around('<par><img src="a"><area href="x"><b/></area></img></par>'),
      { regions: [], slides: [{ media: [{ kind: 'img', src: 'a' }] }] },
      ['<area> is not an element of the subset'],
    ],
    [
      'letter case',
      '<SMIL><Head><Layout><Region ID="Image" FIT="Meet"/></Layout></Head><Body><Par Dur="5S"><Img SRC="a" region="image"/></Par></Body></SMIL>',
      {
        regions: [{ id: 'Image', left: 0, top: 0, width: '100%', height: '100%', fit: 'meet' }],
        slides: [{ durationMs: 5000, media: [{ kind: 'img', src: 'a', region: 'Image' }] }],
      },
      [
        '<SMIL> is spelt <smil>',
        '<Head> is spelt <head>',
        '<Layout> is spelt <layout>',
        '<Region> is spelt <region>',
        '<region> has no attribute ID',
        '<region> has no attribute FIT',
        '"Meet", allowed: hidden, meet, scroll, fill, slice',
        '<Body> is spelt <body>',
        '<Par> is spelt <par>',
        '<par> has no attribute Dur',
        '"5S" is not a time such as 5000ms, 5s or 00:05',
        '<Img> is spelt <img>',
        '<img> has no attribute SRC',
        '"image" is not a region of the layout',
      ],
    ],
    [
      'text between elements, two heads, no region of that name',
      '<smil>a<head/><head/><body>b<par><img src="a" region="x"/></par></body></smil>',
      { regions: [], slides: [{ media: [{ kind: 'img', src: 'a' }] }] },
      ['<smil> has no text', 'a second <head>', '<body> has no text', '"x" is not a region of the layout'],
    ],
    [
      'sizes out of range',
      inLayout('<root-layout width="0" height="-5"/><region id="a" left="-3" top="2.6" width="99999999" height="x"/>'),
      { regions: [{ id: 'a', left: 0, top: 3, width: 65_535, height: '100%' }], slides: [] },
      [
        '"0" is not a number of pixels from 1 to 65535',
        '"-5" is not a number of pixels from 1 to 65535',
        '"-3" is neither pixels nor a share such as 50%',
        '"2.6" is neither pixels nor a share such as 50%',
        '"99999999" is neither pixels nor a share such as 50%',
        '"x" is neither pixels nor a share such as 50%',
      ],
    ],
    [
      'what has no name is left out, what is there twice too',
      inLayout('<region width="5"/><region id="a"/><region id="a" fit="x"/>'),
      { regions: [{ id: 'a', left: 0, top: 0, width: '100%', height: '100%' }], slides: [] },
      ['is missing', '"x", allowed: hidden, meet, scroll, fill, slice', '"a" is declared twice'],
    ],
    [
      'media without src, params and meta without a name',
      '<smil><head><meta content="x"/></head><body><par><img/><text src=""/><ref src="a"><param value="x"/></ref><param name="a"/></par></body></smil>',
      { regions: [], slides: [{ media: [{ kind: 'ref', src: 'a' }] }] },
      ['is missing', 'is missing', 'is empty', 'is missing', '<param> is not allowed in <par>'],
    ],
    [
      'more on a slide than it can show stays',
      around('<par><img src="a"/><img src="b"/></par>'),
      {
        regions: [],
        slides: [
          {
            media: [
              { kind: 'img', src: 'a' },
              { kind: 'img', src: 'b' },
            ],
          },
        ],
      },
      ['a slide shows one picture or video'],
    ],
    ['no body', '<smil/>', { regions: [], slides: [] }, ['<body> is missing']],
    [
      'ampersands that are not escaped',
      around('<par><img src="a&b&amp;c&nbsp;&#38;.jpg"/></par>'),
      { regions: [], slides: [{ media: [{ kind: 'img', src: 'a&b&c&nbsp;&.jpg' }] }] },
      ['an ampersand that is not escaped', 'an ampersand that is not escaped'],
    ],
    [
      'white space before the document, characters behind',
      ' \r\n<?xml version="1.0"?><smil><body/></smil>\0\0',
      { regions: [], slides: [] },
      ['white space before the document', '2 characters after the end'],
    ],
    [
      'characters behind, after letters that are longer when they are small',
      `<smil><head><meta name="author" content="${'\u0130'.repeat(9)}"/></head><body/></smil>\0\0`,
      { regions: [], slides: [], meta: [{ name: 'author', content: '\u0130'.repeat(9) }] },
      ['2 characters after the end'],
    ],
  ])('%s', (_, xml, read, issues) => {
    const found = lenient(xml);
    expect(found.read).toEqual(read);
    expect([...found.issues].sort()).toEqual([...issues].sort());
    // Every one of them is what strict reading stops at, or comes after that.
    expect(() => parseSmil(xml)).toThrow();
  });

  it('a third region stays', () => {
    const { read, issues } = lenient(inLayout('<region id="a"/><region id="b"/><region id="c"/>'));
    expect(read.regions.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(issues).toEqual(['a message has at most 2 regions']);
  });

  it('indexes are those of the text that was given', () => {
    const xml = `  <?xml version="1.0"?>${around('<par><img src="a&b&c"/><x/></par>')}`;
    const { errors } = lenient(xml);
    expect(errors.map(({ offset }) => offset)).toEqual([0, xml.indexOf('&b'), xml.indexOf('&c'), xml.indexOf('<x/>') + 4]);
  });
});

describe('properties', () => {
  it('what is written reads back equal', () => {
    fc.assert(
      fc.property(presentation, (value) => {
        const xml = formatSmil(value);
        expect(parseSmil(xml)).toEqual(value);
        expect(formatSmil(parseSmil(xml))).toBe(xml);
        expect(lenient(xml)).toEqual({ read: value, issues: [], errors: [] });
      }),
    );
  });

  const pieces = fc.array(
    fc.constantFrom(
      ...[
        '<smil>',
        '</smil>',
        '<head>',
        '</head>',
        '<layout>',
        '</layout>',
        '<region id="a"',
        '<region',
        '<root-layout width="',
      ],
      ...[
        '<body>',
        '</body>',
        '<par',
        '<par>',
        '</par>',
        ' dur="5s"',
        ' dur="',
        '<img',
        '<img src="a"/>',
        ' src="a&b"',
        '/>',
        '>',
        '"',
      ],
      ...[
        '<x>',
        '</x>',
        '<x/>',
        '<seq>',
        '</seq>',
        '<text src="a">',
        '</text>',
        '<param name="a"/>',
        ' region="a"',
        'x',
        ' ',
        '&',
        '&amp;',
      ],
      ...[
        '<!DOCTYPE smil',
        ' [',
        ']>',
        '<!ENTITY a "b">',
        '&a;',
        '<?xml version="1.0"?>',
        '<![CDATA[',
        ']]>',
        '<!--',
        '-->',
        '\0',
        '\ud800',
      ],
      ...['\ufeff', '50%', '-1', '99999999999', '\r\n', '😀', '<SMIL>', '</SMIL>', '<video src="v"/>'],
    ),
    { maxLength: 40 },
  );

  it('text of the pieces of SMIL gives a value or a FormatError', () => {
    fc.assert(
      fc.property(pieces, fc.boolean(), (list, isLenient) => {
        const xml = list.join('');
        const offsets: (number | undefined)[] = [];
        const onIssue = ({ offset }: Issue) => offsets.push(offset);
        expectValueOrFormatError(() => parseSmil(xml, { lenient: isLenient, onIssue }), xml.length);
        for (const offset of offsets) expect(offset).toBeLessThanOrEqual(xml.length);
        expectValueOrFormatError(() => parseSmil(around(xml), { lenient: isLenient }), around(xml).length);
      }),
    );
  });
});

describe('refusals', () => {
  const bomb = '<!DOCTYPE smil [<!ENTITY a "xxxxxxxxxx"><!ENTITY b "&a;&a;&a;">]><smil><body/></smil>';

  it.each<[what: string, xml: string, code: FormatErrorCode, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'SMIL', 0],
    ['no XML', 'hello', 'bad-value', 'SMIL', 5],
    ['another root', '<html/>', 'bad-value', 'SMIL', 7],
    ['entities', bomb, 'bad-value', 'SMIL/doctype', bomb.indexOf('<smil>')],
    ['an empty internal subset', '<!DOCTYPE smil []><smil/>', 'bad-value', 'SMIL/doctype', 18],
    ['another DTD', '<!DOCTYPE smil PUBLIC "-//X//DTD SI 1.0//EN" "x"><smil/>', 'bad-value', 'SMIL/doctype', 49],
    ['a doctype of something else', '<!DOCTYPE html><smil/>', 'bad-value', 'SMIL/doctype', 15],
    ['elements that cross', '<smil><body><par></body></smil>', 'bad-value', 'SMIL/body', 24],
    ['a cut document', '<smil><body><par>', 'truncated', 'SMIL/body/par 1', 17],
    ['a second root', '<smil><body/></smil><smil/>', 'trailing-bytes', 'SMIL', 26],
    ['an attribute twice', around('<par dur="1s" dur="2s"/>'), 'bad-value', 'SMIL/body', 36],
    ['a lone surrogate', around('\ud800'), 'bad-value', 'SMIL', 12],
    ['NUL', around('\0'), 'bad-value', 'SMIL/body', 13],
  ])('in both readings: %s', (_, xml, code, field, offset) => {
    expect(refusal(() => parseSmil(xml))).toEqual({ code, field, offset });
    expect(refusal(() => parseSmil(xml, { lenient: true })).code).toBe(code);
  });

  it.each<[what: string, xml: string, field: string]>([
    ['an unknown element', around('<switch/>'), 'SMIL/body'],
    ['an unknown attribute', around('<par repeat="2"/>'), 'SMIL/body/par 1'],
    ['text', around('<par>x</par>'), 'SMIL/body/par 1'],
    ['CDATA', around('<par><![CDATA[x]]></par>'), 'SMIL/body/par 1'],
    ['media in the body', around('<img src="a"/>'), 'SMIL/body'],
    ['media without src', around('<par/><par><img/></par>'), 'SMIL/body/par 2/img/src'],
    ['an empty src', around('<par><img src=""/></par>'), 'SMIL/body/par 1/img/src'],
    ['a region that is not there', around('<par><img src="a" region="Image"/></par>'), 'SMIL/body/par 1/img/region'],
    ['a time in words', around('<par dur="long"/>'), 'SMIL/body/par 1/dur'],
    ['a time beyond 31 bits', around('<par dur="2147484s"/>'), 'SMIL/body/par 1/dur'],
    ['59 minutes at most', around('<par dur="60:00"/>'), 'SMIL/body/par 1/dur'],
    ['an event', around('<par><img src="a" begin="x.click"/></par>'), 'SMIL/body/par 1/img/begin'],
    ['a time less than zero', around('<par><img src="a" end="-1s"/></par>'), 'SMIL/body/par 1/img/end'],
    ['two pictures', around('<par><img src="a"/><img src="b"/></par>'), 'SMIL/body/par 1'],
    ['a picture and a video', around('<par><img src="a"/><video src="b"/></par>'), 'SMIL/body/par 1'],
    ['a video and a sound', around('<par><video src="a"/><audio src="b"/></par>'), 'SMIL/body/par 1'],
    ['two texts', around('<par><text src="a"/><text src="b"/></par>'), 'SMIL/body/par 1'],
    ['two sounds', around('<par><audio src="a"/><audio src="b"/></par>'), 'SMIL/body/par 1'],
    ['three regions', inLayout('<region id="a"/><region id="b"/><region id="c"/>'), 'SMIL/head/layout/region 3'],
    ['a region twice', inLayout('<region id="a"/><region id="a"/>'), 'SMIL/head/layout/region 2/id'],
    ['a region without id', inLayout('<region/>'), 'SMIL/head/layout/region 1/id'],
    ['a fit nobody knows', inLayout('<region id="a" fit="crop"/>'), 'SMIL/head/layout/region 1/fit'],
    ['a width of words', inLayout('<region id="a" width="wide"/>'), 'SMIL/head/layout/region 1/width'],
    ['a screen of 50 %', inLayout('<root-layout width="50%"/>'), 'SMIL/head/layout/root-layout/width'],
    ['a second root-layout', inLayout('<root-layout/><root-layout/>'), 'SMIL/head/layout'],
    ['meta without a name', '<smil><head><meta content="a"/></head><body/></smil>', 'SMIL/head/meta 1/name'],
  ])('strictly: %s', (_, xml, field) => {
    expect(refusal(() => parseSmil(xml))).toMatchObject({ code: 'bad-value', field });
    expect(lenient(xml).errors[0]).toMatchObject({ code: 'bad-value', field });
  });

  it('a body that is missing', () => {
    expect(refusal(() => parseSmil('<smil><head/></smil>'))).toEqual({ code: 'truncated', field: 'SMIL', offset: 20 });
  });

  const slide = (...media: Media[]): Presentation => ({ regions: [], slides: [{ media }] });
  const img: Media = { kind: 'img', src: 'a' };
  const region = { id: 'a', left: 0, top: 0, width: 1, height: 1 };
  it.each<[what: string, value: unknown, code: FormatErrorCode, field: string]>([
    [
      'three regions',
      { slides: [], regions: [region, { ...region, id: 'b' }, { ...region, id: 'c' }] },
      'bad-value',
      'SMIL/head/layout',
    ],
    ['a region twice', { slides: [], regions: [region, region] }, 'bad-value', 'SMIL/head/layout/region 2/id'],
    ['half a pixel', { slides: [], regions: [{ ...region, left: 0.5 }] }, 'bad-value', 'SMIL/head/layout/region 1/left'],
    ['a share with zeros', { slides: [], regions: [{ ...region, top: '050%' }] }, 'bad-value', 'SMIL/head/layout/region 1/top'],
    ['a fit', { slides: [], regions: [{ ...region, fit: 'x' }] }, 'bad-value', 'SMIL/head/layout/region 1/fit'],
    ['a width of 0', { slides: [], regions: [], widthPx: 0 }, 'bad-value', 'SMIL/head/layout/root-layout/width'],
    ['no src', slide({ kind: 'img', src: '' }), 'bad-value', 'SMIL/body/par 1/img/src'],
    ['no string', slide({ kind: 'img', src: 5 } as unknown as Media), 'bad-value', 'SMIL/body/par 1/img/src'],
    ['another kind', slide({ kind: 'x', src: 'a' } as unknown as Media), 'bad-value', 'SMIL/body/par 1'],
    ['NUL', slide({ ...img, alt: 'a\0' }), 'unencodable', 'SMIL/body/par 1/img/alt'],
    ['a region that is not there', slide({ ...img, region: 'x' }), 'bad-value', 'SMIL/body/par 1/img/region'],
    ['a time', slide({ ...img, beginMs: 0.5 }), 'bad-value', 'SMIL/body/par 1/img/begin'],
    ['two pictures', slide(img, img), 'bad-value', 'SMIL/body/par 1'],
    ['a duration', { regions: [], slides: [{ durationMs: -1, media: [] }] }, 'bad-value', 'SMIL/body/par 1/dur'],
    ['no slides', { regions: [] }, 'bad-value', 'SMIL/body'],
    ['no regions', { slides: [] }, 'bad-value', 'SMIL/head/layout'],
  ])('writing: %s', (_, value, code, field) => {
    expect(refusal(() => formatSmil(value as Presentation))).toMatchObject({ code, field });
  });

  it('arguments of the wrong type', () => {
    expect(() => parseSmil(5 as unknown as string)).toThrow(TypeError);
    expect(() => formatSmil('x' as unknown as Presentation)).toThrow(TypeError);
  });
});

describe('limits', () => {
  it('characters', () => {
    const fill = (length: number) => around('').replace('</body>', `${' '.repeat(length - around('').length)}</body>`);
    expect(parseSmil(fill(DEFAULT_LIMITS.smilCharacters)).slides).toEqual([]);
    expect(refusal(() => parseSmil(fill(16_385)))).toEqual({ code: 'limit-exceeded', field: 'SMIL', offset: 16_384 });
    expect(refusal(() => parseSmil(around(''), { limits: { smilCharacters: 10 } })).offset).toBe(10);
  });

  it('depth, of elements that are passed over too', () => {
    const nested = (depth: number, name: string) => around(`<${name}>`.repeat(depth - 2) + `</${name}>`.repeat(depth - 2));
    for (const name of ['x', 'par']) {
      expect(lenient(nested(16, name)).read.regions).toEqual([]);
      expect(refusal(() => lenient(nested(17, name)))).toMatchObject({ code: 'limit-exceeded' });
    }
    const head = (depth: number) => `<smil><head>${'<x>'.repeat(depth - 2)}${'</x>'.repeat(depth - 2)}</head><body/></smil>`;
    expect(lenient(head(16)).read.slides).toEqual([]);
    expect(refusal(() => lenient(head(17)))).toMatchObject({ code: 'limit-exceeded' });
    expect(refusal(() => parseSmil(CONFORMING, { limits: { smilDepth: 3 } }))).toMatchObject({ code: 'limit-exceeded' });
  });

  it('elements', () => {
    const pars = (count: number) => around('<par/>'.repeat(count));
    expect(parseSmil(pars(1022)).slides).toHaveLength(1022);
    expect(refusal(() => parseSmil(pars(1023)))).toMatchObject({ code: 'limit-exceeded', field: 'SMIL/body' });
  });
});
