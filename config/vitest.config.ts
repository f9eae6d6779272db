import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { slowFirst } from './slow-first.js';

const root = fileURLToPath(new URL('..', import.meta.url));

const threshold = { lines: 95, branches: 90 };
/** For the codec modules, which docs/hardening.md lists. */
const pure = { lines: 97, branches: 97 };

/**
 * Files that replace modules, which another file of the same worker would see, that count the timers of all of it, or need one in which
 * nothing was loaded yet.
 */
const ISOLATED = [
  'test/gateway/node-sqlite.test.ts',
  'test/gateway/pin.test.ts',
  'test/gateway/smpp-link.test.ts',
  'test/playground/late-readers.test.ts',
  'test/sender/exchange.test.ts',
];

/** What takes a build, an installed package, whole programs or the measuring of time: `npm run verify` runs it, `npm test` does not. */
const WHOLE = ['test/{complexity,docs,package,refusals}/**/*.test.ts', 'test/fuzz/fuzz.test.ts'];

/** Without isolation files share their worker's modules, which then load once and not three hundred times. */
function project(name: string, { isolate = false, include = ['test/**/*.test.ts'], exclude = [] as string[] }) {
  return {
    test: {
      name,
      root,
      isolate,
      include,
      exclude: ['test/interop/**', '**/node_modules/**', ...exclude],
      pool: 'threads' as const,
      setupFiles: ['config/vitest.setup.ts'],
      testTimeout: 60_000,
    },
  };
}

export default defineConfig({
  root,
  test: {
    maxWorkers: availableParallelism(),
    sequence: {
      sequencer: slowFirst([
        'test/complexity/',
        'test/refusals/',
        'test/docs/',
        'test/package/',
        'test/fuzz/fuzz',
        'test/laws/',
      ]),
    },
    projects: [
      project('quick', { exclude: [...ISOLATED, ...WHOLE] }),
      project('isolated', { include: ISOLATED, isolate: true }),
      project('whole', { include: WHOLE }),
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      // What touches the page's elements runs in a browser only: test/browser drives it there.
      exclude: ['src/playground/{main,hosted,worker,app,composed,ui/dom}.ts', 'src/playground/**/*-{tab,view}.ts'],
      reporter: ['text-summary', ['html', { skipEmpty: true }]],
      thresholds: {
        'src/errors.ts': threshold,
        'src/bytes/**': pure,
        'src/text/**': pure,
        'src/profile/**': pure,
        'src/sms/**': pure,
        'src/cbs/**': pure,
        'src/sim/**': pure,
        'src/smpp/**': pure,
        'src/ringtone/**': pure,
        'src/bitmap/**': pure,
        'src/xml/**': pure,
        'src/push/**': pure,
        'src/wsp/**': pure,
        'src/vobject/**': pure,
        'src/zip/**': pure,
        'src/media/**': threshold,
        'src/mms/**': pure,
        'src/archive/**': pure,
        'src/capture/**': pure,
        'src/image/**': threshold,
        'src/message/**': pure,
        'src/carrier/**': pure,
        'src/modem/**': pure,
        'src/inspect/**': threshold,
        'src/protocol/**': threshold,
        'src/content/**': threshold,
        'src/sender/**': threshold,
        'src/show/**': threshold,
        'src/playground/**': threshold,
        // The connection to PostgreSQL is tested with one, in test/interop.
        'src/gateway/**/!(postgres).ts': threshold,
      },
    },
  },
});
