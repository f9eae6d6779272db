/**
 * Pictures adapted to handsets, whole files in and out, beside jimp (with gifwrap for animations) and, for information, sharp.
 *
 * These take up to seconds, and how much memory they need matters as much; so not the harness measures them, but a process of its own for
 * each contender and round (child.ts), with modules loaded and the file read beforehand. Ratios are of the processor time of further runs,
 * as in a server. Rounds of all contenders are interleaved; figures are medians. Nobody's output equals another's, so it is scored.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CHILD_ENVIRONMENT, EFFORT } from '../effort.js';
import { slope } from '../growth.js';
import { type Job, median } from '../harness.js';
import { buildInto, SOURCE, temporaryFolder } from '../module-build.js';
import { outcomeOf, type Verdict } from '../verdict.js';
import type { Order } from './child.js';
import { OURS } from './contenders.js';
import { COST_TASKS, type CostTask } from './cost-tasks.js';
import type { CostResult, Found, ImageResult, ImageRow } from './results.js';
import { stillSource } from './sources.js';
import { IMAGE_TASKS, type ImageTask } from './tasks.js';
import { threadTask } from './threads.js';

/** A run that takes longer at one size is not made at the next. */
const LONGEST_MS = 10_000;
/** The start of reading and the writing of a small picture weigh on small ones. */
const FIXED_COST_MEGAPIXELS = 0.5;
const LINEAR = 1.1;

export function imageJobs(): Job<ImageResult>[] {
  const jobs = IMAGE_TASKS.map((task) => ({ name: task.name, run: () => withModules((folder) => measured(task, folder)) }));
  const threads = { name: threadTask.name, run: () => withModules((folder) => threadTask.run(folder)) };
  return [...jobs, threads];
}

export function imageCostJobs(): Job<CostResult>[] {
  return COST_TASKS.map((task) => ({
    name: `image cost: ${task.name}`,
    run: () => withModules((folder) => costs(task, folder)),
  }));
}

let built: Promise<string> | undefined;

/** The modules are built once; the folder is removed when the process ends. */
async function withModules<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  built ??= buildModules();
  return work(await built);
}

async function buildModules(): Promise<string> {
  const folder = temporaryFolder();
  await buildInto(folder, {
    image: join(SOURCE, 'image/index.ts'),
    'image-worker': join(SOURCE, 'image/workers/worker.ts'),
    'jpeg-encode': join(SOURCE, 'image/jpeg/encode.ts'),
    profile: join(SOURCE, 'profile/index.ts'),
    // What child processes run: through tsx they would begin with its memory.
    child: fileURLToPath(new URL('child.ts', import.meta.url)),
  });
  return folder;
}

async function measured({ name, source, contenders, score, wanted }: ImageTask, folder: string): Promise<ImageResult> {
  const file = await source();
  writeFileSync(join(folder, 'source'), file);
  const found = new Map<string, Found[]>(contenders.map((contender) => [contender.name, []]));
  const outputs = new Map<string, Uint8Array>();
  for (let round = 0; round < EFFORT.imageRounds; round++) {
    for (const [turn] of contenders.entries()) {
      const contender = contenders[(turn + round) % contenders.length]!.name;
      found.get(contender)!.push(inChild({ task: name, contender, folder, enoughMs: EFFORT.imageEnoughMs }));
      outputs.set(contender, readFileSync(join(folder, 'output')));
    }
  }
  const rows: ImageRow[] = [];
  for (const contender of contenders) {
    const rounds = found.get(contender.name)!;
    rows.push({
      name: contender.name,
      firstMs: median(rounds.map(({ firstMs }) => firstMs)),
      runMs: median(rounds.map(({ runMs }) => runMs)),
      peakBytes: median(rounds.map(({ peakBytes }) => peakBytes)),
      ...(await score(outputs.get(contender.name)!, file)),
    });
  }
  const byName = new Map(rows.map((row) => [row.name, row]));
  const verdicts = wanted.map(({ of, ...line }): Verdict => {
    const value = of(byName);
    return { task: name, ...line, measured: value, outcome: outcomeOf(value, line) };
  });
  return { name, rows, verdicts };
}

async function costs({ name, format, contenders }: CostTask, folder: string): Promise<CostResult> {
  const lines = contenders.map((contender) => ({
    name: contender.name,
    points: [] as { megapixels: number; runMs: number; peakBytes: number }[],
  }));
  const omitted: { name: string; megapixels: number }[] = [];
  for (const [width, height] of EFFORT.imageSizes) {
    const megapixels = (width * height) / 1e6;
    writeFileSync(join(folder, 'source'), await stillSource(width, height, format));
    for (const { name: contender, points } of lines) {
      if ((points.at(-1)?.runMs ?? 0) > LONGEST_MS) {
        omitted.push({ name: contender, megapixels });
        continue;
      }
      const { runMs, peakBytes } = inChild({ task: name, contender, folder, enoughMs: EFFORT.imageSeriesEnoughMs });
      points.push({ megapixels, runMs, peakBytes });
    }
  }
  const judged = lines.map(({ name: contender, points }) => {
    const large = points.filter(({ megapixels }) => megapixels >= FIXED_COST_MEGAPIXELS);
    return { name: contender, points, exponent: slope(large.map((point) => [point.megapixels, point.runMs])) };
  });
  const { exponent } = judged.find((line) => line.name === OURS)!;
  const line = { sense: 'at most', must: LINEAR } as const;
  const target = 'exponent of time against pixels';
  const verdict = {
    task: `image cost: ${name}`,
    target,
    ...line,
    unit: '',
    measured: exponent,
    outcome: outcomeOf(exponent, line),
  };
  return { name, lines: judged, omitted, verdict };
}

function inChild(order: Order): Found {
  const options = { encoding: 'utf8', maxBuffer: 1 << 26, env: CHILD_ENVIRONMENT } as const;
  const child = spawnSync(process.execPath, [join(order.folder, 'child.mjs'), JSON.stringify(order)], options);
  if (child.status !== 0) throw new Error(`${order.task}, ${order.contender}: ${child.stderr}`);
  return JSON.parse(child.stdout.trim().split('\n').at(-1)!) as Found;
}
