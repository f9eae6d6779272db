/**
 * What the playground weighs, how soon it can be used, and how long it takes to inspect a large message in it, in Debian's Chromium. Takes
 * the page as `npm run build` leaves it. A part of `npm run bench`; by itself `npx tsx bench/playground.ts`.
 * @module
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
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

interface Measured {
  readonly chromium: string;
  readonly messageOctets: number;
  readonly sizes: { readonly octets: number; readonly gzipped: number; readonly brotli: number };
  readonly ready: readonly number[];
  readonly inspected: readonly number[];
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
    const sizes = {
      octets: html.length,
      gzipped: gzipSync(html, { level: 9 }).length,
      brotli: brotliCompressSync(html).length,
    };
    return { chromium: browser.context.browser()?.version() ?? '', messageOctets: message.length, sizes, ready, inspected };
  } finally {
    await browser.stop();
    await server.close();
  }
}

/** The page, as a part of the whole run. */
export const system: System<'size' | 'ready' | 'inspected'> = {
  name: 'playground',
  page: 'docs/playground.md',
  wanted: {
    size: { target: 'the page, gzipped', sense: 'at most', must: 250, unit: 'kB' },
    ready: { target: 'ready after navigation', sense: 'at most', must: 1000, unit: 'ms' },
    inspected: { target: 'inspecting an MMS of 300 kB', sense: 'at most', must: 100, unit: 'ms' },
  },
  missing: () => (existsSync(CHROMIUM) ? undefined : `Chromium is not installed (${CHROMIUM})`),
  measure: async () => {
    const record = await measured();
    const { chromium, sizes, ready, inspected } = record;
    return {
      figures: { size: sizes.gzipped / 1000, ready: median(ready), inspected: median(inspected) },
      record,
      programs: { Chromium: chromium },
      markdown: (environment) => ({
        title: 'The playground',
        above: `${environment}\n\nChromium ${chromium}; times are the middle of ${RUNS} runs.`,
        below: `The page takes ${(sizes.octets / 1000).toFixed(0)} kB as it is, ${(sizes.brotli / 1000).toFixed(0)} kB by Brotli.`,
      }),
    };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
