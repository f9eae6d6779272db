import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../../src/bytes/index.js';
import type { Issue } from '../../../src/bytes/reading.js';
import { DEFAULT_LIMITS, type DecodeError, type FormatErrorCode } from '../../../src/errors.js';
import { encodeWbxml, formatPushXml } from '../../../src/push/index.js';
import { mayBeCharset, peekPublicId, readWbxmlTree, type WbxmlTreeOptions } from '../../../src/push/wbxml/tree.js';
import { wbxmlToXml } from '../../../src/push/wbxml/xml.js';
import { hex } from '../../support/hex.js';
import { damaged, expectValueOrFormatError, refusal } from '../../support/hostile.js';
import { pushDocument } from '../../support/push-documents.js';
import { costly } from '../../support/runs.js';
import { expectTiling } from '../../support/tiling.js';
import { fixture } from '../../support/vectors.js';
import { anyWbxmlDocument, multiByte } from '../../support/wbxml-documents.js';
import { parseXmlTree, withTexts } from '../../support/xml-trees.js';

const ascii = (text: string) => toHex(new TextEncoder().encode(text));
/** The XML after the declaration and the document type. */
const rootOf = (octets: Uint8Array | string, options?: WbxmlTreeOptions) =>
  wbxmlToXml(typeof octets === 'string' ? hex(octets) : octets, options)
    .replace('<?xml version="1.0"?>', '')
    .replace(/<!DOCTYPE[^>]*>/, '');

/** The tree of a document, and of one that cannot be read. */
function treeOf(octets: Uint8Array, options?: WbxmlTreeOptions): Field {
  const trace = new Trace('WBXML');
  try {
    readWbxmlTree(new ByteReader(octets, trace), options);
    return trace.finish(octets.length);
  } catch (error) {
    return trace.fail(error as DecodeError, octets.length);
  }
}

const everyField = (field: Field): Field[] => [field, ...field.children.flatMap(everyField)];

describe('the examples of the specification', () => {
  // WAP-192 section 8.1: BR is 05, CARD 06, XYZ 07 there, in a document type that nobody registered.
  it('a simple document', () => {
    const octets = `02 01 03 00 47 46 03 ${ascii(' X & Y')} 00 05 03 ${ascii(' X')} 00 02 81 20 03 ${ascii('=')} 00 02 81 20 03 ${ascii('1 ')} 00 01 01`;
    expect(wbxmlToXml(hex(octets))).toBe(
      '<?xml version="1.0"?><tag-0-07><tag-0-06> X &amp; Y<tag-0-05/> X\u00a0=\u00a01 </tag-0-06></tag-0-07>',
    );
  });

  // Section 8.2: CARD 05, INPUT 06, XYZ 07, DO 08; STYLE="LIST" 05, TYPE 06, TYPE="TEXT" 07, URL="http://" 08, NAME 09, KEY 0A; .org 85, ACCEPT 86.
  it('an expanded document, with a string table and attributes', () => {
    const table = `${ascii('abc')} 00 ${ascii(' Enter name: ')} 00`;
    const octets = `02 01 6A 12 ${table} 47 C5 09 83 00 05 01 88 06 86 08 03 ${ascii('xyz')} 00 85 03 ${ascii('/s')} 00 01 83 04 86 07 0A 03 ${ascii('N')} 00 01 01 01`;
    expect(rootOf(octets)).toBe(
      '<tag-0-07><tag-0-05 attribute-0-09="abc" attribute-0-05="">' +
        '<tag-0-08 attribute-0-06="{value-0-86}" attribute-0-08="xyz{value-0-85}/s"/>' +
        ' Enter name: <tag-0-06 attribute-0-07="" attribute-0-0A="N"/></tag-0-05></tag-0-07>',
    );
  });

  // EMN 1.0 (OMA-Push-EMN-V1_0) section 7.
  it('an e-mail notification', () => {
    const octets = `03 0D 6A 00 85 07 03 ${ascii('user@wapforum')} 00 88 05 C3 06 20 02 04 16 06 40 01`;
    expect(wbxmlToXml(hex(octets))).toBe(
      '<?xml version="1.0"?><!DOCTYPE emn PUBLIC "-//WAPFORUM//DTD EMN 1.0//EN" "http://www.wapforum.org/DTD/emn.dtd">' +
        '<emn mailbox="mailat:user@wapforum.org" timestamp="2002-04-16T06:40:00Z"/>',
    );
  });
});

describe('what xml2wbxml writes', () => {
  const { vectors } = fixture('vectors/wbxml.json') as {
    vectors: readonly { readonly id: string; readonly xml: string; readonly wbxmlHex: string; readonly back: string }[];
  };
  /** It takes the elements of DRM rights without their prefix, and leaves their namespaces out. */
  const unprefixed = (xml: string) => xml.replace(/ xmlns:[^>]*|(?<=<\/?)o-\w\w:/g, '');
  /** wbxml2xml says of a document that it opened that its type is the XML. */
  const asWbxml = (xml: string) => xml.replace('vnd.syncml-devinf+xml', 'vnd.syncml-devinf+wbxml');

  it.each(vectors)('$id: the XML that it was, and that wbxml2xml shows', ({ id, xml, wbxmlHex, back }) => {
    // In a card it ends lines as cards do, which an XML parser takes back.
    const tree = withTexts(parseXmlTree(wbxmlToXml(hex(wbxmlHex))), (text) => text.replaceAll('\r\n', '\n'));
    expect(tree).toEqual(parseXmlTree(id === 'drmrel' ? unprefixed(xml) : xml));
    expect(tree).toEqual(parseXmlTree(asWbxml(back)));
    expectTiling(treeOf(hex(wbxmlHex)));
  });
});

describe('worked by hand', () => {
  it.each<[what: string, octets: string, xml: string]>([
    [
      'a page of WML 1.1',
      `01 04 6A 00 7F E7 55 03 ${ascii('a')} 00 36 03 ${ascii('T')} 00 01 60 03 ${ascii('Hi ')} 00 26 01 01 01`,
      '<wml><card id="a" title="T"><p>Hi <br/></p></card></wml>',
    ],
    [
      'variables, inline and in the string table',
      `03 0A 6A 02 ${ascii('n')} 00 7F 67 60 40 ${ascii('n')} 00 81 00 42 ${ascii('n')} 00 01 01 01`,
      '<wml><card><p>$(n:escape)$(n:unesc)$(n:noesc)</p></card></wml>',
    ],
    [
      'a variable in an attribute',
      `03 0A 6A 00 9C 4A 03 ${ascii('?a=')} 00 80 00 01`.replace('03 0A 6A 00', `03 0A 6A 02 ${ascii('v')} 00`),
      '<a href="?a=$(v:escape)"/>',
    ],
    [
      'settings over two pages of attributes',
      // A page of attributes stays turned until the next turn; that of tags is another.
      `03 0B 6A 00 45 C6 00 01 55 01 87 36 00 00 06 03 ${ascii('w2')} 00 01 87 10 06 AB 01 01 01`,
      '<wap-provisioningdoc><characteristic type="APPLICATION"><parm name="APPID" value="w2"/><parm name="BEARER" value="GSM-GPRS"/></characteristic></wap-provisioningdoc>',
    ],
    [
      'browser settings, whose type is unknown',
      `01 01 6A 00 45 C6 06 01 87 12 45 01 87 13 11 03 ${ascii('1.2.3.4')} 00 01 01 01`,
      '<CHARACTERISTIC-LIST><CHARACTERISTIC TYPE="ADDRESS"><PARM NAME="BEARER" VALUE="GSM/CSD"/><PARM NAME="PROXY" VALUE="1.2.3.4"/></CHARACTERISTIC></CHARACTERISTIC-LIST>',
    ],
    [
      'synchronisation, with the namespaces of its pages, and a type by its name',
      `02 00 00 6A 1E ${ascii('-//SYNCML//DTD SyncML 1.1//EN')} 00 6D 6B 60 4B 03 ${ascii('1')} 00 01 5A 00 01 4C 03 ${ascii('9')} 00 01 01 00 00 12 01 01 01`,
      '<SyncML xmlns="SYNCML:SYNCML1.1"><SyncBody><Replace><CmdID>1</CmdID><Meta><MaxMsgSize xmlns="syncml:metinf">9</MaxMsgSize></Meta><Final/></Replace></SyncBody></SyncML>',
    ],
    [
      'a key of DRM as base64, though it is text',
      `03 0E 6A 00 45 4C C3 03 ${ascii('abc')} 01 01`,
      '<o-ex:rights><ds:KeyValue>YWJj</ds:KeyValue></o-ex:rights>',
    ],
    [
      'numbers, dates and common values of CSP',
      // 25 September 2001, 13:40:13 UTC, whose bits are worked out below.
      `03 10 6A 00 49 4B C3 02 02 13 01 51 C3 06 1F 46 72 DA 0D 5A 01 61 80 0B 01 01`,
      '<WV-CSP-Message><Code>531</Code><DateTime>20010925T134013Z</DateTime><Poll>F</Poll></WV-CSP-Message>',
    ],
    [
      'opaque data that are no text, as base64',
      '03 0B 6A 00 45 C3 03 FF 00 80 01',
      '<wap-provisioningdoc>/wCA</wap-provisioningdoc>',
    ],
    [
      'opaque data that are text',
      `02 9F 53 6A 00 71 C3 03 ${ascii('1.1')} 01`,
      '<VerDTD xmlns="SYNCML:SYNCML1.1">1.1</VerDTD>',
    ],
    [
      'a processing instruction before, inside and after',
      `03 0A 6A 03 ${ascii('pi')} 00 43 04 00 03 ${ascii('a?>')} 00 01 7F 43 04 00 01 01 43 04 00 01`,
      '<?pi a? >?><wml><?pi?></wml><?pi?>',
    ],
    [
      'an attribute by its name',
      `03 0A 6A 03 ${ascii('xy')} 00 BF 04 00 03 ${ascii('<"&\t')} 00 01`,
      '<wml xy="&lt;&quot;&amp;&#9;"/>',
    ],
    ['a public identifier nobody knows', `03 A3 34 6A 00 45 05 01`, '<tag-0-05><tag-0-05/></tag-0-05>'],
    [
      'all tokens of a type nobody knows',
      `03 A3 34 6A 00 45 40 ${ascii('x')} 00 81 05 C2 00 02 06 01`,
      '<tag-0-05>{EXT_I_0 x}{EXT_T_1 5}{EXT_2}<tag-2-06/></tag-0-05>',
    ],
    ['Shift_JIS', '03 0A 11 00 7F 03 83 41 00 01', '<wml>ア</wml>'],
    [
      'octets of CSP that are neither a number nor a date',
      // None, four and five octets.
      `03 10 6A 00 49 4B C3 00 01 4B C3 04 FF FF FF FF 01 4B C3 05 ${ascii('abcde')} 01 01`,
      '<WV-CSP-Message><Code/><Code>4294967295</Code><Code>abcde</Code></WV-CSP-Message>',
    ],
    ['a date of CSP without a zone', '03 10 6A 00 51 C3 06 1F 46 72 DA 0D 00 01', '<DateTime>20010925T134013</DateTime>'],
    [
      'a content of CSP, which is a text of any length',
      `03 10 6A 00 49 62 4D C3 02 ${ascii('hi')} 01 01 01`,
      '<WV-CSP-Message><Presence><ContentData>hi</ContentData></Presence></WV-CSP-Message>',
    ],
    [
      'opaque data with a character that XML lacks, as base64',
      '03 0B 6A 00 45 C3 02 07 41 01',
      '<wap-provisioningdoc>B0E=</wap-provisioningdoc>',
    ],
    [
      'octets of a date in an attribute of another kind, as base64',
      '03 0D 6A 00 85 06 C3 04 20 24 12 31 01',
      '<emn mailbox="ICQSMQ=="/>',
    ],
    [
      'octets of a date in an element with the name of a date, as base64',
      `03 A3 34 6A 0A ${ascii('timestamp')} 00 44 00 C3 04 20 24 12 31 01`,
      '<timestamp>ICQSMQ==</timestamp>',
    ],
    ['a document in an attribute stays closed', '03 0D 6A 00 85 06 C3 05 03 0D 6A 00 05 01', '<emn mailbox="Aw1qAAU="/>'],
    [
      'a document of four octets in an element, which are the fewest',
      '03 0D 6A 00 45 C3 04 00 0D 00 05 01',
      '<emn><emn/></emn>',
    ],
    [
      'an attribute on a page of its own, of a type nobody knows',
      '03 A3 34 6A 00 85 00 01 07 00 02 86 01',
      '<tag-0-05 attribute-1-07="{value-2-86}"/>',
    ],
    [
      'an element by its name has the namespace of the one around it',
      `02 9F 53 6A 02 ${ascii('n')} 00 6D 5A 00 01 44 00 0C 01 01 01`,
      '<SyncML xmlns="SYNCML:SYNCML1.1"><Meta><n><MaxMsgSize xmlns="syncml:metinf"/></n></Meta></SyncML>',
    ],
    [
      'a namespace that the document gives itself',
      `02 9F 53 6A 06 ${ascii('xmlns')} 00 AD 04 00 03 ${ascii('a')} 00 01`,
      '<SyncML xmlns="a"/>',
    ],
    [
      'a namespace beside another attribute',
      `02 9F 53 6A 02 ${ascii('n')} 00 AD 04 00 03 ${ascii('a')} 00 01`,
      '<SyncML xmlns="SYNCML:SYNCML1.1" n="a"/>',
    ],
    [
      'instructions with the name of the declaration, and with one like it',
      `03 0A 6A 18 ${ascii('xMl')} 00 ${ascii('xml-stylesheet')} 00 ${ascii('axml')} 00 43 04 00 01 43 04 04 01 43 04 13 01 3F`,
      '<?PI?><?xml-stylesheet?><?axml?><wml/>',
    ],
    ['a string of nothing', '03 0D 6A 00 45 03 00 01', '<emn/>'],
    ['DEL, in US-ASCII', '03 0D 03 00 45 03 7F 00 01', '<emn>\x7f</emn>'],
    ['the last character of ISO 8859-1', '03 0D 04 00 45 03 FF 00 01', '<emn>ÿ</emn>'],
    ['UTF-16', '03 0A 87 77 00 7F 03 00 41 30 A2 00 00 01', '<wml>Aア</wml>'],
  ])('%s', (_, octets, xml) => {
    expect(rootOf(octets)).toBe(xml);
    const tree = treeOf(hex(octets));
    expectTiling(tree);
    expect([tree.error, everyField(tree).flatMap(({ warnings = [] }) => warnings)]).toEqual([undefined, []]);
  });

  it('the bits of a date of CSP', () => {
    // 00 then year 2001 in 12 bits, month 9 in 4, day 25 in 5, hour 13 in 5, minute 40 in 6, second 13 in 6, and the letter of the zone.
    const fields: [number, number][] = [
      [0, 2],
      [2001, 12],
      [9, 4],
      [25, 5],
      [13, 5],
      [40, 6],
      [13, 6],
      [0x5a, 8],
    ];
    const bits = fields.map(([value, width]) => value.toString(2).padStart(width, '0')).join('');
    expect(
      bits
        .match(/.{8}/g)
        ?.map((octet) => Number.parseInt(octet, 2).toString(16).padStart(2, '0').toUpperCase())
        .join(' '),
    ).toBe('1F 46 72 DA 0D 5A');
  });

  it('the content type tells the type of a document that does not', () => {
    const contentType = 'application/vnd.wap.emn+wbxml';
    expect(rootOf('03 01 6A 00 05')).toBe('<tag-0-05/>');
    expect(rootOf('03 01 6A 00 05', { contentType })).toBe('<emn/>');
    expect(rootOf('03 0D 6A 00 05', { contentType: 'application/vnd.wap.wmlc' })).toBe('<emn/>');
    expect(rootOf('03 01 6A 00 05', { contentType: 'a/b' })).toBe('<tag-0-05/>');
    // No settings: a tag that they do not have.
    expect(rootOf('03 01 6A 00 45 08 01')).toBe('<tag-0-05><tag-0-08/></tag-0-05>');
  });

  it.each<[what: string, octets: string, xml: string, options?: WbxmlTreeOptions]>([
    [
      'an attribute, and a tag that settings lack',
      '01 01 6A 00 45 C6 06 01 08 01 01',
      '<tag-0-05><tag-0-06 attribute-0-06=""><tag-0-08/></tag-0-06></tag-0-05>',
    ],
    ['an attribute that settings lack', '01 01 6A 00 45 86 05 01 01', '<tag-0-05><tag-0-06 attribute-0-05=""/></tag-0-05>'],
    ['another root than that of settings', '01 01 6A 00 86 06 01', '<tag-0-06 attribute-0-06=""/>'],
    [
      'what could be settings, of another type',
      '01 A3 34 6A 00 45 86 06 01 01',
      '<tag-0-05><tag-0-06 attribute-0-06=""/></tag-0-05>',
    ],
    [
      'another type, whatever the content type',
      '03 A3 34 6A 00 05',
      '<tag-0-05/>',
      { contentType: 'application/vnd.wap.emn+wbxml' },
    ],
  ])('a document is not taken for settings: %s', (_, octets, xml, options) => {
    expect(rootOf(octets, options)).toBe(xml);
  });

  it('pieces of a text are one child', () => {
    const { children } = readWbxmlTree(new ByteReader(hex('03 0D 6A 00 45 03 41 00 02 42 03 00 03 43 00 01')));
    expect(children.map(({ children: texts }) => texts)).toEqual([['ABC']]);
    const [empty] = readWbxmlTree(new ByteReader(hex('03 0D 6A 00 45 03 00 01'))).children;
    expect(empty?.children).toEqual([]);
  });

  it('a document type without an address has an empty one in the declaration', () => {
    expect(wbxmlToXml(hex('03 12 6A 00 09'))).toBe(
      '<?xml version="1.0"?><!DOCTYPE WV-CSP-Message PUBLIC "-//OMA//DTD IMPS-CSP 1.3//EN" ""><WV-CSP-Message/>',
    );
  });

  it('a document inside of something larger ends there', () => {
    const instruction = `43 04 00 03 ${ascii('x')} 00 01`;
    const octets = hex(`03 0A 6A 03 ${ascii('pi')} 00 3F ${instruction}`);
    const end = 8;
    expect(readWbxmlTree(new ByteReader(octets)).children).toHaveLength(2);
    expect(readWbxmlTree(new ByteReader(octets, undefined, 0, end)).children).toHaveLength(1);
    // Opaque data that go on after it are not looked into.
    const longer = hex('03 0D 6A 00 45 C3 05 03 0D 6A 00 05 01');
    expect(refusal(() => readWbxmlTree(new ByteReader(longer, undefined, 0, 11)))).toEqual({
      code: 'truncated',
      field: 'WBXML/emn/octets',
      offset: 7,
    });
    // The second octet of a NUL of UCS-2 is after the end.
    const wide = hex('03 0D 87 68 00 45 03 00 41 00 00 01');
    expect(rootOf(wide)).toBe('<emn>A</emn>');
    expect(refusal(() => readWbxmlTree(new ByteReader(wide, undefined, 0, 10)))).toEqual({
      code: 'truncated',
      field: 'WBXML/emn',
      offset: 6,
    });
  });

  it.each<[what: string, octets: string, publicId: number | string]>([
    ['of nothing but a version', '03', 1],
    ['a number', '03 0D 6A 00 05', 0x0d],
    ['a number, before a charset of the platform', '03 0D 11 00 05', 0x0d],
    ['a number, before UTF-16', '03 0D 87 75 00 05', 0x0d],
    ['a text', `03 00 00 6A 04 ${ascii('abc')} 00 05`, 'abc'],
    ['a text without a NUL', `03 00 01 6A 03 ${ascii('abc')} 05`, 'bc'],
    ['a number, before a charset that nobody reads', '03 0D 83 7F 00 05', 1],
  ])('the public identifier of a document that is not read: %s', (_, octets, publicId) => {
    const reader = new ByteReader(hex(octets));
    expect(peekPublicId(reader)).toBe(publicId);
    expect(reader.offset).toBe(0);
  });

  it.each([
    [3, true],
    [4, true],
    [106, true],
    [1000, true],
    [1013, true],
    [1015, true],
    // Shift_JIS, of WSP.
    [17, true],
    [0, false],
    [1012, false],
    [99_999, false],
  ])('charset %d may be one that is read: %s', (mib, may) => {
    expect(mayBeCharset(mib)).toBe(may);
  });

  it('a string that the platform cannot decode names the decoder as the cause', () => {
    expect(() => readWbxmlTree(new ByteReader(hex('03 0D 11 00 45 03 83 00 01')))).toThrow(
      expect.objectContaining({ reason: 'is not in the charset of the document', cause: expect.any(TypeError) }),
    );
  });

  it('a document inside of another one is opened, once', () => {
    const devInf = `03 9F 54 6A 00 4A 51 03 ${ascii('Me')} 00 01 01`;
    const inner = hex(devInf);
    const octets = Uint8Array.of(...hex('03 9F 53 6A 00 6D 4F C3'), ...multiByte(inner.length), ...inner, 0x01, 0x01);
    expect(rootOf(octets)).toBe(
      '<SyncML xmlns="SYNCML:SYNCML1.1"><Data><DevInf xmlns="syncml:devinf"><Man>Me</Man></DevInf></Data></SyncML>',
    );
    const tree = treeOf(octets);
    expectTiling(tree);
    expect(everyField(tree).find(({ name }) => name === 'octets')).toMatchObject({ meaning: 'DevInf 1.1 in WBXML' });
    expect(everyField(tree).filter(({ name }) => name === 'DevInf')).toHaveLength(1);
    // What the inner one holds is not looked into.
    const twice = Uint8Array.of(...hex('03 9F 53 6A 00 6D 4F C3'), ...multiByte(octets.length), ...octets, 0x01, 0x01);
    const data = Buffer.from(inner).toString('base64');
    expect(rootOf(twice)).toBe(`<SyncML xmlns="SYNCML:SYNCML1.1"><Data><SyncML><Data>${data}</Data></SyncML></Data></SyncML>`);
  });

  it('an element tells its text or its attributes', () => {
    const tree = treeOf(
      hex(
        `03 0B 6A 00 C5 45 03 ${ascii('1.0')} 00 01 C6 51 01 87 15 06 03 ${ascii('x'.repeat(90))} 00 01 03 ${ascii('y')} 00 01 01`,
      ),
    );
    const meanings = everyField(tree).flatMap(({ name, meaning }) =>
      /^(?:wap|characteristic|parm)/.test(name) ? [[name, meaning]] : [],
    );
    expect(meanings).toEqual([
      ['wap-provisioningdoc', 'version="1.0"'],
      ['characteristic', '"y"'],
      ['parm', `name="PROXY-ID" value="${'x'.repeat(57)}...`],
    ]);
  });

  it('SI, SL and CO have the XML of their own writer', () => {
    fc.assert(
      fc.property(pushDocument, (document) => {
        expect(parseXmlTree(wbxmlToXml(encodeWbxml(document)))).toEqual(parseXmlTree(formatPushXml(document)));
      }),
    );
  });
});

describe('lenient reading', () => {
  it.each<[what: string, octets: string, xml: string, issue: [FormatErrorCode, string, number]]>([
    ['a tag that the type lacks', '03 0D 6A 00 45 06 01', '<emn><tag-0-06/></emn>', ['bad-value', 'WBXML/emn', 5]],
    ['an attribute that the type lacks', '03 0D 6A 00 85 10 01', '<emn attribute-0-10=""/>', ['bad-value', 'WBXML/emn', 5]],
    [
      'a value that the type lacks',
      '03 0D 6A 00 85 06 89 01',
      '<emn mailbox="{value-0-89}"/>',
      ['bad-value', 'WBXML/emn/mailbox', 6],
    ],
    ['a page that the type lacks', '03 0D 6A 00 45 00 03 05 01', '<emn><tag-3-05/></emn>', ['bad-value', 'WBXML/emn/page', 6]],
    ['an extension that the type lacks', '03 0D 6A 00 45 C0 01', '<emn>{EXT_0}</emn>', ['bad-value', 'WBXML/emn', 5]],
    ['a reserved extension of WML', '03 0A 6A 00 7F C1 01', '<wml>{EXT_1}</wml>', ['bad-value', 'WBXML/wml', 5]],
    [
      'a value of CSP that there is not',
      '03 10 6A 00 49 80 BF 7F 01',
      '<WV-CSP-Message>{EXT_T_0 8191}</WV-CSP-Message>',
      ['bad-value', 'WBXML/WV-CSP-Message', 5],
    ],
    [
      'an attribute given twice: the first one',
      `03 0D 6A 00 85 06 03 ${ascii('a')} 00 06 03 ${ascii('b')} 00 01`,
      '<emn mailbox="a"/>',
      ['bad-value', 'WBXML/emn/mailbox', 9],
    ],
    ['attributes that are announced', '03 0D 6A 00 85 01', '<emn/>', ['bad-value', 'WBXML/emn', 4]],
    [
      'a date that is none, as it is',
      '03 0D 6A 00 85 05 C3 02 41 42 01',
      '<emn timestamp="AB"/>',
      ['bad-value', 'WBXML/emn/timestamp', 8],
    ],
    ['ISO 8859-1 under the name of UTF-8', '03 0D 6A 00 45 03 E9 00 01', '<emn>é</emn>', ['bad-value', 'WBXML/emn', 6]],
    ['a character that XML lacks', '03 0D 6A 00 45 03 41 07 00 01', '<emn>A\ufffd</emn>', ['bad-value', 'WBXML/emn', 7]],
    ['an entity that XML lacks', '03 0D 6A 00 45 02 07 01', '<emn>\ufffd</emn>', ['bad-value', 'WBXML/emn', 6]],
    ['a name that XML lacks', '03 0D 6A 02 31 00 44 00 01', '<literal/>', ['bad-value', 'WBXML', 6]],
    ['octets after the document', '03 0D 6A 00 05 00 FF', '<emn/>', ['trailing-bytes', 'WBXML', 5]],
    [
      'a type whose name has no NUL',
      `02 00 00 6A 1D ${ascii('-//SYNCML//DTD SyncML 1.1//EN')} 2D`,
      '<SyncML xmlns="SYNCML:SYNCML1.1"/>',
      ['truncated', 'WBXML/publicid-index', 2],
    ],
    ['a document cut in a string', '03 0D 6A 00 C5 06 03 41', '<emn/>', ['truncated', 'WBXML/emn/mailbox', 6]],
    [
      'a document cut after a tag',
      '03 0A 6A 00 7F E7 55 03 61 00 01 60',
      '<wml><card id="a"><p/></card></wml>',
      ['truncated', 'WBXML/wml/card/p', 12],
    ],
    [
      'a second EXT_T of CSP: values are those of EXT_T_0',
      '03 10 6A 00 49 81 0B 01',
      '<WV-CSP-Message>{EXT_T_1 11}</WV-CSP-Message>',
      ['bad-value', 'WBXML/WV-CSP-Message', 5],
    ],
    [
      'EXT_T_0 of a type without extensions',
      '03 0D 6A 00 45 80 05 01',
      '<emn>{EXT_T_0 5}</emn>',
      ['bad-value', 'WBXML/emn', 5],
    ],
    [
      'a character that XML lacks after one of two octets',
      '03 0D 6A 00 45 03 C3 A9 07 00 01',
      '<emn>é\ufffd</emn>',
      ['bad-value', 'WBXML/emn', 8],
    ],
    [
      'a character that XML lacks in ISO 8859-1',
      '03 0D 04 00 45 03 E9 07 00 01',
      '<emn>é\ufffd</emn>',
      ['bad-value', 'WBXML/emn', 7],
    ],
    ['two octets of UTF-8 in US-ASCII', '03 0D 03 00 45 03 41 C3 A9 00 01', '<emn>AÃ©</emn>', ['bad-value', 'WBXML/emn', 7]],
    ['half a character of Shift_JIS', '03 0D 11 00 45 03 41 83 00 01', '<emn>A\x83</emn>', ['bad-value', 'WBXML/emn', 6]],
    [
      'an instruction cut before its value is read',
      `03 0A 6A 03 ${ascii('pi')} 00 7F 43 04 00 03 61`,
      '<wml><?PI?></wml>',
      ['truncated', 'WBXML/wml/PI/pi', 11],
    ],
    [
      'settings of no type, cut',
      '01 01 6A 00 45 C6 06 01',
      '<CHARACTERISTIC-LIST><CHARACTERISTIC TYPE="ADDRESS"/></CHARACTERISTIC-LIST>',
      ['truncated', 'WBXML/CHARACTERISTIC-LIST/CHARACTERISTIC', 8],
    ],
    [
      'a document that ends where the octets end',
      '03 0D 6A 00 45 C3 05 03 0D 6A 00 05',
      '<emn><emn/></emn>',
      ['truncated', 'WBXML/emn', 12],
    ],
    ['a token that has no place', '03 0A 6A 00 7F A7 85 01 01', '<wml><card/></wml>', ['bad-value', 'WBXML/wml/card', 6]],
  ])('%s', (_, octets, xml, [code, field, offset]) => {
    expect(refusal(() => wbxmlToXml(hex(octets)))).toEqual({ code, field, offset });
    const issues: Issue[] = [];
    expect(rootOf(octets, { lenient: true, onIssue: (issue) => issues.push(issue) })).toBe(xml);
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it.each([
    ['nothing', '', 'truncated', 'WBXML/version', 0],
    ['a version to come', '04 0D 6A 00 05', 'bad-value', 'WBXML/version', 0],
    ['a charset that nobody reads', '03 0D 83 7F 00 05', 'bad-value', 'WBXML/charset', 2],
    ['a string table longer than the document', '03 0D 6A 09 05', 'truncated', 'WBXML/strtbl', 4],
    ['no root', '03 0D 6A 00', 'truncated', 'WBXML/emn', 4],
    ['END for a root', '03 0D 6A 00 01', 'bad-value', 'WBXML', 4],
    ['a text for a root', '03 0D 6A 00 03 41 00', 'bad-value', 'WBXML', 4],
    ['opaque data for a root', '03 0D 6A 00 C3 00', 'bad-value', 'WBXML', 4],
    ['an instruction alone', `03 0D 6A 02 41 00 43 04 00 01`, 'truncated', 'WBXML/emn', 10],
    ['an instruction of nothing', '03 0D 6A 00 43 01', 'bad-value', 'WBXML/PI', 5],
    ['an instruction of two attributes', '03 0A 6A 02 41 00 43 04 00 05 01 3F', 'bad-value', 'WBXML/PI', 9],
    ['an instruction alone, of no type', '03 01 6A 02 41 00 43 04 00 01', 'truncated', 'WBXML/element', 10],
    ['an element with an empty name', '03 A3 34 6A 01 00 04 00', 'bad-value', 'WBXML', 6],
    ['an index cut short', '03 0A 6A 02 41 00 04', 'truncated', 'WBXML/index', 7],
    ['an index of a public identifier cut short', '03 00', 'truncated', 'WBXML/publicid-index', 2],
  ])('refuses %s', (_, octets, code, field, offset) => {
    for (const lenient of [false, true]) {
      expect(refusal(() => wbxmlToXml(hex(octets), { lenient }))).toEqual({ code, field, offset });
    }
  });
});

describe('limits', () => {
  const limitAt = (field: string, offset: number) => ({ code: 'limit-exceeded', field, offset });
  const nested = (depth: number) =>
    Uint8Array.of(
      ...hex('03 0B 6A 00'),
      ...new Uint8Array(depth - 1).fill(0x46),
      0x06,
      ...new Uint8Array(depth - 1).fill(0x01),
    );

  it('elements inside of each other', () => {
    const { wbxmlTreeDepth } = DEFAULT_LIMITS;
    expect(rootOf(nested(wbxmlTreeDepth)).match(/<characteristic/g)).toHaveLength(wbxmlTreeDepth);
    expect(refusal(() => wbxmlToXml(nested(wbxmlTreeDepth + 1)))).toMatchObject({
      code: 'limit-exceeded',
      offset: 4 + wbxmlTreeDepth,
    });
    expect(rootOf(nested(3), { limits: { wbxmlTreeDepth: 3 } })).toContain('<characteristic/>');
  });

  it('elements and attributes', () => {
    const octets = hex('03 0B 6A 00 45 07 07 87 05 01 01');
    expect(rootOf(octets, { limits: { wbxmlTreeElements: 5 } })).toContain('<parm name=""/>');
    expect(refusal(() => wbxmlToXml(octets, { limits: { wbxmlTreeElements: 4 } }))).toEqual(
      limitAt('WBXML/wap-provisioningdoc/parm', 8),
    );
    // Documents inside of each other are counted together.
    const outer = Uint8Array.of(...hex('03 0B 6A 00 45 C3 0B'), ...octets, 0x01);
    expect(rootOf(outer, { limits: { wbxmlTreeElements: 6 } })).toContain('<parm name=""/>');
    expect(rootOf(outer, { limits: { wbxmlTreeElements: 5 } })).not.toContain('parm');
  });

  it('documents that do not say their type, inside of each other', () => {
    // From the inside out: what each document begins with is put before what it holds.
    const heads: number[][] = [];
    let length = hex('01 01 6A 00 45 01').length;
    for (let i = 0; i < 3000; i++) {
      heads.push([...hex('01 01 6A 00 45 C3'), ...multiByte(length)]);
      length += (heads.at(-1) as number[]).length + 1;
    }
    const ends = new Array<number>(3000).fill(0x01);
    const octets = Uint8Array.of(...heads.reverse().flat(), ...hex('01 01 6A 00 45 01'), ...ends);
    expect(octets).toHaveLength(length);
    expect(rootOf(octets)).toMatch(/^<tag-0-05>[A-Za-z0-9+/]+=*<\/tag-0-05>$/);
  });

  it('octets', () => {
    const limits = { wbxmlTreeOctets: 4 };
    expect(refusal(() => wbxmlToXml(hex('03 0D 6A 00 05'), { limits }))).toEqual(limitAt('WBXML', 4));
  });

  it.each([
    ['US-ASCII', '03', '41 42 00'],
    ['ISO 8859-1', '04', 'E9 E9 00'],
    ['UTF-8 of one octet', '6A', '41 42 00'],
    ['UTF-8 of three octets', '6A', 'E4 BD A0 E5 A5 BD 00'],
    ['UCS-2', '87 68', '4F 60 59 7D 00 00'],
    ['Shift_JIS', '11', 'B1 B2 00'],
  ])('characters, not octets, of %s', (_, charset, string) => {
    const octets = hex(`03 0D ${charset} 00 45 03 ${string} 01`);
    expect(rootOf(octets, { limits: { wbxmlTreeCharacters: 2 } })).toMatch(/^<emn>..<\/emn>$/);
    expect(refusal(() => wbxmlToXml(octets, { limits: { wbxmlTreeCharacters: 1 } }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'WBXML/emn',
    });
  });

  it('octets of a name in the string table', () => {
    const named = (length: number) => `03 A3 34 6A ${toHex(Uint8Array.of(length + 1))} ${ascii('n'.repeat(length))} 00 04 00`;
    expect(rootOf(named(64))).toBe(`<${'n'.repeat(64)}/>`);
    expect(refusal(() => wbxmlToXml(hex(named(65)), { lenient: true }))).toEqual({
      code: 'bad-value',
      field: 'WBXML',
      offset: 5 + 66,
    });
  });

  it('a long entry of the string table, named again and again', () => {
    const entry = new Uint8Array(4001).fill(0x61);
    entry[4000] = 0;
    const references = Array.from({ length: 1000 }, () => [0x83, 0x00]).flat();
    const octets = Uint8Array.of(...hex('03 0D 6A 9F21'), ...entry, 0x45, ...references, 0x01);
    expect(refusal(() => wbxmlToXml(octets))).toMatchObject({ code: 'limit-exceeded', field: 'WBXML/emn' });
    const names = Uint8Array.of(...hex('03 0B 6A 00 45'), ...Array.from({ length: 9 }, () => [0x02, 0x41]).flat(), 0x01);
    expect(refusal(() => wbxmlToXml(names, { limits: { wbxmlTreeCharacters: 8 } }))).toMatchObject({ offset: 5 + 16 });
  });
});

describe('laws', () => {
  it('a document of any type means what its table says', () => {
    fc.assert(
      fc.property(anyWbxmlDocument, ({ octets, root }) => {
        expect(parseXmlTree(wbxmlToXml(octets))).toEqual(root);
        const tree = treeOf(octets);
        expectTiling(tree);
        expect([tree.error, tree.end]).toEqual([undefined, octets.length]);
      }),
    );
  });

  it('damaged, it gives a value or a FormatError, tiles, and what is shown leniently is XML', () => {
    const whole = anyWbxmlDocument.map(({ octets }) => octets);
    const grafted = fc
      .tuple(whole, fc.nat(), fc.uint8Array({ maxLength: 40 }))
      .map(([octets, at, tail]) => Uint8Array.of(...octets.subarray(0, at % (octets.length + 1)), ...tail));
    fc.assert(
      fc.property(fc.oneof(damaged(whole), damaged(damaged(whole)), grafted, fc.uint8Array({ maxLength: 60 })), (octets) => {
        const read = expectValueOrFormatError(() => readWbxmlTree(new ByteReader(octets)), octets.length);
        const tree = treeOf(octets);
        expectTiling(tree);
        // With and without a trace it is one reader.
        expect(tree.error?.message).toBe(read instanceof Error ? read.message : undefined);
        expectTiling(treeOf(octets, { lenient: true }));
        const xml = expectValueOrFormatError(() => wbxmlToXml(octets, { lenient: true }), octets.length);
        if (typeof xml === 'string') expect(parseXmlTree(xml).name).not.toBe('');
        else expect(read).toBeInstanceOf(Error);
      }),
    );
  });

  it('every beginning of a document gives the beginning of its XML', () => {
    fc.assert(
      fc.property(anyWbxmlDocument, ({ octets, root }) => {
        for (let end = 0; end < octets.length; end++) {
          const cut = octets.subarray(0, end);
          expect(refusal(() => wbxmlToXml(cut)).code).toBe('truncated');
          const xml = expectValueOrFormatError(() => wbxmlToXml(cut, { lenient: true }), end);
          if (typeof xml === 'string') expect(parseXmlTree(xml).name).toBe(root.name);
        }
      }),
      costly(50),
    );
  });

  it('what is no octets', () => {
    expect(() => wbxmlToXml('03' as never)).toThrow(/^a WBXML document is /);
    expect(peekPublicId(new ByteReader(hex('FF')))).toBe(1);
  });
});
