import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  bitmapToRows,
  decodeNgg,
  decodeNlm,
  decodeNol,
  decodeNpm,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  type NokiaLogos,
  type OperatorLogo,
  type PictureMessage,
} from '../../src/bitmap/index.js';
import { readNgg, readNlm, readNol, readNpm } from '../../src/bitmap/nokia-files.js';
import { TRACED_ROWS } from '../../src/bitmap/pixels.js';
import { ByteReader, toHex } from '../../src/bytes/index.js';
import { fieldsNamed, noise, traceOf } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { expectTiling } from '../support/tiling.js';
import { linesOf } from '../support/trace-lines.js';

const bitmap = bitmapFromRows(['#.#', '..#']);
const nol = '4E4F4C00 0100 EA00 0A00 0300 0200 0100 0100 00 00 313031303031';
const ngg = '4E474700 0100 0300 0200 0100 0100 00 00 313031303031';
const nlm = '4E4C4D20 01 03 01 03 02 01 A020 4080';
const npm = '4E504D00 02 00 4869 03 02 01 01 00 A020';

describe('.nol', () => {
  it('as gammu and gnokii lay it out', () => {
    expect(encodeNol({ mcc: '234', mnc: '10', bitmap })).toEqual(hex(nol));
    expect(decodeNol(hex(nol))).toEqual({ mcc: '234', mnc: '10', bitmap });
  });

  it('sizes and networks over 255, and a network code of three digits', () => {
    const logo = { mcc: '310', mnc: '410', bitmap: noise(300, 2) };
    const octets = encodeNol(logo);
    expect(toHex(octets.subarray(6, 14))).toBe('36019A012C010200');
    expect(decodeNol(octets)).toEqual(logo);
  });

  it.each<[octets: string, mcc: string, mnc: string]>([
    ['0000 0000', '000', '00'],
    ['0500 0100', '005', '01'],
    ['0401 0100', '260', '01'],
    ['E703 E703', '999', '999'],
  ])('networks are numbers, which get their zeros back: %s', (network, mcc, mnc) => {
    const octets = hex(nol);
    octets.set(hex(network), 6);
    expect(decodeNol(octets)).toEqual({ mcc, mnc, bitmap });
    expect(encodeNol({ mcc, mnc, bitmap })).toEqual(octets);
  });

  it('a trace has every field, and a row of nine pixels nine octets', () => {
    const rows = ['#.......#', '.#.....#.'];
    const root = traceOf(encodeNol({ mcc: '234', mnc: '10', bitmap: bitmapFromRows(rows) }), readNol);
    expect(linesOf(root.children)).toEqual([
      'magic NOL\0',
      'version 1',
      'mcc 234',
      'mnc 10',
      'width 9: 9 px',
      'height 2: 2 px',
      'one 1',
      'one 1',
      'unknown 0',
      'zero 0',
      'pixels: 9x2, # black',
      ...rows.map((row) => `  row ${row}`),
    ]);
    expect(fieldsNamed(root, 'row')).toMatchObject([
      { start: 20, end: 29 },
      { start: 29, end: 38 },
    ]);
  });

  it('text behind the pixels is file information', () => {
    const octets = Uint8Array.of(...hex(nol), ...hex('0A48656C6C6F'));
    expect(decodeNol(octets)).toEqual({ mcc: '234', mnc: '10', bitmap });
    const root = traceOf(octets, readNol);
    expectTiling(root);
    expect(fieldsNamed(root, 'file-information')[0]?.value).toBe('\nHello');
    expect(fieldsNamed(root, 'row').map(({ value }) => value)).toEqual(bitmapToRows(bitmap));
  });

  it.each<[change: (octets: Uint8Array) => void, code: string, field: string, offset: number]>([
    [(o) => o.set([0x58]), 'bad-value', 'nol/magic', 0],
    [(o) => o.set([2], 4), 'bad-value', 'nol/version', 4],
    [(o) => o.set([0xe8, 3], 6), 'bad-value', 'nol/mcc', 6],
    [(o) => o.set([0xe8, 3], 8), 'bad-value', 'nol/mnc', 8],
    [(o) => o.set([0], 10), 'bad-value', 'nol/width', 10],
    [(o) => o.set([0], 12), 'bad-value', 'nol/height', 12],
    [(o) => o.set([9], 14), 'bad-value', 'nol/one', 14],
    [(o) => o.set([9], 16), 'bad-value', 'nol/one', 16],
    [(o) => o.set([9], 19), 'bad-value', 'nol/zero', 19],
    [(o) => o.set([0x32], 22), 'bad-value', 'nol/pixels', 22],
    [(o) => o.set([0xff, 0xff, 0xff, 0xff], 10), 'limit-exceeded', 'nol/width', 10],
    [(o) => o.set([4], 10), 'truncated', 'nol/pixels', 20],
  ])('refuses a changed octet: %s', (change, code, field, offset) => {
    const octets = hex(nol);
    change(octets);
    expect(refusal(() => decodeNol(octets))).toEqual({ code, field, offset });
  });

  it.each<[length: number, field: string, offset: number]>([
    [3, 'nol/magic', 0],
    [5, 'nol/version', 4],
    [7, 'nol/mcc', 6],
    [9, 'nol/mnc', 8],
    [11, 'nol/width', 10],
    [13, 'nol/height', 12],
    [15, 'nol/one', 14],
    [17, 'nol/one', 16],
    [18, 'nol/unknown', 18],
    [19, 'nol/zero', 19],
    [25, 'nol/pixels', 20],
  ])('cut after %d octets: %s', (length, field, offset) => {
    expect(refusal(() => decodeNol(hex(nol).subarray(0, length)))).toEqual({ code: 'truncated', field, offset });
  });

  it('octet 18 may be anything; other unknown ones are for the lenient reading', () => {
    const octets = hex(nol);
    octets[18] = 0x53;
    expect(decodeNol(octets)).toEqual({ mcc: '234', mnc: '10', bitmap });
    octets.set([7], 4);
    octets.set([8], 14);
    octets.set([0x89], 19);
    const { issues, options } = lenient();
    expect(decodeNol(octets, options)).toEqual({ mcc: '234', mnc: '10', bitmap });
    expect(issues).toEqual([
      ['bad-value', 'nol/version', 4],
      ['bad-value', 'nol/one', 14],
      ['bad-value', 'nol/zero', 19],
    ]);
  });

  it.each<[code: string, field: string, logo: object]>([
    ['unencodable', 'mnc', { mcc: '310', mnc: '041', bitmap }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '4', bitmap }],
    ['bad-value', 'mnc', { mcc: '310', mnc: 41, bitmap }],
    ['bad-value', 'mnc', { mcc: '310', bitmap }],
    ['bad-value', 'mcc', { mcc: '31', mnc: '41', bitmap }],
    ['bad-value', 'bitmap.widthPx', { mcc: '310', mnc: '41', bitmap: { ...bitmap, widthPx: 0 } }],
  ])('refuses with %s, field %s', (code, field, logo) => {
    expect(refusal(() => encodeNol(logo as OperatorLogo))).toEqual({ code, field, offset: undefined });
  });
});

describe('.ngg', () => {
  it('as gammu lays it out', () => {
    expect(encodeNgg({ bitmap })).toEqual(hex(ngg));
    expect(decodeNgg(hex(ngg))).toEqual({ bitmap });
  });

  it('refuses another file, and pixels cut short', () => {
    expect(refusal(() => decodeNgg(hex(nol)))).toEqual({ code: 'bad-value', field: 'ngg/magic', offset: 0 });
    expect(refusal(() => decodeNgg(hex(ngg).subarray(0, -1)))).toEqual({ code: 'truncated', field: 'ngg/pixels', offset: 16 });
    expect(refusal(() => decodeNgg(hex('4E47')))).toEqual({ code: 'truncated', field: 'ngg/magic', offset: 0 });
  });

  it('refuses another version', () => {
    const octets = hex(ngg);
    octets.set([2], 4);
    expect(refusal(() => decodeNgg(octets))).toEqual({ code: 'bad-value', field: 'ngg/version', offset: 4 });
  });

  it('a limit of pixels', () => {
    const error = { code: 'limit-exceeded', field: 'ngg/width', offset: 6 };
    expect(refusal(() => decodeNgg(hex(ngg), { limits: { bitmapPixels: 5 } }))).toEqual(error);
    expect(decodeNgg(hex(ngg), { limits: { bitmapPixels: 6 } })).toEqual({ bitmap });
  });

  it('a tall picture is shown by its first rows', () => {
    const root = traceOf(encodeNgg({ bitmap: noise(2, TRACED_ROWS + 3) }), readNgg);
    expectTiling(root);
    expect(fieldsNamed(root, 'row')).toHaveLength(TRACED_ROWS);
    expect(fieldsNamed(root, 'rows')[0]?.meaning).toBe('3 more rows');
  });
});

describe('.nlm', () => {
  const logos: NokiaLogos = { kind: 'picture', frames: [bitmap, bitmapFromRows(['.#.', '#..'])] };

  it('as gammu lays it out, several pictures one after the other', () => {
    expect(encodeNlm(logos)).toEqual(hex(nlm));
    expect(decodeNlm(hex(nlm))).toEqual(logos);
  });

  it('sides over 127 take one octet', () => {
    const frames = [noise(200, 130)];
    const octets = encodeNlm({ kind: 'picture', frames });
    expect(toHex(octets.subarray(4, 10))).toBe('010300C88201');
    expect(decodeNlm(octets)).toEqual({ kind: 'picture', frames });
  });

  it('a trace names the kind and counts the pictures', () => {
    const picture = ['pixels: 3x2, # black', '  row #.#', '  filler 0', '  row ..#', '  filler 0'];
    const header = (images: string) => [
      'magic NLM ',
      'version 1',
      'type 2: startupLogo',
      `images ${images}`,
      'width 3: 3 px',
      'height 2: 2 px',
      'depth 1',
    ];
    const linesOfFrames = (count: number) => {
      const frames = Array.from({ length: count }, () => bitmap);
      return linesOf(traceOf(encodeNlm({ kind: 'startupLogo', frames }), readNlm).children);
    };
    expect(linesOfFrames(1)).toEqual([...header('0: 1 picture'), ...picture]);
    expect(linesOfFrames(2)).toEqual([...header('1: 2 pictures'), ...picture, ...picture]);
  });

  it('another version and another depth, each one octet, are for the lenient reading', () => {
    const { issues, options } = lenient();
    const octets = hex('4E4C4D20 81 03 00 03 02 82 A020');
    expect(decodeNlm(octets, options)).toEqual({ kind: 'picture', frames: [bitmap] });
    expect(issues).toEqual([
      ['bad-value', 'nlm/version', 4],
      ['bad-value', 'nlm/depth', 9],
    ]);
  });

  it.each(['operatorLogo', 'groupGraphic', 'startupLogo', 'picture'] as const)('kind %s', (kind) => {
    expect(decodeNlm(encodeNlm({ kind, frames: [bitmap] }))).toEqual({ kind, frames: [bitmap] });
  });

  it.each<[change: (octets: Uint8Array) => void, code: string, field: string, offset: number]>([
    [(o) => o.set([0x58], 3), 'bad-value', 'nlm/magic', 0],
    [(o) => o.set([2], 4), 'bad-value', 'nlm/version', 4],
    [(o) => o.set([4], 5), 'bad-value', 'nlm/type', 5],
    [(o) => o.set([64], 6), 'limit-exceeded', 'nlm/images', 6],
    [(o) => o.set([2], 6), 'truncated', 'nlm/image[2]', 14],
    [(o) => o.set([0], 7), 'bad-value', 'nlm/width', 7],
    [(o) => o.set([0], 8), 'bad-value', 'nlm/height', 8],
    [(o) => o.set([2], 9), 'bad-value', 'nlm/depth', 9],
    [(o) => o.set([0], 6), 'trailing-bytes', 'nlm', 12],
  ])('refuses a changed octet: %s', (change, code, field, offset) => {
    const octets = hex(nlm);
    change(octets);
    expect(refusal(() => decodeNlm(octets))).toEqual({ code, field, offset });
  });

  it.each<[length: number, field: string, offset: number]>([
    [3, 'nlm/magic', 0],
    [4, 'nlm/version', 4],
    [5, 'nlm/type', 5],
    [6, 'nlm/images', 6],
    [7, 'nlm/width', 7],
    [8, 'nlm/height', 8],
    [9, 'nlm/depth', 9],
    [11, 'nlm/image[0]', 10],
    [13, 'nlm/image[1]', 12],
  ])('cut after %d octets: %s', (length, field, offset) => {
    expect(refusal(() => decodeNlm(hex(nlm).subarray(0, length)))).toEqual({ code: 'truncated', field, offset });
  });

  it('a limit of pictures', () => {
    const frames = Array.from({ length: 256 }, () => bitmap);
    const octets = encodeNlm({ kind: 'picture', frames });
    expect(decodeNlm(octets, { limits: { animationFrames: 256 } }).frames).toEqual(frames);
    expect(refusal(() => decodeNlm(hex(nlm), { limits: { animationFrames: 1 } })).code).toBe('limit-exceeded');
  });

  it.each<[field: string, value: object]>([
    ['kind', { kind: 'logo', frames: [bitmap] }],
    ['frames', { kind: 'picture', frames: [] }],
    ['frames', { kind: 'picture', frames: Array.from({ length: 257 }, () => bitmap) }],
    ['frames[1]', { kind: 'picture', frames: [bitmap, noise(3, 3)] }],
    ['frames[0].widthPx', { kind: 'picture', frames: [noise(256, 1)] }],
  ])('refuses another %s', (field, value) => {
    expect(refusal(() => encodeNlm(value as NokiaLogos))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it.each([
    [4, 2],
    [3, 1],
  ])('refuses a second picture of %dx%d after one of 3x2, and tells both sizes', (widthPx, heightPx) => {
    const call = () => encodeNlm({ kind: 'picture', frames: [bitmap, noise(widthPx, heightPx)] });
    expect(call).toThrowError(`frames[1]: is ${widthPx}x${heightPx}, the first one 3x2`);
  });

  it('frames of the wrong type are a TypeError', () => {
    const encode = (frames: unknown) => () => encodeNlm({ kind: 'picture', frames } as NokiaLogos);
    expect(encode(bitmap)).toThrowError(new TypeError('frames are an array of bitmaps'));
    expect(encode([bitmap, null])).toThrowError(new TypeError('frames[1] is not a bitmap'));
  });
});

describe('.npm', () => {
  it('as netpbm lays it out', () => {
    expect(encodeNpm({ bitmap, text: 'Hi' })).toEqual(hex(npm));
    expect(decodeNpm(hex(npm))).toEqual({ bitmap, text: 'Hi' });
    expect(decodeNpm(encodeNpm({ bitmap }))).toEqual({ bitmap });
  });

  it('a text of 255 characters and sides over 127', () => {
    const message = { bitmap: noise(200, 130), text: 'x'.repeat(255) };
    const octets = encodeNpm(message);
    expect(toHex(octets.subarray(4, 7))).toBe('FF0078');
    expect(toHex(octets.subarray(261, 266))).toBe('C882010100');
    expect(decodeNpm(octets)).toEqual(message);
  });

  it('other values of unknown octets are for the lenient reading', () => {
    const { issues, options } = lenient();
    const octets = hex('4E504D00 02 80 4869 03 02 81 82 83 A020');
    expect(decodeNpm(octets, options)).toEqual({ bitmap, text: 'Hi' });
    expect(issues).toEqual([
      ['bad-value', 'npm/zero', 5],
      ['bad-value', 'npm/unknown', 10],
      ['bad-value', 'npm/unknown', 11],
      ['bad-value', 'npm/unknown', 12],
    ]);
  });

  it('the 00 behind the text, where deark looks for it, is for the lenient reading', () => {
    const octets = hex('4E504D00 05 48656C6C6F 00 03 02 01 01 00 A020');
    expect(refusal(() => decodeNpm(octets))).toEqual({ code: 'bad-value', field: 'npm/zero', offset: 5 });
    const { issues, options } = lenient();
    expect(decodeNpm(octets, options)).toEqual({ bitmap, text: 'Hello' });
    expect(issues).toEqual([['bad-value', 'npm/zero', 5]]);
    const root = traceOf(octets, (reader) => readNpm(reader, options));
    expectTiling(root);
    expect(linesOf(root.children).slice(0, 5)).toEqual([
      'magic NPM\0',
      'text-length 5',
      'text Hello',
      'zero 0',
      'width 3: 3 px',
    ]);
  });

  it('a 00 that is not part of the file is not the one after the text', () => {
    const reader = new ByteReader(hex('4E504D00 02 4869 00'), undefined, 0, 7);
    expect(refusal(() => readNpm(reader, { lenient: true }))).toEqual({ code: 'truncated', field: 'npm/text', offset: 6 });
  });

  it.each<[length: number, field: string, offset: number]>([
    [3, 'npm/magic', 0],
    [4, 'npm/text-length', 4],
    [5, 'npm/zero', 5],
    [7, 'npm/text', 6],
    [8, 'npm/width', 8],
    [9, 'npm/height', 9],
    [10, 'npm/unknown', 10],
    [11, 'npm/unknown', 11],
    [12, 'npm/unknown', 12],
    [14, 'npm/pixels', 13],
  ])('cut after %d octets: %s', (length, field, offset) => {
    expect(refusal(() => decodeNpm(hex(npm).subarray(0, length)))).toEqual({ code: 'truncated', field, offset });
  });

  it.each<[change: (octets: Uint8Array) => void, code: string, field: string, offset: number]>([
    [(o) => o.set([1], 3), 'bad-value', 'npm/magic', 0],
    [(o) => o.set([1], 5), 'bad-value', 'npm/zero', 5],
    [(o) => o.set([200], 4), 'truncated', 'npm/text', 6],
    [(o) => o.set([0], 8), 'bad-value', 'npm/width', 8],
    [(o) => o.set([0], 9), 'bad-value', 'npm/height', 9],
    [(o) => o.set([0], 10), 'bad-value', 'npm/unknown', 10],
    [(o) => o.set([1], 12), 'bad-value', 'npm/unknown', 12],
    [(o) => o.set([3], 9), 'truncated', 'npm/pixels', 13],
    [(o) => o.set([1], 9), 'trailing-bytes', 'npm', 14],
  ])('refuses a changed octet: %s', (change, code, field, offset) => {
    const octets = hex(npm);
    change(octets);
    expect(refusal(() => decodeNpm(octets))).toEqual({ code, field, offset });
  });

  it.each<[code: string, field: string, offset: number | undefined, value: object]>([
    ['too-long', 'text', undefined, { bitmap, text: 'x'.repeat(256) }],
    ['unencodable', 'text', 2, { bitmap, text: 'ab\u20ac' }],
    ['bad-value', 'bitmap.heightPx', undefined, { bitmap: noise(1, 256) }],
  ])('refuses with %s, field %s', (code, field, offset, value) => {
    expect(refusal(() => encodeNpm(value as PictureMessage))).toEqual({ code, field, offset });
  });

  it('a text of the wrong type is a TypeError', () => {
    const encode = () => encodeNpm({ bitmap, text: 1 } as unknown as PictureMessage);
    expect(encode).toThrowError(new TypeError('text is not a string'));
  });
});

describe('arguments of the wrong type', () => {
  it.each([
    ['operatorLogo', encodeNol],
    ['groupGraphic', encodeNgg],
    ['nokiaLogos', encodeNlm],
    ['pictureMessage', encodeNpm],
  ])('%s is a TypeError', (name, encode) => {
    expect(() => encode(null as never)).toThrowError(new TypeError(`${name} is null, not an object`));
  });
});
