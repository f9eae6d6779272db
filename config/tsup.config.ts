import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { defineConfig, type Options } from 'tsup';
import manifest from '../package.json' with { type: 'json' };

const modules = {
  index: 'src/index.ts',
  bytes: 'src/bytes/index.ts',
  text: 'src/text/index.ts',
  profile: 'src/profile/index.ts',
  sms: 'src/sms/index.ts',
  cbs: 'src/cbs/index.ts',
  ringtone: 'src/ringtone/index.ts',
  bitmap: 'src/bitmap/index.ts',
  push: 'src/push/index.ts',
  vobject: 'src/vobject/index.ts',
  mms: 'src/mms/index.ts',
  archive: 'src/archive/index.ts',
  image: 'src/image/index.ts',
  message: 'src/message/index.ts',
  carrier: 'src/carrier/index.ts',
  modem: 'src/modem/index.ts',
  sim: 'src/sim/index.ts',
  smpp: 'src/smpp/index.ts',
  'smpp-node': 'src/smpp/node.ts',
  'smpp-centre': 'src/smpp/centre.ts',
  capture: 'src/capture/index.ts',
  inspect: 'src/inspect/index.ts',
  protocol: 'src/protocol/index.ts',
  content: 'src/content/index.ts',
  sender: 'src/sender/index.ts',
  gateway: 'src/gateway/index.ts',
};

/** The gateway loads only where its optional packages are: {@link writeGateway} writes what `handset/gateway` is. */
const { gateway, ...others } = modules;
const programs = { ...others, 'gateway-main': gateway, 'gateway-missing': 'src/gateway/missing.ts' };

/** Node finds all imports of a module before it runs any: only a module that loads another can say more than which package was not found first. */
async function writeGateway(format: 'esm' | 'cjs'): Promise<void> {
  if (format === 'cjs') {
    writeFileSync(
      'dist/gateway.cjs',
      `'use strict';
try {
  module.exports = require('./gateway-main.cjs');
} catch (error) {
  require('./gateway-missing.cjs').explainMissing(error);
}
`,
    );
    return;
  }
  const { href } = pathToFileURL('dist/gateway-main.js');
  const names = Object.keys((await import(`${href}?${Date.now()}`)) as object);
  writeFileSync(
    'dist/gateway.js',
    `import { explainMissing } from './gateway-missing.js';

export const {
${names.map((name) => `  ${name},\n`).join('')}} = await import('./gateway-main.js').catch(explainMissing);
`,
  );
}

const shared: Options = {
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
};

export default defineConfig([
  // The command line and the threads' programs share the chunks of the ESM build and exist in no other form.
  {
    ...shared,
    entry: {
      ...programs,
      cli: 'src/cli/main.ts',
      'image-worker': 'src/image/workers/worker.ts',
      'request-worker': 'src/gateway/reading/worker.ts',
    },
    format: 'esm',
    define: { HANDSET_VERSION: JSON.stringify(manifest.version) },
    onSuccess: () => writeGateway('esm'),
  },
  // CommonJS has no import.meta, by which the threads' program is found.
  { ...shared, entry: programs, format: 'cjs', shims: true, onSuccess: () => writeGateway('cjs') },
  {
    ...shared,
    entry: modules,
    format: ['esm', 'cjs'],
    // tsup passes the deprecated `baseUrl` to the compiler.
    dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } },
  },
]);
