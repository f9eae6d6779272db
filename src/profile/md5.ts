/**
 * MD5, by which the collection of UAProf documents names what it holds: it tells addresses apart and protects nothing.
 *
 * Source: RFC 1321.
 * @module
 */

/** Turns left of each step, four for each round. */
const SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

/** Digest of octets as 32 lower-case hex digits. */
export function md5(octets: Uint8Array): string {
  const blocks = ((octets.length + 8) >> 6) + 1;
  const padded = new Uint8Array(blocks * 64);
  padded.set(octets);
  padded[octets.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, octets.length << 3, true);
  view.setUint32(padded.length - 4, Math.floor(octets.length / 0x2000_0000), true);
  const state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476] as [number, number, number, number];
  for (let at = 0; at < padded.length; at += 64) mixBlock(view, at, state);
  for (const [i, word] of state.entries()) view.setUint32(i * 4, word, true);
  return Array.from(padded.subarray(0, 16), (octet) => octet.toString(16).padStart(2, '0')).join('');
}

function mixBlock(view: DataView, at: number, state: [number, number, number, number]): void {
  let [a, b, c, d] = state;
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    let mixed: number;
    let word: number;
    if (round === 0) [mixed, word] = [(b & c) | (~b & d), i];
    else if (round === 1) [mixed, word] = [(d & b) | (~d & c), 5 * i + 1];
    else if (round === 2) [mixed, word] = [b ^ c ^ d, 3 * i + 5];
    else [mixed, word] = [c ^ (b | ~d), 7 * i];
    const sine = Math.floor(Math.abs(Math.sin(i + 1)) * 0x1_0000_0000);
    const sum = (a + mixed + sine + view.getUint32(at + (word & 15) * 4, true)) | 0;
    const shift = SHIFTS[round * 4 + (i & 3)] as number;
    [a, d, c, b] = [d, c, b, (b + ((sum << shift) | (sum >>> (32 - shift)))) | 0];
  }
  state[0] = (state[0] + a) >>> 0;
  state[1] = (state[1] + b) >>> 0;
  state[2] = (state[2] + c) >>> 0;
  state[3] = (state[3] + d) >>> 0;
}
