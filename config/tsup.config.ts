import { readFile } from 'node:fs/promises';
import { defineConfig, type Options } from 'tsup';
import manifest from '../package.json' with { type: 'json' };

const modules = {
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
  modem: 'src/modem/index.ts',
  smpp: 'src/smpp/index.ts',
  'smpp-node': 'src/smpp/node.ts',
  'smpp-centre': 'src/smpp/centre.ts',
  inspect: 'src/inspect/index.ts',
  protocol: 'src/protocol/index.ts',
  content: 'src/content/index.ts',
  sender: 'src/sender/index.ts',
  gateway: 'src/gateway/index.ts',
};

/** Groups of handsets that nothing on the page looks at, with what they are when nothing is known. */
const UNSHOWN = {
  areas: [null, null],
  images: null,
  pushes: null,
  ringtones: null,
  javas: null,
  origins: '888888888',
};

/** The table of handsets without these groups, and without User-Agents and addresses. */
function shownHandsets({ groups, rows }: { readonly groups: string; readonly rows: string }) {
  const all = JSON.parse(groups);
  for (const [name, unknown] of Object.entries(UNSHOWN)) all[name] = [unknown];
  // The digits of what is left are moved together; of no digits the number is 0.
  const kept = Object.entries(all.places as Record<string, readonly [at: number, digits: number]>).map(
    ([name, [at, digits]]) => {
      return { name, at, digits: name in UNSHOWN ? 0 : digits };
    },
  );
  let next = 0;
  for (const { name, digits } of kept) {
    all.places[name] = [next, digits];
    next += digits;
  }
  const shown = rows.split('\n').map((row) => {
    const [name, , numbers = ''] = row.split('|');
    return `${name}||${kept.map(({ at, digits }) => numbers.slice(at, at + digits)).join('')}`;
  });
  return { groups: JSON.stringify(all), rows: shown.join('\n') };
}

/**
 * The page's share of the two large tables. A handset is looked for by its name there: by what it says of itself only servers do. The chats of
 * Wireless Village, which come in no message, are shown by the numbers of their tokens. Of ical.js what nothing here calls is left out.
 */
const pageTables: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'page-tables',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]profile[\\/]handsets\.json$/ }, async ({ path }) => {
      const contents = JSON.stringify(shownHandsets(JSON.parse(await readFile(path, 'utf8'))));
      return { contents, loader: 'json' };
    });
    onLoad({ filter: /[\\/]ical\.js[\\/]dist[\\/]ical\.js$/ }, async ({ path }) => {
      const parts = (await readFile(path, 'utf8')).split('var ICALmodule = {');
      if (parts.length !== 2) throw new Error('ical.js has another form');
      const [before, after = ''] = parts;
      const used = after.replace(/^ {2}(?!Duration|Recur,|design|stringify)\w+,?\n/gm, '');
      const contents = `${before}var ICALmodule = {${used}`;
      return { contents, loader: 'js' };
    });
    onLoad({ filter: /[\\/]push[\\/]wbxml[\\/]tables\.ts$/ }, async ({ path }) => {
      const table = await readFile(path, 'utf8');
      const contents = table.replace(/^(?:Wireless Village|IMPS) CSP .*\n(?:.+\n)*\n/gm, '');
      if (contents.length > table.length * 0.7) throw new Error('the table of WBXML has another form');
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
  // The command line and the threads' programs share the chunks of the ESM build and exist in no other form.
  {
    ...shared,
    entry: {
      ...modules,
      cli: 'src/cli/main.ts',
      'image-worker': 'src/image/workers/worker.ts',
      'request-worker': 'src/gateway/reading/worker.ts',
    },
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
    esbuildPlugins: [pageTables],
  },
  // CommonJS has no import.meta, by which the threads' program is found.
  { ...shared, entry: modules, format: 'cjs', shims: true },
  {
    ...shared,
    entry: modules,
    format: ['esm', 'cjs'],
    // tsup passes the deprecated `baseUrl` to the compiler.
    dts: { only: true, compilerOptions: { ignoreDeprecations: '6.0' } },
  },
]);
