/** The image module in a real browser: what a bundler makes of it adapts a large photograph in a worker of a page. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeImage, repurpose } from '../../src/image/index.js';
import { parseHandset } from '../../src/profile/index.js';
import { TestBrowser, type Watched } from './browser.js';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

/** What the worker runs: it adapts what it is given, and answers with what came of it. */
const WORKER = `
  import { encodePng, decodeImage, repurpose } from '${SOURCE}/image/index.js';
  import { parseHandset } from '${SOURCE}/profile/index.js';
  onmessage = async ({ data: { octets, name, options } }) => {
    try {
      const result = await repurpose(octets, parseHandset(name), options);
      const { frames } = await decodeImage(result.octets);
      const png = encodePng(frames[0].raster);
      const again = (await decodeImage(png)).frames[0].raster.samples;
      const isSame = again.length === frames[0].raster.samples.length && again.every((sample, i) => sample === frames[0].raster.samples[i]);
      postMessage({ ...result, isSame, hasProcess: typeof process !== 'undefined' });
    } catch (error) {
      postMessage({ error: String(error) });
    }
  };
`;

const PAGE = `<!DOCTYPE html><html data-ready lang="en"><title>Pictures</title><script>
  const worker = new Worker('worker.js');
  window.adapt = (octets, name, options) => new Promise((resolve) => {
    worker.onmessage = ({ data }) => resolve(data.octets ? { ...data, octets: [...data.octets] } : data);
    worker.postMessage({ octets: Uint8Array.from(atob(octets), (digit) => digit.charCodeAt(0)), name, options });
  });
</script></html>`;

interface Answer {
  readonly octets: readonly number[];
  readonly contentType: string;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly isSame: boolean;
  readonly hasProcess: boolean;
  readonly warnings: readonly string[];
  readonly error?: string;
}

let browser: TestBrowser;
let page: Page;
let watched: Watched;
let server: ReturnType<typeof createServer>;

/** A photograph-like picture of 4000x3000: slopes and texture. */
function photograph(widthPx: number, heightPx: number) {
  const samples = Buffer.alloc(widthPx * heightPx * 3);
  for (let y = 0, at = 0; y < heightPx; y++) {
    for (let x = 0; x < widthPx; x++) {
      samples[at++] = (x >> 4) + ((x * y) >> 14);
      samples[at++] = (y >> 4) + ((x ^ y) & 31);
      samples[at++] = 255 - ((x + y) >> 5);
    }
  }
  return sharp(samples, { raw: { width: widthPx, height: heightPx, channels: 3 } });
}

beforeAll(async () => {
  const built = await build({
    stdin: { contents: WORKER, resolveDir: SOURCE, loader: 'js' },
    bundle: true,
    write: false,
    platform: 'browser',
    format: 'iife',
    minify: true,
    logLevel: 'error',
  });
  const text = built.outputFiles[0]?.text;
  server = createServer(({ url }, response) => {
    const isScript = url === '/worker.js';
    if (!isScript && url !== '/') return void response.writeHead(204).end();
    response.writeHead(200, { 'Content-Type': isScript ? 'text/javascript' : 'text/html' }).end(isScript ? text : PAGE);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await TestBrowser.start();
  [page, watched] = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

afterAll(async () => {
  await browser?.stop();
  server?.close();
});

const adapt = (octets: Uint8Array, name: string, options: object = {}) =>
  page.evaluate(
    ([octets, name, options]) =>
      (globalThis as unknown as { adapt: (...all: unknown[]) => Promise<Answer> }).adapt(octets, name, options),
    [Buffer.from(octets).toString('base64'), name, options] as const,
  );

describe('in a worker of a page', () => {
  it.each([
    ['baseline', false],
    ['progressive', true],
  ])('a %s JPEG of 12 megapixels becomes the very octets that it becomes in Node', async (_, progressive) => {
    const photo = new Uint8Array(await photograph(4_000, 3_000).jpeg({ quality: 88, progressive }).toBuffer());
    const options = { use: 'mms', maxOctets: 20_000 } as const;
    const answer = await adapt(photo, 'Nokia 6230', options);
    const here = await repurpose(photo, parseHandset('Nokia 6230')!, options);
    expect(answer).toMatchObject({ contentType: 'image/jpeg', widthPx: here.widthPx, isSame: true, hasProcess: false });
    expect(Buffer.compare(Uint8Array.from(answer.octets), here.octets)).toBe(0);
  });

  it('a PNG is read, and one is written that other programs read', async () => {
    const drawing = new Uint8Array(await photograph(600, 400).png({ palette: true, colours: 12, dither: 0 }).toBuffer());
    const answer = await adapt(drawing, 'Nokia 6230', { format: 'png' });
    expect(answer).toMatchObject({ contentType: 'image/png', isSame: true });
    const octets = Uint8Array.from(answer.octets);
    const { data, info } = await sharp(octets).raw().toBuffer({ resolveWithObject: true });
    const { raster } = (await decodeImage(octets)).frames[0]!;
    expect([info.width, info.height, Buffer.compare(data.subarray(0, 3), raster.samples.subarray(0, 3))]).toEqual([
      raster.widthPx,
      raster.heightPx,
      0,
    ]);
    const here = await repurpose(drawing, parseHandset('Nokia 6230')!, { format: 'png' });
    expect(octets.length).toBeLessThan(here.octets.length * 1.05);
  });

  it.each(['webp', 'avif'] as const)('%s is read by the browser', async (format) => {
    const photo = new Uint8Array(await photograph(640, 480).toFormat(format, { quality: 80 }).toBuffer());
    expect(await adapt(photo, 'Nokia 6230')).toMatchObject({ contentType: 'image/jpeg', widthPx: 128, heightPx: 96 });
    const refused = await adapt(photo, 'Nokia 6230', { limits: { imagePixels: 640 * 480 - 1 } });
    expect(refused.error).toMatch(/^LimitError: image/);
  });

  it('what the browser cannot read is refused by name', async () => {
    const tiff = new Uint8Array(await photograph(64, 48).tiff().toBuffer());
    expect((await adapt(tiff, 'Nokia 6230')).error).toBe(
      'DecodeError: image at 0: is TIFF: install sharp, or jimp, to read it',
    );
  });

  it('nothing was asked of anybody else, and nothing went wrong', () => {
    expect(watched).toEqual({ strays: [], errors: [] });
  });
});
