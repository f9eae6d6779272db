/**
 * Families: functions that list cases by their parameters. Each lays the octets out by the tables of a specification, with code of its own and never
 * handset's; the expected value is what the parameters say. What other programs make of each case is on record as of any other.
 * @module
 */
import { withLevel } from '../read.js';
import type { BareCase, Converted } from '../shape.js';

/** A case of a family. Its id begins with the family's name. */
export interface FamilyCase
  extends Pick<BareCase, 'id' | 'format' | 'title' | 'direction' | 'options' | 'input' | 'expected' | 'tolerance'> {
  readonly level?: 'lenient';
  /** Document and section. */
  readonly specification: string;
}

/** Where cases of families come from, in place of a file of vectors. */
export const FAMILIES = 'families/';

/** A family as cases of the pack. */
export function convertFamily(name: string, family: readonly FamilyCase[]): Converted {
  const file = `${FAMILIES}${name}`;
  const cases = family.map(({ specification, ...rest }) =>
    withLevel({ ...rest, source: { specification, programs: [] }, origin: { file, id: rest.id } }),
  );
  return { file, vectors: family.map(({ id }) => id), cases, left: [] };
}
