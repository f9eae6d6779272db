import { describe, expect, it } from 'vitest';
import { ByteReader, type Field, Trace, toHex } from '../../../src/bytes/index.js';
import { DecodeError } from '../../../src/errors.js';
import { readWbxml, type WbxmlOptions } from '../../../src/push/wbxml/read.js';
import { readWbxmlTree, type WbxmlTreeOptions } from '../../../src/push/wbxml/tree.js';
import { hex } from '../../support/hex.js';

const ascii = (text: string) => toHex(new TextEncoder().encode(text));

/** A line for each field below a tree: its octets, its name, what it means, and its section of WAP-192. */
function lines({ children }: Field, indent = ''): string[] {
  return children.flatMap((field) => {
    const { name, start, end, meaning, spec } = field;
    const means = meaning === undefined ? '' : `: ${meaning}`;
    const section = spec === undefined ? '' : ` (${spec.replace('WAP-192 ', '')})`;
    return [`${indent}${start}-${end} ${name}${means}${section}`, ...lines(field, `${indent}  `)];
  });
}

function traced(octets: string, read: (reader: ByteReader) => unknown): Field {
  const whole = hex(octets);
  const trace = new Trace('WBXML');
  read(new ByteReader(whole, trace));
  return trace.finish(whole.length);
}

const treeLines = (octets: string, options?: WbxmlTreeOptions) =>
  lines(traced(octets, (reader) => readWbxmlTree(reader, options)));
const pushLines = (octets: string, options?: WbxmlOptions) => lines(traced(octets, (reader) => readWbxml(reader, options)));

/** What the public identifier of a document means. */
const publicIdOf = (all: readonly string[]) =>
  all.find((line) => line.includes(' publicid:'))?.replace(/^.*?: | \(5\.5\)$/g, '');

describe('the fields of a document', () => {
  it('texts, entities, variables and a processing instruction of WML', () => {
    const octets =
      `03 0A 6A 03 ${ascii('pi')} 00` +
      ` 43 04 00 03 ${ascii('x')} 00 01` +
      ` 7F 02 81 20 83 00 03 ${ascii('A')} 00 40 ${ascii('n')} 00 80 00 60 01 01`;
    expect(treeLines(octets)).toEqual([
      '0-1 version: WBXML 1.3 (5.4)',
      '1-2 publicid: -//WAPFORUM//DTD WML 1.3//EN (5.5)',
      '2-3 charset: UTF-8 (5.6)',
      '3-4 strtbl-length (5.7)',
      '4-7 strtbl (5.7)',
      '  4-7 [0]',
      '7-14 PI: pi="x" (5.8.4.4)',
      '  7-8 token',
      '  8-13 pi: x',
      '    8-9 start: pi (5.8.3)',
      '    9-10 index: pi (5.8.4.5)',
      '    10-13 STR_I (5.8.4.1)',
      '  13-14 END',
      `14-31 wml: ${JSON.stringify('\u00a0piA$(n:escape)$(pi:escape)')}`,
      '  14-15 tag: <wml>, content (5.8.2)',
      '  15-18 ENTITY: "\u00a0" (5.8.4.3)',
      '    15-16 token',
      '    16-18 code',
      '  18-20 STR_T: "pi" (5.8.4.1)',
      '    18-19 token',
      '    19-20 index',
      '  20-23 STR_I (5.8.4.1)',
      '  23-26 EXT_I_0: $(n:escape) (5.8.4.2)',
      '    23-24 token',
      '    24-26 text (5.8.4.1)',
      '  26-28 EXT_T_0: $(pi:escape) (5.8.4.2)',
      '    26-27 token',
      '    27-28 number',
      '  28-30 p',
      '    28-29 tag: <p>, content (5.8.2)',
      '    29-30 END (5.8.4.7.1)',
      '  30-31 END (5.8.4.7.1)',
    ]);
  });

  it('pages of tags and attributes, and an element by its name', () => {
    const octets = `02 9F 53 6A 02 ${ascii('n')} 00 6D 5A 00 01 44 00 C3 01 ${ascii('v')} 01 01 00 00 01`;
    expect(treeLines(octets).slice(4)).toEqual([
      '5-7 strtbl (5.7)',
      '  5-7 [0]',
      '7-21 SyncML',
      '  7-8 tag: <SyncML>, content (5.8.2)',
      '  8-18 Meta',
      '    8-9 tag: <Meta>, content (5.8.2)',
      '    9-11 SWITCH_PAGE (5.8.4.7.2)',
      '      9-10 token',
      '      10-11 page: syncml:metinf',
      '    11-17 n: "v"',
      '      11-12 tag: <n>, content (5.8.2)',
      '      12-13 index: n (5.8.4.5)',
      '      13-16 OPAQUE (5.8.4.6)',
      '        13-14 token',
      '        14-15 length',
      '        15-16 octets: v',
      '      16-17 END (5.8.4.7.1)',
      '    17-18 END (5.8.4.7.1)',
      '  18-20 SWITCH_PAGE (5.8.4.7.2)',
      '    18-19 token',
      '    19-20 page: SYNCML:SYNCML1.1',
      '  20-21 END (5.8.4.7.1)',
    ]);
  });

  it('a page without a namespace, in an instruction too', () => {
    const octets = `03 0B 6A 02 ${ascii('x')} 00 43 00 01 04 00 01 45 C6 00 00 55 01 01 01`;
    const all = treeLines(octets);
    expect(all.filter((line) => line.includes('SWITCH_PAGE'))).toEqual([
      '  7-9 SWITCH_PAGE (5.8.4.7.2)',
      '    14-16 SWITCH_PAGE (5.8.4.7.2)',
    ]);
  });

  it('a Service Indication: a start with all or part of a value, a date and a text', () => {
    const octets = `02 05 6A 00 45 C6 0C 03 ${ascii('a')} 00 85 0A C3 04 20 24 03 07 08 01 03 ${ascii('N')} 00 01 01`;
    expect(pushLines(octets)).toEqual([
      '0-1 version: WBXML 1.2 (5.4)',
      '1-2 publicid: -//WAPFORUM//DTD SI 1.0//EN (5.5)',
      '2-3 charset: UTF-8 (5.6)',
      '3-4 strtbl-length (5.7)',
      '4-25 SI',
      '  4-5 tag: <si>, content (5.8.2)',
      '  5-24 indication: "N"',
      '    5-6 tag: <indication>, attributes, content (5.8.2)',
      '    6-11 href: http://a.com/',
      '      6-7 start: href="http://" (5.8.3)',
      '      7-10 STR_I (5.8.4.1)',
      '      10-11 value: .com/ (5.8.3)',
      '    11-18 created: 2024-03-07T00:00:00Z',
      '      11-12 start: created (5.8.3)',
      '      12-18 OPAQUE (5.8.4.6)',
      '        12-13 token',
      '        13-14 length',
      '        14-18 octets: 2024-03-07T00:00:00Z',
      '    18-19 action: signal-high',
      '      18-19 start: action="signal-high" (5.8.3)',
      '    19-20 END (5.8.4.7.1)',
      '    20-23 STR_I (5.8.4.1)',
      '    23-24 END (5.8.4.7.1)',
      '  24-25 END (5.8.4.7.1)',
    ]);
  });

  it('leniently, the octets after a document', () => {
    expect(pushLines('02 05 6A 00 45 06 01 FF FF', { lenient: true }).slice(-3)).toEqual([
      '    5-6 tag: <indication> (5.8.2)',
      '  6-7 END (5.8.4.7.1)',
      '7-9 trailing',
    ]);
    expect(treeLines('03 0D 6A 00 05 FF FF', { lenient: true }).slice(-3)).toEqual([
      '4-5 emn',
      '  4-5 tag: <emn> (5.8.2)',
      '5-7 trailing',
    ]);
  });

  it('a public identifier that is a text', () => {
    const text = '-//WAPFORUM//DTD EMN 1.0//EN';
    expect(treeLines(`03 00 00 6A 1D ${ascii(text)} 00 05`).slice(1, 3)).toEqual([
      '1-2 publicid: in the string table (5.5)',
      '2-3 publicid-index (5.5)',
    ]);
  });

  it.each([
    ['the text of one', '0D', '-//WAPFORUM//DTD EMN 1.0//EN'],
    ['the name of one that has no text', '84 0B', 'OTA settings'],
    ['none told', '01', 'unknown'],
    ['one of one digit', '0F', '0x0F, not known here'],
    ['one of four digits', 'A3 34', '0x11B4, not known here'],
  ])('a public identifier in words: %s', (_, publicId, words) => {
    expect(publicIdOf(treeLines(`03 ${publicId} 6A 00 05`))).toBe(words);
  });

  it.each([
    ['3', '03', 'US-ASCII'],
    ['4', '04', 'ISO-8859-1'],
    ['1000', '87 68', 'UCS-2'],
    ['1013', '87 75', 'UTF-16'],
    ['1015', '87 77', 'UTF-16'],
    ['17', '11', 'shift_JIS'],
  ])('charset %s by its name', (_, charset, name) => {
    expect(treeLines(`03 0D ${charset} 00 05`)[2]).toMatch(new RegExp(`^2-[34] charset: ${name} `));
  });

  it.each<[what: string, octets: string, meaning: string | undefined]>([
    ['the texts around its elements', `03 0A 6A 00 7F 03 ${ascii('a')} 00 26 03 ${ascii('b')} 00 01`, '"ab"'],
    ['its attributes where its text is white space', '03 0D 6A 00 C5 06 01 03 20 0A 00 01', 'mailbox=""'],
    ['nothing of an element without either', '03 0D 6A 00 45 01', undefined],
  ])('an element tells %s', (_, octets, meaning) => {
    const { children } = traced(octets, (reader) => readWbxmlTree(reader));
    expect(children.at(-1)?.meaning).toBe(meaning);
  });

  it('an element of SI without a text tells nothing', () => {
    const root = traced('02 05 6A 00 45 06 01', (reader) => readWbxml(reader)).children.at(-1);
    expect([root?.meaning, root?.children.map(({ name, meaning }) => [name, meaning])]).toEqual([
      undefined,
      [
        ['tag', '<si>, content'],
        ['indication', undefined],
        ['END', undefined],
      ],
    ]);
  });

  it('a document of a document of a document: the innermost stays closed', () => {
    const document = (data: string) => `00 9F 53 00 6D 4F C3 ${toHex(Uint8Array.of(hex(data).length))} ${data} 01 01`;
    const names = treeLines(document(document('00 0D 00 05'))).map((line) => line.trim().split(/[ :]/)[1]);
    expect(names.filter((name) => name === 'SyncML' || name === 'emn')).toEqual(['SyncML', 'SyncML']);
  });
});

describe('what an error says', () => {
  const reasonOf = (read: () => unknown) => {
    try {
      read();
    } catch (error) {
      return error instanceof DecodeError ? `${error.field}: ${error.reason}` : String(error);
    }
    return undefined;
  };

  it.each([
    [
      'another document type',
      '02 04 6A 00 05',
      'si',
      'WBXML/publicid: is 4, another document type, allowed: 05 (-//WAPFORUM//DTD SI 1.0//EN)',
    ],
    [
      'another of the three',
      '02 06 6A 00 05',
      'si',
      'WBXML/publicid: is -//WAPFORUM//DTD SL 1.0//EN, allowed: 05 (-//WAPFORUM//DTD SI 1.0//EN)',
    ],
    [
      'a type that is not told',
      '02 01 6A 00 05',
      undefined,
      'WBXML/publicid: is unknown, allowed: 05 (-//WAPFORUM//DTD SI 1.0//EN), 06 (-//WAPFORUM//DTD SL 1.0//EN), 07 (-//WAPFORUM//DTD CO 1.0//EN)',
    ],
    [
      'a type by a text',
      `02 00 00 6A 02 ${ascii('a')} 00 05`,
      'co',
      'WBXML/publicid: is "a", allowed: 07 (-//WAPFORUM//DTD CO 1.0//EN)',
    ],
    ['a charset', '02 05 6B 00 05', 'si', 'WBXML/charset: is 107, allowed: 3 US-ASCII, 4 ISO-8859-1, 106 UTF-8, 1000 UCS-2'],
    ['a tag without a meaning', '02 05 6A 00 45 70 01', 'si', 'SI: token 70 is not defined here'],
    ['a token out of its place', '02 05 6A 00 45 46 C1 01 01', 'si', 'SI/indication: EXT_1 (C1) is not allowed here'],
    ['a value without a meaning', '02 05 6A 00 45 86 0B 89 01 01', 'si', 'SI/indication/href: token 89 is not defined here'],
  ] as const)('%s', (_, octets, kind, reason) => {
    expect(reasonOf(() => readWbxml(new ByteReader(hex(octets)), undefined, kind))).toBe(reason);
  });

  it('a page lists those that there are', () => {
    expect(reasonOf(() => readWbxmlTree(new ByteReader(hex('03 0B 6A 00 45 00 07 01'))))).toBe(
      'WBXML/wap-provisioningdoc/page: there is no code page 7, only 0, 1',
    );
  });
});
