/** What handsets fetch: real pictures, handsets of the table, messages that decode and fit. */
import { readFileSync } from 'node:fs';
import { type AddressInfo, connect } from 'node:net';
import type { Worker } from 'node:worker_threads';
import { deflateRawSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { crc32 } from '../../src/bytes/crc32.js';
import { LimitError } from '../../src/errors.js';
import { CallbackSender } from '../../src/gateway/callbacks/sender.js';
import { createGateway } from '../../src/gateway/gateway.js';
import { Adapter, type Repurpose } from '../../src/gateway/hosted/adapt.js';
import { type HostingOptions, hostingApp } from '../../src/gateway/hosted/hosting.js';
import { descriptorName, descriptorOf } from '../../src/gateway/hosted/jad.js';
import { buildOutgoing, picturesOf } from '../../src/gateway/operations/contents.js';
import type { HostedContent } from '../../src/gateway/store/types.js';
import { probe, repurpose } from '../../src/image/index.js';
import { composeMms, decodeMms, encodeMms, type MRetrieveConf, type Part } from '../../src/mms/index.js';
import { findHandset, type HandsetProfile } from '../../src/profile/index.js';
import { openTestStore, TestClock, textJob } from '../support/gateway-store.js';

const NOW = Date.UTC(2026, 2, 4, 5, 6, 7);
const TOKEN = 'AbCdEfGhIjKlMnOpQrSt-_';
const MMS = 'application/vnd.wap.mms-message';
const POLICY = "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; sandbox";

const image = (file: string) => new Uint8Array(readFileSync(new URL(`../../fixtures/images/${file}`, import.meta.url)));
const text = (value: string) => new TextEncoder().encode(value);

/** A screen of 128x128 in 65,536 colours, 128x96 of it for pictures; messages of 100,000 octets. */
const COLOUR = { 'User-Agent': 'Nokia6230/2.0 (04.44) Profile/MIDP-2.0 Configuration/CLDC-1.1' };
/** Black and white, 96x44 for pictures, WBMP alone. */
const ONE_BIT = { 'User-Agent': 'Nokia7110/1.0 (04.84)' };
/** A screen of 128x128 in 4,096 colours; messages of 32,768 octets with pictures of 352x288. */
const SMALL = { 'User-Agent': 'Nokia7210/1.0 (3.08) Profile/MIDP-1.0 Configuration/CLDC-1.0' };

function hosted(content: Partial<HostedContent>): HostedContent {
  return {
    token: TOKEN,
    contentType: 'application/octet-stream',
    fileName: 'file.bin',
    data: new Uint8Array(0),
    expiresAt: NOW + 600_000,
    adaptation: {},
    ...content,
  };
}

function appWith(content: Partial<HostedContent>, options: Partial<HostingOptions> = {}) {
  const faults: unknown[] = [];
  const asked: string[] = [];
  const app = hostingApp({
    store: {
      hosted: async (token) => {
        asked.push(token);
        return token === TOKEN ? hosted(content) : undefined;
      },
    },
    clock: () => NOW,
    onFault: (error) => faults.push(error),
    ...options,
  });
  const get = async (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    app.request(`https://gw.example.net${path}`, { method, headers });
  return { app, get, faults, asked };
}

const octetsOf = async (response: Response) => new Uint8Array(await response.arrayBuffer());

describe('a pushed file', () => {
  const jpeg = image('photo-baseline.jpg');
  const path = `/w/${TOKEN}/photo.jpg`;
  const photo = { fileName: 'photo.jpg', contentType: 'image/jpeg', data: jpeg };

  it('G-MMS-50: a picture as large as the screen of the handset that fetches it shows', async () => {
    const { get, faults } = appWith(photo);
    const response = await get(path, COLOUR);
    const octets = await octetsOf(response);
    expect(probe(octets)).toMatchObject({ format: 'jpeg', widthPx: 128, heightPx: 96 });
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'image/jpeg',
      'content-length': String(octets.length),
      'cache-control': 'private, no-transform, max-age=600',
      'content-security-policy': POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'accept-ranges': 'bytes',
      etag: expect.stringMatching(/^"[\w-]{22}"$/),
      vary: 'User-Agent, X-Wap-Profile, Profile',
    });
    expect(faults).toEqual([]);
  });

  it('G-MMS-50: black and white for a handset with a screen of one bit', async () => {
    const { get } = appWith(photo);
    const response = await get(path, ONE_BIT);
    expect(response.headers.get('content-type')).toBe('image/vnd.wap.wbmp');
    const octets = await octetsOf(response);
    // 640x480 in 96x44 is 59x44: eight octets a row.
    expect([...octets.subarray(0, 4)]).toEqual([0, 0, 59, 44]);
    expect(octets).toHaveLength(4 + 44 * 8);
  });

  it.each([
    ['photo.JPG', 'photo-baseline.jpg', 'image/vnd.wap.wbmp'],
    ['photo.jpeg', 'photo-progressive.jpg', 'image/vnd.wap.wbmp'],
    ['logo.Png', 'logo-alpha.png', 'image/vnd.wap.wbmp'],
    ['anim.gif', 'anim-full-frames.gif', 'image/vnd.wap.wbmp'],
  ])('G-MMS-50: %s is adapted, its extension in any case', async (fileName, file, type) => {
    const { get } = appWith({ fileName, contentType: 'image/x', data: image(file) });
    const response = await get(`/w/${TOKEN}/${fileName}`, ONE_BIT);
    expect(response.headers.get('content-type')).toBe(type);
    expect((await octetsOf(response))[0]).toBe(0);
  });

  it('G-MMS-50: a wbmp that fits stays as it is', async () => {
    // Eight by two pixels.
    const data = Uint8Array.of(0, 0, 8, 2, 0xaa, 0x55);
    const { get } = appWith({ fileName: 'dot.wbmp', contentType: 'image/vnd.wap.wbmp', data });
    expect(await octetsOf(await get(`/w/${TOKEN}/dot.wbmp`, ONE_BIT))).toEqual(data);
  });

  it.each([
    ['page.txt', 'text/plain'],
    ['photo.bmp', 'image/bmp'],
    ['tune.mid', 'audio/midi'],
    ['jpg', 'image/jpeg'],
  ])('G-MMS-50: all else passes unchanged: %s', async (fileName, contentType) => {
    const { get } = appWith({ fileName, contentType, data: jpeg });
    const response = await get(`/w/${TOKEN}/${fileName}`, COLOUR);
    expect(await octetsOf(response)).toEqual(jpeg);
    expect(response.headers.get('content-type')).toBe(contentType);
    expect(response.headers.get('vary')).toBeNull();
  });

  it('G-MMS-35: nothing is adapted when the sender did not want it', async () => {
    const { get } = appWith({ ...photo, adaptation: undefined });
    expect(await octetsOf(await get(path, COLOUR))).toEqual(jpeg);
  });

  it('the handset that the sender named counts where the one that fetches is not known', async () => {
    const { get } = appWith({ ...photo, adaptation: { make: 'Nokia', model: '7110' } });
    const browser = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0' };
    expect((await get(path, browser)).headers.get('content-type')).toBe('image/vnd.wap.wbmp');
    expect((await get(path)).headers.get('content-type')).toBe('image/vnd.wap.wbmp');
    expect((await get(path, COLOUR)).headers.get('content-type')).toBe('image/jpeg');
    // A Nokia that nobody knows is rather the one that was named than any.
    expect((await get(path, { 'User-Agent': 'Nokia9999x/1.0' })).headers.get('content-type')).toBe('image/vnd.wap.wbmp');
  });

  it('a make that was not named keeps its own generic profile', async () => {
    const { get } = appWith({ ...photo, adaptation: { make: 'Nokia', model: '7110' } });
    expect((await get(path, { 'User-Agent': 'SIE-ZZ99/1.0' })).headers.get('content-type')).not.toBe('image/vnd.wap.wbmp');
  });

  it('the address of a UAProf document tells as well', async () => {
    const { get } = appWith(photo);
    const profile = { 'X-Wap-Profile': '"http://nds1.nds.nokia.com/uaprof/N6230r200.xml"' };
    expect(probe(await octetsOf(await get(path, profile)))).toMatchObject({ widthPx: 128, heightPx: 96 });
    const older = { Profile: 'http://nds1.nds.nokia.com/uaprof/N6230r200.xml' };
    expect(probe(await octetsOf(await get(path, older)))).toMatchObject({ widthPx: 128, heightPx: 96 });
  });

  it('what depends on the handset says so, to a handset that nobody knows as well', async () => {
    const { get } = appWith(photo);
    for (const headers of [COLOUR, {}])
      expect((await get(path, headers)).headers.get('vary')).toBe('User-Agent, X-Wap-Profile, Profile');
    expect((await appWith({ ...photo, adaptation: undefined }).get(path)).headers.get('vary')).toBeNull();
  });

  it('a handset that nobody knows gets it as it is', async () => {
    const { get } = appWith(photo);
    expect(await octetsOf(await get(path, { 'User-Agent': 'Unheard/1.0' }))).toEqual(jpeg);
  });

  it.each(['truncated.png', 'not-an-image.jpg', 'bomb-pixels.png', 'empty.gif', 'zero-width.png'])(
    'what cannot be read goes out as it is: %s',
    async (file) => {
      const data = image(file);
      const { get } = appWith({ fileName: file, contentType: 'image/png', data });
      const response = await get(`/w/${TOKEN}/${file}`, COLOUR);
      expect(response.status).toBe(200);
      expect(await octetsOf(response)).toEqual(data);
    },
  );

  it('why it goes out as it is, is told once', async () => {
    const told: unknown[] = [];
    const data = image('bomb-pixels.png');
    const options = { onUnadapted: (error: unknown) => told.push(error) };
    const { get, faults } = appWith({ fileName: 'a.png', contentType: 'image/png', data }, options);
    await get(`/w/${TOKEN}/a.png`, COLOUR);
    await get(`/w/${TOKEN}/a.png`, COLOUR);
    expect(told).toEqual([expect.any(LimitError)]);
    expect(faults).toEqual([]);
  });

  it('is adapted once for a handset, whoever asks meanwhile or later', async () => {
    let calls = 0;
    const counting: Repurpose = (...given) => {
      calls++;
      return repurpose(...given);
    };
    const { get } = appWith(photo, { repurpose: counting });
    const all = await Promise.all([get(path, COLOUR), get(path, COLOUR), get(path, COLOUR)]);
    const bodies = await Promise.all(all.map(octetsOf));
    expect(bodies[1]).toEqual(bodies[0]);
    expect(bodies[2]).toEqual(bodies[0]);
    await get(path, COLOUR);
    expect(calls).toBe(1);
    await get(path, ONE_BIT);
    expect(calls).toBe(2);
  });

  it('keeps results within its octets: the one that was not used for longest goes', async () => {
    let calls = 0;
    const ten: Repurpose = async (octets, profile, options) => {
      calls++;
      return {
        ...(await repurpose(octets, profile, { ...options, disable: true })),
        changed: true,
        octets: new Uint8Array(10),
      };
    };
    // Two entries of 310 octets, and not three.
    const { get } = appWith(photo, { repurpose: ten, cacheOctets: 700 });
    await get(path, COLOUR);
    await get(path, ONE_BIT);
    await get(path, COLOUR);
    await get(path, SMALL);
    expect(calls).toBe(3);
    await get(path, COLOUR);
    expect(calls).toBe(3);
    await get(path, ONE_BIT);
    expect(calls).toBe(4);
  });

  it('what took too long goes out as it is, is not tried again at once, but later: it may only have waited for others', async () => {
    let calls = 0;
    const faults: unknown[] = [];
    const handset = findHandset({ make: 'Nokia', model: '6230' }) as HandsetProfile;
    const adapter = new Adapter({
      cacheOctets: 700,
      timeMs: 5,
      onUnadapted: (error) => faults.push(error),
      repurpose: async (octets, profile, { signal, ...options }) => {
        if (++calls > 1) return repurpose(octets, profile, options);
        await new Promise((resolve) => signal?.addEventListener('abort', resolve));
        throw signal?.reason;
      },
    });
    const get = () => adapter.picture('w/token', photo.data, 'photo.jpg', handset);
    expect(await get()).toBeUndefined();
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(now + 59_000);
    onTestFinished(() => clock.mockRestore());
    expect(await get()).toBeUndefined();
    expect(calls).toBe(1);
    clock.mockReturnValue(now + 61_000);
    expect((await get())?.octets.length).toBeGreaterThan(0);
    expect(calls).toBe(2);
    expect(faults).toHaveLength(1);
  });

  it('too many at once are asked to come again', async () => {
    const waiting: (() => void)[] = [];
    const slow: Repurpose = async (octets, profile) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      return repurpose(octets, profile, { disable: true });
    };
    const store = { hosted: async (token: string) => hosted({ ...photo, token }) };
    const { get, faults } = appWith(photo, { repurpose: slow, store });
    const first = Array.from({ length: 64 }, (_, i) => get(`/w/token-of-sixteen-${i}/photo.jpg`, COLOUR));
    while (waiting.length < 64) await new Promise((resolve) => setTimeout(resolve, 1));
    const refused = await get(path, COLOUR);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    for (const go of waiting) go();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual(Array(64).fill(200));
    expect(faults).toEqual([]);
  });

  it('its name is part of the address, percent-encoded', async () => {
    const { get } = appWith({ fileName: 'Grüße & 100%.txt', contentType: 'text/plain', data: text('hi') });
    expect(await (await get(`/w/${TOKEN}/Gr%C3%BC%C3%9Fe%20%26%20100%25.txt`)).text()).toBe('hi');
    expect(await (await get(`/w/${TOKEN}/Gru%CC%88%C3%9Fe%20%26%20100%25.txt`)).text()).toBe('hi');
    expect((await get(`/w/${TOKEN}/other.txt`)).status).toBe(404);
    expect((await get(`/w/${TOKEN}/`)).status).toBe(404);
    expect((await get(`/w/${TOKEN}`)).status).toBe(404);
    expect((await get(`/w/${TOKEN}/%E0%A4%A.txt`)).status).toBe(404);
  });
});

describe('tokens', () => {
  it('what is unknown or has expired is not there, and what is no token is not looked for', async () => {
    const { get, asked } = appWith({});
    for (const path of [
      '/w/short/file.bin',
      `/w/${'a'.repeat(65)}/x`,
      `/w/${TOKEN}%00/x`,
      '/m/..%2f..%2fetc%2fpasswd',
      '/m/x/',
    ]) {
      expect((await get(path)).status, path).toBe(404);
    }
    expect(asked).toEqual([]);
    const unknown = 'zzzzzzzzzzzzzzzzzzzzzz';
    for (const path of [`/w/${unknown}/file.bin`, `/m/${unknown}`, `/m/${unknown}/`, `/m/${unknown}/a.jpg`]) {
      const response = await get(path);
      expect([response.status, await response.text()], path).toEqual([404, 'Not found']);
    }
    expect(asked).toHaveLength(4);
  });

  it('a file is no message', async () => {
    const { get } = appWith({ contentType: 'text/plain' });
    for (const path of [`/m/${TOKEN}`, `/m/${TOKEN}/`, `/m/${TOKEN}/a`]) expect((await get(path)).status).toBe(404);
  });

  it('a fault of the store is told, and answered with 500', async () => {
    const store = { hosted: async () => Promise.reject(new Error('database')) };
    const { get, faults } = appWith({}, { store });
    const response = await get(`/w/${TOKEN}/file.bin`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal error']);
    expect(faults).toEqual([new Error('database')]);
  });

  it('other methods are not allowed', async () => {
    const { get } = appWith({});
    for (const [path, allowed] of [
      [`/w/${TOKEN}/file.bin`, 'GET, HEAD'],
      [`/m/${TOKEN}/`, 'GET, HEAD'],
      [`/m/${TOKEN}`, 'GET, HEAD, POST'],
      ['/m', 'POST'],
    ] as const) {
      const response = await get(path, {}, 'PUT');
      expect([response.status, response.headers.get('allow')]).toEqual([405, allowed]);
    }
  });
});

describe('what customers give cannot act in a browser', () => {
  it.each(['text/html', 'image/svg+xml', 'application/xhtml+xml', 'text/html; charset=utf-8'])(
    '%s is shown without scripts, if at all',
    async (contentType) => {
      const { get } = appWith({ fileName: 'a.htm', contentType, data: text('<script>alert(1)</script>') });
      const response = await get(`/w/${TOKEN}/a.htm`);
      expect(response.headers.get('content-security-policy')).toBe(POLICY);
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  it.each([
    'multipart/x-mixed-replace; boundary=x',
    'message/rfc822',
    'text/plain\r\nSet-Cookie: a=b',
    'nonsense',
    'a/b; x="\u00ff"',
  ])('a type that is none, or holds others, is octets: %j', async (contentType) => {
    const { get } = appWith({ fileName: 'naïve "x".bin', contentType, data: text('x') });
    const response = await get(`/w/${TOKEN}/na%C3%AFve%20%22x%22.bin`);
    expect(response.headers.get('content-type')).toBe('application/octet-stream');
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="na_ve _x_.bin"; filename*=UTF-8\'\'na%C3%AFve%20%22x%22.bin',
    );
    expect(response.headers.get('set-cookie')).toBeNull();
  });
});

describe('parts of a file', () => {
  const data = Uint8Array.from({ length: 100 }, (_, i) => i);
  const path = `/w/${TOKEN}/file.bin`;

  it.each([
    ['bytes=0-9', 206, 0, 9],
    ['bytes=90-', 206, 90, 99],
    ['bytes=-5', 206, 95, 99],
    ['bytes=-500', 206, 0, 99],
    ['bytes=50-5000', 206, 50, 99],
    ['bytes=0-0', 206, 0, 0],
    ['bytes=9-0', 200, 0, 99],
    ['bytes=0-1,5-6', 200, 0, 99],
    ['lines=0-9', 200, 0, 99],
    ['bytes=-', 200, 0, 99],
  ])('%s', async (range, status, first, last) => {
    const { get } = appWith({ data });
    const response = await get(path, { Range: range });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-range')).toBe(status === 206 ? `bytes ${first}-${last}/100` : null);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect([...(await octetsOf(response))]).toEqual([...data.subarray(first, last + 1)]);
  });

  it.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is outside', async (range) => {
    const { get } = appWith({ data });
    const response = await get(path, { Range: range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */100']);
    expect(await octetsOf(response)).toHaveLength(0);
  });

  it('go on only with what they began with', async () => {
    const { get } = appWith({ data });
    const etag = (await get(path)).headers.get('etag') as string;
    expect((await get(path, { Range: 'bytes=50-', 'If-Range': etag })).status).toBe(206);
    expect((await get(path, { Range: 'bytes=50-', 'If-Range': '"other"' })).status).toBe(200);
    expect((await get(path, { Range: 'bytes=50-', 'If-Range': 'Wed, 04 Mar 2026 05:06:07 GMT' })).status).toBe(200);
    for (const tags of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
      const response = await get(path, { 'If-None-Match': tags });
      expect([response.status, response.headers.get('content-length')]).toEqual([304, null]);
    }
    expect((await get(path, { 'If-None-Match': '"x"' })).status).toBe(200);
  });

  it('on a real connection: HEAD tells all but the octets, POST is read and answered', async () => {
    const { app } = appWith({ data });
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
    const head = await fetch(url, { method: 'HEAD', headers: { Range: 'bytes=0-4' } });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '100', '']);
    const said = encodeMms({ type: 'M-Acknowledge.ind', transactionId: 'x', mmsVersion: '1.2' });
    const headers = { 'Content-Type': MMS };
    expect((await fetch(new URL('/m', url), { method: 'POST', body: said as Uint8Array<ArrayBuffer>, headers })).status).toBe(
      204,
    );
    const large = new Uint8Array(50_000);
    expect((await fetch(new URL('/m', url), { method: 'POST', body: large, headers })).status).toBe(413);
    const get = await fetch(url, { headers: { Range: 'bytes=0-4' } });
    expect([get.status, get.headers.get('content-length'), [...(await octetsOf(get))]]).toEqual([206, '5', [0, 1, 2, 3, 4]]);
  });
});

it('what a handset says of a message falls silent: 408 after 10 seconds', async () => {
  const { app } = appWith({});
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once('listening', resolve));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (some) => (answer += some.toString()));
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`POST /m HTTP/1.1\r\nHost: x\r\nContent-Type: ${MMS}\r\nContent-Length: 40\r\n\r\nhalf`);
  while (vi.getTimerCount() === 0) await new Promise((resolve) => setImmediate(resolve));
  vi.advanceTimersByTime(9_900);
  await new Promise((resolve) => setImmediate(resolve));
  expect(answer).toBe('');
  vi.advanceTimersByTime(101);
  vi.useRealTimers();
  while (answer === '') await new Promise((resolve) => setImmediate(resolve));
  expect(answer).toMatch(/^HTTP\/1\.1 408 [\s\S]*\r\nConnection: close\r\n/i);
  socket.destroy();
  await ended;
});

// ---- Messages ----

async function messageOf(files: { name: string; data: Uint8Array }[]): Promise<MRetrieveConf> {
  return composeMms(files, { from: '+447700900001/TYPE=PLMN', subject: 'Tom & <Jerry> $1', date: new Date(NOW), smil: 'add' });
}

const FILES = [
  { name: '1.jpg', data: image('photo-baseline.jpg') },
  { name: '1.txt', data: text('Hello & <good> $5\r\nbye') },
  { name: '2.png', data: image('rgb16.png') },
  { name: '2.mid', data: text('MThd\0\0\0\x06\0\0\0\x01\0\x60') },
  { name: 'card.vcf', data: text('BEGIN:VCARD\r\nVERSION:2.1\r\nN:X\r\nEND:VCARD\r\n') },
];

const partNamed = (parts: readonly Part[] | undefined, name: string) => parts?.find((part) => part.name === name) as Part;

describe('a multimedia message', () => {
  it('G-MMS-50: goes to the handset with pictures that it takes; everything else stays', async () => {
    const message = await messageOf(FILES);
    const data = encodeMms(message);
    const { get, faults } = appWith({ contentType: MMS, fileName: 'a.mms', data });
    const response = await get(`/m/${TOKEN}`, SMALL);
    const octets = await octetsOf(response);
    expect(response.headers.get('content-type')).toBe(MMS);
    expect(response.headers.get('content-length')).toBe(String(octets.length));
    expect(octets.length).toBeLessThanOrEqual(32_768);
    const adapted = decodeMms(octets) as MRetrieveConf;
    const { parts: _, ...headers } = message;
    expect(adapted).toMatchObject(headers);
    expect(adapted.parts.map(({ name }) => name)).toEqual(message.parts.map(({ name }) => name));
    const size = probe(partNamed(adapted.parts, '1.jpg').data);
    expect(size).toMatchObject({ format: 'jpeg', widthPx: 128, heightPx: 96 });
    for (const name of ['slides.smil', '1.txt', '2.mid', 'card.vcf']) {
      expect(partNamed(adapted.parts, name)).toEqual(partNamed(message.parts, name));
    }
    expect(faults).toEqual([]);
  });

  it('within the size of messages that the handset takes', async () => {
    // What is no picture takes 28,000 of 32,768 octets.
    const files = [
      { name: '1.jpg', data: image('photo-baseline.jpg') },
      { name: '2.jpg', data: image('photo-444.jpg') },
      { name: '3.txt', data: text('x'.repeat(28_000)) },
    ];
    const data = encodeMms(await messageOf(files));
    const { get } = appWith({ contentType: MMS, data });
    const octets = await octetsOf(await get(`/m/${TOKEN}`, SMALL));
    expect(octets.length).toBeLessThanOrEqual(32_768);
    const { parts } = decodeMms(octets);
    expect(probe(partNamed(parts, '1.jpg').data).widthPx).toBeGreaterThan(0);
    expect(probe(partNamed(parts, '2.jpg').data).widthPx).toBeGreaterThan(0);
    expect(partNamed(parts, '3.txt').data).toHaveLength(28_000);
  });

  it('as it is: to an unknown handset, when the sender wants it so, without pictures, when it cannot be made to fit', async () => {
    const data = encodeMms(await messageOf(FILES));
    const known = appWith({ contentType: MMS, data });
    expect(await octetsOf(await known.get(`/m/${TOKEN}`))).toEqual(data);
    const disabled = appWith({ contentType: MMS, data, adaptation: undefined });
    expect(await octetsOf(await disabled.get(`/m/${TOKEN}`, SMALL))).toEqual(data);
    const words = encodeMms(await messageOf([{ name: 'a.txt', data: text('only words') }]));
    const without = appWith({ contentType: MMS, data: words });
    expect(await octetsOf(await without.get(`/m/${TOKEN}`, SMALL))).toEqual(words);
    const large = encodeMms(await messageOf([...FILES, { name: 'long.txt', data: text('x'.repeat(40_000)) }]));
    const tooLarge = appWith({ contentType: MMS, data: large });
    expect(await octetsOf(await tooLarge.get(`/m/${TOKEN}`, SMALL))).toEqual(large);
    expect(tooLarge.faults).toMatchObject([{ code: 'unencodable', field: 'maxOctets' }]);
  });

  it('a picture that cannot be read stays, the others are adapted', async () => {
    const broken = image('photo-baseline.jpg').subarray(0, 300);
    const data = encodeMms(await messageOf([{ name: 'broken.jpg', data: broken }, ...FILES]));
    const { get, faults } = appWith({ contentType: MMS, data });
    const { parts } = decodeMms(await octetsOf(await get(`/m/${TOKEN}`, SMALL)));
    expect(partNamed(parts, 'broken.jpg').data).toEqual(broken);
    expect(probe(partNamed(parts, '1.jpg').data)).toMatchObject({ widthPx: 128, heightPx: 96 });
    expect(faults.length).toBeGreaterThan(0);
  });

  it('pictures of a multipart inside are adapted where they are', async () => {
    const inner: Part = { name: '1.jpg', contentType: 'image/jpeg', data: image('photo-baseline.jpg') };
    const outer: Part = {
      name: 'both',
      contentType: 'application/vnd.wap.multipart.alternative',
      data: new Uint8Array(0),
      parts: [inner, { name: 'a.txt', contentType: 'text/plain', data: text('hi') }],
    };
    const message: MRetrieveConf = { type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(NOW), parts: [outer] };
    const { get, faults } = appWith({ contentType: MMS, data: encodeMms(message) });
    const { parts } = decodeMms(await octetsOf(await get(`/m/${TOKEN}`, SMALL)));
    expect(faults).toEqual([]);
    expect(probe(partNamed(parts?.[0]?.parts, '1.jpg').data)).toMatchObject({ widthPx: 128, heightPx: 96 });
    expect(partNamed(parts?.[0]?.parts, 'a.txt').data).toEqual(text('hi'));
  });

  it('what is hosted as a message and is none goes out as it is, and has no page', async () => {
    const { get } = appWith({ contentType: MMS, data: text('nonsense') });
    expect(await (await get(`/m/${TOKEN}`, SMALL)).text()).toBe('nonsense');
    expect((await get(`/m/${TOKEN}/`)).status).toBe(404);
    const other = encodeMms({ type: 'M-Acknowledge.ind', transactionId: 'x', mmsVersion: '1.2' });
    const pdu = appWith({ contentType: MMS, data: other });
    expect(await octetsOf(await pdu.get(`/m/${TOKEN}`, SMALL))).toEqual(other);
    expect((await pdu.get(`/m/${TOKEN}/a`)).status).toBe(404);
  });

  it('what handsets say of it is taken', async () => {
    const { app, faults } = appWith({});
    const post = (path: string, body: string | Uint8Array, type: string | undefined = MMS) =>
      app.request(path, { method: 'POST', body: body as string, headers: type === undefined ? {} : { 'Content-Type': type } });
    const status = encodeMms({ type: 'M-NotifyResp.ind', transactionId: TOKEN, mmsVersion: '1.2', status: 'retrieved' });
    const acknowledged = encodeMms({ type: 'M-Acknowledge.ind', transactionId: TOKEN, mmsVersion: '1.2' });
    expect((await post(`/m/${TOKEN}`, status)).status).toBe(204);
    expect((await post('/m', acknowledged)).status).toBe(204);
    const sent = encodeMms({
      ...(await messageOf(FILES.slice(1, 2))),
      type: 'M-Send.req',
      transactionId: 'x',
      to: ['+447700900002'],
    });
    expect((await post('/m', sent)).status).toBe(400);
    expect((await post('/m', 'nonsense')).status).toBe(400);
    expect((await post('/m', new Uint8Array(0))).status).toBe(400);
    expect((await post('/m', 'a=b', 'application/x-www-form-urlencoded')).status).toBe(415);
    const large = await post('/m', new Uint8Array(5_000));
    expect([large.status, large.headers.get('connection')]).toEqual([413, 'close']);
    const breaking = new ReadableStream({ pull: (controller) => controller.error(new Error('gone')) });
    const gone = new Request('http://gw.example.net/m', {
      method: 'POST',
      body: breaking,
      duplex: 'half',
      headers: { 'Content-Type': MMS },
    } as RequestInit);
    expect((await app.request(gone)).status).toBe(400);
    expect(faults).toEqual([]);
  });
});

describe('the page of a message', () => {
  const page = async (accept: string | undefined, files = FILES) => {
    const { get } = appWith({ contentType: MMS, data: encodeMms(await messageOf(files)) });
    const response = await get(`/m/${TOKEN}/`, accept === undefined ? {} : { Accept: accept });
    return { type: response.headers.get('content-type'), vary: response.headers.get('vary'), body: await response.text() };
  };

  it('XHTML: slides in order, names of parts, texts as texts', async () => {
    expect(await page('application/vnd.wap.xhtml+xml')).toEqual({
      type: 'application/vnd.wap.xhtml+xml; charset=utf-8',
      vary: 'Accept',
      body: [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE html PUBLIC "-//WAPFORUM//DTD XHTML Mobile 1.0//EN" "http://www.wapforum.org/DTD/xhtml-mobile10.dtd">',
        '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tom &amp; &lt;Jerry&gt; $1</title></head>',
        '<body><p><b>Tom &amp; &lt;Jerry&gt; $1</b><br />From: +447700900001</p>',
        '<p><img src="1.jpg" alt="1.jpg" /></p><p>Hello &amp; &lt;good&gt; $5<br />bye</p><hr />',
        '<p><img src="2.png" alt="2.png" /></p><p><a href="2.mid">2.mid</a></p>',
        '<p><a href="card.vcf">card.vcf</a></p></body></html>',
      ].join(''),
    });
  });

  it('WML: a card for each slide, and no variables', async () => {
    expect(await page('text/vnd.wap.wml, image/vnd.wap.wbmp')).toEqual({
      type: 'text/vnd.wap.wml; charset=utf-8',
      vary: 'Accept',
      body: [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<!DOCTYPE wml PUBLIC "-//WAPFORUM//DTD WML 1.1//EN" "http://www.wapforum.org/DTD/wml_1.1.xml">',
        '<wml><card id="s1" title="Tom &amp; &lt;Jerry&gt; $$1"><do type="accept" label="Next"><go href="#s2"/></do>',
        '<p><b>Tom &amp; &lt;Jerry&gt; $$1</b><br/>From: +447700900001</p>',
        '<p><img src="1.jpg" alt="1.jpg"/></p><p>Hello &amp; &lt;good&gt; $$5<br/>bye</p></card>',
        '<card id="s2" title="Tom &amp; &lt;Jerry&gt; $$1"><p><img src="2.png" alt="2.png"/></p><p><a href="2.mid">2.mid</a></p>',
        '<p><a href="card.vcf">card.vcf</a></p></card></wml>',
      ].join(''),
    });
  });

  it.each([
    [undefined, 'application/vnd.wap.xhtml+xml'],
    ['*/*', 'application/vnd.wap.xhtml+xml'],
    ['image/gif', 'application/vnd.wap.xhtml+xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xhtml+xml'],
    ['text/vnd.wap.wml;q=0.5, application/vnd.wap.xhtml+xml;q=0.9', 'application/vnd.wap.xhtml+xml'],
    ['text/vnd.wap.wml, application/vnd.wap.xhtml+xml;q=0.9', 'text/vnd.wap.wml'],
    ['application/vnd.wap.xhtml+xml;q=0, text/*', 'text/vnd.wap.wml'],
    ['TEXT/VND.WAP.WML;level=1;Q=1.0', 'text/vnd.wap.wml'],
  ])('Accept: %s gets %s', async (accept, type) => {
    expect((await page(accept)).type).toBe(`${type}; charset=utf-8`);
  });

  it('a text with characters that XML does not have', async () => {
    const { body } = await page('*/*', [{ name: 'a.txt', data: text('a\0b\x1bc') }]);
    expect(body).toContain('<p>a\ufffdb\ufffdc</p>');
  });

  it('is bounded, though a small message may show a long text on every slide', async () => {
    const slides = 40;
    const smil = `<smil><body>${'<par><text src="a.txt"/><img src="b.gif"/></par>'.repeat(slides)}</body></smil>`;
    const message: MRetrieveConf = {
      type: 'M-Retrieve.conf',
      mmsVersion: '1.2',
      date: new Date(NOW),
      parts: [
        { name: 'x.smil', contentType: 'application/smil', data: text(smil) },
        { name: 'a.txt', contentType: 'text/plain', data: text('z'.repeat(15_000)) },
        { name: 'b.gif', contentType: 'image/gif', data: text('GIF89a') },
      ],
    };
    const { get } = appWith({ contentType: MMS, data: encodeMms(message) });
    for (const Accept of ['*/*', 'text/vnd.wap.wml']) {
      const body = await (await get(`/m/${TOKEN}/`, { Accept })).text();
      expect(body.split('<img src="b.gif"'), Accept).toHaveLength(slides + 1);
      expect(body.split('z').length - 1, Accept).toBe(20_000);
    }
  });

  it('a message without a sender, a subject and anything to show', async () => {
    const message: MRetrieveConf = { type: 'M-Retrieve.conf', mmsVersion: '1.2', date: new Date(NOW), parts: [] };
    const { get } = appWith({ contentType: MMS, data: encodeMms(message) });
    const wml = await (await get(`/m/${TOKEN}/`, { Accept: 'text/vnd.wap.wml' })).text();
    expect(wml).toContain('<wml><card id="s1" title="Message"><p><b>Message</b></p></card></wml>');
  });

  it('its parts by name, pictures adapted', async () => {
    const data = encodeMms(await messageOf(FILES));
    const { get } = appWith({ contentType: MMS, data });
    const picture = await get(`/m/${TOKEN}/1.jpg`, ONE_BIT);
    expect(picture.headers.get('content-type')).toBe('image/vnd.wap.wbmp');
    expect([...(await octetsOf(picture)).subarray(0, 4)]).toEqual([0, 0, 59, 44]);
    const words = await get(`/m/${TOKEN}/1.txt`, ONE_BIT);
    expect(words.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await words.text()).toBe('Hello & <good> $5\r\nbye');
    expect(words.headers.get('content-security-policy')).toBe(POLICY);
    expect((await get(`/m/${TOKEN}/9.jpg`)).status).toBe(404);
    const disabled = appWith({ contentType: MMS, data, adaptation: undefined });
    expect(await octetsOf(await disabled.get(`/m/${TOKEN}/1.jpg`, ONE_BIT))).toEqual(FILES[0]?.data);
  });

  it('names of parts that no address could have are made safe, and equal ones told apart', async () => {
    const part = (name: string, value: string): Part => ({ name, contentType: 'audio/midi', data: text(value) });
    const message: MRetrieveConf = {
      type: 'M-Retrieve.conf',
      mmsVersion: '1.2',
      date: new Date(NOW),
      contentType: 'application/vnd.wap.multipart.mixed',
      parts: [part('javascript:alert(1)', 'one'), part('a"><x>.mid', 'two'), part('../a.mid', 'three'), part('A.mid', 'four')],
    };
    const { get } = appWith({ contentType: MMS, data: encodeMms(message) });
    const body = await (await get(`/m/${TOKEN}/`)).text();
    const links = [...body.matchAll(/href="([^"]*)"/g)].map(([, href]) => href as string);
    expect(links).toEqual(['javascript_alert_1_', 'a_x_.mid', 'a.mid', 'A-2.mid']);
    const values = await Promise.all(links.map(async (link) => (await get(`/m/${TOKEN}/${link}`)).text()));
    expect(values).toEqual(['one', 'two', 'three', 'four']);
    expect(body).toContain('>a"&gt;&lt;x&gt;.mid</a>');
  });
});

// ---- Programs ----

/** An archive as jar tools write it: entries deflated, the manifest second. */
function jarOf(manifest: string | Uint8Array, method: 0 | 8 = 8): Uint8Array {
  const entries = [
    { name: 'a.class', data: Uint8Array.from({ length: 500 }, (_, i) => i % 7) },
    { name: 'META-INF/MANIFEST.MF', data: typeof manifest === 'string' ? text(manifest) : manifest },
  ];
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, data } of entries) {
    const packed = method === 8 ? deflateRawSync(data) : data;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(method, 4);
    common.writeUInt32LE(crc32(data), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(data.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), common, rest, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const size = directory.reduce((sum, { length }) => sum + length, 0);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(2, 8);
  end.writeUInt16LE(2, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(offset, 16);
  return new Uint8Array(Buffer.concat([...locals, ...directory, end]));
}

const MANIFEST = [
  'Manifest-Version: 1.0',
  'MIDlet-Name: Snake',
  'MIDlet-Version: 1.0.2',
  'MIDlet-Vendor: Some Müller und S',
  ' öhne',
  'MIDlet-1: Snake, /icon.png, Snake',
  'MicroEdition-Profile: MIDP-1.0',
  'MicroEdition-Configuration: CLDC-1.0',
  'MIDlet-Jar-URL: http://elsewhere.example/x.jar',
  'MIDlet-Jar-Size: 1',
  'midlet-name: Second',
  'Created-By: 1.4.2',
  '',
  'Name: a.class',
  'MIDlet-2: not of the main section',
].join('\r\n');

describe('a Java program', () => {
  const program = (data: Uint8Array) => ({ fileName: 'Snake 1.jar', contentType: 'application/java-archive', data });

  it.each([0, 8] as const)('G-MMS-52: has its descriptor beside it (method %i)', async (method) => {
    const jar = jarOf(MANIFEST, method);
    const { get } = appWith(program(jar), { publicUrl: () => 'http://wap.example.net/x' });
    const descriptor = await get(`/w/${TOKEN}/Snake%201.jad`);
    expect(descriptor.headers.get('content-type')).toBe('text/vnd.sun.j2me.app-descriptor');
    expect(await descriptor.text()).toBe(
      [
        'MIDlet-Name: Snake',
        'MIDlet-Version: 1.0.2',
        'MIDlet-Vendor: Some Müller und Söhne',
        'MIDlet-1: Snake, /icon.png, Snake',
        'MicroEdition-Profile: MIDP-1.0',
        'MicroEdition-Configuration: CLDC-1.0',
        `MIDlet-Jar-URL: http://wap.example.net/x/w/${TOKEN}/Snake%201.jar`,
        `MIDlet-Jar-Size: ${jar.length}`,
        '',
      ].join('\r\n'),
    );
    const archive = await get(`/w/${TOKEN}/Snake%201.jar`);
    expect(archive.headers.get('content-type')).toBe('application/java-archive');
    expect(await octetsOf(archive)).toEqual(jar);
  });

  it('without a public address the one that was asked is in it', async () => {
    const { get } = appWith(program(jarOf(MANIFEST)));
    expect(await (await get(`/w/${TOKEN}/Snake%201.jad`)).text()).toContain(
      `MIDlet-Jar-URL: https://gw.example.net/w/${TOKEN}/Snake%201.jar\r\n`,
    );
  });

  it('G-MMS-52: a descriptor that was submitted stays as it is', async () => {
    const jad = text('MIDlet-Jar-URL: http://own.example/x.jar\nMIDlet-Jar-Size: 5\n');
    const { get } = appWith({ fileName: 'x.jad', contentType: 'text/vnd.sun.j2me.app-descriptor', data: jad });
    expect(await octetsOf(await get(`/w/${TOKEN}/x.jad`))).toEqual(jad);
  });

  it.each<[string, Uint8Array]>([
    ['no archive', text('nonsense')],
    ['an archive that is cut short', jarOf(MANIFEST).subarray(0, 200)],
    ['no MIDlet', jarOf('Manifest-Version: 1.0\r\nMain-Class: A\r\n')],
    ['no vendor', jarOf('MIDlet-Name: a\r\nMIDlet-Version: 1.0\r\nMIDlet-Vendor:\r\n')],
    ['a manifest of 100,000 octets', jarOf(`${MANIFEST}\r\n${'x'.repeat(100_000)}`)],
    ['names past the hundreds', jarOf(`${Array.from({ length: 300 }, (_, i) => `A${i}: b\r\n`).join('')}${MANIFEST}`)],
  ])('%s has no descriptor', async (_, data) => {
    const { get } = appWith(program(data));
    expect((await get(`/w/${TOKEN}/Snake%201.jad`)).status).toBe(404);
    expect(await octetsOf(await get(`/w/${TOKEN}/Snake%201.jar`))).toEqual(data);
  });

  it('a stream that is broken has no descriptor', () => {
    const jar = jarOf(MANIFEST);
    const at = Buffer.from(jar).indexOf('META-INF/MANIFEST.MF') + 20;
    jar.fill(0xff, at, at + 20);
    expect(descriptorOf(jar, '')).toBeUndefined();
  });

  it('G-MMS-52: its descriptor is what a push tells handsets to fetch, of what has one', async () => {
    const hrefOf = async (name: string, data: Uint8Array) => {
      const outgoing = await buildOutgoing(
        { operation: 'sendMultimedia', username: 'a', pin: 'b', content: { kind: 'wapPush', file: { name, data } } } as never,
        { from: '447700900001', to: [], cc: [] },
        {
          libraryItem: async () => undefined,
          publicUrl: 'http://wap.example.net',
          newToken: () => TOKEN,
          now: NOW,
          hostedMs: 600_000,
          mmsOctets: 300_000,
          pictures: picturesOf({ credit: 0, pricePerPart: 0 }),
        },
      );
      return outgoing.content.kind === 'serviceIndication' ? outgoing.content.si.href : undefined;
    };
    expect(await hrefOf('Snake 1.jar', jarOf(MANIFEST))).toBe(`http://wap.example.net/w/${TOKEN}/Snake%201.jad`);
    expect(await hrefOf('Snake 1.jar', text('nonsense'))).toBe(`http://wap.example.net/w/${TOKEN}/Snake%201.jar`);
    expect(await hrefOf('x.jad', text('MIDlet-Jar-Size: 5'))).toBe(`http://wap.example.net/w/${TOKEN}/x.jad`);
  });

  it('a file of another type or name has none', async () => {
    for (const other of [{ contentType: 'application/zip' }, { fileName: 'Snake 1.zip' }]) {
      const { get } = appWith({ ...program(jarOf(MANIFEST)), ...other });
      expect((await get(`/w/${TOKEN}/Snake%201.jad`)).status).toBe(404);
    }
    expect([descriptorName('A.JAR'), descriptorName('b')]).toEqual(['A.jad', 'b.jad']);
  });
});

describe('in a gateway', () => {
  it('pictures are adapted on threads that end with it, and not before', async () => {
    const threads: Worker[] = [];
    const note = (thread: Worker) => threads.push(thread);
    process.on('worker', note);
    onTestFinished(() => void process.off('worker', note));
    const store = await openTestStore();
    onTestFinished(() => store.close());
    let given: HostingOptions | undefined;
    const hosting = (options: HostingOptions) => {
      given = options;
      return hostingApp(options);
    };
    const images = { threads: 1, worker: new URL('../image/source-worker.mjs', import.meta.url) };
    const gateway = createGateway({ store, hosting, images });
    const adapt = async () => given?.repurpose?.(image('photo-baseline.jpg'), findHandset({ make: 'Nokia' }) as never, {});
    expect(threads).toHaveLength(0);
    expect(await adapt()).toMatchObject({ changed: true });
    expect(threads.map(({ threadId }) => threadId > 0)).toEqual([true]);
    await gateway.close();
    expect(threads.map(({ threadId }) => threadId)).toEqual([-1]);
    await expect(adapt()).rejects.toThrow('closed');
  });

  it('what was accepted is fetched, pictures adapted, until its time is over', async () => {
    const clock = new TestClock();
    const store = await openTestStore(undefined, clock);
    onTestFinished(() => store.close());
    const gateway = createGateway({
      store,
      clock: clock.read,
      hosting: hostingApp,
      callbacks: (options) => new CallbackSender(options),
    });
    onTestFinished(() => gateway.close());
    const content = {
      token: TOKEN,
      contentType: 'text/plain',
      fileName: 'a.txt',
      data: text('hi'),
      expiresAt: clock.now + 60_000,
    };
    await store.accept(textJob('Stranger.1', ['447700900201'], { hosted: [content] }));
    const get = () => gateway.fetch(new Request(`http://gw.example.net/w/${TOKEN}/a.txt`));
    const response = await get();
    expect([response.status, await response.text()]).toEqual([200, 'hi']);
    expect(response.headers.get('cache-control')).toBe('private, no-transform, max-age=60');
    const photo = {
      fileName: 'a.jpg',
      contentType: 'image/jpeg',
      data: image('photo-baseline.jpg'),
      expiresAt: clock.now + 60_000,
    };
    const [first, second] = ['a'.repeat(22), 'b'.repeat(22)] as const;
    const both = [
      { ...photo, token: first, adaptation: { make: 'Nokia', model: '7110' } },
      { ...photo, token: second },
    ];
    await store.accept(textJob('Stranger.1', ['447700900201'], { hosted: both }));
    const typeOf = async (token: string) =>
      (await gateway.fetch(new Request(`http://gw.example.net/w/${token}/a.jpg`))).headers.get('content-type');
    expect([await typeOf(first), await typeOf(second)]).toEqual(['image/vnd.wap.wbmp', 'image/jpeg']);
    clock.now += 60_000;
    expect((await get()).status).toBe(404);
  });
});
