/** Projects of the tests that use packages of this one. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Puts packages into a project: those of this one's, and as `handset` this one itself, as it was built. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(name === 'handset' ? root : join(root, 'node_modules', name), path);
  }
}
