/**
 * `npm run bench:compare`: the modules as they are beside those of another commit, in one run. Prints what takes at least a tenth more time or less.
 *
 *   npm run bench:compare                  beside what the branch began from; on the main branch, beside the commit before
 *   npm run bench:compare -- BASE          beside this commit
 *   npm run bench:compare -- BASE FILTER   only what has FILTER in its name
 *
 * Each task's functions of ours are timed from both builds in interleaved rounds. What differs is timed again, for longer: only what differs
 * in the same direction both times is told. The tasks are those of the working tree; what the base does not have, or does in another way, is
 * listed as not compared. Ends with 0, since a slower function may be what a change wants.
 * @module
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Entry, interleave, type Pace, ratio } from './harness.js';
import { temporaryFolder } from './module-build.js';
import { MODULE_JOBS, MODULE_TITLES, type ModuleJobs, type ModuleTitle } from './module-jobs.js';
import { type Failure, ofChild } from './module-process.js';
import { buildModules, loadModules } from './modules.js';
import { ROOT } from './system.js';
import { aligned, short } from './terminal.js';

/** What counts as a difference: a tenth more time, or as much less. */
const NOTEWORTHY = 1.1;

const FIRST: Pace = { rounds: 7, roundMs: 10, warmUpMs: 40 };
const AGAIN: Pace = { rounds: 15, roundMs: 40, warmUpMs: 120 };

/** A function of ours in both builds. */
interface Compared {
  readonly name: string;
  readonly baseNs: number;
  readonly ns: number;
  /** How many times longer it takes than in the base. */
  readonly ratio: number;
}

interface Comparison {
  readonly compared: readonly Compared[];
  readonly not: readonly Failure[];
}

const SELF = fileURLToPath(import.meta.url);

async function main(base: string, filter: string): Promise<void> {
  const subject = git('log', '-1', '--format=%h %s', base);
  if (git('diff', '--name-only', base, '--', 'src') === '') {
    console.log(`src is as in ${subject}: there is nothing to compare`);
    return;
  }
  const folders = [await buildModules(sourcesOf(base)), await buildModules()];
  const compared: Compared[] = [];
  const not: Failure[] = [];
  for (const title of MODULE_TITLES) {
    const found = await ofChild<Comparison>(SELF, [title, filter, ...folders]);
    if (typeof found === 'string') not.push({ name: title, reason: found });
    else {
      compared.push(...found.compared);
      not.push(...found.not);
    }
  }
  const list = (what: string, rows: readonly Compared[]) => {
    console.log(rows.length === 0 ? `Nothing ${what}.` : `What ${what}:`);
    const cells = rows.map(({ name, baseNs, ns, ratio: times }) => [name, short(baseNs), short(ns), times.toFixed(2)]);
    if (rows.length > 0) console.log(aligned([['', 'ns before', 'ns', 'times'], ...cells]).join('\n'));
  };
  console.log(`\n${compared.length} functions beside ${subject}`);
  list(
    'takes a tenth more time or longer',
    compared.filter((row) => row.ratio > NOTEWORTHY),
  );
  list(
    'takes a tenth less time or shorter',
    compared.filter((row) => row.ratio < 1 / NOTEWORTHY),
  );
  for (const { name, reason } of not) console.log(`not compared: ${name}: ${reason}`);
}

function git(...args: string[]): string {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
}

/** The commit that the branch began from; on the main branch the one before. Undefined where none is known. */
function usualBase(): string | undefined {
  const tried = (...args: string[]) => {
    try {
      return git(...args);
    } catch {
      return undefined;
    }
  };
  const began = tried('merge-base', 'HEAD', 'origin/main') ?? tried('merge-base', 'HEAD', 'main');
  return began === undefined || began === git('rev-parse', 'HEAD') ? tried('rev-parse', '--verify', '--quiet', 'HEAD^') : began;
}

/** The sources of a commit, in a folder from which the packages are found. */
function sourcesOf(commit: string): string {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit, 'src'], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  return join(folder, 'src');
}

// ---- in a process of its own: a module of both builds ----

async function compareModule(title: ModuleTitle, filter: string, folders: readonly string[]): Promise<Comparison> {
  const { tasks }: ModuleJobs = await MODULE_JOBS[title]();
  const [base = [], own = []] = await Promise.all(folders.map(async (folder) => tasks(await loadModules(folder))));
  const compared: Compared[] = [];
  const not: Failure[] = [];
  for (const { name, ours } of own) {
    if (ours === undefined || !name.includes(filter)) continue;
    try {
      const before = base.find((job) => job.name === name)?.ours?.();
      if (before === undefined) not.push({ name, reason: 'the base has no such task' });
      else compared.push(...compareTask(name, before, ours()));
    } catch (error) {
      not.push({ name, reason: error instanceof Error ? error.message : String(error) });
    }
  }
  return { compared, not };
}

function compareTask(task: string, base: readonly Entry[], own: readonly Entry[]): Compared[] {
  return own.flatMap(({ contender, sample }) => {
    const { name, form } = contender;
    const before = base.find((entry) => entry.contender.name === name && entry.contender.form === form);
    if (before === undefined) return [];
    const timed = (pace: Pace): Compared => {
      const [slow, fast] = interleave([sample, before.sample], pace);
      return { name: `${task}: ${name}, ${form}`, baseNs: fast!.nsPerOp, ns: slow!.nsPerOp, ratio: ratio(slow!, fast!) };
    };
    const first = timed(FIRST);
    if (first.ratio <= NOTEWORTHY && first.ratio >= 1 / NOTEWORTHY) return first;
    const again = timed(AGAIN);
    // One that goes the other way the second time says that the machine had other work.
    return first.ratio > 1 === again.ratio > 1 ? again : { ...again, ratio: 1 };
  });
}

if (process.argv[1] === SELF) {
  if (process.send === undefined) {
    const [, , base = usualBase(), filter = ''] = process.argv;
    if (base === undefined) console.log('there is no commit before this one: nothing is compared');
    else await main(base, filter);
  } else {
    const [, , title, filter, ...folders] = process.argv as [string, string, ModuleTitle, string, string, string];
    const found = await compareModule(title, filter, folders);
    process.send(found, () => process.disconnect());
  }
}
