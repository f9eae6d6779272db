import { describe, expect, it } from 'vitest';
import { fromHex } from '../../src/bytes/index.js';
import { TABLE } from '../../src/inspect/formats/table.js';
import { FORMATS, identify, inspect } from '../../src/inspect/index.js';
import { fileOf } from '../../src/playground/inspect/exports.js';
import { fragmentOf } from '../../src/playground/inspect/link.js';
import { FIRST_SAMPLE } from '../../src/playground/inspect/sample-names.js';
import { SAMPLES, sampleOf } from '../../src/playground/inspect/samples.js';
import { expectTiling } from '../support/tiling.js';

it('there is one of every format, and words for it', () => {
  expect(SAMPLES.map(({ format }) => format).sort()).toEqual([...FORMATS].sort());
  expect(new Set(Object.values(TABLE).map(({ label }) => label)).size).toBe(FORMATS.length);
  expect(sampleOf(FIRST_SAMPLE.format)?.make()).toEqual(fromHex(FIRST_SAMPLE.hex));
  expect(sampleOf('png')?.name).toMatch(/PNG/);
});

describe.each(SAMPLES)('$format: $name', ({ format, make }) => {
  const octets = make();

  it('is identified as what it is', () => {
    const [best] = identify(octets);
    expect(best?.format).toBe(format);
    expect(best?.confidence).toBeGreaterThanOrEqual(format === 'text' ? 0.2 : 0.8);
  });

  it('has a whole tree that tiles', () => {
    const tree = inspect(octets);
    expect(tree.error).toBeUndefined();
    expectTiling(tree);
  });

  it('fits a link', () => {
    expect(fragmentOf(octets)).toBeDefined();
    expect(octets.length).toBeLessThan(8_192);
  });

  it('is the same each time, and a file with an extension', () => {
    expect(make()).toEqual(octets);
    expect(fileOf(format).name).toMatch(/^payload\.[a-z0-9]+$/);
  });
});
