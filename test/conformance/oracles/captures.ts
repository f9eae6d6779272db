/**
 * Captures as tshark reads them: the octets, the length and the time of each packet.
 * @module
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { run } from '../../interop/drivers/run.js';
import { inTemporaryFolder } from '../../interop/drivers/temporary.js';
import { defined } from '../pack/read.js';
import type { BareCase, JsonObject } from '../pack/shape.js';
import type { Ask, Shown } from './oracle.js';
import { octetsOf, readsOnly } from './tshark-layers.js';

/** What `-T json -x` has of a packet. */
interface ShownPacket {
  readonly _source: {
    readonly layers: {
      readonly frame_raw: readonly [hex: string, ...rest: unknown[]];
      readonly frame: Readonly<Record<string, string>>;
    };
  };
}

/** Seconds since 1970 with nine digits after the point, as a time with as many as it needs, in threes. */
function plainTime(epoch: string | undefined): string | undefined {
  const [, seconds, digits = ''] = /^(\d+)\.(\d{9})$/.exec(epoch ?? '') ?? [];
  if (seconds === undefined) return undefined;
  const fraction = digits.replace(/(?:000){1,3}$/, '');
  return new Date(Number(seconds) * 1000).toISOString().replace('.000Z', fraction === '' ? 'Z' : `.${fraction}Z`);
}

function plainPacket({ _source: { layers } }: ShownPacket): JsonObject {
  const { frame, frame_raw: raw } = layers;
  return defined({
    octets: raw[0].toUpperCase(),
    length: Number(frame['frame.len']),
    time: plainTime(frame['frame.time_epoch']),
  });
}

function shownCapture(bare: BareCase): Promise<Shown> {
  return inTemporaryFolder(async (folder): Promise<Shown> => {
    const file = join(folder, 'capture');
    await writeFile(file, octetsOf(bare));
    const env = { HOME: folder, XDG_CONFIG_HOME: folder };
    const { stdout, stderr } = await run('tshark', ['-r', file, '-n', '-T', 'json', '-x'], { accept: [0, 1, 2], env });
    if (/^tshark: /m.test(stderr)) return { refused: true };
    return { shows: { packets: (JSON.parse(stdout) as readonly ShownPacket[]).map(plainPacket) } };
  });
}

/** tshark on cases of `capture`, a file each. */
export const askCaptures: Ask = readsOnly(async (cases) => {
  const shown: Shown[] = [];
  for (const bare of cases) shown.push(await shownCapture(bare));
  return shown;
});
