/** The page as the gateway serves it, before a real gateway: inboxes come by themselves, and what came goes to the phone and the inspector. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endGateways, type ServedGateway, serveGateway } from '../interop/drivers/gateway.js';
import { accessFaultsInWindows, TestBrowser, type Watched } from './browser.js';

const ACCOUNT = { username: 'Page.1', pin: '0001', credit: '5000.0000' };
const NUMBER = '447700900123';

const folder = mkdtempSync(join(tmpdir(), 'handset-page-'));
let browser: TestBrowser;
let gateway: ServedGateway;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, gateway] = await Promise.all([
    TestBrowser.start(),
    serveGateway(folder, { sqlite: join(folder, 'store.db') }, { serviceDomain: 'gw.example.net', accounts: [ACCOUNT] }),
  ]);
  [page, watched] = await browser.open(`${gateway.operators}/#inbox`);
});

afterAll(async () => {
  await browser?.stop();
  await endGateways();
  rmSync(folder, { recursive: true });
});

async function send(fields: Record<string, string>, path = 'sendsms'): Promise<string> {
  const form = new URLSearchParams({ Username: ACCOUNT.username, PIN: ACCOUNT.pin, ResponseFormat: '1', ...fields });
  const answer = await fetch(`${gateway.url}/webservices/http/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
    body: form.toString(),
  });
  return answer.text();
}

const messages = () => page.locator('#inbox-messages .inbox-message');

describe('live', () => {
  it('a handset appears when something was sent to it, without a reload', async () => {
    await page.locator('#inbox-state', { hasText: /live/i }).waitFor();
    expect(await page.locator('#inbox-handsets [data-number]').count()).toBe(0);
    expect(await send({ SendTo: NUMBER, Message: 'Hello <b>there</b>' })).toContain('Report=-2');
    await page.locator(`#inbox-handsets [data-number="${NUMBER}"]`).click();
    await expect.poll(() => messages().allTextContents()).toEqual([expect.stringContaining('Hello <b>there</b>')]);
    expect(await messages().locator('b').count()).toBe(0);
  });

  it('the requests that it composes go to the public port', async () => {
    expect(await page.locator('meta[name="gateway"]').getAttribute('content')).toBe(gateway.url);
    await page.locator('#tab-compose').click();
    await expect.poll(() => page.getByLabel('Gateway', { exact: false }).first().inputValue()).toContain(gateway.url);
    await page.locator('#tab-inbox').click();
  });

  it('the next message comes into the open inbox', async () => {
    await send({ SendTo: NUMBER, Message: 'Second' });
    await expect.poll(() => messages().count()).toBe(2);
  });

  it('axe-core finds no fault in it', async () => {
    expect(await accessFaultsInWindows(page)).toEqual([]);
  });

  it('what came is shown on the phone, and taken apart', async () => {
    await messages().filter({ hasText: 'Second' }).getByRole('button', { name: /phone/i }).click();
    await page.locator('#panel-phone').waitFor();
    await page.locator('#phone-facts', { hasText: 'Second' }).waitFor();
    await page.locator('#tab-inbox').click();
    await messages()
      .filter({ hasText: 'Second' })
      .getByRole('button', { name: /inspect/i })
      .first()
      .click();
    await page.locator('#panel-inspect').waitFor();
    expect(await page.locator('#tree').textContent()).toContain('Second');
    await page.locator('#tab-inbox').click();
  });

  it('many handsets at once are shown once, not once for each', async () => {
    const numbers = Array.from({ length: 200 }, (_, i) => `4477008${String(i).padStart(5, '0')}`);
    await send({ SendTo: numbers.join(), Message: 'To all' });
    await expect.poll(() => page.locator('#inbox-handsets [data-number]').count()).toBe(201);
    // Each row that is shown says a number of messages.
    await page.evaluate(() => {
      const say = Number.prototype.toLocaleString;
      const counted = globalThis as { said?: number };
      Number.prototype.toLocaleString = function (...given) {
        counted.said = (counted.said ?? 0) + 1;
        return say.apply(this, given);
      };
    });
    await send({ SendTo: numbers.join(), Message: 'Again' });
    await expect.poll(() => page.locator('#inbox-handsets li', { hasText: '2 messages' }).count()).toBe(201);
    const said = await page.evaluate(() => (globalThis as { said?: number }).said ?? 0);
    // Some frames; 200 events of as many rows would be 40,000.
    expect(said).toBeLessThan(20_000);
  });

  it('an inbox is emptied after a question', async () => {
    await page.locator('#inbox-empty').click();
    await page.locator('[data-test="empty-confirm"]').click();
    await expect.poll(() => messages().count()).toBe(0);
    const view = (await (await fetch(`${gateway.operators}/virtual/handsets/${NUMBER}/inbox`)).json()) as {
      messages: unknown[];
    };
    expect(view.messages).toEqual([]);
  });

  it('says so when the gateway is gone', async () => {
    expect(watched).toEqual({ strays: [], errors: [] });
    expect(await gateway.stop()).toBe(0);
    await page.locator('#inbox-state', { hasText: /reconnect|no gateway/i }).waitFor();
  });
});
