/**
 * How long `handset inspect --report` takes for an archive of 1,000 files of many formats, all different, the start of Node and all writing
 * included. Takes the command line as `npm run build` leaves it. A part of `npm run bench`; by itself `npx tsx bench/report.ts`.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FILES, writeArchive } from './archive.js';
import { buildIfStale } from './build.js';
import { EFFORT } from './effort.js';
import { median } from './harness.js';
import { ROOT, runAlone, type System } from './system.js';

/** Seconds that such an archive may take. */
const WANTED_S = 10;

interface Run {
  readonly wallS: number;
  readonly processorS: number;
  /** Formats found. */
  readonly formats: number;
  /** Octets of the page and all files beside it. */
  readonly octets: number;
}

/** One report, in a process of its own. */
function reported(archive: string, page: string): Run {
  // The shell's own word for what its children took of the processors.
  const script = '"$@"; status=$?; times; exit $status';
  const command = [process.execPath, join(ROOT, 'dist/cli.cjs'), 'inspect', archive, '--report', page];
  const from = performance.now();
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', script, 'sh', ...command], { encoding: 'utf8' });
  const wallS = (performance.now() - from) / 1000;
  if (status !== 0) throw new Error(`handset inspect ended with ${status}: ${stderr}`);
  const times = [
    ...stdout
      .trimEnd()
      .slice(stdout.indexOf('\n') + 1)
      .matchAll(/(\d+)m([\d.]+)s/g),
  ];
  const beside = page.replace(/\.html$/, '_files');
  const index = JSON.parse(readFileSync(join(beside, 'index.json'), 'utf8'));
  if (index.counts.contents !== FILES) throw new Error(`${index.counts.contents} contents of ${FILES} files are different`);
  return {
    wallS,
    processorS: times.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0),
    formats: index.formats.length,
    octets: [page, ...readdirSync(beside).map((name) => join(beside, name))].reduce((sum, at) => sum + statSync(at).size, 0),
  };
}

function measured(): Run[] {
  buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'handset-report-'));
  try {
    const archive = join(folder, 'archive');
    writeArchive(archive);
    return Array.from({ length: EFFORT.reportRuns }, (_, i) => reported(archive, join(folder, `report-${i}.html`)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The report, as a part of the whole run. */
export const system: System<'wall' | 'processor'> = {
  name: 'report',
  wanted: {
    wall: { target: '1,000 files', sense: 'at most', must: WANTED_S, unit: 's' },
    processor: { target: 'processor time of them', sense: 'at most', must: WANTED_S, unit: 's' },
  },
  missing: () => (process.platform === 'win32' ? 'needs a POSIX shell' : undefined),
  measure: async () => {
    const runs = measured();
    const { formats, octets } = runs[0] as Run;
    return {
      figures: { wall: median(runs.map((run) => run.wallS)), processor: median(runs.map((run) => run.processorS)) },
      record: { formats, octets, runs },
      programs: {},
      markdown: (environment) => ({
        title: 'The report of an archive',
        above: [
          environment,
          '',
          `\`handset inspect --report\` on ${FILES} files, all different, that hold ${formats} formats: the start of Node, reading, converting and writing. Times are the median of ${EFFORT.reportRuns} runs.`,
        ].join('\n'),
        below: `The page and the files beside it have ${(octets / 1e6).toFixed(0)} MB, most of it sound.`,
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
