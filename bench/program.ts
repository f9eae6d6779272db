/** The command line as the package ships it: bundled, in chunks, without what tsx adds. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './system.js';

const built = join(ROOT, 'node_modules/.cache/handset-bench');

/** Arguments of Node for the command line. */
export const program = [join(built, 'main.js')];

export async function buildProgram(): Promise<void> {
  mkdirSync(built, { recursive: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['src/cli/main.ts'],
    outdir: built,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'es2022',
    define: { HANDSET_VERSION: '"0"' },
    logLevel: 'error',
  });
}
