/**
 * A service centre in a process of its own.
 * @module
 */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { end } from './daemons.js';

/** What came so far: how many submit_sm, to how many numbers, and how many of these got more than one. */
export interface CentreCounts {
  readonly submits: number;
  readonly numbers: number;
  readonly repeated: number;
}

/** A service centre that takes connections. */
export interface CentreProcess {
  counts(): Promise<CentreCounts>;
  stop(): Promise<void>;
}

/** Starts one that answers each submit_sm after some milliseconds. */
export async function startCentre(port: number, delayMs = 0): Promise<CentreProcess> {
  const main = fileURLToPath(new URL('smpp-centre-main.ts', import.meta.url));
  const child = spawn(process.execPath, ['--import', 'tsx', main, String(port), String(delayMs)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  await lines.next();
  return {
    async counts() {
      child.stdin.write('\n');
      return JSON.parse((await lines.next()).value as string) as CentreCounts;
    },
    stop: () => end(child),
  };
}
