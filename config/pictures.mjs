/**
 * Pictures of the playground, taken in Debian's Chromium: docs/pictures, or every tab in both themes into a folder to look at.
 *
 *   node config/pictures.mjs            the pictures of the documents
 *   node config/pictures.mjs FOLDER     each tab and form, light and dark, wide and narrow
 *
 * To be called through config/run.mjs, which builds the page first.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';

const root = fileURLToPath(new URL('..', import.meta.url));
const url = pathToFileURL(join(root, 'dist', 'playground', 'index.html')).href;
const [folder = join(root, 'docs', 'pictures')] = process.argv.slice(2);

const VIEWS = [
  'inspect',
  ...['text', 'tune', 'picture', 'logo', 'group', 'card', 'calendar', 'si', 'mms'].map((form) => `compose/${form}`),
];

/** Arguments as the tests have them: nothing of the browser's own looks for a network. */
const args = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'].concat([
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]);
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args });

async function open(fragment, { width = 1280, height = 860, colorScheme = 'light' } = {}) {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, reducedMotion: 'reduce', timezoneId: 'UTC' });
  // A clock that stands: the phone shows the time of day.
  await page.clock.setFixedTime(new Date('2026-06-01T10:08:00Z'));
  await page.goto(`${url}#${fragment}`);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await page.waitForTimeout(600);
  return page;
}

async function shoot(page, name, options) {
  await page.screenshot({ path: join(folder, `${name}.png`), ...options });
  await page.close();
}

async function documents() {
  const inspector = await open('inspect');
  await inspector.locator('#tree [role="treeitem"]', { hasText: 'network-code' }).click();
  await shoot(inspector, 'inspect');
  const phone = await open('compose/picture', { colorScheme: 'dark' });
  await phone.locator('#result-show').click();
  await phone.waitForTimeout(400);
  await shoot(phone, 'phone', { clip: { x: 0, y: 0, width: 1280, height: 700 } });
  await journeys();
}

/** Six ways through the page, each at its end. */
async function journeys() {
  const size = { width: 1000, height: 640 };
  const log = await open('', size);
  const pdu = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
  await log.locator('#start-input').fill(`INFO [smsc] PDU: ${pdu} len=36`);
  await log.locator('#start-open').click();
  await log.locator('#answer', { hasText: 'hellohello' }).waitFor();
  await shoot(log, 'journey-log');
  const logo = await open('compose/logo', { ...size, height: 760 });
  await logo.locator('#logo-sample').selectOption('blank');
  await logo.locator('[name="logo-tool"][value="letters"]').check();
  await logo.locator('#logo-letters').fill('ARENA 26');
  const { x, y, width, height } = await logo.locator('#logo-preview').boundingBox();
  await logo.mouse.click(x + width * 0.15, y + height * 0.25);
  await logo.waitForTimeout(1000);
  await shoot(logo, 'journey-logo');
  const count = await open('compose/text', size);
  const sentence = 'Yarın akşam ağaçların altında buluşalım. ';
  await count.locator('#compose-text').fill(`${sentence.repeat(2)}Menü 25 €!`);
  await count.locator('#use-single').click();
  await count.waitForTimeout(1000);
  await shoot(count, 'journey-count');
  const files = await open('files', size);
  await files.locator('#files-samples').click();
  await files.locator('#files-zip:enabled').waitFor();
  await files.waitForTimeout(1500);
  await shoot(files, 'journey-files');
  const photographs = await open('compose/mms', { width: 360, height: 740 });
  const chosen = ['photo-baseline.jpg', 'gray.jpg', 'photo-422.jpg'];
  await photographs.locator('#mms-photos').setInputFiles(chosen.map((name) => join(root, 'fixtures', 'images', name)));
  await photographs.getByText('3 photographs read').waitFor({ state: 'attached' });
  await photographs.waitForTimeout(1000);
  await photographs.locator('#result-show').click();
  await photographs.locator('#phone-right').click();
  await photographs.waitForTimeout(600);
  await shoot(photographs, 'journey-photographs');
  const keys = await open('', size);
  await keys.keyboard.press('?');
  await keys.locator('#keys').waitFor();
  await shoot(keys, 'journey-keys');
}

async function everything() {
  for (const [colorScheme, width] of [
    ['light', 1280],
    ['dark', 1280],
    ['light', 360],
    ['dark', 360],
  ]) {
    for (const view of [...VIEWS, 'phone', 'inbox']) {
      const page = await open(view, { colorScheme, width });
      await shoot(page, `${view.replace('/', '-')}-${colorScheme}-${width}`, { fullPage: true });
    }
    const phone = await open('compose/picture', { colorScheme, width });
    await phone.locator('#result-show').click();
    await phone.waitForTimeout(400);
    await shoot(phone, `phone-picture-${colorScheme}-${width}`, { fullPage: true });
  }
}

mkdirSync(folder, { recursive: true });
await (process.argv.length > 2 ? everything() : documents());
await browser.close();
