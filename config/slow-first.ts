/** The order of test files: the slowest begin first, so that none of them is left to one worker while the others have ended. */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * A sequencer for vitest's `sequence`.
 * @param slow parts of the paths of slow files, the slowest first
 */
export function slowFirst(slow: readonly string[]): typeof BaseSequencer {
  const rank = ({ moduleId }: TestSpecification) => {
    const index = slow.findIndex((part) => moduleId.includes(part));
    return index === -1 ? slow.length : index;
  };
  return class extends BaseSequencer {
    override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
      return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
    }
  };
}
