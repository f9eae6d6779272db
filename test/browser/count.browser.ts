/** The page that counts, and the form for texts, in a real browser: marks lie where the characters are, ways to send a text are used, links. */
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  accessFaults,
  COUNT_FILE,
  expectNoSidewaysScroll,
  HOSTED_FOLDER,
  PAGE_FILE,
  serveFolder,
  TestBrowser,
  type Watched,
} from './browser.js';

const ADDRESS = pathToFileURL(COUNT_FILE).href;
const TURKISH = `${'Yarın akşam ağaçların altında buluşalım. '.repeat(2)}Menü 25 €!`;

let browser: TestBrowser;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  browser = await TestBrowser.start();
  [page, watched] = await browser.open(ADDRESS);
});

afterAll(async () => {
  await browser?.stop();
});

const fill = (text: string) => page.locator('#compose-text').fill(text);
const text = () => page.locator('#compose-text').inputValue();
const marked = (selector: string) => page.locator(`.marks-copy ${selector}`).allTextContents();
/** The large number of a figure. */
const figure = (kind: string) => page.locator(`.figure-${kind} dd`).first().textContent();

/**
 * Characters that are seen now, where the copy has them and where the caret of the textarea goes: a pixel left of the middle of a character before
 * it, a pixel right of it behind it.
 */
async function misplaced(every: number): Promise<{ readonly checked: number; readonly wrong: readonly string[] }> {
  return page.evaluate((step) => {
    const control = document.querySelector('#compose-text') as HTMLTextAreaElement;
    const box = control.getBoundingClientRect();
    const walker = document.createTreeWalker(document.querySelector('.marks-copy') as Element, NodeFilter.SHOW_TEXT);
    const found = { checked: 0, wrong: [] as string[] };
    const range = document.createRange();
    let index = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const own = node.textContent ?? '';
      for (let i = 0; i < own.length; i++, index++) {
        if (index % step !== 0 || !/[\p{L}\p{N}]/u.test(own[i] as string) || /\p{M}/u.test(own[i + 1] ?? '')) continue;
        range.setStart(node, i);
        range.setEnd(node, i + 1);
        const { left, top, width, height } = range.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        if (y < box.top + 8 || y > box.bottom - 8 || width < 4) continue;
        // From right to left it is the other way round.
        const offsets = [-1, 1].map((by) => document.caretPositionFromPoint(x + by, y)?.offset ?? -1).sort((a, b) => a - b);
        found.checked++;
        if (offsets[0] !== index || offsets[1] !== index + 1) found.wrong.push(`${own[i]} at ${index}: ${offsets}`);
      }
    }
    return found;
  }, every);
}

/** Until the marks of the last change are drawn. */
const drawn = () => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

describe('marks', () => {
  it('appear as one types, and are of the text as it is', async () => {
    await fill('');
    await page.locator('#compose-text').focus();
    await page.keyboard.type('ab ğ€“');
    await drawn();
    expect(await marked('.forcing')).toEqual(['ğ', '“']);
    expect(await page.locator('.marks-copy').textContent()).toBe('ab ğ€“');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+z');
    await expect.poll(() => page.locator('.marks-copy').textContent()).toBe(await text());
    await fill('a€b');
    await expect.poll(() => marked('.wide')).toEqual(['€']);
  });

  it.each([
    [
      'several messages, line breaks, tabs and words that are too long',
      `${TURKISH}\n\n\t${'lang'.repeat(60)}\n${TURKISH} “x” 😀 é`,
    ],
    ['from right to left', 'שלום עולם, זה טקסט ארוך יותר משורה אחת, כדי שיישבר באמצע. '.repeat(3)],
    ['a bar at its side', `${TURKISH} `.repeat(12)],
  ])('lie under the characters of the textarea: %s', async (_, words) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await fill(words);
      for (const part of [0, 0.5, 1]) {
        await page.locator('#compose-text').evaluate((control, at) => control.scrollTo(0, control.scrollHeight * at), part);
        await drawn();
        const { checked, wrong } = await misplaced(words.length > 400 ? 3 : 1);
        expect(checked).toBeGreaterThan(20);
        expect(wrong).toEqual([]);
      }
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('keep up with 40,000 characters, of which only what is seen is marked', async () => {
    const words = 'Lorem [ipsum] dolor sit amet '.repeat(1_345).slice(0, 36_000);
    await fill(words);
    await expect.poll(() => figure('messages')).toBe('252');
    expect(await page.locator('.mark').count()).toBeLessThan(300);
    const took = await page.locator('#compose-text').evaluate(async (control) => {
      const area = control as HTMLTextAreaElement;
      const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
      const times: number[] = [];
      for (const end of [0, 0, area.value.length]) {
        area.focus();
        area.setSelectionRange(end, end);
        await frame();
        const before = performance.now();
        document.execCommand('insertText', false, '{');
        await frame();
        await frame();
        times.push(performance.now() - before);
      }
      return times.sort((a, b) => a - b)[1] as number;
    });
    // Much less on an idle machine: tests share theirs.
    expect(took).toBeLessThan(1_500);
    await page.locator('#compose-text').evaluate((control) => control.scrollTo(0, control.scrollHeight));
    await drawn();
    expect((await misplaced(7)).wrong).toEqual([]);
    const last = page.locator('.marks-part').last();
    await expect.poll(() => last.locator('.mark').count()).toBeGreaterThan(0);
    await fill('я'.repeat(40_000));
    await expect.poll(() => figure('messages')).toBe('598');
    await page.locator('.error:visible', { hasText: 'limit is 255' }).waitFor();
  });

  it('leave the textarea its selection, and say what is at the caret', async () => {
    await fill('ağ👍🏽');
    await page.locator('#compose-text').evaluate((control) => (control as HTMLTextAreaElement).setSelectionRange(1, 1));
    await page.locator('#compose-caret', { hasText: 'U+011F, 1 UTF-16 unit, not in GSM 7-bit' }).waitFor();
    await page.keyboard.press('Control+a');
    await page.locator('#compose-caret', { hasText: 'Selected: 3 characters, 6 UTF-16 units' }).waitFor();
    await page
      .locator('#compose-clusters', { hasText: 'thumbs up with medium skin tone, 2 code points, 4 UTF-16 units' })
      .waitFor();
    expect(await page.locator('.marks').getAttribute('aria-hidden')).toBe('true');
  });
});

describe('figures and ways', () => {
  it('an empty text is no message', async () => {
    await fill('');
    await expect.poll(() => figure('messages')).toBe('0');
    await fill('Löwen');
    await expect.poll(() => figure('messages')).toBe('1');
    expect(await figure('left')).toBe('155');
  });

  it('by the keyboard alone: from Turkish in UCS-2 to the national table, with the cost of each', async () => {
    await page.locator('#compose-price').fill('$0.0079');
    await page.locator('#compose-recipients').fill('12,000');
    await fill(TURKISH);
    await expect.poll(() => figure('messages')).toBe('2');
    const rows = page.locator('.alternatives tbody tr');
    expect(await rows.locator('td:nth-child(4)').allTextContents()).toEqual(['$189.60', '$94.80', '$94.80', '$94.80']);
    await page.locator('#compose-text').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('use-single');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect.poll(() => figure('messages')).toBe('1');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('compose-text');
    expect(await page.locator('#compose-alphabet').inputValue()).toBe('locking');
    expect(await text()).toBe(TURKISH);
    await page.locator('tr', { hasText: 'Turkish locking shift table' }).getByText('in use').waitFor();
    await page.locator('#compose-cost', { hasText: '1 × $0.0079 × 12,000 = $94.80' }).waitFor();
    await page.locator('#use-look-alikes').click();
    expect(await text()).toContain('Yarin aksam');
    await expect.poll(() => figure('alphabet')).toBe('GSM 7-bit');
    await page.locator('#compose-price').fill('cheap');
    await page.locator('#compose-price[aria-invalid="true"]').waitFor();
    await page.locator('#compose-price').fill('');
    await page.locator('#compose-recipients').fill('');
  });

  it('an alphabet that lacks a character is told, and the character marked', async () => {
    await page.locator('#compose-alphabet').selectOption('gsm7');
    await fill('Yarın');
    await page.locator('#compose-text[aria-invalid="true"]').waitFor();
    await expect.poll(() => marked('.forcing')).toEqual(['ı']);
    expect((await misplaced(1)).wrong).toEqual([]);
    await page.locator('#compose-offenders summary').click();
    await page.getByRole('button', { name: 'Replace by “i”: U+0131' }).click();
    expect(await text()).toBe('Yarin');
    await page.locator('#compose-alphabet').selectOption('automatic');
  });
});

describe('links', () => {
  it('open a text with its options, and Copy link writes them', async () => {
    const link = '#text=%C4%B1%C4%9F%20a%2Bb&alphabet=single&price=0.5&recipients=10';
    await page.goto(`${ADDRESS}${link}`);
    await expect.poll(text).toBe('ığ a+b');
    expect(await page.locator('#compose-alphabet').inputValue()).toBe('single');
    await page.locator('#compose-cost', { hasText: '= 5.00' }).waitFor();
    await fill('ığ a+c');
    await page.locator('#copy-link').click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(`${ADDRESS}${link.replace('%2Bb', '%2Bc')}`);
    await page.goto(`${ADDRESS}#text=Hi`);
    await expect.poll(text).toBe('Hi');
    expect(await page.locator('#compose-alphabet').inputValue()).toBe('automatic');
  });

  it('that are broken are told', async () => {
    await page.goto(`${ADDRESS}#text=a%2`);
    await page.locator('.error:visible', { hasText: 'link/text at 7' }).waitFor();
    await fill('a'.repeat(39_000));
    await page.locator('#copy-link:disabled').waitFor();
    await page.goto(`${ADDRESS}#text=`);
    await expect.poll(text).toBe('');
    expect(await page.locator('.error:visible').count()).toBe(0);
  });

  it('that hold no text leave the one that was typed, as the skip link does', async () => {
    await fill('Typed by hand');
    await page.goto(`${ADDRESS}#text=%ZZ`);
    await page.locator('.error:visible', { hasText: 'link/text at 6' }).waitFor();
    expect(await text()).toBe('Typed by hand');
    await page.locator('a.skip').focus();
    await page.keyboard.press('Enter');
    await page.locator('.error:visible').waitFor({ state: 'detached' });
    expect(await text()).toBe('Typed by hand');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('compose-text');
  });
});

describe('everybody', () => {
  it.each([
    [360, 'light'],
    [360, 'dark'],
    [768, 'light'],
    [768, 'dark'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const)('%i pixels, %s: nothing for axe, and no sideways scroll', async (width, scheme) => {
    const [own, ownWatched] = await browser.open(`${ADDRESS}#text=${encodeURIComponent(`${TURKISH} “👨‍👩‍👧”`)}&price=1`, {
      width,
      scheme,
    });
    await own.locator('.alternatives').waitFor();
    await own.locator('.cluster-glyph').waitFor();
    await own.locator('#compose-offenders summary').click();
    expect(await accessFaults(own)).toEqual([]);
    await expectNoSidewaysScroll(own);
    expect(ownWatched).toEqual({ strays: [], errors: [] });
    await own.close();
  });

  it.each(['light', 'dark'] as const)(
    '%s: disabled controls of all forms are legible, and folds are large enough',
    async (scheme) => {
      const [own] = await browser.open(`${pathToFileURL(PAGE_FILE).href}#compose`, { scheme });
      const forms = await own
        .locator('#compose-kind input')
        .evaluateAll((inputs) => inputs.map((one) => (one as HTMLInputElement).value));
      for (const form of forms) {
        await own.locator(`#compose-kind input[value="${form}"]`).check();
        await own.locator('.compose-stage').getByText('Loading …').waitFor({ state: 'detached' });
        await own.locator('.compose-stage :is(input, textarea, select)').first().waitFor({ state: 'attached' });
        const { faint, small } = await own.evaluate(() => {
          const rgb = (color: string) => (/^rgba?\((.*)\)$/.exec(color)?.[1] ?? '').split(',').map(Number);
          const light = (color: readonly number[]) => {
            const [r = 0, g = 0, b = 0] = color.slice(0, 3).map((part) => {
              const share = part / 255;
              return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
            });
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          };
          const behind = (element: Element | null): readonly number[] => {
            if (element === null) return [255, 255, 255];
            const color = rgb(getComputedStyle(element).backgroundColor);
            return color.length === 0 || color[3] === 0 ? behind(element.parentElement) : color;
          };
          const seen = (element: Element) => element.checkVisibility({ visibilityProperty: true });
          for (const fold of document.querySelectorAll<HTMLDetailsElement>('#panel-compose details')) fold.open = true;
          const faintOnes: string[] = [];
          for (const control of document.querySelectorAll<HTMLButtonElement>(
            '#panel-compose :is(button, input, select, textarea)',
          )) {
            const isRange = ['checkbox', 'radio', 'range', 'file', 'color'].includes(control.type);
            if (!seen(control) || isRange) continue;
            const was = control.disabled;
            control.disabled = true;
            const style = getComputedStyle(control);
            const [a, b] = [light(rgb(style.color)), light(behind(control))].sort((x, y) => y - x) as [number, number];
            const contrast = ((a + 0.05) / (b + 0.05)) * Number(style.opacity);
            if (contrast < 3) faintOnes.push(`${control.id || control.textContent}: ${contrast.toFixed(2)}`);
            control.disabled = was;
          }
          const smallOnes = [...document.querySelectorAll('#panel-compose summary')]
            .filter((summary) => seen(summary) && summary.getBoundingClientRect().height < 24)
            .map((summary) => `${summary.textContent}: ${summary.getBoundingClientRect().height}`);
          return { faint: faintOnes, small: smallOnes };
        });
        expect(faint, form).toEqual([]);
        expect(small, form).toEqual([]);
      }
      await own.close();
    },
  );
});

describe('on a web server', () => {
  it('asks for nothing but itself, and is there without a network once the full page has been', async () => {
    const server = await serveFolder(HOSTED_FOLDER);
    const own = await browser.context.newPage();
    const answers: string[] = [];
    own.on('response', (response) => {
      if (response.url().startsWith('http')) answers.push(`${response.status()} ${response.url().replace(server.url, '/')}`);
    });
    await own.goto(`${server.url}count/`);
    await own.locator('html[data-ready]').waitFor({ state: 'attached' });
    await own.waitForLoadState('networkidle');
    expect(answers).toEqual(['200 /count/']);
    await own.getByRole('link', { name: 'All of handset' }).click();
    await own.locator('#tabs').waitFor();
    expect(own.url()).toBe(server.url);
    await own.waitForFunction(() => navigator.serviceWorker.controller !== null);
    expect(answers.filter((answer) => !answer.startsWith('200'))).toEqual([]);
    await server.close();
    await own.goto(`${server.url}count/#text=Hi`);
    await expect.poll(() => own.locator('#compose-text').inputValue()).toBe('Hi');
    await own.close();
  });
});

it('went without a request or an error', () => {
  expect(watched).toEqual({ strays: [], errors: [] });
});
