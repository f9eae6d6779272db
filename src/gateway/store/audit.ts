/**
 * What operators changed: written in the transaction of the change, so that there is no change without its entry.
 * @module
 */
import type { StoreContext } from './database.js';
import { pageOf } from './listings.js';
import type { Database } from './schema.js';
import type { AuditEntry, CallbackTarget, Page, PageOptions } from './types.js';

/** Characters of a name that are kept. */
const NAME_CHARACTERS = 100;

/** Writes an entry, in a transaction of the caller's. */
export async function writeAudit(tx: Database, { clock }: StoreContext, entry: Omit<AuditEntry, 'at'>): Promise<void> {
  const { by, action, username = null, messageIdentifier = null, changes } = entry;
  await tx
    .insertInto('audit')
    .values({
      at: clock(),
      actor: by.slice(0, NAME_CHARACTERS),
      action,
      username,
      identifier: messageIdentifier,
      changes: JSON.stringify(changes),
    })
    .execute();
}

/** What operators changed, oldest first; of one account where a user name is given. */
export async function listAudit(
  { db }: StoreContext,
  { username }: { readonly username?: string | undefined },
  page: PageOptions = {},
): Promise<Page<AuditEntry>> {
  return pageOf(page, async (after, limit) => {
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

/** A callback as others may see it: without its PIN, and without what the address may hold of secrets. */
export function shownCallback(callback: CallbackTarget | null): object | null {
  if (callback === null) return null;
  const { origin, pathname } = new URL(callback.url);
  const { form, username } = callback;
  return { url: `${origin}${pathname}`, form, ...(username !== undefined && { username }) };
}
