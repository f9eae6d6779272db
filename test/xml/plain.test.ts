/** The reader of short documents without references, sections and comments: what it tells of them, and what it leaves to saxes. */
import { describe, expect, it } from 'vitest';
import { type PlainEvent, readPlain } from '../../src/xml/plain.js';

type Told = [kind: PlainEvent['kind'], name: string, value: string, at: number];

const told = (xml: string) => readPlain(xml)?.map(({ kind, name, value, at }): Told => [kind, name, value, at]);

describe('a plain document', () => {
  it.each<[what: string, xml: string, events: Told[]]>([
    [
      'an empty tag',
      '<a/>',
      [
        ['open', 'a', '', 3],
        ['opened', 'a', '', 4],
        ['close', 'a', '', 4],
      ],
    ],
    [
      'an empty tag with a blank',
      '<ab />',
      [
        ['open', 'ab', '', 4],
        ['opened', 'ab', '', 6],
        ['close', 'ab', '', 6],
      ],
    ],
    [
      'two tags',
      '<ab></ab>',
      [
        ['open', 'ab', '', 4],
        ['opened', 'ab', '', 4],
        ['close', 'ab', '', 9],
      ],
    ],
    [
      'texts, and an element between them',
      '<a>x>y<bc/>\u{1f600}</a>',
      [
        ['open', 'a', '', 3],
        ['opened', 'a', '', 3],
        ['text', '', 'x>y', 7],
        ['open', 'bc', '', 10],
        ['opened', 'bc', '', 11],
        ['close', 'bc', '', 11],
        ['text', '', '\u{1f600}', 14],
        ['close', 'a', '', 17],
      ],
    ],
    [
      'tags without a text between them',
      '<a><b><c/></b></a>',
      [
        ['open', 'a', '', 3],
        ['opened', 'a', '', 3],
        ['open', 'b', '', 6],
        ['opened', 'b', '', 6],
        ['open', 'c', '', 9],
        ['opened', 'c', '', 10],
        ['close', 'c', '', 10],
        ['close', 'b', '', 14],
        ['close', 'a', '', 18],
      ],
    ],
    [
      'attributes in both kinds of quotes',
      `<a b="1" c='"' d="'>"/>`,
      [
        ['open', 'a', '', 3],
        ['attribute', 'b', '1', 8],
        ['attribute', 'c', '"', 14],
        ['attribute', 'd', "'>", 21],
        ['opened', 'a', '', 23],
        ['close', 'a', '', 23],
      ],
    ],
    [
      'an attribute that an element and its child have',
      '<a b="1"><a b=""/></a>',
      [
        ['open', 'a', '', 3],
        ['attribute', 'b', '1', 8],
        ['opened', 'a', '', 9],
        ['open', 'a', '', 12],
        ['attribute', 'b', '', 16],
        ['opened', 'a', '', 18],
        ['close', 'a', '', 18],
        ['close', 'a', '', 22],
      ],
    ],
    [
      'line feeds and tabs in tags, and after the root',
      '<a\n\tb="1"\t\n/>\n\t ',
      [
        ['open', 'a', '', 3],
        ['attribute', 'b', '1', 9],
        ['opened', 'a', '', 13],
        ['close', 'a', '', 13],
      ],
    ],
    [
      'a line feed in a text',
      '<a b="1">\n</a>',
      [
        ['open', 'a', '', 3],
        ['attribute', 'b', '1', 8],
        ['opened', 'a', '', 9],
        ['text', '', '\n', 11],
        ['close', 'a', '', 14],
      ],
    ],
    [
      'a declaration',
      '<?xml version="1.0"?><a/>',
      [
        ['open', 'a', '', 24],
        ['opened', 'a', '', 25],
        ['close', 'a', '', 25],
      ],
    ],
    [
      'a declaration with UTF-8',
      '<?xml version="1.0" encoding="utf-8"?>\t<a/>',
      [
        ['open', 'a', '', 42],
        ['opened', 'a', '', 43],
        ['close', 'a', '', 43],
      ],
    ],
    [
      'a document type',
      '<!DOCTYPE a><a/>',
      [
        ['doctype', '', ' a', 12],
        ['open', 'a', '', 15],
        ['opened', 'a', '', 16],
        ['close', 'a', '', 16],
      ],
    ],
    [
      'a document type with literals, and white space around it',
      `\n<!DOCTYPE a "b" 'c'>\n <a/>`,
      [
        ['doctype', '', ` a "b" 'c'`, 21],
        ['open', 'a', '', 26],
        ['opened', 'a', '', 27],
        ['close', 'a', '', 27],
      ],
    ],
  ])('tells of %s', (_, xml, events) => {
    expect(told(xml)).toEqual(events);
  });

  it('has the names of XML that are ASCII', () => {
    const printable = Array.from({ length: 0x7f - 0x21 }, (_, i) => String.fromCharCode(0x21 + i));
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
    // XML 1.0, productions 4 and 4a: what a name begins with, and what it goes on with.
    const beginsOfTags = printable.filter((character) => told(`<${character}/>`)?.[0]?.[1] === character);
    const beginsOfAttributes = printable.filter((character) => told(`<a ${character}=""/>`)?.[1]?.[1] === character);
    expect(beginsOfTags.join('')).toBe(`:${letters}`);
    expect(beginsOfAttributes.join('')).toBe(`:${letters}`);
    const inTags = printable.filter((character) => told(`<a${character}b></a${character}b>`)?.[0]?.[1] === `a${character}b`);
    const inAttributes = printable.filter((character) => told(`<a b${character}c=""/>`)?.[1]?.[1] === `b${character}c`);
    expect(inTags.join('')).toBe(`-.0123456789:${letters}`);
    expect(inAttributes.join('')).toBe(`-.0123456789:${letters}`);
  });

  it('has 8192 characters at most', () => {
    const document = (length: number) => `<a>${'x'.repeat(length - '<a></a>'.length)}</a>`;
    expect(told(document(8192))).toHaveLength(4);
    expect(told(document(8193))).toBeUndefined();
  });
});

describe('what is left to saxes', () => {
  it.each<[what: string, xml: string]>([
    ['a reference', '<a>&lt;</a>'],
    ['a reference in an attribute', '<a b="&lt;"/>'],
    ['a section', '<a><![CDATA[x]]></a>'],
    ['a bracket, which may end a section', '<a>]</a>'],
    ['a comment', '<a><!--x--></a>'],
    ['a comment before the root', '<!--x--><a/>'],
    ['a comment after the root', '<a/><!--x-->'],
    ['an instruction', '<a><?x y?></a>'],
    ['an internal subset', '<!DOCTYPE a [<!ENTITY b "c">]><a/>'],
    ['XML 1.1', '<?xml version="1.1"?><a/>'],
    ['another encoding', '<?xml version="1.0" encoding="UTF-16"?><a/>'],
    ['a byte order mark', '\ufeff<a/>'],
    ['a name that is not ASCII', '<é/>'],
    ['a carriage return', '<a>\r\n</a>'],
    ['a line feed in an attribute', '<a b="1\n2"/>'],
    ['a tab in an attribute', '<a b="1\t2"/>'],
    ['blanks around an equals sign', '<a b = "1"/>'],
    ['a blank in the tag that ends an element', '<a><b></b ></a>'],
  ])('well-formed: %s', (_, xml) => {
    expect(told(xml)).toBeUndefined();
  });

  it.each<[what: string, xml: string]>([
    ['nothing', ''],
    ['white space', ' \n'],
    ['no XML', 'hello'],
    ['a character that XML lacks', '<a>\x1f</a>'],
    ['a character past the last of its plane', '<a>\ufffe</a>'],
    ['a literal of a document type that does not end', '<!DOCTYPE a "b><a/>'],
    ['a tag that ends nothing', '</a>'],
    ['an empty tag without a name', '< />'],
    ['a tag that ends an element without a name', '</>'],
    ['a tag without a name', '<r><></r>'],
    ['an empty tag without a name in an element', '<r>< /></r>'],
    ['an element that does not end', '<a>'],
    ['a text that does not end', '<a>x'],
    ['a tag that does not end', '<a'],
    ['an empty tag that does not end', '<a/'],
    ['a slash in a tag', '<a/b'],
    ['a slash in a tag, in an element', '<r><a/b></r>'],
    ['a tag that ends another element', '<a><b></c></a>'],
    ['a tag that ends an element with a longer name', '<a></ab'],
    ['no blank between attributes', '<r><a b="1"c="2"/></r>'],
    ['an attribute without a name', '<a ="1"/>'],
    ['an attribute without a value', '<a b/>'],
    ['an attribute without an equals sign', '<a b+"1"/>'],
    ['an attribute without quotes', '  <a b=1x1/>'],
    ['an attribute with half of its quotes', '<a b="1/>'],
    ['an attribute twice', '<a b="1" c="2" b="3"/>'],
    ['a tag in an attribute', '<a b="<c/>"></a>'],
    ['a bracket in an attribute', '<a b="<"/>'],
    ['two roots', '<a/><b/>'],
    ['text after the root', '<a/>x'],
    ['text before the root', 'x<a/>'],
  ])('wrong: %s', (_, xml) => {
    expect(told(xml)).toBeUndefined();
  });
});
