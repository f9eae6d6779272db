import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../../src/bytes/index.js';
import { Issue } from '../../../src/bytes/reading.js';
import { DEFAULT_LIMITS, type DecodeError, type FormatErrorCode } from '../../../src/errors.js';
import {
  type CacheOperation,
  decodeCo,
  decodeSi,
  decodeSl,
  decodeWbxml,
  encodeCo,
  encodeSi,
  encodeSl,
  encodeWbxml,
  type PushDocument,
  parseDateTime,
  parsePushXml,
  type ServiceIndication,
  type ServiceLoading,
  WBXML_VERSIONS,
  type WbxmlOptions,
} from '../../../src/push/index.js';
import { readWbxml } from '../../../src/push/wbxml/read.js';
import { hex } from '../../support/hex.js';
import { refusal } from '../../support/hostile.js';
import { href, serviceIndication, style, writeInStyle } from '../../support/push-documents.js';
import { expectTiling } from '../../support/tiling.js';
import { fixture } from '../../support/vectors.js';

interface Vector {
  id: string;
  op: string;
  kind: 'si' | 'sl' | 'co';
  // biome-ignore lint/suspicious/noExplicitAny: the shape depends on the kind
  input: any;
  xml: string;
  wbxmlHex: string;
  hex: string;
  verdict: 'accept' | 'reject';
  // biome-ignore lint/suspicious/noExplicitAny: recorded output of several programs
  oracles: any;
}

const { vectors } = fixture('vectors/wap-push.json') as { vectors: Vector[] };
const encoded = vectors.filter(({ op }) => op === 'encode');
const decoded = vectors.filter(({ op }) => op === 'decode');

/** The model of a vector's input fields. */
function modelOf({ kind, input }: Vector): PushDocument {
  const { href: address, action } = input;
  const given = { ...(address !== undefined && { href: address }), ...(action !== undefined && { action }) };
  if (kind === 'sl') return { kind, sl: given as ServiceLoading };
  if (kind === 'co') {
    const operations = input.invalidate.map(([name, uri]: [string, string]) => ({
      kind: name.replace('invalidate-', ''),
      uri,
    }));
    return { kind, co: { operations } };
  }
  const si: ServiceIndication = {
    ...given,
    ...(input['si-id'] !== undefined && { id: input['si-id'] }),
    ...(input.created !== undefined && { created: new Date(input.created) }),
    ...(input['si-expires'] !== undefined && { expires: new Date(input['si-expires']) }),
    ...(input.content !== undefined && { text: input.content }),
    ...(input.info !== undefined && { info: input.info }),
  };
  return { kind, si };
}

/** The tree of a document, and of one that cannot be read. */
function treeOf(octets: Uint8Array, options?: WbxmlOptions): Field {
  const trace = new Trace('WBXML');
  const reader = new ByteReader(octets, trace);
  try {
    readWbxml(reader, options);
    return trace.finish(octets.length);
  } catch (error) {
    return trace.fail(error as DecodeError, octets.length);
  }
}

function names(field: Field): unknown[] {
  return field.children.map((child) => (child.children.length > 0 ? [child.name, names(child)] : child.name));
}

describe('published vectors', () => {
  it.each(encoded)('$id: the octets of xml2wbxml', (vector) => {
    expect(toHex(encodeWbxml(modelOf(vector))).toLowerCase()).toBe(vector.wbxmlHex);
  });

  it.each(encoded)('$id: from the XML too, and back', ({ xml, wbxmlHex }) => {
    const document = parsePushXml(xml);
    expect(toHex(encodeWbxml(document)).toLowerCase()).toBe(wbxmlHex);
    expect(decodeWbxml(hex(wbxmlHex))).toEqual(document);
  });

  const kannel = encoded.filter(({ oracles }) => oracles['kannel 1.4.5 PPG']?.sameMeaning === true);
  it.each(kannel)('$id: what Kannel made of it reads the same', (vector) => {
    const { segments } = vector.oracles['kannel 1.4.5 PPG'] as { segments: { ud: string }[] };
    const push = hex(segments.map(({ ud }) => ud).join(''));
    const body = push.subarray(3 + (push[2] as number));
    expect(decodeWbxml(body)).toEqual(decodeWbxml(hex(vector.wbxmlHex)));
  });

  it.each(decoded.filter(({ verdict }) => verdict === 'accept'))('$id: reads as wbxml2xml shows it', (vector) => {
    const { xml } = vector.oracles['wbxml2xml 0.11.8'] as { xml?: string };
    // This build of wbxml2xml knows no ISO 8859-1.
    const expected = xml === undefined ? { kind: 'si', si: { href: 'http://a.com/', text: 'été' } } : parsePushXml(xml);
    expect(decodeWbxml(hex(vector.hex))).toEqual(expected);
  });

  it.each<[id: string, code: FormatErrorCode, field: string, offset: number]>([
    ['d-trunc', 'truncated', 'SI/indication/href', 7],
    ['d-opaque-over', 'truncated', 'SI/indication/created/octets', 9],
  ])('%s is refused', (id, code, field, offset) => {
    const vector = decoded.find((one) => one.id === id && one.verdict === 'reject');
    expect(refusal(() => decodeWbxml(hex(vector?.hex as string)))).toEqual({ code, field, offset });
  });
});

describe('writing', () => {
  it.each(WBXML_VERSIONS)('version %s', (version) => {
    const octets = encodeSl({ href: 'http://a.com/' }, { version });
    const number = WBXML_VERSIONS.indexOf(version);
    // Version 1.0 has no charset.
    expect(toHex(octets)).toBe(`0${number}06${number === 0 ? '' : '6A'}0085090361008501`);
    expect(decodeSl(octets)).toEqual({ href: 'http://a.com/' });
  });

  it('white space at the ends of a text is not written, and a text of nothing else is none', () => {
    expect(decodeSi(encodeSi({ text: ' \r\n a  b\t' }))).toEqual({ text: 'a  b' });
    expect(toHex(encodeSi({ text: ' \t\r\n' }))).toBe('02056A00450601');
    expect(decodeSi(encodeSi({ text: '\u00a0x\u00a0' }))).toEqual({ text: '\u00a0x\u00a0' });
  });

  it('nothing given, nothing written', () => {
    expect(toHex(encodeSi({}))).toBe('02056A00450601');
    expect(toHex(encodeSi({ info: [] }))).toBe('02056A00450601');
    expect(toHex(encodeSi({ id: '', href: 'http://' }))).toBe('02056A0045860C110101');
  });

  it('a text has no tokens of addresses (WAP-167 section 8.3)', () => {
    expect(toHex(encodeSi({ text: 'a.com/' }))).toBe('02056A00454603612E636F6D2F000101');
    expect(toHex(encodeSi({ id: 'a.com/b' }))).toBe('02056A0045861103610085036200' + '0101');
  });

  it.each(['\x7f', '\x80', '\u07ff', '\u0800', '\ud7ff', '\ue000', '\ufffd', '\u{10000}', '\u{10ffff}'])(
    'a text is UTF-8: %j',
    (character) => {
      const text = `x${character}x`;
      expect(toHex(encodeSi({ text }))).toBe(`02056A00454603${toHex(new TextEncoder().encode(text))}000101`);
    },
  );

  it.each([300, 1013, 1014, 1015, 1016, 1024, 4000])('a text of %d characters is written whole', (length) => {
    const text = 'é'.repeat(length);
    const octets = encodeSi({ text, id: 'a' });
    expect(octets).toHaveLength(5 + 5 + 2 + 2 * length + 3);
    expect(decodeSi(octets)).toEqual({ id: 'a', text });
  });

  it('milliseconds are left out', () => {
    expect(decodeSi(encodeSi({ created: new Date('2024-02-29T23:59:59.999Z') }))).toEqual({
      created: new Date('2024-02-29T23:59:59Z'),
    });
  });

  it('the octets are of their own', () => {
    const first = encodeSi({ text: 'first' });
    const copy = first.slice();
    encodeSi({ text: 'other' });
    expect(first).toEqual(copy);
    expect(first.buffer.byteLength).toBe(first.length);
  });

  const si = { href: 'http://a.com/' };
  it.each<[what: string, write: () => unknown, code: FormatErrorCode, field: string, offset?: number]>([
    ['a control character in href', () => encodeSi({ href: 'http://a\n' }), 'bad-value', 'SI/indication/href', 8],
    [
      'U+0085 in uri',
      () => encodeCo({ operations: [{ kind: 'object', uri: 'a\x85' }] }),
      'bad-value',
      'CO/invalidate-object[0]/uri',
      1,
    ],
    ['a lone surrogate', () => encodeSi({ text: 'a\ud800b' }), 'unencodable', 'SI/indication', 1],
    ['a NUL', () => encodeSi({ id: 'ab\0' }), 'unencodable', 'SI/indication/si-id', 2],
    ['the first of two', () => encodeSi({ id: '\udc00\ufffe' }), 'unencodable', 'SI/indication/si-id', 0],
    ['an unknown action', () => encodeSi({ action: 'signal-delete' as 'delete' }), 'bad-value', 'SI/indication/action'],
    ['an action of SI in SL', () => encodeSl({ ...si, action: 'delete' as 'cache' }), 'bad-value', 'SL/action'],
    ['a number for a text', () => encodeSi({ text: 5 as unknown as string }), 'bad-value', 'SI/indication'],
    ['a text for a date', () => encodeSi({ created: '2024-01-01' as unknown as Date }), 'bad-value', 'SI/indication/created'],
    ['an invalid date', () => encodeSi({ expires: new Date(Number.NaN) }), 'bad-value', 'SI/indication/si-expires'],
    [
      'the year 10000',
      () => encodeSi({ expires: new Date('+010000-01-01T00:00:00Z') }),
      'bad-value',
      'SI/indication/si-expires',
    ],
    ['the year -1', () => encodeSi({ expires: new Date('-000001-12-31T00:00:00Z') }), 'bad-value', 'SI/indication/si-expires'],
    ['a class with a blank', () => encodeSi({ info: [{ pcdata: '', class: 'a b' }] }), 'bad-value', 'SI/info/item[0]/class'],
    [
      'no class',
      () => encodeSi({ info: [{ pcdata: '' } as { pcdata: string; class: string }] }),
      'bad-value',
      'SI/info/item[0]/class',
    ],
    ['an info that is no list', () => encodeSi({ info: {} as [] }), 'bad-value', 'SI/info'],
    ['an SL without href', () => encodeSl({} as ServiceLoading), 'bad-value', 'SL/href'],
    ['a CO of nothing', () => encodeCo({ operations: [] }), 'bad-value', 'CO'],
    [
      'a CO without uri',
      () => encodeCo({ operations: [{ kind: 'object' }] } as unknown as CacheOperation),
      'bad-value',
      'CO/invalidate-object[0]/uri',
    ],
    [
      'an unknown operation',
      () => encodeCo({ operations: [{ kind: 'page', uri: '' }] } as unknown as CacheOperation),
      'bad-value',
      'CO[0]',
    ],
    ['an unknown version', () => encodeSi(si, { version: '1.4' as '1.3' }), 'bad-value', 'version'],
  ])('refuses %s', (_, write, code, field, offset) => {
    expect(refusal(write)).toEqual({ code, field, offset });
  });

  it('what is no document at all is a TypeError', () => {
    for (const none of [undefined, null, '', 1]) {
      expect(() => encodeSi(none as unknown as ServiceIndication)).toThrow(/^si is .*, not an object$/);
      expect(() => encodeSl(none as unknown as ServiceLoading)).toThrow(/^sl is .*, not an object$/);
      expect(() => encodeCo(none as unknown as CacheOperation)).toThrow(/^co is .*, not an object$/);
    }
    expect(() => encodeWbxml({ kind: 'wml' } as unknown as PushDocument)).toThrow(TypeError);
    expect(() => decodeSi('02056A00' as unknown as Uint8Array)).toThrow(/^a WBXML document is /);
  });
});

it('what a document does not have is no property of what is read', () => {
  expect(decodeSi(encodeSi({}))).toStrictEqual({});
  expect(decodeSl(encodeSl({ href: 'http://a/' }))).toStrictEqual({ href: 'http://a/' });
  const co = { operations: [{ kind: 'object' as const, uri: 'http://a/' }] };
  expect(decodeCo(encodeCo(co))).toStrictEqual(co);
});

describe('reading', () => {
  /** 1.2, SI 1.0, UTF-8, no table. */
  const head = '02056A00';

  it('any view of octets, a pooled one too', () => {
    const whole = hex(`FFFF${head}4546 0378 00 01 01 00`);
    expect(decodeSi(whole.subarray(2, whole.length - 1))).toEqual({ text: 'x' });
    expect(decodeSi(Buffer.from(hex(`${head}45060101`).subarray(0, -1)))).toEqual({});
  });

  it.each<[what: string, octets: string, si: ServiceIndication, options?: WbxmlOptions]>([
    ['charset 0 is UTF-8', '02050000 4546 03C3A900 0101', { text: 'é' }],
    ['charset 0 is what the transport says', '02050000 4546 03E900 0101', { text: 'é' }, { charset: 4 }],
    ['so it is in version 1.0', '000500 4546 03E900 0101', { text: 'é' }, { charset: 4 }],
    ['the document knows better', '02056A00 4546 03C3A900 0101', { text: 'é' }, { charset: 4 }],
    ['UCS-2 ends with two octets', '02058768 00 4546 03 0041 0100 D83DDE00 0000 0101', { text: 'A\u0100😀' }],
    ['ISO 8859-1 has 80 to 9F too', '02050400 4546 038500 0101', { text: '\u0085' }],
    [
      'the last entities before and the first after the surrogates',
      `${head}4546 0283AF7F 0283C000 0101`,
      { text: '\ud7ff\ue000' },
    ],
    ['the last entity', `${head}4546 02C3FF7D 0101`, { text: '\u{10fffd}' }],
    ['DEL in US-ASCII', '02050300 4546 037F00 0101', { text: '\x7f' }],
    ['ISO 8859-1 up to FF', '02050400 4546 03FF00 0101', { text: 'ÿ' }],
    ['an entity outside the basic plane', `${head}4546 0287EC00 0101`, { text: '😀' }],
    ['an empty string', `${head}4546 0300 0101`, {}],
    ['an index into the middle of a string', '02056A04 61626300 4546 8301 0101', { text: 'bc' }],
    ['white space between elements', `${head}45 03200A00 46 037800 01 03200A00 01`, { text: 'x' }],
    ['zeros at the end of a date', `${head}4586 0AC30720240101000000 01 01`, { created: new Date('2024-01-01T00:00:00Z') }],
    ['an address without a token', `${head}4586 0B03612E636F6D2F00 01 01`, { href: 'a.com/' }],
    ['a text in pieces', `${head}4586 0B 0361 00 85 0362 00 01 01`, { href: 'a.com/b' }],
    ['switches to page 0', `${head}0000 45 0000 86 0000 11 0000 037800 01 0000 01`, { id: 'x' }],
    ['a public identifier that is not told', '02016A00 450601', {}],
    ['a year before 100', `${head}4586 0AC30400010101 0101`, { created: parseDateTime('0001-01-01T00:00:00Z') }],
  ])('%s', (_, octets, si, options) => {
    const plain = hex(octets);
    expect(decodeSi(plain, options)).toEqual(si);
  });

  it('the public identifier tells the document, and has to be told', () => {
    expect(decodeWbxml(hex('02066A00850801'))).toEqual({ kind: 'sl', sl: { href: '' } });
    expect(refusal(() => decodeWbxml(hex('02016A00450601')))).toEqual({
      code: 'bad-value',
      field: 'WBXML/publicid',
      offset: 1,
    });
    expect(refusal(() => decodeSi(hex('02066A00850801')))).toEqual({ code: 'bad-value', field: 'WBXML/publicid', offset: 1 });
    expect(refusal(() => decodeCo(hex('02056A00450601')))).toEqual({ code: 'bad-value', field: 'WBXML/publicid', offset: 1 });
  });

  it('a document inside something larger counts from there', () => {
    const octets = hex(`AAAA${head}47`);
    expect(refusal(() => readWbxml(new ByteReader(octets, undefined, 2)))).toEqual({
      code: 'bad-value',
      field: 'SI',
      offset: 6,
    });
  });

  describe('leniently', () => {
    it.each<[what: string, octets: string, si: ServiceIndication, code: FormatErrorCode, offset: number]>([
      ['octets after the document', `${head}450601 0000`, {}, 'trailing-bytes', 7],
      [
        'a date as a string',
        `${head}4586 0A03323032342D30312D30315430303A30303A30305A00 01 01`,
        { created: new Date('2024-01-01T00:00:00Z') },
        'bad-value',
        6,
      ],
    ])('%s', (_, octets, si, code, offset) => {
      expect(refusal(() => decodeSi(hex(octets)))).toMatchObject({ code, offset });
      const issues: Issue[] = [];
      expect(decodeSi(hex(octets), { lenient: true, onIssue: (error) => issues.push(error) })).toEqual(si);
      expect(issues).toEqual([expect.objectContaining({ code, offset })]);
      expect(issues[0]).toBeInstanceOf(Issue);
      expect(decodeSi(hex(octets), { lenient: true })).toEqual(si);
      expectTiling(treeOf(hex(octets), { lenient: true }));
    });

    it('a string that is no date either', () => {
      const octets = hex(`${head}4586 0A037800 01 01`);
      expect(refusal(() => decodeSi(octets, { lenient: true }))).toMatchObject({
        code: 'bad-value',
        field: 'SI/indication/created',
      });
    });
  });
});

describe('the tree', () => {
  it('shows every token', () => {
    const octets = encodeSi({
      href: 'http://wap.example.com/n/1',
      created: new Date('2024-03-07T00:00:00Z'),
      action: 'signal-high',
      text: 'New mail',
    });
    const tree = treeOf(octets);
    expectTiling(tree);
    expect(names(tree)).toEqual([
      'version',
      'publicid',
      'charset',
      'strtbl-length',
      [
        'SI',
        [
          'tag',
          [
            'indication',
            [
              'tag',
              ['href', ['start', 'STR_I', 'value', 'STR_I']],
              ['created', ['start', ['OPAQUE', ['token', 'length', 'octets']]]],
              ['action', ['start']],
              'END',
              'STR_I',
              'END',
            ],
          ],
          'END',
        ],
      ],
    ]);
    const meanings = JSON.stringify(tree);
    for (const meaning of [
      'WBXML 1.2',
      'UTF-8',
      '2024-03-07T00:00:00Z',
      'http://wap.example.com/n/1',
      'signal-high',
      '.com/',
    ]) {
      expect(meanings).toContain(JSON.stringify(meaning).slice(1, -1));
    }
  });

  it('shows the string table, literals, entities and what is suspicious', () => {
    const octets = hex(
      '0200 00 6A 24 2D2F2F574150464F52554D2F2F44544420534920312E302F2F454E00 6872656600 6100 FF 45 C6 04 1C 83 21 01 0241 01 01',
    );
    const tree = treeOf(octets);
    expectTiling(tree);
    expect(decodeSi(octets)).toEqual({ href: 'a', text: 'A' });
    const table = tree.children.find(({ name }) => name === 'strtbl');
    expect(table?.children.map(({ name, value }) => [name, value])).toEqual([
      ['[0]', '-//WAPFORUM//DTD SI 1.0//EN'],
      ['[28]', 'href'],
      ['[33]', 'a'],
      ['[35]', undefined],
    ]);
    expect(JSON.stringify(tree)).toContain('the address has no scheme');
  });

  it('keeps what was read before an error', () => {
    const tree = treeOf(hex('02056A00450601FF'));
    expectTiling(tree);
    expect(tree.error).toMatchObject({ code: 'trailing-bytes', offset: 7 });
    expect(tree.children.at(-1)).toMatchObject({ name: 'undecoded', start: 7, end: 8 });
  });
});

describe('properties', () => {
  it('the same said in other tokens reads the same', () => {
    fc.assert(
      fc.property(serviceIndication, style, (si, how) => {
        const octets = writeInStyle(si, how);
        expect(decodeSi(octets, { limits: { wbxmlOctets: 1e6 } })).toEqual(si);
        expectTiling(treeOf(octets, { limits: { wbxmlOctets: 1e6 } }));
      }),
    );
  });

  it('an address takes the fewest octets that any tokens give', () => {
    fc.assert(
      fc.property(href, (address) => {
        // SL: four octets of header, the tag, the address, END.
        expect(encodeSl({ href: address }).length - 6).toBe(fewestOctets(address));
      }),
    );
  });
});

describe('refusals', () => {
  const head = '02056A00';
  it.each<[what: string, octets: string, code: FormatErrorCode, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'WBXML/version', 0],
    ['a version to come', '04056A00450601', 'bad-value', 'WBXML/version', 0],
    ['another document type', '02046A00450601', 'bad-value', 'WBXML/publicid', 1],
    ['a public identifier of 33 bits', '0290808080006A00450601', 'bad-value', 'WBXML/publicid', 1],
    ['a public identifier of six octets', '028080808080056A00450601', 'bad-value', 'WBXML/publicid', 1],
    ['a public identifier outside the table', '0200006A00450601', 'bad-value', 'WBXML/publicid-index', 2],
    ['a public identifier as another text', '0200006A0261000601', 'bad-value', 'WBXML/publicid', 1],
    ['a public identifier without its NUL', '0200006A0261620601', 'truncated', 'WBXML/publicid-index', 2],
    ['another charset', '02056B00450601', 'bad-value', 'WBXML/charset', 2],
    ['a string table longer than the document', '02056A7F00450601', 'truncated', 'WBXML/strtbl', 4],
    ['a string table of 4 GiB', '02056A8FFFFFFF7F', 'truncated', 'WBXML/strtbl', 8],
    ['no body', head, 'truncated', 'WBXML/si', 4],
    ['text before the root', `${head}037800450601`, 'bad-value', 'SI', 4],
    ['END before the root', `${head}01`, 'bad-value', 'SI', 4],
    ['another root', `${head}460101`, 'bad-value', 'SI', 4],
    ['an unknown tag', `${head}457001`, 'bad-value', 'SI', 5],
    ['a second root', `${head}450601450601`, 'trailing-bytes', 'WBXML', 7],
    ['an instruction after the root', `${head}45060143040001`, 'trailing-bytes', 'WBXML', 7],
    ['octets behind the root', `${head}45060100`, 'trailing-bytes', 'WBXML', 7],
    ['no END', `${head}4506`, 'truncated', 'SI', 6],
    ['no END of the attributes', `${head}45860C`, 'truncated', 'SI/indication/href', 7],
    ['no attribute where the tag says so', `${head}45860101`, 'bad-value', 'SI/indication', 5],
    ['no attribute, but a switch of the page', `${head}4586000001 01`, 'bad-value', 'SI/indication', 5],
    ['an attribute twice', `${head}45860B0B0101`, 'bad-value', 'SI/indication/href', 7],
    ['an attribute twice by other tokens', `${head}45860506 01 01`, 'bad-value', 'SI/indication/action', 7],
    ['an attribute of another element', `${head}458612037800 0101`, 'bad-value', 'SI/indication', 6],
    ['an unknown attribute start', `${head}45861301 01`, 'bad-value', 'SI/indication', 6],
    ['an unknown attribute value', `${head}45860B8901 01`, 'bad-value', 'SI/indication/href', 7],
    ['a value before any start', `${head}45868501 01`, 'bad-value', 'SI/indication', 6],
    ['a string before any start', `${head}458603780001 01`, 'bad-value', 'SI/indication', 6],
    ['more behind an action', `${head}458609037800 01 01`, 'bad-value', 'SI/indication/action', 6],
    [
      'an action as another text',
      '02056A0E 616374696F6E007369676E616C00 4586040083070101',
      'bad-value',
      'SI/indication/action',
      20,
    ],
    ['SWITCH_PAGE to another page', `${head}000145060101`, 'bad-value', 'SI/page', 5],
    ['PI', `${head}4346`, 'bad-value', 'SI', 4],
    ['EXT_I_0', `${head}4546 407800 0101`, 'bad-value', 'SI/indication', 6],
    ['EXT_T_2', `${head}4546 8200 0101`, 'bad-value', 'SI/indication', 6],
    ['EXT_1', `${head}4546 C1 0101`, 'bad-value', 'SI/indication', 6],
    ['EXT_I_0 after an attribute', `${head}45860B 407800 01 01`, 'bad-value', 'SI/indication', 7],
    ['PI in a text', `${head}4546 43 0101`, 'bad-value', 'SI/indication', 6],
    ['EXT_T_0 in an attribute', `${head}45860B8000 01 01`, 'bad-value', 'SI/indication/href', 7],
    ['OPAQUE in a text', `${head}4546C30178 0101`, 'bad-value', 'SI/indication', 6],
    ['OPAQUE in an address', `${head}45860BC30178 01 01`, 'bad-value', 'SI/indication/href', 7],
    ['an entity above Unicode', `${head}4546 02AFD7C100 0101`, 'bad-value', 'SI/indication', 7],
    ['an entity of a surrogate', `${head}4546 0283B000 0101`, 'bad-value', 'SI/indication', 7],
    ['the entity 0', `${head}4546 0200 0101`, 'bad-value', 'SI/indication', 7],
    ['the entity U+FFFE', `${head}4546 0283FF7E 0101`, 'bad-value', 'SI/indication', 7],
    ['a control character', `${head}4546 03610800 0101`, 'bad-value', 'SI/indication', 8],
    ['a control character behind wide ones', `${head}4546 03C3A9F09F98800800 0101`, 'bad-value', 'SI/indication', 13],
    ['a control character in UCS-2', '02058768004546 0300410001 0000 0101', 'bad-value', 'SI/indication', 10],
    ['a lone surrogate in UCS-2', '02058768004546 03D83D 0041 0000 0101', 'bad-value', 'SI/indication', 8],
    ['UCS-2 without its end', '02058768004546 0300410000'.slice(0, -2), 'truncated', 'SI/indication', 7],
    ['bad UTF-8', `${head}4546 0361FF00 0101`, 'bad-value', 'SI/indication', 8],
    ['cut UTF-8', `${head}4546 0361C300 0101`, 'bad-value', 'SI/indication', 8],
    ['an overlong form', `${head}4546 03C0AF00 0101`, 'bad-value', 'SI/indication', 7],
    ['UTF-8 in US-ASCII', '02050300 4546 0361C3A900 0101', 'bad-value', 'SI/indication', 8],
    ['a control character in ISO 8859-1', '02050400 4546 03E90800 0101', 'bad-value', 'SI/indication', 8],
    ['an entity cut short', `${head}4546 0281`, 'truncated', 'SI/indication/code', 7],
    ['an index of the table cut short', `${head}4546 8381`, 'truncated', 'SI/indication/index', 7],
    ['the length of a date cut short', `${head}45860AC3`, 'truncated', 'SI/indication/created/length', 8],
    ['a page cut short', `${head}00`, 'truncated', 'SI/page', 5],
    ['the entity U+DFFF', `${head}4546 0283BF7F 0101`, 'bad-value', 'SI/indication', 7],
    ['the entity U+110000', `${head}4546 02C48000 0101`, 'bad-value', 'SI/indication', 7],
    ['bit 7 in US-ASCII', '0205030045460361E900 0101', 'bad-value', 'SI/indication', 8],
    ['STR_T with an empty table', `${head}4546 8300 0101`, 'bad-value', 'SI/indication', 7],
    ['STR_T behind the table', '02056A02 7800 4546 8302 0101', 'bad-value', 'SI/indication', 9],
    ['STR_T without a NUL', '02056A02 7878 4546 8300 0101', 'truncated', 'SI/indication', 9],
    ['a literal that is no element', '02056A02 7800 44000101', 'bad-value', 'SI', 6],
    ['a literal of nothing', '02056A01 00 44000101', 'bad-value', 'SI', 5],
    ['a literal behind the table', '02056A02 7800 44020101', 'bad-value', 'SI', 7],
    ['a literal that is no attribute', '02056A02 7800 4586040001 01', 'bad-value', 'SI/indication', 8],
    ['LITERAL_C as an attribute', '02056A05 6872656600 458644000101', 'bad-value', 'SI/indication', 11],
    ['a control character in href', `${head}45860B03610A00 01 01`, 'bad-value', 'SI/indication/href', 6],
    ['a date as a string', `${head}45860A03323000 01 01`, 'bad-value', 'SI/indication/created', 6],
    ['a date of nothing', `${head}45860A 01 01`, 'bad-value', 'SI/indication/created', 6],
    ['a date of 3 octets', `${head}45860AC303202401 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['a date of 8 octets', `${head}45860AC3082024010100000000 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['a date in two pieces', `${head}45860AC30420240101C30100 01 01`, 'bad-value', 'SI/indication/created', 13],
    ['text behind a date', `${head}45860AC30420240101037800 01 01`, 'bad-value', 'SI/indication/created', 13],
    ['a date behind text', `${head}45860A037800C30420240101 01 01`, 'bad-value', 'SI/indication/created', 10],
    ['a nibble above 9', `${head}45860AC304202401A1 01 01`, 'bad-value', 'SI/indication/created', 12],
    ['month 13', `${head}45860AC30420241301 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['31 April', `${head}45860AC30420240431 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['29 February 2023', `${head}45860AC30420230229 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['day 0', `${head}45860AC3052024010001 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['24 hours', `${head}45860AC3052024010124 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['a leap second', `${head}45860AC30720161231235960 01 01`, 'bad-value', 'SI/indication/created', 9],
    ['text between elements', `${head}45037800 06 01`, 'bad-value', 'SI', 5],
    ['an element in a text', `${head}454606010101`, 'bad-value', 'SI/indication', 6],
    ['no indication', `${head}4501`, 'bad-value', 'SI/indication', 4],
    ['no content', `${head}05`, 'bad-value', 'SI/indication', 4],
    ['two indications', `${head}45060601`, 'bad-value', 'SI/indication', 6],
    ['info first', `${head}4547 88120378000101 06 01`, 'bad-value', 'SI/indication', 5],
    ['two infos', `${head}4506 4788120378000101 4788120378000101 01`, 'bad-value', 'SI/info', 14],
    ['an info of nothing', `${head}45060701`, 'bad-value', 'SI/info/item', 6],
    ['an item without class', `${head}450647080101`, 'bad-value', 'SI/info/item[0]/class', 7],
    ['a class that is no NMTOKEN', `${head}45064788120361206200010101`, 'bad-value', 'SI/info/item[0]/class', 8],
    ['an SL without href', '02066A008505 01', 'bad-value', 'SL/href', 4],
    ['text in an SL', '02066A00C508 01 037800 01', 'bad-value', 'SL', 7],
    ['a CO of nothing', '02076A004501', 'bad-value', 'CO', 4],
    ['a CO without uri', '02076A00450601', 'bad-value', 'CO/invalidate-object[0]/uri', 5],
  ])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodeWbxml(hex(octets)))).toEqual({ code, field, offset });
    expectTiling(treeOf(hex(octets)));
  });

  it('an unknown charset of the transport', () => {
    expect(refusal(() => decodeSi(hex('000500450601'), { charset: 17 }))).toEqual({
      code: 'bad-value',
      field: 'WBXML/charset',
      offset: 0,
    });
  });

  it('every prefix of a document', () => {
    const whole = encodeSi({ href: 'http://a.com/', created: new Date(0), text: 'x', info: [{ pcdata: 'y', class: 'z' }] });
    for (let end = 0; end < whole.length; end++) {
      expect(refusal(() => decodeSi(whole.subarray(0, end))).code, `${end} octets`).toBe('truncated');
    }
  });
});

describe('limits', () => {
  const limitAt = (field: string, offset?: number) => ({ code: 'limit-exceeded', field, offset });
  const { wbxmlOctets, pushCharacters, pushHrefCharacters, pushItems } = DEFAULT_LIMITS;

  it('the whole document', () => {
    expect(refusal(() => decodeSi(new Uint8Array(wbxmlOctets + 1)))).toEqual(limitAt('WBXML', wbxmlOctets));
    expect(refusal(() => encodeSi({ text: '你'.repeat(pushCharacters) }))).toEqual(limitAt('SI'));
    const limits = { wbxmlOctets: 7 };
    expect(encodeSi({}, { limits }).length).toBe(7);
    expect(refusal(() => encodeSi({ text: 'x' }, { limits }))).toEqual(limitAt('SI'));
    expect(refusal(() => decodeSi(encodeSi({ text: 'x' }), { limits }))).toEqual(limitAt('WBXML', 7));
  });

  it('the characters', () => {
    const text = 'x'.repeat(pushCharacters);
    expect(decodeSi(encodeSi({ text })).text).toBe(text);
    expect(refusal(() => encodeSi({ text: `${text}x` }))).toEqual(limitAt('SI/indication'));
    expect(refusal(() => encodeSi({ text, id: 'x' }))).toEqual(limitAt('SI/indication'));
    const longer = encodeSi({ text: `${text}x` }, { limits: { pushCharacters: 5000 } });
    expect(refusal(() => decodeSi(longer))).toEqual(limitAt('SI/indication', 7));
    const entities = Uint8Array.of(...hex('02056A004546'), ...Array.from({ length: 4097 }, () => [0x02, 0x41]).flat());
    expect(refusal(() => decodeSi(entities, { limits: { wbxmlOctets: 10_000 } }))).toEqual(
      limitAt('SI/indication', 6 + 2 * 4096),
    );
  });

  it.each([
    ['UTF-8', '6A', 'E4BDA0E5A5BD00'],
    ['UCS-2', '8768', '4F60597D0000'],
    ['ISO 8859-1', '04', 'E9E900'],
  ])('the characters, not octets, of %s', (_, charset, string) => {
    const octets = hex(`0205${charset}00454603${string}0101`);
    expect(decodeSi(octets, { limits: { pushCharacters: 2 } }).text).toHaveLength(2);
    expect(refusal(() => decodeSi(octets, { limits: { pushCharacters: 1 } }))).toMatchObject({
      code: 'limit-exceeded',
      field: 'SI/indication',
    });
  });

  it('an attribute', () => {
    const address = 'x'.repeat(pushHrefCharacters);
    expect(decodeSl(encodeSl({ href: address })).href).toBe(address);
    expect(refusal(() => encodeSl({ href: `${address}x` }))).toEqual(limitAt('SL/href'));
    const longer = encodeSl({ href: `${address}x` }, { limits: { pushHrefCharacters: 2000 } });
    expect(refusal(() => decodeSl(longer))).toEqual(limitAt('SL/href', 7));
    const tokens = Uint8Array.of(...hex('02066A008508'), ...new Uint8Array(300).fill(0x85));
    expect(refusal(() => decodeSl(tokens))).toEqual(limitAt('SL/href', 6 + 204));
  });

  it('items and operations', () => {
    const info = Array.from({ length: pushItems + 1 }, () => ({ pcdata: '', class: 'c' }));
    expect(decodeSi(encodeSi({ info: info.slice(1) })).info).toHaveLength(pushItems);
    expect(refusal(() => encodeSi({ info }))).toEqual(limitAt('SI/info'));
    const limits = { pushItems: 100 };
    const octets = encodeSi({ info }, { limits });
    expect(refusal(() => decodeSi(octets))).toEqual(limitAt('SI/info', 7 + 6 * pushItems));
    expect(decodeSi(octets, { limits }).info).toHaveLength(pushItems + 1);
    const operations = info.map(() => ({ kind: 'object' as const, uri: 'u' }));
    expect(refusal(() => decodeCo(encodeCo({ operations }, { limits })))).toMatchObject({
      code: 'limit-exceeded',
      field: 'CO',
    });
  });

  it('a long entry of the string table, named again and again', () => {
    const entry = new Uint8Array(4001).fill(0x61);
    entry[4000] = 0;
    const references = Array.from({ length: 1000 }, () => [0x83, 0x00]).flat();
    const octets = Uint8Array.of(...hex('02056A 9F21'), ...entry, ...hex('4546'), ...references, ...hex('0101'));
    expect(refusal(() => decodeSi(octets))).toMatchObject(limitAt('SI/indication', 5));
  });

  it('60,000 elements in each other end at the second', () => {
    const octets = Uint8Array.of(...hex('02056A00'), ...new Uint8Array(60_000).fill(0x45));
    const options = { limits: { wbxmlOctets: 100_000 } };
    expect(refusal(() => decodeSi(octets, options))).toEqual({ code: 'bad-value', field: 'SI', offset: 5 });
  });
});

/** The fewest octets of an address by trying every cut: start with its prefix, then tokens and strings. */
function fewestOctets(address: string): number {
  const from = (rest: string): number => {
    // best[i]: fewest octets for what begins at i, when no string is open there.
    const best = new Array<number>(rest.length + 1).fill(Number.POSITIVE_INFINITY);
    best[rest.length] = 0;
    for (let i = rest.length - 1; i >= 0; i--) {
      for (const token of ['.com/', '.edu/', '.net/', '.org/']) {
        if (rest.startsWith(token, i)) best[i] = Math.min(best[i]!, 1 + best[i + token.length]!);
      }
      for (let end = i + 1; end <= rest.length; end++) {
        best[i] = Math.min(best[i]!, 2 + Buffer.byteLength(rest.slice(i, end)) + best[end]!);
      }
    }
    return best[0]!;
  };
  const prefixes = ['', 'http://', 'http://www.', 'https://', 'https://www.'].filter((prefix) => address.startsWith(prefix));
  return Math.min(...prefixes.map((prefix) => 1 + from(address.slice(prefix.length))));
}
