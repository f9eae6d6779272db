/**
 * SHA-1 and HMAC of octets: what codes of older protocols are made with. Neither is fit for anything new.
 *
 * Source: FIPS 180-4 section 6.1; RFC 2104.
 * @module
 */
import { u32be } from './octets.js';

const BLOCK = 64;
const ROUND_WORDS = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

/** The 20 octets of the hash. */
export function sha1(octets: Uint8Array): Uint8Array {
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0);
  // 1, zeros up to a whole block, and the length in bits.
  const padded = new Uint8Array(Math.ceil((octets.length + 9) / BLOCK) * BLOCK);
  padded.set(octets);
  padded[octets.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(octets.length / 2 ** 29));
  view.setUint32(padded.length - 4, octets.length << 3);
  const words = new Uint32Array(80);
  for (let at = 0; at < padded.length; at += BLOCK) addBlock(state, words, padded, at);
  const hash = new Uint8Array(20);
  const hashed = new DataView(hash.buffer);
  for (const [i, word] of state.entries()) hashed.setUint32(4 * i, word);
  return hash;
}

function addBlock(state: Uint32Array, words: Uint32Array, octets: Uint8Array, at: number): void {
  const turn = (word: number, bits: number) => (word << bits) | (word >>> (32 - bits));
  const word = (i: number) => words[i] as number;
  for (let i = 0; i < 16; i++) words[i] = u32be(octets, at + 4 * i);
  for (let i = 16; i < 80; i++) words[i] = turn(word(i - 3) ^ word(i - 8) ^ word(i - 14) ^ word(i - 16), 1);
  let [a, b, c, d, e] = state as unknown as [number, number, number, number, number];
  for (let i = 0; i < 80; i++) {
    const round = Math.floor(i / 20);
    const mixed = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    const next = (turn(a, 5) + mixed + e + word(i) + (ROUND_WORDS[round] as number)) | 0;
    [e, d, c, b, a] = [d, c, turn(b, 30), a, next];
  }
  for (const [i, value] of [a, b, c, d, e].entries()) state[i] = (state[i] as number) + value;
}

/** The 20 octets of a code that only who has the key can make. */
export function hmacSha1(key: Uint8Array, octets: Uint8Array): Uint8Array {
  const padded = new Uint8Array(BLOCK);
  padded.set(key.length > BLOCK ? sha1(key) : key);
  return sha1(keyed(padded, 0x5c, sha1(keyed(padded, 0x36, octets))));
}

function keyed(key: Uint8Array, mask: number, octets: Uint8Array): Uint8Array {
  const joined = new Uint8Array(key.length + octets.length);
  joined.set(key.map((octet) => octet ^ mask));
  joined.set(octets, key.length);
  return joined;
}
