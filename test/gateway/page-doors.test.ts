/** What the playground sends by: the interface on the operators' port, with the account's own login and all that it leads to. */
import { describe, expect, it } from 'vitest';
import { ask } from './raw-http.js';
import { FORM, formOf, MMS, QUERY, SMS, TO, tagsOf, testGateway, WHO } from './support.js';

const TOKEN = 'a-token-of-24-characters';
const basic = (user: string, pin: string) => `Basic ${Buffer.from(`${user}:${pin}`).toString('base64')}`;
const ACCOUNT = { 'Handset-Account': basic(WHO.Username, WHO.PIN) };
const post = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  ...{ method: 'POST', headers: { 'Content-Type': FORM, ...headers } },
  body: formOf({ ResponseFormat: '1', ...WHO, ...TO, Message: 'Hello', ...fields }),
});

describe('sends of the page', () => {
  it('are those of the public port: charged, brought to the handset, found by their identifier', async () => {
    const { operators, inbox, credit } = await testGateway();
    const answer = tagsOf(await (await operators(`/send${SMS}`, post({}))).text());
    expect(answer).toMatchObject({ Report: '-2', Units: '1' });
    expect((await inbox(TO.SendTo))[0]?.content).toEqual({ kind: 'text', text: 'Hello' });
    expect(await credit(WHO.Username)).toBe('151895');
    const found = await operators(`/send/v1/messages/${answer.MessageIdentifier}`, { headers: ACCOUNT });
    expect(await found.json()).toMatchObject({ id: answer.MessageIdentifier, state: 'delivered' });
    expect(found.headers.get('Cache-Control')).toBe('no-store');
  });

  it('are taken back while they wait, which is in the audit as of the account', async () => {
    const { operators, store, credit } = await testGateway();
    const sent = await operators(`/send${SMS}`, post({ SendTimeDelay: '10' }));
    const { MessageIdentifier: id, Report } = tagsOf(await sent.text());
    expect(Report).toBe('99');
    const taken = await operators(`/send/v1/messages/${id}`, { method: 'DELETE', headers: ACCOUNT });
    expect(await taken.json()).toMatchObject({ state: 'cancelled' });
    expect(await credit(WHO.Username)).toBe('152345');
    expect((await store.audit({})).entries).toEqual(
      expect.arrayContaining([expect.objectContaining({ by: `account:${WHO.Username}` })]),
    );
    const again = await operators(`/send/v1/messages/${id}`, { method: 'DELETE', headers: ACCOUNT });
    expect(again.status).toBe(409);
  });

  it("need the account's own PIN, and ask no browser for one", async () => {
    const { operators } = await testGateway();
    expect(tagsOf(await (await operators(`/send${MMS}`, post({ PIN: '999999' }))).text())).toMatchObject({ Report: '2' });
    for (const headers of [
      {},
      { Authorization: ACCOUNT['Handset-Account'] },
      { 'Handset-Account': basic(WHO.Username, '9') },
    ]) {
      const answer = await operators('/send/v1/messages/AAAAAAAAAAAAAAA', { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.get('WWW-Authenticate')).toBe(null);
    }
    expect((await operators('/send/v1/messages/AAAAAAAAAAAAAAA', { headers: ACCOUNT })).status).toBe(404);
  });

  it('take nothing else of the interface', async () => {
    const { operators } = await testGateway();
    const form = post({});
    for (const path of [
      SMS,
      MMS,
      '/v1/account',
      '/v1/messages',
      `/send${QUERY}`,
      '/send/sendsms',
      '/send/v1/account',
      '/send/v1/messages',
    ])
      expect((await operators(path, form)).status, path).toBe(404);
    const query = `/send${SMS}?${form.body}`;
    expect((await operators(query)).status).toBe(405);
    expect((await operators(`/send${SMS}`, { ...form, headers: {} })).status).toBe(415);
    expect((await operators('/send/v1/messages/AAAAAAAAAAAAAAA', form)).status).toBe(405);
  });

  it('are not there without the page', async () => {
    const { operators } = await testGateway({ playground: false });
    expect((await operators(`/send${SMS}`, post({}))).status).toBe(404);
  });
});

describe('over the port', () => {
  it('no page of another site sends, whatever it knows', async () => {
    const { gateway } = await testGateway();
    const { port } = await gateway.listenOperators();
    for (const site of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://rebound.example' }, { Host: 'rebound.example' }])
      expect((await ask(port, `/send${SMS}`, post({}, site))).status).toBe(403);
    const own = { Host: `127.0.0.1:${port}`, Origin: `http://127.0.0.1:${port}`, 'Sec-Fetch-Site': 'same-origin' };
    expect((await ask(port, `/send${SMS}`, post({}, own))).body).toContain('Report=-2');
  });

  it("the operators' token is needed beside the account", async () => {
    const { gateway } = await testGateway();
    const { port } = await gateway.listenOperators({ token: TOKEN });
    expect((await ask(port, `/send${SMS}`, post({}))).status).toBe(401);
    const token = { Authorization: basic('', TOKEN) };
    expect((await ask(port, `/send${SMS}`, post({}, token))).body).toContain('Report=-2');
    const asked = (headers: Record<string, string>) => ask(port, '/send/v1/messages/AAAAAAAAAAAAAAA', { headers });
    expect((await asked(ACCOUNT)).status).toBe(401);
    expect((await asked({ ...token, ...ACCOUNT })).status).toBe(404);
  });

  it('failed logins lead to pauses, which are those of the public port as well', async () => {
    const pair = { failures: 2, firstMs: 60_000, maxMs: 60_000, forgetMs: 60_000 };
    const { gateway } = await testGateway({ logins: { pair } });
    const [{ port }, { port: publicPort }] = [await gateway.listenOperators(), await gateway.listen({ port: 0 })];
    for (let i = 0; i < 3; i++) expect((await ask(port, `/send${SMS}`, post({ PIN: '999999' }))).body).toContain('Report=2&');
    // The right one does not help meanwhile, here nor there.
    expect((await ask(port, `/send${SMS}`, post({}))).body).toContain('Report=98');
    expect((await ask(publicPort, SMS, post({}))).body).toContain('Report=98');
  });

  it('what a proxy could have said of the client is not believed', async () => {
    const peers: unknown[] = [];
    const keep = (fields: object) => peers.push((fields as { peer?: unknown }).peer);
    const log = { debug: keep, info: keep, warn: keep, error: keep };
    const { gateway } = await testGateway({ log, trustedProxies: ['127.0.0.1'] });
    const { port } = await gateway.listenOperators();
    await ask(port, `/send${SMS}`, post({}, { 'X-Forwarded-For': '192.0.2.1' }));
    expect(peers).toContain('127.0.0.1');
    expect(peers).not.toContain('192.0.2.1');
  });
});
