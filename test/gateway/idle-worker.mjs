/** A thread that is given requests and never answers. */
import { parentPort } from 'node:worker_threads';

parentPort?.on('message', () => undefined);
