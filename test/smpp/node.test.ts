import { readFileSync } from 'node:fs';
import { connect, createServer, Server, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import smpp from 'smpp';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decodeSmppPdu, encodeSmppPdu, SmppSessionError, SmppSplitter } from '../../src/smpp/index.js';
import {
  connectSmpp,
  listenSmpp,
  SmppBindError,
  type SmppConnection,
  type SmppConnectOptions,
  type SmppListenOptions,
  SmppNoAnswerError,
} from '../../src/smpp/node.js';

const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));
const bind = { system_id: 'app', password: 'secret' };
const message = { source_addr: 'Shop', destination_addr: '447700900123', short_message: new Uint8Array([72, 105]) };

async function serve(options: Partial<SmppListenOptions> = {}) {
  const server = await listenSmpp({ port: 0, onBind: () => 0, ...options });
  onTestFinished(() => server.close());
  return server;
}

async function join(port: number, options: Partial<SmppConnectOptions> = {}) {
  const connection = await connectSmpp({ host: '127.0.0.1', port, bind, ...options });
  onTestFinished(() => connection.destroy());
  return connection;
}

/** A server of bare sockets. */
async function bare(serveOne: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serveOne(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as { port: number }).port;
}

const bindAnswer = encodeSmppPdu({ command: 'bind_transceiver_resp', sequence: 1, fields: { system_id: 'x' } });

describe('a client and a server', () => {
  it('bind, send both ways, and take leave', async () => {
    const sessions: SmppConnection[] = [];
    const server = await serve({
      onBind: (pdu) => ({ status: pdu.fields?.password === 'secret' ? 0 : 'ESME_RBINDFAIL', fields: { system_id: 'centre' } }),
      onRequest: async (pdu) => {
        if (pdu.command !== 'submit_sm') return 'ESME_RINVCMDID';
        await new Promise((resolve) => setImmediate(resolve));
        return { fields: { message_id: `${pdu.sequence}` }, parameters: [{ name: 'congestion_state', value: 1 }] };
      },
      onSession: (connection) => sessions.push(connection),
    });
    const delivered: unknown[] = [];
    const client = await join(server.port, {
      onRequest: (pdu) => {
        delivered.push(pdu.fields?.short_message);
        return 0;
      },
    });
    expect([client.state, client.isBound, client.capacity, server.connections.size]).toEqual(['bound_trx', true, 10, 1]);
    const [session] = sessions as [SmppConnection];
    expect(session.bind?.fields).toMatchObject({ system_id: 'app', interface_version: 0x34 });
    expect(session.remote.address).toBe('127.0.0.1');
    const answers = await Promise.all(Array.from({ length: 50 }, () => client.request('submit_sm', { fields: message })));
    expect(answers.map(({ fields }) => fields?.message_id)).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 2}`));
    expect(answers[0]?.parameters).toEqual([{ tag: 0x428, name: 'congestion_state', value: 1 }]);
    expect(await client.request('query_sm', { fields: {} })).toMatchObject({ status: 3 });
    expect(await session.request('deliver_sm', { fields: message })).toMatchObject({ status: 0 });
    expect(delivered).toEqual([new Uint8Array([72, 105])]);
    session.notify('alert_notification', { fields: {} });
    expect(await client.unbind()).toEqual({ reason: 'unbound', message: 'this side unbound' });
    expect(await session.ended).toEqual({ reason: 'peer-unbound', message: 'the peer unbound' });
    expect(server.connections.size).toBe(0);
    await expect(client.request('submit_sm')).rejects.toThrow('submit_sm: the connection has ended');
  });

  it('over TLS ask the certificate for the name', async () => {
    const server = await serve({ tls: { cert: pem('localhost.crt'), key: pem('localhost.key') }, onRequest: () => 0 });
    const client = await join(server.port, { host: 'localhost', tls: { ca: pem('localhost.crt') } });
    expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 0 });
    await expect(join(server.port, { host: 'localhost', tls: true })).rejects.toThrow(/self.signed/);
    const untrue = join(server.port, { tls: { ca: pem('localhost.crt'), servername: 'elsewhere.example' } });
    await expect(untrue).rejects.toThrow(/altnames/);
  });

  it('never have more in hand than the windows', async () => {
    let inHand = 0;
    let most = 0;
    const server = await serve({
      peerWindow: 4,
      onRequest: async () => {
        most = Math.max(most, ++inHand);
        await new Promise((resolve) => setTimeout(resolve, 1));
        inHand--;
        return 0;
      },
    });
    const client = await join(server.port, { window: 20 });
    const all = Promise.all(Array.from({ length: 100 }, () => client.request('submit_sm', { fields: message })));
    await new Promise((resolve) => setImmediate(resolve));
    expect(client.load).toEqual({ outstanding: 20, queued: 80 });
    expect((await all).every(({ status }) => status === 0)).toBe(true);
    expect(most).toBe(4);
  });

  it('have their answers before either unbinds', async () => {
    const server = await serve({
      onRequest: async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        return { fields: { message_id: 'A' } };
      },
    });
    const client = await join(server.port);
    const answer = client.request('submit_sm', { fields: message });
    await new Promise((resolve) => setTimeout(resolve, 50));
    const closed = server.close();
    expect(await answer).toMatchObject({ status: 0, fields: { message_id: 'A' } });
    await closed;
    expect((await client.ended).reason).toBe('peer-unbound');
  });

  it.each(['TCP', 'TLS'])('answer what a peer asked before it closed its side, over %s', async (transport) => {
    const ended: unknown[] = [];
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const server = await serve({
      ...(transport === 'TLS' && { tls: { cert: pem('localhost.crt'), key: pem('localhost.key') } }),
      peerWindow: 2,
      onRequest: async (pdu) => {
        await released;
        return { fields: { message_id: `${pdu.sequence}` } };
      },
      onSession: (connection) => {
        connection.ended.then((end) => ended.push(end));
        // Nobody answers it any more.
        connection.request('deliver_sm', { fields: message }).catch((error) => ended.push(error.message));
      },
    });
    const answers = new SmppSplitter();
    const came: [unknown, unknown][] = [];
    const to = { port: server.port, host: '127.0.0.1', allowHalfOpen: true };
    const socket = transport === 'TCP' ? connect(to) : connectTls({ ...to, ca: pem('localhost.crt'), servername: 'localhost' });
    const closed = new Promise((resolve) => socket.on('end', resolve));
    socket.on('data', (chunk) => {
      for (const octets of answers.split(new Uint8Array(chunk))) {
        const { command, fields = {} } = decodeSmppPdu(octets);
        came.push([command, fields.message_id]);
      }
    });
    const submits = [2, 3, 4, 5].map((sequence) => ({ command: 'submit_sm', sequence, fields: message }) as const);
    socket.write(encodeSmppPdu({ command: 'bind_transceiver', sequence: 1, fields: bind }));
    await vi.waitFor(() => expect(came.map(([command]) => command)).toEqual(['bind_transceiver_resp', 'deliver_sm']));
    for (const submit of submits) socket.write(encodeSmppPdu(submit));
    socket.end();
    await vi.waitFor(() => expect(ended).toEqual(['deliver_sm: the connection was closed']));
    release();
    await closed;
    expect(came.slice(2)).toEqual(submits.map(({ sequence }) => ['submit_sm_resp', `${sequence}`]));
    expect(ended.slice(1)).toEqual([{ reason: 'closed', message: 'the connection was closed' }]);
    expect(server.connections.size).toBe(0);
  });

  it('answer a bind whose peer closed its side meanwhile', async () => {
    const server = await serve({ onBind: () => new Promise((resolve) => setTimeout(() => resolve(0), 50)) });
    const socket = connect({ port: server.port, host: '127.0.0.1', allowHalfOpen: true });
    socket.end(encodeSmppPdu({ command: 'bind_transceiver', sequence: 1, fields: bind }));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);
    expect(decodeSmppPdu(new Uint8Array(Buffer.concat(chunks)))).toMatchObject({ command: 'bind_transceiver_resp', status: 0 });
  });

  it('wait for a handler no longer than an answer may take, when the peer closed its side', async () => {
    const server = await serve({ responseMs: 100, onRequest: () => new Promise(() => undefined) });
    const client = await join(server.port);
    const began = performance.now();
    const asked = client.request('submit_sm', { fields: message });
    const [session] = server.connections;
    client.destroy();
    await expect(asked).rejects.toThrow('submit_sm: closed');
    expect(await session?.ended).toMatchObject({ reason: 'closed' });
    expect(performance.now() - began).toBeLessThan(1_500);
  });

  it('end with what the other side does', async () => {
    const server = await serve({ onRequest: () => 0 });
    const client = await join(server.port);
    await server.close();
    expect(await client.ended).toEqual({ reason: 'peer-unbound', message: 'the peer unbound' });
  });
});

describe('a client', () => {
  it('whose bind is refused is told the status', async () => {
    const server = await serve({ onBind: () => 'ESME_RINVPASWD' });
    const refused = join(server.port);
    await expect(refused).rejects.toThrow(SmppBindError);
    await expect(refused).rejects.toMatchObject({ status: 0x0e, message: expect.stringContaining('ESME_RINVPASWD') });
    await expect.poll(() => server.connections.size).toBe(0);
  });

  it('whose bind is answered with generic_nack, or ends with its answer, is not bound', async () => {
    const nack = await bare((socket) => {
      socket.once('data', () => socket.write(encodeSmppPdu({ command: 'generic_nack', sequence: 1, status: 0 })));
    });
    await expect(join(nack)).rejects.toMatchObject({ name: 'SmppBindError', status: 0xff });
    const unbind = await bare((socket) => {
      const octets = [bindAnswer, encodeSmppPdu({ command: 'unbind', sequence: 1 })];
      socket.once('data', () => socket.write(Buffer.concat(octets)));
    });
    await expect(join(unbind)).rejects.toMatchObject({ name: 'SmppNoAnswerError', isSent: true });
  });

  it('that finds nobody gets the error of the socket', async () => {
    const port = await bare(() => undefined);
    await expect(join(port, { responseMs: 30 })).rejects.toThrow('bind_transceiver: no answer in time');
    const closed = createServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const free = (closed.address() as { port: number }).port;
    await new Promise((resolve) => closed.close(resolve));
    await expect(join(free)).rejects.toThrow('ECONNREFUSED');
  });

  it('gives up by its signal: before, while it connects, while it binds', async () => {
    const port = await bare(() => undefined);
    await expect(join(port, { signal: AbortSignal.abort(new Error('early')) })).rejects.toThrow('early');
    const controller = new AbortController();
    const connecting = join(port, { signal: controller.signal });
    controller.abort(new Error('while connecting'));
    await expect(connecting).rejects.toThrow('while connecting');
    await expect(join(port, { signal: AbortSignal.timeout(30) })).rejects.toThrow(/timeout|aborted/);
  });

  it('gives up on a request by its signal, sent or not', async () => {
    const server = await serve({ responseMs: 200, onRequest: () => new Promise(() => undefined) });
    const client = await join(server.port, { window: 1 });
    const controller = new AbortController();
    const sent = client.request('submit_sm', { fields: message, signal: controller.signal });
    const queued = client.request('submit_sm', { fields: message, signal: controller.signal });
    expect(client.load).toEqual({ outstanding: 1, queued: 1 });
    controller.abort(new Error('enough'));
    await expect(sent).rejects.toThrow('enough');
    await expect(queued).rejects.toThrow('enough');
    expect(client.load).toEqual({ outstanding: 1, queued: 0 });
    await expect(client.request('submit_sm', { signal: AbortSignal.abort(new Error('no')) })).rejects.toThrow('no');
  });

  it('knows of a request without an answer whether it was sent', async () => {
    const port = await bare((socket) => {
      socket.on('data', (octets) => {
        if (octets[7] === 9) socket.write(bindAnswer);
        else socket.destroy();
      });
    });
    const client = await join(port, { window: 1 });
    const both = await Promise.allSettled([client.request('submit_sm', {}), client.request('submit_sm', {})]);
    expect(
      both.map((one) => one.status === 'rejected' && [one.reason instanceof SmppNoAnswerError, one.reason.isSent]),
    ).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await client.ended).reason).toBe('closed');
    await expect(client.request('deliver_sm')).rejects.toThrow(SmppNoAnswerError);
  });

  it('is told of an answer that comes too late', async () => {
    const port = await bare((socket) => {
      socket.on('data', (octets) => {
        if (octets[7] === 9) socket.write(bindAnswer);
        else
          setTimeout(
            () => socket.write(encodeSmppPdu({ command: 'submit_sm_resp', sequence: 2, fields: { message_id: 'L' } })),
            600,
          );
      });
    });
    const late = new Promise((resolve) => {
      void join(port, { responseMs: 300, onLate: (pdu) => resolve(pdu.fields?.message_id) }).then((client) =>
        expect(client.request('submit_sm', {})).rejects.toThrow('submit_sm: no answer in time'),
      );
    });
    expect(await late).toBe('L');
  });

  it('refuses what does not go with its state, or cannot be written', async () => {
    const server = await serve();
    const client = await join(server.port, { command: 'bind_receiver' });
    await expect(client.request('submit_sm', {})).rejects.toThrow(SmppSessionError);
    expect(() => client.notify('outbind', {})).toThrow(SmppSessionError);
    const sender = await join(server.port);
    await expect(sender.request('submit_sm', { fields: { source_addr: '€' } })).rejects.toThrow('submit_sm/source_addr');
    // Nobody answers requests here.
    expect(await sender.request('submit_sm', { fields: message })).toMatchObject({ status: 3 });
  });

  it('that unbinds takes no new requests, and ends under traffic, however often it is called', async () => {
    const server = await serve({
      onRequest: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { fields: { message_id: 'A' } };
      },
    });
    const client = await join(server.port, { window: 2 });
    const sent = Promise.all([1, 2, 3, 4].map(() => client.request('submit_sm', { fields: message })));
    const ends = [client.unbind(), client.unbind()];
    const refused = client.request('submit_sm', { fields: message });
    await expect(refused).rejects.toMatchObject({ message: 'submit_sm: the connection unbinds', isSent: false });
    expect(() => client.notify('alert_notification')).toThrow('the connection unbinds');
    expect((await sent).map(({ status }) => status)).toEqual([0, 0, 0, 0]);
    expect((await Promise.all(ends)).map(({ reason }) => reason)).toEqual(['unbound', 'unbound']);
    expect((await client.unbind()).reason).toBe('unbound');
  });

  it('that unbinds is not bound any more while it waits for answers', async () => {
    let answer: ((status: number) => void) | undefined;
    const onRequest = () =>
      new Promise<number>((resolve) => {
        answer = resolve;
      });
    const server = await serve({ onRequest });
    const client = await join(server.port);
    const asked = client.request('submit_sm', { fields: message });
    await expect.poll(() => answer).toBeDefined();
    expect([client.isBound, client.capacity]).toEqual([true, 9]);
    const ended = client.unbind();
    expect([client.state, client.isBound, client.capacity]).toEqual(['bound_trx', false, 0]);
    answer?.(0);
    expect([(await asked).status, (await ended).reason]).toEqual([0, 'unbound']);
  });

  it('that unbinds waits no longer than an answer may take', async () => {
    const port = await bare((socket) => socket.once('data', () => socket.write(bindAnswer)));
    const client = await join(port, { responseMs: 100, window: 1 });
    const asked = Promise.allSettled([client.request('submit_sm', {}), client.request('submit_sm', {})]);
    const began = performance.now();
    await client.unbind();
    expect(performance.now() - began).toBeLessThan(1_500);
    expect((await asked).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    // Its own answers are not waited for longer either.
    let session: SmppConnection | undefined;
    const server = await serve({
      responseMs: 100,
      onRequest: () => new Promise(() => undefined),
      onSession: (one) => {
        session = one;
      },
    });
    const other = await join(server.port);
    const lost = Promise.allSettled([other.request('submit_sm', { fields: message })]);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const again = performance.now();
    await session?.unbind();
    expect(performance.now() - again).toBeLessThan(1_500);
    expect(await lost).toMatchObject([{ status: 'rejected', reason: { name: 'SmppNoAnswerError', isSent: true } }]);
  });

  it('that unbinds comes to an end where answers may take any time', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const port = await bare((socket) => socket.once('data', () => socket.write(bindAnswer)));
    const client = await join(port, { responseMs: 0, enquireLinkMs: 0 });
    const asked = client.request('submit_sm', { fields: message });
    asked.catch(() => undefined);
    const end = client.unbind();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(client.load.outstanding).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    // The unbind has as long again for its answer.
    expect(client.load.outstanding).toBe(2);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await end).toMatchObject({ reason: 'closed' });
    await expect(asked).rejects.toBeInstanceOf(SmppNoAnswerError);
  });

  it('with an option without sense opens no connection', async () => {
    let opened = 0;
    const port = await bare(() => opened++);
    const wrong: Partial<SmppConnectOptions>[] = [
      ...[{ window: 0 }, { maxPduOctets: 131_073 }],
      ...[0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31].map((connectMs) => ({ connectMs })),
    ];
    for (const options of wrong) await expect(join(port, options)).rejects.toThrow(TypeError);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(opened).toBe(0);
  });

  it('tells of each sign of life, and at once of the end', async () => {
    const server = await serve();
    let alive = 0;
    const ends: string[] = [];
    const client = await join(server.port, {
      enquireLinkMs: 10,
      onAlive: () => alive++,
      onEnd: ({ message }) => ends.push(message),
    });
    await expect.poll(() => alive).toBeGreaterThan(1);
    client.destroy('enough');
    expect(ends).toEqual(['enough']);
  });

  it('tells who is silent', async () => {
    const port = await bare((socket) => socket.once('data', () => socket.write(bindAnswer)));
    const client = await join(port, { enquireLinkMs: 20, responseMs: 20 });
    expect(await client.ended).toEqual({ reason: 'no-answer', message: 'no answer to enquire_link in time' });
  });
});

describe('a session', () => {
  it('sends what has no answer by notify alone, and everything else by request', async () => {
    const server = await serve();
    const client = await join(server.port);
    const [session] = server.connections;
    for (const command of ['alert_notification', 'outbind'] as const) {
      await expect(session?.request(command)).rejects.toMatchObject({ name: 'SmppSessionError', code: 'wrong-command' });
    }
    for (const command of ['deliver_sm', 'unbind', 'deliver_sm_resp'] as const) {
      expect(() => session?.notify(command)).toThrow(
        expect.objectContaining({ name: 'SmppSessionError', code: 'wrong-command' }),
      );
    }
    expect([session?.load, client.isBound]).toEqual([{ outstanding: 0, queued: 0 }, true]);
  });

  it('whose peer unbinds has its answers, and what waits for a place is not sent', async () => {
    const answers: (() => void)[] = [];
    const server = await serve({ onRequest: () => new Promise((resolve) => answers.push(() => resolve(0))) });
    const client = await join(server.port, { window: 1 });
    const [first, second] = [1, 2].map(() => client.request('submit_sm', { fields: message }));
    const refused = expect(second).rejects.toMatchObject({ isSent: false, reason: 'the peer unbound' });
    await vi.waitFor(() => expect(answers).toHaveLength(1));
    const [session] = server.connections;
    // At once, as one does that does not wait for its own answers.
    void (session as unknown as { request: SmppConnection['request'] }).request('unbind');
    await vi.waitFor(() => expect(client.isBound).toBe(false));
    answers[0]?.();
    expect(await first).toMatchObject({ status: 0 });
    await refused;
    expect((await client.ended).reason).toBe('peer-unbound');
  });
});

describe('a server', () => {
  it.each([undefined, null, Number.NaN, true])('whose handler answers %s is at fault', async (given) => {
    const faults: unknown[] = [];
    const server = await serve({ onRequest: () => given as never, onFault: (error) => faults.push(error) });
    const client = await join(server.port);
    expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 8 });
    expect(faults).toEqual([expect.any(TypeError)]);
    const nobody = await serve({ onBind: () => given as never });
    await expect(join(nobody.port)).rejects.toMatchObject({ name: 'SmppBindError', status: 8 });
  });

  it('answers with ESME_RSYSERR what its handler throws, and goes on', async () => {
    const faults: unknown[] = [];
    const server = await serve({
      onRequest: (pdu) => {
        if (pdu.fields?.source_addr === 'bad') throw new Error('broken');
        return { fields: { message_id: pdu.fields?.source_addr === 'long' ? 'x'.repeat(300) : 'A\0' } };
      },
      onFault: (error) => faults.push((error as Error).message),
    });
    const client = await join(server.port);
    const statuses = await Promise.all(
      ['bad', 'other'].map(
        async (source_addr) => (await client.request('submit_sm', { fields: { ...message, source_addr } })).status,
      ),
    );
    expect(statuses).toEqual([8, 8]);
    expect(faults).toEqual(['broken', 'submit_sm_resp/message_id at 1: NUL ends a text']);
  });

  it.each([
    ['nobody is told', undefined],
    [
      'whoever is told throws too',
      () => {
        throw new Error('of onFault');
      },
    ],
  ])('goes on after what its handler throws where %s', async (_, onFault) => {
    const server = await serve({
      onRequest: () => {
        throw new Error('broken');
      },
      onFault,
    });
    const client = await join(server.port);
    expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 8 });
    expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 8 });
  });

  it('that closes waits for no TLS handshake', async () => {
    const server = await serve({ tls: { cert: pem('localhost.crt'), key: pem('localhost.key') }, sessionInitMs: 0 });
    const socket = connect(server.port, '127.0.0.1');
    socket.on('error', () => undefined);
    const gone = new Promise((resolve) => socket.once('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    await new Promise((resolve) => setTimeout(resolve, 50));
    const bound = await join(server.port, { host: 'localhost', tls: { ca: pem('localhost.crt') } });
    await server.close();
    await gone;
    expect((await bound.ended).reason).toBe('peer-unbound');
  });

  it('shows another certificate to those who connect from then on', async () => {
    const tls = (name: string) => ({ cert: pem(`${name}.crt`), key: pem(`${name}.key`) });
    const server = await serve({ tls: tls('localhost'), onRequest: () => 0 });
    const trusting = (name: string) => ({ host: 'localhost', tls: { ca: pem(`${name}.crt`) } });
    const before = await join(server.port, trusting('localhost'));
    server.renewTls(tls('renewed'));
    await expect(join(server.port, trusting('localhost'))).rejects.toThrow(/certificate/);
    for (const client of [before, await join(server.port, trusting('renewed'))]) {
      expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 0 });
    }
    const plain = await serve();
    expect(() => plain.renewTls(tls('renewed'))).toThrow('the server has no TLS');
  });

  it('reads nothing while too many octets wait for a place, and answers all of it in the end', async () => {
    let open = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    let taken = 0;
    const server = await serve({
      ...{ peerWindow: 1, maxHeldOctets: 1_000, enquireLinkMs: 0 },
      onRequest: async () => {
        taken++;
        await opened;
        return 0;
      },
    });
    const client = await join(server.port, { window: 300 });
    const long = { ...message, short_message: new Uint8Array(250) };
    const all = Promise.all(Array.from({ length: 300 }, () => client.request('submit_sm', { fields: long })));
    while (taken === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect([taken, client.load.outstanding]).toEqual([1, 300]);
    open();
    expect((await all).map(({ status, sequence }) => [status, sequence])).toEqual(
      Array.from({ length: 300 }, (_, i) => [0, i + 2]),
    );
    expect(taken).toBe(300);
  });

  it('tells what the listening socket says after it listens', async () => {
    const listen = vi.spyOn(Server.prototype, 'listen');
    onTestFinished(() => listen.mockRestore());
    const faults: unknown[] = [];
    await serve({ onFault: (error, connection) => faults.push([(error as Error).message, connection]) });
    await serve();
    const listening = listen.mock.contexts as Server[];
    for (const one of listening) for (let i = 0; i < 2; i++) one.emit('error', new Error('EMFILE'));
    expect([listening.length, faults]).toEqual([2, Array(2).fill(['EMFILE', undefined])]);
  });

  it('bounds its connections, and lets go who does not bind', async () => {
    const server = await serve({ maxConnections: 2, sessionInitMs: 1_000 });
    const ends = await Promise.all(
      [0, 1, 2].map(
        () =>
          new Promise<number>((resolve) => {
            const began = performance.now();
            const socket = connect(server.port, '127.0.0.1');
            socket.on('error', () => undefined);
            socket.resume();
            socket.on('close', () => resolve(performance.now() - began));
          }),
      ),
    );
    expect(ends.filter((ms) => ms < 700)).toHaveLength(1);
    expect(ends.filter((ms) => ms >= 900)).toHaveLength(2);
  });

  it('asks about each connection, and tells when it has closed', async () => {
    const told: string[] = [];
    const admit = (address: string) => {
      told.push(address);
      return told.length > 1 ? undefined : () => told.push('closed');
    };
    const { port } = await serve({ admit });
    const connection = await join(port);
    await expect(join(port)).rejects.toThrow();
    expect((await connection.request('submit_sm', { fields: message })).status).toBe(3);
    await connection.unbind();
    await expect.poll(() => told).toEqual(['127.0.0.1', '127.0.0.1', 'closed']);
  });

  it('answers octets that are no SMPP with generic_nack, and closes', async () => {
    const server = await serve();
    const got = await new Promise<string>((resolve) => {
      const socket = connect(server.port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\n\r\n'));
      const chunks: Buffer[] = [];
      socket.on('data', (chunk) => chunks.push(chunk));
      socket.on('close', () => resolve(Buffer.concat(chunks).toString('hex')));
    });
    expect(got).toBe('00000010800000000000000200000000');
  });

  it.each([
    ['for long', { stallMs: 100 }],
    ['and is owed much', { maxBacklogOctets: 300_000, stallMs: 60_000, peerWindow: 2_000 }],
  ])('lets go who reads nothing %s', async (_, options) => {
    const ends: string[] = [];
    const payload = new Uint8Array(30_000);
    let answered = 0;
    let bound = false;
    const server = await serve({
      ...options,
      onRequest: () => {
        answered++;
        return { fields: {}, parameters: [{ name: 'message_payload', value: payload }] };
      },
      onSession: (connection) => {
        bound = true;
        void connection.ended.then(({ reason }) => ends.push(reason));
      },
    });
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(encodeSmppPdu({ command: 'bind_transceiver', sequence: 1, fields: bind }));
    await expect.poll(() => bound).toBe(true);
    const submit = encodeSmppPdu({ command: 'submit_sm', sequence: 2, fields: { destination_addr: '2' } });
    socket.write(Buffer.concat(Array.from({ length: 2_000 }, () => submit)));
    await expect.poll(() => ends, { timeout: 20_000 }).toEqual(['slow-reader']);
    // Nothing more was read long before the end of what it sent: 2,000 answers have 60 MB.
    if (options.stallMs === 100) expect(answered).toBeLessThan(1_000);
  });

  it('takes no port that is taken, no options without sense, and closes by its signal', async () => {
    const server = await serve();
    await expect(serve({ port: server.port })).rejects.toThrow('EADDRINUSE');
    await expect(serve({ window: 0 })).rejects.toThrow(TypeError);
    for (const maxConnections of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(serve({ maxConnections })).rejects.toThrow('maxConnections');
    }
    await expect(serve({ onBind: undefined as never })).rejects.toThrow(TypeError);
    const controller = new AbortController();
    const other = await serve({ signal: controller.signal });
    const client = await join(other.port);
    controller.abort();
    expect((await client.ended).reason).toBe('peer-unbound');
  });
});

describe('the package smpp', () => {
  it('as client', async () => {
    const server = await serve({ onRequest: (pdu) => ({ fields: { message_id: String(pdu.fields?.destination_addr) } }) });
    const socket = connect(server.port, '127.0.0.1');
    onTestFinished(() => void socket.destroy());
    const session = new smpp.Session({ socket });
    const ask = (command: string, fields: Readonly<Record<string, unknown>> = {}) =>
      new Promise<Readonly<Record<string, unknown>>>((resolve) => {
        const pdu = new smpp.PDU(command, fields);
        session.once(`${command}_resp`, (answer) => resolve(answer));
        session.send(pdu);
      });
    expect(await ask('bind_transceiver', bind)).toMatchObject({ command_status: 0 });
    const answer = await ask('submit_sm', { destination_addr: '4477', short_message: Buffer.from('hi'), data_coding: 0 });
    expect(answer).toMatchObject({ command_status: 0, message_id: '4477' });
    expect(await ask('enquire_link')).toMatchObject({ command_status: 0 });
    expect(await ask('unbind')).toMatchObject({ command_status: 0 });
  });

  it('as server', async () => {
    const port = await bare((socket) => {
      const session = new smpp.Session({ socket });
      session.on('error', () => socket.destroy());
      session.on('pdu', (pdu) => {
        if (!pdu.isResponse()) session.send(pdu.response({ command_status: 0, message_id: 'P' }));
      });
    });
    const client = await join(port);
    expect(await client.request('submit_sm', { fields: message })).toMatchObject({ status: 0, fields: { message_id: 'P' } });
    expect(await client.unbind()).toMatchObject({ reason: 'unbound' });
  });
});
