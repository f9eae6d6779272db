import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DecodeError } from '../../src/errors.js';
import { type CentreScript, createTestCentre, type TestCentreOptions } from '../../src/smpp/centre.js';
import {
  decodeSmppPdu,
  encodeSmppPdu,
  findSmppParameter,
  type SmppFields,
  type SmppPdu,
  SmppSplitter,
} from '../../src/smpp/index.js';
import { connectSmpp, SmppBindError, type SmppConnectOptions, SmppNoAnswerError } from '../../src/smpp/node.js';

const latin1 = (octets: unknown) => Buffer.from(octets as Uint8Array).toString('latin1');
const message = (to: string, more: SmppFields = {}): { fields: SmppFields } => ({
  fields: { source_addr: 'Shop', destination_addr: to, registered_delivery: 1, short_message: Buffer.from('Hi'), ...more },
});

async function start(script: CentreScript = {}, options: TestCentreOptions = {}) {
  const centre = await createTestCentre({ port: 0, script, ...options });
  onTestFinished(() => centre.close());
  return centre;
}

/** An application, with what the centre sends to it and what is answered, in order. */
async function join(port: number, options: Partial<SmppConnectOptions> = {}) {
  const delivered: SmppPdu[] = [];
  const order: string[] = [];
  let wake = () => {};
  const client = await connectSmpp({
    ...{ host: '127.0.0.1', port, bind: { system_id: 'shop', password: 'secret' } },
    onRequest: (pdu) => {
      delivered.push(pdu);
      order.push(`deliver_sm ${/stat:\w+/.exec(latin1(pdu.fields?.short_message))?.[0] ?? ''}`);
      wake();
      return 0;
    },
    ...options,
  });
  onTestFinished(() => client.destroy());
  const until = async (count: number) => {
    while (delivered.length < count) await new Promise<void>((resolve) => (wake = resolve));
    return delivered;
  };
  const submit = async (to: string, more?: SmppFields) => {
    const answer = await client.request('submit_sm', message(to, more));
    order.push(`answer ${answer.status}`);
    return answer;
  };
  return { client, delivered, order, until, submit };
}

describe('a test centre', () => {
  it('takes messages, and gives the receipts that are asked for', async () => {
    const centre = await start({}, { clock: () => Date.UTC(2026, 10, 26, 12, 34, 56) });
    const { submit, until } = await join(centre.port);
    expect((await submit('447700900123')).fields).toEqual({ message_id: '1' });
    await submit('447700900124', { registered_delivery: 0 });
    const [receipt] = (await until(1)) as [SmppPdu];
    expect(receipt.fields).toMatchObject({ source_addr: '447700900123', destination_addr: 'Shop', esm_class: 4 });
    // The form of appendix B.
    expect(latin1(receipt.fields?.short_message)).toBe(
      'id:1 sub:001 dlvrd:001 submit date:2611261234 done date:2611261234 stat:DELIVRD err:000 text:Hi',
    );
    expect(findSmppParameter(receipt.parameters, 'receipted_message_id')).toBe('1');
    expect(findSmppParameter(receipt.parameters, 'message_state')).toBe(2);
    expect(await centre.nextMessage()).toMatchObject({
      ...{ command: 'submit_sm', id: '1', status: 0, systemId: 'shop', from: 'Shop', to: '447700900123', text: 'Hi' },
    });
    expect((await centre.nextMessage()).to).toBe('447700900124');
    const next = centre.nextMessage();
    await submit('447700900125');
    expect(await next).toBe(centre.messages[2]);
    await until(2);
    expect(centre.messages.map(({ receipts }) => receipts.length)).toEqual([1, 0, 1]);
    await expect(centre.nextMessage({ signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
    // Who gives up while waiting misses nothing: the message is the next reader's.
    const patience = new AbortController();
    const given = centre.nextMessage({ signal: patience.signal });
    patience.abort(new Error('no more'));
    await expect(given).rejects.toThrow('no more');
    await submit('447700900126');
    expect((await centre.nextMessage({ signal: new AbortController().signal })).to).toBe('447700900126');
  });

  it('answers before it gives a receipt', async () => {
    const centre = await start();
    const socket = connect(centre.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const splitter = new SmppSplitter();
    const commands: (string | number)[] = [];
    const send = (command: 'bind_transceiver' | 'submit_sm', sequence: number, fields: SmppFields) =>
      socket.write(encodeSmppPdu({ command, sequence, fields }));
    const done = new Promise<void>((resolve) => {
      socket.on('data', (chunk) => {
        for (const octets of splitter.split(chunk)) {
          const { command } = decodeSmppPdu(octets);
          commands.push(command);
          if (command === 'bind_transceiver_resp') send('submit_sm', 2, message('1').fields);
          if (command === 'deliver_sm') resolve();
        }
      });
    });
    send('bind_transceiver', 1, { system_id: 'shop' });
    await done;
    expect(commands).toEqual(['bind_transceiver_resp', 'submit_sm_resp', 'deliver_sm']);
  });

  it('lets in whom the script knows', async () => {
    const centre = await start({ accounts: { shop: 'secret' } });
    await join(centre.port);
    const wrong = join(centre.port, { bind: { system_id: 'shop', password: 'other' } });
    await expect(wrong).rejects.toMatchObject({ constructor: SmppBindError, status: 0x0e });
    await expect(join(centre.port, { bind: { system_id: 'constructor' } })).rejects.toMatchObject({ status: 0x0f });
    const full = await start({ rules: [{ commands: ['bind_receiver'], status: 'ESME_RBINDFAIL' }] });
    await join(full.port);
    await expect(join(full.port, { command: 'bind_receiver' })).rejects.toMatchObject({ status: 0x0d });
  });

  it('sends messages, also to who binds later, and to an account alone', async () => {
    const centre = await start({ incoming: [{ from: '447700900001', to: '4000', text: 'Hello', times: 2, everyMs: 1 }] });
    const later = centre.sendMessage({ from: '+447700900123', to: '4000', text: 'Привет', systemId: 'app' });
    const shop = await join(centre.port);
    await shop.until(2);
    const app = await join(centre.port, { command: 'bind_receiver', bind: { system_id: 'app' } });
    expect(await later).toMatchObject({ command: 'deliver_sm_resp', status: 0 });
    const [first] = await app.until(1);
    expect(first?.fields).toMatchObject({ source_addr_ton: 1, source_addr: '447700900123', data_coding: 8 });
    expect(
      Buffer.from(first?.fields?.short_message as Uint8Array)
        .swap16()
        .toString('utf16le'),
    ).toBe('Привет');
    await app.until(3);
    await centre.sendMessage({ from: 'Bank', to: '4000', text: 'x'.repeat(300), systemId: 'app' });
    const long = app.delivered.at(-1) as SmppPdu;
    expect([long.fields?.source_addr_ton, latin1(findSmppParameter(long.parameters, 'message_payload'))]).toEqual([
      5,
      'x'.repeat(300),
    ]);
    expect(shop.delivered.map(({ fields }) => latin1(fields?.short_message))).toEqual(['Hello', 'Hello']);
  });

  it('queries, replaces and cancels what is under way', async () => {
    const centre = await start({ receipts: [{ state: 'DELIVRD', afterMs: 60_000 }] });
    const { client, submit, until } = await join(centre.port);
    await submit('447700900123');
    const one = { message_id: '1', source_addr: 'Shop' };
    const query = async (fields: SmppFields) => {
      const { status, fields: found } = await client.request('query_sm', { fields });
      return [status, found?.message_state, String(found?.final_date ?? '').length];
    };
    expect(await query(one)).toEqual([0, 1, 0]);
    expect(await query({ ...one, source_addr: 'Other' })).toEqual([0x0c, undefined, 0]);
    expect(await query({ message_id: '', source_addr: 'Shop' })).toEqual([0x0c, undefined, 0]);
    const other = await join(centre.port, { bind: { system_id: 'app' } });
    expect((await other.client.request('query_sm', { fields: one })).status).toBe(0x0c);

    const short_message = Buffer.from('Bye');
    const replaced = await client.request('replace_sm', { fields: { ...one, short_message, registered_delivery: 1 } });
    expect([replaced.status, centre.messages[0]?.text]).toEqual([0, 'Bye']);
    expect((await client.request('cancel_sm', { fields: { ...one, destination_addr: '4477' } })).status).toBe(0x0c);
    expect((await client.request('cancel_sm', { fields: one })).status).toBe(0);
    const [receipt] = await until(1);
    expect(latin1(receipt?.fields?.short_message)).toContain('stat:DELETED err:000 text:Bye');
    expect(await query(one)).toEqual([0, 4, 16]);
    expect((await client.request('cancel_sm', { fields: one })).status).toBe(0x11);
    expect((await client.request('replace_sm', { fields: one })).status).toBe(0x13);

    // Without an id: all between two addresses.
    for (const to of ['1', '1', '2']) await submit(to, { registered_delivery: 0 });
    const all = { source_addr: 'Shop', destination_addr: '1' };
    expect((await client.request('cancel_sm', { fields: all })).status).toBe(0);
    expect(centre.messages.map(({ state }) => state)).toEqual(['DELETED', 'DELETED', 'DELETED', 'ENROUTE']);
    expect((await client.request('cancel_sm', { fields: all })).status).toBe(0x11);
    expect((await client.request('cancel_sm', { fields: { source_addr: 'Shop' } })).status).toBe(0x11);
  });

  it('takes submit_multi and data_sm', async () => {
    const centre = await start({ rules: [{ to: '9', status: 'ESME_RINVDSTADR' }] });
    const { client, until } = await join(centre.port);
    const list = (...to: string[]) => to.map((destination_addr) => ({ dest_flag: 1, destination_addr }));
    const { fields } = message('');
    const multi = async (dest_address: readonly SmppFields[]) => {
      const { destination_addr: _, ...others } = fields;
      return client.request('submit_multi', { fields: { ...others, dest_address } });
    };
    expect((await multi(list('1', '9', '2'))).fields).toEqual({
      message_id: '1',
      unsuccess_sme: [{ dest_addr_ton: 0, dest_addr_npi: 1, destination_addr: '9', error_status_code: 0x0b }],
    });
    expect((await until(2)).map(({ fields }) => fields?.source_addr)).toEqual(['1', '2']);
    expect((await multi(list('9'))).status).toBe(0x45);
    expect((await multi([])).status).toBe(0x33);
    expect((await multi([{ dest_flag: 2, dl_name: 'friends' }])).status).toBe(0x34);
    const data = await client.request('data_sm', {
      fields: { source_addr: 'Shop', destination_addr: '3', data_coding: 8 },
      parameters: [
        { name: 'message_payload', value: Buffer.from('Да', 'utf16le').swap16() },
        { name: 'sar_msg_ref_num', value: 7 },
        { name: 'sar_total_segments', value: 2 },
        { name: 'sar_segment_seqnum', value: 1 },
      ],
    });
    expect(data.fields).toEqual({ message_id: '2' });
    expect(centre.messages.map(({ id, to, status }) => [id, to, status])).toEqual([
      ['1', '1', 0],
      ['', '9', 0x0b],
      ['1', '2', 0],
      ['', '9', 0x0b],
      ['2', '3', 0],
    ]);
    expect(centre.messages[4]?.userData).toEqual({
      udh: [{ kind: 'concat16', reference: 7, total: 2, sequence: 1 }],
      ...{ tpDcs: 8, text: 'Да' },
    });
    expect((await client.request('broadcast_sm', { fields: {} })).status).toBe(3);
  });

  it('reads headers and octets of a message', async () => {
    const centre = await start();
    const { submit } = await join(centre.port);
    await submit('1', { esm_class: 0x40, data_coding: 4, short_message: Buffer.from('0605041581000001FF', 'hex') });
    await submit('1', { esm_class: 0x40, short_message: Buffer.from('05FF', 'hex') });
    expect(centre.messages.map(({ text, userData }) => [text, userData.udh, userData.data])).toEqual([
      [undefined, [{ kind: 'ports16', destination: 0x1581, source: 0 }], new Uint8Array([1, 0xff])],
      [undefined, [], Buffer.from('05FF', 'hex')].map((one) => (one instanceof Buffer ? new Uint8Array(one) : one)),
    ]);
  });
});

describe('faults by script', () => {
  it('refuse, throttle and count', async () => {
    const centre = await start({
      rules: [
        { to: '4470', status: 'ESME_RINVDSTADR' },
        { from: 'Bad', status: 0x450 },
        { nth: 2, status: 'ESME_RMSGQFUL' },
        { every: 3, times: 1, status: 'ESME_RTHROTTLED' },
      ],
    });
    const { submit } = await join(centre.port);
    const statuses: number[] = [];
    // A plus sign is no part of a number; the second counts whatever the first rule does.
    for (const to of ['1', '+44701', '3', '4', '5', '6']) statuses.push((await submit(to)).status);
    expect(statuses).toEqual([0, 0x0b, 0x58, 0, 0, 0]);
    expect((await submit('7', { source_addr: 'Bad' })).status).toBe(0x450);
    expect(centre.messages.filter(({ status }) => status === 0).map(({ id }) => id)).toEqual(['1', '2', '3', '4']);
  });

  it('hold in a span of time, above a rate, and by chance', async () => {
    let now = 1_000_000;
    const drawn = [0.6, 0.4, 0.5];
    const centre = await start(
      {
        rules: [
          { afterMs: 1_000, untilMs: 2_000, overPerSecond: 1, status: 'ESME_RTHROTTLED' },
          { afterMs: 5_000, probability: 0.5, status: 'ESME_RSYSERR' },
        ],
      },
      { clock: () => now, random: () => drawn.shift() ?? 1 },
    );
    const { submit } = await join(centre.port);
    const at = async (ms: number) => {
      now = 1_000_000 + ms;
      return (await submit('1')).status;
    };
    const statuses: number[] = [];
    for (const ms of [0, 0, 1_000, 1_999, 1_999, 2_000, 5_000, 5_000, 5_000]) statuses.push(await at(ms));
    expect(statuses).toEqual([0, 0, 0, 0x58, 0x58, 0, 0, 8, 0]);
  });

  it('by chance are the same for the same seed, and as frequent as they should be', async () => {
    const run = async (seed: number) => {
      const centre = await start({ seed, rules: [{ probability: 0.3, status: 'ESME_RSYSERR' }] });
      const { client } = await join(centre.port, { window: 100 });
      const answers = Array.from({ length: 400 }, () => client.request('submit_sm', message('1', { registered_delivery: 0 })));
      return (await Promise.all(answers)).map(({ status }) => status);
    };
    const first = await run(7);
    expect(await run(7)).toEqual(first);
    expect(await run(8)).not.toEqual(first);
    // Four standard deviations of 400 draws are 37.
    expect(Math.abs(first.filter((status) => status === 8).length - 120)).toBeLessThan(37);
  });

  it('are slow, and silent', async () => {
    const waits: number[] = [];
    const centre = await start(
      {
        rules: [
          { nth: 1, answerAfterMs: 5_000 },
          { nth: 2, silent: true },
        ],
      },
      { sleep: async (ms) => void waits.push(ms) },
    );
    const { client, submit, until } = await join(centre.port, { responseMs: 200 });
    await submit('1');
    expect(waits).toEqual([5_000]);
    const error = (await submit('2').catch((reason: unknown) => reason)) as SmppNoAnswerError;
    expect([error.constructor, error.isSent]).toEqual([SmppNoAnswerError, true]);
    // It was taken, and the receipt comes.
    expect((await until(2)).map(({ fields }) => fields?.source_addr)).toEqual(['1', '2']);
    expect(client.isBound).toBe(true);
  });

  it.each([
    ['before', 'reject'],
    ['after', 'answer'],
  ] as const)('drop the connection %s the answer', async (close, outcome) => {
    const centre = await start({ rules: [{ nth: 1, close }] });
    const first = await join(centre.port, { command: 'bind_transmitter' });
    const [result] = await Promise.allSettled([first.submit('1')]);
    expect(result?.status).toBe(outcome === 'answer' ? 'fulfilled' : 'rejected');
    await first.client.ended;
    // What became of it is told to the next session.
    const second = await join(centre.port);
    expect(latin1((await second.until(1))[0]?.fields?.short_message)).toContain('id:1 ');
    await second.submit('2');
  });

  it('give receipts twice, late, before the answer, of several states, and unasked', async () => {
    const centre = await start({
      ids: { answer: 'hex' },
      firstId: 0xabc,
      rules: [
        { nth: 1, answerAfterMs: 20, receipts: [{ state: 'DELIVRD', beforeAnswer: true, times: 2, form: 'text' }] },
        {
          nth: 2,
          receipts: [
            { state: 'UNDELIV', afterMs: 30, error: '027', form: 'parameters' },
            { state: 'ENROUTE', always: true },
          ],
        },
        { nth: 3, receipts: [{ state: 'ACCEPTD' }, { state: 'EXPIRED', always: true }] },
      ],
    });
    const { submit, until, order } = await join(centre.port);
    expect((await submit('1')).fields).toEqual({ message_id: 'ABC' });
    expect(order).toEqual(['deliver_sm stat:DELIVRD', 'deliver_sm stat:DELIVRD', 'answer 0']);
    await submit('2');
    const all = await until(4);
    expect(latin1(all[0]?.fields?.short_message)).toMatch(/^id:2748 /);
    expect(all[0]?.parameters).toEqual([]);
    expect([all[2]?.fields?.esm_class, latin1(all[2]?.fields?.short_message)]).toEqual([
      0x20,
      expect.stringContaining('stat:ENROUTE'),
    ]);
    expect(all[3]?.fields?.short_message).toEqual(new Uint8Array(0));
    expect(all[3]?.parameters.map(({ name, value }) => [name, value])).toEqual([
      ['receipted_message_id', 'ABD'],
      ['message_state', 5],
      ['network_error_code', { network_type: 3, error_code: 27 }],
    ]);
    await submit('3', { registered_delivery: 0 });
    await until(5);
    expect(centre.messages.map(({ state }) => state)).toEqual(['DELIVRD', 'UNDELIV', 'EXPIRED']);
    const again = await centre.sendReceipt(centre.messages[2]!, { state: 'DELIVRD' });
    expect([again?.status, centre.messages[2]?.receipts]).toEqual([
      0,
      [
        { state: 'EXPIRED', status: 0 },
        { state: 'DELIVRD', status: 0 },
      ],
    ]);
  });

  it('leave receipts of success or of failure alone to who asks for them', async () => {
    const centre = await start({ rules: [{ to: '1', receipts: [{ state: 'UNDELIV' }] }] });
    const { submit, until } = await join(centre.port);
    for (const registered_delivery of [2, 3]) for (const to of ['1', '2']) await submit(to, { registered_delivery });
    const told = (await until(2)).map(({ fields }) => /stat:\w+/.exec(latin1(fields?.short_message))?.[0]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(told).toEqual(['stat:UNDELIV', 'stat:DELIVRD']);
  });
});

describe('bounds', () => {
  it('are also those of a script', async () => {
    const refused = { constructor: DecodeError, code: 'bad-value', field: 'script.rules[0].nth' };
    await expect(createTestCentre({ port: 0, script: { rules: [{ nth: 0 }] } })).rejects.toMatchObject(refused);
  });

  it('keeps so many messages', async () => {
    const centre = await start({}, { maxMessages: 3 });
    const { submit } = await join(centre.port, { command: 'bind_transmitter' });
    for (const to of ['1', '2', '3', '4', '5']) await submit(to);
    expect(centre.messages.map(({ to }) => to)).toEqual(['3', '4', '5']);
    expect((await centre.nextMessage()).to).toBe('3');
    // Receipts wait for a receiver, as many as messages; the oldest was given up.
    const receiver = await join(centre.port, { command: 'bind_receiver' });
    expect((await receiver.until(3)).map(({ fields }) => fields?.source_addr)).toEqual(['3', '4', '5']);
  });

  it('gives the answers that it held back when it ends', async () => {
    const centre = await start({ rules: [{ answerAfterMs: 60_000 }] });
    const { submit } = await join(centre.port);
    const answer = submit('1');
    await centre.nextMessage();
    await centre.close();
    expect((await answer).fields).toEqual({ message_id: '1' });
  });

  it('ends while receipts and messages wait', async () => {
    const centre = await start({ receipts: [{ state: 'DELIVRD', afterMs: 60_000 }] });
    const { client, submit } = await join(centre.port, { command: 'bind_transmitter' });
    await submit('1');
    const waiting = centre.sendMessage({ from: '1', to: '2', text: 'x' });
    await centre.close();
    expect(await waiting).toBeUndefined();
    expect((await client.ended).reason).toBe('peer-unbound');
  });
});
