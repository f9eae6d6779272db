/**
 * The gateway: its interfaces over a store, and the delivery of queued messages.
 *
 *   request ─► app ─► door ─► Operations ─► Store.accept ─► answer
 *                                              │ wake
 *                                           Outbox ─► Delivery ─► Store ─► callbacks, SMPP sessions
 *
 * All state is in the store, so that several gateways can share one.
 * @module
 */

import { type Context, Hono } from 'hono';
import { requireObject, wrongArgument } from '../bytes/check.js';
import { omitUndefined } from '../bytes/omit-undefined.js';
import { FormatError } from '../errors.js';
import type { Repurposer, RepurposerOptions } from '../image/index.js';
import { parseNumber } from '../protocol/index.js';
import { CallbackSender, type CallbackSenderOptions } from './callbacks/sender.js';
import type { Delivery, DeliveryEvents, OpenDelivery, RoutedMessage } from './delivery/delivery.js';
import { isOwnLane, NO_ROUTE } from './delivery/lanes.js';
import { DeliveryLog } from './delivery/log.js';
import { Outbox } from './delivery/outbox.js';
import { virtualDelivery } from './delivery/virtual/delivery.js';
import { FaultsLog } from './faults-log.js';
import { openImageThreads, type Repurpose } from './hosted/adapt.js';
import { type HostingOptions, hostingApp } from './hosted/hosting.js';
import { adminRoutes } from './http/admin.js';
import { addDoors, askerOf, type DoorsOptions, notFound } from './http/app.js';
import { BodyBudget } from './http/bodies.js';
import { formDoors } from './http/form.js';
import { jsonDoors, noJsonPath } from './http/json.js';
import { checkOperators, guardOperators, type OperatorsOptions, type OperatorsPart, operatorsApp } from './http/operators.js';
import { PAGE_DOORS_PATH, type PageDoorOptions, pageDoors } from './http/page-doors.js';
import { playgroundPage } from './http/playground-page.js';
import { TrustedProxies } from './http/proxies.js';
import { Listener, type ListenOptions } from './http/server.js';
import { soapDoors } from './http/soap.js';
import { answerKeywords, type IncomingActions, type IncomingHook, type KeywordSettings } from './keywords.js';
import { type GatewayLog, loginFailureFields, loginPauseFields, NO_LOG, refusalFields } from './log.js';
import type { GatewayMetrics, GatewayState } from './metrics.js';
import { mm1Doors } from './mm1/door.js';
import { type Indication, MmsReports } from './mm1/reports.js';
import type { LoginLimits } from './operations/logins.js';
import { type LoginFailure, Operations, type RequestRecord } from './operations/operations.js';
import { Refusal } from './operations/refusal.js';
import { WalledGarden } from './operations/send.js';
import { Readiness } from './readiness.js';
import { RequestReader, type RequestThreadsOptions } from './reading/reader.js';
import { RequestsLog } from './requests-log.js';
import { isUnspecified } from './settings/hosts.js';
import { completeLimits, DEFAULT_RATES, type GatewayLimits, type Rates } from './settings/limits.js';
import type { DeliverySettings } from './settings/provision.js';
import { SmppDoor, type SmppDoorOptions } from './smpp-door/door.js';
import { type SessionDelivery, SessionSender } from './smpp-door/sender.js';
import { SmppSessions } from './smpp-door/sessions.js';
import type { Store } from './store/store.js';
import type { IncomingMessage, PostOutcome, SessionOutcome, Settlement } from './store/types.js';
import { Tally } from './tally.js';

/** A worker that posts callbacks from the store's queue. */
export interface CallbackWorker {
  /** Tells the worker that callbacks may be due, so that it looks for them at once. */
  wake(): void;
  /** Stops the worker; resolves when posts in progress have been answered or given up. */
  close(): Promise<void>;
}

/** Options of {@link createGateway}. */
export interface GatewayOptions {
  /** The store with accounts, messages and inboxes. The caller opens and closes it. */
  readonly store: Store;
  /** The delivery of messages, or a function that creates it, such as the result of {@link openDelivery}. Virtual handsets by default. */
  readonly delivery?: Delivery | OpenDelivery | undefined;
  /** Domain of the service, always permitted as ReplyTo (G-RID-01); `localhost` by default. */
  readonly serviceDomain?: string | undefined;
  /** Service name in answers to accepted messages (G-ERR-02); `localhost` by default. */
  readonly serviceName?: string | undefined;
  /** Base URL at which clients and handsets reach this gateway, without a trailing slash; by default that of the first listener. */
  readonly publicUrl?: string | undefined;
  /** The time in milliseconds since 1970, which should be the store's clock; `Date.now` by default. */
  readonly clock?: (() => number) | undefined;
  /** Prefixes of numbers, digits with country code, that get a WAP push in place of a multimedia message (G-MMS-36). None by default. */
  readonly walledGarden?: readonly string[] | undefined;
  /** Limits in place of some of {@link DEFAULT_GATEWAY_LIMITS}. */
  readonly limits?: Partial<GatewayLimits> | undefined;
  /** Request rates of accounts and addresses, in place of {@link DEFAULT_RATES}. */
  readonly rate?: Rates | undefined;
  /**
   * Proxies that forward to the public port, as addresses and ranges (`10.0.0.0/8`, `2001:db8::/32`): their forwarding headers are trusted, and they may have any
   * number of connections. None by default.
   */
  readonly trustedProxies?: readonly string[] | undefined;
  /**
   * Proxies of phones that use `/mm1`, as addresses and ranges: the number in their `wapGatewayHeader` is trusted, and the account
   * with that two-way number pays. They must overwrite a header that the phone sends. None by default.
   */
  readonly wapGateways?: readonly string[] | undefined;
  /** Name of the header with the phone's number, `X-MSISDN` by default; all other headers are ignored. */
  readonly wapGatewayHeader?: string | undefined;
  /** For tests: whether a request through `wapGateways` without that header may have the number as `msisdn` in the query. False by default. */
  readonly wapGatewayQuery?: boolean | undefined;
  /** Called with each message from a handset: it may reply, and block or unblock sends to the handset. See also `keywords`. */
  readonly onIncoming?: IncomingHook | undefined;
  /** Acts on STOP, START, HELP and related words, and answers with these texts; by default they are ordinary texts. */
  readonly keywords?: KeywordSettings | undefined;
  /** Pauses after failed logins, in place of some of {@link DEFAULT_LOGIN_LIMITS}. */
  readonly logins?: Partial<LoginLimits> | undefined;
  /** Receives requests and faults; by default nothing is logged. */
  readonly log?: GatewayLog | undefined;
  /** Counts events, and enables `/metrics` on the operators' port; by default nothing is counted. */
  readonly metrics?: GatewayMetrics | undefined;
  /** Whether operators get the playground at `/`; true by default. */
  readonly playground?: boolean | undefined;
  /** Threads that adapt pictures for handsets; they end with the gateway. By default as many as there are processors. */
  readonly images?: RepurposerOptions | undefined;
  /** Threads that read large requests; they end with the gateway. By default one fewer than there are processors, at most two. */
  readonly requests?: RequestThreadsOptions | undefined;
  /** Creates the application that serves hosted content, in place of {@link hostingApp}. */
  readonly hosting?: ((options: HostingOptions) => Hono) | undefined;
  /** Creates the worker that posts receipts and incoming messages to customers, in place of a {@link CallbackSender}. */
  readonly callbacks?: ((options: CallbackSenderOptions) => CallbackWorker) | undefined;
}

/** An open port. */
export interface Listening {
  /** Its URL, such as `http://127.0.0.1:8080` or `smpp://127.0.0.1:2775`. */
  readonly url: string;
  /** Its port number. */
  readonly port: number;
  /**
   * Replaces the certificate and key for new connections.
   * @throws Error for an invalid certificate, or if the port was opened without TLS.
   */
  renewTls(tls: NonNullable<ListenOptions['tls']>): void;
}

/**
 * A gateway. Requests of customers and handsets (the interfaces, hosted content, requests of the delivery's other side, `/healthz`) and those of
 * operators (inboxes, events, metrics, administration, the playground) are separate: neither port answers for the other.
 */
export interface Gateway {
  /** Answers a request of a customer or a handset without a port. */
  fetch(request: Request): Promise<Response>;
  /** Answers a request of an operator without a port and without a token. */
  fetchOperators(request: Request): Promise<Response>;
  /**
   * Opens a port for customers and handsets; there may be several.
   * @throws TypeError for a host that means all addresses, such as 0.0.0.0, if the gateway has no `publicUrl`, which messages contain.
   * @throws Error if the port is in use, the store accepts no writes, the delivery cannot start, or the gateway is closed.
   */
  listen(options?: ListenOptions): Promise<Listening>;
  /**
   * Opens a port for operators, by default a free one on the loopback interface.
   * @throws TypeError for a host that requires a token, or an invalid token.
   * @throws Error if the port is in use, or the gateway is closed.
   */
  listenOperators(options?: OperatorsOptions): Promise<Listening>;
  /**
   * Opens a port for customers over SMPP, 2775 by default, 3550 with TLS.
   * @throws TypeError for an invalid option.
   * @throws Error if the port is in use, the store accepts no writes, the delivery cannot start, or the gateway is closed.
   */
  listenSmpp(options?: SmppDoorOptions): Promise<Listening>;
  /**
   * Changes settings of the running gateway. Absent limits and rates return to their defaults; absent `trustedProxies`, `keywords` and `delivery` do not change.
   * @throws DecodeError naming the invalid member of `limits` or `delivery`; RangeError for a rate; TypeError for a proxy. Then nothing changes.
   */
  reconfigure(options: GatewayChanges): void;
  /** Accepts no new requests, finishes those in progress and the messages that were handed over. The store stays open. */
  close(): Promise<void>;
}

/** Changes for {@link Gateway.reconfigure}. */
export interface GatewayChanges extends Pick<GatewayOptions, 'limits' | 'rate' | 'trustedProxies'> {
  /** The answers to STOP and related words; unchanged when absent, and null makes the words ordinary texts. */
  readonly keywords?: KeywordSettings | null | undefined;
  /** Delivery settings as in a provisioning file. Only routes and rates of several links change, and only if the links are the same. */
  readonly delivery?: DeliverySettings | undefined;
}

/** How often what has expired is removed. */
const SWEEP_MS = 60_000;
/** When what waits is looked at again after routes have changed. */
const SORT_AGAIN_MS = 10_000;

/**
 * Creates a gateway over a store, and starts to deliver the messages that wait in it.
 * @throws TypeError for an option of a wrong type, such as `store`, `delivery` or a proxy; RangeError for a rate.
 * @throws DecodeError naming the invalid member of `limits`.
 * @example
 * ```ts
 * import { createGateway, readProvisioning, Store } from 'handset/gateway';
 *
 * const store = await Store.open({ sqlite: ':memory:' });
 * await store.provision(readProvisioning('{ "accounts": [{ "username": "a.1", "pin": "1234", "credit": "1.0000" }] }'));
 * const gateway = createGateway({ store });
 * const body = new URLSearchParams('Username=a.1&PIN=1234&SendTo=447700900123&Message=Hello');
 * const answer = await gateway.fetch(new Request('http://localhost/sendsms', { method: 'POST', body }));
 * await answer.text(); // -> '158 - Message Sent OK\r\n'
 * await gateway.close();
 * await store.close();
 * ```
 */
export function createGateway(options: GatewayOptions): Gateway {
  return new StoreGateway(options);
}

class StoreGateway implements Gateway {
  readonly #options: GatewayOptions;
  /** One object that all parts know: its members change, see reconfigure. */
  readonly #limits: GatewayLimits;
  readonly #proxies: TrustedProxies;
  readonly #wapGateways: TrustedProxies;
  /** Connections that were one too many of their address. */
  readonly #crowds: Tally;
  readonly #fullPorts: Tally;
  readonly #wrongTokens: Tally;
  /** Receipts and messages that sessions have refused. */
  readonly #refused: Tally;
  readonly #requests: RequestsLog | undefined;
  readonly #faults: FaultsLog;
  readonly #log: GatewayLog;
  readonly #clock: () => number;
  readonly #budget: BodyBudget;
  /** For customers and handsets. */
  readonly #app: Hono;
  readonly #operations: Operations;
  readonly #operatorsParts: readonly OperatorsPart[];
  /** For operators who ask without a port. */
  readonly #operators: Hono;
  readonly #delivery: Delivery;
  readonly #outbox: Outbox;
  readonly #deliveryLog: DeliveryLog;
  /** Of links that have names. */
  readonly #linkLogs = new Map<string, DeliveryLog>();
  readonly #readiness: Readiness;
  /** What looks at each message from a handset, in this order. */
  readonly #incomingHooks: readonly IncomingHook[];
  #keywords: KeywordSettings | undefined;
  readonly #callbacks: CallbackWorker;
  readonly #sessionSender: SessionSender;
  readonly #images: Repurposer;
  readonly #reports: MmsReports;
  readonly #reader: RequestReader;
  readonly #sweeper: NodeJS.Timeout;
  #sorting: NodeJS.Timeout | undefined;
  readonly #started: Promise<void>;
  readonly #listeners: Listener[] = [];
  readonly #smppDoors: SmppDoor[] = [];
  readonly #smppSessions = new SmppSessions();
  /** Of the first listener for customers. */
  #url: string | undefined;
  readonly #ending = new AbortController();
  /** Nothing leaves before the delivery has started. */
  #isStarted = false;
  /** How many receipts there were in the store when callbacks were last looked for. */
  #queuedReceipts = 0;
  #closing: Promise<void> | undefined;

  constructor(options: GatewayOptions) {
    requireObject(options, 'options');
    const { store, delivery = virtualDelivery, clock = Date.now, log = NO_LOG } = options;
    if (typeof store !== 'object' || store === null) throw wrongArgument(store, 'store', 'a Store; Store.open gives one');
    if (typeof delivery !== 'function' && typeof (delivery as Delivery | null)?.deliver !== 'function') {
      throw new TypeError('delivery has to be a Delivery, an object with a method deliver, or what openDelivery gives');
    }
    this.#options = options;
    this.#limits = completeLimits(options.limits ?? {}, 'limits');
    this.#proxies = new TrustedProxies(options.trustedProxies);
    this.#wapGateways = new TrustedProxies(options.wapGateways, 'wapGateways');
    this.#crowds = new Tally({ log, message: 'too many connections of an address', of: 'peers' });
    this.#fullPorts = new Tally({ log, message: 'too many connections of the smpp port', of: 'peers' });
    this.#wrongTokens = new Tally({ log, message: "wrong operators' token", of: 'peers' });
    this.#refused = new Tally({ log, message: 'smpp sessions refused receipts or messages', of: 'accounts' });
    if (log !== NO_LOG) this.#requests = new RequestsLog(log);
    this.#faults = new FaultsLog(log);
    this.#log = log;
    this.#clock = clock;
    this.#budget = new BodyBudget(this.#limits.heldOctets);
    const onFault = (error: unknown) => this.#onFault(error);
    const { callbacks = (given) => new CallbackSender(given), onIncoming } = options;
    this.#keywords = options.keywords;
    this.#incomingHooks = [answerKeywords(() => this.#keywords), ...(onIncoming === undefined ? [] : [onIncoming])];
    const onPosted = (outcome: PostOutcome, posts = 1) => options.metrics?.posted(outcome, posts);
    this.#callbacks = callbacks({
      ...{ store, clock, onFault },
      onPosted: (outcome) => onPosted(outcome),
      onGivenUp: (dropped) => onPosted('given-up', dropped),
    });
    const onSent = (outcome: SessionOutcome, delivery: SessionDelivery) => this.#onSent(outcome, delivery);
    this.#sessionSender = new SessionSender({ store, sessions: this.#smppSessions, clock, onFault, onSettled: onSent });
    this.#images = openImageThreads(options.images);
    this.#reader = new RequestReader(this.#limits, options.requests);
    const publicUrl = () => this.#publicUrl();
    const host = { store, clock, publicUrl, onFault, closing: this.#ending.signal };
    this.#delivery = typeof delivery === 'function' ? delivery(host) : delivery;
    this.#deliveryLog = new DeliveryLog({ log, countWaiting: async () => (await store.queue()).due, onFault });
    this.#readiness = new Readiness({
      ...{ store, log, limits: this.#limits },
      away: () => (this.#isStarted ? this.#deliveryLog.reason : 'not started'),
      links: () => this.#delivery.links ?? [],
    });
    const onSettled = (settlements: readonly Settlement[]) => this.#onSettled(settlements);
    this.#outbox = new Outbox({ store, delivery: this.#delivery, clock, onSettled, onFault });
    const { serviceDomain = 'localhost' } = options;
    const onQueued = () => this.#isStarted && this.#outbox.wake();
    this.#reports = new MmsReports({ store, clock, serviceDomain, onQueued, onFault });
    const hosted = this.#hosting();
    this.#operations = this.#openOperations();
    this.#app = this.#publicApp(hosted);
    this.#operatorsParts = this.#partsForOperators(hosted);
    this.#operators = operatorsApp([this.#admin('program'), ...this.#operatorsParts], onFault);
    this.#started = this.#start();
    // Told by listen(), or by the log.
    this.#started.catch(onFault);
    const onUnconfirmed = (messages: number) => options.metrics?.unconfirmed(messages);
    const onForgotten = (forgotten: number) => options.metrics?.sent('given-up', forgotten);
    this.#sweeper = setInterval(() => void store.sweep(onUnconfirmed, onForgotten).catch(onFault), SWEEP_MS);
    this.#sweeper.unref();
  }

  async fetch(request: Request): Promise<Response> {
    return this.#app.fetch(request);
  }

  async fetchOperators(request: Request): Promise<Response> {
    return this.#operators.fetch(request);
  }

  async listen(options: ListenOptions = {}): Promise<Listening> {
    const { host = '' } = options;
    if (this.#options.publicUrl === undefined && isUnspecified(host)) {
      throw new TypeError(`host ${host} takes a publicUrl: nobody reaches a gateway by that address`);
    }
    await this.#started;
    const listening = await this.#listen(this.#app, options);
    this.#url ??= listening.url;
    return listening;
  }

  async listenOperators(options: OperatorsOptions = {}): Promise<Listening> {
    checkOperators(options);
    const { token, port = 0, ...where } = options;
    const guard = guardOperators({ token, onRefused: (client) => this.#wrongTokens.add(client) });
    const parts = [this.#admin(token === undefined ? undefined : 'token'), ...this.#operatorsParts];
    const app = operatorsApp(parts, (error) => this.#onFault(error), guard);
    return this.#listen(app, { port, ...where });
  }

  async listenSmpp(options: SmppDoorOptions = {}): Promise<Listening> {
    await this.#started;
    this.#refuseClosed();
    const door = await SmppDoor.open(
      {
        ...{ operations: this.#operations, store: this.#options.store, limits: this.#limits, budget: this.#budget },
        ...{ sessions: this.#smppSessions, clock: this.#clock, log: this.#log },
        onAnswered: (record, status, ms) => this.#onAnswered(record, status, ms),
        onCrowded: (address) => this.#onCrowded(address),
        onFull: (address) => this.#onFull(address),
        onFault: (error) => this.#onFault(error),
      },
      options,
    );
    // It may have been closed meanwhile, and knows nothing of this port.
    if (this.#closing !== undefined) await door.close();
    this.#refuseClosed();
    this.#smppDoors.push(door);
    return { url: door.url, port: door.port, renewTls: (tls) => door.renewTls(tls) };
  }

  async #listen(app: Hono, options: ListenOptions): Promise<Listening> {
    this.#refuseClosed();
    const listener = await Listener.open(
      (request, bindings) => app.fetch(request, bindings),
      { limits: this.#limits, proxies: this.#proxies, onCrowded: (address) => this.#onCrowded(address) },
      options,
    );
    // It may have been closed meanwhile, and knows nothing of this port.
    if (this.#closing !== undefined) await listener.close();
    this.#refuseClosed();
    this.#listeners.push(listener);
    return { url: listener.url, port: listener.port, renewTls: (tls) => listener.renewTls(tls) };
  }

  #refuseClosed(): void {
    if (this.#closing !== undefined) throw new Error('the gateway is closed');
  }

  reconfigure({ limits = {}, rate = {}, trustedProxies, keywords, delivery }: GatewayChanges): void {
    // What is wrong with any of them changes none.
    const next = completeLimits(limits, 'limits');
    new TrustedProxies(trustedProxies);
    const changeDelivery = delivery && this.#delivery.reconfigure?.(delivery);
    this.#operations.setRates({ ...DEFAULT_RATES, ...omitUndefined(rate) });
    if (trustedProxies !== undefined) this.#proxies.replace(trustedProxies);
    if (keywords !== undefined) this.#keywords = keywords ?? undefined;
    Object.assign(this.#limits, next);
    this.#budget.resize(this.#limits.heldOctets);
    for (const listener of this.#listeners) listener.applyLimits();
    if (changeDelivery === undefined) return;
    changeDelivery();
    void this.#sortIntoLanes();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #start(): Promise<void> {
    // A gateway that takes connections takes messages.
    const fault = await this.#readiness.storeFault();
    if (fault !== undefined) throw new Error(`the store takes no writes: ${fault}`);
    await this.#outbox.start(this.#deliveryEvents());
    if (this.#closing !== undefined) return;
    this.#isStarted = true;
    void this.#sortIntoLanes();
    this.#outbox.wake();
    this.#wakeCallbacks();
    this.#reports.wake();
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    await Promise.all([this.#sessionSender, ...this.#listeners, ...this.#smppDoors].map((part) => part.close()));
    clearInterval(this.#sweeper);
    await this.#started.catch(() => undefined);
    await this.#reports.close();
    await Promise.all([this.#outbox.close(), this.#callbacks.close(), this.#images.close(), this.#reader.close()]);
    for (const deliveryLog of [this.#deliveryLog, ...this.#linkLogs.values()]) await deliveryLog.close();
    clearTimeout(this.#sorting);
    this.#readiness.close();
    for (const counted of [this.#crowds, this.#fullPorts, this.#wrongTokens, this.#refused, this.#requests, this.#faults])
      counted?.close();
  }

  #wakeCallbacks(): void {
    this.#callbacks.wake();
    this.#sessionSender.wake();
  }

  #onSent(outcome: SessionOutcome, { username, reason }: SessionDelivery): void {
    this.#options.metrics?.sent(outcome);
    if (outcome === 'refused') this.#refused.add(`${username} ${reason}`);
  }

  /** What the delivery tells later; a failed promise makes the other side tell it again. */
  #deliveryEvents(): DeliveryEvents {
    const { store } = this.#options;
    return {
      onReceipt: async (smscId, recipient, status, at, link) => {
        await this.#outbox.settled(smscId);
        const { metrics } = this.#options;
        await store.recordReceipt(smscId, recipient, status, at, metrics && ((message) => metrics.ended(message)), link);
        metrics?.receipt(status);
        this.#wakeCallbacks();
      },
      onIncoming: async (message) => {
        const sendReplies = await this.#lookAt(message);
        await store.recordIncoming(message);
        this.#wakeCallbacks();
        await sendReplies();
      },
      onReady: () => this.#deliveryLog.ready(),
      onAway: (reason) => this.#deliveryLog.away(reason),
      onLink: (link, reason) => this.#onLink(link, reason),
    };
  }

  /**
   * Before it is queued: when the gateway ends in between, the other side brings the message again, and a block is there.
   * @returns what sends the replies, to be called once the message is queued.
   * @throws whatever kept a block from being written: the other side shall bring the message again.
   */
  async #lookAt(message: IncomingMessage): Promise<() => Promise<void>> {
    const { store, onIncoming } = this.#options;
    if (onIncoming === undefined && this.#keywords === undefined) return async () => {};
    // Numbers as sends have them, however a delivery writes them.
    const from = parseNumber(message.from) ?? message.from;
    const to = parseNumber(message.to) ?? message.to;
    const username = await store.twoWayAccount(to);
    const faults: unknown[] = [];
    const change = async (optOut: () => Promise<unknown>) => {
      try {
        if (username !== undefined) await optOut();
      } catch (error) {
        faults.push(error);
        throw error;
      }
    };
    let letGo = () => {};
    const taken = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    let replies = taken;
    const actions: IncomingActions = {
      ...(username !== undefined && { username }),
      reply: (text) => {
        replies = replies.then(() => this.#reply({ from, to }, text));
      },
      block: () => change(() => store.addOptOut(to, from)),
      unblock: () => change(() => store.removeOptOut(to, from)),
    };
    for (const hook of this.#incomingHooks) {
      try {
        await hook(message, actions);
      } catch (error) {
        if (!faults.includes(error)) this.#onFault(error);
      }
      // Also where the hook has caught it: a STOP is not to be lost.
      if (faults.length > 0) throw faults[0];
    }
    return () => {
      letGo();
      return replies;
    };
  }

  async #reply(pair: { readonly from: string; readonly to: string }, text: string): Promise<void> {
    try {
      await this.#operations.reply(pair, text);
    } catch (error) {
      if (!(error instanceof Refusal)) this.#onFault(error);
    }
  }

  #onLink(link: string, reason: string | undefined): void {
    let linkLog = this.#linkLogs.get(link);
    if (linkLog === undefined) {
      linkLog = new DeliveryLog({ log: this.#log, link, onFault: (error) => this.#onFault(error) });
      this.#linkLogs.set(link, linkLog);
    }
    if (reason === undefined) linkLog.ready();
    else linkLog.away(reason);
  }

  /**
   * Puts what waits into the lanes of the routes, which may be others than before; and once more, for what was being accepted or in hand meanwhile.
   * A delivery without several links takes all lanes.
   */
  async #sortIntoLanes(isAgain = false): Promise<void> {
    const delivery = this.#delivery;
    if (delivery.findLane === undefined || this.#closing !== undefined) return;
    const findLane = (message: RoutedMessage) => delivery.findLane?.(message) ?? NO_ROUTE;
    try {
      await this.#options.store.sortIntoLanes((message, lane) => (isOwnLane(lane) ? lane : findLane(message)));
      this.#outbox.wake();
    } catch (error) {
      this.#onFault(error);
    }
    if (isAgain) return;
    clearTimeout(this.#sorting);
    this.#sorting = setTimeout(() => void this.#sortIntoLanes(true), SORT_AGAIN_MS).unref();
  }

  /** What handsets fetch. */
  #hosting(): Hono {
    const { store, hosting = hostingApp } = this.#options;
    const publicUrl = () => this.#publicUrl();
    const onFault = (error: unknown) => this.#onFault(error);
    const repurpose: Repurpose = (...picture) => this.#images.repurpose(...picture);
    const onUnadapted = (error: unknown) => this.#onUnadapted(error);
    const onIndication = (said: Indication) => this.#reports.take(said);
    const admitsIndication = (context: Context) => this.#admits(context);
    return hosting({ store, clock: this.#clock, publicUrl, onFault, onUnadapted, repurpose, onIndication, admitsIndication });
  }

  /** Counts a request without a login for its address; false when that asks too often. */
  #admits(context: Context): boolean {
    const record = { path: context.req.path, peer: askerOf(context, this.#proxies) };
    try {
      this.#operations.admit(record);
      return true;
    } catch (error) {
      this.#operations.refuse(record, error);
      return false;
    }
  }

  #publicApp(hosted: Hono): Hono {
    const app = new Hono();
    this.#addInterface(app);
    app.get('/healthz', (context) => this.#health(context));
    if (this.#delivery.publicRoutes !== undefined) app.route('/', this.#delivery.publicRoutes);
    app.route('/', hosted);
    app.notFound(notFound);
    app.onError((error) => {
      this.#onFault(error);
      return new Response('Internal error', { status: 500 });
    });
    return app;
  }

  /** @param by who asks, as the audit names him; undefined for whoever has come without a token, who changes nothing */
  #admin(by: string | undefined): OperatorsPart {
    const { store } = this.#options;
    const onQueued = () => this.#isStarted && this.#outbox.wake();
    return ['/admin', adminRoutes({ store, by, budget: this.#budget, onQueued, onFault: (error) => this.#onFault(error) })];
  }

  /** Whatever is added here is for operators alone. */
  #partsForOperators(hosted: Hono): OperatorsPart[] {
    const { metrics, playground = true } = this.#options;
    const { operatorRoutes } = this.#delivery;
    const health = new Hono().get('/', (context) => this.#health(context));
    return [
      ['/healthz', health],
      ['/readyz', this.#readyPage()],
      ...(playground
        ? [
            ['/', playgroundPage({ publicUrl: () => this.#publicUrl() })] as const,
            [PAGE_DOORS_PATH, this.#sendsOfPage()] as const,
          ]
        : []),
      ...(operatorRoutes === undefined ? [] : [['/', operatorRoutes] as const]),
      ...(metrics === undefined ? [] : [['/metrics', this.#metricsPage(metrics)] as const]),
      // The playground fetches hosted content, and only from where it came from itself.
      ['/', hosted],
    ];
  }

  #openOperations(): Operations {
    const { store, serviceDomain = 'localhost', serviceName = 'localhost', logins, walledGarden } = this.#options;
    const rate = { ...DEFAULT_RATES, ...omitUndefined(this.#options.rate ?? {}) };
    const limits = this.#limits;
    const delivery = this.#delivery;
    const publicUrl = () => this.#publicUrl();
    const onFault = (error: unknown) => this.#onFault(error);
    return new Operations({
      ...{ store, clock: this.#clock, serviceDomain, serviceName, publicUrl, limits, rate, logins, onFault },
      ...(delivery.findLane !== undefined && { findLane: (message: RoutedMessage) => delivery.findLane?.(message) }),
      onLoginFailed: (failure) => this.#onLoginFailed(failure),
      walledGarden: new WalledGarden(walledGarden),
      onAccepted: () => this.#isStarted && this.#outbox.wake(),
    });
  }

  #addInterface(app: Hono): void {
    const limits = this.#limits;
    const operations = this.#operations;
    const publicUrl = () => this.#publicUrl();
    const reader = this.#reader;
    const { wapGatewayHeader, wapGatewayQuery } = this.#options;
    const doors = [
      ...formDoors(operations, limits, reader),
      ...soapDoors(operations, reader, publicUrl),
      ...jsonDoors(this.#jsonDoorOptions()),
      ...mm1Doors({
        ...{ operations, limits, reports: this.#reports, wapGateways: this.#wapGateways, wapGatewayHeader },
        isNumberInQuery: wapGatewayQuery,
      }),
    ];
    addDoors(app, doors, this.#doorsOptions(this.#proxies));
    app.all('/v1/*', noJsonPath);
  }

  #doorsOptions(proxies: TrustedProxies): DoorsOptions {
    const limits = this.#limits;
    return {
      proxies,
      bodies: {
        get octets() {
          return limits.bodyOctets;
        },
        get silenceMs() {
          return limits.bodySilenceMs;
        },
        budget: this.#budget,
      },
      onFault: (error) => this.#onFault(error),
      onAnswered: (record, status, ms) => this.#onAnswered(record, status, ms),
    };
  }

  #jsonDoorOptions(): PageDoorOptions {
    const { store } = this.#options;
    const publicUrl = () => this.#publicUrl();
    return { operations: this.#operations, reader: this.#reader, publicUrl, limits: this.#limits, clock: this.#clock, store };
  }

  /** What the page sends by. No proxy is before the operators' port: who is connected is who asks. */
  #sendsOfPage(): Hono {
    const app = new Hono();
    const doors = pageDoors(this.#jsonDoorOptions());
    addDoors(app, doors, this.#doorsOptions(new TrustedProxies([])));
    return app;
  }

  async #health(context: Context): Promise<Response> {
    const fault = await this.#readiness.storeFault();
    return fault === undefined ? context.text('ok') : context.text('the store takes no writes', 503);
  }

  #readyPage(): Hono {
    return new Hono().get('/', async (context) => {
      const report = await this.#readiness.report();
      return context.json(report, report.ready ? 200 : 503, { 'Cache-Control': 'no-store' });
    });
  }

  async #state(): Promise<GatewayState> {
    const { store } = this.#options;
    return {
      bodiesOctets: this.#budget.held,
      isAvailable: this.#deliveryLog.reason === undefined,
      links: this.#delivery.links ?? [],
      isWritable: (await this.#readiness.storeFault()) === undefined,
      // The page is there without the store, too.
      freeOctets: await store.freeOctets().catch(() => undefined),
      queue: await store.queue().catch(() => undefined),
      now: this.#clock(),
    };
  }

  #metricsPage(metrics: GatewayMetrics): Hono {
    return new Hono().get('/', async (context) => {
      metrics.state(await this.#state());
      const { contentType, body } = await metrics.page();
      return context.body(body, 200, { 'Content-Type': contentType });
    });
  }

  #publicUrl(): string {
    return this.#options.publicUrl ?? this.#url ?? 'http://localhost';
  }

  #onAnswered(record: RequestRecord, status: number, ms: number): void {
    const { metrics } = this.#options;
    metrics?.answered(record.path, status, ms / 1_000);
    if (record.results !== undefined) metrics?.results(record.results, record.username, record.contentKind);
    this.#requests?.add(record, status, ms);
  }

  #onLoginFailed(failure: LoginFailure): void {
    this.#log.warn(loginFailureFields(failure), 'login failed');
    for (const pause of failure.pauses) this.#log.warn(loginPauseFields(failure, pause), 'logins paused');
  }

  #onCrowded(address: string): void {
    this.#options.metrics?.crowded();
    this.#crowds.add(address);
  }

  #onFull(address: string): void {
    this.#options.metrics?.crowded();
    this.#fullPorts.add(address);
  }

  /** A picture that cannot be read is its sender's fault, one that took too long anybody's; all else is the gateway's own. */
  #onUnadapted(error: unknown): void {
    if (error instanceof FormatError) this.#log.info(refusalFields(error), 'picture not adapted');
    else if ((error as Error).name === 'TimeoutError') this.#log.warn({ code: 'timeout' }, 'picture not adapted');
    else this.#onFault(error);
  }

  #onSettled(settlements: readonly Settlement[]): void {
    this.#options.metrics?.settled(settlements);
    const receipts = this.#options.store.queuedReceipts();
    if (receipts !== this.#queuedReceipts) this.#wakeCallbacks();
    this.#queuedReceipts = receipts;
    this.#deliveryLog.settled(settlements);
  }

  #onFault(error: unknown): void {
    this.#options.metrics?.fault();
    this.#faults.add(error);
    // The log then has a line when the store fails, and another when it is back.
    if (this.#closing === undefined) this.#readiness?.suspect();
  }
}
