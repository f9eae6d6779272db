import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { md5 } from '../../src/profile/md5.js';

/** RFC 1321, appendix A.5. */
it.each([
  ['', 'd41d8cd98f00b204e9800998ecf8427e'],
  ['a', '0cc175b9c0f1b6a831c399e269772661'],
  ['abc', '900150983cd24fb0d6963f7d28e17f72'],
  ['message digest', 'f96b697d7cb7938d525a2f31aaf161d0'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', 'd174ab98d277d9f5a5611c2c9f419d9f'],
])('digest of %j', (text, digest) => {
  expect(md5(new TextEncoder().encode(text))).toBe(digest);
});

it("agrees with Node's own at every length of padding", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (octets) => {
      expect(md5(octets)).toBe(createHash('md5').update(octets).digest('hex'));
    }),
  );
});
