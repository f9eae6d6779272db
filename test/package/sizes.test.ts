/**
 * docs/sizes.md says what size-limit checks, for every subpath that bundles.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  exports: Record<string, unknown>;
  'size-limit': { name: string; path: string; import?: string; ignore?: string[]; limit: string }[];
};
const page = readFileSync(join(root, 'docs/sizes.md'), 'utf8');
const limits = manifest['size-limit'];

it('the table has the limits that are checked, in their order', () => {
  const rows = [...page.matchAll(/^\| `(handset[^`]*)` \| ([\d.]+) \| ([^|]*)\|$/gm)];
  expect(rows.map(([, name, kilobytes]) => `${name} ${kilobytes} kB`)).toEqual(
    limits.map(({ name, limit }) => `${name} ${limit}`),
  );
  // Everything that is imported counts.
  expect(limits.filter(({ ignore }) => ignore !== undefined)).toEqual([]);
});

it('a limit measures what its name says', () => {
  for (const { name, path, import: imported } of limits) {
    const [specifier = '', only] = name.split(': ');
    expect(path, name).toBe(`dist/${specifier === 'handset' ? 'index' : specifier.slice('handset/'.length)}.js`);
    expect(imported, name).toBe(only === undefined ? undefined : `{ ${only} }`);
  }
});

it('every subpath has a limit but those that need Node', () => {
  const whole = limits.filter((limit) => limit.import === undefined).map(({ name }) => name);
  const subpaths = Object.keys(manifest.exports).map((subpath) => subpath.replace('.', 'handset'));
  expect(subpaths.filter((name) => !whole.includes(name))).toEqual([
    'handset/image',
    'handset/smpp/node',
    'handset/smpp/centre',
    'handset/gateway',
    'handset/package.json',
  ]);
});
