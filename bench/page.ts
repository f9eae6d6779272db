/**
 * docs/performance.md out of a recorded run. Nothing in it is written by hand but the sentences here.
 * @module
 */
import type { Row, TaskResult } from './harness.js';
import type { Picture } from './pictures.js';
import { REASONS } from './reasons.js';
import { type Run, verdictsOf } from './record.js';
import type { SystemResult } from './system.js';
import { comparison, imageCells, short } from './terminal.js';
import { figure, lineOf, type Outcome } from './verdict.js';

export function performancePage(run: Run, pictures: readonly Picture[]): string {
  return [
    '<!-- Written by `npm run bench` (bench/page.ts) with every recorded run: change that, not this. -->',
    '# Performance',
    measuredOn(run),
    '## Targets',
    targets(run),
    ...reasons(run),
    '## How it is measured',
    HOW,
    ...(pictures.length === 0 ? [] : ['## Plots', plots(run, pictures)]),
    '## Modules',
    'A second of one processor. `MB/s` counts what the last column of each head says. Figures are medians; `octets` are those allocated in a call.',
    ...run.modules.map(({ title, tasks }) => module(title, tasks)),
    '### Image, whole files',
    images(run),
    ...run.systems.map(system),
    '## Time against length',
    growth(run),
    '## Who is exact',
    exactness(run),
    '## Versions',
    versions(run),
    '',
  ]
    .join('\n\n')
    .replace(/\n+$/, '\n');
}

function measuredOn({ environment, seconds }: Run): string {
  const { date, node, v8, cpu, memoryGb, platform, load, nice, quick } = environment;
  return [
    `Measured on ${date.slice(0, 10)} at ${date.slice(11, 16)} UTC: Node ${node} (V8 ${v8}), ${cpu}, ${memoryGb} GB, ${platform}; load before the run ${load.join(', ')}`,
    `(1, 5, 15 minutes), nice ${nice}. Written by \`npm run bench\` in ${short(seconds / 60)} minutes; all figures with their spread are in`,
    '[latest.json](../bench/results/latest.json). A part alone: `npm run bench -- FILTER`, which writes nothing. That everything runs, on rounds too short for',
    'figures: `npm run bench -- --quick --into FOLDER`. What a change made slower or faster than the commit before: `npm run bench:compare`. A gateway at four',
    'fifths of its rate for half an hour: `npm run bench:soak`, [the last run](../bench/results/soak.md).',
    ...(quick ? ['', '**A quick run (`--quick`): its rounds are too short for figures that mean something.**'] : []),
  ].join('\n');
}

const LABEL: Readonly<Record<Outcome, string>> = {
  PASS: 'PASS',
  'PASS, aim missed': 'PASS, aim missed',
  'aim missed': 'aim missed',
  missed: '**missed**',
  info: '',
  'no peer': 'nobody to compare with',
  'not run': 'not run',
};

function targets(run: Run): string {
  const set = verdictsOf(run).filter(({ must, aim }) => must !== undefined || aim !== undefined);
  const single = set.filter(({ module }) => module !== 'Time against length');
  const grown = set.filter(({ module }) => module === 'Time against length');
  const number = (...wanted: Outcome[]) => set.filter(({ outcome }) => wanted.includes(outcome)).length;
  const steepest = grown.reduce((most, { measured = 0 }) => Math.max(most, measured), 0);
  const outcomeOfGrowth = grown.every(({ outcome }) => outcome === 'PASS') ? LABEL.PASS : LABEL.missed;
  return [
    `${set.length} ratios and costs were set as targets: ${number('PASS', 'PASS, aim missed')} are reached (${number('PASS, aim missed')} of them short of their aim), ` +
      `${number('missed')} are not, ${number('aim missed')} were hoped for only and are missed, ${number('not run', 'no peer')} could not be judged.`,
    '',
    table(
      ['Module', 'What', 'Judged', 'wanted', 'aim', 'measured', 'outcome'],
      [
        ...single.map((verdict) => {
          const { module, task, target, unit, must, aim, measured, against, outcome, reason } = verdict;
          const rival = against === undefined ? target : `${target}: ${against}`;
          const why = reason === undefined ? '' : `: ${reason}`;
          const found = measured === undefined ? '-' : figure(measured, unit);
          return [module, task, rival, lineOf(must, verdict), figure(aim, unit), found, `${LABEL[outcome]}${why}`];
        }),
        ...(grown.length === 0
          ? []
          : [
              [
                'all',
                `time against length, ${grown.length} functions`,
                'the largest exponent',
                '<= 1.1',
                '-',
                figure(steepest, ''),
                outcomeOfGrowth,
              ],
            ]),
      ],
      'lllrrrl',
    ),
  ].join('\n');
}

/** Why what is short is short, where that is known. */
function reasons(run: Run): string[] {
  const missed = new Set(verdictsOf(run).flatMap(({ task, outcome }) => (MISSED.includes(outcome) ? [task] : [])));
  const lines = [...missed].flatMap((task) => (REASONS[task] === undefined ? [] : [`- **${task}**: ${REASONS[task]}`]));
  return lines.length === 0 ? [] : [`What is short of its line or its aim, as far as profiles tell:\n\n${lines.join('\n')}`];
}

const MISSED: readonly Outcome[] = ['missed', 'aim missed', 'PASS, aim missed'];

const HOW = `- **Agreement first.** Every contender's output is brought to one form and must be the expected one on every input before anything is timed. A peer that
  differs is not timed and is named with the reason; that ours differs ends the task.
- **Processor time, not wall time.** Times are those of the whole process, the collector's threads included: what other programs take meanwhile is not
  counted. What waits for a disk, a browser or another thread is told by the clock on the wall, and says so.
- **Interleaved rounds, medians.** Each round times all contenders in turn, in an order that rotates; a figure is the median of the rounds, and a ratio is the
  median of the ratios within each round, so that a slow second of the machine hits both sides.
- **A plain loop** is straight code for that one task, with constants in place of what a general encoder has to look up, no checks, and nothing allocated but
  the result: about what the engine can do at all. "0.5 of its speed" means that checks, options and errors with names cost as much as the work.
- **As in a program that runs.** Strings of all kinds have been seen before, code is compiled, several inputs take turns. The first call of a process is slower.
- **A process for each module.** What one module and its peers leave in the heap is not laid to the charge of the next.
- **Whole pictures** are converted in a process for each contender and round. Memory is what the process needed beyond what it had before its first run.
- **The machine swings.** On a shared machine medians of two runs differ by a tenth, and by more under load: read a ratio of 1.1 as "about as fast". The line
  at the top says how loaded it was.`;

function plots({ costs, series }: Run, pictures: readonly Picture[]): string {
  const left = [
    ...series.flatMap(({ name, omitted }) =>
      omitted.map((one) => `- ${name}: **${one.name}** has no point at ${listed(one.characters)} characters: ${one.reason}`),
    ),
    ...costs.flatMap(({ name, omitted }) =>
      omitted.map(
        (one) =>
          `- ${name}: **${one.name}** was left out at ${one.megapixels.toFixed(1)} megapixels, as the size before took more than 10 s`,
      ),
    ),
  ];
  return [
    ...pictures.map(({ file, title }) => `![${title}](pictures/${file})`),
    ...(left.length === 0 ? [] : [left.map((line) => line.replaceAll('|', '\\|')).join('\n')]),
  ].join('\n\n');
}

function listed(values: readonly number[]): string {
  return values.length > 4 ? `${values[0]} to ${values.at(-1)}` : values.join(', ');
}

function module(title: string, tasks: readonly TaskResult[]): string {
  const rows = tasks.flatMap((task) =>
    task.rows.map((row, i) => [i === 0 ? `${task.name} (${task.bytesOf})` : '', ...cells(row)]),
  );
  const reasons = new Map<string, string[]>();
  for (const { name, notTimed } of tasks) {
    for (const { name: who, reason } of notTimed) {
      const key = `**${who}**: ${reason}`;
      reasons.set(key, [...(reasons.get(key) ?? []), name]);
    }
  }
  const notTimed = [...reasons].map(
    ([reason, names]) => `${reason}${names.length === tasks.length ? '' : ` (${names.join('; ')})`}`,
  );
  return [
    `### ${title}`,
    '',
    tasks.length === 0 ? 'Not run.' : table(['task', 'contender', 'a second', 'µs', 'MB/s', 'octets', 'ours'], rows, 'llrrrrr'),
    ...(notTimed.length === 0
      ? []
      : ['', '<details><summary>Not timed</summary>', '', ...notTimed.map((line) => `- ${line}`), '', '</details>']),
  ].join('\n');
}

function cells(row: Row): string[] {
  const { name, role, opsPerSecond, nsPerOp, megabytesPerSecond, allocatedHeap, allocatedBuffers } = row;
  const who = role === 'handset' ? `**${name}**` : name;
  return [
    who,
    short(opsPerSecond),
    short(nsPerOp / 1e3),
    short(megabytesPerSecond),
    short(allocatedHeap + allocatedBuffers),
    comparison(row),
  ];
}

function images({ images: results, costs }: Run): string {
  const rows = results.flatMap(({ name, rows: found }) =>
    found.map((row, i) => [
      i === 0 ? name.replace(/^image: /, '') : '',
      row.name === 'handset' ? '**handset**' : row.name,
      ...imageCells(row),
    ]),
  );
  const sizes = costs[0]?.lines[0]?.points.map(({ megapixels }) => megapixels) ?? [];
  const cost = costs.flatMap(({ name, lines }) =>
    lines.map((line, i) => [
      i === 0 ? name : '',
      line.name === 'handset' ? '**handset**' : line.name,
      ...sizes.map((size) => short(line.points.find(({ megapixels }) => megapixels === size)?.runMs ?? Number.NaN)),
      line.exponent.toFixed(2),
    ]),
  );
  return [
    results.length === 0
      ? 'Not run.'
      : table(['task', 'contender', 'ms', 'peak MB', 'octets', 'likeness', 'frames'], rows, 'llrrrrr'),
    ...(sizes.length === 0
      ? []
      : [
          '',
          'Milliseconds of processor time by megapixels of the source:',
          '',
          table(
            ['task', 'contender', ...sizes.map((size) => size.toPrecision(2)), 'exponent'],
            cost,
            `ll${'r'.repeat(sizes.length + 1)}`,
          ),
        ]),
  ].join('\n');
}

function system({ name, markdown, notRun }: SystemResult): string {
  const title = `### ${name[0]!.toUpperCase()}${name.slice(1)}`;
  if (markdown === undefined) return `${title}\n\nNot run: ${notRun}.`;
  // Without its title and the line of the environment, which stand above.
  return `${title}\n\n${markdown.split('\n').slice(3).join('\n').trim()}`;
}

function growth({ growth: results }: Run): string {
  const rows = results.map(({ name, points, exponent, verdict }) => {
    const [first, last] = [points[0]!, points.at(-1)!];
    const from = `${first.characters.toLocaleString('en')} to ${last.characters.toLocaleString('en')}`;
    return [name, from, short(first.nsPerOp / 1e3), short(last.nsPerOp / 1e3), exponent.toFixed(2), LABEL[verdict.outcome]];
  });
  return [
    'The exponent is the slope of the logarithm of time against that of length: 1 is linear, 2 would be quadratic. It is below 1 where a call has a cost of its own.',
    '',
    table(['function', 'octets or characters', 'µs at the first', 'µs at the last', 'exponent', 'at most 1.1'], rows, 'lrrrrl'),
  ].join('\n');
}

function exactness({ exactness: counters }: Run): string {
  return [
    'Counters of segments on texts at the limits of 7-bit and UCS-2 messages:',
    '',
    ...counters.map(
      ({ name, wrong }) =>
        `- ${name}: ${wrong.length === 0 ? 'exact on all of them' : `inexact on ${wrong.length}, such as ${wrong[0]}`}`,
    ),
  ].join('\n');
}

function versions({ peers, programs, notRun }: Run): string {
  return [
    ...peers.map(({ name, version, limits }) => `- ${name} ${version}: ${limits}`),
    ...Object.entries(programs).map(([name, version]) => `- ${name} ${version}`),
    ...notRun.map(({ name, reason }) => `- **not run**: ${name}: ${reason}`),
  ].join('\n');
}

/** `columns` has a letter for each: l or r. */
export function table(head: readonly string[], rows: readonly (readonly string[])[], columns: string): string {
  const line = (cellsOf: readonly string[]) =>
    `| ${cellsOf.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`;
  const rule = `|${[...columns].map((side) => (side === 'r' ? '---:' : '---')).join('|')}|`;
  return [line(head), rule, ...rows.map(line)].join('\n');
}
