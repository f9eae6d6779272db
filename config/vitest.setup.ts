import fc from 'fast-check';
import { afterAll, expect } from 'vitest';
import { cleanUp } from '../test/support/cleanup.js';

/** A whole number from the environment; undefined when the variable is not set. */
function fromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} takes a whole number, not '${text}'`);
  return Number(text);
}

const seed = fromEnvironment('FC_SEED');
fc.configureGlobal({
  numRuns: fromEnvironment('FC_RUNS') ?? 25,
  // `maxLength` is meant: without this fast-check makes ten elements at most, whatever it says.
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(seed === undefined ? {} : { seed }),
});

/**
 * Compares octets as octets. Vitest compares them as objects with a property for each, which takes a thousand times as long. Arrays of
 * different classes, a Buffer and a Uint8Array for example, are left to Vitest.
 */
function equalOctets(a: unknown, b: unknown): boolean | undefined {
  if (!(a instanceof Uint8Array && b instanceof Uint8Array && a.constructor === b.constructor)) return undefined;
  return Buffer.compare(a, b) === 0;
}

// Files share a worker, and the workers' testers are global: they are added once.
const state = globalThis as { hasOctetTester?: true };
if (state.hasOctetTester === undefined) {
  expect.addEqualityTesters([equalOctets]);
  state.hasOctetTester = true;
}

afterAll(cleanUp);
