import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  decodeBluejayMelody,
  decodeMidi,
  decodeNokiaRingtone,
  encodeMidi,
  encodeNokiaRingtone,
  formatImelody,
  formatRtttl,
  measureTune,
  parseEmelody,
  parseImelody,
  parseRtttl,
  renderWav,
  type Tune,
} from '../../src/ringtone/index.js';
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

/** What the library reads in a file. */
const READERS: Record<string, (path: string) => Tune> = {
  '.rtttl': (path) => parseRtttl(readText(path)),
  '.rtx': (path) => parseRtttl(readText(path)),
  '.txt': (path) => parseRtttl(readText(path)),
  '.ott': (path) => decodeNokiaRingtone(readFileSync(path)),
  '.rng': (path) => decodeNokiaRingtone(readFileSync(path)),
  '.imy': (path) => parseImelody(readText(path)),
  '.emy': (path) => parseEmelody(readText(path)),
  '.mid': (path) => decodeMidi(readFileSync(path)),
};
const EXTENSIONS = Object.keys(READERS);
const read = (path: string) => (READERS[/\.\w+$/.exec(path)?.[0] ?? ''] as (path: string) => Tune)(path);

describe('convert, every form', () => {
  // What an eMelody can hold too: eighths and quarters in octaves 5 and 6.
  const text = 'Siren:d=4,o=5,b=125:c,8e,g,8p,c6,8a#,g,8e,c';
  const heard = ({ title, notes }: Tune) => [
    title,
    notes.map(({ pitch, octave, duration, dots }) => [pitch, octave, duration, dots]),
  ];
  const original = heard(parseRtttl(text));

  it.each(EXTENSIONS.flatMap((from) => [...EXTENSIONS, '.wav'].map((to) => [from, to] as const)))(
    '%s to %s',
    async (from, to) => {
      const first = temp(`${from.slice(1)}-to-${to.slice(1)}-in${from}`);
      const second = temp(`${from.slice(1)}-to-${to.slice(1)}${to}`);
      expect((await handset(['convert', '-', first], { stdin: text })).code).toBe(0);
      expect(heard(read(first))).toEqual(original);
      const { code, out, err } = await handset(['convert', first, second]);
      expect([code, out]).toEqual([0, '']);
      expect(err).toMatch(/: "Siren", 9 notes\n$/);
      if (to === '.wav') expect(Buffer.compare(readFileSync(second), renderWav(read(first)))).toBe(0);
      else expect(heard(read(second))).toEqual(original);
      // An eMelody has no tempo, and the ringing tone none of 120.
      if (to !== '.emy' && from !== '.emy') expect(err).not.toContain('warning');
    },
  );

  it.each(['siren.imy', 'doorbell.emy'])('%s is known by its octets, whatever its name', async (name) => {
    const given = readText(shared(name));
    for (const other of ['x.txt', 'x.rtttl', 'x.mid', 'x']) {
      expect((await handset(['convert', write(other, given), temp('known.rtttl')])).code).toBe(0);
      expect(heard(read(temp('known.rtttl')))).toEqual(heard(read(shared(name))));
    }
  });

  it('a MIDI file and a ringing tone under any name', async () => {
    const tune = parseRtttl(text);
    for (const octets of [encodeMidi(tune), encodeNokiaRingtone(tune)]) {
      const { out } = await handset(['convert', '-', '-', '--to', 'rtttl'], { stdin: octets });
      expect(heard(parseRtttl(out))).toEqual(original);
    }
  });

  it('tells what a form cannot hold, each kind once', async () => {
    const { code, err } = await handset(['convert', shared('greensleeves.rtx'), temp('lossy.emy')]);
    expect(code).toBe(0);
    expect(err).toMatch(/warning: octave 4, written as 5, at 23 notes from note 1 on\n/);
    expect(err).toMatch(/warning: a tempo of 100, written as that of the phone\n/);
    expect((await handset(['convert', shared('fur-elise.rtttl'), temp('long.emy')])).code).toBe(1);
    expect((await handset(['convert', shared('fur-elise.rtttl'), temp('long.emy'), '--max-notes', '30'])).code).toBe(0);
    const changing = write('changing.rtx', 'x:d=4,o=5,b=125,s=N:c,b=200,d');
    expect((await handset(['convert', changing, temp('changing.imy')])).err).toMatch(/warning: .*tempo.*no change/);
  });

  it('tells what is rounded, and what is not played', async () => {
    const imelody = write('tempo.imy', readText(shared('siren.imy')).replace('BEAT:125', 'BEAT:120'));
    expect((await handset(['convert', imelody, temp('tempo.ott')])).err).toContain('warning: a tempo of 120, written as 125\n');
    expect((await handset(['convert', imelody, temp('tempo.ott'), '--tempo', 'up'])).err).toContain('written as 125\n');
    const encoded = await handset(['encode', 'ringtone', imelody, '--make', 'Nokia', '--to', '447700900123', '--strict']);
    expect([encoded.code, encoded.err]).toEqual([3, expect.stringContaining('warning: a tempo of 120, written as 125\n')]);
    expect((await handset(['convert', shared('siren.imy'), temp('tempo.ott')])).err).not.toContain('warning');
    const { err } = await handset(['convert', shared('greensleeves.rtx'), temp('green.wav'), '--rate', '8000']);
    expect(err).toContain('warning: repeats of the whole tune, written as one pass\n');
  });

  it('tells what was lost of a MIDI file', async () => {
    const [midi] = [encodeMidi(parseRtttl('x:d=4,o=5,b=125:c,e'))];
    // The second note begins before the first one ends: a chord.
    const at = Buffer.from(midi).indexOf(Uint8Array.of(0x90, 72));
    const chord = Uint8Array.of(...midi.subarray(0, at), 0x90, 60, 64, 0, ...midi.subarray(at));
    new DataView(chord.buffer).setUint32(18, new DataView(midi.buffer).getUint32(18) + 4);
    const { code, err } = await handset(['convert', '-', temp('chord.rtttl')], { stdin: chord });
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: standard input at \d+: /);
  });

  it('makes files and texts for devices', async () => {
    const fast = write('fast.rtttl', 'Siren:d=4,o=7,b=320,l=2:c6.,d#,e');
    const convert = async (name: string, device: string) => {
      const { code, err } = await handset(['convert', fast, temp(name), '--device', device]);
      expect(code).toBe(0);
      return err.split('\n').filter((line) => line.startsWith('warning: '));
    };
    expect(await convert('old.rtttl', 'esphome-2025')).toEqual([
      'warning: the device plays it once, or as often as it likes',
      'warning: 160 bpm for 320, with shorter notes: it sounds the same',
    ]);
    expect(readText(temp('old.rtttl'))).toBe('Siren:d=8,o=7,b=160:c.6,d#,e\n');
    expect(await convert('siren.bluejay', 'bluejay')).toContain('warning: the whole tune, down by 1 octave');
    expect(formatRtttl(decodeBluejayMelody(new Uint8Array(readFileSync(temp('siren.bluejay')))))).toBe(
      ':d=4,o=6,b=320:c5.,d#,e',
    );
    for (const [name, device] of [
      ['siren.am32', 'am32'],
      ['siren.fmf', 'flipper'],
      ['siren.ino', 'arduino'],
    ] as const) {
      await convert(name, device);
      const { code, out } = await handset(['convert', temp(name), '-', '--to', 'rtttl']);
      expect([code, out]).toEqual([0, expect.stringMatching(/b=320:c[56]\.,d#(?:7)?,e/)]);
    }
    expect((await handset(['lint', temp('siren.fmf')])).out).toBe('');
    expect((await handset(['convert', fast, temp('siren.bluejay')])).err).toContain('d7 is the highest note');
  });

  it('cuts the end off, and tells how much', async () => {
    const one = temp('one.ott');
    const { code, err } = await handset(['convert', shared('fur-elise.rtttl'), one, '--max-segments', '1']);
    expect(code).toBe(0);
    expect(err).toMatch(/^warning: .*\n.*one\.ott: "FurElise", \d\d notes\n$/);
    expect(measureTune(read(one), { form: 'nokia' })).toMatchObject({ segments: 1 });
    await handset(['convert', shared('fur-elise.rtttl'), temp('few.imy'), '--max-notes', '7']);
    expect(read(temp('few.imy')).notes.length).toBeLessThanOrEqual(7);
  });

  it('writes passages once on request', async () => {
    const twice = write('twice.rtttl', `x:d=4,o=5,b=125:${'c,e,g,'.repeat(8)}${'f,a,'.repeat(6)}${'c,e,g,'.repeat(8)}c`);
    await handset(['convert', twice, temp('plain.ott')]);
    await handset(['convert', twice, temp('patterns.ott'), '--patterns', 'repeat']);
    expect(readFileSync(temp('patterns.ott')).length).toBeLessThan(readFileSync(temp('plain.ott')).length);
    expect(read(temp('patterns.ott')).notes).toEqual(read(temp('plain.ott')).notes);
  });
});

describe('lint', () => {
  it('says nothing of the tunes of fixtures/files', async () => {
    expect(
      await handset(['lint', '--strict', ...['fur-elise.rtttl', 'ode-to-joy.rtttl', 'siren.imy', 'doorbell.emy'].map(shared)]),
    ).toEqual({
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
    expect(places).toContainEqual(['2:2', 'missing-value']);
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

  it('reads iMelody and eMelody', async () => {
    const lines = [
      'BEGIN:IMELODY',
      'VERSION:1.2',
      'FORMAT:CLASS1.0',
      'BEAT:125',
      'COMPOSER:me',
      'MELODY:c2e9g3',
      'END:IMELODY',
      '',
    ];
    const imelody = write('faulty.imy', lines.join('\r\n'));
    const { code, out } = await handset(['lint', imelody]);
    expect(code).toBe(0);
    expect(out).toMatch(/faulty\.imy:5:\d+: .* \[dropped]\n/);
    expect(out).toMatch(/faulty\.imy:6:11: .* \[out-of-range]\n/);
    // The composer would be lost.
    expect((await handset(['lint', '--fix', imelody])).code).toBe(1);
    const mended = write('mended.imy', lines.filter((line) => !line.startsWith('COMPOSER')).join('\n'));
    expect((await handset(['lint', '--fix', mended])).code).toBe(0);
    expect(readText(mended)).toBe(formatImelody(parseImelody(readText(mended))));
    expect(await handset(['lint', '--strict', mended])).toEqual({ code: 0, out: '', err: '' });
    const short = write('short.emy', 'BEGIN:EMELODY\r\nMELODY:cx\r\nEND:EMELODY\r\n');
    expect((await handset(['lint', short])).out).toMatch(/short\.emy:2:9: /);
    expect((await handset(['lint', write('none.imy', 'no melody')])).out).toContain('[fatal]');
  });

  it('--fix changes no more than it must', async () => {
    const file = write('least.rtttl', 'Siren:d=4,o=5,b=125: c, h ,8.e,g  ,\n');
    expect((await handset(['lint', '--fix', file])).code).toBe(0);
    expect(readText(file)).toBe('Siren:d=4,o=5,b=125: c, b ,8e.,g  \n');
  });

  it('--device says why it refuses the tune, and --fix makes it one that it plays', async () => {
    const file = write('device.rtttl', 'x:o=5,d=4,b=125:8.c6,h');
    const { code, out } = await handset(['lint', '--device', 'flipper', file]);
    expect(code).toBe(0);
    expect(out.replaceAll(file, 'x')).toBe(
      [
        'x:1:3: defaults in the order o, d, b; flipper: each value as the one that it expects there [default-order]',
        'x:1:17: a dot before the note; flipper: the tune is refused [dot-place]',
        'x:1:22: h for B natural; flipper: the tune is refused [letter-h]\n',
      ].join('\n'),
    );
    await handset(['lint', '--device', 'flipper', '--fix', file]);
    expect(readText(file)).toBe('x:d=4,o=5,b=125:8c6.,b');
    const long = write('long.rtttl', `x:d=1,o=6,b=63:${'c,'.repeat(9)}c\n`);
    expect((await handset(['lint', '--device', 'bluejay', '--fix', long])).code).toBe(1);
    expect((await handset(['lint', '--device', 'flipper', shared('siren.imy')])).err).toContain('is no RTTTL');
    expect((await handset(['lint', '--device', 'phone', file])).code).toBe(2);
  });

  it('--max-notes finds the note that is too much', async () => {
    const { out } = await handset(['lint', '-', '--max-notes', '2'], { stdin: 'x:d=4,o=5,b=125:c,d,e' });
    expect(out).toMatch(/^-:1:21: .*\[long-tune]\n$/);
  });

  it('shows controls of a text as escapes', async () => {
    const { out, err } = await handset(['lint', '-'], { stdin: 'x:d=4,o=5,b=125:c,\x1b[2J\x07,d' });
    expect(out + err).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
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
