/** The modules under test, built as the package ships them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Archive from '../src/archive/index.js';
import type * as Bitmap from '../src/bitmap/index.js';
import type * as Bytes from '../src/bytes/index.js';
import type * as Capture from '../src/capture/index.js';
import type * as Carrier from '../src/carrier/index.js';
import type * as Cbs from '../src/cbs/index.js';
import type * as Inspect from '../src/inspect/index.js';
import type * as Message from '../src/message/index.js';
import type * as Mms from '../src/mms/index.js';
import type * as Modem from '../src/modem/index.js';
import type * as Protocol from '../src/protocol/index.js';
import type * as Push from '../src/push/index.js';
import type * as Ringtone from '../src/ringtone/index.js';
import type * as Sender from '../src/sender/index.js';
import type * as Sim from '../src/sim/index.js';
import type * as Smpp from '../src/smpp/index.js';
import type * as Sms from '../src/sms/index.js';
import type * as Text from '../src/text/index.js';
import type * as VObject from '../src/vobject/index.js';
import { buildInto, SOURCE, temporaryFolder } from './module-build.js';

export interface Modules {
  readonly bytes: typeof Bytes;
  readonly text: typeof Text | undefined;
  readonly sms: typeof Sms | undefined;
  readonly smpp: typeof Smpp | undefined;
  readonly cbs: typeof Cbs | undefined;
  readonly sim: typeof Sim | undefined;
  readonly ringtone: typeof Ringtone | undefined;
  readonly bitmap: typeof Bitmap | undefined;
  readonly push: typeof Push | undefined;
  readonly vobject: typeof VObject | undefined;
  readonly mms: typeof Mms | undefined;
  readonly message: typeof Message | undefined;
  readonly carrier: typeof Carrier | undefined;
  readonly modem: typeof Modem | undefined;
  readonly capture: typeof Capture | undefined;
  readonly archive: typeof Archive | undefined;
  readonly inspect: typeof Inspect | undefined;
  readonly protocol: typeof Protocol | undefined;
  readonly sender: typeof Sender | undefined;
}

/** The modules that are timed, from the bottom up. */
const MODULES = [
  'text',
  'sms',
  'smpp',
  'cbs',
  'sim',
  'ringtone',
  'bitmap',
  'push',
  'vobject',
  'mms',
  'message',
  'carrier',
  'modem',
  'capture',
  'archive',
  'inspect',
  'protocol',
  'sender',
] as const;

/** The modules whose index.ts is there, and `bytes`. */
function present(source: string): string[] {
  return ['bytes', ...MODULES].filter((name) => existsSync(join(source, name, 'index.ts')));
}

/** Builds the modules of a tree of sources and says where. `HANDSET_BENCH_OUT` names a folder to build our own into and to keep. */
export async function buildModules(source = SOURCE): Promise<string> {
  const folder = (source === SOURCE ? process.env.HANDSET_BENCH_OUT : undefined) ?? temporaryFolder();
  await buildInto(folder, Object.fromEntries(present(source).map((name) => [name, join(source, name, 'index.ts')])));
  return folder;
}

/** Modules that were built in a folder; one that was not is undefined. */
export async function loadModules(folder: string): Promise<Modules> {
  const built = ['bytes', ...MODULES].filter((name) => existsSync(join(folder, `${name}.mjs`)));
  const loaded = await Promise.all(
    built.map(async (name) => [name, await import(pathToFileURL(join(folder, `${name}.mjs`)).href)] as const),
  );
  return Object.fromEntries(loaded) as unknown as Modules;
}

/** The modules that are not there to be timed. */
export function missingModules(): string[] {
  const there = present(SOURCE);
  return MODULES.filter((name) => !there.includes(name));
}
