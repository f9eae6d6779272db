/** Pictures as the image module has them, and what other programs see in them. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import type { Raster } from '../../src/image/raster.js';

/** A raster of RGBA octets. */
export function fromRgba(samples: Uint8Array, widthPx: number, heightPx: number): Raster {
  return { widthPx, heightPx, channels: 4, samples };
}

/** A raster as RGBA; what shines through has no colour. */
export function rgbaOf({ widthPx, heightPx, channels, samples }: Raster): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = samples[i * channels + (channels === 1 ? 0 : c)]!;
    rgba[i * 4 + 3] = channels === 4 ? samples[i * 4 + 3]! : 255;
  }
  return withoutHidden(rgba);
}

/** RGBA with 0 0 0 0 wherever alpha is 0. */
export function withoutHidden(rgba: Uint8Array): Uint8Array {
  for (let i = 0; i < rgba.length; i += 4) if (rgba[i + 3] === 0) rgba.fill(0, i, i + 3);
  return rgba;
}

export function sha256(octets: Uint8Array): string {
  return createHash('sha256').update(octets).digest('hex');
}

/** Rasters of any channels, some of one colour, some of few, some of noise. */
export const rasters: fc.Arbitrary<Raster> = fc
  .record({
    widthPx: fc.integer({ min: 1, max: 24 }),
    heightPx: fc.integer({ min: 1, max: 24 }),
    channels: fc.constantFrom(1 as const, 3 as const, 4 as const),
    levels: fc.integer({ min: 1, max: 256 }),
    seed: fc.nat(),
  })
  .map(({ widthPx, heightPx, channels, levels, seed }) => {
    const samples = new Uint8Array(widthPx * heightPx * channels);
    let state = seed | 1;
    for (let i = 0; i < samples.length; i++) {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      samples[i] = ((state >>> 16) % levels) * Math.floor(255 / Math.max(1, levels - 1));
    }
    return { widthPx, heightPx, channels, samples };
  });
