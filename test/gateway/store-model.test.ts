/**
 * The store against a model in memory: any sequence of calls, with the process going away in between.
 */
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { Store } from '../../src/gateway/store/store.js';
import type { MessageState, OutboundMessage, Outcome } from '../../src/gateway/store/types.js';
import { tempFolder } from '../support/cleanup.js';
import { expectLedgersAddUp, openTestStore, TestClock, textJob } from '../support/gateway-store.js';
import { costly } from '../support/runs.js';

const PARENT = 'ANOther.12345';
const USERS = [PARENT, 'Kid.77', 'Sib.78', 'Stranger.1'] as const;
type User = (typeof USERS)[number];

const LEASE_MS = 1_000;
const VALIDITY_MS = 20_000;

interface ModelMessage {
  readonly recipient: string;
  readonly payer: User;
  readonly cost: number;
  readonly dueAt: number;
  state: MessageState;
  nextAt: number | undefined;
  attempt: number;
}

interface Model {
  readonly credits: Map<User, number>;
  readonly messages: Map<string, ModelMessage>;
  readonly inboxes: Map<string, string[]>;
}

/** The real thing, and the claims that were made of it. */
interface Real {
  readonly path: string;
  readonly clock: TestClock;
  readonly claims: OutboundMessage[];
  store: Store;
}

type Command = fc.AsyncCommand<Model, Real>;

const folder = tempFolder('model');
const template = join(folder, 'template.db');
beforeAll(async () => (await openTestStore({ sqlite: template })).close());

const PRICES: Record<User, number> = { [PARENT]: 450, 'Kid.77': 500, 'Sib.78': 450, 'Stranger.1': 1_000 };

class Accept implements Command {
  constructor(readonly jobs: readonly { user: User; count: number; units: number; delay: number }[]) {}
  check = () => true;
  async run(model: Model, { store, clock }: Real): Promise<void> {
    const outcomes = await Promise.all(
      this.jobs.map(({ user, count, units, delay }) => {
        const recipients = Array.from({ length: count }, (_, i) => String(447700900100 + i));
        return store.accept(textJob(user, recipients, { unitsPerRecipient: units, dueAt: clock.now + delay }));
      }),
    );
    for (const [index, { user, units, delay }] of this.jobs.entries()) {
      const payer = user === 'Sib.78' ? PARENT : user;
      const cost = units * PRICES[user];
      for (const { report, messageIdentifier, recipient, units: charged } of outcomes[index]!.recipients) {
        const credit = model.credits.get(payer)!;
        if (credit < cost) {
          expect([report, messageIdentifier, charged]).toEqual([15, '-1', 0]);
          continue;
        }
        expect([report, charged]).toEqual([delay > 0 ? 99 : -2, units]);
        expect(model.messages.has(messageIdentifier)).toBe(false);
        model.credits.set(payer, credit - cost);
        const dueAt = clock.now + delay;
        const state = delay > 0 ? 'scheduled' : 'queued';
        model.messages.set(messageIdentifier, { recipient, payer, cost, dueAt, state, nextAt: dueAt, attempt: 0 });
      }
    }
  }
  toString = () => `accept ${JSON.stringify(this.jobs)}`;
}

class Transfer implements Command {
  constructor(
    readonly from: User,
    readonly to: User,
    readonly amount: number,
  ) {}
  check = () => true;
  async run(model: Model, { store }: Real): Promise<void> {
    const { from, to, amount } = this;
    const isKin =
      (from === PARENT && (to === 'Kid.77' || to === 'Sib.78')) || (to === PARENT && (from === 'Kid.77' || from === 'Sib.78'));
    const isShared = from === 'Sib.78' || to === 'Sib.78';
    const hasCredit = model.credits.get(from)! >= amount;
    const expected = !isKin ? 'not-related' : isShared ? 'shared' : hasCredit ? 'ok' : 'no-credit';
    expect(await store.transfer(from, to, amount)).toBe(expected);
    if (expected !== 'ok') return;
    model.credits.set(from, model.credits.get(from)! - amount);
    model.credits.set(to, model.credits.get(to)! + amount);
  }
  toString = () => `transfer ${this.amount} from ${this.from} to ${this.to}`;
}

class TopUp implements Command {
  constructor(
    readonly user: User,
    readonly amount: number,
  ) {}
  check = () => this.user !== 'Sib.78';
  async run(model: Model, { store }: Real): Promise<void> {
    expect(await store.topUp(this.user, this.amount)).toBe('ok');
    model.credits.set(this.user, model.credits.get(this.user)! + this.amount);
  }
  toString = () => `topUp ${this.user} by ${this.amount}`;
}

function expire(model: Model, message: ModelMessage): void {
  message.state = 'expired';
  message.nextAt = undefined;
  model.credits.set(message.payer, model.credits.get(message.payer)! + message.cost);
}

async function statesOf(store: Store): Promise<Map<string, MessageState>> {
  const states = new Map<string, MessageState>();
  for await (const { messageIdentifier, state } of store.messages()) states.set(messageIdentifier, state);
  return states;
}

class Claim implements Command {
  constructor(readonly limit: number) {}
  check = () => true;
  async run(model: Model, { store, clock, claims }: Real): Promise<void> {
    const due = [...model.messages].filter(([, { nextAt }]) => nextAt !== undefined && nextAt <= clock.now);
    const before = new Map(due.map(([id, message]) => [id, message.nextAt!]));
    const claimed = await store.claim(this.limit, LEASE_MS);
    // Those whose validity is over expire instead: which of several that are due at one time, the store says.
    const ids = claimed.map(({ id }) => id);
    const states = await statesOf(store);
    for (const [id, message] of due) {
      if (message.dueAt + VALIDITY_MS >= clock.now || states.get(id) !== 'expired') continue;
      ids.push(id);
      expire(model, message);
    }
    expect(ids).toHaveLength(Math.min(this.limit, due.length));
    const left: number[] = [];
    const taken: number[] = [];
    for (const payer of USERS) {
      const all = due.filter(([, message]) => message.payer === payer).map(([id]) => id);
      const own = all.filter((id) => ids.includes(id));
      const times = all.map((id) => before.get(id)!).sort((a, b) => a - b);
      expect(own.map((id) => before.get(id)!).sort((a, b) => a - b)).toEqual(times.slice(0, own.length));
      taken.push(own.length);
      if (own.length < all.length) left.push(own.length);
    }
    // Whoever has to wait had as many as anybody else, but for the one that comes next.
    if (left.length > 0) expect(Math.max(...taken)).toBeLessThanOrEqual(Math.min(...left) + 1);
    for (const { id, recipient, attempt } of claimed) {
      const message = model.messages.get(id)!;
      expect(message.dueAt + VALIDITY_MS).toBeGreaterThanOrEqual(clock.now);
      message.attempt++;
      message.state = 'queued';
      message.nextAt = clock.now + LEASE_MS;
      expect([recipient, attempt]).toEqual([message.recipient, message.attempt]);
    }
    claims.push(...claimed);
  }
  toString = () => `claim ${this.limit}`;
}

class Settle implements Command {
  constructor(
    readonly which: number,
    readonly outcome: Outcome,
  ) {}
  check = () => true;
  async run(model: Model, { store, clock, claims }: Real): Promise<void> {
    const claim = claims[this.which % Math.max(1, claims.length)];
    if (claim === undefined) return;
    await store.settle([{ message: claim, outcome: this.outcome }]);
    const message = model.messages.get(claim.id)!;
    if (message.state !== 'queued') return;
    const { kind } = this.outcome;
    if (kind !== 'sent' && kind !== 'delivered' && claim.attempt !== message.attempt) return;
    let state: MessageState = kind === 'retry' || kind === 'unsent' ? 'queued' : kind;
    if (kind === 'unsent') {
      message.nextAt = message.dueAt;
      message.attempt--;
    }
    if (this.outcome.kind === 'retry') {
      message.nextAt = clock.now + this.outcome.afterMs!;
      if (message.nextAt > message.dueAt + VALIDITY_MS) state = 'expired';
    }
    message.state = state;
    if (state !== 'queued') message.nextAt = undefined;
    if (state === 'failed' || state === 'expired') {
      model.credits.set(message.payer, model.credits.get(message.payer)! + message.cost);
    }
  }
  toString = () => `settle ${this.which} as ${JSON.stringify(this.outcome)}`;
}

class Renew implements Command {
  constructor(readonly which: number) {}
  check = () => true;
  async run(model: Model, { store, clock, claims }: Real): Promise<void> {
    const claim = claims[this.which % Math.max(1, claims.length)];
    if (claim === undefined) return;
    await store.renew([claim], LEASE_MS);
    const message = model.messages.get(claim.id)!;
    if (message.state === 'queued' && message.attempt === claim.attempt) message.nextAt = clock.now + LEASE_MS;
  }
  toString = () => `renew ${this.which}`;
}

/** What is done once a minute. */
class Sweep implements Command {
  check = () => true;
  async run(model: Model, { store, clock }: Real): Promise<void> {
    await store.sweep();
    for (const message of model.messages.values()) {
      if (message.nextAt === undefined || message.nextAt >= clock.now - VALIDITY_MS) continue;
      expire(model, message);
    }
  }
  toString = () => 'sweep';
}

class Deliver implements Command {
  constructor(
    readonly from: number,
    readonly count: number,
  ) {}
  check = () => true;
  async run(model: Model, { store, claims }: Real): Promise<void> {
    const some = claims.slice(this.from % Math.max(1, claims.length)).slice(0, this.count);
    await store.deliverVirtual(some, () => [Uint8Array.of(1)]);
    for (const { id, recipient } of some) {
      const message = model.messages.get(id)!;
      if (message.state !== 'queued') continue;
      message.state = 'delivered';
      message.nextAt = undefined;
      model.inboxes.set(recipient, [...(model.inboxes.get(recipient) ?? []), id]);
    }
  }
  toString = () => `deliver ${this.count} from ${this.from}`;
}

class Wait implements Command {
  constructor(readonly ms: number) {}
  check = () => true;
  async run(_: Model, { clock }: Real): Promise<void> {
    clock.now += this.ms;
  }
  toString = () => `wait ${this.ms}`;
}

/** Another process opens the file; what the first one held in memory is gone, its claims stay unsettled until somebody settles them. */
class Reopen implements Command {
  check = () => true;
  async run(_: Model, real: Real): Promise<void> {
    await real.store.close();
    real.store = await Store.open({ sqlite: real.path }, { clock: real.clock.read, validityMs: VALIDITY_MS });
  }
  toString = () => 'reopen';
}

const user = fc.constantFrom(...USERS);
const job = fc.record({
  user,
  count: fc.integer({ min: 0, max: 6 }),
  units: fc.integer({ min: 1, max: 9 }),
  delay: fc.constantFrom(0, 0, 500, 5_000),
});
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  fc.constant<Outcome>({ kind: 'delivered' }),
  fc.constant<Outcome>({ kind: 'failed', reason: 'no' }),
  fc.constant<Outcome>({ kind: 'sent', ids: ['1'] }),
  fc.constant<Outcome>({ kind: 'unsent', reason: 'away' }),
  fc.integer({ min: 0, max: 15_000 }).map((afterMs): Outcome => ({ kind: 'retry', reason: 'busy', afterMs })),
);
const commands = fc.commands(
  [
    fc.array(job, { minLength: 1, maxLength: 4 }).map((jobs) => new Accept(jobs)),
    fc.tuple(user, user, fc.integer({ min: 1, max: 60_000 })).map(([from, to, amount]) => new Transfer(from, to, amount)),
    fc.tuple(user, fc.integer({ min: 1, max: 20_000 })).map(([name, amount]) => new TopUp(name, amount)),
    fc.integer({ min: 1, max: 10 }).map((limit) => new Claim(limit)),
    fc.tuple(fc.nat(30), outcome).map(([which, result]) => new Settle(which, result)),
    fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 8 })).map(([from, count]) => new Deliver(from, count)),
    fc.nat(30).map((which) => new Renew(which)),
    fc.constant(new Sweep()),
    fc.integer({ min: 1, max: 6_000 }).map((ms) => new Wait(ms)),
    fc.constant(new Reopen()),
  ],
  // Short sequences seldom come as far as a refund.
  { maxCommands: 40, size: 'max' },
);

async function expectSame({ credits, messages, inboxes }: Model, { store }: Real): Promise<void> {
  for (const [name, credit] of credits) expect((await store.account(name))?.credit, name).toBe(credit);
  expect(await statesOf(store)).toEqual(new Map([...messages].map(([id, { state }]) => [id, state])));
  for (const [number, ids] of inboxes) {
    expect((await store.inbox(number)).map(({ messageIdentifier }) => messageIdentifier)).toEqual(ids);
  }
  const next = [...messages.values()].flatMap(({ nextAt }) => nextAt ?? []);
  expect(await store.nextDueAt()).toBe(next.length === 0 ? undefined : Math.min(...next));
  await expectLedgersAddUp(store);
}

it('any sequence of calls, with restarts in between, leaves what the model has', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (sequence) => {
      const path = join(folder, `${run++}.db`);
      copyFileSync(template, path);
      const clock = new TestClock();
      const store = await Store.open({ sqlite: path }, { clock: clock.read, validityMs: VALIDITY_MS });
      const real: Real = { path, clock, claims: [], store };
      const credits = new Map<User, number>([
        [PARENT, 152_345],
        ['Kid.77', 10_000],
        ['Stranger.1', 20_000],
      ]);
      const model: Model = { credits, messages: new Map(), inboxes: new Map() };
      try {
        await fc.asyncModelRun(() => ({ model, real }), sequence);
        await expectSame(model, real);
      } finally {
        await real.store.close();
        for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true });
      }
    }),
    // Each run opens files and syncs them to the disk some forty times.
    costly(100),
  );
});
