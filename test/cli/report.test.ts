import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeOtb } from '../../src/bitmap/index.js';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { ARCHIVE_LIMITS } from '../../src/cli/inspect/archive.js';
import { type ReportOptions, writeReport } from '../../src/cli/inspect/report.js';
import { Session } from '../../src/cli/io.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { PAGE_MARK, REPORT_MARK } from '../../src/show/report/model.js';
import { handset, readText, temp, write } from './support.js';

const logo = encodeOtb(bitmapFromRows(Array.from({ length: 14 }, () => '#..#'.repeat(18))));
const tune = encodeNokiaRingtone(parseRtttl('Bell:d=4,o=5,b=125:c,d,e'));

type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with files of these contents. */
function folder(name: string, files: Files): string {
  const path = temp(name);
  mkdirSync(path);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(join(path, file, '..'), { recursive: true });
    writeFileSync(join(path, file), content);
  }
  return path;
}

interface Index {
  counts: Record<string, number>;
  formats: { format: string; files: number; contents: number; octets: number }[];
  contents: { sha256: string; format: string; names: string[]; within: string[]; faults: string[]; json?: string }[];
  unread: { name: string; reason: string }[];
  files: string[];
}

/** Everything below a folder with its content. */
function contentsOf(path: string): Record<string, string> {
  const names = readdirSync(path, { recursive: true, encoding: 'utf8' }).sort();
  return Object.fromEntries(
    names.flatMap((name) => {
      const at = join(path, name);
      return lstatSync(at).isFile() ? [[name, readFileSync(at, 'latin1')]] : [];
    }),
  );
}

/** A report as a function of its options. */
async function report(paths: readonly string[], page: string, options: ReportOptions = {}) {
  const notes: string[] = [];
  const session = new Session({
    stdout: () => {},
    stderr: (text) => notes.push(text),
    stdin: async function* () {},
    env: {},
    color: false,
  });
  const index = (await writeReport(session, paths, page, options)) as unknown as Index;
  return { index, notes };
}

const archive: Files = {
  'logo.bin': logo,
  'old/logo copy': logo,
  tone: tune,
  'tone.hex': `${toHex(tune)}\n`,
  '.hidden/read me': 'Hello <b>all</b>\n',
  'zz.dat': Uint8Array.of(0xff, 0xfe, 0x00, 0x80),
  empty: '',
};

describe('a report', () => {
  it('is a page, and a folder with conversions and an index', async () => {
    const path = folder('first', archive);
    const { code, out, err } = await handset(['inspect', path, '--report', temp('first.html')]);
    expect([code, out]).toEqual([0, '']);
    expect(err).toBe(`${temp('first.html')}: 7 files, 6 contents, 3 formats, 2 unknown\n`);
    const index = JSON.parse(readText(temp('first_files/index.json'))) as Index;
    expect(index.formats).toEqual([
      { format: 'nokia-ringtone', files: 2, contents: 2, octets: tune.length * 3 + 1 },
      { format: 'ota-bitmap', files: 2, contents: 1, octets: logo.length * 2 },
      { format: 'text', files: 1, contents: 1, octets: 17 },
      { format: 'unknown', files: 2, contents: 2, octets: 4 },
    ]);
    expect(index.counts).toEqual({ files: 7, contents: 6, octets: 3 * tune.length + 1 + 2 * logo.length + 21, unread: 0 });
    expect(index.contents.map(({ format, names, within }) => [format, names, within])).toEqual([
      ['nokia-ringtone', ['tone'], []],
      ['nokia-ringtone', ['tone.hex'], ['hex']],
      ['ota-bitmap', ['logo.bin', 'old/logo copy'], []],
      ['text', ['.hidden/read me'], []],
      ['unknown', ['empty'], []],
      ['unknown', ['zz.dat'], []],
    ]);
    expect(readdirSync(temp('first_files')).sort()).toEqual([...index.files, 'index.json'].sort());
    expect(index.files.every((name) => /^[0-9a-f]{64}\.(json|png|wav|mid)$/.test(name))).toBe(true);
    const [tone] = index.contents as [Index['contents'][0]];
    // That of no octets at all: FIPS 180-4 examples.
    const nothing = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
    expect(index.contents.find(({ names }) => names.includes('empty'))?.sha256).toBe(nothing);
    expect(index.files).toEqual(expect.arrayContaining(['json', 'wav', 'mid'].map((form) => `${tone.sha256}.${form}`)));
    expect(JSON.parse(readText(temp(`first_files/${tone.json}`)))).toMatchObject({
      sha256: tone.sha256,
      readings: [{ format: 'nokia-ringtone' }],
      tree: { name: 'Nokia ringtone', start: 0, end: tune.length },
    });
  });

  it('of the same files is the same, to the octet', async () => {
    folder('again', {});
    const path = folder('again/in', archive);
    await handset(['inspect', path, '--report', temp('again/report.html')]);
    const first = contentsOf(temp('again'));
    await handset(['inspect', path, '--report', temp('again/report.html')]);
    expect(contentsOf(temp('again'))).toEqual(first);
    rmSync(temp('again/report.html'));
    rmSync(temp('again/report_files'), { recursive: true });
    await handset(['inspect', path, '--report', temp('again/report.html')]);
    expect(contentsOf(temp('again'))).toEqual(first);
  });

  it('inside of the folder is not a part of it', async () => {
    const path = folder('inside', { 'logo.bin': logo });
    const { index } = await report([path], join(path, 'report.html'));
    expect(index.counts.files).toBe(1);
    const { index: second } = await report([path], join(path, 'report.html'));
    expect(second).toEqual(index);
    // Another one is a file like all others.
    const { index: third } = await report([path], join(path, 'other.html'));
    expect(third.counts.files).toBeGreaterThan(1);
  });

  it('is left out when it is named itself, and is no report of itself alone', async () => {
    const path = folder('named', { 'logo.bin': logo });
    const page = join(path, 'report.html');
    const { index } = await report([path], page);
    const all = [join(path, 'logo.bin'), page, join(path, 'report_files')];
    const { index: second } = await report(all, page);
    expect(second).toMatchObject({ source: all[0], counts: { files: 1, unread: 0 }, files: index.files });
    for (const own of [page, join(path, 'report_files'), join(path, 'report_files', index.files[0] as string)]) {
      const { code, err } = await handset(['inspect', own, '--report', page]);
      expect([code, err]).toEqual([2, `handset: ${page} would take the place of what it is about: choose another name\n`]);
    }
    expect(readdirSync(join(path, 'report_files')).sort()).toEqual([...index.files, 'index.json'].sort());
  });

  it('of files and folders has their names as they were given', async () => {
    const path = folder('mixed', { 'logo.bin': logo });
    const file = write('mixed tone', tune);
    const { index } = await report([file, path], temp('mixed.html'));
    expect(index.contents.map(({ names }) => names)).toEqual([[file], [`${path}/logo.bin`]]);
  });

  it('may be of standard input, and prints its index under --json', async () => {
    const page = temp('stdin.html');
    const { code, out } = await handset(['inspect', '--report', page, '--json'], { stdin: logo });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual(JSON.parse(readText(temp('stdin_files/index.json'))));
    expect(JSON.parse(out)).toMatchObject({ report: REPORT_MARK, contents: [{ names: ['standard input'] }] });
    await handset(['inspect', '--report', page, '--json', '-o', temp('index copy')], { stdin: logo });
    expect(JSON.parse(readText(temp('index copy')))).toEqual(JSON.parse(out));
  });

  it('of an empty folder says so', async () => {
    const { index } = await report([folder('hollow', {})], temp('hollow.html'));
    expect(index).toMatchObject({ counts: { files: 0 }, contents: [], files: [] });
    expect(readText(temp('hollow.html'))).toContain('There is no file in it.');
  });
});

describe('what cannot be read', () => {
  it('is told on the page, in the index and on standard error; --strict counts it', async () => {
    const path = folder('unread', { 'logo.bin': logo, zeros: new Uint8Array(1_048_577) });
    symlinkSync('/etc/passwd', join(path, 'link'));
    const { code, err } = await handset(['inspect', path, '--report', temp('unread.html')]);
    expect(code).toBe(0);
    expect(err).toContain('warning: not read: link: a symbolic link, which is not followed\n');
    expect(err).toContain('warning: not read: zeros: 1048577 octets, at most 1048576 are read\n');
    expect(readText(temp('unread.html'))).toContain('<bdi>link</bdi>: a symbolic link, which is not followed');
    expect((await handset(['inspect', path, '--report', temp('unread.html'), '--strict'])).code).toBe(3);
    expect(readText(temp('unread.html'))).not.toContain('root:');
  });

  it('is told ten times, and counted', async () => {
    const path = folder('links', {});
    for (let i = 10; i < 25; i++) symlinkSync('/', join(path, `link${i}`));
    const { index, notes } = await report([path], temp('links.html'));
    expect(index.unread).toHaveLength(15);
    expect(notes.filter((note) => note.startsWith('warning'))).toHaveLength(11);
    expect(notes.at(-1)).toBe('warning: not read: 5 more\n');
  });

  it('is what lies behind very many octets, and behind very many files', async () => {
    const path = folder('octets', { a: 'aaaa', b: 'bbbb', c: 'cccc' });
    const { index } = await report([path], temp('octets.html'), { archive: { ...ARCHIVE_LIMITS, totalOctets: 5 } });
    expect(index.unread).toEqual([{ name: 'c', reason: 'behind more than 5 octets of other files' }]);
    const few = { archive: { ...ARCHIVE_LIMITS, files: 2 } };
    const { index: files } = await report([write('first file', 'x'), path], temp('octets.html'), few);
    expect(files.unread).toEqual([{ name: `${path}/b`, reason: 'too many files: this one and 1 behind it are left out' }]);
  });

  it('of standard input is likewise', async () => {
    const { err } = await handset(['inspect', '--report', temp('long.html')], { stdin: new Uint8Array(1_048_577) });
    expect(err).toContain('not read: standard input: 1048577 octets, at most 1048576 are read');
  });

  it('and a name that is not there ends the command, before anything is written', async () => {
    const { code, err } = await handset(['inspect', temp('nowhere'), '--report', temp('never.html')]);
    expect([code, err]).toEqual([2, expect.stringContaining('there is no such file')]);
    expect(existsSync(temp('never_files'))).toBe(false);
  });
});

describe('the size of a report', () => {
  it('ends where its limit is, and the cards say so', async () => {
    const path = folder('size', { tone: tune });
    const { index } = await report([path], temp('size.html'), { mostWritten: 3_000 });
    expect(index.contents[0]?.faults).toEqual(['not all of its files are there: the report has its largest size']);
    const written = readdirSync(temp('size_files')).filter((name) => name !== 'index.json');
    expect(written.sort()).toEqual(index.files);
    expect(written.some((name) => name.endsWith('.wav'))).toBe(false);
  });

  it('is kept by cutting large trees', async () => {
    const lines = Array.from({ length: 1000 }, (_, i) => `0100048121430000${'06'}F4F29C0E72${(i % 90) + 10}`).join('\n');
    const { index } = await report([write('many lines', lines)], temp('trees.html'));
    const json = readText(temp(`trees_files/${index.contents[0]?.json}`));
    expect(json).toMatch(/"leftOut":"\d+ fields"/);
    expect(json.match(/"name":/g)?.length).toBeLessThan(6_000);
    const long = await report([write('long value', 'x'.repeat(5_000))], temp('value.html'));
    expect(readText(temp(`value_files/${long.index.contents[0]?.json}`)).length).toBeLessThan(3_000);
  });
});

describe('an account in a request', () => {
  it('stands nowhere in the report', async () => {
    const form = 'Username=somebody&PIN=471147&SendTo=447700900123&Text=Hi';
    const soap = readText(new URL('../../fixtures/soap/php-submit-text.xml', import.meta.url).pathname);
    const json = JSON.stringify({ username: 'x', pin: '471147', nested: { Password: 471147 }, pins: 'kept' });
    const path = folder('accounts', { form, soap, json, wrapped: Buffer.from(form).toString('base64') });
    await report([path], temp('accounts.html'));
    const everything = JSON.stringify([contentsOf(temp('accounts_files')), readText(temp('accounts.html'))]);
    expect(everything).toContain('somebody');
    expect(everything).toContain('kept');
    expect(everything).not.toContain('471147');
    expect(everything).not.toContain(toHex(encodeUtf8('471147')));
    expect(everything).not.toContain('>123456<');
    expect(everything).not.toContain('"123456"');
  });
});

describe('what is there already', () => {
  let sources = 0;
  const path = () => folder(`source ${++sources}`, { 'logo.bin': logo });

  it('of an earlier report goes, as far as its index lists it; everything else stays', async () => {
    const source = path();
    await report([source], temp('kept.html'));
    writeFileSync(temp('kept_files/notes.txt'), 'mine');
    rmSync(join(source, 'logo.bin'));
    const before = readdirSync(temp('kept_files'));
    await report([source], temp('kept.html'));
    expect(before).toHaveLength(4);
    expect(readdirSync(temp('kept_files')).sort()).toEqual(['index.json', 'notes.txt']);
  });

  it('and is a folder of another origin stays as it is', async () => {
    const mine = folder('mine_files', { 'letter.txt': 'mine' });
    const refused = { code: 2, err: expect.stringContaining('is not the folder of an earlier report') };
    expect(await handset(['inspect', path(), '--report', temp('mine.html')])).toMatchObject(refused);
    for (const index of ['{}', 'null', '[]', 'no JSON', JSON.stringify({ report: REPORT_MARK })]) {
      writeFileSync(join(mine, 'index.json'), index);
      expect(await handset(['inspect', path(), '--report', temp('mine.html')])).toMatchObject(refused);
    }
    expect(contentsOf(mine)).toMatchObject({ 'letter.txt': 'mine' });
    expect(existsSync(temp('mine.html'))).toBe(false);
  });

  it('and claims to be an earlier report has no way out of the folder', async () => {
    const victim = write('victim', 'mine');
    const own = 'a'.repeat(64);
    const files = ['../victim', victim, './index.json', '..', '', 7, null, `${own}.exe`, `${own}.png`, `../${own}.png`];
    const forged = folder('forged_files', {
      'index.json': JSON.stringify({ report: REPORT_MARK, files }),
      [`${own}.exe`]: 'x',
    });
    symlinkSync(victim, join(forged, `${own}.png`));
    await report([path()], temp('forged.html'));
    expect(readText(victim)).toBe('mine');
    expect(readdirSync(forged)).toContain(`${own}.exe`);
    expect(readdirSync(forged)).not.toContain(`${own}.png`);
  });

  it('and is a link is not written through', async () => {
    const victim = write('target', 'mine');
    const source = path();
    const { index } = await report([source], temp('through.html'));
    const [name = ''] = index.files;
    // Not listed, as after a report that was broken off.
    writeFileSync(temp('through_files/index.json'), JSON.stringify({ report: REPORT_MARK, files: [] }));
    rmSync(temp(`through_files/${name}`));
    symlinkSync(victim, temp(`through_files/${name}`));
    await report([source], temp('through.html'));
    expect(lstatSync(temp(`through_files/${name}`)).isFile()).toBe(true);
    symlinkSync(victim, temp('linked.html'));
    expect(await handset(['inspect', source, '--report', temp('linked.html')])).toMatchObject({ code: 2 });
    expect(readlinkSync(temp('linked.html'))).toBe(victim);
    symlinkSync(folder('elsewhere', {}), temp('away_files'));
    expect(await handset(['inspect', source, '--report', temp('away.html')])).toMatchObject({
      code: 2,
      err: expect.stringContaining('is there, and no folder'),
    });
    expect(readText(victim)).toBe('mine');
    expect(readdirSync(temp('elsewhere'))).toEqual([]);
  });

  it('and is a page of another origin stays as it is', async () => {
    for (const content of ['<!doctype html><title>mine</title>', '', `${' '.repeat(2000)}${PAGE_MARK}`]) {
      write('homepage.html', content);
      expect(await handset(['inspect', path(), '--report', temp('homepage.html')])).toMatchObject({
        code: 2,
        err: expect.stringContaining('is not the page of an earlier report'),
      });
      expect(readText(temp('homepage.html'))).toBe(content);
    }
    expect(existsSync(temp('homepage_files'))).toBe(false);
  });

  it('and is an empty folder is used', async () => {
    folder('free_files', {});
    expect((await report([path()], temp('free.html'))).index.files).toHaveLength(2);
  });
});

describe('refusals', () => {
  it.each(['report', 'report.txt', '.html', '-', 'dir/'])('--report %s is no page', async (page) => {
    const { code, err } = await handset(['inspect', write('x.bin', logo), '--report', page]);
    expect([code, err]).toEqual([2, expect.stringContaining('--report takes the name of a page')]);
  });

  it('a place that is not there', async () => {
    const { code, err } = await handset(['inspect', temp('x.bin'), '--report', temp('no/such/place.html')]);
    expect([code, err]).toEqual([2, expect.stringMatching(/cannot write .*place\.html: there is no such directory/)]);
  });

  it.each([
    ['hex', ['--hex', '0102']],
    ['base64', ['--base64', 'AQI=']],
    ['as', ['--as', 'udh']],
    ['direction', ['--direction', 'MO']],
    ['identify', ['--identify']],
    ['spec', ['--spec']],
    ['depth', ['--depth', '2']],
  ])('--%s beside --report', async (name, args) => {
    const { code, err } = await handset(['inspect', ...args, '--report', temp('no.html')]);
    expect([code, err]).toEqual([2, expect.stringContaining(`--${name} does not go with --report`)]);
  });

  it('-o without --json', async () => {
    const { code, err } = await handset(['inspect', temp('x.bin'), '--report', temp('no.html'), '-o', temp('y')]);
    expect([code, err]).toEqual([2, expect.stringContaining('-o goes with --report and --json')]);
  });
});

describe('a folder without --report', () => {
  it('is refused with the way to go on', async () => {
    const path = folder('plain', { 'logo.bin': logo });
    const { code, err } = await handset(['inspect', path]);
    expect([code, err]).toEqual([2, expect.stringContaining(`${path} is a folder: --report PAGE.html shows`)]);
  });

  it('is listed by --identify, a line for each file', async () => {
    const path = folder('listed', { 'b/logo': logo, 'a\nb': 'Hello', c: Uint8Array.of(255), 'd.hex': toHex(tune) });
    symlinkSync('/', join(path, 'link'));
    const { code, out, err } = await handset(['inspect', path, '--identify']);
    expect(code).toBe(0);
    expect(out.split('\n')).toEqual([
      '0.20  text  a\\nb: printable UTF-8',
      expect.stringMatching(/^0\.9\d {2}ota-bitmap {2}b\/logo: 72x14/),
      '   -  unknown  c',
      expect.stringMatching(/^0\.99 {2}nokia-ringtone {2}d\.hex: /),
      '',
    ]);
    expect(err).toBe('warning: not read: link: a symbolic link, which is not followed\n');
    const json = JSON.parse((await handset(['inspect', path, '--identify', '--json'])).out);
    expect(json).toMatchObject([{ name: 'a\nb' }, { name: 'b/logo', readings: [{ format: 'ota-bitmap' }] }, {}, {}]);
    expect((await handset(['inspect', path, '--identify', '--strict'])).code).toBe(3);
    writeFileSync(join(path, 'zeros'), new Uint8Array(1_048_577));
    const { out: same, err: more } = await handset(['inspect', path, '--identify']);
    expect([same, more]).toEqual([out, expect.stringContaining('not read: zeros: 1048577 octets')]);
  });
});
