import { expect, it } from 'vitest';
import { Threads } from '../../src/bytes/threads.js';

it('a task that cannot be sent is refused, and the thread takes the next one', async () => {
  const threads = new Threads<object, number>({ file: new URL('./id-worker.mjs', import.meta.url) });
  const first = await threads.run({ task: 1 }, []);
  await expect(threads.run({ task: () => 2 }, [])).rejects.toThrow(/could not be cloned/);
  expect(await threads.run({ task: 3 }, [])).toBe(first);
  await threads.close('the test is over');
});
