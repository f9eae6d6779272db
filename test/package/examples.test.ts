/** Runs each project of `examples` in a folder of its own, with the built package installed, and compares what it prints with its page. */
import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { blocksOf, patternOf, root, textOf } from '../docs/pages.js';
import { tempFolder } from '../support/cleanup.js';
import { linkPackages } from '../support/project.js';

const names = readdirSync(join(root, 'examples'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

interface Manifest {
  readonly name: string;
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
}

/** Packages that only the hardware of a reader needs. */
const NOT_INSTALLED: readonly string[] = ['serialport'];

/** A copy of a project with its packages: this one, and those of this project that have the names of the others. */
function install(name: string, { dependencies }: Manifest): string {
  const folder = tempFolder(`example-${name}`);
  cpSync(join(root, 'examples', name), folder, { recursive: true });
  linkPackages(
    folder,
    Object.keys(dependencies).filter((dependency) => !NOT_INSTALLED.includes(dependency)),
  );
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  symlinkSync(join(root, 'dist', 'cli.cjs'), join(programs, 'handset'));
  return folder;
}

/** Runs a script of the project as npm does: by the shell, with the programs of its packages in the path. */
function runScript(folder: string, script: string): SpawnSyncReturns<string> {
  const PATH = [join(folder, 'programs'), join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter);
  return spawnSync(script, {
    cwd: folder,
    encoding: 'utf8',
    shell: true,
    timeout: 60_000,
    env: { ...process.env, PATH, NO_COLOR: '1' },
  });
}

describe('the examples', () => {
  it.each(names)('%s prints what its page says', (name) => {
    const manifest = JSON.parse(readFileSync(join(root, 'examples', name, 'package.json'), 'utf8')) as Manifest;
    expect(manifest.name).toBe(`handset-example-${name}`);
    const [commands, output] = blocksOf(`examples/${name}/README.md`);
    const script = /^npm (?:run )?(\w+)$/m.exec((commands?.code ?? '').replace('npm install\n', ''))?.[1] as string;
    const { stdout, stderr, status } = runScript(install(name, manifest), manifest.scripts[script] as string);
    expect(`${stdout}${stderr}`).toMatch(patternOf((output?.code ?? '').trimEnd().split('\n')));
    expect(status).toBe(0);
  });

  it('are all in the list', () => {
    const listed = [...textOf('examples/README.md').matchAll(/^\| \[[^\]]+\]\((\S+)\/README\.md\)/gm)].map(([, name]) => name);
    expect(listed.sort()).toEqual([...names].sort());
  });
});
