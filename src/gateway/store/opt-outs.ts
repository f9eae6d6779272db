/**
 * Who wants no messages from whom: a recipient has opted out of an originator, and sends from it are refused for him until he
 * opts in again.
 * @module
 */
import { writeAudit } from './audit.js';
import { ChangeError } from './changes.js';
import { among, inTransaction, type StoreContext } from './database.js';
import { readPage } from './listings.js';
import type { Database } from './schema.js';
import type { OptOut, Page, PageOptions } from './types.js';

/** Conditions on opt-outs; all that are present must match. */
export interface OptOutFilter {
  /** The two-way number that was opted out of. */
  readonly originator?: string | undefined;
  /** Digits with the country code. */
  readonly recipient?: string | undefined;
}

/**
 * For how long nobody looks again, in milliseconds, where nobody at all has opted out: the first to do so counts that much later
 * at most.
 */
const NONE_MS = 1_000;

/** Until when there are none, by the process's own clock. */
const noneUntil = new WeakMap<Database, number>();

/** Notes that a recipient wants nothing more from an originator; once is enough. */
export async function addOptOut({ db, clock }: StoreContext, originator: string, recipient: string): Promise<void> {
  await db
    .insertInto('opt_out')
    .values({ originator, recipient, at: clock() })
    .onConflict((conflict) => conflict.columns(['originator', 'recipient']).doNothing())
    .execute();
  noneUntil.delete(db);
}

/** Takes that back, as the recipient asked; false when there was nothing to take back. */
export async function removeOptOut({ db }: StoreContext, originator: string, recipient: string): Promise<boolean> {
  const query = db.deleteFrom('opt_out').where('originator', '=', originator).where('recipient', '=', recipient);
  return (await query.returning('id').executeTakeFirst()) !== undefined;
}

/** The same as an operator does it. @throws ChangeError when there is none */
export function forgetOptOut(context: StoreContext, originator: string, recipient: string, by: string): Promise<OptOut> {
  return inTransaction(context, async (tx) => {
    const query = tx.deleteFrom('opt_out').where('originator', '=', originator).where('recipient', '=', recipient);
    const removed = await query.returning(['originator', 'recipient', 'at']).executeTakeFirst();
    if (removed === undefined) throw new ChangeError('not-found', 'recipient', 'has not opted out of that originator');
    const { at } = removed;
    await writeAudit(tx, context, [{ by, action: 'removeOptOut', changes: { optOut: [{ originator, recipient }, null] } }]);
    return { originator, recipient, at };
  });
}

/** Those of some recipients who have opted out of an originator. */
export async function findOptedOut(
  { db, engine }: StoreContext,
  originator: string,
  recipients: readonly string[],
): Promise<ReadonlySet<string>> {
  if (performance.now() < (noneUntil.get(db) ?? 0)) return NOBODY;
  if (!(await isAnybodyOut(db))) {
    noneUntil.set(db, performance.now() + NONE_MS);
    return NOBODY;
  }
  const rows = await db
    .selectFrom('opt_out')
    .select('recipient')
    .where('originator', '=', originator)
    .where(among(engine, 'recipient', [...new Set(recipients)]))
    .execute();
  return new Set(rows.map(({ recipient }) => recipient));
}

const NOBODY: ReadonlySet<string> = new Set();

async function isAnybodyOut(db: Database): Promise<boolean> {
  return (await db.selectFrom('opt_out').select('id').limit(1).executeTakeFirst()) !== undefined;
}

/** Those who have opted out, in the order in which they did, page by page. */
export function listOptOuts(
  { db }: StoreContext,
  { originator, recipient }: OptOutFilter,
  page: PageOptions = {},
): Promise<Page<OptOut>> {
  return readPage(page, async (after, limit) => {
    let query = db.selectFrom('opt_out').selectAll().where('id', '>', after).orderBy('id').limit(limit);
    if (originator !== undefined) query = query.where('originator', '=', originator);
    if (recipient !== undefined) query = query.where('recipient', '=', recipient);
    return (await query.execute()).map(({ id, ...entry }) => ({ id, entry }));
  });
}
