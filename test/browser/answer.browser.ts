/** The answer above the tree, in a real browser: what a person reads, sees and hears first, by mouse and by keyboard. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Format } from '../../src/inspect/index.js';
import { SAMPLES } from '../../src/playground/inspect/samples.js';
import { accessFaults, expectNoSidewaysScroll, servePage, TestBrowser, type Watched } from './browser.js';

/** hellohello of an SMS-DELIVER, whose octets are those of a known example; its sender is of an odd type. */
const PDU = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
const LOG = [
  '2026-11-01 12:00:01 INFO [smsc] connected to 10.0.0.7:2775',
  `2026-11-01 12:00:02 INFO [smsc] PDU: ${PDU} len=36`,
  `2026-11-01 12:00:03 WARN [smsc] PDU: ${PDU.slice(0, -1)} len=36`,
].join('\n');
/** Five of ten septets. */
const CUT = PDU.slice(0, -8);

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

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.locator('#input').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Control+v');
}

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

describe('on a small phone', () => {
  let page: Page;
  let watched: Watched;
  beforeAll(async () => {
    [page, watched] = await browser.open(`${server.url}#inspect`, { width: 360, height: 640 });
  });
  afterAll(() => page?.close());

  /** What is seen or heard of a sample, beside its sentence. */
  const MEDIA: { readonly [F in Format]?: string } = {
    ...{ udh: 'canvas', wbmp: 'canvas', npm: 'canvas', seo: 'canvas', smpp: 'canvas', form: 'canvas', kannel: 'canvas' },
    ...{ 'operator-logo': 'canvas', 'picture-message': 'canvas', 'smpp-json': 'canvas', bmp: 'canvas', nlm: 'canvas' },
    ...{ png: 'img', jpeg: 'img', gif: 'img', base64: 'img', mms: 'img', wav: 'audio' },
    ...{ 'nokia-ringtone': 'button', rtttl: 'button', midi: 'button', sckl: 'button', motorola: 'button' },
  };

  it.each(SAMPLES.map(({ format }) => format))('%s is answered in sight', async (format) => {
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.locator('#samples').selectOption(format);
    await page.locator(`#readings [data-format="${format}"][aria-pressed="true"]`).waitFor({ state: 'attached' });
    const media = MEDIA[format];
    const seen = [answer(page), ...(media === undefined ? [] : [page.locator(`.answer-media ${media}`).first()])];
    for (const element of seen) {
      await element.waitFor();
      const { y = 0, height = 0 } = (await element.boundingBox()) ?? {};
      expect(height).toBeGreaterThan(0);
      expect(y + height, `where ${format} ends`).toBeLessThanOrEqual(640);
    }
    expect((await answer(page).textContent())?.length).toBeGreaterThan(3);
    expect(watched).toEqual({ strays: [], errors: [] });
  });

  it('what it may be unfolds by a target of 24 pixels', async () => {
    const summary = page.locator('.inspect-reading summary');
    expect((await summary.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await summary.click();
    expect(await page.locator('#readings button').first().isVisible()).toBe(true);
    await expectNoSidewaysScroll(page);
  });
});

describe('a support engineer with a PDU from a log', () => {
  it('finds the message by mouse, and takes it along', async () => {
    const [page, watched] = await browser.open(`${server.url}#inspect`);
    await page.locator('#input').click();
    await paste(page, LOG);
    await page.locator('#answer-list').waitFor();
    const items = page.locator('#answer-list button');
    expect(await items.count()).toBe(2);
    expect(await answer(page).textContent()).toBe('SMS from 27838890001, 29 Mar 1999 15:16 +02:00: hellohello');
    await items.nth(1).click();
    expect(await answer(page).textContent()).toBe('SMS from 27838890001, 29 Mar 1999 15:16 +02:00: hellohell');
    await page.locator('.inspect-answer .warning', { hasText: '71 hex digits, an odd number' }).waitFor();
    expect(await page.locator('#tree [aria-selected="true"]').textContent()).toContain('hex: SMS-DELIVER');
    await items.first().click();
    expect(await page.locator('#spaces [aria-current="true"]').textContent()).toContain('36 octets');
    // The octets of the selected field, in one line.
    await page.locator('#hex [data-offset="0"]').click();
    await page.keyboard.press('Control+c');
    expect(PDU.startsWith(await clipboard(page))).toBe(true);
    await page.locator('#show').click();
    await page.locator('#panel-phone').waitFor();
    expect(await page.locator('#phone-facts').textContent()).toContain('hellohello');
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });

  it('does so by the keyboard alone', async () => {
    const [page, watched] = await browser.open(`${server.url}#inspect`);
    const tabTo = async (selector: string) => {
      for (let presses = 0; presses < 60; presses++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector)) return;
      }
      throw new Error(`no way to ${selector}`);
    };
    await tabTo('#input');
    await page.evaluate((text) => navigator.clipboard.writeText(text), LOG);
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+v');
    await page.locator('#answer-list').waitFor();
    // Those who listen hear the answer.
    await page.locator('#live', { hasText: 'hellohello' }).waitFor({ state: 'attached' });
    await tabTo('#answer-list button');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await answer(page).textContent()).toMatch(/: hellohell$/);
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-pressed'))).toBe('true');
    await tabTo('#search');
    await page.keyboard.type('TP-SCTS');
    await page.locator('#search-hits', { hasText: '1 of ' }).waitFor();
    expect(await page.locator('#tree [aria-selected="true"]').textContent()).toContain('1999-03-29T15:16:59');
    await page.keyboard.press('Enter');
    await page.locator('#search-hits', { hasText: '2 of 2' }).waitFor();
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });

  it('reads what there is of a PDU that is cut', async () => {
    const [page] = await browser.open(`${server.url}#inspect`);
    await paste(page, CUT);
    await answer(page).getByText('29 Mar 1999 15:16 +02:00: hello', { exact: false }).waitFor();
    await page.locator('.inspect-answer .warning', { hasText: 'cut: 5 of 10 septets' }).waitFor();
    expect(await page.locator('#tree .tree-name').getByText('undecoded', { exact: true }).count()).toBe(0);
    await page.close();
  });

  it('is told that a digit is missing', async () => {
    const [page] = await browser.open(`${server.url}#inspect`);
    await paste(page, PDU.slice(0, -1));
    await page.locator('#understood', { hasText: '71 hex digits, an odd number' }).waitFor();
    await page.locator('.inspect-answer .warning', { hasText: 'one is missing in TP-UD' }).waitFor();
    await page.close();
  });
});

describe('tree and octets', () => {
  let page: Page;
  beforeAll(async () => {
    [page] = await browser.open(`${server.url}#inspect`);
    await paste(page, PDU);
    await page.locator('#tree [role="treeitem"]', { hasText: 'TP-SCTS' }).waitFor();
  });
  afterAll(() => page?.close());

  it('bit fields are folded; the first click opens a fork, the second closes it', async () => {
    const row = page.locator('#tree [role="treeitem"]', { hasText: 'first octet' });
    expect(await row.getAttribute('aria-expanded')).toBe('false');
    await row.locator('.tree-words').click();
    expect(await row.getAttribute('aria-expanded')).toBe('true');
    expect(await page.locator('#tree [role="treeitem"]', { hasText: 'TP-UDHI' }).count()).toBe(1);
    await row.locator('.tree-words').click();
    expect(await row.getAttribute('aria-expanded')).toBe('false');
    // An open fork that was not selected stays open: its first click is for looking at it.
    const open = page.locator('#tree [role="treeitem"]', { hasText: 'SMSC' });
    await open.locator('.tree-words').click();
    expect(await open.getAttribute('aria-expanded')).toBe('true');
  });

  it('octets of neighbouring fields have different colours', async () => {
    const colours = await page
      .locator('#hex [data-offset]')
      .evaluateAll((cells) => cells.slice(17, 27).map((cell) => getComputedStyle(cell).backgroundColor));
    // TP-PID, TP-DCS, then the seven octets of TP-SCTS, each a field, then TP-UDL.
    for (let i = 1; i < colours.length; i++) expect(colours[i], `octet ${17 + i}`).not.toBe(colours[i - 1]);
  });

  it('octets are found by their digits', async () => {
    await page.locator('#search').fill('E8 32');
    await page.locator('#search-hits', { hasText: '1 of 1' }).waitFor();
    const marked = page.locator('#hex [data-offset][aria-selected="true"]');
    expect(await marked.evaluateAll((cells) => cells.map((cell) => (cell as HTMLElement).dataset.offset))).toEqual([
      '27',
      '28',
    ]);
    await page.locator('#search').fill('nothing of it');
    await page.locator('#search-hits', { hasText: 'not found' }).waitFor();
  });

  it.each([
    ['hex', PDU],
    ['c', /^const unsigned char payload\[36\] = \{\n {2}0x07, 0x91, /],
    ['python', `bytes.fromhex("${PDU.toLowerCase()}")\n`],
    ['json', /^\[7,145,114,131,/],
    ['tree', /^0-35 +SMS-DELIVER\n/],
    ['tree-json', /^\{\n {2}"name": "SMS-DELIVER"/],
  ])('a copy as %s', async (notation, wanted) => {
    await page.locator('#copy-as').selectOption(notation);
    await page.locator('#copy').click();
    await page.locator('#copy', { hasText: 'Copied' }).waitFor();
    const copied = await clipboard(page);
    if (typeof wanted === 'string') expect(copied).toBe(wanted);
    else expect(copied).toMatch(wanted);
    await page.locator('#copy', { hasText: 'Copy as' }).waitFor();
  });
});

describe.each([
  ['light', 360],
  ['dark', 360],
  ['light', 1440],
  ['dark', 1440],
] as const)('%s, %i pixels wide', (scheme, width) => {
  let page: Page;
  beforeAll(async () => {
    [page] = await browser.open(`${server.url}#inspect`, { width, scheme, height: 800 });
  });
  afterAll(() => page?.close());

  it.each([
    ['a list of payloads', LOG],
    ['a PDU that is cut', CUT],
    ['an odd digit', PDU.slice(0, -1)],
    ['a tune', 'Siren:d=4,o=5,b=125:c,e,g,2c6'],
    ['a card', 'BEGIN:VCARD\r\nVERSION:2.1\r\nN:Doe;Jane\r\nTEL:+447700900124\r\nEND:VCARD\r\n'],
  ])('%s: no fault, no sideways scroll', async (_, text) => {
    await paste(page, text);
    await page.waitForTimeout(300);
    expect(await answer(page).isVisible()).toBe(true);
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  it('a multimedia message, and hits of a search', async () => {
    await page.locator('#samples').selectOption('mms');
    await page.locator('.answer-media img').waitFor();
    await page.locator('#search').fill('hello');
    await page.locator('#search-hits', { hasText: '1 of' }).waitFor();
    expect(await accessFaults(page)).toEqual([]);
    await expectNoSidewaysScroll(page);
  });

  it('disabled buttons can be read', async () => {
    const ratios = await page.evaluate(() => {
      const luminance = (colour: string) => {
        const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((part) => {
          const share = Number(part) / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
      };
      return ['button', 'button primary', 'button small'].map((kind) => {
        const button = Object.assign(document.createElement('button'), { className: kind, disabled: true, textContent: 'x' });
        document.querySelector('.card')?.append(button);
        const { color, backgroundColor } = getComputedStyle(button);
        button.remove();
        const [one, other] = [luminance(color), luminance(backgroundColor)];
        return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      });
    });
    for (const ratio of ratios) expect(ratio).toBeGreaterThanOrEqual(3);
  });
});
