import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { bmpHeader, decodeBmp, decodeBmpRows } from '../../src/image/bmp/read.js';
import { B, changed, FAULTY, file, GOOD, info, infoWith, MASKED, PACKED, R, RED_BLUE, RIGHT } from '../support/bmp-faults.js';
import { type BmpPlan, bmpPixels, bmpPlans, buildBmp, labelOf } from '../support/bmp-files.js';
import { damaged, expectValueOrFormatError, refusal } from '../support/hostile.js';
import { rgbaOf, withoutHidden } from '../support/rasters.js';

const samplesOf = (octets: Uint8Array) => [...decodeBmp(octets).samples];

describe('by hand', () => {
  it.each<[what: string, octets: Uint8Array, samples: readonly number[]]>([
    ['1 bit, black and white: one channel', file(62, `${info(3, 1, 1)} 00000000 FFFFFF00 A0000000`), [255, 0, 255]],
    ['1 bit, two colours', file(62, `${info(2, 1, 1)} ${RED_BLUE} 40000000`), [255, 0, 0, 0, 0, 255]],
    ['1 bit, one colour', file(58, `${info(2, 1, 1, 0, 1)} 0000FF00 00000000`), [255, 0, 0, 255, 0, 0]],
    ['2 bits', file(70, `${info(4, 1, 2)} ${RED_BLUE} 00FF0000 00000000 1B000000`), [255, 0, 0, 0, 0, 255, 0, 255, 0, 0, 0, 0]],
    [
      '4 bits, rows from the bottom',
      file(62, `${info(2, 2, 4, 0, 2)} ${RED_BLUE} 01000000 11000000`),
      [0, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0, 255],
    ],
    [
      '4 bits, rows from the top',
      file(62, `${info(2, -2, 4, 0, 2)} ${RED_BLUE} 01000000 11000000`),
      [255, 0, 0, 0, 0, 255, 0, 0, 255, 0, 0, 255],
    ],
    [
      '8 bits, a palette of three',
      file(66, `${info(3, 1, 8, 0, 3)} ${RED_BLUE} 00FF0000 02010000`),
      [0, 255, 0, 0, 0, 255, 255, 0, 0],
    ],
    ['8 bits of greys: one channel', file(62, `${info(2, 1, 8, 0, 2)} 11111100 22222200 01000000`), [0x22, 0x11]],
    [
      'OS/2 1.x, three octets a colour',
      file(32, '0C000000 0200 0100 0100 0100 0000FF FF0000 40000000'),
      [255, 0, 0, 0, 0, 255],
    ],
    [
      'OS/2 1.x, fewer colours than 8 bits have',
      file(32, '0C000000 0200 0100 0100 0800 0000FF FF0000 00010000'),
      [255, 0, 0, 0, 0, 255],
    ],
    [
      'OS/2 2.x, a header of 16 octets',
      file(38, '10000000 02000000 01000000 0100 0100 0000FF00 FF000000 40000000'),
      [255, 0, 0, 0, 0, 255],
    ],
    ['16 bits, 5 each: white is white', file(54, `${info(1, 1, 16)} FF7F0000`), [255, 255, 255]],
    // 1 of 31 is 8.2, 16 of 31 is 131.6 of 255.
    ['16 bits, 5 each: to the nearest', file(54, `${info(1, 1, 16)} 01 06 0000`), [8, 132, 8]],
    ['16 bits, the spare one is not alpha', file(54, `${info(1, 1, 16)} FFFF0000`), [255, 255, 255]],
    ['16 bits, 5-6-5', file(66, `${info(1, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`), [255, 255, 255]],
    ['16 bits, 4-4-4', file(66, `${info(1, 1, 16, 3)} 000F0000 F0000000 0F000000 380F0000`), [255, 51, 136]],
    ['16 bits, a field of one', file(66, `${info(1, 1, 16, 3)} 01000000 02000000 04000000 05000000`), [255, 0, 255]],
    ['24 bits', file(54, `${info(1, 2, 24)} 01020300 04050600`), [6, 5, 4, 3, 2, 1]],
    ['32 bits, the spare octet is not alpha', file(54, `${info(1, 1, 32)} 01020300`), [3, 2, 1]],
    ['32 bits, 11-11-10', file(66, `${info(1, 1, 32, 3)} 0000E0FF 00FC1F00 FF030000 FFFFFFFF`), [255, 255, 255]],
    // 1024 of 2047 is 127.6, 512 of 1023 is 127.6.
    [
      '32 bits, 11-11-10, to the nearest',
      file(66, `${info(1, 1, 32, 3)} 0000E0FF 00FC1F00 FF030000 00021080`),
      [128, 128, 128],
    ],
    [
      '32 bits, masks of version 3 with alpha',
      file(70, `${infoWith(56, 1, 1, 32, '0000FF00 00FF0000 FF000000 000000FF')} 01020380`),
      [3, 2, 1, 128],
    ],
    [
      '32 bits, masks of version 4, 10 each and 2',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      [255, 255, 255, 85],
    ],
    [
      '16 bits, masks of version 5, 1-5-5-5',
      file(138, `${infoWith(124, 2, 1, 16, '007C0000 E0030000 1F000000 00800000')} FFFFFF7F`),
      [255, 255, 255, 255, 255, 255, 255, 0],
    ],
    [
      '32 bits, four masks after the header',
      file(70, `${info(1, 1, 32, 6)} FF000000 00FF0000 0000FF00 000000FF 01020304`),
      [1, 2, 3, 4],
    ],
    [
      'octets between the palette and the pixels',
      file(66, `${info(2, 1, 1)} ${RED_BLUE} AAAAAAAA 40000000`),
      [255, 0, 0, 0, 0, 255],
    ],
    ['octets after the pixels', file(54, `${info(1, 1, 24)} 01020300 FFFF`), [3, 2, 1]],
    ['the last row without its filler', file(54, `${info(1, 1, 24)} 010203`), [3, 2, 1]],
  ])('%s', (_, octets, samples) => {
    expect(samplesOf(octets)).toEqual(samples);
  });

  /** A row of four, its palette red, blue, green; @param data runs. */
  const runs = (depth: 4 | 8, data: string, height = 1) =>
    file(66, `${info(4, height, depth, depth === 8 ? 1 : 2, 3)} ${RED_BLUE} 00FF0000 ${data}`);
  const COLOURS: Readonly<Record<string, readonly number[]>> = { r: [255, 0, 0], b: [0, 0, 255], g: [0, 255, 0] };
  const painted = (letters: string) => [...letters].flatMap((letter) => COLOURS[letter]!);

  it.each<[what: string, octets: Uint8Array, pixels: string]>([
    ['RLE8: runs, and one by one', runs(8, '0101 0003 000201 00 0001'), 'brgb'],
    ['RLE8: rows from the bottom', runs(8, '0401 0000 0402 0000 0001', 2), 'ggggbbbb'],
    ['RLE8: what is not painted has the first colour', runs(8, '0000 0101 0002 0200 0102 0001', 2), 'brrgrrrr'],
    ['RLE8: a move to another row', runs(8, '0101 0002 0101 0102 0001', 2), 'rrgrbrrr'],
    ['RLE8: whole, and no end', runs(8, '0401'), 'bbbb'],
    ['RLE8: nothing but the end', runs(8, '0001'), 'rrrr'],
    ['RLE4: two colours take turns', runs(4, '0412 0001'), 'bgbg'],
    ['RLE4: an odd number of them', runs(4, '0312 0120 0001'), 'bgbg'],
    ['RLE4: one by one, filled to an even number of octets', runs(4, '0003 1020 0102 0001'), 'brgr'],
    [
      'RLE4: five, in three octets and one of filler',
      file(66, `${info(5, 1, 4, 2, 3)} ${RED_BLUE} 00FF0000 0005 102010 00 0001`),
      'brgrb',
    ],
  ])('%s', (_, octets, pixels) => {
    expect(samplesOf(octets)).toEqual(painted(pixels));
  });

  it('RLE24 of OS/2', () => {
    const header = `40000000${info(6, 1, 24, 4).slice(8)}${'00'.repeat(24)}`;
    const octets = file(78, `${header} 02 0000FF 0002 0100 0003 FF0000 00FF00 0000FF 00 0001`);
    expect(samplesOf(octets)).toEqual([255, 0, 0, 255, 0, 0, 0, 0, 0, ...painted('bgr')]);
  });
});

describe('what the headers say', () => {
  it.each<[string, Uint8Array, object]>([
    [
      'greys',
      file(62, `${info(3, 1, 1)} 00000000 FFFFFF00 A0000000`),
      { widthPx: 3, heightPx: 1, bitDepth: 1, colors: 2, hasAlpha: false, channels: 1 },
    ],
    [
      'a palette',
      file(66, `${info(3, -1, 8, 0, 3)} ${RED_BLUE} 00FF0000 02010000`),
      { widthPx: 3, heightPx: 1, bitDepth: 8, colors: 3, hasAlpha: false, channels: 3 },
    ],
    [
      '5-6-5',
      file(66, `${info(1, 1, 16, 3)} 00F80000 E0070000 1F000000 FFFF0000`),
      { widthPx: 1, heightPx: 1, bitDepth: 6, hasAlpha: false, channels: 3 },
    ],
    ['24 bits', file(54, `${info(1, 1, 24)} 01020300`), { widthPx: 1, heightPx: 1, bitDepth: 8, hasAlpha: false, channels: 3 }],
    [
      'alpha',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      { widthPx: 1, heightPx: 1, bitDepth: 10, hasAlpha: true, channels: 4 },
    ],
  ])('%s', (_, octets, summary) => expect(bmpHeader(octets)).toEqual(summary));
});

describe('faults', () => {
  it('the files that become faulty are read', () => {
    expect(samplesOf(GOOD)).toEqual(RIGHT);
    expect(samplesOf(MASKED)).toEqual([255, 255, 255, 0, 0, 0]);
    expect(samplesOf(PACKED)).toEqual([R, R, R, R, B, B, B, B].flat());
  });

  it.each(FAULTY)('$why', ({ octets, code = 'bad-value', field, offset, samples }) => {
    const issues: Issue[] = [];
    expect(refusal(() => decodeBmp(octets, { onIssue: (issue) => issues.push(issue) }))).toEqual({ code, field, offset });
    expect(issues).toEqual([]);
    const read = () => decodeBmp(octets, { lenient: true, onIssue: (issue) => issues.push(issue) });
    if (samples === undefined && field !== 'bmp/colours-used') {
      expect(refusal(read)).toEqual({ code, field, offset });
      return;
    }
    const raster = read();
    if (samples !== undefined) expect([...raster.samples]).toEqual(samples);
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it('faults of headers are those of the summary too', () => {
    expect(refusal(() => bmpHeader(changed(GOOD, 26, 2)))).toEqual({ code: 'bad-value', field: 'bmp/planes', offset: 26 });
    expect(refusal(() => bmpHeader(GOOD.subarray(0, 75)))).toEqual({ code: 'truncated', field: 'bmp/pixels', offset: 75 });
  });
});

describe('limits', () => {
  it('of pixels, before there is memory for them', () => {
    expect(decodeBmp(GOOD, { limits: { imagePixels: 6 } }).samples).toHaveLength(18);
    const error = { code: 'limit-exceeded', field: 'bmp/width', offset: 18 };
    expect(refusal(() => decodeBmp(GOOD, { limits: { imagePixels: 5 } }))).toEqual(error);
    expect(refusal(() => bmpHeader(GOOD, { limits: { imagePixels: 5 } }))).toEqual(error);
  });
});

describe('properties', () => {
  const expected = (plan: BmpPlan) => withoutHidden(bmpPixels(plan));

  it('files of every kind, whole and row by row', () => {
    fc.assert(
      fc.property(bmpPlans, (plan) => {
        const octets = buildBmp(plan);
        const raster = decodeBmp(octets);
        expect(Buffer.compare(rgbaOf(raster), expected(plan)), labelOf(plan)).toBe(0);
        const { widthPx, heightPx, channels } = raster;
        expect(bmpHeader(octets)).toMatchObject({ widthPx, heightPx, channels });
        const rows: number[] = [];
        decodeBmpRows(octets, (samples, at, y) => {
          expect(y * widthPx * channels).toBe(rows.length);
          rows.push(...samples.subarray(at, at + widthPx * channels));
        });
        expect(Buffer.compare(Uint8Array.from(rows), raster.samples)).toBe(0);
      }),
    );
  });

  it('fields of every width are scaled to the nearest of 8 bits', () => {
    for (let bits = 1; bits <= 30; bits++) {
      const mask = 2 ** bits - 1;
      const pixels = [0, 1, mask, mask >> 1, (mask >> 1) + 1, Math.floor(mask / 3)];
      const masks = [mask * 4, 1, 2, 0] as const;
      const plan = { header: 40, widthPx: 6, heightPx: 1, depth: 32, masks, pixels: pixels.map((pixel) => pixel * 4) };
      expect(samplesOf(buildBmp(plan)).filter((_, i) => i % 3 === 0)).toEqual(
        pixels.map((pixel) => Math.round((pixel * 255) / mask)),
      );
    }
  });

  it('arbitrary and damaged octets give a value or a FormatError', () => {
    const head = fc.constantFrom(GOOD, MASKED, PACKED).map((octets) => octets.subarray(0, 30));
    const likely = fc.tuple(head, fc.uint8Array({ maxLength: 120 })).map(([first, rest]) => Uint8Array.of(...first, ...rest));
    const wire = fc.oneof(fc.uint8Array(), likely, damaged(bmpPlans.map(buildBmp)));
    const limits = { imagePixels: 100_000 };
    fc.assert(
      fc.property(wire, fc.boolean(), (octets, lenient) => {
        expectValueOrFormatError(() => decodeBmp(octets, { lenient, limits }), octets.length);
        const strict = expectValueOrFormatError(() => decodeBmp(octets, { limits }), octets.length);
        if (strict instanceof Error) return;
        const issues: Issue[] = [];
        expect(decodeBmp(octets, { lenient: true, limits, onIssue: (issue) => issues.push(issue) })).toEqual(strict);
        expect(issues).toEqual([]);
      }),
    );
  });
});
