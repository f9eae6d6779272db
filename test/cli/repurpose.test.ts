import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/program.js';
import { probe } from '../../src/image/index.js';
import { handset, temp, write } from './support.js';

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/images/${name}`, import.meta.url));
const NOKIA = ['--handset', 'Nokia 6230', '--threads', '0'];
const found = (path: string) => probe(new Uint8Array(readFileSync(path)), { name: path });

describe('one picture', () => {
  it('is written as the handset takes it', async () => {
    const { code, out, err } = await handset(['repurpose', fixture('photo-baseline.jpg'), ...NOKIA, '-o', temp('small.jpg')]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toMatch(/photo-baseline\.jpg: jpeg 640x480, 24667 octets -> image\/jpeg 128x96, \d+ octets\n$/);
    expect(found(temp('small.jpg'))).toMatchObject({ format: 'jpeg', widthPx: 128, heightPx: 96 });
  });

  it('takes options, and says what was done', async () => {
    const options = [
      '--use',
      'mms',
      '--full-size',
      '--format',
      'gif',
      '--max-width',
      '60',
      '--max-octets',
      '2500',
      '--background',
      '#102030',
      '--json',
    ];
    const { code, out } = await handset(['repurpose', fixture('logo-alpha.png'), ...NOKIA, ...options, '-o', temp('logo.gif')]);
    expect(code).toBe(0);
    const report = JSON.parse(out);
    expect(report).toMatchObject({
      contentType: 'image/gif',
      widthPx: 60,
      heightPx: 24,
      changed: true,
      output: temp('logo.gif'),
    });
    expect(report.steps).toContain('laid over 16 32 48');
    expect(report.lengthOctets).toBe(readFileSync(temp('logo.gif')).length);
  });

  it('warns of what is lost, and of an extension that is another format', async () => {
    const { code, err } = await handset([
      'repurpose',
      '--strict',
      fixture('photo-baseline.jpg'),
      ...NOKIA,
      '--max-octets',
      '700',
      '-o',
      temp('x.png'),
    ]);
    expect(code).toBe(3);
    expect(err).toContain('warning: ');
    expect(err).toContain('made smaller than the handset shows it');
    expect(err).toContain('x.png holds image/jpeg, for which .jpg is the extension');
  });

  it('goes from standard input to standard output', async () => {
    let out: Uint8Array | string = '';
    const code = await run(['repurpose', '-', '--handset', 'nokia 3310', '--threads', '0', '-o', '-'], {
      stdout: (output) => {
        out = output;
      },
      stderr: () => undefined,
      stdin: async function* () {
        yield new Uint8Array(readFileSync(fixture('photo-422.jpg')));
      },
      env: {},
      color: false,
    });
    expect(code).toBe(0);
    expect(probe(out as unknown as Uint8Array)).toMatchObject({ format: 'wbmp', widthPx: 64, heightPx: 48 });
  });

  it('takes a profile of its user', async () => {
    const profile = write('own-handset.json', '{"screen":{"width":50,"height":50,"bitsPerPixel":1},"images":{"wbmp":true}}');
    const { code } = await handset([
      'repurpose',
      fixture('gray1.png'),
      '--profile',
      profile,
      '--threads',
      '0',
      '-o',
      temp('own.wbmp'),
    ]);
    expect(code).toBe(0);
    expect(found(temp('own.wbmp'))).toMatchObject({ format: 'wbmp', widthPx: 50 });
  });

  it('that is damaged is not written', async () => {
    const { code, err } = await handset(['repurpose', fixture('truncated.jpg'), ...NOKIA, '-o', temp('never.jpg')]);
    expect(code).toBe(1);
    expect(err).toMatch(/^handset: .*truncated\.jpg: JPEG\/scan at 9866: .* \[truncated\]\n$/);
    expect(existsSync(temp('never.jpg'))).toBe(false);
    expect((await handset(['repurpose', fixture('truncated.jpg'), ...NOKIA, '--lenient', '-o', temp('part.jpg')])).code).toBe(
      0,
    );
  });
});

describe('a folder', () => {
  it('is adapted file by file; damaged ones are named, the rest is written', async () => {
    const { items } = JSON.parse(readFileSync(fixture('index.json'), 'utf8')) as { items: { file: string }[] };
    mkdirSync(join(temp('mixed'), 'inner'), { recursive: true });
    for (const { file } of items) write(`mixed/${file}`, new Uint8Array(readFileSync(fixture(file))));
    write('mixed/notes.txt', 'no picture');
    const files = items.length + 1;
    const bars: string[] = [];
    let err = '';
    const code = await run(['repurpose', temp('mixed'), ...NOKIA, '-o', temp('adapted')], {
      stdout: () => undefined,
      stderr: (text) => {
        err += text;
      },
      stdin: async function* () {},
      env: {},
      color: false,
      progress: (line) => bars.push(line),
    });
    const names = readdirSync(temp('adapted'));
    expect(code).toBe(1);
    expect(err).toMatch(/\nhandset: 15 of 42 files: not written \[[a-z-]+\]\n$/);
    expect(names).toHaveLength(files - 15);
    expect(names).toEqual(
      expect.arrayContaining(['photo-baseline.jpg', 'interlaced.jpg', 'wide.png', 'anim-disposal.gif', 'notes.txt']),
    );
    expect(bars.at(-1)).toBe('');
    expect(bars).toContain(`[${'#'.repeat(30)}] ${files}/${files}`);
    expect(bars[0]).toMatch(/^\[#* +\] 1\/\d+$/);
  });

  it.each([
    ['Nokia 6230', 'nokia-6230', 'exact'],
    ['Nokia 9999', 'generic-nokia-mms', 'generic'],
    ['iPhone', 'generic-smartphone', 'generic'],
    ['Nokia 6230b', 'nokia-6230', 'similar'],
  ])('JSON says what %s was taken for, plain text where that is a guess', async (name, id, match) => {
    const small = [fixture('jpeg-named.png'), '--handset', name, '-o', temp('taken.jpg')];
    const { out, err } = await handset(['repurpose', ...small, '--json']);
    expect(JSON.parse(out).handset).toEqual({ id, match });
    for (const said of [err, (await handset(['repurpose', ...small])).err]) {
      expect(said.split('no model is known by that name').length - 1).toBe(match === 'exact' ? 0 : 1);
    }
    const message = [fixture('jpeg-named.png'), '--handset', name, '--json', '-o', temp('taken.mms')];
    expect(JSON.parse((await handset(['compose', ...message])).out).handset).toEqual({ id, match });
  });

  it('a profile of the user matches no name', async () => {
    const profile = write('own-profile.json', new TextEncoder().encode(JSON.stringify({ id: 'mine', screen: { width: 99 } })));
    const { out } = await handset([
      'repurpose',
      fixture('jpeg-named.png'),
      '--profile',
      profile,
      '--json',
      '-o',
      temp('own.jpg'),
    ]);
    expect(JSON.parse(out).handset).toEqual({ id: 'mine' });
  });

  it('gives no name twice, and several files need one', async () => {
    mkdirSync(temp('twins'), { recursive: true });
    const png = write('twins/a.png', new Uint8Array(readFileSync(fixture('interlaced.png'))));
    const jpg = write('twins/a.jpg', new Uint8Array(readFileSync(fixture('photo-422.jpg'))));
    const { code, out } = await handset(['repurpose', png, jpg, ...NOKIA, '--json', '-o', temp('both')]);
    expect(code).toBe(0);
    expect(readdirSync(temp('both')).sort()).toEqual(['a-2.jpg', 'a.jpg']);
    expect(JSON.parse(out).map(({ output }: { output: string }) => output)).toEqual([
      join(temp('both'), 'a.jpg'),
      join(temp('both'), 'a-2.jpg'),
    ]);
    expect((await handset(['repurpose', png, jpg, ...NOKIA, '-o', '-'])).code).toBe(2);
    expect((await handset(['repurpose', png, jpg, ...NOKIA, '-o', png])).err).toMatch(
      /is a file, and there are several pictures/,
    );
    expect((await handset(['repurpose', temp('twins'), ...NOKIA, '-o', temp('twins')])).err).toMatch(/would be written over/);
    // Neither is another picture, whose name the new extension makes.
    mkdirSync(temp('clash'), { recursive: true });
    const source = new Uint8Array(readFileSync(fixture('photo-422.jpg')));
    write('clash/b.jpg', source);
    const other = write('clash/b.png', new Uint8Array(readFileSync(fixture('interlaced.png'))));
    const clash = await handset(['repurpose', other, ...NOKIA, '-o', temp('clash')]);
    expect([clash.code, clash.err]).toEqual([2, expect.stringMatching(/would be written over, or may be/)]);
    expect(new Uint8Array(readFileSync(temp('clash/b.jpg')))).toEqual(source);
    expect((await handset(['repurpose', other, ...NOKIA, '-o', other])).err).toMatch(/would be written over/);
    mkdirSync(temp('empty-folder'), { recursive: true });
    expect((await handset(['repurpose', temp('empty-folder'), ...NOKIA, '-o', temp('both')])).err).toMatch(
      /there is no file in/,
    );
  });
});

describe('files that cannot be read', () => {
  it('are named, and the rest is written', async () => {
    mkdirSync(temp('links'), { recursive: true });
    if (!existsSync(temp('links/good.jpg'))) symlinkSync(fixture('photo-422.jpg'), temp('links/good.jpg'));
    if (!existsSync(temp('links/dead.jpg'))) symlinkSync('/nowhere/at/all.jpg', temp('links/dead.jpg'));
    const { code, err, out } = await handset(['repurpose', temp('links'), ...NOKIA, '--json', '-o', temp('linked')]);
    expect(code).toBe(2);
    expect(err).toMatch(/cannot read .*dead\.jpg: there is no such file\n(.*\n)*.*1 of 2 files: cannot be read/);
    expect(readdirSync(temp('linked'))).toEqual(['good.jpg']);
    expect(JSON.parse(out)).toEqual([
      { file: temp('links/dead.jpg'), error: { message: expect.stringMatching(/cannot read/) } },
      expect.objectContaining({ file: temp('links/good.jpg'), widthPx: 128 }),
    ]);
    const worse = await handset(['repurpose', temp('links'), fixture('truncated.jpg'), ...NOKIA, '-o', temp('linked')]);
    expect([worse.code, worse.err]).toEqual([1, expect.stringMatching(/2 of 3 files: not written/)]);
  });
});

describe('the command line', () => {
  it.each([
    [['x.jpg', '-o', 'y'], /one of --handset and --profile/],
    [['x.jpg', '--handset', 'nokia', '--profile', 'p.json', '-o', 'y'], /one of --handset and --profile/],
    [['x.jpg', '--handset', 'foo', '-o', 'y'], /"foo" names no known handset/],
    [['x.jpg', ...NOKIA], /required option '-o/],
    [['x.jpg', ...NOKIA, '-o', 'y', '--background', 'white'], /six hex digits/],
    [['x.jpg', ...NOKIA, '-o', 'y', '--quality', '101'], /--quality takes a number from 1 to 100/],
    [['x.jpg', ...NOKIA, '--json', '-o', '-'], /--json goes to standard output/],
    [['/nowhere/x.jpg', ...NOKIA, '-o', 'y'], /cannot read/],
  ])('%j is a mistake', async (args, message) => {
    const { code, err } = await handset(['repurpose', ...args]);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });
});
