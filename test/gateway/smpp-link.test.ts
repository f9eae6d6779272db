/** The connection itself: TLS, ports, and what comes behind the answer to a bind. */
import { readFileSync } from 'node:fs';
import type { Socket } from 'node:net';
import { connect, createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { createServer as createTlsServer } from 'node:tls';
import smpp, { type PDU } from 'smpp';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DeliveryNotice } from '../../src/gateway/delivery/delivery.js';
import {
  type Answer,
  ESME_RINVBNDSTS,
  type SmppAccount,
  SmppLink,
  SmppWire,
  statusName,
} from '../../src/gateway/delivery/smpp/link.js';
import { Happenings } from './smpp-centre.js';

interface Asked {
  readonly host: string;
  readonly port: number;
  readonly servername?: string;
}

/** What was asked for, and where it leads instead; whom TLS trusts. */
const net = vi.hoisted(() => ({ asked: [] as Asked[], port: 0, ca: undefined as Buffer | undefined }));

vi.mock('node:net', async (original) => {
  const real = await original<typeof import('node:net')>();
  const detour = (options: Asked) => {
    net.asked.push(options);
    return real.connect({ host: '127.0.0.1', port: net.port });
  };
  return { ...real, connect: detour };
});

vi.mock('node:tls', async (original) => {
  const real = await original<typeof import('node:tls')>();
  const detour = (options: Asked) => {
    net.asked.push(options);
    return real.connect({ ...options, port: net.port, ...(net.ca !== undefined && { ca: net.ca }) });
  };
  return { ...real, connect: detour };
});

const pem = (name: string) => readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url));

/** A server that does with each connection what it is told. */
async function serve(serveOne: (socket: Socket) => void, isTls = false): Promise<void> {
  const sockets = new Set<Socket>();
  const take = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serveOne(socket);
  };
  const server = isTls
    ? createTlsServer({ cert: pem('localhost.crt'), key: pem('localhost.key') }, (socket: TLSSocket) => take(socket))
    : createServer(take);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  net.port = (server.address() as { port: number }).port;
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
}

/** Answers every request with ESME_ROK, until told otherwise. */
function centre(socket: Socket): void {
  const session = new smpp.Session({ socket });
  session.on('error', () => socket.destroy());
  session.on('pdu', (pdu: PDU) => {
    if (!pdu.isResponse()) session.send(pdu.response({ command_status: 0 }));
  });
}

function linkTo(account: Partial<SmppAccount>) {
  const notices = new Happenings<DeliveryNotice>();
  const link = new SmppLink(
    { host: '127.0.0.1', systemId: 'handset', password: 'swordfish', reconnectMs: 60_000, timeoutMs: 5_000, ...account },
    { random: () => 0, onNotice: (notice) => notices.add(notice), onDeliver: async () => 0 },
  );
  onTestFinished(() => link.close());
  return { link, notices };
}

beforeEach(() => {
  net.asked.length = 0;
  net.ca = undefined;
});

describe('a connection', () => {
  it('goes to port 2775, and with TLS to port 3550, when no other is told', async () => {
    await serve(centre);
    const plain = linkTo({});
    plain.link.start();
    await plain.notices.count(1);
    net.ca = pem('localhost.crt');
    await serve(centre, true);
    const secure = linkTo({ tls: true });
    secure.link.start();
    await secure.notices.count(1);
    const other = linkTo({ tls: true, port: 3551 });
    other.link.start();
    await other.notices.count(1);
    expect(net.asked.map(({ port }) => port)).toEqual([2775, 3550, 3551]);
  });

  it.each(['localhost', '127.0.0.1'])('over TLS to %s binds when the certificate is of that name', async (host) => {
    net.ca = pem('localhost.crt');
    await serve(centre, true);
    const { link, notices } = linkTo({ host, tls: true });
    link.start();
    expect(await notices.count(1)).toEqual([{ kind: 'connected' }]);
    // Asked of the certificate and told to the server: names alone (RFC 6066 section 3).
    expect(net.asked[0]?.servername).toBe(host === 'localhost' ? 'localhost' : undefined);
    expect(await link.request('enquire_link')).toMatchObject({ kind: 'answer', status: 0 });
  });

  it('over TLS to who cannot show who he is gets no credentials', async () => {
    let octets = 0;
    await serve((socket) => socket.on('data', (chunk) => (octets += chunk.length)), true);
    const { link, notices } = linkTo({ host: 'localhost', tls: true });
    link.start();
    expect((await notices.count(1))[0]).toMatchObject({ kind: 'disconnected', reason: expect.stringMatching(/self.signed/) });
    expect(octets).toBe(0);
  });

  it('that ends with the very octets that take the bind is not taken for made', async () => {
    await serve((socket) => {
      // bind_transceiver_resp with an empty system_id, and behind it a length that no frame has.
      socket.once('data', () => socket.write(Buffer.from('0000001180000009000000000000000100' + '00000004', 'hex')));
    });
    const { link, notices } = linkTo({});
    link.start();
    await notices.count(1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(notices.all).toEqual([
      { kind: 'disconnected', reason: "SMPP/command_length: 4 is less than the header's 16", retryInMs: 30_000 },
    ]);
    expect(link.isBound).toBe(false);
  });

  it('binds with credentials that are longer than the specification allows; those that are no Latin-1 end it without a word of them', async () => {
    await serve(centre);
    const long = linkTo({ systemId: 'x'.repeat(64), password: 'p'.repeat(64), systemType: 's'.repeat(64) });
    long.link.start();
    expect(await long.notices.count(1)).toEqual([{ kind: 'connected' }]);
    const { link, notices } = linkTo({ password: 'sécret€' });
    link.start();
    const reason = 'unencodable in bind_transceiver/password';
    expect(await notices.count(1)).toEqual([{ kind: 'disconnected', reason, retryInMs: 30_000 }]);
  });

  it('whose bind is of no use waits longer each time', async () => {
    await serve((socket) => {
      const session = new smpp.Session({ socket });
      session.on('error', () => socket.destroy());
      session.on('pdu', (pdu: PDU) => {
        if (!pdu.isResponse())
          session.send(pdu.response({ command_status: pdu.command === 'submit_sm' ? ESME_RINVBNDSTS : 0 }));
      });
    });
    const { link, notices } = linkTo({ reconnectMs: 4, reconnectMaxMs: 1_000 });
    link.start();
    for (let times = 1; times <= 4; times++) {
      await notices.count(2 * times - 1);
      expect(await link.request('submit_sm')).toMatchObject({ kind: 'answer', status: ESME_RINVBNDSTS });
      link.reconnect('of no use');
    }
    const pauses = notices.all.flatMap((notice) => (notice.kind === 'disconnected' ? [notice.retryInMs] : []));
    expect(pauses).toEqual([2, 4, 8, 16]);
  });

  it('whose bind is answered with generic_nack is not made, whatever its status', async () => {
    await serve((socket) => {
      socket.once('data', () => socket.write(Buffer.from('00000010800000000000000000000001', 'hex')));
    });
    const { link, notices } = linkTo({});
    link.start();
    const reason = 'bind_transceiver: ESME_RUNKNOWNERR (0xFF)';
    expect(await notices.count(1)).toEqual([{ kind: 'disconnected', reason, retryInMs: 30_000 }]);
  });

  it('sends nothing before it is bound', async () => {
    const { link } = linkTo({});
    expect(await link.request('submit_sm')).toEqual({ kind: 'unsent', reason: 'not connected' });
  });

  it('names a status that the specification does not have by its number', () => {
    expect(statusName(0x58)).toBe('ESME_RTHROTTLED (0x58)');
    expect(statusName(0x4ff)).toBe('command_status 0x4FF');
    for (const [name, status] of Object.entries(smpp.errors)) {
      // Version 5 gave five of them other names.
      if (status < 0xc0 || status > 0xc4) expect(statusName(status)).toMatch(new RegExp(`^${name} \\(0x`));
    }
  });
});

describe('a wire', () => {
  /** A wire to a server, with the reasons that it told at its end. */
  async function wire(serveOne: (socket: Socket) => void, timeoutMs = 5_000) {
    await serve(serveOne);
    const socket = connect({ host: '127.0.0.1', port: net.port });
    onTestFinished(() => void socket.destroy());
    await new Promise((resolve) => socket.once('connect', resolve));
    const ends = new Happenings<string>();
    const delivered = new Happenings<Uint8Array>();
    const onDeliver = async (frame: Uint8Array) => {
      delivered.add(frame);
      return 0;
    };
    return {
      socket,
      ends,
      delivered,
      wire: new SmppWire(socket, timeoutMs, { onDeliver, onEnd: (reason) => ends.add(reason) }),
    };
  }

  it('that has ended sends nothing, and ends once', async () => {
    const one = await wire(() => undefined);
    const unanswered = one.wire.request('enquire_link');
    one.wire.end('enough');
    one.wire.end('again');
    expect(await unanswered).toEqual({ kind: 'unknown', reason: 'enough' });
    expect(await one.wire.request('enquire_link')).toEqual({ kind: 'unsent', reason: 'enough' });
    expect(one.ends.all).toEqual(['enough']);
  });

  it('whose socket takes nothing more tells that nothing was sent', async () => {
    const one = await wire(() => undefined);
    one.socket.end();
    expect(await one.wire.request('enquire_link')).toEqual({ kind: 'unsent', reason: 'socket not writable' });
  });

  it('takes nothing from behind the frame that ended it', async () => {
    // submit_sm_resp in answer to enquire_link, and a deliver_sm right behind it.
    const wrong = '0000001180000004000000000000000100';
    const deliver = `00000021000000050000000000000001${'00'.repeat(17)}`;
    const one = await wire((socket) => socket.once('data', () => socket.write(Buffer.from(wrong + deliver, 'hex'))));
    expect(await one.wire.request('enquire_link')).toEqual({
      kind: 'unknown',
      reason: 'submit_sm_resp in answer to enquire_link',
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(one.delivered.all).toEqual([]);
    expect(one.ends.all).toHaveLength(1);
  });

  it('reads frames that come octet by octet, and several at once', async () => {
    const answer = (sequence: number) => Buffer.from(`0000001080000015000000000000000${sequence}`, 'hex');
    let requests = 0;
    const one = await wire((socket) =>
      socket.on('data', async (chunk) => {
        requests += chunk.length / 16;
        if (requests === 1)
          for (const octet of answer(1)) {
            socket.write(Uint8Array.of(octet));
            await new Promise((resolve) => setImmediate(resolve));
          }
        if (requests === 3) socket.write(Buffer.concat([answer(3), answer(2)]));
      }),
    );
    expect(await one.wire.request('enquire_link')).toMatchObject({ kind: 'answer', status: 0 });
    const both: Answer[] = await Promise.all([one.wire.request('enquire_link'), one.wire.request('enquire_link')]);
    expect(both.map((each) => (each.kind === 'answer' ? each.pdu.sequence : each))).toEqual([2, 3]);
  });
});
