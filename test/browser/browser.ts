/**
 * A real browser for the tests: Debian's Chromium, driven by Playwright. It has no way out of this machine, and says when a page looks for one.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';

export const PAGE_FILE = fileURLToPath(new URL('../../dist/playground/index.html', import.meta.url));
/** The page that counts. */
export const COUNT_FILE = fileURLToPath(new URL('../../dist/playground/count.html', import.meta.url));
/** The page in files, for a web server. */
export const HOSTED_FOLDER = fileURLToPath(new URL('../../dist/playground/hosted/', import.meta.url));

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--autoplay-policy=no-user-gesture-required',
];

/** What a page did that it should not have done. */
export interface Watched {
  /** Requests to anything but the server it came from; `data:` and `blob:` are the page's own. */
  readonly strays: string[];
  /** Errors of the page and of its console. */
  readonly errors: string[];
}

/** A browser with a profile of its own, which is removed with it. */
export class TestBrowser {
  readonly context: BrowserContext;
  readonly #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  static async start(): Promise<TestBrowser> {
    const profile = mkdtempSync(join(tmpdir(), 'handset-chromium-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: '/usr/bin/chromium',
      args: ARGUMENTS,
      acceptDownloads: true,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    // Other tests may have the processors meanwhile.
    context.setDefaultTimeout(120_000);
    return new TestBrowser(context, profile);
  }

  /** A new page on an address, watched from its first request on. */
  async open(url: string, { width = 1280, height = 900, scheme = 'light' as 'light' | 'dark' } = {}): Promise<[Page, Watched]> {
    const page = await this.context.newPage();
    const watched: Watched = { strays: [], errors: [] };
    const own = url.startsWith('file:') ? 'file:' : new URL(url).origin;
    page.on('request', (request) => {
      const target = request.url();
      if (!target.startsWith(own) && !/^(?:data|blob):/.test(target)) watched.strays.push(target);
    });
    page.on('pageerror', (error) => watched.errors.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error') watched.errors.push(message.text());
    });
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: scheme });
    await page.goto(url);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    return [page, watched];
  }

  async stop(): Promise<void> {
    await this.context.close();
    rmSync(this.#profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A server of pages. */
interface Served {
  readonly url: string;
  close(): Promise<void>;
}

async function listening(server: Server): Promise<Served> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** A plain server of the built page, as any web server would be: it knows this one file. */
export function servePage(): Promise<Served> {
  const html = readFileSync(PAGE_FILE);
  const server: Server = createServer((request, response) => {
    if (request.url !== '/') return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(html);
  });
  return listening(server);
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
};

/** A plain server of a folder, as any web server would be: what is not there is answered with 404. */
export function serveFolder(folder: string): Promise<Served> {
  const server: Server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const name = pathname.replace(/\/$/, '/index.html').slice(1);
    const file = join(folder, name);
    if (!/^[\w./-]+$/.test(name) || name.includes('..') || !existsSync(file)) return void response.writeHead(404).end();
    response.writeHead(200, { 'Content-Type': MEDIA_TYPES[name.replace(/^.*\./, '')] }).end(readFileSync(file));
  });
  return listening(server);
}

/** What axe-core finds, of every impact, in what the page shows now; each with the elements that have it. */
export async function accessFaults(page: Page): Promise<string[]> {
  // To send it takes as long as to run it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const violations = await page.evaluate(async () => {
    const { axe: judge } = globalThis as unknown as { axe: typeof axe };
    const results = await judge.run(document, { resultTypes: ['violations'] });
    return results.violations.map(({ id, nodes }) => ({
      id,
      targets: nodes.map(({ target, failureSummary }) => `${target.join(' ')}: ${failureSummary ?? ''}`),
    }));
  });
  return violations.flatMap(({ id, targets }) => targets.map((target) => `${id} at ${target}`));
}

/** The windows in which a state is judged: the narrowest and the widest, each in a theme of its own. */
const WINDOWS = [
  { width: 360, height: 640, colorScheme: 'light' },
  { width: 1440, height: 900, colorScheme: 'dark' },
] as const;

/** The same in each of the windows. */
export async function accessFaultsInWindows(page: Page): Promise<string[]> {
  const size = page.viewportSize();
  const found: string[] = [];
  for (const { width, height, colorScheme } of WINDOWS) {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme });
    found.push(...(await accessFaults(page)).map((fault) => `${width} px, ${colorScheme}: ${fault}`));
  }
  if (size !== null) await page.setViewportSize(size);
  await page.emulateMedia({ colorScheme: null });
  return found;
}

/** The page is no wider than its window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(content).toBeLessThanOrEqual(window);
}
