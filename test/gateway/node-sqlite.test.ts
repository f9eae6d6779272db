/**
 * Every test of the store once more where better-sqlite3 cannot be loaded: by the SQLite of Node itself. On a Node without it one test says so, as skipped.
 */
import { describe, expect, it, vi } from 'vitest';
import { hasNodeSqlite, loadSqlite } from '../../src/gateway/store/sqlite-drivers.js';

vi.mock('better-sqlite3', () => {
  throw new Error('not for this Node');
});

if (hasNodeSqlite()) {
  it('is what a store has where better-sqlite3 does not load', async () => {
    expect((await loadSqlite()).name).toBe('node:sqlite');
    await expect(loadSqlite('better-sqlite3')).rejects.toThrow(/^better-sqlite3 does not load \(npm rebuild better-sqlite3\)/);
  });

  describe('by node:sqlite', async () => {
    await import('./store.test.js');
    await import('./store-backup.test.js');
    await import('./store-upgrade.test.js');
    await import('./store-model.test.js');
    await import('./sqlite-turns.test.js');
    await import('./checkpoints.test.js');
  });
} else {
  const why = `Node ${process.versions.node} has no node:sqlite with all that is used of it`;
  it.skip(`no test of the store was run by node:sqlite: ${why}`, () => {});

  it('says both ways to a store where there is neither', async () => {
    await expect(loadSqlite()).rejects.toThrow(
      /^better-sqlite3 does not load \(npm rebuild .*\); Node 22\.16 or later in version 22, or Node 24 or newer does not need it/,
    );
    await expect(loadSqlite('node:sqlite')).rejects.toThrow(
      /^node:sqlite needs Node 22\.16 or later in version 22, or Node 24 or newer; this is Node /,
    );
  });

  it('has a store in memory all the same, and none in a file', async () => {
    expect((await loadSqlite(undefined, ':memory:')).name).toBe('node-sqlite3-wasm');
    await expect(loadSqlite(undefined, 'gateway.db')).rejects.toThrow(/^better-sqlite3 does not load/);
  });
}
