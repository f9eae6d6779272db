/** Octets without a pattern, always the same ones. */
export function noise(size: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: size }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return state >>> 16;
  });
}
