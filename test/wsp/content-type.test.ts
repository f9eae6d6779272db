import { describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { ByteReader } from '../../src/bytes/reader.js';
import { type Field, Trace } from '../../src/bytes/trace.js';
import { ByteWriter } from '../../src/bytes/writer.js';
import { UTF8 } from '../../src/mms/forms.js';
import {
  type ContentTypeValue,
  describeContentType,
  readContentType,
  readParameter,
  type WspParameter,
  writeContentType,
  writeParameter,
} from '../../src/wsp/content-type.js';
import { LATIN1, type Texts } from '../../src/wsp/values.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

/** ASCII in hex. */
const ascii = (text: string) => toHex(Uint8Array.from(text, (character) => character.charCodeAt(0)));
/** Types with codes of two octets: 0309, more than type/subtype, and 020C. */
const VCARD = 'text/directory;profile=vCard';
const PNG = 'image/x-up-wpng';
const octets = (wire: string) => toHex(hex(wire));

const type = (contentType: string | number, more: Partial<ContentTypeValue> = {}): ContentTypeValue => ({
  contentType,
  charset: null,
  parameters: [],
  ...more,
});

const written = (content: ContentTypeValue, texts = LATIN1, path?: string) => {
  const writer = new ByteWriter();
  writeContentType(writer, content, texts, path);
  return toHex(writer.finish());
};
const read = (wire: string, texts = LATIN1) => readContentType(new ByteReader(hex(wire)), texts);

const writtenParameter = (parameter: WspParameter, texts = LATIN1) => {
  const writer = new ByteWriter();
  writeParameter(writer, parameter, texts, 'x');
  return toHex(writer.finish());
};
const readOne = (wire: string, texts = LATIN1) => readParameter(new ByteReader(hex(wire)), texts, 'x');

describe('content types (WAP-230-WSP section 8.4.2.24)', () => {
  it.each<[string, ContentTypeValue, string]>([
    ['the code 0', type('*/*'), '80'],
    ['a code', type('text/plain'), '83'],
    ['the highest code of one octet, which has no name', type(127), 'FF'],
    ['a code above 127, which has no name', type(128), '02 0180'],
    ['a code of two octets', type('application/vnd.wap.emn+wbxml'), '03 02030A'],
    ['a type without a code', type('x-a.b/c+d'), `${ascii('x-a.b/c+d')}00`],
    ['a charset by its number', type('text/plain', { charset: 'utf-8' }), '03 83 81EA'],
    ['a charset of two octets', type('text/plain', { charset: 'iso-10646-ucs-2' }), '05 83 81 0203E8'],
    ['a charset that WSP does not list, by number', type('text/plain', { charset: 2084 }), '05 83 81 020824'],
    ['a charset that WSP does not list, by name', type('text/plain', { charset: 'koi8-r' }), `09 83 81 ${ascii('koi8-r')}00`],
    ['the charset 0', type('text/plain', { charset: 0 }), '03 83 8180'],
    ['a type without a code, and a charset', type('a/b', { charset: 'us-ascii' }), '06 612F6200 8183'],
    ['a code of two octets, and a charset', type('application/vnd.wap.emn+wbxml', { charset: 'us-ascii' }), '05 02030A 8183'],
    ['a parameter', type('text/plain', { parameters: [{ name: 'name', value: 'a' }] }), '04 83 856100'],
    [
      'the charset before other parameters',
      type('text/plain', {
        charset: 'utf-8',
        parameters: [
          { name: 'x', value: 1 },
          { code: 8, value: hex('82') },
        ],
      }),
      '08 83 81EA 780081 8882',
    ],
    [
      'a length of 30',
      type('text/plain', { parameters: [{ name: 'name', value: 'a'.repeat(27) }] }),
      `1E 83 85${'61'.repeat(27)}00`,
    ],
    [
      'a length of 31, after a length quote',
      type('text/plain', { parameters: [{ name: 'name', value: 'a'.repeat(28) }] }),
      `1F1F 83 85${'61'.repeat(28)}00`,
    ],
  ])('%s', (_, content, wire) => {
    expect(written(content)).toBe(octets(wire));
    expect(read(wire)).toStrictEqual(content);
  });

  it('writes a code by its number, and a name in any letter case, as the code', () => {
    expect(written(type(0x30a))).toBe('0302030A');
    expect(written(type('TEXT/Plain', { charset: 'UTF-8' }))).toBe('038381EA');
  });

  it.each<[string, string, ContentTypeValue]>([
    ['a code that a long integer holds', '03 02002E', type('application/vnd.wap.sic')],
    ['a text that has a code, in any letter case', `${ascii('TEXT/X-VCARD')}00`, type('text/x-vCard')],
    ['a registered type that is more than type/subtype', `${ascii('text/directory;PROFILE=vcard')}00`, type(VCARD)],
    ['a length without parameters', '01 83', type('text/plain')],
    ['a length after a length quote', '1F03 83 81EA', type('text/plain', { charset: 'utf-8' })],
    [
      'a charset after other parameters',
      '06 83 780081 81EA',
      type('text/plain', { charset: 'utf-8', parameters: [{ name: 'x', value: 1 }] }),
    ],
  ])('reads %s', (_, wire, content) => {
    expect(read(wire)).toStrictEqual(content);
  });

  it('reads to the end of the content type, and not further', () => {
    for (const [wire, end] of [
      ['FF 83 81EA', 2],
      ['FF 612F6200 81EA', 5],
      ['FF 03 83 81EA 83', 5],
    ] as const) {
      const reader = new ByteReader(hex(wire), undefined, 1);
      readContentType(reader, LATIN1);
      expect(reader.offset).toBe(end);
    }
  });

  it.each<[string, string, string, string, number]>([
    ['nothing', '', 'truncated', 'Content-Type', 1],
    ['a text without 00', '612F62', 'truncated', 'Content-Type/type', 1],
    ['a type without a subtype', '616200', 'bad-value', 'Content-Type/type', 1],
    ['a type that begins with a blank', `${ascii(' text/plain')}00`, 'bad-value', 'Content-Type/type', 1],
    ['a type with a blank before the slash', `${ascii('text /plain')}00`, 'bad-value', 'Content-Type/type', 1],
    ['a type with a blank after the slash', `${ascii('text/ plain')}00`, 'bad-value', 'Content-Type/type', 1],
    ['a type with a parameter', `${ascii('text/plain; q=1')}00`, 'bad-value', 'Content-Type/type', 1],
    ['a control character', '612F0D6200', 'bad-value', 'Content-Type/type', 3],
    ['a length past the end', '04 83 81EA', 'truncated', 'Content-Type', 2],
    ['a length quote without a length', '1F', 'truncated', 'Content-Type/length', 2],
    ['a length of nothing', '00', 'truncated', 'Content-Type/type', 2],
    ['a type past the length', '02 612F6200', 'truncated', 'Content-Type/type', 2],
    ['a type that is neither a text nor an integer', '02 00 81', 'bad-value', 'Content-Type/type', 2],
    ['the charset twice', '05 83 81EA 8183', 'bad-value', 'Content-Type/charset', 5],
    [
      'the charset twice, by code and by name',
      `0D 83 81EA ${ascii('Charset')}00 83 00`,
      'bad-value',
      'Content-Type/charset',
      5,
    ],
    ['a parameter without a value', '02 83 81', 'truncated', 'Content-Type/parameter/value', 4],
    ['a parameter past the length', '03 83 85 61 00', 'truncated', 'Content-Type/parameter/value', 4],
  ])('refuses %s', (_, wire, code, field, offset) => {
    const reader = new ByteReader(hex(`FF ${wire}`), undefined, 1);
    expect(refusal(() => readContentType(reader, LATIN1))).toEqual({ code, field, offset });
  });

  it('names the header that the reader gives in errors', () => {
    const fieldOf = (wire: string) => refusal(() => readContentType(new ByteReader(hex(wire)), LATIN1, 'Accept')).field;
    expect(['', '6100', '20', '00', '0483', '058381EA8183', '028381'].map(fieldOf)).toEqual([
      'Accept',
      'Accept/type',
      'Accept/type',
      'Accept/type',
      'Accept',
      'Accept/charset',
      'Accept/parameter/value',
    ]);
  });

  it.each<[string, ContentTypeValue, string, string, number | undefined]>([
    ['a type with a parameter', type('text/plain; charset=utf-8'), 'bad-value', 'contentType', undefined],
    ['a type that begins with a blank', type(' a/b'), 'bad-value', 'contentType', undefined],
    ['a type without a subtype', type('text'), 'bad-value', 'contentType', undefined],
    ['an empty subtype', type('text/'), 'bad-value', 'contentType', undefined],
    ['a negative code', type(-1), 'bad-value', 'contentType', undefined],
    ['a charset that is not a token', type('a/b', { charset: 'utf 8' }), 'bad-value', 'charset', undefined],
    ['a negative charset', type('a/b', { charset: -1 }), 'bad-value', 'charset', undefined],
    [
      'the charset as parameter, which has a property',
      type('a/b', {
        parameters: [
          { name: 'x', value: 1 },
          { name: 'Charset', value: 'utf-8' },
        ],
      }),
      'bad-value',
      'parameters[1].name',
      undefined,
    ],
    [
      'a name of a parameter that is not a token',
      type('a/b', { parameters: [{ name: 'x y', value: 1 }] }),
      'bad-value',
      'parameters[0].name',
      undefined,
    ],
    [
      'a control character in a parameter',
      type('a/b', { parameters: [{ name: 'name', value: 'a\r' }] }),
      'unencodable',
      'parameters[0].value',
      1,
    ],
  ])('cannot write %s', (_, content, code, field, offset) => {
    expect(refusal(() => written(content))).toEqual({ code, field, offset });
    expect(refusal(() => written(content, LATIN1, 'parts[2].'))).toEqual({ code, field: `parts[2].${field}`, offset });
  });

  it.each<[ContentTypeValue, string]>([
    [type('text/plain'), 'text/plain'],
    [type('text/plain', { charset: 'utf-8' }), 'text/plain; charset=utf-8'],
    [type('text/plain', { charset: 0 }), 'text/plain; charset=0'],
    [type(217), 'content type 217'],
    [type(217, { charset: 2084 }), 'content type 217; charset=2084'],
  ])('%j in words', (content, words) => {
    expect(describeContentType(content)).toBe(words);
  });
});

describe('parameters (WAP-230-WSP section 8.4.2.4, table 38)', () => {
  it.each<[string, WspParameter, string, Texts?]>([
    // The older code of two, whose value is a text.
    ['name', { name: 'name', value: 'a b' }, '85 612062 00'],
    ['filename', { name: 'filename', value: 'a' }, '86 61 00'],
    ['start', { name: 'start', value: '<a>' }, '8A 3C613E 00'],
    ['start-info', { name: 'start-info', value: 'a' }, '8B 61 00'],
    ['comment', { name: 'comment', value: 'é' }, '8C 7FE9 00'],
    ['domain', { name: 'domain', value: 'a' }, '8D 61 00'],
    ['path', { name: 'path', value: '/' }, '8F 2F 00'],
    ['a text of UTF-8', { name: 'name', value: 'é' }, '85 7FC3A9 00', UTF8],
    ['a name with an integer', { name: 'name', value: 5 }, `${ascii('name')}00 85`],
    ['a name without a text', { name: 'name', value: '' }, `${ascii('name')}00 00`],
    ['a media type by its code', { name: 'type', value: 'image/gif' }, '89 9D'],
    ['the media type 0', { name: 'type', value: '*/*' }, '89 80'],
    ['a media type without a code, by name', { name: 'type', value: 'a/b' }, `${ascii('type')}00 22 612F62 00`],
    ['a media type above 127, by name', { name: 'type', value: PNG }, `${ascii('type')}00 22 ${ascii(PNG)} 00`],
    ['a media type without a code, where it follows the code', { name: 'type', value: 'a/b' }, '89 612F62 00', UTF8],
    ['a media type above 127, where it follows the code', { name: 'type', value: PNG }, `89 ${ascii(PNG)} 00`, UTF8],
    ['a media type that is a number', { name: 'type', value: 3 }, `${ascii('type')}00 83`],
    ['a name that is a media type', { name: 'name', value: 'image/gif' }, `85 ${ascii('image/gif')} 00`],
    ['any other name with a media type', { name: 'x', value: 'image/gif' }, `7800 22 ${ascii('image/gif')} 00`],
    ['the charset', { name: 'charset', value: 'utf-8' }, '81 EA'],
    ['a charset that WSP does not list', { name: 'charset', value: 2084 }, '81 020824'],
    ['any other name with a short integer', { name: 'x', value: 127 }, '7800 FF'],
    ['any other name with a long integer', { name: 'x', value: 300 }, '7800 02012C'],
    ['any other name with a token', { name: 'x', value: 'ab' }, '7800 616200'],
    ['any other name with a text', { name: 'x', value: 'a b' }, '7800 2261206200'],
    ['any other name with a text from é on', { name: 'x', value: 'é' }, '7800 22E900'],
    ['any other name without a text', { name: 'x', value: '' }, '7800 00'],
    ['a value of one octet, by code', { code: 2, value: hex('81') }, '82 81'],
    ['a value with its length, by code', { code: 7, value: hex('028182') }, '87 028182'],
    ['a value of a code above 127', { code: 200, value: hex('616200') }, '01C8 616200'],
    ['q, a uintvar of one octet', { code: 0, value: hex('0B') }, '80 0B'],
    ['q, a uintvar of two octets', { code: 0, value: hex('8331') }, '80 8331'],
  ])('%s', (_, parameter, wire, texts = LATIN1) => {
    expect(writtenParameter(parameter, texts)).toBe(octets(wire));
    expect(readOne(wire, texts)).toStrictEqual(parameter);
  });

  it.each<[string, WspParameter, string]>([
    ['a name that has a code, in any letter case', { name: 'FileName', value: 'a' }, '86 6100'],
    ['a charset, in any letter case', { name: 'CHARSET', value: 'UTF-8' }, '81 EA'],
    ['a media type, in any letter case', { name: 'Type', value: 'IMAGE/GIF' }, '89 9D'],
    ['any other name verbatim', { name: 'X-a', value: 1 }, `${ascii('X-a')}00 81`],
  ])('writes %s', (_, parameter, wire) => {
    expect(writtenParameter(parameter)).toBe(octets(wire));
  });

  it.each<[string, string, WspParameter]>([
    // The newer code of two, whose value is a token, a quoted string or nothing (Text-value).
    ['name', '97 6100', { name: 'name', value: 'a' }],
    ['filename', '98 226100', { name: 'filename', value: 'a' }],
    ['start', '99 6100', { name: 'start', value: 'a' }],
    ['start-info', '9A 6100', { name: 'start-info', value: 'a' }],
    ['comment', '9B 2261206200', { name: 'comment', value: 'a b' }],
    ['domain', '9C 6100', { name: 'domain', value: 'a' }],
    ['path', '9D 00', { name: 'path', value: '' }],
    ['a quoted string of nothing', '97 2200', { name: 'name', value: '' }],
    ['a quoted string from é on', '97 22E900', { name: 'name', value: 'é' }],
    ['a quotation mark after an older code, which is of the text', '85 226100', { name: 'name', value: '"a' }],
    ['no value after an older code', '85 00', { code: 5, value: hex('00') }],
    ['an integer after an older code', '85 81', { code: 5, value: hex('81') }],
    ['an integer after a newer code', '97 81', { code: 0x17, value: hex('81') }],
    ['a code in a long integer', '0105 6100', { name: 'name', value: 'a' }],
    ['a code that is not registered', '84 6100', { code: 4, value: hex('6100') }],
    ['a code whose value is not a text', '96 02012C', { code: 0x16, value: hex('02012C') }],
    ['differences, whose name of a field is kept verbatim', '87 6100', { code: 7, value: hex('6100') }],
    ['mac, whose text is kept verbatim', '92 6100', { code: 0x12, value: hex('6100') }],
    ['the older code of type, whose value is an integer', '83 9D', { code: 3, value: hex('9D') }],
    ['a media type in a long integer', '89 02020C', { name: 'type', value: PNG }],
    ['a media type by a name that has a code', `89 ${ascii('IMAGE/GIF')}00`, { name: 'type', value: 'image/gif' }],
    ['a media type without a name', '89 D9', { code: 9, value: hex('D9') }],
    ['no media type', '89 00', { code: 9, value: hex('00') }],
    [
      'a media type by name, after the name',
      `${ascii('Type')}00 ${ascii('IMAGE/GIF')}00`,
      { name: 'type', value: 'image/gif' },
    ],
    [
      'another name, whose text is verbatim',
      `${ascii('X-Type')}00 ${ascii('IMAGE/GIF')}00`,
      { name: 'x-type', value: 'IMAGE/GIF' },
    ],
    ['a charset by a name that has a number', `81 ${ascii('UTF-8')}00`, { name: 'charset', value: 'utf-8' }],
    ['a charset without a number', `81 ${ascii('KOI8-R')}00`, { name: 'charset', value: 'KOI8-R' }],
    ['a charset after the name, by its number', `${ascii('Charset')}00 EA`, { name: 'charset', value: 'utf-8' }],
    ['a charset after the name, without a name', `${ascii('charset')}00 020824`, { name: 'charset', value: 2084 }],
    ['a charset after the name, quoted', `${ascii('charset')}00 22${ascii('UTF-8')}00`, { name: 'charset', value: 'utf-8' }],
    ['a name that has a code, with an integer', `${ascii('Start')}00 82`, { name: 'start', value: 2 }],
  ])('reads %s', (_, wire, parameter) => {
    expect(readOne(wire)).toStrictEqual(parameter);
  });

  it('reads to the end of the parameter, and not further', () => {
    for (const [wire, end] of [
      ['FF 80 8331 81', 4],
      ['FF 81 EA 81', 3],
      ['FF 85 6100 81', 4],
      ['FF 89 9D 81', 3],
      ['FF 82 0181 81', 4],
      ['FF 7800 226100 81', 6],
    ] as const) {
      const reader = new ByteReader(hex(wire), undefined, 1);
      readParameter(reader, LATIN1, 'x');
      expect(reader.offset).toBe(end);
    }
  });

  it('a verbatim value is a copy of the input', () => {
    const input = hex('8281');
    const parameter = readParameter(new ByteReader(input), LATIN1, 'x');
    input.fill(0);
    expect(parameter).toStrictEqual({ code: 2, value: hex('81') });
  });

  it.each<[string, string, string, string, number]>([
    ['a name that is not a token', '282900 81', 'bad-value', 'x/parameter/name', 1],
    ['a name without 00', '7879', 'truncated', 'x/parameter/name', 1],
    ['a code that is not an integer', '0081', 'bad-value', 'x/parameter/name', 1],
    ['a name without a value', '7800', 'truncated', 'x/parameter/value', 3],
    ['a code without a value', '82', 'truncated', 'x/parameter/value', 2],
    ['q without a value', '80', 'truncated', 'x/parameter/value', 2],
    ['q without the end of its uintvar', '8083', 'truncated', 'x/parameter/value', 2],
    ['a value past the end', '82 0281', 'truncated', 'x/parameter/value', 2],
    ['a name with a value that has a length', '7800 1F01AA', 'bad-value', 'x/parameter/value', 3],
    ['a control character', '85 610D00', 'bad-value', 'x/parameter/value', 3],
    ['a control character in a quoted string', '97 22610D00', 'bad-value', 'x/parameter/value', 4],
    ['a control character after a name', '7800 610D00', 'bad-value', 'x/parameter/value', 4],
    ['a charset of nothing', '81 00', 'bad-value', 'x/charset', 2],
    ['a charset that is not a token', '81 61206200', 'bad-value', 'x/charset', 2],
    ['a charset of nothing, after the name', `${ascii('charset')}00 00`, 'bad-value', 'x/charset', 9],
    ['a charset that has a length', '81 0908000000000000000001', 'bad-value', 'x/charset', 2],
  ])('refuses %s', (_, wire, code, field, offset) => {
    const reader = new ByteReader(hex(`FF ${wire}`), undefined, 1);
    expect(refusal(() => readParameter(reader, LATIN1, 'x'))).toEqual({ code, field, offset });
  });

  it.each<[string, WspParameter, string]>([
    ['a charset that is not a token', { name: 'charset', value: 'utf 8' }, 'x.value'],
    ['a negative charset', { name: 'charset', value: -1 }, 'x.value'],
    ['a name that is not a token', { name: 'a b', value: 'c' }, 'x.name'],
    ['a negative integer', { name: 'y', value: -1 }, 'x.value'],
    ['half of an integer', { name: 'name', value: 0.5 }, 'x.value'],
    ['a negative code', { code: -2, value: hex('81') }, 'x.code'],
    ['a code with no value', { code: 2, value: hex('') }, 'x.value'],
    ['a code with two values', { code: 2, value: hex('8331') }, 'x.value'],
    ['a code with part of a value', { code: 2, value: hex('0281') }, 'x.value'],
    ['q with two values', { code: 0, value: hex('0B0B') }, 'x.value'],
    ['q with part of a uintvar', { code: 0, value: hex('83') }, 'x.value'],
  ])('cannot write %s', (_, parameter, field) => {
    expect(refusal(() => writtenParameter(parameter))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it.each<[string, WspParameter, number]>([
    ['a text after a code', { name: 'name', value: 'a€' }, 1],
    ['a quoted string', { name: 'y', value: 'a €' }, 2],
  ])('cannot write a character outside of ISO 8859-1 in %s', (_, parameter, offset) => {
    expect(refusal(() => writtenParameter(parameter))).toEqual({ code: 'unencodable', field: 'x.value', offset });
  });
});

describe('the trace of a content type', () => {
  /** Each field in a line: its depth, its octets, its name, its value, what it means, and where it is specified. */
  const lines = (field: Field, depth = 0): string[] => [
    `${'  '.repeat(depth)}${field.start}-${field.end} ${field.name}${field.value === undefined ? '' : `=${field.value}`}${
      field.meaning === undefined ? '' : ` (${field.meaning})`
    }${field.spec === undefined ? '' : ` [${field.spec}]`}`,
    ...field.children.flatMap((child) => lines(child, depth + 1)),
  ];
  const traced = (wire: string) => {
    const input = hex(wire);
    const trace = new Trace('x');
    readContentType(new ByteReader(input, trace), LATIN1);
    const field = trace.finish(input.length);
    expectTiling(field);
    return field.children.flatMap((child) => lines(child));
  };
  const SPEC = '[WAP-230 8.4.2.24]';

  it('a code, and a text', () => {
    expect(traced('83')).toEqual([`0-1 Content-Type (text/plain) ${SPEC}`, `  0-1 type=3 (text/plain) ${SPEC}`]);
    expect(traced('612F6200')).toEqual([`0-4 Content-Type (a/b) ${SPEC}`, `  0-4 type=a/b ${SPEC}`]);
  });

  it('a code that is not registered', () => {
    expect(traced('02 01D9')).toEqual([
      `0-3 Content-Type (content type 217) ${SPEC}`,
      `  0-1 length=2 ${SPEC}`,
      `  1-3 type=217 (not registered) ${SPEC}`,
    ]);
  });

  const parameterLines = (wire: string) => {
    const length = toHex(Uint8Array.of(1 + hex(wire).length));
    return traced(`${length} 83 ${wire}`).slice(3);
  };

  it.each<[string, string, string[]]>([
    ['a charset by number', '81EA', ['2-3 name=1 (charset)', '3-4 value=106 (utf-8)']],
    ['a charset without a name', '81 020824', ['2-3 name=1 (charset)', '3-6 value=2084']],
    ['a charset as its register spells it', '81 7574662D3800', ['2-3 name=1 (charset)', '3-9 value=utf-8']],
    ['a charset in another spelling', '81 5554462D3800', ['2-3 name=1 (charset)', '3-9 value=UTF-8 (utf-8)']],
    ['a media type by code', '89 9D', ['2-3 name=9 (type)', '3-4 value=29 (image/gif)']],
    ['a media type by name', '89 612F6200', ['2-3 name=9 (type)', '3-7 value=a/b (a/b)']],
    ['a text', '85 6100', ['2-3 name=5 (name)', '3-5 value=a']],
    ['a quoted text after a newer code', '97 226100', ['2-3 name=23 (name)', '3-6 value=a']],
    ['a name with a text', '5900 226100', ['2-4 name=Y', '4-7 value=a']],
    ['a name with an integer', '7800 81', ['2-4 name=x', '4-5 value=1']],
    ['another code', '87 0181', ['2-3 name=7 (differences)', '3-5 value=0181']],
    ['a code that is not registered', '84 81', ['2-3 name=4 (not registered)', '3-4 value=81']],
    ['q', '80 8331', ['2-3 name=0 (q)', '3-5 value=8331']],
  ])('%s', (_, wire, fields) => {
    expect(parameterLines(wire)).toEqual([
      `  2-${2 + hex(wire).length} parameter [WAP-230 8.4.2.4]`,
      ...fields.map((field) => `    ${field}`),
    ]);
  });
});
