/** request-worker.js is built; tests run what it is built of. */
import { register } from 'tsx/esm/api';

register();
await import('../../src/gateway/reading/worker.ts');
