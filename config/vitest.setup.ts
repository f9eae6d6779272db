import fc from 'fast-check';

/** A whole number from the environment; undefined when the variable is not set. */
function fromEnvironment(name: string): number | undefined {
  const text = process.env[name];
  if (text === undefined || text === '') return undefined;
  if (!/^-?\d+$/.test(text)) throw new Error(`${name} takes a whole number, not '${text}'`);
  return Number(text);
}

const seed = fromEnvironment('FC_SEED');
fc.configureGlobal({
  numRuns: fromEnvironment('FC_RUNS') ?? 1000,
  // `maxLength` is meant: without this fast-check makes ten elements at most, whatever it says.
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(seed === undefined ? {} : { seed }),
});
