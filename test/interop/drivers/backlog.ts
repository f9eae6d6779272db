/**
 * Backlogs of served gateways: how they are made, how a gateway is meanwhile, and what has to be there when they have left.
 * @module
 */
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { expect } from 'vitest';
import { admin, type Place, type ServedGateway } from './gateway.js';
import type { CentreCounts, CentreProcess } from './smpp-centre.js';

/** The account whose messages wait. */
export const ACCOUNT = { username: 'Shop.1', pin: '012345', credit: '90000000.0000', replyTo: ['MyShop'] };
const PRICE = 0.045;

/** The first number of {@link send}. */
export const FIRST = 447_700_000_000;

/** A provisioning file whose delivery is a service centre of this machine. */
export const deliveryTo = (port: number, settings: object = {}) => ({
  delivery: { kind: 'smpp', host: '127.0.0.1', port, systemId: 'a', password: 'b', reconnectMaxMs: 2_000, ...settings },
  accounts: [ACCOUNT, { ...ACCOUNT, username: 'Shop.2' }],
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Milliseconds until the answer of a page. */
function askFor(url: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const asked = request(url, (answer) => {
      answer.resume();
      if (answer.statusCode !== 200) reject(new Error(`status ${answer.statusCode}`));
      answer.once('end', () => resolve(performance.now() - start));
    });
    asked.once('error', reject);
    asked.end();
  });
}

/** Asks something of a gateway again and again, and keeps how long it took. */
export class Probe {
  readonly #done: Promise<void>;
  #isStopped = false;
  #times: number[] = [];

  /** @param ask gives the milliseconds. */
  constructor(ask: () => Promise<number>, everyMs: number) {
    this.#done = (async () => {
      while (!this.#isStopped) {
        this.#times.push(await ask());
        await pause(everyMs);
      }
    })();
    this.#done.catch(() => undefined);
  }

  /** How a gateway is, twenty times a second. */
  static health({ url }: ServedGateway): Probe {
    return new Probe(() => askFor(`${url}/healthz`), 50);
  }

  /** Milliseconds since this was asked last: the longest, and what 99 of 100 did not pass. */
  take(): { readonly longest: number; readonly p99: number; readonly count: number } {
    const times = this.#times.sort((a, b) => a - b);
    this.#times = [];
    return { longest: times.at(-1) ?? 0, p99: times[Math.floor(times.length * 0.99)] ?? 0, count: times.length };
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }
}

/** Sends to so many numbers, some in each request. */
export async function send(
  { url }: ServedGateway,
  count: number,
  { username = ACCOUNT.username, first = FIRST, inRequest = 100 } = {},
): Promise<void> {
  for (let sent = 0; sent < count; sent += inRequest) {
    const to = Array.from({ length: Math.min(inRequest, count - sent) }, (_, index) => first + sent + index);
    const fields = { Username: username, PIN: ACCOUNT.pin, SendTo: to.join(), Message: 'Hello', ResponseFormat: '3' };
    const answer = await fetch(`${url}/webservices/http/sendsms`, { method: 'POST', body: new URLSearchParams(fields) });
    expect(await answer.text()).toContain('Report=-2');
  }
}

/** Waits until so many numbers have their message. @returns the milliseconds that it took. */
export async function drained(centre: CentreProcess, count: number, limitMs = 200_000): Promise<number> {
  const start = performance.now();
  while ((await centre.counts()).numbers < count) {
    if (performance.now() - start > limitMs) throw new Error(`only ${JSON.stringify(await centre.counts())} of ${count}`);
    await pause(100);
  }
  return performance.now() - start;
}

/** What a service centre has taken, each number once. */
export const once = (count: number): Partial<CentreCounts> => ({ submits: count, numbers: count, repeated: 0 });

/** Every message is in one state, and charged once. */
export async function expectAll(place: Place, count: number, state: 'sent' | 'delivered'): Promise<void> {
  type Message = { readonly state: string; readonly recipient: string };
  const listed = (await admin(place, 'messages')) as Message[];
  expect(listed.filter((message) => message.state !== state)).toEqual([]);
  expect(new Set(listed.map(({ recipient }) => recipient)).size).toBe(count);
  expect(listed).toHaveLength(count);
  await expectCharged(place, count);
}

/** So many messages are charged, each once. */
export async function expectCharged(place: Place, count: number): Promise<void> {
  const accounts = (await admin(place, 'accounts')) as { readonly credit: string }[];
  const spent = accounts.reduce((sum, { credit }) => sum + Number(ACCOUNT.credit) - Number(credit), 0);
  expect(spent).toBeCloseTo(count * PRICE, 2);
}

/** The most memory that a gateway has had, in megabytes. */
export const memoryOf = ({ child }: ServedGateway) =>
  Math.round(Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) / 1_024);
