/**
 * The worker of the playground in files. It keeps all of them under the name of their build, and answers from there; what is none of them (the
 * inboxes of a gateway) goes to the server as without it.
 *
 * A build's files carry a hash in their names, all but the page itself. The files of the build before stay, for pages that began with it.
 * @module
 */
import { TAKE_OVER } from './take-over.js';

/** What this takes of a worker's globals, which the types of a page do not have. */
interface WorkerScope {
  readonly registration: { readonly scope: string };
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: { waitUntil(work: Promise<unknown>): void }) => void): void;
  addEventListener(type: 'message', listener: (event: { readonly data: unknown }) => void): void;
  addEventListener(
    type: 'fetch',
    listener: (event: { readonly request: Request; respondWith(answer: Promise<Response>): void }) => void,
  ): void;
}

/** Set by the build: a hash of all files, and their names. */
declare const PAGE_BUILD: string;
declare const PAGE_FILES: readonly string[];

const scope = globalThis as unknown as WorkerScope;
const PREFIX = 'handset-playground ';
const CURRENT = `${PREFIX}${PAGE_BUILD}`;
/** The page is at the folder itself, the one that counts in a folder of its own. */
const PAGE = new URL('./', scope.registration.scope).href;
const COUNT_PAGE = `${PAGE}count/`;
/** Pages by their addresses. */
const PAGES: ReadonlyMap<string, string> = new Map(
  [PAGE, COUNT_PAGE].flatMap((page) => [
    [page, page],
    [`${page}index.html`, page],
  ]),
);
const FILES: ReadonlySet<string> = new Set(PAGE_FILES.map((name) => new URL(name, PAGE).href));

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', ({ data }) => {
  if (data === TAKE_OVER) void scope.skipWaiting();
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET') return;
  const { origin, pathname } = new URL(request.url);
  const url = `${origin}${pathname}`;
  const page = PAGES.get(url);
  if (page === undefined ? FILES.has(url) || isOlder(url) : request.mode === 'navigate')
    event.respondWith(answer(page ?? url, request));
});

/** Whether it is a file of an earlier build, by its name. */
function isOlder(url: string): boolean {
  return url.startsWith(`${PAGE}assets/`);
}

/** Gets every file: all of them or none. What has its hash in its name is taken from an earlier build. */
async function install(): Promise<void> {
  const cache = await caches.open(CURRENT);
  await Promise.all([
    // Whatever a cache in between says, the pages are those of this build.
    ...[PAGE, COUNT_PAGE].map((page) => keep(cache, page, 'reload')),
    ...[...FILES].map(async (url) => {
      const known = await caches.match(url);
      if (known === undefined) await keep(cache, url, 'default');
      else await cache.put(url, known);
    }),
  ]);
}

async function keep(cache: Cache, url: string, how: RequestCache): Promise<void> {
  const answered = await fetch(url, { cache: how });
  if (!answered.ok) throw new TypeError(`${url} is answered with ${answered.status}`);
  // A page may not be answered with what was redirected.
  await cache.put(url, answered.redirected ? new Response(answered.body, answered) : answered);
}

/** Forgets the builds but this one and the one before. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CURRENT);
  await Promise.all(builds.slice(0, -1).map((name) => caches.delete(name)));
  await scope.clients.claim();
}

async function answer(url: string, request: Request): Promise<Response> {
  const own = await (await caches.open(CURRENT)).match(url);
  return own ?? (await caches.match(url)) ?? fetch(request);
}
