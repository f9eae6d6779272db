/**
 * The library and hosted content: files that accounts refer to by number, and files that handsets fetch by token.
 *
 * A number names one item, whoever owns it. A submitted file gets the next free number of 80000 to 89999 after the one that was given out
 * last; when all are taken, the oldest one whose hold has ended is given to another file.
 * @module
 */
import { LIBRARY_RANGES } from '../../protocol/model.js';
import type { StoreContext } from './database.js';
import type { Database } from './schema.js';
import type { HostedContent, LibraryEntry, NamedHandset, SubmittedFile } from './types.js';

const [FIRST, LAST] = LIBRARY_RANGES.mms;

/** Taken numbers that are read at once while a free one is looked for. */
const WINDOW = 128;

/** Every number for submitted files is held. */
export class LibraryFullError extends Error {
  override readonly name = 'LibraryFullError';
}

/** An item by number, if it is public or the account's own (G-LIB-01). */
export async function readLibraryItem(
  { db }: StoreContext,
  username: string,
  number: number,
): Promise<LibraryEntry | undefined> {
  const row = await db
    .selectFrom('library')
    .leftJoin('account', 'account.id', 'library.account_id')
    .select(['library.account_id', 'username', 'file_name', 'content_type', 'data'])
    .where('number', '=', number)
    .where((where) => where.or([where('library.account_id', 'is', null), where('username', '=', username)]))
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    number,
    ...(row.username === null ? {} : { owner: row.username }),
    fileName: row.file_name,
    ...(row.content_type === null ? {} : { contentType: row.content_type }),
    data: new Uint8Array(row.data),
  };
}

/**
 * Keeps a submitted file in an account's private library; gives its number. Part of a transaction, after accounts were locked.
 * @throws LibraryFullError when every number is held.
 */
export async function keepFile(tx: Database, context: StoreContext, accountId: number, file: SubmittedFile): Promise<number> {
  let counter = tx.selectFrom('counter').select('value').where('name', '=', 'library');
  // Several gateways give out numbers one after the other.
  if (context.engine === 'postgres') counter = counter.forUpdate();
  const { value: last } = await counter.executeTakeFirstOrThrow();
  const now = context.clock();
  const after = last >= FIRST && last < LAST ? last + 1 : FIRST;
  const number =
    (await freeNumber(tx, after, LAST)) ?? (await freeNumber(tx, FIRST, after - 1)) ?? (await releasedNumber(tx, now));
  if (number === undefined) throw new LibraryFullError(`the library holds a file under every number from ${FIRST} to ${LAST}`);
  await tx.updateTable('counter').set({ value: number }).where('name', '=', 'library').execute();
  await tx
    .insertInto('library')
    .values({
      number,
      account_id: accountId,
      file_name: file.fileName,
      content_type: file.contentType ?? null,
      data: file.data,
      held_until: now + context.libraryHoldMs,
    })
    .execute();
  return number;
}

/** The first number from `from` to `to` that is not taken. */
async function freeNumber(tx: Database, from: number, to: number): Promise<number | undefined> {
  let candidate = from;
  while (candidate <= to) {
    const taken = await tx
      .selectFrom('library')
      .select('number')
      .where('number', '>=', candidate)
      .where('number', '<=', to)
      .orderBy('number')
      .limit(WINDOW)
      .execute();
    for (const { number } of taken) {
      if (number !== candidate) return candidate;
      candidate++;
    }
    if (taken.length < WINDOW) return candidate <= to ? candidate : undefined;
  }
  return undefined;
}

/** Takes the number of the file whose hold ended first from it. */
async function releasedNumber(tx: Database, now: number): Promise<number | undefined> {
  const oldest = await tx
    .selectFrom('library')
    .select('number')
    .where('held_until', '<=', now)
    .orderBy('held_until')
    .orderBy('number')
    .limit(1)
    .executeTakeFirst();
  if (oldest !== undefined) await tx.deleteFrom('library').where('number', '=', oldest.number).execute();
  return oldest?.number;
}

/** Content behind a token; undefined when there is none or its time is over. */
export async function readHosted(
  { db, clock }: StoreContext,
  token: string,
): Promise<(HostedContent & { readonly username: string }) | undefined> {
  const row = await db
    .selectFrom('hosted')
    .innerJoin('account', 'account.id', 'hosted.account_id')
    .select(['username', 'content_type', 'file_name', 'data', 'adaptation', 'expires_at'])
    .where('token', '=', token)
    .where('expires_at', '>', clock())
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    token,
    username: row.username,
    contentType: row.content_type,
    ...(row.file_name === null ? {} : { fileName: row.file_name }),
    data: new Uint8Array(row.data),
    ...(row.adaptation === null ? {} : { adaptation: JSON.parse(row.adaptation) as NamedHandset }),
    expiresAt: row.expires_at,
  };
}
