import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitReader, Trace } from '../../src/bytes/index.js';
import { type Issue, Reading } from '../../src/bytes/reading.js';
import { DecodeError } from '../../src/errors.js';
import { findAlphabet, hasShiftTable } from '../../src/text/alphabet.js';
import { decodeGsm7, encodeGsm7, languageName, packSeptets, unpackSeptets } from '../../src/text/index.js';
import { packText, traceText, unpackText } from '../../src/text/packed-text.js';
import { cellsOf, gsm7Text, naiveSeptets, SINGLE, septetsByCharacter, type Tables, tables } from '../support/arbitraries.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';
import { expectTiling } from '../support/tiling.js';

const STRICT = Reading.of(undefined);

const DEFAULT: Tables = { locking: 0, single: 0 };
const textOfTables = tables.chain((of) => gsm7Text(of).map((text) => ({ of, text })));
const septets = (maxLength: number) => fc.array(fc.nat({ max: 127 }), { maxLength }).map((values) => Uint8Array.from(values));

/** The packing of TS 23.038 6.1.2.1 as a string of bits: each septet and each octet from its low bit up. */
function naivePack(values: Uint8Array, fillBits: number): Uint8Array {
  const low = (value: number, width: number) => [...value.toString(2).padStart(width, '0')].reverse().join('');
  const bits = '0'.repeat(fillBits) + Array.from(values, (septet) => low(septet, 7)).join('');
  const octets = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? [];
  return Uint8Array.from(octets, (octet) => Number.parseInt([...octet].reverse().join(''), 2));
}

/** Reading by the published tables: main table, table behind ESC, then the main table's character (TS 23.038 6.2.1.1). */
function naiveDecode(values: readonly number[], of: Tables, lenient = false): string | undefined {
  const characterAt = (kind: 'locking' | 'single', code: number) => {
    const point = cellsOf(kind, of[kind])[code];
    return point == null ? undefined : String.fromCodePoint(point);
  };
  let text = '';
  for (let i = 0; i < values.length; i++) {
    const septet = values[i] as number;
    if (septet === 0x1b && i + 1 === values.length) {
      if (!lenient) return undefined;
      text += '\u001b';
      continue;
    }
    const code = septet === 0x1b ? (values[++i] as number) : septet;
    const character =
      septet !== 0x1b
        ? characterAt('locking', code)
        : code === 0x1b
          ? ' '
          : (characterAt('single', code) ?? characterAt('locking', code));
    if (character === undefined && !lenient) return undefined;
    text += character ?? ' ';
  }
  return text;
}

describe('worked examples', () => {
  it('packs hellohello (sms-text.md section 2)', () => {
    expect(packSeptets(encodeGsm7('hellohello'))).toEqual(hex('E8 32 9B FD 46 97 D9 EC 37'));
    expect(decodeGsm7(unpackSeptets(hex('E8 32 9B FD 46 97 D9 EC 37'), 10))).toBe('hellohello');
  });

  it('the ten characters behind the escape', () => {
    expect(encodeGsm7('\f^{}\\[~]|€')).toEqual(hex('1B 0A 1B 14 1B 28 1B 29 1B 2F 1B 3C 1B 3D 1B 3E 1B 40 1B 65'));
  });

  it('septet 09 is the capital letter, and the small one is in no table of the default alphabet', () => {
    expect(encodeGsm7('Ç')).toEqual(hex('09'));
    expect(decodeGsm7(hex('09'))).toBe('Ç');
    expect(encodeGsm7('ç', { locking: 1 })).toEqual(hex('60'));
    expect(encodeGsm7('ç', { single: 2 })).toEqual(hex('1B 09'));
  });

  it("an unknown code behind the escape is the main table's character, two escapes are a blank (23.038 6.2.1.1)", () => {
    expect(decodeGsm7(hex('1B 41 1B 00 1B 0D'))).toBe('A@\r');
    expect(decodeGsm7(hex('41 1B 1B 41'))).toBe('A A');
    expect(decodeGsm7(hex('1B 1B 1B 65'))).toBe(' €');
  });

  it('seven and eight septets take seven octets, and the count tells them apart', () => {
    const seven = packSeptets(encodeGsm7('FooBar1'));
    expect(seven).toEqual(hex('C6 F7 5B 18 96 C7 00'));
    expect(decodeGsm7(unpackSeptets(seven, 7))).toBe('FooBar1');
    expect(decodeGsm7(unpackSeptets(seven, 8))).toBe('FooBar1@');
  });

  it('a carriage return at the end is kept: the padding rule is not for SMS', () => {
    const packed = packSeptets(encodeGsm7('1234567\r'));
    expect(decodeGsm7(unpackSeptets(packed, 8))).toBe('1234567\r');
  });

  it('names the languages, and knows which tables there are', () => {
    expect([1, 6, 13].map(languageName)).toEqual(['Turkish', 'Hindi', 'Urdu']);
    expect([languageName(0), languageName(14)].every((name) => name !== 'Turkish')).toBe(true);
    expect(Array.from({ length: 16 }, (_, id) => id).filter((id) => hasShiftTable('locking', id))).toEqual([
      0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ]);
    expect(Array.from({ length: 16 }, (_, id) => id).filter((id) => hasShiftTable('single', id))).toEqual([
      0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    ]);
  });
});

describe('properties', () => {
  it('text of every pair of tables comes back, by the septets of the published tables', () => {
    fc.assert(
      fc.property(textOfTables, ({ of, text }) => {
        const encoded = encodeGsm7(text, of);
        expect([...encoded]).toEqual(naiveSeptets(text, of));
        expect(decodeGsm7(encoded, of)).toBe(text);
      }),
    );
  });

  it('arbitrary septets are read as the published tables say, or refused', () => {
    fc.assert(
      fc.property(septets(60), fc.boolean(), tables, fc.boolean(), (values, raised, of, lenient) => {
        const escapes = raised ? values.map((value, i) => (i % 3 === 0 ? 0x1b : value)) : values;
        const expected = naiveDecode([...escapes], of, lenient);
        const result = expectValueOrFormatError(() => decodeGsm7(escapes, { ...of, lenient }), escapes.length);
        if (expected === undefined) {
          expect(result).toBeInstanceOf(DecodeError);
          // What stands before the fault reads, and with the septet at the fault it does not.
          const { offset = 0 } = result as DecodeError;
          expect(naiveDecode([...escapes.subarray(0, offset + 1)], of)).toBeUndefined();
        } else expect(result).toBe(expected);
      }),
    );
  });

  it('arbitrary octets give a text or a FormatError inside them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (octets, lenient) => {
        const over = octets.findIndex((octet) => octet > 127);
        const result = expectValueOrFormatError(() => decodeGsm7(octets, { lenient }), octets.length);
        if (over >= 0 && lenient) expect(result).toMatchObject({ code: 'bad-value', field: 'septet', offset: over });
      }),
    );
  });

  it('arbitrary text is encoded whole or refused at its first character outside the tables', () => {
    fc.assert(
      fc.property(
        tables,
        fc.string({
          unit: fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }), fc.constantFrom(...'aé€[\u001b\u0000ş')),
          maxLength: 30,
        }),
        (of, text) => {
          const table = septetsByCharacter(of);
          const characters = [...text];
          const bad = characters.findIndex((character) => !table.has(character));
          if (bad < 0) expect([...encodeGsm7(text, of)]).toEqual(naiveSeptets(text, of));
          else {
            const offset = characters.slice(0, bad).join('').length;
            expect(refusal(() => encodeGsm7(text, of))).toEqual({ code: 'unencodable', field: 'text', offset });
          }
        },
      ),
    );
  });

  it.each([
    ['the default tables', DEFAULT],
    ['Portuguese', { locking: 3, single: 3 }],
    ['Urdu, which has no character for some septets', { locking: 13, single: 13 }],
    ['Bengali after the default main table', { locking: 0, single: 4 }],
  ])('the look-up tables hold the published cells and nothing else: %s', async (_, of) => {
    // A module of its own builds its tables itself.
    const path = '../../src/text/alphabet.js?fresh';
    const fresh = (await import(path)) as { findAlphabet: typeof findAlphabet };
    const { codes, ascii, shown, main } = fresh.findAlphabet(of);
    const septets = septetsByCharacter(of);
    for (let unit = 0; unit < 0x10000; unit++) {
      const [septet, code] = septets.get(String.fromCharCode(unit)) ?? [];
      const expected = septet === undefined ? 0xffff : code === undefined ? septet : (septet << 8) | code;
      if ((codes[unit] ?? 0xffff) !== expected) expect([unit, codes[unit]]).toEqual([unit, expected]);
    }
    const points = cellsOf('locking', of.locking);
    expect([...main]).toEqual(points.map((point) => point ?? 0));
    expect([...shown]).toEqual(points.map((point) => (point === null || point > 0x7f ? 0x80 : point)));
    expect([...ascii]).toEqual(
      Array.from({ length: 256 }, (_cell, octet) => {
        const found = octet < 0x80 ? (septets.get(String.fromCharCode(octet)) ?? []) : [];
        return found.length === 1 ? found[0] : 0x80;
      }),
    );
    expect(fresh.findAlphabet({ ...of })).toBe(fresh.findAlphabet(of));
  });

  it('packs as the string of bits says, behind any fill, and unpacks the same', () => {
    fc.assert(
      fc.property(septets(200), fc.nat({ max: 6 }), fc.uint8Array({ maxLength: 3 }), (values, fillBits, more) => {
        const packed = packSeptets(values, fillBits);
        expect(packed).toEqual(naivePack(values, fillBits));
        expect(unpackSeptets(packed, values.length, fillBits)).toEqual(values);
        expect(unpackSeptets(Uint8Array.of(...packed, ...more), values.length, fillBits)).toEqual(values);
      }),
    );
  });

  it('who is told of a fault may decode and write hex meanwhile', () => {
    // A reserved cell of the Turkish table behind the escape, and an escape at the end.
    const of = { single: 1 };
    const values = Uint8Array.from([0x61, 0x62, 0x1b, 0x00, 0x63, 0x64, 0x65, 0x66, 0x67, 0x68, 0x69, 0x6a, 0x1b]);
    const octets = packSeptets(values);
    const read = (tell: () => void) =>
      unpackText(octets, 0, 0, values.length, findAlphabet(of), new Reading({ lenient: true, onIssue: tell }));
    const quiet = read(() => {});
    expect(quiet.startsWith('ab')).toBe(true);
    expect(quiet.endsWith('cdefghij\u001b')).toBe(true);
    let told = 0;
    const loud = read(() => {
      told++;
      expect(decodeGsm7(encodeGsm7('another text altogether'))).toBe('another text altogether');
    });
    expect(told).toBeGreaterThan(0);
    expect(loud).toBe(quiet);
  });

  it('packs and unpacks every count of septets, behind any fill, as the string of bits says', () => {
    const all = Uint8Array.from({ length: 40 }, (_, i) => (i * 53 + 7) & 127);
    for (let fillBits = 0; fillBits <= 6; fillBits++) {
      for (let count = 0; count <= all.length; count++) {
        const values = all.slice(0, count);
        const packed = packSeptets(values, fillBits);
        expect(packed).toEqual(naivePack(values, fillBits));
        expect(unpackSeptets(packed, count, fillBits)).toEqual(values);
      }
    }
  });

  it('texts longer than what is taken at once come out as the tables say, and back', () => {
    for (const length of [1022, 1023, 1024, 1025, 2048, 3100]) {
      for (const breaker of ['', 'é', '€', 'é€Δ']) {
        for (const place of [0, 1021, 1022, 1023, 1024, length].filter((at) => at <= length)) {
          const plain = 'Parcel 48213 comes at nine; '.repeat(120).slice(0, length);
          const text = plain.slice(0, place) + breaker + plain.slice(place);
          const encoded = encodeGsm7(text);
          expect([...encoded]).toEqual(naiveSeptets(text));
          expect(decodeGsm7(encoded)).toBe(text);
          expect(refusal(() => encodeGsm7(`${text}Ж`))).toMatchObject({ code: 'unencodable', offset: text.length });
        }
      }
      const wide = 'é€'.repeat(length);
      expect(decodeGsm7(encodeGsm7(wide))).toBe(wide);
      expect([...encodeGsm7(wide)]).toEqual(naiveSeptets(wide));
    }
  });

  it('unpacking arbitrary octets gives the septets or says that they are too short', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat({ max: 400 }), fc.nat({ max: 6 }), (octets, count, fillBits) => {
        const result = expectValueOrFormatError(() => unpackSeptets(octets, count, fillBits), octets.length);
        if (fillBits + 7 * count > 8 * octets.length) {
          expect(result).toMatchObject({ code: 'truncated', field: 'septets', offset: octets.length });
        } else expect(result).toHaveLength(count);
      }),
    );
  });

  it('encoding and packing in one pass is the same as one after the other', () => {
    fc.assert(
      fc.property(textOfTables, fc.nat({ max: 6 }), fc.nat({ max: 5 }), ({ of, text }, fillBits, at) => {
        const target = new Uint8Array(200).fill(0xee);
        const count = packText(text, findAlphabet(of), target, at, fillBits, 160);
        const expected = packSeptets(encodeGsm7(text, of), fillBits);
        const length = count === 0 ? 0 : expected.length;
        expect(count).toBe(naiveSeptets(text, of)?.length);
        expect(target.slice(at, at + length)).toEqual(expected.slice(0, length));
        expect(target.subarray(0, at).every((octet) => octet === 0xee)).toBe(true);
        expect(target.subarray(at + Math.max(1, length)).every((octet) => octet === 0xee)).toBe(true);
        expect(unpackText(target, at, fillBits, count, findAlphabet(of), STRICT)).toBe(text);
      }),
    );
  });

  it('unpacking and decoding in one pass agrees with one after the other, on arbitrary octets', () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 160 }),
        fc.nat({ max: 6 }),
        tables,
        fc.nat({ max: 4 }),
        fc.boolean(),
        (octets, fillBits, of, lead, lenient) => {
          const count = Math.max(0, Math.floor((8 * octets.length - fillBits) / 7));
          const shifted = Uint8Array.of(...new Uint8Array(lead), ...octets);
          const plain = unpackSeptets(octets.length === 0 ? new Uint8Array(1) : octets, count, fillBits);
          const issues: Issue[] = [];
          const one = expectValueOrFormatError(
            () =>
              unpackText(
                shifted,
                lead,
                fillBits,
                count,
                findAlphabet(of),
                new Reading({ lenient, onIssue: (issue) => issues.push(issue) }),
              ),
            shifted.length,
          );
          const two = expectValueOrFormatError(() => decodeGsm7(plain, { ...of, lenient }), plain.length);
          if (typeof two === 'string') expect(one).toBe(two);
          else {
            // The octet in which the faulty septet begins.
            const offset = lead + Math.floor((fillBits + 7 * (two.offset ?? 0)) / 8);
            expect(one).toMatchObject({ code: two.code, field: 'septet', offset });
          }
          if (lenient) {
            const strict = expectValueOrFormatError(() => decodeGsm7(plain, of), plain.length);
            expect(issues.length > 0).toBe(typeof strict !== 'string');
          }
        },
      ),
    );
  });

  it('the traced septets tile the text, one field a character', () => {
    fc.assert(
      fc.property(textOfTables, fc.nat({ max: 6 }), ({ of, text }, fillBits) => {
        const octets = packSeptets(encodeGsm7(text, of), fillBits);
        const count = naiveSeptets(text, of)?.length ?? 0;
        const trace = new Trace('text');
        if (fillBits > 0) trace.leaf('fill bits', undefined, 0, fillBits, undefined, 'lsb');
        traceText(trace, octets, 0, fillBits, count, findAlphabet(of));
        const end = fillBits + 7 * count;
        if (end < 8 * octets.length) trace.leaf('fill bits', undefined, end, 8 * octets.length, undefined, 'lsb');
        const root = trace.finish(octets.length);
        expectTiling(root);
        const shown = root.children.filter(({ name }) => name !== 'fill bits');
        expect(shown.map(({ meaning }) => JSON.parse(meaning as string)).join('')).toBe(text);
      }),
    );
  });
});

describe('refusals', () => {
  it('a character outside the alphabet is named whole', () => {
    expect(() => encodeGsm7('ab😀')).toThrow('U+1F600 is not in the GSM 7-bit alphabet');
    expect(() => encodeGsm7('ç')).toThrow('U+00E7 is not in the GSM 7-bit alphabet');
    expect(refusal(() => encodeGsm7('ab😀'))).toEqual({ code: 'unencodable', field: 'text', offset: 2 });
    for (const character of ['ç', '`', '\u0000', '\t', '\u00a0', '\u001b', 'ş', '\u0301', '\uffff']) {
      expect(refusal(() => encodeGsm7(character))).toEqual({ code: 'unencodable', field: 'text', offset: 0 });
    }
  });

  it('an escape at the end, and an octet that is no septet', () => {
    expect(refusal(() => decodeGsm7(hex('41 1B')))).toEqual({ code: 'truncated', field: 'septet', offset: 1 });
    expect(refusal(() => decodeGsm7(hex('41 80')))).toEqual({ code: 'bad-value', field: 'septet', offset: 1 });
    expect(refusal(() => decodeGsm7(hex('1B FF')))).toEqual({ code: 'bad-value', field: 'septet', offset: 1 });
    expect(refusal(() => decodeGsm7(hex('1B FF'), { lenient: true }))).toEqual({
      code: 'bad-value',
      field: 'septet',
      offset: 1,
    });
  });

  it('a reserved cell of a national table; leniently a blank', () => {
    // Bengali and Assamese: 0C has no character in the locking table.
    expect(refusal(() => decodeGsm7(hex('41 0C'), { locking: 4 }))).toEqual({ code: 'bad-value', field: 'septet', offset: 1 });
    expect(refusal(() => decodeGsm7(hex('1B 0C'), { locking: 4, single: 1 }))).toEqual({
      code: 'bad-value',
      field: 'septet',
      offset: 1,
    });
    const issues: Issue[] = [];
    const onIssue = (issue: Issue) => issues.push(issue);
    expect(decodeGsm7(hex('61 0C 1B'), { locking: 4, lenient: true, onIssue })).toBe('a \u001b');
    expect(issues).toMatchObject([
      { code: 'bad-value', severity: 'error', field: 'septet', offset: 1 },
      { code: 'truncated', severity: 'error', field: 'septet', offset: 2 },
    ]);
  });

  it.each([
    [{ locking: 2 }, 'locking'],
    [{ locking: 14 }, 'locking'],
    [{ single: 14 }, 'single'],
    [{ single: -1 }, 'single'],
    [{ locking: 1.5 }, 'locking'],
    [{ locking: 0, single: 256 }, 'single'],
  ])('%o names no table', (of, field) => {
    expect(refusal(() => encodeGsm7('a', of))).toEqual({ code: 'bad-value', field, offset: undefined });
    expect(refusal(() => decodeGsm7(hex('41'), of))).toEqual({ code: 'bad-value', field, offset: undefined });
  });

  it('a septet over seven bits, a fill that is not 0 to 6, and too few octets', () => {
    for (let at = 0; at < 24; at++) {
      for (const fillBits of [0, 3]) {
        const values = new Uint8Array(24).fill(0x41).fill(0x80, at, at + 1);
        expect(refusal(() => packSeptets(values, fillBits))).toEqual({ code: 'bad-value', field: 'septet', offset: at });
        expect(refusal(() => decodeGsm7(values))).toEqual({ code: 'bad-value', field: 'septet', offset: at });
      }
    }
    for (const fillBits of [-1, 7, 1.5, Number.NaN]) {
      expect(refusal(() => packSeptets(hex('41'), fillBits))).toEqual({
        code: 'bad-value',
        field: 'fillBits',
        offset: undefined,
      });
      expect(refusal(() => unpackSeptets(hex('41'), 1, fillBits))).toMatchObject({ code: 'bad-value', field: 'fillBits' });
    }
    expect(refusal(() => unpackSeptets(hex('41 42'), 3))).toEqual({ code: 'truncated', field: 'septets', offset: 2 });
    expect(unpackSeptets(hex('41'), 1, 1)).toHaveLength(1);
    expect(refusal(() => unpackSeptets(hex('41'), 1, 2))).toEqual({ code: 'truncated', field: 'septets', offset: 1 });
  });
});

describe('limits', () => {
  it('a text of more septets than there is room for is refused at the character that does not fit', () => {
    const target = new Uint8Array(20);
    const pack = (text: string, most: number) => packText(text, findAlphabet(), target, 0, 0, most);
    expect(pack('abc', 3)).toBe(3);
    expect(refusal(() => pack('abcd', 3))).toEqual({ code: 'too-long', field: 'text', offset: 3 });
    expect(refusal(() => pack('ab€', 3))).toEqual({ code: 'too-long', field: 'text', offset: 2 });
    expect(refusal(() => pack('abc€', 3))).toEqual({ code: 'too-long', field: 'text', offset: 3 });
    // Septets and characters, and octets of UTF-8, count apart.
    expect(pack('€bc', 4)).toBe(4);
    expect(refusal(() => pack('€bcd', 4))).toEqual({ code: 'too-long', field: 'text', offset: 3 });
    expect(refusal(() => pack('€bcde', 4))).toEqual({ code: 'too-long', field: 'text', offset: 3 });
    expect(refusal(() => pack('é€Ж', 10))).toEqual({ code: 'unencodable', field: 'text', offset: 2 });
    expect(refusal(() => pack('aéb€cЖ', 10))).toEqual({ code: 'unencodable', field: 'text', offset: 5 });
  });

  it('wherever a run of plain characters is broken, behind any fill, the octets are whole and nothing of the target shows', () => {
    for (const breaker of ['', '@', 'é', 'Δ', '€', 'é€']) {
      for (let place = 0; place <= 26; place++) {
        const text = `${'Parcel 48213 comes at nine'.slice(0, place)}${breaker}${'Parcel 48213 comes at nine'.slice(place)}`;
        const values = encodeGsm7(text);
        for (let fill = 0; fill <= 6; fill++) {
          const target = new Uint8Array(64).fill(0xff);
          expect(packText(text, findAlphabet(), target, 3, fill, 160)).toBe(values.length);
          expect(target.slice(3, 3 + Math.ceil((fill + 7 * values.length) / 8))).toEqual(naivePack(values, fill));
          expect(unpackText(target, 3, fill, values.length, findAlphabet(), STRICT)).toBe(text);
        }
      }
    }
  });

  it('half an escape pair is written and read only where it is asked for, and only at the end', () => {
    const target = new Uint8Array(4);
    expect(packText('a\u001b', findAlphabet(), target, 0, 0, 10, true)).toBe(2);
    expect(unpackSeptets(target, 2)).toEqual(hex('61 1B'));
    expect(unpackText(target, 0, 0, 2, findAlphabet(), STRICT, true)).toBe('a\u001b');
    expect(refusal(() => unpackText(target, 0, 0, 2, findAlphabet(), STRICT))).toEqual({
      code: 'truncated',
      field: 'septet',
      offset: 0,
    });
    const issues: Issue[] = [];
    expect(
      unpackText(target, 0, 0, 2, findAlphabet(), new Reading({ lenient: true, onIssue: (issue) => issues.push(issue) })),
    ).toBe('a\u001b');
    expect(issues.map(({ code, offset }) => [code, offset])).toEqual([['truncated', 0]]);
    expect(refusal(() => packText('a\u001b', findAlphabet(), target, 0, 0, 10))).toMatchObject({
      code: 'unencodable',
      offset: 1,
    });
    expect(refusal(() => packText('\u001ba', findAlphabet(), target, 0, 0, 10, true))).toMatchObject({
      code: 'unencodable',
      offset: 0,
    });
  });

  it('texts past the kept buffer are read like any other', () => {
    const text = 'hello€'.repeat(1000);
    const encoded = encodeGsm7(text);
    expect(decodeGsm7(encoded)).toBe(text);
    expect(unpackText(packSeptets(encoded), 0, 0, encoded.length, findAlphabet(), STRICT)).toBe(text);
  });

  it('the trace shows escapes, reserved cells and fill for what they are', () => {
    const trace = new Trace('text');
    const octets = packSeptets(hex('0C 1B'));
    traceText(trace, octets, 0, 0, 2, findAlphabet({ locking: 4 }));
    const root = trace.finish(2);
    expect(root.children.map(({ name, value, meaning }) => [name, value, meaning])).toEqual([
      ['septet', 0x0c, 'reserved'],
      ['septet', 0x1b, 'escape'],
    ]);
    const pair = new Trace('text');
    traceText(pair, packSeptets(hex('1B 65')), 0, 0, 2, findAlphabet());
    expect(pair.finish(2).children[0]).toMatchObject({ name: 'escape pair', value: 0x1b65, meaning: '"€"' });
  });

  it('the reading of every septet by itself agrees with the bit cursor', () => {
    const octets = packSeptets(
      Uint8Array.from({ length: 128 }, (_, i) => i),
      3,
    );
    const reader = new BitReader(octets, 'lsb', undefined, 3);
    for (let septet = 0; septet < 128; septet++) expect(reader.read(7, 'septet')).toBe(septet);
    expect(decodeGsm7(Uint8Array.of(0x41), DEFAULT)).toBe('A');
    expect(SINGLE).toHaveLength(14);
  });
});
