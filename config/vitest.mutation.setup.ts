/**
 * What mutation testing changes in every test file: it runs after Stryker's own set-up and config/vitest.setup.ts.
 */
import fc from 'fast-check';
import { beforeEach, inject } from 'vitest';

/** Tests of growth measure time: beside other work they fail by chance, and a mutant that they alone kill is about speed. */
const MEASURES_TIME =
  /linear time|linear space|in proportion|is done in time|end soon|is fitted at once|each attack within|is searched to its end/;

/** These look at every pixel of many pictures: with the mutants in place they take minutes. Of the logos, one is enough. */
const TAKES_MINUTES =
  /is closest to the picture|are judged alike wherever|are told from photographs|are not in the logo (?!ACME of 255)/;

// One failure decides: a smaller example of it is of no use.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });

/** Stryker's state is global to a thread, and a thread that is kept has that of the last run. Modules that load now must not see it. */
const state = (globalThis as { __stryker__?: { activeMutant?: string; currentTestId?: string; mutantCoverage?: unknown } })
  .__stryker__;
if (state !== undefined) {
  // The name is Stryker's, which Vitest's types do not know.
  if ((inject as (name: string) => unknown)('mutantActivation') !== 'static') delete state.activeMutant;
  delete state.currentTestId;
  delete state.mutantCoverage;
}

beforeEach(({ task, skip }) => {
  if (MEASURES_TIME.test(task.name) || TAKES_MINUTES.test(task.name)) skip();
});
