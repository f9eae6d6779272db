import { describe, expect, it } from 'vitest';
import { EncodeError } from '../../src/errors.js';
import { fitImagesFor, type PicturePart, probe, type Repurposed, repurpose } from '../../src/image/index.js';
import { handset, image, profileOf } from './images.js';

const nokia = handset('Nokia', '6230');
const BUDGET = {
  maxOctets: Number.POSITIVE_INFINITY,
  maxWidthPx: Number.POSITIVE_INFINITY,
  maxHeightPx: Number.POSITIVE_INFINITY,
  types: [],
};
const part = (name: string, contentType = 'image/jpeg'): PicturePart & { contentId: string } => ({
  name,
  contentType,
  data: image(name),
  contentId: `<${name}>`,
});
const FITTED: Repurposed = {
  octets: new Uint8Array(100),
  contentType: 'image/gif',
  widthPx: 1,
  heightPx: 1,
  changed: true,
  source: undefined,
  frames: 1,
  steps: [],
  warnings: [],
};
const sum = (parts: readonly PicturePart[]) => parts.reduce((octets, { data }) => octets + data.length, 0);

describe('pictures of a message', () => {
  const parts = [part('photo-baseline.jpg'), part('logo-alpha.png', 'image/png'), part('anim-full-frames.gif', 'image/gif')];

  it('are each adapted where all of them fit; what fits stays as it is', async () => {
    const changed: string[] = [];
    const results = await fitImagesFor(nokia, { onFitted: ({ name }) => changed.push(name) })(parts, BUDGET);
    expect(results.map(({ name, contentId }) => [name, contentId])).toEqual(
      parts.map(({ name, contentId }) => [name, contentId]),
    );
    expect(changed).toEqual(['photo-baseline.jpg', 'logo-alpha.png']);
    expect(results[2]).toBe(parts[2]);
    for (const { data, contentType } of results) {
      const found = probe(data);
      expect(found.contentType).toBe(contentType);
      expect(Math.max(found.widthPx, found.heightPx)).toBeLessThanOrEqual(128);
    }
  });

  it.each([12_000, 8000, 5000, 3000])('share %d octets', async (maxOctets) => {
    const results = await fitImagesFor(nokia)(parts, { ...BUDGET, maxOctets });
    expect(sum(results)).toBeLessThanOrEqual(maxOctets);
    // The logo is small: it keeps what it has.
    const alone = await repurpose(parts[1]!.data, nokia, { use: 'mms' });
    if (alone.octets.length <= maxOctets / 3) expect(results[1]!.data).toEqual(alone.octets);
  });

  it('use what one of them leaves, and none is favoured', async () => {
    const names = ['photo-baseline.jpg', 'photo-444.jpg', 'interlaced.png', 'logo-alpha.png'];
    const many = names.map((name) => part(name, name.endsWith('png') ? 'image/png' : 'image/jpeg'));
    const alone = await Promise.all(many.map(({ data }) => repurpose(data, nokia, { use: 'mms' })));
    for (const maxOctets of [9000, 7000, 5000]) {
      const results = await fitImagesFor(nokia)(many, { ...BUDGET, maxOctets });
      expect(sum(results)).toBeLessThanOrEqual(maxOctets);
      expect(sum(results) / maxOctets, `${maxOctets}`).toBeGreaterThan(0.95);
      const cut = results.map(({ data }) => data.length).filter((size, i) => size < alone[i]!.octets.length);
      expect(cut.length).toBeGreaterThan(0);
      // What was cut has more than what was not.
      for (const [i, { data }] of results.entries()) {
        if (data.length === alone[i]!.octets.length) expect(data.length).toBeLessThanOrEqual(Math.max(...cut) * 1.05);
      }
      expect(Math.min(...cut) / Math.max(...cut), `${maxOctets}`).toBeGreaterThan(0.9);
    }
  });

  it('keep to the sizes and types of the budget', async () => {
    const results = await fitImagesFor(nokia)(parts, { ...BUDGET, maxWidthPx: 64, maxHeightPx: 40, types: ['image/gif'] });
    for (const { data } of results) {
      const { format, widthPx, heightPx } = probe(data);
      expect([format, widthPx <= 64, heightPx <= 40]).toEqual(['gif', true, true]);
    }
  });

  it('what is no picture goes through, and what the handset takes no form of', async () => {
    const text = { name: 'a.jpg', contentType: 'image/jpeg', data: new TextEncoder().encode('no picture') };
    expect(await fitImagesFor(nokia)([text], BUDGET)).toEqual([text]);
    const nothing = profileOf({
      images: { wbmp: false, gif: false, jpg: false, png: false, bmp: false },
      mms: { types: ['audio/amr'] },
    });
    expect(await fitImagesFor(nothing)([parts[0]!], BUDGET)).toEqual([parts[0]]);
    const typed = { ...part('wide.wbmp', 'image/vnd.wap.wbmp'), name: 'picture' };
    expect((await fitImagesFor(profileOf())([typed], BUDGET))[0]!.contentType).toBe('image/png');
  });

  it('do not fit in nothing', async () => {
    await expect(fitImagesFor(nokia)(parts, { ...BUDGET, maxOctets: 200 })).rejects.toMatchObject({
      code: 'unencodable',
      field: 'maxOctets',
    });
    await expect(fitImagesFor(nokia)(parts, { ...BUDGET, maxOctets: 2 })).rejects.toMatchObject({ field: 'maxOctets' });
    const stubborn = fitImagesFor(nokia, { repurpose: async () => FITTED });
    await expect(stubborn(parts, { ...BUDGET, maxOctets: 250 })).rejects.toThrow('3 pictures need more than');
    await expect(stubborn(parts, { ...BUDGET, maxOctets: 2 })).rejects.toThrow('3 pictures need more than');
  });

  it.each([500, 800, 1500])('that no JPEG is small enough for become something else: %d octets', async (maxOctets) => {
    const results = await fitImagesFor(nokia)(parts, { ...BUDGET, maxOctets });
    expect(sum(results)).toBeLessThanOrEqual(maxOctets);
    for (const { data, contentType } of results) expect(probe(data).contentType).toBe(contentType);
  });

  it('one that cannot be cut to its share is given more of it', async () => {
    const least = [900, 100, 100];
    const shares: number[][] = [[], [], []];
    const adapt: typeof repurpose = async (data, _, { maxOctets = 0 } = {}) => {
      const i = parts.findIndex((one) => one.data === data);
      shares[i]!.push(maxOctets);
      if (maxOctets < least[i]!) throw new EncodeError('unencodable', 'maxOctets', undefined, 'too few');
      return { ...FITTED, octets: new Uint8Array(Math.min(maxOctets, 1200)) };
    };
    const results = await fitImagesFor(nokia, { repurpose: adapt })(parts, { ...BUDGET, maxOctets: 1500 });
    expect(results.map(({ data }) => data.length)).toEqual([978, 261, 261]);
    expect(shares[0]).toEqual([1500, 500, 625, 782, 978]);
    const refused = fitImagesFor(nokia, { repurpose: adapt })(parts, { ...BUDGET, maxOctets: 1000 });
    await expect(refused).rejects.toMatchObject({ code: 'unencodable', field: 'maxOctets' });
    // What is wrong with anything else is no matter of octets.
    const broken = fitImagesFor(nokia, {
      repurpose: async (...given) => {
        if (given[2]!.maxOctets! < 1500) throw new EncodeError('bad-value', 'quality', undefined, 'no');
        return adapt(...given);
      },
    });
    await expect(broken(parts, { ...BUDGET, maxOctets: 1500 })).rejects.toMatchObject({ field: 'quality' });
  });

  it('damaged ones are refused', async () => {
    await expect(fitImagesFor(nokia)([part('truncated.jpg')], BUDGET)).rejects.toMatchObject({
      name: 'DecodeError',
      code: 'truncated',
      field: '"truncated.jpg"/JPEG/scan',
      offset: 9866,
    });
  });
});
