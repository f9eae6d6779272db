import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { decodeBmp, decodeBmpRows } from '../../src/image/bmp/read.js';
import { decodeImage } from '../../src/image/decode-image.js';
import { gifHeader } from '../../src/image/gif/file.js';
import { mostPixels, packLzw } from '../../src/image/gif/lzw.js';
import { decodeGif, gifFrames } from '../../src/image/gif/read.js';
import { decodeJpeg, type JpegDecodeOptions } from '../../src/image/jpeg/decode.js';
import { jpegHeader } from '../../src/image/jpeg/read.js';
import { decodePng, decodePngRows } from '../../src/image/png/read.js';
import { probe } from '../../src/image/probe.js';
import { repurpose } from '../../src/image/repurpose/repurpose.js';
import { refusal } from '../support/hostile.js';
import { fixtureImage, HALVED, jpegFile, SEGMENT, segmentAt, shortestJpeg } from '../support/jpegs.js';
import { image } from '../support/png-files.js';
import { handset, unpackedLzw } from './images.js';

const JPEG = new Uint8Array(readFileSync(image('photo-baseline.jpg')));
const PROGRESSIVE = new Uint8Array(readFileSync(image('photo-progressive.jpg')));
const GIF = new Uint8Array(readFileSync(image('gif87.gif')));

function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts.map((part) => Uint8Array.from(part))));
}

/** So many octets, the same few again and again. */
function repeated(unit: Uint8Array | readonly number[], times: number): Uint8Array {
  return Uint8Array.from({ length: unit.length * times }, (_, i) => unit[i % unit.length]!);
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const octets = Buffer.alloc(data.length + 12);
  octets.writeUInt32BE(data.length, 0);
  octets.write(type, 4, 'latin1');
  octets.set(data, 8);
  octets.writeUInt32BE(crc32(octets.subarray(4, -4)), data.length + 8);
  return new Uint8Array(octets);
}

/** A PNG of 8-bit RGB with such chunks. */
function png(side: number, isInterlaced: boolean, ...chunks: readonly Uint8Array[]): Uint8Array {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, isInterlaced ? 1 : 0], 8);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return joined(signature, chunk('IHDR', new Uint8Array(header)), ...chunks, chunk('IEND', new Uint8Array(0)));
}

/** A GIF of one frame over the whole screen, with the octets of its data. */
function gif(side: number, data: readonly number[]): Uint8Array {
  const sides = [side & 0xff, side >> 8, side & 0xff, side >> 8];
  const screen = [...Buffer.from('GIF89a'), ...sides, 0x80, 0, 0, 0, 0, 0, 255, 255, 255];
  return joined(screen, [0x2c, 0, 0, 0, 0, ...sides, 0, 2, data.length], data, [0, 0x3b]);
}

/** A BMP of 8 bits with so many octets of pixels, or of runs. */
function bmp(side: number, compression: number, dataOctets: number): Uint8Array {
  const octets = new Uint8Array(58 + dataOctets);
  octets.set([0x42, 0x4d]);
  const view = new DataView(octets.buffer);
  for (const [at, value] of [
    [10, 58],
    [14, 40],
    [18, side],
    [22, side],
    [26, 0x80001],
    [30, compression],
    [46, 1],
  ] as const)
    view.setUint32(at, value, true);
  return octets;
}

/** Where a JPEG's marker stands. */
function find(octets: Uint8Array, marker: number): number {
  return Buffer.from(octets).indexOf(Uint8Array.of(0xff, marker));
}

/** A JPEG whose header says another size, and with so many octets of its data. */
function resized(octets: Uint8Array, frame: number, side: number, dataOctets: number): Uint8Array {
  const copy = octets.slice(0, find(octets, 0xda) + 14 + dataOctets);
  const sides = [side >> 8, side & 0xff, side >> 8, side & 0xff];
  copy.set(sides, find(octets, frame) + 5);
  return copy;
}

/** Sampling factors where two components have a sixteenth of the blocks. */
const QUARTERED = [
  [1, 4, 4],
  [2, 1, 1],
  [3, 1, 1],
] as const;

describe('a large picture of next to nothing', () => {
  const zeros = chunk('IDAT', deflateSync(new Uint8Array(2000)));
  const cases: readonly [string, string, (options: { lenient: boolean }) => unknown][] = [
    ['a sequential JPEG', 'JPEG/scan', (options) => decodeJpeg(resized(JPEG, 0xc0, 7000, 200), options)],
    ['a progressive JPEG', 'JPEG/scan', (options) => decodeJpeg(resized(PROGRESSIVE, 0xc2, 7000, 200), options)],
    [
      'a progressive JPEG whose first scan is of its smallest component',
      'JPEG/scan',
      // 5,922 blocks of 105,594: without the others they would be a third of the picture.
      (options) => decodeJpeg(shortestJpeg('progressive', [3000, 2000], QUARTERED, [2], 250), options),
    ],
    [
      'a sequential JPEG with a bit for the sixteenth part of its blocks',
      'JPEG/scan',
      (options) => decodeJpeg(shortestJpeg('baseline', [3000, 2000], HALVED, [1, 2, 3], 1200), options),
    ],
    ['a PNG', 'PNG/IDAT', (options) => decodePng(png(7000, false, zeros), options)],
    ['rows of a PNG', 'PNG/IDAT', (options) => decodePngRows(png(7000, false, zeros), () => {}, options)],
    ['an interlaced PNG', 'PNG/IDAT', (options) => decodePng(png(7000, true, zeros), options)],
    ['a BMP', 'bmp/pixels', (options) => decodeBmp(bmp(7000, 0, 5000), options)],
    ['rows of a BMP', 'bmp/pixels', (options) => decodeBmpRows(bmp(7000, 0, 5000), () => {}, options)],
    ['runs of a BMP', 'bmp/pixels', (options) => decodeBmp(bmp(7000, 1, 5000), options)],
    ['a GIF', 'GIF/frame 1/LZW', (options) => decodeGif(gif(7000, [0x4c, 0x0a]), options)],
    ['frames of a GIF', 'GIF/frame 1/LZW', (options) => [...gifFrames(gif(7000, [0x4c, 0x0a]), options)]],
  ];
  it.each(cases)('%s is refused without memory for it', (_name, field, read) => {
    for (const lenient of [false, true]) {
      const before = process.memoryUsage().arrayBuffers;
      expect(refusal(() => read({ lenient }))).toMatchObject({ code: 'truncated', field });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(5_000_000);
    }
  });

  it('comes small, where the caller reduces it', () => {
    const octets = resized(JPEG, 0xc0, 7000, 200);
    expect(decodeJpeg(octets, { lenient: true, minWidthPx: 100, minHeightPx: 100 })).toMatchObject({ widthPx: 875 });
  });
});

describe('a large picture of which a part came, read leniently', () => {
  it('is given', () => {
    const issues: Issue[] = [];
    const options = { lenient: true, onIssue: (error: Issue) => issues.push(error) };
    expect(decodeJpeg(resized(JPEG, 0xc0, 1200, 20_000), options)).toMatchObject({ widthPx: 1200, heightPx: 1200 });
    const rows = chunk('IDAT', deflateSync(new Uint8Array(3601 * 1100)));
    expect(decodePng(png(1200, false, rows), options)).toMatchObject({ widthPx: 1200, heightPx: 1200 });
    const { raster } = gifFrames(
      gif(
        1200,
        Array.from({ length: 250 }, (_, i) => (i * 7) & 0xff),
      ),
      options,
    ).next().value!;
    expect(raster).toMatchObject({ widthPx: 1200, heightPx: 1200 });
    expect(decodeBmp(bmp(1200, 0, 100_000), options)).toMatchObject({ widthPx: 1200, heightPx: 1200 });
    expect(decodeBmp(bmp(1200, 1, 1000), options)).toMatchObject({ widthPx: 1200, heightPx: 1200 });
    const fields = issues.map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['JPEG/scan', 'PNG/IDAT', 'GIF/frame 1/LZW', 'bmp/pixels']));
  });

  it.each([
    ['photo-baseline.jpg', 640],
    ['photo-progressive.jpg', 640],
    ['photo-422.jpg', 200],
    ['photo-444.jpg', 320],
    ['gray.jpg', 320],
    ['cmyk.jpg', 200],
  ])('%s is of one grey from where it ends on, at every size', (file, width) => {
    const whole = fixtureImage(file);
    const cut = whole.subarray(0, segmentAt(whole, SEGMENT.SOS) + 300);
    for (const minWidthPx of [undefined, width / 2, width / 4, width / 8]) {
      const { widthPx, heightPx, channels, samples } = decodeJpeg(cut, { lenient: true, minWidthPx });
      expect(widthPx).toBe(minWidthPx ?? width);
      const isGrey = Array.from({ length: heightPx }, (_, y) => {
        const row = samples.subarray(y * widthPx * channels, (y + 1) * widthPx * channels);
        return new Set(row).size === 1 && row[0] === samples.at(-1);
      });
      const first = isGrey.indexOf(true);
      expect(first).toBeGreaterThan(0);
      expect(first).toBeLessThan(heightPx / 2);
      expect(isGrey.slice(first)).not.toContain(false);
    }
  });

  it('no data of GIF are more pixels than they are thought to be', () => {
    for (const bits of [2, 5, 8]) {
      for (const pixels of [1, 2, 500, 30_000, 400_000]) {
        const data = packLzw(new Uint8Array(pixels), bits);
        expect(mostPixels(data.length, bits)).toBeGreaterThanOrEqual(pixels);
        expect(unpackedLzw(data, bits, pixels).pixels).toBe(pixels);
      }
    }
  });
});

describe('data after the end of a picture', () => {
  const [BASELINE, SCANS, PNG] = [jpegFile('420'), jpegFile('progressive'), fixtureImage('png/type0-8.png')];
  const cases: readonly [string, Uint8Array, string, (octets: Uint8Array, options: JpegDecodeOptions) => unknown][] = [
    ['decodeJpeg', BASELINE, 'JPEG', decodeJpeg],
    ['decodeJpeg, progressive', SCANS, 'JPEG', decodeJpeg],
    ['decodePng', PNG, 'PNG', decodePng],
    ['decodeGif', GIF, 'GIF', decodeGif],
    ['gifFrames', GIF, 'GIF', (octets, options) => [...gifFrames(octets, options)].map(({ raster }) => raster.samples.slice())],
    ['gifHeader', GIF, 'GIF', gifHeader],
    ['decodeImage, a JPEG', BASELINE, 'JPEG', decodeImage],
    ['decodeImage, a PNG', PNG, 'PNG', decodeImage],
    ['decodeImage, a GIF', GIF, 'GIF', decodeImage],
  ];
  it.each(cases)('%s reads past it, and reports it once', async (_name, octets, field, read) => {
    const picture = await read(octets, {});
    for (const trailing of [[0], octets]) {
      for (const lenient of [false, true]) {
        const issues: Issue[] = [];
        const onIssue = (error: Issue) => issues.push(error);
        expect(await read(joined(octets, trailing), { lenient, onIssue })).toEqual(picture);
        expect(issues).toMatchObject([{ code: 'trailing-bytes', field, offset: octets.length }]);
        await read(octets, { lenient, onIssue });
        expect(issues).toHaveLength(1);
      }
    }
  });
});

describe('faults without an end', () => {
  const behind = (unit: readonly number[]) => joined(JPEG.subarray(0, -2), repeated(unit, 20_000), [0xff, 0xd9]);
  const wrongSum = chunk('IDAT', new Uint8Array(0));
  wrongSum[11] = wrongSum[11]! ^ 1;
  const cases: readonly [string, string, (options: { lenient: boolean }) => unknown][] = [
    [
      'restart markers in front of a JPEG header',
      'JPEG/RST0',
      (options) => jpegHeader(joined([0xff, 0xd8], repeated([0xff, 0xd0], 20_000), JPEG.subarray(2)), options),
    ],
    ['restart markers behind a scan', 'JPEG/RST0', (options) => decodeJpeg(behind([0xff, 0xd0]), options)],
    ['tables without an octet', 'JPEG/DHT/table', (options) => decodeJpeg(behind([0xff, 0xc4, 0, 2]), options)],
    [
      'wrong check sums of a PNG',
      'PNG/IDAT',
      (options) =>
        decodePng(png(10, false, repeated(wrongSum, 20_000), chunk('IDAT', deflateSync(new Uint8Array(310)))), options),
    ],
    [
      'runs of a BMP past their row',
      'bmp/pixels',
      (options) => decodeBmp(joined(bmp(1, 1, 0), [1, 0], repeated([1, 0], 20_000)), options),
    ],
    [
      'controls of a GIF',
      'GIF/control/length',
      (options) => gifHeader(joined(GIF.subarray(0, -1), repeated([0x21, 0xf9, 0], 20_000), [0x3b]), options),
    ],
  ];
  it.each(cases)('%s', (_name, field, read) => {
    expect(refusal(() => read({ lenient: false }))).toMatchObject({ field });
    const { code, offset } = refusal(() => read({ lenient: true }));
    expect(code).toBe('limit-exceeded');
    expect(offset).toBeGreaterThan(10_000);
  });

  it('a count of its own for each reading', () => {
    const octets = joined([0xff, 0xd8], repeated([0xff, 0xd0], 9_000), JPEG.subarray(2));
    const options = { lenient: true };
    for (let i = 0; i < 3; i++) expect(jpegHeader(octets, options).widthPx).toBe(640);
    expect(refusal(() => jpegHeader(octets))).toMatchObject({ code: 'bad-value', offset: 2 });
  });
});

describe('data in very many parts', () => {
  it('of nothing or of one octet are put together', () => {
    const rows = Uint8Array.from({ length: 31 * 10 }, (_, i) => (i % 31 === 0 ? 0 : Math.imul(i, 37) & 0xff));
    const empty = repeated(chunk('IDAT', new Uint8Array(0)), 2_000);
    const parts = Array.from(deflateSync(rows), (octet) => chunk('IDAT', Uint8Array.of(octet)));
    const [first, ...others] = parts as [Uint8Array, ...Uint8Array[]];
    const expected = decodePng(png(10, false, chunk('IDAT', deflateSync(rows))));
    expect(decodePng(png(10, false, empty, first, empty, ...others, empty))).toEqual(expected);
    const cut = png(10, false, empty, first, empty, ...others.slice(0, -8));
    expect(refusal(() => decodePng(cut))).toMatchObject({ code: 'truncated', field: 'PNG/IDAT' });
  });
});

describe('what has to be in memory at once', () => {
  const octetsOf = (name: string) => new Uint8Array(readFileSync(image(name)));

  it.each([
    ['interlaced.png', 'PNG/IHDR'],
    ['photo-progressive.jpg', 'JPEG/frame'],
    ['photo-444.jpg', 'JPEG/frame'],
  ])('%s is held within imageHeldOctets', async (name, field) => {
    const octets = octetsOf(name);
    const held = { limits: { imageHeldOctets: 1_000 } };
    await expect(decodeImage(octets, held)).rejects.toMatchObject({ code: 'limit-exceeded', field });
  });

  it('a baseline JPEG and a PNG are reduced within a tenth of their pixels', async () => {
    for (const name of ['photo-baseline.jpg', 'rgb16.png']) {
      const octets = octetsOf(name);
      const { widthPx, heightPx } = probe(octets);
      const limits = { imageHeldOctets: Math.ceil(widthPx * heightPx * 3 * 0.1) };
      const result = await repurpose(octets, handset('Nokia', '6230'), { maxWidthPx: 16, maxHeightPx: 16, limits });
      expect([name, result.changed]).toEqual([name, true]);
    }
  });
});
