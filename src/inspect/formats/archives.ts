/**
 * Archives.
 * @module
 */
import { describeEntries, isZip, traceZip, type ZipSummary } from '../../zip/tree.js';
import { withWarnings } from '../trees.js';
import { NAMES } from './names.js';
import { octetRow, type Reads } from './octets.js';
import type { Evidence, Input, Payload, Row } from './row.js';

/** The rows of archives. */
export const ARCHIVES: Readonly<{ zip: Row & Payload }> = /* @__PURE__ */ archiveRows();

function archiveRows() {
  return {
    zip: octetRow<ZipSummary>(
      { label: 'ZIP archive', ...NAMES.zip, sniff: sniffZip },
      {
        root: 'ZIP',
        read: (reader, options) => traceZip(reader, options),
        showsIssues: true,
        describe: ({ entries }) => describeEntries(entries),
        complete: (tree, zip) =>
          zip?.refusal === undefined
            ? tree
            : withWarnings(tree, [`refused as the archive of a multimedia message: ${zip.refusal}`]),
      },
    ),
  };
}

/** What every signature in an archive begins with. */
const LETTER_P = 0x50;

function sniffZip(input: Input, { twice }: Reads<ZipSummary>): Evidence | undefined {
  const { octets } = input;
  if (!octets.includes(LETTER_P) || !isZip(octets)) return undefined;
  const { value, fault, refusal } = twice(input);
  if (value === undefined) return { confidence: 0.7, reason: `begins as an archive, but ${refusal?.message}` };
  const archive = `an archive of ${describeEntries(value.entries)}`;
  if (value.prefixOctets > 0) {
    return { confidence: 0.9, reason: `${archive} after ${value.prefixOctets} octets of something else` };
  }
  if (fault !== undefined) return { confidence: 0.95, reason: `${archive}, with faults: ${fault.message}` };
  return { confidence: 0.99, reason: archive };
}
