/**
 * Starts one program of the test machine and waits for it.
 * @module
 */
import { spawn } from 'node:child_process';

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Text for the program's standard input. */
  readonly input?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Exit codes to accept; [0] unless told. */
  readonly accept?: readonly number[];
  readonly timeoutMs?: number;
}

/**
 * Runs `program` and gives what it wrote. The environment is cut to what the oracles need, so that a user's own rc files
 * and language settings cannot change a result.
 * @throws Error when the program is missing, takes too long, or ends with a code that is not accepted.
 */
export function run(program: string, args: readonly string[], options: RunOptions = {}): Promise<Finished> {
  const { input = '', accept = [0], timeoutMs = 120_000 } = options;
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'UTC', ...options.env },
      timeout: timeoutMs,
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.on('error', (cause) => reject(new Error(`${program} did not start; npm run interop installs it`, { cause })));
    child.on('close', (code) => {
      const finished = { code, stdout: Buffer.concat(out).toString('utf8'), stderr: Buffer.concat(err).toString('utf8') };
      if (code !== null && accept.includes(code)) resolve(finished);
      else reject(new Error(`${program} ended with ${code}: ${finished.stderr.slice(-2000)}`));
    });
    child.stdin.on('error', () => undefined); // a program that ends without reading its input is judged by its exit code
    child.stdin.end(input);
  });
}
