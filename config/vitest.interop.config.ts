import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/interop/**/*.interop.ts', 'test/browser/**/*.browser.ts'],
    pool: 'threads',
    // They wait for other programs more than they work.
    maxWorkers: 2,
    setupFiles: ['config/vitest.setup.ts', 'config/vitest.interop.setup.ts'],
    // Each test starts other programs, some of which take seconds to load.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
});
