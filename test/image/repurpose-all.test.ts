import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { encodePng, type RepurposeTarget, repurpose, repurposeAll } from '../../src/image/index.js';
import * as decoding from '../../src/image/jpeg/decode.js';
import * as fitting from '../../src/image/repurpose/fit-jpeg.js';
import { SharedReads } from '../../src/image/shared-reads.js';
import type { HandsetProfile } from '../../src/profile/index.js';
import { image as path } from '../support/png-files.js';
import { handset, profileOf } from './images.js';

const NAMES = [
  ['Nokia', '6230'],
  ['Nokia', 'N95'],
  ['Nokia', '8310'],
  ['Nokia', '3310'],
  ['Nokia', '6300'],
  ['SonyEricsson', 'T610'],
  ['Siemens', 'SL45'],
  ['Motorola', 'V3'],
] as const;
const handsets = NAMES.map(([make, model]) => handset(make, model));
const budgets: RepurposeTarget[] = [500, 2_000, 5_000].map((maxOctets) => ({
  profile: handset('Nokia', '6230'),
  options: { use: 'mms', maxOctets },
}));
const targets: readonly (HandsetProfile | RepurposeTarget)[] = [
  ...handsets,
  ...budgets,
  { profile: handset('Nokia', '3310'), options: { format: 'ota' } },
  { profile: handset('Nokia', '6230'), options: { background: [255, 0, 0], colors: 16, format: 'gif' } },
];
const fixture = (name: string) => new Uint8Array(readFileSync(path(name)));

describe('repurposeAll', () => {
  it.each([
    'photo-baseline.jpg',
    'photo-progressive.jpg',
    'exif-orientation-6.jpg',
    'cmyk.jpg',
    'logo-alpha.png',
    'interlaced.png',
    'rgb16.png',
    'anim-disposal.gif',
    'small.wbmp',
    'foreign',
    'bmp',
  ])('%s becomes for each handset what it becomes for it alone', async (name) => {
    const photo = sharp(path('photo-444.jpg'));
    const file = name === 'foreign' ? new Uint8Array(await photo.webp().toBuffer()) : name === 'bmp' ? BMP : fixture(name);
    const outcomes = await repurposeAll(file, targets, { name: 'a.wbmp' });
    for (const [i, target] of targets.entries()) {
      const { profile, options } = 'profile' in target ? target : { profile: target, options: {} };
      const alone = await repurpose(file, profile, { name: 'a.wbmp', ...options }).then(
        (value) => ({ ok: true, value }),
        (error: unknown) => ({ ok: false, error }),
      );
      expect(outcomes[i], `${i}`).toEqual(alone);
    }
  });

  /** 40x30 of 24 bits, in colours that go up. */
  const BMP = (() => {
    const octets = new Uint8Array(54 + 40 * 3 * 30).map((_, i) => i);
    octets.fill(0, 0, 54);
    const view = new DataView(octets.buffer);
    octets.set([0x42, 0x4d]);
    for (const [at, value] of [
      [2, octets.length],
      [10, 54],
      [14, 40],
      [18, 40],
      [22, 30],
      [26, 0x0018_0001],
    ] as const) {
      view.setUint32(at, value, true);
    }
    return octets;
  })();

  it('the data of a JPEG are read once for all scales that are needed', async () => {
    const file = new Uint8Array(await sharp(path('photo-baseline.jpg')).resize(2_400, 1_800).jpeg().toBuffer());
    const [one, several] = [vi.spyOn(decoding, 'decodeJpeg'), vi.spyOn(decoding, 'unpackSizes')];
    try {
      const outcomes = await repurposeAll(file, [...handsets, ...budgets]);
      expect(outcomes.every(({ ok }) => ok)).toBe(true);
      // What is tried is unpacked too.
      expect(one.mock.calls.filter(([octets]) => octets === file)).toEqual([]);
      // An eighth has 300x225 pixels, and a quarter twice as many a side.
      expect(several.mock.calls.map(([, sizes]) => sizes)).toEqual([[2, 1]]);
    } finally {
      one.mockRestore();
      several.mockRestore();
    }
  });

  it('what comes to the same for several handsets is made once', async () => {
    const screens = [
      { width: 240, height: 320, bitsPerPixel: 16, colors: 65_536 },
      { width: 240, height: 240, bitsPerPixel: 18, colors: 262_144 },
      { width: 240, height: 180, bitsPerPixel: 24, colors: 16_777_216 },
      { width: 240, height: 180, bitsPerPixel: 8, colors: 256 },
      { width: 240, height: 120, bitsPerPixel: 16, colors: 65_536 },
    ];
    const all = screens.map((screen) => profileOf({ screen }));
    const file = fixture('photo-baseline.jpg');
    const spy = vi.spyOn(fitting, 'fitJpeg');
    try {
      const outcomes = await repurposeAll(file, all);
      expect(spy).toHaveBeenCalledTimes(3);
      for (const [i, profile] of all.entries()) {
        expect(outcomes[i]).toEqual({ ok: true, value: await repurpose(file, profile) });
      }
    } finally {
      spy.mockRestore();
    }
  });

  it('one that is damaged, or too large at one scale, is read for each scale alone', async () => {
    const whole = new Uint8Array(await sharp(path('photo-baseline.jpg')).resize(2_400, 1_800).jpeg().toBuffer());
    const large = profileOf({ screen: { width: 1_080, height: 1_920, colors: 65_536, bitsPerPixel: 16, greyscale: false } });
    const all = [handsets[0]!, large, handsets[1]!];
    const limits = { imageHeldOctets: 1_000_000 };
    for (const [file, options] of [
      [whole.subarray(0, whole.length >> 1), {}],
      [whole, { limits }],
    ] as const) {
      const outcomes = await repurposeAll(file, all, options);
      for (const [i, profile] of all.entries()) {
        const alone = await repurpose(file, profile, options).then(
          (value) => ({ ok: true, value }),
          (error: unknown) => ({ ok: false, error }),
        );
        expect(outcomes[i], `${i}`).toEqual(alone);
      }
    }
    expect((await repurposeAll(whole, all, { limits })).map(({ ok }) => ok)).toEqual([true, false, true]);
  });

  it('what is wrong for one handset does not end the others; a damaged picture is an error for each', async () => {
    const nothing = profileOf({
      images: { wbmp: false, gif: false, gifAnimated: false, jpg: false, png: false, bmp: false },
      mms: null,
    });
    const file = fixture('photo-baseline.jpg');
    const [first, second, third] = await repurposeAll(file, [
      handsets[0]!,
      nothing,
      { profile: handsets[1]!, options: { maxOctets: 0 } },
    ]);
    expect([first?.ok, second, third]).toMatchObject([
      true,
      { ok: false, error: { code: 'unencodable', field: 'format' } },
      { ok: false, error: { field: 'maxOctets' } },
    ]);
    for (const outcome of await repurposeAll(fixture('truncated.jpg'), handsets)) {
      expect(outcome).toMatchObject({ ok: false, error: { code: 'truncated' } });
    }
  });

  it('what lenient reading let pass is said to each', async () => {
    const outcomes = await repurposeAll(fixture('truncated.jpg'), [handsets[0]!, handsets[1]!, handsets[4]!], {
      lenient: true,
    });
    const alone = await repurpose(fixture('truncated.jpg'), handsets[1]!, { lenient: true });
    expect(alone.warnings).not.toEqual([]);
    for (const outcome of outcomes)
      expect(outcome.ok && outcome.value.warnings).toEqual(expect.arrayContaining(alone.warnings.slice(0, 1)));
  });

  it('results belong to their receivers, and what is left as it is stays the file', async () => {
    const file = fixture('photo-baseline.jpg');
    const [a, b] = await repurposeAll(file, [handsets[0]!, handsets[0]!]);
    if (!a?.ok || !b?.ok) return expect.fail('an outcome is not there');
    expect(a.value.octets.buffer).not.toBe(b.value.octets.buffer);
    const [kept] = await repurposeAll(file, handsets, { disable: true });
    expect(kept?.ok && kept.value.octets).toBe(file);
  });

  it('a signal ends it, and arguments are looked at', async () => {
    const file = encodePng({ widthPx: 2, heightPx: 2, channels: 1, samples: new Uint8Array(4) });
    await expect(repurposeAll(file, handsets, { signal: AbortSignal.abort('enough') })).rejects.toBe('enough');
    await expect(repurposeAll(file, undefined as never)).rejects.toThrow(TypeError);
    expect(await repurposeAll(file, [null as never])).toMatchObject([{ ok: false, error: { name: 'TypeError' } }]);
    expect(await repurposeAll(file, [])).toEqual([]);
    await expect(repurposeAll('file' as never, [])).rejects.toThrow(TypeError);
    const controller = new AbortController();
    setTimeout(() => controller.abort('later'), 0);
    await expect(repurposeAll(fixture('photo-baseline.jpg'), targets, { signal: controller.signal })).rejects.toBe('later');
  });

  it('frozen arguments are taken as they are, and options of one handset leave alone how the file is read for all', async () => {
    const file = fixture('photo-baseline.jpg');
    const own = Object.freeze({
      maxOctets: 2_000,
      signal: AbortSignal.abort('mine'),
      limits: { imagePixels: 1 },
      name: 'a.wbmp',
    });
    const target: RepurposeTarget = Object.freeze({ profile: handsets[0]!, options: own });
    const options = Object.freeze({ background: Object.freeze([9, 9, 9]) as never });
    const [first, second, third] = await repurposeAll(file, Object.freeze([target, handsets[0]!, target]), options);
    expect([first?.ok, second?.ok, third]).toEqual([true, true, first]);
    expect(first?.ok && first.value.octets.length <= 2_000).toBe(true);
  });
});

describe('shared readings', () => {
  const raster = (octets: number) => ({ widthPx: octets, heightPx: 1, channels: 1 as const, samples: new Uint8Array(octets) });

  it('are kept as far as there is space', () => {
    const shared = new SharedReads(10);
    const read = vi.fn(() => raster(6));
    for (let i = 0; i < 3; i++) shared.raster('a', {}, read);
    expect([read.mock.calls.length, shared.has('a'), shared.takes(4), shared.takes(5)]).toEqual([1, true, true, false]);
    for (let i = 0; i < 3; i++) shared.raster('b', {}, read);
    expect([read.mock.calls.length, shared.has('b')]).toEqual([4, false]);
  });
});
