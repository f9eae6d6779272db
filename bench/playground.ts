/**
 * What the playground weighs, how soon it can be used, and how long it takes to inspect a large message in it, in Debian's Chromium. Takes
 * the page as `npm run build` leaves it. A part of `npm run bench`; by itself `npx tsx bench/playground.ts`.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { encodeMms } from '../src/mms/binary.js';
import { PAGE_FILE, servePage, TestBrowser } from '../test/browser/browser.js';
import { buildIfStale } from './build.js';
import { EFFORT } from './effort.js';
import { median } from './harness.js';
import { ROOT, runAlone, type System } from './system.js';

const RUNS = EFFORT.pageRuns;
const CHROMIUM = '/usr/bin/chromium';

/** A message of ten pictures, 300 kB in all: headers, multipart, and parts that are opened as JPEG as far as they go. */
function largeMessage(): Uint8Array {
  const picture = readFileSync(join(ROOT, 'fixtures/images/photo-baseline.jpg'));
  const parts = Array.from({ length: 10 }, (_, i) => {
    const data = new Uint8Array(30_000);
    // What lies behind the end of a picture is one field: the rest of each part is filled with more of the same.
    for (let at = 0; at < data.length; at += picture.length) data.set(picture.subarray(0, data.length - at), at);
    return { name: `picture-${i}.jpg`, contentType: 'image/jpeg', data };
  });
  return encodeMms({
    ...{ type: 'M-Retrieve.conf', mmsVersion: '1.0', date: new Date(Date.UTC(2026, 0, 2)) },
    parts,
  } as unknown as Parameters<typeof encodeMms>[0]);
}

/** Files of a collection, and octets of each: 100 MB together. */
const [COLLECTED, COLLECTED_OCTETS] = [400, 250_000];

/** The longest task of the page's own thread while a collection is read, in milliseconds; 0 when none is longer than 50. */
async function longestTask(page: Page): Promise<number> {
  await page.locator('#tab-files').click();
  await page.locator('#files-input').waitFor({ state: 'attached' });
  await page.evaluate(
    ([files, octets]) => {
      const longest = { ms: 0 };
      Object.assign(globalThis, { longest });
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration);
      }).observe({ entryTypes: ['longtask'] });
      const transfer = new DataTransfer();
      for (let i = 0; i < files; i++) {
        const text = `Line ${i} of a text\n`.repeat(Math.ceil(octets / 16)).slice(0, octets);
        transfer.items.add(new File([text], `text ${i}.txt`));
      }
      // What made the files is no part of it.
      setTimeout(() => {
        longest.ms = 0;
        const drop = new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true });
        document.querySelector('#panel-files')?.dispatchEvent(drop);
      }, 500);
    },
    [COLLECTED, COLLECTED_OCTETS] as const,
  );
  await page.locator('#files-count', { hasText: `${COLLECTED} files` }).waitFor();
  await page.locator('.files-job[hidden]').waitFor({ state: 'attached' });
  return page.evaluate(() => (globalThis as unknown as { longest: { ms: number } }).longest.ms);
}

interface Measured {
  readonly chromium: string;
  readonly messageOctets: number;
  readonly sizes: { readonly octets: number; readonly gzipped: number; readonly brotli: number };
  readonly ready: readonly number[];
  readonly inspected: readonly number[];
  readonly longestTaskMs: number;
  readonly answered: readonly number[];
}

/** A log of 100 short messages, as a gateway writes it. */
function longLog(): string {
  const pdu = '07917283010010F5040BC87238880900F10000993092516195800AE8329BFD4697D9EC37';
  return Array.from({ length: 100 }, (_, i) => `12:00:${String(i % 60).padStart(2, '0')} INFO [smsc] pdu=${pdu}\n`).join('');
}

async function measured(): Promise<Measured> {
  buildIfStale();
  const html = readFileSync(PAGE_FILE);
  const message = largeMessage();
  const server = await servePage();
  const browser = await TestBrowser.start();
  try {
    const ready: number[] = [];
    for (let i = 0; i < RUNS; i++) {
      const [page] = await browser.open(`${server.url}#inspect`);
      ready.push(await page.evaluate(() => performance.getEntriesByName('handset:ready')[0]?.startTime ?? Number.NaN));
      await page.close();
    }

    const [page] = await browser.open(`${server.url}#inspect`);
    const inspected: number[] = [];
    const octets = Buffer.from(message).toString('base64');
    for (let i = 0; i < RUNS; i++) {
      // From the file in hand to the tree and the octets in the page, its layout done.
      const ms = await page.evaluate(async (base64) => {
        const file = new File([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], 'large.mms');
        const transfer = new DataTransfer();
        transfer.items.add(file);
        const tree = document.querySelector('#tree') as HTMLElement;
        const from = performance.now();
        const shown = new Promise<number>((resolve) => {
          const watcher = new MutationObserver(() => {
            watcher.disconnect();
            // The observer runs when the whole of the change is in the page.
            tree.getBoundingClientRect();
            resolve(performance.now() - from);
          });
          watcher.observe(tree, { childList: true, subtree: true });
        });
        document
          .querySelector('#panel-inspect')
          ?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
        return shown;
      }, octets);
      inspected.push(ms);
      await page.locator('#readings [data-format="mms"][aria-pressed="true"]').waitFor();
    }
    const answered: number[] = [];
    const log = longLog();
    for (let i = 0; i < RUNS; i++) {
      // From the paste to the first answers in the page, its layout done.
      const ms = await page.evaluate(
        (text) =>
          new Promise<number>((resolve) => {
            const [input, card] = ['#input', '.inspect-answer'].map((each) => document.querySelector(each) as HTMLElement);
            new MutationObserver((_, watcher) => {
              if (document.querySelector('#answer-list li') === null) return;
              watcher.disconnect();
              card?.getBoundingClientRect();
              resolve(performance.now() - from);
            }).observe(card as HTMLElement, { childList: true, subtree: true });
            (input as HTMLTextAreaElement).value = text;
            const from = performance.now();
            input?.dispatchEvent(new ClipboardEvent('paste', { bubbles: true }));
            input?.dispatchEvent(new InputEvent('input', { bubbles: true }));
          }),
        log,
      );
      answered.push(ms);
      await page.locator('#answer-list li:nth-child(100)').waitFor();
      await page.locator('#input').fill('');
      await page.locator('#answer-list').waitFor({ state: 'hidden' });
    }
    const longestTaskMs = await longestTask(page);
    const sizes = {
      octets: html.length,
      gzipped: gzipSync(html, { level: 9 }).length,
      brotli: brotliCompressSync(html).length,
    };
    const chromium = browser.context.browser()?.version() ?? '';
    return { chromium, messageOctets: message.length, sizes, ready, inspected, answered, longestTaskMs };
  } finally {
    await browser.stop();
    await server.close();
  }
}

/** The page, as a part of the whole run. */
export const system: System<'size' | 'ready' | 'inspected' | 'answered' | 'longest'> = {
  name: 'playground',
  page: 'docs/playground.md',
  wanted: {
    size: { target: 'the page in one file, gzipped', sense: 'at most', must: 530, unit: 'kB' },
    ready: { target: 'ready after navigation', sense: 'at most', must: 1000, unit: 'ms' },
    inspected: { target: 'inspecting an MMS of 300 kB', sense: 'at most', must: 100, unit: 'ms' },
    answered: { target: 'first answers to a log of 100 payloads', sense: 'at most', must: 100, unit: 'ms' },
    longest: { target: 'longest task while 100 MB of files are read', sense: 'at most', must: 50, unit: 'ms' },
  },
  missing: () => (existsSync(CHROMIUM) ? undefined : `Chromium is not installed (${CHROMIUM})`),
  measure: async () => {
    const record = await measured();
    const { chromium, sizes, ready, inspected, answered, longestTaskMs } = record;
    return {
      figures: {
        size: sizes.gzipped / 1000,
        ready: median(ready),
        inspected: median(inspected),
        answered: median(answered),
        longest: longestTaskMs,
      },
      record,
      programs: { Chromium: chromium },
      markdown: (environment) => ({
        title: 'The playground',
        above: `${environment}\n\nChromium ${chromium}; times are the median of ${RUNS} runs.`,
        below: `The page has ${(sizes.octets / 1000).toFixed(0)} kB uncompressed, ${(sizes.brotli / 1000).toFixed(0)} kB with Brotli. The longest task was measured with ${COLLECTED} files of ${COLLECTED_OCTETS / 1000} kB; 0 ms means that no task took over 50 ms.`,
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
