/**
 * The package as it is shipped, for what is measured as a program.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from './system.js';

let isDone = false;

/** Brings dist up to date, once. @throws Error when the build fails. */
export function buildIfStale(): void {
  if (isDone) return;
  const command = [join(ROOT, 'config/run.mjs'), 'build', '--if-stale'];
  const { status, signal, stdout, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', maxBuffer: 2 ** 28 });
  if (status !== 0) throw new Error(`the build failed (${signal ?? status}): ${`${stdout}${stderr}`.trim().slice(-400)}`);
  isDone = true;
}
