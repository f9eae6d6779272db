import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, type Field, toHex } from '../../src/bytes/index.js';
import { LimitError } from '../../src/errors.js';
import { readBase64 } from '../../src/inspect/base64.js';
import { dumpedOctets } from '../../src/inspect/hex-dumps.js';
import { FORMATS, identify, inspect } from '../../src/inspect/index.js';
import { encodeNokiaRingtone, parseRtttl } from '../../src/ringtone/index.js';
import { encodeSubmit, type Submit, submitDatagram, submitText } from '../../src/sms/index.js';
import { damaged } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const tune = encodeNokiaRingtone(parseRtttl('Siren:d=4,o=5,b=125:c,e,g,2c6,c,e,g,2c6,c,e,g,2c6,c,e,g'));
const picture = new Uint8Array(readFileSync(new URL('../../fixtures/images/one-pixel.png', import.meta.url)));
const best = (text: string) => identify(encodeUtf8(text))[0];
const tree = (text: string, as?: (typeof FORMATS)[number]) => {
  const shown = inspect(encodeUtf8(text), { as });
  expectTiling(shown);
  expect(shown.end).toBe(encodeUtf8(text).length);
  return shown;
};
/** The one payload that a text stands for. */
const inside = (shown: Field) => shown.children.at(-1) as Field;

/** The platform's base64, with lines of a width. */
const base64 = (octets: Uint8Array, width = 0, end = '\n') => {
  const text = Buffer.from(octets).toString('base64');
  return width === 0 ? text : (text.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).map((line) => line + end).join('');
};

describe('base64', () => {
  it.each([
    ['in one line', base64(tune)],
    ['in lines of 64', base64(tune, 64)],
    ['in lines of 76, as mail has them', base64(tune, 76, '\r\n')],
    ['in the alphabet for addresses', Buffer.from(tune).toString('base64url')],
  ])('%s is known by what it decodes to', (_, text) => {
    expect(best(text)).toMatchObject({ format: 'base64', confidence: 0.96, reason: expect.stringContaining('ringing tone') });
    const shown = tree(text);
    expect([shown.name, shown.children.length]).toEqual(['base64', 1]);
    expect(inside(shown)).toMatchObject({ name: 'base64: Nokia ringtone', octets: tune });
  });

  it('of pictures, also as an address', () => {
    expect(best(base64(picture))?.reason).toContain('PNG picture');
    const address = `data:image/png;base64,${base64(picture)}`;
    expect(best(address)).toMatchObject({ format: 'base64', confidence: 0.96 });
    const shown = tree(address);
    expect(shown.children.map(({ name }) => name)).toEqual(['head', 'base64: PNG']);
    expect(shown.children[0]).toMatchObject({ value: 'data:image/png;base64,', end: 22 });
    expect(best('data:;base64,AAECAwQFBgcICQoLDA0ODw==')).toMatchObject({ format: 'base64', confidence: 0.95 });
  });

  it('of texts, and of anything when it is long', () => {
    expect(best(base64(encodeUtf8('Hello, world! How are you today?')))).toEqual({
      format: 'base64',
      confidence: 0.85,
      reason: 'base64 of 32 octets of text',
    });
    const random = Uint8Array.from({ length: 100 }, (_, i) => (i * i * 89 + 17) & 255);
    expect(best(base64(random))).toEqual({ format: 'base64', confidence: 0.7, reason: 'base64 of 100 octets' });
  });

  it.each([
    'password',
    'Hello',
    'antidisestablishmentarianism',
    'one\ntwo\nsix\nten',
    '447700900123',
    'https/example/org/index/html',
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    '====',
  ])('%j is none', (text) => expect(identify(encodeUtf8(text)).some(({ format }) => format === 'base64')).toBe(false));

  it('hex stays hex', () => {
    const [submit] = submitText('Hello, world, here is a text', { to: '+447700900123' });
    const text = toHex(encodeSubmit(submit as Submit));
    expect(identify(encodeUtf8(text)).map(({ format }) => format)).toEqual(['hex', 'text']);
    expect(best(text)?.confidence).toBe(0.95);
  });

  it('inside of base64 is opened too, so deep and no deeper', () => {
    let text = base64(tune);
    for (let i = 0; i < 3; i++) text = base64(encodeUtf8(text));
    expect(best(text)?.format).toBe('base64');
    const names = (field: Field): string[] => [field.name, ...(field.children[0] ? names(field.children[0]) : [])];
    expect(names(tree(text)).filter((name) => name === 'base64')).toHaveLength(4);
    for (let i = 0; i < 12; i++) text = base64(encodeUtf8(text));
    expectTiling(inspect(encodeUtf8(text)));
    expect(names(tree(text, 'base64')).filter((name) => name === 'base64').length).toBeLessThan(10);
  });

  it.each([
    ['another character', 'AAAA*AAA'],
    ['a length that cannot be', 'AAAAA'],
    ['padding that cannot be', 'AAAA='],
    ['padding in the middle', 'AA==AAAA'],
    ['bits that are left over', 'AAAAAB'],
    ['two alphabets', 'AA+A_AAA'],
    ['nothing', ' '],
    ['lines of several lengths', 'AAAA\nAAAAAAAA\nAAAA'],
  ])('%s is refused', (_, text) => {
    expect(readBase64(text)).toBeUndefined();
    expect(tree(text, 'base64').error).toMatchObject({ code: 'bad-value', field: 'base64', offset: 0 });
  });

  it('is decoded as the platform does', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 200 }),
        fc.constantFrom(0, 4, 60, 76),
        fc.boolean(),
        (octets, width, isUrl) => {
          const text = isUrl ? Buffer.from(octets).toString('base64url') : base64(octets, width);
          expect(toHex(readBase64(text)?.octets ?? new Uint8Array(0))).toBe(toHex(octets));
        },
      ),
    );
  });
});

// 130 octets of an OTA bitmap, as xxd 2023-10-25, hexdump and od of util-linux and coreutils write them.
const logo = Uint8Array.of(0, 72, 14, 1, ...Array.from({ length: 126 }, (_, i) => (i * 7) & 255));
const XXD = `00000000: 0048 0e01 0007 0e15 1c23 2a31 383f 464d  .H.......#*18?FM
00000010: 545b 6269 7077 7e85 8c93 9aa1 a8af b6bd  T[bipw~.........
00000020: c4cb d2d9 e0e7 eef5 fc03 0a11 181f 262d  ..............&-
00000030: 343b 4249 5057 5e65 6c73 7a81 888f 969d  4;BIPW^elsz.....
00000040: a4ab b2b9 c0c7 ced5 dce3 eaf1 f8ff 060d  ................
00000050: 141b 2229 3037 3e45 4c53 5a61 686f 767d  ..")07>ELSZahov}
00000060: 848b 9299 a0a7 aeb5 bcc3 cad1 d8df e6ed  ................
00000070: f4fb 0209 1017 1e25 2c33 3a41 484f 565d  .......%,3:AHOV]
00000080: 646b                                     dk
`;

describe('dumps', () => {
  /** The same octets as other tools write them. */
  const rows = Array.from({ length: 9 }, (_, i) => logo.subarray(16 * i, 16 * i + 16));
  const octets = (row: Uint8Array) => Array.from(row, (each) => toHex(Uint8Array.of(each)).toLowerCase());
  const address = (i: number, digits: number) => (16 * i).toString(16).padStart(digits, '0');
  const shown = (row: Uint8Array) => String.fromCharCode(...row.map((each) => (each < 32 || each > 126 ? 46 : each)));
  const hexdump = `${rows
    .map(
      (row, i) =>
        `${address(i, 8)}  ${octets(row.subarray(0, 8)).join(' ')}  ${octets(row.subarray(8)).join(' ')}`.padEnd(60) +
        `|${shown(row)}|`,
    )
    .join('\n')}\n00000082\n`;
  // hexdump without an option: words of 16 bits, the low octet first.
  const swapped = (row: Uint8Array) => toHex(Uint8Array.from(row, (_, i) => row[i ^ 1] as number)).toLowerCase();
  const words = `${rows.map((row, i) => `${address(i, 7)} ${swapped(row).match(/.{4}/g)?.join(' ')}`).join('\n')}\n0000082\n`;
  const od = `${rows.map((row, i) => `${address(i, 6)} ${octets(row).join(' ')}`).join('\n')}\n000082\n`;
  const plain = `${rows.map((row) => toHex(row)).join('\n')}\n`;
  const wireshark = `${rows.map((row, i) => `${address(i, 4)}   ${octets(row).join(' ')}   ${shown(row)}`).join('\n')}\n`;

  it.each([
    ['xxd', XXD],
    ['hexdump -C', hexdump],
    ['hexdump', words],
    ['od -A x -t x1', od],
    ['xxd -p', plain],
    ['Wireshark', wireshark],
    ['xxd, with other line ends', XXD.replaceAll('\n', '\r\n')],
  ])('of %s are one file', (_, text) => {
    expect(best(text)).toMatchObject({
      format: 'hex',
      confidence: 0.95,
      reason: expect.stringContaining('one file of 130 octets: 72x14'),
    });
    const found = tree(text);
    expect([found.name, found.children.length]).toEqual(['hex', 1]);
    expect(inside(found)).toMatchObject({ name: 'hex: OTA bitmap', octets: logo });
    expect(tree(text, 'ota-bitmap').children[0]?.name).toBe('hex: OTA bitmap');
  });

  it('of words, with an octet left over', () => {
    // hexdump of "ABCDEFG", and of its first six letters.
    const octetsOf = (...lines: string[]) => Buffer.from(dumpedOctets(lines) ?? []).toString();
    expect(octetsOf('0000000 4241 4443 4645 0047               ', '0000007')).toBe('ABCDEFG');
    expect(octetsOf('0000000 4241 4443 4645', '0000006')).toBe('ABCDEF');
    expect(dumpedOctets(['0000000 4241 4443 4645 4847', '0000007'])).toBeUndefined();
  });

  it('with repeated lines', () => {
    const text =
      '00000000  41 42 43 44 41 42 43 44  41 42 43 44 41 42 43 44  |ABCDABCDABCDABCD|\n*\n00000030  41                                                |A|\n00000031\n';
    expect(Buffer.from(dumpedOctets(text.split('\n').filter((line) => line !== '')) ?? []).toString()).toBe(
      `${'ABCD'.repeat(12)}A`,
    );
  });

  it.each([
    ['offsets that do not agree', XXD.replace('00000020', '00000024')],
    ['a line too few', XXD.replace(/^00000020.*\n/m, '')],
    ['a line that is none', XXD.replace('00000030', 'nonsense')],
    ['a beginning in the middle', XXD.replace(/^.*\n/, '')],
    ['repeats that do not agree', '00000000  41 42 43 44  |ABCD|\n*\n00000007  41  |A|'],
    ['repeats without an end', '00000000  41 42 43 44  |ABCD|\n*'],
    ['repeats of nothing', '*\n00000000  41 42 43 44  |ABCD|'],
    ['no octets', '00000000:\n00000000:'],
    ['one line that may be anything', '0000 4142 4344 4546'],
    ['a telephone number', '00000000'],
    ['repeats of far more than stands there', '00000000  41 42 43 44  |ABCD|\n*\n00010000'],
    ['repeats beyond all limits', '00000000  41 42 43 44  |ABCD|\n*\nfffffff0  41  |A|'],
  ])('%s are none', (_, text) => expect(dumpedOctets(text.split('\n').filter((line) => line !== ''))).toBeUndefined());

  it('lines of hex that stand for themselves stay lines', () => {
    const parts = submitDatagram({ destinationPort: 5505, sourcePort: 0, data: new Uint8Array(256) }, { to: '+447700900123' });
    const text = [...parts, ...parts]
      .map((submit) => `${toHex(encodeSubmit({ ...submit, data: (submit.data ?? tune).slice(0, 128) }))}\n`)
      .join('');
    expect(tree(text).children.filter(({ name }) => name === 'hex: SMS-SUBMIT')).toHaveLength(4);
    const link = '00000010000000150000000000000001\n';
    expect(tree(link.repeat(3)).children.map(({ name }) => name)).toEqual(['hex: SMPP', 'hex: SMPP', 'hex: SMPP']);
  });

  it('any dump of any octets reads back', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 5, maxLength: 80 }),
        fc.constantFrom(' ', '  '),
        fc.boolean(),
        (any, gap, isColon) => {
          const lines: string[] = [];
          for (let at = 0; at < any.length; at += 16) {
            const row = any.subarray(at, at + 16);
            const digits = Array.from(row, (octet) => toHex(Uint8Array.of(octet))).join(' ');
            lines.push(`${at.toString(16).padStart(8, '0')}${isColon ? ':' : ''}${gap}${digits}  |${shown(row)}|`);
          }
          expect(toHex(dumpedOctets(lines) ?? new Uint8Array(0))).toBe(toHex(any));
        },
      ),
    );
  });
});

describe('hostile texts', () => {
  const texts = fc.oneof(
    fc.constantFrom(XXD, base64(tune), base64(picture, 76), `data:image/png;base64,${base64(picture)}`).map(encodeUtf8),
    fc
      .array(fc.constantFrom('0000', '00000010', ':', ' ', '  ', '41', '*', '\n', '|', 'é'), { maxLength: 30 })
      .map((all) => encodeUtf8(all.join(''))),
  );

  it('a dump whose last line ends inside of an octet is read up to there', () => {
    const dump = encodeUtf8('00000000: 0048 0e01 0007 0e15 1c23 2a31 383f 464d\n00000010: 848[ 9299\n');
    expectTiling(inspect(dump));
    expect(identify(dump).length).toBeGreaterThan(0);
  });

  it('give a tree that tiles them', () => {
    fc.assert(
      fc.property(fc.oneof(texts, damaged(texts)), fc.constantFrom(undefined, 'base64', 'hex', ...FORMATS), (octets, as) => {
        identify(octets);
        const found = inspect(octets, { as });
        expectTiling(found);
        expect([found.start, found.end]).toEqual([0, octets.length]);
      }),
    );
  });

  it('listings inside keep to the limit of lines', () => {
    const listing = encodeUtf8('000A\n'.repeat(2000));
    expect(() => inspect(listing)).toThrow(LimitError);
    const found = tree(base64(listing), 'base64');
    expect(inside(found).children[0]?.error).toBeInstanceOf(LimitError);
  });

  it.each([
    ['base64', base64(new Uint8Array(500_000))],
    ['base64 of text', base64(encodeUtf8('Hello, '.repeat(60_000)), 76)],
    [
      'a dump',
      Array.from({ length: 8000 }, (_, i) => `${(16 * i).toString(16).padStart(8, '0')}: ${'4142 '.repeat(8)}`).join('\n'),
    ],
    ['stars', '00000000: 4142 4344\n*\n'.repeat(20_000)],
    ['dumps of much, in hex', `${toHex(encodeUtf8('0000: 00000000\n*\nffff0\n'))}\n`.repeat(1000)],
    ['a prompt and blanks', `AT+CMGS=1\n> ${' '.repeat(100_000)}x`],
    ['blanks behind a command', `AT+CMGS=1\n${' '.repeat(100_000)}x`],
    ['digits', '41'.repeat(250_000)],
    ['lines of digits', `${'41'.repeat(30)}\n`.repeat(1000)],
  ])('%s ends in time', (_, text) => {
    const octets = encodeUtf8(text);
    identify(octets);
    expect(inspect(octets).end).toBe(octets.length);
  });
});
