import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Base64Fault, decodeBase64, toBase64, toBase64Url } from '../../src/bytes/base64.js';
import { encodeUtf8 } from '../../src/bytes/index.js';

const octetsOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

function decode(text: string, url?: boolean): { octets: number[]; faults: [Base64Fault, number][] } {
  const faults: [Base64Fault, number][] = [];
  const octets = decodeBase64(text, {
    onFault: (fault, index) => faults.push([fault, index]),
    ...(url !== undefined && { url }),
  });
  return { octets: [...octets], faults };
}

/** RFC 4648 section 10. */
const VECTORS = [
  ['', ''],
  ['f', 'Zg=='],
  ['fo', 'Zm8='],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg=='],
  ['fooba', 'Zm9vYmE='],
  ['foobar', 'Zm9vYmFy'],
] as const;

describe('base64', () => {
  it.each(VECTORS)('of %j is %j (RFC 4648 section 10)', (text, base64) => {
    expect(toBase64(encodeUtf8(text))).toBe(base64);
    expect(decode(base64)).toEqual({ octets: [...octetsOf(text)], faults: [] });
    expect(decode(base64.replace(/=/g, ''))).toEqual({ octets: [...octetsOf(text)], faults: [] });
  });

  it('uses all digits of section 4, and those of section 5 for addresses', () => {
    const octets = Uint8Array.from({ length: 48 }, (_, i) => {
      const digit = (n: number) => n & 63;
      const [a, b, c, d] = [0, 1, 2, 3].map((n) => digit(Math.floor(i / 3) * 4 + n)) as [number, number, number, number];
      return [(a << 2) | (b >> 4), ((b & 15) << 4) | (c >> 2), ((c & 3) << 6) | d][i % 3] as number;
    });
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    expect(toBase64(octets)).toBe(`${digits}+/`);
    expect(toBase64Url(octets)).toBe(`${digits}-_`);
    expect(decode(`${digits}+/`).octets).toEqual([...octets]);
    expect(decode(`${digits}-_`, true)).toEqual({ octets: [...octets], faults: [] });
    // Both alphabets are read for addresses.
    expect(decode(`${digits}+/`, true)).toEqual({ octets: [...octets], faults: [] });
  });

  it('agrees with the platform', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (octets) => {
        const buffer = Buffer.from(octets);
        expect(toBase64(octets)).toBe(buffer.toString('base64'));
        expect(toBase64Url(octets)).toBe(buffer.toString('base64url'));
        expect(decode(buffer.toString('base64'))).toEqual({ octets: [...octets], faults: [] });
        expect(decode(buffer.toString('base64url'), true)).toEqual({ octets: [...octets], faults: [] });
      }),
    );
  });

  it('skips white space, wherever it is', () => {
    expect(decode(' Z\tm\r\n9\vv\f')).toEqual({ octets: [...octetsOf('foo')], faults: [] });
    expect(decode('Zg =\n= ')).toEqual({ octets: [...octetsOf('f')], faults: [] });
  });

  it.each([
    ['Zm9v!', 4],
    ['\0Zm9v', 0],
    ['Zm\u00a09v', 2],
    ['Zm-9v', 2],
    ['Zm_9v', 2],
    ['Zm\u20ac9v', 2],
    ['Zm@9v', 2],
    ['Zm[9v', 2],
    ['Zm`9v', 2],
    ['Zm{9v', 2],
    ['Zm:9v', 2],
    ['Zm.9v', 2],
    ['Zm*9v', 2],
    ['Zm,9v', 2],
    ['\bZm9v', 0],
    ['\u000eZm9v', 0],
  ])('%j has something other than a digit at %i; it is skipped', (text, index) => {
    expect(decode(text)).toEqual({ octets: [...octetsOf('foo')], faults: [['digit', index]] });
  });

  it('reports each digit after the padding, and decodes it', () => {
    expect(decode('Zg==Zg')).toEqual({
      octets: [...octetsOf('f'), 0x06, 0x60],
      faults: [
        ['padding', 4],
        ['padding', 5],
      ],
    });
    expect(decode('=Zg').faults).toEqual([
      ['padding', 1],
      ['padding', 2],
    ]);
  });

  it('reports bits that make no octet, at the last digit', () => {
    expect(decode('Z')).toEqual({ octets: [], faults: [['truncated', 0]] });
    expect(decode('Zm9vZ \n')).toEqual({ octets: [...octetsOf('foo')], faults: [['truncated', 4]] });
    expect(decode('Zh==')).toEqual({ octets: [...octetsOf('f')], faults: [['spare-bits', 1]] });
    expect(decode('Zm9=')).toEqual({ octets: [...octetsOf('fo')], faults: [['spare-bits', 2]] });
  });

  it('ends where the caller throws', () => {
    const onFault = () => {
      throw new RangeError('no');
    };
    expect(() => decodeBase64('a!', { onFault })).toThrow(RangeError);
    expect(decodeBase64('Zg', { onFault })).toEqual(octetsOf('f'));
  });

  it('decodes anything to what Buffer decodes of its digits', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), (text) => {
        const digits = text.replace(/[^A-Za-z0-9+/]/g, '');
        expect(decode(text).octets).toEqual([...Buffer.from(digits, 'base64')]);
      }),
    );
  });

  it('gives octets that own their memory', () => {
    const octets = decodeBase64('Zg== ', { onFault: () => undefined });
    expect(octets.buffer.byteLength).toBe(1);
  });
});
