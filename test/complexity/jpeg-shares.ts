/** Milliseconds for large JPEG files of which a share came, in a process of its own. Called by a program that complexity.test.ts bundles. */
import { decodeJpeg } from '../../src/image/jpeg/decode.js';
import { HALVED, shortestJpeg } from '../support/jpegs.js';
import { cpuMs, measurePages } from './clock.js';

const BITS = { baseline: 282_000, progressive: 141_000 } as const;
const ROUNDS = 9;

/** What was measured of one kind and share. */
export interface ShareTime {
  readonly kind: keyof typeof BITS;
  readonly share: number;
  readonly ms: number;
}

/**
 * Prints the milliseconds for each kind and share, as JSON.
 * @public
 */
export async function main(shares: readonly number[]): Promise<void> {
  measurePages();
  const times: ShareTime[] = [];
  for (const kind of ['baseline', 'progressive'] as const) {
    for (const share of shares) {
      const octets = shortestJpeg(kind, [3_000, 2_000], HALVED, [1, 2, 3], Math.ceil((BITS[kind] * share) / 8));
      let ms = Number.POSITIVE_INFINITY;
      for (let i = 0; i < ROUNDS; i++) {
        const took = await cpuMs(() => decodeJpeg(octets, { lenient: true }));
        ms = Math.min(ms, took.ms);
      }
      times.push({ kind, share, ms });
    }
  }
  process.stdout.write(JSON.stringify(times));
}
