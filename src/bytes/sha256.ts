/**
 * SHA-256 of octets, for browsers: their own is not there on pages that come without HTTPS.
 *
 * Source: FIPS 180-4 sections 4.1.2, 5 and 6.2.
 * @module
 */
import { u32be } from './octets.js';

const BLOCK = 64;

/** The first 32 bits of the fractions of the square (8) and cube roots (64) of the first primes. */
const [FIRST, ROUNDS] = /* @__PURE__ */ constants();

function constants(): [first: Uint32Array, rounds: Uint32Array] {
  const first: number[] = [];
  const rounds: number[] = [];
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n++) {
    if (primes.some((prime) => n % prime === 0)) continue;
    primes.push(n);
    if (primes.length <= 8) first.push((n ** (1 / 2) % 1) * 2 ** 32);
    rounds.push((n ** (1 / 3) % 1) * 2 ** 32);
  }
  return [Uint32Array.from(first), Uint32Array.from(rounds)];
}

/** The hash in lower case hex. */
export function sha256Hex(octets: Uint8Array): string {
  const state = FIRST.slice();
  const words = new Uint32Array(BLOCK);
  const whole = octets.length - (octets.length % BLOCK);
  for (let at = 0; at < whole; at += BLOCK) addBlock(state, words, octets, at);
  // 1, zeros, and the length in bits.
  const tail = new Uint8Array(octets.length - whole < BLOCK - 8 ? BLOCK : 2 * BLOCK);
  tail.set(octets.subarray(whole));
  tail[octets.length - whole] = 0x80;
  const view = new DataView(tail.buffer);
  view.setUint32(tail.length - 8, Math.floor(octets.length / 2 ** 29));
  view.setUint32(tail.length - 4, octets.length << 3);
  for (let at = 0; at < tail.length; at += BLOCK) addBlock(state, words, tail, at);
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function addBlock(state: Uint32Array, words: Uint32Array, octets: Uint8Array, at: number): void {
  const turn = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));
  for (let i = 0; i < 16; i++) words[i] = u32be(octets, at + 4 * i);
  for (let i = 16; i < BLOCK; i++) {
    const [early, late] = [words[i - 15] as number, words[i - 2] as number];
    const small = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
    const large = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
    words[i] = (words[i - 16] as number) + small + (words[i - 7] as number) + large;
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < BLOCK; i++) {
    const upper = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const first = (h + upper + ((e & f) ^ (~e & g)) + (ROUNDS[i] as number) + (words[i] as number)) | 0;
    const lower = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
}
