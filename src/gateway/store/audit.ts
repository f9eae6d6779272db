/**
 * What operators changed: written in the transaction of the change, so that there is no change without its entry.
 * @module
 */
import { omitUndefined } from '../../bytes/omit-undefined.js';
import type { ProvisionedAccount } from '../settings/provision.js';
import { insertRows, type StoreContext } from './database.js';
import { readPage } from './listings.js';
import { formatMoney } from './money.js';
import type { Database } from './schema.js';
import type { AuditEntry, CallbackTarget, Page, PageOptions } from './types.js';

/** Characters of a name that are kept. */
const NAME_CHARACTERS = 100;

/** An entry that is to be written. */
export type NewAuditEntry = Omit<AuditEntry, 'at'>;

const COLUMNS = {
  at: 'bigint',
  actor: 'text',
  action: 'text',
  username: 'text',
  identifier: 'text',
  changes: 'text',
} as const;

/** Writes entries, in a transaction of the caller's. */
export async function writeAudit(
  tx: Database,
  { engine, clock }: StoreContext,
  entries: readonly NewAuditEntry[],
): Promise<void> {
  const at = clock();
  const rows = entries.map(({ by, action, username = null, messageIdentifier = null, changes }) => [
    ...[at, by.slice(0, NAME_CHARACTERS), action, username, messageIdentifier, JSON.stringify(changes)],
  ]);
  await insertRows(tx, engine, 'audit', COLUMNS, rows);
}

/** The entry of a new account, with what was asked for. */
export function describeCreated(account: ProvisionedAccount, by: string): NewAuditEntry {
  const { username, credit, pricePerPart, mayManage, replyTo, parent, type, callback } = account;
  const fields = omitUndefined({
    ...{ parent, type },
    credit: formatMoney(credit),
    pricePerPart: pricePerPart === undefined ? undefined : formatMoney(pricePerPart),
    ...{ mayManage, replyTo },
    callback: callback === undefined ? undefined : showCallback(callback),
  });
  const changes = Object.fromEntries(Object.entries(fields).map(([field, after]) => [field, [null, after] as const]));
  return { by, action: 'createAccount', username, changes };
}

/** What operators changed, oldest first; of one account where a user name is given. */
export async function listAudit(
  { db }: StoreContext,
  { username }: { readonly username?: string | undefined },
  page: PageOptions = {},
): Promise<Page<AuditEntry>> {
  return readPage(page, async (after, limit) => {
    let query = db.selectFrom('audit').selectAll().where('id', '>', after).orderBy('id').limit(limit);
    if (username !== undefined) query = query.where('username', '=', username);
    const rows = await query.execute();
    return rows.map(({ id, at, actor, action, username: name, identifier, changes }) => ({
      id,
      entry: {
        at,
        by: actor,
        action,
        ...(name !== null && { username: name }),
        ...(identifier !== null && { messageIdentifier: identifier }),
        changes: JSON.parse(changes) as AuditEntry['changes'],
      },
    }));
  });
}

/** A callback as others may see it: without its PIN and secrets, and without what the address may hold of secrets. */
export function showCallback(callback: CallbackTarget | null): object | null {
  if (callback === null || callback.form === 'smpp') return callback;
  const { origin, pathname } = new URL(callback.url);
  const { form, username } = callback;
  return { url: `${origin}${pathname}`, form, ...(username !== undefined && { username }) };
}
