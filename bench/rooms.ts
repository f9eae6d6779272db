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
import type * as Mms from '../src/mms/index.js';
import type * as Protocol from '../src/protocol/index.js';
import type * as Push from '../src/push/index.js';
import type * as Ringtone from '../src/ringtone/index.js';
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
  readonly protocol: typeof Protocol | undefined;
}

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));
/** Below the project, so that the packages which a room imports are found from there. */
const TEMPORARY = fileURLToPath(new URL('../node_modules/.handset-bench-', import.meta.url));

/** Builds and loads the rooms; one whose index.ts is missing is undefined. `HANDSET_SRC` names another source tree to measure. */
export async function loadRooms(): Promise<Rooms> {
  const source = process.env.HANDSET_SRC ?? SOURCE;
  const names = ['bytes', 'text', 'sms', 'ringtone', 'bitmap', 'push', 'vobject', 'mms', 'protocol'].filter((name) =>
    existsSync(join(source, name, 'index.ts')),
  );
  const outDir = process.env.HANDSET_BENCH_OUT ?? mkdtempSync(TEMPORARY);
  try {
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
    const load = (name: string): Promise<never> | undefined =>
      names.includes(name) ? (import(pathToFileURL(join(outDir, `${name}.mjs`)).href) as Promise<never>) : undefined;
    return {
      bytes: (await load('bytes')) as unknown as typeof Bytes,
      text: await load('text'),
      sms: await load('sms'),
      ringtone: await load('ringtone'),
      bitmap: await load('bitmap'),
      push: await load('push'),
      vobject: await load('vobject'),
      mms: await load('mms'),
      protocol: await load('protocol'),
    };
  } finally {
    if (process.env.HANDSET_BENCH_OUT === undefined) rmSync(outDir, { recursive: true, force: true });
  }
}
