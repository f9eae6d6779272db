/**
 * What operators look at: accounts, ledgers, messages.
 * @module
 */
import type { StoreContext } from './database.js';
import type { AccountEntry, LedgerEntry, MessageEntry } from './types.js';

/** Rows that are read at once from tables of any size. */
const PAGE = 1_000;

/** Every account that is not deleted, in the order of creation. */
export async function listAccounts({ db }: StoreContext): Promise<AccountEntry[]> {
  const rows = await db
    .selectFrom('account')
    .leftJoin('account as parent', 'parent.id', 'account.parent_id')
    .select(['account.username', 'parent.username as parent', 'account.type', 'account.currency', 'account.credit'])
    .select(['account.price_per_part', 'account.may_manage'])
    .where('account.deleted_at', 'is', null)
    .orderBy('account.id')
    .execute();
  return rows.map(({ username, parent, type, currency, credit, price_per_part, may_manage }) => ({
    username,
    ...(parent === null || type === null ? {} : { parent, type }),
    currency,
    credit,
    pricePerPart: price_per_part,
    mayManage: may_manage === 1,
  }));
}

/** An account's ledger, oldest entry first, of a deleted account too; undefined when there never was such an account. */
export async function readLedger({ db }: StoreContext, username: string): Promise<LedgerEntry[] | undefined> {
  const account = await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirst();
  if (account === undefined) return undefined;
  const rows = await db
    .selectFrom('ledger')
    .select(['at', 'kind', 'amount', 'identifier', 'recipient', 'units'])
    .where('account_id', '=', account.id)
    .orderBy('id')
    .execute();
  return rows.map(({ at, kind, amount, identifier, recipient, units }) => ({
    at,
    kind,
    amount,
    ...(identifier === null ? {} : { messageIdentifier: identifier }),
    ...(recipient === null ? {} : { recipient }),
    ...(units === null ? {} : { units }),
  }));
}

/** Every message in the order of acceptance; read in pages, so that millions do not stand in memory at once. */
export async function* listMessages({ db }: StoreContext): AsyncGenerator<MessageEntry, void, undefined> {
  for (let after = 0; ; ) {
    const rows = await db
      .selectFrom('message')
      .innerJoin('submission', 'submission.id', 'message.submission_id')
      .innerJoin('account', 'account.id', 'submission.account_id')
      .select(['message.id', 'identifier', 'username', 'recipient', 'state', 'accepted_at', 'due_at', 'units'])
      .where('message.id', '>', after)
      .orderBy('message.id')
      .limit(PAGE)
      .execute();
    for (const row of rows) {
      yield {
        messageIdentifier: row.identifier,
        username: row.username,
        recipient: row.recipient,
        state: row.state,
        acceptedAt: row.accepted_at,
        ...(row.due_at > row.accepted_at ? { dueAt: row.due_at } : {}),
        units: row.units,
      };
      after = row.id;
    }
    if (rows.length < PAGE) return;
  }
}
