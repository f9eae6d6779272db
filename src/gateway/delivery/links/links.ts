/**
 * Delivery over several links: SMPP, Kannel and virtual handsets, each with its window, its rate, its pauses and messages of its own.
 *
 *   routes ── findLane ──► lane "a,b" in the store ──► a, while it takes messages, else b
 *
 * A link that is away or asked for a pause is passed over, a full one is waited for. What a link has begun, or may have, goes over no other.
 * Receipts are told with the name of their link, since service centres count alike.
 *
 *   GET /links                     for operators: each link as it is now
 *   GET /links/NAME/kannel/dlr     for Kannel, /links/NAME/kannel/mo as well
 * @module
 */
import { Hono } from 'hono';
import { wrong } from '../../../bytes/json-fields.js';
import type { DeliverySettings } from '../../settings/provision.js';
import type {
  Delivery,
  DeliveryEnvironment,
  DeliveryEvents,
  DeliveryHost,
  DeliveryKind,
  DeliveryLink,
  DeliveryWay,
  OpenDelivery,
  OutboundMessage,
  Outcome,
  RoutedMessage,
} from '../delivery.js';
import { isOwnLane, ownLaneOf, UNSORTED } from '../lanes.js';
import { KIND, type LinkTable, Router, readLinkTable } from './table.js';

/** Kinds that a link may be of, by name. */
export type LinkKinds = Readonly<Record<string, DeliveryKind>>;

/** In settings: `{ "kind": "links", "links": { ... }, "routes": [ ... ] }`. */
export function links(kinds: LinkKinds): DeliveryKind {
  return (given, environment, path = '$.delivery') => {
    const read = (fields: unknown) => {
      const table = readLinkTable(fields, path);
      const open = new Map<string, OpenDelivery>();
      for (const [name, link] of table.links) open.set(name, openLink(kinds, name, link, environment, `${path}.links.${name}`));
      return { table, open };
    };
    const { table, open } = read(given);
    return (host) => {
      const opened = [...open].map(
        ([name, openOne]) => new Link(name, table.links.get(name)?.kind ?? '', openOne(hostOf(host, name))),
      );
      return new Links(opened, table, (fields) => read(fields).table);
    };
  };
}

function openLink(
  kinds: LinkKinds,
  name: string,
  { kind, ...fields }: { readonly kind: string },
  { publicUrl, onNotice, ...environment }: DeliveryEnvironment,
  path: string,
): OpenDelivery {
  const open = Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
  if (open === undefined) return wrong(`${path}.kind`, `has to be ${Object.keys(kinds).join(' or ')}`);
  const base = () => (typeof publicUrl === 'function' ? publicUrl() : publicUrl);
  const own: DeliveryEnvironment = {
    ...environment,
    ...(publicUrl !== undefined && { publicUrl: () => `${base()}${pathOf(name)}` }),
    ...(onNotice !== undefined && { onNotice: (notice) => onNotice({ ...notice, link: name }) }),
  };
  return open(fields, own, path);
}

/** Where the other side of a link reaches the gateway. */
function pathOf(link: string): string {
  return `/links/${link}`;
}

function hostOf(host: DeliveryHost, link: string): DeliveryHost {
  return { ...host, publicUrl: () => `${host.publicUrl()}${pathOf(link)}` };
}

/** A link: a delivery with a name, and the lanes that lead to it now. */
class Link implements DeliveryWay {
  readonly name: string;
  readonly kind: string;
  readonly delivery: Delivery;
  readonly ownLane: string;
  readonly deliverInStore?: NonNullable<Delivery['deliverInStore']>;
  lanes: ReadonlySet<string> = new Set();
  /** Why it took nothing the last time that it said so. */
  reason = 'not connected';

  constructor(name: string, kind: string, delivery: Delivery) {
    this.name = name;
    this.kind = kind;
    this.delivery = delivery;
    this.ownLane = ownLaneOf(name);
    const { deliverInStore } = delivery;
    if (deliverInStore !== undefined) this.deliverInStore = deliverInStore.bind(delivery);
  }

  get capacity(): number {
    return this.delivery.capacity;
  }

  deliver(message: OutboundMessage): Promise<Outcome> {
    return this.delivery.deliver(message);
  }

  /** Whether messages are taken: a full window is no reason to go elsewhere. */
  get isUp(): boolean {
    return this.delivery.links?.every(({ isUp }) => isUp) ?? true;
  }

  get state(): DeliveryLink {
    const [own] = this.delivery.links ?? [];
    const { isUp } = this;
    return {
      ...(own ?? { window: Number.POSITIVE_INFINITY, inUse: 0 }),
      ...{ name: this.name, isUp, reason: isUp ? undefined : (own?.reason ?? this.reason) },
    };
  }
}

class Links implements Delivery {
  readonly ways: readonly Link[];
  readonly publicRoutes: Hono;
  readonly operatorRoutes: Hono;
  readonly #readTable: (fields: unknown) => LinkTable;
  #router: Router;
  #events: DeliveryEvents | undefined;
  #isAway = false;

  constructor(opened: readonly Link[], table: LinkTable, readTable: (fields: unknown) => LinkTable) {
    this.ways = opened;
    this.#readTable = readTable;
    this.#router = new Router(table.routes);
    this.publicRoutes = publicRoutes(opened);
    this.operatorRoutes = operatorRoutes(opened);
    this.#assignLanes();
  }

  /** Of all links. */
  get capacity(): number {
    return this.ways.reduce((sum, { capacity }) => sum + capacity, 0);
  }

  get links(): readonly DeliveryLink[] {
    return this.ways.map(({ state }) => state);
  }

  findLane(message: RoutedMessage): string | undefined {
    return this.#router.findLane(message);
  }

  /** Over the link that takes such messages now; whoever claims from a store asks the links themselves. */
  async deliver(message: OutboundMessage): Promise<Outcome> {
    const { lane = UNSORTED } = message;
    const own = isOwnLane(lane) ? lane : this.findLane(message);
    const link = own === undefined ? undefined : this.ways.find(({ lanes }) => lanes.has(own));
    return link?.deliver(message) ?? { kind: 'unsent', reason: 'no link' };
  }

  async start(events: DeliveryEvents): Promise<void> {
    this.#events = events;
    for (const link of this.ways) {
      await link.delivery.start?.({
        onReceipt: (id, recipient, status, at) => events.onReceipt(id, recipient, status, at, link.name),
        onIncoming: (message) => events.onIncoming(message),
        onReady: () => this.#changed(link, undefined),
        onAway: (reason) => this.#changed(link, reason),
      });
    }
    this.#assignLanes();
  }

  reconfigure({ kind, ...fields }: DeliverySettings): () => void {
    if (kind !== KIND) return () => undefined;
    const { links, routes } = this.#readTable(fields);
    return () => {
      // A route to a link that is not there yet waits for the next start, with all others.
      const names = this.ways.map(({ name }) => name);
      if (links.size !== names.length || names.some((name) => !links.has(name))) return;
      this.#router = new Router(routes);
      for (const link of this.ways) link.delivery.setRate?.(links.get(link.name)?.rate as number | undefined);
      this.#assignLanes();
      // Others may have something to take now.
      for (const link of this.ways) if (link.isUp) this.#events?.onLink?.(link.name, undefined);
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.ways.map(({ delivery }) => delivery.close()));
  }

  #changed(link: Link, reason: string | undefined): void {
    if (reason !== undefined) link.reason = reason;
    this.#assignLanes();
    this.#events?.onLink?.(link.name, reason);
    const isAway = this.ways.every(({ isUp }) => !isUp);
    if (isAway) this.#events?.onAway(reason ?? link.reason);
    else if (this.#isAway) this.#events?.onReady();
    this.#isAway = isAway;
  }

  /** Says which link takes the messages of each lane now; each that is up takes the unsorted ones, since the first of them may be full. */
  #assignLanes(): void {
    const lanes = new Map<string, Set<string>>();
    for (const { name, ownLane, isUp } of this.ways) lanes.set(name, new Set(isUp ? [ownLane, UNSORTED] : []));
    const up = this.ways.filter(({ isUp }) => isUp).map(({ name }) => name);
    for (const { to } of this.#router.routes) {
      const first = to.find((name) => up.includes(name));
      if (first !== undefined) lanes.get(first)?.add(to.join());
    }
    for (const link of this.ways) link.lanes = lanes.get(link.name) ?? new Set();
  }
}

/** Those of each link below its name. Addresses that were given out before links had names are answered by the link whose secret they show. */
function publicRoutes(opened: readonly Link[]): Hono {
  const app = new Hono();
  const answering = opened.flatMap(({ name, delivery: { publicRoutes } }) => {
    return publicRoutes === undefined ? [] : [{ name, publicRoutes }];
  });
  for (const { name, publicRoutes } of answering) app.route(pathOf(name), publicRoutes);
  if (answering.length === 0) return app;
  app.get('/kannel/*', async (context) => {
    let answer: Response | undefined;
    for (const { publicRoutes } of answering) {
      answer = await publicRoutes.fetch(context.req.raw);
      if (answer.status !== 403) break;
    }
    return answer as Response;
  });
  return app;
}

function operatorRoutes(opened: readonly Link[]): Hono {
  const app = new Hono();
  app.get('/links', (context) => {
    const rows = opened.map(({ kind, state: { name, isUp, reason, window, inUse, rate } }) => {
      return { link: name, kind, isUp, reason, ...(Number.isFinite(window) && { window }), inUse, rate };
    });
    return context.json({ links: rows }, 200, { 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  });
  for (const { delivery } of opened) if (delivery.operatorRoutes !== undefined) app.route('/', delivery.operatorRoutes);
  return app;
}
