/**
 * `npx tsx bench/gateway.ts [seconds]`: how many text messages a second a served gateway takes, each on the disk before it is answered; what Kannel takes
 * in the same run; two gateways on one PostgreSQL database against one; start and memory. Writes bench/results/gateway.json and gateway.md,
 * and the figures of docs/gateway.md.
 *
 * Needs wrk and, for the comparisons, Kannel with fakesmsc (Debian's kannel-extras; FAKESMSC says where it is) and PostgreSQL. Everything, the programs
 * that make the load included, shares the processors of this machine, and each client waits for an answer before it asks again.
 * @module
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, getPriority, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { accepts, end, freePort, kannelConfiguration } from '../test/interop/drivers/daemons.js';
import { admin, endGateways, type Place, type ServedGateway, serveGateway } from '../test/interop/drivers/gateway.js';
import { startPostgres } from '../test/interop/drivers/postgres.js';
import { run } from '../test/interop/drivers/run.js';

const SECONDS = Number(process.argv[2] ?? 10);
const CONNECTIONS = 32;
const WARM_UP_SECONDS = 3;
const STARTS = 7;
/** Milliseconds before the memory of an idle gateway is looked at. */
const IDLE_MS = 5_000;
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

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-bench-'));
const built = join(root, 'node_modules/.cache/handset-bench');
const program = [join(built, 'main.js')];

/** The command line as the package ships it: bundled, in chunks, without what tsx adds. */
async function buildProgram(): Promise<void> {
  mkdirSync(built, { recursive: true });
  await build({
    absWorkingDir: root,
    entryPoints: ['src/cli/main.ts'],
    outdir: built,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    target: 'es2022',
    define: { HANDSET_VERSION: '"0"' },
    logLevel: 'error',
  });
}

async function wrk(url: string, seconds: number, env: Readonly<Record<string, string>>) {
  const script = fileURLToPath(new URL('gateway.lua', import.meta.url));
  const args = ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '-s', script, url];
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
  return processes.reduce((sum, { pid }) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [user = 0, system = 0] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    return sum + (user + system) / 100;
  }, 0);
}

/** Load on one or several servers at once, after a moment of it that does not count. */
async function measure(
  urls: readonly string[],
  processes: readonly ChildProcess[],
  env: Readonly<Record<string, string>>,
): Promise<Measured & { readonly requests: number }> {
  const load = (seconds: number) =>
    Promise.all(
      urls.map((url, i) => wrk(url, seconds, { ...env, SENDER: USERS[i] as string, PASSWORD: PIN, FIRST: String(i * 500) })),
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
async function measureGateways(place: Place, gateways: readonly ServedGateway[]): Promise<Measured> {
  const env = { FORM: 'gateway' };
  const urls = gateways.map(({ url }) => url);
  const { requests, ...measured } = await measure(
    urls,
    gateways.map(({ child }) => child),
    env,
  );
  const accounts = (await admin(place, 'accounts')) as { credit: string }[];
  const charged = accounts.reduce((sum, { credit }) => sum + Math.round((Number(CREDIT) - Number(credit)) / PRICE), 0);
  // What was under way when wrk ended has been charged, too.
  if (charged < requests || charged > requests + 2 * CONNECTIONS * gateways.length)
    throw new Error(`${requests} answers, ${charged} charges`);
  return measured;
}

const residentMegabytes = ({ pid }: ChildProcess) =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function onSqlite() {
  const place = { sqlite: join(folder, 'store.db') };
  const gateway = await serveGateway(folder, place, ACCOUNTS, {}, program);
  try {
    await pause(IDLE_MS);
    const idleMegabytes = residentMegabytes(gateway.child);
    const measured = await measureGateways(place, [gateway]);
    return { ...measured, idleMegabytes, loadedMegabytes: residentMegabytes(gateway.child) };
  } finally {
    await gateway.stop();
  }
}

/** Milliseconds from the start of the process to the line that says that it listens. */
async function startUp(): Promise<{ readonly medianMs: number; readonly leastMs: number }> {
  const times: number[] = [];
  for (let i = 0; i < STARTS; i++) {
    const from = performance.now();
    const gateway = await serveGateway(folder, { sqlite: join(folder, `start${i}.db`) }, ACCOUNTS, {}, program);
    times.push(performance.now() - from);
    await gateway.stop();
  }
  times.sort((a, b) => a - b);
  return { medianMs: times[times.length >> 1] as number, leastMs: times[0] as number };
}

async function onPostgres() {
  const data = mkdtempSync(join(tmpdir(), 'handset-postgres-'));
  const server = await startPostgres(data, 'on');
  try {
    const results: Measured[] = [];
    for (const count of [1, 2]) {
      const place = { postgres: await server.newDatabase() };
      const gateways: ServedGateway[] = [];
      try {
        for (let i = 0; i < count; i++) gateways.push(await serveGateway(folder, place, ACCOUNTS, {}, program));
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
async function onKannel(): Promise<Measured> {
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
    const { requests, ...measured } = await measure([`http://127.0.0.1:${sendsms}`], processes, env);
    const status = await (await fetch(`http://127.0.0.1:${adminPort}/status.txt?password=secret`)).text();
    const sent = Number(/SMS: received \d+ .*?sent (\d+)/.exec(status)?.[1]);
    if (!(sent > requests / 2)) throw new Error(`Kannel sent ${sent} of ${requests}`);
    return measured;
  } finally {
    for (const child of processes.reverse()) await end(child);
  }
}

const load = loadavg()[0] ?? 0;
const environment = {
  date: new Date().toISOString(),
  node: process.version,
  cpu: `${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}`,
  load: load.toFixed(2),
  /** Of these programs over others. */
  nice: getPriority(),
  seconds: SECONDS,
  connections: CONNECTIONS,
  wrk: /wrk (\S+)/.exec(execFileSync('sh', ['-c', 'wrk -v 2>&1 || true'], { encoding: 'utf8' }))?.[1],
};
console.log(environment);

try {
  await buildProgram();
  const start = await startUp();
  console.log('start', start);
  const sqlite = await onSqlite();
  console.log('SQLite', sqlite);
  const kannel = existsSync(FAKESMSC) ? await onKannel() : undefined;
  console.log('Kannel', kannel);
  const postgres = existsSync('/usr/lib/postgresql') ? await onPostgres() : undefined;
  console.log('PostgreSQL', postgres);

  const judged = [
    {
      target: 'durable sends a second on SQLite',
      wanted: 'at least 2000',
      measured: sqlite.sendsPerSecond,
      holds: sqlite.sendsPerSecond >= 2000,
    },
    { target: 'p99 of an answer, ms', wanted: 'below 50', measured: sqlite.p99Ms, holds: sqlite.p99Ms < 50 },
    { target: 'start until it listens, ms', wanted: 'below 1500', measured: start.medianMs, holds: start.medianMs < 1500 },
    { target: 'memory when idle, MB', wanted: 'below 150', measured: sqlite.idleMegabytes, holds: sqlite.idleMegabytes < 150 },
  ];
  const rows: [string, Measured | undefined][] = [
    ['gateway, SQLite file', sqlite],
    ['Kannel: smsbox, bearerbox, fakesmsc', kannel],
    ['gateway, PostgreSQL', postgres?.one],
    ['two gateways, one PostgreSQL', postgres?.two],
  ];
  for (const { target, wanted, measured, holds } of judged) {
    console.log(`${holds ? 'PASS ' : 'short'} ${target}: ${measured.toFixed(1)}, wanted ${wanted}`);
  }
  const results = join(root, 'bench/results');
  const record = { environment, start, sqlite, kannel, postgres, judged };
  writeFileSync(
    join(results, 'gateway.json'),
    `${JSON.stringify(record, (_, value) => (typeof value === 'number' ? Number(value.toPrecision(4)) : value), 2)}\n`,
  );
  const page = markdown(rows, judged, sqlite.loadedMegabytes);
  writeFileSync(join(results, 'gateway.md'), page);
  const docs = join(root, 'docs/gateway.md');
  // Everything but the title.
  const figures = page.slice(page.indexOf('\n\n'));
  writeFileSync(
    docs,
    readFileSync(docs, 'utf8').replace(/(<!-- figures -->)[\s\S]*?(?=<!-- end of figures -->)/, `$1${figures}\n`),
  );
} finally {
  await endGateways();
  rmSync(folder, { recursive: true });
}

function markdown(
  rows: readonly (readonly [string, Measured | undefined])[],
  judged: readonly { target: string; wanted: string; measured: number; holds: boolean }[],
  loadedMegabytes: number,
): string {
  const row = ([name, measured]: readonly [string, Measured | undefined]) =>
    measured === undefined
      ? `| ${name} | not there | | | | |`
      : `| ${name} | ${Math.round(measured.sendsPerSecond).toLocaleString('en')} | ${measured.p50Ms.toFixed(1)} | ${measured.p99Ms.toFixed(1)} | ${measured.maxMs.toFixed(0)} | ${measured.processors.toFixed(2)} |`;
  return [
    '# The gateway under load',
    '',
    `${environment.date}, Node ${environment.node}, ${environment.cpu}, load before the run ${environment.load}, nice ${environment.nice}. Written by \`npx tsx bench/gateway.ts\`.`,
    '',
    `wrk ${environment.wrk} with ${CONNECTIONS} connections for ${SECONDS} s after ${WARM_UP_SECONDS} s that do not count, on the same processors; every request is one text message to one`,
    'recipient. The gateway answers when the message and its charge are on the disk (SQLite: WAL, `synchronous=FULL`; PostgreSQL: `fsync=on`), delivers',
    'to virtual handsets meanwhile, and its ledger is held against the answers afterwards. Kannel writes its store file without waiting for the disk.',
    'Each of two gateways has so many connections, and an account of its own.',
    '',
    '| | sends/s | p50 ms | p99 ms | max ms | processors used |',
    '|---|---:|---:|---:|---:|---:|',
    ...rows.map(row),
    '',
    '| Target | wanted | measured | |',
    '|---|---:|---:|---|',
    ...judged.map(
      ({ target, wanted, measured, holds }) =>
        `| ${target} | ${wanted} | ${measured.toFixed(measured < 100 ? 1 : 0)} | ${holds ? 'PASS' : 'short'} |`,
    ),
    '',
    `Memory after the load: ${loadedMegabytes.toFixed(0)} MB. Processors used are those of the serving programs alone, without wrk and PostgreSQL.`,
    '',
  ].join('\n');
}
