import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { toCArray } from '../../src/playground/inspect/exports.js';
import { inputOf, readInput, TEXT_READINGS } from '../../src/playground/inspect/input.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';
import { smsVectors } from '../support/vectors.js';

const utf8 = (text: string) => new TextEncoder().encode(text);
const LOGO = '0605041582000032F40100100701000045C844887C88448045C80000';

describe('notations that other programs write', () => {
  // `printf ... | hexdump -C`, `xxd`, `xxd -p`, `xxd -i`, `od -A x -t x1z` and `base64` of util-linux 2.38, xxd 2022-01-14, coreutils 9.1.
  it.each([
    [
      'hexdump -C',
      `00000000  06 05 04 15 82 00 00 32  f4 01 00 10 07 01 00 00  |.......2........|
00000010  45 c8 44 88 7c 88 44 80  45 c8 00 00              |E.D.|.D.E...|
0000001c`,
    ],
    [
      'xxd',
      `00000000: 0605 0415 8200 0032 f401 0010 0701 0000  .......2........
00000010: 45c8 4488 7c88 4480 45c8 0000            E.D.|.D.E...`,
    ],
    [
      'od',
      `000000 06 05 04 15 82 00 00 32 f4 01 00 10 07 01 00 00  >.......2........<
000010 45 c8 44 88 7c 88 44 80 45 c8 00 00              >E.D.|.D.E...<
00001c`,
    ],
    [
      'a packet analyser',
      `0000   06 05 04 15 82 00 00 32 f4 01 00 10 07 01 00 00   .......2........
0010   45 c8 44 88 7c 88 44 80 45 c8 00 00               E.D.|.D.E...`,
    ],
    ['xxd -p', '0605041582000032f40100100701000045c844887c88448045c80000\n'],
    [
      'xxd -i',
      `unsigned char logo_bin[] = {
  0x06, 0x05, 0x04, 0x15, 0x82, 0x00, 0x00, 0x32, 0xf4, 0x01, 0x00, 0x10,
  0x07, 0x01, 0x00, 0x00, 0x45, 0xc8, 0x44, 0x88, 0x7c, 0x88, 0x44, 0x80,
  0x45, 0xc8, 0x00, 0x00
};
unsigned int logo_bin_len = 28;
`,
    ],
    [
      "Python's repr",
      String.raw`b'\x06\x05\x04\x15\x82\x00\x002\xf4\x01\x00\x10\x07\x01\x00\x00E\xc8D\x88|\x88D\x80E\xc8\x00\x00'`,
    ],
    ['base64', 'BgUEFYIAADL0AQAQBwEAAEXIRIh8iESARcgAAA==\n'],
    ['a data: address', 'data:application/octet-stream;base64,BgUEFYIAADL0AQAQBwEAAEXIRIh8iESARcgAAA=='],
    ['percent-encoding', '%06%05%04%15%82%00%002%F4%01%00%10%07%01%00%00E%C8D%88%7C%88D%80E%C8%00%00'],
    [
      "Java's bytes",
      `new byte[] {6, 5, 4, 21, (byte) 0x82, 0, 0, 50, -12, 1, 0, 16, 7, 1, 0, 0, 69, -56, 68, -120, 124, -120, 68, -128, 69, -56, 0, 0};`,
    ],
    ['a list of JSON', '[6,5,4,21,130,0,0,50,244,1,0,16,7,1,0,0,69,200,68,136,124,136,68,128,69,200,0,0]'],
    [
      'C with a comment',
      `static const char x[28] = { 6, 5, 4, 21, /* port */ 0x82, 0, 0, 50, 0xF4, 1, 0, 16, 7, 1, 0, 0, 69, 200, // pixels
 68, 136, 124, 136, 68, 128, 69, 200, 0, 0, };`,
    ],
    ['colons', LOGO.replace(/..(?=.)/g, '$&:')],
    ['a prefix', `0x${LOGO}`],
    ['a prefix each', LOGO.replace(/../g, '0x$& ')],
    ['an escape each', LOGO.replace(/../g, '\\x$&')],
    ['a string of C with its declaration', `const char logo[] = "${LOGO.replace(/../g, '\\x$&')}"; // for port 5506`],
    ['strings of C in several lines', LOGO.replace(/.{14}/g, (row) => `  "${row.replace(/../g, '\\x$&')}"\n`)],
    ['bytearray of Python', `data = bytearray(b'${LOGO.replace(/../g, '\\x$&')}')`],
    [
      'strings that are put together',
      `$a = "${LOGO.slice(0, 8).replace(/../g, '\\x$&')}" . '${LOGO.slice(8).replace(/../g, '\\x$&')}';`,
    ],
    ['a command of a shell', `printf '${LOGO.replace(/../g, '\\x$&')}' > logo.bin`],
    ['a literal that was cut off', `"${LOGO.replace(/../g, '\\x$&')}`],
    ['quotes', `"${LOGO}"`],
    ['lines that were wrapped in the middle of an octet', LOGO.replace(/.{7}/g, '$&\n')],
    ['lines that were wrapped', LOGO.replace(/.{20}/g, '$&\r\n')],
  ])('%s', (_, written) => {
    expect(readInput(written)?.octets).toEqual(hex(LOGO));
  });

  it('rows that a dump leaves out', () => {
    const dump = `00000000  ff ff ff ff ff ff ff ff  ff ff ff ff ff ff ff ff  |................|
*
00000040  01 02                                             |..|
00000042`;
    expect(readInput(dump)?.octets).toEqual(Uint8Array.of(...new Array(64).fill(0xff), 1, 2));
  });

  it.each(smsVectors('concat'))('PDUs of $id, a line each', ({ out }) => {
    const { tpdus } = out as { tpdus: string[] };
    const read = readInput(tpdus.join('\n\n'));
    expect(read).toMatchObject({ how: 'lines', octets: utf8(`${tpdus.join('\n')}\n`) });
    expect(read?.words).toMatch(new RegExp(`^${tpdus.length} lines of hex`));
    expect(readInput(tpdus.join('\n'), 'hex')?.octets).toEqual(hex(tpdus.join('')));
  });
});

describe('what was understood is said', () => {
  it.each([
    ['0605041581 0000', '7 octets of hex', 'hex'],
    ['{ 0x06, 0x05 }', '2 octets of an array', 'hex'],
    ['byte[] x = new byte[] { (byte) 0x82, -1 };', '2 octets of an array', 'hex'],
    ['de ad be ef', '4 octets of hex', 'hex'],
    ['DE:AD:BE:EF', '4 octets of hex', 'hex'],
    ['"\\x06\\x05"', '2 octets of a string literal', 'hex'],
    ['%06', '1 octet, percent-encoded', 'percent'],
    ['Grüße', '7 octets of text', 'text'],
    ['AT+CMGF=0\nAT+CMGS=2\n0001', '24 octets of text', 'text'],
    ['Username=a&PIN=%30', '18 octets of text', 'text'],
    ['SGVsbG8gd29ybGQ=', '11 octets of base64', 'base64'],
  ])('%j: %s', (written, words, how) => {
    expect(readInput(written)).toMatchObject({ words, how });
  });

  it.each([
    '{"a": "\\x01", "b": "\\x02"}',
    'Gate [7]',
    'see [1] and [2]',
    'see [1] [2]',
    'a {1}',
    'bad',
    'face',
    'cafe',
    'Testing1',
    'Greensleeves',
    'a/b/c/d/e/f/g/h',
    'x:d=4,o=5,b=63:c,d',
    '{"a":[1,2]}',
    'to: 7',
  ])('%j is text', (words) => {
    expect(readInput(words)).toMatchObject({ how: 'text', octets: utf8(words) });
  });

  it('nothing is nothing', () => {
    for (const as of TEXT_READINGS) expect(readInput(' \n\t', as)).toBeUndefined();
  });
});

describe('properties', () => {
  const octets = fc.uint8Array({ minLength: 7, maxLength: 90 });
  const pairs = (all: Uint8Array) => toHex(all).match(/../g) as string[];
  const rows = (all: Uint8Array) =>
    Array.from({ length: Math.ceil(all.length / 16) }, (_, i) => all.subarray(i * 16, i * 16 + 16));
  const characters = (row: Uint8Array) =>
    Array.from(row, (octet) => (octet >= 0x20 && octet < 0x7f ? String.fromCharCode(octet) : '.')).join('');

  const NOTATIONS: Readonly<Record<string, (all: Uint8Array) => string>> = {
    plain: toHex,
    'lower case, with blanks': (all) => pairs(all).join(' ').toLowerCase(),
    colons: (all) => pairs(all).join(':'),
    commas: (all) => pairs(all).join(', '),
    prefixes: (all) =>
      pairs(all)
        .map((pair) => `0x${pair}`)
        .join(','),
    'short prefixes': (all) => Array.from(all, (octet) => `0x${octet.toString(16)}`).join(' '),
    escapes: (all) =>
      pairs(all)
        .map((pair) => `\\x${pair}`)
        .join(''),
    'escapes in quotes': (all) =>
      `"${pairs(all)
        .map((pair) => `\\x${pair}`)
        .join('')}"`,
    'an array of C': (all) => toCArray(all),
    'a list': (all) => `[${all.join(', ')}]`,
    'hexdump -C': (all) =>
      rows(all)
        .map((row, i) => `${(i * 16).toString(16).padStart(8, '0')}  ${pairs(row).join(' ').padEnd(49)} |${characters(row)}|\n`)
        .join(''),
    xxd: (all) =>
      rows(all)
        .map((row, i) => {
          const groups = toHex(row).match(/.{1,4}/g) as string[];
          return `${(i * 16).toString(16).padStart(8, '0')}: ${groups.join(' ').padEnd(39)}  ${characters(row)}\n`;
        })
        .join(''),
    'percent-encoding': (all) =>
      pairs(all)
        .map((pair) => `%${pair}`)
        .join(''),
  };

  it.each(Object.keys(NOTATIONS))('any octets come back from hex: %s', (name) => {
    const write = NOTATIONS[name] as (all: Uint8Array) => string;
    fc.assert(
      fc.property(octets, (all) => {
        // Digits alone may be a telephone number; with seven octets they are taken for hex.
        expect(readInput(write(all))?.octets).toEqual(all);
        if (name !== 'percent-encoding') expect(readInput(write(all), 'hex')?.octets).toEqual(all);
      }),
    );
  });

  it('any octets come back from base64, and from lines', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { minLength: 1, maxLength: 8 }), (all) => {
        const [first = new Uint8Array(0)] = all;
        expect(readInput(Buffer.from(first).toString('base64'), 'base64')?.octets).toEqual(first);
        expect(readInput(all.map(toHex).join('\r\n'), 'lines')?.octets).toEqual(
          utf8(all.map((line) => `${toHex(line)}\n`).join('')),
        );
      }),
    );
  });

  it('what stands in the input for octets is read as them', () => {
    fc.assert(
      fc.property(fc.oneof(octets, fc.string({ unit: 'binary', minLength: 1 }).map(utf8)), (all) => {
        const written = inputOf(all) as string;
        const isHex = written === toHex(all);
        fc.pre(written.trim() !== '');
        expect(readInput(written, isHex ? 'hex' : 'text')?.octets).toEqual(all);
      }),
    );
    expect(inputOf(new Uint8Array(100_000))).toBeUndefined();
  });

  it('any text is read or refused at one of its characters, and never refused when nothing is asked for', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.stringMatching(/^[0-9a-fx\\,;:{}[\]"'%*|> \n-]{0,60}$/),
      fc.stringMatching(/^0000000[01]:? [0-9a-f ]{0,50}( \|.*\|)?\n0000001[0-2] {0,2}[0-9a-f ]{0,20}$/),
    );
    fc.assert(
      fc.property(text, fc.constantFrom(...TEXT_READINGS), (any, as) => {
        expectValueOrFormatError(() => readInput(any, as), any.length);
        expect(() => readInput(any)).not.toThrow();
      }),
    );
  });
});

describe('refusals', () => {
  it.each([
    ['06 05 zz', 'hex', { code: 'bad-value', field: 'input', offset: 6 }],
    ['06 05 0', 'hex', { code: 'truncated', field: 'input', offset: 6 }],
    ['--', 'hex', { code: 'truncated', field: 'input', offset: 0 }],
    ['0605\n06g5', 'lines', { code: 'bad-value', field: 'input', offset: 7 }],
    ['0605\n06057', 'lines', { code: 'truncated', field: 'input', offset: 9 }],
    ['Zm9v!', 'base64', { code: 'bad-value', field: 'input', offset: 4 }],
    ['data:;base64,Zm9!', 'base64', { code: 'bad-value', field: 'input', offset: 16 }],
    ['a\ud800', 'text', { code: 'unencodable', field: 'input', offset: 1 }],
  ] as const)('%j as %s', (written, as, expected) => {
    expect(refusal(() => readInput(written, as))).toEqual(expected);
  });
});

describe('digits that are not whole octets', () => {
  it.each(['0605041', LOGO.slice(1), `${LOGO.slice(0, 4)} ${LOGO.slice(4, -1)}`])('%s says that one is missing', (text) => {
    const { octets, words } = readInput(text) ?? {};
    expect(octets).toEqual(encodeUtf8(text));
    expect(words).toBe(`${text.replaceAll(' ', '').length} hex digits, an odd number: one is missing or surplus`);
  });

  it('words and short numbers are text', () => {
    for (const text of ['123', 'facade', 'Hello']) expect(readInput(text)?.words).toMatch(/octets of text$/);
  });
});
