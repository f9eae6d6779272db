/**
 * `handset admin`: what an operator sees and does in a gateway's store, also while the gateway runs.
 *
 * Options and what is done come from the gateway's table of requests; here are the names of commands, and how results are shown.
 * @module
 */
import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { type Command, Option } from 'commander';
import { parseJson } from '../../bytes/json.js';
import { DecodeError } from '../../errors.js';
import { ADMIN_REQUESTS, type AdminField, type AdminName } from '../../gateway/admin/requests.js';
import { printable } from '../../inspect/printable.js';
import { count, formatTable } from '../../show/facts.js';
import { inFile, type Session, toJson, UsageError } from '../io.js';
import { numberOption } from '../options.js';
import { fail, loadGateway, openStore, readProvisioningFile } from './serve.js';
import type { GatewayModule } from './serve-files.js';

/** What every command takes; the others are fields of requests. */
interface AdminOptions {
  readonly store?: string;
  readonly json?: boolean;
  readonly limit?: number;
  readonly create?: boolean;
  readonly [name: string]: unknown;
}

/** Entries that are read at once. */
const PORTION = 500;

/** Adds the commands. */
export function addAdmin(admin: Command, session: Session): void {
  const add = (name: string, description: string) => admin.command(name).description(description);
  const addList = (name: string, operation: AdminName, columns: readonly Column[]) =>
    addStore(addFields(add(name, ADMIN_REQUESTS[operation].words), [operation]))
      .option('--limit <count>', 'entries at most; all when left out', numberOption('limit', 1, Number.MAX_SAFE_INTEGER))
      .action((...given: unknown[]) => {
        const { subject, options } = splitArguments(given);
        return inStore(session, options, (store) => printList(session, options, columns, store, operation, subject));
      });

  addList('accounts', 'listAccounts', ACCOUNT_COLUMNS);
  addStore(addFields(add('account <username>', 'show an account, or change it'), ['createAccount', 'changeAccount']))
    .option('--create', 'create the account; without --pin a PIN is made up, and shown once')
    .action((username: string, options: AdminOptions) => account(session, options, username));
  addList('ledger <username>', 'readLedger', LEDGER_COLUMNS);
  addStore(add('credit <username> <amount>', "add to an account's credit, in its currency")).action(
    (username: string, topUp: string, options: AdminOptions) => addCredit(session, options, username, topUp),
  );
  addList('messages', 'searchMessages', MESSAGE_COLUMNS);
  addStore(
    addFields(add('cancel [message-identifier]', 'cancel a waiting message and refund it, or all that match the options'), [
      'cancelMessages',
    ]),
  ).action((message: string | undefined, options: AdminOptions) => cancel(session, options, message));
  addStore(
    addFields(
      add('requeue [message-identifier]', 'queue a failed, expired or cancelled message again, or all that match the options'),
      ['requeueMessages'],
    ),
  ).action((message: string | undefined, options: AdminOptions) => requeue(session, options, message));
  addList('opt-outs', 'listOptOuts', OPT_OUT_COLUMNS);
  addStore(add('opt-in <originator> <number>', ADMIN_REQUESTS.removeOptOut.words)).action(
    (originator: string, recipient: string, options: AdminOptions) => optIn(session, options, originator, recipient),
  );
  addList('audit', 'readAudit', AUDIT_COLUMNS);
  addStore(add('backup <file>', 'copy a SQLite store to a new file, also while the gateway runs')).action(
    (file: string, options: AdminOptions) => copy(session, options, requireSqlite(session, options), file),
  );
  addStore(add('restore <file>', 'bring a backup back, as a SQLite store that is not there yet')).action(
    (file: string, options: AdminOptions) => copy(session, options, file, requireSqlite(session, options)),
  );
  addStore(add('provision <file>', 'create what a provisioning file has and the store has not')).action(
    (file: string, options: AdminOptions) => provision(session, options, file),
  );
}

function addStore(command: Command): Command {
  return command
    .option('--store <file>', 'the SQLite file; the database of HANDSET_POSTGRES when left out')
    .option('--json', 'as JSON');
}

// ---- Fields as options ----

type FieldRow = readonly [name: string, field: AdminField];

/** Fields of requests that are options, each once. */
function listFields(operations: readonly AdminName[]): FieldRow[] {
  const rows = operations.flatMap((operation) => Object.entries(ADMIN_REQUESTS[operation].fields) as FieldRow[]);
  return [...new Map(rows).entries()].filter(([, { option, flags }]) => option !== undefined || flags !== undefined);
}

function addFields(command: Command, operations: readonly AdminName[]): Command {
  for (const [, { option, flags = {}, words }] of listFields(operations)) {
    if (option !== undefined) command.addOption(new Option(option, words));
    for (const [flag, meaning] of Object.entries(flags)) command.addOption(new Option(flag, meaning.words));
  }
  return command;
}

/** How commander calls an option. */
const nameAttribute = (option: string) => new Option(option).attributeName();

/** What options say, by the names of the fields of requests. @throws UsageError for two that contradict each other */
async function readValues(
  session: Session,
  options: AdminOptions,
  operations: readonly AdminName[],
): Promise<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const [name, field] of listFields(operations)) {
    const { option, flags = {} } = field;
    const given = Object.entries(flags).filter(([flag]) => options[nameAttribute(flag)] === true);
    if (given.length > 1) throw new UsageError(`${given.map(([flag]) => flag).join(' and ')} cannot stand together`);
    const [flag] = given;
    const text = option === undefined ? undefined : options[nameAttribute(option)];
    if (flag !== undefined) values[name] = flag[1].value;
    else if (typeof text === 'string') values[name] = await readValue(session, field, text);
  }
  return values;
}

async function readValue(session: Session, { fromText, fromStdin, option = '' }: AdminField, text: string): Promise<unknown> {
  if (text !== '-' || fromStdin === undefined) {
    if (option.startsWith('--pin '))
      session.note('others can read a PIN in the list of processes; --pin - reads it from standard input');
    return fromText === undefined ? text : fromText(text);
  }
  const written = await session.readText('-');
  return fromStdin === 'json' ? inFile('-', () => parseJson(written)) : written;
}

/** A commander action's arguments: a name that the command takes, and its options. */
function splitArguments(given: readonly unknown[]): { readonly subject?: string; readonly options: AdminOptions } {
  const [first, second] = given;
  return typeof first === 'string' ? { subject: first, options: second as AdminOptions } : { options: first as AdminOptions };
}

// ---- The store ----

/** What commands work with. */
interface Opened {
  readonly gatewayModule: GatewayModule;
  readonly store: Awaited<ReturnType<typeof openStore>>;
}

/** Opens the store for one piece of work. A file that is not there is a mistake of the caller's: an empty store helps nobody. */
async function inStore(
  session: Session,
  options: AdminOptions,
  work: (opened: Opened) => Promise<void>,
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
      await work({ gatewayModule, store });
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

/** Who asks, for the audit. */
function nameOperator(): string {
  try {
    return `cli:${userInfo().username}`;
  } catch {
    // A number that nobody has given a name.
    return 'cli';
  }
}

/** Does what a request asks for. @throws UsageError naming the option whose value is wrong */
async function perform<N extends AdminName>({ gatewayModule, store }: Opened, name: N, values: object) {
  // Loaded with the gateway, whose packages are optional.
  const { performAdmin } = await import('../../gateway/admin/operations.js');
  try {
    return await performAdmin(name, { store, by: nameOperator() }, values);
  } catch (error) {
    if (error instanceof DecodeError) {
      const field = error.field.replace(/^\$\.?/, '');
      throw new UsageError(`${findOption(field, [name]) ?? field} ${error.reason}`);
    }
    if (error instanceof gatewayModule.ChangeError) {
      const option = findOption(error.field, [name]);
      throw new UsageError(option === undefined ? error.reason : `${option}: ${error.reason}`);
    }
    throw error;
  }
}

/** The option for a field, such as `pricePerPart` or `replyTo[1]`; undefined for what is an argument. */
function findOption(path: string, operations: readonly AdminName[]): string | undefined {
  const name = /^\w*/.exec(path)?.[0];
  const field = listFields(operations).find(([known]) => known === name)?.[1];
  return field?.option?.split(' ')[0] ?? Object.keys(field?.flags ?? {})[0];
}

// ---- Accounts ----

/** Shows an account, creates it or changes it: by what is asked for. */
async function account(session: Session, options: AdminOptions, username: string): Promise<void> {
  const { create } = options;
  const operations = [create === true ? 'createAccount' : 'changeAccount'] as const;
  const known = new Set(listFields(operations).map(([name]) => name));
  const values = await readValues(session, options, ['createAccount', 'changeAccount']);
  const other = Object.keys(values).find((name) => !known.has(name));
  if (other !== undefined) {
    const option = findOption(other, ['createAccount', 'changeAccount']);
    throw new UsageError(
      create === true ? `${option} is not for a new account` : `${option} is for a new account alone: --create`,
    );
  }
  const operation = create !== true && Object.keys(values).length === 0 ? 'showAccount' : operations[0];
  await inStore(session, options, async (opened) => {
    const outcome = await perform(opened, operation, { ...values, username });
    session.streams.stdout(options.json === true ? toJson(outcome) : formatFacts(outcome));
  });
}

async function addCredit(session: Session, options: AdminOptions, username: string, amount: string): Promise<void> {
  const topUp = ADMIN_REQUESTS.changeAccount.fields.topUp.fromText?.(amount);
  await inStore(session, options, async (opened) => {
    const { credit } = await perform(opened, 'changeAccount', { username, topUp });
    session.streams.stdout(options.json === true ? toJson({ username, credit }) : `${credit}\n`);
  });
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
    async ({ store }) => {
      await store.provision(provisioning, nameOperator());
      for await (const { username, field } of store.differences(provisioning)) {
        session.warn(`account ${username}: ${field} differs from the file, and the store's value stays`);
      }
      if (options.json === true) session.streams.stdout(toJson({ accounts: accounts.length, library: library.length }));
    },
    true,
  );
}

// ---- Messages ----

/** Cancels the message that is named, or those that options describe. */
async function cancel(session: Session, options: AdminOptions, messageIdentifier: string | undefined): Promise<void> {
  const which = await readValues(session, options, ['cancelMessages']);
  requireMessages('cancel', messageIdentifier, which);
  await inStore(session, options, async (opened) => {
    if (messageIdentifier !== undefined) {
      return printState(session, options, await perform(opened, 'cancelMessage', { messageIdentifier }));
    }
    const sums = { cancelled: 0, inHand: 0 };
    for await (const { cancelled, inHand } of eachPortion(opened, 'cancelMessages', which)) {
      sums.cancelled += cancelled;
      sums.inHand += inHand;
    }
    const { cancelled, inHand } = sums;
    const rest = inHand === 0 ? '' : `, ${inHand.toLocaleString('en')} are being handed over just now`;
    const text = `${count(cancelled, 'message')} cancelled${rest}\n`;
    session.streams.stdout(options.json === true ? toJson(sums) : text);
  });
}

/** Queues the message again that is named, or those that options describe. */
async function requeue(session: Session, options: AdminOptions, messageIdentifier: string | undefined): Promise<void> {
  const which = await readValues(session, options, ['requeueMessages']);
  requireMessages('requeue', messageIdentifier, which);
  await inStore(session, options, async (opened) => {
    if (messageIdentifier !== undefined) {
      return printState(session, options, await perform(opened, 'requeueMessage', { messageIdentifier }));
    }
    const sums = { requeued: 0, unpaid: 0 };
    for await (const { requeued, unpaid } of eachPortion(opened, 'requeueMessages', which)) {
      sums.requeued += requeued;
      sums.unpaid += unpaid;
    }
    const { requeued, unpaid } = sums;
    const rest = unpaid === 0 ? '' : `, ${unpaid.toLocaleString('en')} not: nobody can pay for them`;
    const text = `${count(requeued, 'message')} queued again${rest}\n`;
    session.streams.stdout(options.json === true ? toJson(sums) : text);
  });
}

/** @throws UsageError when neither a message nor options say which are meant, or both do */
function requireMessages(command: string, messageIdentifier: string | undefined, which: object): void {
  if ((messageIdentifier !== undefined) === Object.keys(which).length > 0) {
    throw new UsageError(`${command} takes a MessageIdentifier, or options that say which messages are meant`);
  }
}

function printState(session: Session, options: AdminOptions, outcome: { readonly state: string }): void {
  session.streams.stdout(options.json === true ? toJson(outcome) : `${outcome.state}\n`);
}

/** What becomes of messages, portion by portion. */
async function* eachPortion<N extends 'cancelMessages' | 'requeueMessages'>(opened: Opened, operation: N, which: object) {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: Awaited<ReturnType<typeof perform<N>>> = await perform(opened, operation, { ...which, after, limit: PORTION });
    yield page;
    after = page.next;
  }
}

async function optIn(session: Session, options: AdminOptions, originator: string, recipient: string): Promise<void> {
  await inStore(session, options, async (opened) => {
    const outcome = await perform(opened, 'removeOptOut', { originator, recipient });
    if (options.json === true) session.streams.stdout(toJson(outcome));
  });
}

// ---- Copies ----

/** The SQLite file; PostgreSQL has its own programs for this. */
function requireSqlite(session: Session, options: AdminOptions): string {
  requireStore(session, options);
  if (options.store === undefined) throw new UsageError('PostgreSQL has pg_dump and pg_restore for this');
  return options.store;
}

/** Copies a store, and tells what the copy has. */
async function copy(session: Session, options: AdminOptions, from: string, to: string): Promise<void> {
  if (!existsSync(from)) throw new UsageError(`cannot read ${from}: there is no such file`);
  if (existsSync(to)) throw new UsageError(`cannot write ${to}: there is a file of that name already`);
  const gatewayModule = await loadGateway(session);
  if (gatewayModule === undefined) return;
  try {
    const { accounts, messages, waiting, version } = await gatewayModule.copyStore(from, to);
    const text = `${to}: ${count(accounts, 'account')}, ${count(messages, 'message')}, ${waiting.toLocaleString('en')} of them still to leave\n`;
    session.streams.stdout(options.json === true ? toJson({ file: to, version, accounts, messages, waiting }) : text);
  } catch (error) {
    fail(session, error);
  }
}

// ---- Lists ----

/** Prints a list as it is read, portion by portion: a table, or a JSON array with an entry a line. */
async function printList(
  session: Session,
  options: AdminOptions,
  columns: readonly Column[],
  opened: Opened,
  operation: AdminName,
  username: string | undefined,
): Promise<void> {
  const isJson = options.json === true;
  const output = session.openOutput(undefined);
  const values = { ...(await readValues(session, options, [operation])), ...(username !== undefined && { username }) };
  const toText = tableWriter(columns);
  let left = options.limit ?? Number.POSITIVE_INFINITY;
  let isFirst = true;
  for (let after: number | undefined = 0; after !== undefined && left > 0; ) {
    const page = (await perform(opened, operation, { ...values, after, limit: Math.min(left, PORTION) })) as ListPage;
    const { entries } = page;
    left -= entries.length;
    after = page.next;
    if (entries.length === 0) continue;
    const members = isJson && entries.map((entry) => printable(JSON.stringify(entry), true)).join(',\n');
    await output.write(members === false ? toText(entries) : `${isFirst ? '[\n' : ',\n'}${members}`);
    isFirst = false;
  }
  if (isJson) await output.write(isFirst ? '[]\n' : '\n]\n');
}

interface ListPage {
  readonly entries: readonly object[];
  readonly next?: number;
}

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
  ['disabled', 'disabled'],
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
  ['attempts', 'attempts'],
  ['link', 'link'],
  ['reason', 'reason'],
];
const OPT_OUT_COLUMNS: readonly Column[] = [
  ['since', 'at'],
  ['originator', 'originator'],
  ['number', 'recipient'],
];

const AUDIT_COLUMNS: readonly Column[] = [
  ['time', 'at'],
  ['by', 'by'],
  ['action', 'action'],
  ['username', 'username'],
  ['message', 'messageIdentifier'],
  ['changes', 'changes'],
];

/** Lines of a table that may come in portions: its headings above the first, and columns that only get wider. */
function tableWriter(columns: readonly Column[]): (entries: readonly object[]) => string {
  const widths: number[] = [];
  let isFirst = true;
  return (entries) => {
    const rows = entries.map((entry) => columns.map(([, name]) => cellOf((entry as Record<string, unknown>)[name])));
    if (isFirst) rows.unshift(columns.map(([heading]) => heading));
    isFirst = false;
    return formatTable(rows, widths);
  };
}

/** An account's members, one a line. */
function formatFacts(outcome: object): string {
  return formatTable(Object.entries(outcome).map(([name, value]) => [name, cellOf(value)]));
}

function cellOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (value === undefined) return '-';
  return printable(typeof value === 'object' ? JSON.stringify(value) : String(value));
}
