/**
 * What a report shows of texts: their beginnings, pairs of a form, and what fields say in words.
 * @module
 */
import type { Field } from '../../bytes/index.js';
import { cutTo } from '../../inspect/printable.js';
import { messagesIn } from '../archived.js';
import { HIDDEN, isSecret, withoutSecrets } from './secrets.js';

/** Characters and lines of a text that are shown. */
const MAX_TEXT = 1_000;
const MAX_LINES = 30;
/** Characters of a text that are looked at for it. */
export const LOOK = 4 * MAX_TEXT;

/** Fields of a form or query, a line each. */
export function pairsOf({ children }: Field): string {
  const pairs = children.filter(({ value }) => value !== undefined);
  return pairs
    .map(({ name, value, meaning }) => `${name}: ${isSecret(name) ? HIDDEN : withoutSecrets(String(meaning ?? value))}`)
    .join('\n');
}

/** Messages of an archive: who each is from, and its text. */
export function messagesOf(tree: Field): string {
  const messages = messagesIn(tree, NO_OCTETS).slice(0, MAX_LINES);
  return messages.map(({ field: { meaning, value } }) => `${meaning}\n${value ?? ''}`.trimEnd()).join('\n\n');
}

const NO_OCTETS = new Uint8Array(0);

/** What a field says as a message: its text, that of its parts, or that of octets in an alphabet. */
export function textOfField({ name, value, meaning }: Field): string | undefined {
  if (name === 'text' || name.startsWith('joined from ')) return typeof value === 'string' ? value : undefined;
  if (name !== 'data' || meaning?.startsWith('"') !== true) return undefined;
  try {
    return String(JSON.parse(meaning));
  } catch {
    // Words that happen to begin so.
    return undefined;
  }
}

/** A text's first lines. */
export function excerpt(text: string): string {
  const plain = text.replace(/\r\n?/g, '\n').trimEnd();
  const shown = cutTo(plain, MAX_TEXT).split('\n', MAX_LINES).join('\n');
  return shown.length < plain.length ? `${shown}…` : shown;
}
