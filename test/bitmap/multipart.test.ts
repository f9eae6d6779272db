import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  decodeMultipartMessage,
  decodePictureMessage,
  encodeMultipartMessage,
  encodePictureMessage,
  type MultipartItem,
  type PictureMessage,
  type PictureMessageOptions,
} from '../../src/bitmap/index.js';
import { looksLikeItems, readMultipartMessage } from '../../src/bitmap/multipart.js';
import { readPictureMessage } from '../../src/bitmap/picture-message.js';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { anyBitmap, fieldsNamed, multipartItems, noise, traceOf } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

const bitmap = bitmapFromRows(['#.#.#.#.']);
const latin1 = fc.array(fc.nat(255), { maxLength: 12 }).map((codes) => String.fromCharCode(...codes));
const unicode = fc.string({ unit: 'grapheme', maxLength: 8 });
const message: fc.Arbitrary<PictureMessage> = fc.oneof(
  anyBitmap().map((picture) => ({ bitmap: picture })),
  fc
    .tuple(anyBitmap(), fc.oneof(latin1, unicode))
    .filter(([, text]) => text !== '')
    .map(([picture, text]) => ({ bitmap: picture, text })),
);

describe('multipart messages', () => {
  it('every kind of item', () => {
    const profile: MultipartItem[] = [
      { kind: 'profileName', text: 'Hi' },
      { kind: 'screenSaver', bitmap },
      { kind: 'ringtone', data: Uint8Array.of(2, 0x4a) },
      { kind: 'text', text: 'a\u00e9', encoding: 'latin1' },
      { kind: 'text', text: '\u20ac', encoding: 'ucs2' },
      { kind: 'picture', bitmap },
      { kind: 'raw', type: 5, data: Uint8Array.of(9) },
    ];
    const wire = [
      '30',
      '04 0004 00480069',
      '06 0005 00080101AA',
      '03 0002 024A',
      '00 0002 61E9',
      '01 0002 20AC',
      '02 0005 00080101AA',
      '05 0001 09',
    ].join(' ');
    expect(encodeMultipartMessage(profile)).toEqual(hex(wire));
    expect(decodeMultipartMessage(hex(wire))).toEqual(profile);
  });

  it('a text without an encoding takes the narrower one that has all of it', () => {
    expect(toHex(encodeMultipartMessage([{ kind: 'text', text: '\u00ff' }]))).toBe('30000001FF');
    expect(toHex(encodeMultipartMessage([{ kind: 'text', text: '\u0100' }]))).toBe('300100020100');
  });

  it('an item of 65535 octets is the longest', () => {
    const list: MultipartItem[] = [{ kind: 'raw', type: 5, data: new Uint8Array(65535).fill(7) }];
    const wire = encodeMultipartMessage(list);
    expect(toHex(wire.subarray(0, 5))).toBe('3005FFFF07');
    expect(wire).toHaveLength(4 + 65535);
    expect(decodeMultipartMessage(wire)).toEqual(list);
  });

  it('a trace names the items, and shows no data where an item has none', () => {
    const wire = '30 00 0002 61E9 01 0002 20AC 00 0000 01 0000 04 0000 03 0002 024A 05 0000';
    const root = traceOf(hex(wire), readMultipartMessage);
    const item = (name: string, type: number, length: number, ...data: string[]) => [
      `item: ${name}`,
      `  type ${type}: ${name}`,
      `  length ${length}`,
      ...data.map((line) => `  ${line}`),
    ];
    expect(linesOf(root.children)).toEqual([
      'version 48: version 3.0',
      ...item('text, ISO 8859-1', 0, 2, 'text a\u00e9'),
      ...item('text, UCS-2', 1, 2, 'text \u20ac'),
      ...item('text, ISO 8859-1', 0, 0),
      ...item('text, UCS-2', 1, 0),
      ...item('profile name', 4, 0),
      ...item('ringing tone', 3, 2, 'data 024A'),
      ...item('not assigned', 5, 0),
    ]);
    expectTiling(root);
  });

  it('a trace of octets that are left over', () => {
    const root = traceOf(hex('30 05 0000 0102'), (reader) => readMultipartMessage(reader, { lenient: true }));
    expect(linesOf(root.children).at(-1)).toBe('trailing 0102');
    expectTiling(root);
  });

  it('items come back', () => {
    fc.assert(
      fc.property(multipartItems, (list) => {
        const wire = encodeMultipartMessage(list);
        expect(decodeMultipartMessage(wire)).toEqual(list);
        const root = traceOf(wire, readMultipartMessage);
        expectTiling(root);
        expect(fieldsNamed(root, 'item')).toHaveLength(list.length);
      }),
    );
  });

  it.each<[wire: string, code: string, field: string, offset: number]>([
    ['', 'truncated', 'multipart/version', 0],
    ['30', 'truncated', 'multipart/item/type', 1],
    ['3000', 'truncated', 'multipart/item/length', 2],
    ['30000002', 'truncated', 'multipart/item/data', 4],
    ['3000000261', 'truncated', 'multipart/item/data', 4],
    ['0000000161', 'bad-value', 'multipart/version', 0],
    ['300000016100', 'trailing-bytes', 'multipart', 5],
    ['30010001 61', 'truncated', 'multipart/item/text', 4],
    ['30010004 0041D800', 'bad-value', 'multipart/item/text', 6],
    ['30020005 00000101AA', 'bad-value', 'ota/width', 5],
    ['30020006 00080101AA00', 'trailing-bytes', 'ota', 9],
  ])('refuses %s', (wire, code, field, offset) => {
    expect(refusal(() => decodeMultipartMessage(hex(wire)))).toEqual({ code, field, offset });
  });

  it.each<[wire: string, message: string]>([
    ['05 0000', 'multipart/version at 0: is 5, allowed: 48 (30 hex)'],
    ['30 05 0000 0102', 'multipart at 4: 2 octets are left over, the next item needs at least 3'],
  ])('tells what is wrong with %s', (wire, message) => {
    expect(() => decodeMultipartMessage(hex(wire))).toThrowError(message);
  });

  it('lenient: no version, an odd octet, a lone surrogate, octets behind', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(decodeMultipartMessage(hex('01 0003 004161 01 0002 D800 05'), options)).toEqual([
      { kind: 'text', text: 'A', encoding: 'ucs2' },
      { kind: 'text', text: '\ud800', encoding: 'ucs2' },
    ]);
    expect(issues.map(({ code, field, offset }) => [code, field, offset])).toEqual([
      ['bad-value', 'multipart/version', 0],
      ['truncated', 'multipart/item/text', 5],
      ['bad-value', 'multipart/item/text', 9],
      ['trailing-bytes', 'multipart', 11],
    ]);
  });

  it.each<[code: string, field: string, offset: number | undefined, list: unknown[]]>([
    ['bad-value', 'items', undefined, []],
    ['bad-value', 'items[0].kind', undefined, [{ kind: 'song' }]],
    ['bad-value', 'items[0].encoding', undefined, [{ kind: 'text', text: 'a', encoding: 'utf8' }]],
    [
      'unencodable',
      'items[1].text',
      1,
      [
        { kind: 'picture', bitmap },
        { kind: 'text', text: 'a\u20ac', encoding: 'latin1' },
      ],
    ],
    ['unencodable', 'items[0].text', 0, [{ kind: 'text', text: '\ud800' }]],
    ['unencodable', 'items[0].text', 1, [{ kind: 'profileName', text: 'a\udc00' }]],
    ['bad-value', 'items[0].bitmap.widthPx', undefined, [{ kind: 'screenSaver', bitmap: { ...bitmap, widthPx: 0 } }]],
    ['bad-value', 'items[0].type', undefined, [{ kind: 'raw', type: 256, data: new Uint8Array() }]],
    ['too-long', 'items[0].data', undefined, [{ kind: 'ringtone', data: new Uint8Array(65536) }]],
    ['too-long', 'items[0].text', undefined, [{ kind: 'profileName', text: 'a'.repeat(32768) }]],
    ['too-long', 'items[0].bitmap', undefined, [{ kind: 'picture', bitmap: noise(1024, 513) }]],
  ])('refuses with %s, field %s', (code, field, offset, list) => {
    expect(refusal(() => encodeMultipartMessage(list as MultipartItem[]))).toEqual({ code, field, offset });
  });

  it.each<[list: unknown, message: string]>([
    [undefined, 'items are an array'],
    [{ length: 1, 0: { kind: 'text', text: 'a' } }, 'items are an array'],
    [[null], 'items[0] is not an item'],
    [[5], 'items[0] is not an item'],
    [[{ kind: 'text' }], 'items[0].text is not a string'],
    [[{ kind: 'profileName', text: 1 }], 'items[0].text is not a string'],
    [[{ kind: 'ringtone', data: '024A' }], 'items[0].data'],
    [[{ kind: 'raw', type: 1, data: [1] }], 'items[0].data'],
    [[{ kind: 'picture' }], 'items[0].bitmap is not a bitmap'],
  ])('%j is a TypeError', (list, message) => {
    const encode = () => encodeMultipartMessage(list as MultipartItem[]);
    expect(encode).toThrowError(TypeError);
    expect(encode).toThrowError(message);
  });

  it('what comes out is not a view of what went in', () => {
    const wire = Buffer.from(hex('30 03 0002 024A'));
    const [tone] = decodeMultipartMessage(wire);
    wire.fill(0);
    expect(tone).toEqual({ kind: 'ringtone', data: Uint8Array.of(2, 0x4a) });
  });
});

describe('what looks like items', () => {
  it.each<[octets: string, start: number, looks: boolean]>([
    ['', 0, false],
    ['30', 1, false],
    ['00 0000', 0, true],
    ['30 00 0000', 1, true],
    ['06 0000', 0, true],
    ['07 0000', 0, false],
    ['02 0001 FF', 0, true],
    ['00 0001 61 03 0000', 0, true],
    ['00 0001 61 07 0000', 0, false],
    ['00 0002 61', 0, false],
    ['00 0001 61 00', 0, false],
    ['00 0001 61 00 00', 0, false],
    ['00 00', 0, false],
    [`00 0102 ${'61'.repeat(0x102)}`, 0, true],
    [`00 0102 ${'61'.repeat(0x101)}`, 0, false],
  ])('%s from %d on: %s', (octets, start, looks) => {
    expect(looksLikeItems(hex(octets), start)).toBe(looks);
  });
});

describe('picture messages', () => {
  it('72x28 without a text takes three messages of 128 octets, and up to 121 characters with it', () => {
    const picture = noise(72, 28);
    expect(encodePictureMessage({ bitmap: picture }).length).toBe(260);
    expect(encodePictureMessage({ bitmap: picture, text: 'x'.repeat(121) }).length).toBe(3 * 128);
  });

  it('come back in both orders; an empty text is none', () => {
    fc.assert(
      fc.property(message, fc.constantFrom<'picture-first' | 'text-first'>('picture-first', 'text-first'), (value, order) => {
        const wire = encodePictureMessage(value, { order });
        expect(decodePictureMessage(wire)).toStrictEqual(value);
        expectTiling(traceOf(wire, readPictureMessage));
        const without = encodePictureMessage({ bitmap: value.bitmap });
        expect(encodePictureMessage({ bitmap: value.bitmap, text: '' }, { order })).toEqual(without);
      }),
    );
  });

  it.each<[why: string, wire: string, field: string, offset: number]>([
    ['no picture', '30 00 0001 61', 'multipart', 0],
    ['two pictures', '30 02 0005 00080101AA 02 0005 00080101AA', 'multipart/item', 9],
    ['two texts', '30 00 0001 61 02 0005 00080101AA 00 0000', 'multipart/item', 13],
    ['a profile', '30 02 0005 00080101AA 04 0000', 'multipart/item', 9],
    ['an unknown item', '30 02 0005 00080101AA 05 0000', 'multipart/item', 9],
  ])('refuses %s', (_why, wire, field, offset) => {
    expect(refusal(() => decodePictureMessage(hex(wire)))).toEqual({ code: 'bad-value', field, offset });
  });

  it('lenient: a second picture in a message without a version octet is reported at its own octet', () => {
    const { issues, options } = lenient();
    expect(decodePictureMessage(hex('02 0005 00080101AA 02 0005 00080101FF'), options)).toEqual({ bitmap });
    expect(issues).toEqual([
      ['bad-value', 'multipart/version', 0],
      ['bad-value', 'multipart/item', 8],
    ]);
  });

  it('lenient: the first of each counts', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    const wire = hex('30 02 0005 00080101AA 02 0005 00080101FF 00 0001 61 00 0001 62 05 0000 04 0000');
    expect(decodePictureMessage(wire, options)).toEqual({ bitmap, text: 'a' });
    expect(issues.map(({ offset, reason }) => [offset, reason.replace(/.* this is /, '')])).toEqual([
      [9, 'one more picture'],
      [21, 'one more text'],
      [25, 'an item of type 5'],
      [28, 'a profileName'],
    ]);
  });

  it.each<[code: string, field: string, offset: number | undefined, value: object, options: object]>([
    ['bad-value', 'order', undefined, { bitmap }, { order: 'random' }],
    ['bad-value', 'encoding', undefined, { bitmap, text: 'a' }, { encoding: 'ascii' }],
    ['unencodable', 'text', 1, { bitmap, text: 'a\u20ac' }, { encoding: 'latin1', order: 'text-first' }],
    ['unencodable', 'text', 0, { bitmap, text: '\ud800' }, {}],
    ['too-long', 'text', undefined, { bitmap, text: 'a'.repeat(65536) }, {}],
    ['bad-value', 'bitmap.heightPx', undefined, { bitmap: { ...bitmap, heightPx: 0 } }, {}],
  ])('refuses with %s, field %s', (code, field, offset, value, options) => {
    const call = () => encodePictureMessage(value as PictureMessage, options as PictureMessageOptions);
    expect(refusal(call)).toEqual({ code, field, offset });
  });

  it.each<[message: string, value: unknown]>([
    ['message is 5, not an object', 5],
    ['text is not a string', { bitmap, text: 5 }],
    ['items[0].bitmap is not a bitmap', { bitmap: '#' }],
  ])('%s: a TypeError', (reason, value) => {
    expect(() => encodePictureMessage(value as PictureMessage)).toThrow(new TypeError(reason));
  });
});
