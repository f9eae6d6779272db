/** The example of the browser, as its page says: built by its script, opened from a web server, with a picture chosen. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { bitmapToRows, decodeOtaBitmap } from '../../src/bitmap/index.js';
import { fromHex } from '../../src/bytes/index.js';
import { root } from '../docs/pages.js';
import { tempFolder } from '../support/cleanup.js';
import { linkPackages } from '../support/project.js';
import { TestBrowser } from './browser.js';

const folder = tempFolder('example');
cpSync(join(root, 'examples/logo-browser'), folder, { recursive: true });
linkPackages(folder, ['handset', 'esbuild']);
execFileSync(process.execPath, ['build.js'], { cwd: folder });

const server = createServer((request, response) => {
  const name = request.url === '/logo.js' ? 'logo.js' : 'index.html';
  response.setHeader('Content-Type', name === 'logo.js' ? 'text/javascript' : 'text/html');
  response.end(readFileSync(join(folder, 'page', name)));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const browser = await TestBrowser.start();
afterAll(async () => {
  await browser.stop();
  server.close();
});

it('a picture that is chosen becomes an operator logo', async () => {
  const page = await browser.context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.locator('input').setInputFiles(join(root, 'fixtures/images/logo-alpha.png'));
  await expect.poll(() => page.locator('output').textContent()).toMatch(/^00480E01/);
  const logo = decodeOtaBitmap(fromHex((await page.locator('output').textContent()) as string));
  const drawn = await page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, 0, 72, 14);
    return Array.from({ length: 14 }, (_, y) =>
      Array.from({ length: 72 }, (_, x) => (data[(y * 72 + x) * 4 + 3] ? '#' : '.')).join(''),
    );
  });
  expect(drawn).toEqual(bitmapToRows(logo));
  expect(new Set(drawn.join(''))).toEqual(new Set('#.'));
  expect(errors).toEqual([]);
});
