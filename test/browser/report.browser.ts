/** The page of `handset inspect --report`: from a file, with and without its script, in both themes, wide and narrow. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeOtb, encodeWbmp } from '../../src/bitmap/index.js';
import { run } from '../../src/cli/program.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { accessFaults, expectNoSidewaysScroll, TestBrowser } from './browser.js';

const fixture = (name: string) => readFileSync(fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url)));
const rows = Array.from({ length: 14 }, (_, y) => (y % 3 === 0 ? '#..#' : '.#.#').repeat(18));

/** Names and texts that would do something if they were more than text. */
const FILES: Readonly<Record<string, string | Uint8Array>> = {
  'logo.bin': encodeOtb(bitmapFromRows(rows)),
  'a/logo copy': encodeOtb(bitmapFromRows(rows)),
  'large.wbmp': encodeWbmp(bitmapFromRows(Array.from({ length: 65 }, () => '#...'.repeat(24)))),
  'tone.ott': encodeNokiaRingtone(parseRtttl('Bell:d=4,o=5,b=125:c,8d,e6,p,g')),
  'photo.jpg': fixture('images/photo-422.jpg'),
  'wave.gif': fixture('images/gif87.gif'),
  'card.vcf': fixture('files/mueller.vcf'),
  'faulty.rtttl': 'x:d=4,o=5,b=160:c,oops,d,e,f',
  '<img src=x onerror=document.title=1>': 'Hello <script>document.title = 2</script>',
  '"onload="document.title=3" x="': '</pre><script>document.title = 4</script>',
  [`${'very-long-name-without-a-blank'.repeat(7)}.bin`]: Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
};

const folder = mkdtempSync(join(tmpdir(), 'handset-report-'));
const url = pathToFileURL(join(folder, 'what is it.html')).href;
let browser: TestBrowser;

beforeAll(async () => {
  const archive = join(folder, 'archive');
  for (const [name, content] of Object.entries(FILES)) {
    mkdirSync(join(archive, name, '..'), { recursive: true });
    writeFileSync(join(archive, name), content);
  }
  const quiet = { stdout: () => {}, stderr: () => {}, stdin: async function* () {}, env: {}, color: false };
  expect(await run(['inspect', archive, '--report', join(folder, 'what is it.html')], quiet)).toBe(0);
  browser = await TestBrowser.start();
});

afterAll(async () => {
  await browser?.stop();
  rmSync(folder, { recursive: true, force: true });
});

interface Looked {
  readonly errors: string[];
  readonly strays: string[];
}

async function open({ width = 1280, scheme = 'light' as 'light' | 'dark' } = {}): Promise<[Page, Looked]> {
  const page = await browser.context.newPage();
  const looked: Looked = { errors: [], strays: [] };
  page.on('pageerror', (error) => looked.errors.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') looked.errors.push(message.text());
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(pathToFileURL(folder).href)) looked.strays.push(request.url());
  });
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme: scheme });
  await page.goto(url);
  return [page, looked];
}

const shownCards = (page: Page) => page.locator('.card:visible').count();

describe('the page of a report', () => {
  it('shows every picture, and nothing that a name or a text says is done', async () => {
    const [page, looked] = await open();
    for (const image of await page.locator('img').all()) await image.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
    const sizes = await page
      .locator('img')
      .evaluateAll((images) =>
        images.map((image) => [(image as HTMLImageElement).naturalWidth, image.clientWidth, (image as HTMLImageElement).alt]),
      );
    expect(sizes).toHaveLength(4);
    for (const [natural] of sizes) expect(natural).toBeGreaterThan(0);
    // Four screen pixels a side, in squares.
    expect(sizes.find(([, , alt]) => String(alt).includes('72 by 14'))?.slice(0, 2)).toEqual([72, 288]);
    expect(await page.title()).toMatch(/^What .*archive holds$/);
    expect(await page.locator('h3', { hasText: '<img src=x' }).count()).toBe(1);
    expect(looked).toEqual({ errors: [], strays: [] });
    await page.close();
  });

  it('plays its sounds', async () => {
    const [page, looked] = await open();
    const seconds = await page
      .locator('audio')
      .first()
      .evaluate(
        (audio: HTMLAudioElement) =>
          new Promise<number>((resolve, reject) => {
            audio.addEventListener('loadedmetadata', () => resolve(audio.duration));
            audio.addEventListener('error', () => reject(new Error('it does not load')));
            audio.load();
            audio.preload = 'metadata';
          }),
      );
    expect(seconds).toBeGreaterThan(1);
    expect(looked.errors).toEqual([]);
    await page.close();
  });

  it('is filtered by format and by words; the table takes the filter away', async () => {
    const [page] = await open();
    const all = Object.keys(FILES).length - 1;
    expect(await shownCards(page)).toBe(all);
    await page.locator('#filter-format').selectOption({ label: 'OTA bitmap' });
    expect(await shownCards(page)).toBe(1);
    expect(await page.getByRole('status').textContent()).toBe(`1 of ${all} shown`);
    expect(await page.locator('section.format:visible').count()).toBe(1);
    await page.locator('#filter-format').selectOption('');
    await page.getByLabel('Name or text').fill('LOGO COPY');
    await expect.poll(() => shownCards(page)).toBe(1);
    await page.getByRole('link', { name: 'GIF picture' }).click();
    expect(await shownCards(page)).toBe(all);
    expect(await page.locator('#format-gif h2').isVisible()).toBe(true);
    await page.close();
  });

  it('is whole without its script', async () => {
    const [page] = await open();
    const html = readFileSync(fileURLToPath(url), 'utf8').replace(/<script>[\s\S]*?<\/script>/, '');
    writeFileSync(join(folder, 'plain.html'), html);
    await page.goto(pathToFileURL(join(folder, 'plain.html')).href);
    expect(await shownCards(page)).toBe(Object.keys(FILES).length - 1);
    expect(await page.locator('#filter').isVisible()).toBe(false);
    await page.close();
  });

  it('runs no script but its own', async () => {
    const [page] = await open();
    const blocked = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
          const script = document.createElement('script');
          script.textContent = 'globalThis.broken = true';
          document.body.append(script);
        }),
    );
    expect(blocked).toBe('script-src-elem');
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
    await page.close();
  });

  it.each([
    [1280, 'light'],
    [360, 'light'],
    [360, 'dark'],
  ] as const)('at %i px in a %s theme can be read by all', async (width, scheme) => {
    const [page] = await open({ width, scheme });
    await expectNoSidewaysScroll(page);
    expect(await accessFaults(page)).toEqual([]);
    await page.close();
  });
});
