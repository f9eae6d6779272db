/**
 * The playground on the gateway: one page with all that it needs in it, which the build puts beside this package's other files.
 *
 *   GET /   /index.html        dist/playground/index.html
 *
 * The page's own content security policy is sent as a header as well, where it may also say that no other page may have it in a frame. The page is
 * the same for everybody and holds nothing of the gateway's; what it then asks for (inboxes) is for whom it is.
 * @module
 */
import { readFile } from 'node:fs/promises';
import { type Context, Hono } from 'hono';
import { etagOf, matchesTag } from '../hosted/answer.js';

/** How the page is served. */
export interface PlaygroundOptions {
  /** Whether the one who asks gets it; others are told that there is no such page. */
  readonly admits: (context: Context) => boolean;
  /** Where it is, when it is not beside this package's other files. */
  readonly file?: URL | string | undefined;
}

/** The page as it is answered. */
interface Page {
  readonly octets: Uint8Array<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

const MISSING = `The playground is not beside the gateway's files: it is made by the package's build.

  npm run build

Everything else of the gateway works without it.
`;

/** The paths of the playground. */
export function playgroundPage({
  admits,
  file = new URL('./playground/index.html', import.meta.url),
}: PlaygroundOptions): Hono {
  let page: Promise<Page | undefined> | undefined;
  const read = async () => {
    page ??= readPage(file);
    const reading = page;
    let found: Page | undefined;
    try {
      found = await reading;
    } finally {
      // It may be built, or mended, while the gateway runs.
      if (found === undefined && page === reading) page = undefined;
    }
    return found;
  };
  const answer = async (context: Context) => {
    if (!admits(context)) return context.notFound();
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
  const app = new Hono();
  app.get('/', answer);
  app.get('/index.html', answer);
  return app;
}

async function readPage(file: URL | string): Promise<Page | undefined> {
  let octets: Buffer<ArrayBuffer>;
  try {
    octets = await readFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  return {
    octets,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': `${policyOf(octets.toString())}frame-ancestors 'none'`,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
      ETag: etagOf(octets),
    },
  };
}

/** The policy in the page's head, as the beginning of one; of a page that has none, nothing. */
function policyOf(html: string): string {
  const policy = /<meta http-equiv="Content-Security-Policy" content="([ -!#-~]*)"/i.exec(html)?.[1];
  return policy === undefined ? '' : `${policy}; `;
}
