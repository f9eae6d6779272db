/**
 * A served gateway at four fifths of the rate that it reaches, for half an hour: whether its memory and its slowest answers stay as they are. It takes
 * too long for the whole run: `npm run bench:soak`; `-- --minutes 2 --into FOLDER` shows that it works.
 *
 * Requests are sent when they are due, whether those before have been answered or not, and are timed from then on.
 * @module
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { endGateways, type ServedGateway, serveGateway } from '../test/interop/drivers/gateway.js';
import { median } from './harness.js';
import { buildProgram } from './program.js';
import { residentMegabytes, runAlone, type System } from './system.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' }, into: { type: 'string' } } });
const MINUTES = Number(values.minutes);
const SHARE = 0.8;
/** Requests under way while the rate is looked for, and at most at all. */
const CONNECTIONS = 32;
const MOST_UNDER_WAY = 1_000;
const PROBE_MS = 20_000;
const TICK_MS = 5;

const USERNAME = 'Load.1';
const PIN = '01234567';
const ACCOUNTS = { accounts: [{ username: USERNAME, pin: PIN, credit: '9000000.0000', replyTo: ['MyShop'] }] };

/** A minute of the run. */
interface Minute {
  readonly sends: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  readonly memoryMegabytes: number;
  readonly storeMegabytes: number;
}

/** Requests of text messages, each to one recipient. */
class Client {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  #count = 0;
  underWay = 0;

  constructor(url: string) {
    this.#url = new URL('/webservices/http/sendsms', url);
  }

  /** @returns milliseconds from `since` to the whole answer. @throws Error unless the message was accepted. */
  async send(since: number): Promise<number> {
    const count = this.#count++;
    const body = `Username=${USERNAME}&PIN=${PIN}&SendTo=${447700900000 + (count % 1000)}&ResponseFormat=1&Message=Message+number+${count}+of+some+length`;
    this.underWay++;
    try {
      const answer = await this.#post(body);
      if (!answer.includes('-2')) throw new Error(`not accepted: ${answer.slice(0, 200)}`);
      return performance.now() - since;
    } finally {
      this.underWay--;
    }
  }

  #post(body: string): Promise<string> {
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': Buffer.byteLength(body) };
    return new Promise((resolve, reject) => {
      const posted = request(this.#url, { method: 'POST', agent: this.#agent, headers }, (answer) => {
        let text = '';
        answer.setEncoding('utf8');
        answer.on('data', (more: string) => {
          text += more;
        });
        answer.on('end', () => resolve(text));
        answer.on('error', reject);
      });
      posted.on('error', reject);
      posted.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sends a second with so many requests under way all the time. */
async function probe(client: Client, ms: number): Promise<number> {
  const end = performance.now() + ms;
  let sends = 0;
  const loop = async () => {
    for (; performance.now() < end; sends++) await client.send(performance.now());
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  return sends / (ms / 1e3);
}

/** One minute at a rate. */
async function minute(client: Client, rate: number, { child }: ServedGateway, path: string): Promise<Minute> {
  const times: number[] = [];
  const failed: unknown[] = [];
  const begin = performance.now();
  const total = Math.round(rate * 60);
  const all: Promise<void>[] = [];
  for (let sent = 0; sent < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - begin) / 1e3) * rate) + 1);
    for (; sent < due && client.underWay < MOST_UNDER_WAY; sent++) {
      const since = begin + (sent / rate) * 1e3;
      all.push(
        client.send(since).then(
          (ms) => void times.push(ms),
          (error) => void failed.push(error),
        ),
      );
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(all);
  if (failed.length > 0) throw new Error(`${failed.length} requests failed`, { cause: failed[0] });
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(share * times.length))] as number;
  return {
    sends: times.length,
    ...{ p50Ms: at(0.5), p99Ms: at(0.99), maxMs: at(1) },
    memoryMegabytes: residentMegabytes(child),
    storeMegabytes: statSync(path).size / 1e6,
  };
}

async function measured(): Promise<{ readonly rate: number; readonly minutes: readonly Minute[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'handset-soak-'));
  const path = join(folder, 'store.db');
  try {
    buildProgram();
    const gateway = await serveGateway(folder, { sqlite: path }, ACCOUNTS);
    const client = new Client(gateway.url);
    await probe(client, PROBE_MS / 2);
    const rate = SHARE * (await probe(client, PROBE_MS));
    const minutes: Minute[] = [];
    for (let i = 0; i < MINUTES; i++) {
      const one = await minute(client, rate, gateway, path);
      minutes.push(one);
      console.log(row(one, i));
    }
    client.close();
    await gateway.stop();
    return { rate, minutes };
  } finally {
    await endGateways();
    rmSync(folder, { recursive: true });
  }
}

const row = ({ sends, p50Ms, p99Ms, maxMs, memoryMegabytes, storeMegabytes }: Minute, index: number) =>
  `| ${index + 1} | ${Math.round(sends / 60).toLocaleString('en')} | ${p50Ms.toFixed(1)} | ${p99Ms.toFixed(1)} | ${maxMs.toFixed(0)} | ${memoryMegabytes.toFixed(0)} | ${storeMegabytes.toFixed(0)} |`;

/** The last third of a run by its second one: what is allocated and compiled once is over by then. */
function lastThird(minutes: readonly Minute[], figure: (of: Minute) => number): number {
  const third = Math.ceil(minutes.length / 3);
  const middle = minutes.slice(-2 * third, -third);
  return median(minutes.slice(-third).map(figure)) / median((middle.length > 0 ? middle : minutes).map(figure));
}

const system: System<'memory' | 'p99'> = {
  name: 'soak',
  wanted: {
    memory: { target: 'memory of the last third by that of the second', sense: 'at most', must: 1.1, unit: 'x' },
    p99: { target: 'p99 of the last third by that of the second', sense: 'at most', must: 1.5, unit: 'x' },
  },
  missing: () => undefined,
  measure: async () => {
    const { rate, minutes } = await measured();
    return {
      figures: { memory: lastThird(minutes, (one) => one.memoryMegabytes), p99: lastThird(minutes, (one) => one.p99Ms) },
      record: { rate, minutes },
      programs: {},
      markdown: (environment) => ({
        title: 'The gateway at four fifths of its rate',
        above: [
          environment,
          '',
          `${Math.round(rate).toLocaleString('en')} sends a second for ${MINUTES} minutes: ${SHARE} of what ${CONNECTIONS} requests under way all the time reached before, on the same processors as the client.`,
          'Each is a text message to one recipient, on the disk before it is answered (SQLite), and timed from when it was due.',
          '',
          '| minute | sends/s | p50 ms | p99 ms | max ms | memory MB | store MB |',
          '|---:|---:|---:|---:|---:|---:|---:|',
          ...minutes.map(row),
        ].join('\n'),
        below: 'Medians of the minutes of each third are compared. The store keeps every message, so that its file grows.',
      }),
    };
  },
};

await runAlone(system);
