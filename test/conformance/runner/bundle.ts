/**
 * The runner as one file that Node runs without any package.
 * @module
 */
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** The text of runner.mjs. */
export async function bundleRunner(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('main.ts', import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: '#!/usr/bin/env node\n// The runner of the handset conformance pack, MIT: docs/conformance-runner.md' },
    legalComments: 'none',
  });
  return outputFiles[0]!.text;
}
