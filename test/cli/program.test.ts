import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { handset, shared, temp, write } from './support.js';

const TO = ['--to', '447700900123'];
const logo = shared('zum-loewen.rows');
const LOGO = ['encode', 'operator-logo', logo, '--make', 'Nokia', ...TO];
const NETWORK = ['--mcc', '234', '--mnc', '10'];
const badUtf8 = write('latin1.rtttl', Uint8Array.of(0x78, 0x3a, 0xe9, 0x3a, 0x63));

describe('exit code 0', () => {
  it.each([[['--help']], [['encode', '--help']], [['inspect', '--help']], [['help', 'lint']]])('%j', async (args) => {
    const { code, out, err } = await handset(args);
    expect([code, err]).toEqual([0, '']);
    expect(out).toContain('Usage: handset');
  });
});

describe('exit code 1: the input is invalid', () => {
  it.each([
    ['a text that is no UTF-8', ['encode', 'text', '-', ...TO], Uint8Array.of(0xff)],
    ['UTF-8 cut short', ['segment'], Uint8Array.of(0x61, 0xc3)],
    ['a tune that is no UTF-8', ['lint', badUtf8], ''],
    ['a tune that is no UTF-8, converted', ['convert', badUtf8, temp('never.ott')], ''],
    ['a tune that is none', ['encode', 'ringtone', '--make', 'Nokia', ...TO], 'no tune'],
    ['a ringtone cut short', ['encode', 'ringtone', '--make', 'Nokia', ...TO], Uint8Array.of(2, 0x4a, 0x3a)],
    [
      'a tune for a model without a form',
      ['encode', 'ringtone', '--make', 'Ericsson', '--model', 'T28', ...TO],
      'x:d=4,o=5,b=160:c',
    ],
    ['a group graphic for another make', ['encode', 'group-graphic', logo, '--make', 'Siemens', ...TO], ''],
    ['a form that the make has not', ['encode', 'ringtone', '--make', 'Nokia', '--bearer', 'seo', ...TO], 'x:d=4,o=5,b=160:c'],
    ['a text past an alphabet', ['encode', 'text', 'Ж', '--encoding', 'gsm7', ...TO], ''],
    ['a recipient that is none', ['encode', 'text', 'x', '--to', 'me'], ''],
    ['data that are no hex', ['encode', 'pdu', '--data', '0G', ...TO], ''],
    ['a header cut short', ['encode', 'pdu', '--udh', '0605', '--data', '00', ...TO], ''],
    ['a text for an 8-bit coding', ['encode', 'pdu', '--dcs', 'F5', 'x', ...TO], ''],
    ['data past one message for a form without parts', ['encode', 'pdu', '--dcs', '00', '--data', '00', ...TO], ''],
    ['a table that there is not', ['segment', '--locking', '12', '--encoding', 'gsm7', 'ж'], ''],
    ['octets that are nothing', ['inspect', '--hex', 'FF'], ''],
    ['no octets', ['inspect'], ''],
    ['hex that is none', ['inspect', '--hex', 'xyz'], ''],
    ['a message cut short', ['inspect', '--hex', '01000B917283010010F500000AE8329B'], ''],
    ['octets that are not what they are taken for', ['inspect', '--as', 'nokia-ringtone', '--hex', '0102'], ''],
    ['too long a title', ['encode', 'ringtone', '--make', 'Nokia', ...TO], 'a title of over fifteen:d=4,o=5,b=160:c'],
  ] as [string, string[], string | Uint8Array][])('%s', async (_, args, stdin) => {
    const { code, err } = await handset(args, { stdin });
    expect(code).toBe(1);
    expect(err.trim().split('\n').at(-1)).toMatch(
      /^handset: .+ \[(truncated|bad-value|too-long|unencodable|trailing-bytes)\]$/,
    );
    expect(err).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
  });
});

describe('exit code 2: the command line is wrong', () => {
  it.each([
    ['nothing', []],
    ['an unknown command', ['decode']],
    ['encode alone', ['encode']],
    ['an unknown content', ['encode', 'fax', 'x', ...TO]],
    ['an unknown option', ['inspect', '--frobnicate']],
    ['an option without its value', ['encode', 'text', 'x', '--to']],
    ['no recipient', ['encode', 'text', 'x']],
    ['no make', ['encode', 'ringtone', 'x', ...TO]],
    ['an unknown make', ['encode', 'ringtone', 'x', '--make', 'Nokla', ...TO]],
    ['an unknown form', ['encode', 'text', 'x', '--format', 'soap', ...TO]],
    ['an unknown alphabet', ['segment', '--encoding', 'utf8', 'x']],
    ['a reference out of range', ['encode', 'text', 'x', '--reference', '65536', ...TO]],
    ['a reference that is no number', ['encode', 'text', 'x', '--reference', '1e3', ...TO]],
    ['a width of references that there is not', ['encode', 'text', 'x', '--concat', '12', ...TO]],
    ['the same of segment', ['segment', 'x', '--concat', '12']],
    ['a validity of 0', ['encode', 'text', 'x', '--validity', '0', ...TO]],
    ['a PID of three digits', ['encode', 'text', 'x', '--pid', '100', ...TO]],
    ['a DCS that is no hex', ['encode', 'pdu', '--dcs', 'G0', '--data', '00', ...TO]],
    ['a header longer than it says', ['encode', 'pdu', '--udh', '0400', '--udh', '03040116' + '00', '--data', '00', ...TO]],
    ['no file of that name', ['inspect', '/nowhere/at/all']],
    ['no tune of that name', ['convert', '/nowhere.rtttl', temp('x.ott')]],
    ['no tune to check of that name', ['lint', '/nowhere.rtttl']],
    ['a form that is not known', ['convert', 'x.rtttl', 'x.mp3']],
    ['a tune to a picture', ['convert', '-', temp('x.png')]],
    ['a picture to a tune', ['convert', logo, temp('x.mid')]],
    ['a logo without its network', ['encode', 'operator-logo', logo, '--make', 'Nokia', ...TO]],
    ['half of a network', ['encode', 'operator-logo', logo, '--make', 'Nokia', '--mcc', '234', ...TO]],
    ['a ringtone of a picture', ['encode', 'ringtone', logo, '--make', 'Nokia', ...TO]],
    ['a picture message of a tune', ['encode', 'picture-message', '-', '--make', 'Nokia', ...TO]],
    ['a bearer that is none', ['encode', 'ringtone', '-', '--make', 'Nokia', '--bearer', 'fax', ...TO]],
    ['messages of a form that is not sent in any', ['convert', '-', temp('x.wav'), '--max-segments', '1']],
    ['an option of pictures for a tune', ['convert', '-', temp('x.rtx'), '--size', '8x8']],
    ['an option of tunes for a picture', ['convert', logo, temp('x.otb'), '--max-notes', '8']],
    ['a rate that no card plays', ['convert', '-', temp('x.wav'), '--rate', '1']],
    ['a tune to preview of a make', ['preview', '--make', 'Nokia']],
    ['nowhere to write to', ['segment', 'x', '-o', '/nowhere/x']],
    ['base64 that is none', ['inspect', '--base64', '!!']],
    ['an unknown format', ['inspect', '--as', 'tiff', '--hex', '00']],
    ['an unknown direction', ['inspect', '--direction', 'up', '--hex', '00']],
    ['empty hex', ['inspect', '--hex', '']],
  ] as [string, string[]][])('%s', async (_, args) => {
    const { code, out, err } = await handset(args, { stdin: 'x:d=4,o=5,b=160:c' });
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
    expect(err).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
  });
});

describe('a message says what is wrong, where, and what to do', () => {
  const notes = write('notes.bin', Uint8Array.of(0xff, 1, 2));
  const title = write('title.rtttl', 'a very long title of a tune:d=4,o=5,b=125:c,d');
  const notes100 = write('long.rtttl', `x:d=4,o=5,b=125:${Array(100).fill('c').join(',')}`);
  const tiff = write('picture.otb', Uint8Array.of(0x49, 0x49, 0x2a, 0x00, 8, 0, 0, 0, 0xff, 0xff));
  it.each([
    ['a file that is not there', ['inspect', 'nowhere.hex'], 'cannot read nowhere.hex: there is no such file'],
    ['a directory', ['preview', tmpdir()], `cannot read ${tmpdir()}: it is a directory`],
    ['a directory to write to', ['segment', 'x', '-o', '/nowhere/x'], 'cannot write /nowhere/x: there is no such directory'],
    ['an empty file', ['inspect', write('empty.hex', '')], `${temp('empty.hex')}: input at 0: is empty [truncated]`],
    ['nothing on standard input', ['preview', '-'], 'standard input at 0: is empty [truncated]'],
    ['octets of nothing', ['convert', notes, temp('x.otb')], '--as tells what it is: .png .otb '],
    [
      'a picture of another format',
      ['inspect', tiff],
      `${tiff}: input at 0: is a TIFF picture: the inspector reads only its signature`,
    ],
    ['a damaged file', ['preview', write('cut.nol', 'NOL\0')], `${temp('cut.nol')}: nol/version at 4: needs 2 octets, 0 left`],
    ['a drawing of other letters', ['convert', write('x.rows', 'abc'), temp('x.otb')], `${temp('x.rows')}: `],
    ['no form for standard output', ['convert', logo, '-'], '--to names the form of standard output'],
    [
      'a country code of four digits',
      [...LOGO, '--mcc', '1234', '--mnc', '10'],
      '--mcc: takes 3 digits, such as 234, not "1234"',
    ],
    ['a network code of letters', [...LOGO, '--mcc', '234', '--mnc', 'x'], '--mnc: takes 2 or 3 digits'],
    [
      'a size that no handset shows',
      [...LOGO, ...NETWORK, '--size', '300x300'],
      'handsets show 72x14 or 78x21; --any-size sends it',
    ],
    ['a recipient in letters', ['encode', 'text', 'x', '--to', 'me'], '--to: takes at most 20 digits with country code'],
    ['a short code of letters', ['encode', 'text', 'x', '--to', 'short:me'], 'or short:1234, not "short:me"'],
    ['too long a recipient', ['encode', 'text', 'x', '--to', '1'.repeat(21)], '--to: takes at most 20 digits'],
    ['a service centre in letters', ['encode', 'text', 'x', ...TO, '--format', 'at', '--smsc', 'me'], '--smsc: takes'],
    [
      'a service that is no URL',
      ['encode', 'text', 'x', ...TO, '--format', 'kannel', '--kannel-url', 'me'],
      '--kannel-url takes a URL',
    ],
    ['data that are no hex', ['encode', 'pdu', '--data', '0G', ...TO], '--data at 1: "G" is not a hex digit'],
    ['a text for a coding of octets', ['encode', 'pdu', 'x', '--dcs', 'F5', ...TO], '--data: this TP-DCS needs data'],
    ['octets for a coding of text', ['encode', 'pdu', '--data', '00', '--dcs', '00', ...TO], 'TEXT: this TP-DCS needs text'],
    ['a bearer that the make has not', [...LOGO, ...NETWORK, '--bearer', 'seo'], '--bearer: '],
    [
      'a damaged tune in a message',
      ['preview', '--hex', '41000C9144770009103200F50A06050415810000024A3A'],
      '--hex: ringing-tone/',
    ],
    ['too long a title', ['convert', title, temp('x.ott')], 'title: has 27 characters, at most 15; --cut-title cuts it'],
    [
      'too many notes',
      ['encode', 'ringtone', notes100, '--make', 'Motorola', '--bearer', 'motorola-text', ...TO],
      'at most 35; --max-notes cuts the end off',
    ],
  ] as [string, string[], string][])('%s', async (_, args, message) => {
    const { err } = await handset(args);
    expect(err.trim().split('\n').at(-1)).toMatch(/^handset: /);
    expect(err).toContain(message);
  });

  it('each of several files by its name', async () => {
    const { code, err } = await handset(['inspect', notes, tiff, shared('invitation.txt')]);
    expect(code).toBe(1);
    expect(err.split('\n')).toEqual([
      expect.stringContaining(`${tiff}: `),
      expect.stringMatching(/^handset: \S+notes\.bin: input at 0: is nothing known here/),
      '',
    ]);
  });

  it('a name that is taken for the text is a warning', async () => {
    const { code, err } = await handset(['encode', 'text', 'letter.txt', ...TO]);
    expect([code, err]).toEqual([
      0,
      expect.stringContaining('warning: there is no file letter.txt: its name is taken for the text'),
    ]);
  });

  it('a damaged message among others by its line', async () => {
    const { err } = await handset(['preview'], {
      stdin: `01000C9144770009103200000168\n41000C9144770009103200F50A06050415810000024A3A\n`,
    });
    expect(err).toMatch(/^handset: standard input, line 2 of hex: ringing-tone\//);
  });

  it('nothing of what it repeats speaks to the terminal', async () => {
    const evil = '\x1b[31m\x9b\u202e';
    for (const args of [
      [`--${evil}`],
      ['inspect', evil],
      ['segment', evil],
      ['segment', '--json', evil],
      ['encode', 'text', evil, ...TO, '--format', 'json'],
      ['encode', 'text', 'x', '--to', evil],
      ['lint', write(`${evil}.rtttl`, `${evil}:d=4,o=5,b=125:c,${evil}`)],
      ['inspect', '--identify', temp(`${evil}.rtttl`)],
      ['convert', '--lenient', temp(`${evil}.rtttl`), temp('evil.imy')],
    ]) {
      const { out, err } = await handset(args);
      expect(out + err, args[0]).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]/);
      expect(out + err).not.toBe('');
    }
    expect(JSON.parse((await handset(['segment', '--json', evil])).out).parts[0].text).toBe(evil);
  });
});

describe('exit code 3: warnings under --strict', () => {
  const tune = write('faulty.rtttl', 'x:d=4,o=5,b=160:c,oops,d\n');
  const long = `x:d=4,o=5,b=160:${Array(400).fill('c').join(',')}`;
  it.each([
    ['a fault that was assumed away', ['convert', '--lenient', tune, temp('lenient.ott')], ''],
    ['a tune with faults', ['lint', tune], ''],
    ['a text past GSM 7-bit', ['segment', 'Ж'], ''],
    ['what a form cannot hold', ['convert', '-', temp('lossy.emy')], 'x:d=4,o=5,b=160:c'],
    ['a picture of an odd size', ['convert', shared('heart.rows'), temp('odd.ngg')], ''],
    ['what a make is not sure to show', ['encode', 'picture-message', shared('heart.rows'), '--make', 'Sagem', ...TO], ''],
    ['a tune cut to fit', ['convert', '-', temp('cut.ott'), '--max-segments', '1'], long],
    ['a ringtone of more than three parts', ['encode', 'ringtone', '--make', 'Nokia', ...TO], long],
    ['missing parts', ['inspect'], '41010B917283010010F500F5080500030102016162\n'],
    ['an element that receivers ignore', ['inspect', '--hex', '41000B917283010010F500F5060500030002010' + '0'], ''],
  ] as [string, string[], string][])('%s', async (_, args, stdin) => {
    expect((await handset(args, { stdin })).code).toBe(0);
    expect((await handset(['--strict', ...args], { stdin })).code).toBe(3);
    expect((await handset([...args, '--strict'], { stdin })).code).toBe(3);
  });

  it('but not where there are none', async () => {
    expect((await handset(['--strict', 'segment', 'plain'])).code).toBe(0);
    expect((await handset(['--strict', 'lint', tune, '/nowhere'])).code).toBe(2);
  });
});
