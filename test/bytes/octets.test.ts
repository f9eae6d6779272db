import { Buffer } from 'node:buffer';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { decodeSubmit, encodeSubmit, submitDatagram } from '../../src/sms/index.js';
import { hex } from '../support/hex.js';

describe('octets in may be a Buffer, octets out are fresh', () => {
  it('what was read does not change with the buffer it was read from', () => {
    // SMS-SUBMIT, 8-bit, a header of one unmodelled element (70, three octets) and two octets of data.
    const wire = Buffer.from('41000B917283010010F500F508057003112233AABB', 'hex');
    const submit = decodeSubmit(wire);
    wire.fill(0);
    expect(submit.data).toEqual(hex('AA BB'));
    expect(submit.data).not.toBeInstanceOf(Buffer);
    expect(submit.udh).toEqual([{ kind: 'raw', iei: 0x70, data: hex('11 22 33') }]);
  });

  it('what is to be sent does not change with the buffer it was made from', () => {
    const payload = Buffer.alloc(200, 7);
    const parts = submitDatagram({ destinationPort: 5505, data: payload }, { to: '1' });
    payload.fill(0);
    expect(parts.flatMap(({ data }) => [...(data ?? [])])).toEqual(new Array(200).fill(7));
  });
});

describe('what is no octet string is refused, not read as garbage', () => {
  const wrong = (value: unknown) => value as Uint8Array;

  it.each(['0100', [1, 2, 300], null, undefined, new Uint16Array(2), new Int8Array(2), new DataView(new ArrayBuffer(2)), 7])(
    '%j',
    (value) => {
      expect(() => toHex(wrong(value))).toThrow(TypeError);
      expect(() => decodeSubmit(wrong(value))).toThrow(TypeError);
      expect(() => submitDatagram({ destinationPort: 1, data: wrong(value) }, { to: '1' })).toThrow(TypeError);
      if (value !== undefined) expect(() => encodeSubmit({ tpDa: '1', tpDcs: 4, data: wrong(value) })).toThrow(TypeError);
    },
  );
});

it('octets of a canvas, and of another realm, are octets', () => {
  expect(toHex(Uint8ClampedArray.of(1, 255) as unknown as Uint8Array)).toBe('01FF');
  expect(toHex(runInNewContext('Uint8Array.of(1, 255)'))).toBe('01FF');
});

it('hex of a large input, in linear space', () => {
  const octets = new Uint8Array(3_000_001).fill(0xa5);
  const text = toHex(octets);
  expect(text.length).toBe(6_000_002);
  expect(fromHex(text)).toEqual(octets);
});
