/**
 * Tables of the gateway, and the steps that make them: the same on SQLite and PostgreSQL.
 *
 *   account ─┬─ account (children)          message ── sent_part (ids of the SMSC, one per part)
 *            ├─ address_book, two_way         │
 *            ├─ ledger                      submission (what a request's messages have in common)
 *            ├─ submission ── message
 *            ├─ library, hosted             inbox, virtual_handset       stray_receipt      counter, audit, opt_out
 *            ├─ mms_message ── mms_copy ── mms_report
 *            └─ callback, session_callback, posted, kept_answer
 *
 * Times are epoch milliseconds, money is in 1/10,000, truth values are 0 and 1: whole numbers read alike from both engines.
 * @module
 */
import { type Generated, type Kysely, sql } from 'kysely';
import type { AuditAction, ChildType, LedgerKind, MessageState, MmsStatus, ReceiptStatus } from './types.js';

/** Whose SQL is spoken. */
export type Engine = 'sqlite' | 'postgres';

/** Every table and its columns. */
export interface Tables {
  account: {
    id: Generated<number>;
    username: string;
    pin_hash: string;
    parent_id: number | null;
    type: ChildType | null;
    currency: string;
    /** 0 for ever in a SHARED child. */
    credit: number;
    price_per_part: number;
    may_manage: number;
    /** JSON: a list of texts. */
    reply_to: string;
    /** JSON: a CallbackTarget. */
    callback: string | null;
    /** JSON: whom the account was created for. */
    contact: string | null;
    created_at: number;
    /** A deleted account keeps its row: its user name is never issued again, and its ledger can be read. */
    deleted_at: number | null;
    /** Since when an operator lets nobody in with it; null: it may be used. */
    disabled_at: number | null;
  };
  /** Numbers among the permitted originators, to find who gets an incoming message. */
  two_way: { number: string; account_id: number };
  address_book: { account_id: number; book: string; group_name: string; position: number; number: string };
  ledger: {
    id: Generated<number>;
    account_id: number;
    at: number;
    kind: LedgerKind;
    amount: number;
    identifier: string | null;
    recipient: string | null;
    units: number | null;
  };
  submission: {
    id: Generated<number>;
    account_id: number;
    /** Who was charged: the account, or a SHARED child's parent. */
    payer_id: number;
    originator: string;
    /** JSON; see store-parts. */
    parts: string;
    units: number;
    price_per_part: number;
    service: string | null;
    content_kind: string;
    library_number: number | null;
    accepted_at: number;
    due_at: number;
    /** Which receipts an SMPP session has asked for; null of what came by another door. */
    registered_delivery: number | null;
    /** In which coding its text came over SMPP; null of what came by another door. */
    data_coding: number | null;
  };
  message: {
    id: Generated<number>;
    identifier: string;
    submission_id: number;
    /** The submission's, of what the outbox has still to do; null in what earlier versions have brought to its end. */
    payer_id: number | null;
    recipient: string;
    state: MessageState;
    /** When the outbox looks at it next: its due time, the end of a lease, or the time of another try. Null: never again. */
    next_at: number | null;
    /** When the receipt of a message that was sent is overdue; null when none is waited for. */
    receipt_by: number | null;
    /** Until when its sender wants it delivered, where that is said; the gateway's own validity holds besides. */
    valid_until: Generated<number | null>;
    /** Counts up for ever: the number says whose claim an outcome belongs to. */
    attempt: number;
    /** What `attempt` was when the message was queued last: tries are counted from there. */
    attempt_base: Generated<number>;
    /** Why it failed, or was put off last. */
    reason: string | null;
    /** Which queue of its payer it waits in, by the links that may take it; empty where nothing says so. See delivery/lanes. */
    lane: Generated<string>;
    /** The link that claimed it last; null where the delivery has no links with names. */
    link: string | null;
  };
  sent_part: { smsc_id: string; message_id: number; status: ReceiptStatus | null };
  /** Receipts that came before their message was marked as sent. */
  stray_receipt: { smsc_id: string; recipient: string; status: ReceiptStatus; at: number; link: string | null };
  library: {
    number: number;
    /** Null: public. */
    account_id: number | null;
    file_name: string;
    content_type: string | null;
    data: Uint8Array;
    /** Until when a submitted file keeps its number; null: for ever. */
    held_until: number | null;
  };
  hosted: {
    token: string;
    account_id: number;
    content_type: string;
    file_name: string | null;
    data: Uint8Array;
    /** JSON: the handset that pictures are for; null when they go out as they are. */
    adaptation: string | null;
    expires_at: number;
  };
  /** JSON in `parts`: TPDUs in hex. */
  inbox: {
    id: Generated<number>;
    number: string;
    identifier: string;
    originator: string;
    received_at: number;
    parts: string;
  };
  /** An account of the inbox: see store-inboxes. */
  virtual_handset: { number: string; messages: number; arrived_at: number; changed_at: number; changes: number };
  /** JSON in `payload`: a CallbackPayload. */
  callback: {
    id: Generated<number>;
    account_id: number;
    payload: string;
    next_at: number;
    attempt: number;
    created_at: number;
  };
  /**
   * The same of what goes to an account's SMPP sessions. Not a flag of `callback`: a gateway of an earlier version on the same database would post these,
   * or drop them.
   */
  session_callback: Tables['callback'];
  /** Receipts and messages that were posted to the gateway itself. */
  posted: { id: Generated<number>; account_id: number; at: number; callback: string };
  /** A message that a phone sent over MM1. */
  mms_message: {
    /** X-Mms Message-ID, as its sender knows it. */
    id: string;
    account_id: number;
    /** Digits with the country code. */
    sender: string;
    /** Who sent it, its transaction and its content: a repeated request has the same. Null once it may come again. */
    request_key: string | null;
    hosted_token: string;
    wants_delivery: number;
    wants_read: number;
    /** Recipients who get a page in place of a copy. */
    pages: number;
    accepted_at: number;
  };
  /** What one recipient gets of it. */
  mms_copy: {
    /** Transaction of the notification, Message-ID as the recipient knows it, and the end of the address. */
    token: string;
    message_id: string;
    recipient: string;
    status: MmsStatus | null;
    read_status: string | null;
    expires_at: number;
  };
  /** A report that the sender is to get. */
  mms_report: { token: string; kind: 'delivery' | 'read'; status: string; at: number; next_at: number };
  /** Answers to requests with a key, for those that come again. */
  kept_answer: { account_id: number; key: string; fingerprint: string; answer: string; expires_at: number };
  /** Recipients who want nothing from an originator. */
  opt_out: { id: Generated<number>; originator: string; recipient: string; at: number };
  counter: { name: string; value: number };
  /** What operators changed. Names, not ids: it is read by people, and is kept for longer than what it speaks of. */
  audit: {
    id: Generated<number>;
    at: number;
    actor: string;
    action: AuditAction;
    username: string | null;
    identifier: string | null;
    /** JSON: before and after by field. */
    changes: string;
  };
}

/** A database of ours. */
export type Database = Kysely<Tables>;

/** The steps in order; a database's version is the number of steps taken. Steps that were released never change. */
const STEPS: readonly ((db: Database, engine: Engine) => Promise<void>)[] = [
  firstTables,
  virtualHandsets,
  contactsWithoutPins,
  payersOfMessages,
  administration,
  overdueReceipts,
  olderWriters,
  attemptsBeforeRequeue,
  linksOfMessages,
  messagesOfAccounts,
  multimediaMessages,
  keptAnswers,
  optOuts,
  callbacksOfSessions,
  codingsOfSubmissions,
  validityOfMessages,
];

/** The version that {@link migrate} leads to. */
export const SCHEMA_VERSION = STEPS.length;

/** Brings a database up to date, one process at a time. */
export async function migrate(db: Database, engine: Engine): Promise<void> {
  await db.transaction().execute(async (tx) => {
    // SQLite transactions hold the only write lock from their first statement on.
    if (engine === 'postgres') await sql`select pg_advisory_xact_lock(747261)`.execute(tx);
    await sql`create table if not exists schema_version (version integer not null)`.execute(tx);
    const { rows } = await sql<{ version: number }>`select version from schema_version`.execute(tx);
    const version = rows[0]?.version ?? 0;
    if (version > STEPS.length) throw new Error(`the store was written by a newer version of this program (${version})`);
    if (version === STEPS.length) return;
    for (const step of STEPS.slice(version)) await step(tx, engine);
    if (rows.length === 0) await sql`insert into schema_version values (${STEPS.length})`.execute(tx);
    else await sql`update schema_version set version = ${STEPS.length}`.execute(tx);
  });
}

async function firstTables(db: Database, engine: Engine): Promise<void> {
  const create = db.schema;
  const blob = engine === 'sqlite' ? 'blob' : 'bytea';
  // SQLite's `integer primary key` is the row's own number; ids of deleted rows come back only where nobody remembers them.
  const id = engine === 'sqlite' ? sql`integer primary key` : sql`bigint generated by default as identity primary key`;
  const lastingId = engine === 'sqlite' ? sql`integer primary key autoincrement` : id;

  await sql`create table account (
    id ${lastingId}, username text not null unique, pin_hash text not null, parent_id bigint references account,
    type text check (type in ('TRANSFER', 'SHARED')), currency text not null, credit bigint not null check (credit >= 0),
    price_per_part bigint not null check (price_per_part >= 0), may_manage integer not null, reply_to text not null,
    callback text, contact text, created_at bigint not null, deleted_at bigint
  )`.execute(db);
  await sql`create table two_way (
    number text not null, account_id bigint not null references account, primary key (number, account_id)
  )`.execute(db);
  await sql`create table address_book (
    account_id bigint not null references account, book text not null, group_name text not null, position integer not null,
    number text not null, primary key (account_id, book, position)
  )`.execute(db);
  await sql`create table ledger (
    id ${id}, account_id bigint not null references account, at bigint not null, kind text not null, amount bigint not null,
    identifier text, recipient text, units integer
  )`.execute(db);
  await sql`create table submission (
    id ${id}, account_id bigint not null references account, payer_id bigint not null references account,
    originator text not null, parts text not null, units integer not null, price_per_part bigint not null, service text,
    content_kind text not null, library_number integer, accepted_at bigint not null, due_at bigint not null
  )`.execute(db);
  await sql`create table message (
    id ${id}, identifier text not null unique, submission_id bigint not null references submission, recipient text not null,
    state text not null, next_at bigint, attempt integer not null, reason text
  )`.execute(db);
  await sql`create table sent_part (
    smsc_id text not null, message_id bigint not null references message, status text
  )`.execute(db);
  await sql`create table stray_receipt (
    smsc_id text not null, recipient text not null, status text not null, at bigint not null
  )`.execute(db);
  await sql`create table library (
    number integer primary key, account_id bigint references account, file_name text not null, content_type text,
    data ${sql.raw(blob)} not null, held_until bigint
  )`.execute(db);
  await sql`create table hosted (
    token text primary key, account_id bigint not null references account, content_type text not null, file_name text,
    data ${sql.raw(blob)} not null, adaptation text, expires_at bigint not null
  )`.execute(db);
  await sql`create table inbox (
    id ${id}, number text not null, identifier text not null, originator text not null, received_at bigint not null,
    parts text not null
  )`.execute(db);
  await sql`create table callback (
    id ${lastingId}, account_id bigint not null references account, payload text not null, next_at bigint not null,
    attempt integer not null, created_at bigint not null
  )`.execute(db);
  await sql`create table posted (
    id ${id}, account_id bigint not null references account, at bigint not null, callback text not null
  )`.execute(db);
  await sql`create table counter (name text primary key, value bigint not null)`.execute(db);

  await create.createIndex('account_parent').on('account').column('parent_id').execute();
  await create.createIndex('ledger_account').on('ledger').columns(['account_id', 'id']).execute();
  // Only what the outbox has still to do is in this index: finding the next message costs the same beside millions of old ones.
  await sql`create index message_next on message (next_at, id) where next_at is not null`.execute(db);
  await create.createIndex('sent_part_smsc').on('sent_part').column('smsc_id').execute();
  await create.createIndex('sent_part_message').on('sent_part').column('message_id').execute();
  await create.createIndex('stray_receipt_smsc').on('stray_receipt').column('smsc_id').execute();
  await create.createIndex('hosted_expires').on('hosted').column('expires_at').execute();
  await create.createIndex('inbox_number').on('inbox').columns(['number', 'id']).execute();
  await create.createIndex('callback_next').on('callback').column('next_at').execute();
  await create.createIndex('posted_account').on('posted').columns(['account_id', 'id']).execute();
  await sql`insert into counter (name, value) values ('library', 0)`.execute(db);
}

/** Which virtual handsets have messages, and which of them changed last. */
async function virtualHandsets(db: Database): Promise<void> {
  await sql`create table virtual_handset (
    number text primary key, messages bigint not null, arrived_at bigint not null, changed_at bigint not null, changes bigint not null
  )`.execute(db);
  await sql`insert into virtual_handset
    select number, count(*), max(received_at), max(received_at), count(*) from inbox group by number`.execute(db);
  await db.schema.createIndex('virtual_handset_changed').on('virtual_handset').column('changed_at').execute();
}

/** Takes the parents' user names and PINs out of what is kept of whom a child is for: earlier versions wrote the whole request there. */
async function contactsWithoutPins(db: Database): Promise<void> {
  for (let last = 0; ; ) {
    const query = db.selectFrom('account').select(['id', 'contact']).where('contact', 'is not', null).where('id', '>', last);
    const rows = await query.orderBy('id').limit(1_000).execute();
    for (const { id, contact } of rows) {
      // Not in SQL: PostgreSQL cannot read JSON with the escapes of NUL and of lone surrogates, which a request may have had.
      const { operation: _, username: __, pin: ___, ...rest } = JSON.parse(contact as string);
      await db
        .updateTable('account')
        .set({ contact: JSON.stringify(rest) })
        .where('id', '=', id)
        .execute();
      last = id;
    }
    if (rows.length === 0) return;
  }
}

/** The index of what is due goes by payer, so that one payer's messages are found beside any number of another's. */
async function payersOfMessages(db: Database): Promise<void> {
  await sql`alter table message add column payer_id bigint`.execute(db);
  // The others are not looked at any more, and there may be millions.
  await sql`update message set payer_id = (select payer_id from submission where submission.id = message.submission_id)
    where next_at is not null`.execute(db);
  await sql`drop index message_next`.execute(db);
  await sql`create index message_queue on message (payer_id, next_at, id) where next_at is not null`.execute(db);
}

/** Accounts that are disabled, what operators changed, and the messages of a request, which are found when it is forgotten. */
async function administration(db: Database, engine: Engine): Promise<void> {
  const id =
    engine === 'sqlite' ? sql`integer primary key autoincrement` : sql`bigint generated by default as identity primary key`;
  await sql`alter table account add column disabled_at bigint`.execute(db);
  await sql`create table audit (
    id ${id}, at bigint not null, actor text not null, action text not null, username text, identifier text, changes text not null
  )`.execute(db);
  await db.schema.createIndex('message_submission').on('message').column('submission_id').execute();
}

/** How long receipts were waited for when the steps were made: two days of validity and an hour. */
const RECEIPT_MS = 49 * 60 * 60 * 1000;

/** Messages that were sent wait for a receipt, but not for ever. */
async function overdueReceipts(db: Database): Promise<void> {
  await sql`alter table message add column receipt_by bigint`.execute(db);
  await sql`update message set receipt_by = cast(${RECEIPT_MS} as bigint) +
    (select due_at from submission where submission.id = message.submission_id) where state = 'sent'`.execute(db);
  await sql`create index message_receipt on message (receipt_by) where receipt_by is not null`.execute(db);
}

/**
 * A gateway of an earlier version may go on while the tables are brought up to date, and writes neither payers nor when receipts are overdue: the database
 * does it in its place. Triggers come first, so that no row is written between them and what fills the rows that are there.
 */
async function olderWriters(db: Database, engine: Engine): Promise<void> {
  const payer = sql`(select payer_id from submission where submission.id = new.submission_id)`;
  const receiptBy = sql.raw(`(select due_at + ${RECEIPT_MS} from submission where submission.id = new.submission_id)`);
  if (engine === 'sqlite') {
    await sql`create trigger message_payer after insert on message when new.payer_id is null
      begin update message set payer_id = ${payer} where id = new.id; end`.execute(db);
    await sql`create trigger message_sent after update of state on message when new.state = 'sent' and new.receipt_by is null
      begin update message set receipt_by = ${receiptBy} where id = new.id; end`.execute(db);
  } else {
    await sql`create function fill_message() returns trigger language plpgsql as $$ begin
      if new.payer_id is null then new.payer_id := ${payer}; end if;
      if new.state = 'sent' and new.receipt_by is null then new.receipt_by := ${receiptBy}; end if;
      return new; end $$`.execute(db);
    await sql`create trigger message_filled before insert or update of state on message for each row
      when (new.payer_id is null or (new.state = 'sent' and new.receipt_by is null)) execute function fill_message()`.execute(
      db,
    );
  }
  await sql`update message set payer_id = (select payer_id from submission where submission.id = message.submission_id)
    where next_at is not null and payer_id is null`.execute(db);
  await sql`update message set receipt_by = cast(${RECEIPT_MS} as bigint) +
    (select due_at from submission where submission.id = message.submission_id)
    where state = 'sent' and receipt_by is null`.execute(db);
}

/** A message that is queued again begins its tries anew, but no number of an attempt comes again. */
async function attemptsBeforeRequeue(db: Database): Promise<void> {
  await sql`alter table message add column attempt_base integer not null default 0`.execute(db);
}

/** Messages wait in lanes, by the links that may take them: what waits for a link that is away holds up no other. */
async function linksOfMessages(db: Database): Promise<void> {
  await sql`alter table message add column lane text not null default ''`.execute(db);
  await sql`alter table message add column link text`.execute(db);
  await sql`alter table stray_receipt add column link text`.execute(db);
  await sql`drop index message_queue`.execute(db);
  await sql`create index message_queue on message (payer_id, lane, next_at, id) where next_at is not null`.execute(db);
}

/** An account finds its own messages beside any number of others'. */
async function messagesOfAccounts(db: Database): Promise<void> {
  await db.schema.createIndex('submission_account').on('submission').columns(['account_id', 'id']).execute();
}

/** Messages that phones send over MM1, what each recipient does with them, and the reports that follow. */
async function multimediaMessages(db: Database): Promise<void> {
  await sql`create table mms_message (
    id text primary key, account_id bigint not null references account, sender text not null, request_key text unique,
    hosted_token text not null, wants_delivery integer not null, wants_read integer not null, pages integer not null,
    accepted_at bigint not null
  )`.execute(db);
  await sql`create table mms_copy (
    token text primary key, message_id text not null references mms_message, recipient text not null, status text,
    read_status text, expires_at bigint not null
  )`.execute(db);
  await sql`create table mms_report (
    token text not null references mms_copy, kind text not null, status text not null, at bigint not null,
    next_at bigint not null, primary key (token, kind)
  )`.execute(db);
  // Keys that are forgotten already are many, and are not looked at.
  await sql`create index mms_message_key on mms_message (accepted_at) where request_key is not null`.execute(db);
  await db.schema.createIndex('mms_copy_message').on('mms_copy').column('message_id').execute();
  await db.schema.createIndex('mms_copy_expires').on('mms_copy').column('expires_at').execute();
  await db.schema.createIndex('mms_report_next').on('mms_report').column('next_at').execute();
}

/** Requests with a key are accepted once. */
async function keptAnswers(db: Database): Promise<void> {
  await sql`create table kept_answer (
    account_id bigint not null references account, key text not null, fingerprint text not null, answer text not null,
    expires_at bigint not null, primary key (account_id, key)
  )`.execute(db);
  await db.schema.createIndex('kept_answer_expires').on('kept_answer').column('expires_at').execute();
}

/** Recipients say by STOP whom they want nothing from. */
async function optOuts(db: Database, engine: Engine): Promise<void> {
  const id =
    engine === 'sqlite' ? sql`integer primary key autoincrement` : sql`bigint generated by default as identity primary key`;
  await sql`create table opt_out (
    id ${id}, originator text not null, recipient text not null, at bigint not null, unique (originator, recipient)
  )`.execute(db);
}

/** Receipts and incoming messages for sessions that customers bind over SMPP: claimed by account, and forgotten by their age. */
async function callbacksOfSessions(db: Database, engine: Engine): Promise<void> {
  const id =
    engine === 'sqlite' ? sql`integer primary key autoincrement` : sql`bigint generated by default as identity primary key`;
  await sql`alter table submission add column registered_delivery integer`.execute(db);
  await sql`create table session_callback (
    id ${id}, account_id bigint not null references account, payload text not null, next_at bigint not null,
    attempt integer not null, created_at bigint not null
  )`.execute(db);
  await db.schema
    .createIndex('session_callback_next')
    .on('session_callback')
    .columns(['account_id', 'next_at', 'id'])
    .execute();
  await db.schema.createIndex('session_callback_created').on('session_callback').column('created_at').execute();
}

/** What a replacement over SMPP, which names no coding, is written in. */
async function codingsOfSubmissions(db: Database): Promise<void> {
  await sql`alter table submission add column data_coding integer`.execute(db);
}

/** Customers say over SMPP until when a message is of use. */
async function validityOfMessages(db: Database): Promise<void> {
  await sql`alter table message add column valid_until bigint`.execute(db);
  await sql`create index message_validity on message (valid_until) where valid_until is not null and next_at is not null`.execute(
    db,
  );
}
