import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { decodeImage, encodeJpeg, encodePng, type Raster, repurpose } from '../../src/image/index.js';
import { decodePngRows } from '../../src/image/png/read.js';
import { toGrey } from '../../src/image/raster.js';
import { resize } from '../../src/image/resize/resize.js';
import { damaged } from '../support/hostile.js';
import {
  ADOBE_RGB,
  buildProfile,
  curv,
  mab,
  mft,
  type ProfileParts,
  para,
  withJpegProfile,
  withPngChunk,
  withPngProfile,
  xyz,
} from '../support/icc-profiles.js';
import { costly } from '../support/runs.js';
import { image, profileOf } from './images.js';

const pixelsOf = async (octets: Uint8Array, onIssue?: (issue: Issue) => void): Promise<Raster> =>
  (await decodeImage(octets, { onIssue })).frames[0]!.raster;

/** All of the cube of colours, coarsely, and a photograph beside it. */
const colours: Raster = {
  widthPx: 216,
  heightPx: 36,
  channels: 3,
  samples: Uint8Array.from({ length: 216 * 36 * 3 }, (_, i) => {
    const pixel = Math.floor(i / 3);
    return (Math.floor((pixel % 7776) / [1296, 36, 1][i % 3]!) % 36) * 7.28;
  }),
};
const greys = toGrey(resize(colours, 60, 20));

function psnr(one: Uint8Array, other: Uint8Array): number {
  expect(one.length).toBe(other.length);
  const sum = one.reduce((total, level, i) => total + (level - other[i]!) ** 2, 0);
  return 10 * Math.log10((255 * 255) / (sum / one.length + 1e-9));
}

/** What libvips and Little CMS make of a file. */
async function bySharp(file: Uint8Array, channels: 1 | 3 | 4): Promise<Uint8Array> {
  const shown = sharp(file).toColourspace(channels === 1 ? 'b-w' : 'srgb');
  return new Uint8Array(await (channels === 4 ? shown.ensureAlpha() : shown.removeAlpha()).raw().toBuffer());
}

const curves = (curve: Uint8Array): ProfileParts => ({
  ...ADOBE_RGB,
  tags: { ...ADOBE_RGB.tags, rTRC: curve, gTRC: curve, bTRC: curve },
});

describe('pictures of other colour spaces are made sRGB as Little CMS does', () => {
  const profiles: readonly (readonly [string, ProfileParts])[] = [
    ['Adobe RGB', ADOBE_RGB],
    ['a straight curve', curves(curv())],
    ['a curve of values', curves(curv(...Array.from({ length: 33 }, (_, i) => Math.round(65_535 * (i / 32) ** 1.8))))],
    ['parametric curve 0', { ...curves(para(0, 1.8)), version: 4 }],
    ['parametric curve 1', { ...curves(para(1, 2, 1.1, -0.1)), version: 4 }],
    ['parametric curve 2', { ...curves(para(2, 2, 0.95, 0.05, -0.0025)), version: 4 }],
    ['parametric curve 3', { ...curves(para(3, 2.4, 0.9479, 0.0521, 0.0774, 0.0404)), version: 4 }],
    ['parametric curve 4', { ...curves(para(4, 2.4, 0.9479, 0.0521, 0.0774, 0.0404, 0, 0)), version: 4 }],
  ];

  it.each(profiles)('%s', async (_, parts) => {
    const profile = buildProfile(parts);
    const bare = encodePng(colours);
    const png = withPngProfile(bare, profile);
    const found = (await pixelsOf(png)).samples;
    expect(psnr(found, await bySharp(png, 3))).toBeGreaterThan(45);
    expect(psnr(found, colours.samples)).toBeLessThan(40);
    const jpeg = withJpegProfile(encodeJpeg(colours, { quality: 95, subsampling: '4:4:4' }), profile);
    expect(psnr((await pixelsOf(jpeg)).samples, await bySharp(jpeg, 3))).toBeGreaterThan(45);
  });

  it('Display P3, in JPEG and PNG, also reduced', async () => {
    const photo = sharp(image('photo-baseline.jpg')).modulate({ saturation: 1.6 }).withIccProfile('p3');
    for (const file of [await photo.clone().png().toBuffer(), await photo.clone().jpeg({ quality: 95 }).toBuffer()]) {
      const found = (await pixelsOf(new Uint8Array(file))).samples;
      expect(psnr(found, await bySharp(file, 3))).toBeGreaterThan(50);
      const bare = await sharp(file, {}).metadata();
      expect(bare.icc).toBeDefined();
    }
    const file = new Uint8Array(await photo.clone().jpeg({ quality: 95 }).toBuffer());
    const { octets, widthPx } = await repurpose(file, profileOf());
    const reference = await sharp(file).resize(widthPx!).toColourspace('srgb').raw().toBuffer();
    expect(psnr(await bySharp(octets, 3), new Uint8Array(reference))).toBeGreaterThan(30);
  });

  it('a grey with its curve, with and without alpha', async () => {
    const profile = buildProfile({ space: 'GRAY', tags: { kTRC: curv(461) } });
    const file = withPngProfile(encodePng(greys), profile);
    const found = await pixelsOf(file);
    expect(found.channels).toBe(1);
    expect(psnr(found.samples, await bySharp(file, 1))).toBeGreaterThan(45);
    const jpeg = withJpegProfile(encodeJpeg(greys, { quality: 95 }), profile);
    expect(psnr((await pixelsOf(jpeg)).samples, await bySharp(jpeg, 1))).toBeGreaterThan(45);
    expect(psnr(found.samples, greys.samples)).toBeLessThan(40);
  });

  it('a palette, alpha and rows that are interlaced', async () => {
    const profile = buildProfile(ADOBE_RGB);
    const raw = { raw: { width: 216, height: 36, channels: 3 } } as const;
    const files = [
      await sharp(colours.samples, raw).png({ palette: true, colours: 64 }).toBuffer(),
      await sharp(colours.samples, raw).ensureAlpha(0.5).png().toBuffer(),
      await sharp(colours.samples, raw).png({ progressive: true }).toBuffer(),
    ];
    for (const [i, file] of files.entries()) {
      const png = withPngProfile(new Uint8Array(file), profile);
      const found = await pixelsOf(png);
      expect(found.channels).toBe(i === 1 ? 4 : 3);
      expect(psnr(found.samples, await bySharp(png, i === 1 ? 4 : 3))).toBeGreaterThan(45);
      const rows: number[] = [];
      const length = found.widthPx * found.channels;
      decodePngRows(png, (samples, at) => rows.push(...samples.subarray(at, at + length)));
      expect(Uint8Array.from(rows)).toEqual(found.samples);
    }
  });

  it('tables of RGB: mft1, mft2 and mAB', async () => {
    // About what a screen shows, as L*a*b*: curves that no two tables have alike.
    const lab = (scale: number) => (point: readonly number[]) => {
      const [r = 0, g = 0, b = 0] = point;
      const lightness = 0.3 * r + 0.6 * g + 0.1 * b;
      return [lightness * scale, 0.5 + 0.2 * (r - g), 0.5 + 0.2 * (0.5 * (r + g) - b)].map((x) => Math.min(1, x));
    };
    const tables = [mft(false, 3, 5, lab(1)), mft(true, 3, 5, lab(65_280 / 65_535)), mab(3, 5, lab(1))];
    for (const [i, table] of tables.entries()) {
      const profile = buildProfile({ space: 'RGB', pcs: 'Lab', version: i === 2 ? 4 : 2, tags: { A2B0: table } });
      const png = withPngProfile(encodePng(colours), profile);
      const found = (await pixelsOf(png)).samples;
      expect(psnr(found, await bySharp(png, 3))).toBeGreaterThan(35);
      expect(psnr(found, colours.samples)).toBeLessThan(25);
    }
  });

  it('inks with a table', async () => {
    const file = new Uint8Array(
      await sharp(image('photo-baseline.jpg'))
        .resize(120, 90)
        .toColourspace('cmyk')
        .withIccProfile('cmyk')
        .jpeg({ quality: 95 })
        .toBuffer(),
    );
    const issues: Issue[] = [];
    const found = (await pixelsOf(file, (issue) => issues.push(issue))).samples;
    expect(issues).toEqual([]);
    const theirs = await bySharp(file, 3);
    expect(psnr(found, theirs)).toBeGreaterThan(30);
    // Without the profile it is another picture.
    const bare = (await pixelsOf(new Uint8Array(await sharp(file).keepMetadata().jpeg().toBuffer()))).samples;
    expect(bare.length).toBe(found.length);
  });

  it('parts of a profile in any order', async () => {
    const profile = buildProfile(ADOBE_RGB);
    const bare = encodeJpeg(colours);
    const whole = (await pixelsOf(withJpegProfile(bare, profile))).samples;
    for (const order of [(parts: Buffer[]) => parts, (parts: Buffer[]) => [...parts].reverse()]) {
      expect((await pixelsOf(withJpegProfile(bare, profile, 100, order))).samples).toEqual(whole);
    }
  });
});

describe('what is not applied', () => {
  it('a profile of sRGB: not a level changes, and the rest of the file stays', async () => {
    const file = new Uint8Array(
      await sharp(image('photo-422.jpg')).resize(100, 75).withIccProfile('srgb').jpeg({ quality: 80 }).toBuffer(),
    );
    const bare = new Uint8Array(await sharp(image('photo-422.jpg')).resize(100, 75).jpeg({ quality: 80 }).toBuffer());
    expect((await pixelsOf(file)).samples).toEqual((await pixelsOf(bare)).samples);
    expect((await repurpose(file, profileOf())).octets).toEqual(bare);
  });

  it('but the data of a picture of other colours do not stay', async () => {
    const bare = encodeJpeg(resize(colours, 100, 20));
    const { quality, octets } = await repurpose(withJpegProfile(bare, buildProfile(ADOBE_RGB)), profileOf());
    expect(quality).toBeDefined();
    expect(octets).not.toEqual(bare);
  });

  it('a profile of another kind of picture', async () => {
    const grey = buildProfile({ space: 'GRAY', tags: { kTRC: curv(461) } });
    const issues: Issue[] = [];
    const found = await pixelsOf(withPngProfile(encodePng(colours), grey), (issue) => issues.push(issue));
    expect(found.samples).toEqual(colours.samples);
    expect(issues).toEqual([]);
  });

  const whole = buildProfile(ADOBE_RGB);
  const changed = (at: number, ...octets: number[]) => {
    const profile = Buffer.from(whole);
    profile.set(octets, at);
    return profile;
  };
  const { gXYZ: _, ...rest } = ADOBE_RGB.tags;
  const broken: readonly (readonly [string, Uint8Array, string])[] = [
    ['no signature', changed(36, 0), 'ICC/signature'],
    ['a space of connection that there is not', changed(20, 0), 'ICC/pcs'],
    ['a tag that is missing', buildProfile({ ...ADOBE_RGB, tags: rest }), 'ICC/gXYZ'],
    ['a tag outside of it', changed(128 + 4 + 12 * 3 + 4, 0xff), 'ICC/'],
    ['too many tags', changed(128, 0xff), 'ICC/tags'],
    ['a curve of another kind', buildProfile(curves(Buffer.from('text00000000'))), 'ICC/curve'],
    ['a parametric curve that there is not', buildProfile(curves(para(9, 1))), 'ICC/curve/kind'],
    [
      'a curve with more values than there are',
      buildProfile(curves(Buffer.from('637572760000000000ffffff', 'hex'))),
      'ICC/curve',
    ],
    [
      'a table of two inputs',
      buildProfile({ ...ADOBE_RGB, tags: { A2B0: mft(true, 2, 2, () => [0, 0, 0]) } }),
      'ICC/table/inputs',
    ],
    ['a table of another kind', buildProfile({ ...ADOBE_RGB, tags: { A2B0: xyz(1, 1, 1) } }), 'ICC/table'],
    [
      'a table without its grid',
      buildProfile({ ...ADOBE_RGB, tags: { A2B0: mft(true, 3, 5, () => [0, 0, 0]).subarray(0, 200) } }),
      'ICC/table',
    ],
    ['nothing', whole.subarray(0, 20), 'ICC/signature'],
  ];

  it.each(broken)('a broken profile, with a warning: %s', async (_name, profile, field) => {
    const bare = encodeJpeg(colours);
    const issues: Issue[] = [];
    const jpeg = withJpegProfile(bare, profile);
    expect((await pixelsOf(jpeg, (issue) => issues.push(issue))).samples).toEqual((await pixelsOf(bare)).samples);
    const png = profile.length < 100 ? undefined : withPngProfile(encodePng(colours), profile);
    if (png !== undefined) expect((await pixelsOf(png, (issue) => issues.push(issue))).samples).toEqual(colours.samples);
    expect(issues.map((issue) => [issue.severity, issue.field])).toEqual([
      ['warning', 'JPEG/APP2'],
      ...(png === undefined ? [] : [['warning', 'PNG/iCCP']]),
    ]);
    expect(issues[0]!.offset).toBe(2);
    for (const { reason } of issues) expect(reason).toContain(field);
    const { warnings, changed: isChanged } = await repurpose(
      jpeg,
      profileOf({ screen: { width: 300, height: 300, colors: 65_536, bitsPerPixel: 16 } }),
    );
    expect([warnings.length, isChanged]).toEqual([1, true]);
  });

  it('a curve that leaves its range stays a colour, and the largest tables take no time', async () => {
    const white = buildProfile({ space: 'GRAY', version: 4, tags: { kTRC: para(0, -1) } });
    const found = await pixelsOf(withPngProfile(encodePng(greys), white));
    expect(found.samples.every((level) => level === 255)).toBe(true);
    const bare = encodePng(colours);
    const rTRC = Buffer.concat([curv().subarray(0, 8), Buffer.alloc(4 + 2 * 1_500_000)]);
    rTRC.writeUInt32BE(1_500_000, 8);
    const dark = { ...ADOBE_RGB, tags: { ...ADOBE_RGB.tags, rTRC } };
    const small = mft(false, 3, 2, () => [0.5, 0.5, 0.5]);
    const tables = 3 * 256;
    const A2B0 = Buffer.concat([small.subarray(0, 48 + tables), Buffer.alloc(3 * 99 ** 3, 128), small.subarray(-tables)]);
    A2B0[10] = 99;
    for (const profile of [buildProfile(dark), buildProfile({ space: 'RGB', pcs: 'Lab', tags: { A2B0 } })]) {
      const packed = withPngProfile(bare, profile);
      expect([profile.length > 2_500_000, packed.length < bare.length + 10_000]).toEqual([true, true]);
      const start = process.cpuUsage().user;
      expect((await pixelsOf(packed)).samples).not.toEqual(colours.samples);
      expect((process.cpuUsage().user - start) / 1_000).toBeLessThan(2_000);
    }
  });

  it('a part that is missing, a name that is missing, a stream that ends, and one that is far too long', async () => {
    const issues: Issue[] = [];
    const note = (issue: Issue) => void issues.push(issue);
    const bare = encodePng(colours);
    const jpeg = encodeJpeg(colours);
    await pixelsOf(
      withJpegProfile(jpeg, whole, 100, (parts) => parts.slice(1)),
      note,
    );
    await pixelsOf(withPngChunk(bare, 'iCCP', Buffer.from('no end')), note);
    const packed = Buffer.from(withPngProfile(bare, whole).subarray(41));
    await pixelsOf(withPngChunk(bare, 'iCCP', packed.subarray(0, 60)), note);
    await pixelsOf(withPngProfile(bare, changed(0, 0x7f)), note);
    expect(issues.map(({ code, field }) => `${code} ${field}`)).toEqual([
      'truncated JPEG/APP2',
      'bad-value PNG/iCCP',
      'truncated PNG/iCCP',
      'bad-value PNG/iCCP',
    ]);
  });

  it('whatever is in a profile, the picture comes', async () => {
    const small = resize(colours, 12, 6);
    const bare = encodeJpeg(small);
    const tables = [mft(false, 3, 3, ([r = 0]) => [r, 0.5, 0.5]), mab(3, 2, ([r = 0]) => [r, 0.5, 0.5])];
    const profiles = [whole, ...tables.map((A2B0) => buildProfile({ space: 'RGB', pcs: 'Lab', version: 4, tags: { A2B0 } }))];
    await fc.assert(
      fc.asyncProperty(damaged(fc.constantFrom(...profiles.map((one) => new Uint8Array(one)))), async (profile) => {
        fc.pre(profile.length > 0);
        const { samples } = await pixelsOf(withJpegProfile(bare, profile));
        expect(samples.length).toBe(small.samples.length);
      }),
      costly(150),
    );
  });
});
