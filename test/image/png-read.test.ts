import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import shared from '../../fixtures/images/index.json' with { type: 'json' };
import index from '../../fixtures/images/png/index.json' with { type: 'json' };
import type { DecodeOptions, Issue } from '../../src/bytes/reading.js';
import { FormatError } from '../../src/errors.js';
import { pngHeader } from '../../src/image/png/file.js';
import { decodePng, decodePngRows } from '../../src/image/png/read.js';
import type { OnRow } from '../../src/image/raster.js';
import { isOfType } from '../../src/media/signatures.js';
import { damaged, expectValueOrFormatError, isTrailing, refusal } from '../support/hostile.js';
import {
  buildPng,
  chunk,
  header,
  image,
  join,
  type PngPlan,
  plans,
  pngOf,
  pngWithData,
  rawData,
  SAMPLES,
  SIGNATURE,
} from '../support/png-files.js';
import { rgbaOf, sha256, withoutHidden } from '../support/rasters.js';

const GREY = { widthPx: 3, heightPx: 2, bitDepth: 8, colorType: 0 } as const;
const grey: PngPlan = { ...GREY, samples: [0, 50, 100, 150, 200, 250] };
const ihdr = chunk('IHDR', header(grey));
const data = deflateSync(rawData(grey));
const idat = chunk('IDAT', data);
/** Offset of the first octet behind IHDR. */
const BEHIND = 8 + ihdr.length;

/** Samples in the order of a raster, 16 bits cut to their high octet: what the plan says, not what a decoder does. */
function planned({ bitDepth, colorType, samples, palette = [], transparent }: PngPlan): Uint8Array {
  const count = SAMPLES[colorType]!;
  const octet = (sample: number) => (bitDepth === 16 ? sample >> 8 : (sample * 255) / (2 ** bitDepth - 1));
  const rgba: number[] = [];
  for (let i = 0; i < samples.length; i += count) {
    const pixel = samples.slice(i, i + count);
    if (colorType === 3) {
      rgba.push(...palette.slice(pixel[0]! * 3, pixel[0]! * 3 + 3), transparent?.[pixel[0]!] ?? 255);
      continue;
    }
    const colors = count < 3 ? [pixel[0]!, pixel[0]!, pixel[0]!] : pixel.slice(0, 3);
    const isKey = transparent !== undefined && pixel.every((s, c) => s === transparent[2 * c]! * 256 + transparent[2 * c + 1]!);
    rgba.push(...colors.map(octet), count % 2 === 0 ? octet(pixel[count - 1]!) : isKey ? 0 : 255);
  }
  return withoutHidden(Uint8Array.from(rgba));
}

describe('pictures of other programs', () => {
  it.each(index.items)('$file: $what', ({ file, widthPx, heightPx, rgba }) => {
    const octets = readFileSync(image(`png/${file}`));
    const raster = decodePng(octets);
    expect([raster.widthPx, raster.heightPx]).toEqual([widthPx, heightPx]);
    expect(sha256(rgbaOf(raster))).toBe(rgba[0]);
    expect(pngHeader(octets)).toMatchObject({ widthPx, heightPx, channels: raster.channels });
  });

  it.each(shared.items.filter(({ kind, file }) => kind === 'png' && !file.startsWith('bomb-pixels')))(
    '$file: $expect',
    ({ file, expect: what }) => {
      const octets = readFileSync(image(file));
      if (/typed/.test(what)) {
        const codes: Record<string, string> = { 'truncated.png': 'truncated' };
        expect(refusal(() => decodePng(octets)).code).toBe(codes[file] ?? 'bad-value');
        return;
      }
      const { data: rgba } = PNG.sync.read(octets);
      const raster = decodePng(octets);
      // pngjs rounds 16 bits, the high octet is cut.
      if (file === 'rgb16.png') rgbaOf(raster).forEach((sample, i) => void expect(Math.abs(sample - rgba[i]!)).toBeLessThan(2));
      else expect(Buffer.compare(rgbaOf(raster), withoutHidden(new Uint8Array(rgba)))).toBe(0);
    },
  );

  it('a picture of one bit is black and white', () => {
    const { channels, samples } = decodePng(readFileSync(image('gray1.png')));
    expect(channels).toBe(1);
    expect(new Set(samples)).toEqual(new Set([0, 255]));
  });
});

describe('the header', () => {
  it('says what there is without the pixels', () => {
    const octets = readFileSync(image('png/transparent3-4-adam7.png'));
    expect(pngHeader(octets)).toEqual({
      widthPx: 21,
      heightPx: 19,
      bitDepth: 4,
      colorType: 3,
      isInterlaced: true,
      colors: 16,
      hasAlpha: true,
      isAnimated: false,
      channels: 4,
    });
    expect(pngHeader(pngOf(ihdr, chunk('acTL', new Uint8Array(8)), idat.subarray(0, 9)))).toMatchObject({ isAnimated: true });
    expect(isOfType(octets, 'image/png')).toBe(true);
    expect(isOfType(octets.subarray(1), 'image/png')).toBe(false);
  });

  it('ends for lenient reading where a chunk has no type, as in zeros instead of IEND', () => {
    const issues: Issue[] = [];
    const octets = join(SIGNATURE, ihdr, idat, new Uint8Array(200_000));
    expect(decodePng(octets, { lenient: true, onIssue: (issue) => issues.push(issue) })).toEqual(decodePng(pngOf(ihdr, idat)));
    expect(issues.map(({ field }) => field)).toEqual(['PNG/chunk']);
  });

  it('is read by lenient reading of the chunks that are there', () => {
    const cut = join(SIGNATURE, ihdr);
    expect(refusal(() => pngHeader(cut))).toEqual({ code: 'truncated', field: 'PNG', offset: BEHIND });
    expect(pngHeader(cut, { lenient: true })).toMatchObject({ widthPx: 3, channels: 1 });
    const palette = join(SIGNATURE, chunk('IHDR', header({ ...grey, colorType: 3 })));
    expect(pngHeader(palette, { lenient: true }).colors).toBeUndefined();
  });
});

describe('reading', () => {
  it('gives the pixels of every kind of PNG, whole and row by row', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const octets = buildPng(plan);
        const raster = decodePng(octets);
        const { widthPx, heightPx, channels, samples } = raster;
        expect([widthPx, heightPx]).toEqual([plan.widthPx, plan.heightPx]);
        expect(Buffer.compare(rgbaOf(raster), planned(plan))).toBe(0);
        const rows: number[] = [];
        let next = 0;
        decodePngRows(octets, (row, at, y) => {
          expect(y).toBe(next++);
          rows.push(...row.subarray(at, at + widthPx * channels));
        });
        expect(Buffer.compare(Uint8Array.from(rows), samples)).toBe(0);
        expect(pngHeader(octets)).toMatchObject({ widthPx, heightPx, channels, hasAlpha: channels === 4 });
      }),
    );
  });

  it.each([
    ['grey', 0, 1],
    ['colours', 2, 3],
    ['grey with alpha', 4, 2],
    ['colours with alpha', 6, 4],
  ] as const)('gives what pngjs gives of %s in more octets than share memory, with every filter', (_, colorType, samples) => {
    const [widthPx, heightPx] = [211, 97];
    // A multiplicative generator, so that a failure is the same again.
    const rows = new Uint8Array(heightPx * (1 + widthPx * samples));
    for (let i = 0, state = 1; i < rows.length; i++) {
      state = (state * 48_271) % 0x7fff_ffff;
      rows[i] = state >> 8;
    }
    for (let y = 0; y < heightPx; y++) rows[y * (1 + widthPx * samples)] = (y * 7) % 5;
    const head = header({ ...GREY, widthPx, heightPx, colorType });
    const octets = pngOf(chunk('IHDR', head), chunk('IDAT', deflateSync(rows)));
    const { channels, samples: found, ...size } = decodePng(octets);
    const theirs = withoutHidden(PNG.sync.read(Buffer.from(octets)).data);
    expect(Buffer.compare(rgbaOf({ channels, samples: found, ...size }), theirs)).toBe(0);
    expect(found).toHaveLength(widthPx * heightPx * channels);
  });

  it('takes views and pixel data in pieces, and passes over what it does not know', () => {
    const pieces = Array.from(data, (octet) => chunk('IDAT', Uint8Array.of(octet)));
    const octets = pngOf(ihdr, chunk('tEXt', Uint8Array.of(1, 2, 3)), ...pieces, chunk('tIME', new Uint8Array(7)));
    const pooled = Buffer.concat([Buffer.alloc(5), octets, Buffer.alloc(5)]).subarray(5, 5 + octets.length);
    expect(decodePng(pooled).samples).toEqual(Uint8Array.from(grey.samples));
  });

  it('a picture past 48 MiB comes row by row in little memory', () => {
    const [widthPx, heightPx] = [12_800, 4000];
    const rows = Buffer.alloc((widthPx + 1) * heightPx);
    for (let y = 0; y < heightPx; y++) {
      const at = y * (widthPx + 1);
      rows[at] = y % 5;
      for (let x = 0; x < widthPx; x++) rows[at + 1 + x] = (x * y) >> 8;
    }
    const octets = pngOf(chunk('IHDR', header({ ...GREY, widthPx, heightPx })), chunk('IDAT', deflateSync(rows, { level: 1 })));
    const limits = { imagePixels: widthPx * heightPx };
    const { samples } = decodePng(octets, { limits });
    // Filters undone by the book (section 9.2), one row at a time.
    const before = process.memoryUsage().arrayBuffers;
    let most = 0;
    const onRow: OnRow = (row, at, y) => {
      if (y % 100 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
      if (y % 500 === 3)
        expect(Buffer.compare(row.subarray(at, at + widthPx), samples.subarray(y * widthPx, (y + 1) * widthPx))).toBe(0);
    };
    decodePngRows(octets, onRow, { limits });
    expect(most).toBeLessThan(2_000_000);
    for (const y of [0, 1, 1001, 1002, 3998, 3999]) {
      const paeth = (left: number, up: number, corner: number) =>
        [left, up, corner].reduce((best, one) =>
          Math.abs(left + up - corner - one) < Math.abs(left + up - corner - best) ? one : best,
        );
      for (const x of [1, 2, 17, 2500, 12_799]) {
        const pick = (dx: number, dy: number) => (y - dy < 0 ? 0 : samples[(y - dy) * widthPx + x - dx]!);
        const guess = [0, pick(1, 0), pick(0, 1), (pick(1, 0) + pick(0, 1)) >> 1, paeth(pick(1, 0), pick(0, 1), pick(1, 1))][
          y % 5
        ]!;
        expect(samples[y * widthPx + x]).toBe((((x * y) >> 8) + guess) & 0xff);
      }
    }
  });

  it('damaged pictures and arbitrary octets give a picture or a FormatError, strict and lenient', () => {
    const octets = fc.oneof(
      damaged(plans.map(buildPng)),
      fc.uint8Array({ maxLength: 200 }).map((tail) => join(SIGNATURE, tail)),
      fc.uint8Array({ maxLength: 60 }).map((given) => pngWithData(GREY, given)),
      fc.uint8Array({ maxLength: 60 }).map((given) => pngOf(ihdr, chunk('IDAT', join(Uint8Array.of(0x78, 0x9c), given)))),
      fc
        .tuple(fc.constantFrom('PLTE', 'tRNS', 'gAMA', 'IDAT', 'IHDR', 'IEND', 'abcd', 'ABCD'), fc.uint8Array({ maxLength: 9 }))
        .map(([type, given]) =>
          pngOf(chunk('IHDR', header({ ...GREY, colorType: given.length % 4 === 3 ? 3 : 0 })), chunk(type, given), idat),
        ),
    );
    fc.assert(
      fc.property(octets, fc.boolean(), (given, lenient) => {
        const issues: Issue[] = [];
        const options: DecodeOptions = { lenient, onIssue: (issue) => issues.push(issue) };
        const result = expectValueOrFormatError(() => decodePng(given, options), given.length);
        for (const { offset } of issues) expect(offset).toBeLessThanOrEqual(given.length);
        if (result instanceof FormatError) {
          if (lenient || issues.every(isTrailing)) return;
          throw result;
        }
        expect(result.samples).toHaveLength(result.widthPx * result.heightPx * result.channels);
        // What strict reading accepts, lenient reading has nothing to say about; and the reverse.
        const strict = expectValueOrFormatError(() => decodePng(given), given.length);
        const fault = issues.find((issue) => !isTrailing(issue));
        expect(strict instanceof FormatError).toBe(fault !== undefined);
        if (fault !== undefined) expect((strict as FormatError).message).toBe(fault.message);
      }),
    );
  });

  it('a picture that is cut off keeps the rows in front of the cut', () => {
    fc.assert(
      fc.property(plans, fc.nat(), (plan, where) => {
        fc.pre(plan.interlaced === false);
        const octets = buildPng(plan);
        const whole = decodePng(octets);
        const rowLength = whole.widthPx * whole.channels;
        const cut = octets.subarray(0, octets.length - 13 - (where % deflateSync(rawData(plan)).length));
        const result = expectValueOrFormatError(() => decodePng(cut, { lenient: true }), cut.length);
        if (result instanceof FormatError) return;
        let rows = 0;
        const isSame = (y: number) =>
          Buffer.compare(
            result.samples.subarray(y * rowLength, (y + 1) * rowLength),
            whole.samples.subarray(y * rowLength, (y + 1) * rowLength),
          ) === 0;
        while (rows < whole.heightPx && isSame(rows)) rows++;
        const blank = whole.channels === 4 ? 0 : 255;
        expect(result.samples.subarray(rows * rowLength).every((sample) => sample === blank)).toBe(true);
        const given: number[] = [];
        decodePngRows(cut, (row, at) => given.push(...row.subarray(at, at + rowLength)), { lenient: true });
        expect(Buffer.compare(Uint8Array.from(given), result.samples)).toBe(0);
      }),
    );
  });
});

describe('refusals', () => {
  const withHeader = (change: Partial<PngPlan>) => pngOf(chunk('IHDR', header({ ...grey, ...change })), idat);
  const withOctet = (at: number, value: number) => {
    const octets = Buffer.from(header(grey));
    octets[at] = value;
    return pngOf(chunk('IHDR', octets), idat);
  };
  const flip = (octets: Uint8Array, at: number) => Uint8Array.from(octets, (octet, i) => (i === at ? octet ^ 1 : octet));
  const color = { ...grey, colorType: 3, palette: [0, 0, 0] };
  const withTables = (plan: Partial<PngPlan>, ...tables: Uint8Array[]) =>
    pngOf(chunk('IHDR', header({ ...grey, ...plan })), ...tables, idat);
  const plte = (colors: number) => chunk('PLTE', new Uint8Array(colors * 3));

  it.each([
    ['no octets', new Uint8Array(), 'bad-value', 'PNG', 0],
    ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'bad-value', 'PNG', 0],
    ['half a signature', SIGNATURE.subarray(0, 5), 'truncated', 'PNG', 0],
    ['a signature alone', SIGNATURE, 'truncated', 'PNG', 8],
    ['no IHDR', pngOf(idat), 'bad-value', 'PNG/IDAT', 8],
    ['a second IHDR', pngOf(ihdr, chunk('IHDR', header({ ...grey, widthPx: 60_000 })), idat), 'bad-value', 'PNG/IHDR', 33],
    ['a short IHDR', pngOf(chunk('IHDR', header(grey).subarray(0, 12)), idat), 'bad-value', 'PNG/IHDR', 8],
    ['a width of 0', withHeader({ widthPx: 0 }), 'bad-value', 'PNG/IHDR/width', 16],
    ['a height of 0', withHeader({ heightPx: 0 }), 'bad-value', 'PNG/IHDR/height', 20],
    ['three bits a sample', withHeader({ bitDepth: 3 }), 'bad-value', 'PNG/IHDR/bitDepth', 24],
    ['a palette of 16 bits', withHeader({ bitDepth: 16, colorType: 3 }), 'bad-value', 'PNG/IHDR/bitDepth', 24],
    ['colour type 5', withHeader({ colorType: 5 }), 'bad-value', 'PNG/IHDR/colorType', 25],
    ['colour type 7', withHeader({ colorType: 7 }), 'bad-value', 'PNG/IHDR/colorType', 25],
    ['compression 1', withOctet(10, 1), 'bad-value', 'PNG/IHDR/compression', 26],
    ['filter method 1', withOctet(11, 1), 'bad-value', 'PNG/IHDR/filter', 27],
    ['interlacing 2', withOctet(12, 2), 'bad-value', 'PNG/IHDR/interlace', 28],
    ['no IDAT', pngOf(ihdr), 'truncated', 'PNG/IDAT', 45],
    ['an empty IDAT', pngOf(ihdr, chunk('IDAT', new Uint8Array())), 'truncated', 'PNG/IDAT', 45],
    ['no IEND', join(SIGNATURE, ihdr, idat), 'truncated', 'PNG', BEHIND + idat.length],
    ['a chunk past the end', join(SIGNATURE, ihdr, idat.subarray(0, -1)), 'truncated', 'PNG/IDAT', 33],
    ['another chunk past the end', join(SIGNATURE, ihdr, chunk('tEXt', data).subarray(0, -1)), 'truncated', 'PNG/tEXt', 33],
    ['a chunk without a name', pngOf(ihdr, chunk('\0\0\0\0', new Uint8Array()), idat), 'bad-value', 'PNG/chunk', 33],
    ['a chunk that must be known', pngOf(ihdr, chunk('ABCD', data), idat), 'bad-value', 'PNG/ABCD', 33],
    ['octets in IEND', join(SIGNATURE, ihdr, idat, chunk('IEND', data)), 'bad-value', 'PNG/IEND', BEHIND + idat.length],
    ['a wrong check sum of a chunk', flip(pngOf(ihdr, idat), BEHIND + 8), 'bad-value', 'PNG/IDAT', 33],
    [
      'a wrong check sum of the pixels',
      pngOf(ihdr, chunk('IDAT', flip(data, data.length - 1))),
      'bad-value',
      'PNG/IDAT',
      41 + data.length - 4,
    ],
    ['no zlib stream', pngOf(ihdr, chunk('IDAT', flip(data, 0))), 'bad-value', 'PNG/IDAT', 41],
    ['pixels cut short', pngOf(ihdr, chunk('IDAT', data.subarray(0, -6))), 'truncated', 'PNG/IDAT', 41 + data.length - 6],
    [
      'too few pixels',
      pngWithData(grey, rawData(grey).subarray(1)),
      'truncated',
      'PNG/IDAT',
      41 + deflateSync(rawData(grey).subarray(1)).length - 4,
    ],
    ['too many pixels', pngWithData(grey, join(rawData(grey), Uint8Array.of(0))), 'trailing-bytes', 'PNG/IDAT', 41],
    ['filter 5', pngWithData(grey, Uint8Array.of(0, 0, 0, 0, 5, 0, 0, 0)), 'bad-value', 'PNG/IDAT', 41],
    [
      'filter 5 of an interlaced picture',
      pngWithData({ ...grey, interlaced: true }, Uint8Array.of(5, 0, 5, 0, 5, 0, 5, 0, 0, 5, 0, 0, 0)),
      'bad-value',
      'PNG/IDAT',
      41,
    ],
    ['a second PLTE', withTables(color, plte(1), plte(1)), 'bad-value', 'PNG/PLTE', 48],
    ['a palette of a grey picture', withTables({}, plte(1)), 'bad-value', 'PNG/PLTE', 33],
    ['a palette of no colour', withTables(color, plte(0)), 'bad-value', 'PNG/PLTE', 33],
    ['a palette of a colour and a half', withTables(color, chunk('PLTE', data.subarray(0, 4))), 'bad-value', 'PNG/PLTE', 33],
    ['three colours of one bit', withTables({ ...color, bitDepth: 1 }, plte(3)), 'bad-value', 'PNG/PLTE', 33],
    ['257 colours to choose from', withTables({ colorType: 2 }, plte(257)), 'bad-value', 'PNG/PLTE', 33],
    [
      'a palette behind the pixels',
      pngOf(chunk('IHDR', header({ ...grey, colorType: 2 })), idat, plte(1)),
      'bad-value',
      'PNG/PLTE',
      33 + idat.length,
    ],
    ['a palette that is not there', pngWithData({ ...grey, colorType: 3 }, rawData(grey)), 'bad-value', 'PNG/PLTE', 33],
    [
      'a second tRNS',
      withTables({}, chunk('tRNS', data.subarray(0, 2)), chunk('tRNS', data.subarray(0, 2))),
      'bad-value',
      'PNG/tRNS',
      47,
    ],
    [
      'tRNS behind the pixels',
      pngOf(ihdr, idat, chunk('tRNS', data.subarray(0, 2))),
      'bad-value',
      'PNG/tRNS',
      33 + idat.length,
    ],
    ['tRNS beside alpha', withTables({ colorType: 4 }, chunk('tRNS', data.subarray(0, 2))), 'bad-value', 'PNG/tRNS', 33],
    ['tRNS of three octets', withTables({}, chunk('tRNS', data.subarray(0, 3))), 'bad-value', 'PNG/tRNS', 33],
    ['tRNS of five octets', withTables({ colorType: 2 }, chunk('tRNS', data.subarray(0, 5))), 'bad-value', 'PNG/tRNS', 33],
    [
      'tRNS of more colours than there are',
      withTables(color, plte(1), chunk('tRNS', data.subarray(0, 2))),
      'bad-value',
      'PNG/tRNS',
      48,
    ],
    ['an index past the palette', buildPng(color), 'bad-value', 'PNG/IDAT', 56],
    [
      'a chunk between the IDATs',
      pngOf(ihdr, chunk('IDAT', data.subarray(0, 4)), chunk('tEXt', data), chunk('IDAT', data.subarray(4))),
      'bad-value',
      'PNG/IDAT',
      33 + 16 + 12 + data.length,
    ],
  ] as [string, Uint8Array, string, string, number][])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodePng(octets))).toEqual({ code, field, offset });
    // Lenient reading says the same, or tells it and goes on.
    const issues: (FormatError | Issue)[] = [];
    const told = (issue: Issue) => issues.push(issue);
    try {
      decodePng(octets, { lenient: true, onIssue: told });
    } catch (error) {
      issues.push(error as FormatError);
    }
    expect(issues[0]).toMatchObject({ code, field, offset });
  });

  it('lenient reading gives the picture in spite of faults beside it', () => {
    const samples = Uint8Array.from(grey.samples);
    for (const octets of [
      join(SIGNATURE, ihdr, idat),
      join(pngOf(ihdr, idat), data),
      flip(pngOf(ihdr, idat), BEHIND + idat.length - 1),
      pngOf(ihdr, chunk('ABCD', data), idat),
      pngOf(ihdr, chunk('IDAT', flip(data, data.length - 1))),
      pngOf(ihdr, chunk('IDAT', data.subarray(0, -4))),
      pngWithData(grey, join(rawData(grey), data)),
      join(SIGNATURE, ihdr, idat.subarray(0, -7)),
    ]) {
      const issues: string[] = [];
      expect(decodePng(octets, { lenient: true, onIssue: ({ code }) => issues.push(code) }).samples).toEqual(samples);
      expect(issues).not.toEqual([]);
    }
    expect(decodePng(buildPng(color), { lenient: true }).samples).toEqual(new Uint8Array(18));
  });

  it('take octets only', () => {
    expect(() => decodePng('PNG' as never)).toThrow(TypeError);
  });
});

describe('limits', () => {
  const inLittleMemory = (call: () => unknown) => {
    const before = process.memoryUsage();
    call();
    const after = process.memoryUsage();
    expect(after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed).toBeLessThan(50_000_000);
  };

  it('refuse too many pixels before anything is inflated', () => {
    const declared = (widthPx: number, heightPx: number) =>
      pngOf(chunk('IHDR', header({ ...GREY, widthPx, heightPx })), chunk('IDAT', Uint8Array.of(1)));
    for (const octets of [
      declared(20_000, 20_000),
      declared(65_536, 1),
      declared(1, 2 ** 32 - 1),
      readFileSync(image('bomb-pixels.png')),
    ]) {
      for (const read of [decodePng, pngHeader, (given: Uint8Array) => decodePngRows(given, () => undefined)]) {
        inLittleMemory(() =>
          expect(refusal(() => read(octets))).toEqual({ code: 'limit-exceeded', field: 'PNG/IHDR', offset: 16 }),
        );
      }
    }
    expect(refusal(() => decodePng(buildPng(grey), { limits: { imagePixels: 5 } })).code).toBe('limit-exceeded');
    expect(decodePng(buildPng(grey), { limits: { imagePixels: 6 } }).samples).toHaveLength(6);
  });

  it('end a bomb where the picture ends, and leave compressed texts as they are', () => {
    const zeros = Buffer.alloc(60_000_000);
    const bombs = [false, true].map((interlaced) => pngWithData({ ...GREY, interlaced }, zeros));
    for (const octets of bombs) {
      inLittleMemory(() => expect(refusal(() => decodePng(octets)).code).toBe('trailing-bytes'));
      inLittleMemory(() => expect(decodePng(octets, { lenient: true }).samples).toEqual(new Uint8Array(6)));
    }
    inLittleMemory(() => expect(decodePng(readFileSync(image('bomb-ztxt.png')))).toMatchObject({ widthPx: 1, heightPx: 1 }));
  });
});
