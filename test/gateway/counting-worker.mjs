/** Answers each request with how many it has been asked. */
import { parentPort } from 'node:worker_threads';

let count = 0;
parentPort?.on('message', () => parentPort?.postMessage({ value: ++count }));
