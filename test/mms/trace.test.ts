import { describe, expect, it } from 'vitest';
import { ByteReader } from '../../src/bytes/reader.js';
import { type Field, Trace } from '../../src/bytes/trace.js';
import { encodeMms, type MRetrieveConf, type Part } from '../../src/mms/binary.js';
import { readMms } from '../../src/mms/decode.js';
import type { ReadPart } from '../../src/mms/header-codec.js';
import { hex } from '../support/hex.js';
import { linesOf } from '../support/trace-lines.js';

/** An acknowledgement, which any header may follow. */
const FRONT = '8C 85 98 54 00 8D 92';

function traceOf(octets: Uint8Array, readPart?: ReadPart): readonly Field[] {
  const trace = new Trace('MMS');
  readMms(new ByteReader(octets, trace), { lenient: true }, readPart);
  return trace.finish(octets.length).children;
}

/** Specification of each field, with the names of the groups that it is in. */
function specsOf(fields: readonly Field[], path = ''): string[] {
  return fields.flatMap(({ name, spec, children }) => [
    ...(spec === undefined ? [] : [`${path}${name}: ${spec}`]),
    ...specsOf(children, `${path}${name}/`),
  ]);
}

describe('traces of headers', () => {
  it('begin with type, transaction and version', () => {
    expect(linesOf(traceOf(hex(FRONT)))).toEqual([
      'X-Mms-Message-Type: M-Acknowledge.ind',
      ...['  code 140', '  X-Mms-Message-Type 133'],
      'X-Mms-Transaction-Id: T',
      ...['  code 152', '  X-Mms-Transaction-Id T'],
      'X-Mms-MMS-Version: 1.2',
      ...['  code 141', '  X-Mms-MMS-Version 146: 1.2'],
    ]);
    expect(specsOf(traceOf(hex(FRONT)))).toEqual([
      'X-Mms-Message-Type: MMS_ENC 7.3',
      'X-Mms-Transaction-Id: MMS_ENC 7.3',
      'X-Mms-MMS-Version: MMS_ENC 7.3',
    ]);
  });

  it.each<[what: string, wire: string, header: string, ...fields: string[]]>([
    ['a date', '85 04 6553F100', 'Date: 2023-11-14T22:13:20.000Z', 'Date 1700000000: 2023-11-14T22:13:20.000Z'],
    ['yes', '86 80', 'X-Mms-Delivery-Report: yes', 'X-Mms-Delivery-Report 128: yes'],
    ['no', '86 81', 'X-Mms-Delivery-Report: no', 'X-Mms-Delivery-Report 129: no'],
    [
      ...(['seconds', '87 05 81 03 015180', 'X-Mms-Delivery-Time: 86400 seconds later'] as const),
      ...['length 5', 'token 129: relative', 'seconds 86400'],
    ],
    [
      ...(['a moment', '87 06 80 04 6553FF10', 'X-Mms-Delivery-Time: 2023-11-14T23:13:20.000Z'] as const),
      ...['length 6', 'token 128: absolute', 'date 1700003600: 2023-11-14T23:13:20.000Z'],
    ],
    ['a sender', '89 05 80 614062 00', 'From: a@b', 'length 5', 'token 128: address present', 'address a@b'],
    ['a sender without a length', '89 614062 00', 'From: a@b', 'From a@b'],
    ['a class', '8A 80', 'X-Mms-Message-Class: personal', 'X-Mms-Message-Class 128: personal'],
    ['a class as text', '8A 782D76 00', 'X-Mms-Message-Class: x-v', 'X-Mms-Message-Class x-v'],
    ['a class without a name', '8A BF', 'X-Mms-Message-Class: 191', 'X-Mms-Message-Class 191: not registered'],
    ['a size', '8E 02 7800', 'X-Mms-Message-Size: 30720', 'X-Mms-Message-Size 30720'],
    ['a status', '92 80', 'X-Mms-Response-Status: ok', 'X-Mms-Response-Status 128: ok'],
    ['a status without a name', '92 FF', 'X-Mms-Response-Status: 255', 'X-Mms-Response-Status 255: not registered'],
    ['a text', '96 4869 00', 'Subject: Hi', 'Subject Hi'],
    ['a text with a charset', '96 04 EA 4869 00', 'Subject: Hi', 'length 4', 'charset 106: utf-8', 'text Hi'],
    ['a version', '8D 93', 'X-Mms-MMS-Version', 'X-Mms-MMS-Version 93'],
    ['an earlier sender', 'A0 05 81 614062 00', 'X-Mms-Previously-Sent-By: 1 a@b', 'length 5', 'count 1', 'address a@b'],
    [
      ...(['an earlier date', 'A1 03 82 01 01', 'X-Mms-Previously-Sent-Date: 2 1970-01-01T00:00:01.000Z'] as const),
      ...['length 3', 'count 2', 'date 1: 1970-01-01T00:00:01.000Z'],
    ],
    ['a flag', 'A4 05 80 706574 00', 'X-Mms-MM-Flags: add pet', 'length 5', 'token 128: add', 'keyword pet'],
    ['an attribute', 'A8 96', 'X-Mms-Attributes: Subject', 'X-Mms-Attributes 150: Subject'],
    ['an attribute without a name', 'A8 D0', 'X-Mms-Attributes: 80', 'X-Mms-Attributes 208: not registered'],
    ['a total', 'AA 02 80 87', 'X-Mms-Mbox-Totals: messages 7', 'length 2', 'token 128: messages', 'count 7'],
    ['a quota', 'AC 02 81 87', 'X-Mms-Mbox-Quotas: octets 7', 'length 2', 'token 129: octets', 'count 7'],
    [
      ...(['an element', 'B2 0A 63 00 82 9D 78 00 61622F 00', 'X-Mms-Element-Descriptor: c type image/gif x ab/'] as const),
      ...['length 10', 'reference c', 'name 130: type', 'value 157: image/gif', 'name x', 'value ab/'],
    ],
    [
      'a type without a name',
      'B2 04 63 00 82 D9',
      'X-Mms-Element-Descriptor: c type 89',
      'length 4',
      'reference c',
      'name 130: type',
      'value 217: 89',
    ],
    ['a parameter without a name', 'B2 04 63 00 85 80', 'X-Mms-Element-Descriptor', 'X-Mms-Element-Descriptor 0463008580'],
    ['a value that does not fit', '86 82', 'X-Mms-Delivery-Report', 'X-Mms-Delivery-Report 82'],
    ['a header without a name', 'F0 81', 'header', 'header 81'],
    ['a second type', '8C 86', 'X-Mms-Message-Type: given twice', 'X-Mms-Message-Type 134'],
    ['a second type as text', '8C 61 00', 'X-Mms-Message-Type: given twice', 'X-Mms-Message-Type 6100'],
  ])('%s', (_, wire, header, ...fields) => {
    const octets = hex(`${FRONT} ${wire}`);
    const [found, ...others] = traceOf(octets).slice(3) as [Field, ...Field[]];
    expect(others).toEqual([]);
    const code = octets[hex(FRONT).length];
    expect(linesOf([found])).toEqual([header, `  code ${code}`, ...fields.map((field) => `  ${field}`)]);
    expect(found.spec).toBe('MMS_ENC 7.3');
    expect([found.start, found.end]).toEqual([hex(FRONT).length, octets.length]);
  });

  it('a header by name, octets that are left out, the rest', () => {
    expect(linesOf(traceOf(hex(`${FRONT} 612D62 00 63 00 05 06 96 61`)).slice(3))).toEqual([
      ...['header', '  name a-b', '  value c'],
      'stray 0506',
      'rest 9661',
    ]);
  });

  it('a header by name that is not valid, as its octets', () => {
    expect(linesOf(traceOf(hex(`${FRONT} 6120 00 63 00`)).slice(3))).toEqual(['header 6120006300']);
  });

  it('a sender that the MMSC is to insert, and a body of one part', () => {
    expect(linesOf(traceOf(hex('8C 80 98 54 00 8D 92 89 01 81 97 61 00 84 83 01 02'))).slice(9)).toEqual([
      'From: insert address',
      ...['  code 137', '  length 1', '  token 129: insert address'],
      ...['To: a', '  code 151', '  To a'],
      'code 132: Content-Type',
      ...['Content-Type: text/plain', '  type 3: text/plain'],
      'data 0102',
    ]);
  });

  it('a body where there is none', () => {
    expect(linesOf(traceOf(hex(`${FRONT} 84 83 61`)).slice(3))).toEqual(['rest 848361']);
  });

  it('values of many messages, with their counts', () => {
    const wire = '8C 95 98 54 00 8D 93 92 02 80 80 93 05 81 6E6F7400 83 04 80 7531 00';
    expect(linesOf(traceOf(hex(wire))).slice(9)).toEqual([
      ...['X-Mms-Response-Status: 0 ok', '  code 146', '  length 2', '  count 0', '  X-Mms-Response-Status 128: ok'],
      ...['X-Mms-Response-Text: 1 not', '  code 147', '  length 5', '  count 1', '  X-Mms-Response-Text not'],
      ...['X-Mms-Content-Location: 0 u1', '  code 131', '  length 4', '  count 0', '  X-Mms-Content-Location u1'],
    ]);
  });
});

describe('traces of parts', () => {
  const retrieve = (...parts: Part[]): MRetrieveConf => ({
    type: 'M-Retrieve.conf',
    mmsVersion: '1.2',
    date: new Date(1000),
    contentType: 'application/vnd.wap.multipart.mixed',
    parts,
  });
  const gif = (octets: number): Part => ({ name: 'b', contentType: 'image/gif', data: new Uint8Array(octets) });
  const bodyOf = (octets: Uint8Array, readPart?: ReadPart) => {
    const body = traceOf(octets, readPart).find(({ name }) => name === 'body');
    return (body as Field).children;
  };

  it('show all headers', () => {
    const part: Part = {
      name: 'a.txt',
      contentType: 'text/plain',
      charset: 'utf-8',
      contentId: 'i',
      contentLocation: 'l',
      disposition: { type: 'inline', filename: 'f', parameters: [{ code: 2, value: hex('02 0102') }] },
      otherHeaders: [
        { name: 'X-A', value: 'b' },
        { code: 0x2f, value: hex('81') },
      ],
      data: hex('0102'),
    };
    const octets = encodeMms(retrieve(part));
    expect(linesOf(bodyOf(octets))).toEqual([
      'nEntries 1',
      'part 1: a.txt, text/plain, 2 octets',
      ...['  HeadersLen 38', '  DataLen 2'],
      ...['  Content-Type: text/plain; charset=utf-8', '    length 10', '    type 3: text/plain'],
      ...['    parameter', '      name 1: charset', '      value 106: utf-8'],
      ...['    parameter', '      name 5: name', '      value a.txt'],
      ...['  Content-ID: i', '    code 192', '    Content-ID "<i>'],
      ...['  Content-Location: l', '    code 142', '    Content-Location l'],
      ...['  Content-Disposition: inline f 2 020102', '    code 174', '    length 8', '    type 130: inline'],
      ...['    parameter', '      name 6: filename', '      value f'],
      ...['    parameter', '      name 2: level', '      value 020102'],
      ...['  header', '    name X-A', '    value b'],
      ...['  X-Wap-Application-Id', '    code 175', '    X-Wap-Application-Id 81'],
      '  data 0102',
    ]);
  });

  it('name the sections of WSP', () => {
    const body = traceOf(encodeMms(retrieve(gif(1)))).filter(({ name }) => name === 'body');
    expect(specsOf(body).filter((line) => !line.includes('Content-Type'))).toEqual([
      'body: WAP-230 8.5',
      'body/nEntries: WAP-230 8.5.1',
      'body/part 1: WAP-230 8.5.2',
    ]);
  });

  it.each([
    [0, []],
    [1, ['data 00']],
    [64, [`data ${'00'.repeat(64)}`]],
    [65, ['data: 65 octets']],
  ])('show data of up to 64 octets: %i', (length, lines) => {
    const part = bodyOf(encodeMms(retrieve(gif(length))))[1] as Field;
    expect(part.meaning).toBe(`b, image/gif, ${length} octets`);
    expect(linesOf(part.children.slice(3))).toEqual(lines);
  });

  it('show the parts of a part as its data', () => {
    const nested = { ...gif(0), name: 'm', contentType: 'application/vnd.wap.multipart.mixed', parts: [gif(1)] };
    const part = bodyOf(encodeMms(retrieve(gif(1), nested)))[2] as Field;
    expect(part.name).toBe('part 2');
    expect(part.meaning).toBe('m, application/vnd.wap.multipart.mixed, 9 octets');
    const data = part.children[3] as Field;
    expect(data.name).toBe('data');
    expect(data.children.map(({ name, meaning }) => [name, meaning])).toEqual([
      ['nEntries', undefined],
      ['part 1', 'b, image/gif, 1 octets'],
    ]);
  });

  it('have what another reader finds in the data, and what it leaves', () => {
    const seen: string[] = [];
    const children = bodyOf(encodeMms(retrieve(gif(3), gif(1))), (data, { name }) => {
      seen.push(`${name} ${data.remaining}`);
      data.u8('first');
    }).map((field) => linesOf(field.children.slice(3)));
    expect(seen).toEqual(['b 3', 'b 1']);
    expect(children.slice(1)).toEqual([
      ['data', '  first 0', '  rest 0000'],
      ['data', '  first 0'],
    ]);
  });

  it('show octets after the last part, and headers that cannot be read', () => {
    const front = '8C 84 8D 92 85 01 01 84 A3';
    expect(linesOf(bodyOf(hex(`${front} 00 0102`)))).toEqual(['nEntries 0', 'rest 0102']);
    expect(linesOf(bodyOf(hex(`${front} 01 04 00 6100 8E 00`)))).toEqual([
      'nEntries 1',
      'part 1: part-1, application/octet-stream, 0 octets',
      ...['  HeadersLen 4', '  DataLen 0', '  headers 61008E00'],
    ]);
  });
});
