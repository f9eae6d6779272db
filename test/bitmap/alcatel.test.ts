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

  it.each<[why: string, element: InformationElement, data: string, code: string, field: string, offset: number]>([
    ['another element', { kind: 'userPrompt', objects: 1 }, '010180', 'bad-value', 'alcatel-element', 0],
    ['another raw element', { kind: 'raw', iei: 0x81, data: hex('00040003') }, '010180', 'bad-value', 'alcatel-element', 0],
    ['an empty element', element(''), '010180', 'truncated', 'alcatel-element/name-length', 0],
    ['a name that runs out', element('0568'), '010180', 'truncated', 'alcatel-element/name', 1],
    ['a name in no alphabet', element('011B 04 0003'), '010180', 'truncated', 'alcatel-element/name', 1],
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

  it('lenient: another length, octets behind', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeAlcatelPicture(element('0004000300'), hex('01018000'), options)).toEqual({ bitmap: bitmapFromRows(['#']) });
    expect(issues.map(({ field }) => field)).toEqual(['alcatel-element', 'alcatel-element/length', 'alcatel-picture']);
  });

  it.each<[code: string, field: string, offset: number | undefined, value: object]>([
    ['bad-value', 'bitmap.widthPx', undefined, { bitmap: noise(256, 1) }],
    ['unencodable', 'name', 1, { bitmap: frame, name: 'a\u0416' }],
    ['too-long', 'name', undefined, { bitmap: frame, name: 'x'.repeat(146) }],
  ])('refuses with %s, field %s', (code, field, offset, value) => {
    expect(refusal(() => encodeAlcatelPicture(value as AlcatelPicture))).toEqual({ code, field, offset });
  });

  it('a name that is none is a TypeError', () => {
    expect(() => encodeAlcatelPicture({ bitmap: frame, name: 5 } as unknown as AlcatelPicture)).toThrowError(TypeError);
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
