/**
 * An answer against the expectation of its case. Values are compared as the repository's own tests compare them.
 * @module
 */
import { differences } from '../compare.js';
import type { Expected, Form, Json } from '../pack/shape.js';
import type { Answer } from './protocol.js';

/** What becomes of a question. */
export interface Judgement {
  readonly result: 'passed' | 'failed' | 'refused' | 'crashed' | 'skipped';
  /** Where the answer and the expectation part; why it was skipped; how the adapter ended. */
  readonly reasons: readonly string[];
}

const octet = (hex: string, at: number) => `0x${hex.slice(2 * at, 2 * at + 2)}`;

/** Where two rows of octets part. */
export function octetDifferences(expected: string, shown: string, where = ''): string[] {
  const counts = [expected.length / 2, shown.length / 2] as const;
  const least = Math.min(...counts);
  for (let at = 0; at < least; at++) {
    const [want, got] = [octet(expected, at), octet(shown, at)];
    if (want !== got) return [`${where}byte ${at}: ${got} where ${want} is expected`];
  }
  if (counts[0] === counts[1]) return [];
  return counts[1] < counts[0]
    ? [`${where}ends after ${counts[1]} of ${counts[0]} bytes; byte ${least} should be ${octet(expected, least)}`]
    : [`${where}${counts[1]} bytes where ${counts[0]} are expected; the first one too many is ${octet(shown, least)}`];
}

function hexListDifferences(expected: readonly string[], shown: readonly string[]): string[] {
  const count = expected.length === shown.length ? [] : [`${shown.length} pieces where ${expected.length} are expected`];
  const pieces = expected.slice(0, shown.length);
  return [...count, ...pieces.flatMap((hex, index) => octetDifferences(hex, shown[index]!, `piece ${index}, `))];
}

/** Whether a refusal that gives no known reason is as good as one with the right reason. */
export interface Rules {
  readonly anyReason: boolean;
}

/** Compares an answer with what is expected. */
export function judge(expected: Expected, answer: Answer, tolerance: number | undefined, rules: Rules): Judgement {
  if ('skip' in answer) return { result: 'skipped', reasons: [answer.skip] };
  if ('refused' in expected) return judgeRefusal(expected.refused, answer, rules);
  if ('refused' in answer) {
    const { reason, field } = answer.refused;
    return { result: 'refused', reasons: [`refused as ${reason}${field === undefined ? '' : ` at ${field}`}, and is valid`] };
  }
  const reasons = formDifferences(expected, answer.shown as unknown as Form, tolerance);
  return { result: reasons.length === 0 ? 'passed' : 'failed', reasons };
}

function judgeRefusal(
  { reason, field }: { readonly reason: string; readonly field?: string },
  answer: Exclude<Answer, { skip: string }>,
  { anyReason }: Rules,
): Judgement {
  if (!('refused' in answer)) {
    return {
      result: 'failed',
      reasons: [`accepted; it has to be refused as ${reason}${field === undefined ? '' : ` at ${field}`}`],
    };
  }
  const { reason: given, field: place } = answer.refused;
  const reasons =
    anyReason || given === reason
      ? anyReason || field === undefined || place === undefined || place === field
        ? []
        : [`refused at ${place} where ${field} is expected`]
      : [`refused as ${given} where ${reason} is expected`];
  return { result: reasons.length === 0 ? 'passed' : 'failed', reasons };
}

function formDifferences(expected: Form, shown: Form, tolerance: number | undefined): string[] {
  if ('hex' in expected && 'hex' in shown) return octetDifferences(expected.hex, shown.hex);
  if ('hexList' in expected && 'hexList' in shown) return hexListDifferences(expected.hexList, shown.hexList);
  const [kind, given] = [Object.keys(expected)[0]!, Object.keys(shown)[0]!];
  if (kind !== given) return [`answered with ${given} where ${kind} is expected`];
  return differences(expected as unknown as Json, shown as unknown as Json, tolerance);
}
