import { describe, expect, it } from 'vitest';
import { handset, temp, write } from './support.js';

const TO = ['--to', '447700900123'];
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
    ['a tune for a make without a form', ['encode', 'ringtone', '--make', 'Siemens', ...TO], 'x:d=4,o=5,b=160:c'],
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
    ['a form that a tune does not go to', ['convert', 'x.rtttl', 'x.wav']],
    ['nowhere to write to', ['segment', 'x', '-o', '/nowhere/x']],
    ['base64 that is none', ['inspect', '--base64', '!!']],
    ['an unknown format', ['inspect', '--as', 'wbmp', '--hex', '00']],
    ['an unknown direction', ['inspect', '--direction', 'up', '--hex', '00']],
    ['empty hex', ['inspect', '--hex', '']],
  ] as [string, string[]][])('%s', async (_, args) => {
    const { code, out, err } = await handset(args, { stdin: 'x:d=4,o=5,b=160:c' });
    expect([code, out]).toEqual([2, '']);
    expect(err).not.toBe('');
    expect(err).not.toMatch(/\n\s+at |node:internal|\.ts:\d/);
  });
});

describe('exit code 3: warnings under --strict', () => {
  const tune = write('faulty.rtttl', 'x:d=4,o=5,b=160:c,oops,d\n');
  const long = `x:d=4,o=5,b=160:${Array(400).fill('c').join(',')}`;
  it.each([
    ['a fault that was assumed away', ['convert', '--lenient', tune, temp('lenient.ott')], ''],
    ['a tune with faults', ['lint', tune], ''],
    ['a text past GSM 7-bit', ['segment', 'Ж'], ''],
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
