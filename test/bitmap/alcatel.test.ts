import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAlcatelElement, readAlcatelPicture } from '../../src/bitmap/alcatel.js';
import {
  type AlcatelPicture,
  bitmapFromRows,
  bitmapToRows,
  decodeAlcatelPicture,
  encodeAlcatelPicture,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import type { InformationElement } from '../../src/sms/information-element.js';
import { encodeUdh } from '../../src/sms/udh.js';
import { alcatelName, anyBitmap, fieldsNamed, noise, traceOf, withDirtyFiller } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { damaged, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

/** The frame that gammu 1.42.0 was given: 16x10, one pixel wide. */
const frame = bitmapFromRows(['#'.repeat(16), ...Array.from({ length: 8 }, () => `#${'.'.repeat(14)}#`), '#'.repeat(16)]);
const element = (data: string): InformationElement => ({ kind: 'raw', iei: 0x80, data: hex(data) });

describe('octets', () => {
  it('header and data of gammu for a frame of 16x10', () => {
    const sent = encodeAlcatelPicture({ bitmap: frame });
    expect(toHex(encodeUdh([sent.element]))).toBe('06800400040022');
    expect(toHex(sent.data)).toBe(`100A${'FFC0'}${'8040'.repeat(14)}FFC0`);
    expect(decodeAlcatelPicture(sent.element, sent.data)).toEqual({ bitmap: frame });
  });

  it('a name stands packed in front of the type', () => {
    const sent = encodeAlcatelPicture({ bitmap: bitmapFromRows(['#']), name: 'hello' });
    expect(toHex(sent.element.data)).toBe('05E8329BFD06040003');
    expect(toHex(sent.data)).toBe('010180');
    expect(decodeAlcatelPicture(sent.element, sent.data)).toEqual({ bitmap: bitmapFromRows(['#']), name: 'hello' });
  });

  it('sides over 127 take one octet', () => {
    const bitmap = noise(200, 130);
    const sent = encodeAlcatelPicture({ bitmap });
    expect(toHex(sent.data.subarray(0, 2))).toBe('C882');
    expect(sent.data).toHaveLength(2 + 200 * 17);
    expect(decodeAlcatelPicture(sent.element, sent.data)).toEqual({ bitmap });
  });

  it.each<[octets: number, name: string, read: string]>([
    [1, '@', '@'],
    [6, 'hello@', 'hello@'],
    [7, 'abcdefg', 'abcdefg'],
    [7, 'abcdefgh', 'abcdefgh'],
    [7, 'abcdefg@', 'abcdefg'],
    [8, 'abcdefgh@', 'abcdefgh@'],
    [14, 'abcdefghijklmno', 'abcdefghijklmno'],
    [14, 'abcdefghijklmnop', 'abcdefghijklmnop'],
  ])('%d octets of a name: %s', (octets, name, read) => {
    const sent = encodeAlcatelPicture({ bitmap: frame, name });
    expect(sent.element.data[0]).toBe(octets);
    expect(decodeAlcatelPicture(sent.element, sent.data)).toEqual({ bitmap: frame, name: read });
  });

  it('the longest name leaves one octet of data in each message', () => {
    const name = 'x'.repeat(145);
    const sent = encodeAlcatelPicture({ bitmap: frame, name });
    expect(sent.element.data).toHaveLength(131);
    expect(decodeAlcatelPicture(sent.element, sent.data)).toEqual({ bitmap: frame, name });
  });

  it.each<[why: string, element: InformationElement, data: string, code: string, field: string, offset: number]>([
    ['another element', { kind: 'userPrompt', objects: 1 }, '010180', 'bad-value', 'alcatel-element', 0],
    ['another raw element', { kind: 'raw', iei: 0x81, data: hex('00040003') }, '010180', 'bad-value', 'alcatel-element', 0],
    ['an empty element', element(''), '010180', 'truncated', 'alcatel-element/name-length', 0],
    ['a name that runs out', element('0568'), '010180', 'truncated', 'alcatel-element/name', 1],
    ['a name in no alphabet', element('011B 04 0003'), '010180', 'truncated', 'alcatel-element/name', 1],
    [
      'a name that ends within a character',
      element('08 61F1985C369FD1 1B 04 0003'),
      '010180',
      'truncated',
      'alcatel-element/name',
      8,
    ],
    ['an element without a type', element('00'), '010180', 'truncated', 'alcatel-element/type', 1],
    ['an animation', element('00050003'), '010180', 'bad-value', 'alcatel-element/type', 1],
    ['an unknown type', element('00990003'), '010180', 'bad-value', 'alcatel-element/type', 1],
    ['half a length', element('000400'), '010180', 'truncated', 'alcatel-element/length', 2],
    ['an element that goes on', element('0004000300'), '010180', 'trailing-bytes', 'alcatel-element', 4],
    ['another length', element('00040004'), '010180', 'bad-value', 'alcatel-element/length', 2],
    ['a width of 0', element('00040003'), '000180', 'bad-value', 'alcatel-picture/width', 0],
    ['a height of 0', element('00040003'), '010080', 'bad-value', 'alcatel-picture/height', 1],
    ['pixels cut short', element('00040003'), '010980', 'truncated', 'alcatel-picture/pixels', 2],
    ['an octet too many', element('00040004'), '01018000', 'trailing-bytes', 'alcatel-picture', 3],
  ])('refuses %s', (_why, header, data, code, field, offset) => {
    expect(refusal(() => decodeAlcatelPicture(header, hex(data)))).toEqual({ code, field, offset });
  });

  it.each<[found: string, element: object]>([
    ['userPrompt', { kind: 'userPrompt', objects: 1 }],
    ['userPrompt', { kind: 'userPrompt', iei: 0x80, data: hex('00040003') }],
    ['81', { kind: 'raw', iei: 0x81, data: hex('00040003') }],
    ['0a', { kind: 'raw', iei: 0x0a, data: hex('00040003') }],
  ])('tells which element it found: %s', (found, header) => {
    const decode = () => decodeAlcatelPicture(header as InformationElement, hex('010180'));
    expect(decode).toThrowError(`alcatel-element at 0: is ${found}, allowed: 80`);
  });

  it.each<[type: string, name: string]>([
    ['05', '5: animation'],
    ['06', '6: text template'],
    ['99', '153: unknown'],
  ])('tells and shows what type %s is', (type, name) => {
    const header = element(`00${type}0003`);
    expect(() => decodeAlcatelPicture(header, hex('010180'))).toThrowError(
      `is ${name.replace(': ', ' (')}), allowed: 4 (picture)`,
    );
    const root = traceOf(hex(`00${type}0003`), readAlcatelElement);
    expect(linesOf(root.children)).toEqual(['name-length 0', `type ${name}`, 'undecoded']);
  });

  it('lenient: another length, octets behind', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeAlcatelPicture(element('0004000300'), hex('01018000'), options)).toEqual({ bitmap: bitmapFromRows(['#']) });
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([
      ['trailing-bytes', 'alcatel-element', 4],
      ['bad-value', 'alcatel-element/length', 2],
      ['trailing-bytes', 'alcatel-picture', 3],
    ]);
  });

  it.each<[code: string, field: string, offset: number | undefined, value: object]>([
    ['bad-value', 'bitmap.widthPx', undefined, { bitmap: noise(256, 1) }],
    ['unencodable', 'name', 1, { bitmap: frame, name: 'a\u0416' }],
    ['too-long', 'name', undefined, { bitmap: frame, name: 'x'.repeat(146) }],
  ])('refuses with %s, field %s', (code, field, offset, value) => {
    expect(refusal(() => encodeAlcatelPicture(value as AlcatelPicture))).toEqual({ code, field, offset });
  });

  it.each<[message: string, call: () => unknown]>([
    ['alcatelPicture is null, not an object', () => encodeAlcatelPicture(null as never)],
    ['name is not a string', () => encodeAlcatelPicture({ bitmap: frame, name: 5 } as unknown as AlcatelPicture)],
    ['element is null, not an object', () => decodeAlcatelPicture(null as never, hex('010180'))],
    ['data ', () => decodeAlcatelPicture(element('00040003'), '010180' as never)],
  ])('a TypeError: %s', (message, call) => {
    expect(call).toThrowError(TypeError);
    expect(call).toThrowError(new RegExp(`^${message}`));
  });
});

describe('traces', () => {
  it('an element with a name and one without', () => {
    const lines = (octets: string) => linesOf(traceOf(hex(octets), readAlcatelElement).children);
    expect(lines('05 E8329BFD06 04 0003')).toEqual(['name-length 5', 'name hello', 'type 4: picture', 'length 3']);
    expect(lines('00 04 0003')).toEqual(['name-length 0', 'type 4: picture', 'length 3']);
  });

  it('a picture by its columns, with its size', () => {
    const root = traceOf(hex('02 03 A0 40'), readAlcatelPicture);
    expect(fieldsNamed(root, 'pixels')[0]?.meaning).toMatch(/^2x3, # black/);
    expect(fieldsNamed(root, 'column')).toMatchObject([
      { value: '#.#', start: 2 },
      { value: '.#.', start: 3 },
    ]);
  });
});

describe('properties', () => {
  it('a trace shows the columns, with and without a name', () => {
    fc.assert(
      fc.property(anyBitmap(), alcatelName, (bitmap, words) => {
        const value = words === '' ? { bitmap } : { bitmap, name: words };
        const sent = encodeAlcatelPicture({ ...value, bitmap: withDirtyFiller(bitmap) });
        const root = traceOf(sent.data, readAlcatelPicture);
        expectTiling(root);
        const rows = bitmapToRows(bitmap);
        const columns = [...(rows[0] as string)].map((_, x) => rows.map((row) => row[x]).join(''));
        expect(fieldsNamed(root, 'column').map(({ value: column }) => column)).toEqual(columns);
        expectTiling(traceOf(sent.element.data, readAlcatelElement));
      }),
    );
  });

  it('arbitrary and damaged octets tile', () => {
    const sent = anyBitmap(20, 10).map((bitmap) => encodeAlcatelPicture({ bitmap, name: 'name' }));
    const inputs = fc.oneof(
      fc.tuple(fc.uint8Array(), fc.uint8Array()),
      fc.tuple(damaged(sent.map((value) => value.element.data)), damaged(sent.map((value) => value.data))),
      sent.chain(({ element: { data: header }, data }) => fc.tuple(damaged(fc.constant(header)), fc.constant(data))),
    );
    fc.assert(
      fc.property(inputs, fc.boolean(), ([header, data], lenient) => {
        expectTiling(traceOf(header, (reader) => readAlcatelElement(reader, { lenient })));
        expectTiling(traceOf(data, (reader) => readAlcatelPicture(reader, { lenient })));
      }),
    );
  });
});
