/**
 * jimp, where a caller has installed it: it reads TIFF where there is no sharp.
 * @module
 */
import { DecodeError } from '../../errors.js';
import { imageReading, requireHeld } from '../leniency.js';
import { buildProbe, type ImageSource, type ProbeOptions } from '../probe.js';
import type { Raster } from '../raster.js';
import { orient } from '../turn.js';
import type { EngineFormat } from './formats.js';
import { checkTiff } from './tiff.js';

/** What is used of jimp. */
interface Jimp {
  read(octets: Uint8Array): Promise<{ readonly bitmap: { readonly data: Uint8Array } }>;
}

/** Not a literal, so that no tool takes it for a dependency of this package. */
const MODULE: string = 'jimp';

async function loadJimp(): Promise<Jimp | undefined> {
  try {
    const { Jimp } = (await import(MODULE)) as { Jimp: Jimp };
    return Jimp;
  } catch {
    return undefined;
  }
}

/** jimp takes a Buffer, which is there where jimp is. */
const { Buffer: NodeBuffer } = globalThis as { Buffer?: { from(octets: ArrayBufferLike): Uint8Array } };

/** Opens a TIFF. @throws as `checkTiff`, and LimitError past `imageHeldOctets`. */
export async function openByJimp(
  octets: Uint8Array,
  format: EngineFormat,
  options: ProbeOptions,
): Promise<ImageSource | undefined> {
  const jimp = await loadJimp();
  if (jimp === undefined || NodeBuffer === undefined) return undefined;
  const { isGrey: grey, octets: checked, widthPx, heightPx, ...more } = checkTiff(octets, options.limits);
  requireHeld(widthPx * heightPx * 4, imageReading(options), 'image', 0);
  const decode = async (): Promise<Raster> => {
    try {
      const { data } = (await jimp.read(NodeBuffer.from(checked.buffer))).bitmap;
      const samples = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      return orient({ widthPx, heightPx, channels: 4, samples }, more.orientation);
    } catch (cause) {
      throw new DecodeError('bad-value', 'TIFF', 0, `jimp cannot read it: ${(cause as Error).message}`, { cause });
    }
  };
  return { octets, probe: buildProbe(format, { widthPx, heightPx }, { ...more, grey }), decode };
}
