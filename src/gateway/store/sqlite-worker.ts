/**
 * The thread that works on a SQLite file. Built as store-worker.js.
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { sentError } from '../../bytes/sent-error.js';
import { SqliteConnection } from './sqlite-connection.js';
import { loadSqlite } from './sqlite-drivers.js';
import { type FromStore, type StoreThreadData, sentResult, type ToStore } from './sqlite-messages.js';

const { path, driver } = workerData as StoreThreadData;
const tell = (said: FromStore) => parentPort?.postMessage(said);
const sent = (error: unknown) => ({ ...sentError(error), code: (error as { code?: unknown }).code as string | undefined });

const connection = await loadSqlite(driver, path)
  .then((loaded) => SqliteConnection.open(path, loaded))
  .catch((error: unknown) => {
    tell({ results: [], error: sent(error) });
  });
if (connection !== undefined) {
  parentPort?.on('message', async (asked: ToStore) => {
    if (asked === 'close') {
      await connection.close();
      parentPort?.close();
      return;
    }
    const { results, error } = await connection.run(asked.steps, asked.isWhole);
    tell({ results: results.map(sentResult), ...(error !== undefined && { error: sent(error) }) });
  });
  tell({ results: [] });
}
