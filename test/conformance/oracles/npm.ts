/**
 * Packages of npm: those that only benchmarks and the pack compare with are in bench/node_modules, others at the root.
 * @module
 */
import { createRequire } from 'node:module';
import type { BareCase } from '../pack/shape.js';
import type { Ask, Oracle, Shown } from './oracle.js';

const require = createRequire(new URL('../../../bench/package.json', import.meta.url));

/** A package by its name, with as much of its types as the caller knows. */
export const load = <T>(name: string): T => require(name) as T;

/** The manifest of a package; undefined when it is not installed. */
function manifestOf(name: string): { readonly version: string } | undefined {
  const [folder] = (require.resolve.paths(name) ?? []).flatMap((path) => {
    try {
      return [require(`${path}/${name}/package.json`) as { version: string }];
    } catch {
      return [];
    }
  });
  return folder;
}

/** An answer to one case. */
export type AskOne = (bare: BareCase) => Shown | Promise<Shown>;

/** Cases one after the other; what throws refuses. */
export const each =
  (ask: AskOne): Ask =>
  async (cases) => {
    const shown: Shown[] = [];
    for (const bare of cases) {
      try {
        shown.push(await ask(bare));
      } catch {
        shown.push({ refused: true });
      }
    }
    return shown;
  };

/** Without what it would write to the console. */
export function quietly<T>(call: () => T): T {
  const { warn, log } = console;
  Object.assign(console, { warn: () => undefined, log: () => undefined });
  try {
    return call();
  } finally {
    Object.assign(console, { warn, log });
  }
}

/** A package that is asked about formats. */
export function npmOracle(name: string, program: string, asks: Readonly<Record<string, AskOne>>): Oracle {
  return {
    id: name.replace('@', '').replace('/', '-').replace('.', '-'),
    program: `the package ${name} of npm: ${program}`,
    package: `${name}, of npm`,
    version: async () => manifestOf(name)?.version,
    asks: Object.entries(asks).map(([format, ask]) => ({ formats: [format], ask: each(ask) })),
  };
}
