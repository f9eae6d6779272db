import { execFileSync } from 'node:child_process';
import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ARCHIVE_LIMITS, type ArchiveFile, listArchive, readArchiveFile } from '../../src/cli/inspect/archive.js';
import { temp } from './support.js';

/** A folder of its own with files of these names, each holding its name. */
function folder(name: string, files: readonly string[]): string {
  const path = temp(name);
  mkdirSync(path);
  for (const file of files) {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), file);
  }
  return path;
}

/** Node makes none with a name. */
const makePipe = (path: string) => execFileSync('/usr/bin/env', ['mkfifo', path]);

const names = (files: readonly { name: string }[]) => files.map(({ name }) => name);
const text = (file: ArchiveFile | undefined) => {
  const octets = readArchiveFile(file as ArchiveFile, 100);
  return typeof octets === 'string' ? octets : new TextDecoder().decode(octets);
};

describe('a folder', () => {
  it('is listed with all below it in the order of the octets, hidden files too', () => {
    const path = folder('order', ['b.txt', 'B.txt', '.hidden', 'a/z', 'a/.git/config', 'ä', 'a.txt']);
    const { files, unread } = listArchive(path);
    expect(names(files)).toEqual(['.hidden', 'B.txt', 'a/.git/config', 'a/z', 'a.txt', 'b.txt', 'ä']);
    expect(unread).toEqual([]);
    expect(files.map(text)).toEqual(names(files));
  });

  it('may be empty, and may be named through a link', () => {
    expect(listArchive(folder('nothing', []))).toEqual({ files: [], unread: [] });
    symlinkSync(folder('real', ['x']), temp('linked'));
    expect(names(listArchive(temp('linked')).files)).toEqual(['x']);
  });

  it('that is not there is an error of the system', () => {
    expect(() => listArchive(temp('absent'))).toThrow(/ENOENT/);
  });

  it('leaves out what is not its own', () => {
    const path = folder('own', ['keep', 'out.html', 'out_files/x', 'sub/out.html']);
    const own = Buffer.from(join(realpathSync(path), 'out.html'));
    const ownFolder = Buffer.from(join(realpathSync(path), 'out_files'));
    const isOwn = (at: Uint8Array) => own.equals(at) || ownFolder.equals(at);
    expect(names(listArchive(path, isOwn).files)).toEqual(['keep', 'sub/out.html']);
  });

  it('gives names that are no UTF-8 with escapes, and their files all the same', () => {
    const path = folder('octets', []);
    const name = Buffer.from([0x61, 0xff, 0xc3, 0x28]);
    writeFileSync(Buffer.concat([Buffer.from(`${path}/`), name]), 'found');
    const { files } = listArchive(path);
    expect(names(files)).toEqual(['a\\xFF\\xC3(']);
    expect(text(files[0])).toBe('found');
  });
});

describe('what is no plain file', () => {
  it('is told, and neither followed nor opened', () => {
    const path = folder('special', ['file']);
    symlinkSync('/etc/passwd', join(path, 'link'));
    symlinkSync('/', join(path, 'root'));
    symlinkSync('nowhere', join(path, 'broken'));
    makePipe(join(path, 'pipe'));
    const { files, unread } = listArchive(path);
    expect(names(files)).toEqual(['file']);
    expect(unread).toEqual([
      { name: 'broken', reason: 'a symbolic link, which is not followed' },
      { name: 'link', reason: 'a symbolic link, which is not followed' },
      { name: 'pipe', reason: 'a pipe, which is not opened' },
      { name: 'root', reason: 'a symbolic link, which is not followed' },
    ]);
  });

  it('is not read either when it has come in the place of a file', () => {
    const path = folder('swapped', ['a', 'b', 'c', 'd']);
    const [a, b, c, d] = listArchive(path).files;
    for (const name of ['a', 'b', 'c', 'd']) rmSync(join(path, name));
    symlinkSync('/etc/passwd', join(path, 'a'));
    makePipe(join(path, 'b'));
    mkdirSync(join(path, 'c'));
    expect(text(a)).toBe('a symbolic link, which is not followed');
    expect(text(b)).toBe('no plain file');
    expect(text(c)).toBe('no plain file');
    expect(text(d)).toBe('there is no such file');
  });

  it('says what the system says, whoever asks', () => {
    const path = folder('refused', []);
    const at = (name: string) => ({ name, path: Buffer.from(join(path, name)) });
    // No system has names as long as this, a folder in a file, or a loop without an end.
    writeFileSync(join(path, 'file'), '');
    symlinkSync('loop', join(path, 'loop'));
    expect(text(at('n'.repeat(300)))).toBe('ENAMETOOLONG');
    expect(text(at('file/inside'))).toBe('a part of the path is no directory');
    expect(text(at('loop/inside'))).toBe('a symbolic link, which is not followed');
  });

  it('a folder that goes while it is listed is told, and the others are read', () => {
    const path = folder('going', ['a/x', 'b/y', 'c']);
    const going = Buffer.from(join(realpathSync(path), 'b'));
    const { files, unread } = listArchive(path, (at) => {
      if (going.equals(at)) rmSync(going, { recursive: true });
      return false;
    });
    expect(names(files)).toEqual(['a/x', 'c']);
    expect(unread).toEqual([{ name: 'b', reason: 'there is no such file' }]);
  });
});

describe('limits', () => {
  it('are as documented', () => {
    expect(ARCHIVE_LIMITS).toEqual({ files: 10_000, entries: 100_000, depth: 32, totalOctets: 2 ** 30 });
  });

  it('of files leave out those behind', () => {
    const path = folder('many', ['a', 'b', 'c', 'd']);
    const { files, unread } = listArchive(path, undefined, { ...ARCHIVE_LIMITS, files: 2 });
    expect(names(files)).toEqual(['a', 'b']);
    expect(unread).toEqual([{ name: 'c', reason: 'too many files: this one and 1 behind it are left out' }]);
    const { unread: one } = listArchive(path, undefined, { ...ARCHIVE_LIMITS, files: 3 });
    expect(one).toEqual([{ name: 'd', reason: 'too many files: this one is left out' }]);
  });

  it('of entries end the looking', () => {
    const path = folder('entries', ['a', 'b', 'c', 'd']);
    const { files, unread } = listArchive(path, undefined, { ...ARCHIVE_LIMITS, entries: 3 });
    expect(files).toHaveLength(3);
    expect(unread).toEqual([{ name: '.', reason: 'more than 3 entries: the rest of it is left out' }]);
  });

  it('of depth leave folders closed', () => {
    const path = folder('deep', ['1/2/3/x', '1/2/y']);
    const { files, unread } = listArchive(path, undefined, { ...ARCHIVE_LIMITS, depth: 2 });
    expect(names(files)).toEqual(['1/2/y']);
    expect(unread).toEqual([{ name: '1/2/3', reason: 'more than 2 folders inside of each other' }]);
  });

  it('of octets are looked at before a file is read', () => {
    const path = folder('large', ['exactly', 'too-long']);
    const [exactly, long] = listArchive(path).files as [ArchiveFile, ArchiveFile];
    expect(readArchiveFile(exactly, 7)).toHaveLength(7);
    expect(readArchiveFile(long, 7)).toBe('8 octets, at most 7 are read');
  });
});
