import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field } from '../../src/bytes/index.js';
import { LimitError } from '../../src/errors.js';
import { type Format, identify, inspect } from '../../src/inspect/index.js';
import { xmlPieces } from '../../src/inspect/xml-tokens.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { damaged } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { fixture } from '../support/vectors.js';

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];
const named = (field: Field, name: string) => everyField(field).filter((each) => each.name === name);
const best = (text: string) => identify(encodeUtf8(text))[0];
const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const tree = (text: string, as?: Format) => {
  const shown = inspect(encodeUtf8(text), { as });
  expectTiling(shown);
  return shown;
};

/** Elements in document order, each with its level, as an independent parser reads them. */
function elementsOf(xml: string): string[] {
  const found: string[] = [];
  let level = 0;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => void found.push(`${level++} ${name}`));
  parser.on('closetag', () => void level--);
  parser.write(xml).close();
  return found;
}

const PIECES = new Set(['tag', 'characters', 'comment', 'CDATA', 'instruction', 'document type']);

function shownElements({ children }: Field, level = 0): string[] {
  return children.flatMap((child) =>
    PIECES.has(child.name) ? [] : [`${level} ${child.name}`, ...shownElements(child, level + 1)],
  );
}

const { cases } = fixture('soap/index.json') as {
  cases: { file: string; decoded: { operation: string; parameters: { Username: string } } }[];
};
const envelopes = cases.map(({ file, decoded }) => ({
  file,
  operation: decoded.operation,
  username: decoded.parameters.Username,
  xml: readFileSync(`fixtures/soap/${file}`, 'utf8'),
}));

describe('envelopes of SOAP clients', () => {
  it('are there', () => expect(envelopes.length).toBeGreaterThan(3));

  it.each(envelopes)('$file', ({ xml, operation, username }) => {
    expect(best(xml)).toEqual({ format: 'soap', confidence: 0.98, reason: `a SOAP envelope: ${operation} of the gateway` });
    const shown = tree(xml);
    expect([shown.name, shown.warnings, shown.error]).toEqual(['SOAP', undefined, undefined]);
    expect(shownElements(shown)).toEqual(elementsOf(xml));
    const [pin] = named(shown, 'PIN');
    expect(pin?.children.length).toBe(3);
    expect(pin?.meaning).toBeUndefined();
    expect(named(shown, 'Username')[0]?.meaning).toBe(username);
  });

  const envelope = (body: string) =>
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${body}</s:Body></s:Envelope>`;

  it.each([
    ['<m:AvailableCreditResponse xmlns:m="u"/>', 'a SOAP envelope: AvailableCredit of the gateway, the answer'],
    ['<s:Fault><faultcode>s:Client</faultcode></s:Fault>', 'a SOAP envelope: a fault'],
    ['<m:GetWeather xmlns:m="u"/>', 'a SOAP envelope: GetWeather'],
    ['', 'a SOAP envelope'],
  ])('with the body %s', (body, reason) => expect(best(envelope(body))).toMatchObject({ format: 'soap', reason }));

  it('open the payload that they send', () => {
    const data = Buffer.from(encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6'))).toString('hex');
    const shown = tree(envelope(`<SubmitMessage><Message><Ringtone><Data>${data}</Data></Ringtone></Message></SubmitMessage>`));
    const [characters] = (named(shown, 'Data')[0] as Field).children.filter(({ name }) => name === 'characters');
    expect(characters?.octets?.length).toBe(data.length / 2);
    expect(characters?.children[0]?.name).toBe('Nokia ringtone');
  });

  it.each(['<characters/>', '<characters>024A3A</characters>'])('%s in an element is no text of it', (inner) => {
    const data = named(tree(envelope(`<Data>${inner}</Data>`)), 'Data')[0] as Field;
    expect(data.children.map(({ name }) => name)).toEqual(['tag', 'characters', 'tag']);
    expect(data.meaning).toBeUndefined();
  });

  it('cut, they say so', () => {
    const xml = (envelopes[0] as { xml: string }).xml.slice(0, 900);
    expect(best(xml)).toMatchObject({ format: 'soap', confidence: 0.8, reason: expect.stringContaining(', cut') });
    expect(tree(xml).warnings).toEqual(['ends without </soapenv:Envelope>']);
  });
});

describe('other documents', () => {
  it.each([
    [
      '<?xml version="1.0"?><!DOCTYPE wml PUBLIC "-//WAPFORUM//DTD WML 1.1//EN" "u"><wml><card/></wml>',
      'xml',
      0.95,
      'XML, root wml (a WAP page)',
    ],
    ['<?xml version="1.0"?><pap><push-message/></pap>', 'xml', 0.95, 'XML, root pap (push access protocol)'],
    ['<svg width="1"/>', 'xml', 0.9, 'XML, root svg (a drawing)'],
    ['<constructor width="1"/>', 'xml', 0.9, 'XML, root constructor'],
    ['<x:list xmlns:x="u"><x:item/></x:list><!-- end -->', 'xml', 0.9, 'XML, root list'],
    ['<?xml version="1.0"?><list><item>', 'xml', 0.7, 'XML, root list, cut'],
    ['<b>Hello</b> World', 'text', 0.2, 'printable UTF-8'],
    ['<john@example.org>', 'text', 0.2, 'printable UTF-8'],
    ['<https://example.org/>', 'text', 0.2, 'printable UTF-8'],
    ['<grin/>', 'text', 0.2, 'printable UTF-8'],
    ['<pap product-name="x"><push-message push-id="1">', 'xml', 0.3, 'XML, root pap (push access protocol), cut'],
    ['<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN"><HTML><BODY>x', 'html', 0.97, 'an HTML page'],
    ['<html><p>x</html>', 'html', 0.97, 'an HTML page'],
    [
      '<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//WAPFORUM//DTD XHTML Mobile 1.0//EN" "u"><html xmlns="u"/>',
      'html',
      0.97,
      'an XHTML page for handsets',
    ],
    ['{"server": "https://sms.example.com", "username": "x"}', 'json', 0.95, 'JSON: an object with server, username'],
    ['[{"aaaaaaaaaaaaa": 1}, {"bbbbbbbbbbbbb": 2}]', 'json', 0.95, 'JSON: a list of 2 objects'],
    ['[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]', 'json', 0.6, 'JSON: a list of 12 items'],
    ['{"a":1,"b":2,"c":3,"d":4,"e":5,"f":6}', 'json', 0.95, 'JSON: an object with a, b, c, d and 2 more'],
    ['{                                  }', 'json', 0.95, 'JSON: an empty object'],
  ])('%j is %s by %f', (text, format, confidence, reason) => {
    expect(best(text)).toEqual({ format, confidence, reason });
    expect(tree(text).error).toBeUndefined();
  });

  it('a root behind a long comment, or a document type with declarations, is not seen, and nothing is missing for that', () => {
    for (const hiding of [`<!-- ${'x'.repeat(3000)} -->`, '<!DOCTYPE note [ <!ENTITY a "b"> ]>']) {
      const text = `<?xml version="1.0"?>${hiding}<note><to>Bob</to></note>`;
      expect(best(text)).toEqual({ format: 'xml', confidence: 0.95, reason: 'XML' });
      expect(tree(text).warnings).toBeUndefined();
    }
  });

  it.each([
    'a < b and b > a',
    '<3 you all',
    '<<< look here >>>',
    '{curly} words of a text',
    '{"a": 1, broken, and quite a bit longer}',
    '[see also the note below, please]',
  ])('%j is text', (text) => expect(best(text)?.format).toBe('text'));

  it('in ISO-8859-1 they count, and say so', () => {
    const page = latin('<?xml version="1.0" encoding="ISO-8859-1"?><note>Grüße</note>');
    expect(identify(page)).toEqual([{ format: 'xml', confidence: 0.95, reason: 'XML, root note' }]);
    const shown = inspect(page);
    expectTiling(shown);
    expect([named(shown, 'note')[0]?.meaning, shown.warnings]).toEqual(['Grüße', ['not UTF-8; read as ISO-8859-1']]);
    expect(identify(latin('Grüße an alle'))).toEqual([]);
  });

  it('what they are called, but are not', () => {
    expect(tree('Hello', 'xml').warnings).toEqual(['does not begin as XML']);
    expect(tree('Hello', 'json').meaning).toBe('not JSON');
    expect(inspect(Uint8Array.of(0, 1, 2), { as: 'soap' }).error).toMatchObject({
      code: 'bad-value',
      field: 'SOAP',
      offset: 0,
    });
  });
});

describe('pieces of XML', () => {
  it.each([
    ['<a b="x>y">c</a>', ['<a b="x>y">', 'c', '</a>']],
    ['<!-- <b> --> <a/>', ['<!-- <b> --> ', '<a/>']],
    ['<a><![CDATA[1 > 0 </a>]]></a>', ['<a>', '<![CDATA[1 > 0 </a>]]>', '</a>']],
    ['<?xml a=">"?><a/>', ['<?xml a=">"?>', '<a/>']],
    // A value without its end: the tag ends where it seems to.
    ['<a b="x>y<c/>', ['<a b="x>', 'y', '<c/>']],
    ['<!-- no end <a>', ['<!-- no end ', '<a>']],
    ['<a', ['<a']],
    ['', []],
  ])('%j', (text, pieces) => expect(xmlPieces(text)).toEqual(pieces));

  it('are the whole text, whatever it is', () => {
    const part = fc.constantFrom(
      '<',
      '>',
      '<a',
      ' b="',
      "'",
      '"',
      '/>',
      '</a>',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<?',
      '?>',
      'é',
      ' ',
      '\n',
      'x',
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (parts) => {
        expect(xmlPieces(parts.join('')).join('')).toBe(parts.join(''));
      }),
    );
  });
});

/** XML whose elements nest. */
const name = fc.constantFrom('a', 'b', 'ns:c', 'Data', 'PIN');
const element: fc.Memo<string> = fc.memo((depth) =>
  fc
    .tuple(
      name,
      fc.constantFrom('', ' x="1"', ' y="a>b"'),
      depth > 1 ? fc.array(element(depth - 1), { maxLength: 3 }) : fc.constant([]),
      fc.constantFrom('', 'text', '&amp;é', '<!-- c -->'),
    )
    .map(([tag, attributes, children, text]) => `<${tag}${attributes}>${text}${children.join('')}</${tag}>`),
);

describe('properties', () => {
  it('elements are those of an independent parser', () => {
    fc.assert(
      fc.property(element(4), (xml) => {
        expect(shownElements(tree(xml, 'xml'))).toEqual(elementsOf(xml));
      }),
    );
  });

  it('any text, damaged or not, gives a tree that tiles it', () => {
    const text = fc.oneof(
      element(4).map(encodeUtf8),
      fc.constantFrom(...envelopes.map(({ xml }) => encodeUtf8(xml))),
      fc.json().map(encodeUtf8),
      fc.constantFrom(encodeUtf8(descriptor), latin(descriptor)),
    );
    const as = fc.constantFrom<Format | undefined>('xml', 'soap', 'html', 'json', 'jad', undefined);
    fc.assert(
      fc.property(damaged(text), as, (octets, format) => {
        identify(octets);
        const shown = inspect(octets, { as: format });
        expectTiling(shown);
        expect([shown.start, shown.end]).toEqual([0, octets.length]);
      }),
    );
  });

  it('a value of JSON is known', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (value) => {
        const text = JSON.stringify(value, undefined, 16);
        fc.pre(text.length >= 32);
        expect(identify(encodeUtf8(text)).some(({ format }) => format === 'json')).toBe(true);
      }),
    );
  });
});

const descriptor = [
  'MIDlet-1: Snake, /icon.png, com.example.Snake',
  'MIDlet-Jar-Size: 30720',
  'MIDlet-Jar-URL: http://example.com/snäke.jar',
  'MIDlet-Name: Snake',
  'MIDlet-Vendor: Example',
  'MIDlet-Version: 1.0',
  '',
].join('\r\n');

describe('descriptors of Java programs', () => {
  it('a line each, with what is missing', () => {
    expect(best(descriptor)).toEqual({ format: 'jad', confidence: 0.98, reason: 'the descriptor of the Java program "Snake"' });
    const shown = tree(descriptor);
    expect(shown.warnings).toBeUndefined();
    expect(shown.children.map(({ name: attribute, value }) => [attribute, value])).toEqual(
      descriptor
        .trim()
        .split('\r\n')
        .map((line) => line.split(': ')),
    );
    expect(shown.children[0]?.meaning).toBe('Snake, icon /icon.png, class com.example.Snake');
    const own = tree(`${descriptor}constructor: x\r\n`).children.at(-1);
    expect([own?.name, own?.meaning]).toEqual(['constructor', undefined]);
    const poor = tree(descriptor.replace(/MIDlet-Jar-Size.*\r\n/, 'MIDlet-Name: Worm\r\nnonsense\r\n'));
    expect(poor.warnings).toEqual(['MIDlet-Jar-Size missing: handsets refuse it']);
    expect(poor.children[3]).toMatchObject({ name: 'MIDlet-Jar-URL' });
    expect(poor.children.filter(({ warnings }) => warnings !== undefined)).toMatchObject([
      { warnings: ['given twice; the first counts'] },
    ]);
  });

  it('in ISO-8859-1', () => {
    expect(identify(latin(descriptor))[0]?.format).toBe('jad');
    expectTiling(inspect(latin(descriptor)));
  });

  it('a manifest, whose lines may go on', () => {
    const manifest = 'Manifest-Version: 1.0\nMIDlet-Name: Snake\nMIDlet-Version: 1\nMIDlet-Vendor: A very\n long name\n';
    expect(best(manifest)).toMatchObject({ format: 'jad', reason: 'the manifest of the Java program "Snake"' });
    const shown = tree(manifest);
    expect([shown.warnings, shown.children.at(-1)?.meaning]).toEqual([undefined, 'goes on with MIDlet-Vendor']);
  });

  it.each(['MIDlet-Name: Snake', 'To: Bob\nSubject: MIDlet-Name: Snake\n\nHi', 'Manifest-Version: 1.0\nMain-Class: x'])(
    '%j is none',
    (text) => expect(best(text)?.format).toBe('text'),
  );
});

describe('limits', () => {
  it('deeper elements stand side by side', () => {
    const shown = tree(`${'<a>'.repeat(100)}x${'</a>'.repeat(100)}`, 'xml');
    const depth = (field: Field): number => 1 + Math.max(0, ...field.children.map(depth));
    expect(depth(shown)).toBeLessThan(70);
    expect(depth(inspect(encodeUtf8('<a><b><c>x</c></b></a>'), { as: 'xml', limits: { soapDepth: 1 } }))).toBe(3);
  });

  it('fields are counted', () => {
    const shown = inspect(encodeUtf8('<a/>'.repeat(30)), { as: 'xml', limits: { inspectFields: 20 } });
    expectTiling(shown);
    expect(shown.error).toBeInstanceOf(LimitError);
  });

  it.each([
    ['tags that never end', '<a '],
    ['comments that never end', '<!-- '],
    ['instructions that never end', '<? '],
    ['values that never end', '<a b="> '],
    ['brackets', '['],
    ['braces', '{"a":'],
    ['bodies', '<Envelope><Body '],
    ['entities', '&#x'],
    ['attributes', 'MIDlet-A: '],
  ])('half a megabyte of %s ends in time', (_, piece) => {
    const octets = encodeUtf8(piece.repeat(Math.floor(500_000 / piece.length)));
    identify(octets);
    for (const as of ['xml', 'soap', 'json', 'jad'] as const) expect(inspect(octets, { as }).end).toBe(octets.length);
  });
});
