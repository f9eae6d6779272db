/**
 * One durable commit for many jobs: what comes in while a commit is in progress waits, and goes into the next one together.
 *
 * Under load the groups grow by themselves, so the disk is asked to sync once for dozens of requests; a single request waits for nobody.
 * @module
 */
import { turn } from '../work-loop.js';

/** How a {@link GroupCommit} works. */
export interface GroupCommitOptions<Job, Result> {
  /** Commits a group; gives a result per job, in order. */
  readonly commit: (jobs: readonly Job[]) => Promise<readonly Result[]>;
  /** Whether an error says for sure that nothing was committed, so that the jobs may be tried one by one; by default none does. */
  readonly isUndone?: (error: unknown) => boolean;
  /** Size of a job in the unit of `most`; 1 by default. */
  readonly sizeOf?: (job: Job) => number;
  /** Size of a group that is not made any larger; a single job may be. */
  readonly most: number;
}

interface Waiting<Job, Result> {
  readonly job: Job;
  readonly size: number;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Collects jobs into groups and commits these one after the other. */
export class GroupCommit<Job, Result> {
  readonly #options: GroupCommitOptions<Job, Result>;
  #waiting: Waiting<Job, Result>[] = [];
  #running: Promise<void> | undefined;

  constructor(options: GroupCommitOptions<Job, Result>) {
    this.#options = options;
  }

  /** Resolves with the job's result once its group is committed. A job that fails takes no other down with it. */
  submit(job: Job): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ job, size: this.#options.sizeOf?.(job) ?? 1, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when no job is left. */
  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  async #run(): Promise<void> {
    // What other sockets have to say in this turn of the event loop belongs to the group already.
    await turn();
    while (this.#waiting.length > 0) {
      await this.#commit(this.#nextGroup());
      if (this.#waiting.length > 0) await turn();
    }
    this.#running = undefined;
  }

  #nextGroup(): Waiting<Job, Result>[] {
    let size = 0;
    let count = 0;
    for (const waiting of this.#waiting) {
      size += waiting.size;
      if (count > 0 && size > this.#options.most) break;
      count++;
    }
    return this.#waiting.splice(0, count);
  }

  async #commit(group: readonly Waiting<Job, Result>[]): Promise<void> {
    try {
      const results = await this.#options.commit(group.map(({ job }) => job));
      group.forEach(({ resolve }, index) => {
        resolve(results[index] as Result);
      });
    } catch (error) {
      if (group.length > 1 && this.#options.isUndone?.(error) === true) {
        for (const one of group) await this.#commit([one]);
        return;
      }
      for (const { reject } of group) reject(error);
    }
  }
}
