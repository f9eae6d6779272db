import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Bitmap,
  bitmapFromRows,
  bitmapToRows,
  decodeOtaAnimation,
  decodeOtaBitmap,
  decodeOtb,
  encodeOtaAnimation,
  encodeOtaBitmap,
  encodeOtb,
  type OtaOptions,
  type Packing,
} from '../../src/bitmap/index.js';
import { probeOta, readOtaAnimation, readOtaBitmap, readOtb } from '../../src/bitmap/ota.js';
import { TRACED_ROWS } from '../../src/bitmap/pixels.js';
import { toHex } from '../../src/bytes/index.js';
import type { Issue } from '../../src/bytes/reading.js';
import { anyBitmap, asBits, bitsOf, fieldsNamed, largeBitmap, noise, traceOf, withDirtyFiller } from '../support/bitmaps.js';
import { hex } from '../support/hex.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { costly } from '../support/runs.js';
import { expectTiling } from '../support/tiling.js';

const packing = fc.constantFrom<Packing>('continuous', 'padded');

/** Both lengths are the same, so the length cannot tell. */
function isAmbiguous({ widthPx, heightPx }: Bitmap): boolean {
  return Math.ceil((widthPx * heightPx) / 8) === Math.ceil(widthPx / 8) * heightPx;
}

describe('writing', () => {
  it('rows follow each other bit by bit, or octet by octet; filler is 0', () => {
    fc.assert(
      fc.property(anyBitmap(), packing, (bitmap, how) => {
        const octets = encodeOtaBitmap(withDirtyFiller(bitmap), { packing: how });
        expect(toHex(octets.subarray(0, 4))).toBe(toHex(Uint8Array.of(0, bitmap.widthPx, bitmap.heightPx, 1)));
        expect(asBits(octets.subarray(4))).toBe(bitsOf(bitmap, how));
      }),
    );
  });

  it.each([
    [255, 1, '00FF0101'],
    [1, 255, '0001FF01'],
    [256, 1, '100100000101'],
    [1, 256, '100001010001'],
    [65535, 1, '10FFFF000101'],
  ])('%dx%d takes the header %s', (widthPx, heightPx, header) => {
    const octets = encodeOtaBitmap(noise(widthPx, heightPx));
    expect(toHex(octets.subarray(0, header.length / 2))).toBe(header);
    expect(octets.length).toBe(header.length / 2 + Math.ceil((widthPx * heightPx) / 8));
  });

  it('gives octets of its own', () => {
    const bitmap = noise(16, 2);
    const octets = encodeOtaBitmap(bitmap);
    octets.fill(0);
    expect(bitmap).toEqual(noise(16, 2));
    expect(octets.buffer.byteLength).toBe(octets.length);
  });

  it('refuses another packing, and what is no bitmap', () => {
    const options = { packing: 'loose' } as unknown as OtaOptions;
    expect(refusal(() => encodeOtaBitmap(noise(1, 1), options))).toMatchObject({ code: 'bad-value', field: 'packing' });
    expect(refusal(() => decodeOtaBitmap(hex('0001010180'), options as never))).toMatchObject({ field: 'packing' });
    const flat = { widthPx: 8, heightPx: 0, rows: new Uint8Array(0) };
    expect(refusal(() => encodeOtaBitmap(flat))).toMatchObject({ code: 'bad-value', field: 'bitmap.heightPx' });
  });
});

describe('reading', () => {
  it('without a packing every bitmap comes back whose length tells it', () => {
    fc.assert(
      fc.property(largeBitmap(), packing, (bitmap, how) => {
        const octets = encodeOtaBitmap(bitmap, { packing: how });
        if (how === 'continuous' || !isAmbiguous(bitmap)) expect(decodeOtaBitmap(octets)).toEqual(bitmap);
        const file = encodeOtb(bitmap, { packing: how });
        if (how === 'padded' || !isAmbiguous(bitmap)) expect(decodeOtb(file)).toEqual(bitmap);
      }),
      costly(500),
    );
  });

  it('where the length cannot tell, a bitmap is continuous and a file padded', () => {
    const bitmap = noise(7, 7);
    expect(isAmbiguous(bitmap)).toBe(true);
    expect(decodeOtaBitmap(encodeOtaBitmap(bitmap))).toEqual(bitmap);
    expect(decodeOtaBitmap(encodeOtaBitmap(bitmap, { packing: 'padded' }))).not.toEqual(bitmap);
    expect(decodeOtb(encodeOtb(bitmap))).toEqual(bitmap);
    expect(decodeOtb(encodeOtb(bitmap, { packing: 'continuous' }), { packing: 'continuous' })).toEqual(bitmap);
  });

  it('filler bits that are not 0 do not reach the bitmap', () => {
    expect(decodeOtaBitmap(hex('00010101 FF')).rows).toEqual(Uint8Array.of(0x80));
    expect(decodeOtaBitmap(hex('00030301 FF FF')).rows).toEqual(Uint8Array.of(0xe0, 0xe0, 0xe0));
    expect(decodeOtaBitmap(hex('00030301 FF FF FF'), { packing: 'padded' }).rows).toEqual(Uint8Array.of(0xe0, 0xe0, 0xe0));
  });

  it('reads a pooled Buffer, and gives rows of its own', () => {
    const octets = Buffer.from('xx00480E01', 'latin1');
    const wire = Buffer.concat([octets, Buffer.from(encodeOtaBitmap(noise(16, 3)))]).subarray(octets.length);
    const bitmap = decodeOtaBitmap(wire);
    wire.fill(0);
    expect(bitmap).toEqual(noise(16, 3));
  });

  it.each<[why: string, wire: string, code: string, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'ota/infofield', 0],
    ['no width', '00', 'truncated', 'ota/width', 1],
    ['no height', '0048', 'truncated', 'ota/height', 2],
    ['half a height', '10 0048 00', 'truncated', 'ota/height', 3],
    ['no depth', '00480E', 'truncated', 'ota/depth', 3],
    ['a width of 0', '00 00 0E 01', 'bad-value', 'ota/width', 1],
    ['a height of 0', '00 48 00 01', 'bad-value', 'ota/height', 2],
    ['a wide height of 0', '10 0048 0000 01', 'bad-value', 'ota/height', 3],
    ['depth 0', '00 08 01 00 FF', 'bad-value', 'ota/depth', 3],
    ['two bits per pixel', '00 08 01 02 FF', 'bad-value', 'ota/depth', 3],
    ['a depth of 1 in two octets of seven bits', '00 08 01 8001 FF', 'bad-value', 'ota/depth', 3],
    ['an extension field', '80 08 01 01 FF', 'bad-value', 'ota/infofield', 0],
    ['compression', '40 08 01 01 FF', 'bad-value', 'ota/infofield', 0],
    ['a palette', '20 08 01 01 FF', 'bad-value', 'ota/infofield', 0],
    ['an animation', '02 08 01 01 FF', 'bad-value', 'ota/infofield', 0],
    ['pixels cut short', '00 08 02 01 FF', 'truncated', 'ota/pixels', 4],
    ['no pixels of a large picture', '10 FFFF FFFF 01', 'truncated', 'ota/pixels', 6],
    ['an octet too many', '00 08 01 01 FF 00', 'trailing-bytes', 'ota', 5],
  ])('refuses %s', (_why, wire, code, field, offset) => {
    expect(refusal(() => decodeOtaBitmap(hex(wire)))).toEqual({ code, field, offset });
  });

  it.each([
    ['80', /is 80: extension has/],
    ['40', /is 40: compression has/],
    ['20', /is 20: external-palette has/],
    ['E0', /is E0: extension, compression, external-palette has/],
    ['01', /announces 1 more image of/],
    ['02', /announces 2 more images of/],
    ['0F', /announces 15 more images of/],
  ])('an error says what the infofield %s asks for', (infofield, reason) => {
    expect(() => decodeOtaBitmap(hex(`${infofield} 08 01 01 FF`))).toThrowError(reason);
  });

  it('where no packing has this length, a bitmap is continuous and a file padded', () => {
    // 9x2: 3 octets or 4. The two black pixels are those of the first column, as each packing places them.
    const rows = bitmapFromRows(['#........', '#........']);
    const wires = { continuous: hex('00 09 02 01 804000'), padded: hex('00 09 02 01 80008000') };
    const withTwoMore = (octets: Uint8Array) => Uint8Array.of(...octets, 0, 0);
    const { issues, options } = lenient();
    expect(decodeOtaBitmap(withTwoMore(wires.continuous), options)).toEqual(rows);
    expect(decodeOtb(withTwoMore(wires.padded), options)).toEqual(rows);
    expect(issues).toEqual([
      ['trailing-bytes', 'ota', 7],
      ['trailing-bytes', 'ota', 8],
    ]);
    expect(refusal(() => decodeOtb(hex('00 09 02 01 8000')))).toEqual({ code: 'truncated', field: 'ota/pixels', offset: 4 });
  });

  it('lenient: the infofield of gnokii, octets behind; each is reported', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (issue: Issue) => issues.push(issue) };
    expect(bitmapToRows(decodeOtaBitmap(hex('01 08 01 01 F0 AA BB'), options))).toEqual(['####....']);
    expect(issues).toMatchObject([
      { severity: 'error', code: 'bad-value', field: 'ota/infofield', offset: 0 },
      { severity: 'error', code: 'trailing-bytes', field: 'ota', offset: 5 },
    ]);
    expect(decodeOtaBitmap(hex('01 08 01 01 F0'), { lenient: true })).toEqual(decodeOtaBitmap(hex('00 08 01 01 F0')));
  });

  it('what is not an array of octets is a TypeError', () => {
    expect(() => decodeOtaBitmap('00480E01' as unknown as Uint8Array)).toThrowError(TypeError);
  });
});

describe('hostile octets', () => {
  it('limits of a file', () => {
    const limits = { bitmapPixels: 100 };
    const octets = encodeOtb(noise(20, 5));
    expect(decodeOtb(octets, { limits })).toEqual(noise(20, 5));
    const error = { code: 'limit-exceeded', field: 'ota/width', offset: 1 };
    expect(refusal(() => decodeOtb(encodeOtb(noise(101, 1)), { limits }))).toEqual(error);
    expect(refusal(() => decodeOtb(hex('10 FFFF FFFF 01')))).toEqual(error);
  });
});

describe('what a trace shows', () => {
  it('tiles, for every bitmap, packing and damage', () => {
    fc.assert(
      fc.property(anyBitmap(), packing, fc.boolean(), (bitmap, how, lenient) => {
        const octets = encodeOtaBitmap(bitmap, { packing: how });
        const root = traceOf(octets, (reader) => readOtaBitmap(reader, { packing: how }));
        expectTiling(root);
        expect(root.error).toBeUndefined();
        expect(fieldsNamed(root, 'row').map(({ value }) => value)).toEqual(bitmapToRows(bitmap));
        expectTiling(traceOf(octets.subarray(0, -1), (reader) => readOtb(reader, { lenient })));
      }),
    );
  });

  it('rows that begin inside octets', () => {
    const bitmap = bitmapFromRows(['#.#', '.#.', '###']);
    const root = traceOf(encodeOtaBitmap(bitmap), readOtaBitmap);
    const [pixels] = fieldsNamed(root, 'pixels');
    expect(pixels?.meaning).toBe('3x3, # black');
    expect(pixels?.children.map(({ name, value, bits }) => [name, value, bits?.from, bits?.to])).toEqual([
      ['row', '#.#', 32, 35],
      ['row', '.#.', 35, 38],
      ['row', '###', 38, 41],
      ['filler', 0, 41, 48],
    ]);
    expect(root.children.map(({ name }) => name)).toEqual(['infofield', 'width', 'height', 'depth', 'pixels']);
    expect(fieldsNamed(root, 'width')[0]?.meaning).toBe('3 px');
    expect(fieldsNamed(root, 'depth')[0]?.meaning).toBe('one bit per pixel');
  });

  it('warns of filler that is not 0', () => {
    const root = traceOf(hex('00030101 FF'), readOtaBitmap);
    expect(fieldsNamed(root, 'filler')[0]).toMatchObject({ value: 31, warnings: ['is not 0; it shows nothing'] });
  });

  it('shows the first rows of a tall picture, and the rest as one', () => {
    const bitmap = noise(3, TRACED_ROWS + 5);
    const octets = encodeOtaBitmap(bitmap);
    const root = traceOf(octets, readOtaBitmap);
    expectTiling(root);
    expect(fieldsNamed(root, 'row')).toHaveLength(TRACED_ROWS);
    expect(fieldsNamed(root, 'rows')).toMatchObject([{ meaning: '5 more rows' }]);
  });
});

describe('animations, whose layout is not confirmed', () => {
  const animation = fc
    .tuple(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 16 }))
    .map(([widthPx, heightPx, count]) => ({
      frames: Array.from({ length: count }, (_, i) => noise(widthPx, heightPx, i)),
    }));

  it('the images follow each other, each in whole octets', () => {
    const frames = [bitmapFromRows(['#.#']), bitmapFromRows(['.#.']), bitmapFromRows(['###'])];
    expect(toHex(encodeOtaAnimation({ frames }))).toBe('02030101A040E0');
    expect(decodeOtaAnimation(hex('02030101A040E0'), { lenient: true })).toEqual({ frames });
  });

  it('come back', () => {
    fc.assert(
      fc.property(animation, packing, ({ frames }, how) => {
        const octets = encodeOtaAnimation({ frames }, { packing: how });
        expect(decodeOtaAnimation(octets, { packing: how, lenient: true })).toEqual({ frames });
        expectTiling(traceOf(octets, (reader) => readOtaAnimation(reader, { packing: how, lenient: true })));
      }),
      costly(300),
    );
  });

  it('are refused by the strict reading, and reported by the other', () => {
    const octets = encodeOtaAnimation({ frames: [noise(9, 2), noise(9, 2, 5)] });
    const error = { code: 'bad-value', field: 'ota/infofield', offset: 0 };
    expect(refusal(() => decodeOtaAnimation(octets))).toEqual(error);
    const issues: Issue[] = [];
    decodeOtaAnimation(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    expect(issues).toMatchObject([error]);
    expect(decodeOtaBitmap(octets, { lenient: true })).toEqual(noise(9, 2));
  });

  it('one image behind the infofield of gnokii', () => {
    expect(decodeOtaAnimation(hex('01080101F0'), { lenient: true })).toEqual({ frames: [bitmapFromRows(['####....'])] });
  });

  describe('the length tells how many images there are, and their packing', () => {
    const column = ['#........', '#........'];
    const [left, right] = [
      ['##..', '##..'],
      ['..##', '..##'],
    ];

    it.each<[why: string, wire: string, packing: Packing | undefined, frames: string[][]]>([
      // 9x2 takes 3 octets, or 4 with padded rows.
      ['one continuous image', '01 09 02 01 804000', undefined, [column]],
      ['one padded image', '01 09 02 01 80008000', undefined, [column]],
      ['two continuous images', '01 09 02 01 804000 804000', undefined, [column, column]],
      ['two padded images', '01 09 02 01 80008000 80008000', undefined, [column, column]],
      // 4x2 takes 1 octet, or 2 with padded rows: two octets are two images, or one.
      ['two images in as many octets as one padded image', '01 04 02 01 CC 33', undefined, [left, right]],
      ['the same, said to be continuous', '01 04 02 01 CC 33', 'continuous', [left, right]],
      ['the same, said to be padded', '01 04 02 01 C0 C0', 'padded', [left]],
    ])('%s', (_why, wire, how, frames) => {
      const decoded = decodeOtaAnimation(hex(wire), { lenient: true, packing: how });
      expect(decoded.frames.map(bitmapToRows)).toEqual(frames);
    });
  });

  it.each<[why: string, wire: string, code: string, field: string, offset: number]>([
    ['a second image cut short', '01 09 02 01 804000 8040', 'truncated', 'ota/image[1]', 7],
    ['fewer octets than one image', '01 09 02 01 8040', 'truncated', 'ota/image[0]', 4],
  ])('lenient reading refuses %s', (_why, wire, code, field, offset) => {
    expect(refusal(() => decodeOtaAnimation(hex(wire), { lenient: true }))).toEqual({ code, field, offset });
  });

  it('strict reading refuses octets after one image, and says how many images are announced', () => {
    const error = { code: 'trailing-bytes', field: 'ota', offset: 5 };
    expect(refusal(() => decodeOtaAnimation(hex('00 08 01 01 FF 00')))).toEqual(error);
    expect(() => decodeOtaAnimation(hex('0F 08 01 01 FF'))).toThrowError(/announces 16 images/);
  });

  it.each<[field: string, frames: unknown]>([
    ['frames', []],
    ['frames', Array.from({ length: 17 }, () => noise(1, 1))],
    ['frames[1]', [noise(2, 2), noise(2, 3)]],
    ['frames[1].widthPx', [noise(2, 2), { ...noise(2, 2), widthPx: 0 }]],
  ])('refuses %s', (field, frames) => {
    expect(refusal(() => encodeOtaAnimation({ frames: frames as Bitmap[] }))).toMatchObject({ code: 'bad-value', field });
  });

  it('frames that are no array are a TypeError', () => {
    expect(() => encodeOtaAnimation({ frames: noise(1, 1) as unknown as Bitmap[] })).toThrowError(TypeError);
  });
});

describe('whether octets are one OTA bitmap to the end', () => {
  it.each<[wire: string, at: number, found: 'whole' | 'begun' | undefined]>([
    ['00 08 02 01 AA55', 0, 'whole'],
    ['0F 08 02 01 AA55', 0, 'whole'],
    ['10 0008 0002 01 AA55', 0, 'whole'],
    ['1F 0008 0002 01 AA55', 0, 'whole'],
    // 9x2, continuous and padded.
    ['00 09 02 01 804000', 0, 'whole'],
    ['00 09 02 01 80008000', 0, 'whole'],
    ['00 09 02 01 8040', 0, 'begun'],
    ['00 09 02 01 8000800000', 0, 'begun'],
    ['00 08 02 01', 0, 'begun'],
    ['10 0100 0001 01 AA', 0, 'begun'],
    ['00 08 02 00 AA55', 0, undefined],
    ['00 08 02', 0, undefined],
    ['10 0008 0002 00 AA55', 0, undefined],
    ['10 0008 01 01', 0, undefined],
    ['20 08 02 01 AA55', 0, undefined],
    ['40 08 02 01 AA55', 0, undefined],
    ['80 08 02 01 AA55', 0, undefined],
    ['', 0, undefined],
    // After three octets of something else.
    ['F1F2F3 00 08 02 01 AA55', 3, 'whole'],
    ['F1F2F3 10 0008 0002 01 AA55', 3, 'whole'],
    ['F1F2F3 00 08 02 01 AA', 3, 'begun'],
    ['F1F2F3', 3, undefined],
  ])('%s from %i on: %s', (wire, at, found) => {
    expect(probeOta(hex(wire), at)).toBe(found);
  });
});

describe('arguments of the wrong type', () => {
  it.each<[message: string, call: () => unknown]>([
    ['bitmap is 5, not an object', () => encodeOtaBitmap(5 as never)],
    ['bitmap is 5, not an object', () => encodeOtb(5 as never)],
    ['otaAnimation is 5, not an object', () => encodeOtaAnimation(5 as never)],
  ])('%s', (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});
