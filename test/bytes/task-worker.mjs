import { parentPort, threadId } from 'node:worker_threads';

// Does what a task says: ends, fails, takes all the memory, gives no answer, or answers with the number of its thread.
parentPort.on('message', ({ exit, fault, fill, isSilent }) => {
  if (exit !== undefined) process.exit(exit);
  if (fault !== undefined) throw new RangeError(fault);
  const kept = [];
  while (fill) kept.push(new Array(1_000_000).fill(kept.length));
  if (!isSilent) parentPort.postMessage(threadId);
});
