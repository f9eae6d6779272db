/**
 * The release as a stranger gets it: the tarball, installed by npm into empty projects with what it depends on and nothing else, then
 * used by the oldest versions of Node that the manifest allows and by the newest ones of 22 and 24.
 *
 * npm's packages node-PLATFORM-ARCHITECTURE hold the programs; npm and its registry are all that this needs. The package's own tests
 * (test/package) look at the same tarball with the packages of this checkout.
 * @module
 */
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createContext, Script } from 'node:vm';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Job, jobs } from './release-jobs.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
  engines: { node: string };
  exports: Record<string, unknown>;
  peerDependencies: Record<string, string>;
};
const subpaths = Object.keys(manifest.exports).filter((subpath) => subpath !== './package.json');
const specifierOf = (subpath: string) => subpath.replace('.', 'handset');
/** What the gateway's own modules import; its databases, its log and so on are loaded when they are asked for. */
const GATEWAY_PACKAGES = ['hono', '@hono/node-server', 'kysely', 'xmlbuilder2'];

/** The first version of each range of the manifest, and the newest ones: `handset` says that it runs there. */
const oldest = [...manifest.engines.node.matchAll(/(?:\^|>=)(\d+\.\d+\.\d+)/g)].map(([, version]) => version as string);
const versions = [...new Set([...oldest, '22', '24'])];

const folder = mkdtempSync(join(tmpdir(), 'handset-release-'));
/** Has the package and what it depends on. */
const plain = join(folder, 'plain');
/** Has the gateway's packages too. */
const full = join(folder, 'full');
const nodes = join(folder, 'nodes');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const aliasOf = (version: string) => `node-${version}`;
const binOf = (version: string) => join(nodes, 'node_modules', aliasOf(version), 'bin');

function npm(cwd: string, ...args: readonly string[]): void {
  execFileSync('npm', [...args, '--no-audit', '--no-fund', '--loglevel=error'], { cwd, stdio: 'pipe' });
}

function newProject(path: string): void {
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), '{ "name": "consumer", "private": true }\n');
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of a project with a version of Node first in the path. */
function run(version: string, cwd: string, program: string, ...args: readonly string[]): Promise<Ended> {
  const env = { ...process.env, PATH: [binOf(version), process.env.PATH].join(delimiter), NO_COLOR: '1', NODE_OPTIONS: '' };
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env, encoding: 'utf8', timeout: 240_000 }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
    child.stdin?.end();
  });
}

let modules = 0;

/** Runs a module of a project by itself and gives the JSON that it prints. */
async function evaluate(version: string, cwd: string, kind: 'mjs' | 'cjs', source: string): Promise<unknown> {
  const file = join(cwd, `evaluate-${++modules}.${kind}`);
  writeFileSync(file, source);
  const { code, stdout, stderr } = await run(version, cwd, join(binOf(version), 'node'), file);
  if (code !== 0) throw new Error(`Node ${version}, ${file}: ${code}\n${source}\n${stderr}`);
  return JSON.parse(stdout);
}

/** A module that does jobs, each with what it gets of its own subpath, and prints what came of them. */
function workOf(kind: 'mjs' | 'cjs', some: readonly Job[]): string {
  const results = some.map(({ subpath, source, input }) => {
    const specifier = specifierOf(subpath);
    const room = kind === 'mjs' ? `await import('${specifier}')` : `require('${specifier}')`;
    return `${JSON.stringify(subpath)}: await (${source})(${room}, ${JSON.stringify(input)}),`;
  });
  return `(async () => console.log(JSON.stringify({ ${results.join('\n')} })))();`;
}

beforeAll(() => {
  npm(root, 'pack', '--ignore-scripts', '--pack-destination', folder);
  const tarball = join(folder, `handset-${manifest.version}.tgz`);
  newProject(plain);
  npm(plain, 'install', '--omit=dev', '--ignore-scripts', tarball);
  cpSync(plain, full, { recursive: true, verbatimSymlinks: true });
  const ranges = GATEWAY_PACKAGES.map((name) => `${name}@${manifest.peerDependencies[name]}`);
  npm(full, 'install', '--ignore-scripts', ...ranges);
  newProject(nodes);
  const system = process.platform === 'win32' ? 'win' : process.platform;
  npm(nodes, 'install', ...versions.map((version) => `${aliasOf(version)}@npm:node-${system}-${process.arch}@${version}`));
}, 600_000);

describe('what npm installs', () => {
  type Locked = { readonly hasInstallScript?: boolean; readonly dev?: boolean; readonly version: string };
  const lockOf = (project: string) =>
    JSON.parse(readFileSync(join(project, 'package-lock.json'), 'utf8')).packages as Record<string, Locked>;

  it('runs no script of any package', () => {
    const entries = Object.entries(lockOf(plain));
    expect(entries.filter(([, { hasInstallScript }]) => hasInstallScript === true).map(([path]) => path)).toEqual([]);
    expect(entries.length).toBeGreaterThan(5);
  });

  it('leaves optional packages out', () => {
    const paths = Object.keys(lockOf(plain));
    const names = Object.keys(manifest.peerDependencies);
    expect(names.filter((name) => paths.includes(`node_modules/${name}`))).toEqual([]);
  });

  it('brings what each allowed version of Node can run', () => {
    // npm compares `engines` of every package that it installs; --engine-strict makes a refusal of the difference.
    for (const version of versions) {
      const args = ['install', '--dry-run', '--engine-strict', '--ignore-scripts', '--prefer-offline'];
      const env = { ...process.env, PATH: [binOf(version), process.env.PATH].join(delimiter) };
      expect(() => execFileSync('npm', args, { cwd: plain, env, stdio: 'pipe' }), version).not.toThrow();
    }
  });

  it('a job is there for every subpath', () => {
    expect(jobs.map(({ subpath }) => subpath).sort()).toEqual([...subpaths].sort());
  });
});

describe.each(versions)('Node %s', (version) => {
  it('is the version that it is called', async () => {
    const { stdout } = await run(version, plain, 'node', '--version');
    expect(stdout.trim().slice(1).split('.').slice(0, version.split('.').length).join('.')).toBe(version);
  });

  it('imports and requires every subpath, with the same names', async () => {
    const list = JSON.stringify(subpaths.map(specifierOf));
    const imported = await evaluate(
      version,
      full,
      'mjs',
      `const names = {};
       for (const specifier of ${list}) names[specifier] = Object.keys(await import(specifier)).sort();
       console.log(JSON.stringify(names));`,
    );
    const required = await evaluate(
      version,
      full,
      'cjs',
      `const names = {};
       for (const specifier of ${list}) names[specifier] = Object.keys(require(specifier)).sort();
       console.log(JSON.stringify(names));`,
    );
    expect(required).toEqual(imported);
    for (const [specifier, names] of Object.entries(imported as object)) expect(names.length, specifier).toBeGreaterThan(1);
  });

  it.each(['mjs', 'cjs'] as const)('every subpath does its job (%s)', async (kind) => {
    const done = await evaluate(version, full, kind, workOf(kind, jobs));
    expect(done).toEqual(Object.fromEntries(jobs.map(({ subpath, expected }) => [subpath, expected])));
  });

  it('npx runs the command line', async () => {
    const npx = (...args: readonly string[]) => run(version, plain, 'npx', '--no-install', 'handset', ...args);
    expect((await npx('--version')).stdout.trim()).toBe(manifest.version);
    const pdu = '0001000B917283010010F500000AE8329BFD4697D9EC37';
    const encoded = await npx('encode', 'text', 'hellohello', '--to', '+27381000015', '--format', 'at');
    expect(encoded.stdout).toContain(`AT+CMGS=22\n${pdu}`);
  });

  it('the command line reads and writes files of every kind', async () => {
    const place = join(plain, `files-${version}`);
    cpSync(join(root, 'fixtures/files'), place, { recursive: true });
    cpSync(join(root, 'fixtures/images/gray1.png'), join(place, 'gray1.png'));
    const cli = join(plain, 'node_modules/handset/dist/cli.cjs');
    const handset = async (...args: readonly string[]) => {
      const ended = await run(version, place, 'node', cli, ...args);
      if (ended.code !== 0) throw new Error(`handset ${args.join(' ')}: ${ended.code}\n${ended.stderr}`);
      return ended.stdout;
    };
    expect(await handset('inspect', '--hex', '01000B917283010010F500000AE8329BFD4697D9EC37')).toMatch(
      /SMS-SUBMIT[\s\S]*hellohello/,
    );
    expect(await handset('segment', 'hellohello')).toMatch(/^messages +1$/m);
    expect(await handset('handsets', 'K750i')).toContain('176x220');
    await handset('convert', 'fur-elise.rtttl', 'fur-elise.mid');
    expect(readFileSync(join(place, 'fur-elise.mid')).subarray(0, 4).toString()).toBe('MThd');
    await handset('convert', 'gray1.png', 'gray1.wbmp');
    // 80 x 30, a row is ten octets, behind four of a header.
    expect(readFileSync(join(place, 'gray1.wbmp'))).toHaveLength(304);
    await handset('convert', 'new-mail.si', 'new-mail.sic');
    expect(await handset('preview', 'new-mail.sic')).not.toBe('');
    await handset('compose', 'gray1.png', 'invitation.txt', '--output', 'message.mms');
    expect(await handset('inspect', 'message.mms')).toContain('M-Retrieve.conf');
    await handset('repurpose', 'gray1.png', '--handset', 'Nokia 3310', '--output', 'small.wbmp');
    expect(existsSync(join(place, 'small.wbmp'))).toBe(true);
    expect(await handset('lint', 'fur-elise.rtttl')).toBeDefined();
    expect(await handset('send', 'text', 'Hello', '--to', '447700900123', '--config', 'gateway.json', '--dry-run')).toContain(
      'Message=Hello',
    );
  });

  it('names the package that is missing', async () => {
    const cli = join(plain, 'node_modules/handset/dist/cli.cjs');
    for (const args of [
      ['serve', '--port', '0'],
      ['admin', 'accounts', '--store', 'package.json'],
    ]) {
      const { code, stderr } = await run(version, plain, 'node', cli, ...args);
      expect([code, stderr], args.join(' ')).toEqual([
        1,
        expect.stringMatching(/the gateway needs packages that are not installed: npm install [\w@/ -]+\n$/),
      ]);
    }
    const asked = `import('handset/gateway').then(() => console.log('null'), ({ code, message }) => console.log(JSON.stringify([code, message])))`;
    const [code, message] = (await evaluate(version, plain, 'mjs', asked)) as [string, string];
    expect([code, GATEWAY_PACKAGES.filter((name) => !message.includes(` ${name} `))]).toEqual(['ERR_MODULE_NOT_FOUND', []]);
    const optional = await evaluate(
      version,
      full,
      'mjs',
      `import { openLog, openMetrics, smppDelivery, Store } from 'handset/gateway';
       const said = (promise) => promise.then(() => 'no error', ({ message }) => message);
       console.log(JSON.stringify([
         await said(openLog('info')),
         await said(openMetrics()),
         await said(Store.open({ postgres: { host: '127.0.0.1', port: 1, database: 'x', user: 'x', password: 'x' } })),
       ]));`,
    );
    expect(optional).toEqual([
      'the log needs the package pino: npm install pino',
      'the page of metrics needs the package prom-client: npm install prom-client',
      'a PostgreSQL store needs the package pg: npm install pg',
    ]);
  });
});

it.each(['22', '24'])('Node %s runs every test of the store by its own SQLite', async (version) => {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const tests = ['--project', 'isolated', 'test/gateway/node-sqlite.test.ts', '--reporter', 'json'];
  const { stdout } = await run(version, root, 'node', vitest, 'run', '--config', 'config/vitest.config.ts', ...tests);
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Record<
    string,
    number
  >;
  expect([numFailedTests, numPendingTests]).toEqual([0, 0]);
  expect(numPassedTests).toBeGreaterThan(190);
});

it.each(subpaths.map((subpath) => [specifierOf(subpath), subpath] as const))(
  '%s alone, in a process of its own',
  async (_, subpath) => {
    const own = jobs.filter((job) => job.subpath === subpath);
    const project = subpath === './gateway' ? full : plain;
    for (const kind of ['mjs', 'cjs'] as const) {
      const done = await evaluate(versions[0] as string, project, kind, workOf(kind, own));
      expect(done).toEqual(Object.fromEntries(own.map(({ expected }) => [subpath, expected])));
    }
  },
);

describe('TypeScript', () => {
  /** Everything is imported; a few values get the types that their documentation says. */
  const consumerOf = (specifiers: readonly string[]) => `
    import { decodeTpdu, type FormatErrorCode, FormatError, type HandsetProfile, parseHandset, toHex } from 'handset';
    import { encodeSubmit, type SubmitInput } from 'handset/sms';
    import type { Bitmap } from 'handset/bitmap';
    ${specifiers.map((specifier, i) => `import * as room${i} from '${specifier}';`).join('\n')}
    export const rooms: object[] = [${specifiers.map((_, i) => `room${i}`).join(', ')}];
    const message: SubmitInput = { tpDa: '447700900123', text: 'hello' };
    export const hex: string = toHex(encodeSubmit(message));
    export const profile: HandsetProfile | undefined = parseHandset('Nokia 3310');
    export const width = ({ widthPx }: Bitmap): number => widthPx;
    export function read(octets: Uint8Array): FormatErrorCode | 'SMS-SUBMIT' | 'other' {
      try {
        return decodeTpdu(octets, { direction: 'MO' }).type === 'SMS-SUBMIT' ? 'SMS-SUBMIT' : 'other';
      } catch (error) {
        if (error instanceof FormatError) return error.code;
        throw error;
      }
    }
    // @ts-expect-error a message has a recipient
    encodeSubmit({ text: 'hello' });
  `;

  const all = subpaths.map(specifierOf);
  const withoutGateway = all.filter((specifier) => specifier !== 'handset/gateway');

  it.each([
    ['node16', 'node16', plain, withoutGateway],
    ['nodenext', 'nodenext', full, all],
    ['esnext', 'bundler', plain, withoutGateway],
    ['preserve', 'bundler', full, all],
  ])('a strict consumer compiles, libraries checked (module %s, moduleResolution %s)', async (...given) => {
    const [module, moduleResolution, project, specifiers] = given;
    const files = moduleResolution === 'bundler' ? ['consumer.ts'] : ['consumer.mts', 'consumer.cts'];
    for (const file of files) writeFileSync(join(project, file), consumerOf(specifiers));
    const compilerOptions = {
      ...{ target: 'es2022', lib: ['es2022'], module, moduleResolution, noEmit: true },
      ...{ types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      ...{ strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
      ...{ noPropertyAccessFromIndexSignature: true, isolatedModules: true },
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }));
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const { code, stdout } = await run(versions[0] as string, project, 'node', tsc, '-p', '.');
    expect([code, stdout], project).toEqual([0, '']);
  });
});

describe('a bundle for browsers, without anything of Node', () => {
  async function bundle(project: string, contents: string): Promise<{ names: string[]; errors: string[] }> {
    try {
      const { outputFiles, warnings } = await build({
        ...{ stdin: { contents, resolveDir: project }, bundle: true, write: false, logLevel: 'silent' },
        ...{ platform: 'browser', format: 'iife', globalName: 'room', target: 'es2022' },
      });
      expect(warnings).toEqual([]);
      // What a page has, and no more of it than the modules may use.
      const page = createContext({
        TextEncoder,
        TextDecoder,
        atob,
        btoa,
        URL,
        URLSearchParams,
        AbortController,
        setTimeout,
        clearTimeout,
      });
      new Script(outputFiles[0]?.text ?? '').runInContext(page);
      return { names: new Script('Object.keys(room)').runInContext(page) as string[], errors: [] };
    } catch (error) {
      const { errors } = error as { errors?: { text: string }[] };
      if (errors === undefined) throw error;
      return { names: [], errors: errors.map(({ text }) => text) };
    }
  }

  const NODE_ONLY = ['./image', './smpp/node', './smpp/centre', './gateway'];

  it.each(subpaths.filter((subpath) => !NODE_ONLY.includes(subpath)))('%s', async (subpath) => {
    const contents = `export * from '${specifierOf(subpath)}';`;
    const { names, errors } = await bundle(plain, contents);
    expect([names.length > 1, errors]).toEqual([true, []]);
  });

  it('the binary codecs of push and MMS, from the root, need no package for XML', async () => {
    const { names } = await bundle(plain, `export { encodeSi, decodePush, decodeMms, encodeMms } from 'handset';`);
    expect(names.sort()).toEqual(['decodeMms', 'decodePush', 'encodeMms', 'encodeSi']);
  });
});
