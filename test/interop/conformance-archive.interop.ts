import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packArchive } from '../conformance/archive.js';
import { readPack } from '../conformance/pack/build.js';

const sha256 = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

let folder = '';
let root = '';
let archive: Awaited<ReturnType<typeof packArchive>>;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'handset-pack-'));
  archive = await packArchive();
  const path = join(folder, archive.name);
  writeFileSync(path, archive.octets);
  // Another program's reader.
  const unzip = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
  execFileSync('python3', ['-c', unzip, path, folder]);
  root = join(folder, archive.name.replace(/\.zip$/, ''));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('the archive is the same octets each time it is made', async () => {
  expect(sha256((await packArchive()).octets)).toBe(sha256(archive.octets));
});

it('has all files with their sums, and no others', () => {
  const sums = readFileSync(join(root, 'SHA256SUMS'), 'utf8').trimEnd().split('\n');
  const named = sums.map((line) => line.slice(66));
  for (const line of sums) expect(sha256(readFileSync(join(root, line.slice(66)))), line).toBe(line.slice(0, 64));
  const there = readdirSync(root, { recursive: true, encoding: 'utf8', withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1));
  expect(there.sort()).toEqual([...named, 'SHA256SUMS'].sort());
  expect(named).toContain('runner.mjs');
});

it('runs an adapter out of its own folder', () => {
  const said = execFileSync('node', ['runner.mjs', '--format', 'gsm7-packing', '--', 'python3', 'adapters/adapter.py'], {
    cwd: root,
    encoding: 'utf8',
  });
  const count = readPack().cases.filter(({ format }) => format === 'gsm7-packing').length;
  expect(said).toMatch(new RegExp(`^gsm7-packing +${count} +${count} `, 'm'));
});
