import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Row, TaskResult } from '../../bench/harness.js';
import { performancePage, table } from '../../bench/page.js';
import { picturesOf } from '../../bench/pictures.js';
import { REASONS } from '../../bench/reasons.js';
import type { Run } from '../../bench/record.js';
import { judge, notRun } from '../../bench/verdict.js';

const row = (name: string, role: Row['role'], nsPerOp: number): Row => ({
  ...{ name, role, form: 'octets', nsPerOp, opsPerSecond: 1e9 / nsPerOp, megabytesPerSecond: 1e5 / nsPerOp },
  ...{ p50Ns: nsPerOp, p99Ns: nsPerOp, rangeNs: [nsPerOp, nsPerOp], allocatedHeap: 300, allocatedBuffers: 100 },
  ...(role === 'peer' && { handsetRatio: 8.5 }),
});
const faster = { target: 'times the best peer', sense: 'at least', must: 10, aim: 20, unit: 'x' } as const;
const task: TaskResult = {
  name: 'encode a thing',
  bytesPerOp: 100,
  bytesOf: 'octets',
  rows: [row('handset', 'handset', 1000), row('other|peer', 'peer', 8500)],
  notTimed: [{ name: 'third', reason: 'gives something else' }],
  verdicts: [judge('encode a thing', faster, 8.5)],
};
const exponent = { target: 'exponent of time against length', sense: 'at most', must: 1.1, unit: '' } as const;
const run: Run = {
  environment: {
    ...{ date: '2026-01-02T03:04:05.000Z', node: 'v20.19.0', v8: '11.3', cpu: 'a processor x 2', memoryGb: 8 },
    ...{ platform: 'linux x64', load: [0.1, 0.2, 0.3], nice: 0, quick: false },
  },
  seconds: 600,
  modules: [{ title: 'SMS', tasks: [task] }],
  images: [],
  costs: [],
  series: [
    {
      name: 'encode SMS-SUBMIT, GSM 7-bit',
      lines: [
        {
          name: 'handset',
          role: 'handset',
          points: [10, 100].map((characters) => ({ parts: 1, characters, nsPerOp: 5 * characters })),
        },
      ],
      omitted: [{ name: 'third', characters: [10, 100], reason: 'gives something else' }],
    },
  ],
  growth: [
    {
      name: 'decodeThing, by parts',
      points: [10, 100].map((parts) => ({ parts, characters: parts, nsPerOp: parts * 7, nsPerCharacter: 7 })),
      exponent: 1.234,
      verdict: judge('decodeThing, by parts', exponent, 1.234),
    },
  ],
  systems: [
    {
      name: 'gateway',
      verdicts: [
        notRun('gateway', { target: 'durable sends', sense: 'at least', must: 2000, unit: '/s' }, 'wrk is not installed'),
      ],
      programs: {},
      notRun: 'wrk is not installed',
    },
  ],
  exactness: [{ name: 'other|peer', wrong: ['160 x: 2 for 1'] }],
  peers: [{ name: 'other|peer', version: '1.2.3', limits: 'little' }],
  programs: { Chromium: '1.0' },
  notRun: [{ name: 'gateway', reason: 'wrk is not installed' }],
};

describe('the page of a run', () => {
  const page = performancePage(run, picturesOf(run));

  it('says date, machine and versions', () => {
    for (const wanted of [
      '2026-01-02 at 03:04',
      'v20.19.0',
      '11.3',
      'a processor x 2',
      '0.1, 0.2, 0.3',
      'other|peer 1.2.3',
      'Chromium 1.0',
    ]) {
      expect(page).toContain(wanted);
    }
  });

  it('lists what fell short and what was not run, and counts them', () => {
    expect(page).toContain('| SMS | encode a thing | times the best peer | >= 10 | 20 | 8.5 | **missed** |');
    expect(page).toContain('| Gateway | gateway | durable sends | >= 2,000 /s | - | - | not run: wrk is not installed |');
    expect(page).toContain(
      '| all | time against length, 1 functions | the largest exponent | <= 1.1 | - | 1.23 | **missed** |',
    );
    expect(page).toContain(
      '3 ratios and costs were set as targets: 0 are reached (0 of them short of their aim), 2 are not, 0 were hoped for only and are missed, 1 could not be judged.',
    );
    expect(page).toContain('**not run**: gateway: wrk is not installed');
  });

  it('says why, where that is known', () => {
    const [name, reason] = Object.entries(REASONS)[0] as [string, string];
    const short = { ...task, name, verdicts: [judge(name, faster, 8.5)] };
    expect(page).not.toContain('as far as profiles tell');
    const told = performancePage({ ...run, modules: [{ title: 'SMS', tasks: [task, short] }] }, []);
    expect(told).toContain(`as far as profiles tell:\n\n- **${name}**: ${reason}\n`);
  });

  it('has reasons for what is measured', () => {
    const { modules, images, systems } = JSON.parse(
      readFileSync(new URL('../../bench/results/latest.json', import.meta.url), 'utf8'),
    ) as Run;
    const tasks = [...modules.flatMap(({ tasks }) => tasks), ...images, ...systems].map(({ name }) => name);
    expect(tasks).toEqual(expect.arrayContaining(Object.keys(REASONS)));
  });

  it('names who was not timed, and who has no point in a plot', () => {
    expect(page).toContain('- **third**: gives something else');
    expect(page).toContain('**third** has no point at 10, 100 characters');
    expect(page).toContain('![Encode SMS-SUBMIT, GSM 7-bit: throughput](pictures/throughput-encode.svg)');
  });

  it('warns of a quick run', () => {
    const quick = { ...run, environment: { ...run.environment, quick: true } };
    expect(performancePage(quick, [])).toContain('A quick run');
    expect(page).not.toContain('A quick run');
  });
});

it('a table has one cell for each column, whatever the cells hold', () => {
  expect(table(['a', 'b'], [['x|y', 'z\nz']], 'lr')).toBe('| a | b |\n|---|---:|\n| x\\|y | z z |');
});
