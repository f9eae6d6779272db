import { describe, expect, it } from 'vitest';
import type { Raster } from '../../src/image/raster.js';
import {
  type AnimationPlan,
  animationWithin,
  type IndexedPlan,
  indexedWithin,
  type Outcome,
} from '../../src/image/repurpose/budget.js';

const NOISE: Raster = (() => {
  let seed = 7;
  const next = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return seed >> 16;
  };
  return { widthPx: 96, heightPx: 96, channels: 3, samples: Uint8Array.from({ length: 96 * 96 * 3 }, next) };
})();

const frames = Array.from({ length: 4 }, () => ({ raster: NOISE, isTransparent: false, delayMs: 100 }));

const searches: [string, (signal?: AbortSignal) => Promise<Outcome>][] = [
  ['a still picture', (signal) => indexedWithin(NOISE, { ...PLAN, signal }, 6_000)],
  ['an animation', (signal) => animationWithin(frames, { ...PLAN, loops: 0, signal }, 6_000)],
];

const PLAN: Omit<IndexedPlan & AnimationPlan, 'signal' | 'loops'> = {
  formats: ['gif'],
  colors: 256,
  isGrey: false,
  isDrawn: false,
  diffusion: 0,
};

/** Counts the turns that others get until some work ends. */
async function countTurns<Result>(work: Promise<Result>, onTurn: (turns: number) => void = () => undefined) {
  let turns = 0;
  let isOver = false;
  const take = () => {
    if (isOver) return;
    onTurn(++turns);
    setImmediate(take);
  };
  setImmediate(take);
  try {
    return { turns: () => turns, result: await work };
  } finally {
    isOver = true;
  }
}

describe.each(searches)('a search for colours of %s', (_, search) => {
  it('lets others have a turn between two tries', async () => {
    const { turns, result } = await countTurns(search());
    const tries = result.fits ? result.file.tries : result.tries;
    expect(tries).toBeGreaterThanOrEqual(4);
    expect(turns()).toBeGreaterThanOrEqual(tries - 1);
  });

  it('ends at a signal that comes in such a turn', async () => {
    const ending = new AbortController();
    let last = 0;
    const work = countTurns(search(ending.signal), (turns) => {
      last = turns;
      if (turns === 2) ending.abort(new Error('enough'));
    });
    await expect(work).rejects.toThrow('enough');
    expect(last).toBeLessThanOrEqual(3);
  });
});
