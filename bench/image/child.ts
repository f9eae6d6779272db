/**
 * The process that measures one contender on one file: processor time of its first run, the median of further ones, and by how much the
 * largest memory of the process exceeds that before the first run. Started by processes.ts with an order as its argument; what it found is
 * the last line that it writes, since packages may write to the console too.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COST_TASKS } from './cost-tasks.js';
import type { Found } from './results.js';
import { IMAGE_TASKS } from './tasks.js';

/** Runs after the first, at least and at most. */
const LEAST_RUNS = 1;
const MOST_RUNS = 200;

/** What a child process is given. */
export interface Order {
  readonly task: string;
  readonly contender: string;
  /** Where the built modules are, `source` and, after the first run, `output`. */
  readonly folder: string;
  /** Processor time after which there are no more runs. */
  readonly enoughMs: number;
}

async function measureHere({ task, contender, folder, enoughMs }: Order): Promise<Found> {
  const run = await [...IMAGE_TASKS, ...COST_TASKS]
    .find(({ name }) => name === task)!
    .contenders.find(({ name }) => name === contender)!
    .load(folder);
  const file = readFileSync(join(folder, 'source'));
  const before = process.memoryUsage.rss();
  const timed = async (): Promise<{ output: Uint8Array; ms: number }> => {
    const start = process.cpuUsage();
    const output = await run(file);
    const { user, system } = process.cpuUsage(start);
    return { output, ms: (user + system) / 1e3 };
  };
  forgetPeak();
  const first = await timed();
  const peakBytes = Math.max(0, peakMemory() - before);
  writeFileSync(join(folder, 'output'), first.output);
  const times: number[] = [];
  for (let spent = 0; times.length < LEAST_RUNS || (times.length < MOST_RUNS && spent < enoughMs); ) {
    const { ms } = await timed();
    times.push(ms);
    spent += ms;
  }
  return { firstMs: first.ms, runMs: median(times), peakBytes };
}

/** Linux lets a process forget its largest memory, which it has partly from its parent. */
function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Elsewhere figures are larger than they should be, for all alike.
  }
}

/** The largest memory of this process so far, in octets. */
function peakMemory(): number {
  try {
    const [, kilobytes] = /VmHWM:\s*(\d+) kB/.exec(readFileSync('/proc/self/status', 'latin1')) as RegExpExecArray;
    return Number(kilobytes) * 1024;
  } catch {
    return process.resourceUsage().maxRSS * 1024;
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

console.log(`\n${JSON.stringify(await measureHere(JSON.parse(process.argv[2]!) as Order))}`);
