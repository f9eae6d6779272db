import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { DecodeError } from '../../src/errors.js';
import { joinPlanes } from '../../src/image/jpeg/colour.js';
import { decodeJpeg, type JpegDecodeOptions, unpackSizes } from '../../src/image/jpeg/decode.js';
import { jpegHeader } from '../../src/image/jpeg/read.js';
import type { Unpacked } from '../../src/image/jpeg/unpacked.js';
import type { Raster } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import { hex } from '../support/hex.js';
import { damaged, expectValueOrFormatError, isTrailing, refusal } from '../support/hostile.js';
import { ADOBE_RGB, buildProfile, withJpegProfile } from '../support/icc-profiles.js';
import { expectedPixels, fixtureImage, imageItems, joined, jpegFile, patched, SEGMENT, segmentAt } from '../support/jpegs.js';

/** Files of fixtures/images/jpeg with a picture of what libjpeg-turbo makes of them (see make.sh there). */
const NAMES = [
  ...['444', '422', '440', '420', '411', '410', '1x4', '3x1', 'each-differs', 'luma-halved', 'grey', 'rgb', 'rgb-progressive'],
  ...['restart-1', 'restart-row', 'progressive', 'progressive-444', 'progressive-grey', 'progressive-restart'],
  ...['progressive-fine', 'optimized', 'scan-each', 'scan-each-restart', 'scans-two', 'steps-16-bit', 'quality-100'],
  ...['one-pixel', 'flat', 'narrow', 'cmyk-adobe', 'cmyk-plain', 'ycck'],
] as const;

/** The data of 420.jpg in other wrappings. */
const WRAPPINGS = ['lines-behind', 'fill-octets', 'appended'] as const;

const BASE = jpegFile('420');

function rgbOf({ channels, samples, widthPx, heightPx }: Raster): Uint8Array {
  expect(samples).toHaveLength(widthPx * heightPx * channels);
  return channels === 3 ? samples : Uint8Array.from({ length: samples.length * 3 }, (_, i) => samples[Math.floor(i / 3)]!);
}

/** Largest and mean difference of two strings of samples. */
function difference(a: ArrayLike<number>, b: ArrayLike<number>): { most: number; mean: number } {
  expect(a.length).toBe(b.length);
  let most = 0;
  let sum = 0;
  for (let i = 0; i < a.length; i++) {
    const distance = Math.abs(a[i]! - b[i]!);
    most = Math.max(most, distance);
    sum += distance;
  }
  return { most, mean: sum / a.length };
}

/** Means of squares of `factor` pixels a side; at the right and the lower edge of what is there. */
function boxReduced({ widthPx, heightPx, channels, samples }: Raster, factor: number): number[] {
  const [width, height] = [Math.ceil(widthPx / factor), Math.ceil(heightPx / factor)];
  const means: number[] = [];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < channels; c++) {
        let [sum, count] = [0, 0];
        for (let v = y * factor; v < Math.min(heightPx, (y + 1) * factor); v++) {
          for (let u = x * factor; u < Math.min(widthPx, (x + 1) * factor); u++, count++) {
            sum += samples[(v * widthPx + u) * channels + c]!;
          }
        }
        means.push(sum / count);
      }
    }
  }
  return means;
}

/** Decodes to a half, a quarter or an eighth. */
function reduced(octets: Uint8Array, factor: number, options: JpegDecodeOptions = {}): Raster {
  const { widthPx, heightPx } = jpegHeader(octets);
  return decodeJpeg(octets, { ...options, minWidthPx: Math.ceil(widthPx / factor), minHeightPx: Math.ceil(heightPx / factor) });
}

function issuesOf(octets: Uint8Array, options: JpegDecodeOptions = {}): { raster: Raster; issues: Issue[] } {
  const issues: Issue[] = [];
  const raster = decodeJpeg(octets, { ...options, lenient: true, onIssue: (issue) => issues.push(issue) });
  return { raster, issues };
}

describe('pixels of other decoders', () => {
  it.each(NAMES)('%s.jpg', (name) => {
    const raster = decodeJpeg(jpegFile(name));
    const { widthPx, heightPx, rgb } = expectedPixels(name);
    expect([raster.widthPx, raster.heightPx]).toEqual([widthPx, heightPx]);
    expect(raster.channels).toBe(name.includes('grey') ? 1 : 3);
    expect(difference(rgbOf(raster), rgb).most).toBe(0);
  });

  it.each(WRAPPINGS)('%s.jpg looks like 420.jpg', (name) => {
    expect(decodeJpeg(jpegFile(name))).toEqual(decodeJpeg(BASE));
  });

  const whole = imageItems('jpeg').filter(({ file, width }) => width !== undefined && file !== 'truncated.jpg');

  it.each(whole.filter(({ file }) => file !== 'cmyk.jpg'))('$file as libjpeg-turbo reads it', async ({ file }) => {
    const raster = decodeJpeg(fixtureImage(file));
    const { data, info } = await sharp(fixtureImage(file)).raw().toBuffer({ resolveWithObject: true });
    expect([raster.widthPx, raster.heightPx, raster.channels]).toEqual([info.width, info.height, info.channels]);
    const { most, mean } = difference(raster.samples, data);
    expect(most).toBeLessThanOrEqual(3);
    expect(mean).toBeLessThan(0.1);
  });

  it('inks come out as the colours that they were made of', () => {
    const { meanRGB } = whole.find(({ file }) => file === 'cmyk.jpg')!;
    const { samples } = decodeJpeg(fixtureImage('cmyk.jpg'));
    for (let c = 0; c < 3; c++) {
      const level = samples.filter((_, i) => i % 3 === c).reduce((sum, value) => sum + value, 0) / (samples.length / 3);
      expect(Math.abs(level - meanRGB![c]!)).toBeLessThan(25);
    }
  });

  it('a Buffer out of a pool', () => {
    const pool = Buffer.concat([Buffer.from('in front'), BASE]);
    const raster = decodeJpeg(pool.subarray(8));
    expect(raster).toEqual(decodeJpeg(BASE));
    expect(raster.samples.constructor).toBe(Uint8Array);
  });
});

describe('reduced pictures', () => {
  it.each<[min: number, width: number]>([
    [1, 5],
    [5, 5],
    [6, 10],
    [10, 10],
    [11, 19],
    [19, 19],
    [20, 37],
    [37, 37],
    [100, 37],
  ])('at least %d columns are %d', (minWidthPx, widthPx) => {
    expect(decodeJpeg(BASE, { minWidthPx }).widthPx).toBe(widthPx);
  });

  it.each<[min: number, height: number]>([
    [4, 4],
    [5, 8],
    [9, 15],
    [16, 29],
  ])('at least %d rows are %d', (minHeightPx, heightPx) => {
    expect(decodeJpeg(BASE, { minHeightPx }).heightPx).toBe(heightPx);
    expect(decodeJpeg(BASE, { minWidthPx: 1, minHeightPx }).heightPx).toBe(heightPx);
  });

  const photos = ['photo-baseline.jpg', 'photo-progressive.jpg', 'photo-444.jpg', 'photo-422.jpg', 'gray.jpg', 'cmyk.jpg'];
  const cases = photos.flatMap((file) => [2, 4, 8].map((factor) => ({ file, factor })));

  it.each(cases)('$file to 1/$factor is near the mean of its pixels', ({ file, factor }) => {
    const octets = fixtureImage(file);
    const raster = reduced(octets, factor);
    const whole = decodeJpeg(octets);
    expect(raster.widthPx).toBe(Math.ceil(whole.widthPx / factor));
    expect(raster.heightPx).toBe(Math.ceil(whole.heightPx / factor));
    expect(difference(raster.samples, boxReduced(whole, factor)).mean).toBeLessThan(factor === 8 ? 1.5 : 2.5);
  });

  it.each(NAMES.flatMap((name) => [2, 4, 8].map((factor) => [name, factor] as const)))('%s.jpg to 1/%d', (name, factor) => {
    const octets = jpegFile(name);
    const raster = reduced(octets, factor);
    const whole = decodeJpeg(octets);
    expect([raster.widthPx, raster.heightPx, raster.channels]).toEqual([
      Math.ceil(whole.widthPx / factor),
      Math.ceil(whole.heightPx / factor),
      whole.channels,
    ]);
    expect(difference(raster.samples, boxReduced(whole, factor)).mean).toBeLessThan(8);
  });

  it('a progressive picture is the sequential one of the same coefficients, at every size', () => {
    for (const [one, other] of [
      ['420', 'progressive'],
      ['444', 'progressive-444'],
      ['420', 'progressive-fine'],
      ['420', 'progressive-restart'],
      ['420', 'scan-each'],
      ['420', 'restart-1'],
      ['grey', 'progressive-grey'],
    ]) {
      for (const factor of [1, 2, 4, 8]) expect(reduced(jpegFile(other!), factor)).toEqual(reduced(jpegFile(one!), factor));
    }
  });

  it('one colour is one colour at every size', async () => {
    for (const [r, g, b] of [
      [255, 255, 255],
      [0, 0, 0],
      [200, 30, 90],
    ]) {
      const picture = { create: { width: 45, height: 21, channels: 3, background: { r: r!, g: g!, b: b! } } } as const;
      const octets = new Uint8Array(await sharp(picture).jpeg({ quality: 95 }).toBuffer());
      for (const factor of [1, 2, 4, 8]) {
        const { samples } = reduced(octets, factor);
        for (let i = 0; i < samples.length; i++) expect(Math.abs(samples[i]! - [r!, g!, b!][i % 3]!)).toBeLessThanOrEqual(2);
      }
    }
  });
});

describe('refusals', () => {
  const sos = segmentAt(BASE, SEGMENT.SOS);
  const dht = segmentAt(BASE, SEGMENT.DHT);
  const dqt = segmentAt(BASE, SEGMENT.DQT);
  const sof = segmentAt(BASE, SEGMENT.SOF0);
  const data = sos + 14;
  const progressive = jpegFile('progressive');
  const dcScan = segmentAt(progressive, SEGMENT.SOS);
  const acScan = segmentAt(progressive, SEGMENT.SOS, 1);
  const restarts = jpegFile('restart-1');
  const firstRestart = restarts.findIndex((octet, i) => octet === 0xff && restarts[i + 1] === 0xd0);
  const withoutTable = (marker: number) => {
    const at = segmentAt(BASE, marker);
    return joined(BASE.subarray(0, at), BASE.subarray(at + 2 + BASE[at + 2]! * 256 + BASE[at + 3]!));
  };

  it.each<[what: string, octets: Uint8Array, code: string, field: string, offset: number]>([
    ['nothing', hex(''), 'truncated', 'JPEG/SOI', 0],
    ['the end at once', hex('FF D8 FF D9'), 'bad-value', 'JPEG/EOI', 2],
    ['a scan at once', joined(BASE.subarray(0, 2), BASE.subarray(sos)), 'bad-value', 'JPEG/SOS', 2],
    ['two frames', joined(BASE.subarray(0, sos), BASE.subarray(sof)), 'bad-value', 'JPEG/SOF0', sos],
    ['a step of 0', patched(BASE, dqt + 10, [0]), 'bad-value', 'JPEG/DQT/values', dqt + 10],
    ['quantization table 4', patched(BASE, dqt + 4, [4]), 'bad-value', 'JPEG/DQT/table', dqt + 4],
    ['a precision of 2', patched(BASE, dqt + 4, [0x20]), 'bad-value', 'JPEG/DQT/table', dqt + 4],
    ['too few steps', patched(BASE, dqt + 4, [0x10]), 'truncated', 'JPEG/DQT/values', dqt + 5],
    ['Huffman table 4', patched(BASE, dht + 4, [4]), 'bad-value', 'JPEG/DHT/table', dht + 4],
    ['Huffman class 2', patched(BASE, dht + 4, [0x20]), 'bad-value', 'JPEG/DHT/table', dht + 4],
    ['too many short codes', patched(BASE, dht + 5, [3]), 'bad-value', 'JPEG/DHT/counts', dht + 5],
    [
      'too many codes',
      patched(patched(BASE, dht + 5, new Array(14).fill(0)), dht + 19, [200, 200]),
      'bad-value',
      'JPEG/DHT/counts',
      dht + 5,
    ],
    ['symbols missing', patched(BASE, dht + 20, [9]), 'truncated', 'JPEG/DHT/symbols', dht + 21],
    ['a DC size of 16', patched(BASE, dht + 21, [16]), 'bad-value', 'JPEG/DHT/symbols', dht + 21],
    ['no quantization table', withoutTable(SEGMENT.DQT), 'bad-value', 'JPEG/DQT', sos - 69],
    ['no Huffman table', withoutTable(SEGMENT.DHT), 'bad-value', 'JPEG/DHT', sos - 33],
    ['no component', patched(BASE, sos + 4, [0]), 'bad-value', 'JPEG/SOS/components', sos + 4],
    ['four components', patched(BASE, sos + 4, [4]), 'bad-value', 'JPEG/SOS/components', sos + 4],
    ['an unknown component', patched(BASE, sos + 5, [9]), 'bad-value', 'JPEG/SOS/id', sos + 5],
    ['a component twice', patched(BASE, sos + 7, [1]), 'bad-value', 'JPEG/SOS/id', sos + 7],
    ['table 4', patched(BASE, sos + 6, [0x40]), 'bad-value', 'JPEG/SOS/tables', sos + 6],
    ['a band', patched(BASE, sos + 11, [1]), 'bad-value', 'JPEG/SOS/Ss', sos + 11],
    ['more than ten blocks in an MCU', patched(BASE, sof + 11, [0x44]), 'bad-value', 'JPEG/SOS/components', sos + 4],
    ['no octet of data', BASE.subarray(0, data), 'truncated', 'JPEG/scan', data],
    ['half of the data', BASE.subarray(0, data + 300), 'truncated', 'JPEG/scan', data + 300],
    ['no end', BASE.subarray(0, -2), 'truncated', 'JPEG/marker', BASE.length - 2],
    ['half of the end', BASE.subarray(0, -1), 'truncated', 'JPEG/marker', BASE.length - 1],
    ['a marker in the data', joined(BASE.subarray(0, data + 300), hex('FF D9')), 'bad-value', 'JPEG/scan', data + 300],
    [
      'octets behind the data',
      joined(BASE.subarray(0, -2), hex('01 02 03 FF D9')),
      'trailing-bytes',
      'JPEG/scan',
      BASE.length - 2,
    ],
    ['a second scan', joined(BASE.subarray(0, -2), BASE.subarray(sos)), 'bad-value', 'JPEG/SOS', BASE.length - 2],
    [
      'DNL of other lines',
      joined(BASE.subarray(0, -2), hex('FF DC 00 04 00 1E FF D9')),
      'bad-value',
      'JPEG/DNL/lines',
      BASE.length + 2,
    ],
    ['DNL first', joined(BASE.subarray(0, sof), hex('FF DC 00 04 00 1D')), 'bad-value', 'JPEG/DNL/lines', sof + 4],
    ['the wrong restart marker', patched(restarts, firstRestart + 1, [0xd5]), 'bad-value', 'JPEG/RST', firstRestart],
    ['the end for a restart marker', patched(restarts, firstRestart + 1, [0xd9]), 'bad-value', 'JPEG/RST', firstRestart],
    ['a file that ends at a restart', restarts.subarray(0, firstRestart), 'truncated', 'JPEG/RST', firstRestart],
    [
      'a restart interval of one octet',
      patched(restarts, segmentAt(restarts, SEGMENT.DRI) + 2, [0, 3]),
      'truncated',
      'JPEG/DRI/interval',
      segmentAt(restarts, SEGMENT.DRI) + 4,
    ],
    ['a DC band with AC', patched(progressive, dcScan + 12, [5]), 'bad-value', 'JPEG/SOS/Ss', dcScan + 11],
    ['a band backwards', patched(progressive, acScan + 7, [9, 3]), 'bad-value', 'JPEG/SOS/Ss', acScan + 7],
    ['a band past the end', patched(progressive, acScan + 8, [64]), 'bad-value', 'JPEG/SOS/Ss', acScan + 7],
    ['two bits at once', patched(progressive, acScan + 9, [0x31]), 'bad-value', 'JPEG/SOS/AhAl', acScan + 9],
    ['bit 14', patched(progressive, acScan + 9, [0x0e]), 'bad-value', 'JPEG/SOS/AhAl', acScan + 9],
    ['a bit out of turn', patched(progressive, acScan + 9, [0x10]), 'bad-value', 'JPEG/SOS', acScan],
    ['AC before DC', joined(progressive.subarray(0, dcScan), progressive.subarray(acScan)), 'bad-value', 'JPEG/SOS', dcScan],
    ['AC of three components', patched(progressive, dcScan + 11, [1, 5]), 'bad-value', 'JPEG/SOS/components', dcScan + 4],
    [
      'one scan of three',
      jpegFile('scan-each').subarray(0, segmentAt(jpegFile('scan-each'), SEGMENT.DHT, 2)),
      'truncated',
      'JPEG/marker',
      segmentAt(jpegFile('scan-each'), SEGMENT.DHT, 2),
    ],
  ])('%s', (_, octets, code, field, offset) => {
    expect(refusal(() => decodeJpeg(octets))).toEqual({ code, field, offset });
  });

  it('a component without a scan', () => {
    const file = jpegFile('scan-each');
    const cut = joined(file.subarray(0, segmentAt(file, SEGMENT.SOS, 1)), hex('FF D9'));
    expect(refusal(() => decodeJpeg(cut))).toEqual({ code: 'truncated', field: 'JPEG/scan', offset: cut.length });
    expect(issuesOf(cut).raster.samples.slice(0, 300)).not.toEqual(decodeJpeg(file).samples.slice(0, 300));
  });

  it('codes that no table has, and too many coefficients', () => {
    const dc = segmentAt(BASE, SEGMENT.DHT);
    // The table has two codes, 0 and 10: 11 is none.
    const table = [...[1, 1], ...new Array<number>(14).fill(0), 0, 1];
    const short = joined(
      BASE.subarray(0, dc),
      hex('FF C4 00 15 00'),
      Uint8Array.from(table),
      BASE.subarray(sos, data),
      hex('F0 F0 F0 F0 F0 FF D9'),
    );
    expect(refusal(() => decodeJpeg(joined(BASE.subarray(0, dc), withAc(short, dc, [0x00]))))).toEqual({
      code: 'bad-value',
      field: 'JPEG/scan',
      offset: expect.any(Number),
    });
    const runs = withAc(short, dc, [0xf0]);
    const zeros = runs.slice();
    zeros.fill(0, zeros.length - 7, zeros.length - 2);
    expect(refusal(() => decodeJpeg(joined(BASE.subarray(0, dc), zeros)))).toMatchObject({
      code: 'bad-value',
      field: 'JPEG/scan',
    });
  });

  /** What stands behind the first tables of `file`, with AC tables whose one code is 0. */
  function withAc(file: Uint8Array, from: number, symbols: readonly number[]): Uint8Array {
    const one = (id: number) => joined(Uint8Array.of(0xff, 0xc4, 0, 20, id, 1), new Uint8Array(15), Uint8Array.from(symbols));
    const dcTwo = joined(hex('FF C4 00 15 01'), Uint8Array.from([1, 1, ...new Array<number>(14).fill(0), 0, 1]));
    return joined(one(0x10), one(0x11), dcTwo, file.subarray(from));
  }

  it('no octets at all', () => {
    expect(() => decodeJpeg('FFD8' as unknown as Uint8Array)).toThrow(TypeError);
  });
});

describe('lenient', () => {
  const sos = segmentAt(BASE, SEGMENT.SOS);
  const rowOctets = 37 * 3;

  it('a cut file is complete as far as it goes, and grey behind', () => {
    const whole = decodeJpeg(fixtureImage('photo-baseline.jpg'));
    const { raster, issues } = issuesOf(fixtureImage('truncated.jpg'));
    expect(issues.map(({ code, field }) => [code, field])).toEqual([
      ['truncated', 'JPEG/scan'],
      ['truncated', 'JPEG/marker'],
    ]);
    expect(raster.samples).toHaveLength(whole.samples.length);
    const same = raster.samples.findIndex((sample, i) => sample !== whole.samples[i]);
    expect(same).toBeGreaterThan(raster.samples.length / 5);
    expect(raster.samples.subarray(-640 * 3 * 64).every((sample) => sample === 128)).toBe(true);
  });

  it('says what strict reading throws', () => {
    for (const octets of [BASE.subarray(0, sos + 200), BASE.subarray(0, -2), patched(BASE, sos + 11, [1])]) {
      const { issues } = issuesOf(octets);
      const { code, field, offset } = issues[0]!;
      expect(refusal(() => decodeJpeg(octets))).toEqual({ code, field, offset });
    }
  });

  it('goes on at the next restart marker', () => {
    const file = jpegFile('restart-row');
    const whole = decodeJpeg(file);
    const markers = [...file.keys()].filter((i) => file[i] === 0xff && (file[i + 1]! & 0xf8) === 0xd0);
    expect(markers).toHaveLength(3);
    const cut = joined(file.subarray(0, markers[0]! + 20), file.subarray(markers[1]!));
    const { raster, issues } = issuesOf(cut);
    expect(issues).toHaveLength(1);
    for (const [from, to, isSame] of [
      [0, 8, true],
      [8, 16, false],
      [16, 29, true],
    ] as const) {
      const part = (samples: Uint8Array) => samples.slice(from * rowOctets, to * rowOctets);
      expect(Buffer.compare(part(raster.samples), part(whole.samples)) === 0).toBe(isSame);
    }
    // An interval that is not there leaves the others where they belong.
    const lost = issuesOf(joined(file.subarray(0, markers[1]!), file.subarray(markers[2]!)));
    expect(lost.issues.map(({ field }) => field)).toEqual(['JPEG/RST']);
    expect(lost.raster.samples.slice(0, 16 * rowOctets)).toEqual(whole.samples.slice(0, 16 * rowOctets));
    expect(lost.raster.samples.slice(16 * rowOctets, 24 * rowOctets).every((sample) => sample === 128)).toBe(true);
    expect(lost.raster.samples.slice(24 * rowOctets)).toEqual(whole.samples.slice(24 * rowOctets));
    // A marker of any other number counts as the one that belongs there.
    const renamed = issuesOf(patched(file, markers[1]! + 1, [0xd6]));
    expect(renamed.issues.map(({ field }) => field)).toEqual(['JPEG/RST']);
    expect(renamed.raster).toEqual(whole);
    // Where the data end, that is said once.
    const ended = issuesOf(file.subarray(0, markers[0]!));
    expect(ended.issues.map(({ field }) => field)).toEqual(['JPEG/RST', 'JPEG/marker']);
  });

  it('a progressive picture without its later scans is coarse', () => {
    const file = fixtureImage('photo-progressive.jpg');
    const whole = decodeJpeg(file);
    const errors = [1, 3, 6].map((scan) => {
      const { raster, issues } = issuesOf(file.subarray(0, segmentAt(file, SEGMENT.SOS, scan)));
      expect(issues.map(({ field }) => field)).toEqual(['JPEG/marker']);
      return difference(raster.samples, whole.samples).mean;
    });
    expect(errors[0]).toBeGreaterThan(errors[1]!);
    expect(errors[1]).toBeGreaterThan(errors[2]!);
    expect(errors[0]).toBeLessThan(20);
  });

  it('faults behind the first scan', () => {
    const behind = joined(
      BASE.subarray(0, -2),
      hex('01 02 03 FF DB 00 43 09'),
      new Uint8Array(64),
      BASE.subarray(sos),
      hex('FF C4 00'),
    );
    const { raster, issues } = issuesOf(behind);
    expect(raster).toEqual(decodeJpeg(BASE));
    expect(issues.map(({ field }) => field)).toEqual(['JPEG/scan', 'JPEG/DQT/table', 'JPEG/SOS', 'JPEG/marker', 'JPEG']);
  });

  it('nothing to show is refused all the same', () => {
    const bare = joined(BASE.subarray(0, segmentAt(BASE, SEGMENT.DHT)), BASE.subarray(sos));
    for (const octets of [hex(''), hex('FF D8 FF D9'), BASE.subarray(0, sos), fixtureImage('truncated-header.jpg'), bare]) {
      expect(() => decodeJpeg(octets, { lenient: true })).toThrow(DecodeError);
    }
  });
});

describe('limits', () => {
  it('pixels, before there is memory for them', () => {
    const limits = { imagePixels: 37 * 29 - 1 };
    const sof = segmentAt(BASE, SEGMENT.SOF0);
    const refused = { code: 'limit-exceeded', field: 'JPEG/SOF0', offset: sof + 5 };
    expect(refusal(() => decodeJpeg(BASE, { limits }))).toEqual(refused);
    expect(refusal(() => decodeJpeg(BASE, { limits, lenient: true, minWidthPx: 1 }))).toEqual(refused);
    expect(refusal(() => decodeJpeg(jpegFile('lines-behind'), { limits }))).toEqual(refused);
  });

  it('a picture that its file is too short for', () => {
    // 47 million pixels are 0.7 million blocks of each component, and a block takes a bit at least.
    for (const name of ['420', 'grey', 'scan-each', 'progressive']) {
      const file = jpegFile(name);
      const sof = segmentAt(file, name === 'progressive' ? SEGMENT.SOF2 : SEGMENT.SOF0);
      const octets = patched(file, sof + 5, [0x1b, 0x58, 0x1a, 0xc2]);
      expect(refusal(() => decodeJpeg(octets))).toEqual({ code: 'truncated', field: 'JPEG/scan', offset: octets.length });
    }
  });

  it('scans', () => {
    const file = jpegFile('progressive-fine');
    expect(decodeJpeg(file, { limits: { imageScans: 9 } }).widthPx).toBe(37);
    const ninth = segmentAt(file, SEGMENT.SOS, 8);
    for (const lenient of [false, true]) {
      const refused = { code: 'limit-exceeded', field: 'JPEG/SOS', offset: ninth };
      expect(refusal(() => decodeJpeg(file, { limits: { imageScans: 8 }, lenient }))).toEqual(refused);
    }
  });
});

describe('properties', () => {
  const anyFile = fc.constantFrom(...NAMES, ...WRAPPINGS).map(jpegFile);
  const anyOptions = fc.record({ lenient: fc.boolean(), minWidthPx: fc.constantFrom(undefined, 1, 8, 16) });

  it('arbitrary and damaged octets give a picture or a FormatError', () => {
    const sos = segmentAt(BASE, SEGMENT.SOS) + 14;
    const anyData = fc.uint8Array({ maxLength: 600 }).map((data) => joined(BASE.subarray(0, sos), data));
    const octets = fc.oneof(fc.uint8Array(), damaged(anyFile), damaged(damaged(anyFile)), anyData);
    fc.assert(
      fc.property(octets, anyOptions, (file, options) => {
        const found = expectValueOrFormatError(
          () => decodeJpeg(file, { ...options, limits: { imagePixels: 65536 } }),
          file.length,
        );
        if ('samples' in found) expect(found.samples).toHaveLength(found.widthPx * found.heightPx * found.channels);
      }),
    );
  });

  it('strict reading gives the picture of lenient reading, or its first issue', () => {
    fc.assert(
      fc.property(damaged(anyFile), (file) => {
        const options = { limits: { imagePixels: 65536 } };
        let faults: Issue[] = [];
        const strict = expectValueOrFormatError(() => decodeJpeg(file, options), file.length);
        const lenient = expectValueOrFormatError(() => {
          const found = issuesOf(file, options);
          faults = found.issues.filter((issue) => !isTrailing(issue));
          return found.raster;
        }, file.length);
        if ('samples' in strict) {
          expect(faults).toEqual([]);
          expect('samples' in lenient && Buffer.compare(lenient.samples, strict.samples)).toBe(0);
        } else if ('samples' in lenient) {
          expect(faults.length).toBeGreaterThan(0);
        }
      }),
    );
  });

  it('a reduced picture is as large as is wanted, and no larger than it must be', () => {
    fc.assert(
      fc.property(anyFile, fc.nat(60), fc.nat(60), (file, minWidthPx, minHeightPx) => {
        const header = jpegHeader(file);
        const { widthPx, heightPx } = decodeJpeg(file, { minWidthPx, minHeightPx });
        const [ratio] = [8, 4, 2, 1].filter((factor) => widthPx === Math.ceil(header.widthPx / factor));
        expect(ratio).toBeDefined();
        expect(widthPx).toBeGreaterThanOrEqual(Math.min(minWidthPx, header.widthPx));
        expect(heightPx).toBeGreaterThanOrEqual(Math.min(minHeightPx, header.heightPx));
        if (ratio! < 8) {
          const [half, low] = [Math.ceil(header.widthPx / (ratio! * 2)), Math.ceil(header.heightPx / (ratio! * 2))];
          expect(half < minWidthPx || low < minHeightPx || half === widthPx).toBe(true);
        }
      }),
    );
  });
});

describe('several sizes at once', () => {
  const SIZES = [
    [8, 4, 2, 1],
    [4, 2],
    [8, 1],
  ] as const;

  /** Each size alone, and what is said of it. */
  function alone(octets: Uint8Array, size: 1 | 2 | 4 | 8, lenient: boolean) {
    const said: string[] = [];
    const onIssue = ({ message }: Issue) => void said.push(message);
    return { unpacked: unpackSizes(octets, [size], { lenient, onIssue })[0]!, said };
  }

  function expectSame(octets: Uint8Array, lenient: boolean): void {
    for (const sizes of SIZES) {
      const said: string[] = [];
      const unpacked = unpackSizes(octets, sizes, { lenient, onIssue: ({ message }) => void said.push(message) });
      expect(unpacked).toHaveLength(sizes.length);
      for (const [i, size] of sizes.entries())
        expect({ unpacked: unpacked[i], said }, `${size}`).toEqual(alone(octets, size, lenient));
    }
  }

  it.each([...NAMES, ...WRAPPINGS])('%s gives what each gives alone', (name) => {
    expectSame(jpegFile(name), false);
  });

  it.each(['420', 'restart-1', 'progressive', 'scan-each', 'cmyk-adobe'] as const)('so does %s where it is damaged', (name) => {
    const file = jpegFile(name);
    const scan = segmentAt(file, SEGMENT.SOS) + 20;
    const length = file.length - scan;
    for (let i = 1; i < 8; i++) {
      const at = scan + Math.floor((length * i) / 8);
      expectSame(file.subarray(0, at), true);
      expectSame(patched(file, at, [(file[at]! ^ 0x55) & 0xfe]), true);
    }
  });

  it('a picture that breaks off is an error of all', () => {
    expect(() => unpackSizes(BASE.subarray(0, BASE.length - 200), [8, 2], {})).toThrow(DecodeError);
  });
});

describe('a picture unpacked to be reduced', () => {
  const unpacked = (octets: Uint8Array, size: 1 | 2 | 4 | 8): Unpacked => unpackSizes(octets, [size], {})[0]!;

  it.each([...NAMES, ...WRAPPINGS])('%s is the picture itself at a half and whole', (name) => {
    const file = jpegFile(name);
    for (const [size, factor] of [[8, 1] as const, [4, 2] as const]) {
      expect(unpacked(file, size)).toMatchObject({ planes: [reduced(file, factor)], transform: undefined });
    }
  });

  it.each(['grey', 'progressive-grey', 'rgb', 'rgb-progressive', 'cmyk-adobe', 'ycck', 'luma-halved'] as const)(
    'so is %s when it is smaller',
    (name) => {
      const file = jpegFile(name);
      for (const [size, factor] of [[2, 4] as const, [1, 8] as const]) {
        expect(unpacked(file, size).planes).toEqual([reduced(file, factor)]);
      }
    },
  );

  it.each(['444', 'progressive-444'] as const)('%s has components as large as itself, which make it up', (name) => {
    const file = jpegFile(name);
    const coloured = withJpegProfile(file, buildProfile(ADOBE_RGB));
    for (const [size, factor] of [[2, 4] as const, [1, 8] as const]) {
      const { planes, samples } = unpacked(file, size);
      expect(planes).toHaveLength(3);
      expect(joined(...planes.map((plane) => plane.samples))).toEqual(samples);
      expect(joinPlanes(planes, undefined)).toEqual(reduced(file, factor));
      const { planes: same, transform } = unpacked(coloured, size);
      expect(same).toEqual(planes);
      expect(joinPlanes(same, transform)).toEqual(reduced(coloured, factor));
    }
  });

  it.each([
    ['422', 2, 1],
    ['440', 1, 2],
    ['420', 2, 2],
    ['411', 2, 1],
    ['410', 2, 2],
    ['restart-row', 2, 1],
    ['scan-each', 2, 2],
    ['progressive', 2, 2],
  ] as const)('%s has chroma with a half of its columns or rows at most, and the same colours', (name, across, down) => {
    const file = jpegFile(name);
    for (const [size, factor] of [[2, 4] as const, [1, 8] as const]) {
      const raster = reduced(file, factor);
      const { widthPx, heightPx } = raster;
      const { planes } = unpacked(file, size);
      const chroma = [Math.ceil(widthPx / across), Math.ceil(heightPx / down)] as const;
      expect(planes.map((plane) => [plane.widthPx, plane.heightPx])).toEqual([[widthPx, heightPx], chroma, chroma]);
      // Where chroma was made larger the means are those of neighbours too.
      const found = joinPlanes(
        planes.map((plane) => resize(plane, ...chroma)),
        undefined,
      );
      expect(difference(found.samples, resize(raster, ...chroma).samples).mean).toBeLessThan(4);
    }
  });
});
