import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { type CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it, onTestFinished } from 'vitest';
import { among, insertRows, inTransaction, type StoreContext, updateRows } from '../../src/gateway/store/database.js';
import { isUnanswered, openPostgres } from '../../src/gateway/store/postgres.js';
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
  expect(sent[1]?.parameters[0]).toMatchObject({ rows: { length: 500 } });
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

/** A server that logs everybody in and answers every statement, but for those that fit. @returns its port, and how many have connected */
async function listenUnless(silent: RegExp | undefined) {
  const sockets = new Set<Socket>();
  const packet = (type: string, body: string) => {
    const packed = Buffer.alloc(5 + body.length);
    packed.write(type);
    packed.writeInt32BE(4 + body.length, 1);
    packed.write(body, 5, 'latin1');
    return packed;
  };
  const ready = packet('Z', 'I');
  let connections = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    connections++;
    socket.on('error', () => undefined);
    let isLoggedIn = false;
    socket.on('data', (data) => {
      if (silent === undefined) return;
      if (!isLoggedIn) {
        isLoggedIn = true;
        socket.write(Buffer.concat([packet('R', '\0\0\0\0'), ready]));
      } else if (!silent.test(data.toString('latin1', 5))) socket.write(Buffer.concat([packet('C', 'OK\0'), ready]));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, connections: () => connections };
}

it('a server that takes connections and says nothing fails what waits for it', async () => {
  const { port } = await listenUnless(undefined);
  const db = await openPostgres({ host: '127.0.0.1', port, connectionTimeoutMillis: 100 });
  const error = await db
    .selectFrom('counter')
    .selectAll()
    .execute()
    .catch((thrown: unknown) => thrown);
  expect(isUnanswered(error)).toBe(true);
  await db.destroy();
});

it('a server that goes silent fails the query, and is asked again over another connection', async () => {
  const { port, connections } = await listenUnless(/counter/);
  const db = await openPostgres({ host: '127.0.0.1', port, user: 'x', max: 1, query_timeout: 100 });
  for (let query = 0; query < 2; query++) {
    const error = await db
      .selectFrom('counter')
      .selectAll()
      .execute()
      .catch((thrown: unknown) => thrown);
    expect(isUnanswered(error)).toBe(true);
  }
  await db.selectFrom('account').selectAll().execute();
  expect(connections()).toBe(3);
  await db.destroy();
});

it('whether a commit took place that was not answered is in doubt', async () => {
  const { port } = await listenUnless(/commit/);
  const db = await openPostgres({ host: '127.0.0.1', port, user: 'x', query_timeout: 100 });
  const commit = inTransaction({ db } as StoreContext, async () => 1);
  await expect(commit).rejects.toMatchObject({ name: 'CommitError' });
  await db.destroy();
});
