/**
 * Checkpoints of a SQLite file on a thread of their own.
 *
 * A commit writes into the log (WAL) and waits for the disk. Now and then the log goes into the file itself, which also waits for the disk, a
 * hundred times as long; on the thread of the requests everybody would wait with it. Here another thread does it with a connection of its own,
 * which readers and writers do not notice; the one that serves does only what is left when the log has grown all the same.
 * Source: SQLite, "Write-Ahead Logging", section 3.
 * @module
 */
import { Worker } from 'node:worker_threads';
import type { SqliteDriver } from './sqlite-drivers.js';

/** How often the log is looked at. */
const PAUSE_MS = 200;

/** CommonJS, since it is given as text: a file of its own would have to be found in every bundle. */
const PROGRAM = `
const { parentPort, workerData } = require('node:worker_threads');
const { path, module } = workerData;
// Node says that its SQLite is an experiment: once, by the thread that serves.
if (module === undefined) process.removeAllListeners('warning');
const Sqlite = module === undefined ? process.getBuiltinModule('node:sqlite').DatabaseSync : require(module);
const file = new Sqlite(path, { timeout: 5000 });
file.exec('pragma synchronous = FULL; pragma wal_autocheckpoint = 0');
const timer = setInterval(() => {
  try { file.exec('pragma wal_checkpoint(PASSIVE)'); } catch {}
}, workerData.pauseMs);
parentPort.once('message', () => {
  clearInterval(timer);
  file.close();
  parentPort.close();
});
`;

/** The thread; it ends the process' wait for nothing. */
export class Checkpoints {
  readonly #worker: Worker;
  readonly #ended: Promise<void>;

  /** @param path of a database file that is there, in WAL mode. */
  constructor(path: string, { module }: SqliteDriver) {
    this.#worker = new Worker(PROGRAM, { eval: true, workerData: { path, module, pauseMs: PAUSE_MS } });
    this.#ended = new Promise((resolve) => {
      // Without it, the serving thread does all checkpoints itself.
      this.#worker.on('error', () => {});
      this.#worker.once('exit', () => resolve());
    });
    this.#worker.unref();
  }

  /** Ends the thread, after the checkpoint in hand. */
  async close(): Promise<void> {
    this.#worker.ref();
    this.#worker.postMessage('close');
    await this.#ended;
  }
}
