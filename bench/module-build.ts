/**
 * Modules built with the package's own settings, for what is measured: importing src/ through tsx would measure something else, since its
 * `keepNames` wraps every inner function in a call at run time.
 * @module
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'tsup';

/** The modules' sources; `HANDSET_SRC` names another tree to measure. */
export const SOURCE = process.env.HANDSET_SRC ?? fileURLToPath(new URL('../src/', import.meta.url));

/** Below the project, so that the packages which a module imports are found from there. */
const TEMPORARY = fileURLToPath(new URL('../node_modules/.handset-bench-', import.meta.url));

/** A folder that is removed when the process ends: not before, since a module may load a part of itself when it is first needed. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(TEMPORARY);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Builds each entry, a path by its name, as `NAME.mjs` in a folder. */
export async function buildInto(outDir: string, entry: Readonly<Record<string, string>>): Promise<void> {
  await build({
    config: false,
    entry: { ...entry },
    outDir,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    treeshake: true,
    removeNodeProtocol: false,
    skipNodeModulesBundle: true,
    external: [/^node:/],
    outExtension: () => ({ js: '.mjs' }),
    dts: false,
    clean: false,
    silent: true,
  });
}
