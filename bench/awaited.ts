/**
 * Timing of what gives a promise, alone on its inputs: processor time of the process, medians over rounds, as in harness.ts. Nothing else
 * of ours composes messages, and nothing else is there to compare with.
 * @module
 */
import { isDeepStrictEqual } from 'node:util';
import v8 from 'node:v8';
import { collect, type Job, median, type TaskResult } from './harness.js';

const ROUNDS = 7;
const ROUND_MS = 100;
const WARM_UP_MS = 400;

export interface AwaitedTask<Input> {
  readonly name: string;
  readonly inputs: readonly Input[];
  /** Size of one input, for MB/s. */
  readonly bytesPerOp: number;
  readonly bytesOf: string;
  readonly run: (input: Input) => Promise<unknown>;
  /** What `run` shall give for an input, after `view`. */
  readonly expected: (input: Input) => unknown;
  readonly view: (output: never) => unknown;
  readonly unable: readonly { readonly name: string; readonly reason: string }[];
  /** Processor time. */
  readonly atMostMs: number;
}

export function awaitedJob<Input>(task: AwaitedTask<Input>): Job<Promise<TaskResult>> {
  return { name: task.name, run: () => runAwaited(task) };
}

async function runAwaited<Input>(task: AwaitedTask<Input>): Promise<TaskResult> {
  const { name, inputs, bytesPerOp, bytesOf, run, expected, view, unable, atMostMs } = task;
  for (const input of inputs) {
    if (!isDeepStrictEqual(view((await run(input)) as never), expected(input))) throw new Error(`${name}: handset is wrong`);
  }
  await callFor(task, WARM_UP_MS);
  const means: number[] = [];
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    collect('minor');
    const cpu = process.cpuUsage();
    const wall = await callFor(task, ROUND_MS);
    const { user, system } = process.cpuUsage(cpu);
    means.push(((user + system) * 1e3) / wall.length);
    wall.sort((a, b) => a - b);
    p50s.push(wall[wall.length >> 1]! * 1e6);
    p99s.push(wall[Math.floor(wall.length * 0.99)]! * 1e6);
  }
  const nsPerOp = median(means);
  const { heap, buffers } = await allocated(task);
  const row = {
    name: 'handset',
    role: 'handset',
    form: 'octets',
    nsPerOp,
    opsPerSecond: 1e9 / nsPerOp,
    megabytesPerSecond: (bytesPerOp * 1e3) / nsPerOp,
    p50Ns: median(p50s),
    p99Ns: median(p99s),
    rangeNs: [Math.min(...means), Math.max(...means)],
    allocatedHeap: heap,
    allocatedBuffers: buffers,
  } as const;
  const measured = nsPerOp / 1e6;
  const outcome = measured <= atMostMs ? 'PASS' : 'short';
  const verdict = { target: 'processor time (octets)', atMostMs, measured, outcome } as const;
  return { name, bytesPerOp, bytesOf, rows: [row], notTimed: unable, verdicts: [verdict] };
}

/** Calls one after the other; the wall time of each, in milliseconds. */
async function callFor<Input>({ run, inputs }: AwaitedTask<Input>, ms: number): Promise<number[]> {
  const times: number[] = [];
  const end = performance.now() + ms;
  for (let at = 0; times.length < inputs.length || performance.now() < end; at++) {
    const start = performance.now();
    await run(inputs[at % inputs.length] as Input);
    times.push(performance.now() - start);
  }
  return times;
}

/** Octets that a call allocates: the median of those that no collection came into. */
async function allocated<Input>({ run, inputs }: AwaitedTask<Input>): Promise<{ heap: number; buffers: number }> {
  const heaps: number[] = [];
  const buffers: number[] = [];
  for (let i = 0; i < 50 && heaps.length < 9; i++) {
    collect('minor');
    const profiler = new v8.GCProfiler();
    profiler.start();
    const buffersBefore = process.memoryUsage().arrayBuffers;
    const heapBefore = v8.getHeapStatistics().used_heap_size;
    await run(inputs[i % inputs.length] as Input);
    const heap = v8.getHeapStatistics().used_heap_size - heapBefore;
    const more = process.memoryUsage().arrayBuffers - buffersBefore;
    if ((profiler.stop()?.statistics.length ?? 0) > 0) continue;
    heaps.push(heap);
    buffers.push(more);
  }
  return heaps.length === 0
    ? { heap: 0, buffers: 0 }
    : { heap: Math.round(median(heaps)), buffers: Math.round(median(buffers)) };
}
