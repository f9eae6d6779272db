import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeMms, encodeMms, type MmsPdu } from '../../src/mms/binary.js';
import { hex } from '../support/hex.js';
import { pduParserField, phpHeaders, tsharkLines } from '../support/mms-oracles.js';
import { fixture } from '../support/vectors.js';

interface MmsVector {
  id: string;
  op: string;
  hex?: string;
  zlibBase64?: string;
  length: number;
  verdict: string;
  note: string;
  basis: string;
  oracles: {
    'tshark 4.0.17 mmse': { lines: string[]; flags: string[] };
    'android PduParser': Record<string, unknown>;
    'mms-decoder (PHP)': { headers?: Record<string, unknown>; parts?: unknown[]; error?: string };
  };
}

const { vectors, count } = fixture('vectors/mms.json') as { vectors: MmsVector[]; count: number };
const KEYS = ['id', 'op', 'hex', 'zlibBase64', 'length', 'verdict', 'note', 'basis', 'oracles'];

/**
 * Vectors in forms that we read but do not write: the charset on texts that are ASCII, the type parameter of a type with a code as text, the
 * charset behind the name, a type with a code (5A, application/octet-stream) as text.
 */
const OTHER_FORMS: readonly string[] = ['notify', 'composer-c1', 'composer-c2', 'send-uintvar2'];

function wireOf(vector: MmsVector): Uint8Array {
  if (vector.hex !== undefined) return hex(vector.hex);
  return new Uint8Array(inflateSync(Buffer.from(vector.zlibBase64 ?? '', 'base64')));
}

function part(message: MmsPdu, index: number): Uint8Array {
  return message.parts?.[index]?.data ?? new Uint8Array(0);
}

describe('what tshark, Android and mms-decoder read', () => {
  it('has all its vectors, in the shape that these tests look at', () => {
    expect(vectors).toHaveLength(count);
    for (const vector of vectors) {
      expect(Object.keys(vector).filter((key) => !KEYS.includes(key))).toEqual([]);
      expect(vector.op).toBe('mms-decode');
      expect(vector.verdict).toBe('accept');
      expect(wireOf(vector)).toHaveLength(vector.length);
      expect(Object.keys(vector.oracles)).toEqual(['tshark 4.0.17 mmse', 'android PduParser', 'mms-decoder (PHP)']);
    }
  });

  it.each(vectors)('$id: every line of tshark', (vector) => {
    const { lines, flags } = vector.oracles['tshark 4.0.17 mmse'];
    expect(flags).toEqual([]);
    // The composer of Android writes the charset behind the name, which our model does not keep apart.
    const inOrder = (all: string[]) => all.map((line) => line.split('; ').sort().join('; ')).sort();
    expect(inOrder(tsharkLines(decodeMms(wireOf(vector))))).toEqual(inOrder(lines));
  });

  it.each(vectors)('$id: every field of PduParser', (vector) => {
    const message = decodeMms(wireOf(vector));
    for (const [field, value] of Object.entries(vector.oracles['android PduParser'])) {
      expect(pduParserField(message, field), field).toEqual(value);
    }
  });

  it.each(vectors)('$id: what mms-decoder knows', (vector) => {
    const message = decodeMms(wireOf(vector));
    const { headers, parts, error } = vector.oracles['mms-decoder (PHP)'];
    if (error !== undefined) {
      // Written before MMS 1.3.
      expect(message.contentClass).toBe('image-basic');
      return;
    }
    expect(phpHeaders(message)).toEqual(headers);
    expect(message.parts?.length ?? 0).toBe(parts?.length);
  });

  it.each(vectors)('$id: is written again as it was', (vector) => {
    const wire = wireOf(vector);
    const message = decodeMms(wire);
    const again = encodeMms(message);
    if (OTHER_FORMS.includes(vector.id)) {
      expect(again).not.toEqual(wire);
      expect(decodeMms(again)).toEqual(message);
    } else {
      expect(again).toEqual(wire);
    }
  });

  it('gives the data that the makers of the vectors put in', () => {
    const of = (id: string) => decodeMms(wireOf(vectors.find((vector) => vector.id === id) as MmsVector));
    expect(Buffer.from(part(of('send-related'), 2)).toString()).toBe('Hello');
    expect(Buffer.from(part(of('send-mixed'), 0)).toString('latin1')).toMatch(/^GIF89a/);
    expect(part(of('send-utf16'), 0)).toEqual(hex('feff004800e9'));
    expect(Buffer.from(part(of('send-vcard-amr'), 1)).toString('latin1')).toMatch(/^#!AMR\n/);
    expect(Buffer.from(part(of('composer-c2'), 0)).toString()).toBe('only');
    expect(of('send-expiry-abs').deliveryTime).toEqual({ kind: 'absolute', at: new Date('2023-11-14T23:13:20Z') });
  });
});
