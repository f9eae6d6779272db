import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { GroupCommit } from '../../src/gateway/work.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** A group commit that notes its groups; each commit ends when it is told to. */
function held(most = 100) {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const group = new GroupCommit<number, number>({
    most,
    commit: async (jobs) => {
      groups.push([...jobs]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return jobs.map((job) => job * 2);
    },
  });
  return { group, groups, end: () => ends.shift()?.() };
}

it('what comes in one turn goes together, what comes during a commit goes into the next', async () => {
  const { group, groups, end } = held();
  const first = [group.submit(1), group.submit(2)];
  await nextTurn();
  expect(groups).toEqual([[1, 2]]);
  const second = [group.submit(3), group.submit(4), group.submit(5)];
  await nextTurn();
  expect(groups).toHaveLength(1);
  end();
  expect(await Promise.all(first)).toEqual([2, 4]);
  await nextTurn();
  expect(groups).toEqual([
    [1, 2],
    [3, 4, 5],
  ]);
  end();
  expect(await Promise.all(second)).toEqual([6, 8, 10]);
  await group.idle();
  const last = group.submit(6);
  await nextTurn();
  end();
  expect(await last).toBe(12);
});

it('no result is given before the commit is over', async () => {
  const { group, end } = held();
  let isOver = false;
  const result = group.submit(1).then(() => {
    isOver = true;
  });
  for (let i = 0; i < 5; i++) await nextTurn();
  expect(isOver).toBe(false);
  end();
  await result;
});

it('groups stay below the bound, one large job apart, and keep the order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 20 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 15 }),
      async (sizes, most) => {
        const groups: number[][] = [];
        const group = new GroupCommit<number, number>({
          most,
          sizeOf: (size) => size,
          commit: async (jobs) => {
            groups.push([...jobs]);
            return jobs;
          },
        });
        expect(await Promise.all(sizes.map((size) => group.submit(size)))).toEqual(sizes);
        await group.idle();
        expect(groups.flat()).toEqual(sizes);
        for (const jobs of groups) {
          if (jobs.length > 1) expect(jobs.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(most);
        }
      },
    ),
  );
});

describe('failures', () => {
  it('a job that fails takes no other down, when nothing was committed', async () => {
    const tried: number[][] = [];
    const group = new GroupCommit<number, number>({
      most: 100,
      isUndone: () => true,
      commit: async (jobs) => {
        tried.push([...jobs]);
        if (jobs.includes(2)) throw new Error('two');
        return jobs;
      },
    });
    const results = await Promise.allSettled([group.submit(1), group.submit(2), group.submit(3)]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(tried).toEqual([[1, 2, 3], [1], [2], [3]]);
  });

  it('a group whose commit is in doubt is never tried again', async () => {
    let tries = 0;
    const group = new GroupCommit<number, number>({
      most: 100,
      isUndone: (error) => (error as Error).message !== 'in doubt',
      commit: async () => {
        tries++;
        throw new Error('in doubt');
      },
    });
    const results = await Promise.allSettled([group.submit(1), group.submit(2)]);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(tries).toBe(1);
    await expect(group.submit(3)).rejects.toThrow('in doubt');
  });
});
