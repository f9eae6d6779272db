/** What readers of cell broadcast and USSD say in a trace: the fields, their values and meanings, and where they are. */
import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { type Field, Trace } from '../../src/bytes/trace.js';
import { readCbs } from '../../src/cbs/broadcast.js';
import { readCbsDcs } from '../../src/cbs/fields.js';
import { readUssdArgument } from '../../src/cbs/ussd.js';
import { pageContent } from '../support/cbs.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

type Read = (reader: ByteReader, options: { readonly lenient: boolean }) => unknown;

function traceOf(read: Read, digits: string): readonly Field[] {
  const octets = hex(digits);
  const trace = new Trace('input');
  read(new ByteReader(octets, trace), { lenient: true });
  expect(trace.mark().depth, 'every group is closed').toBe(1);
  const root = trace.finish(octets.length);
  expectTiling(root);
  return root.children;
}

/** As `linesOf`, after the octets or bits of a field, and with its specification. */
function placedLinesOf(fields: readonly Field[], indent = ''): string[] {
  return fields.flatMap((field) => {
    const { start, end, bits, spec, children } = field;
    const place = bits === undefined ? `${start}-${end}` : `${bits.order} ${bits.from}-${bits.to}`;
    const [line] = linesOf([{ ...field, children: [] }]);
    return [`${indent}${place} ${line}${spec === undefined ? '' : ` (${spec})`}`, ...placedLinesOf(children, `${indent}  `)];
  });
}

const page = (dcs: string, content: string) => `C000 0032 ${dcs} 11 ${content}`;

describe('traces of pages', () => {
  it('have the parts of the serial number, the identifier, the coding and the page parameter', () => {
    expect(placedLinesOf(traceOf(readCbs, `4023 1112 04 23 ${pageContent('')}`).slice(0, 4))).toEqual([
      '0-2 serial number 16419 (23.041 9.4.1.2.1)',
      '  msb 0-2 geographical scope 1: network',
      '  msb 2-12 message code 2',
      '  msb 12-16 update number 3',
      '2-4 message identifier 4370: CMAS presidential (EU-Alert level 1) (23.041 9.4.1.2.2)',
      '4-5 data coding scheme 4: GSM 7-bit, language es (23.038 5)',
      '  msb 32-36 coding group 0',
      '  msb 36-40 language 4',
      '5-6 page parameter 35: 2 of 3 (23.041 9.4.1.2.4)',
      '  msb 40-44 page 2',
      '  msb 44-48 pages 3',
    ]);
  });

  // A page of septets has 93 of them from bit 48 on, and 5 bits more.
  it.each<[string, string, string[]]>([
    [
      'septets, the CRs that fill the page, and the bits left over',
      page('40', pageContent('C160A3')),
      [
        'lsb 48-62 text AA (23.038 6.1.2.2)',
        '  lsb 48-55 septet 65: "A" (23.038 6.2.1)',
        '  lsb 55-62 septet 65: "A" (23.038 6.2.1)',
        'lsb 62-699 padding (23.038 6.1.2.2)',
        'lsb 699-704 fill bits (23.038 6.1.2.2)',
      ],
    ],
    [
      'the language and the septets after it',
      page('10', pageContent('737B03996E341A8D46A3')),
      [
        'lsb 48-69 language sv (23.038 5)',
        'lsb 69-83 text Hi (23.038 6.1.2.2)',
        '  lsb 69-76 septet 72: "H" (23.038 6.2.1)',
        '  lsb 76-83 septet 105: "i" (23.038 6.2.1)',
        'lsb 83-699 padding (23.038 6.1.2.2)',
        'lsb 699-704 fill bits (23.038 6.1.2.2)',
      ],
    ],
    [
      'a language without a text, whose CR is one of those that fill the page',
      page('10', pageContent('737BA3')),
      ['lsb 48-62 language sv (23.038 5)', 'lsb 62-699 padding (23.038 6.1.2.2)', 'lsb 699-704 fill bits (23.038 6.1.2.2)'],
    ],
    [
      'characters of UCS-2, of one unit and of two, and the CRs after them',
      page('48', `0041 D83DDE00 0042 ${'000D'.repeat(37)}`),
      [
        '6-14 text A😀B (23.038 6.2.3)',
        '  6-8 character 65: "A" (23.038 6.2.3)',
        '  8-12 character 128512: "😀" (23.038 6.2.3)',
        '  12-14 character 66: "B" (23.038 6.2.3)',
        '14-88 padding (23.038 6.2.3)',
      ],
    ],
    [
      'the language in two octets before UCS-2',
      page('11', `783C ${'0041'.repeat(40)}`),
      [
        'lsb 48-62 language xx (23.038 5)',
        'lsb 62-64 fill bits (23.038 5)',
        `8-88 text ${'A'.repeat(40)} (23.038 6.2.3)`,
        ...Array.from({ length: 40 }, (_, i) => `  ${8 + 2 * i}-${10 + 2 * i} character 65: "A" (23.038 6.2.3)`),
      ],
    ],
    // The septet that ends with the page parameter 1A looks like a CR, too.
    [
      'septets that are CRs alone',
      `C000 0032 40 1A ${pageContent('8D46A3')}`,
      ['lsb 48-699 padding (23.038 6.1.2.2)', 'lsb 699-704 fill bits (23.038 6.1.2.2)'],
    ],
    ['units that are CRs alone', page('48', '000D'.repeat(41)), ['6-88 padding (23.038 6.2.3)']],
    [
      'half a unit at the end of a page that is cut off',
      page('48', '0041 000D 00'),
      ['6-8 text A (23.038 6.2.3)', '  6-8 character 65: "A" (23.038 6.2.3)', '8-10 padding (23.038 6.2.3)', '10-11 odd octet'],
    ],
    ['octets of data', page('44', '41 42'), ['6-8 data 4142']],
  ])('have in the content %s', (_, octets, expected) => {
    const content = traceOf(readCbs, octets)[4] as Field;
    const [line, ...lines] = placedLinesOf([content]);
    expect(line).toBe(`6-${hex(octets).length} content (23.041 9.4.1.2.5)`);
    expect(lines.map((each) => each.slice(2))).toEqual(expected);
  });

  it.each(['40', '44', '48'])('have no content where a page of the coding %s ends before it', (dcs) => {
    expect(traceOf(readCbs, page(dcs, '')).map(({ name }) => name)).toEqual([
      'serial number',
      'message identifier',
      'data coding scheme',
      'page parameter',
    ]);
  });

  it.each([
    ['serial number', 0, 'C0'],
    ['message identifier', 2, 'C000 00'],
    ['data coding scheme', 4, 'C000 0032'],
    ['page parameter', 5, 'C000 0032 40'],
  ] as const)('end with the same error as reading without one: truncated %s', (field, offset, octets) => {
    expect(refusal(() => traceOf(readCbs, octets))).toEqual({ code: 'truncated', field, offset });
  });
});

describe('traces of messages of UMTS', () => {
  it('have the fields in their order, and each page with its length', () => {
    const full = '43'.repeat(82);
    expect(placedLinesOf(traceOf(readCbs, `01 0032 C000 44 02 4142${'00'.repeat(80)} 02 ${full} 52 FFFF`))).toEqual([
      '0-1 message type 1: CBS message (25.324 11.1)',
      '1-3 message identifier 50: assigned by the GSM Association (23.041 9.4.1.2.2)',
      '3-5 serial number 49152 (23.041 9.4.1.2.1)',
      '  msb 24-26 geographical scope 3: cell',
      '  msb 26-36 message code 0',
      '  msb 36-40 update number 0',
      '5-6 data coding scheme 68: 8-bit data, no class (23.038 5)',
      '  msb 40-42 coding group 1: general',
      '  msb 42-43 compression 0: not compressed',
      '  msb 43-44 class given 0: no',
      '  msb 44-46 alphabet 1: 8-bit data',
      '  msb 46-48 reserved 0',
      '6-7 pages 2 (23.041 9.4.2.2.5)',
      '7-90 page 1 (23.041 9.4.2.2.5)',
      '  7-9 data 4142',
      `  9-89 padding ${'00'.repeat(80)}`,
      '  89-90 length 2',
      '90-173 page 2 (23.041 9.4.2.2.5)',
      `  90-172 data ${full}`,
      '  172-173 length 82',
      '173-175 trailing octets FFFF',
    ]);
  });

  it('have a page without a content as padding', () => {
    const [, , , , , first] = traceOf(readCbs, `01 0032 C000 40 01 ${'0D'.repeat(82)} 00`);
    expect(placedLinesOf([first as Field])).toEqual([
      '7-90 page 1 (23.041 9.4.2.2.5)',
      `  7-89 padding ${'0D'.repeat(82)}`,
      '  89-90 length 0',
    ]);
  });
});

describe('traces of primary notifications of ETWS', () => {
  const begin = '7001 1102 0580';

  it('have the warning type, what handsets do, and the parts of the security information', () => {
    const signature = 'AB'.repeat(43);
    expect(placedLinesOf(traceOf(readCbs, `${begin} 20112233445566 ${signature}`).slice(1))).toEqual([
      '2-4 message identifier 4354: ETWS earthquake and tsunami (23.041 9.4.1.2.2)',
      '4-5 warning type 5 (23.041 9.3.24)',
      '  msb 32-39 warning type 2: earthquake and tsunami',
      '  msb 39-40 emergency user alert 1: yes',
      '5-6 popup 128 (23.041 9.3.24)',
      '  msb 40-41 popup 1: yes',
      '  msb 41-48 padding 0',
      '6-56 security information (23.041 9.3.25)',
      '  6-13 time 20112233445566',
      `  13-56 signature ${signature}`,
    ]);
  });

  it.each<[number, string, string[]]>([
    [0, '', []],
    [3, '201122', ['6-9 security information (23.041 9.3.25)', '  6-9 time 201122']],
    [7, '20112233445566', ['6-13 security information (23.041 9.3.25)', '  6-13 time 20112233445566']],
    [
      8,
      '20112233445566 AB',
      ['6-14 security information (23.041 9.3.25)', '  6-13 time 20112233445566', '  13-14 signature AB'],
    ],
  ])('have what is there of security information cut to %d octets', (_, security, expected) => {
    expect(placedLinesOf(traceOf(readCbs, `${begin} ${security}`).slice(4))).toEqual(expected);
  });
});

describe('traces of arguments of USSD', () => {
  it('have the tags and lengths of the elements, and what follows', () => {
    expect(placedLinesOf(traceOf(readUssdArgument, '30 0A 04 01 0F 04 02 AA18 04 01 07 0000'))).toEqual([
      '0-1 tag 48',
      '1-2 length 10',
      '2-5 ussd-DataCodingScheme (24.080 3.6)',
      '  2-3 tag 4',
      '  3-4 length 1',
      '  4-5 data coding scheme 15: GSM 7-bit, language not specified (23.038 5)',
      '    msb 32-36 coding group 0',
      '    msb 36-40 language 15',
      '5-9 ussd-String (24.080 3.6)',
      '  5-6 tag 4',
      '  6-7 length 2',
      '  lsb 56-70 text *1 (23.038 6.1.2.2)',
      '    lsb 56-63 septet 42: "*" (23.038 6.2.1)',
      '    lsb 63-70 septet 49: "1" (23.038 6.2.1)',
      '  lsb 70-72 fill bits (23.038 6.1.2.2)',
      '9-12 other elements 040107',
      '12-14 trailing octets 0000',
    ]);
  });

  it.each<[string, string, string[]]>([
    ['text that fills its octets has no padding', '30 0D 04 01 0F 04 07 B0986C46ABD96E 040107', ['text 01234567']],
    ['a CR in the last septet is padding', '30 0C 04 01 0F 04 07 B0986C46ABD91A', ['text 0123456', 'padding']],
    ['a CR at the end of UCS-2 is text', '30 09 04 01 48 04 04 0041000D', ['text A\r']],
    ['a string without octets has no fields', '30 05 04 01 0F 04 00', []],
  ])('%s', (_, octets, expected) => {
    const string = traceOf(readUssdArgument, octets).find(({ name }) => name === 'ussd-String') as Field;
    const [tag, length, ...content] = string.children;
    expect([tag?.name, length?.name]).toEqual(['tag', 'length']);
    expect(linesOf(content.map((field) => ({ ...field, children: [] })))).toEqual(expected);
  });

  it('have no other elements where the string is the last', () => {
    const names = traceOf(readUssdArgument, '30 06 04 01 0F 04 01 32').map(({ name }) => name);
    expect(names).toEqual(['tag', 'length', 'ussd-DataCodingScheme', 'ussd-String']);
  });
});

describe('traces of data coding schemes (TS 23.038 section 5)', () => {
  const GENERAL = ['coding group 1: general', 'compression 0: not compressed', 'class given 0: no'];

  it.each<[string, string, string[]]>([
    ['40', '64: GSM 7-bit, no class', [...GENERAL, 'alphabet 0: GSM 7-bit', 'reserved 0']],
    ['45', '69: 8-bit data, no class', [...GENERAL, 'alphabet 1: 8-bit data', 'reserved 1']],
    ['48', '72: UCS-2, no class', [...GENERAL, 'alphabet 2: UCS-2', 'reserved 0']],
    ['4C', '76: reserved alphabet, read as GSM 7-bit, no class', [...GENERAL, 'alphabet 3: reserved', 'reserved 0']],
    [
      '72',
      '114: GSM 7-bit, class 2, compressed',
      ['coding group 1: general', 'compression 1: compressed', 'class given 1: yes', 'alphabet 0: GSM 7-bit', 'class 2'],
    ],
    ['9B', '155: user data header, UCS-2, class 3', ['coding group 9', 'alphabet 2: UCS-2', 'class 3']],
    ['F3', '243: GSM 7-bit, class 3', ['coding group 15', 'reserved 0', 'alphabet 0: GSM 7-bit', 'class 3']],
    ['FE', '254: 8-bit data, class 2', ['coding group 15', 'reserved 1', 'alphabet 1: 8-bit data', 'class 2']],
    ['24', '36: GSM 7-bit, language is', ['coding group 2', 'language 4']],
    ['11', '17: UCS-2, the text begins with its language', ['coding group 1', 'coding 1']],
    ['D5', '213: message of the I1 protocol', ['coding group 13', 'coding 5']],
    ['E6', '230: message of WAP', ['coding group 14', 'coding 6']],
    ['37', '55: reserved, read as GSM 7-bit', ['coding group 3', 'coding 7']],
  ])('%s is %s', (octet, said, expected) => {
    const [scheme] = traceOf(readCbsDcs, octet) as [Field];
    expect(scheme.spec).toBe('23.038 5');
    expect(linesOf([scheme])).toEqual([`data coding scheme ${said}`, ...expected.map((line) => `  ${line}`)]);
  });
});
