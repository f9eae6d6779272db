import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway, readProvisioning, Store } from '../../src/gateway/index.js';
import { closedPort, gateway as scripted } from './send-gateway.js';
import { handset, shared } from './support.js';

const NUMBER = '447700900123';
const accounts = [{ username: 'Demo.1', pin: '00123456', credit: '100.0000', replyTo: ['447700900001', 'Demo'] }];
const ACCOUNT = { HANDSET_USERNAME: 'Demo.1', HANDSET_PIN: '00123456' };

let gateway: Gateway;
let store: Store;
let url: string;
let operators: string;

beforeAll(async () => {
  store = await Store.open({ sqlite: ':memory:' }, { pinCost: 1 });
  await store.provision(readProvisioning(JSON.stringify({ accounts })));
  gateway = createGateway({ store });
  ({ url } = await gateway.listen({ host: '127.0.0.1', port: 0 }));
  operators = (await gateway.listenOperators()).url;
  const send = (...args: string[]) => handset(['send', ...args, '--to', NUMBER], { env: { ...ACCOUNT, HANDSET_SERVER: url } });
  expect((await send('text', 'Hello there', '--reply-to', 'Demo')).code).toBe(0);
  expect((await send('text', 'x'.repeat(200))).code).toBe(0);
  expect((await send('logo', shared('zum-loewen.rows'), '--make', 'Nokia', '--mcc', '234', '--mnc', '10')).code).toBe(0);
  expect((await send('ringtone', shared('doorbell.emy'), '--make', 'Nokia')).code).toBe(0);
});
afterAll(async () => {
  await gateway.close();
  await store.close();
});

const inbox = (...args: string[]) => handset(['inbox', NUMBER, ...args, '--operators', operators]);

/** What arrives is delivered behind the answer to the sender. */
async function whole(): Promise<string> {
  await expect.poll(async () => (await inbox()).out.match(/^from /gm)?.length, { timeout: 5000 }).toBe(4);
  return (await inbox()).out;
}

describe('handset inbox', () => {
  it('shows each message as preview does, with its originator and time', async () => {
    const out = await whole();
    const messages = out.split(/^(?=from )/m);
    const from = 'from [\\w+]+, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d UTC\\n';
    expect(messages[0]).toMatch(/^from Demo, [\d: -]+ UTC\ntext\nHello there\n/);
    expect(messages[1]).toMatch(new RegExp(`^${from}text\\nx{200}\\n`));
    expect(messages[2]).toMatch(new RegExp(`^${from}operator logo 234-10, 72x14\\n`));
    expect(messages[3]).toMatch(new RegExp(`^${from}"Doorbell", `));
  });

  it('--last and --hex give PDUs that preview and inspect read', async () => {
    await whole();
    const { code, out, err } = await inbox('--last', '2', '--hex');
    expect([code, err]).toEqual([0, '']);
    expect(out).toMatch(/^(?:[0-9A-F]+\n)+$/);
    const shown = await handset(['preview', '-'], { stdin: out });
    expect(shown.out).toMatch(/^operator logo 234-10, 72x14\n(?:.*\n)+"Doorbell", /);
    expect((await inbox('--last', '1')).out).toMatch(/^from .*\n"Doorbell", /);
  });

  it("--json is the gateway's own", async () => {
    await whole();
    const { out } = await inbox('--json');
    expect(JSON.parse(out)).toEqual(await (await fetch(`${operators}/virtual/handsets/${NUMBER}/inbox`)).json());
  });

  it('finds the address in the environment, and says when nothing has arrived', async () => {
    expect(await handset(['inbox', '447700900999'], { env: { HANDSET_OPERATORS: `${operators}/` } })).toEqual({
      code: 0,
      out: '',
      err: 'nothing has arrived for 447700900999\n',
    });
  });
});

describe('refusals', () => {
  it.each([
    ["no operators' port", [NUMBER], /HANDSET_OPERATORS, or give --operators/],
    ['a server that is none', [NUMBER, '--operators', 'sms.example.com'], /--operators takes a URL/],
    ['a name for a number', ['Demo', '--operators', 'http://127.0.0.1:1'], /takes digits/],
  ])('%s is a wrong command line', async (_, args, why) => {
    expect(await handset(['inbox', ...args])).toMatchObject({ code: 2, out: '', err: expect.stringMatching(why) });
  });

  it('shows the token to a gateway that takes one, and says when it is missing or wrong', async () => {
    const token = 'a-token-of-24-characters';
    const { url: guarded } = await gateway.listenOperators({ token });
    const asked = (given: Record<string, string>) =>
      handset(['inbox', NUMBER], { env: { HANDSET_OPERATORS: guarded, ...given } });
    expect((await asked({ HANDSET_OPERATORS_TOKEN: token })).code).toBe(0);
    for (const given of [{}, { HANDSET_OPERATORS_TOKEN: 'another-token-of-24-char' }]) {
      expect(await asked(given)).toEqual({
        ...{ code: 4, out: '' },
        err: "handset: the gateway refused: HTTP 401; it takes the operators' token: HANDSET_OPERATORS_TOKEN\n",
      });
    }
  });

  it('the public port shows no inbox', async () => {
    expect(await handset(['inbox', NUMBER, '--operators', url])).toMatchObject({
      ...{ code: 4, out: '' },
      err: expect.stringContaining("only a gateway's port for operators shows inboxes"),
    });
  });

  it('no connection is 5, and a gateway that does not show it 4', async () => {
    const server = await closedPort();
    expect(await handset(['inbox', NUMBER, '--operators', server])).toMatchObject({ code: 5, out: '' });
    const { url: other } = await scripted((response) => response.writeHead(404).end('404 Not Found'));
    expect(await handset(['inbox', NUMBER, '--operators', other])).toMatchObject({
      code: 4,
      out: '',
      err: expect.stringMatching(/^handset: the gateway refused: HTTP 404; /),
    });
  });

  it.each([
    ['no JSON', '<html>'],
    ['another JSON', '[]'],
    ['null', 'null'],
    [
      'a message without parts',
      '{"messages":[{"messageIdentifier":"A","originator":"1","receivedAt":"2026-03-04T05:06:07Z"}]}',
    ],
    [
      'parts that are no hex',
      '{"messages":[{"messageIdentifier":"A","originator":"1","receivedAt":"2026-03-04T05:06:07Z","parts":["0\\u001b"]}]}',
    ],
    ['a time that is none', '{"messages":[{"messageIdentifier":"A","originator":"1","receivedAt":"now","parts":["00"]}]}'],
  ])('%s is invalid', async (_, body) => {
    const { url: other } = await scripted(body);
    expect(await handset(['inbox', NUMBER, '--operators', other])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/^handset: inbox.*\[bad-value]\n$/),
    });
  });
});
