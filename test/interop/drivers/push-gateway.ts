/**
 * Kannel's push proxy gateway between two ends of ours: messages of PAP go in at wapbox, and a service centre that speaks HTTP takes the short
 * messages that come out of bearerbox.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { Agent, createServer, request } from 'node:http';
import { join } from 'node:path';
import { accepts, end, freePort, type KannelGroup, kannelConfiguration, listen, until } from './daemons.js';

/** A short message as Kannel hands it over. */
export interface PushedMessage {
  readonly to: string;
  /** The user data header with its length. */
  readonly udh: Uint8Array;
  readonly data: Uint8Array;
  /** What else it says: its own words for coding, validity and the like. */
  readonly others: Readonly<Record<string, string>>;
}

/** The gateway's answer over HTTP. */
export interface GatewayAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Uint8Array;
}

/** A running gateway. */
export interface PushGateway {
  /** Posts a message of PAP, with no other header than HTTP demands: Kannel copies those into the push. */
  post(message: { readonly contentType: string; readonly body: Uint8Array }): Promise<GatewayAnswer>;
  /** What has reached the service centre, in order. */
  readonly received: readonly PushedMessage[];
  /** Waits until something holds that depends on `received`. */
  until(holds: () => boolean, what: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the service centre, bearerbox and wapbox on free ports of the loopback interface; their files stay in `folder`. */
export async function startPushGateway(folder: string): Promise<PushGateway> {
  const received: PushedMessage[] = [];
  const centre = createServer((incoming, answer) => {
    received.push(readMessage(incoming.url ?? ''));
    answer.end('0: Accepted for delivery');
  });
  const sink = await listen(centre);
  const ports = {
    ...{ sink, admin: await freePort(), smsboxes: await freePort(), wapboxes: await freePort() },
    ...{ incoming: await freePort(), push: await freePort() },
  };
  const config = join(folder, 'kannel.conf');
  await writeFile(config, kannelConfiguration(configuration(ports)));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const processes: ChildProcess[] = [];
  const stop = async () => {
    agent.destroy();
    // In this order, so that no program waits for the end of another.
    for (const child of processes.reverse()) await end(child);
    centre.closeAllConnections();
    centre.close();
  };
  try {
    processes.push(spawn('bearerbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(ports.wapboxes, processes);
    processes.push(spawn('wapbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(ports.push, processes);
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    post: ({ contentType, body }) =>
      new Promise((resolve, reject) => {
        const headers = { 'Content-Type': contentType, 'Content-Length': body.length };
        const options = { host: '127.0.0.1', port: ports.push, path: PATH, method: 'POST', headers, agent };
        const posted = request(options, (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', reject);
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              contentType: answer.headers['content-type'] ?? '',
              body: new Uint8Array(Buffer.concat(chunks)),
            }),
          );
        });
        posted.on('error', reject);
        posted.end(body);
      }),
    received,
    until,
    stop,
  };
}

const PATH = '/wappush';

/** The groups of Kannel's configuration; without a smsbox it does not start, though none is used. */
function configuration(ports: {
  sink: number;
  admin: number;
  smsboxes: number;
  wapboxes: number;
  incoming: number;
  push: number;
}): KannelGroup[] {
  const own = { 'box-deny-ip': '*.*.*.*', 'box-allow-ip': '127.0.0.1' };
  return [
    {
      group: 'core',
      'admin-port': ports.admin,
      'admin-interface': '127.0.0.1',
      'admin-password': 'secret',
      'smsbox-port': ports.smsboxes,
      'smsbox-interface': '127.0.0.1',
      'wapbox-port': ports.wapboxes,
      ...own,
    },
    {
      group: 'smsc',
      smsc: 'http',
      'system-type': 'kannel',
      'smsc-username': 'tester',
      'smsc-password': 'secret',
      port: ports.incoming,
      'connect-allow-ip': '127.0.0.1',
      'send-url': `http://127.0.0.1:${ports.sink}/`,
    },
    { group: 'smsbox', 'bearerbox-host': '127.0.0.1', 'global-sender': '1234' },
    { group: 'wapbox', 'bearerbox-host': '127.0.0.1' },
    {
      group: 'ppg',
      'ppg-url': PATH,
      'ppg-port': ports.push,
      'ppg-deny-ip': '*.*.*.*',
      'ppg-allow-ip': '127.0.0.1',
      'trusted-pi': 'true',
      'concurrent-pushes': 100,
      'global-sender': '1234',
    },
  ];
}

/** From the query of a request; its octets are not UTF-8. */
function readMessage(url: string): PushedMessage {
  const fields = new Map<string, Buffer>();
  for (const field of url.slice(url.indexOf('?') + 1).split('&')) {
    const [name = '', value = ''] = field.split('=');
    const octets = value
      .replace(/\+/g, ' ')
      .replace(/%([0-9A-Fa-f]{2})/g, (_, pair: string) => String.fromCharCode(Number.parseInt(pair, 16)));
    fields.set(name, Buffer.from(octets, 'latin1'));
  }
  const { to, udh, text, username, password, ...others } = Object.fromEntries(fields);
  return {
    to: to?.toString('latin1') ?? '',
    udh: new Uint8Array(udh ?? []),
    data: new Uint8Array(text ?? []),
    others: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, value.toString('latin1')])),
  };
}
