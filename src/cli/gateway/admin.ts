/**
 * `handset admin`: what an operator sees and does in a gateway's store, also while the gateway runs.
 * @module
 */
import { existsSync } from 'node:fs';
import type { Command } from 'commander';
import type { AccountEntry, LedgerEntry, MessageEntry, Store } from '../../gateway/index.js';
import { printable } from '../../inspect/printable.js';
import { formatTable } from '../../show/facts.js';
import { type Session, toJson, UsageError } from '../io.js';
import { fail, type GatewayModule, loadGateway, openStore, readProvisioningFile } from './serve.js';

interface AdminOptions {
  readonly store?: string;
  readonly json?: boolean;
}

/** Messages that are printed at once. */
const PORTION = 500;

/** Adds the commands. */
export function addAdmin(program: Command, session: Session): void {
  const admin = program.command('admin').description("look into a gateway's store, also while the gateway runs");
  const add = (name: string, description: string) =>
    admin
      .command(name)
      .description(description)
      .option('--store <file>', 'the SQLite file; the database of HANDSET_POSTGRES when left out')
      .option('--json', 'as JSON');
  add('accounts', 'every account').action((options: AdminOptions) =>
    inStore(session, options, async (store, gatewayModule) => {
      const accounts = (await store.accounts()).map((account) => accountOf(account, gatewayModule));
      print(session, options, accounts, ACCOUNT_COLUMNS);
    }),
  );
  add('ledger <user>', "an account's credit, movement by movement").action((user: string, options: AdminOptions) =>
    inStore(session, options, async (store, gatewayModule) => {
      const ledger = await store.ledger(user);
      if (ledger === undefined) throw new UsageError('there is no such account');
      const entries = ledger.map((entry) => entryOf(entry, gatewayModule));
      print(session, options, entries, LEDGER_COLUMNS);
    }),
  );
  add('messages', 'every message and what became of it').action((options: AdminOptions) =>
    inStore(session, options, (store) => printMessages(session, options, store)),
  );
  add('credit <user> <amount>', "add to an account's credit").action((user: string, amount: string, options: AdminOptions) =>
    inStore(session, options, (store, gatewayModule) => addCredit(session, options, store, gatewayModule, user, amount)),
  );
  add('provision <file>', 'create what a provisioning file has and the store has not').action(
    (file: string, options: AdminOptions) => provision(session, options, file),
  );
}

/** Opens the store for one piece of work. A file that is not there is a mistake of the caller's: an empty store helps nobody. */
async function inStore(
  session: Session,
  options: AdminOptions,
  work: (store: Store, gatewayModule: GatewayModule) => Promise<void>,
  isNew = false,
): Promise<void> {
  const { store: path } = options;
  requireStore(session, options);
  if (path !== undefined && !isNew && !existsSync(path)) throw new UsageError(`cannot read ${path}: there is no such file`);
  const gatewayModule = await loadGateway(session);
  if (gatewayModule === undefined) return;
  try {
    const store = await openStore(gatewayModule, session, options, Date.now);
    try {
      await work(store, gatewayModule);
    } finally {
      await store.close();
    }
  } catch (error) {
    fail(session, error);
  }
}

function requireStore({ streams }: Session, { store }: AdminOptions): void {
  if (store === undefined && !streams.env.HANDSET_POSTGRES) throw new UsageError('--store names the SQLite file');
}

function accountOf(
  { username, parent, type, currency, credit, pricePerPart, mayManage }: AccountEntry,
  gatewayModule: GatewayModule,
) {
  return {
    username,
    ...(parent !== undefined && { parent }),
    ...(type !== undefined && { type }),
    currency,
    credit: gatewayModule.formatMoney(credit),
    pricePerPart: gatewayModule.formatMoney(pricePerPart),
    mayManage,
  };
}

function entryOf({ at, kind, amount, messageIdentifier, recipient, units }: LedgerEntry, gatewayModule: GatewayModule) {
  return {
    at: timeOf(at),
    kind,
    amount: gatewayModule.formatMoney(amount),
    ...(messageIdentifier !== undefined && { messageIdentifier }),
    ...(recipient !== undefined && { recipient }),
    ...(units !== undefined && { units }),
  };
}

function messageOf({ messageIdentifier, username, recipient, state, acceptedAt, dueAt, units }: MessageEntry) {
  return {
    ...{ messageIdentifier, username, recipient, state },
    acceptedAt: timeOf(acceptedAt),
    ...(dueAt !== undefined && { dueAt: timeOf(dueAt) }),
    units,
  };
}

/** To the second, unless there are milliseconds. */
function timeOf(at: number): string {
  return new Date(at).toISOString().replace('.000Z', 'Z');
}

/** Millions of messages are printed as they are read. */
async function printMessages(session: Session, options: AdminOptions, store: Store): Promise<void> {
  const { stdout } = session.streams;
  const toText = tableWriter(MESSAGE_COLUMNS);
  let portion: object[] = [];
  let isFirst = true;
  const flush = () => {
    if (portion.length === 0) return;
    if (options.json === true) {
      const members = portion.map((message) => printable(JSON.stringify(message), true)).join(',\n');
      stdout(`${isFirst ? '[\n' : ',\n'}${members}`);
    } else stdout(toText(portion));
    isFirst = false;
    portion = [];
  };
  for await (const entry of store.messages()) {
    if (portion.push(messageOf(entry)) >= PORTION) flush();
  }
  flush();
  if (options.json === true) stdout(isFirst ? '[]\n' : '\n]\n');
}

async function addCredit(
  session: Session,
  options: AdminOptions,
  store: Store,
  gatewayModule: GatewayModule,
  user: string,
  amount: string,
): Promise<void> {
  const money = gatewayModule.parseMoney(amount, 'AMOUNT');
  if (money === 0) throw new UsageError('AMOUNT is above 0, such as 12.50');
  const outcome = await store.topUp(user, money);
  if (outcome === 'unknown') throw new UsageError('there is no such account');
  if (outcome === 'shared') throw new UsageError("a SHARED child spends its parent's credit: add to that");
  const account = (await store.accounts()).find(({ username }) => username === user);
  const credit = gatewayModule.formatMoney(account?.credit ?? 0);
  if (options.json === true) session.streams.stdout(toJson({ username: user, credit }));
  else session.streams.stdout(`${credit}\n`);
}

/** The file is read first: of one that is not there or faulty no empty store is left behind. */
async function provision(session: Session, options: AdminOptions, file: string): Promise<void> {
  requireStore(session, options);
  const gatewayModule = await loadGateway(session);
  const provisioning = gatewayModule && (await readProvisioningFile(session, gatewayModule, file));
  if (provisioning === undefined) return;
  const { accounts, library } = provisioning;
  await inStore(
    session,
    options,
    async (store) => {
      await store.provision(provisioning);
      if (options.json === true) session.streams.stdout(toJson({ accounts: accounts.length, library: library.length }));
    },
    true,
  );
}

// ---- Tables ----

/** A heading, and the member of the JSON that stands below it. */
type Column = readonly [heading: string, name: string];

const ACCOUNT_COLUMNS: readonly Column[] = [
  ['username', 'username'],
  ['parent', 'parent'],
  ['type', 'type'],
  ['currency', 'currency'],
  ['credit', 'credit'],
  ['a part', 'pricePerPart'],
  ['manages', 'mayManage'],
];
const LEDGER_COLUMNS: readonly Column[] = [
  ['time', 'at'],
  ['movement', 'kind'],
  ['amount', 'amount'],
  ['message', 'messageIdentifier'],
  ['recipient', 'recipient'],
  ['units', 'units'],
];
const MESSAGE_COLUMNS: readonly Column[] = [
  ['message', 'messageIdentifier'],
  ['username', 'username'],
  ['recipient', 'recipient'],
  ['state', 'state'],
  ['accepted', 'acceptedAt'],
  ['due', 'dueAt'],
  ['units', 'units'],
];

function print(session: Session, { json }: AdminOptions, entries: readonly object[], columns: readonly Column[]): void {
  session.streams.stdout(json === true ? toJson(entries) : tableWriter(columns)(entries));
}

/** Lines of a table that may come in portions: its headings above the first, and columns that only get wider. */
function tableWriter(columns: readonly Column[]): (entries: readonly object[]) => string {
  const widths: number[] = [];
  let isFirst = true;
  return (entries) => {
    if (entries.length === 0) return '';
    const rows = entries.map((entry) => columns.map(([, name]) => cellOf((entry as Record<string, unknown>)[name])));
    if (isFirst) rows.unshift(columns.map(([heading]) => heading));
    isFirst = false;
    return formatTable(rows, widths);
  };
}

function cellOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === undefined ? '-' : printable(String(value));
}
