/** A thread that ends when it is given something to do, as one does that a program calls `process.exit` in. */
import { parentPort } from 'node:worker_threads';

parentPort.once('message', () => process.exit(7));
