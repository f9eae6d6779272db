/**
 * Values as JSON for people and programs.
 * @module
 */
import { toHex } from '../bytes/index.js';
import { printable } from '../inspect/printable.js';

/** JSON with a line break at its end; octets as upper-case hex, and what could speak to a terminal as JSON's own escapes. */
export function formatJson(value: unknown): string {
  const json = JSON.stringify(value, (_, part) => (part instanceof Uint8Array ? toHex(part) : part), 2);
  return `${printable(json, true)}\n`;
}
