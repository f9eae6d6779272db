/**
 * gammu and Python over a batch of archives: one process, JSON in and out.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { run } from './run.js';

/** The interpreter that Debian's python3-gammu belongs to. */
const PYTHON = '/usr/bin/python3';
const WORKER = fileURLToPath(new URL('archive_worker.py', import.meta.url));

/** The answers to jobs: see archive_worker.py. */
export async function archiveWork(jobs: readonly object[]): Promise<unknown[]> {
  const { stdout } = await run(PYTHON, [WORKER], { input: JSON.stringify(jobs) });
  return JSON.parse(stdout) as unknown[];
}
