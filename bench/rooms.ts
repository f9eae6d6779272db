/**
 * The rooms under test, built as the package ships them.
 *
 * Importing src/ through tsx would measure something else: its `keepNames` wraps every inner function in a call at run time. So tsup
 * builds the rooms that exist with the package's own settings into a temporary folder, and that is what is loaded.
 * @module
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'tsup';
import type * as Bitmap from '../src/bitmap/index.js';
import type * as Bytes from '../src/bytes/index.js';
import type * as Carrier from '../src/carrier/index.js';
import type * as Inspect from '../src/inspect/index.js';
import type * as Message from '../src/message/index.js';
import type * as Mms from '../src/mms/index.js';
import type * as Protocol from '../src/protocol/index.js';
import type * as Push from '../src/push/index.js';
import type * as Ringtone from '../src/ringtone/index.js';
import type * as Sender from '../src/sender/index.js';
import type * as Sms from '../src/sms/index.js';
import type * as Text from '../src/text/index.js';
import type * as VObject from '../src/vobject/index.js';

export interface Rooms {
  readonly bytes: typeof Bytes;
  readonly text: typeof Text | undefined;
  readonly sms: typeof Sms | undefined;
  readonly ringtone: typeof Ringtone | undefined;
  readonly bitmap: typeof Bitmap | undefined;
  readonly push: typeof Push | undefined;
  readonly vobject: typeof VObject | undefined;
  readonly mms: typeof Mms | undefined;
  readonly message: typeof Message | undefined;
  readonly carrier: typeof Carrier | undefined;
  readonly inspect: typeof Inspect | undefined;
  readonly protocol: typeof Protocol | undefined;
  readonly sender: typeof Sender | undefined;
}

/** The rooms that are timed in this process, from the bottom up. */
export const ROOMS = [
  'text',
  'sms',
  'ringtone',
  'bitmap',
  'push',
  'vobject',
  'mms',
  'message',
  'carrier',
  'inspect',
  'protocol',
  'sender',
] as const;

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** Below the project, so that the packages which a room imports are found from there. */
const TEMPORARY = fileURLToPath(new URL('../node_modules/.handset-bench-', import.meta.url));

/** Builds and loads the rooms; one whose index.ts is missing is undefined. `HANDSET_SRC` names another source tree to measure. */
export async function loadRooms(): Promise<Rooms> {
  const source = process.env.HANDSET_SRC ?? SOURCE;
  const names: string[] = ['bytes', ...ROOMS].filter((name) => existsSync(join(source, name, 'index.ts')));
  const outDir = process.env.HANDSET_BENCH_OUT ?? mkdtempSync(TEMPORARY);
  // Not before the end: a room may load a part of itself when it is first needed.
  if (process.env.HANDSET_BENCH_OUT === undefined) process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    config: false,
    entry: Object.fromEntries(names.map((name) => [name, join(source, name, 'index.ts')])),
    outDir,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    splitting: true,
    treeshake: true,
    removeNodeProtocol: false,
    external: [/^node:/],
    outExtension: () => ({ js: '.mjs' }),
    dts: false,
    clean: false,
    silent: true,
  });
  const loaded = await Promise.all(
    names.map(async (name) => [name, await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)] as const),
  );
  return Object.fromEntries(loaded) as unknown as Rooms;
}
