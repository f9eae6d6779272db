/** What once broke something gives a value or a refusal, soon. */
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readCases } from './corpus.js';
import { TARGETS } from './targets.js';
import { tryInput } from './trial.js';

const cases = readCases(fileURLToPath(new URL('../../fixtures/corpus', import.meta.url)));

describe('the corpus', () => {
  it('has cases, each for a target that exists and with a line about what it did', () => {
    expect(cases.length).toBeGreaterThan(0);
    const names = TARGETS.map(({ name }) => name);
    expect(cases.filter(({ target }) => !names.includes(target))).toEqual([]);
    expect(cases.filter(({ found }) => found.length < 10 || found.includes('\n'))).toEqual([]);
  });

  it.each(cases.map((one) => [one.file, one] as const))('%s', async (_, { target: name, input }) => {
    const target = TARGETS.find((each) => each.name === name)!;
    // Ten times what an input may take: the machine may be busy, and the code measured for its coverage.
    const { fault } = await tryInput(target, input, { timeMs: 10_000, growthOctets: 512 * 1024 * 1024 });
    expect(fault).toBeUndefined();
  });
});
