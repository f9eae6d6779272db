/** What a command loads before it runs: a command line that starts slowly is used less. */
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { handset } from './support.js';

const root = fileURLToPath(new URL('../../', import.meta.url));

const { metafile } = await build({
  entryPoints: [`${root}src/cli/main.ts`],
  absWorkingDir: root,
  ...{ bundle: true, splitting: true, format: 'esm', platform: 'node', packages: 'external' },
  ...{ metafile: true, write: false, outdir: 'dist' },
});

/** Modules and packages that are loaded with a module, without those that are imported later. */
function loadedWith(module: string): { modules: string[]; packages: string[] } {
  const entry = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === module)?.[0] as string;
  const outputs = new Set([entry]);
  const packages = new Set<string>();
  for (const path of outputs) {
    for (const { path: imported, kind, external } of metafile.outputs[path]?.imports ?? []) {
      if (kind !== 'import-statement') continue;
      if (external !== true) outputs.add(imported);
      else if (!imported.startsWith('node:') && !builtinModules.includes(imported)) packages.add(imported);
    }
  }
  const modules = [...outputs].flatMap((path) =>
    Object.entries(metafile.outputs[path]?.inputs ?? {}).flatMap(([name, { bytesInOutput }]) =>
      bytesInOutput > 0 ? [name] : [],
    ),
  );
  return { modules: modules.sort(), packages: [...packages].sort() };
}

it('handset --version and --help load the list of commands, and no command', () => {
  const { modules, packages } = loadedWith('src/cli/main.ts');
  expect(packages).toEqual(['commander']);
  expect(modules.filter((name) => !name.startsWith('src/bytes/'))).toEqual([
    'src/cli/colors.ts',
    'src/cli/commands.ts',
    'src/cli/examples.ts',
    'src/cli/io.ts',
    'src/cli/main.ts',
    'src/cli/package-version.ts',
    'src/cli/program.ts',
    'src/errors.ts',
    'src/inspect/printable.ts',
    'src/show/json.ts',
  ]);
});

it('handset segment loads the alphabets and no format', () => {
  const { modules, packages } = loadedWith('src/cli/segment.ts');
  expect(packages).toEqual(['commander', 'picocolors']);
  const folders = new Set(modules.map((name) => name.split('/').slice(0, 2).join('/')));
  expect([...folders].sort()).toEqual(['src/bytes', 'src/cli', 'src/errors.ts', 'src/inspect', 'src/show', 'src/text']);
  expect(modules.filter((name) => name.startsWith('src/inspect/'))).toEqual([
    'src/inspect/hex-digits.ts',
    'src/inspect/printable.ts',
  ]);
});

it.each(COMMANDS.map(({ usage, description }) => [usage, description]))(
  '%s is what its own help says',
  async (usage, description) => {
    const [name = '', ...args] = usage.split(' ');
    const { code, out } = await handset([name, '--help']);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toMatch(new RegExp(`^Usage: handset ${name} (\\[options\\]|\\[command\\])`));
    for (const argument of args) expect(out.split('\n')[0]).toContain(argument);
    expect(out.replace(/\s+/g, ' ')).toContain(description);
    expect((await handset(['help', name])).out).toBe(out);
  },
);

it.each([
  ['encode', 'text'],
  ['send', 'mms'],
])('handset %s %s tells its options, however help is asked for', async (command, kind) => {
  const { code, out } = await handset([command, kind, '--help']);
  expect(code).toBe(0);
  expect(out).toContain('--to <');
  for (const args of [
    ['help', command, kind],
    [command, 'help', kind],
  ]) {
    expect((await handset(args)).out, args.join(' ')).toBe(out);
  }
});

it.each(['convert', 'lint'])('handset %s goes by the names of files, and loads no table of formats', (name) => {
  const { modules } = loadedWith(`src/cli/files/${name}.ts`);
  expect(modules).toContain('src/inspect/formats/names.ts');
  expect(modules).not.toContain('src/inspect/formats/table.ts');
});
