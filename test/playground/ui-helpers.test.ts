/** Work in portions and kept choices: what the page shares that takes no page. */
import { afterEach, describe, expect, it, vi } from 'vitest';

/** Their modules have the types of a page. */
const [PORTIONS, STORAGE]: readonly string[] = ['../../src/playground/ui/portions.js', '../../src/playground/ui/storage.js'];

type InPortions = (steps: Iterator<unknown>, isWanted: () => boolean) => Promise<void>;
const { inPortions } = (await import(PORTIONS as string)) as { readonly inPortions: InPortions };
const { readStored, writeStored } = (await import(STORAGE as string)) as {
  readonly readStored: (name: string) => string | null;
  readonly writeStored: (name: string, text: string) => void;
};

afterEach(() => vi.unstubAllGlobals());

describe('work in portions', () => {
  /** Steps of 5 ms by a clock of the test. */
  function* steps(count: number, done: number[]): Generator<void> {
    for (let step = 0; step < count; step++) {
      done.push(step);
      now += 5;
      yield;
    }
  }
  let now = 0;
  const stubClock = () => {
    now = 0;
    vi.stubGlobal('performance', { now: () => now });
  };

  it('takes every step, and lets others in between portions', async () => {
    stubClock();
    const done: number[] = [];
    const seen: number[] = [];
    await inPortions(steps(7, done), () => {
      seen.push(done.length);
      return true;
    });
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(seen).toEqual([0, 3, 6]);
  });

  it('ends when nobody wants it any more', async () => {
    stubClock();
    const done: number[] = [];
    let portions = 0;
    await inPortions(steps(100, done), () => portions++ < 2);
    expect(done).toHaveLength(6);
  });
});

describe('kept choices', () => {
  it('are those of the browser', () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => kept.set(name, text),
    });
    expect(readStored('theme')).toBeNull();
    writeStored('theme', 'dark');
    expect([readStored('theme'), kept.get('theme')]).toEqual(['dark', 'dark']);
  });

  it('are nothing where the storage is closed', () => {
    const closed = () => {
      throw new Error('SecurityError');
    };
    vi.stubGlobal('localStorage', { getItem: closed, setItem: closed });
    expect(() => writeStored('theme', 'dark')).not.toThrow();
    expect(readStored('theme')).toBeNull();
  });
});
