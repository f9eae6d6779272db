import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { slowFirst } from './slow-first.js';

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/interop/**/*.interop.ts', 'test/browser/**/*.browser.ts'],
    pool: 'threads',
    // They wait for other programs more than they work.
    maxWorkers: 2,
    sequence: {
      sequencer: slowFirst([
        'release',
        'gateway-crash',
        'postgres',
        'gateway-links',
        'gateway-soak',
        'drafts',
        'answer',
        'hosted',
      ]),
    },
    globalSetup: 'config/vitest.interop.build.ts',
    setupFiles: ['config/vitest.setup.ts', 'config/vitest.interop.setup.ts'],
    // Each test starts other programs, some of which take seconds to load.
    testTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    hookTimeout: 300_000,
  },
});
