/**
 * BMP files of every kind, written from plans, as the browser shows them: it reads what ImageMagick does not, short headers, RLE24, 2 bits a
 * pixel, alpha masks after the header.
 */
import { afterAll, beforeAll, describe, it } from 'vitest';
import { decodeBmp } from '../../src/image/bmp/read.js';
import { draw, SEED } from '../interop/arbitraries.js';
import { judge } from '../interop/judge.js';
import type { KnownFault } from '../interop/ledger.js';
import { type BmpPlan, bmpPlans, buildBmp, endsInPalette, labelOf } from '../support/bmp-files.js';
import { rgbaOf } from '../support/rasters.js';
import { TestBrowser } from './browser.js';

const FILES = 500;
const CHROMIUM = 'Chromium 156';

const rle24: KnownFault<BmpPlan> = {
  id: 'chromium-rle24',
  oracle: CHROMIUM,
  fault: 'takes RLE24 after a header of 40 octets for JPEG, and refuses it; with the headers that only OS/2 has it reads it',
  applies: ({ header, depth, hasRuns }) => header === 40 && hasRuns === true && depth === 24,
  shows: () => ({ pixels: undefined, refused: true }),
};

const wideFields: KnownFault<BmpPlan> = {
  id: 'chromium-wide-fields',
  oracle: CHROMIUM,
  fault: 'takes the upper 8 bits of a field of more, not the nearest value',
  applies: ({ masks }) => (masks ?? []).some((mask) => mask !== 0 && mask / (mask & -mask) >= 2 ** 8),
  shows: (_, __, { pixels }) => ({ pixels: pixels === 'apart by up to 1' ? pixels : 'equal' }),
};

const fewColours: KnownFault<BmpPlan> = {
  id: 'chromium-few-colours',
  oracle: CHROMIUM,
  fault: 'waits for a palette of all colours after a header of 12 octets, and refuses a file that ends before',
  applies: endsInPalette,
  shows: () => ({ pixels: undefined, refused: true }),
};

let browser: TestBrowser;
beforeAll(async () => {
  browser = await TestBrowser.start();
});
afterAll(() => browser?.stop());

describe(`BMP files (seed ${SEED})`, () => {
  it(`${FILES} of them: the pixels that runs paint, or the alpha of those that have some`, async () => {
    const plans = draw(bmpPlans, FILES);
    const readings = await read(plans.map(buildBmp));
    judge(
      CHROMIUM,
      [rle24, wideFields, fewColours],
      plans.map((input, i) => {
        const rgba = readings[i];
        const ours = rgbaOf(decodeBmp(buildBmp(input)));
        return {
          input,
          right: { pixels: 'equal' },
          shown: rgba === undefined ? { refused: true } : { pixels: apart(input, ours, rgba) },
          label: labelOf(input),
        };
      }),
    );
  });
});

/** How far pixels are apart. A canvas keeps no colour of what shines through, and what no run paints is left to each program. */
function apart({ pixels, masks }: BmpPlan, one: Uint8Array, other: Uint8Array): string {
  if (one.length !== other.length) return 'of different sizes';
  const hasAlpha = masks !== undefined && masks[3] !== 0;
  let most = 0;
  for (let i = 0; i < one.length; i++) {
    if (pixels[i >> 2]! < 0 || (hasAlpha && i % 4 < 3)) continue;
    most = Math.max(most, Math.abs(one[i]! - other[i]!));
  }
  return most === 0 ? 'equal' : `apart by up to ${most}`;
}

/** RGBA of files as a canvas has them; undefined where the browser decodes none. */
async function read(files: readonly Uint8Array[]): Promise<(Uint8Array | undefined)[]> {
  const page = await browser.context.newPage();
  const base64 = files.map((file) => Buffer.from(file).toString('base64'));
  const found = await page.evaluate(async (sources) => {
    const pictures: (number[] | undefined)[] = [];
    for (const source of sources) {
      const octets = Uint8Array.from(atob(source), (letter) => letter.charCodeAt(0));
      const options = { premultiplyAlpha: 'none', colorSpaceConversion: 'none' } as const;
      const picture = await createImageBitmap(new Blob([octets], { type: 'image/bmp' }), options).catch(() => undefined);
      if (picture === undefined) {
        pictures.push(undefined);
        continue;
      }
      const { width, height } = picture;
      const context = new OffscreenCanvas(width, height).getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(picture, 0, 0);
      pictures.push(Array.from(context.getImageData(0, 0, width, height).data));
    }
    return pictures;
  }, base64);
  return found.map((rgba) => rgba && Uint8Array.from(rgba));
}
