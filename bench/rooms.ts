/** The rooms under test, built as the package ships them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
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
import { buildInto, SOURCE, temporaryFolder } from './room-build.js';

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

/** Builds and loads the rooms; one whose index.ts is missing is undefined. `HANDSET_BENCH_OUT` names a folder to build into and to keep. */
export async function loadRooms(): Promise<Rooms> {
  const names: string[] = ['bytes', ...ROOMS].filter((name) => existsSync(join(SOURCE, name, 'index.ts')));
  const outDir = process.env.HANDSET_BENCH_OUT ?? temporaryFolder();
  await buildInto(outDir, Object.fromEntries(names.map((name) => [name, join(SOURCE, name, 'index.ts')])));
  const loaded = await Promise.all(
    names.map(async (name) => [name, await import(pathToFileURL(join(outDir, `${name}.mjs`)).href)] as const),
  );
  return Object.fromEntries(loaded) as unknown as Rooms;
}
