/** Six ways through the page, each from the freshly opened page to its result: by mouse or finger, and by the keyboard alone. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import JSZip from 'jszip';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endGateways, type ServedGateway, serveGateway } from '../interop/drivers/gateway.js';
import { COUNT_FILE, servePage, TestBrowser, type Watched } from './browser.js';
import { makeFolder } from './old-files.js';

const PDU = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
const LOG_LINE = `INFO [smsc] PDU: ${PDU} len=36`;
const SAID = 'SMS from 27838890001, 29 Mar 1999 15:16 +02:00: hellohello';
const ACCOUNT = { username: 'Page.1', pin: '00016655', credit: '500.0000' };
const TURKISH = `${'Yarın akşam ağaçların altında buluşalım. '.repeat(2)}Menü 25 €!`;
const PHOTOGRAPHS = ['photo-baseline.jpg', 'gray.jpg', 'photo-422.jpg'].map((name) => `fixtures/images/${name}`);

/** Tab stops from one thing to the next that a person is asked to pass, at most. */
const MAX_STOPS = 25;

const store = mkdtempSync(join(tmpdir(), 'handset-journeys-'));
let browser: TestBrowser;
let server: Awaited<ReturnType<typeof servePage>>;
let gateway: ServedGateway;
let folder: string;
let page: Page;
let watched: Watched;

beforeAll(async () => {
  folder = makeFolder();
  [browser, server, gateway] = await Promise.all([
    TestBrowser.start(),
    servePage(),
    serveGateway(store, { sqlite: join(store, 'store.db') }, { serviceDomain: 'gw.example.net', accounts: [ACCOUNT] }),
  ]);
  // Nobody was here before.
  await browser.context.addInitScript(() => localStorage.clear());
});

afterEach(async () => {
  expect(watched).toEqual({ strays: [], errors: [] });
  await page.close();
});

afterAll(async () => {
  await browser?.stop();
  await server?.close();
  await endGateways();
  rmSync(store, { recursive: true });
});

async function open(url: string, width = 1280, height = 800): Promise<void> {
  [page, watched] = await browser.open(url, { width, height });
  // From the first one on, no dialog for files is the system's.
  page.on('filechooser', () => {});
}

// ---- steps of everybody ----

const see = (selector: string, hasText: string | RegExp = '') =>
  page.locator(`${selector}:visible`, { hasText }).first().waitFor();
const textOf = (selector: string) => page.locator(selector).first().textContent();
const copyElsewhere = (text: string) => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);

/** An element is seen whole, without scrolling. */
async function isInSight(selector: string): Promise<void> {
  const { y = -1, height = 0 } = (await page.locator(selector).boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(0);
  expect(y + height).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
}

/** Chooses files in the dialog that something opens. */
async function chooseFiles(opens: () => Promise<unknown>, paths: string | string[]): Promise<void> {
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opens()]);
  await chooser.setFiles(paths);
}

/** The ZIP that something exports: the names in it, and its summary. */
async function exportZip(starts: () => Promise<unknown>): Promise<{ names: string[]; summary: string }> {
  const [download] = await Promise.all([page.waitForEvent('download'), starts()]);
  const zip = await JSZip.loadAsync(readFileSync(await download.path()), { checkCRC32: true });
  return { names: Object.keys(zip.files), summary: (await zip.file('summary.txt')?.async('string')) ?? '' };
}

/** Dark pixels of a picture that is shown. */
const darkPixels = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const { width, height } = element;
    const data = element.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    return Array.from({ length: width * height }, (_, i) => data[4 * i] as number).filter((red) => red < 128).length;
  });

// ---- steps by mouse or finger ----

const click = (selector: string, hasText: string | RegExp = '') => page.locator(selector, { hasText }).first().click();

// ---- steps by the keyboard ----

const press = async (...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const type = (text: string) => page.keyboard.type(text);
const isAt = (selector: string) => page.evaluate((wanted) => document.activeElement?.matches(wanted) ?? false, selector);
/** Role, name and state of what has the focus, as a screen reader is given them. */
const spoken = async () => /^- (.*?):?$/m.exec(await page.locator(':focus').ariaSnapshot())?.[1];

/** Goes by Tab to the next element that a selector is of. */
async function tabTo(selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let stops = 0; stops < MAX_STOPS; stops++) {
    await press(key);
    if (await isAt(selector)) return;
  }
  throw new Error(`${selector} is more than ${MAX_STOPS} stops away`);
}

/** Presses a key until an element has the focus that is chosen by it, as a tab or one of several choices. */
async function moveTo(selector: string, key: string): Promise<void> {
  for (let presses = 0; presses < 12 && !(await isAt(selector)); presses++) await press(key);
  expect(await isAt(selector), selector).toBe(true);
}

/** From a page that was opened just now. */
async function keysToTab(name: string): Promise<void> {
  await tabTo('[role="tab"]');
  await moveTo(`#tab-${name}`, 'ArrowRight');
}

async function keysToForm(form: string): Promise<void> {
  await keysToTab('compose');
  await see('#compose-kind');
  await tabTo('#compose-kind input');
  await moveTo(`#compose-kind input[value="${form}"]`, 'ArrowRight');
}

// ---- the journeys ----

describe.each([
  [360, 640],
  [1280, 800],
])('a support engineer has a PDU in a line of a log, %i x %i', (width, height) => {
  beforeEach(() => open(server.url, width, height));
  afterEach(async () => {
    expect(await textOf('#answer')).toBe(SAID);
    await isInSight('#answer');
  });

  it('by mouse', async () => {
    await copyElsewhere(LOG_LINE);
    await click('#start-input');
    await press('Control+v');
    await see('#answer', SAID);
  });

  it('by the keyboard', async () => {
    await copyElsewhere(LOG_LINE);
    await press('Control+v');
    await see('#answer', SAID);
    expect(await spoken()).toContain('tabpanel "Inspect"');
  });
});

describe('an operator of an event network draws a logo and sends it', () => {
  beforeEach(() => open(`${gateway.operators}/`));

  /** The logo is in the inbox of the number, with what was drawn. */
  async function isInInbox(number: string, drawn: number): Promise<void> {
    await see('#inbox-title', number);
    await see('.inbox-message', 'Operator logo');
    expect(await darkPixels(page.locator('.inbox-message canvas'))).toBe(drawn);
  }

  it('by mouse', async () => {
    await click('#tab-compose');
    await click('#compose-kind label', 'Operator logo');
    await page.locator('#logo-sample').selectOption({ label: 'Nothing, to draw on' });
    const canvas = page.locator('#logo-preview');
    const { x, y, width, height } = (await canvas.boundingBox()) as { x: number; y: number; width: number; height: number };
    for (const [from, to] of [
      [0.1, 0.9],
      [0.9, 0.1],
    ] as const) {
      await page.mouse.move(x + 0.1 * width, y + from * height);
      await page.mouse.down();
      await page.mouse.move(x + 0.9 * width, y + to * height, { steps: 10 });
      await page.mouse.up();
    }
    await see('#logo-about', /\d+ pixels drawn/);
    const drawn = Number(/(\d+) pixels drawn/.exec((await textOf('#logo-about')) ?? '')?.[1]);
    expect(drawn).toBeGreaterThan(50);
    await click('#result-send > summary');
    await page.locator('#send-recipients').fill('447700900301');
    await page.locator('#send-username').fill(ACCOUNT.username);
    await page.locator('#send-pin').fill(ACCOUNT.pin);
    await click('#send-now');
    await see('#send-sent', 'delivered');
    await click('#tab-inbox');
    await click('#inbox-handsets button', '447700900301');
    await isInInbox('447700900301', drawn);
  });

  it('by the keyboard', async () => {
    await keysToForm('logo');
    await tabTo('#logo-sample');
    await type('Nothing');
    await tabTo('[name="logo-tool"]');
    await moveTo('[value="frame"]', 'ArrowRight');
    await tabTo('#logo-preview');
    await press('ArrowRight', 'ArrowDown', 'Space', ...Array(9).fill('ArrowRight'), ...Array(4).fill('ArrowDown'), 'Space');
    await see('#logo-about', '26 pixels drawn');
    await tabTo('#result-send > summary');
    await press('Enter');
    await see('#send-recipients');
    await tabTo('#send-recipients');
    await press('Control+a');
    await type('447700900302');
    await tabTo('#send-username');
    await type(ACCOUNT.username);
    await tabTo('#send-pin');
    await type(ACCOUNT.pin);
    await press('Enter');
    await see('#send-sent', 'delivered');
    await tabTo('a[href="#inbox/447700900302"]');
    await press('Enter');
    await isInInbox('447700900302', 26);
  });
});

describe('a developer counts segments of a Turkish text', () => {
  const messages = () => textOf('.figure-messages dd');

  it('in the form for texts, by mouse', async () => {
    await open(server.url);
    await click('#tab-compose');
    await page.locator('#compose-text').fill(TURKISH);
    await expect.poll(messages).toBe('2');
    await see('.alternatives', 'UCS-2');
    await click('#use-single');
    await expect.poll(messages).toBe('1');
    await see('.alternatives .chip', 'in use');
  });

  it('on the page that counts, by the keyboard', async () => {
    await open(pathToFileURL(COUNT_FILE).href);
    await tabTo('#compose-text');
    await type(TURKISH);
    await expect.poll(messages).toBe('2');
    await tabTo('#use-single');
    expect(await spoken()).toContain('button "Use: ');
    await press('Enter');
    await expect.poll(messages).toBe('1');
  });
});

describe('an archivist has 200 files', () => {
  beforeEach(() => open(server.url));

  const isRead = () => see('#files-count', '200 files').then(() => see('#files-zip:enabled', 'Export all'));
  const hasAll = ({ names, summary }: { names: string[]; summary: string }) => {
    expect(summary.split('\n').filter((line) => line.startsWith('old phones/'))).toHaveLength(200);
    expect(names.filter((name) => /logos\/logo \d+\.png$/.test(name))).toHaveLength(60);
  };

  it('by mouse', async () => {
    await click('#tab-files');
    await chooseFiles(() => click('label[for="files-folder"]'), folder);
    await isRead();
    await click('#files-faults');
    await see('#files-count', /200 files.*; \d+ shown/);
    await click('.files-card:has-text("cut.nol") .files-open');
    await see('.inspect-subtitle', 'cut.nol');
    await page.goBack();
    await see('.files-card', 'cut.nol');
    await click('#files-faults');
    hasAll(await exportZip(() => click('#files-zip:has-text("Export all")')));
    await see('#files-exported', /\d+ files converted/);
  });

  it('by the keyboard', async () => {
    await keysToTab('files');
    await tabTo('#files-folder');
    await chooseFiles(() => press('Enter'), folder);
    await isRead();
    await tabTo('#files-faults');
    await press('Enter');
    await see('#files-count', /200 files.*; \d+ shown/);
    await tabTo('.files-open');
    await moveTo('.files-card:has([title$="cut.nol"]) .files-open', 'ArrowRight');
    await press('Enter');
    await see('.inspect-subtitle', 'cut.nol');
    await press('g', 'f');
    await see('.files-card', 'cut.nol');
    await expect.poll(() => isAt('.files-card:has([title$="cut.nol"]) .files-open')).toBe(true);
    await tabTo('#files-faults', 'Shift+Tab');
    await press('Enter');
    await tabTo('#files-zip:enabled');
    hasAll(await exportZip(() => press('Enter')));
    await see('#files-exported', /\d+ files converted/);
  });
});

describe('somebody has three photographs on a phone', () => {
  beforeEach(() => open(server.url, 360, 740));

  const areRead = () => expect.poll(() => page.locator('.mms-slide .hint', { hasText: 'sent as' }).count()).toBe(3);
  const second = () => page.locator('.mms-slide').nth(1).locator('.hint', { hasText: 'sent as' }).textContent();

  it('by finger', async () => {
    await click('#tab-compose');
    await click('#compose-kind label', 'MMS');
    await chooseFiles(() => click('#mms-photos'), PHOTOGRAPHS);
    await areRead();
    await page.getByRole('button', { name: 'Slide 3 earlier' }).click();
    await expect.poll(second).toContain('photo-422.jpg');
    await click('#result-show');
    await see('#phone-status', /slide \d of 3/);
    await click('#phone-right');
    await see('#phone-status', /slide [23] of 3/);
  });

  it('by the keyboard', async () => {
    await keysToForm('mms');
    await tabTo('#mms-photos');
    await chooseFiles(() => press('Enter'), PHOTOGRAPHS);
    await areRead();
    await tabTo('[aria-label="Slide 3 earlier"]');
    await press('Enter');
    await expect.poll(second).toContain('photo-422.jpg');
    await press('Control+Enter');
    await see('#phone-status', /slide \d of 3/);
    await tabTo('#phone-glass');
    await press('ArrowRight');
    await see('#phone-status', /slide [23] of 3/);
  });
});

describe('somebody does not see the page', () => {
  it('finds the ways through it by the keyboard, each with its role and name', async () => {
    await open(server.url);
    await press('Tab');
    expect(await spoken()).toBe('link "Past the tabs"');
    await press('Enter', 'Tab');
    expect(await spoken()).toContain('textbox "Paste a payload or a log, or drop files anywhere here"');
    await tabTo('[role="tab"]', 'Shift+Tab');
    expect(await spoken()).toBe('tab "Start" [selected]');
    await press('End');
    expect(await spoken()).toBe('tab "Inbox" [selected]');
    await see('#panel-inbox');
    await press('ArrowRight', 'ArrowRight');
    expect(await spoken()).toBe('tab "Inspect" [selected]');
    await press('Home', 'Tab');
    expect(await spoken()).toBe('button "Keys"');
    await press('?');
    await see('#keys');
    expect(await page.locator('#keys').ariaSnapshot()).toMatch(/^- dialog "Keys"/);
    expect(await spoken()).toBe('button "Close"');
    await press('Escape');
    await expect.poll(() => page.locator('#keys').isVisible()).toBe(false);
    expect(await spoken()).toBe('button "Keys"');
    await copyElsewhere(LOG_LINE);
    await press('Control+v');
    await page.locator('#live', { hasText: SAID }).waitFor({ state: 'attached' });
    expect(await spoken()).toContain('tabpanel "Inspect"');
  });
});
