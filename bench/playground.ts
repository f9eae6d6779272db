/**
 * `npx tsx bench/playground.ts`: what the playground weighs, how soon it can be used, and how long it takes to inspect a large message in it, in Debian's
 * Chromium. Takes the page as `npm run build` left it. Writes bench/results/playground.json and playground.md, and the figures of docs/playground.md.
 * @module
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { encodeMms } from '../src/mms/binary.js';
import { PAGE_FILE, servePage, TestBrowser } from '../test/browser/browser.js';

const RUNS = 9;

const root = fileURLToPath(new URL('..', import.meta.url));

/** A message of ten pictures, 300 kB in all: headers, multipart, and parts that are opened as JPEG as far as they go. */
function largeMessage(): Uint8Array {
  const picture = readFileSync(join(root, 'fixtures/images/photo-baseline.jpg'));
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

const middle = (values: readonly number[]) => [...values].sort((a, b) => a - b)[values.length >> 1] as number;

const html = readFileSync(PAGE_FILE);
const load = loadavg()[0] as number;
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

  const gzipped = gzipSync(html, { level: 9 }).length;
  const judged = [
    { target: 'the page, gzipped, kB', wanted: 'at most 250', measured: gzipped / 1000, holds: gzipped <= 250_000 },
    { target: 'ready after navigation, ms', wanted: 'under 1000', measured: middle(ready), holds: middle(ready) < 1000 },
    {
      target: `inspecting an MMS of ${Math.round(message.length / 1000)} kB, ms`,
      wanted: 'under 100',
      measured: middle(inspected),
      holds: middle(inspected) < 100,
    },
  ];
  const environment = `${new Date().toISOString()}, Node ${process.version}, Chromium ${browser.context.browser()?.version() ?? ''}, ${cpus()[0]?.model ?? ''} x ${cpus().length}, load before the run ${load.toFixed(2)}`;
  for (const { target, wanted, measured, holds } of judged) {
    console.log(`${holds ? 'PASS ' : 'short'} ${target}: ${measured.toFixed(0)}, wanted ${wanted}`);
  }
  const results = join(root, 'bench/results');
  const sizes = { octets: html.length, gzipped, brotli: brotliCompressSync(html).length };
  writeFileSync(
    join(results, 'playground.json'),
    `${JSON.stringify({ environment, sizes, ready, inspected, judged }, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(6)) : value), 2)}\n`,
  );
  const figures = `

${environment.trim()}. Written by \`npx tsx bench/playground.ts\`. Times are the middle of ${RUNS} runs.

| Target | wanted | measured | |
|---|---:|---:|---|
${judged.map(({ target, wanted, measured, holds }) => `| ${target} | ${wanted} | ${measured.toFixed(0)} | ${holds ? 'PASS' : 'short'} |`).join('\n')}

The page takes ${(sizes.octets / 1000).toFixed(0)} kB as it is, ${(sizes.brotli / 1000).toFixed(0)} kB by Brotli.

`;
  writeFileSync(join(results, 'playground.md'), `# The playground${figures.trimEnd()}\n`);
  const docs = join(root, 'docs/playground.md');
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(/(<!-- figures -->)[\s\S]*?(?=<!-- end of figures -->)/, `$1${figures}`),
  );
} finally {
  await browser.stop();
  await server.close();
}
