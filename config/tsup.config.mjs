import { defineConfig } from 'tsup';
import manifest from '../package.json' with { type: 'json' };
import { commanderFile, writeCommander } from './commander.mjs';
import { apart, command, commandPackage, modules, programs, threads, writeGateway } from './entries.mjs';
import { lateRequires } from './late-requires.mjs';
import { writeNotices } from './notices.mjs';

/** @type {import('tsup').Options} */
const shared = {
  target: 'es2022',
  platform: 'neutral',
  // tsup would otherwise shorten `node:fs` to `fs`.
  removeNodeProtocol: false,
  external: [/^node:/],
  // One chunk holds the error classes, so `instanceof` holds across subpaths.
  splitting: true,
  // No module does anything by being loaded: a chunk imports those whose names it uses, and no others.
  treeshake: { moduleSideEffects: 'no-external' },
  // The output is not minified and reads well; maps would double the packed size.
  sourcemap: false,
  // `config/run.mjs build` removes what the last build left, after this one, so that dist is never absent in between.
  clean: false,
  define: { HANDSET_VERSION: JSON.stringify(manifest.version) },
};

/** What the compiler has declared of the modules: to put that together takes tsup a quarter of the time that the sources take it. */
const declarations = Object.fromEntries(
  Object.entries(modules).map(([name, file]) => [name, file.replace(/^src(.*)\.ts$/, 'reports/declarations$1.d.ts')]),
);

export default defineConfig([
  { ...shared, entry: { ...programs, ...threads, ...apart }, format: 'esm', onSuccess: () => writeGateway('esm') },
  {
    ...shared,
    entry: { ...programs, ...command },
    format: 'cjs',
    // CommonJS has no import.meta, by which the threads' program is found.
    shims: true,
    esbuildPlugins: [commanderFile],
    plugins: [lateRequires(Object.keys(manifest.peerDependencies))],
    onSuccess: async () => {
      await writeGateway('cjs');
      await writeCommander();
      writeNotices('dist/licenses.txt', [commandPackage]);
    },
  },
  {
    ...shared,
    entry: declarations,
    format: ['esm', 'cjs'],
    // tsup passes the deprecated `baseUrl` to the compiler.
    dts: { only: true, entry: declarations, compilerOptions: { ignoreDeprecations: '6.0' } },
  },
]);
