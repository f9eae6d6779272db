/**
 * What the package is built from: by tsup whole (config/tsup.config.mjs), or what runs alone (config/bundle.mjs).
 */
import { writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** What is imported, by the name of its file in dist. */
export const modules = {
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
export const programs = { ...others, 'gateway-main': gateway, 'gateway-missing': 'src/gateway/missing.ts' };

/** The command line, which is CommonJS in the package: Node starts it in a third of the time. */
export const command = { cli: 'src/cli/main.ts' };

/** The package that is part of the command line's files (commander.mjs), so that nobody installs it. It needs no others. */
export const commandPackage = 'commander';

/**
 * Entries that nobody imports by name: each becomes a chunk of its own. A bundler keeps all of `export * as soap` or nothing, and would keep it for every
 * program that reads an answer of a form if both were in one chunk.
 */
export const apart = { 'protocol-forms': 'src/protocol/forms.ts' };

/** The threads' programs, which share the chunks of the ESM build and exist in no other form. */
export const threads = {
  'image-worker': 'src/image/workers/worker.ts',
  'request-worker': 'src/gateway/reading/worker.ts',
  'store-worker': 'src/gateway/store/sqlite-worker.ts',
};

/**
 * Node finds all imports of a module before it runs any: only a module that loads another can say more than which package was not found first.
 * @param {'esm' | 'cjs'} format
 */
export async function writeGateway(format) {
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
  const names = Object.keys(await import(`${href}?${Date.now()}`));
  writeFileSync(
    'dist/gateway.js',
    `import { explainMissing } from './gateway-missing.js';

export const {
${names.map((name) => `  ${name},\n`).join('')}} = await import('./gateway-main.js').catch(explainMissing);
`,
  );
}
