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
import { readNgg, readNol, readNpm } from '../../src/bitmap/nokia-files.js';
import { TRACED_ROWS } from '../../src/bitmap/pixels.js';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { fieldsNamed, noise, traceOf } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const bitmap = bitmapFromRows(['#.#', '..#']);
const nol = '4E4F4C00 0100 EA00 0A00 0300 0200 0100 0100 00 00 313031303031';
const ngg = '4E474700 0100 0300 0200 0100 0100 00 00 313031303031';
const nlm = '4E4C4D20 01 03 01 03 02 01 A020 4080';
const npm = '4E504D00 02 00 4869 03 02 01 01 00 A020';

function collected(): { issues: Issue[]; options: { lenient: true; onIssue: (issue: Issue) => void } } {
  const issues: Issue[] = [];
  return { issues, options: { lenient: true, onIssue: (issue) => issues.push(issue) } };
}

const places = (issues: Issue[]) => issues.map(({ field, offset }) => [field, offset]);

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

  it('octet 18 may be anything; other unknown ones are for the lenient reading', () => {
    const octets = hex(nol);
    octets[18] = 0x53;
    expect(decodeNol(octets)).toEqual({ mcc: '234', mnc: '10', bitmap });
    octets.set([7], 4);
    octets.set([8], 14);
    octets.set([9], 19);
    const { issues, options } = collected();
    expect(decodeNol(octets, options)).toEqual({ mcc: '234', mnc: '10', bitmap });
    expect(places(issues)).toEqual([
      ['nol/version', 4],
      ['nol/one', 14],
      ['nol/zero', 19],
    ]);
  });

  it.each<[code: string, field: string, logo: object]>([
    ['unencodable', 'mnc', { mcc: '310', mnc: '041', bitmap }],
    ['bad-value', 'mnc', { mcc: '310', mnc: '4', bitmap }],
    ['bad-value', 'mnc', { mcc: '310', mnc: 41, bitmap }],
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
});

describe('.npm', () => {
  it('as netpbm lays it out', () => {
    expect(encodeNpm({ bitmap, text: 'Hi' })).toEqual(hex(npm));
    expect(decodeNpm(hex(npm))).toEqual({ bitmap, text: 'Hi' });
    expect(decodeNpm(encodeNpm({ bitmap }))).toEqual({ bitmap });
  });

  it('the 00 behind the text, where deark looks for it, is for the lenient reading', () => {
    const octets = hex('4E504D00 02 4869 00 03 02 01 01 00 A020');
    expect(refusal(() => decodeNpm(octets))).toEqual({ code: 'bad-value', field: 'npm/zero', offset: 5 });
    const { issues, options } = collected();
    expect(decodeNpm(octets, options)).toEqual({ bitmap, text: 'Hi' });
    expect(places(issues)).toEqual([['npm/zero', 5]]);
    expectTiling(traceOf(octets, (reader) => readNpm(reader, options)));
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

  it('a text that is none is a TypeError', () => {
    expect(() => encodeNpm({ bitmap, text: 1 } as unknown as PictureMessage)).toThrowError(TypeError);
  });
});
