/**
 * Gateways as processes of their own, what clients ask of them under load, and what is then found: answers, listings, ledgers, inboxes.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { InboxView } from '../../../src/gateway/index.js';
import { end } from './daemons.js';
import { run } from './run.js';

/** The command line as it is built, which has the page and the programs of its threads beside it. */
const CLI = fileURLToPath(new URL('../../../dist/cli.cjs', import.meta.url));

/** Where a gateway keeps its state. */
export type Place = { readonly sqlite: string } | { readonly postgres: string };

/** Gateways that were started and have not ended. */
const running = new Set<ChildProcess>();

/** Ends what a test that failed has left running. */
export async function endGateways(): Promise<void> {
  await Promise.all([...running].map(end));
}

/** A gateway that takes connections. */
export interface ServedGateway {
  readonly url: string;
  /** Where operators ask. */
  readonly operators: string;
  readonly child: ChildProcess;
  /** What it has written to standard error. */
  log(): string;
  /** @returns the exit code. */
  stop(): Promise<number | null>;
  kill(): Promise<void>;
}

/**
 * Starts `handset serve` on a free port, with a provisioning file in `folder`.
 * @param settings for `--config`; no rate is limited unless they say so.
 */
export async function serveGateway(
  folder: string,
  place: Place,
  provisioning: object,
  settings: object = {},
): Promise<ServedGateway> {
  const [provision, config] = [join(folder, 'accounts.json'), join(folder, 'settings.json')];
  writeFileSync(provision, JSON.stringify(provisioning));
  writeFileSync(config, JSON.stringify({ log: 'error', rate: { account: false, address: false }, ...settings }));
  const store = 'sqlite' in place ? ['--store', place.sqlite] : [];
  const args = [CLI, 'serve', '--port', '0', '--provision', provision, '--config', config, ...store];
  const child = spawn(process.execPath, args, {
    env: environmentOf(place),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  let errors = '';
  child.stderr.on('data', (data) => {
    errors += data;
  });
  const exited = once(child, 'exit');
  const said = await Promise.race([firstLines(child.stdout), exited.then(() => '')]);
  const [, operators, url] = /^operators on (http:\/\/\S+)\nlistening on (https?:\/\/\S+)$/.exec(said) ?? [];
  if (operators === undefined || url === undefined) {
    await end(child);
    throw new Error(`the gateway does not listen: ${said} ${errors}`);
  }
  return {
    ...{ url, operators },
    child,
    log: () => errors,
    async stop() {
      await end(child);
      return child.exitCode;
    },
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

/** The two lines that say where a gateway listens. */
async function firstLines(output: Readable): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    if (lines.push(line) === 2) break;
  }
  return lines.join('\n');
}

/** What `handset admin ... --json` says of a store, which may be in use. */
export async function admin(place: Place, ...args: readonly string[]): Promise<unknown> {
  const store = 'sqlite' in place ? ['--store', place.sqlite] : [];
  const { stdout } = await run(process.execPath, [CLI, 'admin', ...args, '--json', ...store], {
    env: environmentOf(place),
  });
  return JSON.parse(stdout);
}

function environmentOf(place: Place): Record<string, string> {
  return { PATH: process.env.PATH ?? '', TZ: 'UTC', ...('postgres' in place && { HANDSET_POSTGRES: place.postgres }) };
}

/** An inbox of a virtual handset. */
export async function inboxOf({ operators }: { readonly operators: string }, number: string): Promise<InboxView> {
  const answer = await fetch(`${operators}/virtual/handsets/${number}/inbox`);
  return (await answer.json()) as InboxView;
}

// ---- Load ----

/** Who sends, and to how many of the numbers at most in one request. */
export interface Loaders {
  readonly accounts: readonly { readonly username: string; readonly pin: string }[];
  readonly numbers: readonly string[];
  readonly connections: number;
}

/** A request and what is known of it. Its text is its number, so that each message in an inbox tells which request it is of. */
export interface Sent {
  readonly text: string;
  readonly username: string;
  readonly recipients: readonly string[];
  /** Undefined: nobody knows. */
  readonly answer?: { readonly identifiers: readonly string[]; readonly reports: readonly number[] };
}

/** Sends without a pause until told to stop; a connection that breaks ends one of the senders, so that a dead gateway ends all of them. */
export class Load {
  readonly sent: Sent[] = [];
  readonly #done: Promise<unknown>;
  #isStopped = false;

  constructor(gateway: { readonly url: string }, { accounts, numbers, connections }: Loaders, prefix: string) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    let count = 0;
    const sender = async () => {
      while (!this.#isStopped) {
        const index = count++;
        const { username, pin } = accounts[index % accounts.length] as Loaders['accounts'][number];
        const recipients = Array.from(
          { length: 1 + (index % 3) },
          (_, i) => numbers[(index * 7 + i) % numbers.length] as string,
        );
        const text = `${prefix}-${index}`;
        const fields = {
          ...{ Username: username, PIN: pin, SendTo: recipients.join(), Message: text, ResponseFormat: '3' },
          ReplyTo: 'gw.example.net',
        };
        const body = await post(agent, `${gateway.url}/webservices/http/sendsms`, new URLSearchParams(fields).toString());
        const sent = { text, username, recipients };
        if (body === undefined) {
          this.sent.push(sent);
          return;
        }
        const answer = new Map(body.split('&').map((field) => field.split('=') as [string, string]));
        const identifiers = decodeURIComponent(answer.get('MessageIdentifier') ?? '').split(',');
        const reports = decodeURIComponent(answer.get('Report') ?? '')
          .split(',')
          .map(Number);
        this.sent.push({ ...sent, answer: { identifiers, reports } });
      }
    };
    this.#done = Promise.all(Array.from({ length: connections }, sender)).finally(() => agent.destroy());
  }

  /** Waits for the answers that are due. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }
}

/** The body of an answer with status 200, or undefined when none came. */
function post(agent: Agent, url: string, body: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    const headers = {
      'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
    };
    const posted = request(url, { method: 'POST', agent, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', () => resolve(undefined));
      answer.on('end', () => {
        if (!answer.complete) resolve(undefined);
        else if (answer.statusCode === 200) resolve(Buffer.concat(chunks).toString('utf8'));
        else reject(new Error(`status ${answer.statusCode}`));
      });
    });
    posted.on('error', () => resolve(undefined));
    posted.end(body);
  });
}
