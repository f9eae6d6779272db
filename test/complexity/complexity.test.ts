/**
 * Every reader takes time in proportion to its input, whatever the input has much of. The families are measured by the time of the processor, in
 * a process that does nothing else; 1 is linear, 2 is quadratic.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { bundled } from '../support/bundled.js';
import { FAMILIES } from './families.js';
import type { ShareTime } from './jpeg-shares.js';
import { type Growth, LINEAR } from './measure.js';
import { FAMILIES as PLANTED } from './planted.js';

const TIMEOUT_MS = 900_000;

/** What a program says that is written here, and runs in a process of its own. */
async function said(source: string): Promise<string> {
  const bundle = await bundled('complexity', source, fileURLToPath(new URL('.', import.meta.url)));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bundle], { maxBuffer: 2 ** 26 });
    return stdout.trim();
  } finally {
    rmSync(bundle, { force: true });
  }
}

/** Measures the families of a module, those that look steep so many times. */
async function measured(module: string, tries?: number): Promise<Growth[]> {
  const source = `import { FAMILIES } from ${JSON.stringify(module)};\nimport { main } from './measure.js';\nawait main(FAMILIES, ${tries});\n`;
  return (await said(source)).split('\n').map((line) => JSON.parse(line) as Growth);
}

describe('time against length', () => {
  it('is measured right where it is known', { timeout: TIMEOUT_MS }, async () => {
    const exponents = new Map((await measured('./planted.js', 3)).map(({ name, exponent }) => [name, exponent]));
    expect([...exponents.keys()]).toEqual(PLANTED.map(({ name }) => name));
    expect(exponents.get('linear')).toBeLessThan(LINEAR);
    expect(exponents.get('n log n')).toBeLessThan(LINEAR);
    expect(exponents.get('quadratic')).toBeGreaterThan(1.7);
    expect(exponents.get('quadratic from some length on')).toBeGreaterThan(LINEAR);
    expect(exponents.get('memory, linear')).toBeLessThan(LINEAR);
    expect(exponents.get('memory, quadratic')).toBeGreaterThan(1.5);
    expect(exponents.get('nothing')).toBeUndefined();
  });

  it('is linear for every reader and every family of inputs', { timeout: TIMEOUT_MS }, async () => {
    const growths = await measured('./families.js');
    expect(growths.map(({ name }) => name)).toEqual(FAMILIES.map(({ name }) => name));
    const steep = growths.filter(({ exponent = 0 }) => exponent > LINEAR);
    expect(steep.map(({ name, exponent }) => `${name}: ${exponent?.toFixed(2)}`)).toEqual([]);
    // Families that are refused at once show nothing: most that were written for a format are not.
    expect(growths.filter(({ exponent }) => exponent !== undefined).length).toBeGreaterThan(150);
  });

  it('is little for a large JPEG of which next to nothing came', { timeout: TIMEOUT_MS }, async () => {
    const source = `import { main } from './jpeg-shares.js';\nawait main([1, 1 / 15]);\n`;
    const times = JSON.parse(await said(source)) as ShareTime[];
    expect(times.map(({ kind }) => kind)).toEqual(['baseline', 'baseline', 'progressive', 'progressive']);
    // Of the work for all of it a fifteenth, and filling the rest.
    for (const i of [0, 2]) expect(times[i + 1]!.ms, JSON.stringify(times)).toBeLessThan(times[i]!.ms / 2);
  });

  it('families have names of their own', () => {
    const names = FAMILIES.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
