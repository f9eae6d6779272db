/** The workers of the collection: what happens where they cannot begin, end, or are stopped. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

type Listener = (event: { readonly data: unknown }) => void;

/** Workers that do what a test says. */
class FakeWorker {
  static all: FakeWorker[] = [];
  static onStart: (worker: FakeWorker) => void = () => undefined;
  readonly listeners = new Map<string, Listener>();
  readonly asked: { readonly id: number }[] = [];
  isEnded = false;

  constructor() {
    FakeWorker.all.push(this);
    queueMicrotask(() => FakeWorker.onStart(this));
  }

  addEventListener(type: string, listener: Listener): void {
    this.listeners.set(type, listener);
  }

  postMessage(question: { readonly id: number }): void {
    this.asked.push(question);
  }

  terminate(): void {
    this.isEnded = true;
  }

  tell(data: unknown): void {
    this.listeners.get('message')?.({ data });
  }
}

interface Pool {
  run(name: 'look', path: string, blob: Blob, isOpened: boolean): Promise<unknown>;
  cancel(): void;
}

/** Its module has the types of a page. */
const MODULE: string = '../../src/playground/files/pool-view.js';

async function makePool(): Promise<Pool> {
  const { WorkPool } = (await import(MODULE)) as { readonly WorkPool: new () => Pool };
  return new WorkPool();
}

const blob = new Blob(['text']);

beforeEach(() => {
  FakeWorker.all = [];
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', {});
  vi.stubGlobal('navigator', { hardwareConcurrency: 4 });
});
afterEach(() => vi.unstubAllGlobals());

describe('workers of the collection', () => {
  it('where the first cannot begin, the page does their work', async () => {
    FakeWorker.onStart = (worker) => worker.tell({ error: 'no such file' });
    const pool = await makePool();
    expect(await pool.run('look', 'a.txt', blob, true)).toMatchObject({ kind: 'file' });
    expect(FakeWorker.all).toHaveLength(1);
  });

  it('where later ones cannot begin, no more than a few are tried', async () => {
    FakeWorker.onStart = (worker) => worker.tell(FakeWorker.all.length === 1 ? {} : { error: 'no such file' });
    const pool = await makePool();
    const all = [1, 2, 3, 4, 5].map(() => pool.run('look', 'a.txt', blob, true));
    const [first] = FakeWorker.all;
    await vi.waitFor(() => expect(first?.asked).toHaveLength(1));
    for (let i = 0; i < all.length; i++) {
      await vi.waitFor(() => expect(first?.asked).toHaveLength(i + 1));
      first?.tell({ id: first.asked[i]?.id, value: i });
    }
    expect(await Promise.all(all)).toEqual([0, 1, 2, 3, 4]);
    // Two begin at once.
    expect(FakeWorker.all.length).toBeLessThanOrEqual(5);
  });

  it('what hangs is cancelled, and what follows is done by another', async () => {
    FakeWorker.onStart = (worker) => worker.tell({});
    const pool = await makePool();
    const hung = [1, 2, 3, 4, 5].map(() => pool.run('look', 'a.txt', blob, true).catch((error: Error) => error.message));
    await vi.waitFor(() => expect(FakeWorker.all[0]?.asked).toHaveLength(1));
    pool.cancel();
    expect(await Promise.all(hung)).toEqual(Array(5).fill('cancelled'));
    const before = FakeWorker.all.filter(({ asked }) => asked.length > 0);
    expect(before.every(({ isEnded }) => isEnded)).toBe(true);
    const next = pool.run('look', 'b.txt', blob, true);
    const free = () => FakeWorker.all.find(({ isEnded, asked }) => !isEnded && asked.length > 0);
    await vi.waitFor(() => expect(free()).toBeDefined());
    // What an ended one still says counts for nothing.
    before[0]?.tell({ id: before[0].asked[0]?.id, value: 'late' });
    free()?.tell({ id: free()?.asked[0]?.id, value: 'done' });
    expect(await next).toBe('done');
  });
});
