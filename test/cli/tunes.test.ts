import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeNokiaRingtone, encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { handset, readText, shared, temp, write } from './support.js';

const FILES = ['fur-elise.rtttl', 'greensleeves.rtx', 'ode-to-joy.rtttl'];

describe('convert', () => {
  it.each(FILES)('%s to .ott, back to .rtttl and .rtx, and to .ott again', async (name) => {
    const [ott, rtttl, rtx, again] = ['a.ott', 'a.rtttl', 'a.rtx', 'b.rng'].map((end) => temp(`${name}-${end}`)) as [
      string,
      string,
      string,
      string,
    ];
    for (const [from, to] of [
      [shared(name), ott],
      [ott, rtttl],
      [rtttl, rtx],
      [rtx, again],
    ] as const) {
      const { code, out, err } = await handset(['convert', from, to]);
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/: "\w+", \d+ notes\n$/);
    }
    const original = parseRtttl(readText(shared(name)));
    expect(decodeNokiaRingtone(readFileSync(ott)).notes).toHaveLength(original.notes.length);
    expect(readFileSync(again)).toEqual(readFileSync(ott));
    expect(parseRtttl(readText(rtttl))).toEqual(parseRtttl(readText(rtx)));
    expect(readText(rtttl)).toMatch(/[^\n]\n$/);
  });

  it('reads from stdin and knows a binary tune under any name', async () => {
    expect((await handset(['convert', '-', temp('stdin.ott')], { stdin: 'x:d=4,o=5,b=160:c\n' })).code).toBe(0);
    const disguised = write('disguised.rtttl', encodeNokiaRingtone(parseRtttl('x:d=4,o=5,b=160:c')));
    expect((await handset(['convert', disguised, temp('OUT.RTTTL')])).code).toBe(0);
    expect(readText(temp('OUT.RTTTL'))).toContain('x:');
  });

  it('takes faults only under --lenient, and tells what it assumed', async () => {
    const faulty = write('faulty.rtttl', 'x:d=4,o=5,b=160:c,oops,d');
    expect((await handset(['convert', faulty, temp('faulty.ott')])).code).toBe(1);
    expect(existsSync(temp('faulty.ott'))).toBe(false);
    const { code, err } = await handset(['convert', '--lenient', faulty, temp('faulty.ott')]);
    expect(code).toBe(0);
    expect(err).toMatch(/warning: .*faulty\.rtttl at 18: /);
  });

  it('cuts a title on request', async () => {
    const long = write('long.rtttl', 'a title of over fifteen:d=4,o=5,b=160:c');
    expect((await handset(['convert', long, temp('long.ott')])).code).toBe(1);
    expect((await handset(['convert', '--cut-title', long, temp('long.ott')])).code).toBe(0);
    expect(decodeNokiaRingtone(readFileSync(temp('long.ott'))).title).toBe('a title of over');
  });

  it('rounds a tempo as asked', async () => {
    const off = write('off.rtttl', 'x:d=4,o=5,b=101:c');
    const tempoOf = async (rule: string) => {
      await handset(['convert', '--tempo', rule, off, temp('off.ott')]);
      return decodeNokiaRingtone(readFileSync(temp('off.ott'))).tempoBpm;
    };
    expect([await tempoOf('nearest'), await tempoOf('up')]).toEqual([100, 112]);
  });
});

describe('lint', () => {
  it('says nothing of the tunes of fixtures/files', async () => {
    expect(await handset(['lint', '--strict', shared('fur-elise.rtttl'), shared('ode-to-joy.rtttl')])).toEqual({
      code: 0,
      out: '',
      err: '',
    });
  });

  it('names file, line and column, both from 1', async () => {
    const file = write('lint.rtttl', 'x:d=4,o=5,b=160:c,\noops,d,\n  e#,f');
    const { code, out } = await handset(['lint', file]);
    expect(code).toBe(0);
    const places = out
      .trimEnd()
      .split('\n')
      .map((line) =>
        line
          .slice(file.length + 1)
          .match(/^(\d+:\d+): .* \[([a-z-]+)\]$/)
          ?.slice(1),
      );
    expect(places).toContainEqual(['3:4', 'impossible-sharp']);
    expect(places.find((place) => place?.[1] === 'junk' || place?.[1] === 'unknown-letter')?.[0]).toMatch(/^2:/);
  });

  it('--json has the same places, what was assumed, and the canonical text', async () => {
    const file = write('json.rtttl', 'x:d=4,o=5,b=160:e#');
    const [report, ...more] = JSON.parse((await handset(['lint', '--json', file])).out);
    expect(more).toEqual([]);
    expect(report).toMatchObject({
      file,
      readable: true,
      issues: [{ code: 'impossible-sharp', line: 1, column: 18, index: 17 }],
    });
    expect(parseRtttl(report.fixed).notes).toHaveLength(1);
  });

  it('--fix writes what a strict reader takes, and a second check finds nothing', async () => {
    const file = write('fix.rtttl', 'x : D=4, o=5,b=160 : c, 8.d ,e#;');
    expect((await handset(['lint', '--fix', file])).code).toBe(0);
    expect(await handset(['lint', '--strict', file])).toEqual({ code: 0, out: '', err: '' });
    expect((await handset(['convert', file, temp('fix.ott')])).code).toBe(0);
  });

  it.each([
    ['several tunes, a line each', 'A:d=4,o=5,b=125:c,e\nB:d=4,o=5,b=125:g,a\n'],
    ['what is no tune', 'todo: monday: call bob, eat egg, feed dog'],
    ['a note that cannot be read', 'A:d=4,o=5,b=125:c,9z,e'],
  ])('--fix leaves alone what it would lose something of: %s', async (_, text) => {
    const file = write('loss.rtttl', text);
    const { code, out, err } = await handset(['lint', '--fix', file]);
    expect([code, readText(file)]).toEqual([1, text]);
    expect(out).toContain(file);
    expect(err).toContain('not fixed');
  });

  it('--fix leaves alone what it cannot read', async () => {
    const file = write('hopeless.rtttl', 'no tune at all');
    const { code, out } = await handset(['lint', '--fix', file]);
    expect(code).toBe(1);
    expect(out).toContain('[fatal]');
    expect(readText(file)).toBe('no tune at all');
  });

  it('reports every file before it fails', async () => {
    const [bad, good] = [write('bad.rtttl', 'none'), write('good.rtttl', 'x:d=4,o=5,b=160:e#')];
    const { code, out, err } = await handset(['lint', bad, good]);
    expect(code).toBe(1);
    expect(out).toContain(`${good}:1:18`);
    expect(err).toContain(bad);
  });

  it('reads stdin, and -o takes the report', async () => {
    const { out } = await handset(['lint', '-', '-o', temp('report')], { stdin: 'x:d=4,o=5,b=160:e#' });
    expect(out).toBe('');
    expect(readText(temp('report'))).toMatch(/^-:1:18: /);
  });

  it('--fix of stdin gives the fixed text on stdout', async () => {
    expect((await handset(['lint', '--fix', '-'], { stdin: 'x:d=4,o=5,b=160:e#' })).out).toContain('x:');
  });

  it('a tune of thousands of faulty lines is checked in linear time', async () => {
    const from = performance.now();
    await handset(['lint', '-'], { stdin: `x:d=4,o=5,b=160:c${',\n'.repeat(4000)}` });
    expect(performance.now() - from).toBeLessThan(500);
  });
});

describe('segment', () => {
  it('counts, in words', async () => {
    const { code, out, err } = await handset(['segment', 'a€Ж']);
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      'encoding    ucs2',
      'units       3 UTF-16 units',
      'messages    1',
      'left        67 UTF-16 units in the last',
      'not GSM     "Ж" U+0416 at 2',
      'part 1        3 "a€Ж"',
      '',
    ]);
  });

  it.each([
    [['x'.repeat(160)], 'gsm7', 160, 1, 0],
    [['x'.repeat(161)], 'gsm7', 161, 2, 145],
    [['€'.repeat(81)], 'gsm7', 162, 2, 143],
    [['Ж'.repeat(71)], 'ucs2', 71, 2, 63],
    [['--concat', '16', 'x'.repeat(161)], 'gsm7', 161, 2, 143],
    [['--header', '6', 'x'.repeat(153)], 'gsm7', 153, 2, 139],
    [['--encoding', 'ucs2', 'x'], 'ucs2', 1, 1, 69],
    [['--locking', '1', 'ğ'], 'gsm7', 1, 1, 154],
    [['--single', '1', 'ğ'], 'gsm7', 2, 1, 153],
    [['--transliterate', '„x“'], 'gsm7', 3, 1, 157],
    [[''], 'gsm7', 0, 1, 160],
  ] as [string[], string, number, number, number][])('%j', async (args, encoding, units, segments, unitsLeft) => {
    const counted = JSON.parse((await handset(['segment', '--json', ...args])).out);
    expect(counted).toMatchObject({ encoding, units, segments, unitsLeft });
    expect(counted.parts).toHaveLength(segments);
  });

  it('takes a file, stdin and -o', async () => {
    const { out } = await handset(['segment', '--json', shared('invitation.txt')]);
    expect(
      JSON.parse(out)
        .parts.map(({ text }: { text: string }) => text)
        .join(''),
    ).toBe(readText(shared('invitation.txt')).trimEnd());
    expect((await handset(['segment', '-o', temp('count')], { stdin: 'abc\n' })).out).toBe('');
    expect(readText(temp('count'))).toContain('units       3 septets');
  });
});
