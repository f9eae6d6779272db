/**
 * A folder under os.tmpdir() for the length of one job; it is gone when the job ends, however it ends.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Runs `job` with a fresh folder and removes the folder afterwards. */
export async function inTemporaryFolder<T>(job: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'handset-interop-'));
  try {
    return await job(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
