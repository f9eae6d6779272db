/** What `npm start` installs where nothing is: some of the project's own packages, in the versions that its lock has. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
interface Lock {
  readonly packages: Readonly<Record<string, { readonly version: string; readonly integrity?: string }>>;
}
const read = <T>(...path: readonly string[]) => JSON.parse(readFileSync(join(root, ...path), 'utf8')) as T;

it('the packages of npm start have the ranges and the versions of the whole project', () => {
  const whole = read<Manifest>('package.json');
  const ranges = { ...whole.devDependencies, ...whole.dependencies };
  const { dependencies } = read<Manifest>('config', 'start', 'package.json');
  expect(ranges).toMatchObject(dependencies);
  // What the package itself depends on is needed to run it.
  expect(Object.keys(dependencies)).toEqual(expect.arrayContaining(Object.keys(whole.dependencies)));

  const versionsOf = ({ packages }: Lock) =>
    Object.fromEntries(
      Object.entries(packages)
        .filter(([path]) => path !== '')
        .map(([path, { version, integrity }]) => [path, `${version} ${integrity}`]),
    );
  const few = versionsOf(read<Lock>('config', 'start', 'package-lock.json'));
  expect(Object.keys(few).length).toBeGreaterThan(Object.keys(dependencies).length);
  expect(versionsOf(read<Lock>('package-lock.json'))).toMatchObject(few);
});
