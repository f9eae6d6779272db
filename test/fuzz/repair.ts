/** Repairs mutants: checksums and lengths, for which most would be refused before their content is looked at. */
import { crc32, inflateRawSync } from 'node:zlib';
import { writeStoredZip } from '../../src/mms/index.js';

const PNG_SIGNATURE_OCTETS = 8;
/** Octets of a chunk around its data: length, type, checksum. */
const CHUNK_OCTETS = 12;

/** A PNG whose chunks have the right checksums; the last one ends with the file. */
export function repairPng(octets: Uint8Array): Uint8Array {
  if (octets[0] !== 0x89 || octets[1] !== 0x50) return octets;
  const repaired = octets.slice();
  const view = new DataView(repaired.buffer);
  for (let at = PNG_SIGNATURE_OCTETS; at + CHUNK_OCTETS <= repaired.length; ) {
    const length = Math.min(view.getUint32(at), repaired.length - at - CHUNK_OCTETS);
    view.setUint32(at, length);
    view.setUint32(at + 8 + length, crc32(repaired.subarray(at + 4, at + 8 + length)));
    at += CHUNK_OCTETS + length;
  }
  return repaired;
}

/** What a local header begins with, and what ends the data after it. */
const LOCAL = 'PK\x03\x04';
const END = /PK(?:\x01\x02|\x05\x06|\x07\x08)/;
/** Octets of a local header after its signature, and before the name. */
const LOCAL_OCTETS = 26;

/** An archive of what follows local headers, with new lengths, checksums and directory. */
export function repairZip(octets: Uint8Array): Uint8Array {
  const [, ...pieces] = Buffer.from(octets).toString('latin1').split(LOCAL);
  const entries = pieces.flatMap((text) => {
    if (text.length < LOCAL_OCTETS) return [];
    const piece = Buffer.from(text, 'latin1');
    const nameEnd = LOCAL_OCTETS + piece.readUInt16LE(22);
    const [packed = ''] = text.slice(nameEnd + piece.readUInt16LE(24)).split(END, 1);
    const data = new Uint8Array(Buffer.from(packed, 'latin1'));
    return [{ name: text.slice(LOCAL_OCTETS, nameEnd), data: piece.readUInt16LE(4) === 8 ? inflated(data) : data }];
  });
  try {
    return entries.length === 0 ? octets : writeStoredZip(entries);
  } catch {
    return octets;
  }
}

function inflated(data: Uint8Array): Uint8Array {
  try {
    return new Uint8Array(inflateRawSync(data, { maxOutputLength: 65_536 }));
  } catch {
    return data;
  }
}
