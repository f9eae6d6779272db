import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bmpPitch, readBmpHeader } from '../../src/bitmap/bmp-header.js';
import { ByteReader } from '../../src/bytes/reader.js';
import type { Issue } from '../../src/bytes/reading.js';
import { traceOf } from '../support/bitmaps.js';
import { changed, FAULTY, file, GOOD, info, infoWith, MASKED, PACKED, RED_BLUE } from '../support/bmp-faults.js';
import { bmpPlans, buildBmp, little } from '../support/bmp-files.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';
import { linesOf } from '../support/trace-lines.js';

const read = (octets: Uint8Array) => readBmpHeader(new ByteReader(octets));

/** Faults that are seen without a look at the pixels. */
const OF_HEADERS = FAULTY.filter(({ field }) => field !== 'bmp/pixels');

describe('headers', () => {
  it.each<[string, Uint8Array, object]>([
    [
      'a palette, from the bottom up',
      GOOD,
      {
        ...{ widthPx: 3, heightPx: 2, isTopDown: false, depth: 8, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0, 0, 255, 0, 255, 255, 255), coloursUsed: 4, pixelsAt: 70 },
      },
    ],
    [
      'masks after a header of 40',
      MASKED,
      {
        ...{ widthPx: 2, heightPx: 1, isTopDown: false, depth: 16, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ masks: { red: 0xf800, green: 0x7e0, blue: 0x1f, alpha: 0 } },
        ...{ palette: new Uint8Array(), coloursUsed: 0, pixelsAt: 66 },
      },
    ],
    [
      'runs',
      PACKED,
      {
        ...{ widthPx: 4, heightPx: 2, isTopDown: false, depth: 8, widthAt: 18, depthAt: 28, hasRuns: true },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0), coloursUsed: 2, pixelsAt: 62 },
      },
    ],
    [
      'masks in a header of 108, with alpha',
      file(122, `${infoWith(108, 1, 1, 32, '0000F03F 00FC0F00 FF030000 000000C0')} FFFFFF7F`),
      {
        ...{ widthPx: 1, heightPx: 1, isTopDown: false, depth: 32, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ masks: { red: 0x3ff00000, green: 0xffc00, blue: 0x3ff, alpha: 0xc0000000 } },
        ...{ palette: new Uint8Array(), coloursUsed: 0, pixelsAt: 122 },
      },
    ],
    [
      'from the top down, with a gap before the pixels',
      file(68, `${info(3, -1, 8, 0, 2)} ${RED_BLUE} 000000000000 00010000`),
      {
        ...{ widthPx: 3, heightPx: 1, isTopDown: true, depth: 8, widthAt: 18, depthAt: 28, hasRuns: false },
        ...{ palette: Uint8Array.of(0, 0, 255, 255, 0, 0), coloursUsed: 2, pixelsAt: 68 },
      },
    ],
    [
      'of 12 octets, with three a colour, and fewer colours than the depth has',
      file(32, '0C000000 0200 0100 0100 0400 010203 040506 01000000'),
      {
        ...{ widthPx: 2, heightPx: 1, isTopDown: false, depth: 4, widthAt: 18, depthAt: 24, hasRuns: false },
        ...{ palette: Uint8Array.of(1, 2, 3, 4, 5, 6), coloursUsed: 0, pixelsAt: 32 },
      },
    ],
  ])('%s', (_, octets, header) => expect(read(octets)).toStrictEqual(header));

  it('masks that no file has', () => {
    const of = (depth: number) => read(file(54, `${info(1, 1, depth)} 00000000`)).masks;
    expect(of(16)).toEqual({ red: 0x7c00, green: 0x3e0, blue: 0x1f, alpha: 0 });
    expect(of(32)).toEqual({ red: 0xff0000, green: 0xff00, blue: 0xff, alpha: 0 });
    expect(of(24)).toBeUndefined();
  });

  it('of every size, depth and compression', () => {
    fc.assert(
      fc.property(bmpPlans, (plan) => {
        const header = read(buildBmp(plan));
        const { widthPx, heightPx, depth, isTopDown = false, hasRuns = false } = plan;
        expect(header).toMatchObject({ widthPx, heightPx, depth, isTopDown, hasRuns });
        const colours = plan.palette?.flatMap((colour) => [colour & 0xff, (colour >> 8) & 0xff, colour >> 16]);
        if (depth <= 8) expect([...header.palette].slice(0, colours?.length)).toEqual(colours);
        if (plan.masks !== undefined) expect(Object.values(header.masks ?? {})).toEqual(plan.masks);
      }),
    );
  });

  it('that begin after other octets', () => {
    const header = readBmpHeader(new ByteReader(Uint8Array.of(1, 2, 3, ...GOOD), undefined, 3));
    expect(header).toEqual({ ...read(GOOD), widthAt: 21, depthAt: 31, pixelsAt: 73 });
    const inside = new ByteReader(Uint8Array.of(1, 2, 3, ...changed(GOOD, 10, 69)), undefined, 3);
    const reason = 'is 69, inside the palette of 4 colours';
    expect(() => readBmpHeader(inside)).toThrowError(expect.objectContaining({ offset: 13, reason }));
    const before = new ByteReader(Uint8Array.of(1, 2, 3, ...changed(GOOD, 10, 0)), undefined, 3);
    expect(() => readBmpHeader(before)).toThrowError(
      expect.objectContaining({ reason: expect.stringContaining('take 70 octets') }),
    );
  });

  it('sides up to 65535, also from the top down', () => {
    expect(read(changed(GOOD, 18, ...little(65535, 4), ...little(-65535, 4)))).toMatchObject({
      ...{ widthPx: 65535, heightPx: 65535, isTopDown: true },
    });
    expect(read(changed(GOOD, 22, ...little(65535, 4)))).toMatchObject({ heightPx: 65535, isTopDown: false });
    const over = { code: 'limit-exceeded', field: 'bmp/height', offset: 22 };
    expect(refusal(() => read(changed(GOOD, 22, ...little(65536, 4))))).toEqual(over);
    expect(refusal(() => read(changed(GOOD, 22, ...little(-65536, 4))))).toEqual(over);
  });

  it.each([20, 36, 40, 42, 44, 46, 48, 60, 64])('of OS/2 with %i octets can say RLE24', (size) => {
    const octets = file(14 + size, infoWith(size, 1, 1, 24, '', 4));
    expect(read(octets)).toMatchObject({ depth: 24, hasRuns: true, pixelsAt: 14 + size });
  });

  it.each([52, 56, 108, 124])('of Windows with %i octets cannot say RLE24, nor Huffman 1D', (size) => {
    const expectRefused = (depth: number, compression: number, reason: string) => {
      const octets = file(14 + size, infoWith(size, 1, 1, depth, '', compression));
      const error = { code: 'bad-value', field: 'bmp/compression', offset: 30, reason: expect.stringContaining(reason) };
      expect(() => read(octets)).toThrowError(expect.objectContaining(error));
    };
    expectRefused(24, 4, 'is 4 (JPEG)');
    expectRefused(1, 3, `is 3 (bit fields) with 1 bits a pixel and a header of ${size} octets`);
  });

  it('rows are filled to four octets', () => {
    const pitch = (widthPx: number, depth: number) => bmpPitch({ widthPx, depth });
    expect([pitch(1, 1), pitch(32, 1), pitch(33, 1), pitch(3, 8), pitch(5, 8), pitch(1, 24), pitch(3, 24)]).toEqual([
      4, 4, 8, 4, 8, 4, 12,
    ]);
  });
});

describe('masks', () => {
  const RGB = '0000FF00 00FF0000 FF000000';
  const [red, green, blue] = [0xff0000, 0xff00, 0xff];

  it.each<[size: number, alpha: number]>([
    [52, 0],
    [56, 0xff000000],
    [108, 0xff000000],
    [124, 0xff000000],
  ])('in a header of %i octets', (size, alpha) => {
    const masks = size === 52 ? RGB : `${RGB} 000000FF`;
    const header = read(file(14 + size, `${infoWith(size, 1, 1, 32, masks)} FFFFFFFF`));
    expect(header).toMatchObject({ masks: { red, green, blue, alpha }, pixelsAt: 14 + size });
  });

  it('after a header of 40 octets: four with compression 6, of which alpha may have no bits', () => {
    const of = (alpha: string) => read(file(70, `${info(1, 1, 32, 6)} ${RGB} ${alpha} FFFFFFFF`));
    expect(of('000000FF')).toMatchObject({ masks: { red, green, blue, alpha: 0xff000000 }, pixelsAt: 70 });
    expect(of('00000000')).toMatchObject({ masks: { red, green, blue, alpha: 0 }, pixelsAt: 70 });
  });

  it.each<[masks: string, field: string, offset: number, reason: string]>([
    ['0000BF00 00FF0000 FF000000 000000FF', 'bmp/mask-red', 54, 'is 0xbf0000, has a gap'],
    ['0000FF00 00000000 FF000000 000000FF', 'bmp/mask-green', 58, 'is 0x0, has no bits'],
    ['0000FF00 00FF0000 00010000 000000FF', 'bmp/mask-blue', 62, 'is 0x100, has bits of another mask'],
    ['0000FF00 00FF0000 FF000000 000080FF', 'bmp/mask-alpha', 66, 'is 0xff800000, has bits of another mask'],
  ])('%s: refuses the one of %s', (masks, field, offset, reason) => {
    const inHeader = file(70, infoWith(56, 1, 1, 32, masks));
    const afterHeader = file(70, `${info(1, 1, 32, 6)} ${masks}`);
    const error = { code: 'bad-value', field, offset, reason };
    for (const octets of [inHeader, afterHeader]) {
      expect(() => read(octets)).toThrowError(expect.objectContaining(error));
      const later = new ByteReader(Uint8Array.of(1, 2, 3, ...octets), undefined, 3);
      expect(() => readBmpHeader(later)).toThrowError(expect.objectContaining({ ...error, offset: offset + 3 }));
      const { issues, options } = lenient();
      readBmpHeader(new ByteReader(octets), options);
      expect(issues).toEqual([['bad-value', field, offset]]);
    }
  });

  it('one of 16 bits may have all of them, which leaves none for the next', () => {
    const octets = file(66, `${info(1, 1, 16, 3)} FFFF0000 00000000 00000000`);
    const { issues, options } = lenient();
    expect(readBmpHeader(new ByteReader(octets), options).masks).toEqual({ red: 0xffff, green: 0, blue: 0, alpha: 0 });
    expect(issues).toEqual([
      ['bad-value', 'bmp/mask-green', 58],
      ['bad-value', 'bmp/mask-blue', 62],
    ]);
  });
});

describe('where pixels begin', () => {
  // Headers end at 54, the palette of four colours at 70.
  it.each<[pixelOffset: number, colours: number, pixelsAt: number]>([
    [0, 4, 70],
    [53, 4, 70],
    [54, 0, 54],
    [57, 0, 57],
    [58, 1, 58],
    [69, 3, 69],
  ])('at %i, inside headers or palette: lenient reading has %i colours', (pixelOffset, colours, pixelsAt) => {
    const octets = changed(GOOD, 10, pixelOffset);
    expect(refusal(() => read(octets))).toEqual({ code: 'bad-value', field: 'bmp/pixel-offset', offset: 10 });
    const { issues, options } = lenient();
    const header = readBmpHeader(new ByteReader(octets), options);
    expect(header).toMatchObject({ palette: read(GOOD).palette.subarray(0, colours * 3), pixelsAt });
    expect(issues).toEqual([['bad-value', 'bmp/pixel-offset', 10]]);
  });

  it('a header of 12 octets may have no palette, or a part of one', () => {
    const core = (pixelsAt: number) => read(file(pixelsAt, '0C000000 0100 0100 0100 0100 010203 040506 00000000'));
    expect(core(26)).toMatchObject({ palette: new Uint8Array(), pixelsAt: 26 });
    expect(core(29)).toMatchObject({ palette: Uint8Array.of(1, 2, 3), pixelsAt: 29 });
    expect(core(31)).toMatchObject({ palette: Uint8Array.of(1, 2, 3), pixelsAt: 31 });
    expect(core(32)).toMatchObject({ palette: Uint8Array.of(1, 2, 3, 4, 5, 6), pixelsAt: 32 });
  });
});

describe('a trace', () => {
  const traced = (octets: Uint8Array) => linesOf(traceOf(octets, (reader) => readBmpHeader(reader)).children);
  const fileHeader = (pixelsAt: number) => [
    ...['file-header', '  magic BM', '  file-size 0', '  reserved 0', `  pixel-offset ${pixelsAt}`, 'info-header'],
  ];
  const infoHeader = (compression: number, colours: number) => [
    ...[`  compression ${compression}`, '  image-size 0', '  x-pixels-per-metre 0', '  y-pixels-per-metre 0'],
    ...[`  colours-used ${colours}`, '  colours-important 0'],
  ];

  it('shows every field of headers and palette', () => {
    expect(traced(GOOD)).toEqual([
      ...fileHeader(70),
      ...['  header-size 40', '  width 3: 3 px', '  height 2: 2 px', '  planes 1', '  depth 8', ...infoHeader(0, 4)],
      ...['palette', '  colour-0 0000FF00', '  colour-1 FF000000', '  colour-2 00FF0000', '  colour-3 FFFFFF00'],
    ]);
  });

  it('shows a height below 0 with its sign, and a gap', () => {
    const octets = file(56, `${info(1, -1, 24)} AABB 00000000`);
    expect(traced(octets)).toEqual([
      ...fileHeader(56),
      ...['  header-size 40', '  width 1: 1 px', '  height 4294967295: -1 px', '  planes 1', '  depth 24', ...infoHeader(0, 0)],
      'gap AABB',
    ]);
  });

  it('shows masks, and what a longer header has after them', () => {
    const masks = ['mask-red 16711680', 'mask-green 65280', 'mask-blue 255', 'mask-alpha 4278190080'];
    expect(traced(file(122, infoWith(108, 1, 1, 32, '0000FF00 00FF0000 FF000000 000000FF')))).toEqual([
      ...fileHeader(122),
      ...['  header-size 108', '  width 1: 1 px', '  height 1: 1 px', '  planes 1', '  depth 32', ...infoHeader(3, 0)],
      ...masks.map((mask) => `  ${mask}`),
      `  more ${'00'.repeat(52)}`,
    ]);
    expect(traced(file(66, infoWith(52, 1, 1, 32, '0000FF00 00FF0000 FF000000'))).slice(-3)).toEqual(
      masks.slice(0, 3).map((mask) => `  ${mask}`),
    );
    expect(traced(file(70, `${info(1, 1, 32, 6)} 0000FF00 00FF0000 FF000000 000000FF`)).slice(-4)).toEqual(masks);
  });

  it('shows no palette where there is none', () => {
    const core = file(26, '0C000000 0100 0200 0100 0100 00000000 00000000');
    const sides = ['  width 1: 1 px', '  height 2: 2 px', '  planes 1', '  depth 1'];
    expect(traced(core)).toEqual([...fileHeader(26), '  header-size 12', ...sides]);
  });
});

describe('faults of headers', () => {
  it.each<[offset: number, field: string]>([
    [0, 'magic'],
    [2, 'file-size'],
    [6, 'reserved'],
    [10, 'pixel-offset'],
    [14, 'header-size'],
    [18, 'width'],
    [22, 'height'],
    [26, 'planes'],
    [28, 'depth'],
    [30, 'compression'],
    [34, 'image-size'],
    [38, 'x-pixels-per-metre'],
    [42, 'y-pixels-per-metre'],
    [46, 'colours-used'],
    [50, 'colours-important'],
    [54, 'mask-red'],
    [58, 'mask-green'],
    [62, 'mask-blue'],
    [66, 'mask-alpha'],
    [70, 'more'],
  ])('a file that ends at %i, or one octet later, lacks the %s', (offset, field) => {
    const whole = file(122, infoWith(108, 1, 1, 32, '0000FF00 00FF0000 FF000000 000000FF'));
    expect(read(whole).pixelsAt).toBe(122);
    for (const end of [offset, offset + 1]) {
      expect(refusal(() => read(whole.subarray(0, end)))).toEqual({ code: 'truncated', field: `bmp/${field}`, offset });
    }
  });

  it.each<[offset: number, field: string]>([
    [18, 'width'],
    [20, 'height'],
  ])('a header of 12 octets with 0 at %i, the %s', (offset, field) => {
    const core = file(32, '0C000000 0100 0100 0100 0100 010203 040506 00000000');
    expect(refusal(() => read(changed(core, offset, 0)))).toEqual({ code: 'bad-value', field: `bmp/${field}`, offset });
  });

  it.each(OF_HEADERS)('$why', ({ octets, code = 'bad-value', field, offset, reason = '', samples }) => {
    expect(refusal(() => read(octets))).toEqual({ code, field, offset });
    expect(() => read(octets)).toThrowError(expect.objectContaining({ reason: expect.stringContaining(reason) }));
    const issues: Issue[] = [];
    const leniently = () => readBmpHeader(new ByteReader(octets), { lenient: true, onIssue: (issue) => issues.push(issue) });
    if (samples === undefined && field !== 'bmp/colours-used') {
      expect(refusal(leniently)).toEqual({ code, field, offset });
      return;
    }
    leniently();
    expect(issues[0]).toMatchObject({ code, field, offset });
  });
});
