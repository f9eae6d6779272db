/**
 * Pixels that are indices of a palette, several in an octet, the first one in its highest bits: as PNG and BMP have them.
 * @module
 */

/**
 * Writes the samples of pixels, which a table has by their indices, and gives the highest index.
 * @param depth bits of a pixel: 1, 2, 4 or 8. @param table `channels` samples for each index that has so many bits.
 */
export function lookUpPixels(
  line: Uint8Array,
  lineAt: number,
  pixels: number,
  depth: number,
  table: Uint8Array,
  channels: number,
  to: Uint8Array,
  toAt: number,
): number {
  const mask = (1 << depth) - 1;
  let highest = 0;
  for (let x = 0, out = toAt; x < pixels; x++, out += channels) {
    let index = line[lineAt + x] as number;
    if (depth < 8) {
      const bit = x * depth;
      index = ((line[lineAt + (bit >> 3)] as number) >> (8 - depth - (bit & 7))) & mask;
    }
    if (index > highest) highest = index;
    const entry = index * channels;
    to[out] = table[entry] as number;
    if (channels === 1) continue;
    to[out + 1] = table[entry + 1] as number;
    to[out + 2] = table[entry + 2] as number;
    if (channels === 4) to[out + 3] = table[entry + 3] as number;
  }
  return highest;
}
