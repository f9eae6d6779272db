/** How often properties run: FC_RUNS times, and those with costly inputs less often. */
import fc from 'fast-check';

/** Runs below which a property says little. */
const MIN_RUNS = 5;

/** For a property with costly inputs. @param ofThousand how often it runs where the others run a thousand times */
export function costly(ofThousand: number): { readonly numRuns: number } {
  const { numRuns = 1000 } = fc.readConfigureGlobal();
  return { numRuns: Math.max(MIN_RUNS, Math.ceil((numRuns * ofThousand) / 1000)) };
}
