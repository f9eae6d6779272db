/**
 * Inputs that once broke something, one JSON file each.
 *
 *   { "target": "sms.decodeUdh", "hex": "0605..." or "text": "...", "found": "what went wrong, in a line" }
 *
 * An input of many equal pieces has `"repeat": [["piece", times], ...]` in place of its text, or of its hex with `"unit": "hex"`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { hashOf } from './random.js';
import type { Input } from './target.js';

/** A case: an input for a target. */
export interface Case {
  readonly target: string;
  readonly input: Input;
  /** What it did. */
  readonly found: string;
}

/** A case as it stands in its file. */
interface Written {
  readonly target: string;
  readonly hex?: string;
  readonly text?: string;
  readonly repeat?: readonly (readonly [piece: string, times: number])[];
  readonly unit?: 'hex';
  readonly found: string;
}

/** Reads a case. */
export function readCase(path: string): Case {
  const { target, hex, text, repeat, unit, found } = JSON.parse(readFileSync(path, 'utf8')) as Written;
  const repeated = repeat?.map(([piece, times]) => piece.repeat(times)).join('');
  const digits = unit === 'hex' ? repeated : hex;
  const input = digits === undefined ? (text ?? repeated) : new Uint8Array(Buffer.from(digits, 'hex'));
  if (input === undefined) throw new Error(`${path} holds no input`);
  return { target, input, found };
}

/** Every case of a folder, in the order of the names. */
export function readCases(folder: string): (Case & { readonly file: string })[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
  return files.sort().map((file) => ({ file, ...readCase(join(folder, file)) }));
}

/** Writes a case into a folder, named after target and fault. @returns its path */
export function writeCase(folder: string, { target, input, found }: Case, signature: string): string {
  mkdirSync(folder, { recursive: true });
  const name = target.replace(/[^\w.-]+/g, '-');
  const path = join(folder, `${name}-${hashOf(signature).toString(16).padStart(8, '0')}.json`);
  const held = typeof input === 'string' ? { text: input } : { hex: Buffer.from(input).toString('hex').toUpperCase() };
  writeFileSync(path, `${JSON.stringify({ target, ...held, found }, null, 2)}\n`);
  return path;
}
