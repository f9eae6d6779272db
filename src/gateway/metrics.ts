/**
 * What the gateway counts, in the form that Prometheus collects. Labels hold nothing that a stranger makes up: paths, reports and outcomes of ours, links as
 * the settings name them, and names of accounts, of which so many are told apart, since customers may create children.
 * @module
 */
import { isAccepted, type Result } from '../protocol/index.js';
import type { DeliveryLink } from './delivery/delivery.js';
import { missingPackage } from './packages.js';
import type { EndedMessage, QueueState, ReceiptStatus, Settlement } from './store/types.js';

/** The current state of a gateway, for metrics. */
export interface GatewayState {
  /** Octets of large request bodies in memory. */
  readonly bodiesOctets: number;
  /** Whether the delivery accepts messages. */
  readonly isAvailable: boolean;
  /** The links of the delivery; empty if it reports none. */
  readonly links: readonly DeliveryLink[];
  /** Whether the store accepts writes. */
  readonly isWritable: boolean;
  /** Free octets on the disk of the store; undefined if unknown. */
  readonly freeOctets: number | undefined;
  /** The queues; undefined if the store does not answer. */
  readonly queue: QueueState | undefined;
  /** The gateway's time in milliseconds since 1970. */
  readonly now: number;
}

/** Receives the events of a gateway, and returns the metrics page. */
export interface GatewayMetrics {
  /** Called when a request was answered. */
  answered(path: string, status: number, seconds: number): void;
  /** Called with the results of a send, the account, and the kind of content. */
  results(results: readonly Result[], username: string | undefined, contentKind: string | undefined): void;
  /** Called with the outcomes of attempts to deliver messages. */
  settled(settlements: readonly Settlement[]): void;
  /** Called when a receipt has put a message into a final state. */
  ended(message: EndedMessage): void;
  /** Called with the number of messages whose receipt has become overdue. */
  unconfirmed(messages: number): void;
  /** Called with the outcome of callbacks posted to customers (`done`, `later`, `given-up`), and their number, 1 by default. */
  posted(outcome: string, callbacks?: number): void;
  /** Called with the outcome of receipts and messages for SMPP sessions (`done`, `later`, `refused`, `given-up`), and their number, 1 by default. */
  sent(outcome: string, callbacks?: number): void;
  /** Called for each fault of the gateway itself. */
  fault(): void;
  /** Called for each receipt of a part. */
  receipt(status: ReceiptStatus): void;
  /** Called for each connection closed above a limit of its address or of the SMPP port. */
  crowded(): void;
  /** Called with the current state before each page. */
  state(state: GatewayState): void;
  /** Returns the metrics page, in the format of Prometheus. */
  page(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Accounts that are told apart; later ones are counted together. */
const MAX_ACCOUNTS = 200;
const OTHERS = 'other';

/** Outcomes that a message is counted with for its account: tries that are repeated are none of its. */
const ENDS: readonly string[] = ['sent', 'delivered', 'failed'];

/** Seconds of an answer, as bounds of its histogram. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Opens metrics for Prometheus, counted by prom-client in a separate registry.
 * @throws Error naming the package to install if prom-client is missing.
 */
export async function openMetrics(): Promise<GatewayMetrics> {
  const { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } = await import('prom-client').catch(
    missingPackage('prom-client', 'the page of metrics'),
  );
  const registry = new Registry();
  const registers = [registry];
  // Once in a tenth of a second is often enough to see the event loop stand still.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const seconds = new Histogram({
    name: 'handset_request_seconds',
    help: 'Time to the answer of a request',
    labelNames: ['path'],
    buckets: SECONDS,
    registers,
  });
  const requests = new Counter({ name: 'handset_requests_total', help: 'Requests', labelNames: ['path', 'status'], registers });
  const reports = new Counter({
    name: 'handset_recipients_total',
    help: 'Recipients of sends by report',
    labelNames: ['report'],
    registers,
  });
  const units = new Counter({ name: 'handset_units_total', help: 'Parts that were accepted', registers });
  const deliveries = new Counter({
    name: 'handset_deliveries_total',
    help: 'Outcomes of deliveries',
    labelNames: ['outcome'],
    registers,
  });
  const linkMessages = new Counter({
    name: 'handset_link_messages_total',
    help: 'Outcomes of deliveries by link, where links have names',
    labelNames: ['link', 'outcome'],
    registers,
  });
  const callbacks = new Counter({
    name: 'handset_callbacks_total',
    help: 'Outcomes of callbacks',
    labelNames: ['outcome'],
    registers,
  });
  const sessionCallbacks = new Counter({
    name: 'handset_session_callbacks_total',
    help: 'Outcomes of receipts and messages for SMPP sessions of accounts',
    labelNames: ['outcome'],
    registers,
  });
  const faults = new Counter({ name: 'handset_faults_total', help: 'Faults of the gateway itself', registers });
  const accountMessages = new Counter({
    name: 'handset_account_messages_total',
    help: 'Messages by account, kind of content and outcome: accepted, sent, delivered, failed, expired',
    labelNames: ['account', 'kind', 'outcome'],
    registers,
  });
  const receipts = new Counter({
    name: 'handset_receipts_total',
    help: 'Receipts by status',
    labelNames: ['status'],
    registers,
  });
  const unconfirmed = new Counter({
    name: 'handset_unconfirmed_messages_total',
    help: 'Messages whose receipt is overdue',
    registers,
  });
  const refused = new Counter({
    name: 'handset_connections_refused_total',
    help: 'Connections that were one too many of their address, or of the SMPP port',
    registers,
  });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const linkGauge = (name: string, help: string) => new Gauge({ name, help, labelNames: ['link'], registers });
  const available = gauge('handset_delivery_available', '1 while the delivery takes messages');
  const linkUp = linkGauge('handset_link_up', '1 while the link takes messages');
  const linkWindow = linkGauge('handset_link_window', 'Messages that the link takes at once');
  const linkRate = linkGauge(
    'handset_link_rate',
    'Parts a second that the link takes at most; absent where nothing limits them',
  );
  const linkInUse = linkGauge('handset_link_in_use', 'Messages that are on their way over the link');
  const waiting = gauge('handset_messages_waiting', 'Messages that are due; 10000 stands for that many or more');
  const oldest = gauge('handset_oldest_message_seconds', 'For how long the oldest message is due; 0 when there is none');
  const callbacksWaiting = gauge(
    'handset_callbacks_waiting',
    'Callbacks that were not posted yet; 10000 stands for that many or more',
  );
  const sessionsWaiting = gauge(
    'handset_session_callbacks_waiting',
    'Receipts and messages that wait for SMPP sessions of accounts; 10000 stands for that many or more',
  );
  const writable = gauge('handset_store_writable', '1 while the store takes writes');
  const free = gauge('handset_store_free_octets', "Octets that are free on the disk of the store's file");
  const held = gauge('handset_bodies_octets', 'Octets of large request bodies in memory');
  const accounts = new Set<string>();
  const count = (username = OTHERS, kind = OTHERS, outcome: string, messages = 1) => {
    if (!accounts.has(username) && accounts.size < MAX_ACCOUNTS) accounts.add(username);
    accountMessages.inc({ account: accounts.has(username) ? username : OTHERS, kind, outcome }, messages);
  };
  return {
    answered(path, status, time) {
      requests.inc({ path, status });
      seconds.observe({ path }, time);
    },
    results(results, username, contentKind) {
      let accepted = 0;
      for (const { report, units: parts = 0 } of results) {
        reports.inc({ report });
        if (parts > 0) units.inc(parts);
        if (isAccepted(report)) accepted++;
      }
      if (accepted > 0) count(username, contentKind, 'accepted', accepted);
    },
    settled(settlements) {
      for (const { message, outcome, link } of settlements) {
        deliveries.inc({ outcome: outcome.kind });
        if (link !== undefined) linkMessages.inc({ link, outcome: outcome.kind });
        if (ENDS.includes(outcome.kind)) count(message.username, message.contentKind, outcome.kind);
      }
    },
    ended: ({ username, contentKind, state }) => count(username, contentKind, state),
    receipt: (status) => receipts.inc({ status }),
    crowded: () => refused.inc(),
    unconfirmed: (messages) => unconfirmed.inc(messages),
    posted: (outcome, count = 1) => callbacks.inc({ outcome }, count),
    sent: (outcome, count = 1) => sessionCallbacks.inc({ outcome }, count),
    fault: () => faults.inc(),
    state({ bodiesOctets, isAvailable, links, isWritable, freeOctets = Number.NaN, queue, now }) {
      held.set(bodiesOctets);
      available.set(Number(isAvailable));
      writable.set(Number(isWritable));
      free.set(freeOctets);
      waiting.set(queue?.due ?? Number.NaN);
      const { oldestDueAt = now } = queue ?? { oldestDueAt: Number.NaN };
      oldest.set(Math.max(0, (now - oldestDueAt) / 1_000));
      callbacksWaiting.set(queue?.callbacks ?? Number.NaN);
      sessionsWaiting.set(queue?.sessionCallbacks ?? Number.NaN);
      linkRate.reset();
      for (const { name: link, isUp, window, inUse, rate } of links) {
        linkUp.set({ link }, Number(isUp));
        if (rate !== undefined) linkRate.set({ link }, rate);
        linkWindow.set({ link }, window);
        linkInUse.set({ link }, inUse);
      }
    },
    page: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
