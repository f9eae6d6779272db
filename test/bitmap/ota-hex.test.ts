import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bitmapFromRows,
  encodeBmp,
  encodeGroupGraphic,
  encodeNgg,
  encodeNlm,
  encodeNol,
  encodeNpm,
  encodeWbmp,
  formatOtaHex,
  parseOtaHex,
} from '../../src/bitmap/index.js';
import { toHex } from '../../src/bytes/index.js';
import { anyBitmap, noise } from '../support/bitmaps.js';
import { refusal } from '../support/hostile.js';
import { lenient } from '../support/lenient.js';

const bitmap = bitmapFromRows(['#.#.#.#.']);
const bare = '00080101AA';

describe('what hex can hold', () => {
  it.each<[hex: string, parsed: object]>([
    [bare, { form: 'bitmap', bitmap }],
    [`32F401${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap }],
    [`3032F4010A${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap }],
    [`30020005${bare}`, { form: 'pictureMessage', bitmap }],
    [`30020005${bare}0000024869`, { form: 'pictureMessage', bitmap, text: 'Hi' }],
    [`06050415820000${'32F401'}${bare}`, { form: 'operatorLogo', mcc: '234', mnc: '10', bitmap, port: 5506 }],
    [`06050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`060504158A000030020005${bare}`, { form: 'pictureMessage', bitmap, port: 5514 }],
    [`0B05041583000000037F0101${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`0B00037F0101050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    [`0C0804007F0101050415830000${bare}`, { form: 'bitmap', bitmap, port: 5507 }],
    // An operator in country 001, whose code begins like an infofield, and one whose code looks like a header's length.
    [`00F110${bare}`, { form: 'operatorLogo', mcc: '001', mnc: '01', bitmap }],
    ['15F0000001010100', { form: 'operatorLogo', mcc: '510', mnc: '00' }],
    [`06F510${bare}`, { form: 'operatorLogo', mcc: '605', mnc: '01', bitmap }],
    [`100100000101${'A5'.repeat(32)}`, { form: 'bitmap' }],
  ])('%s', (hex, parsed) => {
    expect(parseOtaHex(hex)).toMatchObject(parsed);
    expect(parseOtaHex(hex.toLowerCase())).toEqual(parseOtaHex(hex));
  });

  it('every bitmap is written in capitals, and read in a message', () => {
    fc.assert(
      fc.property(anyBitmap(), (picture) => {
        const hex = formatOtaHex(picture);
        expect(hex).toMatch(/^[0-9A-F]+$/);
        expect(parseOtaHex(`06050415830000${toHex(encodeGroupGraphic({ bitmap: picture }))}`)).toMatchObject({ port: 5507 });
      }),
    );
  });

  it.each<[why: string, hex: string, widthPx: number, heightPx: number]>([
    ['an element of ports', `100504000101${'A5'.repeat(160)}A0`, 1284, 1],
    ['a concatenation of one octet and ports', `1000030101010504${'00'.repeat(95)}`, 3, 257],
    ['a concatenation of two octets and ports', `100804000101A50504${'00'.repeat(254)}`, 2052, 1],
    ['the brand of a film', '0008040166747970', 8, 4],
  ])('a whole bitmap that begins like %s', (_why, hex, widthPx, heightPx) => {
    const parsed = parseOtaHex(hex);
    expect(parsed).toEqual({ form: 'bitmap', bitmap: { widthPx, heightPx, rows: expect.any(Uint8Array) } });
    expect(formatOtaHex(parsed.bitmap)).toBe(hex);
  });

  it('padded rows by option', () => {
    const picture = noise(9, 2);
    expect(parseOtaHex(formatOtaHex(picture, { packing: 'padded' }))).toEqual({ form: 'bitmap', bitmap: picture });
  });
});

describe('what is refused', () => {
  it.each<[type: string, hex: string]>([
    ['image/png', '89504E470D0A1A0A'],
    ['image/gif', '474946383961'],
    ['image/jpeg', 'FFD8FFE000104A46'],
    ['audio/x-ott', '024A3A51D195CDD0'],
    ['image/bmp', toHex(encodeBmp(bitmap))],
    ['image/vnd.wap.wbmp', toHex(encodeWbmp(bitmap))],
    ['image/x-nol', toHex(encodeNol({ mcc: '234', mnc: '10', bitmap }))],
    ['image/x-ngg', toHex(encodeNgg({ bitmap }))],
    ['image/x-nlm', toHex(encodeNlm({ kind: 'picture', frames: [bitmap] }))],
    ['image/x-npm', toHex(encodeNpm({ bitmap }))],
    // The length of its first box looks like a network code.
    ['video/mp4', '00F0001866747970'],
  ])('a file of type %s', (type, hex) => {
    for (const isLenient of [false, true]) {
      const error = { code: 'bad-value', field: 'ota', offset: 0, reason: `is a file of type ${type}, not an OTA bitmap` };
      expect(() => parseOtaHex(hex, { lenient: isLenient })).toThrowError(expect.objectContaining(error));
    }
  });

  it.each<[why: string, hex: string, code: string, field: string, offset: number]>([
    ['nothing', '', 'truncated', 'ota/infofield', 0],
    ['no digit', '0008x1', 'bad-value', 'hex', 4],
    ['half an octet', '000801010', 'truncated', 'hex', 8],
    ['white space', '0008 0101AA', 'bad-value', 'hex', 4],
    ['no digit before white space', '00x8 01', 'bad-value', 'hex', 2],
    ['a width of 0', '10000000010180', 'bad-value', 'ota/width', 2],
    ['a width of 0, which no WBMP has either', '0000000101', 'bad-value', 'ota/width', 2],
    ['an octet less than the smallest WBMP', '00000202', 'bad-value', 'ota/width', 2],
    ['pixels cut short', '00080201AA', 'truncated', 'ota/pixels', 8],
    ['pixels cut short in a bitmap that begins like a logo', '00F00E01AA', 'truncated', 'ota/pixels', 8],
    ['pixels cut short in a logo', '32F40100080201AA', 'truncated', 'ota/pixels', 14],
    ['pixels cut short in the longer form of a logo', '3032F4010A00080201AA', 'truncated', 'ota/pixels', 18],
    ['an octet too many', `${bare}00`, 'trailing-bytes', 'ota', 10],
    ['two octets too many after a bitmap that begins like ports', '00050401AAAAA00000', 'trailing-bytes', 'ota', 14],
    ['unknown infofield bits', '80080101AA', 'bad-value', 'ota/infofield', 0],
    ['one part of several', `0B0504158300000003010201${bare}`, 'bad-value', 'UDH', 0],
    ['a header for ringing tones', '06050415810000024A3A', 'bad-value', 'UDH', 0],
    ['a logo in a header without its network', `06050415820000${bare}`, 'bad-value', 'network-code/filler', 16],
    ['a header that runs out', '0B050415820000000301', 'truncated', 'UDH', 2],
    ['a version octet in front of a bitmap', `30${bare}`, 'bad-value', 'group-graphic/version', 0],
    ['a version octet alone', '30', 'truncated', 'multipart/item/type', 2],
    ['items without a version octet', `060504158A0000020005${bare}`, 'bad-value', 'multipart/version', 14],
    ['the same without a header', `020005${bare}`, 'bad-value', 'multipart/version', 0],
  ])('%s', (_why, hex, code, field, offset) => {
    expect(refusal(() => parseOtaHex(hex))).toMatchObject({ code, field, offset });
  });

  it('a message for another port, or one part of several, with the reason', () => {
    expect(() => parseOtaHex('06050415810000024A3A')).toThrowError(/is for port 5505, allowed: 5506, 5507, 5514$/);
    expect(() => parseOtaHex(`0B0504158300000003010201${bare}`)).toThrowError(/is part 1 of 2;/);
  });

  it('the cause is the error of the octets', () => {
    const cause = { name: 'DecodeError', code: 'trailing-bytes', field: 'ota', offset: 5 };
    const error = expect.objectContaining({ ...cause, offset: 10, cause: expect.objectContaining(cause) });
    expect(() => parseOtaHex(`${bare}00`)).toThrowError(error);
  });

  it('an unknown packing is refused without an offset', () => {
    const call = () => parseOtaHex(bare, { packing: 'loose' as never });
    expect(refusal(call)).toEqual({ code: 'bad-value', field: 'packing', offset: undefined });
  });

  it.each<[message: string, call: () => unknown]>([
    ['the hex is not a string', () => parseOtaHex(Uint8Array.of(0) as never)],
    ['the hex is not a string', () => parseOtaHex(Uint8Array.of(0) as never, { lenient: true })],
    ['bitmap is 5, not an object', () => formatOtaHex(5 as never)],
  ])('%s: a TypeError', (message, call) => {
    expect(call).toThrow(new TypeError(message));
  });
});

describe('lenient', () => {
  it('white space; other offsets still count characters of the text', () => {
    const { issues, options } = lenient();
    expect(parseOtaHex(' 01 08\n01 01 AA 55\n', options)).toEqual({ form: 'bitmap', bitmap });
    expect(issues).toEqual([
      ['bad-value', 'hex', 0],
      ['bad-value', 'ota/infofield', 1],
      ['trailing-bytes', 'ota', 16],
    ]);
    expect(refusal(() => parseOtaHex('00 08 0g', { lenient: true }))).toMatchObject({ field: 'hex', offset: 7 });
    expect(refusal(() => parseOtaHex('00 08 01 01 ', { lenient: true }))).toMatchObject({ field: 'ota/pixels', offset: 12 });
  });

  it('without anybody to tell', () => {
    expect(parseOtaHex(`${bare}00`, { lenient: true })).toEqual({ form: 'bitmap', bitmap });
  });

  it('smsj and netpbm', () => {
    const { issues, options } = lenient();
    expect(parseOtaHex(`30${bare}`, options)).toEqual({ form: 'bitmap', bitmap });
    expect(parseOtaHex(`020005${bare}`, options)).toEqual({ form: 'pictureMessage', bitmap });
    expect(issues).toEqual([
      ['bad-value', 'group-graphic/version', 0],
      ['bad-value', 'multipart/version', 0],
    ]);
  });

  it('a whole bitmap that begins like a tune', () => {
    const { issues, options } = lenient();
    // 74x58 is 4292 bits.
    const parsed = parseOtaHex(`024A3A01${'A5'.repeat(536)}A0`, options);
    expect(parsed).toMatchObject({ form: 'bitmap', bitmap: { widthPx: 74, heightPx: 58 } });
    expect(issues).toEqual([['bad-value', 'ota/infofield', 0]]);
  });

  // The head (infofield, width, height, depth), the pixels of the first image, and what is left over.
  it.each<[why: string, head: string, pixels: string, rest: string, widthPx: number, heightPx: number]>([
    ['ports, but for their length', '0F050701', '0000000000', '00', 5, 7],
    ['ports, but for their identifier', '0F070401', '00000000', '00', 7, 4],
    ['a short concatenation, but for its length', '1F0004010101', `000504${'00'.repeat(126)}`, '00', 4, 257],
    ['a short concatenation, but for its identifier', '0F100301', '000005040000', '00', 16, 3],
    ['a long concatenation, but for its length', '0F080501', '0000000005', '04', 8, 5],
  ])('an animation that begins like %s', (_why, head, pixels, rest, widthPx, heightPx) => {
    const { issues, options } = lenient();
    const hex = `${head}${pixels}${rest}`;
    expect(parseOtaHex(hex, options)).toMatchObject({ form: 'bitmap', bitmap: { widthPx, heightPx } });
    expect(issues).toEqual([
      ['bad-value', 'ota/infofield', 0],
      ['trailing-bytes', 'ota', head.length + pixels.length],
    ]);
  });
});
