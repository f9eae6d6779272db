/**
 * The package as its users see it: packed, unpacked into another project, imported, required, type-checked, bundled.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasNodeSqlite } from '../../src/gateway/store/sqlite-drivers.js';
import { buildBmp } from '../support/bmp-files.js';
import { firstLoadOf, gzippedLength, MAX_FIRST_LOAD } from '../support/hosted-page.js';
import { linkPackages } from '../support/project.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
  peerDependencies: Record<string, string>;
};
const modules = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');
const specifiers = modules.map((subpath) => subpath.replace('.', 'handset'));

/** What needs Node: sockets, TLS and the store of a gateway. Everything else is in the root too. */
const NODE_ONLY = ['handset/smpp/node', 'handset/smpp/centre', 'handset/gateway'];
const project = mkdtempSync(join(tmpdir(), 'handset-package-'));
const installed = join(project, 'node_modules', 'handset');
/** A project that has only what is installed with the package. */
const light = mkdtempSync(join(tmpdir(), 'handset-light-'));
let packed: string[] = [];
let unpackedBytes = 0;

/** What a default install may weigh: octets of all files, and packages. */
const MAX_INSTALL_BYTES = 16_000_000;
const MAX_INSTALL_PACKAGES = 10;

/** Runs a program in the project and gives its standard output; its complaints go into the error. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: project, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout}${stderr}`);
  }
}

/** Runs a module in a process of its own and gives the JSON that it prints. */
function evaluate(kind: 'mjs' | 'cjs', source: string): unknown {
  const file = join(project, `evaluate.${kind}`);
  writeFileSync(file, source);
  return JSON.parse(run(process.execPath, file));
}

beforeAll(() => {
  execFileSync(process.execPath, [join(root, 'config/run.mjs'), 'build', '--if-stale'], { stdio: 'pipe' });
  const report = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', project], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  type Packed = { filename: string; unpackedSize: number; files: { path: string }[] };
  const [{ filename, files, unpackedSize }] = JSON.parse(report) as [Packed];
  packed = files.map(({ path }) => path);
  unpackedBytes = unpackedSize;
  mkdirSync(installed, { recursive: true });
  run('tar', '-xzf', filename, '-C', installed, '--strip-components=1');
  linkPackages(project, Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }));
  mkdirSync(join(light, 'node_modules'));
  cpSync(installed, join(light, 'node_modules', 'handset'), { recursive: true });
  linkPackages(light, Object.keys(manifest.dependencies));
  writeFileSync(join(project, 'package.json'), '{ "name": "consumer", "private": true }\n');
}, 300_000);

afterAll(() => {
  for (const folder of [project, light]) rmSync(folder, { recursive: true, force: true });
});

describe('the tarball', () => {
  it('holds dist, README, CHANGELOG, LICENSE, package.json and the unit of systemd, and nothing else', () => {
    const others = packed.filter((path) => !path.startsWith('dist/'));
    expect(others.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'deploy/handset.service', 'package.json']);
    const hosted = ['assets/style.css', 'count/index.html', 'icon.svg', 'index.html', 'licenses.txt'];
    const pages = ['count.html', ...hosted.map((name) => `hosted/${name}`), 'index.html', 'licenses.txt'];
    const found = packed.filter((path) => !/[.](js|cjs|d[.]ts|d[.]cts)$/.test(path) && path.startsWith('dist/'));
    // A hash stands in the name of the style.
    expect(found.map((path) => path.replace(/-[0-9a-f]{8}[.]css$/, '.css')).sort()).toEqual([
      'dist/handset.1',
      'dist/licenses.txt',
      ...pages.map((name) => `dist/playground/${name}`),
    ]);
  });

  it('has the licences of the packages that its files contain, with their texts', () => {
    const noticesIn = (path: string) => {
      const notices = readFileSync(join(installed, 'dist', path), 'utf8').split(/^-{80}$/m);
      return notices.map((notice) => {
        expect(notice).toMatch(/Copyright |Covered Software/);
        return /^([@\w./-]+) \d+\.\d+\.\d+: (\S+), https:/m.exec(notice)?.slice(1).join(' ');
      });
    };
    expect(noticesIn('licenses.txt')).toEqual(['commander MIT']);
    const ofPage = ['ical.js MPL-2.0', 'saxes ISC', 'vcard-creator MIT', 'xmlchars MIT'];
    expect(noticesIn('playground/licenses.txt')).toEqual(ofPage);
    expect(noticesIn('playground/hosted/licenses.txt')).toEqual(ofPage);
    // The page may be saved by itself.
    const [, comment = ''] =
      /^<!doctype html>\n<!-- ([^<>]*) -->\n<html/.exec(readFileSync(join(installed, 'dist/playground/index.html'), 'utf8')) ??
      [];
    const named = [...comment.matchAll(/^(\S+) \d+\.\d+\.\d+: (\S+), https:\S+(, changed)?$/gm)];
    expect(named.map(([, name, license, changed = '']) => `${name} ${license}${changed}`)).toEqual(
      ofPage.map((each) => each.replace(/^ical.*/, '$&, changed')),
    );
  });

  it('has errors whose classes are called by their names', async () => {
    const found = (await import(join(installed, 'dist/index.js'))) as Record<string, { readonly name?: string }>;
    const classes = Object.entries(found).filter(([name]) => /Error$/.test(name));
    expect(classes.length).toBeGreaterThan(3);
    for (const [name, { name: own }] of classes) expect(own).toBe(name);
  });

  it('names no file of the machine that built it', () => {
    const texts = packed.filter((path) => path.startsWith('dist/')).map((path) => readFileSync(join(installed, path), 'utf8'));
    expect(texts.filter((text) => text.includes(root))).toEqual([]);
  });

  /** Unions of names and literals, without line breaks, in one kind of quotes. */
  const unionsOf = (text: string) => {
    const unions = text.replaceAll('"', "'").matchAll(/(?:'[^'\n]*'|[\w.[\]<>]+)(?: \| (?:'[^'\n]*'|[\w.[\]<>]+))+/g);
    return Array.from(unions, ([union]) => union);
  };

  it('has no union that the compiler put together: the order of its members would differ from one build to the next', () => {
    const sources = (readdirSync(join(root, 'src'), { recursive: true }) as string[])
      .filter((name) => name.endsWith('.ts'))
      .map((name) => readFileSync(join(root, 'src', name), 'utf8'));
    const written = sources.join('\n').replace(/\s+/g, ' ').replaceAll('"', "'");
    const declared = packed
      .filter((path) => path.endsWith('.d.ts'))
      .flatMap((path) => unionsOf(readFileSync(join(installed, path), 'utf8')).map((union) => ({ path, union })));
    expect(declared.length).toBeGreaterThan(1_000);
    expect(declared.filter(({ union }) => !written.includes(union))).toEqual([]);
  });
});

describe('a default install', () => {
  interface Locked {
    readonly dev?: boolean;
    readonly peer?: boolean;
    readonly optional?: boolean;
    readonly devOptional?: boolean;
  }
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Record<string, Locked> };
  const paths = Object.entries(lock.packages)
    .filter(([path, { dev, peer, optional, devOptional }]) => path !== '' && !(dev || peer || optional || devOptional))
    .map(([path]) => path);

  it('has few packages, and is light', () => {
    expect(paths.length + 1).toBeLessThanOrEqual(MAX_INSTALL_PACKAGES);
    const sizeOf = (path: string): number =>
      readdirSync(path, { withFileTypes: true })
        .map((entry) => (entry.isDirectory() ? sizeOf(join(path, entry.name)) : statSync(join(path, entry.name)).size))
        .reduce((sum, size) => sum + size, 0);
    const dependencies = paths.map((path) => sizeOf(join(root, path))).reduce((sum, size) => sum + size, 0);
    expect(unpackedBytes + dependencies).toBeLessThanOrEqual(MAX_INSTALL_BYTES);
  });

  it('has every dependency that the manifest names, and none of the optional ones', () => {
    expect(paths).toEqual(expect.arrayContaining(Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`)));
    expect(Object.keys(manifest.peerDependencies).filter((name) => paths.includes(`node_modules/${name}`))).toEqual([]);
  });
});

describe('the playground', () => {
  const hosted = join(installed, 'dist/playground/hosted');

  it.each(Object.entries(MAX_FIRST_LOAD))(
    'in files: what %s is loaded with when it is the first does not pass %i octets',
    (tab, most) => {
      expect(firstLoadOf(hosted, tab as keyof typeof MAX_FIRST_LOAD)).toBeLessThanOrEqual(most);
    },
  );

  it('is written by the command line: in files, over an earlier one too, and as one page', () => {
    const cli = join(installed, 'dist/cli.cjs');
    const folder = join(project, 'site');
    const page = join(project, 'page.html');
    const count = join(project, 'count.html');
    for (const out of [folder, folder, page]) run(process.execPath, cli, 'playground', '--out', out);
    run(process.execPath, cli, 'playground', '--count', '--out', count);
    expect(readFileSync(count).equals(readFileSync(join(installed, 'dist/playground/count.html')))).toBe(true);
    const list = (from: string) => readdirSync(from, { recursive: true, encoding: 'utf8' }).sort();
    expect(list(folder)).toEqual(list(hosted));
    for (const name of list(hosted).filter((each) => each !== 'assets' && each !== 'count')) {
      expect(readFileSync(join(folder, name)).equals(readFileSync(join(hosted, name))), name).toBe(true);
    }
    expect(readFileSync(page).equals(readFileSync(join(installed, 'dist/playground/index.html')))).toBe(true);
    const other = join(project, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'notes.txt'), '');
    expect(() => run(process.execPath, cli, 'playground', '--out', other)).toThrow(
      'something other than an earlier playground',
    );
    expect(list(other)).toEqual(['notes.txt']);
  });

  it('does not grow unseen: what it weighs compressed', () => {
    // Everything in one file: docs/playground.md says what it is made of. Whoever has a web server takes the page in files.
    expect(gzippedLength(readFileSync(join(installed, 'dist/playground/index.html')))).toBeLessThan(530_000);
  });

  it('that counts is a page of its own, in files and in one, which is light', () => {
    const page = readFileSync(join(installed, 'dist/playground/count.html'));
    expect(gzippedLength(page)).toBeLessThan(60_000);
    const other = readFileSync(join(hosted, 'count/index.html'), 'utf8');
    expect(other.replace('href="../"', 'href="index.html"')).toBe(page.toString());
  });

  it('is served to operators by the gateway of the package, in either form of its modules', () => {
    for (const [kind, load] of [
      ['mjs', `const { createGateway, Store } = await import('handset/gateway');`],
      ['cjs', `const { createGateway, Store } = require('handset/gateway');`],
    ] as const) {
      const answer = evaluate(
        kind,
        `${load}
         (async () => {
           const store = await Store.open({ sqlite: ':memory:' });
           const gateway = createGateway({ store });
           const page = await gateway.fetchOperators(new Request('http://localhost/'));
           const count = await gateway.fetchOperators(new Request('http://localhost/count'));
           console.log(JSON.stringify([page.status, (await page.text()).includes('<title>handset playground</title>'), count.status]));
           await gateway.close();
           await store.close();
         })();`,
      );
      expect(answer, kind).toEqual([200, true, 200]);
    }
  });
});

describe('modules', () => {
  it('every subpath imports as ESM and requires as CJS, with the same names', () => {
    const list = JSON.stringify(specifiers);
    const imported = evaluate(
      'mjs',
      `const names = {};
       for (const specifier of ${list}) names[specifier] = Object.keys(await import(specifier)).sort();
       console.log(JSON.stringify(names));`,
    ) as Record<string, string[]>;
    const required = evaluate(
      'cjs',
      `const names = {};
       for (const specifier of ${list}) names[specifier] = Object.keys(require(specifier)).sort();
       console.log(JSON.stringify(names));`,
    );
    expect(required).toEqual(imported);
    for (const specifier of specifiers) expect(imported[specifier], specifier).not.toEqual([]);
    for (const specifier of specifiers.filter((name) => !NODE_ONLY.includes(name))) {
      expect(imported.handset, specifier).toEqual(expect.arrayContaining(imported[specifier] as string[]));
    }
  });

  it('a module that is required reads its chunks when they are used, and then has everything', () => {
    const [before, missing, after] = evaluate(
      'cjs',
      `const root = require('handset');
       const isOurs = (path) => path.includes('/handset/dist/');
       const count = () => Object.keys(require.cache).filter(isOurs).length;
       const before = count();
       const missing = Object.entries(root).filter(([, value]) => value === undefined).map(([name]) => name);
       console.log(JSON.stringify([before, missing, count()]));`,
    ) as [number, string[], number];
    expect(before).toBe(1);
    expect(missing).toEqual([]);
    expect(after).toBeGreaterThan(20);
  });

  it('package.json can be asked for its version', () => {
    expect(evaluate('cjs', `console.log(JSON.stringify(require('handset/package.json').version))`)).toBe(manifest.version);
  });

  it.each([
    ['mjs', `import * as root from 'handset'; import * as bytes from 'handset/bytes'; import * as text from 'handset/text';`],
    ['cjs', `const root = require('handset'); const bytes = require('handset/bytes'); const text = require('handset/text');`],
  ] as const)('error classes are one across subpaths (%s)', (kind, imports) => {
    const outcome = evaluate(
      kind,
      `${imports}
       const outcomes = [];
       for (const act of [() => bytes.fromHex('0G'), () => text.encodeGsm7('\\u4e2d'), () => root.fromHex('0')]) {
         try { act(); outcomes.push('no error'); } catch (error) { outcomes.push(error instanceof root.FormatError); }
       }
       console.log(JSON.stringify(outcomes));`,
    );
    expect(outcome).toEqual([true, true, true]);
  });

  it('the command line starts as a program', () => {
    const file = join(installed, 'dist', 'cli.cjs');
    expect(readFileSync(file, 'utf8').split('\n', 1)).toEqual(['#!/usr/bin/env node']);
    expect(run(process.execPath, file, '--help')).toContain('handset');
    expect(run(process.execPath, file, '--version').trim()).toBe(manifest.version);
  });

  it('all but the gateway does without the optional packages, which names all that it needs, as a command and in code', () => {
    const others = specifiers.filter((specifier) => specifier !== 'handset/gateway');
    const source = `for (const name of ${JSON.stringify(others)}) await import(name); console.log('all');`;
    const of = (...args: string[]) => spawnSync(process.execPath, args, { cwd: light, encoding: 'utf8' });
    expect(of('--input-type=module', '--eval', source).stdout).toBe('all\n');
    const needed = `hono @hono/node-server kysely xmlbuilder2${hasNodeSqlite() ? '' : ' better-sqlite3'}`;
    const { status, stderr } = of(join(light, 'node_modules/handset/dist/cli.cjs'), 'serve', '--port', '0');
    expect([status, stderr]).toEqual([
      1,
      expect.stringContaining(`the gateway needs packages that are not installed: npm install ${needed} pino prom-client`),
    ]);
    const all = `handset/gateway needs packages that are not installed: npm install ${needed} (openLog and openMetrics: pino prom-client)`;
    for (const load of [`await import('handset/gateway')`, `require('handset/gateway')`]) {
      const code = `(async () => { try { ${load}; } catch ({ code, message }) { console.log(/MODULE_NOT_FOUND$/.test(code), message); } })()`;
      expect(of('--eval', code).stdout).toBe(`true ${all}\n`);
    }
  });

  it('the command line reads PNG with the packages that are installed with it', () => {
    const file = join(installed, 'dist', 'cli.cjs');
    const png = join(root, 'fixtures/images/gray1.png');
    run(process.execPath, file, 'convert', png, 'picture.wbmp');
    expect(run(process.execPath, file, 'preview', 'picture.wbmp')).toMatch(/^picture, 80x30\n(.{80}\n){15}$/);
  });
});

describe('pictures, with nothing but what is installed with the package', () => {
  const convert = (name: string, octets: Uint8Array) => {
    writeFileSync(join(light, name), octets);
    const cli = join(light, 'node_modules/handset/dist/cli.cjs');
    return spawnSync(process.execPath, [cli, 'convert', name, 'out.rows'], { cwd: light, encoding: 'utf8' });
  };

  it('BMP of many colours is read', () => {
    const palette = [0xffffff, 0x123456, 0xfedcba];
    const octets = buildBmp({ header: 40, widthPx: 3, heightPx: 1, depth: 8, hasRuns: true, palette, pixels: [0, 1, 2] });
    expect(convert('a.bmp', octets)).toMatchObject({ status: 0, stderr: 'out.rows: 3x1\n' });
    expect(readFileSync(join(light, 'out.rows'), 'utf8')).toBe('.#.\n');
  });

  it('neither sharp nor jimp is there, and the command line says who reads WebP and TIFF', () => {
    expect(['sharp', 'jimp'].filter((name) => existsSync(join(light, 'node_modules', name)))).toEqual([]);
    const webp = Buffer.from('RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0', 'latin1');
    expect(convert('a.webp', webp)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is WebP: install sharp to read it'),
    });
    const tiff = Buffer.from('II*\0\x08\0\0\0', 'latin1');
    expect(convert('a.tif', tiff).stderr).toContain('is TIFF: install sharp, or jimp, to read it');
  });
});

describe('types', () => {
  const consumerOf = (names: readonly string[]) => `
    import { FormatError, type FormatErrorCode, fromHex as fromRoot } from 'handset';
    import { fromHex, toHex } from 'handset/bytes';
    import { countSegments } from 'handset/text';
    ${names.map((specifier, i) => `import * as module${i} from '${specifier}';`).join('\n')}
    export const modules: object[] = [${names.map((_, i) => `module${i}`).join(', ')}];
    export const octets: Uint8Array = fromHex('00FF');
    export const hex: string = toHex(fromRoot('00FF'));
    export const segments: number = countSegments('text').segments;
    export const code = (error: unknown): FormatErrorCode | undefined => (error instanceof FormatError ? error.code : undefined);
    // @ts-expect-error hex is a text
    fromHex(1);
  `;
  /** What takes and gives types of the platform, where there are some. */
  const WITH_PLATFORM = `
    import { type BatchOptions, createRepurposer } from 'handset/image';
    import { createReceiver, type Fetch, fetchTransport, type SendOptions } from 'handset/sender';
    const { signal } = new AbortController();
    export const options: [BatchOptions, SendOptions] = [{ signal }, { signal }];
    export const own: Fetch = (url: string, init: RequestInit) => fetch(url, init);
    export const transports = [fetchTransport(fetch), fetchTransport(own)];
    export const pool = () => createRepurposer({ worker: new URL('https://example.com/image-worker.js') });
    export const answer: Promise<Response> = createReceiver({ onReceipt: () => {} })(new Request('https://example.com/'));
  `;

  it.each([
    ['node16', 'node16', [], []],
    ['esnext', 'bundler', [], []],
    ['esnext', 'bundler', [], ['dom']],
    ['node16', 'node16', ['node'], []],
    ['esnext', 'bundler', ['node'], []],
    ['esnext', 'bundler', ['node'], ['dom', 'dom.iterable']],
  ])(
    'a consumer compiles (module %s, moduleResolution %s, types %j, lib es2022 and %j)',
    (module, moduleResolution, types, libs) => {
      const files = moduleResolution === 'bundler' ? ['consumer.ts'] : ['consumer.mts', 'consumer.cts'];
      const names = specifiers.filter((specifier) => types.length > 0 || !NODE_ONLY.includes(specifier));
      const isOnPlatform = types.length + libs.length > 0;
      for (const file of files) writeFileSync(join(project, file), consumerOf(names) + (isOnPlatform ? WITH_PLATFORM : ''));
      // The library's own declarations are checked too; all but NODE_ONLY do without the types of Node and of a browser.
      const compilerOptions = {
        target: 'es2022',
        lib: ['es2022', ...libs],
        types,
        typeRoots: [join(root, 'node_modules/@types')],
        strict: true,
        noEmit: true,
        module,
        moduleResolution,
      };
      const config = { compilerOptions: { ...compilerOptions, skipLibCheck: false }, files };
      writeFileSync(join(project, 'tsconfig.json'), JSON.stringify(config));
      run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), '-p', project);
    },
  );
});

describe('in a browser', () => {
  it('the root entry bundles, and runs without process, Buffer and require', async () => {
    const bundle = await build({
      stdin: { contents: `export * from 'handset';`, resolveDir: project },
      bundle: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'handset',
      write: false,
    });
    expect(bundle.warnings).toEqual([]);
    const context = createContext({ TextEncoder, TextDecoder });
    const within = (code: string): unknown => new Script(code).runInContext(context);
    within(bundle.outputFiles[0]?.text ?? '');
    expect(within(`[typeof process, typeof Buffer, typeof require].join()`)).toBe('undefined,undefined,undefined');
    expect(within(`handset.toHex(handset.packSeptets(handset.encodeGsm7('hellohello')))`)).toBe('E8329BFD4697D9EC37');
    expect(within(`handset.percentDecode(handset.percentEncode('\\u20ac'))`)).toBe('\u20ac');
    expect(within(`try { handset.fromHex('0'); } catch (error) { error instanceof handset.FormatError; }`)).toBe(true);
  });
});
