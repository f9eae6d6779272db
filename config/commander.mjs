/**
 * commander, which reads arguments, as one file of the command line: nobody has to install it, and every command starts sooner. commander can start other
 * programs, which handset never asks for; the part of Node that does it takes a while to load, and is loaded only when it is used.
 */
import { build } from 'esbuild';
import { commandPackage } from './entries.mjs';

const FILE = './commander.cjs';

/** A plugin of esbuild: commander is that file. */
export const commanderFile = {
  name: 'commander-file',
  setup({ onResolve }) {
    onResolve({ filter: new RegExp(`^${commandPackage}$`) }, () => ({ path: FILE, external: true }));
  },
};

const lateChildProcess = {
  name: 'late-child-process',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^node:child_process$/, namespace: 'file' }, () => ({ path: 'child_process', namespace: 'late' }));
    onLoad({ filter: /./, namespace: 'late' }, () => ({
      contents: "exports.spawn = (...args) => require('node:child_process').spawn(...args);",
    }));
  },
};

/** Writes the file into dist. */
export async function writeCommander() {
  await build({
    stdin: { contents: `module.exports = require('${commandPackage}');`, resolveDir: '.' },
    ...{ bundle: true, platform: 'node', format: 'cjs', target: 'es2022', minifyWhitespace: true, minifySyntax: true },
    outfile: `dist/${FILE}`,
    plugins: [lateChildProcess],
  });
}
