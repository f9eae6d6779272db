/**
 * Hunts what is planted, in a process of its own: a watchdog counts the time and the memory of the whole process, which would be those of other tests
 * too. Prints what it found, as JSON. The cases are written into the folder that is its argument.
 */
import { fileURLToPath } from 'node:url';
import { hunt } from './hunt.js';
import { TARGETS } from './planted.js';
import { bundleTargets } from './warden.js';

/** What it prints. */
export interface PlantedHunt {
  /** What was found: the path of each case, by its target and the fault's signature. */
  readonly findings: readonly { readonly target: string; readonly signature: string; readonly path: string }[];
  readonly tallies: readonly {
    readonly target: string;
    readonly executions: number;
    readonly findings: number;
    readonly mutants: number;
    readonly mutantsRead: number;
    readonly branches: number;
  }[];
}

const [, , save = ''] = process.argv;
const { bundle } = await bundleTargets('./planted.js');
const { findings, tallies } = await hunt({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  bundle,
  names: TARGETS.map(({ name }) => name),
  seed: 3,
  ms: 200_000,
  executions: 100,
  save,
  allowance: { timeMs: 120, growthOctets: 128 * 1024 * 1024 },
  // Filling the memory takes two seconds where the system is slow to hand out pages.
  hangMs: 8_000,
  heapMiB: 48,
  residentMiB: 400,
  mostCostlyRuns: 1,
  mostEnds: 1,
});
const said: PlantedHunt = {
  findings: findings.map(({ target, fault: { signature }, path }) => ({ target, signature, path })),
  tallies: tallies.map((tally) => ({ ...tally, branches: tally.branches.size })),
};
process.stdout.write(JSON.stringify(said));
