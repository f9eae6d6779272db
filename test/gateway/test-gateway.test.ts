/** The gateway for tests: phones that give what comes, and send. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createTestGateway, NoMessageError, type TestGatewayOptions } from '../../src/gateway/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { createReceiver, Sender } from '../../src/sender/index.js';
import { submitText } from '../../src/sms/index.js';

const ANN = '447700900123';

async function open(options?: TestGatewayOptions) {
  const gateway = await createTestGateway(options);
  onTestFinished(() => gateway.close());
  return gateway;
}

describe('nextMessage', () => {
  it('gives each message once, in order, whether it came before or after the question', async () => {
    const { sender, phone } = await open();
    await sender.sendText('one', { to: `+${ANN}` });
    const ann = phone('+44 7700 900123');
    expect(ann).toBe(phone(ANN));
    expect((await ann.nextMessage()).text).toBe('one');
    const both = [ann.nextMessage(), ann.nextMessage()];
    await sender.sendText('two', { to: ANN });
    await sender.sendText('three', { to: ANN });
    expect((await Promise.all(both)).map(({ text }) => text)).toEqual(['two', 'three']);
    expect((await ann.messages()).map(({ text }) => text)).toEqual(['one', 'two', 'three']);
    await expect(ann.nextMessage({ timeoutMs: 20 })).rejects.toThrow(`no message at ${ANN} within 20 ms`);
  });

  it('reads any content, and joins parts', async () => {
    const { sender, phone } = await open({ accounts: [{ replyTo: ['Shop'] }] });
    const tune = parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6');
    await sender.sendRingtone(tune, { to: ANN, make: 'Nokia' });
    const message = await phone(ANN).nextMessage();
    expect(message).toMatchObject({ from: 'Shop', text: undefined, content: { kind: 'ringtone', tune: { title: 'Siren' } } });
    const long = 'Your table is booked. '.repeat(20).trim();
    await sender.sendText(long, { to: ANN });
    const { text, parts } = await phone(ANN).nextMessage();
    expect([text, parts.length]).toEqual([long, 3]);
  });

  it('says what came when nothing whole did', async () => {
    const { sender, phone } = await open();
    const [first] = submitText('x'.repeat(200), { to: ANN });
    await sender.sendPdu(first!, { to: ANN });
    await expect
      .poll(
        async () =>
          await phone(ANN)
            .nextMessage({ timeoutMs: 50 })
            .catch((error) => error),
      )
      .toMatchObject({
        name: 'NoMessageError',
        message: `no message at ${ANN} within 50 ms; 1 of 2 parts came`,
        incomplete: [{ sequences: [1], total: 2 }],
      });
    const si = (created: string) => ({ href: 'http://example.com/1', id: 'n1', created: new Date(created), text: 'News' });
    const bob = phone('447700900124');
    await sender.sendServiceIndication(si('2026-03-04T05:00:00Z'), { to: bob.number });
    await bob.nextMessage();
    await sender.sendServiceIndication(si('2026-03-04T04:00:00Z'), { to: bob.number });
    await expect
      .poll(async () => await bob.nextMessage({ timeoutMs: 50 }).catch(({ message }) => message))
      .toBe('no message at 447700900124 within 50 ms; the phone discarded: si-older');
  });

  it('ends with its signal, and with the gateway', async () => {
    const { phone, close, sender } = await open();
    const controller = new AbortController();
    const waits = phone(ANN).nextMessage({ signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waits).rejects.toThrow('enough');
    await expect(phone(ANN).nextMessage({ signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before');
    const last = phone(ANN).nextMessage();
    await sender.sendText('still there', { to: ANN });
    expect((await last).text).toBe('still there');
    const never = phone(ANN).nextMessage();
    const refused = expect(never).rejects.toThrow(NoMessageError);
    await close();
    await refused;
  });
});

describe('a phone', () => {
  it('answers what it was sent, and the program under test hears of it', async () => {
    const heard: unknown[] = [];
    const receive = createReceiver({
      username: 'hook',
      pin: '4712',
      onMessage: ({ replyTo, message }) => void heard.push([replyTo, message]),
      onReceipt: ({ report }) => void heard.push(report),
    });
    const server = createServer(async (incoming, outgoing) => {
      const body = Buffer.concat(await incoming.toArray());
      const headers = { 'Content-Type': incoming.headers['content-type'] as string };
      const { status } = await receive(new Request('http://localhost/', { method: 'POST', headers, body }));
      outgoing.writeHead(status).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { sender, phone } = await open({
      accounts: [{ replyTo: ['447700900999'], callback: { url, username: 'hook', pin: '4712' } }],
    });
    const ann = phone(ANN);
    await expect(ann.send('Hello?')).rejects.toThrow('to is absent');
    await sender.sendText('Will you come?', { to: ANN });
    await ann.nextMessage();
    await ann.send('Yes');
    await expect.poll(() => heard).toContainEqual([ANN, 'Yes']);
    await expect(ann.send('Hello?', '447700900111')).rejects.toThrow('447700900111');
  });

  it.each(['', 'Shop', '123', undefined])('has a number, not %j', async (number) => {
    const { phone } = await open();
    expect(() => phone(number as string)).toThrow(/number has to be digits with the country code/);
  });
});

it('has the accounts that are asked for, each with its own credentials', async () => {
  const { url, sender } = await open({ accounts: [{ username: 'Ann.1', pin: '1111', credit: '2.5000' }, {}] });
  expect(await sender.availableCredit()).toEqual({ currency: 'GBP', amount: '2.5000' });
  const second = new Sender({ primary: url, username: 'Test.2', pin: '4711' });
  expect(await second.availableCredit()).toEqual({ currency: 'GBP', amount: '1000.0000' });
});

it('is closed at the end of the block that holds it, and once is enough', async () => {
  let url = '';
  {
    await using gateway = await createTestGateway();
    url = gateway.url;
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await gateway.close();
  }
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});

it('refuses an account that cannot be', async () => {
  await expect(createTestGateway({ accounts: [{ credit: 'much' }] })).rejects.toThrow(/credit/);
});
