/**
 * handset's readers of the files of the pack: pictures, archives, calls of the gateway.
 * @module
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { DEFAULT_LIMITS } from '../../../src/errors.js';
import { decodeImage, type Raster } from '../../../src/image/index.js';
import { readZip } from '../../../src/mms/index.js';
import { soap } from '../../../src/protocol/index.js';
import { defined } from '../pack/read.js';
import type { JsonObject } from '../pack/shape.js';
import type { Adapters } from './adapter.js';

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

/** RGBA; a pixel that shines through wholly is 0 0 0 0. */
function rgbaOf({ widthPx, heightPx, channels, samples }: Raster): Uint8Array {
  const rgba = new Uint8Array(widthPx * heightPx * 4);
  for (let i = 0; i < widthPx * heightPx; i++) {
    const alpha = channels === 4 ? (samples[i * 4 + 3] as number) : 255;
    if (alpha === 0) continue;
    for (let c = 0; c < 3; c++) rgba[i * 4 + c] = samples[i * channels + (channels === 1 ? 0 : c)] as number;
    rgba[i * 4 + 3] = alpha;
  }
  return rgba;
}

/** RGB laid over white: (c a + 255 (255 - a) + 127) div 255. */
function rgbOverWhite(rgba: Uint8Array): Uint8Array {
  const rgb = new Uint8Array((rgba.length / 4) * 3);
  for (let i = 0; i < rgba.length / 4; i++) {
    const alpha = rgba[i * 4 + 3] as number;
    for (let c = 0; c < 3; c++)
      rgb[i * 3 + c] = Math.floor(((rgba[i * 4 + c] as number) * alpha + 255 * (255 - alpha) + 127) / 255);
  }
  return rgb;
}

/** A call as the gateway reads it; an object without members stays one. */
const plain = (value: unknown): JsonObject => JSON.parse(JSON.stringify(value)) as JsonObject;

/** The pack's limits of archives by handset's names. */
function limitsOf(options: JsonObject): Partial<typeof DEFAULT_LIMITS> {
  return {
    zipEntries: options.maxEntries,
    zipEntryOctets: options.maxEntryOctets,
    zipTotalOctets: options.maxTotalOctets,
    zipRatio: options.maxRatio,
    zipNameCharacters: options.maxNameCharacters,
    zipPathCharacters: options.maxPathCharacters,
  } as unknown as Partial<typeof DEFAULT_LIMITS>;
}

export const fileAdapters: Adapters = {
  picture: {
    decode: async (wire: Uint8Array) => {
      const { widthPx, heightPx, frames, loops } = await decodeImage(wire);
      const rgba = frames.map(({ raster }) => rgbaOf(raster));
      return defined({
        widthPx,
        heightPx,
        loops,
        delaysMs: frames.length > 1 ? frames.map(({ delayMs }) => delayMs) : undefined,
        framesRgbaSha256: rgba.map(sha256),
        rgbOverWhiteSha256: rgba[0] === undefined ? undefined : sha256(rgbOverWhite(rgba[0])),
      });
    },
  },
  'zip-archive': {
    decode: async (wire: Uint8Array, { options }): Promise<JsonObject> => {
      const entries = await readZip(wire, { limits: limitsOf(options) as never });
      return { entries: entries.map(({ name, data }) => ({ name, octets: data.length, crc32: crc32(data) })) };
    },
  },
  'gateway-soap': {
    decode: (wire: Uint8Array): JsonObject => {
      const { operation, parts } = soap.parseCall(wire);
      return { operation, parameters: plain(parts) };
    },
  },
};
