/** The front of the page: the tab Start, its samples, and the way from each of them to an answer. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toHex } from '../../src/bytes/index.js';
import { fromBase64 } from '../../src/playground/inspect/base64.js';
import { GALLERY } from '../../src/playground/start/gallery.js';
import {
  accessFaults,
  expectNoSidewaysScroll,
  HOSTED_FOLDER,
  PAGE_FILE,
  servePage,
  TestBrowser,
  type Watched,
} from './browser.js';

const PDU = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
const SAID = 'SMS from 27838890001, 29 Mar 1999 15:16 +02:00: hellohello';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

const answer = (page: Page) => page.locator('#answer');

/** Gives a panel files as a drop does. */
async function drop(page: Page, selector: string, files: Readonly<Record<string, string>>): Promise<void> {
  await page.evaluate(
    ([target, named]) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(named)) dataTransfer.items.add(new File([text], name));
      const event = new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(target)?.dispatchEvent(event);
    },
    [selector, files] as const,
  );
}

describe('Start', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(server.url);
  });
  afterAll(async () => {
    expect(watched).toEqual({ strays: [], errors: [] });
    await page?.close();
  });

  const toStart = () => page.locator('#tab-start').click();

  it('is what an address without a fragment opens, and says what the page is', async () => {
    expect(await page.locator('[role="tab"][aria-selected="true"]').textContent()).toBe('Start');
    expect(await page.locator('#panel-start').textContent()).toContain('for people who debug SMS and MMS');
  });

  it('opens what is pasted into its field, and what is pasted beside it', async () => {
    await page.evaluate((text) => navigator.clipboard.writeText(text), PDU);
    await page.locator('#start-input').focus();
    await page.keyboard.press('Control+v');
    await answer(page).getByText(SAID).waitFor();
    expect(await page.locator('#input').inputValue()).toBe(PDU);
    await toStart();
    await page.evaluate(() => navigator.clipboard.writeText('BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nEND:VCARD\r\n'));
    await page.locator('#start-samples').click();
    await page.keyboard.press('Control+v');
    await answer(page).getByText('Jane Doe').waitFor();
  });

  it('opens what is typed, by its button and by the keyboard', async () => {
    for (const press of [() => page.locator('#start-open').click(), () => page.keyboard.press('Control+Enter')]) {
      await toStart();
      await page.locator('#start-input').fill(PDU);
      await press();
      await answer(page).getByText(SAID).waitFor();
    }
  });

  it('opens a file that is dropped or chosen', async () => {
    await toStart();
    await drop(page, '.start-gallery', { 'card.vcf': 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Roe;Ada\r\nEND:VCARD\r\n' });
    await answer(page).getByText('Ada Roe').waitFor();
    await toStart();
    await page.locator('#start-file').setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from(PDU) });
    await answer(page).getByText(SAID).waitFor();
  });

  it('leads to every other tab, each of which says what it is for', async () => {
    for (const tab of await page.locator('[role="tab"]').all()) {
      const title = (await tab.textContent()) ?? '';
      if (title === 'Start') continue;
      await toStart();
      await page.locator('.start-tour a', { hasText: title }).click();
      const name = (await tab.getAttribute('id'))?.replace('tab-', '');
      const about = page.locator(`#panel-${name}:visible > .tab-about`);
      await about.waitFor();
      expect(await page.locator('.start-tour').textContent()).toContain((await about.textContent()) ?? title);
    }
  });

  it.each([
    ['one file', PAGE_FILE, 'count.html'],
    ['for a web server', join(HOSTED_FOLDER, 'index.html'), 'count/'],
  ])('leads to the page that counts: %s', async (_, file, href) => {
    expect(readFileSync(file, 'utf8')).toContain(`data-count="${href}"`);
    expect(existsSync(join(file, '..', href, href.endsWith('/') ? 'index.html' : ''))).toBe(true);
    if (file !== PAGE_FILE) return;
    const [own] = await browser.open(pathToFileURL(file).href);
    await own.getByRole('link', { name: 'Count a text' }).click();
    await own.locator('h1', { hasText: 'SMS segment calculator' }).waitFor();
    await own.close();
  });
});

describe('every sample, on a small phone', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(server.url, { width: 360, height: 640 });
  });
  afterAll(() => page?.close());

  it.each(GALLERY.map(({ id, base64 }) => [id, base64] as const))(
    '%s is answered in sight by one click',
    async (id, base64) => {
      await page.locator('#tab-start').click();
      const card = page.locator(`[data-sample="${id}"]`);
      const thumb = await card.locator('.thumb > *').boundingBox();
      expect(Math.min(thumb?.width ?? 0, thumb?.height ?? 0)).toBeGreaterThan(10);
      await card.click();
      // The octets that are shown are the sample's.
      const first = toHex(fromBase64(base64)).slice(0, 2);
      await page
        .locator('#hex [data-offset="0"]', { hasText: new RegExp(first, 'i') })
        .first()
        .waitFor();
      await expect.poll(() => page.locator('.inspect-subtitle').textContent()).toContain('sample: ');
      await answer(page).waitFor();
      const seen = [answer(page), ...(await page.locator('.answer-media > *').all()).slice(0, 1)];
      for (const element of seen) {
        await expect.poll(async () => (await element.boundingBox())?.height ?? 0).toBeGreaterThan(0);
        const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
        expect(y, id).toBeGreaterThanOrEqual(0);
        expect(y + height, `where ${id} ends`).toBeLessThanOrEqual(640);
      }
      expect(watched).toEqual({ strays: [], errors: [] });
    },
  );

  it('the input is a line until somebody wants to change it', async () => {
    expect((await page.locator('.inspect-input').boundingBox())?.height).toBeLessThan(100);
    await page.locator('#input-more').click();
    expect((await page.locator('#input').boundingBox())?.height).toBeGreaterThan(60);
    expect(await page.locator('#samples').isVisible()).toBe(true);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('input');
  });
});

it('from load to an answer by the keyboard alone', async () => {
  const [page, watched] = await browser.open(server.url, { width: 768 });
  const tabTo = async (selector: string) => {
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
    }
    throw new Error(`no way to ${selector}`);
  };
  await tabTo('#start-input');
  await tabTo('[data-sample="ringtone"]');
  await page.keyboard.press('Enter');
  await answer(page).getByText('OdeToJoy').waitFor();
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('panel-inspect');
  await page.goBack();
  await page.locator('#panel-start').waitFor();
  expect(watched).toEqual({ strays: [], errors: [] });
  await page.close();
});

describe.each(['light', 'dark'] as const)('%s', (scheme) => {
  it.each([360, 768, 1440])('%i pixels wide: no fault, no sideways scroll', async (width) => {
    const [page, watched] = await browser.open(server.url, { width, scheme });
    await page.locator('[data-sample]').first().waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});

describe('the keys', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(server.url, { width: 768 });
  });
  afterAll(async () => {
    expect(watched).toEqual({ strays: [], errors: [] });
    await page?.close();
  });

  const focused = () => page.evaluate(() => document.activeElement?.id);

  it('open by ? and by their button; Escape closes, and the focus returns', async () => {
    await page.locator('[data-sample="sms"]').focus();
    await page.keyboard.press('?');
    await page.locator('#keys[open]').waitFor();
    expect(await page.locator('#keys').textContent()).toContain('to Inspect');
    await page.keyboard.press('Escape');
    await page.locator('#keys').waitFor({ state: 'hidden' });
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-sample'))).toBe('sms');
    await page.locator('#keys-open').click();
    await page.locator('#keys-close').click();
    expect(await focused()).toBe('keys-open');
  });

  it('g and a letter go to a tab; in a field of text they are letters', async () => {
    await page.locator('#tab-start').focus();
    await page.keyboard.press('g');
    await page.keyboard.press('c');
    await page.locator('#panel-compose:visible').waitFor();
    await expect.poll(focused).toBe('panel-compose');
    await page.keyboard.press('g');
    await page.keyboard.press('s');
    await page.locator('#start-input').waitFor();
    await page.locator('#start-input').fill('');
    await page.locator('#start-input').pressSequentially('?gi');
    expect(await page.locator('#start-input').inputValue()).toBe('?gi');
    expect(await page.locator('#keys[open]').count()).toBe(0);
  });

  it('can be turned off, for those whose browser listens to words', async () => {
    await page.locator('#keys-open').click();
    await page.locator('#keys-single').uncheck();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.keyboard.press('g');
    await page.keyboard.press('i');
    expect(await page.locator('#keys[open]').count()).toBe(0);
    expect(await page.locator('#panel-start').isVisible()).toBe(true);
    await page.locator('#keys-open').click();
    await page.locator('#keys-single').check();
    await page.keyboard.press('Escape');
  });

  it.each([
    ['light', 360],
    ['dark', 360],
    ['light', 1440],
    ['dark', 1440],
  ] as const)('%s, %i pixels wide: no fault, no sideways scroll', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    await page.locator('#keys-open').click();
    await page.locator('#keys[open]').waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
    await page.keyboard.press('Escape');
  });
});

it('the first payloads of a long log are answered before the others are read', async () => {
  const [page, watched] = await browser.open(`${server.url}#inspect`);
  await answer(page).waitFor();
  const log = Array.from({ length: 100 }, (_, i) => `12:00:${String(i % 60).padStart(2, '0')} INFO pdu=${PDU}\n`).join('');
  const counts = await page.evaluate(
    (text) =>
      new Promise<{ first: number; counts: number[] }>((resolve) => {
        const seen: number[] = [];
        const count = () => document.querySelectorAll('#answer-list li').length;
        new MutationObserver((_, observer) => {
          if (count() > 0 && seen.at(-1) !== count()) seen.push(count());
          if (count() < 100) return;
          observer.disconnect();
          resolve({ first, counts: seen });
        }).observe(document.body, { childList: true, subtree: true });
        const input = document.querySelector('#input') as HTMLTextAreaElement;
        input.focus();
        input.select();
        let first = 0;
        // What is looked at comes in the next task, and is there when it ends.
        input.addEventListener('input', () => setTimeout(() => setTimeout(() => (first = count()))));
        input.dispatchEvent(new ClipboardEvent('paste', { clipboardData: new DataTransfer(), bubbles: true }));
        input.value = text;
        input.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }),
    log,
  );
  expect(counts.first).toBeGreaterThanOrEqual(8);
  expect(counts.counts[0]).toBe(8);
  expect(counts.counts.at(-1)).toBe(100);
  await page.getByText('100 payloads found', { exact: true }).waitFor();
  // A field for each payload, and one for the words around it.
  await expect.poll(() => page.locator('#tree [role="treeitem"][aria-level="2"]').count()).toBe(201);
  expect(watched).toEqual({ strays: [], errors: [] });
  await page.close();
});
