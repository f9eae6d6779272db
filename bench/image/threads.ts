/**
 * What a second thread is worth: the same pictures through a pool of one thread and one of two, by wall time, in rounds of both. Wants two
 * processors that nobody else works on.
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { EFFORT } from '../effort.js';
import { median } from '../harness.js';
import { judge } from '../verdict.js';
import { moduleIn, OURS } from './contenders.js';
import type { ImageResult } from './results.js';
import { screen } from './tasks.js';

const NAME = 'image: a batch of photographs on two threads';
const TWO = 'handset, two threads';

export const threadTask = { name: NAME, run: measured };

async function measured(folder: string): Promise<ImageResult> {
  const { createRepurposer, checkProfile } = await moduleIn(folder);
  const octets = readFileSync(fileURLToPath(new URL('../../fixtures/images/photo-baseline.jpg', import.meta.url)));
  const profile = checkProfile(screen(176, 132, 65_536, { jpg: true }));
  const items = Array.from({ length: EFFORT.threadPictures }, () => ({ octets, profile, options: { maxOctets: 30_000 } }));
  const worker = join(folder, 'image-worker.mjs');
  const pools = [1, 2].map((threads) => createRepurposer({ threads, worker }));
  const walls: number[][] = [[], []];
  try {
    // The first batch of each starts its threads and compiles their code.
    for (let round = -1; round < EFFORT.threadRounds; round++) {
      for (const turn of [0, 1]) {
        const i = (turn + round + 2) % 2;
        const start = performance.now();
        const outcomes = await pools[i]!.repurposeAll(items);
        if (!outcomes.every(({ ok }) => ok)) throw new Error(`${NAME}: a picture failed`);
        if (round >= 0) walls[i]!.push(performance.now() - start);
      }
    }
  } finally {
    for (const pool of pools) await pool.close();
  }
  const [one, two] = walls as [number[], number[]];
  const gain = median(one.map((ms, round) => ms / two[round]!));
  const row = (name: string, ms: readonly number[]) => ({
    name,
    firstMs: ms[0]!,
    runMs: median(ms) / items.length,
    peakBytes: 0,
    octets: 0,
  });
  return {
    name: NAME,
    rows: [row(OURS, one), row(TWO, two)],
    verdicts: [judge(NAME, { target: 'times one thread, by wall time', sense: 'at least', must: 1.7, unit: 'x' }, gain)],
  };
}
