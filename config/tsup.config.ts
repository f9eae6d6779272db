import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';
import manifest from '../package.json' with { type: 'json' };

const rooms = {
  index: 'src/index.ts',
  bytes: 'src/bytes/index.ts',
  text: 'src/text/index.ts',
  profile: 'src/profile/index.ts',
  sms: 'src/sms/index.ts',
  ringtone: 'src/ringtone/index.ts',
  bitmap: 'src/bitmap/index.ts',
  push: 'src/push/index.ts',
  vobject: 'src/vobject/index.ts',
  mms: 'src/mms/index.ts',
  image: 'src/image/index.ts',
  message: 'src/message/index.ts',
  carrier: 'src/carrier/index.ts',
  inspect: 'src/inspect/index.ts',
  protocol: 'src/protocol/index.ts',
  sender: 'src/sender/index.ts',
  gateway: 'src/gateway/index.ts',
};

/** A row of the table of handsets: name, beginnings of user agents, numbers, addresses of profiles. */
const HANDSET_ROW = /^([^|`\n]+)\|[^|`\n]*\|([0-9A-Za-z_-]{17})\|[^|`\n]*(?=[`\n])/gm;

/** On the page a handset is looked for by its name: by what it says of itself only servers do, and it takes a fourth of the table. */
const handsetsByName: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'handsets-by-name',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]profile[\\/]data\.ts$/ }, async ({ path }) => {
      const table = await readFile(path, 'utf8');
      const contents = table.replace(HANDSET_ROW, '$1||$2|');
      if (contents.length > table.length * 0.95) throw new Error('the rows of the table of handsets have another form');
      return { contents, loader: 'ts' };
    });
  },
};

const shared: Options = {
  target: 'es2022',
  platform: 'neutral',
  // tsup would otherwise shorten `node:fs` to `fs`.
  removeNodeProtocol: false,
  external: [/^node:/],
  // One chunk holds the error classes, so `instanceof` holds across subpaths.
  splitting: true,
  treeshake: true,
  // The output is not minified and reads well; maps would double the packed size.
  sourcemap: false,
  // `config/run.mjs build` removes what the last build left, after this one, so that dist is never absent in between.
  clean: false,
};

export default defineConfig([
  // The command line and the threads' program share the chunks of the ESM build and exist in no other form.
  {
    ...shared,
    entry: { ...rooms, cli: 'src/cli/main.ts', 'image-worker': 'src/image/worker.ts' },
    format: 'esm',
    define: { HANDSET_VERSION: JSON.stringify(manifest.version) },
  },
  // The page's script: everything in one file; config/playground.mjs puts it into the page.
  {
    entry: { main: 'src/playground/main.ts' },
    outDir: 'dist/playground',
    format: 'iife',
    target: 'es2022',
    platform: 'browser',
    noExternal: [/./],
    minify: true,
    clean: false,
    esbuildPlugins: [handsetsByName],
  },
  // CommonJS has no import.meta, by which the threads' program is found.
  { ...shared, entry: rooms, format: 'cjs', shims: true },
  {
    ...shared,
    entry: rooms,
    format: ['esm', 'cjs'],
    // tsup passes the deprecated `baseUrl` to the compiler.
    dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } },
  },
]);
