/**
 * Every reader takes time in proportion to its input, whatever the input has much of. The families are measured by the time of the processor, in
 * a process that does nothing else; 1 is linear, 2 is quadratic.
 */
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { decodeJpeg } from '../../src/image/jpeg/decode.js';
import { bundled } from '../support/bundled.js';
import { HALVED, shortestJpeg } from '../support/jpegs.js';
import { FAMILIES } from './families.js';
import { type Growth, LINEAR } from './measure.js';
import { FAMILIES as PLANTED } from './planted.js';

const TIMEOUT_MS = 900_000;

/** Measures the families of a module, in a process of its own. */
async function measured(module: string): Promise<Growth[]> {
  const source = `import { FAMILIES } from ${JSON.stringify(module)};\nimport { main } from './measure.js';\nawait main(FAMILIES);\n`;
  const bundle = await bundled('complexity', source, fileURLToPath(new URL('.', import.meta.url)));
  try {
    const { stdout } = await promisify(execFile)(process.execPath, [bundle], { maxBuffer: 2 ** 26 });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Growth);
  } finally {
    rmSync(bundle, { force: true });
  }
}

describe('time against length', () => {
  it('is measured right where it is known', { timeout: TIMEOUT_MS }, async () => {
    const exponents = new Map((await measured('./planted.js')).map(({ name, exponent }) => [name, exponent]));
    expect([...exponents.keys()]).toEqual(PLANTED.map(({ name }) => name));
    expect(exponents.get('linear')).toBeLessThan(LINEAR);
    expect(exponents.get('n log n')).toBeLessThan(LINEAR);
    expect(exponents.get('quadratic')).toBeGreaterThan(1.7);
    expect(exponents.get('quadratic from some length on')).toBeGreaterThan(LINEAR);
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

  it('is little for a large JPEG of which next to nothing came', () => {
    const time = (kind: 'baseline' | 'progressive', share: number) => {
      const bits = 141_000 * (kind === 'baseline' ? 2 : 1);
      const octets = shortestJpeg(kind, [3_000, 2_000], HALVED, [1, 2, 3], Math.ceil((bits * share) / 8));
      // The processor's time, as other programs take the clock's.
      const times = Array.from({ length: 9 }, () => {
        const from = process.cpuUsage();
        decodeJpeg(octets, { lenient: true });
        const { user, system } = process.cpuUsage(from);
        return user + system;
      });
      return Math.min(...times);
    };
    // Of the work for all of it a fifteenth, and filling the rest.
    for (const kind of ['baseline', 'progressive'] as const) expect(time(kind, 1 / 15)).toBeLessThan(time(kind, 1) / 2);
  });

  it('families have names of their own', () => {
    const names = FAMILIES.map(({ name }) => name);
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  });
});
