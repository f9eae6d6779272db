/** The page in files on a plain web server: what each tab asks for when it is the first, without a network, and when a newer page is there. */
import { cpSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SAMPLE_NAMES } from '../../src/playground/inspect/sample-names.js';
import { tempFolder } from '../support/cleanup.js';
import { filesOfTab, firstLoadOf, gzippedLength, MAX_FIRST_LOAD, MAX_WHOLE_LOAD } from '../support/hosted-page.js';
import { HOSTED_FOLDER, PAGE_FILE, serveFolder, TestBrowser } from './browser.js';

const TABS = ['start', 'inspect', 'files', 'compose', 'phone', 'inbox'] as const;
const FORMS = ['text', 'tune', 'picture', 'logo', 'group', 'card', 'calendar', 'si', 'mms'] as const;

let browser: TestBrowser;

beforeAll(async () => {
  browser = await TestBrowser.start();
});

afterAll(async () => {
  await browser?.stop();
});

/** Until a worker answers for the page. */
const controlled = (page: Page) => page.waitForFunction(() => navigator.serviceWorker.controller !== null);

async function openTab(page: Page, tab: (typeof TABS)[number]): Promise<void> {
  await page.locator(`#tab-${tab}`).click();
  await page.locator(`#panel-${tab}`).waitFor();
  await page.locator(`#panel-${tab} p.note`, { hasText: 'Loading …' }).waitFor({ state: 'detached' });
}

describe.each(TABS)('%s first', (tab) => {
  it('asks for its own files alone, all of which are there, and no more than it may weigh', async () => {
    // A server of its own: no worker answers for it yet.
    const server = await serveFolder(HOSTED_FOLDER);
    const page = await browser.context.newPage();
    const [asked, statuses, errors] = [new Set<string>(), new Set<number>(), [] as string[]];
    page.on('response', (response) => {
      if (/^(?:data|blob):/.test(response.url())) return;
      asked.add(response.url().replace(/#.*/, '').replace(server.url, '') || 'index.html');
      statuses.add(response.status());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    await page.goto(`${server.url}#${tab}`);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.waitForLoadState('networkidle');
    await controlled(page);
    expect(errors).toEqual([]);
    expect([...statuses]).toEqual([200]);
    // The browser asks for the icon beside the page.
    asked.add('icon.svg');
    const weight = [...asked].reduce((sum, name) => sum + gzippedLength(readFileSync(join(HOSTED_FOLDER, name))), 0);
    expect(weight).toBeLessThanOrEqual(MAX_WHOLE_LOAD);
    expect(firstLoadOf(HOSTED_FOLDER, tab)).toBeLessThanOrEqual(MAX_FIRST_LOAD[tab]);
    expect(filesOfTab(HOSTED_FOLDER, tab).filter((name) => !asked.has(name))).toEqual([]);
    await page.close();
    await server.close();
  });
});

describe('what it does', () => {
  let server: Awaited<ReturnType<typeof serveFolder>>;
  const pages: Page[] = [];
  const errors: string[] = [];

  beforeAll(async () => {
    server = await serveFolder(HOSTED_FOLDER);
    for (const url of [pathToFileURL(PAGE_FILE).href, server.url]) {
      const page = await browser.context.newPage();
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
      await page.clock.setFixedTime(new Date('2026-06-01T10:08:00Z'));
      await page.goto(`${url}#inspect`);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      pages.push(page);
    }
  });
  afterAll(async () => {
    for (const page of pages) await page.close();
    await server?.close();
  });

  const onBoth = async (look: (page: Page) => Promise<string | null>) => [
    await look(pages[0] as Page),
    await look(pages[1] as Page),
  ];

  it.each(SAMPLE_NAMES)('%s: the tree is that of the page in one file', async (format) => {
    const [single, hosted] = await onBoth(async (page) => {
      await page.locator('#samples').selectOption(format);
      await page.locator(`#readings li:first-child [data-format="${format}"][aria-pressed="true"]`).waitFor();
      // What reads calendars comes later than the first look.
      await expect.poll(() => page.locator('#tree').textContent()).not.toContain('being loaded');
      return page.locator('#tree').textContent();
    });
    expect(hosted).toBe(single);
    expect(hosted).not.toBe('');
  });

  it.each(FORMS)('%s: the result is that of the page in one file', async (form) => {
    await onBoth(async (page) => {
      await page.evaluate((id) => {
        location.hash = `compose/${id}`;
      }, form);
      await page.locator(`#compose-kind input[value="${form}"]:checked`).waitFor();
      await page.locator('.compose-stage').getByText('Loading …').waitFor({ state: 'detached' });
      await page.waitForTimeout(800);
      return null;
    });
    // A picture takes its time in a page that is not in front.
    const look = () => onBoth((page) => page.locator('#panel-compose').textContent());
    await expect
      .poll(async () => {
        const [single, hosted] = await look();
        return single?.includes('AT+CMGS=') && hosted === single ? 'alike' : [single, hosted];
      })
      .toBe('alike');
  });

  it('went without an error', () => {
    expect(errors).toEqual([]);
  });

  it('lets nothing in: a script in the page, and what comes from another host', async () => {
    const blocked = await (pages[1] as Page).evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen = new Set<string>();
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.add(effectiveDirective);
            if (seen.size === 3) resolve([...seen].sort());
          });
          const script = document.createElement('script');
          script.textContent = 'globalThis.broken = true';
          document.body.append(script);
          document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2:9/picture.png' }));
          fetch('http://127.0.0.2:9/').catch(() => undefined);
        }),
    );
    expect(blocked).toEqual(['connect-src', 'img-src', 'script-src-elem']);
  });
});

it('works without a network once it has been loaded, tabs that were not opened too', async () => {
  const server = await serveFolder(HOSTED_FOLDER);
  const [page, watched] = await browser.open(`${server.url}#inbox`);
  await controlled(page);
  await server.close();
  await page.reload();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  for (const tab of TABS) await openTab(page, tab);
  for (const form of FORMS) {
    await page.evaluate((id) => {
      location.hash = `compose/${id}`;
    }, form);
    await page.locator(`#compose-kind input[value="${form}"]:checked`).waitFor();
    await page.locator('.compose-stage').getByText('Loading …').waitFor({ state: 'detached' });
  }
  // The worker's own file is the one that is looked for.
  expect(watched.errors.filter((text) => !text.includes('worker.js'))).toEqual([]);
  expect(await page.locator('.compose-form .error:visible').count()).toBe(0);
  await page.close();
});

/** The build's name in the worker. */
const BUILD = /(handset-playground .{0,40}?)\b[0-9a-f]{8}\b/g;

describe('a newer page', () => {
  const folder = tempFolder('hosted');
  let server: Awaited<ReturnType<typeof serveFolder>>;

  beforeAll(async () => {
    cpSync(HOSTED_FOLDER, folder, { recursive: true });
    server = await serveFolder(folder);
  });
  afterAll(() => server?.close());

  /** Another build in the place of the first: a file has another name, and the old one is gone. */
  function renew(): void {
    const assets = join(folder, 'assets');
    const old = readdirSync(assets).find((name) => name.startsWith('inbox-tab-')) as string;
    renameSync(join(assets, old), join(assets, 'inbox-tab-NEWER.js'));
    for (const path of [...readdirSync(assets).map((name) => join(assets, name)), join(folder, 'worker.js')]) {
      const text = readFileSync(path, 'utf8');
      if (text.includes(old)) writeFileSync(path, text.replaceAll(old, 'inbox-tab-NEWER.js'));
    }
    const main = readdirSync(assets).find((name) => name.startsWith('hosted-')) as string;
    renameSync(join(assets, main), join(assets, 'hosted-NEWER.js'));
    for (const name of ['worker.js', 'index.html']) {
      const path = join(folder, name);
      const text = readFileSync(path, 'utf8').replaceAll(main, 'hosted-NEWER.js').replaceAll(BUILD, '$10123abcd');
      writeFileSync(path, text.replace('<title>handset playground<', '<title>handset, newer<'));
    }
  }

  it('takes over when it is asked to; what is open goes on with its own files', async () => {
    const [page, watched] = await browser.open(server.url);
    const [other, watchedOther] = await browser.open(server.url);
    await Promise.all([controlled(page), controlled(other)]);
    renew();
    await page.reload();
    await page.locator('#new-version').waitFor();
    expect(await page.title()).toBe('handset playground');
    // Its file is gone from the server.
    await openTab(page, 'inbox');
    await openTab(page, 'inspect');
    await page.locator('#new-version').click();
    await expect.poll(() => page.title()).toBe('handset, newer');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await openTab(page, 'inbox');
    expect(await page.locator('#new-version').count()).toBe(0);
    expect(await other.title()).toBe('handset playground');
    await openTab(other, 'inbox');
    expect(await page.evaluate(async () => [...(await caches.keys())])).toHaveLength(2);
    expect([watched.errors, watchedOther.errors]).toEqual([[], []]);
    await page.close();
    await other.close();
  });
});
