/** The phone in a real browser: its shells, its keys by mouse and by keyboard, and what is on its screen. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accessFaults, expectNoSidewaysScroll, servePage, TestBrowser, type Watched } from './browser.js';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

const title = (page: Page) => page.locator('#phone-title').textContent();
const facts = (page: Page) => page.locator('#phone-facts').textContent();

async function choose(page: Page, name: string): Promise<void> {
  await page.locator('#phone-handset').fill(name);
  await page.locator('#phone-handset').press('Enter');
}

const SHELLS = {
  bar: 'Nokia 3310',
  candy: 'Nokia 6230i',
  clamshell: 'Motorola V3',
  slider: 'Nokia 6280',
  touch: 'Google Pixel 7',
} as const;

describe('shells', () => {
  const windows = [360, 768, 1440].flatMap((width) => (['light', 'dark'] as const).map((scheme) => ({ width, scheme })));

  it.each(windows)('each fits $width pixels, $scheme, its screen to the pixel, without faults of axe', async (view) => {
    const [page, watched] = await browser.open(`${server.url}#phone`, { ...view, height: 800 });
    for (const [shell, name] of Object.entries(SHELLS)) {
      await choose(page, name);
      await page.locator(`.phone-case[data-shell="${shell}"]`).waitFor();
      await expectNoSidewaysScroll(page);
      const sizes = await page.locator('#phone-screen').evaluate((canvas: HTMLCanvasElement) => {
        const { width, left, right } = canvas.getBoundingClientRect();
        const outer = (canvas.closest('.phone-upper') as HTMLElement).getBoundingClientRect();
        return { ratio: canvas.width / width, isInside: left > outer.left && right < outer.right };
      });
      expect(sizes, shell).toEqual({ ratio: Math.round(sizes.ratio), isInside: true });
      const small = await page.locator('.phone-key').evaluateAll((keys) =>
        keys.flatMap((key) => {
          const { width, height } = key.getBoundingClientRect();
          return Math.min(width, height) < 24 ? [`${key.id} ${width} x ${height}`] : [];
        }),
      );
      expect(small, shell).toEqual([]);
      expect(await accessFaults(page), shell).toEqual([]);
    }
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});

describe('keys', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(`${server.url}#phone`);
  });
  afterAll(async () => {
    expect(watched).toEqual({ strays: [], errors: [] });
    await page?.close();
  });
  const key = (name: string) => page.locator(`#phone-${name}`);

  it('dial by mouse, clear, call, and return to standby', async () => {
    for (const digit of ['0', '7', '7', 'star']) await key(`key-${digit}`).click();
    expect([await title(page), await facts(page)]).toEqual(['Dialling', 'Number077*']);
    await key('clear').click();
    expect(await facts(page)).toBe('Number077');
    await key('call').click();
    expect(await title(page)).toBe('Calling');
    await expect.poll(() => title(page), { timeout: 10_000 }).toBe('Standby');
    await key('call').click();
    expect(await facts(page)).toContain('077');
    await key('end').click();
    expect(await title(page)).toBe('Standby');
  });

  it('0 held is a plus', async () => {
    await key('key-0').click({ delay: 1_000 });
    expect(await facts(page)).toBe('Number+');
    await key('end').click();
    // Also when the pointer has left it before it is released: the next key is not lost.
    await key('key-0').hover();
    await page.mouse.down();
    await expect.poll(() => facts(page)).toBe('Number+');
    await page.locator('#tab-phone').hover();
    await page.mouse.up();
    await key('key-7').click();
    expect(await facts(page)).toBe('Number+7');
    await key('end').click();
  });

  it('by the keyboard alone: two stops of the Tab key, one for the screen and one for all keys', async () => {
    await page.locator('#tab-phone').focus();
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate(() => document.activeElement?.id);
    for (let i = 0; i < 3 && (await focused()) !== 'phone-glass'; i++) await page.keyboard.press('Tab');
    expect(await focused()).toBe('phone-glass');
    await page.keyboard.type('*#06#');
    expect([await title(page), await facts(page)]).toEqual(['IMEI', expect.stringContaining('made up')]);
    await page.keyboard.press('Escape');
    expect(await title(page)).toBe('Standby');
    await page.keyboard.press('Tab');
    expect(await focused()).toMatch(/^phone-(?:soft|clear|end|key-)/);
    await page.keyboard.press('Home');
    expect(await focused()).toBe('phone-soft');
    for (const [arrow, next] of [
      ['ArrowDown', 'call'],
      ['ArrowDown', 'key-1'],
      ['ArrowRight', 'key-2'],
      ['ArrowDown', 'key-5'],
    ] as const) {
      await page.keyboard.press(arrow);
      expect(await focused()).toBe(`phone-${next}`);
    }
    await page.keyboard.press('Enter');
    await page.keyboard.press('Space');
    await page.keyboard.type('9');
    expect(await facts(page)).toBe('Number559');
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('phone-handset');
    await page.keyboard.press('Shift+Tab');
    expect(await focused()).toBe('phone-key-5');
    await page.keyboard.press('Escape');
  });

  it('the menu leads to a message, and back', async () => {
    await page.getByRole('button', { name: 'Text', exact: true }).click();
    expect(await title(page)).toBe('Text message');
    await key('call').click();
    expect(await title(page)).toBe('In this message');
    expect(await page.locator('#live').textContent()).toContain('Use number +447700900123, 1 of 1');
    await key('soft').click();
    expect(await facts(page)).toBe('Number+447700900123');
    await key('end').click();
    await page.locator('#phone-glass').focus();
    for (const press of ['Enter', 'Enter']) await page.keyboard.press(press);
    expect(await title(page)).toBe('Messages');
    expect(await facts(page)).toBe('1, chosen+447700900123');
    await page.keyboard.press('Enter');
    expect(await title(page)).toBe('Text message');
    await page.keyboard.press('Backspace');
    expect(await title(page)).toBe('Messages');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowRight');
    expect(await title(page)).toBe('About this phone');
    await page.keyboard.press('Escape');
    expect(await title(page)).toBe('Standby');
  });

  it('two keys are named on a colour phone, one and C on a monochrome one', async () => {
    await choose(page, SHELLS.candy);
    await key('key-1').click();
    expect([await key('soft').textContent(), await key('clear').textContent()]).toEqual(['Call', 'Clear']);
    await choose(page, SHELLS.bar);
    expect(await key('clear').getAttribute('aria-label')).toBe('C: clear, back');
    await key('end').click();
  });
});
