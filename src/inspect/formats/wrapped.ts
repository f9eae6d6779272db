/**
 * Lines of hex: payloads, or one file that was cut into lines or dumped.
 * @module
 */
import { pluralize } from '../../bytes/file-fields.js';
import { type HexRun, readHexLine } from '../hex-digits.js';
import { fileOfLines } from '../hex-dumps.js';
import { isHexListing, readHex } from '../texts.js';
import type { Evidence, Input } from './row.js';

/** Confidence from which octets are more likely something than nothing. */
const LIKELY = 0.4;

/** Pairs with blanks between them, as people write octets down: de ad be ef. */
const PAIRS = /^\s{0,8}(?:[\dA-Fa-f]{2}\s{1,4}){3}[\dA-Fa-f]{2}(?:\s|$)/;
/** Digits that no number and no word has. */
const LONG = 40;

/** How much speaks for lines of hex. */
export function sniffHex({ text, lines, identify }: Input): Evidence | undefined {
  if (text === undefined) return undefined;
  const file = fileOfLines(lines, { identify });
  const count = `${pluralize(lines.length, 'line')} of hex`;
  if (file !== undefined) {
    const [best] = identify(file);
    const what = best === undefined ? '' : `: ${best.reason}`;
    return { confidence: 0.95, reason: `${count}, one file of ${file.length} octets${what}` };
  }
  if (!isHexListing(lines)) return sniffFaultyHex(lines, identify);
  // Digits alone may be a telephone number or an amount, and letters alone words (bad, face), unless the octets are something.
  const isMixed = /\d/.test(text) && /[A-Fa-f]/.test(text);
  if (isMixed) return { confidence: text.length > 20 ? 0.95 : 0.8, reason: count };
  const [first] = lines as [string];
  const [best] = identify(readHex(first) as Uint8Array);
  const isSomething = best !== undefined && best.confidence >= LIKELY;
  return { confidence: isSomething ? 0.8 : isWritten(first) ? 0.5 : 0.15, reason: count };
}

/** Lines of hex that lack a digit, or have a character that is not a digit: what is read of them has to be known. */
function sniffFaultyHex(lines: readonly string[], identify: Input['identify']): Evidence | undefined {
  const runs: HexRun[] = [];
  for (const line of lines) {
    const run = readHexLine(line);
    if (run === undefined) return undefined;
    runs.push(run);
  }
  const faulty = runs.filter(({ digits, faults }) => digits.length % 2 !== 0 || faults.length > 0);
  const [first] = faulty;
  if (first === undefined) return undefined;
  const isSomething = faulty.every(({ octets }) => (identify(octets)[0]?.confidence ?? 0) >= LIKELY);
  if (!isSomething && first.digits.length <= LONG) return undefined;
  const fault = first.faults.length === 0 ? 'an odd number of digits' : 'a character that is not a digit';
  const reason = `${pluralize(lines.length, 'line')} of hex, ${pluralize(faulty.length, 'line')} with ${fault}`;
  return { confidence: isSomething ? 0.9 : 0.5, reason };
}

function isWritten(line: string): boolean {
  return line.length > LONG || PAIRS.test(line);
}
