/**
 * Vectors that are written in the pack's terms from the start: relay.json, cbs.json, sim.json, smpp.json and others. Each is a case.
 * @module
 */
import { vectorFile, withLevel } from './read.js';
import type { BareCase, Converted } from './shape.js';

/** Such a file. */
interface PlainFile {
  /** Whose octets they are, by the names in `by`. */
  readonly provenance: Readonly<Record<string, string>>;
  readonly vectors: readonly PlainVector[];
}

interface PlainVector
  extends Pick<BareCase, 'id' | 'format' | 'title' | 'direction' | 'options' | 'input' | 'expected' | 'tolerance'> {
  readonly level?: 'lenient';
  readonly specification: string;
  readonly by?: readonly string[];
}

/** A file of `fixtures/vectors`. */
export function convertPlain(name: string): Converted {
  const file = `vectors/${name}.json`;
  const { provenance, vectors } = vectorFile(file) as PlainFile;
  const cases = vectors.map(({ id, specification, by = [], ...rest }) =>
    withLevel({
      ...rest,
      id: `${name}/${id}`,
      source: { specification, programs: by.map((each) => provenance[each] as string) },
      origin: { file, id },
    }),
  );
  return { file, vectors: vectors.map(({ id }) => id), cases, left: [] };
}
