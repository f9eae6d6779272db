import { Buffer } from 'node:buffer';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../../src/bytes/index.js';
import { isLittleEndian, joinOctets, octetHex, u16be, u16le, u32be, u32le } from '../../src/bytes/octets.js';
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

it('numbers in both orders, as a DataView reads them; what is not there is 0', () => {
  const octets = hex('01 FE 83 00 FF 7C 80 05');
  const view = new DataView(octets.buffer, octets.byteOffset);
  for (let at = 0; at + 4 <= octets.length; at++) {
    expect(u16be(octets, at)).toBe(view.getUint16(at));
    expect(u16le(octets, at)).toBe(view.getUint16(at, true));
    expect(u32be(octets, at)).toBe(view.getUint32(at));
    expect(u32le(octets, at)).toBe(view.getUint32(at, true));
  }
  expect([u16be(octets, 7), u16le(octets, 7), u16be(octets, 8), u32be(octets, 6), u32le(octets, 6)]).toEqual([
    0x0500, 0x05, 0, 0x80050000, 0x0580,
  ]);
  expect(isLittleEndian()).toBe(new Uint16Array(Uint8Array.of(1, 0).buffer)[0] === 1);
});

it('an octet as two digits', () => {
  expect([0, 9, 10, 15, 16, 0xab, 255].map(octetHex)).toEqual(['00', '09', '0A', '0F', '10', 'AB', 'FF']);
});

it('what is no octet string is named', () => {
  expect(() => toHex('00' as unknown as Uint8Array)).toThrow(
    'the argument of toHex is "00", not a Uint8Array; fromHex reads hex',
  );
  expect(() => decodeSubmit('00' as unknown as Uint8Array)).toThrow('the input is "00", not');
});

it('hex of more octets than are converted at once, as Node writes and reads it', () => {
  for (const length of [511, 512, 513, 1024, 1025, 3000]) {
    const octets = Uint8Array.from({ length }, (_, i) => i * 31);
    const text = toHex(octets);
    expect(text).toBe(Buffer.from(octets).toString('hex').toUpperCase());
    expect(fromHex(text)).toEqual(octets);
    expect(() => fromHex(`${text.slice(0, -1)}G`)).toThrow(expect.objectContaining({ offset: 2 * length - 1 }));
  }
});

it('hex of a large input, in linear space', () => {
  const octets = new Uint8Array(3_000_001).fill(0xa5);
  const text = toHex(octets);
  expect(text.length).toBe(6_000_002);
  expect(fromHex(text)).toEqual(octets);
});

it('pieces, one after the other', () => {
  const pieces = [hex('01'), hex(''), hex('0203')];
  expect([joinOctets(pieces), joinOctets(pieces, 3), joinOctets([])]).toEqual([hex('010203'), hex('010203'), hex('')]);
});
