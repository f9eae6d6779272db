/**
 * BMP files of every kind, written from plans: read by us and by ImageMagick.
 */
import { describe, expect, it } from 'vitest';
import { decodeBmp } from '../../src/image/bmp/read.js';
import { type BmpPlan, bmpPixels, bmpPlans, buildBmp, labelOf } from '../support/bmp-files.js';
import { rgbaOf, sha256, withoutHidden } from '../support/rasters.js';
import { draw, SEED } from './arbitraries.js';
import { MAGICK_BMP_FAULTS, mayRefuse } from './bmp-faults.js';
import { type Reading, readByMagick, type Seen } from './drivers/image-readers.js';
import { imageVersions } from './drivers/images.js';
import type { Fields } from './expected.js';
import { judge } from './judge.js';

const FILES = 500;
/** Files for ImageMagick at a time. */
const BATCH = 50;

const plans = draw(bmpPlans, FILES);

const ours = (plan: BmpPlan) => rgbaOf(decodeBmp(buildBmp(plan)));

describe(`BMP files (seed ${SEED})`, () => {
  it(`${FILES} files by ImageMagick, pixel by pixel`, async () => {
    // One that is refused makes a process for each of its neighbours necessary.
    const ordered = [...plans.filter((plan) => !mayRefuse(plan)), ...plans.filter(mayRefuse)];
    const readings: Reading<Seen>[] = [];
    for (let from = 0; from < ordered.length; from += BATCH) {
      const files = ordered.slice(from, from + BATCH).map((plan) => ({ octets: buildBmp(plan) }));
      readings.push(...(await readByMagick(files)));
    }
    judge(
      `ImageMagick ${(await imageVersions()).imagemagick}, BMP`,
      MAGICK_BMP_FAULTS,
      ordered.map((input, i) => {
        const right = sha256(withoutHidden(bmpPixels(input)));
        return {
          input,
          right: { pixels: right, ours: right },
          shown: { ...shownByMagick(readings[i]!), ours: sha256(ours(input)) },
          label: labelOf(input),
        };
      }),
    );
  });

  it('every kind of file is among them', () => {
    const kinds = new Set(plans.map(({ depth, masks, hasRuns }) => `${depth} ${masks === undefined} ${hasRuns}`));
    expect(kinds.size).toBe(12);
  });
});

function shownByMagick(reading: Reading<Seen>): Fields {
  if ('error' in reading) return { refused: true };
  return { pixels: sha256(withoutHidden(Uint8Array.from(reading.seen.frames[0]!))) };
}
