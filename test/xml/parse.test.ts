import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Reading } from '../../src/bytes/reading.js';
import { DEFAULT_LIMITS, type FormatErrorCode, type Limits } from '../../src/errors.js';
import { parseXml, startOfTag, type XmlHandler, type XmlLimits } from '../../src/xml/parse.js';
import { XmlTree } from '../../src/xml/tree.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

/** Everything that a handler is called with, in order. */
function eventsOf(xml: string): string[] {
  const events: string[] = [];
  const handler: XmlHandler = {
    path: 'XML',
    doctype: (text, at) => events.push(`doctype${text} @${at}`),
    open: (name, at) => events.push(`<${name} @${at}`),
    attribute: (name, value, at) => events.push(`${name}=${value} @${at}`),
    opened: (at) => events.push(`> @${at}`),
    text: (text, at) => events.push(`${JSON.stringify(text)} @${at}`),
    close: (at) => events.push(`/ @${at}`),
  };
  parseXml(xml, handler, new Reading(), {});
  return events;
}

/** A tree whose doctypes have no effect. */
class Lax extends XmlTree {
  override doctype(): void {}
}

function read(xml: string, limits: XmlLimits = {}, others?: Partial<Limits>): XmlTree {
  const tree = new Lax('ROOT');
  parseXml(xml, tree, new Reading({ limits: others }), limits);
  return tree;
}

describe('what a handler is called with', () => {
  it('each thing with the place after it', () => {
    expect(eventsOf('<!DOCTYPE a><a b="1" c=\'&lt;\'>x<d/><![CDATA[&]]></a>')).toEqual([
      'doctype a @12',
      '<a @15',
      'b=1 @20',
      'c=< @29',
      '> @30',
      '"x" @32',
      '<d @34',
      '> @35',
      '/ @35',
      '"&" @48',
      '/ @52',
    ]);
  });

  it('nothing outside of the root, nothing for comments and instructions', () => {
    expect(eventsOf('\ufeff<?xml version="1.0"?> <!-- a --> <?p i?><a/> <!-- b -->\n')).toEqual(['<a @44', '> @45', '/ @45']);
  });

  it('by the rules of XML 1.0, whatever version a document declares', () => {
    // In XML 1.1, U+0085 is a line break.
    expect(eventsOf('<?xml version="1.1"?><a>\x85</a>')).toContain('"\x85" @26');
    // And a control may be referred to.
    expect(refusal(() => eventsOf('<?xml version="1.1"?><a>&#1;</a>'))).toEqual({
      code: 'bad-value',
      field: 'XML',
      offset: 28,
    });
  });

  it('of a plain document as of one that saxes reads', () => {
    // Mostly what is allowed, or no document would be.
    const mostly = (usual: readonly string[], rare: readonly string[]) =>
      fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual) }, fc.constantFrom(...rare));
    const name = mostly(['a', 'b:c', '_d-1.e'], ['é', '1']);
    const space = mostly([' ', '\n\t', '  '], ['']);
    const text = mostly(['', 'x', ' x>y ', '\n', 'é😀'], [']]>', '&lt;', 'x\r\n', '\0', '\uffff', '\x85']);
    const attribute = fc
      .tuple(space, name, mostly(['='], [' = ']), mostly(['"', "'"], ['']), text)
      .map(([before, key, equals, quote, value]) => `${before}${key}${equals}${quote}${value}${quote}`);
    const attributes = fc.array(attribute, { maxLength: 2 }).map((list) => list.join(''));
    const child = fc.tuple(name, attributes, mostly(['', ' '], ['x'])).map(([inner, more, end]) => `<${inner}${more}${end}/>`);
    const content = fc.tuple(text, fc.oneof(child, fc.constant('')), text).map((parts) => parts.join(''));
    const element = fc
      .tuple(name, attributes, content, mostly(['>'], [' >', '']))
      .map(([own, more, inner, end]) => `<${own}${more}>${inner}</${own}${end}`);
    const prolog = mostly(
      [
        '',
        '<?xml version="1.0"?>',
        '<?xml version="1.0" encoding="UTF-8"?>\n',
        '<!DOCTYPE a PUBLIC "b" \'c\'>\n',
        ' <!DOCTYPE a> ',
      ],
      ['<?xml version="1.1"?>', '<!DOCTYPE a "b>', '<!DOCTYPE a [<!ENTITY b "c">]>', '<!DOCTYPE>', '\ufeff'],
    );
    const outcome = (xml: string) => {
      try {
        return eventsOf(xml);
      } catch (error) {
        return refusal(() => {
          throw error;
        });
      }
    };
    fc.assert(
      fc.property(prolog, fc.oneof(element, child), text, (before, root, after) => {
        const xml = `${before}${root}${after}`;
        const told = outcome(xml);
        // The comment is left to saxes, and the whole document with it.
        if (Array.isArray(told)) expect(outcome(`${xml}<!---->`)).toEqual(told);
      }),
      { numRuns: 2000 },
    );
  });

  it('a handler without `opened`', () => {
    expect(read('<a><b c="d">e</b></a>').root).toMatchObject({ name: 'a', children: [{ name: 'b', text: 'e' }] });
  });

  it('what it throws ends the reading, and the next document is read from its beginning', () => {
    class Refusing extends XmlTree {
      override text(): void {
        throw new RangeError('no');
      }
    }
    for (let i = 0; i < 3; i++) {
      expect(() => parseXml('<a>x</a>', new Refusing('A'), new Reading(), {})).toThrow(RangeError);
      expect(read('<b/>').root.name).toBe('b');
    }
  });
});

describe('hostile documents', () => {
  const nested = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels);
  const bomb = `<!DOCTYPE a [<!ENTITY x "ha">${Array.from({ length: 9 }, (_, i) => `<!ENTITY x${i} "${`&x${i || ''};`.repeat(9)}">`).join('')}]><a>&x8;</a>`;

  it.each<[what: string, xml: string, code: FormatErrorCode, offset: number]>([
    ['an entity bomb', bomb, 'bad-value', bomb.lastIndexOf('&x8;') + 4],
    ['an external entity', '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>', 'bad-value', 60],
    ['an internal entity', '<!DOCTYPE a [<!ENTITY e "x">]><a>&e;</a>', 'bad-value', 36],
    ['an undefined entity', '<a>&e;</a>', 'bad-value', 6],
    ['tags that do not match', '<a><b></a></b>', 'bad-value', 10],
    ['a tag that does not match the root', '<a></b>', 'bad-value', 7],
    ['an attribute twice', '<a b="1" b="2"/>', 'bad-value', 14],
    ['an attribute without quotes', '<a b=1/>', 'bad-value', 6],
    ['a NUL', '<a>\0</a>', 'bad-value', 4],
    ['a character that XML lacks', '<a>&#1;</a>', 'bad-value', 7],
    ['a character above Unicode', '<a>&#x110000;</a>', 'bad-value', 13],
    ['a lone surrogate', '<a>\udc00</a>', 'bad-value', 3],
    ['a lone surrogate before all', '\ud800<a/>', 'bad-value', 0],
    ['an ampersand that begins nothing', '<a b="c&d"/>', 'bad-value', 7],
    ['an ampersand before a blank', '<a>b &amp; c & d</a>', 'bad-value', 13],
    ['an ampersand after an empty reference of CDATA', '<a><![CDATA[&;]]>b & c</a>', 'bad-value', 19],
    ['a document that is cut in a reference', '<a>b &am', 'truncated', 8],
    ['a document that is cut after an ampersand of CDATA', '<a><![CDATA[b & c', 'truncated', 17],
    ['a document that is cut after an ampersand of a comment', '<a><!-- b & c', 'truncated', 13],
    ['a cut document', '<a><b>x', 'truncated', 7],
    ['nothing', '', 'truncated', 0],
    ['two roots', '<a/><b/>', 'trailing-bytes', 7],
    ['a tag that ends nothing after the root', '<a/></b>', 'trailing-bytes', 8],
    ['text after the root', '<a/>x', 'trailing-bytes', 5],
    ['no XML', 'hello', 'bad-value', 5],
  ])('%s', (_, xml, code, offset) => {
    expect(refusal(() => read(xml))).toMatchObject({ code, offset });
  });

  it('of a deep document nothing but its depth costs', () => {
    expect(read(nested(2_000)).root.children).toHaveLength(1);
    expect(refusal(() => read(nested(60_000), { depth: 'smilDepth' }))).toEqual({
      code: 'limit-exceeded',
      field: `ROOT${'/a'.repeat(DEFAULT_LIMITS.smilDepth - 1)}`,
      offset: 3 * DEFAULT_LIMITS.smilDepth,
    });
  });

  it('names of objects are names', () => {
    const { root } = read('<__proto__ constructor="x"><toString/></__proto__>');
    expect(root.name).toBe('__proto__');
    expect([...root.attributes]).toEqual([['constructor', 'x']]);
    expect(root.children.map(({ name }) => name)).toEqual(['toString']);
  });

  it.each<[xml: string, reason: string]>([
    ['<a></b>', 'unexpected close tag'],
    ['<a/></b>', 'unmatched closing tag'],
    ['<a b="1" b="2"/>', 'duplicate attribute'],
    ['<a b=1/>', 'unquoted attribute value'],
    ['<a>', 'unclosed tag'],
    ['<?xml version="2.0"?><a/>', 'version number must match /^1\\.[0-9]+$/'],
    ['<a/><b/>', 'a second root'],
    ['<a>b & c</a>', 'an ampersand that begins no reference'],
    ['<a>\ud800</a>', 'a lone surrogate is not a character'],
  ])('the reason that an error gives of %s is what is wrong', (xml, reason) => {
    expect(() => eventsOf(xml)).toThrow(expect.objectContaining({ reason }));
  });

  it('an error repeats nothing of the document', () => {
    const secret = 'hunter2';
    for (const xml of [
      `<a>&${secret};</a>`,
      `<a><${secret}></a>`,
      `<a ${secret}="1" ${secret}="2"/>`,
      `<a></${secret}>`,
      `<a xmlns:b="${secret}" ${secret}`,
      `<a>${secret}<b`,
    ]) {
      let error: unknown;
      try {
        parseXml(xml, { ...NOTHING }, new Reading(), {});
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toBeInstanceOf(Error);
      expect(`${(error as Error).stack} ${(error as Error).cause}`).not.toContain(secret);
    }
  });

  it('arbitrary text gives a document or a FormatError', () => {
    const pieces = fc.array(
      fc.constantFrom('<a', '>', '/>', '</a>', ' b="', '"', '&', ';', '<!DOCTYPE a', '[', ']', 'x', '<?', '?>', '\ud800'),
    );
    fc.assert(
      fc.property(pieces, (list) => {
        expectValueOrFormatError(() => read(list.join('')), list.join('').length);
      }),
    );
  });
});

const NOTHING: XmlHandler = {
  path: 'XML',
  doctype: () => {},
  open: () => {},
  attribute: () => {},
  text: () => {},
  close: () => {},
};

describe('limits', () => {
  it('characters, before any is read', () => {
    expect(read('<a/>', { characters: 'smilCharacters' }, { smilCharacters: 4 }).root.name).toBe('a');
    expect(refusal(() => read('<<<<<', { characters: 'smilCharacters' }, { smilCharacters: 4 }))).toEqual({
      code: 'limit-exceeded',
      field: 'ROOT',
      offset: 4,
    });
  });

  it('depth and elements, at the tag that is one too many', () => {
    expect(read('<a><b><c/></b><b/></a>', { depth: 'soapDepth' }, { soapDepth: 3 }).root.children).toHaveLength(2);
    const deep = () => read('<a><b><c/></b><b/></a>', { depth: 'soapDepth' }, { soapDepth: 2 });
    expect(refusal(deep)).toEqual({ code: 'limit-exceeded', field: 'ROOT/b', offset: 6 });
    expect(read('<a><b/><b/></a>', { elements: 'soapElements' }, { soapElements: 3 }).root.children).toHaveLength(2);
    const many = () => read('<a><b/><b/></a>', { elements: 'soapElements' }, { soapElements: 2 });
    expect(refusal(many)).toEqual({ code: 'limit-exceeded', field: 'ROOT', offset: 7 });
  });

  it('places are those of the input, where a handler tells them', () => {
    const shifted: XmlHandler = { ...NOTHING, place: (at) => at + 100 };
    expect(refusal(() => parseXml('<a>&b;</a>', shifted, new Reading(), {})).offset).toBe(106);
    expect(refusal(() => parseXml('<a>\ud800</a>', shifted, new Reading(), {})).offset).toBe(103);
    const limits = new Reading({ limits: { soapDepth: 1 } });
    expect(refusal(() => parseXml('<a><b/></a>', shifted, limits, { depth: 'soapDepth' })).offset).toBe(103);
  });
});

it('startOfTag is the bracket before a name', () => {
  expect(startOfTag('<a><bc d="e"/></a>', 6)).toBe(3);
  expect(startOfTag('<a/>', 0)).toBe(0);
});

describe('trees', () => {
  it('have paths, places, attributes, texts and children', () => {
    const { root } = read('<a x="1">p<b y="2" z=""/>q</a>');
    expect(root).toEqual({
      name: 'a',
      path: 'ROOT',
      at: 3,
      attributes: new Map([['x', '1']]),
      text: 'pq',
      children: [
        { name: 'b', path: 'ROOT/b', at: 13, attributes: new Map(Object.entries({ y: '2', z: '' })), text: '', children: [] },
      ],
    });
  });

  it('tell a format the innermost element that is open, and how many are', () => {
    const seen: unknown[] = [];
    class Watching extends XmlTree {
      override text(text: string, at: number): void {
        super.text(text, at);
        seen.push([text, this.inner?.name, this.depth]);
      }

      override open(name: string, at: number): void {
        seen.push([`<${name}`, this.inner?.name, this.depth]);
        super.open(name, at);
      }
    }
    parseXml('<a>p<b>q<c/>r</b></a>', new Watching('ROOT'), new Reading(), {});
    expect(seen).toEqual([
      ['<a', undefined, 0],
      ['p', 'a', 1],
      ['<b', 'a', 1],
      ['q', 'b', 2],
      ['<c', 'b', 2],
      ['r', 'b', 2],
    ]);
  });

  it('a document type is refused unless a format takes it', () => {
    expect(refusal(() => parseXml('<!DOCTYPE a><a/>', new XmlTree('A'), new Reading(), {}))).toEqual({
      code: 'bad-value',
      field: 'A/doctype',
      offset: 12,
    });
  });

  it('names in paths are cut, an attribute is given once', () => {
    expect(read(`<a><${'b'.repeat(50)}/></a>`).root.children[0]?.path).toBe(`ROOT/${'b'.repeat(40)}...`);
    expect(refusal(() => read('<a><b c="1" c="2"/></a>'))).toEqual({ code: 'bad-value', field: 'ROOT/b/c', offset: 17 });
  });
});
