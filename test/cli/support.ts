/** The command line as a function: arguments, standard input and files in; exit code and both streams out. */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { run } from '../../src/cli/program.js';
import { temp } from '../support/cleanup.js';

export interface Outcome {
  code: number;
  out: string;
  err: string;
}

export interface Surroundings {
  /** All of it, or piece by piece. */
  stdin?: string | Uint8Array | AsyncIterable<string>;
  isTyped?: boolean;
  env?: Record<string, string>;
  /** Whether stdout is a terminal. */
  color?: boolean;
  /** Shows progress, as where stderr is a terminal. */
  progress?: (line: string) => void;
}

export async function handset(
  args: readonly string[],
  { stdin = '', isTyped = false, env = {}, color = false, progress }: Surroundings = {},
): Promise<Outcome> {
  let out = '';
  let err = '';
  const code = await run(args, {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
    },
    stdin: async function* () {
      const pieces = typeof stdin === 'string' || stdin instanceof Uint8Array ? [stdin] : stdin;
      for await (const piece of pieces) yield typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
    },
    isTyped,
    env,
    color,
    progress,
  });
  return { code, out, err };
}

export { temp };

export function write(name: string, content: string | Uint8Array): string {
  writeFileSync(temp(name), content);
  return temp(name);
}

export const readText = (path: string): string => readFileSync(path, 'utf8');

export const shared = (name: string): string => fileURLToPath(new URL(`../../fixtures/files/${name}`, import.meta.url));
