import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Issue } from '../../src/bytes/reading.js';
import { decodeUcs2, encodeUcs2 } from '../../src/text/index.js';
import { writeUcs2, writeUnits } from '../../src/text/ucs2.js';
import { hex } from '../support/hex.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

const units = fc.array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd800, max: 0xdfff })), { maxLength: 60 });

describe('worked examples', () => {
  it.each([
    ['', ''],
    ['A', '00 41'],
    ['Ж', '04 16'],
    ['€', '20 AC'],
    ['😀', 'D8 3D DE 00'],
    ['\u{10ffff}', 'DB FF DF FF'],
    ['\ufeffA', 'FE FF 00 41'],
  ])('%s is %s', (text, octets) => {
    expect(encodeUcs2(text)).toEqual(hex(octets));
    expect(decodeUcs2(hex(octets))).toBe(text);
  });
});

describe('properties', () => {
  it('well-formed text comes back, as UTF-16 with its octets swapped', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300, size: 'max' }), (text) => {
        const octets = encodeUcs2(text);
        expect(octets).toEqual(new Uint8Array(Buffer.from(text, 'utf16le').swap16()));
        expect(decodeUcs2(octets)).toBe(text);
      }),
    );
  });

  it('reads a text past the size of one call', () => {
    const text = 'Ж😀'.repeat(5000);
    expect(decodeUcs2(encodeUcs2(text))).toBe(text);
  });

  it('arbitrary octets give the text that encodes to them, or a FormatError at the first fault', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          units.map((values) => Uint8Array.from(values.flatMap((v) => [v >> 8, v & 255]))),
        ),
        (octets) => {
          const result = expectValueOrFormatError(() => decodeUcs2(octets), octets.length);
          const text = Buffer.from(octets.subarray(0, octets.length & ~1))
            .swap16()
            .toString('utf16le');
          const lone = text.search(/\p{Cs}/u);
          if (octets.length % 2 !== 0) {
            expect(result).toMatchObject({ code: 'truncated', field: 'text', offset: octets.length - 1 });
          } else if (lone >= 0) expect(result).toMatchObject({ code: 'bad-value', field: 'text', offset: 2 * lone });
          else expect(result).toBe(text);
          expect(decodeUcs2(octets, { lenient: true })).toBe(text);
        },
      ),
    );
  });

  it('a text with a lone surrogate is refused at its index', () => {
    fc.assert(
      fc.property(units, (values) => {
        const text = String.fromCharCode(...values);
        const lone = text.search(/\p{Cs}/u);
        if (lone < 0) expect(encodeUcs2(text)).toHaveLength(2 * text.length);
        else expect(refusal(() => encodeUcs2(text))).toEqual({ code: 'unencodable', field: 'text', offset: lone });
      }),
    );
  });
});

describe('refusals', () => {
  it('an odd count of octets, and half a pair', () => {
    expect(refusal(() => decodeUcs2(hex('00 41 04')))).toEqual({ code: 'truncated', field: 'text', offset: 2 });
    expect(refusal(() => decodeUcs2(hex('04')))).toEqual({ code: 'truncated', field: 'text', offset: 0 });
    expect(refusal(() => decodeUcs2(hex('00 41 D8 3D')))).toEqual({ code: 'bad-value', field: 'text', offset: 2 });
    expect(refusal(() => decodeUcs2(hex('DE 00 00 41')))).toEqual({ code: 'bad-value', field: 'text', offset: 0 });
    expect(refusal(() => decodeUcs2(hex('D8 3D D8 3D DE 00'), { lenient: false }))).toMatchObject({ offset: 0 });
  });

  it('are read by the lenient option: the odd octet is passed over, the half stays', () => {
    expect(decodeUcs2(hex('00 41 04'), { lenient: true })).toBe('A');
    expect(decodeUcs2(hex('00 41 D8 3D'), { lenient: true })).toBe('A\ud83d');
  });

  it('are reported by it, each at its octet', () => {
    const issues: Issue[] = [];
    expect(decodeUcs2(hex('00 41 DE 00 04'), { lenient: true, onIssue: (issue) => issues.push(issue) })).toBe('A\ude00');
    expect(issues).toMatchObject([
      { code: 'truncated', severity: 'error', field: 'text', offset: 4 },
      { code: 'bad-value', severity: 'error', field: 'text', offset: 2 },
    ]);
  });
});

describe('writing into a message', () => {
  it('writes two octets a unit, and nothing more, and tells where they end', () => {
    for (const text of ['', 'Ж', 'AЖ😀']) {
      const target = new Uint8Array(16).fill(0xee);
      const end = writeUcs2(text, target, 3);
      expect(end).toBe(3 + 2 * text.length);
      expect(target.slice(3, end)).toEqual(encodeUcs2(text));
      expect([...target.subarray(0, 3), ...target.subarray(end)].every((octet) => octet === 0xee)).toBe(true);
    }
  });

  it('writes a piece of a text, and tells all bits that its units have', () => {
    const target = new Uint8Array(8).fill(0xee);
    expect(writeUnits('AЖ😀B', target, 1, 1, 3)).toBe(0x0416 | 0xd83d);
    expect(target).toEqual(hex('EE 04 16 D8 3D EE EE EE'));
    expect(writeUnits('AЖ', target, 0)).toBe(0x0041 | 0x0416);
    expect(writeUnits('AЖ', target, 0, 1, 1)).toBe(0);
  });
});
