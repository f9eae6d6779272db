/** Links to what is composed and to what is on the phone, and steps that are undone, in a real browser. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessFaults,
  accessFaultsInWindows,
  expectNoSidewaysScroll,
  servePage,
  TestBrowser,
  type Watched,
} from './browser.js';

let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  [browser, server] = await Promise.all([TestBrowser.start(), servePage()]);
  browser.context.setDefaultTimeout(30_000);
  [page, watched] = await browser.open(`${server.url}#compose/text`);
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
});

const bar = (name: string, on = page) => on.locator('.form-bar').getByRole('button', { name, exact: true });
const commands = (on = page) => on.locator('[data-form="at"] pre').textContent();
const choose = (form: string) => page.locator(`#compose-kind input[value="${form}"]`).check();

/** The commands of the last change: they are so once the same are there twice. */
async function settledCommands(): Promise<string | null> {
  let at: string | null = null;
  const isSettled = async () => {
    const was = at;
    at = await commands();
    return at !== null && at === was;
  };
  await expect.poll(isSettled, { interval: 500 }).toBe(true);
  return at;
}

async function copiedLink(id = 'compose-link'): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''));
  await page.locator(`#${id}`).click();
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await expect.poll(copied).toMatch(/^http/);
  return copied();
}

/** What each form's test changes. */
const CHANGES: Readonly<Record<string, () => Promise<unknown>>> = {
  async text() {
    await page.locator('#compose-text').fill('Ahoi “Привет” 😀\nsecond line');
    await page.locator('#compose-concat').selectOption('16');
    await page.locator('#compose-flash').check();
  },
  async tune() {
    await page.locator('#tune-sample').selectOption('3');
    await page.locator('#tune-style').selectOption({ index: 1 });
  },
  async picture() {
    await page.locator('#picture-text').fill('Drawn by hand');
    await page.locator('#picture-sample').selectOption('ball');
    await page.locator('input[name="picture-dither"][value="atkinson"]').check();
    await page.locator('#picture-preview').click({ position: { x: 40, y: 30 } });
  },
  async logo() {
    await page.locator('#logo-mnc').fill('05');
    await page.locator('#logo-file').setInputFiles('fixtures/images/photo-baseline.jpg');
    await page.locator('#logo-about', { hasText: 'photo-baseline.jpg' }).waitFor();
  },
  async group() {
    await page.locator('#group-sample').selectOption('blank');
    await page.locator('#group-preview').click({ position: { x: 40, y: 30 } });
  },
  async card() {
    await page.locator('#card-given').fill('Žofie');
    await page.locator('#panel-compose').getByRole('button', { name: 'Another number' }).click();
    await page.getByLabel('Number 2', { exact: true }).fill('+447700900999');
  },
  calendar: () => page.locator('#calendar-summary').fill('Elsewhere'),
  si: () => page.locator('#si-action').selectOption('signal-high'),
  async mms() {
    await page.locator('#mms-subject').fill('From a link');
    await page.locator('.mms-slide').nth(1).getByRole('button', { name: 'Remove slide 2' }).click();
    await page.locator('.mms-slide textarea').first().fill('Two lines\nof text');
    await page.locator('.mms-slide select:has(option[value="tune"])').first().selectOption('tune');
  },
};

describe('links', () => {
  it.each(Object.keys(CHANGES))('%s: what was changed is there in another page', async (form) => {
    await choose(form);
    const before = await commands();
    await CHANGES[form]?.();
    await expect.poll(() => commands()).not.toBe(before);
    const at = await settledCommands();
    const link = await copiedLink();
    // A recipient has no drafts of this one.
    await page.evaluate(() => localStorage.clear());
    const [other, seen] = await browser.open(link);
    await expect.poll(() => commands(other)).toBe(at);
    await other.locator('#compose-note', { hasText: 'Opened from a link' }).waitFor();
    const left = form === 'logo' ? /Not in the link: photo-baseline\.jpg/ : /before\.$/;
    expect(await other.locator('#compose-note').textContent()).toMatch(left);
    expect(other.url()).toBe(link);
    expect(await accessFaultsInWindows(other)).toEqual([]);
    // It is taken back like any other step.
    await bar('Undo', other).click();
    await expect.poll(() => commands(other)).not.toBe(at);
    expect(new URL(other.url()).hash).toBe(`#compose/${form}`);
    await bar('Redo', other).click();
    await expect.poll(() => commands(other)).toBe(at);
    expect(seen).toEqual({ strays: [], errors: [] });
    await other.close();
  });

  it.each([
    ['text/A', 'the last octet has one digit'],
    ['text/eyJ0ZXh0IjoxfQ', 'link/text: has to be a text'],
    ['tune/eNo', 'link: zlib'],
    ['mms/eyJzbGlkZXMiOltdfQ', 'link/slides: has to be a list of 1 to 10'],
  ])('%s is refused in words, and the form can be used', async (rest, words) => {
    const [other, seen] = await browser.open(`${server.url}#compose/${rest}`);
    await other.locator('.compose-form > .error:visible', { hasText: words }).waitFor();
    await expect.poll(() => commands(other)).toMatch(/AT\+CMGS/);
    expect(seen.errors).toEqual([]);
    await other.close();
  });

  it('fields that are not known are told', async () => {
    const link = Buffer.from(JSON.stringify({ text: 'Hi', colour: 'red' })).toString('base64url');
    const [other] = await browser.open(`${server.url}#compose/text/${link}`);
    await other.locator('#compose-note', { hasText: 'does not know were left out: colour' }).waitFor();
    expect(await other.locator('#compose-text').inputValue()).toBe('Hi');
    await other.close();
  });

  it('the phone: what is on it, and which one it is', async () => {
    await page.locator('#tab-phone').click();
    await page.getByRole('button', { name: 'Operator logo' }).click();
    await page.locator('#phone-title', { hasText: 'Operator logo' }).waitFor();
    const facts = await page.locator('#phone-facts').textContent();
    const link = await copiedLink('phone-link');
    expect(link).toMatch(/#phone\/[\w-]+\?kind=sms&on=nokia-3310$/);
    const [other, seen] = await browser.open(link.replace('nokia-3310', 'nokia-7650'));
    await other.locator('#phone-title', { hasText: 'Operator logo' }).waitFor();
    expect(await other.locator('#phone-facts').textContent()).toBe(facts);
    await other.locator('h2', { hasText: 'Nokia 7650' }).waitFor();
    expect(await accessFaultsInWindows(other)).toEqual([]);
    expect(seen).toEqual({ strays: [], errors: [] });
    await other.close();
    const [refused] = await browser.open(`${server.url}#phone/AQo?on=x`);
    await refused.locator('#panel-phone .error', { hasText: 'cannot be opened: link/on' }).waitFor();
    await refused.close();
    await page.locator('#tab-compose').click();
  });
});

describe('undo', () => {
  const text = () => page.locator('#compose-text');
  const value = () => text().inputValue();

  it('letters typed in a row are a step, and the caret stays where the change was', async () => {
    await choose('text');
    await text().fill('ab');
    await text().focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('XY');
    await expect.poll(value).toBe('aXYb');
    const caret = () => text().evaluate((box: HTMLTextAreaElement) => [box.selectionStart, box.selectionEnd]);
    await page.keyboard.press('Control+z');
    expect([await value(), await caret()]).toEqual(['ab', [1, 1]]);
    await page.keyboard.press('Control+Shift+z');
    expect([await value(), await caret()]).toEqual(['aXYb', [3, 3]]);
    await page.keyboard.type('Z');
    expect(await value()).toBe('aXYZb');
  });

  it('what is typed right after a step was undone is another step', async () => {
    await choose('text');
    await text().fill('before');
    await page.locator('#compose-alphabet').focus();
    await text().focus();
    await page.keyboard.press('End');
    await page.keyboard.type('abc');
    await page.keyboard.press('Control+z');
    await page.keyboard.type('x');
    expect(await value()).toBe('beforex');
    await page.keyboard.press('Control+z');
    expect(await value()).toBe('before');
  });

  it('look-alikes, a choice and beginning anew are undone one by one', async () => {
    await text().fill('“a” and “b”');
    await page.locator('#use-look-alikes').click();
    await expect.poll(value).toBe('"a" and "b"');
    await page.locator('#compose-alphabet').selectOption('ucs2');
    await bar('Start anew').click();
    await expect.poll(value).toMatch(/^Table for 4/);
    expect(await page.locator('#compose-alphabet').inputValue()).toBe('automatic');
    for (const [wanted, alphabet] of [
      ['"a" and "b"', 'ucs2'],
      ['"a" and "b"', 'automatic'],
      ['“a” and “b”', 'automatic'],
    ]) {
      await page.keyboard.press('Control+z');
      await expect.poll(value).toBe(wanted);
      expect(await page.locator('#compose-alphabet').inputValue()).toBe(alphabet);
    }
    await page.keyboard.press('Control+y');
    await expect.poll(value).toBe('"a" and "b"');
  });

  it('a sample, a number of a card, and a slide that was removed', async () => {
    await choose('tune');
    const tune = await page.locator('#tune-text').inputValue();
    await page.locator('#tune-sample').selectOption('1');
    await expect.poll(() => page.locator('#tune-text').inputValue()).not.toBe(tune);
    await page.locator('#tune-sample').focus();
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('#tune-text').inputValue()).toBe(tune);
    await choose('card');
    const numbers = page.locator('#panel-compose input[type="tel"]');
    const count = await numbers.count();
    await page.locator('#panel-compose').getByRole('button', { name: 'Another number' }).click();
    await numbers.last().fill('+44123');
    await page.keyboard.press('Control+z');
    await expect.poll(() => numbers.last().inputValue()).toBe('');
    await page.keyboard.press('Control+z');
    await expect.poll(() => numbers.count()).toBe(count);
    await choose('mms');
    const slides = page.locator('.mms-slide');
    await page.locator('#mms-more').click();
    await slides.last().locator('textarea').fill('The last one');
    const many = await slides.count();
    await slides
      .last()
      .getByRole('button', { name: /^Remove/ })
      .click();
    await expect.poll(() => slides.count()).toBe(many - 1);
    await page.keyboard.press('Control+z');
    await expect.poll(() => slides.count()).toBe(many);
    expect(await slides.last().locator('textarea').inputValue()).toBe('The last one');
  });

  it('a field that is not of the form keeps its own', async () => {
    await choose('group');
    await page.locator('#compose-kind input[value="group"]').focus();
    await page.locator('.compose-form .kind', { hasText: 'Letters' }).click();
    const letters = page.locator('#group-letters');
    await letters.fill('Hello');
    await letters.press('End');
    await page.keyboard.type('x');
    const before = await commands();
    await page.keyboard.press('Control+z');
    await expect.poll(() => letters.inputValue()).toBe('Hello');
    expect(await commands()).toBe(before);
  });
});

describe('drafts', () => {
  const reload = async () => {
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  };
  const kept = () => page.evaluate(() => localStorage.getItem('handset-drafts') ?? '');

  it('what was entered in a form, the settings and the handset are there after a reload, until they are begun anew', async () => {
    await choose('text');
    await page.locator('#compose-text').fill('Kept as a draft');
    await page.locator('#result-to').fill('447700900777');
    await reload();
    await page.locator('#compose-note', { hasText: 'A draft from before is back' }).waitFor();
    expect(await page.locator('#compose-text').inputValue()).toBe('Kept as a draft');
    expect(await page.locator('#result-to').inputValue()).toBe('447700900777');
    expect(await accessFaultsInWindows(page)).toEqual([]);
    await bar('Start anew').click();
    await expect.poll(() => page.locator('#compose-note').isVisible()).toBe(false);
    await page.locator('#result-to').fill('447700900123');
    await expect.poll(kept).not.toMatch('Kept as a draft');
    await reload();
    await expect.poll(() => page.locator('#compose-text').inputValue()).toMatch(/^Table for 4/);
    expect(await page.locator('#compose-note').isVisible()).toBe(false);
  });

  it('a link leaves the draft there until the form is changed', async () => {
    const draft = JSON.stringify({ version: 1, forms: { text: { text: 'Mine' } } });
    const [other] = await browser.open(`${server.url}#compose/card`);
    await other.evaluate((value) => localStorage.setItem('handset-drafts', value), draft);
    const link = Buffer.from(JSON.stringify({ text: 'Yours' })).toString('base64url');
    await other.goto(`${server.url}#compose/text/${link}`);
    const value = () => other.locator('#compose-text').inputValue();
    await expect.poll(value).toBe('Yours');
    // What is kept is so when the page is left.
    await other.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')));
    expect(await other.evaluate(() => localStorage.getItem('handset-drafts'))).toBe(draft);
    await other.locator('#compose-text').press('End');
    await other.keyboard.type('!');
    await expect.poll(() => other.evaluate(() => localStorage.getItem('handset-drafts'))).toMatch('Yours!');
    await other.close();
  });

  it('a draft comes back without the fields that cannot be read, which are named', async () => {
    const forms = { tune: { text: 'x'.repeat(300_000), fit: 'ems 2' } };
    await page.evaluate((value) => localStorage.setItem('handset-drafts', value), JSON.stringify({ version: 1, forms }));
    await reload();
    await choose('tune');
    await page.locator('#compose-note', { hasText: 'is back without text, too long or damaged' }).waitFor();
    expect(await page.locator('#tune-fit').inputValue()).toBe('ems 2');
    expect(await page.locator('#tune-text').inputValue()).toMatch(/^OdeToJoy/);
    await bar('Start anew').click();
    await expect.poll(kept).not.toMatch('ems 2');
  });

  it('a picture that was drawn, and what was made of a photograph, which is named', async () => {
    await choose('group');
    await page.locator('#group-file').setInputFiles('fixtures/images/photo-baseline.jpg');
    await page.locator('#group-about', { hasText: 'photo-baseline.jpg' }).waitFor();
    await page.locator('#group-preview').click({ position: { x: 40, y: 30 } });
    await page.locator('#group-about', { hasText: '1 pixel drawn' }).waitFor();
    await expect.poll(kept).toMatch('photo-baseline.jpg');
    const at = await settledCommands();
    await reload();
    await page.locator('.hint', { hasText: 'photo-baseline.jpg is not here any more' }).waitFor();
    await expect.poll(() => commands()).toBe(at);
  });

  it('drafts of another version, or damaged, are ignored, and all can be forgotten', async () => {
    for (const text of [
      '{"version":9,"forms":{"text":{"text":"newer"}}}',
      '{"version":1,"forms":{"text":{"text":7}},"settings":[1]}',
      '{',
    ]) {
      await choose('text');
      await page.evaluate((value) => localStorage.setItem('handset-drafts', value), text);
      await reload();
      await expect.poll(() => page.locator('#compose-text').inputValue()).toMatch(/^Table for 4/);
    }
    await page.locator('#compose-text').fill('To be forgotten');
    await expect.poll(kept).toMatch('To be forgotten');
    await page.getByRole('button', { name: 'Forget drafts' }).click();
    expect(await kept()).toBe('');
    await reload();
    await expect.poll(() => page.locator('#compose-text').inputValue()).toMatch(/^Table for 4/);
  });
});

it('fits narrow windows, and axe finds nothing', async () => {
  await page.setViewportSize({ width: 360, height: 640 });
  await choose('text');
  await expectNoSidewaysScroll(page);
  expect(await accessFaults(page)).toEqual([]);
});

it('went without a request or an error', () => {
  expect(watched).toEqual({ strays: [], errors: [] });
});
