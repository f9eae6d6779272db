import { mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { playgroundPage } from '../../src/gateway/http/playground-page.js';
import { tempFolder } from '../support/cleanup.js';
import { ask } from './raw-http.js';
import { testGateway } from './support.js';

const folder = tempFolder('page');

const POLICY = "default-src 'none'; script-src 'sha256-AbC+/='; connect-src 'self'";
const page = (policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`, told = '') =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" />${policy}<title>Grüße</title>${told}</head></html>`;
const GATEWAY = 'http://gw.example.net';
/** The page as it is answered. */
const served = page(undefined, `<meta name="gateway" content="${GATEWAY}" />`);

let files = 0;
function serving(content?: string, publicUrl = () => GATEWAY) {
  const path = join(folder, `${++files}.html`);
  if (content !== undefined) writeFileSync(path, content);
  const app = playgroundPage({ publicUrl, file: pathToFileURL(path) });
  return { path, get: (url = '/', init?: RequestInit) => app.request(url, init) };
}

describe('the page', () => {
  it.each(['/', '/index.html'])('is at %s, told where the gateway is, under its own policy and in no frame', async (url) => {
    const answer = await serving(page()).get(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(served);
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(served)),
      'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  it('that counts is at /count, as it was built', async () => {
    const { path } = serving(page());
    const app = playgroundPage({ publicUrl: () => GATEWAY, file: `${path}.none`, countFile: path });
    const answer = await app.request('/count');
    expect([answer.status, await answer.text()]).toEqual([200, page()]);
    expect(answer.headers.get('Content-Security-Policy')).toBe(`${POLICY}; frame-ancestors 'none'`);
    expect((await app.request('/')).status).toBe(404);
  });

  it('is asked for again by its tag, which stands for its octets', async () => {
    const { get, path } = serving(page());
    const tag = (await get()).headers.get('ETag') as string;
    const again = await get('/', { headers: { 'If-None-Match': `"other", ${tag}` } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect((await get('/', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await serving(page('')).get()).headers.get('ETag')).not.toBe(tag);
    // Read once: the tag and the octets are of one page whatever becomes of the file.
    writeFileSync(path, 'another');
    expect((await get()).headers.get('ETag')).toBe(tag);
    expect(await (await get()).text()).toBe(served);
  });

  it('without a policy of its own is still kept out of frames', async () => {
    const answer = await serving(page('')).get();
    expect(answer.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
  });

  it('is told the address as it is by then, whatever is in it', async () => {
    let url = 'http://localhost';
    const { get } = serving(page(), () => url);
    const first = await get();
    expect(await first.text()).toContain('<meta name="gateway" content="http://localhost" />');
    url = 'http://gw.example.net/"><script>&$&';
    const second = await get('/', { headers: { 'If-None-Match': first.headers.get('ETag') as string } });
    expect(await second.text()).toContain(
      '<meta name="gateway" content="http://gw.example.net/&quot;>&lt;script>&amp;$&amp;" /></head>',
    );
  });

  it('that was not built is told, and found when it has been', async () => {
    const { get, path } = serving();
    const answer = await get();
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toContain('npm run build');
    writeFileSync(path, page());
    expect((await get()).status).toBe(200);
  });

  it('that cannot be read is a fault, until it can', async () => {
    const path = join(folder, 'blocked.html');
    mkdirSync(path);
    const app = playgroundPage({ publicUrl: () => GATEWAY, file: path });
    app.onError((error) => new Response((error as NodeJS.ErrnoException).code ?? '', { status: 500 }));
    const answer = await app.request('/');
    expect([answer.status, await answer.text()]).toEqual([500, 'EISDIR']);
    rmdirSync(path);
    writeFileSync(path, page());
    const answers = await Promise.all([app.request('/'), app.request('/index.html')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('has no body for a HEAD, and is whole for whoever asks for a part', async () => {
    const { get } = serving(page());
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
      200,
      String(Buffer.byteLength(served)),
      '',
    ]);
    const part = await get('/', { headers: { Range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([200, served]);
  });
});

describe('the page of a gateway', () => {
  // From sources there is no page beside the gateway's files.
  const BUILD = /npm run build/;

  it.each([
    ['by default', undefined, true],
    ['when it is wanted', true, true],
    ['not when it is not', false, false],
  ])('is for operators: %s', async (_, playground, isThere) => {
    const { gateway } = await testGateway({ playground });
    const [everybody, operators] = [await gateway.listen({ port: 0 }), await gateway.listenOperators()];
    for (const path of ['/', '/index.html', '/count']) {
      expect(BUILD.test((await ask(operators.port, path)).body)).toBe(isThere);
      // A link on a page of another site leads here.
      expect(BUILD.test((await ask(operators.port, path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).body)).toBe(isThere);
      expect((await ask(operators.port, path, { headers: { Host: 'rebound.example' } })).status).toBe(403);
      expect(await ask(everybody.port, path)).toMatchObject({ status: 404, body: 'Not found' });
    }
  });
});
