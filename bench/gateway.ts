/**
 * How many text messages a second a served gateway takes, each on the disk before it is answered; what Kannel takes in the same run; two
 * gateways on one PostgreSQL database against one; a server of node:http that only answers, as the bound; start and memory. A part of `npm run bench`; by
 * itself `npx tsx bench/gateway.ts`.
 *
 * Needs wrk and, for the comparisons, Kannel with fakesmsc (Debian's kannel-extras; FAKESMSC says where it is) and PostgreSQL. Everything, the programs
 * that make the load included, shares the processors of this machine, and each client waits for an answer before it asks again.
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { accepts, end, freePort, kannelConfiguration } from '../test/interop/drivers/daemons.js';
import { admin, endGateways, type Place, type ServedGateway, serveGateway } from '../test/interop/drivers/gateway.js';
import { startPostgres } from '../test/interop/drivers/postgres.js';
import { run } from '../test/interop/drivers/run.js';
import { EFFORT } from './effort.js';
import { programVersion } from './environment.js';
import { buildProgram } from './program.js';
import { processorSeconds, residentMegabytes, runAlone, type System } from './system.js';

const {
  gatewaySeconds: SECONDS,
  gatewayWarmUpSeconds: WARM_UP_SECONDS,
  gatewayStarts: STARTS,
  gatewayIdleMs: IDLE_MS,
} = EFFORT;
/** Of a client that has many at work, and of one with a few. */
const CONNECTIONS = 32;
const FEW_CONNECTIONS = 8;
const FAKESMSC = process.env.FAKESMSC ?? '/usr/lib/kannel/test/fakesmsc';

const CREDIT = '9000000.0000';
const PRICE = 0.045;
const PIN = '01234567';
/** One for each gateway. */
const USERS = ['Load.1', 'Load.2'];
const ACCOUNTS = { accounts: USERS.map((username) => ({ username, pin: PIN, credit: CREDIT, replyTo: ['MyShop'] })) };

/** What a run of wrk measured. */
interface Measured {
  readonly sendsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Seconds of processor time per second of all programs that serve. */
  readonly processors: number;
}

async function wrk(url: string, seconds: number, env: Readonly<Record<string, string>>, connections: number) {
  const script = fileURLToPath(new URL('gateway.lua', import.meta.url));
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
  const { stdout } = await run('wrk', args, { env, timeoutMs: (seconds + 60) * 1_000 });
  const said = JSON.parse(stdout.slice(stdout.lastIndexOf('\n{'))) as Record<
    'requests' | 'us' | 'p50Us' | 'p99Us' | 'maxUs' | 'errors',
    number
  >;
  if (said.errors > 0) throw new Error(`${said.errors} requests failed: ${stdout}`);
  return said;
}

/** Processor time of processes so far, in seconds. */
function usedBy(processes: readonly ChildProcess[]): number {
  return processes.reduce((sum, process) => sum + processorSeconds(process), 0);
}

/** Load on one or several servers at once, after a moment of it that does not count. */
async function measure(
  urls: readonly string[],
  processes: readonly ChildProcess[],
  env: Readonly<Record<string, string>>,
  connections = CONNECTIONS,
): Promise<Measured & { readonly requests: number }> {
  const load = (seconds: number) =>
    Promise.all(
      urls.map((url, i) =>
        wrk(url, seconds, { ...env, SENDER: USERS[i] as string, PASSWORD: PIN, FIRST: String(i * 500) }, connections),
      ),
    );
  const warm = await load(WARM_UP_SECONDS);
  const before = usedBy(processes);
  const all = await load(SECONDS);
  const sum = (of: readonly { readonly requests: number }[]) => of.reduce((total, { requests }) => total + requests, 0);
  const seconds = Math.max(...all.map(({ us }) => us)) / 1e6;
  return {
    sendsPerSecond: sum(all) / seconds,
    p50Ms: Math.max(...all.map(({ p50Us }) => p50Us)) / 1e3,
    p99Ms: Math.max(...all.map(({ p99Us }) => p99Us)) / 1e3,
    maxMs: Math.max(...all.map(({ maxUs }) => maxUs)) / 1e3,
    processors: (usedBy(processes) - before) / seconds,
    requests: sum(all) + sum(warm),
  };
}

/** Load on gateways that share a place; the ledger has to have every send that was answered. */
async function measureGateways(place: Place, gateways: readonly ServedGateway[], connections = CONNECTIONS): Promise<Measured> {
  const env = { FORM: 'gateway' };
  const before = await chargesOf(place);
  const urls = gateways.map(({ url }) => url);
  const { requests, ...measured } = await measure(
    urls,
    gateways.map(({ child }) => child),
    env,
    connections,
  );
  const charged = (await chargesOf(place)) - before;
  // What was under way when wrk ended has been charged, too.
  if (charged < requests || charged > requests + 2 * connections * gateways.length)
    throw new Error(`${requests} answers, ${charged} charges`);
  return measured;
}

/** Messages that accounts have paid for. */
async function chargesOf(place: Place): Promise<number> {
  const accounts = (await admin(place, 'accounts')) as { credit: string }[];
  return accounts.reduce((sum, { credit }) => sum + Math.round((Number(CREDIT) - Number(credit)) / PRICE), 0);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function onSqlite(folder: string) {
  const place = { sqlite: join(folder, 'store.db') };
  const gateway = await serveGateway(folder, place, ACCOUNTS);
  try {
    await pause(IDLE_MS);
    const idleMegabytes = residentMegabytes(gateway.child);
    const measured = await measureGateways(place, [gateway]);
    const loadedMegabytes = residentMegabytes(gateway.child);
    return { ...measured, few: await measureGateways(place, [gateway], FEW_CONNECTIONS), idleMegabytes, loadedMegabytes };
  } finally {
    await gateway.stop();
  }
}

/** An answer to one message, as a form. */
const ANSWER = 'Report=0&Results=447700900123%3A0%3A6ba7b8109dad11d180b400c04fd430c8%3A1&Credit=8999999.9550';

/** A server of node:http that reads each request and answers at once: what any gateway on node:http could reach. */
async function onBareHttp(): Promise<Measured & { readonly few: Measured }> {
  const program = fileURLToPath(new URL('loopback.mjs', import.meta.url));
  const child = spawn(process.execPath, [program, ANSWER, ''], { stdio: ['pipe', 'pipe', 'inherit'] });
  try {
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const urls = [`http://127.0.0.1:${Number(port)}`];
    const env = { FORM: 'gateway' };
    const { requests: _, ...measured } = await measure(urls, [child], env);
    const { requests: __, ...few } = await measure(urls, [child], env, FEW_CONNECTIONS);
    return { ...measured, few };
  } finally {
    await end(child);
  }
}

/** Milliseconds from the start of the process to the line that says that it listens. */
async function startUp(folder: string): Promise<{ readonly medianMs: number; readonly leastMs: number }> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now();
    const gateway = await serveGateway(folder, { sqlite: join(folder, `start${i}.db`) }, ACCOUNTS);
    times.push(performance.now() - from);
    await gateway.stop();
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[times.length >> 1] as number, leastMs: times[0] as number };
}

async function onPostgres(folder: string) {
  const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
  const server = await startPostgres(data, 'on');
  try {
    const results: Measured[] = [];
    for (const count of [1, 2]) {
      const place = { postgres: await server.newDatabase() };
      const gateways: ServedGateway[] = [];
      try {
        for (let i = 0; i < count; i++) gateways.push(await serveGateway(folder, place, ACCOUNTS));
        results.push(await measureGateways(place, gateways));
      } finally {
        for (const gateway of gateways) await gateway.stop();
      }
    }
    const [one, two] = results as [Measured, Measured];
    return { one, two, ratio: two.sendsPerSecond / one.sendsPerSecond };
  } finally {
    await server.stop();
    rmSync(data, { recursive: true });
  }
}

/** smsbox, bearerbox with its store in a file, and fakesmsc. */
async function onKannel(folder: string): Promise<Measured & { readonly few: Measured }> {
  const [adminPort, boxes, sendsms, centre] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const config = join(folder, 'kannel.conf');
  const groups = [
    {
      ...{ group: 'core', 'admin-port': adminPort, 'admin-interface': '127.0.0.1', 'admin-password': 'secret' },
      ...{ 'smsbox-port': boxes, 'smsbox-interface': '127.0.0.1', 'box-deny-ip': '*.*.*.*', 'box-allow-ip': '127.0.0.1' },
      ...{ 'store-type': 'file', 'store-location': join(folder, 'kannel.store'), 'store-dump-freq': 1 },
    },
    { group: 'smsc', smsc: 'fake', port: centre, 'connect-allow-ip': '127.0.0.1' },
    {
      ...{ group: 'smsbox', 'bearerbox-host': '127.0.0.1', 'bearerbox-port': boxes, 'sendsms-port': sendsms },
      ...{ 'sendsms-interface': '127.0.0.1', 'global-sender': '1234', 'max-pending-requests': 512 },
    },
    { group: 'sendsms-user', username: USERS[0] as string, password: PIN },
  ];
  writeFileSync(config, kannelConfiguration(groups));
  const processes: ChildProcess[] = [];
  try {
    processes.push(spawn('bearerbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(boxes, processes);
    await accepts(centre, processes);
    processes.push(
      spawn(FAKESMSC, ['-H', '127.0.0.1', '-r', String(centre), '-i', '100000', '100 200 text nop'], { stdio: 'ignore' }),
    );
    processes.push(spawn('smsbox', ['-v', '4', config], { stdio: 'ignore' }));
    await accepts(sendsms, processes);
    await pause(1_000);
    const env = { FORM: 'kannel' };
    const urls = [`http://127.0.0.1:${sendsms}`];
    const { requests, ...measured } = await measure(urls, processes, env);
    const { requests: fewRequests, ...few } = await measure(urls, processes, env, FEW_CONNECTIONS);
    const status = await (await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=secret`)).text();
    const sent = Number(/SMS: received \d+ .*?sent (\d+)/.exec(status)?.[1]);
    if (!(sent > (requests + fewRequests) / 2)) throw new Error(`Kannel sent ${sent} of ${requests + fewRequests}`);
    return { ...measured, few };
  } finally {
    for (const child of processes.reverse()) await end(child);
  }
}

/** What the parts of a run measured. */
interface Figures {
  readonly start: Awaited<ReturnType<typeof startUp>>;
  readonly sqlite: Awaited<ReturnType<typeof onSqlite>>;
  readonly bare: Awaited<ReturnType<typeof onBareHttp>>;
  readonly kannel: Awaited<ReturnType<typeof onKannel>> | undefined;
  readonly postgres: Awaited<ReturnType<typeof onPostgres>> | undefined;
}

async function measured(): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'handset-bench-'));
  try {
    buildProgram();
    const start = await startUp(folder);
    const sqlite = await onSqlite(folder);
    const bare = await onBareHttp();
    const kannel = noKannel() === undefined ? await onKannel(folder) : undefined;
    const postgres = existsSync(POSTGRES) ? await onPostgres(folder) : undefined;
    return { start, sqlite, bare, kannel, postgres };
  } finally {
    await endGateways();
    rmSync(folder, { recursive: true });
  }
}

const POSTGRES = '/usr/lib/postgresql';

/** What of Kannel is not there. */
function noKannel(): string | undefined {
  if (!existsSync(FAKESMSC)) return `fakesmsc is not installed (${FAKESMSC})`;
  return programVersion('bearerbox', ['--version']) === undefined ? 'bearerbox is not installed' : undefined;
}

/** The gateway, as a part of the whole run. */
export const system: System<'sends' | 'p99' | 'kannel' | 'kannelFew' | 'postgres' | 'postgresTwo' | 'start' | 'idle'> = {
  name: 'gateway',
  page: 'docs/gateway.md',
  wanted: {
    sends: { target: 'durable sends a second on SQLite', sense: 'at least', must: 2000, unit: '/s' },
    p99: { target: 'p99 of an answer', sense: 'at most', must: 50, unit: 'ms' },
    kannel: {
      target: `share of Kannel's sends a second, ${CONNECTIONS} connections`,
      sense: 'at least',
      must: 0.75,
      aim: 1,
      unit: 'x',
    },
    kannelFew: {
      target: `share of Kannel's sends a second, ${FEW_CONNECTIONS} connections`,
      sense: 'at least',
      must: 0.6,
      aim: 1,
      unit: 'x',
    },
    postgres: { target: 'durable sends a second on PostgreSQL', sense: 'at least', must: 4000, unit: '/s' },
    postgresTwo: {
      target: 'durable sends a second of two gateways on one PostgreSQL',
      sense: 'at least',
      must: 6000,
      unit: '/s',
    },
    start: { target: 'start until it listens', sense: 'at most', must: 1500, unit: 'ms' },
    idle: { target: 'memory when idle', sense: 'at most', must: 150, unit: 'MB' },
  },
  missing: () => (programVersion('wrk', ['-v']) === undefined ? 'wrk is not installed' : undefined),
  measure: async () => {
    const record = await measured();
    const { start, sqlite, kannel, postgres } = record;
    const programs = {
      wrk: programVersion('wrk', ['-v']),
      Kannel: programVersion('bearerbox', ['--version']),
      PostgreSQL: programVersion('psql', ['--version']),
    };
    return {
      figures: {
        ...{ sends: sqlite.sendsPerSecond, p99: sqlite.p99Ms, start: start.medianMs, idle: sqlite.idleMegabytes },
        ...(kannel !== undefined && {
          kannel: sqlite.sendsPerSecond / kannel.sendsPerSecond,
          kannelFew: sqlite.few.sendsPerSecond / kannel.few.sendsPerSecond,
        }),
        ...(postgres !== undefined && {
          postgres: postgres.one.sendsPerSecond,
          postgresTwo: postgres.two.sendsPerSecond,
        }),
      },
      left: {
        ...{ kannel: noKannel() ?? '', kannelFew: noKannel() ?? '' },
        ...{ postgres: 'PostgreSQL is not installed', postgresTwo: 'PostgreSQL is not installed' },
      },
      record: { seconds: SECONDS, connections: CONNECTIONS, ...record },
      programs: Object.fromEntries(
        Object.entries(programs).filter((entry): entry is [string, string] => entry[1] !== undefined),
      ),
      markdown: (environment) => markdown(environment, record, programs.wrk),
    };
  },
};

function markdown(environment: string, { sqlite, bare, kannel, postgres }: Figures, wrkVersion: string | undefined) {
  const row = ([name, found]: readonly [string, Measured | undefined]) =>
    found === undefined
      ? `| ${name} | not installed | | | | |`
      : `| ${name} | ${Math.round(found.sendsPerSecond).toLocaleString('en')} | ${found.p50Ms.toFixed(1)} | ${found.p99Ms.toFixed(1)} | ${found.maxMs.toFixed(0)} | ${found.processors.toFixed(2)} |`;
  const rows: readonly (readonly [string, Measured | undefined])[] = [
    ['gateway, SQLite file', sqlite],
    ['Kannel: smsbox, bearerbox, fakesmsc', kannel],
    ['node:http alone, which stores nothing', bare],
    [`gateway, SQLite file, ${FEW_CONNECTIONS} connections`, sqlite.few],
    [`Kannel, ${FEW_CONNECTIONS} connections`, kannel?.few],
    [`node:http alone, ${FEW_CONNECTIONS} connections`, bare.few],
    ['gateway, PostgreSQL', postgres?.one],
    ['two gateways, one PostgreSQL', postgres?.two],
  ];
  return {
    title: 'The gateway under load',
    above: [
      environment,
      '',
      `wrk ${wrkVersion} with ${CONNECTIONS} connections for ${SECONDS} s after ${WARM_UP_SECONDS} s that do not count, on the same processors; every request is one text message to one`,
      'recipient. The gateway answers when the message and its charge are on the disk (SQLite: WAL, `synchronous=FULL`; PostgreSQL: `fsync=on`), delivers',
      'to virtual handsets meanwhile, and its ledger is compared with the answers afterwards. Kannel writes its store file without waiting for the disk.',
      `node:http alone reads a request and answers at once: no gateway on node:http can be faster. With two gateways, each has ${CONNECTIONS}`,
      'connections and its own account.',
      '',
      '| | sends/s | p50 ms | p99 ms | max ms | processors used |',
      '|---|---:|---:|---:|---:|---:|',
      ...rows.map(row),
    ].join('\n'),
    below: `Memory after the load: ${sqlite.loadedMegabytes.toFixed(0)} MB. Processors used are those of the serving programs alone, without wrk and PostgreSQL.`,
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runAlone(system);
