/** The collection of files in a real browser: 200 files, a folder and a ZIP, by mouse and by keyboard, and what is exported, read back. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import JSZip from 'jszip';
import type { Download, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { tempFolder } from '../support/cleanup.js';
import { accessFaults, expectNoSidewaysScroll, PAGE_FILE, servePage, TestBrowser, type Watched } from './browser.js';
import { makeFolder } from './old-files.js';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let folder: string;
let names: string[];

beforeAll(async () => {
  folder = makeFolder();
  names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => statSync(join(folder, name)).isFile());
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

const isRead = (page: Page) => page.locator('.files-job[hidden]').waitFor({ state: 'attached' });
const count = (page: Page) => page.locator('#files-count');
const card = (page: Page, name: string) => page.locator('.files-card', { hasText: name });

/** A page with the folder in it. */
async function openFolder(url: string, options: Parameters<TestBrowser['open']>[1] = {}): Promise<[Page, Watched]> {
  const [page, watched] = await browser.open(`${url}#files`, options);
  await page.locator('#files-folder').setInputFiles(folder);
  await count(page).getByText('200 files').waitFor();
  await isRead(page);
  return [page, watched];
}

async function exported(page: Page, button: string): Promise<Uint8Array> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, page.locator(button).click()]);
  return readFileSync(await download.path());
}

describe.each(['a file', 'a server'])('200 files of a folder, with the page from %s', (place) => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    expect(names).toHaveLength(200);
    [page, watched] = await openFolder(place === 'a file' ? pathToFileURL(PAGE_FILE).href : server.url);
  });
  afterAll(() => page?.close());

  it('are read in workers, and are cards with pictures, kinds and faults', async () => {
    expect(page.workers().length).toBeGreaterThan(0);
    await page.locator('#files-filter').fill('logo 17');
    await count(page).getByText('; 1 shown').waitFor();
    const logo = card(page, 'logo 17.nol');
    expect(await logo.locator('.files-open').textContent()).toBe('Nokia operator logo file, 234 10, 72 x 14 pixels');
    expect(await logo.locator('canvas').evaluate((canvas: HTMLCanvasElement) => [canvas.width, canvas.height])).toEqual([
      72, 14,
    ]);
    await page.locator('#files-filter').fill('');
    await page.locator('.files-chip[data-kind="tune"]').click();
    await expect.poll(() => page.locator('.files-card .files-play').count()).toBeGreaterThan(5);
    expect(await page.locator('.files-chip[aria-pressed="true"]').textContent()).toMatch(/^Tunes \d+$/);
    await page.locator('.files-chip[data-kind="tune"]').click();
    await page.locator('#files-faults').click();
    await card(page, 'cut.nol').locator('.files-fault').waitFor();
    await page.locator('#files-filter').fill('unknown.dat');
    expect(await card(page, 'unknown.dat').locator('.files-fault').textContent()).toContain(
      'nothing known begins with DE AD BE EF',
    );
    await page.locator('#files-filter').fill('');
    await page.locator('#files-faults').click();
    await page.locator('#files-sort').selectOption('size');
    await page.locator('#files-sort').selectOption('name');
    expect(watched).toEqual({ strays: [], errors: [] });
  });

  it('only those in sight are on the page', async () => {
    expect(await page.locator('.files-card').count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await card(page, 'unknown.dat').waitFor();
    expect(await page.locator('.files-card').count()).toBeLessThan(60);
    await page.evaluate(() => window.scrollTo(0, 0));
  });

  it('one opens in the inspector, and Back comes to the grid as it was', async () => {
    await page.locator('#files-filter').fill('.nol');
    await count(page).getByText('shown').waitFor();
    await page.evaluate(() => window.scrollTo(0, 1500));
    const open = card(page, 'logo 40.nol').locator('.files-open');
    await open.scrollIntoViewIfNeeded();
    const before = await page.evaluate(() => window.scrollY);
    expect(before).toBeGreaterThan(500);
    await open.click();
    await page.locator('#panel-inspect #answer', { hasText: 'Nokia operator logo file' }).waitFor();
    await page.locator('.inspect-subtitle', { hasText: 'logo 40.nol' }).waitFor();
    await page.goBack();
    await page.locator('#panel-files').waitFor();
    await page.waitForFunction((y) => Math.abs(window.scrollY - y) < 5, before);
    expect(await page.locator('#files-filter').inputValue()).toBe('.nol');
    expect(await page.evaluate(() => document.activeElement?.closest('.files-card')?.textContent)).toContain('logo 40.nol');
    await page.locator('#files-filter').fill('');
    expect(watched).toEqual({ strays: [], errors: [] });
  });
});

describe('by the keyboard alone', () => {
  it('files are gone through, played, opened and filtered', async () => {
    const [page, watched] = await openFolder(server.url);
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      }
      throw new Error(`no way to ${selector}`);
    };
    const focused = () => page.evaluate(() => document.activeElement?.closest('.files-card')?.getAttribute('aria-posinset'));
    await tabTo('#files-filter');
    await page.keyboard.type('tunes');
    await count(page).getByText('; 30 shown').waitFor();
    await tabTo('.files-open');
    expect(await focused()).toBe('1');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('2');
    await page.keyboard.press('End');
    expect(await focused()).toBe('30');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    expect(Number(await focused())).toBeGreaterThan(2);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Play');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Stop');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement?.textContent === 'Play');
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await page.locator('#panel-inspect #answer', { hasText: 'Nokia ringing tone' }).waitFor();
    await page.goBack();
    await page.locator('#panel-files').waitFor();
    await page.waitForFunction(() => document.activeElement?.matches('.files-open'));
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});

describe('archives', () => {
  it('are opened, one inside of another too; what is damaged is a card', async () => {
    const inner = await new JSZip()
      .file('deep.nol', readFileSync(join(folder, 'logos/logo 1.nol')))
      .generateAsync({ type: 'uint8array' });
    const zip = new JSZip().file('inner.zip', inner).file('__MACOSX/._x', 'x');
    for (const name of names) zip.file(name, readFileSync(join(folder, name)));
    const buffer = await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' });
    const [page, watched] = await browser.open(`${server.url}#inspect`);
    const drop = (octets: string, name: string) =>
      page.evaluate(
        ([base64, called]) => {
          const transfer = new DataTransfer();
          transfer.items.add(
            new File([Uint8Array.from(atob(base64 as string), (letter) => letter.charCodeAt(0))], called as string),
          );
          const panel = [...document.querySelectorAll('[role="tabpanel"]')].find((each) => !(each as HTMLElement).hidden);
          panel?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        },
        [octets, name],
      );
    // A drop on the inspector.
    await drop(buffer.toString('base64'), 'old.zip');
    await count(page).getByText('201 files').waitFor();
    await isRead(page);
    await page.locator('.hint', { hasText: '1 file of systems in archives left out' }).waitFor();
    await page.locator('#files-filter').fill('deep.nol');
    await card(page, 'old.zip/inner.zip/deep.nol').waitFor();
    await page.locator('#files-filter').fill('');
    await drop(buffer.subarray(0, 2000).toString('base64'), 'cut.zip');
    await count(page).getByText('202 files').waitFor();
    await page.locator('#files-filter').fill('cut.zip');
    await card(page, 'cut.zip').locator('.files-fault', { hasText: 'ends before its directory does' }).waitFor();
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});

describe('exports', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await openFolder(server.url);
  });
  afterAll(() => page?.close());

  it('a ZIP has every file in the form of today, or as it was', async () => {
    const zip = await JSZip.loadAsync(await exported(page, '#files-zip'), { checkCRC32: true });
    const summary = (await zip.file('summary.txt')?.async('string')) ?? '';
    const lines = summary.split('\n').filter((line) => line.startsWith('old phones/'));
    expect(lines).toHaveLength(200);
    const all = Object.values(zip.files).filter(({ dir }) => !dir);
    for (const { name } of all) expect(name).not.toMatch(/\.\.|^\/|\\/);
    for (const file of all.filter(({ name }) => /logos\/.*\.png$/.test(name))) {
      const { width, height } = PNG.sync.read(await file.async('nodebuffer'));
      expect([width, height]).toEqual([72, 14]);
    }
    expect(all.filter(({ name }) => /logos\/logo \d+\.png$/.test(name))).toHaveLength(60);
    expect(all.filter(({ name }) => /tunes\/.*\.(?:mid|wav)$/.test(name))).toHaveLength(60);
    const drawing = PNG.sync.read((await zip.file('old phones/drawing.png')?.async('nodebuffer')) as Buffer);
    expect([drawing.width, drawing.height, drawing.data[0], drawing.data[4]]).toEqual([4, 2, 0, 255]);
    // What is not understood is there, octet by octet.
    for (const name of ['unknown.dat', 'cut.nol']) {
      expect(await zip.file(`old phones/${name}`)?.async('nodebuffer')).toEqual(readFileSync(join(folder, name)));
    }
    expect(await page.locator('#files-exported').textContent()).toMatch(
      /^\d+ files converted; \d+ kept, .*; \d+ not understood/,
    );
    expect(watched).toEqual({ strays: [], errors: [] });
  });

  it('what is shown is what is exported', async () => {
    await page.locator('#files-filter').fill('drawing.rows');
    await page.locator('#files-zip', { hasText: 'Export the 1 shown as a ZIP' }).waitFor();
    const zip = await JSZip.loadAsync(await exported(page, '#files-zip'));
    expect(
      Object.values(zip.files)
        .filter(({ dir }) => !dir)
        .map(({ name }) => name),
    ).toEqual(['summary.txt', 'old phones/drawing.png']);
    await page.locator('#files-filter').fill('');
    await page.locator('#files-zip', { hasText: 'Export all' }).waitFor();
  });

  it('a report is one page that shows all of it', async () => {
    const path = join(tempFolder('handset-report-'), 'report.html');
    writeFileSync(path, await exported(page, '#files-report'));
    const report = await browser.context.newPage();
    const errors: string[] = [];
    report.on('pageerror', (error) => errors.push(String(error)));
    report.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await report.goto(pathToFileURL(path).href);
    expect(await report.locator('h1').textContent()).toBe('What this collection holds');
    expect(await report.locator('header p').textContent()).toContain('200 files');
    await report.locator('#filter-text').fill('drawing.rows');
    await report.locator('#filter-count', { hasText: '1 of' }).waitFor();
    const image = report.locator('.card:visible img');
    await image.scrollIntoViewIfNeeded();
    await report.waitForFunction(() => [...document.images].some((each) => each.checkVisibility() && each.naturalWidth === 4));
    expect(await report.locator('audio').count()).toBeGreaterThan(30);
    expect(errors).toEqual([]);
    await report.close();
  });

  it('work is cancelled', async () => {
    await page.locator('#files-zip').click();
    await page.locator('#files-cancel').click();
    await page.locator('#live', { hasText: 'Cancelled' }).waitFor({ state: 'attached' });
    await page.locator('#files-zip:not(:disabled)').waitFor();
    await page.locator('#files-clear').click();
    await page.locator('.files-collection').waitFor({ state: 'hidden' });
  });
});

describe('files that come while others are worked on', () => {
  /** Pastes files where nothing has the focus. */
  const paste = (page: Page, prefix: string, size: number) =>
    page.evaluate(
      ([name, wanted]) => {
        const clipboardData = new DataTransfer();
        for (let i = 0; i < Number(wanted); i++) clipboardData.items.add(new File([`text ${i}`], `${name}${i}.txt`));
        document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
      },
      [prefix, size],
    );
  const isPlainText = (page: Page, name: string) => card(page, name).locator('.files-open', { hasText: /text/i }).waitFor();

  it('after Cancel and Remove all are read', async () => {
    const [page, watched] = await browser.open(`${server.url}#files`);
    await page.locator('#files-samples').waitFor();
    await paste(page, 'many', 2_000);
    await page.locator('#files-cancel').click();
    await paste(page, 'late', 2);
    await page.locator('#files-filter').fill('late');
    await isPlainText(page, 'late1.txt');
    await isRead(page);
    await paste(page, 'more', 2_000);
    await page.locator('#files-clear').click();
    await paste(page, 'last', 2);
    await isPlainText(page, 'last1.txt');
    await isRead(page);
    expect(await count(page).textContent()).toContain('2 files');
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });

  it('during an export are read once it is done', async () => {
    const [page, watched] = await openFolder(server.url);
    const download = page.waitForEvent('download') as Promise<Download>;
    await page.locator('#files-zip').click();
    await paste(page, 'late', 2);
    await JSZip.loadAsync(readFileSync(await (await download).path()), { checkCRC32: true });
    await isRead(page);
    await page.locator('#files-filter').fill('late');
    await isPlainText(page, 'late0.txt');
    await page.locator('#files-zip:not(:disabled)').waitFor();
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});

it('without workers the page does their work itself', async () => {
  const [page, watched] = await browser.open(server.url);
  await page.evaluate(() => {
    Object.defineProperty(window, 'Worker', { value: undefined });
    location.hash = 'files';
  });
  await page.locator('#files-samples').click();
  await count(page).getByText(`${SAMPLES.length} files`).waitFor();
  await isRead(page);
  await page.locator('.files-card .files-open', { hasText: 'OdeToJoy' }).first().waitFor();
  expect(page.workers()).toHaveLength(0);
  expect(watched).toEqual({ strays: [], errors: [] });
  await page.close();
});

describe.each([
  ['light', 360],
  ['dark', 360],
  ['light', 768],
  ['dark', 768],
  ['light', 1440],
  ['dark', 1440],
] as const)('%s, %i pixels wide', (scheme, width) => {
  it('no fault, no sideways scroll, targets of 24 pixels', async () => {
    const [page] = await browser.open(`${server.url}#files`, { width, scheme });
    await page.locator('#files-samples').click();
    await count(page).getByText(`${SAMPLES.length} files`).waitFor();
    await isRead(page);
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    const heights = await page
      .locator('#panel-files .button:visible, .files-chip:visible')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height));
    for (const height of heights) expect(height).toBeGreaterThanOrEqual(24);
    await page.close();
  });
});
