/**
 * What hostile and ordinary files cost, in processes of their own: their CPU time and memory are nobody else's, and other work on the machine makes
 * the clock run, not the CPU.
 */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { fixture } from '../support/vectors.js';

const root = fileURLToPath(new URL('../..', import.meta.url));

function output(...args: string[]): unknown {
  return JSON.parse(execFileSync(process.execPath, ['--import', 'tsx', ...args], { encoding: 'utf8', cwd: root }));
}

it('each attack by an archive takes at most 100 ms, and all of them together 50 MB', () => {
  // Good archives first, so that the attack is counted and not the compiler. The usual attack takes less than a millisecond.
  const program = `
    import { readFileSync } from 'node:fs';
    import { readZip } from ${JSON.stringify(new URL('../../src/zip/read.ts', import.meta.url).href)};
    const [good, bad] = JSON.parse(process.argv[1]);
    const read = (file) => readZip(new Uint8Array(readFileSync(new URL(file))));
    for (let i = 0; i < 3; i++) for (const file of good) await read(file);
    const octets = bad.map((file) => new Uint8Array(readFileSync(new URL(file))));
    const before = process.resourceUsage().maxRSS;
    const costs = [];
    for (const [i, file] of bad.entries()) {
      const from = process.cpuUsage();
      const refused = await readZip(octets[i]).then(() => false, () => true);
      const { user, system } = process.cpuUsage(from);
      costs.push({ file, refused, ms: (user + system) / 1000 });
    }
    console.log(JSON.stringify({ costs, grownKb: process.resourceUsage().maxRSS - before }));`;
  const { cases } = fixture('zip/index.json') as { cases: { file: string; error?: object }[] };
  const files = (isGood: boolean) =>
    cases
      .filter(({ error }) => (error === undefined) === isGood)
      .map(({ file }) => new URL(`../../fixtures/zip/${file}`, import.meta.url).href);
  const { costs, grownKb } = output('--input-type=module', '-e', program, JSON.stringify([files(true), files(false)])) as {
    costs: { file: string; refused: boolean; ms: number }[];
    grownKb: number;
  };
  expect(costs.length).toBeGreaterThan(70);
  expect(costs.filter(({ refused, ms }) => !refused || ms > 100)).toEqual([]);
  expect(grownKb).toBeLessThan(50_000);
});

it('each picture is adapted in less than a second, and all of them in less than 100 MB over what is there before', () => {
  const { slowest, grownMb, count } = output('test/complexity/all-images.mjs') as {
    slowest: { file: string; ms: number };
    grownMb: number;
    count: number;
  };
  expect(count).toBe(41 * 3);
  expect(slowest.ms, slowest.file).toBeLessThan(1000);
  expect(grownMb).toBeLessThan(100);
});
