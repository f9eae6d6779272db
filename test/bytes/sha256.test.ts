import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sha256Hex } from '../../src/bytes/sha256.js';

const expected = (octets: Uint8Array) => createHash('sha256').update(octets).digest('hex');

it('is that of FIPS 180-4 for "abc"', () => {
  expect(sha256Hex(new TextEncoder().encode('abc'))).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('is that of another implementation at every length around the ends of blocks', () => {
  for (let length = 0; length < 200; length++) {
    const octets = Uint8Array.from({ length }, (_, i) => i * 7);
    expect(sha256Hex(octets), `${length} octets`).toBe(expected(octets));
  }
});

it('is that of another implementation for any octets', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 4_000 }), (octets) => {
      expect(sha256Hex(octets)).toBe(expected(octets));
    }),
  );
});
