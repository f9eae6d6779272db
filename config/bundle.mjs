/**
 * What runs, into dist: the ESM modules and the command line, in seconds. Types, CommonJS and the manual page are made by `npm run build` alone.
 *
 *   node config/bundle.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { command, programs, threads, writeGateway } from './entries.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));

await build({
  entryPoints: { ...programs, ...threads, ...command },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  packages: 'external',
  define: { HANDSET_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
});
// esbuild has no chunks of CommonJS.
writeFileSync('dist/cli.cjs', "#!/usr/bin/env node\nimport('./cli.js');\n");
await writeGateway('esm');
