/**
 * SIGHUP: the settings file and the provisioning file are read again while the gateway runs.
 *
 *   limits, rate, log, certificates,
 *   trusted proxies, keywords,
 *   routes and rates
 *   of links                             are as the file says from now on
 *   accounts, books, items               what is missing is created, as at the start; what differs is told
 *   everything else                      takes effect at the next start, which is told field by field
 *
 * A file that is faulty changes nothing at all: both are read, checked and provisioned before anything else is touched.
 * @module
 */
import { createSecureContext } from 'node:tls';
import { withoutLiveSettings } from '../../gateway/delivery/links/table.js';
import type { Gateway, GatewayLog, Listening, OpenedLog, Provisioning, Store } from '../../gateway/index.js';
import type { Session } from '../io.js';
import { type GatewayModule, loadProvisioning, readPems } from './serve-files.js';
import { readSettings, type ServeSettings } from './serve-settings.js';

/** A gateway that runs, and what it was started with. */
export interface Running {
  readonly gateway: Gateway;
  readonly store: Store;
  readonly log: OpenedLog;
  readonly customers: Listening;
  readonly operators: Listening;
  readonly smpp?: Listening | undefined;
  readonly settings: ServeSettings;
  readonly provisioning: Provisioning;
}

/** Options of the command line, which count more than the file. */
type Options = Partial<ServeSettings> & { readonly config?: string };

/** What a settings file can change in a gateway that runs. */
const LIVE: readonly (keyof ServeSettings)[] = [
  ...(['limits', 'rate', 'trustedProxies', 'keywords', 'log', 'tls', 'operators', 'smpp', 'provision'] as const),
];
/** What of a provisioning file counts at the start alone. */
const AT_START = ['serviceDomain', 'serviceName', 'publicUrl', 'delivery', 'clock'] as const;

/** Reads files again, one time after the other. */
export class Reloader {
  readonly #session: Session;
  readonly #gatewayModule: GatewayModule;
  readonly #options: Options;
  readonly #running: Running;
  #last: Promise<void> = Promise.resolve();
  #comparing = new AbortController();
  readonly #ending = new AbortController();
  /** PINs of the file that was compared with the store last, to the end; at the start the file's own. */
  #comparedPins: ReadonlyMap<string, string>;
  #compared: Promise<void> = Promise.resolve();

  constructor(session: Session, gatewayModule: GatewayModule, options: Options, running: Running) {
    this.#session = session;
    this.#gatewayModule = gatewayModule;
    this.#options = options;
    this.#running = running;
    this.#comparedPins = pinsOf(running.provisioning);
    this.#compare(running.provisioning);
  }

  /** Reads them, after what is being read. */
  reload(): Promise<void> {
    this.#last = this.#last.then(() => this.#reload());
    return this.#last;
  }

  /** Ends what is being read; accounts that are being created are dropped, those before them stay. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.#last;
    this.#comparing.abort();
    await this.#compared;
  }

  async #reload(): Promise<void> {
    const { gateway, store, log, customers, operators, smpp } = this.#running;
    try {
      const { config } = this.#options;
      const settings: ServeSettings = {
        ...(config === undefined ? {} : await readSettings(this.#session, config)),
        ...this.#options,
      };
      const provisioning = await loadProvisioning(this.#session, this.#gatewayModule, settings.provision);
      // What is wrong with them changes nothing.
      this.#gatewayModule.openDelivery(provisioning.delivery);
      const renewals = [
        [customers, this.#running.settings.tls, settings.tls],
        [operators, this.#running.settings.operators?.tls, settings.operators?.tls],
        [smpp, this.#running.settings.smpp?.tls, settings.smpp?.tls],
      ] as const;
      const certificates = renewals.map(([, before, now]) => (before === undefined ? undefined : readPems(now)));
      for (const pems of certificates) if (pems !== undefined) createSecureContext(pems);
      await store.provision(provisioning, undefined, this.#ending.signal);
      const { limits, rate, trustedProxies = [], keywords = null } = settings;
      gateway.reconfigure({ limits, rate, trustedProxies, keywords, delivery: provisioning.delivery });
      log.setLevel(settings.log ?? 'info');
      for (const [index, [listening]] of renewals.entries()) {
        const pems = certificates[index];
        if (pems !== undefined) listening?.renewTls(pems);
      }
      log.info({ accounts: provisioning.accounts.length }, 'files were read again');
      for (const field of this.#atStart(settings, provisioning)) {
        log.warn({ field }, 'takes effect when the gateway is started again');
      }
      this.#compare(provisioning);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      log.error({ reason: (error as Error).message }, 'files could not be read again: nothing was changed');
    }
  }

  /** Fields that are not as they were at the start, and count there alone. */
  #atStart(settings: ServeSettings, provisioning: Provisioning): string[] {
    const { settings: first, provisioning: firstFile } = this.#running;
    const names = new Set([...Object.keys(first), ...Object.keys(settings)] as (keyof ServeSettings)[]);
    const isOther = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);
    const withoutTls = ({ tls, ...others }: NonNullable<ServeSettings['operators' | 'smpp']> = {}) => ({
      ...others,
      tls: tls === undefined,
    });
    return [
      ...[...names].filter((name) => !LIVE.includes(name) && isOther(first[name], settings[name])),
      ...(isOther(first.tls === undefined, settings.tls === undefined) ? ['tls'] : []),
      ...(['operators', 'smpp'] as const).filter((name) => isOther(withoutTls(first[name]), withoutTls(settings[name]))),
      ...AT_START.filter((name) => isOther(this.#stillOf(firstFile, name), this.#stillOf(provisioning, name))),
    ];
  }

  /** What counts at the start alone: of several links their routes and rates do not. */
  #stillOf(provisioning: Provisioning, name: (typeof AT_START)[number]): unknown {
    return name === 'delivery' ? withoutLiveSettings(provisioning.delivery) : provisioning[name];
  }

  /** Tells what the file has otherwise than the store, beside all else. */
  #compare(provisioning: Provisioning): void {
    this.#comparing.abort();
    this.#comparing = new AbortController();
    const { store, log } = this.#running;
    const { signal } = this.#comparing;
    const pins = pinsOf(provisioning);
    const comparesPin = (username: string) => this.#comparedPins.get(username) !== pins.get(username);
    this.#compared = tellDifferences(store, provisioning, log, { signal, comparesPin }).then((isDone) => {
      if (isDone) this.#comparedPins = pins;
    });
  }
}

function pinsOf({ accounts }: Provisioning): ReadonlyMap<string, string> {
  return new Map(accounts.map(({ username, pin }) => [username, pin]));
}

/** Warns of what the file has otherwise than the store. @returns whether all of it was compared, which the signal ends early */
async function tellDifferences(
  store: Store,
  provisioning: Provisioning,
  log: GatewayLog,
  options: Parameters<Store['differences']>[1] & { readonly signal: AbortSignal },
): Promise<boolean> {
  try {
    for await (const { username, field } of store.differences(provisioning, options)) {
      log.warn({ username, field }, 'the provisioning file differs from the store; the store is unchanged');
    }
    return !options.signal.aborted;
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'the provisioning file was not compared with the store');
    return false;
  }
}
