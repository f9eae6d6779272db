import { readFileSync } from 'node:fs';
import { deflateSync, inflateSync, crc32 as zlibCrc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findNodeModule } from '../../src/bytes/node.js';
import { createRepurposer, decodeImage, encodePng, repurpose } from '../../src/image/index.js';
import { crc32, deflateWhole, inflateWhole, nextTurn } from '../../src/image/node.js';
import { image as path } from '../support/png-files.js';
import { handset } from './images.js';

const octets = Uint8Array.from({ length: 50_000 }, (_, i) => (i * i) >> 7);

describe('in Node', () => {
  it('zlib and threads are there', () => {
    expect([typeof findNodeModule<typeof import('node:zlib')>('zlib')?.inflateSync, findNodeModule('none')]).toEqual([
      'function',
      undefined,
    ]);
    expect(Buffer.compare(deflateWhole(octets, false), deflateSync(octets, { level: 9, memLevel: 9 }))).toBe(0);
  });
});

describe('where there is no Node', () => {
  beforeEach(() => {
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => undefined as never);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it.each([true, false])('a stream is made that zlib reads, of differences: %s', (areDifferences) => {
    expect(findNodeModule('zlib')).toBeUndefined();
    const stream = deflateWhole(octets, areDifferences);
    expect(Buffer.compare(inflateSync(stream), octets)).toBe(0);
    expect(crc32(octets)).toBe(zlibCrc32(octets));
  });

  it('just so many octets are inflated, and nothing of a stream that has others or a fault', () => {
    const stream = new Uint8Array(deflateSync(octets));
    expect(Buffer.compare(inflateWhole(stream, octets.length)!, octets)).toBe(0);
    for (const length of [octets.length - 1, octets.length + 1]) expect(inflateWhole(stream, length)).toBeUndefined();
    expect(inflateWhole(stream.subarray(0, -5), octets.length)).toBeUndefined();
    expect(inflateWhole(Uint8Array.of(1, 2, 3), 3)).toBeUndefined();
  });

  it.each(['interlaced.png', 'rgb16.png', 'palette-trns.png', 'logo-alpha.png'])('%s has the same pixels', async (name) => {
    const file = new Uint8Array(readFileSync(path(name)));
    const { raster } = (await decodeImage(file)).frames[0]!;
    const again = (await decodeImage(encodePng(raster))).frames[0]!.raster;
    vi.restoreAllMocks();
    const expected = (await decodeImage(file)).frames[0]!.raster;
    expect([Buffer.compare(raster.samples, expected.samples), again.widthPx]).toEqual([0, expected.widthPx]);
  });

  it('a pool works in the thread that it is called in', async () => {
    vi.stubGlobal('setImmediate', undefined);
    await nextTurn();
    const pool = createRepurposer();
    const file = new Uint8Array(readFileSync(path('photo-444.jpg')));
    expect(pool.threads).toBe(0);
    const { octets } = await pool.repurpose(file, handset('Nokia', '6230'));
    expect(Buffer.compare(octets, (await repurpose(file, handset('Nokia', '6230'))).octets)).toBe(0);
    await pool.close();
    expect(() => createRepurposer({ threads: 1 })).toThrow('there are no threads of Node here');
  });
});
