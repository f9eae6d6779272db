/**
 * How long the command line takes to start, beside Node's own start with an empty program. Takes the command line as `npm run build` leaves it.
 * A part of `npm run bench`; by itself `npx tsx bench/start.ts`.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildIfStale } from './build.js';
import { EFFORT } from './effort.js';
import { median } from './harness.js';
import { ROOT, runAlone, type System } from './system.js';

/** Milliseconds beyond Node's own start. */
const WANTED_MS = 60;

const PROGRAM = join(ROOT, 'dist/cli.cjs');
const PDU = '01000B917283010010F500000CE8329BFD066D789BF2C607';
const TUNE = join(ROOT, 'fixtures/files/fur-elise.rtttl');

const CASES = {
  node: ['-e', '0'],
  version: [PROGRAM, '--version'],
  help: [PROGRAM, '--help'],
  segment: [PROGRAM, 'segment', 'hi'],
  encode: [PROGRAM, 'encode', 'text', 'hi', '--to', '447700900123'],
  lint: [PROGRAM, 'lint', TUNE],
  convert: [PROGRAM, 'convert', TUNE, join(tmpdir(), 'handset-start.mid')],
  preview: [PROGRAM, 'preview', '--hex', PDU],
  inspect: [PROGRAM, 'inspect', '--hex', PDU],
} as const;

type Case = keyof typeof CASES;

/** Milliseconds from the start of a process to its end. */
function started(name: Case): number {
  const from = performance.now();
  const { status, stderr } = spawnSync(process.execPath, CASES[name], { encoding: 'utf8' });
  const took = performance.now() - from;
  if (status !== 0) throw new Error(`handset ${name} ended with ${status}: ${stderr}`);
  return took;
}

/** Medians; the cases take turns, so that all of them have the machine's quiet and busy moments. */
function measured(): Record<Case, number> {
  buildIfStale();
  const names = Object.keys(CASES) as Case[];
  const rounds = Array.from({ length: EFFORT.startRuns }, () => names.map((name) => [name, started(name)] as const));
  const times = (name: Case) => rounds.flat().flatMap(([found, took]) => (found === name ? [took] : []));
  return Object.fromEntries(names.map((name) => [name, median(times(name))])) as Record<Case, number>;
}

type Started = Exclude<Case, 'node'>;

const beyond = (name: Started) =>
  ({ target: `handset ${name} beyond node -e 0`, sense: 'at most', must: WANTED_MS, unit: 'ms' }) as const;

/** The start, as a part of the whole run. */
export const system: System<Started> = {
  name: 'start',
  wanted: {
    version: beyond('version'),
    help: beyond('help'),
    segment: beyond('segment'),
    encode: beyond('encode'),
    lint: beyond('lint'),
    convert: beyond('convert'),
    preview: beyond('preview'),
    inspect: beyond('inspect'),
  },
  missing: () => undefined,
  measure: async () => {
    const times = measured();
    const { node, ...commands } = times;
    const figures = Object.fromEntries(Object.entries(commands).map(([name, took]) => [name, took - node]));
    return {
      figures: figures as Record<Started, number>,
      record: times,
      programs: {},
      markdown: (environment) => ({
        title: 'The start of the command line',
        above: `${environment}\n\nMedians of ${EFFORT.startRuns} starts of a whole command; Node itself takes ${node.toFixed(0)} ms.`,
        below: 'What a command needs is loaded when it runs: `inspect` looks at a payload with the readers of all formats.',
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
