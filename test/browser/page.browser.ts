/** The page as a whole: from a file and from a server, by the keyboard, in both themes, wide and narrow, judged by axe-core. */
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, expectNoSidewaysScroll, PAGE_FILE, servePage, TestBrowser, type Watched } from './browser.js';

const TABS = ['start', 'inspect', 'files', 'compose', 'phone', 'inbox'] as const;
const FORMS = ['text', 'tune', 'picture', 'logo', 'group', 'card', 'calendar', 'si', 'mms'] as const;

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

describe('where it comes from', () => {
  it.each(['a file', 'a server'])('works from %s, and asks for nothing from elsewhere', async (place) => {
    const [page, watched] = await browser.open(place === 'a file' ? pathToFileURL(PAGE_FILE).href : server.url);
    for (const tab of TABS) {
      await page.locator(`#tab-${tab}`).click();
      await page.locator(`#panel-${tab}`).waitFor();
      expect(await page.locator('[role="tabpanel"]:visible').count()).toBe(1);
    }
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });

  it('lets nothing in: a script, a picture and a request to another host are refused by its policy', async () => {
    const [page] = await browser.open(server.url);
    const blocked = await page.evaluate(
      () =>
        new Promise<string[]>((resolve) => {
          const seen: string[] = [];
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            seen.push(effectiveDirective);
            if (new Set(seen).size === 3) resolve([...new Set(seen)].sort());
          });
          const script = document.createElement('script');
          script.textContent = 'globalThis.broken = true';
          document.body.append(script);
          document.body.append(Object.assign(new Image(), { src: 'http://127.0.0.2:9/picture.png' }));
          fetch('http://127.0.0.2:9/').catch(() => undefined);
        }),
    );
    expect(blocked).toEqual(['connect-src', 'img-src', 'script-src-elem']);
    expect(await page.evaluate(() => 'broken' in globalThis)).toBe(false);
    await page.close();
  });
});

describe('by the keyboard', () => {
  it('arrows, Home and End go through the tabs', async () => {
    const [page] = await browser.open(`${server.url}#inspect`);
    const front = () => page.locator('[role="tab"][aria-selected="true"]').getAttribute('id');
    await page.locator('#tab-inspect').focus();
    for (const [key, tab] of [
      ['ArrowRight', 'files'],
      ['End', 'inbox'],
      ['ArrowRight', 'start'],
      ['ArrowLeft', 'inbox'],
      ['Home', 'start'],
    ] as const) {
      await page.keyboard.press(key);
      expect(await front(), key).toBe(`tab-${tab}`);
      expect(await page.evaluate(() => document.activeElement?.id)).toBe(`tab-${tab}`);
    }
    await page.close();
  });

  it('the theme is chosen and kept', async () => {
    const [page] = await browser.open(server.url);
    const background = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const light = await background();
    await page.locator('#theme').click();
    expect(await background()).toBe(light);
    await page.locator('#theme').click();
    expect(await background()).not.toBe(light);
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    expect(await background()).not.toBe(light);
    await page.locator('#theme').click();
    await page.close();
  });
});

describe.each([
  ['light', 1280],
  ['dark', 1280],
  ['light', 360],
  ['dark', 360],
] as const)('%s, %i pixels wide', (scheme, width) => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(server.url, { width, scheme });
  });
  afterAll(() => page?.close());

  it.each([
    ...TABS.filter((tab) => tab !== 'compose').map((tab) => [tab, tab]),
    ...FORMS.map((form) => [`compose/${form}`, 'compose']),
  ])('%s: no fault, no sideways scroll', async (fragment, tab) => {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, fragment);
    await page.locator(`#panel-${tab}`).waitFor();
    // What is drawn and debounced settles.
    await page.waitForTimeout(400);
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    expect(watched).toEqual({ strays: [], errors: [] });
  });
});
