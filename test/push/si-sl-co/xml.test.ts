import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS, type FormatErrorCode } from '../../../src/errors.js';
import {
  formatCo,
  formatPushXml,
  formatSi,
  formatSl,
  type PushDocument,
  parseCo,
  parsePushXml,
  parseSi,
  parseSl,
  type ServiceIndication,
} from '../../../src/push/index.js';
import { refusal } from '../../support/hostile.js';
import { costly } from '../../support/runs.js';
import { fixture } from '../../support/vectors.js';

interface Vector {
  id: string;
  op: string;
  xml: string;
  // biome-ignore lint/suspicious/noExplicitAny: recorded output of several programs
  oracles: any;
}

const vectors = (fixture('vectors/wap-push.json') as { vectors: Vector[] }).vectors.filter(({ op }) => op === 'encode');
const DOCTYPE = '<!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "http://www.wapforum.org/DTD/si.dtd">';

describe('published vectors', () => {
  it.each(vectors)('$id: wbxml2xml writes the same document', ({ xml, oracles }) => {
    const theirs = oracles['wbxml2xml 0.11.8'].xml as string;
    expect(parsePushXml(theirs)).toEqual(parsePushXml(xml));
    // It escapes quotation marks in texts, which need none.
    expect(formatPushXml(parsePushXml(xml))).toBe(
      theirs.replace(/>[^<]*</g, (t) => t.replaceAll('&quot;', '"').replaceAll('&apos;', "'")),
    );
  });

  it('the example of the SI specification', () => {
    const xml = `<?xml version="1.0"?>
<!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN"
 "http://www.wapforum.org/DTD/si.dtd">
<si>
  <indication href="http://www.xyz.com/email/123/abc.wml"
              created="1999-06-25T15:23:15Z"
              si-expires="1999-06-30T00:00:00Z">
    You have 4 new emails
  </indication>
</si>`;
    expect(parseSi(xml)).toEqual({
      href: 'http://www.xyz.com/email/123/abc.wml',
      created: new Date('1999-06-25T15:23:15Z'),
      expires: new Date('1999-06-30T00:00:00Z'),
      text: 'You have 4 new emails',
    });
  });
});

describe('reading and writing', () => {
  it('each document under its own name', () => {
    expect(formatSl({ href: 'http://a.com/', action: 'cache' })).toBe(
      '<?xml version="1.0"?><!DOCTYPE sl PUBLIC "-//WAPFORUM//DTD SL 1.0//EN" "http://www.wapforum.org/DTD/sl.dtd"><sl href="http://a.com/" action="cache"/>',
    );
    expect(parseSl('<sl href="x"></sl>')).toEqual({ href: 'x' });
    const co = { operations: [{ kind: 'service' as const, uri: 'http://a.com/' }] };
    expect(parseCo(formatCo(co))).toEqual(co);
  });

  it('comments, CDATA, character references and processing instructions', () => {
    const xml = `<?xml version="1.1" encoding="ISO-8859-1"?><!-- a --><?p i?>${DOCTYPE}<?p?><si><!-- b --><indication>a<!-- c -->b<![CDATA[<c>&]]>&#233;&#x1F600;&lt;&amp;</indication></si><!-- d --> `;
    expect(parseSi(xml)).toEqual({ text: 'ab<c>&é😀<&' });
  });

  it('a byte order mark, other quotes, other white space in the doctype, no doctype', () => {
    expect(parseSi(`\ufeff<?xml version='1.0'?><si><indication si-id='"'/></si>`)).toEqual({ id: '"' });
    expect(parseSi(`<!DOCTYPE\n si\tPUBLIC '-//WAPFORUM//DTD SI 1.0//EN'\n"si.dtd" ><si><indication/></si>`)).toEqual({});
    expect(parseSi('<!DOCTYPE si><si><indication/></si>')).toEqual({});
  });

  it('white space and control characters of values come back', () => {
    const si = { id: ' a\tb\nc\rd ', text: 'a\r\nb\tc', info: [{ pcdata: 'x\r', class: 'c' }] };
    expect(formatSi(si)).toContain('si-id=" a&#9;b&#10;c&#13;d "');
    expect(parseSi(formatSi(si))).toEqual({ ...si, info: [{ pcdata: 'x', class: 'c' }] });
  });

  it('a parser that an error stopped does not disturb the next document', () => {
    for (let i = 0; i < 3; i++) {
      expect(() => parseSi('<si><indication>x')).toThrow();
      expect(parseSi('<si><indication>y</indication></si>')).toEqual({ text: 'y' });
    }
  });

  it('the fields of a model are refused as in WBXML', () => {
    expect(refusal(() => formatSi({ href: 'a\nb' }))).toEqual({ code: 'bad-value', field: 'SI/indication/href', offset: 1 });
    expect(refusal(() => formatSi({ text: '\x1b' }))).toEqual({ code: 'unencodable', field: 'SI/indication', offset: 0 });
    expect(() => formatPushXml({ kind: 'x' } as unknown as PushDocument)).toThrow(TypeError);
  });
});

describe('properties', () => {
  it('no field can open an element, an attribute or an entity', () => {
    const nasty = fc.array(
      fc.constantFrom('"', "'", '<', '>', '&', ']]>', '<!--', '--', '&#60;', '/>', ' x="', '</indication>', '%e;'),
      {
        minLength: 1,
      },
    );
    fc.assert(
      fc.property(nasty, nasty, (a, b) => {
        const si: ServiceIndication = { href: a.join(''), id: b.join(''), text: `.${a.join('')}.` };
        expect(parseSi(formatSi(si))).toEqual(si);
      }),
      costly(200),
    );
  });
});

describe('refusals', () => {
  const bomb = `<!DOCTYPE si [<!ENTITY a "${'x'.repeat(100)}">${Array.from(
    { length: 9 },
    (_, i) => `<!ENTITY a${i} "${`&a${i === 0 ? '' : i - 1};`.repeat(10)}">`,
  ).join('')}]><si><indication>&a8;</indication></si>`;

  it.each<[what: string, xml: string, code: FormatErrorCode, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'XML', 0],
    ['white space', ' \n', 'truncated', 'XML', 2],
    ['no XML', 'hello', 'bad-value', 'XML', 5],
    ['an entity bomb', bomb, 'bad-value', 'XML/doctype', bomb.indexOf('<si>')],
    ['an entity nobody uses', '<!DOCTYPE si [<!ENTITY e "x">]><si/>', 'bad-value', 'XML/doctype', 31],
    ['an external entity', '<!DOCTYPE si [<!ENTITY e SYSTEM "file:///etc/passwd">]><si/>', 'bad-value', 'XML/doctype', 55],
    ['a parameter entity', '<!DOCTYPE si [%p;]><si/>', 'bad-value', 'XML/doctype', 19],
    ['an empty internal subset', '<!DOCTYPE si []><si/>', 'bad-value', 'XML/doctype', 16],
    ['another DTD', '<!DOCTYPE si PUBLIC "-//W3C//DTD X//EN" "x.dtd"><si/>', 'bad-value', 'XML/doctype', 48],
    ['a DTD of the system', '<!DOCTYPE si SYSTEM "http://example.com/x.dtd"><si/>', 'bad-value', 'XML/doctype', 47],
    ['the doctype of SL', '<!DOCTYPE sl PUBLIC "-//WAPFORUM//DTD SL 1.0//EN" "sl.dtd"><si/>', 'bad-value', 'XML/doctype', 59],
    ['two doctypes', `${DOCTYPE}${DOCTYPE}<si/>`, 'bad-value', 'XML', DOCTYPE.length + 9],
    ['an undefined entity', '<si><indication>&nbsp;</indication></si>', 'bad-value', 'SI/indication', 22],
    ['a key of every object', '<si><indication>&constructor;</indication></si>', 'bad-value', 'SI/indication', 29],
    ['a character that XML lacks', '<si><indication>&#1;</indication></si>', 'bad-value', 'SI/indication', 20],
    ['a character above Unicode', '<si><indication>&#x110000;</indication></si>', 'bad-value', 'SI/indication', 26],
    ['a NUL', '<si><indication>\0</indication></si>', 'bad-value', 'SI/indication', 17],
    ['a lone surrogate', '<si><indication>\ud800a</indication></si>', 'bad-value', 'XML', 16],
    ['tags that do not match', '<si><indication></si></indication>', 'bad-value', 'SI', 21],
    ['an attribute twice', '<si><indication href="a" href="b"/></si>', 'bad-value', 'SI/indication/href', 33],
    ['an attribute without quotes', '<si><indication href=a/></si>', 'bad-value', 'SI/indication', 22],
    ['an unknown attribute', '<si><indication xmlns="a"/></si>', 'bad-value', 'SI/indication', 25],
    ['an unknown element', '<si><b/></si>', 'bad-value', 'SI', 7],
    ['__proto__', '<si><__proto__/></si>', 'bad-value', 'SI', 15],
    ['another root', '<wml/>', 'bad-value', 'SI', 5],
    ['another document', '<sl href="a"/>', 'bad-value', 'SI', 4],
    ['two roots', '<si><indication/></si><si/>', 'trailing-bytes', 'XML', 26],
    ['text behind the root', '<si><indication/></si>x', 'trailing-bytes', 'XML', 23],
    ['a cut document', '<si><indication>x', 'truncated', 'SI/indication', 17],
    ['a cut tag', '<si><indication href="x', 'truncated', 'SI/indication', 23],
    ['text between elements', '<si>x<indication/></si>', 'bad-value', 'SI', 6],
    ['no indication', '<si></si>', 'bad-value', 'SI/indication', 4],
    ['an unknown action', '<si><indication action="signal-delete"/></si>', 'bad-value', 'SI/indication/action', 38],
    ['a date without Z', '<si><indication created="2024-01-01T00:00:00"/></si>', 'bad-value', 'SI/indication/created', 45],
    ['31 April', '<si><indication si-expires="2024-04-31T00:00:00Z"/></si>', 'bad-value', 'SI/indication/si-expires', 49],
    ['a line break in href', '<si><indication href="a&#10;"/></si>', 'bad-value', 'SI/indication/href', 29],
    ['an item without class', '<si><indication/><info><item>x</item></info></si>', 'bad-value', 'SI/info/item[0]/class', 29],
    [
      'a class of two words',
      '<si><indication/><info><item class="a b">x</item></info></si>',
      'bad-value',
      'SI/info/item[0]/class',
      40,
    ],
  ])('%s', (_, xml, code, field, offset) => {
    expect(refusal(() => parseSi(xml))).toEqual({ code, field, offset });
  });

  it('a root that no document has', () => {
    expect(refusal(() => parsePushXml('<wml/>'))).toEqual({ code: 'bad-value', field: 'XML', offset: 5 });
    expect(refusal(() => parsePushXml('<!DOCTYPE wml><wml/>'))).toMatchObject({ field: 'XML/doctype' });
    expect(refusal(() => parsePushXml('<!DOCTYPE sl><si/>'))).toMatchObject({ field: 'SL' });
  });

  it('what is no string', () => {
    expect(() => parseSi(Uint8Array.of(0x3c) as unknown as string)).toThrow(TypeError);
  });
});

describe('limits', () => {
  const { pushCharacters, pushHrefCharacters, pushItems, pushXmlCharacters } = DEFAULT_LIMITS;
  const si = (inside: string) => `<si><indication>${inside}</indication></si>`;

  it('characters of the XML, before any is read', () => {
    expect(refusal(() => parseSi(' '.repeat(pushXmlCharacters + 1)))).toEqual({
      code: 'limit-exceeded',
      field: 'XML',
      offset: pushXmlCharacters,
    });
    expect(parseSi(si('x'), { limits: { pushXmlCharacters: si('x').length } })).toEqual({ text: 'x' });
    expect(refusal(() => parseSi(si('xy'), { limits: { pushXmlCharacters: si('x').length } }))).toMatchObject({
      code: 'limit-exceeded',
    });
  });

  it('characters of the document', () => {
    expect(parseSi(si('x'.repeat(pushCharacters))).text).toHaveLength(pushCharacters);
    expect(refusal(() => parseSi(si('x'.repeat(pushCharacters + 1))))).toMatchObject({
      code: 'limit-exceeded',
      field: 'SI/indication',
    });
    expect(parseSi(si(' '.repeat(2 * pushCharacters)))).toEqual({});
    const href = 'x'.repeat(pushHrefCharacters + 1);
    expect(refusal(() => parseSl(`<sl href="${href}"/>`))).toMatchObject({ code: 'limit-exceeded', field: 'SL/href' });
    expect(refusal(() => formatSl({ href }))).toMatchObject({ code: 'limit-exceeded', field: 'SL/href' });
    expect(formatSl({ href }, { limits: { pushHrefCharacters: 2000 } })).toContain(href);
  });

  it('items', () => {
    const items = '<item class="c"/>'.repeat(pushItems);
    const xml = (list: string) => `<si><indication/><info>${list}</info></si>`;
    expect(parseSi(xml(items)).info).toHaveLength(pushItems);
    expect(refusal(() => parseSi(xml(`${items}<item class="c"/>`)))).toMatchObject({
      code: 'limit-exceeded',
      field: 'SI/info',
    });
  });

  it('60,000 elements in each other end at the second', () => {
    const xml = '<si>'.repeat(60_000);
    expect(refusal(() => parseSi(xml))).toMatchObject({ code: 'limit-exceeded', field: 'XML' });
    expect(refusal(() => parseSi(xml, { limits: { pushXmlCharacters: 1e6 } }))).toEqual({
      code: 'bad-value',
      field: 'SI',
      offset: 8,
    });
  });
});
