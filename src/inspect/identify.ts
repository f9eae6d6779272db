/**
 * What a blob is: every reading that holds, the likeliest first, each with its reason.
 *
 * Few formats here begin with a mark of their own, so the readers themselves are asked: a strict reading that ends exactly where the octets
 * end is strong evidence for a TPDU, and the only evidence for a bitmap whose header is four octets of which two are sizes.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { limitOf } from '../bytes/reading.js';
import { LimitError, type Limits } from '../errors.js';
import { Input } from './formats/row.js';
import { ROWS } from './formats/table.js';
import type { Identification } from './formats.js';
import { MAX_NESTING } from './nested-payloads.js';

/**
 * Identifies a payload: returns its possible formats, the most likely first; an empty list if no format matches.
 * @param limits values that replace `inspectOctets` of `DEFAULT_LIMITS`.
 * @throws LimitError `limit-exceeded` above `inspectOctets`.
 * @throws TypeError when `octets` is not a Uint8Array.
 * @example
 * ```ts
 * import { fromHex } from 'handset/bytes';
 * import { identify } from 'handset/inspect';
 *
 * identify(fromHex('01000B917283010010F500000CE8329BFD066D789BF2C607'));
 * // -> [{ format: 'tpdu-mo', confidence: 0.9, reason: 'SMS-SUBMIT to +27381000015' }]
 * ```
 */
export function identify(octets: Uint8Array, limits?: Partial<Limits>): Identification[] {
  checkInput(octets, limits);
  return identifyNested(octets, limits, 0);
}

/**
 * The readings of octets inside of others.
 * @param depth payloads of text around them; past MAX_NESTING there are no readings.
 */
export function identifyNested(octets: Uint8Array, limits: Partial<Limits> | undefined, depth: number): Identification[] {
  if (depth > MAX_NESTING) return [];
  const input = new Input(octets, limits, (inner) => identifyNested(inner, limits, depth + 1));
  const found: Identification[] = [];
  for (const row of ROWS) {
    const evidence = row[1].sniff(input, found);
    if (evidence !== undefined) found.push({ format: row[0], confidence: evidence.confidence, reason: evidence.reason });
  }
  // Of readings as likely as each other the one further up in the table stays first.
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** @throws LimitError past `inspectOctets`; TypeError for what is not octets. */
export function checkInput(octets: Uint8Array, limits: Partial<Limits> | undefined): void {
  requireOctets(octets, 'the input');
  const most = limitOf(limits, 'inspectOctets');
  if (octets.length > most) {
    throw new LimitError('limit-exceeded', 'input', undefined, `${octets.length} octets, at most ${most}`);
  }
}
