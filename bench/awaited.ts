/**
 * Timing of what gives a promise: processor time of the process, medians over interleaved rounds, as in harness.ts, in calls one after the
 * other.
 * @module
 */
import { isDeepStrictEqual } from 'node:util';
import v8 from 'node:v8';
import { EFFORT } from './effort.js';
import { type CostTarget, collect, costVerdict, type Form, type Job, median, type Row, type TaskResult } from './harness.js';
import { outcomeOf, type Verdict } from './verdict.js';

export interface AwaitedContender<Input> {
  readonly name: string;
  readonly role: Row['role'];
  readonly form: Form;
  readonly run: (input: Input) => Promise<unknown>;
  /** The bound that this one of ours is compared with. */
  readonly against?: string;
  /** Brings what `run` gives to the task's comparable form. */
  readonly view: (output: never, input: Input) => unknown;
}

export interface AwaitedTask<Input> {
  readonly name: string;
  readonly inputs: readonly Input[];
  /** Size of one input, for MB/s. */
  readonly bytesPerOp: number;
  readonly bytesOf: string;
  readonly expected: (input: Input) => unknown;
  readonly contenders: readonly AwaitedContender<Input>[];
  readonly unable: readonly { readonly name: string; readonly reason: string }[];
  /** Costs are those of the first contender. */
  readonly targets: readonly CostTarget[];
}

export function awaitedJob<Input>(task: AwaitedTask<Input>): Job<TaskResult> {
  return { name: task.name, run: () => runAwaited(task) };
}

async function runAwaited<Input>(task: AwaitedTask<Input>): Promise<TaskResult> {
  const { name, inputs, bytesPerOp, bytesOf, contenders, expected, unable, targets } = task;
  for (const contender of contenders) {
    for (const input of inputs) {
      const found = contender.view((await contender.run(input)) as never, input);
      if (!isDeepStrictEqual(found, expected(input))) throw new Error(`${name}: ${contender.name} is wrong`);
    }
  }
  // A call goes through so much code that its last parts are compiled after a hundred of them.
  for (const contender of contenders) await callFor(contender, inputs, 10 * EFFORT.warmUpMs);
  const means: number[][] = contenders.map(() => []);
  const walls: number[][] = contenders.map(() => []);
  for (let round = 0; round < EFFORT.rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const i = (turn + round) % contenders.length;
      collect('minor');
      const cpu = process.cpuUsage();
      const wall = await callFor(contenders[i]!, inputs, 2 * EFFORT.roundMs);
      const { user, system } = process.cpuUsage(cpu);
      means[i]!.push(((user + system) * 1e3) / wall.length);
      walls[i]!.push(...wall);
    }
  }
  const rows: Row[] = [];
  const verdicts: Verdict[] = [];
  for (const [i, contender] of contenders.entries()) {
    const row = await rowOf(task, contender, means[i]!, walls[i]!);
    const ours = contenders.findIndex(({ against }) => against === contender.name);
    if (ours < 0) {
      rows.push(row);
      continue;
    }
    const handsetRatio = median(means[i]!.map((ns, round) => ns / means[ours]![round]!));
    rows.push({ ...row, handsetRatio });
    const target = `${contenders[ours]!.name}: of the plain call's speed`;
    const line = { task: name, target, sense: 'at least', unit: 'x', against: contender.name } as const;
    verdicts.push({ ...line, measured: handsetRatio, outcome: outcomeOf(handsetRatio, line) });
  }
  // Weighed where that is judged: full collections would slow down what is timed next.
  if (targets.some(({ unit }) => unit === 'x')) rows[0] = { ...rows[0]!, heldOctets: await heldAtOnce(contenders[0]!, inputs) };
  verdicts.unshift(...targets.map((target) => costVerdict(name, target, rows[0]!)));
  return { name, bytesPerOp, bytesOf, rows, notTimed: unable, verdicts };
}

async function rowOf<Input>(
  { inputs, bytesPerOp }: AwaitedTask<Input>,
  contender: AwaitedContender<Input>,
  means: readonly number[],
  walls: number[],
): Promise<Row> {
  const nsPerOp = median(means);
  walls.sort((a, b) => a - b);
  const { heap, buffers } = await allocated(contender, inputs);
  return {
    name: contender.name,
    role: contender.role,
    form: contender.form,
    nsPerOp,
    opsPerSecond: 1e9 / nsPerOp,
    megabytesPerSecond: (bytesPerOp * 1e3) / nsPerOp,
    p50Ns: walls[walls.length >> 1]! * 1e6,
    p99Ns: walls[Math.floor(walls.length * 0.99)]! * 1e6,
    rangeNs: [Math.min(...means), Math.max(...means)],
    allocatedHeap: heap,
    allocatedBuffers: buffers,
  };
}

/** Calls one after the other; the wall time of each, in milliseconds. */
async function callFor<Input>({ run }: AwaitedContender<Input>, inputs: readonly Input[], ms: number): Promise<number[]> {
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
async function allocated<Input>(
  { run }: AwaitedContender<Input>,
  inputs: readonly Input[],
): Promise<{ heap: number; buffers: number }> {
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
  // Where a collection comes into every call nothing can be said.
  if (heaps.length === 0) return { heap: Number.NaN, buffers: Number.NaN };
  return { heap: Math.round(median(heaps)), buffers: Math.round(median(buffers)) };
}

/**
 * Octets that a call holds at once: the most that was alive, its result included, in the pauses that it leaves to others. The garbage is
 * collected in each of them, and the largest figure of several calls is taken.
 */
async function heldAtOnce<Input>({ run }: AwaitedContender<Input>, inputs: readonly Input[]): Promise<number> {
  let most = 0;
  for (const input of inputs) {
    let running = true;
    const before = alive();
    const look = (): void => {
      if (!running) return;
      most = Math.max(most, alive() - before);
      setImmediate(look);
    };
    setImmediate(look);
    const result = await run(input);
    running = false;
    most = Math.max(most, alive() - before);
    // Held until it was weighed.
    if (result === undefined) throw new Error('a contender gave no result');
  }
  return most;
}

/** Octets of the heap and of array buffers, without garbage. */
function alive(): number {
  collect('major');
  return v8.getHeapStatistics().used_heap_size + process.memoryUsage().arrayBuffers;
}
