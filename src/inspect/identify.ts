/**
 * What a blob is: every reading that holds, the likeliest first, each with its reason.
 *
 * Few formats here begin with a mark of their own, so the readers themselves are asked: a strict reading that ends exactly where the octets
 * end is strong evidence for a TPDU, and the only evidence for a bitmap whose header is four octets of which two are sizes.
 * @module
 */
import { requireOctets } from '../bytes/octets.js';
import { DEFAULT_LIMITS, LimitError, type Limits } from '../errors.js';
import { identifyFiles } from './files.js';
import type { Identification } from './formats.js';
import { identifyBitmaps, identifyMarked, identifyZip } from './identify-marked.js';
import { identifyMms, identifyPushes } from './identify-pushes.js';
import { identifySmpp, identifyTpdus, identifyUdh } from './identify-sms.js';
import { identifyText, identifyVObjects } from './identify-text.js';
import { MAX_NESTING } from './opening.js';

export { FORMATS, type Format, type Identification, TPDU_FORMS } from './formats.js';

/**
 * All readings that hold, the likeliest first; none for octets that nothing here can read.
 * @param limits another value for `inspectOctets` of DEFAULT_LIMITS.
 * @throws LimitError past `inspectOctets`; TypeError for what is no octets.
 */
export function identify(octets: Uint8Array, limits?: Partial<Limits>): Identification[] {
  checkInput(octets, limits);
  return identifyNested(octets, limits, 0);
}

/**
 * The readings of octets that stand inside of others.
 * @param depth payloads of text around them; past MAX_NESTING there are no readings.
 */
export function identifyNested(octets: Uint8Array, limits: Partial<Limits> | undefined, depth: number): Identification[] {
  if (depth > MAX_NESTING) return [];
  const found = [
    ...identifyText(octets, limits, (inner) => identifyNested(inner, limits, depth + 1)),
    ...identifyVObjects(octets, limits),
    ...identifyMarked(octets, limits),
    ...identifyFiles(octets, limits),
    ...identifyPushes(octets, limits),
    ...identifyMms(octets, limits),
    ...identifyZip(octets, limits),
    ...identifySmpp(octets),
    ...identifyTpdus(octets),
    ...identifyUdh(octets, limits),
    ...identifyBitmaps(octets, limits),
  ];
  // Of readings as likely as each other the one further up stays in front.
  return found.sort((a, b) => b.confidence - a.confidence);
}

/** @throws LimitError past `inspectOctets`; TypeError for what is no octets. */
export function checkInput(octets: Uint8Array, limits: Partial<Limits> | undefined): void {
  requireOctets(octets, 'the input');
  const most = limits?.inspectOctets ?? DEFAULT_LIMITS.inspectOctets;
  if (octets.length > most) {
    throw new LimitError('limit-exceeded', 'input', undefined, `${octets.length} octets, at most ${most}`);
  }
}
