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

/** Throws when there are failures, with the first few in the message, and empties the list. */
export function report(failures: string[]): void {
  if (failures.length === 0) return;
  const message = `${failures.length} differences:\n${failures.slice(0, MOST_SHOWN).join('\n')}`;
  failures.length = 0;
  throw new Error(message);
}
