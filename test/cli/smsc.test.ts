import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { toSubmitSm } from '../../src/carrier/index.js';
import { run } from '../../src/cli/program.js';
import { buildSubmits } from '../../src/message/index.js';
import { parseRtttl } from '../../src/ringtone/index.js';
import { connectSmpp } from '../../src/smpp/node.js';
import { submitText } from '../../src/sms/index.js';
import { handset, write } from './support.js';

/** The command until it listens, and what it has written when it ends. */
async function listening(...args: string[]) {
  let out = '';
  let err = '';
  let found = (_port: number) => {};
  const port = new Promise<number>((resolve) => {
    found = resolve;
  });
  const ended = run(['smsc', '--port', '0', ...args], {
    stdout: (text) => {
      out += text;
    },
    stderr: (text) => {
      err += text;
      const [, digits] = /port (\d+);/.exec(err) ?? [];
      if (digits !== undefined) found(Number(digits));
    },
    stdin: async function* () {},
    env: {},
    color: false,
  });
  const client = await connectSmpp({ host: '127.0.0.1', port: await port, bind: { system_id: 'shop' }, onRequest: () => 0 });
  return { client, outcome: async () => ({ code: await ended, out, err }) };
}

const rtttl = 'Tune:d=4,o=5,b=120:c,d,e,f,g,a,b,c6,d6,e6,f6,g6,a6,b6,c,d,e,f,g,a,b,c6,d6,e6,f6,g6,a6,b6';

describe('handset smsc', () => {
  it('shows what is sent to it, and what was refused', async () => {
    const script = write('faults.json', '{"rules":[{"nth":2,"status":"ESME_RTHROTTLED"}]}');
    const to = '+447700900123';
    const parts = [
      ...submitText('On my way', { to }),
      ...submitText('Not now', { to }),
      ...submitText('x'.repeat(200), { to }),
    ].map((one) => ({ source_addr: 'Shop', ...toSubmitSm(one) }));
    const { client, outcome } = await listening('--script', script, '--count', '4');
    for (const fields of parts) await client.request('submit_sm', { fields });
    await client.ended;
    const { code, out, err } = await outcome();
    const head = 'submit_sm of shop from Shop to 447700900123';
    expect(out).toBe(
      [
        `${head}: id 1\ntext\nOn my way\n`,
        `${head}: ESME_RTHROTTLED: too many messages in this time\n`,
        `${head}: id 2, a part of a message\n`,
        `${head}: id 3\ntext\n${'x'.repeat(200)}\n`,
      ].join(''),
    );
    expect([code, err]).toEqual([
      0,
      expect.stringMatching(/^SMPP on 127\.0\.0\.1, port \d+; Ctrl-C ends it\nshop is bound_trx\nshop is gone: /),
    ]);
  });

  it('shows a tune as preview does', async () => {
    const content = { kind: 'ringtone', tune: parseRtttl(rtttl) } as const;
    const parts = buildSubmits(content, { to: '+447700900123', make: 'Nokia' });
    const { client, outcome } = await listening('--count', String(parts.length));
    for (const one of parts) await client.request('submit_sm', { fields: { ...toSubmitSm(one) } });
    expect((await outcome()).out).toContain('Tune');
  });

  it('writes a line of JSON for each', async () => {
    const { client, outcome } = await listening('--json', '--count', '2');
    await client.request('submit_sm', {
      fields: { source_addr: 'Shop', destination_addr: '1', short_message: Buffer.from('Hi') },
    });
    const short_message = Buffer.from('0605041581000001FF', 'hex');
    await client.request('submit_sm', { fields: { destination_addr: '2', esm_class: 0x40, data_coding: 4, short_message } });
    const lines = (await outcome()).out
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines).toMatchObject([
      { command: 'submit_sm', id: '1', status: 'ESME_ROK', systemId: 'shop', from: 'Shop', to: '1', text: 'Hi' },
      { id: '2', to: '2', data: '01FF', udh: [{ kind: 'ports16', destination: 0x1581, source: 0 }] },
    ]);
    expect(lines[0].pdu).toMatch(/^000000[0-9A-F]{2}00000004.*4869$/);
  });

  it('names what is wrong with a script, and a port that is taken', async () => {
    const script = write('wrong.json', '{"rules":[{"status":"ESME_OOPS"}]}');
    expect(await handset(['smsc', '--script', script])).toMatchObject({
      code: 1,
      err: expect.stringMatching(/wrong\.json: \$\.rules\[0\]\.status: .*ESME_RTHROTTLED.*\[bad-value\]/),
    });
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      expect(await handset(['smsc', '--port', String(port)])).toMatchObject({
        code: 2,
        err: `handset: cannot listen on port ${port} of 127.0.0.1: it is in use\n`,
      });
    } finally {
      server.close();
    }
  });
});
