/**
 * A whole run: what is written to bench/results/latest.json, and what the page and the pictures are made of.
 * @module
 */
import type { Environment } from './environment.js';
import type { GrowthResult } from './growth.js';
import type { TaskResult } from './harness.js';
import type { CostResult, ImageResult } from './image/results.js';
import type { SeriesResult } from './series.js';
import type { SystemResult } from './system.js';
import type { Verdict } from './verdict.js';

export interface ModuleResult {
  /** As the page calls it. */
  readonly title: string;
  readonly tasks: readonly TaskResult[];
}

export interface Run {
  readonly environment: Environment;
  readonly seconds: number;
  readonly modules: readonly ModuleResult[];
  readonly images: readonly ImageResult[];
  readonly costs: readonly CostResult[];
  readonly series: readonly SeriesResult[];
  readonly growth: readonly GrowthResult[];
  readonly systems: readonly SystemResult[];
  readonly exactness: readonly { readonly name: string; readonly wrong: readonly string[] }[];
  readonly peers: readonly { readonly name: string; readonly version: string; readonly limits: string }[];
  /** Other programs that took part, with their versions. */
  readonly programs: Readonly<Record<string, string>>;
  /** What was not run or failed, and why. */
  readonly notRun: readonly { readonly name: string; readonly reason: string }[];
}

/** Every verdict of a run, with the part of it that it belongs to. */
export function verdictsOf(
  run: Omit<Run, 'seconds' | 'peers' | 'programs' | 'exactness'>,
): (Verdict & { readonly module: string })[] {
  const within = (module: string, verdicts: readonly Verdict[]) => verdicts.map((verdict) => ({ module, ...verdict }));
  return [
    ...run.modules.flatMap(({ title, tasks }) => tasks.flatMap(({ verdicts }) => within(title, verdicts))),
    ...run.images.flatMap(({ verdicts }) => within('Image', verdicts)),
    ...run.costs.flatMap(({ verdict }) => within('Image', [verdict])),
    ...run.systems.flatMap(({ name, verdicts }) => within(`${name[0]!.toUpperCase()}${name.slice(1)}`, verdicts)),
    ...run.growth.flatMap(({ verdict }) => within('Time against length', [verdict])),
  ];
}
