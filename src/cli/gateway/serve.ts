/**
 * `handset serve`: the reference gateway as a process.
 *
 *   1st line of stdout   operators on http://127.0.0.1:PORT      once connections are accepted,
 *   2nd, where SMPP is   smpp on 127.0.0.1:PORT                  on all ports
 *   the next             listening on http://127.0.0.1:PORT
 *   the next, of --demo  where the playground is, and a request to try
 *   stderr               the log, JSON lines
 *   SIGHUP               the files of --config and --provision are read again; see reload.ts
 *   SIGTERM, SIGINT      no new connections, requests in hand are finished, exit 0
 * @module
 */
import { setFlagsFromString } from 'node:v8';
import type { Command } from 'commander';
import { omitUndefined } from '../../bytes/omit-undefined.js';
import type {
  DeliveryNotice,
  Gateway,
  GatewayLog,
  Listening,
  OperatorsOptions,
  Provisioning,
  Store,
} from '../../gateway/index.js';
import { findMissing } from '../../gateway/missing.js';
import { isNotFound } from '../../gateway/packages.js';
import { isLoopback, isToken, isUnspecified, MIN_TOKEN } from '../../gateway/settings/hosts.js';
import { EXIT, type Session, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { Reloader } from './reload.js';
import { type GatewayModule, loadProvisioning, readPems } from './serve-files.js';
import { pickGatewaySettings, readSettings, type ServeSettings } from './serve-settings.js';

/** Options of the command. */
export interface ServeOptions {
  readonly host?: string;
  readonly port?: number;
  readonly operatorsHost?: string;
  readonly operatorsPort?: number;
  readonly store?: string;
  readonly provision?: string;
  readonly config?: string;
  readonly demo?: boolean;
}

/** Adds the command. */
export function addServe(command: Command, session: Session): void {
  command
    .option('--host <host>', 'address to listen on; 127.0.0.1 when left out')
    .option('--port <port>', 'port to listen on, 0 for a free one; 8080 when left out', numberOption('port', 0, 65_535))
    .option(
      '--operators-host <host>',
      'address to listen on for operators; 127.0.0.1 when left out, any other needs HANDSET_OPERATORS_TOKEN',
    )
    .option(
      '--operators-port <port>',
      'port for operators: inboxes, metrics, the playground; a free one when left out',
      numberOption('operators-port', 0, 65_535),
    )
    .option('--store <file>', 'SQLite file for all state; the database of HANDSET_POSTGRES, else memory, when left out')
    .option('--provision <file>', 'accounts, address books and library items to create, as JSON')
    .option('--config <file>', 'settings of the server as JSON: the options above, TLS, limits, rates, retention')
    .option('--demo', 'an account to try the gateway with, on this machine alone; nothing is kept')
    .action((options: ServeOptions) => {
      keepHeapSmall();
      return serve(session, options, untilSignal);
    });
}

/** How far the heap may grow before what is garbage in it is collected, in per cent of what was in use the last time. */
const HEAP_GROWTH_PER_CENT = 40;

/**
 * A gateway has little in use and makes much garbage: V8 would let it grow to four times that. With a million messages leaving this way takes a
 * third less memory, and nobody waits longer.
 */
function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PER_CENT}`);
}

/** Comes back when one of the signals has come that ask a process to end; a second one ends it at once. */
export function untilSignal(): Promise<void> {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  return new Promise((resolve) => {
    const end = () => {
      for (const signal of signals) process.off(signal, end);
      resolve();
    };
    for (const signal of signals) process.on(signal, end);
  });
}

/** Calls `end` at the first SIGTERM or SIGINT; a second one ends the process at once. Returns a function that stops listening. */
function onEarlyEnd(end: () => void): () => void {
  const signals = ['SIGTERM', 'SIGINT'] as const;
  const off = () => {
    for (const signal of signals) process.off(signal, first);
  };
  const first = () => {
    off();
    end();
  };
  for (const signal of signals) process.on(signal, first);
  return off;
}

/** Calls `reload` at each SIGHUP, which ends the process otherwise. Returns a function that stops listening. */
function onHangup(reload: () => void): () => void {
  process.on('SIGHUP', reload);
  return () => process.off('SIGHUP', reload);
}

/** Runs a gateway until it is told to stop. What is wrong with a file or a package ends it before it listens. */
export async function serve(
  session: Session,
  options: ServeOptions,
  untilStopped: () => Promise<void>,
  onReload: typeof onHangup = onHangup,
  onEnd: typeof onEarlyEnd = onEarlyEnd,
): Promise<void> {
  const given = { ...(options.config === undefined ? {} : await readSettings(session, options.config)), ...options };
  const settings = options.demo ? demoSettings(given) : given;
  const gatewayModule = await loadGateway(session);
  if (gatewayModule === undefined || tellMissing(session)) return;
  const provisioning = options.demo
    ? gatewayModule.readProvisioning(JSON.stringify(DEMO))
    : await readProvisioningFile(session, gatewayModule, settings.provision);
  if (provisioning === undefined) return;
  if (provisioning.publicUrl === undefined && isUnspecified(settings.host ?? '')) {
    const name = options.host === undefined ? 'host' : '--host';
    throw new UsageError(
      `${name} ${settings.host} takes a publicUrl in the provisioning file: messages name the gateway's address`,
    );
  }
  // Before the gateway listens the signal ends nothing either: the files are being read.
  let reload = () => {};
  const hasFiles = options.demo !== true && (options.config ?? settings.provision) !== undefined;
  const offReload = hasFiles ? onReload(() => reload()) : () => {};
  const starting = new AbortController();
  const offEnd = onEnd(() => starting.abort());
  try {
    await run(session, gatewayModule, { options, settings, provisioning, ending: starting.signal }, untilStopped, (given) => {
      offEnd();
      reload = given;
    });
  } catch (error) {
    // A file that names an account that is nowhere, a package that is missing: their messages say what to do.
    fail(session, error);
  } finally {
    offEnd();
    offReload();
  }
}

/** Whoever starts a gateway is told which of its ports is taken. */
async function listenAt(option: string, listening: Promise<Listening>): Promise<Listening> {
  try {
    return await listening;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new Error(`${(error as Error).message}; ${option} takes another one, 0 a free one`);
  }
}

/** What a gateway is started with. */
interface Started {
  readonly options: ServeOptions;
  /** Those of the settings file, and the options. */
  readonly settings: ServeSettings & ServeOptions;
  readonly provisioning: Provisioning;
  /** Ends the start: the accounts that are being created are dropped, those before them stay. */
  readonly ending: AbortSignal;
}

async function run(
  session: Session,
  gatewayModule: GatewayModule,
  { options, settings, provisioning, ending }: Started,
  untilStopped: () => Promise<void>,
  onRunning: (reload: () => void) => void,
): Promise<void> {
  const clock = clockFrom(provisioning.clock);
  const log = await gatewayModule.openLog(settings.log ?? 'info', session.streams.stderr);
  const store = await openStore(gatewayModule, session, settings, clock, true);
  try {
    await store.provision(provisioning, undefined, ending);
    const gateway = await openGateway(gatewayModule, settings, provisioning, { store, clock, log });
    try {
      const { host = '127.0.0.1', port = 8080, tls } = settings;
      const operators = await listenAt('--operators-port', gateway.listenOperators(operatorsOf(session, settings)));
      const smpp =
        settings.smpp &&
        (await listenAt('smpp.port', gateway.listenSmpp({ ...settings.smpp, tls: readPems(settings.smpp.tls) })));
      const customers = await listenAt('--port', gateway.listen({ host, port, ...readTls(tls) }));
      ending.throwIfAborted();
      // Whoever reads the lines may ask for the end at once, or for the files to be read.
      const stopped = untilStopped();
      const running = { gateway, store, log, customers, operators, smpp, settings, provisioning };
      const reloader = new Reloader(session, gatewayModule, options, running);
      onRunning(() => void reloader.reload());
      const { url } = customers;
      const smppLine = smpp === undefined ? '' : `smpp on ${smpp.url.replace(/^smpps?:\/\//, '')}\n`;
      const lines = `operators on ${operators.url}\n${smppLine}listening on ${url}\n`;
      session.streams.stdout(`${lines}${settings.demo ? demoWords(url, operators.url) : ''}`);
      const where = { url, operators: operators.url, smpp: smpp?.url };
      log.info({ ...where, delivery: provisioning.delivery.kind, store: store.engine }, 'listening');
      await stopped;
      log.info({}, 'stopping');
      await reloader.close();
    } finally {
      await gateway.close();
    }
  } catch (error) {
    if (!ending.aborted || error !== ending.reason) throw error;
    log.info({}, 'stopped while it started');
  } finally {
    await store.close();
    log.flush();
  }
}

/** The account of --demo: its PIN is in the documentation, so that nobody else may reach the gateway and nothing is kept of it. */
const DEMO = {
  serviceName: 'demo',
  accounts: [{ username: 'Demo.1', pin: '00123456', credit: '100.0000', mayManage: true, replyTo: ['447700900001', 'Demo'] }],
} as const;

/** @throws UsageError when the gateway would be open to others, or kept */
function demoSettings(settings: ServeSettings & ServeOptions): ServeSettings & ServeOptions {
  const { host = '127.0.0.1', operatorsHost = settings.operators?.host ?? host, smpp, store, postgres, provision } = settings;
  const open = [host, operatorsHost, smpp?.host ?? host].find((each) => !isLoopback(each));
  if (open !== undefined) throw new UsageError(`--demo is for this machine alone, not for ${open}`);
  const other = Object.entries({ store, postgres, provision }).find(([, value]) => value !== undefined)?.[0];
  if (other !== undefined) throw new UsageError(`--demo has an account and a store of its own: leave out ${other}`);
  // Phones on this machine may say who they are.
  return { ...settings, store: ':memory:', wapGateways: ['127.0.0.1', '::1'] };
}

function demoWords(url: string, operators: string): string {
  const [{ username, pin }] = DEMO.accounts;
  const form = `Username=${username}&PIN=${pin}&SendTo=447700900123&Message=Hello`;
  return `playground at ${operators}/#inbox\ntry curl -d '${form}' ${url}/webservices/http/sendsms\n`;
}

/**
 * Where operators are listened to. Their token is never among the arguments.
 * @throws UsageError naming what has to be said otherwise.
 */
function operatorsOf(session: Session, settings: ServeSettings & ServeOptions): OperatorsOptions {
  const { operators = {}, operatorsHost, operatorsPort } = settings;
  const { host = '127.0.0.1', port, tls } = { ...operators, ...omitUndefined({ host: operatorsHost, port: operatorsPort }) };
  const token = operators.token ?? (session.streams.env.HANDSET_OPERATORS_TOKEN || undefined);
  if (token !== undefined && !isToken(token)) {
    throw new UsageError(`HANDSET_OPERATORS_TOKEN takes at least ${MIN_TOKEN} characters of visible ASCII`);
  }
  if (token === undefined && !isLoopback(host)) {
    const name = operatorsHost === undefined ? 'operators.host' : '--operators-host';
    throw new UsageError(`${name} ${host} takes a token: operators.token in --config, or HANDSET_OPERATORS_TOKEN`);
  }
  return { host, port, token, ...readTls(tls) };
}

/** What a gateway is put together from. */
interface Parts {
  readonly store: Store;
  readonly clock: () => number;
  readonly log: GatewayLog;
}

async function openGateway(
  gatewayModule: GatewayModule,
  settings: ServeSettings & ServeOptions,
  { delivery, publicUrl, serviceDomain, serviceName }: Provisioning,
  { store, clock, log }: Parts,
): Promise<Gateway> {
  const { host = '127.0.0.1', port = 8080, tls, metrics = true } = settings;
  const listening =
    port === 0 ? undefined : `http${tls === undefined ? '' : 's'}://${host.includes(':') ? `[${host}]` : host}:${port}`;
  const base = publicUrl ?? listening;
  return gatewayModule.createGateway({
    ...pickGatewaySettings(settings),
    wapGatewayQuery: settings.demo,
    ...{ store, clock, log, serviceDomain, serviceName, publicUrl },
    delivery: gatewayModule.openDelivery(delivery, { publicUrl: base, onNotice: (notice) => note(log, notice) }),
    ...(metrics && { metrics: await gatewayModule.openMetrics() }),
  });
}

/** Connections and pauses come and go often in an outage, of which the gateway itself tells. */
function note(log: GatewayLog, notice: DeliveryNotice): void {
  const { kind, ...fields } = notice;
  const level = kind === 'connected' || kind === 'disconnected' || kind === 'paused' ? 'debug' : 'warn';
  log[level](fields, `delivery ${kind}`);
}

/** The gateway's module stands on packages that not everybody has. */
export async function loadGateway(session: Session): Promise<GatewayModule | undefined> {
  try {
    return await import('../../gateway/index.js');
  } catch (error) {
    if (!isNotFound(error) || !tellMissing(session)) throw error;
    return undefined;
  }
}

/** Names all packages that are missing at once, those of the log and the metrics too. @returns whether there are any */
function tellMissing(session: Session): boolean {
  const { needed, watching } = findMissing();
  const missing = [...needed, ...watching];
  if (missing.length === 0) return false;
  fail(session, new Error(`the gateway needs packages that are not installed: npm install ${missing.join(' ')}`));
  return true;
}

/** What a provisioning file says; undefined when it is faulty, which was told. */
export async function readProvisioningFile(
  session: Session,
  gatewayModule: GatewayModule,
  path: string | undefined,
): Promise<Provisioning | undefined> {
  try {
    return await loadProvisioning(session, gatewayModule, path);
  } catch (error) {
    fail(session, error);
    return undefined;
  }
}

/** Ends with 1. */
export function fail(session: Session, error: unknown): void {
  if (error instanceof UsageError || error instanceof TypeError || !(error instanceof Error)) throw error;
  session.note(`handset: ${error.message}`);
  session.exit = EXIT.invalid;
}

/** The store that options, settings and environment name. @param isServed by a program that serves, which gives a file a thread of its own. */
export function openStore(
  { Store }: GatewayModule,
  session: Session,
  { store, postgres, keep, logins }: Pick<ServeSettings, 'store' | 'postgres' | 'keep' | 'logins'>,
  clock: () => number,
  isServed = false,
): Promise<Store> {
  const options = { clock, keep, pinTurns: logins?.checks, thread: isServed };
  const database = postgres ?? (session.streams.env.HANDSET_POSTGRES || undefined);
  if (store === undefined && database !== undefined) return Store.open({ postgres: database }, options);
  return Store.open({ sqlite: store ?? ':memory:' }, options);
}

/** A clock that shows a time now and runs on. */
function clockFrom(start: number | undefined): () => number {
  if (start === undefined) return Date.now;
  const begin = performance.now();
  return () => Math.floor(start + performance.now() - begin);
}

function readTls(tls: ServeSettings['tls']): Pick<OperatorsOptions, 'tls'> {
  const pems = readPems(tls);
  return pems === undefined ? {} : { tls: pems };
}
