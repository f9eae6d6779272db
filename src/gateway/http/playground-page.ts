/**
 * The playground on the gateway: one page with all that it needs in it, which the build puts beside this package's other files.
 *
 *   GET /   /index.html        dist/playground/index.html, with <meta name="gateway"> in its head
 *   GET /count                 dist/playground/count.html, the page that counts messages
 *
 * The page comes from the operators' listener, and is told there at which address customers reach the gateway: that is what stands in the requests that
 * it composes. The page's own content security policy is sent as a header as well, where it may also say that no other page may have it in a frame.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { etagOf, matchesTag } from '../hosted/answer.js';

/** How the page is served. */
export interface PlaygroundOptions {
  /** Where clients and handsets reach the gateway. */
  readonly publicUrl: () => string;
  /** Where it is, when it is not beside this package's other files. */
  readonly file?: URL | string | undefined;
  /** And the page that counts. */
  readonly countFile?: URL | string | undefined;
}

/** The page as it is answered while the gateway has an address. */
interface Page {
  readonly publicUrl: string | undefined;
  readonly octets: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const FULL_PATHS = ['/', '/index.html'];
const COUNT_PATH = '/count';

/** Where the pages are. */
export const PAGE_PATHS: readonly string[] = [...FULL_PATHS, COUNT_PATH];

const MISSING = `The playground is not beside the gateway's files: it is made by the package's build.

  npm run build

Everything else of the gateway works without it.
`;

/** The paths of the playground. */
export function playgroundPage({
  publicUrl,
  file = new URL('./playground/index.html', import.meta.url),
  countFile = new URL('./playground/count.html', import.meta.url),
}: PlaygroundOptions): Hono {
  const app = new Hono();
  const full = answerPage(file, publicUrl);
  for (const path of FULL_PATHS) app.get(path, full);
  // It sends nothing, and need not know where the gateway is.
  app.get(
    COUNT_PATH,
    answerPage(countFile, () => undefined),
  );
  return app;
}

/** Answers with a page that is told an address. */
function answerPage(file: URL | string, publicUrl: () => string | undefined): (context: Context) => Promise<Response> {
  let html: Promise<string | undefined> | undefined;
  let page: Page | undefined;
  const read = async () => {
    html ??= readHtml(file);
    const reading = html;
    let found: string | undefined;
    try {
      found = await reading;
    } finally {
      // It may be built, or mended, while the gateway runs.
      if (found === undefined && html === reading) html = undefined;
    }
    const url = publicUrl();
    if (found !== undefined && (page === undefined || page.publicUrl !== url)) page = pageOf(found, url);
    return page;
  };
  return async (context) => {
    const found = await read();
    if (found === undefined) {
      return new Response(MISSING, { status: 404, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
    }
    const { octets, headers } = found;
    if (matchesTag(context.req.header('If-None-Match'), headers.ETag as string)) {
      return new Response(null, { status: 304, headers });
    }
    return new Response(octets, { headers: { ...headers, 'Content-Length': String(octets.length) } });
  };
}

async function readHtml(file: URL | string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function pageOf(html: string, publicUrl: string | undefined): Page {
  const meta = publicUrl === undefined ? '' : `<meta name="gateway" content="${escapeQuoted(publicUrl)}" />`;
  // By a function: `$&` in an address is no instruction.
  const told = html.replace('</title>', () => `</title>${meta}`);
  const octets = Buffer.from(told);
  return {
    publicUrl,
    octets,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${policyOf(html)}frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
      ETag: etagOf(octets),
    },
  };
}

/** A text between quotes of an attribute. */
function escapeQuoted(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}

/** The policy in the page's head, as the beginning of one; of a page that has none, nothing. */
function policyOf(html: string): string {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([ -!#-~]*)"/i.exec(html)?.[1];
  return policy === undefined ? '' : `${policy}; `;
}
