/**
 * What the gateway counts, in the form that Prometheus collects. Labels hold nothing that a client makes up: paths, reports and outcomes of ours.
 * @module
 */
import type { Result } from '../protocol/index.js';
import { missingPackage } from './packages.js';
import type { Settlement } from './store/types.js';

/** Takes what happened. */
export interface GatewayMetrics {
  /** A request was answered. */
  answered(path: string, status: number, seconds: number): void;
  /** What a send was answered, a result for each recipient. */
  results(results: readonly Result[]): void;
  /** What became of messages. */
  settled(settlements: readonly Settlement[]): void;
  /** A callback was posted, or not. */
  posted(outcome: string): void;
  /** Something was thrown that no answer foresees. */
  fault(): void;
  /** Octets of large bodies that are held just now. */
  held(octets: number): void;
  /** Whether the delivery takes messages, and how many are due that nobody has claimed. */
  outbox(isAvailable: boolean, waiting: number): void;
  /** All counts as a page. */
  page(): Promise<{ readonly contentType: string; readonly body: string }>;
}

/** Seconds of an answer, as bounds of its histogram. */
const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/**
 * Counts by prom-client, in a registry of their own.
 * @throws Error naming the package to install when prom-client is not there.
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
  const callbacks = new Counter({
    name: 'handset_callbacks_total',
    help: 'Outcomes of callbacks',
    labelNames: ['outcome'],
    registers,
  });
  const faults = new Counter({ name: 'handset_faults_total', help: 'Faults of the gateway itself', registers });
  const available = new Gauge({ name: 'handset_delivery_available', help: '1 while the delivery takes messages', registers });
  const waiting = new Gauge({ name: 'handset_messages_waiting', help: 'Messages that are due', registers });
  const held = new Gauge({ name: 'handset_bodies_octets', help: 'Octets of large request bodies in memory', registers });
  return {
    answered(path, status, time) {
      requests.inc({ path, status });
      seconds.observe({ path }, time);
    },
    results(results) {
      for (const { report, units: parts = 0 } of results) {
        reports.inc({ report });
        if (parts > 0) units.inc(parts);
      }
    },
    settled(settlements) {
      for (const { outcome } of settlements) deliveries.inc({ outcome: outcome.kind });
    },
    posted: (outcome) => callbacks.inc({ outcome }),
    fault: () => faults.inc(),
    held: (octets) => held.set(octets),
    outbox(isAvailable, count) {
      available.set(isAvailable ? 1 : 0);
      waiting.set(count);
    },
    page: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}
