#!/usr/bin/env node
/**
 * The program `handset`.
 * @module
 */
import nodeModule from 'node:module';
import { EXIT, reasonOf } from './io.js';
import { run } from './program.js';

// From 22.1 on: commands, which are loaded after this, are compiled once and read from a cache afterwards.
if (Number.parseInt(process.versions.node, 10) >= 22) {
  (nodeModule as { enableCompileCache?: () => unknown }).enableCompileCache?.();
}

// A reader that closes early (`handset ... | head`) is no fault of ours; a full disk is none of the command's, which has done its work.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isClosed = error.code === 'EPIPE';
  if (!isClosed) process.stderr.write(`handset: done, but standard output cannot be written: ${reasonOf(error)}\n`);
  // What became of the command is known by then: a refusal stays one.
  setImmediate(() => process.exit(process.exitCode || (isClosed ? EXIT.ok : EXIT.usage)));
});
// Whoever does not read notes does without them.
process.stderr.on('error', () => {});

void run(process.argv.slice(2), {
  stdout: (text) => process.stdout.write(text),
  stderr: (text) => process.stderr.write(text),
  stdin: () => process.stdin,
  // A getter: Node opens standard input only when it is asked for.
  get isTyped() {
    return process.stdin.isTTY === true;
  },
  drained: async () => {
    // Of a reader that has gone the handler above takes care.
    if (process.stdout.writableNeedDrain) await new Promise<void>((resolve) => process.stdout.once('drain', resolve));
  },
  env: process.env,
  color: process.stdout.isTTY === true,
  // To the beginning of the line, the new text, and the rest of the old one away.
  progress: process.stderr.isTTY === true ? (line) => process.stderr.write(`\r${line}\x1b[K`) : undefined,
}).then((code) => {
  process.exitCode = code;
});
