/** A hunt over many targets: slices of time in turn, findings made smaller, written down, and told once each. */
import { rmSync } from 'node:fs';
import { writeCase } from './corpus.js';
import { minimise } from './minimise.js';
import type { Input } from './target.js';
import { type Fault, TOO_LARGE, TOO_LONG } from './trial.js';
import { Ended, Warden, type WardenOptions } from './warden.js';

/** What is hunted for, and for how long. */
export interface HuntOptions extends Omit<WardenOptions, 'workers'> {
  /** Names of the targets. */
  readonly names: readonly string[];
  /** Milliseconds in all. */
  readonly ms: number;
  /** Runs of each target at most; without an end by default. */
  readonly executions?: number;
  readonly workers?: number;
  /** How often a fault that takes seconds, or a worker, is tried on smaller inputs. */
  readonly mostCostlyRuns?: number;
  /** Workers that a target may end before it is left alone. */
  readonly mostEnds?: number;
  /** Folder for what is found. */
  readonly save: string;
  readonly onFinding?: (finding: Finding) => void;
}

/** Something found. */
export interface Finding {
  readonly target: string;
  readonly fault: Fault;
  /** As small as it was made. */
  readonly input: Input;
  /** Which run of the target it was. */
  readonly execution: number;
  readonly path: string;
}

/** What was done with a target. */
export interface Tally {
  readonly target: string;
  executions: number;
  /** Runs of inputs that were made from others, and those of them that were read. */
  mutants: number;
  mutantsRead: number;
  /** Branches of the sources that it took. */
  readonly branches: Set<number>;
  findings: number;
  ms: number;
  /** Workers that it ended. */
  ends: number;
}

/** A turn of one target: milliseconds and runs. */
const SLICE_MS = 500;
const SLICE_RUNS = 2_000;
/** Findings of one target after which it is left alone: the first ones have to be mended first. */
const MOST_FINDINGS = 12;

/** Runs the targets in turn until the time is over. The bundle is removed afterwards. */
export async function hunt(options: HuntOptions): Promise<{ tallies: Tally[]; findings: Finding[] }> {
  const { names, ms, workers = 1, executions = Number.POSITIVE_INFINITY, mostCostlyRuns = 40, mostEnds = 3 } = options;
  const tallies = names.map(
    (target): Tally => ({
      target,
      ...{ executions: 0, mutants: 0, mutantsRead: 0, findings: 0, ms: 0, ends: 0 },
      branches: new Set(),
    }),
  );
  const findings: Finding[] = [];
  const until = performance.now() + ms;

  const work = async (which: number) => {
    const warden = new Warden({ ...options, workers });
    // Each target stays with one worker, which knows what it has kept.
    const own = tallies.filter((_, i) => i % workers === which);
    while (performance.now() < until) {
      const waiting = own.filter(
        (tally) => tally.executions < executions && tally.findings < MOST_FINDINGS && tally.ends < mostEnds,
      );
      if (waiting.length === 0) break;
      for (const tally of waiting) {
        const left = until - performance.now();
        if (left <= 0) break;
        await turn(warden, tally, Math.min(SLICE_MS, left), Math.min(SLICE_RUNS, executions - tally.executions));
      }
    }
    await warden.close();
  };

  const turn = async (warden: Warden, tally: Tally, sliceMs: number, runs: number) => {
    try {
      const slice = await warden.slice(tally.target, sliceMs, runs);
      tally.executions += slice.executions;
      tally.ms += slice.ms;
      tally.mutants += slice.mutants;
      tally.mutantsRead += slice.mutantsRead;
      for (const branch of slice.branches) tally.branches.add(branch);
      for (const { input, fault } of slice.faults) await take(warden, tally, input, fault);
    } catch (error) {
      if (!(error instanceof Ended)) throw error;
      tally.executions++;
      tally.ends++;
      const { fault } = error.verdict;
      if (fault !== undefined) await take(warden, tally, error.input, fault);
    }
  };

  const take = async (warden: Warden, tally: Tally, input: Input, fault: Fault) => {
    const { target } = tally;
    if (findings.some((other) => other.target === target && other.fault.signature === fault.signature)) return;
    const isCostly = fault.signature === TOO_LONG || fault.signature === TOO_LARGE;
    const does = async (smaller: Input) => (await warden.attempt(target, smaller)).fault?.signature === fault.signature;
    const smallest = await minimise(input, does, isCostly ? mostCostlyRuns : undefined);
    const path = writeCase(options.save, { target, input: smallest, found: fault.found }, fault.signature);
    const finding: Finding = { target, fault, input: smallest, execution: tally.executions, path };
    findings.push(finding);
    tally.findings++;
    options.onFinding?.(finding);
  };

  await Promise.all(Array.from({ length: workers }, (_, which) => work(which)));
  rmSync(options.bundle, { force: true });
  return { tallies, findings };
}
