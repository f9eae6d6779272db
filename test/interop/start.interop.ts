/**
 * `npm start` on a fresh machine: a copy of the project without packages and without a build, then what the README says to do next.
 * @module
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'handset-start-'));
const modules = join(folder, 'node_modules');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(?:HANDSET_|npm_|VITEST|NODE_)/.test(name)));

function run(program: string, ...args: string[]): string {
  return execFileSync(program, args, { cwd: folder, env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Names of files below a folder. */
const namesBelow = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' });

let output = '';

beforeAll(() => {
  for (const name of ['package.json', 'package-lock.json', 'tsconfig.json', 'config', 'fixtures', 'src']) {
    cpSync(join(root, name), join(folder, name), { recursive: true, filter: (path) => !path.includes('node_modules') });
  }
  output = run('npm', 'start');
}, 600_000);

describe('npm start in an empty clone', () => {
  it('shows the command line and the gateway, and ends well', () => {
    expect(output).toContain('node_modules is missing: npm ci, for the demonstration alone');
    expect(output).toContain('operatorLogo: 72 x 14 pixels for network 234 10');
    expect(output.trimEnd().split('\n').at(-1)).toBe('handset ended with 0');
  });

  it('compiles nothing and installs no packages of the tests', () => {
    const natives = namesBelow(modules).filter((name) => name.endsWith('.node'));
    expect(natives).toEqual([]);
    expect(existsSync(join(modules, 'vitest'))).toBe(false);
    expect(existsSync(join(folder, 'config', 'start', 'node_modules'))).toBe(false);
  });

  it('leaves a command line that works', () => {
    const { version } = JSON.parse(run(process.execPath, '-p', 'JSON.stringify(require("./package.json"))')) as {
      version: string;
    };
    expect(run('npx', '--no-install', 'handset', '--version').trim()).toBe(version);
    expect(existsSync(join(folder, 'dist', 'playground', 'hosted', 'index.html'))).toBe(true);
  });

  it('does none of it again', () => {
    const { mtimeMs } = statSync(join(folder, 'dist', 'cli.cjs'));
    expect(run('npm', 'start')).not.toMatch(/npm ci|building/);
    expect(statSync(join(folder, 'dist', 'cli.cjs')).mtimeMs).toBe(mtimeMs);
  }, 120_000);
});
