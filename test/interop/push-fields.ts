/**
 * Headers of a push, drawn, with values that tshark shows as they are.
 * @module
 */
import fc from 'fast-check';

/** Instants that four octets hold, to the second. */
const instant = fc.integer({ min: 1, max: 0x7fffffff }).map((seconds) => new Date(seconds * 1000));
const uri = fc.stringMatching(/^http:\/\/[a-z0-9./?=&-]{1,30}$/);

export const pushFields = {
  transactionId: fc.nat({ max: 255 }),
  charset: fc.constant(null),
  /** Those whose names are the same in every register. */
  applicationId: fc.constantFrom(0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
  contentLength: fc.constant(true as const),
  contentLocation: uri,
  initiatorUri: uri,
  contentUri: uri,
  pushFlag: fc.nat({ max: 7 }),
  date: instant,
  expires: instant,
  encodingVersion: fc.constantFrom('1.1', '1.2', '1.3', '1.4', '1.5'),
};
