import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../support/cleanup.js';
import { openTestStore, TestClock, textJob } from '../support/gateway-store.js';

const folder = tempFolder('checkpoints');

describe('checkpoints of a file', () => {
  it('come from the other thread while the store is open, and nothing is left of the log at its end', async () => {
    const path = join(folder, 'store.db');
    const store = await openTestStore({ sqlite: path }, new TestClock());
    const sizes = () => ({ file: statSync(path).size, log: statSync(`${path}-wal`).size });
    const before = sizes();
    const numbers = Array.from({ length: 300 }, (_, i) => `4477009${10_000 + i}`);
    await store.accept(textJob('ANOther.12345', numbers));
    expect(sizes().log).toBeGreaterThan(0);
    // The log alone holds what was written, until the thread has copied it.
    const deadline = Date.now() + 20_000;
    while (sizes().file <= before.file && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 50));
    expect(sizes().file).toBeGreaterThan(before.file);
    await store.close();
    expect(readdirSync(folder)).toEqual(['store.db']);
  });
});
