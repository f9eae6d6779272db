import type { Issue } from '../../src/bytes/reading.js';

/** Options of lenient reading, and the code, field and offset of each issue that it reports. */
export function lenient() {
  const issues: unknown[][] = [];
  const onIssue = ({ code, field, offset }: Issue) => issues.push([code, field, offset]);
  return { issues, options: { lenient: true, onIssue } };
}
