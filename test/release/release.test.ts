import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  findObstacles,
  ofProduction,
  parseRepository,
  relativeLinks,
  withAbsoluteLinks,
  withoutRun,
  withRepository,
} from '../../config/release-parts.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const address = 'https://git.example/group/handset';

describe('the repository', () => {
  it.each([[address], [`${address}.git`], [`${address}/`], [`git+${address}.git`]])('%s is one address', (text) => {
    expect(parseRepository(text)).toBe(address);
  });

  it.each([
    '',
    'handset',
    'git@git.example:group/handset.git',
    'http://git.example/a/b',
    'https://git.example',
    `${address} x`,
  ])('%j is refused', (text) => {
    expect(() => parseRepository(text)).toThrow(`expected https://host/owner/name, not ${text}`);
  });

  it('sets three fields after the author, also when they are there', () => {
    const before = { name: 'a', author: 'b', type: 'module' };
    const after = {
      name: 'a',
      author: 'b',
      homepage: `${address}#readme`,
      repository: { type: 'git', url: `git+${address}.git` },
      bugs: { url: `${address}/issues` },
      type: 'module',
    };
    expect(JSON.stringify(withRepository(before, address))).toBe(JSON.stringify(after));
    expect(JSON.stringify(withRepository(withRepository(before, 'https://other.example/x/y'), address))).toBe(
      JSON.stringify(after),
    );
  });
});

describe('links', () => {
  const to = (markdown: string) => withAbsoluteLinks(markdown, address, 'v1.0.0');

  it.each([
    ['[a](docs/a.md#b)', `[a](${address}/blob/v1.0.0/docs/a.md#b)`],
    ['[a](./a.md)', `[a](${address}/blob/v1.0.0/a.md)`],
    ['![a](b.png)', `![a](${address}/raw/v1.0.0/b.png)`],
    ['[`a`](a.md) and [b](b.md)', `[\`a\`](${address}/blob/v1.0.0/a.md) and [b](${address}/blob/v1.0.0/b.md)`],
    ['`x` [a](a.md) `y`', `\`x\` [a](${address}/blob/v1.0.0/a.md) \`y\``],
    ['[![a](b.png)](a.md)', `[![a](${address}/raw/v1.0.0/b.png)](${address}/blob/v1.0.0/a.md)`],
  ])('%s becomes absolute', (markdown, absolute) => {
    expect(to(markdown)).toBe(absolute);
  });

  it.each(['[a](https://b.example/c)', '[a](mailto:b@c.example)', '[a](#b)', '`[a](b.md)`', '```\n[a](b.md)\n```'])(
    '%j stays',
    (markdown) => {
      expect(to(markdown)).toBe(markdown);
    },
  );

  it.each(['README.md', 'CHANGELOG.md'])('%s has none that stays relative, and its code is unchanged', (page) => {
    const source = readFileSync(join(root, page), 'utf8');
    expect(relativeLinks(source)).not.toEqual([]);
    const packed = to(source);
    expect(relativeLinks(packed)).toEqual([]);
    const codeOf = (text: string) => text.match(/^```[\s\S]*?^```/gm);
    expect(codeOf(packed)).toEqual(codeOf(source));
  });
});

describe('obstacles to a release', () => {
  const manifest = { version: '1.2.3', repository: { url: `git+${address}.git` }, publishConfig: { provenance: true } };
  const ready = { manifest, changelog: '# Changelog\n\n## Unreleased\n\n## 1.2.3 (2025-01-01)\n', changes: [] as string[] };

  it('is nothing when all is ready', () => {
    expect(findObstacles(ready)).toEqual([]);
    expect(findObstacles({ ...ready, changelog: '## [1.2.3] - 2025-01-01' })).toEqual([]);
  });

  it.each([
    [{ changes: [' M a', '?? b'] }, 'the tree has changes:  M a, ?? b'],
    [{ changelog: '## Unreleased\n\nThe first version, 1.2.3\n\n## 1.2.30\n' }, 'CHANGELOG.md has no section "## 1.2.3"'],
    [{ manifest: { ...manifest, repository: undefined } }, 'package.json has no repository: npm run release'],
    [{ manifest: { ...manifest, publishConfig: {} } }, 'publishConfig.provenance of package.json is not true'],
  ])('is said: %j', (change, obstacle) => {
    expect(findObstacles({ ...ready, ...change })).toEqual([expect.stringContaining(obstacle)]);
  });

  it('this package asks for provenance', () => {
    const { publishConfig } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    expect(publishConfig).toEqual({ access: 'public', provenance: true });
  });
});

it('a bill of materials has no number and no time of its run', () => {
  const bill = {
    bomFormat: 'CycloneDX',
    serialNumber: 'urn:uuid:1',
    metadata: { timestamp: 'now', tools: [] },
    components: [],
  };
  expect(withoutRun(bill)).toEqual({ bomFormat: 'CycloneDX', metadata: { tools: [] }, components: [] });
});

it('what comes with the package: its dependencies and theirs, and what is part of its files', () => {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const production = ofProduction(manifest, lock);
  const own = Object.keys(manifest.dependencies).map((name) => `node_modules/${name}`);
  // xmlchars belongs to saxes; commander is part of the command line's files.
  const others = ['node_modules/commander', 'node_modules/xmlchars'];
  expect(Object.keys(production.lock.packages).sort()).toEqual(['', ...own, ...others].sort());
  expect(production.lock.packages['node_modules/commander']).not.toHaveProperty('dev');
  expect(production.manifest).not.toHaveProperty('devDependencies');
  expect(production.manifest).toHaveProperty('dependencies.commander', manifest.devDependencies.commander);
});
