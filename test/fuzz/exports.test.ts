/** Whatever reads input from outside is fuzzed: a module cannot export another reader without a target for it. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { GROUPS, type Target, wasRead } from './target.js';
import { TARGETS } from './targets.js';

const source = fileURLToPath(new URL('../../src', import.meta.url));
const READER =
  /^(?:decode|parse|read|inspect|identify|probe|lint[A-Z]\w*tl$|from[A-Z]|percentDecode|unpack|join|repurpose|composeMms|contentOf|resolveSlides|Reassembler)/;

/** Readers whose input is a model that another reader has made and checked. */
const OF_MODELS: readonly string[] = [];

const modules = readdirSync(source, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && readdirSync(`${source}/${entry.name}`).includes('index.ts'))
  .map(({ name }) => name);
const covered = new Set(TARGETS.flatMap(({ covers }) => covers));

/** The functions that a module exports, as `module.name`. */
async function functionsOf(module: string): Promise<string[]> {
  const exported: Record<string, unknown> = await import(`../../src/${module}/index.ts`);
  return Object.entries(exported).flatMap(([name, value]) => {
    if (typeof value === 'function') return [`${module}.${name}`];
    // A namespace, such as that of SOAP.
    const isNamespace =
      typeof value === 'object' && value !== null && Object.prototype.toString.call(value) === '[object Module]';
    return isNamespace ? Object.keys(value).map((inner) => `${module}.${name}.${inner}`) : [];
  });
}

async function readsOne({ seeds, run }: Target): Promise<boolean> {
  for (const seed of seeds()) if (wasRead(await run(seed as never))) return true;
  return false;
}

describe('targets', () => {
  it.each(modules)('every reader that src/%s exports is one', async (module) => {
    const names = await functionsOf(module);
    const readers = names.filter((name) => READER.test(name.split('.').at(-1) as string) && !OF_MODELS.includes(name));
    expect(readers.filter((name) => !covered.has(name))).toEqual([]);
  });

  it.each(modules)('every pair of src/%s that reads and writes has values that come back', async (module) => {
    const names = new Set(await functionsOf(module));
    const writerOf = (name: string) => name.replace(/\bdecode/, 'encode').replace(/\bparse/, 'format');
    const pairs = [...names].filter((name) => writerOf(name) !== name && names.has(writerOf(name)));
    const withValues = TARGETS.filter(({ laws }) => laws?.values !== undefined).flatMap(({ covers }) => covers);
    expect(pairs.filter((name) => !withValues.includes(name))).toEqual([]);
  });

  it('each have a seed that they read', async () => {
    const shallow: string[] = [];
    for (const target of TARGETS) {
      if (!(await readsOne(target))) shallow.push(target.name);
    }
    expect(shallow).toEqual([]);
  });

  it('have names of their own, and each group has some', () => {
    const names = TARGETS.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    expect(GROUPS.filter((group) => !TARGETS.some((target) => target.group === group))).toEqual([]);
  });
});
