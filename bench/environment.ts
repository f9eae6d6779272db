/**
 * Where figures were measured: the machine, its load, and the versions of everything that took part.
 * @module
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, getPriority, loadavg, totalmem } from 'node:os';
import { QUICK } from './effort.js';

export interface Environment {
  readonly date: string;
  readonly node: string;
  readonly v8: string;
  readonly cpu: string;
  readonly memoryGb: number;
  readonly platform: string;
  /** Averages over 1, 5 and 15 minutes before the run. */
  readonly load: readonly number[];
  /** Of the run over other programs. */
  readonly nice: number;
  /** Rounds so short that figures say little. */
  readonly quick: boolean;
}

export function environmentOf(): Environment {
  const processors = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    v8: process.versions.v8,
    cpu: `${processors[0]?.model.trim() ?? 'unknown'} x ${processors.length}`,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    load: loadavg().map((value) => Number(value.toFixed(2))),
    nice: getPriority(),
    quick: QUICK,
  };
}

/** In one line, for a page. */
export function environmentLine({ date, node, cpu, load, nice, quick } = environmentOf()): string {
  return `${date}, Node ${node}, ${cpu}, load before the run ${load[0]?.toFixed(2)}, nice ${nice}${quick ? ', quick' : ''}`;
}

const require = createRequire(import.meta.url);

/** Version of an installed package, from its package.json; `not installed` without one. */
export function versionOf(name: string): string {
  for (const folder of require.resolve.paths(name) ?? []) {
    try {
      // Not by `require`: packages with `exports` hide the file.
      return (JSON.parse(readFileSync(`${folder}/${name}/package.json`, 'utf8')) as { version: string }).version;
    } catch {
      // The next folder up.
    }
  }
  return 'not installed';
}

/** The first thing like a version that a program says of itself; undefined when it is not there. */
export function programVersion(program: string, args: readonly string[]): string | undefined {
  try {
    const script = '"$@" 2>&1 || true';
    const said = execFileSync('sh', ['-c', `command -v "$1" >/dev/null || exit 9; ${script}`, 'sh', program, ...args], {
      encoding: 'utf8',
    });
    return /\d+\.\d+[\w.+~:-]*/.exec(said)?.[0] ?? 'of unknown version';
  } catch {
    return undefined;
  }
}
