/** A gateway on loopback that gives the answers of a test, and remembers what it was asked. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Server as SocketServer } from 'node:net';
import { afterFile } from '../support/cleanup.js';
import { handset, type Outcome, type Surroundings } from './support.js';

export const ACCOUNT = { HANDSET_USERNAME: 'ANOther.12345', HANDSET_PIN: '0042secret' };

/** What a test's gateway was asked. */
export interface Asked {
  readonly method: string;
  readonly url: string;
  /** Names and values as they came, in order. */
  readonly headers: readonly string[];
  readonly body: string;
}

export interface TestGateway {
  readonly url: string;
  readonly asked: Asked[];
}

type Answer = string | ((response: ServerResponse, request: IncomingMessage) => void);

async function listening(server: Server | SocketServer): Promise<string> {
  afterFile(() => new Promise((resolve) => server.close(resolve)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A gateway that gives these answers in turn, the last one for ever. */
export async function gateway(...answers: Answer[]): Promise<TestGateway> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', rawHeaders } = request;
    const answer = answers[Math.min(asked.length, answers.length - 1)] as Answer;
    asked.push({ method, url, headers: rawHeaders, body: Buffer.concat(chunks).toString('latin1') });
    if (typeof answer !== 'string') return answer(response, request);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(answer);
  });
  return { url: await listening(server), asked };
}

/** The address of a server that closes each connection as soon as it has read something. */
export async function closingServer(): Promise<string> {
  return listening(createSocketServer((socket) => socket.on('error', () => {}).once('data', () => socket.destroy())));
}

/** The address of a port where nobody listens. */
export async function closedPort(): Promise<string> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

/** Runs a command in the name of {@link ACCOUNT}. */
export function asAccount(args: readonly string[], { env = {}, ...more }: Surroundings = {}): Promise<Outcome> {
  return handset(args, { env: { ...ACCOUNT, ...env }, ...more });
}

export type Parameter = readonly [name: string, value: string];

/** Parameters of the request that a command would send, those of the account left out: they are checked here. */
export async function parameters(
  args: readonly string[],
  more: Surroundings = {},
): Promise<{ path: string; sent: Parameter[] }> {
  const { code, out, err } = await asAccount([...args, '--dry-run', '--json', '--server', 'https://sms.example.com'], more);
  if (code !== 0) throw new Error(err);
  const { requests } = JSON.parse(out) as { requests: { url: string; parameters: { name: string; value: string }[] }[] };
  const [{ url, parameters: list }] = requests as [(typeof requests)[0]];
  const [username, pin, ...sent] = list.map(({ name, value }): Parameter => [name, value]);
  if (username?.join() !== 'Username,ANOther.12345' || pin?.join() !== 'PIN,******') throw new Error('no account');
  return { path: new URL(url).pathname, sent };
}
