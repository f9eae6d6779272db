import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  type Channels,
  flatten,
  isGrey,
  isOpaque,
  mixGrey,
  type Raster,
  requireSamples,
  toGrey,
  toRgb,
  toRgba,
} from '../../src/image/raster.js';
import { orient } from '../../src/image/turn.js';
import { refusal } from '../support/hostile.js';
import { fromRgba } from '../support/rasters.js';

const side = fc.integer({ min: 1, max: 12 });
const octet = fc.nat({ max: 255 });
const colour = fc.tuple(octet, octet, octet);

function rasters(...channels: Channels[]): fc.Arbitrary<Raster> {
  return fc.tuple(side, side, fc.constantFrom(...channels)).chain(([widthPx, heightPx, count]) => {
    const length = widthPx * heightPx * count;
    return fc
      .uint8Array({ minLength: length, maxLength: length })
      .map((samples) => ({ widthPx, heightPx, channels: count, samples }));
  });
}

/** A picture of one channel, as rows of letters. */
function lettered(...rows: string[]): Raster {
  const samples = Uint8Array.from(rows.join(''), (letter) => letter.charCodeAt(0));
  return { widthPx: rows[0]!.length, heightPx: rows.length, channels: 1, samples };
}

describe('what other programs and documents give', () => {
  it('RGB becomes RGBA pixel by pixel, wherever in its memory it begins', () => {
    for (let widthPx = 1; widthPx <= 9; widthPx++) {
      for (let from = 0; from < 4; from++) {
        const samples = Uint8Array.from({ length: from + widthPx * 3 }, (_, i) => i * 31 + 200).subarray(from);
        const rgba = Array.from({ length: widthPx }, (_, x) => [...samples.subarray(x * 3, x * 3 + 3), 255]).flat();
        expect([...toRgba({ widthPx, heightPx: 1, channels: 3, samples }).samples]).toEqual(rgba);
      }
    }
  });

  // Exif 2.3 section 4.6.4: where the 0th row and the 0th column of what is stored are seen.
  it.each([
    [1, 'top left', ['ab', 'cd', 'ef']],
    [2, 'top right', ['ba', 'dc', 'fe']],
    [3, 'bottom right', ['fe', 'dc', 'ba']],
    [4, 'bottom left', ['ef', 'cd', 'ab']],
    [5, 'left top', ['ace', 'bdf']],
    [6, 'right top', ['eca', 'fdb']],
    [7, 'right bottom', ['fdb', 'eca']],
    [8, 'left bottom', ['bdf', 'ace']],
  ] as const)('orientation %i, %s', (orientation, _, rows) => {
    expect(orient(lettered('ab', 'cd', 'ef'), orientation)).toEqual(lettered(...rows));
  });

  it('orientations and backgrounds as libvips makes them', async () => {
    const samples = Uint8Array.from({ length: 5 * 3 * 4 }, (_, i) => (i * 89 + 7) % 256);
    const raster = fromRgba(samples, 5, 3);
    const raw = { raw: { width: 5, height: 3, channels: 4 } } as const;
    for (let orientation = 1; orientation <= 8; orientation++) {
      const tiff = await sharp(samples, raw).withMetadata({ orientation }).tiff({ compression: 'none' }).toBuffer();
      const { data, info } = await sharp(tiff).autoOrient().raw().toBuffer({ resolveWithObject: true });
      const { widthPx, heightPx, samples: turned } = orient(raster, orientation);
      expect([widthPx, heightPx, ...turned]).toEqual([info.width, info.height, ...data]);
    }
    const [r, g, b] = [250, 128, 3];
    const flat = await sharp(samples, raw).flatten({ background: { r, g, b } }).raw().toBuffer();
    const ours = flatten(raster, [r, g, b]).samples;
    expect(ours.length).toBe(flat.length);
    // It cuts off what is behind the point.
    for (const [i, level] of ours.entries()) expect(Math.abs(level - flat[i]!)).toBeLessThanOrEqual(1);
  });
});

describe('laws of rasters', () => {
  it('orientations undo each other', () => {
    const inverse = [0, 1, 2, 3, 4, 5, 8, 7, 6];
    fc.assert(
      fc.property(rasters(1, 3, 4), fc.integer({ min: 1, max: 8 }), (raster, orientation) => {
        expect(orient(orient(raster, orientation), inverse[orientation]!)).toEqual(raster);
      }),
    );
  });

  it('a picture over a background is the mean by alpha, rounded, and has no other colour', () => {
    fc.assert(
      fc.property(rasters(4), colour, ({ samples, ...size }, background) => {
        const flat = flatten({ samples, ...size }, background);
        expect(flat.channels).toBe(3);
        for (let i = 0; i < flat.samples.length; i++) {
          const alpha = samples[Math.floor(i / 3) * 4 + 3]! / 255;
          const mean = samples[Math.floor(i / 3) * 4 + (i % 3)]! * alpha + background[i % 3]! * (1 - alpha);
          expect(Math.abs(flat.samples[i]! - mean)).toBeLessThan(0.5);
        }
      }),
    );
  });

  it('what is not seen does not show', () => {
    fc.assert(
      fc.property(rasters(4), fc.uint8Array({ minLength: 3, maxLength: 3 }), ({ samples, ...size }, hidden) => {
        const [one, other] = [samples.slice(), samples.slice()];
        for (let at = 0; at < samples.length; at += 8) {
          one[at + 3] = 0;
          other[at + 3] = 0;
          other.set(hidden, at);
        }
        expect(flatten({ samples: other, ...size })).toEqual(flatten({ samples: one, ...size }));
        expect(toGrey({ samples: other, ...size })).toEqual(toGrey({ samples: one, ...size }));
      }),
    );
  });

  it('grey stays grey, whatever form it takes', () => {
    fc.assert(
      fc.property(rasters(1), (raster) => {
        expect(toGrey(toRgb(raster))).toEqual(raster);
        expect(toGrey(toRgba(raster))).toEqual(raster);
        expect(toRgb(toRgba(raster))).toEqual(toRgb(raster));
        expect([isGrey(raster), isGrey(toRgb(raster)), isGrey(toRgba(raster))]).toEqual([true, true, true]);
        expect([isOpaque(raster), isOpaque(toRgba(raster))]).toEqual([true, true]);
      }),
    );
  });

  it('grey is the weighted mean of the channels', () => {
    fc.assert(
      fc.property(rasters(3), (raster) => {
        for (const [i, grey] of toGrey(raster).samples.entries()) {
          const [r, g, b] = raster.samples.subarray(i * 3, i * 3 + 3) as unknown as [number, number, number];
          expect(Math.abs(grey - (77 * r + 150 * g + 29 * b) / 256)).toBeLessThanOrEqual(0.5);
          expect(grey).toBe(mixGrey(r, g, b));
        }
      }),
    );
  });

  it('one pixel that is not opaque or not grey is found', () => {
    fc.assert(
      fc.property(rasters(1), fc.nat(), fc.nat({ max: 254 }), (raster, where, alpha) => {
        const rgba = toRgba(raster);
        const at = (where % raster.samples.length) * 4;
        const [clear, tinted] = [rgba.samples.slice(), rgba.samples.slice()];
        clear[at + 3] = alpha;
        tinted[at + (where % 3)]! ^= 1;
        expect(isOpaque({ ...rgba, samples: clear })).toBe(false);
        expect(isGrey({ ...rgba, samples: tinted })).toBe(false);
        expect(isGrey(toRgb({ ...rgba, samples: tinted }))).toBe(false);
      }),
    );
  });

  it('what has the form already is given back itself, and a Buffer as a plain array', () => {
    const rgb: Raster = { widthPx: 1, heightPx: 1, channels: 3, samples: Uint8Array.of(1, 2, 3) };
    const rgba = toRgba(rgb);
    const grey = toGrey(rgb);
    expect(toRgb(rgb)).toBe(rgb);
    expect(flatten(rgb)).toBe(rgb);
    expect(toRgba(rgba)).toBe(rgba);
    expect(toGrey(grey)).toBe(grey);
    expect(orient(rgb, 1)).toBe(rgb);
    const pooled = Buffer.from('.abcd').subarray(1);
    const samples = requireSamples(fromRgba(pooled, 1, 1));
    expect(samples.constructor).toBe(Uint8Array);
    expect([...samples]).toEqual([0x61, 0x62, 0x63, 0x64]);
  });
});

describe('refusals', () => {
  const samples = new Uint8Array(12);
  const raster: Raster = { widthPx: 2, heightPx: 2, channels: 3, samples };
  it.each([
    ['raster.widthPx', { ...raster, widthPx: 0 }],
    ['raster.widthPx', { ...raster, widthPx: 65_536 }],
    ['raster.heightPx', { ...raster, heightPx: 1.5 }],
    ['raster.channels', { ...raster, channels: 2 as Channels }],
    ['raster.samples', { ...raster, channels: 4 as Channels }],
    ['raster.samples', { ...raster, heightPx: 1 }],
  ])('%s', (field, wrong) => {
    for (const use of [requireSamples, toRgb, toRgba, toGrey, flatten, isOpaque, isGrey, (r: Raster) => orient(r, 2)]) {
      expect(refusal(() => use(wrong))).toEqual({ code: 'bad-value', field, offset: undefined });
    }
  });

  it('an orientation or a background that there is not', () => {
    for (const orientation of [0, 9, 1.5, Number.NaN]) {
      expect(refusal(() => orient(raster, orientation)).field).toBe('orientation');
    }
    for (const background of [[1, 2], [1, 2, 256], [1, 2, -1], [1, 2, 0.5], 'white']) {
      expect(refusal(() => flatten(raster, background as never)).field).toBe('background');
      expect(refusal(() => flatten(fromRgba(new Uint8Array(4), 1, 1), background as never)).field).toBe('background');
    }
  });

  it('what is no raster at all', () => {
    for (const wrong of [undefined, null, 'x']) expect(() => requireSamples(wrong as never)).toThrow(TypeError);
    expect(() => requireSamples({ ...raster, samples: [1, 2, 3] as never })).toThrow(TypeError);
    expect(() => requireSamples(fromRgba('abcd' as never, 1, 1))).toThrow(TypeError);
    expect(refusal(() => requireSamples(fromRgba(samples, 2, 2))).field).toBe('raster.samples');
  });
});
