import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import { among, insertRows, updateRows } from '../../src/gateway/store/database.js';
import { openPostgres } from '../../src/gateway/store/postgres.js';
import type { Tables } from '../../src/gateway/store/schema.js';
import { Store } from '../../src/gateway/store/store.js';

/** PostgreSQL's dialect with nothing behind it, and what would have been sent. */
function silent() {
  const sent: CompiledQuery[] = [];
  const db = new Kysely<Tables>({
    log: ({ query }) => {
      sent.push(query);
    },
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of) => new PostgresIntrospector(of),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, sent };
}

it('many rows are one round trip, by a statement that does not depend on how many', async () => {
  const { db, sent } = silent();
  const columns = { number: 'text', account_id: 'bigint' } as const;
  await insertRows(db, 'postgres', 'two_way', columns, [['447700900001', 1]]);
  await insertRows(
    db,
    'postgres',
    'two_way',
    columns,
    Array.from({ length: 500 }, (_, i) => [String(447700900100 + i), i]),
  );
  await updateRows(db, 'postgres', 'account', { credit: 'bigint', id: 'bigint' }, 'id', [
    [5, 1],
    [7, 2],
  ]);
  await insertRows(db, 'postgres', 'two_way', columns, []);
  await updateRows(db, 'postgres', 'account', { credit: 'bigint', id: 'bigint' }, 'id', []);
  expect(sent).toHaveLength(3);
  expect(sent[1]?.sql).toBe(sent[0]?.sql);
  expect(sent.map(({ parameters }) => parameters.length)).toEqual([1, 1, 1]);
  expect(JSON.parse(sent[1]?.parameters[0] as string)).toHaveLength(500);
});

it('a list of values is one parameter', async () => {
  const { db, sent } = silent();
  await db
    .selectFrom('account')
    .select('id')
    .where(among('postgres', 'username', ['a', 'b']))
    .execute();
  expect(sent[0]?.parameters).toEqual([['a', 'b']]);
});

it('no connection is made before the first query; one that cannot be made is an error then', async () => {
  const db = await openPostgres({ host: '127.0.0.1', port: 1 });
  await expect(db.selectFrom('counter').selectAll().execute()).rejects.toThrow();
  await db.destroy();
  await expect(Store.open({ postgres: 'postgres://postgres@127.0.0.1:1/x' })).rejects.toThrow();
});
