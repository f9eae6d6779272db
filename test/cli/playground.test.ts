import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { Session, UsageError } from '../../src/cli/io.js';
import { writeCount, writePlayground } from '../../src/cli/playground.js';
import { tempFolder } from '../support/cleanup.js';
import { handset } from './support.js';

const folder = tempFolder('playground');
const built = join(folder, 'built');
const FILES = [
  'count.html',
  'hosted/assets/main-1.js',
  'hosted/count/index.html',
  'hosted/icon.svg',
  'hosted/index.html',
  'hosted/worker.js',
  'index.html',
];
for (const name of ['assets', 'count']) mkdirSync(join(built, 'hosted', name), { recursive: true });
for (const name of FILES) writeFileSync(join(built, name), `of ${name}`);

let notes = '';
const session = new Session({
  stdout: () => undefined,
  stderr: (text) => {
    notes += text;
  },
  stdin: async function* () {},
  env: {},
  color: false,
});
const written = (out: string, write = writePlayground) => {
  notes = '';
  write(session, out, pathToFileURL(`${built}/`));
  return notes;
};
const list = (path: string) => readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();

describe('handset playground', () => {
  it('writes a folder, and a newer page over an earlier one, whose files stay for pages that are open', () => {
    const out = join(folder, 'deep', 'site');
    expect(written(out)).toBe(`${out}: 5 files; serve them by HTTPS, or on this machine\n`);
    expect(list(out)).toEqual([
      'assets',
      'assets/main-1.js',
      'count',
      'count/index.html',
      'icon.svg',
      'index.html',
      'worker.js',
    ]);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('of hosted/index.html');
    writeFileSync(join(out, 'assets', 'main-0.js'), '');
    writeFileSync(join(out, 'index.html'), 'of an earlier one');
    written(out);
    expect(list(join(out, 'assets'))).toEqual(['main-0.js', 'main-1.js']);
    expect(readFileSync(join(out, 'index.html'), 'utf8')).toBe('of hosted/index.html');
  });

  it('writes one page under a name that ends in .html', () => {
    const out = join(folder, 'page.html');
    expect(written(out)).toBe(`${out}: open it in a browser\n`);
    expect(readFileSync(out, 'utf8')).toBe('of index.html');
  });

  it('writes the page that counts, under such a name alone', () => {
    const out = join(folder, 'count.html');
    expect(written(out, writeCount)).toBe(`${out}: open it in a browser\n`);
    expect(readFileSync(out, 'utf8')).toBe('of count.html');
    expect(() => written(folder, writeCount)).toThrow(
      new UsageError(`cannot write to ${folder}: --count is one page, whose name ends in .html`),
    );
  });

  it('writes over nothing else', () => {
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'index.html'), 'mine');
    expect(() => written(other)).toThrow(
      new UsageError(`cannot write into ${other}: it holds something other than an earlier playground`),
    );
    expect(() => written(join(other, 'index.html', 'site'))).toThrow('a part of the path is no directory');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(() => written(file)).toThrow('it is a file');
    expect([list(other), readFileSync(join(other, 'index.html'), 'utf8')]).toEqual([['index.html'], 'mine']);
  });

  it('says when there is none, as beside the sources', async () => {
    for (const args of [['none'], ['none.html'], ['none.html', '--count']]) {
      const { code, err } = await handset(['playground', '--out', join(folder, args[0] as string), ...args.slice(1)]);
      expect([code, err]).toEqual([
        2,
        'handset: the playground is not beside these files: the build of the package makes it\n',
      ]);
    }
    expect(list(folder)).not.toContain('none');
  });
});
