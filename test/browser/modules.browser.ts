/**
 * Every entry of the package that runs in browsers, bundled by Vite and by esbuild with no polyfill of Node's modules, and loaded in Chromium.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build as esbuild } from 'esbuild';
import { build as vite } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { linkPackages } from '../support/project.js';
import { serveFolder, TestBrowser } from './browser.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { exports, dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  dependencies: Record<string, string>;
};

/** Entries that need Node. */
const NODE_ONLY = ['handset/smpp/node', 'handset/smpp/centre', 'handset/gateway'];
const specifiers = Object.keys(exports)
  .filter((subpath) => subpath !== './package.json')
  .map((subpath) => subpath.replace('.', 'handset'))
  .filter((specifier) => !NODE_ONLY.includes(specifier));

const folder = mkdtempSync(join(tmpdir(), 'handset-modules-'));
const nameOf = (specifier: string) => specifier.replaceAll('/', '-');
const entries = Object.fromEntries(specifiers.map((specifier) => [nameOf(specifier), join(folder, `${nameOf(specifier)}.js`)]));

/** A page that loads one module and keeps its names, or what it failed with. */
const pageOf = (file: string) => `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><script type="module">
  try {
    const { names } = await import(${JSON.stringify(file)});
    globalThis.names = names;
  } catch (error) {
    globalThis.names = [String(error)];
  }
  document.documentElement.dataset.ready = '';
</script>`;

/** Each bundles all entries into a folder and gives its warnings. */
const BUNDLERS: Readonly<Record<string, (out: string) => Promise<readonly string[]>>> = {
  async vite(out) {
    const warnings: string[] = [];
    await vite({
      root: folder,
      configFile: false,
      logLevel: 'silent',
      build: {
        outDir: out,
        target: 'es2022',
        minify: false,
        rollupOptions: {
          input: entries,
          preserveEntrySignatures: 'strict',
          output: { entryFileNames: '[name].js' },
          onwarn: ({ message }) => void warnings.push(message),
        },
      },
    });
    return warnings;
  },
  async esbuild(out) {
    const { warnings } = await esbuild({
      absWorkingDir: folder,
      entryPoints: entries,
      outdir: out,
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'browser',
      target: 'es2022',
      // Loaded by name, and only in Node or where they are installed.
      external: ['node:*', 'sharp', 'jimp', 'libheif-js'],
      logLevel: 'silent',
    });
    return warnings.map(({ text }) => text);
  },
};

let browser: TestBrowser;
beforeAll(async () => {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, 'handset'), { recursive: true });
  const [{ filename }] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], { cwd: root, encoding: 'utf8' }),
  ) as [{ filename: string }];
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', join(modules, 'handset'), '--strip-components=1']);
  linkPackages(folder, Object.keys(dependencies));
  for (const specifier of specifiers) {
    writeFileSync(
      join(folder, `${nameOf(specifier)}.js`),
      `import * as all from '${specifier}';\nexport const names = Object.keys(all).sort();\n`,
    );
  }
  browser = await TestBrowser.start();
});
afterAll(async () => {
  await browser?.stop();
  rmSync(folder, { recursive: true, force: true });
});

describe.each(Object.entries(BUNDLERS))('%s', (name, bundle) => {
  const out = join(folder, name);
  let served: Awaited<ReturnType<typeof serveFolder>>;
  let warnings: readonly string[];
  beforeAll(async () => {
    warnings = await bundle(out);
    for (const specifier of specifiers)
      writeFileSync(join(out, `${nameOf(specifier)}.html`), pageOf(`./${nameOf(specifier)}.js`));
    served = await serveFolder(out);
  });
  afterAll(async () => served?.close());

  it('has nothing to complain of', () => {
    expect(warnings).toEqual([]);
  });

  it.each(specifiers)('%s loads, with the names that it has in Node', async (specifier) => {
    const [page, watched] = await browser.open(`${served.url}${nameOf(specifier)}.html`);
    const names = await page.evaluate(() => (globalThis as unknown as { names: string[] }).names);
    const ofNode = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', `console.log(JSON.stringify(Object.keys(await import('${specifier}')).sort()))`],
      { cwd: folder, encoding: 'utf8' },
    );
    expect(names).toEqual(JSON.parse(ofNode));
    expect(watched).toEqual({ strays: [], errors: [] });
    await page.close();
  });
});
