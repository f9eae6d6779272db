import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { expectValueOrFormatError, refusal } from '../support/hostile.js';

describe('worked examples', () => {
  it('upper case out, any case in', () => {
    expect(toHex(Uint8Array.of(0x00, 0x0a, 0xf5, 0xff))).toBe('000AF5FF');
    expect(fromHex('000aF5fF')).toEqual(Uint8Array.of(0x00, 0x0a, 0xf5, 0xff));
    expect([toHex(new Uint8Array(0)), fromHex('')]).toEqual(['', new Uint8Array(0)]);
  });

  it('every octet, as Node writes it', () => {
    for (let octet = 0; octet < 256; octet++) {
      expect(toHex(Uint8Array.of(octet))).toBe(Buffer.of(octet).toString('hex').toUpperCase());
    }
  });
});

describe('properties', () => {
  it('fromHex gives back what toHex wrote, in any case', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (octets, lower) => {
        const text = toHex(octets);
        expect(fromHex(lower ? text.toLowerCase() : text)).toEqual(octets);
      }),
    );
  });

  it('a view into a larger buffer is read where it lies', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat({ max: 9 }), (octets, lead) => {
        const pool = new Uint8Array(lead + octets.length + 5).fill(0xee);
        pool.set(octets, lead);
        expect(toHex(pool.subarray(lead, lead + octets.length))).toBe(toHex(octets));
      }),
    );
  });

  it('arbitrary text gives octets or a FormatError at the first character that is no digit', () => {
    const nearly = fc.string({
      unit: fc.oneof(
        { weight: 30, arbitrary: fc.constantFrom(...'0123456789abcdefABCDEF') },
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      maxLength: 40,
    });
    fc.assert(
      fc.property(fc.oneof(nearly, fc.string({ unit: 'binary' })), (text) => {
        const bad = text.search(/[^0-9A-Fa-f]/);
        const expected =
          bad >= 0
            ? { code: 'bad-value', field: 'hex', offset: bad }
            : text.length % 2 !== 0
              ? { code: 'truncated', field: 'hex', offset: text.length - 1 }
              : undefined;
        const result = expectValueOrFormatError(() => fromHex(text), text.length);
        if (expected === undefined) expect(result).toEqual(new Uint8Array(Buffer.from(text, 'hex')));
        else expect(result).toMatchObject(expected);
      }),
    );
  });
});

describe('refusals', () => {
  // The neighbours of the ranges 0-9, A-F, a-f in ASCII, and what Number() would take.
  it.each([...'/:@G`g', ' ', '\u0000', '\u0130', '\uff11', '\ud83d', 'x', '-', '+', '.'])('%j is no digit', (character) => {
    expect(refusal(() => fromHex(`A${character}`))).toEqual({ code: 'bad-value', field: 'hex', offset: 1 });
    expect(refusal(() => fromHex(`${character}A`))).toEqual({ code: 'bad-value', field: 'hex', offset: 0 });
    expect(refusal(() => fromHex(`AB${character}`))).toEqual({ code: 'bad-value', field: 'hex', offset: 2 });
  });

  it('half an octet', () => {
    expect(refusal(() => fromHex('ABC'))).toEqual({ code: 'truncated', field: 'hex', offset: 2 });
  });
});
