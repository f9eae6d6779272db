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
const page = (policy = `<meta http-equiv="Content-Security-Policy" content="${POLICY}" />`) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8" />${policy}<title>Grüße</title></head></html>`;

let files = 0;
function served(content?: string, admits = true) {
  const path = join(folder, `${++files}.html`);
  if (content !== undefined) writeFileSync(path, content);
  const app = playgroundPage({ admits: () => admits, file: pathToFileURL(path) });
  return { path, get: (url = '/', init?: RequestInit) => app.request(url, init) };
}

describe('the page', () => {
  it.each(['/', '/index.html'])('is at %s, octet for octet, under its own policy and in no frame', async (url) => {
    const answer = await served(page()).get(url);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe(page());
    expect(Object.fromEntries(answer.headers)).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(page())),
      'content-security-policy': `${POLICY}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-cache',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
    });
  });

  it('is asked for again by its tag, which stands for its octets', async () => {
    const { get, path } = served(page());
    const tag = (await get()).headers.get('ETag') as string;
    const again = await get('/', { headers: { 'If-None-Match': `"other", ${tag}` } });
    expect([again.status, await again.text(), again.headers.get('ETag')]).toEqual([304, '', tag]);
    expect((await get('/', { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
    expect((await served(page('')).get()).headers.get('ETag')).not.toBe(tag);
    // Read once: the tag and the octets are of one page whatever becomes of the file.
    writeFileSync(path, 'another');
    expect((await get()).headers.get('ETag')).toBe(tag);
    expect(await (await get()).text()).toBe(page());
  });

  it('without a policy of its own is still kept out of frames', async () => {
    const answer = await served(page('')).get();
    expect(answer.headers.get('Content-Security-Policy')).toBe("frame-ancestors 'none'");
  });

  it('is for those who are admitted', async () => {
    expect((await served(page(), false).get()).status).toBe(404);
  });

  it('that was not built is told, and found when it has been', async () => {
    const { get, path } = served();
    const answer = await get();
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'text/plain; charset=utf-8']);
    expect(await answer.text()).toContain('npm run build');
    writeFileSync(path, page());
    expect((await get()).status).toBe(200);
  });

  it('that cannot be read is a fault, until it can', async () => {
    const path = join(folder, 'blocked.html');
    mkdirSync(path);
    const app = playgroundPage({ admits: () => true, file: path });
    app.onError((error) => new Response((error as NodeJS.ErrnoException).code ?? '', { status: 500 }));
    const answer = await app.request('/');
    expect([answer.status, await answer.text()]).toEqual([500, 'EISDIR']);
    rmdirSync(path);
    writeFileSync(path, page());
    const answers = await Promise.all([app.request('/'), app.request('/index.html')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });

  it('has no body for a HEAD, and is whole for whoever asks for a part', async () => {
    const { get } = served(page());
    const head = await get('/', { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length'), await head.text()]).toEqual([
      200,
      String(Buffer.byteLength(page())),
      '',
    ]);
    const part = await get('/', { headers: { Range: 'bytes=0-3' } });
    expect([part.status, await part.text()]).toEqual([200, page()]);
  });
});

describe('who gets the page of a gateway', () => {
  // From sources there is no page beside the gateway's files.
  const BUILD = /npm run build/;
  const strangers = { 'X-Forwarded-For': '192.0.2.1' };

  it.each([
    ['whoever sits at the machine, by default', undefined, true, false],
    ['everybody', true, true, true],
    ['nobody', false, false, false],
  ])('%s', async (_, playground, here, there) => {
    const { gateway } = await testGateway({ playground });
    const { port } = await gateway.listen({ port: 0 });
    for (const path of ['/', '/index.html']) {
      expect(BUILD.test((await ask(port, path)).body)).toBe(here);
      expect(BUILD.test((await ask(port, path, { headers: strangers })).body)).toBe(there);
      // A link on a page of another site leads here.
      expect(BUILD.test((await ask(port, path, { headers: { 'Sec-Fetch-Site': 'cross-site' } })).body)).toBe(here);
      expect(BUILD.test((await ask(port, path, { headers: { Host: 'rebound.example' } })).body)).toBe(there);
    }
  });
});
