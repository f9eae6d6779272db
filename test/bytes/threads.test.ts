import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type ThreadSettings, Threads } from '../../src/bytes/threads.js';

it('a task that cannot be sent is refused, and the thread takes the next one', async () => {
  const threads = new Threads<object, number>({ file: new URL('./id-worker.mjs', import.meta.url) });
  const first = await threads.run({ task: 1 }, []);
  await expect(threads.run({ task: () => 2 }, [])).rejects.toThrow(/could not be cloned/);
  expect(await threads.run({ task: 3 }, [])).toBe(first);
  await threads.close('the test is over');
});

interface Task {
  readonly exit?: number;
  readonly fault?: string;
  readonly fill?: boolean;
  readonly isSilent?: boolean;
  readonly buffer?: ArrayBuffer;
}

/** Threads that do what their tasks say, and answer with their number. */
function makeThreads(settings: Omit<ThreadSettings, 'file'> = {}): Threads<Task, number> {
  const threads = new Threads<Task, number>({ file: new URL('./task-worker.mjs', import.meta.url), ...settings });
  onTestFinished(() => threads.close('the test is over'));
  return threads;
}

describe('a thread', () => {
  it('has one task at a time; the one that was at work last takes the next', async () => {
    const threads = makeThreads();
    const [first, second] = await Promise.all([threads.run({}, []), threads.run({}, [])]);
    expect(first).not.toBe(second);
    const next = await threads.run({}, []);
    expect([first, second]).toContain(next);
    expect(await threads.run({}, [])).toBe(next);
  });

  it('takes its task with it when it fails or ends, and another one is started', async () => {
    const threads = makeThreads();
    const first = await threads.run({}, []);
    await expect(threads.run({ fault: 'no such picture' }, [])).rejects.toThrow('no such picture');
    const second = await threads.run({}, []);
    expect(second).not.toBe(first);
    await expect(threads.run({ exit: 3 }, [])).rejects.toThrow('the thread ended with code 3');
    expect(await threads.run({}, [])).not.toBe(second);
  });

  it('ends when its heap is full', async () => {
    const threads = makeThreads({ heapMb: 16 });
    await expect(threads.run({ fill: true }, [])).rejects.toMatchObject({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
  });

  it('that is stopped rejects with the reason, and takes no other task', async () => {
    const threads = makeThreads();
    const first = await threads.run({}, []);
    const stopped = threads.run({ isSilent: true }, [], (stop) => stop('it takes too long'));
    await expect(stopped).rejects.toBe('it takes too long');
    expect(await threads.run({}, [])).not.toBe(first);
  });

  it('without a task ends after its time, and stays without one', async () => {
    const brief = makeThreads({ idleMs: 1 });
    const first = await brief.run({}, []);
    await sleep(200);
    expect(await brief.run({}, [])).not.toBe(first);
    const lasting = makeThreads();
    const one = await lasting.run({}, []);
    await sleep(50);
    expect(await lasting.run({}, [])).toBe(one);
  });

  it('is handed the buffers of its task', async () => {
    const threads = makeThreads();
    const { buffer } = new Uint8Array(8);
    await threads.run({ buffer }, [buffer]);
    expect(buffer.byteLength).toBe(0);
  });

  it('at work rejects with the reason of the end, and those without a task end too', async () => {
    const threads = makeThreads({ idleMs: 60_000 });
    await Promise.all([threads.run({}, []), threads.run({}, [])]);
    const working = threads.run({ isSilent: true }, []);
    await Promise.all([expect(working).rejects.toBe('closing'), threads.close('closing')]);
  });
});
