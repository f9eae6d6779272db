import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const threshold = { lines: 95, branches: 90 };

export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/interop/**', '**/node_modules/**'],
    pool: 'threads',
    setupFiles: ['config/vitest.setup.ts'],
    // Properties run a thousand times by default, ten thousand in `npm run test:deep`.
    testTimeout: 60_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // What touches the page's elements runs in a browser only: test/browser drives it there.
      exclude: ['src/playground/{main,app,composed,dom}.ts', 'src/playground/*-{tab,view}.ts'],
      reporter: [['text', { skipFull: true }], 'json-summary'],
      thresholds: {
        'src/errors.ts': threshold,
        'src/bytes/**': threshold,
        'src/text/**': threshold,
        'src/profile/**': threshold,
        'src/sms/**': threshold,
        'src/ringtone/**': threshold,
        'src/bitmap/**': threshold,
        'src/push/**': threshold,
        'src/vobject/**': threshold,
        'src/mms/**': threshold,
        'src/image/**': threshold,
        'src/message/**': threshold,
        'src/carrier/**': threshold,
        'src/inspect/**': threshold,
        'src/protocol/**': threshold,
        'src/sender/**': threshold,
        'src/playground/**': threshold,
        // The connection to PostgreSQL is tested with one, in test/interop.
        'src/gateway/!(postgres).ts': threshold,
      },
    },
  },
});
