/**
 * Questions to an adapter, and what it makes of them, whatever it does: it may crash, hang, or answer what nobody can read. It is started
 * anew then. Of several questions in work none is blamed: they are asked again, one at a time.
 * @module
 */
import { AdapterProcess } from './process.js';
import { type Answer, type Hello, parseAnswer, parseHello, parseLine, type Question } from './protocol.js';

/** How long to wait, and how often to start. */
export interface Limits {
  /** For the first line. */
  readonly startMs: number;
  /** For the next answer. */
  readonly caseMs: number;
  /** Most starts after the first one. */
  readonly restarts: number;
  /** Most questions in work. */
  readonly window: number;
}

/** What a question came to: an answer, or how the adapter failed on it. */
export type Outcome = Answer | { readonly crashed: string } | { readonly wrong: string };

/** How long an adapter may take to end after the last question. */
const END_MS = 2000;

/** The adapter did not start as the protocol says. */
export class StartError extends Error {}

/** Asks all questions that `choose` makes of the adapter's first line. @throws StartError when the first start fails. */
export async function askAll(
  command: readonly string[],
  limits: Limits,
  choose: (hello: Hello) => readonly Question[],
): Promise<{ readonly hello: Hello; readonly outcomes: ReadonlyMap<string, Outcome>; readonly restarts: number }> {
  const outcomes = new Map<string, Outcome>();
  let hello: Hello | undefined;
  let waiting: readonly Question[] = [];
  let alone: readonly Question[] = [];
  for (let starts = 0; ; starts++) {
    const run = await oneRun(command, limits, outcomes, (first) => {
      if (hello === undefined) waiting = choose(first);
      hello ??= first;
      return { alone, waiting };
    });
    if (hello === undefined) throw new StartError(run.why ?? 'the adapter gave no first line');
    if (run.why === undefined) return { hello, outcomes, restarts: starts };
    const { inWork } = run;
    // One question in work is the one that ended it; of several, each is asked again alone.
    if (inWork.length === 1) outcomes.set(inWork[0]!.id, { crashed: run.why });
    else alone = [...inWork, ...alone];
    const open = (list: readonly Question[]) => list.filter(({ id }) => !outcomes.has(id));
    const again = new Set(alone.map(({ id }) => id));
    [alone, waiting] = [open(alone), open(waiting).filter(({ id }) => !again.has(id))];
    if (alone.length + waiting.length === 0) return { hello, outcomes, restarts: starts };
    if (starts >= limits.restarts) {
      const crashed = `not asked: the adapter was started ${starts + 1} times, and it ${run.why}`;
      for (const { id } of [...alone, ...waiting]) outcomes.set(id, { crashed });
      return { hello, outcomes, restarts: starts };
    }
  }
}

/** How a process came to its end: `why` when it was not the end of the questions. */
interface RunEnd {
  readonly why?: string;
  readonly inWork: readonly Question[];
}

/** One process, from its start to its end. */
function oneRun(
  command: readonly string[],
  { startMs, caseMs, window }: Limits,
  outcomes: Map<string, Outcome>,
  begin: (hello: Hello) => { readonly alone: readonly Question[]; readonly waiting: readonly Question[] },
): Promise<RunEnd> {
  return new Promise((resolve) => {
    const inWork = new Map<string, Question>();
    let alone: Question[] = [];
    let waiting: Question[] = [];
    let greeted = false;
    let timer: NodeJS.Timeout | undefined;
    const settle = (why?: string) => {
      clearTimeout(timer);
      child.kill();
      process.off('exit', killed);
      resolve({ ...(why !== undefined && { why }), inWork: [...inWork.values()] });
    };
    const isDone = () => greeted && inWork.size + alone.length + waiting.length === 0;
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => (isDone() ? settle() : child.fail(`gave no answer within ${ms / 1000} s`)), ms);
    };
    const aloneIds = new Set<string>();
    const most = () => (alone.length > 0 || [...inWork.keys()].some((id) => aloneIds.has(id)) ? 1 : window);
    const askNext = () => {
      while (inWork.size < most()) {
        const next = alone.shift() ?? waiting.shift();
        if (next === undefined) break;
        inWork.set(next.id, next);
        child.send(next);
      }
      wait(isDone() ? Math.min(caseMs, END_MS) : caseMs);
      if (isDone()) child.finish();
    };
    const answer = (line: string) => {
      const { id, ...content } = parseLine(line);
      if (typeof id !== 'string') throw new Error('an answer without the "id" of its question');
      if (outcomes.has(id)) return void outcomes.set(id, { wrong: 'answered twice' });
      if (!inWork.has(id)) throw new Error(`an answer to ${JSON.stringify(id)}, which was not asked`);
      try {
        outcomes.set(id, parseAnswer(content));
      } catch (error) {
        outcomes.set(id, { wrong: (error as Error).message });
      }
      inWork.delete(id);
      askNext();
    };
    const child = new AdapterProcess(command, {
      onLine: (line) => {
        try {
          if (greeted) return answer(line);
          const { alone: first, waiting: rest } = begin(parseHello(line));
          [alone, waiting, greeted] = [[...first], [...rest], true];
          for (const { id } of first) aloneIds.add(id);
          askNext();
        } catch (error) {
          child.fail(`wrote what is not in the protocol: ${(error as Error).message}`);
        }
      },
      onEnd: (why) => settle(isDone() ? undefined : why),
    });
    const killed = () => child.kill();
    process.on('exit', killed);
    wait(startMs);
  });
}
