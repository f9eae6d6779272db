/**
 * Stores for tests: a clock that stands, cheap PINs, and the law that every ledger adds up.
 */
import { expect } from 'vitest';
import { readProvisioning } from '../../src/gateway/settings/provision.js';
import { type StoreContext, Watch } from '../../src/gateway/store/database.js';
import { KnownPayers } from '../../src/gateway/store/known-payers.js';
import { PinVerifier } from '../../src/gateway/store/pins.js';
import { PayerQueues } from '../../src/gateway/store/queues.js';
import type { Database, Engine } from '../../src/gateway/store/schema.js';
import { Store, type StoreOptions, type StorePlace } from '../../src/gateway/store/store.js';
import { LastSubmissions } from '../../src/gateway/store/submissions.js';
import type { AcceptJob, OutboundPart } from '../../src/gateway/store/types.js';

/** A clock that only tests move. */
export class TestClock {
  now = Date.UTC(2026, 2, 4, 5, 6, 7);
  readonly read = (): number => this.now;
}

/** What is in the stores of tests: two customers, a child of each type, a customer with receipts, address books and library items. */
export const ACCOUNTS = {
  serviceDomain: 'gw.example.net',
  accounts: [
    {
      username: 'ANOther.12345',
      pin: '0123456',
      credit: '15.2345',
      mayManage: true,
      replyTo: ['447700900001', 'MyShop'],
      addressBooks: {
        Friends: {
          '': ['447700900201'],
          Team: ['447700900203', '447700900202'],
          '#9': ['447700900204'],
          '#1': ['447700900205'],
        },
        Empty: {},
      },
    },
    { username: 'Kid.77', pin: '5555', parent: 'ANOther.12345', type: 'TRANSFER', credit: '1.0000', pricePerPart: '0.0500' },
    { username: 'Sib.78', pin: '6666', parent: 'ANOther.12345', type: 'SHARED' },
    { username: 'Stranger.1', pin: '7777', credit: '2.0000', currency: 'EUR', pricePerPart: '0.1000' },
    {
      username: 'Hook.1',
      pin: '8888',
      credit: '9.0000',
      replyTo: ['447700900009'],
      callback: { url: 'http://127.0.0.1:9/receipts', username: 'me', pin: 'mine' },
    },
  ],
  library: [
    { number: 20_001, owner: 'ANOther.12345', fileName: 'smile.otb', data: '00481C01' },
    { number: 30_000, public: true, fileName: 'tune.rtttl', data: 'x:d=4,o=5,b=160:c' },
    { number: 80_000, public: true, fileName: 'dot.gif', contentType: 'image/gif', data: '4749' },
  ],
};

/** {@link ACCOUNTS} as a file. Groups named by numbers stand where they were written, which an object of JavaScript cannot say. */
export function accountsText(): string {
  return JSON.stringify(ACCOUNTS).replace(/"#(\d)"/g, '"$1"');
}

/** A store with {@link ACCOUNTS}, by a clock that stands. */
export async function openTestStore(
  place: StorePlace = { sqlite: ':memory:' },
  clock = new TestClock(),
  options: Pick<StoreOptions, 'validityMs' | 'libraryHoldMs' | 'random' | 'keep' | 'thread'> = {},
): Promise<Store> {
  const store = await Store.open(place, { clock: clock.read, random: () => 1, pinCost: 1, ...options });
  await store.provision(readProvisioning(accountsText()));
  return store;
}

/** Takes back what each step of the tables did, by the version that it led to; with a text of its own for PostgreSQL where that differs. */
const UNDONE: ReadonlyMap<number, string | Readonly<Record<Engine, string>>> = new Map<
  number,
  string | Readonly<Record<Engine, string>>
>([
  [2, 'drop table virtual_handset;'],
  [
    4,
    `drop index message_queue; alter table message drop column payer_id;
     create index message_next on message (next_at, id) where next_at is not null;`,
  ],
  [5, 'drop index message_submission; drop table audit; alter table account drop column disabled_at;'],
  [6, 'drop index message_receipt; alter table message drop column receipt_by;'],
  [
    7,
    {
      sqlite: 'drop trigger message_payer; drop trigger message_sent;',
      postgres: 'drop trigger message_filled on message; drop function fill_message;',
    },
  ],
  [8, 'alter table message drop column attempt_base;'],
  [
    9,
    `drop index message_queue; alter table message drop column lane; alter table message drop column link;
     alter table stray_receipt drop column link;
     create index message_queue on message (payer_id, next_at, id) where next_at is not null;`,
  ],
  [10, 'drop index submission_account;'],
  [11, 'drop table mms_report; drop table mms_copy; drop table mms_message;'],
  [12, 'drop table kept_answer;'],
  [13, 'drop table opt_out;'],
  [14, 'drop table session_callback; alter table submission drop column registered_delivery;'],
  [15, 'alter table submission drop column data_coding;'],
  [16, 'drop index message_validity; alter table message drop column valid_until;'],
]);

/** What a store's functions get of it, where a test calls them by themselves; it remembers nothing yet. */
export function contextOf(db: Database, engine: Engine, validityMs = 1_000): StoreContext {
  return {
    ...{ db, engine, clock: Date.now, watch: new Watch(Date.now), pins: new PinVerifier(), random: Math.random },
    ...{ submissions: new LastSubmissions(), payers: new KnownPayers(), queues: new PayerQueues(), asked: new Map() },
    ...{ queued: { receipts: 0 }, ending: new AbortController(), validityMs, libraryHoldMs: 1_000 },
  };
}

/** SQL that makes the tables of today those of an older version. */
export function undoSteps(version: number, engine: Engine = 'sqlite'): string {
  const later = [...UNDONE].filter(([led]) => led > version).sort(([a], [b]) => b - a);
  return `${later.map(([, text]) => (typeof text === 'string' ? text : text[engine])).join('\n')} update schema_version set version = ${version};`;
}

/** One part with a text. */
export const TEXT_PART: OutboundPart = { tpDcs: 0, tpPid: 0, udh: new Uint8Array(0), userData: { text: 'Hello' } };

/** A job of one part. */
export function textJob(username: string, recipients: readonly string[], more: Partial<AcceptJob> = {}): AcceptJob {
  return { username, originator: 'MyShop', parts: [TEXT_PART], recipients, contentKind: 'text', ...more };
}

/** Holds every account's credit against its ledger, and every charge against its message; accounts that were deleted have nothing left. */
export async function expectLedgersAddUp(store: Store): Promise<void> {
  const credits = new Map((await store.accounts()).map(({ username, credit }) => [username, credit]));
  const messages = new Map<string, number>();
  for await (const { messageIdentifier, username } of store.messages()) {
    messages.set(messageIdentifier, 0);
    if (!credits.has(username)) credits.set(username, 0);
  }
  for (const [username, credit] of credits) {
    const entries = (await store.ledger(username)) ?? [];
    expect(
      entries.reduce((sum, { amount }) => sum + amount, 0),
      `ledger of ${username}`,
    ).toBe(credit);
    for (const { kind, messageIdentifier = '' } of entries) {
      if (kind === 'charge') messages.set(messageIdentifier, (messages.get(messageIdentifier) ?? Number.NaN) + 1);
    }
  }
  expect([...messages].filter(([, charges]) => charges !== 1)).toEqual([]);
}
