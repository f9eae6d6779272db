import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { create } from 'xmlbuilder2';
import { Reading } from '../../src/bytes/reading.js';
import {
  escapeAttribute,
  escapeLine,
  escapeText,
  illegalIndex,
  isBlank,
  requireXmlText,
  trim,
} from '../../src/xml/characters.js';
import { formatElement, formatProlog } from '../../src/xml/format.js';
import { parseXml } from '../../src/xml/parse.js';
import { type XmlElement, XmlTree } from '../../src/xml/tree.js';
import { refusal } from '../support/hostile.js';

/** An element to write. */
interface Sample {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly content: string | readonly Sample[];
}

/** Texts with what has to be escaped, and what seems to be escaped. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('&', '<', '>', '"', "'", ']]>', '&amp;', '&#9;', '\t', '\n', '\r', '-->'),
    ),
  )
  .map((pieces) => pieces.join(''))
  .filter((text) => illegalIndex(text) < 0);

const names = fc.constantFrom('a', 'b-c', 'd.e', 'f:g', 'é', '_');

const { samples } = fc.letrec<{ samples: Sample }>((tie) => ({
  samples: fc.record({
    name: names,
    attributes: fc.dictionary(names, texts, { maxKeys: 3 }),
    content: fc.oneof({ depthSize: 'small' }, texts, fc.array(tie('samples'), { maxLength: 3 })),
  }),
}));

function format({ name, attributes, content }: Sample, spell: (text: string) => string): string {
  return formatElement(
    name,
    attributes,
    typeof content === 'string' ? spell(content) : content.map((one) => format(one, spell)).join(''),
  );
}

/** The same as the reader has it. */
function sampleOf({ name, attributes, children, text }: XmlElement): Sample {
  return { name, attributes: Object.fromEntries(attributes), content: children.length > 0 ? children.map(sampleOf) : text };
}

function withoutEmpty(sample: Sample): Sample {
  const { content } = sample;
  if (typeof content === 'string') return sample;
  return { ...sample, content: content.length === 0 ? '' : content.map(withoutEmpty) };
}

function parse(xml: string): Sample {
  const tree = new XmlTree('ROOT');
  parseXml(xml, tree, new Reading(), {});
  return sampleOf(tree.root);
}

describe('elements', () => {
  it('with attributes in their order, undefined ones left out, and without content as an empty tag', () => {
    expect(formatElement('a')).toBe('<a/>');
    expect(formatElement('a', { c: 1, b: undefined, d: true, e: '' })).toBe('<a c="1" d="true" e=""/>');
    expect(formatElement('a', {}, formatElement('b', { c: '"<&>\t\n\r\'' }, escapeText('"<&>\t\n\r')))).toBe(
      '<a><b c="&quot;&lt;&amp;&gt;&#9;&#10;&#13;\'">"&lt;&amp;&gt;\t\n&#13;</b></a>',
    );
  });

  it('the prolog, with a document type and without', () => {
    expect(formatProlog('si', { publicId: '-//WAPFORUM//DTD SI 1.0//EN', systemId: 'si.dtd' })).toBe(
      '<?xml version="1.0"?><!DOCTYPE si PUBLIC "-//WAPFORUM//DTD SI 1.0//EN" "si.dtd">',
    );
    expect(formatProlog('si')).toBe('<?xml version="1.0"?>');
  });

  it('come back from the reader as they were', () => {
    fc.assert(
      fc.property(samples, fc.constantFrom(escapeText, escapeLine, escapeAttribute), (sample, spell) => {
        expect(parse(format(sample, spell))).toEqual(withoutEmpty(sample));
      }),
    );
  });

  it('are those that xmlbuilder2 writes, but for what it leaves for a reader to change', () => {
    const build = (parent: ReturnType<typeof create>, { name, attributes, content }: Sample) => {
      const element = parent.ele(name);
      // It takes what seems to be a reference for one.
      for (const [key, value] of Object.entries(attributes)) element.att(key, value.replaceAll('&', '&amp;'));
      if (typeof content !== 'string') for (const child of content) build(element, child);
      else if (content !== '') element.txt(content.replaceAll('&', '&amp;'));
    };
    // Prefixes would be namespaces to it.
    const withoutPrefixes = ({ name, attributes, content }: Sample): Sample => ({
      name: name.replace(':', ''),
      attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.replace(':', ''), value])),
      content: typeof content === 'string' ? content : content.map(withoutPrefixes),
    });
    fc.assert(
      fc.property(samples.map(withoutPrefixes), (sample) => {
        const document = create();
        build(document, sample);
        const theirs = document.end({ headless: true }).replace(/[\t\n\r]/g, (space) => `&#${space.charCodeAt(0)};`);
        expect(format(sample, escapeLine)).toBe(theirs);
      }),
    );
  });

  it('on one line', () => {
    fc.assert(
      fc.property(samples, (sample) => {
        expect(format(sample, escapeLine)).not.toMatch(/[\t\n\r]/);
      }),
    );
  });
});

describe('characters', () => {
  it('that XML cannot hold, the first of them', () => {
    expect(illegalIndex('a\tb\nc\rd \ue000\ufffd😀')).toBe(-1);
    for (const illegal of ['\0', '\x08', '\x0b', '\x0c', '\x0e', '\x1f', '\ufffe', '\uffff', '\ud800', '\udc00']) {
      expect(illegalIndex(`ab${illegal}\0`)).toBe(2);
    }
    expect(illegalIndex('\0\ud800')).toBe(0);
    expect(illegalIndex('\ud800\0')).toBe(0);
    expect(illegalIndex('ab\ud800c')).toBe(2);
    expect(illegalIndex('ab\0')).toBe(2);
  });

  it('of a value are checked under its field', () => {
    expect(() => requireXmlText('', 'f')).not.toThrow();
    expect(refusal(() => requireXmlText('a\x1b', 'f'))).toEqual({ code: 'unencodable', field: 'f', offset: 1 });
    expect(refusal(() => requireXmlText(1, 'f'))).toEqual({ code: 'bad-value', field: 'f', offset: undefined });
    expect(() => requireXmlText('\x1b', 'f')).toThrow('f at 0: XML cannot hold U+001B');
  });

  it('white space is that of XML, no other', () => {
    expect(trim(' \t\r\n\u00a0a \u2003\n')).toBe('\u00a0a \u2003');
    expect(trim('a')).toBe('a');
    expect([trim(' a'), trim('a '), trim('')]).toEqual(['a', 'a', '']);
    expect(trim(' \n')).toBe('');
    expect([isBlank(''), isBlank(' \t\r\n'), isBlank('\u00a0'), isBlank(' a ')]).toEqual([true, true, false, false]);
  });
});
