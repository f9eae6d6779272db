/**
 * What a test file leaves behind goes when it ends. config/vitest.setup.ts calls {@link cleanUp} after the last test of each file: files share a
 * worker and its modules, so a hook of a shared module would run for the first file only.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const steps: (() => unknown)[] = [];
let own: string | undefined;

/** Has something done after the last test of the file that runs now. Steps run last first. */
export function afterFile(step: () => unknown): void {
  steps.push(step);
}

/** Makes a folder of this file's. @param name says what for, should it be left over */
export function tempFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `handset-${name}-`));
  afterFile(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A path in the file's own folder. */
export function temp(name: string): string {
  own ??= tempFolder('test');
  return join(own, name);
}

/** Takes all steps since the last call. */
export async function cleanUp(): Promise<void> {
  own = undefined;
  for (const step of steps.splice(0).reverse()) await step();
}
