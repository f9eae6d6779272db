/** Fuzzing in small: every target a little, and the hunt on targets with known faults. `npm run fuzz` does the same at length. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { DecodeError } from '../../src/errors.js';
import { Campaign } from './campaign.js';
import { readCase } from './corpus.js';
import { taken } from './coverage.js';
import { minimise } from './minimise.js';
import type { PlantedHunt } from './planted-hunt.js';
import { readSeeds, type Seed } from './seeds.js';
import type { Input } from './target.js';
import { octetsTarget } from './target.js';
import { TARGETS } from './targets.js';
import { ALLOWANCE, TOO_LARGE, TOO_LONG } from './trial.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const seeds = readSeeds(root).filter(({ octets }) => octets.length <= 4_096);
/** Runs of each target: there are many. */
const RUNS = 60;
const SEEDS = 30;
/** Ten times what an input may take: other tests run beside these, and the code is measured for its coverage. */
const allowance = { timeMs: 10 * ALLOWANCE.timeMs, growthOctets: 3 * ALLOWANCE.growthOctets };

describe('every target, a little', () => {
  it.each(TARGETS.map((target) => [target.name, target] as const))('%s', async (_, target) => {
    const campaign = new Campaign({ target, group: target.group, seeds, seed: 1, mostSeeds: SEEDS, allowance });
    for (let i = 0; i < RUNS; i++) {
      const { fault, input } = await campaign.step();
      expect(
        fault && { ...fault, input: typeof input === 'string' ? input : Buffer.from(input).toString('hex') },
      ).toBeUndefined();
    }
    expect(campaign.executions).toBe(RUNS);
  });

  it('the same seed gives the same inputs, another one others', async () => {
    const target = TARGETS.find(({ name }) => name === 'sms.decodeUdh')!;
    const inputsOf = async (seed: number) => {
      const inputs: Input[] = [];
      const onInput = (input: Input) => inputs.push(input);
      const campaign = new Campaign({ target, group: target.group, seeds, seed, mostSeeds: SEEDS, onInput });
      for (let i = 0; i < 200; i++) await campaign.step();
      return inputs;
    };
    expect(await inputsOf(7)).toEqual(await inputsOf(7));
    expect(await inputsOf(7)).not.toEqual(await inputsOf(8));
  });
});

describe('a campaign', () => {
  /** Takes a branch for each of these octets, as long as those before it are there, and refuses what has not all. */
  const OCTETS = [0x0f, 0x1f, 0x3f, 0x7e, 0x81, 0x8c];
  const target = octetsTarget('staircase', (octets) => {
    const missing = OCTETS.findIndex((octet) => !octets.includes(octet));
    taken.fill(1, 0, 1 + (missing < 0 ? OCTETS.length : missing));
    return missing < 0 ? { value: octets } : { refusal: new DecodeError('bad-value', 'octet', 0, 'is not there') };
  });

  // About 2,000 runs; without the branches it takes 50,000.
  it('goes on from what takes a new branch', async () => {
    const empty: Seed = { octets: new Uint8Array(8), text: undefined, origin: 'here' };
    const campaign = new Campaign({ target, group: 'texts', seeds: [empty], seed: 1 });
    const branches: number[] = [];
    while (campaign.executions < 6_000 && branches.length <= OCTETS.length) branches.push(...(await campaign.step()).branches);
    expect(branches).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });
});

describe('the hunt', () => {
  it('finds what is planted, makes it small and writes it down, and leaves what is sound alone', {
    timeout: 240_000,
  }, async () => {
    const save = mkdtempSync(join(tmpdir(), 'handset-fuzz-'));
    const program = fileURLToPath(new URL('planted-hunt.ts', import.meta.url));
    const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, save], { cwd: root });
    const { findings, tallies } = JSON.parse(stdout) as PlantedHunt;
    const signatures = Object.fromEntries(findings.map(({ target, signature }) => [target, signature]));
    expect(signatures).toEqual({
      'planted.hangs': TOO_LONG,
      'planted.throwsTypeError': 'TypeError in readDeep',
      'planted.allocatesOctets': TOO_LARGE,
      'planted.allocatesObjects': TOO_LARGE,
      'planted.grows': TOO_LARGE,
      'planted.isSlow': TOO_LONG,
      'planted.writesToInput': 'the input was written to',
      'planted.pointsOutside': "an error's offset lies outside of the input: field TEXT",
      'planted.namesNothing': 'an error names no field',
      'planted.recurses': 'RangeError in whatever the stack ends in',
    });
    const inputOf = (target: string) => readCase(findings.find((finding) => finding.target === target)!.path).input;
    expect(inputOf('planted.throwsTypeError')).toEqual(Uint8Array.of(0x7f));
    expect(inputOf('planted.pointsOutside')).toBe(':');
    expect(inputOf('planted.writesToInput')).toHaveLength(5);
    const tallyOf = (name: string) => tallies.find(({ target }) => target === name)!;
    expect(tallyOf('planted.sound')).toMatchObject({ executions: 100, findings: 0 });
    expect(tallyOf('planted.sound').mutantsRead).toBe(tallyOf('planted.sound').mutants);
    // Only one of the two runs anything of src, the error that it throws.
    expect(tallyOf('planted.sound').branches).toBe(0);
    expect(tallyOf('planted.pointsOutside').branches).toBeGreaterThan(0);
    rmSync(save, { recursive: true });
  });

  it('keeps what is needed of an input', async () => {
    const text = `${'x'.repeat(500)}<${'y'.repeat(300)}>${'z'.repeat(100)}`;
    expect(await minimise(text, async (candidate) => /<.*>/s.test(candidate))).toBe('<>');
    const octets = Uint8Array.from({ length: 300 }, (_, i) => i & 0xff);
    expect(await minimise(octets, async (candidate) => candidate.length > 2 && candidate.includes(0x42))).toEqual(
      Uint8Array.of(0, 0x42, 0),
    );
  });
});
