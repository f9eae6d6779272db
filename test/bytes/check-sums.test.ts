/** Check sums and hashes: by the examples of their specifications, and as Node computes them. */
import { createHash, createHmac } from 'node:crypto';
import { crc32 as crc32OfNode } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32 } from '../../src/bytes/crc32.js';
import { encodeUtf8, toHex } from '../../src/bytes/index.js';
import { hmacSha1, sha1 } from '../../src/bytes/sha1.js';

describe('CRC-32', () => {
  it('of the digits 1 to 9 is CBF43926, of nothing 0', () => {
    expect([crc32(encodeUtf8('123456789')), crc32(new Uint8Array(0))]).toEqual([0xcbf43926, 0]);
  });

  it('is the same in pieces, and that of zlib', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.uint8Array({ maxLength: 300 }), (first, rest) => {
        const whole = Uint8Array.of(...first, ...rest);
        expect(crc32(rest, crc32(first))).toBe(crc32(whole));
        expect(crc32(whole)).toBe(crc32OfNode(whole));
      }),
    );
  });
});

describe('SHA-1', () => {
  it.each([
    // FIPS 180-1, appendices A and B.
    ['abc', 'A9993E364706816ABA3E25717850C26C9CD0D89D'],
    ['abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq', '84983E441C3BD26EBAAE4AA1F95129E5E54670F1'],
    ['', 'DA39A3EE5E6B4B0D3255BFEF95601890AFD80709'],
  ])('of %j', (text, hash) => {
    expect(toHex(sha1(encodeUtf8(text)))).toBe(hash);
  });

  it('is that of Node, whatever the length in the last block', () => {
    for (let length = 0; length <= 200; length++) {
      const octets = new Uint8Array(length).map((_, i) => i * 7);
      expect(toHex(sha1(octets)).toLowerCase()).toBe(createHash('sha1').update(octets).digest('hex'));
    }
  });

  it.each([
    // RFC 2202 section 3, cases 1, 2 and 6: a key longer than a block is hashed.
    [new Uint8Array(20).fill(0x0b), 'Hi There', 'B617318655057264E28BC0B6FB378C8EF146BE00'],
    [encodeUtf8('Jefe'), 'what do ya want for nothing?', 'EFFCDF6AE5EB2FA2D27416D5F184DF9C259A7C79'],
    [
      new Uint8Array(80).fill(0xaa),
      'Test Using Larger Than Block-Size Key - Hash Key First',
      'AA4AE5E15272D00E95705637CE8A3B55ED402112',
    ],
  ])('with a key (%#)', (key, text, code) => {
    expect(toHex(hmacSha1(key, encodeUtf8(text)))).toBe(code);
    expect(createHmac('sha1', key).update(text).digest('hex').toUpperCase()).toBe(code);
  });
});
