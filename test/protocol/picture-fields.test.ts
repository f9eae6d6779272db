import { describe, expect, it } from 'vitest';
import { bitmapFromRows, encodeOtaBitmap } from '../../src/bitmap/index.js';
import {
  bad,
  badModel,
  content,
  DATA,
  HEX,
  missing,
  NOKIA,
  nokia,
  refusedRead,
  refusedWrite,
  write,
} from '../support/multimedia-fields.js';

describe('OTA bitmaps', () => {
  const picture = (hex: string) => refusedRead({ ...NOKIA, PictureMessage: hex });

  it('G-MMS-53: hex of either case, of even length, without blanks', () => {
    expect(content({ ...NOKIA, PictureMessage: '000802018aBc' })).toMatchObject({
      data: Uint8Array.of(0, 8, 2, 1, 0x8a, 0xbc),
    });
    expect(picture('00080201 8001')).toEqual(bad('PictureMessage', 8));
    expect(picture('00080201800')).toEqual({ code: 'truncated', field: 'PictureMessage', offset: 10 });
    expect(picture('0x0802018001')).toEqual(bad('PictureMessage', 1));
  });

  it('a header without pixels is refused', () => {
    expect(picture('00480E01')).toEqual({ code: 'truncated', field: 'PictureMessage', offset: 8 });
    const refused = refusedWrite({ kind: 'pictureMessage', data: Uint8Array.of(0, 0x48, 0x0e, 1) }, nokia);
    expect(refused).toEqual(bad('PictureMessage', 4));
    expect(picture('00')).toMatchObject({ code: 'truncated', field: 'PictureMessage' });
    expect(refusedWrite({ kind: 'pictureMessage', data: new Uint8Array(0) }, nokia).field).toBe('PictureMessage');
  });

  it('what is no OTA bitmap is refused at its octet', () => {
    expect(picture('89504E470D0A1A0A')).toEqual(bad('PictureMessage', 0));
    expect(picture('000002018001')).toEqual(bad('PictureMessage', 2));
    expect(picture('000802028001')).toEqual(bad('PictureMessage', 6));
    expect(refusedRead({ ...NOKIA, GroupGraphic: '00080201' }).field).toBe('GroupGraphic');
    expect(refusedRead({ ...NOKIA, OperatorLogo: '00080201', MCC: '234', MNC: '10' }).field).toBe('OperatorLogo');
  });

  it('what handsets take is taken: both packings, 16-bit sizes, announced pictures, octets behind the pixels', () => {
    const odd = bitmapFromRows(['#.#', '.#.', '###']);
    for (const packing of ['continuous', 'padded'] as const) {
      const data = encodeOtaBitmap(odd, { packing });
      expect(content({ ...NOKIA, PictureMessage: Buffer.from(data).toString('hex') })).toMatchObject({ data });
    }
    for (const hex of ['1000080002018001', '010802018001', '000802018001FF']) {
      expect(content({ ...NOKIA, PictureMessage: hex })).toMatchObject({ data: new Uint8Array(Buffer.from(hex, 'hex')) });
    }
  });

  it('G-MMS-13: MCC of three digits, MNC of two or three, both needed', () => {
    const logo = { ...NOKIA, OperatorLogo: HEX, MCC: '234', MNC: '10' };
    for (const MCC of ['23', '2345', 'abc', '+23']) expect(refusedRead({ ...logo, MCC })).toEqual(bad('MCC'));
    for (const MNC of ['1', '1000', 'ab']) expect(refusedRead({ ...logo, MNC })).toEqual(bad('MNC'));
    expect(refusedRead({ ...logo, MCC: undefined })).toEqual(missing('MCC'));
    expect(refusedRead({ ...logo, MNC: '' })).toEqual(missing('MNC'));
    const model = { kind: 'operatorLogo', data: DATA, mcc: '234', mnc: '10' };
    expect(refusedWrite({ ...model, mcc: '23' }, nokia)).toEqual(badModel('MCC'));
    expect(refusedWrite({ ...model, mnc: '1' }, nokia)).toEqual(badModel('MNC'));
    expect(() => write({ ...model, mcc: 234 }, nokia)).toThrow(TypeError);
  });

  it('octets are needed', () => {
    expect(() => write({ kind: 'pictureMessage', data: HEX }, nokia)).toThrow(TypeError);
  });
});
