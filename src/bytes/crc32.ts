/**
 * CRC-32 of ZIP archives and PNG pictures: polynomial EDB88320 of the reflected form.
 *
 * Source: PKWARE APPNOTE.TXT 6.3.10 section 4.4.7; ISO/IEC 15948 annex D has the same sum.
 * @module
 */

let table: Uint32Array | undefined;

/**
 * Check sum of octets, 0 to 0xFFFFFFFF.
 * @param before the sum of the octets before these ones, where they are summed in pieces
 */
export function crc32(octets: Uint8Array, before = 0): number {
  table ??= makeTable();
  const { length } = octets;
  let crc = ~before;
  for (let i = 0; i < length; i++) crc = (crc >>> 8) ^ (table[(crc ^ (octets[i] as number)) & 0xff] as number);
  return ~crc >>> 0;
}

function makeTable(): Uint32Array {
  return Uint32Array.from({ length: 256 }, (_, octet) => {
    let crc = octet;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    return crc;
  });
}
