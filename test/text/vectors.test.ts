import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { EncodeError } from '../../src/errors.js';
import { countSegments, decodeGsm7, encodeGsm7, packSeptets, segmentText, unpackSeptets } from '../../src/text/index.js';
import { fixture, smsVectors } from '../support/vectors.js';

describe('published vectors', () => {
  it.each(smsVectors('pack'))('$id: packs $in.text behind $in.fillBits bits ($agreement)', (vector) => {
    const septets = fromHex(vector.in.septets);
    expect(toHex(packSeptets(septets, vector.in.fillBits))).toBe(vector.out.octets);
    expect(unpackSeptets(fromHex(vector.out.octets), septets.length, vector.in.fillBits)).toEqual(septets);
    expect(decodeGsm7(septets)).toBe(vector.in.text);
  });

  it.each(smsVectors('septets'))('$id: septets of $in.text ($agreement)', (vector) => {
    const tables = { locking: vector.in.lock, single: vector.in.shift };
    if (vector.out.encodable === false) {
      expect(() => encodeGsm7(vector.in.text, tables)).toThrow(EncodeError);
      expect(countSegments(vector.in.text).encoding).toBe(vector.out.fallback);
    } else {
      expect(toHex(encodeGsm7(vector.in.text, tables))).toBe(vector.out.septets);
      expect(decodeGsm7(fromHex(vector.out.septets), tables)).toBe(vector.in.text);
    }
  });

  it.each(smsVectors('segment'))('$id: parts ($agreement)', (vector) => {
    const options = { concat: vector.in.concatRefBits };
    const parts = segmentText(vector.in.text, options);
    expect(parts.map((part) => part.text)).toEqual(vector.out.parts);
    const { encoding, units, segments } = countSegments(vector.in.text, options);
    expect({ encoding, units, segments }).toEqual({
      encoding: vector.out.encoding,
      units: vector.out.units,
      segments: vector.out.count,
    });
  });
});

interface Tables {
  default: { locking: (number | null)[]; single: (number | null)[] };
  languages: { id: number; name: string; locking: (number | null)[] | null; single: (number | null)[] }[];
}

describe('every cell of the tables', () => {
  const tables = fixture('data/gsm7.json') as Tables;
  const rows = [{ id: 0, name: 'default', ...tables.default }, ...tables.languages];

  it.each(rows)('$name', ({ id, locking, single }) => {
    for (const [septet, point] of (locking ?? []).entries()) {
      if (point === null) continue;
      const character = String.fromCodePoint(point);
      expect(decodeGsm7(Uint8Array.of(septet), { locking: id })).toBe(character);
      expect([...encodeGsm7(character, { locking: id })]).toContain(septet);
    }
    for (const [septet, point] of single.entries()) {
      if (point === null) continue;
      const character = String.fromCodePoint(point);
      expect(decodeGsm7(Uint8Array.of(0x1b, septet), { single: id })).toBe(character);
      // A character of the main table needs no escape, whatever stands behind it.
      const direct = tables.default.locking.indexOf(point);
      const septets = [...encodeGsm7(character, { single: id })];
      expect(septets).toEqual(direct >= 0 ? [direct] : [0x1b, septet]);
    }
    if (locking === null) expect(() => encodeGsm7('a', { locking: id })).toThrow(EncodeError);
  });
});
