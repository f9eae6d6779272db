/**
 * Fair timing of contenders on one task, on a shared and noisy machine.
 *
 * - They agree first: every contender's output is brought to one comparable form and must equal the expected value on every input.
 *   A peer that differs is listed with the reason and not timed; our own code or a bound that differs stops the run.
 * - They share the inputs (several per task, in turn, so that no single text is learnt by heart) and one timing loop, whose call site
 *   every contender has made megamorphic before the first sample: none is inlined into the loop, no result is optimised away.
 * - They are interleaved: each round times all of them, in an order that rotates. Figures are medians over the rounds, and a ratio is
 *   the median of the ratios within each round, so that a slow second of the machine hits both sides.
 * - ns/op is processor time of the whole process (collector threads included), not wall time: what other programs take on a shared
 *   machine is not counted. The percentiles are wall time.
 * - They are timed as in a program that has been running: each has seen strings of every kind V8 keeps (see `stringKinds`), so that
 *   `text.charCodeAt` and the like are megamorphic. In a process that has met one kind only, the same code can be several times faster.
 * - A sample is a batch of calls of about SAMPLE_US; p50 and p99 are percentiles of the mean of a batch, within a round.
 * @module
 */
import { isDeepStrictEqual } from 'node:util';
import v8 from 'node:v8';
import vm from 'node:vm';
import { Bench } from 'tinybench';
import { EFFORT } from './effort.js';
import { outcomeOf, type Verdict } from './verdict.js';

const SAMPLE_US = 40;

/** What a contender takes or gives besides the model objects. */
export type Form = 'octets' | 'hex' | 'text';

export interface Contender<Input> {
  readonly name: string;
  /** `handset-part` is a piece of our path, timed for information. */
  readonly role: 'handset' | 'handset-part' | 'peer' | 'bound';
  readonly form: Form;
  readonly run: (input: Input) => unknown;
  /** Brings an output of `run` to the task's comparable form; not timed. */
  readonly view: (output: never, input: Input) => unknown;
  /** Why this peer is known to differ; printed when it does. */
  readonly known?: string;
}

export type Target = RatioTarget | CostTarget;

/** What ours may cost by itself. */
export interface CostTarget {
  readonly against: 'clock';
  readonly form: Form;
  /**
   * `ms` of processor time and `x` (octets held at once, of what gives a promise, times `octets`) at most; calls per second (`/s`) and `GB/s`
   * of `octets` at least.
   */
  readonly unit: 'ms' | '/s' | 'GB/s' | 'x';
  readonly must: number;
  readonly aim?: number;
  readonly octets?: number;
  /** The contender of ours to judge, when it is not the whole path. */
  readonly part?: string;
}

export interface RatioTarget {
  /** `peer`: times faster than the best peer. `bound`: fraction of the plain loop's speed. */
  readonly against: 'peer' | 'bound';
  /** The form in which ours takes part. */
  readonly form: Form;
  /** Which rivals count: those of one form, or each in the form that it gives and takes (`own`). */
  readonly rivals: Form | 'own';
  /** Without it the ratio is printed for information. */
  readonly must?: number;
  readonly aim?: number;
  /** The contender of ours to judge, when it is not the whole path. */
  readonly part?: string;
}

export interface Task<Input> {
  readonly name: string;
  readonly inputs: readonly Input[];
  /** Size of one input or output, for MB/s. */
  readonly bytesPerOp: number;
  readonly bytesOf: string;
  readonly expected: (input: Input) => unknown;
  /** Inputs that every contender has met before it is timed; their results are of no interest. */
  readonly seenBefore?: readonly Input[];
  readonly contenders: readonly Contender<Input>[];
  /** Peers that have no such function at all. */
  readonly unable?: readonly { readonly name: string; readonly reason: string }[];
  readonly targets: readonly Target[];
}

export interface Row {
  readonly name: string;
  readonly role: Contender<never>['role'];
  readonly form: Form;
  readonly nsPerOp: number;
  readonly opsPerSecond: number;
  readonly megabytesPerSecond: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  /** Fastest and slowest round. */
  readonly rangeNs: readonly [number, number];
  readonly allocatedHeap: number;
  readonly allocatedBuffers: number;
  /** The most that a call holds at once, where that is judged. */
  readonly heldOctets?: number;
  /** How many times faster than it the fastest of ours in its form is (peers), or the fraction of its speed that ours has (bounds). */
  readonly handsetRatio?: number;
}

export interface TaskResult {
  readonly name: string;
  readonly bytesPerOp: number;
  readonly bytesOf: string;
  readonly rows: readonly Row[];
  readonly notTimed: readonly { readonly name: string; readonly reason: string }[];
  readonly verdicts: readonly Verdict[];
}

/** Something to run when its name passes the filter. */
export interface Job<Result> {
  readonly name: string;
  readonly run: () => Result | Promise<Result>;
  /**
   * Those of ours that give what is expected, to be timed beside another build of them; absent where a call is awaited.
   * @throws Error when one of ours does not.
   */
  readonly ours?: () => readonly Entry[];
}

export function taskJob<Input>(task: Task<Input>): Job<TaskResult> {
  return { name: task.name, run: () => runTask(task), ours: () => oursOf(task) };
}

function oursOf<Input>(task: Task<Input>): readonly Entry[] {
  const { entries } = entriesOf({ ...task, contenders: task.contenders.filter(({ role }) => role === 'handset') });
  for (const { contender } of entries) meet(contender as Contender<unknown>, task.seenBefore ?? []);
  return entries;
}

/** Runs one task: agreement, timing, allocation, verdicts. */
function runTask<Input>(task: Task<Input>): TaskResult {
  const { entries, different } = entriesOf(task);
  const notTimed = [...(task.unable ?? []), ...different];
  for (const { contender } of entries) meet(contender as Contender<unknown>, task.seenBefore ?? []);
  const timings = interleave(entries.map(({ sample }) => sample));
  const best = (role: 'peer' | 'bound' | 'handset', form: Form | 'own'): number => {
    let found = -1;
    entries.forEach(({ contender }, i) => {
      const counts = contender.role === role && (form === 'own' || contender.form === form);
      if (counts && (found < 0 || timings[i]!.nsPerOp < timings[found]!.nsPerOp)) found = i;
    });
    return found;
  };
  const rows = entries.map(({ contender, sample }, i): Row => {
    const timing = timings[i]!;
    const ours = best('handset', contender.form);
    const compared = ours >= 0 && (contender.role === 'peer' || contender.role === 'bound');
    const { heap, buffers } = allocation(sample, allocationCalls(timing.nsPerOp));
    return {
      name: contender.name,
      role: contender.role,
      form: contender.form,
      nsPerOp: timing.nsPerOp,
      opsPerSecond: 1e9 / timing.nsPerOp,
      megabytesPerSecond: (task.bytesPerOp * 1e3) / timing.nsPerOp,
      p50Ns: timing.p50Ns,
      p99Ns: timing.p99Ns,
      rangeNs: timing.rangeNs,
      allocatedHeap: heap,
      allocatedBuffers: buffers,
      ...(compared && { handsetRatio: ratio(timing, timings[ours]!) }),
    };
  });
  const verdicts = task.targets.map((target): Verdict => {
    const ours =
      target.part === undefined
        ? best('handset', target.form)
        : entries.findIndex(({ contender }) => contender.name === target.part);
    if (target.against === 'clock') return costVerdict(task.name, target, rows[ours]!);
    const { must, aim } = target;
    const wanted = { task: task.name, target: targetWords(target), sense: 'at least', must, aim, unit: 'x' } as const;
    const rival = best(target.against, target.rivals);
    if (rival < 0 || ours < 0) return { ...wanted, outcome: 'no peer' };
    const measured = ratio(timings[rival]!, timings[ours]!);
    const { name, form } = entries[rival]!.contender;
    return { ...wanted, measured, outcome: outcomeOf(measured, wanted), against: `${name}, ${form}` };
  });
  return { name: task.name, bytesPerOp: task.bytesPerOp, bytesOf: task.bytesOf, rows, notTimed, verdicts };
}

/** What a row of ours costs by itself, judged. */
export function costVerdict(task: string, target: CostTarget, row: Row): Verdict {
  const { unit, must, aim, octets = 1 } = target;
  const [words, sense, measured] = (
    {
      ms: ['processor time', 'at most', row.nsPerOp / 1e6],
      '/s': ['of them in a second of one processor', 'at least', 1e9 / row.nsPerOp],
      'GB/s': ['octets by processor time', 'at least', octets / row.nsPerOp],
      x: [`octets held at once, of ${octets.toLocaleString('en')}`, 'at most', (row.heldOctets ?? Number.NaN) / octets],
    } as const
  )[unit];
  const wanted = { task, target: words, sense, must, aim, unit } as const;
  if (Number.isNaN(measured)) return { ...wanted, outcome: 'not run', reason: 'it was not weighed' };
  return { ...wanted, measured, outcome: outcomeOf(measured, wanted) };
}

function targetWords({ form, part, against, rivals }: RatioTarget): string {
  const whose = part === undefined ? '' : `${part}: `;
  if (against === 'bound') return `${whose}of the plain loop's speed (${form})`;
  return `${whose}times the best peer (${rivals === 'own' ? `${form}; peers in their own form` : `${form} for ${rivals}`})`;
}

export interface Entry {
  readonly contender: Contender<never>;
  readonly sample: Sampler;
}

/**
 * The contenders that give what is expected on every input, and the peers that do not.
 * @throws Error when one of ours, or a bound, does not.
 */
export function entriesOf<Input>(task: Task<Input>): {
  readonly entries: readonly Entry[];
  readonly different: readonly { readonly name: string; readonly reason: string }[];
} {
  const entries: Entry[] = [];
  const different: { name: string; reason: string }[] = [];
  for (const contender of task.contenders) {
    const difference = disagreement(task, contender);
    if (difference === undefined) {
      entries.push({ contender: contender as Contender<never>, sample: sampler(contender.run, task.inputs) });
    } else if (contender.role === 'peer') {
      different.push({ name: contender.name, reason: contender.known ?? difference });
    } else throw new Error(`${task.name}: ${contender.name} is wrong: ${difference}`);
  }
  return { entries, different };
}

function meet<Input>({ run }: Contender<Input>, inputs: readonly Input[]): void {
  for (let i = 0; i < EFFORT.meetings; i++) {
    for (const input of inputs) {
      try {
        run(input);
      } catch {
        // A peer need not take these.
      }
    }
  }
}

function disagreement<Input>(task: Task<Input>, contender: Contender<Input>): string | undefined {
  for (const input of task.inputs) {
    const expected = task.expected(input);
    let found: unknown;
    try {
      found = contender.view(contender.run(input) as never, input);
    } catch (error) {
      return `throws ${String(error)}`;
    }
    if (!isDeepStrictEqual(found, expected)) return `gives ${brief(found)} for ${brief(expected)}`;
  }
  return undefined;
}

function brief(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 160 ? `${text.slice(0, 157)}...` : text;
}

/** Makes so many calls, each with the next input. */
export type Sampler = (calls: number) => void;

/** Every contender gets a closure of this one loop. */
export function sampler<Input>(run: (input: Input) => unknown, inputs: readonly Input[]): Sampler {
  let at = 0;
  const count = inputs.length;
  return (calls) => {
    let result: unknown;
    for (let i = 0; i < calls; i++) {
      result = run(inputs[at] as Input);
      if (++at === count) at = 0;
    }
    // Looking at the result keeps the calls from being dead code.
    if (result === undefined) throw new Error('a contender gave no result');
  };
}

export interface Timing {
  /** Median over the rounds of the mean processor time. */
  readonly nsPerOp: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
  readonly rangeNs: readonly [number, number];
  readonly rounds: readonly number[];
}

/** How long contenders are timed. */
export interface Pace {
  readonly rounds: number;
  readonly roundMs: number;
  readonly warmUpMs: number;
}

/** Times all samplers in interleaved rounds. */
export function interleave(samplers: readonly Sampler[], { rounds, roundMs, warmUpMs }: Pace = EFFORT): Timing[] {
  for (const sample of samplers) sample(1);
  for (const sample of samplers) warmUp(sample, warmUpMs);
  const batches = samplers.map(batchSize);
  const means: number[][] = samplers.map(() => []);
  const p50s: number[][] = samplers.map(() => []);
  const p99s: number[][] = samplers.map(() => []);
  for (let round = 0; round < rounds; round++) {
    let done = 0;
    let cpu = { user: 0, system: 0 };
    const bench = new Bench({
      time: roundMs,
      iterations: 8,
      warmup: false,
      throws: true,
      setup: () => {
        collect('minor');
        done = 0;
        cpu = process.cpuUsage();
      },
      teardown: (task) => {
        const { user, system } = process.cpuUsage(cpu);
        means[Number(task?.name)]!.push(((user + system) * 1e3) / done);
      },
    });
    samplers.forEach((_, turn) => {
      const i = (turn + round) % samplers.length;
      const sample = samplers[i]!;
      const calls = batches[i]!;
      bench.add(String(i), () => {
        const start = performance.now();
        sample(calls);
        const cost = performance.now() - start;
        done += calls;
        return { overriddenDuration: cost / calls, overriddenIterationCost: cost };
      });
    });
    for (const { name, result } of bench.runSync()) {
      if (!('latency' in result)) throw new Error('no result');
      p50s[Number(name)]!.push(result.latency.p50 * 1e6);
      p99s[Number(name)]!.push(result.latency.p99 * 1e6);
    }
  }
  return samplers.map((_, i) => ({
    nsPerOp: median(means[i]!),
    p50Ns: median(p50s[i]!),
    p99Ns: median(p99s[i]!),
    rangeNs: [Math.min(...means[i]!), Math.max(...means[i]!)],
    rounds: means[i]!,
  }));
}

function warmUp(sample: Sampler, ms: number): void {
  const end = performance.now() + ms;
  // Fifty calls at least, of what is not slow.
  for (let calls = 0; performance.now() < end || (calls < 50 && performance.now() < end + ms); calls++) sample(1);
}

function batchSize(sample: Sampler): number {
  for (let calls = 1; ; calls *= 2) {
    let least = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 5; i++) {
      const start = performance.now();
      sample(calls);
      least = Math.min(least, performance.now() - start);
    }
    if (least * 1e3 >= SAMPLE_US) return calls;
  }
}

/** How many times longer the first takes than the second: the median of the rounds. */
export function ratio(slow: Timing, fast: Timing): number {
  return median(slow.rounds.map((ns, round) => ns / fast.rounds[round]!));
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Calls to measure allocation with: few of what takes long, so that it does not last longer than the timing. */
function allocationCalls(nsPerOp: number): number {
  return Math.max(2, Math.min(256, Math.ceil((EFFORT.allocationMs * 1e6) / nsPerOp)));
}

/** Octets allocated per call: on the heap, and outside it in array buffers (V8 keeps those over 64 octets there). */
export function allocation(sample: Sampler, most = 256): { heap: number; buffers: number } {
  const heaps: number[] = [];
  const buffers: number[] = [];
  const empty = sampler(() => 0, [0]);
  empty(1000);
  for (let calls = most; heaps.length < EFFORT.allocationLooks && calls >= 1; ) {
    const overhead = allocatedBy(empty, calls);
    const found = allocatedBy(sample, calls);
    if (found === undefined || overhead === undefined) {
      // A collection came in between.
      calls >>= 1;
      continue;
    }
    heaps.push(Math.max(0, found.heap - overhead.heap) / calls);
    buffers.push(found.buffers / calls);
  }
  return { heap: Math.round(median(heaps)), buffers: Math.round(median(buffers)) };
}

function allocatedBy(sample: Sampler, calls: number): { heap: number; buffers: number } | undefined {
  collect('minor');
  const profiler = new v8.GCProfiler();
  profiler.start();
  const buffersBefore = process.memoryUsage().arrayBuffers;
  const heapBefore = v8.getHeapStatistics().used_heap_size;
  sample(calls);
  const heap = v8.getHeapStatistics().used_heap_size - heapBefore;
  const buffers = process.memoryUsage().arrayBuffers - buffersBefore;
  const collections = profiler.stop()?.statistics.length ?? 0;
  return collections > 0 ? undefined : { heap, buffers };
}

let gc: ((options?: { type: 'minor' | 'major' }) => void) | undefined;

/** Empties the young generation (or the whole heap), so that one contender's garbage is not collected on another's time. */
export function collect(type: 'minor' | 'major'): void {
  if (gc === undefined) {
    v8.setFlagsFromString('--expose-gc');
    gc = vm.runInNewContext('gc') as typeof gc;
  }
  // What is given a type collects the young generation only, whatever the type (Node 20).
  if (type === 'major') gc?.();
  else gc?.({ type });
}
