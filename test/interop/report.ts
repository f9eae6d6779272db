/**
 * Small help for the test files.
 * @module
 */

/** Hex in upper case. */
export function hex(octets: Uint8Array): string {
  return Buffer.from(octets).toString('hex').toUpperCase();
}

/** Differences that a message lists. */
const MOST_SHOWN = 8;

/** Characters of one of their lines: enough for the octets of a message, and for the place where two of them part. */
const MOST_CHARACTERS = 1000;

/** Throws when there are failures, with the first few in the message, and empties the list. */
export function report(failures: string[]): void {
  if (failures.length === 0) return;
  const lines = failures.slice(0, MOST_SHOWN).flatMap((failure) => failure.split('\n'));
  const cut = lines.map((line) => (line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}...` : line));
  const message = `${failures.length} differences:\n${cut.join('\n')}`;
  failures.length = 0;
  throw new Error(message);
}
